//! `clearance check --contacts`: the contacts between the bodies of a scene, as JSON, as a table
//! and in a picture.

use std::path::{Path, PathBuf};

use crate::common::{Run, file, folder, run};
use serde_json::{Value, json};

/// A 3D body.
fn body(name: &str, shapes: &str, at: [f64; 3]) -> String {
    let pose = format!("pose = {{ t = {at:?}, q = [0.0, 0.0, 0.0, 1.0] }}");
    format!("[[body]]\nname = \"{name}\"\nshapes = [{shapes}]\n{pose}\n")
}

const CUBE: &str = r#"{ kind = "box", half_extents = [1, 1, 1] }"#;
const BALL: &str = r#"{ kind = "sphere", radius = 1 }"#;

/// A cube with its top at z = 1; another cube that overlaps it by 0.25, shifted; and a ball 0.5
/// above that one.
fn pile() -> String {
    "units = \"m\"\n".to_string()
        + &body("floor", CUBE, [0.0, 0.0, 0.0])
        + &body("box", CUBE, [0.5, 0.5, 1.75])
        + &body("ball", BALL, [0.5, 0.5, 4.25])
}

/// A half-plane, a tile on its edge 0.125 above it, and a circle that overlaps the half-plane.
const PLANE: &str = r#"
    [[body]]
    name = "floor"
    shape = { kind = "half-plane", normal = [0, 1], offset = 0 }
    pose = { t = [0, 0], angle = 0 }
    [[body]]
    name = "tile"
    shape = { kind = "box", half_extents = [1, 1] }
    pose = { t = [0, 1.125], angle = 0 }
    [[body]]
    name = "wheel"
    shape = { kind = "circle", radius = 0.5 }
    pose = { t = [1.25, 1], angle = 0 }
"#;

fn check(folder: &Path, scene: &str, options: &[&str]) -> Run {
    let path = file(folder, "scene.toml", scene);
    run(&[&["check", path.as_str(), "--contacts"], options].concat())
}

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/contacts/scene.toml")
}

/// The pair of two bodies, by their names.
fn pair<'r>(report: &'r Value, a: &str, b: &str) -> &'r Value {
    let all = report["pairs"].as_array().unwrap();
    all.iter().find(|pair| pair["a"] == a && pair["b"] == b).unwrap()
}

/// The separations of all points of a pair's manifolds.
fn separations(pair: &Value) -> Vec<f64> {
    let manifolds = pair["manifolds"].as_array().unwrap().iter();
    let points = manifolds.flat_map(|manifold| manifold["points"].as_array().unwrap());
    points.map(|point| point["separation"].as_f64().unwrap()).collect()
}

#[test]
fn each_pair_has_its_manifolds() {
    let folder = folder("contacts_json");
    let report = check(&folder, &pile(), &["--json"]).json();
    let manifolds = pair(&report, "floor", "box")["manifolds"].as_array().unwrap();
    assert_eq!(manifolds.len(), 1);
    let manifold = &manifolds[0];
    assert_eq!(
        (&manifold["parts"], &manifold["normal"]),
        (&json!([0, 0]), &json!([0.0, 0.0, 1.0]))
    );
    let mut corners: Vec<[f64; 2]> = Vec::new();
    for point in manifold["points"].as_array().unwrap() {
        assert_eq!(point["separation"], -0.25);
        assert_eq!((&point["point_a"][2], &point["point_b"][2]), (&json!(1.0), &json!(0.75)));
        corners.push([0, 1].map(|i| point["point_a"][i].as_f64().unwrap()));
        assert!(point["feature"].as_str().unwrap().contains(" / "), "{point}");
    }
    corners.sort_by(|p, q| p.partial_cmp(q).unwrap());
    assert_eq!(corners, [[-0.5, -0.5], [-0.5, 1.0], [1.0, -0.5], [1.0, 1.0]]);
    assert_eq!(pair(&report, "box", "ball")["manifolds"], json!([]), "0.5 apart");
}

#[test]
fn without_the_option_there_are_no_contacts() {
    let folder = folder("contacts_none");
    let path = file(&folder, "scene.toml", &pile());
    let report = run(&["check", &path, "--json"]).json();
    assert!(report["pairs"].as_array().unwrap().iter().all(|p| p.get("manifolds").is_none()));
    assert!(!run(&["check", &path]).out.contains("contact"));
}

#[test]
fn a_body_touches_with_each_of_its_parts() {
    let folder = folder("contacts_parts");
    let leg =
        |x: f64| format!(r#"{{ kind = "segment", vertices = [[{x:?}, 0, 0], [{x:?}, 0, 1]] }}"#);
    let legs = format!("{}, {}, {BALL}", leg(-2.5), leg(2.5));
    let scene = body("table", &legs, [0.0, 0.0, 0.9])
        + &body("tiles", &format!("{CUBE}, {CUBE}"), [2.5, 0.0, 0.0])
        + &body("tile", CUBE, [-2.5, 0.0, 0.0]);
    let report = check(&folder, &scene, &["--json"]).json();
    let touching = |a, b| -> Vec<Value> {
        let manifolds = pair(&report, a, b)["manifolds"].as_array().unwrap();
        manifolds.iter().map(|m| m["parts"].clone()).collect()
    };
    assert_eq!(touching("table", "tile"), [json!([0, 0])]);
    assert_eq!(touching("table", "tiles"), [json!([1, 0]), json!([1, 1])]);
    let table = check(&folder, &scene, &[]).out;
    assert!(table.contains("2 around (2.5") && table.contains("1 at (-2.5"), "{table}");
}

#[test]
fn the_margin_is_the_required_clearance_or_the_option() {
    let folder = folder("contacts_margin");
    let gaps = |options: &[&str]| {
        let report = check(&folder, &pile(), &[&["--json"], options].concat()).json();
        separations(pair(&report, "box", "ball"))
    };
    for (options, expected) in [
        (&["--clearance", "0.5"][..], &[0.5][..]),
        (&["--clearance", "0.25"], &[]),
        (&["--clearance", "0.25", "--margin", "1"], &[0.5]),
        (&["--clearance", "1", "--margin", "0"], &[]),
        (&["--margin", "1e9"], &[0.5]),
    ] {
        assert_eq!(gaps(options), expected, "{options:?}");
    }
    let report = check(&folder, &pile(), &["--json"]).json();
    assert_eq!(separations(pair(&report, "floor", "box")), [-0.25; 4]);
}

#[test]
fn the_table_lists_counts_and_points() {
    let folder = folder("contacts_table");
    let run = check(&folder, &pile(), &["--margin", "0.5"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].ends_with("contacts [m]"), "{}", run.out);
    assert!(
        lines[1].starts_with("floor - box")
            && lines[1].ends_with("4 around (0.25000, 0.25000, 0.87500)"),
        "{}",
        run.out
    );
    assert!(
        lines[2].starts_with("box - ball")
            && lines[2].ends_with("1 at (0.50000, 0.50000, 3.00000)"),
        "{}",
        run.out
    );
    assert!(lines[3].starts_with("floor - ball") && lines[3].ends_with("  -"), "{}", run.out);
    assert_eq!((lines.len(), run.status), (5, 1));
}

#[test]
fn scenes_without_pairs_have_no_contacts() {
    let folder = folder("contacts_no_pairs");
    let picture = folder.join("scene.svg");
    let alone = body("alone", CUBE, [0.0; 3]);
    let options = ["--json", "--svg", picture.to_str().unwrap()];
    let run = check(&folder, &alone, &options);
    assert_eq!((run.status, &run.json()["pairs"]), (0, &json!([])));
    assert!(std::fs::read_to_string(picture).unwrap().ends_with("</svg>\n"));
    let run = check(&folder, &alone, &[]);
    assert!(run.out.lines().next().unwrap().ends_with("contacts"), "{}", run.out);
}

#[test]
fn errors_of_bad_margins_name_the_option() {
    let folder = folder("contacts_bad");
    for margin in ["nan", "-0.5", "inf", "-inf", "wide", ""] {
        let run = check(&folder, &pile(), &[&format!("--margin={margin}")]);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{margin}");
        assert!(run.err.contains("--margin"), "{margin}: {}", run.err);
    }
    let path = file(&folder, "scene.toml", &pile());
    let alone = run(&["check", &path, "--margin", "1"]);
    assert_eq!(alone.status, 2);
    assert!(alone.err.contains("--contacts"), "{}", alone.err);
}

/// The number of occurrences of `what` in a text.
fn count(text: &str, what: &str) -> usize {
    text.matches(what).count()
}

#[test]
fn the_picture_shows_points_separations_and_normals() {
    let folder = folder("contacts_picture");
    let path = folder.join("scene.svg");
    let draw = |scene: &str, options: &[&str]| {
        check(&folder, scene, &[&["--svg", path.to_str().unwrap()], options].concat());
        std::fs::read_to_string(&path).unwrap()
    };
    let (span, dot) = ("fill-opacity=\"0.25\"", "r=\"2.2\"");
    for (scene, dim) in [(pile(), 3), (PLANE.into(), 2)] {
        let picture = draw(&scene, &["--margin", "0.25"]);
        assert!(!picture.contains("NaN") && picture == draw(&scene, &["--margin", "0.25"]));
        // 3D: 4 contact points, and 2 lines between pairs that do not touch. 2D: 2 contact points and
        // 1 contact point, and 1 line.
        let (spans, ways) = if dim == 3 { (1, 4 + 2) } else { (2, 2 + 1 + 1) };
        assert_eq!((count(&picture, span), count(&picture, dot)), (spans, 2 * ways), "{dim}D");
    }
    let plane = draw(PLANE, &[]);
    assert!(plane.contains("clash, 1 contact<") && plane.contains(">ok<"), "the wheel alone");
    let wide = draw(PLANE, &["--clearance", "0.2"]);
    assert!(wide.contains("close, 2 contacts<"), "the tile with both corners");
}

/// A prism of 32 sides around z, as a solid, with a hole of another radius if that is not 0.
fn prism(radius: f64, hole: f64, half: f64) -> String {
    const SIDES: usize = 32;
    let ring = |radius: f64, z: f64| {
        (0..SIDES).map(move |k| {
            let turn = (k as f64 + 0.5) * std::f64::consts::TAU / SIDES as f64;
            [radius * turn.cos(), radius * turn.sin(), z]
        })
    };
    // Of a prism without a hole the middle points are one on each side.
    let inner = hole.max(0.0);
    let rings = [(radius, -half), (radius, half), (inner, half), (inner, -half)];
    let corners: Vec<[f64; 3]> = rings.into_iter().flat_map(|(r, z)| ring(r, z)).collect();
    let mut triangles = Vec::new();
    for from in 0..4 {
        for k in 0..SIDES {
            let (next, to) = ((k + 1) % SIDES, (from + 1) % 4);
            let [a, b, c, d] =
                [(from, k), (from, next), (to, next), (to, k)].map(|(r, k)| r * SIDES + k);
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    format!("{{ kind = \"solid\", vertices = {corners:?}, triangles = {triangles:?} }}")
}

#[test]
fn a_shaft_in_its_hole_has_a_play() {
    let folder = folder("fit");
    let half_angle: f64 = std::f64::consts::PI / 32.0;
    // The sides of the hole are flat: the gap is across them.
    let gap = |shaft: f64| (1.0 - shaft) * half_angle.cos();
    let scene = |at: [f64; 3], shaft: f64| {
        body("hub", &prism(2.0, 1.0, 1.0), [0.0; 3]) + &body("shaft", &prism(shaft, 0.01, 2.0), at)
    };
    let fit = |at: [f64; 3], shaft: f64| {
        let report = check(&folder, &scene(at, shaft), &["--margin", "0.1", "--json"]).json();
        let play = &report["pairs"][0]["fit"];
        play.is_object().then(|| ["lower", "upper"].map(|key| play[key].as_f64().unwrap()))
    };
    let play = 2.0 * gap(0.95);
    let [lower, upper] = fit([0.0; 3], 0.95).unwrap();
    assert!(lower <= play && play - lower < 1e-6 && (upper - play).abs() < 1e-6, "{lower} {upper}");
    // To one side the gap is less, and the play is what it was.
    let [lower, upper] = fit([0.02, 0.0, 0.3], 0.95).unwrap();
    assert!(lower < 0.7 * play && lower > 0.5 * play, "{lower}");
    assert!((upper - play).abs() < 0.01 * play, "{upper}");
    // Beside it, or in a hole that is wider than the margin tells, or with an overlap, it is no fit.
    for (at, shaft) in [([3.0, 0.0, 0.0], 0.95), ([0.0; 3], 0.8), ([0.1, 0.0, 0.0], 0.95)] {
        assert_eq!(fit(at, shaft), None, "{at:?}");
    }
    let table = check(&folder, &scene([0.0; 3], 0.95), &["--margin", "0.1"]).out;
    assert!(table.contains(", fit with a play in [0.0995"), "{table}");
}

#[test]
fn the_example_has_its_contacts() {
    let run = run(&["check", example().to_str().unwrap(), "--contacts", "--within", "0", "--json"]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let report = run.json();
    assert_eq!(report["pairs"].as_array().unwrap().len(), 8);
    for (a, b, points) in [
        ("table", "lower box", 4),
        ("lower box", "middle box", 4),
        ("middle box", "upper box", 4),
        ("table", "lying cylinder", 2),
        ("table", "standing cylinder", 4),
        ("table", "capsule", 2),
        ("standing cylinder", "capsule", 1),
        ("table", "ball", 1),
    ] {
        let separations = separations(pair(&report, a, b));
        assert_eq!(separations.len(), points, "{a}, {b}");
        assert!(
            separations.iter().all(|s| (s + 0.0005).abs() < 1e-12),
            "{a}, {b}: {separations:?}"
        );
    }
}
