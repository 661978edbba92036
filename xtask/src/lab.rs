//! Builds the page: `cargo xtask lab`.
//!
//! ```text
//!   crates/wasm --rustc--> .wasm --xtask/bindgen--> lab/pkg/plane, space, mesh, heap
//!   lab/ (which imports lab/pkg) --npm run build--> crates/cli/lab, which is committed
//! ```
//!
//! Of binaryen's `wasm-opt`, which npm installs, two passes are used. Equal functions are merged, and the
//! others are sorted by name. So functions that come from the same text with different types are side by
//! side, and compress well. Other passes make the library smaller, but larger once compressed.
//!
//! The first half needs the target `wasm32-unknown-unknown`, the second Node. `cargo test` needs neither.
//! The declarations `clearance.d.ts` in lab/pkg are committed, so that the types of the page can be
//! checked (`cargo xtask page`) where the library is not built.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context;

use crate::steps::{cargo, run};

/// The libraries of the page, and what cargo builds for them. The page fetches libraries that it does not
/// need at the start when they are needed.
const LIBRARIES: [(&str, &str); 4] = [
    ("plane", "clearance-wasm --no-default-features --features plane"),
    ("space", "clearance-wasm --no-default-features --features space"),
    ("mesh", "clearance-wasm --no-default-features --features mesh"),
    ("heap", "clearance-wasm --no-default-features --features heap"),
];

/// Builds the libraries of the page, and the page unless only the `library` is asked for.
pub fn build(root: &Path, library: bool) -> anyhow::Result<()> {
    let lab = root.join("lab");
    for (name, what) in LIBRARIES {
        package(root, what, &lab.join("pkg").join(name))?;
    }
    if !library {
        run(npm(&lab, "ci"))?;
    }
    for (name, _) in LIBRARIES {
        order(&lab, &lab.join("pkg").join(name).join("clearance_bg.wasm"))?;
    }
    if !library {
        run(npm(&lab, "run build"))?;
    }
    Ok(())
}

/// Compiles a library and writes what a page imports.
fn package(root: &Path, what: &str, folder: &Path) -> anyhow::Result<()> {
    let target = "wasm32-unknown-unknown";
    run(cargo(root, &format!("build --profile wasm --lib --target {target} --package {what}")))
        .with_context(|| format!("is the target there? `rustup target add {target}`"))?;
    fs::create_dir_all(folder)?;
    let tool = "--manifest-path xtask/bindgen/Cargo.toml --target-dir target/bindgen";
    let mut bindgen = cargo(root, &format!("run --quiet --release {tool} --"));
    let built = what.split(' ').next().unwrap_or_default().replace('-', "_");
    bindgen.arg(root.join(format!("target/{target}/wasm/{built}.wasm"))).arg(folder);
    run(bindgen)
}

/// Merges equal functions, sorts them by name, and removes the names.
fn order(lab: &Path, library: &Path) -> anyhow::Result<()> {
    let tool = lab.join("node_modules/binaryen/bin/wasm-opt");
    if !tool.exists() {
        eprintln!("xtask: no binaryen in lab/node_modules (`npm ci`): the library stays large");
        return Ok(());
    }
    let mut command = Command::new("node");
    command.arg(tool).arg(library).arg("-o").arg(library);
    command.arg("--duplicate-function-elimination");
    command.args(["--reorder-functions-by-name", "--strip-debug"]);
    run(command)
}

/// A command of npm, run in the page's folder.
pub fn npm(lab: &Path, arguments: &str) -> Command {
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(name);
    command.current_dir(lab).args(arguments.split(' '));
    command
}
