//! The pairs of bodies that are the nearest, and all within a distance.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use clearance_geometry::answer::Clearance;
use clearance_geometry::number::Scalar as _;
use clearance_geometry::space::{Aabb, Vector};
use clearance_trees::{Eight, Packs};
use clearance_worlds::{clearance, within};
use glam::Vec4;

use crate::body::{Class, Kind, Layers};
use crate::boxes::{Boxes, Home, outward, square};
use crate::handle::Pair;
use crate::pairs::Key;
use crate::scene::Scene;

/// Two bodies, and the clearance between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Near<V: Vector> {
    /// The two bodies.
    pub pair: Pair,
    /// The clearance: negative in overlap. The normal points from `a` to `b`.
    pub clearance: Clearance<V>,
}

/// A number whose order is that of the clearance, then of the handles.
type Rank = (i64, Pair);

impl<V: Vector> Scene<V> {
    /// The `count` pairs of bodies with the least clearance, that first. Of equal ones those with the lower handles count.
    /// Pairs of fixed bodies, of sensors, and those that layers, groups and [`Scene::set_ignored`] leave out, are none.
    ///
    /// ```
    /// use clearance::d3::{Body, Pose, Scene, Sphere, Vec3};
    /// let mut scene = Scene::new();
    /// for x in [0.0, 3.0, 10.0] {
    ///     scene.add(Body::moving(Sphere::new(1.0)?).at(Pose::at(Vec3::new(x, 0.0, 0.0))?));
    /// }
    /// let nearest = scene.nearest(1);
    /// assert_eq!((nearest[0].pair.a.index(), nearest[0].pair.b.index()), (0, 1));
    /// assert_eq!(nearest[0].clearance.signed_distance, 1.0);
    /// # Ok::<(), clearance::Error>(())
    /// ```
    pub fn nearest(&self, count: usize) -> Vec<Near<V>> {
        self.nearest_by(count, V::Scalar::INFINITY, |pair, _, _| {
            let [a, b] = [pair.a, pair.b].map(|handle| &self[handle]);
            ControlFlow::Continue(Some(clearance(&a.shape, &a.pose, &b.shape, &b.pose)))
        })
    }
    /// All pairs that are not proven to be farther apart than `distance`, the deepest or nearest first. They are of those
    /// that [`Scene::nearest`] looks at.
    pub fn within(&self, distance: V::Scalar) -> Vec<Near<V>> {
        self.within_watched(distance, |_| true)
    }
    /// [`Scene::within`], which tells `watch` how many bodies are done before it looks at a pair. If that returns false, what
    /// is known is the answer.
    pub fn within_watched(
        &self,
        distance: V::Scalar,
        mut watch: impl FnMut(usize) -> bool,
    ) -> Vec<Near<V>> {
        self.nearest_by(usize::MAX, distance, |pair, limit, done| {
            if !watch(done) {
                return ControlFlow::Break(());
            }
            let [a, b] = [pair.a, pair.b].map(|handle| &self[handle]);
            let is_near = within(&a.shape, &a.pose, &b.shape, &b.pose, limit);
            let ask = || clearance(&a.shape, &a.pose, &b.shape, &b.pose);
            ControlFlow::Continue(is_near.then(ask))
        })
    }
    /// The `count` pairs with the least clearance of those within `distance`, asked by the caller: `ask` gets a pair, the limit
    /// beyond which it is none of them, and the number of bodies that are done. It may say `None` of a pair beyond the limit,
    /// and breaks to end the search; what is known then is the answer.
    pub fn nearest_by(
        &self,
        count: usize,
        distance: V::Scalar,
        mut ask: impl FnMut(Pair, V::Scalar, usize) -> ControlFlow<(), Option<Clearance<V>>>,
    ) -> Vec<Near<V>> {
        let (mut best, mut limit) = (BTreeMap::<Rank, Near<V>>::new(), distance);
        if count == 0 {
            return Vec::new();
        }
        self.each_near(limit, |pair, done| {
            let found = ask(pair, limit, done).continue_value()?;
            if let Some(clearance) = found.filter(|found| found.lower <= limit) {
                let near = Near { pair, clearance };
                best.insert(rank(&near), near);
            }
            if best.len() > count {
                best.pop_last();
            }
            if let Some((_, last)) = best.last_key_value().filter(|_| best.len() == count) {
                limit = last.clearance.upper.min(distance);
            }
            Some(limit)
        });
        best.into_values().collect()
    }

    /// Visits the pairs whose boxes are within a limit, in no order, with the number of bodies that are done. `visit` returns the
    /// limit for those that follow; `None` ends it. They are of those that [`Scene::nearest`] looks at.
    pub fn each_near(
        &self,
        mut limit: V::Scalar,
        mut visit: impl FnMut(Pair, usize) -> Option<V::Scalar>,
    ) {
        self.boxes.each_near(limit.to_f64(), |a, b, done| {
            if self.bodies.may_meet(a, b) {
                limit = visit(self.pair(Key::of(a, b)), done)?;
            }
            Some(limit.to_f64())
        });
    }
}

/// Visits the pairs of boxes that are within a limit of each other, each once and in no order, by the numbers of both boxes,
/// the lower one first, and the number of boxes that are done. `visit` returns the limit for those that follow, of which a
/// negative one counts as 0; `None` ends it. No list of pairs is kept.
///
/// Boxes may be infinite, as those of half-spaces are. A box contains its shape, so no two shapes within the limit are missed.
///
/// ```
/// use clearance::Aabb;
/// use clearance::d2::Vec2;
/// let tile = |x: f32| Aabb { min: Vec2::new(x, 0.0), max: Vec2::new(x + 1.0, 1.0) };
/// let mut pairs = vec![];
/// clearance::scenes::near_boxes(&[tile(0.0), tile(5.0), tile(1.5)], 0.5, |pair, _| {
///     pairs.push(pair);
///     Some(0.5)
/// });
/// assert_eq!(pairs, [[0, 2]]);
/// ```
pub fn near_boxes<V: Vector>(
    boxes: &[Aabb<V>],
    limit: f64,
    mut visit: impl FnMut([usize; 2], usize) -> Option<f64>,
) {
    let class = Class { kind: Kind::Moving, layers: Layers::default() };
    let items: Vec<_> = (0..).zip(boxes).map(|(item, tight)| (item, *tight, class)).collect();
    let mut boxes = Boxes::new();
    boxes.insert(&items);
    boxes
        .each_near(limit, |a, b, done| visit([a.min(b), a.max(b)].map(|item| item as usize), done));
}

impl<V: Vector> Boxes<V> {
    /// Visits the pairs within a limit of which one is not fixed, with the number of those of which all pairs were visited.
    fn each_near(&self, mut limit: f64, mut visit: impl FnMut(u32, u32, usize) -> Option<f64>) {
        let movers = Home::MOVING.map(|home| self.pack(home));
        let mut is_over = false;
        for (done, a) in movers.into_iter().flat_map(Packs::items).enumerate() {
            let tight = &self.tight[a as usize];
            let around = outward(tight);
            let mut ask = |b: u32| {
                // Of two boxes that are both asked, the lower one finds the pair.
                let is_first = a < b || a > b && !movers.iter().any(|packs| packs.has(b));
                let is_near = tight.gap(&self.tight[b as usize]) <= limit.max(0.0);
                if !is_over && is_first && is_near {
                    match visit(a, b, done) {
                        Some(new) => limit = new,
                        None => is_over = true,
                    }
                }
                if is_over { -1.0 } else { square(limit.max(0.0)) }
            };
            let mut bound = ask(a);
            // Boxes of what is endless have no distance.
            self.pack(Home::Endless).items().for_each(|b| bound = ask(b));
            let own = self.meets_home(a);
            for packs in Home::BOXED.map(|home| self.pack(home)) {
                if !own && packs.has(a) {
                    continue;
                }
                let gaps = |node: &Eight| {
                    if movers[0].has(a) { [Vec4::ZERO; 2] } else { node.gaps(&around) }
                };
                packs.nearest(bound, gaps, |b, _| {
                    bound = ask(b);
                    bound
                });
            }
            if is_over {
                return;
            }
        }
    }
}

fn rank<V: Vector>(near: &Near<V>) -> Rank {
    // The bits of a float as an integer that is ordered as `f64::total_cmp` orders the floats.
    let bits = near.clearance.signed_distance.to_f64().to_bits() as i64;
    (bits ^ (bits >> 63 & i64::MAX), near.pair)
}
