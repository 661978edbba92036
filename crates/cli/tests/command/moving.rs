//! Bodies that move beside a robot, paths of several files, and clocks that differ.

use std::path::Path;

use serde_json::Value;

use crate::common::{Run, file, folder};
use crate::robots::{SCENE, check, refused};

/// The bar touches a post at 1.318 radians, where it is after 4.64 s.
const ARM_PATH: &str = "time,turn\n0,-1\n5,1.5\n";
/// The post, on a belt: after 4.64 s it is 2.78 away.
const BELT_PATH: &str = "time,post/x\n0,0\n2,-1.2\n5,-3\n";

fn scene() -> String {
    SCENE.replace("name = \"post\"", "name = \"post\"\nmoves = true")
}

fn ask(folder: &Path, options: &[&str]) -> Run {
    let arm = file(folder, "arm.csv", ARM_PATH);
    let belt = file(folder, "belt.csv", BELT_PATH);
    check(folder, &scene(), &[&["--path", &arm, "--path", &belt], options].concat())
}

fn json(run: &Run) -> Value {
    assert!(run.status < 2, "{}", run.err);
    run.json()
}

#[test]
fn a_body_moves_beside_a_robot_on_a_path_of_its_own() {
    let folder = folder("moving-belt");
    let run = ask(&folder, &["--verify"]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    assert!(run.out.starts_with("path: proven, confirmed by the checker"), "{}", run.out);
    assert!(!run.err.contains("post/"), "{}", run.err);
    // Where it stands, it is where it was given; the path of the arm alone hits it there.
    let arm = file(&folder, "arm.csv", ARM_PATH);
    let stands = json(&check(&folder, &scene(), &["--path", &arm, "--json"]));
    assert_eq!(stands["path"]["verdict"], "clash");
    let time = stands["path"]["first_contact"]["time"].as_f64().unwrap();
    assert!((time - (1.318_116 + 1.0) / 0.5).abs() < 1e-5, "{time}");
    let pair = |found: &Value| found["pairs"][0]["signed_distance"].as_f64().unwrap();
    let [fixed, moving] =
        [SCENE, &scene()].map(|scene| json(&check(&folder, scene, &["--q", "turn=1", "--json"])));
    assert_eq!(pair(&fixed), pair(&moving));
    // One file may move both, and rows are of both then.
    let both = "time,turn,post/x\n0,-1,0\n2,0,-1.2\n5,1.5,-3\n";
    let both = file(&folder, "both.csv", both);
    let one = json(&check(&folder, &scene(), &["--path", &both, "--json"]));
    let two = json(&ask(&folder, &["--json"]));
    let least = |found: &Value| found["path"]["least"]["lower"].as_f64().unwrap();
    assert!((least(&one) - least(&two)).abs() < 1e-3, "{} {}", one["path"], two["path"]);
    // A body that turns about itself, and ignore and clearances by its name.
    let turns = file(&folder, "turns.csv", "time,post/yaw\n0,0\n5,6\n");
    let required = scene() + "[[clearance]]\nbetween = [\"bar\", \"post\"]\nleast = 0.1\n";
    let run = check(&folder, &required, &["--path", &turns, "--json"]);
    assert_eq!(json(&run)["path"]["pairs_with_own"], 1, "{}", run.err);
    let alone = scene().replace("robot = \"arm.urdf\"\n", "")
        + "[[body]]\nname = \"wall\"\nshape = { kind = \"sphere\", radius = 0.1 }\npose = { t = [-3, 1, 0] }\n";
    let belt = file(&folder, "belt.csv", BELT_PATH);
    let found = json(&check(&folder, &alone, &["--path", &belt, "--json"]));
    assert_eq!(found["path"]["first_contact"]["pair"], serde_json::json!(["post", "wall"]));
}

#[test]
fn clocks_that_differ_are_proven_or_tell_both_times() {
    let folder = folder("moving-clocks");
    let near = ask(&folder, &["--clocks", "--window", "1"]);
    assert_eq!(near.status, 0, "{}{}", near.out, near.err);
    let said = "clocks: proven, if they differ by 1 s at most\n";
    assert!(near.out.starts_with(said), "{}", near.out);
    let any = ask(&folder, &["--clocks"]);
    assert_eq!(any.status, 1, "{}", any.err);
    assert!(any.out.starts_with("clocks: clash, whatever they show, bar - post: "), "{}", any.out);
    assert!(
        any.out.contains("arm.csv\" at row") || any.out.contains("arm.csv at row"),
        "{}",
        any.out
    );
    let found = json(&ask(&folder, &["--clocks", "--json"]))["clocks"].clone();
    let clocks = found["at"]["clocks"].as_array().unwrap();
    let time = |k: usize| clocks[k]["time"].as_f64().unwrap();
    assert!(found["window"].is_null() && clocks.len() == 2, "{found}");
    // The bar is beyond its touch, and the post still there.
    assert!(time(0) > 3.0 && time(1) < 2.5, "{found}");
    let close = ask(&folder, &["--clocks", "--window", "1", "--clearance", "1.2", "--json"]);
    let found = &json(&close)["clocks"];
    assert_eq!((&found["verdict"], found["at"]["required"].as_f64()), (&"close".into(), Some(1.2)));
    // One file whose rows are those of two clocks.
    let both = file(&folder, "both.csv", "time,turn,post/x\n0,-1,0\n2,0,-1.2\n5,1.5,-3\n");
    let one = |window: &str| {
        check(&folder, &scene(), &["--path", &both, "--clocks", "--window", window, "--json"])
    };
    assert_eq!(json(&one("1"))["clocks"]["verdict"], "proven");
    let found = json(&one("5"))["clocks"].clone();
    assert_eq!(found["verdict"], "clash");
    assert_eq!(found["at"]["clocks"][1]["name"], "post");
}

#[test]
fn what_has_no_meaning_is_refused() {
    let folder = folder("moving-refused");
    let arm = file(&folder, "arm.csv", ARM_PATH);
    let again = file(&folder, "again.csv", "time,turn\n0,0\n1,1\n");
    let ask = |scene: &str, options: &[&str]| check(&folder, scene, options);
    refused(&ask(&scene(), &["--path", &arm, "--path", &again]), "are among those of");
    refused(&ask(SCENE, &["--path", &arm, "--clocks"]), "--clocks needs several robots");
    refused(&ask(&scene(), &["--path", &arm, "--window", "1"]), "--clocks");
    refused(&ask(&scene(), &["--path", &arm, "--clocks", "--verify"]), "--verify");
    refused(&ask(&scene(), &["--path", &arm, "--clocks", "--window", "-1"]), "--window");
    let rows = file(&folder, "rows.csv", "post/x\n0\n1\n");
    refused(&ask(&scene(), &["--path", &arm, "--path", &rows]), "all need times");
    let held = scene().replace("moves = true", "moves = true\non = \"bar\"");
    refused(&ask(&held, &[]), "no link holds");
    let flat = "[[body]]\nname = \"a\"\nmoves = true\nshape = { kind = \"circle\", radius = 1 }\n";
    refused(&ask(flat, &[]), "in space");
}
