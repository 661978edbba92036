//! The required clearances of a scene file: which pairs of bodies each is for.

use anyhow::{Context, Result, anyhow, ensure};
use clearance::space::Vector;
use clearance_lines::keys::{Form, Known, Tree};
use clearance_models::Notes;
use toml::Value;

use super::pattern::Pattern;
use super::table::{check, names};
use crate::scene::{Body, Rule};
use crate::text::shown;

const RULE_KEYS: [Known; 2] = [("between", Form::Texts), ("least", Form::Number)];

/// The clearance of pairs whose names fit two patterns.
#[derive(Debug)]
pub struct RuleFile {
    between: [Pattern; 2],
    least: f64,
}

impl RuleFile {
    pub fn of(rule: &Value) -> Result<Self> {
        check("a clearance", rule, &RULE_KEYS)?;
        let between = names(rule.entry("between").context("it needs between")?);
        let [first, second] = <[String; 2]>::try_from(between)
            .map_err(|has| anyhow!("between takes two names or patterns, but has {}", has.len()))?;
        let between = [Pattern::of(&first)?, Pattern::of(&second)?];
        let least = rule.entry("least").and_then(Tree::number).context("it needs least")?;
        ensure!(least.is_finite(), "least must be a finite number, but is {least}");
        Ok(Self { between, least })
    }

    /// Which bodies the patterns fit. A pattern that fits none is a warning.
    pub fn among<V: Vector>(&self, bodies: &[Body<V>], notes: &mut Notes) -> Rule {
        let fits = self.between.each_ref().map(|pattern| {
            let fits = pattern.among(bodies);
            if !fits.contains(&true) {
                let pattern = shown(&pattern.text);
                notes.warnings.push(format!("clearance: no body fits \"{pattern}\""));
            }
            fits
        });
        Rule { fits, least: self.least }
    }
}
