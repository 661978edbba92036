//! A point against one shape, in the shape's own frame: the nearest point of its surface.
//!
//! Inside or outside, the way from the surface's nearest point q to the point p is along the
//! outward normal there, and the signed distance is how far:
//!
//! ```text
//!        p  distance > 0
//!        |                      p - q = distance * normal
//!    ----q-------- surface
//!        |                      What has no inside (a segment in space) is all surface, and
//!        p' distance < 0        distances to it are not negative.
//! ```
//!
//! For the shapes that have one there is a closed form, one file a family. Where several points
//! are equally near (the middle of a ball, the axis of a cylinder), the one towards the first
//! coordinate axis that serves is the answer. All other shapes are left to GJK and EPA: a point
//! is a shape, too.

pub(crate) mod ellipsoid;
pub(crate) mod planes;
pub(crate) mod round;
pub(crate) mod segment;
pub(crate) mod triangle;

pub use planes::above;

use glam::DVec3;

use crate::hull::Polyhedron;
use crate::number::Scalar;
use crate::shape::Core;
use crate::space::{MOTION_ERROR, Motion, Vector};

/// The point of a core's surface that is nearest to a given one.
#[derive(Clone, Copy, Debug)]
pub struct Nearest<W> {
    /// On the surface.
    pub point: W,
    /// The outward unit normal there.
    pub normal: W,
    /// From the surface along the normal; negative inside.
    pub distance: f64,
    /// The true distance, for the point as it was before it was turned into the shape's frame,
    /// is within this.
    pub error: f64,
}

/// Below this the squares of lengths leave the range of `f64`.
const TINY: f64 = 1e-150;

impl<W: Vector<Scalar = f64>> Nearest<W> {
    /// Itself, unless the lengths were too small or too large for a closed form, or there is a
    /// number missing, in it or in the radius around the core. Where one length alone was too
    /// small, as that of a way whose square is lost, it is the normal that tells.
    #[inline]
    pub fn usable(self, radius: f64) -> Option<Self> {
        let size = self.error + f64::EPSILON * radius;
        let whole = size > TINY && (self.distance - radius).abs() < f64::INFINITY;
        let is_unit = (self.normal.dot(self.normal) - 1.0).abs() < 16.0 * f64::EPSILON;
        (whole && is_unit).then_some(self)
    }
}

/// How far rounding may shift a distance: of the point, that was turned into the shape's frame
/// (12 epsilons of it, see [`crate::algorithm::ray::Line::slack`]), and in a closed form of
/// lengths up to the point's and the shape's `reach`. As much again is left for that.
#[inline]
fn slack<W: Vector<Scalar = f64>>(point: W, reach: f64) -> f64 {
    let far = (0..W::DIM).fold(0.0, |sum, i| sum + point.get(i).abs());
    MOTION_ERROR * f64::EPSILON * (far + reach)
}

/// The nearest point of a core that is turned by `motion`, which does not move it, and a point in
/// the axes of the world: of those for which it is less to turn the core than the point and what is
/// found. These are points, and segments that the point is not near.
#[inline(always)]
pub fn nearest_turned<W: Vector<Scalar = f64>>(
    core: &Core<W>,
    motion: &Motion<W>,
    point: W,
) -> Option<Nearest<W>> {
    match *core {
        Core::Point(p) if p == W::ZERO => Some(of_point(p, point)),
        Core::Point(p) => Some(of_point(motion.rotate(p), point)),
        Core::Segment([a, half]) if a == -half => {
            segment::beside(motion.rotate(half), 1.0 / half.dot(half), point)
        }
        _ => None,
    }
}

/// Is a point at that height over a plane that supports the shape inside? `None` within rounding.
#[inline(always)]
fn decided(height: f64, error: f64) -> Option<bool> {
    if height <= 0.0 {
        return Some(true);
    }
    (height > error).then_some(false)
}

/// Is the point in the box with corners at plus and minus `half`? `None` within rounding.
#[inline]
pub fn in_box<W: Vector<Scalar = f64>>(half: W, point: W) -> Option<bool> {
    let error = slack(point, (0..W::DIM).fold(0.0, |sum, i| sum + half.get(i)));
    let over = |i: usize| point.get(i).abs() - half.get(i);
    decided((1..W::DIM).fold(over(0), |m, i| Scalar::max(m, over(i))), error)
}

/// Is the point in the solid with that radius around it, as far as can be told without the nearest
/// point?
#[inline]
pub fn in_solid<W: Vector<Scalar = f64>>(
    solid: &Polyhedron<DVec3>,
    [reach, radius]: [f64; 2],
    point: W,
) -> Option<bool> {
    if solid.inner_radius() <= 0.0 {
        return None;
    }
    let error = slack(point, reach) + 4.0 * f64::EPSILON * radius;
    let error = error + solid.error();
    let (height, _) = above(solid, same(point));
    // Beyond a needle's tip a point is below all planes to rounding.
    if height <= -error { Some(true) } else { decided(height - radius, error).filter(|i| !i) }
}

/// The nearest point of a single one.
#[inline]
pub fn of_point<W: Vector<Scalar = f64>>(center: W, point: W) -> Nearest<W> {
    let way = point - center;
    let distance = way.norm();
    let normal = if distance > 0.0 { way * (1.0 / distance) } else { W::unit(0) };
    Nearest { point: center, normal, distance, error: slack(point, center.max_abs()) }
}

/// The nearest point of the box with corners at plus and minus `half`.
#[inline]
pub fn of_cuboid<W: Vector<Scalar = f64>>(half: W, point: W) -> Nearest<W> {
    let error = slack(point, (0..W::DIM).fold(0.0, |sum, i| sum + half.get(i)));
    let clamped = W::from_fn(|i| Scalar::min(Scalar::max(point.get(i), -half.get(i)), half.get(i)));
    let way = point - clamped;
    let square = way.dot(way);
    if square > 0.0 {
        let distance = Scalar::sqrt(square);
        return Nearest { point: clamped, normal: way * (1.0 / distance), distance, error };
    }
    let depth = |i: usize| half.get(i) - point.get(i).abs();
    let face = (1..W::DIM).fold(0, |m, i| if depth(i) < depth(m) { i } else { m });
    let sign = if point.get(face) < 0.0 { -1.0 } else { 1.0 };
    let normal = W::unit(face) * sign;
    let on_face = W::from_fn(|i| if i == face { sign * half.get(i) } else { point.get(i) });
    Nearest { point: on_face, normal, distance: -depth(face), error }
}

/// Some unit vector across another, which is of length 1.
fn across<W: Vector<Scalar = f64>>(axis: W) -> W {
    let least =
        (1..W::DIM).fold(0, |m, i| if axis.get(i).abs() < axis.get(m).abs() { i } else { m });
    let other = W::unit(least) - axis * axis.get(least);
    other.unit_along().unwrap_or(W::unit(0))
}

/// The same vector, of which the compiler does not know that the types are the same.
#[inline]
fn same<V: Vector<Scalar = f64>, W: Vector<Scalar = f64>>(v: V) -> W {
    W::from_fn(|i| v.get(i))
}
