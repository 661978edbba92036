//! The pieces of a shape in A's frame, in boxes in boxes: each box is cut at the median of its longest axis.
//!
//! ```text
//!     node 0   [p0 p1 p2 p3 p4]        The pieces of a node follow each other, so a cover names a set by its
//!     node 1   [p0 p1]                 first and its last piece.
//!     node 4         [p2 p3 p4]
//! ```

use alloc::vec::Vec;
use core::ops::Range;

use clearance_geometry::shape::{Convex, Lowered, Operand, PieceId};
use clearance_geometry::space::{Aabb, Motion, Vector};

use crate::frame::{convex_box, rounding, then};
use crate::parts::{Leaf, own_parts};
use crate::{Instance, ShapeRef};

/// A convex piece in A's frame.
pub(super) struct Item<'s, W: Vector> {
    pub id: PieceId,
    form: Form<'s, W>,
    pub around: Aabb<W>,
}

enum Form<'s, W: Vector> {
    /// The corners of a facet.
    Facet([W; 3]),
    /// A convex shape and its motion to A's frame.
    Convex(Lowered<'s, W>, Motion<W>),
    /// The normal of a half-space, and the height of its plane along it.
    Half(W, f64),
}

/// Pieces that follow each other, and the box around them.
pub(super) struct Node<W: Vector> {
    pub range: Range<usize>,
    pub around: Aabb<W>,
    pub children: Option<[usize; 2]>,
}

/// The pieces of a shape.
pub(super) struct Side<'s, V: Vector> {
    /// The parts, with their motions to A's frame.
    parts: Vec<(Leaf<'s, V>, Motion<V::Wide>)>,
    pub items: Vec<Item<'s, V::Wide>>,
    pub nodes: Vec<Node<V::Wide>>,
    /// More than the error of all heights.
    pub rounding: f64,
}

impl<'s, V: Vector> Side<'s, V> {
    /// The pieces of a shape, whose frame `to_a` moves to A's.
    pub fn new(shape: &ShapeRef<'s, V>, to_a: &Motion<V::Wide>) -> Self {
        let mut side =
            Self { parts: Vec::new(), items: Vec::new(), nodes: Vec::new(), rounding: 0.0 };
        for (part, (leaf, own)) in (0..).zip(own_parts(shape)) {
            let motion = then(&own, to_a);
            let mut add = |(item, reach)| {
                // Half of it each for the motion, which is a product for parts, and for the height along an axis, which is
                // rounded, too. The part's place counts by itself: `to_a` may lead back from far away.
                let far: f64 = reach + own.translation.max_abs();
                side.rounding = side.rounding.max(2.0 * rounding(to_a, far));
                side.items.push(item);
            };
            match leaf {
                Leaf::Convex(shape) => add(Item::of_convex(part, &shape, &motion)),
                Leaf::Surface(instance) => {
                    let facets = instance.surface().facets().len() as u32;
                    (0..facets)
                        .for_each(|facet| add(Item::of_facet(part, facet, instance, &motion)));
                }
            }
            side.parts.push((leaf, motion));
        }
        side.divide(0..side.items.len());
        side
    }

    /// Makes the node of these pieces and those below it, and returns its number.
    fn divide(&mut self, range: Range<usize>) -> usize {
        let items = &mut self.items[range.clone()];
        let boxes = items.iter().map(|item| item.around);
        let around = boxes.reduce(|all, one| all.union(&one)).expect("a part has pieces");
        let size = around.max - around.min;
        let axis = (1..V::DIM).fold(0, |m, i| if size.get(i) > size.get(m) { i } else { m });
        let node = self.nodes.len();
        self.nodes.push(Node { range: range.clone(), around, children: None });
        if items.len() > 1 {
            let middle =
                |item: &Item<'_, V::Wide>| item.around.min.get(axis) + item.around.max.get(axis);
            let half = items.len() / 2;
            items.select_nth_unstable_by(half, |p, q| {
                middle(p).total_cmp(&middle(q)).then(p.id.cmp(&q.id))
            });
            let cut = range.start + half;
            let children = [self.divide(range.start..cut), self.divide(cut..range.end)];
            self.nodes[node].children = Some(children);
        }
        node
    }

    /// A piece as questions take it, and its motion to A's frame.
    pub fn ask<R>(
        &self,
        id: PieceId,
        ask: impl FnOnce(&Operand<'_, V::Wide>, &Motion<V::Wide>) -> R,
    ) -> R {
        let (leaf, motion) = &self.parts[id.part as usize];
        match leaf {
            Leaf::Convex(shape) => ask(shape, motion),
            Leaf::Surface(instance) => {
                let facet = instance.piece(id.facet.expect("a facet"));
                ask(&facet.lowered(), motion)
            }
        }
    }
}

impl<'s, W: Vector<Scalar = f64, Wide = W>> Item<'s, W> {
    /// A facet, and a length that its coordinates in its own frame do not exceed.
    fn of_facet<V: Vector<Wide = W>>(
        part: u32,
        facet: u32,
        instance: &Instance<V>,
        motion: &Motion<W>,
    ) -> (Self, f64) {
        let corners = instance.corners(facet).map(Vector::widen);
        let moved = corners.map(|corner| motion.apply(corner));
        let point = |p: W| Aabb { min: p, max: p };
        let around = point(moved[0]).union(&point(moved[1])).union(&point(moved[2]));
        let largest = corners.iter().map(|p| p.max_abs()).fold(0.0, f64::max);
        let id = PieceId { part, facet: Some(facet) };
        (Self { id, form: Form::Facet(moved), around }, largest)
    }

    /// The same for a convex part.
    fn of_convex(part: u32, shape: &Operand<'s, W>, motion: &Motion<W>) -> (Self, f64) {
        let (form, around, reach) = match shape {
            Operand::HalfSpace(half) => {
                let (normal, offset) = half.widen();
                let normal = motion.rotate(normal);
                let height = offset + normal.dot(motion.translation);
                let foot = normal * height;
                (Form::Half(normal, height), Aabb { min: foot, max: foot }, offset.abs())
            }
            Operand::Convex(shape) => {
                let reach = shape.reach() + shape.radius_wide();
                (Form::Convex(*shape, *motion), convex_box(shape, motion), reach)
            }
        };
        (Self { id: PieceId { part, facet: None }, form, around }, reach)
    }

    /// The normal, if it is a half-space.
    pub fn half_space(&self) -> Option<W> {
        if let Form::Half(normal, _) = self.form { Some(normal) } else { None }
    }

    /// The largest `axis . x` over the points of the piece, for an axis of length 1.
    pub fn height(&self, axis: W) -> f64 {
        match &self.form {
            Form::Facet([a, b, c]) => axis.dot(*a).max(axis.dot(*b)).max(axis.dot(*c)),
            Form::Convex(shape, motion) => {
                let point = shape.support(motion.unrotate(axis));
                axis.dot(motion.apply(point)) + shape.radius() + shape.support_error()
            }
            Form::Half(normal, height) if axis == *normal => *height,
            Form::Half(..) => f64::INFINITY,
        }
    }
}
