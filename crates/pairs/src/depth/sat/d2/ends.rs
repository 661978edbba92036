//! A segment or a point beside a ring, in its frame: the line of their difference that the origin is the
//! farthest above.
//!
//! Such shapes have too few normals for the walk around both, and so few corners that testing all of them
//! is the fastest.

use glam::DVec2;

use super::few::across;
use super::{FacingEdges, Ring};
use crate::number::{max, min};

/// A segment with its two sides only, the right side first, or a point, which has none. The arcs of a
/// segment are half a turn, so no walk can go around it.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    count: usize,
    vertices: [DVec2; 2],
    normals: [DVec2; 2],
    offsets: [f64; 2],
}

impl Ends {
    #[inline(always)]
    pub fn point(p: DVec2) -> Self {
        Self { count: 1, vertices: [p; 2], normals: [DVec2::ZERO; 2], offsets: [0.0; 2] }
    }

    /// `None` if the points are equal.
    #[inline(always)]
    pub fn segment([p, q]: [DVec2; 2]) -> Option<Self> {
        let right = across(q - p)?;
        let [from, to] = [right.dot(p), right.dot(q)];
        let offsets = [max(from, to), -min(from, to)];
        Some(Self { count: 2, vertices: [p, q], normals: [right, -right], offsets })
    }

    #[inline(always)]
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

impl Ring<'_> {
    /// The line between this and a ring of one corner, or of two.
    #[inline]
    pub fn steepest_to(&self, ends: &Ring<'_>) -> FacingEdges {
        let (&[p, q], &[right, _]) = (ends.vertices, ends.normals) else {
            let (edge, height) = self.steepest(ends.vertices[0]);
            let normal = self.normals[edge];
            return FacingEdges { overlap: -height, normal, is_of_b: false, edges: [edge, 0] };
        };
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for (i, (normal, offset)) in self.normals.iter().zip(self.offsets).enumerate() {
            let here = min(normal.dot(p), normal.dot(q)) - offset;
            best = if here > most { i } else { best };
            most = if here > most { here } else { most };
        }
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for vertex in self.vertices {
            let level = right.dot(*vertex);
            (low, high) = (min(low, level), max(high, level));
        }
        let sides = [low - ends.offsets[0], -high - ends.offsets[1]];
        let side = usize::from(sides[1] > sides[0]);
        if sides[side] > most {
            let (overlap, normal) = (-sides[side], -ends.normals[side]);
            let edges = [self.edge_along(normal), side];
            return FacingEdges { overlap, normal, is_of_b: true, edges };
        }
        let normal = self.normals[best];
        let facing = usize::from(right.dot(normal) > 0.0);
        FacingEdges { overlap: -most, normal, is_of_b: false, edges: [best, facing] }
    }
}
