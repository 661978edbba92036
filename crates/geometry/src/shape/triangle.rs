//! Triangles in 2D or 3D. Collinear corners are allowed.

use super::{Convex, Face, Identity, Vertex, View, kind, reach_of, scan, support_by_formula};
use crate::Error;
use crate::number::Scalar;
use crate::space::{Vector, finite};

/// The triangle of three points. If they are collinear, it is a segment or a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<V: Vector> {
    pub(super) corners: [V; 3],
    reach: f64,
}

impl<V: Vector> Triangle<V> {
    /// A triangle with these corners in the local frame, in either orientation.
    ///
    /// # Errors
    /// NaN, infinities, and coordinates past [`Scalar::LARGEST`](crate::number::Scalar::LARGEST).
    pub fn new(a: V, b: V, c: V) -> Result<Self, Error> {
        let corners = [a, b, c];
        for (i, corner) in corners.into_iter().enumerate() {
            finite("triangle", Some(i), corner)?;
        }
        Ok(Self { corners, reach: reach_of(&corners) })
    }
    /// The corners in the local frame.
    pub fn corners(&self) -> [V; 3] {
        self.corners
    }
    fn formula<W: Vector<Wide = V::Wide>>(&self, direction: W, _: u32) -> Vertex<W> {
        scan(&self.corners, direction)
    }
}

impl<V: Vector> Convex for Triangle<V> {
    type V = V;
    support_by_formula!();
    fn center(&self) -> V {
        (self.corners[0] + self.corners[1] + self.corners[2]) * V::Scalar::of(1.0 / 3.0)
    }
    fn vertex(&self, id: u32) -> Option<V> {
        self.corners.get(id as usize).copied()
    }
    fn reach(&self) -> f64 {
        self.reach
    }
    fn face(&self, direction: V::Wide, face: &mut Face<V::Wide>) {
        if V::DIM == 2 {
            let top = scan::<V, V::Wide>(&self.corners, direction).id;
            return face.set_ring(&self.corners, top, direction);
        }
        face.set_triangle(self.corners.map(V::widen), direction);
    }
    fn identity(&self) -> Option<u64> {
        Some(Identity::of(kind::POINTS).points(&self.corners).number())
    }
    fn view(&self) -> View<'_, V> {
        View::Vertices(&self.corners)
    }
}
