//! The normal of a contact at a seam: of two directions that are nearly equally good, the one along which
//! a body can slide.
//!
//! A body that rests on a row of tiles is a little inside of them. Between the body and the next tile is
//! a gap, and the shortest translation across this gap is sideways:
//!
//! ```text
//!          +------------+
//!          |     B      |  gap
//!      ----|------------|----.    .---------      The bottom of B is below the tops of both tiles, by
//!          +------------+    |    |               less than the slop. So if B moves up by that little,
//!           a tile           |    |  tile A       it can slide over A.
//!      ----------------------'    '---------
//! ```
//!
//! This normal is exact, but a solver that stops B at the gap brakes B. Physics engines let bodies at
//! rest overlap by a small depth, the slop. A query with this depth takes another normal if the exact one
//! depends on less than the slop:
//!
//! - A face of either shape is good enough as a separating plane if its normal is far from the exact one,
//!   and if the shapes are apart along it or overlap by at most the slop.
//! - If the gap is wider than the slop, points are searched along the normal of this face. In most cases
//!   there are none, because the shapes are beside each other.
//! - Otherwise two edges meet within the slop in both directions, and there is no contact: by definition
//!   the shapes are no deeper than the slop.
//!
//! Faces whose normals are near the exact one are left out. Otherwise a hull with many small faces would
//! lose its contacts, because its next faces are turned by little and are nearly as deep.
//!
//! *Source.* This library. The depth is `b2_linearSlop` of Box2D and `mPenetrationSlop` of Jolt; meshes
//! have the same problem, and know their neighbours (see [`crate::shape::Facet`]).

use glam::DVec3;

use crate::depth::polytopes::{Polygon, with_facets};
use crate::patch::contact_pair::{ContactPair, radius};
use crate::shape::{Convex, Core, Lowered, Part};
use crate::space::{DVector, from_plane, from_space};

/// Normals are near each other if the cosine between them is larger. Two balls that
/// touch, with radii that add up to r, overlap by r / 4 along a normal that is turned by this angle.
const NEAR: f64 = 0.75;

impl<W: DVector> ContactPair<'_, W> {
    /// The normal along which to search points if `normal` is the exact one: see the module
    /// documentation. `None` if there is no contact.
    #[inline(never)]
    pub(crate) fn normal_within_slop(&self, normal: W) -> Option<W> {
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

    /// The gap of the surfaces along a direction of length 1, from A to B.
    pub(super) fn gap_along(&self, [a, b]: [&Lowered<'_, W>; 2], along: W) -> f64 {
        let of_a = a.support(along);
        let of_b = self.b_in_a.apply(b.support(-self.b_in_a.unrotate(along)));
        along.dot(of_b - of_a) - radius(self.a) - radius(self.b)
    }
}

/// The unit normals of all faces of a core, in the shape's frame; of edges in 2D. Curved sides have none.
fn for_each_face<W: DVector>(shape: &Lowered<'_, W>, take: &mut impl FnMut(W)) {
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
