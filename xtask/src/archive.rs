//! `cargo xtask archive`: what is uploaded of the command for this system, in `target/archive`.
//!
//! ```text
//!   clearance-VERSION-SYSTEM/
//!       clearance                      the command
//!       completions/, man/             examples/manual.rs of crates/cli
//!       README.md, FORMATS.md, LICENSE-*
//! ```
//!
//! The archive is unpacked at the end, and its command runs: one that does not is an error.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

use crate::steps::{cargo, run};

/// What is taken from crates/cli.
const FILES: [&str; 4] = ["README.md", "FORMATS.md", "LICENSE-MIT", "LICENSE-APACHE"];
/// Files that `examples/manual.rs` has to write.
const MANUAL: [&str; 6] = [
    "completions/clearance.bash",
    "completions/_clearance",
    "completions/clearance.fish",
    "completions/_clearance.ps1",
    "man/clearance.1",
    "man/clearance-check.1",
];

/// Builds the archive, with the command as this profile of cargo has it.
pub fn build(root: &Path, profile: &str) -> anyhow::Result<()> {
    let system = system()?;
    let name = format!("clearance-{}-{system}", env!("CARGO_PKG_VERSION"));
    let out = root.join("target/archive");
    let folder = out.join(&name);
    if out.exists() {
        fs::remove_dir_all(&out).context("target/archive")?;
    }
    fs::create_dir_all(&folder)?;
    let of_command = format!("--profile {profile} --package clearance-cli --locked");
    run(cargo(root, &format!("build {of_command}")))?;
    let mut manual = cargo(root, &format!("run {of_command} --example manual --"));
    manual.arg(&folder);
    run(manual)?;
    let built =
        root.join("target").join(if matches!(profile, "dev" | "test") { "debug" } else { profile });
    let command = format!("clearance{EXE_SUFFIX}");
    fs::copy(built.join(&command), folder.join(&command)).context(command.clone())?;
    for file in FILES {
        fs::copy(root.join("crates/cli").join(file), folder.join(file)).context(file)?;
    }
    let archive = format!("{name}.tar.gz");
    run(tar(&out, &["-czf", &archive, &name]))?;
    fs::remove_dir_all(&folder)?;
    check(&out, &archive, &name, &command)?;
    println!("target/archive/{archive}");
    Ok(())
}

/// Unpacks it into a folder of its own and sees that it is whole.
fn check(out: &Path, archive: &str, name: &str, command: &str) -> anyhow::Result<()> {
    let folder = out.join("unpacked");
    fs::create_dir_all(&folder)?;
    run(tar(&folder, &["-xzf", &format!("../{archive}")]))?;
    let unpacked = folder.join(name);
    for file in MANUAL.iter().chain(&FILES) {
        let size = fs::metadata(unpacked.join(file)).with_context(|| file.to_string())?.len();
        ensure!(size > 0, "{file} is empty");
    }
    let said = Command::new(unpacked.join(command)).arg("--version").output()?;
    let said = String::from_utf8_lossy(&said.stdout).trim_end().to_string();
    let version = format!("clearance {}", env!("CARGO_PKG_VERSION"));
    ensure!(said == version, "the command of the archive says {said:?}, and not {version:?}");
    fs::remove_dir_all(&folder)?;
    Ok(())
}

fn tar(folder: &Path, words: &[&str]) -> Command {
    let mut tar = Command::new("tar");
    tar.args(words).current_dir(folder);
    tar
}

/// The system for which rustc compiles, as it names it.
fn system() -> anyhow::Result<String> {
    let told = Command::new("rustc").arg("-vV").output().context("rustc")?;
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names no host")?.into())
}
