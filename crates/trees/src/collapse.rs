//! From two children a node to `WIDTH`: the largest child is replaced by its own children, again and again,
//! while there is room (Wald, Benthin and Boulos, "Getting Rid of Packets", 2008).

use alloc::vec;
use alloc::vec::Vec;

use crate::binary::{ITEMS, Tree};

/// No item and no child, where fewer are there than fit.
pub const NONE: u32 = u32::MAX;

/// The bit of a child's number that tells leaves from nodes.
pub(crate) const LEAF: u32 = 1 << 31;

/// A wide node before it has boxes.
pub(crate) struct Wide<const WIDTH: usize> {
    /// Which nodes of the binary tree became the children; [`NONE`] if fewer are there.
    pub from: [u32; WIDTH],
    /// A node's index, or [`LEAF`] and the number of a leaf, or [`NONE`].
    pub child: [u32; WIDTH],
}

/// The wide nodes (parents before children) of a tree whose root has the children `root`, and the items of its
/// leaves. These are numbered in the tree's order, whatever the width.
pub(crate) fn collapse<const WIDTH: usize>(
    tree: &Tree,
    root: [u32; WIDTH],
) -> (Vec<Wide<WIDTH>>, Vec<[u32; ITEMS]>) {
    let (leaves, numbers) = leaves(tree);
    let mut nodes = vec![];
    // Of nodes to be made: their children, and whose child they are.
    let mut open = vec![(root, None)];
    while let Some((from, parent)) = open.pop() {
        let me = nodes.len();
        let mut child = [NONE; WIDTH];
        if let Some((node, lane)) = parent {
            let node: &mut Wide<WIDTH> = &mut nodes[node];
            node.child[lane] = me as u32;
        }
        // The last that is put down is the next that is taken up.
        for lane in (0..WIDTH).rev().filter(|lane| from[*lane] != NONE) {
            let node = &tree.nodes()[from[lane] as usize];
            if node.child == 0 {
                child[lane] = LEAF | numbers[node.first as usize];
            } else {
                open.push((children(tree, from[lane]), Some((me, lane))));
            }
        }
        nodes.push(Wide { from, child });
    }
    (nodes, leaves)
}

/// The items of the leaves, and the leaf's number at the place in the order where it begins.
fn leaves(tree: &Tree) -> (Vec<[u32; ITEMS]>, Vec<u32>) {
    let mut ends = vec![0; tree.order().len()];
    for node in tree.nodes().iter().filter(|node| node.child == 0) {
        ends[node.first as usize] = node.first + node.count;
    }
    let (mut leaves, mut numbers, mut at) = (vec![], ends, 0);
    while at < numbers.len() {
        let end = core::mem::replace(&mut numbers[at], leaves.len() as u32) as usize;
        let mut leaf = [NONE; ITEMS];
        leaf[..end - at].copy_from_slice(&tree.order()[at..end]);
        leaves.push(leaf);
        at = end;
    }
    (leaves, numbers)
}

/// The nodes of the binary tree that are the children of `node` in the wide one; a leaf is its own child.
pub(crate) fn children<const WIDTH: usize>(tree: &Tree, node: u32) -> [u32; WIDTH] {
    let mut found = [NONE; WIDTH];
    found[0] = node;
    for count in 1..WIDTH {
        let mut largest = (0.0, 0, 0);
        for (lane, at) in found[..count].iter().enumerate() {
            let node = &tree.nodes()[*at as usize];
            let area = node.bounds.half_area();
            // Any node is opened if there is no other: areas may be NaN.
            if node.child > 0 && (largest.2 == 0 || area > largest.0) {
                largest = (area, lane, node.child);
            }
        }
        let (_, lane, child) = largest;
        if child == 0 {
            break;
        }
        (found[lane], found[count]) = (child, child + 1);
    }
    found
}
