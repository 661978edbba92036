//! Where two cores that overlap touch, once B is moved out of A.

use crate::algorithm::gjk::{self, Search};
use crate::algorithm::simplex::Simplex;
use crate::shape::Lowered;
use crate::shape::difference::Difference;
use crate::space::{Motion, Vector};
use crate::trace::nobody;

/// Where two cores touch once B is moved.
pub(super) struct Touch<W> {
    /// On A, and on B before it is moved, in A's frame.
    pub points: [W; 2],
    /// How far the points are apart when B was moved.
    pub apart: f64,
}

/// How far apart two cores are moved to see where they touch, relative to the pair's size. Where
/// they touch, the corners that GJK ends with hold the origin to rounding, and their weights are
/// noise. A gap has a direction, and the nearest points across a gap that is the widest along its
/// axis are those that touch.
const ASIDE: f64 = 1.0 / (1 << 16) as f64;

/// Moves B by `depth` along an axis of length 1, so that it touches A along that axis, and finds
/// where.
pub(super) fn touch<W: Vector<Scalar = f64, Wide = W>>(
    a: &Lowered<'_, W>,
    b: &Lowered<'_, W>,
    b_in_a: &Motion<W>,
    (axis, depth): (W, f64),
    size: f64,
) -> Touch<W> {
    let aside = axis * (depth + ASIDE * size);
    let moved = Motion { translation: b_in_a.translation + aside, ..*b_in_a };
    let difference = Difference::new(a, b, &moved, 2.0 * size);
    let goal = gjk::Goal { above: f64::INFINITY, below: -1.0, accuracy: 0.0, corners: false };
    let mut gap = Search::default();
    gap.begin(&difference, Some(-axis));
    gap.run(&difference, &goal, None, nobody!(W));
    let [a, b] = weighted(&gap.simplex);
    let (b, way) = (b_in_a.apply(b), axis * depth);
    let middle = (a + b + way) * 0.5;
    Touch { points: [middle, middle - way], apart: (a - b - way).norm() }
}

/// The points of A and B that the corners and their weights stand for, each in its own frame.
pub(super) fn weighted<W: Vector<Scalar = f64>>(simplex: &Simplex<W>) -> [W; 2] {
    let (mut a, mut b) = (W::ZERO, W::ZERO);
    for (pair, weight) in simplex.corners().iter().zip(simplex.weights) {
        a = a + pair.a * weight;
        b = b + pair.b * weight;
    }
    [a, b]
}
