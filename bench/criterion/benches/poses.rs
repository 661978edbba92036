//! What a row of one pair of hulls takes in a batch, by the number of rows, against single questions: are
//! lanes worth it for so few rows? Fewer than 12 rows of distances and 32 of booleans are asked alone.
//!
//! Run with `cargo bench -p clearance-benches --bench poses`; one call is measured, so divide by the rows.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

use clearance::batch::{self, Booleans, Distances, Pairs};
use clearance::d3::{Hull, Pose, Shape};
use clearance::glam::DVec3;
use clearance::number::simd::{Width, limit};
use clearance::{distance, intersects};
use clearance_testing::Random;

/// Rows of a call: alone, the fewest in lanes, one search in all lanes, two.
const ROWS: [usize; 4] = [11, 12, 16, 32];

/// Two hulls with vertices on a sphere of radius 1, and poses of B from an overlap to a distance of 2.
fn pair(vertices: usize) -> ([Shape; 2], Vec<Pose>) {
    let mut random = Random::new(vertices as u64);
    let mut on_sphere = || random.direction3().as_vec3();
    let mut hull = || (0..vertices).map(|_| on_sphere()).collect::<Vec<_>>();
    let shapes = [hull(), hull()].map(|points| Hull::new(points).unwrap().into());
    let mut poses = vec![Pose::IDENTITY];
    poses.extend((0..ROWS[3] * 64).map(|_| {
        let way: DVec3 = random.direction3() * random.range(1.0, 4.0);
        Pose::new(way.as_vec3(), random.rotation().as_quat()).unwrap()
    }));
    (shapes, poses)
}

fn all(c: &mut Criterion) {
    for (bits, width) in [("128 bits", Width::Baseline), ("256 bits", Width::Wide)] {
        limit(width);
        for vertices in [16, 64, 256] {
            let (shapes, poses) = pair(vertices);
            let [a, b] = &shapes;
            let here = &poses[0];
            let mut group = c.benchmark_group(format!("poses, {bits}, hull-{vertices}"));
            for rows in ROWS {
                group.throughput(Throughput::Elements(rows as u64));
                // Poses of the calls in turn, so that branches are not learned.
                let mut starts = (0..poses.len() as u32 - rows as u32).step_by(rows).cycle();
                let mut next = move || 1 + starts.next().unwrap();
                let pairs = |start: u32| Pairs::Poses {
                    shapes: [0, 1],
                    pose_a: 0,
                    poses_b: start..start + rows as u32,
                };
                let (mut distances, mut touches) = (vec![0.0; rows], vec![false; rows]);
                group.bench_function(BenchmarkId::new("distance", rows), |bench| {
                    bench.iter(|| {
                        let columns =
                            &mut Distances { distance: &mut distances, ..Default::default() };
                        batch::distance(&shapes, &poses, pairs(next()), columns)
                    });
                });
                group.bench_function(BenchmarkId::new("intersects", rows), |bench| {
                    bench.iter(|| {
                        let columns =
                            &mut Booleans { intersects: &mut touches, ..Default::default() };
                        batch::intersects(&shapes, &poses, pairs(next()), columns)
                    });
                });
            }
            group.throughput(Throughput::Elements(1));
            let mut turns = poses[1..].iter().cycle();
            group.bench_function("distance alone", |bench| {
                bench.iter(|| black_box(distance(a, here, b, turns.next().unwrap())));
            });
            group.bench_function("intersects alone", |bench| {
                bench.iter(|| black_box(intersects(a, here, b, turns.next().unwrap())));
            });
        }
    }
    limit(Width::Widest);
}

criterion_group!(benches, all);
criterion_main!(benches);
