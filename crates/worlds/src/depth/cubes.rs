//! The best point of a box, by branch and bound over cubes.
//!
//! ```text
//!     cube with the largest bound ---> out, if none of its points can be better than the best so far
//!                                 ---> its middle: a value that is reached
//!                                 ---> eight cubes (in 2D four) of half the size
//! ```

use alloc::collections::BinaryHeap;
use core::cmp::Ordering;

use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Aabb, Vector};

/// What is known of the points within a radius of a point.
pub(crate) struct Judged {
    /// No value there is larger.
    pub bound: f64,
    /// The value of the point itself, if it has one.
    pub reached: Option<f64>,
}

/// The best point that was found, and a bound on the values of all points.
pub(crate) struct Found<V: Vector> {
    pub best: Option<(f64, V)>,
    pub bound: f64,
}

/// When a search ends.
#[derive(Clone, Copy)]
pub(crate) struct End {
    /// Cubes are opened at most so often.
    pub most: usize,
    /// Larger values than the best so far are of no interest, if they are larger by no more than this.
    pub tolerance: f64,
    /// The same as a share of the best so far.
    pub share: f64,
}

/// The box that two shapes have in common; `None` if it is empty or not finite.
pub(crate) fn common_box<V: Vector>(box_a: &Aabb<V>, box_b: &Aabb<V>) -> Option<Aabb<V::Wide>> {
    let min = V::Wide::from_fn(|i| box_a.min.get(i).max(box_b.min.get(i)).to_f64());
    let max = V::Wide::from_fn(|i| box_a.max.get(i).min(box_b.max.get(i)).to_f64());
    let is_empty = (0..V::DIM).any(|i| min.get(i) > max.get(i));
    (!is_empty && min.is_finite() && max.is_finite()).then_some(Aabb { min, max })
}

/// Searches the box for the point with the largest value. `judge` returns what is known around a point, up to a radius,
/// or nothing if no point there can be better than the best so far, which is its last argument.
pub(crate) fn search<V: Vector>(
    within: &Aabb<V::Wide>,
    end: End,
    mut judge: impl FnMut(V, f64, f64) -> Option<Judged>,
) -> Found<V> {
    let mut cubes = BinaryHeap::new();
    let mut best: Option<(f64, V)> = None;
    let value = |best: &Option<(f64, V)>| best.map_or(0.0, |best| best.0);
    let mut consider = |cubes: &mut BinaryHeap<Cube<V>>,
                        middle: V::Wide,
                        half: f64,
                        best: &mut Option<(f64, V)>| {
        let point = V::narrow(middle);
        // The middle is rounded.
        let radius = half * Scalar::sqrt(V::DIM as f64) + (point.widen() - middle).norm();
        let Some(Judged { bound, reached }) = judge(point, radius, value(best)) else { return };
        if let Some(reached) = reached.filter(|reached| *reached >= value(best)) {
            *best = Some((reached, point));
        }
        if bound >= value(best) {
            cubes.push(Cube { bound, middle, half });
        }
    };
    let Aabb { min, max } = *within;
    consider(&mut cubes, (min + max) * 0.5, (max - min).max_abs() * 0.5, &mut best);
    for _ in 0..end.most {
        let Some(Cube { bound, middle, half }) = cubes.pop() else {
            return Found { bound: value(&best), best };
        };
        let now = value(&best);
        if bound - now <= end.tolerance.max(end.share * now) {
            return Found { best, bound: bound.max(now) };
        }
        for corner in 0..1_u32 << V::DIM {
            let off = V::Wide::from_fn(|i| if corner >> i & 1 == 0 { -0.5 } else { 0.5 }) * half;
            consider(&mut cubes, middle + off, half * 0.5, &mut best);
        }
    }
    let rest = cubes.peek().map_or(0.0, |cube| cube.bound);
    Found { bound: rest.max(value(&best)), best }
}

/// A cube that may hold a better point.
struct Cube<V: Vector> {
    bound: f64,
    middle: V::Wide,
    half: f64,
}

impl<V: Vector> PartialEq for Cube<V> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl<V: Vector> Eq for Cube<V> {}
impl<V: Vector> PartialOrd for Cube<V> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<V: Vector> Ord for Cube<V> {
    /// By the bound, then by the place, so that the order is always the same.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_place = (0..V::DIM).map(|i| self.middle.get(i).total_cmp(&other.middle.get(i)));
        by_place.fold(self.bound.total_cmp(&other.bound), Ordering::then)
    }
}
