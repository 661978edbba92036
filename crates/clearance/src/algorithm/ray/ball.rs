//! A line through a ball: by the point of the line nearest the centre.
//!
//! ```text
//!         .-----.
//!    ----/---f---\----->     f: the foot of the centre o on the line.
//!       |  h | h  |          The chord is h long to either side: h² = r² - |f|².
//!        \   o   /
//!         '-----'
//! ```
//!
//! With the foot no digits are lost where the ball is small and far away: the terms of the usual
//! quadratic cancel, r² - |f|² does not (Haines, Günther, Akenine-Möller 2019, "Precision
//! Improvements for Ray/Sphere Intersection").
//!
//! A line that is off by δ passes the ball of radius r as a line passes those of r ± δ, whose
//! h² differ by no more than k = (2r + δ)δ. So h is within k/h, while k is well below h².

use super::{Chord, Crossing, Line, TINY, Through, unit};
use crate::number::Scalar;
use crate::space::Vector;

/// The ball around the frame's origin. `slack` is δ.
#[inline]
pub(super) fn through<W: Vector<Scalar = f64>>(
    radius: f64,
    line: &Line<W>,
    slack: f64,
) -> Through<W> {
    // Written so that NaN is unclear, too.
    if !(slack > TINY && radius < f64::INFINITY) {
        return Through::Unclear;
    }
    let middle = -line.origin.dot(line.along);
    let foot = line.point(middle);
    let square = radius * radius - foot.dot(foot);
    let spread = (2.0 * radius + slack) * slack;
    if square < -spread {
        return Through::Missed;
    }
    if square <= 4.0 * spread {
        return Through::Chord(grazing(radius, line, foot, middle, square, slack));
    }
    let half = Scalar::sqrt(square);
    let error = spread / half + slack;
    // The foot of a ball that is far away is rounded, so the radius is not the length.
    let normal = |to: f64| unit(foot + line.along * to);
    let crossing = |at: f64, to: f64| Crossing {
        at,
        lower: at - error,
        upper: at + error,
        normal: normal(to),
    };
    Through::Chord(Chord {
        enter: crossing(middle - half, -half),
        leave: crossing(middle + half, half),
    })
}

/// The line passes within rounding of the surface: the bounds are those of the grown ball.
#[cold]
fn grazing<W: Vector<Scalar = f64>>(
    radius: f64,
    line: &Line<W>,
    foot: W,
    middle: f64,
    square: f64,
    slack: f64,
) -> Chord<W> {
    let spread = (2.0 * radius + slack) * slack;
    let half = Scalar::sqrt(square.max(0.0));
    let grown = Scalar::sqrt(square + spread) + slack;
    let normal = |to: f64, other: W| (foot + line.along * to).unit_along().unwrap_or(other);
    let (certain, shrunk) = (square > spread, Scalar::sqrt((square - spread).max(0.0)) - slack);
    Chord {
        enter: Crossing {
            at: middle - half,
            lower: middle - grown,
            upper: if certain { middle - shrunk } else { f64::INFINITY },
            normal: normal(-grown, -line.along),
        },
        leave: Crossing {
            at: middle + half,
            lower: if certain { middle + shrunk } else { f64::NEG_INFINITY },
            upper: middle + grown,
            normal: normal(grown, line.along),
        },
    }
}
