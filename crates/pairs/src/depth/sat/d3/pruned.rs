//! All faces, and the pairs of edges whose arcs cross on the overlaid Gauss maps.
//!
//! A few products decide whether a pair of edges can be left out, and most can. What remains are the
//! corners of the overlaid maps, each once. The time grows with the product of the numbers of edges.

use alloc::vec::Vec;

use glam::DVec3;

use super::PolytopePair;
use super::arcs::Arc;
use crate::depth::sat::Outcome;
use crate::trace::{Trace, Watch};

/// The least overlap over all corners of the overlaid maps, or a separating axis.
pub fn pruned<T: Trace<DVec3>>(pair: &PolytopePair<'_>, trace: &mut T) -> Outcome<DVec3> {
    let mut watch = Watch::new(trace, 1.0);
    let mut best = Outcome::new();
    pair.try_start(&mut best, &mut watch);
    for of_b in [false, true] {
        for face in 0..pair.side(of_b).own.topology().faces() as u32 {
            pair.try_face(of_b, face, &mut best, &mut watch);
        }
    }
    if best.overlap < -pair.touch() {
        return best;
    }
    let arcs: Vec<Arc> = pair.a.own.arcs().map(|k| pair.arc_a(k)).collect();
    for b in pair.b.own.arcs().map(|k| pair.arc_b(k)) {
        for a in &arcs {
            pair.try_crossing(a, &b, &mut best, &mut watch);
        }
        if best.overlap < -pair.touch() {
            break;
        }
    }
    best
}
