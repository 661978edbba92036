//! A point and a polygon of the plane: where the polygon is nearest, for circles.
//!
//! The edge whose line the point is farthest above has the nearest place: in it, or at one of its
//! ends. For if that is a corner q, and u the way from there, a line through q is d n.u below the
//! point, and n.u is more for the two edges at q than for any other normal; and lines that do not
//! lead through q are no nearer to the origin of that sum.
//!
//! ```text
//!         o p                      above two lines, and nearest to the corner: the way there
//!          \                       falls to both sides along the outline, which proves that no
//!      -----q                      corner is beyond
//!            \
//!             \
//! ```
//!
//! Nothing is taken for granted: a foot's height is that over all corners, by the edge's offset, and
//! a corner is the farthest along the way because both neighbours are not beyond.

use glam::DVec2;

use crate::algorithm::sat::d2::Ring;
use crate::space::Vector;

/// Feet this near to an end of an edge, relative to its length, are called the end.
const NEAR: f64 = crate::algorithm::manifold::NEAR;

/// A product of two differences of points is off by 3 epsilons of the lengths at most: one for each
/// difference, and one for product and sum. With room.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Where a polygon is nearest to a point, in the polygon's frame.
#[derive(Clone, Copy, Debug)]
pub struct Foot {
    /// On the outline.
    pub point: DVec2,
    /// Of length 1, out of the polygon.
    pub normal: DVec2,
    /// From the foot to the point; negative inside.
    pub distance: f64,
    /// What lies there.
    pub part: Part,
    /// Is the normal across an edge?
    pub is_face: bool,
}

/// A part of a ring, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A corner.
    Vertex(usize),
    /// An edge.
    Edge(usize),
}

/// The foot of a point. None where rounding, which is up to `slack`, might have its say.
#[inline]
pub fn foot(ring: &Ring<'_>, p: DVec2, slack: f64) -> Option<Foot> {
    let (edge, height) = ring.steepest(p);
    let (from, to) = (ring.vertex(edge), ring.vertex(ring.next(edge)));
    let (side, way) = (to - from, p - from);
    let (along, square) = (way.dot(side), side.dot(side));
    let normal = ring.normal(edge);
    if height <= 0.0 || 0.0 < along && along < square {
        // The line is that of the edge, but for rounding.
        let is_edge = normal.dot(way) - height <= 2.0 * slack;
        let part = if along <= NEAR * square {
            Part::Vertex(edge)
        } else if along >= (1.0 - NEAR) * square {
            Part::Vertex(ring.next(edge))
        } else {
            Part::Edge(edge)
        };
        let point = p - normal * height;
        return is_edge.then_some(Foot { point, normal, distance: height, part, is_face: true });
    }
    let corner = if along > 0.0 { ring.next(edge) } else { edge };
    let point = ring.vertex(corner);
    let way = p - point;
    let falls = |other: usize| is_beyond(ring.vertex(other) - point, way);
    if !(falls(ring.next(corner)) && falls(ring.previous(corner))) {
        return None;
    }
    let distance = way.norm();
    let part = Part::Vertex(corner);
    Some(Foot { point, normal: way * (1.0 / distance), distance, part, is_face: false })
}

/// Does an edge lead back along a way, whatever rounding does?
#[inline]
pub(super) fn is_beyond(edge: DVec2, way: DVec2) -> bool {
    edge.dot(way) <= -ROUNDING * sum(edge) * sum(way)
}

/// No less than the length.
fn sum(v: DVec2) -> f64 {
    v.x.abs() + v.y.abs()
}
