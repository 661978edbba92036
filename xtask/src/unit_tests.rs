//! A library that is not built as a test has no tests in its sources: nobody would run them.

use std::fs;
use std::path::Path;

#[test]
fn libraries_without_tests_have_none_in_their_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut untested = 0;
    for source in crate::sources::read_sources(&root).unwrap() {
        let (package, _) = source.path.split_once("/src/").unwrap();
        let manifest = fs::read_to_string(root.join(package).join("Cargo.toml")).unwrap();
        if manifest.contains("[lib]\ntest = false") {
            let here = source.text.contains("#[cfg(test)]") || source.text.contains("#[test]");
            assert!(!here, "{}: tests belong in {package}/tests/unit", source.path);
            untested += 1;
        }
    }
    assert!(untested > 100, "{untested}");
}
