//! The committed pictures of the scenes are the output of the command.

use crate::common::{folder, run};
use std::path::Path;

/// The path of each picture and its scene without the extension, and the options.
const PICTURES: [(&str, &[&str]); 4] = [
    ("scenes/panda/scene", &["--hulls"]),
    ("scenes/contacts/scene", &["--contacts", "--within", "0"]),
    ("scenes/joint/scene", &[]),
    ("scenes/house/scene", &["--within", "60"]),
];

/// `CLEARANCE_WRITE=1` rewrites them instead.
#[test]
fn committed_pictures_are_what_the_command_draws() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let is_written = std::env::var_os("CLEARANCE_WRITE").is_some();
    let folder = folder("pictures");
    for (number, (name, options)) in PICTURES.into_iter().enumerate() {
        let path = |ending: &str| root.join(name).with_extension(ending);
        let committed = path("svg");
        let drawn = folder.join(format!("{number}.svg"));
        let target = if is_written { &committed } else { &drawn };
        let (scene, target) = (path("toml"), target.to_str().unwrap());
        let arguments = [&["check", scene.to_str().unwrap()], options, &["--svg", target]].concat();
        let run = run(&arguments);
        // Status 1: the scene has clashes, and the picture is written.
        assert!(matches!(run.status, 0 | 1), "{name}: {}", run.err);
        let read = |path: &Path| std::fs::read_to_string(path).unwrap();
        assert!(
            is_written || read(&committed) == read(&drawn),
            "{name}.svg is not what the command draws: look at {}, then `cargo xtask pictures`",
            drawn.display()
        );
    }
}
