//! The projection from the world to the picture: a parallel view from the front right and a little above.

use clearance::glam::{DVec2, DVec3};

use crate::STAGE_WIDTH;

/// The largest height of pictures, unless the list needs more.
const HIGHEST: f64 = 640.0;
const BORDER: f64 = 36.0;
/// The size of a picture that shows what is near a point.
const NEAR: DVec2 = DVec2::new(520.0, 390.0);

/// The directions of a picture.
pub struct View {
    right: DVec3,
    up: DVec3,
    /// The direction towards the viewer.
    toward: DVec3,
}

impl View {
    /// From the front right and a little above; in 2D from above.
    pub fn usual(dim: usize) -> Self {
        if dim == 2 {
            return Self { right: DVec3::X, up: DVec3::Y, toward: DVec3::Z };
        }
        let (azimuth, elevation) = ((-58.0_f64).to_radians(), 20.0_f64.to_radians());
        let right = DVec3::new(-azimuth.sin(), azimuth.cos(), 0.0);
        let ahead = DVec3::new(azimuth.cos(), azimuth.sin(), 0.0);
        let toward = ahead * elevation.cos() + DVec3::Z * elevation.sin();
        Self { right, up: toward.cross(right), toward }
    }

    /// The nearest to the usual view that sees a normal from its side.
    pub fn beside(dim: usize, normal: DVec3) -> Self {
        let usual = Self::usual(dim);
        let flat = |v: DVec3| v - normal * v.dot(normal);
        let toward = [usual.toward, usual.up].map(|v| flat(v).normalize_or_zero());
        // The usual view along the normal has no nearest one.
        let is_along = flat(usual.toward).length() < 0.1;
        let toward = if is_along { toward[1] } else { toward[0] };
        let right = DVec3::Z.cross(toward).normalize_or_zero();
        if dim == 2 || toward == DVec3::ZERO || right == DVec3::ZERO {
            return usual;
        }
        Self { right, up: toward.cross(right), toward }
    }
}

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
    /// The corners of faces are moved to a grid of so many pixels, unless it is 0: what is smaller vanishes, and
    /// neighbours stay neighbours.
    pub grid: f64,
}

impl Camera {
    /// A camera that sees all points, in a picture of at least this height without its border.
    pub fn on(view: &View, points: impl Iterator<Item = DVec3>, least_height: f64) -> Self {
        let View { right, up, toward } = *view;
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
        // The height of the scene at full width, within limits.
        room.y = (extent.y * room.x / extent.x).min(room.y).max(least_height).max(200.0);
        let scale = (room.x / extent.x).min(room.y / extent.y);
        let scale = if scale.is_finite() { scale } else { 1.0 };
        let middle = right * center.x + up * center.y + toward * center.z;
        let (reach, stage) = (0.5 * extent.length(), room + 2.0 * BORDER);
        Self { right, up, toward, scale, middle, reach, stage, grid: 0.0 }
    }

    /// A camera that sees what is within a distance of a point.
    pub fn near(view: &View, middle: DVec3, distance: f64) -> Self {
        let View { right, up, toward } = *view;
        let distance = if distance > 0.0 { distance } else { 1.0 };
        let scale = 0.5 * NEAR.y / distance;
        let reach = 1.5 * distance;
        Self { right, up, toward, scale, middle, reach, stage: NEAR, grid: 0.0 }
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
