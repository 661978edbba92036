//! The Rust files of the library, and their modules.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use proc_macro2::TokenStream;

use crate::code::without_tests;

/// The folders of the library. `pairs` has the top-level modules of `geometry` under the same names, and
/// `clearance` those of both, so the three are one tree of modules here. The other crates are one top-level module each: `verify`, `batch`, `lessons`, `trees`, `worlds`, `scenes`, `paths`.
const CRATES: [(&str, Option<&str>); 10] = [
    ("crates/geometry/src", None),
    ("crates/verify/src", Some("verify")),
    ("crates/pairs/src", None),
    ("crates/batch/src", Some("batch")),
    ("crates/lessons/src", Some("lessons")),
    ("crates/trees/src", Some("trees")),
    ("crates/worlds/src", Some("worlds")),
    ("crates/scenes/src", Some("scenes")),
    ("crates/paths/src", Some("paths")),
    ("crates/clearance/src", None),
];

/// The top-level module of lib.rs, the front of the crate.
pub const FRONT: &str = "lib";

/// A Rust file.
pub struct Source {
    /// The path from the root of the repository, with `/` on every system.
    pub path: String,
    /// The names of the modules down to it: `shape/ball.rs` is shape::ball, `shape/mod.rs` is shape, and
    /// `lib.rs` has none.
    pub module: Vec<String>,
    /// The names down to the root of its crate: none, or that of its top-level module.
    pub root: Vec<String>,
    /// Its content.
    pub text: String,
}

impl Source {
    /// The file at `path` below the folder of a crate.
    pub fn new(folder: &str, path: &str, text: &str) -> Self {
        let top_module =
            CRATES.iter().find(|(f, _)| *f == folder).and_then(|(_, top_module)| *top_module);
        let names = path.strip_suffix(".rs").unwrap_or(path).split('/');
        let root: Vec<String> = top_module.into_iter().map(str::to_owned).collect();
        let mut module: Vec<String> =
            root.iter().cloned().chain(names.map(str::to_owned)).collect();
        if module.last().is_some_and(|name| name == "mod") || path == "lib.rs" {
            module.pop();
        }
        Self { path: format!("{folder}/{path}"), module, root, text: text.to_owned() }
    }

    /// The top-level module that it is in.
    pub fn top_module(&self) -> &str {
        self.module.first().map_or(FRONT, String::as_str)
    }
}

/// The code of a file, without tests.
pub struct Module<'a> {
    pub source: &'a Source,
    pub code: TokenStream,
}

/// The files that are not test modules.
pub fn modules(files: &[Source]) -> anyhow::Result<Vec<Module<'_>>> {
    let (mut modules, mut tests) = (Vec::new(), Vec::new());
    for source in files {
        let text: Result<TokenStream, _> = source.text.parse();
        let text = text.map_err(|e| anyhow!("{e}")).with_context(|| source.path.clone())?;
        let (code, names) = without_tests(text);
        tests.extend(names.into_iter().map(|name| [&source.module[..], &[name]].concat()));
        modules.push(Module { source, code });
    }
    modules.retain(|m| !tests.iter().any(|test| m.source.module.starts_with(test)));
    Ok(modules)
}

/// All Rust files of the library in the repository at `root`, in the order of their names.
pub fn read_sources(root: &Path) -> anyhow::Result<Vec<Source>> {
    let mut files = Vec::new();
    // A checkout from before the split has only one of the folders.
    for (folder, _) in CRATES.iter().filter(|(folder, _)| root.join(folder).exists()) {
        read_into(&root.join(folder), folder, "", &mut files)?;
    }
    ensure!(!files.is_empty(), "{} has no library", root.display());
    Ok(files)
}

fn read_into(
    path: &Path,
    folder: &str,
    prefix: &str,
    into: &mut Vec<Source>,
) -> anyhow::Result<()> {
    let shown = || format!("cannot read {}", path.display());
    let entries: Result<Vec<_>, _> = fs::read_dir(path).with_context(shown)?.collect();
    let mut entries = entries.with_context(shown)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read_into(&entry.path(), folder, &format!("{name}/"), into)?;
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(entry.path()).with_context(|| name.clone())?;
            into.push(Source::new(folder, &name, &text));
        }
    }
    Ok(())
}
