//! How long it takes to build a hull of 100, 1,000 and 10,000 points: on a sphere, where every
//! point is a vertex; in a ball, where few are; on a grid, where all is coplanar; on the ends of
//! a cylinder, two large faces that only rounding keeps apart.
//!
//! Run with `cargo bench -p clearance-benches --bench hulls`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

use clearance::glam::{DVec3, Vec3};
use clearance::hull::{build2, build3};
use clearance_testing::Random;

type Make = fn(&mut Random, usize) -> Vec<DVec3>;

const SETS: [(&str, Make); 4] = [
    ("sphere", |random, count| (0..count).map(|_| random.direction3()).collect()),
    ("ball", |random, count| {
        (0..count).map(|_| random.direction3() * random.unit().cbrt()).collect()
    }),
    ("grid", |_, count| {
        let side = (count as f64).cbrt().round() as usize;
        let at = |i: usize| {
            DVec3::new((i % side) as f64, (i / side % side) as f64, (i / side / side) as f64)
        };
        (0..side * side * side).map(at).collect()
    }),
    ("turned cylinder", |random, count| {
        let turn = random.rotation();
        let at = |i: usize| {
            let (sin, cos) =
                (core::f64::consts::TAU * (i / 2) as f64 / (count / 2) as f64).sin_cos();
            turn * DVec3::new(cos, sin, (i % 2) as f64)
        };
        (0..count).map(at).collect()
    }),
];

fn all(c: &mut Criterion) {
    for (name, make) in SETS {
        let mut group = c.benchmark_group(format!("hull {name}"));
        for count in [100, 1_000, 10_000] {
            let points = make(&mut Random::new(count as u64), count);
            let single: Vec<Vec3> = points.iter().map(|p| p.as_vec3()).collect();
            group.throughput(Throughput::Elements(points.len() as u64));
            group.bench_with_input(BenchmarkId::new("f64", count), &points, |b, points| {
                b.iter(|| black_box(build3(points)));
            });
            group.bench_with_input(BenchmarkId::new("f32", count), &single, |b, points| {
                b.iter(|| black_box(build3(points)));
            });
        }
        group.finish();
    }
    let mut random = Random::new(2);
    let points: Vec<_> = (0..1_000).map(|_| random.in_cube(1.0).truncate()).collect();
    c.bench_function("hull plane f64/1000", |b| b.iter(|| black_box(build2(&points))));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(std::time::Duration::from_millis(300)).measurement_time(std::time::Duration::from_millis(800));
    targets = all
}
criterion_main!(benches);
