//! The point of a core nearest to another point.
//!
//! The result is surely a point of the core: a convex combination of vertices with known weights, or a
//! clamped point. So its distance is an upper bound of the core's distance, even if it is not the nearest
//! point. Usually it is, to some thirty digits.
//!
//! Polytopes are searched with the algorithm of Gilbert, Johnson and Keerthi ("A fast procedure for
//! computing the distance between complex objects in three-dimensional space", 1988): the vertex farthest
//! towards the point is added to a simplex, and only the corners of the face with the nearest point are
//! kept. The checker's own version tests all faces of the simplex, in intervals, without tolerances, and
//! need not be fast. For solids of revolution, the section through the axis and the point is a polygon.
//!
//! Everything is in the core's own frame.

use alloc::vec::Vec;

use super::frame::{Triple, cross, det, dot, exact, minus, norm, plus, times};
use super::interval::Interval;
use clearance_geometry::number::{Scalar, binade};
use clearance_geometry::shape::View;
use clearance_geometry::space::Vector;

/// The point of a core nearest to a point.
#[derive(Clone, Copy, Debug)]
pub enum Nearest {
    /// The point is surely in the core.
    Itself,
    /// A point of the core.
    Point(Triple),
}

impl Nearest {
    /// The vector from the nearest point to the point, and its length.
    pub fn way(self, point: Triple) -> (Triple, Interval) {
        match self {
            Nearest::Itself => ([Interval::ZERO; 3], Interval::ZERO),
            Nearest::Point(near) => {
                let way = minus(point, near);
                (way, norm(way))
            }
        }
    }
    fn map(self, to: impl FnOnce(Triple) -> Triple) -> Self {
        match self {
            Nearest::Itself => self,
            Nearest::Point(near) => Nearest::Point(to(near)),
        }
    }
}

/// The core's point nearest to another; `None` for user-defined shapes.
pub fn nearest<V: Vector>(core: &View<'_, V>, point: Triple) -> Option<Nearest> {
    let corners = core_size(core)?;
    let unit = binade(point.iter().fold(corners, |m, x| x.magnitude().max(m)));
    let (shrink, grow) = (Interval::exact(1.0 / unit), Interval::exact(unit));
    // In units of the largest length, products of some lengths stay within range.
    let scaled = |v: V| times(exact(v), shrink);
    let number = |x: V::Scalar| Interval::exact(x) * shrink;
    let p = times(point, shrink);
    let found = match *core {
        View::Vertices(vertices) => {
            let vertices: Vec<Triple> = vertices.iter().map(|v| scaled(*v)).collect();
            of_points(&vertices, p, V::DIM)
        }
        View::Cuboid { half_extents } => of_box(scaled(half_extents), p),
        View::Ellipsoid { radii } => of_ellipsoid(scaled(radii), p, V::DIM),
        View::Cylinder { radius, half_height, axis } => {
            let (r, h) = (number(radius), number(half_height));
            of_revolution(&[[-r, -h], [r, -h], [r, h], [-r, h]], p, axis)
        }
        View::Cone { radius, half_height, axis } => {
            let (r, h) = (number(radius), number(half_height));
            of_revolution(&[[-r, -h], [r, -h], [Interval::ZERO, h]], p, axis)
        }
        View::Opaque => return None,
    };
    Some(found.map(|near| times(near, grow)))
}

/// The largest coordinate of the core.
pub(super) fn core_size<V: Vector>(core: &View<'_, V>) -> Option<f64> {
    let largest = |v: V| (0..V::DIM).fold(0.0_f64, |m, i| m.max(v.get(i).to_f64().abs()));
    Some(match *core {
        View::Vertices(vertices) => vertices.iter().fold(0.0, |m, v| largest(*v).max(m)),
        View::Cuboid { half_extents } => largest(half_extents),
        View::Ellipsoid { radii } => largest(radii),
        View::Cylinder { radius, half_height, .. } | View::Cone { radius, half_height, .. } => {
            radius.to_f64().max(half_height.to_f64())
        }
        View::Opaque => return None,
    })
}

/// Is it surely at most the limit?
pub(super) fn not_above(x: Interval, limit: Interval) -> bool {
    (limit - x).low() >= 0.0
}

/// The number between plus and minus a limit that is nearest to another number.
fn clamped(x: Interval, limit: Interval) -> Interval {
    if not_above(x.abs(), limit) {
        x
    } else if x.nearest() < 0.0 {
        -limit
    } else {
        limit
    }
}

fn of_box(half: Triple, p: Triple) -> Nearest {
    if (0..3).all(|i| not_above(p[i].abs(), half[i])) {
        return Nearest::Itself;
    }
    Nearest::Point(core::array::from_fn(|i| clamped(p[i], half[i])))
}

/// From the nearest point, the normal times t leads to p, so the coordinates of the nearest point are `p
/// r^2 / (r^2 + t)`. The t at which its level is 1 is found by bisection in `f64` and improved by two of
/// Newton's steps. If the result is still outside, it is moved towards the centre.
fn of_ellipsoid(radii: Triple, p: Triple, dim: usize) -> Nearest {
    let level = |p: Triple| {
        let share = |i: usize| if i < dim { p[i] / radii[i] } else { Interval::ZERO };
        norm(core::array::from_fn(share))
    };
    if not_above(level(p), Interval::ONE) {
        return Nearest::Itself;
    }
    let (r, x) = (radii.map(Interval::nearest), p.map(Interval::nearest));
    let at = |t: f64| -> [f64; 3] {
        core::array::from_fn(
            |i| if i < dim { x[i] * (r[i] * r[i] / (r[i] * r[i] + t)) } else { 0.0 },
        )
    };
    let outside = |q: [f64; 3]| {
        let squares = (0..dim).map(|i| (q[i] / r[i]) * (q[i] / r[i]));
        squares.sum::<f64>() > 1.0
    };
    // The level is at most |p| r / t. All lengths are below 2 here, so t is below 2 (2 sqrt 3).
    let (mut low, mut high) = (0.0, 8.0);
    for _ in 0..128 {
        let middle = 0.5 * (low + high);
        if outside(at(middle)) { low = middle } else { high = middle }
    }
    let mut t = Interval::exact(high);
    for _ in 0..2 {
        let (mut off, mut slope) = (-Interval::ONE, Interval::ZERO);
        for (r, p) in radii.into_iter().zip(p).take(dim) {
            let below = r * r + t;
            let square = (p * r / below) * (p * r / below);
            (off, slope) = (off + square, slope + (square + square) / below);
        }
        t = (t + off / slope).middle();
    }
    let place = |r: Interval, p: Interval| p * (r * r / (r * r + t));
    let near = core::array::from_fn(|i| if i < dim { place(radii[i], p[i]) } else { p[i] });
    let level = level(near);
    Nearest::Point(if not_above(level, Interval::ONE) { near } else { near.map(|x| x / level) })
}

/// The nearest point of a solid of revolution, from its section, which is symmetric about the axis.
fn of_revolution(section: &[[Interval; 2]], p: Triple, axis: usize) -> Nearest {
    let mut out = p;
    out[axis] = Interval::ZERO;
    let across = norm(out);
    let corners: Vec<Triple> = section.iter().map(|[x, y]| [*x, *y, Interval::ZERO]).collect();
    of_points(&corners, [across, p[axis], Interval::ZERO], 2).map(|[x, y, _]| {
        // On the axis, where there is no direction away from it, points nearer to the axis are still in
        // the section.
        let share = if across.low() > 0.0 { x / across } else { Interval::ZERO };
        let mut near = times(out, share);
        near[axis] = y;
        near
    })
}

/// Is the first number less, by their middles? If distances agree in all digits of an `f64`, the places
/// agree in half of them only.
fn less(x: Interval, y: Interval) -> bool {
    (y - x).nearest() > 0.0
}

/// The largest number of vertices that a search adds.
const STEPS: usize = 256;

/// The point of the hull of points that is nearest to p.
fn of_points(points: &[Triple], p: Triple, dim: usize) -> Nearest {
    let nearer = |q: Triple, m: Triple| less(norm(minus(p, q)), norm(minus(p, m)));
    let first = points.iter().copied().reduce(|m, q| if nearer(q, m) { q } else { m });
    let mut simplex: Vec<Triple> = first.into_iter().collect();
    let mut near = first.unwrap_or(p.map(|_| Interval::ANY));
    for _ in 0..STEPS {
        let way = minus(p, near);
        let height = |q: Triple| dot(way, minus(q, near));
        let Some(top) =
            points.iter().copied().reduce(|m, q| if less(height(m), height(q)) { q } else { m })
        else {
            break;
        };
        if height(top).nearest() <= 0.0 || simplex.contains(&top) || simplex.len() > dim {
            break;
        }
        simplex.push(top);
        match of_simplex(&simplex, p, dim) {
            Some((_, Nearest::Itself)) => return Nearest::Itself,
            Some((kept, Nearest::Point(q))) if nearer(q, near) => (simplex, near) = (kept, q),
            _ => break,
        }
    }
    Nearest::Point(near)
}

/// The point of a simplex that is nearest to p, with the corners of its face.
fn of_simplex(simplex: &[Triple], p: Triple, dim: usize) -> Option<(Vec<Triple>, Nearest)> {
    let mut best: Option<(Interval, Vec<Triple>, Triple)> = None;
    for chosen in 1..1_usize << simplex.len() {
        let of = |i: &usize| chosen >> i & 1 == 1;
        let face: Vec<Triple> = (0..simplex.len()).filter(of).map(|i| simplex[i]).collect();
        if face.len() == dim + 1 {
            if surrounds(&face, p) {
                return Some((face, Nearest::Itself));
            }
        } else if let Some(foot) = foot(&face, p) {
            let far = norm(minus(p, foot));
            if best.as_ref().is_none_or(|(least, ..)| less(far, *least)) {
                best = Some((far, face, foot));
            }
        }
    }
    best.map(|(_, face, foot)| (face, Nearest::Point(foot)))
}

/// The foot of p on a point, a line or a plane, if it is between the corners.
fn foot(face: &[Triple], p: Triple) -> Option<Triple> {
    let weight = |x: Interval| {
        // Any non-negative number is valid as a weight, so the middle is used as an exact number.
        let x = x.middle();
        (x.low() >= 0.0).then_some(x)
    };
    match *face {
        [a] => Some(a),
        [a, b] => {
            let edge = minus(b, a);
            let share = weight(dot(edge, minus(p, a)) / dot(edge, edge))?;
            weight(Interval::ONE - share)?;
            Some(plus(a, times(edge, share)))
        }
        [a, b, c] => {
            let (u, v, out) = (minus(b, a), minus(c, a), minus(p, a));
            let normal = cross(u, v);
            let square = dot(normal, normal);
            let s = weight(dot(normal, cross(out, v)) / square)?;
            let t = weight(dot(normal, cross(u, out)) / square)?;
            weight(Interval::ONE - s - t)?;
            Some(plus(a, plus(times(u, s), times(v, t))))
        }
        _ => None,
    }
}

/// Is p surely in a triangle in 2D, or in a tetrahedron?
fn surrounds(simplex: &[Triple], p: Triple) -> bool {
    let weights = match *simplex {
        [a, b, c] => {
            let (u, v, out) = (minus(b, a), minus(c, a), minus(p, a));
            let area = cross(u, v)[2];
            [cross(out, v)[2] / area, cross(u, out)[2] / area, Interval::ZERO]
        }
        [a, b, c, d] => {
            let (u, v, w, out) = (minus(b, a), minus(c, a), minus(d, a), minus(p, a));
            let volume = det(u, v, w);
            [det(out, v, w) / volume, det(u, out, w) / volume, det(u, v, out) / volume]
        }
        _ => return false,
    };
    let rest = Interval::ONE - weights[0] - weights[1] - weights[2];
    weights.iter().chain([&rest]).all(|w| w.low() >= 0.0)
}
