//! `clearance check` of robots: configurations, paths that are proven or not, pairs over the limits.

use std::path::Path;

use serde_json::json;

use crate::common::{Run, file, folder, run};

/// A bar of 1 m that turns around z in the origin, and a fixed base without a shape.
const ARM: &str = "<robot name='arm'>
  <link name='base'/>
  <link name='bar'><collision>
    <origin xyz='0.5 0 0'/><geometry><box size='1 0.1 0.1'/></geometry>
  </collision></link>
  <link name='tip'><collision>
    <origin xyz='0.9 0 0.2'/><geometry><sphere radius='0.1'/></geometry>
  </collision></link>
  <joint name='turn' type='revolute'>
    <parent link='base'/><child link='bar'/><axis xyz='0 0 1'/><limit lower='-1.5' upper='1.5'/>
  </joint>
  <joint name='lift' type='prismatic'>
    <parent link='bar'/><child link='tip'/><axis xyz='0 0 1'/><limit lower='-0.5' upper='0.5'/>
  </joint>
</robot>";

const SCENE: &str = "robot = \"arm.urdf\"
[[body]]
name = \"post\"
shape = { kind = \"sphere\", radius = 0.2 }
pose = { t = [0, 1, 0] }
";

fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/panda")
        .join(name)
        .display()
        .to_string()
}

fn check(folder: &Path, scene: &str, options: &[&str]) -> Run {
    file(folder, "arm.urdf", ARM);
    let scene = file(folder, "scene.toml", scene);
    run(&[&["check", scene.as_str()], options].concat())
}

/// What is refused, and with which words.
fn refused(run: &Run, words: &str) {
    assert_eq!(run.status, 2, "{}", run.out);
    assert!(run.err.contains(words), "{}", run.err);
}

#[test]
fn the_example_has_a_path_that_is_proven_and_one_that_samples_miss() {
    let scene = example("cell.toml");
    let proven = run(&["check", &scene, "--path", &example("proven.csv"), "--json"]);
    assert_eq!(proven.status, 0, "{}", proven.err);
    let path = &proven.json()["path"];
    assert_eq!((&path["verdict"], &path["first_contact"]), (&json!("proven"), &json!(null)));
    let bounds = ["lower", "upper"].map(|key| path["least"][key].as_f64().unwrap());
    assert!(0.019 < bounds[0] && bounds[0] < bounds[1] && bounds[1] < 0.02, "{bounds:?}");

    let missed = run(&["check", &scene, "--path", &example("missed.csv"), "--json"]);
    assert_eq!(missed.status, 1, "{}", missed.err);
    let path = &missed.json()["path"];
    assert_eq!(path["verdict"], "clash");
    assert_eq!(path["first_contact"]["pair"], json!(["panda_leftfinger", "box 2"]));
    let row = path["first_contact"]["row"].as_f64().unwrap();
    assert!((0.08..0.09).contains(&row), "{row}: between two of 100 samples");
    // The configurations to both sides are free.
    let text = std::fs::read_to_string(example("missed.csv")).unwrap();
    let rows: Vec<Vec<f64>> = text.lines().skip(2).map(numbers).collect();
    for (step, class) in [(0.08, 0), (0.084, 1), (0.09, 0)] {
        let names = text.lines().nth(1).unwrap().split(',');
        let value = |(name, k): (&str, usize)| {
            format!("{name}={:?}", rows[0][k] + step * (rows[1][k] - rows[0][k]))
        };
        let q = names.zip(0..).map(value).collect::<Vec<_>>().join(",");
        assert_eq!(run(&["check", &scene, "--q", &q]).status, class, "{step}");
    }
}

#[test]
fn a_proof_is_confirmed_by_the_checker() {
    let (scene, path) = (example("cell.toml"), example("proven.csv"));
    let ask = |path: &str, more: &[&str]| {
        run(&[&["check", &scene, "--path", path, "--verify"], more].concat())
    };
    let checker = &ask(&path, &["--json"]).json()["path"]["checker"];
    assert_eq!(checker["verdict"], "proven");
    assert!(checker["stretches"].as_u64().unwrap() > 100, "{checker}");
    let said = ask(&path, &[]);
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.contains("path: proven, confirmed by the checker in "), "{}", said.out);
    // There is nothing to check about a path that is not proven.
    let clash = ask(&example("missed.csv"), &["--json"]);
    assert_eq!((clash.status, clash.json()["path"].get("checker")), (1, None));
    refused(&run(&["check", &scene, "--verify"]), "--path <FILE>");
}

fn numbers(line: &str) -> Vec<f64> {
    line.split(',').map(|word| word.parse().unwrap()).collect()
}

#[test]
fn a_configuration_poses_the_links() {
    let folder = folder("robot-q");
    let clearance = |options: &[&str]| {
        let run = check(&folder, SCENE, &[options, &["--json"]].concat());
        let pairs = run.json()["pairs"].clone();
        let of = |pair: &&serde_json::Value| pair["a"] == "bar" && pair["b"] == "post";
        let pair = pairs.as_array().unwrap().iter().find(of).unwrap().clone();
        pair["signed_distance"].as_f64().unwrap()
    };
    // The bar ends at x = 1 and is 0.1 wide.
    let apart = |x: f64, y: f64| x.hypot(y) - 0.2;
    assert!((clearance(&[]) - (0.95 - 0.2)).abs() < 1e-12);
    assert!((clearance(&["--q", "turn=0"]) - (0.95 - 0.2)).abs() < 1e-12);
    let (sin, cos) = 1.2_f64.sin_cos();
    // The post in the frame of the bar: it is beside the bar, or beyond its end.
    let (x, y) = (sin, cos);
    let expected = apart((x - 1.0).max(0.0), y - 0.05);
    assert!((clearance(&["--q", " turn = 1.2 , lift=0.1"]) - expected).abs() < 1e-12);
    let base = SCENE.replacen('\n', "\nbase = { t = [0, 0.25, 0] }\nq = { turn = 0 }\n", 1);
    let run = check(&folder, &base, &["--json"]);
    assert!((run.json()["pairs"][0]["signed_distance"].as_f64().unwrap() - 0.5).abs() < 1e-12);
}

#[test]
fn paths_are_proven_or_say_where_they_are_not() {
    let folder = folder("robot-path");
    let ask = |csv: &str, options: &[&str]| {
        let path = file(&folder, "path.csv", csv);
        check(&folder, SCENE, &[&["--path", path.as_str(), "--json"], options].concat())
    };
    let path = |csv: &str, options: &[&str]| ask(csv, options).json()["path"].clone();
    let near = "turn\n-1\n0.9\n";
    assert_eq!(path(near, &[])["verdict"], "proven");
    // At 0.9 the ball at the tip is nearest: its middle is 0.2 above the post's.
    let (sin, cos) = 0.9_f64.sin_cos();
    let least = (0.9 * cos).hypot(0.9 * sin - 1.0).hypot(0.2) - 0.3;
    let found = &path(near, &[])["least"];
    let bounds = ["lower", "upper"].map(|key| found[key].as_f64().unwrap());
    assert!(
        bounds[0] <= least && least <= bounds[1] && bounds[1] - bounds[0] < 2e-4,
        "{found} {least}"
    );
    assert!(found["row"].as_f64().unwrap() > 0.999 && found["pair"] == json!(["tip", "post"]));
    assert_eq!(path(near, &["--clearance", "0.3"])["verdict"], "proven");
    assert_eq!(path(near, &["--clearance", "0.4"])["verdict"], "close");
    let hit = path("time,turn\n0,-1\n2,1.5\n", &[]);
    assert_eq!(
        (&hit["verdict"], &hit["first_contact"]["pair"]),
        (&json!("clash"), &json!(["bar", "post"]))
    );
    assert_eq!(ask(near, &[]).status, 0);
    assert_eq!(ask(near, &["--clearance", "0.4"]).status, 1);
    assert_eq!(ask("turn\n-1\n1.5\n", &[]).status, 1);

    let beyond = ask("turn,lift\n0,0\n0,0.6\n0,0.7\n", &[]);
    let said = "path.csv: line 3: joint \"lift\" is at 0.6, beyond its limits -0.5 and 0.5";
    assert!(beyond.status == 0 && beyond.err.contains(said), "{}", beyond.err);
    refused(&ask("turn,lift\n0,0\n1\n", &[]), "path.csv: line 3: \"lift\" has no value");
    refused(&ask("turn\n0\nfast\n", &[]), "path.csv: line 3: \"turn\"");
    refused(
        &ask("trun\n0\n", &[]),
        "unknown joint \"trun\"; the known ones are turn, lift; did you mean \"turn\"?",
    );
    refused(&ask("turn\n", &[]), "no row");
}

#[test]
fn pairs_are_proven_over_the_limits_and_written_as_srdf() {
    let folder = folder("robot-allowed");
    let urdf = file(&folder, "arm.urdf", &ARM.replace("lower='-0.5'", "lower='-0.05'"));
    // The ball above the bar is held by its neighbour; a fixed base would never meet it.
    let base = "<link name='base'><collision><origin xyz='0 0 -1'/><geometry><sphere radius='0.5'/></geometry></collision></link>";
    let urdf_of =
        |text: &str| file(&folder, "arm.urdf", &text.replace("<link name='base'/>", base));
    urdf_of(ARM);
    let srdf = file(
        &folder,
        "in.srdf",
        "<robot name='arm'><disable_collisions link1='tip' link2='base' reason='Never'/>
      <group_state name='up' group='all'><joint name='turn' value='1'/></group_state></robot>",
    );
    let out = folder.join("out.srdf").display().to_string();
    let options =
        ["check", &urdf, "--srdf", &srdf, "--prove-allowed", "--write-srdf", &out, "--json"];
    let never = run(&options);
    assert_eq!(
        never.json()["allowed"][0],
        json!({"pair": ["base", "tip"], "verdict": "never", "disabled": "Never"})
    );
    assert_eq!(never.status, 0, "{}", never.err);
    let written = std::fs::read_to_string(&out).unwrap();
    for pair in [
        "\"base\" link2=\"bar\" reason=\"Adjacent\"",
        "\"base\" link2=\"tip\" reason=\"Never\"",
        "name=\"up\"",
    ] {
        assert!(written.contains(pair), "{written}");
    }
    // A state is a configuration.
    assert_eq!(run(&["check", &urdf, "--srdf", &srdf, "--q", "up"]).status, 0);
    refused(&run(&["check", &urdf, "--srdf", &srdf, "--q", "down"]), "unknown state \"down\"");

    // A ball that can be lowered onto the base refutes the file.
    let low =
        ARM.replace("lower='-0.5'", "lower='-2'").replace("xyz='0.9 0 0.2'", "xyz='0.3 0 0.2'");
    urdf_of(&low);
    let wrong = run(&options);
    assert_eq!((wrong.status, &wrong.json()["allowed"][0]["verdict"]), (1, &json!("sometimes")));
    let table = run(&options[..options.len() - 1]);
    assert!(
        table.out.contains("base - tip: can touch, but the SRDF file says \"Never\""),
        "{}",
        table.out
    );
    assert!(!std::fs::read_to_string(&out).unwrap().contains("link2=\"tip\" reason=\"Never\""));
}

#[test]
fn robots_that_cannot_be_read_are_refused() {
    let folder = folder("robot-refused");
    let urdf = |text: &str| {
        let path = file(&folder, "bad.urdf", text);
        run(&["check", &path])
    };
    refused(&urdf("<robot name='a'><link name='b'>"), "bad.urdf");
    refused(
        &urdf(
            &ARM.replace("<box size='1 0.1 0.1'/>", "<mesh filename='package://parts/bar.stl'/>"),
        ),
        "package://parts/bar.stl",
    );
    refused(&urdf(&ARM.replace("'0.1'", "'-0.1'")), "bad.urdf");
    refused(&urdf(&ARM.replace("size='1 0.1 0.1'", "size='1 0 0.1'")), "link \"bar\"");
    let options = |more: &[&str]| check(&folder, SCENE, more);
    refused(&options(&["--q", "turn"]), "unknown state \"turn\"");
    refused(&options(&["--q", "turn=a"]), "no finite number: a");
    refused(&options(&["--q", "turn=inf"]), "no finite number");
    refused(&options(&["--package", "parts"]), "--package needs NAME=DIR");
    refused(&options(&["--package", "parts=/nowhere/at/all"]), "no such folder");
    let plain = SCENE.replace("robot = \"arm.urdf\"\n", "");
    refused(&check(&folder, &plain, &["--q", "turn=1"]), "need a robot");
    refused(&check(&folder, &format!("srdf = \"a.srdf\"\n{plain}"), &[]), "srdf goes with a robot");
    let doubled = SCENE.replace("\"post\"", "\"bar\"");
    refused(&check(&folder, &doubled, &[]), "two bodys with the name \"bar\"");
}
