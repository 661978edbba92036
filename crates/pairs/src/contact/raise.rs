//! The result of a contact solver in the caller's frame and precision.

use crate::answer::{ContactPoint, Manifold};
use crate::number::Scalar;
use crate::patch::contact_pair::ContactPair;
use crate::patch::rest::Rest;
use crate::patch::{Outcome, Patch, PatchPoint};
use crate::space::{DVector, Motion, Vector};

impl<W: DVector> ContactPair<'_, W> {
    /// The manifold in the frame to which `frame` maps A's, if there is one. The result is stored in
    /// `rest`. The manifold is written to `out`, whatever was there, because it is large and would be copied if
    /// it was returned.
    #[inline(always)]
    pub fn raise<V: Vector<Wide = W>>(
        &self,
        outcome: Outcome,
        patch: &Patch<W>,
        frame: &Motion<W>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) {
        if !matches!(outcome, Outcome::Touching { .. }) {
            *out = None;
        }
        match (outcome, rest) {
            (Outcome::Touching { clearance }, Some(rest)) => {
                self.remember(rest, patch, clearance, frame, out);
            }
            (Outcome::Touching { .. }, None) => manifold_in_world(patch, frame, out),
            // Nearer to the margin, the full answer decides.
            (Outcome::Apart { at_least }, Some(rest)) => {
                self.remember_nothing(rest, at_least - self.margin - self.near());
            }
            (Outcome::Refused, Some(rest)) => self.remember_nothing(rest, self.share()),
            (Outcome::Open, Some(rest)) => rest.points.is_returned = false,
            (Outcome::Apart { .. } | Outcome::Refused | Outcome::Open, None) => {}
        }
    }
}

/// The points of a question without a cache.
#[inline(always)]
fn manifold_in_world<V: Vector>(
    patch: &Patch<V::Wide>,
    frame: &Motion<V::Wide>,
    out: &mut Option<Manifold<V>>,
) {
    let (normal, unit) = (patch.normal, patch.unit);
    let manifold = Manifold::begin_in(out, V::narrow(frame.rotate(normal)), patch.algorithm);
    for touch in patch.points() {
        manifold.push(point_in_world(touch, unit, frame));
    }
}

/// A point of a patch with this unit.
#[inline(always)]
pub fn point_in_world<V: Vector>(
    touch: &PatchPoint<V::Wide>,
    unit: f64,
    frame: &Motion<V::Wide>,
) -> ContactPoint<V> {
    ContactPoint {
        point_a: V::narrow(frame.apply(touch.a * unit)),
        point_b: V::narrow(frame.apply(touch.b * unit)),
        separation: Scalar::of(touch.separation * unit),
        feature: touch.feature,
        persisted: false,
        previous: None,
    }
}
