//! The one walk through a tree of eights: depth first, the nearest child first.

use alloc::vec::Vec;

use crate::collapse::{LEAF, NONE};
use crate::eights::{Eight, Eights};
use glam::Vec4;

/// Memory of [`Eights::nearest`], for the next walk.
#[derive(Clone, Debug, Default)]
pub struct Stack(Vec<(f32, u32)>);

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
        memory: &mut Stack,
        limit: f32,
        mut bounds: impl FnMut(&Eight) -> [Vec4; 2],
        mut leaf: impl FnMut(u32, f32) -> f32,
    ) {
        let (stack, mut limit) = (&mut memory.0, limit);
        stack.clear();
        // Enough for most walks: growing by and by takes as long as a short walk.
        stack.reserve(128);
        if !self.nodes.is_empty() {
            stack.push((0.0, 0));
        }
        while let Some((bound, at)) = stack.pop() {
            if bound > limit {
                continue;
            }
            if at & LEAF != 0 {
                limit = leaf(at & !LEAF, limit);
                if limit < 0.0 {
                    return;
                }
                continue;
            }
            let node = &self.nodes[at as usize];
            open(stack, node, bounds(node), limit);
        }
    }
}

/// Puts the children that are within the limit on the stack, the nearest on top.
#[inline(always)]
fn open(stack: &mut Vec<(f32, u32)>, node: &Eight, bounds: [Vec4; 2], limit: f32) {
    let most = Vec4::splat(limit.min(f32::MAX));
    let mut mask = bounds[0].cmple(most).bitmask() | bounds[1].cmple(most).bitmask() << 4;
    let bounds = [bounds[0].to_array(), bounds[1].to_array()];
    let base = stack.len();
    while mask != 0 {
        let lane = mask.trailing_zeros() as usize & 7;
        mask &= mask - 1;
        if node.child[lane] == NONE {
            continue;
        }
        stack.push((bounds[lane / 4][lane % 4], node.child[lane]));
        let mut at = stack.len() - 1;
        while at > base && stack[at - 1].0 < stack[at].0 {
            stack.swap(at - 1, at);
            at -= 1;
        }
    }
}
