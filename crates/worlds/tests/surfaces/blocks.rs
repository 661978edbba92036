//! Lanes of `f32`: no lower bound is above the true distance, and none is far below.

use clearance_testing::{Random, pairs};
use clearance_worlds::{Block, Chain, Mesh};
use glam::{DVec2, DVec3, Vec3};

/// The distance from a point to a triangle in `f64`, by the same formula.
fn distance([a, b, c]: [DVec3; 3], p: DVec3) -> f64 {
    let edge = |a: DVec3, b: DVec3| {
        let (e, d) = (b - a, p - a);
        let t = if e == DVec3::ZERO { 0.0 } else { (e.dot(d) / e.dot(e)).clamp(0.0, 1.0) };
        (d - e * t).length()
    };
    let n = (b - a).cross(c - a);
    let inside = [(a, b), (b, c), (c, a)].iter().all(|(a, b)| n.cross(*b - *a).dot(p - *a) > 0.0);
    let plane = if inside { n.dot(p - a).abs() / n.length() } else { f64::INFINITY };
    edge(a, b).min(edge(b, c)).min(edge(c, a)).min(plane)
}

/// A triangle of any shape: most are needles, and some are tiny or points.
fn triangle(random: &mut Random) -> [DVec3; 3] {
    let smallest = *random.one_of(&[3.0, 30.0, 150.0]);
    let size = libm::exp2(-random.range(0.0, smallest));
    let thin = libm::exp2(-random.range(0.0, 40.0));
    // Tiny ones are not rounded away near the origin.
    let reach = *random.one_of(&[1.0, 0.0, size]);
    let a = random.in_cube(reach);
    let (along, off) = (random.in_cube(size), random.in_cube(size * thin));
    let share = *random.one_of(&[0.0, 0.5, 1.0, 0.3]);
    let mut corners =
        [a, a + along, a + along * share + off].map(|p| p.clamp(-DVec3::ONE, DVec3::ONE));
    corners.rotate_left(random.below(3));
    corners
}

#[test]
fn lower_bounds_are_below_and_near() {
    let mut random = Random::new(4);
    let (mut tight, mut close, mut count) = (0, 0, 0);
    for _ in 0..pairs(20_000) {
        let corners = [(); 4].map(|()| triangle(&mut random));
        let facets = (0..4).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = Mesh::new(corners.concat(), facets).unwrap();
        let block = mesh.blocks(&[[0, 1, 2, 3]])[0];
        let near = random.below(4);
        let weights = [random.unit(), random.unit(), random.unit()];
        let on = (0..3).map(|i| corners[near][i] * weights[i]).sum::<DVec3>()
            / weights.iter().sum::<f64>();
        let size = libm::exp2(random.range(-80.0, 4.0));
        let away = random.in_cube(size);
        let p = (on * mesh.unit() + away).as_vec3();
        let computed = block.squared_distances(p.to_array()).map(f32::sqrt);
        let below = block.lower_bounds(computed);
        for lane in 0..4 {
            let exact = distance(mesh.places(lane as u32), p.as_dvec3());
            assert!(
                f64::from(below[lane]) <= exact * (1.0 + 1e-14),
                "{:?} {p} {exact}",
                corners[lane]
            );
            count += 1;
            tight += usize::from(exact - f64::from(below[lane]) < 1e-5 * (1.0 + exact));
            close += usize::from(exact - f64::from(below[lane]) < 1e-2 * (1.0 + exact));
        }
    }
    assert!(tight * 10 > count * 9 && close * 1000 > count * 999, "{tight} {close} of {count}");
}

#[test]
fn well_shaped_triangles_have_small_slack() {
    let corners = vec![
        Vec3::ZERO,
        Vec3::X,
        Vec3::Y,
        Vec3::ONE,
        Vec3::new(0.01, 0.0, 0.0),
        Vec3::new(0.0, 0.01, 0.0),
    ];
    let mesh = Mesh::new(corners, vec![[0, 1, 2], [0, 4, 5]]).unwrap();
    let block = mesh.blocks(&[[0, 1, Block::NONE, Block::NONE]])[0];
    assert!(block.slack[0] < 40.0 * f32::EPSILON * 0.5 && block.slack[1] < 0.011 * block.slack[0]);
    assert!(block.share.max_element() < 20.0 * f32::EPSILON);
    assert_eq!((block.id, block.corners[1][0][2]), ([0, 1, Block::NONE, Block::NONE], 0.5));
}

#[test]
fn segments_have_no_inside() {
    let chain = Chain::open(vec![DVec2::ZERO, DVec2::X]).unwrap();
    let block = chain.blocks(&[[0, Block::NONE, Block::NONE, Block::NONE]])[0];
    assert_eq!(block.squared_distances([0.25, 0.5, 0.0]), glam::Vec4::splat(0.25));
    assert_eq!(block.squared_distances([-0.5, 0.0, 0.0]), glam::Vec4::splat(0.25));
    assert_eq!(chain.box_of(0), [[0.0; 3], [0.5, 0.0, 1.0]]);
}

#[test]
fn boxes_are_rounded_outward() {
    let mut random = Random::new(5);
    let mut inexact = 0;
    for _ in 0..1000 {
        let corners = triangle(&mut random);
        let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
        let [min, max] = mesh.box_of(0).map(|p| Vec3::from_array(p).as_dvec3());
        for corner in mesh.places(0) {
            assert!(corner.cmpge(min).all() && corner.cmple(max).all());
            inexact += usize::from(corner.cmpgt(min).all() && corner.cmplt(max).all());
        }
    }
    assert!(inexact > 900);
}
