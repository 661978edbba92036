use parry3d::math::{Pose, Vector};
use parry3d::query::*;
use parry3d::shape::*;

macro_rules! ask {
    ($pose:expr; $($a:ident $b:ident,)*) => {$(
        let touch = intersection_test(&Pose::IDENTITY, &$a, &$pose, &$b).unwrap().intersecting;
        let gap = distance(&Pose::IDENTITY, &$a, &$pose, &$b).unwrap().distance;
        let mut contacts = Vec::<ContactManifold<(), ()>>::new();
        DefaultQueryDispatcher
            .contact_manifolds(&$pose, &$a, &$b, 0.1, &mut contacts, &mut None)
            .unwrap();
        println!("{touch} {gap:.2} {}", contacts.iter().any(|m| !m.points.is_empty()));
    )*};
}

fn main() {
    // The arguments keep the compiler from knowing where B is.
    let x = 0.8 * std::env::args().len() as f32;
    let pose = Pose::from_translation(Vector::new(x, 0.3, 0.1));
    let corners = [1.0, -1.0].map(|s| [Vector::X * s, Vector::Y * s, Vector::Z * s]).concat();
    let ball = Ball::new(0.5);
    let capsule = Capsule::new_y(0.5, 0.25);
    let cuboid = Cuboid::new(Vector::new(0.5, 0.4, 0.3));
    let cylinder = Cylinder::new(0.5, 0.4);
    let hull = ConvexPolyhedron::from_convex_hull(&corners).unwrap();
    ask! { pose;
        ball ball, ball cuboid, capsule capsule, capsule cuboid, cuboid cuboid, cylinder cuboid,
        cuboid hull, ball hull, hull hull,
    }
}
