//! Does an axis separate two moving shapes over a stretch of time?
//!
//! Along a fixed unit axis n, let g(t) be the gap between two moving shapes, minus the gap that counts as
//! contact: the least n.b - n.a over their points. Each n.b - n.a has a second derivative of magnitude at
//! most K. So it is never below the parabola with this second derivative through its values at both ends,
//! and these values are at least g. Let s be from 0 to 1 along the stretch of length d, and k = K d^2 /
//! 2. Then
//!
//! ```text
//!     g >= q(s) = g0 + (g1 - g0 - k) s + k s^2
//! ```
//!
//! q is positive on the whole stretch if it is positive at both ends and either has no root, which means
//! 4 k g0 > (g0 - g1 + k)^2, or has its minimum beyond an end, which means |g0 - g1| >= k. It is below the line from g0
//! to g1 by k / 4 at most, so it is also positive if both exceed that.
//!
//! If heights are linear in time, the ends alone prove it. This applies to shapes that do not turn, and
//! to the balls around turning shapes.
//!
//! A half-space has one axis, its normal, which turns with it: the terms `n'' . x` and `n' . x'` are
//! added.

use super::Bracket;
use super::frame::{Frame, dot, exact, minus, norm};
use super::half_space;
use super::interval::Interval;
use super::moving::{Body, Moving, pair_at};
use super::{enumerate, surface, witness};
use clearance_geometry::answer::{Surface, Witness};
use clearance_geometry::number::binade;
use clearance_geometry::shape::{Geometry, HalfSpace, Part};
use clearance_geometry::space::{Sweep, Vector};

/// Two moving shapes. A half-space comes first.
pub(super) enum Scene<'s, V: Vector> {
    Cores(Body<'s, V>, Body<'s, V>),
    Plane(&'s HalfSpace<V>, Moving, Body<'s, V>),
    Planes([(&'s HalfSpace<V>, Moving); 2]),
}

impl<'s, V: Vector> Scene<'s, V> {
    pub fn of<A: Geometry<V = V>, B: Geometry<V = V>>(
        a: &'s A,
        sweep_a: &Sweep<V>,
        b: &'s B,
        sweep_b: &Sweep<V>,
    ) -> Self {
        let [moving_a, moving_b] = [sweep_a, sweep_b].map(Moving::of);
        match (a.part(), b.part()) {
            (Part::Convex(a), Part::Convex(b)) => {
                Self::Cores(Body::of(a, sweep_a), Body::of(b, sweep_b))
            }
            (Part::HalfSpace(half), Part::Convex(core)) => {
                Self::Plane(half, moving_a, Body::of(core, sweep_b))
            }
            (Part::Convex(core), Part::HalfSpace(half)) => {
                Self::Plane(half, moving_b, Body::of(core, sweep_a))
            }
            (Part::HalfSpace(a), Part::HalfSpace(b)) => {
                Self::Planes([(a, moving_a), (b, moving_b)])
            }
        }
    }

    /// Is the clearance surely above `gap` over a stretch of time, whose end may be infinite? `axis` is
    /// in A's frame at time 0, of any length except zero.
    pub fn apart(&self, [from, to]: [f64; 2], axis: V::Wide, gap: f64) -> bool {
        let (ordered, gap) = (0.0 <= from && from <= to, Interval::exact(gap));
        let stays = || match self {
            Self::Cores(a, b) => cores_apart([a, b], [from, to], axis, gap),
            Self::Plane(half, motion, body) => plane_apart(half, motion, body, [from, to], gap),
            Self::Planes(planes) => planes_apart(planes, [from, to], gap),
        };
        from.is_finite() && ordered && stays().unwrap_or(false)
    }

    /// Is the clearance at a time surely at most `gap`? Small polytopes need no witness.
    pub fn contact(&self, time: f64, witness: &Witness<V::Wide>, gap: f64) -> bool {
        match self {
            Self::Cores(a, b) => cores_meet([a, b], time, witness, gap),
            Self::Plane(half, motion, body) => {
                let height = plane_height(half, motion, body, time);
                height.is_some_and(|h| h.high() <= gap)
            }
            Self::Planes(planes) => planes_at(planes, time).upper <= gap,
        }
    }
}

/// Is a number that is linear in time positive over a stretch? `at` gives its values, and `slope` is used
/// if the stretch has no end.
fn line_stays(
    [from, to]: [f64; 2],
    slope: Interval,
    at: impl Fn(f64) -> Option<Interval>,
) -> Option<bool> {
    let end = if to.is_finite() { at(to)?.low() > 0.0 } else { slope.low() >= 0.0 };
    Some(end && at(from)?.low() > 0.0)
}

/// Is a number positive over a stretch if the magnitude of its second derivative is at most `bend`?
pub(super) fn curve_stays(
    [from, to]: [f64; 2],
    bend: Interval,
    at: impl Fn(f64) -> Option<Interval>,
) -> Option<bool> {
    if !to.is_finite() {
        return Some(false);
    }
    let (g0, g1) = (at(from)?, at(to)?);
    let d = Interval::exact(to) - Interval::exact(from);
    // A bound that is known exactly. Any larger bound is valid, too.
    let k = Interval::exact((bend * d * d * Interval::exact(0.5)).high());
    if !(g0.low() > 0.0 && g1.low() > 0.0) {
        return Some(false);
    }
    // In units of one of the lengths, squares of lengths stay within range.
    let unit = Interval::exact(1.0 / binade(g0.magnitude().max(k.magnitude())));
    let [g0, g1, k] = [g0, g1, k].map(|x| x * unit);
    let is_flat = (g0.min(g1) - k * Interval::exact(0.25)).low() > 0.0;
    let past_an_end = || (g0 - g1).abs().low() >= k.high();
    let sum = g0 - g1 + k;
    let has_no_root = || (Interval::exact(4.0) * k * g0 - sum * sum).low() > 0.0;
    Some(is_flat || past_an_end() || has_no_root())
}

fn cores_apart<V: Vector>(
    [a, b]: [&Body<'_, V>; 2],
    times: [f64; 2],
    axis: V::Wide,
    gap: Interval,
) -> Option<bool> {
    let length = binade(axis.max_abs());
    // Any axis is a valid proof, so this division may round.
    let axis = exact(<V::Wide as Vector>::from_fn(|i| axis.get(i) / length));
    let world = a.motion.to_world(axis);
    let length = norm(world);
    let up = world.map(|x| x / length);
    let down = up.map(|x| -x);
    let slope = dot(up, minus(b.motion.velocity, a.motion.velocity));
    let straight = |t| Some(-b.straight_height(down, t)? - a.straight_height(up, t)? - gap);
    if line_stays(times, slope, straight)? {
        return Some(true);
    }
    let at = |t| Some(-b.height(down, t)? - a.height(up, t)? - gap);
    curve_stays(times, a.bend_along(up) + b.bend_along(up), at)
}

/// Do the cores meet? This is proven by points of both that are near each other, or by corners around the
/// origin. Polytopes with few vertices need neither.
fn cores_meet<V: Vector>(
    bodies: [&Body<'_, V>; 2],
    time: f64,
    points: &Witness<V::Wide>,
    gap: f64,
) -> bool {
    let pair = pair_at(bodies, time);
    let near = |m| {
        let corner = pair.corner(&m);
        <V::Wide as Vector>::from_fn(|i| corner.map_or(0.0, |c| c.point[i].nearest()))
    };
    let simplex = || Surface::of_simplex(points, near);
    let holds = |surface: &Surface<_>| surface::upper_bound(&pair, surface) <= gap;
    witness::upper_bound(&pair, points) <= gap
        || holds(&simplex())
        || enumerate::surface(&pair).is_some_and(|s| holds(&s))
}

fn plane_height<V: Vector>(
    half: &HalfSpace<V>,
    motion: &Moving,
    body: &Body<'_, V>,
    time: f64,
) -> Option<Interval> {
    let core_in_half = body.motion.at(time).seen_from(&motion.at(time));
    half_space::height(half, &body.core, body.radius, &core_in_half)
}

/// Let x = d + r, where d leads from the half-space's centre to the body's, and r from there to a point
/// of the body. With the angular velocities w and v, the height n . x of a point has the second
/// derivative
///
/// ```text
///     n'' . (d + r) + 2 n' . (d' + r') + n . r''    >=  - w^2 (D + R) - 2 w (u + v R) - K
/// ```
///
/// where D is the larger |d| of both ends, u = |d'|, R is the body's reach and K its bend.
fn plane_apart<V: Vector>(
    half: &HalfSpace<V>,
    motion: &Moving,
    body: &Body<'_, V>,
    times: [f64; 2],
    gap: Interval,
) -> Option<bool> {
    let at = |t| Some(plane_height(half, motion, body, t)? - gap);
    let relative = minus(body.motion.velocity, motion.velocity);
    let spin = motion.speed();
    if spin.high() <= 0.0 {
        let normal = motion.to_world(exact(half.normal()));
        let up = normal.map(|x| x / norm(normal));
        // There is nothing below the level of the normal: `straight_height` against a plane at its place.
        let straight = |t| {
            let down = up.map(|x| -x);
            let lowest = -body.straight_height(down, t)?;
            let level = half_space::level(half) + dot(up, motion.at(t).translation);
            Some(lowest - level - gap)
        };
        if line_stays(times, dot(up, relative), straight)? {
            return Some(true);
        }
        return curve_stays(times, body.bend_along(up), at);
    }
    if !times[1].is_finite() {
        return Some(false);
    }
    let reach = body.reach?;
    let from = |t| norm(minus(body.motion.center_at(t), motion.center_at(t)));
    let far = from(times[0]).max(from(times[1])) + reach;
    let passing = norm(relative) + body.motion.speed() * reach;
    let leaning = spin * (spin * far + passing + passing);
    curve_stays(times, leaning + body.bend(), at)
}

fn planes_at<V: Vector>(
    [(a, moving_a), (b, moving_b)]: &[(&HalfSpace<V>, Moving); 2],
    time: f64,
) -> Bracket {
    let b_in_a: Frame = moving_b.at(time).seen_from(&moving_a.at(time));
    half_space::with_half_space(a, b, &b_in_a)
}

/// Two planes are apart only if they face each other and do not turn.
fn planes_apart<V: Vector>(
    planes: &[(&HalfSpace<V>, Moving); 2],
    times: [f64; 2],
    gap: Interval,
) -> Option<bool> {
    let [(half, a), (_, b)] = planes;
    if a.speed().high() > 0.0 || b.speed().high() > 0.0 {
        return Some(false);
    }
    let up = a.to_world(exact(half.normal()));
    let slope = dot(up, minus(b.velocity, a.velocity));
    line_stays(times, slope, |t| Some(Interval::exact(planes_at(planes, t).lower) - gap))
}
