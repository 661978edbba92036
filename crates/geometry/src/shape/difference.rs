//! The Minkowski difference A - B, as a shape that is never built: its support along d is A's
//! along d less B's along -d.
//!
//! The shapes overlap exactly where the difference holds the origin, their distance is that of
//! the difference from the origin, and the penetration depth is the distance of the origin from
//! the difference's boundary.
//!
//! Points of the difference are in the frame of A, in units of `1 / scale`.

use super::{Convex, NO_ID, Vertex, Wide};
use crate::number::{Scalar, binade};
use crate::space::{Motion, Vector};

/// A point of the Minkowski difference and the points it is the difference of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair<V: Vector> {
    /// A point of A's core, in A's frame.
    pub a: V,
    /// A point of B's core, in B's frame.
    pub b: V,
    /// Their numbers in the shapes, or [`NO_ID`].
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
    /// R and t, the translation scaled.
    pub b_in_a: Motion<A::V>,
    /// The power of two that all lengths were multiplied by.
    pub scale: <A::V as Vector>::Scalar,
}

impl<'s, A: Convex, B: Convex<V = A::V>> Difference<'s, A, B> {
    /// The difference, its lengths divided by the binade of the pair's `size`.
    pub fn new(a: &'s A, b: &'s B, b_in_a: &Motion<Wide<A>>, size: f64) -> Self {
        let scale = 1.0 / binade(size);
        let b_in_a = b_in_a.scaled(scale).narrow();
        Self { a, b, b_in_a, scale: Scalar::of(scale) }
    }

    /// The pair of support points: A's along `direction`, B's against it. `hints` are the
    /// numbers found last.
    #[inline]
    pub fn support(&self, direction: A::V, hints: [u32; 2]) -> Pair<A::V> {
        let a = self.a.support_vertex(direction, hints[0]);
        let b = self.b.support_vertex(self.b_in_a.unrotate(-direction), hints[1]);
        self.pair(a, b)
    }

    /// The point of the difference that two points make.
    #[inline]
    pub fn pair(&self, a: Vertex<A::V>, b: Vertex<A::V>) -> Pair<A::V> {
        let c = self.point(a.point, b.point);
        Pair { a: a.point, b: b.point, ids: [a.id, b.id], c }
    }

    /// The point of the difference that stands for a point of A and one of B.
    #[inline]
    pub fn point(&self, a: A::V, b: A::V) -> A::V {
        a * self.scale - self.b_in_a.apply(b * self.scale)
    }

    /// The pair of two vertices by number; `None` where a shape has no such vertex.
    pub fn pair_of(&self, ids: [u32; 2]) -> Option<Pair<A::V>> {
        let a = Vertex { point: self.a.vertex(ids[0])?, id: ids[0] };
        let b = Vertex { point: self.b.vertex(ids[1])?, id: ids[1] };
        Some(self.pair(a, b))
    }

    /// From the centre of B to the centre of A, scaled: a point of the difference.
    pub fn center(&self) -> A::V {
        self.a.center() * self.scale - self.b_in_a.apply(self.b.center() * self.scale)
    }
}
