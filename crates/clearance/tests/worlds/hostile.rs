//! Poses that are not finite: nothing panics or hangs, and nothing is said to be apart.

use clearance::d3::{
    Collider, Compound, Convex, Custom, HalfSpace, Pose, Quat, Ray, Shape, Sphere, Status, Sweep,
    Triangle, Vec3,
};
use clearance_testing::Random;

use crate::make::surface;

#[test]
fn poses_that_are_not_finite_are_undecided() {
    let (mut random, mut asked) = (Random::new(1), 0);
    for _ in 0..8 {
        let mesh = Collider::from(surface::<Vec3>(&mut random));
        let ball = Collider::from(Sphere::new(0.5).unwrap());
        let both = Compound::new([(Pose::IDENTITY, mesh.clone()), (Pose::IDENTITY, ball.clone())]);
        let ground = Shape::from(HalfSpace::new(Vec3::Y, 0.0).unwrap()).into();
        let shapes = [mesh, ball, both.unwrap().into(), ground];
        for bad in [f32::NAN, f32::INFINITY] {
            let far = Pose::from_unit(Vec3::new(bad, 0.0, 0.0), Quat::IDENTITY);
            let turned = Pose::from_unit(Vec3::ZERO, Quat::from_xyzw(bad, 0.0, 0.0, 1.0));
            for pose in [far, turned] {
                for a in &shapes {
                    for b in &shapes {
                        assert_eq!(
                            clearance::clearance(a, &pose, b, &Pose::IDENTITY).status(),
                            Status::Undecided
                        );
                        let found = clearance::separation(a, &Pose::IDENTITY, b, &pose);
                        assert!(found.intersects(), "{found:?}");
                        assert!(clearance::intersects(a, &pose, b, &Pose::IDENTITY));
                        let _ = clearance::contacts(a, &pose, b, &Pose::IDENTITY, 0.1);
                        asked += 1;
                    }
                    let ray = Ray::new(Vec3::ZERO, Vec3::X, 9.0).unwrap();
                    let _ = clearance::cast_ray(a, &pose, &ray);
                    let _ = clearance::project(a, &pose, Vec3::ONE).unwrap();
                }
            }
        }
    }
    assert_eq!(asked, 8 * 4 * 16);
}

/// A user's shape whose centre, or some of whose points, are NaN.
struct Nowhere {
    is_center: bool,
}

impl Convex for Nowhere {
    type V = Vec3;
    fn support(&self, direction: Vec3) -> Vec3 {
        let point = Vec3::ONE.copysign(direction);
        if self.is_center || direction.x <= 0.0 { point } else { Vec3::NAN }
    }
    fn center(&self) -> Vec3 {
        if self.is_center { Vec3::NAN } else { Vec3::ZERO }
    }
}

#[test]
fn shapes_that_are_nowhere_are_asked_of_each_facet() {
    let mut random = Random::new(2);
    for _ in 0..8 {
        let mesh = Collider::from(surface::<Vec3>(&mut random));
        for is_center in [true, false] {
            let nowhere = Collider::from(Shape::from(Custom::new(Nowhere { is_center })));
            for [a, b] in [[&mesh, &nowhere], [&nowhere, &mesh]] {
                let found = clearance::clearance(a, &Pose::IDENTITY, b, &Pose::IDENTITY);
                assert!(found.status() != Status::Apart, "{found:?}");
                assert!(clearance::intersects(a, &Pose::IDENTITY, b, &Pose::IDENTITY));
            }
        }
    }
}

/// A triangle that is a point has no faces: one was looked up against another whose turn is none.
#[test]
fn triangles_that_are_points_are_undecided_where_there_is_no_turn() {
    let points = [Vec3::ZERO, Vec3::ONE].map(|at| Triangle::new(at, at, at).unwrap());
    let turned = Quat::from_rotation_x(1.0);
    let here = Pose::new(Vec3::new(1.9, -1.0, -0.1), turned).unwrap();
    let mut asked = 0;
    for turn in [Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)] {
        let nowhere = Pose::from_unit(Vec3::ZERO, turn);
        for a in &points {
            for b in &points {
                assert!(clearance::intersects(a, &here, b, &nowhere));
                assert!(clearance::intersects(a, &nowhere, b, &here));
                asked += 2;
            }
        }
    }
    assert_eq!(asked, 16);
}

/// A cast of a compound whose place is infinite was a miss.
#[test]
fn casts_of_what_is_nowhere_are_undecided() {
    let ball = Collider::from(Sphere::new(1.0).unwrap());
    let two = [Vec3::ZERO, Vec3::X].map(|at| (Pose::at(at).unwrap(), ball.clone()));
    let pair = Collider::from(Compound::new(two).unwrap());
    let still = Sweep::at_rest(&Pose::IDENTITY);
    for far in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
        let nowhere = Sweep::at_rest(&Pose::from_unit(Vec3::new(0.0, far, 0.0), Quat::IDENTITY));
        let found = clearance::time_of_impact(&pair, &nowhere, &ball, &still, 1.0).unwrap();
        assert!(found.hit() && found.lower == 0.0, "{far}: {found:?}");
        let found = clearance::time_of_impact(&ball, &still, &pair, &nowhere, 1.0).unwrap();
        assert!(found.hit() && found.lower == 0.0, "{far}: {found:?}");
    }
}
