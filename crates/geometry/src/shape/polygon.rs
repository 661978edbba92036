//! Convex polygons. Their support function is hill climbing.
//!
//! Exact predicates make sure that the vertices are counterclockwise and strictly convex. So, going around
//! the outline, the heights along a direction rise to one maximum and fall again, and a climb from any
//! vertex ends there. The climb compares slopes of edges, because the heights of vertices that nearly
//! coincide are equal within rounding error.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{
    Convex, Face, Hull, Identity, NO_ID, Vertex, View, around, kind, reach_of, support_by_formula,
};
use crate::Error;
use crate::hull::{Built, Hull2, build};
use crate::number::{Scalar, binade};
use crate::space::{Vector, finite_points};

/// A convex polygon in 2D. With two vertices it is a segment, with one a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon<V: Vector> {
    vertices: Box<[V]>,
    built: Built,
    center: V,
    reach: f64,
    identity: u64,
}

impl<V: Vector> Polygon<V> {
    /// A polygon with this outline, in either orientation. Duplicate and collinear points are dropped.
    ///
    /// # Errors
    /// No points, NaN and infinities, outlines that are not convex (dents, bow-ties, stars).
    pub fn new(outline: impl Into<Vec<V>>) -> Result<Self, Error> {
        if V::DIM != 2 {
            return Err(Error::WrongDimension { what: "polygon", dim: V::DIM });
        }
        let outline = outline.into();
        finite_points("polygon", &outline, Hull::<V>::MOST)?;
        let vertices = strictly_convex(outline)?;
        let share = V::Scalar::of(1.0 / vertices.len() as f64);
        let center = vertices.iter().fold(V::ZERO, |sum, p| sum + *p * share);
        let mut built = build(&vertices)?;
        name_first(&mut built, &vertices);
        let identity = Identity::of(kind::POLYGON).points(&vertices).number();
        let reach = reach_of(&vertices);
        Ok(Self { center, reach, identity, vertices: vertices.into(), built })
    }
    /// The vertices, counterclockwise, without duplicate and collinear points.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }
    #[inline]
    fn formula<W: Vector<Wide = V::Wide>>(&self, direction: W, hint: u32) -> Vertex<W> {
        around(&self.vertices, direction, hint)
    }
}

/// The outline of a built hull begins with its leftmost corner. This sets the number that this corner has
/// in `vertices`.
fn name_first<V: Vector>(built: &mut Built, vertices: &[V]) {
    if let Built::Plane(Hull2::Outline(outline)) = built {
        let leftmost = outline.vertices()[0];
        let is_leftmost =
            |p: &V| p.get(0).to_f64() == leftmost.x && p.get(1).to_f64() == leftmost.y;
        outline.name_first(vertices.iter().position(is_leftmost).unwrap_or(0) as u32);
    }
}

fn orientation<V: Vector>(a: V, b: V, c: V) -> f64 {
    let coord = |p: V| robust::Coord { x: p.get(0).to_f64(), y: p.get(1).to_f64() };
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// The outline, counterclockwise and without duplicate and collinear points, or the error if it is not
/// convex.
fn strictly_convex<V: Vector>(outline: Vec<V>) -> Result<Vec<V>, Error> {
    let order = distinct_neighbours(&outline);
    let n = order.len();
    let at = |i: usize| outline[order[i % n]];
    // Products of tiny lengths underflow, so the orientation tests use the outline scaled to a size of 1.
    let largest = outline.iter().map(|p| p.max_abs().to_f64()).fold(0.0, f64::max);
    let scale = 1.0 / binade(largest);
    let wide = |i: usize| at(i).widen() * scale;
    if n < 3 {
        return Ok((0..n).map(at).collect());
    }
    let turns: Vec<f64> =
        (0..n).map(|i| orientation(wide(i + n - 1), wide(i), wide(i + 1))).collect();
    let Some(&first) = turns.iter().find(|t| **t != 0.0) else {
        return Ok(extremes(&outline));
    };
    let mut reversals = 0;
    for i in 0..n {
        let (before, here, after) = (wide(i + n - 1), wide(i), wide(i + 1));
        let back = turns[i] == 0.0 && (after - here).dot(here - before) < 0.0;
        reversals += usize::from(rightward(before, here) != rightward(here, after));
        // A convex outline changes between going right and going left exactly twice.
        if turns[i] * first < 0.0 || back || reversals > 2 {
            return Err(Error::NotConvex { index: order[i] });
        }
    }
    let mut corners: Vec<V> = (0..n).filter(|i| turns[*i] != 0.0).map(at).collect();
    if first < 0.0 {
        corners.reverse();
    }
    Ok(corners)
}

/// The indices of the points that differ from the previous point, around the outline.
fn distinct_neighbours<V: Vector>(outline: &[V]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(outline.len());
    for (i, p) in outline.iter().enumerate() {
        if order.last().is_none_or(|last| outline[*last] != *p) {
            order.push(i);
        }
    }
    while order.len() > 1 && outline[order[0]] == outline[order[order.len() - 1]] {
        order.pop();
    }
    order
}

/// Does the edge go to the right, or straight up?
fn rightward<V: Vector>(from: V, to: V) -> bool {
    (from.get(0), from.get(1)) < (to.get(0), to.get(1))
}

/// The two ends of a set of collinear points.
fn extremes<V: Vector>(points: &[V]) -> Vec<V> {
    let (mut low, mut high) = (points[0], points[0]);
    for &p in points {
        if rightward(p, low) {
            low = p;
        }
        if rightward(high, p) {
            high = p;
        }
    }
    alloc::vec![low, high]
}

impl<V: Vector> Convex for Polygon<V> {
    type V = V;
    support_by_formula!();
    fn center(&self) -> V {
        self.center
    }
    fn vertex(&self, id: u32) -> Option<V> {
        self.vertices.get(id as usize).copied()
    }
    fn reach(&self) -> f64 {
        self.reach
    }
    fn built(&self) -> Option<&Built> {
        Some(&self.built)
    }
    fn face(&self, direction: V::Wide, face: &mut Face<V::Wide>) {
        let top = self.support_wide(direction, NO_ID).id;
        face.set_ring(&self.vertices, top, direction);
    }
    fn identity(&self) -> Option<u64> {
        Some(self.identity)
    }
    fn view(&self) -> View<'_, V> {
        View::Vertices(&self.vertices)
    }
}
