//! Rays and points: one shape, of any kind.

mod batch;
mod points;
mod rays;
mod watertight;

pub use batch::Probes;
pub(crate) use points::{contains, project};
pub(crate) use rays::{RayOptions, cast_ray, cast_ray_all, cast_ray_any};
