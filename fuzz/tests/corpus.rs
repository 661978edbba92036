//! Every input of the corpus passes, also where there is no libFuzzer.

use std::fs;
use std::path::Path;

/// Runs the files of a folder of `corpus`, and asserts that it has as many as expected at least.
#[track_caller]
fn replay(folder: &str, run: fn(&[u8]), least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(folder);
    let mut files: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= least, "{} has {} files", folder.display(), files.len());
    for file in files {
        // Shown if it fails.
        println!("{}", file.display());
        run(&fs::read(&file).unwrap());
    }
}

#[test]
fn text_is_answered_or_refused() {
    replay("text", clearance_fuzz::text, 10);
}

#[test]
fn files_are_read_or_refused() {
    replay("files", clearance_fuzz::files, 9);
}

#[test]
fn hulls_are_valid() {
    replay("hulls", clearance_fuzz::hulls, 10);
}

#[test]
fn no_answer_about_meshes_is_refuted() {
    replay("meshes", clearance_fuzz::meshes, 10);
}

#[test]
fn no_answer_about_pairs_is_refuted() {
    replay("pairs", clearance_fuzz::pairs, 10);
}
