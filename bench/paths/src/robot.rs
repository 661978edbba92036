//! The robot of the options among a table and five boxes, and random paths of it.

use std::path::PathBuf;

use anyhow::ensure;
use clearance::d3_f64::{Cuboid, DQuat, DVec3, Pose};
use clearance::paths::{FirstContact, Path, Prover, World};
use clearance_models::{Model, Notes, Sources};
use clearance_testing::Random;

use crate::Options;

/// The middle and half the extents of a table and five boxes, in metres.
pub const BOXES: [([f64; 3], [f64; 3]); 6] = [
    ([0.3, 0.0, -0.03], [0.6, 0.8, 0.02]),
    ([0.5, 0.4, 0.2], [0.05, 0.08, 0.1]),
    ([0.5, -0.4, 0.3], [0.05, 0.08, 0.1]),
    ([0.0, 0.6, 0.4], [0.05, 0.08, 0.1]),
    ([0.6, 0.0, 0.75], [0.05, 0.08, 0.1]),
    ([-0.4, 0.3, 0.3], [0.05, 0.08, 0.1]),
];

/// A file of the example.
pub fn example(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenes/panda").join(file)
}

/// The robot's file.
pub fn urdf(options: &Options) -> PathBuf {
    options.robot.clone().unwrap_or_else(|| example("panda.urdf"))
}

/// The middle and half the extents of the table and the boxes around the robot.
pub fn boxes(options: &Options) -> Vec<([f64; 3], [f64; 3])> {
    let is_example = options.robot.is_none();
    let mut boxes = if is_example || options.boxes.is_some() { BOXES.to_vec() } else { Vec::new() };
    if let (Some(table), Some(lower)) = (boxes.first_mut(), options.boxes) {
        table.0[2] -= lower;
    }
    boxes
}

/// The robot, and what is around it if it is the example. Pairs may touch that the SRDF file disables, and those that
/// touch where all joints are at 0: they are joined in ways that no file says.
pub fn world(options: &Options) -> anyhow::Result<World> {
    let is_example = options.robot.is_none();
    let sources = Sources {
        urdf: urdf(options),
        srdf: options.srdf.clone().or(is_example.then(|| example("panda.srdf"))),
        packages: Vec::new(),
        hulls: !options.meshes,
        visuals: false,
    };
    let corner = DVec3::splat(options.far);
    let mut notes = Notes::default();
    let model = Model::load(&sources, &Pose::new(corner, DQuat::IDENTITY)?, &mut notes)?;
    let mut world = World::new(model.robot.clone())?;
    model.allow_disabled(&mut world, &mut notes);
    if let Some(count) = options.cloud {
        world.add_cloud("cloud", scan(count).into_iter().map(|(at, radius)| (corner + at, radius)))?;
    } else {
        for (k, (place, half)) in boxes(options).into_iter().enumerate() {
            let pose = Pose::at(corner + DVec3::from_array(place))?;
            world.add(&format!("box {k}"), [(pose, Cuboid::new(DVec3::from_array(half))?.into())])?;
        }
    }
    let start = Path::new(&model.robot, vec![model.robot.neutral()])?;
    while let FirstContact::Found { meeting, .. } = Prover::new(world.clone()).first_contact(&start, 1e-6) {
        world.allow(&meeting.pair[0], &meeting.pair[1])?;
    }
    Ok(world)
}

/// A scan of the table and the boxes: about as many balls as are asked for, on their surfaces.
fn scan(count: usize) -> Vec<(DVec3, f64)> {
    let area = |half: [f64; 3]| 8.0 * (half[0] * half[1] + half[1] * half[2] + half[2] * half[0]);
    let step = (BOXES.iter().map(|(_, half)| area(*half)).sum::<f64>() / count as f64).sqrt();
    let mut balls = Vec::new();
    for (center, half) in BOXES {
        for axis in 0..3 {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            let [m, n] = [u, v].map(|k| (2.0 * half[k] / step).ceil() as i32);
            for (i, j) in (0..=m).flat_map(|i| (0..=n).map(move |j| (i, j))) {
                for side in [-1.0, 1.0] {
                    let mut at = DVec3::from_array(center);
                    at[axis] += side * half[axis];
                    at[u] += half[u] * (2.0 * f64::from(i) / f64::from(m) - 1.0);
                    at[v] += half[v] * (2.0 * f64::from(j) / f64::from(n) - 1.0);
                    balls.push((at, 0.7 * step));
                }
            }
        }
    }
    balls
}

/// Configurations, each joint within a part of its limits around 0.
struct Anywhere {
    neutral: Vec<f64>,
    limits: Vec<[f64; 2]>,
    part: f64,
}

impl Anywhere {
    fn sample(&self, rng: &mut Random) -> Vec<f64> {
        let joints = self.neutral.iter().zip(&self.limits);
        joints.map(|(at, [lo, hi])| at + self.part * (rng.range(*lo, *hi) - at)).collect()
    }
    fn near(&self, rng: &mut Random, from: &[f64], step: f64) -> Vec<f64> {
        let joints = from.iter().zip(&self.limits);
        joints.map(|(at, [lo, hi])| (at + rng.range(-step, step)).clamp(*lo, *hi)).collect()
    }
}

/// Paths of two rows whose ends are free of contacts. For robots that are hardly ever free with all joints anywhere,
/// joints are nearer to 0.
pub fn paths(prover: &Prover, options: &Options) -> anyhow::Result<Vec<Path>> {
    let robot = prover.world().robot();
    let limits = robot.limits().iter().map(|limits| limits.unwrap_or([-3.14, 3.14])).collect();
    let mut anywhere = Anywhere { neutral: robot.neutral(), limits, part: options.part };
    let mut rng = Random::new(88172645463325252);
    let (mut refused, mut paths) = (0, Vec::new());
    while paths.len() < options.paths {
        let from = anywhere.sample(&mut rng);
        if prover.touches(&from)? {
            refused += 1;
            if refused > 50 {
                (anywhere.part, refused) = (0.8 * anywhere.part, 0);
                ensure!(anywhere.part > 1e-3, "the robot is never free");
            }
            continue;
        }
        refused = 0;
        for _ in 0..30 {
            let to = match options.step {
                Some(step) => anywhere.near(&mut rng, &from, step),
                None => anywhere.sample(&mut rng),
            };
            if !prover.touches(&to)? {
                paths.push(Path::new(robot, vec![from, to])?);
                break;
            }
        }
    }
    let joints = robot.joints().len();
    println!("{} paths of {joints} joints over {:.0} % of their limits", paths.len(), 100.0 * anywhere.part);
    Ok(paths)
}
