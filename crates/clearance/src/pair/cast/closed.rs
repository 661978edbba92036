//! Casts of shapes that move along lines, in closed form: prepares the shapes for the solvers.

use super::nearest::nearest;
use super::rounded::Rounded;
use crate::algorithm::cast::balls::balls;
use crate::algorithm::cast::path::Path;
use crate::algorithm::cast::{Outcome, Span};
use crate::answer::Witness;
use crate::pair::plan::{self, Cast};
use crate::shape::{Core, Lowered};
use crate::space::Vector;

/// The solver in the plan.
pub(super) fn solver<W: Vector<Scalar = f64, Wide = W>>(
    a: &Lowered<'_, W>,
    b: &Lowered<'_, W>,
    path: &Path<W>,
    span: &Span,
) -> Cast {
    if path.turns() || span.from > 0.0 {
        return Cast::Search;
    }
    plan::cast(a.core(), b.core(), span.target == 0.0)
}

/// The outcome of a cast in closed form, which fills `proof` if a contact is proven. `None` if the pair has no
/// closed form, or if rounding leaves the result open.
#[inline]
pub(super) fn outcome<W: Vector<Scalar = f64, Wide = W>>(
    solver: Cast,
    [a, b]: [&Lowered<'_, W>; 2],
    path: &Path<W>,
    span: &Span,
    scale: f64,
    proof: Option<&mut Witness<W>>,
) -> Option<Outcome<W>> {
    match (solver, a.core(), b.core()) {
        (Cast::Balls, Core::Point(p), Core::Point(q)) => balls([*p, *q], path, span, scale, proof),
        (Cast::NearestPoints, ..) => {
            nearest(&Rounded::new(a, b, path, scale), path, span, scale, proof)
        }
        _ => None,
    }
}
