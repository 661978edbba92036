//! Reads and writes numbers and vectors as text (feature `serde`), exact to the last bit.
//!
//! A number is written in its own precision, so an `f32` has the digits of an `f32`. Many text formats,
//! JSON among them, have no infinities: they are the strings `"inf"` and `"-inf"`. Formats that are not
//! human-readable (`is_human_readable`) store the number as it is. NaN is always refused.
//!
//! *Double rounding.* If a format reads the digits of an `f32` as `f64` and rounds that to `f32`, the
//! result is wrong by one step if the `f64` is exactly halfway between two `f32`, as for 7.038531e-26.
//! In this case `nearest` checks which of the two is written with these digits.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use super::Vector;
use crate::number::Scalar;

/// The number that was written, in the precision `S`. `x` is the value of its digits in `f64`.
pub(crate) fn nearest<S: Scalar>(x: f64) -> S {
    /// The bits that an `f64` has and an `f32` lacks. Half of this, rounded up, is halfway between two
    /// `f32`.
    const LOST: u64 = (1 << 29) - 1;
    let near = S::of(x);
    if is_wide::<S>() || x.to_bits() & LOST != (LOST >> 1) + 1 {
        return near;
    }
    let is_of = |s: &S| format!("{s}").parse() == Ok(x);
    [near, S::below(x), S::above(x)].into_iter().find(is_of).unwrap_or(near)
}

fn is_wide<S: Scalar>() -> bool {
    S::EPSILON.to_f64() == f64::EPSILON
}

/// The serialized form of a number.
#[derive(Clone, Copy)]
pub struct Number<S>(pub S);

impl<S: Scalar> Serialize for Number<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let wide = self.0.to_f64();
        if wide.is_infinite() && serializer.is_human_readable() {
            serializer.serialize_str(if wide > 0.0 { "inf" } else { "-inf" })
        } else if is_wide::<S>() {
            serializer.serialize_f64(wide)
        } else {
            serializer.serialize_f32(wide as f32)
        }
    }
}

impl<'de, S: Scalar> Deserialize<'de> for Number<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = NumberVisitor(PhantomData);
        let number: S = if deserializer.is_human_readable() {
            deserializer.deserialize_any(visitor)
        } else if is_wide::<S>() {
            deserializer.deserialize_f64(visitor)
        } else {
            deserializer.deserialize_f32(visitor)
        }?;
        Ok(Self(number))
    }
}

/// The visitor that reads a number.
struct NumberVisitor<S>(PhantomData<S>);

impl<S: Scalar> Visitor<'_> for NumberVisitor<S> {
    type Value = S;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, \"inf\" or \"-inf\"")
    }
    fn visit_f64<E: Error>(self, x: f64) -> Result<S, E> {
        if x.is_nan() {
            return Err(E::custom("a number is NaN"));
        }
        Ok(nearest(x))
    }
    fn visit_f32<E: Error>(self, x: f32) -> Result<S, E> {
        if x.is_nan() {
            return Err(E::custom("a number is NaN"));
        }
        Ok(S::of(x.into()))
    }
    fn visit_i64<E: Error>(self, x: i64) -> Result<S, E> {
        Ok(nearest(x as f64))
    }
    fn visit_u64<E: Error>(self, x: u64) -> Result<S, E> {
        Ok(nearest(x as f64))
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<S, E> {
        match text {
            "inf" => Ok(S::INFINITY),
            "-inf" => Ok(-S::INFINITY),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
        }
    }
}

/// The serialized form of a vector: the list of its coordinates.
#[derive(Clone, Copy)]
pub struct Numbers<V>(pub V);

impl<V: Vector> Serialize for Numbers<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq((0..V::DIM).map(|i| Number(self.0.get(i))))
    }
}

impl<'de, V: Vector> Deserialize<'de> for Numbers<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let numbers = Vec::<Number<V::Scalar>>::deserialize(deserializer)?;
        if numbers.len() != V::DIM {
            let has = numbers.len();
            return Err(D::Error::custom(format!(
                "a vector takes {} numbers, but has {has}",
                V::DIM
            )));
        }
        Ok(Self(V::from_fn(|i| numbers[i].0)))
    }
}
