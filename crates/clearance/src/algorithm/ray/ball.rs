//! A line through a ball, from the line's point nearest to the centre.
//!
//! ```text
//!         .-----.
//!    ----/---f---\----->     f: the foot of the centre o on the line.
//!       |  h | h  |          The chord is h long to either side: h² = r² - |f|².
//!        \   o   /
//!         '-----'
//! ```
//!
//! In times, this is h over the length of the direction.
//!
//! With the foot, no digits are lost if the ball is small and far away: the terms of the usual quadratic
//! cancel, r² - |f|² does not (Haines, Günther, Akenine-Möller 2019, "Precision Improvements for
//! Ray/Sphere Intersection").
//!
//! A line that is off by δ passes the ball of radius r like a line that passes the balls of r ± δ, whose
//! h² differ by at most k = (2r + δ)δ. So h is off by at most k/h, while k is well below h², and the end
//! of the chord by k/h + δ, which is at most (3r + δ)δ/h.

use super::chord::{Chord, End, Ends, Place, Through};
use super::line::{Line, SHORT, near_unit, unit};
use super::sure::{Ahead, Sure, in_range};
use crate::number::Scalar;
use crate::space::Vector;

/// The result for most lines.
///
/// The square under the root is h² times the direction's length to the fourth, from the area between
/// origin and direction: it needs no foot, and so no division before the root.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn sure<W: Vector<Scalar = f64>>(
    line: &Line<W>,
    center: W,
    radius: f64,
    hollow: bool,
) -> Sure<W> {
    let from = line.from(line.origin - center);
    let slack = from.slack(radius);
    // The difference is rounded, in addition to the line in its own frame.
    let slack = if center == W::ZERO { slack } else { slack + line.slack(0.0) };
    let (start, shrunk) = (from.origin.dot(from.origin), radius - slack);
    if start < shrunk * shrunk.abs() {
        return if hollow || !in_range(slack) { Sure::Open } else { Sure::Inside };
    }
    let area = from.origin.wedge(line.along);
    let square = line.square * (radius * radius) - W::wedge_dot(area, area);
    let spread = (2.0 * radius + slack) * slack * line.square;
    if !(square > 4.0 * spread && in_range(slack)) {
        let misses = square < -spread && in_range(slack);
        return if misses { Sure::Missed } else { Sure::Open };
    }
    let root = Scalar::sqrt(square);
    let at = (-from.origin.dot(line.along) - root) * line.over;
    let error = (3.0 * radius + slack) * slack / root;
    let Some(normal) = near_unit(from.point(at), radius) else { return Sure::Open };
    let grown = radius + slack;
    Sure::entering(Ahead { at, error, normal }, || start > grown * grown)
}

/// The ball around the frame's origin. `slack` is δ.
#[cfg_attr(not(feature = "small"), inline(always))]
fn through<W: Vector<Scalar = f64>>(
    radius: f64,
    line: &Line<W>,
    slack: f64,
    hollow: bool,
) -> Through<W> {
    // `Unclear` for NaN, too.
    if !(slack > SHORT && radius < f64::INFINITY) {
        return Through::Unclear;
    }
    let (start, shrunk) = (line.origin.dot(line.origin), radius - slack);
    if !hollow && start < shrunk * shrunk.abs() {
        return Through::Inside;
    }
    let middle = line.nearest();
    let foot = line.point(middle);
    let square = radius * radius - foot.dot(foot);
    let spread = (2.0 * radius + slack) * slack;
    if square <= 4.0 * spread {
        return if square < -spread {
            Through::Missed
        } else {
            grazing(&line.copied(), [middle, square, spread, slack]).through(hollow)
        };
    }
    let half = Scalar::sqrt(square * line.over);
    let error = (3.0 * radius + slack) * slack * line.over / half;
    let bounds = |at: f64| [at - error, at + error];
    let chord = Chord { enter: bounds(middle - half), leave: bounds(middle + half) };
    let found = chord.through(hollow, |end| {
        let to = if end == End::Enter { -half } else { half };
        Place { at: middle + to, normal: unit(foot + line.along * to) }
    });
    found.with_unit_normal()
}

/// The line passes within rounding of the surface: the bounds are those of the grown ball.
#[cold]
#[inline(never)]
fn grazing<W: Vector<Scalar = f64>>(
    line: &Line<W>,
    [middle, square, spread, slack]: [f64; 4],
) -> Ends<W> {
    let foot = line.point(middle);
    let pace = Scalar::sqrt(line.over);
    let half = Scalar::sqrt(square.max(0.0)) * pace;
    let grown = (Scalar::sqrt(square + spread) + slack) * pace;
    let shrunk = (Scalar::sqrt((square - spread).max(0.0)) - slack) * pace;
    let certain = square > spread;
    let [last, first] = if certain {
        [middle - shrunk, middle + shrunk]
    } else {
        [f64::INFINITY, f64::NEG_INFINITY]
    };
    let chord = Chord { enter: [middle - grown, last], leave: [first, middle + grown] };
    let places = [-1.0, 1.0].map(|way| {
        let out = foot + line.along * (way * grown);
        let normal = out.unit_along().unwrap_or(line.along * (pace * way));
        Place { at: middle + way * half, normal }
    });
    Ends { chord, places }
}

/// A ball around any point.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn of_ball<W: Vector<Scalar = f64>>(
    line: &Line<W>,
    center: W,
    radius: f64,
    hollow: bool,
) -> Through<W> {
    if center == W::ZERO {
        return through(radius, line, line.slack(radius), hollow);
    }
    // The difference is rounded, in addition to the line in its own frame.
    let from = line.from(line.origin - center);
    through(radius, &from, line.slack(0.0) + from.slack(radius), hollow)
}
