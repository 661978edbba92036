//! A polygon as the tests in 2D take it.

use glam::DVec2;

use crate::hull::{self, Outline};
use crate::number::max;

/// A convex polygon of at least three edges, counterclockwise: edge `i` goes from vertex `i` to the next.
/// An edge may have no length, but it has a normal, and from one normal to the next it is less than half
/// a turn.
#[derive(Clone, Copy, Debug)]
pub struct Ring<'a> {
    #[doc(hidden)]
    pub vertices: &'a [DVec2],
    /// Outward, of length 1.
    #[doc(hidden)]
    pub normals: &'a [DVec2],
    /// The largest height of all vertices along each normal.
    #[doc(hidden)]
    pub offsets: &'a [f64],
    /// The index of each vertex in answers; if empty, its own.
    #[doc(hidden)]
    pub numbers: &'a [u32],
}

impl<'a> From<&'a Outline<DVec2>> for Ring<'a> {
    fn from(outline: &'a Outline<DVec2>) -> Self {
        let (vertices, normals) = (outline.vertices(), outline.normals());
        Self { vertices, normals, offsets: outline.offsets(), numbers: &[] }
    }
}

impl Ring<'_> {
    /// The number of edges.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "there are three at least")]
    pub fn len(&self) -> usize {
        self.vertices.len()
    }
    #[inline]
    #[doc(hidden)]
    pub fn vertex(&self, i: usize) -> DVec2 {
        self.vertices[i]
    }
    /// The normal of edge `i`.
    #[inline]
    #[doc(hidden)]
    pub fn normal(&self, i: usize) -> DVec2 {
        self.normals[i]
    }
    /// The edges, each by its first vertex, its normal and the height of the edge along it.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2, f64)> {
        let all = self.vertices.iter().zip(self.normals).zip(self.offsets);
        all.map(|((vertex, normal), offset)| (*vertex, *normal, *offset))
    }
    /// The area in a unit: all lengths are multiplied by `unit`.
    pub(crate) fn area_in(&self, unit: f64) -> f64 {
        let from = |i: usize| (self.vertices[i] - self.vertices[0]) * unit;
        (2..self.len()).fold(0.0, |sum, i| sum + 0.5 * from(i - 1).perp_dot(from(i)))
    }
    /// The edge whose normal is nearest to a direction.
    #[inline]
    pub(crate) fn edge_along(&self, direction: DVec2) -> usize {
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for (i, normal) in self.normals.iter().enumerate() {
            let here = direction.dot(*normal);
            if here > most {
                (best, most) = (i, here);
            }
        }
        best
    }
    /// The same, searched from another edge.
    #[inline]
    pub(crate) fn edge_near(&self, from: usize, direction: DVec2) -> usize {
        let along = |i: usize| direction.dot(self.normals[i]);
        let (mut best, mut most) = (from, along(from));
        let (ahead, behind) = (self.next(from), self.previous(from));
        let (up, down) = (along(ahead), along(behind));
        // In most cases it is that edge.
        if up <= most && down <= most {
            return best;
        }
        let is_ahead = up > down;
        // At most once around.
        for _ in 0..self.len() {
            let next = if is_ahead { self.next(best) } else { self.previous(best) };
            let here = along(next);
            if here <= most {
                break;
            }
            (best, most) = (next, here);
        }
        best
    }
    /// The same, searched from the corner that is the farthest along the direction. Of two that are
    /// equally near, the one with the lower index.
    #[inline]
    pub(crate) fn edge_at(&self, corner: usize, direction: DVec2) -> usize {
        self.edge_near(corner.saturating_sub(1), direction)
    }
    /// The edge above whose line a point is the farthest, and the height. Of equals the first.
    ///
    /// Even and odd edges are compared apart, because each comparison waits for the one before.
    #[inline]
    #[doc(hidden)]
    pub fn steepest(&self, p: DVec2) -> (usize, f64) {
        let higher = |old: (usize, f64), i: usize| {
            let height = self.normals[i].dot(p) - self.offsets[i];
            if height > old.1 { (i, height) } else { old }
        };
        let (mut even, mut odd) = ((0, f64::NEG_INFINITY), (1, f64::NEG_INFINITY));
        for i in (1..self.len()).step_by(2) {
            (even, odd) = (higher(even, i - 1), higher(odd, i));
        }
        if self.len() % 2 == 1 {
            even = higher(even, self.len() - 1);
        }
        let is_odd = odd.1 > even.1 || odd.1 == even.1 && odd.0 < even.0;
        if is_odd { odd } else { even }
    }
    /// The vertex farthest along a direction, climbing from another vertex.
    pub(crate) fn climb(&self, from: usize, direction: DVec2) -> usize {
        hull::around(self.len(), from, direction, |i| self.vertices[i])
    }
    /// The height of edge `i` along its normal: an upper bound of all vertices' heights.
    #[inline]
    #[doc(hidden)]
    pub fn offset(&self, i: usize) -> f64 {
        self.offsets[i]
    }
    /// The largest height of all vertices along a direction.
    #[inline(always)]
    pub(crate) fn top(&self, direction: DVec2) -> f64 {
        let height = |vertex: &DVec2| direction.dot(*vertex);
        self.vertices.iter().map(height).fold(f64::NEG_INFINITY, max)
    }
    #[inline]
    pub(crate) fn next(&self, i: usize) -> usize {
        if i + 1 == self.len() { 0 } else { i + 1 }
    }
    #[inline]
    pub(crate) fn previous(&self, i: usize) -> usize {
        if i == 0 { self.len() - 1 } else { i - 1 }
    }
    /// Of the two edges at a corner, the edge that is closer to perpendicular to a direction.
    #[inline]
    pub(crate) fn flatter(&self, corner: usize, up: DVec2) -> usize {
        let before = self.previous(corner);
        let upright = |edge: usize| self.normals.get(edge).map_or(0.0, |normal| normal.dot(up));
        if upright(corner) > upright(before) { corner } else { before }
    }
    pub(super) fn number(&self, vertex: usize) -> u32 {
        self.numbers.get(vertex).copied().unwrap_or(vertex as u32)
    }
    /// The vertex farthest along a direction, by a scan of all. The lowest index wins ties.
    #[inline]
    pub(crate) fn scan(&self, direction: DVec2) -> usize {
        let (mut top, mut highest) = (0, f64::NEG_INFINITY);
        for (i, vertex) in self.vertices.iter().enumerate() {
            let height = direction.dot(*vertex);
            if height > highest {
                (top, highest) = (i, height);
            }
        }
        top
    }
}
