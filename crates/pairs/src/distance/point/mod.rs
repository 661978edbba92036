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
//! Many shapes have a closed form; each family of shapes has a file. If several points are equally
//! near (at the middle of a ball, on the axis of a cylinder), the answer is the one in the direction
//! of the first coordinate axis, x before y before z, that leads to such a point. All other shapes
//! are left to GJK and EPA, for which the point is a shape too.

mod corner;
pub(crate) mod ellipsoid_point;
#[doc(hidden)]
pub mod face_planes;
mod nearest_point;
pub(crate) mod round_core;
pub(crate) mod segment;
pub(crate) mod triangle;

pub use face_planes::above;
pub use nearest_point::Nearest;

use crate::number::{max, min, sqrt};
use crate::space::DVector;
use nearest_point::slack;

/// The nearest point of a shape that is one point: always `center`. The normal is along x if `point` is
/// `center`.
pub fn of_point<W: DVector>(center: W, point: W) -> Nearest<W> {
    let way = point - center;
    let distance = way.norm();
    let normal = if distance > 0.0 { way * (1.0 / distance) } else { W::unit(0) };
    Nearest { point: center, normal, distance, error: slack(point, center.max_abs()) }
}

/// The nearest point of the box with corners at plus and minus `half`.
pub fn of_cuboid<W: DVector>(half: W, point: W) -> Nearest<W> {
    let error = slack(point, (0..W::DIM).fold(0.0, |sum, i| sum + half.get(i)));
    let clamped = W::from_fn(|i| min(max(point.get(i), -half.get(i)), half.get(i)));
    let way = point - clamped;
    let square = way.dot(way);
    if square > 0.0 {
        let distance = sqrt(square);
        return Nearest { point: clamped, normal: way * (1.0 / distance), distance, error };
    }
    let depth = |i: usize| half.get(i) - point.get(i).abs();
    let face = (1..W::DIM).fold(0, |m, i| if depth(i) < depth(m) { i } else { m });
    let sign = if point.get(face) < 0.0 { -1.0 } else { 1.0 };
    let normal = W::unit(face) * sign;
    let on_face = W::from_fn(|i| if i == face { sign * half.get(i) } else { point.get(i) });
    Nearest { point: on_face, normal, distance: -depth(face), error }
}
