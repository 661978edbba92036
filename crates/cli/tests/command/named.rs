//! Shapes that a line names for the lines after it.

use crate::common::{BALL, CUBE, query};
use serde_json::json;

/// A line about a named shape at the origin and a shape at `x`.
fn uses(name: &str, b: &str, x: f64) -> String {
    format!(r#"{{"a": {{"shape": "{name}"}}, "b": {{{b}, "pose": {{"t": [{x}, 0, 0]}}}}}}"#)
}

const SHAPES: &str = r#"{"shapes": {"link1": {"kind": "sphere", "radius": 1}, "cube": {"kind": "box", "half_extents": [1, 1, 1]}}}"#;

#[test]
fn named_shapes_are_those_of_the_line() {
    let lines = [
        SHAPES.to_string(),
        uses("link1", BALL, 3.0),
        uses("cube", r#""shape": "link1""#, 4.0),
        uses("cube", r#""shape": "cube""#, 1.5).replacen('{', r#"{"query": "contact", "#, 1),
    ];
    let inline = [
        "".to_string(),
        uses("x", BALL, 3.0).replace(r#""shape": "x""#, BALL),
        uses("x", BALL, 4.0).replace(r#""shape": "x""#, CUBE),
        uses("x", CUBE, 1.5).replace(r#""shape": "x""#, CUBE).replacen(
            '{',
            r#"{"query": "contact", "#,
            1,
        ),
    ];
    for options in [&["--verify"][..], &["--verify", "--precision", "f32"]] {
        let named = query(lines.join("\n"), options);
        assert_eq!((named.status, named.err.as_str()), (0, ""));
        assert_eq!(named.out, query(inline.join("\n"), options).out);
        assert_eq!(named.lines()[0]["id"], 2, "a line with shapes counts, and says nothing");
        assert!(named.lines().iter().all(|answer| answer["verdict"] == "proven"), "{}", named.out);
    }
    // The page reads the same lines.
    let page = clearance_wasm::query(&lines.join("\n"), None).unwrap();
    assert_eq!(page, query(lines.join("\n"), &[]).out);
    assert_eq!(clearance_wasm::dimension(&lines.join("\n")), Some(3));
}

#[test]
fn a_name_may_come_again_and_shapes_may_be_of_the_plane() {
    let again = r#"{"shapes": {"link1": {"kind": "circle", "radius": 2}}}"#;
    let tile =
        r#"{"a": {"shape": "link1"}, "b": {"kind": "circle", "radius": 1, "pose": {"t": [4, 0]}}}"#;
    let run = query([SHAPES, &uses("link1", BALL, 3.0), again, tile].join("\n"), &[]);
    let found: Vec<_> =
        run.lines().iter().map(|answer| answer["signed_distance"].clone()).collect();
    assert_eq!((run.status, found), (0, vec![json!(1.0), json!(1.0)]), "{}", run.out);
}

#[test]
fn an_unknown_name_affects_its_line_only() {
    let lines = [
        uses("link1", BALL, 3.0),
        SHAPES.into(),
        uses("lnik1", BALL, 3.0),
        uses("link1", BALL, 3.0),
    ];
    let run = query(lines.join("\n"), &[]);
    let [early, wrong, right] = &run.lines()[..] else { panic!("{}", run.out) };
    assert_eq!((run.status, &right["signed_distance"]), (1, &json!(1.0)));
    assert_eq!(early["error"], "a: unknown shape \"link1\"; none is known here");
    let says =
        "a: unknown shape \"lnik1\"; the known ones are cube, link1; did you mean \"link1\"?";
    assert_eq!((&wrong["id"], &wrong["error"]), (&json!(3), &json!(says)));
}

#[test]
fn a_bad_shape_is_an_error_of_its_line_and_of_those_that_use_it() {
    let bad = |shape: &str| {
        format!(r#"{{"id": "s", "shapes": {{"bad": {{{shape}}}, "ball": {{{BALL}}}}}}}"#)
    };
    for (shape, says) in [
        (r#""kind": "sphere", "radius": -1"#, "radius must not be negative, but is -1"),
        (r#""kind": "sphere""#, "radius is missing"),
        (r#""kind": "teapot""#, "unknown kind of shape \"teapot\""),
        (r#""kind": "hull", "vertices": [[0, 0, "x"]]"#, "vertices must be a list of points"),
        (r#""radius": 1"#, "it has no \"kind\""),
    ] {
        let lines = [bad(shape), uses("bad", BALL, 3.0), uses("ball", BALL, 3.0)];
        let run = query(lines.join("\n"), &[]);
        let [own, user, other] = &run.lines()[..] else { panic!("{}", run.out) };
        assert_eq!((run.status, &own["id"], &own["status"]), (1, &json!("s"), &json!("error")));
        assert!(
            own["error"].as_str().unwrap().starts_with(&format!("shapes: \"bad\": {says}")),
            "{own}"
        );
        assert!(user["error"].as_str().unwrap().starts_with(&format!("a: {says}")), "{user}");
        assert_eq!(other["signed_distance"], 1.0, "{other}");
    }
    for (line, says) in [
        (r#"{"shapes": 7}"#, "shapes must be a table of keys and values, but is 7"),
        (r#"{"shapes": {"x": 7}}"#, "shapes: \"x\": a shape must be a table"),
        (r#"{"shapes": {}, "a": 1}"#, "a line with \"shapes\" asks nothing: it has no \"a\""),
        (r#"{"shapes": {"x": {}, "x": {}}}"#, "the key \"x\" is there twice"),
    ] {
        let run = query(format!("{line}\n{}", uses("x", BALL, 3.0)), &[]);
        let [own, user] = &run.lines()[..] else { panic!("{}", run.out) };
        assert!(own["error"].as_str().unwrap().starts_with(says), "{own}");
        assert_eq!((&user["status"], &user["id"]), (&json!("error"), &json!(2)), "{user}");
    }
}

#[test]
fn what_is_odd_about_a_named_shape_is_said_where_it_is_used() {
    let lines = [
        r#"{"shapes": {"ball": {"kind": "sphere", "radius": 1, "colour": 1}}}"#.to_string(),
        uses("ball", BALL, 3.0).replace(r#""shape": "ball""#, r#""shape": "ball", "margin": 1"#),
        uses("ball", BALL, 3.0).replace(r#""shape": "ball""#, r#""shape": "ball", "kind": "box""#),
        uses("ball", r#""shape": 7"#, 3.0),
    ];
    let run = query(lines.join("\n"), &[]);
    let [odd, both, number] = &run.lines()[..] else { panic!("{}", run.out) };
    let warnings = [
        "a: a named shape has no \"margin\"; it has shape, pose",
        "a: a sphere has no \"colour\"; it has kind, margin, radius",
    ];
    assert_eq!((&odd["status"], &odd["warnings"]), (&json!("apart"), &json!(warnings)));
    assert_eq!(both["error"], "a: it has a kind and the name of a shape: one of them is needed");
    assert_eq!(number["error"], "b: shape must be a text in quotes, but is 7");
}
