//! Paths with times: what a controller makes of their rows.

use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Run, file, folder, run};
use crate::robots::{SCENE, check, example, refused};

/// From 0 back to 0 in two seconds, by 1.4 at most: q(t) = 2.8 t - 1.4 t^2.
const SWING: &str = "time,turn,turn.velocity\n0,0,2.8\n2,0,-2.8\n";
/// The bar touches the post where cos q = 0.25.
const TOUCH: f64 = 1.318_116_071_652_818;

fn ask(folder: &Path, csv: &str, options: &[&str]) -> Run {
    let path = file(folder, "path.csv", csv);
    check(folder, SCENE, &[&["--path", path.as_str()], options].concat())
}

fn path(folder: &Path, csv: &str, options: &[&str]) -> Value {
    let run = ask(folder, csv, &[options, &["--json"]].concat());
    assert!(run.status < 2, "{}", run.err);
    run.json()["path"].clone()
}

#[test]
fn rows_with_velocities_are_what_a_controller_makes_of_them() {
    let folder = folder("timed-swing");
    let found = ask(&folder, SWING, &[]);
    let time = 1.0 - (1.0 - TOUCH / 1.4).sqrt();
    let said = format!("path: clash, bar - post touch first at row {:.3}", time / 2.0);
    assert!(found.out.starts_with(&said), "{} {said}", found.out);
    assert!(found.out.contains(&format!(" ({time:.3}")), "{} {time}", found.out);
    assert!(found.err.contains("it ends at a velocity that is not 0"), "{}", found.err);
    let first = &path(&folder, SWING, &[])["first_contact"];
    let number = |key: &str| first[key].as_f64().unwrap();
    assert!((number("time") - time).abs() < 1e-5, "{first} {time}");
    assert!(number("time_lower") <= time && number("time") == 2.0 * number("row"), "{first}");

    let linear = ask(&folder, SWING, &["--interpolation", "linear"]);
    assert_eq!(linear.status, 0, "{}", linear.out);
    assert!(linear.err.contains("its velocities are not used"), "{}", linear.err);
    let same = path(&folder, SWING, &["--interpolation", "controller"]);
    assert_eq!(same["first_contact"], *first);

    // A slower one is proven, and the checker confirms that.
    let slow = SWING.replace("2.8", "2");
    let proven = path(&folder, &slow, &["--verify"]);
    assert_eq!(
        (&proven["verdict"], &proven["checker"]["verdict"]),
        (&json!("proven"), &json!("proven"))
    );
    let least = &proven["least"];
    assert!((least["time"].as_f64().unwrap() - 1.0).abs() < 0.05, "{least}");
    // A path without velocities may have times.
    let plain = path(&folder, "time,turn\n0,-1\n4,0.9\n", &[]);
    assert!(plain["least"]["time"].as_f64().unwrap() > 3.99, "{plain}");
    assert_eq!(path(&folder, "time,turn\n3,-1\n4,0.9\n", &[])["least"].get("time"), None);
}

#[test]
fn accelerations_make_curves_of_degree_5() {
    let folder = folder("timed-quintic");
    // Its control points are 0, 0, a / 20, a / 20, 0, 0: a / 32 in the middle.
    let bent = "time,turn,turn.velocity,turn.acceleration\n0,0,0,44.8\n1,0,0,44.8\n";
    assert_eq!(path(&folder, bent, &[])["verdict"], "clash");
    let still = bent.replace("44.8", "0");
    assert_eq!(path(&folder, &still, &[])["verdict"], "proven");
    let less = bent.replace("44.8", "40");
    assert_eq!(path(&folder, &less, &[])["verdict"], "proven");
}

#[test]
fn velocities_are_in_the_unit_of_angles() {
    let folder = folder("timed-degrees");
    let scene = format!("degrees = true\n{SCENE}");
    let degrees = SWING.replace("2.8", &2.8_f64.to_degrees().to_string());
    let csv = file(&folder, "path.csv", &degrees);
    let run = check(&folder, &scene, &["--path", &csv, "--json"]);
    let time = run.json()["path"]["first_contact"]["time"].as_f64().unwrap();
    assert!((time - (1.0 - (1.0 - TOUCH / 1.4).sqrt())).abs() < 1e-5, "{time}");
    // Lengths are not.
    let lift = "time,turn,lift,turn.velocity,lift.velocity\n0,0,0,0,1\n1,0,0,0,-1\n";
    let csv = file(&folder, "path.csv", lift);
    let run = check(&folder, &scene.replace("0, 1, 0", "0.9, 0, 0.7"), &["--path", &csv, "--json"]);
    // The ball at 0.2 rises by 0.25: the gap of 0.2 shrinks by all of it, with the ball of 0.1.
    assert_eq!(run.json()["path"]["verdict"], "clash", "{}", run.out);
}

#[test]
fn a_later_first_row_is_reached_from_where_the_robot_is() {
    let folder = folder("timed-late");
    let late = "time,turn,turn.velocity\n1,0.5,0\n2,1,0\n";
    refused(
        &ask(&folder, late, &[]),
        "path.csv: its first row is at 1 s, and where the robot starts from",
    );
    assert_eq!(path(&folder, late, &["--q", "turn=0"])["verdict"], "proven");
    let found = path(&folder, late, &["--q", "turn=1.4"]);
    assert_eq!(
        (&found["first_contact"]["time"], &found["verdict"]),
        (&json!(0.0), &json!("clash"))
    );
    // The way there is a curve, too: it begins at rest, and swings up before it comes down at 9 rad/s.
    let fast = "time,turn,turn.velocity\n2,-1,-9\n3,0,0\n";
    let found = path(&folder, fast, &["--q", "turn=0"]);
    assert_eq!(found["verdict"], "clash");
    let time = found["first_contact"]["time"].as_f64().unwrap();
    assert!(0.0 < time && time < 2.0, "{found}");
    assert_eq!(
        path(&folder, fast, &["--q", "turn=0", "--interpolation", "linear"])["verdict"],
        "proven"
    );
}

#[test]
fn curves_beyond_limits_are_warnings() {
    let folder = folder("timed-limits");
    let far = "time,turn,turn.velocity\n0,0,-3.2\n2,0,3.2\n";
    let found = ask(&folder, far, &[]);
    let said = "path.csv: between two rows, at 1.0000 s, joint \"turn\" is at -1.600000, and may go farther: beyond its \
                limits -1.5 and 1.5";
    assert!(found.err.contains(said), "{}", found.err);
    assert!(!ask(&folder, SWING, &[]).err.contains("beyond its limits"));
    // A joint that rests at its limit does not leave it.
    let rest = "time,turn,lift,turn.velocity,lift.velocity\n0,0,0.5,1,0\n0.3,0.1,0.5,0,0\n";
    assert!(!ask(&folder, rest, &[]).err.contains("beyond its limits"));
}

#[test]
fn what_a_controller_needs_is_named() {
    let folder = folder("timed-refused");
    let needs = "a controller needs the time of each row: add a column \"time\"";
    refused(&ask(&folder, "turn,turn.velocity\n0,1\n0,0\n", &[]), needs);
    refused(&ask(&folder, "turn\n0\n", &["--interpolation", "controller"]), needs);
    let linear = ask(&folder, "turn,turn.velocity\n0,1\n0,0\n", &["--interpolation", "linear"]);
    assert_eq!(linear.status, 0, "{}", linear.err);
    let twice = "time,turn,turn.velocity\n0,0,0\n1,0,0\n1,0.5,0\n";
    refused(&ask(&folder, twice, &[]), "path.csv: line 4: its time 1 is not after 1");
    let early = "time,turn,turn.velocity\n-1,0,0\n1,0,0\n";
    refused(&ask(&folder, early, &[]), "the first row is at -1 s");
    refused(
        &ask(&folder, "time,turn,lift,lift.velocity\n0,0,0,0\n", &[]),
        "line 1: there is \"lift.velocity\", but no \"turn.velocity\"",
    );
    refused(&run(&["check", "a.urdf", "--interpolation", "linear"]), "--path <FILE>");
}

#[test]
fn reports_have_times() {
    let folder = folder("timed-report");
    let (csv, html) = (folder.join("report.csv"), folder.join("report.html"));
    let of = |path: &Path| path.display().to_string();
    ask(&folder, SWING, &["--csv", &of(&csv), "--html", &of(&html)]);
    let page = std::fs::read_to_string(&html).unwrap();
    for said in ["time in s", "First contact</h3> <span>row 0.37907", "(0.75815", "An overlap"] {
        assert!(page.contains(said), "{said}");
    }
    // The chart follows the curve: in the middle of the leg, where the rows say 0, two bodies overlap.
    let numbers = page.split("<tr><td class=\"num\">0.50").nth(1).unwrap();
    let upper = numbers.split("<td class=\"num\">").nth(3).unwrap();
    let upper: f64 = upper.split('<').next().unwrap().parse().unwrap();
    assert!(upper < -0.05, "{upper}");
    let table = std::fs::read_to_string(&csv).unwrap();
    let mut rows = table.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let at = rows.next().unwrap().iter().position(|column| *column == "time").unwrap();
    let first = rows.find(|row| row[0] == "path_first_contact").unwrap();
    assert!((first[at].parse::<f64>().unwrap() - 0.758_156).abs() < 1e-4, "{first:?}");
}

#[test]
fn the_example_is_proven_on_straight_lines_and_clashes_on_curves() {
    let (scene, rows) = (example("cell.toml"), example("timed.csv"));
    let straight = run(&["check", &scene, "--path", &rows, "--interpolation", "linear", "--json"]);
    assert_eq!(straight.json()["path"]["verdict"], "proven");
    let curved = run(&["check", &scene, "--path", &rows, "--json"]);
    assert_eq!((curved.status, &curved.json()["path"]["verdict"]), (1, &json!("clash")));
    assert!(curved.err.is_empty(), "{}", curved.err);
    let first = &curved.json()["path"]["first_contact"];
    assert_eq!(first["pair"], json!(["panda_rightfinger", "box 3"]));
    let time = first["time"].as_f64().unwrap();
    assert!((2.15..2.17).contains(&time) && first["time"] == first["row"], "{first}");
}

/// A trajectory as `ros2 topic echo` prints it: the swing of the bar.
const ECHO: &str = "header:
  stamp:
    sec: 0
    nanosec: 0
  frame_id: ''
joint_names:
- lift
- turn
points:
- positions:
  - 0.0
  - 0.0
  velocities:
  - 0.0
  - 2.8
  accelerations: []
  effort: []
  time_from_start:
    sec: 0
    nanosec: 0
- positions:
  - 0.0
  - 0.0
  velocities:
  - 0.0
  - -2.8
  accelerations: []
  effort: []
  time_from_start:
    sec: 2
    nanosec: 0
---
";

fn of_file(folder: &Path, name: &str, text: &str, options: &[&str]) -> Run {
    let path = file(folder, name, text);
    check(folder, SCENE, &[&["--path", path.as_str()], options].concat())
}

#[test]
fn messages_of_ros_are_paths() {
    let folder = folder("ros-messages");
    let expected = path(&folder, SWING, &[])["first_contact"].clone();
    let first = |name: &str, text: &str| {
        let run = of_file(&folder, name, text, &["--json"]);
        assert_eq!(run.status, 1, "{name}: {}", run.err);
        assert!(run.err.lines().count() < 2, "{}", run.err);
        run.json()["path"]["first_contact"].clone()
    };
    assert_eq!(first("echo.yaml", ECHO), expected);
    // As ROS 1 has it, as a RobotTrajectory, as a DisplayTrajectory, in degrees or not.
    let old = ECHO.replace("nanosec", "nsecs").replace("sec:", "secs:");
    assert_eq!(first("old.yml", &old), expected);
    let inner = ECHO.replace("---\n", "").replace('\n', "\n  ");
    let robot = format!(
        "joint_trajectory:\n  {inner}\nmulti_dof_joint_trajectory:\n  joint_names: []\n  points: []\n"
    );
    assert_eq!(first("robot.yaml", &robot), expected);
    let start = "trajectory_start:
  joint_state: {name: [turn, lift], position: [0.0, 0.0]}
  multi_dof_joint_state:
    joint_names: [virtual]
    transforms: [{translation: {x: 0.0, y: 0.0, z: 0.0}, rotation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}}]
  attached_collision_objects: []
";
    let display = format!("model_id: arm\ntrajectory:\n- {}\n{start}", robot.replace('\n', "\n  "));
    assert_eq!(first("display.yaml", &display), expected);
    let json = r#"{"trajectory": {"joint_names": ["turn"], "points": [
        {"positions": [0], "velocities": [2.8], "time_from_start": 0},
        {"positions": [0], "velocities": [-2.8], "time_from_start": {"sec": 1, "nanosec": 1000000000}}]}}"#;
    let run = of_file(&folder, "goal.json", json, &["--json"]);
    assert_eq!(run.json()["path"]["first_contact"], expected);
    assert!(run.err.contains("joints without a column are at 0: \"lift\""), "{}", run.err);

    let degrees = file(&folder, "degrees.yaml", ECHO);
    let scene = format!("degrees = true\n{SCENE}");
    let run = check(&folder, &scene, &["--path", &degrees, "--json"]);
    assert_eq!(run.json()["path"]["first_contact"], expected, "messages are in radians");
    let two = of_file(&folder, "two.yaml", &format!("{ECHO}{ECHO}"), &[]);
    assert!(two.err.contains("two.yaml: line 33: another message begins here"), "{}", two.err);
}

#[test]
fn a_message_says_where_the_robot_starts_from() {
    let folder = folder("ros-start");
    let goal = "trajectory:
- joint_trajectory:
    joint_names: [turn]
    points: [{positions: [0.5], time_from_start: {sec: 1, nanosec: 0}}]
";
    let start =
        "trajectory_start: {joint_state: {name: [turn, lift, wheel], position: [1.4, 0.1, 2]}}\n";
    refused(
        &of_file(&folder, "goal.yaml", goal, &[]),
        "its first row is at 1 s, and where the robot starts from",
    );
    let both = format!("{goal}{start}");
    let run = of_file(&folder, "both.yaml", &both, &["--json", "--q", "turn=0,lift=0.1"]);
    let first = &run.json()["path"]["first_contact"];
    assert_eq!((&first["row"], &first["time"]), (&json!(0.0), &json!(0.0)));
    let said = "both.yaml: trajectory_start says where these joints are, and not `--q` or the scene's `q`: \"turn\"\n";
    assert!(run.err.contains(said), "{}", run.err);
    assert!(run.err.contains("trajectory_start has joint \"wheel\""), "{}", run.err);
    // Points without times are no motion of a controller.
    let untimed = "joint_names: [turn]
points:
- {positions: [-1], time_from_start: {sec: 0, nanosec: 0}}
- {positions: [1.5], time_from_start: {sec: 0, nanosec: 0}}
";
    let run = of_file(&folder, "untimed.yaml", untimed, &["--json"]);
    assert!(run.err.contains("all its times are 0"), "{}", run.err);
    assert_eq!(run.json()["path"]["verdict"], "clash");
}

#[test]
fn messages_that_have_no_path_are_refused_by_place() {
    let folder = folder("ros-refused");
    let point = |rest: &str| format!("joint_names: [turn, lift]\npoints:\n- {{{rest}}}\n");
    let cases = [
        ("", "a.yaml: it is empty"),
        ("---\n---\n", "a.yaml: it is empty"),
        ("joint_names: [turn\npoints: []", "this is no YAML: "),
        ("a: &x [1]\nb: *x\n", "line 2: aliases (*name) are not read"),
        (
            "name: arm\n",
            "line 1: this is no trajectory: a JointTrajectory has \"joint_names\" and \"points\"",
        ),
        ("joint_names: [turn]\npoints: []\n", "points is empty: it has no path"),
        ("trajectory: []\n", "line 1: trajectory is empty: it has no path"),
        ("trajectory: [{a: 1}, {a: 2}]\n", "line 1: trajectory[0].joint_names: it is missing"),
        ("points: [{positions: [1]}]\n", "joint_names: it is missing"),
        ("joint_names: [turn, turn]\npoints: []\n", "line 1: joint_names: \"turn\" is named twice"),
        (
            "joint_names: [trun]\npoints: [{positions: [1], time_from_start: 0}]\n",
            "did you mean \"turn\"?",
        ),
        ("joint_names: [turn]\njoint_names: [turn]\n", "line 2: \"joint_names\" is there twice"),
        (
            "joint_trajectory: {joint_names: [], points: []}\nmulti_dof_joint_trajectory: {joint_names: [b]}\n",
            "line 2: multi_dof_joint_trajectory.points is empty: it has no path",
        ),
        (
            "joint_names:\n- turn\n- '...'\npoints: []\n",
            "line 3: joint_names: \"...\" stands for what is left out: `ros2 topic echo --full-length` (`-f`) prints all",
        ),
        ("joint_names: [turn]\npoints: '<sequence type: a, length: 3>'\n", "points is not printed"),
    ];
    for (text, words) in cases {
        refused(&of_file(&folder, "a.yaml", text, &[]), words);
    }
    for (rest, words) in [
        ("positions: [1], time_from_start: 0", "line 3: points[0] has 1 positions for 2 joints"),
        (
            "positions: [1, .nan], time_from_start: 0",
            "line 3: points[0].positions[1]: \".nan\" is no number",
        ),
        (
            "positions: [1, 2, '...'], time_from_start: 0",
            "points[0].positions: \"...\" stands for what is left out",
        ),
        ("positions: [1, 2]", "points[0] has no time_from_start"),
        (
            "positions: [1, 2], time_from_start: {s: 1}",
            "points[0].time_from_start: a duration has sec and nanosec",
        ),
        ("velocities: [1, 2], time_from_start: 0", "points[0] has no positions"),
        (
            "positions: [1, 2], velocities: [1], time_from_start: 0",
            "points[0] has 1 velocities for 2 joints",
        ),
        (
            "positions: [1, 2], accelerations: [1, 1], time_from_start: 0",
            "points[0] has accelerations, but no velocities",
        ),
    ] {
        refused(&of_file(&folder, "a.yaml", &point(rest), &[]), words);
    }
    let deep = "[".repeat(100_000);
    refused(&of_file(&folder, "a.json", &deep, &[]), "a.json: line 1: ");
    let twice = ECHO.replace("sec: 2", "sec: 0");
    refused(
        &of_file(&folder, "a.yaml", &twice, &[]),
        "a.yaml: line 21: points[1]: its time 0 is not after 0",
    );
}

#[test]
fn several_trajectories_follow_each_other() {
    let folder = folder("ros-several");
    let point = |time: f64, values: &str, rest: &str| {
        format!("    - {{positions: [{values}], time_from_start: {time}{rest}}}\n")
    };
    let still = ", velocities: [0]";
    let stage = |joint: &str, points: &[String]| {
        format!("- joint_trajectory:\n    joint_names: [{joint}]\n    points:\n{}", points.concat())
    };
    let ask = |text: &str| of_file(&folder, "all.yaml", text, &["--json"]);
    let first = |text: &str| {
        let run = ask(text);
        assert_eq!(run.status, 1, "{}", run.err);
        run.json()["path"]["first_contact"].clone()
    };
    // From 0 to 1 in a second, and then to 1.4, on cubics: the first one ends as the other begins.
    let two = |end: &str, begin: &str, rest: f64| {
        let one = stage("turn", &[point(0.0, "0", still), point(1.0, "1", end)]);
        let other = stage("turn", &[point(0.0, "1", begin), point(1.0, "1.4", still)]);
        let found = first(&format!("trajectory:\n{one}{other}"));
        let time = found["time"].as_f64().unwrap() - 1.0 - rest;
        let value = 1.0 + 0.4 * time * time * (3.0 - 2.0 * time);
        assert!((value - TOUCH).abs() < 1e-5, "{found}");
        found
    };
    two(still, still, 0.0);
    // With accelerations of their own there is a second of rest between them.
    let found =
        two(", velocities: [0], accelerations: [-2]", ", velocities: [0], accelerations: [2]", 1.0);
    let points = [
        (0.0, "0", still),
        (1.0, "1", still),
        (1.5, "1", ""),
        (2.0, "1", still),
        (3.0, "1.4", still),
    ];
    let points = points.map(|(time, values, rest)| point(time, values, rest));
    assert_eq!(found, first(&format!("trajectory:\n{}", stage("turn", &points))));
    // Without velocities there is no rest; a second one that begins later is moved to from where the first one ends.
    let one = stage("turn", &[point(0.0, "0", ""), point(1.0, "1", "")]);
    for (points, end) in [
        (vec![point(0.0, "1", ""), point(1.0, "1.4", "")], 2.0),
        (vec![point(2.0, "1.4", "")], 3.0),
    ] {
        let found = first(&format!("trajectory:\n{one}{}", stage("turn", &points)));
        let time = 1.0 + (TOUCH - 1.0) / 0.4 * (end - 1.0);
        assert!((found["time"].as_f64().unwrap() - time).abs() < 1e-5, "{found} {time}");
    }
    // Each moves joints of its own, and the others stay: lifted by 0.3, the tip passes the post.
    let lift = stage("lift", &[point(0.0, "0", ""), point(1.0, "0.3", "")]);
    let turn = stage("turn", &[point(0.0, "0", ""), point(1.0, "1.4", "")]);
    let found = first(&format!("trajectory:\n{lift}{turn}"));
    assert_eq!(found["pair"], json!(["bar", "post"]));
    assert!((found["time"].as_f64().unwrap() - 1.0 - TOUCH / 1.4).abs() < 1e-5, "{found}");

    let moving = stage("turn", &[point(0.0, "0", still), point(1.0, "1", ", velocities: [1]")]);
    let other = stage("turn", &[point(0.0, "1", still), point(1.0, "1.4", still)]);
    let later = stage("lift", &[point(0.5, "0.1", "")]);
    for (text, says) in [
        (
            format!("{one}{turn}"),
            "trajectory[1].points begin with joint \"turn\" at 0, and the trajectory before ends with it at 1",
        ),
        (format!("{moving}{other}"), "at one of both the robot moves"),
        (
            format!("{one}{later}"),
            "begin at 0.5 s, and where joint \"lift\" is before is not known",
        ),
    ] {
        refused(&ask(&format!("trajectory:\n{text}")), says);
    }
    let started = format!(
        "trajectory_start: {{joint_state: {{name: [lift], position: [0.1]}}}}\ntrajectory:\n{one}{later}"
    );
    assert!(ask(&started).status < 2);
}
