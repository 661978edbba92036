//! A line through a half-space: one plane, and nothing at the other end.
//!
//! Half-spaces have no size, and the crossing may be any distance away. So the direction's
//! rounding is not put down as a shift, but as an error of the cosine.

use super::{Chord, Crossing, Line, Through};
use crate::number::Scalar;
use crate::space::Vector;

/// All points x with `normal . x <= offset`, the normal of length 1.
///
/// A line that is parallel to the plane within rounding, and does not go towards it as rounded,
/// is taken to miss it for good.
#[inline]
pub fn half_space<W: Vector<Scalar = f64>>(normal: W, offset: f64, line: &Line<W>) -> Through<W> {
    let slack = line.slack(offset.abs());
    // As for `Line::slack`, of a vector of length 1.
    let error = 20.0 * f64::EPSILON;
    let height = normal.dot(line.origin) - offset;
    let cosine = normal.dot(line.along);
    let steep = cosine.abs();
    // The plane is crossed ahead if the line goes towards it, else behind.
    let distance = height.abs();
    let nearest = (distance - slack).max(0.0) / (steep + error);
    let farthest = if steep > error { (distance + slack) / (steep - error) } else { f64::INFINITY };
    let ahead = (height > 0.0) == (cosine < 0.0);
    if height > slack && cosine >= 0.0 {
        return Through::Missed;
    }
    // On the plane within rounding it is crossed about here, on either side.
    let [lower, upper] = match (distance <= slack, ahead) {
        (true, _) => [-farthest, farthest], // infinite where it is parallel
        (false, true) => [nearest, farthest],
        (false, false) => [-farthest, -nearest],
    };
    let at = if steep > 0.0 { -height / cosine } else { 0.0 };
    let at = Scalar::min(Scalar::max(at, lower), upper);
    let plane = Crossing { at, lower, upper, normal };
    let far = |at: f64, normal: W| Crossing { at, lower: at, upper: at, normal };
    let [back, forth] = [f64::NEG_INFINITY, f64::INFINITY];
    if cosine == 0.0 && distance > slack {
        // Inside, for good.
        return Through::Chord(Chord {
            enter: far(back, -line.along),
            leave: far(forth, line.along),
        });
    }
    Through::Chord(if cosine < 0.0 {
        Chord { enter: plane, leave: far(forth, line.along) }
    } else {
        Chord { enter: far(back, -line.along), leave: plane }
    })
}
