//! The fast path for boxes against the general path, which a query with an observer takes.

use clearance::answer::Algorithm;
use clearance::glam::DVec3;
use clearance::space::Motion;
use clearance::trace::{Step, Trace};
use clearance::{Cache, Manifold, Pose, Query, Shape};
use clearance_testing::Random;

use super::bodies::*;
use super::check::{Body, Trial};
use super::rest::count;

/// An observer that ignores all steps.
struct IgnoreAll;

impl Trace<DVec3> for IgnoreAll {
    fn step(&mut self, _: Step<'_, DVec3>) {}
}

/// The manifold of the general path.
pub fn general(a: &Body<DVec3>, b: &Body<DVec3>, margin: f64) -> Option<Manifold<DVec3>> {
    Query::new(&a.0, &a.1, &b.0, &b.1).trace(&mut IgnoreAll).manifold(margin)
}

/// Counts of the outcomes.
#[derive(Debug, Default)]
struct Hits {
    /// Pairs without a manifold; pairs for which the fast path had no answer and the general path
    /// ran.
    apart: usize,
    asked: usize,
    /// Answers of the fast path.
    points: [usize; 4],
    /// Both paths give the same names; or the depth is 0, where there are many normals; or there
    /// are other names, or another axis that is as good.
    same: usize,
    touching: usize,
    other: usize,
    wrong: usize,
}

impl Hits {
    fn look(&mut self, a: Body<DVec3>, b: Body<DVec3>, margin: f64) {
        let there = general(&a, &b, margin);
        let mut cache = Cache::default();
        let (found, asked) = count([&a.0, &b.0], [&a.1, &b.1], margin, &mut cache);
        let was_asked = asked.supports > 0;
        let trial = Trial { a, b, margin, straight: true };
        let size = trial.size();
        if was_asked {
            self.asked += 1;
        }
        let (Some(short), Some(long)) = (found, there) else {
            self.apart += 1;
            // A clearance close to the margin may round to either side of it.
            let least = [found, there].into_iter().flatten().map(|m| m.deepest().separation);
            self.wrong += least.filter(|s| *s < margin - 1e-12 * size).count();
            return;
        };
        self.points[short.points().len() - 1] += usize::from(!was_asked);
        let off = (short.deepest().separation - long.deepest().separation).abs();
        if off > 1e-12 * size {
            println!("off by {off:e}: {short:?} {long:?}");
            self.wrong += 1;
        }
        let touching = long.deepest().separation.abs() <= 1e-12 * size;
        if is_same(&short, &long, size) {
            self.same += 1;
        } else if touching {
            self.touching += 1;
        } else {
            self.other += 1;
        }
    }
}

/// The points have the same names and positions.
pub fn is_same(p: &Manifold<DVec3>, q: &Manifold<DVec3>, size: f64) -> bool {
    let matches = |p: &clearance::ContactPoint<DVec3>| {
        let same = q.points().iter().find(|q| q.feature == p.feature);
        same.is_some_and(|q| (p.point_a - q.point_a).length() <= 5e-3 * size)
    };
    p.points().len() == q.points().len()
        && (p.normal - q.normal).length() <= 1e-9
        && p.points().iter().all(matches)
}

pub fn cube_of(random: &mut Random) -> Shape<DVec3> {
    let ratio = [1.0, 1.0, 0.3, 0.01][random.below(4)];
    cuboid([1.0, 0.7, 0.5].map(|x| x * ratio))
}

#[test]
fn boxes_at_random() {
    let (mut random, mut hits) = (Random::new(41), Hits::default());
    let count = clearance_testing::pairs(20_000);
    for _ in 0..count {
        let [a, b] = [cube_of(&mut random), cube_of(&mut random)];
        let a = (a, Pose::new(random.in_cube(2.0), random.rotation()).unwrap());
        let target = [-0.1, -0.01, 0.0, 0.01, 0.1][random.below(5)];
        let at_origin = (a.0.clone(), Pose::IDENTITY);
        let (q, way) = (random.rotation(), random.direction3() * 3.0);
        let b = placed(&at_origin, &b, q, way, target);
        let b = in_world(&a, b);
        hits.look(a, b, [0.0, 0.02, 0.2][random.below(3)]);
    }
    println!("{hits:?}");
    assert_eq!(hits.wrong, 0);
    let short: usize = hits.points.iter().sum();
    assert!(20 * short > 9 * count && hits.points.iter().all(|n| 600 * n > count), "{hits:?}");
    assert!(hits.other * 200 < hits.same, "{hits:?}");
}

#[test]
fn boxes_that_lie_on_each_other() {
    let (mut random, mut hits) = (Random::new(42), Hits::default());
    let count = clearance_testing::pairs(20_000);
    for _ in 0..count {
        let [a, b] = [cube_of(&mut random), cube_of(&mut random)];
        let turn = [clearance::glam::DQuat::IDENTITY, random.rotation()][random.below(2)];
        let a = (a, Pose::new(random.in_cube(2.0), turn).unwrap());
        let q = slight_turn(&mut random) * cube_rotations()[random.below(24)];
        let aside = [DVec3::ZERO, random.in_cube(0.6)][random.below(2)];
        let target = [0.0, -1e-3, 1e-3, -0.05][random.below(4)];
        let at_origin = (a.0.clone(), Pose::IDENTITY);
        let b = placed(&at_origin, &b, q, DVec3::Z * 3.0 + aside, target);
        let b = in_world(&a, b);
        hits.look(a, b, [0.0, 0.02][random.below(2)]);
    }
    println!("{hits:?}");
    assert_eq!(hits.wrong, 0);
    assert!(2 * hits.points[3] > count, "{hits:?}");
    assert!(hits.other * 50 < hits.same, "{hits:?}");
}

/// Transforms from the frame of A to the world.
pub fn in_world(a: &Body<DVec3>, (b, pose): Body<DVec3>) -> Body<DVec3> {
    let at = Motion::of(&a.1).apply(pose.translation());
    (b, Pose::new(at, a.1.turn() * pose.turn()).unwrap())
}

/// With a named algorithm, boxes take the general path.
#[test]
fn a_named_algorithm_is_used() {
    let cube = cuboid([0.5; 3]);
    let over = Pose::at(DVec3::new(0.1, 0.2, 0.99)).unwrap();
    let query = || Query::new(&cube, &Pose::IDENTITY, &cube, &over);
    let by_name = query().algorithm(Algorithm::Epa).manifold(0.0).unwrap();
    let short = query().manifold(0.0).unwrap();
    assert!((by_name.depth() - short.depth()).abs() < 1e-12);
    assert_eq!(by_name.points().len(), short.points().len());
}
