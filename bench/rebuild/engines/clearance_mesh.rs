use clearance::d3::*;

fn main() {
    let x = 0.8 * std::env::args().len() as f32;
    let pose = Pose::at(Vec3::new(x, 0.3, 0.9)).unwrap();
    let corners = [1.0, -1.0].map(|s| [Vec3::X * s, Vec3::Y * s, Vec3::Z * s]).concat();
    let hull: Shape = Hull::new(corners).unwrap().into();
    let square = [[-2.0, -2.0], [2.0, -2.0], [2.0, 2.0], [-2.0, 2.0]];
    let square = square.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec();
    let mesh = Mesh::new(square, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let touch = intersects(&mesh, &Pose::IDENTITY, &hull, &pose);
    let gap = distance(&mesh, &Pose::IDENTITY, &hull, &pose);
    let found = contacts(&mesh, &Pose::IDENTITY, &hull, &pose, 0.1);
    println!("{touch} {gap:.2} {}", !found.is_empty());
}
