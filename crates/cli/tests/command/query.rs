//! `clearance query`: its input, its output, and their order.

use crate::common::{BALL, CUBE, cases, file, folder, pair, query, run, run_with_closed_stderr};
use serde_json::{Value, json};

#[test]
fn a_line_needs_two_shapes_only() {
    let run = query(format!("\n{}\n", pair(BALL, BALL, 3.0)), &[]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let answer = &run.lines()[0];
    assert_eq!(answer["id"], 2, "the blank line counts");
    assert_eq!(answer["status"], "apart");
    assert_eq!(answer["intersects"], false);
    assert_eq!(answer["signed_distance"], 1.0);
    assert_eq!(answer["normal"], json!([1.0, 0.0, 0.0]));
    assert_eq!(answer["point_a"], json!([1.0, 0.0, 0.0]));
    assert_eq!(answer["point_b"], json!([2.0, 0.0, 0.0]));
    assert!(answer["lower"].as_f64() <= Some(1.0) && answer["upper"].as_f64() >= Some(1.0));
    assert_eq!(answer["error"], Value::Null);
    assert!(answer.get("verdict").is_none(), "no --verify");
}

#[test]
fn overlap_is_negative_and_the_normal_separates() {
    let answer = &query(pair(CUBE, CUBE, 1.5), &["--verify"]).lines()[0];
    assert_eq!((&answer["status"], &answer["intersects"]), (&json!("overlapping"), &json!(true)));
    assert!((answer["signed_distance"].as_f64().unwrap() + 0.5).abs() < 1e-12);
    assert!((answer["normal"][0].as_f64().unwrap() - 1.0).abs() < 1e-12);
    assert_eq!(answer["verdict"], "proven");
}

#[test]
fn touching_counts_as_intersecting() {
    let answer = &query(pair(BALL, BALL, 2.0), &[]).lines()[0];
    assert_eq!((&answer["status"], &answer["intersects"]), (&json!("undecided"), &json!(true)));
}

#[test]
fn poses_determine_the_dimension() {
    let line = r#"{"id": "ü", "a": {"kind": "circle", "radius": 1, "pose": {"t": [0, 0], "angle": 0}},
        "b": {"kind": "half-plane", "normal": [0, 1], "offset": 0, "pose": {"t": [0, -3], "angle": 0}}}"#;
    let answer = &query(line.replace('\n', ""), &[]).lines()[0];
    assert_eq!((&answer["id"], &answer["status"]), (&json!("ü"), &json!("apart")));
    assert_eq!(answer["signed_distance"], 2.0);
    assert_eq!(answer["normal"], json!([0.0, -1.0]));
}

#[test]
fn single_precision_has_its_own_digits() {
    let box_apart = r#""kind": "box", "half_extents": [0.1, 0.1, 0.1]"#;
    let run = query(pair(box_apart, box_apart, 0.3), &["--precision", "f32"]);
    let distance = run.lines()[0]["signed_distance"].to_string();
    assert!(distance.len() <= 12, "no more digits than f32 has: {distance}");
    assert!((distance.parse::<f64>().unwrap() - 0.1).abs() < 1e-6);
}

#[test]
fn answers_come_in_order_with_all_their_fields() {
    let run = run(&["query", &cases()]);
    assert_eq!(run.status, 0);
    let text = std::fs::read_to_string(cases()).unwrap();
    let asked: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let answers = run.lines();
    assert_eq!(answers.len(), asked.len());
    for (line, answer) in asked.iter().zip(&answers) {
        assert_eq!(line["id"], answer["id"]);
        let question = line["query"].as_str().unwrap();
        let is_null = |field: &str| answer.get(field).map(Value::is_null);
        let cast = ["shapecast", "raycast"].contains(&question);
        assert_ne!(answer["status"], "skipped", "{answer}");
        assert_eq!(is_null("error"), Some(true), "{answer}");
        assert_eq!(answer.get("manifold").is_some(), question == "contact", "{answer}");
        // A contact that was not proven has no upper bound of its time, and a miss without an end no bound.
        let is_endless = answer["hit"] == false && line["cast"]["tmax"].is_null();
        let bounds: &[&str] = match cast {
            true if is_endless => &[],
            true => &["lower"],
            false => &["lower", "upper"],
        };
        let points: &[&str] =
            if cast && answer["hit"] == false { &[] } else { &["normal", "point_a", "point_b"] };
        for field in bounds.iter().chain(points) {
            assert_eq!(is_null(field), Some(false), "{field} of {answer}");
        }
        let own = if cast { ["hit", "toi"] } else { ["intersects", "signed_distance"] };
        for field in own.into_iter().chain(["upper", "normal", "algorithm", "iterations"]) {
            assert!(answer.get(field).is_some(), "{answer}");
        }
    }
}

fn expect_all(precision: &str) -> String {
    let run = run(&["query", &cases(), "--expect", "--verify", "--precision", precision]);
    assert!(!run.err.contains("FAILED") && !run.err.contains("ERROR"), "{}", run.err);
    assert_eq!(run.status, 0, "{}", run.err);
    run.err
}

#[test]
fn all_cases_are_as_expected_in_double_precision() {
    let table = expect_all("f64");
    let total: Vec<&str> =
        table.lines().find(|l| l.starts_with("all")).unwrap().split_whitespace().collect();
    assert_eq!(total[1..5], ["486", "0", "0", "0"], "{table}");
}

#[test]
fn all_cases_that_single_precision_can_hold_are_as_expected() {
    let table = expect_all("f32");
    let total: Vec<&str> =
        table.lines().find(|l| l.starts_with("all")).unwrap().split_whitespace().collect();
    assert!(total[1].parse::<usize>().unwrap() > 80, "{table}");
}

#[test]
fn a_failed_expectation_is_status_3() {
    let right = r#", "expected": {"intersects": false, "signed_distance": 1.0, "tol": 1e-12}}"#;
    let wrong = right.replace("1.0", "1.5");
    let line = pair(BALL, BALL, 3.0);
    let with = |expected: &str| line.strip_suffix('}').unwrap().to_string() + expected;
    let run = query(format!("{}\n{}\n", with(right), with(&wrong)), &["--expect"]);
    assert_eq!(run.status, 3);
    assert!(run.err.contains("FAILED 2: signed distance: expected 1.5e0"), "{}", run.err);
    assert_eq!(run.lines().len(), 2, "the table is not among the answers");
    assert_eq!(query(with(&wrong), &[]).status, 0, "no --expect");
    // A failure outweighs an error; an error alone is status 1.
    assert_eq!(query(format!("{{\n{}", with(&wrong)), &["--expect"]).status, 3);
    assert_eq!(query(format!("{{\n{}", with(right)), &["--expect"]).status, 1);
}

/// An answer that the checker leaves open: a depth that rests on a deep point.
fn unproven() -> String {
    let ring = crate::common::ring("solid");
    let ball = serde_json::json!({ "kind": "sphere", "radius": 0.5, "pose": { "t": [1.5, 0, 0] } });
    serde_json::json!({ "a": ring, "b": ball }).to_string()
}

#[test]
fn an_unproven_answer_is_status_3() {
    let (fine, open) = (pair(BALL, BALL, 3.0), unproven());
    let of = |lines: &str, options: &[&str]| {
        let run = query(lines, options);
        let verdicts: Vec<Value> =
            run.lines().iter().map(|answer| answer["verdict"].clone()).collect();
        (run.status, verdicts, run.err)
    };
    let (proven, unproven) = (json!("proven"), json!("unproven"));
    let both = format!("{fine}\n{open}\n");
    let says = "warning: --verify: 1 answer is unproven; --allow-unproven lets them pass\n";
    let verdicts = vec![proven.clone(), unproven.clone()];
    assert_eq!(of(&both, &["--verify"]), (3, verdicts.clone(), says.into()));
    let allowed = ["--verify", "--allow-unproven"];
    assert_eq!(of(&both, &allowed), (0, verdicts, String::new()));
    assert_eq!(of(&fine, &["--verify"]), (0, vec![proven.clone()], String::new()));
    // Without the checker nothing is claimed; a line that is skipped claims nothing either.
    assert_eq!(query(&both, &[]).status, 0);
    let skipped = of(&open, &["--verify", "--algorithm", "gjk"]);
    assert_eq!(skipped, (0, vec![Value::Null], String::new()));
    // It outweighs an error.
    assert_eq!(of(&format!("{{\n{open}"), &["--verify"]).0, 3);
    assert_eq!(of(&format!("{{\n{open}"), &allowed).0, 1);
    assert_eq!(query(&fine, &["--allow-unproven"]).status, 2, "it goes with --verify");
}

fn reports() -> String {
    cases().replace("cases.jsonl", "reports.jsonl")
}

/// Of the reports whose question has a checker all are proven; the others are said to be unproven.
#[test]
fn all_reports_are_as_expected() {
    for (precision, passed, skipped) in [("f64", 76, 0), ("f32", 35, 41)] {
        let options = ["--expect", "--verify", "--allow-unproven", "--precision", precision];
        let run = run(&[&["query", &reports()][..], &options].concat());
        assert_eq!(run.status, 0, "{precision}: {}", run.err);
        let total = run.err.lines().find(|line| line.starts_with("all")).unwrap();
        let total: Vec<usize> =
            total.split_whitespace().skip(1).map(|n| n.parse().unwrap()).collect();
        assert_eq!(total[..4], [passed, 0, skipped, 0], "{precision}: {}", run.err);
        assert!(total[4] > 30 && total[6] == 0, "{precision}: {}", run.err);
    }
}

#[test]
fn gjk_gives_no_depth() {
    let (apart, overlap) = (pair(CUBE, CUBE, 3.0), pair(CUBE, CUBE, 1.0));
    let asked = overlap.replacen('{', r#"{"query": "intersects", "#, 1);
    let run = query(format!("{apart}\n{overlap}\n{asked}"), &["--algorithm", "gjk"]);
    assert_eq!(run.status, 0);
    let [apart, overlap, asked] = &run.lines()[..] else { panic!("{}", run.out) };
    assert_eq!((&apart["status"], &apart["signed_distance"]), (&json!("apart"), &json!(1.0)));
    assert_eq!(overlap["status"], "skipped");
    assert_eq!(overlap["error"], "gjk: overlap gives no depth");
    assert_eq!((&overlap["intersects"], &overlap["lower"]), (&json!(true), &Value::Null));
    assert_ne!(asked["status"], "skipped");
    assert_eq!((&asked["intersects"], &asked["signed_distance"]), (&json!(true), &Value::Null));
}

/// A hull without symmetry, so that no search ends on an edge by chance.
const CRYSTAL: &str = r#""kind": "hull",
    "vertices": [[-1.0, -1.1, -0.9], [1.2, -1.0, -0.8], [0.1, 1.3, -1.0], [0.0, 0.1, 1.4]]"#;

#[test]
fn boolean_gjk_says_yes_or_no() {
    let lines: String = [3.0, 0.5]
        .map(|x| {
            let line = pair(CUBE, CRYSTAL, x);
            let line = line.replace('\n', "");
            format!("{}\n{line}\n", line.replacen('{', r#"{"query": "intersects", "#, 1))
        })
        .concat();
    let run = query(lines, &["--algorithm", "gjk-boolean"]);
    let answers = run.lines();
    let intersects: Vec<&Value> = answers.iter().map(|a| &a["intersects"]).collect();
    assert_eq!(intersects, [false, false, true, true]);
    assert_eq!(answers[0]["status"], "apart");
    assert_eq!(answers[2]["status"], "overlapping");
    for i in [1, 3] {
        assert_eq!(answers[i]["status"], "skipped");
        assert_eq!(answers[i]["error"], "gjk-boolean: no distance, no depth");
    }
}

#[test]
fn epa_gives_gaps_a_lower_bound_only() {
    let run = query(pair(CUBE, CUBE, 3.0), &["--algorithm", "epa", "--verify"]);
    let answer = &run.lines()[0];
    assert_eq!(answer["status"], "apart");
    assert!(answer["lower"].as_f64().unwrap() > 0.0);
    for field in ["signed_distance", "upper", "point_a", "point_b"] {
        assert_eq!(answer[field], Value::Null, "{answer}");
    }
}

#[test]
fn epa_takes_the_depth_of_rounded_cores_from_their_distance() {
    let answer = &query(pair(BALL, BALL, 1.5), &["--algorithm", "epa"]).lines()[0];
    assert_eq!(
        (&answer["status"], &answer["signed_distance"]),
        (&json!("overlapping"), &json!(-0.5))
    );
}

const SATS: [&str; 4] = ["sat", "sat-pruned", "sat-gauss", "sat-bounded"];

#[test]
fn separating_axis_tests_give_gaps_a_lower_bound_only() {
    for name in SATS {
        let run = query(pair(CUBE, CUBE, 3.0), &["--algorithm", name, "--verify"]);
        let answer = &run.lines()[0];
        assert_eq!(answer["status"], "apart", "{name}");
        assert!(answer["lower"].as_f64().unwrap() > 0.0, "{answer}");
        assert_eq!((&answer["upper"], &answer["verdict"]), (&Value::Null, &json!("proven")));
    }
}

#[test]
fn separating_axis_tests_skip_shapes_that_are_no_polytopes() {
    for name in SATS {
        let cylinder = r#""kind": "cylinder", "radius": 1, "half_height": 1, "axis": "z""#;
        let run = query(pair(cylinder, CUBE, 1.5), &["--algorithm", name]);
        let answer = &run.lines()[0];
        assert_eq!((run.status, &answer["status"]), (0, &json!("skipped")), "{answer}");
        assert_eq!(answer["error"], "separating axis tests: polytopes only");
    }
}

/// Every kind of shape, in 2D and in 3D.
const KINDS: [&[&str]; 2] = [
    &[
        r#""kind": "circle", "radius": 1"#,
        r#""kind": "capsule", "p1": [-1, 0], "p2": [1, 0.5], "radius": 0.5"#,
        r#""kind": "box", "half_extents": [1, 0.8]"#,
        r#""kind": "polygon", "vertices": [[-1, -1], [1.2, -0.9], [0.1, 1.3]]"#,
        r#""kind": "half-plane", "normal": [0, 1], "offset": 0"#,
    ],
    &[
        BALL,
        r#""kind": "capsule", "p1": [-1, 0, 0], "p2": [1, 0.5, 0], "radius": 0.5"#,
        CUBE,
        r#""kind": "hull", "vertices": [[-1, -1.1, -0.9], [1.2, -1, -0.8], [0.1, 1.3, -1], [0, 0.1, 1.4]]"#,
        r#""kind": "cylinder", "radius": 1, "half_height": 1, "axis": "z""#,
        r#""kind": "cone", "radius": 1, "half_height": 1, "axis": "z""#,
        r#""kind": "ellipsoid", "radii": [1, 0.7, 0.5]"#,
        r#""kind": "half-space", "normal": [0, 0, 1], "offset": 0"#,
    ],
];

/// Every name is asked for every pair of kinds, apart and in overlap: the answer is by that algorithm, or the line is
/// skipped with the reason.
#[test]
fn an_algorithm_by_name_is_obeyed_or_skipped() {
    let mut lines = Vec::new();
    for (kinds, [near, far]) in
        KINDS.iter().zip([["[0.9, 0.3]", "[7, 5]"], ["[0.9, 0.3, 0.2]", "[7, 5, 6]"]])
    {
        for (i, a) in kinds.iter().enumerate() {
            for b in &kinds[i..] {
                for (question, t) in
                    ["penetration", "intersects", "contact"].iter().zip([near, far, near])
                {
                    lines.push(format!(
                        r#"{{"query": "{question}", "a": {{{a}, "pose": {{}}}}, "b": {{{b}, "pose": {{"t": {t}}}}}}}"#
                    ));
                }
            }
        }
    }
    let names = clearance::Algorithm::ALL;
    let (mut obeyed, mut skipped) = (0, 0);
    for asked in names {
        let run = query(lines.join("\n"), &["--algorithm", asked.name()]);
        assert_eq!(run.status, 0, "{}", run.err);
        let allowed: Vec<&str> = asked.answers().iter().map(|given| given.name()).collect();
        for (line, answer) in lines.iter().zip(run.lines()) {
            if answer["status"] == "skipped" {
                assert!(answer["error"].is_string() && asked != names[0], "{line}: {answer}");
                skipped += 1;
            } else {
                let given = answer["algorithm"].as_str().unwrap();
                assert!(allowed.contains(&given), "{} of {line}: {answer}", asked.name());
                obeyed += 1;
            }
        }
    }
    assert!(obeyed > 700 && skipped > 1000, "{obeyed} obeyed, {skipped} skipped");
}

/// Each of these algorithms answers more than two hundred of the cases; none fails or is refuted.
#[test]
fn all_cases_of_a_separating_axis_test_are_as_expected() {
    for name in SATS {
        let run = run(&["query", &cases(), "--expect", "--verify", "--algorithm", name]);
        assert_eq!(run.status, 0, "{name}: {}", run.err);
        let answers = run.lines();
        let served = answers.iter().filter(|a| a["status"] != "skipped").count();
        assert!(served > 250, "{name} served {served}");
        let proven = |a: &&Value| a["status"] != "skipped" && a["verdict"] == "proven";
        assert_eq!(answers.iter().filter(proven).count(), served, "{name}");
    }
}

#[test]
fn the_trace_has_a_line_for_each_step() {
    let folder = folder("trace");
    let (trace, out) = (folder.join("steps.jsonl"), folder.join("out.jsonl"));
    let (trace, out) = (trace.to_str().unwrap(), out.to_str().unwrap());
    // GJK and EPA answer this pair: there is no closed form.
    let cone = r#""kind": "cone", "radius": 0.5, "half_height": 0.5, "axis": "z""#;
    let lines = format!("{}\n{}\n", pair(CUBE, cone, 3.0), pair(CUBE, cone, 0.5));
    let run = query(lines, &["--trace", trace, "-o", out]);
    assert_eq!((run.status, run.out.as_str()), (0, ""), "answers go to the file");
    assert_eq!(std::fs::read_to_string(out).unwrap().lines().count(), 2);
    let steps = std::fs::read_to_string(trace).unwrap();
    let steps: Vec<Value> = steps.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let names = |id: u64| -> Vec<&str> {
        let of_pair = steps.iter().filter(|s| s["id"] == id);
        of_pair.map(|s| s["step"].as_str().unwrap()).collect()
    };
    for id in [1, 2] {
        assert_eq!((names(id).first(), names(id).last()), (Some(&"start"), Some(&"finish")));
        assert!(names(id).contains(&"support") && names(id).contains(&"bounds"));
    }
    assert!(names(2).contains(&"face") && !names(1).contains(&"face"));
}

#[test]
fn input_that_cannot_be_read_is_status_2() {
    let folder = folder("unreadable");
    let missing = run(&["query", folder.join("none.jsonl").to_str().unwrap()]);
    assert_eq!((missing.status, missing.out.as_str()), (2, ""));
    assert!(missing.err.contains("cannot read") && missing.err.contains("none.jsonl"));
    assert_eq!(run(&["query", folder.to_str().unwrap()]).status, 2);
    let good = file(&folder, "good.jsonl", &pair(BALL, BALL, 3.0));
    assert_eq!(run(&["query", &good]).status, 0);
    assert_eq!(run(&["query", &good, "--algorithm", "magic"]).status, 2);
    assert_eq!(run(&["query", &good, "-o", folder.to_str().unwrap()]).status, 2);
    assert_eq!(run(&["query"]).status, 2);
    assert_eq!(run(&[]).status, 2);
    assert_eq!(run(&["--help"]).status, 0);
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let once = run(&["query", &cases(), "--verify"]);
    assert!(once.out == run(&["query", &cases(), "--verify"]).out);
}

#[test]
fn a_closed_standard_error_does_not_stop_the_command() {
    let folder = folder("deaf");
    let wrong = pair(BALL, BALL, 3.0).replacen('{', r#"{"expected": {"signed_distance": 9}, "#, 1);
    let path = file(&folder, "wrong.jsonl", &wrong);
    assert_eq!(run_with_closed_stderr(&["query", &path, "--expect"]), 3);
    assert_eq!(run_with_closed_stderr(&["query", folder.join("none.jsonl").to_str().unwrap()]), 2);
}
