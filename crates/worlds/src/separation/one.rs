//! A convex shape against a surface: facets nearest first, by the tree of eights.
//!
//! ```text
//!    shape in the surface's frame ---> Probe: a capsule around it and its box, in f32
//!    tree ---> eight boxes, four triangles: lower bounds in lanes
//!         ---> what is left is asked exactly, in f64
//! ```
//!
//! The capsule of a ball, a capsule, a point or a segment is the shape itself; other shapes have a ball around
//! their centre. After each better answer, facets that lie beyond the shape along its normal are left out, too.

use alloc::vec::Vec;

use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, Core, Operand};
use clearance_geometry::space::{Aabb, Motion, Vector};
use clearance_trees::{Bounds, Eight, NONE, Stack};
use glam::Vec4;

use super::search::{PieceId, Search};
use crate::Instance;
use crate::frame::{bounds_of, convex_box};
use crate::instance::InstanceTree;
use crate::lanes::{Lanes, SLACK, Triangles, scaled_boxes, splat};
use crate::surface::Unit;

/// A convex shape in the coordinates of a surface's tree.
enum Probe {
    /// The capsule of a segment and a radius, the box around the shape, the centre as a box if the segment is a
    /// point, and the error of all bounds.
    Round { ends: [[f32; 3]; 2], radius: f32, around: Bounds, center: Option<Bounds>, slack: f32 },
    /// A half-space: its normal and offset.
    Plane { normal: [f32; 3], offset: f32, slack: f32 },
}

/// A convex piece among the pieces of a question.
pub(crate) struct Convexed<'a, V: Vector> {
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
    other: &Convexed<'_, V>,
) {
    let Convexed { id, shape, motion: motion_of_shape, is_a } = *other;
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
    let limit = |search: &Search<V>| {
        if search.is_done() { -1.0 } else { f32::above(search.bound() * tree.unit) }
    };
    let mut along: Option<(Lanes, f32)> = None;
    let (mut stack, first) = (search.take_stack(), limit(search));
    let bounds = |node: &Eight| probe.boxes(node, tree.factors);
    tree.eights.nearest(&mut stack, first, bounds, |leaf, _| {
        let block = tree.block(leaf);
        let mut gaps = probe.gaps(&block.corners);
        if let Some((direction, reach)) = along {
            gaps = gaps.max(block.corners.beyond(direction, reach) - Vec4::splat(probe.slack()));
        }
        let gaps = gaps.to_array();
        // The nearest of the four first.
        let mut order = [0, 1, 2, 3];
        order.sort_unstable_by(|i, j| gaps[*i].total_cmp(&gaps[*j]));
        for lane in order {
            if block.id[lane] == NONE || gaps[lane] > limit(search) {
                continue;
            }
            if let Some(towards) = ask(search, block.id[lane]) {
                along =
                    probe.reach_along(shape, &seen, &tree, motions[0].unrotate(towards.widen()));
            }
            if search.is_done() {
                break;
            }
        }
        limit(search)
    });
    search.keep_stack(stack);
}

/// The facets of a surface that may be as near to a convex shape as `limit`, in the order of their numbers. `seen`
/// is the motion from the shape's frame to the surface's.
pub(crate) fn facets_within<V: Vector>(
    surface: &Instance<V>,
    shape: &Operand<'_, V::Wide>,
    seen: &Motion<V::Wide>,
    limit: f64,
) -> Vec<u32> {
    let tree = surface.tree();
    let Some(probe) = Probe::of(shape, seen, &tree) else {
        return (0..surface.len() as u32).collect();
    };
    let limit = f32::above(limit * tree.unit);
    let mut found = Vec::new();
    let boxes = |node: &Eight| probe.boxes(node, tree.factors);
    tree.eights.nearest(&mut Stack::default(), limit, boxes, |leaf, _| {
        let block = tree.block(leaf);
        let gaps = probe.gaps(&block.corners).to_array();
        found.extend(
            (0..4).filter(|i| gaps[*i] <= limit && block.id[*i] != NONE).map(|i| block.id[i]),
        );
        limit
    });
    found.sort_unstable();
    found
}

impl Probe {
    /// The shape in the coordinates of the tree; `None` if they are too large for `f32`.
    fn of<W: Vector<Scalar = f64, Wide = W>>(
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
                let largest = offset.abs().max(tree.reach());
                let slack = f32::above(largest * f64::from(SLACK));
                let near = Self::Plane { normal: lanes_of(normal), offset: offset as f32, slack };
                return tree.holds(largest).then_some(near);
            }
        };
        let around = convex_box(shape, seen);
        let largest = around.min.max_abs().max(around.max.max_abs()) * tree.unit;
        if !tree.holds(largest) {
            return None;
        }
        let (ends, radius) = match *shape.core() {
            Core::Point(p) => ([p; 2], shape.radius()),
            Core::Segment(ends) => (ends, shape.radius()),
            _ => {
                let center = shape.center();
                ([center; 2], shape.reach_from(center) + shape.radius())
            }
        };
        let ends = ends.map(|end| seen.apply(end));
        let point = |p| bounds_of(&Aabb { min: p, max: p }, Unit(tree.unit));
        let center = (ends[0] == ends[1]).then(|| point(ends[0]));
        let ends = ends.map(|end| lanes_of(end * tree.unit));
        let radius = f32::above((radius + shape.support_error()) * tree.unit);
        let slack = f32::above(largest.max(tree.reach()) * f64::from(SLACK));
        let around = bounds_of(&around, Unit(tree.unit));
        Some(Self::Round { ends, radius, around, center, slack })
    }

    fn slack(&self) -> f32 {
        match self {
            Self::Round { slack, .. } | Self::Plane { slack, .. } => *slack,
        }
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
        match self {
            Self::Round { radius, around, center, slack, .. } => {
                let slack = Vec4::splat(*slack);
                let mut gaps = node.gaps(around).map(|square| square.sqrt() - slack);
                if let Some(center) = center {
                    let balls = node.gaps(center);
                    for half in 0..2 {
                        let ball = balls[half].sqrt() - Vec4::splat(*radius) - slack;
                        gaps[half] = gaps[half].max(ball);
                    }
                }
                gaps
            }
            Self::Plane { normal, offset, slack } => [0, 1].map(|half| {
                let low = |k: usize| {
                    let (a, b) =
                        (node.bounds[k][half] * normal[k], node.bounds[k + 3][half] * normal[k]);
                    a.min(b)
                };
                low(0) + low(1) + low(2) - Vec4::splat(*offset + *slack)
            }),
        }
    }

    /// Lower bounds of the distances to four triangles.
    #[inline(always)]
    fn gaps(&self, triangles: &Triangles) -> Vec4 {
        match self {
            Self::Round { ends, radius, slack, .. } => {
                triangles.gaps(*ends) - Vec4::splat(*radius + *slack)
            }
            Self::Plane { normal, offset, slack } => {
                triangles.beyond(splat(*normal), *offset) - Vec4::splat(*slack)
            }
        }
    }

    /// A direction towards the surface, in its frame, and how far the shape reaches along it.
    fn reach_along<W: Vector<Scalar = f64, Wide = W>>(
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

fn lanes_of<W: Vector<Scalar = f64>>(v: W) -> [f32; 3] {
    core::array::from_fn(|i| if i < W::DIM { v.get(i) as f32 } else { 0.0 })
}
