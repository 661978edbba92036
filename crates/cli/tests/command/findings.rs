//! Findings of `clearance check`: their ids, `--baseline` and approvals.

use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Run, file, folder, ring, run};

/// A fork of two bars, a pin through both, and a ball in the pin's end; `pose` is that of all, `depth` how deep the ball is.
fn fork(pose: &str, depth: f64) -> [String; 3] {
    let at = 4.0 + 0.5 - depth;
    [
        format!(
            "[[body]]\nname = 'fork'\nshapes = [{{ kind = 'box', half_extents = [0.5, 2, 2], pose = {{ t = [-2, 0, 0] }} }}, \
             {{ kind = 'box', half_extents = [0.5, 2, 2], pose = {{ t = [2, 0, 0] }} }}]\npose = {{ {pose} }}\n"
        ),
        format!(
            "[[body]]\nname = 'pin'\nshape = {{ kind = 'box', half_extents = [4, 0.25, 0.25] }}\npose = {{ {pose} }}\n"
        ),
        format!(
            "[[body]]\nname = 'ball'\nshapes = [{{ kind = 'sphere', radius = 0.5, pose = {{ t = [{at}, 0, 0] }} }}]\npose = {{ {pose} }}\n"
        ),
    ]
}

fn check(test: &str, scene: &str, options: &[&str]) -> Run {
    let path = file(&folder(test), "scene.toml", scene);
    run(&[&["check", path.as_str()], options].concat())
}

/// The ids of the findings, and their pairs.
fn ids(report: &Value) -> Vec<(String, String)> {
    let findings = report["findings"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_string();
    findings
        .map(|one| {
            let mut names = [text(&one["a"]), text(&one["b"])];
            names.sort();
            (text(&one["id"]), names.join(" "))
        })
        .collect()
}

#[test]
fn ids_survive_a_move_of_all_and_another_order() {
    let [fork_, pin, ball] = fork("", 0.125);
    let still = check("findings-still", &format!("{fork_}{pin}{ball}"), &["--json"]).json();
    let mut ids_still = ids(&still);
    ids_still.sort();
    let pairs: Vec<&str> = ids_still.iter().map(|(_, pair)| &pair[..]).collect();
    assert_eq!(pairs.iter().filter(|pair| **pair == "fork pin").count(), 2, "{pairs:?}");
    assert_eq!(pairs.iter().filter(|pair| **pair == "ball pin").count(), 1, "{pairs:?}");
    ids_still.windows(2).for_each(|two| assert_ne!(two[0].0, two[1].0));

    let [fork_, pin, ball] = fork("t = [10, -7, 3], rpy = [0.3, 0.2, 1.1]", 0.125);
    let moved = check("findings-moved", &format!("{ball}{pin}{fork_}"), &["--json"]).json();
    let mut ids_moved = ids(&moved);
    ids_moved.sort();
    assert_eq!(ids_moved, ids_still);

    // Where one of the places is gone, the other has the id of the first.
    let scene = format!("{fork_}{pin}{ball}").replace("half_extents = [4,", "half_extents = [2,");
    let one = check("findings-one", &scene.replace("t = [2,", "t = [9,"), &["--json"]).json();
    let of_fork = ids(&one).into_iter().find(|(_, pair)| pair == "fork pin").unwrap();
    assert!(ids_still.contains(&of_fork), "{of_fork:?}");
}

/// A pin through a ring, both solids: two places of one mesh.
#[test]
fn places_of_meshes_have_ids_that_last() {
    let ids_at = |test: &str, pose: &str, is_swapped: bool| {
        let body = |name: &str, shape: &Value| {
            format!("[[body]]\nname = '{name}'\nshape = {}\npose = {{ {pose} }}\n", toml(shape))
        };
        let mut bodies = [body("ring", &ring("solid")), body("pin", &slab())];
        if is_swapped {
            bodies.reverse();
        }
        let report = check(test, &bodies.concat(), &["--json"]).json();
        let mut ids = ids(&report);
        ids.sort();
        ids
    };
    let still = ids_at("findings-mesh", "", false);
    assert_eq!(still.len(), 2, "{still:?}");
    let poses = ["t = [7, 1, 2]", "rpy = [0.4, 1.2, 0.1]", "t = [-30, 0, 5], rpy = [0, 0, 2]"];
    for (number, pose) in poses.iter().enumerate() {
        let moved = ids_at("findings-mesh-moved", pose, number > 0);
        assert_eq!(moved, still, "{pose}");
    }
}

/// JSON as a value of TOML: tables in lines.
fn toml(value: &Value) -> String {
    let table = value.as_object().unwrap().iter();
    let entries = table.map(|(key, value)| format!("{key} = {value}"));
    format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
}

/// A box that goes through the ring along x, in its middle, as a solid.
fn slab() -> Value {
    let corner = |k: usize| [k & 1, k >> 1 & 1, k >> 2].map(|bit| 2.0 * bit as f64 - 1.0);
    let corners: Vec<[f64; 3]> =
        (0..8).map(corner).map(|[x, y, z]| [3.0 * x, 0.3 * y + 0.1, 0.2 * z]).collect();
    let faces =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let halves = faces.map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).concat();
    json!({ "kind": "solid", "vertices": corners, "triangles": halves })
}

/// The nearest way out of a plate begins at one of its corners; the finding is where the pin goes through.
#[test]
fn the_point_is_in_the_middle_of_the_overlap() {
    let plate = "[[body]]\nname = 'plate'\nshape = { kind = 'box', half_extents = [0.5, 9, 9] }\n";
    let [_, pin, _] = fork("t = [0.25, 3, 0]", 0.0);
    let report = check("findings-point", &(plate.to_string() + &pin), &["--json"]).json();
    let point = [0, 1, 2].map(|i| report["findings"][0]["point"][i].as_f64().unwrap());
    let off = [point[0].abs() - 0.5, (point[1] - 3.0).abs() - 0.25, point[2].abs() - 0.25];
    assert!(off.iter().all(|off| *off < 1e-9), "{point:?}");
}

#[test]
fn places_are_rows() {
    let [fork_, pin, _] = fork("", 0.0);
    let found = check("findings-rows", &(fork_ + &pin), &[]);
    assert!(found.out.contains("  place 1 of 2") && found.out.contains("  place 2 of 2"));
}

#[test]
fn only_new_findings_fail_with_a_baseline() {
    let folder = folder("findings-baseline");
    let path = |name: &str| folder.join(name).display().to_string();
    let [fork_, pin, ball] = fork("", 0.125);
    let scene = |bodies: &[&String]| {
        file(&folder, "scene.toml", &bodies.iter().map(|body| &body[..]).collect::<String>())
    };
    let whole = scene(&[&fork_, &pin, &ball]);
    let old = file(&folder, "old.json", &run(&["check", &whole, "--json"]).out);
    let (rows, page) = (path("rows.csv"), path("page.html"));
    let options = ["--baseline", &old, "--csv", &rows, "--html", &page];
    let again = run(&[&["check", &whole][..], &options].concat());
    assert_eq!(again.status, 0, "{}{}", again.out, again.err);
    for line in ["3 findings, 3 known", "most findings: pin (3), fork (2)"] {
        assert!(again.out.contains(line), "{}", again.out);
    }

    // A ball of another name is new, and that of before is gone.
    let other = ball.replace("'ball'", "'bead'");
    let changed = scene(&[&fork_, &pin, &other]);
    let found = run(&[&["check", &changed, "--json"][..], &options].concat());
    assert_eq!(found.status, 1);
    let report = found.json();
    let state = |name: &str| {
        let all = report["findings"].as_array().unwrap().iter();
        let of: Vec<_> = all.filter(|one| one["a"] == name || one["b"] == name).collect();
        of.iter().map(|one| one["state"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(state("bead"), [json!("new")]);
    assert_eq!(state("fork"), [json!("known"), json!("known")]);
    assert_eq!(report["gone"][0]["a"], "pin");
    assert_eq!(report["gone"][0]["b"], "ball");
    let text = |path: &str| std::fs::read_to_string(path).unwrap();
    let (rows, page) = (text(&rows), text(&page));
    for part in ["pair,pin,bead,clash,", "place,fork,pin,clash,", "gone,pin,ball,clash,", ",known,"]
    {
        assert!(rows.contains(part), "{part}: {rows}");
    }
    for part in ["3 findings, 1 new, 2 known, 1 gone", "gone: pin - ball (clash)", ">2 known<"] {
        assert!(page.contains(part), "{part}");
    }
    // All that was found is fewer now: that passes.
    let fewer = scene(&[&fork_, &pin]);
    assert_eq!(run(&["check", &fewer, "--baseline", &old]).status, 0);
}

#[test]
fn a_baseline_that_is_none_is_refused() {
    let folder = folder("findings-no-baseline");
    let scene = file(&folder, "scene.toml", &fork("", 0.125).concat());
    for (text, says) in [
        ("", "it is not what `clearance check --json` writes"),
        ("[1, 2]", "it is not what"),
        ("{\"pairs\": []}", "it has no \"format\""),
        ("{\"format\": 9, \"all\": []}", "its format is 9, and this version reads 1"),
        ("{\"format\": 1}", "missing field `findings`"),
        (
            "{\"format\": 1, \"findings\": [], \"totals\": {\"clash\": 2, \"close\": 1}}",
            "it lists 0 of 3 pairs",
        ),
    ] {
        let old = file(&folder, "old.json", text);
        let found = run(&["check", &scene, "--baseline", &old]);
        assert_eq!((found.status, found.out.as_str()), (2, ""), "{text}");
        assert!(found.err.contains(says) && found.err.contains("old.json"), "{}", found.err);
    }
}

#[test]
fn what_is_approved_is_listed_and_does_not_fail() {
    let folder = folder("findings-approved");
    let bodies = fork("", 0.125).concat();
    let scene = file(&folder, "scene.toml", &bodies);
    let approve = |text: &str| {
        let approvals = file(&folder, "ok.toml", text);
        run(&["check", &scene, "--approvals", &approvals, "--json"])
    };
    let entry =
        |more: &str| format!("[[approved]]\nreason = 'a press fit'\ndate = 2026-01-02\n{more}\n");
    let fork_ = entry("between = ['fork', 'p?n']\nclass = 'clash'");
    let found = approve(&(fork_.clone() + &entry("between = ['ball', '*']")));
    assert_eq!((found.status, found.err.as_str()), (0, ""));
    for one in found.json()["findings"].as_array().unwrap() {
        assert_eq!(one["state"], "approved");
        assert_eq!(one["approved"], json!({ "reason": "a press fit", "date": "2026-01-02" }));
    }
    for (more, says) in [
        // Of another class, past its day, and not so deep.
        ("between = ['ball', 'pin']\nclass = 'inside'", "nothing found fits it"),
        ("between = ['ball', 'pin']\nuntil = 2026-01-03", "it expired on 2026-01-03"),
        (
            "between = ['ball', 'pin']\nleast = -0.1",
            "it allows a clearance of -0.1, and this is -0.125",
        ),
        ("between = ['ball', 'fork']", "(between \"ball\" and \"fork\"): nothing found fits it"),
    ] {
        let found = approve(&(fork_.clone() + &entry(more)));
        assert_eq!(found.status, 1, "{more}");
        assert!(found.err.contains("approved[1] of") && found.err.contains(says), "{}", found.err);
        assert_eq!(found.json()["warnings"].as_array().unwrap().len(), 1);
    }
    let holds = "between = ['ball', 'pin']\nuntil = '9999-12-31'\nleast = -0.25";
    assert_eq!(approve(&(fork_.clone() + &entry(holds))).status, 0);
    // In the scene, too.
    let own = file(&folder, "own.toml", &(bodies + &fork_ + &entry(holds)));
    let found = run(&["check", &own]);
    assert_eq!(found.status, 0, "{}{}", found.out, found.err);
    assert!(found.out.contains("2 approved: a press fit"), "{}", found.out);

    for (text, says) in [
        ("[[approved]]\nbetween = ['a', 'b']\ndate = 2026-01-02\n", "it needs a reason"),
        ("[[approved]]\nbetween = ['a', 'b']\nreason = 'x'\n", "it needs a date"),
        ("[[approved]]\nbetween = ['a']\nreason = 'x'\ndate = 2026-01-02\n", "but has 1"),
        (&entry("between = ['a', 'b']\nclass = 'crash'"), "did you mean \"clash\"?"),
        (&entry("between = ['a', 'b']\nuntil = '2026-13-01'"), "until is no date"),
        (&entry("between = ['a', 'b']\nid = 'x'"), "id is not the id of a finding"),
        (&entry("between = ['a', 'b']\ndepth = 1"), "depth"),
        ("[[body]]\nname = 'a'\n", "body"),
    ] {
        let found = approve(text);
        assert_eq!((found.status, found.out.as_str()), (2, ""), "{text}");
        assert!(found.err.contains("ok.toml") && found.err.contains(says), "{}", found.err);
    }
}

#[test]
fn what_is_approved_as_it_stands_fails_if_it_is_deeper() {
    let folder = folder("findings-approve");
    let approvals = folder.join("ok.toml").display().to_string();
    let scene = |depth: f64| {
        file(&folder, "scene.toml", &fork("t = [100, 200, 0], rpy = [0, 0, 0.1]", depth).concat())
    };
    let approve = |scene: &str, reason: &str| {
        run(&[
            "check",
            scene,
            "--approvals",
            &approvals,
            "--approve",
            &approvals,
            "--reason",
            reason,
        ])
    };
    let read = || std::fs::read_to_string(&approvals).unwrap();
    let first =
        run(&["check", &scene(0.125), "--approve", &approvals, "--reason", "\"as\" 'is'\n1"]);
    assert_eq!((first.status, first.err.as_str()), (0, ""), "{}", first.out);
    let entries = read().matches("[[approved]]").count();
    assert_eq!(entries, 3);
    let holds = |scene: &str| run(&["check", scene, "--approvals", &approvals]);
    assert_eq!(holds(&scene(0.125)).status, 0);
    let deeper = holds(&scene(0.126));
    assert_eq!(deeper.status, 1);
    assert!(deeper.err.contains("it allows a clearance of -0.1251"), "{}", deeper.err);
    // What is not approved yet is added to the file.
    assert_eq!(approve(&scene(0.126), "again").status, 0);
    assert_eq!(read().matches("[[approved]]").count(), entries + 1);
    assert_eq!(holds(&scene(0.126)).status, 0);

    // A list in one line cannot be added to.
    let list = "approved = [{ between = ['a', 'b'], reason = 'x', date = 2026-01-02 }]\n";
    let inline = file(&folder, "inline.toml", list);
    let refused = run(&["check", &scene(0.125), "--approve", &inline, "--reason", "x"]);
    assert!(refused.status == 2 && refused.err.contains("[[approved]]"), "{}", refused.err);
    assert_eq!(std::fs::read_to_string(&inline).unwrap(), list);

    // Only a file of approvals is added to.
    let other = file(&folder, "other.toml", "[[body]]\nname = 'a'\n");
    let refused = run(&["check", &scene(0.125), "--approve", &other, "--reason", "x"]);
    assert!(refused.status == 2 && refused.err.contains("other.toml"), "{}", refused.err);
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "[[body]]\nname = 'a'\n");
    assert_eq!(run(&["check", &scene(0.125), "--approve", &approvals]).status, 2);
    assert!(Path::new(&approvals).exists());
}
