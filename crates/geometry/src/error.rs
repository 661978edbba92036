//! What can be wrong with input, said by the constructors: what it is and where.

use crate::number::Scalar;

/// Why a shape or a pose was refused. The largest length is [`Scalar::LARGEST`]; small ones are
/// all legal.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number is NaN or infinite.
    #[error("{} is not finite: {value}", Place(what, *.index))]
    NotFinite {
        /// The parameter.
        what: &'static str,
        /// The vertex, where the parameter is a list.
        index: Option<usize>,
        /// The number.
        value: f64,
    },
    /// A length or a speed is past [`Scalar::LARGEST`], where products of lengths overflow.
    #[error("{} is too large: {value:e}, the most is {}", Place(what, *.index), Power(*.most))]
    TooLarge {
        /// The parameter.
        what: &'static str,
        /// The vertex, where the parameter is a list.
        index: Option<usize>,
        /// The number.
        value: f64,
        /// [`Scalar::LARGEST`] of the precision.
        most: f64,
    },
    /// A size that must be positive is not.
    #[error("{what} must be positive, but is {value}")]
    NotPositive {
        /// The parameter.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// A radius is below zero.
    #[error("{what} must not be negative, but is {value}")]
    Negative {
        /// The parameter.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// A quaternion of length zero stands for no rotation.
    #[error("the quaternion is zero: it has no direction to normalise to")]
    ZeroQuaternion,
    /// A direction of length zero.
    #[error("{what} is the zero vector")]
    ZeroVector {
        /// The parameter.
        what: &'static str,
    },
    /// A direction so short that the times counted in it overflow.
    #[error("{what} is too short: {value:e}, the least is {}", Power(*.least))]
    TooShort {
        /// The parameter.
        what: &'static str,
        /// Its largest coordinate.
        value: f64,
        /// The least that it may be.
        least: f64,
    },
    /// A matrix that scales, shears, mirrors or projects: no pose stands for it.
    #[error("the matrix is not a rotation and a translation: {what} is {value}")]
    NotRigid {
        /// Which number of the matrix shows it, and what it has to be.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// A point set without points.
    #[error("a {what} needs at least one point")]
    Empty {
        /// The shape.
        what: &'static str,
    },
    /// Fewer points than it takes.
    #[error("a {what} needs at least {least} points, but has {count}")]
    TooFew {
        /// The shape.
        what: &'static str,
        /// The least.
        least: usize,
        /// How many there are.
        count: usize,
    },
    /// Two points one after the other that are the same, so that nothing is between them.
    #[error("vertex {index} of the {what} is where the one before it is")]
    SamePoint {
        /// The shape.
        what: &'static str,
        /// The second of them.
        index: usize,
    },
    /// A mesh of which no facets can be made.
    #[error("triangle {triangle} of the mesh is wrong: {why}")]
    BadMesh {
        /// The number of the triangle.
        triangle: usize,
        /// What is wrong with it.
        why: &'static str,
    },
    /// More points than an index can number.
    #[error("a {what} can have at most {most} points, but has {count}")]
    TooMany {
        /// The shape.
        what: &'static str,
        /// The limit.
        most: usize,
        /// How many there are.
        count: usize,
    },
    /// The outline turns left and right, or goes around more than once.
    #[error(
        "the polygon is not convex: its outline turns the wrong way, or a second time around, at vertex {index}"
    )]
    NotConvex {
        /// The vertex.
        index: usize,
    },
    /// A shape of the plane in space, or the other way around.
    #[error("a {what} does not exist in {dim}D")]
    WrongDimension {
        /// The shape.
        what: &'static str,
        /// The dimension asked for.
        dim: usize,
    },
    /// A hull would be broken, or was found to be. Exact predicates exclude it; if it happens
    /// it is a bug, and this is returned instead of the hull.
    #[error("this hull is broken, which is a bug: {why}")]
    NoHull {
        /// What was found to be wrong.
        why: &'static str,
    },
    /// A column of a batch that is neither empty nor as long as the batch has entries.
    #[error("the column \"{what}\" has {len} entries, but the rows have {expected}")]
    WrongLength {
        /// The column.
        what: &'static str,
        /// How many entries it has.
        len: usize,
        /// How many it needs.
        expected: usize,
    },
    /// A name that is none of the known ones.
    #[error("unknown {what} \"{name}\"")]
    Unknown {
        /// What kind of name.
        what: &'static str,
        /// The name.
        name: alloc::string::String,
    },
}

/// "radius", or "vertex 3 of the hull".
struct Place(&'static str, Option<usize>);

impl core::fmt::Display for Place {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.1 {
            Some(i) => write!(f, "vertex {i} of the {}", self.0),
            None => f.write_str(self.0),
        }
    }
}

/// A power of two: "2^160 = 1.46e48".
struct Power(f64);

impl core::fmt::Display for Power {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "2^{} = {:.2e}", libm::ilogb(self.0), self.0)
    }
}

impl Error {
    /// Refuses NaN and infinities.
    pub(crate) fn finite<S: Scalar>(what: &'static str, value: S) -> Result<S, Error> {
        if value.is_finite() {
            Ok(value)
        } else {
            Err(Error::NotFinite { what, index: None, value: value.to_f64() })
        }
    }

    /// Refuses NaN.
    #[doc(hidden)]
    pub fn not_nan<S: Scalar>(what: &'static str, value: S) -> Result<S, Error> {
        let wide = value.to_f64();
        if wide.is_nan() {
            return Err(Error::NotFinite { what, index: None, value: wide });
        }
        Ok(value)
    }

    /// Refuses NaN, infinities and lengths past [`Scalar::LARGEST`].
    pub(crate) fn length<S: Scalar>(what: &'static str, value: S) -> Result<S, Error> {
        Self::length_at(what, None, value)
    }

    /// As [`Error::length`], naming the vertex.
    pub(crate) fn length_at<S: Scalar>(
        what: &'static str,
        index: Option<usize>,
        value: S,
    ) -> Result<S, Error> {
        let (wide, most) = (value.to_f64(), S::LARGEST.to_f64());
        if !value.is_finite() {
            Err(Error::NotFinite { what, index, value: wide })
        } else if wide.abs() > most {
            Err(Error::TooLarge { what, index, value: wide, most })
        } else {
            Ok(value)
        }
    }

    /// Refuses all lengths but those above zero.
    pub(crate) fn positive<S: Scalar>(what: &'static str, value: S) -> Result<S, Error> {
        Self::length(what, value)?;
        if value > S::ZERO {
            Ok(value)
        } else {
            Err(Error::NotPositive { what, value: value.to_f64() })
        }
    }

    /// Refuses all lengths but those from zero on.
    #[doc(hidden)]
    pub fn not_negative<S: Scalar>(what: &'static str, value: S) -> Result<S, Error> {
        Self::length(what, value)?;
        if value >= S::ZERO {
            Ok(value)
        } else {
            Err(Error::Negative { what, value: value.to_f64() })
        }
    }
}
