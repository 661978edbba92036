//! The common parts of the two commands: one core, a progress bar, rows in a file, filters.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use clearance::number::simd::{Width, limit};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

/// Keeps this thread on one core if the platform allows it. Returns a sentence about it.
pub fn pin() -> String {
    let last = core_affinity::get_core_ids().and_then(|mut cores| cores.pop());
    match last.filter(|core| core_affinity::set_for_current(*core)) {
        Some(core) => format!("pinned to core {}", core.id),
        None => "not pinned".to_owned(),
    }
}

/// The width of the registers that clearance may use.
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

/// Limits the registers of clearance to this width. Returns the width in use.
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

/// A progress bar with a message.
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

/// The words of a filter. They may be quoted together or one by one. A name matches if each word occurs
/// in it.
pub struct Words(Vec<String>);

impl Words {
    /// Takes the arguments of `--filter`.
    pub fn new(arguments: &[String]) -> Self {
        Self(arguments.iter().flat_map(|a| a.split_whitespace()).map(str::to_owned).collect())
    }
    /// Do all words occur?
    pub fn in_name(&self, name: &str) -> bool {
        self.0.iter().all(|word| name.contains(word.as_str()))
    }
}
