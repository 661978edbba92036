//! Bad input, line by line: each kind of error has its own message and affects that line only.

use crate::common::{BALL, cases, pair, query, run};
use clearance_testing::Random;
use serde_json::json;

/// A ball and a 3D shape.
fn with(shape: &str) -> String {
    pair(BALL, shape, 3.0)
}

/// A point and a 2D shape.
fn in_plane(shape: &str) -> String {
    let pose = r#""pose": {"t": [0, 0], "angle": 0}"#;
    format!(r#"{{"a": {{{shape}, {pose}}}, "b": {{"kind": "point", "position": [9, 9], {pose}}}}}"#)
}

/// Two balls, the second one with a given pose.
fn posed(pose: &str) -> String {
    let first = r#"{"kind": "sphere", "radius": 1, "pose": {"t": [0, 0, 0], "q": [0, 0, 0, 1]}}"#;
    format!(r#"{{"a": {first}, "b": {{{BALL}, "pose": {pose}}}}}"#)
}

fn bad_lines() -> Vec<(String, &'static str)> {
    let fine = with(BALL);
    vec![
        (with(r#""kind": "sphere", "radius": NaN"#), "not JSON: there is no value, at column"),
        (
            with(r#""kind": "sphere", "radius": 1e999"#),
            "not JSON: a number is out of range, at column",
        ),
        (with(r#""kind": "sphere", "radius": -1"#), "b: radius must not be negative, but is -1"),
        (with(r#""kind": "box", "half_extents": [1, 0, 1]"#), "half_extents must be positive"),
        (with(r#""kind": "box", "half_extents": [1, -1, 1]"#), "half_extents must be positive"),
        (with(r#""kind": "box", "half_extents": [1, 1]"#), "half_extents takes 3 numbers"),
        (
            with(r#""kind": "box", "half_extents": [1, "x", 1]"#),
            r#"b: half_extents must be a list of numbers, but has "x""#,
        ),
        (
            with(r#""kind": "box", "half_extents": 7"#),
            "b: half_extents must be a list of numbers, but is 7",
        ),
        (
            with(r#""kind": "hull", "vertices": [[0, 0, 0], 1]"#),
            "b: vertices must be a list of points, each a list of numbers, but has 1",
        ),
        (
            with(r#""kind": "facet", "vertices": [[0, 0, 0]], "neighbours": [null, "x"]"#),
            r#"b: neighbours must be a list of points and nulls, but has "x""#,
        ),
        (with(r#""kind": "sphere", "radius": {}"#), "b: radius must be a number, but is {}"),
        (with(r#""kind": 7"#), "b: kind must be a text in quotes, but is 7"),
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
            r#"b: unknown axis "q"; the known ones are x, y, z; did you mean "x"?"#,
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
        (
            with(r#""kind": "teapot""#),
            r#"b: unknown kind of shape "teapot"; the known ones are point, segment, triangle, circle"#,
        ),
        (with(r#""kind": "spere""#), r#"compound; did you mean "sphere"?"#),
        (with(r#""kind": "circle", "radius": 1"#), "a circle does not exist in 3D"),
        (with(r#""kind": "sphere""#), "b: radius is missing"),
        (with(r#""radius": 1"#), r#"b: it has no "kind"; the kinds are point, segment"#),
        (in_plane(r#""kind": "polygon", "vertices": []"#), "a polygon needs at least one point"),
        (
            in_plane(r#""kind": "polygon", "vertices": [[0, 0], [1, 1], [1, 0], [0, 1]]"#),
            "a: the polygon is not convex",
        ),
        (in_plane(r#""kind": "sphere", "radius": 1"#), "a sphere does not exist in 2D"),
        (posed(r#"{"t": [3, 0, 0], "q": [0, 0, 0, 0]}"#), "the quaternion is zero"),
        (posed(r#"{"t": [3, 0, 0], "q": [0, 0, 1]}"#), "q takes 4 numbers"),
        (
            posed(r#"{"t": [3, 0, 0], "angle": 1}"#),
            "the pose of b: in space an angle needs an axis",
        ),
        (posed(r#"{"q": [0, 0, 0, 1], "rpy": [0, 0, 0]}"#), "one rotation, but not q and rpy"),
        (posed(r#"{"axis": [0, 0, 0], "angle": 1}"#), "axis is the zero vector"),
        (
            posed(r#"{"axis": "up", "angle": 1}"#),
            r#"unknown axis "up"; the known ones are x, y, z"#,
        ),
        (
            posed(r#"{"rpy": [0, 0, "x"]}"#),
            r#"the pose of b: rpy must be a list of numbers, but has "x""#,
        ),
        (
            posed(r#"{"axis": 7, "angle": 1}"#),
            r#"the pose of b: axis must be "x", "y", "z" or a list of numbers, but is 7"#,
        ),
        (posed("3"), "the pose of b: a pose must be a table of keys and values, but is 3"),
        (posed(r#"{"axis": "x"}"#), "the pose of b: angle is missing"),
        (posed(r#"{"t": [1e200, 0, 0], "q": [0, 0, 0, 1]}"#), "translation is too large"),
        (posed(r#"{"t": [3, 0], "angle": 0}"#), "the pose of a is 3D, that of b is 2D"),
        (posed(r#"{"t": [3], "q": [0, 0, 0, 1]}"#), "2 or 3 numbers"),
        (posed(r#"{"t": 3}"#), "the pose of b needs \"t\" with 2 or 3 numbers"),
        (
            format!(
                r#"{{"a": {{"kind": "circle", "radius": 1, "pose": {{}}}}, "b": {{{BALL}, "pose": {{}}}}}}"#
            ),
            "b: a sphere does not exist in 2D",
        ),
        (
            r#"{"a": {"kind": "point", "pose": {}}, "b": {"kind": "point", "pose": {}}}"#.into(),
            "nothing tells whether this is 2D or 3D",
        ),
        (fine.replacen('{', r#"{"dim": "two", "#, 1), r#"dim is "two", but the poses are 3D"#),
        (fine.replacen('{', r#"{"a": 0, "#, 1), r#"the key "a" is there twice at column"#),
        (
            with(r#""kind": "sphere", "radius": 1, "radius": 1"#),
            r#"the key "radius" is there twice"#,
        ),
        (r#"{"a": {"pose": {"t": [0, 0]}}}"#.into(), r#"the line has no "b""#),
        (
            fine.replacen('{', r#"{"query": "smell", "#, 1),
            r#"unknown query "smell"; the known ones are intersects, distance, penetration, contact"#,
        ),
        (fine.replacen('{', r#"{"query": "raycats", "#, 1), r#"; did you mean "raycast"?"#),
        (fine.replacen('{', r#"{"query": 7, "#, 1), "query must be a text in quotes, but is 7"),
        (fine.replacen('{', r#"{"dim": 2, "#, 1), "dim is 2, but the poses are 3D"),
        (fine[..fine.len() / 2].into(), "not JSON: the line ends too early"),
        ("[1, 2]".into(), "a line must be a JSON object"),
        ("nonsense".into(), "not JSON: there is a word that JSON does not have, at column"),
        ("[".repeat(100_000), "not JSON: lists and tables are nested too deeply"),
    ]
}

#[test]
fn each_bad_line_gives_its_own_error() {
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
fn unknown_keys_are_warnings() {
    let warned = |line: &str| -> Vec<String> {
        let answer = query(line, &["--verify"]).lines().remove(0);
        assert_eq!(
            (&answer["status"], &answer["error"]),
            (&json!("apart"), &json!(null)),
            "{line}"
        );
        let warnings = answer.get("warnings").and_then(|all| all.as_array().cloned());
        warnings.unwrap_or_default().iter().map(|text| text.as_str().unwrap().into()).collect()
    };
    let ball = |more: &str| with(&format!("{BALL}{more}"));
    let fine = ball("");
    assert_eq!(warned(&fine), [""; 0]);
    for legal in [
        ball(r#", "source_matrix": [[1]], "margin": 0"#),
        fine.replacen("\"pose\": {", "\"pose\": {\"source_matrix\": 0, ", 1),
        fine.replacen('{', r#"{"source": 1, "why": 2, "claimed": {"any": 3}, "flag": 4, "#, 1),
    ] {
        assert_eq!(warned(&legal), [""; 0]);
    }
    let at = |at: &str, key: &str| fine.replacen(at, &format!("{at}\"{key}\": 0, "), 1);
    for (line, says) in [
        (at("{", "querry"), r#"a line has no "querry""#),
        (
            at("\"a\": {", "radus"),
            r#"a: a sphere has no "radus"; it has kind, margin, radius; did you mean "radius"?"#,
        ),
        (
            fine.replacen("\"b\": {", "\"b\": {\"half_extents\": [1], ", 1),
            r#"b: a sphere has no "half_extents""#,
        ),
        (
            at("\"pose\": {", "T"),
            r#"the pose of a: a pose has no "T"; it has t, angle, q, rpy, axis"#,
        ),
        (at("{", "margn"), r#"a line has no "margn"; did you mean "margin"?"#),
        (
            fine.replacen("\"pose\": {", "\"pose\": {\"rpy\": [0, 0, 90], ", 1).replacen(
                r#""q": [0, 0, 0, 1]"#,
                r#""q": null"#,
                1,
            ),
            "the pose of a: rpy has 90, which is more than a whole turn: angles are in radians",
        ),
        (fine.replacen('{', r#"{"expected": {"signed": 1}, "#, 1), r#"expected has no "signed""#),
        (at("{", "\\u0007"), r#"a line has no "\u{7}""#),
    ] {
        let warnings = warned(&line);
        assert!(warnings.len() == 1 && warnings[0].starts_with(says), "{line}: {warnings:?}");
    }
    // An error does not hide the warning.
    let wrong = with(r#""kind": "sphere", "radus": 1"#);
    let answer = &query(wrong, &[]).lines()[0];
    assert_eq!(answer["status"], "error");
    assert!(answer["warnings"][0].as_str().unwrap().contains("radus"));
}

#[test]
fn the_cases_have_no_unknown_keys() {
    for name in ["cases.jsonl", "found.jsonl"] {
        let path = std::path::Path::new(&cases()).with_file_name(name);
        let answers = run(&["query", path.to_str().unwrap()]).lines();
        assert!(!answers.is_empty());
        assert!(answers.iter().all(|answer| answer.get("warnings").is_none()), "{name}");
    }
}

#[test]
fn poses_have_many_forms() {
    let distance = |pose: &str| {
        let cube = r#""kind": "box", "half_extents": [1, 2, 3], "pose": {}"#;
        let far = r#""kind": "box", "half_extents": [1, 2, 3]"#;
        let run = query(format!(r#"{{"a": {{{cube}}}, "b": {{{far}, "pose": {pose}}}}}"#), &[]);
        let answer = &run.lines()[0];
        answer["signed_distance"].as_f64().unwrap_or_else(|| panic!("{pose}: {answer}"))
    };
    for (pose, half) in [
        (r#"{"t": [7, 0, 0]}"#, 1.0),
        (r#"{"t": [7, 0, 0], "q": null}"#, 1.0),
        (r#"{"t": [7, 0, 0], "axis": "z", "angle": 1.5707963267948966}"#, 2.0),
        (r#"{"t": [7, 0, 0], "axis": [0, -2, 0], "angle": 1.5707963267948966}"#, 3.0),
        (r#"{"t": [7, 0, 0], "rpy": [1.5707963267948966, 0, 1.5707963267948966]}"#, 3.0),
    ] {
        assert!((distance(pose) - (6.0 - half)).abs() < 1e-12, "{pose}");
    }
    let plane = r#"{"dim": 2, "a": {"kind": "box", "half_extents": [1, 1], "pose": {}},
        "b": {"kind": "box", "half_extents": [1, 1], "pose": {"t": [3, 0]}}}"#;
    assert_eq!(query(plane.replace('\n', ""), &[]).lines()[0]["signed_distance"], 1.0);
}

/// Values that replace a value of a random line.
const HOSTILE: [&str; 16] = [
    "true",
    "null",
    "{}",
    "[]",
    "\"\"",
    "-1",
    "1e308",
    "[[]]",
    "[null]",
    "{\"t\": 1}",
    "\"x\"",
    "[1, 2]",
    "[1, 2, 3, 4, 5]",
    "1e-320",
    "[1e308, 1e308, 1e308]",
    "{\"a\": {\"a\": {}}}",
];

/// Lines with a duplicate, misspelt or missing key, or a value of another type: each affects only
/// itself, the error states the reason, and the command goes on.
#[test]
fn corrupt_lines_are_answered_one_by_one() {
    let count: usize = clearance_testing::pairs(20_000);
    let mut random = Random::new(7);
    let mut below = |n: usize| random.below(n);
    let turn = r#""pose": {"t": [0.5, 0, 3], "rpy": [0, 1, 0]}"#;
    let shapes = [
        r#""kind": "box", "half_extents": [1, 2, 3], "margin": 0.1"#,
        r#""kind": "capsule", "radius": 1, "half_length": 2, "axis": "x""#,
        r#""kind": "hull", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]"#,
        r#""kind": "half-space", "normal": [0, 0, 1], "offset": 0"#,
        r#""kind": "cone", "radius": 1, "half_height": 1, "axis": "z""#,
    ];
    let queries = ["contact", "distance", "shapecast", "penetration"];
    let (mut text, mut kinds) = (String::new(), Vec::new());
    for _ in 0..count {
        let [a, b] = [(); 2].map(|()| shapes[below(shapes.len())]);
        let line = format!(
            r#"{{"query": "{}", "cast": {{"va": [0, 0, 1], "tmax": 9}}, "a": {{{a}, {turn}}}, "b": {{{b}, {turn}}}}}"#,
            queries[below(queries.len())]
        );
        // Each key is followed by a colon and a space.
        let keys: Vec<usize> = line.match_indices("\": ").map(|(at, _)| at).collect();
        let end = keys[below(keys.len())];
        let start = line[..end].rfind('"').unwrap() + 1;
        let kind = below(3);
        text += &match kind {
            0 => format!("{}x{}", &line[..end], &line[end..]),
            1 => format!("{}{}\": 0, \"{}", &line[..start], &line[start..end], &line[start..]),
            _ => {
                let more = &line[end + 3..];
                // Up to the end of the value.
                let mut depth = 0;
                let ends = more.find(|c| {
                    depth += i32::from(c == '[' || c == '{') - i32::from(c == ']' || c == '}');
                    depth < 0 || (depth == 0 && c == ',')
                });
                let instead = HOSTILE[below(HOSTILE.len())];
                format!("{}{instead}{}", &line[..end + 3], &more[ends.unwrap()..])
            }
        };
        text.push('\n');
        kinds.push(kind);
    }
    let run = query(text.as_bytes(), &[]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let answers = run.lines();
    assert_eq!(answers.len(), count);
    let mut hits = [0; 4];
    for ((kind, answer), line) in kinds.iter().zip(&answers).zip(text.lines()) {
        let reason = answer["error"].as_str();
        assert_eq!(answer["status"] == "error", reason.is_some(), "{line}\n{answer}");
        assert!(reason.is_none_or(|reason| !reason.is_empty()), "{line}\n{answer}");
        match kind {
            // A misspelt key of a cast is an error.
            0 if ["\"vax\"", "\"tmaxx\""].iter().any(|key| line.contains(key)) => {
                assert!(reason.unwrap().contains("cast has no"), "{line}\n{answer}");
            }
            // Others give a warning, whatever the missing key means.
            0 => {
                // The misspelt key may be that of the query, whose options then are those of another one.
                let said = answer["warnings"].as_array().expect("a warning");
                let odd = said.iter().filter(|said| !said.to_string().contains("means nothing to"));
                assert_eq!(odd.count(), 1, "{line}\n{answer}");
            }
            1 => assert!(reason.unwrap().contains("is there twice"), "{line}\n{answer}"),
            _ => hits[3] += usize::from(reason.is_some()),
        }
        hits[*kind] += 1;
    }
    assert!(hits.iter().all(|hits| *hits > count / 8), "{hits:?} of {count}");
}

#[test]
fn invalid_utf8_affects_its_line_only() {
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
fn empty_input_gives_empty_output() {
    for text in ["", "\n", "  \n\r\n\t"] {
        let run = query(text, &["--expect"]);
        assert_eq!((run.status, run.out.as_str()), (0, ""));
    }
}

#[test]
fn without_a_pose_a_shape_is_at_the_origin_and_lists_tell_the_dimension() {
    let line = |a: &str, b: &str, rest: &str| format!(r#"{{"a": {{{a}}}, "b": {{{b}}}{rest}}}"#);
    let far = r#""kind": "point", "position": [0, 3]"#;
    let cast = r#", "query": "shapecast", "cast": {"va": [0, 1, 0]}"#;
    let capsule = r#""kind": "capsule", "radius": 1, "half_length": 1, "axis": "x""#;
    for (line, field, value) in [
        (line(BALL, r#""kind": "point", "position": [0, 0, 3]"#, ""), "signed_distance", 2.0),
        (line(r#""kind": "box", "half_extents": [1, 1]"#, far, ""), "signed_distance", 2.0),
        (
            line(r#""kind": "segment", "vertices": [[0, 0], [1, 0]]"#, far, ""),
            "signed_distance",
            3.0,
        ),
        (line(capsule, capsule, cast), "toi", 0.0),
    ] {
        let run = query(&line, &[]);
        assert_eq!((run.status, &run.lines()[0][field]), (0, &json!(value)), "{line}\n{}", run.out);
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
fn quaternions_are_normalised() {
    for q in ["[0, 0, 0, 5e-300]", "[0, 0, 0, 1e100]", "[0, 0, 0, -2]"] {
        let run = query(posed(&format!(r#"{{"t": [3, 0, 0], "q": {q}}}"#)), &[]);
        assert_eq!(run.lines()[0]["signed_distance"], 1.0, "{q}");
    }
}

#[test]
fn numbers_outside_json_are_errors() {
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
