//! `--html`: one page that shows what was found, and needs no network.
//!
//! ```text
//!   report.html   the page, with gaps     report.css, report.js   its look; it sorts and filters its tables
//!   findings.rs   pairs of bodies, and pictures of the worst
//!   motion.rs     a path: what a verdict means, and the numbers behind the chart that crates/pictures draws
//! ```
//!
//! The template escapes all text. Names are escaped as in the table of the command before: see `text.rs`.

mod findings;
mod motion;

use std::path::Path;

use anyhow::{Context, Result};
use askama::Template;
use clearance::space::DVector;
use clearance_pictures::path;

use crate::input;
use crate::report::Report;
use crate::text::shown;
use findings::{Finding, LinkPair, Word};
use motion::PathView;

/// The files that a page is about.
pub struct Sources<'a> {
    pub scene: &'a Path,
    pub path: Option<&'a Path>,
}

impl Sources<'_> {
    /// The name of a file without its folders.
    fn name(file: &Path) -> String {
        match file.file_name() {
            Some(name) if !input::is_standard(file) => shown(&name.to_string_lossy()),
            _ => input::name(file),
        }
    }
}

/// Pictures of at most so many pairs are drawn.
const MOST_PICTURES: usize = 12;

#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    title: String,
    version: &'static str,
    colors: &'static str,
    css: [&'static str; 2],
    js: &'static str,
    failed: bool,
    /// The lines above and below the table of the command.
    lines: Vec<String>,
    /// A blank and the label of lengths, or nothing.
    unit: String,
    required: String,
    warnings: Vec<String>,
    path: Option<PathView>,
    path_name: String,
    /// The whole scene; empty if its picture is too large.
    overview: String,
    findings: Vec<Finding>,
    /// The verdicts of the findings, with their numbers.
    words: Vec<(Word, usize)>,
    /// How many findings have no picture, and why.
    left_out: Option<String>,
    has_contacts: bool,
    has_local: bool,
    has_states: bool,
    links: Vec<LinkPair>,
    link_words: Vec<(Word, usize)>,
}

/// The page about what was found.
pub fn page<V: DVector>(
    report: &Report<'_, V>,
    sources: &Sources<'_>,
    failed: bool,
) -> Result<String> {
    let unit = match report.units {
        "" => String::new(),
        units => format!(" {}", shown(units)),
    };
    let findings = findings::all(report, &unit);
    let links = findings::links(report.robot.allowed.as_ref());
    let mut of_robot = Vec::new();
    if let Some(path) = &report.robot.path {
        path.write(&mut of_robot, report.units)?;
    }
    report.robot.write(&mut of_robot, report.units)?;
    let mut lines: Vec<String> = report.files().collect();
    lines.extend(String::from_utf8_lossy(&of_robot).lines().map(String::from));
    lines.push(report.summary());
    lines.extend(report.only_hulls());
    lines.extend(report.about_findings());
    let found = report.robot.path.as_ref();
    let page = Page {
        title: Sources::name(sources.scene),
        path_name: sources.path.map(Sources::name).unwrap_or_default(),
        version: env!("CARGO_PKG_VERSION"),
        colors: path::COLORS,
        css: [path::STYLE, include_str!("report.css")],
        js: include_str!("report.js"),
        failed,
        lines,
        required: required(report.required, report.scene.has_rules(), &unit),
        warnings: report.notes.warnings.iter().map(|warning| shown(warning)).collect(),
        path: found.map(|path| PathView::of(path, report.robot.motion.as_ref(), &unit)),
        overview: crate::picture::overview(report).unwrap_or_default(),
        words: findings::counted(findings.iter().map(|finding| finding.word)),
        left_out: findings::left_out(&findings),
        findings,
        has_contacts: report.contacts.is_some(),
        has_local: report.has_local(),
        has_states: report.has_states,
        link_words: findings::counted(links.iter().map(|link| link.word)),
        links,
        unit,
    };
    page.render().context("cannot write the page")
}

/// The clearance that pairs should have, in words.
fn required(required: f64, has_rules: bool, unit: &str) -> String {
    let mut said = if required < 0.0 {
        format!("overlaps of up to {}{unit} are tolerated", -required)
    } else if required > 0.0 {
        format!("a clearance of {required}{unit}")
    } else {
        "no overlap".into()
    };
    if has_rules {
        said += ", and what the scene says of pairs";
    }
    said
}
