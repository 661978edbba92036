//! The named rays of `cases/cases.jsonl`.

use clearance::glam::{DVec2, Vec2};
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::{Pose, Ray, Shape};
use serde_json::Value;

use crate::common::rays::cast_ray;

fn raycasts() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/cases.jsonl");
    let text = std::fs::read_to_string(path).expect("the cases are part of the repository");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter(|case| case["query"] == "raycast").collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Checks one case: A is a moving point, B is at rest. The normal in the file is from A to B.
fn check<V: Vector>(case: &Value, shape: &Shape<V>, pose: &Pose<V>, tolerance: f64) {
    let vector = |v: &Value| V::from_fn(|i| V::Scalar::of(number(&v[i])));
    let ray = Ray::new(
        vector(&case["a"]["pose"]["t"]),
        vector(&case["cast"]["va"]),
        V::Scalar::of(number(&case["cast"]["tmax"])),
    );
    let hit = cast_ray(shape, pose, &ray.expect("a ray"));
    let (id, expected) = (&case["id"], &case["expected"]);
    assert_eq!(hit.is_some(), expected["hit"] == true, "{id}");
    let Some(hit) = hit else { return };
    let time = number(&expected["toi"]);
    let tolerance = number(&expected["tol"]).max(tolerance);
    assert!((hit.time.to_f64() - time).abs() <= tolerance, "{id}: {} {time}", hit.time);
    assert!(hit.lower.to_f64() <= time && time <= hit.upper.to_f64(), "{id}: {hit:?}");
    let normal: V = vector(&expected["normal"]);
    assert!((hit.normal + normal).max_abs().to_f64() < 1e-6, "{id}: {:?}", hit.normal);
}

#[test]
fn the_named_rays() {
    let (mut wide, mut short) = (0, 0);
    for case in raycasts() {
        assert_eq!(case["dim"], 2);
        let body = &case["b"];
        let shape: Shape<DVec2> = serde_json::from_value(body.clone()).expect("a shape");
        let pose = serde_json::from_value(body["pose"].clone()).expect("a pose");
        check(&case, &shape, &pose, 0.0);
        wide += 1;
        if case["f32_representable"] == true {
            let shape: Shape<Vec2> = serde_json::from_value(body.clone()).expect("a shape");
            let pose = serde_json::from_value(body["pose"].clone()).expect("a pose");
            check(&case, &shape, &pose, 1e-4);
            short += 1;
        }
    }
    assert_eq!((wide, short), (3, 2));
}
