//! Polynomials between rows: verdicts against plain matrices at sampled times, and against closed forms. Here curves are
//! sums of powers, or of basis functions by their recursion.

use clearance::d3_f64::{Collider, DVec3, Pose, Sphere};
use clearance::paths::{
    Error, FirstContact, Joint, JointCurve, JointKind, Link, Path, Prover, Robot, TimedRow,
    Verdict, World,
};
use clearance::verify::{self, check_path};
use clearance_testing::Random;

use crate::oracle::{Plain, ROUNDING};

/// The value of a joint at a place.
pub fn value(path: &JointCurve, place: f64, joint: usize) -> f64 {
    match path {
        JointCurve::Rows(rows) => {
            let leg = (place as usize).min(rows.len() - 2);
            let [a, b] = [rows[leg][joint], rows[leg + 1][joint]];
            a + (place - leg as f64) * (b - a)
        }
        JointCurve::Timed(rows) => {
            let leg = (place as usize).min(rows.len() - 2);
            let (a, b) = (&rows[leg], &rows[leg + 1]);
            let h = b.time - a.time;
            powers(a, b, joint, h, (place - leg as f64) * h)
        }
        JointCurve::Bezier(legs) => {
            let leg = (place as usize).min(legs.len() - 1);
            let (points, t) = (&legs[leg], place - leg as f64);
            let d = points.len() - 1;
            let choose =
                |i: usize| (0..i).map(|k| (d - k) as f64 / (k + 1) as f64).product::<f64>();
            let basis = |i: usize| choose(i) * t.powi(i as i32) * (1.0 - t).powi((d - i) as i32);
            points.iter().enumerate().map(|(i, row)| basis(i) * row[joint]).sum()
        }
        JointCurve::Spline { degree, knots, points } => {
            let mut spans = (*degree..points.len()).filter(|k| knots[*k] < knots[*k + 1]);
            let leg = (place as usize).min(spans.clone().count() - 1);
            let span = spans.nth(leg).unwrap();
            let u = knots[span] + (place - leg as f64) * (knots[span + 1] - knots[span]);
            let sum = |(i, row): (usize, &Vec<f64>)| basis(knots, span, i, *degree, u) * row[joint];
            points.iter().enumerate().map(sum).sum()
        }
        JointCurve::Joined { curves, times } => {
            let leg = (place as usize).min(times.len() - 2);
            let time = times[leg] + (place - leg as f64) * (times[leg + 1] - times[leg]);
            let (mut curves, mut joint) = (curves.iter(), joint);
            let mut curve = curves.next().unwrap();
            while joint >= curve.columns() {
                joint -= curve.columns();
                curve = curves.next().unwrap();
            }
            value(curve, place_at(curve, time), joint)
        }
    }
}

/// Where a curve is at a time.
pub fn place_at(curve: &JointCurve, time: f64) -> f64 {
    let times = curve.times();
    match times.iter().position(|other| *other > time) {
        Some(0) => 0.0,
        Some(leg) => {
            let [from, to] = [times[leg - 1], times[leg]];
            (leg - 1) as f64 + (time - from) / (to - from)
        }
        None => times.len() as f64 - 1.0,
    }
}

/// Some columns of a curve.
fn columns(curve: &JointCurve, of: std::ops::Range<usize>) -> JointCurve {
    let row = |row: &Vec<f64>| row.get(of.clone()).map(<[f64]>::to_vec).unwrap_or_default();
    let rows = |rows: &Vec<Vec<f64>>| rows.iter().map(row).collect();
    match curve {
        JointCurve::Rows(given) => JointCurve::Rows(rows(given)),
        JointCurve::Timed(given) => {
            let timed = |given: &TimedRow| TimedRow {
                time: given.time,
                positions: row(&given.positions),
                velocities: row(&given.velocities),
                accelerations: row(&given.accelerations),
            };
            JointCurve::Timed(given.iter().map(timed).collect())
        }
        JointCurve::Bezier(legs) => JointCurve::Bezier(legs.iter().map(rows).collect()),
        JointCurve::Spline { degree, knots, points } => {
            JointCurve::Spline { degree: *degree, knots: knots.clone(), points: rows(points) }
        }
        JointCurve::Joined { .. } => unreachable!("cut before it is joined"),
    }
}

/// The first `first` joints move as in one path, the others as in another.
pub fn random_parts(rng: &mut Random, plain: &Plain, first: usize) -> Vec<JointCurve> {
    let mut part = |of| columns(&random_curve(rng, plain), of);
    vec![part(0..first), part(first..plain.free_joints())]
}

/// On one clock, whether they have times or not.
fn joined(curves: Vec<JointCurve>) -> JointCurve {
    let mut times: Vec<f64> = curves.iter().flat_map(JointCurve::times).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    JointCurve::Joined { curves, times }
}

/// What joint_trajectory_controller does: powers of the time, with coefficients that fit both ends.
fn powers(a: &TimedRow, b: &TimedRow, k: usize, h: f64, t: f64) -> f64 {
    let (p0, p1) = (a.positions[k], b.positions[k]);
    let given = |row: &TimedRow| (!row.velocities.is_empty(), !row.accelerations.is_empty());
    let c = match (given(a), given(b)) {
        ((true, true), (true, true)) => {
            let (v0, v1) = (a.velocities[k], b.velocities[k]);
            let (a0, a1) = (a.accelerations[k], b.accelerations[k]);
            let (h2, way) = (h * h, p1 - p0);
            [
                p0,
                v0,
                a0 / 2.0,
                (-3.0 * a0 * h2 + a1 * h2 + 20.0 * way - 12.0 * v0 * h - 8.0 * v1 * h)
                    / (2.0 * h.powi(3)),
                (3.0 * a0 * h2 - 2.0 * a1 * h2 - 30.0 * way + 16.0 * v0 * h + 14.0 * v1 * h)
                    / (2.0 * h.powi(4)),
                (-a0 * h2 + a1 * h2 + 12.0 * way - 6.0 * v0 * h - 6.0 * v1 * h) / (2.0 * h.powi(5)),
            ]
        }
        ((true, _), (true, _)) => {
            let (v0, v1, way) = (a.velocities[k], b.velocities[k], p1 - p0);
            let square = (3.0 * way - 2.0 * v0 * h - v1 * h) / (h * h);
            [p0, v0, square, (-2.0 * way + (v0 + v1) * h) / h.powi(3), 0.0, 0.0]
        }
        _ => [p0, (p1 - p0) / h, 0.0, 0.0, 0.0, 0.0],
    };
    c.iter().rev().fold(0.0, |sum, c| sum * t + c)
}

/// The basis function of a B-spline (Cox and de Boor), on the interval from this knot to the next.
fn basis(knots: &[f64], span: usize, i: usize, degree: usize, u: f64) -> f64 {
    if degree == 0 {
        return f64::from(u8::from(i == span));
    }
    let part = |from: usize, to: usize, top: f64| {
        let width = knots[to] - knots[from];
        if width > 0.0 { top / width } else { 0.0 }
    };
    part(i, i + degree, u - knots[i]) * basis(knots, span, i, degree - 1, u)
        + part(i + 1, i + degree + 1, knots[i + degree + 1] - u)
            * basis(knots, span, i + 1, degree - 1, u)
}

/// A path of any kind, that moves as far as random rows.
pub fn random_path(rng: &mut Random, plain: &Plain) -> JointCurve {
    if plain.free_joints() > 1 && rng.below(4) == 0 {
        let first = 1 + rng.below(plain.free_joints() - 1);
        return joined(random_parts(rng, plain, first));
    }
    random_curve(rng, plain)
}

fn random_curve(rng: &mut Random, plain: &Plain) -> JointCurve {
    let row = |rng: &mut Random| plain.configuration(rng, 2.0);
    let fast = *rng.one_of(&[0.3, 2.0]);
    let derivative = |rng: &mut Random, like: &Vec<f64>, is_given: bool| -> Vec<f64> {
        let rest = rng.below(6) == 0;
        let any = |rng: &mut Random| if rest { 0.0 } else { rng.range(-fast, fast) };
        if is_given { like.iter().map(|_| any(rng)).collect() } else { Vec::new() }
    };
    match rng.below(3) {
        0 => {
            let (quintic, mut time) = (rng.range(0.0, 1.0), 0.0);
            let mut timed = |rng: &mut Random| {
                let positions = row(rng);
                let is_moving = rng.below(8) > 0;
                let velocities = derivative(rng, &positions, is_moving);
                let has_more = !velocities.is_empty() && quintic < 0.5 && rng.below(8) > 0;
                let accelerations = derivative(rng, &positions, has_more);
                let this = TimedRow { time, positions, velocities, accelerations };
                time += rng.range(0.1, 3.0);
                this
            };
            let count = 2 + rng.below(3);
            JointCurve::Timed((0..count).map(|_| timed(rng)).collect())
        }
        1 => {
            let mut last = row(rng);
            let leg = |_| {
                let points = 1 + rng.below(7);
                let first = last.clone();
                let points: Vec<_> =
                    [first].into_iter().chain((0..points).map(|_| row(rng))).collect();
                last = points[points.len() - 1].clone();
                points
            };
            JointCurve::Bezier((0..2).map(leg).collect())
        }
        _ => {
            let degree = 1 + rng.below(5);
            let points: Vec<_> = (0..degree + 1 + rng.below(4)).map(|_| row(rng)).collect();
            let (mut knots, mut knot) = (Vec::new(), 0.0);
            let clamped = rng.below(2) == 0;
            for k in 0..points.len() + degree + 1 {
                let inside = (degree + 1..=points.len()).contains(&k);
                // Now and then two knots are one.
                let stays = if clamped {
                    !inside
                } else {
                    degree > 1 && points.len() > degree + 1 && k % 5 == 4
                };
                knot += if k == 0 || stays { 0.0 } else { rng.range(0.1, 1.0) };
                knots.push(knot);
            }
            JointCurve::Spline { degree, knots, points }
        }
    }
}

pub fn path_of(robot: &Robot, given: &JointCurve) -> Result<Path, Error> {
    match given.clone() {
        JointCurve::Rows(rows) => Path::new(robot, rows),
        JointCurve::Timed(rows) => Path::timed(robot, rows),
        JointCurve::Bezier(legs) => Path::bezier(robot, legs),
        JointCurve::Spline { degree, knots, points } => Path::bspline(robot, degree, knots, points),
        joined @ JointCurve::Joined { .. } => Path::of(robot, joined.into()),
    }
}

#[test]
fn no_proof_of_a_curve_is_wrong() {
    let mut rng = Random::new(610);
    let [mut proven, mut broken, mut undecided, mut planted, mut checked, mut refuted] = [0; 6];
    let mut kinds = [0; 4];
    for _ in 0..clearance_testing::pairs(3000) {
        let rng = &mut rng;
        let mut plain = Plain::random(rng);
        let given = random_path(rng, &plain);
        let joints = plain.free_joints();
        if joints == 0 {
            continue;
        }
        let at =
            |place: f64| -> Vec<f64> { (0..joints).map(|k| value(&given, place, k)).collect() };
        let path = path_of(plain.world().robot(), &given).unwrap();
        let place = rng.range(0.0, path.legs() as f64);
        let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-11);
        assert!(close(&path.at(place), &at(place)), "{given:?} at {place}");
        let is_planted = rng.below(4) == 0;
        if is_planted {
            plain.plant(rng, &at(place), -1.0);
        }
        let need = *rng.one_of(&[0.0, 0.02]);
        let prover = Prover::new(plain.world());
        match prover.clear(&path, need) {
            Verdict::Proven => {
                assert!(!is_planted, "what is planted at {place} is forgotten: {given:?}");
                proven += 1;
                kinds[match given {
                    JointCurve::Timed(_) => 0,
                    JointCurve::Bezier(_) => 1,
                    JointCurve::Joined { .. } => 2,
                    _ => 3,
                }] += 1;
                for k in 0..=6 * path.legs() {
                    let at = plain.at(&at(k as f64 / 6.0));
                    for pair in plain.pairs() {
                        let [_, upper] = plain.clearance(pair, &at);
                        assert!(upper >= need - ROUNDING, "{upper}, not {need}: {pair:?}");
                    }
                }
                let (proof, mechanism) =
                    (prover.certificate(&path, need), prover.world().mechanism());
                let Some(proof) = proof else { continue };
                let found = check_path(&mechanism, path.given(), &proof);
                assert_eq!(found, verify::Verdict::Proven, "{given:?}");
                checked += 1;
                // The proof of a neighbour proves no path that is broken.
                let mut other = given.clone();
                change(rng, &mut other);
                let truth =
                    prover.clear(&path_of(prover.world().robot(), &other.clone()).unwrap(), need);
                let found = check_path(&mechanism, &other.into(), &proof);
                assert!(found != verify::Verdict::Proven || !matches!(truth, Verdict::Broken(_)));
                refuted += usize::from(found == verify::Verdict::Refuted);
            }
            Verdict::Broken(meeting) => {
                let pair = plain.by_names(&meeting.pair);
                let [lower, _] = plain.clearance(pair, &plain.at(&at(meeting.row)));
                assert!(lower < need + ROUNDING, "{lower}, not below {need}: {meeting:?}");
                broken += 1;
                if let FirstContact::Found { from, meeting } = prover.first_contact(&path, 1e-6) {
                    let pair = plain.by_names(&meeting.pair);
                    let touches =
                        |pair, place| plain.clearance(pair, &plain.at(&at(place)))[0] < ROUNDING;
                    assert!(touches(pair, meeting.row) && from <= meeting.row);
                    for k in 0..8 {
                        let place = (f64::from(k) / 8.0 * from - 1e-9).max(0.0);
                        let early = |pair: &[usize; 2]| {
                            plain.clearance(*pair, &plain.at(&at(place)))[1] < -ROUNDING
                        };
                        assert!(from == 0.0 || !plain.pairs().iter().any(early), "{given:?}");
                    }
                }
            }
            Verdict::Undecided(_) => undecided += 1,
        }
        planted += usize::from(is_planted);
    }
    println!(
        "{proven} proven {kinds:?}, {broken} broken, {undecided} undecided, {planted} planted"
    );
    println!("{checked} certificates, of {refuted} the neighbour's path is refuted");
    assert!(kinds.iter().all(|kind| *kind > 30) && broken > 500 && planted > 300);
    assert!(undecided < broken / 20 && 10 * checked > 9 * proven && refuted > 30);
}

/// Changes a number of a path.
fn change(rng: &mut Random, path: &mut JointCurve) {
    let by = rng.range(-1.0, 1.0);
    match path {
        JointCurve::Timed(rows) => {
            let row = rng.below(rows.len());
            let row = &mut rows[row];
            let joint = rng.below(row.positions.len());
            match rng.below(3) {
                0 if !row.velocities.is_empty() => row.velocities[joint] += 3.0 * by,
                1 if !row.accelerations.is_empty() => row.accelerations[joint] += 9.0 * by,
                _ => row.positions[joint] += by,
            }
        }
        JointCurve::Bezier(legs) => {
            let point = legs[0].len() / 2;
            let is_last = point + 1 == legs[0].len();
            legs[0][point][0] += by;
            if is_last {
                legs[1][0][0] = legs[0][point][0];
            }
        }
        JointCurve::Spline { points, .. } => points[1][0] += by,
        JointCurve::Rows(rows) => rows[0][0] += by,
        JointCurve::Joined { curves, .. } => {
            let curve = rng.below(2);
            change(rng, &mut curves[curve]);
        }
    }
}

/// A ball of radius 0.1 at a distance of 1 from the axis of a joint, and one of 0.2 that stands.
fn turning(post: DVec3) -> Prover {
    let ball = |radius, at| (Pose::at(at).unwrap(), Collider::from(Sphere::new(radius).unwrap()));
    let links = vec![
        Link { name: "base".into(), shapes: vec![] },
        Link { name: "arm".into(), shapes: vec![ball(0.1, DVec3::X)] },
    ];
    let joint = Joint {
        name: "turn".into(),
        kind: JointKind::Revolute,
        parent: "base".into(),
        child: "arm".into(),
        origin: Pose::IDENTITY,
        axis: DVec3::Z,
        limits: None,
        mimic: None,
    };
    let mut world = World::new(Robot::new(links, vec![joint]).unwrap()).unwrap();
    world.add("post", [ball(0.2, post)]).unwrap();
    Prover::new(world)
}

fn rows(of: &[(f64, f64, Option<f64>, Option<f64>)]) -> Vec<TimedRow> {
    let list = |x: Option<f64>| x.into_iter().collect();
    let row = |(time, position, velocity, acceleration): &(f64, f64, Option<f64>, Option<f64>)| {
        TimedRow {
            time: *time,
            positions: vec![*position],
            velocities: list(*velocity),
            accelerations: list(*acceleration),
        }
    };
    of.iter().map(row).collect()
}

#[test]
fn a_curve_that_swings_beyond_its_rows_is_no_straight_line() {
    // From 0 to 0, but fast at both ends: 3/8 of h v at 1/2 of the time, towards a post at 1 radian.
    let prover = turning(DVec3::new(1.0_f64.cos(), 1.0_f64.sin(), 0.0) * 1.0);
    let robot = prover.world().robot();
    let swing = |v: f64| {
        Path::timed(robot, rows(&[(0.0, 0.0, Some(v), None), (1.0, 0.0, Some(-v), None)])).unwrap()
    };
    // The farthest is v / 4, and the clearance there 2 sin((1 - v / 4) / 2) - 0.3.
    for v in [0.0, 1.0, 2.0, 2.7] {
        let truth = 2.0 * ((1.0 - v / 4.0) / 2.0_f64).sin() - 0.3;
        let least = prover.least(&swing(v), 1e-9);
        assert!(least.lower <= truth + 1e-12 && truth <= least.upper + 1e-12, "{least:?} {truth}");
        assert!(least.upper - least.lower < 1e-8);
        assert_eq!(prover.clear(&swing(v), truth - 1e-9), Verdict::Proven);
        assert!(matches!(prover.clear(&swing(v), truth + 1e-9), Verdict::Broken(_)));
    }
    let FirstContact::Found { from, meeting } = prover.first_contact(&swing(4.0), 1e-9) else {
        panic!("it goes up to the post")
    };
    // 4 t (1 - t) = 1 - 2 asin(0.15)
    let angle = 1.0 - 2.0 * 0.15_f64.asin();
    let truth = 0.5 * (1.0 - (1.0 - angle).sqrt());
    assert!(from <= truth && truth <= meeting.row && meeting.row - from < 1e-8, "{from} {truth}");
    // The same rows without velocities stand still.
    let still =
        Path::timed(robot, rows(&[(0.0, 0.0, None, None), (1.0, 0.0, None, None)])).unwrap();
    assert_eq!(prover.clear(&still, 0.5), Verdict::Proven);
}

#[test]
fn a_leg_that_begins_and_ends_at_rest_is_proven_as_a_line() {
    let prover = turning(DVec3::new(0.0, 1.5, 0.0));
    let robot = prover.world().robot();
    let line = Path::new(robot, vec![vec![0.0], vec![3.0]]).unwrap();
    for acceleration in [None, Some(0.0)] {
        let rest = Some(0.0);
        let given = rows(&[(0.0, 0.0, rest, acceleration), (2.0, 3.0, rest, acceleration)]);
        let path = Path::timed(robot, given).unwrap();
        let proofs = [&line, &path].map(|path| prover.certificate(path, 0.1).unwrap());
        assert_eq!(proofs[0], proofs[1]);
        let mechanism = prover.world().mechanism();
        let found = check_path(&mechanism, path.given(), &proofs[1]);
        assert_eq!(found, verify::Verdict::Proven);
        // The worst place is told by the time, at which the joint is at a quarter of a turn.
        let row = prover.least(&path, 1e-9).meeting.unwrap().row;
        assert!((path.at(row)[0] - std::f64::consts::FRAC_PI_2).abs() < 1e-3, "{row}");
        assert!((path.time(row).unwrap() - 2.0 * row).abs() < 1e-12);
    }
}

#[test]
fn parts_of_a_path_are_its_legs() {
    let mut rng = Random::new(611);
    for _ in 0..200 {
        let plain = Plain::random(&mut rng);
        let world = plain.world();
        let path = path_of(world.robot(), &random_path(&mut rng, &plain)).unwrap();
        for leg in 0..path.legs() {
            let part = path.part(leg..leg + 1);
            assert_eq!(part.legs(), 1);
            for t in [0.0, 0.3, 1.0] {
                let off = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
                assert!(part.at(t).iter().zip(&path.at(leg as f64 + t)).all(off));
            }
        }
    }
}

#[test]
fn what_is_no_path_is_refused() {
    let prover = turning(DVec3::Y * 3.0);
    let robot = prover.world().robot();
    let refused = |given: JointCurve| {
        // The checker refuses it, too, where it can be said without a robot.
        let proof = clearance::answer::PathCertificate::default();
        let found = check_path(&prover.world().mechanism(), &given.clone().into(), &proof);
        assert_ne!(found, verify::Verdict::Proven);
        path_of(robot, &given).unwrap_err().to_string()
    };
    let timed = |of: &[(f64, f64, Option<f64>, Option<f64>)]| refused(JointCurve::Timed(rows(of)));
    assert_eq!(
        timed(&[(0.5, 0.0, None, None)]),
        "the first row is at 0.5 s: a row at 0 s has to say where the robot starts from"
    );
    assert_eq!(
        timed(&[(0.0, 0.0, None, None), (1.0, 0.0, None, None), (1.0, 1.0, None, None)]),
        "row 2 is at 1 s, which is not after the row before"
    );
    assert_eq!(timed(&[(0.0, 0.0, None, Some(1.0))]), "row 0 has accelerations, but no velocities");
    assert!(timed(&[(0.0, 0.0, Some(f64::NAN), None)]).contains("NaN is no value"));
    let mut two = rows(&[(0.0, 0.0, Some(1.0), None)]);
    two[0].velocities.push(1.0);
    assert!(
        refused(JointCurve::Timed(two))
            .contains("row 0 has 2 velocities, but the robot has 1 joints")
    );
    assert!(refused(JointCurve::Timed(vec![])).contains("at least one row"));
    assert!(refused(JointCurve::Bezier(vec![])).contains("at least one row"));
    assert!(refused(JointCurve::Bezier(vec![vec![vec![0.0]]])).contains("1 control points"));
    let jump = vec![vec![vec![0.0], vec![1.0]], vec![vec![1.5], vec![2.0]]];
    assert!(refused(JointCurve::Bezier(jump)).contains("leg 1 does not begin"));
    let spline = |degree, knots: &[f64], points: usize| {
        let points = (0..points).map(|k| vec![k as f64]).collect();
        refused(JointCurve::Spline { degree, knots: knots.to_vec(), points })
    };
    assert!(spline(0, &[0.0, 1.0], 1).contains("degree"));
    assert!(spline(2, &[0.0, 0.0, 0.0, 1.0, 1.0], 2).contains("control points"));
    assert!(spline(1, &[0.0, 0.0, 1.0], 2).contains("knots"));
    assert!(spline(1, &[0.0, 1.0, 0.0, 1.0], 2).contains("fall"));
    assert!(spline(1, &[1.0; 4], 2).contains("no length"));
    assert!(spline(1, &[0.0, 0.0, 1.0, 1.0, 2.0, 2.0], 4).contains("jumps"));
    let line = JointCurve::Rows(vec![vec![0.0], vec![1.0], vec![0.0]]);
    let joined =
        |curves, times: &[f64]| refused(JointCurve::Joined { curves, times: times.to_vec() });
    assert!(joined(vec![], &[0.0, 1.0]).contains("the paths have 0 joints together"));
    assert!(joined(vec![line.clone(); 2], &[0.0, 1.0]).contains("the paths have 2 joints"));
    for times in [&[0.0, 2.0][..], &[0.5], &[]] {
        assert!(joined(vec![line.clone()], times).contains("leave out some"), "{times:?}");
    }
    for times in [[0.0, 0.0], [0.5, f64::INFINITY], [0.0, f64::NAN]] {
        assert!(joined(vec![line.clone()], &times).contains("not after"), "{times:?}");
    }
    // A curve may be far beyond its rows.
    assert!(
        timed(&[(0.0, 0.0, Some(1e8), None), (1e3, 0.0, Some(0.0), None)]).contains("no value")
    );
}
