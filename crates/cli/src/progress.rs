//! A progress bar on standard error, for long work.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Shown only if standard error is a terminal, and only after a while.
pub struct Progress {
    began: Instant,
    wanted: bool,
    bar: Option<ProgressBar>,
}

/// Shorter work shows no bar.
const PATIENCE: Duration = Duration::from_millis(700);

impl Progress {
    /// `wanted`: may a bar be shown at all?
    pub fn new(wanted: bool) -> Self {
        Self { began: Instant::now(), wanted: wanted && stderr().is_terminal(), bar: None }
    }

    /// Sets the progress: `done` of `of`, which is 0 if it is not known.
    pub fn at(&mut self, done: u64, of: u64) {
        if !self.wanted || (self.bar.is_none() && self.began.elapsed() < PATIENCE) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let template = "{bar:40} {percent:>3} %, {eta} left";
            let style = ProgressStyle::with_template(template);
            let bar = if of > 0 { ProgressBar::new(of) } else { ProgressBar::new_spinner() };
            style.map_or(bar.clone(), |style| bar.with_style(style))
        });
        bar.set_position(done);
    }

    /// Removes the bar.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
