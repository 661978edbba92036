//! Is what is counted what should be counted?

use clearance::glam::DVec3;
use clearance_bench::entrant::Answer;
use clearance_bench::pairs::{PAIRS, Scene};
use clearance_bench::place::{Posed, REGIMES, Stand};
use clearance_bench::run;
use clearance_bench::sat;
use clearance_bench::sat::bodies::{Bodies, OVERLAPS, ROWS};
use clearance_bench::shape::Recipe;
use clearance_bench::truth::{STRICT_F64, Truth};

#[test]
fn placements_are_as_near_as_their_regime_says() {
    for regime in REGIMES {
        let scene = Scene::new::<DVec3>(PAIRS[0], regime);
        for case in &scene.cases {
            let [a, b] = scene.shapes[case.shapes].each_ref().map(|shape| shape.any());
            let [pose_a, pose_b] = [&case.at_a, &case.at_b[0]].map(DVec3::pose);
            let found = clearance::clearance(&a, &pose_a, &b, &pose_b).signed_distance;
            assert!((found - regime.1).abs() < 2e-5, "{regime:?}: {found}");
        }
    }
}

/// Balls of radius 1, 1.5 apart along x: half a unit deep.
fn off(answer: &Answer) -> f64 {
    let stand = |x| Stand { t: [x, 0.0, 0.0], q: [0.0, 0.0, 0.0, 1.0], angle: 0.0 };
    let balls = [Recipe::Ball(1.0).any(), Recipe::Ball(1.0).any()];
    let truth = Truth::<DVec3>::of(&balls, [&stand(0.0), &stand(1.5)]);
    assert!(truth.proven);
    truth.off(answer)
}

#[test]
fn wrong_answers_are_off_by_as_much_as_they_are_wrong() {
    let near = |answer: Answer, expected: f64| {
        let found = off(&answer);
        assert!((found - expected).abs() < STRICT_F64, "{answer:?}: {found}");
    };
    near(Answer::Boolean(true), 0.0);
    near(Answer::Boolean(false), 0.5);
    near(Answer::Distance(0.0), 0.0);
    near(Answer::Distance(0.1), 0.1);
    near(Answer::Penetration(None), 0.5);
    near(Answer::Penetration(Some((0.5, [1.0, 0.0, 0.0]))), 0.0);
    near(Answer::Penetration(Some((0.2, [1.0, 0.0, 0.0]))), 0.3);
    // Moved along y by the depth, the balls' centres are sqrt(1.5^2 + 0.5^2) apart.
    near(Answer::Penetration(Some((0.5, [0.0, 1.0, 0.0]))), 2.0 - 2.5_f64.sqrt());
}

#[test]
fn what_is_no_number_is_infinitely_off() {
    for answer in [
        Answer::Distance(f64::NAN),
        Answer::Penetration(Some((f64::NAN, [1.0, 0.0, 0.0]))),
        Answer::Penetration(Some((0.5, [f64::NAN; 3]))),
        Answer::Penetration(Some((0.5, [0.0; 3]))),
    ] {
        assert_eq!(off(&answer), f64::INFINITY, "{answer:?}");
    }
}

#[test]
fn clearance_is_right_in_every_row() {
    for group in run::groups(|key| key.library.starts_with("clearance")) {
        let found = group.run(1);
        for row in found.rows {
            assert_eq!((row.failures, row.failures_strict), (0, 0), "{}", row.key);
        }
        assert_eq!(found.unproven, 0, "{} {}", group.pair.name, group.regime.0);
    }
}

#[test]
fn all_ways_find_the_depth() {
    for row in ROWS.into_iter().take(3).chain(ROWS.into_iter().skip(7)) {
        for overlap in OVERLAPS {
            for line in sat::run(&Bodies::new(row, overlap), 1, |_| true) {
                assert_eq!(line.failures_strict, 0, "{line:?}");
            }
        }
    }
}
