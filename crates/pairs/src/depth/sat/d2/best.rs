//! The edge along whose normal two polygons overlap the least.
//!
//! All edges are tested against all corners of the other polygon, [`LANES`] edges at a time. Polygons with many
//! edges take the walk around both ([`merged`](super::merged)), which visits each corner once.

use core::array::from_fn;

use glam::DVec2;

use super::merged::merged_within;
use super::{PolygonPair, Ring};
use crate::depth::sat::Feature;
use crate::hull::LANES;
use crate::number::simd::{Work, widest};
use crate::space::Motion;

/// With more edges of both together, the walk is used.
const MOST_EDGES: usize = 96;

/// The edge of a ring with the least overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Best {
    /// The index of the edge.
    edge: usize,
    /// The overlap of the polygons along its normal, negative for a gap.
    overlap: f64,
}

/// A gap along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// From A to B, of length 1.
    pub axis: DVec2,
    /// The negative width of the gap, or of one that is certainly there.
    pub overlap: f64,
}

/// An edge, and the edge of the other polygon that faces it most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacingEdges {
    /// The overlap along the normal; negative for a gap.
    pub overlap: f64,
    /// Of length 1, from A to B, in A's frame.
    pub normal: DVec2,
    /// Is the normal that of B's edge?
    pub is_of_b: bool,
    /// The edges of A and of B.
    pub edges: [usize; 2],
}

impl PolygonPair<'_> {
    /// The edge with the least overlap, and the edge that faces it. A's edge wins a tie.
    ///
    /// # Errors
    /// A gap that is wider than `gap`.
    #[inline]
    pub fn best_edges(&self, gap: f64) -> Result<FacingEdges, Gap> {
        let (is_of_b, edge) = if self.a.len() + self.b.len() > MOST_EDGES {
            self.best_by_walk(gap)?
        } else {
            let [of_a, of_b] = self.best_of_all();
            if of_b.overlap < of_a.overlap { (true, of_b.edge) } else { (false, of_a.edge) }
        };
        let line = self.line(is_of_b, edge);
        let is_gap = line.overlap < -gap;
        if is_gap {
            return Err(Gap { axis: line.normal, overlap: line.overlap });
        }
        Ok(line)
    }

    /// An edge of A or of B, with its overlap, and the edge of the other polygon that faces it: one of the
    /// two at its deepest corner.
    #[inline]
    fn line(&self, is_of_b: bool, edge: usize) -> FacingEdges {
        let (overlap, corner) = self.against(is_of_b, edge);
        if is_of_b {
            let normal = self.against_b(edge);
            let edges = [self.a.edge_at(corner, normal), edge];
            return FacingEdges { overlap, normal, is_of_b, edges };
        }
        let normal = self.a.normals[edge];
        let edges = [edge, self.b.edge_at(corner, -self.b_in_a.unrotate(normal))];
        FacingEdges { overlap, normal, is_of_b, edges }
    }

    /// The overlap along the normal of an edge, and the deepest corner of the other ring.
    #[inline]
    fn against(&self, is_of_b: bool, edge: usize) -> (f64, usize) {
        let All { ring, other, axes: [x, y], origin } = self.all(is_of_b);
        let normal = ring.normals[edge];
        let (to_x, to_y) = (-x.dot(normal), -y.dot(normal));
        let (mut deepest, mut highest) = (0, f64::NEG_INFINITY);
        for (i, corner) in other.vertices.iter().enumerate() {
            let height = to_x * corner.x + to_y * corner.y;
            deepest = if height > highest { i } else { deepest };
            highest = if height > highest { height } else { highest };
        }
        (ring.offsets[edge] - normal.dot(origin) + highest, deepest)
    }

    #[inline(never)]
    fn best_of_all(&self) -> [Best; 2] {
        [widest(self.all(false)), widest(self.all(true))]
    }

    /// The edges of A or of B against the corners of the other.
    #[inline(always)]
    pub(super) fn all(&self, is_of_b: bool) -> All<'_> {
        let Motion { columns: [x, y, _], translation } = self.b_in_a;
        if !is_of_b {
            return All { ring: &self.a, other: &self.b, axes: [x, y], origin: translation };
        }
        let axes = [DVec2::new(x.x, y.x), DVec2::new(x.y, y.y)];
        let origin = -self.b_in_a.unrotate(translation);
        All { ring: &self.b, other: &self.a, axes, origin }
    }

    /// Is the best edge B's, and which one is it?
    #[inline(never)]
    fn best_by_walk(&self, gap: f64) -> Result<(bool, usize), Gap> {
        let found = merged_within(self, gap, &mut ());
        match found.feature {
            Feature::FaceA(edge) => Ok((false, edge as usize)),
            Feature::FaceB(edge) => Ok((true, edge as usize)),
            _ => Err(Gap { axis: found.axis, overlap: found.overlap }),
        }
    }
}

/// All edges of a ring against all corners of another.
pub(super) struct All<'r> {
    pub ring: &'r Ring<'r>,
    other: &'r Ring<'r>,
    /// The axes and the origin of the other ring, in this ring's frame.
    axes: [DVec2; 2],
    origin: DVec2,
}

impl All<'_> {
    /// The overlaps along the normals of [`LANES`] edges.
    #[inline(always)]
    fn row(&self, first: usize) -> [f64; LANES] {
        let Self { ring, other, axes: [x, y], origin } = self;
        let offsets = padded(&ring.offsets[first..], f64::INFINITY);
        let normals = padded(&ring.normals[first..], DVec2::ZERO);
        // The inward normals, in the other ring's frame.
        let (to_x, to_y) = (normals.map(|n| -x.dot(n)), normals.map(|n| -y.dot(n)));
        let mut highest = [f64::NEG_INFINITY; LANES];
        for corner in other.vertices {
            for k in 0..LANES {
                let height = to_x[k] * corner.x + to_y[k] * corner.y;
                highest[k] = if height > highest[k] { height } else { highest[k] };
            }
        }
        from_fn(|k: usize| offsets[k] - normals[k].dot(*origin) + highest[k])
    }
}

impl Work for All<'_> {
    type Output = Best;

    #[inline(always)]
    fn run(self) -> Best {
        let mut best = Best { edge: 0, overlap: f64::INFINITY };
        for first in (0..self.ring.len()).step_by(LANES) {
            for (k, overlap) in self.row(first).into_iter().enumerate() {
                let is_less = overlap < best.overlap;
                best.edge = if is_less { first + k } else { best.edge };
                best.overlap = if is_less { overlap } else { best.overlap };
            }
        }
        best
    }
}

/// The first edges of a row. If there are fewer, the rest is filled with edges that overlap without end.
#[inline(always)]
fn padded<T: Copy>(all: &[T], rest: T) -> [T; LANES] {
    if let Some(first) = all.first_chunk() {
        return *first;
    }
    let mut lanes = [rest; LANES];
    lanes[..all.len()].copy_from_slice(all);
    lanes
}
