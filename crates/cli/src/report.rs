//! The result of `check` with its totals, and its JSON form.

use std::io::{self, Write};

use clearance::space::{DVector, Vector};
use clearance::{LocalDepth, Overlap};
use clearance_models::{FileNote, MeshNote, Notes};
use serde::Serialize;
use uuid::Uuid;

use crate::baseline::{self, Before};
use crate::findings::{self, Approved, Finding};
use crate::fit::{self, Fit};
use crate::robot::Robot;
use crate::scene::{BodyContact, BodyPair, Class, Scene, Totals};
use crate::survey::{Found, Left};
use crate::text::{digits, interval, row, shown};
use clearance_lines::answer::Place;
use clearance_lines::contact::Contact;
use clearance_lines::number::Number;

/// The result, with everything needed to print it.
pub struct Report<'a, V: Vector> {
    pub scene: &'a Scene<V>,
    /// What is checked, if it is one of several in a call.
    pub name: Option<&'a str>,
    pub found: &'a Found<V>,
    /// For each pair found, its contacts; `None` if they were not requested.
    pub contacts: Option<Vec<Vec<BodyContact<V>>>>,
    /// For each pair found, the pairs of its parts; `None` if they were not requested.
    pub parts: Option<Vec<Vec<BodyPair<V>>>>,
    /// For each pair found, what both have in common, if they clash and it is known; `None` if it was not requested.
    pub common: Option<Vec<Option<Overlap<V>>>>,
    /// What is wrong with the pairs found.
    pub findings: Vec<Finding<V>>,
    /// What was wrong in an earlier run, and is no more.
    pub gone: Vec<Before>,
    /// Is there an earlier run, or are there approvals?
    pub has_states: bool,
    /// A label for lengths.
    pub units: &'a str,
    /// The clearance that pairs should have, or minus the overlap that is tolerated.
    pub required: f64,
    pub notes: &'a Notes,
    /// What is proven about a robot.
    pub robot: Robot,
}

impl<V: DVector> Report<'_, V> {
    /// The number of pairs of each class among the first `count` pairs.
    fn listed(&self, count: usize) -> Totals {
        let mut listed = Totals::default();
        self.found.pairs.iter().take(count).for_each(|pair| listed.count(pair.class));
        listed
    }

    /// A sentence about the pairs that a list of `count` pairs leaves out; `None` if there are none.
    pub fn more(&self, count: usize) -> Option<String> {
        let (all, listed) = (self.found.totals, self.listed(count));
        let left = Totals {
            clash: all.clash - listed.clash.min(all.clash),
            touch: all.touch - listed.touch.min(all.touch),
            close: all.close - listed.close.min(all.close),
            ok: all.ok - listed.ok.min(all.ok),
        };
        let sum = left.clash + left.touch + left.close + left.ok;
        (sum > 0).then(|| format!("and {sum} more: {}", in_words(left)))
    }

    /// The numbers of bodies, and of pairs of each class, in one line.
    pub fn summary(&self) -> String {
        let plural =
            |n: usize, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
        let shown = self.found.pairs.len();
        let more = self.more(shown).map_or(String::new(), |more| format!(", {more}"));
        let left = self.left().map_or(String::new(), |left| format!("; {left}"));
        format!(
            "{}, {} shown: {}{more} ({} looked at{left})",
            plural(self.scene.bodies().len(), "body", "bodies"),
            plural(shown, "pair", "pairs"),
            in_words(self.listed(shown)),
            self.found.candidates,
        )
    }

    /// The pairs that were not looked at when the work had to end; `None` if there are none.
    pub fn left(&self) -> Option<String> {
        let Left { count, first } = &self.found.left;
        let [a, b] = first.first()?.map(|body| shown(self.name(body)));
        Some(format!("{count} were not, as the work was ended: {a} and {b} are the first"))
    }

    /// How many pairs clash only if pieces are taken as their hulls; `None` if there are none.
    pub fn only_hulls(&self) -> Option<String> {
        let only = |pair: &&BodyPair<V>| pair.hulls_clash == Some(true) && !pair.class.is_clash();
        match self.found.pairs.iter().filter(only).count() {
            0 => None,
            1 => Some("1 pair clashes only as hulls".into()),
            more => Some(format!("{more} pairs clash only as hulls")),
        }
    }

    /// The findings of a pair.
    pub fn findings_of(&self, index: usize) -> impl Iterator<Item = &Finding<V>> {
        let first = self.findings.partition_point(|finding| finding.pair < index);
        self.findings[first..].iter().take_while(move |finding| finding.pair == index)
    }

    /// What is known of a pair's findings: `new`, or `1 new, 2 known`.
    pub fn state(&self, index: usize) -> String {
        let findings = self.findings_of(index).filter(|_| self.has_states);
        let states: Vec<&str> = findings.map(Finding::state).collect();
        let count = |state: &&str| states.iter().filter(|other| *other == state).count();
        match &states[..] {
            [] => String::new(),
            [state] => (*state).into(),
            _ => {
                let counts = STATES.iter().map(|state| (count(state), state));
                let counts = counts.filter(|(count, _)| *count > 0);
                counts
                    .map(|(count, state)| format!("{count} {state}"))
                    .collect::<Vec<_>>()
                    .join(", ")
            }
        }
    }

    /// The reasons of what is approved of a pair.
    pub fn reasons(&self, index: usize) -> String {
        let approved = self.findings_of(index).filter_map(|finding| finding.approved.as_ref());
        let mut reasons: Vec<&str> = approved.map(|approved| &approved.reason[..]).collect();
        reasons.dedup();
        reasons.join("; ")
    }

    /// The lines below the table: what findings there are, if there is more to say of them than the totals do.
    pub fn about_findings(&self) -> impl Iterator<Item = String> {
        let count = |state: &str| self.findings.iter().filter(|one| one.state() == state).count();
        let counts = STATES.map(|state| (count(state), state));
        let gone = (self.gone.len(), "gone");
        let said = counts.into_iter().chain([gone]).filter(|(count, _)| *count > 0);
        let said = said.map(|(count, state)| format!(", {count} {state}")).collect::<String>();
        let number = self.findings.len();
        let plural = if number == 1 { "" } else { "s" };
        let states = self.has_states.then(|| format!("{number} finding{plural}{said}"));
        let objects = self
            .has_states
            .then(|| findings::by_object(self.scene, &self.found.pairs, &self.findings));
        let objects = objects.flatten();
        states.into_iter().chain(self.gone.iter().map(Before::line)).chain(objects)
    }

    /// A line for each file whose objects are bodies.
    pub fn files(&self) -> impl Iterator<Item = String> {
        self.notes.files.iter().map(|note| {
            let FileNote { file, objects, triangles, size, closed } = note;
            let size: Vec<String> = size.iter().map(|length| row(*length, 6)).collect();
            let unit = if self.units.is_empty() {
                String::new()
            } else {
                format!(" {}", shown(self.units))
            };
            let plural =
                |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
            format!(
                "{}: {}, {}, {}{unit}, {}",
                shown(file),
                plural(*objects, "object"),
                plural(*triangles, "triangle"),
                size.join(" x "),
                if *closed { "closed" } else { "not closed" },
            )
        })
    }

    pub fn name(&self, body: usize) -> &str {
        &self.scene.bodies()[body].name
    }

    /// The contacts of a pair, by its parts.
    pub fn contacts(&self, index: usize) -> &[BodyContact<V>] {
        self.contacts.as_ref().and_then(|all| all.get(index)).map_or(&[], Vec::as_slice)
    }

    /// How two bodies that do not clash fit into each other, if their contacts within the margin tell it.
    pub fn fit(&self, index: usize) -> Option<Fit> {
        let pair = &self.found.pairs[index];
        let contacts = self.contacts(index).iter().map(|contact| &contact.manifold);
        (!pair.class.is_clash()).then(|| fit::fit(contacts, pair.answer.lower)).flatten()
    }

    /// The fit in words.
    pub fn fit_text(&self, index: usize) -> Option<String> {
        let Fit { lower, upper } = self.fit(index)?;
        Some(format!("fit with a play in {}", interval(lower, upper, 4)))
    }

    /// Was the local depth of some pairs asked for?
    pub fn has_local(&self) -> bool {
        let parts = self.parts.iter().flatten().flatten();
        self.found.pairs.iter().chain(parts).any(|pair| pair.local.is_some())
    }

    /// What the bodies of a pair have in common, if it was requested and is known.
    pub fn common(&self, index: usize) -> Option<&Overlap<V>> {
        self.common.as_ref()?.get(index)?.as_ref()
    }

    /// Bounds on the common volume, and the number of its parts, in words.
    pub fn common_text(&self, index: usize) -> Option<String> {
        let Overlap { volume: [lower, upper], parts } = self.common(index)?;
        let unit = if self.units.is_empty() { "" } else { &format!(" {}^3", shown(self.units)) };
        let count = parts.len();
        let plural = if count == 1 { "" } else { "s" };
        Some(format!("{}{unit} in {count} part{plural}", interval(*lower, *upper, 4)))
    }

    /// A finding in sentences.
    pub fn description(&self, finding: &Finding<V>) -> String {
        let pair = &self.found.pairs[finding.pair];
        let unit = if self.units.is_empty() { String::new() } else { format!(" {}", self.units) };
        let (depth, required) = (finding.clearance, pair.required);
        let mut said = match pair.class {
            _ if finding.point.is_none() => "No bounds of the depth are known.".into(),
            _ if pair.is_undecided() => {
                format!("It is undecided whether the clearance is at least {required}{unit}.")
            }
            Class::Close => {
                format!("The gap is {}{unit}, and should be {required}{unit}.", digits(depth, 6))
            }
            Class::Duplicate => "Both are the same, at the same place.".into(),
            Class::Inside => {
                format!("One is inside the other, and free after {}{unit}.", digits(-depth, 6))
            }
            _ => format!("The overlap is {}{unit} deep.", digits(-depth, 6)),
        };
        let bounds = interval(pair.answer.lower, pair.answer.upper, 6);
        said += &format!(" The clearance of both is proven to be in {bounds}{unit}.");
        if let Some(local) = pair.local {
            let bounds = interval(local.lower, local.upper, 4);
            said += &format!(" The deepest point of both is {bounds}{unit} deep.");
        }
        if let Some(common) = self.common_text(finding.pair) {
            said += &format!(" They have {common} in common.");
        }
        let count = self.findings_of(finding.pair).count();
        if count > 1 {
            said += &format!(" They clash at {count} places.");
        }
        if let Some(approved) = &finding.approved {
            said += &format!(" Approved on {}: {}", approved.date, approved.reason);
        }
        said
    }

    /// The pairs of parts of a pair of bodies, if they were requested.
    pub fn parts(&self, index: usize) -> &[BodyPair<V>] {
        self.parts.as_ref().and_then(|all| all.get(index)).map_or(&[], Vec::as_slice)
    }

    /// The name of a part of a body: its number, and its name in a mesh if it has one.
    pub fn part_name(&self, body: usize, part: usize) -> String {
        let is_part = |note: &&MeshNote| note.part == part && note.body == self.name(body);
        match self.notes.hulls.iter().chain(&self.notes.meshes).find(is_part) {
            Some(note) if !note.object.is_empty() => format!("{part} ({})", shown(&note.object)),
            _ => part.to_string(),
        }
    }

    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let report = ReportOut {
            pairs: (0..self.found.pairs.len()).map(|index| self.pair(index)).collect(),
            findings: self.findings.iter().map(|finding| self.finding(finding)).collect(),
            gone: &self.gone,
            format: baseline::FORMAT,
            scene: self.name,
            bodies: self.scene.bodies().len(),
            candidates: self.found.candidates,
            totals: TotalsOut::of(self.found.totals),
            not_looked_at: (self.found.left.count > 0).then(|| LeftOut {
                count: self.found.left.count,
                first: self
                    .found
                    .left
                    .first
                    .iter()
                    .map(|p| p.map(|body| self.name(body)))
                    .collect(),
            }),
            units: self.units,
            required: Number::of(self.required),
            summary: self.summary(),
            warnings: &self.notes.warnings,
            hulls: &self.notes.hulls,
            meshes: &self.notes.meshes,
            files: &self.notes.files,
            only_hulls: self.only_hulls(),
            robot: &self.robot,
        };
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)
    }

    fn finding<'f>(&'f self, finding: &'f Finding<V>) -> FindingOut<'f> {
        let pair = &self.found.pairs[finding.pair];
        FindingOut {
            id: finding.id,
            a: self.name(pair.a),
            b: self.name(pair.b),
            class: pair.class.name(),
            pair: finding.pair,
            signed_distance: Number::of(finding.clearance).filter(|_| finding.point.is_some()),
            normal: Number::all(finding.normal),
            point: finding.point.and_then(Number::all),
            state: self.has_states.then_some(finding.state()),
            approved: finding.approved.as_ref(),
        }
    }

    fn pair(&self, index: usize) -> PairOut<'_> {
        let pair = &self.found.pairs[index];
        let touching = self.contacts.as_ref().map(|_| self.contacts(index));
        let parts = self.parts.as_ref().map(|_| self.parts(index));
        PairOut {
            a: self.name(pair.a),
            b: self.name(pair.b),
            found: self.found(pair),
            fit: self.fit(index),
            overlap: self.common(index).map(OverlapOut::of),
            manifolds: touching.map(|all| all.iter().map(ManifoldOut::of).collect()),
            part_pairs: parts.map(|all| all.iter().map(|pair| self.found(pair)).collect()),
        }
    }

    fn found(&self, pair: &BodyPair<V>) -> FoundOut {
        let answer = &pair.answer;
        let known = |number: f64| Number::of(number).filter(|_| pair.bounded());
        let place = |body: usize, part: usize, place| {
            Place::of(&self.scene.bodies()[body].parts[part].shape, place)
        };
        FoundOut {
            class: pair.class.name(),
            signed_distance: known(answer.signed_distance),
            lower: Number::of(answer.lower),
            upper: Number::of(answer.upper),
            normal: Number::all(answer.normal),
            point_a: Number::all(answer.point_a).filter(|_| pair.bounded()),
            point_b: Number::all(answer.point_b).filter(|_| pair.bounded()),
            parts: pair.parts,
            place_a: place(pair.a, pair.parts[0], answer.place_a),
            place_b: place(pair.b, pair.parts[1], answer.place_b),
            local_depth: pair.local.as_ref().map(LocalOut::of),
            hulls_clash: pair.hulls_clash,
            required: self.scene.has_rules().then(|| Number::of(pair.required)).flatten(),
        }
    }
}

/// What is known of findings.
pub const STATES: [&str; 4] = ["new", "known", "open", "approved"];

#[derive(Serialize)]
struct ReportOut<'a> {
    format: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<&'a str>,
    findings: Vec<FindingOut<'a>>,
    #[serde(skip_serializing_if = "<[Before]>::is_empty")]
    gone: &'a [Before],
    pairs: Vec<PairOut<'a>>,
    bodies: usize,
    candidates: usize,
    totals: TotalsOut,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_looked_at: Option<LeftOut<'a>>,
    units: &'a str,
    /// Null if it is infinite.
    required: Option<Number>,
    summary: String,
    warnings: &'a [String],
    hulls: &'a [MeshNote],
    #[serde(skip_serializing_if = "<[MeshNote]>::is_empty")]
    meshes: &'a [MeshNote],
    #[serde(skip_serializing_if = "<[FileNote]>::is_empty")]
    files: &'a [FileNote],
    #[serde(skip_serializing_if = "Option::is_none")]
    only_hulls: Option<String>,
    #[serde(flatten)]
    robot: &'a Robot,
}

/// The pairs that were not looked at when the work had to end.
#[derive(Serialize)]
struct LeftOut<'a> {
    count: usize,
    first: Vec<[&'a str; 2]>,
}

#[derive(Serialize)]
struct TotalsOut {
    clash: usize,
    touch: usize,
    close: usize,
    ok: usize,
}

impl TotalsOut {
    fn of(totals: Totals) -> Self {
        let Totals { clash, touch, close, ok } = totals;
        Self { clash, touch, close, ok }
    }
}

/// Touching is counted only if some are: else there is no tolerance.
fn in_words(Totals { clash, touch, close, ok }: Totals) -> String {
    let touch = if touch > 0 { format!("{touch} touch, ") } else { String::new() };
    format!("{clash} clash, {touch}{close} close, {ok} ok")
}

#[derive(Serialize)]
struct FindingOut<'a> {
    id: Uuid,
    a: &'a str,
    b: &'a str,
    class: &'static str,
    /// Its number among `pairs`.
    pair: usize,
    signed_distance: Option<Number>,
    normal: Option<Vec<Number>>,
    point: Option<Vec<Number>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    approved: Option<&'a Approved>,
}

#[derive(Serialize)]
struct PairOut<'a> {
    a: &'a str,
    b: &'a str,
    #[serde(flatten)]
    found: FoundOut,
    #[serde(skip_serializing_if = "Option::is_none")]
    fit: Option<Fit>,
    /// What both have in common; `None` if it was not requested or is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    overlap: Option<OverlapOut>,
    /// For every two parts that touch; `None` if it was not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    manifolds: Option<Vec<ManifoldOut>>,
    /// For every two parts; `None` if it was not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    part_pairs: Option<Vec<FoundOut>>,
}

/// What was found of two bodies, or of two parts of them.
#[derive(Serialize)]
struct FoundOut {
    class: &'static str,
    signed_distance: Option<Number>,
    lower: Option<Number>,
    upper: Option<Number>,
    normal: Option<Vec<Number>>,
    point_a: Option<Vec<Number>>,
    point_b: Option<Vec<Number>>,
    parts: [usize; 2],
    /// Of parts that are not convex.
    #[serde(skip_serializing_if = "Option::is_none")]
    place_a: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place_b: Option<Place>,
    /// `None` if it was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    local_depth: Option<LocalOut>,
    /// `None` if both bodies are convex.
    #[serde(skip_serializing_if = "Option::is_none")]
    hulls_clash: Option<bool>,
    /// `None` if all pairs must have the same clearance.
    #[serde(skip_serializing_if = "Option::is_none")]
    required: Option<Number>,
}

/// How deep the deepest common point is.
#[derive(Serialize)]
struct LocalOut {
    lower: Option<Number>,
    upper: Option<Number>,
    point: Option<Vec<Number>>,
    normal: Option<Vec<Number>>,
}

impl LocalOut {
    fn of<V: Vector>(local: &LocalDepth<V>) -> Self {
        Self {
            lower: Number::of(local.lower),
            upper: Number::of(local.upper),
            point: Number::all(local.point),
            normal: Number::all(local.normal),
        }
    }
}

/// What two bodies have in common.
#[derive(Serialize)]
struct OverlapOut {
    volume: [f64; 2],
    parts: Vec<OverlapPartOut>,
}

#[derive(Serialize)]
struct OverlapPartOut {
    volume: [f64; 2],
    centroid: Option<Vec<Number>>,
    /// The least and the largest coordinates.
    bounds: [Option<Vec<Number>>; 2],
}

impl OverlapOut {
    fn of<V: Vector>(found: &Overlap<V>) -> Self {
        let parts = found.parts.iter().map(|part| OverlapPartOut {
            volume: part.volume,
            centroid: Number::all(part.centroid),
            bounds: [part.bounds.min, part.bounds.max].map(Number::all),
        });
        Self { volume: found.volume, parts: parts.collect() }
    }
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
