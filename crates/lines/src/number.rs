//! The numbers of answers.

use clearance::number::Scalar;
use clearance::space::Vector;
use serde::{Serialize, Serializer};

/// The precision in which shapes are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Precision {
    /// 32 bits.
    F32,
    /// 64 bits.
    F64,
}

/// A finite number in its own precision, so that it is written without superfluous digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Of 32 bits.
    Single(f32),
    /// Of 64 bits.
    Double(f64),
}

impl Number {
    /// `None` if the number is not finite: JSON has no such number.
    pub fn of<S: Scalar>(value: S) -> Option<Self> {
        let wide = value.to_f64();
        let single = S::EPSILON.to_f64() > f64::EPSILON;
        wide.is_finite().then_some(if single {
            Self::Single(wide as f32)
        } else {
            Self::Double(wide)
        })
    }
    /// All coordinates; `None` if one is not finite.
    pub fn all<V: Vector>(vector: V) -> Option<Vec<Self>> {
        (0..V::DIM).map(|i| Self::of(vector.get(i))).collect()
    }
    /// The exact value.
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Single(x) => f64::from(x),
            Self::Double(x) => x,
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Single(x) => serializer.serialize_f32(*x),
            Self::Double(x) => serializer.serialize_f64(*x),
        }
    }
}

/// In `f64`.
pub fn wide(numbers: &[Number]) -> Vec<f64> {
    numbers.iter().map(|n| n.to_f64()).collect()
}

/// The length of a vector.
pub fn length(v: &[f64]) -> f64 {
    // Squares of numbers below 1e-154 would underflow.
    v.iter().fold(0.0, |sum: f64, x| sum.hypot(*x))
}

/// The angle between two vectors. Accurate for small angles, too, for which the cosine is not. Vectors in
/// 2D have z = 0.
pub fn angle_between(u: &[f64], v: &[f64]) -> f64 {
    let get = |v: &[f64], i: usize| v.get(i).copied().unwrap_or(0.0);
    let cross = |i: usize, j: usize| get(u, i) * get(v, j) - get(u, j) * get(v, i);
    let dot = (0..3).map(|i| get(u, i) * get(v, i)).sum::<f64>();
    length(&[cross(1, 2), cross(2, 0), cross(0, 1)]).atan2(dot)
}
