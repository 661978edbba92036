//! What `check` found, and what it means; and the same as JSON.

use std::io::{self, Write};

use clearance::Clearance;
use clearance::scene::{BodyContact, BodyPair, Found, Scene};
use clearance::space::Vector;
use serde::Serialize;

use crate::answer::Number;
use crate::contact::Contact;

/// What a clearance means for a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// The bodies touch or overlap, or no gap between them is proven.
    Clash,
    /// There is a gap, but it is less than required.
    Close,
    Ok,
}

impl Class {
    fn of<V: Vector<Scalar = f64>>(answer: &Clearance<V>, required: f64) -> Self {
        if answer.intersects() {
            Self::Clash
        } else if answer.signed_distance < required {
            Self::Close
        } else {
            Self::Ok
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Clash => "clash",
            Self::Close => "close",
            Self::Ok => "ok",
        }
    }
}

/// What was found, and what is needed to say it.
pub struct Report<'a, V: Vector> {
    pub scene: &'a Scene<V>,
    pub found: &'a Found<V>,
    /// Of each pair found, where it touches; none where that was not asked for.
    pub contacts: Option<Vec<Vec<BodyContact<V>>>>,
    /// A label for lengths.
    pub units: &'a str,
    /// The clearance that pairs should have.
    pub required: f64,
}

impl<V: Vector<Scalar = f64>> Report<'_, V> {
    pub fn class(&self, pair: &BodyPair<V>) -> Class {
        Class::of(&pair.answer, self.required)
    }

    pub fn name(&self, body: usize) -> &str {
        &self.scene.bodies()[body].name
    }

    /// Where a pair found touches, by its parts.
    pub fn contacts(&self, index: usize) -> &[BodyContact<V>] {
        self.contacts.as_ref().and_then(|all| all.get(index)).map_or(&[], Vec::as_slice)
    }

    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let report = ReportOut {
            pairs: (0..self.found.pairs.len()).map(|index| self.pair(index)).collect(),
            bodies: self.scene.bodies().len(),
            candidates: self.found.candidates,
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
            class: self.class(pair),
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
}

#[derive(Serialize)]
struct PairOut<'a> {
    a: &'a str,
    b: &'a str,
    class: Class,
    signed_distance: Option<Number>,
    lower: Option<Number>,
    upper: Option<Number>,
    normal: Option<Vec<Number>>,
    point_a: Option<Vec<Number>>,
    point_b: Option<Vec<Number>>,
    parts: [usize; 2],
    /// Of every two parts that touch; none where that was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    manifolds: Option<Vec<ManifoldOut>>,
}

/// As the manifold of a `contact` line.
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

/// A number with so many significant digits.
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
