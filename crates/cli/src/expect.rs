//! `--expect`: compares answers with the expected answers of their lines.
//!
//! The tolerances, where d is the expected signed distance and s the line's scale, the largest number of
//! its input (`max_abs_input`):
//!
//! | | f64, flat and rounded cores | f64, curved cores | f32 |
//! |---|---|---|---|
//! | signed distance, and the bounds around it | max(tol, 1e-9 s) | max(tol, 1e-7 s) | 1e-5 s |
//! | `intersects`, where \|d\| is above | max(tol, 1e-12 s) | the same | 1e-5 s |
//! | normal, where unique and \|d\| is above | 1e-6 s | 1e-6 s | 1e-3 s |
//! | ... to an angle in radians of | 1e-6 | 1e-5 apart, 1e-3 in overlap | 1e-3 |
//!
//! The deepest point of a manifold has the signed distance. The points of shapes that are apart must have
//! this distance along the normal. Curved cores are cylinders, cones, ellipses and ellipsoids: their
//! expected numbers come from a search. Lines that were skipped are not compared, nor are lines in f32
//! whose numbers f32 cannot hold. A line in error is not a failed expectation; it counts as an error, unless
//! `expected` has words of it as `error`.
//! `expect_cast.rs` has the comparison of casts.

use std::collections::BTreeMap;
use std::fmt;

use crate::expect_cast;
use crate::text::shown;
use clearance_lines::answer::{Answer, Found, Outcome};
use clearance_lines::contact::Contact;
use clearance_lines::line::{Expected, Line, Question};
use clearance_lines::number::{Number, Precision, angle_between, length, wide};

/// The tolerances for one line.
struct Tolerance {
    /// For the signed distance.
    distance: f64,
    /// The sign is compared if the distance is larger.
    sign: f64,
    /// The normal is compared if the distance is larger.
    normal_from: f64,
    /// The angle between the normals, in radians.
    angle: f64,
}

impl Tolerance {
    fn of(precision: Precision, curved: bool, scale: f64, expected: &Expected) -> Self {
        let overlap = expected.signed_distance.is_some_and(|d| d < 0.0);
        match precision {
            Precision::F32 => Self {
                distance: 1e-5 * scale,
                sign: 1e-5 * scale,
                normal_from: 1e-3 * scale,
                angle: 1e-3,
            },
            Precision::F64 => Self {
                distance: expected.tol.max(if curved { 1e-7 } else { 1e-9 } * scale),
                sign: expected.tol.max(1e-12 * scale),
                normal_from: 1e-6 * scale,
                angle: match (curved, overlap) {
                    (false, _) => 1e-6,
                    (true, false) => 1e-5,
                    (true, true) => 1e-3,
                },
            },
        }
    }
}

/// The result of a comparison.
#[derive(Debug, PartialEq)]
pub enum Comparison {
    Passed,
    Skipped,
    /// The line is in error, so there is nothing to compare.
    InError(String),
    /// The expected and the found value, for each difference.
    Failed(Vec<String>),
}

/// Compares an answer with the expected answer of its line.
pub fn compare(precision: Precision, line: &Line, answer: &Answer) -> Comparison {
    let expected = line.expected();
    if answer.status == Outcome::Error {
        let reason = answer.error.clone().unwrap_or_default();
        return match expected {
            Some(Ok(Expected { error: Some(words), .. })) if reason.contains(&words) => {
                Comparison::Passed
            }
            _ => Comparison::InError(reason),
        };
    }
    let expected = match expected {
        None => return Comparison::Skipped,
        Some(Err(reason)) => return Comparison::Failed(vec![reason]),
        Some(Ok(expected)) => expected,
    };
    if let Some(words) = &expected.error {
        return Comparison::Failed(vec![format!("error: expected {words:?}, found none")]);
    }
    if precision == Precision::F32 && !line.f32_representable() {
        return Comparison::Skipped;
    }
    let refuted = (answer.verdict == Some(Some("refuted"))).then(|| "refuted".to_string());
    let mut wrong: Vec<String> = refuted.into_iter().collect();
    match answer.status {
        Outcome::Skipped if wrong.is_empty() => return Comparison::Skipped,
        Outcome::Skipped | Outcome::Error => {}
        _ if matches!(answer.found, Found::Cast { .. }) => {
            wrong.extend(expect_cast::wrong(precision, line, answer, &expected));
        }
        Outcome::Hit | Outcome::Miss => wrong.push("a cast was not asked for".into()),
        Outcome::Apart | Outcome::Overlapping | Outcome::Undecided => {
            let tolerance = Tolerance::of(precision, line.curved(), line.scale(), &expected);
            let checks = [
                wrong_sign(&expected, answer, &tolerance),
                wrong_distance(&expected, answer, &tolerance),
                wrong_normal(&expected, answer, &tolerance),
                wrong_points(&expected, answer, &tolerance),
                wrong_manifold(line, &expected, answer, &tolerance),
            ];
            wrong.extend(checks.into_iter().flatten());
        }
    }
    if wrong.is_empty() { Comparison::Passed } else { Comparison::Failed(wrong) }
}

fn wrong_sign(expected: &Expected, answer: &Answer, tolerance: &Tolerance) -> Option<String> {
    let intersects = expected.intersects?;
    if expected.signed_distance.is_some_and(|d| d.abs() <= tolerance.sign) {
        return None;
    }
    let right = if intersects { Outcome::Overlapping } else { Outcome::Apart };
    (answer.status != right)
        .then(|| format!("status: expected {}, found {}", name(right), name(answer.status)))
}

fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Apart => "apart",
        Outcome::Overlapping => "overlapping",
        Outcome::Hit => "hit",
        Outcome::Miss => "miss",
        Outcome::Undecided => "undecided",
        Outcome::Skipped => "skipped",
        Outcome::Error => "error",
    }
}

fn wrong_distance(expected: &Expected, answer: &Answer, tolerance: &Tolerance) -> Option<String> {
    let (right, within) = (expected.signed_distance?, tolerance.distance);
    let number = |n: Option<Number>| n.map(Number::to_f64);
    let found = number(answer.signed_distance());
    if let Some(found) = found.filter(|found| (found - right).abs() > within) {
        return Some(format!(
            "signed distance: expected {right:e} within {within:.1e}, found {found:e}, off by {:.1e}",
            (found - right).abs()
        ));
    }
    let lower = number(answer.lower).unwrap_or(f64::NEG_INFINITY);
    let upper = number(answer.upper).unwrap_or(f64::INFINITY);
    (lower > right + within || upper < right - within)
        .then(|| format!("bounds: expected {right:e} inside, found [{lower:e}, {upper:e}]"))
}

fn wrong_normal(expected: &Expected, answer: &Answer, tolerance: &Tolerance) -> Option<String> {
    let right = expected.normal.as_ref().filter(|_| expected.normal_unique)?;
    if expected.signed_distance?.abs() <= tolerance.normal_from {
        return None;
    }
    // Without an estimate there may be an axis, but no normal.
    answer.signed_distance()?;
    let Some(found) = answer.normal.as_deref().map(wide) else {
        return Some(format!("normal: expected {right:?}, found none"));
    };
    let angle = angle_between(right, &found);
    (angle.is_nan() || angle > tolerance.angle).then(|| {
        format!(
            "normal: expected {right:?} within {:.0e} rad, found {found:?}, off by {angle:.1e} rad",
            tolerance.angle
        )
    })
}

fn wrong_points(expected: &Expected, answer: &Answer, tolerance: &Tolerance) -> Option<String> {
    let right = expected.signed_distance?;
    if answer.status != Outcome::Apart {
        return None;
    }
    let (a, b) = (wide(answer.point_a.as_ref()?), wide(answer.point_b.as_ref()?));
    let normal = wide(answer.normal.as_ref()?);
    let between: Vec<f64> = a.iter().zip(&b).map(|(a, b)| b - a).collect();
    let aside: Vec<f64> = between.iter().zip(&normal).map(|(d, n)| d - n * right).collect();
    let (distance, aside) = (length(&between), length(&aside));
    if (distance - right).abs() > tolerance.distance {
        Some(format!("points: expected {right:e} apart, found {distance:e}"))
    } else if aside > 2.0 * tolerance.distance {
        // The distance and the length of the normal may each have an error.
        Some(format!("points: expected one to face the other, found {aside:.1e} off the normal"))
    } else {
        None
    }
}

/// The depth of a manifold's deepest point must be that of the shapes.
fn wrong_manifold(
    line: &Line,
    expected: &Expected,
    answer: &Answer,
    tolerance: &Tolerance,
) -> Option<String> {
    let manifold = answer.manifold.as_ref()?;
    let (right, within) = (expected.signed_distance?, tolerance.distance);
    let margin = line.contact().map_or(0.0, |contact| contact.margin);
    match manifold.as_ref().and_then(Contact::deepest) {
        None if right < margin - within => Some(format!("manifold: none, expected {right:e}")),
        Some(found) if (found - right).abs() > within => {
            Some(format!("manifold: expected {right:e} within {within:.1e}, found {found:e}"))
        }
        _ => None,
    }
}

/// Counts the lines that passed and failed.
pub struct Table {
    precision: Precision,
    verdicts: bool,
    rows: BTreeMap<(Option<usize>, Option<Question>), Row>,
    failures: Vec<(String, Vec<String>)>,
    errors: Vec<(String, String)>,
}

#[derive(Clone, Copy, Default)]
struct Row {
    passed: usize,
    failed: usize,
    skipped: usize,
    errors: usize,
    proven: usize,
    unproven: usize,
    refuted: usize,
}

impl Row {
    fn and(self, other: &Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
            errors: self.errors + other.errors,
            proven: self.proven + other.proven,
            unproven: self.unproven + other.unproven,
            refuted: self.refuted + other.refuted,
        }
    }
}

impl Table {
    /// `verdicts`: is there a column for each verdict?
    pub fn new(precision: Precision, verdicts: bool) -> Self {
        Self {
            precision,
            verdicts,
            rows: BTreeMap::new(),
            failures: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// Adds a line, which is `None` if it was not JSON, and its answer. Is the answer the expected one?
    pub fn enter(&mut self, line: Option<&Line>, answer: &Answer) -> bool {
        let dim = line.and_then(|line| line.dim().ok());
        let question = line.and_then(|line| line.question().ok());
        let row = self.rows.entry((dim, question)).or_default();
        match answer.verdict.flatten() {
            Some("proven") => row.proven += 1,
            Some("refuted") => row.refuted += 1,
            Some(_) => row.unproven += 1,
            None => {}
        }
        let in_error = || Comparison::InError(answer.error.clone().unwrap_or_default());
        let comparison = line.map_or_else(in_error, |line| compare(self.precision, line, answer));
        let has_passed = comparison == Comparison::Passed;
        match comparison {
            Comparison::Passed => row.passed += 1,
            Comparison::Skipped => row.skipped += 1,
            Comparison::InError(reason) => {
                row.errors += 1;
                self.errors.push((shown(&answer.id.to_string()), shown(&reason)));
            }
            Comparison::Failed(wrong) => {
                row.failed += 1;
                self.failures.push((shown(&answer.id.to_string()), wrong));
            }
        }
        has_passed
    }

    /// Did any expectation fail?
    pub fn failed(&self) -> bool {
        !self.failures.is_empty()
    }

    fn write_row(&self, f: &mut fmt::Formatter<'_>, what: [&str; 2], row: &Row) -> fmt::Result {
        write!(f, "{:<4} {:<12}", what[0], what[1])?;
        write!(f, " {:>7} {:>7} {:>8} {:>7}", row.passed, row.failed, row.skipped, row.errors)?;
        if self.verdicts {
            write!(f, " {:>7} {:>9} {:>8}", row.proven, row.unproven, row.refuted)?;
        }
        writeln!(f)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dim  query         passed  failed  skipped  errors")?;
        writeln!(f, "{}", if self.verdicts { "  proven  unproven  refuted" } else { "" })?;
        for ((dim, question), row) in &self.rows {
            let dim = dim.map_or("-".into(), |dim| format!("{dim}D"));
            self.write_row(f, [&dim, question.map_or("-", Question::name)], row)?;
        }
        self.write_row(f, ["all", ""], &self.rows.values().fold(Row::default(), Row::and))?;
        for (id, wrong) in &self.failures {
            for (i, what) in wrong.iter().enumerate() {
                let id = if i == 0 { format!("FAILED {id}:") } else { "      and".into() };
                writeln!(f, "{id} {what}")?;
            }
        }
        for (id, reason) in &self.errors {
            writeln!(f, "ERROR {id}: {reason}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::f64::consts::FRAC_PI_2;

    /// Two balls of radius 1, their centres 3 apart along x, as exactly as one can say it.
    fn expected(fields: &str) -> Line {
        let text = format!(
            r#"{{"id": "balls", "max_abs_input": 3, "f32_representable": true, "expected": {fields}}}"#
        );
        Line::parse(text.as_bytes()).unwrap()
    }

    fn found(distance: f64, normal: [f64; 3], status: Outcome) -> Answer {
        let list = |v: [f64; 3]| Some(v.map(Number::Double).to_vec());
        let mut answer = Answer::without(Value::Null, status, false, String::new());
        let distance_found = Some(Number::Double(distance));
        answer.found = Found::Pair { intersects: None, signed_distance: distance_found };
        answer.lower = distance_found;
        answer.upper = distance_found;
        answer.normal = list(normal);
        answer.point_a = list([1.0, 0.0, 0.0]);
        answer.point_b = list([1.0 + distance, 0.0, 0.0]);
        answer
    }

    fn fails(line: &Line, answer: &Answer, says: &str) {
        match compare(Precision::F64, line, answer) {
            Comparison::Failed(wrong) => assert!(wrong[0].contains(says), "{wrong:?}"),
            other => panic!("expected \"{says}\", found {other:?}"),
        }
    }

    const APART: &str = r#"{"intersects": false, "signed_distance": 1.0, "tol": 1e-12,
        "normal": [1, 0, 0], "normal_unique": true}"#;

    #[test]
    fn what_is_right_passes() {
        let answer = found(1.0, [1.0, 0.0, 0.0], Outcome::Apart);
        for precision in [Precision::F32, Precision::F64] {
            assert_eq!(compare(precision, &expected(APART), &answer), Comparison::Passed);
        }
    }

    #[test]
    fn what_is_wrong_fails_and_says_so() {
        let x = [1.0, 0.0, 0.0];
        fails(&expected(APART), &found(1.0, x, Outcome::Undecided), "status: expected apart");
        fails(&expected(APART), &found(1.0 + 1e-8, x, Outcome::Apart), "signed distance");
        fails(&expected(APART), &found(1.0, [1.0, 1e-5, 0.0], Outcome::Apart), "normal");
        let mut answer = found(1.0, x, Outcome::Apart);
        answer.point_b = Some([2.0, 0.1, 0.0].map(Number::Double).to_vec());
        fails(&expected(APART), &answer, "points: expected 1e0 apart");
        answer.point_b = Some([1.0, 1.0, 0.0].map(Number::Double).to_vec());
        fails(&expected(APART), &answer, "off the normal");
        let mut answer = found(1.0, x, Outcome::Apart);
        answer.found = Found::Pair { intersects: None, signed_distance: None };
        answer.lower = Some(Number::Double(1.1));
        fails(&expected(APART), &answer, "bounds");
        let mut answer = found(1.0, x, Outcome::Apart);
        answer.verdict = Some(Some("refuted"));
        fails(&expected(APART), &answer, "refuted");
    }

    #[test]
    fn an_error_may_be_expected() {
        let of = |words: &str| expected(&format!(r#"{{"error": "{words}"}}"#));
        let refused = Answer::without(1.into(), Outcome::Error, false, "the zero vector".into());
        let found = found(1.0, [1.0, 0.0, 0.0], Outcome::Apart);
        assert_eq!(compare(Precision::F32, &of("zero"), &refused), Comparison::Passed);
        let other = compare(Precision::F64, &of("one"), &refused);
        assert_eq!(other, Comparison::InError("the zero vector".into()));
        fails(&of("zero"), &found, "error: expected \"zero\", found none");
    }

    #[test]
    fn touching_may_be_undecided() {
        let touching = r#"{"intersects": null, "signed_distance": 0.0, "tol": 0.0}"#;
        let answer = found(1e-17, [1.0, 0.0, 0.0], Outcome::Undecided);
        assert_eq!(compare(Precision::F64, &expected(touching), &answer), Comparison::Passed);
        let tiny = r#"{"intersects": false, "signed_distance": 1e-13, "tol": 0.0}"#;
        assert_eq!(compare(Precision::F64, &expected(tiny), &answer), Comparison::Passed);
    }

    #[test]
    fn small_angles_are_seen() {
        let tilted = [1.0, 1e-9, 0.0];
        assert!((angle_between(&[1.0, 0.0, 0.0], &tilted) - 1e-9).abs() < 1e-15);
        assert!((angle_between(&[0.0, 1.0], &[1.0, 0.0]) - FRAC_PI_2).abs() < 1e-15);
    }

    #[test]
    fn the_table_counts() {
        let mut table = Table::new(Precision::F64, true);
        table.enter(Some(&expected(APART)), &found(1.0, [1.0, 0.0, 0.0], Outcome::Apart));
        assert!(!table.failed());
        table.enter(Some(&expected(APART)), &found(1.0, [0.0, 1.0, 0.0], Outcome::Apart));
        table.enter(None, &Answer::without(1.into(), Outcome::Error, true, "broken".into()));
        assert!(table.failed());
        let text = table.to_string();
        let totals: Vec<&str> = text.lines().nth(3).unwrap().split_whitespace().collect();
        assert_eq!(totals, ["all", "1", "1", "0", "1", "0", "0", "0"], "{text}");
        assert!(text.contains("FAILED null: normal"), "{text}");
    }
}
