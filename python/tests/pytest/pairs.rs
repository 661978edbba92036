//! A million random pairs and what the library says about them, in files: `test_rust.py` asks the same from Python.
//!
//! ```text
//!   shapes.jsonl       a shape a line
//!   float32/poses      rows of 7: x, y, z, and a quaternion, of length 1 in every second row
//!           pairs      rows of 4: shape, pose, shape, pose
//!           gaps       rows of 2: do they touch, their distance
//!           depths     of the first pairs, rows of 4: depth, normal; 0 of those that do not touch
//!   float64/..
//! ```
//!
//! All numbers are `f64`, in the order of this machine's bytes: what was `f32` keeps its value.

use std::fs;
use std::path::Path;

use clearance::batch::{Batch, Booleans, Distances, Pairs, Penetrations, PoseRow};
use clearance::glam::{DVec3, Vec3};
use clearance::number::Scalar;
use clearance::shape::Shape;
use clearance::space::Vector;
use clearance_testing::Random;
use serde_json::from_str;

/// Those that take longer come later, and are in fewer pairs.
const SHAPES: &str = r#"{"kind": "box", "half_extents": [0.5, 1.0, 0.25]}
{"kind": "sphere", "radius": 0.7}
{"kind": "capsule", "p1": [0.0, 0.1, -0.6], "p2": [0.0, 0.0, 0.6], "radius": 0.3}
{"kind": "hull", "vertices": [[0.9, 0.1, 0.0], [0.0, 0.8, 0.2], [-0.7, 0.0, 0.1], [0.1, -0.6, 0.3], [0.2, 0.1, 0.7], [0.0, 0.2, -0.8]]}
{"kind": "triangle", "vertices": [[0.0, 0.0, 0.0], [1.0, 0.1, 0.0], [0.0, 1.0, 0.3]], "margin": 0.1}
{"kind": "half-space", "normal": [0.6, 0.0, 0.8], "offset": -0.5}
{"kind": "cone", "radius": 0.5, "half_height": 0.6, "axis": "x"}
{"kind": "cylinder", "radius": 0.4, "half_height": 0.5, "axis": "z"}
{"kind": "ellipsoid", "radii": [0.3, 0.5, 0.8]}
"#;
const POSES: usize = 10_000;
/// In each precision; and of how many of them the depths are asked, which takes longer.
const PAIRS: usize = 500_000;
const DEPTHS: usize = 100_000;

/// Writes all files.
pub fn write(folder: &Path) {
    write_of::<Vec3>(&folder.join("float32"));
    write_of::<DVec3>(&folder.join("float64"));
    fs::write(folder.join("shapes.jsonl"), SHAPES).unwrap();
}

fn write_of<V: Vector<Wide = DVec3>>(folder: &Path)
where
    [V::Scalar; 7]: PoseRow<V>,
{
    let shapes: Vec<Shape<V>> = SHAPES.lines().map(|line| from_str(line).unwrap()).collect();
    let mut random = Random::new(1);
    let poses: Vec<[V::Scalar; 7]> = (0..POSES).map(|row| pose(&mut random, row)).collect();
    let mut pair = || {
        let [a, b] = [(); 2].map(|()| random.below(shapes.len()).min(random.below(shapes.len())));
        [a, random.below(POSES), b, random.below(POSES)].map(|index| index as u32)
    };
    let pairs: Vec<[u32; 4]> = (0..PAIRS).map(|_| pair()).collect();
    fs::create_dir_all(folder).unwrap();
    save(&folder.join("poses"), poses.iter().flatten().map(|x| x.to_f64()));
    save(&folder.join("pairs"), pairs.iter().flatten().map(|index| f64::from(*index)));
    let batch = |count: usize| Batch::of_rows(&shapes, &poses, Pairs::Placed(&pairs[..count]));
    save(&folder.join("gaps"), gaps(&batch(PAIRS)).into_iter().flatten());
    save(&folder.join("depths"), depths(&batch(DEPTHS)).into_iter().flatten());
}

fn pose<S: Scalar>(random: &mut Random, row: usize) -> [S; 7] {
    let [x, y, z] = random.in_cube(0.8).to_array();
    let unit = random.rotation().to_array();
    let [i, j, k, w] =
        if row.is_multiple_of(2) { unit } else { unit.map(|x| x * random.range(0.5, 2.0)) };
    [x, y, z, i, j, k, w].map(S::of)
}

fn gaps<V: Vector>(batch: &Batch<'_, V>) -> Vec<[f64; 2]> {
    let (mut intersects, mut distance) = (vec![false; PAIRS], vec![V::Scalar::ZERO; PAIRS]);
    let booleans = &mut Booleans { intersects: &mut intersects, ..Default::default() };
    let distances = &mut Distances { distance: &mut distance, ..Default::default() };
    batch.intersects(booleans).unwrap();
    batch.distance(distances).unwrap();
    let rows = intersects.into_iter().zip(distance);
    rows.map(|(touches, distance)| [f64::from(u8::from(touches)), distance.to_f64()]).collect()
}

fn depths<V: Vector<Wide = DVec3>>(batch: &Batch<'_, V>) -> Vec<[f64; 4]> {
    let (mut intersects, mut depth, mut normal) =
        (vec![false; DEPTHS], vec![V::Scalar::ZERO; DEPTHS], vec![V::ZERO; DEPTHS]);
    let columns = &mut Penetrations {
        intersects: &mut intersects,
        depth: &mut depth,
        normal: &mut normal,
        ..Default::default()
    };
    batch.penetration(columns).unwrap();
    let row = |k: usize| {
        let [x, y, z] = normal[k].widen().to_array();
        if intersects[k] { [depth[k].to_f64(), x, y, z] } else { [0.0; 4] }
    };
    (0..DEPTHS).map(row).collect()
}

fn save(file: &Path, numbers: impl Iterator<Item = f64>) {
    fs::write(file, numbers.flat_map(f64::to_ne_bytes).collect::<Vec<u8>>()).unwrap();
}
