//! What a shape is recognised by: one number made of all that it is made of.
//!
//! A cache may hand out what it knows of two shapes only while they are the shapes that it knows.
//! Each number is mixed in by steps that can be undone. So shapes of a kind that differ in one
//! number never have the same identity, and others by chance once in 2^64.
//!
//! *Source.* The multiplier is that of Knuth's generator MMIX; it is odd, so it can be undone.

use crate::number::Scalar;
use crate::space::Vector;

/// A number in the making.
#[derive(Clone, Copy)]
pub(crate) struct Identity(u64);

impl Identity {
    /// Of a shape of that kind, of which nothing is known yet.
    #[inline]
    pub const fn of(kind: u64) -> Self {
        Self(kind)
    }
    /// With one more number.
    #[inline]
    pub fn and(self, x: u64) -> Self {
        let mixed = (self.0 ^ x).wrapping_mul(0x5851_f42d_4c95_7f2d);
        Self(mixed ^ mixed >> 32)
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
        self.0
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
