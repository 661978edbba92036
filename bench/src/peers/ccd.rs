//! libccd, through `foreign/ccd.cpp`: `ccdMPRIntersect` for tests of overlap, and `ccdGJKPenetration`,
//! which is EPA, for depths. It has no distances and no manifolds. Our function gives it support points.

// The functions are foreign.
#![allow(unsafe_code)]

use super::Peer;
use super::foreign::{Calls, Foreign, declare, enter};
use crate::entrant::Question;
use crate::pairs::Pair;
use crate::shape::Kind;
use crate::truth::STRICT_F64;

/// 3D, `f64`, as Debian builds it.
pub const PEER: Peer = Peer {
    name: "ccd-f64",
    packages: ["ccd"; 2],
    plane: None,
    space: Some(enter::<Ccd>),
    has,
    strict: STRICT_F64,
};

fn has(pair: Pair, question: Question) -> bool {
    let is_asked = matches!(question, Question::Boolean | Question::Penetration);
    is_asked && !pair.kinds.iter().any(|kind| matches!(kind, Kind::Cone))
}

struct Ccd;

impl Foreign for Ccd {
    type Real = f64;
    const CALLS: Calls<f64> = Calls {
        shape: ccd_shape,
        free: ccd_free,
        boolean: ccd_boolean,
        distance: None,
        penetration: Some(ccd_penetration),
        manifold: None,
        shapecast: None,
        casttime: None,
        raycast: None,
        memory: None,
    };
}

declare! {
    shape f64 ccd_shape;
    free f64 ccd_free;
    boolean f64 ccd_boolean;
    penetration f64 ccd_penetration;
}
