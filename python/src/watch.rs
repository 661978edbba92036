//! [`Watch`]: does Python want to end a long search?

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How long a search goes on before Python is asked again.
const PAUSE: Duration = Duration::from_millis(50);

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
    /// The error that ended the search, if one did.
    pub fn end(self) -> PyResult<()> {
        self.raised.map_or(Ok(()), Err)
    }
}
