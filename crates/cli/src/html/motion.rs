//! The path of a robot on the page.

use clearance_pictures::path::{self, Motion, Stretch};

use super::findings::{Word, ends};
use crate::robot::PathFound;
use crate::text::{digits, shown};

/// What is known about a path.
pub struct PathView {
    pub word: Word,
    /// What the verdict means.
    pub meaning: String,
    /// A part of the page; `None` for a single row.
    pub chart: Option<String>,
    /// What even samples would have said, if it is something else.
    pub missed: Option<String>,
    /// Parts of the page.
    pub moments: Vec<String>,
    pub stretches: Vec<StretchView>,
}

/// A row of the numbers behind the chart.
pub struct StretchView {
    pub from: String,
    pub to: String,
    pub lower: String,
    pub upper: String,
    pub names: [String; 2],
}

impl PathView {
    /// What the page shows of a path, whose lengths have this unit.
    pub fn of(path: &PathFound, motion: Option<&Motion>, unit: &str) -> Self {
        let looks = [("proven", "good"), ("clash", "bad"), ("close", "near")];
        let look = looks.iter().find(|(name, _)| *name == path.verdict);
        let moments = motion.map_or(&[][..], |motion| &motion.moments);
        let stretches = motion.map_or(&[][..], |motion| &motion.stretches);
        Self {
            word: Word { name: path.verdict, look: look.map_or("open", |(_, look)| look) },
            meaning: meaning(path, unit),
            chart: motion.and_then(|motion| path::chart(motion, path.clearance, unit)),
            missed: motion.and_then(|motion| missed(path, motion, unit)),
            moments: moments.iter().map(|moment| path::moment(moment, unit)).collect(),
            stretches: stretches
                .iter()
                .filter_map(|stretch| Some(StretchView::of(stretch, motion?)))
                .collect(),
        }
    }
}

/// What a verdict says.
fn meaning(path: &PathFound, unit: &str) -> String {
    let nearer_than = |clearance: f64| match clearance {
        0.0 => "into contact".to_string(),
        clearance => format!("nearer than {clearance}{unit}"),
    };
    let mut least = nearer_than(path.clearance);
    if path.pairs_with_own > 0 {
        least += ", or nearer than the scene requires of it";
    }
    match path.verdict {
        "proven" => format!(
            "At no time of the path, between its rows too, does any pair of bodies come {least}. This is a proof, not a sample."
        ),
        "clash" => "Two bodies overlap on the way.".into(),
        "close" => {
            let required = path.at.as_ref().map_or(path.clearance, |at| at.required);
            format!("No bodies overlap, but two come {}.", nearer_than(required))
        }
        _ => "Two bodies graze each other at the required distance: neither side of it could be proven.".into(),
    }
}

/// What samples miss: a contact, or a place that is too close.
fn missed(path: &PathFound, motion: &Motion, unit: &str) -> Option<String> {
    let even = motion.samples.iter().filter(|sample| sample.is_even);
    let least = even.clone().map(|sample| sample.lower).reduce(f64::min)?;
    let is_missed = match path.verdict {
        "clash" => least > 0.0,
        "close" => least >= path.clearance,
        _ => false,
    };
    is_missed.then(|| {
        let [least, _] = ends(least, least, 3);
        format!(
            "{} even samples do not find it: in all of them the bodies are at least {least}{unit} apart.",
            even.count(),
        )
    })
}

impl StretchView {
    fn of(stretch: &Stretch, motion: &Motion) -> Self {
        let place = |row: f64| match motion.time(row) {
            Some(time) => format!("{} ({} s)", digits(row, 6), digits(time, 6)),
            None => digits(row, 6),
        };
        let [lower, upper] = ends(stretch.lower, stretch.upper, 6);
        let names = stretch.pair.as_ref();
        Self {
            from: place(stretch.from),
            to: place(stretch.to),
            lower,
            upper,
            names: names
                .map_or_else(Default::default, |pair| pair.each_ref().map(|name| shown(name))),
        }
    }
}
