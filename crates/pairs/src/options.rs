//! The options of a query, and the buffers that it lends to the solvers.

use crate::answer::Algorithm;
use crate::cache::Cache;
use crate::cores::BothFacets;
use crate::depth::lesson::Lesson;
use crate::depth::scratch::Lent;
use crate::plan::Solver;
use crate::space::Vector;

/// The options of a query.
pub(crate) struct Options<'m, W: Vector, T> {
    pub algorithm: Algorithm,
    /// The solver of this algorithm, if it is one from outside.
    pub lesson: Option<&'static Lesson>,
    /// What the plan chooses: [`planned`](crate::plan::planned). [`Solver::Supports`] if a closed form has left
    /// the question open already.
    pub solver: Solver,
    pub cache: Option<&'m mut Cache>,
    pub scratch: Lent<'m, W>,
    pub trace: &'m mut T,
    /// The facets of both shapes, if they were computed already.
    pub seen: BothFacets<'m>,
    /// Is the answer in `f32` and without evidence: a contact, a depth or the start of a cast? Then EPA may
    /// prove the depth by caps (`depth/epa/cap.rs`). This changes the last digits of a result in `f64`, and
    /// caps leave no evidence for a certificate.
    pub is_narrow: bool,
}

impl<'m, W: Vector, T> Options<'m, W, T> {
    /// The best algorithm, with nothing that is kept from query to query.
    #[inline(always)]
    pub fn new(solver: Solver, trace: &'m mut T) -> Self {
        let (algorithm, scratch) = (Algorithm::Auto, Lent::new(None));
        let (lesson, cache, seen, is_narrow) = (None, None, None, false);
        Self { algorithm, lesson, solver, cache, scratch, trace, seen, is_narrow }
    }
}
