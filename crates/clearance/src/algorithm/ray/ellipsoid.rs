//! A line through an ellipse or ellipsoid: divided by the radii, it is one through the unit
//! ball. The distances along the line stay what they are.

use super::round::{Cut, chord};
use super::{Line, Through, unit};
use crate::number::Scalar;
use crate::space::Vector;

/// The ellipsoid along the coordinate axes.
#[inline]
pub(super) fn through<W: Vector<Scalar = f64>>(radii: W, line: &Line<W>) -> Through<W> {
    let reach = radii.max_abs();
    let least = (1..W::DIM).fold(radii.get(0), |m, i| Scalar::min(m, radii.get(i)));
    chord(line, reach, line.slack(reach), |line, grow| {
        // The ball of radius `grow` is within the ellipsoid scaled by grow / least.
        cut(radii, least, 1.0 + grow / least, line)
    })
}

#[inline(always)]
fn cut<W: Vector<Scalar = f64>>(
    radii: W,
    least: f64,
    level: f64,
    line: &Line<W>,
) -> Option<Cut<W>> {
    let shares = W::from_fn(|i| 1.0 / radii.get(i));
    let stretched = |v: W| W::from_fn(|i| v.get(i) * shares.get(i));
    let (origin, along) = (stretched(line.origin), stretched(line.along));
    let speed = along.dot(along);
    let middle = -origin.dot(along) / speed;
    let foot = origin + along * middle;
    let from_middle = foot.dot(foot);
    let square = level * level - from_middle;
    if square < 0.0 {
        return None;
    }
    let half = Scalar::sqrt(square / speed);
    let normal = |s: f64| unit(stretched(foot + along * s));
    Some(Cut {
        ends: [middle - half, middle + half],
        normals: [normal(-half), normal(half)],
        depth: (1.0 - Scalar::sqrt(from_middle)) * least,
    })
}
