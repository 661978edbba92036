//! The index of the notes, `docs/notes/README.md`, has one line for each heading of each note, in the
//! order of the headings, and no others.

use std::fs;
use std::path::{Path, PathBuf};

/// The anchor that GitHub gives to a heading: lower case, without punctuation, a hyphen for each space.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

fn lines_that_begin(text: &str, with: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix(with)).map(str::to_owned).collect()
}

/// The lines that the index has for a note.
fn entries(path: &Path) -> Vec<String> {
    let name = path.file_name().unwrap().to_string_lossy();
    let headings = lines_that_begin(&fs::read_to_string(path).unwrap(), "## ");
    let line = |heading: &String| format!("[{heading}]({name}#{}).", anchor(heading));
    headings.iter().map(line).collect()
}

#[test]
fn the_index_lists_each_heading() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/notes");
    let index = fs::read_to_string(folder.join("README.md")).unwrap();
    let subjects: Vec<_> = index.split("\n## ").skip(1).collect();
    let mut notes: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    notes.retain(|path| path.file_name().unwrap() != "README.md");
    assert!(notes.len() > 10 && notes.len() == subjects.len(), "{notes:?}");
    for path in notes {
        let link = format!("]({})", path.file_name().unwrap().to_string_lossy());
        let is_of =
            |subject: &&&str| subject.lines().next().is_some_and(|line| line.ends_with(&link));
        let subject =
            subjects.iter().find(is_of).unwrap_or_else(|| panic!("no {link} in the index"));
        assert_eq!(lines_that_begin(subject, "- "), entries(&path), "{link}");
    }
}
