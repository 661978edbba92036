//! A convex shape against a surface: facets nearest first, by the tree of eights.
//!
//! ```text
//!    shape in the surface's frame ---> Probe: the shape, or a ball and a box around it, in f32
//!    tree ---> eight boxes, four triangles: lower bounds in lanes
//!         ---> what is left is asked exactly, in f64
//! ```
//!
//! Of a ball, a capsule, a point, a segment or a half-space, lanes find the distance up to rounding; so only the few
//! facets that may be the nearest are asked about, after the walk. Other shapes have a ball and a box around them, and
//! are asked about on the way; after each better answer, facets that lie beyond the shape along its normal are left
//! out, too.

use alloc::vec::Vec;

use clearance_geometry::hull::{Built, Hull3};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, Core, Lowered, Operand};
use clearance_geometry::space::{Aabb, DVector, Motion, Vector, from_space};
use clearance_trees::{Bounds, Eight, NONE};
use glam::Vec4;

use super::search::{PieceId, Search};
use crate::Instance;
use crate::frame::{bounds_of, convex_box};
use crate::instance::InstanceTree;
use crate::lanes::{Lanes, SLACK, scaled_boxes, splat};
use crate::surface::{Block, Unit};

/// A convex shape in the coordinates of a surface's tree.
struct Probe {
    kind: Kind,
    /// The error of all bounds.
    slack: f32,
}

enum Kind {
    /// A point with a radius. `at` is the point as a box.
    Ball { center: [f32; 3], at: Bounds, radius: f32 },
    /// A segment with a radius, and the box around it.
    Capsule { ends: [[f32; 3]; 2], radius: f32, around: Bounds },
    /// Another shape: a ball and a box around it. Of a polytope with few corners, these, and the radius around them.
    Other {
        center: [f32; 3],
        at: Bounds,
        radius: f32,
        around: Bounds,
        corners: Vec<[f32; 3]>,
        rounded: f32,
    },
    /// A half-space: its normal and offset.
    Plane { normal: [f32; 3], offset: f32 },
}

/// A convex piece among the pieces of a question.
pub(crate) struct ConvexPiece<'a, V: Vector> {
    pub id: PieceId,
    pub shape: &'a Operand<'a, V::Wide>,
    pub motion: &'a Motion<V::Wide>,
    /// Is it a piece of A?
    pub is_a: bool,
}

/// Searches the facets of a surface that are nearest to a convex piece.
pub(crate) fn search<V: Vector>(
    search: &mut Search<V>,
    (part, surface, motion): (u32, &Instance<V>, &Motion<V::Wide>),
    other: &ConvexPiece<'_, V>,
) {
    let ConvexPiece { id, shape, motion: motion_of_shape, is_a } = *other;
    let motions = [motion, motion_of_shape];
    let seen = motions[1].seen_from(motions[0]);
    let ask = |search: &mut Search<V>, facet: u32| {
        let piece = surface.piece(facet);
        let facet = PieceId { part, facet: Some(facet) };
        if is_a {
            search.ask([id, facet], [shape, &piece.lowered()], [motions[1], motions[0]])
        } else {
            search.ask([facet, id], [&piece.lowered(), shape], motions).map(|normal| -normal)
        }
    };
    let tree = surface.tree();
    let Some(probe) = Probe::of(shape, &seen, &tree) else {
        // So far away, or of such a size, that f32 says nothing.
        return (0..surface.len() as u32).for_each(|facet| {
            ask(search, facet);
        });
    };
    let limit = |search: &Search<V>| f32::above(search.bound() * tree.unit);
    let enough = f32::below(search.enough() * tree.unit);
    let mut walk = Walk { nearest: limit(search), along: None, left: Vec::new() };
    let bounds = |node: &Eight| probe.boxes(node, tree.factors);
    tree.eights.nearest(walk.nearest, bounds, |leaf, _| {
        let block = tree.block(leaf);
        let [mut lower, upper] = probe.gaps(&block, tree.factors.is_some());
        if let Some((direction, reach)) = walk.along {
            let beyond = block.corners.beyond(direction, reach) - Vec4::splat(probe.slack);
            lower = lower.max(beyond);
        }
        walk.nearest = walk.nearest.min(upper.min_element());
        let mut left = lower.cmple(Vec4::splat(walk.nearest)).bitmask();
        while left != 0 {
            let lane = left.trailing_zeros() as usize & 3;
            left &= left - 1;
            let (facet, gap) = (block.id[lane], lower.as_ref()[lane]);
            if facet == NONE || gap > walk.nearest {
                continue;
            }
            if probe.is_exact() {
                walk.left.push((gap, facet));
            } else if let Some(towards) = ask(search, facet) {
                walk.along =
                    probe.reach_along(shape, &seen, &tree, motions[0].unrotate(towards.widen()));
                walk.nearest = limit(search);
            }
        }
        if search.is_done() || walk.nearest < enough { -1.0 } else { walk.nearest.max(0.0) }
    });
    walk.left.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (gap, facet) in walk.left {
        if search.is_done() || gap > limit(search) {
            break;
        }
        ask(search, facet);
    }
}

/// What a walk through the tree knows.
struct Walk {
    /// An upper bound on the distance, in the coordinates of the tree.
    nearest: f32,
    /// The direction of the nearest facet so far, and how far the shape reaches along it.
    along: Option<(Lanes, f32)>,
    /// Facets to ask about after the walk, with their lower bounds, for shapes whose distance lanes find nearly exactly.
    left: Vec<(f32, u32)>,
}

/// What is done with a facet and its corners.
pub(crate) type VisitFacet<'v, W> = &'v mut dyn FnMut(u32, [W; 3]);

/// Calls a function with the facets of a surface that may be as near to a convex shape as `limit`, and with their
/// corners. `seen` is the motion from the shape's frame to the surface's.
pub(crate) fn each_within<V: Vector>(
    surface: &Instance<V>,
    shape: &Operand<'_, V::Wide>,
    seen: &Motion<V::Wide>,
    limit: f64,
    visit: VisitFacet<'_, V::Wide>,
) {
    let tree = surface.tree();
    let Some(probe) = Probe::of(shape, seen, &tree) else {
        let all = 0..surface.len() as u32;
        return all.for_each(|facet| visit(facet, surface.wide_corners(facet)));
    };
    let limit = f32::above(limit * tree.unit);
    let exact = surface.exact_unit();
    let boxes = |node: &Eight| probe.boxes(node, tree.factors);
    tree.eights.nearest(limit, boxes, |leaf, _| {
        let block = tree.block(leaf);
        let gaps = probe.gaps(&block, tree.factors.is_some())[0];
        let mut left = gaps.cmple(Vec4::splat(limit)).bitmask();
        while left != 0 {
            let lane = left.trailing_zeros() as usize & 3;
            left &= left - 1;
            let facet = block.id[lane];
            if facet != NONE {
                visit(facet, surface.corners_in(&block, lane, exact));
            }
        }
        limit
    });
}

impl Probe {
    /// The shape in the coordinates of the tree; `None` if they are too large for `f32`, or if it is nowhere.
    fn of<W: DVector>(
        shape: &Operand<'_, W>,
        seen: &Motion<W>,
        tree: &InstanceTree<'_>,
    ) -> Option<Self> {
        let shape = match shape {
            Operand::Convex(shape) => shape,
            Operand::HalfSpace(half) => {
                let (normal, offset) = half.widen();
                let normal = seen.rotate(normal);
                let offset = (offset + normal.dot(seen.translation)) * tree.unit;
                if offset.is_nan() {
                    return None;
                }
                let largest = offset.abs().max(tree.reach());
                let slack = f32::above(largest * f64::from(SLACK));
                let kind = Kind::Plane { normal: lanes_of(normal), offset: offset as f32 };
                return tree.holds(largest).then_some(Self { kind, slack });
            }
        };
        let around = convex_box(shape, seen);
        let largest = around.min.max_abs().max(around.max.max_abs()) * tree.unit;
        // Of a user's shape some coordinates may be NaN, which `largest` leaves out.
        let is_somewhere = [around.min, around.max, seen.apply(shape.center())];
        if !tree.holds(largest) || !is_somewhere.iter().all(|p| p.is_finite()) {
            return None;
        }
        let unit = Unit(tree.unit);
        let around = bounds_of(&around, unit);
        let radius = |radius: f64| f32::above(radius * tree.unit);
        let center = |p: W| {
            let p = seen.apply(p);
            (lanes_of(p * tree.unit), bounds_of(&Aabb { min: p, max: p }, unit))
        };
        let kind = match *shape.core() {
            Core::Point(p) => {
                let (center, at) = center(p);
                Kind::Ball { center, at, radius: radius(shape.radius()) }
            }
            Core::Segment(ends) => {
                let ends = ends.map(|end| lanes_of(seen.apply(end) * tree.unit));
                Kind::Capsule { ends, radius: radius(shape.radius()), around }
            }
            _ => {
                let middle = shape.center();
                let (center, at) = center(middle);
                let rounded = shape.radius() + shape.support_error();
                let reach = shape.reach_from(middle) + rounded;
                let corners = corners_of(shape, |p| lanes_of(seen.apply(p) * tree.unit));
                let [radius, rounded] = [reach, rounded].map(radius);
                Kind::Other { center, at, radius, around, corners, rounded }
            }
        };
        let slack = f32::above(largest.max(tree.reach()) * f64::from(SLACK));
        Some(Self { kind, slack })
    }

    /// Do lanes find the distance up to rounding?
    fn is_exact(&self) -> bool {
        !matches!(self.kind, Kind::Other { .. })
    }

    /// Lower bounds of the distances to the contents of eight boxes.
    #[inline(always)]
    fn boxes(&self, node: &Eight, factors: Option<[f32; 3]>) -> [Vec4; 2] {
        let scaled;
        let node = if let Some(factors) = factors {
            scaled = scaled_boxes(node, factors);
            &scaled
        } else {
            node
        };
        let less = |gaps: [Vec4; 2], by: f32| {
            [gaps[0].sqrt() - Vec4::splat(by), gaps[1].sqrt() - Vec4::splat(by)]
        };
        match &self.kind {
            Kind::Ball { at, radius, .. } => less(node.gaps(at), *radius + self.slack),
            Kind::Capsule { around, .. } => less(node.gaps(around), self.slack),
            Kind::Other { at, radius, around, .. } => {
                let boxes = less(node.gaps(around), self.slack);
                let balls = less(node.gaps(at), *radius + self.slack);
                [boxes[0].max(balls[0]), boxes[1].max(balls[1])]
            }
            Kind::Plane { normal, offset } => {
                let low = |half: usize, k: usize| {
                    let n = Vec4::splat(normal[k]);
                    (node.bounds[k][half] * n).min(node.bounds[k + 3][half] * n)
                };
                let gaps = |half: usize| {
                    low(half, 0) + low(half, 1) + low(half, 2) - Vec4::splat(*offset + self.slack)
                };
                [gaps(0), gaps(1)]
            }
        }
    }

    /// Lower and upper bounds of the distances to four triangles. Upper ones are infinite if lanes find none.
    #[inline(always)]
    fn gaps(&self, block: &Block, is_scaled: bool) -> [Vec4; 2] {
        let bounds = |[near, far]: [Vec4; 2], radius: f32| {
            [near - Vec4::splat(radius + self.slack), far - Vec4::splat(radius - self.slack)]
        };
        // The errors of a block are those without a scale.
        let of_point = |center: [f32; 3]| {
            if is_scaled { block.corners.gaps([center; 2]) } else { block.distances_to(center) }
        };
        match &self.kind {
            Kind::Ball { center, radius, .. } => bounds(of_point(*center), *radius),
            Kind::Capsule { ends, radius, .. } => bounds(block.corners.gaps(*ends), *radius),
            Kind::Other { center, radius, corners, .. } if corners.is_empty() => {
                [bounds(of_point(*center), *radius)[0], Vec4::INFINITY]
            }
            Kind::Other { center, corners, rounded, .. } => {
                let gaps = block.corners.gaps_to_corners(*center, corners);
                [gaps - Vec4::splat(*rounded + self.slack), Vec4::INFINITY]
            }
            Kind::Plane { normal, offset } => {
                let beyond = block.corners.beyond(splat(*normal), *offset);
                [beyond - Vec4::splat(self.slack), beyond + Vec4::splat(self.slack)]
            }
        }
    }

    /// A direction towards the surface, in its frame, and how far the shape reaches along it.
    fn reach_along<W: DVector>(
        &self,
        shape: &Operand<'_, W>,
        seen: &Motion<W>,
        tree: &InstanceTree<'_>,
        towards: W,
    ) -> Option<(Lanes, f32)> {
        let Operand::Convex(shape) = shape else { return None };
        let direction = lanes_of(towards);
        // The direction as it was rounded.
        let exact = W::from_fn(|i| f64::from(direction[i]));
        let point = seen.apply(shape.support(seen.unrotate(exact)));
        let radius = shape.radius() + shape.support_error();
        let reach = (exact.dot(point) + radius * exact.norm()) * tree.unit;
        Some((splat(direction), f32::above(reach)))
    }
}

/// The corners of a box or a hull with few of them; none of other shapes.
fn corners_of<W: DVector>(shape: &Lowered<'_, W>, place: impl Fn(W) -> [f32; 3]) -> Vec<[f32; 3]> {
    const MOST: usize = 64;
    match (*shape.core(), shape.built()) {
        (Core::Box(half), _) if W::DIM == 3 => {
            let side =
                |id: usize, i: usize| if id >> i & 1 == 1 { half.get(i) } else { -half.get(i) };
            (0..8).map(|id| place(W::from_fn(|i| side(id, i)))).collect()
        }
        (_, Some(Built::Space(Hull3::Solid(solid)))) if solid.vertices().len() <= MOST => {
            solid.vertices().iter().map(|p| place(from_space(p))).collect()
        }
        _ => Vec::new(),
    }
}

fn lanes_of<W: DVector>(v: W) -> [f32; 3] {
    core::array::from_fn(|i| if i < W::DIM { v.get(i) as f32 } else { 0.0 })
}
