//! Do boxes tile a box?
//!
//! ```text
//!      _______________
//!     | 1 |  2  |  3  |      Along the first axis, no box reaches over the line behind 1, which cuts the whole.
//!     |   |-----|-----|      What is right of it is cut along the second axis, and so on, down to single boxes.
//!     |___|__4__|__5__|
//! ```
//!
//! Searches that only ever cut a box in two leave such tiles. Others, such as a spiral of four boxes around a fifth,
//! are refused.

use alloc::vec::Vec;

/// A box: from where to where, along each axis.
pub(super) type Tile = [[f64; 2]; 3];

/// Are the tiles the whole, without gaps and overlaps? All tiles have a length along each axis.
pub(super) fn tile(whole: Tile, tiles: &mut [Tile]) -> bool {
    let mut open = alloc::vec![(whole, 0..tiles.len())];
    while let Some((whole, range)) = open.pop() {
        let tiles = &mut tiles[range.clone()];
        if let [only] = tiles {
            if *only != whole {
                return false;
            }
            continue;
        }
        let mut cuts = (0..3).map(|axis| (axis, cuts(axis, tiles)));
        let Some((axis, ends)) = cuts.find(|(_, ends)| ends.len() > 1) else { return false };
        // This axis was the last one that was tried, so the tiles are sorted along it.
        let mut place = whole[axis][0];
        let mut start = range.start;
        for (count, from, to) in ends {
            if from != place {
                return false;
            }
            let mut part = whole;
            part[axis] = [from, to];
            open.push((part, start..start + count));
            (place, start) = (to, start + count);
        }
        if place != whole[axis][1] {
            return false;
        }
    }
    true
}

/// Sorts the tiles along an axis, and cuts them where none reaches over: the number of tiles of each group, and from
/// where to where it is.
fn cuts(axis: usize, tiles: &mut [Tile]) -> Vec<(usize, f64, f64)> {
    tiles.sort_by(|a, b| a[axis][0].total_cmp(&b[axis][0]));
    let mut groups: Vec<(usize, f64, f64)> = Vec::new();
    for [from, to] in tiles.iter().map(|tile| tile[axis]) {
        match groups.last_mut() {
            Some((count, _, end)) if from < *end => {
                *count += 1;
                *end = end.max(to);
            }
            _ => groups.push((1, from, to)),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_testing::Random;

    const UNIT: Tile = [[0.0, 1.0]; 3];

    /// Cuts the box at random.
    fn cut(random: &mut Random, count: usize) -> Vec<Tile> {
        let mut tiles = alloc::vec![UNIT];
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
}
