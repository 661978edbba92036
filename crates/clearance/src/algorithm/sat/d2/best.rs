//! The best edge of each of two polygons: the edge along whose normal they overlap the least.
//!
//! All edges are compared in `f32` ([`narrow`](super::narrow)), which takes two thirds of the
//! instructions. If one of them is better than all others by more than the rounding of `f32`, only its
//! overlap is computed in `f64`. If an edge of A and one of B are equally good, as parallel sides are,
//! both overlaps are. If two edges of one polygon are, as in a symmetric overlap, all edges are tested
//! against all corners in `f64`, [`LANES`] edges at a time. So the answer has the bits of this test.
//! Polygons with many edges take the walk around both
//! ([`merged`](super::merged)), which visits each corner once.

use core::array::from_fn;

use glam::DVec2;

use super::{NarrowRing, OFF, PolygonPair, Ring, Steepest};
use crate::algorithm::sat::{Feature, Outcome};
use crate::hull::{Edges, LANES};
use crate::number::Scalar;
use crate::number::simd::{Work, widest};
use crate::space::Motion;

/// With more edges of both together, the walk is used.
const MOST_EDGES: usize = 96;

/// The edge of a ring with the least overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// The index of the edge.
    pub edge: usize,
    /// The overlap of the polygons along its normal, negative for a gap, up to [`OFF`] of the size.
    pub overlap: f64,
    /// A lower bound of the overlap along the normals of the ring's other edges.
    pub others: f64,
}

/// A gap along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// From A to B, of length 1.
    pub axis: DVec2,
    /// The negative width of the gap, or of one that is certainly there.
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

    #[inline(always)]
    fn of(found: &Steepest, size: f64) -> Self {
        Self { edge: found.edge, overlap: -found.height, others: -found.next - OFF * size }
    }
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

/// The best edges of two polygons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestEdges {
    /// Of A and of B.
    pub best: [Best; 2],
    /// The better one, and the edge that faces it.
    pub line: FacingEdges,
}

impl PolygonPair<'_> {
    /// The best edges of A and of B. Takes both rings in `f32`.
    ///
    /// # Errors
    /// A gap that is wider than `gap`.
    #[inline]
    pub fn best_edges(&self, rows: [&[Edges]; 2], gap: f64) -> Result<BestEdges, Gap> {
        let (best, doubt) = if self.a.len() + self.b.len() > MOST_EDGES {
            (self.best_by_walk(gap)?, 0.0)
        } else if cfg!(feature = "small") {
            // The bits are the same.
            (self.best_of_all(), 0.0)
        } else {
            let found = widest(Narrow { pair: self, rows, gap })?;
            self.clear(&found).unwrap_or_else(|| (self.best_of_all(), 0.0))
        };
        let is_of_b = best[1].overlap + doubt < best[0].overlap;
        let mut line = self.line(usize::from(is_of_b), &best);
        // The edges of two sides that are parallel are equally good.
        let is_open = doubt > 0.0 && !is_of_b && best[1].overlap < best[0].overlap + doubt;
        if is_open {
            let other = self.line(1, &best);
            line = if other.overlap < line.overlap { other } else { line };
        }
        let is_gap = line.overlap < -gap;
        if is_gap {
            return Err(Gap { axis: line.normal, overlap: line.overlap });
        }
        Ok(BestEdges { best, line })
    }

    /// The best edges from those that `f32` found, and the error bound of the difference of their
    /// overlaps. `None` if another edge of a ring may be better than both.
    #[inline]
    fn clear(&self, [of_a, of_b]: &[Steepest; 2]) -> Option<([Best; 2], f64)> {
        let (size, doubt) = (self.size, 2.0 * OFF * self.size);
        let is_a_sure = of_a.is_clear(size) || of_a.height + doubt < of_b.height;
        let is_b_sure = of_b.is_clear(size) || of_b.height + doubt < of_a.height;
        (is_a_sure && is_b_sure).then(|| ([Best::of(of_a, size), Best::of(of_b, size)], doubt))
    }

    /// The best edge of A (0) or of B (1), with its overlap, and the edge of the other polygon that faces
    /// it: one of the two at its deepest corner.
    #[inline]
    fn line(&self, which: usize, best: &[Best; 2]) -> FacingEdges {
        let edge = best[which].edge;
        let (overlap, corner) = self.against(which, edge);
        if which == 1 {
            let normal = self.against_b(edge);
            let edges = [self.a.edge_at(corner, normal), edge];
            return FacingEdges { overlap, normal, is_of_b: true, edges };
        }
        let normal = self.a.normals[edge];
        let edges = [edge, self.b.edge_at(corner, -self.b_in_a.unrotate(normal))];
        FacingEdges { overlap, normal, is_of_b: false, edges }
    }

    /// The overlap along the normal of an edge, and the deepest corner of the other ring.
    #[inline]
    fn against(&self, which: usize, edge: usize) -> (f64, usize) {
        let All { ring, other, axes: [x, y], origin } = self.all(which);
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
        [widest(self.all(0)), widest(self.all(1))]
    }

    /// The edges of A (0) or of B (1) against the corners of the other.
    #[inline(always)]
    pub(super) fn all(&self, which: usize) -> All<'_> {
        let Motion { columns: [x, y, _], translation } = self.b_in_a;
        if which == 0 {
            return All { ring: &self.a, other: &self.b, axes: [x, y], origin: translation };
        }
        let axes = [DVec2::new(x.x, y.x), DVec2::new(x.y, y.y)];
        let origin = -self.b_in_a.unrotate(translation);
        All { ring: &self.b, other: &self.a, axes, origin }
    }

    #[inline(never)]
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

/// All edges of both rings in `f32`.
struct Narrow<'r> {
    pair: &'r PolygonPair<'r>,
    rows: [&'r [Edges]; 2],
    gap: f64,
}

impl Work for Narrow<'_> {
    type Output = Result<[Steepest; 2], Gap>;

    /// A gap along the normal of an edge of A, if it is certainly wider, ends the test.
    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { pair: PolygonPair { a, b, b_in_a, size, .. }, rows, gap } = self;
        let of_a = NarrowRing { rows: rows[0], corners: a.len() };
        let of_b = NarrowRing { rows: rows[1], corners: b.len() };
        let best = of_a.steepest(&of_b, b_in_a, *size);
        let least = best.height - OFF * size;
        if least > gap {
            return Err(Gap { axis: a.normals[best.edge], overlap: -least });
        }
        let a_in_b = Motion::identity().seen_from(b_in_a);
        Ok([best, of_b.steepest(&of_a, &a_in_b, *size)])
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
    /// The overlaps along the normals of [`LANES`] edges, and the heights of a vector along them.
    #[inline(always)]
    pub fn row(&self, first: usize, way: DVec2) -> [[f64; LANES]; 2] {
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
        let overlap = |k: usize| offsets[k] - normals[k].dot(*origin) + highest[k];
        [from_fn(overlap), normals.map(|n| n.dot(way))]
    }
}

impl Work for All<'_> {
    type Output = Best;

    #[inline(always)]
    fn run(self) -> Best {
        let mut best = Best::NONE;
        for first in (0..self.ring.len()).step_by(LANES) {
            let [overlaps, _] = self.row(first, DVec2::ZERO);
            for (k, overlap) in overlaps.into_iter().enumerate() {
                best.offer(first + k, overlap);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hull::{Hull2, Outline, build2};
    use alloc::vec::Vec;
    use clearance_testing::Random;
    use core::f64::consts::TAU;

    /// Regular polygons and ellipses, so that sides are parallel and overlaps symmetric.
    fn polygon(random: &mut Random) -> Outline<DVec2> {
        let (count, thin) = (3 + random.below(40), *random.one_of(&[1.0, 0.5, 1e-3]));
        let corner = |i: usize| DVec2::from_angle(i as f64 * TAU / count as f64);
        let corners: Vec<_> = (0..count).map(|i| corner(i) * DVec2::new(1.0, thin)).collect();
        match build2(&corners).unwrap() {
            Hull2::Outline(outline) => outline,
            _ => unreachable!("on an ellipse"),
        }
    }

    /// The best edge, its overlap and its ring are those of the test of all edges in `f64`, to the last
    /// bit; and `f32` decides most of the pairs whose sides are not parallel.
    #[test]
    fn the_best_edges_are_those_of_all_edges_in_f64() {
        let (mut random, mut clear, mut open, mut alike) = (Random::new(3), 0, 0, 0);
        let count = clearance_testing::pairs(20_000);
        for i in 0..count {
            let (a, b) = (polygon(&mut random), polygon(&mut random));
            let is_turned = random.below(3) > 0;
            let x = DVec2::from_angle(if is_turned { random.range(0.0, TAU) } else { 0.0 });
            let mut translation = DVec2::new(random.signed(), random.signed()) * 2.5;
            if random.below(3) == 0 {
                translation = translation.round();
            }
            let b_in_a = Motion { columns: [x, x.perp(), DVec2::ZERO], translation };
            let size = 2.0 + translation.length();
            let pair = PolygonPair::new((&a).into(), (&b).into(), &b_in_a, translation, size);
            let rows = [a.narrow(), b.narrow()];
            let slow = pair.best_of_all();
            let line = pair.best_edges(rows, f64::INFINITY).unwrap().line;
            let is_of_b = slow[1].overlap < slow[0].overlap;
            let best = slow[usize::from(is_of_b)];
            let found = (line.is_of_b, line.edges[usize::from(is_of_b)], line.overlap);
            assert_eq!(found, (is_of_b, best.edge, best.overlap), "{i}");
            let facing = if is_of_b {
                pair.a.edge_along(line.normal) == line.edges[0]
            } else {
                pair.b.edge_along(-b_in_a.unrotate(line.normal)) == line.edges[1]
            };
            alike += usize::from(facing);
            let narrow = widest(Narrow { pair: &pair, rows, gap: f64::INFINITY }).unwrap();
            let is_clear = pair.clear(&narrow).is_some();
            clear += usize::from(is_clear && is_turned);
            open += usize::from(!is_clear);
        }
        std::println!(
            "{count} pairs: {clear} clear, {open} open, {alike} with the same facing edge"
        );
        assert!(clear * 2 > count && open * 20 > count && alike * 1000 > count * 999);
    }
}
