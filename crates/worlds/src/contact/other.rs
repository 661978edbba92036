//! Shapes without a closed form: which facets they do not touch, and which of them along the front.
//!
//! Two axes leave out what is apart: the front, and the way from the nearest point of a facet to the centre of the shape.

use clearance_geometry::shape::{Convex, Lowered};
use clearance_geometry::space::{Vector, space};

use super::facing::{Facing, Met, Over};
use crate::place::weights_on;

pub(super) struct OtherForm<'f, V: Vector> {
    pub shape: &'f Lowered<'f, V::Wide>,
}

impl<V: Vector> OtherForm<'_, V> {
    pub fn meets(&self, over: &Over<'_, V>, facing: &Facing<'_, V>) -> Met<V::Wide> {
        let (corners, front) = (&facing.facet.corners, facing.front);
        let doubt = over.doubt + self.shape.support_error();
        // The farthest point against a direction of length 1.
        let lowest = |way: V::Wide| {
            over.seen.apply(self.shape.support(-over.seen.unrotate(way)))
                - way * self.shape.radius()
        };
        let below = lowest(front);
        let gap = front.dot(below - corners[0]);
        if gap > over.margin + doubt {
            return Met::Apart;
        }
        let weights = weights_on::<V>(corners, over.center);
        let nearest = corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2];
        if let Some(way) = (over.center - nearest).unit_along() {
            // Where the centre is near the facet, rounding may turn the way.
            let highest = corners.iter().fold(f64::NEG_INFINITY, |h, c| h.max(way.dot(*c)));
            if way.dot(lowest(way)) - highest > over.margin + doubt {
                return Met::Apart;
            }
        }
        if facing.is_doubtful(over.doubt) {
            return Met::Unknown;
        }
        if facing.level(gap).is_some() || facing.is_shortest(space(below), gap, doubt) {
            return Met::Front { gap };
        }
        Met::Unknown
    }
}
