//! `shapecast` and `raycast` lines: times, points, and errors.

use crate::common::{BALL, cases, pair, query, run};
use serde_json::{Value, json};

/// A line of the given kind about two balls 3 apart, with a cast.
fn balls(kind: &str, cast: &str) -> String {
    moving(&pair(BALL, BALL, 3.0), kind, cast)
}

/// The line with a query kind and a cast added.
fn moving(line: &str, kind: &str, cast: &str) -> String {
    let line = line.trim_end().strip_suffix('}').unwrap();
    format!(r#"{line}, "query": "{kind}", "cast": {cast}}}"#)
}

/// A ray along x from the origin towards a ball of radius 1 around (3, 0, 0).
fn ray(cast: &str) -> String {
    moving(&pair(r#""kind": "hull", "vertices": [[0, 0, 0]]"#, BALL, 3.0), "raycast", cast)
}

fn answer(line: String) -> Value {
    query(line, &[]).lines()[0].clone()
}

#[test]
fn shapes_hit_at_the_expected_time_and_point() {
    let found = answer(balls("shapecast", r#"{"va": [1, 0, 0], "vb": [-1, 0, 0], "tmax": 2}"#));
    assert_eq!((&found["status"], &found["hit"]), (&json!("hit"), &json!(true)));
    assert!((found["toi"].as_f64().unwrap() - 0.5).abs() < 1e-12, "{found}");
    assert!(found["lower"].as_f64() <= Some(0.5) && found["upper"].as_f64() >= Some(0.5));
    assert_eq!(found["normal"][0], 1.0);
    assert!((found["point_a"][0].as_f64().unwrap() - 1.5).abs() < 1e-12, "{found}");
    assert!(found.get("intersects").is_none() && found.get("signed_distance").is_none());
}

#[test]
fn shapes_that_never_touch_are_a_miss() {
    for cast in [r#"{"vb": [-1, 0, 0], "tmax": 0.5}"#, r#"{"vb": [1, 0, 0]}"#, "{}"] {
        let found = answer(balls("shapecast", cast));
        assert_eq!((&found["status"], &found["hit"]), (&json!("miss"), &json!(false)), "{cast}");
        assert_eq!((&found["toi"], &found["normal"]), (&Value::Null, &Value::Null), "{cast}");
    }
}

#[test]
fn rays_start_at_a_point() {
    let found = answer(ray(r#"{"va": [4, 0, 0], "tmax": 1}"#));
    assert_eq!((&found["status"], &found["toi"]), (&json!("hit"), &json!(0.5)));
    assert_eq!(found["normal"], json!([1.0, 0.0, 0.0]), "into the ball");
    assert_eq!(found["point_a"], json!([2.0, 0.0, 0.0]));
    // The ball moves the same way: the ray gains 2 per unit of time, and its point has moved by 4
    // at the hit.
    let found = answer(ray(r#"{"va": [4, 0, 0], "vb": [2, 0, 0], "tmax": 1}"#));
    assert_eq!((&found["toi"], &found["point_b"]), (&json!(1.0), &json!([4.0, 0.0, 0.0])));
    let found = answer(ray(r#"{"va": [0, 4, 0], "tmax": 1}"#));
    assert_eq!((&found["status"], &found["hit"]), (&json!("miss"), &json!(false)));
}

#[test]
fn impacts_and_misses_of_shapes_are_checked() {
    let cast = |cast: &str| query(balls("shapecast", cast), &["--verify"]).lines()[0].clone();
    assert_eq!(cast(r#"{"vb": [-1, 0, 0], "tmax": 2}"#)["verdict"], "proven");
    assert_eq!(cast(r#"{"vb": [1, 0, 0], "tmax": 2}"#)["verdict"], "proven");
}

#[test]
fn hits_of_rays_are_checked() {
    let verdict = |cast: &str| query(ray(cast), &["--verify"]).lines()[0]["verdict"].clone();
    assert_eq!(verdict(r#"{"va": [4, 0, 0], "tmax": 1}"#), "proven");
    assert_eq!(verdict(r#"{"va": [0, 4, 0], "tmax": 1}"#), "proven");
}

#[test]
fn errors_of_bad_casts_state_the_reason() {
    let bad = [
        (moving(&pair(BALL, BALL, 3.0), "shapecast", "null"), "cast: invalid type: null"),
        (balls("shapecast", r#"{"va": [1, 0]}"#), "va takes 3 numbers, but has 2"),
        (balls("shapecast", r#"{"vb": [1, 0, "x"]}"#), "cast: invalid type"),
        (balls("shapecast", r#"{"vb": [1e200, 0, 0]}"#), "cast: velocity is too large"),
        (balls("shapecast", r#"{"vb": [1, 0, 0], "tmax": -1}"#), "tmax must not be negative"),
        (balls("raycast", r#"{"va": [1, 0, 0]}"#), "a shape that is one point"),
        (ray(r#"{"tmax": 1}"#), "direction is the zero vector"),
        (ray(r#"{"va": [1, 0, 0], "tmax": -1}"#), "tmax must not be negative"),
        (
            pair(BALL, BALL, 3.0).replace(r#"{"a""#, r#"{"query": "shapecast", "a""#),
            "needs \"cast\"",
        ),
    ];
    for (line, reason) in bad {
        let run = query(line.clone(), &[]);
        let answer = &run.lines()[0];
        assert_eq!((run.status, &answer["status"]), (1, &json!("error")), "{line}");
        assert!(answer["error"].as_str().unwrap().contains(reason), "{answer}");
        assert!(answer.get("toi").is_some() && answer.get("intersects").is_none(), "{answer}");
    }
}

#[test]
fn expectations_of_casts_can_fail() {
    let expect = |expected: &str| {
        let line = balls("shapecast", r#"{"vb": [-1, 0, 0], "tmax": 2}"#);
        let line = line.strip_suffix('}').unwrap();
        query(format!(r#"{line}, "expected": {expected}}}"#), &["--expect"])
    };
    assert_eq!(expect(r#"{"hit": true, "toi": 1, "tol": 1e-9, "normal": [1, 0, 0]}"#).status, 0);
    for (expected, reason) in [
        (r#"{"hit": false}"#, "hit: expected false"),
        (r#"{"hit": true, "toi": 0.9, "tol": 1e-9}"#, "toi: expected 9e-1"),
        (r#"{"hit": true, "toi": 1.1, "tol": 1e-9}"#, "bounds: expected 1.1e0"),
        (r#"{"hit": true, "toi": 1, "normal": [0, 1, 0]}"#, "normal: expected"),
    ] {
        let run = expect(expected);
        assert_eq!(run.status, 3, "{expected}");
        assert!(run.err.contains(reason), "{expected}: {}", run.err);
    }
}

#[test]
fn all_expectations_are_met() {
    for precision in ["f64", "f32"] {
        let run = run(&["query", &cases(), "--expect", "--precision", precision]);
        assert_eq!(run.status, 0, "{}", run.err);
        let row = |name: &str| {
            let line = run.err.lines().find(|line| line.starts_with(name)).unwrap();
            line.split_whitespace().skip(2).map(|n| n.parse().unwrap()).collect::<Vec<usize>>()
        };
        let passed = if precision == "f64" { [7, 19, 3] } else { [2, 5, 2] };
        let found = ["2D   shapecast", "3D   shapecast", "2D   raycast"].map(|name| row(name)[0]);
        assert_eq!(found, passed, "{precision}");
    }
}
