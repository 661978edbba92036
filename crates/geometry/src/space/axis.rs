//! The coordinate axes by name.

use core::fmt;
use core::str::FromStr;

use super::vector::Vector;
use crate::Error;

/// A coordinate axis of a frame. 2D has only X and Y.
///
/// ```
/// use clearance::d3::{Axis, Cylinder};
/// let can = Cylinder::new(Axis::Z, 0.05, 0.04)?; // half height, radius
/// assert_eq!((Axis::Z.index(), Axis::from_index(2)), (2, Some(Axis::Z)));
/// assert_eq!("y".parse(), Ok(Axis::Y));
///
/// let error = clearance::d2::Capsule::along(Axis::Z, 0.05, 0.04).unwrap_err();
/// assert_eq!(error.to_string(), "a z axis does not exist in 2D");
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// The axis of the first coordinate.
    X,
    /// The axis of the second coordinate.
    Y,
    /// The axis of the third coordinate, in 3D only.
    Z,
}

impl Axis {
    /// All axes of 3D, in order. The first two are those of 2D.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// The number of the coordinate, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
    /// The axis of the coordinate with this number, or `None` from 3 on.
    pub const fn from_index(index: usize) -> Option<Axis> {
        match index {
            0 => Some(Axis::X),
            1 => Some(Axis::Y),
            2 => Some(Axis::Z),
            _ => None,
        }
    }
    /// The name, as in text: `x`, `y` or `z`.
    pub const fn name(self) -> &'static str {
        match self {
            Axis::X => "x",
            Axis::Y => "y",
            Axis::Z => "z",
        }
    }
    /// Returns an error for Z in 2D.
    pub(crate) fn checked<V: Vector>(self) -> Result<Axis, Error> {
        if self.index() < V::DIM {
            Ok(self)
        } else {
            Err(Error::WrongDimension { what: "z axis", dim: V::DIM })
        }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Axis {
    type Err = Error;
    /// Parses `x`, `y` or `z`.
    fn from_str(name: &str) -> Result<Self, Error> {
        let known = Axis::ALL.into_iter().find(|axis| axis.name() == name);
        known.ok_or_else(|| Error::Unknown { what: "axis", name: name.into() })
    }
}
