//! Manifolds of capsules and segments against polygons of the plane.

use super::Contact;
use super::polygons::{names, outline};
use crate::algorithm::manifold::d2::capsules::CapsuleAndPolygon;
use crate::algorithm::manifold::{Outcome, Patch};
use crate::number::Scalar;
use crate::pair::polytopes::{Polygon, plane};
use crate::shape::{Convex, Lowered};
use crate::space::{MOTION_ERROR, Motion, Vector};

/// Squares of lengths between these, and products of two, stay within the range of `f64`.
const SIZES: core::ops::Range<f64> = 1e-70..1e70;

/// A segment that is shorter than this, relative to the pair, has no direction to speak of.
const SHORT: f64 = 1e-8;

impl<W: Vector<Scalar = f64, Wide = W>> Contact<'_, W> {
    /// The segment between two points of one shape's frame, with its radius, against the other, a
    /// polygon.
    #[inline]
    pub(super) fn of_capsule(
        &self,
        ends: [W; 2],
        is_a: bool,
        [a, b]: [&Lowered<'_, W>; 2],
        patch: &mut Patch<W>,
    ) -> Outcome {
        let (radius_a, radius_b) = (a.radius_wide(), b.radius_wide());
        if is_a {
            let a_in_b = Motion::identity().seen_from(self.b_in_a);
            self.beside(b, ends, &a_in_b, [radius_b, radius_a], Some(self.b_in_a), patch)
        } else {
            self.beside(a, ends, self.b_in_a, [radius_a, radius_b], None, patch)
        }
    }

    /// A segment that the motion takes to the frame of a polygon.
    #[inline]
    fn beside(
        &self,
        polygon: &Lowered<'_, W>,
        ends: [W; 2],
        motion: &Motion<W>,
        radii: [f64; 2],
        polygon_in_a: Option<&Motion<W>>,
        patch: &mut Patch<W>,
    ) -> Outcome {
        let sum = |v: W| v.get(0).abs() + v.get(1).abs();
        let reach = Scalar::max(sum(ends[0]), sum(ends[1]));
        let size = polygon.reach() + reach + sum(motion.translation);
        let way = ends[1] - ends[0];
        let length = way.norm();
        if !SIZES.contains(&size) || length < SHORT * size || !(radii[0] + radii[1]).is_finite() {
            return Outcome::Open;
        }
        let built = if let Some(outline) = outline(polygon) {
            Polygon::Built(outline)
        } else if let Some(other) = Polygon::of(polygon) {
            other
        } else {
            return Outcome::Open;
        };
        let Some(names) = names(polygon, &built) else { return Outcome::Open };
        let pair = CapsuleAndPolygon {
            ring: built.ring(),
            names,
            ends: ends.map(|end| plane(motion.apply(end))),
            along: plane(motion.rotate(way * (1.0 / length))),
            radii,
            size: size + radii[0] + radii[1],
            // As for two cores that are searched: see `Cores::slack`.
            slack: f64::EPSILON * ((MOTION_ERROR + 16.0) * size + 4.0 * (radii[0] + radii[1])),
        };
        pair.contact(self.margin, polygon_in_a, patch)
    }
}
