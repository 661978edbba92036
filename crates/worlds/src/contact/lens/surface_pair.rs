//! [`SurfacePair`]: two surfaces, and which lengths count.

use alloc::vec::Vec;

use glam::DVec3;

use super::surface_view::SurfaceView;

/// The pairs of facets that may be as near as a distance, once B is moved by a vector; in the order of their numbers.
pub type Near<'s> = &'s dyn Fn(DVec3, f64) -> Vec<[u32; 2]>;

/// Two surfaces.
pub struct SurfacePair<'s> {
    pub sides: [&'s dyn SurfaceView; 2],
    pub near: Near<'s>,
    pub margin: f64,
    /// Lengths below 1e-9 of it do not matter.
    pub size: f64,
    /// Lengths below it are rounding.
    pub rounding: f64,
}

impl SurfacePair<'_> {
    /// Places that are nearer to each other are one.
    pub fn tolerance(&self) -> f64 {
        self.size * 1e-9
    }
    /// What B is moved by so that nothing is in one plane.
    pub fn nudge(&self) -> DVec3 {
        DVec3::new(0.577_215_66, 0.732_050_81, 0.361_803_4) * (self.size * 1e-10)
    }
    pub fn exit(&self, which: usize, from: DVec3, along: DVec3) -> Option<(f64, u32)> {
        self.sides[which].exit(from, along, self.size * 1e-10 + self.rounding)
    }
}
