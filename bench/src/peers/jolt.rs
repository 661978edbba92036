//! Jolt, through `foreign/jolt.cpp`: GJK for tests of overlap and distances, called like in
//! `CollisionDispatch`; `CollideShape` for depths, and with faces and a separation for manifolds;
//! `CastShape` and `CastRay`. It caches pairs only between two steps of a world, which is not measured
//! here.
//!
//! It limits hulls to 256 corners. Its tolerance is 0.1 mm.

// The functions are foreign.
#![allow(unsafe_code)]

use super::Peer;
use super::foreign::{Calls, Foreign, declare, enter};
use crate::entrant::Question;
use crate::pairs::Pair;
use crate::shape::Kind;
use crate::truth::STRICT_F32;

/// 3D, `f32`.
pub const PEER: Peer = Peer {
    name: "jolt",
    packages: ["oxijolt-sys"; 2],
    plane: None,
    space: Some(enter::<Jolt>),
    has,
    strict: STRICT_F32,
};

fn has(pair: Pair, question: Question) -> bool {
    let has = |kind: &Kind| match kind {
        Kind::Points(count) => *count <= 256,
        Kind::Cone => false,
        _ => true,
    };
    question != Question::Project && pair.kinds.iter().all(has)
}

struct Jolt;

impl Foreign for Jolt {
    type Real = f32;
    const CALLS: Calls<f32> = Calls {
        shape: jolt_shape,
        free: jolt_free,
        boolean: jolt_boolean,
        distance: Some(jolt_distance),
        penetration: Some(jolt_penetration),
        manifold: Some(jolt_manifold),
        shapecast: Some(jolt_shapecast),
        casttime: Some(jolt_casttime),
        raycast: Some(jolt_raycast),
        memory: None,
    };
}

declare! {
    shape f32 jolt_shape;
    free f32 jolt_free;
    boolean f32 jolt_boolean;
    distance f32 jolt_distance;
    penetration f32 jolt_penetration;
    manifold f32 jolt_manifold;
    shapecast f32 jolt_shapecast;
    casttime f32 jolt_casttime;
    raycast f32 jolt_raycast;
}
