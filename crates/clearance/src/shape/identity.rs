//! What a shape is recognised by: one number made of all that it is made of.
//!
//! A cache may hand out what it knows of two shapes only while they are the shapes that it knows.
//! The identity is the sum of all numbers' bits, modulo 2^64, each times a factor of its own. The
//! factors are odd, so that shapes of a kind that differ in one number never have the same identity;
//! others by chance, once in 2^64. No product waits for another.
//!
//! *Source.* Multilinear hashing, as in Lemire and Kaser 2014, "Strongly universal string hashing
//! is fast". The factors are powers of the multiplier of Knuth's generator MMIX.

use crate::number::Scalar;
use crate::space::Vector;

/// A number in the making.
#[derive(Clone, Copy)]
pub(crate) struct Identity {
    sum: u64,
    /// Of the next number.
    factor: u64,
}

const FACTOR: u64 = 0x5851_f42d_4c95_7f2d;

impl Identity {
    /// Of a shape of that kind, of which nothing is known yet.
    #[inline]
    pub const fn of(kind: u64) -> Self {
        Self { sum: kind, factor: FACTOR }
    }
    /// With one more number.
    #[inline]
    pub fn and(self, x: u64) -> Self {
        let sum = self.sum.wrapping_add(x.wrapping_mul(self.factor));
        Self { sum, factor: self.factor.wrapping_mul(FACTOR) }
    }
    /// With one more length.
    #[inline]
    pub fn scalar<S: Scalar>(self, x: S) -> Self {
        self.and(x.to_f64().to_bits())
    }
    /// With one more vector.
    #[inline]
    pub fn vector<V: Vector>(self, v: V) -> Self {
        (0..V::DIM).fold(self, |identity, i| identity.scalar(v.get(i)))
    }
    /// With more points.
    #[inline]
    pub fn points<V: Vector>(self, points: &[V]) -> Self {
        points.iter().fold(self.and(points.len() as u64), |identity, p| identity.vector(*p))
    }
    /// The number.
    #[inline]
    pub fn number(self) -> u64 {
        self.sum
    }
}

/// The kinds of shapes.
pub(crate) mod kind {
    pub const POINTS: u64 = 1;
    pub const BALL: u64 = 2;
    pub const CAPSULE: u64 = 3;
    pub const CUBOID: u64 = 4;
    pub const CYLINDER: u64 = 5;
    pub const CONE: u64 = 6;
    pub const ELLIPSOID: u64 = 7;
    pub const POLYGON: u64 = 8;
    pub const HULL: u64 = 9;
    pub const HALF_SPACE: u64 = 10;
    pub const FACET: u64 = 11;
    pub const ROUNDED: u64 = 12;
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use glam::DVec3;

    /// Numbers of all sizes, each other by a bit: none of 30,000 triples is like another.
    #[test]
    fn what_differs_in_a_bit_is_told_apart() {
        let numbers: Vec<f64> = (0..10_000).map(|i| f64::from_bits(i << 40 | i)).collect();
        let triples = numbers.iter().flat_map(|x| [[*x, 1.0, 2.0], [1.0, *x, 2.0], [1.0, 2.0, *x]]);
        let identity = |t: [f64; 3]| Identity::of(1).vector(DVec3::from_array(t)).number();
        let mut all: Vec<u64> = triples.map(identity).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 30_000);
    }
}
