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

use super::chord::{End, Through};
use super::line::{Line, near_unit, unit};
use super::round::{Cut, chord};
use super::sure::{Ahead, Sure, in_range};
use crate::number::sqrt;
use crate::space::DVector;

/// The result for most lines.
///
/// The square under the root is h² times the direction's length to the fourth, from the area between
/// origin and direction: it needs no foot, and so no division before the root.
#[inline(always)]
pub(crate) fn sure<W: DVector>(line: &Line<W>, center: W, radius: f64, hollow: bool) -> Sure<W> {
    let from = line.from(line.origin - center);
    let slack = slack(line, &from, center, radius);
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
    let root = sqrt(square);
    let at = (-from.origin.dot(line.along) - root) * line.over;
    let error = (3.0 * radius + slack) * slack / root;
    let Some(normal) = near_unit(from.point(at), radius) else { return Sure::Open };
    let grown = radius + slack;
    Sure::entering(Ahead { at, error, normal }, || start > grown * grown)
}

/// Both ends of the chord of any line.
pub(crate) fn through<W: DVector>(
    line: &Line<W>,
    center: W,
    radius: f64,
    hollow: bool,
) -> Through<W> {
    let from = line.from(line.origin - center);
    let slack = slack(line, &from, center, radius);
    let grown = |line: &Line<W>, grow: f64| cut(radius + grow, line);
    chord(&from, [radius, slack, 1.0], grown, hollow).with_unit_normal()
}

/// δ for a line, and the same line from the centre.
#[inline(always)]
fn slack<W: DVector>(line: &Line<W>, from: &Line<W>, center: W, radius: f64) -> f64 {
    // The difference is rounded, in addition to the line in its own frame.
    let of_center = if center == W::ZERO { 0.0 } else { line.slack(0.0) };
    from.slack(radius) + of_center
}

/// The ball around the frame's origin.
fn cut<W: DVector>(radius: f64, line: &Line<W>) -> Option<(Cut, impl Fn(End) -> W + use<W>)> {
    let (middle, along) = (line.nearest(), line.along);
    let foot = line.point(middle);
    let from_center = foot.dot(foot);
    let square = radius * radius - from_center;
    if square < 0.0 {
        return None;
    }
    let half = sqrt(square * line.over);
    let normal = move |end: End| unit(foot + along * if end == End::Enter { -half } else { half });
    let depth = radius - sqrt(from_center);
    Some((Cut { ends: [middle - half, middle + half], depth }, normal))
}
