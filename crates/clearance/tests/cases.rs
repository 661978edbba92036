//! Every distance, penetration and intersects case, in both precisions and both argument
//! orders, beside what 50-digit arithmetic found.
#![cfg(feature = "serde")]

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::space::Vector;
use clearance::{Pose, Shape, Status, certificate, verify};
use serde_json::Value;

fn probe<V: Vector>(case: &Value, curved: bool) -> Option<String>
where
    Shape<V>: for<'d> serde::Deserialize<'d>,
    Pose<V>: for<'d> serde::Deserialize<'d>,
{
    use clearance::number::Scalar;
    let read = |k: &str| -> (Shape<V>, Pose<V>) {
        (
            serde_json::from_value(case[k].clone()).unwrap(),
            serde_json::from_value(case[k]["pose"].clone()).unwrap(),
        )
    };
    if let Err(e) = serde_json::from_value::<Shape<V>>(case["a"].clone())
        .and(serde_json::from_value::<Shape<V>>(case["b"].clone()))
    {
        return Some(format!("{} {e} {} {}", case["id"], case["a"], case["b"]));
    }
    let ((a, pa), (b, pb)) = (read("a"), read("b"));
    let e = &case["expected"];
    let sd = e["signed_distance"].as_f64().unwrap();
    let scale = case["max_abs_input"].as_f64().unwrap();
    let tol = e["tol"].as_f64().unwrap();
    let wide = V::Scalar::EPSILON.to_f64() == f64::EPSILON;
    let cert = certificate(&a, &pa, &b, &pb);
    let ans = cert.answer;
    let got = ans.signed_distance.to_f64();
    let allowed =
        if wide { tol.max(if curved { 1e-7 } else { 1e-9 } * scale) } else { 1e-5 * scale };
    let mut why = String::new();
    if !((got - sd).abs() <= allowed) {
        why += &format!(" sd {got:e} expected {sd:e}");
    }
    let (lo, up) = (ans.lower.to_f64(), ans.upper.to_f64());
    if lo > sd + tol || up < sd - tol {
        why += &format!(" interval [{lo:e},{up:e}] misses {sd:e}");
    }
    if up - lo > allowed {
        why += &format!(" width {:e} {:?} it {}", up - lo, ans.end, ans.iterations);
    }
    let big = if wide { tol.max(1e-12 * scale) } else { 1e-5 * scale };
    if let Some(hit) = e["intersects"].as_bool() {
        if sd.abs() > big
            && (hit == (ans.status() == Status::Apart) || ans.status() == Status::Undecided)
        {
            why += &format!(" status {:?} expected {hit}", ans.status());
        }
    }
    let nlim = if !wide {
        1e-3
    } else if !curved {
        1e-6
    } else if sd > 0.0 {
        1e-5
    } else {
        1e-3
    };
    if e["normal_unique"] == true && sd.abs() > if wide { 1e-6 } else { 1e-3 } * scale {
        let n: Vec<f64> = (0..V::DIM).map(|i| ans.normal.get(i).to_f64()).collect();
        let m: Vec<f64> =
            e["normal"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
        let diff = n.iter().zip(&m).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
        if diff > nlim {
            why += &format!(" normal off {diff:e}");
        }
    }
    let verdict = verify::check(&a, &pa, &b, &pb, &cert);
    if verdict == verify::Verdict::Refuted
        || (verdict != verify::Verdict::Proven && std::env::var("V").is_ok())
    {
        why += &format!(" {verdict:?}");
    }
    if std::env::var("IT").is_ok() {
        println!("{} {} {:e}", ans.iterations, case["id"], up - lo);
    }
    (!why.is_empty()).then(|| format!("{} {}{why}", if wide { "f64" } else { "f32" }, case["id"]))
}

#[test]
fn cases_agree() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/cases.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let mut failures = Vec::new();
    let mut served = 0;
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        if !case["cast"].is_null() {
            continue;
        }
        let curved = ["a", "b"].iter().any(|k| {
            ["cylinder", "cone", "ellipse", "ellipsoid"]
                .contains(&case[k]["kind"].as_str().unwrap())
        });
        let f32s = case["f32_representable"] == true;
        served += 1;
        if case["dim"] == 3 {
            failures.extend(probe::<DVec3>(&case, curved));
            if f32s {
                failures.extend(probe::<Vec3>(&case, curved));
            }
        } else {
            failures.extend(probe::<DVec2>(&case, curved));
            if f32s {
                failures.extend(probe::<Vec2>(&case, curved));
            }
        }
    }
    for f in &failures {
        println!("{f}");
    }
    assert!(failures.is_empty(), "{} failures of {served}", failures.len());
}
