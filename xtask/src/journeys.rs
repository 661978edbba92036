//! How many files a question enters: `cargo xtask journeys`, which needs valgrind.
//!
//! callgrind attributes each instruction to the file of its source line. Built without optimization, a
//! program executes instructions of each function that it enters, so the files with any are those that a
//! reader of this question would open. Files of the library's crates count, macros included.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

use crate::steps::{cargo, run};

/// The questions of `bench/criterion/src/bin/journeys.rs`, what they are, and the most files of each.
const JOURNEYS: [(&str, &str, usize); 7] = [
    ("contact", "a contact of two hulls with a cache", 35),
    ("distance", "a distance of two cylinders", 20),
    ("batch", "a row of a batch: a box and a hull", 35),
    ("line", "a line of JSON: a ball and a box", 30),
    ("mesh-contact", "a contact of a hull and a mesh", 77),
    ("mesh-distance", "a distance of two meshes", 49),
    ("path", "a row of a path: an arm of hulls along a wall", 68),
];

/// Prints the number of files of each question, and with `list` their names.
pub fn print(root: &Path, list: bool) -> anyhow::Result<()> {
    let mut build = cargo(root, "build --package clearance-benches --bin journeys");
    build.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "true");
    build.args(["--target-dir", "target/journeys"]);
    run(build)?;
    for (name, what, most) in JOURNEYS {
        let files = files(root, name)?;
        println!("{:3} files (aim {most}): {what}", files.len());
        if list {
            files.iter().for_each(|file| println!("      {file}"));
        }
    }
    Ok(())
}

/// The files that a question enters.
fn files(root: &Path, name: &str) -> anyhow::Result<BTreeSet<String>> {
    let profile = root.join("target/journeys").join(format!("{name}.callgrind"));
    let output = Command::new("valgrind")
        .args(["--quiet", "--tool=callgrind", "--toggle-collect=*journeys*journey*"])
        .args(["--compress-strings=no", "--compress-pos=no"])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(root.join("target/journeys/debug/journeys"))
        .arg(name)
        .output()
        .context("cannot run valgrind: is it installed?")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = entered(&std::fs::read_to_string(&profile)?);
    ensure!(!files.is_empty(), "{}: no file was entered", profile.display());
    Ok(files)
}

/// The files of `crates` to which a profile of callgrind attributes instructions of their own.
fn entered(profile: &str) -> BTreeSet<String> {
    let (mut files, mut file, mut is_call) = (BTreeSet::new(), "", false);
    for line in profile.lines() {
        let changed = ["fl=", "fi=", "fe="].iter().find_map(|key| line.strip_prefix(key));
        if let Some(changed) = changed {
            file = changed;
        } else if line.starts_with("calls=") {
            // The next line has the instructions of the function that is called.
            is_call = true;
        } else if line.starts_with(|c: char| c.is_ascii_digit()) {
            let is_other =
                ["registry", "/examples/", "/library/"].iter().any(|part| file.contains(part));
            if let Some(at) = file.find("crates/").filter(|_| !is_other && !is_call) {
                files.insert(file[at..].to_owned());
            }
            is_call = false;
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_counts_if_it_has_instructions_of_its_own() {
        let profile = "fl=/x/crates/a/src/a.rs\nfn=f\n3 10\nfi=/x/crates/b/src/b.rs\n4 1\nfe=/x/crates/a/src/a.rs\n\
            cfi=/x/crates/c/src/c.rs\ncfn=g\ncalls=1 5\n3 99\n\nfl=/x/crates/d/src/d.rs\nfn=h\ncfn=g\ncalls=1 1\n2 9\n\
            fl=/y/registry/crates/e.rs\n1 1\nfl=/y/library/stdarch/crates/f.rs\n1 1\n";
        let expected = ["crates/a/src/a.rs", "crates/b/src/b.rs"].map(String::from);
        assert_eq!(entered(profile), BTreeSet::from(expected));
    }
}
