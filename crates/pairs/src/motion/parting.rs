//! Contacts that do not count: with [`Cast::ignore_parting`] those of shapes that start in contact and move
//! apart, and always those that a one-sided shape refuses (`sides`).
//!
//! The contact has a normal n from A to B, and a point on each shape that moves with it. The shapes
//! *part* if B's point does not move against n relative to A's: they separate, slide or rest.
//!
//! Without turning, the clearance f(t) = max over n of g_n(t) is convex in t, for overlap too, and each
//! g_n is linear. So if the shapes part along one n that gives f(0), f never falls below f(0), and the
//! answer is a miss. If the shapes touch at a corner, there may be many such n, and the shapes may not
//! part along the one that was found. The clearance a little later finds another one.
//!
//! Turning shapes are tested again and again while the contact lasts, after small turns. The cast goes on
//! when a gap is proven. A later contact counts, unless a one-sided shape refuses it.

use super::Cast;
use super::scaled::Proof;
use crate::answer::{Clearance, End, Impact, ImpactStatus};
use crate::motion::search::MOST_SUPPORTS;
use crate::motion::search::path::speed as angle;
use crate::number::Scalar;
use crate::solution::{MOST_STEPS, Summary};
use crate::space::{Sweep, Vector};
use crate::trace::Trace;

/// Speeds below this share of the relative speed count as 0: the square root of the rounding of `f64`,
/// which is the accuracy of the normal of a touch.
const SLIDING: f64 = 1.5e-8;

/// The largest turn between two tests of a contact, and the largest motion relative to the size.
const LARGEST_STEP: f64 = 1.0 / 64.0;

/// Speeds below this share of the speeds of both shapes count as 0.
pub(super) fn still<V: Vector>() -> f64 {
    SLIDING.max(4.0 * V::Scalar::EPSILON.to_f64())
}

impl<V: Vector> Cast<'_, V> {
    /// The first contact that counts. `impact` is the first of all.
    pub(super) fn past_ignored<T: Trace<V::Wide>>(
        &mut self,
        impact: Impact<V>,
        trace: &mut T,
        proof: Proof<'_, V>,
    ) -> Impact<V> {
        // What starts where it cannot be touched does not start in contact.
        let initial = impact.initial.filter(|_| self.are_faced(0.0));
        let is_turning = self.sweeps.iter().any(Sweep::turns);
        if !is_turning && self.is_refused_for_good(&impact) {
            return Impact { initial, ..Impact::miss(self.tmax, impact.axis, impact.iterations) };
        }
        let may_part = self.ignore_parting && impact.initial.is_some();
        if !(may_part || is_turning) {
            return impact;
        }
        if !self.may_test() {
            return self.unknown(impact);
        }
        if is_turning {
            return Impact { initial, ..self.past_turning(impact, trace, proof) };
        }
        let now = self.clearance(0.0);
        if !self.parts(0.0, &now) && !self.parts_at_a_corner(0.0, &now) {
            return impact;
        }
        Impact { initial, ..Impact::miss(self.tmax, now.evidence.axis, impact.iterations) }
    }

    /// For a point of each shape at a time: the vector from the centre of rotation, and the velocity.
    pub(super) fn moving(&self, time: f64, points: [V; 2]) -> [(V::Wide, V::Wide); 2] {
        [0, 1].map(|i| {
            let (sweep, point) = (&self.sweeps[i], points[i].widen());
            let arm = point - sweep.at(time).apply(sweep.center().widen());
            let turning = V::Wide::turning(V::wedge_widen(sweep.angular()), arm);
            (arm, sweep.velocity().widen() + turning)
        })
    }

    pub(super) fn contact(&self, time: f64, contact: &Clearance<V>) -> Contact {
        let [(arm_a, a), (arm_b, b)] = self.moving(time, [contact.point_a, contact.point_b]);
        let along = contact.normal.widen().dot(b - a);
        Contact { along, speed: a.norm() + b.norm(), arms: arm_a.norm() + arm_b.norm() }
    }

    fn parts(&self, time: f64, contact: &Clearance<V>) -> bool {
        let Contact { along, speed, .. } = self.contact(time, contact);
        along >= -still::<V>() * speed
    }

    /// Do the shapes part along another normal of the same contact? The clearance a little later answers
    /// this: if they had approached along this normal only, they would be deeper by twice the accuracy of
    /// the clearance.
    fn parts_at_a_corner(&mut self, time: f64, now: &Clearance<V>) -> bool {
        let Contact { along, .. } = self.contact(time, now);
        let unsure = now.upper.to_f64() - now.lower.to_f64();
        let later = (time + 4.0 * unsure / -along).min(self.tmax);
        if !(later > time && later.is_finite()) {
            return false;
        }
        let then = self.clearance(later);
        then.upper.to_f64() >= now.lower.to_f64() && self.parts(later, &then)
    }

    /// Does the contact at a time not count? `is_first` says whether it is the one at the start.
    fn is_ignored(&mut self, time: f64, contact: &Clearance<V>, is_first: bool) -> bool {
        self.is_refused(time, [contact.point_a, contact.point_b])
            || is_first
                && self.ignore_parting
                && (self.parts(time, contact) || self.parts_at_a_corner(time, contact))
    }

    /// Is it a hit of shapes that were apart, which a one-sided shape refuses?
    fn is_refused_later(&self, impact: &Impact<V>) -> bool {
        impact.hit()
            && impact.end != End::StepLimit
            && self.is_refused(impact.time.to_f64(), [impact.point_a, impact.point_b])
    }

    /// Follows a contact of turning shapes to its end, and goes on to the next one.
    fn past_turning<T: Trace<V::Wide>>(
        &mut self,
        impact: Impact<V>,
        trace: &mut T,
        mut proof: Proof<'_, V>,
    ) -> Impact<V> {
        let mut is_first = impact.initial.is_some();
        if !is_first && !self.is_refused_later(&impact) {
            return impact;
        }
        let mut time = impact.time.to_f64();
        let mut contact = self.clearance(time);
        // If the clearance is not bounded at all, more tests do not help.
        while self.may_test() && (contact.lower.is_finite() || contact.upper < Scalar::INFINITY) {
            if contact.lower.to_f64() > self.gap {
                let next = self.first(time, false, trace, proof.as_deref_mut());
                // A gap that is too small for a cast of turning shapes still counts as contact.
                if next.initial.is_none() {
                    if !self.is_refused_later(&next) {
                        return next;
                    }
                    is_first = false;
                    time = next.time.to_f64();
                    contact = self.clearance(time);
                }
            }
            if !self.is_ignored(time, &contact, is_first) {
                return self.contact_of(time, &Summary::of(&contact));
            }
            if time >= self.tmax {
                return Impact::miss(self.tmax, contact.evidence.axis, impact.iterations);
            }
            time = (time + self.step_after(time, &contact)).min(self.tmax);
            contact = self.clearance(time);
        }
        self.unknown(self.contact_of(time, &Summary::of(&contact)))
    }

    /// Are there support points left for two more tests, and for one that the certificate needs?
    fn may_test(&self) -> bool {
        self.taken + 3 * MOST_STEPS <= MOST_SUPPORTS
    }

    /// The answer if the contact is ignored until its time, and nothing is known afterwards.
    fn unknown(&self, impact: Impact<V>) -> Impact<V> {
        let (status, end) = (ImpactStatus::Undecided, End::StepLimit);
        Impact { status, end, upper: Scalar::INFINITY, ..impact }
    }

    /// The time from one test of a contact to the next: short at first, then at most a small turn.
    fn step_after(&self, time: f64, contact: &Clearance<V>) -> f64 {
        let unsure = contact.upper.to_f64() - contact.lower.to_f64();
        let Contact { speed, arms, .. } = self.contact(time, contact);
        let turning = |s: &Sweep<V>| angle::<V::Wide>(V::wedge_widen(s.angular()));
        let turns: f64 = self.sweeps.iter().map(turning).sum();
        let most = LARGEST_STEP / (turns + if speed > 0.0 { speed / arms } else { 0.0 });
        most.min(time.max(8.0 * unsure / speed))
    }
}

/// The motion of a contact.
pub(super) struct Contact {
    /// The speed of B's point along the normal, relative to A's.
    pub along: f64,
    /// The speeds of both points.
    speed: f64,
    /// The distances of both points from the centres of rotation.
    arms: f64,
}
