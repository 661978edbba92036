//! From two children a node to `WIDTH`: the largest child is replaced by its own children, again and again,
//! while there is room (Wald, Benthin and Boulos, "Getting Rid of Packets", 2008).

use alloc::vec;
use alloc::vec::Vec;

use crate::binary::Tree;

/// No item and no child, where fewer are there than fit.
pub const NONE: u32 = u32::MAX;

/// The bit of a child's number that tells leaves from nodes.
pub(crate) const LEAF: u32 = 1 << 31;

/// How many items a leaf of a wide tree holds.
pub(crate) const ITEMS: usize = 4;

/// A wide node before it has boxes.
pub(crate) struct Wide<const WIDTH: usize> {
    /// Which nodes of the binary tree became the children; [`NONE`] if fewer are there.
    pub from: [u32; WIDTH],
    /// A node's index, or [`LEAF`] and the number of a leaf, or [`NONE`].
    pub child: [u32; WIDTH],
}

/// The wide nodes (parents before children) and the items of the leaves, from a tree whose root's children are
/// `root`.
///
/// # Panics
/// If a leaf of the tree has more than four items.
pub(crate) fn collapse<const WIDTH: usize>(
    tree: &Tree,
    root: [u32; WIDTH],
) -> (Vec<Wide<WIDTH>>, Vec<[u32; ITEMS]>) {
    let (mut nodes, mut leaves) = (vec![], vec![]);
    // Of nodes to be made: their children, and whose child they are.
    let mut open = vec![(root, None)];
    while let Some((from, parent)) = open.pop() {
        let me = nodes.len();
        let mut child = [NONE; WIDTH];
        if let Some((node, lane)) = parent {
            let node: &mut Wide<WIDTH> = &mut nodes[node];
            node.child[lane] = me as u32;
        }
        for lane in 0..WIDTH {
            if from[lane] != NONE && tree.nodes()[from[lane] as usize].child == 0 {
                child[lane] = LEAF | leaves.len() as u32;
                leaves.push(leaf(&tree.order()[tree.range(from[lane])]));
            }
        }
        // The last that is put down is the next that is taken up.
        for lane in (0..WIDTH).rev() {
            if from[lane] != NONE && child[lane] == NONE {
                open.push((children(tree, from[lane]), Some((me, lane))));
            }
        }
        nodes.push(Wide { from, child });
    }
    (nodes, leaves)
}

fn leaf(items: &[u32]) -> [u32; ITEMS] {
    assert!(items.len() <= ITEMS, "a leaf has more than {ITEMS} items");
    let mut leaf = [NONE; ITEMS];
    leaf[..items.len()].copy_from_slice(items);
    leaf
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
