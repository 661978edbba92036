//! The place at which a ray enters the Minkowski difference of curved shapes, by Newton's method.
//!
//! Portals (see [`super::portal`]) approximate a curved surface by smaller and smaller triangles, and each
//! support point adds less than a digit. Near the surface, Newton's method takes over:
//!
//! ```text
//!      n                    Let w be the support point along n. The plane through w meets the ray at
//!       \                   the time t, no later than the surface. At this time the difference has
//!     ---\--w------         moved so that the origin is in the plane, and r = w is what w is aside.
//!         \  `-. r          Where r is 0, the ray enters at w. If n turns by a small s across it, w
//!     ray --o------>        moves by H s: H is how the surfaces of both shapes bend. So the next
//!            `.   `-.       direction is n - s where H s = r.
//! ```
//!
//! The steps are those by which EPA finds its deepest points ([`crate::depth::epa::spot`]). If corners of
//! the portal are both ends of an edge of a shape, the direction stays perpendicular to this edge. If a flat
//! end of a shape is near, or if the corners are three vertices of a polytope, the normal of this face is
//! tried first.
//!
//! Source: Newton's method; the curvature is that of [`crate::gjk`]'s search directions.

use super::UNMET;
use super::portal::PortalSearch;
use crate::depth::epa::spot::{FlatFace, on_edges, turned};
use crate::shape::difference::{Difference, Pair};
use crate::space::{DVector, Motion};
use crate::trace::{Trace, Watch};

/// The most support points of Newton's method.
const MOST_STEPS: u32 = 6;

/// A place is met if it is beside the ray by at most this share of [`UNMET`].
const MET: f64 = 0.25;

/// A flat end of a shape is tried if the cosine of the angle between its normal and that of the portal is more
/// than this.
const STEEP: f64 = 0.95;

impl<'s, W: DVector> PortalSearch<'_, 's, W> {
    /// Finds the place at which the ray enters the difference near the portal. Then `place` has its corners and
    /// their weights, and the last axis is the normal. `near` is the rounding error of a point.
    pub fn lands<T: Trace<W>>(&mut self, near: f64, watch: &mut Watch<'_, W, T>) -> bool {
        let (axis, last) = (self.axis, self.last);
        if axis.dot(last.c) >= 0.0 {
            return false; // The last axis does not separate the shapes at the start.
        }
        self.start_place();
        if self.finds_on_face(near, watch) {
            return true;
        }
        (self.axis, self.last) = (axis, last);
        self.finds_by_newton(near, watch).is_some()
    }

    /// Finds the place on a flat face, if the farthest point of the other shape is inside of its outline.
    fn finds_on_face<T: Trace<W>>(&mut self, near: f64, watch: &mut Watch<'_, W, T>) -> bool {
        let Some(normal) = self.axis.unit_along() else { return false };
        [0, 1].into_iter().any(|shape| {
            let (difference, corners) = (self.difference, &self.place.contact);
            let mut face = FlatFace::near(difference, shape, normal, STEEP);
            if face.is_none() {
                face = FlatFace::of_corners(difference, shape, corners, normal);
            }
            let Some(face) = &face else { return false };
            if self.look(face.normal, watch).is_none() {
                return false;
            }
            let then = self.then();
            let seen = Pair { c: then.point(self.last.a, self.last.b), ..self.last };
            if !face.spot(&then, &seen, &mut self.place) {
                return false;
            }
            let is_met = self.is_met(near);
            if !is_met {
                self.start_place();
            }
            is_met
        })
    }

    /// Finds the place on a curved surface or on edges. `None` if the method does not converge.
    fn finds_by_newton<T: Trace<W>>(
        &mut self,
        near: f64,
        watch: &mut Watch<'_, W, T>,
    ) -> Option<()> {
        let mut edges = [None; 2];
        for step in 0..=MOST_STEPS {
            let then = self.then();
            let seen = Pair { c: then.point(self.last.a, self.last.b), ..self.last };
            if step > 0 {
                on_edges(&then, self.axis, seen, &edges, &mut self.place)?;
                if self.is_met(near) {
                    return Some(());
                }
            }
            let axis = turned(&then, &self.place.contact, self.axis, &seen, &mut edges)?;
            self.look(axis, watch)?;
        }
        None
    }

    /// The difference at the time at which the ray meets the plane through the last support point.
    fn then(&self) -> Difference<'s, W> {
        let time = self.axis.dot(self.last.c) / self.axis.dot(self.velocity);
        let b_in_a = self.difference.b_in_a;
        let translation = b_in_a.translation + self.velocity * time;
        Difference { b_in_a: Motion { translation, ..b_in_a }, ..*self.difference }
    }

    /// Does the ray pass through the place? Then its corners are moved to the start.
    fn is_met(&mut self, near: f64) -> bool {
        let is_met = self.place.off <= MET * UNMET * near;
        if is_met {
            let contact = &mut self.place.contact;
            for pair in &mut contact.pairs[..contact.len] {
                pair.c = self.difference.point(pair.a, pair.b);
            }
        }
        is_met
    }
}
