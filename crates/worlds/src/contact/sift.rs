//! Facets that a convex shape cannot touch, and the contacts of balls: both from the corners of a facet alone, in
//! `f64` and in the frame of the surface.
//!
//! ```text
//!          c                 A facet is not touched if the centre c is behind its plane, or if the lowest point of the
//!        ( + )               shape is farther over the plane than the margin. A ball touches a facet in the point q
//!    ______|______ front     that is nearest to c, if the facet allows the normal from q to c: at a flat or concave
//!          q                 edge the neighbour has the contact.
//! ```
//!
//! All of this is what [`clearance_pairs`] would find. Where rounding could decide, it is asked.

use clearance_geometry::answer::FeaturePart;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, Core, Lowered, Operand};
use clearance_geometry::space::{MOTION_ERROR, Motion, Vector};

use crate::Instance;
use crate::place::{FacetFeature, Place};

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
        let Some(front) = self.surface.front(facet) else { return Sifted::Apart };
        let corner = self.surface.corners(facet)[0].widen();
        let height = front.dot(self.center - corner);
        if height < -self.doubt {
            return Sifted::Apart;
        }
        let is_ball = matches!(self.shape.core(), Core::Point(_));
        let lowest = if is_ball {
            height
        } else {
            let point = self.seen.apply(self.shape.support(-self.seen.unrotate(front)));
            front.dot(point - corner)
        };
        if lowest - self.shape.radius() > self.margin + self.doubt {
            return Sifted::Apart;
        }
        if is_ball && height > self.doubt {
            self.ball(facet, front, height)
        } else {
            Sifted::Unknown
        }
    }

    fn ball(&self, facet: u32, front: V::Wide, height: f64) -> Sifted<V::Wide> {
        let place = Place::on(0, self.surface, facet, self.center);
        let corners = self.surface.corners(facet).map(V::widen);
        let part = match place.feature() {
            FacetFeature::Face => FeaturePart::Face(0),
            FacetFeature::Edge(edge) => FeaturePart::Edge(u32::from(edge)),
            FacetFeature::Corner(corner) => FeaturePart::Vertex(u32::from(corner)),
        };
        // In 2D the inside of a facet is an edge.
        let is_inside = if V::DIM == 2 {
            matches!(part, FeaturePart::Edge(_))
        } else {
            matches!(part, FeaturePart::Face(_))
        };
        let (point, normal, distance) = if is_inside {
            (self.center - front * height, front, height)
        } else {
            let weighed = |i: usize| corners[i] * place.weights[i];
            let point = weighed(0) + weighed(1) + weighed(2);
            let Some(normal) = (self.center - point).unit_along() else { return Sifted::Unknown };
            (point, normal, (self.center - point).norm())
        };
        let separation = distance - self.shape.radius();
        if separation > self.margin + self.doubt {
            return Sifted::Apart;
        }
        // So near to the edge, the direction is not known well enough.
        const NEAR: f64 = 1e-8;
        if separation > self.margin - self.doubt || distance * NEAR < self.doubt {
            return Sifted::Unknown;
        }
        let is_allowed = is_inside
            || self.surface.with_front(facet, |side| match &side.shape {
                Operand::Convex(shape) => shape.contact_normal(normal, self.center) == Some(normal),
                Operand::HalfSpace(_) => false,
            }) == Some(true);
        if is_allowed {
            Sifted::Touching(Spot { point, normal, separation, part, is_front: is_inside })
        } else {
            Sifted::Apart
        }
    }
}
