//! `clearance check` on files of many objects: each is a body, sets of them are checked against each other.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::common::{Run, file, folder, run};
use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The triangles of a box, between two corners, as lines of an OBJ file.
fn block(name: &str, from: [f64; 3], to: [f64; 3]) -> String {
    let corner = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 0 { from[k] } else { to[k] });
    let corners: String = (0..8).map(|i| line("v", &corner(i).map(|x| x.to_string()))).collect();
    let sides =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let side = |side: &[i32; 4]| line("f", &side.map(|corner| (corner - 8).to_string()));
    format!("o {name}\n{corners}{}", sides.iter().map(side).collect::<String>())
}

fn line(word: &str, numbers: &[String]) -> String {
    format!("{word} {}\n", numbers.join(" "))
}

/// A unit cube with its least corner at x.
fn cube(name: &str, x: f64) -> String {
    block(name, [x, 0.0, 0.0], [x + 1.0, 1.0, 1.0])
}

/// Pipes at 0, 2 and 4, two of them with one name.
fn pipes(folder: &Path) -> String {
    file(folder, "pipes.obj", &(cube("pipe", 0.0) + &cube("valve", 2.0) + &cube("pipe", 4.0)))
}

/// A wall that is 0.25 deep in the valve and 0.25 away from the second pipe, and a slab far below.
fn house(folder: &Path) -> String {
    let wall = block("wall", [2.75, -5.0, -5.0], [3.75, 5.0, 5.0]);
    file(folder, "house.obj", &(wall + &block("slab", [-9.0, -9.0, -9.0], [9.0, 9.0, -8.0])))
}

fn check(folder: &Path, scene: &str, options: &[&str]) -> Run {
    let path = file(folder, "scene.toml", scene);
    run(&[&["check", path.as_str()], options].concat())
}

/// The names and the classes of the pairs.
fn classes(run: &Run) -> Vec<[String; 3]> {
    let report = run.json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let pairs = report["pairs"].as_array().unwrap().iter();
    pairs.map(|pair| ["a", "b", "class"].map(|key| text(&pair[key]))).collect()
}

fn class(a: &str, b: &str, class: &str) -> [String; 3] {
    [a, b, class].map(String::from)
}

/// Two sets of bodies, from files beside the scene.
const SETS: &str = r#"
units = "m"
[[body]]
name = "mep"
bodies = "pipes.obj"
[[body]]
name = "house"
group = "structure"
bodies = "house.obj"
"#;

#[test]
fn objects_of_a_file_are_bodies() {
    let folder = folder("objects");
    pipes(&folder);
    house(&folder);
    let found = check(&folder, SETS, &["--json"]);
    assert_eq!((found.status, found.err.as_str()), (1, ""));
    let report = found.json();
    assert_eq!((&report["bodies"], &report["totals"]["clash"]), (&json!(5), &json!(1)));
    let pairs = classes(&found);
    assert_eq!(pairs[0], class("mep/valve", "house/wall", "clash"));
    assert_eq!(pairs[1], class("mep/pipe_2", "house/wall", "ok"));
    assert_eq!(report["pairs"][1]["signed_distance"], json!(0.25));
    assert_eq!(pairs.len(), 10, "{pairs:?}");
    assert_eq!(
        report["files"][0],
        json!({ "file": "pipes.obj", "objects": 3, "triangles": 36, "size": [5.0, 1.0, 1.0], "closed": true })
    );
    assert_eq!(report["meshes"][2]["body"], json!("mep/pipe_2"));
    // Moved and scaled as one; hulls are bodies, too.
    let scene = SETS.replace(
        "bodies = \"pipes.obj\"",
        "bodies = \"pipes.obj\"\nscale = 0.5\npose = { t = [1.5, 0, 0] }",
    );
    for options in [&["--json"][..], &["--json", "--hulls"]] {
        let found = check(&folder, &scene, options);
        // The valve from 2.5 to 3 and the second pipe from 3.5 to 4 are each 0.25 deep in the wall.
        let mut pairs = classes(&found);
        pairs[..2].sort();
        let expected = ["mep/pipe_2", "mep/valve"].map(|name| class(name, "house/wall", "clash"));
        assert_eq!(pairs[..2], expected, "{}", found.err);
        let depth = found.json()["pairs"][1]["signed_distance"].as_f64().unwrap();
        assert!((depth + 0.25).abs() < 1e-8, "{depth}");
    }
}

#[test]
fn only_checked_pairs_are_asked_about() {
    let folder = folder("checks");
    pipes(&folder);
    house(&folder);
    let with = |checks: &str| check(&folder, &format!("{SETS}{checks}"), &["--json"]);
    let found = with("[[check]]\nbetween = [\"mep/*\", \"group:structure\"]\nclearance = 0.5\n");
    assert_eq!(found.status, 1, "{}", found.err);
    assert_eq!(found.json()["totals"], json!({ "clash": 1, "touch": 0, "close": 1, "ok": 4 }));
    assert_eq!(classes(&found)[1], class("mep/pipe_2", "house/wall", "close"));
    // A later check that fits a pair holds for it, and one without a length leaves it.
    let found = with(
        "[[check]]\nbetween = [\"mep/*\", \"house/wall\"]\nclearance = 0.5\n\
         [[check]]\nbetween = [\"mep/valve\", \"house/*\"]\ntolerance = 0.3\n\
         [[check]]\nbetween = [\"mep/pipe*\", \"house/wall\"]\n",
    );
    let expected = [
        class("mep/valve", "house/wall", "touch"),
        class("mep/pipe_2", "house/wall", "close"),
        class("mep/pipe", "house/wall", "ok"),
        class("mep/valve", "house/slab", "ok"),
    ];
    assert_eq!((found.status, &classes(&found)[..]), (1, &expected[..]), "{}", found.err);
    assert_eq!(found.json()["totals"], json!({ "clash": 0, "touch": 1, "close": 1, "ok": 2 }));
    // A set against itself; pairs to be ignored are not asked about.
    let ignore = |text: &str| SETS.replace("units = \"m\"", &format!("ignore = [{text}]"));
    let scene =
        ignore("[\"mep/pipe\", \"mep/pipe_2\"]") + "[[check]]\nbetween = [\"mep/*\", \"mep/*\"]\n";
    let found = check(&folder, &scene, &["--json"]);
    assert_eq!((found.status, found.json()["totals"]["ok"].as_u64()), (0, Some(2)));
    // What is in vain is told.
    let found = with(
        "[[clearance]]\nbetween = [\"house/wall\", \"house/slab\"]\nleast = 9\n\
         [[check]]\nbetween = [\"mep/*\", \"house/*\"]\n",
    );
    let says = "clearance between \"house/wall\" and \"house/slab\": it fits no pair";
    assert!(found.err.contains(says) && found.err.matches("warning").count() == 1, "{}", found.err);
    let scene = ignore("[\"mep/*\", \"house/slab\"]")
        + "[[check]]\nbetween = [\"mep/*\", \"house/slab\"]\n";
    let found = check(&folder, &scene, &["--json"]);
    assert!(found.err.contains("it fits no pair that is asked about"), "{}", found.err);
    for (checks, says) in [
        ("between = [\"mep/*\", \"hous/*\"]", "check: no body fits \"hous/*\""),
        ("between = [\"mep/valve\", \"mep/valve\"]", "check: \"mep/valve\" is one body alone"),
        ("between = [\"mep/*\", \"house/*\"]\nleast = 1", "has no \"least\""),
        (
            "between = [\"mep/*\", \"house/*\"]\nclearance = 1\ntolerance = 1",
            "it can have clearance or tolerance, and not both",
        ),
        (
            "between = [\"mep/*\", \"house/*\"]\ntolerance = -1",
            "a length must not be negative, but is -1",
        ),
        (
            "between = [\"mep/*\", \"house/*\"]\nclearance = inf",
            "clearance must be a finite number",
        ),
    ] {
        let found = with(&format!("[[check]]\n{checks}\n"));
        assert!(found.status == 2 && found.err.contains(says), "{checks}: {}", found.err);
    }
}

/// A path asks about all pairs: a check that it would not heed is refused.
#[test]
fn checks_are_refused_beside_a_robot() {
    let folder = folder("checks_robot");
    let scene = "robot = \"arm.urdf\"\n[[check]]\nbetween = [\"a*\", \"b*\"]\n";
    let found = check(&folder, scene, &[]);
    assert!(found.status == 2 && found.err.contains("without a robot"), "{}", found.err);
}

#[test]
fn bodies_of_a_file_have_errors_of_their_own() {
    let folder = folder("objects_errors");
    pipes(&folder);
    for (keys, says) in [
        ("mesh = \"pipes.obj\"", "it can have only one of mesh, hull, bodies"),
        ("radius = 1", "radius goes with a cloud"),
        ("pose = { t = [1, 2] }", "bodies need a pose in space"),
    ] {
        let scene = format!("[[body]]\nname = \"mep\"\nbodies = \"pipes.obj\"\n{keys}\n");
        let found = check(&folder, &scene, &[]);
        assert!(found.status == 2 && found.err.contains(says), "{keys}: {}", found.err);
    }
    let scene = "[[body]]\nname = \"mep\"\nbodies = \"pipes.obj\"\n\
                 [[body]]\nname = \"mep/valve\"\nshape = { kind = \"sphere\", radius = 1 }\n";
    let found = check(&folder, scene, &[]);
    assert!(found.err.contains("two bodies have the name \"mep/valve\""), "{}", found.err);
}

#[test]
fn mesh_files_are_checked_with_each_other() {
    let folder = folder("mesh_files");
    let (pipes, house) = (pipes(&folder), house(&folder));
    let found = run(&["check", &pipes, &house, "--json", "--within", "1"]);
    let expected =
        [class("pipes/valve", "house/wall", "clash"), class("pipes/pipe_2", "house/wall", "ok")];
    assert_eq!((found.status, found.err.as_str()), (1, ""));
    assert_eq!(classes(&found)[..], expected);
    // Of one file, its objects with each other; the table says what is in the file.
    let page = folder.join("report.html");
    let found = run(&["check", &pipes, "--html", page.to_str().unwrap()]);
    assert_eq!(found.status, 0, "{}", found.err);
    let says = "pipes.obj: 3 objects, 36 triangles, 5 x 1 x 1, closed";
    assert!(found.out.contains(says) && found.out.contains("pipes/valve"), "{}", found.out);
    assert!(fs::read_to_string(page).unwrap().contains(says));
    // The same file twice: each object is where its copy is.
    let found = run(&["check", &pipes, &pipes, "--json"]);
    let totals = json!({ "clash": 3, "touch": 0, "close": 0, "ok": 6 });
    assert_eq!((found.status, &found.json()["totals"]), (1, &totals));
    assert_eq!(classes(&found)[0], class("pipes/pipe", "pipes_2/pipe", "duplicate"));
    // One body is enough to look at a file, and says where it is open.
    let mut open = cube("part", 0.0);
    open.truncate(open.rfind("f ").unwrap());
    let part = file(&folder, "part.obj", &open);
    let found = run(&["check", &part]);
    assert!(found.out.contains("1 object, 10 triangles, 1 x 1 x 1, not closed"), "{}", found.out);
    assert!(found.err.contains("4 edges without a second triangle"), "{}", found.err);
    assert!(found.err.contains("The first of these edges is at [1, 1, 0]."), "{}", found.err);
    assert!(found.err.contains("nothing to compare"), "{}", found.err);
    // A name as long as a line may be.
    let long = file(&folder, "long.obj", &(cube(&"n".repeat(70_000), 0.0) + &cube("m", 3.0)));
    let found = run(&["check", &long]);
    assert!(found.status == 0 && found.out.contains("2.00000"), "{}", found.err);
    for name in ["group:x.obj", "b\\.obj"] {
        let odd = file(&folder, name, &cube("pipe", 3.5));
        let found = run(&["check", &odd, &pipes, "--within", "0"]);
        assert!(found.status == 1 && found.err.is_empty(), "{}", found.err);
    }
    // Files of names with characters of patterns; and what cannot be checked together.
    let odd = file(&folder, "a[1]*.obj", &cube("pipe", 3.5));
    let found = run(&["check", &odd, &pipes, "--json", "--within", "0"]);
    assert_eq!(classes(&found), [class("a[1]*/pipe", "pipes/pipe_2", "clash")], "{}", found.err);
    let scene = file(&folder, "scene.toml", SETS);
    let found = run(&["check", &pipes, &scene]);
    assert!(found.status == 2 && found.err.contains("mesh files alone"), "{}", found.err);
    let found = run(&["check", &pipes, "--csv", &pipes]);
    assert_eq!(found.status, 2, "{}", found.err);
}

/// Writes `mep.gltf`, which places a corner of a unit cube three times: at 0, at x = 3 and at y = 5.
fn gltf(folder: &Path) -> String {
    let corners: [[f32; 3]; 4] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let indices: [u16; 12] = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];
    let mut bytes: Vec<u8> = corners.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    bytes.extend(indices.iter().flat_map(|i| i.to_le_bytes()));
    fs::write(folder.join("part.bin"), &bytes).unwrap();
    let document = json!({
        "asset": { "version": "2.0" },
        "scene": 0, "scenes": [{ "nodes": [0] }],
        "nodes": [
            { "name": "floor", "children": [1, 2, 3] },
            { "name": "pipe", "mesh": 0 },
            { "name": "pipe", "mesh": 0, "translation": [3, 0, 0] },
            { "mesh": 0, "translation": [0, 5, 0] },
        ],
        "meshes": [{ "name": "corner", "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR" },
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 48 },
            { "buffer": 0, "byteOffset": 48, "byteLength": 24 },
        ],
        "buffers": [{ "byteLength": 72, "uri": "part.bin" }],
    });
    file(folder, "mep.gltf", &document.to_string())
}

/// In glTF an object is named by the nodes that it is in.
#[test]
fn objects_of_gltf_have_the_path_of_their_nodes() {
    let path = gltf(&folder("gltf_nodes"));
    let found = run(&["check", &path, "--json"]);
    assert_eq!((found.status, found.err.as_str()), (0, ""));
    let expected = [
        class("mep/floor/pipe", "mep/floor/pipe_2", "ok"),
        class("mep/floor/pipe", "mep/floor/corner", "ok"),
        class("mep/floor/pipe_2", "mep/floor/corner", "ok"),
    ];
    assert_eq!(classes(&found), expected);
    assert_eq!(found.json()["pairs"][0]["signed_distance"], json!(2.0));
}

/// In 3MF an object is named by the objects that it is in, and lengths are converted from the unit of the file.
#[test]
fn objects_of_3mf_have_the_path_of_their_objects() {
    let folder = folder("objects_3mf");
    let corners = [[0, 0, 0], [8, 0, 0], [0, 8, 0], [0, 0, 8]];
    let corners = corners.map(|[x, y, z]| format!("<vertex x='{x}' y='{y}' z='{z}'/>")).concat();
    let sides = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    let sides = sides.map(|[a, b, c]| format!("<triangle v1='{a}' v2='{b}' v3='{c}'/>")).concat();
    let model = format!(
        "<model unit='millimeter'><resources><object id='1' name='corner'><mesh><vertices>{corners}</vertices>\
         <triangles>{sides}</triangles></mesh></object><object id='2' name='pair'><components><component objectid='1'/>\
         <component objectid='1' transform='1 0 0 0 1 0 0 0 1 24 0 0'/></components></object></resources>\
         <build><item objectid='2'/><item objectid='1' transform='1 0 0 0 1 0 0 0 1 -1 0 4'/></build></model>"
    );
    let path = folder.join("print.3mf");
    let mut archive = ZipWriter::new(fs::File::create(&path).unwrap());
    archive.start_file("3D/3dmodel.model", SimpleFileOptions::default()).unwrap();
    archive.write_all(model.as_bytes()).unwrap();
    archive.finish().unwrap();
    let found = run(&["check", path.to_str().unwrap(), "--json"]);
    assert_eq!((found.status, found.err.as_str()), (1, ""));
    let expected = [
        class("print/pair/corner", "print/corner", "clash"),
        class("print/pair/corner", "print/pair/corner_2", "ok"),
        class("print/pair/corner_2", "print/corner", "ok"),
    ];
    assert_eq!(classes(&found), expected);
    let distance = found.json()["pairs"][1]["signed_distance"].as_f64().unwrap();
    assert!((distance - 0.016).abs() < 1e-12, "{distance}");
}

/// Files in metres are converted to the unit of the scene, the y axis is turned up if that is said, and what is doubtful is
/// a warning.
#[test]
fn files_are_in_the_unit_of_the_scene() {
    let folder = folder("units");
    gltf(&folder);
    pipes(&folder);
    let with = |top: &str, keys: &str, other: &str| {
        let scene = format!(
            "{top}\n[[body]]\nname = \"mep\"\nbodies = \"mep.gltf\"\n{keys}\n[[body]]\nname = \"other\"\n{other}\n"
        );
        check(&folder, &scene, &["--json"])
    };
    let size = |run: &Run| {
        let size = run.json()["files"][0]["size"].clone();
        serde_json::from_value::<[f64; 3]>(size).unwrap()
    };
    let ball = "shape = { kind = \"sphere\", radius = 1 }\npose = { t = [0, 0, 1e4] }";
    for (unit, length) in
        [("mm", 1000.0), ("cm", 100.0), ("m", 1.0), ("inch", 1.0 / 0.0254), ("", 1.0)]
    {
        let found = with(&format!("units = {unit:?}"), "", ball);
        assert_eq!((size(&found), found.err.as_str()), ([4.0, 6.0, 1.0].map(|x| x * length), ""));
    }
    let found = with("units = \"mm\"", "scale = [2, 1, 1]\nup = \"y\"", ball);
    assert_eq!(size(&found), [8000.0, 1000.0, 6000.0], "{}", found.err);
    // The corner that was at y = 5 is at z = 5000.
    let places = found.json()["pairs"].to_string();
    assert!(places.contains("mep/floor/corner") && found.err.is_empty(), "{}", found.err);
    let found = with("units = \"ell\"", "", ball);
    assert!(found.err.contains("is a label, and no unit that is known"), "{}", found.err);
    let pipes = "mesh = \"pipes.obj\"\npose = { t = [0, 0, 50] }";
    let found = with("", "", pipes);
    assert!(
        found.err.contains("mep.gltf is in metres, and pipes.obj has no unit"),
        "{}",
        found.err
    );
    assert!(found.err.contains("in mep.gltf the y axis is up"), "{}", found.err);
    let found = with("units = \"m\"", "up = \"z\"", pipes);
    assert_eq!(found.err, "");
    let found = with("units = \"mm\"", "up = \"z\"", pipes);
    assert!(found.err.contains("mep.gltf is 1200 times as large as pipes.obj"), "{}", found.err);
    let found = with("", "up = \"x\"", ball);
    assert!(found.err.contains("up can be \"y\" or \"z\", but is \"x\""), "{}", found.err);
    let found = with("", "", &format!("{ball}\nup = \"y\""));
    assert!(found.err.contains("up goes with a mesh"), "{}", found.err);
}

/// The example, with the depths and distances that its README says.
#[test]
fn the_house_has_a_clash_and_a_duct_that_is_close() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/house");
    let path = |name: &str| root.join(name).to_str().unwrap().to_owned();
    let found = run(&["check", &path("scene.toml"), "--json", "--within", "60"]);
    assert_eq!((found.status, found.err.as_str()), (1, ""));
    let expected = [
        ("house/beam", "pipes/water/riser", "clash", -10.0),
        ("house/floor", "pipes/air/duct", "close", 8.0),
        ("house/wall", "pipes/water/branch", "ok", 50.0),
        ("house/floor", "pipes/water/riser", "ok", 50.0),
    ];
    // The corners of the pipes are in `f32`.
    let pairs = found.json()["pairs"].as_array().unwrap().clone();
    for (pair, (a, b, class, distance)) in pairs.iter().zip(expected) {
        assert_eq!([&pair["a"], &pair["b"], &pair["class"]], [a, b, class]);
        let off = pair["signed_distance"].as_f64().unwrap() - distance;
        assert!(off.abs() < 1e-3, "{pair}");
    }
    assert_eq!(found.json()["totals"], json!({ "clash": 1, "touch": 0, "close": 1, "ok": 2 }));
    let found = run(&["check", &path("house.obj"), &path("pipes.gltf")]);
    assert_eq!(found.err.matches("warning").count(), 3, "{}", found.err);
}

/// What is in a file and not in the answer is an error or a warning.
#[test]
fn what_is_not_read_is_said() {
    let folder = folder("left_out");
    let path = gltf(&folder);
    let text = fs::read_to_string(&path).unwrap();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut document: Value = serde_json::from_str(&text).unwrap();
        change(&mut document);
        let path = file(&folder, "changed.gltf", &document.to_string());
        run(&["check", &path])
    };
    let instances = with(&|document| {
        document["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]);
        document["nodes"][1]["extensions"] = json!({ "EXT_mesh_gpu_instancing": {} });
    });
    assert!(instances.status == 2 && instances.err.contains("instances"), "{}", instances.err);
    let morphed = with(&|document| {
        document["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": 0 }]);
        document["meshes"][0]["weights"] = json!([0.5]);
    });
    assert!(morphed.status == 2 && morphed.err.contains("morph targets"), "{}", morphed.err);
    let still = with(&|document| {
        document["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": 0 }]);
        document["meshes"][0]["weights"] = json!([0.0]);
    });
    assert_eq!((still.status, still.err.as_str()), (0, ""));
    let unknown =
        with(&|document| document["extensionsUsed"] = json!(["ABC_shape", "KHR_materials_x"]));
    assert!(unknown.err.contains("not read: ABC_shape\n"), "{}", unknown.err);
    let left = with(&|document| {
        document["nodes"][0]["children"] = json!([1, 2]);
        let line = json!({ "attributes": { "POSITION": 0 }, "mode": 1 });
        document["meshes"][0]["primitives"].as_array_mut().unwrap().push(line);
    });
    assert!(left.err.contains("points and lines are left out, of 2 placed meshes"), "{}", left.err);
    assert!(
        left.err.contains("nodes with meshes that are not in its scene are left out: 1"),
        "{}",
        left.err
    );
    // A mark of the encoding.
    let text = format!("\u{feff}{}{}", cube("whole", 0.0), cube("other", 3.0));
    let found = run(&["check", &file(&folder, "marked.obj", &text)]);
    assert_eq!((found.status, found.err.as_str()), (0, ""));
    assert!(found.out.contains("marked/whole"), "{}", found.out);
    // Of many open objects, some are told.
    let sheets: String = (0..100)
        .map(|i| format!("o sheet\nv {i} 0 0\nv {i} 1 0\nv {i} 0 1\nf -3 -2 -1\n"))
        .collect();
    let found = run(&["check", &file(&folder, "sheets.obj", &sheets)]);
    assert!(found.err.contains("80 more of its objects were mended, or are open"), "{}", found.err);
    assert_eq!(found.err.matches("warning").count(), 21);
}
