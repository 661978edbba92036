//! The identity of a shape: one number computed from all numbers that define the shape.
//!
//! A cache may reuse its result for two shapes only while they are the same shapes. The identity is a sum
//! over all defining numbers. Each number's bits are combined with a key of its own and multiplied by a
//! constant to twice the width; then both halves are folded into one. So even lengths like 1 and 1/2,
//! which have few bits set, are mixed well. Two different shapes have the same identity by chance about
//! once in 2^63. The products do not depend on each other, so the processor can overlap them.
//!
//! *Source.* Folded multiplication, as in wyhash and foldhash. The constants are those of Knuth's
//! generator MMIX and of SplitMix64 (Steele, Lea and Flood 2014).

use crate::number::Scalar;
use crate::space::Vector;

/// An identity that is being computed.
#[derive(Clone, Copy)]
pub struct Identity {
    sum: u64,
    /// The key for the next number.
    key: u64,
}

/// The step from one key to the next. Multiples of this constant are far from each other.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
const FACTOR: u64 = 0x5851_f42d_4c95_7f2d;

impl Identity {
    /// The identity of a shape of this kind, before any numbers are added.
    #[inline]
    pub const fn of(kind: u64) -> Self {
        Self { sum: kind, key: STEP }
    }
    /// Adds a number.
    #[inline]
    pub fn and(self, x: u64) -> Self {
        let wide = u128::from(x ^ self.key) * u128::from(FACTOR);
        let folded = wide as u64 ^ (wide >> 64) as u64;
        Self { sum: self.sum.wrapping_add(folded), key: self.key.wrapping_add(STEP) }
    }
    /// Adds a length.
    #[inline]
    pub fn scalar<S: Scalar>(self, x: S) -> Self {
        self.and(x.to_f64().to_bits())
    }
    /// Adds a vector.
    #[inline]
    pub fn vector<V: Vector>(self, v: V) -> Self {
        (0..V::DIM).fold(self, |identity, i| identity.scalar(v.get(i)))
    }
    /// Adds a list of points and its length.
    #[inline]
    pub fn points<V: Vector>(self, points: &[V]) -> Self {
        points.iter().fold(self.and(points.len() as u64), |identity, p| identity.vector(*p))
    }
    /// The identity.
    #[inline]
    pub fn number(self) -> u64 {
        self.sum
    }
}

/// A number for each kind of shape.
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
    pub const CHAIN_SEGMENT: u64 = 13;
}
