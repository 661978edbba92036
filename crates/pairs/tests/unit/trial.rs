//! The test of a search in `f32` beside the search in `f64`, on random placements of two shapes.

use clearance_pairs::cores::Cores;
use clearance_pairs::shape::Operand;
use clearance_pairs::solution::{Ask, Bounds};
use clearance_pairs::space::Motion;
use clearance_pairs::{Cache, Convex, Pose, Query, Shape};
use clearance_testing::Random;
use glam::{DQuat, DVec3};

/// The search, and what is expected of it. Lengths are relative to the size of the pair.
pub(crate) struct Trial {
    /// Is the pair one for the search?
    pub is_asked: fn(&Cores<'_, DVec3>) -> bool,
    pub solve: fn(&Cores<'_, DVec3>, Ask, Option<&mut Cache>) -> Option<Bounds>,
    /// Pairs may stay open if a shape is smaller than this.
    pub least: f64,
    /// The largest difference of the bounds of a distance.
    pub width: f64,
}

/// The largest difference of a distance from the distance in `f64`.
pub const OFF: f64 = 3e-7;

impl Trial {
    /// The bounds hold what the search in `f64` finds, and are no wider than told; and nearly all is
    /// answered that is not a touch.
    pub fn run(&self, seed: u64, shape: impl Fn(&mut Random, f64) -> Shape<DVec3>) {
        let mut random = Random::new(seed);
        // Distances of shapes apart and of overlapping ones, and whether others are beyond a limit or
        // within.
        let (mut answered, mut open) = ([0; 4], [0; 4]);
        let mut warm = Cache::default();
        for i in 0..clearance_testing::pairs(20_000) {
            let placed = Placed::random(&mut random, &shape);
            let (truth, query) = (placed.query().clearance(), placed.query());
            let (Operand::Convex(a), Operand::Convex(b)) = (&query.a, &query.b) else {
                unreachable!("a half-space")
            };
            let motion = Motion::b_in_a(&placed.poses[0], &placed.poses[1]);
            let cores = Cores::new(a, b, &motion);
            if !(self.is_asked)(&cores) {
                continue;
            }
            let (size, radii) = (cores.size + cores.radii, cores.radii);
            let (lower, upper) = (truth.lower + radii, truth.upper + radii);
            let is_small = a.reach().min(b.reach()) + radii < self.least * size;
            let limit = *random.one_of(&[0.0, 0.0, 0.01, 0.5]) * placed.size;
            let asks = [(Ask::Distance, 0.0), (Ask::Within(limit), limit)];
            for ((ask, limit), is_warm) in
                asks.into_iter().flat_map(|ask| [(ask, false), (ask, true)])
            {
                let is_apart = truth.lower > limit;
                let kind = usize::from(!is_apart) + 2 * usize::from(ask != Ask::Distance);
                let cache = is_warm.then_some(&mut warm);
                let Some(found) = (self.solve)(&cores, ask, cache) else {
                    let off = (truth.signed_distance - limit).abs();
                    open[kind] += usize::from(off > 1e-5 * size && !is_small);
                    continue;
                };
                answered[kind] += 1;
                assert!(found.lower <= upper && found.upper >= lower, "{i}: {ask:?} {truth:?}");
                if is_apart && ask == Ask::Distance {
                    let width = found.upper - found.lower;
                    assert!(width < self.width * size, "{i}: {width}");
                    assert!((found.estimate - upper).abs() < OFF * size, "{i}");
                }
            }
        }
        for kind in 0..4 {
            assert!(answered[kind] > 3000, "{answered:?} {open:?}");
            assert!(open[kind] * 50 < answered[kind], "{answered:?} {open:?}");
        }
    }
}

struct Placed {
    shapes: [Shape<DVec3>; 2],
    poses: [Pose<DVec3>; 2],
    size: f64,
}

impl Placed {
    /// Shapes of any size, anywhere, or so that the clearance is about a small number, or so that lattices
    /// touch. `shape` makes one of about a size.
    fn random(random: &mut Random, shape: impl Fn(&mut Random, f64) -> Shape<DVec3>) -> Self {
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
    fn query(&self) -> Query<'_, DVec3> {
        let ([a, b], [here, there]) = (&self.shapes, &self.poses);
        Query::new(a, here, b, there)
    }
}
