//! A line through a capsule: through the infinite cylinder around the segment, and beyond an end of the
//! segment through the ball there.
//!
//! ```text
//!        .-------------------.
//!    ---/-a-----------------b-\---     Who meets the cylinder beside the segment is on the
//!       \  |               |  /        capsule's side. Who meets it beyond b is in the ball
//!        '-------------------'         around b later, or never.
//! ```
//!
//! Most lines surely enter, start inside or miss, and only the point where they enter needs to be
//! computed ([`quick`]). A line that enters at x also enters the ball around q, the point of the segment
//! nearest to x. This ball is part of the capsule, and the supporting plane at x supports both. So the
//! bounds are those of a ball. They hold only if x is one radius from q, which is checked. For all other
//! lines, both ends of the chord are computed.

use super::ball::of_ball;
use super::chord::{End, Place, Through};
use super::line::{Line, SHORT, unit, unit_of};
use super::round::{Cut, chord, cylinder};
use crate::number::Scalar;
use crate::space::{Motion, Vector};

/// Below this ratio of radius to segment length, normals lose digits.
const THIN: f64 = 1e-3;

/// The capsule: all points within `radius` of the segment.
#[inline(always)]
pub fn through<W: Vector<Scalar = f64>>(
    [a, b]: [W; 2],
    radius: f64,
    motion: &Motion<W>,
    line: &Line<W>,
    hollow: bool,
) -> Through<W> {
    // Rotating the segment takes less work than rotating the line and the results.
    let middle = (a + b) * 0.5;
    let center = if middle == W::ZERO { W::ZERO } else { motion.rotate(middle) };
    let end = (b - a) * 0.5;
    let from = line.from(line.origin - center);
    let half = (0..W::DIM).fold(0.0, |sum, i| sum + end.get(i).abs());
    // A rotation does not change the square.
    let segment = Segment { to_end: motion.rotate(end), over: 1.0 / end.dot(end), radius };
    // The middle is rounded, too.
    let off = if middle == W::ZERO { 0.0 } else { line.slack(center.max_abs()) };
    let slack = off + from.slack(half + radius);
    match quick(&segment, slack, &from, !hollow) {
        Quick::Missed => Through::Missed,
        Quick::Inside => Through::Inside,
        Quick::Enters { at, error, away } => unit_of(away, radius)
            .map_or(Through::Unclear, |normal| {
                Through::ahead([at - error, at + error], Place { at, normal })
            }),
        Quick::Unclear => at_both_ends(center.copied(), &segment.copied(), &line.copied(), hollow),
    }
}

/// The segment from minus to plus `to_end`, and a radius.
struct Segment<W> {
    to_end: W,
    /// 1 over the square of the length of `to_end`.
    over: f64,
    radius: f64,
}

impl<W: Vector<Scalar = f64>> Segment<W> {
    #[inline(always)]
    fn copied(&self) -> Self {
        Self { to_end: self.to_end.copied(), ..*self }
    }
    /// The vector from the nearest point of the segment to `x`.
    #[inline(always)]
    fn away(&self, x: W) -> W {
        let share = x.dot(self.to_end) * self.over;
        let way = x - self.to_end * Scalar::min(Scalar::max(share, -1.0), 1.0);
        // Beside a thin segment, this vector is mostly rounding error, which need not be perpendicular to
        // the segment.
        let along = if share.abs() < 1.0 { way.dot(self.to_end) * self.over } else { 0.0 };
        way - self.to_end * along
    }
}

/// The result for most lines.
enum Quick<W> {
    Missed,
    Inside,
    /// The line enters at the time `at`, with an error of at most `error`. `away` leads there from the
    /// nearest point of the segment.
    Enters {
        at: f64,
        error: f64,
        away: W,
    },
    Unclear,
}

/// The square of a sine. Of lines whose angle with the segment has a smaller sine, only the ball at the
/// end that they come from is tested. For steeper lines, the projection perpendicular to the segment is
/// at least 1/32 of the line, and is off by at most [`ASIDE`] δ: it has a few roundings of lengths, and δ
/// is 40.
const STEEP: f64 = 1.0 / 1024.0;
const ASIDE: f64 = 6.0;
/// The error of the height at which the line meets the side, in δ, if the projection cuts off more than a
/// fourth of the radius: 8 times the error of the projection, and 32 times this along the line.
const HEIGHT_OFF: f64 = 2048.0;

#[inline(always)]
fn quick<W: Vector<Scalar = f64>>(
    segment: &Segment<W>,
    slack: f64,
    line: &Line<W>,
    stops_inside: bool,
) -> Quick<W> {
    let Segment { to_end, over, radius } = *segment;
    let (origin, along) = (line.origin, line.along);
    let (grown, wide) = (radius + slack, radius + ASIDE * slack);
    let [height, rise] = [origin.dot(to_end), along.dot(to_end)];
    // Perpendicular to the segment: the squared distance from its line is a s² + 2 b s + c + r².
    let a = line.square - rise * rise * over;
    let b = origin.dot(along) - height * rise * over;
    let c = origin.dot(origin) - height * height * over - radius * radius;
    let area = W::volume(along.wedge(to_end), origin);
    let area = area * area * over;
    // With NaN, this and the following conditions give `Unclear`.
    if !(slack > SHORT && radius > HEIGHT_OFF * slack && over < f64::INFINITY) {
        return Quick::Unclear;
    }
    if c < 0.0 {
        let start = segment.away(origin);
        let shrunk = radius - slack;
        if stops_inside && start.dot(start) < shrunk * shrunk {
            return Quick::Inside;
        }
    }
    // Not computed as b² - a c, which would cancel.
    let square = a * radius * radius - area;
    let steep = a * line.over > STEEP;
    if steep && square <= 0.0 {
        return if area > a * wide * wide { Quick::Missed } else { Quick::Unclear };
    }
    // The time multiplied by a. It shows where the line meets the cylinder without a division.
    let side = -b - Scalar::sqrt(square);
    let met = (height * a + rise * side) * over;
    let at_height = if steep { met } else { -rise };
    let at = if steep && met.abs() <= a {
        side / a
    } else {
        let from = line.from(origin - to_end * 1.0_f64.copysign(at_height));
        let foot_at = from.nearest();
        let foot = from.point(foot_at);
        let under = radius * radius - foot.dot(foot);
        if under <= 0.0 {
            // The line misses the ball by more than the error of the height.
            let certain = steep && 16.0 * square > a * radius * radius;
            let clear = under < -2.0 * HEIGHT_OFF * grown * slack;
            return if certain && clear { Quick::Missed } else { Quick::Unclear };
        }
        foot_at - Scalar::sqrt(under * line.over)
    };
    entered(segment, slack, line, at)
}

/// Checks that the line enters at about the time `at`.
#[inline(always)]
fn entered<W: Vector<Scalar = f64>>(
    segment: &Segment<W>,
    slack: f64,
    line: &Line<W>,
    at: f64,
) -> Quick<W> {
    let radius = segment.radius;
    let away = segment.away(line.point(at));
    // The length of the direction, times half the chord in the ball around the nearest point.
    let half = -away.dot(line.along);
    let share = 1.0 / half;
    // One step of Newton's method leads to the plane that supports ball and capsule, and the bounds are
    // those of a ball. The error after the step is rδ / 8h.
    let spread = (3.125 * radius + slack) * slack;
    let off = away.dot(away) - radius * radius;
    let clear = half > 0.0
        && half * half * line.over > 64.0 * radius * slack
        && off.abs() < 8.0 * radius * slack;
    let (at, error) = (at + 0.5 * off * share, spread * share);
    // If it is negative, the line left the capsule before its origin, or starts in it.
    if clear && at > error {
        Quick::Enters { at, error, away }
    } else {
        beside(segment, slack, line, clear && at < -error)
    }
}

/// A line that enters behind its origin starts inside, or it starts beyond the capsule and misses.
#[inline(always)]
fn beside<W: Vector<Scalar = f64>>(
    segment: &Segment<W>,
    slack: f64,
    line: &Line<W>,
    behind: bool,
) -> Quick<W> {
    let start = segment.away(line.origin);
    let grown = segment.radius + slack;
    let beyond = behind && start.dot(start) > grown * grown;
    if beyond { Quick::Missed } else { Quick::Unclear }
}

/// Computes both ends of the chord: for lines along the segment, lines that start inside, and lines that
/// [`quick`] does not decide.
#[cold]
#[inline(never)]
fn at_both_ends<W: Vector<Scalar = f64>>(
    center: W,
    segment: &Segment<W>,
    line: &Line<W>,
    hollow: bool,
) -> Through<W> {
    let half = segment.to_end.norm();
    if half == 0.0 {
        // The segment is a point, or so short that squares underflow. This length is less than the
        // rounding error of all lengths that `of_ball` accepts.
        return of_ball(line, center, segment.radius, hollow);
    }
    let from = line.from(line.origin - center);
    let axis = segment.to_end * (1.0 / half);
    let reach = half + segment.radius;
    // The middle is rounded, too.
    let off = if center == W::ZERO { 0.0 } else { line.slack(center.max_abs()) };
    let slack = off + from.slack(reach);
    let grown = |line: &Line<W>, grow: f64| cut(axis, [half, segment.radius + grow], line);
    chord(&from, [reach, slack, 1.0], grown, hollow).with_unit_normal()
}

#[inline]
fn cut<W: Vector<Scalar = f64>>(
    axis: W,
    [half, radius]: [f64; 2],
    line: &Line<W>,
) -> Option<(Cut, impl Fn(End) -> W + use<W>)> {
    let line = *line;
    let [height, speed] = [line.origin.dot(axis), line.along.dot(axis)];
    let (origin, along) = (line.origin - axis * height, line.along - axis * speed);
    let sides = cylinder(origin, along, radius)?;
    // The time at which the line enters (-1) or leaves (1) the capsule, from the time `s` at which it
    // does so with the cylinder.
    let end = |s: f64, way: f64| {
        let at = height + speed * s;
        if at.abs() <= half {
            return Some(s);
        }
        let from = line.origin - axis * if at > 0.0 { half } else { -half };
        let middle = -from.dot(line.along) * line.over;
        let foot = from + line.along * middle;
        let square = radius * radius - foot.dot(foot);
        (square >= 0.0).then(|| middle + way * Scalar::sqrt(square * line.over))
    };
    let ends = [end(sides[0], -1.0)?, end(sides[1], 1.0)?];
    // The vector from the nearest point of the segment.
    let away = move |s: f64| {
        let at = height + speed * s;
        let way = line.point(s) - axis * at.max(-half).min(half);
        // Beside a thin segment, this vector is mostly rounding error. It need not be perpendicular to
        // the axis, and at an end it may lead towards the other end.
        let along = axis.dot(way);
        let thin = radius < THIN * half && (at.abs() < half || along * at < 0.0);
        if thin { way - axis * along } else { way }
    };
    let depth = radius - away(0.5 * (ends[0] + ends[1])).norm();
    Some((Cut { ends, depth }, move |end| unit(away(ends[usize::from(end == End::Leave)]))))
}
