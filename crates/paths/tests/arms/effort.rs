//! Robots whose parts come near each other for a long time: in every unit they are answered, with little effort.

use clearance::d3_f64::{Collider, Cuboid, Cylinder, DVec3, Pose, Sphere};
use clearance::paths::{FirstContact, Joint, JointKind, Link, Path, Prover, Robot, Verdict, World};
use clearance::verify::{self, check_path};
use clearance_testing::Random;

const UNITS: [f64; 6] = [1e-6, 1e-3, 1.0, 1e2, 1e3, 1e6];

pub fn ball(radius: f64) -> Collider {
    Sphere::new(radius).unwrap().into()
}

fn joint(name: &str, kind: JointKind, child: &str, at: DVec3, axis: DVec3) -> Joint {
    Joint {
        name: name.into(),
        kind,
        parent: "base".into(),
        child: child.into(),
        origin: Pose::at(at).unwrap(),
        axis,
        limits: None,
        mimic: None,
    }
}

fn link(name: &str, shapes: Vec<(Pose, Collider)>) -> Link {
    Link { name: name.into(), shapes }
}

/// A base and what one joint moves, with a body that stands still.
pub fn one(
    kind: JointKind,
    axis: DVec3,
    moved: (DVec3, Collider),
    still: (DVec3, Collider),
) -> Prover {
    let at = |(place, shape): (DVec3, Collider)| (Pose::at(place).unwrap(), shape);
    let links = vec![link("base", vec![]), link("part", vec![at(moved)])];
    let joint = joint("joint", kind, "part", DVec3::ZERO, axis);
    let mut world = World::new(Robot::new(links, vec![joint]).unwrap()).unwrap();
    world.add("body", [at(still)]).unwrap();
    Prover::new(world)
}

fn path(prover: &Prover, rows: &[f64]) -> Path {
    let count = prover.world().robot().joints().len();
    let rows: Vec<_> = rows.iter().map(|x| vec![*x; count]).collect();
    Path::new(prover.world().robot(), rows).unwrap()
}

/// What is asked of a robot: its path, its least clearance, and how many clearances that may take.
struct Case {
    name: &'static str,
    prover: Prover,
    path: Path,
    least: f64,
    most: u64,
}

/// Robots that have no reach, that slide far or turn often, in a unit.
fn cases(unit: f64) -> Vec<Case> {
    let case = |name, prover: Prover, rows: &[f64], least: f64, most| {
        let path = path(&prover, rows);
        Case { name, prover, path, least: least * unit, most }
    };
    let (x, y, z) = (DVec3::X * unit, DVec3::Y * unit, DVec3::Z * unit);
    let disk = |radius, half, axis| -> Collider {
        Cylinder::new(axis, half * unit, radius * unit).unwrap().into()
    };
    let wheel = || vec![(Pose::IDENTITY, disk(0.08, 0.015, clearance::Axis::Y))];
    let revolute = JointKind::Revolute;
    let left = joint("l", revolute, "left", y * 0.15, DVec3::Y);
    let right = joint("r", revolute, "right", y * -0.15, DVec3::Y);
    let base = Cuboid::new(DVec3::new(0.2, 0.1, 0.05) * unit).unwrap();
    let base = link("base", vec![(Pose::IDENTITY, base.into())]);
    let links = vec![base, link("left", wheel()), link("right", wheel())];
    let cart = || {
        let robot = Robot::new(links.clone(), vec![left.clone(), right.clone()]).unwrap();
        Prover::new(World::new(robot).unwrap())
    };
    let table = || {
        let table = (DVec3::ZERO, disk(0.5, 0.01, clearance::Axis::Z));
        one(revolute, DVec3::Z, table, ((x + z) * 0.3, ball(0.1 * unit)))
    };
    let slide = |way: f64, gap: f64| {
        let prismatic = JointKind::Prismatic;
        let post = (y * (0.2 + gap), ball(0.1 * unit));
        let prover = one(prismatic, DVec3::X, (DVec3::ZERO, ball(0.1 * unit)), post);
        case("slide", prover, &[-way * unit, way * unit], gap, 60)
    };
    let arm = || one(revolute, DVec3::Z, (x, ball(0.1 * unit)), (x * 1.5, ball(0.1 * unit)));
    vec![
        case("cart", cart(), &[0.0, 1.0], 0.27, 150),
        case("cart that drives", cart(), &[0.0, 100.0, 0.0], 0.27, 20_000),
        case("turntable", table(), &[0.0, 6.25], 0.19, 500),
        slide(1.0, 1e-4),
        slide(1.0, 0.01),
        slide(20.0, 0.01),
        case("spindle", arm(), &[-0.5, 1e3], 0.3, 10_000),
    ]
}

#[test]
fn robots_are_answered_with_little_effort_in_all_units() {
    for unit in UNITS {
        for Case { name, prover, path, least, most } in cases(unit) {
            assert_eq!(prover.clear(&path, 0.0), Verdict::Proven, "{name} in {unit}");
            assert_eq!(prover.clear(&path, 0.9 * least), Verdict::Proven, "{name} in {unit}");
            let tolerance = 1e-4 * prover.extent(&path);
            assert!((0.05 * unit..=41.0 * unit).contains(&(1e4 * tolerance)), "{name} in {unit}");
            let found = prover.least(&path, tolerance);
            let rounding = 1e-9 * unit;
            let holds = found.lower <= least + rounding && least <= found.upper + rounding;
            assert!(holds && found.evaluations <= most, "{name} in {unit}: {found:?}");
            let width = found.upper - found.lower;
            assert!(width <= 1.1 * tolerance + rounding, "{name} in {unit}: {found:?}");
        }
    }
}

#[test]
fn what_has_no_end_is_undecided_in_all_units() {
    for unit in UNITS {
        // A ball that spins in place, nearer than rounding lets prove for so many turns.
        let still = (DVec3::Y * unit * (0.2 + 1e-11), ball(0.1 * unit));
        let moved = (DVec3::ZERO, ball(0.1 * unit));
        let wheel = one(JointKind::Revolute, DVec3::X, moved, still);
        let long = path(&wheel, &[0.0, 1e3]);
        assert!(matches!(wheel.clear(&long, 0.0), Verdict::Undecided(_)), "{unit}");
        let found = wheel.least(&long, 0.0);
        assert!(found.lower <= 1e-9 * unit && found.evaluations < 150_000, "{unit}: {found:?}");
    }
}

/// The least distance of the origin from a segment.
fn from_origin(from: DVec3, to: DVec3) -> f64 {
    let way = to - from;
    let t = (-from.dot(way) / way.length_squared()).clamp(0.0, 1.0);
    (from + way * t).length()
}

/// Balls that slide or turn past balls: the least clearance is known in closed form.
#[test]
fn balls_that_pass_balls_are_answered_as_formulas_say() {
    let mut rng = Random::new(57);
    let count = clearance_testing::pairs(12_000);
    let (mut proven, mut close, mut clash, mut undecided, mut fast) = (0, 0, 0, 0, 0);
    for round in 0..count {
        let unit = *rng.one_of(&UNITS);
        let radii = [rng.range(0.01, 0.3), rng.range(0.01, 0.3)];
        let gap = *rng.one_of(&[1.0, 1e-2, 1e-5, 1e-8]) * rng.range(-1.0, 1.0).max(-0.5 * radii[0]);
        let far = radii[0] + radii[1] + gap;
        let slides = rng.below(2) == 0;
        let (rows, moved, still, kind, axis, nearest) = if slides {
            let ends = [rng.range(-30.0, 0.0), rng.range(0.0, 30.0)];
            let beside = DVec3::new(rng.range(-1.0, 1.0), far, 0.0);
            let nearest = from_origin(DVec3::X * ends[0] - beside, DVec3::X * ends[1] - beside);
            let rows = ends.map(|x| x * unit);
            (rows, DVec3::ZERO, beside, JointKind::Prismatic, DVec3::X, nearest)
        } else {
            let reach = rng.range(0.5, 2.0);
            let most: f64 = *rng.one_of(&[0.5, 3.0, 3.0, 10.0, 100.0]);
            let ends = [rng.range(-0.5, 0.3), rng.range(0.35, most.max(0.4))];
            let angle = 0.32;
            let post = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * (reach + far);
            fast += usize::from(most > 5.0);
            // The arm passes the angle of the post.
            (ends, DVec3::X * reach, post, JointKind::Revolute, DVec3::Z, far)
        };
        let (moved, still) =
            ((moved * unit, ball(radii[0] * unit)), (still * unit, ball(radii[1] * unit)));
        let prover = one(kind, axis, moved, still);
        let path = path(&prover, &rows);
        let truth = nearest - radii[0] - radii[1];
        let need = if rng.below(2) == 0 {
            0.0
        } else {
            (truth + gap.abs()).max(0.0) * rng.range(0.0, 1.5)
        };
        let rounding = 1e-10;
        let what = || format!("round {round}: {rows:?} in {unit}, {truth} where {need} is needed");
        let verdict = prover.clear(&path, need * unit);
        let first = prover.first_contact(&path, 1e-6);
        match &verdict {
            Verdict::Proven => {
                assert!(truth >= need - rounding, "{}", what());
                assert!(need > 0.0 || first == FirstContact::None, "{}", what());
                proven += 1;
            }
            Verdict::Broken(_) => {
                assert!(truth <= need + rounding, "{}", what());
                let overlaps = matches!(first, FirstContact::Found { .. });
                assert!(need > 0.0 || overlaps, "{}: {first:?}", what());
                *(if overlaps { &mut clash } else { &mut close }) += 1;
            }
            Verdict::Undecided(_) => {
                // Nothing else keeps a proof from being found.
                assert!((truth - need).abs() <= rounding, "{}", what());
                undecided += 1;
            }
        }
        let least = prover.least(&path, 1e-4 * prover.extent(&path));
        let [lower, upper] = [least.lower, least.upper].map(|x| x / unit);
        assert!(lower <= truth + rounding && lower <= upper, "{}: {least:?}", what());
        // It ends at the first overlap, which is not the deepest.
        assert!(truth <= upper + rounding, "{}: {least:?}", what());
        let is_nearer = least.upper < need * unit && least.upper < -rounding * unit;
        assert!(verdict != Verdict::Proven || !is_nearer, "{}: {least:?}", what());
        assert!(
            !matches!(verdict, Verdict::Undecided(_)) || least.upper >= need * unit,
            "{}",
            what()
        );
        assert!(least.evaluations < 3000, "{}: {least:?}", what());
    }
    println!("{proven} proven, {close} close, {clash} clash, {undecided} undecided, {fast} fast");
    assert!(proven > count / 4 && clash > count / 10 && close > count / 50, "{close} {clash}");
    assert!(fast > count / 8 && undecided < count / 20, "{fast} {undecided}");
}

/// Rows that are the same, near the clearance that is needed.
#[test]
fn certificates_of_what_stands_still_end() {
    let mut rng = Random::new(58);
    let (mut some, mut none) = (0, 0);
    for _ in 0..clearance_testing::pairs(600) {
        let unit = *rng.one_of(&UNITS);
        let at = rng.in_cube(1.0) + DVec3::Y * 2.0;
        let still = (at * unit, ball(0.3 * unit));
        let prover = one(JointKind::Revolute, DVec3::Z, (DVec3::X * unit, ball(0.2 * unit)), still);
        let turned = rng.range(-1.0, 1.0);
        let path = path(&prover, &[turned, turned]);
        let least = prover.least(&path, 0.0).upper;
        let off = *rng.one_of(&[0.0, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-9]);
        let need = least - off * rng.range(-0.1, 1.0) * unit;
        match prover.certificate(&path, need) {
            Some(proof) => {
                some += 1;
                assert!(need <= least);
                let found = check_path(&prover.world().mechanism(), path.given(), &proof);
                assert_eq!(found, verify::Verdict::Proven, "{off}");
            }
            None => none += 1,
        }
    }
    assert!(some > 50 && none > 50, "{some} {none}");
}

/// Paths that move, near the clearance that is needed: all that is proven is confirmed, also what hardly is.
#[test]
fn what_is_proven_near_its_limit_is_confirmed() {
    let mut rng = Random::new(59);
    let count = clearance_testing::pairs(300);
    let (mut proven, mut near, mut open) = (0, 0, 0);
    for round in 0..count {
        let unit = *rng.one_of(&UNITS);
        let shape = |rng: &mut Random| -> Collider {
            let size = rng.range(0.1, 0.3) * unit;
            match rng.below(3) {
                0 => ball(size),
                1 => Cuboid::new(DVec3::new(size, 0.5 * size, 0.1 * unit)).unwrap().into(),
                _ => Cylinder::new(clearance::Axis::Z, size, 0.5 * size).unwrap().into(),
            }
        };
        let still = ((rng.in_cube(0.5) + DVec3::Y * 2.0) * unit, shape(&mut rng));
        let moved = (rng.in_cube(0.5) * unit, shape(&mut rng));
        let turns = rng.below(2) == 0;
        let kind = if turns { JointKind::Revolute } else { JointKind::Prismatic };
        let prover = one(kind, rng.in_cube(1.0).normalize(), moved, still);
        let far = if turns { 1.0 } else { unit };
        let path = path(&prover, &[rng.range(-2.0, 2.0) * far, rng.range(-2.0, 2.0) * far]);
        let least = prover.least(&path, 0.0);
        if least.lower <= 0.0 {
            continue;
        }
        let off: f64 = *rng.one_of(&[0.0, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-9]);
        let limit = *rng.one_of(&[least.lower, least.upper]);
        let need = limit - off * rng.range(-0.1, 1.0) * unit;
        let what = || format!("round {round}: {need}, {off} below {least:?} in {unit}");
        let proof = prover.certificate(&path, need);
        let is_proven = prover.clear(&path, need) == Verdict::Proven;
        assert!(proof.is_some() || !is_proven, "{}", what());
        if let Some(proof) = proof {
            let found = check_path(&prover.world().mechanism(), path.given(), &proof);
            assert_eq!(found, verify::Verdict::Proven, "{}", what());
            proven += 1;
            near += usize::from(off <= 1e-11);
        } else {
            open += 1;
        }
    }
    println!("{proven} proven, {near} of them nearly not, {open} not");
    assert!(proven > count / 3 && near > count / 6 && open > count / 20);
}

#[test]
fn a_contact_behind_a_graze_is_found_by_all_questions() {
    // An arm whose ball reaches a little into a post, for a moment of each of many turns.
    let arm =
        one(JointKind::Revolute, DVec3::Z, (DVec3::X, ball(0.1)), (DVec3::X * 1.19999, ball(0.1)));
    let path = path(&arm, &[0.7, 1e4]);
    assert!(matches!(arm.clear(&path, 0.0), Verdict::Broken(_)));
    let first = arm.first_contact(&path, 1e-6);
    assert!(matches!(first, FirstContact::Found { .. }), "{first:?}");
}
