//! Runs pytest on the library that `cargo test` has built: `cargo test -p clearance-python`.
//!
//! The Python is `PYTHON`, that of `target/python`, or `python3`. Without one that has numpy, pytest and hypothesis this
//! is skipped with a message; with `REQUIRE_PYTHON=1` that is a failure.

#[path = "pytest/pairs.rs"]
mod pairs;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn pytest() {
    let python = env::var_os("PYTHON").map_or_else(python, PathBuf::from);
    let needed = Command::new(&python).args(["-c", "import numpy, pytest, hypothesis"]).output();
    if !needed.is_ok_and(|output| output.status.success()) {
        let required = env::var_os("REQUIRE_PYTHON").is_some_and(|value| value == "1");
        assert!(!required, "{} has no numpy, pytest and hypothesis", python.display());
        eprintln!("SKIPPED: {} has no numpy, pytest and hypothesis", python.display());
        return;
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (packages, answers) = (folder.join("python"), folder.join("pairs"));
    pairs::write(&answers);
    install(&here.join("clearance"), &packages.join("clearance"));
    let tests = Command::new(&python)
        .args(["-m", "pytest", "--quiet", "--color=no", "-p", "no:cacheprovider", "-c"])
        .arg(here.join("pyproject.toml"))
        .arg(here.join("tests"))
        .env("PYTHONPATH", &packages)
        .env("CLEARANCE_ANSWERS", &answers)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        // Python looks there first, and a library that was built for it may be old.
        .current_dir(&packages)
        .output()
        .expect("Python was started before");
    let said = String::from_utf8_lossy(&tests.stdout);
    assert!(tests.status.success(), "{said}{}", String::from_utf8_lossy(&tests.stderr));
    println!("{said}");
}

/// The Python that CI installs, or the one of the machine.
fn python() -> PathBuf {
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/python/bin/python");
    if installed.exists() { installed } else { "python3".into() }
}

/// Puts the package's files and the library into a folder, where Python finds them.
fn install(from: &Path, to: &Path) {
    if to.exists() {
        fs::remove_dir_all(to).unwrap();
    }
    copy(from, to);
    // Cargo puts the library beside the tests.
    let beside = env::current_exe().unwrap();
    let library = format!("{}_clearance{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let name = if cfg!(windows) { "_clearance.pyd" } else { "_clearance.abi3.so" };
    fs::copy(beside.with_file_name(&library), to.join(name))
        .unwrap_or_else(|e| panic!("{library}: {e}"));
}

/// The Python files of a package, and of those in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap().path();
        let copied = to.join(file.file_name().unwrap());
        if file.is_dir() {
            copy(&file, &copied);
        } else if file
            .extension()
            .is_some_and(|end| ["py", "pyi", "typed"].iter().any(|e| end == *e))
        {
            fs::copy(&file, copied).unwrap();
        }
    }
}
