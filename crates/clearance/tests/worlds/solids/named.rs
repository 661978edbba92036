//! Pairs with names, and what is known of them.

use clearance::Contact;
use clearance::d3_f64::{Pose, contacts};
use clearance::glam::{DQuat, DVec3};

use super::shapes::{Raw, cube, cuboid, ell, peg, ring, solid, split};

/// The patches of two solids, B at a place and turned.
fn patches(a: &Raw, b: &Raw, at: [f64; 3], turn: DQuat, margin: f64) -> Vec<Contact<DVec3>> {
    let at = Pose::new(DVec3::from_array(at), turn).unwrap();
    contacts(&solid(a), &Pose::IDENTITY, &solid(b), &at, margin).to_vec()
}

/// The one patch has this normal, depth and number of points.
fn assert_one(found: &[Contact<DVec3>], normal: DVec3, depth: f64, points: usize) {
    assert_eq!(found.len(), 1, "{found:?}");
    let manifold = &found[0].manifold;
    assert!((manifold.normal - normal).length() < 1e-9, "{found:?}");
    assert!((manifold.depth() - depth).abs() < 1e-8, "{found:?}");
    assert_eq!(manifold.points().len(), points, "{found:?}");
}

const NONE: DQuat = DQuat::IDENTITY;

#[test]
fn cubes_in_each_other() {
    let four = cuboid([0.0; 3], [4.0; 3]);
    assert_one(&patches(&four, &four, [3.5, 0.0, 0.0], NONE, 0.0), DVec3::X, 0.5, 4);
    assert_one(&patches(&four, &four, [3.5, 0.1, 0.2], NONE, 0.0), DVec3::X, 0.5, 4);
    let two = cube(1.0);
    assert_one(&patches(&two, &two, [0.0, 0.0, 1.99], NONE, 0.0), DVec3::Z, 0.01, 4);
}

#[test]
fn a_cube_on_a_floor() {
    let floor = cuboid([-5.0, -5.0, -1.0], [5.0, 5.0, 0.0]);
    let small = cuboid([-0.5, -0.5, -0.0625], [0.5, 0.5, 1.0]);
    assert_one(&patches(&floor, &small, [0.0; 3], NONE, 0.0), DVec3::Z, 0.0625, 4);
    let turned = DQuat::from_xyzw(0.0, 0.0, 0.6, 0.8);
    for times in 0..3 {
        let found = patches(&split(&floor, times), &cube(0.5), [1.0, 2.0, 0.4375], turned, 0.0);
        assert_one(&found, DVec3::Z, 0.0625, 4);
    }
    let needle = cuboid([-0.02, -0.02, -0.3], [0.02, 0.02, 1.0]);
    assert_one(&patches(&floor, &needle, [0.0; 3], NONE, 0.0), DVec3::Z, 0.3, 4);
}

#[test]
fn what_touches_exactly() {
    let (large, small) = (cube(1.0), cube(0.5));
    let corner_down = DQuat::from_rotation_arc(DVec3::splat(-1.0).normalize(), -DVec3::Z);
    for margin in [0.0, 1e-3] {
        assert_one(&patches(&large, &small, [0.0, 0.0, 1.5], NONE, margin), DVec3::Z, 0.0, 4);
        assert_one(&patches(&large, &large, [2.0, 0.5, 0.25], NONE, margin), DVec3::X, 0.0, 4);
        let high = 1.0 + 3_f64.sqrt();
        let found = patches(&large, &large, [0.1, 0.2, high + 1e-15], corner_down, margin);
        assert_one(&found, DVec3::Z, 0.0, 1);
    }
}

/// A cube inside a larger one, whose nearest way out is to the right: points are on the face there and on the face of the
/// cube that leaves last, whichever of the two is A.
#[test]
fn a_cube_deep_inside() {
    let (outer, inner) = (cube(1.0), cube(0.1));
    for is_swapped in [false, true] {
        let (a, b) = if is_swapped { (&inner, &outer) } else { (&outer, &inner) };
        let sign = if is_swapped { -1.0 } else { 1.0 };
        let found = patches(a, b, [0.5 * sign, 0.0, 0.1 * sign], NONE, 0.0);
        let [patch] = &found[..] else { panic!("{found:?}") };
        let point = patch.manifold.deepest();
        let x = if is_swapped { [-0.1, 0.5] } else { [1.0, 0.4] };
        assert!((patch.manifold.normal - DVec3::X * sign).length() < 1e-9, "{found:?}");
        assert!((point.separation + 0.6).abs() < 1e-7, "{found:?}");
        for (at, x) in [point.point_a, point.point_b].into_iter().zip(x) {
            assert!((at.x - x).abs() < 1e-7, "{found:?}");
        }
    }
}

#[test]
fn a_peg_in_a_ring() {
    let hole = ring(1.0, 2.0, 1.0, 24);
    // Into one wall: deepest at the middle of a face.
    let found = patches(&hole, &peg(24, 0.9, 3.0), [0.1625, 0.0, 0.0], NONE, 0.0);
    assert!(!found.is_empty());
    for patch in &found {
        assert!(patch.manifold.normal.x < -0.7 && patch.manifold.depth() < 0.0726, "{found:?}");
    }
    // All around: the walls are not joined to a way out along the axis, which is 4 long.
    let found = patches(&hole, &peg(24, 1.0625, 3.0), [0.0; 3], NONE, 0.0);
    assert!(found.len() >= 3, "{found:?}");
    let sum: DVec3 = found.iter().map(|patch| patch.manifold.normal).sum();
    assert!(sum.length() < 0.5 * found.len() as f64, "{found:?}");
    assert!(found.iter().all(|patch| patch.manifold.depth() < 0.3), "{found:?}");
}

#[test]
fn a_box_in_the_corner_of_an_l() {
    let block = cuboid([-0.01, -0.02, -0.4], [1.0, 1.0, 0.4]);
    let found = patches(&ell(1.0), &block, [0.0; 3], NONE, 0.0);
    assert_eq!(found.len(), 2, "{found:?}");
    for (axis, depth) in [(DVec3::X, 0.01), (DVec3::Y, 0.02)] {
        let is_wall = |p: &&Contact<DVec3>| (p.manifold.normal - axis).length() < 1e-9;
        let wall = found.iter().find(is_wall).expect("both walls are touched");
        assert!((wall.manifold.depth() - depth).abs() < 1e-9, "{found:?}");
    }
}

#[test]
fn the_legs_of_a_table() {
    let (mut vertices, mut triangles) = (vec![], vec![]);
    for (x, y) in [(-2.0, -2.0), (2.0, -2.0), (-2.0, 2.0), (2.0, 2.0)] {
        let leg = cuboid([x - 0.1, y - 0.1, -0.01], [x + 0.1, y + 0.1, 1.0]);
        triangles.extend(leg.1.iter().map(|t| t.map(|i| i + vertices.len() as u32)));
        vertices.extend(leg.0);
    }
    let floor = cuboid([-5.0, -5.0, -1.0], [5.0, 5.0, 0.0]);
    let found = patches(&floor, &(vertices, triangles), [0.0; 3], NONE, 0.0);
    let mut legs = 0;
    for patch in &found {
        assert!((patch.manifold.normal - DVec3::Z).length() < 1e-9, "{found:?}");
        assert!((patch.manifold.depth() - 0.01).abs() < 1e-9, "{found:?}");
        legs += patch.manifold.points().len();
    }
    assert!(legs >= 4, "{found:?}");
}

#[test]
fn a_body_deep_inside_another_one() {
    let (large, small) = (cube(1.0), cube(0.25));
    let there = DVec3::new(0.5, 0.1, -0.2);
    let at = Pose::at(there).unwrap();
    for (a, b, sign) in [(&large, &small, 1.0), (&small, &large, -1.0)] {
        let at = if sign > 0.0 { at } else { at.inverse() };
        let found = contacts(&solid(a), &Pose::IDENTITY, &solid(b), &at, 0.0);
        assert_eq!(found.len(), 1, "{found:?}");
        let manifold = &found[0].manifold;
        assert!((manifold.normal - DVec3::X * sign).length() < 1e-6, "{found:?}");
        // From -0.25 to 0.5 and out at 1.
        assert!((manifold.depth() - 0.75).abs() < 1e-4, "{found:?}");
    }
    // A sheet has no inside.
    let sheet = clearance::d3_f64::Mesh::new(large.0.clone(), large.1.clone()).unwrap();
    assert!(contacts(&sheet, &Pose::IDENTITY, &solid(&small), &at, 0.0).is_empty());
}
