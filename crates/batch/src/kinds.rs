//! Which kernels the rows of a part need: one pass over the kinds of their shapes, so that no kernel looks for rows that
//! there are not.

use alloc::vec::Vec;
use core::ops::Range;

use crate::given::Batch;
use clearance_geometry::shape::{ConvexShape, Shape};
use clearance_geometry::space::Vector;

/// Which kernels a part has rows for. For too many shapes it is not known, and all are true.
#[derive(Clone, Copy)]
pub(super) struct Kernels {
    /// Two boxes.
    pub boxes: bool,
    /// Balls and capsules, with each other or with boxes.
    pub round: bool,
}

/// More shapes take longer to look at than rows.
const MOST_SHAPES: usize = 1000;

/// The kind of a shape, as the kernels distinguish them: a bit each.
const OTHER: u8 = 0;
const BOX: u8 = 1;
const ROUND: u8 = 2;

impl<V: Vector> Batch<'_, V> {
    /// The kernels for the rows of a part.
    pub(super) fn kernels(&self, range: &Range<usize>) -> Kernels {
        if self.shapes.len() > MOST_SHAPES {
            return Kernels { boxes: true, round: true };
        }
        let kinds: Vec<u8> = self.shapes.iter().map(kind).collect();
        let (has_box, has_round) = (kinds.contains(&BOX), kinds.contains(&ROUND));
        let mut found = Kernels { boxes: false, round: has_round && !has_box };
        // Rows are looked at until both kernels are needed, or all that may be.
        let may_need = [has_box, has_round];
        for row in range.clone() {
            if [found.boxes, found.round] == may_need {
                break;
            }
            let [[a, b], _] = self.pairs.indices(row);
            let (Some(a), Some(b)) = (kinds.get(a), kinds.get(b)) else { continue };
            found.boxes |= a & b & BOX != 0;
            found.round |= *a != OTHER && *b != OTHER && (a | b) & ROUND != 0;
        }
        found
    }
}

fn kind<V: Vector>(shape: &Shape<V>) -> u8 {
    let Shape::Convex(rounded) = shape else { return OTHER };
    match rounded.inner() {
        ConvexShape::Cuboid(_) => BOX,
        ConvexShape::Ball(_) | ConvexShape::Capsule(_) => ROUND,
        _ => OTHER,
    }
}
