//! `clearance check` on shapes that are not convex: true meshes, their classes, required clearances by name.

use std::path::Path;

use crate::common::{Run, file, folder, ring, run};
use serde_json::{Value, json};

fn body(name: &str, what: &str, at: [f64; 3]) -> String {
    format!("[[body]]\nname = \"{name}\"\n{what}\npose = {{ t = {at:?} }}\n")
}

fn ball(name: &str, radius: f64, at: [f64; 3]) -> String {
    body(name, &format!("shape = {{ kind = \"sphere\", radius = {radius:?} }}"), at)
}

fn check(folder: &Path, scene: &str, options: &[&str]) -> Run {
    let path = file(folder, "scene.toml", scene);
    run(&[&["check", path.as_str()], options].concat())
}

/// The first pair of a report.
fn first(run: &Run) -> Value {
    run.json()["pairs"][0].clone()
}

/// A value as an inline table of TOML.
fn toml(value: &Value) -> String {
    match value {
        Value::Object(table) => {
            let entries = table.iter().map(|(key, value)| format!("{key} = {}", toml(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(toml).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// A cube around the origin, as a shape of lines.
fn cube(half: f64) -> Value {
    let corner = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 0 { -half } else { half });
    let sides =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<[usize; 3]> =
        sides.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    let corners: Vec<[f64; 3]> = (0..8).map(corner).collect();
    json!({ "kind": "solid", "vertices": corners, "triangles": triangles })
}

fn triangles(shape: &Value) -> Vec<[usize; 3]> {
    serde_json::from_value(shape["triangles"].clone()).unwrap()
}

fn vertices(shape: &Value) -> Vec<[f64; 3]> {
    serde_json::from_value(shape["vertices"].clone()).unwrap()
}

/// An OBJ file of some of the triangles of shapes, each with its corners.
fn obj(triangles: &[[[f64; 3]; 3]]) -> String {
    let corner = |[x, y, z]: &[f64; 3]| format!("v {x} {y} {z}\n");
    let triangle =
        |corners: &[[f64; 3]; 3]| corners.iter().map(corner).collect::<String>() + "f -3 -2 -1\n";
    triangles.iter().map(triangle).collect()
}

fn stl(triangles: &[[[f64; 3]; 3]]) -> String {
    let corner = |[x, y, z]: &[f64; 3]| format!("vertex {x} {y} {z}\n");
    let facet = |corners: &[[f64; 3]; 3]| {
        let corners: String = corners.iter().map(corner).collect();
        format!("facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n")
    };
    format!("solid part\n{}endsolid part\n", triangles.iter().map(facet).collect::<String>())
}

/// The corners of all triangles.
fn soup(shape: &Value) -> Vec<[[f64; 3]; 3]> {
    let vertices = vertices(shape);
    triangles(shape).iter().map(|corners| corners.map(|corner| vertices[corner])).collect()
}

const PIN: &str = "shape = { kind = \"cylinder\", radius = 0.5, half_height = 2, axis = \"z\" }";

#[test]
fn a_pin_through_a_ring_is_no_clash() {
    let folder = folder("ring");
    file(&folder, "ring.obj", &obj(&soup(&ring("mesh"))));
    file(&folder, "ring.stl", &stl(&soup(&ring("mesh"))));
    for what in
        ["mesh = \"ring.obj\"", "mesh = \"ring.stl\"", "mesh = \"ring.stl\"\nscale = [-1, 1, 1]"]
    {
        let scene = body("ring", what, [0.0; 3]) + &body("pin", PIN, [0.0; 3]);
        let run = check(&folder, &scene, &["--json"]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{what}");
        let (report, pair) = (run.json(), first(&run));
        assert_eq!((&pair["class"], &pair["hulls_clash"]), (&json!("ok"), &json!(true)));
        assert!((pair["signed_distance"].as_f64().unwrap() - 0.5).abs() < 1e-12, "{pair}");
        assert!(pair["place_a"]["facet"].is_u64() && pair.get("place_b").is_none(), "{pair}");
        assert_eq!((&report["hulls"], &report["meshes"][0]["solid"]), (&json!([]), &json!(true)));
        assert_eq!(report["only_hulls"], "1 pair clashes only as hulls");
        let table = check(&folder, &scene, &[]);
        assert!(table.out.ends_with("looked at)\n1 pair clashes only as hulls\n"), "{}", table.out);
        // By its hull it is a disc.
        let as_hull = scene.replacen("mesh", "hull", 1);
        for run in
            [check(&folder, &scene, &["--json", "--hulls"]), check(&folder, &as_hull, &["--json"])]
        {
            assert_eq!((run.status, &first(&run)["class"]), (1, &json!("clash")));
            assert!(run.err.contains("is not convex; its hull is used"), "{}", run.err);
            assert!(
                first(&run).get("hulls_clash").is_none() && first(&run).get("place_a").is_none()
            );
        }
    }
    // As deep in one side of the hole as is tolerated; as its hull the ring has no hole.
    let scene =
        body("ring", "mesh = \"ring.obj\"", [0.0; 3]) + &body("pin", PIN, [0.5009765625, 0.0, 0.0]);
    let run = check(&folder, &scene, &["--json", "--tolerance", "0.01"]);
    assert_eq!((run.status, &first(&run)["class"]), (0, &json!("touch")));
    assert_eq!(run.json()["only_hulls"], "1 pair clashes only as hulls");
    let beside = PIN
        .replace("cylinder", "box")
        .replace("radius = 0.5, half_height = 2, axis = \"z\"", "half_extents = [1, 1, 1]");
    let place = [2.9921875, 0.0, 0.0];
    let scene = body("ring", "mesh = \"ring.obj\"", [0.0; 3]) + &body("pin", &beside, place);
    let run = check(&folder, &scene, &["--json", "--tolerance", "0.01"]);
    assert_eq!((run.status, &first(&run)["class"]), (0, &json!("touch")), "{}", run.out);
    assert_eq!((run.json().get("only_hulls"), &first(&run)["hulls_clash"]), (None, &json!(false)));
    // Thicker than the hole.
    let thick = PIN.replace("0.5", "1.25");
    let scene = body("ring", "mesh = \"ring.obj\"", [0.0; 3]) + &body("pin", &thick, [0.0; 3]);
    let run = check(&folder, &scene, &["--json", "--contacts"]);
    let pair = first(&run);
    assert_eq!(
        (run.status, &pair["class"], &pair["hulls_clash"]),
        (1, &json!("clash"), &json!(true))
    );
    assert!(pair["upper"].as_f64() < Some(0.0) && pair["lower"].as_f64() <= Some(-0.25), "{pair}");
    assert!(!pair["manifolds"].as_array().unwrap().is_empty());
    assert!(run.json().get("only_hulls").is_none());
}

#[test]
fn inside_duplicate_and_touch_are_classes() {
    let folder = folder("inside");
    file(&folder, "plate.stl", &stl(&soup(&cube(2.0))));
    let plate = |name: &str, z: f64| body(name, "mesh = \"plate.stl\"", [0.0, 0.0, z]);
    let bolt = format!("shape = {}", toml(&cube(0.5)));
    let mut soup_of_other = soup(&cube(2.0));
    soup_of_other.reverse();
    soup_of_other.iter_mut().for_each(|corners| corners.rotate_left(1));
    file(&folder, "other.stl", &stl(&soup_of_other));
    let other = |name: &str, z: f64| body(name, "mesh = \"other.stl\"", [0.0, 0.0, z]);
    // The same corners, and other diagonals of its sides.
    let turned = |name: &str| {
        let pose = "pose = { t = [0, 0, 0], axis = \"x\", angle = 1.5707963267948966 }";
        format!("[[body]]\nname = \"{name}\"\nmesh = \"plate.stl\"\n{pose}\n")
    };
    for (scene, options, class, status) in [
        (plate("plate", 0.0) + &ball("bolt", 0.5, [0.5, 0.0, 0.0]), &[][..], "inside", 1),
        (plate("plate", 0.0) + &body("bolt", &bolt, [0.5, 0.0, 0.0]), &[], "inside", 1),
        (
            body("bolt", &bolt, [0.5, 0.0, 0.0]) + &plate("plate", 0.0),
            &["--tolerance", "0.1"],
            "inside",
            1,
        ),
        (plate("plate", 0.0) + &plate("again", 0.0), &[], "duplicate", 1),
        // A little beside, with its vertices and triangles in another order, and convex.
        (plate("plate", 0.0) + &plate("again", 1e-7), &[], "duplicate", 1),
        (plate("plate", 0.0) + &plate("again", 1e-4), &[], "clash", 1),
        (plate("plate", 0.0) + &other("again", 0.0), &[], "duplicate", 1),
        (plate("plate", 0.0) + &other("again", 1e-7), &[], "duplicate", 1),
        (plate("plate", 0.0) + &other("again", 1e-4), &[], "clash", 1),
        (plate("plate", 0.0) + &turned("again"), &[], "clash", 1),
        (ball("a", 1.0, [0.0; 3]) + &ball("b", 1.0, [0.0; 3]), &[], "duplicate", 1),
        (ball("a", 1.0, [0.0; 3]) + &ball("b", 1.0, [1e-7, 0.0, 0.0]), &[], "duplicate", 1),
        (ball("a", 1.0, [0.0; 3]) + &ball("b", 1.0, [1e-3, 0.0, 0.0]), &[], "clash", 1),
        (ball("a", 1.0, [0.0; 3]) + &ball("b", 1.5, [0.0; 3]), &[], "clash", 1),
        (plate("plate", 0.0) + &plate("next", 4.0), &[], "touch", 0),
        (plate("plate", 0.0) + &plate("next", 4.0), &["--clearance", "0.1"], "close", 1),
        (plate("plate", 0.0) + &plate("next", 3.5), &[], "clash", 1),
        (plate("plate", 0.0) + &plate("next", 3.5), &["--tolerance", "0.6"], "touch", 0),
        (plate("plate", 0.0) + &plate("next", 4.5), &[], "ok", 0),
        (plate("plate", 0.0) + &plate("next", 4.5), &["--clearance", "1"], "close", 1),
    ] {
        let run = check(&folder, &scene, &[options, &["--json"]].concat());
        assert_eq!((run.status, run.err.as_str()), (status, ""), "{class}: {}", run.out);
        assert_eq!(first(&run)["class"], class, "{}", run.out);
        let counted = if matches!(class, "inside" | "duplicate") { "clash" } else { class };
        assert_eq!(run.json()["totals"][counted], 1, "{}", run.out);
        let table = check(&folder, &scene, options);
        assert!(table.out.lines().nth(1).unwrap().contains(class), "{}", table.out);
    }
    // Of two balls, one is out of the plate.
    let two = "shapes = [{ kind = \"sphere\", radius = 0.5 }, { kind = \"sphere\", radius = 0.5, pose = { t = [9, 0, 0] } }]";
    let run = check(&folder, &(plate("plate", 0.0) + &body("two", two, [0.0; 3])), &["--json"]);
    assert_eq!(first(&run)["class"], "clash");
}

/// The depth of two large surfaces is bounded by their boxes, because it takes too long to find.
#[test]
fn a_clash_of_large_meshes_is_found_at_once() {
    let folder = folder("large");
    let (rings, sectors) = (40, 80);
    let place = |ring: usize, sector: usize| {
        let polar = std::f64::consts::PI * ring as f64 / rings as f64;
        let around = std::f64::consts::TAU * (sector % sectors) as f64 / sectors as f64;
        let across = if ring == 0 || ring == rings { 0.0 } else { polar.sin() };
        [across * around.cos(), across * around.sin(), polar.cos()]
    };
    let quads = (0..rings).flat_map(|i| (0..sectors).map(move |j| (i, j)));
    let triangles = quads.flat_map(|(i, j)| {
        let [a, b, c, d] =
            [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)].map(|(i, j)| place(i, j));
        let upper = (i > 0).then_some([a, b, d]);
        upper.into_iter().chain((i + 1 < rings).then_some([b, c, d]))
    });
    file(&folder, "globe.stl", &stl(&triangles.collect::<Vec<_>>()));
    let globe = |name: &str, x: f64| body(name, "mesh = \"globe.stl\"", [x, 0.125, 0.0625]);
    for (x, class, depths) in
        [(1.25, "clash", 0.7..=0.8), (0.0, "duplicate", 1.9..=2.1), (2.5, "ok", -0.6..=-0.4)]
    {
        let start = std::time::Instant::now();
        let run = check(&folder, &(globe("a", 0.0) + &globe("b", x)), &["--json"]);
        assert!(start.elapsed().as_secs() < 60, "{x}");
        assert_eq!((run.err.as_str(), &first(&run)["class"]), ("", &json!(class)), "{x}");
        assert!(depths.contains(&-first(&run)["lower"].as_f64().unwrap()), "{}", first(&run));
        assert!(first(&run)["point_a"].is_array(), "{}", first(&run));
    }
}

#[test]
fn what_is_open_is_a_sheet() {
    let folder = folder("open");
    let box_of = |half: f64, left_out: usize| {
        let mut all = soup(&cube(half));
        all.truncate(all.len() - left_out);
        all
    };
    let run_with = |mesh: &str, radius: f64| {
        file(&folder, "part.obj", mesh);
        let scene = body("part", "mesh = \"part.obj\"", [0.0; 3]) + &ball("ball", radius, [0.0; 3]);
        check(&folder, &scene, &["--json"])
    };
    let run = run_with(&obj(&box_of(2.0, 1)), 1.0);
    let pair = first(&run);
    assert_eq!(
        (run.status, &pair["class"], &pair["signed_distance"]),
        (0, &json!("ok"), &json!(1.0))
    );
    assert_eq!(
        (&pair["hulls_clash"], &run.json()["meshes"][0]["solid"]),
        (&json!(true), &json!(false))
    );
    let says = "part.obj: it is not closed, so what is open is a sheet without an inside: 3 edges without a second triangle";
    assert!(run.err.contains(says), "{}", run.err);
    // A closed part of it is still a solid.
    let both = obj(&box_of(2.0, 0)) + &obj(&box_of(5.0, 1));
    let run = run_with(&both, 1.0);
    assert_eq!((run.status, &first(&run)["class"]), (1, &json!("inside")), "{}", run.err);
    let solid: Vec<bool> =
        run.json()["meshes"].as_array().unwrap().iter().map(|m| m["solid"] == true).collect();
    assert_eq!(solid, [true, false]);
    // A triangle that is turned is mended, and a cavity is no part of the solid.
    let mut turned = box_of(2.0, 0);
    turned[3].swap(1, 2);
    let run = run_with(&obj(&turned), 1.0);
    assert_eq!((run.status, &first(&run)["class"]), (1, &json!("inside")));
    assert!(run.err.contains("part.obj: Turned 1 triangle so that"), "{}", run.err);
    let mut hollow = box_of(1.5, 0);
    hollow.iter_mut().for_each(|corners| corners.swap(1, 2));
    let run = run_with(&obj(&[box_of(2.0, 0), hollow].concat()), 1.0);
    assert_eq!(
        (run.status, run.err.as_str(), &first(&run)["signed_distance"]),
        (0, "", &json!(0.5))
    );
}

#[test]
fn every_kind_is_a_shape_of_a_scene() {
    let folder = folder("kinds");
    let field = json!({ "kind": "height_field", "heights": [[0, 0, 0], [0, 1, 0], [0, 0, 0]], "cell": [1, 1] });
    let nested = json!({ "kind": "compound", "shapes": [
        { "kind": "sphere", "radius": 1, "pose": { "t": [-5, 0, 0] } },
        { "kind": "compound", "shapes": [{ "kind": "box", "half_extents": [1, 2, 3], "pose": { "axis": "z", "angle": 90 } }] },
    ] });
    for (what, at, distance) in [
        (format!("shape = {}", toml(&ring("solid"))), [4.0, 0.0, 0.0], 1.5),
        (format!("shape = {}", toml(&ring("mesh"))), [0.0, 0.0, 0.0], 0.5),
        (format!("shape = {}", toml(&field)), [1.0, 1.0, 3.0], 1.5),
        (format!("shape = {}", toml(&nested)), [4.0, 0.0, 0.0], 1.5),
        (format!("shapes = [{}, {}]", toml(&nested), toml(&ring("solid"))), [0.0, 9.0, 0.0], 6.5),
        (
            "shapes = [{ kind = \"box\", half_extents = [1, 2, 3], pose = { axis = \"z\", angle = 90 } }]".into(),
            [4.0, 0.0, 0.0],
            1.5,
        ),
    ] {
        let scene = "degrees = true\n".to_string() + &body("a", &what, [0.0; 3]) + &ball("b", 0.5, at);
        let picture = folder.join("picture.svg");
        let options = ["--json", "--parts", "--contacts", "--svg", picture.to_str().unwrap()];
        let run = check(&folder, &scene, &options);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{what}");
        let found = first(&run)["signed_distance"].as_f64().unwrap();
        assert!((found - distance).abs() < 1e-12, "{what}: {found}");
        let drawn = std::fs::read_to_string(&picture).unwrap();
        assert!(drawn.matches("<polygon").count() > 10, "{what}");
    }
    let plane = |shape: &str| {
        format!(
            "[[body]]\nname = \"a\"\nshape = {shape}\n[[body]]\nname = \"b\"\n\
                 shape = {{ kind = \"circle\", radius = 0.5 }}\npose = {{ t = [3, 2] }}\n"
        )
    };
    let outline = "vertices = [[0, 0], [4, 0], [4, 4], [2, 4], [2, 3], [3.5, 3], [3.5, 1], [0, 1]]";
    for (kind, distance) in [("region", 0.0), ("chain", 0.0)] {
        let picture = folder.join("plane.svg");
        let scene = plane(&format!("{{ kind = \"{kind}\", {outline} }}"));
        let run = check(&folder, &scene, &["--json", "--svg", picture.to_str().unwrap()]);
        assert!(
            (first(&run)["signed_distance"].as_f64().unwrap() - distance).abs() < 1e-12,
            "{}",
            run.out
        );
        assert_eq!((run.status, &first(&run)["class"]), (0, &json!("touch")));
        assert_eq!(first(&run)["hulls_clash"], json!(true));
    }
}

#[test]
fn pairs_have_clearances_of_their_own() {
    let folder = folder("rules");
    let group = |name: &str, group: &str, x: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\ngroup = \"{group}\"\nshape = {{ kind = \"sphere\", radius = 1 }}\npose = {{ t = [{x:?}, 0, 0] }}\n"
        )
    };
    let rule = |a: &str, b: &str, least: f64| {
        format!("[[clearance]]\nbetween = [\"{a}\", \"{b}\"]\nleast = {least:?}\n")
    };
    let bodies =
        group("arm1", "arm", 0.0) + &group("arm2", "arm", 2.5) + &group("table", "room", 5.5);
    let classes = |rules: &str, options: &[&str]| {
        let run = check(&folder, &(rules.to_string() + &bodies), &[options, &["--json"]].concat());
        let pairs = run.json()["pairs"].clone();
        let of = |a: &str, b: &str| {
            let pairs = pairs.as_array().unwrap();
            let pair = pairs.iter().find(|pair| pair["a"] == a && pair["b"] == b).unwrap();
            (
                pair["class"].as_str().unwrap().to_string(),
                pair.get("required").and_then(Value::as_f64),
            )
        };
        let all = [of("arm1", "arm2"), of("arm2", "table"), of("arm1", "table")];
        let close = all.iter().filter(|(class, _)| class == "close").count();
        assert_eq!(
            (run.json()["totals"]["close"].as_u64(), run.status),
            (Some(close as u64), i32::from(close > 0))
        );
        assert_eq!(run.err, "");
        all.map(|(class, required)| format!("{class} {required:?}"))
    };
    // The gaps are 0.5, 1 and 3.5.
    assert_eq!(classes("", &["--clearance", "0.75"]), ["close None", "ok None", "ok None"]);
    let far = rule("arm*", "table", 2.0);
    let some = |class: &str, required: f64| format!("{class} Some({required:?})");
    assert_eq!(classes(&far, &[]), [some("ok", 0.0), some("close", 2.0), some("ok", 2.0)]);
    let least = rule("*", "*", 4.0) + &far + &rule("group:arm", "group:arm", 0.25);
    assert_eq!(classes(&least, &[]), [some("ok", 0.25), some("close", 2.0), some("ok", 2.0)]);
    let last = far.clone() + &rule("arm?", "*", 0.0);
    assert_eq!(
        classes(&last, &["--clearance", "9"]),
        [some("ok", 0.0), some("ok", 0.0), some("ok", 0.0)]
    );
    for (scene, says) in [
        (rule("robot", "*", 1.0), "warning: clearance: no body fits \"robot\""),
        (rule("group:tool", "*", 1.0), "warning: clearance: no body fits \"group:tool\""),
        (
            "[[clearance]]\nbetween = [\"a\"]\nleast = 1\n".into(),
            "clearance[0]: between takes two names or patterns, but has 1",
        ),
        (
            "[[clearance]]\nbetween = [\"a\", 1]\nleast = 1\n".into(),
            "between must be a list of texts in quotes",
        ),
        ("[[clearance]]\nbetween = [\"a\", \"b\"]\n".into(), "clearance[0]: it needs least"),
        ("[[clearance]]\nleast = 1\n".into(), "clearance[0]: it needs between"),
        (rule("a", "b", 1.0).replace("1.0", "inf"), "least must be a finite number, but is inf"),
        (rule("a", "b", 1.0) + "east = 1\n", "a clearance has no \"east\""),
    ] {
        let run = check(&folder, &(scene + &bodies), &[]);
        assert!(run.err.contains(says), "{says}: {}", run.err);
    }
    let run = check(&folder, &(far + &bodies), &["--within", "1"]);
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("--within 1 is below the clearance 2 that the scene requires"),
        "{}",
        run.err
    );
}

#[test]
fn bad_shapes_of_scenes_state_the_reason() {
    let folder = folder("bad-assemblies");
    let mut open = cube(1.0);
    open["triangles"].as_array_mut().unwrap().pop();
    let missing = json!({ "kind": "mesh", "vertices": [[0, 0, 0]], "triangles": [[0, 0, 7]] });
    for (what, says) in [
        (format!("shape = {}", toml(&open)), "body \"a\": shape: the surface bounds no volume: 3 edges"),
        (format!("shape = {}", toml(&missing)), "triangle 0 names vertex 7, but there are 1 vertices"),
        ("shapes = [{ kind = \"sphere\", radius = 1, pose = { x = 1 } }]".into(), "shapes[0]: pose: a pose has no \"x\""),
        ("shape = { kind = \"sphere\", radius = 1, pose = {} }".into(), "a sphere has no \"pose\""),
        ("shape = { kind = \"compound\", shapes = [{ kind = \"sphere\" }] }".into(), "shapes[0]: radius is missing"),
        ("shape = { kind = \"compound\", shapes = [{ kind = \"sphere\", radius = 1, size = 2 }] }".into(), "shapes[0]: a sphere has no \"size\""),
        ("shape = { kind = \"mesh\", vertices = [[0, 0, 0]], triangles = [[0, 1.5, 2]] }".into(), "each a list of three vertex numbers"),
        ("mesh = \"a.obj\"\nhull = \"a.obj\"".into(), "it can have only one of mesh, hull, bodies, shape, shapes and cloud"),
    ] {
        let run = check(&folder, &(body("a", &what, [0.0; 3]) + &ball("b", 1.0, [9.0, 0.0, 0.0])), &[]);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{what}");
        assert!(run.err.contains(says), "{says}: {}", run.err);
    }
}

#[test]
fn files_that_are_not_read_say_how_they_are_converted() {
    let folder = folder("conversions");
    let path = file(&folder, "part.STEP", "ISO-10303-21;");
    let run = run(&["check", &path]);
    assert_eq!((run.status, &run.out[..]), (2, ""));
    assert!(
        run.err.contains("\".step\" is not read: its surfaces are curved: `gmsh part.step"),
        "{}",
        run.err
    );
}
