//! Scenes, and the clearance of every relevant pair of bodies: the flow of `mod.rs`.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use crate::answer::Clearance;
use crate::number::Scalar;
use crate::query::Query;
use crate::shape::Shape;
use crate::space::{Aabb, Pose, Vector};
use crate::{Scratch, broad};

/// A rigid body: convex parts that move together.
#[derive(Clone, Debug, PartialEq)]
pub struct Body<V: Vector> {
    /// A name for people to read.
    pub name: String,
    /// Its parts, in the body's frame. A body without parts has no answers.
    pub parts: Vec<Shape<V>>,
    /// Its pose: body to world.
    pub pose: Pose<V>,
}

/// Which pairs of bodies to report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Within<S> {
    /// All pairs that are not proven to be farther apart than this.
    Distance(S),
    /// This number of pairs, the closest ones.
    Closest(usize),
}

/// Two bodies and the signed clearance between them.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyPair<V: Vector> {
    /// The index of the first body.
    pub a: usize,
    /// The index of the second body; larger than `a`.
    pub b: usize,
    /// The part of each body that is nearest to the other, or deepest in it.
    pub parts: [usize; 2],
    /// The clearance of those parts in world coordinates. `lower` is a bound for all parts of
    /// both bodies.
    pub answer: Clearance<V>,
}

/// The class of a clearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// They touch or overlap, or no gap between them is proven.
    Clash,
    /// They touch or overlap, but are proven to be no deeper than is tolerated: see [`BodyPair::class`].
    Touch,
    /// There is a gap, but it is less than required.
    Close,
    /// They are as far apart as required.
    Ok,
}

/// The number of pairs of bodies in each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Pairs that touch or overlap, or for which no gap is proven.
    pub clash: usize,
    /// Pairs that overlap by no more than is tolerated.
    pub touch: usize,
    /// Pairs with a gap that is less than required.
    pub close: usize,
    /// All other pairs.
    pub ok: usize,
}

/// The result of [`Scene::pairs`].
#[derive(Clone, Debug, PartialEq)]
pub struct Found<V: Vector> {
    /// The pairs asked for, the least clearance first.
    pub pairs: Vec<BodyPair<V>>,
    /// The number of pairs of bodies whose boxes were near enough for a query.
    pub candidates: usize,
    /// The classes of all pairs asked about: for [`Within::Distance`] those in `pairs`, for
    /// [`Within::Closest`] all pairs of the scene except the ignored ones.
    pub totals: Totals,
}

/// Bodies, and the pairs of them that are allowed to touch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene<V: Vector> {
    pub(super) bodies: Vec<Body<V>>,
    pub(super) ignored: BTreeSet<(usize, usize)>,
}

/// A body's box, and those of its parts, in the world.
pub(super) struct Boxes<V: Vector> {
    pub whole: Aabb<V>,
    pub parts: Vec<Aabb<V>>,
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

    /// Moves a body. Does nothing if there is no body with this index.
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

    /// As [`Scene::pairs`]. Calls `watch` before each pair with the finished and the total work: pairs
    /// for a distance, bodies for the closest pairs.
    pub fn pairs_watched(
        &self,
        within: Within<V::Scalar>,
        watch: impl FnMut(usize, usize),
    ) -> Found<V> {
        self.survey(within, V::Scalar::ZERO, watch)
    }

    /// As [`Scene::pairs_watched`], with the totals for a required clearance, which may be negative: see
    /// [`BodyPair::class`]. The totals are exact,
    /// because all pairs whose boxes are nearer than `required` are asked.
    pub fn survey(
        &self,
        within: Within<V::Scalar>,
        required: V::Scalar,
        watch: impl FnMut(usize, usize),
    ) -> Found<V> {
        match within {
            Within::Distance(distance) => self.within(distance, required, watch),
            Within::Closest(most) => self.closest(most, required, watch),
        }
    }

    fn within(
        &self,
        distance: V::Scalar,
        required: V::Scalar,
        mut watch: impl FnMut(usize, usize),
    ) -> Found<V> {
        let (boxes, wholes) = self.boxes();
        let mut near = broad::pairs_within(&wholes, distance);
        near.retain(|pair| !self.ignored.contains(pair));

        let mut scratch = Scratch::default();
        let mut found = Found { pairs: Vec::new(), candidates: 0, totals: Totals::default() };
        for (done, &(a, b)) in near.iter().enumerate() {
            watch(done, near.len());
            found.candidates += 1;
            let pair = self.closest_parts(a, b, &boxes, distance, &mut scratch);
            if let Some(pair) = pair.filter(|p| p.answer.lower <= distance) {
                found.totals.count(pair.class(required));
                found.pairs.push(pair);
            }
        }
        found.pairs.sort_by_key(BodyPair::rank);
        found
    }

    fn closest(
        &self,
        most: usize,
        required: V::Scalar,
        mut watch: impl FnMut(usize, usize),
    ) -> Found<V> {
        let (boxes, wholes) = self.boxes();
        let mut scratch = Scratch::default();
        // The worst of the pairs kept is last.
        let mut kept = BTreeMap::new();
        let (mut candidates, mut totals) = (0, Totals::default());
        // The distance up to which pairs may change the totals; 0 if only overlaps do.
        let counted = required.to_f64().max(0.0);
        let mut limit = if most == 0 { counted } else { f64::INFINITY };
        broad::sweep(&wholes, limit, |near| {
            if self.ignored.contains(&(near.a, near.b)) {
                return limit;
            }
            watch(near.rank, wholes.len());
            candidates += 1;
            let everything = V::Scalar::INFINITY;
            let Some(pair) = self.closest_parts(near.a, near.b, &boxes, everything, &mut scratch)
            else {
                return limit;
            };
            totals.count(pair.class(required));
            kept.insert(pair.rank(), pair);
            if kept.len() > most {
                kept.pop_last();
            }
            if let Some((_, worst)) = kept.last_key_value().filter(|_| kept.len() == most) {
                limit = worst.answer.upper.to_f64().max(counted);
            }
            limit
        });
        totals.ok = self.pairs_in_all().saturating_sub(totals.clash + totals.touch + totals.close);
        Found { pairs: kept.into_values().collect(), candidates, totals }
    }

    /// The boxes of all bodies with those of their parts, and the boxes of the bodies alone.
    pub(super) fn boxes(&self) -> (Vec<Boxes<V>>, Vec<Aabb<V>>) {
        let boxes: Vec<Boxes<V>> = self.bodies.iter().map(Boxes::of).collect();
        let wholes = boxes.iter().map(|b| b.whole).collect();
        (boxes, wholes)
    }

    /// The number of pairs of bodies that have parts and are not ignored.
    fn pairs_in_all(&self) -> usize {
        let somewhere = |body: usize| self.bodies.get(body).is_some_and(|b| !b.parts.is_empty());
        let count = (0..self.bodies.len()).filter(|body| somewhere(*body)).count();
        let ignored = |(a, b): &&(usize, usize)| a != b && somewhere(*a) && somewhere(*b);
        let all = count.saturating_mul(count.saturating_sub(1)) / 2;
        all - self.ignored.iter().filter(ignored).count().min(all)
    }

    /// The least clearance over the parts of two bodies; parts whose boxes are farther apart than `limit`
    /// are skipped.
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
                if best.as_ref().is_none_or(|best| pair.rank() < best.rank()) {
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

impl Class {
    /// A word for people: `clash`, `touch`, `close` or `ok`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clash => "clash",
            Self::Touch => "touch",
            Self::Close => "close",
            Self::Ok => "ok",
        }
    }
}

impl Totals {
    fn count(&mut self, class: Class) {
        match class {
            Class::Clash => self.clash += 1,
            Class::Touch => self.touch += 1,
            Class::Close => self.close += 1,
            Class::Ok => self.ok += 1,
        }
    }
}

impl<V: Vector> BodyPair<V> {
    /// The class of its clearance for a `required` clearance. A negative one is the depth that is
    /// tolerated: with -T, pairs that are proven to overlap by no more than T touch, and the others that
    /// intersect clash.
    pub fn class(&self, required: V::Scalar) -> Class {
        if self.answer.intersects() {
            let tolerated = required < V::Scalar::ZERO && self.answer.lower >= required;
            if tolerated { Class::Touch } else { Class::Clash }
        } else if self.answer.signed_distance < required {
            Class::Close
        } else {
            Class::Ok
        }
    }

    /// The place in the order by clearance, then by bodies and parts.
    fn rank(&self) -> (i64, [usize; 2], [usize; 2]) {
        // The bits of a float as an integer that is ordered as `f64::total_cmp` orders the floats.
        let bits = self.answer.signed_distance.to_f64().to_bits() as i64;
        (bits ^ (bits >> 63 & i64::MAX), [self.a, self.b], self.parts)
    }
}

impl<V: Vector> Boxes<V> {
    pub fn of(body: &Body<V>) -> Self {
        let parts: Vec<Aabb<V>> = body.parts.iter().map(|part| part.aabb(&body.pose)).collect();
        // An empty box is beyond all others, and far from itself.
        let far = V::from_fn(|_| V::Scalar::INFINITY);
        let nothing = Aabb { min: far, max: -far };
        Self { whole: parts.iter().fold(nothing, |whole, part| whole.union(part)), parts }
    }
}

/// Does the gap between two boxes prove that the clearance of their contents is above `limit`? Boxes that
/// touch prove nothing: their contents may overlap by any depth.
pub(super) fn beyond<S: Scalar>(gap: f64, limit: S) -> bool {
    gap > 0.0 && gap > limit.to_f64()
}
