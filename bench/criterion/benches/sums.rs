//! How long it takes to write out a difference: by merged edges in the plane, by Gauss maps in
//! space, and as the hull of all pairs.
//!
//! Run with `cargo bench -p clearance-benches --bench sums`.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;

use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::hull::{Hull2, Hull3, build2, build3};
use clearance::minkowski::{difference, polygon_difference, polyhedron_difference};
use clearance::space::Motion;
use clearance::{Error, Pose};
use clearance_testing::Random;

fn polygons(c: &mut Criterion) -> Result<(), Error> {
    let mut group = c.benchmark_group("difference plane");
    let b_in_a = Motion::of(&Pose::new(DVec2::new(0.5, 0.25), 1.0)?);
    for count in [4, 16, 64, 256] {
        let corner = |i| DVec2::from_angle(core::f64::consts::TAU * i as f64 / count as f64);
        let points: Vec<DVec2> = (0..count).map(corner).collect();
        let Hull2::Outline(hull) = build2(&points)? else { continue };
        group.bench_function(BenchmarkId::new("merged", count), |b| {
            b.iter(|| black_box(polygon_difference(&hull, &hull, &b_in_a)));
        });
        let moved: Vec<DVec2> = hull.vertices().iter().map(|p| b_in_a.apply(*p)).collect();
        group.bench_function(BenchmarkId::new("all pairs", count), |b| {
            b.iter(|| black_box(build2(&difference(hull.vertices(), &moved))));
        });
    }
    group.finish();
    Ok(())
}

fn polyhedra(c: &mut Criterion) -> Result<(), Error> {
    let mut group = c.benchmark_group("difference space");
    let mut random = Random::new(1);
    let mut sphere = |count: usize| (0..count).map(|_| random.direction3()).collect();
    let prism = |count: usize| {
        let ring = |i| DVec2::from_angle(core::f64::consts::TAU * i as f64 / count as f64);
        (0..count).flat_map(|i| [-0.5, 0.5].map(|z| ring(i).extend(z))).collect()
    };
    let turn = DQuat::from_xyzw(0.1, 0.2, -0.3, 0.9);
    let sets: [(&str, Vec<DVec3>, DQuat); 6] = [
        ("sphere 8", sphere(8), turn),
        ("sphere 32", sphere(32), turn),
        ("sphere 128", sphere(128), turn),
        ("sphere 128, aligned", sphere(128), DQuat::IDENTITY),
        ("prism 2 x 64, aligned", prism(64), DQuat::IDENTITY),
        ("prism 2 x 500, aligned", prism(500), DQuat::IDENTITY),
    ];
    for (name, points, turn) in sets {
        let Hull3::Solid(hull) = build3(&points)? else { continue };
        let b_in_a = Motion::of(&Pose::new(DVec3::new(0.5, 0.25, 0.1), turn)?);
        group.bench_function(BenchmarkId::new("overlay", name), |b| {
            b.iter(|| black_box(polyhedron_difference(&hull, &hull, &b_in_a)));
        });
        let (a, b): (Vec<DVec3>, Vec<DVec3>) =
            hull.vertices().iter().map(|p| (p, b_in_a.apply(p))).unzip();
        if a.len() < 1000 {
            group.bench_function(BenchmarkId::new("all pairs", name), |bench| {
                bench.iter(|| black_box(build3(&difference(&a, &b))));
            });
        }
    }
    group.finish();
    Ok(())
}

fn all(c: &mut Criterion) {
    polygons(c).and_then(|()| polyhedra(c)).unwrap();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(std::time::Duration::from_millis(200)).measurement_time(std::time::Duration::from_millis(500));
    targets = all
}
criterion_main!(benches);
