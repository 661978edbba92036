//! coal, through `foreign/coal.cpp`: `collide` without contacts for tests of overlap and with them for depths, and
//! `distance`, which has the depth, too, with its default tolerance of 1e-6.

// The functions are foreign.
#![allow(unsafe_code)]

use super::Peer;
use super::foreign::{Calls, Foreign, declare, enter};
use crate::entrant::Question;
use crate::pairs::Pair;
use crate::shape::Kind;
use crate::truth::STRICT_F64;

/// 3D, `f64`, as the package `libcoal` in PyPI.
pub const PEER: Peer = Peer {
    name: "coal-f64",
    packages: ["coal"; 2],
    plane: None,
    space: Some(enter::<Coal>),
    has,
    strict: STRICT_F64,
};

fn has(pair: Pair, question: Question) -> bool {
    let is_asked =
        matches!(question, Question::Boolean | Question::Distance | Question::Penetration);
    is_asked && !pair.kinds.iter().any(|kind| matches!(kind, Kind::Cone | Kind::Triangle))
}

struct Coal;

impl Foreign for Coal {
    type Real = f64;
    const CALLS: Calls<f64> = Calls {
        shape: coal_shape,
        free: coal_free,
        boolean: coal_boolean,
        distance: Some(coal_distance),
        penetration: Some(coal_penetration),
        manifold: None,
        shapecast: None,
        casttime: None,
        raycast: None,
        memory: None,
    };
}

declare! {
    shape f64 coal_shape;
    free f64 coal_free;
    boolean f64 coal_boolean;
    distance f64 coal_distance;
    penetration f64 coal_penetration;
}
