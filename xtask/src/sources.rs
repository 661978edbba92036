//! The Rust files of the library.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

/// Where the library lies.
pub const SOURCE: &str = "crates/clearance/src";

/// The room of lib.rs, the front of the crate.
pub const FRONT: &str = "lib";

/// A Rust file.
pub struct Source {
    /// The path from [`SOURCE`], with `/` on every system.
    pub path: String,
    /// What is in it.
    pub text: String,
}

impl Source {
    /// The module: `shape/ball.rs` is shape::ball, `shape/mod.rs` shape, `lib.rs` the root.
    pub fn module(&self) -> Vec<String> {
        let path = self.path.strip_suffix(".rs").unwrap_or(&self.path);
        let mut names: Vec<String> = path.split('/').map(str::to_owned).collect();
        if names.last().is_some_and(|n| n == "mod") || names == [FRONT] {
            names.pop();
        }
        names
    }
}

/// The room that a file is in: a folder or a file at the root.
pub fn room(path: &str) -> &str {
    let first = path.split('/').next().unwrap_or(path);
    first.strip_suffix(".rs").unwrap_or(first)
}

/// All Rust files below `folder`, in the order of their names.
pub fn read_sources(folder: &Path) -> anyhow::Result<Vec<Source>> {
    let mut files = Vec::new();
    read_into(folder, "", &mut files)?;
    ensure!(!files.is_empty(), "{} has no Rust files", folder.display());
    Ok(files)
}

fn read_into(folder: &Path, prefix: &str, into: &mut Vec<Source>) -> anyhow::Result<()> {
    let shown = || format!("cannot read {}", folder.display());
    let entries: Result<Vec<_>, _> = fs::read_dir(folder).with_context(shown)?.collect();
    let mut entries = entries.with_context(shown)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read_into(&entry.path(), &format!("{path}/"), into)?;
        } else if path.ends_with(".rs") {
            let text = fs::read_to_string(entry.path()).with_context(|| path.clone())?;
            into.push(Source { path, text });
        }
    }
    Ok(())
}
