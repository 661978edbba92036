//! Casts that could make the search advance in tiny steps: round shapes that rotate at a grazing
//! distance, rest on each other, start concentric, or rotate thousands of times. Each ends within a
//! limit of support points and reports when it did, certificate included.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use clearance::algorithm::epa;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::hull::Built;
use clearance::number::Scalar;
use clearance::shape::{Face, Geometry, NO_ID, Part, Vertex, View, Wide};
use clearance::space::{Sweep, Vector};
use clearance::verify::{Verdict, check_impact};
use clearance::{Cast, Convex, End, Impact, ImpactStatus, Pose, Shape, clearance};
use clearance_testing::Random;

use super::oracle::{direction, extent, motions};
use crate::common::pairs::{Kind, Maker, Recipe, Stand, kinds, pose};

/// The most support points of a cast, its certificate included.
const MOST_SUPPORTS: u32 = 5_000;
/// The most support points of a clearance.
const MOST_OF_A_CLEARANCE: u32 = 400;

/// Where EPA takes more, the cast starts after up to two such clearances.
fn most() -> u32 {
    MOST_SUPPORTS + 2 * epa::MOST_STEPS.saturating_sub(MOST_OF_A_CLEARANCE)
}

/// A shape that counts its support points.
struct Counted<'c, C>(&'c C, AtomicU32);

impl<C: Convex> Convex for Counted<'_, C> {
    type V = C::V;
    fn support(&self, direction: C::V) -> C::V {
        self.support_vertex(direction, NO_ID).point
    }
    fn support_vertex(&self, direction: C::V, hint: u32) -> Vertex<C::V> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.support_vertex(direction, hint)
    }
    fn support_wide(&self, direction: Wide<C>, hint: u32) -> Vertex<Wide<C>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.support_wide(direction, hint)
    }
    fn support_error(&self) -> f64 {
        self.0.support_error()
    }
    fn center(&self) -> C::V {
        self.0.center()
    }
    fn radius(&self) -> <C::V as Vector>::Scalar {
        self.0.radius()
    }
    fn vertex(&self, id: u32) -> Option<C::V> {
        self.0.vertex(id)
    }
    fn reach(&self) -> f64 {
        self.0.reach()
    }
    fn face(&self, direction: Wide<C>, face: &mut Face<Wide<C>>) {
        self.0.face(direction, face);
    }
    fn view(&self) -> View<'_, C::V> {
        self.0.view()
    }
    fn built(&self) -> Option<&Built> {
        self.0.built()
    }
}

#[derive(Default, Debug)]
struct Counts {
    casts: u32,
    hits: u32,
    misses: u32,
    starts: u32,
    ignored: u32,
    limit: u32,
    /// Verdicts on certificates of pairs that start apart, or whose contact is not ignored.
    proven: u32,
    unproven: u32,
    /// A histogram of the number of support points by its bit length.
    steps: BTreeMap<u32, u32>,
    most: u32,
    /// Clearances at the start that exceed their limit.
    slow_starts: u32,
    slowest: Duration,
    slow: String,
    /// The first few errors.
    wrong: Vec<String>,
}

impl Counts {
    fn claim(&mut self, holds: bool, what: &str, say: impl FnOnce() -> String) {
        if !holds && self.wrong.len() < 30 {
            self.wrong.push(format!("{what}: {}", say()));
        }
    }
}

/// A random shape, mostly round or partly round.
fn recipe(random: &mut Random, dim: usize) -> Recipe {
    let mut recipe = Recipe::random(random, dim);
    if random.below(3) > 0 {
        let round = [Kind::Ball, Kind::Capsule, Kind::Ellipsoid, Kind::Cylinder, Kind::Cone];
        let round = round.into_iter().filter(|kind| kinds(dim).contains(kind));
        let round: Vec<Kind> = round.collect();
        let kind = round[random.below(round.len())];
        while recipe.kind != kind {
            recipe = Recipe::random(random, dim);
        }
    }
    match random.below(4) {
        0 => recipe.sizes = [recipe.sizes[0]; 3],
        1 => {
            // Nearly round.
            let off = libm::pow(10.0, random.range(-12.0, -2.0));
            recipe.sizes = [recipe.sizes[0], recipe.sizes[0] * (1.0 + off), recipe.sizes[0]];
        }
        2 => recipe.margin = 0.3,
        _ => {}
    }
    recipe
}

/// A motion, the arguments of its cast, and whether a start in contact is ignored while the shapes
/// separate.
struct Motion<V: Vector> {
    shapes: [Shape<V>; 2],
    sweeps: [Sweep<V>; 2],
    tmax: V::Scalar,
    gap: V::Scalar,
    ignore: bool,
    size: f64,
    say: String,
}

fn motion<V: Maker>(random: &mut Random) -> Motion<V>
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let (a, b) = loop {
        let (a, b) = (recipe(random, V::DIM), recipe(random, V::DIM));
        if a.kind != Kind::HalfSpace || b.kind != Kind::HalfSpace {
            break (a, b);
        }
    };
    let (at_a, mut at_b) = (Stand::random(random, 1.0), Stand::random(random, 1.0));
    let aligned = random.below(3) == 0;
    let (at_a, turn) = if aligned {
        (Stand { q: [0.0, 0.0, 0.0, 1.0], angle: 0.0, ..at_a }, [0.0, 0.0, 0.0, 1.0])
    } else {
        (at_a, at_b.q)
    };
    at_b = Stand { q: turn, angle: if aligned { 0.0 } else { at_b.angle }, t: at_a.t };
    let wide: [Shape<V::Wide>; 2] = [a.make(1.0), b.make(1.0)];
    let towards: V::Wide =
        if aligned { V::Wide::unit(random.below(V::DIM)) } else { direction(random) };
    // Rarely concentric: the tests of clearances cover that.
    let place = if random.below(40) == 0 { 0 } else { 1 + random.below(6) };
    let mut normal = towards;
    if place > 0 {
        // Apart by a gap, or with a small overlap.
        let small = libm::pow(10.0, random.range(-14.0, 0.0));
        let target = [0.0, small, small, small, small * 1e-3, -small][place - 1];
        for _ in 0..3 {
            let now = clearance(&wide[0], &pose(&at_a, 1.0), &wide[1], &pose(&at_b, 1.0));
            if now.bounded() && now.normal.is_finite() {
                normal = if now.signed_distance > -0.01 { now.normal } else { towards };
                let shift = normal * (target - now.signed_distance);
                (0..V::DIM).for_each(|i| at_b.t[i] += shift.get(i));
            }
        }
    }
    let lateral = (direction::<V::Wide>(random) - normal * 0.5).unit_along().unwrap_or(normal);
    let lateral = lateral - normal * lateral.dot(normal);
    let slow = libm::pow(10.0, random.range(-9.0, 0.0));
    let u = [V::Wide::ZERO, V::Wide::ZERO, lateral, normal * -slow, normal * slow, lateral * slow];
    let u = u[random.below(u.len())];
    let turning = random.below(4);
    let spin = |random: &mut Random, on: bool| {
        let fast = libm::pow(10.0, random.range(-3.0, 3.0));
        let along = if aligned { [0.0, 0.0, 1.0] } else { random.direction3().to_array() };
        V::wedge_of(along.map(|x| if on { x * fast } else { 0.0 }))
    };
    let (wa, wb) = (spin(random, turning != 1), spin(random, turning != 0));
    let sweep = |random: &mut Random, at: &Stand, v: V::Wide, w, recipe: &Recipe| {
        let center = match random.below(3) {
            0 => V::from_fn(|i| V::Scalar::of(recipe.points[0][i])),
            1 => V::narrow(direction::<V::Wide>(random) * 0.5),
            _ => V::ZERO,
        };
        let sweep = Sweep::new(&pose::<V>(at, 1.0), V::narrow(v), w);
        sweep.and_then(|s| s.about(center)).expect("a sweep")
    };
    let sweeps = [sweep(random, &at_a, V::Wide::ZERO, wa, &a), sweep(random, &at_b, u, wb, &b)];
    let tmax = [1.0, 10.0, 1e3, f64::INFINITY][random.below(4)];
    let gap = [0.0, 0.0, 0.0, 0.0, 1e-9, 0.125][random.below(6)];
    let size = extent(&wide[0]) + extent(&wide[1]) + 1.0;
    let say = format!("{a:?} {b:?} {sweeps:?} tmax {tmax} gap {gap}");
    let [tmax, gap] = [tmax, gap].map(V::Scalar::of);
    let shapes = [a.make(1.0), b.make(1.0)];
    Motion { shapes, sweeps, tmax, gap, ignore: random.below(2) == 0, size, say }
}

fn cast<'c, V: Maker, A: Geometry<V = V>, B: Geometry<V = V>>(
    a: &'c A,
    b: &'c B,
    motion: &Motion<V>,
) -> Cast<'c, V> {
    let cast = Cast::new(a, &motion.sweeps[0], b, &motion.sweeps[1], motion.tmax).expect("a cast");
    let cast = cast.gap(motion.gap).expect("a gap");
    if motion.ignore { cast.ignore_parting() } else { cast }
}

fn check<V: Maker>(random: &mut Random, motion: &Motion<V>, seen: &mut Counts) {
    let [a, b] = &motion.shapes;
    let start = Instant::now();
    let proof = cast(a, b, motion).certificate();
    let took = start.elapsed();
    let impact: &Impact<V> = &proof.impact;
    let say = || format!("{impact:?} {} of {}", motion.ignore, motion.say);
    if took > seen.slowest {
        (seen.slowest, seen.slow) = (took, say());
    }
    seen.casts += 1;
    seen.claim(impact.iterations <= most(), "steps", say);
    let slow = proof.start.as_ref().is_some_and(|s| s.answer.iterations > MOST_OF_A_CLEARANCE);
    seen.slow_starts += u32::from(slow);
    *seen.steps.entry(32 - impact.iterations.leading_zeros()).or_default() += 1;
    seen.most = seen.most.max(impact.iterations);
    if let (Part::Convex(a), Part::Convex(b)) = (a.part(), b.part())
        && random.below(4) == 0
        && !slow
    {
        let counted = [Counted(a, AtomicU32::new(0)), Counted(b, AtomicU32::new(0))];
        cast(&counted[0], &counted[1], motion).certificate();
        for taken in counted.map(|shape| shape.1.into_inner()) {
            seen.claim(taken <= most(), "supports", || format!("{taken} {}", say()));
        }
    }
    let time = cast(a, b, motion).time();
    let is_time = match time {
        None => impact.status != ImpactStatus::Hit,
        Some(time) => impact.hit() && impact.lower <= time && time <= impact.upper,
    };
    seen.claim(is_time, "time", || format!("{time:?}, not {}", say()));
    let ordered = impact.lower <= impact.time && impact.time <= impact.upper;
    seen.claim(ordered, "bounds", say);
    seen.starts += u32::from(impact.initial.is_some());
    seen.ignored += u32::from(impact.initial.is_some() && motion.ignore);
    match impact.status {
        ImpactStatus::Miss => seen.misses += 1,
        _ => seen.hits += 1,
    }
    if impact.end == End::StepLimit {
        seen.limit += 1;
        // A start in contact is a hit, even if its clearance reached the limit.
        let start = impact.initial.is_some() && impact.status == ImpactStatus::Hit;
        seen.claim(start || impact.status == ImpactStatus::Undecided, "limit", say);
    }
    if impact.initial.is_some() && motion.ignore {
        return;
    }
    let [sweep_a, sweep_b] = &motion.sweeps;
    if random.below(8) == 0 {
        let verdict = check_impact(a, sweep_a, b, sweep_b, motion.tmax, motion.gap, &proof);
        seen.claim(verdict != Verdict::Refuted, "refuted", say);
        seen.proven += u32::from(verdict == Verdict::Proven);
        seen.unproven += u32::from(verdict == Verdict::Unproven);
    }
    // There is no contact before the lower bound.
    let lower = impact.lower.to_f64();
    if impact.initial.is_some() || !lower.is_finite() {
        return;
    }
    for _ in 0..4 {
        let time = V::Scalar::of(lower * random.unit());
        let poses = [sweep_a, sweep_b].map(|s| s.pose_at(time));
        if let [Ok(pose_a), Ok(pose_b)] = poses.each_ref() {
            let (pose_a, pose_b): (&Pose<V>, &Pose<V>) = (pose_a, pose_b);
            let then = clearance(a, pose_a, b, pose_b);
            // The error of the pose grows with the number of rotations.
            let turns: f64 = [sweep_a, sweep_b]
                .iter()
                .map(|s| {
                    V::wedge_numbers(s.angular()).iter().map(|w| w.to_f64().abs()).sum::<f64>()
                })
                .sum();
            let far = pose_b.translation().widen().norm() + pose_a.translation().widen().norm();
            let rounding = V::Scalar::EPSILON.to_f64() * (8.0 + turns * time.to_f64());
            let tolerance = 16.0 * rounding * (motion.size + far);
            let apart = then.upper.to_f64() >= motion.gap.to_f64() - tolerance;
            seen.claim(apart, "passed", || format!("{then:?} at {time:?} {}", say()));
        }
    }
}

fn suite<V: Maker>(seed: u64) -> Counts
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for _ in 0..motions() / 40 {
        let motion = motion::<V>(&mut random);
        check(&mut random, &motion, &mut seen);
    }
    println!("{} {seen:?}", std::any::type_name::<V>());
    seen
}

#[test]
fn no_cast_takes_many_steps() {
    let all = [suite::<DVec2>(51), suite::<DVec3>(52), suite::<Vec2>(53), suite::<Vec3>(54)];
    let sum = |of: fn(&Counts) -> u32| all.iter().map(of).sum::<u32>();
    assert!(all.iter().all(|seen| seen.wrong.is_empty()), "{all:#?}");
    let (casts, limit) = (sum(|s| s.casts), sum(|s| s.limit));
    assert!(casts as usize >= motions() / 10 && sum(|s| s.starts) * 8 > casts, "{casts}");
    assert!(sum(|s| s.hits) * 8 > casts && sum(|s| s.misses) * 8 > casts);
    assert!(limit * 4 < casts, "{limit} of {casts}");
    assert!(sum(|s| s.proven) > 20 * sum(|s| s.unproven), "{all:?}");
}
