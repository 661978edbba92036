//! The convex hull of points, as a set of points: support by looking at all of them.
//!
//! Flat, collinear and single points are legal, as are duplicates and points inside.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Convex, Vertex, View, reach_of, scan, support_by_formula};
use crate::Error;
use crate::number::Scalar;
use crate::space::{Vector, finite_points};

/// The smallest convex shape around its points.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull<V: Vector> {
    points: Box<[V]>,
    center: V,
    reach: f64,
}

impl<V: Vector> Hull<V> {
    /// The most points a hull can have.
    pub const MOST: usize = u32::MAX as usize - 1;

    /// The hull of at least one point, in the local frame.
    ///
    /// # Errors
    /// No points, too many, NaN and infinities.
    pub fn new(points: impl Into<Vec<V>>) -> Result<Self, Error> {
        let points = points.into();
        finite_points("hull", &points, Self::MOST)?;
        let share = V::Scalar::of(1.0 / points.len() as f64);
        let center = points.iter().fold(V::ZERO, |sum, p| sum + *p * share);
        Ok(Self { center, reach: reach_of(&points), points: points.into() })
    }
    /// The points as given, in the local frame.
    pub fn points(&self) -> &[V] {
        &self.points
    }
    #[inline]
    fn formula<W: Vector<Wide = V::Wide>>(&self, direction: W, _: u32) -> Vertex<W> {
        scan(&self.points, direction)
    }
}

impl<V: Vector> Convex for Hull<V> {
    type V = V;
    support_by_formula!();
    fn center(&self) -> V {
        self.center
    }
    fn vertex(&self, id: u32) -> Option<V> {
        self.points.get(id as usize).copied()
    }
    fn reach(&self) -> f64 {
        self.reach
    }
    fn view(&self) -> View<'_, V> {
        View::Vertices(&self.points)
    }
}
