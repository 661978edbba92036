//! The committed Panda scene is the output of its program, and the program's kinematics are those
//! of the robot.

#[path = "../../examples/panda.rs"]
#[expect(dead_code, reason = "the program's own main is not called here")]
mod program;

use glam::{DQuat, DVec3};
use program::{READY, angles, flange, robot, scene};
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/panda")
}

fn near(got: DVec3, want: DVec3) {
    assert!((got - want).length() < 1e-14, "{got} instead of {want}");
}

/// The text of a scene with `#` for each number of a pose, and these numbers.
fn parse(scene: &str) -> (String, Vec<f64>) {
    let mut numbers = Vec::new();
    let mut text = Vec::new();
    for line in scene.lines() {
        let words = line.split_inclusive(['[', ']', ',', ' ']).map(|word| {
            let bare = word.trim_end_matches(['[', ']', ',', ' ']);
            match bare.parse() {
                Ok(number) => {
                    numbers.push(number);
                    word.replacen(bare, "#", 1)
                }
                Err(_) => word.to_string(),
            }
        });
        text.push(words.collect::<String>());
    }
    (text.join("\n"), numbers)
}

/// Numbers may differ in the last digits, because sine and cosine depend on the platform.
#[test]
fn committed_scene_is_what_the_program_writes() {
    let committed = std::fs::read_to_string(folder().join("scene.toml")).unwrap();
    let (text, numbers) = parse(&committed);
    let (fresh_text, fresh_numbers) = parse(&scene(&READY));
    assert_eq!(
        text, fresh_text,
        "examples/panda/scene.toml is out of date: its first lines say how to make it"
    );
    // Eleven parts with a scale, three coordinates and a quaternion each; fewer numbers would mean
    // that nothing was compared.
    assert!(numbers.len() >= 11 * 8, "only {} numbers found", numbers.len());
    assert_eq!(numbers.len(), fresh_numbers.len());
    for (committed, fresh) in numbers.iter().zip(&fresh_numbers) {
        assert!((committed - fresh).abs() < 1e-14, "{committed} is committed, {fresh} is written");
    }
}

#[test]
fn every_mesh_of_the_scene_is_there() {
    for part in robot(&READY) {
        assert!(folder().join(&part.mesh).is_file(), "{} wants {}", part.name, part.mesh);
    }
}

/// All angles zero: the arm points straight up, except for the wrist, which is 88 mm in front.
#[test]
fn stretched_arm_has_the_reach_of_the_data_sheet() {
    let end = flange(&[0.0; 7]);
    near(end.t, DVec3::new(0.088, 0.0, 0.333 + 0.316 + 0.384 - 0.107));
    near(end.q * DVec3::Z, -DVec3::Z);
    near(end.q * DVec3::X, DVec3::X);
}

/// The ready pose by hand: the upper arm leans back by 45 degrees, the forearm is horizontal, and
/// the hand points down.
#[test]
fn ready_arm_has_the_position_found_by_hand() {
    let s = 0.5_f64.sqrt();
    let wrist =
        DVec3::new(s * (0.0825 - 0.316) + 0.384, 0.0, 0.333 + s * (0.0825 + 0.316) + 0.0825);
    let end = flange(&READY);
    near(end.t, wrist + DVec3::new(0.088, 0.0, -0.107));
    near(end.q * DVec3::Z, -DVec3::Z);
}

/// Open fingers are 4 cm to either side of the hand, and mirror each other.
#[test]
fn fingers_open_to_both_sides() {
    let parts = robot(&READY);
    let [hand, left, right] = ["hand", "left_finger", "right_finger"]
        .map(|name| parts.iter().find(|p| p.name == name).unwrap().frame);
    near(hand.q.inverse() * (left.t - hand.t), DVec3::new(0.0, 0.04, 0.0584));
    near(hand.q.inverse() * (right.t - hand.t), DVec3::new(0.0, -0.04, 0.0584));
    near(right.q * DVec3::Y, -(left.q * DVec3::Y));
    near(right.q * DVec3::Z, left.q * DVec3::Z);
}

/// Rotating the first joint rotates all links above it about the vertical axis, and changes nothing
/// else.
#[test]
fn first_joint_turns_the_whole_arm() {
    let mut turned = READY;
    turned[0] = 1.0;
    let turn = DQuat::from_rotation_z(1.0);
    for (before, after) in robot(&READY).iter().zip(&robot(&turned)).skip(1) {
        near(after.frame.t, turn * before.frame.t);
        near(after.frame.q * DVec3::X, turn * (before.frame.q * DVec3::X));
    }
}

#[test]
fn errors_of_bad_angles_name_the_angle() {
    let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
    assert_eq!(angles(&[]), Ok(READY));
    assert_eq!(angles(&words("0 0 0 -1 0 1 0")), Ok([0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0]));
    assert!(angles(&words("0 0 0")).unwrap_err().contains("not 3"));
    assert!(angles(&words("0 0 0 0 0 0 0")).unwrap_err().starts_with("q4: 0 is out of"));
    assert!(angles(&words("0 NaN 0 -1 0 0 0")).unwrap_err().starts_with("q2"));
    assert!(angles(&words("0 0 0 -1 0 0 x")).unwrap_err().starts_with("q7"));
}
