use clearance::d3::*;

fn main() {
    let x = 0.8 * std::env::args().len() as f32;
    let pose = Pose::at(Vec3::new(x, 0.3, 0.1)).unwrap();
    let corners = [1.0, -1.0].map(|s| [Vec3::X * s, Vec3::Y * s, Vec3::Z * s]).concat();
    let ball: Shape = Sphere::new(0.5).unwrap().into();
    let capsule: Shape = Capsule::along(Axis::Y, 0.5, 0.25).unwrap().into();
    let cuboid: Shape = Cuboid::new(Vec3::new(0.5, 0.4, 0.3)).unwrap().into();
    let cylinder: Shape = Cylinder::new(Axis::Y, 0.5, 0.4).unwrap().into();
    let hull: Shape = Hull::new(corners).unwrap().into();
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
        let touch = intersects(a, &Pose::IDENTITY, b, &pose);
        let gap = distance(a, &Pose::IDENTITY, b, &pose);
        let contact = contact_manifold(a, &Pose::IDENTITY, b, &pose, 0.1);
        println!("{touch} {gap:.2} {}", contact.is_some_and(|m| !m.points().is_empty()));
    }
}
