//! The fast path of a contact. It finds the points of a pair without the clearance. [`plan::contact`]
//! says which pair has which.

use super::Contact;
use super::rest::Rest;
use crate::answer::Manifold;
use crate::pair::axes::SMALL;
use crate::pair::plan::{self, Contact as Path};
use crate::shape::{Convex, Core, Lowered, Part};
use crate::space::{Motion, Vector};

impl<V: Vector> Contact<'_, V> {
    /// Takes the fast path of the pair. Returns whether that decided the contact. It is not decided if
    /// the pair has no fast path, or if rounding could change the answer.
    #[inline(never)]
    pub fn by_fast_path(
        &self,
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return false };
        let are_sharp = a.radius() == 0.0 && b.radius() == 0.0;
        let path = plan::contact(a.core(), b.core(), are_sharp);
        let reaches = a.reach() + a.radius() + (b.reach() + b.radius());
        // Two rectangles are tested by their axes, which is as fast as this test.
        if path != Path::Rectangles
            && let Some(gap) = self.beyond(reaches)
        {
            self.apart(rest, gap);
            return true;
        }
        // Fast paths do not scale a pair, and products of lengths below SMALL underflow.
        let is_large = reaches + self.b_in_a.translation.max_abs() > SMALL;
        if !is_large || self.margin.is_nan() {
            return false;
        }
        self.take(path, [a, b], frame, rest, out)
    }

    #[inline]
    fn take(
        &self,
        path: Path,
        [a, b]: [&Lowered<'_, V::Wide>; 2],
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        match (path, a.core(), b.core()) {
            (Path::Nearest, ..) => self.of_nearest(frame, rest, out),
            (Path::Circle, Core::Point(p), _) => self.of_circle(*p, true, frame, rest, out),
            (Path::Circle, _, Core::Point(p)) => self.of_circle(*p, false, frame, rest, out),
            (Path::Capsule, Core::Segment(ends), _) => {
                self.of_capsule(*ends, true, frame, rest, out)
            }
            (Path::Capsule, _, Core::Segment(ends)) => {
                self.of_capsule(*ends, false, frame, rest, out)
            }
            (Path::Rectangles, Core::Box(half_a), Core::Box(half_b)) => {
                self.between_rectangles([*half_a, *half_b], frame, rest, out)
            }
            (Path::Polygons, ..) => self.of_polygons(frame, rest, out),
            (Path::Boxes, Core::Box(half_a), Core::Box(half_b)) => {
                self.between_boxes([*half_a, *half_b], frame, rest, out).is_some()
            }
            (Path::Capsules, Core::Segment(of_a), Core::Segment(of_b)) => {
                let radii = [a.radius(), b.radius()];
                self.of_capsules([*of_a, *of_b], radii, frame, rest, out).is_some()
            }
            (Path::Long, ..) => self.of_long(frame, rest, out).is_some(),
            _ => false,
        }
    }

    /// The gap between the balls around both shapes, if it is larger than the margin. It decides most
    /// pairs that are far apart.
    #[inline]
    fn beyond(&self, reaches: f64) -> Option<f64> {
        /// What rounding may do to that, relative to the size: 27 epsilons for the relative pose,
        /// a few for sums.
        const ROUNDING: f64 = 64.0 * f64::EPSILON;
        let distance = self.b_in_a.translation.norm();
        let gap = distance - reaches - ROUNDING * (distance + reaches);
        (gap > self.margin && gap.is_finite()).then_some(gap)
    }
}
