//! The parts of a robot, and hulls of the largest supported number of points.

use clearance::glam::{DVec3, Vec3};
use clearance::hull::{Hull3, build3};
use clearance::number::Scalar;
use clearance_testing::Random;

use super::clouds::{cloud, counts, grid, prism, solid, turned};

/// The vertices of the triangles in a binary STL file.
fn stl(bytes: &[u8]) -> Vec<Vec3> {
    let number = |b: &[u8]| f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
    let corner = |b: &[u8]| Vec3::new(number(b), number(&b[4..]), number(&b[8..]));
    bytes[84..]
        .chunks_exact(50)
        .flat_map(|t| [corner(&t[12..]), corner(&t[24..]), corner(&t[36..])])
        .collect()
}

#[test]
fn the_parts_of_a_robot() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/panda");
    let mut parts = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "stl") {
            continue;
        }
        let points = stl(&std::fs::read(&path).unwrap());
        let hull = solid(&points);
        let wide: Vec<DVec3> = points.iter().map(|p| p.as_dvec3()).collect();
        let exact = solid(&wide);
        assert_eq!(hull.topology().vertices(), exact.topology().vertices());
        assert!(hull.topology().faces() <= exact.topology().faces());
        assert!((hull.mass().volume / exact.mass().volume - 1.0).abs() < 1e-6);
        assert!(hull.inner_radius() > 0.0 && hull.error().to_f64() < 1e-6);
        parts += 1;
        println!(
            "{}: {} points, {:?} in f32, {:?} in f64, inner {:.4}, outer {:.4}, error {:.1e}",
            path.file_name().unwrap().display(),
            points.len(),
            counts(&hull),
            counts(&exact),
            hull.inner_radius(),
            hull.outer_radius(),
            hull.error()
        );
    }
    assert!(parts >= 8, "{parts}");
}

#[test]
fn sixty_five_thousand_points() {
    let mut random = Random::new(14);
    let mut sets: Vec<(&str, Vec<DVec3>)> =
        ["ball", "sphere", "cube"].map(|kind| (kind, cloud(kind, 65_000, &mut random))).into();
    sets.push(("grid", grid(40)));
    sets.push(("turned grid", turned(&grid(40), &mut random)));
    sets.push(("cylinder", prism(32_500, 0.5)));
    sets.push(("turned cylinder", turned(&prism(32_500, 0.5), &mut random)));
    for (kind, points) in sets {
        let start = std::time::Instant::now();
        let Hull3::Solid(hull) = build3(&points).unwrap() else { panic!() };
        println!("{} points, {kind}: {:?}, {:?}", points.len(), counts(&hull), start.elapsed());
        hull.topology().validate().unwrap();
        match kind {
            "sphere" => assert_eq!(hull.topology().vertices(), 65_000),
            "grid" => assert_eq!(counts(&hull), [8, 12, 6]),
            "cylinder" => assert_eq!(counts(&hull), [65_000, 97_500, 32_502]),
            _ => assert!(hull.topology().vertices() >= 8),
        }
    }
}
