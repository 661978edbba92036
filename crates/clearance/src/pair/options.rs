//! The options of a query, and the buffers that it lends to the solvers.

use super::cache::Cache;
use super::cores::BothFacets;
use super::scratch::Lent;
use crate::algorithm::gjk::curved::Seen;
use crate::algorithm::gjk::lanes::Found;
use crate::answer::Algorithm;
use crate::space::Vector;

/// The options of a query.
pub(super) struct Options<'m, W: Vector, T> {
    pub algorithm: Algorithm,
    pub cache: Option<&'m mut Cache>,
    pub scratch: Lent<'m, W>,
    pub trace: &'m mut T,
    /// The facets of both shapes, if they were computed already.
    pub seen: BothFacets<'m>,
    pub tried: Tried<'m>,
    /// Is the answer in `f32` and without evidence: a contact, a depth or the start of a cast? Then the
    /// search for curved shapes may begin in `f32` (`begin`), and EPA may prove the depth by caps
    /// (`algorithm/epa/cap.rs`). Both change the last digits of a result in `f64`. Contacts and depths in
    /// `f64` must have the bits of the feature `small`, which has neither, and caps leave no evidence for a
    /// certificate.
    pub is_narrow: bool,
}

/// What was tried before, so that it is not computed again.
#[derive(Clone, Copy, Default)]
pub(super) struct Tried<'m> {
    /// Has the closed form of the pair left the question open?
    pub is_open: bool,
    /// The result of a search in `f32` for two shapes of which one or both are curved.
    pub in_f32: Option<&'m Found<Seen>>,
}

impl Tried<'_> {
    /// Was the closed form tried, and nothing else?
    pub fn closed_form(is_open: bool) -> Self {
        Self { is_open, in_f32: None }
    }
}
