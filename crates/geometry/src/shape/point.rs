//! A single point.

use super::{Convex, Identity, Vertex, View, kind, norm_above, scan, support_by_formula};
use crate::Error;
use crate::space::{Vector, finite};

/// A single point; by default the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point<V: Vector> {
    position: [V; 1],
}

impl<V: Vector> Point<V> {
    /// A point at `position` in the local frame.
    ///
    /// # Errors
    /// NaN, infinities, and coordinates past [`Scalar::LARGEST`](crate::number::Scalar::LARGEST).
    pub fn new(position: V) -> Result<Self, Error> {
        Ok(Self { position: [finite("position", None, position)?] })
    }
    /// The position, in the local frame.
    pub fn position(&self) -> V {
        self.position[0]
    }
    #[inline]
    fn formula<W: Vector<Wide = V::Wide>>(&self, direction: W, _: u32) -> Vertex<W> {
        scan(&self.position, direction)
    }
}

impl<V: Vector> Convex for Point<V> {
    type V = V;
    support_by_formula!();
    fn center(&self) -> V {
        self.position()
    }
    fn vertex(&self, id: u32) -> Option<V> {
        self.position.get(id as usize).copied()
    }
    fn reach(&self) -> f64 {
        norm_above(self.position().widen())
    }
    fn identity(&self) -> Option<u64> {
        Some(Identity::of(kind::POINTS).points(&self.position).number())
    }
    fn view(&self) -> View<'_, V> {
        View::Vertices(&self.position)
    }
}
