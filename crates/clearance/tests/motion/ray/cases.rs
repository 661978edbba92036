//! The named rays of `cases/cases.jsonl`.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::{Pose, Ray, Shape};
use serde_json::Value;

use crate::common::cases::{Case, Readable};
use crate::common::rays::cast_ray;

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Checks one case: A is a moving point, B is at rest. The normal in the file is from A to B.
fn check<V: Readable>(case: &Case, tolerance: f64) {
    let (shape, pose): (Shape<V>, Pose<V>) = case.body("b");
    let (case, id) = (&case.0, case.id());
    let vector = |v: &Value| V::from_fn(|i| V::Scalar::of(number(&v[i])));
    let longest = case["cast"]["tmax"].as_f64().unwrap_or(f64::INFINITY);
    let ray = Ray::new(
        vector(&case["a"]["pose"]["t"]),
        vector(&case["cast"]["va"]),
        V::Scalar::of(longest),
    );
    let hit = cast_ray(&shape, &pose, &ray.expect("a ray"));
    let expected = &case["expected"];
    assert_eq!(hit.is_some(), expected["hit"] == true, "{id}");
    let Some(hit) = hit else { return };
    let time = number(&expected["toi"]);
    let tolerance = number(&expected["tol"]).max(tolerance);
    assert!((hit.time.to_f64() - time).abs() <= tolerance, "{id}: {} {time}", hit.time);
    assert!(hit.lower.to_f64() <= time && time <= hit.upper.to_f64(), "{id}: {hit:?}");
    if expected["normal"].is_array() {
        let normal: V = vector(&expected["normal"]);
        assert!((hit.normal + normal).max_abs().to_f64() < 1e-6, "{id}: {:?}", hit.normal);
    }
}

#[test]
fn the_named_rays() {
    let all = Case::raycasts();
    let mut short = 0;
    for case in &all {
        match case.dim() {
            3 => check::<DVec3>(case, 0.0),
            _ => check::<DVec2>(case, 0.0),
        }
        if case.in_f32() {
            short += 1;
            match case.dim() {
                3 => check::<Vec3>(case, 1e-4),
                _ => check::<Vec2>(case, 1e-4),
            }
        }
    }
    assert_eq!((all.len(), short), (13, 9));
}
