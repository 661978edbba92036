//! The contacts of a ball with facets, from the corners of each facet alone.
//!
//! ```text
//!          c                 A facet is touched in the point q that is nearest to c, if the facet allows the
//!        ( + )               normal from q to c: at a flat or concave edge the neighbour has the contact.
//!    ______|______ front
//!          q
//! ```
//!
//! This is what [`clearance_pairs`] would find. Where rounding could decide, it is asked.

use alloc::vec::Vec;

use clearance_geometry::answer::FeaturePart;
use clearance_geometry::space::{Vector, space};

use super::facing::{Met, Over, Seen, Spot};
use crate::place::weights_on;
use clearance_geometry::answer::{FacetFeature, Place};

/// A ball around [`Over::center`].
pub(super) struct BallForm {
    pub radius: f64,
}

impl BallForm {
    pub fn meets<V: Vector>(
        &self,
        over: &Over<'_, V>,
        facet: &Seen<V>,
        spots: &mut Vec<Spot>,
    ) -> Met<V::Wide> {
        let (doubt, farthest) = (over.doubt, over.margin + self.radius);
        let weights = weights_on::<V>(&facet.corners, over.center);
        let weighed = |i: usize| facet.corners[i] * weights[i];
        let nearest = weighed(0) + weighed(1) + weighed(2);
        let way = over.center - nearest;
        let square = way.dot(way);
        if square > (farthest + doubt) * (farthest + doubt) {
            return Met::Apart;
        }
        let is_inside = weights.iter().filter(|weight| **weight > 0.0).count() == V::DIM;
        // Nearer than this, rounding may turn the way by more than 1e-8.
        let is_doubtful = square < doubt * doubt * 1e16;
        // Most facets have a neighbour that is nearer.
        if !is_inside && !is_doubtful && over.is_hidden(facet, way) {
            return Met::Apart;
        }
        let facing = match over.facing(facet) {
            Ok(facing) => facing,
            Err(met) => return met,
        };
        let (front, height) = (facing.front, facing.height);
        if height <= doubt || is_doubtful {
            return Met::Unknown;
        }
        let (point, normal, distance) = if is_inside {
            (over.center - front * height, front, height)
        } else {
            (nearest, way * (1.0 / way.norm()), way.norm())
        };
        if distance > farthest - doubt {
            return Met::Unknown;
        }
        if normal != front && facing.allowed(normal) != normal {
            return Met::Apart;
        }
        let part = match (Place { weights, ..Place::default() }.feature()) {
            FacetFeature::Face => FeaturePart::Face(0),
            // In 2D the inside of a facet is an edge.
            FacetFeature::Edge(edge) => FeaturePart::Edge(u32::from(edge)),
            FacetFeature::Corner(corner) => FeaturePart::Vertex(u32::from(corner)),
        };
        let separation = distance - self.radius;
        let point = space(point);
        spots.push(Spot { point, separation, part, other: FeaturePart::Vertex(0) });
        Met::Touching { normal, front }
    }
}
