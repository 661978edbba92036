//! `clearance check`: scenes, their classes and totals, and what can be wrong with them.

mod common;

use std::path::Path;

use common::{Run, file, folder, run};
use serde_json::json;

fn body(name: &str, what: &str, x: f64) -> String {
    let pose = format!("pose = {{ t = [{x:?}, 0.0, 0.0], q = [0.0, 0.0, 0.0, 1.0] }}");
    format!("[[body]]\nname = \"{name}\"\n{what}\n{pose}\n")
}

fn ball(name: &str, x: f64) -> String {
    body(name, "shape = { kind = \"sphere\", radius = 1 }", x)
}

fn check(folder: &Path, scene: &str, options: &[&str]) -> Run {
    let path = file(folder, "scene.toml", scene);
    run(&[&["check", path.as_str()], options].concat())
}

/// Balls at 0, 2.5 and 10, and one that overlaps the last by 0.5.
fn four_balls() -> String {
    "units = \"m\"\n".to_string()
        + &ball("a", 0.0)
        + &ball("b", 2.5)
        + &ball("c", 10.0)
        + &ball("d", 11.5)
}

#[test]
fn pairs_come_worst_first_with_their_classes() {
    let folder = folder("classes");
    let run = check(&folder, &four_balls(), &["--clearance", "1", "--json"]);
    assert_eq!(run.status, 1);
    let report = run.json();
    let found: Vec<_> = report["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| (p["a"].as_str().unwrap(), p["b"].as_str().unwrap(), p["class"].as_str().unwrap()))
        .collect();
    assert_eq!(found[..3], [("c", "d", "clash"), ("a", "b", "close"), ("b", "c", "ok")]);
    assert_eq!(found.len(), 6);
    assert_eq!((&report["bodies"], &report["candidates"]), (&json!(4), &json!(6)));
    let clash = &report["pairs"][0];
    assert!((clash["signed_distance"].as_f64().unwrap() + 0.5).abs() < 1e-12);
    assert_eq!(clash["parts"], json!([0, 0]));
    assert_eq!(clash["normal"], json!([1.0, 0.0, 0.0]));
    let close = &report["pairs"][1];
    assert_eq!(close["point_a"], json!([1.0, 0.0, 0.0]));
    assert_eq!(close["point_b"], json!([1.5, 0.0, 0.0]));
}

#[test]
fn the_table_ends_in_totals() {
    let folder = folder("table");
    let run = check(&folder, &four_balls(), &["--clearance", "1", "--within", "6"]);
    assert_eq!(run.status, 1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("pair") && lines[0].contains("clearance [m]"), "{}", run.out);
    assert!(
        lines[1].starts_with("c - d") && lines[1].contains("clash") && lines[1].contains("-0.5")
    );
    assert!(lines[2].starts_with("a - b") && lines[2].contains("close"));
    assert_eq!(
        lines.last(),
        Some(&"4 bodies, 3 pairs shown: 1 clash, 1 close, 1 ok (3 looked at)")
    );
    assert_eq!(run.err, "");
}

#[test]
fn a_free_scene_is_status_0() {
    let folder = folder("free");
    let scene = ball("a", 0.0) + &ball("b", 2.5);
    assert_eq!(check(&folder, &scene, &[]).status, 0);
    assert_eq!(check(&folder, &scene, &["--clearance", "0.5"]).status, 0, "exactly enough");
    assert_eq!(check(&folder, &scene, &["--clearance", "0.6"]).status, 1);
    let touching = ball("a", 0.0) + &ball("b", 2.0);
    assert_eq!(check(&folder, &touching, &[]).status, 1, "touching is a clash");
    let ignored = format!("ignore = [[\"b\", \"a\"]]\n{touching}");
    let run = check(&folder, &ignored, &["--json"]);
    assert_eq!((run.status, &run.json()["pairs"]), (0, &json!([])));
    assert_eq!(check(&folder, &ball("alone", 0.0), &[]).status, 0);
}

#[test]
fn the_nearest_parts_speak_for_their_bodies() {
    let folder = folder("parts");
    let shapes = r#"shapes = [
        { kind = "sphere", radius = 1 },
        { kind = "capsule", radius = 0.5, p1 = [0, 0, 0], p2 = [3, 0, 0] },
    ]"#;
    let scene = body("two", shapes, 0.0) + &ball("one", 5.0);
    let report = check(&folder, &scene, &["--json"]).json();
    assert_eq!(report["pairs"][0]["parts"], json!([1, 0]));
    assert_eq!(report["pairs"][0]["signed_distance"], 0.5);
}

#[test]
fn plane_scenes_have_plane_poses() {
    let folder = folder("plane");
    let scene = r#"
        [[body]]
        name = "floor"
        shape = { kind = "half-plane", normal = [0, 1], offset = 0 }
        pose = { t = [0, 0], angle = 0 }
        [[body]]
        name = "tile"
        shape = { kind = "box", half_extents = [1, 1] }
        pose = { t = [0, 3], angle = 1.5707963267948966 }
    "#;
    let report = check(&folder, scene, &["--json"]).json();
    assert!((report["pairs"][0]["signed_distance"].as_f64().unwrap() - 2.0).abs() < 1e-12);
    assert_eq!(report["pairs"][0]["normal"], json!([0.0, 1.0]));
}

/// The eight corners and six faces of a cube of edge 2.
fn cube_obj(name: &str) -> String {
    let corners = ["-1 -1", "1 -1", "1 1", "-1 1"];
    let at = |z: i32| corners.map(|xy| format!("v {xy} {z}\n")).concat();
    let faces = "f -8 -5 -6 -7\nf -4 -3 -2 -1\nf -8 -7 -3 -4\nf -7 -6 -2 -3\nf -6 -5 -1 -2\nf -5 -8 -4 -1\n";
    format!("o {name}\n{}{}{faces}", at(-1), at(1))
}

#[test]
fn meshes_are_hulls_of_their_objects() {
    let folder = folder("meshes");
    file(&folder, "cube.obj", &cube_obj("cube"));
    let scene = body("cube", "mesh = \"cube.obj\"\nscale = 0.5", 0.0) + &ball("ball", 3.0);
    let run = check(&folder, &scene, &["--json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "no warning: a cube is convex");
    assert_eq!(run.json()["pairs"][0]["signed_distance"], 1.5);
}

#[test]
fn a_mesh_that_is_not_convex_is_a_warning() {
    let folder = folder("dents");
    // A corner of the cube pushed in towards its middle.
    file(&folder, "dent.obj", &cube_obj("dented").replacen("v 1 1 1", "v 0.2 0.2 0.2", 1));
    let scene = body("rock", "mesh = \"dent.obj\"", 0.0) + &ball("ball", 3.0);
    let run = check(&folder, &scene, &[]);
    assert_eq!(run.status, 0);
    for word in ["warning", "rock", "dent.obj", "dented", "not convex"] {
        assert!(run.err.contains(word), "{}", run.err);
    }
}

#[test]
fn bad_scenes_say_what_is_wrong() {
    let folder = folder("bad");
    file(&folder, "empty.obj", "# nothing\n");
    file(&folder, "broken.obj", "v 0 0 0\nf 1 2 3\n");
    file(&folder, "broken.stl", "not a mesh");
    file(&folder, "nan.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let sphere = "shape = { kind = \"sphere\", radius = 1 }";
    let posed = |pose: &str| format!("[[body]]\nname = \"a\"\n{sphere}\npose = {pose}\n");
    for (scene, says) in [
        (body("a", "mesh = \"none.obj\"", 0.0), "body \"a\": cannot read"),
        (body("a", "mesh = \"empty.obj\"", 0.0), "the mesh has no faces"),
        (body("a", "mesh = \"broken.obj\"", 0.0), "broken.obj"),
        (body("a", "mesh = \"broken.stl\"", 0.0), "neither binary STL nor text"),
        (body("a", "mesh = \"nan.obj\"", 0.0), "not finite"),
        (body("a", "mesh = \"scene.toml\"", 0.0), "a mesh is an OBJ or an STL file"),
        (body("a", "mesh = \"empty.obj\"\nscale = 0", 0.0), "scale must be positive, but is 0"),
        (
            body("a", "shape = { kind = \"sphere\", radius = -1 }", 0.0),
            "radius must not be negative",
        ),
        (body("a", "shape = { kind = \"sphere\", radius = nan }", 0.0), "radius is not finite"),
        (body("a", "shape = { kind = \"sphere\", radius = inf }", 0.0), "radius is not finite"),
        (body("a", "shape = { kind = \"blob\" }", 0.0), "unknown kind of shape \"blob\""),
        (body("a", "shapes = []", 0.0), "shapes is empty"),
        (body("a", "", 0.0), "it needs a mesh, a shape or shapes"),
        (body("a", &format!("{sphere}\nmesh = \"x.obj\""), 0.0), "only one of"),
        (ball("a", 0.0) + &ball("a", 3.0), "two bodies have the name \"a\""),
        (
            format!("ignore = [[\"a\", \"ghost\"]]\n{}", ball("a", 0.0)),
            "ignore names an unknown body \"ghost\"",
        ),
        (posed("{ t = [0, 0, 0], q = [0, 0, 0, 0] }"), "the quaternion is zero"),
        (posed("{ t = [0, 0, 0] }"), "missing field `q`"),
        (posed("{ t = [0], q = [0, 0, 0, 1] }"), "2 or 3 numbers"),
        (
            posed("{ t = [0, 0], angle = 0 }") + &ball("b", 0.0),
            "the pose of body \"a\" is 2D, that of \"b\" is 3D",
        ),
        (posed("{ t = [0, 0], angle = 0 }"), "a sphere does not exist in 2D"),
        (format!("[[body]]\nname = \"a\"\n{sphere}\n"), "missing field `pose`"),
        ("units = \"m\"\n".into(), "the scene has no [[body]]"),
        ("[[body]\n".into(), "scene.toml"),
    ] {
        let run = check(&folder, &scene, &[]);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{scene}\n{}", run.err);
        assert!(run.err.contains(says), "{scene}\n  expected: {says}\n  found: {}", run.err);
    }
    assert_eq!(run(&["check", folder.join("none.toml").to_str().unwrap()]).status, 2);
    assert_eq!(check(&folder, &ball("a", 0.0), &["--clearance", "nan"]).status, 2);
}

#[test]
fn fields_that_mean_nothing_are_a_warning() {
    let folder = folder("unknown");
    let run = check(&folder, &(String::from("ignored = []\n") + &ball("a", 0.0)), &[]);
    assert_eq!(run.status, 0);
    assert!(run.err.contains("warning: the scene has \"ignored\""), "{}", run.err);
}

#[test]
fn the_picture_shows_the_scene_and_is_always_the_same() {
    let folder = folder("picture");
    let path = folder.join("scene.svg");
    let scene = four_balls()
        + &body(
            "<cone>",
            "shape = { kind = \"cone\", radius = 1, half_height = 1, axis = \"y\" }",
            5.0,
        );
    let draw = || {
        check(&folder, &scene, &["--svg", path.to_str().unwrap()]);
        std::fs::read_to_string(&path).unwrap()
    };
    let picture = draw();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    assert!(picture.contains("&lt;cone&gt;") && !picture.contains("NaN"));
    assert_eq!(picture, draw());
}

#[test]
fn the_panda_scene_is_free() {
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/panda/scene.toml");
    let run = run(&["check", scene.to_str().unwrap()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.lines().last().unwrap().contains("10 pairs shown: 0 clash, 0 close, 10 ok"));
}
