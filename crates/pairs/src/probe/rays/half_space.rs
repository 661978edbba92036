//! A line through a half-space: one plane, and no other end.
//!
//! Half-spaces have no size, and the crossing may be at any distance. So the direction's rounding is
//! treated as an error of the cosine, not as a shift.

use super::chord::{Chord, Place, Through};
use super::line::Line;
use crate::number::{max, min};
use crate::space::DVector;

/// All points x with `normal . x <= offset`, the normal of length 1.
///
/// A line that is parallel to the plane within rounding, and whose rounded direction does not approach
/// it, misses it.
#[inline(always)]
pub fn half_space<W: DVector>(
    (normal, offset): (W, f64),
    line: &Line<W>,
    hollow: bool,
) -> Through<W> {
    let slack = line.slack(offset.abs());
    // As for `Line::slack`, for the direction.
    let length = (0..W::DIM).fold(0.0, |sum, i| sum + line.along.get(i).abs());
    let error = 20.0 * f64::EPSILON * length;
    let height = normal.dot(line.origin) - offset;
    let cosine = normal.dot(line.along);
    // If the cosine is below its error, the share has no meaning, and it is replaced by the error.
    let (distance, share) = (height.abs(), 1.0 / max(cosine.abs(), error));
    // 1 / (c ± e) is within 1/c (1 ± 2 e/c), while e is at most half of c.
    let flat = 2.0 * error * share;
    let nearest = (distance - slack).max(0.0) * (share * (1.0 - flat).max(0.0));
    // A time beyond the range of numbers is not infinite.
    let nearest = min(nearest, f64::MAX);
    let farthest =
        if flat <= 1.0 { (distance + slack) * share * (1.0 + flat) } else { f64::INFINITY };
    if height > slack && cosine >= 0.0 {
        return Through::Missed;
    }
    // The line crosses the plane ahead if it approaches, else behind. If it starts on the plane within
    // rounding, it crosses near the start, on either side, or anywhere if it is parallel.
    let ahead = (height > 0.0) == (cosine < 0.0);
    let way = if ahead { 1.0 } else { -1.0 };
    let [lower, upper] = match (distance <= slack, ahead) {
        (true, _) => [-farthest, farthest],
        (false, true) => [nearest, farthest],
        // Certainly behind, even if the distance is not known: no negative zero.
        (false, false) => [-farthest, -max(nearest, f64::MIN_POSITIVE)],
    };
    let at = if cosine == 0.0 { 0.0 } else { way * distance * share };
    let at = min(max(at, lower), upper);
    let (plane, back, forth) = ([lower, upper], [f64::NEG_INFINITY; 2], [f64::INFINITY; 2]);
    let chord = if cosine == 0.0 && distance > slack {
        // Inside for good.
        Chord { enter: back, leave: forth }
    } else if cosine < 0.0 {
        Chord { enter: plane, leave: forth }
    } else {
        Chord { enter: back, leave: plane }
    };
    // There is only one place.
    chord.through(hollow, |_| Place { at, normal })
}
