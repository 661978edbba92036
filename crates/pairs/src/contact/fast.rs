//! The fast path of a contact. It finds the points of a pair without the clearance. [`plan::contact`]
//! lists the pairs that have one.

use glam::DVec3;

use crate::answer::FeatureId;
use crate::cores::SMALL;
use crate::depth::sat::d3::Axes;
use crate::number::sqrt;
use crate::patch::contact_pair::ContactPair;
use crate::patch::d2::rectangles;
use crate::patch::d3::boxes;
use crate::patch::rest::Rest;
use crate::patch::{Outcome, Patch};
use crate::plan::{self, Contact as Path};
use crate::shape::{Convex, Core, Lowered, Part};
use crate::solution::NEAR;
use crate::space::{DVector, motion_in_plane, motion_in_space, plane, space};

/// The gap between the balls around two shapes, if it is larger than the margin by more than [`NEAR`]. Unlike
/// `early::Balls`, this gives the gap, which a cache keeps. This decides most pairs that are far apart, and
/// needs no relative pose: `way` is from A's origin to B's, in any frame, NaN if a pose is not finite. `None`
/// for two rectangles, whose axes are as fast.
#[inline(always)]
pub fn between_balls<W: DVector>([a, b]: [&Lowered<'_, W>; 2], way: W, margin: f64) -> Option<f64> {
    /// The rounding of this gap, relative to the size.
    const ROUNDING: f64 = 64.0 * f64::EPSILON;
    if W::DIM == 2 && matches!((a.core(), b.core()), (Core::Box(_), Core::Box(_))) {
        return None;
    }
    let reaches = a.reach() + a.radius_wide() + (b.reach() + b.radius_wide());
    // This test cannot decide pairs whose balls are near: they need no square root.
    let (square, least) = (way.dot(way), margin.max(0.0) + reaches);
    if square <= least * least {
        return None;
    }
    let distance = sqrt(square);
    let gap = distance - reaches - ROUNDING * (distance + reaches);
    let is_clear = gap - margin > NEAR * (2.0 * distance + reaches);
    (is_clear && gap.is_finite()).then_some(gap)
}

impl<W: DVector> ContactPair<'_, W> {
    /// Takes the fast path of the pair. `Open` if the pair has none, or if rounding could change the
    /// answer. `axes` are those that two boxes have left, if they are known, and `rest` is the stored result of the last query.
    #[inline(never)]
    pub fn by_fast_path(
        &self,
        axes: Option<Axes>,
        rest: Option<&Rest>,
        patch: &mut Patch<W>,
    ) -> Outcome {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return Outcome::Open };
        let are_sharp = a.radius() == 0.0 && b.radius() == 0.0;
        let path = plan::contact(a.core(), b.core(), are_sharp);
        // Without a cache this has been tested.
        if rest.is_some()
            && let Some(gap) = between_balls([a, b], self.b_in_a.translation, self.margin)
        {
            return Outcome::Apart { at_least: gap };
        }
        let reaches = a.reach() + a.radius() + (b.reach() + b.radius());
        // Fast paths do not scale a pair, and products of lengths below SMALL underflow.
        let is_large = reaches + self.b_in_a.translation.max_abs() > SMALL;
        if !is_large || self.margin.is_nan() {
            return Outcome::Open;
        }
        patch.algorithm = path.algorithm();
        let outcome = self.take(path, [a, b], axes, rest, patch);
        // The general path treats shapes that do not accept the normal.
        let is_touching = matches!(outcome, Outcome::Touching { .. });
        if is_touching && !self.takes(patch.normal) {
            return Outcome::Open;
        }
        outcome
    }

    fn take(
        &self,
        path: Path,
        [a, b]: [&Lowered<'_, W>; 2],
        axes: Option<Axes>,
        rest: Option<&Rest>,
        patch: &mut Patch<W>,
    ) -> Outcome {
        let names = rest.map(|rest| rest.points.names());
        let cached = names.as_ref().map(|(names, count)| &names[..*count]);
        match (path, a.core(), b.core()) {
            (Path::Nearest, ..) => self.of_nearest([a, b], patch),
            (Path::Rectangles, Core::Box(half_a), Core::Box(half_b)) if W::DIM == 2 => {
                self.of_rectangles([*half_a, *half_b], patch)
            }
            (Path::Rings, ..) if W::DIM == 2 => self.of_rings([a, b], patch),
            (Path::Boxes, Core::Box(half_a), Core::Box(half_b)) if W::DIM == 3 => {
                self.of_boxes([space(*half_a), space(*half_b)], axes, cached, patch)
            }
            (Path::Capsules, Core::Segment(of_a), Core::Segment(of_b)) => {
                self.of_capsules([*of_a, *of_b], [a.radius(), b.radius()], cached, patch)
            }
            (Path::Long, ..) => self.of_long([a, b], cached, patch),
            _ => Outcome::Open,
        }
    }

    /// Two rectangles without radius.
    fn of_rectangles(&self, halves: [W; 2], patch: &mut Patch<W>) -> Outcome {
        let [half_a, half_b] = halves.map(plane);
        let b_in_a = motion_in_plane(self.b_in_a);
        let sum = half_a + half_b + b_in_a.translation.abs();
        // An upper bound: a length is at most the sum of its coordinates.
        let size = (sum.x + sum.y) * (1.0 + 8.0 * f64::EPSILON);
        rectangles::RectanglePair { half_a, half_b, b_in_a, size }.contact(self.margin, patch)
    }

    /// Two boxes in space without radius.
    fn of_boxes(
        &self,
        halves: [DVec3; 2],
        axes: Option<Axes>,
        cached: Option<&[FeatureId]>,
        patch: &mut Patch<W>,
    ) -> Outcome {
        let b_in_a = motion_in_space(self.b_in_a);
        if axes.is_none() {
            let ([half_a, half_b], middle) = (halves, b_in_a.translation);
            let [x, y, z] = b_in_a.columns.map(DVec3::abs);
            let projection = half_a + x * half_b.x + y * half_b.y + z * half_b.z;
            // Most pairs that are far apart are so along one of A's axes.
            let gap = (middle.abs() - projection).max_element();
            let gap = gap - boxes::ACCURACY * boxes::size(halves, middle);
            if gap > self.margin {
                return Outcome::Apart { at_least: gap };
            }
        }
        let pair = boxes::BoxPair::new(halves, &b_in_a);
        pair.contact(axes, self.margin, cached.unwrap_or_default(), patch)
    }
}
