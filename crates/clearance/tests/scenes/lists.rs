//! The slow twin of a scene: bodies in a list, each question asked of all of them.

use std::collections::{BTreeMap, BTreeSet};

use clearance::scenes::{Body, Event, Filter, Handle, Kind, Pair};
use clearance::space::{Aabb, Pose, Ray, Sweep, Vector};
use clearance::{Collider, Contacts, Query};

/// Two handles, the lower one first.
pub fn pair(a: Handle, b: Handle) -> Pair {
    Pair { a: a.min(b), b: a.max(b) }
}

pub struct List<V: Vector> {
    pub bodies: BTreeMap<Handle, Body<V>>,
    pub ignored: BTreeSet<(Handle, Handle)>,
    /// Those that touched at the last step.
    touching: BTreeSet<(Handle, Handle)>,
    /// Those whose contacts end, whatever follows.
    pub parted: BTreeSet<Handle>,
}

impl<V: Vector> List<V> {
    pub fn new() -> Self {
        let (bodies, ignored) = (BTreeMap::new(), BTreeSet::new());
        Self { bodies, ignored, touching: BTreeSet::new(), parted: BTreeSet::new() }
    }
    fn may_meet(&self, a: Handle, b: Handle) -> bool {
        let [one, other] = [&self.bodies[&a], &self.bodies[&b]];
        let kinds =
            one.kind == Kind::Moving || other.kind == Kind::Moving || one.kind != other.kind;
        let same_group = one.group != 0 && one.group == other.group;
        kinds
            && one.layers.of & other.layers.with != 0
            && other.layers.of & one.layers.with != 0
            && !same_group
            && !self.ignored.contains(&(a.min(b), a.max(b)))
    }
    /// All pairs that may meet.
    pub fn pairs(&self) -> Vec<Pair> {
        let handles: Vec<Handle> = self.bodies.keys().copied().collect();
        let all = handles
            .iter()
            .enumerate()
            .flat_map(|(k, a)| handles[k + 1..].iter().map(|b| pair(*a, *b)));
        all.filter(|pair| self.may_meet(pair.a, pair.b)).collect()
    }
    /// The contacts of two bodies, each asked alone.
    pub fn contacts(&self, pair: Pair, margin: V::Scalar, slop: V::Scalar) -> Contacts<V> {
        let [a, b] = [&self.bodies[&pair.a], &self.bodies[&pair.b]];
        Query::new(&a.shape, &a.pose, &b.shape, &b.pose).slop(slop).contacts(margin)
    }
    /// The same with the bodies at these poses.
    pub fn contacts_at(&self, pair: Pair, poses: [Pose<V>; 2], margin: V::Scalar) -> Contacts<V> {
        let [a, b] = [&self.bodies[&pair.a], &self.bodies[&pair.b]];
        Query::new(&a.shape, &poses[0], &b.shape, &poses[1]).contacts(margin)
    }
    fn touch(&self, pair: Pair, margin: V::Scalar) -> bool {
        let [a, b] = [&self.bodies[&pair.a], &self.bodies[&pair.b]];
        if a.kind == Kind::Sensor || b.kind == Kind::Sensor {
            return clearance::intersects(&a.shape, &a.pose, &b.shape, &b.pose);
        }
        !self.contacts(pair, margin, Default::default()).is_empty()
    }
    /// The events of a step, sorted by pairs.
    pub fn step(&mut self, margin: V::Scalar) -> Vec<Event> {
        let now: BTreeSet<_> = self
            .pairs()
            .into_iter()
            .filter(|pair| self.touch(*pair, margin))
            .map(|pair| (pair.a, pair.b))
            .collect();
        let mut events = Vec::new();
        for &(a, b) in now.union(&self.touching) {
            let (was, is) = (self.touching.contains(&(a, b)), now.contains(&(a, b)));
            let is_parted = self.parted.contains(&a) || self.parted.contains(&b);
            if was && (is_parted || !is) {
                events.push(Event::Ended(pair(a, b)));
            }
            match (is, was && !is_parted) {
                (true, true) => events.push(Event::Stayed(pair(a, b))),
                (true, false) => events.push(Event::Began(pair(a, b))),
                (false, _) => (),
            }
        }
        self.touching = now;
        self.parted.clear();
        events
    }

    fn seen<'s>(
        &'s self,
        is_seen: &'s dyn Fn(Handle, &Body<V>) -> bool,
    ) -> impl Iterator<Item = (Handle, &'s Body<V>)> {
        self.bodies
            .iter()
            .map(|(handle, body)| (*handle, body))
            .filter(|(handle, body)| is_seen(*handle, body))
    }
    /// Hits of a ray by time, then by handle.
    pub fn rays(
        &self,
        ray: &Ray<V>,
        is_seen: &dyn Fn(Handle, &Body<V>) -> bool,
    ) -> Vec<(V::Scalar, Handle)> {
        let hit = |(handle, body): (Handle, &Body<V>)| {
            Some((clearance::cast_ray(&body.shape, &body.pose, ray)?.time, handle))
        };
        sorted(self.seen(is_seen).filter_map(hit).collect())
    }
    pub fn casts(
        &self,
        shape: &Collider<V>,
        sweep: &Sweep<V>,
        tmax: V::Scalar,
        is_seen: &dyn Fn(Handle, &Body<V>) -> bool,
    ) -> Vec<(V::Scalar, Handle)> {
        let hit = |(handle, body): (Handle, &Body<V>)| {
            let still = Sweep::at_rest(&body.pose);
            let impact =
                clearance::time_of_impact(&body.shape, &still, shape, sweep, tmax).unwrap();
            impact.hit().then_some((impact.time, handle))
        };
        sorted(self.seen(is_seen).filter_map(hit).collect())
    }
    pub fn containing(&self, point: V, is_seen: &dyn Fn(Handle, &Body<V>) -> bool) -> Vec<Handle> {
        let is_in = |(_, body): &(Handle, &Body<V>)| {
            clearance::contains(&body.shape, &body.pose, point).unwrap()
        };
        self.seen(is_seen).filter(is_in).map(|(handle, _)| handle).collect()
    }
    pub fn project(
        &self,
        point: V,
        is_seen: &dyn Fn(Handle, &Body<V>) -> bool,
    ) -> Option<(V::Scalar, Handle)> {
        let found = |(handle, body): (Handle, &Body<V>)| {
            (clearance::project(&body.shape, &body.pose, point).unwrap().signed_distance, handle)
        };
        sorted(self.seen(is_seen).map(found).collect()).first().copied()
    }
    pub fn touching(
        &self,
        shape: &Collider<V>,
        pose: &Pose<V>,
        is_seen: &dyn Fn(Handle, &Body<V>) -> bool,
    ) -> Vec<Handle> {
        let meets = |(_, body): &(Handle, &Body<V>)| {
            clearance::intersects(&body.shape, &body.pose, shape, pose)
        };
        self.seen(is_seen).filter(meets).map(|(handle, _)| handle).collect()
    }
    pub fn in_box(
        &self,
        around: &Aabb<V>,
        is_seen: &dyn Fn(Handle, &Body<V>) -> bool,
    ) -> Vec<Handle> {
        let meets = |(_, body): &(Handle, &Body<V>)| body.shape.aabb(&body.pose).intersects(around);
        self.seen(is_seen).filter(meets).map(|(handle, _)| handle).collect()
    }
    /// All pairs by clearance, then by handles.
    pub fn nearest(&self) -> Vec<(V::Scalar, Pair)> {
        let near = |pair: Pair| {
            let [a, b] = [&self.bodies[&pair.a], &self.bodies[&pair.b]];
            (clearance::clearance(&a.shape, &a.pose, &b.shape, &b.pose).signed_distance, pair)
        };
        sorted(self.pairs().into_iter().map(near).collect())
    }
}

fn sorted<S: PartialOrd, T: Ord>(mut all: Vec<(S, T)>) -> Vec<(S, T)> {
    all.sort_by(|a, b| a.0.partial_cmp(&b.0).expect("no NaN").then(a.1.cmp(&b.1)));
    all
}

/// The same choice as a filter of a scene and as a function.
pub fn filter<'f, V: Vector>(
    layers: u32,
    sensors: bool,
    without: &'f [Handle],
) -> (Filter<'f>, impl Fn(Handle, &Body<V>) -> bool) {
    let filter = Filter::of(layers).without(without);
    let filter = if sensors { filter.with_sensors() } else { filter };
    (filter, move |handle: Handle, body: &Body<V>| {
        body.layers.of & layers != 0
            && (sensors || body.kind != Kind::Sensor)
            && !without.contains(&handle)
    })
}
