//! How long one axis separates two moving shapes.
//!
//! Along a fixed unit axis n, the gap at time t is s(t) = min over points of (n.b(t) - n.a(t)).
//!
//! **Shapes that move along lines** have s(t) = s(0) + n.u t, so the axis proves a gap until s(0) + n.u t
//! = 0. This is a step of Newton's method on the clearance, which is convex in t: it never passes the
//! first contact.
//!
//! **Shapes that turn** have points on curves. For each pair of curves, n.b - n.a has a second derivative
//! of at most K (see [`super::path`]), and is at least s(0) at time 0 and s(d) at time d. So in between
//! it is above the chord less the dip of a parabola, and so is the minimum of all pairs:
//!
//! ```text
//!     s(t) >= s(0) (1 - t/d) + s(d) t/d - K t (d - t) / 2           for 0 <= t <= d
//!
//!      s(0) o--__
//!            \   ``--__  chord
//!             \        ``--__
//!              `.            ``o s(d)
//!                `-.________.-'   chord less parabola
//! ```
//!
//! Two support points, one at each end, prove the whole stretch up to the first root.
//!
//! A turning shape also stays in the ball of its reach around its centre of rotation, which moves along a
//! line. This bound is used if it proves more: shapes far apart need no small steps, however fast they
//! spin.

use super::path::Path;
use crate::number::sqrt;
use crate::space::DVector;

/// The gap along an axis at a time.
#[derive(Clone, Copy, Debug)]
pub struct Probe<W> {
    /// Between the cores, less the radii and the requested gap. Negative if they overlap.
    pub gap: f64,
    /// The point of A farthest along the axis and the point of B farthest against it, from their centres
    /// of rotation, in the frame that does not turn.
    pub arms: [W; 2],
}

/// The time for which an axis separates the shapes.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// There is a gap until this time, rounding included; infinity if the gap does not close.
    pub until: f64,
    /// The same without rounding: the time of contact if no other axis sees it before.
    pub estimate: f64,
}

/// The time at which the line `gap + slope * t` is zero; infinity if it never is.
fn root(gap: f64, slope: f64) -> f64 {
    if slope < 0.0 { gap / -slope } else { f64::INFINITY }
}

/// For shapes that move along lines: `gap` is along the unit axis at time `t`, above its slack.
pub fn straight<W: DVector>(path: &Path<W>, t: f64, axis: W, gap: f64) -> Reach {
    let until = t + root(gap - path.slack(t), path.slope(axis));
    Reach { until, estimate: t + root(gap, axis.dot(path.velocity)) }
}

/// One axis that separates shapes which move along lines from the start on: of the axis `before`, which
/// separates them for a time that is `since` long, and the axis `after`, along which there is a gap of `gap`
/// then that does not close.
///
/// Let n be the axis before and m the one after. With p = -n.u > 0 and q = m.u >= 0, the gap along the axis
/// q n + f p m has the slope (f - 1) p q in time. When the axes change, it is at least f p times the gap along
/// m, because the gap is concave in the axis. So the axis separates the shapes all the time if f >= 1 and if
/// the gap at the start is positive: f - 1 < gap / (q t). If n does not approach except by rounding, p is
/// that rounding.
pub fn through<W: DVector>(path: &Path<W>, before: W, after: W, [gap, since]: [f64; 2]) -> W {
    let (p, q) = (-path.slope(before), after.dot(path.velocity));
    if path.bends() || since <= 0.0 || p <= 0.0 || q <= 0.0 {
        return after;
    }
    let factor = 1.0 + (0.5 * gap / (q * since)).min(1.0);
    (before * q + after * (p * factor)).unit_along().unwrap_or(after)
}

/// For shapes that turn: `now` is the probe at time `t`, and `later` makes a probe at another time.
/// `bend` bounds the second derivative until a time.
pub fn curved<W: DVector>(
    path: &Path<W>,
    [t, horizon]: [f64; 2],
    axis: W,
    now: &Probe<W>,
    bend: impl Fn(f64) -> f64,
    later: impl FnOnce(f64) -> Probe<W>,
) -> Reach {
    let by_balls = balls(path, t, axis, now);
    if by_balls >= horizon {
        return Reach { until: by_balls, estimate: by_balls };
    }
    let (gap, slope) = (now.gap - path.slack(t), path.speed_along(axis, now.arms));
    let most = (horizon - t).min(FARTHEST);
    let first = stretch(gap, slope, bend(t)).min(most);
    let bend = bend(t + first);
    let d = stretch(gap, slope, bend).min(first);
    let end = later(t + d);
    let slack = path.slack(t + d);
    let until = t + parabola(now.gap - slack, end.gap - slack, d, bend);
    let estimate = t + parabola(now.gap, end.gap, d, bend);
    Reach { until: until.max(by_balls), estimate: estimate.max(by_balls) }
}

/// The longest stretch. In scaled time, in which velocities are about 1, this is many turns. It keeps a
/// stretch finite if there is no limit on time and hardly any curvature.
const FARTHEST: f64 = (1_u64 << 40) as f64;

/// The time until which the balls around the turning shapes stay apart. A shape that does not turn is
/// used itself.
fn balls<W: DVector>(path: &Path<W>, t: f64, axis: W, now: &Probe<W>) -> f64 {
    let [a, b] = &path.spins;
    let missing = |bends: bool, height: f64, reach: f64| if bends { height - reach } else { 0.0 };
    let gap = now.gap
        + missing(a.bends(), axis.dot(now.arms[0]), a.reach)
        + missing(b.bends(), -axis.dot(now.arms[1]), b.reach)
        - path.slack(t);
    if gap > 0.0 { t + root(gap, path.slope(axis)) } else { t }
}

/// The length of the next stretch: the root of a parabola with the slope of the current support points,
/// and half of the dip that the bound allows in the middle.
fn stretch(gap: f64, slope: f64, bend: f64) -> f64 {
    2.0 * gap / (sqrt(slope * slope + 0.5 * bend * gap) - slope)
}

/// The first root of the chord less the parabola, or the end of the stretch.
fn parabola(gap: f64, end: f64, d: f64, bend: f64) -> f64 {
    let slope = (end - gap) / d - 0.5 * bend * d;
    let square = slope * slope - 2.0 * bend * gap;
    if gap <= 0.0 {
        return 0.0;
    }
    if slope >= 0.0 || square < 0.0 {
        return d;
    }
    // Rounded towards the start: the sums have a few rounding errors of `d`.
    (2.0 * gap / (sqrt(square) - slope) * (1.0 - 8.0 * f64::EPSILON)).min(d)
}
