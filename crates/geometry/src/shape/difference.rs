//! The Minkowski difference A - B. It is never built: its support point along d is the support point of
//! A along d minus that of B along -d.
//!
//! The shapes overlap exactly if the difference contains the origin. Their distance is the distance of
//! the difference from the origin. Their penetration depth is the distance of the origin from the
//! boundary of the difference.
//!
//! Points of the difference are in the frame of A, with all lengths multiplied by `scale`.

use super::{Convex, Lowered, NO_ID, Vertex};
use crate::number::binade;
use crate::space::{DVector, Motion, Vector};

/// A point of the Minkowski difference, with the two points it is the difference of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair<W> {
    /// A point of A's core, in A's frame.
    pub a: W,
    /// A point of B's core, in B's frame.
    pub b: W,
    /// The vertex numbers of `a` and `b` in their shapes, or [`NO_ID`].
    pub ids: [u32; 2],
    /// a - (R b + t) in A's frame, times the difference's scale.
    pub c: W,
}

impl<W: Default> Default for Pair<W> {
    fn default() -> Self {
        Self { a: W::default(), b: W::default(), ids: [NO_ID; 2], c: W::default() }
    }
}

/// The difference A - B of two shapes' cores.
#[derive(Clone, Copy, Debug)]
pub struct Difference<'s, W: Vector> {
    /// The first shape.
    pub a: &'s Lowered<'s, W>,
    /// The second shape.
    pub b: &'s Lowered<'s, W>,
    /// The motion from B's frame to A's: the rotation R and the translation t, which is scaled.
    pub b_in_a: Motion<W>,
    /// The power of two that all lengths are multiplied by.
    pub scale: f64,
}

impl<'s, W: DVector> Difference<'s, W> {
    /// The difference of two shapes. Lengths are divided by `binade(size)`: the largest power of two
    /// that is not above the pair's `size`.
    pub fn new(
        a: &'s Lowered<'s, W>,
        b: &'s Lowered<'s, W>,
        b_in_a: &Motion<W>,
        size: f64,
    ) -> Self {
        let scale = 1.0 / binade(size);
        Self { a, b, b_in_a: b_in_a.scaled(scale), scale }
    }

    /// The support point along `direction`, from A's support point along it and B's against it. `hints` are
    /// the vertex numbers that the previous call returned.
    #[inline]
    pub fn support(&self, direction: W, hints: [u32; 2]) -> Pair<W> {
        let a = self.a.support_vertex(direction, hints[0]);
        let b = self.b.support_vertex(self.b_in_a.unrotate(-direction), hints[1]);
        self.pair(a, b)
    }

    /// The pair of a point of A and a point of B, each in its shape's frame.
    #[inline]
    pub fn pair(&self, a: Vertex<W>, b: Vertex<W>) -> Pair<W> {
        let c = self.point(a.point, b.point);
        Pair { a: a.point, b: b.point, ids: [a.id, b.id], c }
    }

    /// The point of the difference for a point of A and a point of B, each in its shape's frame.
    #[inline]
    pub fn point(&self, a: W, b: W) -> W {
        a * self.scale - self.b_in_a.apply(b * self.scale)
    }

    /// The pair of the vertices with these numbers, or `None` if a shape has no such vertex.
    pub fn pair_of(&self, ids: [u32; 2]) -> Option<Pair<W>> {
        let a = Vertex { point: self.a.vertex(ids[0])?, id: ids[0] };
        let b = Vertex { point: self.b.vertex(ids[1])?, id: ids[1] };
        Some(self.pair(a, b))
    }

    /// The vector from the center of B to the center of A, scaled. It is a point of the difference.
    pub fn center(&self) -> W {
        self.a.center() * self.scale - self.b_in_a.apply(self.b.center() * self.scale)
    }
}
