//! Joints and bases that may be off, and proofs as files.

use std::fs;
use std::path::Path;

use crate::common::{Run, file, folder, run};
use crate::robots::{SCENE, check, refused};

/// The bar goes from the left to 0.9 radians, and touches the post at 1.318.
const ROWS: &str = "turn\n-1\n0.9\n";

fn ask(folder: &Path, options: &[&str]) -> Run {
    let path = file(folder, "path.csv", ROWS);
    check(folder, SCENE, &[&["--path", path.as_str(), "--no-least"], options].concat())
}

#[test]
fn what_is_proven_is_proven_for_all_motions_within_a_tolerance() {
    let folder = folder("within-joints");
    let proven = ask(&folder, &["--joint-tolerance", "turn=0.05", "--verify"]);
    assert_eq!(proven.status, 0, "{}{}", proven.out, proven.err);
    let said = "path: proven, for all motions within the tolerance of its joints, confirmed by the checker";
    assert!(proven.out.starts_with(said), "{}", proven.out);
    let json = ask(&folder, &["--joint-tolerance", "turn=0.05,lift=0", "--json"]).json();
    assert_eq!(json["path"]["tolerance"], serde_json::json!({ "turn": 0.05 }));
    // 0.9 and 0.45 are beyond the touch.
    let clash = ask(&folder, &["--joint-tolerance", "turn=0.45"]);
    assert!(clash.status == 1 && clash.out.starts_with("path: clash"), "{}", clash.out);
    let file = file(
        &folder,
        "controllers.yaml",
        "arm:\n  ros__parameters:\n    constraints:\n      goal_time: 0.5\n      turn: {trajectory: 0.45, goal: 0.01}\n",
    );
    let clash = ask(&folder, &["--tolerance-of", &file]);
    assert!(clash.status == 1 && clash.out.starts_with("path: clash"), "{}", clash.out);
    // A base that turns is as a joint that does.
    assert_eq!(ask(&folder, &["--base-tolerance", "0.001,0.01"]).status, 0);
    assert_eq!(ask(&folder, &["--base-tolerance", "0.001,0.45"]).status, 1);
}

#[test]
fn widths_that_are_none_are_refused() {
    let folder = folder("within-refused");
    let yaml = |width: &str| {
        let text = format!("arm:\n  constraints:\n    turn: {{{width}}}\n");
        file(&folder, "controllers.yaml", &text)
    };
    for width in ["trajectory: 0", "trajectory: -1", "goal: 0.1"] {
        let run = ask(&folder, &["--tolerance-of", &yaml(width)]);
        refused(&run, "\"turn\" is 0, negative or missing");
        // Unless the width is said.
        let both = ["--tolerance-of", &yaml(width), "--joint-tolerance", "turn=0.05"];
        assert_eq!(ask(&folder, &both).status, 0);
    }
    refused(
        &ask(&folder, &["--tolerance-of", &file(&folder, "none.yaml", "arm: 1\n")]),
        "no joint",
    );
    refused(&ask(&folder, &["--joint-tolerance", "trun=0.1"]), "did you mean");
    for wrong in ["-0.1", "x", "turn=", "turn=nan"] {
        let said = format!("--joint-tolerance={wrong}");
        refused(&ask(&folder, &[&said]), "is no tolerance");
    }
    refused(&ask(&folder, &["--base-tolerance", "0.1"]), "a shift and a turn are needed");
    // Angles and lengths share no number.
    let panda = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/panda");
    let [cell, path] =
        ["cell.toml", "proven.csv"].map(|name| panda.join(name).display().to_string());
    let run = run(&["check", &cell, "--path", &path, "--joint-tolerance", "0.005"]);
    refused(&run, "an angle for some joints and a length for others");
}

#[test]
fn a_proof_is_a_file_that_a_checker_reads() {
    let folder = folder("within-certificate");
    let proof = folder.join("proof.json").display().to_string();
    let scene = folder.join("scene.toml").display().to_string();
    let options =
        ["--joint-tolerance", "turn=0.05", "--clearance", "0.01", "--certificate", &proof];
    let made = ask(&folder, &options);
    assert_eq!(made.status, 0, "{}{}", made.out, made.err);
    let verify = |proof: &str| run(&["verify", proof, "--scene", &scene]);
    let found = verify(&proof);
    let said = "path: proven by the checker, with a clearance of 0.01, for all motions within the tolerance";
    assert!(found.status == 0 && found.out.starts_with(said), "{}{}", found.out, found.err);
    assert!(!found.err.contains("warning"), "{}", found.err);
    // Another claim, another path, and another world.
    let text = fs::read_to_string(&proof).unwrap();
    for (from, to) in [("\"clearance\":0.01", "\"clearance\":0.5"), ("[0.9,", "[1.2,")] {
        assert!(text.contains(from), "{text}");
        let other = file(&folder, "other.json", &text.replace(from, to));
        let found = verify(&other);
        assert!(found.status == 1 && found.out.contains("refuted"), "{}", found.out);
    }
    let moved = SCENE.replace("[0, 1, 0]", "[0, 0.3, 0]");
    assert_ne!(moved, SCENE);
    file(&folder, "scene.toml", &moved);
    let found = verify(&proof);
    assert!(found.status == 1, "{}", found.out);
    assert!(
        found.err.contains("the bodies, or what they must keep, are not those"),
        "{}",
        found.err
    );
    refused(&verify(&file(&folder, "empty.json", "{}")), "it is no certificate of a path");
    let renamed = file(&folder, "renamed.json", &text.replace("\"lift\"", "\"left\""));
    refused(
        &verify(&renamed),
        "its path is of the joints turn, left, but those that move are turn, lift",
    );
    let later = file(&folder, "later.json", &text.replace("\"version\":1", "\"version\":2"));
    refused(&verify(&later), "it is of version 2");
    // Nothing is written where nothing is proven.
    let none = folder.join("none.json").display().to_string();
    file(&folder, "scene.toml", SCENE);
    assert_eq!(ask(&folder, &["--clearance", "1", "--certificate", &none]).status, 1);
    assert!(!Path::new(&none).exists());
}
