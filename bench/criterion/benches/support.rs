//! How long it takes to find the farthest vertex of a hull: a scan of all, a climb from the
//! cube-map's seed, and one from the vertex found last when the direction turns by 12 degrees.
//! `FEWEST` in `hull/support.rs` was read off this.
//!
//! Run with `cargo bench -p clearance-benches --bench support`.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

use clearance::glam::{DQuat, DVec3};
use clearance::hull::{Facets, Hull3, build3};
use clearance_testing::Random;

/// Directions, each 12 degrees from the one before.
fn walk(random: &mut Random) -> Vec<DVec3> {
    let mut direction = random.direction3();
    (0..1000)
        .map(|_| {
            let axis = random.direction3().cross(direction).normalize();
            direction = DQuat::from_axis_angle(axis, 12_f64.to_radians()) * direction;
            direction
        })
        .collect()
}

fn each(c: &mut Criterion, name: &str, facets: &Facets<'_>, find: impl Fn(&mut u32, DVec3) -> u32) {
    let mut random = Random::new(7);
    let near = walk(&mut random);
    let far: Vec<DVec3> = (0..1000).map(|_| random.direction3()).collect();
    for (how, directions) in [("turned by 12 degrees", &near), ("anywhere", &far)] {
        let id = format!("{name}, {how}/{}", facets.vertices().len());
        c.bench_function(&id, |b| {
            let mut last = 0;
            let mut next = directions.iter().cycle();
            b.iter(|| {
                let direction = black_box(*next.next().expect("a cycle has no end"));
                last = find(&mut last, direction);
                last
            });
        });
    }
}

fn all(c: &mut Criterion) {
    for count in [8, 16, 32, 64, 96, 128, 256, 512, 2048] {
        let mut random = Random::new(count as u64);
        let points: Vec<DVec3> = (0..count).map(|_| random.direction3()).collect();
        let Ok(Hull3::Solid(hull)) = build3(&points) else { continue };
        let facets = hull.facets();
        each(c, "scan", &facets, |_, d| facets.scan(d));
        each(c, "support", &facets, |_, d| facets.support(d));
        each(c, "support near the last", &facets, |last, d| facets.support_near(d, *last));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(std::time::Duration::from_millis(200)).measurement_time(std::time::Duration::from_millis(400));
    targets = all
}
criterion_main!(benches);
