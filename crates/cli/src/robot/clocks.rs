//! What is proven about a path if each robot has a clock of its own: `--clocks`, `--window`.

use std::io::{self, Write};

use clearance::paths::{self, Encounter, Path, Prover, Verdict};
use serde::Serialize;

use crate::interrupt;
use crate::progress::Progress;
use crate::text::{self, digits, shown};

/// What is known.
#[derive(Debug, Serialize)]
pub struct ClocksFound {
    pub verdict: &'static str,
    clearance: f64,
    /// Null: clocks may differ by anything.
    window: Option<f64>,
    /// Where the verdict is from, if it is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<At>,
    /// Did Ctrl-C end the proof?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stopped: bool,
}

#[derive(Debug, Serialize)]
struct At {
    pair: [String; 2],
    /// The clearance that the pair must have.
    required: f64,
    clocks: Vec<Clock>,
}

/// What a clock shows, and where its part of the path is then.
#[derive(Debug, Serialize)]
struct Clock {
    name: String,
    row: f64,
    /// In seconds, if the path has times.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
}

impl ClocksFound {
    /// Asks about the path, whose parts have these names. Ctrl-C ends that.
    pub fn ask(
        prover: &Prover,
        path: &Path,
        names: &[String],
        clearance: f64,
        window: Option<f64>,
    ) -> Result<Self, paths::Error> {
        let mut progress = Progress::new(true);
        let found =
            prover.clear_clocks_while(path, clearance, window.unwrap_or(f64::INFINITY), || {
                progress.at(0, 0);
                interrupt::going_on()
            });
        progress.finish();
        let found = found?;
        let stopped = found.is_none();
        let (verdict, at) = match found {
            Some(Verdict::Proven) => ("proven", None),
            Some(Verdict::Broken(there)) => {
                let stands = Path::new(prover.world().robot(), vec![there.configuration.clone()])?;
                let overlaps = prover.least(&stands, 0.0).upper < 0.0;
                (if overlaps { "clash" } else { "close" }, Some(there))
            }
            Some(Verdict::Undecided(there)) => ("undecided", Some(there)),
            None => ("undecided", None),
        };
        let at = at.map(|there| At::of(there, prover, path, names, clearance));
        Ok(Self { verdict, clearance, window, at, stopped })
    }
    pub fn is_proven(&self) -> bool {
        self.verdict == "proven"
    }
    /// What is known, as a sentence.
    pub fn write(&self, out: &mut impl Write, units: &str) -> io::Result<()> {
        let unit = if units.is_empty() { String::new() } else { format!(" {}", shown(units)) };
        write!(out, "clocks: {}", self.verdict)?;
        match self.window {
            Some(window) => write!(out, ", if they differ by {} s at most", text::row(window, 5))?,
            None => write!(out, ", whatever they show")?,
        }
        if let Some(At { pair: [a, b], required, clocks }) = &self.at {
            write!(out, ", {} - {}", shown(a), shown(b))?;
            if self.verdict == "close" {
                write!(out, " are nearer than {}{unit}", digits(*required, 5))?;
            }
            for (k, Clock { name, row, time }) in clocks.iter().enumerate() {
                let place = text::place(*row, *time, 8);
                write!(out, "{} {} at {place}", if k == 0 { ":" } else { "," }, shown(name))?;
            }
        }
        writeln!(out, "{}", if self.stopped { ", stopped" } else { "" })
    }
}

impl At {
    fn of(
        there: Encounter,
        prover: &Prover,
        path: &Path,
        names: &[String],
        clearance: f64,
    ) -> Self {
        let Encounter { rows, times, pair: [one, other], .. } = there;
        let required = prover.world().required(&one, &other).unwrap_or(clearance);
        let has_times = path.given().curve.has_times();
        let shown = names.iter().zip(rows).zip(times);
        let clock = |((name, row), time): ((&String, f64), f64)| Clock {
            name: name.clone(),
            row,
            time: has_times.then_some(time),
        };
        Self { pair: [one, other], required, clocks: shown.map(clock).collect() }
    }
}
