//! [`Place`]: where on a shape a point of an answer is.

use clearance_geometry::space::{DVector, Vector};

use crate::Instance;

/// Where on a shape a point is: the part, the facet, and the place on the facet.
///
/// ```text
///          2
///         / \          a point p of facet (0, 1, 2) is
///        / p \           weights[0] * corner 0 + weights[1] * corner 1 + weights[2] * corner 2
///       0-----1        with weights of 0 or more that sum to 1
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// The number of the part of a compound; 0 for other shapes.
    pub part: u32,
    /// The number of the facet of a surface; `None` on a convex shape.
    pub facet: Option<u32>,
    /// The barycentric coordinates on the facet. In 2D the third is 0. All are 0 on a convex shape.
    pub weights: [f64; 3],
}

/// A feature of a facet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FacetFeature {
    /// The inside of a triangle; in 2D, of a segment.
    Face,
    /// The edge that leads from the corner with this number, from 0 to 2, to the next one.
    Edge(u8),
    /// The corner with this number.
    Corner(u8),
}

impl Place {
    /// The feature of the facet that the point is on: where weights are 0.
    pub fn feature(&self) -> FacetFeature {
        Self::feature_at(self.weights)
    }

    /// The feature of a facet at the point with these weights.
    pub(crate) fn feature_at(weights: [f64; 3]) -> FacetFeature {
        let [a, b, c] = weights.map(|w| w > 0.0);
        match (a, b, c) {
            (true, false, false) => FacetFeature::Corner(0),
            (false, true, false) => FacetFeature::Corner(1),
            (false, false, true) => FacetFeature::Corner(2),
            (true, true, false) => FacetFeature::Edge(0),
            (false, true, true) => FacetFeature::Edge(1),
            (true, false, true) => FacetFeature::Edge(2),
            _ => FacetFeature::Face,
        }
    }

    /// The place of the point of a facet that is nearest to a point in the surface's frame.
    pub(crate) fn on<V: Vector>(part: u32, of: &Instance<V>, facet: u32, point: V::Wide) -> Self {
        let weights = Self::weights_on::<V>(&of.corners(facet).map(V::widen), point);
        Self { part, facet: Some(facet), weights }
    }

    /// The weights of the point of a facet that is nearest to a point.
    pub(crate) fn weights_on<V: Vector>(corners: &[V::Wide; 3], point: V::Wide) -> [f64; 3] {
        if V::DIM == 2 {
            let t = along(corners[0], corners[1], point);
            return [1.0 - t, t, 0.0];
        }
        on_triangle(*corners, point)
    }
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
