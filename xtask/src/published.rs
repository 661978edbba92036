//! What crates.io and a newcomer see first: README is short, and each crate that is published says what
//! it is.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn readme_is_short_and_begins_with_the_commands() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.len() <= 9_000, "{} bytes", readme.len());
    let first: Vec<&str> = readme.lines().take(20).collect();
    for command in [
        "cargo run --release -- check scenes/panda/cell.toml --path scenes/panda/proven.csv",
        "cargo test",
    ] {
        assert!(first.iter().any(|line| line.starts_with(command)), "{command}");
    }
}

#[test]
fn published_crates_have_readme_licences_and_keywords() {
    let mut published = 0;
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        if manifest.contains("publish = false") {
            continue;
        }
        published += 1;
        for key in ["description = ", "keywords = ", "categories = ", "license.workspace"] {
            assert!(manifest.contains(key), "{}: {key}", folder.display());
        }
        for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(file).exists(), "{}: {file}", folder.display());
        }
        let readme = manifest.contains("readme = ") || folder.join("README.md").exists();
        assert!(readme, "{}: no README", folder.display());
    }
    assert_eq!(published, 16);
}

/// The value of the first line `KEY = "..."`, or `"KEY": "..."`.
fn said(file: &str, key: &str) -> String {
    let text = fs::read_to_string(root().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    let begins = [format!("{key} = \""), format!("\"{key}\": \"")];
    let line = text.lines().map(str::trim_start);
    let mut values = line.filter_map(|line| {
        let rest = begins.iter().find_map(|begin| line.strip_prefix(&begin[..]))?;
        Some(rest.split('"').next()?.to_string())
    });
    values.next().unwrap_or_else(|| panic!("{file} says no {key}"))
}

/// All that is released has the version of the workspace.
#[test]
fn versions_agree() {
    let version = said("Cargo.toml", "version");
    for file in ["rapier/Cargo.toml", "js/package/package.json"] {
        assert_eq!(said(file, "version"), version, "{file}");
    }
    // Those of crates name the workspace's; the wheel has that of its crate.
    for folder in ["crates", "."] {
        for folder in fs::read_dir(root().join(folder)).unwrap() {
            let manifest = folder.unwrap().path().join("Cargo.toml");
            let Ok(text) = fs::read_to_string(&manifest) else { continue };
            let is_own = text.contains("[workspace]") || text.contains("\nworkspace = ");
            let names = is_own || text.contains("\nversion.workspace = true");
            assert!(names, "{}: version.workspace", manifest.display());
        }
    }
    let python = fs::read_to_string(root().join("python/pyproject.toml")).unwrap();
    assert!(python.contains("dynamic = [\"version\"]"));
    // What crates need of each other, and what users read of the release.
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let rapier = fs::read_to_string(root().join("rapier/Cargo.toml")).unwrap();
    let is_versioned = |line: &&str| line.contains("path = ") && line.contains("version = ");
    let needed = manifest.lines().chain(rapier.lines()).filter(is_versioned);
    let count = needed
        .inspect(|line| assert!(line.contains(&format!("version = \"{version}\"")), "{line}"))
        .count();
    assert!(count > 10, "{count}");
    let changes = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    assert!(changes.contains(&format!("\n## [{version}]")), "CHANGELOG.md");
}
