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
