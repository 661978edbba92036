//! The nearest point of a segment: the foot on its line, clamped to the segment.
//!
//! On the segment, every direction perpendicular to it is a normal. Near it, the vector to the foot is
//! mostly rounding error, and may point along the segment; with a radius, this would not give a point of
//! the surface. So the component along the segment is removed there.

use super::nearest::{CLOSE, Nearest, across, slack};
use crate::number::Scalar;
use crate::space::Vector;

/// Nearer than this, relative to the segment's length, the vector is made perpendicular.
pub(super) const NEAR: f64 = 1e-2;

#[inline]
pub fn nearest<W: Vector<Scalar = f64>>(ends: [W; 2], point: W) -> Nearest<W> {
    at_foot(ends, point, foot(ends, point))
}

/// The same for a segment from minus to plus `half`, whose square is 1 over `over`. `None` near it, and
/// if a number is NaN.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn beside<W: Vector<Scalar = f64>>(half: W, over: f64, point: W) -> Option<Nearest<W>> {
    let share = Scalar::min(Scalar::max(point.dot(half) * over, -1.0), 1.0);
    let foot = half * share;
    let way = point - foot;
    let square = way.dot(way);
    let distance = Scalar::sqrt(square);
    let error = slack(point, (0..W::DIM).fold(0.0, |sum, i| sum + half.get(i).abs()));
    let clear = square * over > 4.0 * NEAR * NEAR && over < f64::INFINITY && distance > CLOSE;
    clear.then(|| Nearest { point: foot, normal: way * (1.0 / distance), distance, error })
}

/// The nearest point alone.
#[inline]
pub(super) fn foot<W: Vector<Scalar = f64>>([a, b]: [W; 2], point: W) -> W {
    let (edge, from) = (b - a, point - a);
    let (along, square) = (from.dot(edge), edge.dot(edge));
    if along <= 0.0 {
        a
    } else if along >= square {
        b
    } else {
        a + edge * (along / square)
    }
}

/// The answer for the nearest point.
#[inline]
pub(super) fn at_foot<W: Vector<Scalar = f64>>([a, b]: [W; 2], point: W, foot: W) -> Nearest<W> {
    let (edge, way) = (b - a, point - foot);
    let error = slack(point, a.max_abs() + b.max_abs() + edge.max_abs());
    let distance = way.norm();
    if distance * distance > NEAR * NEAR * edge.dot(edge) {
        return Nearest { point: foot, normal: way * (1.0 / distance), distance, error };
    }
    let normal = close([a, b], foot, way);
    Nearest { point: foot, normal, distance: normal.dot(way).max(0.0), error }
}

/// The normal at a foot that is very near to the point.
fn close<W: Vector<Scalar = f64>>([a, b]: [W; 2], foot: W, way: W) -> W {
    let Some(axis) = (b - a).unit_along() else { return way.unit_along().unwrap_or(W::unit(0)) };
    let along = axis.dot(way);
    if (foot == a && along < 0.0) || (foot == b && along > 0.0) {
        return way.unit_along().unwrap_or(axis);
    }
    // The rest of a vector along the segment is rounding error.
    let rest = way - axis * along;
    let clear = rest.max_abs() > 1e-3 * way.max_abs();
    rest.unit_along().filter(|_| clear).unwrap_or_else(|| across(axis))
}
