//! EPA: how deep the origin lies in the Minkowski difference.
//!
//! A polytope with corners in the difference grows from GJK's simplex. The face nearest the
//! origin is pushed out to the support point along its normal, until it cannot be: then it is
//! part of the difference's boundary, and its distance is the penetration depth.
//!
//! Both bounds are kept. The polytope lies inside the difference, so the depth is at least the
//! distance of its nearest face; and along any unit n the support h(n) is the length of a
//! translation that separates, so the depth is at most the least h(n) seen.
//!
//! What makes it robust:
//! - Whether a face sees the new corner is decided by exact predicates, so the polytope is
//!   exactly convex at every step, its horizon is one loop, and no face is degenerate.
//! - A face's distance is taken of its *points*, as the least height of its corners along some
//!   direction, which is well-conditioned on the thinnest sliver, where the plane's is not.
//! - The origin may start outside or on the polytope (shapes that just touch). The polytope
//!   then grows towards it, and a support below zero proves the shapes apart.
//! - Flat differences (coplanar triangles, crossing segments in space) are recognised: their
//!   depth is nothing, along the direction in which they have no width.
//!
//! It runs in `f64` only. The text is written twice, [`d2`] and [`d3`]: a polygon's outline and
//! a polyhedron's surface have little in common.
//!
//! Source: van den Bergen 2001, Proximity queries and penetration depth computation.

pub mod d2;
pub mod d3;
mod polytope;
mod valley;

pub use valley::{MOST_STEPS as VALLEY_STEPS, lowest};

use super::simplex::{Known, Simplex, closest};
use crate::answer::{End, Surface};
use crate::shape::difference::{Difference, Pair};
use crate::shape::{Convex, NO_ID};
use crate::space::Vector;
use crate::trace::Trace;

/// No search takes more support points than this, in the plane a quarter, however many its [`Goal`]
/// allows: cones around axes that lean by 1e-4 rad take all of them to meet their bounds.
pub const MOST_STEPS: u32 = 4000;

/// What EPA found. Lengths are those of the difference.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<W: Vector> {
    /// The depth is at least this, but for rounding. Not above zero: nothing is known.
    pub lower: f64,
    /// The depth is at most this, but for rounding. Below zero: the cores are apart.
    pub upper: f64,
    /// The direction whose support is `upper`; of any length. B leaves A along it.
    pub axis: W,
    /// The corners of a nearest face, with the weights of the point where the axis leaves the
    /// polytope; where the origin is not inside, of the point nearest to it.
    pub nearest: Simplex<W>,
    /// Why it ended.
    pub end: End,
    /// How many support points it took.
    pub steps: u32,
}

/// EPA's memory, which grows once and can be used again.
#[derive(Clone, Debug)]
pub struct Scratch<W: Vector> {
    pub(crate) plane: d2::Outline<W>,
    pub(crate) space: polytope::Polytope<W>,
}

impl<W: Vector> Default for Scratch<W> {
    fn default() -> Self {
        Self { plane: d2::Outline::default(), space: polytope::Polytope::default() }
    }
}

impl<W: Vector<Scalar = f64>> Scratch<W> {
    /// The last polytope, as evidence. Empty where the difference was flat.
    pub fn surface(&self) -> Surface<W> {
        if W::DIM == 2 { self.plane.surface() } else { self.space.surface() }
    }
}

/// How well the depth is wanted, in lengths of the difference.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The bounds have met when they are this near each other.
    pub accuracy: f64,
    /// End as soon as the depth is proven to be above this; infinity to go on.
    pub enough: f64,
    /// Widths up to this are rounding: the difference counts as flat.
    pub rounding: f64,
    /// End after that many support points, but for those of the first polytope: the former where
    /// the bounds are not within `near` of each other by then.
    pub most: [u32; 2],
    /// See `most`.
    pub near: f64,
}

/// Runs EPA from the simplex with which GJK ended. `scratch` is cleared first.
pub fn penetration<A, B, W, T>(
    difference: &Difference<'_, A, B>,
    start: &Simplex<W>,
    goal: &Goal,
    scratch: &mut Scratch<W>,
    trace: &mut T,
) -> Outcome<W>
where
    W: Vector<Scalar = f64, Wide = W>,
    A: Convex<V = W>,
    B: Convex<V = W>,
    T: Trace<W>,
{
    if W::DIM == 2 {
        d2::penetration(difference, start, goal, &mut scratch.plane, trace)
    } else {
        d3::penetration(difference, start, goal, &mut scratch.space, trace)
    }
}

/// A face's place relative to the origin.
#[derive(Clone, Copy, Debug)]
struct Place<W: Vector> {
    /// No point of the face is nearer to the origin than this. Not above zero where the origin
    /// is outside the face's plane.
    distance: f64,
    /// Where to look for the difference's boundary beyond the face: outward, of any length.
    direction: W,
}

/// Of a face, and of a simplex that may hold the origin, the nearest point of the surface.
const SURFACE: Known = Known { apart: true, newest: false };

/// Finds the place of a face with the given outward normal, of any length. A sliver's is not
/// `reliable`: its nearest point is the better guide, if the origin is inside of its plane. Seen
/// from outside that point lies the other way, and is no depth.
fn place<W: Vector<Scalar = f64>>(corners: &[W], normal: W, reliable: bool) -> Place<W> {
    let along = |v: W| {
        let direction = v.unit_along()?;
        let distance = corners.iter().fold(f64::INFINITY, |m, c| m.min(direction.dot(*c)));
        Some(Place { distance, direction })
    };
    let nowhere = Place { distance: f64::NEG_INFINITY, direction: W::unit(0) };
    let by_plane = along(normal).unwrap_or(nowhere);
    if reliable {
        return by_plane;
    }
    match along(closest(corners, SURFACE).point) {
        Some(by_point) if by_point.distance > by_plane.distance => by_point,
        _ => by_plane,
    }
}

/// A face as a simplex, with the weights of its point nearest `target`, and how far that is.
fn face_simplex<W: Vector<Scalar = f64>>(pairs: &[Pair<W>], target: W) -> (f64, Simplex<W>) {
    let mut simplex = Simplex::default();
    for pair in pairs {
        simplex.push(*pair);
    }
    let corners = simplex.points().map(|c| c - target);
    let nearest = closest(&corners[..simplex.len], SURFACE);
    simplex.weights = nearest.weights;
    (nearest.point.norm(), simplex)
}

/// Where to look for the point that the answer reports, and how far the planes of the faces
/// that may have it are at most. The `best` axis leaves the polytope no farther out than the
/// difference; where several faces are equally near, that point alone fits the axis. Where the
/// origin is not inside, or no axis was tried, it is the point nearest the origin.
fn reported<W: Vector<Scalar = f64>>(lower: f64, best: (f64, W), rounding: f64) -> (W, f64) {
    if lower > rounding && best.0 < f64::INFINITY {
        (best.1 * best.0, best.0 + rounding)
    } else {
        (W::ZERO, lower + rounding)
    }
}

/// Of some faces, the one with the point nearest `target`; the first wins ties.
fn nearest_of<W: Vector<Scalar = f64>, const N: usize>(
    faces: impl Iterator<Item = [Pair<W>; N]>,
    target: W,
) -> Simplex<W> {
    let mut best = (f64::INFINITY, Simplex::default());
    for face in faces {
        let (distance, simplex) = face_simplex(&face, target);
        if distance < best.0 {
            best = (distance, simplex);
        }
    }
    best.1
}

/// The pair of the largest measure; the first wins ties. `pairs` is not empty.
fn farthest<W: Vector>(pairs: &[Pair<W>], measure: impl Fn(&Pair<W>) -> f64) -> Pair<W> {
    let mut best = pairs[0];
    for pair in &pairs[1..] {
        if measure(pair) > measure(&best) {
            best = *pair;
        }
    }
    best
}

/// The answer for a difference that has no width along `across`: no depth either.
fn flat<A, B, W>(
    difference: &Difference<'_, A, B>,
    start: &Simplex<W>,
    across: W,
    steps: u32,
) -> Outcome<W>
where
    W: Vector<Scalar = f64, Wide = W>,
    A: Convex<V = W>,
    B: Convex<V = W>,
{
    let height = |n: W| n.dot(difference.support(n, [NO_ID; 2]).c);
    let (up, down) = (height(across), height(-across));
    let (upper, axis) = if down < up { (down, -across) } else { (up, across) };
    let nearest = face_simplex(start.corners(), W::ZERO).1;
    // Nothing is known of the depth: not even that there is a common point.
    let lower = f64::NEG_INFINITY;
    Outcome { lower, upper, axis, nearest, end: End::Converged, steps: steps + 2 }
}
