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

use super::facing::{Facing, Met, Over, Spot};
use crate::place::{FacetFeature, Place};
use crate::surface::Bend;

/// A ball around [`Over::center`].
pub(super) struct BallForm {
    pub radius: f64,
}

impl BallForm {
    pub fn meets<V: Vector>(
        &self,
        over: &Over<'_, V>,
        facet: &Facing<'_, V>,
        spots: &mut Vec<Spot>,
    ) -> Met<V::Wide> {
        let (doubt, farthest) = (over.doubt, over.margin + self.radius);
        let height = facet.height;
        if height > farthest + doubt {
            return Met::Apart;
        }
        let weights = Place::weights_on::<V>(&facet.corners, over.center);
        let weighed = |i: usize| facet.corners[i] * weights[i];
        let nearest = weighed(0) + weighed(1) + weighed(2);
        let way = over.center - nearest;
        let distance = way.norm();
        if distance > farthest + doubt {
            return Met::Apart;
        }
        // Nearer than this, rounding may turn the way by more than 1e-8.
        if height <= doubt || distance * 1e-8 < doubt {
            return Met::Unknown;
        }
        let part = match Place::feature_at(weights) {
            FacetFeature::Face => FeaturePart::Face(0),
            FacetFeature::Edge(edge) => FeaturePart::Edge(u32::from(edge)),
            FacetFeature::Corner(corner) => FeaturePart::Vertex(u32::from(corner)),
        };
        let (point, normal, distance) = match part {
            FeaturePart::Face(_) => (over.center - facet.front * height, facet.front, height),
            // In 2D the inside of a facet is an edge.
            FeaturePart::Edge(_) if V::DIM == 2 => {
                (over.center - facet.front * height, facet.front, height)
            }
            _ => (nearest, way * (1.0 / distance), distance),
        };
        if distance > farthest - doubt {
            return Met::Unknown;
        }
        if normal != facet.front && !allows(over, facet, part, normal) {
            return Met::Apart;
        }
        let separation = distance - self.radius;
        let point = space(point);
        spots.push(Spot { point, separation, part, other: FeaturePart::Vertex(0) });
        Met::Touching { normal, front: facet.front }
    }
}

/// Does a facet allow the normal of a ball at an edge or a corner?
fn allows<V: Vector>(
    over: &Over<'_, V>,
    facet: &Facing<'_, V>,
    part: FeaturePart,
    normal: V::Wide,
) -> bool {
    // Normals nearer to the front than this, about 0.3 degrees, may be allowed at all edges.
    const UPRIGHT: f64 = 1.0 - 1e-5;
    if let FeaturePart::Edge(edge) = part
        && normal.dot(facet.front) < UPRIGHT
        && !over.surface.is_scaled()
    {
        let bend = over.surface.surface().edges(facet.number)[facet.own_edge(edge as usize)].bend;
        if matches!(bend, Bend::Flat | Bend::Concave) {
            return false;
        }
    }
    facet.allowed(normal) == normal
}
