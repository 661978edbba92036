//! Files that the command reads and writes: endless input, standard input, names with control
//! characters, outputs that equal an input or each other, pipes and devices.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{cube_obj, is_plain, scene};
use crate::common;
use crate::common::{BALL, Run, folder, pair, run};

/// Runs the command in a shell with 2 GiB of memory.
#[cfg(unix)]
fn confined(command: &str) -> Run {
    let clearance = env!("CARGO_BIN_EXE_clearance");
    let script = format!("ulimit -v 2097152; exec '{clearance}' {command}");
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    Run {
        status: output.status.code().expect("the command was killed"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[cfg(unix)]
#[test]
fn endless_files_are_errors() {
    let folder = folder("endless");
    let query = confined("query /dev/zero");
    assert_eq!((query.status, query.out.as_str()), (2, ""), "{}", query.err);
    assert!(
        query.err.contains("/dev/zero: line 1: a line has no end within 1 GiB"),
        "{}",
        query.err
    );
    for command in ["check /dev/zero", "check - < /dev/zero"] {
        let run = confined(command);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
        assert!(run.err.contains("it is larger than 32 MiB"), "{}", run.err);
    }
    std::os::unix::fs::symlink("/dev/zero", folder.join("part.stl")).unwrap();
    let path = common::file(&folder, "scene.toml", &scene("part.stl"));
    let run = confined(&format!("check '{path}'"));
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("part.stl: it is not a file"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn a_line_that_is_too_long_affects_itself_only() {
    let folder = folder("long");
    let known = pair(BALL, BALL, 3.0);
    let mut text = format!("{known}\n").into_bytes();
    text.resize(text.len() + (65 << 20), b'[');
    text.extend(format!("\n{known}\n").bytes());
    let path = folder.join("long.jsonl");
    fs::write(&path, &text).unwrap();
    let run = confined(&format!("query '{}'", path.display()));
    let statuses: Vec<Value> = run.lines().iter().map(|line| line["status"].clone()).collect();
    assert_eq!((run.status, statuses), (1, vec!["apart".into(), "error".into(), "apart".into()]));
    let reason = run.lines()[1]["error"].as_str().unwrap().to_string();
    assert!(reason.starts_with("the line is too long: 68157441 bytes"), "{reason}");
    assert_eq!(run.lines()[1]["id"], 2);
}

#[test]
fn a_scene_may_come_from_standard_input() {
    let folder = folder("standard");
    fs::write(folder.join("part.obj"), cube_obj()).unwrap();
    let clearance = std::process::Command::new(env!("CARGO_BIN_EXE_clearance"))
        .args(["check", "-", "--json"])
        .current_dir(&folder)
        .stdin(fs::File::open(common::file(&folder, "any.toml", &scene("part.obj"))).unwrap())
        .output()
        .unwrap();
    let err = String::from_utf8(clearance.stderr).unwrap();
    assert_eq!((clearance.status.code(), err.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_slice(&clearance.stdout).unwrap();
    assert_eq!(report["bodies"], 4);
    let bad = common::run_with(&["check", "-"], b"[[body]\n");
    assert_eq!(bad.status, 2);
    assert!(bad.err.starts_with("clearance: standard input: "), "{}", bad.err);
}

#[test]
fn names_do_not_reach_the_terminal() {
    let folder = folder("names");
    let body = |name: &str, x: f64, rest: &str| {
        let pose = format!("pose = {{ t = [{x:?}, 0.0, 0.0], q = [0.0, 0.0, 0.0, 1.0] }}");
        let shape = "shape = { kind = \"sphere\", radius = 1 }";
        format!("[[body]]\nname = \"{name}\"\n{shape}\n{pose}\n{rest}\n")
    };
    let name = "a\\nclash\\u001b[2J\\u202e\\u009b";
    let picture = folder.join("picture.svg");
    let text = format!("units = \"m\\u0007\"\n{}{}", body(name, 0.0, ""), body("b", 3.0, ""));
    let path = common::file(&folder, "scene.toml", &text);
    let shown = r"a\nclash\u{1b}[2J\u{202e}\u{9b}";
    let table = run(&["check", &path, "--svg", picture.to_str().unwrap()]);
    assert!(table.out.contains(&format!("{shown} - b")), "{}", table.out);
    assert!(is_plain(&table.out) && table.out.lines().count() == 3, "{}", table.out);
    let svg = fs::read_to_string(&picture).unwrap();
    assert!(is_plain(&svg) && svg.contains(r"a\nclash\u{1b}[2J"), "{svg}");
    for text in [
        body(name, 0.0, "") + &body(name, 3.0, ""),
        body(name, 0.0, "").replace("radius = 1", "radius = -1"),
        body(name, 0.0, "").replace("[0.0, 0.0, 0.0]", "[0.0]"),
        format!("ignore = [[\"{name}\", \"{name}\"]]\n{}", body(name, 0.0, "")),
        body("b", 0.0, &format!("\"{name}\" = 1")),
    ] {
        let run = run(&["check", &common::file(&folder, "scene.toml", &text)]);
        assert!(is_plain(&run.err) && run.err.contains(shown), "{}", run.err);
        assert!(!run.err.contains("\nclash"), "{}", run.err);
    }
}

/// All files of a folder with their contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect()
}

#[cfg(unix)]
#[test]
fn outputs_differ_from_inputs_and_each_other() {
    use std::os::unix::fs::symlink;
    let folder = folder("clashes");
    let at = |name: &str| folder.join(name).to_str().unwrap().to_string();
    fs::write(at("in.jsonl"), pair(BALL, BALL, 3.0)).unwrap();
    fs::write(at("part.obj"), cube_obj()).unwrap();
    fs::write(at("scene.toml"), scene("part.obj")).unwrap();
    for (name, of) in [("in.jsonl", "line"), ("scene.toml", "scene"), ("part.obj", "mesh")] {
        symlink(name, at(&format!("soft-{of}"))).unwrap();
        fs::hard_link(at(name), at(&format!("hard-{of}"))).unwrap();
    }
    symlink("new.jsonl", at("soft-new")).unwrap();
    let before = contents(&folder);
    let (input, scene) = (at("in.jsonl"), at("scene.toml"));
    let dotted = format!("{}/./in.jsonl", folder.display());
    let [soft_line, hard_line] = ["soft-line", "hard-line"].map(at);
    let (new, soft_new) = (at("new.jsonl"), at("soft-new"));
    let mut refused: Vec<(Vec<&str>, &str)> = vec![
        (vec!["query", &input, "-o", &new, "--trace", &new], "is the same file as -o"),
        (vec!["query", &input, "-o", &new, "--trace", &soft_new], "is the same file as -o"),
        (vec!["query", &input, "-o", "-", "--trace", "/dev/stdout"], "named twice"),
    ];
    for file in [&input, &dotted, &soft_line, &hard_line] {
        refused.push((vec!["query", &input, "-o", file], "in.jsonl, which would be lost"));
        refused.push((vec!["query", &input, "--trace", file], "in.jsonl, which would be lost"));
    }
    let pictures = ["soft-scene", "hard-scene", "part.obj", "soft-mesh", "hard-mesh"].map(at);
    for file in pictures.iter().chain([&scene]) {
        refused.push((vec!["check", &scene, "--svg", file], ", which would be lost"));
    }
    for (arguments, says) in &refused {
        let run = run(arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(says), "{arguments:?}: {}", run.err);
        assert_eq!(contents(&folder), before, "{arguments:?}");
    }
    // Redirections of the shell: the same file is read and written.
    let clearance = env!("CARGO_BIN_EXE_clearance");
    for script in [
        format!("'{clearance}' query '{input}' >> '{input}'"),
        format!("'{clearance}' query - < '{input}' >> '{input}'"),
        format!("'{clearance}' query - -o '{input}' < '{input}'"),
        format!("'{clearance}' query '{input}' --trace '{new}' > '{new}'"),
    ] {
        let status = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(status.status.code(), Some(2), "{script}");
        let _ = fs::remove_file(&new);
        assert_eq!(contents(&folder), before, "{script}");
    }
}

#[cfg(unix)]
#[test]
fn files_are_replaced_whole_or_not_at_all() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("replaced");
    let at = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let [input, old, link, trace] = ["in.jsonl", "old.jsonl", "link", "trace.jsonl"].map(at);
    fs::write(&input, pair(BALL, BALL, 3.0)).unwrap();
    fs::write(&old, "old").unwrap();
    fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("old.jsonl", &link).unwrap();
    // If an input cannot be read, no file changes.
    for failing in [
        vec!["query", "/dev/zero", "-o", &link],
        vec!["query", &input, "-o", &link, "--trace", "/none/of/these"],
        vec!["query", "/none/of/these", "-o", &link],
    ] {
        assert_eq!(run(&failing).status, 2);
        assert_eq!(contents(&folder).len(), 3, "in.jsonl, old.jsonl and the link");
        assert_eq!(fs::read(&old).unwrap(), b"old", "{failing:?}");
    }
    // Nor if the command is stopped.
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_clearance"))
        .args(["query", "-", "-o", &link, "--trace", &trace])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, (pair(BALL, BALL, 3.0) + "\n").as_bytes()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(100));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read(&old).unwrap(), b"old");
    if cfg!(target_os = "linux") {
        let names: Vec<PathBuf> = contents(&folder).into_keys().collect();
        assert_eq!(names.len(), 3, "{names:?}");
    }
    let run = run(&["query", &input, "-o", &link, "--trace", &trace]);
    assert_eq!((run.status, run.out.as_str()), (0, ""), "{}", run.err);
    assert!(fs::read_to_string(&old).unwrap().starts_with("{\"id\":1,"));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&old).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(Path::new(&trace).is_file());
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_written_directly() {
    let folder = folder("pipes");
    let path = common::file(&folder, "in.jsonl", &pair(BALL, BALL, 3.0));
    for name in ["/dev/stdout", "-", "/dev/fd/1"] {
        let run = run(&["query", &path, "-o", name]);
        assert_eq!((run.status, run.lines().len()), (0, 1), "{name}");
    }
    let both = run(&["query", &path, "--trace", "/dev/stdout"]);
    assert_eq!(both.status, 0);
    assert!(both.lines().len() > 1, "answers and steps, line by line");
    let run_to = |name: &str| run(&["query", &path, "-o", name, "--trace", name]).status;
    assert_eq!(run_to("/dev/null"), 0);
    assert!(!Path::new("/dev/null").is_file());
    assert_eq!(run(&["query", &path, "-o", "/dev/full"]).status, 2);
    let pipe = folder.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        let reader = pipe.clone();
        let reader = std::thread::spawn(move || fs::read_to_string(reader).unwrap());
        assert_eq!(run(&["query", &path, "-o", pipe.to_str().unwrap()]).status, 0);
        assert!(reader.join().unwrap().starts_with("{\"id\":1,"));
        assert!(!fs::metadata(&pipe).unwrap().is_file());
    }
    // If the shell sent standard output to a file, the output is appended to it.
    let clearance = env!("CARGO_BIN_EXE_clearance");
    let out = folder.join("out");
    let script = format!(
        "(echo before; '{clearance}' query '{path}' -o /dev/stdout; echo after) > '{}'",
        out.display()
    );
    assert!(std::process::Command::new("sh").args(["-c", &script]).status().unwrap().success());
    let lines = fs::read_to_string(&out).unwrap();
    assert_eq!((lines.lines().count(), lines.lines().last()), (3, Some("after")));
}
