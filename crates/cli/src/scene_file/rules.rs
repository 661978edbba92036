//! The required clearances of a scene file, and the pairs that are asked about: which pairs of bodies each rule is for.

use std::fmt;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clearance::space::Vector;
use clearance_lines::keys::{Form, Known, Tree};
use clearance_models::Notes;
use toml::Value;

use super::pattern::Pattern;
use super::table::{check, names};
use crate::scene::{Body, Rule};
use crate::text::shown;

const CLEARANCE_KEYS: [Known; 2] = [("between", Form::Texts), ("least", Form::Number)];
const CHECK_KEYS: [Known; 3] =
    [("between", Form::Texts), ("clearance", Form::Number), ("tolerance", Form::Number)];

/// What is asked of pairs whose names fit two patterns.
#[derive(Debug)]
pub struct RuleFile {
    between: [Pattern; 2],
    least: Option<f64>,
    is_check: bool,
}

impl RuleFile {
    /// An entry of `[[clearance]]`.
    pub fn clearance(rule: &Value) -> Result<Self> {
        check("a clearance", rule, &CLEARANCE_KEYS)?;
        let least = Some(number(rule, "least")?.context("it needs least")?);
        Ok(Self { between: between(rule)?, least, is_check: false })
    }

    /// An entry of `[[check]]`.
    pub fn check(rule: &Value) -> Result<Self> {
        check("a check", rule, &CHECK_KEYS)?;
        let (least, tolerance) = (number(rule, "clearance")?, number(rule, "tolerance")?);
        let both = least.is_some() && tolerance.is_some();
        ensure!(!both, "it can have clearance or tolerance, and not both");
        let negative = [least, tolerance].into_iter().flatten().find(|length| *length < 0.0);
        ensure!(
            negative.is_none(),
            "a length must not be negative, but is {}",
            negative.unwrap_or(0.0)
        );
        let least = least.or(tolerance.map(|tolerance| -tolerance));
        Ok(Self { between: between(rule)?, least, is_check: true })
    }

    /// The check of all bodies whose names begin with one text and a slash against those of another.
    pub fn of_files(files: [&str; 2]) -> Result<Self> {
        let [first, second] = files;
        let between = [Pattern::inside(first)?, Pattern::inside(second)?];
        Ok(Self { between, least: None, is_check: true })
    }

    /// Which bodies the patterns fit. A pattern that fits none is a warning; in a check it is an error, because the check
    /// would ask nothing.
    pub fn among<V: Vector>(&self, bodies: &[Body<V>], notes: &mut Notes) -> Result<Rule> {
        let fits = self.between.each_ref().map(|pattern| {
            let fits = pattern.among(bodies);
            if !fits.contains(&true) {
                let pattern = shown(&pattern.text);
                ensure!(!self.is_check, "check: no body fits \"{pattern}\"");
                notes.warnings.push(format!("clearance: no body fits \"{pattern}\""));
            }
            Ok(fits)
        });
        let [first, second] = fits;
        let (first, second) = (first?, second?);
        let count = |fits: &[bool]| fits.iter().filter(|fits| **fits).count();
        let is_one = self.is_check && first == second && count(&first) == 1;
        ensure!(!is_one, "check: \"{}\" is one body alone", shown(&self.between[0].text));
        let (least, is_check) = (self.least, self.is_check);
        Ok(Rule { fits: [first, second], least, is_check, is_more: false })
    }
}

/// As it is told in warnings.
impl fmt::Display for RuleFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_check { "check" } else { "clearance" };
        let [first, second] = self.between.each_ref().map(|pattern| shown(&pattern.text));
        write!(f, "{kind} between \"{first}\" and \"{second}\"")
    }
}

/// The two patterns of a rule.
fn between(rule: &Value) -> Result<[Pattern; 2]> {
    let between = names(rule.entry("between").context("it needs between")?);
    let [first, second] = <[String; 2]>::try_from(between)
        .map_err(|has| anyhow!("between takes two names or patterns, but has {}", has.len()))?;
    Ok([Pattern::of(&first)?, Pattern::of(&second)?])
}

/// A length of a rule, if it has it.
fn number(rule: &Value, key: &str) -> Result<Option<f64>> {
    let length = rule.entry(key).and_then(Tree::number);
    if let Some(length) = length.filter(|length| !length.is_finite()) {
        bail!("{key} must be a finite number, but is {length}");
    }
    Ok(length)
}
