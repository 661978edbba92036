//! Joints that may be off: verdicts against plain matrices at sampled times and errors, and against closed forms.

use std::collections::BTreeMap;

use clearance::d3_f64::{Collider, DQuat, DVec3, Pose, Sphere};
use clearance::glam::DMat4;
use clearance::paths::{
    Error, FirstContact, Joint, JointKind, Link, OverLimits, Path, Prover, Robot, TimedRow,
    Verdict, World,
};
use clearance::verify::{self, check_path};
use clearance_testing::Random;

use crate::curves::{path_of, random_path};
use crate::oracle::{Plain, ROUNDING};

/// A configuration of a path at a place, with errors within the tolerance, often with the largest ones.
fn near(rng: &mut Random, path: &Path, place: f64, tolerance: &[f64]) -> Vec<f64> {
    let at = path.at(place);
    let far = *rng.one_of(&[0.0, 1.0, 1.0]);
    let mut error = |off: &f64| {
        if far == 1.0 { off.copysign(rng.range(-1.0, 1.0)) } else { off * rng.range(-1.0, 1.0) }
    };
    at.iter().zip(tolerance).map(|(x, off)| x + error(off)).collect()
}

#[test]
fn no_proof_is_wrong_for_a_motion_within_its_tolerance() {
    let mut rng = Random::new(620);
    let [mut proven, mut broken, mut by_errors, mut undecided, mut samples] = [0; 5];
    let [mut checked, mut open, mut refused, mut near_limit, mut confirmed] = [0; 5];
    for _ in 0..clearance_testing::pairs(2500) {
        let rng = &mut rng;
        let plain = Plain::random(rng);
        let joints = plain.free_joints();
        if joints == 0 {
            continue;
        }
        let world = plain.world();
        let curve = if rng.below(2) == 0 {
            path_of(world.robot(), &random_path(rng, &plain)).unwrap()
        } else {
            let rows: Vec<_> = (0..2).map(|_| plain.configuration(rng, 2.0)).collect();
            Path::new(world.robot(), rows).unwrap()
        };
        let most = *rng.one_of(&[1e-3, 1e-2, 0.1]);
        let any = |rng: &mut Random| if rng.below(4) == 0 { 0.0 } else { rng.range(0.0, most) };
        let tolerance: Vec<f64> = (0..joints).map(|_| any(rng)).collect();
        let path = curve.clone().within(world.robot(), tolerance.clone()).unwrap();
        let prover = Prover::new(world);
        let legs = path.legs() as f64;
        let mut clearances = |rng: &mut Random| -> f64 {
            let place = rng.range(0.0, legs);
            let at = plain.at(&near(rng, &path, place, &tolerance));
            samples += 1;
            plain
                .pairs()
                .into_iter()
                .map(|pair| plain.clearance(pair, &at)[1])
                .fold(f64::MAX, f64::min)
        };
        // The least bound is one of all samples; what it is at most, some motion has.
        let need = if rng.below(2) == 0 {
            let least = prover.least(&path, 1e-3);
            for _ in 0..8 {
                assert!(least.lower <= clearances(rng) + ROUNDING, "{least:?}");
            }
            if let Some(meeting) = &least.meeting {
                let at = plain.at(&meeting.configuration);
                let [lower, _] = plain.clearance(plain.by_names(&meeting.pair), &at);
                assert!(lower <= least.upper + ROUNDING);
                is_near(&path, meeting.row, &meeting.configuration, &tolerance);
            }
            if least.lower > 0.0 && least.lower < f64::MAX {
                let found = prover.clear(&path, 0.99 * least.lower);
                assert!(!matches!(found, Verdict::Broken(_)));
                near_limit += 1;
                confirmed += usize::from(found == Verdict::Proven);
            }
            (0.9 * least.lower).max(0.0)
        } else {
            *rng.one_of(&[0.0, 0.02])
        };
        match prover.clear(&path, need) {
            Verdict::Proven => {
                proven += 1;
                for _ in 0..24 {
                    let upper = clearances(rng);
                    assert!(upper >= need - ROUNDING, "{upper}, not {need}");
                }
                let mechanism = prover.world().mechanism();
                if let Some(proof) = prover.certificate(&path, need) {
                    let found = check_path(&mechanism, path.given(), &proof);
                    assert_ne!(found, verify::Verdict::Refuted);
                    checked += 1;
                    open += usize::from(found == verify::Verdict::Unproven);
                    // A tolerance with which it is broken is not confirmed.
                    let wide: Vec<f64> = tolerance.iter().map(|off| 5.0 * off + 0.01).collect();
                    let wide = curve.clone().within(prover.world().robot(), wide).unwrap();
                    if let Verdict::Broken(_) = prover.clear(&wide, need) {
                        refused += 1;
                        let found = check_path(&mechanism, wide.given(), &proof);
                        assert_ne!(found, verify::Verdict::Proven);
                    }
                }
            }
            Verdict::Broken(meeting) => {
                let pair = plain.by_names(&meeting.pair);
                is_near(&path, meeting.row, &meeting.configuration, &tolerance);
                let [lower, _] = plain.clearance(pair, &plain.at(&meeting.configuration));
                assert!(lower < need + ROUNDING, "{lower}, not below {need}: {meeting:?}");
                broken += 1;
                by_errors += usize::from(meeting.configuration != path.at(meeting.row));
            }
            Verdict::Undecided(_) => undecided += 1,
        }
        if let FirstContact::Found { from, meeting } = prover.first_contact(&path, 1e-4) {
            is_near(&path, meeting.row, &meeting.configuration, &tolerance);
            let place = rng.range(0.0, from);
            let at = plain.at(&near(rng, &path, place, &tolerance));
            for pair in plain.pairs() {
                assert!(from == 0.0 || plain.clearance(pair, &at)[1] >= -ROUNDING);
            }
        }
    }
    println!(
        "{proven} proven, {broken} broken, {by_errors} by errors alone, {undecided} undecided"
    );
    println!("{samples} samples; {checked} certificates, {open} open, {refused} wide ones refused");
    println!("{near_limit} asked for 99 % of the least clearance, {confirmed} proven");
    assert!(proven > 500 && by_errors > 50 && checked > 500 && refused > 50 && near_limit > 300);
    assert!(20 * undecided < broken && 50 * open < checked && 20 * confirmed > 19 * near_limit);
}

/// A shift and turns, each up to its bound, often as far as that.
fn elsewhere(rng: &mut Random, [shift, turn]: [f64; 2]) -> DMat4 {
    let far = rng.below(2) == 0;
    let mut any = |most: f64| {
        let x = rng.range(-1.0, 1.0);
        if far { most.copysign(x) } else { most * x }
    };
    let shift = DVec3::new(any(shift), any(shift), any(shift));
    DMat4::from_translation(shift)
        * DMat4::from_rotation_z(any(turn))
        * DMat4::from_rotation_y(any(turn))
        * DMat4::from_rotation_x(any(turn))
}

#[test]
fn no_proof_is_wrong_where_bodies_stand_elsewhere() {
    let mut rng = Random::new(621);
    let [mut proven, mut broken, mut only_so, mut undecided, mut checked, mut open] = [0; 6];
    let [mut refused, mut samples, mut free, mut never] = [0; 4];
    for _ in 0..clearance_testing::pairs(2000) {
        let rng = &mut rng;
        let plain = Plain::random(rng);
        let joints = plain.free_joints();
        if joints == 0 {
            continue;
        }
        let mut world = plain.world();
        let given = world.clone();
        let number = |name: &str| plain.things.iter().position(|thing| thing.name == name).unwrap();
        let mut loose = BTreeMap::new();
        let bound = |rng: &mut Random| [rng.range(0.0, 0.02), *rng.one_of(&[0.0, 1e-3, 0.02])];
        for name in ["table", "held"] {
            if rng.below(2) == 0 {
                loose.insert(number(name), bound(rng));
                let [shift, turn] = loose[&number(name)];
                world.within(name, shift, turn).unwrap();
            }
        }
        let base = if rng.below(2) == 0 || loose.is_empty() { bound(rng) } else { [0.0; 2] };
        if base != [0.0; 2] {
            world.within("0", base[0], base[1]).unwrap();
        }
        let rows: Vec<_> = (0..2).map(|_| plain.configuration(rng, 2.0)).collect();
        let mut path = Path::new(world.robot(), rows).unwrap();
        let tolerance = vec![*rng.one_of(&[0.0, 0.005]); joints];
        path = path.within(world.robot(), tolerance.clone()).unwrap();
        let (nominal, prover) = (Prover::new(given), Prover::new(world));
        let need = *rng.one_of(&[0.0, 0.02]);
        let clearances = |rng: &mut Random, place: f64| -> f64 {
            let own = loose.iter().map(|(thing, bound)| (*thing, elsewhere(rng, *bound))).collect();
            let row = near(rng, &path, place, &tolerance);
            let at = plain.at_loose(&row, elsewhere(rng, base), &own);
            plain
                .pairs()
                .into_iter()
                .map(|pair| plain.clearance(pair, &at)[1])
                .fold(f64::MAX, f64::min)
        };
        match prover.clear(&path, need) {
            Verdict::Proven => {
                proven += 1;
                for _ in 0..24 {
                    let place = rng.range(0.0, 1.0);
                    let upper = clearances(rng, place);
                    samples += 1;
                    assert!(upper >= need - ROUNDING, "{upper}, not {need}: {loose:?} {base:?}");
                }
                let mechanism = prover.world().mechanism();
                let Some(proof) = prover.certificate(&path, need) else { continue };
                let found = check_path(&mechanism, path.given(), &proof);
                assert_ne!(found, verify::Verdict::Refuted);
                checked += 1;
                open += usize::from(found == verify::Verdict::Unproven);
                // The proof for what stands where it was given is none for what may stand elsewhere.
                let less = nominal.certificate(&path, need).unwrap();
                let found = check_path(&mechanism, path.given(), &less);
                refused += usize::from(found != verify::Verdict::Proven);
            }
            Verdict::Broken(meeting) => {
                broken += 1;
                is_near(&path, meeting.row, &meeting.configuration, &tolerance);
                // Somewhere about the configuration it is as near as that.
                let pair = plain.by_names(&meeting.pair);
                let at = plain.at(&meeting.configuration);
                let far = 0.02 * 3.0_f64.sqrt() * 3.0 + 0.2;
                assert!(plain.clearance(pair, &at)[0] < need + far, "{meeting:?}");
                only_so += usize::from(nominal.clear(&path, need) == Verdict::Proven);
            }
            Verdict::Undecided(_) => undecided += 1,
        }
        let row = path.at(0.5);
        if !prover.touches(&row).unwrap() {
            free += 1;
            assert!(clearances(rng, 0.5) >= -ROUNDING || tolerance[0] > 0.0);
        }
        for pair in plain.pairs().into_iter().take(2) {
            let name = |thing: usize| plain.things[thing].name.as_str();
            let place =
                |thing| prover.world().names().position(|other| other == name(thing)).unwrap();
            if prover.over_limits(pair.map(place), 60) == OverLimits::Never {
                never += 1;
                let row = plain.configuration(rng, 60.0);
                let own =
                    loose.iter().map(|(thing, bound)| (*thing, elsewhere(rng, *bound))).collect();
                let at = plain.at_loose(&row, elsewhere(rng, base), &own);
                assert!(plain.clearance(pair, &at)[1] >= -ROUNDING, "{pair:?}");
            }
        }
    }
    println!("{proven} proven, {broken} broken, {only_so} only elsewhere, {undecided} undecided");
    println!("{samples} samples, {checked} certificates, {open} open, {refused} of others refused");
    println!("{free} free configurations, {never} pairs that never touch");
    assert!(proven > 300 && only_so > 5 && checked > 300 && refused > 50 && free > 300);
    assert!(never > 100 && 20 * undecided < proven + broken && 20 * open < checked);
}

#[test]
fn a_base_turns_about_itself() {
    // A base at (5, 0, 0), turned by a quarter, that carries a ball at 2 along its own x axis: at (5, 2, 0) in the world. It
    // turns by up to 0.1 about its z axis, so the ball comes to 2 sin 0.1 towards a post beside it.
    let link = |name: &str, shapes| Link { name: name.into(), shapes };
    let links = vec![link("base", vec![]), link("slide", vec![ball(0.1, DVec3::X * 2.0)])];
    let slide = joint(JointKind::Prismatic, ["base", "slide"], DVec3::ZERO, DVec3::Z);
    let turn = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
    let base = Pose::new(DVec3::X * 5.0, turn).unwrap();
    let robot = Robot::new(links, vec![slide]).unwrap().based(&base);
    let mut world = World::new(robot).unwrap();
    world.add("post", [ball(0.1, DVec3::new(4.0, 2.0, 0.0))]).unwrap();
    world.within("base", 0.0, 0.1).unwrap();
    let path = Path::new(world.robot(), vec![vec![-0.3], vec![0.3]]).unwrap();
    let prover = Prover::new(world);
    let place = DVec3::new(5.0 - 2.0 * 0.1_f64.sin(), 2.0 * 0.1_f64.cos(), 0.0);
    let truth = (place - DVec3::new(4.0, 2.0, 0.0)).length() - 0.2;
    // Of three turns of 0.1 at a distance of 2, the second order may take that.
    let found = most_proven(&prover, &path);
    assert!(found <= truth && truth - found < 0.07, "{found} {truth}");
    assert!(matches!(prover.clear(&path, truth + 1e-3), Verdict::Broken(_)));
    let proof = prover.certificate(&path, found - 1e-3).unwrap();
    let mechanism = prover.world().mechanism();
    assert_eq!(check_path(&mechanism, path.given(), &proof), verify::Verdict::Proven);
    let mut world = prover.world().clone();
    for (name, says) in [("slide", "a joint moves it"), ("psot", "does not exist")] {
        assert!(world.within(name, 0.1, 0.1).unwrap_err().to_string().contains(says));
    }
    assert!(
        world.within("post", -0.1, 0.1).is_err() && world.within("post", 0.1, f64::NAN).is_err()
    );
}

#[test]
fn a_body_that_only_turns_or_not_even_that_leaves_the_limits_as_they_are() {
    // A slider without limits that moves nothing, and a ball that turns within limits, far from a post.
    let link = |name: &str, shapes| Link { name: name.into(), shapes };
    let links = vec![
        link("base", vec![]),
        link("nothing", vec![]),
        link("hand", vec![ball(0.25, DVec3::X)]),
    ];
    let mut turn = joint(JointKind::Revolute, ["base", "hand"], DVec3::ZERO, DVec3::Z);
    turn.limits = Some([-1.0, 1.0]);
    let slide = joint(JointKind::Prismatic, ["base", "nothing"], DVec3::ZERO, DVec3::X);
    let robot = Robot::new(links, vec![slide, turn]).unwrap();
    for off in [[0.0, 0.0], [0.0, 0.01], [0.01, 0.0], [0.02, 0.5]] {
        let mut world = World::new(robot.clone()).unwrap();
        world.add("post", [ball(0.25, DVec3::X * 2.0)]).unwrap();
        world.within("post", off[0], off[1]).unwrap();
        let prover = Prover::new(world);
        if off[1] < 0.5 {
            assert_eq!(prover.over_limits([2, 3], 20_000), OverLimits::Never, "{off:?}");
        }
        // A ball that turns about itself comes no nearer.
        assert!(!prover.touches(&[0.0, 0.0]).unwrap(), "{off:?}");
    }
}

#[test]
fn what_meets_nothing_is_infinitely_far_and_certified_so() {
    let robot = two_joints(DVec3::X).world().robot().clone();
    let prover = Prover::new(World::new(robot).unwrap());
    let path = Path::new(prover.world().robot(), vec![vec![0.0, 0.0], vec![1.0, 1.0]]).unwrap();
    let far = prover.least(&path, 1e-3).upper;
    assert_eq!((far, prover.clear(&path, far)), (f64::INFINITY, Verdict::Proven));
    let proof = prover.certificate(&path, far).unwrap();
    let found = check_path(&prover.world().mechanism(), path.given(), &proof);
    assert_eq!(found, verify::Verdict::Proven);
}

/// Is a configuration within the tolerance at a place?
fn is_near(path: &Path, row: f64, configuration: &[f64], tolerance: &[f64]) {
    for ((x, at), off) in configuration.iter().zip(path.at(row)).zip(tolerance) {
        assert!((x - at).abs() <= off + 1e-12, "{x} is not within {off} of {at}");
    }
}

fn ball(radius: f64, at: DVec3) -> (Pose, Collider) {
    (Pose::at(at).unwrap(), Sphere::new(radius).unwrap().into())
}

fn joint(kind: JointKind, [parent, child]: [&str; 2], at: DVec3, axis: DVec3) -> Joint {
    Joint {
        name: child.into(),
        kind,
        parent: parent.into(),
        child: child.into(),
        origin: Pose::at(at).unwrap(),
        axis,
        limits: None,
        mimic: None,
    }
}

/// A link that turns about z at the origin, one at (1, 0, 0) of it that does, and a ball at (1, 0, 0) of that.
fn two_joints(post: DVec3) -> Prover {
    let link = |name: &str, shapes| Link { name: name.into(), shapes };
    let links =
        vec![link("base", vec![]), link("upper", vec![]), link("fore", vec![ball(0.1, DVec3::X)])];
    let joints = vec![
        joint(JointKind::Revolute, ["base", "upper"], DVec3::ZERO, DVec3::Z),
        joint(JointKind::Revolute, ["upper", "fore"], DVec3::X, DVec3::Z),
    ];
    let mut world = World::new(Robot::new(links, joints).unwrap()).unwrap();
    world.add("post", [ball(0.1, post)]).unwrap();
    Prover::new(world)
}

/// The largest clearance that is proven, to 1e-7.
fn most_proven(prover: &Prover, path: &Path) -> f64 {
    let (mut low, mut high) = (0.0, 4.0);
    while high - low > 1e-7 {
        let middle = f64::midpoint(low, high);
        *(if prover.clear(path, middle) == Verdict::Proven { &mut low } else { &mut high }) =
            middle;
    }
    low
}

#[test]
fn what_a_tolerance_takes_is_never_less_than_the_truth_and_hardly_more() {
    // The nearest place of all: times and errors on a grid, and finer around the nearest.
    for (post, rows) in [
        (DVec3::new(0.3, 2.25, 0.0), [[0.0, 0.2], [1.5, 0.1], [2.6, -0.4]]),
        (DVec3::new(0.3, 0.5, 0.0), [[0.0, 1.0], [0.5, 2.0], [0.2, 2.4]]),
    ] {
        let prover = two_joints(post);
        let robot = prover.world().robot();
        let timed = |k: usize, row: &[f64; 2]| TimedRow {
            time: k as f64,
            positions: row.to_vec(),
            velocities: vec![0.3, -0.2],
            accelerations: vec![],
        };
        let timed: Vec<_> = rows.iter().enumerate().map(|(k, row)| timed(k, row)).collect();
        for curve in
            [Path::new(robot, rows.map(Vec::from)).unwrap(), Path::timed(robot, timed).unwrap()]
        {
            let place = |q: &[f64]| {
                let sum = q[0] + q[1];
                DVec3::new(q[0].cos() + sum.cos(), q[0].sin() + sum.sin(), 0.0)
            };
            let distance = |q: &[f64]| (place(q) - post).length() - 0.2;
            for off in [0.0, 1e-3, 1e-2] {
                let worst = |at: f64| {
                    let q = curve.at(at);
                    let errors = (-4..=4).flat_map(|i| (-4..=4).map(move |j| [i, j]));
                    let errors = errors.map(|e| e.map(|e| off * f64::from(e) / 4.0));
                    errors.map(|e| distance(&[q[0] + e[0], q[1] + e[1]])).fold(f64::MAX, f64::min)
                };
                let coarse: Vec<f64> = (0..=2000).map(|k| worst(f64::from(k) / 1e3)).collect();
                let nearest = (0..=2000).min_by(|a, b| coarse[*a].total_cmp(&coarse[*b])).unwrap();
                let fine = (-500..=500).map(|k| nearest as f64 / 1e3 + f64::from(k) * 2e-6);
                let truth = fine.map(|at| worst(at.clamp(0.0, 2.0))).fold(f64::MAX, f64::min);
                let path = curve.clone().within(robot, vec![off; 2]).unwrap();
                let found = most_proven(&prover, &path);
                println!("off by {off}: {truth:.7} is the least, {found:.7} proven");
                assert!(found <= truth + 1e-9, "{found} {truth}");
                // Near a turning point the piece's radius counts for each joint; then the second order.
                assert!(truth - found < 1e-6 + 0.2 * off + 6.0 * off * off, "{found} {truth}");
                let least = prover.least(&path, 1e-7);
                assert!(least.lower <= truth + 1e-9 && truth <= least.upper + 1e-6, "{least:?}");
            }
        }
    }
}

#[test]
fn a_joint_that_stands_may_be_off_too() {
    // One row, at a quarter of a turn from the post: nothing moves, but the joints are off.
    let prover = two_joints(DVec3::new(0.0, 2.3, 0.0));
    let robot = prover.world().robot();
    let path = Path::new(robot, vec![vec![1.5, 0.0]]).unwrap();
    let clear = |off: Vec<f64>, need| prover.clear(&path.clone().within(robot, off).unwrap(), need);
    let truth = |angle: f64| {
        (DVec3::new(2.0 * angle.cos(), 2.0 * angle.sin(), 0.0) - DVec3::Y * 2.3).length() - 0.2
    };
    assert_eq!(clear(vec![0.0, 0.0], truth(1.5) - 1e-9), Verdict::Proven);
    // The normal turns by the errors, the direction of the proof does not.
    assert_eq!(clear(vec![0.05, 0.0], truth(1.55) - 0.02), Verdict::Proven);
    let Verdict::Broken(meeting) = clear(vec![0.05, 0.0], truth(1.55) + 1e-9) else {
        panic!("the worst error breaks it")
    };
    assert!((meeting.configuration[0] - 1.55).abs() < 1e-12);
    let proof = prover.certificate(&path.clone().within(robot, vec![0.05, 0.0]).unwrap(), 0.08);
    let check = |off: Vec<f64>| {
        let path = path.clone().within(robot, off).unwrap();
        check_path(&prover.world().mechanism(), path.given(), proof.as_ref().unwrap())
    };
    assert_eq!(check(vec![0.05, 0.0]), verify::Verdict::Proven);
    // Its own bound fails for more: that refutes nothing.
    assert_eq!(check(vec![0.3, 0.3]), verify::Verdict::Unproven);
    for wrong in [vec![0.1], vec![-0.1, 0.0], vec![f64::NAN, 0.0], vec![f64::INFINITY, 0.0]] {
        let given = Path::within(path.clone(), robot, wrong.clone());
        assert!(matches!(given, Err(Error::ToleranceLength { .. } | Error::Tolerance { .. })));
        let mut given = path.given().clone();
        given.tolerance = wrong;
        let found = check_path(&prover.world().mechanism(), &given, proof.as_ref().unwrap());
        assert_eq!(found, verify::Verdict::Refuted);
    }
}
