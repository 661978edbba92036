//! What a random pair would not tell apart, or not say so plainly. Bugs that were found are here.

use clearance::algorithm::sat::Outcome;
use clearance::algorithm::sat::d3::{Pair, exhaustive, gauss, pruned};
use clearance::glam::{DQuat, DVec3};
use clearance::{Algorithm, Query};

use crate::agree::{TESTS, Test};
use crate::bodies::{Body, flat, round};
use crate::common::Random;
use crate::place::Meeting;

/// All tests on B moved by `t` and not turned.
fn all(a: &Body, b: &Body, t: DVec3) -> Vec<(&'static str, Outcome<DVec3>)> {
    let meeting = Meeting::new(a, b, t, DQuat::IDENTITY);
    let (motion, start) = (meeting.motion(), meeting.start());
    let (a, b) = (a.facets(), b.facets());
    let pair = Pair::new(&a, &b, &motion, start, meeting.reach());
    let test = |(name, test): &(&'static str, Test)| (*name, test(&pair, &mut Default::default()));
    let mut all: Vec<_> = TESTS.iter().map(test).collect();
    all.push(("exhaustive", exhaustive(&pair, &mut ())));
    all
}

/// The code of the article on walking the maps called a third of such pairs separated: the
/// faces of one box are at corners of the other's cells, where a walk must not lose its way.
#[test]
fn boxes_of_one_orientation_overlap() {
    let mut random = Random::new(1);
    let mut apart = 0;
    for _ in 0..2000 {
        // In eighths: what is expected is exact.
        let mut eighths = |least: f64| least + random.below(9) as f64 / 8.0;
        let [half_a, half_b] = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| eighths(0.125))));
        let t = DVec3::from_array([0; 3].map(|_| 2.0 * eighths(-0.5)));
        let expected = (half_a + half_b - t.abs()).min_element();
        apart += u32::from(expected < 0.0);
        for (name, outcome) in all(&Body::cuboid(half_a), &Body::cuboid(half_b), t) {
            // The bounded test may end at an axis along which they touch.
            let touch = if name == "bounded" { 1e-13 } else { 0.0 };
            let same = outcome.overlap == expected
                || (expected <= 0.0 && outcome.overlap.abs() <= touch)
                || (expected < 0.0 && outcome.overlap < 0.0);
            assert!(same, "{name}: {half_a} {half_b} {t}: {outcome:?} instead of {expected}");
        }
    }
    assert!((200..1800).contains(&apart), "{apart} of 2000 are apart");
}

/// Neither their faces nor crossings of their edges say that they are apart: their sides do.
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

/// Their cells are hemispheres, with all corners on the rim: the first axis must tell.
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

/// GJK may take a touch for a gap and not know how wide. Asked for by name, EPA gave that for
/// an answer; of these it left four with bounds up to a
/// hundredth of the size apart.
#[test]
fn epa_by_name_settles_touches() {
    let mut random = Random::new(3);
    for i in 0..4000 {
        let (a, b) = (flat(&mut random, 3 + i % 20), round(&mut random, 4 + i % 30));
        let (q, along) = (random.rotation(), random.direction3());
        let Meeting { pose, .. } = Meeting::pushed(&a, &b, q, along, 0.0);
        let query = Query::relative(&a.shape, &b.shape, &pose).algorithm(Algorithm::Epa);
        let answer = query.clearance();
        assert!(answer.upper - answer.lower < 1e-9, "pair {i}: {answer:?}");
    }
}

/// In general position the walk meets exactly the crossings that there are, after one support,
/// and tries no axis twice.
#[test]
fn a_walk_meets_each_crossing_once() {
    let mut random = Random::new(2);
    for i in 0..100 {
        let (a, b) = (round(&mut random, 4 + i), round(&mut random, 4 + 7 * i % 100));
        let meeting = Meeting::concentric(&a, &b, random.rotation());
        let (a, b) = (a.facets(), b.facets());
        let pair = Pair::new(&a, &b, &meeting.motion(), DVec3::X, 4.0);
        let (slow, fast) = (pruned(&pair, &mut ()).counters, gauss(&pair, &mut ()).counters);
        assert_eq!(fast.crossings, slow.crossings, "pair {i}");
        assert!(fast.crossings > 0);
        assert_eq!(fast.supports, 1);
        let faces = (a.topology().faces() + b.topology().faces()) as u32;
        assert!(fast.axes >= faces && fast.axes <= faces + fast.crossings);
    }
}
