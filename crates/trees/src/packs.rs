//! Boxes that move, come and go: packed by eight, level by level.
//!
//! ```text
//!   level 2   [ . . . . . . . . ]                the root: node 0
//!   level 1   [........] [........] ...          a child's box is around its eight
//!   level 0   [iiiiiiii] [iiiiiiii] ...          items, in an order by medians
//! ```
//!
//! Where a node is follows from its number, so a change moves nothing. One box that changes climbs towards the root
//! ([`Packs::set`]). If most have changed, all nodes are made anew in the old order ([`Packs::refill`]); once the leaves'
//! boxes have grown by a quarter, in a new one.
//!
//! **Sizes.** A large box among small ones makes all nodes above it large. So each pack has boxes of about the same size,
//! up to sixteen times as large as the smallest. What came after the last sort is in a pack of its own, of any size.

use alloc::vec::Vec;

use glam::Vec4;

use crate::bits::each_bit;
use crate::bounds::{Bounds, less, more};
use crate::collapse::{LEAF, NONE};
use crate::eights::Eight;
use crate::walk::walk;

/// A set of boxes with numbers, the items, which change from step to step. The user keeps the boxes, in a slice by item, and
/// hands it to each change.
///
/// ```
/// use clearance_trees::{Bounds, Packs, each_bit};
/// let mut boxes: Vec<_> = (0..100).map(|i| Bounds::of([[i as f32, 0.0, 0.0], [i as f32 + 0.5, 1.0, 1.0]])).collect();
/// let mut packs = Packs::default();
/// packs.insert(&(0..100).collect::<Vec<u32>>(), &boxes);
/// boxes[7] = Bounds::of([[50.2, 0.0, 0.0], [51.2, 1.0, 1.0]]);
/// packs.set(7, &boxes[7]);
///
/// let mut pairs = vec![];
/// packs.rows(false, |a, others, lanes| each_bit(lanes, |lane| pairs.push([a.min(others[lane]), a.max(others[lane])])));
/// pairs.sort();
/// assert_eq!(pairs, [[7, 50], [7, 51]]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Packs {
    pub(crate) packs: Vec<Pack>,
    /// The items by place; [`NONE`] where one was removed.
    order: Vec<u32>,
    /// The place of each item, or [`NONE`].
    place: Vec<u32>,
    /// What is behind came after the last sort.
    sorted: usize,
    removed: usize,
    /// The cost of the leaves after the last sort.
    area: f32,
}

/// Boxes of about the same size.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pack {
    /// Where its items begin in the order, and how many places it has.
    first: usize,
    count: usize,
    /// The root first, the leaves last.
    pub nodes: Vec<Eight>,
    /// The box around each.
    pub wholes: Vec<Bounds>,
    /// Where each level begins, the leaves' first.
    pub starts: Vec<u32>,
    /// The leaves with the boxes that [`Packs::remember`] was given.
    pub known: Vec<Eight>,
}

/// An item on its way through a sort: twice the middle of its box, its class of sizes, its number.
type Sorted = ([f32; 3], u32, u32);

impl Packs {
    /// The number of items.
    pub fn len(&self) -> usize {
        self.order.len() - self.removed
    }
    /// Are there no items?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Is this an item?
    pub fn has(&self, item: u32) -> bool {
        self.place.get(item as usize).is_some_and(|place| *place != NONE)
    }
    /// The items, in no order that has a meaning.
    pub fn items(&self) -> impl Iterator<Item = u32> + '_ {
        self.order.iter().copied().filter(|item| *item != NONE)
    }

    /// How many bytes it holds.
    pub fn memory(&self) -> usize {
        let nodes = self.packs.iter().map(|pack| pack.nodes.capacity() + pack.known.capacity());
        let numbers = self.order.capacity() + self.place.capacity();
        nodes.sum::<usize>() * size_of::<Eight>() + numbers * size_of::<u32>()
    }
    /// The largest coordinate of a box; 0 if there are none.
    pub fn extent(&self) -> f32 {
        let roots = self.packs.iter().filter_map(|pack| pack.nodes.first()).map(Eight::around);
        let corners =
            roots.filter(|around| !around.is_empty()).flat_map(|around| [around.min, around.max]);
        corners.flatten().fold(0.0, |most, x| more(most, x.abs()))
    }

    /// Adds items, which are no items yet. Numbers are below 2^30.
    pub fn insert(&mut self, items: &[u32], boxes: &[Bounds]) {
        if items.is_empty() {
            return;
        }
        debug_assert!(items.iter().all(|item| !self.has(*item)), "an item comes twice");
        self.order.extend_from_slice(items);
        if self.is_loose() {
            return self.sort(boxes);
        }
        // All that came since the last sort, in an order of their own.
        let late = self.order.split_off(self.sorted);
        let mut late: Vec<Sorted> = late
            .into_iter()
            .filter(|item| *item != NONE)
            .map(|item| (middle(&boxes[item as usize]), 0, item))
            .collect();
        self.removed = self.order.iter().filter(|item| **item == NONE).count();
        by_medians(&mut late);
        self.packs.retain(|pack| pack.first < self.sorted);
        self.place.resize(boxes.len(), NONE);
        self.add_pack(&late, boxes);
    }
    /// Removes an item.
    pub fn remove(&mut self, item: u32) {
        self.set(item, &Bounds::EMPTY);
        let place = core::mem::replace(&mut self.place[item as usize], NONE) as usize;
        self.order[place] = NONE;
        let pack = self.packs.partition_point(|pack| pack.first <= place) - 1;
        self.packs[pack].forget(place);
        self.removed += 1;
    }
    /// Tells that the box of one item has changed.
    #[inline]
    pub fn set(&mut self, item: u32, bounds: &Bounds) {
        let place = self.place[item as usize] as usize;
        let pack = self.packs.partition_point(|pack| pack.first <= place) - 1;
        self.packs[pack].set(place, &tidy(bounds));
    }
    /// Tells that most boxes have changed.
    pub fn refill(&mut self, boxes: &[Bounds]) {
        if self.is_loose() {
            return self.sort(boxes);
        }
        for pack in &mut self.packs {
            pack.fill(&self.order[pack.first..][..pack.count], boxes);
        }
        /// How much the leaves may grow before the order is made anew.
        const GROWN: f32 = 1.25;
        if self.cost() > GROWN * self.area {
            self.sort(boxes);
        }
    }
    /// Keeps the pairs of these boxes in mind: [`Packs::rows`] can leave out those that met in them.
    pub fn remember(&mut self, boxes: &[Bounds]) {
        for pack in &mut self.packs {
            let items = &self.order[pack.first..][..pack.count];
            pack.known.clear();
            pack.known.extend(items.chunks(8).map(|items| leaf(items, boxes)));
        }
    }

    /// Calls `found` with each item whose box meets this one.
    #[inline]
    pub fn meeting(&self, bounds: &Bounds, mut found: impl FnMut(u32)) {
        let bounds = &tidy(bounds);
        // A node, and the seven beside it on each of at most ten levels.
        let mut open = [0_u32; 80];
        for pack in self.packs.iter().filter(|pack| !pack.nodes.is_empty()) {
            let mut count = 1;
            open[0] = 0;
            while count > 0 {
                count -= 1;
                let node = &pack.nodes[open[count] as usize];
                each_bit(node.meets(bounds), |lane| {
                    let child = node.child[lane];
                    if child & LEAF != 0 {
                        found(child & !LEAF);
                    } else {
                        open[count] = child;
                        count += 1;
                    }
                });
            }
        }
    }
    /// [`Eights::nearest`](crate::Eights::nearest), of items in place of leaves.
    #[inline(always)]
    pub fn nearest(
        &self,
        mut limit: f32,
        mut bounds: impl FnMut(&Eight) -> [Vec4; 2],
        mut item: impl FnMut(u32, f32) -> f32,
    ) {
        for pack in &self.packs {
            // A node and the seven beside it on each level.
            let most_open = 8 * pack.starts.len();
            limit = walk(&pack.nodes, most_open, limit, &mut bounds, &mut item);
            if limit < 0.0 {
                return;
            }
        }
    }

    /// Have so many come and gone that the order is not worth much?
    fn is_loose(&self) -> bool {
        self.removed + (self.order.len() - self.sorted) > self.sorted / 8 + 32
    }
    /// Makes the order anew: by classes of sizes, then by medians.
    fn sort(&mut self, boxes: &[Bounds]) {
        let items = self.items().map(|item| {
            let bounds = &boxes[item as usize];
            (middle(bounds), class(bounds), item)
        });
        let mut items: Vec<Sorted> = items.collect();
        items.sort_by_key(|item| item.1);
        self.order.clear();
        self.place.clear();
        self.place.resize(boxes.len(), NONE);
        self.packs.clear();
        for same in items.chunk_by_mut(|a, b| a.1 == b.1) {
            by_medians(same);
            self.add_pack(same, boxes);
        }
        (self.sorted, self.removed, self.area) = (self.order.len(), 0, self.cost());
    }
    fn add_pack(&mut self, items: &[Sorted], boxes: &[Bounds]) {
        let first = self.order.len();
        for (place, item) in items.iter().enumerate() {
            self.place[item.2 as usize] = (first + place) as u32;
        }
        self.order.extend(items.iter().map(|item| item.2));
        let mut pack = Pack { first, count: items.len(), ..Pack::default() };
        pack.fill(&self.order[first..], boxes);
        self.packs.push(pack);
    }
    /// Half of the surface of all leaves.
    fn cost(&self) -> f32 {
        let above = self.packs.iter().filter_map(|pack| pack.level(1)).flatten();
        above.map(Eight::half_areas).sum()
    }
}

impl Pack {
    /// The nodes of a level, 0 for the leaves.
    fn level(&self, level: usize) -> Option<&[Eight]> {
        let start = *self.starts.get(level)? as usize;
        let end = if level == 0 { self.nodes.len() } else { self.starts[level - 1] as usize };
        Some(&self.nodes[start..end])
    }
    pub fn levels(&self) -> u32 {
        self.starts.len() as u32
    }
    fn fill(&mut self, items: &[u32], boxes: &[Bounds]) {
        let mut counts = alloc::vec![items.len().div_ceil(8)];
        while let Some(count) = counts.last().filter(|count| **count > 1) {
            counts.push(count.div_ceil(8));
        }
        self.starts.clear();
        self.starts.extend(
            (0..counts.len()).map(|level| counts[level + 1..].iter().sum::<usize>() as u32),
        );
        self.nodes.resize(counts.iter().sum(), Eight::new([NONE; 8]));
        self.wholes.resize(self.nodes.len(), Bounds::EMPTY);
        let leaves = self.starts[0] as usize;
        for (at, items) in items.chunks(8).enumerate() {
            self.nodes[leaves + at] = leaf(items, boxes);
            self.wholes[leaves + at] = self.nodes[leaves + at].around();
        }
        for level in 1..counts.len() {
            let [below, start] = [level - 1, level].map(|level| self.starts[level] as usize);
            for at in 0..counts[level] {
                let children = 8 * at..(8 * at + 8).min(counts[level - 1]);
                let mut node = Eight::new([NONE; 8]);
                for (lane, child) in children.enumerate() {
                    node.child[lane] = (below + child) as u32;
                    node.set(lane, &self.wholes[below + child]);
                }
                (self.nodes[start + at], self.wholes[start + at]) = (node, node.around());
            }
        }
    }
    fn forget(&mut self, place: usize) {
        let at = place - self.first;
        self.nodes[self.starts[0] as usize + at / 8].child[at % 8] = NONE;
    }
    fn set(&mut self, place: usize, bounds: &Bounds) {
        let (mut at, mut bounds) = (place - self.first, *bounds);
        for start in &self.starts {
            let (node, place) = (*start as usize + at / 8, at % 8);
            if self.nodes[node].get(place) == bounds {
                return;
            }
            self.nodes[node].set(place, &bounds);
            self.wholes[node] = self.nodes[node].around();
            (at, bounds) = (at / 8, self.wholes[node]);
        }
    }
}

#[inline(always)]
fn leaf(items: &[u32], boxes: &[Bounds]) -> Eight {
    let mut node = Eight::new([NONE; 8]);
    for (lane, item) in items.iter().enumerate().filter(|(_, item)| **item != NONE) {
        node.child[lane] = LEAF | item;
        node.set(lane, &tidy(&boxes[*item as usize]));
    }
    node
}

/// Without infinity, so that the empty box, which is where there is no child, does not meet it.
#[inline(always)]
fn tidy(bounds: &Bounds) -> Bounds {
    let Bounds { min, max } = bounds.cleaned();
    if min[0] > max[0] {
        return Bounds::EMPTY;
    }
    let finite = |x: f32| less(more(x, f32::MIN), f32::MAX);
    Bounds { min: min.map(finite), max: max.map(finite) }
}

fn middle(bounds: &Bounds) -> [f32; 3] {
    core::array::from_fn(|axis| bounds.min[axis] + bounds.max[axis])
}

/// Sizes from one power of sixteen to the next.
fn class(bounds: &Bounds) -> u32 {
    let [x, y, z] = bounds.sides();
    more(more(x, y), z).to_bits() >> 25
}

/// Orders items so that each run of eight, and each run of eight of these, and so on, is near each other.
fn by_medians(items: &mut [Sorted]) {
    if items.len() <= 8 {
        return;
    }
    // The items of a child of the lowest node that holds all.
    let mut child = 8;
    while child * 8 < items.len() {
        child *= 8;
    }
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for (middle, ..) in items.iter() {
        for axis in 0..3 {
            low[axis] = less(low[axis], middle[axis]);
            high[axis] = more(high[axis], middle[axis]);
        }
    }
    let width = |axis: usize| high[axis] - low[axis];
    let axis = (1..3).fold(0, |best, axis| if width(axis) > width(best) { axis } else { best });
    let half = items.len().div_ceil(child) / 2 * child;
    items.select_nth_unstable_by(half, |a, b| a.0[axis].total_cmp(&b.0[axis]).then(a.2.cmp(&b.2)));
    let (left, right) = items.split_at_mut(half);
    by_medians(left);
    by_medians(right);
}
