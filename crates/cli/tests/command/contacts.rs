//! `contact` lines: the manifold in addition to the clearance.

use crate::common::{BALL, CUBE, pair, query};
use serde_json::{Value, json};

/// A line about two shapes, with additional fields.
fn contact(a: &str, b: &str, x: f64, fields: &str) -> String {
    let line = pair(a, b, x);
    format!(r#"{}, "query": "contact"{fields}}}"#, line.strip_suffix('}').unwrap())
}

fn answer(line: String) -> Value {
    query(line, &[]).lines()[0].clone()
}

#[test]
fn a_cube_rests_on_four_points() {
    let found = answer(contact(CUBE, CUBE, 1.75, ""));
    let manifold = &found["manifold"];
    assert_eq!(
        (&found["status"], &manifold["normal"]),
        (&json!("overlapping"), &json!([1.0, 0.0, 0.0]))
    );
    let points = manifold["points"].as_array().unwrap();
    assert_eq!(points.len(), 4);
    let mut names: Vec<&str> = points.iter().map(|p| p["feature"].as_str().unwrap()).collect();
    for point in points {
        assert_eq!(point["separation"], -0.25);
        assert_eq!((&point["point_a"][0], &point["point_b"][0]), (&json!(1.0), &json!(0.75)));
    }
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 4, "each point has its own name: {names:?}");
}

#[test]
fn a_margin_gives_contacts_before_touching() {
    assert_eq!(answer(contact(BALL, CUBE, 2.25, ""))["manifold"], Value::Null);
    let found = answer(contact(BALL, CUBE, 2.25, r#", "margin": 0.5"#));
    assert_eq!(
        (&found["status"], &found["manifold"]["points"][0]["separation"]),
        (&json!("apart"), &json!(0.25))
    );
    assert_eq!(answer(contact(BALL, CUBE, 2.25, r#", "margin": 0.125"#))["manifold"], Value::Null);
    let bad = answer(contact(BALL, CUBE, 2.25, r#", "margin": "wide""#));
    assert_eq!((&bad["status"], &bad["manifold"]), (&json!("error"), &Value::Null));
    assert!(bad["error"].as_str().unwrap().contains("margin"), "{bad}");
}

#[test]
fn other_queries_have_no_manifold() {
    assert!(answer(pair(CUBE, CUBE, 1.75)).get("manifold").is_none());
}

/// Where the clearance is proven, the verdict is that of the manifold.
#[test]
fn manifolds_are_verified() {
    for (a, b, x) in [(CUBE, CUBE, 1.75), (BALL, CUBE, 2.25), (BALL, BALL, 1.5)] {
        for margin in ["", r#", "margin": 0.5"#] {
            let found = query(contact(a, b, x, margin), &["--verify"]).lines()[0].clone();
            assert_eq!(found["verdict"], "proven", "{found}");
            let touches = x < 2.0 || !margin.is_empty();
            assert_eq!(found["manifold"].is_null(), !touches, "{found}");
        }
    }
}

/// A body that slides over the edge between two tiles has the tile's top, or no contact, with a slop.
#[test]
fn a_slop_and_a_margin_are_options_of_the_contact() {
    let tile = r#""kind": "box", "half_extents": [0.5, 0.5, 0.5]"#;
    let line = |options: &str| {
        let body = r#""kind": "box", "half_extents": [0.2, 0.2, 0.2], "pose": {"t": [-0.705, 0, 0.69998]}"#;
        format!(r#"{{"query": "contact", "a": {{{tile}}}, "b": {{{body}}}{options}}}"#)
    };
    let of = |options: &str| query(line(options), &["--verify"]).lines()[0].clone();
    let beside = of(r#", "contact": {"margin": 0.01}"#);
    assert_eq!(beside["manifold"]["normal"], json!([-1.0, 0.0, 0.0]));
    assert_eq!(beside["manifold"], of(r#", "margin": 0.01"#)["manifold"]);
    assert_eq!(of(r#", "contact": {"margin": 0.01, "slop": 1e-4}"#)["manifold"], Value::Null);
    let twice = of(r#", "margin": 0.01, "contact": {"margin": 0.01}"#);
    assert_eq!(twice["error"], "margin is in the line and in its contact");
}
