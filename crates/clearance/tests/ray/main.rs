//! Rays: against the named cases, against the clearance of points along the ray, and the closed
//! forms against the march.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/pairs.rs"]
mod pairs;

mod along;
mod capsules;
mod cases;
mod checked;
mod march;
mod named;
mod rays;
mod special;
