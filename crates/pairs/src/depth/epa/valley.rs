//! The lowest support height of the difference near a circle of directions whose heights are almost
//! equal. EPA does not find it for solids of revolution around axes that are nearly the same.
//!
//! With an axis u and two directions p and q across it, a direction is
//!
//! ```text
//!     n = cos(t) u + sin(t) (cos(f) p + sin(f) q)
//! ```
//!
//! The height h(n) falls steeply to the floor of a valley, at about the same t for all f, and changes
//! little along the floor. Along t, the height is that of a 2D shape, and the support point gives the slope.
//! Once two points with slopes of different signs are known, the next direction is the one in which both are
//! equally high.
//!
//! If the axes are apart by a small e, in place or in direction, each height changes by e times a sine of f, up
//! to a multiple of the square of e. So the floor's heights at four values of f give the f of the lowest place.
//! Newton's method ([`lower`]) ends the search, which also helps where e is not small.

use super::face::cross;
use crate::gjk::lower;
use crate::shape::NO_ID;
use crate::shape::difference::{Difference, Pair};
use crate::space::DVector;

/// The most support points of a search for the floor at one f.
const STEPS: u32 = 9;

/// The most support points of this search.
pub const MOST_STEPS: u32 = 5 * STEPS + 2 * NEWTON;

/// The most steps of Newton's method, of two support points each.
const NEWTON: u32 = 5;

/// The first step across the valley, in radians.
const ACROSS: f64 = 1e-2;

/// A direction, its height, and the slope of the height along t.
#[derive(Clone, Copy)]
struct Sample {
    t: f64,
    height: f64,
    slope: f64,
}

/// The valley of a difference around an axis.
struct Valley<'d, 's, W: DVector> {
    difference: &'d Difference<'s, W>,
    /// u, p and q.
    frame: [W; 3],
    /// The lowest direction so far, and its height.
    best: (f64, W),
    steps: u32,
}

impl<W: DVector> Valley<'_, '_, W> {
    /// The support point along a direction of length 1. The lowest direction is kept.
    fn support(&mut self, normal: W) -> Pair<W> {
        let pair = self.difference.support(normal, [NO_ID; 2]);
        let height = normal.dot(pair.c);
        self.steps += 1;
        if height < self.best.0 {
            self.best = (height, normal);
        }
        pair
    }

    /// Newton's method from the lowest direction, as long as the height falls.
    fn newton(&mut self) {
        for _ in 0..NEWTON {
            let (height, normal) = self.best;
            let w = self.support(normal);
            let Some(next) = lower(self.difference, normal, &w) else { return };
            self.support(next);
            if self.best.0 >= height {
                return;
            }
        }
    }

    fn sample(&mut self, t: f64, f: f64) -> Sample {
        let [u, p, q] = self.frame;
        let ((st, ct), (sf, cf)) = (libm::sincos(t), libm::sincos(f));
        let out = p * cf + q * sf;
        // A length that is off by rounding would change the height.
        let normal = (u * ct + out * st).unit_along().unwrap_or(u);
        let point = self.support(normal).c;
        Sample { t, height: normal.dot(point), slope: point.dot(out * ct - u * st) }
    }

    /// The height of the floor at f, near t.
    fn floor(&mut self, t: f64, f: f64) -> f64 {
        let first = self.sample(t, f);
        let (mut best, mut left) = (first.height, STEPS - 1);
        let [mut low, mut high] = [first; 2];
        let mut step = if first.slope > 0.0 { -ACROSS } else { ACROSS };
        while left > 0 && (low.slope > 0.0 || high.slope < 0.0) {
            let next = self.sample(if step < 0.0 { low.t } else { high.t } + step, f);
            (low, high) = if step < 0.0 { (next, low) } else { (high, next) };
            (step, left, best) = (4.0 * step, left - 1, best.min(next.height));
        }
        for _ in 0..left {
            // The place where the two sine curves of the ends meet, by their heights and slopes at the
            // middle.
            let half = 0.5 * (high.t - low.t);
            let (sin, cos) = libm::sincos(half);
            let rise = (low.height - high.height) * cos + (low.slope + high.slope) * sin;
            let turn = (low.height + high.height) * sin - (low.slope - high.slope) * cos;
            let shift = if turn == 0.0 { 0.0 } else { libm::atan(rise / turn) };
            let middle = low.t + half;
            let t = if shift.abs() < half { middle + shift } else { middle };
            if !(low.t < t && t < high.t) {
                break;
            }
            let next = self.sample(t, f);
            // As high as both curves: there is nothing lower in between.
            let known = low.height * libm::cos(t - low.t) + low.slope * libm::sin(t - low.t);
            best = best.min(next.height);
            *(if next.slope < 0.0 { &mut low } else { &mut high }) = next;
            if next.height - known <= f64::EPSILON * next.height {
                break;
            }
        }
        best
    }
}

/// The lowest direction found from `start`, with its height and the number of support points. The axis
/// and `start` have length 1. In 2D there are no valleys.
pub fn lowest<W: DVector>(
    difference: &Difference<'_, W>,
    axis: W,
    start: (f64, W),
) -> ((f64, W), u32) {
    let along = axis.dot(start.1);
    let aside = start.1 - axis * along;
    // Along the axis itself all f are one direction.
    let Some(out) = aside.unit_along() else { return (start, 0) };
    let frame = [axis, out, cross(axis, out)];
    let mut valley = Valley { difference, frame, best: start, steps: 0 };
    let t = libm::atan2(aside.norm(), along);
    let quarter = core::f64::consts::FRAC_PI_2;
    let [h0, h1, h2, h3] = [0.0, 1.0, 2.0, 3.0].map(|k| valley.floor(t, k * quarter));
    valley.floor(t, libm::atan2(h3 - h1, h2 - h0));
    valley.newton();
    (valley.best, valley.steps)
}
