//! Numbers as answers have them.

use clearance::number::Scalar;
use clearance::space::Vector;
use serde::{Serialize, Serializer};

/// A finite number, in its own precision so that it is written with no more digits than it has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Single(f32),
    Double(f64),
}

impl Number {
    /// None where the number is not finite: JSON has no word for it.
    pub fn of<S: Scalar>(value: S) -> Option<Self> {
        let wide = value.to_f64();
        let single = S::EPSILON.to_f64() > f64::EPSILON;
        wide.is_finite().then_some(if single {
            Self::Single(wide as f32)
        } else {
            Self::Double(wide)
        })
    }
    /// All coordinates; none where one is not finite.
    pub fn all<V: Vector>(vector: V) -> Option<Vec<Self>> {
        (0..V::DIM).map(|i| Self::of(vector.get(i))).collect()
    }
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
