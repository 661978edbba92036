//! What is kept of a pair of bodies: its contacts, and what its next search starts from.

use alloc::vec::Vec;

use clearance_geometry::number::Scalar as _;
use clearance_geometry::space::{Aabb, Vector};
use clearance_pairs::Cache;
use clearance_worlds::{Contact, Contacts, Query};

use crate::body::{Body, Kind};
use crate::pairs::{Change, Key, Records};

/// What is kept of a pair whose boxes meet.
#[derive(Clone, Debug)]
pub(crate) struct Touch<V: Vector> {
    pub key: Key,
    pub contacts: Contacts<V>,
    /// Do they touch, or come as near as the margin? Of a sensor, does it intersect the other one?
    pub touches: bool,
    /// The step in which this began or ended; 0 if they never did.
    pub since: u64,
    /// Was it never asked?
    is_new: bool,
    cache: Cache,
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
        let patches = self.all.iter().flatten().filter(|touch| touch.contacts.len() > 1);
        let patches: usize = patches.map(|touch| touch.contacts.len()).sum();
        self.all.capacity() * size_of::<Option<Touch<V>>>() + patches * size_of::<Contact<V>>()
    }
}

impl<V: Vector> Records for Touches<V> {
    fn begin(&mut self, key: Key) -> u32 {
        let touch = Touch::new(key);
        if let Some(record) = self.free.pop() {
            self.all[record as usize] = Some(touch);
            return record;
        }
        self.all.push(Some(touch));
        self.all.len() as u32 - 1
    }
    fn end(&mut self, record: u32) {
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
        Self {
            key,
            contacts: None.into(),
            touches: false,
            since: 0,
            is_new: true,
            cache: Cache::default(),
        }
    }
    /// Asks for contacts anew if a body has moved. Pairs with what is welded are left to `weld`.
    pub fn ask(&mut self, asked: &Asked<'_, V>) {
        let places = self.key.places();
        let [Some(a), Some(b)] = places.map(|at| asked.bodies[at].as_ref()) else { return };
        if !(self.is_new | asked.has_changed(places)) {
            return;
        }
        let with_sensor = a.kind == Kind::Sensor || b.kind == Kind::Sensor;
        let margin = if with_sensor { V::Scalar::ZERO } else { asked.margin };
        if !asked.may_touch(places, margin) {
            return self.set(None.into(), false, asked.step);
        }
        let mut query = Query::new(&a.shape, &a.pose, &b.shape, &b.pose);
        if with_sensor {
            let touches = query.intersects();
            return self.set(None.into(), touches, asked.step);
        }
        if !is_welded([a, b]) {
            let contacts = query.slop(asked.slop).cache(&mut self.cache).contacts(margin);
            let touches = !contacts.is_empty();
            self.set(contacts, touches, asked.step);
        }
    }
    pub fn is_new(&self) -> bool {
        self.is_new
    }
    pub fn set(&mut self, contacts: Contacts<V>, touches: bool, step: u64) {
        (self.contacts, self.is_new) = (contacts, false);
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
        let gap = self.boxes[a].gap(&self.boxes[b]);
        gap <= margin.to_f64().max(0.0) && self.filter.is_none_or(|filter| filter(a, b))
    }
}

/// Is one of the two welded to its neighbours, and does the other one move?
pub(crate) fn is_welded<V: Vector>([a, b]: [&Body<V>; 2]) -> bool {
    let on =
        |a: &Body<V>, b: &Body<V>| a.is_welded && a.kind == Kind::Fixed && b.kind == Kind::Moving;
    on(a, b) || on(b, a)
}
