//! The questions about two convex shapes, and the algorithms that answer them. `clearance` has each question as a
//! function of shapes of any kind, and documents it there.

pub use crate::cache::{Cache, Still};
pub use crate::depth::lesson::Method;
pub use crate::depth::scratch::Scratch;
pub use crate::motion::Cast;
pub use crate::probe::point::{contains, project, signed_distance};
pub use crate::probe::ray::{RayCast, cast_ray};
pub use crate::query::Query;
