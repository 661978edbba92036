//! Random numbers for the tests: SplitMix64 (Steele, Lea and Flood 2014), so that a seed means
//! the same pairs on every machine. Sines and cosines are `libm`'s for the same reason.

#![allow(dead_code)] // Each test file uses its own part.

use clearance::d3_f64::{DQuat, DVec3};

/// A seeded generator.
pub struct Random(u64);

impl Random {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2f64.powi(-53)
    }
    /// Uniform in [low, high).
    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    /// Uniform among 0, 1, .. count - 1; the bias is below 2^-32 for counts below 2^32.
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }
    /// Uniform on the unit sphere: height and longitude are both uniform.
    pub fn direction3(&mut self) -> DVec3 {
        let (z, angle) = (self.range(-1.0, 1.0), self.range(0.0, core::f64::consts::TAU));
        let ring = (1.0 - z * z).sqrt();
        DVec3::new(ring * libm::cos(angle), ring * libm::sin(angle), z)
    }
    /// Uniform in the cube from -size to size.
    pub fn in_cube(&mut self, size: f64) -> DVec3 {
        DVec3::from_array(core::array::from_fn(|_| self.range(-size, size)))
    }
    /// A uniform rotation, by Shoemake's two circles.
    pub fn rotation(&mut self) -> DQuat {
        let (share, tau) = (self.unit(), core::f64::consts::TAU);
        let (first, second) = (self.range(0.0, tau), self.range(0.0, tau));
        let (r, s) = ((1.0 - share).sqrt(), share.sqrt());
        let ((sin_1, cos_1), (sin_2, cos_2)) = (libm::sincos(first), libm::sincos(second));
        DQuat::from_xyzw(r * sin_1, r * cos_1, s * sin_2, s * cos_2)
    }
}
