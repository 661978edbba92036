//! A segment or a point beside a ring, in its frame: the line of their difference that the origin is the
//! farthest above.
//!
//! Such shapes have too few normals for the walk around both, and so few corners that testing all of them
//! is the fastest. More than eight edges are compared in `f32` first, as those of two polygons
//! ([`best`](super::best)): if one is better than all others by more than the rounding, only that one is
//! tested in `f64`.

use glam::DVec2;

use super::few::across;
use super::{FacingEdges, NarrowRing, OFF, Ring};
use crate::hull::Edges;
use crate::number::Scalar;

/// A segment with its two sides only, the right side first, or a point, which has none. The arcs of a
/// segment are half a turn, so no walk can go around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    count: usize,
    vertices: [DVec2; 2],
    normals: [DVec2; 2],
    offsets: [f64; 2],
}

impl Ends {
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn point(p: DVec2) -> Self {
        Self { count: 1, vertices: [p; 2], normals: [DVec2::ZERO; 2], offsets: [0.0; 2] }
    }

    /// `None` if the points are equal.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn segment([p, q]: [DVec2; 2]) -> Option<Self> {
        let right = across(q - p)?;
        let [from, to] = [right.dot(p), right.dot(q)];
        let offsets = [Scalar::max(from, to), -Scalar::min(from, to)];
        Some(Self { count: 2, vertices: [p, q], normals: [right, -right], offsets })
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn ring(&self) -> Ring<'_> {
        let sides = if self.count == 1 { 0 } else { 2 };
        Ring {
            vertices: &self.vertices[..self.count],
            normals: &self.normals[..sides],
            offsets: &self.offsets[..sides],
            numbers: &[],
        }
    }
}

/// Does `f64` alone take no longer for these edges? The feature `small` does without `f32`: the bits are
/// the same.
fn are_few(rows: &[Edges]) -> bool {
    cfg!(feature = "small") || rows.len() <= 1
}

impl Ring<'_> {
    /// The line between this and a ring of one corner, or of two. Takes this ring in `f32`, and a bound of
    /// all lengths.
    #[inline]
    pub(crate) fn steepest_to(&self, rows: &[Edges], ends: &Ring<'_>, size: f64) -> FacingEdges {
        let (&[p, q], &[right, _]) = (ends.vertices, ends.normals) else {
            return self.steepest_to_point(rows, ends.vertices[0], size);
        };
        let over = |normal: DVec2, offset: f64| Scalar::min(normal.dot(p), normal.dot(q)) - offset;
        let (best, most) = match self.clear_to_ends(rows, ends, size) {
            Some(edge) => (edge, over(self.normals[edge], self.offsets[edge])),
            None => {
                let (mut best, mut most) = (0, f64::NEG_INFINITY);
                for (i, (normal, offset)) in self.normals.iter().zip(self.offsets).enumerate() {
                    let here = over(*normal, *offset);
                    best = if here > most { i } else { best };
                    most = if here > most { here } else { most };
                }
                let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
                for vertex in self.vertices {
                    let level = right.dot(*vertex);
                    (low, high) = (Scalar::min(low, level), Scalar::max(high, level));
                }
                let sides = [low - ends.offsets[0], -high - ends.offsets[1]];
                let side = usize::from(sides[1] > sides[0]);
                if sides[side] > most {
                    let (overlap, normal) = (-sides[side], -ends.normals[side]);
                    let edges = [self.edge_along(normal), side];
                    return FacingEdges { overlap, normal, is_of_b: true, edges };
                }
                (best, most)
            }
        };
        let normal = self.normals[best];
        let facing = usize::from(right.dot(normal) > 0.0);
        FacingEdges { overlap: -most, normal, is_of_b: false, edges: [best, facing] }
    }

    /// The edge that certainly is the highest, also above the sides of the segment.
    #[inline]
    fn clear_to_ends(&self, rows: &[Edges], ends: &Ring<'_>, size: f64) -> Option<usize> {
        if are_few(rows) {
            return None;
        }
        let narrow = NarrowRing { rows, corners: self.len() };
        let found = narrow.steepest_to_ends([ends.vertices[0], ends.vertices[1]], size);
        let [low, high] = narrow.range(ends.normals[0], size);
        let side = Scalar::max(low - ends.offsets[0], -high - ends.offsets[1]);
        let is_clear = found.is_clear(size) && found.height - side > 2.0 * OFF * size;
        is_clear.then_some(found.edge)
    }

    #[inline]
    fn steepest_to_point(&self, rows: &[Edges], p: DVec2, size: f64) -> FacingEdges {
        let mut clear = None;
        if !are_few(rows) {
            let found = NarrowRing { rows, corners: self.len() }.steepest_to_ends([p; 2], size);
            clear = found.is_clear(size).then_some(found.edge);
        }
        let (edge, height) = match clear {
            Some(edge) => (edge, self.normals[edge].dot(p) - self.offsets[edge]),
            None => self.steepest(p),
        };
        let normal = self.normals[edge];
        FacingEdges { overlap: -height, normal, is_of_b: false, edges: [edge, 0] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hull::{Hull2, build2};
    use alloc::vec::Vec;
    use clearance_testing::Random;
    use core::f64::consts::TAU;

    /// The line is that of all edges in `f64`, to the last bit.
    #[test]
    fn the_line_is_that_of_all_edges_in_f64() {
        let (mut random, mut sides, mut clear) = (Random::new(4), 0, [0; 2]);
        let count = clearance_testing::pairs(20_000);
        for i in 0..count {
            let size = 10.0_f64.powi(*random.one_of(&[0, 0, 0, -40, 40, 3, -5]));
            let (corners, thin) = (3 + random.below(40), *random.one_of(&[1.0, 0.5, 1e-3]));
            let on = |i: usize| DVec2::from_angle(i as f64 * TAU / corners as f64);
            let points: Vec<_> =
                (0..corners).map(|i| on(i) * DVec2::new(size, thin * size)).collect();
            let Hull2::Outline(outline) = build2(&points).unwrap() else { unreachable!() };
            let ring = Ring::from(&outline);
            let is_lattice = random.below(3) == 0;
            let mut point = || {
                let p = DVec2::new(random.signed(), random.signed());
                if is_lattice { (p * 2.0).round() * size } else { p * (2.0 * size) }
            };
            let [p, q] = [point(), point()];
            let kind = i % 2;
            let ends = if kind == 0 { Some(Ends::point(p)) } else { Ends::segment([p, q]) };
            let Some(ends) = ends else { continue };
            let (ends, all) = (ends.ring(), size + p.length() + q.length());
            let found = ring.steepest_to(outline.narrow(), &ends, all);
            assert_eq!(found, ring.steepest_to(&[], &ends, all), "{i}");
            sides += usize::from(found.is_of_b);
            let narrow = NarrowRing { rows: outline.narrow(), corners: ring.len() };
            let ends = if kind == 0 { [p; 2] } else { [p, q] };
            clear[kind] += usize::from(narrow.steepest_to_ends(ends, all).is_clear(all));
        }
        assert!(
            sides * 20 > count && clear.iter().all(|clear| clear * 4 > count),
            "{sides} {clear:?}"
        );
    }
}
