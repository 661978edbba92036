//! The clearance along a path as a chart.
//!
//! Curves are in a square of 1000 units that the page stretches to its width. What must keep its form (words, dots) is
//! placed over it by percent.

use std::fmt::Write;

use super::motion::Motion;
use crate::text::{digits, place};

/// The curves and the words of a chart.
pub struct Chart {
    /// The samples, joined by lines.
    pub curve: String,
    /// What is proven between the samples, and the area below.
    pub floor: String,
    pub below: String,
    /// The height of clearance 0 and of the required one.
    pub zero: f64,
    pub required: Option<(f64, String)>,
    pub heights: Vec<Tick>,
    /// At the other axis, which has seconds if the path has times, else rows.
    pub rows: Vec<Tick>,
    pub is_timed: bool,
    pub marks: Vec<Mark>,
    /// Are there stretches about which nothing is proven?
    pub has_gaps: bool,
    /// The number of samples.
    pub count: usize,
    /// The chart in a sentence.
    pub said: String,
}

/// A place at an axis, in percent from the left or from the top.
pub struct Tick {
    pub at: f64,
    /// Empty if there is no room.
    pub text: String,
}

/// A moment, in percent from the left and from the top.
pub struct Mark {
    pub title: &'static str,
    pub text: String,
    pub left: f64,
    pub top: f64,
    /// Its words are to the left of it, and below it.
    pub is_right: bool,
    pub is_below: bool,
}

/// The range of the chart.
struct Scale<'m> {
    motion: &'m Motion,
    /// The first and the last time, or row.
    ends: [f64; 2],
    low: f64,
    high: f64,
}

/// The most labels of rows.
const MOST_LABELS: usize = 6;
/// The most ticks of rows.
const MOST_TICKS: usize = 100;

impl Chart {
    /// `None` if there is nothing to draw: a path of one row, or no pairs.
    pub fn of(motion: &Motion, required: f64, unit: &str) -> Option<Self> {
        let scale = Scale::of(motion, required)?;
        let line =
            (required > 0.0).then(|| (scale.top(required), format!("{required}{unit} required")));
        let marks = motion.moments.iter().enumerate().map(|(index, moment)| {
            let (left, clearance) = (scale.left(moment.row), moment.answer.signed_distance);
            let top = scale.top(clearance);
            Mark {
                title: moment.title,
                text: format!("{}{unit}", digits(clearance, 4)),
                left,
                top,
                is_right: left > 60.0,
                // Two are often near each other.
                is_below: if motion.moments.len() > 1 { index == 1 } else { top < 50.0 },
            }
        });
        let (floor, below) = floor(&scale, motion);
        Some(Self {
            curve: curve(&scale, motion),
            floor,
            below,
            zero: scale.top(0.0),
            required: line,
            heights: heights(&scale),
            rows: if motion.times.is_empty() { rows(motion.last) } else { seconds(&scale) },
            is_timed: !motion.times.is_empty(),
            marks: marks.collect(),
            has_gaps: motion.stretches.iter().any(|stretch| !stretch.lower.is_finite()),
            count: motion.samples.len(),
            said: said(motion, required, unit),
        })
    }
}

impl<'m> Scale<'m> {
    fn of(motion: &'m Motion, required: f64) -> Option<Self> {
        let known = motion.samples.iter().map(|sample| sample.signed_distance);
        let (least, most) = (known.clone().reduce(f64::min)?, known.reduce(f64::max)?);
        let (low, high) = (least.min(0.0), most.max(required));
        // Bounds that are far below all samples would leave no room for them.
        let floors = motion.stretches.iter().map(|stretch| stretch.lower);
        let floors = floors.filter(|lower| *lower >= low - 0.2 * (high - low));
        let low = floors.fold(low, f64::min);
        let room = if high > low { 0.1 * (high - low) } else { 1.0 };
        let last = motion.last as f64;
        let ends = [0.0, last].map(|row| motion.time(row).unwrap_or(row));
        (last > 0.0).then_some(Self { motion, ends, low: low - room, high: high + room })
    }
    /// Of a place of the path, in percent.
    fn left(&self, row: f64) -> f64 {
        self.left_of(self.motion.time(row).unwrap_or(row))
    }
    /// Of a time, or of a row.
    fn left_of(&self, at: f64) -> f64 {
        let [first, last] = self.ends;
        rounded(100.0 * (at - first) / (last - first))
    }
    fn top(&self, clearance: f64) -> f64 {
        let share = (self.high - clearance) / (self.high - self.low);
        rounded(100.0 * share.clamp(0.0, 1.0))
    }
}

/// With as many decimals as matter in percent.
fn rounded(percent: f64) -> f64 {
    (percent * 100.0).round() / 100.0
}

fn curve(scale: &Scale<'_>, motion: &Motion) -> String {
    let mut curve = String::new();
    for (index, sample) in motion.samples.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        let (x, y) = (10.0 * scale.left(sample.row), 10.0 * scale.top(sample.signed_distance));
        let _ = write!(curve, "{letter}{x:.1} {y:.1}");
    }
    curve
}

/// The steps of what is proven, and the area below. Nothing where nothing is.
fn floor(scale: &Scale<'_>, motion: &Motion) -> (String, String) {
    let (mut line, mut area) = (String::new(), String::new());
    let mut end = f64::NEG_INFINITY;
    for stretch in motion.stretches.iter().filter(|stretch| stretch.lower.is_finite()) {
        let (from, to) = (10.0 * scale.left(stretch.from), 10.0 * scale.left(stretch.to));
        let y = 10.0 * scale.top(stretch.lower);
        let step =
            if stretch.from == end { format!("V{y:.1}") } else { format!("M{from:.1} {y:.1}") };
        let _ = write!(line, "{step}H{to:.1}");
        let _ = write!(area, "M{from:.1} {y:.1}H{to:.1}V1000H{from:.1}Z");
        end = stretch.to;
    }
    (line, area)
}

/// Round numbers at the height axis.
fn heights(scale: &Scale<'_>) -> Vec<Tick> {
    round_numbers(scale.low, scale.high, 5, |value| scale.top(value))
}

/// Round seconds at their axis.
fn seconds(scale: &Scale<'_>) -> Vec<Tick> {
    let [first, last] = scale.ends;
    round_numbers(first, last, MOST_LABELS, |time| scale.left_of(time))
}

/// About so many round numbers from one to another.
fn round_numbers(low: f64, high: f64, count: usize, at: impl Fn(f64) -> f64) -> Vec<Tick> {
    let step = round_step((high - low) / count as f64);
    let first = (low / step).ceil() as i64;
    let ticks = (first..).map(|k| k as f64 * step).take_while(|value| *value <= high);
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let text = |value: f64| {
        if decimals > 6 { format!("{value:.0e}") } else { format!("{:.decimals$}", value + 0.0) }
    };
    ticks.take(20).map(|value| Tick { at: at(value), text: text(value) }).collect()
}

/// The rows at their axis: all of them, or round numbers.
fn rows(last: usize) -> Vec<Tick> {
    let step = |most: usize| match last <= most {
        true => 1,
        false => round_step(last as f64 / most as f64).ceil().max(1.0) as usize,
    };
    let (ticks, labels) = (step(MOST_TICKS), step(MOST_LABELS));
    let label =
        |row: usize| if row.is_multiple_of(labels) { row.to_string() } else { String::new() };
    let left = |row: usize| rounded(100.0 * row as f64 / last as f64);
    (0..=last).step_by(ticks).map(|row| Tick { at: left(row), text: label(row) }).collect()
}

/// 1, 2 or 5 times a power of ten: the least that is not below `step`.
fn round_step(step: f64) -> f64 {
    let power = 10.0_f64.powi(step.log10().floor() as i32);
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= step);
    factor.unwrap_or(10.0) * power
}

/// The chart in words, for readers that do not see it.
fn said(motion: &Motion, required: f64, unit: &str) -> String {
    let known = motion.samples.iter().map(|sample| sample.signed_distance);
    let most = known.reduce(f64::max).unwrap_or_default();
    let mut said = format!(
        "The signed clearance over rows 0 to {}: at most {}{unit}",
        motion.last,
        digits(most, 3)
    );
    for moment in &motion.moments {
        let clearance = digits(moment.answer.signed_distance, 3);
        let title = moment.title.to_lowercase();
        let place = place(moment.row, moment.time, 4);
        let _ = write!(said, ", {title} at {place}: {clearance}{unit}");
    }
    if required > 0.0 {
        let _ = write!(said, ", required {required}{unit}");
    }
    said + "."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (step, round) in [(0.011, 0.02), (1.0, 1.0), (3.0, 5.0), (70.0, 100.0)] {
            assert!((round_step(step) - round).abs() < 1e-12 * round, "{step}");
        }
    }

    #[test]
    fn rows_have_ticks_and_few_words() {
        for last in [1, 7, 10, 11, 99, 101, 5000] {
            let ticks = rows(last);
            let words = ticks.iter().filter(|tick| !tick.text.is_empty()).count();
            assert!(
                ticks.len() <= MOST_TICKS + 1 && (2..=MOST_LABELS + 1).contains(&words),
                "{last}"
            );
        }
        let ticks = round_numbers(-0.01, 0.09, 5, |value| value);
        let words: Vec<&str> = ticks.iter().map(|tick| tick.text.as_str()).collect();
        assert_eq!(words, ["0.00", "0.02", "0.04", "0.06", "0.08"]);
    }
}
