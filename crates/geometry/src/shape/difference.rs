//! The Minkowski difference A - B. It is never built: its support point along d is the support point of
//! A along d minus that of B along -d.
//!
//! The shapes overlap exactly if the difference contains the origin. Their distance is the distance of
//! the difference from the origin. Their penetration depth is the distance of the origin from the
//! boundary of the difference.
//!
//! Points of the difference are in the frame of A, with all lengths multiplied by `scale`.

use super::{Convex, NO_ID, Vertex, Wide};
use crate::number::{Scalar, binade};
use crate::space::{Motion, Vector};

/// A point of the Minkowski difference, with the two points it is the difference of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair<V: Vector> {
    /// A point of A's core, in A's frame.
    pub a: V,
    /// A point of B's core, in B's frame.
    pub b: V,
    /// The vertex numbers of `a` and `b` in their shapes, or [`NO_ID`].
    pub ids: [u32; 2],
    /// a - (R b + t) in A's frame, times the difference's scale.
    pub c: V,
}

impl<V: Vector> Default for Pair<V> {
    fn default() -> Self {
        Self { a: V::ZERO, b: V::ZERO, ids: [NO_ID; 2], c: V::ZERO }
    }
}

/// The difference A - B of two shapes' cores.
#[derive(Clone, Copy, Debug)]
pub struct Difference<'s, A: Convex, B: Convex> {
    /// The first shape.
    pub a: &'s A,
    /// The second shape.
    pub b: &'s B,
    /// The motion from B's frame to A's: the rotation R and the translation t, which is scaled.
    pub b_in_a: Motion<A::V>,
    /// The power of two that all lengths are multiplied by.
    pub scale: <A::V as Vector>::Scalar,
}

impl<'s, A: Convex, B: Convex<V = A::V>> Difference<'s, A, B> {
    /// The difference of two shapes. Lengths are divided by `binade(size)`: the largest power of two
    /// that is not above the pair's `size`.
    pub fn new(a: &'s A, b: &'s B, b_in_a: &Motion<Wide<A>>, size: f64) -> Self {
        let scale = 1.0 / binade(size);
        let b_in_a = b_in_a.scaled(scale).narrow();
        Self { a, b, b_in_a, scale: Scalar::of(scale) }
    }

    /// The support point along `direction`, from A's support point along it and B's against it. `hints` are
    /// the vertex numbers that the previous call returned.
    #[inline]
    pub fn support(&self, direction: A::V, hints: [u32; 2]) -> Pair<A::V> {
        let a = self.a.support_vertex(direction, hints[0]);
        let b = self.b.support_vertex(self.b_in_a.unrotate(-direction), hints[1]);
        self.pair(a, b)
    }

    /// The pair of a point of A and a point of B, each in its shape's frame.
    #[inline]
    pub fn pair(&self, a: Vertex<A::V>, b: Vertex<A::V>) -> Pair<A::V> {
        let c = self.point(a.point, b.point);
        Pair { a: a.point, b: b.point, ids: [a.id, b.id], c }
    }

    /// The point of the difference for a point of A and a point of B, each in its shape's frame.
    #[inline]
    pub fn point(&self, a: A::V, b: A::V) -> A::V {
        a * self.scale - self.b_in_a.apply(b * self.scale)
    }

    /// The pair of the vertices with these numbers, or `None` if a shape has no such vertex.
    pub fn pair_of(&self, ids: [u32; 2]) -> Option<Pair<A::V>> {
        let a = Vertex { point: self.a.vertex(ids[0])?, id: ids[0] };
        let b = Vertex { point: self.b.vertex(ids[1])?, id: ids[1] };
        Some(self.pair(a, b))
    }

    /// The vector from the center of B to the center of A, scaled. It is a point of the difference.
    pub fn center(&self) -> A::V {
        self.a.center() * self.scale - self.b_in_a.apply(self.b.center() * self.scale)
    }
}
