//! Pairs of bodies as rows and cards, and pairs of links within the limits.

use clearance::space::DVector;

use super::MOST_PICTURES;
use crate::findings;
use crate::picture;
use crate::report::Report;
use crate::robot::Allowed;
use crate::scene::{BodyPair, Class};
use crate::table::fixed;
use crate::text::{digits, interval, shown};

/// A verdict, and how it looks.
#[derive(Clone, Copy, PartialEq)]
pub struct Word {
    pub name: &'static str,
    /// "bad", "near", "open" or "good".
    pub look: &'static str,
}

/// Two bodies.
pub struct Finding {
    pub number: usize,
    pub names: [String; 2],
    /// The colours of the bodies in the pictures.
    pub colors: [String; 2],
    pub word: Word,
    pub clearance: Aligned,
    pub lower: Aligned,
    pub upper: Aligned,
    /// The bounds, rounded outwards.
    pub bounds: String,
    pub required: Aligned,
    pub normal: String,
    pub points: Option<[String; 2]>,
    pub parts: [String; 2],
    pub contacts: usize,
    /// How they fit into each other; empty if they do not.
    pub fit: String,
    /// Bounds of the local depth, and of what both have in common; empty if they are not known.
    pub local: String,
    pub common: String,
    pub only_hulls: bool,
    /// What is known of it besides, and why it is approved; empty if nothing is.
    pub state: String,
    pub reasons: String,
    /// Where they clash, if at several places.
    pub places: Vec<PlaceRow>,
    /// Empty if it has none.
    pub picture: String,
    /// A section through a clash; empty if it has none.
    pub section: String,
    /// The pairs of their parts, worst first; none if they were not requested.
    pub part_pairs: Vec<PartPair>,
}

impl Finding {
    /// Has it a card?
    pub fn has_card(&self) -> bool {
        !(self.picture.is_empty() && self.part_pairs.is_empty() && self.places.is_empty())
    }
}

/// One of several places where two bodies clash.
pub struct PlaceRow {
    pub clearance: String,
    pub point: String,
    pub state: &'static str,
}

/// Two parts of two bodies.
pub struct PartPair {
    pub names: [String; 2],
    pub word: Word,
    pub clearance: String,
    /// The bounds, rounded outwards.
    pub bounds: String,
}

/// A number in a column: its digits, and zeros that are not seen, so that the points stand below each other.
pub struct Aligned {
    pub value: f64,
    pub text: String,
    pub pad: String,
}

impl Aligned {
    fn of(value: f64, text: String) -> Self {
        Self { value, text, pad: String::new() }
    }

    /// Fills the column up to as many decimals as its longest number has.
    fn align(column: &mut [&mut Self]) {
        let decimals = |text: &str| match (text.contains('e'), text.split_once('.')) {
            (false, Some((_, decimals))) => decimals.len() + 1,
            _ => 0,
        };
        let most = column.iter().map(|number| decimals(&number.text)).max().unwrap_or(0);
        for number in column {
            number.pad = "0".repeat(most - decimals(&number.text));
        }
    }
}

/// All pairs found, the first ones with pictures.
pub fn all<V: DVector>(report: &Report<'_, V>, unit: &str) -> Vec<Finding> {
    let (pairs, size) = (report.found.pairs.iter().enumerate(), report.size());
    let mut findings: Vec<Finding> =
        pairs.map(|(index, pair)| finding(report, index, pair, size, unit)).collect();
    let column = |of: fn(&mut Finding) -> &mut Aligned, all: &mut [Finding]| {
        Aligned::align(&mut all.iter_mut().map(of).collect::<Vec<_>>());
    };
    column(|finding| &mut finding.clearance, &mut findings);
    column(|finding| &mut finding.lower, &mut findings);
    column(|finding| &mut finding.upper, &mut findings);
    column(|finding| &mut finding.required, &mut findings);
    findings
}

fn finding<V: DVector>(
    report: &Report<'_, V>,
    index: usize,
    pair: &BodyPair<V>,
    size: f64,
    unit: &str,
) -> Finding {
    let answer = &pair.answer;
    let [lower, upper] = ends(answer.lower, answer.upper, 6);
    let picture = match index < MOST_PICTURES {
        true => picture::close_up(report.scene, pair, report.contacts(index)).unwrap_or_default(),
        false => String::new(),
    };
    let section = match index < MOST_PICTURES {
        true => picture::section(report, index, unit, &format!("section-{}", index + 1)),
        false => None,
    };
    let points = [answer.point_a, answer.point_b].map(|p| format!("{}{unit}", fixed(p, size)));
    let contacts = report.contacts(index).iter().map(|contact| contact.manifold.points().len());
    Finding {
        number: index + 1,
        names: [pair.a, pair.b].map(|body| shown(report.name(body))),
        colors: [pair.a, pair.b].map(|body| picture::color(report.scene, body)),
        word: Word { name: pair.class.name(), look: look(pair.class) },
        clearance: Aligned::of(answer.signed_distance, clearance(pair)),
        lower: Aligned::of(answer.lower, lower),
        upper: Aligned::of(answer.upper, upper),
        required: Aligned::of(pair.required, pair.required.to_string()),
        normal: fixed(answer.normal, 1.0),
        points: pair.bounded().then_some(points),
        parts: part_names(report, pair),
        part_pairs: report.parts(index).iter().map(|pair| part_pair(report, pair)).collect(),
        contacts: contacts.sum(),
        fit: report.fit_text(index).unwrap_or_default(),
        local: pair.local.map_or(String::new(), |local| interval(local.lower, local.upper, 4)),
        common: report.common_text(index).unwrap_or_default(),
        only_hulls: pair.hulls_clash == Some(true) && !pair.class.is_clash(),
        state: report.state(index),
        reasons: shown(&report.reasons(index)),
        places: places(report, index, size),
        picture,
        section: section.unwrap_or_default(),
        bounds: interval(answer.lower, answer.upper, 6),
    }
}

fn places<V: DVector>(report: &Report<'_, V>, index: usize, size: f64) -> Vec<PlaceRow> {
    let place = |finding: &findings::Finding<V>| PlaceRow {
        clearance: digits(finding.clearance, 6),
        point: finding.point.map_or(String::new(), |point| fixed(point, size)),
        state: finding.state(),
    };
    let places: Vec<PlaceRow> = report.findings_of(index).map(place).collect();
    if places.len() > 1 { places } else { Vec::new() }
}

fn part_pair<V: DVector>(report: &Report<'_, V>, pair: &BodyPair<V>) -> PartPair {
    PartPair {
        names: part_names(report, pair),
        word: Word { name: pair.class.name(), look: look(pair.class) },
        clearance: clearance(pair),
        bounds: interval(pair.answer.lower, pair.answer.upper, 6),
    }
}

fn part_names<V: DVector>(report: &Report<'_, V>, pair: &BodyPair<V>) -> [String; 2] {
    [(pair.a, 0), (pair.b, 1)].map(|(body, i)| report.part_name(body, pair.parts[i]))
}

fn clearance<V: DVector>(pair: &BodyPair<V>) -> String {
    if pair.bounded() { digits(pair.answer.signed_distance, 6) } else { "unbounded".into() }
}

/// The ends of an interval with so many digits, rounded outwards.
pub fn ends(lower: f64, upper: f64, count: usize) -> [String; 2] {
    let both = interval(lower, upper, count);
    let (lower, upper) = both.trim_matches(['[', ']']).split_once(", ").unwrap_or_default();
    [lower.into(), upper.into()]
}

fn look(class: Class) -> &'static str {
    match class {
        Class::Clash | Class::Inside | Class::Duplicate => "bad",
        Class::Close => "near",
        Class::Touch => "open",
        Class::Ok => "good",
    }
}

/// Each verdict once, in the order of the rows, with the number of its rows.
pub fn counted(words: impl Iterator<Item = Word>) -> Vec<(Word, usize)> {
    let mut counts: Vec<(Word, usize)> = Vec::new();
    for word in words {
        match counts.iter_mut().find(|(other, _)| *other == word) {
            Some((_, count)) => *count += 1,
            None => counts.push((word, 1)),
        }
    }
    counts
}

/// A sentence about the pairs without pictures.
pub fn left_out(findings: &[Finding]) -> Option<String> {
    let beyond = findings.len().saturating_sub(MOST_PICTURES);
    let listed = findings.iter().take(MOST_PICTURES);
    let large = listed.filter(|finding| finding.picture.is_empty()).count();
    let plural = |n: usize| if n == 1 { "1 pair".to_string() } else { format!("{n} pairs") };
    let beyond = (beyond > 0).then(|| {
        format!(
            "Only the {MOST_PICTURES} worst are drawn: {} below them have no picture.",
            plural(beyond)
        )
    });
    let large = (large > 0).then(|| {
        format!("Not drawn, as their pictures are too large for a page: {}.", plural(large))
    });
    let said: Vec<String> = [beyond, large].into_iter().flatten().collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// Two links within the limits of the joints.
pub struct LinkPair {
    pub names: [String; 2],
    pub word: Word,
    /// The share of the configurations that is undecided, in percent.
    pub open: Option<String>,
    /// The reason of the SRDF file.
    pub disabled: String,
    pub contradicts: bool,
}

/// The pairs that were asked about.
pub fn links(allowed: Option<&Allowed>) -> Vec<LinkPair> {
    let pairs = allowed.map_or(&[][..], Allowed::pairs).iter();
    let link = |found: &crate::robot::PairOut| LinkPair {
        names: found.pair.each_ref().map(|name| shown(name)),
        word: Word {
            name: found.verdict,
            look: match found.verdict {
                _ if found.contradicts() => "bad",
                "never" => "good",
                "undecided" => "open",
                _ => "near",
            },
        },
        open: found.open.map(|open| format!("{:.2} %", 100.0 * open)),
        disabled: shown(found.disabled.as_deref().unwrap_or_default()),
        contradicts: found.contradicts(),
    };
    pairs.map(link).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_points_stand_below_each_other() {
        let mut column = ["0.5", "-12.25", "3", "1.5e-9"].map(|text| Aligned::of(0.0, text.into()));
        Aligned::align(&mut column.iter_mut().collect::<Vec<_>>());
        assert_eq!(column.map(|number| number.pad.len()), [1, 0, 3, 3]);
    }
}
