//! The nearest point of a segment: the foot on its line, clamped to the segment.
//!
//! On the segment, every direction perpendicular to it is a normal. Near it, the vector to the foot is
//! mostly rounding error, and may point along the segment; with a radius, this would not give a point of
//! the surface. So the component along the segment is removed there.

use super::nearest_point::{Nearest, across, slack};
use crate::space::DVector;

/// Nearer than this, relative to the segment's length, the vector is made perpendicular.
const NEAR: f64 = 1e-2;

pub fn nearest<W: DVector>(ends: [W; 2], point: W) -> Nearest<W> {
    at_foot(ends, point, foot(ends, point))
}

/// The point of a segment that is nearest to a given one.
#[derive(Clone, Copy)]
pub(super) struct Foot<W> {
    /// On the segment.
    pub point: W,
    /// From there to the given point.
    pub way: W,
    /// Is it an end of the segment?
    is_end: bool,
}

/// The nearest point alone. The way is measured from the nearer end: near an end, as a difference of
/// coordinates, it would be rounding error.
pub(super) fn foot<W: DVector>([a, b]: [W; 2], point: W) -> Foot<W> {
    let (from, edge) = (point - a, b - a);
    let is_second = 2.0 * from.dot(edge) > edge.dot(edge);
    let (end, from, edge) = if is_second { (b, point - b, -edge) } else { (a, from, edge) };
    let along = from.dot(edge);
    if along <= 0.0 {
        return Foot { point: end, way: from, is_end: true };
    }
    let part = edge * (along / edge.dot(edge));
    Foot { point: end + part, way: from - part, is_end: false }
}

/// The nearest of the feet on several segments.
pub(super) fn nearest_foot<W: DVector>(
    segments: impl Iterator<Item = [W; 2]>,
    point: W,
) -> Option<Foot<W>> {
    let square = |foot: &Foot<W>| foot.way.dot(foot.way);
    segments.map(|ends| foot(ends, point)).min_by(|x, y| square(x).total_cmp(&square(y)))
}

/// The answer for the nearest point.
pub(super) fn at_foot<W: DVector>(
    [a, b]: [W; 2],
    given: W,
    Foot { point, way, is_end }: Foot<W>,
) -> Nearest<W> {
    let edge = b - a;
    let error = slack(given, a.max_abs() + b.max_abs() + edge.max_abs());
    let distance = way.norm();
    if distance * distance > NEAR * NEAR * edge.dot(edge) {
        return Nearest { point, normal: way * (1.0 / distance), distance, error };
    }
    let normal = close(edge, way, is_end);
    Nearest { point, normal, distance: normal.dot(way).max(0.0), error }
}

/// The normal at a foot that is very near to the point.
fn close<W: DVector>(edge: W, way: W, is_end: bool) -> W {
    let Some(axis) = edge.unit_along() else { return way.unit_along().unwrap_or(W::unit(0)) };
    if is_end && let Some(normal) = way.unit_along() {
        return normal;
    }
    // The rest of a vector along the segment is rounding error.
    let rest = way - axis * axis.dot(way);
    let clear = rest.max_abs() > 1e-3 * way.max_abs();
    rest.unit_along().filter(|_| clear).unwrap_or_else(|| across(axis))
}
