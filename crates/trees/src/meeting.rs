//! The leaves of two trees in the same frame whose boxes meet.

use alloc::vec;

use crate::collapse::{LEAF, NONE};
use crate::eights::Eights;

/// Calls `leaf` with the numbers of each leaf of A and each of B whose boxes meet, once a pair. Boxes that are
/// apart by less than 2^-60 may count, as squares underflow.
///
/// ```
/// use clearance_trees::{Bounds, Eights, Quality, Tree, meeting};
/// let row = |y: f32| (0..50).map(|i| Bounds::of([[i as f32, y, 0.0], [i as f32, y + 1.0, 0.0]])).collect::<Vec<_>>();
/// let [a, b] = [row(0.0), row(1.0)].map(|boxes| Eights::new(&Tree::new(&boxes, 1, Quality::Best)));
/// let mut count = 0;
/// meeting(&a, &b, |of_a, of_b| {
///     assert_eq!(a.leaves()[of_a as usize], b.leaves()[of_b as usize]);
///     count += 1;
/// });
/// assert_eq!(count, 50);
/// ```
pub fn meeting(a: &Eights, b: &Eights, mut leaf: impl FnMut(u32, u32)) {
    if a.nodes.is_empty() || b.nodes.is_empty() {
        return;
    }
    // Two children, each with its box.
    let mut open = vec![([0, 0], [a.bounds(), b.bounds()])];
    while let Some((pair, boxes)) = open.pop() {
        let [of_a, of_b] = pair;
        if of_a & of_b & LEAF != 0 {
            leaf(of_a & !LEAF, of_b & !LEAF);
            continue;
        }
        // The larger one, or the one that is no leaf
        let larger = usize::from(boxes[1].half_area() >= boxes[0].half_area());
        let side = if pair[larger] & LEAF != 0 { 1 - larger } else { larger };
        let node = &[a, b][side].nodes[pair[side] as usize];
        let gaps = node.gaps(&boxes[1 - side]).map(|gaps| gaps.to_array());
        for lane in 0..8 {
            if node.child[lane] != NONE && gaps[lane / 4][lane % 4] == 0.0 {
                let (mut pair, mut boxes) = (pair, boxes);
                (pair[side], boxes[side]) = (node.child[lane], node.get(lane));
                open.push((pair, boxes));
            }
        }
    }
}
