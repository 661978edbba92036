//! `clearance check`: scenes, their classes and totals, and errors in scenes.

use std::path::Path;

use crate::common::{Run, file, folder, run, run_with};
use serde_json::{Value, json};

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
    "units = \"m\"\n".to_string() + &four_balls_bare()
}

fn four_balls_bare() -> String {
    ball("a", 0.0) + &ball("b", 2.5) + &ball("c", 10.0) + &ball("d", 11.5)
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

/// What is not looked at is in no total, and is no pass.
#[test]
fn pairs_that_are_not_looked_at_are_told() {
    let folder = folder("seconds");
    let run = check(&folder, &four_balls(), &["--seconds", "0", "--json"]);
    assert_eq!(run.status, 1);
    let report = run.json();
    assert_eq!((&report["candidates"], &report["not_looked_at"]["count"]), (&json!(0), &json!(6)));
    assert_eq!(report["totals"], json!({ "clash": 0, "touch": 0, "close": 0, "ok": 0 }));
    assert_eq!(report["not_looked_at"]["first"][0], json!(["a", "b"]));
    let table = check(&folder, &four_balls(), &["--seconds", "0"]).out;
    let said = "(0 looked at; 6 were not, as the work was ended: a and b are the first)";
    assert!(table.contains(said), "{table}");
    let whole = check(&folder, &four_balls(), &["--seconds", "100", "--json"]).json();
    assert_eq!((&whole["candidates"], whole.get("not_looked_at")), (&json!(6), None));
}

/// Of pairs that are none of the ten worst, only the class is asked: it is that of a list of all pairs.
#[test]
fn totals_are_those_of_all_pairs() {
    let folder = folder("all-totals");
    let mut obj = String::new();
    let (mut cubes, mut first) = (0, 1);
    for (x, y, z) in (0..64).map(|i| (i % 4, i / 4 % 4, i / 16)) {
        // Every third one reaches into its neighbours, some by less than others.
        let low = [x, y, z].map(f64::from);
        let more = if cubes % 3 == 0 { 0.02 * f64::from(1 + cubes % 4) } else { 0.0 };
        obj += &format!("o cube_{cubes}\n");
        for corner in 0..8 {
            let at = |axis: usize| low[axis] + f64::from(corner >> axis & 1) * (1.0 + more);
            obj += &format!("v {} {} {}\n", at(0), at(1), at(2));
        }
        for [a, b, c, d] in
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
        {
            let [a, b, c, d] = [a, b, c, d].map(|corner| corner + first);
            obj += &format!("f {a} {b} {c} {d}\n");
        }
        (cubes, first) = (cubes + 1, first + 8);
    }
    let path = file(&folder, "cubes.obj", &obj);
    for (options, clash) in [(&[][..], 40), (&["--tolerance", "0.03"], 20)] {
        let closest = run(&[&["check", &path, "--json"], options].concat()).json();
        let all = run(&[&["check", &path, "--json", "--within", "0"], options].concat()).json();
        let count = |key: &str| all["totals"][key].as_u64().unwrap();
        assert!(count("clash") > clash && count("touch") > 100, "{}", all["totals"]);
        for key in ["clash", "touch", "close"] {
            assert_eq!(closest["totals"][key], all["totals"][key], "{key} {options:?}");
        }
        let worst: Vec<_> = all["pairs"].as_array().unwrap().iter().take(10).collect();
        assert_eq!(closest["pairs"].as_array().unwrap().iter().collect::<Vec<_>>(), worst);
    }
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
    for pair in [r#"["?", "b"]"#, r#"["*", "*"]"#, r#"["{a,x}", "[b-c]"]"#] {
        let run = check(&folder, &format!("ignore = [{pair}]\n{touching}"), &["--json"]);
        assert_eq!((run.status, run.json()["totals"]["clash"].clone()), (0, 0.into()), "{pair}");
    }
    let ignored = format!("ignore = [[\"b\", \"a\"]]\n{touching}");
    let run = check(&folder, &ignored, &["--json"]);
    assert_eq!((run.status, &run.json()["pairs"]), (0, &json!([])));
    assert_eq!(check(&folder, &ball("alone", 0.0), &[]).status, 0);
}

#[test]
fn the_nearest_parts_represent_their_bodies() {
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
fn scenes_in_2d_have_2d_poses() {
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

/// The eight vertices and six faces of a cube of edge 2.
fn cube_obj(name: &str) -> String {
    let corners = ["-1 -1", "1 -1", "1 1", "-1 1"];
    let at = |z: i32| corners.map(|xy| format!("v {xy} {z}\n")).concat();
    let faces = "f -8 -5 -6 -7\nf -4 -3 -2 -1\nf -8 -7 -3 -4\nf -7 -6 -2 -3\nf -6 -5 -1 -2\nf -5 -8 -4 -1\n";
    format!("o {name}\n{}{}{faces}", at(-1), at(1))
}

#[test]
fn hulls_are_those_of_their_objects() {
    let folder = folder("meshes");
    file(&folder, "cube.obj", &cube_obj("cube"));
    let scene = body("cube", "hull = \"cube.obj\"\nscale = 0.5", 0.0) + &ball("ball", 3.0);
    let run = check(&folder, &scene, &["--json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "no warning: a cube is convex");
    assert_eq!(run.json()["pairs"][0]["signed_distance"], 1.5);
}

#[test]
fn a_mesh_that_is_not_convex_is_a_warning() {
    let folder = folder("dents");
    // A vertex of the cube moved towards the centre.
    file(&folder, "dent.obj", &cube_obj("dented").replacen("v 1 1 1", "v 0.2 0.2 0.2", 1));
    let scene = body("rock", "hull = \"dent.obj\"", 0.0) + &ball("ball", 3.0);
    let run = check(&folder, &scene, &[]);
    assert_eq!(run.status, 0);
    for word in ["warning", "rock", "dent.obj", "dented", "not convex"] {
        assert!(run.err.contains(word), "{}", run.err);
    }
    let report = check(&folder, &scene, &["--json"]).json();
    assert_eq!(run.err, format!("warning: {}\n", report["warnings"][0].as_str().unwrap()));
    let hull = &report["hulls"][0];
    assert_eq!((&hull["body"], &hull["part"]), (&json!("rock"), &json!(0)));
    assert_eq!((&hull["mesh"], &hull["object"]), (&json!("dent.obj"), &json!("dented")));
    let share = hull["not_mesh"].as_f64().unwrap();
    assert!(run.err.contains(&format!("{:.1} %", 100.0 * share)) && share > 0.01, "{share}");
    file(&folder, "cube.obj", &cube_obj("cube"));
    let scene = body("rock", "hull = \"cube.obj\"", 0.0) + &ball("ball", 3.0);
    let report = check(&folder, &scene, &["--json"]).json();
    assert_eq!((&report["warnings"], &report["hulls"][0]["not_mesh"]), (&json!([]), &json!(0.0)));
}

#[test]
fn errors_of_bad_scenes_state_the_reason() {
    let folder = folder("bad");
    file(&folder, "empty.obj", "# nothing\n");
    file(&folder, "broken.obj", "v 0 0 0\nf 1 2 3\n");
    file(&folder, "broken.stl", "not a mesh");
    file(&folder, "nan.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let sphere = "shape = { kind = \"sphere\", radius = 1 }";
    let posed = |pose: &str| format!("[[body]]\nname = \"a\"\n{sphere}\npose = {pose}\n");
    for (scene, says) in [
        (body("a", "mesh = \"none.obj\"", 0.0), "none.obj: cannot read it"),
        (body("a", "mesh = \"empty.obj\"", 0.0), "the mesh has no faces"),
        (body("a", "mesh = \"broken.obj\"", 0.0), "broken.obj"),
        (body("a", "mesh = \"broken.stl\"", 0.0), "neither binary STL nor text"),
        (body("a", "mesh = \"nan.obj\"", 0.0), "not finite"),
        (
            body("a", "mesh = \"scene.toml\"", 0.0),
            "a mesh is an OBJ, PLY, STL, DAE, glTF, GLB or 3MF file",
        ),
        (
            body("a", "mesh = \"empty.obj\"\nscale = 0", 0.0),
            "scale must be finite and not 0, but is 0",
        ),
        (
            body("a", "shape = { kind = \"sphere\", radius = -1 }", 0.0),
            "radius must not be negative",
        ),
        (body("a", "shape = { kind = \"sphere\", radius = nan }", 0.0), "radius is not finite"),
        (body("a", "shape = { kind = \"sphere\", radius = inf }", 0.0), "radius is not finite"),
        (body("a", "shape = { kind = \"blob\" }", 0.0), "unknown kind of shape \"blob\""),
        (body("a", "shapes = []", 0.0), "shapes is empty"),
        (body("a", "", 0.0), "it needs a mesh, a hull, bodies, a shape, shapes or a cloud"),
        (body("a", &format!("{sphere}\nmesh = \"x.obj\""), 0.0), "only one of"),
        (ball("a", 0.0) + &ball("a", 3.0), "two bodies have the name \"a\""),
        (
            format!("ignore = [[\"a\", \"ghost\"]]\n{}", ball("a", 0.0)),
            "ignore names an unknown body \"ghost\"",
        ),
        (posed("{ t = [0, 0, 0], q = [0, 0, 0, 0] }"), "the quaternion is zero"),
        (posed("{ t = [0], q = [0, 0, 0, 1] }"), "2 or 3 numbers"),
        (posed("{ q = [0, 0, 0, 1], rpy = [0, 0, 0] }"), "one rotation, but not q and rpy"),
        (posed("{ axis = [0, 0, 1] }"), "body \"a\": pose: angle is missing"),
        (posed("{ rpy = [0, 0, nan] }"), "rpy is not finite"),
        (posed("{ t = [0, 0, 0], angel = 1 }"), "a pose has no \"angel\"; it has t, angle, q, rpy"),
        (posed("3"), "body \"a\": pose must be a table of keys and values, but is 3"),
        (posed("{}").replace("sphere\", radius", "box\", half_extents"), "nothing tells whether"),
        (
            posed("{}").replace("sphere", "ball"),
            "body \"a\": unknown kind of shape \"ball\"; the known ones are",
        ),
        (
            posed("{}").replace("sphere\", radius", "box\", size"),
            "a box has no \"size\"; it has kind, margin, half_extents; did you mean \"half_extents\", half of it?",
        ),
        (
            format!("ignore = [[\"a[\", \"b\"]]\n{}", ball("a", 0.0)),
            "ignore[0]: the pattern \"a[\"",
        ),
        (format!("dim = 2\n{}", ball("a", 0.0)), "dim is 2, but the pose of body \"a\" is 3D"),
        (format!("dim = 4\n{}", ball("a", 0.0)), "dim is 4, but can be 2 or 3 only"),
        (
            format!("ignore = [[\"a\"]]\n{}", ball("a", 0.0)),
            "ignore[0] needs the names of two bodies, but has 1",
        ),
        (
            format!("ignore = [[\"a\", \"b\"], [\"a\", \"b\", \"c\"]]\n{}", four_balls_bare()),
            "ignore[1] needs the names of two bodies, but has 3",
        ),
        (
            format!("ignored = []\n{}", ball("a", 0.0)),
            "a scene has no \"ignored\"; it has units, dim, degrees, ignore, clearance, check, approved, body, robot, srdf, q, base; did you mean \"ignore\"?",
        ),
        (
            ball("a", 0.0) + "color = 1\n",
            "body \"a\": a body has no \"color\"; it has name, group, on, moves, mesh, hull, bodies, scale, up",
        ),
        (
            body("a", "shape = { kind = \"sphere\", radius = 1, radus = 2 }", 0.0),
            "body \"a\": shape: a sphere has no \"radus\"; it has kind, margin, radius",
        ),
        (
            body("a", "shapes = [{ kind = \"box\", half_extents = [1, 1, 1], radius = 2 }]", 0.0),
            "shapes[0]: a box has no \"radius\"",
        ),
        (ball("a", 0.0).replace("radius = 1", "radius = 1, radius = 1"), "duplicate key"),
        (ball("a", 0.0) + "name = \"b\"\n", "duplicate key"),
        (
            posed("{ t = [0, 0], angle = 0 }") + &ball("b", 0.0),
            "the pose of body \"a\" is 2D, that of \"b\" is 3D",
        ),
        (posed("{ t = [0, 0], angle = 0 }"), "a sphere does not exist in 2D"),
        (format!("[[body]]\n{sphere}\n"), "body number 1: it has no name"),
        (
            format!(
                "ignore = [[\"wrist\", \"wirst\"]]\n{}{}",
                ball("wrist", 0.0),
                ball("finger", 5.0)
            ),
            "unknown body \"wirst\"; the known ones are finger, wrist; did you mean \"wrist\"?",
        ),
        (format!("degrees = 1\n{}", ball("a", 0.0)), "degrees must be true or false, but is 1"),
        (
            format!("ignore = [\"a\"]\n{}", ball("a", 0.0)),
            "ignore must be a list of lists of names",
        ),
        (
            body("a", "mesh = \"empty.obj\"\nscale = [1, 2]", 0.0),
            "scale takes one number or three, but has 2",
        ),
        (
            body("a", "mesh = \"empty.obj\"\nscale = [1, 0, 2]", 0.0),
            "scale must be finite and not 0",
        ),
        (body("a", "mesh = \"empty.obj\"\nscale = nan", 0.0), "scale must be finite and not 0"),
        ("units = \"m\"\n".into(), "the scene has no [[body]]"),
        ("[[body]\n".into(), "scene.toml"),
    ] {
        let run = check(&folder, &scene, &[]);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{scene}\n{}", run.err);
        assert!(run.err.contains(says), "{scene}\n  expected: {says}\n  found: {}", run.err);
    }
    assert_eq!(run(&["check", folder.join("none.toml").to_str().unwrap()]).status, 2);
}

#[test]
fn distances_that_hide_pairs_are_errors() {
    let folder = folder("options");
    for (options, says) in [
        (&["--clearance", "nan"][..], "--clearance must be a finite number, but is NaN"),
        (&["--clearance", "inf"], "--clearance must be a finite number, but is inf"),
        (&["--within", "nan"], "--within must be a finite number"),
        (&["--within=-inf"], "--within must be a finite number"),
        (&["--tolerance", "nan"], "--tolerance must be a finite number"),
        (&["--tolerance", "-1"], "--tolerance must not be negative, but is -1"),
        (&["--tolerance", "1", "--clearance", "2"], "cannot be used with"),
        (&["--contacts", "--margin", "inf"], "--margin must be a finite number"),
        (&["--contacts", "--margin", "-1"], "--margin must not be negative"),
        (&["--clearance", "0.5", "--within", "0.4"], "--within 0.4 is below --clearance 0.5"),
        (&["--within", "-1"], "--within -1 is below --clearance 0"),
    ] {
        let run = check(&folder, &ball("a", 0.0), options);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{options:?}");
        assert!(run.err.contains(says), "{options:?}: {}", run.err);
    }
    let equal = ["--clearance", "0.5", "--within", "0.5"];
    assert_eq!(check(&folder, &ball("a", 0.0), &equal).status, 0);
}

/// 30 balls in a row, each overlapping the next by 0.25, and three separate ones.
fn row_of_balls() -> String {
    let row: String = (0..30).map(|i| ball(&format!("r{i}"), 1.75 * f64::from(i))).collect();
    let more: String =
        (0..3).map(|i| ball(&format!("s{i}"), -100.0 - 2.5 * f64::from(i))).collect();
    "units = \"mm\"\n".to_string() + &row + &more
}

#[test]
fn the_ten_closest_come_with_the_totals_of_all() {
    let folder = folder("totals");
    let picture = folder.join("scene.svg");
    let options = ["--clearance", "1", "--svg", picture.to_str().unwrap()];
    let table = check(&folder, &row_of_balls(), &options);
    let (all, listed) = (33 * 32 / 2, 10);
    // The 29 pairs of neighbours clash; the 28 pairs after them are 1.5 apart; two pairs with the
    // three separate balls are 0.5 apart.
    let (clash, close) = (29, 2);
    let ok = all - clash - close;
    let last = table.out.lines().last().unwrap();
    let expected = format!(
        "33 bodies, 10 pairs shown: 10 clash, 0 close, 0 ok, and {} more: {} clash, {close} close, \
         {ok} ok (",
        all - listed,
        clash - listed,
    );
    assert!(last.starts_with(&expected), "{last}\n{expected}");
    assert_eq!((table.out.lines().count(), table.status), (12, 1));
    let drawn = std::fs::read_to_string(&picture).unwrap();
    assert!(drawn.contains(">and 518 more: 19 clash, 2 close, 497 ok</text>"));

    let report = check(&folder, &row_of_balls(), &["--clearance", "1", "--json"]).json();
    assert_eq!(report["totals"], json!({ "clash": clash, "touch": 0, "close": close, "ok": ok }));
    assert_eq!((&report["units"], &report["required"]), (&json!("mm"), &json!(1.0)));
    assert_eq!((&report["warnings"], &report["hulls"]), (&json!([]), &json!([])));
    assert_eq!(report["summary"], last);
    assert_eq!(report["pairs"].as_array().unwrap().len(), 10);

    // With --within all of those are shown, and the totals count them; a picture has room for 16.
    let options = ["--within", "1.6", "--json", "--svg", picture.to_str().unwrap()];
    let report = check(&folder, &row_of_balls(), &options).json();
    assert_eq!(report["totals"], json!({ "clash": 29, "touch": 0, "close": 0, "ok": 28 + 2 }));
    assert_eq!(report["pairs"].as_array().unwrap().len(), 29 + 28 + 2);
    let drawn = std::fs::read_to_string(&picture).unwrap();
    assert!(drawn.contains(">and 43 more: 13 clash, 0 close, 30 ok</text>"));
}

/// The clearance of a box with the given pose and a ball.
fn turned(folder: &Path, pose: &str) -> f64 {
    let shape = "shape = { kind = \"box\", half_extents = [1, 2, 3] }";
    let scene = format!("[[body]]\nname = \"a\"\n{shape}\npose = {pose}\n") + &ball("b", 7.0);
    let run = check(folder, &scene, &["--json"]);
    assert_eq!(run.err, "", "{pose}");
    run.json()["pairs"][0]["signed_distance"].as_f64().unwrap()
}

#[test]
fn poses_have_many_forms() {
    let folder = folder("poses");
    for (pose, half) in [
        ("{}", 1.0),
        ("{ t = [0, 0, 0] }", 1.0),
        ("{ t = [0.5, 0, 0] }", 1.5),
        ("{ q = [0, 0, 1, 1] }", 2.0),
        ("{ axis = \"z\", angle = 1.5707963267948966 }", 2.0),
        ("{ axis = [0, 5, 0], angle = 1.5707963267948966 }", 3.0),
        ("{ rpy = [0, 1.5707963267948966, 0] }", 3.0),
        // The roll rotates y to z first, then the yaw rotates what is along y now to x: the half
        // extent is 3.
        ("{ rpy = [1.5707963267948966, 0, 1.5707963267948966] }", 3.0),
    ] {
        let found = turned(&folder, pose);
        assert!((found - (6.0 - half)).abs() < 1e-12, "{pose}: {found}");
    }
}

#[test]
fn shapes_and_dim_determine_the_dimension_without_poses() {
    let folder = folder("dimension");
    let two = |first: &str, second: &str| {
        let body = |name: &str, shape: &str| {
            format!("[[body]]\nname = \"{name}\"\nshape = {{ {shape} }}\npose = {{}}\n")
        };
        body("a", first) + &body("b", second)
    };
    let tile = "kind = \"box\", half_extents = [1, 1]";
    let cube = "kind = \"box\", half_extents = [1, 1, 1]";
    for (scene, dim) in [
        (two(tile, "kind = \"circle\", radius = 1"), 2),
        (two(cube, "kind = \"sphere\", radius = 1"), 3),
        (format!("dim = 2\n{}", two(tile, tile)), 2),
        (format!("dim = 3\n{}", two(cube, cube)), 3),
        (two(tile, tile).replacen("{}", "{ angle = 1 }", 1), 2),
        (two(cube, cube).replacen("{}", "{ rpy = [0, 0, 1] }", 1), 3),
        (two(cube, cube).replacen("{}", "{ t = [0, 0, 1] }", 1), 3),
    ] {
        let run = check(&folder, &scene, &["--json"]);
        let normal = run.json()["pairs"][0]["normal"].as_array().unwrap().len();
        assert_eq!((run.status, normal), (1, dim), "{scene}");
    }
}

/// The output of a run with these environment variables, written to a pipe, not to a terminal.
fn colored(path: &str, variables: &[(&str, &str)], stderr: bool) -> String {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_clearance"));
    command.args(["check", path]);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    let output = command.envs(variables.iter().copied()).output().unwrap();
    String::from_utf8(if stderr { output.stderr } else { output.stdout }).unwrap()
}

#[test]
fn colours_are_for_terminals() {
    let folder = folder("colours");
    let path = file(&folder, "scene.toml", &four_balls());
    let plain = colored(&path, &[], false);
    assert!(!plain.contains('\u{1b}'), "a pipe is no terminal");
    let bright = colored(&path, &[("CLICOLOR_FORCE", "1")], false);
    assert!(bright.contains("\u{1b}[31mclash") && bright.contains("\u{1b}[32mok"), "{bright}");
    let none = colored(&path, &[("NO_COLOR", "1")], false);
    assert_eq!(none, plain);
    let error = colored("none.toml", &[("CLICOLOR_FORCE", "1")], true);
    assert!(error.starts_with("\u{1b}[31mclearance:"), "{error}");
    assert!(colored("none.toml", &[], true).starts_with("clearance: cannot read none.toml"));
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
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/panda/scene.toml");
    let run = run(&["check", scene.to_str().unwrap()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.lines().last().unwrap().contains("10 pairs shown: 0 clash, 0 close, 10 ok"));
}

/// The code blocks of FORMATS.md: the kind and the content of each.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let pieces: Vec<&str> = page.split("```").collect();
    let code = pieces.iter().skip(1).step_by(2);
    code.map(|block| block.split_once('\n').unwrap()).collect()
}

/// Whether the output contains everything that FORMATS.md shows. Lists are compared as a whole,
/// tables key by key.
fn includes(found: &Value, shown: &Value) -> bool {
    match shown {
        Value::Object(shown) => shown
            .iter()
            .all(|(key, value)| found.get(key).is_some_and(|found| includes(found, value))),
        Value::Array(shown) => found.as_array().is_some_and(|found| {
            found.len() == shown.len() && found.iter().zip(shown).all(|(f, s)| includes(f, s))
        }),
        Value::Number(shown) => {
            // Up to rounding: the last digits are not compared.
            let near = |found: f64, shown: f64| (found - shown).abs() < 1e-12;
            found.as_f64().zip(shown.as_f64()).is_some_and(|(found, shown)| near(found, shown))
        }
        _ => found == shown,
    }
}

#[test]
fn formats_are_as_documented() {
    let folder = folder("formats");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("FORMATS.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (mut answers, mut compared) = (Vec::new(), 0);
    for (kind, text) in blocks(&page) {
        match kind {
            "json query" => {
                assert!(answers.is_empty(), "answers are missing before\n{text}");
                answers = run_with(&["query", "-", "--verify"], text.as_bytes()).lines();
            }
            "toml scene" => {
                let run = check(&folder, text, &["--json"]);
                assert_eq!((run.status, run.err.as_str()), (0, ""), "{text}");
                answers = vec![run.json()];
            }
            "json answer" | "json report" => {
                for line in text.lines() {
                    let shown: Value = serde_json::from_str(line).unwrap();
                    let found = answers.remove(0);
                    assert!(includes(&found, &shown), "{line}\n  found: {found}");
                    assert_ne!(found["verdict"], "refuted", "{line}");
                    compared += 1;
                }
                assert!(answers.is_empty(), "{text}");
            }
            other => panic!("an unknown kind of block: {other}"),
        }
    }
    assert!(compared >= 8, "only {compared} examples found");
    // The table has all kinds of shapes with all their keys.
    for kind in clearance::shape::KINDS {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{}` |", kind.name)));
        let row = row.unwrap_or_else(|| panic!("{} is missing", kind.name));
        for dim in [2, 3] {
            assert_eq!(row.contains(&format!("{dim}D")), kind.dims.contains(&dim), "{row}");
        }
        let short = kind.name == "half-space";
        assert!(short || kind.keys.iter().all(|key| row.contains(&format!("`{key}`"))), "{row}");
    }
    for page in ["--help", "check --help", "query --help"] {
        let help = run(&page.split(' ').collect::<Vec<_>>()).out;
        assert!(help.contains("crates/cli/FORMATS.md") && help.contains("Examples:"), "{help}");
    }
}
