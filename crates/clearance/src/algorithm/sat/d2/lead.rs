//! The best edge of each polygon, kept while the polygons move a little.
//!
//! Along the normal of an edge, the overlap of two polygons changes no faster than they move. So the
//! result of one walk around both proves for some time which edges matter:
//!
//! ```text
//!     overlap |         a
//!             |     b               a  edges of A      The best of each are asked where the polygons
//!             |          b  a       b  edges of B      are now. Each polygon's others had `others`
//!             | a                                      at least, and have not lost more since than
//!             |     b  <- best of B                    the polygons have moved.
//!             | a      <- best of A
//! ```
//!
//! *How fast.* The pose of B in A's frame is x -> R x + t, then R' x + t'; |R' - R| is the norm of the
//! difference:
//!
//! - Along the normal of an edge of A, only points of B move: by at most |t' - t| + |R' - R| b, if no
//!   point of B is farther than b from B's origin.
//! - Along the normal of an edge of B, in B's frame: a point a of A is at R^T (a - t), and moves by at
//!   most |t' - t| + |R' - R| |a - t|.
//!
//! *A gap* needs none of this. If two points are as far apart as the gap along an axis, they are the
//! nearest points, whatever the other axes.

use glam::DVec2;

use super::{BestEdges, FacingEdges, PolygonPair};
use crate::number::Scalar;

/// The edge with the least overlap of each polygon, and the pose. The default proves nothing and does no
/// harm.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lead {
    /// The best edges of A and of B.
    edges: [u32; 2],
    /// Is the overlap of B's best edge the smaller one?
    is_of_b: bool,
    /// Lower bounds of the overlap along the normals of A's other edges, and of B's.
    others: [f64; 2],
    /// The first axis and the origin of B's frame, in A's frame.
    axis: [f64; 2],
    origin: [f64; 2],
}

impl Lead {
    /// From the best edges of two polygons at their pose.
    pub fn new(pair: &PolygonPair<'_>, found: &BestEdges) -> Self {
        let (axis, origin) = (pair.b_in_a.columns[0], pair.b_in_a.translation);
        Self {
            edges: found.best.map(|best| best.edge as u32),
            is_of_b: found.line.is_of_b,
            others: found.best.map(|best| best.others),
            axis: axis.to_array(),
            origin: origin.to_array(),
        }
    }
}

impl PolygonPair<'_> {
    /// The better one of both best edges at the new pose. It is proven to be the best of all, or it may
    /// be a gap that two points do not confirm. `None` if another edge may be better now. `reaches` bound
    /// the distances of the points of A and of B from their origins.
    #[inline]
    pub fn still(&self, lead: &Lead, reaches: [f64; 2]) -> Option<FacingEdges> {
        let [i, j] = lead.edges.map(|edge| edge as usize);
        if i >= self.a.len() || j >= self.b.len() {
            return None;
        }
        let mut best = if lead.is_of_b { self.facing_b(i, j) } else { self.facing_a(i, j) };
        if best.overlap < 0.0 {
            return Some(best);
        }
        let other = if lead.is_of_b { self.facing_a(i, j) } else { self.facing_b(i, j) };
        if other.overlap < best.overlap {
            best = other;
        }
        (best.overlap < 0.0 || self.is_least(best.overlap, lead, reaches)).then_some(best)
    }

    /// Is no other edge better than this?
    #[inline]
    fn is_least(&self, overlap: f64, lead: &Lead, [reach_a, reach_b]: [f64; 2]) -> bool {
        let [axis, origin] = [lead.axis, lead.origin].map(DVec2::from_array);
        let shift = no_shorter(self.b_in_a.translation - origin);
        let turn = no_shorter(self.b_in_a.columns[0] - axis);
        let lost = [reach_b, reach_a + no_shorter(origin)].map(|reach| shift + turn * reach);
        let least = overlap + self.touch();
        least < lead.others[0] - lost[0] && least < lead.others[1] - lost[1]
    }

    /// Edge `i` of A, and the edge of B that faces it, searched from `j`.
    #[inline]
    fn facing_a(&self, i: usize, j: usize) -> FacingEdges {
        let normal = self.a.normals[i];
        let edge = self.b.edge_near(j, -self.b_in_a.unrotate(normal));
        let height = |corner: usize| normal.dot(self.point_b(corner));
        let overlap = self.a.offsets[i] - Scalar::min(height(edge), height(self.b.next(edge)));
        FacingEdges { overlap, normal, is_of_b: false, edges: [i, edge] }
    }

    /// Edge `j` of B, and the edge of A that faces it, searched from `i`.
    #[inline]
    fn facing_b(&self, i: usize, j: usize) -> FacingEdges {
        let normal = self.against_b(j);
        let edge = self.a.edge_near(i, normal);
        let height = |corner: usize| normal.dot(self.a.vertices[corner] - self.b_in_a.translation);
        let overlap = self.b.offsets[j] + Scalar::max(height(edge), height(self.a.next(edge)));
        FacingEdges { overlap, normal, is_of_b: true, edges: [edge, j] }
    }
}

/// An upper bound of a length, at most 8 % too large; its square might be out of range. If m is the
/// smaller of two coordinates and 1 the other, 1 + (sqrt(2) - 1) m is the chord of sqrt(1 + m^2) from 0
/// to 1.
#[inline]
fn no_shorter(v: DVec2) -> f64 {
    let [x, y] = v.abs().to_array();
    Scalar::max(x, y) + 0.4142136 * Scalar::min(x, y)
}
