//! What the two commands share: one core, a bar, rows in a file, words that choose rows.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use clearance::number::simd::{Width, limit};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

/// Keeps this thread on one core, where the platform allows it, and says so.
pub fn pin() -> String {
    let last = core_affinity::get_core_ids().and_then(|mut cores| cores.pop());
    match last.filter(|core| core_affinity::set_for_current(*core)) {
        Some(core) => format!("pinned to core {}", core.id),
        None => "not pinned".to_owned(),
    }
}

/// How wide the registers may be that clearance uses.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Bits {
    /// What every machine of the kind has
    #[value(name = "128")]
    Baseline,
    /// AVX2
    #[value(name = "256")]
    Wide,
    /// AVX-512, which batches use
    #[value(name = "512")]
    Widest,
}

/// Lets clearance use registers of so many bits, if there are any as wide. Says which it uses.
pub fn registers(bits: Bits) -> &'static str {
    let width = match bits {
        Bits::Baseline => Width::Baseline,
        Bits::Wide => Width::Wide,
        Bits::Widest => Width::Widest,
    };
    match limit(width) {
        Width::Baseline => "clearance in baseline registers",
        Width::Wide => "clearance in AVX2 registers",
        Width::Widest => "clearance in AVX2 registers, batches in AVX-512",
    }
}

/// A bar for so many steps, with a message behind it.
pub fn progress(steps: usize) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}")?;
    Ok(ProgressBar::new(steps as u64).with_style(style))
}

/// Writes each row as a line of JSON.
pub fn save(path: &Path, rows: &[impl Serialize]) -> anyhow::Result<()> {
    let write = || -> anyhow::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        for row in rows {
            serde_json::to_writer(&mut file, row)?;
            writeln!(file)?;
        }
        Ok(file.flush()?)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// The words of a filter, however they were quoted. A name has them if each occurs in it.
pub struct Words(Vec<String>);

impl Words {
    /// From the arguments of `--filter`.
    pub fn new(arguments: &[String]) -> Self {
        Self(arguments.iter().flat_map(|a| a.split_whitespace()).map(str::to_owned).collect())
    }
    /// Do all words occur?
    pub fn in_name(&self, name: &str) -> bool {
        self.0.iter().all(|word| name.contains(word.as_str()))
    }
}
