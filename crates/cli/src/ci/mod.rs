//! `--junit` and `--sarif`: results for programs that build and test, which show them beside those of other tests.
//!
//! ```text
//!   a report -> cases: what passes, fails, is undecided or excused      (this file)
//!   junit.rs   as tests, a suite for each scene      sarif.rs   as what a checker of code says of files
//! ```

mod junit;
mod sarif;

pub use junit::file as junit;
pub use sarif::file as sarif;

use clearance::space::DVector;
use uuid::Uuid;

use crate::findings::Finding;
use crate::report::Report;
use crate::robot::{ClocksFound, PathFound};
use crate::scene::Class;
use crate::text::shown;

/// What one scene, robot or path gave.
pub struct Suite {
    pub name: String,
    /// The scene file, as it was named.
    pub file: String,
    pub cases: Vec<Case>,
    pub seconds: f64,
}

/// What a case is about.
#[derive(Clone, Copy, PartialEq)]
pub enum Rule {
    Clash,
    Close,
    Undecided,
    Path,
    Allowed,
    /// Files that cannot be read.
    Input,
}

impl Rule {
    pub const ALL: [Self; 6] =
        [Self::Clash, Self::Close, Self::Undecided, Self::Path, Self::Allowed, Self::Input];

    pub fn name(self) -> &'static str {
        match self {
            Self::Clash => "clash",
            Self::Close => "close",
            Self::Undecided => "undecided",
            Self::Path => "path",
            Self::Allowed => "allowed",
            Self::Input => "input",
        }
    }
    pub fn about(self) -> &'static str {
        match self {
            Self::Clash => "Two bodies overlap by more than is tolerated.",
            Self::Close => "Two bodies are nearer to each other than is required.",
            Self::Undecided => "Neither that a clearance is kept nor that it is not is proven.",
            Self::Path => "A robot's path does not keep a clearance.",
            Self::Allowed => "Two links can touch of which the SRDF file says that they never do.",
            Self::Input => "A file cannot be read.",
        }
    }
}

/// What became of a case.
#[derive(PartialEq)]
pub enum Outcome {
    Passed,
    /// It is proven to be wrong, or cannot be asked.
    Failed,
    Undecided,
    /// It is wrong and no failure, for a reason.
    Excused(String),
}

/// One thing that was asked, and what came of it.
pub struct Case {
    pub rule: Rule,
    pub name: String,
    /// The two bodies that it is about, if it is about two.
    pub bodies: Vec<String>,
    pub outcome: Outcome,
    pub message: String,
    /// Of a finding.
    pub id: Option<Uuid>,
    pub seconds: f64,
}

impl Case {
    fn new(rule: Rule, name: &str, outcome: Outcome, message: String) -> Self {
        let (name, message) = (shown(name), message.trim_end().replace('\n', "; "));
        let (bodies, id, seconds) = (Vec::new(), None, 0.0);
        Self { rule, name, bodies, outcome, message, id, seconds }
    }
    /// A scene that cannot be checked, and why.
    pub fn unread(name: &str, error: &anyhow::Error) -> Self {
        Self::new(Rule::Input, name, Outcome::Failed, format!("{error:#}"))
    }
    /// A scene of which nothing is known, and why.
    pub fn undecided(name: &str, message: String) -> Self {
        Self::new(Rule::Undecided, name, Outcome::Undecided, message)
    }
    fn between(self, bodies: [&str; 2]) -> Self {
        Self { bodies: bodies.map(String::from).into(), ..self }
    }
}

/// The cases of a report: its findings, what was asked about a robot, and all other pairs. `paths` names the files of the
/// path.
pub fn cases<V: DVector>(report: &Report<'_, V>, paths: &str) -> Vec<Case> {
    let mut cases: Vec<Case> =
        report.findings.iter().map(|finding| of_finding(report, finding)).collect();
    let robot = &report.robot;
    cases.extend(robot.path.as_ref().map(|path| of_path(path, paths, report.units)));
    cases.extend(robot.clocks.as_ref().map(|clocks| of_clocks(clocks, paths, report.units)));
    for case in cases.iter_mut().skip(report.findings.len()) {
        case.seconds = robot.seconds;
    }
    let pairs = robot.allowed.iter().flat_map(|allowed| allowed.pairs());
    cases.extend(pairs.filter(|pair| pair.contradicts()).map(|pair| {
        let names = pair.pair.each_ref().map(|name| &name[..]);
        let message = "The SRDF file says that they never touch, and they can.".into();
        Case::new(Rule::Allowed, &names.join(" - "), Outcome::Failed, message).between(names)
    }));
    let (outcome, message) = match report.left() {
        Some(left) => (Outcome::Undecided, format!("{}: {left}", report.summary())),
        None => (Outcome::Passed, report.summary()),
    };
    cases.push(Case::new(Rule::Undecided, "all other pairs", outcome, message));
    cases
}

fn of_finding<V: DVector>(report: &Report<'_, V>, finding: &Finding<V>) -> Case {
    let pair = &report.found.pairs[finding.pair];
    let names = [pair.a, pair.b].map(|body| report.name(body));
    let is_undecided = pair.is_undecided();
    let rule = match pair.class {
        _ if is_undecided => Rule::Undecided,
        Class::Close => Rule::Close,
        _ => Rule::Clash,
    };
    let outcome = match &finding.approved {
        Some(approved) => Outcome::Excused(format!("approved: {}", approved.reason)),
        None if !finding.fails() => Outcome::Excused("known: it is in the baseline".into()),
        None if is_undecided => Outcome::Undecided,
        None => Outcome::Failed,
    };
    let places: Vec<Uuid> = report.findings_of(finding.pair).map(|other| other.id).collect();
    let place = match places.iter().position(|id| *id == finding.id) {
        Some(at) if places.len() > 1 => format!(", place {} of {}", at + 1, places.len()),
        _ => String::new(),
    };
    let name = format!("{}{place}", names.join(" - "));
    let word = if is_undecided { rule.name() } else { pair.class.name() };
    let message = format!("{word}: {}", report.description(finding));
    let case = Case::new(rule, &name, outcome, message).between(names);
    Case { id: Some(finding.id), ..case }
}

/// What a verdict of a path means.
fn judged(verdict: &str, is_proven: bool) -> (Rule, Outcome) {
    match verdict {
        "undecided" => (Rule::Undecided, Outcome::Undecided),
        _ if is_proven => (Rule::Path, Outcome::Passed),
        _ => (Rule::Path, Outcome::Failed),
    }
}

fn of_path(path: &PathFound, files: &str, units: &str) -> Case {
    let (rule, outcome) = judged(path.verdict, path.is_proven());
    let mut said = Vec::new();
    // Nothing fails that writes to memory.
    let _ = path.write(&mut said, units).and_then(|()| path.write_least(&mut said, units));
    let said = String::from_utf8_lossy(&said).into_owned();
    let case = Case::new(rule, &format!("path {files}"), outcome, said);
    match path.pair() {
        Some(pair) => case.between(pair.each_ref().map(|name| &name[..])),
        None => case,
    }
}

fn of_clocks(clocks: &ClocksFound, files: &str, units: &str) -> Case {
    let (rule, outcome) = judged(clocks.verdict, clocks.is_proven());
    let mut said = Vec::new();
    let _ = clocks.write(&mut said, units);
    let said = String::from_utf8_lossy(&said).into_owned();
    Case::new(rule, &format!("clocks {files}"), outcome, said)
}
