use parry3d::math::{Pose, Vector};
use parry3d::query::*;
use parry3d::shape::{SharedShape, TriMesh};

fn main() {
    let x = 0.8 * std::env::args().len() as f32;
    let pose = Pose::from_translation(Vector::new(x, 0.3, 0.9));
    let corners = [1.0, -1.0].map(|s| [Vector::X * s, Vector::Y * s, Vector::Z * s]).concat();
    let hull = SharedShape::convex_hull(&corners).unwrap();
    let square = [[-2.0, -2.0], [2.0, -2.0], [2.0, 2.0], [-2.0, 2.0]];
    let square = square.map(|[x, y]| Vector::new(x, y, 0.0)).to_vec();
    let mesh = TriMesh::new(square, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let touch = intersection_test(&Pose::IDENTITY, &mesh, &pose, &*hull).unwrap().intersecting;
    let gap = distance(&Pose::IDENTITY, &mesh, &pose, &*hull).unwrap().distance;
    let mut found = Vec::<ContactManifold<(), ()>>::new();
    DefaultQueryDispatcher
        .contact_manifolds(&pose, &mesh, &*hull, 0.1, &mut found, &mut None)
        .unwrap();
    println!("{touch} {gap:.2} {}", found.iter().any(|m| !m.points.is_empty()));
}
