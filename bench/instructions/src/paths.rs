//! Paths of an arm with the Panda's joints, whose links are hulls and capsules, among a table and two boxes.
//!
//! *row*: does the arm touch something in a configuration? *edge*: is a short way free, with steps of at most 0.3
//! radians as in a roadmap? *path*: is a way between any two configurations free? All ends are free of contacts.

use std::hint::black_box;

use clearance::Axis;
use clearance::d3_f64::{Capsule, Collider, Cuboid, DQuat, DVec3, Hull, Pose};
use clearance::paths::{FirstContact, Joint, JointKind, Link, Path, Prover, Robot, Verdict, World};
use clearance_testing::Random;

use crate::ask::{COUNT, Rows, cold};
use crate::shape::{Make, Recipe};

/// For each joint: its place in the frame of the one before, in metres, and its rotation about x, in quarters.
const JOINTS: [([f64; 3], f64); 7] = [
    ([0.0, 0.0, 0.333], 0.0),
    ([0.0, 0.0, 0.0], -1.0),
    ([0.0, -0.316, 0.0], 1.0),
    ([0.0825, 0.0, 0.0], 1.0),
    ([-0.0825, 0.384, 0.0], -1.0),
    ([0.0, 0.0, 0.0], 1.0),
    ([0.088, 0.0, 0.0], 1.0),
];
/// All joints turn by this much to both sides, in radians.
const LIMIT: f64 = 2.5;
/// The largest step of a joint of an edge, in radians.
const STEP: f64 = 0.3;

/// All rows of paths.
pub fn rows(rows: &Rows<'_>) {
    let made = std::cell::OnceCell::new();
    let arm = || made.get_or_init(|| Arm::new(&mut Random::new(3)));
    rows.row("3D robot", "near", "row cold", || {
        let arm = arm();
        cold(&arm.anywhere, |row| black_box(arm.prover.touches(row).expect("finite")))
    });
    rows.row("3D robot", "near", "edge cold", || arm().proven(&arm().edges));
    rows.row("3D robot", "far", "path cold", || arm().proven(&arm().paths));
    rows.row("3D robot", "near", "least cold", || {
        let arm = arm();
        cold(&arm.edges, |path| {
            black_box(&arm.prover.least(path, 1e-3 * arm.prover.extent(path))).lower > 0.0
        })
    });
}

/// The arm among its boxes, configurations, edges and long paths.
struct Arm {
    prover: Prover,
    anywhere: Vec<Vec<f64>>,
    edges: Vec<Path>,
    paths: Vec<Path>,
}

impl Arm {
    fn new(random: &mut Random) -> Self {
        let prover = Prover::new(world(random));
        let mut row = || (0..JOINTS.len()).map(|_| random.range(-LIMIT, LIMIT)).collect();
        let anywhere: Vec<Vec<f64>> = (0..COUNT).map(|_| row()).collect();
        let is_free = |row: &Vec<f64>| !prover.touches(row).expect("finite");
        let mut free = core::iter::repeat_with(row).filter(is_free);
        let starts: Vec<Vec<f64>> = free.by_ref().take(COUNT / 2).collect();
        let ends: Vec<Vec<f64>> = free.take(COUNT / 2).collect();
        let path = |from: &Vec<f64>, to| {
            Path::new(prover.world().robot(), vec![from.clone(), to]).expect("rows of seven values")
        };
        // From the start towards the end, so far that no joint moves by more than a step.
        let near = |from: &Vec<f64>, to: &Vec<f64>| -> Vec<f64> {
            from.iter()
                .zip(to)
                .map(|(from, to)| from + (to - from) * STEP / (2.0 * LIMIT))
                .collect()
        };
        let ways = || starts.iter().zip(&ends);
        let edges = ways().map(|(from, to)| (from, near(from, to))).filter(|(_, to)| is_free(to));
        let edges = edges.map(|(from, to)| path(from, to)).collect();
        let paths = ways().map(|(from, to)| path(from, to.clone())).collect();
        Self { prover, anywhere, edges, paths }
    }
    fn proven(&self, paths: &[Path]) -> [usize; 2] {
        cold(paths, |path| black_box(self.prover.clear(path, 0.0)) == Verdict::Proven)
    }
}

/// Pairs of links that touch where all joints are at 0 may touch.
fn world(random: &mut Random) -> World {
    let mut world = World::new(robot(random)).expect("a robot");
    for (name, place, half) in [
        ("table", [0.3, 0.0, -0.03], [0.6, 0.8, 0.02]),
        ("box", [0.5, 0.4, 0.2], [0.05, 0.08, 0.1]),
        ("shelf", [0.6, 0.0, 0.75], [0.05, 0.3, 0.02]),
    ] {
        let pose = Pose::at(DVec3::from_array(place)).expect("finite");
        let shape = Cuboid::new(DVec3::from_array(half)).expect("sizes");
        world.add(name, [(pose, shape.into())]).expect("a new name");
    }
    let start = Path::new(world.robot(), vec![world.robot().neutral()]).expect("a row");
    let first = |world: &World| Prover::new(world.clone()).first_contact(&start, 1e-6);
    while let FirstContact::Found { meeting, .. } = first(&world) {
        world.allow(&meeting.pair[0], &meeting.pair[1]).expect("names of the world");
    }
    world
}

/// Each link reaches to the next joint: a hull of 32 points, or a capsule.
fn robot(random: &mut Random) -> Robot {
    let mut links = Vec::new();
    let mut joints = Vec::new();
    for number in 0..=JOINTS.len() {
        let next = JOINTS.get(number).map_or([0.0, 0.0, 0.1], |(place, _)| *place);
        let (next, name) = (DVec3::from_array(next), format!("link {number}"));
        let half = (0.5 * next.length()).max(0.06);
        let shape = match number % 3 {
            1 => Collider::from(Capsule::along(Axis::Z, half, 0.06).expect("sizes")),
            _ => Hull::make(&Recipe::hull(32, [0.07, 0.07, half], random)).into(),
        };
        let along = DQuat::from_rotation_arc(DVec3::Z, next.try_normalize().unwrap_or(DVec3::Z));
        let middle = Pose::new(next * 0.5, along).expect("finite");
        links.push(Link { name: name.clone(), shapes: vec![(middle, shape)] });
        if let Some((place, quarters)) = number.checked_sub(1).map(|before| JOINTS[before]) {
            let turn = DQuat::from_rotation_x(quarters * core::f64::consts::FRAC_PI_2);
            joints.push(Joint {
                name: format!("joint {number}"),
                kind: JointKind::Revolute,
                parent: format!("link {}", number - 1),
                child: name,
                origin: Pose::new(DVec3::from_array(place), turn).expect("finite"),
                axis: DVec3::Z,
                limits: Some([-LIMIT, LIMIT]),
                mimic: None,
            });
        }
    }
    Robot::new(links, joints).expect("a chain")
}
