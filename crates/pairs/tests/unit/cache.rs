//! Tests of `cache`.

use std::vec::Vec;

use clearance_pairs::cache::*;
use clearance_pairs::cores::Cores;
use clearance_pairs::gjk::simplex::Simplex;
use clearance_pairs::number::Scalar;
use clearance_pairs::shape::difference::Difference;
use clearance_pairs::shape::{Cuboid, Hull, Operand, Polygon, Segment, Triangle};
use clearance_pairs::space::{Motion, Turn, Vector};
use clearance_pairs::{ConvexShape, Pose, Query, Rounded, Shape};
use clearance_testing::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Corners that are this flat, relative to the size, count as tiny.
const TINY: f64 = 1e-3;

struct Placed<V: Vector> {
    shapes: [Shape<V>; 2],
    poses: [Pose<V>; 2],
}

fn shape<V: Vector>(random: &mut Random, size: f64, radius: f64) -> Shape<V> {
    let mut points = |count: usize| -> Vec<V> {
        let mut point = || V::from_fn(|_| V::Scalar::of(random.signed() * size));
        (0..count).map(|_| point()).collect()
    };
    let p = points(12);
    let convex: ConvexShape<V> = match random.below(4) {
        0 => Segment::new(p[0], p[1]).unwrap().into(),
        1 => Triangle::new(p[0], p[1], p[2]).unwrap().into(),
        2 => Cuboid::new(V::from_fn(|i| p[0].get(i).abs())).unwrap().into(),
        _ if V::DIM == 2 => Polygon::new(p[..3].to_vec()).unwrap().into(),
        _ => Hull::new(p).unwrap().into(),
    };
    Rounded::new(convex, V::Scalar::of(radius)).unwrap().into()
}

type Given<V> = <<V as Vector>::Turn as Turn>::Given;

impl<V: Vector> Placed<V> {
    fn random(
        random: &mut Random,
        [size_a, size_b]: [f64; 2],
        turn: &impl Fn(&mut Random) -> Given<V>,
    ) -> Self {
        let radius = if random.below(2) == 0 { random.unit() * (size_a + size_b) } else { 0.0 };
        let shapes = [shape(random, size_a, radius), shape(random, size_b, 0.0)];
        let mut pose = |size: f64| {
            let at = V::from_fn(|_| V::Scalar::of(random.signed() * size));
            Pose::new(at * V::Scalar::of(0.7), turn(random)).unwrap()
        };
        Self { shapes, poses: [pose(size_b), pose(size_a)] }
    }

    fn query(&self) -> Query<'_, V> {
        let Self { shapes: [a, b], poses: [pa, pb] } = self;
        Query::new(a, pa, b, pb)
    }

    /// The size of the pair; and whether the corners of a cache are around a place that is tiny beside
    /// it, as a simplex of full dimension.
    fn is_tiny(&self, cache: &Cache) -> (f64, bool) {
        let query = self.query();
        let (Operand::Convex(a), Operand::Convex(b)) = (&query.a, &query.b) else {
            unreachable!("a half-space")
        };
        let motion = Motion::b_in_a(&self.poses[0], &self.poses[1]);
        let cores = Cores::new(a, b, &motion);
        let mut simplex = Simplex::default();
        cache.corners(&Difference::new(a, b, &motion, cores.size), &mut simplex);
        let points = simplex.points();
        let ways = [1, 2, 3].map(|i| points[i] - points[0]);
        let flat = ways[0].wedge(ways[1]);
        let volume = if V::DIM == 2 {
            let plane = <V::Wide as Vector>::unit(0).wedge(Vector::unit(1));
            V::Wide::wedge_dot(flat, plane).abs()
        } else {
            V::Wide::volume(flat, ways[2]).abs()
        };
        (cores.size + cores.radii, simplex.len == V::DIM + 1 && volume < TINY)
    }
}

/// The cache of one pair is used for another one, of which one shape is 1e3 to 1e12 times smaller than the
/// other. Its corners are then often a tiny simplex, around which rounding may put the origin.
fn mixed<V: Vector>(seed: u64, most: f64, turn: impl Fn(&mut Random) -> Given<V>) -> usize {
    let (mut random, mut hits) = (Random::new(seed), 0);
    for i in 0..1_000_000 {
        if hits >= clearance_testing::pairs(2500) {
            break;
        }
        let other = Placed::<V>::random(&mut random, [1.0, 1.0], &turn);
        let mut cache = Cache::default();
        let query = other.query().cache(&mut cache);
        match random.below(3) {
            0 => _ = { query }.intersects(),
            1 => _ = { query }.distance(),
            _ => _ = { query }.clearance(),
        }
        let small = libm::pow(10.0, random.range(-12.0, -3.0));
        let sizes = if random.below(2) == 0 { [1.0, small] } else { [small, 1.0] };
        let placed = Placed::<V>::random(&mut random, sizes, &turn);
        let (size, is_tiny) = placed.is_tiny(&cache);
        hits += usize::from(is_tiny);
        let cold = placed.query().clearance();
        let mut copy = cache;
        let warm = placed.query().cache(&mut copy).clearance();
        assert!(warm.lower <= cold.upper && cold.lower <= warm.upper, "{i}: {warm:?} {cold:?}");
        let off = |x: V::Scalar| (x - cold.signed_distance).to_f64().abs();
        assert!(off(warm.signed_distance) <= most * size, "{i}: {warm:?} {cold:?}");
        assert!((warm.upper - warm.lower).to_f64() <= most * size, "{i}: {warm:?}");
        let mut copy = cache;
        let margin = V::Scalar::of(0.01 * small);
        if let Some(found) = placed.query().cache(&mut copy).manifold(margin) {
            let most = most * size + margin.to_f64();
            assert!(off(found.deepest().separation) <= most, "{i}: {found:?} {cold:?}");
        }
    }
    hits
}

#[test]
fn tiny_corners_of_other_pairs_are_no_overlap() {
    let plane = [
        mixed::<DVec2>(1, 1e-9, |random| random.range(-3.2, 3.2)),
        mixed::<Vec2>(2, 1e-6, |random| random.range(-3.2, 3.2) as f32),
    ];
    let space = [
        mixed::<DVec3>(3, 1e-9, |random| random.rotation()),
        mixed::<Vec3>(4, 1e-6, |random| random.rotation().as_quat()),
    ];
    let hits = [plane, space].concat().iter().sum::<usize>();
    assert!(hits >= 10_000, "{plane:?} {space:?}");
}
