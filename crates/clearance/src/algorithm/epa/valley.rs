//! The least height of the difference near a circle of directions that are almost as good as each
//! other: what EPA does not find where solids stand around axes that are nearly the same.
//!
//! With an axis u and two directions p and q across it, a direction is
//!
//! ```text
//!     n = cos(t) u + sin(t) (cos(f) p + sin(f) q)
//! ```
//!
//! The height h(n) falls steeply to the floor of the valley, where t is about the same for all f, and
//! hardly along it. So the floor is found for one f after the other: along t the height is that of a
//! figure of the plane, and its support point tells the slope; where two points with slopes of
//! different signs are known, the direction in which both are equally high is the next one. The slope
//! along the floor is that of the two points, weighted so that their slopes along t cancel. It leads
//! to where it changes its sign.

use crate::number::Scalar;
use crate::shape::difference::Difference;
use crate::shape::{Convex, NO_ID};
use crate::space::Vector;

/// How often the floor is looked for, and steps of one look.
const LOOKS: u32 = 14;
const STEPS: u32 = 9;

/// How far the first steps lead, in radians: across the valley, and along it.
const ACROSS: f64 = 1e-2;
const ALONG: f64 = 0.05;

/// Support points that this takes at most.
pub const MOST_STEPS: u32 = LOOKS * STEPS;

/// A direction, its height, and the slopes along t and f.
#[derive(Clone, Copy)]
struct Spot<W> {
    t: f64,
    height: f64,
    normal: W,
    slopes: [f64; 2],
}

/// The valley of a difference around an axis.
struct Valley<'d, 's, A: Convex, B: Convex> {
    difference: &'d Difference<'s, A, B>,
    frame: [A::V; 3],
    steps: u32,
}

impl<W, A, B> Valley<'_, '_, A, B>
where
    W: Vector<Scalar = f64, Wide = W>,
    A: Convex<V = W>,
    B: Convex<V = W>,
{
    fn spot(&mut self, t: f64, f: f64) -> Spot<W> {
        self.steps += 1;
        let [u, p, q] = self.frame;
        let ((st, ct), (sf, cf)) = (libm::sincos(t), libm::sincos(f));
        let (out, aside) = (p * cf + q * sf, q * cf - p * sf);
        let normal = u * ct + out * st;
        let point = self.difference.support(normal, [NO_ID; 2]).c;
        let slopes = [point.dot(out * ct - u * st), point.dot(aside) * st];
        Spot { t, height: normal.dot(point), normal, slopes }
    }

    /// The floor at f, near t, and the slope along it.
    fn floor(&mut self, t: f64, f: f64) -> (Spot<W>, f64) {
        let first = self.spot(t, f);
        let (mut best, mut left) = (first, STEPS - 1);
        let [mut low, mut high] = [first; 2];
        let mut step = if first.slopes[0] > 0.0 { -ACROSS } else { ACROSS };
        while left > 0 && (low.slopes[0] > 0.0 || high.slopes[0] < 0.0) {
            let next = self.spot(if step < 0.0 { low.t } else { high.t } + step, f);
            if step < 0.0 {
                (high, low) = (low, next);
            } else {
                (low, high) = (high, next);
            }
            (step, left) = (4.0 * step, left - 1);
            if next.height < best.height {
                best = next;
            }
        }
        for _ in 0..left {
            // Where the sines of both meet: their heights and slopes at the middle, in between.
            let half = 0.5 * (high.t - low.t);
            let (sin, cos) = libm::sincos(half);
            let rise = (low.height - high.height) * cos + (low.slopes[0] + high.slopes[0]) * sin;
            let turn = (low.height + high.height) * sin - (low.slopes[0] - high.slopes[0]) * cos;
            let shift = if turn == 0.0 { 0.0 } else { libm::atan(rise / turn) };
            let middle = low.t + half;
            let t = if shift.abs() < half { middle + shift } else { middle };
            if !(low.t < t && t < high.t) {
                break;
            }
            let next = self.spot(t, f);
            // As high as both of them: there is nothing in between.
            let known = low.height * libm::cos(t - low.t) + low.slopes[0] * libm::sin(t - low.t);
            if next.height < best.height {
                best = next;
            }
            if next.slopes[0] < 0.0 {
                low = next;
            } else {
                high = next;
            }
            if next.height - known <= f64::EPSILON * next.height {
                break;
            }
        }
        let [down, up] = [-low.slopes[0], high.slopes[0]].map(|s| Scalar::max(s, 0.0));
        let share = if down + up > 0.0 { up / (down + up) } else { 0.5 };
        (best, share * low.slopes[1] + (1.0 - share) * high.slopes[1])
    }
}

/// The lowest direction found from `start` on, with its height, and how many support points it
/// took. In the plane there are no valleys.
pub fn lowest<W, A, B>(
    difference: &Difference<'_, A, B>,
    axis: W,
    start: (f64, W),
) -> ((f64, W), u32)
where
    W: Vector<Scalar = f64, Wide = W>,
    A: Convex<V = W>,
    B: Convex<V = W>,
{
    let across = start.1 - axis * axis.dot(start.1);
    let Some(out) = across.unit_along().filter(|_| W::DIM == 3) else { return (start, 0) };
    let aside = W::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        axis.get(j) * out.get(k) - axis.get(k) * out.get(j)
    });
    let mut valley = Valley { difference, frame: [axis, out, aside], steps: 0 };
    let (first, slope) = valley.floor(libm::atan2(start.1.dot(out), start.1.dot(axis)), 0.0);
    let mut best = start;
    let mut keep = |spot: &Spot<W>| {
        if spot.height < best.0 {
            best = (spot.height, spot.normal);
        }
    };
    keep(&first);
    let mut step = if slope > 0.0 { -ALONG } else { ALONG };
    // Ends of a stretch of the floor, with the slopes there.
    let mut ends = [(0.0, slope), (0.0, slope)];
    let (mut t, mut looks) = (first.t, 1);
    while looks < LOOKS {
        let is_between = ends[0].1 * ends[1].1 < 0.0;
        let f = if is_between {
            let [(f0, s0), (f1, s1)] = ends;
            (f0 * s1 - f1 * s0) / (s1 - s0)
        } else {
            ends[1].0 + step
        };
        if f.abs() > core::f64::consts::TAU || slope == 0.0 {
            break;
        }
        let (floor, here) = valley.floor(t, f);
        keep(&floor);
        t = floor.t;
        looks += 1;
        if !is_between {
            (ends, step) = ([ends[1], (f, here)], 3.0 * step);
        } else if here * ends[1].1 < 0.0 {
            ends = [ends[1], (f, here)];
        } else {
            // Illinois: the end that stays counts half, or it would stay for long.
            ends = [(ends[0].0, 0.5 * ends[0].1), (f, here)];
        }
        if here == 0.0 || (ends[1].0 - ends[0].0).abs() < 1e-6 {
            break;
        }
    }
    (best, valley.steps)
}
