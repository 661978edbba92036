//! Robots with clocks of their own: verdicts against plain matrices at pairs of times, and against closed forms.

use std::ops::ControlFlow;
use std::time::Instant;

use clearance::d3_f64::{DVec3, Pose};
use clearance::paths::{
    Encounter, Error, Joint, JointCurve, JointKind, Link, Path, Prover, Robot, Verdict, World,
};
use clearance_testing::Random;

use crate::curves::{place_at, random_parts, value};
use crate::moving::{arm, ball, timed};
use crate::oracle::{Plain, ROUNDING};

/// Slides on slides, with a ball on each.
fn joints(count: usize) -> Robot {
    let link = |k: usize| Link { name: k.to_string(), shapes: ball(0.1, DVec3::Y * k as f64) };
    let joint = |k: usize| Joint {
        name: k.to_string(),
        kind: JointKind::Prismatic,
        parent: k.to_string(),
        child: (k + 1).to_string(),
        origin: Pose::IDENTITY,
        axis: DVec3::X,
        limits: None,
        mimic: None,
    };
    Robot::new((0..=count).map(link).collect(), (0..count).map(joint).collect()).unwrap()
}

#[test]
fn no_verdict_on_two_clocks_is_wrong() {
    let mut rng = Random::new(614);
    let [mut proven, mut broken, mut undecided, mut planted, mut samples] = [0; 5];
    let mut windows = [[0; 2]; 4];
    for _ in 0..clearance_testing::pairs(1500) {
        let rng = &mut rng;
        let mut plain = Plain::random(rng);
        let count = plain.free_joints();
        if count < 2 {
            continue;
        }
        let first = 1 + rng.below(count - 1);
        let parts = random_parts(rng, &plain, first);
        let kind = rng.below(4);
        let window = [0.02, 0.3, 1.0, f64::INFINITY][kind];
        let at = |places: [f64; 2]| -> Vec<f64> {
            let own = |k: usize| match k.checked_sub(first) {
                None => value(&parts[0], places[0], k),
                Some(k) => value(&parts[1], places[1], k),
            };
            (0..count).map(own).collect()
        };
        let ends = parts.iter().map(|part| part.times()).collect::<Vec<_>>();
        let [from, to] =
            [ends[0][0].min(ends[1][0]), ends[0].last().unwrap().max(*ends[1].last().unwrap())];
        let any = |rng: &mut Random| {
            let one = rng.range(from, to);
            let far = window.min(to - from);
            let two = one + rng.range(-far, far);
            [place_at(&parts[0], one), place_at(&parts[1], two)]
        };
        let is_planted = rng.below(4) == 0;
        if is_planted {
            let there = any(rng);
            plain.plant(rng, &at(there), -1.0);
        }
        let need = *rng.one_of(&[0.0, 0.02]);
        let prover = Prover::new(plain.world());
        let Some(joined) = JointCurve::joined(parts.clone()) else { continue };
        let path = Path::of(prover.world().robot(), joined.into()).unwrap();
        let verdict = prover.clear_clocks(&path, need, window).unwrap();
        match verdict {
            Verdict::Proven => {
                assert!(!is_planted, "what is planted is forgotten: {parts:?}");
                proven += 1;
                windows[kind][0] += 1;
                for _ in 0..60 {
                    let places = any(rng);
                    let at = plain.at(&at(places));
                    for pair in plain.pairs() {
                        let [_, upper] = plain.clearance(pair, &at);
                        assert!(upper >= need - ROUNDING, "{upper}, not {need}: {pair:?}");
                    }
                    samples += 1;
                }
            }
            Verdict::Broken(Encounter { rows, times, pair, configuration }) => {
                broken += 1;
                windows[kind][1] += 1;
                let there = at([rows[0], rows[1]]);
                let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-11;
                assert!(there.iter().zip(&configuration).all(close), "{there:?} {configuration:?}");
                let [lower, _] = plain.clearance(plain.by_names(&pair), &plain.at(&there));
                assert!(lower < need + ROUNDING, "{lower}, not below {need}: {pair:?}");
                assert!((times[0] - times[1]).abs() <= window + 1e-9, "{times:?} {window}");
                for k in 0..2 {
                    assert!((place_at(&parts[k], times[k]) - rows[k]).abs() < 1e-9);
                }
            }
            Verdict::Undecided(_) => undecided += 1,
        }
        planted += usize::from(is_planted);
    }
    println!("{proven} proven, {samples} pairs of times, {broken} broken, {undecided} undecided");
    println!("{planted} planted; by windows {windows:?}");
    assert!(windows.iter().flatten().all(|count| *count > 20), "{windows:?}");
    assert!(planted > 100 && undecided < broken / 20);
}

/// The least of a function that falls and then rises.
fn least_of(f: impl Fn(f64) -> f64, [mut from, mut to]: [f64; 2]) -> f64 {
    for _ in 0..200 {
        let [a, b] = [from + (to - from) / 3.0, to - (to - from) / 3.0];
        (from, to) = if f(a) < f(b) { (from, b) } else { (a, to) };
    }
    f(0.5 * (from + to))
}

/// Two balls on straight ways: their distance is convex in both times, and the least for one of them is known.
#[test]
fn carts_that_cross_have_the_clearance_of_their_closed_form() {
    let mut rng = Random::new(615);
    let (mut clear, mut nearer) = (0, 0);
    for _ in 0..clearance_testing::pairs(80) {
        let rng = &mut rng;
        let unit = *rng.one_of(&[1e-6, 1.0, 1e6]);
        let window = *rng.one_of(&[0.1, 1.0, f64::INFINITY]);
        let ends = [(); 2].map(|()| [rng.in_cube(5.0), rng.in_cube(5.0)]);
        let radii = [rng.range(0.05, 0.5), rng.range(0.05, 0.5)];
        let seconds = rng.range(1.0, 10.0);
        let robots = radii.map(|radius| Robot::moving(ball(radius * unit, DVec3::ZERO)));
        let row = |time: f64, p: DVec3| timed(time, &[p.x * unit, p.y * unit, p.z * unit, 0.0]);
        let paths = [0, 1].map(|k| {
            let rows = vec![row(0.0, ends[k][0]), row(seconds, ends[k][1])];
            Path::timed(&robots[k], rows).unwrap()
        });
        let [a, b] = robots;
        let prover = Prover::new(World::new(Robot::joined([("a", a), ("b", b)]).unwrap()).unwrap());
        let speeds = ends.map(|[from, to]| (to - from) / seconds);
        let between = |one: f64| {
            let there = ends[0][0] + speeds[0] * one - ends[1][0];
            let two = there.dot(speeds[1]) / speeds[1].length_squared();
            let [first, last] = [(one - window).max(0.0), (one + window).min(seconds)];
            (there - speeds[1] * two.clamp(first, last)).length()
        };
        let truth = unit * (least_of(between, [0.0, seconds]) - radii[0] - radii[1]);
        let tolerance = 1e-6 * unit;
        let path = Path::joined(prover.world().robot(), &paths).unwrap();
        let ask = |need| prover.clear_clocks(&path, need, window).unwrap();
        if truth > tolerance {
            assert_eq!(ask(truth - tolerance), Verdict::Proven, "{window}");
            assert!(matches!(ask(truth + tolerance), Verdict::Broken(_)), "{window}");
            clear += 1;
            nearer += usize::from(prover.clear(&path, truth + tolerance) == Verdict::Proven);
        } else if truth < -tolerance {
            assert!(matches!(ask(0.0), Verdict::Broken(_)), "{window}");
        }
    }
    println!("{clear} clear, of which {nearer} are farther apart on one clock");
    assert!(clear > 40 && nearer > 30);
}

/// With no window, or nearly none, the verdict is that of one clock, also where a robot only stands.
#[test]
fn without_a_window_clocks_are_one() {
    let mut rng = Random::new(616);
    let mut kinds = [0; 2];
    for _ in 0..clearance_testing::pairs(100) {
        let rng = &mut rng;
        let unit = *rng.one_of(&[1e-6, 1.0, 1e6]);
        let robots = [0.3, 0.25].map(|radius| Robot::moving(ball(radius * unit, DVec3::ZERO)));
        let path = |robot: &Robot, rng: &mut Random| {
            let mut time = 0.0;
            let rows: Vec<_> = (0..1 + rng.below(3))
                .map(|k| {
                    time += if k == 0 { 0.0 } else { rng.range(0.5, 3.0) };
                    let place = rng.in_cube(2.0 * unit).extend(0.0);
                    timed(time, &place.to_array())
                })
                .collect();
            Path::timed(robot, rows).unwrap()
        };
        let paths = robots.each_ref().map(|robot| path(robot, rng));
        let [a, b] = robots;
        let prover = Prover::new(World::new(Robot::joined([("a", a), ("b", b)]).unwrap()).unwrap());
        let path = Path::joined(prover.world().robot(), &paths).unwrap();
        let least = prover.least(&path, 1e-9 * unit).upper;
        if least < 0.01 * unit {
            continue;
        }
        for window in [0.0, 1e-9, f64::NAN, -1.0] {
            let below = prover.clear_clocks(&path, 0.9 * least, window).unwrap();
            assert_eq!(below, Verdict::Proven, "{window}");
            for need in [1.1 * least, 10.0 * least] {
                let above = prover.clear_clocks(&path, need, window).unwrap();
                let Verdict::Broken(meeting) = above else { panic!("{window}: {above:?}") };
                let apart = (meeting.times[0] - meeting.times[1]).abs();
                assert!(apart <= window.max(0.0), "{apart} of {window}");
                kinds[usize::from(path.legs() == 1)] += 1;
            }
        }
    }
    assert!(kinds[0] > 200 && kinds[1] > 30, "{kinds:?}");
}

/// Three arms, of which two meet only at times that are far from each other.
#[test]
fn each_two_of_many_clocks_are_asked_about() {
    let at = |x: f64| arm(0.1, 1.0).based(&Pose::at(DVec3::X * x).unwrap());
    let robots = [at(0.0), at(1.9), at(20.0)];
    // The first one points to the second one at 1 s, and the second one to the first one at 4 s.
    let path = |k: usize, turns: [f64; 2]| {
        let rows = vec![timed(0.0, &[turns[0]]), timed(5.0, &[turns[1]])];
        Path::timed(&robots[k], rows).unwrap()
    };
    let turn = std::f64::consts::PI;
    let paths = [path(0, [-0.5, 2.0]), path(1, [turn - 2.0, turn + 0.5]), path(2, [0.0, 1.0])];
    let names = ["one", "two", "three"];
    let all = Robot::joined(names.into_iter().zip(robots.iter().cloned())).unwrap();
    let prover = Prover::new(World::new(all.clone()).unwrap());
    let joined = |paths: &[Path]| Path::joined(&all, paths).unwrap();
    let path = joined(&paths);
    let ask = |window| prover.clear_clocks(&path, 0.0, window).unwrap();
    assert_eq!(prover.clear(&path, 0.0), Verdict::Proven);
    assert_eq!(ask(0.0), Verdict::Proven);
    assert_eq!(ask(0.3), Verdict::Proven);
    for window in [4.0, f64::INFINITY] {
        let Verdict::Broken(found) = ask(window) else { panic!("both point to each other") };
        assert_eq!(found.pair, ["one/hand", "two/hand"]);
        // The third one is where it is at the time of the first one.
        assert_eq!((found.times[2], found.configuration.len()), (found.times[0], 3));
        assert!((found.rows[2] - found.rows[0]).abs() < 1e-9);
    }
    // What stands is there for the others at all their times.
    let still = Path::new(&robots[1], vec![vec![turn]]).unwrap();
    let still = joined(&[paths[0].clone(), still, paths[2].clone()]);
    let found = prover.clear_clocks(&still, 0.0, 0.0);
    assert!(matches!(found.unwrap(), Verdict::Broken(_)));
    // A robot that comes when another one has ended.
    let late = vec![timed(0.0, &[1.5]), timed(8.0, &[1.5]), timed(9.0, &[-1.0])];
    let late = Path::timed(&robots[0], late).unwrap();
    let ends = Path::timed(&robots[1], vec![timed(0.0, &[0.0]), timed(2.0, &[turn])]).unwrap();
    let meets = joined(&[late, ends, paths[2].clone()]);
    let Verdict::Broken(found) = prover.clear_clocks(&meets, 0.0, 0.5).unwrap() else {
        panic!("it comes to where the other one stands")
    };
    assert!(found.rows[0] > 1.0 && found.rows[1] == 1.0 && found.times[1] > 8.0, "{found:?}");
    let stopped = prover.clear_clocks_while(&path, 0.0, 1.0, || ControlFlow::Break(()));
    assert_eq!(stopped, Ok(None));
}

#[test]
fn a_search_on_two_clocks_ends() {
    // Two balls that touch at all times of both: one stands in the middle of the other's circle.
    let robots = [arm(0.25, 1.0), arm(0.75, 0.0)];
    let robot = |k: usize| robots[k].clone();
    let all = Robot::joined([("a", robot(0)), ("b", robot(1))]).unwrap();
    let prover = Prover::new(World::new(all).unwrap());
    let rows = || vec![vec![0.0], vec![3.0], vec![6.0]];
    let paths = [0, 1].map(|k| Path::new(&robots[k], rows()).unwrap());
    let path = Path::joined(prover.world().robot(), &paths).unwrap();
    let began = Instant::now();
    let found = prover.clear_clocks(&path, 0.0, f64::INFINITY).unwrap();
    assert!(matches!(found, Verdict::Undecided(_)), "{found:?}");
    // They are nearly that near for long.
    for need in [1e-7, 1e-10] {
        let arms = [arm(0.25 - need, 1.0), arm(0.75, 0.0)];
        let all = Robot::joined([("a", arms[0].clone()), ("b", arms[1].clone())]).unwrap();
        let prover = Prover::new(World::new(all).unwrap());
        let found = prover.clear_clocks(&path, 0.0, f64::INFINITY).unwrap();
        assert!(!matches!(found, Verdict::Broken(_)), "{found:?}");
    }
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
    // Three clocks in one chain.
    let prover = Prover::new(World::new(joints(3)).unwrap());
    let one = |count: usize| Path::new(&joints(count), vec![vec![0.0; count]]).unwrap();
    let ask = |paths: &[Path]| {
        let path = Path::joined(prover.world().robot(), paths).unwrap();
        prover.clear_clocks(&path, 0.0, 1.0)
    };
    let clocks = Error::Clocks { one: "0".into(), other: "3".into() };
    assert_eq!(ask(&[one(1), one(1), one(1)]), Err(clocks));
    assert_eq!(ask(&[one(1), one(2)]), Ok(Verdict::Proven));
    // A path that is not joined has one clock.
    assert_eq!(prover.clear_clocks(&one(3), 0.0, 1.0), Ok(Verdict::Proven));
}
