//! Limits of the command: times beyond the range of numbers, and tests that would take too long.

use std::collections::BTreeMap;

use clearance_testing::Random;
use serde_json::Value;

use crate::common;
use crate::common::{BALL, pair};

#[test]
fn a_time_beyond_all_numbers_is_no_hit() {
    let line = |speed: &str| {
        let line = pair(BALL, BALL, 3e10);
        let line = line.strip_suffix('}').unwrap();
        format!(r#"{line}, "query": "shapecast", "cast": {{"va": [{speed}, 0, 0]}}}}"#)
    };
    let ray = |speed: &str| {
        let point = line(speed).replacen(BALL, r#""kind": "point", "position": [0, 0, 0]"#, 1);
        point.replace("shapecast", "raycast")
    };
    for line in [line("1e-32"), ray("1e-32")] {
        let answer = &common::query(line.clone(), &["--precision", "f32"]).lines()[0];
        assert_eq!((&answer["status"], &answer["hit"]), (&"undecided".into(), &Value::Null));
        assert!(answer["toi"].is_null() && answer["lower"].as_f64() > Some(1e38), "{answer}");
        assert!(answer["error"].as_str().unwrap().contains("beyond"), "{answer}");
        let answer = &common::query(line, &[]).lines()[0];
        assert!(answer["toi"].as_f64() > Some(2e42), "{answer}");
    }
    // The faces of half-spaces that do not approach never touch.
    let wall = |normal: &str, offset: &str| {
        format!(r#""kind": "half-space", "normal": [{normal}, 0, 0], "offset": {offset}"#)
    };
    for speed in ["0", "-1", "-1e-300"] {
        let line = pair(&wall("1", "-1"), &wall("-1", "-1"), 0.0);
        let line = line.strip_suffix('}').unwrap();
        let line = format!(r#"{line}, "query": "shapecast", "cast": {{"va": [{speed}, 0, 0]}}}}"#);
        let answer = &common::query(line, &[]).lines()[0];
        assert_eq!(
            (&answer["status"], &answer["hit"]),
            (&"miss".into(), &false.into()),
            "{answer}"
        );
    }
}

/// A hull of points spread over a sphere, at `x`.
fn round_hull(count: usize) -> String {
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let point = |i: usize| {
        let z = 1.0 - (2 * i + 1) as f64 / count as f64;
        let (sin, cos) = (golden * i as f64).sin_cos();
        let across = (1.0 - z * z).sqrt();
        format!("[{}, {}, {z}]", across * cos, across * sin)
    };
    let points: Vec<String> = (0..count).map(point).collect();
    format!(r#""kind": "hull", "vertices": [{}]"#, points.join(", "))
}

#[test]
fn slow_separating_axis_tests_are_skipped() {
    let hull = round_hull(2000);
    let line = pair(&hull, &hull, 1.5);
    let answer = &common::query(line.clone(), &["--algorithm", "sat", "--verify"]).lines()[0];
    assert_eq!((&answer["status"], &answer["verdict"]), (&"skipped".into(), &Value::Null));
    let reason = answer["error"].as_str().unwrap();
    let says = "sat: hulls of 5994 and 5994 edges would take some 4e2 s, and 60 s are the most";
    assert!(reason.starts_with(says), "{reason}");
    for name in ["sat-pruned", "sat-gauss", "sat-bounded"] {
        let answer = &common::query(line.clone(), &["--algorithm", name]).lines()[0];
        assert_eq!(answer["status"], "overlapping", "{name}: {answer}");
    }
}

/// Half-spaces that face each other, and points and balls that approach a ball, with speeds at the
/// ends of the range: a cast that hits returns a time, and a closed form predicts which casts hit.
#[test]
fn no_cast_hits_without_a_time() {
    const LINES: usize = 24_000;
    let mut random = Random::new(16);
    let (mut text, mut meet, mut known) = (String::new(), Vec::new(), 0);
    for _ in 0..LINES {
        let plane = random.below(2) == 0;
        let zeros = if plane { "0" } else { "0, 0" };
        let pose = |x: f64| {
            let turn = if plane { r#""angle": 0"# } else { r#""q": [0, 0, 0, 1]"# };
            format!(r#""pose": {{"t": [{x}, {zeros}], {turn}}}"#)
        };
        let gap = [1.0, 2.0, 1e5, 1e10][random.below(4)];
        // Half of them are in the range of f32.
        let range = *random.one_of(&[66, 12]);
        let exponent = 2 - random.below(range) as i32;
        let sign = [-1.0, 0.0, 1.0][random.below(3)];
        let speed = sign * 2.0_f64.powi(16 * exponent);
        let walls = random.below(2) == 0;
        let (kind, a, b) = if walls {
            let half = if plane { "half-plane" } else { "half-space" };
            let wall =
                |n: i32| format!(r#""kind": "{half}", "normal": [{n}, {zeros}], "offset": 0"#);
            ("shapecast", wall(1), wall(-1))
        } else {
            let ball = if plane { "circle" } else { "sphere" };
            let point = format!(r#""kind": "point", "position": [0, {zeros}]"#);
            let kind = *random.one_of(&["shapecast", "raycast"]);
            (kind, point, format!(r#""kind": "{ball}", "radius": {}"#, 0.5 * gap))
        };
        // The ball's radius and the distance to it add up to the gap.
        let at = if walls { gap } else { 1.5 * gap };
        let tmax = *random.one_of(&["", r#", "tmax": 1e6"#]);
        text += &format!(
            r#"{{"query": "{kind}", "a": {{{a}, {}}}, "b": {{{b}, {}}}, "cast": {{"va": [{speed:e}, {zeros}]{tmax}}}}}"#,
            pose(0.0),
            pose(at)
        );
        text.push('\n');
        let end = if tmax.is_empty() { f64::INFINITY } else { 1e6 };
        // Close to `tmax`, rounding decides.
        let time = if speed > 0.0 { gap / speed } else { f64::INFINITY };
        let sure = (time / end - 1.0).abs() > 1e-3 || time.is_infinite();
        meet.push(sure.then_some(time <= end && time < f64::INFINITY));
        known += usize::from(sure);
    }
    for precision in ["f64", "f32"] {
        let answers = common::query(&text, &["--precision", precision]).lines();
        assert_eq!(answers.len(), LINES);
        let mut hits = BTreeMap::new();
        for ((answer, meet), line) in answers.iter().zip(&meet).zip(text.lines()) {
            let hit = answer["hit"].as_bool();
            assert!(hit != Some(true) || answer["toi"].is_number(), "{line}\n{answer}");
            let status = answer["status"].as_str().unwrap();
            *hits.entry(status.to_string()).or_insert(0) += 1;
            if let (Some(hit), Some(meet), "f64") = (hit, meet, precision) {
                assert_eq!(hit, *meet, "{line}\n{answer}");
            }
        }
        println!("{precision}: {hits:?}, {known} known");
        let count = |status: &str| hits.get(status).copied().unwrap_or(0);
        assert!(count("miss") > 10_000 && count("hit") + count("undecided") > 2_000, "{hits:?}");
    }
}
