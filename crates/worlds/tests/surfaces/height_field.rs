//! Height fields: their triangles, and the height at a place.

use clearance_testing::Random;
use clearance_worlds::{Bend, HeightField};
use glam::{DVec3, Vec2, Vec3};

#[test]
fn facets_are_numbered_as_documented() {
    let rows: Vec<Vec<f64>> =
        (0..3).map(|i| (0..3).map(|j| f64::from(10 * i + j)).collect()).collect();
    let ground = HeightField::<DVec3>::new(&rows, [0.5, 2.0]).unwrap();
    assert_eq!(
        (ground.rows(), ground.columns(), ground.cell(), ground.len()),
        (3, 3, [0.5, 2.0], 8)
    );
    assert_eq!(ground.heights().collect::<Vec<f64>>(), rows.concat());
    let p =
        |i: u32, j: u32| DVec3::new(f64::from(j) * 0.5, f64::from(i) * 2.0, f64::from(10 * i + j));
    assert_eq!(ground.corners(6), [p(1, 1), p(1, 2), p(2, 2)]);
    assert_eq!(ground.corners(5), [p(1, 0), p(2, 1), p(2, 0)]);
    assert_eq!((ground.edges(6)[2].facet, ground.edges(6)[2].bend), (7, Bend::Flat));
    let report = ground.report();
    assert_eq!((report.open_edges.count, report.components, report.oriented), (8, 1, true));
    let up = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a).z > 0.0;
    assert!((0..8).all(|f| up(ground.corners(f))));
}

#[test]
fn heights_are_those_of_the_triangles() {
    let mut random = Random::new(9);
    let rows: Vec<Vec<f32>> =
        (0..7).map(|_| (0..9).map(|_| random.unit() as f32).collect()).collect();
    let ground = HeightField::<Vec3>::new(&rows, [0.1, 0.3]).unwrap();
    for (i, row) in rows.iter().enumerate() {
        for (j, height) in row.iter().enumerate() {
            assert_eq!(ground.height(0.1 * j as f32, 0.3 * i as f32), Some(*height));
        }
    }
    let mut beside = 0;
    for _ in 0..2000 {
        let p = Vec2::new(random.range(-0.1, 0.9) as f32, random.range(-0.1, 1.9) as f32);
        // All triangles above the place
        let over = |f: u32| {
            let [a, b, c] = ground.corners(f);
            let turn = |a: Vec3, b: Vec3| {
                (b - a).truncate().as_dvec2().perp_dot((p - a.truncate()).as_dvec2())
            };
            let weights = [turn(b, c), turn(c, a), turn(a, b)];
            let height = weights[0] * f64::from(a.z)
                + weights[1] * f64::from(b.z)
                + weights[2] * f64::from(c.z);
            weights.iter().all(|w| *w >= 0.0).then(|| height / weights.iter().sum::<f64>())
        };
        let expected = (0..ground.len() as u32).find_map(over);
        let height = ground.height(p.x, p.y);
        assert_eq!(height.is_some(), expected.is_some(), "{p}");
        if let (Some(height), Some(expected)) = (height, expected) {
            assert!((f64::from(height) - expected).abs() < 1e-5, "{p}: {height} {expected}");
        } else {
            beside += 1;
        }
    }
    assert!((400..1000).contains(&beside), "{beside}");
    assert_eq!(ground.height(f32::NAN, 0.0), None);
    assert_eq!(ground.height(f32::INFINITY, 0.0), None);
    assert_eq!(ground.height(-0.0, 0.0), Some(rows[0][0]));
}

#[test]
fn errors_say_what_and_where() {
    let said = |rows: &[Vec<f32>], cell: [f32; 2]| {
        HeightField::<Vec3>::new(rows, cell).unwrap_err().to_string()
    };
    let good = [vec![0.0, 1.0], vec![2.0, 3.0]];
    assert_eq!(
        said(&[], [1.0; 2]),
        "a height field needs at least 2 rows and 2 columns, but has 0 and 0"
    );
    assert_eq!(
        said(&good[..1], [1.0; 2]),
        "a height field needs at least 2 rows and 2 columns, but has 1 and 2"
    );
    assert_eq!(
        said(&[vec![0.0, 1.0], vec![2.0]], [1.0; 2]),
        "row 1 of the height field has 1 heights, but the first has 2"
    );
    assert_eq!(
        said(&[vec![0.0, 1.0], vec![2.0, f32::NAN]], [1.0; 2]),
        "the height in row 1, column 1 is not finite or too large: NaN"
    );
    assert_eq!(said(&good, [1.0, 0.0]), "cell must be positive, but is 0");
    assert_eq!(said(&good, [f32::NAN, 1.0]), "cell is not finite: NaN");
    assert!(said(&good, [1.0, 3e38]).contains("vertex 2 of the mesh is too large"));
    let flat = HeightField::<Vec2>::new(&good, [1.0; 2]);
    assert_eq!(flat.unwrap_err().to_string(), "a height field does not exist in 2D");
}
