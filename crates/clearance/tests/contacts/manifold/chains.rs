//! Segments of 2D chains: the contact normals at their ends.

use clearance::d2_f64::{DVec2, Pose};
use clearance::glam::DVec3;
use clearance::shape::{Ball, Capsule, ChainSegment, Cuboid, Segment};
use clearance::{Axis, Convex, Error, Manifold, clearance, contact_manifold};
use clearance_testing::Random;

/// From (1, 0) to (0, 0); the front is above.
const ENDS: [DVec2; 2] = [DVec2::X, DVec2::ZERO];

/// A segment with a neighbour of that slope beyond (0, 0).
fn with_neighbour(slope: f64) -> ChainSegment<DVec2> {
    let beyond = DVec2::new(-1.0, slope);
    ChainSegment::new(ENDS).unwrap().with_neighbours([None, Some(beyond)]).unwrap()
}

fn ball_at(link: &ChainSegment<DVec2>, at: DVec2) -> Option<Manifold<DVec2>> {
    let ball = Ball::new(0.5).unwrap();
    contact_manifold(link, &Pose::IDENTITY, &ball, &Pose::at(at).unwrap(), 0.0)
}

/// A ball over the end at (0, 0), in a direction at an angle to the segment's normal.
fn ball_beyond(link: &ChainSegment<DVec2>, degrees: f64) -> Option<Manifold<DVec2>> {
    let (sin, cos) = libm::sincos(degrees.to_radians());
    ball_at(link, DVec2::new(-sin, cos) * 0.49)
}

fn angle(manifold: &Manifold<DVec2>) -> f64 {
    manifold.normal.angle_to(DVec2::Y).abs().to_degrees()
}

#[test]
fn no_contact_with_shapes_behind() {
    let link = ChainSegment::new(ENDS).unwrap();
    assert_eq!(link.front(), DVec2::Y);
    let over = DVec2::new(0.25, 0.45);
    assert_eq!(ball_at(&link, over).unwrap().normal, DVec2::Y);
    assert_eq!(ball_at(&link, DVec2::new(0.25, -0.45)), None);
    let turned = ChainSegment::new([ENDS[1], ENDS[0]]).unwrap();
    assert_eq!(ball_at(&turned, DVec2::new(0.25, -0.45)).unwrap().normal, -DVec2::Y);
    // The same with the segment as B.
    let ball = Ball::new(0.5).unwrap();
    let swapped =
        |at: DVec2| contact_manifold(&ball, &Pose::at(at).unwrap(), &link, &Pose::IDENTITY, 0.0);
    assert_eq!(swapped(over).unwrap().normal, -DVec2::Y);
    assert_eq!(swapped(DVec2::new(0.25, -0.45)), None);
}

#[test]
fn at_a_flat_joint_the_normal_is_that_of_both() {
    for degrees in [1.0, 20.0, 60.0, 89.0] {
        // The ball's lowest point is over the neighbour, which gets the contact.
        assert_eq!(ball_beyond(&with_neighbour(0.0), degrees), None, "{degrees}");
        let open = ball_beyond(&ChainSegment::new(ENDS).unwrap(), degrees).unwrap();
        assert!((angle(&open) - degrees).abs() < 1e-9, "{degrees}");
    }
    // A box over both segments: from this segment alone the shortest translation out is sideways.
    let square = Cuboid::new(DVec2::splat(0.5)).unwrap();
    let pose = Pose::at(DVec2::new(-0.495, 0.49)).unwrap();
    let link = with_neighbour(0.0);
    let plain = contact_manifold(link.segment(), &Pose::IDENTITY, &square, &pose, 0.0).unwrap();
    assert!(angle(&plain) > 89.0);
    let manifold = contact_manifold(&link, &Pose::IDENTITY, &square, &pose, 0.0).unwrap();
    assert_eq!(manifold.normal, DVec2::Y);
    // The shortest way out is 0.005, and that along the normal 0.01.
    assert!((manifold.depth() - 0.01).abs() < 1e-12, "{manifold:?}");
}

#[test]
fn at_a_ridge_the_normal_is_between_both() {
    // A slope of 45 degrees down.
    let link = with_neighbour(-1.0);
    for degrees in [1.0, 20.0, 44.0] {
        let manifold = ball_beyond(&link, degrees).unwrap();
        assert!((angle(&manifold) - degrees).abs() < 1e-9, "{degrees}: {}", angle(&manifold));
        assert!((manifold.depth() - 0.01).abs() < 1e-12);
    }
    for degrees in [46.0, 60.0, 89.0] {
        let manifold = ball_beyond(&link, degrees);
        assert!(manifold.is_none_or(|m| (angle(&m) - 45.0).abs() < 1e-9), "{degrees}");
    }
}

#[test]
fn in_a_valley_the_normal_is_its_own() {
    for degrees in [1.0, 20.0, 60.0] {
        let found = ball_beyond(&with_neighbour(1.0), degrees);
        assert!(found.is_none_or(|m| m.normal == DVec2::Y), "{degrees}");
    }
}

#[test]
fn degenerate_chain_segments_are_errors() {
    let link = |ends| ChainSegment::new(ends);
    assert!(matches!(link([DVec2::X, DVec2::X]), Err(Error::ZeroVector { .. })));
    assert!(matches!(link([DVec2::NAN, DVec2::X]), Err(Error::NotFinite { .. })));
    let beyond = [None, Some(DVec2::splat(f64::INFINITY))];
    let refused = link(ENDS).unwrap().with_neighbours(beyond);
    assert!(matches!(refused, Err(Error::NotFinite { index: Some(1), .. })));
    let in_space = ChainSegment::new([DVec3::ZERO, DVec3::X]);
    assert!(matches!(in_space, Err(Error::WrongDimension { .. })));
}

/// Slides a body at a depth of 0.01 over a floor of segments of length 0.7. Returns the largest
/// angle of a normal from the vertical, in degrees, and the largest distance of the outermost
/// points from the sides of the body.
fn slide<B: Convex<V = DVec2>>(body: &B, half: [f64; 2], knows_neighbours: bool) -> [f64; 2] {
    let at = |i: i32| DVec2::new(f64::from(i) * -0.7, 0.0);
    let links: Vec<ChainSegment<DVec2>> = (-10..10)
        .map(|i| ChainSegment::new([at(i), at(i + 1)]).unwrap())
        .zip(-10..10)
        .map(|(link, i)| link.with_neighbours([Some(at(i - 1)), Some(at(i + 2))]).unwrap())
        .collect();
    let [mut leans, mut short] = [0.0_f64; 2];
    for step in 0..4_000 {
        let x = -3.0 + f64::from(step) * 1.5e-3;
        let pose = Pose::at(DVec2::new(x, half[1] - 0.01)).unwrap();
        let met = |link: &ChainSegment<DVec2>| match knows_neighbours {
            true => contact_manifold(link, &Pose::IDENTITY, body, &pose, 0.0),
            false => contact_manifold(link.segment(), &Pose::IDENTITY, body, &pose, 0.0),
        };
        let found: Vec<Manifold<DVec2>> = links.iter().filter_map(met).collect();
        leans = found.iter().map(angle).fold(leans, f64::max);
        let places = found.iter().flat_map(|m| m.points()).map(|p| p.point_b.x - x);
        let [left, right] =
            places.fold([f64::INFINITY, f64::NEG_INFINITY], |[l, r], p| [l.min(p), r.max(p)]);
        short = short.max(left + half[0]).max(half[0] - right);
    }
    [leans, short]
}

#[test]
fn a_flat_chain_has_no_bumps() {
    let circle = Ball::new(0.3).unwrap();
    let long = Cuboid::new(DVec2::new(0.5, 0.3)).unwrap();
    let small = Cuboid::new(DVec2::new(0.2, 0.3)).unwrap();
    let lying = Capsule::along(Axis::X, 0.3, 0.3).unwrap();
    let smooth = [
        slide(&circle, [0.0, 0.3], true),
        slide(&long, [0.5, 0.3], true),
        slide(&small, [0.2, 0.3], true),
        slide(&lying, [0.3, 0.3], true),
    ];
    let rough = [
        slide(&circle, [0.0, 0.3], false),
        slide(&long, [0.5, 0.3], false),
        slide(&small, [0.2, 0.3], false),
        slide(&lying, [0.3, 0.3], false),
    ];
    println!("{smooth:?}\n{rough:?}");
    for [leans, short] in smooth {
        // The whole width of the body rests on the floor in every position; points within a
        // thousandth of a face are merged.
        assert!(leans < 1e-9 && short < 1e-3, "{smooth:?}");
    }
    assert!(rough.iter().all(|[leans, _]| *leans > 10.0), "plain segments have bumps: {rough:?}");
}

/// Properties for any segment, neighbours and box: the box centre is in front, no point is deeper
/// than the shapes along the normal, and the normal is the segment's or leans over an end beyond which
/// the neighbour slopes down along it.
#[test]
fn random_chains() {
    let mut random = Random::new(13);
    let (mut hits, mut behind, mut kept, mut own, mut clamped) = (0, 0, 0, 0, 0);
    for _ in 0..20_000 {
        let point = |random: &mut Random, size| random.in_cube(size).truncate();
        let ends = [0, 1].map(|_| point(&mut random, 1.0));
        let Ok(link) = ChainSegment::new(ends) else { continue };
        let beyond = [0, 1].map(|i: usize| {
            let flat = ends[i] * 2.0 - ends[1 - i];
            let bend = [0.0, random.range(-1.0, 1.0)][random.below(2)];
            (random.below(4) > 0).then_some(flat + link.front() * bend)
        });
        let link = link.with_neighbours(beyond).unwrap();
        let square = Cuboid::new(DVec2::splat(0.5) + point(&mut random, 0.3)).unwrap();
        let pose = Pose::new(point(&mut random, 1.0), random.range(-3.0, 3.0)).unwrap();
        let plain: &Segment<DVec2> = link.segment();
        let plain = clearance(plain, &Pose::IDENTITY, &square, &pose);
        let manifold = contact_manifold(&link, &Pose::IDENTITY, &square, &pose, 0.1);
        let in_front = link.front().dot(pose.translation() - ends[0]) > 0.0;
        behind += usize::from(!in_front && plain.signed_distance < 0.1);
        assert!(in_front || manifold.is_none());
        let Some(manifold) = manifold else { continue };
        hits += 1;
        let n = manifold.normal;
        assert!((n.length() - 1.0).abs() < 1e-14);
        let lowest = pose.transform_point(square.support(-pose.unrotate(n)));
        assert!(manifold.depth() <= -n.dot(lowest - link.support(n)).min(0.0) + 1e-9);
        if n.abs_diff_eq(plain.normal, 1e-12) {
            kept += 1;
        } else if n.abs_diff_eq(link.front(), 1e-12) {
            own += 1;
        } else {
            clamped += 1;
        }
        let top = link.support(n).dot(n);
        let falls = |i: usize| beyond[i].is_none_or(|p| p.dot(n) <= top + 4e-3);
        let fits = (0..2).any(|i| ends[i].dot(n) == top && falls(i));
        assert!(fits || n.dot(link.front()) > 1.0 - 1e-5, "{link:?} {n}");
    }
    println!("{hits} hits: {kept} {own} {clamped}, {behind} behind");
    assert!(hits > 3_000 && behind > 2_000 && kept > 500 && own > 500 && clamped > 50);
}
