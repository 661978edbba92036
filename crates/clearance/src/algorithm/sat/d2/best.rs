//! The best edge of each of two polygons: the edge along whose normal they overlap the least.
//!
//! For few edges, all are tested against all corners of the other polygon, [`LANES`] edges at a time. For
//! two octagons this takes less than half of the instructions of the walk around both
//! ([`merged`](super::merged)), which visits each corner once. The walk is for many edges.

use glam::DVec2;

use super::{PolygonPair, Ring};
use crate::algorithm::sat::{Feature, Outcome};
use crate::hull::LANES;
use crate::number::Scalar;
use crate::number::simd::{Work, widest};
use crate::space::Motion;

/// With more pairs of an edge and a corner than this, the walk is used.
const MOST_PAIRS: usize = 1024;

/// The edge of a ring with the least overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// The index of the edge.
    pub edge: usize,
    /// The overlap of the polygons along its normal; negative for a gap.
    pub overlap: f64,
    /// A lower bound of the overlap along the normals of the ring's other edges.
    pub others: f64,
}

/// A gap along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// From A to B, of length 1.
    pub axis: DVec2,
    /// The negative width of the gap.
    pub overlap: f64,
}

impl Best {
    const NONE: Self = Self { edge: 0, overlap: f64::INFINITY, others: f64::INFINITY };

    #[inline(always)]
    fn offer(&mut self, edge: usize, overlap: f64) {
        let is_less = overlap < self.overlap;
        let more = if is_less { self.overlap } else { overlap };
        self.others = Scalar::min(self.others, more);
        self.overlap = if is_less { overlap } else { self.overlap };
        self.edge = if is_less { edge } else { self.edge };
    }
}

impl PolygonPair<'_> {
    /// The best edges of A and of B.
    ///
    /// # Errors
    /// A gap that is wider than `gap`: the search ends there, and not all edges were tested.
    #[inline]
    pub fn best_edges(&self, gap: f64) -> Result<[Best; 2], Gap> {
        let edges = |ring: &Ring<'_>| ring.normals.len();
        let corners = |ring: &Ring<'_>| ring.vertices.len();
        let pairs = edges(&self.a) * corners(&self.b) + edges(&self.b) * corners(&self.a);
        if pairs > MOST_PAIRS { self.best_by_walk(gap) } else { self.best_of_all(gap) }
    }

    #[inline]
    fn best_of_all(&self, gap: f64) -> Result<[Best; 2], Gap> {
        let Motion { columns: [x, y, _], translation } = self.b_in_a;
        let of_a = widest(All { ring: self.a, other: self.b, axes: [x, y], origin: translation });
        if of_a.overlap < -gap {
            return Err(Gap { axis: self.a.normals[of_a.edge], overlap: of_a.overlap });
        }
        let axes = [DVec2::new(x.x, y.x), DVec2::new(x.y, y.y)];
        let origin = -self.b_in_a.unrotate(translation);
        let of_b = widest(All { ring: self.b, other: self.a, axes, origin });
        if of_b.overlap < -gap {
            return Err(Gap { axis: self.against_b(of_b.edge), overlap: of_b.overlap });
        }
        Ok([of_a, of_b])
    }

    fn best_by_walk(&self, gap: f64) -> Result<[Best; 2], Gap> {
        let mut best = [Best::NONE; 2];
        let outcome =
            super::merged::merged_noting(self, gap, &mut (), |feature, overlap| match feature {
                Feature::FaceA(edge) => best[0].offer(edge as usize, overlap),
                Feature::FaceB(edge) => best[1].offer(edge as usize, overlap),
                _ => {}
            });
        let Outcome { axis, overlap, .. } = outcome;
        if overlap < -gap { Err(Gap { axis, overlap }) } else { Ok(best) }
    }
}

/// All edges of a ring against all corners of another.
struct All<'r> {
    ring: Ring<'r>,
    other: Ring<'r>,
    /// The axes and the origin of the other ring, in this ring's frame.
    axes: [DVec2; 2],
    origin: DVec2,
}

impl Work for All<'_> {
    type Output = Best;

    #[inline(always)]
    fn run(self) -> Best {
        let Self { ring, other, axes: [x, y], origin } = self;
        let mut best = Best::NONE;
        for (row, normals) in ring.normals.chunks(LANES).enumerate() {
            let offsets = padded(&ring.offsets[row * LANES..], f64::INFINITY);
            let normals = padded(normals, DVec2::ZERO);
            // The inward normals, in the other ring's frame.
            let (to_x, to_y) = (normals.map(|n| -x.dot(n)), normals.map(|n| -y.dot(n)));
            let mut highest = [f64::NEG_INFINITY; LANES];
            for corner in other.vertices {
                for k in 0..LANES {
                    let height = to_x[k] * corner.x + to_y[k] * corner.y;
                    highest[k] = if height > highest[k] { height } else { highest[k] };
                }
            }
            for k in 0..LANES {
                let overlap = offsets[k] - normals[k].dot(origin) + highest[k];
                best.offer(row * LANES + k, overlap);
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
