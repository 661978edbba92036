//! Numbers as answers have them.

use clearance::number::Scalar;
use clearance::space::Vector;
use serde::{Serialize, Serializer};

/// The precision that shapes are read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Precision {
    /// 32 bits.
    F32,
    /// 64 bits.
    F64,
}

/// A finite number, in its own precision so that it is written with no more digits than it has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Of 32 bits.
    Single(f32),
    /// Of 64 bits.
    Double(f64),
}

impl Number {
    /// `None` if the number is not finite: JSON has no word for it.
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
    /// Exactly.
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
    // Squares of what is smaller than 1e-154 are lost.
    v.iter().fold(0.0, |sum: f64, x| sum.hypot(*x))
}

/// Good for small angles too, where the cosine says nothing. Plane vectors lie in z = 0.
pub fn angle_between(u: &[f64], v: &[f64]) -> f64 {
    let get = |v: &[f64], i: usize| v.get(i).copied().unwrap_or(0.0);
    let cross = |i: usize, j: usize| get(u, i) * get(v, j) - get(u, j) * get(v, i);
    let dot = (0..3).map(|i| get(u, i) * get(v, i)).sum::<f64>();
    length(&[cross(1, 2), cross(2, 0), cross(0, 1)]).atan2(dot)
}
