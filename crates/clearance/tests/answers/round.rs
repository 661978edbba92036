//! Closed forms of balls and capsules against the searches, GJK and EPA, selected by name.

use clearance::d3_f64::{Capsule, Cuboid, DQuat, DVec3, Sphere};
use clearance::glam::{DVec2, Vec3};
use clearance::shape::{Ball, ConvexShape, Point, Rounded, Segment};
use clearance::space::Vector;
use clearance::verify::{Verdict, check};
use clearance::{Algorithm, Axis, Clearance, Convex, Penetration, Pose, Query, Scratch, Status};
use clearance_testing::Random;

type Shape = ConvexShape<DVec3>;

/// A number that is often special: 0, a half or 1.
fn grid(random: &mut Random) -> f64 {
    [0.0, 0.0, 0.5, 1.0, -0.5, -1.0][random.below(6)]
}

fn place(random: &mut Random, on_grid: bool) -> DVec3 {
    DVec3::from_array(core::array::from_fn(|_| {
        if on_grid { grid(random) } else { random.range(-1.5, 1.5) }
    }))
}

/// A ball, a capsule (sometimes a needle, or of length 0), a box, or one of these without a radius.
fn shape(random: &mut Random, on_grid: bool, with_box: bool) -> Shape {
    let radius = if on_grid { 0.5 } else { random.range(0.05, 0.8) };
    match random.below(if with_box { 7 } else { 5 }) {
        0 | 1 => Sphere::new(radius).unwrap().into(),
        2 => Point::new(place(random, on_grid)).unwrap().into(),
        kind @ (3 | 4) => {
            let (from, mut to) = (place(random, on_grid), place(random, on_grid));
            match random.below(8) {
                0 => to = from,
                1 => to = from + (to - from) * 1e4,
                _ => {}
            }
            if kind == 3 {
                Segment::new(from, to).unwrap().into()
            } else {
                Capsule::new(from, to, radius * 0.5).unwrap().into()
            }
        }
        _ => {
            let half = DVec3::from_array(core::array::from_fn(|_| {
                if on_grid { 0.5 + 0.5 * random.below(2) as f64 } else { random.range(0.1, 1.0) }
            }));
            Cuboid::new(half).unwrap().into()
        }
    }
}

fn pose(random: &mut Random, on_grid: bool, far: f64) -> Pose<DVec3> {
    let turn = if on_grid { DQuat::IDENTITY } else { random.rotation() };
    Pose::new(place(random, on_grid) * 0.5 + DVec3::splat(far), turn).unwrap()
}

fn ask(
    pair: &[(Shape, Pose<DVec3>); 2],
    algorithm: Algorithm,
    scratch: &mut Scratch<DVec3>,
) -> Clearance<DVec3> {
    let [(a, at_a), (b, at_b)] = pair;
    Query::new(a, at_a, b, at_b).algorithm(algorithm).scratch(scratch).clearance()
}

#[derive(Debug, Default)]
struct Counts {
    pairs: u32,
    closed: u32,
    apart: u32,
    overlapping: u32,
    deep: u32,
    left: u32,
    proven: u32,
}

/// A bound on all coordinates, except for the offset `far`.
fn size(pair: &[(Shape, Pose<DVec3>); 2]) -> f64 {
    let of = |(shape, pose): &(Shape, Pose<DVec3>)| {
        shape.reach() + shape.radius() + pose.translation().length()
    };
    of(&pair[0]) + of(&pair[1])
}

impl Counts {
    fn check(&mut self, pair: &[(Shape, Pose<DVec3>); 2], scratch: &mut Scratch<DVec3>) {
        self.pairs += 1;
        let found = ask(pair, Algorithm::Auto, scratch);
        if found.algorithm != Algorithm::ClosedForm {
            self.left += 1;
            return;
        }
        self.closed += 1;
        let radii = pair[0].0.radius() + pair[1].0.radius();
        let is_deep = found.signed_distance + radii < 0.0;
        let searched = ask(pair, Algorithm::GjkEpa, scratch);
        let off = (found.signed_distance - searched.signed_distance).abs();
        assert!(off <= 1e-12 * size(pair), "off by {off}: {pair:?} {found:?} {searched:?}");
        let agree = found.lower <= searched.upper && searched.lower <= found.upper;
        assert!(agree, "{pair:?} {found:?} {searched:?}");
        assert!(found.converged() && found.upper - found.lower <= 4e-14 * size(pair), "{found:?}");
        let way = found.point_b - found.point_a - found.normal * found.signed_distance;
        assert!(way.length() <= 1e-13 * size(pair), "{pair:?} {found:?}");
        self.deep += u32::from(is_deep);
        self.apart += u32::from(found.status() == Status::Apart);
        self.overlapping += u32::from(found.status() == Status::Overlapping);
        if self.closed.is_multiple_of(16) {
            let [(a, at_a), (b, at_b)] = pair;
            let certificate = Query::new(a, at_a, b, at_b).certificate();
            let report = check(a, at_a, b, at_b, &certificate);
            assert_eq!(report, Verdict::Proven, "{pair:?} {certificate:?} {report:?}");
            self.proven += 1;
        }
    }
}

/// Random pairs with at least one ball or capsule, `far` from the world's origin.
fn random_pairs(seed: u64, count: u32, on_grid: bool, far: f64) -> Counts {
    let (mut random, mut scratch, mut seen) =
        (Random::new(seed), Scratch::default(), Counts::default());
    for _ in 0..count {
        let random = &mut random;
        let mut pair = [true, false]
            .map(|with_box| (shape(random, on_grid, with_box), pose(random, on_grid, far)));
        if random.below(2) == 0 {
            pair.swap(0, 1);
        }
        seen.check(&pair, &mut scratch);
    }
    println!("{seen:?}");
    seen
}

#[test]
fn closed_forms_agree_with_searches() {
    for (seed, far) in [(1, 0.0), (2, 1e3)] {
        let seen = random_pairs(seed, 40_000, false, far);
        let most = seen.pairs / 2;
        assert!(seen.closed > most && seen.apart > 10_000 && seen.overlapping > 5_000, "{seen:?}");
        assert!(seen.deep > 300 && seen.proven > 1_000, "{seen:?}");
    }
}

/// Centres on axes, edges, corners and faces, equal centres, touching shapes, and parallel
/// segments.
#[test]
fn closed_forms_agree_with_searches_on_aligned_shapes() {
    let seen = random_pairs(3, 20_000, true, 0.0);
    assert!(seen.closed > 8_000 && seen.left > 1_000 && seen.deep > 20, "{seen:?}");
    assert!(seen.apart > 4_000 && seen.overlapping > 1_000 && seen.proven > 500, "{seen:?}");
}

/// Along a needle, a normal that is off by rounding would lose all of the gap.
#[test]
fn a_needle_has_a_normal_across_it() {
    let needle = Capsule::new(DVec3::X * -1e6, DVec3::X * 1e6, 1e-4).unwrap();
    let ball = Sphere::new(1e-3).unwrap();
    let at = |p: DVec3| Pose::new(p, DQuat::from_xyzw(0.1, 0.7, -0.3, 0.2)).unwrap();
    let (a, b) = (at(DVec3::ZERO), at(DVec3::new(0.3, 0.02, 0.01)));
    let found = clearance::certificate(&needle, &a, &ball, &b);
    assert_eq!(found.answer.algorithm, Algorithm::ClosedForm);
    assert_eq!(check(&needle, &a, &ball, &b, &found), Verdict::Proven);
}

#[test]
fn equal_centres_and_extreme_sizes_are_answered() {
    for scale in [1e-160, 1e-60, 1.0, 1e24, 4e47] {
        let ball = Ball::<DVec3>::new(scale).unwrap();
        let at = |x: f64| Pose::at(DVec3::X * (x * scale)).unwrap();
        for x in [0.0, 1e-17, 0.5, 3.0] {
            let found = clearance::clearance(&ball, &at(0.0), &ball, &at(x));
            let off = (found.signed_distance - (x - 2.0) * scale).abs();
            assert!(off <= 1e-14 * scale, "{scale} {x}: {found:?}");
        }
    }
}

/// In 2D, in `f32`, and with a rounded box.
#[test]
fn the_plane_and_f32_agree() {
    let (mut random, mut closed) = (Random::new(7), 0);
    for _ in 0..4_000 {
        let mut number = |low, high| random.range(low, high);
        let half = DVec2::new(number(0.1, 1.0), number(0.1, 1.0));
        let (core, radius) = (clearance::shape::Cuboid::new(half).unwrap(), number(0.0, 0.3));
        let a = Rounded::new(core, radius).unwrap();
        let b = Ball::<DVec2>::new(number(0.1, 0.5)).unwrap();
        let at = Pose::new(DVec2::new(number(-2.0, 2.0), number(-2.0, 2.0)), number(0.0, 6.0));
        let (at, origin) = (at.unwrap(), Pose::IDENTITY);
        let found = clearance::certificate(&a, &origin, &b, &at);
        assert_eq!(check(&a, &origin, &b, &at, &found), Verdict::Proven, "{found:?}");
        closed += u32::from(found.answer.algorithm == Algorithm::ClosedForm);

        let from = Vec3::from_fn(|_| number(-1.0, 1.0) as f32);
        let to = Vec3::from_fn(|_| number(-1.0, 1.0) as f32);
        let capsule = clearance::shape::Capsule::new(from, to, 0.25).unwrap();
        let ball = Ball::new(number(0.1, 0.5) as f32).unwrap();
        let at = Pose::at(Vec3::from_fn(|_| number(-1.0, 1.0) as f32)).unwrap();
        let found = clearance::certificate(&capsule, &Pose::IDENTITY, &ball, &at);
        assert_eq!(check(&capsule, &Pose::IDENTITY, &ball, &at, &found), Verdict::Proven);
        closed += u32::from(found.answer.algorithm == Algorithm::ClosedForm);
    }
    assert!(closed > 7_800, "{closed}");
}

/// A cylinder and a box: flat, long, aligned, rotated by a tiny angle, or in general position.
fn cylinder_and_box(random: &mut Random, far: f64) -> [(Shape, Pose<DVec3>); 2] {
    let length = |random: &mut Random| [0.01, 0.3, 0.5, 1.0, 1.0, 5.0][random.below(6)];
    let exact = random.below(2) == 0;
    let [x, y, z, half, radius] =
        core::array::from_fn(|_| length(random) * if exact { 1.0 } else { random.range(0.8, 1.2) });
    let axis = random.below(3);
    let cylinder = clearance::d3_f64::Cylinder::new(Axis::ALL[axis], half, radius).unwrap();
    let cuboid = Cuboid::new(DVec3::new(x, y, z)).unwrap();
    let quarter = std::f64::consts::FRAC_PI_2;
    let turn = match random.below(6) {
        0 => DQuat::IDENTITY,
        1 => DQuat::from_rotation_x(quarter / 2.0),
        2 => {
            DQuat::from_axis_angle(random.direction3(), libm::pow(10.0, random.range(-16.0, -2.0)))
        }
        3 => DQuat::from_axis_angle(DVec3::Y, random.range(0.0, 6.0)),
        _ => random.rotation(),
    };
    // Usually placed at a wanted clearance along a direction.
    let direction =
        if random.below(3) == 0 { DVec3::AXES[random.below(3)] } else { random.direction3() };
    let start = if random.below(4) == 0 { DVec3::ZERO } else { random.in_cube(0.7) };
    let at = |t: f64| Pose::new(start + direction * t, turn).unwrap();
    let here = Pose::IDENTITY;
    let reach = cylinder.reach() + cuboid.reach() + 2.0;
    let wanted = [-0.3, -0.05, -1e-3, 1e-3, 0.05, 0.5][random.below(6)];
    let (mut low, mut high) = (0.0, reach);
    for _ in 0..12 {
        let middle = 0.5 * (low + high);
        let there = at(middle);
        let mut query = Query::new(&cuboid, &here, &cylinder, &there);
        if query.within(wanted) { low = middle } else { high = middle }
    }
    let pose = at(high);
    let world = Pose::new(random.in_cube(1.0) + DVec3::splat(far), random.rotation()).unwrap();
    let world = if random.below(2) == 0 { Pose::at(DVec3::splat(far)).unwrap() } else { world };
    let motion = clearance::space::Motion::of(&world);
    let placed = Pose::new(motion.apply(pose.translation()), world.turn() * pose.turn()).unwrap();
    let mut pair = [(cuboid.into(), world), (cylinder.into(), placed)];
    if random.below(2) == 0 {
        pair.swap(0, 1);
    }
    pair
}

#[derive(Debug, Default)]
struct Rounds {
    pairs: u32,
    gaps: u32,
    depths: u32,
    closed: u32,
    searched: u32,
    proven: u32,
    worst_turn: f64,
    worst_depth: f64,
}

/// Gaps compared with GJK, with certificates; depths, by `penetration`, compared with EPA.
fn cylinders(seed: u64, count: u32, far: f64) -> Rounds {
    let (mut random, mut scratch, mut seen) =
        (Random::new(seed), Scratch::default(), Rounds::default());
    for _ in 0..count {
        let pair = cylinder_and_box(&mut random, far);
        seen.pairs += 1;
        let [(a, at_a), (b, at_b)] = &pair;
        let size = size(&pair);
        let found = ask(&pair, Algorithm::Auto, &mut scratch);
        if found.lower > 0.0 {
            seen.gaps += 1;
            seen.searched += u32::from(found.algorithm != Algorithm::ClosedForm);
            if found.algorithm != Algorithm::ClosedForm {
                continue;
            }
            let searched = ask(&pair, Algorithm::Gjk, &mut scratch);
            let agree = found.lower <= searched.upper && searched.lower <= found.upper;
            assert!(agree, "{pair:?} {found:?} {searched:?}");
            assert!(found.converged() && found.upper - found.lower <= 1e-13 * size, "{found:?}");
            if random.below(8) == 0 {
                let certificate = Query::new(a, at_a, b, at_b).certificate();
                let report = check(a, at_a, b, at_b, &certificate);
                assert_eq!(report, Verdict::Proven, "{pair:?} {certificate:?} {report:?}");
                seen.proven += 1;
            }
            continue;
        }
        let (deep, own) = (found, found.upper - found.lower);
        let found = ask(&pair, Algorithm::Epa, &mut scratch);
        if found.status() != Status::Overlapping || deep.algorithm != Algorithm::ClosedForm {
            continue;
        }
        if random.below(16) == 0 {
            let certificate = Query::new(a, at_a, b, at_b).certificate();
            let report = check(a, at_a, b, at_b, &certificate);
            assert_eq!(report, Verdict::Proven, "{pair:?} {certificate:?} {report:?}");
            seen.proven += 1;
        }
        let deep = Penetration {
            depth: -deep.signed_distance,
            normal: deep.normal,
            point_a: deep.point_a,
            point_b: deep.point_b,
        };
        seen.depths += 1;
        let off = (deep.depth + found.signed_distance).abs();
        assert!(off <= 2e-10 * size, "off by {off:e}: {pair:?} {deep:?} {found:?}");
        // Within EPA's bounds up to the width of its own, which is a millionth of the depth at most.
        let off_bounds = own + 1e-14 * size;
        assert!(-deep.depth >= found.lower - off_bounds, "{off:e} {pair:?} {deep:?} {found:?}");
        assert!(-deep.depth <= found.upper + off_bounds, "{off:e} {pair:?} {deep:?} {found:?}");
        assert!(own <= 1e-6 * deep.depth + 1e-13 * size, "{own:e} {pair:?} {deep:?} {found:?}");
        let way = deep.point_b - deep.point_a + deep.normal * deep.depth;
        assert!(way.length() <= 1e-13 * size, "{pair:?} {deep:?}");
        seen.worst_depth = seen.worst_depth.max(off / size);
        let turned = (deep.normal - found.normal).length();
        if turned < 1e-2 {
            seen.worst_turn = seen.worst_turn.max(turned);
        }
        // The closed form is accurate to the last digits: moved by the depth they just touch.
        let shift = deep.normal * deep.depth;
        let away = Pose::new(at_b.translation() + shift, at_b.turn()).unwrap();
        let left = Query::new(a, at_a, b, &away).clearance();
        let rest = left.lower.max(-left.upper);
        assert!(rest <= 2e-10 * size, "{rest:e} {pair:?} {deep:?} {left:?}");
        seen.closed += u32::from(left.lower <= 1e-13 * size && left.upper >= -1e-13 * size);
    }
    println!("{seen:?}");
    seen
}

#[test]
fn cylinders_and_boxes() {
    for (seed, far) in [(11, 0.0), (12, 1e3)] {
        let seen = cylinders(seed, 20_000, far);
        assert!(seen.gaps > 10_000 && seen.searched * 200 < seen.gaps, "{seen:?}");
        assert!(seen.depths > 7_000 && seen.closed * 20 > seen.depths * 19, "{seen:?}");
        assert!(seen.proven > 1_000 && seen.worst_turn < 1e-3, "{seen:?}");
    }
}
