//! Corrupt input: lines and files that were truncated, changed, garbled and generated at random.
//!
//! Each line is answered, no input file is changed, nothing panics, and each error states what is
//! wrong and where. `CLEARANCE_PAIRS` sets the number of files and lines (default 1,000):
//! `CLEARANCE_PAIRS=100000 cargo test -p clearance-cli --test command hostile -- --nocapture`.

mod files;
mod limits;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::{BALL, Run, cases, folder, pair, run};
use clearance_testing::Random;
use serde_json::Value;

/// The number of files and lines.
fn count() -> usize {
    clearance_testing::pairs(1000)
}

/// The ways to damage a text.
const HARMS: [&str; 16] = [
    "none",
    "cut",
    "flip a byte",
    "flip a bit",
    "drop a range",
    "double a range",
    "swap words",
    "double a word",
    "drop a word",
    "another number",
    "another type",
    "control characters",
    "no UTF-8",
    "nested",
    "other line ends",
    "mark in front",
];

const NUMBERS: [&str; 22] = [
    "NaN",
    "nan",
    "-nan",
    "Infinity",
    "-inf",
    "inf",
    "1e999",
    "-1e999",
    "1e308",
    "-1e308",
    "1.8e308",
    "1e154",
    "1e77",
    "5e-324",
    "1e-300",
    "-0.0",
    "0",
    "-1",
    "340282350000000000000000",
    "0x10",
    "1_000",
    "9223372036854775808",
];
const TYPES: [&str; 12] = [
    "null",
    "true",
    "\"x\"",
    "[]",
    "{}",
    "[[]]",
    "[1, 2]",
    "{\"a\": 1}",
    "\"\"",
    "\"1e5\"",
    "-",
    "",
];
const CONTROLS: [&str; 8] =
    ["\0", "\u{1b}[31m", "\u{7f}", "\r", "\u{9b}2J", "\u{202e}", "\u{feff}", "\\u0000"];
const NO_TEXT: [&[u8]; 5] =
    [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xc0\x80"];

/// The words of a text: the parts between separators.
fn words(text: &[u8]) -> Vec<(usize, usize)> {
    let parts = |byte: &u8| b" \t\n\r,:=[]{}".contains(byte);
    let (mut words, mut from) = (Vec::new(), None);
    for (i, byte) in text.iter().enumerate() {
        match (parts(byte), from) {
            (false, None) => from = Some(i),
            (true, Some(start)) => {
                words.push((start, i));
                from = None;
            }
            _ => {}
        }
    }
    words.extend(from.map(|start| (start, text.len())));
    words
}

/// Damages the text in one way, or leaves it unchanged.
fn harm(text: &mut Vec<u8>, random: &mut Random) -> &'static str {
    let name = *random.one_of(&HARMS);
    let length = text.len();
    let at = random.below(length + 1);
    let word = {
        let words = words(text);
        if words.is_empty() { (at, at) } else { *random.one_of(&words) }
    };
    let put = |text: &mut Vec<u8>, (from, to): (usize, usize), with: &[u8]| {
        text.splice(from..to, with.iter().copied());
    };
    match name {
        "cut" => text.truncate(at),
        "flip a byte" if at < length => text[at] = random.bits() as u8,
        "flip a bit" if at < length => text[at] ^= 1 << random.below(8),
        "drop a range" => {
            let to = (at + 1 + random.below(20)).min(length);
            put(text, (at.min(to), to), b"");
        }
        "double a range" => {
            let to = (at + 1 + random.below(60)).min(length);
            let range = text[at.min(to)..to].to_vec();
            put(text, (at, at), &range);
        }
        "swap words" => {
            let words = words(text);
            if words.len() > 1 {
                let (mut one, mut two) = (*random.one_of(&words), *random.one_of(&words));
                if one.0 > two.0 {
                    std::mem::swap(&mut one, &mut two);
                }
                if one.1 <= two.0 {
                    let [a, b] = [one, two].map(|(from, to)| text[from..to].to_vec());
                    put(text, two, &a);
                    put(text, one, &b);
                }
            }
        }
        "double a word" => {
            let mut again = text[word.0..word.1].to_vec();
            again.push(*random.one_of(b" ,"));
            put(text, (word.0, word.0), &again);
        }
        "drop a word" => put(text, word, b""),
        "another number" => put(text, word, random.one_of(&NUMBERS).as_bytes()),
        "another type" => put(text, word, random.one_of(&TYPES).as_bytes()),
        "control characters" => put(text, (at, at), random.one_of(&CONTROLS).as_bytes()),
        "no UTF-8" => put(text, (at, at), random.one_of::<&[u8]>(&NO_TEXT)),
        "nested" => {
            let deep = 1 << random.below(12);
            let opening = random.one_of(&["[", "{\"a\":", "{ a = ", "[["]).repeat(deep);
            put(text, (word.0, word.0), opening.as_bytes());
        }
        "other line ends" => {
            let text_of = String::from_utf8_lossy(text).replace('\n', "\r\n");
            *text = text_of.into_bytes();
            text.extend(b"\r");
        }
        "mark in front" => put(text, (0, 0), b"\xef\xbb\xbf"),
        _ => {}
    }
    name
}

/// Damages the text once or up to `most` times, and counts the kinds of damage.
fn harmed(
    text: &[u8],
    most: usize,
    random: &mut Random,
    hits: &mut BTreeMap<&'static str, usize>,
) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..1 + random.below(most) {
        *hits.entry(harm(&mut text, random)).or_default() += 1;
    }
    text
}

fn assert_all_hit(hits: &BTreeMap<&'static str, usize>, total: usize) {
    for name in HARMS {
        let hit = hits.get(name).copied().unwrap_or(0);
        assert!(hit * 20 > total, "{name}: {hit} of {total}");
    }
}

/// Whether the text has no character that controls a terminal.
fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}')
}

fn arguments<'a>(command: &'a str, file: &'a Path, options: &[&'a str]) -> Vec<&'a str> {
    [&[command, file.to_str().unwrap()], options].concat()
}

#[test]
fn no_line_is_lost() {
    const AT_ONCE: usize = 500;
    let folder = folder("hostile-lines");
    let seeds = fs::read_to_string(cases()).unwrap();
    let seeds: Vec<&str> = seeds.lines().collect();
    let total = count() * 9 / 10;
    let (mut random, mut hits) = (Random::new(13), BTreeMap::new());
    let (mut answered, mut in_error) = (0, 0);
    let (input, output) = (folder.join("in.jsonl"), folder.join("out.jsonl"));
    let trace = folder.join("trace.jsonl");
    let options: [&[&str]; 12] = [
        &[],
        &["--verify"],
        &["--precision", "f32"],
        &["--precision", "f32", "--verify"],
        &["--expect"],
        &["--algorithm", "gjk"],
        &["--algorithm", "gjk-boolean"],
        &["--algorithm", "epa"],
        &["--algorithm", "sat-bounded"],
        &["--algorithm", "sat-gauss", "--verify"],
        &["--algorithm", "sat-pruned"],
        &["--trace"],
    ];
    let mut done = 0;
    for round in 0.. {
        if done >= total {
            break;
        }
        let lines = AT_ONCE.min(total - done);
        done += lines;
        // Each corrupt line is followed by a valid one.
        let (mut text, mut expected) = (Vec::new(), Vec::new());
        for number in 0..lines {
            let line = harmed(random.one_of(&seeds).as_bytes(), 2, &mut random, &mut hits);
            // A line may have become several lines, or none.
            let parts = line.split(|byte| *byte == b'\n');
            expected.push(parts.filter(|part| !part.trim_ascii().is_empty()).count());
            text.extend(line);
            text.extend(b"\n");
            let known =
                pair(BALL, BALL, 3.0).replacen('{', &format!("{{\"id\": \"known {number}\", "), 1);
            text.extend(known.bytes());
            text.extend(b"\n");
        }
        if random.below(2) == 0 {
            text.pop();
        }
        fs::write(&input, &text).unwrap();
        let mut options = options[round % options.len()].to_vec();
        if options == ["--trace"] {
            options.push(trace.to_str().unwrap());
        }
        let to_file = random.below(2) == 0;
        if to_file {
            options.extend(["-o", output.to_str().unwrap()]);
        }
        let mut run = run(&arguments("query", &input, &options));
        if to_file {
            assert_eq!(run.out, "");
            run.out = fs::read_to_string(&output).unwrap();
        }
        assert_eq!(fs::read(&input).unwrap(), text, "the input was changed");
        let answers = run.lines();
        let mut answers = answers.iter();
        for (number, count) in expected.iter().enumerate() {
            for _ in 0..*count {
                let answer = answers.next().unwrap_or_else(|| panic!("round {round}: too few"));
                answered += 1;
                in_error += usize::from(answer["status"] == "error");
                check_answer(answer, round);
            }
            let known = answers.next().unwrap_or_else(|| panic!("round {round}: too few"));
            assert_eq!(known["id"], format!("known {number}"), "round {round}");
            assert!(known["status"] == "apart" || known["status"] == "skipped", "{known}");
        }
        assert_eq!(answers.next(), None, "round {round}: too many");
        let error = run.out.contains("\"status\":\"error\"");
        let failed = run.err.contains("FAILED");
        let status = if failed { 3 } else { i32::from(error) };
        assert_eq!(run.status, status, "round {round}: {}", run.err);
        assert!(is_plain(&run.err), "round {round}: {:?}", run.err);
        if let Ok(steps) = fs::read_to_string(&trace) {
            assert!(steps.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
        }
    }
    println!("{answered} answers to {total} lines, {in_error} of them errors; {hits:?}");
    assert!(in_error * 4 > answered && in_error * 10 < answered * 9, "{in_error} of {answered}");
    assert_all_hit(&hits, total);
}

fn check_answer(answer: &Value, round: usize) {
    let status = answer["status"].as_str().unwrap();
    let known =
        ["apart", "overlapping", "hit", "miss", "undecided", "skipped", "error"].contains(&status);
    assert!(known, "round {round}: {answer}");
    let reason = answer["error"].as_str();
    if status == "error" || status == "skipped" {
        assert!(reason.is_some_and(|reason| reason.len() > 5), "round {round}: {answer}");
        assert!(answer["signed_distance"].is_null() || status == "skipped", "{answer}");
    } else if answer.get("hit").is_some() {
        assert!(answer["hit"] != true || !answer["toi"].is_null(), "round {round}: {answer}");
        assert!(answer["hit"].is_boolean() || reason.is_some(), "round {round}: {answer}");
    } else {
        assert!(answer["intersects"].is_boolean(), "round {round}: {answer}");
    }
    let [lower, upper] = ["lower", "upper"].map(|bound| answer[bound].as_f64());
    if let (Some(lower), Some(upper)) = (lower, upper) {
        assert!(lower <= upper, "round {round}: {answer}");
    }
}

/// An OBJ file of a cube of edge 2.
fn cube_obj() -> String {
    let corners = ["-1 -1", "1 -1", "1 1", "-1 1"];
    let at = |z: i32| corners.map(|xy| format!("v {xy} {z}\n")).concat();
    let faces = "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2/1/1 3//1 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    format!("# a cube\no cube\n{}{}vn 0 0 1\nvt 0 0\nusemtl red\n{faces}", at(-1), at(1))
}

/// The triangles of a tetrahedron.
fn triangles() -> Vec<[[f32; 3]; 3]> {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.5]];
    [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]].map(|t| t.map(|i: usize| corners[i])).to_vec()
}

fn text_stl() -> String {
    let mut stl = String::new();
    for name in ["one", "two"] {
        stl += &format!("solid {name}\n");
        for triangle in triangles() {
            let vertex = |p: [f32; 3]| format!("      vertex {} {} {}\n", p[0], p[1], p[2]);
            let vertices = triangle.map(vertex).concat();
            stl += &format!(
                "  facet normal 0 0 1\n    outer loop\n{vertices}    endloop\n  endfacet\n"
            );
        }
        stl += &format!("endsolid {name}\n");
    }
    stl
}

fn binary_stl(title: &str) -> Vec<u8> {
    let mut stl = title.as_bytes().to_vec();
    stl.resize(80, 0);
    stl.extend((triangles().len() as u32).to_le_bytes());
    for triangle in triangles() {
        let numbers = [[0.0; 3]].iter().chain(&triangle).flatten().flat_map(|x| x.to_le_bytes());
        stl.extend(numbers.collect::<Vec<u8>>());
        stl.extend([0, 0]);
    }
    stl
}

/// A scene with every kind of entry, around a mesh.
fn scene(mesh: &str) -> String {
    format!(
        r#"units = "m"
ignore = [["ball", "ground"]]
[[body]]
name = "part"
mesh = "{mesh}"
scale = 0.5
pose = {{ t = [0.0, 0.0, 0.0], q = [0.0, 0.0, 0.0, 1.0] }}
[[body]]
name = "ball"
shape = {{ kind = "sphere", radius = 0.5 }}
pose = {{ t = [3.0, 0.0, 0.25], q = [0.0, 0.0, 0.6, 0.8] }}
[[body]]
name = "ground"
shape = {{ kind = "half-space", normal = [0.0, 0.0, 1.0], offset = -2.0 }}
pose = {{ t = [0.0, 0.0, 0.0], q = [0.0, 0.0, 0.0, 1.0] }}
[[body]]
name = "rest"
shapes = [{{ kind = "box", half_extents = [1, 2, 3] }}, {{ kind = "cone", radius = 1, half_height = 2, axis = "z" }}]
pose = {{ t = [0.0, 9.0, 5.0], q = [0.0, 0.0, 0.0, 1.0] }}
"#
    )
}

#[test]
fn no_file_is_changed() {
    let folder = folder("hostile-files");
    let total = count() / 10;
    let (mut random, mut hits) = (Random::new(15), BTreeMap::new());
    let meshes: [(&str, Vec<u8>); 4] = [
        ("part.obj", cube_obj().into_bytes()),
        ("part.stl", text_stl().into_bytes()),
        ("binary.stl", binary_stl("a title")),
        ("solid.stl", binary_stl("solid part")),
    ];
    let (picture, path) = (folder.join("picture.svg"), folder.join("scene.toml"));
    let (mut refused, mut drawn) = (0, 0);
    for number in 0..total {
        let (mesh, whole) = random.one_of(&meshes).clone();
        let mut scene = scene(mesh).into_bytes();
        let mut bytes = whole.clone();
        // Binary files get kinds of damage of their own, or nothing would be left of them.
        if random.below(3) == 0 {
            scene = harmed(&scene, 1, &mut random, &mut hits);
        } else if bytes.contains(&0) {
            harm_binary(&mut bytes, &mut random);
        } else {
            bytes = harmed(&bytes, 1, &mut random, &mut hits);
        }
        let mesh_path = folder.join(mesh);
        fs::write(&path, &scene).unwrap();
        fs::write(&mesh_path, &bytes).unwrap();
        let _ = fs::remove_file(&picture);
        let mut options = vec![];
        if random.below(2) == 0 {
            options.push("--json");
        }
        if random.below(2) == 0 {
            options.extend(["--contacts", "--margin", "0.1"]);
        }
        let draws = random.below(4) == 0;
        if draws {
            options.extend(["--svg", picture.to_str().unwrap()]);
        }
        let run = run(&arguments("check", &path, &options));
        assert_eq!(fs::read(&path).unwrap(), scene, "{number}: the scene was changed");
        assert_eq!(fs::read(&mesh_path).unwrap(), bytes, "{number}: the mesh was changed");
        check_run(&run, number, options.contains(&"--json"));
        refused += usize::from(run.status == 2);
        assert_eq!(picture.exists(), draws && run.status != 2, "{number}: {}", run.err);
        if draws && run.status != 2 {
            let svg = fs::read_to_string(&picture).unwrap();
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{number}");
            assert!(is_plain(&svg) && !svg.contains("NaN"), "{number}");
            drawn += 1;
        }
        let left = fs::read_dir(&folder).unwrap().count();
        assert!(left <= meshes.len() + 2, "{number}: {left} files");
    }
    println!("{total} files, {refused} of them refused, {drawn} drawn; {hits:?}");
    assert!(refused * 4 > total && refused * 10 < total * 9, "{refused} of {total}");
    assert!(drawn * 30 > total, "{drawn} of {total}");
}

fn harm_binary(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    match random.below(6) {
        0 => bytes.truncate(at),
        1 => bytes[at] = random.bits() as u8,
        2 => bytes[80 + random.below(4)] = random.bits() as u8,
        3 => bytes.extend(std::iter::repeat_n(7, 1 + random.below(120))),
        4 => bytes[at..].fill(0xff),
        _ => bytes.insert(at, random.bits() as u8),
    }
}

fn check_run(run: &Run, number: usize, json: bool) {
    assert!((0..3).contains(&run.status), "{number}: {} {}", run.status, run.err);
    assert!(is_plain(&run.err) && is_plain(&run.out), "{number}: {:?} {:?}", run.err, run.out);
    if run.status == 2 {
        assert_eq!(run.out, "", "{number}");
        let error = run.err.lines().find(|line| line.starts_with("clearance: "));
        let error = error.unwrap_or_else(|| panic!("{number}: {}", run.err));
        let places = ["scene.toml", "part.obj", "part.stl", "binary.stl", "solid.stl", "body \""];
        assert!(places.iter().any(|place| error.contains(place)), "{number}: {error}");
    } else if json {
        let report = run.json();
        assert!(report["pairs"].is_array(), "{number}: {report}");
    } else {
        assert!(run.out.lines().count() >= 2, "{number}: {}", run.out);
    }
}
