//! The required clearances of a scene file: which pairs of bodies each is for.

use anyhow::{Context, Result, anyhow, ensure};
use clearance::space::Vector;
use clearance_lines::keys::{Form, Known, Tree};
use clearance_models::Notes;
use toml::Value;

use super::table::{check, names};
use crate::scene::{Body, Rule};
use crate::text::shown;

const RULE_KEYS: [Known; 2] = [("between", Form::Texts), ("least", Form::Number)];

/// The clearance of pairs whose names fit two patterns.
#[derive(Debug)]
pub struct RuleFile {
    between: [String; 2],
    least: f64,
}

impl RuleFile {
    pub fn of(rule: &Value) -> Result<Self> {
        check("a clearance", rule, &RULE_KEYS)?;
        let between = names(rule.entry("between").context("it needs between")?);
        let between = <[String; 2]>::try_from(between)
            .map_err(|has| anyhow!("between takes two names or patterns, but has {}", has.len()))?;
        let least = rule.entry("least").and_then(Tree::number).context("it needs least")?;
        ensure!(least.is_finite(), "least must be a finite number, but is {least}");
        Ok(Self { between, least })
    }

    /// Which bodies the patterns fit. A pattern that fits none is a warning.
    pub fn among<V: Vector>(&self, bodies: &[Body<V>], notes: &mut Notes) -> Rule {
        let fits = self.between.each_ref().map(|pattern| {
            let fits = |body: &Body<V>| match pattern.strip_prefix("group:") {
                Some(group) => body.group.as_ref().is_some_and(|name| is_like(name, group)),
                None => is_like(&body.name, pattern),
            };
            let fits: Vec<bool> = bodies.iter().map(fits).collect();
            if !fits.contains(&true) {
                let pattern = shown(pattern);
                notes.warnings.push(format!("clearance: no body fits \"{pattern}\""));
            }
            fits
        });
        Rule { fits, least: self.least }
    }
}

/// Does a name fit a pattern, in which `*` stands for any text and `?` for any character?
fn is_like(name: &str, pattern: &str) -> bool {
    let (name, pattern): (Vec<char>, Vec<char>) =
        (name.chars().collect(), pattern.chars().collect());
    // `fits[i]`: do the first i characters of the name fit the pattern so far?
    let mut fits: Vec<bool> = (0..=name.len()).map(|i| i == 0).collect();
    for symbol in pattern {
        if symbol == '*' {
            let mut any = false;
            fits.iter_mut().for_each(|fits| {
                any |= *fits;
                *fits = any;
            });
        } else {
            for i in (0..name.len()).rev() {
                fits[i + 1] = fits[i] && (symbol == '?' || symbol == name[i]);
            }
            fits[0] = false;
        }
    }
    fits[name.len()]
}

#[cfg(test)]
mod tests {
    use super::is_like;

    #[test]
    fn patterns_fit_names() {
        for (pattern, fits, others) in [
            ("arm", &["arm"][..], &["arm1", "ar", ""][..]),
            ("arm*", &["arm", "arm12"], &["an arm"]),
            ("*1?*", &["link12", "1x1x"], &["link1", "1"]),
            ("**", &["", "x"], &[]),
            ("", &[""], &["x"]),
            ("a*b*c", &["abc", "aXbbYc"], &["acb", "abcd"]),
        ] {
            assert!(fits.iter().all(|name| is_like(name, pattern)), "{pattern}");
            assert!(!others.iter().any(|name| is_like(name, pattern)), "{pattern}");
        }
    }
}
