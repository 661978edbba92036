//! The checker's functions of a shape's core: its height along an axis, and the distance of a point
//! outside. Both are written here again from the shape's parameters alone. The shapes' own support
//! functions are not used.
//!
//! Everything is in the core's own frame.

use super::frame::{Triple, dot, exact, minus, norm, times};
use super::interval::Interval;
use clearance_geometry::shape::{Convex, View};
use clearance_geometry::space::Vector;

/// The length of a vector perpendicular to a coordinate axis, and its coordinate along it; `None` for
/// axes beyond the dimension.
fn across_and_along<V: Vector>(v: Triple, axis: usize) -> Option<(Interval, Interval)> {
    let along = v.into_iter().take(V::DIM).nth(axis)?;
    let mut across = v;
    across[axis] = Interval::ZERO;
    Some((norm(across), along))
}

/// The coordinates, each multiplied by that of another vector.
fn stretched(v: Triple, by: Triple) -> Triple {
    core::array::from_fn(|i| v[i] * by[i])
}

/// The largest `axis . x` over the points x of the core; `None` for user-defined shapes.
pub fn highest<V: Vector>(core: &View<'_, V>, axis: Triple) -> Option<Interval> {
    match *core {
        View::Vertices(vertices) => {
            let heights = vertices.iter().map(|v| dot(axis, exact(*v)));
            heights.reduce(Interval::max)
        }
        View::Cuboid { half_extents } => Some(dot(axis.map(Interval::abs), exact(half_extents))),
        View::Ellipsoid { radii } => Some(norm(stretched(axis, exact(radii)))),
        View::Cylinder { radius, half_height, axis: number_of } => {
            let (across, along) = across_and_along::<V>(axis, number_of)?;
            Some(Interval::exact(half_height) * along.abs() + Interval::exact(radius) * across)
        }
        View::Cone { radius, half_height, axis: number_of } => {
            let (across, along) = across_and_along::<V>(axis, number_of)?;
            let apex = Interval::exact(half_height) * along;
            Some(apex.max(Interval::exact(radius) * across - apex))
        }
        View::Opaque => None,
    }
}

/// A bound on the distance of a point from the core; 0 for points of the core. `None` if there is none:
/// only the given points of a point set count as its members.
pub fn outside<V: Vector>(core: &View<'_, V>, point: V::Wide) -> Option<f64> {
    let p = exact(point);
    let excess = match *core {
        View::Vertices(vertices) => return off_vertices(vertices, point),
        View::Cuboid { half_extents } => {
            let half = exact(half_extents);
            norm(core::array::from_fn(|i| beyond(p[i].abs(), half[i])))
        }
        View::Ellipsoid { radii } => {
            // Moved towards the centre by this, the point is in the core.
            let radii = exact(radii);
            let by = |i: usize| if i < V::DIM { p[i] / radii[i] } else { Interval::ZERO };
            let level = norm(core::array::from_fn(by));
            if level.high() <= 1.0 {
                return Some(0.0);
            }
            norm(times(p, beyond(Interval::ONE, Interval::ONE / level)))
        }
        View::Cylinder { radius, half_height, axis } => {
            let (across, along) = across_and_along::<V>(p, axis)?;
            let up = beyond(along.abs(), Interval::exact(half_height));
            norm([beyond(across, Interval::exact(radius)), up, Interval::ZERO])
        }
        View::Cone { radius, half_height, axis } => {
            let (across, along) = across_and_along::<V>(p, axis)?;
            outside_cone(across, along, Interval::exact(radius), Interval::exact(half_height))
        }
        View::Opaque => return None,
    };
    Some(excess.high())
}

/// For hulls, coordinates below 2^-200 of the largest count as 0. So a point may represent a vertex if it
/// is no farther from it than this, relative to the largest coordinate: 2^-200 in three coordinates, with
/// some room.
pub const TAKEN_FOR_ZERO: f64 = f64::from_bits((1023 - 199) << 52);

/// The distance of a point from the vertex that it represents, if there is one.
fn off_vertices<V: Vector>(vertices: &[V], point: V::Wide) -> Option<f64> {
    if vertices.iter().any(|v| v.widen() == point) {
        return Some(0.0);
    }
    let largest = vertices.iter().fold(0.0_f64, |m, v| m.max(v.widen().max_abs()));
    let stands_for = |v: V| (v.widen() - point).max_abs() <= largest * TAKEN_FOR_ZERO;
    let meant = vertices.iter().find(|v| stands_for(**v))?;
    Some(norm(minus(exact(*meant), exact(point))).high())
}

/// The amount by which a number is beyond a limit, or 0.
fn beyond(x: Interval, limit: Interval) -> Interval {
    (x - limit).max(Interval::ZERO)
}

/// There are two ways to move a point into the cone, and the shorter one counts: straight inwards at its
/// height, or straight down at its distance from the axis. Before, it is moved between base and apex, or
/// within the radius of the base.
///
/// ```text
///   along
///     h  |\
///        | \  <- inwards      radius at the height z: r (h - z) / 2h
///        |  \    down         height at the distance s: h - 2h s / r
///    -h  |___\ across
///            r
/// ```
fn outside_cone(across: Interval, along: Interval, r: Interval, h: Interval) -> Interval {
    let height = along.max(-h).min(h);
    let width = r * (h - height) / (h + h);
    let inwards = [beyond(across, width), along - height, Interval::ZERO];
    let distance = across.min(r);
    let top = h - (h + h) * distance / r;
    let below = beyond(-h, along);
    let down = [across - distance, beyond(along, top).max(below), Interval::ZERO];
    norm(inwards).min(norm(down))
}

/// The rounding radius.
pub(super) fn radius_of<C: Convex + ?Sized>(shape: &C) -> Interval {
    Interval::between(shape.radius_bounds())
}
