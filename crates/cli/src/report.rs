//! The result of `check` with its totals, and its JSON form.

use std::io::{self, Write};

use clearance::scene::{BodyContact, BodyPair, Class, Found, Scene, Totals};
use clearance::space::Vector;
use serde::Serialize;

use crate::scene_file::{HullNote, Notes};
use clearance_lines::contact::Contact;
use clearance_lines::number::Number;

/// The result, with everything needed to print it.
pub struct Report<'a, V: Vector> {
    pub scene: &'a Scene<V>,
    pub found: &'a Found<V>,
    /// For each pair found, its contacts; `None` if they were not requested.
    pub contacts: Option<Vec<Vec<BodyContact<V>>>>,
    /// A label for lengths.
    pub units: &'a str,
    /// The clearance that pairs should have.
    pub required: f64,
    pub notes: &'a Notes,
}

impl<V: Vector<Scalar = f64>> Report<'_, V> {
    pub fn class(&self, pair: &BodyPair<V>) -> Class {
        pair.class(self.required)
    }

    /// The number of pairs of each class among the first `count` pairs.
    fn listed(&self, count: usize) -> Totals {
        let mut listed = Totals::default();
        for pair in self.found.pairs.iter().take(count) {
            match self.class(pair) {
                Class::Clash => listed.clash += 1,
                Class::Close => listed.close += 1,
                Class::Ok => listed.ok += 1,
            }
        }
        listed
    }

    /// A sentence about the pairs that a list of `count` pairs leaves out; `None` if there are none.
    pub fn more(&self, count: usize) -> Option<String> {
        let (all, listed) = (self.found.totals, self.listed(count));
        let left = Totals {
            clash: all.clash - listed.clash.min(all.clash),
            close: all.close - listed.close.min(all.close),
            ok: all.ok - listed.ok.min(all.ok),
        };
        let sum = left.clash + left.close + left.ok;
        (sum > 0).then(|| format!("and {sum} more: {}", in_words(left)))
    }

    /// The numbers of bodies, and of pairs of each class, in one line.
    pub fn summary(&self) -> String {
        let plural =
            |n: usize, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
        let shown = self.found.pairs.len();
        let more = self.more(shown).map_or(String::new(), |more| format!(", {more}"));
        format!(
            "{}, {} shown: {}{more} ({} looked at)",
            plural(self.scene.bodies().len(), "body", "bodies"),
            plural(shown, "pair", "pairs"),
            in_words(self.listed(shown)),
            self.found.candidates,
        )
    }

    pub fn name(&self, body: usize) -> &str {
        &self.scene.bodies()[body].name
    }

    /// The contacts of a pair, by its parts.
    pub fn contacts(&self, index: usize) -> &[BodyContact<V>] {
        self.contacts.as_ref().and_then(|all| all.get(index)).map_or(&[], Vec::as_slice)
    }

    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let report = ReportOut {
            pairs: (0..self.found.pairs.len()).map(|index| self.pair(index)).collect(),
            bodies: self.scene.bodies().len(),
            candidates: self.found.candidates,
            totals: TotalsOut::of(self.found.totals),
            units: self.units,
            required: Number::of(self.required),
            summary: self.summary(),
            warnings: &self.notes.warnings,
            hulls: &self.notes.hulls,
        };
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)
    }

    fn pair(&self, index: usize) -> PairOut<'_> {
        let pair = &self.found.pairs[index];
        let answer = &pair.answer;
        let known = |number: f64| Number::of(number).filter(|_| answer.bounded());
        let touching = self.contacts.as_ref().map(|_| self.contacts(index));
        PairOut {
            a: self.name(pair.a),
            b: self.name(pair.b),
            class: self.class(pair).name(),
            signed_distance: known(answer.signed_distance),
            lower: Number::of(answer.lower),
            upper: Number::of(answer.upper),
            normal: Number::all(answer.normal),
            point_a: Number::all(answer.point_a).filter(|_| answer.bounded()),
            point_b: Number::all(answer.point_b).filter(|_| answer.bounded()),
            parts: pair.parts,
            manifolds: touching.map(|all| all.iter().map(ManifoldOut::of).collect()),
        }
    }
}

#[derive(Serialize)]
struct ReportOut<'a> {
    pairs: Vec<PairOut<'a>>,
    bodies: usize,
    candidates: usize,
    totals: TotalsOut,
    units: &'a str,
    /// Null if it is infinite.
    required: Option<Number>,
    summary: String,
    warnings: &'a [String],
    hulls: &'a [HullNote],
}

#[derive(Serialize)]
struct TotalsOut {
    clash: usize,
    close: usize,
    ok: usize,
}

impl TotalsOut {
    fn of(totals: Totals) -> Self {
        let Totals { clash, close, ok } = totals;
        Self { clash, close, ok }
    }
}

fn in_words(totals: Totals) -> String {
    format!("{} clash, {} close, {} ok", totals.clash, totals.close, totals.ok)
}

#[derive(Serialize)]
struct PairOut<'a> {
    a: &'a str,
    b: &'a str,
    class: &'static str,
    signed_distance: Option<Number>,
    lower: Option<Number>,
    upper: Option<Number>,
    normal: Option<Vec<Number>>,
    point_a: Option<Vec<Number>>,
    point_b: Option<Vec<Number>>,
    parts: [usize; 2],
    /// For every two parts that touch; `None` if it was not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    manifolds: Option<Vec<ManifoldOut>>,
}

/// The same fields as the manifold of a `contact` line.
#[derive(Serialize)]
struct ManifoldOut {
    parts: [usize; 2],
    #[serde(flatten)]
    contact: Contact,
}

impl ManifoldOut {
    fn of<V: Vector>(touching: &BodyContact<V>) -> Self {
        Self { parts: touching.parts, contact: Contact::of(&touching.manifold) }
    }
}

/// A number with `count` significant digits.
pub fn digits(x: f64, count: usize) -> String {
    if x == 0.0 {
        return "0".into();
    }
    let magnitude = x.abs().log10().floor() as i32;
    if !(-5..=9).contains(&magnitude) {
        return format!("{x:.*e}", count - 1);
    }
    let decimals = (count as i32 - 1 - magnitude).max(0) as usize;
    format!("{x:.decimals$}")
}
