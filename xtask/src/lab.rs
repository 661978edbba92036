//! Builds the page: `cargo xtask lab`.
//!
//! ```text
//!   crates/wasm --rustc--> .wasm --xtask/bindgen--> lab/pkg, and of the plane alone lab/pkg/plane
//!   lab/ (which imports lab/pkg) --npm run build--> crates/cli/lab, which is committed
//! ```
//!
//! Of binaryen's `wasm-opt`, which npm installs, only the order of functions is used: by name. So what
//! was made of one text for the plane and for space lies side by side, and compresses well. What else
//! it does makes the library smaller, but larger once compressed.
//!
//! The first half needs the target `wasm32-unknown-unknown`, the second Node. `cargo test` needs neither.
//! The declarations `clearance.d.ts` in lab/pkg are committed, so that the types of the page can be
//! checked (`cargo xtask page`) where the library is not built.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context;

use crate::steps::{cargo, run};

/// Builds the library of the page, and the page unless only the `library` is asked for.
pub fn build(root: &Path, library: bool) -> anyhow::Result<()> {
    let lab = root.join("lab");
    for (features, folder) in [("--no-default-features ", "pkg/plane"), ("", "pkg")] {
        package(root, features, &lab.join(folder))?;
    }
    if !library {
        run(npm(&lab, "ci"))?;
    }
    for folder in ["pkg/plane", "pkg"] {
        order(&lab, &lab.join(folder).join("clearance_bg.wasm"))?;
    }
    if !library {
        run(npm(&lab, "run build"))?;
    }
    Ok(())
}

/// Compiles the library and writes what a page imports.
fn package(root: &Path, features: &str, folder: &Path) -> anyhow::Result<()> {
    let target = "wasm32-unknown-unknown";
    let options = format!("{features}--features small --profile wasm --lib --target {target}");
    run(cargo(root, &format!("build --package clearance-wasm {options}")))
        .with_context(|| format!("is the target there? `rustup target add {target}`"))?;
    fs::create_dir_all(folder)?;
    let tool = "--manifest-path xtask/bindgen/Cargo.toml --target-dir target/bindgen";
    let mut bindgen = cargo(root, &format!("run --quiet --release {tool} --"));
    bindgen.arg(root.join(format!("target/{target}/wasm/clearance_wasm.wasm"))).arg(folder);
    run(bindgen)
}

/// Orders the functions of the library by their names, and takes the names away.
fn order(lab: &Path, library: &Path) -> anyhow::Result<()> {
    let tool = lab.join("node_modules/binaryen/bin/wasm-opt");
    if !tool.exists() {
        eprintln!("xtask: no binaryen in lab/node_modules (`npm ci`): the library stays large");
        return Ok(());
    }
    let mut command = Command::new("node");
    command.arg(tool).arg(library).arg("-o").arg(library);
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
