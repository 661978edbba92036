//! SARIF 2.1.0, as GitHub and editors read what checkers of code say.
//!
//! Source: OASIS, Static Analysis Results Interchange Format, version 2.1.0. A finding is at the first line of its scene,
//! as nothing says which lines a body is from; its bodies are the logical locations. What is approved, or known by a
//! baseline, is suppressed.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::{Case, Outcome, Rule, Suite};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The content of a file about these suites.
pub fn file(suites: &[Suite]) -> serde_json::Result<Vec<u8>> {
    let mut uris: Vec<String> = suites.iter().map(|suite| uri(&suite.file)).collect();
    uris.dedup();
    let results = suites.iter().flat_map(|suite| {
        let of_suite = suite.cases.iter().filter(|case| case.outcome != Outcome::Passed);
        let at = uris.iter().position(|other| *other == uri(&suite.file)).unwrap_or(0);
        of_suite.map(move |case| (case, at))
    });
    let results = results.map(|(case, at)| ResultOut::of(case, &uris[at], at)).collect();
    let driver = Driver {
        name: "clearance",
        version: env!("CARGO_PKG_VERSION"),
        rules: Rule::ALL.map(|rule| RuleOut {
            id: rule.name(),
            short_description: Text { text: rule.about().into() },
            default_configuration: Level { level: level(rule) },
        }),
    };
    let artifact = |uri: &String| Artifact { location: Uri { uri: uri.clone(), index: None } };
    let artifacts = uris.iter().map(artifact).collect();
    let column_kind = "unicodeCodePoints";
    let run = Run { tool: Tool { driver }, artifacts, results, column_kind };
    let mut text =
        serde_json::to_vec_pretty(&Log { schema: SCHEMA, version: "2.1.0", runs: [run] })?;
    text.push(b'\n');
    Ok(text)
}

/// What is undecided is a warning, all else an error.
fn level(rule: Rule) -> &'static str {
    if rule == Rule::Undecided { "warning" } else { "error" }
}

/// A file's name as a URI: relative as it was given, or absolute. All but letters, digits and `-._~/` is escaped.
fn uri(file: &str) -> String {
    let path = file.replace(std::path::MAIN_SEPARATOR, "/");
    let escape = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' | b'/' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    let escaped: String = path.bytes().map(escape).collect();
    match Path::new(file).is_absolute() {
        true => format!("file:///{}", escaped.trim_start_matches('/')),
        false => escaped,
    }
}

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    artifacts: Vec<Artifact>,
    results: Vec<ResultOut>,
    column_kind: &'static str,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: [RuleOut; Rule::ALL.len()],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleOut {
    id: &'static str,
    short_description: Text,
    default_configuration: Level,
}

#[derive(Serialize)]
struct Level {
    level: &'static str,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
struct Artifact {
    location: Uri,
}

#[derive(Serialize)]
struct Uri {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultOut {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Text,
    locations: [Location; 1],
    /// The id of a finding, by which a later run is about the same one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppression>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: Physical,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<Logical>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Uri,
    region: Region,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
}

#[derive(Serialize)]
struct Logical {
    name: String,
    kind: &'static str,
}

#[derive(Serialize)]
struct Suppression {
    kind: &'static str,
    justification: String,
}

impl ResultOut {
    fn of(case: &Case, uri: &str, index: usize) -> Self {
        let logical = |name: &String| Logical { name: name.clone(), kind: "object" };
        let excuse = match &case.outcome {
            Outcome::Excused(reason) => Some(reason.clone()),
            _ => None,
        };
        let suppression = |justification| Suppression { kind: "external", justification };
        Self {
            rule_id: case.rule.name(),
            rule_index: Rule::ALL.iter().position(|rule| *rule == case.rule).unwrap_or(0),
            level: level(case.rule),
            message: Text { text: format!("{}: {}", case.name, case.message) },
            locations: [Location {
                physical_location: Physical {
                    artifact_location: Uri { uri: uri.into(), index: Some(index) },
                    region: Region { start_line: 1 },
                },
                logical_locations: case.bodies.iter().map(logical).collect(),
            }],
            partial_fingerprints: case
                .id
                .map(|id| ("clearance/v1", id.to_string()))
                .into_iter()
                .collect(),
            suppressions: excuse.map(suppression).into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn names_of_files_are_uris() {
        assert_eq!(uri("cells/a b.toml"), "cells/a%20b.toml");
        assert_eq!(uri("ü#.toml"), "%C3%BC%23.toml");
        #[cfg(unix)]
        assert_eq!(uri("/cells/a.toml"), "file:///cells/a.toml");
    }
}
