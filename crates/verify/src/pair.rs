//! Two cores, with B in A's frame. The Minkowski difference of the cores contains all points a - (R b +
//! t). Everything is in A's frame.

use super::cores::{highest, outside};
use super::frame::{Frame, Triple, dot, exact, minus, norm};
use super::interval::Interval;
use clearance_geometry::answer::Member;
use clearance_geometry::shape::View;
use clearance_geometry::space::Vector;

/// Two cores and the sum of their rounding radii.
pub(super) struct CorePair<'s, V: Vector> {
    pub a: View<'s, V>,
    pub b: View<'s, V>,
    pub b_in_a: Frame,
    pub radii: Interval,
}

/// A point that is within `error` of a point of the Minkowski difference of the cores.
#[derive(Clone, Copy)]
pub(super) struct Corner {
    pub point: Triple,
    pub error: f64,
}

impl<V: Vector> CorePair<'_, V> {
    /// The lower bound of the clearance that an axis proves: the gap between the shapes' projections on
    /// it. Minus infinity if nothing is proven, and for vectors that are no axes.
    pub fn lower_bound(&self, axis: Triple) -> f64 {
        let b_axis = self.b_in_a.unrotate(axis).map(|x| -x);
        let heights = highest(&self.a, axis).zip(highest(&self.b, b_axis));
        heights.map_or(f64::NEG_INFINITY, |(a_high, b_low)| {
            let gap = dot(axis, self.b_in_a.translation) - b_low - a_high;
            (gap / norm(axis) - self.radii).low()
        })
    }

    /// The point of the difference for a member; `None` if it is no valid member.
    pub fn corner(&self, member: &Member<V::Wide>) -> Option<Corner> {
        let errors = [outside(&self.a, member.a)?, outside(&self.b, member.b)?];
        let [a, b] = errors.map(Interval::exact);
        let point = minus(exact(member.a), self.b_in_a.apply(exact(member.b)));
        Some(Corner { point, error: (a + b).high() })
    }
}
