//! No manifold loses its deepest point: its least separation is the clearance, and the checker refutes a
//! manifold without it.

use clearance::glam::{DQuat, DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::verify::{Verdict, check_manifold};
use clearance::{Cache, Manifold, Pose, Query, Shape};
use clearance_testing::{Random, pairs};

use crate::common::pairs::{Kind, Maker, Pair, Recipe, Stand, pose};

/// Relative to the size: what [`Manifold`] promises, for straight and for curved shapes.
const PROMISED: [f64; 2] = [4e-9, 2e-7];

/// The share of the margin by which a remembered point may be less deep than the deepest.
const REMEMBERED: f64 = 0.1;

#[derive(Default, Debug)]
struct Counts {
    cold: u32,
    cached: u32,
    /// With points of the step before.
    kept: u32,
    four: u32,
    proven: u32,
    refuted: u32,
}

/// Two shapes at their poses, and the margin of their contact.
struct Contact<'s, V: Vector> {
    shapes: [&'s Shape<V>; 2],
    poses: [Pose<V>; 2],
    margin: f64,
    curved: bool,
}

impl<V: Vector> Contact<'_, V> {
    fn query(&self) -> Query<'_, V> {
        let ([a, b], [pose_a, pose_b]) = (self.shapes, &self.poses);
        Query::new(a, pose_a, b, pose_b)
    }

    /// By how much the deepest point is less deep than the shapes, beyond what is promised.
    fn lost(&self, found: &Manifold<V>) -> f64 {
        let reach = |shape: &Shape<V>| match shape {
            Shape::Convex(shape) => {
                use clearance::Convex;
                shape.reach() + shape.radius().to_f64()
            }
            Shape::HalfSpace(half) => half.offset().to_f64().abs(),
        };
        let size = reach(self.shapes[0])
            + reach(self.shapes[1])
            + (self.poses[0].translation() - self.poses[1].translation()).norm().to_f64();
        let far = found.points().iter().fold(size, |m, p| m.max(p.point_a.widen().max_abs()));
        let promised =
            PROMISED[usize::from(self.curved)] * size + 32.0 * V::Scalar::EPSILON.to_f64() * far;
        let answer = self.query().clearance();
        found.deepest().separation.to_f64() - answer.upper.to_f64() - promised
    }

    fn verdict(&self, found: &Manifold<V>) -> Verdict {
        let ([a, b], [pose_a, pose_b]) = (self.shapes, &self.poses);
        check_manifold(a, pose_a, b, pose_b, found, &self.query().certificate())
    }

    /// Without a cache, and with it.
    fn look(&self, cache: &mut Cache, seen: &mut Counts) {
        let margin = V::Scalar::of(self.margin);
        if let Some(found) = self.query().manifold(margin) {
            let lost = self.lost(&found);
            assert!(lost <= 0.0, "lost by {lost:e}: {found:?} {:?} {:?}", self.shapes, self.poses);
            seen.cold += 1;
            seen.four += u32::from(found.points().len() == 4);
        }
        if let Some(found) = self.query().cache(cache).manifold(margin) {
            let is_kept = found.points().iter().any(|point| point.persisted);
            let most = if is_kept { REMEMBERED * self.margin } else { 0.0 };
            let lost = self.lost(&found);
            assert!(lost <= most, "lost by {lost:e}: {found:?} {:?} {:?}", self.shapes, self.poses);
            seen.cached += 1;
            seen.kept += u32::from(is_kept);
        }
    }
}

/// Pairs of all kinds, each for some steps of a small motion.
fn all_kinds<V: Maker>(seed: u64, count: usize) -> Counts
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    while (seen.cold as usize) < count {
        let pair = Pair::random::<V::Wide>(&mut random);
        let (a, b) = pair.shapes::<V>(1.0);
        let margin = [0.0, 0.02, 0.5][random.below(3)];
        let step = libm::pow(10.0, random.range(-6.0, -1.5));
        let (mut at, mut cache) = (pair.at_b, Cache::default());
        for _ in 0..4 {
            let contact = Contact {
                shapes: [&a, &b],
                poses: [pose(&pair.at_a, 1.0), pose(&at, 1.0)],
                margin,
                curved: pair.a.curved() || pair.b.curved(),
            };
            contact.look(&mut cache, &mut seen);
            at.t = at.t.map(|x| x + step * random.signed());
            at.q = at.q.map(|x| x + step * random.signed());
            at.angle += step * random.signed();
        }
    }
    println!("{seen:?}");
    assert!(seen.kept > seen.cached / 8, "{seen:?}");
    seen
}

#[test]
fn no_kind_loses_its_deepest_point() {
    let count = pairs(16_000) / 4;
    all_kinds::<DVec2>(71, count);
    all_kinds::<Vec2>(72, count);
    all_kinds::<DVec3>(73, count);
    all_kinds::<Vec3>(74, count);
}

/// A capsule around its origin: along a random direction, or an axis.
fn stubby(random: &mut Random) -> Recipe {
    let radius = random.range(0.2, 1.0);
    let half = DVec3::X * radius * random.range(0.01, 0.35);
    Recipe {
        kind: Kind::Capsule,
        points: vec![(-half).to_array(), half.to_array()],
        sizes: [radius; 3],
        axis: 0,
        margin: 0.0,
    }
}

/// Stubby capsules that cross have both ends of both lines, and between them the deepest point.
fn crossing<V: Maker>(seed: u64) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    while seen.four < 3_000 {
        let (a, b) = (stubby(&mut random), stubby(&mut random));
        let turn = DQuat::from_rotation_z(random.range(0.05, 3.1))
            * DQuat::from_rotation_y(0.02 * random.signed());
        let apart = (a.sizes[0] + b.sizes[0]) * (1.0 + 0.003 * random.signed());
        let aside = random.in_cube(0.02) * DVec3::new(1.0, 1.0, 0.0);
        let world = random.rotation();
        let (t, q) = (world * (aside + DVec3::Z * apart), world * turn);
        let at = |t: DVec3, q: DQuat| Stand { t: t.to_array(), q: q.to_array(), angle: 0.0 };
        let mut poses = [at(DVec3::ZERO, world), at(t, q)].map(|at| pose::<V>(&at, 1.0));
        let (a, b) = (a.make::<V>(1.0), b.make::<V>(1.0));
        let mut shapes = [&a, &b];
        if random.below(2) == 0 {
            shapes.reverse();
            poses.reverse();
        }
        let contact = Contact { shapes, poses, margin: 0.03, curved: false };
        let before = seen.four;
        contact.look(&mut Cache::default(), &mut seen);
        if seen.four == before || seen.four % 16 != 0 {
            continue;
        }
        let found = contact.query().manifold(V::Scalar::of(0.03)).unwrap();
        seen.proven += u32::from(contact.verdict(&found) == Verdict::Proven);
        let (deepest, least) = (found.deepest().feature, found.deepest().separation.to_f64());
        let others = found.points().iter().copied().filter(|p| p.feature != deepest);
        let without = Manifold::new(found.normal, others);
        if without.deepest().separation.to_f64() > least + 1e-4 {
            assert_eq!(contact.verdict(&without), Verdict::Refuted, "{without:?}");
            seen.refuted += 1;
        }
    }
    println!("{seen:?}");
    assert!(seen.proven == seen.four / 16 && seen.refuted > 100, "{seen:?}");
    seen
}

#[test]
fn stubby_capsules_that_cross_keep_their_deepest_point() {
    let hits = crossing::<DVec3>(75).four
        + crossing::<DVec3>(76).four
        + crossing::<Vec3>(77).four
        + crossing::<Vec3>(78).four;
    assert!(hits >= 10_000, "{hits}");
}
