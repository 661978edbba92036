//! The contacts of a ball with facets, from the corners of each facet alone, in `f64` and in the frame of the surface.
//!
//! ```text
//!          c                 A facet is not touched if the centre c is behind its plane. Else it is touched in the
//!        ( + )               point q that is nearest to c, if the facet allows the normal from q to c: at a flat or
//!    ______|______ front     concave edge the neighbour has the contact.
//!          q
//! ```
//!
//! This is what [`clearance_pairs`] would find. Where rounding could decide, it is asked.

use clearance_geometry::answer::FeaturePart;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, Core, Operand};
use clearance_geometry::space::{MOTION_ERROR, Motion, Vector};

use super::front::Side;
use crate::Instance;
use crate::place::{FacetFeature, Place};
use crate::surface::Bend;

/// A ball in the frame of a surface.
pub(super) struct BallOver<'s, V: Vector> {
    surface: &'s Instance<V>,
    center: V::Wide,
    radius: f64,
    margin: f64,
    /// Heights nearer to a limit than this are left to [`clearance_pairs`].
    doubt: f64,
}

/// What is known of a facet.
pub(super) enum Met<W> {
    Apart,
    Touching(Spot<W>),
    Unknown,
}

/// The contact of a ball with a facet, in the frame of the surface.
pub(super) struct Spot<W> {
    pub point: W,
    pub normal: W,
    pub separation: f64,
    /// The part of the facet.
    pub part: FeaturePart,
    /// Is the normal that of the front?
    pub is_front: bool,
}

impl<'s, V: Vector> BallOver<'s, V> {
    /// `None` for other shapes. `seen` is the motion from the shape's frame to that of the surface.
    pub fn of(
        surface: &'s Instance<V>,
        shape: &Operand<'_, V::Wide>,
        seen: &Motion<V::Wide>,
        margin: f64,
    ) -> Option<Self> {
        let Operand::Convex(shape) = shape else { return None };
        let &Core::Point(center) = shape.core() else { return None };
        let bounds = surface.bounds();
        let largest = Scalar::max(bounds.min.widen().max_abs(), bounds.max.widen().max_abs());
        let size = largest + seen.translation.max_abs() + shape.reach() + shape.radius();
        let doubt = 4.0 * MOTION_ERROR * f64::EPSILON * size;
        let (center, radius) = (seen.apply(center), shape.radius());
        (size + margin).is_finite().then_some(Self { surface, center, radius, margin, doubt })
    }

    pub fn meets(&self, facet: u32) -> Met<V::Wide> {
        let corners = self.surface.corners(facet).map(V::widen);
        let Some(front) = self.surface.front(facet) else { return Met::Apart };
        let height = front.dot(self.center - corners[0]);
        if height < -self.doubt || height - self.radius > self.margin + self.doubt {
            return Met::Apart;
        }
        let place = Place::on(0, self.surface, facet, self.center);
        let weighed = |i: usize| corners[i] * place.weights[i];
        let nearest = weighed(0) + weighed(1) + weighed(2);
        let way = self.center - nearest;
        let distance = way.norm();
        if distance - self.radius > self.margin + self.doubt {
            return Met::Apart;
        }
        // Nearer than this, rounding may turn the way by more than 1e-8.
        if height <= self.doubt || distance * 1e-8 < self.doubt {
            return Met::Unknown;
        }
        self.touching(facet, (front, height), &place, (nearest, way * (1.0 / distance), distance))
    }

    /// The contact of a ball that is not farther away than the margin, from its nearest point.
    fn touching(
        &self,
        facet: u32,
        (front, height): (V::Wide, f64),
        place: &Place,
        (nearest, normal, distance): (V::Wide, V::Wide, f64),
    ) -> Met<V::Wide> {
        let part = match place.feature() {
            FacetFeature::Face => FeaturePart::Face(0),
            FacetFeature::Edge(edge) => FeaturePart::Edge(u32::from(edge)),
            FacetFeature::Corner(corner) => FeaturePart::Vertex(u32::from(corner)),
        };
        let spot = match part {
            FeaturePart::Face(_) => (self.center - front * height, front, height),
            // In 2D the inside of a facet is an edge.
            FeaturePart::Edge(_) if V::DIM == 2 => (self.center - front * height, front, height),
            _ => (nearest, normal, distance),
        };
        let (point, normal, distance) = spot;
        let separation = distance - self.radius;
        if separation > self.margin - self.doubt {
            return Met::Unknown;
        }
        let is_front = normal == front;
        if is_front || self.allows(facet, part, normal, height / distance) {
            Met::Touching(Spot { point, normal, separation, part, is_front })
        } else {
            Met::Apart
        }
    }

    /// Does a facet allow the normal of a ball at an edge or a corner? `rise` is its cosine with the front.
    fn allows(&self, facet: u32, part: FeaturePart, normal: V::Wide, rise: f64) -> bool {
        // Normals nearer to the front than this, about 0.3 degrees, may be allowed at all edges.
        const UPRIGHT: f64 = 1.0 - 1e-5;
        if let FeaturePart::Edge(edge) = part
            && rise < UPRIGHT
            && !self.surface.is_scaled()
            && matches!(
                self.surface.surface().edges(facet)[edge as usize].bend,
                Bend::Flat | Bend::Concave
            )
        {
            return false;
        }
        let agrees = |side: &Side<'_, V>| match &side.shape {
            Operand::Convex(shape) => shape.contact_normal(normal, self.center) == Some(normal),
            Operand::HalfSpace(_) => false,
        };
        self.surface.with_front(facet, agrees) == Some(true)
    }
}
