//! What is kept of a pair of bodies: its contacts, and what its next search starts from.
//!
//! ```text
//!   Touch, a line of the processor's cache in f32      is the pair at rest? All that a step reads of most pairs
//!   Found                                              the contacts: points in the bodies' frames, or patches
//! ```

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;
use clearance_batch::sieve::{self, Sieve, Sieved};
use clearance_geometry::number::Scalar as _;
use clearance_geometry::shape::{Convex as _, Shape};
use clearance_geometry::space::{Aabb, Pose, Vector};
use clearance_pairs::kept::{Anchor, Kept, Room};
use clearance_worlds::{Collider, Contact, Query};
use glam::Vec3;

use crate::body::{Body, Kind};
use crate::pairs::{Change, Key, NO_RECORD, Pairs};
use crate::patches::{self, Patches, Placed};

/// Whether a pair whose boxes meet touches.
#[derive(Clone, Debug)]
pub(crate) struct Touch<V: Vector> {
    pub key: Key,
    /// The step in which this began or ended; 0 if they never did.
    pub since: u64,
    anchor: Anchor<V>,
    /// Do they touch, or come as near as the margin? Of a sensor, does it intersect the other one?
    pub touches: bool,
    /// Was it never asked?
    is_new: bool,
}

/// Where a pair touches.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "most pairs are of convex shapes, and lie in one list"
)]
pub(crate) enum Found<V: Vector> {
    /// Two convex shapes, and the step in which they were searched.
    Kept { kept: Kept, searched: u64 },
    /// Others.
    Patches(Patches<V>),
}

/// What is kept of two boxes that touch, and of all other convex shapes in `f32`.
const _: () = {
    let size = size_of::<Option<Touch<Vec3>>>() + size_of::<Found<Vec3>>();
    assert!(size_of::<Option<Touch<Vec3>>>() == 64 && size <= 350);
};

/// The records of all pairs, by number.
#[derive(Clone, Debug)]
pub(crate) struct Touches<V: Vector> {
    pub all: Vec<Option<Touch<V>>>,
    pub found: Vec<Found<V>>,
    free: Vec<u32>,
    /// Those that ended and touched before.
    pub gone: Vec<Key>,
}

impl<V: Vector> Touches<V> {
    pub fn new() -> Self {
        Self { all: Vec::new(), found: Vec::new(), free: Vec::new(), gone: Vec::new() }
    }
    pub fn memory(&self) -> usize {
        let more = |found: &Found<V>| match found {
            Found::Patches(patches) => patches.all.capacity() * size_of::<Contact<V>>(),
            Found::Kept { .. } => 0,
        };
        let more: usize = self.found.iter().map(more).sum();
        let records = self.all.capacity() * size_of::<Option<Touch<V>>>();
        records + self.found.capacity() * size_of::<Found<V>>() + more
    }
    /// Makes records of the pairs that are near enough for the first time. Most boxes that are near do not meet, and what a
    /// filter leaves out has no record.
    pub fn begin(&mut self, pairs: &mut Pairs, asked: &Asked<'_, V>) {
        let missing = pairs.keys.iter().zip(&mut pairs.records);
        for (&key, record) in missing.filter(|(_, record)| **record == NO_RECORD) {
            let places = key.places();
            if asked.has_changed(places) && asked.are_near(places) && asked.may_meet(places) {
                *record = self.free.pop().unwrap_or_else(|| {
                    self.all.push(None);
                    self.found.push(Found::Patches(Patches::NONE));
                    self.all.len() as u32 - 1
                });
                self.all[*record as usize] = Some(Touch::new(key));
            }
        }
    }
    /// Asks all pairs of which a body has moved.
    pub fn ask(&mut self, asked: &Asked<'_, V>, parallel: bool) {
        #[cfg(feature = "rayon")]
        if parallel {
            use rayon::prelude::*;
            let all = self.all.par_chunks_mut(CHUNK).zip(self.found.par_chunks_mut(CHUNK));
            return all.for_each_init(Memory::new, |memory, pairs| ask_chunk(pairs, asked, memory));
        }
        #[cfg(not(feature = "rayon"))]
        let _ = parallel;
        let mut memory = Memory::new();
        let all = self.all.chunks_mut(CHUNK).zip(self.found.chunks_mut(CHUNK));
        all.for_each(|pairs| ask_chunk(pairs, asked, &mut memory));
    }
    /// After a step that was ended: what was not asked stays as it was at the step before, with the bodies at these places.
    pub fn freeze(&mut self, asked: &Asked<'_, V>, before: &[Placed<V>], margin: V::Scalar) {
        for (touch, found) in self.all.iter_mut().zip(&mut self.found) {
            let Some(touch) = touch else { continue };
            let places = touch.key.places();
            let is_asked = found.searched() == asked.step || touch.holds(asked);
            if asked.has_changed(places) && !is_asked && places.iter().all(|at| *at < before.len())
            {
                let poses = places.map(|at| &before[at].pose);
                let all = touch.contacts(found, poses, margin, asked.step - 1).collect();
                let poses = places.map(|at| asked.placed[at].pose);
                *found = Found::Patches(Patches::new(all, poses, 0));
                touch.anchor = Anchor::NONE;
            }
        }
    }
    pub fn end(&mut self, record: u32) {
        if let Some(touch) = self.all[record as usize].take() {
            self.found[record as usize] = Found::Patches(Patches::NONE);
            self.free.push(record);
            if touch.touches {
                self.gone.push(touch.key);
            }
        }
    }
}

/// Pairs that are asked together.
const CHUNK: usize = 64;

/// For so many pairs or fewer, lanes are not worth it.
const FEW: usize = 4;

/// Finds which boxes are near, which pairs have to be searched, looks at their bodies, and searches. Bodies are all over
/// memory: in short loops the processor fetches those of many pairs at once, but a search is so long that each would wait for
/// its own.
fn ask_chunk<V: Vector>(
    (touches, found): (&mut [Option<Touch<V>>], &mut [Found<V>]),
    asked: &Asked<'_, V>,
    Memory { room, sieve }: &mut Memory<V>,
) {
    let changed = touches.iter().enumerate().filter_map(|(at, touch)| {
        let touch = touch.as_ref()?;
        let places = touch.key.places();
        let is_asked = touch.is_new | asked.has_changed(places);
        is_asked.then(|| (at, places, asked.are_near(places)))
    });
    let mut changed: ArrayVec<_, CHUNK> = changed.collect();
    changed.retain(|(at, places, is_near)| {
        let touch = touches[*at].as_mut().expect("it is asked");
        touch.is_open(&mut found[*at], *places, *is_near, asked)
    });
    let bodies = |(_, places, _): &(usize, [usize; 2], bool)| {
        Way::of(places.map(|at| asked.bodies[at].as_ref().expect("only bodies have pairs")))
    };
    let ways: ArrayVec<_, CHUNK> = changed.iter().map(bodies).collect();
    let is_sifted = V::DIM == 3 && ways.len() > FEW;
    if is_sifted {
        let pairs: ArrayVec<_, CHUNK> = ways.iter().map(|way| way.convex).collect();
        sieve.sift(&pairs, asked.margin);
    }
    for (row, (at, ..)) in changed.iter().enumerate() {
        if !asked.goes_on() {
            return;
        }
        let sifted = if is_sifted { sieve.get(row) } else { None };
        let touch = touches[*at].as_mut().expect("it is open");
        touch.search(&mut found[*at], &ways[row], sifted, asked, room);
    }
}

/// Memory for searches.
pub(crate) struct Memory<V: Vector> {
    room: Room<V>,
    sieve: Sieve,
}

impl<V: Vector> Memory<V> {
    fn new() -> Self {
        Self { room: Room::default(), sieve: Sieve::default() }
    }
}

/// How two bodies are asked.
struct Way<'s, V: Vector> {
    bodies: [&'s Body<V>; 2],
    has_sensor: bool,
    /// They are left to `weld`, with the neighbours.
    is_welded: bool,
    /// Two convex shapes, for contacts.
    convex: sieve::Placed<'s, V>,
}

impl<'s, V: Vector> Way<'s, V> {
    fn of(bodies: [&'s Body<V>; 2]) -> Self {
        let [a, b] = bodies;
        let has_sensor = a.kind == Kind::Sensor || b.kind == Kind::Sensor;
        let is_welded = is_welded(bodies);
        let convex = match (&a.shape, &b.shape) {
            (Collider::Convex(of_a), Collider::Convex(of_b)) if !has_sensor && !is_welded => {
                Some([(of_a, &a.pose), (of_b, &b.pose)])
            }
            _ => None,
        };
        Self { bodies, has_sensor, is_welded, convex }
    }
}

/// What a step asks of each pair.
pub(crate) struct Asked<'s, V: Vector> {
    pub bodies: &'s [Option<Body<V>>],
    pub placed: &'s [Placed<V>],
    pub changes: &'s [Change],
    pub margin: V::Scalar,
    pub slop: V::Scalar,
    pub step: u64,
    /// Are all pairs asked, whether they moved or not?
    pub all: bool,
    /// Are the margin and the slop those of the step before?
    pub is_same: bool,
    /// Which pairs may have contacts, besides.
    pub filter: Option<&'s (dyn Fn(usize, usize) -> bool + Sync)>,
    /// What may have contacts with other welded bodies than before, in order.
    pub stirred: &'s [u32],
    /// False once no more pairs are to be asked.
    pub watch: Option<&'s (dyn Fn() -> bool + Sync)>,
    pub is_ended: AtomicBool,
}

impl<V: Vector> Touch<V> {
    fn new(key: Key) -> Self {
        Self { key, since: 0, anchor: Anchor::NONE, touches: false, is_new: true }
    }
    pub fn is_new(&self) -> bool {
        self.is_new
    }
    /// Has the pair hardly moved since its search, so that its points have gone with the bodies?
    #[inline]
    fn holds(&self, asked: &Asked<'_, V>) -> bool {
        let places = self.key.places();
        let [a, b] = places.map(|at| &asked.placed[at].pose);
        // Of other kinds, the same two bodies are asked in another way.
        let is_same = asked.is_same && !places.into_iter().any(|at| asked.changes[at].asked);
        is_same && self.anchor.holds(a, b)
    }
    /// Does the pair have to be searched? If not, what is known of it is set.
    #[inline]
    fn is_open(
        &mut self,
        found: &mut Found<V>,
        places: [usize; 2],
        is_near: bool,
        asked: &Asked<'_, V>,
    ) -> bool {
        let may_meet = asked.may_meet(places);
        if may_meet && self.holds(asked) {
            return false;
        }
        let is_open = may_meet && is_near;
        if !is_open {
            self.set(found, Vec::new(), asked);
        }
        is_open
    }
    fn search(
        &mut self,
        found: &mut Found<V>,
        way: &Way<'_, V>,
        sifted: Option<Sieved>,
        asked: &Asked<'_, V>,
        room: &mut Room<V>,
    ) {
        let [a, b] = way.bodies;
        let query = || Query::new(&a.shape, &a.pose, &b.shape, &b.pose).slop(asked.slop);
        match (sifted, way.convex) {
            (Some(Sieved::Apart(gap)), Some([_, (Shape::Convex(of_b), _)])) => {
                self.set(found, Vec::new(), asked);
                let leave = f64::from(gap) - asked.margin.to_f64();
                self.anchor = Anchor::free(&a.pose, &b.pose, leave, of_b.reach());
            }
            (sifted, Some(both)) => {
                if matches!(found, Found::Patches(_)) {
                    *found = Found::Kept { kept: Kept::default(), searched: 0 };
                }
                let Found::Kept { kept, searched } = found else { return };
                *searched = asked.step;
                let axes = sifted.and_then(Sieved::axes);
                let limits = [asked.margin, asked.slop];
                let other = kept.search(&mut self.anchor, both, axes, limits, room);
                let touches = kept.has_points();
                match other.map(|manifold| Contact::only(*manifold)) {
                    Some(contact) => self.set(found, Vec::from([contact]), asked),
                    None => self.tell(touches, asked.step),
                }
            }
            _ if way.has_sensor => {
                self.anchor = Anchor::NONE;
                *found = Found::Patches(Patches::NONE);
                self.tell(query().intersects(), asked.step);
            }
            _ if way.is_welded => {}
            _ => {
                let all = query().contacts(asked.margin).into_iter().collect();
                self.set(found, all, asked);
                let bodies = self.key.places().map(|at| &asked.placed[at]);
                self.anchor = patches::anchor(bodies, asked.margin);
            }
        }
    }
    /// Takes patches in place of what was found before.
    pub fn set(&mut self, found: &mut Found<V>, all: Vec<Contact<V>>, asked: &Asked<'_, V>) {
        self.anchor = Anchor::NONE;
        self.tell(!all.is_empty(), asked.step);
        let poses = self.key.places().map(|at| asked.placed[at].pose);
        *found = Found::Patches(Patches::new(all, poses, asked.step));
    }
    fn tell(&mut self, touches: bool, step: u64) {
        self.is_new = false;
        if touches != self.touches {
            (self.touches, self.since) = (touches, step);
        }
    }
    /// The contacts, with the bodies at these poses.
    pub fn contacts<'s>(
        &self,
        found: &'s Found<V>,
        poses: [&Pose<V>; 2],
        margin: V::Scalar,
        step: u64,
    ) -> impl Iterator<Item = Contact<V>> + use<'s, V> {
        let (kept, patches) = match found {
            Found::Kept { kept, searched } => {
                (kept.manifold(&self.anchor, poses, margin, *searched != step), None)
            }
            Found::Patches(patches) => (None, Some(patches)),
        };
        let poses = poses.map(|pose| *pose);
        let patches = patches.into_iter().flat_map(move |patches| {
            patches.all.iter().map(move |one| patches.at(one, [&poses[0], &poses[1]], margin, step))
        });
        kept.map(Contact::only).into_iter().chain(patches)
    }
}

impl<V: Vector> Found<V> {
    /// The step of the last search.
    fn searched(&self) -> u64 {
        match self {
            Self::Kept { searched, .. } => *searched,
            Self::Patches(patches) => patches.searched,
        }
    }
    /// Are there contacts? A sensor has none.
    pub fn has_contacts(&self) -> bool {
        match self {
            Self::Kept { kept, .. } => kept.has_points(),
            Self::Patches(patches) => !patches.all.is_empty(),
        }
    }
}

impl<V: Vector> Asked<'_, V> {
    #[inline]
    pub fn has_changed(&self, places: [usize; 2]) -> bool {
        self.all || places.into_iter().any(|at| self.changes[at].moved)
    }
    #[inline]
    pub fn may_meet(&self, [a, b]: [usize; 2]) -> bool {
        self.filter.is_none_or(|filter| filter(a, b))
    }
    /// Has the watch ended the step?
    pub fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::Relaxed)
    }
    /// Asks the watch, until it has ended the step.
    #[inline]
    fn goes_on(&self) -> bool {
        let Some(watch) = self.watch else { return true };
        if !self.is_ended() && !watch() {
            self.is_ended.store(true, Ordering::Relaxed);
        }
        !self.is_ended()
    }
    /// Do the boxes come as near as the margin?
    #[inline]
    pub fn are_near(&self, [a, b]: [usize; 2]) -> bool {
        let [a, b] = [&self.placed[a].tight, &self.placed[b].tight];
        // By axes: where two of them have a gap, the search has the last word.
        let margin = self.margin.to_f64().max(0.0);
        let gap =
            |i: usize, a: &Aabb<V>, b: &Aabb<V>| b.min.get(i).to_f64() - a.max.get(i).to_f64();
        !(0..V::DIM).any(|i| gap(i, a, b) > margin || gap(i, b, a) > margin)
    }
}

/// Is one of the two welded to its neighbours, and does the other one move?
pub(crate) fn is_welded<V: Vector>([a, b]: [&Body<V>; 2]) -> bool {
    let on =
        |a: &Body<V>, b: &Body<V>| a.is_welded && a.kind == Kind::Fixed && b.kind == Kind::Moving;
    on(a, b) || on(b, a)
}
