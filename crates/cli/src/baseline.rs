//! `--baseline`: what was found in an earlier run, as its `--json` says.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::findings::Finding;
use crate::input;
use crate::text::shown;

/// The format of `--json`, which says so.
pub const FORMAT: u64 = 1;
/// The largest file, in bytes.
const MOST: u64 = 1 << 30;

/// A finding of an earlier run.
#[derive(Debug, Deserialize, Serialize)]
pub struct Before {
    pub id: Uuid,
    pub a: String,
    pub b: String,
    pub class: String,
    pub signed_distance: Option<f64>,
}

/// The parts of such a file that are read.
#[derive(Deserialize)]
struct Report {
    findings: Vec<Before>,
    totals: Totals,
}

#[derive(Deserialize)]
struct Totals {
    clash: usize,
    close: usize,
}

/// Only this is read first: another format has other keys.
#[derive(Deserialize)]
struct Head {
    format: Option<u64>,
}

/// The findings of an earlier run.
#[derive(Debug)]
pub struct Baseline(Vec<Before>);

impl Baseline {
    pub fn load(path: &Path) -> Result<Self> {
        let text = input::read_text(path, MOST)?;
        Self::read(&text).with_context(|| format!("--baseline: {}", input::name(path)))
    }

    fn read(text: &str) -> Result<Self> {
        let head: Head =
            serde_json::from_str(text).context("it is not what `clearance check --json` writes")?;
        match head.format {
            Some(FORMAT) => {}
            Some(other) => bail!(
                "its format is {other}, and this version reads {FORMAT}: write it anew with `clearance check --json`"
            ),
            None => bail!(
                "it has no \"format\", so it is not what `clearance check --json` of this version writes"
            ),
        }
        let report: Report =
            serde_json::from_str(text).context("it is not what `clearance check --json` writes")?;
        let pairs: BTreeSet<[&str; 2]> =
            report.findings.iter().map(|before| [&before.a[..], &before.b[..]]).collect();
        let all = report.totals.clash + report.totals.close;
        ensure!(
            pairs.len() >= all,
            "it lists {} of {all} pairs that clash or are close: write it anew with --within",
            pairs.len()
        );
        Ok(Self(report.findings))
    }

    /// Says of each finding whether it was there before; returns those of before that are there no more.
    pub fn compare<V>(self, findings: &mut [Finding<V>]) -> Vec<Before> {
        let before: BTreeSet<Uuid> = self.0.iter().map(|before| before.id).collect();
        let mut now = BTreeSet::new();
        for finding in findings {
            finding.is_known = Some(before.contains(&finding.id));
            now.insert(finding.id);
        }
        self.0.into_iter().filter(|before| !now.contains(&before.id)).collect()
    }
}

impl Before {
    /// The line about one that is gone.
    pub fn line(&self) -> String {
        format!("gone: {} - {} ({})", shown(&self.a), shown(&self.b), shown(&self.class))
    }
}
