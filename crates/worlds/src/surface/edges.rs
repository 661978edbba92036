//! The facet beyond each edge of each facet, and how the surface bends there.
//!
//! ```text
//!     seen along an edge, the fronts are above:
//!
//!         ____ ____        \ front /              front
//!         |  front          \     /             ___.___
//!        /|                  \   /
//!          Convex             Concave            Flat
//! ```
//!
//! The bend is exact: the sign of the volume that a facet and the far corner of its neighbour span, of the
//! vertices as given. Contacts use it, because at flat and concave edges nothing can touch from the front
//! but the facets themselves.

use alloc::vec::Vec;

use clearance_geometry::hull::exact::{projection, side, turn};
use glam::DVec3;

use super::ridges::{Ridge, at_edges, excess};

/// How the front of a surface bends at an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bend {
    /// The edge stands out: less than half of the space around it is behind the surface. Also where the
    /// neighbour is folded back onto the facet.
    Convex,
    /// The two facets continue each other in one plane.
    Flat,
    /// The edge is a valley.
    Concave,
    /// There is no single neighbour with the same front: the edge has no other facet, more than one, or one
    /// with its front on the other side.
    #[default]
    Open,
}

/// What is beyond an edge of a facet in 3D, or beyond an end of a segment in 2D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// How the front bends.
    pub bend: Bend,
    /// The number of the edge in the facet beyond. 0 if the edge is open.
    pub side: u8,
    /// The facet beyond; the facet itself if the edge is open.
    pub facet: u32,
    /// The far corner of the facet beyond: the number of its vertex that is not at the edge, or of an equal one. 0 if
    /// the edge is open.
    pub opposite: u32,
}

/// The edges of each facet. In 2D the third of each is open.
pub fn edges(
    ridges: &[Ridge],
    facets: &[[u32; 3]],
    places: &[DVec3],
    dim: usize,
) -> Vec<[Edge; 3]> {
    let open = |facet| [Edge { bend: Bend::Open, side: 0, facet, opposite: 0 }; 3];
    let mut edges: Vec<[Edge; 3]> = (0..facets.len() as u32).map(open).collect();
    for at_edge in at_edges(ridges) {
        if let [one, other] = at_edge
            && excess(at_edge) == 0
        {
            let bend = if dim == 2 {
                bend_2d(at_edge, places)
            } else {
                bend_3d(one, other, facets, places)
            };
            for (ridge, beyond) in [(one, other), (other, one)] {
                let Ridge { side, facet, opposite, .. } = *beyond;
                edges[ridge.facet as usize][ridge.side as usize] =
                    Edge { bend, side, facet, opposite };
            }
        }
    }
    edges
}

/// The bend between two triangles.
fn bend_3d(one: &Ridge, other: &Ridge, facets: &[[u32; 3]], places: &[DVec3]) -> Bend {
    let triangle = facets[one.facet as usize].map(|v| places[v as usize]);
    let far = places[other.opposite as usize];
    let front = side(triangle, far);
    if front != 0.0 {
        return if front > 0.0 { Bend::Concave } else { Bend::Convex };
    }
    // All in one plane: folded if both far corners are on the same side of the edge.
    let [a, b] = one.ends.map(|v| places[v as usize]);
    let own = places[one.opposite as usize];
    let folded = (0..3).any(|axis| {
        let [a, b, own, far] = [a, b, own, far].map(|p| projection(p, axis));
        let [own, far] = [turn(a, b, own), turn(a, b, far)];
        (own > 0.0 && far > 0.0) || (own < 0.0 && far < 0.0)
    });
    if folded { Bend::Convex } else { Bend::Flat }
}

/// The bend between two segments: the front is on the right of the way.
fn bend_2d(at_edge: &[Ridge], places: &[DVec3]) -> Bend {
    let (before, after) = if at_edge[0].forward { (1, 0) } else { (0, 1) };
    let joint = places[at_edge[0].ends[0] as usize].truncate();
    let [from, to] = [before, after].map(|i| places[at_edge[i].opposite as usize].truncate());
    let left = turn(from, joint, to);
    // On one line: folded if the way turns back.
    if left > 0.0
        || (left == 0.0 && is_back(from.x, joint.x, to.x) | is_back(from.y, joint.y, to.y))
    {
        Bend::Convex
    } else if left < 0.0 {
        Bend::Concave
    } else {
        Bend::Flat
    }
}

fn is_back(from: f64, joint: f64, to: f64) -> bool {
    (from < joint && to < joint) || (from > joint && to > joint)
}
