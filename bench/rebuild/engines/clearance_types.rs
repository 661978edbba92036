use clearance::d3::*;

macro_rules! ask {
    ($pose:expr; $($a:ident $b:ident,)*) => {$(
        let touch = intersects(&$a, &Pose::IDENTITY, &$b, &$pose);
        let gap = distance(&$a, &Pose::IDENTITY, &$b, &$pose);
        let contact = contact_manifold(&$a, &Pose::IDENTITY, &$b, &$pose, 0.1);
        println!("{touch} {gap:.2} {}", contact.is_some_and(|m| !m.points().is_empty()));
    )*};
}

fn main() {
    // The arguments keep the compiler from knowing where B is.
    let x = 0.8 * std::env::args().len() as f32;
    let pose = Pose::at(Vec3::new(x, 0.3, 0.1)).unwrap();
    let corners = [1.0, -1.0].map(|s| [Vec3::X * s, Vec3::Y * s, Vec3::Z * s]).concat();
    let ball = Sphere::new(0.5).unwrap();
    let capsule = Capsule::along(Axis::Y, 0.5, 0.25).unwrap();
    let cuboid = Cuboid::new(Vec3::new(0.5, 0.4, 0.3)).unwrap();
    let cylinder = Cylinder::new(Axis::Y, 0.5, 0.4).unwrap();
    let hull = Hull::new(corners).unwrap();
    ask! { pose;
        ball ball, ball cuboid, capsule capsule, capsule cuboid, cuboid cuboid, cylinder cuboid,
        cuboid hull, ball hull, hull hull,
    }
}
