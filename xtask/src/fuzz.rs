//! Runs the fuzzers of `fuzz`, one after the other: `cargo xtask fuzz --seconds 60`.
//!
//! What they search is in `fuzz/src/lib.rs`. The counters of libFuzzer are options of LLVM, which every
//! compiler passes on, so neither a nightly one nor cargo-fuzz is needed; but a compiler for C++ is.
//! The first failure ends the run: its input is written to `target/fuzz`, and belongs into `fuzz/corpus`.

use std::path::Path;
use std::process::Command;

use anyhow::Context;

use crate::steps::{cargo, output, run};

/// The functions of `fuzz/src/lib.rs`.
pub const TARGETS: [&str; 7] = ["text", "files", "hulls", "meshes", "pairs", "paths", "solids"];

/// What cargo-fuzz sets, without a sanitizer, and without watching what is compared with what: each
/// comparison would be a call, and the checker's intervals are made of them.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table";

/// Searches with each of the named targets, or with all of them, for as long.
pub fn search(root: &Path, named: &[String], seconds: u64) -> anyhow::Result<()> {
    let target = host(root)?;
    let mut build = cargo(root, "build --release --package clearance-fuzz --bins");
    // With the target named, build scripts have no counters.
    build.args(["--target", &target, "--target-dir", "target/fuzz"]).env("RUSTFLAGS", FLAGS);
    for checks in ["DEBUG_ASSERTIONS", "OVERFLOW_CHECKS"] {
        build.env(format!("CARGO_PROFILE_RELEASE_{checks}"), "true");
    }
    run(build)?;
    let chosen = |name: &&str| named.is_empty() || named.iter().any(|n| n == name);
    for name in TARGETS.into_iter().filter(chosen) {
        let found = format!("target/fuzz/found/{name}");
        std::fs::create_dir_all(root.join(&found)).with_context(|| found.clone())?;
        let binary = root.join("target/fuzz").join(&target).join("release").join(name);
        let mut search = Command::new(binary);
        search.current_dir(root).arg(format!("-max_total_time={seconds}"));
        search.arg(format!("-artifact_prefix=target/fuzz/{name}-"));
        // Long inputs at once: a short one has no questions behind its shapes.
        search.args(["-len_control=0", "-max_len=1024", "-print_final_stats=1"]);
        // In seconds of the clock and megabytes; a case takes a few hundredths of a second on a core of its own.
        let (seconds, megabytes) =
            if ["paths", "solids"].contains(&name) { (5, 500) } else { (60, 2048) };
        search.args([format!("-timeout={seconds}"), format!("-rss_limit_mb={megabytes}")]);
        if name == "text" {
            search.arg("-dict=fuzz/text.dict");
        }
        // What reaches new code goes to the first folder; the second is read only.
        search.args([found, format!("fuzz/corpus/{name}")]);
        run(search)?;
    }
    Ok(())
}

/// The target that the compiler compiles for by default.
fn host(root: &Path) -> anyhow::Result<String> {
    let mut rustc = Command::new("rustc");
    rustc.current_dir(root).args(["--print", "host-tuple"]);
    Ok(output(rustc)?.trim().to_owned())
}
