//! A piece as one side of a question: a convex shape, or a facet with a front that knows its neighbours and peaks.

use clearance_geometry::shape::{ChainSegment, Convex, Facet, Lowered, Operand};
use clearance_geometry::space::Vector;

use super::peak::Peaks;
use super::prescribed::Prescribed;
use crate::Instance;
use crate::surface::Level;

/// A piece as one side of a question.
pub(super) struct Side<'a, V: Vector> {
    pub shape: Operand<'a, V::Wide>,
    /// The unit normal of the front of a facet, in its frame.
    pub front: Option<V::Wide>,
    /// Is it the normal, whatever a search finds?
    pub is_prescribed: bool,
}

/// Which normals the contacts of a facet may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Normals {
    /// What its neighbours allow.
    Joined,
    /// Any: as if it had no neighbours.
    Own,
    /// That of the front, which is known to be the normal.
    Front,
}

impl<'a, V: Vector> Side<'a, V> {
    pub fn of(shape: Operand<'a, V::Wide>) -> Self {
        Self { shape, front: None, is_prescribed: false }
    }
}

impl<V: Vector> Instance<V> {
    /// Calls a function with a facet as a one-sided shape that knows its neighbours and what is around its corners. Not
    /// for facets without area, which have no front.
    pub(super) fn with_front<R>(
        &self,
        facet: u32,
        normals: Normals,
        visit: impl FnOnce(&Side<'_, V>) -> R,
    ) -> Option<R> {
        let corners = self.corners(facet);
        let beyond = |edge| self.beyond(facet, edge);
        if V::DIM == 2 {
            let (ends, beyond) = self.turned([corners[0], corners[1]], [0, 1].map(beyond));
            let segment = ChainSegment::new(ends).and_then(|s| s.with_neighbours(beyond)).ok()?;
            return self.with_peaks(facet, normals, Lowered::of(&segment), visit);
        }
        let beyond = [0, 1, 2].map(beyond);
        // Of edges 01, 12, 20, the last becomes the first when corners go 0, 2, 1.
        let (corners, beyond) = if self.is_mirrored() {
            let ([a, b, c], [ab, bc, ca]) = (corners, beyond);
            ([a, c, b], [ca, bc, ab])
        } else {
            (corners, beyond)
        };
        let one_sided = Facet::new(corners).and_then(|f| f.with_neighbours(beyond)).ok()?;
        self.with_peaks(facet, normals, Lowered::of(&one_sided), visit)
    }

    fn with_peaks<R>(
        &self,
        facet: u32,
        allowed: Normals,
        shape: Lowered<'_, V::Wide>,
        visit: impl FnOnce(&Side<'_, V>) -> R,
    ) -> Option<R> {
        let front = self.front(facet)?;
        let corners = self.wide_corners(facet);
        let is_prescribed = allowed == Normals::Front;
        let is_level = allowed == Normals::Joined && self.level(facet) != Level::Not;
        let normals = |normal, other| {
            let turned = shape.contact_normal(normal, other)?;
            if is_prescribed || is_level {
                return Some(front);
            }
            if turned == normal || allowed == Normals::Own {
                return Some(normal);
            }
            let around = Peaks::of(self).around(facet, &corners, normal);
            Some(around.allowed(normal, front, turned))
        };
        let joined = Prescribed { shape: &shape, normals, side: shape.side() };
        Some(visit(&Side { shape: Operand::of(&joined), front: Some(front), is_prescribed }))
    }

    /// In 2D: both lists reversed if the instance is mirrored.
    fn turned<T>(&self, [a, b]: [V; 2], [x, y]: [T; 2]) -> ([V; 2], [T; 2]) {
        if self.is_mirrored() { ([b, a], [y, x]) } else { ([a, b], [x, y]) }
    }
}
