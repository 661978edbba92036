//! What messages with planning scenes say beside the objects around a robot.
//!
//! ```text
//!   attached_collision_objects   a body on a link, as `on` has it; it may touch its touch_links
//!   allowed_collision_matrix     pairs that may touch, as in `ignore`
//!   link_padding                 what a link and what it holds must keep more from what stands around the robot
//!   joint_state                  where joints are that neither `--q` nor `q` says
//! ```
//!
//! A name in a message is that of a link, or of one of the message's own objects. What is said and has no effect is a
//! warning.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Context, Result};
use clearance::space::Vector;
use clearance_formats::{Exported, HeldObject, Note, RobotState};

use super::body::BodyFile;
use crate::scene::{Body, Rule};
use crate::text::shown;

/// The messages and exported scenes of a scene file.
#[derive(Debug, Default)]
pub struct Messages {
    /// By the name of the body that names the file.
    all: BTreeMap<String, Exported>,
    /// The bodies that the scene file itself has, and the links that hold them.
    own: BTreeMap<String, Option<String>>,
    has_robot: bool,
}

/// Are these the objects of a planning scene, by the name of the file?
fn is_scene(file: &str) -> bool {
    let ending = Path::new(file).extension().map(OsStr::to_ascii_lowercase);
    ending.is_some_and(|ending| ["scene", "yaml", "yml", "json"].iter().any(|one| ending == *one))
}

impl Messages {
    /// Reads the files that bodies name. Without a robot nothing is held.
    pub fn open(bodies: &[BodyFile], has_robot: bool, folder: &Path) -> Result<Self> {
        let own = bodies.iter().map(|body| (body.name.clone(), body.on.clone())).collect();
        let mut read = Self { all: BTreeMap::new(), own, has_robot };
        for body in bodies {
            let Some(file) = body.bodies.as_ref().filter(|file| is_scene(file)) else { continue };
            let place = || format!("body \"{}\"", shown(&body.name));
            let mut exported = Exported::open(&folder.join(file)).with_context(place)?;
            if !has_robot && !exported.held.is_empty() {
                let names = exported.held.drain(..).map(|held| held.object.name);
                let what =
                    format!("no robot holds what it has attached: {}", listed(names.collect()));
                exported.notes.push(Note { line: 1, what });
            }
            read.all.insert(body.name.clone(), exported);
        }
        Ok(read)
    }
    /// The file that a body names.
    pub fn of(&self, body: &str) -> Option<&Exported> {
        self.all.get(body)
    }
    /// The names of all bodies that links hold, and the links.
    pub fn held(&self) -> impl Iterator<Item = (String, &str)> {
        self.all.iter().flat_map(|(body, exported)| {
            let name = move |object: &str| format!("{body}/{object}");
            exported.held.iter().map(move |held| (name(&held.object.name), &held.link[..]))
        })
    }
    /// What is said of joints, and by which message.
    pub fn starts(&self) -> impl Iterator<Item = (&str, &RobotState)> {
        self.all.iter().map(|(body, exported)| (&body[..], &exported.start))
    }

    /// The pairs of these bodies that may touch, by number: the smaller one first.
    pub fn allowed(&self, bodies: &[&str]) -> BTreeSet<(usize, usize)> {
        let mut pairs = BTreeSet::new();
        let mut add = |a: usize, b: usize| {
            pairs.insert((a.min(b), a.max(b)));
        };
        for (body, exported) in &self.all {
            let terms = self.terms(body, exported, bodies);
            for held in &exported.held {
                let Some(own) = terms.get(&held.object.name[..]) else { continue };
                let links = held.touch_links.iter().filter_map(|link| terms.get(&link[..]));
                links.for_each(|link| add(*own, *link));
            }
            for (one, other, may_touch) in said(exported, &terms) {
                if may_touch {
                    add(terms[one], terms[other]);
                }
            }
        }
        pairs
    }

    /// What is required beyond what the rules of the scene, or else the command, say.
    pub fn padding<V: Vector>(&self, bodies: &[Body<V>]) -> Vec<Rule> {
        let names: Vec<&str> = bodies.iter().map(|body| &body.name[..]).collect();
        let on = self.own.iter().filter_map(|(name, on)| Some((name.clone(), on.as_deref()?)));
        let held: BTreeMap<String, &str> = on.chain(self.held()).collect();
        // What links hold is no obstacle to them.
        let is_around = |name: &&str| self.is_of_file(name) && !held.contains_key(*name);
        let around: Vec<bool> = names.iter().map(is_around).collect();
        let rule = |(link, least): &(String, f64)| {
            let is_it = |name: &&str| *name == link || held.get(*name) == Some(&&link[..]);
            let fits = [names.iter().map(is_it).collect(), around.clone()];
            Rule { fits, least: Some(*least), is_check: false, is_more: true }
        };
        self.all.values().flat_map(|exported| &exported.padding).map(rule).collect()
    }

    /// What has no effect, in sentences. `is_left_out` tells pairs that are not asked about.
    pub fn doubts(
        &self,
        bodies: &[&str],
        is_left_out: impl Fn(usize, usize) -> bool,
    ) -> Vec<String> {
        let mut all = Vec::new();
        for (body, exported) in self.all.iter().filter(|_| self.has_robot) {
            let terms = self.terms(body, exported, bodies);
            for (what, names) in names(exported) {
                let is_unknown = |name: &&&String| !terms.contains_key(&name[..]);
                let unknown: Vec<_> =
                    names.iter().filter(is_unknown).map(|name| (*name).clone()).collect();
                if !unknown.is_empty() {
                    let names = listed(unknown);
                    all.push(format!("body {body:?}: {what} names what is neither a link nor an object of it: {names}"));
                }
            }
            let pair = |(one, other, may_touch): (&str, &str, bool)| {
                let [a, b] = [terms[one], terms[other]];
                let is_held = touches(exported, one, other) || touches(exported, other, one);
                let is_it = !may_touch && !is_held && is_left_out(a.min(b), a.max(b));
                is_it.then(|| format!("{one} - {other}"))
            };
            let left_out: Vec<String> = said(exported, &terms).filter_map(pair).collect();
            if !left_out.is_empty() {
                all.push(format!(
                    "body {body:?}: allowed_collision_matrix has these pairs checked, which are not asked about, as a joint is \
                     between them, or the SRDF file or `ignore` has them: {}",
                    listed(left_out)
                ));
            }
        }
        all
    }

    /// Is this a body of the scene file, or an object of one, and no link?
    fn is_of_file(&self, name: &str) -> bool {
        let mut ends = name.match_indices('/').map(|(end, _)| &name[..end]);
        self.own.contains_key(name) || ends.any(|body| self.own.contains_key(body))
    }

    /// The number of each body that a message may mean, by the name there.
    fn terms<'b>(
        &self,
        body: &str,
        exported: &Exported,
        bodies: &[&'b str],
    ) -> BTreeMap<&'b str, usize> {
        let held = exported.held.iter().map(|held| &held.object.name);
        let objects: BTreeSet<_> =
            exported.objects.iter().map(|object| &object.name).chain(held).collect();
        let term = |(number, name): (usize, &&'b str)| {
            let own = name.strip_prefix(body).and_then(|rest| rest.strip_prefix('/'));
            if let Some(object) = own.filter(|own| objects.iter().any(|object| object == own)) {
                return Some((object, number));
            }
            (!self.is_of_file(name)).then_some((*name, number))
        };
        bodies.iter().enumerate().filter_map(term).collect()
    }
}

/// Stands for the octomap, which is noted.
const OCTOMAP: &str = "<octomap>";

/// What a matrix says of pairs of names that are known. An entry holds before what is so by default.
fn said<'e>(
    exported: &'e Exported,
    terms: &BTreeMap<&'e str, usize>,
) -> impl Iterator<Item = (&'e str, &'e str, bool)> {
    let allowed = &exported.allowed;
    let rows: BTreeMap<&str, usize> = allowed.names.iter().map(String::as_str).zip(0..).collect();
    let is_named = |name: &&str| rows.contains_key(name) || allowed.by_default.contains_key(*name);
    let (named, others): (Vec<&str>, Vec<&str>) = terms.keys().copied().partition(is_named);
    // Those that the matrix names come first, and one of each pair is such.
    let (count, all) = (named.len(), terms.len());
    let names = [named, others].concat();
    let pairs = (0..count).flat_map(move |a| (a + 1..all).map(move |b| (a, b)));
    pairs.filter_map(move |(a, b)| {
        let (one, other) = (names[a].min(names[b]), names[a].max(names[b]));
        let entry = rows.get(one).zip(rows.get(other)).map(|(i, k)| allowed.entries[*i][*k]);
        Some((one, other, entry.or_else(|| allowed.by_default(one, other))?))
    })
}

/// The names that allow or require something, by the key that has them.
fn names(exported: &Exported) -> [(&'static str, BTreeSet<&String>); 3] {
    let allowed = &exported.allowed;
    let entries = allowed.names.iter().zip(&allowed.entries);
    let entries = entries.filter(|(_, row)| row.contains(&true)).map(|(name, _)| name);
    let defaults = allowed.by_default.iter().filter(|(_, may_touch)| **may_touch);
    let of_matrix = entries.chain(defaults.map(|(name, _)| name)).filter(|name| *name != OCTOMAP);
    let of_touch = exported.held.iter().flat_map(|held| &held.touch_links);
    let of_padding = exported.padding.iter().map(|(link, _)| link);
    [
        ("allowed_collision_matrix", of_matrix.collect()),
        ("touch_links", of_touch.collect()),
        ("link_padding", of_padding.collect()),
    ]
}

/// May an object touch a link, whatever the matrix says, as that link holds it or is one of its touch_links?
fn touches(exported: &Exported, object: &str, link: &str) -> bool {
    let is_it = |held: &HeldObject| {
        let is_near = held.link == link || held.touch_links.iter().any(|other| other == link);
        held.object.name == object && is_near
    };
    exported.held.iter().any(is_it)
}

/// The most names in a sentence.
const MOST_LISTED: usize = 10;

fn listed(names: Vec<String>) -> String {
    let first: Vec<String> = names.iter().take(MOST_LISTED).map(|name| shown(name)).collect();
    let more = names.len().saturating_sub(MOST_LISTED);
    first.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}
