//! `clearance check`: tolerances, pieces of meshes, scales, degrees, pairs of parts, and closed outputs.

use std::path::Path;

use crate::common::{BALL, Run, file, folder, pair, run, run_with_closed_stdout};
use serde_json::{Value, json};

const SPHERE: &str = "shape = { kind = \"sphere\", radius = 1 }";

fn body(name: &str, what: &str, pose: &str) -> String {
    format!("[[body]]\nname = \"{name}\"\n{what}\n{pose}\n")
}

fn ball(name: &str, x: f64) -> String {
    body(name, SPHERE, &format!("pose = {{ t = [{x:?}, 0, 0] }}"))
}

fn check(folder: &Path, scene: &str, options: &[&str]) -> Run {
    let path = file(folder, "scene.toml", scene);
    run(&[&["check", path.as_str()], options].concat())
}

/// The first pair of a report.
fn first(run: &Run) -> Value {
    run.json()["pairs"][0].clone()
}

#[test]
fn a_tolerated_overlap_touches() {
    let folder = folder("tolerance");
    let scene = |x: f64| ball("a", 0.0) + &ball("b", x) + &ball("c", 9.0);
    for (x, options, class, status) in [
        (2.0, &["--tolerance", "1e-9"][..], "touch", 0),
        (1.9990234375, &["--tolerance", "0.001"], "touch", 0),
        (1.9990234375, &["--clearance", "-0.001"], "touch", 0),
        (1.99, &["--tolerance", "0.001"], "clash", 1),
        (1.99, &["--clearance", "-0.001"], "clash", 1),
        (2.0001, &["--tolerance", "0.001"], "ok", 0),
        (2.0, &["--tolerance", "0"], "clash", 1),
        (2.0, &[], "clash", 1),
    ] {
        let json = check(&folder, &scene(x), &[options, &["--json"]].concat());
        assert_eq!(
            (json.status, &first(&json)["class"]),
            (status, &json!(class)),
            "{x} {options:?}"
        );
        let table = check(&folder, &scene(x), options);
        assert_eq!(table.status, status);
        assert!(table.out.lines().nth(1).unwrap().contains(class), "{}", table.out);
        let totals = &json.json()["totals"];
        let expected = |name: &str| i32::from(name == class) + if name == "ok" { 2 } else { 0 };
        for name in ["clash", "touch", "close", "ok"] {
            assert_eq!(totals[name], expected(name), "{x} {options:?}");
        }
        let said = table.out.lines().last().unwrap().contains("1 touch, ");
        assert_eq!(said, class == "touch", "{}", table.out);
    }
    // Not only among the ten closest pairs, and in the picture, too.
    let row: String = (0..20).map(|i| ball(&format!("r{i}"), 2.0 * f64::from(i))).collect();
    let picture = folder.join("picture.svg");
    let run = check(&folder, &row, &["--tolerance", "1e-9", "--svg", picture.to_str().unwrap()]);
    assert_eq!(run.status, 0);
    let says = "10 pairs shown: 0 clash, 10 touch, 0 close, 0 ok, and 180 more: 0 clash, 9 touch,";
    assert!(run.out.contains(says), "{}", run.out);
    assert!(std::fs::read_to_string(picture).unwrap().contains(">touch<"));
}

#[test]
fn the_table_shows_the_bounds() {
    let folder = folder("bounds");
    let run = check(&folder, &(ball("a", 0.0) + &ball("b", 2.5)), &[]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].contains("clearance") && lines[0].contains("bounds"), "{}", run.out);
    let inside = lines[1].split(['[', ']']).nth(1).unwrap();
    let bounds: Vec<f64> = inside.split(", ").map(|bound| bound.parse().unwrap()).collect();
    assert!(bounds[0] <= 0.5 && 0.5 <= bounds[1] && bounds[1] - bounds[0] < 3e-6, "{}", run.out);
}

#[test]
fn all_pairs_of_parts_are_listed() {
    let folder = folder("all-parts");
    let rod = |y: f64| {
        format!("{{ kind = \"capsule\", radius = 0.5, p1 = [0, {y}, 0], p2 = [3, {y}, 0] }}")
    };
    let fork = format!("shapes = [{}, {}, {}]", rod(0.0), rod(4.0), rod(8.0));
    let wall = "shape = { kind = \"box\", half_extents = [1, 10, 1] }";
    let scene = body("fork", &fork, "") + &body("wall", wall, "pose = { t = [4, 4.25, 0] }");
    let hidden = check(&folder, &scene, &["--json"]).json();
    assert!(hidden["pairs"][0].get("part_pairs").is_none());
    let all = first(&check(&folder, &scene, &["--parts", "--json"]));
    let pairs = all["part_pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    for found in pairs {
        assert_eq!((&found["class"], &found["signed_distance"]), (&json!("clash"), &json!(-0.5)));
        assert!(found["lower"].as_f64() <= Some(-0.5) && found["point_a"].is_array());
    }
    let parts: Vec<&Value> = pairs.iter().map(|found| &found["parts"]).collect();
    assert_eq!(parts, [&json!([0, 0]), &json!([1, 0]), &json!([2, 0])]);
    let table = check(&folder, &scene, &["--parts", "--contacts"]);
    for part in 0..3 {
        let row = format!("  part {part} - part 0  ");
        assert!(table.out.lines().any(|line| line.starts_with(&row) && line.contains("clash")));
    }
    // Within a distance: the wall meets one of the rods only.
    let scene = scene.replace("half_extents = [1, 10, 1]", "half_extents = [1, 1, 1]");
    let near = first(&check(&folder, &scene, &["--parts", "--within", "0", "--json"]));
    assert_eq!(near["part_pairs"].as_array().unwrap().len(), 1);
    assert_eq!(near["part_pairs"][0]["parts"], json!([1, 0]));
}

/// The vertices and faces of a cube of edge 2 around a point, as part of an OBJ file.
fn cube(x: f64, y: f64, z: f64) -> String {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let at =
        |dz: f64| corners.map(|(dx, dy)| format!("v {} {} {}\n", x + dx, y + dy, z + dz)).concat();
    let faces = "f -8 -5 -6 -7\nf -4 -3 -2 -1\nf -8 -7 -3 -4\nf -7 -6 -2 -3\nf -6 -5 -1 -2\nf -5 -8 -4 -1\n";
    format!("{}{}{faces}", at(-1.0), at(1.0))
}

#[test]
fn pieces_of_a_mesh_are_hulls_of_their_own() {
    let folder = folder("pieces");
    // Two legs in one object, with a ball between them that touches neither.
    let legs = "o legs\n".to_string() + &cube(-4.0, 0.0, 0.0) + &cube(4.0, 0.0, 0.0);
    file(&folder, "legs.obj", &legs);
    let scene = body("table", "hull = \"legs.obj\"", "") + &ball("cat", 0.5);
    let run = check(&folder, &scene, &["--json", "--parts"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let report = run.json();
    let hulls: Vec<_> =
        report["hulls"].as_array().unwrap().iter().map(|h| (&h["part"], &h["object"])).collect();
    assert_eq!(hulls, [(&json!(0), &json!("legs")), (&json!(1), &json!("legs"))]);
    assert_eq!(first(&run)["signed_distance"], 1.5);
    let parts = first(&run)["part_pairs"].clone();
    assert_eq!((&parts[0]["parts"], &parts[1]["parts"]), (&json!([1, 0]), &json!([0, 0])));
    assert_eq!(parts[1]["signed_distance"], 2.5);
    let table = check(&folder, &scene, &["--parts"]);
    assert!(table.out.contains("  part 1 (legs) - part 0 "), "{}", table.out);
    // Without a face each, they may enclose what is between them.
    let open: Vec<&str> = legs.lines().filter(|line| *line != "f -8 -5 -6 -7").collect();
    file(&folder, "legs.obj", &open.join("\n"));
    let run = check(&folder, &scene, &["--json"]);
    assert_eq!((run.status, run.json()["hulls"].as_array().unwrap().len()), (1, 1));
    assert!(
        run.err.contains("legs.obj: object legs: 2 of its pieces are not closed"),
        "{}",
        run.err
    );
}

#[test]
fn a_scale_may_stretch_and_mirror() {
    let folder = folder("scales");
    file(&folder, "cube.obj", &cube(2.0, 0.0, 0.0));
    for (scale, gap) in [
        ("1", 6.0),
        ("2", 3.0),
        ("-1", 10.0),
        ("[1, 1, 1]", 6.0),
        ("[2, 1, 1]", 3.0),
        ("[-1, 1, 1]", 10.0),
        ("[-2, -1, 3]", 11.0),
    ] {
        for key in ["mesh", "hull"] {
            let part = body("part", &format!("{key} = \"cube.obj\"\nscale = {scale}"), "");
            let run = check(&folder, &(part + &ball("ball", 10.0)), &["--json"]);
            assert_eq!(
                (run.status, run.err.as_str()),
                (0, ""),
                "no warning: mirrored, too, it is closed, and convex"
            );
            assert_eq!(first(&run)["signed_distance"], gap, "{scale}");
        }
    }
}

#[test]
fn bodies_share_a_mesh() {
    let folder = folder("shared-mesh");
    file(&folder, "cube.obj", &cube(0.0, 0.0, 0.0));
    let part = |name: &str, x: f64, scale: f64| {
        let mesh = format!("mesh = \"cube.obj\"\nscale = {scale:?}");
        body(name, &mesh, &format!("pose = {{ t = [{x:?}, 0, 0] }}"))
    };
    let scene = part("a", 0.0, 1.0) + &part("b", 5.0, 1.0) + &part("c", 10.0, 0.5);
    let report = check(&folder, &scene, &["--json"]).json();
    let distance = |i: usize| report["pairs"][i]["signed_distance"].as_f64().unwrap();
    assert_eq!((distance(0), distance(1)), (3.0, 3.5));
    let bodies: Vec<&Value> =
        report["meshes"].as_array().unwrap().iter().map(|mesh| &mesh["body"]).collect();
    assert_eq!(bodies, ["a", "b", "c"]);
    assert_eq!(report["hulls"], json!([]));
}

#[test]
fn angles_may_be_in_degrees() {
    let folder = folder("degrees");
    let shape = "shape = { kind = \"box\", half_extents = [1, 2, 3] }";
    let scene = |head: &str, pose: &str| {
        format!("{head}\n{}{}", body("a", shape, &format!("pose = {pose}")), ball("b", 7.0))
    };
    for (pose, half) in [
        ("{ axis = \"z\", angle = 90 }", 2.0),
        ("{ rpy = [0, 90, 0] }", 3.0),
        ("{ rpy = [90.0, 0, -90] }", 3.0),
        ("{ axis = \"z\", angle = 360 }", 1.0),
    ] {
        let run = check(&folder, &scene("degrees = true", pose), &["--json"]);
        let found = first(&run)["signed_distance"].as_f64().unwrap();
        assert!((found - (6.0 - half)).abs() < 1e-12, "{pose}: {found}");
        assert_eq!(run.err, "", "{pose}");
        // Without it they are radians, and more than a whole turn is doubtful.
        for head in ["", "degrees = false"] {
            let run = check(&folder, &scene(head, pose), &[]);
            let says = "which is more than a whole turn: angles are in radians";
            assert!(run.err.starts_with("warning: body \"a\": pose: ") && run.err.contains(says));
        }
    }
    let run = check(&folder, &scene("degrees = true", "{ axis = \"z\", angle = -361 }"), &[]);
    assert!(run.err.contains("-361, which is more than a whole turn: angles are in degrees"));
    for fine in ["{ axis = \"z\", angle = 6.283 }", "{ rpy = [-6.28, 0, 3] }"] {
        assert_eq!(check(&folder, &scene("", fine), &[]).err, "");
    }
    let plane = "degrees = true\n[[body]]\nname = \"a\"\nshape = { kind = \"box\", half_extents = [1, 2] }\n\
        pose = { t = [0, 0], angle = 90 }\n[[body]]\nname = \"b\"\n\
        shape = { kind = \"circle\", radius = 1 }\npose = { t = [7, 0] }\n";
    let found = first(&check(&folder, plane, &["--json"]))["signed_distance"].as_f64().unwrap();
    assert!((found - 4.0).abs() < 1e-12, "{found}");
}

#[test]
fn one_body_has_nothing_to_compare() {
    let folder = folder("one-body");
    let says = "the scene has one body: there is nothing to compare";
    let run = check(&folder, &ball("alone", 0.0), &[]);
    assert_eq!((run.status, run.err), (0, format!("warning: {says}\n")));
    let run = check(&folder, &ball("alone", 0.0), &["--json"]);
    assert_eq!(run.json()["warnings"], json!([says]));
}

#[test]
fn without_a_pose_a_body_is_at_the_origin_and_lists_tell_the_dimension() {
    let folder = folder("no-pose");
    let tile = "shape = { kind = \"box\", half_extents = [1, 1] }";
    let hull = "shape = { kind = \"hull\", vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]] }";
    for (shape, dim) in [(tile, 2), (hull, 3), (SPHERE, 3)] {
        let scene = body("a", shape, "") + &body("b", shape, "pose = {}");
        let run = check(&folder, &scene, &["--json"]);
        assert_eq!((run.status, run.err.as_str()), (1, ""), "{scene}");
        assert_eq!(first(&run)["normal"].as_array().unwrap().len(), dim, "{scene}");
    }
}

#[test]
fn a_closed_output_is_an_error() {
    let folder = folder("closed-output");
    let scene = file(&folder, "scene.toml", &(ball("a", 0.0) + &ball("b", 2.5)));
    let lines = file(&folder, "lines.jsonl", &pair(BALL, BALL, 3.0));
    for (arguments, says) in [
        (&["check", &scene][..], "clearance: cannot write the report: "),
        (&["check", &scene, "--json"], "clearance: cannot write the report: "),
        (&["query", &lines], "clearance: cannot write the answers: "),
        (&["query", &lines, "--trace", "/dev/stdout"], "clearance: cannot write the "),
    ] {
        let run = run_with_closed_stdout(arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.err);
        assert!(run.err.starts_with(says) && run.err.lines().count() == 1, "{}", run.err);
    }
}
