//! The nodes of a tree of eights, for pictures of trees and of walks.

use crate::bounds::Bounds;
use crate::collapse::{LEAF, NONE};
use crate::eights::{Eight, Eights};

/// What is below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    /// The node with this number: a place in [`Eights::nodes`].
    Node(u32),
    /// The leaf with this number: a place in [`Eights::leaves`].
    Leaf(u32),
}

impl Eights {
    /// The nodes, each before those below it; the first is the root.
    ///
    /// ```
    /// use clearance_trees::{Bounds, Child, Eights, Quality, Tree};
    /// let boxes: Vec<_> = (0..100).map(|i| Bounds::of([[i as f32, 0.0, 0.0], [i as f32, 1.0, 0.0]])).collect();
    /// let tree = Eights::new(&Tree::new(&boxes, 4, Quality::Best));
    /// let mut items = 0;
    /// for node in tree.nodes() {
    ///     for (_, child, bounds) in node.children() {
    ///         let Child::Leaf(leaf) = child else { continue };
    ///         items += tree.items(leaf).count();
    ///         assert!(tree.items(leaf).all(|item| boxes[item as usize].join(&bounds) == bounds));
    ///     }
    /// }
    /// assert_eq!(items, 100);
    /// ```
    pub fn nodes(&self) -> &[Eight] {
        &self.nodes
    }
}

impl Eight {
    /// The children: the lane of each (0 to 7), what it is, and its box.
    pub fn children(&self) -> impl Iterator<Item = (usize, Child, Bounds)> + '_ {
        let there = self.child.iter().enumerate().filter(|(_, child)| **child != NONE);
        there.map(|(lane, child)| {
            let kind = if child & LEAF == 0 { Child::Node } else { Child::Leaf };
            (lane, kind(child & !LEAF), self.get(lane))
        })
    }
}
