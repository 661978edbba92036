//! JUnit's XML, as Jenkins, GitLab and others read it.
//!
//! Source: the schema of Jenkins, `junit-10.xsd` of its xUnit plugin. A failure is proven to be wrong; an error is what is
//! undecided or cannot be read; what is skipped is approved, or known by a baseline.

use std::io;

use super::{Case, Outcome, Rule, Suite};
use crate::xml::{Element, clean};

/// The numbers that suites have as attributes; all of them together have no number of skipped ones.
#[derive(Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    seconds: f64,
}

impl Counts {
    fn of(suites: &[Suite]) -> Self {
        let mut counts = Self::default();
        for suite in suites {
            counts.seconds += suite.seconds;
            counts.tests += suite.cases.len();
            for case in &suite.cases {
                match sort(case) {
                    Some("failure") => counts.failures += 1,
                    Some("error") => counts.errors += 1,
                    Some(_) => counts.skipped += 1,
                    None => {}
                }
            }
        }
        counts
    }
    fn written(&self, element: Element) -> Element {
        element
            .with("tests", self.tests)
            .with("failures", self.failures)
            .with("errors", self.errors)
            .with("time", time(self.seconds))
    }
}

/// The content of a file about these suites.
pub fn file(suites: &[Suite]) -> io::Result<Vec<u8>> {
    let root = Element::of("testsuites", suites.iter().map(of_suite));
    Counts::of(suites).written(root.with("name", "clearance check")).document()
}

fn of_suite(suite: &Suite) -> Element {
    let cases = suite.cases.iter().map(|case| of_case(case, &suite.name));
    let element = Element::of("testsuite", cases).with("name", clean(&suite.name));
    let counts = Counts::of(std::slice::from_ref(suite));
    counts.written(element).with("skipped", counts.skipped)
}

fn of_case(case: &Case, suite: &str) -> Element {
    let message = clean(&case.message);
    let said = |text: &str| Element::text("system-out", text);
    let told = match (sort(case), &case.outcome) {
        (Some(sort), Outcome::Excused(reason)) => {
            vec![Element::of(sort, []).with("message", clean(reason)), said(&message)]
        }
        (Some(sort), _) => {
            let element = Element::text(sort, &message).with("message", &message);
            vec![element.with("type", case.rule.name())]
        }
        (None, _) => vec![said(&message)],
    };
    let element = Element::of("testcase", told).with("name", clean(&case.name));
    element.with("classname", clean(suite)).with("time", time(case.seconds))
}

/// The element of a case that does not pass.
fn sort(case: &Case) -> Option<&'static str> {
    match case.outcome {
        Outcome::Passed => None,
        Outcome::Failed if case.rule == Rule::Input => Some("error"),
        Outcome::Failed => Some("failure"),
        Outcome::Undecided => Some("error"),
        Outcome::Excused(_) => Some("skipped"),
    }
}

fn time(seconds: f64) -> String {
    format!("{seconds:.3}")
}
