//! The points at which two overlapping cores touch once B is translated out of A.

use crate::gjk::simplex::Simplex;
use crate::gjk::{self, Search};
use crate::shape::Lowered;
use crate::shape::difference::Difference;
use crate::space::{DVector, Motion};

/// The points at which two cores touch after a translation of B.
pub(crate) struct Touch<W> {
    /// On A, and on B before the translation, in A's frame.
    pub points: [W; 2],
    /// The distance of the points after the translation.
    pub apart: f64,
}

/// How far apart the cores are moved to find where they touch, relative to the pair's size. At an exact
/// touch, GJK's last corners contain the origin within rounding, and their weights are noise. A gap has a
/// direction, and if the gap along an axis is the widest, its nearest points are those of the touch.
const ASIDE: f64 = 1.0 / (1 << 16) as f64;

/// Translates B by `depth` along an axis of length 1, so that it touches A along that axis, and finds the
/// points of the touch.
pub(crate) fn touch<W: DVector>(
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
    gap.run(&difference, &goal, None, &mut ());
    let [a, b] = weighted(&gap.simplex);
    let (b, way) = (b_in_a.apply(b), axis * depth);
    let middle = (a + b + way) * 0.5;
    Touch { points: [middle, middle - way], apart: (a - b - way).norm() }
}

/// The weighted sums of the corners' points of A and B, each in its own frame.
pub(crate) fn weighted<W: DVector>(simplex: &Simplex<W>) -> [W; 2] {
    let (mut a, mut b) = (W::ZERO, W::ZERO);
    for (pair, &weight) in simplex.corners().iter().zip(&simplex.weights) {
        a = a + pair.a * weight;
        b = b + pair.b * weight;
    }
    [a, b]
}
