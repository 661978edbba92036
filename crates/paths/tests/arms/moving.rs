//! Bodies that move by themselves beside a robot, on one clock: clearances whose closed form is known at each time.

use clearance::d3_f64::{Collider, Cuboid, DVec3, Pose, Sphere};
use clearance::paths::{
    Error, FirstContact, Joint, JointKind, Link, Path, Prover, Robot, TimedRow, Verdict, World,
};
use clearance::verify::{self, check_path};
use clearance_testing::Random;

pub fn ball(radius: f64, at: DVec3) -> Vec<(Pose, Collider)> {
    vec![(Pose::at(at).unwrap(), Sphere::new(radius).unwrap().into())]
}

/// A ball at a distance from a vertical axis through the origin.
pub fn arm(radius: f64, length: f64) -> Robot {
    let links = vec![
        Link { name: "base".into(), shapes: vec![] },
        Link { name: "hand".into(), shapes: ball(radius, DVec3::X * length) },
    ];
    let joint = Joint {
        name: "turn".into(),
        kind: JointKind::Revolute,
        parent: "base".into(),
        child: "hand".into(),
        origin: Pose::IDENTITY,
        axis: DVec3::Z,
        limits: None,
        mimic: None,
    };
    Robot::new(links, vec![joint]).unwrap()
}

pub fn timed(time: f64, positions: &[f64]) -> TimedRow {
    TimedRow { time, positions: positions.to_vec(), ..TimedRow::default() }
}

/// The least value of a function from 0 to 1.
fn least_of(f: impl Fn(f64) -> f64) -> f64 {
    let least = |from: f64, to: f64| {
        let at = |k: u32| from + (to - from) * f64::from(k) / 2000.0;
        (0..=2000).map(at).min_by(|a, b| f(*a).total_cmp(&f(*b))).unwrap()
    };
    let coarse = least(0.0, 1.0);
    f(least((coarse - 1e-3).max(0.0), (coarse + 1e-3).min(1.0)))
}

/// A box on a conveyor that moves evenly beside an arm that turns by a polynomial of degree 5 between rests.
#[test]
fn a_conveyor_beside_an_arm_has_the_clearance_of_its_closed_form() {
    let mut rng = Random::new(613);
    let (mut clear, mut touching, mut checked) = (0, 0, 0);
    for round in 0..clearance_testing::pairs(300) {
        let unit = *rng.one_of(&[1e-6, 1.0, 1e6]);
        let (a, b) = (rng.range(-1.0, 0.5), rng.range(1.0, 3.5));
        let (from, to, seconds) = (rng.range(-2.0, 2.0), rng.range(-2.0, 2.0), rng.range(0.1, 9.0));
        let belt = Robot::moving(ball(0.15 * unit, DVec3::Y * (0.9 * unit)));
        let swings = [(0.0, a), (seconds, b)].map(|(time, turn)| TimedRow {
            velocities: vec![0.0],
            accelerations: vec![0.0],
            ..timed(time, &[turn])
        });
        let belt_row = |time, x: f64| timed(time, &[x * unit, 0.0, 0.0, 0.0]);
        // It has a row on the way, and it is there a while before the arm.
        let there = from + 0.3 * (to - from);
        let slides =
            vec![belt_row(0.0, from), belt_row(0.3 * seconds, there), belt_row(seconds, to)];
        let arm = arm(0.1 * unit, unit);
        let paths = [Path::timed(&arm, swings).unwrap(), Path::timed(&belt, slides).unwrap()];
        let both = Robot::joined([("", arm), ("belt", belt)]).unwrap();
        let path = Path::joined(&both, &paths).unwrap();
        let prover = Prover::new(World::new(both).unwrap());
        let truth = unit
            * least_of(|t: f64| {
                let turn = a + (b - a) * t.powi(3) * (10.0 + t * (6.0 * t - 15.0));
                let hand = DVec3::new(turn.cos(), turn.sin(), 0.0);
                (hand - DVec3::new(from + t * (to - from), 0.9, 0.0)).length() - 0.25
            });
        let tolerance = 1e-6 * unit;
        if truth > tolerance {
            clear += 1;
            assert_eq!(prover.clear(&path, truth - tolerance), Verdict::Proven, "{round}");
            assert!(matches!(prover.clear(&path, truth + tolerance), Verdict::Broken(_)));
            let least = prover.least(&path, 1e-7 * unit);
            assert!(truth - tolerance < least.lower && least.upper < truth + tolerance);
            let proof = prover.certificate(&path, 0.9 * truth).unwrap();
            let found = check_path(&prover.world().mechanism(), path.given(), &proof);
            assert_eq!(found, verify::Verdict::Proven);
            checked += 1;
        } else if truth < -tolerance {
            touching += 1;
            let FirstContact::Found { from, meeting } = prover.first_contact(&path, 1e-6) else {
                panic!("they touch")
            };
            assert!(meeting.row - from < 2e-6 && meeting.pair == ["hand", "belt"]);
        }
    }
    println!("{clear} clear, {touching} touching, {checked} certificates");
    assert!(clear > 100 && touching > 50 && checked == clear);
}

/// A long box that turns as it slides: its corner reaches what its middle passes by.
#[test]
fn a_body_turns_about_its_origin_where_it_is() {
    let plank = Cuboid::new(DVec3::new(1.0, 0.1, 0.1)).unwrap();
    let cart = Robot::moving([(Pose::IDENTITY, plank.into())]);
    let cart = cart.based(&Pose::at(DVec3::new(5.0, 0.0, 2.0)).unwrap());
    let mut world = World::new(Robot::joined([("cart", cart)]).unwrap()).unwrap();
    world.add("post", ball(0.1, DVec3::new(7.0, 1.05, 2.0))).unwrap();
    let to = |yaw: f64| {
        let rows = vec![vec![0.0; 4], vec![4.0, 0.0, 0.0, yaw]];
        Path::new(world.robot(), rows).unwrap()
    };
    let (even, turning) = (to(0.0), to(std::f64::consts::PI));
    let prover = Prover::new(world);
    let far = prover.least(&even, 1e-9);
    assert!((far.lower - 0.85).abs() < 1e-8 && (far.upper - 0.85).abs() < 1e-8);
    let Verdict::Broken(meeting) = prover.clear(&turning, 0.0) else { panic!("it hits the post") };
    assert_eq!(meeting.pair, ["cart", "post"]);
}

#[test]
fn paths_that_do_not_fit_are_refused() {
    let (one, two) = (arm(0.1, 1.0), arm(0.1, 1.0));
    let rows = || Path::new(&one, vec![vec![0.0], vec![1.0]]).unwrap();
    let times = || Path::timed(&one, vec![timed(0.0, &[0.0]), timed(1.0, &[1.0])]).unwrap();
    let still = || Path::new(&one, vec![vec![0.0]]).unwrap();
    let both = Robot::joined([("one", one.clone()), ("two", two)]).unwrap();
    let joined = |paths: &[Path]| Path::joined(&both, paths);
    assert_eq!(joined(&[rows(), times()]), Err(Error::NoTimes));
    assert_eq!(joined(&[rows()]), Err(Error::Columns { len: 1, expected: 2 }));
    let three = [rows(), rows(), rows()];
    assert_eq!(joined(&three), Err(Error::Columns { len: 3, expected: 2 }));
    // What never moves needs no times, and what ends stays where it is.
    assert_eq!(joined(&[still(), times()]).unwrap().at(0.5), [0.0, 0.5]);
    let long = Path::timed(&one, vec![timed(0.0, &[5.0]), timed(4.0, &[7.0])]).unwrap();
    let path = joined(&[times(), long]).unwrap();
    assert_eq!((path.legs(), path.at(1.5), path.time(1.5)), (2, vec![1.0, 6.25], Some(2.5)));
    let still = joined(&[still(), still()]).unwrap();
    assert_eq!((still.at(0.3), still.time(1.0)), (vec![0.0; 2], None));
    let loose = joined(&[rows(), rows().within(&one, vec![0.1]).unwrap()]).unwrap();
    assert_eq!(loose.given().tolerance, [0.0, 0.1]);
}
