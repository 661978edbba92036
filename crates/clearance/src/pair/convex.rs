//! Two convex shapes: GJK on the cores; where they overlap, separating axes or EPA.
//!
//! ```text
//!    centres, or the cache ----------- polytopes, if the depth is asked for
//!            |                                |
//!            v         an axis that           v
//!           GJK <------- separates ----- bounded SAT
//!            |  \                             |
//!            |   '--- gap ------> answer <----'
//!         overlap                   ^
//!            v                      |
//!           EPA ------ depth -------'
//! ```
//!
//! Balls and capsules, and cylinders against boxes, have a closed form, which is tried before all of
//! this (`round`).
//!
//! Bounded SAT finds the depth of polytopes in less than what GJK and EPA take together. Very
//! thin ones, and those that just touch, go the other way. Two boxes have 15 axes instead,
//! which answer whether they overlap, too.
//!
//! An f32 query runs in f64 too, on the very same shapes, with the relative pose formed in f64:
//! so no answer is left unconverged for want of digits. A first search in f32, confirmed in
//! f64, was measured to cost as much as it saves, or more; see docs/notes/precision.md.

use super::axes::{Cores, Left, SMALL, is_curved};
use super::polytopes::Seen;
use super::query::Cache;
use super::round;
use super::scratch::Lent;
use super::solved::{Answered, Ask, Solved};
use super::supports::{Known, by_supports};
use crate::algorithm::sat::d3;
use crate::algorithm::simplex::Simplex;
use crate::answer::{Algorithm, Feature, Witness};
use crate::shape::{Convex, Wide};
use crate::space::{Motion, Vector};
use crate::trace::{Trace, Watch};

/// How to answer.
pub(super) struct Manner<'m, W: Vector, T> {
    pub algorithm: Algorithm,
    pub cache: Option<&'m mut Cache>,
    pub scratch: Lent<'m, W>,
    pub trace: &'m mut T,
    /// What is seen of both shapes, where that is there already.
    pub seen: Seen<'m>,
}

/// Solves a pair of convex shapes. Leaves no answer where they are apart and the depth alone was
/// asked for.
#[inline]
pub(super) fn solve<A, B, T>(
    a: &A,
    b: &B,
    b_in_a: &Motion<Wide<A>>,
    ask: Ask,
    mut manner: Manner<'_, Wide<A>, T>,
    out: &mut Answered<Wide<A>>,
) where
    A: Convex,
    B: Convex<V = A::V>,
    T: Trace<Wide<A>>,
{
    if matches!(manner.algorithm, Algorithm::Auto | Algorithm::ClosedForm) {
        let mut witness = Witness::default();
        let proof = (ask == Ask::Clearance).then_some(&mut witness);
        if let Some(found) = round::solve(a, b, b_in_a, ask, proof) {
            let solved = out.insert(found.solved(witness));
            tell(solved, manner.trace);
            if let Some(cache) = manner.cache {
                cache.remember(&Simplex::default(), solved.axis, Feature::None);
            }
            return;
        }
        let proof = (ask == Ask::Clearance).then_some(&mut witness);
        if (is_curved(&a.view()) || is_curved(&b.view()))
            && let Some(found) = round::solids::solve(a, b, b_in_a, ask, proof)
        {
            let solved = out.insert(Solved { witness, ..found });
            tell(solved, manner.trace);
            if let Some(cache) = manner.cache {
                cache.remember(&Simplex::default(), solved.axis, Feature::None);
            }
            return;
        }
    }
    let cores = Cores { seen: manner.seen, ..Cores::new(a, b, b_in_a) };
    let axis = manner.cache.as_deref().and_then(Cache::axis);
    let feature = manner.cache.as_deref().map_or(Feature::None, Cache::feature);
    let mut known = Known { axis, feature, near: d3::Vertices::new() };
    let Manner { algorithm, cache, scratch, trace, .. } = &mut manner;
    if algorithm.is_sat() {
        return cores.by_name(known.axis, *algorithm, scratch, *trace, out);
    }
    let mut remember = |axis, feature| {
        if let Some(cache) = cache {
            cache.remember(&Simplex::default(), axis, feature);
        }
    };
    if let Ask::Within(limit) = ask
        && *algorithm == Algorithm::Auto
        && cores.size > SMALL
        && cores.are_boxes()
    {
        cores.by_name(known.axis, Algorithm::SatBoxes, scratch, *trace, out);
        if let Some(solved) = out {
            if solved.lower > cores.radii + limit || solved.upper.is_finite() {
                return remember(solved.axis, Feature::None);
            }
            known.axis = Some(solved.axis);
        }
    }
    if *algorithm == Algorithm::Auto && cores.asks_axes(ask) {
        match cores.by_axes(&known, ask, scratch, *trace, out) {
            Left::Nothing(axis, feature) => return remember(axis, feature),
            Left::Distance(axis, gap, _) if ask.settled_beyond(gap, cores.near()) => {
                remember(axis, Feature::None);
                if let Ask::Contact(_) = ask {
                    let lower = gap + cores.radii;
                    *out = Some(Solved { lower, axis, normal: axis, ..Solved::nothing() });
                }
                return;
            }
            Left::Distance(axis, _, near) | Left::All(axis, near) => {
                known = Known { axis: Some(axis), near, ..known };
            }
        }
    }
    *out = Some(by_supports(&cores, &known, ask, manner));
}

/// Tells the observer of an answer in closed form: it has one axis.
#[inline]
fn tell<W: Vector<Scalar = f64, Wide = W>, T: Trace<W>>(solved: &Solved<W>, trace: &mut T) {
    if T::WATCHES {
        let mut watch = Watch::new(trace, 1.0);
        watch.start::<W>(solved.algorithm);
        watch.axis(solved.axis, -solved.estimate, Feature::None);
        watch.bounds(solved.lower, solved.upper);
        watch.finish::<W>(solved.end);
    }
}
