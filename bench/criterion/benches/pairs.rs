//! Boxes and 64-vertex hulls in four regimes: the base line for later work.
//!
//! far: the gap is about the size; near: 1 % of it; shallow: an overlap of 1 %; deep: of 30 %.
//! Each measurement goes through the same 200 random pairs, so that the branch predictor learns
//! no pair by heart; the time is that of all of them. Run with `cargo bench -p clearance-benches`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

use clearance::glam::{DQuat, DVec3, Vec3};
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::{Axis, Convex, Pose, Query, Scratch, clearance, distance, intersects};
use clearance_testing::Random;

const PAIRS: usize = 200;
const REGIMES: [(&str, f64); 4] =
    [("far", 1.0), ("near", 0.01), ("shallow", -0.01), ("deep", -0.3)];

/// Two shapes and where they stand.
type Pair<C, V> = (C, Pose<V>, C, Pose<V>);

/// What the two precisions do not share.
trait Posed: Vector<Wide = DVec3> {
    fn pose(t: DVec3, q: DQuat) -> Pose<Self>;
}
impl Posed for DVec3 {
    fn pose(t: DVec3, q: DQuat) -> Pose<Self> {
        Pose::new(t, q).expect("finite")
    }
}
impl Posed for Vec3 {
    fn pose(t: DVec3, q: DQuat) -> Pose<Self> {
        Pose::new(t.as_vec3(), q.as_quat()).expect("finite")
    }
}

/// Random pairs, moved along their normal to the clearance that the regime asks for.
fn pairs<C: Convex<V = V>, V: Posed>(
    gap: f64,
    shape: impl Fn(&mut Random) -> C,
) -> Vec<Pair<C, V>> {
    let mut random = Random::new(64);
    (0..PAIRS)
        .map(|_| {
            let (a, b) = (shape(&mut random), shape(&mut random));
            let pose_a = V::pose(random.in_cube(1.0), random.rotation());
            let (t, q) = (random.in_cube(1.0), random.rotation());
            let answer = clearance(&a, &pose_a, &b, &V::pose(t, q));
            let off = gap - answer.signed_distance.to_f64();
            let pose_b = V::pose(t + answer.normal.widen() * off, q);
            (a, pose_a, b, pose_b)
        })
        .collect()
}

fn boxes<V: Posed>(random: &mut Random) -> clearance::shape::Cuboid<V> {
    let half = DVec3::from_array(std::array::from_fn(|_| random.range(0.3, 0.7)));
    clearance::shape::Cuboid::new(V::narrow(half)).expect("positive")
}

fn hulls<V: Posed>(random: &mut Random) -> clearance::shape::Hull<V> {
    let points: Vec<V> = (0..64).map(|_| V::narrow(random.direction3() * 0.5)).collect();
    clearance::shape::Hull::new(points).expect("finite")
}

fn measure<C: Convex<V = V>, V: Posed>(
    c: &mut Criterion,
    name: &str,
    shape: impl Fn(&mut Random) -> C + Copy,
) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(PAIRS as u64));
    for (regime, gap) in REGIMES {
        let pairs = pairs::<C, V>(gap, shape);
        group.bench_with_input(BenchmarkId::new("intersects", regime), &pairs, |b, pairs| {
            b.iter(|| pairs.iter().filter(|(a, pa, b, pb)| intersects(a, pa, b, pb)).count());
        });
        group.bench_with_input(BenchmarkId::new("distance", regime), &pairs, |b, pairs| {
            b.iter(|| {
                for (a, pa, b, pb) in pairs {
                    black_box(distance(a, pa, b, pb));
                }
            });
        });
        group.bench_with_input(BenchmarkId::new("clearance", regime), &pairs, |b, pairs| {
            let mut scratch = Scratch::default();
            b.iter(|| {
                for (a, pa, b, pb) in pairs {
                    black_box(Query::new(a, pa, b, pb).scratch(&mut scratch).clearance());
                }
            });
        });
    }
    group.finish();
}

/// The slowest pair there is: every direction around the axis is as good as any other.
fn coaxial_cones(c: &mut Criterion) {
    let cone = clearance::shape::Cone::<DVec3>::new(Axis::Z, 5.0, 5.0).expect("positive");
    let mut scratch = Scratch::default();
    c.bench_function("coaxial cones f64/clearance", |b| {
        b.iter(|| {
            let pose = Pose::IDENTITY;
            let query = Query::new(&cone, &pose, &cone, &pose);
            black_box(query.scratch(&mut scratch).clearance())
        });
    });
}

fn all(c: &mut Criterion) {
    coaxial_cones(c);
    measure::<_, Vec3>(c, "box-box f32", boxes);
    measure::<_, DVec3>(c, "box-box f64", boxes);
    measure::<_, Vec3>(c, "hull64-hull64 f32", hulls);
    measure::<_, DVec3>(c, "hull64-hull64 f64", hulls);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(std::time::Duration::from_millis(300)).measurement_time(std::time::Duration::from_millis(800));
    targets = all
}
criterion_main!(benches);
