//! Boxes that fly straight and bounce off the walls of a cube.

use clearance::d3::{Cuboid, Pose, Quat, Vec3};
use clearance_testing::Random;
use clearance_trees::Bounds;

struct Flyer {
    start: Vec3,
    step: Vec3,
    half: Vec3,
    turn: Quat,
}

/// A crowd of boxes, whose places follow from the number of the step.
pub struct Crowd {
    pub name: &'static str,
    side: f32,
    flyers: Vec<Flyer>,
    is_flat: bool,
}

impl Crowd {
    /// The crowds of the table: boxes of side 1, about `near` of them in a cube of side 2; `skewed` ones of sides 1 to 100;
    /// turned ones of random sides.
    pub fn all() -> Vec<Self> {
        let unit = |_: &mut Random| Vec3::splat(0.5);
        vec![
            Self::new("1k", 1_000, 10.0, false, unit),
            Self::new("10k", 10_000, 10.0, false, unit),
            Self::new("100k", 100_000, 10.0, false, unit),
            Self::new("100k sparse", 100_000, 1.0, false, unit),
            Self::flat("flat 20k", 20_000),
            Self::skewed(),
        ]
    }
    /// Turned boxes of random sides.
    pub fn turned(name: &'static str, count: usize) -> Self {
        Self::new(name, count, 6.0, true, |random| {
            let size = 0.3 + 0.2 * random.unit() as f32;
            let side = |random: &mut Random| size * (0.5 + 0.5 * random.unit() as f32);
            Vec3::new(size, side(random), side(random))
        })
    }
    fn flat(name: &'static str, count: usize) -> Self {
        let side = 2.0 * (count as f64 / 10.0).sqrt() as f32;
        Self { is_flat: true, ..Self::of(name, count, side, false, 0.02, |_| Vec3::splat(0.5)) }
    }
    fn skewed() -> Self {
        let half = |random: &mut Random| Vec3::splat(0.5 + 49.5 * random.unit().powi(10) as f32);
        Self::of("skewed", 65_536, 1380.0, false, 0.05, half)
    }
    fn new(
        name: &'static str,
        count: usize,
        near: f64,
        turned: bool,
        half: impl Fn(&mut Random) -> Vec3,
    ) -> Self {
        let side = 2.0 * (count as f64 / near).cbrt() as f32;
        Self::of(name, count, side, turned, 0.02, half)
    }
    fn of(
        name: &'static str,
        count: usize,
        side: f32,
        turned: bool,
        speed: f32,
        half: impl Fn(&mut Random) -> Vec3,
    ) -> Self {
        let mut random = Random::new(3);
        let mut flyer = || {
            let half = half(&mut random);
            let at = |random: &mut Random| side * random.unit() as f32;
            let start = Vec3::new(at(&mut random), at(&mut random), at(&mut random));
            let step = random.direction3().as_vec3() * speed * 2.0 * half.x;
            let turn = if turned { random.rotation().as_quat() } else { Quat::IDENTITY };
            Flyer { start, step, half, turn }
        };
        Self { name, side, flyers: (0..count).map(|_| flyer()).collect(), is_flat: false }
    }

    pub fn len(&self) -> usize {
        self.flyers.len()
    }
    pub fn side(&self) -> f32 {
        self.side
    }
    pub fn cuboid(&self, at: usize) -> Cuboid {
        Cuboid::new(self.flyers[at].half).expect("sides are positive")
    }
    pub fn half(&self, at: usize) -> Vec3 {
        self.flyers[at].half
    }
    fn place(&self, at: usize, step: f32) -> Vec3 {
        let flyer = &self.flyers[at];
        let folded = (flyer.start + flyer.step * step).map(|x| {
            let x = x.rem_euclid(2.0 * self.side);
            if x < self.side { x } else { 2.0 * self.side - x }
        });
        if self.is_flat { folded.with_z(0.0) } else { folded }
    }
    pub fn poses(&self, step: f32) -> Vec<Pose> {
        let pose =
            |at: usize| Pose::new(self.place(at, step), self.flyers[at].turn).expect("finite");
        (0..self.len()).map(pose).collect()
    }
    /// The boxes of a crowd that is not turned.
    pub fn boxes(&self, step: f32) -> Vec<Bounds> {
        let bounds = |at: usize| {
            let (place, half) = (self.place(at, step), self.flyers[at].half);
            Bounds { min: (place - half).to_array(), max: (place + half).to_array() }
        };
        (0..self.len()).map(bounds).collect()
    }
}
