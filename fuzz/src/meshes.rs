//! Questions about two meshes of any triangles: no panic, ordered bounds, and nothing that the checker refutes.
//!
//! The bytes are two meshes, few vertices each, so that triangles share corners, lie in each other and have no area; their
//! factors and poses; then questions.

use clearance::glam::{DVec3, Vec3};
use clearance::number::Scalar;
use clearance::verify::{Verdict, check};
use clearance::{Collider, Ray, Sweep};

use crate::bodies::{Space, vector};
use crate::bytes::Bytes;
use crate::colliders::{Placed, sheet};

/// More questions take long, and find no more.
const MOST: usize = 4;

/// Asks the questions that the bytes describe, in one of the two types of vectors.
///
/// # Panics
/// Where an answer is refuted, or its bounds are not in order.
pub fn meshes(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    match bytes.below(2) {
        0 => ask_all::<Vec3>(&mut bytes),
        _ => ask_all::<DVec3>(&mut bytes),
    }
}

/// A sheet, which may be scaled. `None` where a constructor refuses.
fn scaled_sheet<V: Space>(bytes: &mut Bytes<'_>, size: f64) -> Option<Collider<V>> {
    let shape = sheet(bytes, size)?;
    match bytes.below(4) {
        0 => shape.scaled(vector(bytes, 1.0)).ok(),
        _ => Some(shape),
    }
}

fn ask_all<V: Space>(bytes: &mut Bytes<'_>) {
    let size = if bytes.below(4) == 0 { bytes.power() } else { 1.0 };
    let mut read = || Placed::<V>::read(bytes, size, scaled_sheet);
    let Some((a, b)) = read().zip(read()) else { return };
    for _ in 0..MOST {
        ask(bytes, &a, &b, size);
        if bytes.is_empty() {
            return;
        }
    }
}

fn ask<V: Space>(bytes: &mut Bytes<'_>, a: &Placed<V>, b: &Placed<V>, size: f64) {
    let zero = V::Scalar::ZERO;
    match bytes.below(6) {
        0 => {
            let proof = clearance::certificate(&a.shape, &a.pose, &b.shape, &b.pose);
            let verdict = check(&a.shape, &a.pose, &b.shape, &b.pose, &proof);
            assert_ne!(verdict, Verdict::Refuted, "{proof:?} of {a:?}, {b:?}");
        }
        1 => {
            let found = clearance::separation(&a.shape, &a.pose, &b.shape, &b.pose);
            let in_order = zero <= found.lower && found.lower <= found.upper;
            assert!(in_order && found.distance >= found.lower, "{found:?} of {a:?}, {b:?}");
            let meets = clearance::intersects(&a.shape, &a.pose, &b.shape, &b.pose);
            assert_eq!(meets, found.intersects(), "{found:?} of {a:?}, {b:?}");
        }
        2 => {
            let found = clearance::clearance(&a.shape, &a.pose, &b.shape, &b.pose);
            assert!(found.lower <= found.upper, "{found:?} of {a:?}, {b:?}");
        }
        3 => {
            let margin = V::Scalar::of(bytes.size() * size);
            for patch in clearance::contacts(&a.shape, &a.pose, &b.shape, &b.pose, margin) {
                assert!(!patch.manifold.points().is_empty(), "{patch:?} of {a:?}, {b:?}");
            }
        }
        4 => {
            let (from, along) = (vector::<V>(bytes, size), vector::<V>(bytes, size));
            if let Ok(ray) = Ray::new(from, along, V::Scalar::of(bytes.size())) {
                let first = clearance::cast_ray(&a.shape, &a.pose, &ray);
                let any = clearance::cast_ray_any(&a.shape, &a.pose, &ray);
                assert_eq!(first.is_some(), any, "{first:?} of {ray:?} at {a:?}");
            }
            if let Ok(found) = clearance::project(&a.shape, &a.pose, from) {
                assert!(found.lower <= found.upper, "{found:?} of {from:?} at {a:?}");
            }
        }
        _ => {
            let velocity = vector::<V>(bytes, size);
            let (sweep, rest) = (Sweep::linear(&b.pose, velocity), Sweep::at_rest(&a.pose));
            let until = V::Scalar::of(bytes.size());
            if let Ok(sweep) = sweep
                && let Ok(found) =
                    clearance::time_of_impact(&a.shape, &rest, &b.shape, &sweep, until)
            {
                let impact = found;
                assert!(impact.lower <= impact.upper, "{impact:?} of {a:?}, {b:?}, {sweep:?}");
            }
        }
    }
}
