//! `check --junit` and `--sarif`, several scenes and paths in one call, and `--exit-undecided`.

use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::Value;

use crate::common::{file, folder, run};
use crate::robots::example;

fn attribute(tag: &BytesStart<'_>, name: &str) -> String {
    let found = tag.try_get_attribute(name).unwrap();
    let found = found.unwrap_or_else(|| panic!("{:?} has no {name}", tag.name()));
    quick_xml::escape::unescape(&found.value).unwrap().into()
}

/// A test in a JUnit file: its suite, its name, and the element that says what it is but passed, with its message.
type Test = (String, String, String, String);

/// The tests of a file. Each number that readers add up is that of the elements, in each suite and in all.
fn tests(path: &str) -> Vec<Test> {
    let text = std::fs::read_to_string(path).unwrap();
    let (mut reader, mut tests) = (Reader::from_str(&text), Vec::<Test>::new());
    reader.config_mut().expand_empty_elements = true;
    let mut open: Vec<(String, Vec<usize>, [usize; 4])> = Vec::new();
    let (mut depth, mut times) = (Vec::new(), [0.0; 3]);
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) => {
                let name = tag.name().0.to_string();
                let seconds = |tag| attribute(tag, "time").parse::<f64>().unwrap();
                match (&name[..], depth.last().map(|name: &String| &name[..])) {
                    ("testsuites", None) | ("testsuite", Some("testsuites")) => {
                        let number = |key| attribute(&tag, key).parse::<usize>().unwrap();
                        let mut said = ["tests", "failures", "errors"].map(number).to_vec();
                        said.extend((name == "testsuite").then(|| number("skipped")));
                        times[open.len()] += seconds(&tag);
                        open.push((attribute(&tag, "name"), said, [0; 4]));
                    }
                    ("testcase", Some("testsuite")) => {
                        open.iter_mut().for_each(|(_, _, counts)| counts[0] += 1);
                        let suite = open[1].0.clone();
                        assert_eq!(attribute(&tag, "classname"), suite);
                        times[2] += seconds(&tag);
                        tests.push((suite, attribute(&tag, "name"), String::new(), String::new()));
                    }
                    ("failure" | "error" | "skipped", Some("testcase")) => {
                        let at = ["failure", "error", "skipped"].iter().position(|of| *of == name);
                        open.iter_mut().for_each(|(_, _, counts)| counts[at.unwrap() + 1] += 1);
                        let test = tests.last_mut().unwrap();
                        assert_eq!(test.2, "", "one of them to a test");
                        (test.2, test.3) = (name.clone(), attribute(&tag, "message"));
                    }
                    ("system-out", Some("testcase")) => {}
                    other => panic!("{other:?}"),
                }
                depth.push(name);
            }
            Event::End(_) => {
                let name = depth.pop().unwrap();
                if name.starts_with("testsuite") {
                    let (name, said, counts) = open.pop().unwrap();
                    assert_eq!(said, counts[..said.len()], "{name}");
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(depth.is_empty());
    let [all, suites, cases] = times;
    let rounded = 0.001 * (tests.len() + 2) as f64;
    assert!((all - suites).abs() < rounded && (suites - cases).abs() < rounded, "{times:?}");
    tests
}

/// Rule, level, bodies, file, and why it is suppressed.
type Finding = (String, String, Vec<String>, String, Option<String>);

/// The results of a SARIF file.
fn results(path: &str) -> Vec<Finding> {
    let text = std::fs::read_to_string(path).unwrap();
    let log: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "clearance");
    let word = |value: &Value| value.as_str().unwrap().to_string();
    let of = |result: &Value| {
        // A rule and a file are named twice, by name and by number.
        let rule = &driver["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(result["ruleId"], rule["id"]);
        assert!(!rule["shortDescription"]["text"].as_str().unwrap().is_empty());
        let level = word(&result["level"]);
        assert!(["error", "warning", "note"].contains(&&level[..]));
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let [location] = &result["locations"].as_array().unwrap()[..] else { panic!("{result}") };
        let place = &location["physicalLocation"];
        assert_eq!(place["region"]["startLine"], 1);
        let artifact = &place["artifactLocation"];
        let index = artifact["index"].as_u64().unwrap() as usize;
        assert_eq!(run["artifacts"][index]["location"]["uri"], artifact["uri"]);
        let bodies = location["logicalLocations"].as_array().into_iter().flatten();
        let bodies = bodies.map(|body| word(&body["name"])).collect();
        let reason = result["suppressions"][0]["justification"].as_str().map(String::from);
        (word(&result["ruleId"]), level, bodies, word(&artifact["uri"]), reason)
    };
    run["results"].as_array().unwrap().iter().map(of).collect()
}

fn body(name: &str, radius: f64, x: f64) -> String {
    let shape = format!("shape = {{ kind = \"sphere\", radius = {radius} }}");
    format!("[[body]]\nname = \"{name}\"\n{shape}\npose = {{ t = [{x}, 0, 0] }}\n")
}

/// `a <&> "b"` overlaps `c`, and `d` is near `c`; both are far from `e`, which overlaps `f`, as is approved.
fn wrong() -> String {
    let approved =
        "[[approved]]\nbetween = [\"e\", \"f\"]\nreason = \"a press < fit\"\ndate = 2026-11-28\n";
    let bodies = [
        body("a <&> \\\"b\\\"", 1.0, 0.0),
        body("c", 1.0, 1.5),
        body("d", 1.0, 3.75),
        body("e", 1.0, 20.0),
        body("f", 1.0, 21.0),
    ];
    format!("{approved}{}", bodies.concat())
}

/// Two spheres, of which no rounding can tell whether they touch.
fn undecided() -> String {
    body("p", 0.1, 0.0) + &body("q", 0.2, 0.1 + 0.2)
}

#[test]
fn several_scenes_are_suites_and_the_exit_status_is_the_worst() {
    let folder = folder("ci");
    let path = |name: &str| folder.join(name).display().to_string();
    let (junit, sarif) = (path("found.xml"), path("found.sarif"));
    let good = file(&folder, "good.toml", &(body("p", 1.0, 0.0) + &body("q", 1.0, 3.0)));
    let wrong = file(&folder, "wrong one.toml", &wrong());
    let open = file(&folder, "open.toml", &undecided());
    let unread = file(&folder, "unread.toml", "[[body]]\nname = 3\n");
    let check = |files: &[&str], options: &[&str]| {
        let written = ["--junit", &junit, "--sarif", &sarif];
        run(&[&["check"], files, &written, options].concat())
    };
    let all = [&good[..], &wrong, &open, &unread];
    let found = check(&all, &["--clearance", "0.5", "--exit-undecided", "4"]);
    assert_eq!(found.status, 2, "{}", found.err);
    assert!(found.err.contains("unread.toml"), "{}", found.err);
    assert!(found.out.ends_with("unread.toml cannot be checked\n1 of 4 pass\n"), "{}", found.out);
    let told = tests(&junit);
    let told: Vec<(&str, &str, &str)> = told
        .iter()
        .map(|(suite, name, sort, message)| {
            let of = all.iter().position(|file| file == suite).unwrap();
            assert_eq!(sort == "skipped", message == "approved: a press < fit", "{message}");
            (["good", "wrong", "open", "unread"][of], &name[..], &sort[..])
        })
        .collect();
    let expected = [
        ("good", "all other pairs", ""),
        ("wrong", "e - f", "skipped"),
        ("wrong", "a <&> \"b\" - c", "failure"),
        ("wrong", "c - d", "failure"),
        ("wrong", "all other pairs", ""),
        ("open", "p - q", "failure"),
        ("open", "all other pairs", ""),
        ("unread", &unread, "error"),
    ];
    assert_eq!(told, expected);
    let told = results(&sarif);
    let rules: Vec<&str> = told.iter().map(|result| &result.0[..]).collect();
    assert_eq!(rules, ["clash", "clash", "close", "clash", "input"]);
    assert_eq!(told[0].4.as_deref(), Some("approved: a press < fit"));
    assert_eq!(told[1].2, ["a <&> \"b\"", "c"]);
    assert!(told[1].3.starts_with("file:///") && told[1].3.ends_with("/wrong%20one.toml"));
    assert!(told.iter().all(|result| result.1 == "error"));

    // Without a required clearance one is undecided.
    let found = check(&[&good, &open], &["--exit-undecided", "4"]);
    assert_eq!(found.status, 4, "{}", found.out);
    assert!(found.out.contains("open.toml is undecided\n"), "{}", found.out);
    let [(rule, level, ..)] = &results(&sarif)[..] else { panic!() };
    assert_eq!((&rule[..], &level[..]), ("undecided", "warning"));
    assert_eq!(tests(&junit)[1].2, "error");
    for (files, options, status) in [
        (&[&open[..]][..], &["--exit-undecided", "4"][..], 4),
        (&[&open], &[], 1),
        (&[&good], &["--exit-undecided", "4"], 0),
        (&[&open, &wrong], &["--exit-undecided", "4"], 1),
        (&[&open, &wrong], &["--exit-undecided", "4", "--tolerance", "2"], 0),
    ] {
        assert_eq!(check(files, options).status, status, "{files:?} {options:?}");
    }

    // One line of JSON to each, which says what it is about.
    let lines = check(&[&good, &open], &["--json"]).lines();
    assert_eq!(
        lines.iter().map(|line| line["scene"].as_str().unwrap()).collect::<Vec<_>>(),
        [&good[..], &open]
    );
}

#[test]
fn what_is_for_one_scene_is_refused_for_several() {
    let folder = folder("ci-refused");
    let good = file(&folder, "good.toml", &body("p", 1.0, 0.0));
    let other = file(&folder, "other.toml", &body("p", 1.0, 0.0));
    let out = folder.join("found").display().to_string();
    let refused = |options: &[&str], words: &str| {
        let found = run(&[&["check"], options].concat());
        assert_eq!((found.status, &found.out[..]), (2, ""), "{options:?}");
        assert!(found.err.contains(words), "{}", found.err);
    };
    for option in ["--csv", "--html", "--svg", "--bcf", "--overlap"] {
        refused(&[&good, &other, option, &out], &format!("{option} is for one scene"));
    }
    refused(&[&good, &other, "--junit", &other], "is the input");
    refused(&[&good, "--junit", &out, "--sarif", &out], "is the same file as");
    refused(&[&good, "--exit-undecided", "2"], "--exit-undecided");
    assert!(!Path::new(&out).exists());
}

#[test]
fn each_path_in_a_folder_is_checked_by_itself() {
    let paths = folder("ci-paths");
    for name in ["proven.csv", "missed.csv"] {
        std::fs::copy(example(name), paths.join(name)).unwrap();
    }
    std::fs::write(paths.join("notes.txt"), "no path").unwrap();
    let folder = folder("ci-paths-found");
    let path = |name: &str| folder.join(name).display().to_string();
    let (junit, sarif) = (path("found.xml"), path("found.sarif"));
    let (cell, paths) = (example("cell.toml"), paths.display().to_string());
    let options = ["--no-least", "--junit", &junit, "--sarif", &sarif];
    let found = run(&[&["check", &cell, "--paths", &paths][..], &options].concat());
    assert_eq!((found.status, &found.err[..]), (1, ""));
    assert!(found.out.ends_with("proven.csv passes\n1 of 2 pass\n"), "{}", found.out);
    let of_paths = tests(&junit);
    let of_paths = of_paths.iter().filter(|(_, name, ..)| name.starts_with("path "));
    let of_paths: Vec<(bool, &str)> =
        of_paths.map(|(_, name, sort, _)| (name.ends_with("missed.csv"), &sort[..])).collect();
    assert_eq!(of_paths, [(true, "failure"), (false, "")]);
    let [(rule, level, bodies, ..)] = &results(&sarif)[..] else { panic!("one result") };
    assert_eq!((&rule[..], &level[..], bodies.len()), ("path", "error", 2));
    let both = run(&["check", &cell, "--path", &path("a.csv"), "--paths", &paths]);
    assert!(both.status == 2 && both.err.contains("cannot be used with"), "{}", both.err);
    let empty = run(&["check", &cell, "--paths", &folder.display().to_string()]);
    assert!(empty.status == 2 && empty.err.contains("has no files csv"), "{}", empty.err);
}

/// The command of docs/ci.md, and the options that its examples and the action name.
#[test]
fn the_page_about_ci_says_what_the_command_does() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let (page, action) = (read("docs/ci.md"), read(".github/actions/check/action.yml"));
    let line = page.split_once("```sh\n").unwrap().1.split_once("\n```").unwrap().0;
    let folder = folder("ci-page");
    let place = |word: &str| match word {
        "clearance.xml" | "clearance.sarif" => folder.join(word).display().to_string(),
        _ if word.starts_with("scenes/") => root.join(word).display().to_string(),
        _ => word.to_string(),
    };
    let words: Vec<String> = line.split(' ').skip(1).map(place).collect();
    let found = run(&words.iter().map(|word| &word[..]).collect::<Vec<_>>());
    assert_eq!((found.status, &found.err[..]), (1, ""));
    let junit = folder.join("clearance.xml").display().to_string();
    let failed = tests(&junit).into_iter().filter(|test| test.2 == "failure").count();
    assert_eq!(failed, 1, "timed.csv");
    assert_eq!(results(&folder.join("clearance.sarif").display().to_string()).len(), 1);

    let help = run(&["check", "--help"]).out;
    let mut named = 0;
    let lines = page.lines().chain(action.lines());
    for line in lines.filter(|line| line.contains(" check ") || line.contains("options: ")) {
        let options = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        for option in options.filter(|word| word.starts_with("--")) {
            assert!(help.contains(&format!("{option} ")), "{option}: {line}");
            named += 1;
        }
    }
    assert!(named > 10, "{named}");
}
