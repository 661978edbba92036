//! The library of the web page, compiled for this machine, gives the same answers as the command,
//! to the last bit. The tests of the page compare them in a browser.

use clearance_wasm::{Mesh, Steps};
use serde_json::{Map, Value};

use crate::common::{cases, file, folder, query, run};

#[test]
fn the_page_answers_all_cases_as_the_command() {
    let [found, reports] =
        ["found.jsonl", "reports.jsonl"].map(|file| cases().replace("cases.jsonl", file));
    for path in [cases(), found, reports] {
        let text = std::fs::read_to_string(&path).unwrap();
        let said = run(&["query", &path]).out;
        assert_eq!(clearance_wasm::query(&text, None).unwrap(), said);
    }
}

#[test]
fn bad_lines_give_the_errors_of_the_command() {
    let lines = "\u{feff}{\"a\": 1\n\n{}\nnot JSON\n{\"query\": \"what\"}\n[1]\n{\"x\": NaN}";
    let said = query(lines, &[]).out;
    assert_eq!(clearance_wasm::query(lines, None).unwrap(), said);
    assert!(clearance_wasm::query(lines, Some("magic".into())).is_err());
}

/// The steps in columns equal the lines of the command's trace.
#[test]
fn steps_are_those_of_the_trace() {
    let text = std::fs::read_to_string(cases()).unwrap();
    let folder = folder("page_steps");
    let trace = folder.join("trace.jsonl");
    let trace = trace.to_str().unwrap();
    for algorithm in ["auto", "gjk", "gjk-epa", "gjk-boolean", "epa", "sat-bounded", "sat-gauss"] {
        let lines: Vec<&str> = text.lines().step_by(17).collect();
        let chosen = file(&folder, "chosen.jsonl", &lines.join("\n"));
        run(&["query", &chosen, "--algorithm", algorithm, "--trace", trace]);
        let told = std::fs::read_to_string(trace).unwrap();
        let mut told = told.lines();
        for line in lines {
            let steps = clearance_wasm::trace(line, Some(algorithm.into())).unwrap();
            for step in read(&steps) {
                let mut told: Value = serde_json::from_str(told.next().unwrap()).unwrap();
                told.as_object_mut().unwrap().remove("id");
                assert_eq!(told, step);
            }
        }
        assert_eq!(told.next(), None);
    }
}

/// The objects that the columns describe, as the page reads them.
fn read(steps: &Steps) -> Vec<Value> {
    let (names, numbers, indices) = (steps.names(), steps.numbers(), steps.indices());
    let (starts, fields) = (steps.steps(), steps.fields());
    let fields: Vec<&[u32]> = fields.chunks(4).collect();
    let starts: Vec<&[u32]> = starts.chunks(2).collect();
    let end = |i: usize| starts.get(i + 1).map_or(fields.len(), |next| next[1] as usize);
    let read = |i: usize| {
        let mut step = Map::new();
        step.insert("step".into(), names[starts[i][0] as usize].clone().into());
        for field in &fields[starts[i][1] as usize..end(i)] {
            let name = &names[field[0] as usize];
            let range = field[2] as usize..(field[2] + field[3]) as usize;
            let floats = || numbers[range.clone()].iter().map(|x| Value::from(*x));
            let whole = || indices[range.clone()].iter().map(|x| Value::from(*x));
            let grouped = |each: usize| -> Value {
                let all: Vec<Value> = whole().collect();
                if each == 1 { all.into() } else { all.chunks(each).map(Value::from).collect() }
            };
            let value = match field[1] {
                0 => Value::Null,
                1 => floats().next().unwrap(),
                2 | 7 => floats().collect(),
                3 => {
                    let all: Vec<Value> = floats().collect();
                    all.chunks(steps.dim() as usize).map(Value::from).collect()
                }
                4 => whole().next().unwrap(),
                5 => grouped(match name.as_str() {
                    "ids" | "horizon" => 2,
                    "faces" => 3,
                    _ => 1,
                }),
                6 => names[indices[range.start] as usize].clone().into(),
                other => panic!("{other}"),
            };
            step.insert(name.clone(), value);
        }
        Value::Object(step)
    };
    (0..starts.len()).map(read).collect()
}

/// An OBJ file of a cube around the origin, with an extra vertex at height `top` in the middle of
/// its top face.
fn cube(top: f64) -> String {
    let mut obj = String::from("o cube\n");
    for z in [-1, 1] {
        for (x, y) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
            obj += &format!("v {x} {y} {z}\n");
        }
    }
    obj += &format!("v 0 0 {top}\nf 4 3 2 1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    obj + "f 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\n"
}

fn mesh(name: &str, text: &str) -> Mesh {
    Mesh::read(name, text.as_bytes(), 64).unwrap()
}

#[test]
fn a_mesh_file_is_the_hull_of_its_points() {
    let dented = mesh("Cube.OBJ", &cube(0.5));
    assert_eq!((dented.corners(), dented.vertices().len(), dented.parts()), (8, 24, 1));
    assert_eq!((dented.is_flat(), dented.warnings()), (false, vec![]));
    // A pyramid of base 4 and height 0.5 is missing from the cube's volume of 8.
    let missing = dented.missing().unwrap();
    assert!((missing - 4.0 * 0.5 / 3.0 / 8.0).abs() < 1e-12, "{missing}");
    let roof = mesh("roof.obj", &cube(1.5));
    assert_eq!((roof.corners(), roof.missing()), (9, None));
    let flat = mesh("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    assert_eq!((flat.corners(), flat.is_flat(), flat.missing()), (3, true, None));
    let two = mesh("two.obj", &(cube(1.0) + "o roof\nv 0 0 3\nf 5 6 10\n"));
    assert_eq!((two.parts(), two.corners()), (2, 9));
}

/// Of a sphere of 600 vertices about 64 are kept, and each of them is one of the 600.
#[test]
fn of_many_vertices_some_are_kept() {
    let mut text = String::new();
    for i in 0..600 {
        let z = 1.0 - (2.0 * f64::from(i) + 1.0) / 600.0;
        let (sin, cos) = (2.4 * f64::from(i)).sin_cos();
        let r = (1.0 - z * z).sqrt();
        text += &format!("v {} {} {z}\n", r * cos, r * sin);
    }
    for i in (1..=598).step_by(3) {
        text += &format!("f {i} {} {}\n", i + 1, i + 2);
    }
    let ball = mesh("ball.obj", &text);
    assert_eq!(ball.corners(), 600);
    let vertices = ball.vertices();
    let (kept, _) = vertices.as_chunks::<3>();
    assert!((50..=64).contains(&kept.len()), "{}", kept.len());
    assert!(kept.iter().all(|[x, y, z]| text.contains(&format!("v {x} {y} {z}\n"))));
}

#[test]
fn errors_of_a_mesh_file_name_the_line() {
    for (name, text, says) in [
        (
            "cut.stl",
            "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0",
            "line 4: a vertex needs",
        ),
        ("nan.obj", "v 0 0 0\nv 1 nan 0\n", "line 2: a vertex is not finite"),
        ("empty.obj", "", "the mesh has no faces"),
        ("other.ply", "ply\n", "line 2: the header has no end"),
        ("none", "v 1 2 3\n", "a mesh is an OBJ, PLY or STL file"),
    ] {
        let reason = Mesh::read(name, text.as_bytes(), 64).unwrap_err();
        assert!(reason.starts_with(says), "{name}: {reason}");
    }
}

/// A ring around z: `sides` blocks with corners at radii 1 and 2, and a height of 1.
fn ring(sides: u32) -> Value {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for side in 0..sides {
        let (sin, cos) = (f64::from(side) * std::f64::consts::TAU / f64::from(sides)).sin_cos();
        for (radius, z) in [(1.0, -0.5), (2.0, -0.5), (2.0, 0.5), (1.0, 0.5)] {
            vertices.push([radius * cos, radius * sin, z]);
        }
        let (here, next) = (4 * side, 4 * ((side + 1) % sides));
        for k in 0..4 {
            let l = (k + 1) % 4;
            triangles.push([here + k, next + l, here + l]);
            triangles.push([here + k, next + k, next + l]);
        }
    }
    serde_json::json!({ "kind": "solid", "vertices": vertices, "triangles": triangles })
}

/// The best value of the last step.
fn last(walk: &str) -> Value {
    let walk: Value = serde_json::from_str(walk).unwrap();
    walk["steps"].as_array().unwrap().last().unwrap()["best"].clone()
}

/// The walks that the page shows end at the library's answers, and leave out most of a ring.
#[test]
fn walks_find_what_the_library_finds() {
    let named = serde_json::json!({ "shapes": { "a ring": ring(24), "another": ring(40) } });
    assert_eq!(clearance_wasm::query(&named.to_string(), None).unwrap(), "");
    let others = [
        r#""kind": "sphere", "radius": 0.4"#,
        r#""kind": "box", "half_extents": [0.3, 0.2, 0.6]"#,
        r#""kind": "capsule", "radius": 0.2, "half_length": 0.5, "axis": "x""#,
        r#""shape": "another""#,
    ];
    let mut random = clearance_testing::Random::new(11);
    let (mut apart, mut met, mut hits, mut misses) = (0, 0, 0, 0);
    for round in 0..clearance_testing::pairs(400) {
        let mut number = || 4.0 * random.unit() - 2.0;
        let t = [number(), number(), number()];
        let other = others[round % 4];
        let pose = format!(r#""pose": {{"t": {t:?}, "q": [{}, 0.2, 0.1, 0.9]}}"#, number());
        let line = format!(
            r#"{{"query": "distance", "a": {{{other}, {pose}}}, "b": {{"shape": "a ring", "pose": {{"t": [0, 0, 0.25]}}}}}}"#
        );
        let said: Value =
            serde_json::from_str(&clearance_wasm::query(&line, None).unwrap()).unwrap();
        let walked = clearance_wasm::walk(&line).unwrap();
        if said["inside"] != Value::Bool(true) {
            assert_eq!(last(&walked).as_f64(), said["signed_distance"].as_f64(), "{line}");
        }
        if said["status"] == "apart" {
            apart += 1
        } else {
            met += 1
        }

        let way = [number(), number(), number()];
        let line = format!(
            r#"{{"query": "raycast", "a": {{"kind": "point", "position": [0, 0, 0], "pose": {{"t": {t:?}}}}}, "b": {{"shape": "a ring", "pose": {{"rpy": [0.1, 0.7, 0]}}}}, "cast": {{"va": {way:?}, "tmax": 9}}, "ray": {{"hollow": true}}}}"#
        );
        let said: Value =
            serde_json::from_str(&clearance_wasm::query(&line, None).unwrap()).unwrap();
        let walked = clearance_wasm::walk_of_ray(&line, "b", &t, &way, 9.0).unwrap();
        match (last(&walked).as_f64(), said["toi"].as_f64()) {
            (Some(found), Some(time)) => {
                assert!((found - time).abs() < 1e-12, "{line}\n{found} {time}");
                hits += 1;
            }
            (None, None) => misses += 1,
            other => panic!("{line}\n{other:?}"),
        }
    }
    let counts = [apart, met, hits, misses];
    let all = apart + met;
    assert!(counts.iter().all(|count| 10 * count > all), "{counts:?}");
}
