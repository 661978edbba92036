//! Shapes that start in contact and move apart: no hit, if the caller says so.
//!
//! The contact has a normal n from A to B, and points that move with their shapes. The shapes
//! *part* if B's point does not move against n as seen from A's: they separate, slide or rest.
//!
//! Without turning, the clearance f(t) = max over n of g_n(t) is convex in t, in overlap too, and
//! the g_n are linear; so parting along one n that gives f(0) means that f never falls below
//! f(0), and the answer is a miss. Where shapes touch at a corner there may be many such n, and
//! the one found may not be among those that the shapes part along. A clearance just later finds
//! another.
//!
//! Turning shapes are watched while the contact lasts, a small turn at a time. The cast goes on
//! when a gap is proven.

use super::Cast;
use crate::algorithm::cast::MOST_SUPPORTS;
use crate::algorithm::cast::path::speed as angle;
use crate::answer::{Clearance, End, Impact, ImpactStatus};
use crate::number::Scalar;
use crate::pair::solved::MOST_STEPS;
use crate::space::{Sweep, Vector};
use crate::trace::Trace;

/// Speeds below this share of the relative speed count as none: the square root of `f64`'s
/// rounding, to which the normal of a touch is known.
const SLIDING: f64 = 1.5e-8;

/// How far shapes may turn, or move relative to their size, between two looks at a contact.
const GLANCE: f64 = 1.0 / 64.0;

impl<V: Vector> Cast<'_, V> {
    /// `impact` is the contact at the start.
    pub(super) fn past_parting<T: Trace<V::Wide>>(
        &mut self,
        impact: Impact<V>,
        trace: &mut T,
    ) -> Impact<V> {
        let initial = impact.initial;
        if !self.may_look() {
            return self.unknown(impact);
        }
        if self.sweeps.iter().any(Sweep::turns) {
            return Impact { initial, ..self.past_turning(impact, trace) };
        }
        let now = self.clearance(0.0);
        if !self.parts(0.0, &now) && !self.parts_at_a_corner(0.0, &now) {
            return impact;
        }
        Impact { initial, ..Impact::miss(self.tmax, now.evidence.axis, impact.iterations) }
    }

    fn contact(&self, time: f64, contact: &Clearance<V>) -> Contact {
        let points = [contact.point_a, contact.point_b].map(Vector::widen);
        let arms: [V::Wide; 2] = [0, 1].map(|i| {
            let sweep = &self.sweeps[i];
            points[i] - sweep.at(time).apply(sweep.center().widen())
        });
        let [a, b]: [V::Wide; 2] = [0, 1].map(|i| {
            let sweep = &self.sweeps[i];
            let w = V::wedge_widen(sweep.angular());
            sweep.velocity().widen() + Vector::turning(w, arms[i])
        });
        let along = contact.normal.widen().dot(b - a);
        Contact { along, speed: a.norm() + b.norm(), arms: arms[0].norm() + arms[1].norm() }
    }

    fn parts(&self, time: f64, contact: &Clearance<V>) -> bool {
        let Contact { along, speed, .. } = self.contact(time, contact);
        along >= -SLIDING.max(4.0 * V::Scalar::EPSILON.to_f64()) * speed
    }

    /// Is there another normal of the same contact that the shapes part along? They are looked
    /// at just later: had they approached by this one alone, they were deeper in by twice what
    /// is known of the clearance.
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
    fn past_turning<T: Trace<V::Wide>>(&mut self, impact: Impact<V>, trace: &mut T) -> Impact<V> {
        let (mut time, mut contact) = (0.0, self.clearance(0.0));
        // Of what nothing is known no number of looks tells more.
        while self.may_look() && (contact.lower.is_finite() || contact.upper < Scalar::INFINITY) {
            if contact.lower.to_f64() > self.gap {
                let next = self.first(time, false, trace);
                // A gap below what a cast of turning shapes can tell from none is contact yet.
                if next.initial.is_none() {
                    return next;
                }
            }
            if !self.parts(time, &contact) && !self.parts_at_a_corner(time, &contact) {
                return self.contact_of(time, &contact);
            }
            if time >= self.tmax {
                return Impact::miss(self.tmax, contact.evidence.axis, impact.iterations);
            }
            time = (time + self.glance(time, &contact)).min(self.tmax);
            contact = self.clearance(time);
        }
        self.unknown(self.contact_of(time, &contact))
    }

    /// Are there support points for two more looks, and for one that the certificate takes?
    fn may_look(&self) -> bool {
        self.taken + 3 * MOST_STEPS <= MOST_SUPPORTS
    }

    /// The contact is ignored until then, and nothing is known of what comes after.
    fn unknown(&self, impact: Impact<V>) -> Impact<V> {
        let (status, end) = (ImpactStatus::Undecided, End::StepLimit);
        Impact { status, end, upper: Scalar::INFINITY, ..impact }
    }

    /// When to look at a contact again: soon after it was made, and later after small turns.
    fn glance(&self, time: f64, contact: &Clearance<V>) -> f64 {
        let unsure = contact.upper.to_f64() - contact.lower.to_f64();
        let Contact { speed, arms, .. } = self.contact(time, contact);
        let turning = |s: &Sweep<V>| angle::<V::Wide>(V::wedge_widen(s.angular()));
        let turns: f64 = self.sweeps.iter().map(turning).sum();
        let most = GLANCE / (turns + if speed > 0.0 { speed / arms } else { 0.0 });
        most.min(time.max(8.0 * unsure / speed))
    }
}

/// What there is to know of a contact's motion.
struct Contact {
    /// How fast B's point moves along the normal, as seen from A's.
    along: f64,
    /// The speeds of both points.
    speed: f64,
    /// The distances of both points from the centres of rotation.
    arms: f64,
}
