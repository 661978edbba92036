//! A hash over many numbers, for the golden tests.

use clearance::number::Scalar;
use clearance::space::Vector;

/// FNV-1a of 64 bits (Fowler, Noll and Vo), over the bytes of numbers.
pub struct Hash(pub u64);

impl Hash {
    pub const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    pub fn add(&mut self, bits: u64) {
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    /// Hashed as `f64`, which represents every `f32`: the sign of a zero counts.
    pub fn number<S: Scalar>(&mut self, x: S) {
        self.add(x.to_f64().to_bits());
    }
    pub fn vector<V: Vector>(&mut self, v: V) {
        (0..V::DIM).for_each(|i| self.number(v.get(i)));
    }
}
