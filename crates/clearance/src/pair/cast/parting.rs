//! Shapes that start in contact and move apart: with [`Cast::ignore_parting`] this is no hit.
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
//! when a gap is proven.

use super::Cast;
use super::scaled::Proof;
use crate::algorithm::cast::MOST_SUPPORTS;
use crate::algorithm::cast::path::speed as angle;
use crate::answer::{Clearance, End, Impact, ImpactStatus};
use crate::number::Scalar;
use crate::pair::solved::{MOST_STEPS, Summary};
use crate::space::{Sweep, Vector};
use crate::trace::Trace;

/// Speeds below this share of the relative speed count as 0: the square root of the rounding of `f64`,
/// which is the accuracy of the normal of a touch.
const SLIDING: f64 = 1.5e-8;

/// The largest turn between two tests of a contact, and the largest motion relative to the size.
const LARGEST_STEP: f64 = 1.0 / 64.0;

impl<V: Vector> Cast<'_, V> {
    /// `impact` is the contact at the start.
    pub(super) fn past_parting<T: Trace<V::Wide>>(
        &mut self,
        impact: Impact<V>,
        trace: &mut T,
        proof: Proof<'_, V>,
    ) -> Impact<V> {
        let initial = impact.initial;
        if !self.may_test() {
            return self.unknown(impact);
        }
        if self.sweeps.iter().any(Sweep::turns) {
            return Impact { initial, ..self.past_turning(impact, trace, proof) };
        }
        let now = self.clearance(0.0);
        if !self.parts(0.0, &now) && !self.parts_at_a_corner(0.0, &now) {
            return impact;
        }
        Impact { initial, ..Impact::miss(self.tmax, now.evidence.axis, impact.iterations) }
    }

    pub(super) fn contact(&self, time: f64, contact: &Clearance<V>) -> Contact {
        // From the centre of rotation to the point of contact, and the velocity there.
        let moving = |sweep: &Sweep<V>, point: V| {
            let arm = point.widen() - sweep.at(time).apply(sweep.center().widen());
            let turning = V::Wide::turning(V::wedge_widen(sweep.angular()), arm);
            (arm, sweep.velocity().widen() + turning)
        };
        let (arm_a, a) = moving(&self.sweeps[0], contact.point_a);
        let (arm_b, b) = moving(&self.sweeps[1], contact.point_b);
        let along = contact.normal.widen().dot(b - a);
        Contact { along, speed: a.norm() + b.norm(), arms: arm_a.norm() + arm_b.norm() }
    }

    fn parts(&self, time: f64, contact: &Clearance<V>) -> bool {
        let Contact { along, speed, .. } = self.contact(time, contact);
        along >= -SLIDING.max(4.0 * V::Scalar::EPSILON.to_f64()) * speed
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

    /// Follows a contact of turning shapes to its end.
    fn past_turning<T: Trace<V::Wide>>(
        &mut self,
        impact: Impact<V>,
        trace: &mut T,
        mut proof: Proof<'_, V>,
    ) -> Impact<V> {
        let (mut time, mut contact) = (0.0, self.clearance(0.0));
        // If the clearance is not bounded at all, more tests do not help.
        while self.may_test() && (contact.lower.is_finite() || contact.upper < Scalar::INFINITY) {
            if contact.lower.to_f64() > self.gap {
                let next = self.first(time, false, trace, proof.as_deref_mut());
                // A gap that is too small for a cast of turning shapes still counts as contact.
                if next.initial.is_none() {
                    return next;
                }
            }
            if !self.parts(time, &contact) && !self.parts_at_a_corner(time, &contact) {
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
