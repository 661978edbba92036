//! Facets that a convex shape cannot touch, and the contacts of balls: both from the corners of a facet alone, in
//! `f64` and in the frame of the surface.
//!
//! ```text
//!          c                 A facet is not touched if the centre c is behind its plane, or if the lowest point of the
//!        ( + )               shape is farther over the plane than the margin. A ball touches a facet in the point q
//!    ______|______ front     that is nearest to c, if the facet allows the normal from q to c: at a flat or concave
//!          q                 edge the neighbour has the contact. The lowest point along that normal tells of other
//!                            shapes, too, that they are apart.
//! ```
//!
//! All of this is what [`clearance_pairs`] would find. Where rounding could decide, it is asked.

use clearance_geometry::answer::FeaturePart;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, Core, Lowered, Operand};
use clearance_geometry::space::{MOTION_ERROR, Motion, Vector};

use super::pieces::Side;
use crate::Instance;
use crate::place::{FacetFeature, Place};
use crate::surface::Bend;

/// A convex shape in the frame of a surface.
pub(super) struct Sift<'s, 'a, V: Vector> {
    surface: &'s Instance<V>,
    /// The shape and its motion to the frame of the surface.
    shape: &'s Lowered<'a, V::Wide>,
    seen: &'s Motion<V::Wide>,
    center: V::Wide,
    margin: f64,
    /// Heights nearer to a limit than this are left to [`clearance_pairs`].
    doubt: f64,
}

/// What is known of a facet.
pub(super) enum Sifted<W> {
    Apart,
    /// The contact of a ball.
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

impl<'s, 'a, V: Vector> Sift<'s, 'a, V> {
    /// `None` for half-spaces.
    pub fn of(
        surface: &'s Instance<V>,
        shape: &'s Operand<'a, V::Wide>,
        seen: &'s Motion<V::Wide>,
        margin: f64,
    ) -> Option<Self> {
        let Operand::Convex(shape) = shape else { return None };
        let bounds = surface.bounds();
        let largest = Scalar::max(bounds.min.widen().max_abs(), bounds.max.widen().max_abs());
        let size = largest + seen.translation.max_abs() + shape.reach() + shape.radius();
        let doubt = 4.0 * MOTION_ERROR * f64::EPSILON * size + shape.support_error();
        let center = seen.apply(shape.center());
        Some(Self { surface, shape, seen, center, margin, doubt })
    }

    pub fn look(&self, facet: u32) -> Sifted<V::Wide> {
        let corners = self.surface.corners(facet).map(V::widen);
        let Some(front) = self.surface.front(facet) else { return Sifted::Apart };
        let height = front.dot(self.center - corners[0]);
        if height < -self.doubt || self.is_apart_along(front, corners[0]) {
            return Sifted::Apart;
        }
        // The facet is behind the plane across the way from its nearest point to the centre, too.
        let place = Place::on(0, self.surface, facet, self.center);
        let weighed = |i: usize| corners[i] * place.weights[i];
        let nearest = weighed(0) + weighed(1) + weighed(2);
        let way = self.center - nearest;
        let distance = way.norm();
        // Nearer than this, rounding may turn the way by more than 1e-8.
        if distance * 1e-8 < self.doubt {
            return Sifted::Unknown;
        }
        let normal = way * (1.0 / distance);
        if self.is_apart_along(normal, nearest) {
            return Sifted::Apart;
        }
        match self.shape.core() {
            Core::Point(_) if height > self.doubt => {
                self.ball(facet, (front, height), &place, (nearest, normal, distance))
            }
            _ => Sifted::Unknown,
        }
    }

    /// Is the shape farther over a plane than the margin, beyond doubt?
    fn is_apart_along(&self, normal: V::Wide, point: V::Wide) -> bool {
        let lowest = match self.shape.core() {
            Core::Point(_) => self.center,
            _ => self.seen.apply(self.shape.support(-self.seen.unrotate(normal))),
        };
        normal.dot(lowest - point) - self.shape.radius() > self.margin + self.doubt
    }

    /// The contact of a ball that is not farther away than the margin, from its nearest point.
    fn ball(
        &self,
        facet: u32,
        (front, height): (V::Wide, f64),
        place: &Place,
        (nearest, normal, distance): (V::Wide, V::Wide, f64),
    ) -> Sifted<V::Wide> {
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
        let separation = distance - self.shape.radius();
        if separation > self.margin - self.doubt {
            return Sifted::Unknown;
        }
        let is_front = normal == front;
        if is_front || self.allows(facet, part, normal, height / distance) {
            Sifted::Touching(Spot { point, normal, separation, part, is_front })
        } else {
            Sifted::Apart
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
