//! The evidence that proves an answer. It can be checked with support calls and arithmetic alone.
//!
//! Everything is stored in `f64` and in local frames. There the numbers are exactly those of the shapes:
//! a vertex of an `f32` hull appears here bit for bit.
//!
//! - *Lower bound.* An axis n in A's frame, from A to B. The true clearance is at least
//!   (min n.b - max n.a) / |n| minus both rounding radii.
//! - *Upper bound, always.* A [`Witness`]: up to four pairs of points (a, b) of the two cores, with
//!   weights. The weighted sums of the points belong to the cores, so their distance minus the radii is
//!   an upper bound on the clearance. Stored weights need not sum to exactly 1: the last weight is by
//!   definition 1 minus the others.
//! - *Upper bound in overlap.* A [`Surface`]: a closed, oriented surface of triangles (in 2D a polygon)
//!   around the origin, with corners a - b. No point of the surface is nearer to the origin than the
//!   claimed depth of the cores.

use alloc::vec::Vec;

use crate::space::DVector;

/// A point of A's core and a point of B's core, each in its own frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Member<W> {
    /// The point of A, in A's frame.
    pub a: W,
    /// The point of B, in B's frame.
    pub b: W,
}

/// A convex combination of up to four members.
#[derive(Clone, Copy, Debug, Default)]
pub struct Witness<W> {
    members: [Member<W>; 4],
    weights: [f64; 4],
    len: usize,
}

impl<W: DVector> Witness<W> {
    /// A witness of at most four members with weights. With a weight below 0 it proves nothing.
    pub fn new(parts: impl IntoIterator<Item = (Member<W>, f64)>) -> Self {
        let mut witness = Self::default();
        witness.fill(parts);
        witness
    }
    /// Replaces the members, in place: a witness is large, and one that is made elsewhere is copied.
    #[inline]
    #[doc(hidden)]
    pub fn fill(&mut self, parts: impl IntoIterator<Item = (Member<W>, f64)>) {
        let mut len = 0;
        for (member, weight) in parts.into_iter().take(4) {
            (self.members[len], self.weights[len]) = (member, weight);
            len += 1;
        }
        self.len = len;
    }
    /// The members with their weights. The last weight is 1 minus the others.
    pub fn parts(&self) -> impl Iterator<Item = (Member<W>, f64)> {
        self.members.into_iter().zip(self.weights).take(self.len)
    }
    /// The same witness with A and B exchanged.
    #[doc(hidden)]
    pub fn mirrored(mut self) -> Self {
        for Member { a, b } in &mut self.members {
            core::mem::swap(a, b);
        }
        self
    }
    /// The number of members, from 0 to 4. A witness without members proves nothing.
    pub fn len(&self) -> usize {
        self.len
    }
    /// Are there no members?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl<W: PartialEq> PartialEq for Witness<W> {
    fn eq(&self, other: &Self) -> bool {
        self.members[..self.len] == other.members[..other.len]
            && self.weights[..self.len] == other.weights[..other.len]
    }
}

/// The fixed-size part of the evidence, which every clearance carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence<W> {
    /// The axis of the lower bound: from A to B, in A's frame. It has any length but zero, and in
    /// general not exactly 1.
    pub axis: W,
    /// The witness of the upper bound.
    pub witness: Witness<W>,
}

/// A closed surface around the origin, with corners in the Minkowski difference of the cores.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface<W> {
    /// The corners. Each represents the point a - (R b + t) of the difference, in A's frame.
    pub members: Vec<Member<W>>,
    /// The faces: three corners each, counterclockwise seen from outside. In 2D the edges of a
    /// counterclockwise polygon: two corners each, and the third entry is unused.
    pub faces: Vec<[u32; 3]>,
}

impl<W: DVector> Surface<W> {
    /// The surface of the simplex that a witness spans. `point` gives the point of the difference for a
    /// member. There are no faces if the witness has too few members for a triangle in 2D or a
    /// tetrahedron in 3D.
    #[doc(hidden)]
    pub fn of_simplex(witness: &Witness<W>, point: impl Fn(Member<W>) -> W) -> Self {
        let mut members: Vec<Member<W>> = witness.parts().map(|(m, _)| m).collect();
        let full = members.len() == W::DIM + 1;
        let points: Vec<W> = members.iter().map(|m| point(*m)).collect();
        if !full {
            return Self { members, faces: Vec::new() };
        }
        let base = (points[1] - points[0]).wedge(points[2] - points[0]);
        let (counterclockwise, faces) = if W::DIM == 2 {
            let (x, y) = (points[1] - points[0], points[2] - points[0]);
            let area = x.get(0) * y.get(1) - x.get(1) * y.get(0);
            (area > 0.0, alloc::vec![[0, 1, 0], [1, 2, 0], [2, 0, 0]])
        } else {
            // The order of corners if the fourth corner is below the first face.
            let volume = W::volume(base, points[3] - points[0]);
            (volume < 0.0, alloc::vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]])
        };
        if !counterclockwise {
            members.swap(0, 1);
        }
        Self { members, faces }
    }
}
