//! Memory of walks through trees, which a thread keeps for its next question.

use clearance_trees::Stack;

#[cfg(feature = "std")]
std::thread_local! {
    static KEPT: core::cell::RefCell<alloc::vec::Vec<Stack>> =
        const { core::cell::RefCell::new(alloc::vec::Vec::new()) };
}

/// Memory for a walk; walks may be nested.
pub(crate) fn take_stack() -> Stack {
    #[cfg(feature = "std")]
    return KEPT.with_borrow_mut(alloc::vec::Vec::pop).unwrap_or_default();
    #[cfg(not(feature = "std"))]
    return Stack::default();
}

/// Gives it back for the next walk.
pub(crate) fn keep_stack(stack: Stack) {
    #[cfg(feature = "std")]
    KEPT.with_borrow_mut(|kept| kept.push(stack));
    #[cfg(not(feature = "std"))]
    drop(stack);
}
