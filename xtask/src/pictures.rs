//! The pictures of the examples: drawn by the command, committed, and compared with what the
//! command draws now.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use crate::steps::cargo;

/// Each picture without its ending, which that of its scene differs by, and how it is drawn.
const PICTURES: [(&str, &str); 2] =
    [("examples/panda/scene", ""), ("examples/contacts/scene", " --contacts --within 0")];

/// Draws the pictures where they are committed.
pub fn draw(root: &Path) -> anyhow::Result<()> {
    PICTURES.iter().try_for_each(|(name, options)| {
        draw_one(root, name, options, &root.join(name).with_extension("svg"))
    })
}

/// Are the committed pictures what the command draws?
pub fn check(root: &Path) -> anyhow::Result<()> {
    let read = |path: &Path| {
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
    };
    let folder = root.join("target/pictures");
    for (number, (name, options)) in PICTURES.iter().enumerate() {
        let (committed, drawn) =
            (root.join(name).with_extension("svg"), folder.join(format!("{number}.svg")));
        draw_one(root, name, options, &drawn)?;
        ensure!(
            read(&committed)? == read(&drawn)?,
            "{name}.svg is not what the command draws: look at {}, then `cargo xtask pictures`",
            drawn.display()
        );
    }
    Ok(())
}

/// In the profile of the tests, which have just built the command.
fn draw_one(root: &Path, name: &str, options: &str, picture: &Path) -> anyhow::Result<()> {
    if let Some(folder) = picture.parent() {
        fs::create_dir_all(folder)?;
    }
    let arguments = "run --quiet --profile test --bin clearance --";
    let mut command = cargo(root, &format!("{arguments} check {name}.toml{options} --svg"));
    let output = command.arg(picture).output().context("cannot start cargo")?;
    // 1: the scene has clashes, and is drawn.
    ensure!(
        matches!(output.status.code(), Some(0 | 1)),
        "drawing {name}: {}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}
