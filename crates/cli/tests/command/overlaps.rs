//! What bodies that overlap have in common: local depths that are tolerated, and `--overlap`.

use std::path::Path;

use clearance::d3_f64::{Mesh, Solid};
use clearance_formats::read_mesh;
use serde_json::{Value, json};

use crate::common::{Run, file, folder, ring, run};
use crate::topics::archive;

/// A shape of lines as TOML.
fn toml(shape: &Value) -> String {
    let members = shape.as_object().unwrap().iter().map(|(key, value)| format!("{key} = {value}"));
    format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
}

fn body(name: &str, shapes: &[String], at: [f64; 3]) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nshapes = [{}]\npose = {{ t = {at:?} }}\n",
        shapes.join(", ")
    )
}

fn cuboid(half: [f64; 3]) -> String {
    format!("{{ kind = \"box\", half_extents = {half:?} }}")
}

/// The same with its faces as triangles.
fn solid([x, y, z]: [f64; 3]) -> String {
    let corners: Vec<[f64; 3]> =
        (0..8).map(|i| [[-x, x][i & 1], [-y, y][i >> 1 & 1], [-z, z][i >> 2]]).collect();
    let sides = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    format!("{{ kind = \"solid\", vertices = {corners:?}, triangles = {sides:?} }}")
}

fn hole() -> String {
    toml(&ring("solid"))
}

fn check(folder: &Path, scene: &str, options: &[&str]) -> Run {
    run(&[&["check", &file(folder, "scene.toml", scene)], options].concat())
}

fn first(run: &Run) -> Value {
    run.json()["pairs"][0].clone()
}

fn bounds(of: &Value) -> [f64; 2] {
    ["lower", "upper"].map(|end| of[end].as_f64().unwrap_or_else(|| panic!("{of}")))
}

/// Its faces are 0.01 too far out all around a square hole; an edge is farther from that of the hole.
#[test]
fn a_press_fit_is_as_deep_as_it_is_too_tight() {
    let folder = folder("overlap-fit");
    let tight = 0.01 * 2.0_f64.sqrt();
    let half = [1.01, 1.01, 4.0];
    for peg in [cuboid(half), solid(half)] {
        let scene = body("hub", &[hole()], [0.0; 3]) + &body("peg", &[peg], [0.0; 3]);
        for (tolerance, class, status) in
            [("0.0142", "touch", 0), ("0.012", "clash", 1), ("0.009", "clash", 1)]
        {
            let ran = check(&folder, &scene, &["--tolerance", tolerance, "--json"]);
            let pair = first(&ran);
            assert_eq!((ran.status, &pair["class"]), (status, &json!(class)), "{pair}");
            assert!(pair["lower"].as_f64() < Some(-3.0), "its way out is long: {pair}");
            let [lower, upper] = bounds(&pair["local_depth"]);
            assert!(0.0099 < lower && lower <= tight && tight <= upper && upper < 0.0142, "{pair}");
            let table = check(&folder, &scene, &["--tolerance", tolerance]).out;
            assert!(table.contains("local depth") && table.contains(", 0.0141"), "{table}");
        }
        // By its depth alone, which costs less.
        let ran = check(&folder, &scene, &["--tolerance", "6", "--json"]);
        assert_eq!((ran.status, &first(&ran)["class"]), (0, &json!("touch")));
        assert!(first(&ran).get("local_depth").is_none());
        let rule = "[[check]]\nbetween = [\"hub\", \"peg\"]\ntolerance = 0.0142\n";
        assert_eq!(check(&folder, &format!("{rule}{scene}"), &[]).status, 0);
        let parts = check(&folder, &scene, &["--tolerance", "0.0142", "--json", "--parts"]);
        let of_parts = &first(&parts)["part_pairs"][0];
        assert_eq!(of_parts["class"], "touch");
        assert_eq!(of_parts["local_depth"], first(&parts)["local_depth"]);
    }
}

#[test]
fn the_deepest_parts_are_told_and_duplicates_stay() {
    let folder = folder("overlap-parts");
    // Another part of the peg is 0.125 deep in the outside of the hub, as is a half-space below it.
    let beside = cuboid([0.5, 0.5, 0.25]).replace(" }", ", pose = { t = [2.375, 0, 0] } }");
    let peg = [cuboid([1.01, 1.01, 4.0]), beside];
    let scene = body("hub", &[hole()], [0.0; 3]) + &body("peg", &peg, [0.0; 3]);
    let ran = check(&folder, &scene, &["--tolerance", "0.1", "--json", "--parts"]);
    let [lower, upper] = bounds(&first(&ran)["local_depth"]);
    assert_eq!(first(&ran)["class"], "clash");
    assert!(lower <= 0.125 && 0.125 <= upper && upper - lower < 1e-3, "{lower} {upper}");
    let parts = first(&ran)["part_pairs"].clone();
    let classes: Vec<&Value> = (0..2).map(|i| &parts[i]["class"]).collect();
    assert_eq!(classes, ["touch", "clash"]);
    assert_eq!(check(&folder, &scene, &["--tolerance", "0.126"]).status, 0);

    let plate = || vec![solid([2.0, 2.0, 0.5])];
    let twice = body("plate", &plate(), [0.0; 3]) + &body("again", &plate(), [0.0; 3]);
    let ran = check(&folder, &twice, &["--tolerance", "0.75", "--json"]);
    assert_eq!((ran.status, &first(&ran)["class"]), (1, &json!("duplicate")));
}

#[test]
fn contacts_ask_how_deep_overlaps_are() {
    let folder = folder("overlap-contacts");
    let plane = |x: f64| {
        format!(
            "[[body]]\nname = \"{x}\"\nshape = {{ kind = \"circle\", radius = 1 }}\npose = {{ t = [{x}, 0] }}\n"
        )
    };
    let space = |x: f64| body(&x.to_string(), &[solid([1.0; 3])], [x, 0.0, 0.0]);
    for made in [plane(0.0) + &plane(1.75) + &plane(9.0), space(0.0) + &space(1.75) + &space(9.0)] {
        let pairs = check(&folder, &made, &["--contacts", "--json"]).json()["pairs"].clone();
        let [lower, upper] = bounds(&pairs[0]["local_depth"]);
        assert!(lower <= 0.25 && (0.25..0.25 + 1e-5).contains(&upper), "{pairs}");
        assert!(pairs[1].get("local_depth").is_none(), "they are apart");
        let quiet = check(&folder, &made, &["--json"]);
        assert!(!quiet.out.contains("local_depth"));
        assert!(!check(&folder, &made, &[]).out.contains("local depth"));
    }
}

/// A box through a plate has no contacts with it that say where.
#[test]
fn what_goes_through_clashes_where_it_is_in_both() {
    let folder = folder("overlap-through");
    let scene = body("plate", &[solid([2.0, 2.0, 0.125])], [0.0; 3])
        + &body("bar", &[cuboid([0.25, 0.25, 5.0])], [0.75, 0.5, 3.0]);
    let point = check(&folder, &scene, &["--json"]).json()["findings"][0]["point"].clone();
    let at = [0, 1, 2].map(|i| point[i].as_f64().unwrap());
    assert!(at[2].abs() <= 0.125 && (0.5..=1.0).contains(&at[0]), "{at:?}");
    assert!((0.25..=0.75).contains(&at[1]), "{at:?}");
}

/// In millimetres, and far from the origin.
#[test]
fn common_parts_are_written_as_solids_in_metres() {
    let folder = folder("overlap-glb");
    let path = |name: &str| folder.join(name).display().to_string();
    let (glb, page, rows, topics) =
        (path("common.glb"), path("page.html"), path("rows.csv"), path("topics.bcf"));
    let far = 1e6;
    let scene = "units = \"mm\"\n".to_string()
        + &body("hub", &[hole()], [far, 0.0, 0.0])
        + &body("bar", &[cuboid([4.0, 0.25, 0.25])], [far, 0.0, 0.0])
        + &body("apart", &[cuboid([1.0; 3])], [far, 9.0, 0.0]);
    let options = [
        "--json",
        "--overlap",
        &glb,
        "--html",
        &page,
        "--csv",
        &rows,
        "--bcf",
        &topics,
        "--contacts",
    ];
    let ran = check(&folder, &scene, &options);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    let overlap = first(&ran)["overlap"].clone();
    let [low, high] = [0, 1].map(|end| overlap["volume"][end].as_f64().unwrap());
    assert!(low <= 0.5 && 0.5 <= high && high - low < 1e-6, "{overlap}");

    let mesh = read_mesh(Path::new(&glb)).unwrap();
    let names: Vec<&str> = mesh.parts.iter().map(|part| &part.name[..]).collect();
    assert_eq!(names, ["hub - bar 1", "hub - bar 2"]);
    let mut sides = Vec::new();
    for (part, said) in mesh.parts.iter().zip(overlap["parts"].as_array().unwrap()) {
        let triangles = part.triangles.iter().map(|t| t.map(|corner| corner as u32)).collect();
        let solid = Solid::new(Mesh::new(part.points.clone(), triangles).unwrap()).unwrap();
        let mass = solid.mass();
        let volume = |end: usize| said["volume"][end].as_f64().unwrap() * 1e-9;
        let slack = 1e-6 * mass.volume;
        assert!(volume(0) - slack <= mass.volume && mass.volume <= volume(1) + slack, "{said}");
        // The y axis is up.
        let [x, y, z] = [0, 1, 2].map(|i| said["centroid"][i].as_f64().unwrap() * 1e-3);
        let off = (solid.mass().centroid - clearance::glam::DVec3::new(x, z, -y)).length();
        assert!(off < 1e-9, "{off}");
        let ends = [0, 1].map(|end| said["bounds"][end][0].as_f64().unwrap() - far);
        sides.push(ends.map(|x| x.round()));
    }
    sides.sort_by(|p, q| p[0].total_cmp(&q[0]));
    assert_eq!(sides, [[-2.0, -1.0], [1.0, 2.0]]);

    let text = |path: &str| std::fs::read_to_string(path).unwrap();
    assert!(
        text(&page).contains("<dt>local depth</dt>")
            && text(&page).contains(" mm^3 in 2 parts</dd>")
    );
    let mut rows = csv::Reader::from_path(&rows).unwrap();
    let columns = rows.headers().unwrap().clone();
    let row = rows.records().next().unwrap().unwrap();
    for (column, value) in [
        ("overlap_volume_upper", &overlap["volume"][1]),
        ("local_depth_lower", &first(&ran)["local_depth"]["lower"]),
    ] {
        let at = columns.iter().position(|name| name == column).unwrap();
        assert_eq!(&json!(row[at].parse::<f64>().unwrap()), value, "{column}");
    }
    let files = archive(&topics);
    let said = files.values().find_map(|file| file.get("Topic/Description")).unwrap();
    assert!(said[0].contains(" The deepest point of both is [0."), "{said:?}");
    assert!(said[0].contains(" mm^3 in 2 parts in common."), "{said:?}");
}

#[test]
fn what_is_no_solid_is_left_out_with_a_warning() {
    let folder = folder("overlap-left-out");
    let glb = folder.join("common.glb").display().to_string();
    let open = toml(&ring("mesh"));
    let ball = "{ kind = \"sphere\", radius = 1.5 }".to_string();
    let cube = [cuboid([1.5; 3])];
    let made = |a: (&str, &[String]), b: (&str, &[String])| {
        let scene = body(a.0, a.1, [0.0; 3]) + &body(b.0, b.1, [0.0, 0.0, 1.0]);
        check(&folder, &scene, &["--overlap", &glb, "--json"])
    };
    let ran = made(("cube", &cube), ("ball", &[ball]));
    let left_out = "--overlap: left out are sheets and curved shapes: ball";
    assert!(ran.err.contains(left_out) && first(&ran).get("overlap").is_none(), "{}", ran.out);
    assert!(ran.err.contains("its lengths are taken as metres"), "{}", ran.err);
    assert_eq!(ran.json()["warnings"].as_array().unwrap().len(), 2);
    // A file without nodes.
    let bytes = std::fs::read(&glb).unwrap();
    assert!(bytes.starts_with(b"glTF") && bytes.len() < 100, "{}", bytes.len());
    // What else the body has of solids is told.
    let ran = made(("cube", &cube), ("both", &[open, cube[0].clone()]));
    assert!(ran.err.contains("curved shapes: both"), "{}", ran.err);
    let volume = first(&ran)["overlap"]["volume"].clone();
    assert!(volume[0].as_f64() <= Some(18.0) && volume[1].as_f64() >= Some(18.0), "{volume}");
    // Refused before any work.
    let scene = file(&folder, "scene.toml", &body("a", &cube, [0.0; 3]));
    let lost = run(&["check", &scene, "--overlap", &scene]);
    assert!(lost.status == 2 && lost.err.contains("would be lost"), "{}", lost.err);
    let flat = "[[body]]\nname = \"a\"\nshape = { kind = \"circle\", radius = 1 }\n";
    let flat = check(&folder, flat, &["--overlap", &glb]);
    assert!(
        flat.status == 2 && flat.err.contains("--overlap is for scenes in space"),
        "{}",
        flat.err
    );
}
