//! Bad input, a line at a time: each kind has its own message, and costs that line only.

mod common;

use common::{BALL, pair, query};
use serde_json::json;

/// A ball beside something in space.
fn with(shape: &str) -> String {
    pair(BALL, shape, 3.0)
}

/// A point beside something in the plane.
fn in_plane(shape: &str) -> String {
    let pose = r#""pose": {"t": [0, 0], "angle": 0}"#;
    format!(r#"{{"a": {{{shape}, {pose}}}, "b": {{"kind": "point", "position": [9, 9], {pose}}}}}"#)
}

/// Two balls, the pose of the second one as given.
fn posed(pose: &str) -> String {
    let first = r#"{"kind": "sphere", "radius": 1, "pose": {"t": [0, 0, 0], "q": [0, 0, 0, 1]}}"#;
    format!(r#"{{"a": {first}, "b": {{{BALL}, "pose": {pose}}}}}"#)
}

fn bad_lines() -> Vec<(String, &'static str)> {
    let fine = with(BALL);
    vec![
        (with(r#""kind": "sphere", "radius": NaN"#), "expected value at column"),
        (with(r#""kind": "sphere", "radius": 1e999"#), "number out of range at column"),
        (with(r#""kind": "sphere", "radius": -1"#), "b: radius must not be negative, but is -1"),
        (with(r#""kind": "box", "half_extents": [1, 0, 1]"#), "half_extents must be positive"),
        (with(r#""kind": "box", "half_extents": [1, -1, 1]"#), "half_extents must be positive"),
        (with(r#""kind": "box", "half_extents": [1, 1]"#), "half_extents takes 3 numbers"),
        (with(r#""kind": "box", "half_extents": [1, "x", 1]"#), "invalid type"),
        (
            with(r#""kind": "cylinder", "radius": 1, "half_height": 0, "axis": "z""#),
            "half_height must be positive",
        ),
        (
            with(r#""kind": "cone", "radius": 0, "half_height": 1, "axis": "z""#),
            "radius must be positive",
        ),
        (
            with(r#""kind": "cone", "radius": 1, "half_height": 1, "axis": "q""#),
            r#"unknown axis "q""#,
        ),
        (with(r#""kind": "ellipsoid", "radii": [1, 1, 0]"#), "radii must be positive"),
        (
            with(r#""kind": "capsule", "radius": 1, "half_length": -1, "axis": "x""#),
            "half_length must not be negative",
        ),
        (with(r#""kind": "sphere", "radius": 1e200"#), "radius is too large"),
        (with(r#""kind": "sphere", "radius": 1, "margin": -0.5"#), "margin must not be negative"),
        (with(r#""kind": "hull", "vertices": []"#), "a hull needs at least one point"),
        (with(r#""kind": "half-space", "normal": [0, 0, 0], "offset": 1"#), "normal is the zero"),
        (with(r#""kind": "teapot""#), r#"b: unknown kind of shape "teapot""#),
        (with(r#""kind": "circle", "radius": 1"#), "a circle does not exist in 3D"),
        (with(r#""kind": "sphere""#), "missing field `radius`"),
        (with(r#""radius": 1"#), "missing field `kind`"),
        (in_plane(r#""kind": "polygon", "vertices": []"#), "a polygon needs at least one point"),
        (
            in_plane(r#""kind": "polygon", "vertices": [[0, 0], [1, 1], [1, 0], [0, 1]]"#),
            "a: the polygon is not convex",
        ),
        (in_plane(r#""kind": "sphere", "radius": 1"#), "a sphere does not exist in 2D"),
        (posed(r#"{"t": [3, 0, 0], "q": [0, 0, 0, 0]}"#), "the quaternion is zero"),
        (posed(r#"{"t": [3, 0, 0], "q": [0, 0, 1]}"#), "q takes 4 numbers"),
        (posed(r#"{"t": [3, 0, 0]}"#), "the pose of b: missing field `q`"),
        (posed(r#"{"t": [1e200, 0, 0], "q": [0, 0, 0, 1]}"#), "translation is too large"),
        (posed(r#"{"t": [3, 0], "angle": 0}"#), "the pose of a is 3D, that of b is 2D"),
        (posed(r#"{"t": [3], "q": [0, 0, 0, 1]}"#), "2 or 3 numbers"),
        (posed("{}"), "the pose of b needs \"t\""),
        (format!(r#"{{"a": {{{BALL}}}, "b": {{{BALL}}}}}"#), "a has no pose"),
        (r#"{"a": {"pose": {"t": [0, 0]}}}"#.into(), r#"the line has no "b""#),
        (fine.replacen('{', r#"{"query": "smell", "#, 1), r#"unknown query "smell""#),
        (fine.replacen('{', r#"{"dim": 2, "#, 1), "dim is 2, but the poses are 3D"),
        (fine[..fine.len() / 2].into(), "EOF while parsing"),
        ("[1, 2]".into(), "a line must be a JSON object"),
        ("nonsense".into(), "expected ident at column"),
        ("[".repeat(100_000), "recursion limit exceeded"),
    ]
}

#[test]
fn each_bad_line_says_what_is_wrong_and_costs_itself_only() {
    let good = pair(BALL, BALL, 3.0);
    let bad = bad_lines();
    let text: String = bad.iter().map(|(line, _)| format!("{line}\n{good}\n")).collect();
    let run = query(text, &["--verify"]);
    assert_eq!(run.status, 1);
    let answers = run.lines();
    assert_eq!(answers.len(), 2 * bad.len());
    for ((line, says), answers) in bad.iter().zip(answers.as_chunks::<2>().0) {
        let shown: String = line.chars().take(200).collect();
        let reason = answers[0]["error"].as_str().unwrap_or_default();
        assert!(reason.contains(says), "{shown}\n  expected: {says}\n  found: {reason}");
        assert!(!reason.contains("line 1"), "{reason}");
        assert_eq!(answers[0]["status"], "error");
        assert_eq!(answers[0]["intersects"], json!(null));
        assert_eq!(answers[1]["status"], "apart", "the line after\n{shown}");
        assert_eq!(answers[1]["signed_distance"], 1.0);
    }
}

#[test]
fn bytes_that_are_no_text_cost_their_line() {
    let mut text = b"{\"id\": \"\xff\"}\n".to_vec();
    text.extend(pair(BALL, BALL, 3.0).bytes());
    text.extend(b"\n\x00\n");
    let run = query(text, &[]);
    let statuses: Vec<_> = run.lines().iter().map(|a| a["status"].clone()).collect();
    assert_eq!(statuses, ["error", "apart", "error"]);
    assert!(run.lines()[0]["error"].as_str().unwrap().contains("not UTF-8 text: byte 9"));
    assert_eq!(run.status, 1);
}

#[test]
fn nothing_in_is_nothing_out() {
    for text in ["", "\n", "  \n\r\n\t"] {
        let run = query(text, &["--expect"]);
        assert_eq!((run.status, run.out.as_str()), (0, ""));
    }
}

#[test]
fn a_bad_line_keeps_its_id() {
    let line = with(r#""kind": "teapot""#).replacen('{', r#"{"id": "tea", "#, 1);
    assert_eq!(query(line, &[]).lines()[0]["id"], "tea");
}

#[test]
fn other_line_ends_and_marks_are_fine() {
    let text = format!("\u{feff}{}\r\n{}", pair(BALL, BALL, 3.0), pair(BALL, BALL, 4.0));
    let run = query(text, &[]);
    assert_eq!(run.status, 0, "{}", run.out);
    assert_eq!(run.lines()[1]["signed_distance"], 2.0);
}

#[test]
fn odd_quaternions_are_normalised() {
    for q in ["[0, 0, 0, 5e-300]", "[0, 0, 0, 1e100]", "[0, 0, 0, -2]"] {
        let run = query(posed(&format!(r#"{{"t": [3, 0, 0], "q": {q}}}"#)), &[]);
        assert_eq!(run.lines()[0]["signed_distance"], 1.0, "{q}");
    }
}

#[test]
fn numbers_that_json_lacks_are_named() {
    for number in ["NaN", "Infinity", "-Infinity", "nan", "-inf", "inf"] {
        let run = query(with(&format!(r#""kind": "sphere", "radius": {number}"#)), &[]);
        let reason = run.lines()[0]["error"].as_str().unwrap().to_owned();
        assert!(reason.ends_with("JSON has no NaN and no infinity"), "{number}: {reason}");
    }
    for other in ["naught", "none", "]", "--1"] {
        let run = query(with(&format!(r#""kind": "sphere", "radius": {other}"#)), &[]);
        assert!(!run.out.contains("infinity"), "{other}: {}", run.out);
    }
}
