//! `clearance verify`: a checker reads a proof of a path, and the scene that it is about.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use clearance::verify::{Verdict, check_path_while};
use clearance_lines::answer::verdict_name;
use clearance_lines::words::number;

use crate::robot::Certificate;

use crate::{check, input, interrupt, warn};

/// Options of `clearance verify`.
#[derive(clap::Args)]
pub struct Options {
    /// What `clearance check --certificate` wrote
    #[arg(value_name = "FILE.json")]
    certificate: PathBuf,
    /// The scene or URDF file that it is about, and how it is read
    #[arg(long, value_name = "SCENE")]
    scene: PathBuf,
    /// As of `clearance check`
    #[arg(long, value_name = "FILE")]
    srdf: Option<PathBuf>,
    /// As of `clearance check`
    #[arg(long, value_name = "NAME=DIR")]
    package: Vec<String>,
    /// As of `clearance check`
    #[arg(long)]
    hulls: bool,
    /// As of `clearance check`
    #[arg(long)]
    visuals: bool,
    /// As of `clearance check`
    #[arg(long, value_name = "SHIFT,TURN")]
    base_tolerance: Option<String>,
}

/// A line of `check`, so that what is not said here is as it is there.
#[derive(Parser)]
struct Scene {
    #[command(flatten)]
    options: check::Options,
}

/// The options with which `check` reads the scene.
fn options_of(options: &Options) -> Result<check::Options> {
    let mut words: Vec<std::ffi::OsString> = vec!["check".into(), "--".into()];
    words.push(options.scene.clone().into());
    let mut given = Scene::try_parse_from(words)?.options;
    given.srdf.clone_from(&options.srdf);
    given.package.clone_from(&options.package);
    given.base_tolerance.clone_from(&options.base_tolerance);
    (given.hulls, given.visuals) = (options.hulls, options.visuals);
    Ok(given)
}

/// Checks the certificate; the exit status is 0 if it proves its path, and 1 if not.
pub fn run(options: &Options) -> Result<u8> {
    let place = || input::name(&options.certificate);
    let certificate = Certificate::read(&options.certificate).with_context(place)?;
    let (world, notes) = check::world(&options_of(options)?, certificate.proof.clearance)?;
    notes.warnings.iter().for_each(|said| warn(said));
    certificate.check_joints(&world).with_context(place)?;
    let differences = certificate.differences(&world);
    differences.iter().for_each(|said| warn(said));
    interrupt::watch();
    let Certificate { path, proof, .. } = &certificate;
    let verdict = check_path_while(&world.mechanism(), path, proof, |_| interrupt::going_on());
    let mut out = anstream::stdout().lock();
    let near = if path.tolerance.iter().any(|off| *off > 0.0) {
        ", for all motions within the tolerance of its joints"
    } else {
        ""
    };
    let (word, clearance) = (verdict_name(verdict), number(proof.clearance));
    writeln!(
        out,
        "path: {word} by the checker, with a clearance of {clearance}{near}, in {} stretches",
        proof.stretches.len()
    )
    .context("cannot write the report")?;
    Ok(u8::from(verdict != Verdict::Proven))
}
