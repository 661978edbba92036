//! Random numbers: SplitMix64 (Steele, Lea and Flood 2014), so that a seed gives the same numbers on
//! every machine. Sines and cosines come from `libm` for the same reason.

use core::f64::consts::TAU;

use glam::{DQuat, DVec3};

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
    /// Uniform in [-1, 1).
    pub fn signed(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2f64.powi(-52) - 1.0
    }
    /// Uniform in [low, high).
    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    /// Uniform among 0, 1, .. count - 1; the bias is below 2^-32 for counts below 2^32.
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }
    /// Uniform among the items.
    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
    /// Uniform on the unit sphere: height and longitude are both uniform.
    pub fn direction3(&mut self) -> DVec3 {
        let (z, angle) = (self.range(-1.0, 1.0), self.range(0.0, TAU));
        let ring = (1.0 - z * z).sqrt();
        DVec3::new(ring * libm::cos(angle), ring * libm::sin(angle), z)
    }
    /// Uniform in the cube from -size to size.
    pub fn in_cube(&mut self, size: f64) -> DVec3 {
        DVec3::from_array(core::array::from_fn(|_| self.range(-size, size)))
    }
    /// A uniform rotation, by Shoemake's two circles.
    pub fn rotation(&mut self) -> DQuat {
        let share = self.unit();
        let (first, second) = (self.range(0.0, TAU), self.range(0.0, TAU));
        let (r, s) = ((1.0 - share).sqrt(), share.sqrt());
        let ((sin_1, cos_1), (sin_2, cos_2)) = (libm::sincos(first), libm::sincos(second));
        DQuat::from_xyzw(r * sin_1, r * cos_1, s * sin_2, s * cos_2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation (Vigna, splitmix64.c) for the seed 0.
    #[test]
    fn numbers_are_those_of_the_reference() {
        let mut random = Random::new(0);
        let found = [(); 3].map(|()| random.bits());
        let expected = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
        assert_eq!(found, expected);
    }

    #[test]
    fn numbers_are_in_their_ranges() {
        let mut random = Random::new(1);
        for _ in 0..1000 {
            assert!((0.0..1.0).contains(&random.unit()));
            assert!((-1.0..1.0).contains(&random.signed()));
            assert!((2.0..5.0).contains(&random.range(2.0, 5.0)));
            assert!(random.below(7) < 7);
            assert!((random.direction3().length() - 1.0).abs() < 1e-15);
            assert!((random.rotation().length() - 1.0).abs() < 1e-15);
            assert!(random.in_cube(3.0).abs().max_element() <= 3.0);
        }
    }
}
