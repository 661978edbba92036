//! The path of a robot on the page.

use super::chart::Chart;
use super::findings::{Word, ends};
use crate::picture;
use crate::report::interval;
use crate::robot::{Moment, Motion, PathFound};
use crate::text::{digits, shown};

/// What is known about a path.
pub struct PathView {
    pub word: Word,
    /// What the verdict means.
    pub meaning: String,
    /// `None` for a single row.
    pub chart: Option<Chart>,
    /// What even samples would have said, if it is something else.
    pub missed: Option<String>,
    pub moments: Vec<MomentView>,
    pub stretches: Vec<StretchView>,
}

/// A moment in two pictures.
pub struct MomentView {
    pub title: &'static str,
    pub row: String,
    pub names: [String; 2],
    pub colors: [String; 2],
    pub clearance: String,
    pub bounds: String,
    /// Each is empty if it is too large.
    pub whole: String,
    pub near: String,
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
            chart: motion.and_then(|motion| Chart::of(path, motion, unit)),
            missed: motion.and_then(|motion| missed(path, motion, unit)),
            moments: moments.iter().map(|moment| MomentView::of(moment, unit)).collect(),
            stretches: stretches.iter().map(StretchView::of).collect(),
        }
    }
}

/// What a verdict says.
fn meaning(path: &PathFound, unit: &str) -> String {
    let least = if path.clearance > 0.0 {
        format!("nearer than {}{unit}", path.clearance)
    } else {
        "into contact".to_string()
    };
    match path.verdict {
        "proven" => format!(
            "At no time of the path, between its rows too, does any pair of bodies come {least}. This is a proof, not a sample."
        ),
        "clash" => "Two bodies overlap on the way.".into(),
        "close" => format!("No bodies overlap, but two come {least}."),
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

impl MomentView {
    fn of(moment: &Moment, unit: &str) -> Self {
        let Moment { title, row, scene, pair } = moment;
        let answer = &pair.answer;
        Self {
            title,
            row: digits(*row, 8),
            names: [pair.a, pair.b].map(|body| shown(&scene.bodies()[body].name)),
            colors: [pair.a, pair.b].map(|body| picture::color(scene, body)),
            clearance: format!("{}{unit}", digits(answer.signed_distance, 6)),
            bounds: format!("{}{unit}", interval(answer.lower, answer.upper, 6)),
            whole: picture::moment(scene, pair).unwrap_or_default(),
            near: picture::close_up(scene, pair, &[]).unwrap_or_default(),
        }
    }
}

impl StretchView {
    fn of(stretch: &crate::robot::Stretch) -> Self {
        let [lower, upper] = ends(stretch.lower, stretch.upper, 6);
        let names = stretch.pair.as_ref();
        Self {
            from: digits(stretch.from, 6),
            to: digits(stretch.to, 6),
            lower,
            upper,
            names: names
                .map_or_else(Default::default, |pair| pair.each_ref().map(|name| shown(name))),
        }
    }
}
