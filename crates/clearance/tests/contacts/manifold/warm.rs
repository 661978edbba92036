//! Contacts with a cache, of bodies that move by more than bodies at rest: the deepest point is less deep than the
//! shapes by at most the share of the margin that `Query::manifold` states.

use clearance::glam::{DQuat, DVec3, Vec3};
use clearance::number::Scalar;
use clearance::shape::Facet;
use clearance::space::Vector;
use clearance::{Cache, Manifold, Pose, Query, Shape};
use clearance_testing::Random;

use crate::common::pairs::{Kind, Maker, Recipe, Stand, pose};

const MARGIN: f64 = 0.02;

/// The share of the margin by which a remembered point may be less deep than the deepest: see `Query::manifold`.
const REMEMBERED: f64 = 1.0 / 32.0;

/// What a manifold of shapes of about the size 1 promises, and the rounding of `f32`.
fn tolerance<V: Vector>() -> f64 {
    1e-6 + 64.0 * V::Scalar::EPSILON.to_f64()
}

/// A body like those of the benchmark, about as large as 1.
fn body(random: &mut Random, kind: Kind) -> Recipe {
    let half = core::array::from_fn(|_| random.range(0.3, 0.7));
    let points = if kind == Kind::Hull {
        (0..32).map(|_| (random.direction3() * 0.5).to_array()).collect()
    } else {
        vec![]
    };
    Recipe { kind, points, sizes: half, axis: random.below(3), margin: 0.0 }
}

fn stand(t: DVec3, q: DQuat) -> Stand {
    Stand { t: t.to_array(), q: q.to_array(), angle: 0.0 }
}

#[derive(Debug, Default)]
struct Counts {
    /// Contacts with a point of the step before.
    hits: usize,
    /// Those whose deepest point is not the deepest of all.
    kept: usize,
    /// The largest loss of depth.
    worst: f64,
}

/// Pairs that are as deep in each other as this, for some steps of 2 mm and 0.3 degrees.
fn moving<V: Maker<Wide = DVec3>>(
    random: &mut Random,
    kinds: [Kind; 2],
    depth: f64,
    seen: &mut Counts,
) {
    let [a, b] = kinds.map(|kind| body(random, kind).make::<V>(1.0));
    for _ in 0..20 {
        let (mut t, mut q) = (random.direction3() * 0.4, random.rotation());
        if depth < 0.01 {
            // B lies on a face of A.
            (t, q) =
                (random.in_cube(0.3).with_z(2.0), DQuat::from_rotation_z(random.range(0.0, 3.0)));
        }
        let still = Pose::IDENTITY;
        let at = |t: DVec3, q: DQuat| pose::<V>(&stand(t, q), 1.0);
        let start = Query::new(&a, &still, &b, &at(t, q)).clearance();
        t -= start.normal.widen() * (start.signed_distance.to_f64() + depth);
        let mut cache = Cache::default();
        for step in 0..4 {
            let pose_b = at(t, q);
            let query = || Query::new(&a, &still, &b, &pose_b);
            let (truth, found) =
                (query().clearance(), query().cache(&mut cache).manifold(V::Scalar::of(MARGIN)));
            (t, q) = (t + random.direction3() * 0.002, {
                DQuat::from_axis_angle(random.direction3(), 0.3_f64.to_radians()) * q
            });
            let Some(found) = found else {
                assert!(truth.lower.to_f64() > MARGIN - tolerance::<V>(), "{truth:?}");
                continue;
            };
            let least = found.deepest().separation.to_f64();
            let lost = least - truth.upper.to_f64();
            let most = REMEMBERED * MARGIN + tolerance::<V>();
            assert!(lost <= most, "step {step} lost {lost:e}: {found:?} {truth:?} {a:?} {b:?}");
            let deeper = truth.lower.to_f64() - least;
            assert!(deeper <= tolerance::<V>(), "step {step}, {deeper:e} too deep: {found:?}");
            let is_warm = found.points().iter().any(|point| point.persisted);
            seen.hits += usize::from(is_warm);
            seen.kept += usize::from(is_warm && lost > 1e-5);
            seen.worst = seen.worst.max(lost);
        }
    }
}

fn suite<V: Maker<Wide = DVec3>>(seed: u64) -> usize {
    use Kind::{Cone, Cuboid, Cylinder, Hull};
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    let pairs = [[Cylinder, Cuboid], [Cylinder, Cylinder], [Cylinder, Hull], [Cone, Cuboid]];
    let pairs = [pairs, [[Cuboid, Cuboid]; 4]].concat();
    for i in 0..clearance_testing::pairs(144) {
        let depth = [0.3, 0.3, 0.01, 1e-3][(i / pairs.len()) % 4];
        moving::<V>(&mut random, pairs[i % pairs.len()], depth, &mut seen);
    }
    println!("{} {seen:?}", std::any::type_name::<V>());
    assert!(seen.kept * 100 > seen.hits, "{seen:?}");
    seen.hits
}

#[test]
fn warm_contacts_are_as_deep_as_they_state() {
    let hits = suite::<DVec3>(31) + suite::<Vec3>(32);
    assert!(hits >= 10_000, "{hits}");
}

/// A floor of six by six squares, two facets each.
fn floor<V: Vector>() -> Vec<Facet<V>> {
    const SIDE: u32 = 7;
    let at = |i: u32| V::Scalar::of(f64::from(i) - 3.0);
    let vertices: Vec<V> = (0..SIDE * SIDE)
        .map(|v| V::from_fn(|i| [at(v % SIDE), at(v / SIDE), V::Scalar::ZERO][i]))
        .collect();
    let squares = (0..(SIDE - 1) * (SIDE - 1)).map(|i| i / (SIDE - 1) * SIDE + i % (SIDE - 1));
    let facets: Vec<[u32; 3]> =
        squares.flat_map(|v| [[v, v + 1, v + 1 + SIDE], [v, v + 1 + SIDE, v + SIDE]]).collect();
    Facet::from_mesh(&vertices, &facets).unwrap()
}

/// The least separation of contacts with the front of the floor.
fn least<V: Vector>(found: impl Iterator<Item = Manifold<V>>) -> f64 {
    let on_top = |found: &Manifold<V>| found.normal.get(2).to_f64() > 0.999;
    found.filter(on_top).map(|found| found.deepest().separation.to_f64()).fold(1.0, f64::min)
}

/// A cone or a hull that sinks into a floor of facets and slides; the margin is more than its depth, as `Facet` asks.
fn slide<V: Maker<Wide = DVec3>>(seed: u64, count: usize) -> usize {
    const DEPTH: f64 = 0.03;
    const WIDE: f64 = 0.04;
    let (mut random, mut steps, mut worst) = (Random::new(seed), 0, [0.0_f64; 2]);
    let floor = floor::<V>();
    let still = Pose::IDENTITY;
    while steps < count {
        let kind = [Kind::Cone, Kind::Hull][random.below(2)];
        let shape: Shape<V> = body(&mut random, kind).make(1.0);
        let mut caches = vec![Cache::default(); floor.len()];
        let mut q = random.rotation();
        let mut t = random.in_cube(1.5).with_z(0.0);
        let way = random.direction3().with_z(0.0) * 0.02;
        let spin = DQuat::from_scaled_axis(random.direction3() * 0.01);
        while t.abs().max_element() < 1.8 && steps < count {
            (t, q) = (t + way, (spin * q).normalize());
            // The height of the body's lowest point with its origin at the height of the floor.
            let low = shape.aabb(&pose::<V>(&stand(t.with_z(0.0), q), 1.0)).min.get(2).to_f64();
            t.z = -DEPTH - low;
            let pose = pose::<V>(&stand(t, q), 1.0);
            let margin = V::Scalar::of(WIDE);
            let is_near = |facet: &Facet<V>| {
                let middle = facet.triangle().corners().iter().fold(V::ZERO, |sum, p| sum + *p);
                (middle.widen() / 3.0 - t.with_z(0.0)).length() < 2.0
            };
            let near = || floor.iter().enumerate().filter(|(_, facet)| is_near(facet));
            let query = |facet| Query::new(facet, &still, &shape, &pose);
            let cold = least(near().filter_map(|(_, facet)| query(facet).manifold(margin)));
            let warm = least(
                near().filter_map(|(i, facet)| query(facet).cache(&mut caches[i]).manifold(margin)),
            );
            let lost = [cold + DEPTH, warm + DEPTH];
            let most = [4.0 * tolerance::<V>(), REMEMBERED * WIDE + 4.0 * tolerance::<V>()];
            assert!(lost[0] <= most[0] && lost[1] <= most[1], "{lost:?} {shape:?} at {pose:?}");
            worst = [worst[0].max(lost[0]), worst[1].max(lost[1])];
            steps += 1;
            t.z = 0.0;
        }
    }
    println!("{} {steps} steps, lost {worst:?}", std::any::type_name::<V>());
    steps
}

#[test]
fn bodies_that_slide_over_flat_facets_keep_their_deepest_point() {
    let steps = slide::<DVec3>(33, 5_500) + slide::<Vec3>(34, 5_500);
    assert!(steps >= 10_000, "{steps}");
}
