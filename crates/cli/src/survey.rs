//! The pairs of bodies of a scene that are asked for, on all cores.
//!
//! ```text
//!   boxes of bodies -> near_boxes -> batches of pairs -> on all cores: a pair with its bounds, or only its class
//!                                                     -> in order: those kept, the totals, the limit
//! ```
//!
//! If the closest pairs are asked for, the distance shrinks on the way: a pair whose boxes are farther apart than the
//! last of the closest pairs so far is skipped. Of a pair that is not deep enough to be one of them, only the class is
//! asked. A batch has one size whatever the number of cores, so the answer is the same on each machine.
//!
//! When the work is to end, the pairs that are left are counted, and the first ones named.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use clearance::number::Scalar;
use clearance::scenes::near_boxes;
use clearance::space::{Aabb, Vector};
use rayon::prelude::*;

use crate::scene::{Body, BodyPair, Class, Scene, Totals};

/// Which pairs of bodies are asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Within<S> {
    /// All that are not proven to be farther apart than this.
    Distance(S),
    /// So many, the closest ones.
    Closest(usize),
}

/// The pairs asked for, the least clearance first.
#[derive(Debug)]
pub struct Found<V: Vector> {
    pub pairs: Vec<BodyPair<V>>,
    /// The number of pairs whose boxes were near enough to be asked about.
    pub candidates: usize,
    /// Of all pairs asked about; of all pairs of the scene if the closest are asked for.
    pub totals: Totals,
    pub left: Left,
}

/// The pairs whose boxes are near enough, and that were not looked at when the work had to end.
#[derive(Debug, Default)]
pub struct Left {
    pub count: usize,
    /// The bodies of the first ones.
    pub first: Vec<[usize; 2]>,
}

/// So many pairs that are left have their names in the answer.
const MOST_NAMED: usize = 10;
/// So many pairs are asked about at once while the limit may shrink, and once it does not.
const FEW: usize = 32;
const MANY: usize = 512;

impl Left {
    fn count(&mut self, pair: [usize; 2]) {
        self.count += 1;
        if self.first.len() < MOST_NAMED {
            self.first.push(pair);
        }
    }
}

/// What became of a pair.
enum Asked<V: Vector> {
    /// Its boxes are farther apart than the limit by now.
    Beyond,
    /// It is farther apart than all that is asked for.
    Far,
    Pair(Box<BodyPair<V>>),
    /// It is none of the closest pairs.
    Class(Class),
    /// The work had to end.
    Left,
}

/// What is known so far.
struct Survey<'s, V: Vector, G> {
    scene: &'s Scene<V>,
    required: f64,
    going_on: G,
    /// The distance up to which pairs may change the totals; 0 if only overlaps do.
    counted: f64,
    /// Pairs farther apart are not asked for.
    everything: V::Scalar,
    /// So many are kept. The worst of them is last.
    most: usize,
    kept: BTreeMap<Rank, BodyPair<V>>,
    /// The distance up to which pairs matter.
    limit: f64,
    candidates: usize,
    totals: Totals,
    left: Left,
}

type Rank = (i64, [usize; 2], [usize; 2]);

impl<V: Vector> Scene<V> {
    /// The pairs asked for. Calls `watch` with the finished and the total work, and looks at pairs as long as `going_on`.
    pub fn survey(
        &self,
        within: Within<V::Scalar>,
        required: V::Scalar,
        mut watch: impl FnMut(usize, usize),
        going_on: impl Fn() -> ControlFlow<()> + Sync,
    ) -> Found<V> {
        let boxes: Vec<Aabb<V>> = self.bodies().iter().map(Body::aabb).collect();
        let required = required.to_f64();
        let counted = self.most_required(required).max(0.0);
        let (limit, everything, most) = match within {
            Within::Distance(distance) => (distance.to_f64(), distance, usize::MAX),
            Within::Closest(0) => (counted, V::Scalar::INFINITY, 0),
            Within::Closest(most) => (f64::INFINITY, V::Scalar::INFINITY, most),
        };
        let mut survey = Survey {
            scene: self,
            required,
            going_on,
            counted,
            everything,
            most,
            kept: BTreeMap::new(),
            limit,
            candidates: 0,
            totals: Totals::default(),
            left: Left::default(),
        };
        let mut batch = Vec::new();
        near_boxes(&boxes, limit, |pair, done| {
            if self.is_asked(pair[0], pair[1]) {
                batch.push(pair);
                if batch.len() >= survey.at_once() {
                    watch(done, boxes.len());
                    survey.ask(&boxes, &batch);
                    batch.clear();
                }
            }
            Some(survey.limit)
        });
        survey.ask(&boxes, &batch);
        survey.found(matches!(within, Within::Closest(_)))
    }
}

impl<V: Vector, G: Fn() -> ControlFlow<()> + Sync> Survey<'_, V, G> {
    /// The number of pairs to ask about at once. Before there are enough, the limit does not shrink, and after it is as
    /// small as it can be.
    fn at_once(&self) -> usize {
        match self.most.saturating_sub(self.kept.len()) {
            0 if self.limit > self.counted => FEW,
            0 => MANY,
            missing => missing.min(MANY),
        }
    }

    /// Asks about pairs, and takes the answers in their order.
    fn ask(&mut self, boxes: &[Aabb<V>], batch: &[[usize; 2]]) {
        // Threads cost more than counting what is left.
        if (self.going_on)().is_break() {
            batch.iter().for_each(|pair| self.left.count(*pair));
            return;
        }
        let known = &*self;
        let answers: Vec<Asked<V>> =
            batch.par_iter().map(|pair| known.about(boxes, *pair)).collect();
        for (pair, answer) in batch.iter().zip(answers) {
            match answer {
                Asked::Beyond => {}
                Asked::Far => self.candidates += 1,
                Asked::Left => self.left.count(*pair),
                Asked::Class(class) => {
                    self.candidates += 1;
                    self.totals.count(class);
                }
                Asked::Pair(pair) => {
                    self.candidates += 1;
                    self.keep(*pair);
                }
            }
        }
    }

    fn about(&self, boxes: &[Aabb<V>], [a, b]: [usize; 2]) -> Asked<V> {
        if boxes[a].gap(&boxes[b]) > self.limit {
            return Asked::Beyond;
        }
        if (self.going_on)().is_break() {
            return Asked::Left;
        }
        if let Some(class) =
            self.worst().and_then(|worst| self.scene.class_above(a, b, worst, self.required))
        {
            return Asked::Class(class);
        }
        let pair = self.scene.nearest_parts(a, b, self.everything, self.required);
        let pair = pair.filter(|pair| pair.answer.lower <= self.everything);
        pair.map_or(Asked::Far, |pair| Asked::Pair(Box::new(pair)))
    }

    /// The clearance of the last of the closest pairs, if there are as many as are asked for.
    fn worst(&self) -> Option<f64> {
        let (_, worst) = self.kept.last_key_value().filter(|_| self.kept.len() == self.most)?;
        Some(worst.answer.signed_distance.to_f64())
    }

    fn keep(&mut self, pair: BodyPair<V>) {
        self.totals.count(pair.class);
        self.kept.insert(pair.rank(), pair);
        if self.kept.len() > self.most {
            self.kept.pop_last();
        }
        if let Some((_, worst)) =
            self.kept.last_key_value().filter(|_| self.kept.len() == self.most)
        {
            self.limit = worst.answer.upper.to_f64().max(self.counted);
        }
    }

    /// `of_all`: the totals are those of all pairs of the scene.
    fn found(mut self, of_all: bool) -> Found<V> {
        if of_all {
            let Totals { clash, touch, close, .. } = self.totals;
            let known = clash + touch + close + self.left.count;
            self.totals.ok = self.scene.pairs_in_all().saturating_sub(known);
        }
        let mut pairs: Vec<BodyPair<V>> = self.kept.into_values().collect();
        let (scene, going_on) = (self.scene, &self.going_on);
        pairs
            .par_iter_mut()
            .filter(|_| going_on().is_continue())
            .for_each(|pair| pair.hulls_clash = scene.hulls_clash(pair));
        Found { pairs, candidates: self.candidates, totals: self.totals, left: self.left }
    }
}
