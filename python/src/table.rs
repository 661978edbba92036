//! A table of shapes, as questions about many pairs take it.

use clearance::shape::{Point, Shape};
use clearance::{Collider, PartShape};

use crate::space::Space;

/// Shapes by their numbers. They share what is large with those that they are copies of.
pub struct Table<V: Space> {
    pub all: Vec<Collider<V>>,
    /// The convex ones, at the same numbers; a point stands for each of the others. Empty if none is convex.
    pub convex: Vec<Shape<V>>,
    /// Are all convex?
    pub is_convex: bool,
    /// The most pieces of a shape.
    pieces: usize,
}

/// A question about two shapes that may look at more pairs of pieces takes longer than anyone wants to wait for an
/// interrupt, some rows of it at least: 2 us for a pair of pieces, and 16 rows, are a second.
const MOST_OF_ROWS: usize = 30_000;
/// For a single pair a thread is started only if it may take a second: a start costs 20 us.
const MOST_OF_ONE: usize = 100_000_000;

impl<V: Space> Table<V> {
    pub fn new(all: Vec<Collider<V>>) -> Self {
        let count = all.iter().filter(|shape| convex(shape).is_some()).count();
        let point = || Shape::from(Point::default());
        let shape = |shape| convex(shape).cloned().unwrap_or_else(point);
        let convex = if count == 0 { vec![] } else { all.iter().map(shape).collect() };
        let pieces = all.iter().map(pieces).max().unwrap_or(0);
        Self { is_convex: count == all.len(), all, convex, pieces }
    }
    /// Are both shapes convex?
    pub fn are_convex(&self, a: u32, b: u32) -> bool {
        self.is_convex || [a, b].iter().all(|i| convex(&self.all[*i as usize]).is_some())
    }
    /// May rows about these shapes take long?
    pub fn is_long(&self) -> bool {
        are_long(self.pieces)
    }
}

/// May rows about shapes of at most so many pieces take long?
pub fn are_long(pieces: usize) -> bool {
    pieces.saturating_mul(pieces) > MOST_OF_ROWS
}

/// The shape, if it is convex.
pub fn convex<V: Space>(shape: &Collider<V>) -> Option<&Shape<V>> {
    match shape {
        Collider::Convex(shape) => Some(shape),
        _ => None,
    }
}

/// May a question about two shapes take a second?
pub fn is_long<V: Space>(a: &Collider<V>, b: &Collider<V>) -> bool {
    let both = [a, b].map(|shape| convex(shape).map_or_else(|| pieces(shape), |_| 1));
    both[0].saturating_mul(both[1]) > MOST_OF_ONE
}

/// How many pieces a shape has. A part of a compound counts as many: it is a question of its own.
pub fn pieces<V: Space>(shape: &Collider<V>) -> usize {
    const PART: usize = 30;
    match shape {
        Collider::Surface(surface) => surface.len(),
        Collider::Compound(compound) => {
            let of = |part: &PartShape<V>| match part {
                PartShape::Surface(surface) => PART + surface.len(),
                PartShape::Convex(_) => PART,
            };
            compound.parts().iter().map(|part| of(&part.shape)).sum()
        }
        _ => 1,
    }
}
