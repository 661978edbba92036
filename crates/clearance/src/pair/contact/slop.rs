//! The normal of a contact at a seam: of two directions that are nearly as good, the one that a body
//! can slide along.
//!
//! A body that rests on a row of tiles is a little inside them. Of the next tile it sees a gap, and the
//! shortest way across this gap leads sideways:
//!
//! ```text
//!          +------------+
//!          |     B      |   gap
//!      ----+------------+ - - - - +-----------+      B is deeper than the next tile's top by less
//!          |  tile        |       |  tile A   |      than the slop. So a push of B upwards by that
//!      ----+--------------+       +-----------+      little takes it past A.
//! ```
//!
//! That normal is exact, but a solver that stops B at the gap brakes it. Physics engines let bodies at
//! rest overlap by a small depth, the slop. A query that is told this depth takes another normal where
//! the exact one hangs on less than it:
//!
//! - A face of either shape whose normal is far from the exact one, and along which the shapes are apart
//!   or deep by no more than the slop, separates them well enough.
//! - If the gap is wider than the slop, the points are looked for along the normal of that face. Mostly
//!   there are none, because the shapes are beside each other.
//! - Else two edges meet within the slop in both directions, and there is no contact: by definition the
//!   shapes are no deeper than the slop.
//!
//! Faces whose normals are near the exact one have to be left out. A hull with many small faces would
//! lose its contacts otherwise: its next faces are turned by little, and nearly as deep.
//!
//! *Source.* Own. The depth is `b2_linearSlop` of Box2D and `mPenetrationSlop` of Jolt; meshes have the
//! same trouble, and know their neighbours (see [`crate::shape::Facet`]).

use glam::DVec3;

use super::asked::{Contact, radius};
use crate::pair::polytopes::{Polygon, with_facets};
use crate::shape::{Convex, Core, Lowered, NO_ID, Part};
use crate::space::{Vector, from_plane, from_space};

/// Normals with a larger cosine between them are near each other. Of balls whose radii add up to r, what
/// is turned by that angle is r / 4 deep.
const NEAR: f64 = 0.75;

impl<W: Vector<Scalar = f64, Wide = W>> Contact<'_, W> {
    /// The normal to look along where `normal` is the exact one: see the head of this file. `None` if
    /// there is no contact.
    #[inline(never)]
    pub(super) fn normal_within_slop(&self, normal: W) -> Option<W> {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return Some(normal) };
        let gap = self.gap_along([a, b], normal);
        if gap < -self.slop {
            return Some(normal);
        }
        let mut best = None;
        let mut try_face = |along: W| {
            let here = self.gap_along([a, b], along);
            let is_better = best.is_none_or(|(gap, _)| here > gap);
            if here.abs() <= self.slop && along.dot(normal).abs() < NEAR && is_better {
                best = Some((here, along));
            }
        };
        for_each_face(a, &mut try_face);
        for_each_face(b, &mut |along| try_face(-self.b_in_a.rotate(along)));
        match best {
            None => Some(normal),
            Some((_, along)) => (gap > self.slop).then_some(along),
        }
    }

    /// How far apart the surfaces are along a direction of length 1, from A to B.
    fn gap_along(&self, [a, b]: [&Lowered<'_, W>; 2], along: W) -> f64 {
        let of_a = a.support_wide(along, NO_ID).point;
        let of_b = self.b_in_a.apply(b.support_wide(-self.b_in_a.unrotate(along), NO_ID).point);
        along.dot(of_b - of_a) - radius(self.a) - radius(self.b)
    }
}

/// The unit normals of all faces of a core, in the shape's frame; of edges in 2D. Curved sides have none.
fn for_each_face<W: Vector<Scalar = f64, Wide = W>>(
    shape: &Lowered<'_, W>,
    take: &mut impl FnMut(W),
) {
    match shape.core() {
        _ if W::DIM == 2 => {
            let Some(polygon) = Polygon::of(shape) else { return };
            polygon.ring().edges().for_each(|(_, normal, _)| take(from_plane(normal)));
        }
        Core::Cylinder { axis, .. } | Core::Cone { axis, .. } => {
            [W::unit(*axis), -W::unit(*axis)].into_iter().for_each(take);
        }
        Core::Box(_) | Core::Triangle(_) | Core::Polytope { .. } => with_facets(shape, |facets| {
            let Some(facets) = facets else { return };
            let normals = facets.normals();
            let all = (0..normals.len() as u32).map(|face| normals.get(face));
            all.for_each(|normal: DVec3| take(from_space(normal)));
        }),
        _ => {}
    }
}
