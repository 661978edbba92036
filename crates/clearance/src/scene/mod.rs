//! Scenes: bodies made of convex parts, and the clearance of every pair that matters.
//!
//! This file is the whole flow in one place: shapes and poses go to the broad phase, which
//! leaves the pairs whose boxes are near; each of those goes to the pair table; the answers
//! come back worst first. Where bodies touch, [`Scene::contacts`] says, by the same flow.
//!
//! ```text
//!   bodies -> boxes -> broad::pairs_within -> pair::Query for each two parts -> sorted answers
//! ```
//!
//! ```
//! use clearance::d3::{Pose, Sphere, Vec3};
//! use clearance::scene::{Scene, Within};
//!
//! let mut scene = Scene::new();
//! for x in [0.0, 3.0, 10.0] {
//!     scene.add(format!("ball at {x}"), [Sphere::new(1.0)?], Pose::at(Vec3::new(x, 0.0, 0.0))?);
//! }
//! let near = scene.pairs(Within::Distance(2.0));
//! assert_eq!((near.pairs[0].a, near.pairs[0].b), (0, 1));
//! assert_eq!(near.pairs[0].answer.signed_distance, 1.0);
//! # Ok::<(), clearance::Error>(())
//! ```

mod contacts;

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::Scratch;
use crate::answer::Clearance;
use crate::broad;
use crate::number::Scalar;
use crate::pair::Query;
use crate::shape::Shape;
use crate::space::{Aabb, Pose, Vector};

pub use contacts::BodyContact;

/// A rigid body: convex parts that move together.
#[derive(Clone, Debug, PartialEq)]
pub struct Body<V: Vector> {
    /// What people call it.
    pub name: String,
    /// Its parts, in the body's frame. A body without parts is nowhere.
    pub parts: Vec<Shape<V>>,
    /// Where it stands: body to world.
    pub pose: Pose<V>,
}

/// Which pairs of bodies to report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Within<S> {
    /// Those not proven to be farther apart than this.
    Distance(S),
    /// That many, the closest ones.
    Closest(usize),
}

/// Two bodies and the signed clearance between them.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyPair<V: Vector> {
    /// The index of the first body.
    pub a: usize,
    /// The index of the second body; larger than `a`.
    pub b: usize,
    /// Which part of each is nearest the other, or deepest in it.
    pub parts: [usize; 2],
    /// The clearance of those parts in world coordinates. `lower` is a bound for all parts of
    /// both bodies.
    pub answer: Clearance<V>,
}

/// What [`Scene::pairs`] found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<V: Vector> {
    /// The pairs asked for: the worst, of least clearance, first.
    pub pairs: Vec<BodyPair<V>>,
    /// How many pairs of bodies had boxes so near that their shapes were looked at.
    pub candidates: usize,
}

/// Bodies, and the pairs of them that are allowed to touch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene<V: Vector> {
    bodies: Vec<Body<V>>,
    ignored: BTreeSet<(usize, usize)>,
}

/// A body's box, and those of its parts, in the world.
struct Boxes<V: Vector> {
    whole: Aabb<V>,
    parts: Vec<Aabb<V>>,
}

impl<V: Vector> Scene<V> {
    /// A scene without bodies.
    pub fn new() -> Self {
        Self { bodies: Vec::new(), ignored: BTreeSet::new() }
    }

    /// Adds a body and returns its index.
    pub fn add<P: Into<Shape<V>>>(
        &mut self,
        name: impl Into<String>,
        parts: impl IntoIterator<Item = P>,
        pose: Pose<V>,
    ) -> usize {
        let parts = parts.into_iter().map(Into::into).collect();
        self.bodies.push(Body { name: name.into(), parts, pose });
        self.bodies.len() - 1
    }

    /// The bodies by index.
    pub fn bodies(&self) -> &[Body<V>] {
        &self.bodies
    }

    /// Moves a body; an index that is none changes nothing.
    pub fn place(&mut self, body: usize, pose: Pose<V>) {
        if let Some(body) = self.bodies.get_mut(body) {
            body.pose = pose;
        }
    }

    /// Leaves the pair of these bodies out of all answers.
    pub fn ignore(&mut self, a: usize, b: usize) {
        self.ignored.insert((a.min(b), a.max(b)));
    }

    /// The clearance of the pairs of bodies asked for, worst first.
    pub fn pairs(&self, within: Within<V::Scalar>) -> Found<V> {
        self.pairs_watched(within, |_, _| ())
    }

    /// As [`Scene::pairs`], telling `watch` before each pair how many are done, and of how many.
    pub fn pairs_watched(
        &self,
        within: Within<V::Scalar>,
        mut watch: impl FnMut(usize, usize),
    ) -> Found<V> {
        let boxes: Vec<Boxes<V>> = self.bodies.iter().map(Boxes::of).collect();
        let wholes: Vec<Aabb<V>> = boxes.iter().map(|b| b.whole).collect();
        let (near, limit, most) = match within {
            Within::Distance(distance) => {
                (broad::pairs_within(&wholes, distance), distance, usize::MAX)
            }
            Within::Closest(most) => (by_gap(&wholes), V::Scalar::INFINITY, most),
        };
        let near: Vec<_> = near.into_iter().filter(|pair| !self.ignored.contains(pair)).collect();

        let mut scratch = Scratch::default();
        let mut found = Found { pairs: Vec::new(), candidates: 0 };
        for (done, &(a, b)) in near.iter().enumerate() {
            let worst_kept = most.checked_sub(1).and_then(|last| found.pairs.get(last));
            let gap = broad::gap(&wholes[a], &wholes[b]);
            if most == 0 || worst_kept.is_some_and(|w| beyond(gap, w.answer.upper)) {
                break;
            }
            watch(done, near.len());
            found.candidates += 1;
            let pair = self.closest_parts(a, b, &boxes, limit, &mut scratch);
            if let Some(pair) = pair.filter(|p| p.answer.lower <= limit) {
                found.pairs.push(pair);
                if found.pairs.len() >= most {
                    found.pairs.sort_by(BodyPair::order);
                    found.pairs.truncate(most);
                }
            }
        }
        found.pairs.sort_by(BodyPair::order);
        found
    }

    /// The least clearance over the parts of two bodies; parts whose boxes are farther apart
    /// than `limit` are not looked at.
    fn closest_parts(
        &self,
        a: usize,
        b: usize,
        boxes: &[Boxes<V>],
        limit: V::Scalar,
        scratch: &mut Scratch<V::Wide>,
    ) -> Option<BodyPair<V>> {
        let (body_a, body_b) = (&self.bodies[a], &self.bodies[b]);
        let mut best: Option<BodyPair<V>> = None;
        let mut lower = V::Scalar::INFINITY;
        for (i, part_a) in body_a.parts.iter().enumerate() {
            for (j, part_b) in body_b.parts.iter().enumerate() {
                let enough = best.as_ref().map_or(limit, |best| best.answer.upper);
                if beyond(broad::gap(&boxes[a].parts[i], &boxes[b].parts[j]), enough) {
                    continue;
                }
                let query = Query::new(part_a, &body_a.pose, part_b, &body_b.pose);
                let answer = query.scratch(scratch).clearance();
                let pair = BodyPair { a, b, parts: [i, j], answer };
                lower = lower.min(pair.answer.lower);
                if best.as_ref().is_none_or(|best| pair.order(best).is_lt()) {
                    best = Some(pair);
                }
            }
        }
        best.map(|mut best| {
            best.answer.lower = lower;
            best
        })
    }
}

impl<V: Vector> BodyPair<V> {
    /// Worst first; pairs of the same clearance by their indices.
    fn order(&self, other: &Self) -> Ordering {
        let clearance = |pair: &Self| pair.answer.signed_distance.to_f64();
        clearance(self).total_cmp(&clearance(other)).then((self.a, self.b, self.parts).cmp(&(
            other.a,
            other.b,
            other.parts,
        )))
    }
}

impl<V: Vector> Boxes<V> {
    fn of(body: &Body<V>) -> Self {
        let parts: Vec<Aabb<V>> = body.parts.iter().map(|part| part.aabb(&body.pose)).collect();
        // The box of nothing is beyond all others, and far from itself.
        let far = V::from_fn(|_| V::Scalar::INFINITY);
        let nothing = Aabb { min: far, max: -far };
        Self { whole: parts.iter().fold(nothing, |whole, part| whole.union(part)), parts }
    }
}

/// Does a gap between boxes say that the clearance is above `limit`? Boxes that touch say
/// nothing: their contents may overlap by any depth.
fn beyond<S: Scalar>(gap: f64, limit: S) -> bool {
    gap > 0.0 && gap > limit.to_f64()
}

/// All pairs of boxes, the nearest first.
fn by_gap<V: Vector>(boxes: &[Aabb<V>]) -> Vec<(usize, usize)> {
    let n = boxes.len();
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
    let mut gaps: Vec<_> = pairs.map(|(i, j)| (broad::gap(&boxes[i], &boxes[j]), i, j)).collect();
    gaps.sort_by(|p, q| p.0.total_cmp(&q.0).then((p.1, p.2).cmp(&(q.1, q.2))));
    gaps.into_iter().map(|(_, i, j)| (i, j)).collect()
}
