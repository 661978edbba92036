//! Ctrl-C ends long work, and what is known so far is printed. A second one ends the command.

use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exit status of a command that Ctrl-C ends, as shells have it.
const ENDED: i32 = 130;

/// From now on, the first Ctrl-C is noted.
pub fn watch() {
    let note = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(ENDED);
        }
    };
    // Where there is no such handler, Ctrl-C ends the command.
    let _ = ctrlc::set_handler(note);
}

/// Goes on until there was a Ctrl-C.
pub fn going_on() -> ControlFlow<()> {
    if INTERRUPTED.load(Ordering::Relaxed) {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// Goes on until there was a Ctrl-C, or until a point in time.
pub fn going_on_until(end: Option<Instant>) -> impl Fn() -> ControlFlow<()> {
    move || match end {
        Some(end) if Instant::now() >= end => ControlFlow::Break(()),
        _ => going_on(),
    }
}
