//! The upper bound from a witness: a convex combination of points of the difference is a point of the
//! difference, so the distance of the cores is at most its distance from the origin. This also holds for
//! overlapping cores, whose clearance is not positive.

use super::frame::{Triple, norm, plus, times};
use super::interval::Interval;
use super::pair::CorePair;
use clearance_geometry::answer::Witness;
use clearance_geometry::space::Vector;

/// A proven upper bound of the clearance; infinity if the witness proves nothing.
pub(super) fn upper_bound<V: Vector>(pair: &CorePair<'_, V>, witness: &Witness<V::Wide>) -> f64 {
    distance(pair, witness).map_or(f64::INFINITY, |d| (d - pair.radii).high())
}

/// An upper bound of the distance of the cores.
fn distance<V: Vector>(pair: &CorePair<'_, V>, witness: &Witness<V::Wide>) -> Option<Interval> {
    let last = witness.len().checked_sub(1)?;
    let mut point: Triple = [Interval::ZERO; 3];
    let (mut rest, mut slack, mut error) = (Interval::ONE, Interval::ZERO, 0.0_f64);
    for (i, (member, weight)) in witness.parts().enumerate() {
        let corner = pair.corner(&member)?;
        let weight = if i == last { rest } else { Interval::exact(weight) };
        if weight.high() < 0.0 {
            return None;
        }
        if weight.low() < 0.0 {
            // Only the last weight is not known exactly: it may be -e for a tiny e. Then the sum of the
            // others is 1 + e, and divided by it they make a point no longer than |point + e corner|.
            slack = norm(corner.point) * Interval::exact(-weight.low());
        }
        rest = rest - weight;
        point = plus(point, times(corner.point, weight));
        error = error.max(corner.error);
    }
    Some(norm(point) + slack + Interval::exact(error))
}
