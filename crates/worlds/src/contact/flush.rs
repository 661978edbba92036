//! A convex shape whose contacts have one normal: that of a face which continues the faces of other shapes.

use clearance_geometry::hull::Built;
use clearance_geometry::shape::{Convex, Core, Face, Lowered, Vertex};
use clearance_geometry::space::Vector;

/// A convex shape that is touched along one normal only, of length 1 and in its frame.
pub(super) struct Flush<'s, 'a, W: Vector> {
    pub shape: &'s Lowered<'a, W>,
    pub normal: W,
}

impl<W: Vector<Scalar = f64, Wide = W>> Convex for Flush<'_, '_, W> {
    type V = W;
    fn contact_normal(&self, _: W, _: W) -> Option<W> {
        Some(self.normal)
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
