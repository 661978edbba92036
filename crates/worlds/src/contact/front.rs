//! A piece as one side of a question: a convex shape, or a facet with a front that knows its neighbours.

use clearance_geometry::shape::{ChainSegment, Facet, Operand};
use clearance_geometry::space::Vector;

use crate::Instance;

/// A piece as one side of a question.
pub(super) struct Side<'a, V: Vector> {
    pub shape: Operand<'a, V::Wide>,
    /// The unit normal of the front of a facet, in its frame.
    pub front: Option<V::Wide>,
}

impl<'a, V: Vector> Side<'a, V> {
    pub fn of(shape: Operand<'a, V::Wide>) -> Self {
        Self { shape, front: None }
    }
}

impl<V: Vector> Instance<V> {
    /// Calls a function with a facet as a one-sided shape that knows its neighbours. Not for facets without area,
    /// which have no front.
    pub(super) fn with_front<R>(
        &self,
        facet: u32,
        visit: impl FnOnce(&Side<'_, V>) -> R,
    ) -> Option<R> {
        let corners = self.corners(facet);
        let beyond = |edge| self.beyond(facet, edge);
        let front = self.front(facet);
        if V::DIM == 2 {
            let (ends, beyond) = self.turned([corners[0], corners[1]], [0, 1].map(beyond));
            let segment = ChainSegment::new(ends).and_then(|s| s.with_neighbours(beyond)).ok()?;
            return Some(visit(&Side { shape: Operand::of(&segment), front }));
        }
        let beyond = [0, 1, 2].map(beyond);
        // Of edges 01, 12, 20, the last becomes the first when corners go 0, 2, 1.
        let (corners, beyond) = if self.is_mirrored() {
            let ([a, b, c], [ab, bc, ca]) = (corners, beyond);
            ([a, c, b], [ca, bc, ab])
        } else {
            (corners, beyond)
        };
        let facet = Facet::new(corners).and_then(|f| f.with_neighbours(beyond)).ok()?;
        Some(visit(&Side { shape: Operand::of(&facet), front }))
    }

    /// In 2D: both lists reversed if the instance is mirrored.
    fn turned<T>(&self, [a, b]: [V; 2], [x, y]: [T; 2]) -> ([V; 2], [T; 2]) {
        if self.is_mirrored() { ([b, a], [y, x]) } else { ([a, b], [x, y]) }
    }
}
