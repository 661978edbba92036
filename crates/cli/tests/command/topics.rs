//! `clearance check --bcf`: the files in the archive, and what is in them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};
use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::common::{file, folder, run};

type Values = BTreeMap<String, Vec<String>>;

/// The texts and attributes of a file, each with its values in order: `Topic/Title`, `Topic@Guid`.
fn parsed(text: &str) -> Values {
    let (mut reader, mut path, mut found) = (Reader::from_str(text), Vec::new(), Values::new());
    reader.config_mut().expand_empty_elements = true;
    let mut last = String::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) => {
                let name = tag.name().0.to_string();
                for attribute in tag.attributes().map(Result::unwrap) {
                    let value = quick_xml::escape::unescape(&attribute.value).unwrap();
                    let key = format!("{name}@{}", attribute.key.0);
                    found.entry(key).or_default().push(value.into());
                }
                path.push(name);
                last.clear();
            }
            Event::Text(text) => last += &text,
            Event::GeneralRef(name) => {
                last += quick_xml::escape::resolve_predefined_entity(&name).unwrap();
            }
            Event::End(_) => {
                let key = path[path.len().saturating_sub(2)..].join("/");
                found.entry(key).or_default().push(std::mem::take(&mut last));
                path.pop();
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

/// The files of an archive, each parsed.
pub fn archive(path: &str) -> BTreeMap<String, Values> {
    let mut archive = zip::ZipArchive::new(Cursor::new(std::fs::read(path).unwrap())).unwrap();
    let names: Vec<String> = archive.file_names().map(String::from).collect();
    let read = |name: String| {
        let mut text = String::new();
        archive.by_name(&name).unwrap().read_to_string(&mut text).unwrap();
        let parsed = parsed(&text);
        (name, parsed)
    };
    names.into_iter().map(read).collect()
}

/// The name of the wall, as TOML and as it is.
const WALL: [&str; 2] =
    ["Wall <&> \\\"2O2Fr$t4X7Zf8NOew3FLOH\\\"\\u0007", "Wall <&> \"2O2Fr$t4X7Zf8NOew3FLOH\"\\u{7}"];

/// A wall with a GlobalId in its name, and two pipes through it, in millimetres.
fn scene(pipes: [&str; 2]) -> String {
    let pipe = |(name, x): (&str, f64)| {
        let shape = "{ kind = \"cylinder\", radius = 50, half_height = 500, axis = \"y\" }";
        format!("[[body]]\nname = \"{name}\"\nshape = {shape}\npose = {{ t = [{x}, 0, 1000] }}\n")
    };
    let wall =
        "shape = { kind = \"box\", half_extents = [2000, 100, 1500] }\npose = { t = [0, 0, 1500] }";
    let wall = format!("units = \"mm\"\n[[body]]\nname = \"{}\"\n{wall}\n", WALL[0]);
    wall + &pipes.into_iter().zip([500.0, -500.0]).map(pipe).collect::<String>()
}

fn numbers(of: &Values, name: &str) -> [f64; 3] {
    ["X", "Y", "Z"].map(|axis| of[&format!("{name}/{axis}")][0].parse().unwrap())
}

#[test]
fn each_finding_is_a_topic_with_a_view_from_outside() {
    let folder = folder("bcf");
    let path = folder.join("clashes.bcf").display().to_string();
    let input = file(&folder, "scene.toml", &scene(["pipe", "drain"]));
    let found = run(&["check", &input, "--bcf", &path, "--json"]);
    assert_eq!((found.status, found.err.as_str()), (1, ""));
    let files = archive(&path);
    assert_eq!(files["bcf.version"]["Version@VersionId"], ["3.0"]);
    let findings = found.json()["findings"].as_array().unwrap().clone();
    assert_eq!((findings.len(), files.len()), (2, 2 + 2 * 2));
    let mut guids = BTreeSet::new();
    for finding in &findings {
        let id = finding["id"].as_str().unwrap();
        let (markup, view) =
            (&files[&format!("{id}/markup.bcf")], &files[&format!("{id}/viewpoint.bcfv")]);
        assert_eq!(markup["Topic@Guid"], [id]);
        let title = format!("clash: {} - {}", WALL[1], finding["b"].as_str().unwrap());
        assert_eq!(markup["Topic/Title"], [title]);
        assert_eq!(markup["Labels/Label"], ["clash"]);
        assert!(markup["Topic/Description"][0].contains("The overlap is 600.000 mm deep."));
        assert_eq!(markup["Topic@TopicStatus"], ["Open"]);
        assert!(files["extensions.xml"]["TopicStatuses/TopicStatus"].contains(&"Open".into()));
        assert_eq!(markup["ViewPoint@Guid"], view["VisualizationInfo@Guid"]);
        assert_eq!(markup["ViewPoint/Viewpoint"], ["viewpoint.bcfv"]);
        assert_eq!(view["Component@IfcGuid"], ["2O2Fr$t4X7Zf8NOew3FLOH"]);
        let [at, to, up] = ["CameraViewPoint", "CameraDirection", "CameraUpVector"]
            .map(|name| numbers(view, name));
        let dot = |p: [f64; 3], q: [f64; 3]| -> f64 { p.iter().zip(q).map(|(x, y)| x * y).sum() };
        assert!((dot(to, to) - 1.0).abs() < 1e-9 && dot(to, up).abs() < 1e-9 && up[2] > 0.0);
        // In metres, it is outside of the wall and looks at the point.
        assert!(at[0].abs() > 2.0 || at[1].abs() > 0.5 || at[2] > 3.0, "{at:?}");
        let point = [0, 1, 2].map(|i| finding["point"][i].as_f64().unwrap() / 1000.0 - at[i]);
        let along = dot(point, to);
        assert!(along > 0.5 && along < 10.0 && (dot(point, point).sqrt() - along).abs() < 1e-9);
        guids.extend([id.to_string(), view["VisualizationInfo@Guid"][0].clone()]);
    }
    assert_eq!(guids.len(), 4);

    // Later, one is approved, one is gone, and one is new: the topics are the same.
    let old = file(&folder, "old.json", &found.out);
    let approved =
        "[[approved]]\nbetween = [\"*\", \"pipe\"]\nreason = \"a sleeve\"\ndate = 2026-01-02\n";
    let input = file(&folder, "scene.toml", &(scene(["pipe", "sink"]) + approved));
    let later = run(&["check", &input, "--bcf", &path, "--baseline", &old]);
    assert_eq!((later.status, later.err.as_str()), (1, ""));
    let files = archive(&path);
    let status = |pipe: &str| {
        let all = files.values().filter(|file| file.contains_key("Topic/Title"));
        let of = all.filter(|file| file["Topic/Title"][0].ends_with(pipe)).collect::<Vec<_>>();
        assert_eq!(of.len(), 1, "{pipe}");
        (of[0]["Topic@TopicStatus"][0].clone(), of[0]["Topic@Guid"][0].clone())
    };
    for (pipe, said, was) in
        [("pipe", "Closed", true), ("drain", "Closed", true), ("sink", "Open", false)]
    {
        let (status, guid) = status(pipe);
        assert_eq!((&status[..], guids.contains(&guid)), (said, was), "{pipe}");
    }
}

#[test]
fn axes_and_units_are_those_of_bcf() {
    // The y axis of glTF is up, and it is in metres; the scene says nothing else.
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/house");
    let pipes = house.join("pipes.gltf").display().to_string();
    let folder = folder("bcf-axes");
    let path = folder.join("clashes.bcf").display().to_string();
    let found = run(&["check", &pipes, "--clearance", "3", "--bcf", &path, "--json"]);
    assert_eq!((found.status, found.err.as_str()), (1, ""));
    let files = archive(&path);
    for finding in found.json()["findings"].as_array().unwrap() {
        let view = &files[&format!("{}/viewpoint.bcfv", finding["id"].as_str().unwrap())];
        let point = [0, 1, 2].map(|i| finding["point"][i].as_f64().unwrap());
        let (at, to) = (numbers(view, "CameraViewPoint"), numbers(view, "CameraDirection"));
        let to_point = [point[0] - at[0], -point[2] - at[1], point[1] - at[2]];
        let length = to_point.iter().map(|x| x * x).sum::<f64>().sqrt();
        (0..3).for_each(|i| assert!((to_point[i] / length - to[i]).abs() < 1e-9, "{to_point:?}"));
    }

    let label = scene(["pipe", "drain"]).replace("\"mm\"", "\"cubits\"");
    let doubt = run(&["check", &file(&folder, "scene.toml", &label), "--bcf", &path]);
    assert!(doubt.err.contains("taken as metres"), "{}", doubt.err);
    let plane = "[[body]]\nname = 'a'\nshape = { kind = 'circle', radius = 1 }\n[[body]]\nname = 'b'\nshape = { kind = 'circle', radius = 1 }\n";
    let flat = run(&["check", &file(&folder, "plane.toml", plane), "--bcf", &path]);
    assert_eq!((flat.status, flat.out.as_str()), (2, ""));
    assert!(flat.err.contains("--bcf is for scenes in space"), "{}", flat.err);
}

/// The commands that the page of the example tells, from the root of the repository.
#[test]
fn the_house_has_a_report_and_topics_in_three_commands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("scenes/house/README.md")).unwrap();
    let block = readme.split_once("```sh\n").unwrap().1.split_once("```").unwrap().0;
    let folder = folder("house");
    let mut found = Vec::new();
    for line in block.lines() {
        let (line, kept) =
            line.split_once(" > ").map_or((line, None), |(line, to)| (line, Some(to)));
        // What is written goes to the folder of this test; the scene is found from any folder.
        let place = |word: &str| match word.split_once('/') {
            Some(("target", name)) => folder.join(name).display().to_string(),
            Some(("scenes", _)) => root.join(word).display().to_string(),
            _ => word.to_string(),
        };
        let words = line.strip_prefix("cargo run --release -- ").unwrap().split(' ');
        let words: Vec<String> = words.map(place).collect();
        let ran = run(&words.iter().map(|word| &word[..]).collect::<Vec<_>>());
        assert_eq!(ran.err, "", "{line}");
        if let Some(to) = kept {
            std::fs::write(place(to), &ran.out).unwrap();
        }
        found.push(ran);
    }
    let status: Vec<i32> = found.iter().map(|ran| ran.status).collect();
    assert_eq!(status, [1, 1, 0]);
    assert!(found[0].out.contains("2 findings, 1 open, 1 approved"), "{}", found[0].out);
    assert!(found[2].out.contains("2 findings, 1 known, 1 approved"), "{}", found[2].out);
    let page = std::fs::read_to_string(folder.join("house.html")).unwrap();
    assert!(page.contains("<dd>the duct is hung before the screed") && page.contains("<clipPath"));
    let common = clearance_formats::read_mesh(&folder.join("house.glb")).unwrap();
    let names = common.parts.iter().map(|part| &part.name[..]).collect::<Vec<_>>();
    assert_eq!(names, ["house/beam - pipes/water/riser 1"]);
    let files = archive(folder.join("house.bcf").to_str().unwrap());
    let topics = files.values().filter_map(|file| {
        Some((&file.get("Topic/Title")?[0][..], &file["Topic@TopicStatus"][0][..]))
    });
    let mut topics: Vec<_> = topics.collect();
    topics.sort();
    assert_eq!(
        topics,
        [
            ("clash: house/beam - pipes/water/riser", "Open"),
            ("close: house/floor - pipes/air/duct", "Closed")
        ]
    );
}
