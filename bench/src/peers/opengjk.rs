//! openGJK, through `foreign/opengjk.c`: distances, in `f32` and in `f64`. It needs corners in world
//! coordinates, which are transformed inside the measured time. Balls and capsules are a point and a
//! segment, and their radii are subtracted. It has no test of overlap, so shapes overlap if their
//! distance is less than 1e-5, or 1e-9 in `f64`.

// The functions are foreign.
#![allow(unsafe_code)]

use super::Peer;
use super::foreign::{Calls, Foreign, declare, enter};
use crate::entrant::Question;
use crate::pairs::Pair;
use crate::shape::Kind;
use crate::truth::{STRICT_F32, STRICT_F64};

/// 3D, `f32`.
pub const PEER: Peer = Peer {
    name: "opengjk",
    packages: ["opengjk"; 2],
    plane: None,
    space: Some(enter::<Short>),
    has,
    strict: STRICT_F32,
};

/// 3D, `f64`.
pub const PEER_F64: Peer =
    Peer { name: "opengjk-f64", space: Some(enter::<Long>), strict: STRICT_F64, ..PEER };

fn has(pair: Pair, question: Question) -> bool {
    let is_asked = matches!(question, Question::Boolean | Question::Distance);
    is_asked && !pair.kinds.iter().any(|kind| matches!(kind, Kind::Cylinder | Kind::Cone))
}

struct Short;
struct Long;

impl Foreign for Short {
    type Real = f32;
    const CALLS: Calls<f32> = Calls {
        shape: opengjk_shape,
        free: opengjk_free,
        boolean: opengjk_boolean,
        distance: Some(opengjk_distance),
        penetration: None,
        manifold: None,
        shapecast: None,
        casttime: None,
        raycast: None,
        memory: None,
    };
}

impl Foreign for Long {
    type Real = f64;
    const CALLS: Calls<f64> = Calls {
        shape: opengjk_f64_shape,
        free: opengjk_f64_free,
        boolean: opengjk_f64_boolean,
        distance: Some(opengjk_f64_distance),
        penetration: None,
        manifold: None,
        shapecast: None,
        casttime: None,
        raycast: None,
        memory: None,
    };
}

declare! {
    shape f32 opengjk_shape;
    free f32 opengjk_free;
    boolean f32 opengjk_boolean;
    distance f32 opengjk_distance;
    shape f64 opengjk_f64_shape;
    free f64 opengjk_f64_free;
    boolean f64 opengjk_f64_boolean;
    distance f64 opengjk_f64_distance;
}
