//! Builds, and pairs of meshes.

use std::path::Path;

use clearance::d3::{Pose, Quat, Vec3};
use clearance_testing::Random;
use parry3d::math::{Pose as ParryPose, Rotation, Vector};

use crate::Row;
use crate::make::{Triangles, bumpy, terrain};
use crate::rays::{our_mesh, parry_mesh};

/// Builds: from vertices and triangles to a shape that answers.
pub fn builds(large: bool, measure: &mut dyn FnMut(Row<'_>)) {
    let mut shapes = vec![("bumpy 100k", bumpy(91, 1)), ("terrain 100k", terrain(224))];
    if large {
        shapes.push(("bumpy 1M", bumpy(289, 1)));
    }
    for (name, shape) in &shapes {
        let ours = || {
            std::hint::black_box(our_mesh(shape));
            Vec::new()
        };
        let parry = || {
            std::hint::black_box(parry_mesh(shape));
            Vec::new()
        };
        measure(Row {
            group: "build",
            name: (*name).to_owned(),
            entrants: vec![("clearance", Box::new(ours)), ("parry", Box::new(parry))],
            tolerance: 0.0,
        });
    }
}

/// A pose in both libraries.
pub fn poses(random: &mut Random, at: Vec3) -> (Pose, ParryPose) {
    let turn = random.rotation().as_quat();
    let ours = Pose::new(at, Quat::from_array(turn.to_array())).expect("a pose");
    let rotation = Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w);
    (ours, ParryPose::from_parts(Vector::new(at.x, at.y, at.z), rotation))
}

/// Two meshes of 10,000 triangles.
fn two() -> [Triangles; 2] {
    [bumpy(29, 1), bumpy(29, 2)]
}

/// A placement of both meshes, in both libraries.
type Placed = [(Pose, ParryPose); 2];

/// Placements by name: apart, near and overlapping.
fn placements() -> [(&'static str, Vec<Placed>); 3] {
    [("apart", 4.0, 20), ("near", 2.3, 20), ("overlapping", 1.6, 100)].map(|(name, gap, count)| {
        let mut random = Random::new(9);
        let place = |_| {
            let way = random.direction3().as_vec3() * gap;
            let a = poses(&mut random, Vec3::ZERO);
            [a, poses(&mut random, way)]
        };
        (name, (0..count).map(place).collect())
    })
}

/// Writes the meshes and the placements of [`pairs`] to a folder, for `bench/peers/mesh_pairs.py`: a line a vertex, a
/// triangle, and a placement, which is the quaternion x, y, z, w and the translation of A, and the same of B.
pub fn write(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    let lines = |name: String, rows: Vec<String>| {
        std::fs::write(folder.join(format!("{name}.txt")), rows.join("\n") + "\n")
    };
    for (name, mesh) in ["a", "b"].into_iter().zip(two()) {
        let row = |v: &Vec3| format!("{:?} {:?} {:?}", v.x, v.y, v.z);
        lines(format!("vertices_{name}"), mesh.vertices.iter().map(row).collect())?;
        let row = |[i, j, k]: &[u32; 3]| format!("{i} {j} {k}");
        lines(format!("triangles_{name}"), mesh.triangles.iter().map(row).collect())?;
    }
    for (name, placed) in placements() {
        let half = |(pose, _): &(Pose, ParryPose)| {
            let (turn, at) = (pose.turn().to_array(), pose.translation().to_array());
            turn.iter().chain(&at).map(|x| format!("{x:?}")).collect::<Vec<_>>().join(" ")
        };
        let row = |[a, b]: &Placed| half(a) + " " + &half(b);
        lines(format!("placements_{name}"), placed.iter().map(row).collect())?;
    }
    Ok(())
}

/// Two meshes of 10,000 triangles: apart, near and overlapping.
pub fn pairs(measure: &mut dyn FnMut(Row<'_>)) {
    let shapes = two();
    let [a, b] = [our_mesh(&shapes[0]), our_mesh(&shapes[1])];
    let [parry_a, parry_b] = [parry_mesh(&shapes[0]), parry_mesh(&shapes[1])];
    for (name, placed) in placements() {
        let ours = || {
            placed.iter().map(|[x, y]| clearance::distance(&a, &x.0, &b, &y.0)).collect()
        };
        // parry's distance of two meshes takes 150 ms: one of them is enough.
        let parry = || {
            let ask = |[x, y]: &Placed| {
                let found = parry3d::query::distance(&x.1, &parry_a, &y.1, &parry_b);
                found.map_or(-1.0, |found| found.distance)
            };
            placed.iter().take(1).map(ask).collect::<Vec<f32>>()
        };
        let mut entrants: Vec<(&'static str, crate::Ask<'_>)> =
            vec![("clearance", Box::new(ours))];
        entrants.push(("parry (one)", Box::new(parry)));
        measure(Row {
            group: "meshes, distance",
            name: format!("10k {name}"),
            entrants,
            tolerance: 1e-3,
        });
        if name == "apart" {
            continue;
        }
        let ours = || {
            let ask = |x: &Pose, y: &Pose| f32::from(u8::from(clearance::intersects(&a, x, &b, y)));
            placed.iter().map(|[x, y]| ask(&x.0, &y.0)).collect()
        };
        let parry = || {
            let ask = |x: &ParryPose, y: &ParryPose| {
                let meets = parry3d::query::intersection_test(x, &parry_a, y, &parry_b);
                f32::from(u8::from(meets.is_ok_and(|meets| meets.intersecting)))
            };
            placed.iter().map(|[x, y]| ask(&x.1, &y.1)).collect()
        };
        measure(Row {
            group: "meshes, intersects",
            name: format!("10k {name}"),
            entrants: vec![("clearance", Box::new(ours)), ("parry", Box::new(parry))],
            tolerance: 0.0,
        });
    }
}
