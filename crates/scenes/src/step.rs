//! [`Scene::step`]: which bodies touch, and what has changed since the last step.
//!
//! ```text
//!   changed boxes --> pairs whose boxes meet (pairs) --> contacts of those of which one has moved (touch, weld)
//!                                                    --> what began, stayed, ended
//! ```

use alloc::vec::Vec;
use core::sync::atomic::AtomicBool;

use clearance_geometry::answer::Manifold;
use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Aabb, Pose, Vector};
use clearance_worlds::Contact;

use crate::body::Kind;
use crate::handle::{Handle, Pair};
use crate::pairs::{Change, Key};
use crate::patches::Placed;
use crate::scene::Scene;
use crate::touch::{Asked, Touch, Touches};
use crate::weld::weld;

/// What has happened to two bodies: they have a contact point within the margin, or, if one is a sensor, intersect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// They do, and did not at the last step.
    Began(Pair),
    /// They still do.
    Stayed(Pair),
    /// They do no longer, or one was removed, got another shape, or no longer meets the other.
    Ended(Pair),
}

/// Two bodies that touch or come as near as the margin. Normals point from `a` to `b`.
#[derive(Clone, Copy, Debug)]
pub struct Touching<'s, V: Vector> {
    /// The two bodies.
    pub pair: Pair,
    scene: &'s Scene<V>,
    record: usize,
}

impl<'s, V: Vector> Touching<'s, V> {
    /// Where they touch: one manifold of two convex shapes, of others one at least. They are made at each call.
    pub fn manifolds(self) -> impl Iterator<Item = Manifold<V>> + 's {
        self.contacts().map(|contact| contact.manifold)
    }
    /// The same with the parts and facets that touch.
    pub fn contacts(self) -> impl Iterator<Item = Contact<V>> + 's {
        let Scene { touches, placed, step, margin, .. } = self.scene;
        let touch = touches.all[self.record].as_ref().expect("it is kept");
        let poses = touch.key.places().map(|at| &placed[at].pose);
        touch.contacts(&touches.found[self.record], poses, *margin, *step)
    }
    /// The manifold with the deepest point.
    pub fn deepest(self) -> Manifold<V> {
        let deeper = |a: Manifold<V>, b: Manifold<V>| if a.depth() < b.depth() { b } else { a };
        self.manifolds().reduce(deeper).expect("they touch")
    }
}

/// How a step is made.
#[derive(Clone, Copy)]
pub struct StepOptions<'o, V: Vector> {
    /// Points that are apart by no more than this are contacts. A negative margin asks for points of at least this depth;
    /// NaN counts as 0.
    pub margin: V::Scalar,
    /// The depth by which bodies at rest may overlap: see [`Query::slop`](clearance_worlds::Query::slop). Welded bodies
    /// are joined where they meet within it.
    pub slop: V::Scalar,
    /// Pairs for which it is false have no contacts, and take some bytes only. It is asked at each step, once or twice, in any
    /// order and by several threads.
    pub filter: Option<&'o (dyn Fn(Pair) -> bool + Sync)>,
    /// Asked before each search. Once it is false, the pairs that are left are not asked: they are as in the step before, the
    /// step is not [complete](Step::is_complete), and the next step asks all of them.
    pub watch: Option<&'o (dyn Fn() -> bool + Sync)>,
    /// Searches on all threads of `rayon`, with the feature of this name. The answers are the same, to the last bit.
    pub parallel: bool,
}

impl<V: Vector> StepOptions<'_, V> {
    /// With this margin, no slop, no filter, on one thread.
    pub fn new(margin: V::Scalar) -> Self {
        Self { margin, slop: V::Scalar::ZERO, filter: None, watch: None, parallel: false }
    }
}

impl<V: Vector> Scene<V> {
    /// Finds the contacts of all bodies that touch, or come as near as `margin`, and what has changed since the last step.
    /// Only pairs of which one has moved are asked anew, and no time is taken if nothing was changed. Sensors see what
    /// intersects them, whatever the margin.
    ///
    /// Pairs of bodies that have hardly moved are not searched: their points go with the bodies, within the bounds of
    /// [bodies at rest](clearance_worlds::Query::manifold), a part of the margin. Those of shapes of many pieces may jump where a
    /// body hardly moves, from facet to facet; they are the contacts of poses from which no point has moved, as the other
    /// body sees it, by more than 1/64 of the margin, and their separations have changed by no more than that. With a margin
    /// of 0 all pairs that have moved are searched.
    pub fn step(&mut self, margin: V::Scalar) -> Step<'_, V> {
        self.step_with(&StepOptions::new(margin))
    }

    /// [`Scene::step`] with options.
    pub fn step_with(&mut self, options: &StepOptions<'_, V>) -> Step<'_, V> {
        self.step += 1;
        self.gone.clear();
        let or_zero = |x: V::Scalar| if x.to_f64().is_nan() { V::Scalar::ZERO } else { x };
        let options = StepOptions {
            margin: or_zero(options.margin),
            slop: or_zero(options.slop),
            ..*options
        };
        let margin = options.margin;
        let limits = Some([margin, options.slop]);
        let is_same = self.limits == limits;
        self.limits = limits;
        let margin_before = core::mem::replace(&mut self.margin, margin);
        // What a filter says may be other than it was.
        let is_filtered = options.filter.is_some();
        let is_other =
            !is_same | is_filtered | core::mem::replace(&mut self.is_filtered, is_filtered);
        if !is_other && self.changed.is_empty() {
            return Step { scene: self };
        }
        let before = options.watch.map(|_| (self.placed.clone(), margin_before));
        self.take_places();
        let stirred = self.stirred();
        self.find_pairs(margin);
        self.ask(&options, [is_same, is_other], stirred, before);
        self.settle();
        Step { scene: self }
    }

    /// What the last step found. Bodies that were removed since then are still in it.
    pub fn last_step(&self) -> Step<'_, V> {
        Step { scene: self }
    }

    /// Where the bodies are at this step. The places of bodies that were removed stay until their places are used again.
    fn take_places(&mut self) {
        let none = Aabb { min: V::ZERO, max: V::ZERO };
        let nowhere = Placed { pose: Pose::IDENTITY, tight: none };
        self.placed.resize(self.bodies.all.len(), nowhere);
        for &at in self.changed.iter().filter(|at| self.changes[**at as usize].moved) {
            if let Some(body) = &self.bodies.all[at as usize] {
                let tight = self.boxes.tight[at as usize];
                self.placed[at as usize] = Placed { pose: body.pose, tight };
            }
        }
    }
    fn find_pairs(&mut self, margin: V::Scalar) {
        if self.boxes.fit(margin) {
            for at in 0..self.bodies.all.len() as u32 {
                self.note(at, Change { sought: true, ..Change::default() });
            }
        }
        let is_sought = |at: &u32| self.changes[*at as usize].sought;
        let sought: Vec<u32> = self.changed.iter().copied().filter(is_sought).collect();
        if sought.is_empty() {
            return;
        }
        let Self { bodies, boxes, pairs, touches, changes, .. } = self;
        pairs.seek(boxes, changes, &sought, |key| {
            let [a, b] = key.places();
            bodies.may_meet(a as u32, b as u32)
        });
        pairs.merge(&boxes.near, changes, |record| touches.end(record));
        for key in core::mem::take(&mut self.touches.gone) {
            self.gone.push(self.pair(key));
        }
    }
    /// The neighbours of what is fixed and has changed or is gone, in order. Other welded bodies may have contacts with them now.
    fn stirred(&self) -> Vec<u32> {
        if self.bodies.welded == 0 {
            return Vec::new();
        }
        let has_changed = |at: usize| {
            let body = self.bodies.all[at].as_ref();
            let is_fixed = body.is_none_or(|body| body.kind != Kind::Moving);
            let change = self.changes[at];
            change.is_any() && (is_fixed || change.asked || change.parted)
        };
        let pairs = self.pairs.keys.iter().map(|key| key.places());
        let beside = pairs.flat_map(|[a, b]| [[a, b], [b, a]]);
        let stirred = beside.filter(|[a, _]| has_changed(*a)).map(|[_, b]| b as u32);
        let mut stirred: Vec<u32> = stirred.collect();
        stirred.sort_unstable();
        stirred.dedup();
        stirred
    }
    pub(crate) fn pair(&self, key: Key) -> Pair {
        let [a, b] = key.places().map(|at| self.bodies.handle(at));
        Pair { a, b }
    }

    fn ask(
        &mut self,
        options: &StepOptions<'_, V>,
        [is_same, is_other]: [bool; 2],
        stirred: Vec<u32>,
        before: Option<(Vec<Placed<V>>, V::Scalar)>,
    ) {
        let mut pairs = core::mem::take(&mut self.pairs);
        let mut touches = core::mem::replace(&mut self.touches, Touches::new());
        let is_allowed = options.filter.map(|filter| {
            let bodies = &self.bodies;
            move |a: usize, b: usize| filter(Pair { a: bodies.handle(a), b: bodies.handle(b) })
        });
        let asked = Asked {
            bodies: &self.bodies.all,
            placed: &self.placed,
            changes: &self.changes,
            margin: self.margin,
            slop: options.slop,
            step: self.step,
            all: is_other,
            is_same,
            filter: is_allowed.as_ref().map(|filter| filter as _),
            stirred: &stirred,
            watch: options.watch,
            is_ended: AtomicBool::new(false),
        };
        touches.begin(&mut pairs, &asked);
        touches.ask(&asked, options.parallel);
        if self.bodies.welded > 0 && !asked.is_ended() {
            weld(&asked, &pairs, &mut touches);
        }
        if let Some((placed, margin)) = before.filter(|_| asked.is_ended()) {
            touches.freeze(&asked, &placed, margin);
            self.limits = None;
        }
        (self.pairs, self.touches) = (pairs, touches);
    }
}

/// What a step has found, all in the order of handles.
#[derive(Clone, Copy, Debug)]
pub struct Step<'s, V: Vector> {
    scene: &'s Scene<V>,
}

impl<'s, V: Vector> Step<'s, V> {
    /// The scene, to look up the bodies of a pair.
    pub fn scene(self) -> &'s Scene<V> {
        self.scene
    }
    /// Were all pairs asked? False if [`StepOptions::watch`] has ended the step.
    pub fn is_complete(self) -> bool {
        self.scene.limits.is_some()
    }
    /// The bodies that touch or come as near as the margin, without sensors.
    pub fn contacts(self) -> impl Iterator<Item = Touching<'s, V>> {
        let Scene { pairs, touches, .. } = self.scene;
        let all = pairs.recorded().filter(|(_, record)| touches.found[*record].has_contacts());
        all.map(move |(key, record)| self.touching(key, record))
    }
    /// The contacts of two bodies, if they have some.
    pub fn contacts_of(self, a: Handle, b: Handle) -> Option<Touching<'s, V>> {
        let Scene { pairs, touches, .. } = self.scene;
        let bodies = &self.scene.bodies;
        let [a, b] = [a, b].map(|handle| bodies.was(handle).then_some(handle.index));
        let key = Key::of(a?, b?);
        let at = pairs.keys.binary_search(&key).ok()?;
        let record = pairs.records[at] as usize;
        touches.found.get(record)?.has_contacts().then(|| self.touching(key, record))
    }
    fn touching(self, key: Key, record: usize) -> Touching<'s, V> {
        Touching { pair: self.scene.pair(key), scene: self.scene, record }
    }
    /// What happened since the step before, of each pair that touches or did. Where a pair ended and began
    /// anew, it ended first.
    pub fn events(self) -> impl Iterator<Item = Event> + 's {
        let mut gone = self.scene.gone.iter().copied().peekable();
        let mut kept = self.touches().peekable();
        core::iter::from_fn(move || {
            loop {
                let next = kept.peek().map(|(key, _)| self.scene.pair(*key));
                let is_before = |gone: &Pair| next.is_none_or(|next| *gone <= next);
                if let Some(ended) = gone.next_if(is_before) {
                    return Some(Event::Ended(ended));
                }
                let (key, touch) = kept.next()?;
                let pair = self.scene.pair(key);
                match (touch.touches, touch.since == self.scene.step) {
                    (true, true) => return Some(Event::Began(pair)),
                    (true, false) => return Some(Event::Stayed(pair)),
                    (false, true) => return Some(Event::Ended(pair)),
                    (false, false) => (),
                }
            }
        })
    }
    /// The pairs that began to touch.
    pub fn began(self) -> impl Iterator<Item = Pair> + 's {
        self.events().filter_map(|event| match event {
            Event::Began(pair) => Some(pair),
            _ => None,
        })
    }
    /// The pairs that no longer touch.
    pub fn ended(self) -> impl Iterator<Item = Pair> + 's {
        self.events().filter_map(|event| match event {
            Event::Ended(pair) => Some(pair),
            _ => None,
        })
    }
    fn touches(self) -> impl Iterator<Item = (Key, &'s Touch<V>)> {
        let Scene { pairs, touches, .. } = self.scene;
        pairs.recorded().filter_map(|(key, record)| Some((key, touches.all[record].as_ref()?)))
    }
}
