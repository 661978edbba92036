//! Two boxes: 15 axes in closed form.
//!
//! The faces of a box have three directions, and its edges have the same three. So there are 3 axes of
//! A's faces, 3 of B's, and 9 perpendicular to an edge of each. Let a and b be half the edge lengths, R
//! the matrix whose column c_j is B's axis j in A's frame, and t the middle of B. Projections are
//! symmetric about the middles, so one formula gives both directions of an axis:
//!
//! ```text
//!     axis         overlap                                        (u, v) and (p, q) are the two
//!     e_i          a_i + sum_j b_j |R_ij| - |t_i|                 numbers that follow i and j
//!     c_j          sum_i a_i |R_ij| + b_j - |c_j.t|
//!     e_i x c_j    (a_u |R_vj| + a_v |R_uj| + b_p |R_iq| + b_q |R_ip| - |t_v R_uj - t_u R_vj|) / s
//!
//!                  with s = |e_i x c_j|, s^2 = R_uj^2 + R_vj^2
//! ```
//!
//! 1. **All 15 in lanes of `f32`** (`boxes_lanes`). What may have the least overlap is left: one or two axes
//!    for boxes in general position. An observer sees all, so then all are left.
//! 2. **Faces** of A, then of B. If one of them separates, that is the answer.
//! 3. **Edges.** If two are almost parallel, the cross product is a rounding error, divided by a tiny s, and may
//!    have any direction. So the overlap is not that of the formula, but the one along the unit vector that
//!    was found: this is right whatever the vector is.
//!
//! So rounding cannot make an axis win, and no axis is left out that is better by more than rounding: see
//! [`Boxes::slack`]. `boxes_witness` finds the deepest points.
//!
//! *Source.* Gottschalk, Lin and Manocha, "OBBTree: a hierarchical structure for rapid interference
//! detection", SIGGRAPH 1996, for the formulas. They need only a sign, and add an epsilon to |R| for
//! nearly parallel edges.

use glam::DVec3;

use super::boxes_axes::{ACROSS, Along, Axes, NEXT};
use super::boxes_lanes::Lanes;
use crate::depth::sat::{Counters, Feature, Outcome};
use crate::number::sqrt;
use crate::space::Motion;
use crate::trace::{Trace, Watch};

/// Two boxes around the origins of their frames, and the pose of B in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct Boxes {
    pub(super) half_a: [f64; 3],
    pub(super) half_b: [f64; 3],
    /// The columns of the matrix R, and t.
    pub(super) b_in_a: Motion<DVec3>,
    pub(super) size: f64,
    pub(super) rounding: f64,
}

/// An axis with its overlap.
#[derive(Clone, Copy, Debug)]
pub struct AxisOverlap {
    pub overlap: f64,
    /// Of length 1, from A to B.
    pub axis: DVec3,
    pub along: Along,
    /// Is it the face on the positive side of its box, if the axis is perpendicular to a face?
    pub positive: bool,
}

/// For each axis, the face on its negative side and the face on its positive side: indices of
/// [`Small::cuboid`](crate::hull::Small::cuboid).
pub const FACES: [[u32; 2]; 3] = [[4, 2], [1, 3], [5, 0]];

/// For each axis, the four edges along it, by the signs of the two following coordinates: bit 0 is set if
/// the first is positive, bit 1 if the second is.
pub const EDGES: [[u32; 4]; 3] = [[4, 9, 0, 2], [11, 3, 7, 1], [6, 5, 10, 8]];

/// The share of `rounding` by which an axis must be better than those before it. It is more than the real
/// error of two overlaps, so that a face wins a tie.
pub(super) const BETTER: f64 = 0.25;

/// Edges are not tested if the sine of the angle between them is at most this.
///
/// Along the arc of A's edge, which then coincides with the arc of B's, the overlap is that of two fixed
/// vertices, except for a change of slope by an edge length times s. That is at most `rounding`, because
/// the shorter of two edges is at most as long as the size. So the ends of the arcs, which are faces,
/// give the same overlap.
pub(super) const PARALLEL: f64 = 8.0 * f64::EPSILON;

/// The least overlap, or the first separating axis found. Of equal overlaps the first counts: A before B,
/// faces before edges, x before y before z; a later one must be less by more than rounding. If the
/// middles coincide along the axis, it points along the positive axis of the box.
pub fn boxes<T: Trace<DVec3>>(pair: &Boxes, trace: &mut T) -> Outcome<DVec3> {
    let best = boxes_within(pair, pair.nearly_least(), pair.touch(), trace);
    let AxisOverlap { overlap, axis, .. } = best;
    let vertices = [corner(axis), corner(-pair.b_in_a.unrotate(axis))];
    let counters = Counters { axes: 15, ..Counters::default() };
    Outcome { overlap, axis, feature: pair.feature(&best), vertices, counters }
}

/// The same, except that a separating axis ends the search only if the gap is more than `limit`;
/// otherwise the widest gap along an axis is found. `kept` are the axes that may have the least overlap, at
/// least one: other axes are shown to the observer alone.
pub fn boxes_within<T: Trace<DVec3>>(
    pair: &Boxes,
    Axes(kept): Axes,
    limit: f64,
    trace: &mut T,
) -> AxisOverlap {
    let mut watch = Watch::new(trace, 1.0);
    let along = Along::FaceA(0);
    let mut best = AxisOverlap { overlap: f64::INFINITY, axis: DVec3::X, along, positive: true };
    let mut left = if watch.watches() { Axes::ALL.0 } else { kept };
    while left != 0 && best.overlap >= -limit {
        let k = left.trailing_zeros() as usize;
        if let Some(tried) = pair.overlap(Along::of(k)) {
            if watch.watches() {
                watch.axis(tried.axis, tried.overlap, pair.feature(&tried));
            }
            if kept >> k & 1 == 1 && tried.overlap < best.overlap - BETTER * pair.rounding {
                best = tried;
            }
        }
        left &= left - 1;
    }
    best
}

impl Boxes {
    /// `size` is at least the sum of half the diagonals and the distance of the middles.
    #[inline]
    pub fn new(half_a: DVec3, half_b: DVec3, b_in_a: &Motion<DVec3>, size: f64) -> Self {
        Self {
            half_a: half_a.to_array(),
            half_b: half_b.to_array(),
            b_in_a: *b_in_a,
            size,
            // An overlap is a sum of seven products of lengths below `size`; for edges there is a
            // quotient too: gamma_10 with some room.
            rounding: 8.0 * f64::EPSILON * size,
        }
    }

    /// Overlaps and gaps up to this, including the rounding of the poses, count as a touch, as with
    /// [`PolytopePair::touch`](super::PolytopePair::touch).
    pub fn touch(&self) -> f64 {
        8.0 * self.rounding
    }

    /// Half the edge lengths of A and of B.
    #[inline]
    pub(crate) fn halves(&self) -> [DVec3; 2] {
        [self.half_a, self.half_b].map(DVec3::from_array)
    }

    /// The pose of B in A's frame.
    #[inline]
    pub(crate) fn b_in_a(&self) -> &Motion<DVec3> {
        &self.b_in_a
    }

    /// At least the sum of half the diagonals and the distance of the middles.
    #[inline]
    pub(crate) fn size(&self) -> f64 {
        self.size
    }

    /// The error bound of the overlap along an axis.
    pub fn rounding(&self) -> f64 {
        self.rounding
    }

    /// A bound on how far the depth may be below the overlap found, if that is at least minus the
    /// rounding: the rounding of an overlap, the margin by which an axis had to be better, and what
    /// nearly parallel edges may have hidden.
    ///
    /// This holds at the corners of the overlaid maps. Between them, an axis is a sum of corners from one
    /// octant of A's frame, with weights whose sum is at most the root of 3. If the least overlap L at
    /// corners is not proven to be positive, the depth is at least root 3 times L.
    pub fn slack(&self, overlap: f64) -> f64 {
        let at_corners = 3.0 * self.rounding;
        if overlap > at_corners { at_corners } else { 2.0 * at_corners }
    }

    /// The axes whose overlap may be the least.
    #[inline]
    pub fn nearly_least(&self) -> Axes {
        Lanes::seen_from_a(self.halves(), &self.b_in_a, self.size).nearly_least()
    }

    /// The overlap along one of the axes; `None` for edges that are parallel up to rounding.
    #[inline(always)]
    fn overlap(&self, along: Along) -> Option<AxisOverlap> {
        let ([half_a, half_b], b_in_a) = (self.halves(), &self.b_in_a);
        let axis = match along {
            Along::FaceA(i) => DVec3::AXES[i],
            Along::FaceB(j) => b_in_a.columns[j],
            Along::Edges(i, j) => {
                let across = DVec3::AXES[i].cross(b_in_a.columns[j]);
                let sine = sqrt(across.dot(across));
                if sine <= PARALLEL {
                    return None;
                }
                across / sine
            }
        };
        // The coordinates that are 1 or 0 but for rounding are set.
        let in_b = match along {
            Along::FaceA(_) => b_in_a.unrotate(axis),
            Along::FaceB(j) => DVec3::AXES[j],
            Along::Edges(_, j) => b_in_a.unrotate(axis) * ACROSS[j],
        };
        let way = axis.dot(b_in_a.translation);
        let overlap = half_a.dot(axis.abs()) + half_b.dot(in_b.abs()) - way.abs();
        // In B's frame, A is on the other side.
        let positive = (way < 0.0) == matches!(along, Along::FaceB(_));
        // A zero is positive, whatever the sign of its product.
        Some(AxisOverlap { overlap, axis: axis * sign(way) + DVec3::ZERO, along, positive })
    }

    /// The faces or edges to which an axis is perpendicular.
    fn feature(&self, found: &AxisOverlap) -> Feature {
        let side = usize::from(found.positive);
        match found.along {
            Along::FaceA(i) => Feature::FaceA(FACES[i][side]),
            Along::FaceB(j) => Feature::FaceB(FACES[j][side]),
            Along::Edges(i, j) => self.edges([i, j], found.axis),
        }
    }

    /// The edges of A along its axis i and of B along its axis j that are the farthest along an axis from
    /// A to B, and against it.
    pub(super) fn edges(&self, [i, j]: [usize; 2], axis: DVec3) -> Feature {
        let edge = |axis: usize, direction: DVec3| {
            let [u, v] = NEXT[axis];
            let bit = |k: usize| usize::from(direction[k] >= 0.0);
            EDGES[axis][bit(u) + 2 * bit(v)]
        };
        Feature::Edges(edge(i, axis), edge(j, self.b_in_a.unrotate(-axis)))
    }
}

#[inline]
pub(super) fn sign(x: f64) -> f64 {
    if x < 0.0 { -1.0 } else { 1.0 }
}

/// The corner that is the farthest along a direction.
#[inline]
pub fn corner(direction: DVec3) -> u32 {
    let bit = |i: usize| u32::from(direction[i] >= 0.0) << i;
    bit(0) | bit(1) | bit(2)
}
