//! Poses that are not finite: nothing panics or hangs, and nothing is said to be apart.

use clearance::d3::{Collider, Compound, Pose, Quat, Ray, Sphere, Vec3};
use clearance_testing::Random;

use crate::make::surface;

#[test]
fn poses_that_are_not_finite_are_undecided() {
    let (mut random, mut asked) = (Random::new(1), 0);
    for _ in 0..8 {
        let mesh = Collider::from(surface::<Vec3>(&mut random));
        let ball = Collider::from(Sphere::new(0.5).unwrap());
        let both = Compound::new([(Pose::IDENTITY, mesh.clone()), (Pose::IDENTITY, ball.clone())]);
        let shapes = [mesh, ball, both.unwrap().into()];
        for bad in [f32::NAN, f32::INFINITY] {
            let far = Pose::from_unit(Vec3::new(bad, 0.0, 0.0), Quat::IDENTITY);
            let turned = Pose::from_unit(Vec3::ZERO, Quat::from_xyzw(bad, 0.0, 0.0, 1.0));
            for pose in [far, turned] {
                for a in &shapes {
                    for b in &shapes {
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
    assert_eq!(asked, 8 * 4 * 9);
}
