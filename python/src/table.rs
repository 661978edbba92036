//! A table of shapes, as questions about many pairs take it.

use clearance::shape::{Point, Shape};
use clearance::worlds::Collider;

use crate::space::Space;

/// Shapes by their numbers.
pub struct Table<V: Space> {
    pub all: Vec<Collider<V>>,
    /// The convex ones, at the same numbers; a point stands for each of the others. Empty if none is convex.
    pub convex: Vec<Shape<V>>,
    /// Are all convex?
    pub is_convex: bool,
}

impl<V: Space> Table<V> {
    pub fn new(all: Vec<Collider<V>>) -> Self {
        let count = all.iter().filter(|shape| convex(shape).is_some()).count();
        let point = || Shape::from(Point::default());
        let shape = |shape| convex(shape).cloned().unwrap_or_else(point);
        let convex = if count == 0 { vec![] } else { all.iter().map(shape).collect() };
        Self { is_convex: count == all.len(), all, convex }
    }
    /// Are both shapes convex?
    pub fn are_convex(&self, a: u32, b: u32) -> bool {
        self.is_convex || [a, b].iter().all(|i| convex(&self.all[*i as usize]).is_some())
    }
}

/// The shape, if it is convex.
pub fn convex<V: Space>(shape: &Collider<V>) -> Option<&Shape<V>> {
    match shape {
        Collider::Convex(shape) => Some(shape),
        _ => None,
    }
}
