//! The tables of `docs/names.md` have the names of Rust, query lines, Python and the page: all of them, and no others.

use std::collections::BTreeSet;
use std::fs::read_to_string;

use clearance::shape::KINDS;

type Names = BTreeSet<String>;

fn text(path: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    read_to_string(format!("{root}{path}")).unwrap_or_else(|wrong| panic!("{path}: {wrong}"))
}

/// What is between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The rows of the table under a heading, without its two first lines.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).expect(heading);
    let lines = section.lines().skip_while(|line| !line.starts_with('|'));
    let rows = lines.take_while(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().into()).collect())
        .collect()
}

/// The names in a column.
fn column(rows: &[Vec<String>], at: usize) -> Names {
    rows.iter().flat_map(|row| quoted(&row[at])).map(String::from).collect()
}

/// The words of a text that follow a mark, up to another one.
fn words<'t>(text: &'t str, before: &'t str, after: &'t [char]) -> impl Iterator<Item = &'t str> {
    text.split(before).skip(1).filter_map(move |rest| rest.split(after).next())
}

fn names<'n>(list: impl IntoIterator<Item = &'n str>) -> Names {
    list.into_iter().map(String::from).collect()
}

const FACE: &str = "crates/clearance/src/lib.rs";
const FORMATS: &str = "crates/cli/FORMATS.md";
const PYTHON: &str = "python/clearance/_clearance.pyi";

/// Python's functions that make shapes: they return one.
fn makers(stubs: &str) -> Names {
    let defined = stubs.lines().filter_map(|line| line.strip_prefix("def "));
    let makes = |line: &&str| line.contains("-> Shape:") || line.contains("-> Shape2:");
    names(defined.filter(makes).filter_map(|line| line.split('(').next()))
}

#[test]
fn shapes_have_one_word_each() {
    let rows = table(&text("docs/names.md"), "Shapes");
    // Rust: an alias of `d2` or `d3`, or the generic type.
    let face = text(FACE);
    let aliases = names(words(&face, "pub type ", &[' ', '<']));
    for name in column(&rows, 1) {
        assert!(aliases.contains(&name) || name == "Rounded", "Rust has no {name}");
    }
    // Lines: all kinds of the reader, and those of the page about formats.
    let formats = text(FORMATS);
    let (_, shapes) = formats.split_once("\n## Shapes\n").expect("shapes");
    let (shapes, _) = shapes.split_once("\n## ").expect("more after shapes");
    let mut kinds = names(words(shapes, "\n| `", &['`']));
    let convex = KINDS.iter().map(|kind| String::from(kind.name)).collect::<Names>();
    assert!(convex.is_subset(&kinds), "{convex:?} {kinds:?}");
    kinds.insert("margin".into());
    assert_eq!(column(&rows, 2), kinds, "lines");
    // Python: what returns a shape.
    assert_eq!(column(&rows, 3), makers(&text(PYTHON)), "Python");
    // The page: what it writes as Rust.
    let page = text("lab/src/ui/rust.ts");
    let cases = names(words(&page, "case \"", &['"']));
    let listed: Names = column(&rows, 4).into_iter().filter(|kind| kind != "margin").collect();
    assert_eq!(listed, cases, "page");
}

#[test]
fn questions_have_one_verb_each() {
    let rows = table(&text("docs/names.md"), "Questions");
    let face = text(FACE);
    let (_, reexports) = face.split_once("pub use clearance_worlds::{").expect("the questions");
    let exported = names(reexports.split(|c: char| !c.is_alphanumeric() && c != '_'));
    for name in column(&rows, 1) {
        assert!(exported.contains(&name), "Rust has no {name}");
    }
    // Lines: the values of `query`.
    let formats = text(FORMATS);
    let query = formats.lines().find(|line| line.starts_with("| `query` |")).expect("query");
    let listed = quoted(query).into_iter().filter(|name| *name != "query");
    assert_eq!(column(&rows, 2), names(listed), "lines");
    // Python: each is a function.
    let stubs = text(PYTHON);
    let functions = names(words(&stubs, "\ndef ", &['(']));
    for name in column(&rows, 3) {
        assert!(functions.contains(&name), "Python has no {name}");
    }
}

/// Sizes are halves in Rust and lines, and wholes in Python: the arguments say so.
#[test]
fn sizes_say_what_they_are() {
    let rows = table(&text("docs/names.md"), "Sizes");
    let stubs = text(PYTHON);
    for kind in
        KINDS.iter().filter(|kind| ["box", "capsule", "cylinder", "cone"].contains(&kind.name))
    {
        let row = rows.iter().find(|row| row[0].contains(kind.name)).expect(kind.name);
        let half = quoted(&row[1])[0];
        assert!(half.starts_with("half_") && kind.keys.contains(&half), "{}: {half}", kind.name);
        let made = stubs.lines().find(|line| line.starts_with(&format!("def {}(", kind.name)));
        let whole = quoted(&row[2])[0];
        assert!(made.expect(kind.name).contains(&format!("{whole}: ")), "{}: {whole}", kind.name);
    }
}
