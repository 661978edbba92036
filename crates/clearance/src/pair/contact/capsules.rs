//! Manifolds of capsules and segments against polygons of the plane.

use super::Contact;
use super::polygons::{names, outline};
use super::rest::Rest;
use crate::algorithm::manifold::Patch;
use crate::algorithm::manifold::capsules::{Found, Pair};
use crate::answer::Manifold;
use crate::number::Scalar;
use crate::pair::polytopes::{Polygon, plane};
use crate::shape::{Convex, Lowered, Part};
use crate::space::{MOTION_ERROR, Motion, Vector};

/// Squares of lengths between these, and products of two, stay within the range of `f64`.
const SIZES: core::ops::Range<f64> = 1e-70..1e70;

/// A segment that is shorter than this, relative to the pair, has no direction to speak of.
const SHORT: f64 = 1e-8;

impl<V: Vector> Contact<'_, V> {
    /// The segment between two points of one shape's frame, with its radius, against the other, a
    /// polygon. Is it decided?
    #[inline]
    pub(in crate::pair) fn of_capsule(
        &self,
        ends: [V::Wide; 2],
        is_a: bool,
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return false };
        let mut patch = None;
        let found = if is_a {
            let a_in_b = Motion::identity().seen_from(self.b_in_a);
            let (radii, placed) = ([b.radius_wide(), a.radius_wide()], Some(self.b_in_a));
            self.beside(b, ends, &a_in_b, radii, placed, &mut patch)
        } else {
            self.beside(a, ends, self.b_in_a, [a.radius_wide(), b.radius_wide()], None, &mut patch)
        };
        match found {
            Found::Gap(gap) => {
                self.apart(rest, gap);
                true
            }
            Found::Points(clearance) => {
                let Some(patch) = &patch else { return false };
                let as_wanted = self.wanted(patch.normal) == Some(patch.normal);
                if as_wanted {
                    self.hand_over(patch, 1.0, clearance, frame, rest, out);
                }
                as_wanted
            }
            Found::Nothing => false,
        }
    }

    /// A segment that the motion takes to the frame of a polygon.
    #[inline]
    fn beside(
        &self,
        polygon: &Lowered<'_, V::Wide>,
        ends: [V::Wide; 2],
        motion: &Motion<V::Wide>,
        radii: [f64; 2],
        polygon_in_a: Option<&Motion<V::Wide>>,
        out: &mut Option<Patch<V::Wide>>,
    ) -> Found {
        let sum = |v: V::Wide| v.get(0).abs() + v.get(1).abs();
        let reach = Scalar::max(sum(ends[0]), sum(ends[1]));
        let size = polygon.reach() + reach + sum(motion.translation);
        let way = ends[1] - ends[0];
        let length = way.norm();
        if !SIZES.contains(&size) || length < SHORT * size || !(radii[0] + radii[1]).is_finite() {
            return Found::Nothing;
        }
        let built = if let Some(outline) = outline(polygon) {
            Polygon::Built(outline)
        } else if let Some(other) = Polygon::of(polygon) {
            other
        } else {
            return Found::Nothing;
        };
        let Some(names) = names(polygon, &built) else { return Found::Nothing };
        let pair = Pair {
            ring: built.ring(),
            names,
            ends: ends.map(|end| plane(motion.apply(end))),
            along: plane(motion.rotate(way * (1.0 / length))),
            radii,
            size: size + radii[0] + radii[1],
            // As for two cores that are searched: see `Cores::slack`.
            slack: f64::EPSILON * ((MOTION_ERROR + 16.0) * size + 4.0 * (radii[0] + radii[1])),
        };
        pair.contact(self.margin, polygon_in_a, out)
    }
}
