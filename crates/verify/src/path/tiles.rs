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
pub type Tile = [[f64; 2]; 3];

/// Are the tiles the whole, without gaps and overlaps? All tiles have a length along each axis.
pub fn tile(whole: Tile, tiles: &mut [Tile]) -> bool {
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
