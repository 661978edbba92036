//! How long questions about many parts take, by trees and without. For docs/notes/worlds.md:
//!
//! ```sh
//! cargo test --workspace --test worlds times -- --ignored --nocapture --test-threads 1
//! ```

use std::time::Instant;

use clearance::Cast;
use clearance::d3::{Collider, Compound, Cuboid, Pose, Ray, Solid, Sphere, Sweep};
use clearance::glam::Vec3;
use clearance_testing::Random;

use crate::make::bumpy;

/// Prints the time of one question.
fn time<T>(name: &str, count: usize, mut ask: impl FnMut(usize) -> T) {
    let start = Instant::now();
    for i in 0..count {
        std::hint::black_box(ask(i));
    }
    println!("{:10.1} us  {name}", start.elapsed().as_secs_f64() * 1e6 / count as f64);
}

fn grid(side: u32, part: &Collider) -> Compound {
    let at = |i: u32| [i % side, i / side % side, i / side / side].map(|k| k as f32);
    let parts = (0..side.pow(3)).map(|i| (Pose::at(Vec3::from(at(i))).unwrap(), part.clone()));
    Compound::new(parts).unwrap()
}

/// With its tree, and without.
fn both(compound: &Compound) -> [(&'static str, Collider); 2] {
    [("tree", compound.clone().into()), ("all parts", compound.without_tree().into())]
}

#[test]
#[ignore = "prints times"]
fn of_rays_points_and_casts() {
    let boxes = grid(22, &Cuboid::new(Vec3::splat(0.3)).unwrap().into());
    let ball = Collider::from(Sphere::new(0.1).unwrap());
    let here = Pose::IDENTITY;
    for (name, shape) in both(&boxes) {
        let mut random = Random::new(1);
        let mut spot = |size: f64| (random.in_cube(size)).as_vec3() + Vec3::splat(10.5);
        let lines: Vec<[Vec3; 2]> = (0..100).map(|_| [spot(30.0), spot(10.0)]).collect();
        let name = |question: &str| format!("{question}, 10,648 boxes, {name}");
        time(&name("a ray"), 1000, |i| {
            let [from, to] = lines[i % 100];
            clearance::cast_ray(&shape, &here, &Ray::new(from, to - from, 100.0).unwrap())
        });
        time(&name("a point"), 1000, |i| clearance::project(&shape, &here, lines[i % 100][1]));
        time(&name("whether a point is inside"), 1000, |i| {
            clearance::contains(&shape, &here, lines[i % 100][1])
        });
        for (kind, turn) in [("straight", Vec3::ZERO), ("turning", Vec3::new(0.1, 0.3, -0.2))] {
            let moves = Sweep::new(&here, Vec3::ZERO, turn).unwrap();
            time(&name(&format!("a cast of a ball, {kind}")), 5, |i| {
                let [from, to] = lines[i];
                let flies = Sweep::linear(&Pose::at(from).unwrap(), to - from).unwrap();
                clearance::time_of_impact(&shape, &moves, &ball, &flies, 2.0).unwrap()
            });
        }
    }
}

#[test]
#[ignore = "prints times"]
fn of_compounds_of_solids() {
    let one = Collider::from(Solid::new(bumpy(1, 1).mended().0).unwrap());
    let one = one.scaled(Vec3::splat(0.2)).unwrap();
    let solids = grid(15, &one);
    for (name, shape) in both(&solids) {
        for (kind, by) in [("apart", 20.0), ("between each other", 0.5), ("overlapping", 0.2)] {
            let at = Pose::at(Vec3::splat(by)).unwrap();
            let name = |of: &str| format!("{of}, two of 3,375 solids, {kind}, {name}");
            time(&name("separation"), 1, |_| {
                clearance::separation(&shape, &Pose::IDENTITY, &shape, &at)
            });
            time(&name("intersects"), 1, |_| {
                clearance::intersects(&shape, &Pose::IDENTITY, &shape, &at)
            });
        }
    }
}

/// Two meshes of 12 n n triangles that turn and fly at each other.
#[test]
#[ignore = "prints times"]
fn of_turning_meshes() {
    for (n, other) in [(7, None), (2, Some(2)), (7, Some(2)), (7, Some(7))] {
        let mesh = bumpy(n, 1);
        let a = Sweep::new(&Pose::IDENTITY, Vec3::ZERO, Vec3::new(0.3, 0.2, -0.4)).unwrap();
        let from = Pose::at(Vec3::new(4.0, 0.5, 0.2)).unwrap();
        let b = Sweep::new(&from, Vec3::new(-2.0, 0.0, 0.0), Vec3::new(-0.5, 0.1, 0.7)).unwrap();
        let cuboid = Cuboid::new(Vec3::splat(0.5)).unwrap();
        let pieces = |n| {
            let mesh = bumpy(n, 2);
            (0..mesh.len() as u32).map(|facet| mesh.piece(facet)).collect::<Vec<_>>()
        };
        let of_b = other.map_or_else(|| vec![cuboid.into()], pieces);
        let shape_b = other.map_or_else(|| Collider::from(cuboid), |n| bumpy(n, 2).into());
        let name = format!("turning, {} facets and {}", mesh.len(), of_b.len());
        let shape_a = Collider::from(mesh.clone());
        let mut times = [f32::INFINITY; 2];
        time(&format!("{name}, trees"), 3, |_| {
            times[0] = clearance::time_of_impact(&shape_a, &a, &shape_b, &b, 4.0).unwrap().time;
        });
        let mut until = 4.0_f32;
        time(&format!("{name}, all pairs"), 1, |_| {
            for piece_b in &of_b {
                for facet in 0..mesh.len() as u32 {
                    let piece_a: clearance::d3::Shape = mesh.piece(facet);
                    let found = Cast::new(&piece_a, &a, piece_b, &b, until).unwrap().impact();
                    times[1] = times[1].min(found.time);
                    until = until.min(found.upper.max(found.time));
                }
            }
        });
        println!("{times:?}");
        assert!((times[0] - times[1]).abs() < 1e-5, "{times:?}");
    }
}
