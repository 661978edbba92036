//! Pairs with known answers, most of them from bugs that were found, which random pairs would not
//! show clearly.

use clearance::algorithm::sat::Outcome;
use clearance::algorithm::sat::d3::{PolytopePair, bounded, exhaustive, gauss, pruned};
use clearance::glam::{DQuat, DVec3};
use clearance::lessons;
use clearance::{Algorithm, Pose, Query, signed_distance};
use clearance_testing::Random;

use super::agree::{TESTS, Test};
use super::bodies::{Body, flat, rough, round};
use super::posed::PosedPair;

/// Runs all tests on B moved by `t`, without a rotation.
fn all(a: &Body, b: &Body, t: DVec3) -> Vec<(&'static str, Outcome<DVec3>)> {
    let posed = PosedPair::new(a, b, t, DQuat::IDENTITY);
    let (motion, start) = (posed.motion(), posed.start());
    let (a, b) = (a.facets(), b.facets());
    let pair = PolytopePair::new(&a, &b, &motion, start, posed.reach());
    let test = |(name, test): &(&'static str, Test)| (*name, test(&pair, &mut Default::default()));
    let mut all: Vec<_> = TESTS.iter().map(test).collect();
    all.push(("exhaustive", exhaustive(&pair, &mut ())));
    all
}

/// The published code for this algorithm reported a third of such pairs as separated: the faces of
/// one box are at corners of the cells of the other, where the walk must find its way.
#[test]
fn boxes_of_one_orientation_overlap() {
    let mut random = Random::new(1);
    let mut apart = 0;
    for _ in 0..2000 {
        // Multiples of 1/8, so that the expected value is exact.
        let mut eighths = |least: f64| least + random.below(9) as f64 / 8.0;
        let [half_a, half_b] = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| eighths(0.125))));
        let t = DVec3::from_array([0; 3].map(|_| 2.0 * eighths(-0.5)));
        let expected = (half_a + half_b - t.abs()).min_element();
        apart += u32::from(expected < 0.0);
        for (name, outcome) in all(&Body::cuboid(half_a), &Body::cuboid(half_b), t) {
            // The bounded tests may end at an axis along which the boxes touch.
            let touch = if name.starts_with("bounded") { 1e-13 } else { 0.0 };
            let same = outcome.overlap == expected
                || (expected <= 0.0 && outcome.overlap.abs() <= touch)
                || (expected < 0.0 && outcome.overlap < 0.0);
            assert!(same, "{name}: {half_a} {half_b} {t}: {outcome:?} instead of {expected}");
        }
    }
    assert!((200..1800).contains(&apart), "{apart} of 2000 are apart");
}

/// Neither the faces nor pairs of edges that cross separate them: normals across their sides do.
#[test]
fn coplanar_triangles_are_apart() {
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

/// Their cells are hemispheres, with all corners on the rim: the first axis must separate them.
#[test]
fn collinear_segments_are_apart() {
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
/// From there, no edge rises towards the apex. The walk once started there for a face of A that no
/// crossing had reached, and reported the pair as separated.
#[test]
fn climbs_do_not_start_in_the_middle_of_the_base() {
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
        let posed = PosedPair::new(&a, &b, t, q);
        let (a, b) = (a.facets(), b.facets());
        let pair = PolytopePair::new(&a, &b, &posed.motion(), t, posed.reach());
        let (slow, fast) = (pruned(&pair, &mut ()), gauss(&pair, &mut ()));
        assert!(slow.overlap > 0.1, "pair {i}: {slow:?}");
        assert!((slow.overlap - fast.overlap).abs() < 1e-12, "pair {i}: {slow:?} {fast:?}");
    }
}

/// Edges between vertices that differ by rounding have arbitrary directions: walks lose their way
/// there, and must detect it.
#[test]
fn lost_walks_are_detected() {
    let mut random = Random::new(6);
    let mut lost = 0;
    for i in 0..1000 {
        let mut hull = || rough(&mut random, 8 + i % 12);
        let (a, b) = (hull(), hull());
        let posed = PosedPair::pushed(&a, &b, random.rotation(), random.direction3(), 0.5);
        let (a, b) = (a.facets(), b.facets());
        let pair = PolytopePair::new(&a, &b, &posed.motion(), posed.start(), posed.reach());
        let (slow, fast) = (pruned(&pair, &mut ()), gauss(&pair, &mut ()));
        lost += fast.counters.lost;
        let same = (slow.overlap - fast.overlap).abs() < 1e-9;
        assert!(same || slow.overlap.max(fast.overlap) < 0.0, "pair {i}: {slow:?} {fast:?}");
    }
    assert!((1..100).contains(&lost), "{lost} walks were lost in 1000 pairs");
}

/// Bounded SAT ends at the first axis along which the shapes touch within rounding. A query once
/// took the overlap along it for the depth if it was slightly above the query's own rounding. It
/// thus proved that shapes touch which are half their size apart.
#[test]
fn a_touch_along_one_axis_is_no_depth() {
    let vectors = |all: &[[i32; 3]]| {
        Body::of(all.iter().map(|p| DVec3::from_array(p.map(f64::from))).collect())
    };
    let a = vectors(&[[-2, 1, 2], [2, 1, -2], [0, 2, 0], [-1, -2, -2], [1, 1, 2]]);
    let b = vectors(&[[1, -2, 1], [-2, 1, -2], [2, 0, -1], [0, -2, -1], [0, 1, 2]]);
    let random = &mut Random::new(5);
    for i in 0..2000 {
        // B's centre is straight ahead of A's, where the projections just touch.
        let (along, q) = (random.direction3(), random.rotation());
        let behind = q * (b.farthest(q.inverse() * -along) - b.middle);
        let ahead = along.dot(a.farthest(along) - a.middle - behind) + random.range(-3e-13, 3e-13);
        let pose = PosedPair::new(&a, &b, a.middle - q * b.middle + along * ahead, q).pose;
        let query = || Query::relative(&a.shape, &b.shape, &pose);
        let (auto, gjk) = (query().clearance(), query().algorithm(Algorithm::Gjk).clearance());
        assert!(auto.lower <= gjk.upper && gjk.lower <= auto.upper, "{i}: {auto:?} {gjk:?}");
    }
}

/// GJK may take touching shapes for separated ones without a bound on the gap. Selected by name,
/// EPA once returned that as its answer: four of these pairs had bounds up to a hundredth of the
/// size apart.
#[test]
fn epa_by_name_settles_touches() {
    let mut random = Random::new(3);
    for i in 0..4000 {
        let (a, b) = (flat(&mut random, 3 + i % 20), round(&mut random, 4 + i % 30));
        let (q, along) = (random.rotation(), random.direction3());
        let PosedPair { pose, .. } = PosedPair::pushed(&a, &b, q, along, 0.0);
        let mut query = Query::relative(&a.shape, &b.shape, &pose).algorithm(Algorithm::Epa);
        let answer = query.clearance();
        assert!(answer.upper - answer.lower < 1e-9, "pair {i}: {answer:?}");
    }
}

/// In general position the walk finds exactly the existing crossings, after one or two support
/// queries, and tests no axis twice.
#[test]
fn a_walk_finds_each_crossing_once() {
    let mut random = Random::new(2);
    let mut seconds = 0;
    for i in 0..100 {
        let (a, b) = (round(&mut random, 4 + i), round(&mut random, 4 + 7 * i % 100));
        let posed = PosedPair::concentric(&a, &b, random.rotation());
        let (a, b) = (a.facets(), b.facets());
        let pair = PolytopePair::new(&a, &b, &posed.motion(), DVec3::X, 4.0);
        let (slow, fast) = (pruned(&pair, &mut ()).counters, gauss(&pair, &mut ()).counters);
        assert_eq!(fast.crossings, slow.crossings, "pair {i}");
        assert!(fast.crossings > 0);
        // A second query where no arc passes near the first face of A.
        seconds += fast.supports - 1;
        let faces = (a.topology().faces() + b.topology().faces()) as u32;
        assert!(fast.axes >= faces && fast.axes <= faces + fast.crossings);
    }
    assert!(seconds < 50, "{seconds} second supports in 100 pairs");
}

/// The same scratch memory for a large pair and then for a small one that its first axis separates:
/// data left from the first pair was once used for the second.
#[test]
fn scratch_memory_of_another_pair_is_ignored() {
    let mut random = Random::new(31);
    let [large, small] = [200, 6].map(|count| round(&mut random, count));
    let mut scratch = Default::default();
    for t in [DVec3::X * 0.1, DVec3::X * 9.0] {
        for (a, b) in [(&large, &large), (&small, &small), (&large, &small)] {
            let posed = PosedPair::new(a, b, t, DQuat::IDENTITY);
            let (motion, start) = (posed.motion(), posed.start());
            let (a, b) = (a.facets(), b.facets());
            let pair = PolytopePair::new(&a, &b, &motion, start, posed.reach());
            let once = bounded(&pair, &mut scratch, &mut ());
            assert_eq!(once, bounded(&pair, &mut Default::default(), &mut ()));
        }
    }
}

/// Arcs that touch count as crossing. Here two edges that do not meet had the axis of a face to the
/// last bit and were found first, and the witness points were computed from them: 0.95 off the
/// surface.
#[test]
fn edges_that_do_not_meet_give_no_points() {
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
        let answer = Query::relative(&a.shape, &b.shape, &pose)
            .algorithm(lessons::by_name(algorithm))
            .clearance();
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
