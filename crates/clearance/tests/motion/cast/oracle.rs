//! Random motions of all shape pairs, compared with the clearance at sampled times.
//!
//! Without rotation, the clearance f is convex in time. For a hit, f must be 0 at its time and not
//! less before; for a miss, the minimum of f is found by golden-section search. The oracle uses no
//! code of casts.

use std::collections::BTreeMap;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{DVector, Sweep, Vector};
use clearance::{Clearance, Impact, ImpactStatus, Shape, cast_shapes, clearance};
use clearance_testing::Random;

use crate::common::pairs::{Kind, Maker, Pair, kinds};

/// The number of motions in all suites.
pub fn motions() -> usize {
    clearance_testing::pairs(100_000)
}

/// Two moving shapes.
pub struct Motion<V: Vector> {
    pub pair: Pair,
    pub shapes: [Shape<V>; 2],
    pub sweeps: [Sweep<V>; 2],
    pub tmax: f64,
    pub size: f64,
}

impl<V: Maker<Scalar = f64, Wide = V>> Motion<V> {
    pub fn at(&self, time: f64) -> Clearance<V> {
        let [a, b] = self.sweeps.map(|s| s.pose_at(time).expect("a pose"));
        clearance(&self.shapes[0], &a, &self.shapes[1], &b)
    }
    pub fn describe(&self) -> String {
        format!("{:?} {:?} tmax {:e}", self.pair, self.sweeps, self.tmax)
    }
    fn relative(&self) -> V {
        self.sweeps[1].velocity() - self.sweeps[0].velocity()
    }
}

/// The approximate size of a shape.
pub fn extent<V: DVector>(shape: &Shape<V>) -> f64 {
    match shape {
        Shape::Convex(c) => clearance::shape::Convex::reach(c) + clearance::Convex::radius(c),
        Shape::HalfSpace(half) => half.offset().abs(),
    }
}

pub fn direction<V: Maker<Scalar = f64>>(random: &mut Random) -> V {
    loop {
        let v = V::from_fn(|_| random.range(-1.0, 1.0));
        if v.norm() > 0.1 && v.norm() < 1.0 {
            return v * (1.0 / v.norm());
        }
    }
}

/// A random vector perpendicular to the unit vector `n`.
pub fn across<V: Maker<Scalar = f64>>(random: &mut Random, n: V) -> V {
    let v: V = direction(random);
    (v - n * n.dot(v)).unit_along().unwrap_or(V::ZERO)
}

/// A random pair in overlap, or with a gap of 0, of a billionth or a thousandth of its size, or of
/// a considerable part of it; and its normal.
pub fn placed<V: Maker<Scalar = f64, Wide = V>>(random: &mut Random) -> (Pair, [Shape<V>; 2], V) {
    let mut pair = Pair::random::<V>(random);
    let shapes: [Shape<V>; 2] = pair.shapes(1.0).into();
    let at = |pair: &Pair| {
        let (a, b) = pair.poses(1.0);
        clearance(&shapes[0], &a, &shapes[1], &b)
    };
    let gap = [0.0, 1e-9, 1e-3, -0.05, 0.5, 2.0, 5.0, 10.0][random.below(8)];
    let gap = if gap >= 0.5 { gap * random.range(0.5, 1.5) } else { gap };
    let mut now = at(&pair);
    if now.bounded() {
        let shift = now.normal * (gap - now.signed_distance);
        (0..V::DIM).for_each(|i| pair.at_b.t[i] += shift.get(i));
        now = at(&pair);
    }
    let normal = if now.normal.is_finite() { now.normal } else { V::unit(0) };
    (pair, shapes, normal)
}

/// A pair that moves in any direction, towards each other, past each other, or along each other.
pub fn random_motion<V: Maker<Scalar = f64, Wide = V>>(random: &mut Random) -> Motion<V> {
    let (pair, shapes, normal) = placed::<V>(random);
    let speed = libm::pow(10.0, random.range(-3.0, 3.0));
    let sideways = across(random, normal);
    let u = match random.below(8) {
        0 => sideways,
        1 => normal * -1.0,
        2 => normal * -1.0 + sideways * random.range(0.0, 10.0),
        3 => sideways - normal * libm::pow(10.0, random.range(-6.0, 0.0)),
        4 => sideways + normal * libm::pow(10.0, random.range(-12.0, 0.0)),
        5 => V::ZERO,
        6 => normal * -1.0 + direction::<V>(random) * 0.5,
        _ => direction(random),
    };
    let (own, speed) = (direction::<V>(random) * random.range(0.0, 2.0), speed);
    let (a, b) = pair.poses(1.0);
    let linear = |pose, v: V| Sweep::linear(pose, v * speed).expect("a sweep");
    let sweeps = [linear(&a, own), linear(&b, own + u)];
    let tmax = [20.0, 5.0, 1e3, f64::INFINITY][random.below(4)] / speed;
    let reach = extent(&shapes[0]) + extent(&shapes[1]);
    let size = reach + (b.translation() - a.translation()).norm();
    Motion { pair, shapes, sweeps, tmax, size }
}

/// Counts of the outcomes.
#[derive(Default, Debug)]
struct Counts {
    hits: u32,
    misses: u32,
    undecided: u32,
    start: u32,
    most: u32,
    /// Undecided, though they did not start in contact.
    grazing: u32,
    /// Those of them that overlapped later, so that contact should have been proven.
    unproven: u32,
    /// The largest clearance at the time of a hit, relative to the size.
    clearance: f64,
    kinds: BTreeMap<String, u32>,
}

fn suite<V: Maker<Scalar = f64, Wide = V>>(seed: u64) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for _ in 0..motions() / 4 {
        let motion = random_motion::<V>(&mut random);
        let [a, b] = &motion.sweeps;
        let impact = cast_shapes(
            &motion.shapes[0],
            a.start(),
            a.velocity(),
            &motion.shapes[1],
            b.start(),
            b.velocity(),
            motion.tmax,
        );
        let impact = impact.expect("a cast");
        check(&motion, &impact, &mut seen);
        *seen
            .kinds
            .entry(format!("{:?}", (motion.pair.a.kind, motion.pair.b.kind)))
            .or_default() += 1;
    }
    println!("{} {seen:?}", std::any::type_name::<V>());
    seen
}

fn check<V: Maker<Scalar = f64, Wide = V>>(
    motion: &Motion<V>,
    impact: &Impact<V>,
    seen: &mut Counts,
) {
    let say = || format!("{impact:?} of {}", motion.describe());
    assert!((impact.normal.norm() - 1.0).abs() < 1e-14 && impact.point_a.is_finite(), "{}", say());
    assert!(!impact.time.is_nan() && impact.lower <= impact.time, "{}", say());
    assert!(impact.time <= impact.upper, "{}", say());
    seen.most = seen.most.max(impact.iterations);
    match impact.status {
        ImpactStatus::Hit => seen.hits += 1,
        ImpactStatus::Miss => seen.misses += 1,
        ImpactStatus::Undecided => seen.undecided += 1,
    }
    let curved = motion.pair.a.curved() || motion.pair.b.curved();
    let far = motion.relative().norm() * if impact.hit() { impact.time } else { 0.0 };
    let tolerance = if curved { 1e-7 } else { 1e-9 } * (motion.size + far);
    if let Some(initial) = impact.initial {
        seen.start += 1;
        assert!(impact.time == 0.0 && initial <= tolerance, "{}", say());
    } else if impact.hit() {
        let then = motion.at(impact.time);
        let off = then.signed_distance.abs();
        assert!(off <= tolerance, "{off:e} then, {}", say());
        seen.clearance = seen.clearance.max(off / (motion.size + far));
        let reported = (impact.point_b - impact.point_a).norm();
        assert!(reported <= tolerance, "points {reported:e} apart, {}", say());
        for share in [0.0, 0.5, 0.9, 0.999] {
            let before = motion.at(impact.lower * share);
            assert!(before.upper >= -1e-12 * motion.size, "{share} {before:?} {}", say());
        }
        if impact.status == ImpactStatus::Undecided {
            seen.grazing += 1;
            let later = impact.time + 1e-4 * motion.size / motion.relative().norm();
            let then = motion.at(later.min(motion.tmax));
            if then.upper < -1e-9 * motion.size {
                seen.unproven += 1;
            }
        }
        if impact.status == ImpactStatus::Hit {
            let after = motion.at(impact.upper);
            assert!(after.lower <= 1e-12 * motion.size, "{after:?} {}", say());
        }
    } else {
        let least = least(motion);
        assert!(least >= -1e-12 * motion.size, "{least:e} {}", say());
    }
}

/// The least clearance during a motion, by golden-section search on a convex function.
fn least<V: Maker<Scalar = f64, Wide = V>>(motion: &Motion<V>) -> f64 {
    let speed = motion.relative().norm();
    if speed == 0.0 {
        return motion.at(0.0).upper;
    }
    let golden = 0.6180339887498949;
    let (mut low, mut high) = (0.0, motion.tmax.min(4.0 * motion.size / speed));
    let f = |t| motion.at(t).upper;
    let mut inner = [high - golden * (high - low), low + golden * (high - low)];
    let mut values = inner.map(f);
    let mut least = f(low).min(f(high)).min(values[0]).min(values[1]);
    for _ in 0..40 {
        if least < -1e-9 * motion.size {
            break;
        }
        if values[0] <= values[1] {
            high = inner[1];
            inner = [high - golden * (high - low), inner[0]];
            values = [f(inner[0]), values[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + golden * (high - low)];
            values = [values[1], f(inner[1])];
        }
        least = least.min(values[0]).min(values[1]);
    }
    least
}

impl Counts {
    /// Checks that all kinds of pairs and all outcomes occurred, and that contact was proven
    /// wherever the shapes overlapped later.
    fn assert(&self, dim: usize) {
        let motions = (motions() / 4) as u32;
        let share = |count: u32, of: u32| assert!(count * of > motions, "{self:?}");
        share(self.hits, 4);
        share(self.misses, 4);
        share(self.start, 5);
        share(self.grazing, 400);
        assert_eq!(self.unproven, 0, "{self:?}");
        assert!(self.undecided - self.grazing <= self.start, "{self:?}");
        assert!(self.most <= 512, "{self:?}");
        if motions >= 10_000 {
            assert_eq!(self.kinds.len(), kinds(dim).len().pow(2), "{self:?}");
        }
    }
}

#[test]
fn straight_motions_in_the_plane() {
    suite::<DVec2>(1).assert(2);
}

#[test]
fn straight_motions_in_space() {
    suite::<DVec3>(2).assert(3);
}

/// The same motion in `f32` and in `f64`, from the same numbers: both intervals contain the exact
/// time, so they have a common time.
fn short_and_wide<V: Maker>(seed: u64)
where
    V::Wide: Maker<Scalar = f64>,
{
    let mut random = Random::new(seed);
    let (mut hits, mut misses) = (0, 0);
    let count = motions() / 20;
    for _ in 0..count {
        let mut motion = random_motion::<V::Wide>(&mut random);
        // The sum of two radii would differ between the two precisions.
        (motion.pair.a.margin, motion.pair.b.margin) = (0.0, 0.0);
        if motion.pair.a.kind == Kind::HalfSpace || motion.pair.b.kind == Kind::HalfSpace {
            continue; // Its normal is normalized in each precision.
        }
        let ((a, b), (pose_a, pose_b)) =
            (motion.pair.shapes::<V>(1.0), motion.pair.poses::<V>(1.0));
        let [va, vb] = motion.sweeps.map(|s| V::narrow(s.velocity()));
        let tmax = V::Scalar::of(motion.tmax);
        let short = cast_shapes(&a, &pose_a, va, &b, &pose_b, vb, tmax).expect("a cast");
        let (a, b) = motion.pair.shapes::<V::Wide>(1.0);
        let (pose_a, pose_b) = (pose_a.widen(), pose_b.widen());
        let (va, vb, tmax) = (va.widen(), vb.widen(), tmax.to_f64());
        let wide = cast_shapes(&a, &pose_a, va, &b, &pose_b, vb, tmax).expect("a cast");
        let [lower, time, upper] = [short.lower, short.time, short.upper].map(Scalar::to_f64);
        let say = || format!("{short:?} {wide:?} of {}", motion.describe());
        assert!(lower <= wide.upper && wide.lower <= upper, "{}", say());
        let close = (time - wide.time).abs() <= 1e-6 * (time + motion.size / (vb - va).norm());
        assert!(short.hit() != wide.hit() || time == wide.time || close, "{}", say());
        if short.hit() { hits += 1 } else { misses += 1 }
    }
    assert!(hits * 4 > count && misses * 4 > count, "{hits} hits, {misses} misses");
}

#[test]
fn f32_motions_agree_with_f64() {
    short_and_wide::<Vec2>(5);
    short_and_wide::<Vec3>(6);
}
