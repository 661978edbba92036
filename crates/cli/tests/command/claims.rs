//! What is called proven about a robot is about all that was given: rules, pairs that never move, limits, the values of
//! joints without a column, links that are only drawn, the unit of angles, and what an SRDF file held.

use std::path::Path;

use serde_json::json;

use crate::common::{Run, file, folder, run};

/// A base of 1 m, and a bar that turns above it.
const ARM: &str = "<robot name='r'>
  <link name='base'><collision><geometry><box size='1 1 1'/></geometry></collision></link>
  <link name='arm'><collision><origin xyz='0.4 0 2'/><geometry><box size='0.8 0.1 0.1'/></geometry></collision></link>
  <joint name='j' type='revolute'><parent link='base'/><child link='arm'/><axis xyz='0 0 1'/>
    <limit lower='-3' upper='3' effort='1' velocity='1'/></joint>
</robot>";

/// A body of a scene that is a box.
fn block(name: &str, half: &str, t: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nshape = {{ kind = \"box\", half_extents = {half} }}\npose = {{ t = {t} }}\n"
    )
}

fn path_of(folder: &Path, urdf: &str, scene: &str, csv: &str, options: &[&str]) -> Run {
    file(folder, "r.urdf", urdf);
    let scene = file(folder, "s.toml", &format!("robot = \"r.urdf\"\n{scene}"));
    let csv = file(folder, "p.csv", csv);
    run(&[&["check", &scene, "--path", &csv], options].concat())
}

#[test]
fn a_required_clearance_holds_on_a_path() {
    let folder = folder("claims-rules");
    let post = block("post", "[0.1, 0.1, 0.1]", "[0, 1, 2]");
    let rule =
        |least: f64| format!("[[clearance]]\nbetween = [\"arm\", \"p*\"]\nleast = {least}\n{post}");
    let ask = |scene: &str, options: &[&str]| path_of(&folder, ARM, scene, "j\n0\n1.5\n", options);
    let free = ask(&post, &["--json", "--verify"]);
    assert_eq!((free.status, &free.json()["path"]["verdict"]), (0, &json!("proven")));
    let close = ask(&rule(0.5), &["--json"]);
    let path = &close.json()["path"];
    assert_eq!((close.status, &path["verdict"]), (1, &json!("close")), "{path}");
    let at = &path["at"];
    assert_eq!((&at["pair"], &at["required"]), (&json!(["arm", "post"]), &json!(0.5)));
    assert_eq!(path["pairs_with_own"], 1);
    let said = ask(&rule(0.5), &[]).out;
    assert!(said.contains("path: close, arm - post at row ") && said.contains("nearer than 0.5"));
    // The gap at the end is 0.0985. A rule may also ask for less than --clearance.
    let near = |least: f64, options: &[&str]| {
        ask(&rule(least), &[&["--json", "--verify"], options].concat()).json()["path"].clone()
    };
    let proven = near(0.098, &[]);
    assert_eq!(
        (&proven["verdict"], &proven["checker"]["verdict"]),
        (&json!("proven"), &json!("proven"))
    );
    assert_eq!(near(0.099, &[])["verdict"], "close");
    assert_eq!(near(0.05, &["--clearance", "0.2"])["verdict"], "proven");
    // What a rule does not reach is said.
    let other = "[[clearance]]\nbetween = [\"base\", \"arm\"]\nleast = 0.1\n";
    let said = ask(&format!("{other}{post}"), &[]).err;
    assert!(said.contains("clearance[0]: the path does not ask about any pair"), "{said}");
    let said = ask(&rule(-0.1), &[]).err;
    assert!(said.contains("-0.1 counts as 0 on the path"), "{said}");
}

#[test]
fn a_base_in_its_table_is_a_clash_of_every_path() {
    let folder = folder("claims-still");
    let ask = |z: f64, options: &[&str]| {
        let table = block("table", "[1, 1, 0.1]", &format!("[0, 0, {z}]"));
        path_of(&folder, ARM, &table, "j\n0\n1\n", &[&["--json"], options].concat())
    };
    let clash = ask(-0.5, &[]);
    let path = &clash.json()["path"];
    assert_eq!((clash.status, &path["verdict"]), (1, &json!("clash")));
    let first = &path["first_contact"];
    assert_eq!((&first["row"], &first["pair"]), (&json!(0.0), &json!(["base", "table"])));
    assert_eq!(path["least"]["pair"], json!(["base", "table"]));
    assert!((path["least"]["upper"].as_f64().unwrap() + 0.1).abs() < 1e-9, "{path}");
    // A gap of 0.01 is the least clearance, and is checked.
    let free = ask(-0.61, &["--verify"]);
    let path = &free.json()["path"];
    assert_eq!((free.status, &path["verdict"]), (0, &json!("proven")), "{path}");
    assert_eq!(path["checker"]["verdict"], "proven");
    assert_eq!(path["least"]["pair"], json!(["base", "table"]));
    let least = ["lower", "upper"].map(|bound| path["least"][bound].as_f64().unwrap());
    // To a ten-thousandth of the size of what moves, and how far.
    assert!(least[0] <= 0.01 && (least[1] - 0.01).abs() < 1e-9, "{path}");
    assert!(least[0] > 0.0095, "{path}");
    let close = ask(-0.61, &["--clearance", "0.02"]);
    assert_eq!((close.status, &close.json()["path"]["at"]["never_move"]), (1, &json!(true)));
    // Touching is neither: it is said that "ignore" is for that.
    let table = block("table", "[1, 1, 0.1]", "[0, 0, -0.6]");
    let said = path_of(&folder, ARM, &table, "j\n0\n1\n", &[]);
    assert_eq!(said.status, 1);
    assert!(said.out.contains("path: undecided, base - table at row 0"), "{}", said.out);
    assert!(said.out.contains("they never move against each other"), "{}", said.out);
    let ignored = format!("ignore = [[\"base\", \"table\"]]\n{table}");
    assert_eq!(path_of(&folder, ARM, &ignored, "j\n0\n1\n", &[]).status, 0);
}

/// A ball 5 m off, and one that a joint moves.
fn slider(kind: &str, axis: &str, inside: &str) -> String {
    format!(
        "<robot name='r'><link name='base'><collision><origin xyz='{axis}'/><geometry><sphere radius='0.1'/></geometry>
</collision></link><link name='mid'/>
<link name='tip'><collision><geometry><sphere radius='0.1'/></geometry></collision></link>
<joint name='f' type='fixed'><parent link='base'/><child link='mid'/></joint>
<joint name='j' type='{kind}'><parent link='mid'/><child link='tip'/><axis xyz='1 0 0'/>{inside}</joint></robot>"
    )
}

#[test]
fn never_is_said_only_of_what_is_bounded() {
    let folder = folder("claims-never");
    let mim = "<robot name='r'>
<link name='base'><collision><origin xyz='-1 0 0'/><geometry><sphere radius='0.05'/></geometry></collision></link>
<link name='a'/><link name='b'/>
<link name='c'><collision><origin xyz='1 0 0'/><geometry><sphere radius='0.05'/></geometry></collision></link>
<joint name='s' type='continuous'><parent link='base'/><child link='a'/><axis xyz='0 0 1'/></joint>
<joint name='f' type='fixed'><parent link='base'/><child link='b'/></joint>
<joint name='m' type='continuous'><parent link='b'/><child link='c'/><axis xyz='0 0 1'/>
<mimic joint='s' multiplier='0.3'/></joint></robot>";
    let ask = |urdf: &str| {
        let urdf = file(&folder, "r.urdf", urdf);
        let srdf = folder.join("out.srdf").display().to_string();
        let _ = std::fs::remove_file(&srdf);
        let run = run(&["check", &urdf, "--prove-allowed", "--write-srdf", &srdf, "--json"]);
        let pairs = run.json()["allowed"].clone();
        let srdf = std::fs::read_to_string(&srdf).unwrap();
        (pairs, srdf, run.err)
    };
    let open = |urdf: &str, unbounded: Option<&str>, word: &str| {
        let (pairs, srdf, err) = ask(urdf);
        assert_eq!(pairs.as_array().unwrap().len(), 1, "{urdf}");
        assert_ne!(pairs[0]["verdict"], "never", "{urdf}");
        assert!(!srdf.contains("Never"), "{srdf}");
        assert!(err.contains(word), "{err}");
        if let Some(joint) = unbounded {
            assert_eq!(
                (&pairs[0]["verdict"], &pairs[0]["unbounded"]),
                (&json!("undecided"), &json!(joint))
            );
        }
    };
    let x = "5 0 0";
    let limit = |lower: &str, upper: &str| format!("<limit lower='{lower}' upper='{upper}'/>");
    open(&slider("prismatic", x, ""), None, "moves without end");
    open(&slider("prismatic", x, &limit("-inf", "inf")), None, "moves without end");
    open(&slider("prismatic", x, &limit("1", "-1")), None, "moves without end");
    open(&slider("prismatic", x, &limit("-1e10", "1e10")), None, "as one without limits");
    open(mim, None, "");
    // The ball is beside the way of the slider: it is apart wherever one looks, and there is no end.
    open(&slider("prismatic", "5 3 0", ""), Some("j"), "moves without end");
    open(&slider("floating", x, ""), Some("j"), "is floating");
    open(&slider("planar", x, ""), Some("j/x"), "is not z");
    // What is bounded is decided, and a joint that turns without end is.
    for urdf in [slider("prismatic", x, &limit("-1", "1")), slider("continuous", x, "")] {
        let (pairs, srdf, _) = ask(&urdf);
        assert_eq!(pairs[0]["verdict"], "never");
        assert!(srdf.contains("Never"), "{srdf}");
    }
    // A path takes a floating joint as fixed, and asks about its links.
    let near = slider("floating", "0.15 0 0", "");
    let urdf = file(&folder, "near.urdf", &near.replace("'f' type='fixed'", "'f' type='revolute'"));
    let csv = file(&folder, "f.csv", "f\n0\n1\n");
    assert_eq!(run(&["check", &urdf, "--path", &csv, "--json"]).json()["path"]["verdict"], "clash");
}

/// A cart with a bar ahead of it, on a planar joint.
const CART: &str = "<robot name='r'><link name='base'/><link name='cart'><collision><origin xyz='1 0 0'/><geometry>
<sphere radius='0.1'/></geometry></collision></link>
<joint name='drive' type='planar'><parent link='base'/><child link='cart'/><axis xyz='0 0 1'/></joint></robot>";

#[test]
fn planar_joints_drive_and_turn() {
    let folder = folder("claims-planar");
    let post = "[[body]]\nname = \"post\"\nshape = { kind = \"sphere\", radius = 0.1 }\npose = { t = [2, 1, 0] }\n";
    // The ball ahead of the cart comes to x + cos(theta), y + sin(theta): at the post in the second row alone.
    let rows = "drive/x,drive/y,drive/theta\n1,0,0\n2,0,1.5707963267948966\n";
    let apart = "drive/x,drive/y,drive/theta\n1,0,0\n2,0,-1.5707963267948966\n";
    let found = path_of(&folder, CART, post, rows, &["--json"]).json();
    assert_eq!(found["path"]["verdict"], "clash", "{found}");
    let place = found["path"]["first_contact"]["row"].as_f64().unwrap();
    assert!(0.5 < place && place < 1.0, "{place}");
    assert_eq!(
        path_of(&folder, CART, post, apart, &["--json"]).json()["path"]["verdict"],
        "proven"
    );
    // A virtual joint of an SRDF file drives the base of a robot; a state has its three values.
    let arm = CART.replace("planar", "fixed");
    let srdf = "<robot name='r'><virtual_joint name='drive' type='planar' parent_frame='odom' child_link='base'/>
<group_state name='there' group='all'><joint name='drive' value='2 0 1.5707963267948966'/></group_state></robot>";
    file(&folder, "r.srdf", srdf);
    let scene = |more: &str| format!("srdf = \"r.srdf\"\n{more}{post}");
    let ask = |scene: &str, rows: &str| path_of(&folder, &arm, scene, rows, &["--json"]);
    assert_eq!(ask(&scene(""), rows).json()["path"]["verdict"], "clash");
    assert_eq!(ask(&scene(""), apart).json()["path"]["verdict"], "proven");
    let still = "drive/x\n2\n2.001\n";
    assert_eq!(ask(&scene(""), still).json()["path"]["verdict"], "proven");
    assert_eq!(ask(&scene("q = \"there\"\n"), still).json()["path"]["verdict"], "clash");
    ask(&scene(""), still);
    // One that does not move the root, or that floats, is noted, and the base stays.
    for (from, to, says) in [
        ("child_link='base'", "child_link='cart'", "which is not the root of the robot"),
        ("parent_frame='odom'", "parent_frame='cart'", "which is a link of the robot"),
        ("'planar'", "'floating'", "only planar ones are moved"),
    ] {
        let state = srdf.find("<group_state").unwrap();
        file(&folder, "r.srdf", &format!("{}</robot>", srdf[..state].replace(from, to)));
        let run = run(&["check", &folder.join("s.toml").display().to_string()]);
        assert!(run.err.contains("r.srdf: virtual joint") && run.err.contains(says), "{}", run.err);
    }
    let twice = srdf.replacen("name='drive'", "name='other'", 1);
    let second = "<virtual_joint name='drive' type='planar' parent_frame='map' child_link='base'/>";
    file(&folder, "r.srdf", &twice.replace("<group_state", &format!("{second}<group_state")));
    let run = run(&["check", &folder.join("s.toml").display().to_string()]);
    assert!(
        run.err.contains("r.srdf: a second virtual joint, \"drive\", is not read"),
        "{}",
        run.err
    );
}

#[test]
fn messages_drive_planar_joints() {
    let folder = folder("claims-planar-message");
    let post = "[[body]]\nname = \"post\"\nshape = { kind = \"sphere\", radius = 0.1 }\npose = { t = [2, 1, 0] }\n";
    let transform = |[x, y, theta]: [f64; 3]| {
        let [sin, cos] = [(theta / 2.0).sin(), (theta / 2.0).cos()];
        format!(
            "{{translation: {{x: {x}, y: {y}, z: 0}}, rotation: {{x: 0, y: 0, z: {sin:?}, w: {cos:?}}}}}"
        )
    };
    let points = |places: &[[f64; 3]], more: &[&str]| {
        let point = |(time, place): (usize, &[f64; 3])| {
            let more = more.get(time).unwrap_or(&"");
            format!("  - {{transforms: [{}], time_from_start: {time}{more}}}\n", transform(*place))
        };
        let points: String = places.iter().enumerate().map(point).collect();
        format!("multi_dof_joint_trajectory:\n  joint_names: [drive]\n  points:\n{points}")
    };
    let ask = |urdf: &str, more: &str, text: &str| {
        let path = file(&folder, "a.yaml", text);
        file(&folder, "r.urdf", urdf);
        let scene = file(&folder, "s.toml", &format!("robot = \"r.urdf\"\n{more}{post}"));
        run(&["check", &scene, "--path", &path, "--json"])
    };
    let same = |urdf: &str, text: &str, rows: &str| {
        let (found, expected) =
            (ask(urdf, "", text), path_of(&folder, urdf, post, rows, &["--json"]));
        assert!(found.status < 2 && expected.status < 2, "{}{}", found.err, expected.err);
        let (found, expected) = (&found.json()["path"], &expected.json()["path"]);
        assert_eq!(found["verdict"], expected["verdict"]);
        let number = |path: &serde_json::Value, at: &str| path.pointer(at).and_then(|x| x.as_f64());
        for at in ["/first_contact/time", "/least/upper"] {
            let [one, other] = [found, expected].map(|path| number(path, at).unwrap_or(-1.0));
            assert!((one - other).abs() < 1e-6, "{at}: {one} {other}");
        }
        found["verdict"].clone()
    };
    let quarter = std::f64::consts::FRAC_PI_2;
    let there = points(&[[1.0, 0.0, 0.0], [2.0, 0.0, quarter]], &[]);
    let rows = "time,drive/x,drive/y,drive/theta\n0,1,0,0\n1,2,0,1.5707963267948966\n";
    assert_eq!(same(CART, &there, rows), "clash");
    // Angles go on by less than half a turn: from 3 to 3.3, and not back through 0, where the post is.
    let on = points(&[[2.0, 0.0, 3.0], [2.0, 0.0, 3.3]], &[]);
    let rows = "time,drive/x,drive/y,drive/theta\n0,2,0,3\n1,2,0,3.3\n";
    assert_eq!(same(CART, &on, rows), "proven");
    // Twists are how fast the three values are: it swings out to theta = 1.4 + 0.5 / 4.
    let twist = |yaw: f64| {
        format!(
            ", velocities: [{{linear: {{x: 0, y: 0, z: 0}}, angular: {{x: 0, y: 0, z: {yaw}}}}}]"
        )
    };
    let twists = [twist(0.5), twist(-0.5)];
    let swing = points(&[[2.0, 0.0, 1.4], [2.0, 0.0, 1.4]], &twists.each_ref().map(String::as_str));
    let rows =
        "time,drive/x,drive/y,drive/theta,drive/x.velocity,drive/y.velocity,drive/theta.velocity
0,2,0,1.4,0,0,0.5\n1,2,0,1.4,0,0,-0.5\n";
    assert_eq!(same(CART, &swing, rows), "clash");
    // A joint beside it, whose accelerations the base has none of.
    let lift = "<link name='mast'/><joint name='lift' type='prismatic'><parent link='cart'/><child link='mast'/>
<axis xyz='0 0 1'/><limit lower='0' upper='2'/></joint></robot>";
    let both = CART.replace("</robot>", lift);
    let joints = |more: &str| {
        let still = format!("{{positions: [0.5], velocities: [0]{more}, time_from_start: ");
        format!(
            "joint_trajectory:\n  joint_names: [lift]\n  points: [{still}0}}, {still}1}}]\n{swing}"
        )
    };
    let rows = "time,lift,drive/x,drive/y,drive/theta,lift.velocity,drive/x.velocity,drive/y.velocity,drive/theta.velocity
0,0.5,2,0,1.4,0,0,0,0.5\n1,0.5,2,0,1.4,0,0,0,-0.5\n";
    assert_eq!(same(&both, &joints(""), rows), "clash");
    assert_eq!(same(&both, &joints(", accelerations: [0]"), rows), "clash");
    let found = ask(&both, "", &joints(", accelerations: [0]"));
    assert!(found.err.contains("all joints are taken to move on cubics"), "{}", found.err);

    let tilted = there.replacen("rotation: {x: 0", "rotation: {x: 0.1", 1);
    let arm = CART.replace("planar", "fixed");
    for (urdf, text, says) in [
        (
            CART,
            tilted,
            "multi_dof_joint_trajectory.points[0].transforms[0] is not in the plane: a joint that floats is no joint here",
        ),
        (
            &arm,
            there.clone(),
            "multi_dof_joint_trajectory moves joint \"drive\", and the robot has no planar joint of that name",
        ),
        (
            CART,
            there.replace("transforms: [{", "transforms: [{}, {"),
            "points[0].transforms has 2 items for 1 joints",
        ),
        (
            &both,
            joints("").replace("[0], time_from_start: 1}", "[0], time_from_start: 2}"),
            "are not at the times of those of joint_trajectory",
        ),
        (
            &both,
            joints("").replace("velocities: [0], ", ""),
            "velocities are here or in joint_trajectory, and not in both",
        ),
    ] {
        let found = ask(urdf, "", &text);
        assert!(found.status == 2 && found.err.contains(says), "{says}: {}", found.err);
    }
    // Where the base is before.
    let start = |x: f64| {
        format!(
            "trajectory_start: {{multi_dof_joint_state: {{joint_names: [drive], transforms: [{}]}}}}\n",
            transform([x, 0.0, quarter])
        )
    };
    let still = "trajectory: [{joint_trajectory: {joint_names: [lift], points: [{positions: [0.5], time_from_start: 0}]}}]\n";
    for (x, verdict) in [(2.0, "clash"), (1.0, "proven")] {
        let found = ask(&both, "", &(start(x) + still));
        assert!(found.err.is_empty(), "{}", found.err);
        assert_eq!(found.json()["path"]["verdict"], verdict);
    }
    let found = ask(&both.replace("planar", "fixed"), "", &(start(2.0) + still));
    assert!(
        found.err.contains(
            "moves \"drive\", and the robot has no planar joint of that name: the scene's `base`"
        ),
        "{}",
        found.err
    );
}

/// A ball that is lifted, then turned.
const LIFT: &str = "<robot name='r'><link name='base'/><link name='torso'/>
<link name='arm'><collision><origin xyz='0.5 0 0'/><geometry><sphere radius='0.1'/></geometry></collision></link>
<joint name='lift' type='prismatic'><parent link='base'/><child link='torso'/><axis xyz='0 0 1'/><limit lower='0' upper='2'/></joint>
<joint name='turn' type='continuous'><parent link='torso'/><child link='arm'/><axis xyz='0 0 1'/></joint></robot>";

#[test]
fn joints_without_a_column_keep_their_value() {
    let folder = folder("claims-q");
    let post = "[[body]]\nname = \"post\"\nshape = { kind = \"sphere\", radius = 0.1 }\npose = { t = [0, 0.5, 1.0] }\n";
    let ask = |q: &str, csv: &str, options: &[&str]| {
        let run =
            path_of(&folder, LIFT, &format!("{q}{post}"), csv, &[&["--json"], options].concat());
        (run.json()["path"]["verdict"].clone(), run.err)
    };
    let (turn, both) = ("turn\n0\n3\n", "turn,lift\n0,1\n3,1\n");
    assert_eq!(ask("", both, &[]).0, "clash");
    let (verdict, said) = ask("", turn, &[]);
    assert_eq!(verdict, "proven");
    assert!(said.contains("joints without a column are at 0: \"lift\""), "{said}");
    for (q, options) in [
        ("q = { lift = 1.0 }\n", &[][..]),
        ("", &["--q", "lift=1"][..]),
        ("q = { lift = 0.0 }\n", &["--q", "lift=1"][..]),
    ] {
        let (verdict, said) = ask(q, turn, options);
        assert_eq!(verdict, "clash", "{q} {options:?}");
        assert!(!said.contains("column"), "{said}");
    }
    assert_eq!(ask("q = { lift = 1.0 }\n", turn, &["--q", "lift=0"]).0, "proven");
}

#[test]
fn degrees_reach_joints_and_wide_angles_warn() {
    let folder = folder("claims-degrees");
    let post = "[[body]]\nname = \"post\"\nshape = { kind = \"sphere\", radius = 0.1 }\npose = { t = [0, 0.5, 1.0] }\n";
    let ask = |scene: &str, csv: &str, options: &[&str]| {
        let run = path_of(
            &folder,
            LIFT,
            &format!("{scene}{post}"),
            csv,
            &[&["--json"], options].concat(),
        );
        (run.json()["path"]["verdict"].clone(), run.err)
    };
    let degrees = "degrees = true\nq = { lift = 1.0, turn = 90 }\n";
    // The post is at 90 degrees. Lengths stay lengths.
    assert_eq!(ask(degrees, "turn\n0\n60\n", &[]).0, "proven");
    assert_eq!(ask(degrees, "turn\n0\n90\n", &[]).0, "clash");
    let scene = folder.join("s.toml").display().to_string();
    let gap = |options: &[&str]| {
        let run = run(&[&["check", &scene, "--json"], options].concat());
        run.json()["pairs"][0]["signed_distance"].as_f64().unwrap()
    };
    assert!((gap(&[]) + 0.2).abs() < 1e-12, "{}", gap(&[]));
    assert!((gap(&["--q", "lift=1,turn=-90"]) - 0.8).abs() < 1e-12);
    let wide = "in degrees?";
    assert!(!ask(degrees, "turn\n0\n90\n", &[]).1.contains(wide));
    let (_, said) = ask("q = { lift = 1.0 }\n", "turn\n0\n90\n", &[]);
    assert!(said.contains("joint \"turn\" is at 90, more than 2 pi radians"), "{said}");
    assert!(said.contains(wide), "{said}");
    let (_, said) = ask("q = { lift = 1.0, turn = 90 }\n", "turn\n0\n1\n", &[]);
    assert!(said.contains("the configuration: joint \"turn\" is at 90"), "{said}");
}

#[test]
fn a_link_that_is_only_drawn_is_named() {
    let folder = folder("claims-visuals");
    let urdf = "<robot name='r'>
<link name='base'><collision><geometry><sphere radius='0.1'/></geometry></collision></link>
<link name='mid'><visual><geometry><box size='1 1 1'/></geometry></visual></link>
<link name='tip'><collision><origin xyz='2 0 0'/><geometry><sphere radius='0.1'/></geometry></collision></link>
<joint name='j' type='continuous'><parent link='base'/><child link='mid'/><axis xyz='0 0 1'/></joint>
<joint name='k' type='continuous'><parent link='mid'/><child link='tip'/><axis xyz='0 0 1'/></joint></robot>";
    let post = block("post", "[0.1, 0.1, 0.1]", "[0, 0.65, 0]");
    let ask = |options: &[&str]| path_of(&folder, urdf, &post, "j,k\n0,0\n1,0\n", options);
    let without = ask(&[]);
    assert!(without.err.contains("left out: \"mid\"; --visuals takes"), "{}", without.err);
    assert!(without.out.contains("path: proven"), "{}", without.out);
    let with = ask(&["--visuals"]);
    assert!(!with.err.contains("visual"), "{}", with.err);
    assert!(with.out.contains("path: clash"), "{}", with.out);
    // A visual that is not read matters only to those who take it.
    let odd = urdf.replace("<box size='1 1 1'/>", "<mesh filename='none.stl'/>");
    let ask = |options: &[&str]| path_of(&folder, &odd, &post, "j,k\n0,0\n1,0\n", options);
    assert_eq!(ask(&[]).status, 0);
    assert_eq!(ask(&["--visuals"]).status, 2);
}

#[test]
fn an_srdf_file_keeps_what_it_holds() {
    let folder = folder("claims-srdf");
    let limit = "<limit lower='-1' upper='1'/>";
    let urdf = file(&folder, "r.urdf", &slider("prismatic", "5 0 0", limit));
    let held = "<?xml version='1.0'?>
<!-- by hand -->
<robot name='mine'>
  <group name='all'><joint name='j'/></group>
  <end_effector name='hand' parent_link='tip' group='all'/>
  <group_state name='home' group='all'><joint name='j' value='0.5'/></group_state>
  <disable_collisions link1='base' link2='camera' reason='User'/> <!-- later -->
  <disable_collisions link1='mid' link2='base' reason='Adjacent'/>
</robot>
";
    let out = file(&folder, "out.srdf", held);
    let ask = || run(&["check", &urdf, "--prove-allowed", "--write-srdf", &out]);
    assert_eq!(ask().status, 0);
    let written = std::fs::read_to_string(&out).unwrap();
    let more = "  <disable_collisions link1=\"mid\" link2=\"tip\" reason=\"Adjacent\"/>
  <disable_collisions link1=\"base\" link2=\"tip\" reason=\"Never\"/>
";
    assert_eq!(written, held.replace("</robot>", &format!("{more}</robot>")));
    // A second time nothing changes.
    assert_eq!(ask().status, 0);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), written);
    // Without limits it is not proven any more: it is left out, and that is said.
    file(&folder, "r.urdf", &slider("prismatic", "5 3 0", ""));
    let run = ask();
    assert!(run.err.contains("\"Never\" of \"base\", \"tip\" is not proven"), "{}", run.err);
    let never = "  <disable_collisions link1=\"base\" link2=\"tip\" reason=\"Never\"/>\n";
    assert_eq!(std::fs::read_to_string(&out).unwrap(), written.replace(never, ""));
    // What is no SRDF file is not written over.
    let out = file(&folder, "notes.txt", "mine");
    let run = crate::common::run(&["check", &urdf, "--prove-allowed", "--write-srdf", &out]);
    assert_eq!(run.status, 2, "{}", run.err);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "mine");
}
