//! Every input of the corpus passes, also where there is no libFuzzer.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use clearance_testing::Random;

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
    replay("files", clearance_fuzz::files, 12);
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
fn what_is_proven_of_paths_holds_at_samples() {
    replay("paths", clearance_fuzz::paths, 10);
}

#[test]
fn answers_about_solids_are_those_of_slow_ways() {
    replay("solids", clearance_fuzz::solids, 10);
}

#[test]
fn no_answer_about_pairs_is_refuted() {
    replay("pairs", clearance_fuzz::pairs, 10);
}

/// Random inputs for each of the functions in turn, where there is no libFuzzer: `CLEARANCE_SECONDS=600 CLEARANCE_FUZZ=paths
/// cargo test -p clearance-fuzz --test corpus -- --ignored`. An input that fails is written to the folder of the system for
/// temporary files.
#[test]
#[ignore = "takes as long as CLEARANCE_SECONDS says"]
fn random_bytes_pass() {
    type Target = (&'static str, fn(&[u8]));
    let all: [Target; 4] = [
        ("meshes", clearance_fuzz::meshes),
        ("pairs", clearance_fuzz::pairs),
        ("paths", clearance_fuzz::paths),
        ("solids", clearance_fuzz::solids),
    ];
    let number =
        |name: &str, other: u64| clearance_testing::from_environment(name).unwrap_or(other);
    let only = std::env::var("CLEARANCE_FUZZ").unwrap_or_default();
    let until = Instant::now() + Duration::from_secs(number("CLEARANCE_SECONDS", 10));
    let mut rng = Random::new(number("CLEARANCE_SEED", 1));
    let (mut inputs, mut slowest) = (0, Duration::ZERO);
    while Instant::now() < until {
        let bytes: Vec<u8> = (0..rng.below(600)).map(|_| byte(&mut rng)).collect();
        for (name, run) in all.iter().filter(|(name, _)| only.is_empty() || only == *name) {
            let (began, file) =
                (Instant::now(), std::env::temp_dir().join(format!("{name}-input")));
            if let Err(panic) = std::panic::catch_unwind(|| run(&bytes)) {
                fs::write(&file, &bytes).unwrap();
                println!("{}", file.display());
                std::panic::resume_unwind(panic);
            }
            if began.elapsed() > slowest {
                slowest = began.elapsed();
                fs::write(std::env::temp_dir().join(format!("{name}-slow")), &bytes).unwrap();
            }
            inputs += 1;
        }
    }
    println!("{inputs} inputs, {slowest:?} at most");
    assert!(inputs > 0);
}

/// Mostly those of small numbers: see `bytes.rs`.
fn byte(rng: &mut Random) -> u8 {
    match rng.below(4) {
        0 => rng.below(256) as u8,
        1 => *rng.one_of(&[80, 88, 96, 104, 112]),
        _ => rng.below(193) as u8,
    }
}
