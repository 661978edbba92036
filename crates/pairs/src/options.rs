//! The options of a query, and the buffers that it lends to the solvers.

use crate::answer::Algorithm;
use crate::cache::Cache;
use crate::cores::BothFacets;
use crate::depth::lesson::Lesson;
use crate::depth::scratch::Lent;
use crate::space::Vector;

/// The options of a query.
pub(crate) struct Options<'m, W: Vector, T> {
    pub algorithm: Algorithm,
    /// The solver of this algorithm, if it is one from outside.
    pub lesson: Option<&'static Lesson>,
    pub cache: Option<&'m mut Cache>,
    pub scratch: Lent<'m, W>,
    pub trace: &'m mut T,
    /// The facets of both shapes, if they were computed already.
    pub seen: BothFacets<'m>,
    /// Has the closed form of the pair left the question open already?
    pub is_open: bool,
    /// Is the answer in `f32` and without evidence: a contact, a depth or the start of a cast? Then EPA may
    /// prove the depth by caps (`depth/epa/cap.rs`). This changes the last digits of a result in `f64`, and
    /// caps leave no evidence for a certificate.
    pub is_narrow: bool,
}
