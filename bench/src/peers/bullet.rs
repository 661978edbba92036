//! Bullet, through `foreign/bullet.cpp`, without margins. `btGjkPairDetector` with EPA for tests of
//! overlap, distances and depths. Manifolds come from the algorithm that its dispatcher finds for the
//! pair, with a persistent manifold, which is emptied first in cold queries. Casts are
//! `btContinuousConvexCollision` and `btSubsimplexConvexCast`.

// The functions are foreign.
#![allow(unsafe_code)]

use super::Peer;
use super::foreign::{Calls, Foreign, Memory, declare, enter};
use crate::entrant::Question;
use crate::pairs::Pair;
use crate::shape::Kind;
use crate::truth::STRICT_F32;

/// 3D, `f32`.
pub const PEER: Peer = Peer {
    name: "bullet",
    packages: ["bullet"; 2],
    plane: None,
    space: Some(enter::<Bullet>),
    has,
    strict: STRICT_F32,
};

fn has(pair: Pair, question: Question) -> bool {
    let has = |kind: &Kind| !matches!(kind, Kind::Cone);
    question != Question::Project && pair.kinds.iter().all(has)
}

struct Bullet;

impl Foreign for Bullet {
    type Real = f32;
    const CALLS: Calls<f32> = Calls {
        shape: bullet_shape,
        free: bullet_free,
        boolean: bullet_boolean,
        distance: Some(bullet_distance),
        penetration: Some(bullet_penetration),
        manifold: Some(bullet_manifold),
        shapecast: Some(bullet_shapecast),
        casttime: Some(bullet_shapecast),
        raycast: Some(bullet_raycast),
        memory: Some(Memory {
            new: bullet_memory,
            forget: bullet_forget,
            free: bullet_free_memory,
        }),
    };
}

declare! {
    shape f32 bullet_shape;
    free f32 bullet_free;
    boolean f32 bullet_boolean;
    distance f32 bullet_distance;
    penetration f32 bullet_penetration;
    manifold f32 bullet_manifold;
    shapecast f32 bullet_shapecast;
    raycast f32 bullet_raycast;
    memory f32 bullet_memory;
    free f32 bullet_forget;
    free f32 bullet_free_memory;
}
