//! Tests of `shape::around`.

use clearance_testing::Random;
use glam::{DVec2, DVec3};

use clearance_geometry::shape::{
    Capsule, Cone, Convex, Cuboid, Cylinder, Ellipsoid, NO_ID, Triangle,
};
use clearance_geometry::space::{Axis, DVector, Motion, Pose, Vector};

/// The box holds the support points along the axes, and is larger by no more than the slack.
fn check<C: Convex<V: DVector + Vector<Wide = C::V>>>(shape: &C, pose: &Pose<C::V>) {
    let (motion, around) = (Motion::of(pose), shape.aabb(pose));
    let size = shape.reach() + motion.translation.max_abs() + shape.radius_wide();
    for i in 0..C::V::DIM {
        for (sign, side) in [(-1.0, around.min), (1.0, around.max)] {
            let direction = motion.unrotate(C::V::unit(i) * sign);
            let point = motion.apply(shape.support_wide(direction, NO_ID).point);
            let beyond = sign * (side.get(i) - point.get(i)) - shape.radius_wide();
            assert!(beyond > 0.0 && beyond < 2e-14 * size, "{beyond} of {size}, {i} {sign}");
        }
    }
}

#[test]
fn the_box_is_that_of_support_points() {
    let mut random = Random::new(5);
    for i in 0..4_000 {
        let turn = random.rotation();
        let far = random.range(-20.0, 20.0).exp2();
        let pose =
            Pose::new(random.in_cube(far), if i % 7 == 0 { glam::DQuat::IDENTITY } else { turn })
                .unwrap();
        let size = |random: &mut Random| random.range(-20.0, 3.0).exp2();
        let sizes = DVec3::new(size(&mut random), size(&mut random), size(&mut random));
        let axis = *random.one_of(&[Axis::X, Axis::Y, Axis::Z]);
        check(&Cuboid::new(sizes).unwrap(), &pose);
        check(&Ellipsoid::new(sizes).unwrap(), &pose);
        check(&Cylinder::<DVec3>::new(axis, sizes.x, sizes.y).unwrap(), &pose);
        check(&Cone::<DVec3>::new(axis, sizes.x, sizes.y).unwrap(), &pose);
        check(&Capsule::new(random.in_cube(1.0), random.in_cube(2.0), sizes.z).unwrap(), &pose);
        let [a, b, c] = [(); 3].map(|()| random.in_cube(1.0));
        check(&Triangle::new(a, b, c).unwrap(), &pose);
        let flat = Pose::new(random.in_cube(far).truncate(), random.range(-4.0, 4.0)).unwrap();
        check(&Cuboid::new(DVec2::new(sizes.x, sizes.y)).unwrap(), &flat);
        check(&Ellipsoid::new(DVec2::new(sizes.x, sizes.y)).unwrap(), &flat);
    }
}
