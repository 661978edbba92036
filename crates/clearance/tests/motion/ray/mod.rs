//! Rays: against the named cases, against the clearance of points along the ray, and the closed
//! forms against the march.

mod along;
mod capsules;
mod cases;
mod checked;
mod cylinders;
mod march;
mod named;
mod rays;
mod special;
