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

pub const SCENE: &str = "robot = \"arm.urdf\"
[[body]]
name = \"post\"
shape = { kind = \"sphere\", radius = 0.2 }
pose = { t = [0, 1, 0] }
";

/// The header of a cloud of so many points.
const PLY: &str = "ply\nformat ascii 1.0\nelement vertex COUNT\nproperty double x\nproperty double y\nproperty double z\n";

pub fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../scenes/panda")
        .join(name)
        .display()
        .to_string()
}

pub fn check(folder: &Path, scene: &str, options: &[&str]) -> Run {
    file(folder, "arm.urdf", ARM);
    let scene = file(folder, "scene.toml", scene);
    run(&[&["check", scene.as_str()], options].concat())
}

/// What is refused, and with which words.
pub fn refused(run: &Run, words: &str) {
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
fn what_is_said_twice_is_refused() {
    let folder = folder("robot-twice");
    let twice = "joint \"turn\" has two values";
    refused(&check(&folder, SCENE, &["--q", "turn=.5,turn=.1"]), twice);
    let state = |name: &str, values: &str| {
        format!(
            "<group_state name='{name}' group='g'><joint name='turn' value='{values}'/></group_state>"
        )
    };
    // A state may have a part for each group, which agree.
    let states = [("s", "0.5"), ("s", "0.25"), ("same", "0.5"), ("same", "0.5"), ("long", "0.5 1")];
    let states: String = states.iter().map(|(name, values)| state(name, values)).collect();
    let srdf = file(&folder, "arm.srdf", &format!("<robot>{states}</robot>"));
    let ask = |q: &str| check(&folder, SCENE, &["--srdf", &srdf, "--q", q]);
    refused(&ask("s"), &format!("state \"s\": {twice}"));
    refused(&ask("long"), "state \"long\": joint \"turn\" needs one value, and has 2");
    assert_eq!(ask("same").status, 0);

    // The time of a path and a joint of that name are one column.
    let (urdf, csv) =
        (ARM.replace("'turn'", "'time'"), file(&folder, "path.csv", "time,lift\n0,0\n1,0\n"));
    let urdf = file(&folder, "time.urdf", &urdf);
    refused(&run(&["check", &urdf, "--path", &csv]), "the robot has a joint of that name");
    let still = file(&folder, "still.csv", "lift\n0\n0.1\n");
    assert_eq!(run(&["check", &urdf, "--path", &still]).status, 0);
}

#[test]
fn a_path_of_one_row_is_at_row_0() {
    let folder = folder("robot-one-row");
    // The bar is in the post where the path begins, which the second row does not change.
    for (rows, at) in [("1.4\n", "row 0, free up to 0\n"), ("0\n1.4\n1.4\n", "row 0.9")] {
        let path = file(&folder, "path.csv", &format!("turn\n{rows}"));
        let found = check(&folder, SCENE, &["--path", &path]);
        let said = found.out.lines().find(|line| line.starts_with("path: ")).unwrap();
        assert!(format!("{said}\n").contains(&format!("touch first at {at}")), "{said}");
        let json = check(&folder, SCENE, &["--path", &path, "--json"]).json()["path"].clone();
        let row = |key: &str| json[key]["row"].as_f64().unwrap();
        let last = rows.lines().count() as f64 - 1.0;
        assert!(row("first_contact") <= last && row("least") <= last, "{json}");
    }
    // Close, and no contact.
    let path = file(&folder, "path.csv", "turn\n0.5\n");
    let found = check(&folder, SCENE, &["--path", &path, "--clearance", "0.9"]);
    assert!(found.out.contains("post at row 0, nearer than 0.9"), "{}", found.out);
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
        "link1='tip' link2='base' reason='Never'",
        "name='up'",
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
    assert!(!std::fs::read_to_string(&out).unwrap().contains("Never"));
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
    refused(&check(&folder, &doubled, &[]), "a second body with the name \"bar\"");
}

/// Two arms that face each other; the left one holds a ball 0.5 m beyond its end.
const TWO: &str = "ignore = [[\"left/bar\", \"ball\"]]
[[robot]]
name = \"left\"
file = \"arm.urdf\"
q = { turn = 0.5 }
[[robot]]
name = \"right\"
file = \"arm.urdf\"
base = { t = [2.4, 0, 0], rpy = [0, 0, 3.141592653589793] }
[[body]]
name = \"ball\"
on = \"left/bar\"
shape = { kind = \"sphere\", radius = 0.1 }
pose = { t = [1.5, 0, 0] }
";

#[test]
fn several_robots_move_in_one_path() {
    let folder = folder("robot-two");
    let posed = |scene: &str, options: &[&str]| {
        let run = check(&folder, scene, &[options, &["--within", "9", "--json"]].concat());
        let pairs = run.json()["pairs"].as_array().unwrap().clone();
        let of = |a: &str, b: &str| {
            let is = |pair: &&serde_json::Value| pair["a"] == a && pair["b"] == b;
            pairs.iter().find(is).map(|pair| pair["signed_distance"].as_f64().unwrap())
        };
        (of("right/bar", "ball"), of("left/bar", "ball"), of("left/bar", "right/bar"))
    };
    // From a bar from x = 1.4 to 2.4 that is 0.1 wide.
    let apart = |x: f64, y: f64| (1.4 - x).max(0.0).hypot(y - 0.05) - 0.1;
    let (ball, held, bars) = posed(TWO, &[]);
    let (sin, cos) = 0.5_f64.sin_cos();
    assert!((ball.unwrap() - apart(1.5 * cos, 1.5 * sin)).abs() < 1e-12);
    assert!(held.is_none() && bars.is_some());
    let (ball, ..) = posed(TWO, &["--q", "left/turn=1,right/lift=0.2"]);
    let (sin, cos) = 1_f64.sin_cos();
    assert!((ball.unwrap() - apart(1.5 * cos, 1.5 * sin)).abs() < 1e-12);

    let ask = |csv: &str| {
        let path = file(&folder, "path.csv", csv);
        let run = check(&folder, TWO, &["--path", &path, "--json"]);
        (run.status, run.json()["path"].clone())
    };
    // The ball passes if the other arm is away.
    let (status, path) = ask("left/turn,right/turn\n1.2,0\n-1.2,0\n");
    assert_eq!((status, &path["verdict"]), (1, &json!("clash")), "{path}");
    assert_eq!(path["first_contact"]["pair"], json!(["right/bar", "ball"]), "{path}");
    let (status, path) = ask("left/turn,right/turn\n1.2,0\n1.2,-1.2\n-1.2,-1.2\n");
    assert_eq!((status, &path["verdict"]), (0, &json!("proven")), "{path}");

    let run = check(&folder, TWO, &["--prove-allowed", "--json"]);
    let allowed = run.json()["allowed"].as_array().unwrap().clone();
    assert!(allowed.iter().any(|pair| pair["pair"] == json!(["left/bar", "right/bar"])));
    assert_eq!(allowed.len(), 4, "the bars and tips of different arms: {allowed:?}");
}

#[test]
fn the_example_of_two_arms_has_a_path_that_is_proven_and_one_that_is_not() {
    let scene = example("two_arms.toml");
    let ask = |path: &str| run(&["check", &scene, "--path", &example(path), "--json"]);
    let proven = ask("two_arms.csv");
    assert_eq!(proven.status, 0, "{}", proven.err);
    let path = &proven.json()["path"];
    assert_eq!(path["verdict"], "proven");
    assert!((0.021..0.022).contains(&path["least"]["lower"].as_f64().unwrap()), "{path}");
    let clash = ask("two_arms_clash.csv");
    assert_eq!(clash.status, 1, "{}", clash.err);
    let pair = json!(["left/panda_link5", "right/panda_link5"]);
    assert_eq!(clash.json()["path"]["first_contact"]["pair"], pair);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_proof_and_says_how_far_it_came() {
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    let folder = folder("robot-interrupt");
    let scene = file(&folder, "scene.toml", SCENE);
    file(&folder, "arm.urdf", ARM);
    let rows: String = (0..400_000).map(|k| format!("{}\n", f64::from(k % 7) * 0.1)).collect();
    let path = file(&folder, "long.csv", &format!("turn\n{rows}"));
    // The signal may come before the command is ready for it, or after its end.
    for wait in [300, 600, 1200, 2400, 4800] {
        let child = Command::new(env!("CARGO_BIN_EXE_clearance"))
            .args(["check", &scene, "--path", &path, "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(wait));
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let out = child.wait_with_output().unwrap();
        let (Some(1), Ok(json)) =
            (out.status.code(), serde_json::from_slice::<serde_json::Value>(&out.stdout))
        else {
            continue;
        };
        let path = &json["path"];
        assert_eq!((&path["verdict"], &path["least"]), (&json!("undecided"), &json!(null)));
        let row = path["stopped"].as_f64().unwrap();
        assert!((0.0..399_999.0).contains(&row), "{row}");
        return;
    }
    panic!("no interrupt came at the right time");
}

/// The file in a folder of its own, checked: refused with these words, within bounded time and memory.
fn hostile(name: &str, urdf: &str, words: &str) {
    let folder = folder(name);
    let path = file(&folder, "bad.urdf", urdf);
    let run = run(&["check", &path]);
    refused(&run, words);
    assert!(run.err.len() < 5000, "{}", run.err.len());
}

#[test]
fn hostile_robots_are_refused_by_file_and_place() {
    let joint = |name: &str, parent: &str, child: &str| {
        format!(
            "<joint name='{name}' type='fixed'><parent link='{parent}'/><child link='{child}'/></joint>"
        )
    };
    let links = "<link name='a'/><link name='b'/><link name='c'/>";
    let robot = |joints: &[String]| format!("<robot name='r'>{links}{}</robot>", joints.concat());
    let circle = [joint("x", "a", "b"), joint("y", "b", "c"), joint("z", "c", "a")];
    hostile(
        "hostile-circle",
        &robot(&circle),
        "bad.urdf: line 1: joint \"z\": link \"a\" is above itself",
    );
    let itself = [joint("x", "a", "a")];
    hostile(
        "hostile-itself",
        &robot(&itself),
        "bad.urdf: line 1: joint \"x\": link \"a\" is above itself",
    );
    let two = [joint("x", "a", "c"), joint("y", "b", "c")];
    hostile(
        "hostile-two",
        &robot(&two),
        "bad.urdf: line 1: joint \"y\": joint \"x\" has the same child",
    );
    let moves = joint("x", "a", "b").replace("fixed", "revolute");
    let ends = "<mimic joint='x'/><limit lower='-1' upper='1'/><parent";
    let mimic = robot(&[moves.replace("<parent", ends)]);
    hostile("hostile-mimic", &mimic, "bad.urdf: line 1: joint \"x\": it follows itself");
    for number in ["nan", "inf", "1e999", "-1e400", "0x10"] {
        let shape = format!("<sphere radius='{number}'/>");
        let text = format!(
            "<robot name='r'>\n<link name='a'><collision>\n<geometry>{shape}</geometry></collision></link></robot>"
        );
        hostile("hostile-number", &text, "bad.urdf: line 3");
        let text = text.replace(&shape, "<sphere radius='1'/>");
        let origin = format!("<collision>\n<origin xyz='0 {number} 0'/>");
        hostile("hostile-number", &text.replace("<collision>\n", &origin), "bad.urdf: line 3");
    }
    // Entities would be a thousand million characters.
    let mut bomb = String::from("<?xml version='1.0'?><!DOCTYPE robot [<!ENTITY a0 'aaaaaaaaaa'>");
    for k in 1..10 {
        bomb += &format!("<!ENTITY a{k} '{}'>", format!("&a{};", k - 1).repeat(10));
    }
    hostile(
        "hostile-bomb",
        &format!("{bomb}]><robot name='&a9;'><link name='a'/></robot>"),
        "bad.urdf: line 1: it defines entities",
    );
    hostile("hostile-deep", &"<robot>".repeat(200_000), "bad.urdf: line 1");
}

#[test]
fn hostile_names_of_meshes_are_refused() {
    let folder = folder("hostile-mesh");
    let mesh = |uri: &str, words: &str| {
        let shape = format!("<mesh filename='{uri}'/>");
        let path = file(&folder, "bad.urdf", &ARM.replace("<box size='1 0.1 0.1'/>", &shape));
        let run = run(&["check", &path]);
        refused(&run, words);
        assert!(run.err.contains("bad.urdf"), "{}", run.err);
    };
    mesh("none.stl", "none.stl");
    mesh("package://../../etc/passwd", "package");
    mesh("package://arm/../../../../../../etc/passwd", "package");
    mesh("package://", "package");
    mesh("http://localhost/a.stl", "a.stl");
    mesh("", "mesh");
    mesh("/dev/zero", "/dev/zero");
    #[cfg(unix)]
    {
        let (one, other) = (folder.join("one.stl"), folder.join("other.stl"));
        for (at, to) in [(&one, &other), (&other, &one)] {
            let _ = std::fs::remove_file(at);
            std::os::unix::fs::symlink(to, at).unwrap();
        }
        mesh("one.stl", "one.stl");
    }
    // A count that the file does not have.
    let mut stl = vec![b' '; 80];
    stl.extend(u32::MAX.to_le_bytes());
    std::fs::write(folder.join("many.stl"), stl).unwrap();
    mesh("many.stl", "many.stl");
}

#[test]
fn a_chain_of_very_many_links_ends_in_bounded_time() {
    let folder = folder("hostile-many");
    let check = |count: usize, inside: &str| {
        let link = |k: usize| format!("<link name='l{k}'>{inside}</link>");
        let joint = |k: usize| {
            let ends = format!("<parent link='l{k}'/><child link='l{}'/>", k + 1);
            format!("<joint name='j{k}' type='continuous'>{ends}<axis xyz='0 0 1'/></joint>")
        };
        let links: String = (0..count).map(link).collect();
        let joints: String = (0..count - 1).map(joint).collect();
        let text = format!("<robot name='r'>{links}{joints}</robot>");
        run(&["check", &file(&folder, "many.urdf", &text)])
    };
    let ball = "<collision><geometry><sphere radius='1'/></geometry></collision>";
    let start = std::time::Instant::now();
    assert_eq!(check(3000, "").status, 0);
    refused(&check(200_000, ""), "many.urdf: the robot has 200000 links");
    // All pairs of them have a thousand million joints between them.
    refused(&check(1000, ball), "many.urdf: the robot has 1000 links");
    assert!(start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
}

#[test]
fn odd_tables_of_robots_are_refused() {
    let folder = folder("robot-two-refused");
    let with = |from: &str, to: &str| check(&folder, &TWO.replacen(from, to, 1), &[]);
    assert_eq!(check(&folder, TWO, &[]).status, 0);
    refused(&with("name = \"right\"", "name = \"left\""), "two robots have the name \"left\"");
    refused(&with("name = \"right\"\n", ""), "robot number 2: it has no name");
    refused(&with("file = \"arm.urdf\"", ""), "robot number 1: it has no file");
    refused(&with("file = \"arm.urdf\"", "file = \"no.urdf\""), "no.urdf");
    refused(&with("turn = 0.5", "trun = 0.5"), "robot \"left\": q: an unknown joint \"trun\"");
    refused(
        &with("on = \"left/bar\"", "on = \"left/rod\""),
        "link \"left/rod\", which does not exist",
    );
    refused(&with("\"left/bar\", \"ball\"", "\"bar\", \"ball\""), "\"bar\"");
    refused(&with("\n[[robot]]", "\nsrdf = \"a.srdf\"\n[[robot]]"), "srdf goes with a robot");
    let options = |more: &[&str]| check(&folder, TWO, more);
    refused(&options(&["--srdf", "a.srdf"]), "--srdf is for one robot");
    refused(&options(&["--prove-allowed", "--write-srdf", "out.srdf"]), "--write-srdf is for one");
    refused(&options(&["--q", "turn=1"]), "unknown joint \"turn\"");
    let alone = "[[body]]\nname = \"a\"\non = \"b\"\nshape = { kind = \"sphere\", radius = 1 }\n";
    refused(&check(&folder, alone, &[]), "body \"a\" is on a link, but the scene has no robot");
    refused(&check(&folder, "robot = 3\n", &[]), "robot must be the name of a file");
    let floor = "shape = { kind = \"half-space\", normal = [0, 0, 1], offset = 0 }";
    refused(&with("shape = { kind = \"sphere\", radius = 0.1 }", floor), "half-space");
}

#[test]
fn a_cloud_is_a_body() {
    let folder = folder("robot-cloud");
    // A wall of balls at y = 1, behind the post's place.
    let lines = (0..60).flat_map(|x| (0..60).map(move |z| (x, z)));
    let wall: String = lines
        .map(|(x, z)| format!("{},1,{}\n", f64::from(x - 30) * 0.05, f64::from(z - 30) * 0.05))
        .collect();
    file(&folder, "wall.csv", &format!("x,y,z\n{wall}"));
    let scene =
        "robot = \"arm.urdf\"\n[[body]]\nname = \"wall\"\ncloud = \"wall.csv\"\nradius = 0.03\n";
    let path = |csv: &str| {
        let path = file(&folder, "path.csv", csv);
        let run = check(&folder, scene, &["--path", &path, "--json"]);
        run.json()["path"].clone()
    };
    let proven = path("turn\n-1.5\n0.9\n");
    assert_eq!(proven["verdict"], "proven", "{proven}");
    let hit = path("turn\n-1.5\n1.45\n");
    assert_eq!(hit["first_contact"]["pair"][1], "wall", "{hit}");
    // The same as PCD, with a ray that met nothing.
    let count = wall.lines().count() + 1;
    let header =
        format!("FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH {count}\nHEIGHT 1\nDATA ascii\n");
    file(&folder, "wall.pcd", &format!("{header}nan nan nan\n{}", wall.replace(',', " ")));
    let csv = file(&folder, "path.csv", "turn\n-1.5\n1.45\n");
    let pcd = check(&folder, &scene.replace(".csv", ".pcd"), &["--path", &csv, "--json"]);
    assert_eq!(pcd.json()["path"]["first_contact"], hit["first_contact"]);
    let said = "body \"wall\": wall.pcd: line 6: 1 points have a coordinate that is not finite, and are left out";
    assert!(pcd.err.contains(said), "{}", pcd.err);
    let vertices = format!(
        "{}end_header\n{}",
        PLY.replace("COUNT", &wall.lines().count().to_string()),
        wall.replace(',', " ")
    );
    file(&folder, "wall.ply", &vertices);
    let ply = check(&folder, &scene.replace(".csv", ".ply"), &["--path", &csv, "--json"]);
    assert_eq!(ply.json()["path"]["first_contact"], hit["first_contact"], "{}", ply.err);
    // By itself it is a body of a scene, too.
    let pose = "pose = { t = [0, 0.5, 0] }\n";
    let ball = "[[body]]\nname = \"ball\"\nshape = { kind = \"sphere\", radius = 0.1 }\n";
    let run = check(&folder, &format!("{scene}{pose}{ball}"), &["--json"]);
    let pairs = run.json()["pairs"].clone();
    let of = |pair: &&serde_json::Value| pair["a"] == "wall" && pair["b"] == "ball";
    let pair = pairs.as_array().unwrap().iter().find(of).unwrap().clone();
    assert!((pair["signed_distance"].as_f64().unwrap() - 1.37).abs() < 1e-12, "{pair}");

    let odd = |csv: &str, scene: &str, words: &str| {
        file(&folder, "wall.csv", csv);
        refused(&check(&folder, scene, &[]), words);
    };
    odd("0,1,0\n0,1\n", scene, "wall.csv: line 2: it has 2 values");
    odd("0,1,nan\n", scene, "wall.csv: line 1: z: \"nan\" is not finite");
    odd("", scene, "wall.csv: there are no points");
    odd("0,1,0,0.1\n", scene, "have radii, and radius is another");
    odd("0,1,0\n", &scene.replace("radius = 0.03", ""), "it needs a radius");
    odd("0,1,0\n", &scene.replace("0.03", "-0.03"), "radius");
    odd("0,1,0\n", &scene.replace("cloud = \"wall.csv\"", "mesh = \"a.stl\""), "radius goes with");
    odd("0,1,0\n", &format!("{scene}mesh = \"a.stl\"\n"), "only one of mesh");
    odd("0,1,0\n", &scene.replace("wall.csv", "none.csv"), "none.csv");
}

#[test]
fn units_other_than_metres_are_a_warning() {
    let folder = folder("robot-units");
    let warnings = |scene: &str| check(&folder, scene, &["--json"]).json()["warnings"].to_string();
    let scene = format!("units = \"mm\"\n{TWO}");
    assert!(warnings(&scene).contains("robots are in metres, and nothing is scaled"));
    assert!(!warnings(&scene.replace("mm", "m")).contains("metres"));
    assert!(!warnings(TWO).contains("metres"));
}

#[test]
fn misspelled_names_in_the_files_of_a_robot_are_warnings() {
    let folder = folder("robot-misspelled");
    let said = |urdf: &str, srdf: &str| {
        let (urdf, srdf) = (file(&folder, "r.urdf", urdf), file(&folder, "r.srdf", srdf));
        let run = run(&["check", &urdf, "--srdf", &srdf, "--json"]);
        run.json()["warnings"].to_string()
    };
    let srdf = "<robot name='arm'><disable_collisions link1='tip' link2='bar'/></robot>";
    assert_eq!(said(ARM, srdf), "[]");
    let warnings = said(
        &ARM.replacen("<origin xyz", "<origin xzy", 1).replace("'revolute'", "'Revolute'"),
        &srdf.replace("disable_collisions", "disable_collision").replace("'arm'", "'leg'"),
    );
    for says in [
        "r.urdf: line 4: link \\\"bar\\\": <origin xzy> is not read; did you mean \\\"xyz\\\"?",
        "r.urdf: line 9: joint \\\"turn\\\": type \\\"Revolute\\\" is taken for \\\"revolute\\\"",
        "r.srdf: line 1: <disable_collision> is not read; did you mean \\\"disable_collisions\\\"?",
        "r.srdf: it is about a robot \\\"leg\\\", and the URDF file about \\\"arm\\\"",
    ] {
        assert!(warnings.contains(says), "{warnings}");
    }
}
