//! parry's trees, as rapier uses them.

use clearance_trees::Bounds;
use parry3d::bounding_volume::Aabb;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry3d::query::details::ContactManifoldsWorkspace;
use parry3d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry3d::shape::SharedShape;
use parry3d::utils::hashmap::HashMap;

pub fn aabb(bounds: &Bounds) -> Aabb {
    Aabb { mins: bounds.min.into(), maxs: bounds.max.into() }
}
pub fn pose(pose: &clearance::d3::Pose) -> parry3d::math::Pose {
    parry3d::math::Pose::from_parts(pose.translation(), pose.turn())
}

/// All pairs anew from tight boxes.
pub struct Tree {
    bvh: Bvh,
    space: BvhWorkspace,
    optimizes: bool,
    list: Vec<[u32; 2]>,
}

impl Tree {
    pub fn new(boxes: &[Bounds], optimizes: bool) -> Self {
        let leaves: Vec<Aabb> = boxes.iter().map(aabb).collect();
        let bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
        Self { bvh, space: BvhWorkspace::default(), optimizes, list: vec![] }
    }
    pub fn step(&mut self, boxes: &[Bounds]) -> usize {
        for (at, bounds) in boxes.iter().enumerate() {
            self.bvh.insert_or_update_partially(aabb(bounds), at as u32, 0.0);
        }
        self.bvh.refit(&mut self.space);
        if self.optimizes {
            self.bvh.optimize_incremental(&mut self.space);
        }
        self.list.clear();
        let list = &mut self.list;
        self.bvh.traverse_bvtt_single_tree::<false>(&mut self.space, &mut |a, b| list.push([a, b]));
        self.list.len()
    }
}

type Manifold = ContactManifold<(), ()>;

/// Pairs kept in a hash map with lists of partners, boxes with a skin, manifolds with their workspace: rapier 0.36.
pub struct Kept {
    bvh: Bvh,
    space: BvhWorkspace,
    pub pairs: HashMap<(u32, u32), (Vec<Manifold>, Option<ContactManifoldsWorkspace>)>,
    partners: Vec<Vec<u32>>,
    is_updated: Vec<bool>,
    skin: f32,
}

impl Kept {
    pub fn new(boxes: &[Aabb], skin: f32) -> Self {
        use parry3d::bounding_volume::BoundingVolume;
        let leaves: Vec<Aabb> = boxes.iter().map(|bounds| bounds.loosened(skin)).collect();
        let mut kept = Self {
            bvh: Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves),
            space: BvhWorkspace::default(),
            pairs: HashMap::default(),
            partners: vec![vec![]; boxes.len()],
            is_updated: vec![false; boxes.len()],
            skin,
        };
        let mut found = vec![];
        kept.bvh
            .traverse_bvtt_single_tree::<false>(&mut kept.space, &mut |a, b| found.push((a, b)));
        found.into_iter().for_each(|(a, b)| kept.begin(a.min(b), a.max(b)));
        kept
    }
    fn begin(&mut self, a: u32, b: u32) {
        self.pairs.entry((a, b)).or_insert_with(|| {
            self.partners[a as usize].push(b);
            self.partners[b as usize].push(a);
            Default::default()
        });
    }
    /// The pairs of those that moved.
    pub fn step(&mut self, moved: &[(u32, Aabb)]) {
        let few = moved.len() * 16 < self.partners.len();
        let mut updated = vec![];
        for (at, bounds) in moved {
            if self.bvh.leaf_node(*at).is_some_and(|leaf| leaf.contains_aabb(bounds)) {
                continue;
            }
            if few {
                self.bvh.reinsert_or_update_if_present(*bounds, *at, self.skin);
            } else {
                self.bvh.update_partially_if_present(*bounds, *at, self.skin);
            }
            updated.push(*at);
        }
        if few {
            self.bvh.refit_partial(&[], &updated);
        } else {
            self.bvh.optimize_incremental(&mut self.space);
            self.bvh.refit(&mut self.space);
        }
        let mut found = vec![];
        self.bvh.traverse_bvtt_single_tree::<true>(&mut self.space, &mut |a, b| found.push((a, b)));
        found.into_iter().for_each(|(a, b)| self.begin(a.min(b), a.max(b)));
        updated.iter().for_each(|at| self.is_updated[*at as usize] = true);
        for &a in &updated {
            self.end_those_apart(a);
        }
        updated.iter().for_each(|at| self.is_updated[*at as usize] = false);
    }
    fn end_those_apart(&mut self, a: u32) {
        let Some(leaf) = self.bvh.leaf_node(a).copied() else { return };
        let mut at = 0;
        while let Some(&b) = self.partners[a as usize].get(at) {
            let is_others = self.is_updated[b as usize] && b < a;
            if is_others || self.bvh.leaf_node(b).is_some_and(|other| leaf.intersects(other)) {
                at += 1;
                continue;
            }
            self.partners[a as usize].swap_remove(at);
            let others = &mut self.partners[b as usize];
            if let Some(place) = others.iter().position(|x| *x == a) {
                others.swap_remove(place);
            }
            self.pairs.remove(&(a.min(b), a.max(b)));
        }
    }
    /// The manifolds of pairs of which one has moved and whose tight boxes meet.
    pub fn contacts(
        &mut self,
        shapes: &[SharedShape],
        poses: &[parry3d::math::Pose],
        boxes: &[Aabb],
        moved: &[bool],
        margin: f32,
    ) -> usize {
        use parry3d::bounding_volume::BoundingVolume;
        let mut touching = 0;
        for ((a, b), (manifolds, space)) in &mut self.pairs {
            let [a, b] = [*a as usize, *b as usize];
            if (moved[a] || moved[b]) && boxes[a].intersects(&boxes[b]) {
                let b_in_a = poses[a].inv_mul(&poses[b]);
                let (one, other) = (&*shapes[a], &*shapes[b]);
                let asked = DefaultQueryDispatcher
                    .contact_manifolds(&b_in_a, one, other, margin, manifolds, space);
                asked.expect("boxes have manifolds");
            }
            touching += usize::from(manifolds.iter().any(|manifold| !manifold.points.is_empty()));
        }
        touching
    }
}
