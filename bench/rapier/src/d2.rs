//! The same scenes in the plane, those that exist there.

use clearance_testing::Random;
use rapier2d::prelude::*;

use clearance_rapier::d2::Dispatcher;
use rapier2d as rapier;
pub use run::run;

#[path = "run.rs"]
mod run;

const NAME: &str = "2D";
/// Scenes that fall into a heap.
const HEAPS: &[&str] = &["hulls", "rods", "mixed", "field heap"];

type Make = fn(u64) -> Scene;
const SCENES: &[(&str, Make)] = &[
    ("stack", |_| stack()),
    ("pyramid", |_| pyramid()),
    ("wall", |_| wall()),
    ("hulls", hulls),
    ("rods", rods),
    ("ramp", |_| ramp()),
    ("dominoes", |_| dominoes()),
    ("roll", |_| roll()),
    ("field heap", field_heap),
    ("field slide", field_slide),
    ("round stack", |_| round_stack()),
    ("mixed", mixed),
];

struct Scene {
    world: PhysicsWorld,
    steps: usize,
}

fn v(x: f32, y: f32) -> Vector {
    Vector::new(x, y)
}
fn at(x: f32, y: f32, turn: f32) -> Pose {
    Pose::from_parts(v(x, y), Rotation::new(turn))
}
fn cube() -> ColliderBuilder {
    ColliderBuilder::cuboid(0.5, 0.5)
}

impl Scene {
    fn new(steps: usize) -> Self {
        Self { world: PhysicsWorld::new(), steps }
    }
    fn on_a_floor(steps: usize) -> Self {
        let mut scene = Self::new(steps);
        scene.fixed(at(0.0, -1.0, 0.0), ColliderBuilder::cuboid(60.0, 1.0).friction(0.6));
        scene
    }
    fn fixed(&mut self, pose: Pose, collider: ColliderBuilder) {
        self.world.insert(RigidBodyBuilder::fixed().pose(pose), collider);
    }
    fn body(&mut self, pose: Pose, collider: ColliderBuilder) {
        self.moving(RigidBodyBuilder::dynamic().pose(pose), collider);
    }
    fn moving(&mut self, body: RigidBodyBuilder, collider: ColliderBuilder) {
        self.world.insert(body, collider);
    }
    /// Bodies in rows of ten, above each other, turned in any way.
    fn pour(
        &mut self,
        random: &mut Random,
        count: usize,
        shape: impl Fn(usize, &mut Random) -> ColliderBuilder,
    ) {
        for i in 0..count {
            let (x, y) = ((i % 10) as f32 - 4.5, 1.0 + (i / 10) as f32 * 1.1);
            self.body(at(x, y, random.signed() as f32 * 3.0), shape(i, random));
        }
    }
}

fn stack() -> Scene {
    let mut scene = Scene::on_a_floor(1800);
    (0..10).for_each(|i| scene.body(at(0.0, 0.5 + i as f32, 0.0), cube()));
    scene
}

/// Rounded boxes and boxes in turn.
fn round_stack() -> Scene {
    let mut scene = Scene::on_a_floor(1800);
    for i in 0..9 {
        let rounded = ColliderBuilder::round_cuboid(0.4, 0.4, 0.1);
        scene.body(at(0.0, 0.5 + i as f32, 0.0), if i % 2 == 0 { rounded } else { cube() });
    }
    scene
}

fn pyramid() -> Scene {
    let mut scene = Scene::on_a_floor(600);
    for row in 0..20 {
        for k in 0..20 - row {
            let x = (k as f32 - (20 - row) as f32 / 2.0) * 1.05 + 0.5;
            scene.body(at(x, 0.5 + row as f32, 0.0), cube());
        }
    }
    scene
}

fn wall() -> Scene {
    let mut scene = Scene::on_a_floor(600);
    for row in 0..12 {
        for k in 0..12 - row % 2 {
            let x = k as f32 * 1.01 + 0.5 * (row % 2) as f32;
            scene.body(at(x, 0.25 + 0.5 * row as f32, 0.0), ColliderBuilder::cuboid(0.5, 0.25));
        }
    }
    scene
}

/// A pit of ten.
fn pit() -> Scene {
    let mut scene = Scene::new(600);
    scene.fixed(Pose::IDENTITY, ColliderBuilder::new(SharedShape::halfspace(Vector::Y)));
    for side in [-5.5, 5.5] {
        scene.fixed(at(side, 20.0, 0.0), ColliderBuilder::cuboid(0.5, 20.0));
    }
    scene
}

fn hull(random: &mut Random, count: usize, size: f32) -> ColliderBuilder {
    let points: Vec<_> =
        (0..count).map(|_| Rotation::new(7.0 * random.unit() as f32) * v(size, 0.0)).collect();
    ColliderBuilder::convex_hull(&points).expect("an area")
}

fn sizes(random: &mut Random) -> [f32; 2] {
    [random.range(0.15, 0.3) as f32, random.range(0.15, 0.35) as f32]
}

fn hulls(seed: u64) -> Scene {
    let mut scene = pit();
    scene.pour(&mut Random::new(seed), 200, |_, random| {
        let count = 5 + random.below(8);
        hull(random, count, 0.45)
    });
    scene
}

fn rods(seed: u64) -> Scene {
    let mut scene = pit();
    scene.pour(&mut Random::new(seed), 200, |_, random| {
        let [r, h] = sizes(random);
        ColliderBuilder::capsule_y(h, r)
    });
    scene
}

fn mixed(seed: u64) -> Scene {
    let mut scene = pit();
    scene.pour(&mut Random::new(seed), 200, |i, random| {
        let [r, h] = sizes(random);
        match i % 4 {
            0 => ColliderBuilder::ball(r),
            1 => ColliderBuilder::cuboid(h, r),
            2 => ColliderBuilder::capsule_y(h, r),
            _ => hull(random, 8, 0.4),
        }
    });
    scene
}

/// Boxes slide down over tiles whose tops are one line.
fn ramp() -> Scene {
    let mut scene = Scene::new(200);
    let turn = Rotation::new(-0.3);
    for i in 0..30 {
        let pose = Pose::from_parts(turn * v(i as f32 + 0.5, -0.5), turn);
        scene.fixed(pose, ColliderBuilder::cuboid(0.5, 0.5).friction(0.1));
    }
    for k in 0..6 {
        let pose = Pose::from_parts(turn * v(1.0 + 0.9 * k as f32, 0.25), turn);
        scene.body(pose, ColliderBuilder::cuboid(0.25, 0.25).friction(0.1));
    }
    scene
}

fn dominoes() -> Scene {
    let mut scene = Scene::on_a_floor(600);
    for i in 0..40 {
        let (turn, up) = if i == 0 { (-0.25, 0.02) } else { (0.0, 0.0) };
        scene.body(at(i as f32 * 0.4, 0.5 + up, turn), ColliderBuilder::cuboid(0.05, 0.5));
    }
    scene
}

fn roll() -> Scene {
    let mut scene = Scene::on_a_floor(300);
    for i in 0..3 {
        let body = RigidBodyBuilder::dynamic().linvel(v(2.0, 0.0)).angvel(-4.0);
        scene.moving(body.translation(v(i as f32 * 3.0, 0.5)), ColliderBuilder::ball(0.5));
    }
    scene
}

fn field(count: usize, size: f32, height: impl Fn(f32) -> f32) -> ColliderBuilder {
    let heights = (0..=count).map(|i| height((i as f32 / count as f32 - 0.5) * size));
    ColliderBuilder::heightfield(heights.collect(), v(size, 1.0))
}

fn field_heap(seed: u64) -> Scene {
    let mut scene = Scene::new(600);
    scene.fixed(Pose::IDENTITY, field(48, 24.0, |x| 0.15 * (x * 1.3).sin() + 0.02 * x * x));
    scene.pour(&mut Random::new(seed), 120, |i, random| {
        let [r, h] = sizes(random);
        match i % 3 {
            0 => ColliderBuilder::capsule_y(h, r),
            1 => ColliderBuilder::cuboid(h, r),
            _ => hull(random, 8, 0.4),
        }
    });
    scene
}

fn field_slide(seed: u64) -> Scene {
    let mut scene = Scene::new(300);
    scene.fixed(Pose::IDENTITY, field(40, 20.0, |_| 0.0).friction(0.1));
    let shapes = [ColliderBuilder::cuboid(0.3, 0.3), hull(&mut Random::new(seed), 8, 0.3)];
    for (k, shape) in shapes.into_iter().enumerate() {
        let place = v(-5.0 + 2.0 * k as f32, 0.305);
        let body = RigidBodyBuilder::dynamic().translation(place).linvel(v(3.464, 0.0));
        scene.moving(body, shape.friction(0.1));
    }
    scene
}
