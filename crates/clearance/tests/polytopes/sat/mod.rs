//! Separating axis tests against each other and against EPA.
//!
//! Each family of pairs is a test: random bodies of one kind, posed so that most overlap. All
//! algorithms must find the same depth, and each family asserts how often its branches were
//! reached.

mod agree;
mod bodies;
mod boxes;
mod named;
mod posed;

use agree::{Hits, survey};
use bodies::*;
use clearance::glam::{DQuat, DVec3};
use clearance_testing::Random;
use posed::{PosedPair, on_grid, slight_turn};

/// A random element.
fn any<'a, T>(random: &mut Random, all: &'a [T]) -> &'a T {
    &all[random.below(all.len())]
}

fn many(count: usize, mut make: impl FnMut(usize) -> Body) -> Vec<Body> {
    (0..count).map(&mut make).collect()
}

/// Two random elements, with a random rotation and position.
fn two<'a>(random: &mut Random, a: &'a [Body], b: &'a [Body]) -> PosedPair<'a> {
    let (a, b, q) = (any(random, a), any(random, b), random.rotation());
    PosedPair::random(random, a, b, q)
}

#[test]
fn small_hulls() {
    let mut random = Random::new(1);
    let all = many(200, |i| round(&mut random, 4 + i % 13));
    let expected = Hits { overlap: 60, face_a: 15, face_b: 15, edges: 15, exhaustive: 90 };
    survey("small hulls", 25_000, expected, |random| two(random, &all, &all));
}

#[test]
fn middle_hulls() {
    let mut random = Random::new(2);
    let all = many(100, |i| round(&mut random, 17 + i % 48));
    let expected = Hits { overlap: 60, face_a: 15, face_b: 15, edges: 15, exhaustive: 1 };
    survey("middle hulls", 5_000, expected, |random| two(random, &all, &all));
}

#[test]
fn large_hulls() {
    let mut random = Random::new(3);
    let all = many(30, |i| round(&mut random, 65 + i * 6));
    let larger = many(10, |i| round(&mut random, 260 + i * 28));
    let expected = Hits { overlap: 60, face_a: 10, face_b: 10, edges: 15, exhaustive: 0 };
    survey("large hulls", 500, expected, |random| two(random, &all, &all));
    survey("larger hulls", 100, expected, |random| two(random, &larger, &larger));
}

/// Boxes and prisms as from modelling tools: with round sizes, some of them rotated and rounded, in
/// the 24 rotations of a cube with a small perturbation.
#[test]
fn boxes_and_prisms_almost_aligned() {
    let mut random = Random::new(12);
    let sizes = [[1.0, 1.0, 1.0], [1.0, 2.0, 0.5], [0.25, 0.25, 2.0]].map(DVec3::from_array);
    let mut all: Vec<(Body, DQuat)> = Vec::new();
    for half in sizes {
        all.push((Body::cuboid(half), DQuat::IDENTITY));
        all.push((Body::of(corners(half)), DQuat::IDENTITY));
    }
    all.extend([3, 4, 6, 8, 12].map(|sides| (prism(sides, 1.0, 0.5), DQuat::IDENTITY)));
    for i in 0..all.len() {
        let turn = random.rotation();
        all.push((all[i].0.moved(|p| turn * p), turn));
    }
    let turns = cube_rotations();
    let pair = |random: &mut Random| {
        let ((a, turn_a), (b, turn_b)) = (any(random, &all), any(random, &all));
        let between = slight_turn(random) * *any(random, &turns);
        let q = *turn_a * between * turn_b.inverse();
        if random.below(2) == 0 {
            return PosedPair::random(random, a, b, q);
        }
        // On a grid, where faces become coplanar.
        PosedPair::new(a, b, *turn_a * on_grid(random, 0.25, 6), q)
    };
    let expected = Hits { overlap: 50, face_a: 20, face_b: 15, edges: 20, exhaustive: 100 };
    survey("boxes and prisms", 20_000, expected, pair);
}

#[test]
fn hulls_of_a_lattice() {
    let mut random = Random::new(13);
    let all = many(200, |i| lattice(&mut random, 4 + i % 16));
    let turns = cube_rotations();
    let pair = |random: &mut Random| {
        let (a, b) = (any(random, &all), any(random, &all));
        let q = slight_turn(random) * *any(random, &turns);
        match random.below(2) {
            0 => PosedPair::random(random, a, b, q),
            _ => PosedPair::new(a, b, on_grid(random, 0.5, 8), q),
        }
    };
    let expected = Hits { overlap: 50, face_a: 15, face_b: 15, edges: 15, exhaustive: 90 };
    survey("lattice", 10_000, expected, pair);
}

/// Small hulls in one of the 24 rotations of a cube, on the same lattice: axes of faces and of
/// edges tie, and arcs touch without crossing. One pair in a thousand once got points up to half
/// its size off the surfaces.
#[test]
fn hulls_on_one_lattice() {
    let mut random = Random::new(17);
    let all = many(400, |i| half_lattice(&mut random, 5 + i % 12));
    let turns = cube_rotations();
    let pair = |random: &mut Random| {
        let (a, b) = (any(random, &all), any(random, &all));
        let q = if random.below(2) == 0 { DQuat::IDENTITY } else { *any(random, &turns) };
        PosedPair::new(a, b, on_grid(random, 0.5, 2), q)
    };
    let expected = Hits { overlap: 75, face_a: 15, face_b: 15, edges: 5, exhaustive: 90 };
    survey("one lattice", 10_000, expected, pair);
}

/// Vertices in a few clusters with widths from rounding to a tenth of the size.
#[test]
fn clustered_hulls() {
    let mut random = Random::new(18);
    let all = many(200, |i| clustered(&mut random, 8 + i % 40));
    let expected = Hits { overlap: 50, face_a: 10, face_b: 10, edges: 10, exhaustive: 10 };
    survey("clustered", 5_000, expected, |random| two(random, &all, &all));
}

/// The same with rounding errors, or larger ones: faces that are nearly coplanar, and vertices that
/// nearly coincide.
#[test]
fn hulls_of_a_rough_lattice() {
    let mut random = Random::new(14);
    let all = many(200, |i| rough(&mut random, 4 + i % 16));
    let turns = cube_rotations();
    let pair = |random: &mut Random| {
        let (a, b) = (any(random, &all), any(random, &all));
        let q = slight_turn(random) * *any(random, &turns);
        match random.below(2) {
            0 => PosedPair::random(random, a, b, q),
            _ => PosedPair::new(a, b, on_grid(random, 0.5, 8), q),
        }
    };
    let expected = Hits { overlap: 50, face_a: 15, face_b: 15, edges: 15, exhaustive: 90 };
    survey("rough lattice", 10_000, expected, pair);
}

#[test]
fn parts_of_a_robot() {
    let all = parts();
    let expected = Hits { overlap: 60, face_a: 10, face_b: 10, edges: 15, exhaustive: 0 };
    survey("parts", 500, expected, |random| two(random, &all, &all));
}

/// A hull and a larger, mirrored or slightly shifted copy of it: the normals of both are the same.
#[test]
fn hulls_with_shared_normals() {
    let mut random = Random::new(4);
    let all = many(60, |i| match i % 3 {
        0 => twins(&mut random, 4 + i % 10, 1e-7),
        _ => round(&mut random, 4 + i % 40),
    });
    let scaled = many(60, |i| all[i].moved(|p| p * 0.5));
    let mirrored = many(60, |i| all[i].moved(|p| -p));
    let pair = |random: &mut Random| {
        let i = random.below(all.len());
        let (a, b) = (&all[i], [&all[i], &scaled[i], &mirrored[i]][random.below(3)]);
        let q = slight_turn(random);
        PosedPair::random(random, a, b, q)
    };
    let expected = Hits { overlap: 60, face_a: 20, face_b: 5, edges: 1, exhaustive: 20 };
    survey("shared normals", 5_000, expected, pair);
}

#[test]
fn origins_far_outside() {
    let mut random = Random::new(5);
    let all = many(100, |i| {
        let off = random.direction3() * libm::pow(10.0, 1.0 + (i % 4) as f64);
        round(&mut random, 4 + i % 20).moved(|p| p + off)
    });
    let expected = Hits { overlap: 60, face_a: 15, face_b: 15, edges: 15, exhaustive: 50 };
    survey("far origins", 5_000, expected, |random| two(random, &all, &all));
}

/// Points, segments and triangles, some of them in coordinate planes.
fn little(random: &mut Random, i: usize) -> Body {
    let plane = i.is_multiple_of(2);
    let mut p = || {
        let p = random.direction3();
        if plane {
            DVec3::new((p.x * 4.0).round() / 4.0, (p.y * 4.0).round() / 4.0, 0.0)
        } else {
            p
        }
    };
    match i % 5 {
        0 => Body::of(vec![p()]),
        1 => Body::of(vec![p(), p()]),
        _ => Body::triangle([p(), p(), p()]),
    }
}

#[test]
fn points_segments_and_triangles_against_hulls() {
    let mut random = Random::new(6);
    let little = many(100, |i| little(&mut random, i));
    let hulls = many(100, |i| round(&mut random, 4 + i % 30));
    let expected = Hits { overlap: 60, face_a: 30, face_b: 1, edges: 10, exhaustive: 90 };
    survey("hull and little", 10_000, expected, |random| two(random, &hulls, &little));
    let expected = Hits { overlap: 60, face_a: 1, face_b: 30, edges: 10, exhaustive: 90 };
    survey("little and hull", 5_000, expected, |random| two(random, &little, &hulls));
}

/// Flat shapes overlap only where they pierce each other; coplanar ones have depth 0.
#[test]
fn points_segments_and_triangles() {
    let mut random = Random::new(7);
    let all = many(200, |i| little(&mut random, i));
    let pair = |random: &mut Random| {
        let (a, b) = (any(random, &all), any(random, &all));
        let q = if random.below(2) == 0 { random.rotation() } else { DQuat::IDENTITY };
        PosedPair::random(random, a, b, q)
    };
    let expected = Hits { overlap: 10, face_a: 5, face_b: 5, edges: 50, exhaustive: 100 };
    survey("little", 10_000, expected, pair);
}

#[test]
fn flat_hulls() {
    let mut random = Random::new(8);
    let flat = many(60, |i| flat(&mut random, 3 + i % 20));
    let hulls = many(60, |i| round(&mut random, 4 + i % 30));
    let expected = Hits { overlap: 60, face_a: 1, face_b: 15, edges: 10, exhaustive: 50 };
    survey("flat and hull", 4_000, expected, |random| two(random, &flat, &hulls));
    let expected = Hits { overlap: 50, face_a: 10, face_b: 10, edges: 40, exhaustive: 90 };
    survey("flat", 2_000, expected, |random| two(random, &flat, &flat));
}

#[test]
fn thin_hulls() {
    let mut random = Random::new(9);
    let sizes = [[1.0, 1.0, 1e-4], [1e-4, 1e-4, 1.0], [1.0, 1e-2, 1e-4], [1.0, 1.0, 1.0]];
    let all = many(120, |i| {
        stretched(&mut random, 6 + i % 20, DVec3::from_array(sizes[i % sizes.len()]))
    });
    let expected = Hits { overlap: 50, face_a: 10, face_b: 10, edges: 10, exhaustive: 50 };
    survey("thin hulls", 5_000, expected, |random| two(random, &all, &all));
}

#[test]
fn any_scale() {
    let mut random = Random::new(10);
    let at = |random: &mut Random, scale: f64| {
        many(30, |i| stretched(random, 4 + i % 20, DVec3::splat(scale)))
    };
    let scales: Vec<Vec<Body>> = (-6..=6).map(|e| at(&mut random, libm::exp10(e.into()))).collect();
    let expected = Hits { overlap: 60, face_a: 15, face_b: 15, edges: 15, exhaustive: 60 };
    survey("scales", 3_000, expected, |random| {
        let all = any(random, &scales);
        two(random, all, all)
    });
    survey("size ratios", 4_000, expected, |random| {
        let (a, b) = (any(random, &scales), any(random, &scales));
        // The sizes differ by up to a factor of a million.
        if a[0].radius.max(b[0].radius) > 2e6 * a[0].radius.min(b[0].radius) {
            return two(random, a, a);
        }
        two(random, a, b)
    });
}

/// Faces and edges that are ten million times smaller than others.
#[test]
fn slivers() {
    let mut random = Random::new(11);
    let all = many(60, |i| twins(&mut random, 4 + i % 10, 1e-7));
    let expected = Hits { overlap: 60, face_a: 15, face_b: 15, edges: 15, exhaustive: 50 };
    survey("slivers", 4_000, expected, |random| two(random, &all, &all));
}
