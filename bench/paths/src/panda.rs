//! The Panda of `examples/panda`, its fingers open, over a table and among five boxes.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use clearance::d3_f64::{Collider, Cuboid, DQuat, DVec3, Hull, Mesh, Pose, Solid};
use clearance::paths::{Joint, JointKind, Link, Robot, World};

/// The place of each joint, its turn around x, and its limits.
const JOINTS: [([f64; 3], f64, [f64; 2]); 7] = [
    ([0.0, 0.0, 0.333], 0.0, [-2.8973, 2.8973]),
    ([0.0, 0.0, 0.0], -FRAC_PI_2, [-1.7628, 1.7628]),
    ([0.0, -0.316, 0.0], FRAC_PI_2, [-2.8973, 2.8973]),
    ([0.0825, 0.0, 0.0], FRAC_PI_2, [-3.0718, -0.0698]),
    ([-0.0825, 0.384, 0.0], -FRAC_PI_2, [-2.8973, 2.8973]),
    ([0.0, 0.0, 0.0], FRAC_PI_2, [-0.0175, 3.7525]),
    ([0.088, 0.0, 0.0], FRAC_PI_2, [-2.8973, 2.8973]),
];

/// The robot and what is around it.
pub fn world(meshes: bool, cloud: Option<usize>) -> anyhow::Result<World> {
    let link = |name: &str, file: &str| -> anyhow::Result<Link> {
        Ok(Link { name: name.into(), shapes: vec![(Pose::IDENTITY, shape(file, meshes)?)] })
    };
    let mut links = Vec::new();
    for k in 0..8 {
        links.push(link(&format!("link{k}"), &format!("link{k}"))?);
    }
    links.extend([link("hand", "hand")?, link("left", "finger")?, link("right", "finger")?]);
    let joint = |name: &str, parent: &str, child: &str, origin| Joint {
        name: name.into(),
        kind: JointKind::Fixed,
        parent: parent.into(),
        child: child.into(),
        origin,
        axis: DVec3::Z,
        limits: None,
        mimic: None,
    };
    let mut joints = Vec::new();
    for (k, (place, roll, limits)) in JOINTS.into_iter().enumerate() {
        let origin = Pose::new(DVec3::from_array(place), DQuat::from_rotation_x(roll))?;
        let fixed = joint(&format!("j{}", k + 1), &format!("link{k}"), &format!("link{}", k + 1), origin);
        joints.push(Joint { kind: JointKind::Revolute, limits: Some(limits), ..fixed });
    }
    let hand = Pose::new(DVec3::Z * 0.107, DQuat::from_rotation_z(-FRAC_PI_4))?;
    let left = Pose::at(DVec3::new(0.0, 0.04, 0.0584))?;
    let right = Pose::new(DVec3::new(0.0, -0.04, 0.0584), DQuat::from_rotation_z(std::f64::consts::PI))?;
    joints.extend([joint("h", "link7", "hand", hand), joint("l", "hand", "left", left), joint("r", "hand", "right", right)]);
    let mut world = World::new(Robot::new(links, joints)?)?;
    for (a, b) in [("link5", "link7"), ("link7", "hand"), ("link6", "hand"), ("link5", "hand")] {
        world.allow(a, b)?;
    }
    if let Some(count) = cloud {
        world.add_cloud("cloud", scan(count))?;
        world.allow("link0", "cloud")?;
        return Ok(world);
    }
    for (name, (center, half)) in ["table", "box0", "box1", "box2", "box3", "box4"].into_iter().zip(boxes()) {
        let shape = Cuboid::new(DVec3::from_array(half))?;
        world.add(name, [(Pose::at(DVec3::from_array(center))?, shape.into())])?;
    }
    for name in ["table", "box0", "box1", "box2", "box3", "box4"] {
        world.allow("link0", name)?;
    }
    Ok(world)
}

/// A scan of the six boxes, to the voxel: as many balls as are asked for, about, on their surfaces.
fn scan(count: usize) -> Vec<(DVec3, f64)> {
    let boxes = boxes();
    let area = |half: [f64; 3]| 8.0 * (half[0] * half[1] + half[1] * half[2] + half[2] * half[0]);
    let step = (boxes.iter().map(|(_, half)| area(*half)).sum::<f64>() / count as f64).sqrt();
    let mut balls = Vec::new();
    for (center, half) in boxes {
        let (center, half) = (DVec3::from_array(center), DVec3::from_array(half));
        for axis in 0..3 {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            let [m, n] = [u, v].map(|k| (2.0 * half[k] / step).ceil() as i32);
            for (i, j) in (0..=m).flat_map(|i| (0..=n).map(move |j| (i, j))) {
                for side in [-1.0, 1.0] {
                    let mut at = DVec3::ZERO;
                    at[axis] = side * half[axis];
                    at[u] = half[u] * (2.0 * f64::from(i) / f64::from(m) - 1.0);
                    at[v] = half[v] * (2.0 * f64::from(j) / f64::from(n) - 1.0);
                    balls.push((center + at, 0.7 * step));
                }
            }
        }
    }
    balls
}

/// The table and five boxes: middles and half edges.
fn boxes() -> Vec<([f64; 3], [f64; 3])> {
    let places = [[0.5, 0.4, 0.2], [0.5, -0.4, 0.3], [0.0, 0.6, 0.4], [0.6, 0.0, 0.75], [-0.4, 0.3, 0.3]];
    let table = ([0.3, 0.0, -0.03], [0.6, 0.8, 0.02]);
    [table].into_iter().chain(places.map(|place| (place, [0.05, 0.08, 0.1]))).collect()
}

fn shape(name: &str, meshes: bool) -> anyhow::Result<Collider> {
    let file = format!("{}/../../examples/panda/{name}.stl", env!("CARGO_MANIFEST_DIR"));
    let mesh = clearance_mesh::read("stl", &std::fs::read(file)?).map_err(anyhow::Error::msg)?;
    let part = &mesh.parts[0];
    if !meshes {
        return Ok(Hull::new(part.points.clone())?.into());
    }
    let triangles = part.triangles.iter().map(|three| three.map(|i| i as u32)).collect();
    let (mesh, _) = Mesh::new(part.points.clone(), triangles)?.mended();
    Ok(Solid::new(mesh)?.into())
}
