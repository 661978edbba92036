//! The named cases about contacts: depth and normal as for penetration.

use clearance::contact_manifold;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::is_wide;
use clearance::space::Vector;

use crate::common::cases::{Case, Readable};

/// The errors of the manifold of a case, in one precision and both orders.
fn try_case<V: Readable>(case: &Case) -> Vec<String> {
    let mut complaints = Vec::new();
    let (scale, wide) = (case.scale(), is_wide::<V>());
    let expected = case.expected("signed_distance");
    let allowed = if wide { case.expected("tol").max(1e-9 * scale) } else { 1e-5 * scale };
    for swapped in [false, true] {
        let [first, second] = if swapped { ["b", "a"] } else { ["a", "b"] };
        let ((a, pose_a), (b, pose_b)) = (case.body::<V>(first), case.body::<V>(second));
        let mut complain = |what: String| {
            complaints.push(format!(
                "{} {}: {what}",
                case.id(),
                if swapped { "swapped" } else { "" }
            ));
        };
        let margin = V::Scalar::above(expected.max(0.0) + allowed);
        let Some(manifold) = contact_manifold(&a, &pose_a, &b, &pose_b, margin) else {
            complain("no manifold".into());
            continue;
        };
        let found = manifold.deepest().separation.to_f64();
        if (found - expected).abs() > allowed {
            complain(format!("{found:e} instead of {expected:e}"));
        }
        let certain = expected.abs() > if wide { 1e-6 } else { 1e-3 } * scale;
        if case.0["expected"]["normal_unique"] == true && certain {
            let sign = if swapped { -1.0 } else { 1.0 };
            let normal = case.expected_vector::<V>("normal") * sign;
            let off = (manifold.normal.widen() - normal).norm();
            if off > if wide { 1e-6 } else { 1e-3 } {
                complain(format!("the normal is off by {off:e}"));
            }
        }
    }
    complaints
}

#[test]
fn contact_cases() {
    let mut cases = Case::still();
    cases.retain(|case| case.query() == "contact");
    assert_eq!(cases.len(), 44);
    let in_f64 = cases.iter().flat_map(|case| match case.dim() {
        3 => try_case::<DVec3>(case),
        _ => try_case::<DVec2>(case),
    });
    let short: Vec<_> = cases.iter().filter(|case| case.in_f32()).collect();
    assert_eq!(short.len(), 6);
    let in_f32 = short.iter().flat_map(|case| match case.dim() {
        3 => try_case::<Vec3>(case),
        _ => try_case::<Vec2>(case),
    });
    let complaints: Vec<_> = in_f64.chain(in_f32).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
}
