//! Nodes of eight boxes in lanes: one thing against many.
//!
//! ```text
//!   bounds[0] [1] [2]   least x, y, z of      children 0 1 2 3 | 4 5 6 7
//!   bounds[3] [4] [5]   greatest x, y, z of   children 0 1 2 3 | 4 5 6 7
//! ```

use alloc::vec;
use alloc::vec::Vec;

use glam::Vec4;

use crate::binary::{ITEMS, Tree, join_of};
use crate::bounds::{Bounds, SQUARE_DOWN, TINY};
use crate::collapse::{LEAF, NONE, Wide, children, collapse};

/// The boxes of eight children. An absent child's box is the empty one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Eight {
    /// The least coordinates by axis, then the greatest; a child's is lane `child % 4` of vector `child / 4`.
    pub bounds: [[Vec4; 2]; 6],
    pub(crate) child: [u32; 8],
}

impl Eight {
    pub(crate) fn new(child: [u32; 8]) -> Self {
        let mut empty = Self { bounds: [[Vec4::INFINITY; 2]; 6], child };
        empty.bounds[3..].fill([Vec4::NEG_INFINITY; 2]);
        empty
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, bounds: &Bounds) {
        for axis in 0..3 {
            self.bounds[axis][lane / 4][lane % 4] = bounds.min[axis];
            self.bounds[3 + axis][lane / 4][lane % 4] = bounds.max[axis];
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> Bounds {
        let at = |row: usize| self.bounds[row][lane / 4].as_ref()[lane % 4];
        Bounds { min: [at(0), at(1), at(2)], max: [at(3), at(4), at(5)] }
    }

    /// Around all children.
    #[inline(always)]
    pub(crate) fn around(&self) -> Bounds {
        let mut all = Bounds::EMPTY;
        for axis in 0..3 {
            let ([a, b], [c, d]) = (self.bounds[axis], self.bounds[3 + axis]);
            all.min[axis] = a.min(b).min_element();
            all.max[axis] = c.max(d).max_element();
        }
        all
    }

    /// The sum of half of their surfaces.
    pub(crate) fn half_areas(&self) -> f32 {
        let half = |half: usize| {
            let side = |axis: usize| {
                (self.bounds[3 + axis][half] - self.bounds[axis][half]).max(Vec4::ZERO)
            };
            (side(0) * (side(1) + side(2)) + side(1) * side(2)).element_sum()
        };
        half(0) + half(1)
    }

    /// The lanes that have a child.
    pub(crate) fn filled(&self) -> u32 {
        let lane = |lane: usize| u32::from(self.child[lane] != NONE) << lane;
        (0..8).map(lane).sum()
    }

    /// Which of the eight boxes meet a finite box: a bit for each lane.
    #[inline(always)]
    pub(crate) fn meets(&self, other: &Bounds) -> u32 {
        let half = |half: usize| {
            let axis = |axis: usize| {
                self.bounds[axis][half].cmple(Vec4::splat(other.max[axis]))
                    & self.bounds[3 + axis][half].cmpge(Vec4::splat(other.min[axis]))
            };
            (axis(0) & axis(1) & axis(2)).bitmask()
        };
        half(0) | half(1) << 4
    }

    /// The squared distances of the eight boxes to a box, rounded down: [`Bounds::gap`] in lanes.
    #[inline(always)]
    pub fn gaps(&self, other: &Bounds) -> [Vec4; 2] {
        let mut sum = [Vec4::ZERO; 2];
        for axis in 0..3 {
            let (low, high) = (Vec4::splat(other.min[axis]), Vec4::splat(other.max[axis]));
            for half in 0..2 {
                let apart = (self.bounds[axis][half] - high)
                    .max(low - self.bounds[3 + axis][half])
                    .max(Vec4::ZERO);
                sum[half] += apart * apart;
            }
        }
        let down = |sum: Vec4| (sum * SQUARE_DOWN - Vec4::splat(TINY)).max(Vec4::ZERO);
        [down(sum[0]), down(sum[1])]
    }
}

/// A tree of [`Eight`]s. Its leaves hold up to four items each and are numbered, so that the user can keep what
/// a leaf needs side by side, as the corners of four triangles in lanes.
///
/// ```
/// use clearance_trees::{Bounds, Eights, Quality, Tree};
/// // Which of a thousand points is the nearest?
/// let points: Vec<[f32; 3]> = (0..1000).map(|i| [(i % 10) as f32, (i / 10 % 10) as f32, (i / 100) as f32]).collect();
/// let boxes: Vec<_> = points.iter().map(|p| Bounds::of([*p])).collect();
/// let tree = Eights::new(&Tree::new(&boxes, 4, Quality::Best));
/// let at = Bounds::of([[3.1, 4.2, 8.9]]);
/// let mut best = (f32::INFINITY, 0);
/// tree.nearest(f32::INFINITY, |node| node.gaps(&at), |leaf, _| {
///     for item in tree.items(leaf) {
///         best = if (at.gap(&boxes[item as usize]), item) < best { (at.gap(&boxes[item as usize]), item) } else { best };
///     }
///     best.0
/// });
/// assert_eq!(best.1, 943);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Eights {
    pub(crate) nodes: Vec<Eight>,
    leaves: Vec<[u32; ITEMS]>,
    /// No walk has more children to visit at a time.
    pub(crate) most_open: usize,
}

impl Eights {
    /// From a binary tree, best one with leaves of 4 items.
    pub fn new(tree: &Tree) -> Self {
        if tree.nodes().is_empty() {
            return Self::default();
        }
        let (nodes, leaves) = collapse::<8>(tree, children(tree, 0));
        let eight = |Wide { from, child }: &Wide<8>| {
            let mut eight = Eight::new(*child);
            for (lane, from) in from.iter().enumerate().filter(|(_, from)| **from != NONE) {
                eight.set(lane, &tree.nodes()[*from as usize].bounds);
            }
            eight
        };
        let nodes: Vec<Eight> = nodes.iter().map(eight).collect();
        let most_open = most_open(&nodes);
        Self { nodes, leaves, most_open }
    }

    /// The items of the leaves, by the leaf's number; [`NONE`] fills a leaf up. [`Eights`] and [`Quads`](crate::Quads) of the same
    /// tree have the same leaves.
    pub fn leaves(&self) -> &[[u32; ITEMS]] {
        &self.leaves
    }

    /// The items of a leaf.
    #[inline]
    pub fn items(&self, leaf: u32) -> impl Iterator<Item = u32> + '_ {
        self.leaves[leaf as usize].iter().copied().take_while(|item| *item != NONE)
    }

    /// The box around everything.
    pub fn bounds(&self) -> Bounds {
        self.nodes.first().map_or(Bounds::EMPTY, Eight::around)
    }

    /// [`Tree::refit`]: fits the boxes to items that moved.
    pub fn refit(&mut self, boxes: &[Bounds]) {
        for at in (0..self.nodes.len()).rev() {
            let child = self.nodes[at].child;
            for (lane, child) in child.iter().enumerate().filter(|(_, child)| **child != NONE) {
                let bounds = if child & LEAF == 0 {
                    self.nodes[*child as usize].around()
                } else {
                    let items = &self.leaves[(child & !LEAF) as usize];
                    join_of(items, boxes)
                };
                self.nodes[at].set(lane, &bounds);
            }
        }
    }
}

/// The most children that a walk has to visit at a time: those of a node, or the others and those of one below.
fn most_open(nodes: &[Eight]) -> usize {
    let mut below = vec![1; nodes.len()];
    // Children come after their parents.
    for (at, node) in nodes.iter().enumerate().rev() {
        let inner = node.child.iter().filter(|child| *child & LEAF == 0);
        let most = inner.map(|child| below[*child as usize]).fold(1, usize::max);
        let count = node.child.iter().filter(|child| **child != NONE).count();
        below[at] = count - 1 + most;
    }
    below.first().copied().unwrap_or(0)
}
