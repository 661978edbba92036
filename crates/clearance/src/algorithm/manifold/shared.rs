//! What two edges of the plane share: its two ends, without a list.
//!
//! ```text
//!      A   |--------o========|          = what is shared, from the inner of both left ends to the
//!      B            |========o------|     inner of both right ends: o
//! ```
//!
//! Each end is one of an edge's own, and over or under the other edge. So there are two points, or
//! one where they are near each other, with the names that the general way gives them (`gather`).

use super::d2::{Line, Spot, Stretch};
use super::gather::{Candidate, rank};
use super::{Owner, Patch, Touch};
use crate::answer::FeatureId;
use crate::space::Vector;

/// How near is near enough, and what is known of rounding.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Points that are farther apart do not count.
    pub margin: f64,
    /// By how much rounding may put a point beyond the margin.
    pub doubt: f64,
    /// What rounding does to a place and to a height.
    pub rounding: f64,
}

/// The points of two edges, both with two ends: none where they share nothing within the margin.
/// With the least separation, which is infinite where there are none.
#[inline]
pub(super) fn points<W: Vector<Scalar = f64, Wide = W>>(
    stretches: &[Stretch; 2],
    line: &Line<W>,
    owner: Owner,
    limits: &Limits,
) -> (Patch<W>, f64) {
    let mut patch = Patch::new((line.normal, owner));
    let [a, b] = stretches;
    let ([left_a, right_a], [left_b, right_b]) = (a.in_order(), b.in_order());
    let left = if left_a.place >= left_b.place {
        over(stretches, left_a, true)
    } else {
        over(stretches, left_b, false)
    };
    let right = if right_a.place <= right_b.place {
        over(stretches, right_a, true)
    } else {
        over(stretches, right_b, false)
    };
    let near = right.place - left.place;
    if near < -limits.rounding || near.is_nan() {
        return (patch, f64::INFINITY);
    }
    let (mut deep, mut other) =
        if right.separation() < left.separation() { (right, left) } else { (left, right) };
    let least = deep.separation();
    let is_in = |c: &Candidate<f64>| c.separation() <= limits.margin + limits.doubt;
    let both = is_in(&other);
    if !is_in(&deep) {
        return (patch, f64::INFINITY);
    }
    if both && near <= a.near() {
        let lower = rank(other.feature) < rank(deep.feature);
        deep.feature = if lower { other.feature } else { deep.feature };
    }
    patch.push(touch(&mut deep, line, limits.margin));
    if both && near > a.near() {
        patch.push(touch(&mut other, line, limits.margin));
    }
    (patch, least.min(limits.margin))
}

/// The point at a place of one surface over or under the other.
#[inline]
fn over([a, b]: &[Stretch; 2], Spot { place, height }: Spot, is_of_a: bool) -> Candidate<f64> {
    let feature = FeatureId::new(a.part_at(place), b.part_at(place));
    let heights = if is_of_a { [height, b.height(place)] } else { [a.height(place), height] };
    Candidate { place, heights, feature }
}

/// What is beyond the margin by rounding alone is at it.
#[inline]
fn touch<W: Vector<Scalar = f64, Wide = W>>(
    candidate: &mut Candidate<f64>,
    line: &Line<W>,
    margin: f64,
) -> Touch<W> {
    if candidate.separation() > margin {
        candidate.heights[1] = candidate.heights[0] + margin;
    }
    let [a, b] = candidate.heights.map(|h| line.along * candidate.place + line.normal * h);
    Touch { a, b, separation: candidate.separation(), feature: candidate.feature }
}
