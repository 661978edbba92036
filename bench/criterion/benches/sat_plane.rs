//! How long the depth of two polygons takes by merged normals, against looking at every vertex
//! for each normal, and against EPA. 64 pairs in turn, which overlap by 10 % or are apart.
//!
//! Run with `cargo bench -p clearance-benches --bench sat_plane`.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;

use clearance::algorithm::sat::d2::{PolygonPair, Ring, exhaustive, merged};
use clearance::glam::DVec2;
use clearance::hull::{Hull2, Outline, build2};
use clearance::shape::Polygon;
use clearance::space::Motion;
use clearance::{Algorithm, Pose, Query};
use clearance_testing::Random;

struct Case {
    hulls: [Outline<DVec2>; 2],
    polygons: [Polygon<DVec2>; 2],
    pose: Pose<DVec2>,
    b_in_a: Motion<DVec2>,
}

impl Case {
    fn pair(&self) -> PolygonPair<'_> {
        let [a, b] = [0, 1].map(|i| Ring::from(&self.hulls[i]));
        PolygonPair::new(a, b, &self.b_in_a, self.b_in_a.translation, 4.0)
    }
}

fn cases(count: usize, distance: f64) -> Vec<Case> {
    let mut random = Random::new(count as u64);
    let mut case = || {
        let points = [(); 2].map(|()| {
            let step = core::f64::consts::TAU / count as f64;
            let turn = random.range(0.0, 7.0);
            let corner = |i| DVec2::from_angle(turn + step * (i as f64 + 0.8 * random.unit()));
            (0..count).map(corner).collect::<Vec<_>>()
        });
        let at = DVec2::from_angle(random.range(0.0, 7.0)) * distance;
        let pose = Pose::new(at, random.range(0.0, 7.0)).unwrap();
        let hulls = points.clone().map(|p| match build2(&p).unwrap() {
            Hull2::Outline(outline) => outline,
            other => panic!("{other:?}"),
        });
        let polygons = points.map(|p| Polygon::new(p).unwrap());
        Case { hulls, polygons, pose, b_in_a: Motion::of(&pose) }
    };
    (0..64).map(|_| case()).collect()
}

fn all(c: &mut Criterion) {
    for (name, distance) in [("overlap", 1.3), ("apart", 2.2)] {
        let mut group = c.benchmark_group(format!("sat plane {name}"));
        for count in [3, 4, 6, 8, 12, 16, 24, 32, 64, 256] {
            let cases = cases(count, distance);
            let mut turns = cases.iter().cycle();
            let mut next = move || turns.next().unwrap();
            let id = |name: &str| BenchmarkId::new(name.to_owned(), count);
            group.bench_function(id("merged"), |b| {
                b.iter(|| black_box(merged(&black_box(next()).pair(), &mut ())));
            });
            if count <= 64 {
                group.bench_function(id("exhaustive"), |b| {
                    b.iter(|| black_box(exhaustive(&black_box(next()).pair(), &mut ())));
                });
            }
            group.bench_function(id("query, EPA"), |b| {
                b.iter(|| {
                    let case = black_box(next());
                    let [p, q] = &case.polygons;
                    let query = Query::new(p, &Pose::IDENTITY, q, &case.pose);
                    black_box(query.algorithm(Algorithm::Epa).clearance())
                });
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(std::time::Duration::from_millis(100)).measurement_time(std::time::Duration::from_millis(200));
    targets = all
}
criterion_main!(benches);
