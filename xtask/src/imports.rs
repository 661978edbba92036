//! Do the top-level modules of the library import each other as ARCHITECTURE.md says?
//!
//! The compiler separates the crates: `clearance-geometry` cannot see the algorithms, nor can
//! `clearance-verify`. This check separates the modules inside them. ARCHITECTURE.md has a block in which
//! each line names a top-level module, which is a folder or a file at the root of a crate, and the
//! top-level modules that it may import ([`plan`] has the rules):
//!
//! ````text
//! ```imports
//! number:
//! error:  number
//! space:  number error
//! lib:    *
//! ```
//! ````
//!
//! The check
//! 1. parses every file, without its tests (`code.rs`);
//! 3. takes its first name as the top-level module. A name that lib.rs re-exports (`crate::Error`) stands
//!    for the top-level module that it comes from. Any other name is lib's, which no top-level module may
//!    import;
//! 4. reports imports that the plan does not list, top-level modules that are not in the plan, and lines of
//!    the plan without a top-level module;
//! 5. reports files of a top-level module that import each other in a circle ([`circles`]).

mod circles;
mod paths;
mod plan;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use crate::sources::{FRONT, Source, modules, read_sources};
use circles::Circle;
use paths::Import;
use plan::Plan;

/// Checks the tree at `root` and prints what is wrong.
pub fn check(root: &Path) -> anyhow::Result<()> {
    let page = fs::read_to_string(root.join("ARCHITECTURE.md"))
        .context("cannot read ARCHITECTURE.md at the root")?;
    let plan = Plan::parse(&page)?;
    let sources = read_sources(root)?;
    let files = files(&sources)?;
    let mut report = compare(&plan, &files);
    report.violations.extend(circle_violations(&circles::circles(&files)));
    for line in &report.violations {
        eprintln!("{line}");
    }
    if !report.violations.is_empty() {
        bail!("{} differences from ARCHITECTURE.md", report.violations.len());
    }
    eprintln!(
        "{} files, {} paths from module to module, all allowed",
        sources.len(),
        report.crossings
    );
    Ok(())
}

/// Prints the files of each top-level module that import each other in a circle, and by which imports.
pub fn print_circles(root: &Path) -> anyhow::Result<()> {
    let sources = read_sources(root)?;
    let files = files(&sources)?;
    let circles = circles::circles(&files);
    for Circle { top_module, files, imports } in &circles {
        println!("{top_module}: {} files: {}", files.len(), files.join(" "));
        for (from, import, to) in imports {
            println!("  {from}:{}: {} is in {to}", import.line, import.path.join("::"));
        }
    }
    println!("{} circles inside of modules", circles.len());
    Ok(())
}

/// Messages about circles.
fn circle_violations(circles: &[Circle<'_>]) -> Vec<String> {
    let told = |circle: &Circle<'_>| {
        let files = circle.files.join(" ");
        format!("{files}: import each other in a circle: see `cargo xtask circles`")
    };
    circles.iter().map(told).collect()
}

/// A file and what it imports.
struct File<'a> {
    source: &'a Source,
    imports: Vec<Import>,
}

/// All files but those of tests.
fn files(sources: &[Source]) -> anyhow::Result<Vec<File<'_>>> {
    let modules = modules(sources)?;
    let names: BTreeSet<&[String]> = modules.iter().map(|m| &m.source.module[..]).collect();
    let file = |m| Ok(File { imports: paths::imports(m, &names)?, source: m.source });
    modules.iter().map(file).collect()
}

/// The result of the check.
struct Report {
    /// One line for each difference between the plan and the files.
    violations: Vec<String>,
    /// The number of paths from one top-level module into another. Zero would mean that nothing was read.
    crossings: usize,
}

/// Compares the files with the plan.
fn compare(plan: &Plan, files: &[File<'_>]) -> Report {
    let top_modules: BTreeSet<&str> = files.iter().map(|file| file.source.top_module()).collect();
    let mut report = Report { violations: missing(plan, &top_modules), crossings: 0 };
    let fronts = files.iter().filter(|file| file.source.module.is_empty());
    let exports = fronts.flat_map(|file| &file.imports).map(|i| (&i.name[..], &i.path[..]));
    let exports: BTreeMap<&str, &[String]> = exports.collect();
    for File { source, imports } in files {
        let from = source.top_module();
        for import in imports {
            let Some(to) = top_module_of_path(&import.path, &top_modules, &exports) else {
                continue;
            };
            if to == from {
                continue;
            }
            report.crossings += 1;
            // A top-level module that is not in the plan was reported once already.
            if plan.allows(from, to) == Some(false) {
                report.violations.push(violation(plan, source, import, to));
            }
        }
    }
    report
}

/// Top-level modules without a line in the plan, and lines without a top-level module.
fn missing(plan: &Plan, top_modules: &BTreeSet<&str>) -> Vec<String> {
    let planned: BTreeSet<&str> = plan.top_modules().collect();
    let unplanned = top_modules.difference(&planned);
    let unplanned = unplanned.map(|r| format!("{r}: ARCHITECTURE.md lists no such top_module"));
    let unbuilt = planned.difference(top_modules);
    let unbuilt = unbuilt.map(|r| format!("ARCHITECTURE.md: lists `{r}`, but no crate has it"));
    unplanned.chain(unbuilt).collect()
}

fn violation(plan: &Plan, source: &Source, import: &Import, to: &str) -> String {
    let from = source.top_module();
    let place = format!("{}:{}", source.path, import.line);
    let path = format!("crate::{}", import.path.join("::"));
    let may = plan.imports_of(from).join(" ");
    format!("{place}: `{from}` imports `{to}` ({path}), but may import only: {may}")
}

/// The top-level module that a path from the root leads into, or `None` if it leads out of the library.
fn top_module_of_path<'a>(
    path: &'a [String],
    top_modules: &BTreeSet<&str>,
    exports: &BTreeMap<&str, &'a [String]>,
) -> Option<&'a str> {
    let name = path.first().map_or("", String::as_str);
    if top_modules.contains(name) {
        return Some(name);
    }
    match exports.get(name) {
        Some([first, ..]) if top_modules.contains(first.as_str()) => Some(first),
        Some([_]) => None, // `pub use glam`
        _ => Some(FRONT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Rooms\n\n```imports\nnumber:\nerror: number\nspace: number error\n\
        shape: number space error\nbroad: space error\nlib: *\n```\n";

    /// A tree without a violation.
    const CLEAN: [(&str, &str); 6] = [
        ("lib.rs", "mod error;\npub mod shape;\npub use error::Error;\npub use glam;\n"),
        ("number/mod.rs", "pub trait Scalar {}\n"),
        ("error.rs", "use crate::number::Scalar;\n"),
        ("space/mod.rs", "use crate::{Error, number::Scalar};\nuse crate::glam::Vec3;\n"),
        ("shape/mod.rs", "use crate::space::{self, Pose};\nmod ball;\n"),
        ("broad/mod.rs", "//! Not [`crate::shape`].\nuse crate::space::Aabb;\n"),
    ];

    fn source((path, text): (&str, &str)) -> Source {
        Source::new("crates/clearance/src", path, text)
    }

    /// What the check says of the clean tree with one file replaced or added.
    fn violations_with(path: &str, text: &str) -> Vec<String> {
        let mut files: BTreeMap<&str, &str> = CLEAN.into_iter().collect();
        files.insert(path, text);
        let files: Vec<Source> = files.into_iter().map(source).collect();
        compare(&Plan::parse(PAGE).unwrap(), &super::files(&files).unwrap()).violations
    }

    #[track_caller]
    fn assert_found(path: &str, text: &str, start: &str) {
        let found = violations_with(path, text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(found[0].starts_with(start), "{text}: {found:?}");
    }

    #[test]
    fn a_clean_tree_passes_and_is_read() {
        let files: Vec<Source> = CLEAN.map(|(p, t)| source((p, t))).into();
        let report = compare(&Plan::parse(PAGE).unwrap(), &super::files(&files).unwrap());
        assert_eq!(report.violations, [""; 0]);
        // lib: error. error: number. space: Error, number. shape: space, Pose. broad: Aabb.
        assert_eq!(report.crossings, 7);
    }

    #[test]
    fn finds_each_form_of_a_forbidden_import() {
        let at = |line: u32| format!("crates/clearance/src/broad/tree.rs:{line}: `broad` imports");
        let cases = [
            ("use crate::shape::Ball;", 1),
            ("\n\nuse crate::{\n    space::Aabb,\n    shape::{self, Ball},\n};", 5),
            ("use super::super::shape::Ball;", 1),
            ("mod inner {\n    use super::super::super::shape;\n}", 2),
            ("use super::super::{space, shape as forms};", 1),
            ("fn f() {\n    crate::shape::ball::<u8>();\n}", 2),
            ("macro_rules! m { () => { $crate::shape::Ball } }", 1),
            ("type T = <crate::shape::Ball as Clone>::X;", 1),
            ("#[cfg(not(test))]\nuse crate::shape::Ball;", 2),
        ];
        for (text, line) in cases {
            let found = violations_with("broad/tree.rs", text);
            assert!(!found.is_empty(), "missed: {text}");
            for violation in found {
                assert!(violation.starts_with(&format!("{} `shape`", at(line))), "{violation}");
            }
        }
    }

    #[test]
    fn the_front_is_no_way_around() {
        let start = "crates/clearance/src/broad/mod.rs:1: `broad` imports `lib`";
        assert_found("broad/mod.rs", "use crate::d3::Ball;", start);
        assert_found("broad/mod.rs", "use crate::*;", start);
        assert_found("broad/mod.rs", "use super::*;", start);
        assert_found("broad/mod.rs", "use crate as all;", start);
        let lib = "pub use shape::{Ball as Round, Cone};\nuse error::Error;\nuse glam;";
        let mut found = violations_with("lib.rs", lib);
        assert_eq!(found, [""; 0]);
        let files = [("lib.rs", lib), ("broad/mod.rs", "use crate::Round;")]
            .into_iter()
            .chain(CLEAN.into_iter().filter(|(p, _)| *p != "lib.rs" && *p != "broad/mod.rs"))
            .map(|(p, t)| source((p, t)));
        let files: Vec<Source> = files.collect();
        found = compare(&Plan::parse(PAGE).unwrap(), &super::files(&files).unwrap()).violations;
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("`broad` imports `shape`"), "{found:?}");
    }

    #[test]
    fn ignores_tests_comments_and_strings() {
        let ignored = [
            "/// ```\n/// use crate::shape::Ball;\n/// ```\nfn f() {}",
            "/* crate::shape /* nested */ crate::shape */",
            "const A: &str = \"crate::shape\"; const B: &str = r#\"\"crate::shape\"#;",
            "#[cfg(test)]\nmod tests {\n    use crate::shape::Ball;\n    fn f() { {} }\n}",
            "#[cfg(all(test, feature = \"std\"))]\n#[allow(unused)]\nmod tests { use crate::lib; }",
            "#[cfg(test)]\nuse crate::shape::Ball;",
            "pub(crate) fn f<'a>(x: &'a u8) -> char { 'x' }",
            "use self::tree::Node; use super::broad::tree;",
        ];
        for text in ignored {
            assert_eq!(violations_with("broad/mod.rs", text), [""; 0], "{text}");
        }
    }

    #[test]
    fn goes_on_after_a_test_module() {
        let text = "#[cfg(test)]\nmod tests { use crate::shape; }\nuse crate::shape::Ball;";
        assert_found("broad/mod.rs", text, "crates/clearance/src/broad/mod.rs:3:");
    }

    #[test]
    fn ignores_test_modules_in_files_of_their_own() {
        let files = [
            ("broad/mod.rs", "#[cfg(test)]\nmod naive;\n"),
            ("broad/naive.rs", "use crate::shape::Ball;"),
            ("broad/naive/deep.rs", "use crate::shape::Ball;"),
        ];
        let files = files
            .into_iter()
            .chain(CLEAN.into_iter().filter(|(p, _)| *p != "broad/mod.rs"))
            .map(|(p, t)| source((p, t)));
        let files: Vec<Source> = files.collect();
        assert_eq!(
            compare(&Plan::parse(PAGE).unwrap(), &super::files(&files).unwrap()).violations,
            [""; 0]
        );
    }

    #[test]
    fn circles_inside_of_rooms_are_found() {
        let files = [
            ("lib.rs", "mod a; mod b; use crate::a::X;"),
            ("a/mod.rs", "mod x; mod y; mod z; pub use x::X; fn f() { y::g() }"),
            ("a/x.rs", "use super::y::g;"),
            ("a/y.rs", "use crate::a::z::{h, i}; use crate::b::J;"),
            ("a/z.rs", "use super::x; #[cfg(test)] mod t { use super::super::f; }"),
            ("b/mod.rs", "mod c; use c::D; pub struct J;"),
            ("b/c.rs", "use super::{J, Vec::new};"),
            ("b/d.rs", "use super::J; use self::E;"),
        ]
        .map(|(p, t)| source((p, t)));
        let files = super::files(&files).unwrap();
        let found = circles::circles(&files);
        let short = |path: &&str| path.trim_start_matches("crates/clearance/src/").to_owned();
        let names = |at: usize| found[at].files.iter().map(short).collect::<Vec<_>>();
        assert_eq!(names(0), ["a/x.rs", "a/y.rs", "a/z.rs"]);
        assert_eq!(names(1), ["b/mod.rs", "b/c.rs"]);
        assert_eq!(found.len(), 2);
        let (from, import, to) = found[0].imports[1];
        assert_eq!(
            [short(&from), import.path.join("/"), short(&to)],
            ["a/y.rs", "a/z/h", "a/z.rs"]
        );
    }

    #[test]
    fn a_name_that_is_passed_on_is_followed_to_its_file() {
        let of = |parent, child| {
            let files = [("a/mod.rs", parent), ("a/x.rs", child), ("a/y.rs", "")];
            let files = files.map(|(p, t)| source((p, t)));
            let files = super::files(&files).unwrap();
            circles::circles(&files).len()
        };
        assert_eq!(of("mod x; mod y; pub use y::{Y as Z, m}; use x::X;", "use super::Z;"), 0);
        assert_eq!(of("mod x; mod y; pub use y as w; use x::X;", "use super::w::Y;"), 0);
        assert_eq!(of("mod x; mod y; use x::X; struct Z;", "use super::Z;"), 1);
        // A path in the code gives the module no name.
        assert_eq!(of("mod x; mod y; use x::X; fn f() { y::f() }", "use super::f;"), 1);
    }

    #[test]
    fn a_circle_fails() {
        let circle =
            Circle { top_module: "attic", files: vec!["x.rs", "y.rs"], imports: Vec::new() };
        assert_eq!(circle_violations(&[]), [""; 0]);
        let found = circle_violations(&[circle]);
        assert!(found.len() == 1 && found[0].starts_with("x.rs y.rs: import each"), "{found:?}");
    }

    #[test]
    fn top_modules_and_lines_must_match() {
        let text = "use crate::shape::Ball;";
        let top_module = "attic: ARCHITECTURE.md lists no such top_module";
        assert_found("attic/mod.rs", text, top_module);
        assert_found("attic.rs", text, top_module);
        let files = [source(("lib.rs", ""))];
        let found = compare(&Plan::parse(PAGE).unwrap(), &super::files(&files).unwrap()).violations;
        assert_eq!(found.len(), 5, "{found:?}");
        assert!(found.contains(&"ARCHITECTURE.md: lists `broad`, but no crate has it".to_owned()));
    }
}
