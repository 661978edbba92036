//! Two convex shapes: the solver that the plan chooses, and then GJK and EPA for what it leaves open. Half-spaces
//! have one solver, which needs no plan.
//!
//! ```text
//!              plan
//!        .------+--------.---------------.
//!        v               v               |
//!     closed      first axis, SAT        |
//!      form              |               |
//!        | open          | an axis       |
//!        v               v               v
//!      GJK, and where the cores overlap EPA: supports
//! ```
//!
//! An f32 query also runs in f64, on exactly the same shapes, with the relative pose computed in f64. So
//! no answer is unconverged for lack of digits. See docs/notes/precision.md.

use glam::DVec2;

use crate::answer::{Algorithm, Feature, Witness};
use crate::cache::Cache;
use crate::cores::{Cores, Known, SMALL};
use crate::depth::axes::Remaining;
use crate::distance::{half_space_pair, round};
use crate::options::Options;
use crate::plan::{self, Solver};
use crate::shape::{Convex, Lowered, Operand, Part};
use crate::solution::{Answered, Ask, Solution};
use crate::space::{DVector, Motion};
use crate::supports::by_supports;
use crate::trace::{Trace, Watch};

/// Finds the answer for the cores of a pair, and writes it to `solved`; returns the rounding radii. There is
/// no answer if they are apart and only the depth is asked for.
#[inline]
pub(crate) fn look<W: DVector, T: Trace<W>>(
    [a, b]: [&Operand<'_, W>; 2],
    b_in_a: &Motion<W>,
    ask: Ask,
    options: Options<'_, W, T>,
    solved: &mut Answered<W>,
) -> [f64; 2] {
    let radii = match (a.part(), b.part()) {
        (Part::Convex(a), Part::Convex(b)) => {
            solve(a, b, b_in_a, ask, options, solved);
            [a.radius_wide(), b.radius_wide()]
        }
        (Part::HalfSpace(a), Part::Convex(b)) => {
            *solved = Some(half_space_pair::against_convex(a, b, b_in_a));
            [0.0, b.radius_wide()]
        }
        (Part::Convex(a), Part::HalfSpace(b)) => {
            *solved = Some(half_space_pair::of_convex(a, b, b_in_a));
            [a.radius_wide(), 0.0]
        }
        (Part::HalfSpace(a), Part::HalfSpace(b)) => {
            *solved = Some(half_space_pair::of_both(a, b, b_in_a));
            [0.0; 2]
        }
    };
    if let Some(Solution { algorithm, steps, .. }) = solved.as_ref().filter(|s| !s.is_sound()) {
        let (algorithm, steps) = (*algorithm, *steps);
        *solved = Some(Solution { algorithm, steps, ..Solution::nothing() });
    }
    if !radii.into_iter().all(|r: f64| r.is_finite() && r >= 0.0) {
        *solved = Some(Solution::nothing());
        return [0.0; 2];
    }
    radii
}

/// Solves a pair of convex shapes, by the plan or by a named algorithm.
fn solve<W, T>(
    a: &Lowered<'_, W>,
    b: &Lowered<'_, W>,
    b_in_a: &Motion<W>,
    ask: Ask,
    mut options: Options<'_, W, T>,
    out: &mut Answered<W>,
) where
    W: DVector,
    T: Trace<W>,
{
    let (solver, is_full) = (options.solver, ask == Ask::Clearance);
    match solver {
        Solver::ClosedForm => {
            let mut witness = Witness::default();
            let proof = is_full.then_some(&mut witness);
            if let Some(found) = round::solve(a, b, b_in_a, ask, proof) {
                return closed(out.insert(found.solved(witness)), &mut options);
            }
        }
        Solver::Solids => {
            let mut witness = Witness::default();
            let proof = is_full.then_some(&mut witness);
            if let Some(found) = round::solids::solve(a, b, b_in_a, ask, proof, in_plane) {
                return closed(out.insert(Solution { witness, ..found }), &mut options);
            }
        }
        // Two boxes that are apart have a closed form.
        Solver::Axes if is_full && options.algorithm == Algorithm::Auto => {
            let mut witness = Witness::default();
            if let Some(found) = round::boxes_apart([a, b], b_in_a, &mut witness) {
                return closed(out.insert(found.solved(witness)), &mut options);
            }
        }
        Solver::Axes | Solver::Lanes | Solver::Curved | Solver::Supports => {}
    }
    if let Algorithm::ClosedForm | Algorithm::HalfSpace = options.algorithm {
        // The pair has none, or rounding leaves the question open.
        *out = Some(Solution { algorithm: options.algorithm, ..Solution::nothing() });
        return;
    }
    let cores = Cores { seen: options.seen, ..Cores::new(a, b, b_in_a) };
    let axis = options.cache.as_deref().and_then(Cache::axis);
    let feature = options.cache.as_deref().map_or(Feature::None, Cache::feature);
    let mut known = Known { axis, feature, is_apart: false };
    let Options { algorithm, lesson, cache, scratch, trace, .. } = &mut options;
    if !is_own::<W>(*algorithm) && lesson.is_none() {
        *out = Some(Solution { algorithm: *algorithm, ..Solution::nothing() });
        return;
    }
    if algorithm.is_sat() {
        let named = (*algorithm, *lesson);
        return cores.by_name(known.axis, named, scratch, *trace, out);
    }
    let mut remember = |axis, feature| {
        if let Some(cache) = cache {
            cache.remember([], axis, feature);
        }
    };
    match (solver, ask) {
        _ if *algorithm != Algorithm::Auto || cores.size <= SMALL => {}
        (Solver::Axes, _) => match cores.by_axes(&known, ask, scratch, *trace, out) {
            Remaining::Nothing(axis, feature) => return remember(axis, feature),
            Remaining::Distance(axis, gap) if ask.settled_beyond(gap, cores.near()) => {
                remember(axis, Feature::None);
                if let Ask::Contact(_) = ask {
                    let lower = gap + cores.radii;
                    *out = Some(Solution { lower, axis, normal: axis, ..Solution::nothing() });
                }
                return;
            }
            Remaining::Distance(axis, _) => (known.axis, known.is_apart) = (Some(axis), true),
            Remaining::All(axis) => known.axis = Some(axis),
        },
        _ => {}
    }
    by_supports(&cores, &known, ask, options, out);
}

/// Is the algorithm one of a query's own? The others are those of `clearance-lessons`.
fn is_own<W: DVector>(algorithm: Algorithm) -> bool {
    match algorithm {
        Algorithm::GjkBoolean | Algorithm::Sat => false,
        // In 2D these are the walk around both polygons.
        Algorithm::SatPruned | Algorithm::SatGauss => W::DIM == 2,
        _ => true,
    }
}

/// Two shapes in 2D for another question, without a cache and a trace.
fn in_plane([a, b]: [&Lowered<'_, DVec2>; 2], b_in_a: &Motion<DVec2>, ask: Ask) -> Answered<DVec2> {
    let (solver, trace, mut out) = (plan::clearance(a.core(), b.core(), ask), &mut (), None);
    solve(a, b, b_in_a, ask, Options::new(solver, trace), &mut out);
    out
}

/// Sends an answer in closed form, which has one axis, to the trace, and stores the axis in the cache.
fn closed<W, T>(solved: &Solution<W>, options: &mut Options<'_, W, T>)
where
    W: DVector,
    T: Trace<W>,
{
    if options.trace.watches() {
        let mut watch = Watch::new(options.trace, 1.0);
        watch.start(solved.algorithm);
        watch.axis(solved.axis, -solved.estimate, Feature::None);
        watch.bounds(solved.lower, solved.upper);
        watch.finish(solved.end);
    }
    if let Some(cache) = &mut options.cache {
        cache.remember([], solved.axis, Feature::None);
    }
}
