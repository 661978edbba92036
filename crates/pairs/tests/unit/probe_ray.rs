//! Tests of `probe::ray`.

use clearance_pairs::probe::ray::*;
use clearance_pairs::probe::rays::{Ahead, Line, Sure, Through};
use clearance_pairs::shape::{Ball, Capsule, Cuboid, Cylinder, Geometry, Hull, Wide};
use clearance_pairs::space::{Motion, Vector};
use clearance_pairs::{Axis, Convex, HalfSpace, Pose, Ray};
use clearance_testing::Random;
use glam::{DQuat, DVec3, Vec2, Vec3};

/// How often a ray is surely ahead, inside, missed, and open.
type Seen = [u32; 4];

/// What is sure of a ray is what both ends of the chord say.
fn compare<C: Convex>(shape: &C, pose: &Pose<C::V>, random: &mut Random, seen: &mut Seen) {
    let motion = Motion::of(pose);
    let origin = Wide::<C>::from_fn(|_| 3.0 * random.signed());
    let inside = random.below(4) == 0;
    let origin = if inside { origin * 0.1 } else { origin };
    let target = Wide::<C>::from_fn(|_| 1.5 * random.signed());
    let line = Line::new(origin, target - origin);
    for hollow in [false, true] {
        let fast = sure(shape, &motion, &line, hollow).expect("a closed form");
        let slow = through(shape, &motion, &line, hollow);
        let say = (&fast, &slow, &line);
        match (fast, slow) {
            (Sure::Ahead(ahead), Through::Met { bounds: [lower, upper], place, leaves }) => {
                let Ahead { at, error, normal } = ahead;
                assert!(at - error <= upper && lower <= at + error && !leaves, "{say:?}");
                assert!((normal - place.normal).norm() < 1e-9, "{say:?}");
                seen[0] += 1;
            }
            (Sure::Inside, Through::Inside) => seen[1] += 1,
            (Sure::Missed, Through::Missed) => seen[2] += 1,
            (Sure::Open, _) | (_, Through::Unclear) => seen[3] += u32::from(!hollow),
            _ => panic!("{say:?}"),
        }
    }
}

/// Most rays are surely ahead, inside, or missed if the closed form tells misses.
fn check(seen: Seen, tells_misses: bool) {
    let [ahead, inside, missed, open] = seen;
    let all = ahead + inside + missed + open;
    assert!(10 * ahead > all && 20 * inside > all, "{seen:?}");
    let least = if tells_misses { missed } else { open };
    assert!(10 * least > all && (!tells_misses || 20 * open < all), "{seen:?}");
}

#[test]
fn sure_results_are_those_of_both_ends() {
    let (mut random, mut plane, mut space) = (Random::new(1), [[0; 4]; 3], [[0; 4]; 4]);
    for _ in 0..5000 {
        let [r, h, k] = [(); 3].map(|()| 0.2 + 0.6 * random.unit() as f32);
        let random = &mut random;
        let at = Vec2::new(random.signed() as f32, random.signed() as f32) * 0.1;
        let pose = Pose::new(Vec2::ZERO, random.signed() as f32).unwrap();
        compare(&Ball::new(r).unwrap(), &pose, random, &mut plane[0]);
        compare(&Cuboid::new(Vec2::new(r, h)).unwrap(), &pose, random, &mut plane[1]);
        let capsule = Capsule::new(at - Vec2::X * h, at + Vec2::X * h, 0.5 * r).unwrap();
        compare(&capsule, &pose, random, &mut plane[2]);
        let pose = Pose::new(Vec3::ZERO, random.rotation().as_quat()).unwrap();
        compare(&Ball::new(r).unwrap(), &pose, random, &mut space[0]);
        compare(&Cuboid::new(Vec3::new(r, h, k)).unwrap(), &pose, random, &mut space[1]);
        let at = at.extend(0.1);
        let capsule = Capsule::new(at - Vec3::X * h, at + Vec3::X * h, 0.5 * r).unwrap();
        compare(&capsule, &pose, random, &mut space[2]);
        compare(&Cylinder::new(Axis::Y, h, r).unwrap(), &pose, random, &mut space[3]);
    }
    plane.into_iter().for_each(|seen| check(seen, true));
    // Cylinders leave misses open.
    space.into_iter().enumerate().for_each(|(i, seen)| check(seen, i != 3));
}

/// With a pose that is not finite nothing is claimed: no miss, no start inside, no certain hit.
#[test]
fn poses_with_nan_prove_nothing() {
    let no = f64::NAN;
    let turn = |w| DQuat::from_xyzw(0.0, 0.0, 0.0, w);
    let poses = [
        Pose::of_parts(DVec3::new(no, 0.0, 0.0), turn(1.0)),
        Pose::of_parts(DVec3::new(0.0, 0.0, f64::INFINITY), turn(1.0)),
        Pose::of_parts(DVec3::ZERO, turn(no)),
        Pose::of_parts(DVec3::NAN, turn(0.0)),
        Pose::of_parts(DVec3::ZERO, turn(0.0)),
        Pose::of_parts(DVec3::ZERO, turn(f64::INFINITY)),
        Pose::of_parts(DVec3::ZERO, DQuat::from_xyzw(f64::INFINITY, 0.0, 0.0, 1.0)),
        Pose::of_parts(DVec3::ZERO, DQuat::from_xyzw(0.0, -f64::INFINITY, 0.0, 1.0)),
        Pose::of_parts(DVec3::ZERO, DQuat::from_xyzw(0.0, 0.0, f64::INFINITY, 1.0)),
    ];
    fn ask<G: Geometry<V = DVec3>>(shape: &G, pose: &Pose<DVec3>) {
        for from in [DVec3::ZERO, DVec3::new(-5.0, 3.0, 0.0), DVec3::X] {
            let ray = Ray::new(from, DVec3::Y, 10.0).unwrap();
            for cast in [RayCast::new(shape, pose, &ray), RayCast::new(shape, pose, &ray).hollow()]
            {
                let hit = cast.hit().expect("no miss is proven");
                assert_eq!((hit.lower, hit.upper, hit.inside), (0.0, f64::INFINITY, false));
                assert_eq!((hit.time, hit.point, hit.normal), (0.0, from, -DVec3::Y));
            }
        }
    }
    let corners: [_; 8] =
        core::array::from_fn(|i| DVec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64));
    for pose in &poses {
        ask(&Ball::new(1.0).unwrap(), pose);
        ask(&Cuboid::new(DVec3::ONE).unwrap(), pose);
        ask(&Capsule::along(Axis::X, 1.0, 0.5).unwrap(), pose);
        ask(&Cylinder::new(Axis::X, 1.0, 0.5).unwrap(), pose);
        ask(&Hull::new(corners.to_vec()).unwrap(), pose);
        ask(&HalfSpace::new(DVec3::Y, 0.0).unwrap(), pose);
    }
}
