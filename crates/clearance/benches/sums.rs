//! How long it takes to write out a difference: by merged edges, and as the hull of all pairs.
//!
//! Run with `cargo bench -p clearance --bench sums`.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;

use clearance::glam::DVec2;
use clearance::hull::{Hull2, build2};
use clearance::minkowski::{difference, polygon_difference};
use clearance::space::Motion;
use clearance::{Error, Pose};

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

fn all(c: &mut Criterion) {
    polygons(c).unwrap();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(std::time::Duration::from_millis(200)).measurement_time(std::time::Duration::from_millis(500));
    targets = all
}
criterion_main!(benches);
