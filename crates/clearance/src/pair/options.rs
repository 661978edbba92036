//! How a query wants to be answered, and what it lends to the solvers.

use super::cache::Cache;
use super::cores::BothFacets;
use super::scratch::Lent;
use crate::answer::Algorithm;
use crate::space::Vector;

/// How to answer.
pub(super) struct Options<'m, W: Vector, T> {
    pub algorithm: Algorithm,
    pub cache: Option<&'m mut Cache>,
    pub scratch: Lent<'m, W>,
    pub trace: &'m mut T,
    /// What is seen of both shapes, where that is there already.
    pub seen: BothFacets<'m>,
    /// Has the closed form of the pair left the question open? Then it is not asked again.
    pub is_open: bool,
}
