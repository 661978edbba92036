//! Casts: when do two moving shapes touch first?
//!
//! `scaled` runs a closed form or [`crate::motion::search`] on the scaled pair. Of the closed forms, `nearest`
//! follows nearest points through time, and `rounded` finds them.
//! `parting` has the rule for shapes that start in contact and move apart, and `sides` that for one-sided
//! shapes. `record` keeps all evidence.

mod by_distance;
mod parting;
mod record;
mod rounded;
mod scaled;
pub mod search;
mod sides;

use core::cell::Cell;

use crate::Error;
use crate::answer::{Algorithm, Clearance, End, Impact, ImpactCertificate, ImpactStatus};
use crate::entry::entry_points;
use crate::motion::search::MOST_SUPPORTS;
use crate::number::{Scalar, min};
use crate::prefilter::are_likely_within;
use crate::query::{Placement, Query, watched};
use crate::shape::{Convex, Geometry, Operand, Part, PieceId};
use crate::solution::{MOST_STEPS, Summary};
use crate::space::{MOTION_ERROR, Pose, Sweep, Vector};
use crate::trace::Trace;
use scaled::{Moving, Proof};

/// How often the clearance is asked for a better time of impact, at most. A step of Newton's method leaves a
/// tenth of the gap or less.
const MOST_LOOKS: u32 = 8;

/// A query about two moving convex shapes, with options: see `clearance::Cast`.
pub struct Cast<'q, V: Vector> {
    #[doc(hidden)]
    pub a: Operand<'q, V::Wide>,
    #[doc(hidden)]
    pub b: Operand<'q, V::Wide>,
    #[doc(hidden)]
    pub sweeps: [Sweep<V>; 2],
    tmax: f64,
    gap: f64,
    algorithm: Algorithm,
    ignore_parting: bool,
    trace: Option<&'q mut dyn Trace<V::Wide>>,
    /// The number of support points computed so far.
    taken: u32,
}

/// The end of a cast as a number that is 0 or more, and may be infinite.
#[doc(hidden)]
pub fn checked_end<S: Scalar>(tmax: S) -> Result<f64, Error> {
    let value = tmax.to_f64();
    if value.is_nan() {
        return Err(Error::NotFinite { what: "tmax", index: None, value });
    }
    if value < 0.0 {
        return Err(Error::Negative { what: "tmax", value });
    }
    Ok(value)
}

impl<'q, V: Vector> Cast<'q, V> {
    /// A cast from time 0 to `tmax`, which may be infinite.
    ///
    /// # Errors
    /// Times that are NaN or negative.
    pub fn new<A: Geometry<V = V>, B: Geometry<V = V>>(
        a: &'q A,
        sweep_a: &Sweep<V>,
        b: &'q B,
        sweep_b: &Sweep<V>,
        tmax: V::Scalar,
    ) -> Result<Self, Error> {
        Self::lowered(Operand::of(a), sweep_a, Operand::of(b), sweep_b, tmax)
    }
    /// As [`Cast::new`], on shapes that are lowered already.
    ///
    /// # Errors
    /// As [`Cast::new`].
    #[doc(hidden)]
    #[inline]
    pub fn lowered(
        a: Operand<'q, V::Wide>,
        sweep_a: &Sweep<V>,
        b: Operand<'q, V::Wide>,
        sweep_b: &Sweep<V>,
        tmax: V::Scalar,
    ) -> Result<Self, Error> {
        let value = checked_end(tmax)?;
        Ok(Self {
            a,
            b,
            sweeps: [*sweep_a, *sweep_b],
            tmax: value,
            gap: 0.0,
            algorithm: Algorithm::Auto,
            ignore_parting: false,
            trace: None,
            taken: 0,
        })
    }
    /// See `clearance::Cast::gap`.
    ///
    /// # Errors
    /// Gaps that are NaN, infinite, negative or larger than [`Scalar::LARGEST`].
    pub fn gap(mut self, gap: V::Scalar) -> Result<Self, Error> {
        self.gap = Error::not_negative("gap", gap)?.to_f64();
        Ok(self)
    }
    /// See `clearance::Cast::algorithm`.
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self
    }
    /// See `clearance::Cast::ignore_parting`.
    pub fn ignore_parting(mut self) -> Self {
        self.ignore_parting = true;
        self
    }
    /// Reports each step to `trace`.
    pub fn trace<'c>(self, trace: &'c mut dyn Trace<V::Wide>) -> Cast<'c, V>
    where
        'q: 'c,
    {
        let Self { a, b, sweeps, tmax, gap, algorithm, ignore_parting, taken, .. } = self;
        Cast { a, b, sweeps, tmax, gap, algorithm, ignore_parting, trace: Some(trace), taken }
    }

    /// See `clearance::time_of_impact`.
    pub fn impact(&mut self) -> Impact<V> {
        V::enter::<ImpactEntry<'_, 'q>>(self)
    }
    /// See `clearance::Cast::time`.
    pub fn time(&mut self) -> Option<V::Scalar> {
        V::enter::<TimeEntry<'_, 'q>>(self)
    }
    /// See `clearance::Cast::certificate`.
    pub fn certificate(&mut self) -> ImpactCertificate<V> {
        V::enter::<ProofEntry<'_, 'q>>(self)
    }
}

entry_points! {
    ImpactEntry<'x, 'q: 'x>(cast: &'x mut Cast<'q, V>) -> Impact<V> {
        watched!(cast, trace => cast.answer(trace))
    }
    TimeEntry<'x, 'q: 'x>(cast: &'x mut Cast<'q, V>) -> Option<V::Scalar> {
        watched!(cast, trace => cast.first_time(trace))
    }
    ProofEntry<'x, 'q: 'x>(cast: &'x mut Cast<'q, V>) -> ImpactCertificate<V> {
        watched!(cast, trace => cast.recorded(trace))
    }
}

impl<V: Vector> Cast<'_, V> {
    #[inline(always)]
    fn answer<T: Trace<V::Wide>>(&mut self, trace: &mut T) -> Impact<V> {
        self.run(trace.watches(), trace, None)
    }

    /// Inlined, so that the answer is written only once.
    #[inline(always)]
    fn run<T: Trace<V::Wide>>(
        &mut self,
        is_watched: bool,
        trace: &mut T,
        mut proof: Proof<'_, V>,
    ) -> Impact<V> {
        self.taken = 0;
        let mut impact = if !is_watched && self.starts_in_contact() {
            self.in_contact(0.0)
        } else {
            self.first(0.0, false, trace, proof.as_deref_mut())
        };
        let is_start = impact.initial.is_some();
        if self.ignore_parting && is_start || impact.hit() && self.is_one_sided() {
            impact = self.past_ignored(impact, trace, proof);
        }
        impact.iterations = self.taken;
        impact
    }

    /// See [`Cast::time`]. To ignore a contact, its points are necessary.
    fn first_time<T: Trace<V::Wide>>(&mut self, trace: &mut T) -> Option<V::Scalar> {
        let impact = if self.ignore_parting || self.is_one_sided() {
            self.answer(trace)
        } else if !trace.watches() && self.starts_in_contact() {
            return Some(Scalar::ZERO);
        } else {
            self.taken = 0;
            self.first(0.0, true, trace, None)
        };
        impact.hit().then_some(impact.time)
    }

    /// Does an early test prove that the shapes are in contact at time 0? It is made only if this is likely.
    fn starts_in_contact(&self) -> bool {
        let (Operand::Convex(a), Operand::Convex(b)) = (&self.a, &self.b) else { return false };
        let (start_a, start_b) = (self.sweeps[0].start(), self.sweeps[1].start());
        let way = start_b.translation().widen() - start_a.translation().widen();
        let is_likely =
            self.algorithm == Algorithm::Auto && are_likely_within([a, b], way, self.gap);
        is_likely && {
            let placement = Placement::InWorld(start_a, start_b);
            Query::<V>::of([self.a, self.b], placement).is_surely_within(self.gap)
        }
    }

    /// The first contact from the time `from` on, with the points that prove it in `proof`. With `time_only`,
    /// only the time, its lower bound and a proven miss are valid.
    fn first<T: Trace<V::Wide>>(
        &mut self,
        from: f64,
        time_only: bool,
        trace: &mut T,
        mut proof: Proof<'_, V>,
    ) -> Impact<V> {
        let [sweep_a, sweep_b] = &self.sweeps;
        let is_sound = is_sized::<V>(&self.a) && is_sized::<V>(&self.b);
        if !(is_sound && is_finite(sweep_a.start()) && is_finite(sweep_b.start())) {
            return nothing_known(from);
        }
        // Support points are reserved for the clearance of the contact, and for that of the certificate
        // of a start in contact.
        let kept = if from > 0.0 { 2 * MOST_STEPS } else { MOST_STEPS };
        let most = MOST_SUPPORTS.saturating_sub(self.taken + kept);
        let taken = &Cell::new(0);
        let sweeps = [sweep_a, sweep_b];
        let Self { gap, tmax, algorithm, .. } = *self;
        let motion = Moving { sweeps, gap, from, tmax, algorithm, time_only, most, taken };
        let found = match (self.a.part(), self.b.part()) {
            (Part::Convex(a), Part::Convex(b)) => scaled::convex(a, b, &motion, trace, proof),
            (Part::HalfSpace(a), Part::Convex(b)) => {
                scaled::half_space(a, b, &motion, trace, proof)
            }
            (Part::Convex(a), Part::HalfSpace(b)) => {
                let swapped = Moving { sweeps: [sweep_b, sweep_a], ..motion };
                let a_in_b = swapped.start();
                let found = scaled::half_space(b, a, &swapped, trace, proof.as_deref_mut());
                if let Some(proof) = proof {
                    *proof = proof.mirrored();
                }
                found.map(|impact| impact.mirrored(|axis| a_in_b.unrotate(axis)))
            }
            (Part::HalfSpace(_), Part::HalfSpace(_)) => self.planes(from),
        };
        // The way to a start in contact is not counted: an early test may have found it without.
        if found.is_some() || from > 0.0 {
            self.taken += taken.get();
        }
        match found {
            Some(impact) if impact.hit() && impact.end == End::NoProgress => self.looked_at(impact),
            Some(impact) => impact,
            None if time_only => nothing_known(from),
            None => self.in_contact(from),
        }
    }

    /// For touching shapes whose nearest points GJK did not find: the clearance may find them with another
    /// algorithm. If it proves that the shapes are still apart, the time of impact is later, within its bounds.
    fn looked_at(&mut self, mut impact: Impact<V>) -> Impact<V> {
        for _ in 0..MOST_LOOKS {
            let time = impact.time.to_f64();
            let then = self.clearance(time);
            if !then.bounded() {
                break;
            }
            let Clearance { normal, point_a, point_b, .. } = then;
            impact = Impact { normal, point_a, point_b, ..impact };
            let (left, closing) =
                (then.lower.to_f64() - self.gap, -self.contact(time, &then).along);
            let later = V::Scalar::of(time + left / closing);
            let later = later.min(impact.upper).min(V::Scalar::of(self.tmax));
            // Nothing is known of the time of an impact that the search did not come near.
            let goes_on = impact.lower > V::Scalar::ZERO && left > 0.0 && closing > 0.0;
            if !(goes_on && later > impact.time) {
                break;
            }
            impact.time = later;
        }
        impact
    }

    /// The clearance of the pair at a time.
    fn clearance(&mut self, time: f64) -> Clearance<V> {
        let found = self.ask_at(time, |mut query| query.clearance());
        // A closed form computes no support points, but counts as one, because it is not free.
        self.taken += found.iterations.max(1);
        found
    }

    /// A question about the pair at a time.
    #[inline(always)]
    fn ask_at<R>(&self, time: f64, ask: impl FnOnce(Query<'_, V>) -> R) -> R {
        let both = [self.a, self.b];
        if time == 0.0 {
            let (start_a, start_b) = (self.sweeps[0].start(), self.sweeps[1].start());
            ask(Query::of(both, Placement::InWorld(start_a, start_b)))
        } else {
            let (frame_a, frame_b) = (self.sweeps[0].at(time), self.sweeps[1].at(time));
            ask(Query::of(both, Placement::Moved(&frame_a, &frame_b)))
        }
    }

    /// Two half-spaces. They are apart only if they face each other, and a turn ends this at once.
    fn planes(&mut self, from: f64) -> Option<Impact<V>> {
        let now = self.clearance(from);
        let [a, b] = self.sweeps;
        if now.lower.to_f64() <= self.gap || a.turns() || b.turns() {
            return None;
        }
        let relative = b.velocity().widen() - a.velocity().widen();
        // In the world. The normal of the answer is rounded to the query's precision, so it is not used.
        let axis = a.at(from).rotate(now.evidence.axis);
        let normal = axis.unit_along().unwrap_or_else(|| now.normal.widen());
        let closing = -normal.dot(relative);
        // The normal is accurate to some roundings, and so is the speed of approach.
        let fastest = closing + MOTION_ERROR * f64::EPSILON * relative.norm();
        let until = |gap: f64, speed: f64| {
            let time = from + (gap - self.gap) / speed;
            if speed > 0.0 { min(time, f64::MAX) } else { f64::INFINITY }
        };
        let earliest = until(now.lower.to_f64(), fastest);
        if earliest > self.tmax || earliest == f64::INFINITY {
            return Some(Impact::miss(self.tmax, now.evidence.axis, now.iterations));
        }
        let time = until(now.signed_distance.to_f64(), closing).min(self.tmax).min(f64::MAX);
        // The planes slide along each other while they approach. B's point is the point above that of A.
        let left = normal * (now.signed_distance.to_f64() - closing * (time - from));
        let then = now.point_a.widen() + a.velocity().widen() * (time - from);
        let there = [V::narrow(then), V::narrow(then + left)];
        let is_far = !there.iter().all(|p| p.is_finite());
        let [point_a, point_b] = if is_far { [now.point_a, now.point_b] } else { there };
        Some(Impact {
            status: ImpactStatus::Undecided,
            time: Scalar::of(time),
            lower: Scalar::below(earliest),
            initial: None,
            upper: Scalar::INFINITY,
            point_a,
            point_b,
            ..self.contact_of(from, &Summary::of(&now))
        })
    }

    /// The answer for shapes that are in contact at a time.
    fn in_contact(&mut self, time: f64) -> Impact<V> {
        let now = self.summary(time);
        self.taken += now.steps.max(1);
        self.contact_of(time, &now)
    }

    /// The clearance at a time, without a witness.
    fn summary(&self, time: f64) -> Summary<V> {
        self.ask_at(time, |mut query| query.summary())
    }

    /// The answer for a contact at a time, from the clearance at this time.
    fn contact_of(&self, time: f64, now: &Summary<V>) -> Impact<V> {
        let [_, signed_distance, upper] = now.brief.numbers;
        let [normal, point_a, point_b] = now.brief.vectors;
        let hit = upper.to_f64() <= self.gap;
        Impact {
            status: if hit { ImpactStatus::Hit } else { ImpactStatus::Undecided },
            time: Scalar::of(time),
            lower: Scalar::below(time),
            upper: if hit { Scalar::above(time) } else { Scalar::INFINITY },
            normal,
            point_a,
            point_b,
            piece_a: PieceId::ONLY,
            piece_b: PieceId::ONLY,
            initial: Some(signed_distance),
            end: now.end,
            iterations: now.steps,
            axis: now.axis,
        }
    }
}

/// A pose from [`Pose::from_unit`] may not be finite.
fn is_finite<V: Vector>(pose: &Pose<V>) -> bool {
    pose.translation().is_finite() && pose.zero_if_turn_is_finite() == 0.0
}

/// Are the sizes that a shape reports within the range of lengths? NaN is not. Only a user-defined shape
/// can report others.
fn is_sized<V: Vector>(operand: &Operand<'_, V::Wide>) -> bool {
    let Operand::Convex(shape) = operand else { return true };
    let sizes = [shape.radius_wide(), shape.reach(), shape.support_error()];
    // Coordinates are at most the largest length, and distances less than twice as much.
    let most = 2.0 * V::Scalar::LARGEST.to_f64();
    sizes.iter().all(|x| (0.0..=most).contains(x)) && shape.center().is_finite()
}

/// The answer if nothing is known about the time from `from` on.
fn nothing_known<V: Vector>(from: f64) -> Impact<V> {
    Impact {
        status: ImpactStatus::Undecided,
        time: Scalar::of(from),
        lower: Scalar::below(from),
        end: End::NoProgress,
        ..Impact::miss(from, Vector::unit(0), 0)
    }
}
