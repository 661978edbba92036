//! The pairs of items whose boxes meet, of one set of packs or of two.
//!
//! Two nodes of the same level are opened at once: each child of the one against the eight of the other, in lanes.
//!
//! ```text
//!   node a   [ 0 1 2 3 4 5 6 7 ]      a row: child i of a
//!              |  \ \                 its lanes: the children of b that meet it
//!   node b   [ 0 1 2 3 4 5 6 7 ]
//! ```

use alloc::vec::Vec;

use crate::bits::next_bit;
use crate::collapse::LEAF;
use crate::packs::{Pack, Packs};

/// The lanes after this one.
const AFTER: [u32; 8] = [0xFE, 0xFC, 0xF8, 0xF0, 0xE0, 0xC0, 0x80, 0];

impl Packs {
    /// Calls `found` with an item and eight others, of which those whose bits are set have boxes that meet its box: each pair
    /// once. With `new`, pairs that met when [`Packs::remember`] was called are left out; no item may have come since.
    pub fn rows(&self, new: bool, mut found: impl FnMut(u32, &[u32; 8], u32)) {
        let mut open = Vec::new();
        for (at, pack) in self.packs.iter().enumerate() {
            within(pack, new, &mut open, &mut found);
            for other in &self.packs[at + 1..] {
                across([other, pack], new, &mut open, &mut found);
            }
        }
    }
    /// The same for each item, and the items of other packs.
    pub fn rows_with(&self, others: &Self, new: bool, mut found: impl FnMut(u32, &[u32; 8], u32)) {
        let mut open = Vec::new();
        for pack in &self.packs {
            for other in &others.packs {
                across([pack, other], new, &mut open, &mut found);
            }
        }
    }
}

/// The pairs of one pack.
fn within(
    pack: &Pack,
    new: bool,
    open: &mut Vec<[u32; 4]>,
    found: &mut impl FnMut(u32, &[u32; 8], u32),
) {
    open.push([0, 0, pack.levels() - 1, 0]);
    while let Some([a, b, level, _]) = open.pop() {
        let [node_a, node_b] = [a, b].map(|at| &pack.nodes[at as usize]);
        let (mut rows, after) = if a == b {
            (node_a.filled(), AFTER)
        } else {
            (node_a.meets(&pack.wholes[b as usize]), [0xFF; 8])
        };
        while rows != 0 {
            let row = next_bit(&mut rows);
            let mut lanes = node_b.meets(&node_a.get(row)) & after[row];
            if level == 0 {
                tell([pack, pack], [a, b], row, lanes, new, found);
                continue;
            }
            let child = node_a.child[row];
            if a == b {
                open.push([child, child, level - 1, 0]);
            }
            while lanes != 0 {
                open.push([child, node_b.child[next_bit(&mut lanes)], level - 1, 0]);
            }
        }
    }
}

/// The pairs of two packs.
fn across(
    packs: [&Pack; 2],
    new: bool,
    open: &mut Vec<[u32; 4]>,
    found: &mut impl FnMut(u32, &[u32; 8], u32),
) {
    open.push([0, 0, packs[0].levels() - 1, packs[1].levels() - 1]);
    while let Some([a, b, level_a, level_b]) = open.pop() {
        let (node_a, node_b) = (&packs[0].nodes[a as usize], &packs[1].nodes[b as usize]);
        if level_a < level_b {
            let mut lanes = node_b.meets(&packs[0].wholes[a as usize]);
            while lanes != 0 {
                open.push([a, node_b.child[next_bit(&mut lanes)], level_a, level_b - 1]);
            }
            continue;
        }
        let mut rows = node_a.meets(&packs[1].wholes[b as usize]);
        while rows != 0 {
            let row = next_bit(&mut rows);
            if level_a > level_b {
                open.push([node_a.child[row], b, level_a - 1, level_b]);
                continue;
            }
            let mut lanes = node_b.meets(&node_a.get(row));
            if level_a == 0 {
                tell(packs, [a, b], row, lanes, new, found);
                continue;
            }
            while lanes != 0 {
                let child = node_b.child[next_bit(&mut lanes)];
                open.push([node_a.child[row], child, level_a - 1, level_a - 1]);
            }
        }
    }
}

/// Tells of a row of two leaves, without those that are known.
#[inline(always)]
fn tell(
    packs: [&Pack; 2],
    [a, b]: [u32; 2],
    row: usize,
    mut lanes: u32,
    new: bool,
    found: &mut impl FnMut(u32, &[u32; 8], u32),
) {
    if new && lanes != 0 {
        let known = |pack: &Pack, leaf: u32| (leaf - pack.starts[0]) as usize;
        let (old_a, old_b) =
            (&packs[0].known[known(packs[0], a)], &packs[1].known[known(packs[1], b)]);
        lanes &= !old_b.meets(&old_a.get(row));
    }
    if lanes != 0 {
        let item = packs[0].nodes[a as usize].child[row] & !LEAF;
        found(item, &packs[1].nodes[b as usize].child.map(|child| child & !LEAF), lanes);
    }
}
