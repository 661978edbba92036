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

/// A scratch of the caller's, or one of our own from when it is needed: most queries need none.
pub(super) struct Lent<'s, W: Vector> {
    given: Option<&'s mut Scratch<W>>,
    own: Option<Scratch<W>>,
}

impl<'s, W: Vector> Lent<'s, W> {
    #[inline]
    pub fn new(given: Option<&'s mut Scratch<W>>) -> Self {
        Self { given, own: None }
    }
    #[inline]
    pub fn get(&mut self) -> &mut Scratch<W> {
        match &mut self.given {
            Some(scratch) => scratch,
            None => self.own.get_or_insert_default(),
        }
    }
}
