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
use crate::algorithm::simplex::Simplex;
use crate::space::Vector;

/// Adds the corners to a simplex that has none. `None` if no search in `f32` is planned for the pair, or it
/// is out of range. `axis` leads from A to B and may be good. The search in `f32` ends when the distance is
/// more than `above`, in the unit of the difference. The feature `small` leaves it out.
pub(super) fn begin<W: Vector<Scalar = f64, Wide = W>>(
    cores: &Cores<'_, W>,
    ask: Ask,
    axis: Option<W>,
    above: f64,
    difference: &Difference<'_, W>,
    simplex: &mut Simplex<W>,
) -> Option<Begun> {
    if cfg!(feature = "small") || !lanes::is_in_range(cores, Ask::Distance) {
        return None;
    }
    match plan::clearance(cores.a.core(), cores.b.core(), Ask::Distance) {
        Solver::Curved => curved::begin(cores, ask, axis, above, difference, simplex),
        Solver::Lanes if ask == Ask::ClosestPoints => lanes::begin(cores, difference, simplex),
        _ => None,
    }
}
