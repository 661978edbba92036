//! Do two arcs cross, and where?
//!
//! ```text
//!              b                 An arc of A from a to b, normals of two faces, belongs to an
//!              |                 edge e of A, with e parallel to a x b. An arc of -B from c to
//!        c ----*---- d           d belongs to an edge g of B, parallel to c x d. So the sign of
//!              |                 e.c says on which side of arc ab point c lies, and g.a the same
//!              a                 of arc cd and point a.
//! ```
//!
//! They cross as drawn if c is on one side and d on the other, and likewise a and b; all four signs are
//! reversed if cd is reversed. If the signs do not match, the circles of the arcs cross on opposite sides
//! of the sphere. The crossing divides cd in the ratio of e.c and e.d: there is no cross product, so
//! nothing vanishes if the edges are nearly parallel.
//!
//! *Rounding.* Normals and edges are off by rounding errors of the size of the hull, however short the
//! edges are. Signs within that of 0 count as both, because an additional crossing does no harm, and a
//! missing one does. If arcs nearly coincide, the crossing may be anywhere along them; but there the
//! overlap changes by no more than rounding along the arc, because its slopes on both sides of the
//! crossing differ by the angle between the edges.
//!
//! *Source.* Gregorius, "The separating axis test between convex polyhedra", GDC 2013.

use alloc::vec::Vec;

use glam::DVec3;

use super::polytope_pair::{InOwnFrame, PolytopePair};
use crate::depth::sat::{Feature, Outcome};
use crate::trace::{Trace, Watch};

/// An arc of A, or of -B in A's frame, and its edge.
#[derive(Clone, Copy, Debug)]
pub struct Arc {
    /// The index of the edge.
    pub number: u32,
    /// The normals at its ends.
    pub ends: [DVec3; 2],
    /// The direction of the edge; of any length.
    pub edge: DVec3,
    /// A vertex of the edge, in A's frame.
    pub point: DVec3,
}

/// The crossing of two arcs, if they cross: a direction of any length, as a combination of c and d.
#[inline]
pub(super) fn crossing(a: &Arc, b: &Arc, [rounding_a, rounding_b]: [f64; 2]) -> Option<DVec3> {
    let (c, d) = (b.ends[0].dot(a.edge), b.ends[1].dot(a.edge));
    let (p, q) = (a.ends[0].dot(b.edge), a.ends[1].dot(b.edge));
    // All signs in one branch: one of them says little about the next.
    let one_way = (c >= -rounding_a) & (d <= rounding_a) & (p <= rounding_b) & (q >= -rounding_b);
    let other_way = (c <= rounding_a) & (d >= -rounding_a) & (p >= -rounding_b) & (q <= rounding_b);
    if !(one_way | other_way) {
        return None;
    }
    let share = c / (c - d);
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 };
    Some(b.ends[0] + (b.ends[1] - b.ends[0]) * share)
}

impl PolytopePair<'_> {
    /// The error bounds of the products in `crossing`: with edges of A, and of B.
    pub(super) fn crossing_rounding(&self) -> [f64; 2] {
        [self.rounding; 2]
    }

    /// An arc of A.
    #[inline]
    #[doc(hidden)]
    pub fn arc_a(&self, k: u32) -> Arc {
        let own = self.a.own;
        let (ends, [point, edge]) = (own.topology().arc(k), self.edge_a(k));
        Arc { number: k, ends: ends.map(|face| own.normals().get(face)), edge, point }
    }

    /// A vertex of an edge of A, and the edge from this vertex.
    #[inline]
    pub(super) fn edge_a(&self, k: u32) -> [DVec3; 2] {
        let [from, to] = self.a.own.ends_of(k);
        [from, to - from]
    }

    /// An arc of -B, in A's frame.
    #[inline]
    #[doc(hidden)]
    pub fn arc_b(&self, k: u32) -> Arc {
        let (own, motion) = (self.b.own, &self.a.other_in_own);
        let ([u, v], [point, edge]) = (own.topology().arc(k), self.edge_b(k));
        let end = |face: u32| -motion.rotate(own.normals().get(face));
        let ends = [end(u), end(v)];
        Arc { number: k, ends, edge, point }
    }

    /// The same for an edge of B, in A's frame.
    #[inline]
    pub(super) fn edge_b(&self, k: u32) -> [DVec3; 2] {
        let ([from, to], motion) = (self.b.own.ends_of(k), &self.a.other_in_own);
        [motion.apply(from), motion.rotate(to - from)]
    }

    /// Keeps the overlap at the crossing of two arcs, if they cross and it is less than the best.
    #[doc(hidden)]
    pub fn try_crossing<T: Trace<DVec3>>(
        &self,
        a: &Arc,
        b: &Arc,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, DVec3, T>,
    ) {
        let Some(direction) = crossing(a, b, self.crossing_rounding()) else { return };
        best.counters.crossings += 1;
        let axis = direction.normalize();
        // The overlap is at least that of any two vertices; at a true crossing it is that of the edges.
        if axis.dot(a.point - b.point) < best.overlap {
            self.try_axis(axis, Feature::Edges(a.number, b.number), best, watch);
        }
    }

    /// Keeps the overlaps of all crossings of these arcs of A with these arcs of -B.
    pub(super) fn try_crossings<T: Trace<DVec3>>(
        &self,
        [of_a, of_b]: [impl ExactSizeIterator<Item = u32>; 2],
        room: &mut Vec<Arc>,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, DVec3, T>,
    ) {
        if of_a.len() == 0 || of_b.len() == 0 {
            return;
        }
        room.clear();
        room.extend(of_a.map(|k| self.arc_a(k)));
        for b in of_b.map(|k| self.arc_b(k)) {
            for a in room.iter() {
                self.try_crossing(a, &b, best, watch);
            }
        }
    }

    /// If the vertex that is deepest below the best face is not under this face, the shapes meet in two
    /// edges in most cases: the edge that the vertex is beyond, and an edge at the vertex.
    pub(super) fn try_beside<T: Trace<DVec3>>(
        &self,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, DVec3, T>,
    ) {
        let [on_a, on_b] = best.vertices;
        match best.feature {
            Feature::FaceA(face) => {
                let Some(edge) = self.a.beyond(face, on_b) else { return };
                let arc = self.arc_a(edge / 2);
                let along = self.a.other_in_own.unrotate(arc.edge);
                let (t, normals) = (self.b.own.topology(), self.b.own.normals());
                for other in t.vertex_edges(on_b).map(|edge| edge / 2) {
                    // Tested before the normals are rotated: they must be on both sides of the edge's
                    // circle. Twice the rounding covers the error of either frame.
                    let [c, d] = t.arc(other).map(|face| normals.get(face).dot(along));
                    if c.min(d) <= 2.0 * self.rounding && c.max(d) >= -2.0 * self.rounding {
                        self.try_crossing(&arc, &self.arc_b(other), best, watch);
                    }
                }
            }
            Feature::FaceB(face) => {
                let Some(edge) = self.b.beyond(face, on_a) else { return };
                let arc = self.arc_b(edge / 2);
                for other in self.a.own.topology().vertex_edges(on_a) {
                    self.try_crossing(&self.arc_a(other / 2), &arc, best, watch);
                }
            }
            _ => {}
        }
    }
}

impl InOwnFrame<'_> {
    /// The half-edge of a face that a vertex of the other is the farthest beyond; `None` if it is beyond
    /// none.
    fn beyond(&self, face: u32, vertex: u32) -> Option<u32> {
        let (normal, t, p) =
            (self.own.normals().get(face), self.own.topology(), self.point(vertex));
        let mut farthest = (0.0, None);
        for edge in t.face_edges(face) {
            let [from, to] = [t.origin(edge), t.target(edge)].map(|v| self.own.vertices().get(v));
            let out = (to - from).cross(normal);
            let beyond = out.dot(p - from);
            // By the square of the distance.
            let share = beyond.abs() * beyond / out.dot(out);
            if share > farthest.0 {
                farthest = (share, Some(edge));
            }
        }
        farthest.1
    }
}
