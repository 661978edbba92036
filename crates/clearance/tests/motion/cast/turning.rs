//! Random motions with rotation, compared with conservative advancement.
//!
//! No point of one shape moves faster than |u| + |wa| ra + |wb| rb relative to a point of the
//! other. While the clearance is f, there is no contact for a time of f over that speed. Step by
//! step this approaches the first contact from below, slowly, and never passes it. The oracle uses
//! no axes, chords or parabolas.

use clearance::glam::{DVec2, DVec3};
use clearance::space::{DVector, Sweep};
use clearance::{Impact, ImpactStatus, Shape, time_of_impact};
use clearance_testing::Random;

use super::oracle::{Motion, across, direction, extent, motions, placed};
use crate::common::pairs::Maker;

/// Counts of the outcomes.
#[derive(Debug, Default)]
struct Counts {
    hits: u32,
    misses: u32,
    undecided: u32,
    start: u32,
    grazing: u32,
    limit: u32,
    turns: f64,
    most: u32,
    mean: f64,
    off: f64,
}

fn speed_of<V: DVector>(w: V::Wedge) -> f64 {
    V::wedge_dot(w, w).sqrt()
}

/// Moving pairs of which at least one shape rotates: slowly, or many times.
pub fn random_motion<V: Maker<Scalar = f64, Wide = V>>(random: &mut Random) -> Motion<V> {
    let (pair, shapes, normal) = loop {
        let placed = placed::<V>(random);
        let half = |shape: &Shape<V>| matches!(shape, Shape::HalfSpace(_));
        if !(half(&placed.1[0]) && half(&placed.1[1])) {
            break placed;
        }
    };
    let sideways = across(random, normal);
    let u = match random.below(6) {
        0 => sideways,
        1 => normal * -1.0,
        2 => normal * -1.0 + sideways * random.range(0.0, 4.0),
        3 => V::ZERO,
        4 => normal * -1.0 + direction::<V>(random) * 0.5,
        _ => direction(random),
    };
    let speed = libm::pow(10.0, random.range(-2.0, 2.0));
    let which = random.below(3);
    let mut spin = |i: usize| {
        let fast = libm::pow(10.0, random.range(-2.0, 2.0)) * speed;
        let along = random.direction3().to_array();
        let still = which == 1 - i;
        V::wedge_of(along.map(|x| if still { 0.0 } else { x * fast }))
    };
    let (wa, wb) = (spin(0), spin(1));
    let (a, b) = pair.poses(1.0);
    let center = |random: &mut Random| {
        if random.below(3) == 0 { direction::<V>(random) * 0.5 } else { V::ZERO }
    };
    let own: V = direction(random);
    let sweep = |pose, v: V, w, center| {
        let sweep = Sweep::new(pose, v * speed, w).and_then(|s| s.about(center));
        sweep.expect("a sweep")
    };
    let sweeps = [sweep(&a, own, wa, center(random)), sweep(&b, own + u, wb, center(random))];
    let reach = extent(&shapes[0]) + extent(&shapes[1]);
    let size = reach + (b.translation() - a.translation()).norm();
    let tmax = [1.0, 3.0, 15.0][random.below(3)] / speed;
    Motion { pair, shapes, sweeps, tmax, size }
}

/// An upper bound of the speed of a point of one shape relative to one of the other.
pub fn fastest<V: Maker<Scalar = f64, Wide = V>>(motion: &Motion<V>) -> f64 {
    let [a, b] = &motion.sweeps;
    let between = (b.velocity() - a.velocity()).norm();
    let reach = |i: usize| {
        let center = motion.sweeps[i].center().norm();
        match &motion.shapes[i] {
            Shape::Convex(_) => extent(&motion.shapes[i]) + center,
            // The nearest point of a half-space may be as far away as the other shape during the
            // whole motion.
            Shape::HalfSpace(_) => {
                let other = &motion.sweeps[1 - i];
                let own = motion.sweeps[i].at(0.0).apply(motion.sweeps[i].center());
                let there = other.at(0.0).apply(other.center());
                let far = (own - there).norm() + between * motion.tmax;
                far + extent(&motion.shapes[1 - i]) + other.center().norm() + motion.size
            }
        }
    };
    between + speed_of::<V>(a.angular()) * reach(0) + speed_of::<V>(b.angular()) * reach(1)
}

fn check<V: Maker<Scalar = f64, Wide = V>>(
    motion: &Motion<V>,
    impact: &Impact<V>,
    seen: &mut Counts,
) {
    let say = || format!("{impact:?} of {}", motion.describe());
    assert!((impact.normal.norm() - 1.0).abs() < 1e-14 && impact.point_a.is_finite(), "{}", say());
    assert!(impact.lower <= impact.time && impact.time <= impact.upper, "{}", say());
    seen.most = seen.most.max(impact.iterations);
    seen.mean += f64::from(impact.iterations);
    let turns: f64 = motion.sweeps.iter().map(|s| speed_of::<V>(s.angular())).sum();
    match impact.status {
        ImpactStatus::Hit => seen.hits += 1,
        ImpactStatus::Miss => seen.misses += 1,
        ImpactStatus::Undecided => seen.undecided += 1,
    }
    seen.turns = seen.turns.max(turns * impact.lower / core::f64::consts::TAU);
    let curved = motion.pair.a.curved() || motion.pair.b.curved();
    let size = motion.size + fastest(motion) * impact.lower * 1e-3;
    let tolerance = if curved { 1e-7 } else { 1e-9 } * size;
    if let Some(initial) = impact.initial {
        seen.start += 1;
        assert!(impact.time == 0.0 && initial <= tolerance, "{}", say());
        return;
    }
    if impact.end == clearance::End::StepLimit {
        seen.limit += 1;
    } else if impact.hit() {
        let off = motion.at(impact.time).signed_distance.abs();
        assert!(off <= tolerance, "{off:e} then, {}", say());
        seen.off = seen.off.max(off / size);
        let reported = (impact.point_b - impact.point_a).norm();
        assert!(reported <= tolerance, "points {reported:e} apart, {}", say());
        if impact.status == ImpactStatus::Hit {
            let after = motion.at(impact.upper);
            assert!(after.lower <= 1e-12 * size, "{after:?} {}", say());
        } else {
            seen.grazing += 1;
        }
    }
    no_contact_before(motion, impact.lower, &say);
}

/// Steps through the time that was proven to be free of contact.
fn no_contact_before<V: Maker<Scalar = f64, Wide = V>>(
    motion: &Motion<V>,
    end: f64,
    say: &impl Fn() -> String,
) {
    let fastest = fastest(motion);
    // Where the shapes are closer than this, the oracle may step past a contact.
    let least = (1e-3 * motion.size).max(fastest * end / 500.0);
    let mut t = 0.0;
    while t < end {
        let now = motion.at(t);
        assert!(now.upper >= -1e-11 * motion.size, "contact at {t:e} {now:?} {}", say());
        t += now.lower.max(least) / fastest;
    }
}

fn suite<V: Maker<Scalar = f64, Wide = V>>(seed: u64) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    let count = motions() / 10;
    for _ in 0..count {
        let motion = random_motion::<V>(&mut random);
        let ([a, b], [sweep_a, sweep_b]) = (&motion.shapes, &motion.sweeps);
        let impact = time_of_impact(a, sweep_a, b, sweep_b, motion.tmax).expect("a cast");
        check(&motion, &impact, &mut seen);
    }
    seen.mean /= count as f64;
    println!("{} {seen:?}", std::any::type_name::<V>());
    seen
}

impl Counts {
    fn assert(&self) {
        let motions = (motions() / 10) as u32;
        let share = |count: u32, of: u32| assert!(count * of > motions, "{self:?}");
        share(self.hits, 4);
        share(self.misses, 4);
        share(self.start, 6);
        share(self.grazing, 2000);
        // Pairs that spin close to each other for many turns reach the limit of 5,000 support
        // points.
        assert!(self.limit <= 1 + motions / 500 && self.turns > 100.0, "{self:?}");
        assert!(self.most <= 5_000, "{self:?}");
        assert!(self.mean < 64.0 && self.off < 1e-8, "{self:?}");
    }
}

#[test]
fn turning_motions_in_the_plane() {
    suite::<DVec2>(3).assert();
}

#[test]
fn turning_motions_in_space() {
    suite::<DVec3>(4).assert();
}
