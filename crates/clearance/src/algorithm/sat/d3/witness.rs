//! Where two polytopes that overlap touch deepest: a point of A and one of B, the depth apart
//! along the axis.
//!
//! At the least overlap there is a point of A's feature and one of B's that lie above each
//! other. Where a face meets a vertex, that is the vertex. Where two edges cross, it is where
//! their lines come nearest. Where a face meets an edge or a face that lies parallel to it, it is
//! the middle of what both have in common, seen along the axis:
//!
//! ```text
//!        +-------+          The feature of the other is clipped by the planes through the
//!        |   +---|----+     edges of the face and across it, one after the other.
//!        |   | * |    |
//!        +---|---+    |     Source: Sutherland and Hodgman 1974, Reentrant polygon clipping.
//!            +--------+
//! ```

use alloc::vec::Vec;

use glam::DVec3;

use super::{Pair, Scratch, Side};
use crate::algorithm::sat::{Feature, Outcome};

impl Pair<'_> {
    /// The point of A that is deepest in B and the point of B that is deepest in A, in A's frame.
    /// They are the overlap apart along the axis.
    pub fn points(&self, outcome: &Outcome<DVec3>, scratch: &mut Scratch) -> [DVec3; 2] {
        let depth = outcome.axis * outcome.overlap;
        let [on_a, on_b] = outcome.vertices;
        let feature = match outcome.feature {
            Feature::Edges(i, j) => match self.between_edges(i, j) {
                Some([a, b]) => {
                    let middle = (a + b) * 0.5;
                    return [middle + depth * 0.5, middle - depth * 0.5];
                }
                None => self.face_across([i, j], outcome.axis),
            },
            other => other,
        };
        match feature {
            Feature::FaceA(face) => {
                let b = self.a.contact(face, on_b, self.rounding, &mut scratch.clip);
                [b + depth, b]
            }
            Feature::FaceB(face) => {
                let a = self.b.contact(face, on_a, self.rounding, &mut scratch.clip);
                let a = self.a.other_in_own.apply(a);
                [a, a - depth]
            }
            _ => {
                let middle = (self.a.own.vertices().get(on_a) + self.a.point(on_b)) * 0.5;
                [middle + depth * 0.5, middle - depth * 0.5]
            }
        }
    }

    /// The points that show a gap to be no wider than it is along the axis: then it is the widest.
    /// None where there is no gap, and where others are nearer to each other.
    pub fn gap(&self, outcome: &Outcome<DVec3>) -> Option<[DVec3; 2]> {
        if outcome.overlap >= 0.0 {
            return None;
        }
        let way = outcome.axis * outcome.overlap;
        let [on_a, on_b] = outcome.vertices;
        match outcome.feature {
            Feature::FaceA(face) => {
                let b = self.a.point(on_b);
                self.a.is_above(face, b).then_some([b + way, b])
            }
            Feature::FaceB(face) => {
                let a = self.b.point(on_a);
                let in_a = self.a.own.vertices().get(on_a);
                self.b.is_above(face, a).then_some([in_a, in_a - way])
            }
            Feature::Edges(i, j) => {
                let [a, b] = self.between_edges(i, j)?;
                let is_gap = (b - a).length() <= 2.0 * self.rounding - outcome.overlap;
                is_gap.then_some([a, b])
            }
            Feature::None => None,
        }
    }

    /// The points of two edges where their lines come nearest; none if one is beyond an end. Then the
    /// edges meet at a face that is perpendicular to the axis to rounding.
    fn between_edges(&self, i: u32, j: u32) -> Option<[DVec3; 2]> {
        /// How far beyond an end rounding may put a point, as a share of the edge.
        const BEYOND: f64 = 1e-6;
        let ([a, edge_a], [b, edge_b]) = (self.edge_a(i), self.edge_b(j));
        let across = edge_a.cross(edge_b);
        let (from_a, square) = (b - a, across.dot(across));
        let on = |edge: DVec3, other: DVec3| {
            let share = from_a.cross(other).dot(across) / square;
            let within = (-BEYOND..=1.0 + BEYOND).contains(&share);
            within.then(|| edge * share.clamp(0.0, 1.0))
        };
        Some([a + on(edge_a, edge_b)?, b + on(edge_b, edge_a)?])
    }

    /// Of the faces beside an edge of A and an edge of B the one that an axis is the most
    /// perpendicular to.
    fn face_across(&self, edges: [u32; 2], axis: DVec3) -> Feature {
        let (a, b) = (&self.a, &self.b);
        let in_b = -a.other_in_own.unrotate(axis);
        let of_a = a
            .own
            .topology()
            .arc(edges[0])
            .map(|face| (a.own.normals().get(face).dot(axis), Feature::FaceA(face)));
        let of_b = b
            .own
            .topology()
            .arc(edges[1])
            .map(|face| (b.own.normals().get(face).dot(in_b), Feature::FaceB(face)));
        let all = of_a.into_iter().chain(of_b);
        all.fold((f64::NEG_INFINITY, Feature::None), |m, f| if f.0 > m.0 { f } else { m }).1
    }
}

impl Side<'_> {
    /// The middle of what the other has against a face, `vertex` being its deepest, in this
    /// one's frame.
    ///
    /// Where the face and one of the other are nearly parallel, the overlap along both normals
    /// is the same to rounding, and it may be the other's that has the points. So what counts as
    /// deepest is widened until something lies above the face.
    fn contact(&self, face: u32, vertex: u32, rounding: f64, memory: &mut Clip) -> DVec3 {
        const WIDER: f64 = 128.0;
        const TRIES: usize = 5;
        let mut slack = 4.0 * rounding;
        for _ in 0..TRIES {
            self.deepest_feature(face, vertex, slack, &mut memory.polygon);
            if let [point] = *memory.polygon
                && self.is_above(face, point)
            {
                return point;
            }
            if let Some(middle) = self.middle_above(face, rounding, memory) {
                return middle;
            }
            slack *= WIDER;
        }
        self.point(vertex)
    }

    /// Is a point above a face, surely? The corners of the face are what it is between.
    fn is_above(&self, face: u32, p: DVec3) -> bool {
        let (normal, t) = (self.own.normals().get(face), self.own.topology());
        t.face_edges(face).all(|edge| {
            let [from, to] = [t.origin(edge), t.target(edge)].map(|v| self.own.vertices().get(v));
            (to - from).cross(normal).dot(p - from) <= 0.0
        })
    }

    /// The middle of what of the polygon lies above a face; none if nothing does.
    fn middle_above(&self, face: u32, rounding: f64, memory: &mut Clip) -> Option<DVec3> {
        let normal = self.own.normals().get(face);
        let t = self.own.topology();
        for edge in t.face_edges(face) {
            let [from, to] = [t.origin(edge), t.target(edge)].map(|v| self.own.vertices().get(v));
            if let Some(outward) = (to - from).cross(normal).try_normalize() {
                memory.clip(outward, outward.dot(from) + rounding);
            }
        }
        let height = |p: &DVec3| normal.dot(*p);
        let deepest = memory.polygon.iter().map(height).fold(f64::INFINITY, f64::min);
        let deep = memory.polygon.iter().filter(|p| height(p) <= deepest + 4.0 * rounding);
        let (sum, count) = deep.fold((DVec3::ZERO, 0.0), |(sum, n), p| (sum + *p, n + 1.0));
        (count > 0.0).then(|| sum / count)
    }

    /// The corners of the other's vertex, edge or face that lies against a face.
    fn deepest_feature(&self, face: u32, vertex: u32, slack: f64, out: &mut Vec<DVec3>) {
        out.clear();
        let t = self.other.topology();
        let normal = self.other_in_own.unrotate(self.own.normals().get(face));
        let height = |v: u32| normal.dot(self.other.vertices().get(v));
        let highest = height(vertex) + slack;
        let deep = |v: u32| height(v) <= highest;
        // A point has no edges to go around.
        let edges = if t.faces() > 0 { Some(t.vertex_edges(vertex)) } else { None };
        if !edges.clone().into_iter().flatten().any(|e| deep(t.target(e))) {
            out.push(self.point(vertex));
            return;
        }
        let mut edge = None;
        for e in edges.into_iter().flatten() {
            let mut ring = t.face_edges(t.face(e)).map(|e| t.origin(e));
            if ring.clone().nth(2).is_some() && ring.all(deep) {
                out.extend(t.face_edges(t.face(e)).map(|e| self.point(t.origin(e))));
                return;
            }
            if deep(t.target(e)) {
                edge = Some(t.target(e));
            }
        }
        out.extend([vertex].into_iter().chain(edge).map(|v| self.point(v)));
    }
}

/// A polygon that is being clipped, and memory for what comes of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Clip {
    polygon: Vec<DVec3>,
    next: Vec<DVec3>,
}

impl Clip {
    /// Leaves what of the polygon, or the segment, or the point, is no higher than that.
    fn clip(&mut self, outward: DVec3, highest: f64) {
        let height = |p: DVec3| outward.dot(p) - highest;
        self.next.clear();
        for (i, &to) in self.polygon.iter().enumerate() {
            let from = self.polygon[if i == 0 { self.polygon.len() } else { i } - 1];
            let (before, here) = (height(from), height(to));
            if (before < 0.0 && here > 0.0) || (before > 0.0 && here < 0.0) {
                self.next.push(from + (to - from) * (before / (before - here)));
            }
            if here <= 0.0 {
                self.next.push(to);
            }
        }
        core::mem::swap(&mut self.polygon, &mut self.next);
    }
}
