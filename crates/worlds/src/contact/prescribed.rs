//! A convex shape whose contacts have other normals: that of a face which continues the faces of other shapes, or those
//! that a surface allows its facets.

use clearance_geometry::hull::Built;
use clearance_geometry::shape::{Convex, Core, Face, Lowered, Side, Vertex};
use clearance_geometry::space::Vector;

/// A convex shape whose contact normals are those that a function makes of the normal found and the other shape's
/// centre, both in its frame.
pub(super) struct Prescribed<'s, 'a, W: Vector, N> {
    pub shape: &'s Lowered<'a, W>,
    pub normals: N,
    pub side: Option<Side<W>>,
}

impl<W, N> Convex for Prescribed<'_, '_, W, N>
where
    W: Vector<Scalar = f64, Wide = W>,
    N: Fn(W, W) -> Option<W> + Send + Sync,
{
    type V = W;
    fn contact_normal(&self, normal: W, other: W) -> Option<W> {
        (self.normals)(normal, other)
    }
    fn side(&self) -> Option<Side<W>> {
        self.side
    }

    // All else is that of the shape.
    fn support(&self, direction: W) -> W {
        self.shape.support(direction)
    }
    fn support_vertex(&self, direction: W, hint: u32) -> Vertex<W> {
        self.shape.support_vertex(direction, hint)
    }
    fn support_wide(&self, direction: W, hint: u32) -> Vertex<W> {
        self.shape.support_wide(direction, hint)
    }
    fn support_error(&self) -> f64 {
        self.shape.support_error()
    }
    fn center(&self) -> W {
        self.shape.center()
    }
    fn radius(&self) -> f64 {
        self.shape.radius()
    }
    fn vertex(&self, id: u32) -> Option<W> {
        self.shape.vertex(id)
    }
    fn reach(&self) -> f64 {
        self.shape.reach()
    }
    fn reach_from(&self, center: W) -> f64 {
        self.shape.reach_from(center)
    }
    fn face(&self, direction: W, face: &mut Face<W>) {
        self.shape.face(direction, face);
    }
    fn to_core(&self) -> Core<W> {
        *self.shape.core()
    }
    fn built(&self) -> Option<&Built> {
        self.shape.built()
    }
}
