//! Random starts in contact, with `ignore_parting`, compared with the clearance afterwards.

use clearance::glam::{DVec2, DVec3};
use clearance::{Cast, End, Impact, ImpactStatus};
use clearance_testing::Random;

use super::oracle::{Motion, motions, random_motion};
use super::turning;
use crate::common::pairs::Maker;

/// Counts of the outcomes.
#[derive(Debug, Default)]
struct Counts {
    /// Starts in contact.
    starts: u32,
    /// Of these: ignored to the end, hits at once, and hits after separating.
    misses: u32,
    at_once: u32,
    later: u32,
    /// The search reached its step limit before the result was known.
    limit: u32,
}

fn impact<V: Maker<Scalar = f64, Wide = V>>(motion: &Motion<V>, ignore: bool) -> Impact<V> {
    let ([a, b], [sweep_a, sweep_b]) = (&motion.shapes, &motion.sweeps);
    let mut cast = Cast::new(a, sweep_a, b, sweep_b, motion.tmax).expect("a cast");
    if ignore { cast.ignore_parting().impact() } else { cast.impact() }
}

/// How far the clearance falls below its value at the start, before a given time. It is evaluated
/// at sixty times, each 1.5 times the one before.
fn deepest<V: Maker<Scalar = f64, Wide = V>>(motion: &Motion<V>, initial: f64, until: f64) -> f64 {
    let times = (0..60).map(|i| until * libm::pow(1.5, -f64::from(i)));
    times.map(|t| initial - motion.at(t).signed_distance).fold(f64::NEG_INFINITY, f64::max)
}

/// Whether the shapes are at least nearly as deep at some time soon after the start. They may
/// separate later, around the next corner.
fn approaches<V: Maker<Scalar = f64, Wide = V>>(motion: &Motion<V>, initial: f64) -> bool {
    let turns = motion.sweeps.iter().any(|s| s.turns());
    let relative = (motion.sweeps[1].velocity() - motion.sweeps[0].velocity()).norm();
    let speed = if turns { turning::fastest(motion) } else { relative };
    let mut ways = (0..18).map(|i| libm::pow(0.5, f64::from(i)) * 1e-5 * motion.size);
    ways.any(|way| {
        let time = (way / speed).min(motion.tmax);
        motion.at(time).signed_distance <= initial + 1e-4 * way + 1e-13 * motion.size
    })
}

fn check<V: Maker<Scalar = f64, Wide = V>>(motion: &Motion<V>, seen: &mut Counts) {
    let (plain, parting) = (impact(motion, false), impact(motion, true));
    let Some(initial) = plain.initial else {
        assert_eq!(plain, parting, "{}", motion.describe());
        return;
    };
    let say = || format!("{parting:?} of {}", motion.describe());
    assert_eq!(parting.initial, Some(initial), "{}", say());
    if !initial.is_finite() {
        return; // Half-spaces.
    }
    seen.starts += 1;
    let turns = motion.sweeps.iter().any(|s| s.turns());
    // The cast evaluates contacts of rotating shapes every 64th of a radian. In between, the depth
    // can grow by at most the square of that, times a part of their path.
    let (exact, curved) = (1e-7 * motion.size, 1e-3 * motion.size);
    let tolerance = if turns { curved } else { exact };
    let speed = (motion.sweeps[1].velocity() - motion.sweeps[0].velocity()).norm();
    let long = motion.tmax.min(if speed > 0.0 { 10.0 * motion.size / speed } else { 1.0 });
    if parting.end == End::StepLimit {
        seen.limit += 1;
        assert!(turns && parting.status == ImpactStatus::Undecided, "{}", say());
        let deeper = deepest(motion, initial.min(0.0), 0.999 * parting.lower);
        assert!(deeper <= tolerance, "deeper by {deeper:e}: {}", say());
    } else if parting.status == ImpactStatus::Miss {
        seen.misses += 1;
        let deeper = deepest(motion, initial, long);
        assert!(deeper <= tolerance, "deeper by {deeper:e}: {}", say());
    } else if parting.time == 0.0 {
        seen.at_once += 1;
        assert!(approaches(motion, initial), "{}", say());
    } else {
        seen.later += 1;
        assert!(turns, "{}", say());
        let then = motion.at(parting.time);
        assert!(then.lower <= exact, "{then:?}: {}", say());
        let deeper = deepest(motion, initial.min(0.0), 0.999 * parting.lower);
        assert!(deeper <= tolerance, "deeper by {deeper:e}: {}", say());
    }
}

fn suite<V: Maker<Scalar = f64, Wide = V>>(seed: u64, turning: bool) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for _ in 0..motions() / 25 {
        let motion = if turning {
            turning::random_motion::<V>(&mut random)
        } else {
            random_motion::<V>(&mut random)
        };
        check(&motion, &mut seen);
    }
    println!("{} {turning} {seen:?}", std::any::type_name::<V>());
    seen
}

impl Counts {
    fn assert(&self, turning: bool) {
        let count = motions() as u32 / 25;
        let share = |found: u32, of: u32| assert!(found * of > count, "{self:?}");
        share(self.starts, 6);
        assert!(self.limit * 20 <= count, "{self:?}");
        share(self.misses, 32);
        share(self.at_once, 16);
        if turning {
            share(self.later, 200);
        } else {
            assert_eq!(self.later, 0, "{self:?}");
        }
    }
}

#[test]
fn translating_starts_in_contact() {
    suite::<DVec2>(21, false).assert(false);
    suite::<DVec3>(22, false).assert(false);
}

#[test]
fn rotating_starts_in_contact() {
    suite::<DVec2>(23, true).assert(true);
    suite::<DVec3>(24, true).assert(true);
}
