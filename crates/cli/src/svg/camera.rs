//! The projection from the world to the picture: a parallel view from the front right and a little above.

use clearance::glam::{DVec2, DVec3};
use clearance::space::DVector;

use super::STAGE_WIDTH;
use super::list::{MOST_LISTED, ROW};
use crate::scene::Found;
use crate::solid::in_space;

/// The largest height of pictures, unless the list needs more.
const HIGHEST: f64 = 640.0;
const BORDER: f64 = 36.0;

/// The projection from the world to the picture.
pub struct Camera {
    pub right: DVec3,
    pub up: DVec3,
    /// The direction towards the viewer.
    pub toward: DVec3,
    /// Pixels per unit of length.
    pub scale: f64,
    /// The point at the middle of the stage, and half the extent of the scene.
    pub middle: DVec3,
    pub reach: f64,
    /// The part of the picture for the scene, in pixels.
    pub stage: DVec2,
}

impl Camera {
    /// A camera that sees all points of parts and all points found.
    pub fn on<V: DVector>(parts: impl Iterator<Item = DVec3>, found: &Found<V>) -> Self {
        let (right, up, toward) = if V::DIM == 2 {
            (DVec3::X, DVec3::Y, DVec3::Z)
        } else {
            let (azimuth, elevation) = ((-58.0_f64).to_radians(), 20.0_f64.to_radians());
            let right = DVec3::new(-azimuth.sin(), azimuth.cos(), 0.0);
            let ahead = DVec3::new(azimuth.cos(), azimuth.sin(), 0.0);
            let toward = ahead * elevation.cos() + DVec3::Z * elevation.sin();
            (right, toward.cross(right), toward)
        };
        let bounded = found.pairs.iter().filter(|pair| pair.bounded());
        let ends = bounded.flat_map(|p| [in_space(p.answer.point_a), in_space(p.answer.point_b)]);
        let points = parts.chain(ends);
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for p in points {
            let seen = DVec3::new(p.dot(right), p.dot(up), p.dot(toward));
            (low, high) = (low.min(seen), high.max(seen));
        }
        if !low.is_finite() {
            (low, high) = (DVec3::NEG_ONE, DVec3::ONE);
        }
        let (center, extent) = (0.5 * (low + high), high - low);
        let mut room = DVec2::new(STAGE_WIDTH, HIGHEST) - 2.0 * BORDER;
        let list = ROW * found.pairs.len().min(MOST_LISTED) as f64;
        // The height of the scene at full width, within limits. The list must fit, too.
        room.y = (extent.y * room.x / extent.x).min(room.y).max(list).max(200.0);
        let scale = (room.x / extent.x).min(room.y / extent.y);
        let scale = if scale.is_finite() { scale } else { 1.0 };
        let middle = right * center.x + up * center.y + toward * center.z;
        Self {
            right,
            up,
            toward,
            scale,
            middle,
            reach: 0.5 * extent.length(),
            stage: room + 2.0 * BORDER,
        }
    }

    pub fn see(&self, p: DVec3) -> DVec2 {
        let from_middle = p - self.middle;
        let seen = DVec2::new(from_middle.dot(self.right), -from_middle.dot(self.up));
        0.5 * self.stage + self.scale * seen
    }

    pub fn faces(&self, normal: DVec3) -> bool {
        normal.dot(self.toward) > 1e-9
    }
}
