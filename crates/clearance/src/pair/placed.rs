//! Random placements of two shapes, for the tests of searches in `f32`.

use clearance_testing::Random;
use glam::{DQuat, DVec3};

use super::Query;
use crate::shape::Shape;
use crate::space::Pose;

pub(super) struct Placed {
    pub shapes: [Shape<DVec3>; 2],
    pub poses: [Pose<DVec3>; 2],
    pub size: f64,
}

impl Placed {
    /// Shapes of any size, anywhere, or so that the clearance is about a small number, or so that lattices
    /// touch. `shape` makes one of about a size.
    pub fn random(random: &mut Random, shape: impl Fn(&mut Random, f64) -> Shape<DVec3>) -> Self {
        let size = 10.0_f64.powi(*random.one_of(&[0, 0, 0, 0, -30, 30, 3, -5]));
        let other = size * *random.one_of(&[1.0, 1.0, 1.0, 1e-2, 1e-5]);
        let shapes = [shape(random, size), shape(random, other)];
        let (turn, other_turn) = (random.rotation(), random.rotation());
        let turns = *random.one_of(&[[DQuat::IDENTITY; 2], [turn; 2], [turn, other_turn]]);
        let mut at = random.in_cube(2.5) * size;
        if random.below(3) == 0 {
            at = (at / size * 2.0).round() * (0.5 * size);
        }
        let pose = |at: DVec3, turn: DQuat| Pose::new(at, turn).unwrap();
        let here = pose(DVec3::ZERO, turns[0]);
        if random.below(3) > 0 {
            let there = pose(at, turns[1]);
            let answer = Query::new(&shapes[0], &here, &shapes[1], &there).clearance();
            let target = size * 10.0_f64.powf(random.range(-9.0, 0.3)) * random.signed().signum();
            at += answer.normal * (target - answer.signed_distance);
        }
        Self { shapes, poses: [here, pose(at, turns[1])], size }
    }
    pub fn query(&self) -> Query<'_, DVec3> {
        let ([a, b], [here, there]) = (&self.shapes, &self.poses);
        Query::new(a, here, b, there)
    }
}
