//! Broad phase: finds the boxes that are near each other.
//!
//! Sort and sweep: sorts the boxes by where they begin along one axis, then passes over them once. A box
//! is compared only with boxes that begin before it ends. If the boxes are spread out along the axis,
//! these are few.

use alloc::vec::Vec;

use crate::number::Scalar;
use crate::space::{Aabb, Vector};

/// The pairs of boxes within `distance` of each other, as indices `i < j`, sorted.
///
/// Boxes may be infinite, as those of half-spaces are. A box contains its shape with some slack, so no
/// two shapes within `distance` are missed. A negative `distance` counts as 0.
///
/// ```
/// use clearance::broad::pairs_within;
/// use clearance::d2::Vec2;
/// use clearance::Aabb;
/// let tile = |x: f32| Aabb { min: Vec2::new(x, 0.0), max: Vec2::new(x + 1.0, 1.0) };
/// assert_eq!(pairs_within(&[tile(0.0), tile(5.0), tile(1.5)], 0.5), [(0, 2)]);
/// ```
pub fn pairs_within<V: Vector>(boxes: &[Aabb<V>], distance: V::Scalar) -> Vec<(usize, usize)> {
    let distance = distance.to_f64();
    let mut pairs = Vec::new();
    sweep(boxes, distance, |near| {
        pairs.push((near.a, near.b));
        distance
    });
    pairs.sort_unstable();
    pairs
}

/// Two boxes near each other.
pub struct Near {
    /// The index of the first box.
    pub a: usize,
    /// The index of the second box; larger than `a`.
    pub b: usize,
    /// The number of boxes that the sweep has passed completely. It is less than the number of boxes.
    pub rank: usize,
}

/// Calls `visit` with each pair of boxes within `limit` of each other. `visit` returns the limit for the
/// following pairs. Pairs come in the order in which their boxes begin along one axis. A negative limit
/// counts as 0.
pub fn sweep<V: Vector>(boxes: &[Aabb<V>], limit: f64, mut visit: impl FnMut(Near) -> f64) {
    let mut limit = limit.max(0.0);
    let axis = widest_axis(boxes);
    let begins = |i: usize| boxes[i].min.get(axis).to_f64();
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|i, j| begins(*i).total_cmp(&begins(*j)));

    for (rank, &i) in order.iter().enumerate() {
        let ends = boxes[i].max.get(axis).to_f64();
        for &j in &order[rank + 1..] {
            if begins(j) - ends > limit {
                break;
            }
            if boxes[i].gap(&boxes[j]) <= limit {
                limit = visit(Near { a: i.min(j), b: i.max(j), rank }).max(0.0);
            }
        }
    }
}

/// The axis along which the finite centres of the boxes are spread the most.
fn widest_axis<V: Vector>(boxes: &[Aabb<V>]) -> usize {
    let spread = |axis: usize| {
        let middle = |b: &Aabb<V>| 0.5 * (b.min.get(axis).to_f64() + b.max.get(axis).to_f64());
        let middles = boxes.iter().map(middle).filter(|m| m.is_finite());
        let (low, high) = middles
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), m| (low.min(m), high.max(m)));
        high - low
    };
    (1..V::DIM).fold(0, |best, axis| if spread(axis) > spread(best) { axis } else { best })
}
