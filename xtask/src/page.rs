//! Checks the page: `cargo xtask page`. Its sources are linted, its units are tested, and the page that
//! is committed is tested in a browser.
//!
//! Nothing is installed and nothing is built here. The library that the page calls is committed with it,
//! and its answers are compared with those of the command that `cargo test` built. Missing tools are
//! named and their steps skipped; with `REQUIRE_BROWSER=1` this is an error. `lab/e2e/run.mjs` looks for
//! the browser by the same rule.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::ensure;

use crate::lab::npm;
use crate::steps::run;

pub fn check(root: &Path) -> anyhow::Result<()> {
    let lab = root.join("lab");
    if let Some(reason) = missing(&lab) {
        let required = env::var_os("REQUIRE_BROWSER").is_some_and(|value| value == "1");
        ensure!(!required, "REQUIRE_BROWSER=1, but {reason}");
        eprintln!("SKIPPED: the page was not checked: {reason}");
        return Ok(());
    }
    run(npm(&lab, "run lint"))?;
    run(npm(&lab, "run unit"))?;
    let mut tests = npm(&lab, "test");
    if let Some(command) = built_command() {
        tests.env("CLEARANCE", command);
    }
    run(tests)
}

/// The reason why the page cannot be checked here.
fn missing(lab: &Path) -> Option<&'static str> {
    if !lab.join("node_modules").is_dir() {
        Some("lab/node_modules is missing (`npm ci` in lab)")
    } else if !Command::new("node").arg("--version").output().is_ok_and(|o| o.status.success()) {
        Some("Node is missing")
    } else {
        None
    }
}

/// The command as `cargo test` builds it: cargo puts it beside xtask itself, whatever the target
/// directory is.
fn built_command() -> Option<PathBuf> {
    let name = format!("clearance{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().ok()?.with_file_name(name);
    beside.is_file().then_some(beside)
}
