//! Tests of `path::tiles`.

use std::vec::Vec;

use clearance_testing::Random;
use clearance_verify::path::tiles::*;

const UNIT: Tile = [[0.0, 1.0]; 3];

/// Cuts the box at random.
fn cut(random: &mut Random, count: usize) -> Vec<Tile> {
    let mut tiles = std::vec![UNIT];
    while tiles.len() < count {
        let number = random.below(tiles.len());
        let axis = random.below(3);
        let [from, to] = tiles[number][axis];
        let at = from + (to - from) * random.range(0.1, 0.9);
        let mut other = tiles[number];
        (tiles[number][axis], other[axis]) = ([from, at], [at, to]);
        tiles.push(other);
    }
    tiles
}

#[test]
fn boxes_that_were_cut_are_tiles_and_changed_ones_are_not() {
    let mut random = Random::new(1);
    for _ in 0..500 {
        let count = 1 + random.below(30);
        let tiles = cut(&mut random, count);
        assert!(tile(UNIT, &mut tiles.clone()));
        let mut fewer = tiles.clone();
        fewer.swap_remove(random.below(count));
        assert!(!tile(UNIT, &mut fewer));
        let mut twice = tiles.clone();
        twice.push(tiles[random.below(count)]);
        assert!(!tile(UNIT, &mut twice));
        let mut changed = tiles.clone();
        let (number, axis, end) = (random.below(count), random.below(3), random.below(2));
        changed[number][axis][end] += if end == 0 { -0.01 } else { 0.01 };
        assert!(!tile(UNIT, &mut changed));
    }
    assert!(!tile(UNIT, &mut []));
}

#[test]
fn a_spiral_is_refused() {
    let flat = |x: [f64; 2], y: [f64; 2]| [x, y, [0.0, 1.0]];
    let third = 1.0 / 3.0;
    let mut spiral = [
        flat([0.0, third], [0.0, 2.0 * third]),
        flat([0.0, 2.0 * third], [2.0 * third, 1.0]),
        flat([2.0 * third, 1.0], [third, 1.0]),
        flat([third, 1.0], [0.0, third]),
        flat([third, 2.0 * third], [third, 2.0 * third]),
    ];
    assert!(!tile(UNIT, &mut spiral));
}
