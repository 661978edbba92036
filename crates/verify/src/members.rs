//! Which points are surely in a shape, from its parameters alone. Everything is in its own frame.

use super::enumerate;
use super::frame::{Frame, Triple, exact, minus, norm};
use super::interval::Interval;
use super::nearest::{nearest, not_above};
use super::pair::CorePair;
use super::surface;
use clearance_geometry::shape::View;
use clearance_geometry::space::{Pose, Vector};

/// Is the point surely in the core, grown by the radius?
pub(super) fn holds<V: Vector>(core: &View<'_, V>, radius: Interval, point: Triple) -> bool {
    let within = |near: super::nearest::Nearest| not_above(near.way(point).1, radius);
    nearest(core, point).is_some_and(within) || surrounds(core, radius, point)
}

/// Is the point, rounded to `f64`, deeper in the polytope than its rounding error? This decides points on
/// a border between simplices.
fn surrounds<V: Vector>(core: &View<'_, V>, radius: Interval, point: Triple) -> bool {
    let near = <V::Wide as Vector>::from_fn(|i| point[i].nearest());
    let off = norm(minus(point, exact(near)));
    let spot = [near];
    let View::Vertices(vertices) = *core else { return false };
    let wide: alloc::vec::Vec<V::Wide> = vertices.iter().map(|v| v.widen()).collect();
    let pair: CorePair<'_, V::Wide> = CorePair {
        a: View::Vertices(&wide),
        b: View::Vertices(&spot),
        b_in_a: Frame::of(&Pose::<V::Wide>::IDENTITY),
        radii: radius,
    };
    let depth = enumerate::surface(&pair).map(|s| surface::upper_bound(&pair, &s));
    depth.is_some_and(|clearance| clearance + off.high() <= 0.0)
}
