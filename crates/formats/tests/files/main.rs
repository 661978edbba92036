//! Small files of all formats, written for these tests: what is read of them, what is tolerated, and what
//! is an error.

mod hostile;
mod meshes;
mod mutations;
mod packages;
mod rows;
mod srdf;
mod three_mf;
mod urdf;

use std::path::{Path, PathBuf};

/// The content of a file of `tests/data`.
fn data(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read(path).unwrap()
}

/// A new, empty folder for one test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a file and the folders above it.
fn write(path: &Path, content: impl AsRef<[u8]>) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
}
