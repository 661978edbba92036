//! The pairs of bodies whose boxes meet, kept from step to step in the order of handles.
//!
//! ```text
//!   known boxes, new boxes --> pairs that began, sorted --+--> kept pairs, in the same order
//!   kept pairs whose boxes still meet --------------------'--> those that ended
//! ```
//!
//! A pair is known if its boxes met at the last step; so what began is found without a look at the kept pairs, and only
//! that is sorted. What ended is found in one pass over them. If few boxes have changed, each of them asks alone.

use alloc::vec::Vec;

use clearance_geometry::space::Vector;
use clearance_trees::{Bounds, each_bit};

use crate::boxes::{Boxes, Home};

/// Two places, the lower one first. Numbers are in the order of handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(u64);

impl Key {
    #[inline(always)]
    pub fn of(a: u32, b: u32) -> Self {
        Self(u64::from(a.min(b)) << 32 | u64::from(a.max(b)))
    }
    #[inline(always)]
    pub fn places(self) -> [usize; 2] {
        [(self.0 >> 32) as usize, self.0 as u32 as usize]
    }
}

/// What has happened to a body since the last step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Change {
    /// Its pose, or its shape.
    pub moved: bool,
    /// Its near box, or what it may meet: its pairs are sought.
    pub sought: bool,
    /// Its pairs end, even those that are found again: it was removed, or has another shape.
    pub parted: bool,
    /// Its pairs end unless they are found again: what it may meet has changed.
    pub asked: bool,
}

impl Change {
    pub fn is_any(self) -> bool {
        self.moved | self.sought | self.parted | self.asked
    }
    pub fn add(&mut self, new: Self) {
        self.moved |= new.moved;
        self.sought |= new.sought;
        self.parted |= new.parted;
        self.asked |= new.asked;
    }
}

/// The kept pairs, each with the number of a record.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    pub keys: Vec<Key>,
    pub records: Vec<u32>,
    /// Those that began in the last step.
    began: Vec<Key>,
    /// Memory for the next step.
    spare: (Vec<Key>, Vec<u32>),
}

/// The number of a record that there is not: of a pair that was never near enough to be asked.
pub(crate) const NO_RECORD: u32 = u32::MAX;

impl Pairs {
    pub fn memory(&self) -> usize {
        let kept = self.keys.capacity() + self.spare.0.capacity() + self.began.capacity();
        kept * (size_of::<Key>() + size_of::<u32>())
    }
    /// Finds the pairs that began: of `sought`, or of all if these are many. `may_meet` is asked of two bodies.
    pub fn seek<V: Vector>(
        &mut self,
        boxes: &mut Boxes<V>,
        changes: &[Change],
        sought: &[u32],
        may_meet: impl Fn(Key) -> bool,
    ) {
        self.began.clear();
        let began = &mut self.began;
        // Of many bodies at one place that do not meet no pair is kept, not even for a moment.
        let mut add = |key| {
            if may_meet(key) {
                began.push(key);
            }
        };
        /// Of so many bodies one must have changed: then all pairs are found sooner than those of each.
        const FEW: usize = 6;
        let moving: usize = Home::MOVING.iter().map(|home| boxes.pack(*home).len()).sum();
        if FEW * sought.len() > moving {
            all(boxes, |a, others, lanes| {
                each_bit(lanes, |lane| add(Key::of(a, others[lane])));
            });
        } else {
            for &a in sought {
                of_one(boxes, changes, a, |b| add(Key::of(a, b)));
            }
        }
        self.began.sort_unstable();
    }

    /// Keeps the pairs whose boxes still meet, and those that began. `end` gets the records of the others.
    pub fn merge(&mut self, near: &[Bounds], changes: &[Change], mut end: impl FnMut(u32)) {
        let (mut keys, mut kept) = core::mem::take(&mut self.spare);
        keys.clear();
        kept.clear();
        let mut began = self.began.iter().copied().peekable();
        for (&key, &record) in self.keys.iter().zip(&self.records) {
            while let Some(new) = began.next_if(|new| *new < key) {
                keys.push(new);
                kept.push(NO_RECORD);
            }
            let [a, b] = key.places();
            let is_found = began.next_if_eq(&key).is_some();
            let [of_a, of_b] = [&changes[a], &changes[b]];
            let stays = if of_a.parted | of_b.parted {
                false
            } else if of_a.asked | of_b.asked {
                is_found
            } else {
                !(of_a.sought | of_b.sought) || near[a].meets(&near[b])
            };
            if !stays && record != NO_RECORD {
                end(record);
            }
            if stays | is_found {
                keys.push(key);
                kept.push(if stays { record } else { NO_RECORD });
            }
        }
        keys.extend(began.clone());
        kept.extend(began.map(|_| NO_RECORD));
        let keys = core::mem::replace(&mut self.keys, keys);
        self.spare = (keys, core::mem::replace(&mut self.records, kept));
    }
    /// The pairs that have a record, with its number.
    pub fn recorded(&self) -> impl Iterator<Item = (Key, usize)> {
        let all = self.keys.iter().zip(&self.records);
        all.filter(|(_, record)| **record != NO_RECORD)
            .map(|(key, record)| (*key, *record as usize))
    }
}

/// All pairs that are not known, as [`Packs::rows`].
fn all<V: Vector>(boxes: &mut Boxes<V>, mut found: impl FnMut(u32, &[u32; 8], u32)) {
    let homes = [Home::Moving, Home::Alone, Home::Sensors];
    for home in homes {
        let packs = &mut boxes.packs[home as usize];
        packs.refill(&boxes.near);
        packs.remember(&boxes.known);
    }
    /// If what moves is less than this part of what is fixed, each asks alone.
    const FEW: usize = 16;
    let count: usize = homes.iter().map(|home| boxes.pack(*home).len()).sum();
    let are_few = FEW * count <= boxes.pack(Home::Fixed).len();
    if !are_few && !core::mem::replace(&mut boxes.is_fixed_known, true) {
        boxes.packs[Home::Fixed as usize].remember(&boxes.known);
    }
    let boxes = &*boxes;
    let mut new = |a: u32, others: &[u32; 8], lanes: u32| {
        let is_new = |b: u32| !boxes.known[a as usize].meets(&boxes.known[b as usize]);
        each_bit(lanes, |lane| {
            if is_new(others[lane]) {
                found(a, &[others[lane]; 8], 1);
            }
        });
    };
    boxes.pack(Home::Endless).rows(false, &mut new);
    for home in Home::BOXED.into_iter().filter(|home| boxes.meet(Home::Endless, *home)) {
        boxes.pack(Home::Endless).rows_with(boxes.pack(home), false, &mut new);
    }
    if are_few {
        let items = homes.iter().flat_map(|home| boxes.pack(*home).items());
        let fixed = boxes.pack(Home::Fixed);
        items.for_each(|a| fixed.meeting(&boxes.near[a as usize], |b| new(a, &[b; 8], 1)));
    }
    for (at, &home) in homes.iter().enumerate() {
        if home.meets_itself() && boxes.meet(home, home) {
            boxes.pack(home).rows(true, &mut found);
        }
        let fixed = [Home::Fixed].into_iter().filter(|_| !are_few);
        let others = homes[at + 1..].iter().copied().chain(fixed);
        for other in others.filter(|other| boxes.meet(home, *other)) {
            boxes.pack(home).rows_with(boxes.pack(other), true, &mut found);
        }
    }
}

/// The pairs of one body that are not known.
fn of_one<V: Vector>(boxes: &Boxes<V>, changes: &[Change], a: u32, mut found: impl FnMut(u32)) {
    let (near, old) = (&boxes.near[a as usize], &boxes.known[a as usize]);
    let own = boxes.meets_home(a);
    for packs in boxes.packs.iter().filter(|packs| own || !packs.has(a)) {
        packs.meeting(near, |b| {
            // Of two that are sought, the lower one finds the pair.
            let is_other = b != a && !(changes[b as usize].sought && b < a);
            if is_other && !old.meets(&boxes.known[b as usize]) {
                found(b);
            }
        });
    }
}
