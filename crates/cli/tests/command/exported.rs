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

/// The scene of `NEW`, as a message.
fn message() -> serde_json::Value {
    let pose = |place: [f64; 3], [z, w]: [f64; 2]| {
        let [x, y, height] = place;
        json!({ "position": { "x": x, "y": y, "z": height }, "orientation": { "x": 0, "y": 0, "z": z, "w": w } })
    };
    let turned = std::f64::consts::FRAC_1_SQRT_2;
    let corner = |[x, y, z]: [i32; 3]| json!({ "x": x, "y": y, "z": z });
    let corners = NEW.lines().skip_while(|line| *line != "4 4").skip(1).take(4);
    let corners = corners.map(|line| {
        let all: Vec<i32> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        corner(all.try_into().unwrap())
    });
    let triangles = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let triangles = triangles.map(|corners| json!({ "vertex_indices": corners }));
    let place = NEW.lines().skip_while(|line| *line != "* tetrahedron").nth(1).unwrap();
    let place: Vec<f64> = place.split(' ').map(|number| number.parse().unwrap()).collect();
    let still = [0.0, 1.0];
    json!({
        "name": "cell",
        "robot_state": { "attached_collision_objects": [] },
        "allowed_collision_matrix": { "entry_names": [], "entry_values": [] },
        "link_padding": [{ "link_name": "hand", "padding": 0.0 }],
        "world": {
            "collision_objects": [
                { "id": "box", "header": { "frame_id": "world" }, "pose": pose([0.0, 0.0, 0.5], still),
                  "primitives": [{ "type": 1, "dimensions": [2, 2, 1] }], "primitive_poses": [pose([0.0; 3], still)] },
                { "id": "pin and cap", "header": { "frame_id": "world" }, "pose": pose([3.0, 0.0, 0.0], [turned, turned]),
                  "primitives": [{ "type": 3, "dimensions": [2, 0.25] }, { "type": 4, "dimensions": [1, 0.5] }],
                  "primitive_poses": [pose([0.5, 0.0, 1.0], still), pose([0.5, 0.0, 2.5], [0.0, 0.0])] },
                { "id": "ball", "header": { "frame_id": "world" },
                  "primitives": [{ "type": 2, "dimensions": [0.5] }], "primitive_poses": [pose([-3.0, 0.0, 0.0], still)] },
                { "id": "tetrahedron", "header": { "frame_id": "world" }, "pose": pose([place[0], place[1], place[2]], still),
                  "meshes": [{ "triangles": triangles, "vertices": corners.collect::<Vec<_>>() }],
                  "mesh_poses": [pose([0.0; 3], still)] },
            ],
            "octomap": { "octomap": { "data": [] } },
        },
    })
}

fn ask_message(folder: &Path, text: &str) -> Run {
    file(folder, "cell.yaml", text);
    let scene = "[[body]]\nname = \"cell\"\nbodies = \"cell.yaml\"\n";
    run(&["check", &file(folder, "scene.toml", scene), "--within", "100", "--json"])
}

#[test]
fn a_message_has_the_same_objects() {
    let folder = folder("exported-message");
    let (found, exported) = (ask_message(&folder, &message().to_string()), ask(&folder, NEW, ""));
    assert!(found.err.is_empty(), "{}", found.err);
    let (found, exported) = (found.json(), exported.json());
    assert_eq!(found["pairs"].as_array().unwrap().len(), 6);
    for (one, other) in
        found["pairs"].as_array().unwrap().iter().zip(exported["pairs"].as_array().unwrap())
    {
        assert_eq!((&one["a"], &one["b"]), (&other["a"], &other["b"]));
        let [one, other] = [one, other].map(|pair| pair["signed_distance"].as_f64().unwrap());
        assert!((one - other).abs() < 1e-12, "{one} {other}");
    }
    // The world alone, and as a service answers; what is said beside the objects is noted.
    let all = message();
    for text in [all["world"].to_string(), json!({ "scene": all }).to_string()] {
        let run = ask_message(&folder, &text);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{text}");
    }
    let mut mapped = message();
    *mapped.pointer_mut("/world/octomap/octomap/data").unwrap() = json!([1]);
    let run = ask_message(&folder, &mapped.to_string());
    assert!(run.status == 0 && run.err.contains("a cloud is what is meant"), "{}", run.err);
}

#[test]
fn messages_without_objects_are_refused() {
    let folder = folder("exported-message-refused");
    let objects = |all: &str| format!("world: {{collision_objects: [{all}]}}");
    let sphere = "primitives: [{type: 2, dimensions: [1]}]";
    for (text, says) in [
        ("name: cell\n".to_owned(), "line 1: this is no planning scene"),
        (objects(""), "it has no objects"),
        (objects("{id: a}"), "collision_objects[0] has no shapes"),
        (objects(&format!("{{{sphere}}}")), "collision_objects[0] has no id"),
        (objects(&format!("{{id: a, {sphere}}}")), "has 1 primitives and 0 poses"),
        (
            objects("{id: a, primitives: [{type: 2, dimensions: [1, 2]}], primitive_poses: [{}]}"),
            "has 2 dimensions",
        ),
        (
            objects("{id: a, primitives: [{type: 5, dimensions: [1]}], primitive_poses: [{}]}"),
            "is of type 5",
        ),
        (objects("{id: a, planes: [{coef: [0, 0, 1, 0]}], plane_poses: [{}]}"), "has no thickness"),
        (
            objects(
                "{id: a, meshes: [{vertices: [{x: 1}], triangles: [{vertex_indices: [0, 0, 1]}]}], mesh_poses: [{}]}",
            ),
            "a vertex that does not exist",
        ),
        (
            objects(&format!(
                "{{id: a, {sphere}, primitive_poses: [{{}}]}}, {{id: a, {sphere}, primitive_poses: [{{}}]}}"
            )),
            "object \"a\" is there twice",
        ),
        (
            objects(&format!(
                "{{id: a, {sphere}, primitive_poses: [{{}}]}}, {{id: b, header: {{frame_id: odom}}, {sphere}, primitive_poses: [{{}}]}}"
            )),
            "collision_objects[1] is in another frame",
        ),
        (objects("..."), "stands for what is left out"),
    ] {
        refused(&ask_message(&folder, &text), says);
    }
}
