//! Tests of `shape::text::pose`.

use std::format;

use clearance_geometry::number::binade;
use clearance_geometry::space::Pose;
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
        let text = format!(r#"{{"axis":[{:e},{:e},{:e}],"angle":{r}}}"#, long.x, long.y, long.z);
        let pose: Pose<DVec3> = from_str(&text).unwrap();
        let turn = DQuat::from_axis_angle(axis.normalize(), r);
        for axis in DVec3::AXES {
            assert!((pose.turn() * axis - turn * axis).length() < 1e-14, "{text}");
        }
    }
    let named: Pose<DVec3> = from_str(r#"{"axis":"y","angle":0.5}"#).unwrap();
    assert_eq!(named, from_str(r#"{"axis":[0,3,0],"angle":0.5}"#).unwrap());
}
