//! The constants on which proofs rest: `cargo xtask constants` makes each a quarter, and its test must fail.
//!
//! Such a constant bounds a rounding error. One that is too small is seen in no ordinary test: the answers of a million
//! pairs are right, and that of the next one is called proven and is not. So each has a test that derives it, or an input
//! that needs it. Those that have none yet are listed in docs/notes/precision.md.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::steps::cargo;

/// A constant, and the test that pins it.
struct Pinned {
    file: &'static str,
    /// Its line, up to the value.
    name: &'static str,
    value: &'static str,
    quarter: &'static str,
    package: &'static str,
    /// Where the tests are.
    target: &'static str,
    test: &'static str,
}

const PINNED: [Pinned; 9] = [
    Pinned {
        file: "crates/geometry/src/space/motion.rs",
        name: "pub const MOTION_ERROR: f64",
        value: "27.0",
        quarter: "6.75",
        package: "clearance-geometry",
        target: "--test unit",
        test: "the_error_of_a_motion_is_the_counted_one",
    },
    Pinned {
        file: "crates/pairs/src/depth/sat/d3/boxes_lanes.rs",
        name: "pub const OFF: f32",
        value: "12.0",
        quarter: "3.0",
        package: "clearance-pairs",
        target: "--test unit",
        test: "off_is_the_counted_error",
    },
    Pinned {
        file: "crates/pairs/src/patch/d2/rectangles.rs",
        name: "pub const ACCURACY: f64",
        value: "64.0 * f64::EPSILON",
        quarter: "16.0 * f64::EPSILON",
        package: "clearance-pairs",
        target: "--test unit",
        test: "accuracy_is_that_of_the_pose_and_of_the_counted_sums",
    },
    Pinned {
        file: "crates/pairs/src/kept.rs",
        name: "const SURPLUS: f64",
        value: "OFF_UNIT",
        quarter: "0.25 * OFF_UNIT",
        package: "clearance-pairs",
        target: "--test unit",
        test: "what_turns_is_asked_before_it_has_gone_too_far",
    },
    Pinned {
        file: "crates/pairs/src/kept.rs",
        name: "const STORED: f64",
        value: "0.5",
        quarter: "0.125",
        package: "clearance-pairs",
        target: "--test unit",
        test: "what_shifts_is_asked_before_it_has_gone_too_far",
    },
    Pinned {
        file: "crates/worlds/src/frame.rs",
        name: "const PARTS_ERROR: f64",
        value: "2.0 * MOTION_ERROR",
        quarter: "0.5 * MOTION_ERROR",
        package: "clearance-worlds",
        target: "--lib",
        test: "the_error_of_parts_is_the_counted_one",
    },
    Pinned {
        file: "crates/worlds/src/probe/watertight.rs",
        name: "const TURNED: f64",
        value: "26.0 * f64::EPSILON",
        quarter: "6.5 * f64::EPSILON",
        package: "clearance-worlds",
        target: "--lib",
        test: "turned_is_the_counted_error",
    },
    Pinned {
        file: "crates/worlds/src/probe/watertight.rs",
        name: "const SHEARED: f64",
        value: "4.0 * TURNED + 4.0 * f64::EPSILON",
        quarter: "TURNED + f64::EPSILON",
        package: "clearance-worlds",
        target: "--lib",
        test: "what_a_ray_sees_is_off_by_the_counted_errors",
    },
    Pinned {
        file: "crates/worlds/src/probe/watertight.rs",
        name: "const EDGE: f64",
        value: "4.0",
        quarter: "1.0",
        package: "clearance-worlds",
        target: "--lib",
        test: "what_a_ray_sees_is_off_by_the_counted_errors",
    },
];

impl Pinned {
    fn line(&self, value: &str) -> String {
        format!("{} = {value};", self.name)
    }

    /// The text of the file, which has the constant with its value once.
    fn text(&self, root: &Path) -> anyhow::Result<String> {
        let text = fs::read_to_string(root.join(self.file)).with_context(|| self.file)?;
        let line = self.line(self.value);
        let found = text.lines().filter(|l| l.trim() == line).count();
        ensure!(found == 1, "{} has `{line}` {found} times", self.file);
        Ok(text)
    }

    /// Runs the test with a quarter of the constant: it must be built, and fail.
    fn fails_with_a_quarter(&self, root: &Path) -> anyhow::Result<()> {
        let text = self.text(root)?;
        let changed = text.replacen(&self.line(self.value), &self.line(self.quarter), 1);
        let path = root.join(self.file);
        let restored = Restored { path: &path, text: &text };
        fs::write(&path, changed).with_context(|| self.file)?;
        let options = format!("test --package {} {} {}", self.package, self.target, self.test);
        let output = cargo(root, &options).output().context("cargo")?;
        drop(restored);
        let printed = String::from_utf8_lossy(&output.stdout);
        ensure!(
            printed.contains("test result: FAILED. 0 passed; 1 failed"),
            "{} of {} may be a quarter: {} does not fail\n{printed}{}",
            self.name,
            self.file,
            self.test,
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(())
    }
}

/// Writes the text of a file back at its end.
struct Restored<'t> {
    path: &'t PathBuf,
    text: &'t str,
}

impl Drop for Restored<'_> {
    fn drop(&mut self) {
        if let Err(error) = fs::write(self.path, self.text) {
            eprintln!("xtask: {} is still changed: {error}", self.path.display());
        }
    }
}

/// Lists the constants, each of which is where it is said to be.
pub fn list(root: &Path) -> anyhow::Result<()> {
    for pinned in &PINNED {
        pinned.text(root)?;
        println!("{} {}, by {}", pinned.file, pinned.line(pinned.value), pinned.test);
    }
    Ok(())
}

/// Makes each a quarter, one after the other.
pub fn pin(root: &Path) -> anyhow::Result<()> {
    for pinned in &PINNED {
        eprintln!("xtask: {} {} = {}", pinned.file, pinned.name, pinned.quarter);
        pinned.fails_with_a_quarter(root)?;
    }
    eprintln!("xtask: all {} constants are pinned by a test", PINNED.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_constant_and_its_test_exist() -> anyhow::Result<()> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("a root")?;
        for pinned in &PINNED {
            let mut text = pinned.text(root)?;
            if pinned.target == "--test unit"
                && let Some((package, file)) = pinned.file.split_once("/src/")
            {
                let tests = root.join(package).join("tests/unit").join(file.replace('/', "_"));
                text = fs::read_to_string(tests)?;
            }
            assert!(text.contains(&format!("fn {}()", pinned.test)), "{}", pinned.test);
        }
        Ok(())
    }
}
