//! Which pairs of links can touch within the limits of the joints: `--prove-allowed`.

use std::io::{self, Write};

use anyhow::Result;
use clearance::paths::{OverLimits, Prover, World};
use clearance_formats::{DisabledPair, Srdf};
use clearance_models::{Model, Notes};
use serde::Serialize;

use crate::interrupt;
use crate::progress::Progress;
use crate::text::shown;

/// How many pairs of pieces are looked at for each pair of links.
const EFFORT: usize = 20_000;

/// What is known about the pairs of links.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Allowed(Vec<PairOut>);

/// What is known about a pair.
#[derive(Debug, Serialize)]
pub struct PairOut {
    pub pair: [String; 2],
    pub verdict: &'static str,
    /// The share of the joint space that is open, if the verdict is "undecided".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<f64>,
    /// A joint without bounds, for which it is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    unbounded: Option<String>,
    /// A configuration in which they overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    touching: Option<Vec<f64>>,
    /// The reason that the SRDF file has for not looking at the pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled: Option<String>,
}

impl Allowed {
    /// Asks about all pairs of links that are no neighbours and have shapes.
    pub fn ask(model: &Model) -> Result<Self> {
        let prover = Prover::new(World::new(model.robot.clone())?);
        let mut progress = Progress::new(true);
        let names: Vec<String> = prover.world().names().map(String::from).collect();
        let bodies: Vec<[usize; 2]> = prover.world().pairs().collect();
        let mut pairs = Vec::new();
        for (done, bodies) in bodies.iter().enumerate() {
            progress.at(done as u64, bodies.len() as u64);
            // After Ctrl-C, the other pairs are open.
            let effort = if interrupt::going_on().is_continue() { EFFORT } else { 0 };
            let mut unbounded_by = None;
            let (verdict, open, touching) = match prover.over_limits(*bodies, effort) {
                OverLimits::Never => ("never", None, None),
                OverLimits::Always => ("always", None, None),
                OverLimits::Sometimes { touching, .. } => ("sometimes", None, Some(touching)),
                OverLimits::Undecided { open, touching, unbounded, .. } => {
                    unbounded_by = unbounded;
                    ("undecided", Some(open), touching)
                }
            };
            let unbounded = unbounded_by;
            let pair = bodies.map(|body| names[body].clone());
            let disabled = model.srdf.disabled.iter().find(|disabled| is_of(disabled, &pair));
            let disabled = disabled.map(|disabled| disabled.reason.clone());
            pairs.push(PairOut { pair, verdict, open, unbounded, touching, disabled });
        }
        progress.finish();
        Ok(Self(pairs))
    }

    /// The pairs.
    pub fn pairs(&self) -> &[PairOut] {
        &self.0
    }

    /// Does the SRDF file say of a pair that it never touches, and it can?
    pub fn is_contradicted(&self) -> bool {
        self.0.iter().any(PairOut::contradicts)
    }

    /// The text of an SRDF file with all neighbours, and all pairs that are proven to touch never or always; `before` is the
    /// text that stood there, of which all else stays. Its pairs stay, too, but for those that it says never touch or always
    /// do, and that are not proven to: these are noted.
    pub fn srdf(&self, model: &Model, before: Option<&str>, notes: &mut Notes) -> Result<String> {
        let written = match before {
            Some(text) => Srdf::read(text)?,
            None => Srdf { name: model.name.clone(), ..Srdf::default() },
        };
        let pair = |[a, b]: &[String; 2], reason: &str| DisabledPair {
            link1: a.clone(),
            link2: b.clone(),
            reason: reason.into(),
        };
        // What is proven, then what is said of other pairs.
        let neighbours = model.neighbours.iter().map(|names| pair(names, "Adjacent"));
        let proven = |found: &&PairOut| matches!(found.verdict, "never" | "always");
        let reason = |verdict| if verdict == "never" { "Never" } else { "Always" };
        let proven = self.0.iter().filter(proven);
        let proven = proven.map(|found| pair(&found.pair, reason(found.verdict)));
        let mut disabled: Vec<DisabledPair> = neighbours.chain(proven).collect();
        for said in written.disabled.iter().chain(&model.srdf.disabled) {
            if disabled.iter().any(|other| other.is_of(said)) {
                continue;
            }
            let is_open = self.0.iter().any(|found| is_of(said, &found.pair));
            if is_open && matches!(said.reason.as_str(), "Never" | "Always") {
                let DisabledPair { link1, link2, reason } = said;
                notes.warnings.push(format!(
                    "\"{reason}\" of {link1:?}, {link2:?} is not proven: it is not written"
                ));
            } else {
                disabled.push(said.clone());
            }
        }
        Ok(match before {
            Some(text) => Srdf::with_pairs(text, &disabled)?,
            None => Srdf { disabled, ..written }.to_xml(),
        })
    }

    /// A line for each pair that can touch and for each that is open, and totals.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for found in &self.0 {
            let PairOut { pair: [a, b], open, unbounded, disabled, .. } = found;
            let names = format!("{} - {}", shown(a), shown(b));
            if found.contradicts() {
                let said = shown(disabled.as_deref().unwrap_or_default());
                writeln!(out, "{names}: can touch, but the SRDF file says \"{said}\"")?;
            }
            if let Some(joint) = unbounded {
                writeln!(
                    out,
                    "{names}: undecided, because joint \"{}\" has no bounds",
                    shown(joint)
                )?;
            } else if let Some(open) = open {
                writeln!(
                    out,
                    "{names}: undecided for {:.2} % of the configurations",
                    open * 100.0
                )?;
            }
        }
        let count = |word: &str| self.0.iter().filter(|found| found.verdict == word).count();
        writeln!(
            out,
            "{} {} of links within the limits: {} never touch, {} always, {} sometimes, {} undecided",
            self.0.len(),
            if self.0.len() == 1 { "pair" } else { "pairs" },
            count("never"),
            count("always"),
            count("sometimes"),
            count("undecided"),
        )
    }
}

impl PairOut {
    /// Does the SRDF file say that the pair never touches, and it can?
    pub fn contradicts(&self) -> bool {
        self.touching.is_some() && self.disabled.as_deref() == Some("Never")
    }
}

fn is_of(disabled: &DisabledPair, [a, b]: &[String; 2]) -> bool {
    let (one, other) = (&disabled.link1, &disabled.link2);
    (one == a && other == b) || (one == b && other == a)
}
