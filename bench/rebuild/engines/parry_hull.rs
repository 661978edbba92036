use parry3d::math::{Pose, Vector};
use parry3d::query::*;
use parry3d::shape::SharedShape;

fn main() {
    let x = 0.8 * std::env::args().len() as f32;
    let pose = Pose::from_translation(Vector::new(x, 0.3, 0.1));
    let corners = [1.0, -1.0].map(|s| [Vector::X * s, Vector::Y * s, Vector::Z * s]).concat();
    let hull = SharedShape::convex_hull(&corners).unwrap();
    let cuboid = SharedShape::cuboid(0.5, 0.4, 0.3);
    let mut found = Vec::<ContactManifold<(), ()>>::new();
    DefaultQueryDispatcher
        .contact_manifolds(&pose, &*cuboid, &*hull, 0.1, &mut found, &mut None)
        .unwrap();
    println!("{}", found.iter().any(|m| !m.points.is_empty()));
}
