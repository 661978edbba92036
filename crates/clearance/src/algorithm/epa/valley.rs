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
//! little along the floor. So the floor is found for one f after another. Along t, the height is that of
//! a 2D shape, and the support point gives the slope. Once two points with slopes of different signs are
//! known, the next direction is the one in which both are equally high. The slope along the floor is the
//! sum of the slopes of these two points, weighted so that their slopes along t cancel. The walk goes on
//! to the place where this slope changes its sign.
//!
//! At the axis itself, t = 0 or a half turn, all circles meet, and there is no floor to follow. Both
//! heights there are computed separately, and the floor is searched from the lower end in the direction
//! in which the height falls fastest. There may be another floor, or another part of it: two rings of
//! directions show the lowest place for a second walk. Newton's method ([`lower`]) ends the search.

use crate::algorithm::gjk::lower;
use crate::number::Scalar;
use crate::shape::difference::Difference;
use crate::shape::{Convex, NO_ID};
use crate::space::Vector;

/// The most searches for the floor in a walk, and the steps of one search.
const LOOKS: u32 = 14;
const STEPS: u32 = 9;

/// The number of directions in a ring.
const RING: u32 = 8;

/// The most steps of Newton's method, of two support points each.
const NEWTON: u32 = 5;

/// The first steps, in radians: across the valley, and along it.
const ACROSS: f64 = 1e-2;
const ALONG: f64 = 0.05;

/// The most support points of this search. The last walk ends early if necessary.
pub const MOST_STEPS: u32 = 170;

/// The support points that a walk leaves for what follows: two searches for the floor, and Newton's
/// method.
const LEFT: u32 = 2 * STEPS + 2 * NEWTON;

/// For directions nearer to the axis than this, in radians, f is not known, because of rounding.
const AT_AXIS: f64 = 1e-6;

/// A direction, its height, and the slopes of the height along t and f.
#[derive(Clone, Copy)]
struct Sample {
    t: f64,
    height: f64,
    slopes: [f64; 2],
}

/// The valley of a difference around an axis.
struct Valley<'d, 's, A: Convex, B: Convex> {
    difference: &'d Difference<'s, A, B>,
    /// u, p and q.
    frame: [A::V; 3],
    /// The lowest direction so far, and its height.
    best: (f64, A::V),
    steps: u32,
}

impl<W, A, B> Valley<'_, '_, A, B>
where
    W: Vector<Scalar = f64, Wide = W>,
    A: Convex<V = W>,
    B: Convex<V = W>,
{
    /// The support point along a direction of length 1. The lowest direction is kept.
    fn look(&mut self, normal: W) -> W {
        self.steps += 1;
        let point = self.difference.support(normal, [NO_ID; 2]).c;
        let height = normal.dot(point);
        if height < self.best.0 {
            self.best = (height, normal);
        }
        point
    }

    fn spot(&mut self, t: f64, f: f64) -> Sample {
        let [u, p, q] = self.frame;
        let ((st, ct), (sf, cf)) = (libm::sincos(t), libm::sincos(f));
        let (out, aside) = (p * cf + q * sf, q * cf - p * sf);
        // A length that is off by rounding would change the height.
        let normal = (u * ct + out * st).unit_along().unwrap_or(u);
        let point = self.look(normal);
        let slopes = [point.dot(out * ct - u * st), point.dot(aside) * st];
        Sample { t, height: normal.dot(point), slopes }
    }

    /// The coordinates (t, f) of a direction.
    fn place(&self, v: W) -> [f64; 2] {
        let [x, y, z] = self.frame;
        let (x, y, z) = (x.dot(v), y.dot(v), z.dot(v));
        let f = libm::atan2(z, y);
        [libm::atan2(libm::hypot(y, z), x), f]
    }

    /// The lowest place of the rings at two values of t.
    fn lowest_of_rings(&mut self, rings: [f64; 2]) -> [f64; 2] {
        let (mut lowest, mut place) = (f64::INFINITY, [0.0; 2]);
        for (t, k) in rings.into_iter().flat_map(|t| (0..RING).map(move |k| (t, k))) {
            let f = core::f64::consts::TAU * f64::from(k) / f64::from(RING);
            let height = self.spot(t, f).height;
            if height < lowest {
                (lowest, place) = (height, [t, f]);
            }
        }
        place
    }

    /// Walks along the floor, from the floor at f, to its lowest place.
    fn walk(&mut self, f: f64, (first, slope): (Sample, f64)) {
        let mut step = if slope > 0.0 { -ALONG } else { ALONG };
        // The ends of a stretch of the floor, with the slopes there.
        let (mut t, mut ends) = (first.t, [(f, slope), (f, slope)]);
        for _ in 1..LOOKS {
            let is_between = ends[0].1 * ends[1].1 < 0.0;
            let next = if is_between {
                let [(f0, s0), (f1, s1)] = ends;
                (f0 * s1 - f1 * s0) / (s1 - s0)
            } else {
                ends[1].0 + step
            };
            let is_around = (next - f).abs() > core::f64::consts::TAU;
            if is_around || slope == 0.0 || self.steps + STEPS + LEFT > MOST_STEPS {
                break;
            }
            let (floor, here) = self.floor(t, next);
            t = floor.t;
            if !is_between {
                (ends, step) = ([ends[1], (next, here)], 3.0 * step);
            } else if here * ends[1].1 < 0.0 {
                ends = [ends[1], (next, here)];
            } else {
                // Illinois method: the end that stays counts half, so that it does not stay for long.
                ends = [(ends[0].0, 0.5 * ends[0].1), (next, here)];
            }
            if here == 0.0 || (ends[1].0 - ends[0].0).abs() < 1e-6 {
                break;
            }
        }
    }

    /// Newton's method from the lowest direction, as long as the height falls.
    fn newton(&mut self) {
        for _ in 0..NEWTON {
            let (height, normal) = self.best;
            let w = self.difference.support(normal, [NO_ID; 2]);
            self.steps += 1;
            let Some(next) = lower(self.difference, normal, &w) else { return };
            self.look(next);
            if self.best.0 >= height {
                return;
            }
        }
    }

    /// The floor at f, near t, and the slope along it.
    fn floor(&mut self, t: f64, f: f64) -> (Sample, f64) {
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
            // The place where the two sine curves of the ends meet, by their heights and slopes at the
            // middle.
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
            // As high as both curves: there is nothing lower in between.
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
        let down = Scalar::max(-low.slopes[0], 0.0);
        let up = Scalar::max(high.slopes[0], 0.0);
        let share = if down + up > 0.0 { up / (down + up) } else { 0.5 };
        (best, share * low.slopes[1] + (1.0 - share) * high.slopes[1])
    }
}

/// The lowest direction found from `start`, with its height and the number of support points. The axis
/// and `start` have length 1. In 2D there are no valleys.
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
    if W::DIM != 3 {
        return (start, 0);
    }
    let mut valley = Valley { difference, frame: [axis; 3], best: start, steps: 0 };
    let (up, down) = ((axis, valley.look(axis)), (-axis, valley.look(-axis)));
    let (end, point) = if up.0.dot(up.1) <= down.0.dot(down.1) { up } else { down };
    let is_at_end = valley.best.1 == end;
    let (toward, fall) = (across(axis, start.1), across(axis, -point));
    let is_aside = toward.dot(toward) > AT_AXIS * AT_AXIS;
    let Some(frame) = frame(axis, if is_aside { toward } else { fall }) else {
        return (valley.best, valley.steps);
    };
    valley.frame = frame;

    let [t, f] = valley.place(start.1);
    let [ring_t, ring_f] = valley.lowest_of_rings([t, core::f64::consts::FRAC_PI_2]);
    if is_aside {
        let floor = valley.floor(t, f);
        valley.walk(f, floor);
    }
    if is_at_end {
        let [_, f] = valley.place(fall);
        valley.floor(valley.place(end)[0], f);
    }
    let floor = valley.floor(ring_t, ring_f);
    if floor.0.height <= valley.best.0 {
        valley.walk(ring_f, floor);
    }
    valley.newton();
    (valley.best, valley.steps)
}

/// The component of a vector perpendicular to an axis of length 1.
fn across<W: Vector<Scalar = f64>>(axis: W, v: W) -> W {
    v - axis * axis.dot(v)
}

/// The axis, and two directions perpendicular to it; the first is along a vector if that is not 0.
fn frame<W: Vector<Scalar = f64>>(axis: W, first: W) -> Option<[W; 3]> {
    // Projected twice, because rounding may be all that is left of the vector.
    let unit = |v: W| across(axis, v.unit_along()?).unit_along();
    let ways = [first, across(axis, W::unit(0)), across(axis, W::unit(1))];
    let out = ways.into_iter().find_map(unit)?;
    let aside = W::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        axis.get(j) * out.get(k) - axis.get(k) * out.get(j)
    });
    Some([axis, out, aside])
}
