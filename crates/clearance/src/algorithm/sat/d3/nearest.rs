//! The approximate nearest features of two polytopes along a separating axis: the start of a search for
//! the distance.
//!
//! A gap along the normal of a face is in most cases between this face and a vertex; a gap perpendicular
//! to two edges is between these. So three pairs of vertices contain the nearest points, or are close to
//! them:
//!
//! ```text
//!      +---------+                 The face is cut into triangles from its first corner. One of
//!      |'. '.    |                 them lies below the vertex b of the other, here the third:
//!      |  '. '. b|                 its corners, each with b, are the pairs.
//!      |    '. ' |
//!      +------'--+                 Of two edges three of four pairs of ends are taken: not the
//!                                  one that is opposite to where their lines come nearest.
//! ```

use arrayvec::ArrayVec;
use glam::DVec3;

use super::pair::{InOwnFrame, PolytopePair};
use crate::algorithm::sat::{Feature, Outcome};

/// Pairs of vertices, of A and of B.
pub type Vertices = ArrayVec<[u32; 2], 3>;

impl PolytopePair<'_> {
    /// The pairs of vertices whose triangle contains the nearest points, if the axis is that of the gap.
    pub fn nearest(&self, outcome: &Outcome<DVec3>) -> Vertices {
        let [on_a, on_b] = outcome.vertices;
        match outcome.feature {
            Feature::FaceA(face) => {
                self.a.below(face, on_b).into_iter().map(|corner| [corner, on_b]).collect()
            }
            Feature::FaceB(face) => {
                self.b.below(face, on_a).into_iter().map(|corner| [on_a, corner]).collect()
            }
            Feature::Edges(i, j) => self.between(i, j),
            Feature::None => Vertices::from_iter([outcome.vertices]),
        }
    }

    fn between(&self, i: u32, j: u32) -> Vertices {
        let ([a, edge_a], [b, edge_b]) = (self.edge_a(i), self.edge_b(j));
        let across = edge_a.cross(edge_b);
        let from_a = b - a;
        let share = |other: DVec3| from_a.cross(other).dot(across);
        // As shares of both edges, times the square of their cross product.
        let [on_a, on_b] = [share(edge_b), share(edge_a)];
        let ends = |side: &InOwnFrame<'_>, edge: u32| {
            let t = side.own.topology();
            [t.origin(2 * edge), t.target(2 * edge)]
        };
        let ([p, q], [r, s]) = (ends(&self.a, i), ends(&self.b, j));
        if on_a + on_b <= across.dot(across) {
            [[p, r], [q, r], [p, s]].into()
        } else {
            [[q, s], [p, s], [q, r]].into()
        }
    }
}

impl InOwnFrame<'_> {
    /// The corners of a triangle of a face, the one below a vertex of the other polytope if there is one.
    fn below(&self, face: u32, vertex: u32) -> [u32; 3] {
        let (t, normal, p) =
            (self.own.topology(), self.own.normals().get(face), self.point(vertex));
        let at = |v: u32| self.own.vertices().get(v);
        let mut around = t.face_edges(face).map(|edge| t.origin(edge));
        // Faces at the sides of a flat polytope have two corners.
        let [first, second] = [(); 2].map(|()| around.next().unwrap_or(t.corner(face)));
        let (from, mut before) = (at(first), second);
        let mut found = [first, second, second];
        for corner in around {
            found = [first, before, corner];
            let diagonal = at(corner) - from;
            if diagonal.cross(p - from).dot(normal) <= 0.0 {
                break;
            }
            before = corner;
        }
        found
    }
}
