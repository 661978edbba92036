//! The one walk through a tree of eights: depth first, the nearest child first.

use alloc::vec::Vec;

use crate::collapse::{LEAF, NONE};
use crate::eights::{Eight, Eights};
use glam::Vec4;

/// A child that is still to be visited, and its bound.
type Open = (f32, u32);

/// So many open children fit on the call stack: enough for nine levels, and for most trees.
const FEW: usize = 64;

impl Eights {
    /// Visits the leaves that may be near, about in the order of their bounds.
    ///
    /// `bounds` gives a lower bound for each of eight children: how far it is, squared or not, or when it is
    /// entered. A child is left out if its bound is infinite, NaN, or above the limit: at equality it is
    /// visited, so that the lowest item can win a tie. `leaf` gets a leaf's number and the limit, and returns
    /// the new limit; a limit below 0 ends the walk.
    ///
    /// So the nearest of all is found with limits that shrink, all within a distance with a limit that stays,
    /// all that meet with bounds of 0 or infinity, and the first hit of all with a limit of -1 at a hit.
    #[inline(always)]
    pub fn nearest(
        &self,
        limit: f32,
        mut bounds: impl FnMut(&Eight) -> [Vec4; 2],
        mut leaf: impl FnMut(u32, f32) -> f32,
    ) {
        walk(&self.nodes, self.most_open, limit, &mut bounds, &mut leaf);
    }
}

/// The walk through the nodes below the first one; returns the last limit. `leaf` gets the number of a child that is no node.
#[inline(always)]
pub(crate) fn walk(
    nodes: &[Eight],
    most_open: usize,
    mut limit: f32,
    bounds: &mut impl FnMut(&Eight) -> [Vec4; 2],
    leaf: &mut impl FnMut(u32, f32) -> f32,
) -> f32 {
    let (mut few, mut many) = ([(0.0, 0); FEW], Vec::new());
    let stack = if most_open <= FEW {
        &mut few[..]
    } else {
        many.resize(most_open, (0.0, 0));
        &mut many[..]
    };
    // The root, if there is one, is open.
    let mut count = nodes.len().min(1);
    while count > 0 {
        count -= 1;
        let (bound, at) = stack[count];
        if bound > limit {
            continue;
        }
        if at & LEAF != 0 {
            limit = leaf(at & !LEAF, limit);
            if limit < 0.0 {
                break;
            }
            continue;
        }
        let node = &nodes[at as usize];
        count = open(stack, count, node, bounds(node), limit);
    }
    limit
}

/// Puts the children that are within the limit on the stack, the nearest on top. Returns how many are on it.
#[inline(always)]
fn open(stack: &mut [Open], base: usize, node: &Eight, bounds: [Vec4; 2], limit: f32) -> usize {
    let most = Vec4::splat(limit.min(f32::MAX));
    let mut mask = bounds[0].cmple(most).bitmask() | bounds[1].cmple(most).bitmask() << 4;
    let bounds = [bounds[0].to_array(), bounds[1].to_array()];
    let mut count = base;
    while mask != 0 {
        let lane = mask.trailing_zeros() as usize & 7;
        mask &= mask - 1;
        let (bound, child) = (bounds[lane / 4][lane % 4], node.child[lane]);
        if child == NONE {
            continue;
        }
        let mut at = count;
        while at > base && stack[at - 1].0 < bound {
            stack[at] = stack[at - 1];
            at -= 1;
        }
        stack[at] = (bound, child);
        count += 1;
    }
    count
}
