//! Polygons in 3D that are clipped by half-spaces, one after another.
//!
//! Source: Sutherland and Hodgman 1974, Reentrant polygon clipping.

use alloc::vec::Vec;

use glam::DVec3;

/// A polygon that is being clipped, and a buffer for the result.
#[derive(Clone, Debug, Default)]
pub(super) struct Clip {
    pub(super) polygon: Vec<DVec3>,
    next: Vec<DVec3>,
}

impl Clip {
    /// Keeps the part of the polygon, segment or point that is no higher than `highest`.
    pub(super) fn clip(&mut self, outward: DVec3, highest: f64) {
        let height = |p: DVec3| outward.dot(p) - highest;
        self.next.clear();
        for (i, &to) in self.polygon.iter().enumerate() {
            let from = self.polygon[if i == 0 { self.polygon.len() } else { i } - 1];
            let (before, here) = (height(from), height(to));
            if (before < 0.0 && here > 0.0) || (before > 0.0 && here < 0.0) {
                self.next.push(from + (to - from) * (before / (before - here)));
            }
            if here <= 0.0 {
                self.next.push(to);
            }
        }
        core::mem::swap(&mut self.polygon, &mut self.next);
    }
}
