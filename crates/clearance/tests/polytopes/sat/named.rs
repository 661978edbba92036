//! Pairs that random tests would not find, or not show as clearly, and bugs that were found.

use clearance::algorithm::sat::Outcome;
use clearance::algorithm::sat::d3::{PolytopePair, bounded, exhaustive, gauss, pruned};
use clearance::glam::{DQuat, DVec3};
use clearance::{Algorithm, Pose, Query, signed_distance};
use clearance_testing::Random;

use super::agree::{TESTS, Test};
use super::bodies::{Body, flat, rough, round};
use super::place::Meeting;

/// All tests, for B translated by `t` and not rotated.
fn all(a: &Body, b: &Body, t: DVec3) -> Vec<(&'static str, Outcome<DVec3>)> {
    let meeting = Meeting::new(a, b, t, DQuat::IDENTITY);
    let (motion, start) = (meeting.motion(), meeting.start());
    let (a, b) = (a.facets(), b.facets());
    let pair = PolytopePair::new(&a, &b, &motion, start, meeting.reach());
    let test = |(name, test): &(&'static str, Test)| (*name, test(&pair, &mut Default::default()));
    let mut all: Vec<_> = TESTS.iter().map(test).collect();
    all.push(("exhaustive", exhaustive(&pair, &mut ())));
    all
}

/// The code of the article about walking the Gauss maps reported a third of such pairs apart: the
/// faces of one box are at corners of the other's regions, where the walk must not take a wrong
/// turn.
#[test]
fn boxes_of_one_orientation_overlap() {
    let mut random = Random::new(1);
    let mut apart = 0;
    for _ in 0..2000 {
        // Multiples of 1/8, so that the expected numbers are exact.
        let mut eighths = |least: f64| least + random.below(9) as f64 / 8.0;
        let [half_a, half_b] = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| eighths(0.125))));
        let t = DVec3::from_array([0; 3].map(|_| 2.0 * eighths(-0.5)));
        let expected = (half_a + half_b - t.abs()).min_element();
        apart += u32::from(expected < 0.0);
        for (name, outcome) in all(&Body::cuboid(half_a), &Body::cuboid(half_b), t) {
            // The bounded tests may end at an axis along which the shapes touch.
            let touch = if name.starts_with("bounded") { 1e-13 } else { 0.0 };
            let same = outcome.overlap == expected
                || (expected <= 0.0 && outcome.overlap.abs() <= touch)
                || (expected < 0.0 && outcome.overlap < 0.0);
            assert!(same, "{name}: {half_a} {half_b} {t}: {outcome:?} instead of {expected}");
        }
    }
    assert!((200..1800).contains(&apart), "{apart} of 2000 are apart");
}

/// Neither the normals of faces nor the products of their edges separate them: the normals of edges
/// in their planes do.
#[test]
fn triangles_of_one_plane_are_apart() {
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let (a, b) = (Body::triangle(corners), Body::triangle(corners.map(|p| -p)));
    for (name, outcome) in all(&a, &b, DVec3::new(1.5, 1.0, 0.0)) {
        assert!(outcome.overlap < 0.0, "{name}: {outcome:?}");
        assert_eq!(outcome.axis.z, 0.0, "{name}");
    }
    for (name, outcome) in all(&a, &b, DVec3::new(0.75, 0.75, 0.0)) {
        assert!(outcome.overlap.abs() < 1e-15, "{name}: {outcome:?}");
    }
}

/// Their regions on the Gauss map are hemispheres, with all corners on the rim, so the first axis
/// must separate them.
#[test]
fn segments_of_one_line_are_apart() {
    let segment = Body::of(vec![-DVec3::X, DVec3::X]);
    let point = Body::of(vec![DVec3::ZERO]);
    for (a, b) in [(&segment, &segment), (&segment, &point), (&point, &segment), (&point, &point)] {
        for (name, outcome) in all(a, b, DVec3::X * 2.5) {
            assert!(outcome.overlap < -0.49, "{name}: {outcome:?}");
        }
    }
}

/// A point has neither faces nor edges to climb along.
#[test]
fn a_point_in_a_box_is_as_deep_as_its_nearest_face() {
    let (cuboid, point) = (Body::cuboid(DVec3::ONE), Body::of(vec![DVec3::ZERO]));
    let t = DVec3::new(0.25, -0.75, 0.5);
    for (name, outcome) in all(&cuboid, &point, t) {
        assert_eq!((outcome.overlap, outcome.axis), (0.25, -DVec3::Y), "{name}");
    }
    for (name, outcome) in all(&point, &cuboid, -t) {
        assert_eq!((outcome.overlap, outcome.axis), (0.25, DVec3::Y), "{name}");
    }
}

/// The first vertex is in the middle of a pyramid's base, outside of it by no more than rounding.
/// From there no edge to the apex rises. The walk started there for a face of A that no crossing
/// had marked, and reported the pair apart.
#[test]
fn nobody_climbs_from_the_middle_of_the_base() {
    let middle = DVec3::new(0.0, 0.0, 1.0 + 2.0 * f64::EPSILON);
    let base = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let corners = base.map(|(x, y)| DVec3::new(x, y, 1.0));
    let b = Body::of([middle, -DVec3::Z].into_iter().chain(corners).collect());
    assert_eq!(b.facets().topology().vertices(), 6, "the middle is a vertex");
    let mut random = Random::new(4);
    for i in 0..50 {
        let a = round(&mut random, 40 + i);
        let normal = a.facets().normals().get(0);
        let (t, q) = (normal * 1.5, DQuat::from_rotation_arc(DVec3::Z, normal));
        let meeting = Meeting::new(&a, &b, t, q);
        let (a, b) = (a.facets(), b.facets());
        let pair = PolytopePair::new(&a, &b, &meeting.motion(), t, meeting.reach());
        let (slow, fast) = (pruned(&pair, &mut ()), gauss(&pair, &mut ()));
        assert!(slow.overlap > 0.1, "pair {i}: {slow:?}");
        assert!((slow.overlap - fast.overlap).abs() < 1e-12, "pair {i}: {slow:?} {fast:?}");
    }
}

/// Corners that differ by rounding are joined by edges with random directions. Walks take wrong
/// turns there, and must notice it.
#[test]
fn lost_walks_are_found_again() {
    let mut random = Random::new(6);
    let mut lost = 0;
    for i in 0..1000 {
        let mut hull = || rough(&mut random, 8 + i % 12);
        let (a, b) = (hull(), hull());
        let meeting = Meeting::pushed(&a, &b, random.rotation(), random.direction3(), 0.5);
        let (a, b) = (a.facets(), b.facets());
        let pair = PolytopePair::new(&a, &b, &meeting.motion(), meeting.start(), meeting.reach());
        let (slow, fast) = (pruned(&pair, &mut ()), gauss(&pair, &mut ()));
        lost += fast.counters.lost;
        let same = (slow.overlap - fast.overlap).abs() < 1e-9;
        assert!(same || slow.overlap.max(fast.overlap) < 0.0, "pair {i}: {slow:?} {fast:?}");
    }
    assert!((1..100).contains(&lost), "{lost} walks were lost in 1000 pairs");
}

/// Bounded SAT ends at the first axis along which the shapes touch within rounding. A query took
/// the overlap along it for the depth if it was a little more than the query's own rounding, and so
/// reported a touch for shapes that are half their size apart.
#[test]
fn a_touch_along_one_axis_is_no_depth() {
    let vectors = |all: &[[i32; 3]]| {
        Body::of(all.iter().map(|p| DVec3::from_array(p.map(f64::from))).collect())
    };
    let a = vectors(&[[-2, 1, 2], [2, 1, -2], [0, 2, 0], [-1, -2, -2], [1, 1, 2]]);
    let b = vectors(&[[1, -2, 1], [-2, 1, -2], [2, 0, -1], [0, -2, -1], [0, 1, 2]]);
    let random = &mut Random::new(5);
    for i in 0..2000 {
        // B's centre is straight along the axis, along which the projections just touch.
        let (along, q) = (random.direction3(), random.rotation());
        let behind = q * (b.farthest(q.inverse() * -along) - b.middle);
        let ahead = along.dot(a.farthest(along) - a.middle - behind) + random.range(-3e-13, 3e-13);
        let pose = Meeting::new(&a, &b, a.middle - q * b.middle + along * ahead, q).pose;
        let query = || Query::relative(&a.shape, &b.shape, &pose);
        let (auto, gjk) = (query().clearance(), query().algorithm(Algorithm::Gjk).clearance());
        assert!(auto.lower <= gjk.upper && gjk.lower <= auto.upper, "{i}: {auto:?} {gjk:?}");
    }
}

/// GJK may take a touch for a gap without knowing its width. EPA by name returned this as the
/// answer: for four of these pairs the bounds differed by up to a hundredth of the size.
#[test]
fn epa_by_name_settles_touches() {
    let mut random = Random::new(3);
    for i in 0..4000 {
        let (a, b) = (flat(&mut random, 3 + i % 20), round(&mut random, 4 + i % 30));
        let (q, along) = (random.rotation(), random.direction3());
        let Meeting { pose, .. } = Meeting::pushed(&a, &b, q, along, 0.0);
        let mut query = Query::relative(&a.shape, &b.shape, &pose).algorithm(Algorithm::Epa);
        let answer = query.clearance();
        assert!(answer.upper - answer.lower < 1e-9, "pair {i}: {answer:?}");
    }
}

/// In general position the walk visits exactly the crossings that exist, after one or two supports,
/// and tests no axis twice.
#[test]
fn a_walk_meets_each_crossing_once() {
    let mut random = Random::new(2);
    let mut seconds = 0;
    for i in 0..100 {
        let (a, b) = (round(&mut random, 4 + i), round(&mut random, 4 + 7 * i % 100));
        let meeting = Meeting::concentric(&a, &b, random.rotation());
        let (a, b) = (a.facets(), b.facets());
        let pair = PolytopePair::new(&a, &b, &meeting.motion(), DVec3::X, 4.0);
        let (slow, fast) = (pruned(&pair, &mut ()).counters, gauss(&pair, &mut ()).counters);
        assert_eq!(fast.crossings, slow.crossings, "pair {i}");
        assert!(fast.crossings > 0);
        // A second support if no arc passes near the first face of A.
        seconds += fast.supports - 1;
        let faces = (a.topology().faces() + b.topology().faces()) as u32;
        assert!(fast.axes >= faces && fast.axes <= faces + fast.crossings);
    }
    assert!(seconds < 50, "{seconds} second supports in 100 pairs");
}

/// One scratch for a large pair, and then for a small pair that its first axis separates: the rest
/// of the first was taken for the second's.
#[test]
fn a_scratch_says_nothing_of_another_pair() {
    let mut random = Random::new(31);
    let [large, small] = [200, 6].map(|count| round(&mut random, count));
    let mut scratch = Default::default();
    for t in [DVec3::X * 0.1, DVec3::X * 9.0] {
        for (a, b) in [(&large, &large), (&small, &small), (&large, &small)] {
            let meeting = Meeting::new(a, b, t, DQuat::IDENTITY);
            let (motion, start) = (meeting.motion(), meeting.start());
            let (a, b) = (a.facets(), b.facets());
            let pair = PolytopePair::new(&a, &b, &motion, start, meeting.reach());
            let once = bounded(&pair, &mut scratch, &mut ());
            assert_eq!(once, bounded(&pair, &mut Default::default(), &mut ()));
        }
    }
}

/// Arcs that touch count as crossing. Two edges that do not meet had exactly the axis of a face and
/// were found first, so the points were on them: 0.95 off the surface.
#[test]
fn edges_that_do_not_meet_show_no_points() {
    let body =
        |points: &[[f64; 3]]| Body::of(points.iter().map(|p| DVec3::from_array(*p)).collect());
    let a = body(&[
        [1.0, -1.0, -1.0],
        [0.0, 0.0, 0.0],
        [-0.5, 0.5, -1.0],
        [-1.0, -0.5, 0.5],
        [-0.5, -1.0, 0.5],
        [0.5, -0.5, 0.5],
        [0.0, -1.0, -1.0],
        [0.0, -0.5, -1.0],
        [1.0, 1.0, 0.5],
    ]);
    let b = body(&[
        [-1.0, 0.0, -0.5],
        [-0.5, -0.5, 0.0],
        [1.0, -0.5, -1.0],
        [-0.5, 0.0, -0.5],
        [-0.5, -0.5, -1.0],
        [0.5, -1.0, -0.5],
    ]);
    let pose = Pose::at(DVec3::new(0.0, 0.5, 0.5)).unwrap();
    for algorithm in [
        Algorithm::Auto,
        Algorithm::Sat,
        Algorithm::SatPruned,
        Algorithm::SatGauss,
        Algorithm::SatBounded,
    ] {
        let answer = Query::relative(&a.shape, &b.shape, &pose).algorithm(algorithm).clearance();
        let off_a = signed_distance(&a.shape, &Pose::IDENTITY, answer.point_a).unwrap();
        let off_b = signed_distance(&b.shape, &pose, answer.point_b).unwrap();
        assert!(off_a.abs().max(off_b.abs()) < 1e-14, "{algorithm:?}: {answer:?}");
    }
    let manifold = Query::relative(&a.shape, &b.shape, &pose).manifold(0.0).unwrap();
    for p in manifold.points() {
        let off_a = signed_distance(&a.shape, &Pose::IDENTITY, p.point_a).unwrap();
        let off_b = signed_distance(&b.shape, &pose, p.point_b).unwrap();
        assert!(off_a.abs().max(off_b.abs()) < 1e-14, "{p:?}");
    }
}
