//! Two surfaces: each facet of the smaller one is a convex shape against the larger one.

use clearance_geometry::space::{Motion, Vector};

use super::one::{self, Convexed};
use super::search::{PieceId, Search};
use crate::Instance;

/// Searches the nearest facets of two surfaces.
pub(crate) fn search<V: Vector>(
    search: &mut Search<V>,
    parts: [u32; 2],
    surfaces: [&Instance<V>; 2],
    motions: [&Motion<V::Wide>; 2],
) {
    let small = usize::from(surfaces[1].len() < surfaces[0].len());
    let large = 1 - small;
    for facet in 0..surfaces[small].len() as u32 {
        if search.is_done() {
            return;
        }
        let piece = surfaces[small].piece(facet);
        let id = PieceId { part: parts[small], facet: Some(facet) };
        let is_a = small == 0;
        let other = Convexed { id, shape: &piece.lowered(), motion: motions[small], is_a };
        one::search(search, (parts[large], surfaces[large], motions[large]), &other);
    }
}
