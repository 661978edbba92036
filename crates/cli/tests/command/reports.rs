//! `--csv` and `--html`: rows for spreadsheets, and a page. A browser tests the page in `lab/e2e/report.test.mjs`.

use std::path::Path;

use serde_json::json;

use crate::common::{Run, file, folder, run};

fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(name).display().to_string()
}

/// The columns and the rows of a CSV file.
fn rows(path: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let words = |record: &csv::StringRecord| record.iter().map(String::from).collect::<Vec<_>>();
    let columns = words(reader.headers().unwrap());
    let rows = reader.records().map(|record| words(&record.unwrap()));
    (columns, rows.collect())
}

/// Runs `check` with a CSV file and a page; returns also their paths.
fn check(test: &str, arguments: &[&str]) -> (Run, String, String) {
    let folder = folder(test);
    let path = |name: &str| folder.join(name).display().to_string();
    let (table, page) = (path("report.csv"), path("report.html"));
    let options = ["--csv", table.as_str(), "--html", page.as_str()];
    let run = run(&[&["check"], arguments, &options].concat());
    assert!(matches!(run.status, 0 | 1), "{}", run.err);
    let text = std::fs::read_to_string(&page).unwrap();
    (run, table, text)
}

#[test]
fn rows_are_what_the_json_says() {
    let scene = example("joint/scene.toml");
    let (run, table, page) = check("report-rows", &[&scene, "--json"]);
    assert_eq!(run.status, 1, "the bolt is inside of the fork");
    let (columns, rows) = rows(&table);
    let at = |name: &str| columns.iter().position(|column| column == name).unwrap();
    let pairs = run.json()["pairs"].as_array().unwrap().clone();
    assert_eq!(rows.len(), pairs.len());
    for (row, pair) in rows.iter().zip(&pairs) {
        assert_eq!(row[at("what")], "pair");
        for (column, key) in [("a", "a"), ("b", "b"), ("verdict", "class")] {
            assert_eq!(json!(row[at(column)]), pair[key]);
        }
        // The same numbers to the last bit.
        let number = |column: &str| json!(row[at(column)].parse::<f64>().unwrap());
        for key in ["signed_distance", "lower", "upper", "required"] {
            assert_eq!(number(key), pair[key], "{key}");
        }
        for key in ["normal", "point_a", "point_b"] {
            let vector = ["x", "y", "z"].map(|axis| number(&format!("{key}_{axis}")));
            assert_eq!(json!(vector), pair[key], "{key}");
        }
        assert_eq!(
            json!(["part_a", "part_b"].map(|part| row[at(part)].parse::<u64>().unwrap())),
            pair["parts"]
        );
        assert!(row[at("row")].is_empty() && row[at("contacts")].is_empty());
    }
    let summary = run.json()["summary"].as_str().unwrap().to_string();
    assert!(page.contains(&summary));
    assert_eq!(page.matches("class=\"card\"").count(), 6);
    assert!(!page.contains("class=\"left-out\""));
}

#[test]
fn clashes_in_space_have_a_section() {
    // The riser is in the beam, and nothing else clashes.
    let (_, _, page) = check("report-section", &[&example("house/scene.toml")]);
    assert_eq!(page.matches("<clipPath id=").count(), 1);
    let section = page.split_once("class=\"section\"").unwrap().1.split_once("</svg>").unwrap().0;
    for part in ["<clipPath id=\"section-1\">", "clip-path=\"url(#section-1)\"", ">10.00 mm deep<"]
    {
        assert!(section.contains(part), "{part}: {section}");
    }
    assert!(!section.contains("NaN") && !section.contains("inf"));
    // What is clipped is the riser by the beam: the outlines of both meet in the picture.
    let numbers = |path: &str| -> Vec<f64> {
        let data = path.split_once("d=\"").unwrap().1.split_once('"').unwrap().0;
        let numbers = data.split(['M', 'L', 'Z', ' ']).filter(|text| !text.is_empty());
        numbers.map(|number| number.parse().unwrap()).collect()
    };
    let range = |of: &[f64]| {
        let xs = || of.iter().step_by(2).copied();
        [xs().fold(f64::INFINITY, f64::min), xs().fold(f64::NEG_INFINITY, f64::max)]
    };
    let beam = section.split_once("<clipPath").unwrap().1.split_once("<path").unwrap().1;
    let riser = section.split_once("<g clip-path").unwrap().1.split_once("<path").unwrap().1;
    let (beam, riser) = (range(&numbers(beam)), range(&numbers(riser)));
    // The riser is 50 mm thick, and 10 mm of it are in the beam.
    let share = (beam[1] - riser[0]) / (riser[1] - riser[0]);
    assert!((share - 10.0 / 50.0).abs() < 0.01, "{beam:?} {riser:?}");
}

#[test]
fn parts_contacts_and_unbounded_pairs_have_rows() {
    let (_, table, page) = check(
        "report-contacts",
        &[&example("contacts/scene.toml"), "--contacts", "--within", "0.2", "--parts"],
    );
    let (columns, rows) = rows(&table);
    let at = |name: &str| columns.iter().position(|column| column == name).unwrap();
    let of = |what: &str| rows.iter().filter(|row| row[at("what")] == what).count();
    assert!(of("pair") >= 8 && of("part") >= of("pair"), "{rows:?}");
    let contacts = rows.iter().filter_map(|row| row[at("contacts")].parse::<usize>().ok());
    assert!(contacts.sum::<usize>() >= 20);
    assert!(page.contains(">contacts</th>"));

    let folder = folder("report-plane");
    let half = |name: &str, y: f64| {
        format!(
            "[[body]]\nname = '{name}'\nshape = {{ kind = 'half-plane', normal = [0, {y}], offset = 0 }}\npose = {{ t = [0, 0] }}\n"
        )
    };
    let scene =
        file(&folder, "plane.toml", &format!("{}{}", half("floor", 1.0), half("wall", 1.0)));
    let (_, table, page) = check("report-half-planes", &[&scene]);
    let (_, rows) = self::rows(&table);
    let row = &rows[0];
    assert_eq!((row[at("signed_distance")].as_str(), row[at("normal_z")].as_str()), ("", ""));
    assert!(page.contains("unbounded"));
}

#[test]
fn a_path_has_rows_and_a_chart() {
    let (scene, missed) = (example("panda/cell.toml"), example("panda/missed.csv"));
    let (run, table, page) = check("report-path", &[&scene, "--path", &missed, "--json"]);
    let path = run.json()["path"].clone();
    let (columns, rows) = rows(&table);
    let at = |name: &str| columns.iter().position(|column| column == name).unwrap();
    let of = |what: &str| rows.iter().find(|row| row[at("what")] == what);
    let number = |row: &[String], column: &str| json!(row[at(column)].parse::<f64>().ok());
    let least = of("path_least").unwrap();
    for (column, key) in [("lower", "lower"), ("upper", "upper"), ("row", "row")] {
        assert_eq!(number(least, column), path["least"][key]);
    }
    assert_eq!(json!([least[at("a")], least[at("b")]]), path["least"]["pair"]);
    let first = of("path_first_contact").unwrap();
    assert_eq!(first[at("verdict")], "clash");
    assert_eq!(number(first, "row"), path["first_contact"]["row"]);
    assert_eq!(number(first, "row_lower"), path["first_contact"]["lower"]);
    assert!(of("path_at").is_none());
    for said in ["path: clash", "even samples do not find it", "First contact", "An overlap"] {
        assert!(page.contains(said), "{said}");
    }
    assert_eq!(page.matches("class=\"moment\"").count(), 2);

    // One row is no motion.
    let folder = folder("report-still");
    let still = file(
        &folder,
        "still.csv",
        "panda_joint4,panda_joint6,panda_finger_joint1\n-2.36,1.57,0.04\n",
    );
    let (_, _, page) = check("report-one-row", &[&scene, "--path", &still]);
    assert!(page.contains("path: proven") && !page.contains("class=\"chart\""));
}

#[test]
fn links_within_their_limits_have_rows() {
    let urdf = "<robot name='r'><link name='a'><collision><geometry><sphere radius='1'/></geometry></collision></link>
      <link name='b'/><link name='c'><collision><geometry><sphere radius='1'/></geometry></collision></link>
      <joint name='j' type='prismatic'><parent link='a'/><child link='b'/><axis xyz='1 0 0'/><limit lower='3' upper='4'/></joint>
      <joint name='k' type='fixed'><parent link='b'/><child link='c'/></joint></robot>";
    let folder = folder("report-urdf");
    let (_, table, page) =
        check("report-links", &[&file(&folder, "r.urdf", urdf), "--prove-allowed"]);
    let (_, rows) = rows(&table);
    let allowed = rows.iter().find(|row| row[0] == "allowed").unwrap();
    assert_eq!(allowed[1..4], ["a", "c", "never"].map(String::from));
    assert!(page.contains("within the limits of the joints"));
}

/// The names of bodies that would break a page, a row or a picture.
const HOSTILE: [&str; 4] = [
    "<script>alert(1)</script>",
    "\"a\", 'b'\n=1+1",
    "</style></table>{{ 7 * 7 }}",
    "机器人\u{202e}\u{7}",
];

#[test]
fn hostile_names_are_text() {
    let folder = folder("report-hostile");
    let body = |(k, name): (usize, &&str)| {
        let name = serde_json::to_string(name).unwrap().replace('\u{7}', "\\u0007");
        format!(
            "[[body]]\nname = {name}\nshape = {{ kind = \"sphere\", radius = 1 }}\npose = {{ t = [{k}, 0, 0] }}\n"
        )
    };
    let bodies: String = HOSTILE.iter().enumerate().map(body).collect();
    let text = format!("units = \"<b>m</b>\"\n{bodies}");
    let scene = file(&folder, "<img src=x>.toml", &text);
    let (_, table, page) = check("report-hostile-out", &[&scene]);
    let (_, rows) = rows(&table);
    for name in HOSTILE {
        assert!(rows.iter().any(|row| row[1] == name || row[2] == name), "{name:?}");
    }
    for markup in ["<script>alert", "<img", "<b>m", "</style></table>", "\u{202e}", "\u{7}"] {
        assert!(!page.contains(markup), "{markup:?}");
    }
    assert_eq!(page.matches("<script").count(), 1);
    assert!(page.contains("{{ 7 * 7 }}") && page.contains("机器人\\u{202e}\\u{7}"));
}

#[test]
fn pages_name_what_is_not_drawn_and_are_always_the_same() {
    let folder = folder("report-many");
    let body = |k: i32| {
        format!(
            "[[body]]\nname = \"{k}\"\nshape = {{ kind = \"box\", half_extents = [1, 1, 1] }}\npose = {{ t = [{}, 0, 0] }}\n",
            3 * k
        )
    };
    let scene = file(&folder, "many.toml", &(0..20).map(body).collect::<String>());
    let (_, _, page) = check("report-many-out", &[&scene, "--within", "1.5"]);
    assert!(page.contains("Only the 12 worst are drawn: 7 pairs below them have no picture."));
    assert_eq!(page.matches("class=\"card\"").count(), 12);
    assert_eq!(page.matches("<tr data-word").count(), 19);
    assert_eq!(check("report-many-again", &[&scene, "--within", "1.5"]).2, page);
}

#[test]
fn files_that_cannot_be_written_are_refused_first() {
    let folder = folder("report-refused");
    let scene = example("contacts/scene.toml");
    let nowhere = folder.join("nowhere").join("report.html").display().to_string();
    for option in ["--html", "--csv"] {
        let refused = run(&["check", &scene, option, &nowhere]);
        assert_eq!((refused.status, refused.out.as_str()), (2, ""));
        assert!(refused.err.contains("nowhere"), "{}", refused.err);
        let over = run(&["check", &scene, option, &scene]);
        assert!(over.status == 2 && over.err.contains("would be lost"), "{}", over.err);
    }
    let same = folder.join("same").display().to_string();
    let twice = run(&["check", &scene, "--html", &same, "--csv", &same]);
    assert!(twice.status == 2 && twice.err.contains("the same file"), "{}", twice.err);
    // Bad input leaves no file.
    let bad = file(&folder, "bad.toml", "[[body]]\nname = \"a\"\nmesh = \"none.obj\"\n");
    assert_eq!(run(&["check", &bad, "--html", &same]).status, 2);
    assert!(!Path::new(&same).exists());
}
