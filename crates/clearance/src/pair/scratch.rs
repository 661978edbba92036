//! Memory that one query leaves to the next.

use crate::algorithm::{epa, sat};
use crate::space::Vector;

/// Memory for EPA's polytope and the lists of a separating axis test. It grows to what the
/// largest pair needs, and what it holds means nothing to the next query.
#[derive(Clone, Debug)]
pub struct Scratch<W: Vector> {
    pub(super) epa: epa::Scratch<W>,
    pub(super) sat: sat::d3::Scratch,
}

impl<W: Vector> Default for Scratch<W> {
    fn default() -> Self {
        Self { epa: epa::Scratch::default(), sat: sat::d3::Scratch::default() }
    }
}
