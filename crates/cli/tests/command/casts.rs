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
        (
            moving(&pair(BALL, BALL, 3.0), "shapecast", "null"),
            "a cast needs \"cast\" with velocities",
        ),
        (balls("shapecast", r#"{"va": [1, 0]}"#), "va takes 3 numbers, but has 2"),
        (
            balls("shapecast", r#"{"vb": [1, 0, "x"]}"#),
            "cast: vb must be a list of numbers, but has \"x\"",
        ),
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
fn unknown_keys_of_a_question_are_errors() {
    let contact = |table: &str| {
        let line =
            balls("contact", "{}").replace(r#""cast": {}"#, &format!(r#""contact": {table}"#));
        assert!(line.contains("contact\": {"), "{line}");
        line
    };
    let of_ray = |ray: &str| {
        let line = self::ray(r#"{"va": [4, 0, 0]}"#);
        format!(r#"{}, "ray": {ray}}}"#, line.strip_suffix('}').unwrap())
    };
    let cast = "cast has no \"wz\"; it has va, vb, tmax, wa, wb, gap, ignore_parting; did you mean";
    for (line, says) in [
        (balls("shapecast", r#"{"va": [1, 0, 0], "wz": 1}"#), cast),
        (balls("penetration", r#"{"wz": 1}"#), cast),
        (ray(r#"{"va": [4, 0, 0], "wa": [0, 0, 1]}"#), "cast has no \"wa\"; it has va, vb, tmax"),
        (
            of_ray(r#"{"holow": true}"#),
            "ray has no \"holow\"; it has hollow, one_sided; did you mean \"hollow\"?",
        ),
        (of_ray(r#"{"hollow": 1}"#), "ray: hollow must be true or false, but is 1"),
        (
            contact(r#"{"slp": 1}"#),
            "contact has no \"slp\"; it has margin, slop; did you mean \"slop\"?",
        ),
        (contact(r#"{"slop": -1}"#), "contact: slop must not be negative, but is -1"),
        (contact(r#"{"margin": "x"}"#), "contact: margin must be a number, but is \"x\""),
        (balls("shapecast", "[1]"), "cast must be a table of keys and values, but is [1]"),
        (balls("shapecast", r#"{"wa": 1}"#), "cast: wa takes 3 numbers, but has 1"),
        (balls("shapecast", r#"{"gap": -1}"#), "cast: gap must not be negative, but is -1"),
        (
            balls("shapecast", r#"{"ignore_parting": "no"}"#),
            "cast: ignore_parting must be true or false",
        ),
    ] {
        // An unnamed line is named by its number.
        let run = query(format!("\n{line}"), &[]);
        let answer = &run.lines()[0];
        assert_eq!((run.status, &answer["status"], &answer["id"]), (1, &json!("error"), &json!(2)));
        assert!(answer["error"].as_str().unwrap().starts_with(says), "{line}\n{answer}");
    }
}

#[test]
fn casts_turn_and_keep_a_gap() {
    // A bar that turns once in 2 pi meets a ball a quarter turn away.
    let still = r#""kind": "sphere", "radius": 0.25, "pose": {"t": [0, 2, 0]}"#;
    let bar = r#""kind": "box", "half_extents": [3, 0.25, 0.5], "pose": {}"#;
    let line = |cast: &str, a: &str, b: &str| {
        format!(r#"{{"query": "shapecast", "a": {{{a}}}, "b": {{{b}}}, "cast": {cast}}}"#)
    };
    let verified = |line: String| query(line, &["--verify"]).lines()[0].clone();
    let toi = std::f64::consts::FRAC_PI_2 - (0.5_f64 / 2.0).asin();
    for line in [line(r#"{"wa": [0, 0, 1]}"#, bar, still), line(r#"{"wb": [0, 0, 1]}"#, still, bar)]
    {
        let found = verified(line);
        assert!((found["toi"].as_f64().unwrap() - toi).abs() < 1e-9, "{found}");
        assert_eq!(found["verdict"], "proven");
    }
    let plane = r#"{"query": "shapecast", "a": {"kind": "box", "half_extents": [3, 0.25], "pose": {"t": [0, 0]}},
        "b": {"kind": "circle", "radius": 0.25, "pose": {"t": [0, 2]}}, "cast": {"wa": 1}}"#;
    let found = verified(plane.replace('\n', ""));
    assert!((found["toi"].as_f64().unwrap() - toi).abs() < 1e-9, "{found}");
    // The gap counts as contact: 0.25 of the way is left.
    let found = verified(balls("shapecast", r#"{"va": [1, 0, 0], "gap": 0.25}"#));
    assert_eq!((&found["toi"], &found["verdict"]), (&json!(0.75), &json!("proven")));
    // Balls that overlap and move apart.
    let overlap = |cast: &str| moving(&pair(BALL, BALL, 1.5), "shapecast", cast);
    assert_eq!(answer(overlap(r#"{"vb": [1, 0, 0]}"#))["toi"], 0.0);
    let parting = r#"{"vb": [1, 0, 0], "ignore_parting": true}"#;
    assert_eq!(answer(overlap(parting))["status"], "miss");
    let expected = r#", "expected": {"hit": true, "toi": 0.75, "tol": 1e-9}}"#;
    let line = balls("shapecast", r#"{"va": [1, 0, 0], "gap": 0.25}"#);
    let line = format!("{}{expected}", line.strip_suffix('}').unwrap());
    assert_eq!(query(line, &["--expect"]).status, 0);
}

#[test]
fn hollow_rays_leave_where_they_start_inside() {
    let point = r#""kind": "point", "position": [3, 0, 0]"#;
    let line = moving(&pair(point, BALL, 3.0), "raycast", r#"{"va": [4, 0, 0], "tmax": 1}"#);
    let inside = query(&line, &["--verify"]).lines()[0].clone();
    assert_eq!((&inside["toi"], &inside["verdict"]), (&json!(0.0), &json!("proven")));
    let hollow = |line: &str| {
        let line = format!(r#"{}, "ray": {{"hollow": true}}}}"#, line.strip_suffix('}').unwrap());
        query(line, &["--verify"]).lines()[0].clone()
    };
    let found = hollow(&line);
    assert_eq!((&found["toi"], &found["verdict"]), (&json!(0.25), &json!("proven")));
    // It ends inside.
    let found = hollow(&line.replace(r#""tmax": 1"#, r#""tmax": 0.125"#));
    assert_eq!((&found["status"], &found["verdict"]), (&json!("miss"), &json!("proven")));
    let found = hollow(&ray(r#"{"va": [0, 4, 0], "tmax": 1}"#));
    assert_eq!((&found["status"], &found["verdict"]), (&json!("miss"), &json!("proven")));
}

/// A triangle, alone and as a mesh, met from its front and from behind.
#[test]
fn one_sided_rays_meet_fronts_only() {
    let corners = "[[-1, -1, 0], [1, -1, 0], [0, 1, 0]]";
    let facet = format!(r#"{{"kind": "facet", "vertices": {corners}}}"#);
    let mesh = format!(r#"{{"kind": "mesh", "vertices": {corners}, "triangles": [[0, 1, 2]]}}"#);
    for (start, one_sided, hit) in
        [(2, true, true), (2, false, true), (-2, true, false), (-2, false, true)]
    {
        let way = -start;
        for shape in [&facet, &mesh] {
            let a = format!(r#"{{"kind": "point", "position": [0, 0, {start}]}}"#);
            let cast =
                format!(r#""cast": {{"va": [0, 0, {way}]}}, "ray": {{"one_sided": {one_sided}}}"#);
            let line = format!(r#"{{"query": "raycast", "a": {a}, "b": {shape}, {cast}}}"#);
            let answer = query(line, &[]).lines()[0].clone();
            assert_eq!(answer["hit"], json!(hit), "{answer} {start} {one_sided} {shape}");
        }
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
        let passed = if precision == "f64" { [9, 23, 6] } else { [2, 8, 3] };
        let found = ["2D   shapecast", "3D   shapecast", "2D   raycast"].map(|name| row(name)[0]);
        assert_eq!(found, passed, "{precision}");
    }
}
