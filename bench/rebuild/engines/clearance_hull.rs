use clearance::d3::*;

fn main() {
    let x = 0.8 * std::env::args().len() as f32;
    let pose = Pose::at(Vec3::new(x, 0.3, 0.1)).unwrap();
    let corners = [1.0, -1.0].map(|s| [Vec3::X * s, Vec3::Y * s, Vec3::Z * s]).concat();
    let hull: Shape = Hull::new(corners).unwrap().into();
    let cuboid: Shape = Cuboid::new(Vec3::new(0.5, 0.4, 0.3)).unwrap().into();
    let found = contacts(&cuboid, &Pose::IDENTITY, &hull, &pose, 0.1);
    println!("{}", !found.is_empty());
}
