//! Contacts: patches of all kinds of pairs.

use clearance::answer::{ContactPoint, Manifold};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use clearance::verify::{Verdict, check_patch};
use clearance::{Collider, Contact, PieceId};
use clearance_testing::{Random, pairs};

use super::{Tally, shape};
use crate::common::pairs::{Maker, Stand, pose};

const LIES: [&str; 5] =
    ["half the depth", "a turned normal", "another facet", "another part", "a point moved off"];

struct Case<V: Vector> {
    shapes: [Collider<V>; 2],
    poses: [Pose<V>; 2],
}

impl<V: Maker> Case<V> {
    fn verdict(&self, pieces: [PieceId; 2], manifold: &Manifold<V>) -> Verdict {
        let ([a, b], [pose_a, pose_b]) = (&self.shapes, &self.poses);
        check_patch(a, pose_a, b, pose_b, pieces, manifold)
    }

    fn lie(&self, patch: &Contact<V>, which: &str) -> Option<Verdict> {
        let mut pieces = [patch.piece_a, patch.piece_b];
        let (mut normal, points) = (patch.manifold.normal, patch.manifold.points());
        let mut points: Vec<ContactPoint<V>> = points.to_vec();
        match which {
            "half the depth" => {
                for point in &mut points {
                    point.separation = point.separation * V::Scalar::of(0.5);
                    point.point_b = point.point_a + normal * point.separation;
                }
                if patch.manifold.depth().to_f64() < 1e-3 {
                    return None;
                }
            }
            "a turned normal" => {
                let aside =
                    V::unit((0..V::DIM).fold(0, |k, i| {
                        if normal.get(i).abs() < normal.get(k).abs() { i } else { k }
                    }));
                normal = V::narrow((normal.widen() + aside.widen() * 0.1).unit_along()?);
                if patch.manifold.depth().to_f64() < 1e-3 {
                    return None;
                }
            }
            "another facet" => pieces[0].facet = Some(pieces[0].facet? + 1),
            "another part" => pieces[1].part += 1,
            _ => {
                points[0].point_a = points[0].point_a + normal * V::Scalar::of(0.01);
                points[0].point_b = points[0].point_b + normal * V::Scalar::of(0.01);
            }
        }
        Some(self.verdict(pieces, &Manifold::new(normal, points)))
    }
}

fn sweep<V: Maker>(seed: u64, count: usize) {
    let mut random = Random::new(seed);
    let (mut tally, mut lies, mut pairs) = (Tally::default(), [Tally::default(); 5], 0);
    for i in 0..count {
        let shapes = [shape::<V>(&mut random), shape::<V>(&mut random)];
        if shapes.iter().all(|shape| matches!(shape, Collider::Convex(_))) {
            continue;
        }
        let (at_a, at_b) = (Stand::random(&mut random, 0.5), Stand::random(&mut random, 1.5));
        let case = Case { shapes, poses: [pose(&at_a, 1.0), pose(&at_b, 1.0)] };
        let ([a, b], [pose_a, pose_b]) = (&case.shapes, &case.poses);
        let margin = V::Scalar::of([0.0, 0.05][random.below(2)]);
        let found = clearance::contacts(a, pose_a, b, pose_b, margin);
        pairs += usize::from(!found.is_empty());
        for patch in found.iter().take(6) {
            let verdict = tally.add(case.verdict([patch.piece_a, patch.piece_b], &patch.manifold));
            assert_ne!(verdict, Verdict::Refuted, "{i}: {patch:?}");
            for (which, tally) in LIES.iter().zip(&mut lies) {
                if let Some(verdict) = case.lie(patch, which) {
                    tally.add(verdict);
                }
            }
        }
    }
    let told = format!("{tally:?} {pairs} {lies:?}");
    // Of two surfaces in space less is known: their depth may end past a surface.
    let least =
        if V::DIM == 2 { [0.99, 0.99, 0.6, 0.99, 0.99] } else { [0.6, 0.99, 0.6, 0.95, 0.95] };
    assert!(tally.proven * 2 > tally.count() && pairs > count / 2, "{told}");
    for ((which, tally), least) in LIES.iter().zip(lies).zip(least) {
        assert!(tally.count() > count, "{which}: {told}");
        assert!(tally.refuted as f64 >= least * tally.count() as f64, "{which}: {told}");
    }
}

#[test]
fn patches_are_proven_and_lies_refuted() {
    sweep::<Vec3>(1, pairs(200));
    sweep::<DVec3>(2, pairs(200));
    sweep::<Vec2>(3, pairs(200));
    sweep::<DVec2>(4, pairs(200));
}
