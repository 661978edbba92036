//! Rays and points: one shape, of any kind.

mod batch;
mod points;
mod rays;
mod watertight;

pub use batch::Batch;
pub use points::{SurfacePoint, contains, project, signed_distance};
pub use rays::{ColliderHit, cast_ray, cast_ray_all, cast_ray_any};
