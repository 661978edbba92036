//! A tree from a text that may say anything: it is accepted if the builder could have made it.

use alloc::vec;
use alloc::vec::Vec;

use crate::binary::ITEMS;
use crate::binary::{Node, Tree};

/// A tree as it stands in a text.
#[derive(serde::Deserialize)]
pub(crate) struct Text {
    nodes: Vec<Node>,
    order: Vec<u32>,
}

impl TryFrom<Text> for Tree {
    type Error = &'static str;

    fn try_from(Text { nodes, order }: Text) -> Result<Self, Self::Error> {
        let mut items = order.clone();
        items.sort_unstable();
        if items.iter().zip(0..).any(|(item, number)| *item != number) {
            return Err("the order of a tree must have each number from 0 on once");
        }
        let mut open = if nodes.is_empty() { vec![] } else { vec![0] };
        // What the builder makes next: a pair of nodes, and the items of a leaf.
        let (mut next, mut first) = (open.len(), 0);
        while let Some(at) = open.pop() {
            let node: &Node = &nodes[at];
            if node.first as usize != first || node.bounds != node.bounds.cleaned() {
                return Err("a node of a tree has not the next items, or has a box with NaN");
            }
            if node.child == 0 {
                if !(1..=ITEMS).contains(&(node.count as usize)) {
                    return Err("a leaf of a tree must have 1 to 4 items");
                }
                first += node.count as usize;
                continue;
            }
            let Some([left, right]) =
                (node.child as usize == next).then(|| nodes.get(next..next + 2)).flatten()
            else {
                return Err("the nodes of a tree must be in the order of a walk");
            };
            if left.count.checked_add(right.count) != Some(node.count)
                || left.bounds.join(&right.bounds) != node.bounds
            {
                return Err("the items and the box of a node must be those of its children");
            }
            open.extend([next + 1, next]);
            next += 2;
        }
        if next != nodes.len() || first != order.len() {
            return Err("a tree must have the nodes and the items that its root has");
        }
        Ok(Self { nodes, order })
    }
}
