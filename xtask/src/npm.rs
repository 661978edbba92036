//! Builds the npm package: `cargo xtask npm` makes `target/npm`, which `npm pack` takes.
//!
//! ```text
//!   js --rustc--> .wasm, with SIMD and without --xtask/bindgen--> one clearance.js --binaryen--> smaller .wasm
//!   js/package --> what users call, in a folder for each entry
//! ```
//!
//! Each entry is a library of its own, so that a page loads no more than it imports. The plain library is for engines
//! without SIMD: answers have the same bits.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use crate::lab::npm;
use crate::steps::{cargo, run};

const TARGET: &str = "wasm32-unknown-unknown";

/// An entry of the package.
struct Entry {
    name: &'static str,
    features: &'static str,
    /// The file of `js/package` that is its face, and its declarations.
    face: &'static str,
    /// The dimension, and the array of its numbers.
    numbers: (usize, &'static str),
    /// Those of `js/package` that it has besides [`COMMON`].
    files: &'static [&'static str],
}

/// The files of the entries of space.
const SPACE: [&str; 5] = ["three", "mesh", "depths", "moves", "scene"];

const ENTRIES: [Entry; 4] = [
    Entry {
        name: "mesh",
        features: "",
        face: "mesh",
        numbers: (3, "Float32Array"),
        files: &["three"],
    },
    Entry {
        name: "space",
        features: "whole",
        face: "space",
        numbers: (3, "Float32Array"),
        files: &SPACE,
    },
    Entry {
        name: "plane",
        features: "whole,plane",
        face: "plane",
        numbers: (2, "Float32Array"),
        files: &["depths", "moves", "scene"],
    },
    Entry {
        name: "f64",
        features: "whole,double",
        face: "space",
        numbers: (3, "Float64Array"),
        files: &SPACE,
    },
];

/// The files of every entry.
const COMMON: [&str; 7] = ["check", "memory", "methods", "pairs", "poses", "probes", "shape"];

/// The files of the package as a whole.
const WHOLE: [&str; 5] = ["package.json", "README.md", "read.js", "read-node.js", "types.d.ts"];

/// Short functions alone are put where they are called, and loops are hardly unrolled: a seventh less to load than with
/// the compiler's own limits, and a tenth slower.
const SHORT: &str = "-Cllvm-args=-inline-threshold=15 -Cllvm-args=-inlinehint-threshold=50 -Cllvm-args=-unroll-threshold=30";

/// With SIMD, and for engines without.
const LIBRARIES: [(&str, &str); 2] =
    [("clearance-simd.wasm", "-Ctarget-feature=+simd128"), ("clearance.wasm", "")];

/// What CI builds on each change, once and without SIMD.
const QUICK: &str = "space";

/// Checks the package: builds one entry and runs the tests of `js`.
///
/// Nothing is installed here. Missing tools are named and the tests skipped; with `REQUIRE_BROWSER=1` this is an error.
pub fn check(root: &Path) -> anyhow::Result<()> {
    let js = root.join("js");
    if let Some(reason) = missing(&js) {
        let required = env::var_os("REQUIRE_BROWSER").is_some_and(|value| value == "1");
        ensure!(!required, "REQUIRE_BROWSER=1, but {reason}");
        eprintln!("SKIPPED: the npm package was not checked: {reason}");
        return Ok(());
    }
    build(root, &[QUICK.into()], true)?;
    let mut tests = npm(&js, "test");
    // `cargo test` has built it, beside xtask itself.
    let name = format!("bits{}", env::consts::EXE_SUFFIX);
    let bits = env::current_exe()?.with_file_name("examples").join(name);
    if bits.is_file() {
        tests.env("CLEARANCE_BITS", bits);
    }
    run(tests)
}

/// The reason why the package cannot be checked here.
fn missing(js: &Path) -> Option<&'static str> {
    if !js.join("node_modules").is_dir() {
        return Some("js/node_modules is missing (`npm ci` in js)");
    }
    let answers = |program: &str, arguments: &[&str]| {
        Command::new(program).args(arguments).output().ok().filter(|o| o.status.success())
    };
    if answers("node", &["--version"]).is_none() {
        return Some("Node is missing");
    }
    // A target that is not there has no folder.
    let found = answers("rustc", &["--print", "target-libdir", "--target", TARGET]);
    let folder = found.and_then(|o| String::from_utf8(o.stdout).ok());
    let is_there = folder.is_some_and(|folder| Path::new(folder.trim()).is_dir());
    (!is_there).then_some("the target is missing (`rustup target add wasm32-unknown-unknown`)")
}

/// Builds all entries, or those that are named, and the declarations of all. A `quick` build has the library without SIMD in both places.
pub fn build(root: &Path, names: &[String], quick: bool) -> anyhow::Result<()> {
    let package = root.join("target/npm");
    let wanted = |entry: &&Entry| names.is_empty() || names.iter().any(|name| name == entry.name);
    let unknown = names.iter().find(|name| ENTRIES.iter().all(|entry| entry.name != **name));
    ensure!(unknown.is_none(), "there is no entry {}", unknown.unwrap_or(&String::new()));
    fs::create_dir_all(&package)?;
    for file in WHOLE {
        copy(&root.join("js/package").join(file), &package.join(file))?;
    }
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root.join(licence), &package.join(licence))?;
    }
    for entry in ENTRIES.iter().filter(wanted) {
        entry.build(root, &package.join(entry.name), quick)?;
    }
    // Those of an entry refer to those of another.
    for Entry { name, face, .. } in &ENTRIES {
        let folder = package.join(name);
        fs::create_dir_all(&folder)?;
        let declarations = root.join("js/package").join(format!("{face}.d.ts"));
        copy(&declarations, &folder.join("index.d.ts"))?;
    }
    eprintln!("xtask: the package is in {}: `npm pack` takes it", package.display());
    Ok(())
}

impl Entry {
    fn build(&self, root: &Path, folder: &Path, quick: bool) -> anyhow::Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        let mut glue = None;
        let [simd, plain] = LIBRARIES;
        for (file, flags) in if quick { vec![plain] } else { vec![simd, plain] } {
            let (profile, flags) =
                if quick { ("wasm", flags.into()) } else { ("npm", format!("{SHORT} {flags}")) };
            let (own, library) = self.library(root, file, profile, &flags)?;
            shorten(root, &library, &folder.join(file))?;
            let text = fs::read_to_string(&own)?;
            ensure!(*glue.get_or_insert(text.clone()) == text, "{}: two kinds of glue", self.name);
        }
        if quick {
            copy(&folder.join(plain.0), &folder.join(simd.0))?;
        }
        fs::write(folder.join("clearance.js"), glue.unwrap_or_default())?;
        let sources = root.join("js/package");
        for name in COMMON.iter().chain(self.files) {
            let file = format!("{name}.js");
            copy(&sources.join(&file), &folder.join(&file))?;
        }
        copy(&sources.join(format!("{}.js", self.face)), &folder.join("index.js"))?;
        fs::write(folder.join("numbers.js"), self.constants())?;
        fs::write(folder.join("where.js"), WHERE)?;
        Ok(())
    }

    /// Compiles the library; gives the glue and the library of wasm-bindgen.
    fn library(
        &self,
        root: &Path,
        file: &str,
        profile: &str,
        flags: &str,
    ) -> anyhow::Result<(PathBuf, PathBuf)> {
        let built = root.join("target/npm-build").join(file.trim_end_matches(".wasm"));
        let mut command = cargo(root, "build --lib --package clearance-js");
        command.args(["--profile", profile, "--no-default-features", "--features", self.features]);
        command.args(["--target", TARGET]);
        command.arg("--target-dir").arg(&built);
        command.env("RUSTFLAGS", format!("--cfg clearance_unwatched {flags}").trim_end());
        run(command)
            .with_context(|| format!("is the target there? `rustup target add {TARGET}`"))?;
        let out = built.join("bindgen").join(self.name);
        fs::create_dir_all(&out)?;
        let tool = "--manifest-path xtask/bindgen/Cargo.toml --target-dir target/bindgen";
        let mut bindgen = cargo(root, &format!("run --quiet {tool} --"));
        bindgen
            .arg(built.join(format!("{TARGET}/{profile}/clearance_js.wasm")))
            .arg(&out)
            .arg("bare");
        run(bindgen)?;
        Ok((out.join("clearance.js"), out.join("clearance_bg.wasm")))
    }

    fn constants(&self) -> String {
        let (dim, array) = self.numbers;
        let pose = if dim == 2 { 3 } else { 7 };
        format!(
            "// The dimension, how many numbers a pose has, and the array of numbers of answers.\n\n\
             export const DIM = {dim};\nexport const POSE = {pose};\nexport const Real = {array};\n"
        )
    }
}

/// Bundlers find files by these expressions.
const WHERE: &str = "// Where the libraries are.

export const simd = () => new URL('./clearance-simd.wasm', import.meta.url);
export const plain = () => new URL('./clearance.wasm', import.meta.url);
";

/// Merges equal functions, sorts them by name so that they compress well, and removes the names.
fn shorten(root: &Path, library: &Path, to: &Path) -> anyhow::Result<()> {
    let tool = root.join("js/node_modules/binaryen/bin/wasm-opt");
    if !tool.exists() {
        eprintln!(
            "xtask: no binaryen in js/node_modules (`npm ci` in js): the library stays large"
        );
        return copy(library, to);
    }
    let mut command = Command::new("node");
    command.arg(tool).arg(library).arg("-o").arg(to);
    command.args(["--duplicate-function-elimination", "--reorder-functions-by-name"]);
    command.arg("--strip-debug");
    run(command)
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}
