//! What is kept of a pair of bodies: its contacts, and what its next search starts from.

use alloc::boxed::Box;
use alloc::vec::Vec;

use clearance_geometry::answer::Manifold;
use clearance_geometry::number::Scalar as _;
use clearance_geometry::space::{Aabb, Vector};
use clearance_pairs::Cache;
use clearance_worlds::{Collider, Contact, Query};

use crate::body::{Body, Kind};
use crate::pairs::{Change, Key, NO_RECORD, Pairs};

/// What is kept of a pair whose boxes meet.
#[derive(Clone, Debug)]
pub(crate) struct Touch<V: Vector> {
    pub key: Key,
    /// Where two convex shapes touch.
    pub manifold: Option<Manifold<V>>,
    /// Where others do.
    pub patches: Vec<Contact<V>>,
    /// Do they touch, or come as near as the margin? Of a sensor, does it intersect the other one?
    pub touches: bool,
    /// The step in which this began or ended; 0 if they never did.
    pub since: u64,
    /// Was it never asked?
    is_new: bool,
    /// Of two convex shapes that were asked.
    cache: Option<Box<Cache>>,
}

/// The records of all pairs, by number.
#[derive(Clone, Debug)]
pub(crate) struct Touches<V: Vector> {
    pub all: Vec<Option<Touch<V>>>,
    free: Vec<u32>,
    /// Those that ended and touched before.
    pub gone: Vec<Key>,
}

impl<V: Vector> Touches<V> {
    pub fn new() -> Self {
        Self { all: Vec::new(), free: Vec::new(), gone: Vec::new() }
    }
    pub fn memory(&self) -> usize {
        let more = |touch: &Touch<V>| {
            let cache = touch.cache.as_ref().map_or(0, |_| size_of::<Cache>());
            cache + touch.patches.capacity() * size_of::<Contact<V>>()
        };
        let more: usize = self.all.iter().flatten().map(more).sum();
        self.all.capacity() * size_of::<Option<Touch<V>>>() + more
    }
    /// Makes records of the pairs that are near enough for the first time. Most boxes that are near do not meet, and what a
    /// filter leaves out has no record.
    pub fn begin(&mut self, pairs: &mut Pairs, asked: &Asked<'_, V>) {
        let missing = pairs.keys.iter().zip(&mut pairs.records);
        for (&key, record) in missing.filter(|(_, record)| **record == NO_RECORD) {
            let places = key.places();
            if asked.has_changed(places) && asked.may_touch(places, asked.margin) {
                *record = self.free.pop().unwrap_or_else(|| {
                    self.all.push(None);
                    self.all.len() as u32 - 1
                });
                self.all[*record as usize] = Some(Touch::new(key));
            }
        }
    }
    pub fn end(&mut self, record: u32) {
        if let Some(touch) = self.all[record as usize].take() {
            self.free.push(record);
            if touch.touches {
                self.gone.push(touch.key);
            }
        }
    }
}

/// What a step asks of each pair.
pub(crate) struct Asked<'s, V: Vector> {
    pub bodies: &'s [Option<Body<V>>],
    pub boxes: &'s [Aabb<V>],
    pub changes: &'s [Change],
    pub margin: V::Scalar,
    pub slop: V::Scalar,
    pub step: u64,
    /// Are all pairs asked, whether they moved or not?
    pub all: bool,
    /// Which pairs may have contacts, besides.
    pub filter: Option<&'s (dyn Fn(usize, usize) -> bool + Sync)>,
}

impl<V: Vector> Touch<V> {
    fn new(key: Key) -> Self {
        let (manifold, patches, cache) = (None, Vec::new(), None);
        Self { key, manifold, patches, touches: false, since: 0, is_new: true, cache }
    }
    pub fn is_new(&self) -> bool {
        self.is_new
    }
    /// Asks for contacts anew if a body has moved. Pairs with what is welded are left to `weld`.
    #[inline]
    pub fn ask(&mut self, asked: &Asked<'_, V>) {
        let places = self.key.places();
        if self.is_new | asked.has_changed(places) {
            // Most boxes that are near do not meet, and a body is far away in memory.
            if asked.may_touch(places, asked.margin) {
                self.search(places, asked);
            } else {
                self.set(Vec::new(), asked.step);
            }
        }
    }
    fn search(&mut self, places: [usize; 2], asked: &Asked<'_, V>) {
        let [Some(a), Some(b)] = places.map(|at| asked.bodies[at].as_ref()) else { return };
        let mut query = Query::new(&a.shape, &a.pose, &b.shape, &b.pose);
        if a.kind == Kind::Sensor || b.kind == Kind::Sensor {
            (self.manifold, self.patches) = (None, Vec::new());
            self.tell(query.intersects(), asked.step);
        } else if is_welded([a, b]) {
            // `weld` asks it with the others.
        } else if let (Collider::Convex(_), Collider::Convex(_)) = (&a.shape, &b.shape) {
            self.patches.clear();
            let cache = self.cache.get_or_insert_default();
            query.slop(asked.slop).cache(cache).manifold_into(asked.margin, &mut self.manifold);
            self.tell(self.manifold.is_some(), asked.step);
        } else {
            let patches = query.slop(asked.slop).contacts(asked.margin);
            self.set(patches.into_iter().collect(), asked.step);
        }
    }
    /// Takes patches in place of what was found before.
    pub fn set(&mut self, patches: Vec<Contact<V>>, step: u64) {
        self.manifold = None;
        self.patches = patches;
        self.tell(!self.patches.is_empty(), step);
    }
    fn tell(&mut self, touches: bool, step: u64) {
        self.is_new = false;
        if touches != self.touches {
            (self.touches, self.since) = (touches, step);
        }
    }
}

impl<V: Vector> Asked<'_, V> {
    pub fn has_changed(&self, places: [usize; 2]) -> bool {
        self.all || places.into_iter().any(|at| self.changes[at].moved)
    }
    /// Is it possible that the two touch, or come as near as the margin?
    pub fn may_touch(&self, [a, b]: [usize; 2], margin: V::Scalar) -> bool {
        let ([a, b], [one, other]) = ([&self.boxes[a], &self.boxes[b]], [a, b]);
        // By axes: where two of them have a gap, the search has the last word.
        let margin = margin.to_f64().max(0.0);
        let gap =
            |i: usize, a: &Aabb<V>, b: &Aabb<V>| b.min.get(i).to_f64() - a.max.get(i).to_f64();
        let are_apart = (0..V::DIM).any(|i| gap(i, a, b) > margin || gap(i, b, a) > margin);
        !are_apart && self.filter.is_none_or(|filter| filter(one, other))
    }
}

/// Is one of the two welded to its neighbours, and does the other one move?
pub(crate) fn is_welded<V: Vector>([a, b]: [&Body<V>; 2]) -> bool {
    let on =
        |a: &Body<V>, b: &Body<V>| a.is_welded && a.kind == Kind::Fixed && b.kind == Kind::Moving;
    on(a, b) || on(b, a)
}
