//! Half-spaces have a closed form, which the checker evaluates in intervals. It does not use the
//! evidence. The plane is that of the stored numbers: its distance from the origin for `normal . x <=
//! offset` is `offset / |normal|`.

use super::Bracket;
use super::cores::highest;
use super::frame::{Frame, cross, dot, exact, norm};
use super::interval::Interval;
use clearance_geometry::shape::{HalfSpace, View};
use clearance_geometry::space::Vector;

/// The plane's distance from the local origin along the normal.
pub(super) fn level<V: Vector>(half: &HalfSpace<V>) -> Interval {
    Interval::exact(half.offset()) / norm(exact(half.normal()))
}

/// The clearance of a half-space and a convex shape in the half-space's frame; `None` for user-defined
/// shapes.
pub(super) fn height<V: Vector>(
    half: &HalfSpace<V>,
    core: &View<'_, V>,
    radius: Interval,
    core_in_half: &Frame,
) -> Option<Interval> {
    let normal = exact(half.normal());
    let down = core_in_half.unrotate(normal).map(|x| -x);
    let lowest = dot(normal, core_in_half.translation) - highest(core, down)?;
    Some(lowest / norm(normal) - level(half) - radius)
}

/// The same as a bracket.
pub(super) fn with_core<V: Vector>(
    half: &HalfSpace<V>,
    core: &View<'_, V>,
    radius: Interval,
    core_in_half: &Frame,
) -> Bracket {
    height(half, core, radius, core_in_half).map_or(Bracket::UNKNOWN, Bracket::around)
}

/// The clearance of two half-spaces. It is minus infinity, because their planes meet or one contains the
/// other, except if the planes face each other exactly.
pub(super) fn with_half_space<V: Vector>(
    a: &HalfSpace<V>,
    b: &HalfSpace<V>,
    b_in_a: &Frame,
) -> Bracket {
    let normal = exact(a.normal());
    let b_normal = b_in_a.rotate(exact(b.normal()));
    let tilt = cross(normal, b_normal);
    let tilted = tilt.iter().any(|x| x.sign().is_some());
    let along = dot(normal, b_normal);
    if tilted || along.low() >= 0.0 {
        return Bracket { lower: f64::NEG_INFINITY, upper: f64::NEG_INFINITY };
    }
    let apart = dot(normal, b_in_a.translation) / norm(normal);
    let gap = Bracket::around(apart - level(a) - level(b));
    let opposite = tilt.iter().all(|x| *x == Interval::ZERO) && along.high() < 0.0;
    if opposite { gap } else { Bracket { lower: f64::NEG_INFINITY, ..gap } }
}
