//! A segment or a point beside a ring, in its frame: the line of their difference that the origin is the
//! farthest above.
//!
//! Such shapes have too few normals for the walk around both, and so few corners that testing all of them
//! is the fastest.

use super::{FacingEdges, Ring};

impl Ring<'_> {
    /// The line between this and a ring of one corner, or of two.
    #[inline]
    pub(crate) fn steepest_to(&self, ends: &Ring<'_>) -> FacingEdges {
        let (&[p, q], &[right, _]) = (ends.vertices, ends.normals) else {
            let (edge, height) = self.steepest(ends.vertices[0]);
            let normal = self.normals[edge];
            return FacingEdges { overlap: -height, normal, is_of_b: false, edges: [edge, 0] };
        };
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for (i, (vertex, normal, offset)) in self.edges().enumerate() {
            let (over_p, over_q, level) = (normal.dot(p), normal.dot(q), right.dot(vertex));
            let here = if over_q < over_p { over_q } else { over_p } - offset;
            best = if here > most { i } else { best };
            most = if here > most { here } else { most };
            low = if level < low { level } else { low };
            high = if level > high { level } else { high };
        }
        let sides = [low - ends.offsets[0], -high - ends.offsets[1]];
        let side = usize::from(sides[1] > sides[0]);
        if sides[side] <= most {
            let normal = self.normals[best];
            let facing = usize::from(right.dot(normal) > 0.0);
            return FacingEdges { overlap: -most, normal, is_of_b: false, edges: [best, facing] };
        }
        let normal = -ends.normals[side];
        let edge = self.edge_along(normal);
        FacingEdges { overlap: -sides[side], normal, is_of_b: true, edges: [edge, side] }
    }
}
