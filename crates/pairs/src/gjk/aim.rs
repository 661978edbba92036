//! The next search direction for curved shapes: Newton's method on the direction.
//!
//! ```text
//!          u         Let w be the support point of the difference along -u, and u of length 1. The
//!          ^   w     distance along u is d = u.w, and r = w - d u is what w is aside. Where r is 0,
//!          |  .      w is the nearest point of the difference.
//!        d | .
//!          |. r      If u turns by a small t across it, w moves by -H t: H is how the surfaces of
//!          o         both shapes bend. So w is parallel to u + t where (H + d) t = r.
//! ```
//!
//! GJK alone approximates a curved surface by more and more corners, and each adds less than a digit.
//! Newton's method doubles the number of digits with each support point once it is close. Its support
//! points join the simplex like all others, so a bad direction costs one step and nothing else.
//!
//! A shape may be flat along an edge at the nearest point: a polytope, or the side of a cylinder or cone.
//! Then the support point is one end of the edge, and its offset along the edge has no meaning. GJK's
//! simplex shows such an edge by corners at both ends. At the nearest points the edge is perpendicular to
//! u, so u and t are computed perpendicular to it, and both ends join the simplex. If a shape is flat
//! along more than an edge, GJK alone finds the direction in a few steps.
//!
//! H is symmetric and has no negative eigenvalue. There are two dimensions perpendicular to u in 3D and
//! one in 2D, so the method of conjugate gradients solves the equation in two steps or one.
//!
//! Source: Newton's method; conjugate gradients: Hestenes, Stiefel 1952.

use crate::gjk::simplex::Simplex;
use crate::shape::difference::{Difference, Pair};
use crate::shape::{Core, NO_ID, rim};
use crate::space::DVector;

/// The largest turn, as a tangent. Farther away the surface is too different.
const MOST_TURN: f64 = 0.5;

/// A search direction, and the edge that is perpendicular to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim<W> {
    /// From the origin towards the estimated nearest point; of any length. If the origin is inside, away
    /// from the point.
    pub toward: W,
    edge: Option<Edge<W>>,
}

/// An edge of one of the shapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<W> {
    /// Does the edge belong to the second shape?
    of_b: bool,
    ends: Ends<W>,
}

/// The ends of the edge, in the frame of its shape.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ends<W> {
    /// Two corners of a polytope.
    Corners([W; 2]),
    /// The two rims of a cylinder along this coordinate axis: a line of its side.
    Side(usize),
    /// The apex and the rim of a cone along this coordinate axis. The share is the weight of the rim in
    /// the nearest point: the surface is curved at the rim, not at the apex.
    Slant { axis: usize, apex: W, radius: f64, share: f64 },
}

impl<W: DVector> Edge<W> {
    pub fn new(of_b: bool, ends: Ends<W>) -> Self {
        Self { of_b, ends }
    }

    /// The direction of the edge, in A's frame; of any length.
    pub fn along(&self, difference: &Difference<'_, W>, toward: W) -> W {
        let [p, q] = match self.ends {
            Ends::Corners(ends) => ends,
            Ends::Side(axis) => [W::ZERO, W::unit(axis)],
            Ends::Slant { axis, apex, radius, .. } => {
                [apex, rim(own(difference, self.of_b, toward), axis, radius) - apex]
            }
        };
        let along = q - p;
        if self.of_b { difference.b_in_a.rotate(along) } else { along }
    }

    /// The support point at the other end of the edge, if `w` is one end.
    pub fn other_end(
        &self,
        difference: &Difference<'_, W>,
        toward: W,
        w: &Pair<W>,
    ) -> Option<Pair<W>> {
        let Edge { of_b, ends } = *self;
        let mut other = *w;
        let point = if of_b { &mut other.b } else { &mut other.a };
        match ends {
            Ends::Corners([p, q]) if *point == p => *point = q,
            Ends::Corners([p, q]) if *point == q => *point = p,
            Ends::Corners(_) => return None,
            Ends::Side(axis) => {
                *point = W::from_fn(|i| if i == axis { -point.get(i) } else { point.get(i) });
            }
            Ends::Slant { axis, apex, radius, .. } if *point == apex => {
                *point = rim(own(difference, of_b, toward), axis, radius) - apex;
            }
            Ends::Slant { apex, .. } => *point = apex,
        }
        other.ids[usize::from(of_b)] = NO_ID;
        other.c = difference.point(other.a, other.b);
        Some(other)
    }
}

/// How flat one shape is at its points in the simplex.
pub(crate) enum Flat<W> {
    /// The nearest point is on a corner, or the surface is curved.
    No,
    Edge(Ends<W>),
    /// The shape is flat along a face, or it is not known.
    More,
}

/// Is the curvature of the surface of a shape known?
pub(super) fn bends<W: DVector>(difference: &Difference<'_, W>) -> bool {
    difference.a.core().bends() || difference.b.core().bends()
}

impl<W: DVector> Aim<W> {
    /// The next direction, from the support point `w` against `toward`. `None` if the origin may be
    /// inside, if a shape is flat along more than an edge, or if the turn would be large.
    ///
    /// With `is_inside` for a difference that contains the origin, where the depth is probably less: there the
    /// distance d is negative, and the next direction of the depth is against `toward`.
    pub fn new(
        difference: &Difference<'_, W>,
        simplex: &Simplex<W>,
        toward: W,
        w: &Pair<W>,
        is_inside: bool,
    ) -> Option<Self> {
        let of_a = flat(difference.a.core(), simplex, |pair| pair.a);
        let of_b = flat(difference.b.core(), simplex, |pair| pair.b);
        let edge = match (of_a, of_b) {
            (Flat::No, Flat::No) => None,
            (Flat::Edge(ends), Flat::No) => Some(Edge { of_b: false, ends }),
            (Flat::No, Flat::Edge(ends)) => Some(Edge { of_b: true, ends }),
            _ => return None,
        };
        let along = match edge {
            Some(edge) => Some(edge.along(difference, toward).unit_along()?),
            None => None,
        };
        let across = |v: W| along.map_or(v, |along| v - along * along.dot(v));
        let u = across(toward);
        if !is_inside && u.dot(w.c) <= 0.0 {
            return None;
        }
        let u = u * (1.0 / u.norm());
        // A cone is curved at its rim, even if the support point is the apex.
        let (mut at, mut shares) = (*w, [1.0; 2]);
        if let Some(Edge { of_b, ends: Ends::Slant { axis, apex, radius, share } }) = edge {
            let point = if of_b { &mut at.b } else { &mut at.a };
            *point = rim(own(difference, of_b, u), axis, radius) - apex;
            shares[usize::from(of_b)] = share;
        }
        // Perpendicular to an edge there is one dimension less. Its rounding has no curvature, which only a
        // positive distance outweighs.
        let dimensions = W::DIM - 1 - usize::from(is_inside && along.is_some());
        let bent = |turn| bent(difference, u, &at, shares, turn);
        let turn = turn(u, w.c, dimensions, across, bent)?;
        Some(Self { toward: u + turn, edge })
    }

    /// The edge that the direction is perpendicular to.
    pub fn edge(&self) -> Option<Edge<W>> {
        self.edge
    }

    /// The support point at the other end of the edge, if `w` is one end.
    pub fn other_end(&self, difference: &Difference<'_, W>, w: &Pair<W>) -> Option<Pair<W>> {
        self.edge?.other_end(difference, self.toward, w)
    }
}

/// The support direction of A or B, in its own frame.
fn own<W: DVector>(difference: &Difference<'_, W>, of_b: bool, toward: W) -> W {
    if of_b { difference.b_in_a.unrotate(toward) } else { -toward }
}

/// How flat one shape is at its points in the simplex; `of` takes these points from the pairs.
pub(crate) fn flat<W: DVector>(
    core: &Core<W>,
    simplex: &Simplex<W>,
    of: fn(&Pair<W>) -> W,
) -> Flat<W> {
    let mut points = simplex.corners().iter().map(of);
    let Some(first) = points.next() else { return Flat::More };
    let mut others = points.filter(|point| *point != first);
    let mut has_both = |axis: usize| {
        let side = first.get(axis) > 0.0;
        others.any(|point| (point.get(axis) > 0.0) != side)
    };
    match *core {
        Core::Custom => Flat::More,
        Core::Ellipsoid(_) => Flat::No,
        Core::Cylinder { axis, .. } if has_both(axis) => Flat::Edge(Ends::Side(axis)),
        Core::Cone { axis, radius, half_height } if has_both(axis) => {
            let apex = W::unit(axis) * half_height;
            let weighted = simplex.corners().iter().zip(simplex.weights);
            let of_rim = weighted.filter(|(pair, _)| of(pair).get(axis) < 0.0);
            let share = of_rim.fold(0.0, |sum, (_, weight)| sum + weight);
            Flat::Edge(Ends::Slant { axis, apex, radius, share })
        }
        Core::Cylinder { .. } | Core::Cone { .. } => Flat::No,
        _ => match others.next() {
            None => Flat::No,
            Some(second) if others.all(|point| point == second) => {
                Flat::Edge(Ends::Corners([first, second]))
            }
            Some(_) => Flat::More,
        },
    }
}

/// For a difference that contains the origin: a direction whose support height is probably lower than
/// along `n`, which has length 1 and the support point `w`. Above, d is negative then. `None` if the
/// height has no minimum nearby.
pub(crate) fn lower<W: DVector>(difference: &Difference<'_, W>, n: W, w: &Pair<W>) -> Option<W> {
    let bent = |turn| bent(difference, -n, w, [1.0; 2], turn);
    let turn = turn(-n, w.c, W::DIM - 1, |v| v, bent)?;
    (n - turn).unit_along()
}

/// The turn from `u`, which has length 1, to the direction that is parallel to its support point.
/// `across` removes the component along the edge, and `bent` multiplies by H. `None` if the turn is
/// large, or if H + d has an eigenvalue that is not positive.
fn turn<W: DVector>(
    u: W,
    w: W,
    dimensions: usize,
    across: impl Fn(W) -> W,
    bent: impl Fn(W) -> W,
) -> Option<W> {
    let distance = u.dot(w);
    let (mut turn, mut rest) = (W::ZERO, across(w) - u * distance);
    let (mut along, mut square) = (rest, rest.dot(rest));
    for _ in 0..dimensions {
        if square <= 0.0 {
            break;
        }
        let image = across(bent(along)) + along * distance;
        let rise = along.dot(image);
        if rise <= 0.0 {
            return None;
        }
        let share = square / rise;
        turn = turn + along * share;
        rest = rest - image * share;
        let left = rest.dot(rest);
        along = rest + along * (left / square);
        square = left;
    }
    // False for NaN.
    (turn.dot(turn) < MOST_TURN * MOST_TURN).then_some(turn)
}

/// H times a vector: by how much the support point `w` against `u` moves back if `u` turns. The curvature
/// of each shape is weighted with its share.
fn bent<W: DVector>(
    difference: &Difference<'_, W>,
    u: W,
    w: &Pair<W>,
    shares: [f64; 2],
    turn: W,
) -> W {
    let Difference { a, b, b_in_a, scale } = difference;
    let of_a = a.core().bend(-u, w.a, turn);
    let of_b = b.core().bend(b_in_a.unrotate(u), w.b, b_in_a.unrotate(turn));
    (of_a * shares[0] + b_in_a.rotate(of_b) * shares[1]) * *scale
}
