//! Support points, and how the support point of a list of vertices is found: by a scan or by hill climbing.

use crate::hull;
use crate::number::Scalar;
use crate::space::Vector;

/// Up to this number of vertices, a scan is faster than a climb from an arbitrary vertex.
const SCAN: usize = 16;

/// The number of a vertex that has no number.
pub const NO_ID: u32 = u32::MAX;

/// A support point, with its vertex number if it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex<V> {
    /// The position, in the shape's frame.
    pub point: V,
    /// The number of the vertex, as [`Convex::vertex`](super::Convex::vertex) takes it, or [`NO_ID`].
    pub id: u32,
}

impl<V> Vertex<V> {
    /// A point of a shape whose points have no numbers.
    #[inline]
    pub fn unnamed(point: V) -> Self {
        Self { point, id: NO_ID }
    }
}

/// The corner of the box from `-half` to `half` that is farthest along `direction`.
#[inline]
pub(crate) fn box_corner<W: Vector>(half: W, direction: W) -> Vertex<W> {
    let mut id = 0;
    let point = W::from_fn(|i| {
        if direction.get(i) < W::Scalar::ZERO {
            -half.get(i)
        } else {
            id |= 1 << i;
            half.get(i)
        }
    });
    Vertex { point, id }
}

/// The vertex farthest along `direction`, found by a scan. If several are equally far, the first wins.
/// `vertices` must not be empty.
#[inline]
pub fn scan<V: Vector, W: Vector<Wide = V::Wide>>(vertices: &[V], direction: W) -> Vertex<W> {
    let mut best = Vertex { point: vertices[0].lift::<W>(), id: 0 };
    let mut best_dot = best.point.dot(direction);
    for (i, v) in vertices.iter().enumerate().skip(1) {
        let point = v.lift::<W>();
        let dot = point.dot(direction);
        if dot > best_dot {
            best = Vertex { point, id: i as u32 };
            best_dot = dot;
        }
    }
    best
}

/// The corner of a convex outline that is farthest along `direction`. `hint` is the corner to climb from.
#[inline]
pub(crate) fn around<V: Vector, W: Vector<Wide = V::Wide>>(
    vertices: &[V],
    direction: W,
    hint: u32,
) -> Vertex<W> {
    let start = hint as usize;
    if vertices.len() <= SCAN || start >= vertices.len() {
        scan(vertices, direction)
    } else {
        climb(vertices, direction, start)
    }
}

/// Hill climbing along the outline from `start`. A test in this file compares it with [`scan`].
pub fn climb<V: Vector, W: Vector<Wide = V::Wide>>(
    vertices: &[V],
    direction: W,
    start: usize,
) -> Vertex<W> {
    let top = hull::around(vertices.len(), start, direction, |i| vertices[i].lift::<W>());
    Vertex { point: vertices[top].lift(), id: top as u32 }
}
