//! Contacts with a slop: what it may change, and what it may not. Shapes of a lattice meet at their
//! corners and edges, and overlap by a little more or less than the slop.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::Cuboid;
use clearance::space::Vector;
use clearance::verify::{Verdict, check_manifold, check_manifold_with_slop};
use clearance::{Cache, Pose, Query};

use super::lattice::{each, recipe, stand};
use crate::common::pairs::{Kind, Maker, Pair, kinds};
use clearance_testing::Random;

const SLOP: f64 = 0.0078125;
/// The cosine of the least angle between the exact normal and one that a slop puts in its place.
const NEAR: f64 = 0.75;

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    found: usize,
    /// Not changed by the slop.
    same: usize,
    left_out: usize,
    /// With another normal.
    turned: usize,
    proven: usize,
}

/// Moves B beside A: along one axis the gap or overlap is at most twice the slop, along a second
/// axis it is up to six times the slop.
fn beside<V: Maker>(random: &mut Random, pair: &mut Pair) {
    let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses::<V>(1.0));
    let (of_a, of_b) = (a.aabb(&pose_a), b.aabb(&pose_b));
    let first = random.below(V::DIM);
    let second = (first + 1 + random.below(V::DIM - 1)) % V::DIM;
    let targets = [random.range(-2.0, 2.0) * SLOP, random.range(-2.0, 6.0) * SLOP];
    for (axis, target) in [first, second].into_iter().zip(targets) {
        let gap = of_b.min.get(axis).to_f64() - of_a.max.get(axis).to_f64();
        if gap.is_finite() && random.below(16) > 0 {
            pair.at_b.t[axis] += target - gap;
        }
    }
}

impl Counts {
    fn look<V: Maker>(&mut self, random: &mut Random, kinds: [Kind; 2]) {
        let [a, b] = kinds.map(|kind| recipe(random, kind, V::DIM));
        let mut pair = Pair { a, b, at_a: stand(random), at_b: stand(random) };
        beside::<V>(random, &mut pair);
        let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses::<V>(1.0));
        let margin = V::Scalar::of([0.0, 0.25, 0.5, 0.5][random.below(4)]);
        let slop = V::Scalar::of(SLOP);
        let query = || Query::new(&a, &pose_a, &b, &pose_b);
        let (exact, found) = (query().manifold(margin), query().slop(slop).manifold(margin));
        let mut cache = Cache::default();
        for _ in 0..2 {
            let again = query().slop(slop).cache(&mut cache).manifold(margin);
            assert_eq!(again.is_some(), found.is_some(), "a cache changes nothing: {pair:?}");
        }
        let Some(exact) = exact else {
            assert!(found.is_none(), "a slop adds no contact: {pair:?}");
            return;
        };
        self.found += 1;
        let answer = query().clearance();
        let Some(found) = found else {
            assert!(answer.upper.to_f64() >= -1.001 * SLOP, "it is deeper: {pair:?}\n{answer:?}");
            self.left_out += 1;
            return;
        };
        if found == exact {
            self.same += 1;
            return;
        }
        let cosine = found.normal.widen().dot(exact.normal.widen());
        assert!(cosine < NEAR + 1e-3, "{cosine}: {pair:?}\n{exact:?}\n{found:?}");
        assert!(answer.upper.to_f64() > SLOP, "{pair:?}\n{answer:?}");
        self.turned += 1;
        let proof = query().certificate();
        let with = check_manifold_with_slop(&a, &pose_a, &b, &pose_b, &found, &proof, slop);
        let without = check_manifold(&a, &pose_a, &b, &pose_b, &found, &proof);
        assert_ne!(with, Verdict::Refuted, "{pair:?}\n{exact:?}\n{found:?}");
        assert_ne!(without, Verdict::Proven, "{pair:?}\n{exact:?}\n{found:?}");
        self.proven += usize::from(with == Verdict::Proven);
    }

    fn sweep<V: Maker>(&mut self, seed: u64, count: usize) {
        let mut random = Random::new(seed);
        // At least one of the two has faces.
        let faces = [Kind::Cuboid, Kind::Triangle, [Kind::Polygon, Kind::Hull][V::DIM - 2]];
        for a in faces {
            for b in faces.iter().chain(kinds(V::DIM)) {
                (0..count).for_each(|_| self.look::<V>(&mut random, [a, *b]));
            }
        }
        println!("{self:?}");
    }
}

#[test]
fn a_slop_changes_contacts_at_seams_and_no_others() {
    let mut seen = Counts::default();
    let count = each(600);
    seen.sweep::<DVec2>(41, count);
    seen.sweep::<Vec2>(42, count);
    seen.sweep::<DVec3>(43, count);
    seen.sweep::<Vec3>(44, count);
    assert!(seen.same > seen.found / 4, "{seen:?}");
    assert!(seen.left_out > 10_000 || count < 600, "{seen:?}");
    assert!(seen.turned > 0 && seen.proven * 2 > seen.turned, "{seen:?}");
}

/// A hull of many small faces keeps its contacts: the faces next to the deepest are nearly as deep.
#[test]
fn round_hulls_keep_their_contacts() {
    let mut random = Random::new(45);
    let points: Vec<Vec3> = (0..2_000).map(|_| random.direction3().as_vec3() * 0.1).collect();
    let hull = clearance::shape::Hull::new(points).unwrap();
    for _ in 0..200 {
        let gap = random.range(-SLOP, SLOP);
        let way = random.direction3() * (0.2 + gap);
        let at = Pose::new(way.as_vec3(), random.rotation().as_quat()).unwrap();
        let query = || Query::new(&hull, &Pose::IDENTITY, &hull, &at);
        let slop = SLOP as f32;
        assert!(query().manifold(0.02).is_some());
        assert_eq!(query().slop(slop).manifold(0.02), query().manifold(0.02));
    }
}

/// Two boxes, one beside the other and slightly below its top.
#[test]
fn the_normal_at_a_seam_is_that_of_the_top() {
    let (tile, body) = (Cuboid::new(DVec3::ONE).unwrap(), Cuboid::new(DVec3::splat(0.5)).unwrap());
    // The corner is beside the tile, but the box is tilted so that it is above the tile elsewhere.
    let turn = clearance::glam::DQuat::from_rotation_y(-0.02);
    let low = Pose::new(DVec3::ZERO, turn).unwrap().transform_point(DVec3::new(-0.5, 0.0, -0.5));
    let at = DVec3::new(-1.02, 0.0, 0.999) - low;
    let query_at = Pose::new(at, turn).unwrap();
    let query = || Query::new(&tile, &Pose::IDENTITY, &body, &query_at);
    let exact = query().manifold(0.05).unwrap();
    assert!(exact.normal.z > 0.9);
    assert_eq!(query().slop(0.01).manifold(0.05), Some(exact), "the faces are above each other");

    let at = Pose::at(DVec3::new(-1.505, 0.0, 1.499)).unwrap();
    let query = || Query::new(&tile, &Pose::IDENTITY, &body, &at);
    assert_eq!(query().manifold(0.05).unwrap().normal, -DVec3::X);
    assert_eq!(query().slop(f64::NAN).manifold(0.05), query().manifold(0.05));
    assert_eq!(query().slop(-1.0).manifold(0.05), query().manifold(0.05));
    assert!(query().slop(0.01).manifold(0.05).is_none());
    // With a slop other than that of the cache, a new search runs.
    let mut cache = Cache::default();
    for slop in [0.0, 0.01, 0.0] {
        let found = query().slop(slop).cache(&mut cache).manifold(0.05);
        assert_eq!(found.is_none(), slop > 0.0);
    }
}

/// A face that rises above the border of a tile, from a corner that is beside the tile and slightly
/// below its top.
#[test]
fn the_points_at_a_seam_are_along_the_normal_of_the_top() {
    let tile = Cuboid::new(DVec2::ONE).unwrap();
    let corners = [[0.5, 0.0], [0.0, 0.5], [-0.5, 0.0], [0.0, -0.5]].map(DVec2::from_array);
    let diamond = clearance::shape::Polygon::new(corners).unwrap();
    let at = Pose::at(DVec2::new(1.02, 1.499)).unwrap();
    let query = || Query::new(&tile, &Pose::IDENTITY, &diamond, &at);
    let exact = query().manifold(0.05).unwrap();
    assert!((exact.normal - DVec2::splat(0.5_f64.sqrt())).length() < 1e-12);
    let found = query().slop(0.01).manifold(0.05).unwrap();
    assert_eq!(found.normal, DVec2::Y);
    assert_eq!(found.points().len(), 1);
    let point = found.deepest();
    assert!((point.separation - 0.019).abs() < 1e-12, "{point:?}");
    assert!((point.point_a - DVec2::ONE).length() < 1e-12, "{point:?}");
    let check = |slop| {
        let proof = query().certificate();
        check_manifold_with_slop(&tile, &Pose::IDENTITY, &diamond, &at, &found, &proof, slop)
    };
    assert_eq!([check(0.01), check(0.0)], [Verdict::Proven, Verdict::Unproven]);
}
