//! The cover: from all pieces down, sets of pieces that an axis parts.
//!
//! A pair of sets is tried with a few axes; if none parts them, the larger set is cut in two. So sets are large where
//! the shapes are far from each other, and small where they are near.
//!
//! The distance along an axis is a difference of two supports, in `f64`. Their error is taken off what is found. It is
//! taken off what is asked for, too, so that pieces that are equally near do not each need an axis of their own.

use alloc::vec::Vec;

use clearance_geometry::answer::{Cover, CoverStep};
use clearance_geometry::space::{Aabb, Motion, Vector};
use clearance_pairs::Query;

use super::pieces::{Item, Node, Side};
use crate::ShapeRef;

/// A cover of two shapes that are `lower` apart, or by roundings less; `normal` is that of the nearest pieces, in A's
/// frame. `None` if the gap is not above roundings.
pub(super) fn cover<V: Vector>(
    [a, b]: [&ShapeRef<'_, V>; 2],
    b_in_a: &Motion<V::Wide>,
    normal: V::Wide,
    lower: f64,
) -> Option<Cover<V::Wide>> {
    // Rounded to `f32`, its length is not 1 in `f64`.
    let normal = normal.unit_along()?;
    let sides = [Side::new(a, &Motion::identity()), Side::new(b, b_in_a)];
    let rounding = sides[0].rounding + sides[1].rounding;
    let mut search = Search {
        sides,
        normal,
        last: normal,
        rounding,
        least: lower - rounding,
        found: lower,
        steps: Vec::new(),
    };
    search.prove([0, 0])?;
    let pieces = search.sides.map(|side| side.items.iter().map(|item| item.id).collect());
    (search.found > 0.0).then_some(Cover { lower: search.found, pieces, steps: search.steps })
}

struct Search<'s, V: Vector> {
    sides: [Side<'s, V>; 2],
    /// The normal of the nearest pieces.
    normal: V::Wide,
    /// The last axis that parted two sets.
    last: V::Wide,
    /// More than the error of a gap along an axis.
    rounding: f64,
    /// What a gap along an axis must be at least.
    least: f64,
    /// The least gap that was found, less its error.
    found: f64,
    steps: Vec<CoverStep<V::Wide>>,
}

impl<V: Vector> Search<'_, V> {
    /// Shows that two nodes are apart; `None` if two pieces are not.
    fn prove(&mut self, at: [usize; 2]) -> Option<()> {
        if self.parted(at) {
            return Some(());
        }
        let nodes = self.nodes(at);
        let side = match nodes.map(|node| node.children) {
            [Some(_), Some(_)] => usize::from(size(nodes[1]) > size(nodes[0])),
            [Some(_), None] => 0,
            [None, Some(_)] => 1,
            [None, None] => return None,
        };
        let children = nodes[side].children?;
        let first = self.sides[side].nodes[children[0]].range.len() as u32;
        self.steps.push(if side == 0 {
            CoverStep::SplitA(first)
        } else {
            CoverStep::SplitB(first)
        });
        for child in children {
            let mut below = at;
            below[side] = child;
            self.prove(below)?;
        }
        Some(())
    }

    /// Shows that two nodes are apart along an axis, if there is one among those that are tried.
    fn parted(&mut self, at: [usize; 2]) -> bool {
        let Some((axis, gap)) = self.axis(at) else { return false };
        self.last = axis;
        self.found = self.found.min(gap - self.rounding);
        self.steps.push(CoverStep::Gap(axis));
        true
    }

    /// Tries axes until one parts the pieces of two nodes; with the gap along it.
    fn axis(&self, at: [usize; 2]) -> Option<(V::Wide, f64)> {
        let tries: [&dyn Fn() -> Option<V::Wide>; 6] = [
            &|| Some(self.last),
            &|| Some(self.normal),
            &|| self.half_space(at),
            &|| self.between_boxes(at),
            &|| self.to_middle(at),
            &|| self.of_pieces(at),
        ];
        tries.into_iter().find_map(|axis| {
            let axis = axis()?;
            Some((axis, self.gap(at, axis)?))
        })
    }

    /// The gap between the pieces of two nodes along an axis of length 1; `None` if it is too small.
    fn gap(&self, at: [usize; 2], axis: V::Wide) -> Option<f64> {
        let nodes = self.nodes(at);
        let [a, b] = [0, 1].map(|side| &self.sides[side].items[nodes[side].range.clone()]);
        let (mut high_a, mut low_b) = (f64::NEG_INFINITY, f64::INFINITY);
        // By turns, so that a few pieces rule out most axes.
        for i in 0..a.len().max(b.len()) {
            high_a = a.get(i).map_or(high_a, |piece| piece.height(axis).max(high_a));
            low_b = b.get(i).map_or(low_b, |piece| (-piece.height(-axis)).min(low_b));
            let is_enough = low_b - high_a >= self.least;
            if !is_enough {
                return None;
            }
        }
        Some(low_b - high_a)
    }

    /// The normal of a half-space, from A to B.
    fn half_space(&self, at: [usize; 2]) -> Option<V::Wide> {
        let [a, b] = self.firsts(at).map(Item::half_space);
        a.or(b.map(|normal| -normal))
    }

    /// The direction between the nearest corners of the boxes.
    fn between_boxes(&self, at: [usize; 2]) -> Option<V::Wide> {
        let [a, b] = self.nodes(at).map(|node| node.around);
        let beyond = |low: f64, high: f64| (low - high).max(0.0);
        let way = |i| beyond(b.min.get(i), a.max.get(i)) - beyond(a.min.get(i), b.max.get(i));
        V::Wide::from_fn(way).unit_along()
    }

    /// The direction between the middle of the smaller box and the nearest point of the other: for balls.
    fn to_middle(&self, at: [usize; 2]) -> Option<V::Wide> {
        let nodes = self.nodes(at);
        let small = usize::from(size(nodes[1]) < size(nodes[0]));
        let middle = (nodes[small].around.min + nodes[small].around.max) * 0.5;
        let Aabb { min, max } = nodes[1 - small].around;
        let way =
            V::Wide::from_fn(|i| middle.get(i) - middle.get(i).max(min.get(i)).min(max.get(i)));
        let way = way.unit_along()?;
        Some(if small == 1 { way } else { -way })
    }

    /// The axis that a question about two pieces ends with.
    fn of_pieces(&self, at: [usize; 2]) -> Option<V::Wide> {
        if self.nodes(at).iter().any(|node| node.children.is_some()) {
            return None;
        }
        let [a, b] = self.firsts(at).map(|item| item.id);
        self.sides[0].ask(a, |a, motion_a| {
            self.sides[1].ask(b, |b, motion_b| {
                let axis =
                    Query::<V::Wide>::moved(a, motion_a, b, motion_b).clearance().evidence.axis;
                motion_a.rotate(axis).unit_along()
            })
        })
    }

    fn nodes(&self, at: [usize; 2]) -> [&Node<V::Wide>; 2] {
        [0, 1].map(|side| &self.sides[side].nodes[at[side]])
    }

    fn firsts(&self, at: [usize; 2]) -> [&Item<'_, V::Wide>; 2] {
        let nodes = self.nodes(at);
        [0, 1].map(|side| &self.sides[side].items[nodes[side].range.start])
    }
}

/// The diagonal of the box.
fn size<W: Vector<Scalar = f64>>(node: &Node<W>) -> f64 {
    (node.around.max - node.around.min).norm()
}
