//! The steps that run cargo. Each prints its command, so that a person can repeat it.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

use crate::sources::read_sources;

/// Is all code formatted?
pub fn fmt(root: &Path) -> anyhow::Result<()> {
    run(cargo(root, "fmt --all --check"))
}

/// Does all code, tests included, compile without a warning?
pub fn clippy(root: &Path) -> anyhow::Result<()> {
    run(cargo(root, "clippy --workspace --all-targets --all-features -- -D warnings"))
}

/// Builds all tests, and the command.
pub fn build_tests(root: &Path) -> anyhow::Result<()> {
    run(cargo(root, "test --workspace --no-run"))
}

/// README's command for tests.
pub fn test(root: &Path) -> anyhow::Result<()> {
    run(cargo(root, "test --workspace"))
}

/// Writes docs/plan.md: the test that compares it writes it if an environment variable is set.
pub fn plan(root: &Path) -> anyhow::Result<()> {
    let mut command = cargo(root, "test --package clearance-pairs --test unit plan::");
    command.env("CLEARANCE_WRITE", "1");
    run(command)
}

/// Draws the pictures of the scenes: the test that compares them draws them if an environment variable
/// is set. All packages are selected, because then the command is the one that `test` has built.
pub fn pictures(root: &Path) -> anyhow::Result<()> {
    let mut command = cargo(root, "test --workspace --test command pictures");
    command.env("CLEARANCE_WRITE", "1");
    run(command)
}

/// Does the library's documentation build without a broken link or another warning? The library
/// alone: the command has the same name, and its pages would overwrite the library's.
pub fn docs(root: &Path) -> anyhow::Result<()> {
    let packages = "--package clearance-geometry --package clearance-verify --package clearance-pairs \
        --package clearance-batch --package clearance-lessons --package clearance-trees \
        --package clearance-worlds --package clearance-scenes --package clearance-paths --package clearance";
    let mut command = cargo(root, &format!("doc {packages} --no-deps --all-features"));
    command.env("RUSTDOCFLAGS", "-D warnings");
    run(command)
}

/// Does the library build without the standard library?
///
/// A real test needs a target without a standard library, and CI has one. This check needs nothing
/// installed: under `no_std`, the library's own code cannot name `std` on any target, so a check shows
/// it. It does not show a dependency that uses `std`, so the features of dependencies are checked. A
/// dependency that uses `std` without a feature of that name is not found.
pub fn no_std(root: &Path) -> anyhow::Result<()> {
    // Robots are a part of the library with `std` only.
    let is_front = |path: &str| path.ends_with("src/lib.rs") && !path.starts_with("crates/paths/");
    for source in read_sources(root)?.iter().filter(|source| is_front(&source.path)) {
        ensure!(declares_no_std(&source.text), "{} does not declare no_std", source.path);
    }
    let mut tree = cargo(root, "tree --package clearance --no-default-features");
    tree.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}|{f}"]);
    let listing = output(tree)?;
    ensure!(listing.contains("glam v"), "cargo tree does not list glam: read its format anew");
    let with_std = packages_with_std(&listing);
    ensure!(with_std.is_empty(), "these have the feature std on: {}", with_std.join(", "));
    run(cargo(root, "check --package clearance --no-default-features"))
}

/// Is the crate `no_std`, at least where its feature `std` is off?
fn declares_no_std(front: &str) -> bool {
    let accepted = ["#![no_std]", "#![cfg_attr(not(feature = \"std\"), no_std)]"];
    front.lines().any(|line| accepted.contains(&line.trim()))
}

/// The packages whose feature `std` is on, from lines of `package|feature,feature`.
fn packages_with_std(listing: &str) -> Vec<&str> {
    let lines = listing.lines().filter_map(|line| line.split_once('|'));
    lines.filter(|(_, on)| on.split([',', ' ']).any(|f| f == "std")).map(|(p, _)| p).collect()
}

/// A cargo command, run at the root.
pub fn cargo(root: &Path, arguments: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.current_dir(root).args(arguments.split(' '));
    command
}

/// Runs a command to its end. Its output is visible.
pub fn run(mut command: Command) -> anyhow::Result<()> {
    let shown = shown(&command);
    eprintln!("$ {shown}");
    let status = command.status().with_context(|| format!("cannot start `{shown}`"))?;
    ensure!(status.success(), "`{shown}`: {status}");
    Ok(())
}

/// Runs a command to its end and returns its output.
pub fn output(mut command: Command) -> anyhow::Result<String> {
    let shown = shown(&command);
    eprintln!("$ {shown}");
    let output = command.output().with_context(|| format!("cannot start `{shown}`"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "`{shown}`: {}\n{errors}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// The command as a person would type it.
fn shown(command: &Command) -> String {
    let set = command.get_envs().filter_map(|(k, v)| Some((k.to_str()?, v?.to_str()?)));
    let set = set.map(|(k, v)| format!("{k}='{v}' "));
    let quoted = |a: &str| if a.contains('|') { format!("'{a}'") } else { a.to_owned() };
    let arguments = command.get_args().map(|a| format!(" {}", quoted(&a.to_string_lossy())));
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let program = program.to_string_lossy();
    format!("{}{program}{}", set.collect::<String>(), arguments.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_packages_with_std() {
        let clean = "clearance v0.1.0 (/a/std)|\nglam v0.33.2|f64,nostd-libm\nrobust v1|no_std\n";
        assert!(packages_with_std(clean).is_empty());
        let unclean = "clearance v0.1.0|default,std\nglam v0.33.2|f64,nostd-libm,std\nlibm v0.2|";
        assert_eq!(packages_with_std(unclean), ["clearance v0.1.0", "glam v0.33.2"]);
    }

    #[test]
    fn wants_the_attribute_itself() {
        assert!(declares_no_std("//! x\n#![no_std]\n"));
        assert!(declares_no_std("#![cfg_attr(not(feature = \"std\"), no_std)]\n"));
        assert!(!declares_no_std("// #![no_std]\n"));
        assert!(!declares_no_std("#![cfg_attr(feature = \"std\", no_std)]\n"));
    }

    #[test]
    fn shows_what_a_person_would_type() {
        let mut command = cargo(Path::new("."), "doc --no-deps");
        command.env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(shown(&command), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
    }
}
