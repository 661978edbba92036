//! The questions about two convex shapes, and the algorithms that answer them. `clearance` has each question as a
//! function of shapes of any kind, and documents it there.

pub use crate::cache::{Cache, Still};
pub use crate::depth::lesson::Method;
pub use crate::depth::scratch::Scratch;
pub use crate::motion::Cast;
pub use crate::probe::point::{contains, project, signed_distance};
pub use crate::probe::ray::{RayCast, cast_ray};
pub use crate::query::Query;

use crate::answer::Certificate;
use crate::shape::Geometry;
use crate::space::Pose;

/// The signed clearance with all of its evidence, for `clearance::verify::check`.
pub fn certificate<A: Geometry, B: Geometry<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Certificate<A::V> {
    Query::new(a, pose_a, b, pose_b).certificate()
}
