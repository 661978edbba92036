//! What a cache knows of bodies that have hardly moved, without their shapes, against new searches.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Turn, Vector};
use clearance::{Cache, Manifold, Pose, Query, Sweep};
use clearance_testing::Random;

use super::check::{Ruled, Trial};
use crate::common::pairs::{Maker, Pair};

/// How far bodies may move between two searches, as a share of the margin: `SHARE` of
/// `patch/rest.rs`.
const SHARE: f64 = 1.0 / 64.0;

#[derive(Debug, Default)]
struct Kept {
    contacts: usize,
    apart: usize,
    /// The cache did not know.
    unknown: usize,
}

/// A pose off by up to this length and this angle.
fn nudged<V: Vector>(random: &mut Random, pose: &Pose<V>, by: f64) -> Pose<V> {
    let way = random.in_cube(by);
    let turn = V::wedge_of(random.in_cube(by).to_array());
    let sweep = Sweep::new(pose, V::from_fn(|i| V::Scalar::of(way[i])), turn).unwrap();
    sweep.pose_at(V::Scalar::ONE).unwrap()
}

/// The separations are those of the points of the last manifold, as places of both bodies.
fn follow_their_places<V: Vector>(
    found: &Manifold<V>,
    [then, now]: [&Pose<V>; 2],
    still: &clearance::Still<V>,
    margin: V::Scalar,
    rounding: f64,
) {
    assert_eq!(found.points().len(), still.separations().len());
    for (point, separation) in found.points().iter().zip(still.separations()) {
        let b = now.transform_point(point.local_b(then));
        let along = (b - point.point_a).dot(still.normal).to_f64();
        let off = along.min(margin.to_f64()) - separation.to_f64();
        assert!(off.abs() <= rounding, "{off:e} {rounding:e}");
    }
}

fn sweep<V, W>(seed: u64, pairs: usize) -> Kept
where
    V: Maker + Vector<Wide = W>,
    W: Ruled<Scalar = f64, Wide = W> + Maker + Vector<Turn: Turn<Vector = W>>,
{
    let (mut random, mut kept) = (Random::new(seed), Kept::default());
    for i in 0..pairs {
        let pair = Pair::random::<W>(&mut random);
        let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses::<V>(1.0));
        let (wide_a, wide_b) = pair.shapes::<W>(1.0);
        let straight = !pair.a.curved() && !pair.b.curved();
        let start = pose_a.inverse() * pose_b;
        let margin = V::Scalar::of([0.02, 0.1, 0.5][random.below(3)]);
        let step = [1e-4, 1e-3, 3e-3][random.below(3)] * margin.to_f64();
        let mut cache = Cache::default();
        assert_eq!(cache.still(&start, margin), None);
        let found = Query::relative(&a, &b, &start).cache(&mut cache).manifold(margin);
        for _ in 0..16 {
            let pose = nudged(&mut random, &start, step);
            let Some(still) = cache.still(&pose, margin) else {
                kept.unknown += 1;
                continue;
            };
            assert_eq!(cache.still(&pose, margin * V::Scalar::of(1.5)), None);
            let separations: Vec<f64> = still.separations().iter().map(|s| s.to_f64()).collect();
            let trial = Trial {
                a: (wide_a.clone(), Pose::IDENTITY),
                b: (wide_b.clone(), pose.widen()),
                margin: margin.to_f64(),
                straight,
            };
            let fresh = trial.check();
            let rounding = 64.0 * V::Scalar::EPSILON.to_f64() * trial.size();
            let near =
                trial.tolerances()[0] + 2.0 * (fresh.answer.upper - fresh.answer.lower) + rounding;
            let exact = fresh.answer.signed_distance.min(trial.margin);
            let moved = SHARE * trial.margin;
            // The query at this pose knows the same.
            let mut copy = cache;
            let asked = Query::relative(&a, &b, &pose).cache(&mut copy).manifold(margin);
            assert!(copy.is_at_rest(), "{i}");
            let asked: Vec<f64> =
                asked.iter().flat_map(Manifold::points).map(|p| p.separation.to_f64()).collect();
            assert_eq!(asked, separations, "{i}");
            let Some(found) = &found else {
                kept.apart += 1;
                assert!(separations.is_empty() && exact >= trial.margin - near, "{i}: {exact:e}");
                continue;
            };
            kept.contacts += 1;
            follow_their_places(found, [&start, &pose], &still, margin, rounding);
            let deepest = separations.iter().fold(f64::INFINITY, |least, s| least.min(*s));
            let off = deepest - exact;
            let most = 2.0 * moved + near + if V::DIM == 3 { trial.margin / 16.0 } else { 0.0 };
            assert!(-off <= 2.0 * moved + near && off <= most, "{i}: {off:e} {moved:e} {near:e}");
            let length = still.normal.widen().norm();
            assert!((length - 1.0).abs() <= 4.0 * V::Scalar::EPSILON.to_f64(), "{length}");
        }
    }
    println!("{kept:?}");
    kept
}

#[test]
fn what_is_still_is_within_the_promise() {
    let all = [
        sweep::<Vec2, DVec2>(51, 500),
        sweep::<DVec2, DVec2>(52, 500),
        sweep::<Vec3, DVec3>(53, 500),
        sweep::<DVec3, DVec3>(54, 500),
    ];
    let contacts: usize = all.iter().map(|kept| kept.contacts).sum();
    assert!(contacts >= 10_000, "{all:?}");
    let often = |kept: &Kept| kept.contacts > 2_000 && kept.apart > 500 && kept.unknown > 100;
    assert!(all.iter().all(often), "{all:?}");
}
