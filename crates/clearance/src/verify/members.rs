//! Which points are surely in a shape, by its numbers alone. Everything is in its own frame.

use super::frame::{Triple, dot, exact, minus, norm, plus, times};
use super::interval::Interval;
use crate::number::Scalar;
use crate::shape::View;
use crate::space::Vector;

/// Is the point in the core with that radius around it? `None` of polytopes, for which it takes
/// more than their numbers.
pub(super) fn holds<V: Vector>(
    core: &View<'_, V>,
    radius: Interval,
    point: Triple,
) -> Option<bool> {
    let number = |x: V::Scalar| Interval::exact(x.to_f64());
    let reaches = |way: Triple| not_above(norm(way), radius);
    Some(match *core {
        View::Vertices(&[p]) => reaches(minus(point, exact(p))),
        View::Vertices(&[a, b]) => {
            let (a, b) = (exact(a), exact(b));
            reaches(minus(point, on_segment(a, b, point)))
        }
        View::Vertices(_) | View::Opaque => return None,
        View::Cuboid { half_extents } => {
            let half = exact(half_extents);
            // The nearest point of the box, to rounding, and surely in it.
            let inner = core::array::from_fn(|i| clamped(point[i], half[i]));
            (0..3).all(|i| not_above(point[i].abs(), half[i])) || reaches(minus(point, inner))
        }
        View::Ellipsoid { radii } => {
            let radii = exact(radii);
            let share = |i: usize| if i < V::DIM { point[i] / radii[i] } else { Interval::ZERO };
            not_above(norm(core::array::from_fn(share)), Interval::ONE)
        }
        View::Cylinder { radius: r, half_height, axis } => {
            let (across, along) = beside(point, axis);
            let [r, h] = [number(r), number(half_height)];
            let way = [across - clamped(across, r), along - clamped(along, h), Interval::ZERO];
            (not_above(across, r) && not_above(along.abs(), h)) || reaches(way)
        }
        View::Cone { radius: r, half_height, axis } => {
            let (across, along) = beside(point, axis);
            let [r, h] = [number(r), number(half_height)];
            let width = r * (h - along) / (h + h);
            not_above(across, width) && not_above(along.abs(), h)
        }
    })
}

/// Is it surely not larger?
fn not_above(x: Interval, limit: Interval) -> bool {
    (limit - x).low() >= 0.0
}

/// The number between plus and minus a limit that is nearest to another, to rounding.
fn clamped(x: Interval, limit: Interval) -> Interval {
    let inner = Interval::exact(x.nearest());
    if not_above(inner.abs(), limit) {
        inner
    } else if x.nearest() < 0.0 {
        -limit
    } else {
        limit
    }
}

/// A point's distance from a coordinate axis, and its coordinate along it.
fn beside(point: Triple, axis: usize) -> (Interval, Interval) {
    let mut across = point;
    across[axis] = Interval::ZERO;
    (norm(across), point[axis])
}

/// A point of the segment that is, to rounding, the nearest.
fn on_segment(a: Triple, b: Triple, point: Triple) -> Triple {
    let edge = minus(b, a);
    let share = dot(edge, minus(point, a)).nearest() / dot(edge, edge).nearest();
    let share = if share > 0.0 { Scalar::min(share, 1.0) } else { 0.0 };
    plus(a, times(edge, Interval::exact(share)))
}
