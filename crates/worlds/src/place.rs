//! The place of a point on a facet: its barycentric coordinates.

use clearance_geometry::answer::Place;
use clearance_geometry::space::{DVector, Vector};

use crate::Instance;

/// The place of the point of a facet that is nearest to a point in the surface's frame.
pub(crate) fn place_on<V: Vector>(
    part: u32,
    of: &Instance<V>,
    facet: u32,
    point: V::Wide,
) -> Place {
    let weights = weights_on::<V>(&of.corners(facet).map(V::widen), point);
    Place { part, facet: Some(facet), weights }
}

/// The weights of the point of a facet that is nearest to a point.
pub(crate) fn weights_on<V: Vector>(corners: &[V::Wide; 3], point: V::Wide) -> [f64; 3] {
    if V::DIM == 2 {
        let t = along(corners[0], corners[1], point);
        return [1.0 - t, t, 0.0];
    }
    on_triangle(*corners, point)
}

/// How far along a segment its nearest point to `p` is, from 0 to 1.
fn along<W: DVector>(a: W, b: W, p: W) -> f64 {
    let way = b - a;
    let square = way.dot(way);
    if square > 0.0 { ((p - a).dot(way) / square).clamp(0.0, 1.0) } else { 0.0 }
}

/// The weights of a triangle's nearest point to `p`. Inside, they are the areas that `p` cuts off, divided by
/// the whole.
fn on_triangle<W: DVector>([a, b, c]: [W; 3], p: W) -> [f64; 3] {
    let whole = (b - a).wedge(c - a);
    let square = W::wedge_dot(whole, whole);
    let area = |u: W, v: W| W::wedge_dot((u - p).wedge(v - p), whole);
    let areas = [area(b, c), area(c, a), area(a, b)];
    if square > 0.0 && areas.iter().all(|x| *x > 0.0) {
        let sum = areas[0] + areas[1] + areas[2];
        return areas.map(|x| x / sum);
    }
    let ends = [(a, b), (b, c), (c, a)];
    let candidate = |i: usize| {
        let (u, v) = ends[i];
        let t = along(u, v, p);
        let off = p - (u * (1.0 - t) + v * t);
        let mut weights = [0.0; 3];
        weights[i] = 1.0 - t;
        weights[(i + 1) % 3] = t;
        (off.dot(off), weights)
    };
    let candidates = [candidate(0), candidate(1), candidate(2)];
    let first = |a: (f64, [f64; 3]), b: (f64, [f64; 3])| if b.0 < a.0 { b } else { a };
    candidates.into_iter().reduce(first).expect("a triangle has edges").1
}
