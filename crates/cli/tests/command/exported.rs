//! Objects of planning scenes that MoveIt exported.

use std::path::Path;

use serde_json::json;

use crate::common::{Run, file, folder, run};
use crate::robots::refused;

/// Each kind of shape, as MoveIt writes it: the mesh is a tetrahedron.
const NEW: &str = "(noname)+++
* box
0 0 0.5
0 0 0 1
1
box
2 2 1
0 0 0
0 0 0 1
0 0 0 0
1
corner
1 1 0.5
0 0 0 1
* pin and cap
3 0 0
0 0 0.70710678118654757 0.70710678118654757
2
cylinder
0.25 2
0.5 0 1
0 0 0 1
1 0 0 1
cone
0.5 1
0.5 0 2.5
0 0 0 1
1 0 0 1
0
* ball
-3 0 0
0 0 0 1
1
sphere
0.5
0 0 0
0 0 0 1
0 0 0 0
0
* tetrahedron
0 3 0
0 0 0 1
1
mesh
4 4
0 0 0
1 0 0
0 1 0
0 0 1
0 2 1
0 1 3
0 3 2
1 2 3
0 0 0
0 0 0 1
0 0 0 0
0
.
";

fn ask(folder: &Path, text: &str, more: &str) -> Run {
    file(folder, "cell.scene", text);
    let scene = format!("[[body]]\nname = \"cell\"\nbodies = \"cell.scene\"\n{more}");
    run(&["check", &file(folder, "scene.toml", &scene), "--within", "100", "--json"])
}

/// The clearance of two objects.
fn apart(run: &Run, a: &str, b: &str) -> f64 {
    let names = [format!("cell/{a}"), format!("cell/{b}")];
    let json = run.json();
    let pairs = json["pairs"].as_array().unwrap();
    let is_it = |pair: &&serde_json::Value| {
        json!(names) == json!([pair["a"], pair["b"]])
            || json!([names[1], names[0]]) == json!([pair["a"], pair["b"]])
    };
    pairs.iter().find(is_it).unwrap()["signed_distance"].as_f64().unwrap()
}

#[test]
fn objects_are_bodies() {
    let folder = folder("exported");
    let found = ask(&folder, NEW, "");
    assert_eq!(found.status, 0, "{}{}", found.err, found.out);
    assert!(found.err.is_empty(), "{}", found.err);
    // The pin is turned by a quarter around z: its shapes are at (3, 0.5).
    let near = |a: &str, b: &str, expected: f64| {
        let found = apart(&found, a, b);
        assert!((found - expected).abs() < 1e-12, "{a} {b}: {found} {expected}");
    };
    near("box", "ball", 1.5);
    near("box", "pin and cap", 1.75);
    near("box", "tetrahedron", 2.0);
    near("ball", "pin and cap", 6.0_f64.hypot(0.5) - 0.75);
    let above = "[[body]]\nname = \"above\"\nshape = { kind = \"sphere\", radius = 1 }\npose = { t = [3, 0.5, 5] }\n";
    let json = ask(&folder, NEW, above).json();
    let pair = json["pairs"].as_array().unwrap().iter().find(|pair| {
        [&pair["a"], &pair["b"]].contains(&&json!("above"))
            && [&pair["a"], &pair["b"]].contains(&&json!("cell/pin and cap"))
    });
    let tip = pair.unwrap()["signed_distance"].as_f64().unwrap();
    assert!((tip - 1.0).abs() < 1e-12, "the apex of the cap is above: {tip}");
}

#[test]
fn older_files_have_no_poses_of_objects() {
    let folder = folder("exported-old");
    let object =
        |name: &str, x: i32| format!("* {name}\n1\nsphere\n0.5\n{x} 0 0\n0 0 0 1\n0 0 0 0\n");
    let old = format!("cell\n{}{}.\n", object("a", 0), object("b", 3));
    let found = ask(&folder, &old, "");
    assert!((apart(&found, "a", "b") - 2.0).abs() < 1e-12, "{}", found.out);
}

#[test]
fn what_is_not_read_is_refused_by_line() {
    let folder = folder("exported-refused");
    let ball = NEW.split("* ball").nth(1).unwrap().split("* tet").next().unwrap();
    let with = |from: &str, to: &str| format!("cell\n* ball{}.\n", ball.replacen(from, to, 1));
    let cases = [
        (String::new(), "it ends before the name of the scene"),
        ("cell\n".into(), "it ends before `*` and an object"),
        ("cell\n.\n".into(), "it has no objects"),
        ("cell\nball\n".into(), "line 2: \"ball\" is neither"),
        (
            with("sphere\n0.5", "plane\n0 0 1 0"),
            "line 6: object \"ball\": a plane has no thickness",
        ),
        (with("sphere", "octree"), "line 6: object \"ball\": \"octree\" is not read"),
        (
            with("0.5", "1 2"),
            "line 7: object \"ball\": the radius of a sphere: it has 1 numbers, but here are 2",
        ),
        (with("0.5", "nan"), "is not finite"),
        (with("0 0 0 1", "0 0 0 0"), "line 4: object \"ball\": the rotation of the object is 0"),
        (with("\n1\n", "\n0\n"), "line 5: object \"ball\": it has no shapes"),
        (
            with("\n1\n", "\nx\n"),
            "line 5: object \"ball\": the number of its shapes: \"x\" is none",
        ),
        (with("\n1\n", "\n2\n"), "object \"ball\""),
        (with("0.5", "-1"), "radius must not be negative"),
        (NEW.replace("1 2 3\n", "1 2 4\n"), "a triangle of a mesh has a point that does not exist"),
        (NEW.replace("4 4\n", "4 4000000000\n"), "object \"tetrahedron\": "),
        (NEW.replace("* ball", "* box"), "object \"box\" is there twice"),
        (NEW.replace("\n.\n", "\n"), "it ends before `*` and an object, or `.`"),
    ];
    for (text, words) in cases {
        refused(&ask(&folder, &text, ""), words);
    }
    refused(&ask(&folder, NEW, "scale = 2\n"), "scale and up go with a mesh");
    let scene = "units = \"mm\"\n[[body]]\nname = \"cell\"\nbodies = \"cell.scene\"\n";
    file(&folder, "cell.scene", NEW);
    refused(&run(&["check", &file(&folder, "mm.toml", scene)]), "cell.scene is in metres");
}
