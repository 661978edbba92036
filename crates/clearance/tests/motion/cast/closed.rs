//! Casts in closed form compared with the general search, which is selected by name.

use clearance::glam::{DQuat, DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Ball, Capsule, ConvexShape, Cuboid, Cylinder, View};
use clearance::space::{Motion, Sweep, Vector};
use clearance::trace::{Step, Trace};
use clearance::verify::{Verdict, check_impact};
use clearance::{
    Algorithm, Axis, Cast, Convex, Impact, ImpactCertificate, ImpactStatus, Pose, clearance,
};
use clearance_testing::Random;

use super::oracle::{across, direction, motions};
use crate::common::pairs::{Maker, Stand, pose};

type Wide<V> = <V as Vector>::Wide;

/// Records which algorithm answered.
#[derive(Default)]
struct Name(Option<Algorithm>);

impl<W: Vector> Trace<W> for Name {
    fn step(&mut self, step: Step<'_, W>) {
        if let Step::Start { algorithm, .. } = step {
            self.0.get_or_insert(algorithm);
        }
    }
}

/// A pair in motion. B's velocity is relative to A, which may move, too.
struct Asked<'s, C: Convex> {
    shapes: [&'s C; 2],
    sweeps: [Sweep<C::V>; 2],
    tmax: <C::V as Vector>::Scalar,
    gap: <C::V as Vector>::Scalar,
    size: f64,
}

/// Counts of the outcomes.
#[derive(Debug, Default)]
struct Counts {
    all: u32,
    /// Not in contact at the start.
    apart: u32,
    /// Those of them that were answered in closed form.
    closed: u32,
    hits: u32,
    misses: u32,
    undecided: u32,
    /// Proven by the checker.
    checked: u32,
    /// The number of axes, or of nearest-point evaluations, of the closed forms.
    steps: u32,
}

impl<'s, C: Convex<V: Maker<Wide: Maker<Scalar = f64>>>> Asked<'s, C> {
    /// The impact by an algorithm, and the algorithm that answered.
    fn cast(&self, algorithm: Algorithm) -> (Impact<C::V>, Option<Algorithm>) {
        let ([a, b], [sweep_a, sweep_b]) = (self.shapes, &self.sweeps);
        let cast = Cast::new(a, sweep_a, b, sweep_b, self.tmax).expect("a cast");
        let (cast, mut name) = (cast.gap(self.gap).expect("a gap"), Name::default());
        (cast.algorithm(algorithm).trace(&mut name).impact(), name.0)
    }

    fn see(&self, names: &[Algorithm], seen: &mut Counts) {
        let (impact, name) = self.cast(Algorithm::Auto);
        let (other, searched) = self.cast(Algorithm::Gjk);
        assert_eq!(searched, Some(Algorithm::Gjk));
        let say = || format!("{impact:?} {other:?} of {:?} {:e}", self.sweeps, self.size);
        seen.all += 1;
        let closed = name.is_some_and(|name| names.contains(&name));
        // Selected by name, the closed form gives the same answer, or none where it does not apply.
        let (by_name, named) = self.cast(names[0]);
        assert!(if closed { by_name == impact } else { undecided(&by_name) && named.is_none() });
        let [lower, time, upper] = [impact.lower, impact.time, impact.upper].map(Scalar::to_f64);
        // Both are correct, so the intervals have a common time.
        assert!(lower <= other.upper.to_f64() && other.lower.to_f64() <= upper, "{}", say());
        assert!(lower <= time && time <= upper, "{}", say());
        seen.undecided += u32::from(undecided(&impact));
        if impact.initial.is_some() || other.initial.is_some() {
            return;
        }
        seen.apart += 1;
        seen.closed += u32::from(closed);
        seen.steps += if closed { impact.iterations } else { 0 };
        if undecided(&impact) || undecided(&other) {
            return;
        }
        assert_eq!(impact.status, other.status, "{}", say());
        if !impact.hit() {
            seen.misses += 1;
        } else {
            seen.hits += 1;
            // The search has larger tolerances; the oracle's suites test it.
            if closed {
                self.at_contact(&impact, &say);
            }
        }
        if closed && seen.closed.is_multiple_of(8) {
            self.prove(&say);
            seen.checked += 1;
        }
    }

    /// At the time of contact, the normal separates the shapes up to rounding, and the points are
    /// on both shapes.
    fn at_contact(&self, impact: &Impact<C::V>, say: &dyn Fn() -> String) {
        let wide = clearance::shape::is_wide::<C::V>();
        let digits = if wide { 1e-13 } else { 2e-6 };
        let time = impact.time.to_f64();
        let frames = self.sweeps.map(|s| s.at(time));
        let far = frames.iter().map(|f| f.translation.norm()).fold(0.0, f64::max);
        let relative = (self.sweeps[1].velocity() - self.sweeps[0].velocity()).widen();
        let tolerance = digits * (self.size + far + relative.norm() * time);
        let normal = impact.normal.widen();
        let [a, b] = [(0, normal), (1, -normal)].map(|(i, n)| {
            let local: Motion<Wide<C::V>> = frames[i];
            let shape = self.shapes[i];
            let top = local.apply(shape.support_wide(local.unrotate(n), u32::MAX).point);
            n.dot(top) + shape.radius().to_f64()
        });
        let gap = -b - a - self.gap.to_f64();
        assert!(gap.abs() <= tolerance, "{gap:e} {tolerance:e} along the normal {}", say());
        let [p, q] = [impact.point_a, impact.point_b].map(Vector::widen);
        let apart = (q - p).norm() - self.gap.to_f64();
        // For nearly parallel capsules, the nearest points are known to rounding over the sine of
        // the angle.
        let is_segment = |s: &&C| matches!(s.view(), View::Vertices([_, _]));
        let beside = if self.shapes.iter().all(is_segment) { 1e3 } else { 1.0 };
        assert!(apart.abs() <= beside * tolerance, "points {apart:e} {tolerance:e} {}", say());
        for (i, point) in [p, q].into_iter().enumerate() {
            let local = frames[i].unrotate(point - frames[i].translation);
            let shape = self.shapes[i];
            for k in 0..2 * C::V::DIM {
                let way = Wide::<C::V>::unit(k / 2) * if k % 2 == 0 { 1.0 } else { -1.0 };
                let most = way.dot(shape.support_wide(way, u32::MAX).point);
                let out = way.dot(local) - most - shape.radius().to_f64();
                assert!(out <= tolerance, "{out:e} {tolerance:e} out of shape {i}: {}", say());
            }
        }
    }

    fn prove(&self, say: &dyn Fn() -> String) {
        let ([a, b], [sweep_a, sweep_b]) = (self.shapes, &self.sweeps);
        let cast = Cast::new(a, sweep_a, b, sweep_b, self.tmax).expect("a cast");
        let proof = cast.gap(self.gap).expect("a gap").certificate();
        let verdict = check_impact(a, sweep_a, b, sweep_b, self.tmax, self.gap, &proof);
        assert_eq!(verdict, Verdict::Proven, "{proof:?} {}", say());
        // If nothing rotates, one axis and the points suffice.
        let alone = ImpactCertificate { stretches: Vec::new(), ..proof };
        let verdict = check_impact(a, sweep_a, b, sweep_b, self.tmax, self.gap, &alone);
        assert_eq!(verdict, Verdict::Proven, "{alone:?} {}", say());
    }
}

fn undecided<V: Vector>(impact: &Impact<V>) -> bool {
    impact.status == ImpactStatus::Undecided
}

/// A pose with a random, a quarter-turn, a tiny or no rotation.
fn stand(random: &mut Random, at: [f64; 3]) -> Stand {
    let quarter = core::f64::consts::FRAC_PI_2;
    let angle = match random.below(4) {
        0 => 0.0,
        1 => quarter * random.below(4) as f64,
        2 => libm::pow(10.0, random.range(-16.0, -1.0)),
        _ => random.range(-3.0, 3.0),
    };
    let axis = if random.below(2) == 0 { random.direction3() } else { DVec3::Z };
    Stand { t: at, q: DQuat::from_axis_angle(axis, angle).to_array(), angle }
}

/// B approaches A from some gap: head-on, past it, along it, corner to corner, or in any direction.
fn asked<'s, C>(random: &mut Random, shapes: [&'s C; 2], gap: f64) -> Asked<'s, C>
where
    C: Convex<V: Maker<Wide: Maker<Scalar = f64>>>,
{
    let far = [0.0, 0.0, 1e3, if wide::<C>() { 1e6 } else { 1e4 }][random.below(4)];
    let place = random.direction3() * far;
    let at_a = stand(random, place.into());
    let mut at_b = stand(random, at_a.t);
    let size: f64 = shapes.iter().map(|s| s.reach() + s.radius().to_f64()).sum();
    let start: Wide<C::V> = direction::<Wide<C::V>>(random) * random.range(0.0, 2.0 * size);
    (0..C::V::DIM).for_each(|i| at_b.t[i] += start.get(i));
    let posed = |stand: &Stand| pose::<C::V>(stand, 1.0);
    let now = clearance(shapes[0], &posed(&at_a), shapes[1], &posed(&at_b));
    let normal = now.normal.widen();
    let normal = normal.unit_along().unwrap_or(Vector::unit(0));
    let wanted = gap + [0.0, 1e-9, 1e-3, 0.1, 1.0, 5.0, 5.0, -0.1][random.below(8)] * size;
    let shift = normal * (wanted - now.signed_distance.to_f64());
    (0..C::V::DIM).for_each(|i| at_b.t[i] += shift.get(i));
    let poses = [posed(&at_a), posed(&at_b)];
    // From a corner of B to one of A.
    let [p, q] = [0, 1].map(|i| {
        let frame = Motion::of(&poses[i]);
        let corner = shapes[i].support_wide(direction(random), u32::MAX).point;
        frame.apply(corner)
    });
    let sideways = across(random, normal);
    let little = libm::pow(10.0, random.range(-12.0, 0.0));
    let u = match random.below(8) {
        0 => -normal,
        1 => sideways * random.range(0.0, 3.0) - normal,
        2 => sideways,
        3 => sideways - normal * little,
        4 => (p - q) * (1.0 / size),
        5 => (p - q) * (1.0 / size) + direction::<Wide<C::V>>(random) * little,
        6 => direction::<Wide<C::V>>(random) * 0.5 - normal,
        _ => direction::<Wide<C::V>>(random) * [0.0, 1.0, 1.0, 1.0][random.below(4)],
    };
    let speed = size * libm::pow(10.0, random.range(-3.0, 3.0));
    let own = direction::<Wide<C::V>>(random) * [0.0, 1.0][random.below(2)];
    let linear = |pose: &Pose<C::V>, v: Wide<C::V>| {
        Sweep::linear(pose, C::V::narrow(v * speed)).expect("a sweep")
    };
    let sweeps = [linear(&poses[0], own), linear(&poses[1], own + u)];
    let tmax = [20.0, 2.0, 0.5, f64::INFINITY][random.below(4)] / speed * size;
    Asked { shapes, sweeps, tmax: Scalar::of(tmax), gap: Scalar::of(gap), size }
}

fn wide<C: Convex>() -> bool {
    clearance::shape::is_wide::<C::V>()
}

/// Half extents from thin to long.
fn sides<V: Vector>(random: &mut Random) -> V {
    let side = |random: &mut Random| libm::pow(10.0, random.range(-1.0, 0.3));
    let thin = if random.below(4) == 0 { libm::pow(10.0, random.range(-5.0, -1.0)) } else { 1.0 };
    let same = random.below(4) == 0;
    let first = side(random);
    V::from_fn(|i| {
        let own = if same { first } else { side(random) };
        V::Scalar::of(if i == 0 { own * thin } else { own })
    })
}

fn balls<V: Maker<Wide: Maker<Scalar = f64>>>(seed: u64) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for _ in 0..motions() / 4 {
        let radius = |random: &mut Random| V::Scalar::of(libm::pow(10.0, random.range(-3.0, 1.0)));
        let [a, b] = [0, 1].map(|_| Ball::<V>::new(radius(&mut random)).expect("a ball"));
        let gap = [0.0, 0.0, 0.125][random.below(3)];
        asked(&mut random, [&a, &b], gap).see(&[Algorithm::ClosedForm], &mut seen);
    }
    println!("{} {seen:?}", core::any::type_name::<V>());
    seen
}

/// Balls and capsules against balls, capsules and boxes: the closed form follows their nearest
/// points.
fn rounded<V: Maker<Wide: Maker<Scalar = f64>>>(seed: u64) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    let long = |random: &mut Random| -> ConvexShape<V> {
        let radius = V::Scalar::of(libm::pow(10.0, random.range(-3.0, 1.0)));
        match random.below(3) {
            0 => Ball::new(radius).expect("a ball").into(),
            _ => {
                let end = |random: &mut Random| V::narrow(direction::<Wide<V>>(random));
                Capsule::new(end(random), end(random), radius).expect("a capsule").into()
            }
        }
    };
    for _ in 0..motions() / 4 {
        let a = long(&mut random);
        let b = match random.below(3) {
            // In 2D a capsule and a rectangle are polygons with a radius.
            0 if V::DIM == 3 => Cuboid::new(sides(&mut random)).expect("a box").into(),
            1 => a.clone(),
            _ => long(&mut random),
        };
        let pair = if random.below(2) == 0 { [&a, &b] } else { [&b, &a] };
        let gap = [0.0, 0.0, 0.125][random.below(3)];
        asked(&mut random, pair, gap).see(&[Algorithm::ClosedForm], &mut seen);
    }
    println!("{} {seen:?}", core::any::type_name::<V>());
    seen
}

/// Cylinders and boxes with a gap: the closed form follows their nearest points.
fn cylinders<V: Maker<Wide: Maker<Scalar = f64>>>(seed: u64) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for _ in 0..motions() / 4 {
        let size = |random: &mut Random| V::Scalar::of(libm::pow(10.0, random.range(-1.5, 0.3)));
        let axis = [Axis::X, Axis::Y, Axis::Z][random.below(3)];
        let cylinder = Cylinder::new(axis, size(&mut random), size(&mut random));
        let a: ConvexShape<V> = cylinder.expect("a cylinder").into();
        let b = Cuboid::new(sides(&mut random)).expect("a box").into();
        let pair = if random.below(2) == 0 { [&a, &b] } else { [&b, &a] };
        asked(&mut random, pair, 0.125).see(&[Algorithm::ClosedForm], &mut seen);
    }
    println!("{} {seen:?}", core::any::type_name::<V>());
    seen
}

impl Counts {
    /// Checks that all outcomes occurred and that the closed form answered.
    fn assert(&self) {
        self.assert_closed(90);
    }

    /// The same if the closed form answers at least this percentage of the pairs that start apart.
    fn assert_closed(&self, percent: u32) {
        let share = |count: u32, of: u32| assert!(count * of > self.all, "{self:?}");
        share(self.apart, 2);
        share(self.hits, 6);
        share(self.misses, 6);
        share(self.checked, 40);
        assert!(self.closed * 100 > self.apart * percent, "{self:?}");
    }
}

#[test]
fn balls_everywhere() {
    balls::<DVec2>(23).assert();
    balls::<Vec2>(24).assert();
    balls::<DVec3>(25).assert();
    balls::<Vec3>(26).assert();
}

#[test]
fn cylinders_and_boxes() {
    // A thin triangle around the place of contact often proves nothing, and the search answers.
    cylinders::<DVec3>(35).assert_closed(80);
    cylinders::<Vec3>(36).assert_closed(80);
}

/// A cylinder and a box that nearly touch at the start, and move slowly: a corner may become the nearest point
/// within a step that is as long as the gap. The time alone was too early by more than the bounds of the
/// full answer.
#[test]
fn the_time_alone_of_a_cylinder_beside_a_box() {
    let (mut random, mut hits) = (Random::new(37), 0);
    for _ in 0..motions() / 2 {
        let size = |random: &mut Random| libm::pow(10.0, random.range(-1.5, 0.3));
        let axis = [Axis::X, Axis::Y, Axis::Z][random.below(3)];
        let a = Cylinder::<DVec3>::new(axis, size(&mut random), size(&mut random)).unwrap();
        let b = Cuboid::<DVec3>::new(sides(&mut random)).unwrap();
        let (at_a, mut at_b) = (stand(&mut random, [0.0; 3]), stand(&mut random, [0.0; 3]));
        at_b.t = (random.direction3() * 3.0).into();
        let posed = |stand: &Stand| pose::<DVec3>(stand, 1.0);
        let now = clearance(&a, &posed(&at_a), &b, &posed(&at_b));
        let gap = libm::pow(10.0, random.range(-12.0, -6.0));
        let start = DVec3::from(at_b.t) + now.normal * (gap - now.signed_distance);
        at_b.t = start.into();
        let closing = libm::pow(10.0, random.range(-3.0, 0.0));
        let speed = libm::pow(10.0, random.range(-3.0, 0.0));
        let velocity = (random.direction3() - now.normal * closing) * speed;
        let sweeps =
            [Sweep::at_rest(&posed(&at_a)), Sweep::linear(&posed(&at_b), velocity).unwrap()];
        let cast = || Cast::new(&a, &sweeps[0], &b, &sweeps[1], 1.0).unwrap();
        let (impact, time) = (cast().impact(), cast().time());
        let Some(time) = time.filter(|_| impact.initial.is_none()) else { continue };
        // Lengths are below 8, and the points are no farther apart than some rounding errors.
        let rounding = 1e-12 / impact.normal.dot(velocity).abs();
        let is_in = impact.lower - rounding <= time && time <= impact.upper + rounding;
        assert!(impact.status != ImpactStatus::Miss && is_in, "{time} {impact:?} {a:?} {b:?}");
        hits += 1;
    }
    assert!(hits > motions() / 8, "{hits}");
}

#[test]
fn rounded_shapes() {
    let all =
        [rounded::<DVec2>(31), rounded::<Vec2>(32), rounded::<DVec3>(33), rounded::<Vec3>(34)];
    for seen in all {
        seen.assert();
        // Most take one or two steps; a few take more.
        assert!(seen.closed < seen.steps && seen.steps < 2 * seen.closed, "{seen:?}");
    }
}
