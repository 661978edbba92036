//! A line through an ellipse or ellipsoid: divided by the radii, it is a line through the unit ball.
//! Times along the line do not change.

use super::chord::{End, Through};
use super::line::{Line, unit};
use super::round::{Cut, chord};
use crate::number::{min, sqrt};
use crate::space::DVector;

/// The ellipsoid along the coordinate axes.
#[inline(always)]
pub fn through<W: DVector>(radii: W, line: &Line<W>, hollow: bool) -> Through<W> {
    let reach = radii.max_abs();
    let least = (1..W::DIM).fold(radii.get(0), |m, i| min(m, radii.get(i)));
    // Ellipsoids thinner than rounding are left to the march: divided by the radii, lengths leave the
    // range of `f64`.
    let is_thick = line.slack(reach) < least;
    if !is_thick {
        return Through::Unclear;
    }
    // The ball of radius `grow` is inside the ellipsoid scaled by grow / least.
    let grown = |line: &Line<W>, grow: f64| cut(radii, [least, 1.0 + grow / least], line);
    chord(line, [reach, line.slack(reach), reach / least], grown, hollow)
}

fn cut<W: DVector>(
    radii: W,
    [least, level]: [f64; 2],
    line: &Line<W>,
) -> Option<(Cut, impl Fn(End) -> W + use<W>)> {
    let shares = W::from_fn(|i| 1.0 / radii.get(i));
    let stretched = move |v: W| W::from_fn(|i| v.get(i) * shares.get(i));
    let (origin, along) = (stretched(line.origin), stretched(line.along));
    let share = 1.0 / along.dot(along);
    let middle = -origin.dot(along) * share;
    let foot = origin + along * middle;
    let from_middle = foot.dot(foot);
    let square = level * level - from_middle;
    if square < 0.0 {
        return None;
    }
    let half = sqrt(square * share);
    let normal = move |end: End| {
        let to = if end == End::Enter { -half } else { half };
        unit(stretched(foot + along * to))
    };
    let depth = (1.0 - sqrt(from_middle)) * least;
    Some((Cut { ends: [middle - half, middle + half], depth }, normal))
}
