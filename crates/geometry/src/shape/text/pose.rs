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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};
    use serde_json::{from_str, to_string};

    #[test]
    fn poses_survive_and_are_checked() {
        let text = r#"{"t":[1.0,2.0,3.0],"q":[0.0,0.6,0.0,0.8]}"#;
        assert_eq!(to_string(&from_str::<Pose<DVec3>>(text).unwrap()).unwrap(), text);
        let text = r#"{"t":[1.0,2.5],"angle":0.5}"#;
        assert_eq!(to_string(&from_str::<Pose<Vec2>>(text).unwrap()).unwrap(), text);
        let half: Pose<DVec3> = from_str(r#"{"t":[0,0,0],"q":[0,0,0,2]}"#).unwrap();
        assert_eq!(half, Pose::IDENTITY);
        for (text, says) in [
            (r#"{"q":[0,0,0,0]}"#, "the quaternion is zero"),
            (r#"{"q":[0,0,1]}"#, "q takes 4"),
            (r#"{"t":[0,0]}"#, "t takes 3"),
            (r#"{"rpy":[0,0]}"#, "rpy takes 3"),
            (r#"{"rpy":[0,0,1e200]}"#, "rpy is too large"),
            (r#"{"axis":[0,0,0],"angle":1}"#, "axis is the zero vector"),
            (r#"{"axis":[0,1],"angle":1}"#, "axis takes 3"),
            (r#"{"axis":"w","angle":1}"#, r#"unknown axis "w""#),
            (r#"{"axis":7,"angle":1}"#, "axis is neither a direction nor"),
            (r#"{"axis":[0,0,1]}"#, "angle is missing"),
            (r#"{"angle":1}"#, "in space an angle needs an axis"),
            (r#"{"axis":"x","angle":1e200}"#, "angle is too large"),
            (r#"{"q":[0,0,0,1],"rpy":[0,0,0]}"#, "one rotation, but not q and rpy"),
            (r#"{"q":[0,0,0,1],"angle":1}"#, "not q and axis and angle"),
            (r#"{"rpy":[0,0,0],"axis":"x","angle":1}"#, "not rpy and axis and angle"),
        ] {
            let error = from_str::<Pose<DVec3>>(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
            let error = from_str::<Pose<Vec3>>(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
        for name in ["q", "rpy", "axis"] {
            let text = format!(r#"{{"angle":0,"{name}":[0,0,0,1]}}"#);
            let error = from_str::<Pose<DVec2>>(&text).unwrap_err().to_string();
            assert!(error.contains(&format!("in the plane a pose has no {name}")), "{error}");
        }
    }

    /// A pose is the rotation of the numbers that were read, without the rounding of a division by their length.
    #[test]
    fn quaternions_of_any_length_are_kept() {
        let mut random = clearance_testing::Random::new(3);
        for _ in 0..200 {
            let scale = libm::exp2(f64::from(random.below(120) as i32 - 60));
            let numbers = [0; 4].map(|_| f64::from((random.signed() * scale) as f32));
            let text = format!(r#"{{"q":{numbers:?}}}"#);
            let [narrow, wide] = [
                from_str::<Pose<Vec3>>(&text).unwrap().turn().to_array().map(f64::from),
                from_str::<Pose<DVec3>>(&text).unwrap().turn().to_array(),
            ];
            assert_eq!(narrow, wide);
            let unit = numbers[0] / wide[0];
            assert_eq!(wide.map(|x| x * unit), numbers);
            assert_eq!(unit, binade(unit), "{numbers:?}");
            assert!((0.5..=2.0).contains(&wide.iter().map(|x| x * x).sum::<f64>()), "{wide:?}");
        }
    }

    #[test]
    fn what_is_left_out_is_zero() {
        for text in ["{}", r#"{"t":[0,0,0]}"#, r#"{"q":[0,0,0,1]}"#, r#"{"t":null,"q":null}"#] {
            assert_eq!(from_str::<Pose<DVec3>>(text).unwrap(), Pose::IDENTITY);
            assert_eq!(from_str::<Pose<Vec3>>(text).unwrap(), Pose::IDENTITY);
        }
        for text in ["{}", r#"{"t":[0,0]}"#, r#"{"angle":0}"#] {
            assert_eq!(from_str::<Pose<DVec2>>(text).unwrap(), Pose::IDENTITY);
            assert_eq!(from_str::<Pose<Vec2>>(text).unwrap(), Pose::IDENTITY);
        }
    }

    /// Compares roll, pitch, yaw with glam's rotations, applied one after another.
    #[test]
    fn roll_pitch_and_yaw_turn_about_fixed_axes_in_this_order() {
        // Roll by a quarter takes y to z, then pitch z to x, then yaw x to y: y comes back.
        let quarter = core::f64::consts::FRAC_PI_2;
        let text = format!(r#"{{"rpy":[{quarter},{quarter},{quarter}]}}"#);
        let pose: Pose<DVec3> = from_str(&text).unwrap();
        assert!((pose.turn() * DVec3::Y - DVec3::Y).length() < 1e-15);
        assert!((pose.turn() * DVec3::X - -DVec3::Z).length() < 1e-15);
        // A mixed sequence of angles, large ones among them.
        for step in 0..10_000_u32 {
            let angle = |k: u32| 0.0037 * f64::from(step * k % 10_007) - 18.0;
            let (r, p, y) = (angle(7), angle(13), angle(29));
            let pose: Pose<DVec3> = from_str(&format!(r#"{{"rpy":[{r},{p},{y}]}}"#)).unwrap();
            let turns =
                DQuat::from_rotation_z(y) * DQuat::from_rotation_y(p) * DQuat::from_rotation_x(r);
            for axis in DVec3::AXES {
                assert!((pose.turn() * axis - turns * axis).length() < 1e-14, "{r} {p} {y}");
            }
            // About an axis of any length.
            let axis = DVec3::new(angle(3), angle(5) + 0.01, angle(11));
            let long = axis * [1e-300, 1.0, 1e140][step as usize % 3];
            let text =
                format!(r#"{{"axis":[{:e},{:e},{:e}],"angle":{r}}}"#, long.x, long.y, long.z);
            let pose: Pose<DVec3> = from_str(&text).unwrap();
            let turn = DQuat::from_axis_angle(axis.normalize(), r);
            for axis in DVec3::AXES {
                assert!((pose.turn() * axis - turn * axis).length() < 1e-14, "{text}");
            }
        }
        let named: Pose<DVec3> = from_str(r#"{"axis":"y","angle":0.5}"#).unwrap();
        assert_eq!(named, from_str(r#"{"axis":[0,3,0],"angle":0.5}"#).unwrap());
    }
}
