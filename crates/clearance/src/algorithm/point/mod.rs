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
mod nearest;
pub(crate) mod planes;
pub(crate) mod round;
pub(crate) mod segment;
pub(crate) mod triangle;

pub use nearest::Nearest;
pub use planes::above;

use glam::DVec3;

use crate::hull::Polyhedron;
use crate::number::Scalar;
use crate::shape::Core;
use crate::space::{Motion, Vector};
use nearest::{same, slack};

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
