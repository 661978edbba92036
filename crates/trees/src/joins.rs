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

use crate::collapse::LEAF;
use crate::eights::Eight;
use crate::packs::{Pack, Packs};

/// The lanes after this one.
const AFTER: [u32; 8] = [0xFE, 0xFC, 0xF8, 0xF0, 0xE0, 0xC0, 0x80, 0];

impl Packs {
    /// Calls `found` with each two items whose boxes meet, once a pair. With `new`, pairs that met when
    /// [`Packs::remember`] was called are left out; no item may have come since.
    pub fn pairs(&mut self, new: bool, mut found: impl FnMut(u32, u32)) {
        let mut open = core::mem::take(&mut self.open);
        for (at, pack) in self.packs.iter().enumerate() {
            within(pack, new, &mut open, &mut found);
            for other in &self.packs[at + 1..] {
                across(other, pack, new, &mut open, &mut found);
            }
        }
        self.open = open;
    }
    /// Calls `found` with each item, and each item of other packs, whose boxes meet. `new` as for [`Packs::pairs`].
    pub fn pairs_with(&mut self, others: &Self, new: bool, mut found: impl FnMut(u32, u32)) {
        let mut open = core::mem::take(&mut self.open);
        for pack in &self.packs {
            for other in &others.packs {
                across(pack, other, new, &mut open, &mut found);
            }
        }
        self.open = open;
    }
}

/// The pairs of one pack.
fn within(pack: &Pack, new: bool, open: &mut Vec<[u32; 4]>, found: &mut impl FnMut(u32, u32)) {
    open.push([0, 0, pack.levels() - 1, 0]);
    while let Some([a, b, level, _]) = open.pop() {
        let [node_a, node_b] = [a, b].map(|at| &pack.nodes[at as usize]);
        let all = if a == b { node_a.filled() } else { node_a.meets(&node_b.around()) };
        for row in bits(all) {
            let mut lanes = node_b.meets(&node_a.get(row));
            if a == b {
                lanes &= AFTER[row];
                if level > 0 {
                    open.push([node_a.child[row], node_a.child[row], level - 1, 0]);
                }
            }
            if level > 0 {
                open.extend(
                    bits(lanes).map(|lane| [node_a.child[row], node_b.child[lane], level - 1, 0]),
                );
            } else if lanes != 0 {
                let lanes = if new { lanes & !known([pack, pack], [a, b], row) } else { lanes };
                tell(node_a, row, node_b, lanes, found);
            }
        }
    }
}

/// The pairs of two packs.
fn across(
    pack_a: &Pack,
    pack_b: &Pack,
    new: bool,
    open: &mut Vec<[u32; 4]>,
    found: &mut impl FnMut(u32, u32),
) {
    open.push([0, 0, pack_a.levels() - 1, pack_b.levels() - 1]);
    while let Some([a, b, level_a, level_b]) = open.pop() {
        let (node_a, node_b) = (&pack_a.nodes[a as usize], &pack_b.nodes[b as usize]);
        if level_b > level_a {
            let lanes = bits(node_b.meets(&node_a.around()));
            open.extend(lanes.map(|lane| [a, node_b.child[lane], level_a, level_b - 1]));
            continue;
        }
        let rows = bits(node_a.meets(&node_b.around()));
        if level_a > level_b {
            open.extend(rows.map(|row| [node_a.child[row], b, level_a - 1, level_b]));
            continue;
        }
        for row in rows {
            let lanes = node_b.meets(&node_a.get(row));
            if level_a > 0 {
                let next = [level_a - 1, level_b - 1];
                let children = bits(lanes).map(|lane| [node_a.child[row], node_b.child[lane]]);
                open.extend(children.map(|[i, j]| [i, j, next[0], next[1]]));
            } else if lanes != 0 {
                let lanes = if new { lanes & !known([pack_a, pack_b], [a, b], row) } else { lanes };
                tell(node_a, row, node_b, lanes, found);
            }
        }
    }
}

/// The lanes of a leaf that a row of another one met when they were remembered.
#[inline(always)]
fn known([pack_a, pack_b]: [&Pack; 2], [a, b]: [u32; 2], row: usize) -> u32 {
    let [old_a, old_b] = [(pack_a, a), (pack_b, b)]
        .map(|(pack, leaf)| &pack.known[(leaf - pack.starts[0]) as usize]);
    old_b.meets(&old_a.get(row))
}

#[inline(always)]
fn tell(a: &Eight, row: usize, b: &Eight, lanes: u32, found: &mut impl FnMut(u32, u32)) {
    for lane in bits(lanes) {
        found(a.child[row] & !LEAF, b.child[lane] & !LEAF);
    }
}

/// The numbers of the lowest eight bits that are set.
#[inline(always)]
fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize & 7;
        let is_left = mask != 0;
        mask &= mask.wrapping_sub(1);
        is_left.then_some(bit)
    })
}
