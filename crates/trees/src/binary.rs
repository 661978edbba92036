//! The binary tree and its builder: [`split`] from the root down until each leaf is small enough.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::bounds::Bounds;
use crate::split::{Item, Split, split};

/// How many items a leaf holds at most.
pub(crate) const ITEMS: usize = 4;

/// How much time the builder takes to find good trees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Quality {
    /// Divides along the longest axis only: for things that move.
    Quick,
    /// Tries all three axes: for things that stay, as the triangles of a mesh.
    #[default]
    Best,
}

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Node {
    /// Around all items below.
    pub bounds: Bounds,
    /// Where the items below begin in [`Tree::order`].
    pub first: u32,
    /// How many items are below.
    pub count: u32,
    /// The index of the first of two children, which follow each other and come after the node; 0 for a leaf.
    pub child: u32,
}

impl Node {
    /// The indices of both children; `None` for a leaf.
    #[inline]
    pub fn children(&self) -> Option<[u32; 2]> {
        (self.child > 0).then_some([self.child, self.child + 1])
    }
}

/// A binary tree over numbered boxes. Leaves are ranges of the numbers in an order of the tree's.
///
/// ```
/// use clearance_trees::{Bounds, Quality, Tree};
/// let boxes: Vec<_> = (0..100).map(|i| Bounds::of([[i as f32, 0.0, 0.0], [i as f32, 1.0, 1.0]])).collect();
/// let tree = Tree::new(&boxes, 4, Quality::Best);
/// assert_eq!(tree.nodes()[0].bounds, Bounds::of([[0.0, 0.0, 0.0], [99.0, 1.0, 1.0]]));
/// assert!(tree.nodes().iter().all(|node| node.children().is_some() || node.count <= 4));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::read::Text")
)]
pub struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) order: Vec<u32>,
}

impl Tree {
    /// A tree over the boxes, with leaves of at most `leaf` items: 1 to 4, [`Eights`](crate::Eights) and
    /// [`Quads`](crate::Quads) want 4. Without boxes it has no nodes.
    /// A box with NaN, or with a side turned inside out, is taken for the empty one.
    ///
    /// # Panics
    /// With more than 2^30 boxes.
    pub fn new(boxes: &[Bounds], leaf: usize, quality: Quality) -> Self {
        assert!(boxes.len() <= Item::MOST, "too many boxes for one tree");
        if boxes.is_empty() {
            return Self::default();
        }
        let mut items: Vec<Item> =
            boxes.iter().enumerate().map(|(number, bounds)| Item::new(bounds, number)).collect();
        let root = Node {
            bounds: Item::all(&items).bounds(),
            first: 0,
            count: items.len() as u32,
            child: 0,
        };
        let leaf = leaf.clamp(1, ITEMS);
        let nodes = match quality {
            Quality::Quick => Builder::<false> { leaf }.build(root, &mut items),
            Quality::Best => Builder::<true> { leaf }.build(root, &mut items),
        };
        Self { nodes, order: items.iter().map(Item::number).collect() }
    }

    /// The nodes: the root first, parents before children.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The items' numbers. Those below a node follow each other: [`Tree::range`].
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Which part of [`Tree::order`] is below the node with that index.
    pub fn range(&self, node: u32) -> Range<usize> {
        let Node { first, count, .. } = self.nodes[node as usize];
        first as usize..(first + count) as usize
    }

    /// Fits the nodes to boxes that moved, and leaves the tree as it is otherwise. This is faster than to
    /// build a tree, and the tree is worse the farther the boxes moved. An item without a box is left out.
    pub fn refit(&mut self, boxes: &[Bounds]) {
        for at in (0..self.nodes.len()).rev() {
            let bounds = match self.nodes[at].children() {
                Some([a, b]) => self.nodes[a as usize].bounds.join(&self.nodes[b as usize].bounds),
                None => join_of(&self.order[self.range(at as u32)], boxes),
            };
            self.nodes[at].bounds = bounds;
        }
    }

    /// The expected number of nodes and items that a random line through the root's box visits, apart from
    /// the root: what the builder minimises. 0 for a tree without extent.
    pub fn cost(&self) -> f64 {
        let share = |node: &Node| {
            let visits = if node.child == 0 { node.count } else { 1 };
            f64::from(node.bounds.half_area()) * f64::from(visits)
        };
        let root = self.nodes.first().map_or(0.0, |root| f64::from(root.bounds.half_area()));
        if root > 0.0 { self.nodes[1..].iter().map(share).sum::<f64>() / root } else { 0.0 }
    }
}

/// Around the boxes of these items.
pub(crate) fn join_of(items: &[u32], boxes: &[Bounds]) -> Bounds {
    let boxes = items.iter().filter_map(|item| boxes.get(*item as usize));
    boxes.fold(Bounds::EMPTY, |all, bounds| all.join(&bounds.cleaned()))
}

/// With fewer items, a thread costs more than it saves.
#[cfg(feature = "rayon")]
const GRAIN: usize = 4096;
/// How often a part may be divided among threads: bounds the depth of calls.
#[cfg(feature = "rayon")]
const FORKS: u32 = 10;

struct Builder<const ALL_AXES: bool> {
    leaf: usize,
}

impl<const ALL_AXES: bool> Builder<ALL_AXES> {
    #[cfg(not(feature = "rayon"))]
    fn build(&self, root: Node, items: &mut [Item]) -> Vec<Node> {
        self.below(root, items)
    }

    #[cfg(feature = "rayon")]
    fn build(&self, root: Node, items: &mut [Item]) -> Vec<Node> {
        self.fork(root, items, FORKS)
    }

    /// The same nodes as [`Self::below`], by the threads of `rayon`.
    #[cfg(feature = "rayon")]
    fn fork(&self, mut root: Node, items: &mut [Item], forks: u32) -> Vec<Node> {
        if forks == 0 || items.len() < GRAIN {
            return self.below(root, items);
        }
        let Some([left, right]) = self.children(&root, items) else { return vec![root] };
        let (of_left, of_right) = items.split_at_mut(left.count as usize);
        let (left, right) = rayon::join(
            || self.fork(left, of_left, forks - 1),
            || self.fork(right, of_right, forks - 1),
        );
        root.child = 1;
        let mut nodes = vec![root];
        // The parts begin with the children. What is at 1 in the left part comes after the root and both; in the
        // right part, it comes also after the left one.
        let moved = |part: &[Node], by: usize| {
            let child = |node: &Node| if node.child > 0 { node.child + by as u32 } else { 0 };
            part.iter().map(|node| Node { child: child(node), ..*node }).collect::<Vec<_>>()
        };
        let (left, right) = (moved(&left, 2), moved(&right, 1 + left.len()));
        nodes.extend([left[0], right[0]]);
        nodes.extend(left[1..].iter().chain(&right[1..]));
        nodes
    }

    /// The tree below `root`, whose items are given: the root first, then its children, then what is below the
    /// first child, then what is below the second.
    fn below(&self, root: Node, items: &mut [Item]) -> Vec<Node> {
        let mut nodes = Vec::with_capacity(items.len() / self.leaf * 2 + 1);
        nodes.push(root);
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let node: Node = nodes[at];
            let from = (node.first - root.first) as usize;
            let Some(children) = self.children(&node, &mut items[from..from + node.count as usize])
            else {
                continue;
            };
            let child = nodes.len();
            nodes[at].child = child as u32;
            nodes.extend(children);
            open.extend([child + 1, child]);
        }
        nodes
    }

    fn children(&self, node: &Node, items: &mut [Item]) -> Option<[Node; 2]> {
        if items.len() <= self.leaf {
            return None;
        }
        let Split { at, left, right } = split::<ALL_AXES>(items, &node.bounds, self.leaf);
        let at = at as u32;
        Some([
            Node { bounds: left, first: node.first, count: at, child: 0 },
            Node { bounds: right, first: node.first + at, count: node.count - at, child: 0 },
        ])
    }
}

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use super::*;
    use clearance_testing::Random;

    #[test]
    fn parts_that_are_built_apart_are_joined_as_if_built_at_once() {
        let mut random = Random::new(1);
        let items: Vec<_> = (0..50_000)
            .map(|number| {
                let corner = random.in_cube(1.0) * random.unit().powi(4);
                Item::new(&Bounds::of([corner.as_vec3().to_array(), [corner.x as f32; 3]]), number)
            })
            .collect();
        let bounds = Item::all(&items).bounds();
        let root = Node { bounds, first: 0, count: items.len() as u32, child: 0 };
        let builder = Builder::<true> { leaf: 4 };
        let [mut at_once, mut in_parts] = [items.clone(), items];
        assert_eq!(builder.fork(root, &mut in_parts, FORKS), builder.below(root, &mut at_once));
        let numbers = |items: &[Item]| items.iter().map(Item::number).collect::<Vec<_>>();
        assert_eq!(numbers(&in_parts), numbers(&at_once));
    }
}
