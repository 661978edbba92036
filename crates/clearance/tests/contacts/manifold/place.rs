//! Contacts written to a place of the caller: whatever was there, they are those that are returned.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::{Cache, Pose, Query};
use clearance_testing::Random;

use crate::common::pairs::{Maker, Pair};

/// Counts of the contacts that followed none, of those that followed another, and of those that ended.
#[derive(Debug, Default)]
struct Counts {
    begun: usize,
    followed: usize,
    ended: usize,
}

/// One place for all pairs, each asked at a pose, at one that is nearly the same, at one that is far, and back.
fn suite<V: Maker>(seed: u64)
where
    V::Wide: Maker<Scalar = f64>,
{
    let (mut random, mut seen, count) = (Random::new(seed), Counts::default(), 2_000);
    let (mut place, mut cached) = (None, None);
    for i in 0..count {
        let pair = Pair::random::<V::Wide>(&mut random);
        let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses::<V>(1.0));
        let margin = V::Scalar::of([0.1, 0.5][i % 2]);
        let moved = |by: f64| {
            let by = V::unit(0) * V::Scalar::of(by);
            Pose::from_unit(pose_b.translation() + by, pose_b.turn())
        };
        let (mut alone, mut cache) = (Cache::default(), Cache::default());
        for pose in [pose_b, moved(1e-5), moved(20.0), pose_b] {
            let query = || Query::new(&a, &pose_a, &b, &pose);
            let had = place.is_some();
            query().manifold_into(margin, &mut place);
            assert_eq!(place, query().manifold(margin), "{pair:?}");
            query().cache(&mut cache).manifold_into(margin, &mut cached);
            let returned = query().cache(&mut alone).manifold(margin);
            assert_eq!(cached, returned, "with a cache: {pair:?}");
            let same = |found: &Option<clearance::Manifold<V>>| {
                found.as_ref().map(|found| (found.has_same_points(), found.algorithm()))
            };
            assert_eq!(same(&cached), same(&returned), "{pair:?}");
            seen.begun += usize::from(!had && place.is_some());
            seen.followed += usize::from(had && place.is_some());
            seen.ended += usize::from(had && place.is_none());
        }
    }
    println!("{} {seen:?}", std::any::type_name::<V>());
    assert!(seen.begun * 4 > count && seen.followed * 2 > count && seen.ended * 4 > count);
}

#[test]
fn a_place_is_filled_whatever_was_there() {
    suite::<Vec2>(41);
    suite::<DVec2>(42);
    suite::<Vec3>(43);
    suite::<DVec3>(44);
}
