//! The tests of rapier3d with clearance as its dispatcher: `cargo xtask rapier` copies the package from where cargo has it,
//! makes `clearance_rapier` the default, and runs all of its tests.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::steps::{cargo, output, run};

const PARRYS: &str = "DefaultQueryDispatcher";
const OURS: &str = "clearance_rapier::d3::Dispatcher::default()";

/// Where rapier names its dispatcher.
const FILES: [&str; 3] = [
    "src/geometry/mod.rs",
    "src/geometry/narrow_phase/mod.rs",
    "src/control/character_controller.rs",
];

/// It wants a manifold of each triangle, and those of clearance are joined already.
const OTHER: &str = "box_rests_stably_on_trimesh_with_clustering";

pub fn test(root: &Path) -> anyhow::Result<()> {
    let copy = root.join("target/rapier");
    fs::create_dir_all(&copy)?;
    copy_all(&source(root)?, &copy)?;
    for file in FILES {
        let path = copy.join(file);
        let text = fs::read_to_string(&path)?;
        ensure!(text.contains(PARRYS), "{file} does not name parry's dispatcher");
        fs::write(&path, with_ours(&text))?;
    }
    let manifest = copy.join("Cargo.toml");
    let added = format!(
        "\n[workspace]\n[profile.test]\nopt-level = 2\ndebug = false\n[dependencies.clearance-rapier]\npath = {:?}\n",
        root.join("rapier").canonicalize()?
    );
    fs::write(&manifest, fs::read_to_string(&manifest)? + &added)?;
    run(cargo(&copy, &format!("test --tests --no-fail-fast -- --skip {OTHER}")))
}

/// The text with our dispatcher in place of parry's.
fn with_ours(text: &str) -> String {
    let imported = text.replace(&format!("{{{PARRYS}, "), "{");
    imported
        .replace(&format!("parry::query::{PARRYS})"), &format!("{PARRYS})"))
        .replace(PARRYS, OURS)
}

/// The folder of the version that `bench/Cargo.lock` names.
fn source(root: &Path) -> anyhow::Result<PathBuf> {
    let metadata =
        output(cargo(&root.join("rapier"), "metadata --format-version 1 --all-features"))?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    let rapier = packages.iter().find(|package| package["name"] == "rapier3d");
    let manifest = rapier.and_then(|package| package["manifest_path"].as_str());
    Ok(Path::new(manifest.context("bench/Cargo.lock has no rapier3d")?).with_file_name(""))
}

/// Old files of the same names are overwritten.
fn copy_all(from: &Path, to: &Path) -> anyhow::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy_all(&entry.path(), &target)?;
        } else {
            fs::write(&target, fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

#[test]
fn replaces_values_and_imports() {
    let import = "use parry::query::{DefaultQueryDispatcher, PersistentQueryDispatcher};\n";
    assert_eq!(with_ours(import), "use parry::query::{PersistentQueryDispatcher};\n");
    let value = "Arc::new(parry::query::DefaultQueryDispatcher)";
    assert_eq!(with_ours(value), format!("Arc::new({OURS})"));
    assert_eq!(with_ours("d = DefaultQueryDispatcher;"), format!("d = {OURS};"));
}
