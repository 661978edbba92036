//! The exact form of the checker for polytopes, in rational numbers: slow and simple, and sharing
//! only types with the library.
//!
//! In 3D a point is transformed by quaternion algebra; dividing by |q|^2 keeps it rational. In 2D
//! it is transformed by complex multiplication, and dividing by |z| takes a square root. That root
//! is bracketed within 2^-240, so decisions in 2D are exact except for ties closer than that.
//! Lengths are compared by their squares.

use std::array::from_fn;

use clearance::answer::{Member, Surface, Witness};
use clearance::number::Scalar;
use clearance::space::{Turn, Vector};
use clearance::{Certificate, Pose};
use dashu_base::{Abs, SquareRoot};
use dashu_int::{IBig, UBig};
pub use dashu_ratio::RBig;

/// A point; the third coordinate is 0 in 2D.
pub type Point = [RBig; 3];

/// The exact value of a finite number.
pub fn number(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

/// The exact coordinates of a vector.
pub fn point<V: Vector>(v: V) -> Point {
    from_fn(|i| if i < V::DIM { number(v.get(i).to_f64()) } else { RBig::ZERO })
}

pub fn dot(u: &Point, v: &Point) -> RBig {
    &u[0] * &v[0] + &u[1] * &v[1] + &u[2] * &v[2]
}
pub fn cross(u: &Point, v: &Point) -> Point {
    from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &u[j] * &v[k] - &u[k] * &v[j]
    })
}
pub fn plus(u: &Point, v: &Point) -> Point {
    from_fn(|i| &u[i] + &v[i])
}
pub fn minus(u: &Point, v: &Point) -> Point {
    from_fn(|i| &u[i] - &v[i])
}
pub fn times(v: &Point, factor: &RBig) -> Point {
    from_fn(|i| &v[i] * factor)
}
fn det(u: &Point, v: &Point, w: &Point) -> RBig {
    dot(u, &cross(v, w))
}

/// x |x|: comparing squares of lengths in this form keeps the order of negative numbers.
fn signed_square(x: &RBig) -> RBig {
    x * x.clone().abs()
}

/// The square root of a positive number, too small by at most 2^-240.
fn root(x: &RBig) -> RBig {
    let product = UBig::try_from(x.numerator().clone()).expect("positive") * x.denominator();
    let scaled = (product << 512_usize).sqrt();
    RBig::from_parts(IBig::from(scaled), x.denominator().clone() << 256_usize)
}

/// Applies the stored rotation of a pose, or its inverse, exactly.
fn turn<V: Vector>(pose: &Pose<V>, v: &Point, inverse: bool) -> Point {
    let [x, y, z, w] = pose.turn().numbers().map(number);
    let sign = |x: RBig| if inverse { -x } else { x };
    if V::DIM == 2 {
        let (c, s) = (x, sign(y));
        let length = root(&(&c * &c + &s * &s));
        let turned = [&c * &v[0] - &s * &v[1], &s * &v[0] + &c * &v[1], RBig::ZERO];
        return turned.map(|x| x / &length);
    }
    // q v q* = (w^2 - u.u) v + 2 (u.v) u + 2 w (u x v), for q = (u, w).
    let u = [sign(x), sign(y), sign(z)];
    let (uu, ww, two) = (dot(&u, &u), &w * &w, RBig::from(2));
    let along = times(&u, &(&two * dot(&u, v)));
    let around = times(&cross(&u, v), &(&two * &w));
    let turned = plus(&plus(&times(v, &(&ww - &uu)), &along), &around);
    let length_squared = ww + uu;
    turned.map(|x| x / &length_squared)
}

/// Transforms a point from B's frame to A's.
pub fn b_in_a<V: Vector>(pose_a: &Pose<V>, pose_b: &Pose<V>, p: &Point) -> Point {
    let in_world = plus(&turn(pose_b, p, false), &point(pose_b.translation()));
    turn(pose_a, &minus(&in_world, &point(pose_a.translation())), true)
}

/// Two polytopes in A's frame, with the sum of their rounding radii.
pub struct Polytopes<'p, V: Vector> {
    a: &'p [V],
    b: &'p [V],
    pose_a: &'p Pose<V>,
    pose_b: &'p Pose<V>,
    radius_sum: RBig,
}

impl<'p, V: Vector> Polytopes<'p, V> {
    /// Takes the vertices of both, each in its own frame.
    pub fn new(
        a: &'p [V],
        pose_a: &'p Pose<V>,
        b: &'p [V],
        pose_b: &'p Pose<V>,
        radii: [V::Scalar; 2],
    ) -> Self {
        let [radius_a, radius_b] = radii.map(|r| number(r.to_f64()));
        Self { a, b, pose_a, pose_b, radius_sum: radius_a + radius_b }
    }

    /// Whether an axis in A's frame proves that the clearance is not below `lower`.
    pub fn axis_proves(&self, axis: &Point, lower: f64) -> bool {
        let length_squared = dot(axis, axis);
        if length_squared.is_zero() {
            return false;
        }
        let b = self.b.iter().map(|v| b_in_a(self.pose_a, self.pose_b, &point(*v)));
        let lowest = b.map(|v| dot(axis, &v)).min().expect("a vertex");
        let highest = self.a.iter().map(|v| dot(axis, &point(*v))).max().expect("a vertex");
        let claim = number(lower) + &self.radius_sum;
        signed_square(&claim) * length_squared <= signed_square(&(lowest - highest))
    }

    /// Transforms a direction from the world to A's frame.
    pub fn in_a(&self, direction: V) -> Point {
        turn(self.pose_a, &point(direction), true)
    }

    /// The point of the difference; `None` if the member is not a pair of vertices.
    fn corner(&self, member: &Member<V::Wide>) -> Option<Point> {
        let known = self.a.iter().any(|v| v.widen() == member.a)
            && self.b.iter().any(|v| v.widen() == member.b);
        let b = || b_in_a(self.pose_a, self.pose_b, &point(member.b));
        known.then(|| minus(&point(member.a), &b()))
    }

    /// Whether a witness proves that the clearance is not above `upper`.
    pub fn witness_proves(&self, witness: &Witness<V::Wide>, upper: f64) -> bool {
        self.distance_squared(witness).is_some_and(|d| {
            let claim = number(upper) + &self.radius_sum;
            d <= signed_square(&claim)
        })
    }

    fn distance_squared(&self, witness: &Witness<V::Wide>) -> Option<RBig> {
        let last = witness.len().checked_sub(1)?;
        let (mut sum, mut rest) = (from_fn(|_| RBig::ZERO), RBig::ONE);
        for (i, (member, weight)) in witness.parts().enumerate() {
            let weight = if i == last { rest.clone() } else { RBig::try_from(weight).ok()? };
            if weight < RBig::ZERO {
                return None;
            }
            sum = plus(&sum, &times(&self.corner(&member)?, &weight));
            rest -= weight;
        }
        Some(dot(&sum, &sum))
    }

    /// Whether a surface proves that the clearance is not above `upper`.
    pub fn surface_proves(&self, surface: &Surface<V::Wide>, upper: f64) -> bool {
        self.depth_squared(surface).is_some_and(|depth_squared| {
            let claim = -(number(upper) + &self.radius_sum);
            signed_square(&claim) <= depth_squared
        })
    }

    fn depth_squared(&self, surface: &Surface<V::Wide>) -> Option<RBig> {
        let corners: Vec<Point> =
            surface.members.iter().map(|m| self.corner(m)).collect::<Option<_>>()?;
        let of_face = |f: &[u32; 3]| -> Option<Vec<Point>> {
            f[..V::DIM].iter().map(|i| corners.get(*i as usize).cloned()).collect()
        };
        let faces: Vec<Vec<Point>> = surface.faces.iter().map(of_face).collect::<Option<_>>()?;
        let encloses = closed::<V>(&surface.faces) && winding(&faces)? > 0;
        let nearest = faces.iter().map(|f| face_distance_squared(f)).min()?;
        (encloses && nearest > RBig::ZERO).then_some(nearest)
    }
}

/// Whether the faces form a closed surface: each edge (in 2D, each endpoint) occurs equally often
/// in both directions.
fn closed<V: Vector>(faces: &[[u32; 3]]) -> bool {
    let mut balance = std::collections::BTreeMap::new();
    let mut pass = |from: u32, to: u32| {
        *balance.entry((from.min(to), from.max(to))).or_insert(0_i64) +=
            if from < to { 1 } else { -1 };
    };
    for &[i, j, k] in faces {
        if V::DIM == 3 {
            pass(i, j);
            pass(j, k);
            pass(k, i);
        } else {
            pass(i, u32::MAX);
            pass(u32::MAX, j);
        }
    }
    balance.values().all(|b| *b == 0)
}

/// The winding number of the faces around the origin, along the first of several rays that hits no
/// edge; `None` if all rays hit one.
fn winding(faces: &[Vec<Point>]) -> Option<i64> {
    (1..20).find_map(|i| {
        let ray = [1, i * i, 3 - 7 * i].map(RBig::from);
        faces.iter().try_fold(0, |sum, f| Some(sum + crossing(f, &ray)?))
    })
}

fn sign(x: &RBig) -> i64 {
    i64::from(*x > RBig::ZERO) - i64::from(*x < RBig::ZERO)
}

/// +1 if the ray leaves through the face, -1 if it enters, 0 if it misses; `None` if it hits an
/// edge.
fn crossing(face: &[Point], ray: &Point) -> Option<i64> {
    let up = [RBig::ZERO, RBig::ZERO, RBig::ONE];
    let (sides, whole) = if let [a, b, c] = face {
        (vec![det(ray, b, c), det(a, ray, c), det(a, b, ray)], det(a, b, c))
    } else {
        (vec![det(ray, &face[1], &up), det(&face[0], ray, &up)], det(&face[0], &face[1], &up))
    };
    let (low, high) = (sides.iter().map(sign).min()?, sides.iter().map(sign).max()?);
    match (low, high, sign(&whole)) {
        (-1, 1, _) => Some(0),
        (1, 1, w) | (-1, -1, w) if w != 0 => Some(if w == low { low } else { 0 }),
        _ => None,
    }
}

fn segment_distance_squared(p: &Point, q: &Point) -> RBig {
    let edge = minus(q, p);
    let (length_squared, along) = (dot(&edge, &edge), -dot(p, &edge));
    if along <= RBig::ZERO || length_squared.is_zero() {
        return dot(p, p);
    }
    if along >= length_squared {
        return dot(q, q);
    }
    let foot = plus(p, &times(&edge, &(along / length_squared)));
    dot(&foot, &foot)
}

/// The squared distance of the origin from a triangle or a segment.
fn face_distance_squared(face: &[Point]) -> RBig {
    let edges = (0..face.len()).map(|i| (&face[i], &face[(i + 1) % face.len()]));
    let by_rim = edges.clone().map(|(p, q)| segment_distance_squared(p, q)).min();
    let by_rim = by_rim.expect("an edge");
    let [a, b, c] = face else {
        return by_rim;
    };
    let normal = cross(&minus(b, a), &minus(c, a));
    let area_squared = dot(&normal, &normal);
    // The projection of the origin onto the plane is inside the face if it is left of all edges.
    let inside = edges.clone().all(|(p, q)| dot(&cross(&minus(q, p), &normal), p) >= RBig::ZERO);
    if inside && !area_squared.is_zero() {
        let height = dot(&normal, a);
        &height * &height / area_squared
    } else {
        by_rim
    }
}

/// Whether the evidence in the certificate, with its normal as an additional axis, proves both
/// bounds of its answer exactly. The vertices are those of the cores, each in its own frame. Unlike
/// the checker, this does not build a surface if the certificate has none.
pub fn confirms<V: Vector>(
    a: &[V],
    pose_a: &Pose<V>,
    b: &[V],
    pose_b: &Pose<V>,
    radii: [V::Scalar; 2],
    certificate: &Certificate<V>,
) -> bool {
    let pair = Polytopes::new(a, pose_a, b, pose_b, radii);
    let answer = &certificate.answer;
    let (lower, upper) = (answer.lower.to_f64(), answer.upper.to_f64());
    if lower.is_nan() || upper.is_nan() || lower == f64::INFINITY || upper == f64::NEG_INFINITY {
        return false;
    }
    let by_axis = || {
        let axis = answer.evidence.axis;
        axis.is_finite() && pair.axis_proves(&point(axis), lower)
    };
    let by_normal = || {
        let normal = answer.normal;
        normal.is_finite() && pair.axis_proves(&pair.in_a(normal), lower)
    };
    let by_witness = || pair.witness_proves(&answer.evidence.witness, upper);
    let by_surface = || certificate.surface.as_ref().is_some_and(|s| pair.surface_proves(s, upper));
    (lower == f64::NEG_INFINITY || by_axis() || by_normal())
        && (upper == f64::INFINITY || by_witness() || by_surface())
}
