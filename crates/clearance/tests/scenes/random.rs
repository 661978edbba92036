//! Bodies that come, change, move and go at random; every answer is that of a list. `CLEARANCE_PAIRS` is the number of
//! operations of each kind of vectors.

use std::collections::BTreeMap;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::scenes::{Body, Event, Handle, Layers, Pair, Scene, SceneError, StepOptions};
use clearance::space::{Aabb, Pose, Ray, Sweep, Turn, Vector};
use clearance::{Collider, Contacts};
use clearance_testing::{Random, pairs};

use crate::common::pairs::{Maker, Recipe, Stand, pose};
use crate::lists::{List, filter};
use crate::make;

/// What has been seen, so that the test cannot pass on nothing.
#[derive(Debug, Default)]
struct Seen {
    began: usize,
    stayed: usize,
    ended: usize,
    hits: usize,
    misses: usize,
    inside: usize,
    touched: usize,
    casts: usize,
    near: usize,
    stale: usize,
    rested: usize,
}

struct Twins<V: Vector> {
    scene: Scene<V>,
    /// The same on several threads.
    parallel: Scene<V>,
    list: List<V>,
    gone: Vec<Handle>,
    margin: V::Scalar,
    /// Where the bodies of a pair were when it was searched.
    searched: BTreeMap<Pair, [Pose<V>; 2]>,
}

fn shape<V: Maker>(random: &mut Random) -> Collider<V> {
    match random.below(12) {
        0 => make::collider(random, 1, false),
        // A half-space now and then.
        1 => Recipe::random(random, V::DIM).make(1.0).into(),
        _ => loop {
            let recipe = Recipe::random(random, V::DIM);
            if recipe.kind != crate::common::pairs::Kind::HalfSpace {
                break recipe.make(1.0).into();
            }
        },
    }
}

fn place<V: Maker>(random: &mut Random) -> Pose<V> {
    let size = if random.below(40) == 0 { 300.0 } else { 4.0 };
    pose(&Stand::random(random, size), 1.0)
}

fn layers(random: &mut Random) -> Layers {
    Layers::of(1 << random.below(3)).meeting(if random.below(3) == 0 { 3 } else { 7 })
}

fn body<V: Maker>(random: &mut Random) -> Body<V> {
    let shape = shape(random);
    let body = match random.below(6) {
        0 | 1 => Body::fixed(shape),
        2 => Body::sensor(shape),
        _ => Body::moving(shape),
    };
    let group = [0, 0, 0, 1][random.below(4)];
    body.at(place(random)).layers(layers(random)).group(group)
}

impl<V: Maker> Twins<V> {
    fn new(margin: f64) -> Self {
        let list = List::new();
        let margin = V::Scalar::of(margin);
        let (scene, parallel, searched) = (Scene::new(), Scene::new(), BTreeMap::new());
        Self { scene, parallel, list, gone: vec![], margin, searched }
    }
    /// A body at random; now and then one that was removed.
    fn any(&self, random: &mut Random) -> Handle {
        let handles: Vec<_> = self.list.bodies.keys().collect();
        if handles.is_empty() || !self.gone.is_empty() && random.below(50) == 0 {
            return *random.one_of(&self.gone);
        }
        **random.one_of(&handles)
    }
    /// Does the same to all; counts what is stale.
    fn change(
        &mut self,
        handle: Handle,
        seen: &mut Seen,
        to_scene: impl Fn(&mut Scene<V>) -> Result<(), SceneError>,
        to_list: impl FnOnce(&mut List<V>),
    ) {
        let is_known = self.list.bodies.contains_key(&handle);
        for scene in [&mut self.scene, &mut self.parallel] {
            assert_eq!(to_scene(scene).is_ok(), is_known);
        }
        if is_known {
            to_list(&mut self.list);
        } else {
            seen.stale += 1;
        }
    }
    fn add(&mut self, random: &mut Random) {
        self.add_all((0..1 + random.below(4)).map(|_| body(random)).collect());
    }
    fn add_all(&mut self, new: Vec<Body<V>>) {
        let handles = self.scene.add_all(new.iter().cloned());
        assert_eq!(self.parallel.add_all(new.iter().cloned()), handles);
        for (handle, body) in handles.into_iter().zip(new) {
            assert!(!self.gone.contains(&handle));
            assert_eq!(self.list.bodies.insert(handle, body), None);
        }
    }
    fn operate(&mut self, random: &mut Random, most: usize, seen: &mut Seen) {
        let handle = if self.list.bodies.is_empty() && self.gone.is_empty() {
            return self.add(random);
        } else {
            self.any(random)
        };
        match random.below(16) {
            0 | 1 if self.list.bodies.len() < most => self.add(random),
            0 | 1 => {
                self.change(
                    handle,
                    seen,
                    |scene| scene.remove(handle).map(|_| ()),
                    |list| {
                        list.bodies.remove(&handle);
                        list.parted.insert(handle);
                        list.ignored.retain(|(a, b)| *a != handle && *b != handle);
                    },
                );
                self.gone.push(handle);
                self.gone.truncate(100);
            }
            2 => {
                let shape = shape::<V>(random);
                self.change(
                    handle,
                    seen,
                    |scene| scene.set_shape(handle, shape.clone()),
                    |list| {
                        list.bodies.get_mut(&handle).unwrap().shape = shape.clone();
                        list.parted.insert(handle);
                    },
                );
            }
            3 => {
                let new = body::<V>(random);
                let change = |body: &mut Body<V>| {
                    (body.layers, body.group, body.kind) = (new.layers, new.group, new.kind)
                };
                self.change(
                    handle,
                    seen,
                    |scene| scene.change(handle, change),
                    |list| {
                        change(list.bodies.get_mut(&handle).unwrap());
                    },
                );
            }
            4 => {
                let (other, is_ignored) = (self.any(random), random.below(2) == 0);
                if self.list.bodies.contains_key(&other) {
                    self.change(
                        handle,
                        seen,
                        |scene| scene.set_ignored(handle, other, is_ignored),
                        |list| {
                            let pair = (handle.min(other), handle.max(other));
                            if is_ignored {
                                list.ignored.insert(pair);
                            } else {
                                list.ignored.remove(&pair);
                            }
                        },
                    );
                }
            }
            5 => {
                let handles: Vec<Handle> = self.list.bodies.keys().copied().collect();
                let poses: Vec<Pose<V>> = handles.iter().map(|_| place(random)).collect();
                for scene in [&mut self.scene, &mut self.parallel] {
                    scene.place_all(&handles, &poses).unwrap();
                }
                for (handle, pose) in handles.iter().zip(poses) {
                    self.list.bodies.get_mut(handle).unwrap().pose = pose;
                }
            }
            kind => {
                // To another place, or a tremble.
                let old = self.list.bodies.get(&handle).filter(|_| kind < 9).map(|body| body.pose);
                let by = V::from_fn(|_| V::Scalar::of(random.range(-1e-3, 1e-3)));
                let pose = old.map_or_else(|| place(random), |old| Pose::at(by).unwrap() * old);
                self.change(
                    handle,
                    seen,
                    |scene| scene.place(handle, pose),
                    |list| list.bodies.get_mut(&handle).unwrap().pose = pose,
                );
            }
        }
    }

    /// A step of all, with the same events.
    fn step(&mut self, seen: &mut Seen) {
        let events: Vec<Event> = self.scene.step(self.margin).events().collect();
        let options = StepOptions { parallel: true, ..StepOptions::new(self.margin) };
        let parallel: Vec<Event> = self.parallel.step_with(&options).events().collect();
        same(&events, &parallel);
        for event in &events {
            match event {
                Event::Began(_) => seen.began += 1,
                Event::Stayed(_) => seen.stayed += 1,
                Event::Ended(_) => seen.ended += 1,
            }
        }
        let step = self.scene.last_step();
        let other: Vec<_> = self.parallel.last_step().contacts().collect();
        let found: Vec<_> = step.contacts().collect();
        assert_eq!(found.len(), other.len());
        for (one, other) in found.iter().zip(other) {
            let own: Vec<_> = one.contacts().collect();
            assert_eq!(one.pair, other.pair);
            assert!(own.iter().copied().eq(other.contacts()));
            let rests = own[0].manifold.has_same_points();
            seen.rested += usize::from(rests);
            // Contacts of many pieces jump where a body hardly moves: at rest they are those of the last search.
            let now = [one.pair.a, one.pair.b].map(|handle| self.list.bodies[&handle].pose);
            let then = *self.searched.entry(one.pair).or_insert(now);
            let are_pieces = [one.pair.a, one.pair.b]
                .iter()
                .any(|handle| !matches!(self.list.bodies[handle].shape, Collider::Convex(_)));
            let poses = if rests && are_pieces { then } else { now };
            let alone = self.list.contacts_at(one.pair, poses, self.margin);
            self.compare(&own, &alone);
            if !rests {
                self.searched.insert(one.pair, now);
            }
        }
        // Contacts at rest may be off by a part of the margin; then the events are those of the list only where it is 0.
        if self.margin == V::Scalar::ZERO {
            let expected = self.list.step(self.margin);
            same(&events, &expected);
        }
    }
    /// Contacts that may have been kept at rest, and those of a query alone.
    fn compare(&self, found: &[clearance::Contact<V>], alone: &Contacts<V>) {
        let margin = self.margin.to_f64();
        let least = |contacts: &[clearance::Contact<V>]| {
            contacts
                .iter()
                .map(|c| c.manifold.deepest().separation.to_f64())
                .fold(f64::INFINITY, f64::min)
        };
        // At rest, and where the search alone says that there is no contact, the difference is a part of the margin.
        let alone = least(alone).min(margin);
        let off = (least(found) - alone).abs();
        assert!(
            off <= margin / 12.0 + 1e-5 * (1.0 + alone.abs()),
            "{off} of {margin}: {found:?} {alone}"
        );
    }

    /// One question, asked of the scene and of the list.
    fn ask(&self, random: &mut Random, seen: &mut Seen) {
        let without = if self.list.bodies.is_empty() { vec![] } else { vec![self.any(random)] };
        let (filter, is_seen) =
            filter::<V>([7, 1, 6][random.below(3)], random.below(2) == 0, &without);
        let at = |random: &mut Random| V::from_fn(|_| V::Scalar::of(random.range(-4.0, 4.0)));
        match random.below(8) {
            0 | 1 if !self.list.bodies.is_empty() => {
                let axis = random.below(V::DIM);
                let straight = random.below(3) == 0;
                let along = at(random);
                let along = if straight {
                    V::from_fn(|i| if i == axis { along.get(i) } else { V::Scalar::ZERO })
                } else {
                    along
                };
                let far = [0.5, 3.0, f64::INFINITY][random.below(3)];
                let from = at(random) * V::Scalar::of(2.0);
                // Half of them are aimed at a body.
                let aim = self.scene.get(self.any(random)).filter(|_| random.below(2) == 0);
                let along = aim.map_or(along, |body| body.pose.translation() - from);
                let along = if along == V::ZERO { V::from_fn(|_| V::Scalar::ONE) } else { along };
                let ray = Ray::new(from, along, V::Scalar::of(far)).unwrap();
                let hits = self.list.rays(&ray, &is_seen);
                let all: Vec<_> = self
                    .scene
                    .cast_ray_all(&ray, &filter)
                    .iter()
                    .map(|hit| (hit.hit.time, hit.body))
                    .collect();
                same(&all, &hits);
                let first = self.scene.cast_ray(&ray, &filter).map(|hit| (hit.hit.time, hit.body));
                assert_eq!(first, hits.first().copied());
                assert_eq!(self.scene.cast_ray_any(&ray, &filter), !hits.is_empty());
                seen.hits += hits.len();
                seen.misses += usize::from(hits.is_empty());
            }
            2 => {
                let point = at(random);
                let found = self.scene.containing(point, &filter).unwrap();
                assert_eq!(found, self.list.containing(point, &is_seen));
                seen.inside += found.len();
                let nearest = self.scene.project(point, &filter).unwrap();
                let nearest = nearest.map(|(body, found)| (found.signed_distance, body));
                assert_eq!(nearest, self.list.project(point, &is_seen));
            }
            3 => {
                let (shape, pose) = (shape::<V>(random), place::<V>(random));
                let found = self.scene.touching(&shape, &pose, &filter);
                assert_eq!(found, self.list.touching(&shape, &pose, &is_seen));
                seen.touched += found.len();
                let corners = [at(random), at(random)];
                let low = V::from_fn(|i| corners[0].get(i).min(corners[1].get(i)));
                let high = V::from_fn(|i| corners[0].get(i).max(corners[1].get(i)));
                let around = Aabb { min: low, max: high };
                assert_eq!(
                    self.scene.in_box(&around, &filter),
                    self.list.in_box(&around, &is_seen)
                );
            }
            4 => {
                let (shape, pose) = (shape::<V>(random), place::<V>(random));
                let sweep = Sweep::linear(&pose, at(random)).unwrap();
                let tmax = V::Scalar::of(2.0);
                let hits = self.list.casts(&shape, &sweep, tmax, &is_seen);
                let all = self.scene.cast_shape_all(&shape, &sweep, tmax, &filter).unwrap();
                assert_eq!(
                    all.iter().map(|hit| (hit.impact.time, hit.body)).collect::<Vec<_>>(),
                    hits
                );
                let first = self.scene.cast_shape(&shape, &sweep, tmax, &filter).unwrap();
                assert_eq!(first.map(|hit| (hit.impact.time, hit.body)), hits.first().copied());
                seen.casts += hits.len();
            }
            5 if random.below(4) == 0 => {
                let all = self.list.nearest();
                let count = random.below(12);
                let found: Vec<_> = self
                    .scene
                    .nearest(count)
                    .into_iter()
                    .map(|near| (near.clearance.signed_distance, near.pair))
                    .collect();
                same(&found, &all[..count.min(all.len())]);
                let distance = V::Scalar::of(random.range(0.0, 2.0));
                let within = self.scene.within(distance);
                let found: Vec<_> =
                    within.iter().map(|near| (near.clearance.signed_distance, near.pair)).collect();
                let lower = |pair| within.iter().any(|near| near.pair == pair);
                let expected: Vec<_> = all
                    .iter()
                    .filter(|(gap, pair)| *gap <= distance || lower(*pair))
                    .copied()
                    .collect();
                same(&found, &expected);
                assert!(
                    found.iter().all(|(gap, _)| gap.to_f64() <= distance.to_f64() * (1.0 + 1e-6))
                );
                seen.near += found.len();
            }
            _ => {
                assert_eq!(self.scene.len(), self.list.bodies.len());
                let all = self.scene.bodies().map(|(handle, body)| (handle, body.pose));
                assert!(all.eq(self.list.bodies.iter().map(|(handle, body)| (*handle, body.pose))));
            }
        }
    }
}

/// Equal, or the first difference.
fn same<T: PartialEq + std::fmt::Debug>(found: &[T], expected: &[T]) {
    let first = found.iter().zip(expected).position(|(a, b)| a != b);
    let at = first.unwrap_or(found.len().min(expected.len()));
    assert!(
        found.len() == expected.len() && first.is_none(),
        "{} and {} are found, the first difference at {at}: {:?} {:?}",
        found.len(),
        expected.len(),
        found.get(at),
        expected.get(at)
    );
}

fn operations<V: Maker>(seed: u64) {
    let mut random = Random::new(seed);
    let mut seen = Seen::default();
    let count = pairs(4_000);
    let (mut done, mut round) = (0, 0);
    while done < count {
        // Each run has small scenes and large ones, with and without a margin.
        let margin = [0.0, 0.05, 0.0, 0.5, 0.0][round % 5];
        let most = [40, 80, 3, 12][round % 4];
        round += 1;
        let mut twins = Twins::<V>::new(margin);
        for _ in 0..250 {
            for _ in 0..1 + random.below(4) {
                twins.operate(&mut random, most, &mut seen);
                done += 1;
            }
            if random.below(3) == 0 {
                twins.step(&mut seen);
                done += 1;
            }
            twins.ask(&mut random, &mut seen);
            done += 1;
            if random.below(200) == 0 {
                // A roll back goes on with the same bits.
                twins.parallel = twins.scene.clone();
            }
            if done >= count {
                break;
            }
        }
    }
    println!("{done} operations: {seen:?}");
    let Seen { began, stayed, ended, hits, misses, inside, touched, casts, near, stale, rested } =
        seen;
    for often in [began, stayed, ended, hits, misses, touched, casts, near] {
        assert!(often > count / 100);
    }
    for seldom in [inside, stale, rested] {
        assert!(seldom > count / 1000);
    }
}

#[test]
fn operations_in_space() {
    operations::<Vec3>(1);
}
#[test]
fn operations_in_space_f64() {
    operations::<DVec3>(2);
}
#[test]
fn operations_in_the_plane() {
    operations::<Vec2>(3);
}
#[test]
fn operations_in_the_plane_f64() {
    operations::<DVec2>(4);
}

/// Two bodies of any kind that creep: by their contacts of each step, they are never farther from the list than bodies at rest
/// may be.
fn creeping<V: Maker>(seed: u64) {
    let (mut random, mut rested, mut searched) = (Random::new(seed), 0, 0);
    for round in 0..pairs(150) {
        let margin = [0.05, 0.3, 0.01][round % 3];
        let mut twins = Twins::<V>::new(margin);
        let shapes = [0, 1].map(|_| {
            if random.below(3) == 0 {
                shape(&mut random)
            } else {
                make::collider(&mut random, 2, false)
            }
        });
        for shape in shapes {
            let stand = Stand::random(&mut random, 1.5);
            twins.add_all(vec![Body::moving(shape).at(pose(&stand, 1.0))]);
        }
        for step in 0..40 {
            let handle = twins.any(&mut random);
            let by = margin * [1e-4, 3e-3, 2e-2][step % 3];
            let stand = Stand::random(&mut random, by);
            let old = twins.list.bodies[&handle].pose;
            let small: Pose<V> = pose(&stand, 1.0);
            // Turned by as little as it is moved.
            let turn = V::Turn::IDENTITY.towards(small.turn());
            let turn = V::Wide::wedge_of(V::Wide::wedge_numbers(turn).map(|x| x * by));
            let new = old * Pose::from_unit(small.translation(), V::Turn::about(turn));
            twins.scene.place(handle, new).unwrap();
            twins.parallel.place(handle, new).unwrap();
            twins.list.bodies.get_mut(&handle).unwrap().pose = new;
            let mut seen = Seen::default();
            twins.step(&mut seen);
            rested += seen.rested;
            searched += usize::from(seen.rested == 0);
        }
    }
    println!("{rested} {searched}");
    assert!(rested > pairs(150) && searched > pairs(150));
}

#[test]
fn what_creeps_in_space() {
    creeping::<Vec3>(11);
    creeping::<DVec3>(12);
}
#[test]
fn what_creeps_in_the_plane() {
    creeping::<Vec2>(13);
    creeping::<DVec2>(14);
}
