//! Sets of boxes that are hard for a builder, and random ones.

use clearance_testing::Random;
use clearance_trees::Bounds;

/// A cube around `at`, whose half side is `half`.
pub fn cube(at: [f64; 3], half: f64) -> Bounds {
    Bounds { min: at.map(|x| (x - half) as f32), max: at.map(|x| (x + half) as f32) }
}

/// Boxes in clusters: ten places, around which the boxes stand in all sizes.
pub fn clustered(random: &mut Random, count: usize) -> Vec<Bounds> {
    let places: Vec<_> = (0..10).map(|_| random.in_cube(1.0)).collect();
    let cluster = |random: &mut Random| {
        let spread = random.unit().powi(4);
        let at = *random.one_of(&places) + random.in_cube(spread);
        cube(at.to_array(), 0.01 * random.unit().powi(3))
    };
    (0..count).map(|_| cluster(random)).collect()
}

/// Boxes whose places and sizes are spread evenly over the exponents from 2^-40 to 1.
pub fn all_sizes(random: &mut Random, count: usize) -> Vec<Bounds> {
    let mut number = || random.signed() * random.range(-40.0, 0.0).exp2();
    (0..count).map(|_| cube([number(), number(), number()], number().abs())).collect()
}

/// All sets, by name.
pub fn sets(random: &mut Random) -> Vec<(&'static str, Vec<Bounds>)> {
    let line = |i: usize| cube([i as f64 / 500.0, 0.0, 0.0], 0.0);
    let sheet = |i: usize| cube([(i % 30) as f64 / 30.0, 0.25, (i / 30) as f64 / 30.0], 0.0);
    let nested = |i: usize| cube([0.0; 3], 0.99f64.powi(i as i32));
    let peeled = |i: usize| cube([0.5f64.powi(i as i32 % 120), 0.0, 0.0], 0.0);
    vec![
        ("empty", vec![]),
        ("one", vec![cube([0.5; 3], 0.1)]),
        ("two", vec![cube([0.5; 3], 0.1), cube([-0.5; 3], 0.1)]),
        ("the same", vec![cube([0.5, -0.5, 0.25], 0.125); 300]),
        ("the same point", vec![cube([0.5, -0.5, 0.25], 0.0); 300]),
        ("in a line", (0..500).map(line).collect()),
        ("in a plane", (0..900).map(sheet).collect()),
        ("nested", (0..500).map(nested).collect()),
        ("powers of two", (0..500).map(peeled).collect()),
        ("clustered", clustered(random, 2000)),
        ("all sizes", all_sizes(random, 2000)),
    ]
}

/// Numbers that a user should not give, in all combinations.
pub fn not_finite() -> Vec<Bounds> {
    let numbers =
        [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 1e-45, -0.0, 1.0];
    let number = |i: usize| numbers[i % 8];
    (0..8usize.pow(4))
        .map(|i| Bounds {
            min: [number(i), number(i / 8), number(i / 5)],
            max: [number(i / 64), number(i / 512), number(i / 7)],
        })
        .collect()
}
