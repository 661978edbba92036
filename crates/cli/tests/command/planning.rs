//! What a message with a planning scene says of a robot: what it holds, which pairs may touch, padding, and where
//! joints are.

use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Run, file, folder, run};
use crate::robots::{check, refused};

fn ball(id: &str, at: [f64; 3], radius: f64) -> Value {
    json!({ "id": id, "pose": { "position": { "x": at[0], "y": at[1], "z": at[2] } },
            "primitives": [{ "type": 2, "dimensions": [radius] }], "primitive_poses": [{}] })
}

/// A post beside the arm, and a rod on its tip that sits in the bar.
fn message() -> Value {
    json!({
        "robot_state": {
            "joint_state": { "name": [], "position": [] },
            "attached_collision_objects": [{
                "link_name": "tip", "touch_links": ["bar"], "object": ball("rod", [0.5, 0.0, 0.0], 0.2),
            }],
        },
        "allowed_collision_matrix": { "entry_names": [], "entry_values": [] },
        "link_padding": [{ "link_name": "bar", "padding": 0.0 }],
        "link_scale": [{ "link_name": "bar", "scale": 1.0 }],
        "world": { "collision_objects": [ball("post", [0.0, 1.0, 0.0], 0.2)] },
    })
}

fn with(changes: &[(&str, Value)]) -> Value {
    let mut all = message();
    for (at, value) in changes {
        *all.pointer_mut(at).unwrap() = value.clone();
    }
    all
}

/// Asks about the arm among the objects of a message; `more` stands before the body.
fn ask(folder: &Path, message: &Value, more: &str, options: &[&str]) -> Run {
    file(folder, "cell.yaml", &message.to_string());
    let scene = format!(
        "robot = \"arm.urdf\"\n{more}\n[[body]]\nname = \"cell\"\nbodies = \"cell.yaml\"\n"
    );
    check(folder, &scene, &[&["--json", "--within", "100"], options].concat())
}

/// The same objects as bodies of the scene.
fn ask_bodies(folder: &Path, more: &str, options: &[&str]) -> Run {
    let scene = format!(
        "robot = \"arm.urdf\"\n{more}
[[body]]\nname = \"cell/post\"\nshape = {{ kind = \"sphere\", radius = 0.2 }}\npose = {{ t = [0, 1, 0] }}
[[body]]\nname = \"cell/rod\"\non = \"tip\"\nshape = {{ kind = \"sphere\", radius = 0.2 }}\npose = {{ t = [0.5, 0, 0] }}\n"
    );
    check(folder, &scene, &[&["--json", "--within", "100"], options].concat())
}

/// A swing to the post, and one that stays a little away from it.
fn swings(folder: &Path) -> [String; 2] {
    ["1.4", "1.2"]
        .map(|to| file(folder, &format!("{to}.csv"), &format!("turn,lift\n0,0\n{to},0\n")))
}

fn pair(run: &Run, a: &str, b: &str) -> Value {
    let json = run.json();
    let pairs = json["pairs"].as_array().unwrap().iter();
    let is_it = |pair: &&Value| [&pair["a"], &pair["b"]] == [&json!(a), &json!(b)];
    pairs.clone().find(is_it).cloned().unwrap_or_default()
}

#[test]
fn what_is_attached_is_held() {
    let folder = folder("planning-held");
    let options = ["--q", "turn=0.5,lift=0.1"];
    let (found, bodies) = (
        ask(&folder, &message(), "", &options),
        ask_bodies(&folder, "ignore = [[\"cell/rod\", \"bar\"]]", &options),
    );
    assert!(found.err.is_empty(), "{}", found.err);
    assert_eq!(found.json()["pairs"], bodies.json()["pairs"]);
    assert_eq!(found.json()["pairs"].as_array().unwrap().len(), 3);
    // The post, 1 m away, is 0.4 nearer than the arm's frame turned by half a radian and lifted tells.
    let [sin, cos] = [0.5_f64.sin(), 0.5_f64.cos()];
    let way = [0.5 * cos, 0.5 * sin - 1.0, 0.1].iter().map(|x| x * x).sum::<f64>().sqrt() - 0.4;
    let rod = pair(&found, "cell/post", "cell/rod")["signed_distance"].as_f64().unwrap();
    assert!((rod - way).abs() < 1e-12, "{rod} {way}");
    // Without touch_links it clashes with the bar, on a path, too.
    let alone = with(&[("/robot_state/attached_collision_objects/0/touch_links", json!([]))]);
    let found = ask(&folder, &alone, "", &options);
    assert_eq!(pair(&found, "bar", "cell/rod")["class"], "clash");
    let [_, free] = swings(&folder);
    let verdict = |message: &Value| {
        let found = ask(&folder, message, "", &["--path", &free]).json();
        found["path"]["verdict"].clone()
    };
    assert_eq!([verdict(&message()), verdict(&alone)], [json!("proven"), json!("clash")]);
}

#[test]
fn the_matrix_allows_pairs() {
    let folder = folder("planning-matrix");
    let [touching, _] = swings(&folder);
    let verdict = |matrix: Value| {
        let found = ask(
            &folder,
            &with(&[("/allowed_collision_matrix", matrix)]),
            "",
            &["--path", &touching],
        );
        // One default is of a pair with a joint between.
        assert!(
            found.err.is_empty() || found.err.ends_with("has them: bar - tip\n"),
            "{}",
            found.err
        );
        let found = found.json();
        (found["path"]["verdict"].clone(), found["path"]["first_contact"]["pair"].clone())
    };
    let entries = |rows: [[bool; 4]; 4]| json!({ "entry_names": ["bar", "post", "tip", "rod"], "entry_values": rows.map(|enabled| json!({ "enabled": enabled })) });
    let (f, t) = (false, true);
    // A joint is between the bar and the tip: false would be a warning.
    let none = entries([[f, f, t, f], [f; 4], [t, f, f, f], [f; 4]]);
    assert_eq!(verdict(none.clone()).0, "clash");
    // The bar touches first, then the tip; the rod stays away.
    let bar = entries([[f, t, t, f], [t, f, f, f], [t, f, f, f], [f; 4]]);
    assert_eq!(verdict(bar), (json!("clash"), json!(["tip", "cell/post"])));
    let all = entries([[f, t, t, f], [t, f, t, t], [t, t, f, f], [f, t, f, f]]);
    assert_eq!(verdict(all).0, "proven");
    // By default: an entry holds before it, and of two names both must be true.
    let default = |names: &[&str], values: &[bool]| json!({ "entry_names": [], "entry_values": [], "default_entry_names": names, "default_entry_values": values });
    assert_eq!(verdict(default(&["post"], &[t])).0, "proven");
    assert_eq!(verdict(default(&["post", "bar"], &[t, f])).0, "clash");
    let mut both = none;
    both["default_entry_names"] = json!(["post"]);
    both["default_entry_values"] = json!([true]);
    assert_eq!(verdict(both).0, "clash");
}

#[test]
fn padding_is_required_beside_the_clearance() {
    let folder = folder("planning-padding");
    let [_, free] = swings(&folder);
    let padded = |padding: f64| with(&[("/link_padding/0/padding", json!(padding))]);
    // The bar is 0.2138 from the post at the end of the path: cos 1.2 - 0.2, of its side 0.05 less.
    let apart = 1.2_f64.cos() - 0.2 - 0.05;
    let on_path = |padding: f64, more: &str, options: &[&str]| {
        let options = [&["--path", free.as_str()], options].concat();
        let found = ask(&folder, &padded(padding), more, &options);
        assert!(found.err.is_empty(), "{}", found.err);
        found.json()
    };
    assert!(0.1 < apart && apart < 0.12, "{apart}");
    assert_eq!(on_path(0.1, "", &[])["path"]["verdict"], "proven");
    let close = on_path(0.12, "", &[]);
    assert_eq!(
        (&close["path"]["verdict"], &close["path"]["at"]["required"]),
        (&json!("close"), &json!(0.12))
    );
    assert_eq!(close["path"]["at"]["pair"], json!(["bar", "cell/post"]));
    // It is beside what is required of all pairs, and of this one.
    let of_all = on_path(0.06, "", &["--clearance", "0.06", "--q", "turn=1.2"]);
    assert_eq!(of_all["path"]["at"]["required"], 0.12);
    let required: Vec<_> =
        of_all["pairs"].as_array().unwrap().iter().map(|pair| &pair["required"]).collect();
    assert!(required.contains(&&json!(0.12)) && required.contains(&&json!(0.06)), "{required:?}");
    let own = "[[clearance]]\nbetween = [\"bar\", \"cell/*\"]\nleast = 0.03";
    assert_eq!(on_path(0.06, own, &["--clearance", "0.06"])["path"]["verdict"], "proven");
    assert_eq!(on_path(0.09, own, &["--clearance", "0.06"])["path"]["verdict"], "close");
    // What the link holds has it, and other links have it not.
    let tip = with(&[("/link_padding/0", json!({ "link_name": "tip", "padding": 0.5 }))]);
    let found = ask(&folder, &tip, "", &["--q", "turn=0", "--clearance", "0.01"]);
    assert_eq!(pair(&found, "cell/post", "cell/rod")["required"], 0.51);
    assert_eq!(pair(&found, "tip", "cell/post")["required"], 0.51);
    assert_eq!(pair(&found, "bar", "cell/post")["required"], 0.01);
    // Whatever stands around has it, and nothing that the robot holds.
    file(&folder, "pole.obj", "o pole\nv 3 0 0\nv 3 1 0\nv 3 0 1\nf 1 2 3\n");
    let more = "[[body]]\nname = \"file\"\nbodies = \"pole.obj\"
[[body]]\nname = \"grip\"\non = \"tip\"\nshape = { kind = \"sphere\", radius = 0.1 }\npose = { t = [0.9, 0, 0.5] }
[[body]]\nname = \"wall\"\nshape = { kind = \"sphere\", radius = 0.1 }\npose = { t = [-2, 0, 0] }";
    let found = ask(&folder, &padded(0.25), more, &["--q", "turn=0", "--clearance", "0.25"]);
    for (a, b, required) in [
        ("bar", "file/pole", 0.5),
        ("bar", "wall", 0.5),
        ("bar", "cell/post", 0.5),
        ("bar", "grip", 0.25),
        ("tip", "wall", 0.25),
    ] {
        assert_eq!(pair(&found, a, b)["required"], required, "{a} {b}");
    }
    // A certificate is of the same requirements.
    let proof = folder.join("proof.json").display().to_string();
    let found = on_path(0.05, "", &["--clearance", "0.05", "--certificate", &proof]);
    assert_eq!(found["path"]["verdict"], "proven");
    let scene = folder.join("scene.toml").display().to_string();
    let verified = run(&["verify", &proof, "--scene", &scene]);
    assert_eq!((verified.status, verified.err.as_str()), (0, ""), "{}", verified.out);
    file(&folder, "cell.yaml", &padded(0.2).to_string());
    let refused = run(&["verify", &proof, "--scene", &scene]);
    assert!(refused.status == 1 && refused.err.contains("what they must keep"), "{}", refused.err);
}

#[test]
fn joints_are_where_the_message_has_them() {
    let folder = folder("planning-start");
    let state = |names: &[&str], values: &[f64]| {
        with(&[("/robot_state/joint_state", json!({ "name": names, "position": values }))])
    };
    let at = |message: &Value, more: &str, options: &[&str]| {
        let found = ask(&folder, message, more, options);
        (pair(&found, "bar", "cell/post")["signed_distance"].clone(), found.err)
    };
    let there = at(&message(), "", &["--q", "turn=1,lift=0"]).0;
    assert_eq!(at(&state(&["turn", "lift"], &[1.0, 0.0]), "", &[]), (there.clone(), String::new()));
    // What is said otherwise holds, with a warning.
    let (found, said) = at(&state(&["turn"], &[0.5]), "q = { turn = 1 }", &[]);
    assert!(found == there && said.contains("which hold: turn"), "{said}");
    let (_, said) = at(&state(&["wheel"], &[0.5]), "", &[]);
    assert!(
        said.contains("robot_state has joint \"wheel\", which the robot does not have"),
        "{said}"
    );
    // A path that moves one joint keeps the other.
    let path = file(&folder, "turn.csv", "turn\n-0.5\n0.5\n");
    let found = ask(&folder, &state(&["lift"], &[0.25]), "", &["--path", &path]);
    assert!(found.err.is_empty(), "{}", found.err);
}

#[test]
fn what_has_no_effect_is_said() {
    let folder = folder("planning-notes");
    let matrix = |names: [&str; 2], enabled: bool| {
        let row = json!({ "enabled": [enabled, enabled] });
        json!({ "entry_names": names, "entry_values": [row, row] })
    };
    for (changes, more, says) in [
        (vec![("/link_scale/0/scale", json!(1.5))], "", "scale 1.5 of link \"bar\" is not read"),
        (
            vec![("/link_padding/0/padding", json!(-0.1))],
            "",
            "padding -0.1 of link \"bar\" is not read",
        ),
        (
            vec![("/link_padding/0", json!({ "link_name": "hand", "padding": 0.1 }))],
            "",
            "link_padding names what is neither a link nor an object of it: hand",
        ),
        (
            vec![("/allowed_collision_matrix", matrix(["bar", "hand"], true))],
            "",
            "allowed_collision_matrix names what is neither a link nor an object of it: hand",
        ),
        (
            vec![("/allowed_collision_matrix", matrix(["bar", "tip"], false))],
            "",
            "allowed_collision_matrix has these pairs checked, which are not asked about, as a joint is between them",
        ),
        (
            vec![("/allowed_collision_matrix", matrix(["bar", "post"], false))],
            "ignore = [[\"bar\", \"cell/post\"]]",
            "or the SRDF file or `ignore` has them: bar - post",
        ),
        (
            vec![("/robot_state/attached_collision_objects/0/touch_links", json!(["bar", "palm"]))],
            "",
            "touch_links names what is neither a link nor an object of it: palm",
        ),
        (
            vec![(
                "/world/collision_objects",
                json!([ball("post", [0.0, 1.0, 0.0], 0.2), { "id": "gone", "operation": 1 }]),
            )],
            "",
            "collision_objects[1] removes an object, and is left out",
        ),
    ] {
        let found = ask(&folder, &with(&changes), more, &["--q", "turn=0"]);
        assert!(found.status < 2 && found.err.contains(says), "{says}: {}", found.err);
        assert_eq!(found.err.lines().count(), 1, "{}", found.err);
    }
    // A body of the scene is none that a message means, whatever its name.
    let post = "[[body]]\nname = \"post\"\nshape = { kind = \"sphere\", radius = 0.1 }\npose = { t = [0.5, 0, 0] }";
    let allowed = with(&[("/allowed_collision_matrix", matrix(["bar", "post"], true))]);
    let found = ask(&folder, &allowed, post, &["--q", "turn=0"]);
    assert_eq!(pair(&found, "bar", "post")["class"], "clash", "{}", found.out);
    assert_eq!(pair(&found, "bar", "cell/post"), json!(null));
    // Without a robot nothing is held.
    let scene = file(&folder, "alone.toml", "[[body]]\nname = \"cell\"\nbodies = \"cell.yaml\"\n");
    let found = run(&["check", &scene]);
    assert!(found.err.contains("no robot holds what it has attached: rod"), "{}", found.err);
    let mut change = message();
    change["is_diff"] = json!(true);
    let found = ask(&folder, &change, "", &["--q", "turn=0"]);
    assert!(found.err.contains("is_diff: it changes another scene"), "{}", found.err);
}

#[test]
fn messages_of_robots_that_are_wrong_are_refused() {
    let folder = folder("planning-refused");
    let held = "/robot_state/attached_collision_objects/0";
    let in_frame = |frame: &str| {
        let mut all = message();
        all.pointer_mut(held).unwrap()["object"]["header"] = json!({ "frame_id": frame });
        all
    };
    assert_eq!(ask(&folder, &in_frame("tip"), "", &["--q", "turn=0"]).err, "");
    let entries = |names: Value, rows: Value| {
        with(&[(
            "/allowed_collision_matrix",
            json!({ "entry_names": names, "entry_values": rows }),
        )])
    };
    let row = |enabled: &[bool]| json!({ "enabled": enabled });
    for (message, says) in [
        (in_frame("base"), "is held by link \"tip\", and its pose is in frame \"base\""),
        (with(&[(&format!("{held}/link_name"), json!("hand"))]), "hand"),
        (with(&[(&format!("{held}/object/id"), json!("post"))]), "object \"post\" is there twice"),
        (
            with(&[(held, json!({ "link_name": "tip" }))]),
            "attached_collision_objects[0] has no object",
        ),
        (
            with(&[(&format!("{held}/object/primitives"), json!([]))]),
            "attached_collision_objects[0].object has 0 primitives and 1 poses",
        ),
        (entries(json!(["a"]), json!([])), "1 entry_names need as many rows of entry_values"),
        (entries(json!(["a", "a"]), json!([])), "\"a\" is there twice"),
        (
            entries(json!(["a", "b"]), json!([row(&[false, true]), row(&[false, false])])),
            "it says two things of \"a\" and \"b\"",
        ),
        (
            entries(json!(["a"]), json!([{ "enabled": ["maybe"] }])),
            "allowed_collision_matrix.entry_values[0]: this is neither true nor false",
        ),
        (
            with(&[("/robot_state/joint_state/name", json!(["turn"]))]),
            "robot_state.joint_state has 1 names and 0 positions",
        ),
    ] {
        refused(&ask(&folder, &message, "", &[]), says);
    }
}
