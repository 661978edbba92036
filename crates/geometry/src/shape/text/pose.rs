//! Reads and writes poses as text: `{ t, angle }` in 2D; in 3D `t` with `q`, with `rpy`, or with `axis`
//! and `angle`.
//!
//! Without `t` the translation is zero. Without a rotation the pose has none. Two rotations in one pose
//! are an error, and so is a rotation of the other dimension. Angles are in radians.
//!
//! ```text
//!   rpy = [r, p, y]   turns about the fixed axes x, y, z, in this order (as in URDF):
//!                     q = turn(z, y) * turn(y, p) * turn(x, r)
//!   axis, angle       turns about the axis: [x, y, z] of any length, or "x", "y", "z"
//! ```
//!
//! Both forms are converted to a quaternion in `f64` when they are read. Only the quaternion is stored. One that is given
//! as `q` may have any length but zero: its numbers are kept, up to a power of two.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Wrong, counted, needed, vector};
use crate::Error;
use crate::number::{Scalar, binade};
use crate::space::text::{Number, Numbers, nearest};
use crate::space::{self, Pose, Rotation2, Vector};

/// The fields of all forms of a pose.
#[derive(serde::Deserialize)]
struct Fields {
    t: Option<Vec<f64>>,
    angle: Option<f64>,
    q: Option<Vec<f64>>,
    rpy: Option<Vec<f64>>,
    axis: Option<Axis>,
}

#[derive(serde::Deserialize)]
#[serde(untagged, expecting = "axis is neither a direction nor one of \"x\", \"y\", \"z\"")]
enum Axis {
    Name(String),
    Direction(Vec<f64>),
}

impl Axis {
    fn direction(&self) -> Result<[f64; 3], Wrong> {
        match self {
            Self::Name(name) => {
                let axis: space::Axis = name.parse()?;
                Ok(core::array::from_fn(|i| if i == axis.index() { 1.0 } else { 0.0 }))
            }
            Self::Direction(numbers) => three("axis", numbers),
        }
    }
}

impl Fields {
    fn translation<V: Vector>(&self) -> Result<V, Wrong> {
        self.t.as_ref().map_or(Ok(V::ZERO), |t| vector("t", t))
    }

    /// The angle of a pose in 2D.
    fn angle(&self) -> Result<f64, Wrong> {
        let of_space =
            [("q", self.q.is_some()), ("rpy", self.rpy.is_some()), ("axis", self.axis.is_some())];
        match of_space.iter().find(|(_, there)| *there) {
            Some((name, _)) => Err(Wrong(format!("in the plane a pose has no {name}"))),
            None => Ok(self.angle.unwrap_or(0.0)),
        }
    }

    /// The quaternion of a pose in 3D: x, y, z, w, of any length but zero.
    fn quaternion(&self) -> Result<[f64; 4], Wrong> {
        let about = self.axis.is_some() || self.angle.is_some();
        match (&self.q, &self.rpy, about) {
            (None, None, false) => Ok([0.0, 0.0, 0.0, 1.0]),
            (Some(q), None, false) => {
                counted("q", 4, q)?;
                Ok(core::array::from_fn(|i| q[i]))
            }
            (None, Some(rpy), false) => roll_pitch_yaw(three("rpy", rpy)?),
            (None, None, true) => {
                let axis = self.axis.as_ref();
                let axis = axis.ok_or(Wrong("in space an angle needs an axis".into()))?;
                about_axis(axis.direction()?, needed("angle", self.angle)?)
            }
            _ => {
                let names = [
                    ("q", self.q.is_some()),
                    ("rpy", self.rpy.is_some()),
                    ("axis and angle", about),
                ];
                let said: Vec<&str> =
                    names.into_iter().filter(|(_, said)| *said).map(|(name, _)| name).collect();
                Err(Wrong(format!("a pose has one rotation, but not {}", said.join(" and "))))
            }
        }
    }
}

/// Three finite numbers.
fn three(what: &'static str, numbers: &[f64]) -> Result<[f64; 3], Wrong> {
    counted(what, 3, numbers)?;
    for number in numbers {
        Error::finite(what, *number)?;
    }
    Ok(core::array::from_fn(|i| numbers[i]))
}

fn roll_pitch_yaw(angles: [f64; 3]) -> Result<[f64; 4], Wrong> {
    for angle in angles {
        Error::length("rpy", angle)?;
    }
    let [(sr, cr), (sp, cp), (sy, cy)] = angles.map(|angle| libm::sincos(0.5 * angle));
    Ok([
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    ])
}

fn about_axis(axis: [f64; 3], angle: f64) -> Result<[f64; 4], Wrong> {
    let angle = Error::length("angle", angle)?;
    let largest = axis.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    if largest == 0.0 {
        return Err(Error::ZeroVector { what: "axis" }.into());
    }
    // Divided by the largest coordinate first, so that no square overflows or underflows.
    let axis = axis.map(|x| x / largest);
    let (sin, cos) = libm::sincos(0.5 * angle);
    let along = sin / libm::sqrt(axis.iter().map(|x| x * x).sum());
    Ok([along * axis[0], along * axis[1], along * axis[2], cos])
}

/// A quaternion divided by the power of two that is nearest to its length. So its numbers are those that were given, and a
/// division by the length would round them.
fn near_unit(q: [f64; 4]) -> [f64; 4] {
    let largest = binade(q.iter().fold(0.0, |largest: f64, x| largest.max(x.abs())));
    let q = q.map(|x| x / largest);
    let length = libm::sqrt(q.iter().map(|x| x * x).sum());
    let unit = binade(length * core::f64::consts::SQRT_2);
    q.map(|x| x / unit)
}

macro_rules! plane_pose {
    ($v:ty, $s:ty) => {
        impl<'de> Deserialize<'de> for Pose<$v> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Fields::deserialize(deserializer)?;
                let read = || -> Result<Self, Wrong> {
                    Ok(Pose::new(text.translation()?, nearest::<$s>(text.angle()?))?)
                };
                read().map_err(Wrong::into_error)
            }
        }

        impl Serialize for Pose<$v> {
            /// Writes the angle of the stored cosine and sine, in (-pi, pi].
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                let Rotation2 { cos, sin } = self.turn();
                let angle = libm::atan2(sin.to_f64(), cos.to_f64());
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("t", &Numbers(self.translation()))?;
                map.serialize_entry("angle", &Number(<$s as Scalar>::of(angle)))?;
                map.end()
            }
        }
    };
}

macro_rules! space_pose {
    ($v:ty, $q:ident, $s:ty) => {
        impl<'de> Deserialize<'de> for Pose<$v> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Fields::deserialize(deserializer)?;
                let read = || -> Result<Self, Wrong> {
                    let (t, q) = (text.translation()?, text.quaternion()?.map(nearest::<$s>));
                    let checked = Pose::<$v>::new(t, glam::$q::from_array(q))?;
                    if text.q.is_none() || checked.turn().to_array() == q {
                        return Ok(checked);
                    }
                    let kept = near_unit(q.map(|x| x.to_f64())).map(<$s as Scalar>::of);
                    Ok(Pose::from_unit(t, glam::$q::from_array(kept)))
                };
                read().map_err(Wrong::into_error)
            }
        }

        impl Serialize for Pose<$v> {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("t", &Numbers(self.translation()))?;
                map.serialize_entry("q", &self.turn().to_array().map(Number))?;
                map.end()
            }
        }
    };
}

plane_pose!(glam::Vec2, f32);
plane_pose!(glam::DVec2, f64);
space_pose!(glam::Vec3, Quat, f32);
space_pose!(glam::DVec3, DQuat, f64);
