//! [`Watch`]: does Python want to end a long search?

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How long a search goes on before Python is asked again.
pub const PAUSE: Duration = Duration::from_millis(50);

/// Looks for signals, and tells a callable how far the search is, again and again while Python is detached.
pub struct Watch<'p> {
    last: Instant,
    progress: Option<&'p Py<PyAny>>,
    /// What ended the search.
    raised: Option<PyErr>,
}

impl<'p> Watch<'p> {
    pub fn new(progress: Option<&'p Py<PyAny>>) -> Self {
        Self { last: Instant::now(), progress, raised: None }
    }
    /// To be called often: asks Python once in a while. `done` is told to the callable. Once ended, it stays ended.
    pub fn at(&mut self, done: f64) -> ControlFlow<()> {
        if self.raised.is_some() {
            return ControlFlow::Break(());
        }
        if self.last.elapsed() < PAUSE {
            return ControlFlow::Continue(());
        }
        let asked = Python::attach(|py| {
            py.check_signals()?;
            self.progress.map_or(Ok(()), |progress| progress.call1(py, (done,)).map(drop))
        });
        self.last = Instant::now();
        match asked {
            Ok(()) => ControlFlow::Continue(()),
            Err(raised) => {
                self.raised = Some(raised);
                ControlFlow::Break(())
            }
        }
    }
    /// Does work that nothing ends on a thread of its own, and looks for signals meanwhile. After one there is no answer;
    /// the thread is left, and ends with its work.
    pub fn during<T: Send + 'static>(
        &mut self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (done, found) = channel();
        let started = thread::Builder::new().spawn(move || {
            let _ = done.send(catch_unwind(AssertUnwindSafe(work)));
        });
        if let Err(wrong) = started {
            self.raised = Some(wrong.into());
            return None;
        }
        loop {
            match found.recv_timeout(PAUSE) {
                Ok(outcome) => return Some(outcome.unwrap_or_else(|panic| resume_unwind(panic))),
                Err(RecvTimeoutError::Timeout) if self.at(0.0).is_continue() => {}
                Err(_) => return None,
            }
        }
    }
    /// Does work on a thread of its own that ends soon after it is told not to go on, and looks for signals meanwhile.
    pub fn beside(&mut self, work: impl FnOnce(&(dyn Fn() -> bool + Sync)) + Send) {
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            let (done, waits) = channel::<()>();
            scope.spawn(|| {
                let _done = done;
                work(&|| !is_over.load(Ordering::Relaxed));
            });
            while let Err(RecvTimeoutError::Timeout) = waits.recv_timeout(PAUSE) {
                is_over.store(self.at(0.0).is_break(), Ordering::Relaxed);
            }
        });
    }
    /// What another thread sends next; `None` at its end, or after a signal.
    pub fn next<T>(&mut self, sent: &mut Receiver<T>) -> Option<T> {
        loop {
            if self.at(0.0).is_break() {
                return None;
            }
            match sent.recv_timeout(PAUSE) {
                Ok(next) => return Some(next),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
    /// The error that ended the search, if one did.
    pub fn end(self) -> PyResult<()> {
        self.raised.map_or(Ok(()), Err)
    }
}

/// Does work that nothing ends, and that may take long, so that signals end the call.
pub fn apart<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let mut watch = Watch::new(None);
    let found = py.detach(|| watch.during(work));
    watch.end()?;
    found.ok_or_else(|| pyo3::exceptions::PyRuntimeError::new_err("a thread ended without a word"))
}

/// As [`apart`], if the work may take long.
pub fn apart_if<T: Send + 'static>(
    py: Python<'_>,
    is_long: bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    if is_long { apart(py, work) } else { Ok(work()) }
}
