//! Parts in rational numbers: where a point is, and when a ray meets them.

use clearance::shape::View;
use clearance::space::{Pose, Vector};
use clearance::{Collider, Convex, Shape};

use super::Made;
use crate::common::exact::{Point, RBig, b_in_a, cross, dot, minus, number, plus, point, times};
use crate::common::pairs::Maker;

/// A part with its facets, whose corners are known exactly, and the poses that lead to it.
pub struct Exact<V: Vector> {
    pub poses: Vec<Pose<V>>,
    /// Where its frame has the world's axes, as ways from the world's origin, and that origin.
    axes: [Point; 3],
    origin: Point,
    pub facets: Vec<[V::Wide; 3]>,
    pub is_solid: bool,
}

impl<V: Maker> Exact<V> {
    /// The parts of a shape at a pose.
    pub fn parts(made: &Made<V>, pose: &Pose<V>) -> Vec<Self> {
        let part = |(poses, alone): &(Vec<Pose<V>>, Collider<V>)| {
            Self::alone(alone, [&[*pose], &poses[..]].concat())
        };
        made.parts.iter().map(part).collect()
    }
    /// A triangle, a segment or a surface.
    fn alone(shape: &Collider<V>, poses: Vec<Pose<V>>) -> Self {
        match shape {
            Collider::Convex(Shape::Convex(convex)) => {
                let View::Vertices(vertices) = convex.view() else { unreachable!("no curve") };
                let corner = |i: usize| vertices[i.min(vertices.len() - 1)].widen();
                Self::of(poses, vec![[corner(0), corner(1), corner(2)]], false)
            }
            Collider::Surface(surface) => {
                let corners = |facet| surface.corners(facet).map(V::widen);
                let facets = (0..surface.len() as u32).map(corners).collect();
                Self::of(poses, facets, surface.is_solid())
            }
            _ => unreachable!("no half-space, and no compound"),
        }
    }
    fn of(poses: Vec<Pose<V>>, facets: Vec<[V::Wide; 3]>, is_solid: bool) -> Self {
        let seen = |at: Point| poses.iter().fold(at, |at, pose| b_in_a(pose, &Pose::IDENTITY, &at));
        let unit = |i: usize| core::array::from_fn(|k| number(f64::from(u8::from(i == k))));
        let origin = seen(core::array::from_fn(|_| RBig::ZERO));
        let axes = [0, 1, 2].map(|i| minus(&seen(unit(i)), &origin));
        Self { poses, axes, origin, facets, is_solid }
    }
    /// A point of the world in the frame of the part.
    pub fn local(&self, at: &Point) -> Point {
        plus(&self.origin, &self.way(at))
    }
    /// A way in the world in the frame of the part.
    pub fn way(&self, way: &Point) -> Point {
        let [x, y, z] = [0, 1, 2].map(|i| times(&self.axes[i], &way[i]));
        plus(&plus(&x, &y), &z)
    }
    /// The largest coordinate.
    fn size(&self) -> f64 {
        self.facets.as_flattened().iter().fold(0.0, |most, p| p.max_abs().max(most))
    }

    /// Is a point of its frame inside of the solid? `None` if it is level with a corner or on a facet.
    pub fn surrounds(&self, at: &Point) -> Option<bool> {
        let [_, y, z] = near(at);
        let room = 1e-6 * self.size();
        let mut winding = 0;
        for corners in &self.facets {
            let beside = |i: usize, x: f64| {
                let [p, q, r] = corners.map(|corner| corner.get(i));
                x < p.min(q).min(r) - room || x > p.max(q).max(r) + room
            };
            if !(beside(1, y) || V::DIM == 3 && beside(2, z)) {
                winding += crossings::<V>(&corners.map(point), at)?;
            }
        }
        Some(winding != 0)
    }

    /// The square of the distance of a point of its frame from the nearest facet.
    pub fn square(&self, at: &Point) -> RBig {
        let rough: Vec<f64> =
            self.facets.iter().map(|corners| rough::<V>(corners, near(at))).collect();
        let least = rough.iter().copied().fold(f64::INFINITY, f64::min);
        let most = least * (1.0 + 1e-6) + 1e-9 * (self.size() + norm(near(at)));
        let squares = self.facets.iter().zip(&rough).filter(|(_, rough)| **rough <= most);
        squares.map(|(corners, _)| square_to_facet(at, &corners.map(point))).min().expect("a facet")
    }

    /// The first time from 0 at which a ray meets a facet. `None` of `Err` if it is in the plane of one.
    pub fn first(&self, origin: &Point, along: &Point) -> Result<Option<RBig>, ()> {
        let (from, way) = (near(origin), near(along));
        let size = self.size() + norm(from);
        let mut first: Option<RBig> = None;
        for corners in &self.facets {
            let middle: [f64; 3] = core::array::from_fn(|i| {
                if i < V::DIM {
                    (corners[0].get(i) + corners[1].get(i) + corners[2].get(i)) / 3.0
                } else {
                    0.0
                }
            });
            let radius = corners.iter().map(|p| {
                norm(core::array::from_fn(|i| if i < V::DIM { p.get(i) - middle[i] } else { 0.0 }))
            });
            let radius = radius.fold(0.0, f64::max) + 1e-6 * size;
            let off: [f64; 3] = core::array::from_fn(|i| middle[i] - from[i]);
            let share = (0..3).map(|i| off[i] * way[i]).sum::<f64>() / norm(way).powi(2);
            let aside = norm(core::array::from_fn(|i| off[i] - share * way[i]));
            if aside > radius {
                continue;
            }
            if let Some(time) = time_of::<V>(&corners.map(point), origin, along)? {
                first = Some(first.map_or(time.clone(), |old| old.min(time)));
            }
        }
        Ok(first)
    }
}

fn near(at: &Point) -> [f64; 3] {
    core::array::from_fn(|i| at[i].to_f64().value())
}
fn norm(v: [f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// How often the ray along +x crosses a facet, by its direction; `None` if it meets its rim or starts on it.
fn crossings<V: Vector>([a, b, c]: &[Point; 3], at: &Point) -> Option<i32> {
    let sign =
        |x: &RBig| if x.is_zero() { None } else { Some(if *x > RBig::ZERO { 1 } else { -1 }) };
    if V::DIM == 2 {
        let (above_a, above_b) = (sign(&(&a[1] - &at[1]))?, sign(&(&b[1] - &at[1]))?);
        let left = cross(&minus(b, a), &minus(at, a))[2].clone();
        let is_met = above_a != above_b && sign(&left)? == above_b;
        return Some(if is_met { above_b } else { 0 });
    }
    let turn = |p: &Point, q: &Point| cross(&minus(p, at), &minus(q, at))[0].clone();
    let (u, v, w) = (sign(&turn(a, b)), sign(&turn(b, c)), sign(&turn(c, a)));
    if [u, v, w].contains(&Some(1)) && [u, v, w].contains(&Some(-1)) {
        return Some(0);
    }
    let (u, _, _) = (u?, v?, w?);
    let normal = cross(&minus(b, a), &minus(c, a));
    // The front is towards +x, and the facet ahead, if the point is behind it.
    let behind = sign(&dot(&normal, &minus(a, at)))?;
    Some(if behind == u { u } else { 0 })
}

/// The distance from a facet, about.
fn rough<V: Vector>(corners: &[V::Wide; 3], at: [f64; 3]) -> f64 {
    let at = V::Wide::from_fn(|i| at[i]);
    let [a, b, c] = *corners;
    let edge = |a: V::Wide, b: V::Wide| {
        let (e, d) = (b - a, at - a);
        let square = e.dot(e);
        let t = if square > 0.0 { (d.dot(e) / square).clamp(0.0, 1.0) } else { 0.0 };
        (d - e * t).norm()
    };
    let rim = edge(a, b).min(edge(b, c)).min(edge(c, a));
    if V::DIM == 2 {
        return rim;
    }
    let n = V::Wide::wedge_numbers((b - a).wedge(c - a));
    let n = V::Wide::from_fn(|i| n[i]);
    let over = |u: V::Wide, v: V::Wide| {
        let m = V::Wide::wedge_numbers((v - u).wedge(at - u));
        V::Wide::from_fn(|i| m[i]).dot(n) > 0.0
    };
    let is_over = over(a, b) && over(b, c) && over(c, a);
    if is_over { rim.min(n.dot(at - a).abs() / n.norm()) } else { rim }
}

fn square_to_facet(at: &Point, [a, b, c]: &[Point; 3]) -> RBig {
    let to_edge = |a: &Point, b: &Point| {
        let (e, d) = (minus(b, a), minus(at, a));
        let (square, along) = (dot(&e, &e), dot(&d, &e));
        if along <= RBig::ZERO || square.is_zero() {
            return dot(&d, &d);
        }
        if along >= square {
            let d = minus(at, b);
            return dot(&d, &d);
        }
        dot(&d, &d) - &along * &along / square
    };
    let rim = to_edge(a, b).min(to_edge(b, c)).min(to_edge(c, a));
    let n = cross(&minus(b, a), &minus(c, a));
    let over = |u: &Point, v: &Point| dot(&cross(&minus(v, u), &minus(at, u)), &n) >= RBig::ZERO;
    let square = dot(&n, &n);
    if !square.is_zero() && over(a, b) && over(b, c) && over(c, a) {
        let height = dot(&n, &minus(at, a));
        return (&height * &height / square).min(rim);
    }
    rim
}

/// When a ray meets a facet, from 0; `Err` if it is in its plane, or the facet has none.
fn time_of<V: Vector>(
    [a, b, c]: &[Point; 3],
    origin: &Point,
    along: &Point,
) -> Result<Option<RBig>, ()> {
    let zero = RBig::ZERO;
    let (normal, sides) = if V::DIM == 2 {
        let e = minus(b, a);
        let side = |p: &Point| cross(along, &minus(p, origin))[2].clone();
        ([e[1].clone(), -e[0].clone(), RBig::ZERO], vec![side(a), -side(b)])
    } else {
        let side = |p: &Point, q: &Point| dot(along, &cross(&minus(p, origin), &minus(q, origin)));
        (cross(&minus(b, a), &minus(c, a)), vec![side(a, b), side(b, c), side(c, a)])
    };
    let rate = dot(&normal, along);
    if sides.iter().any(|s| *s > zero) && sides.iter().any(|s| *s < zero) {
        return Ok(None);
    }
    if rate.is_zero() {
        return Err(());
    }
    let time = dot(&normal, &minus(a, origin)) / rate;
    Ok((time >= zero).then_some(time))
}

/// Is a number at most the root of a square with a sign?
fn at_most(x: f64, square: &RBig, is_negative: bool) -> bool {
    let own = number(x) * number(x);
    match (x > 0.0, is_negative) {
        (true, true) => false,
        (true, false) => own <= *square,
        (false, true) => own >= *square,
        (false, false) => true,
    }
}

/// Bounds on a signed distance, the root of a square, negative inside.
pub fn holds(lower: f64, upper: f64, square: &RBig, is_inside: bool) -> bool {
    (lower == f64::NEG_INFINITY || at_most(lower, square, is_inside))
        && (upper == f64::INFINITY || at_most(-upper, square, !is_inside))
}
