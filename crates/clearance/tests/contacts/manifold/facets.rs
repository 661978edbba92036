//! Triangles of meshes: the contact normals at their edges.

use clearance::d3_f64::{DQuat, DVec3, Pose};
use clearance::shape::{Ball, Cuboid, Facet};
use clearance::{Axis, Convex, Error, Manifold, clearance, contact_manifold, d2_f64};
use clearance_testing::Random;

const CORNERS: [DVec3; 3] = [DVec3::ZERO, DVec3::X, DVec3::Y];

/// A triangle with a neighbour beyond the edge from (1, 0) to (0, 1), whose third vertex has that
/// height over the plane.
fn with_neighbour(height: f64) -> Facet<DVec3> {
    let beyond = DVec3::new(1.0, 1.0, height);
    Facet::new(CORNERS).unwrap().with_neighbours([None, Some(beyond), None]).unwrap()
}

fn ball_at(facet: &Facet<DVec3>, at: DVec3) -> Option<Manifold<DVec3>> {
    let ball = Ball::new(0.5).unwrap();
    contact_manifold(facet, &Pose::IDENTITY, &ball, &Pose::at(at).unwrap(), 0.0)
}

/// A ball over the middle of the edge, in a direction at an angle to the triangle's normal.
fn ball_beyond(facet: &Facet<DVec3>, degrees: f64) -> Option<Manifold<DVec3>> {
    let (sin, cos) = libm::sincos(degrees.to_radians());
    let out = DVec3::new(0.5_f64.sqrt() * sin, 0.5_f64.sqrt() * sin, cos);
    ball_at(facet, DVec3::new(0.5, 0.5, 0.0) + out * 0.49)
}

fn angle(manifold: &Manifold<DVec3>) -> f64 {
    manifold.normal.angle_between(DVec3::Z).to_degrees()
}

#[test]
fn no_contact_with_shapes_behind() {
    let facet = Facet::new(CORNERS).unwrap();
    let over = DVec3::new(0.25, 0.25, 0.45);
    assert_eq!(ball_at(&facet, over).unwrap().normal, DVec3::Z);
    assert_eq!(ball_at(&facet, -over.with_x(-0.25).with_y(-0.25)), None);
    // With the opposite orientation, the front is where the back was.
    let over_turned = DVec3::new(0.25, 0.25, -0.45);
    let back = Facet::new([CORNERS[0], CORNERS[2], CORNERS[1]]).unwrap();
    assert_eq!(ball_at(&back, over_turned).unwrap().normal, -DVec3::Z);
    // The same with the facet as B.
    let ball = Ball::new(0.5).unwrap();
    let swapped =
        |at: DVec3| contact_manifold(&ball, &Pose::at(at).unwrap(), &facet, &Pose::IDENTITY, 0.0);
    assert_eq!(swapped(over).unwrap().normal, -DVec3::Z);
    assert_eq!(swapped(over_turned), None);
}

/// The cone's centre is in front, but the shortest translation out is backwards.
#[test]
fn shapes_with_their_centre_in_front_are_pushed_to_the_front() {
    let cone = clearance::shape::Cone::new(Axis::Z, 1.0, 1.0).unwrap();
    let floor = Facet::new(CORNERS.map(|p| (p - DVec3::new(0.3, 0.3, 0.0)) * 100.0)).unwrap();
    let on_its_tip = DQuat::from_rotation_x(core::f64::consts::PI);
    let at = |z: f64| Pose::new(DVec3::new(0.0, 0.0, z), on_its_tip).unwrap();
    let plain = clearance(&floor, &Pose::IDENTITY, &cone, &at(-0.3));
    assert!(plain.normal.abs_diff_eq(-DVec3::Z, 1e-12));
    let through = |z| contact_manifold(&floor, &Pose::IDENTITY, &cone, &at(z), 0.0);
    let manifold = through(-0.3).unwrap();
    assert_eq!(manifold.normal, DVec3::Z);
    assert!((manifold.depth() - 1.3).abs() < 1e-12, "the depth of the tip along the normal");
    assert_eq!(through(-0.6), None);
}

#[test]
fn at_a_flat_edge_the_normal_is_that_of_both() {
    let facet = with_neighbour(0.0);
    for degrees in [1.0, 20.0, 60.0, 89.0] {
        // The ball's lowest point is over the neighbour, which gets the contact.
        assert_eq!(ball_beyond(&facet, degrees), None, "{degrees}");
        let open = ball_beyond(&Facet::new(CORNERS).unwrap(), degrees).unwrap();
        assert!((angle(&open) - degrees).abs() < 1e-6, "{degrees}");
    }
    // A box over both triangles: from this triangle alone the shortest translation out is sideways.
    let cube = Cuboid::new(DVec3::splat(0.5)).unwrap();
    let turn = DQuat::from_rotation_z(core::f64::consts::FRAC_PI_4);
    let middle = DVec3::new(0.5, 0.5, 0.0) + DVec3::new(1.0, 1.0, 0.0) * (0.5_f64.sqrt() * 0.495);
    let pose = Pose::new(middle + DVec3::Z * 0.49, turn).unwrap();
    let plain = contact_manifold(facet.triangle(), &Pose::IDENTITY, &cube, &pose, 0.0).unwrap();
    assert!(angle(&plain) > 89.0);
    let manifold = contact_manifold(&facet, &Pose::IDENTITY, &cube, &pose, 0.0).unwrap();
    assert_eq!(manifold.normal, DVec3::Z);
    // The shortest way out is 0.005, and that along the normal 0.01.
    assert!((manifold.depth() - 0.01).abs() < 1e-9, "{manifold:?}");
}

#[test]
fn at_a_ridge_the_normal_is_between_both() {
    // The vertex (1, 1) is as far from the edge as it is below the plane: a slope of 45 degrees.
    let facet = with_neighbour(-(0.5_f64.sqrt()));
    for degrees in [1.0, 20.0, 44.0] {
        let manifold = ball_beyond(&facet, degrees).unwrap();
        assert!((angle(&manifold) - degrees).abs() < 1e-6, "{degrees}: {}", angle(&manifold));
        assert!((manifold.depth() - 0.01).abs() < 1e-9);
    }
    for degrees in [46.0, 60.0, 89.0] {
        let manifold = ball_beyond(&facet, degrees);
        assert!(manifold.is_none_or(|m| (angle(&m) - 45.0).abs() < 1e-6), "{degrees}");
    }
    // Sharper than a right angle: the neighbour faces away.
    let sharp = with_neighbour(-1e3);
    let manifold = ball_beyond(&sharp, 89.0).unwrap();
    assert!((angle(&manifold) - 89.0).abs() < 1e-6);
}

#[test]
fn in_a_valley_the_normal_is_its_own() {
    let facet = with_neighbour(1.0);
    for degrees in [1.0, 20.0, 60.0] {
        assert!(ball_beyond(&facet, degrees).is_none_or(|m| m.normal == DVec3::Z), "{degrees}");
    }
}

#[test]
fn degenerate_facets_are_errors() {
    assert!(matches!(
        Facet::new([DVec3::ZERO, DVec3::X, DVec3::X * 2.0]),
        Err(Error::ZeroVector { .. })
    ));
    assert!(matches!(Facet::new([DVec3::NAN, DVec3::X, DVec3::Y]), Err(Error::NotFinite { .. })));
    let beyond = [None, Some(DVec3::splat(f64::INFINITY)), None];
    let refused = Facet::new(CORNERS).unwrap().with_neighbours(beyond);
    assert!(matches!(refused, Err(Error::NotFinite { index: Some(1), .. })));
    let flat = [d2_f64::DVec2::ZERO, d2_f64::DVec2::X, d2_f64::DVec2::Y];
    assert!(matches!(Facet::new(flat), Err(Error::WrongDimension { .. })));
}

/// The gap of two shapes along a direction, the first at the origin.
fn gap_along(facet: &Facet<DVec3>, shape: &Cuboid<DVec3>, pose: &Pose, n: DVec3) -> f64 {
    n.dot(pose.transform_point(shape.support(-pose.unrotate(n))) - facet.support(n))
}

/// Properties for any facet, neighbours and box: the box centre is in front, no point is deeper
/// than the shapes along the normal, and the normal is the triangle's or leans over an edge beyond which
/// the neighbour slopes down along it.
#[test]
fn random_facets() {
    let mut random = Random::new(12);
    let (mut hits, mut behind, mut kept, mut own, mut clamped) = (0, 0, 0, 0, 0);
    for _ in 0..20_000 {
        let corners = [0, 1, 2].map(|_| random.in_cube(1.0));
        let Ok(facet) = Facet::new(corners) else { continue };
        let beyond = [0, 1, 2].map(|i| {
            let middle = (corners[i] + corners[(i + 1) % 3]) * 0.5;
            let flat = middle * 2.0 - corners[(i + 2) % 3];
            let bend = [0.0, random.range(-1.0, 1.0)][random.below(2)];
            (random.below(4) > 0).then_some(flat + facet.front() * bend)
        });
        let facet = facet.with_neighbours(beyond).unwrap();
        let shape = Cuboid::new(DVec3::splat(0.5) + random.in_cube(0.3)).unwrap();
        let pose = Pose::new(random.in_cube(1.0), random.rotation()).unwrap();
        let plain = clearance(facet.triangle(), &Pose::IDENTITY, &shape, &pose);
        let manifold = contact_manifold(&facet, &Pose::IDENTITY, &shape, &pose, 0.1);
        let in_front = facet.front().dot(pose.translation() - corners[0]) > 0.0;
        behind += usize::from(!in_front && plain.signed_distance < 0.1);
        assert!(in_front || manifold.is_none());
        let Some(manifold) = manifold else { continue };
        hits += 1;
        assert!((manifold.normal.length() - 1.0).abs() < 1e-14);
        let gap = gap_along(&facet, &shape, &pose, manifold.normal);
        assert!(manifold.depth() <= -gap.min(0.0) + 1e-9);
        if manifold.normal.abs_diff_eq(plain.normal, 1e-12) {
            kept += 1;
        } else if manifold.normal.abs_diff_eq(facet.front(), 1e-12) {
            own += 1;
        } else {
            clamped += 1;
        }
        let n = manifold.normal;
        let top = facet.support(n).dot(n);
        let stands_on = |i: usize| corners[i].dot(n).max(corners[(i + 1) % 3].dot(n)) == top;
        let falls = |i: usize| beyond[i].is_none_or(|p| p.dot(n) <= top + 4e-3);
        let fits = (0..3).any(|i| stands_on(i) && falls(i));
        assert!(fits || n.dot(facet.front()) > 1.0 - 1e-5, "{facet:?} {n}");
    }
    println!("{hits} hits: {kept} {own} {clamped}, {behind} behind");
    assert!(hits > 3000 && behind > 2000 && kept > 500 && own > 500 && clamped > 50);
}
