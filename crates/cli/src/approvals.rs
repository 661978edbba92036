//! Approvals: findings that are known to be right, or will be seen to. They are listed, and are no failures.
//!
//! `--approvals FILE`, and a scene, have them as tables `[[approved]]`; `--approve FILE` adds those that approve what is
//! found now. The first one that holds for a finding is used, those of its id before others. There is a warning for one that
//! has expired, allows less than was found, or fits no finding at all.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use clearance::space::DVector;
use clearance_lines::keys::{Form, Known, Tree};
use clearance_lines::words;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Serialize;
use toml::Value;
use uuid::Uuid;

use crate::findings::{Approved, Finding};
use crate::input;
use crate::scene::{Body, BodyPair, Class, Scene};
use crate::scene_file::pattern::Pattern;
use crate::scene_file::table::{check, names, text_of};
use crate::text::{digits, interval, shown};

const KEYS: [Known; 7] = [
    ("between", Form::Texts),
    ("class", Form::Text),
    ("id", Form::Text),
    ("reason", Form::Text),
    ("date", Form::Any),
    ("until", Form::Any),
    ("least", Form::Number),
];

/// Those without an id are compared with every finding.
const MOST_PATTERNS: usize = 10_000;

/// Findings that are no failures, and why.
#[derive(Debug)]
pub struct Approval {
    between: [Pattern; 2],
    class: Option<String>,
    id: Option<Uuid>,
    reason: String,
    date: Date,
    /// The last day on which it holds, in UTC.
    until: Option<Date>,
    /// The least clearance of the pair for which it holds.
    least: Option<f64>,
    /// Its number, and the file it is in.
    place: String,
}

impl Approval {
    fn of(table: &Value, place: &str) -> Result<Self> {
        check("an approval", table, &KEYS)?;
        let between = names(table.entry("between").context("it needs between")?);
        let [first, second] = <[String; 2]>::try_from(between)
            .map_err(|has| anyhow!("between takes two names or patterns, but has {}", has.len()))?;
        let class = text_of(table, "class");
        if let Some(class) = &class {
            let known = Class::FAILING.map(Class::name);
            ensure!(known.contains(&&class[..]), "{}", words::unknown("class", class, &known));
        }
        let id = text_of(table, "id").map(|id| Uuid::try_parse(&id)).transpose();
        let reason = text_of(table, "reason").unwrap_or_default();
        ensure!(!reason.trim().is_empty(), "it needs a reason");
        let least = table.entry("least").and_then(Tree::number);
        ensure!(least.is_none_or(f64::is_finite), "least must be a finite number");
        Ok(Self {
            between: [Pattern::of(&first)?, Pattern::of(&second)?],
            class,
            id: id.context("id is not the id of a finding")?,
            reason,
            date: date(table, "date")?.context("it needs a date, as 2026-11-28")?,
            until: date(table, "until")?,
            least,
            place: place.into(),
        })
    }

    /// Is it about this pair?
    fn fits<V: DVector>(&self, pair: &BodyPair<V>, scene: &Scene<V>) -> bool {
        let fits =
            |pattern: &Pattern, body: &Body<V>| pattern.fits(&body.name, body.group.as_deref());
        let [first, second] = &self.between;
        let [a, b] = [pair.a, pair.b].map(|body| &scene.bodies()[body]);
        let by_names = fits(first, a) && fits(second, b) || fits(first, b) && fits(second, a);
        by_names && self.class.as_deref().is_none_or(|class| class == pair.class.name())
    }

    fn told(&self) -> Approved {
        let until = self.until.map(|until| until.to_string());
        Approved { reason: self.reason.clone(), date: self.date.to_string(), until }
    }

    /// Why it does not hold, if it does not.
    fn lapsed<V: DVector>(&self, pair: &BodyPair<V>, today: Date) -> Option<String> {
        if let Some(until) = self.until.filter(|until| *until < today) {
            return Some(format!("it expired on {until}"));
        }
        let (least, lower) = (self.least?, pair.answer.lower);
        (lower < least)
            .then(|| format!("it allows a clearance of {least}, and this is {}", digits(lower, 6)))
    }
}

/// A day: TOML has dates, and a text is taken, too.
fn date(table: &Value, key: &str) -> Result<Option<Date>> {
    let Some(value) = table.entry(key) else { return Ok(None) };
    let text = match value {
        Value::Datetime(date) => date.to_string(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let date = text.parse().map_err(|_| anyhow!("{key} is no date as 2026-11-28, but {text}"));
    date.map(Some)
}

/// The entries of a list `approved`, which is in a file of this name.
pub fn all(list: &[Value], file: &str) -> Result<Vec<Approval>> {
    let entry = |(number, table): (usize, &Value)| {
        let place = format!("approved[{number}]");
        Approval::of(table, &format!("{place} of {file}")).context(place)
    };
    let all = list.iter().enumerate().map(entry).collect::<Result<Vec<_>>>()?;
    let count = all.iter().filter(|approval| approval.id.is_none()).count();
    ensure!(
        count <= MOST_PATTERNS,
        "it has {count} approvals without id, and {MOST_PATTERNS} are the most"
    );
    Ok(all)
}

/// Those of a file.
pub fn load(path: &Path) -> Result<Vec<Approval>> {
    let text = input::read_text(path, input::MOST_OF_A_SCENE)?;
    read(&text, &input::name(path)).with_context(|| input::name(path))
}

fn read(text: &str, name: &str) -> Result<Vec<Approval>> {
    let file = Value::Table(toml::from_str(text)?);
    check("a file of approvals", &file, &[("approved", Form::Tables)])?;
    all(file.entry("approved").and_then(Tree::items).unwrap_or_default(), name)
}

/// Approves what is to be approved; returns warnings.
pub fn apply<V: DVector>(
    approvals: &[&Approval],
    scene: &Scene<V>,
    pairs: &[BodyPair<V>],
    findings: &mut [Finding<V>],
) -> Vec<String> {
    let (today, mut warnings) = (today(), Vec::new());
    let (mut of_id, mut of_any) = (BTreeMap::<Uuid, Vec<usize>>::new(), Vec::new());
    for (number, approval) in approvals.iter().enumerate() {
        match approval.id {
            Some(id) => of_id.entry(id).or_default().push(number),
            None => of_any.push(number),
        }
    }
    let mut is_used = vec![false; approvals.len()];
    for finding in findings {
        let pair = &pairs[finding.pair];
        let mut lapsed = Vec::new();
        for number in of_id.get(&finding.id).into_iter().flatten().chain(&of_any) {
            let approval = approvals[*number];
            if !approval.fits(pair, scene) {
                continue;
            }
            is_used[*number] = true;
            match approval.lapsed(pair, today) {
                None => {
                    finding.approved = Some(approval.told());
                    break;
                }
                Some(why) => lapsed.push(format!("{}: {why}", approval.place)),
            }
        }
        if finding.approved.is_none() {
            warnings.extend(lapsed);
        }
    }
    let unused = approvals.iter().zip(&is_used).filter(|(_, is_used)| !**is_used);
    warnings.extend(unused.map(|(approval, _)| {
        let [first, second] = approval.between.each_ref().map(|pattern| shown(&pattern.text));
        format!("{} (between \"{first}\" and \"{second}\"): nothing found fits it", approval.place)
    }));
    warnings
}

/// The day, in UTC.
fn today() -> Date {
    Timestamp::now().to_zoned(TimeZone::UTC).date()
}

/// An entry as it is written.
#[derive(Serialize)]
struct Written {
    approved: [Entry; 1],
}

#[derive(Serialize)]
struct Entry {
    between: [String; 2],
    class: &'static str,
    id: Uuid,
    reason: String,
    date: toml::value::Datetime,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<f64>,
}

/// What `file` has in it, which must be approvals; nothing if there is no such file.
pub fn before(file: &Path) -> Result<String> {
    if !fs::exists(file).unwrap_or(true) {
        return Ok(String::new());
    }
    let text = input::read_text(file, input::MOST_OF_A_SCENE)?;
    read(&text, "").with_context(|| format!("--approve: {}", input::name(file)))?;
    Ok(text)
}

/// Approves each finding that is not yet, as deep as it is, and adds that to the text of a file.
pub fn approve<V: DVector>(
    text: &mut String,
    reason: &str,
    scene: &Scene<V>,
    pairs: &[BodyPair<V>],
    findings: &mut [Finding<V>],
) -> Result<()> {
    if !(text.is_empty() || text.ends_with('\n')) {
        text.push('\n');
    }
    let today = today();
    for finding in findings.iter_mut().filter(|finding| finding.approved.is_none()) {
        let pair = &pairs[finding.pair];
        let approved = Approved { reason: reason.into(), date: today.to_string(), until: None };
        let entry = Entry {
            between: [pair.a, pair.b].map(|body| scene.bodies()[body].name.clone()),
            class: pair.class.name(),
            id: finding.id,
            reason: reason.into(),
            date: approved.date.parse()?,
            least: limit(pair),
        };
        let entry = toml::to_string(&Written { approved: [entry] })?;
        finding.approved = Some(approved);
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&entry);
    }
    read(text, "")
        .context("--approve: nothing can be added to the file: it needs tables [[approved]]")?;
    Ok(())
}

/// The least clearance that approves a pair as it is: of four digits, rounded down, after a millionth of it and a billionth
/// of the pair's coordinates, which another rounding of the same scene may take.
fn limit<V: DVector>(pair: &BodyPair<V>) -> Option<f64> {
    let answer = &pair.answer;
    let size = answer.point_a.max_abs().max(answer.point_b.max_abs());
    let lower = answer.lower - 1e-6 * answer.lower.abs() - 1e-9 * size;
    let rounded = interval(lower, lower, 4);
    let rounded = rounded.trim_matches(['[', ']']).split_once(", ")?.0;
    rounded.parse().ok().filter(|_| pair.bounded())
}
