use parry3d::math::{Pose, Vector};
use parry3d::query::*;
use parry3d::shape::SharedShape;

fn main() {
    let x = 0.8 * std::env::args().len() as f32;
    let pose = Pose::from_translation(Vector::new(x, 0.3, 0.1));
    let corners = [1.0, -1.0].map(|s| [Vector::X * s, Vector::Y * s, Vector::Z * s]).concat();
    let ball = SharedShape::ball(0.5);
    let capsule = SharedShape::capsule_y(0.5, 0.25);
    let cuboid = SharedShape::cuboid(0.5, 0.4, 0.3);
    let cylinder = SharedShape::cylinder(0.5, 0.4);
    let hull = SharedShape::convex_hull(&corners).unwrap();
    let pairs = [
        [&ball, &ball],
        [&ball, &cuboid],
        [&capsule, &capsule],
        [&capsule, &cuboid],
        [&cuboid, &cuboid],
        [&cylinder, &cuboid],
        [&cuboid, &hull],
        [&ball, &hull],
        [&hull, &hull],
    ];
    for [a, b] in pairs {
        let touch = intersection_test(&Pose::IDENTITY, &**a, &pose, &**b).unwrap().intersecting;
        let gap = distance(&Pose::IDENTITY, &**a, &pose, &**b).unwrap().distance;
        let mut contacts = Vec::<ContactManifold<(), ()>>::new();
        DefaultQueryDispatcher
            .contact_manifolds(&pose, &**a, &**b, 0.1, &mut contacts, &mut None)
            .unwrap();
        println!("{touch} {gap:.2} {}", contacts.iter().any(|m| !m.points.is_empty()));
    }
}
