//! Where a search in `f64` begins: at the corners that a search in `f32` has found around the origin, or
//! nearest to it. The search in `f64` then mostly needs one or two support points.
//!
//! The corners are computed again in `f64`: those of two polytopes from their indices, those of curved
//! shapes from the directions for which they are support points. Depths and contacts of polytopes begin
//! with separating axes instead ([`super::axes`]).

use super::cores::Cores;
use super::lanes::{Begun, Difference};
use super::plan::{self, Solver};
use super::solved::Ask;
use super::{curved, lanes};
use crate::algorithm::gjk::curved::Seen;
use crate::algorithm::gjk::lanes::Found;
use crate::algorithm::simplex::Simplex;
use crate::space::Vector;

/// Adds the corners to a simplex that has none. `None` if no search in `f32` is planned for the pair, or it
/// is out of range. `axis` leads from A to B and may be good. The search in `f32` ends when the distance is
/// more than `above`, in the unit of the difference. It is not run if it was `tried` before. The feature
/// `small` leaves it out.
pub(super) fn begin<W: Vector<Scalar = f64, Wide = W>>(
    cores: &Cores<'_, W>,
    ask: Ask,
    axis: Option<W>,
    above: f64,
    tried: Option<&Found<Seen>>,
    difference: &Difference<'_, W>,
    simplex: &mut Simplex<W>,
) -> Option<Begun> {
    if cfg!(feature = "small") || !lanes::is_in_range(cores, Ask::Distance) {
        return None;
    }
    match plan::clearance(cores.a.core(), cores.b.core(), Ask::Distance) {
        Solver::Curved => curved::begin(cores, ask, axis, above, tried, difference, simplex),
        Solver::Lanes if ask == Ask::ClosestPoints => lanes::begin(cores, difference, simplex),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::gjk::Search;
    use crate::pair::Query;
    use crate::shape::{Cone, Cylinder, Hull, Operand, Shape};
    use crate::space::{Axis, Motion, Pose};
    use alloc::vec::Vec;
    use clearance_testing::Random;
    use glam::DVec3;

    fn shape(random: &mut Random) -> Shape<DVec3> {
        let mut size = || 0.2 + random.unit();
        let (height, radius) = (size(), size());
        match random.below(3) {
            0 => Cylinder::new(Axis::Z, height, radius).unwrap().into(),
            1 => Cone::new(Axis::Z, height, radius).unwrap().into(),
            _ => {
                Hull::new((0..20).map(|_| random.in_cube(1.0)).collect::<Vec<_>>()).unwrap().into()
            }
        }
    }

    /// The corners are as near as the shapes within the rounding of `f32`, for curved shapes within the step
    /// at which Newton's method takes over; and nearly all overlaps are proven.
    #[test]
    fn corners_are_nearest_and_overlaps_are_proven() {
        let (mut random, mut apart, mut proven, mut open) = (Random::new(1), 0, 0, 0);
        for _ in 0..clearance_testing::pairs(20_000) {
            let shapes = [shape(&mut random), shape(&mut random)];
            let at = random.in_cube(2.0);
            let poses = [DVec3::ZERO, at].map(|at| Pose::new(at, random.rotation()).unwrap());
            let query = Query::new(&shapes[0], &poses[0], &shapes[1], &poses[1]);
            let (Operand::Convex(a), Operand::Convex(b)) = (&query.a, &query.b) else {
                unreachable!("a half-space")
            };
            let motion = Motion::b_in_a(&poses[0], &poses[1]);
            let cores = Cores::new(a, b, &motion);
            let difference = Difference::new(a, b, &motion, cores.size);
            let mut search = Search::default();
            let (ask, above, simplex) = (Ask::ClosestPoints, f64::INFINITY, &mut search.simplex);
            let begun = begin(&cores, ask, None, above, None, &difference, simplex).unwrap();
            let truth = Query::new(&shapes[0], &poses[0], &shapes[1], &poses[1])
                .clearance()
                .signed_distance;
            match begun {
                Begun::Overlap(upper) => {
                    assert!(truth <= upper && upper < 0.0, "{truth} {upper}");
                    proven += 1;
                }
                Begun::Corners => {
                    search.begin(&difference, None);
                    let distance = search.upper / difference.scale;
                    let share = if cores.curved() { 2e-2 } else { 1e-5 };
                    let off = distance - truth.max(0.0);
                    let is_near = off <= share * distance + 1e-6 * cores.size;
                    assert!(off >= -1e-12, "{truth} {distance}");
                    open += usize::from(!is_near || truth < -1e-3);
                    apart += 1;
                }
            }
        }
        assert!(apart > 3000 && proven > 3000, "{apart} {proven}");
        assert!(open * 100 < apart, "{open} of {apart}");
    }
}
