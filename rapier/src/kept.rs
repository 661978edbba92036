//! What is kept of a pair, so that bodies which hardly move are not searched again.
//!
//! ```text
//!   two convex shapes --> Cache::still --no--> Query, with the cache
//!   parts or facets ----> has no point moved by more than a share of the margin? --no--> all of them are searched
//!                                  yes: the same points, with new separations
//! ```
//!
//! rapier drops it when a shape changes, and whenever it leaves out the pair.

use std::sync::{Arc, LazyLock};

use clearance::{Cache, Collider, PieceId, Query, pair};

use super::dim::Shape;
use super::manifold::{by_name, write};
use super::parry::math::{Pose, Vector};
use super::parry::query::details::{
    ContactManifoldsWorkspace, TypedWorkspaceData, VoxelsShapeContactManifoldsWorkspace as Blank,
    WorkspaceData,
};
use super::parry::query::{ContactManifold, TrackedContact};
use super::parry::shape;
use super::{pose, turned};

#[derive(Clone)]
#[expect(clippy::large_enum_variant)] // Pairs, the large ones, are the most.
pub enum Kept {
    Pair(Pair),
    Pieces(Pieces),
}

/// Of two convex shapes.
#[derive(Clone)]
pub struct Pair {
    anchor: Anchor,
    shapes: [Arc<Shape>; 2],
    cache: Cache,
}

/// Of shapes of many pieces.
#[derive(Clone)]
pub struct Pieces {
    anchor: Anchor,
    /// Those of clearance; without them parry walks the parts.
    pub colliders: Option<[Arc<Collider<Vector>>; 2]>,
    /// Of parry's walk.
    pub walk: Option<ContactManifoldsWorkspace>,
}

/// Where B was in A's frame when the points were searched.
#[derive(Clone, Default)]
struct Anchor {
    b_in_a: Pose,
    margin: f32,
    /// By how much a point of one shape may move, as the other one sees it; less than 0 if nothing was searched.
    leave: f32,
    /// How far each shape reaches from its origin.
    reaches: [f32; 2],
}

impl Anchor {
    fn new(reaches: [f32; 2]) -> Self {
        Self { leave: -1.0, reaches, ..Self::default() }
    }
    fn holds(&self, b_in_a: &Pose, margin: f32) -> bool {
        let turned = turned(self.b_in_a.rotation, b_in_a.rotation);
        let shift = |then: &Pose, now: &Pose| (now.translation - then.translation).length();
        // The smaller shape moves less when it turns.
        margin == self.margin
            && (shift(&self.b_in_a, b_in_a) + turned * self.reaches[1] <= self.leave
                || self.reaches[0] < self.reaches[1]
                    && shift(&self.b_in_a.inverse(), &b_in_a.inverse()) + turned * self.reaches[0]
                        <= self.leave)
    }
    fn set(&mut self, b_in_a: &Pose, margin: f32, leave: f32) {
        let size = b_in_a.translation.length() + self.reaches[0].min(self.reaches[1]);
        (self.b_in_a, self.margin) = (*b_in_a, margin);
        // What is computed here is off by less.
        self.leave = leave - 16.0 * f32::EPSILON * size;
    }
}

impl WorkspaceData for Kept {
    /// rapier cannot read a world with data of others, but with an empty table of voxels.
    fn as_typed_workspace_data(&self) -> TypedWorkspaceData<'_> {
        static BLANK: LazyLock<Blank<2>> = LazyLock::new(Blank::new);
        TypedWorkspaceData::VoxelsShapeContactManifoldsWorkspace(&BLANK)
    }
    fn clone_dyn(&self) -> Box<dyn WorkspaceData> {
        Box::new(self.clone())
    }
}

impl Pair {
    pub fn new(shapes: [Arc<Shape>; 2]) -> Self {
        Self { anchor: Anchor::new([f32::INFINITY; 2]), shapes, cache: Cache::default() }
    }
    pub fn update<M, D: Default + Copy>(
        &mut self,
        b_in_a: &Pose,
        margin: f32,
        manifold: &mut ContactManifold<M, D>,
    ) {
        if self.anchor.holds(b_in_a, margin) {
            return manifold.update_separations(b_in_a);
        }
        let ([a, b], pose) = (&self.shapes, pose(b_in_a));
        ask(
            pair::Query::relative(&**a, &**b, &pose).cache(&mut self.cache),
            &pose,
            margin,
            manifold,
        );
        // The anchor of the cache stays where it was, if it still knew the points.
        if !self.cache.is_at_rest() || self.anchor.leave < 0.0 {
            let [leave, reach] = self.cache.leave().unwrap_or([-1.0; 2]);
            self.anchor.reaches = [f32::INFINITY, reach as f32];
            self.anchor.set(b_in_a, margin, leave as f32);
        }
    }
}

/// Asks about two convex shapes. Points keep their names.
pub fn ask<M, D: Default + Copy>(
    mut query: pair::Query<'_, Vector>,
    pose: &super::dim::Pose,
    margin: f32,
    manifold: &mut ContactManifold<M, D>,
) {
    let mut found = None;
    query.manifold_into(margin, &mut found);
    let mut old = [None; 4];
    for (slot, point) in old.iter_mut().zip(manifold.points.drain(..)) {
        *slot = Some(point);
    }
    if let Some(found) = &found {
        write(manifold, found, pose, &mut old, by_name);
    }
}

/// Bodies that move by no more than this share of the margin are not searched again, and searches are for a larger
/// margin by twice that: so nothing comes within the margin unseen, and no separation is off by more.
const SHARE: f32 = 1.0 / 16.0;

impl Pieces {
    pub fn new(
        pair: [&dyn shape::Shape; 2],
        colliders: Option<[Arc<Collider<Vector>>; 2]>,
    ) -> Self {
        let reaches = pair.map(|shape| {
            let around = shape.compute_local_aabb();
            around.mins.abs().max(around.maxs.abs()).length()
        });
        Self { anchor: Anchor::new(reaches), colliders, walk: None }
    }
    /// The margin to search with, if that is needed. Else the separations are new.
    pub fn begin<M, D: Default + Copy>(
        &mut self,
        b_in_a: &Pose,
        margin: f32,
        manifolds: &mut [ContactManifold<M, D>],
    ) -> Option<f32> {
        if !self.anchor.holds(b_in_a, margin) {
            self.anchor.set(b_in_a, margin, SHARE * margin);
            return Some(margin * (1.0 + 2.0 * SHARE));
        }
        for manifold in manifolds {
            let mut parts = *b_in_a;
            if let Some(a) = manifold.subshape_pos1() {
                parts = a.inv_mul(&parts);
            }
            if let Some(b) = manifold.subshape_pos2() {
                parts *= *b;
            }
            manifold.update_separations(&parts);
        }
        None
    }
}

/// The patches of two colliders, a manifold each. A point takes the impulses of the nearest old one: pieces, and so the
/// names of points, change while a body slides.
pub fn patches<M: Default, D: Default + Copy>(
    [a, b]: &[Arc<Collider<Vector>>; 2],
    b_in_a: &Pose,
    margin: f32,
    manifolds: &mut Vec<ContactManifold<M, D>>,
) {
    let pose = pose(b_in_a);
    let found = Query::relative(&**a, &**b, &pose).contacts(margin);
    let mut old: Vec<_> = manifolds.iter_mut().flat_map(|m| m.points.drain(..)).map(Some).collect();
    let nearness = |old: &TrackedContact<D>, new: &TrackedContact<D>| {
        let apart = old.local_p1.distance(new.local_p1).min(old.local_p2.distance(new.local_p2));
        if apart <= margin { apart } else { f32::INFINITY }
    };
    let mut before = std::mem::take(manifolds);
    for patch in &found {
        let [one, other] = [patch.piece_a, patch.piece_b].map(number);
        let same = |m: &ContactManifold<M, D>| (m.subshape1, m.subshape2) == (one, other);
        let mut manifold = match before.iter().position(same) {
            Some(i) => before.swap_remove(i),
            None => ContactManifold::with_data(one, other, M::default()),
        };
        write(&mut manifold, &patch.manifold, &pose, &mut old, nearness);
        manifolds.push(manifold);
    }
}

/// The number of a facet or a part.
fn number(piece: PieceId) -> u32 {
    piece.facet.unwrap_or(piece.part)
}
