//! Buffers that queries reuse.

use alloc::boxed::Box;

use crate::depth::{epa, sat};
use crate::space::Vector;

/// The buffers of EPA's polytope and of the lists of a separating axis test. They grow to the size that
/// the largest pair needs; their contents do not matter to the next query.
#[derive(Clone, Debug, Default)]
pub struct Scratch<W: Vector> {
    epa: Option<epa::Scratch<W>>,
    pub(crate) sat: sat::d3::Scratch,
}

impl<W: Vector> Scratch<W> {
    /// EPA's buffers, which few queries need.
    pub(crate) fn epa(&mut self) -> &mut epa::Scratch<W> {
        self.epa.get_or_insert_default()
    }
}

/// The caller's scratch, or the thread's, which is taken only if it is needed: most queries need none.
pub struct Lent<'s, W: Vector> {
    given: Option<&'s mut Scratch<W>>,
    own: Option<Box<Scratch<W>>>,
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
            None => self.own.get_or_insert_with(kept::take),
        }
    }
}

impl<W: Vector> Drop for Lent<'_, W> {
    #[inline]
    fn drop(&mut self) {
        if let Some(own) = self.own.take() {
            kept::put(own);
        }
    }
}

/// The scratch that a thread keeps for its next query: allocation takes a tenth of the time of a test of
/// small hulls.
#[cfg(feature = "std")]
mod kept {
    use alloc::boxed::Box;
    use core::any::Any;
    use core::cell::Cell;

    use super::Scratch;
    use crate::space::Vector;

    std::thread_local! {
        /// For queries in 2D, and in 3D.
        static KEPT: [Cell<Option<Box<dyn Any>>>; 2] = const { [const { Cell::new(None) }; 2] };
    }

    /// A scratch; a new one if the thread's is in use, or if the thread is about to end.
    pub fn take<W: Vector>() -> Box<Scratch<W>> {
        let kept = KEPT.try_with(|kept| kept[W::DIM - 2].take()).ok().flatten();
        kept.and_then(|any| any.downcast().ok()).unwrap_or_default()
    }
    /// Keeps a scratch for the next query.
    pub fn put<W: Vector>(scratch: Box<Scratch<W>>) {
        // A thread that is about to end does not keep it.
        let _ = KEPT.try_with(|kept| kept[W::DIM - 2].set(Some(scratch)));
    }
}

/// Without thread-local storage, each query has its own.
#[cfg(not(feature = "std"))]
mod kept {
    use alloc::boxed::Box;

    use super::Scratch;
    use crate::space::Vector;

    pub fn take<W: Vector>() -> Box<Scratch<W>> {
        Box::default()
    }
    pub fn put<W: Vector>(_: Box<Scratch<W>>) {}
}
