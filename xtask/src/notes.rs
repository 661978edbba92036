//! The index of the notes, `docs/notes/README.md`, links each note once; links between notes lead
//! to headings that are there; and every section has its date.

use std::fs;
use std::path::{Path, PathBuf};

use crate::site::anchor;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/notes")
}

fn notes() -> Vec<PathBuf> {
    let mut notes: Vec<_> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    notes.retain(|path| path.file_name().unwrap() != "README.md");
    notes.sort();
    notes
}

fn headings(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().filter_map(|line| line.strip_prefix("## ")).map(str::to_owned).collect()
}

/// The targets of a page's links to notes: the file, and the anchor where there is one.
fn links(text: &str) -> Vec<(String, String)> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let notes = targets.filter(|target| !target.contains('/') && target.contains(".md"));
    notes
        .map(|target| target.split_once('#').unwrap_or((target, "")))
        .map(|(file, anchor)| (file.to_owned(), anchor.to_owned()))
        .collect()
}

#[test]
fn the_index_links_each_note_once() {
    let index = fs::read_to_string(folder().join("README.md")).unwrap();
    let mut linked: Vec<_> =
        links(&index).into_iter().map(|(file, _)| folder().join(file)).collect();
    linked.sort();
    assert!(linked.len() > 8);
    assert_eq!(linked, notes());
}

#[test]
fn links_between_notes_lead_to_headings() {
    let mut followed = 0;
    for path in notes() {
        for (file, wanted) in links(&fs::read_to_string(&path).unwrap()) {
            let found = headings(&folder().join(&file)).iter().any(|h| anchor(h) == wanted);
            assert!(wanted.is_empty() || found, "{}: {file}#{wanted}", path.display());
            followed += 1;
        }
    }
    assert!(followed > 3, "{followed}");
}

#[test]
fn each_claim_has_its_date() {
    for path in notes() {
        let text = fs::read_to_string(&path).unwrap();
        for section in text.split("\n## ").skip(1) {
            let dated = section.lines().nth(2).is_some_and(|line| line.starts_with("*20"));
            assert!(
                dated || section.starts_with("What did not pay"),
                "{}: {section}",
                path.display()
            );
        }
    }
}
