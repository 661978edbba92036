//! Scenes in space.

use clearance_testing::Random;
use rapier3d::prelude::*;

use clearance_rapier::d3::Dispatcher;
use rapier3d as rapier;
pub use run::run;

#[path = "run.rs"]
mod run;

const NAME: &str = "3D";
/// Scenes that fall into a heap.
const HEAPS: &[&str] = &["hulls", "rods", "mixed", "mesh heap"];

type Make = fn(u64) -> Scene;
const SCENES: &[(&str, Make)] = &[
    ("stack", |_| stack()),
    ("pyramid", |_| pyramid()),
    ("cards", |_| cards()),
    ("jenga", |_| jenga()),
    ("wall", |_| wall()),
    ("hulls", hulls),
    ("rods", rods),
    ("ramp", |_| ramp()),
    ("dominoes", |_| dominoes()),
    ("roll", |_| roll()),
    ("mesh heap", mesh_heap),
    ("mesh slide", mesh_slide),
    ("round stack", |_| round_stack()),
    ("mixed", mixed),
];

struct Scene {
    world: PhysicsWorld,
    steps: usize,
}

fn v(x: f32, y: f32, z: f32) -> Vector {
    Vector::new(x, y, z)
}
fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::from_translation(v(x, y, z))
}
fn cube() -> ColliderBuilder {
    ColliderBuilder::cuboid(0.5, 0.5, 0.5)
}

impl Scene {
    fn new(steps: usize) -> Self {
        Self { world: PhysicsWorld::new(), steps }
    }
    fn on_a_floor(steps: usize) -> Self {
        let mut scene = Self::new(steps);
        scene.fixed(at(0.0, -1.0, 0.0), ColliderBuilder::cuboid(60.0, 1.0, 60.0).friction(0.6));
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
    /// Bodies in layers of 25, above each other, turned in any way.
    fn pour(
        &mut self,
        random: &mut Random,
        count: usize,
        shape: impl Fn(usize, &mut Random) -> ColliderBuilder,
    ) {
        for i in 0..count {
            let place =
                v((i % 5) as f32 - 2.0, 1.0 + (i / 25) as f32 * 1.1, (i / 5 % 5) as f32 - 2.0);
            let turn = Rotation::from_scaled_axis(random.in_cube(3.0).as_vec3());
            self.body(Pose::from_parts(place, turn), shape(i, random));
        }
    }
}

fn stack() -> Scene {
    let mut scene = Scene::on_a_floor(1800);
    (0..10).for_each(|i| scene.body(at(0.0, 0.5 + i as f32, 0.0), cube()));
    scene
}

/// Cylinders, rounded boxes and rounded cylinders in turn.
fn round_stack() -> Scene {
    let mut scene = Scene::on_a_floor(1800);
    for i in 0..9 {
        let shape = match i % 3 {
            0 => ColliderBuilder::cylinder(0.5, 0.5),
            1 => ColliderBuilder::round_cuboid(0.4, 0.4, 0.4, 0.1),
            _ => ColliderBuilder::round_cylinder(0.4, 0.4, 0.1),
        };
        let turn = Rotation::from_rotation_y(0.3 * i as f32);
        scene.body(Pose::from_parts(v(0.0, 0.5 + i as f32, 0.0), turn), shape);
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

/// A house of cards of three storeys.
fn cards() -> Scene {
    let mut scene = Scene::on_a_floor(600);
    let (half, thin, lean) = (0.5_f32, 0.01_f32, 0.3_f32);
    let (sin, cos) = lean.sin_cos();
    let (width, height) = (2.0 * half * sin + 2.2 * thin, 2.0 * half * cos + 2.0 * thin * sin);
    let card = |x: f32, y: f32| ColliderBuilder::cuboid(x, y, 0.35).friction(0.9);
    for level in 0..3 {
        let (count, base) = (3 - level, level as f32 * (height + 2.0 * thin));
        for k in 0..count {
            let x = (2 * k + 1 - count) as f32 * width;
            for side in [-1.0, 1.0] {
                let place = v(x + side * (half * sin + thin * cos), base + height / 2.0, 0.0);
                scene.body(
                    Pose::from_parts(place, Rotation::from_rotation_z(side * lean)),
                    card(thin, half),
                );
            }
        }
        for k in 0..count - 1 {
            let x = (2 * k + 2 - count) as f32 * width;
            scene.body(at(x, base + height + thin, 0.0), card(width * 0.99, thin));
        }
    }
    scene
}

fn jenga() -> Scene {
    let mut scene = Scene::on_a_floor(900);
    for layer in 0..15 {
        let turn = Rotation::from_rotation_y((layer % 2) as f32 * std::f32::consts::FRAC_PI_2);
        for k in -1..=1 {
            let place = turn * v(k as f32 * 0.51, 0.15 + 0.3 * layer as f32, 0.0);
            scene.body(Pose::from_parts(place, turn), ColliderBuilder::cuboid(0.25, 0.15, 0.75));
        }
    }
    scene
}

fn wall() -> Scene {
    let mut scene = Scene::on_a_floor(600);
    for row in 0..12 {
        for k in 0..12 - row % 2 {
            let x = k as f32 * 1.01 + 0.5 * (row % 2) as f32;
            scene.body(
                at(x, 0.25 + 0.5 * row as f32, 0.0),
                ColliderBuilder::cuboid(0.5, 0.25, 0.25),
            );
        }
    }
    scene
}

/// A pit of five by five.
fn pit() -> Scene {
    let mut scene = Scene::new(600);
    scene.fixed(Pose::IDENTITY, ColliderBuilder::new(SharedShape::halfspace(Vector::Y)));
    for side in [-3.0, 3.0] {
        scene.fixed(at(side, 10.0, 0.0), ColliderBuilder::cuboid(0.5, 10.0, 3.5));
        scene.fixed(at(0.0, 10.0, side), ColliderBuilder::cuboid(3.5, 10.0, 0.5));
    }
    scene
}

fn hull(random: &mut Random, count: usize, size: f32) -> ColliderBuilder {
    let points: Vec<_> = (0..count).map(|_| random.direction3().as_vec3() * size).collect();
    ColliderBuilder::convex_hull(&points).expect("a solid")
}

fn sizes(random: &mut Random) -> [f32; 2] {
    [random.range(0.15, 0.3) as f32, random.range(0.15, 0.35) as f32]
}

fn hulls(seed: u64) -> Scene {
    let mut scene = pit();
    scene.pour(&mut Random::new(seed), 200, |_, random| {
        let count = 8 + random.below(25);
        hull(random, count, 0.45)
    });
    scene
}

fn rods(seed: u64) -> Scene {
    let mut scene = pit();
    scene.pour(&mut Random::new(seed), 200, |i, random| {
        let [r, h] = sizes(random);
        match i % 3 {
            0 => ColliderBuilder::capsule_y(h, r),
            1 => ColliderBuilder::cylinder(h, r),
            _ => ColliderBuilder::cone(h, r),
        }
    });
    scene
}

fn mixed(seed: u64) -> Scene {
    let mut scene = pit();
    scene.pour(&mut Random::new(seed), 200, |i, random| {
        let [r, h] = sizes(random);
        match i % 6 {
            0 => ColliderBuilder::ball(r),
            1 => ColliderBuilder::cuboid(h, r, r),
            2 => ColliderBuilder::capsule_y(h, r),
            3 => ColliderBuilder::cylinder(h, r),
            4 => ColliderBuilder::cone(h, r),
            _ => hull(random, 16, 0.4),
        }
    });
    scene
}

/// Boxes slide down over tiles whose tops are one plane.
fn ramp() -> Scene {
    let mut scene = Scene::new(200);
    let turn = Rotation::from_rotation_z(-0.3);
    for i in 0..30 {
        let pose = Pose::from_parts(turn * v(i as f32 + 0.5, -0.5, 0.0), turn);
        scene.fixed(pose, ColliderBuilder::cuboid(0.5, 0.5, 8.0).friction(0.1));
    }
    for k in 0..12 {
        let place = turn * v(1.0 + 0.03 * k as f32, 0.25, k as f32 * 0.9 - 5.0);
        let turn = turn * Rotation::from_rotation_y(k as f32 * 0.0714);
        scene.body(
            Pose::from_parts(place, turn),
            ColliderBuilder::cuboid(0.25, 0.25, 0.25).friction(0.1),
        );
    }
    scene
}

fn dominoes() -> Scene {
    let mut scene = Scene::on_a_floor(600);
    for i in 0..40 {
        let (turn, up) = if i == 0 { (-0.25, 0.02) } else { (0.0, 0.0) };
        let pose =
            Pose::from_parts(v(i as f32 * 0.4, 0.5 + up, 0.0), Rotation::from_rotation_z(turn));
        scene.body(pose, ColliderBuilder::cuboid(0.05, 0.5, 0.25));
    }
    scene
}

/// What rolls, on its side.
fn roll() -> Scene {
    let mut scene = Scene::on_a_floor(300);
    let lying = Rotation::from_rotation_x(std::f32::consts::FRAC_PI_2);
    let shapes = [
        ColliderBuilder::cylinder(0.5, 0.5),
        ColliderBuilder::capsule_y(0.5, 0.5),
        ColliderBuilder::ball(0.5),
        ColliderBuilder::round_cylinder(0.4, 0.4, 0.1),
    ];
    for (i, shape) in shapes.into_iter().enumerate() {
        let body = RigidBodyBuilder::dynamic().linvel(v(2.0, 0.0, 0.0)).angvel(v(0.0, 0.0, -4.0));
        scene.moving(body.pose(Pose::from_parts(v(0.0, 0.5, i as f32 * 3.0), lying)), shape);
    }
    let tip = 0.5_f32.atan2(1.0);
    let pose =
        Pose::from_parts(v(0.0, 0.5 * tip.cos(), 12.0), lying * Rotation::from_rotation_x(tip));
    let body = RigidBodyBuilder::dynamic().pose(pose).linvel(v(1.0, 0.0, 0.0));
    scene.moving(body, ColliderBuilder::cone(0.5, 0.5));
    scene
}

fn mesh(count: u32, size: f32, height: impl Fn(f32, f32) -> f32) -> ColliderBuilder {
    let place = |i: u32| (i as f32 / count as f32 - 0.5) * size;
    let row = count + 1;
    let vertex = |i: u32| (place(i / row), place(i % row));
    let points = (0..row * row).map(vertex).map(|(x, z)| v(x, height(x, z), z));
    let cells = (0..count * count).map(|i| i / count * row + i % count);
    let triangles = cells.flat_map(|i| [[i, i + 1, i + row], [i + row, i + 1, i + row + 1]]);
    let flags = TriMeshFlags::FIX_INTERNAL_EDGES;
    ColliderBuilder::trimesh_with_flags(points.collect(), triangles.collect(), flags)
        .expect("a mesh")
}

fn mesh_heap(seed: u64) -> Scene {
    let mut scene = Scene::new(600);
    let bowl = |x: f32, z: f32| 0.15 * (x * 1.3).sin() * (z * 1.1).cos() + 0.02 * (x * x + z * z);
    scene.fixed(Pose::IDENTITY, mesh(24, 12.0, bowl));
    scene.pour(&mut Random::new(seed), 120, |i, random| {
        let [r, h] = sizes(random);
        match i % 4 {
            0 => ColliderBuilder::capsule_y(h, r),
            1 => ColliderBuilder::cylinder(h, r),
            2 => ColliderBuilder::cuboid(h, r, r),
            _ => hull(random, 16, 0.4),
        }
    });
    scene
}

fn mesh_slide(seed: u64) -> Scene {
    let mut scene = Scene::new(300);
    scene.fixed(Pose::IDENTITY, mesh(40, 20.0, |_, _| 0.0).friction(0.1));
    let cube = ColliderBuilder::cuboid(0.3, 0.3, 0.3);
    let shapes = [cube, ColliderBuilder::cylinder(0.3, 0.3), hull(&mut Random::new(seed), 20, 0.3)];
    for (k, shape) in shapes.into_iter().enumerate() {
        let place = v(-5.0, 0.305, k as f32 * 1.3 - 1.1);
        let body = RigidBodyBuilder::dynamic().translation(place).linvel(v(3.464, 0.0, 0.0));
        scene.moving(body, shape.friction(0.1));
    }
    scene
}
