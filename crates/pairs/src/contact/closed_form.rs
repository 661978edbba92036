//! Manifolds of shapes whose clearance has a closed form. Balls, and capsules that are far from parallel, touch
//! in the nearest points alone; for others the features along the normal are clipped.

use crate::answer::{FeatureId, Witness};
use crate::distance::round::{self, Nearest, Nearness, slack_of, sum};
use crate::number::max;
use crate::patch::contact_pair::ContactPair;
use crate::patch::d3::crossing::Crossing;
use crate::patch::{Outcome, Owner, Patch, PatchPoint};
use crate::shape::{Convex, Lowered};
use crate::solution::Solution;
use crate::space::DVector;

/// Relative to the size: if no point from the faces is as deep as the shapes, within this, the place of
/// the clearance is added as a point. A vibration of a rim by one hundred-thousandth changes the depth by
/// as much.
const OFF: f64 = 1e-10;

impl<W: DVector> ContactPair<'_, W> {
    /// Cores that may touch in more than one point.
    pub(crate) fn of_long(
        &self,
        [a, b]: [&Lowered<'_, W>; 2],
        cached: Option<&[FeatureId]>,
        patch: &mut Patch<W>,
    ) -> Outcome {
        let Some(found) = round::solve(a, b, self.b_in_a, self.ask(), None) else {
            return Outcome::Open;
        };
        let radii = [a.radius_wide(), b.radius_wide()];
        let lower = found.lower - (radii[0] + radii[1]);
        if lower > self.margin {
            return Outcome::Apart { at_least: lower };
        }
        let curved = a.core().is_curved() || b.core().is_curved();
        let off = if curved { OFF * self.size(radii) } else { 0.0 };
        self.of_lines(&found, off, radii, cached, patch)
    }

    /// The points of the features along the normal of a clearance, which may be off by this.
    #[inline(never)]
    fn of_lines(
        &self,
        found: &Nearness<W>,
        off: f64,
        radii: [f64; 2],
        cached: Option<&[FeatureId]>,
        patch: &mut Patch<W>,
    ) -> Outcome {
        let (lower, upper) = (found.lower - off, found.upper + off);
        let solved = Solution { lower, upper, ..found.solved(Witness::default()) };
        self.with_facets(|facets| self.of_features(&solved, facets, radii, cached, patch, &mut ()))
    }

    /// Two segments with radii, each in its own frame. In most cases they touch only at their nearest
    /// points.
    pub(crate) fn of_capsules(
        &self,
        [a, b]: [[W; 2]; 2],
        radii: [f64; 2],
        cached: Option<&[FeatureId]>,
        patch: &mut Patch<W>,
    ) -> Outcome {
        let both = radii[0] + radii[1];
        let extent = |ends: [W; 2]| max(sum(ends[0]), sum(ends[1]));
        let size = extent(a) + extent(b) + sum(self.b_in_a.translation);
        let Some(slack) = slack_of(size, both) else { return Outcome::Open };
        let nearest = Nearest::of(&a, &[self.b_in_a.apply(b[0]), self.b_in_a.apply(b[1])]);
        let Some(found) = nearest.found(slack) else { return Outcome::Open };
        let lower = found.lower - both;
        if lower > self.margin {
            return Outcome::Apart { at_least: lower };
        }
        let Nearest { squares, product, rises, shares, .. } = nearest;
        if (Crossing { radii, squares, product, rises, shares, size: size + both }).leaves() {
            return self.alone(&found, radii, patch);
        }
        self.of_lines(&found, 0.0, radii, cached, patch)
    }

    /// A ball, in 2D or 3D, and a shape that it touches in one point: the nearest points.
    pub(crate) fn of_nearest(&self, [a, b]: [&Lowered<'_, W>; 2], patch: &mut Patch<W>) -> Outcome {
        let Some(found) = round::solve(a, b, self.b_in_a, self.ask(), None) else {
            return Outcome::Open;
        };
        let radii = [a.radius_wide(), b.radius_wide()];
        let lower = found.lower - (radii[0] + radii[1]);
        if lower > self.margin {
            return Outcome::Apart { at_least: lower };
        }
        self.alone(&found, radii, patch)
    }

    /// Only the nearest points.
    fn alone(&self, found: &Nearness<W>, radii: [f64; 2], patch: &mut Patch<W>) -> Outcome {
        let Nearness { estimate: clearance, axis: normal, points: [a, b], parts, .. } = *found;
        let [a, b] = [a + normal * radii[0], b - normal * radii[1]];
        // A point that only rounding puts beyond the margin counts as at the margin.
        let mut separation = clearance - (radii[0] + radii[1]);
        let mut b = b;
        if separation > self.margin {
            separation = self.margin;
            b = a + normal * separation;
        }
        patch.begin(normal, owner(found));
        patch.push(PatchPoint { a, b, separation, feature: FeatureId::new(parts[0], parts[1]) });
        Outcome::Touching { clearance }
    }
}

/// The shape to whose face the normal is perpendicular.
fn owner<W>(found: &Nearness<W>) -> Owner {
    match found.faces {
        [true, _] => Owner::A,
        [_, true] => Owner::B,
        _ => Owner::Gap,
    }
}
