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
//! Most lines surely enter, start inside or miss, and only the point where they enter is computed
//! ([`sure`]). A line that enters at x also enters the ball around q, the point of the segment nearest to
//! x. This ball is part of the capsule, and the supporting plane at x supports both. So the bounds are
//! those of a ball. For all other lines, both ends of the chord are computed ([`through`]).

use super::ball;
use super::chord::{End, Through};
use super::line::{Line, near_unit, unit};
use super::round::{Cut, chord, cylinder};
use super::sure::{Ahead, Sure, in_range};
use crate::number::{max, min, sqrt};
use crate::space::{DVector, Motion, Vector};

/// Below this ratio of radius to segment length, normals lose digits.
const THIN: f64 = 1e-3;

/// A segment in the axes of the world, from minus to plus `to_end` around `center`.
struct Posed<W> {
    center: W,
    to_end: W,
    /// The rounding of the center, in addition to the line's.
    off: f64,
}

impl<W: DVector> Posed<W> {
    /// Rotating the segment takes less work than rotating the line and the results.
    #[inline(always)]
    fn of([a, b]: [W; 2], motion: &Motion<W>, line: &Line<W>) -> Self {
        let middle = (a + b) * 0.5;
        let center = if middle == W::ZERO { W::ZERO } else { motion.rotate(middle) };
        let off = if middle == W::ZERO { 0.0 } else { line.slack(center.max_abs()) };
        Self { center, to_end: motion.rotate((b - a) * 0.5), off }
    }
}

/// The square of a sine. Of lines whose angle with the segment has a smaller sine, only the ball at the
/// end that they come from is tested. For steeper lines, the projection perpendicular to the segment is
/// at least 1/32 of the line.
const STEEP: f64 = 1.0 / 1024.0;
/// The line is so far from the infinite cylinder, in δ, that it surely misses.
const ASIDE: f64 = 6.0;
/// The error of the height at which the line meets the side, in δ, if the projection cuts off more than a
/// fourth of the radius: 8 times the error of the projection, and 32 times this along the line.
const HEIGHT_OFF: f64 = 2048.0;

/// The result for most lines with the capsule: all points within `radius` of the segment.
#[inline(always)]
pub fn sure<W: DVector>(
    [a, b]: [W; 2],
    radius: f64,
    motion: &Motion<W>,
    line: &Line<W>,
    hollow: bool,
) -> Sure<W> {
    let posed = Posed::of([a, b], motion, line);
    let (from, to_end) = (line.from(line.origin - posed.center), posed.to_end);
    // A rotation does not change the square.
    let end = (b - a) * 0.5;
    let long = end.dot(end);
    let over = 1.0 / long;
    let half = (0..W::DIM).fold(0.0, |sum, i| sum + end.get(i).abs());
    let slack = posed.off + from.slack(half + radius);
    // With NaN, this and the following conditions give `Open`.
    if !(in_range(slack) && radius > HEIGHT_OFF * slack && over < f64::INFINITY) {
        return Sure::Open;
    }
    let (height, rise) = (from.origin.dot(to_end), from.along.dot(to_end));
    let near = to_end * min(max(height * over, -1.0), 1.0);
    let start = from.origin - near;
    let (start, shrunk, grown) = (start.dot(start), radius - slack, radius + slack);
    if start < shrunk * shrunk {
        return if hollow { Sure::Open } else { Sure::Inside };
    }
    let across = Across::of(&from, to_end, [long, over], [height, rise]);
    let square = across.square(radius);
    let steep = across.a * line.over > STEEP;
    if steep && square <= 0.0 {
        let wide = radius + ASIDE * slack;
        return if across.square(wide) < 0.0 { Sure::Missed } else { Sure::Open };
    }
    // The time multiplied by a. It shows where the line meets the cylinder without a division.
    let root = across.root(square, radius);
    let side = -across.b - root;
    let met = (height * across.a + rise * side) * over;
    // As of a ball. The segment is rotated, not the line, so δ has room for the rounding of the projection.
    let spread = (3.0 * radius + slack) * slack;
    if steep && met.abs() <= across.a {
        let at = side / across.a;
        // The ball around the nearest point of the segment has the same root.
        if square <= 4.0 * spread * line.square {
            return Sure::Open;
        }
        let Some(normal) = across.normal(at, to_end, over, radius) else { return Sure::Open };
        return Sure::entering(Ahead { at, error: spread / root, normal }, || {
            start > grown * grown
        });
    }
    let out = 1.0_f64.copysign(if steep { met } else { -rise });
    let from = from.from(from.origin - to_end * out);
    // Does the line surely meet the cylinder, and not only graze it?
    let crosses = steep && 16.0 * square > across.a * radius * radius;
    at_end(&from, to_end * out, [radius, slack], crosses, start > grown * grown)
}

/// The result for a line that meets the infinite cylinder beyond an end of the segment, if it does. It is
/// seen from this end, and `out` leads out of the segment there.
#[inline(always)]
fn at_end<W: DVector>(
    line: &Line<W>,
    out: W,
    [radius, slack]: [f64; 2],
    crosses: bool,
    starts_outside: bool,
) -> Sure<W> {
    let area = line.origin.wedge(line.along);
    let square = line.square * (radius * radius) - W::wedge_dot(area, area);
    let spread = (3.0 * radius + slack) * slack;
    if square <= 4.0 * spread * line.square {
        // The line misses the ball by more than the error of the height.
        let clear = square < -2.0 * HEIGHT_OFF * (radius + slack) * slack * line.square;
        return if crosses && clear { Sure::Missed } else { Sure::Open };
    }
    let root = sqrt(square);
    let at = (-line.origin.dot(line.along) - root) * line.over;
    let place = line.point(at);
    // On the half of the ball that is the capsule's end.
    if place.dot(out) < 0.0 {
        return Sure::Open;
    }
    let Some(normal) = near_unit(place, radius) else { return Sure::Open };
    Sure::entering(Ahead { at, error: spread / root, normal }, || starts_outside)
}

/// A line, projected perpendicular to a segment: its squared distance from the axis is a s² + 2 b s + c.
struct Across<W: Vector> {
    a: f64,
    b: f64,
    /// In 3D, the projections of origin and direction.
    origin: W,
    along: W,
    /// In 2D, the change of the distance from the axis, in half lengths of the segment; and this half
    /// length.
    rise: f64,
    half: f64,
}

impl<W: DVector> Across<W> {
    #[inline(always)]
    fn of(line: &Line<W>, to_end: W, [long, over]: [f64; 2], [up, rise]: [f64; 2]) -> Self {
        if W::DIM == 2 {
            let [height, rise] =
                [line.origin, line.along].map(|x| W::wedge_numbers(to_end.wedge(x))[0]);
            let (a, b, half) = (rise * rise * over, height * rise * over, sqrt(long));
            return Self { a, b, origin: W::ZERO, along: W::ZERO, rise, half };
        }
        let (origin, along) =
            (line.origin - to_end * (up * over), line.along - to_end * (rise * over));
        let (a, b) = (along.dot(along), origin.dot(along));
        Self { a, b, origin, along, rise: 0.0, half: 0.0 }
    }
    /// b² - a (c - r²), without cancelling.
    #[inline(always)]
    fn square(&self, radius: f64) -> f64 {
        // In 2D, the infinite cylinder is a strip, which every line meets.
        let area = self.origin.wedge(self.along);
        let area = if W::DIM == 2 { 0.0 } else { W::wedge_dot(area, area) };
        self.a * (radius * radius) - area
    }
    /// The root of the square for `radius`.
    #[inline(always)]
    fn root(&self, square: f64, radius: f64) -> f64 {
        if W::DIM == 2 {
            // Without a root that has to wait for the line.
            return self.rise.abs() * (radius / self.half);
        }
        sqrt(square)
    }
    /// The normal of the side at a time.
    #[inline(always)]
    fn normal(&self, at: f64, to_end: W, over: f64, radius: f64) -> Option<W> {
        if W::DIM == 2 {
            let way = 1.0_f64.copysign(self.rise) * (self.half * over);
            return Some(W::turning(W::wedge_of([-way, 0.0, 0.0]), to_end));
        }
        let away = self.origin + self.along * at;
        // Beside a thin segment, this vector is mostly rounding error, which need not be perpendicular to
        // the segment.
        near_unit(away - to_end * (away.dot(to_end) * over), radius)
    }
}

/// The capsule: both ends of the chord.
pub fn through<W: DVector>(
    [a, b]: [W; 2],
    radius: f64,
    motion: &Motion<W>,
    line: &Line<W>,
    hollow: bool,
) -> Through<W> {
    let Posed { center, to_end, off, .. } = Posed::of([a, b], motion, line);
    let half = to_end.norm();
    if half == 0.0 {
        // The segment is a point, or so short that squares underflow. This length is less than the
        // rounding error of all lengths that `ball` accepts.
        return ball::through(line, center, radius, hollow);
    }
    let from = line.from(line.origin - center);
    let axis = to_end * (1.0 / half);
    let reach = half + radius;
    let slack = off + from.slack(reach);
    let grown = |line: &Line<W>, grow: f64| cut(axis, [half, radius + grow], line);
    chord(&from, [reach, slack, 1.0], grown, hollow).with_unit_normal()
}

fn cut<W: DVector>(
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
        (square >= 0.0).then(|| middle + way * sqrt(square * line.over))
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
