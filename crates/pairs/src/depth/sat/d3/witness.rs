//! The deepest points of two polytopes that overlap: a point of A and a point of B whose difference is
//! the depth along the axis.
//!
//! At the least overlap, a point of A's feature and a point of B's are above each other along the axis.
//! For a face and a vertex, it is the vertex. For two edges that cross, these are the nearest points of
//! their lines. For a face and a parallel edge or face, it is the middle of their common part, seen along
//! the axis:
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

use super::bounded::Scratch;
use super::polygon_clip::{Polygons, clip, lowest};
use super::polytope_pair::{InOwnFrame, PolytopePair};
use crate::depth::sat::{Feature, Outcome};
use crate::space::Vector;

impl PolytopePair<'_> {
    /// The point of A that is deepest in B and the point of B that is deepest in A, in A's frame. Their
    /// difference is the overlap along the axis. `None` if neither the feature of the outcome nor a face
    /// perpendicular to the axis gives such points.
    ///
    /// If several axes have the same overlap, the feature may be one of two edges that do not meet at the
    /// deepest place, because arcs that only touch count as crossing. So a feature's points are used only
    /// if their difference is the overlap. Otherwise a face perpendicular to the axis replaces the
    /// feature, and the outcome names this face, or nothing.
    pub fn points(
        &self,
        outcome: &mut Outcome<DVec3>,
        scratch: &mut Scratch,
    ) -> Option<[DVec3; 2]> {
        let points = match outcome.feature {
            Feature::Edges(i, j) => self.on_edges([i, j], outcome),
            feature => self.over_face(feature, outcome, &mut scratch.polygons),
        };
        if points.is_some() {
            return points;
        }
        for feature in self.faces_across(outcome) {
            let points = self.over_face(feature, outcome, &mut scratch.polygons);
            if points.is_some() {
                outcome.feature = feature;
                return points;
            }
        }
        outcome.feature = Feature::None;
        None
    }

    /// Is the difference of two points of A and B the overlap along the axis? Then both are on the
    /// surfaces, because no point of either shape is farther along the axis.
    fn is_apart_by(&self, apart: DVec3, outcome: &Outcome<DVec3>) -> bool {
        (apart - outcome.axis * outcome.overlap).max_abs() <= self.touch()
    }

    /// The points where two edges cross, seen along the axis, if they cross.
    fn on_edges(&self, edges: [u32; 2], outcome: &Outcome<DVec3>) -> Option<[DVec3; 2]> {
        let [_, b] = self.between_edges(edges[0], edges[1])?;
        // Along nearly parallel edges the place is noise, but the point of A follows that of B.
        let depth = outcome.axis * outcome.overlap;
        let [from, edge] = self.edge_a(edges[0]);
        let share = (b + depth - from).dot(edge) / edge.dot(edge);
        let a = from + edge * share.clamp(0.0, 1.0);
        let middle = (a + b) * 0.5;
        let points = [middle + depth * 0.5, middle - depth * 0.5];
        self.is_apart_by(a - b, outcome).then_some(points)
    }

    /// A point of a face and the deepest point of the other polytope below it, if they exist.
    fn over_face(
        &self,
        feature: Feature,
        outcome: &Outcome<DVec3>,
        memory: &mut Polygons,
    ) -> Option<[DVec3; 2]> {
        let depth = outcome.axis * outcome.overlap;
        let [on_a, on_b] = outcome.vertices;
        match feature {
            Feature::FaceA(face) => {
                let b = self.a.contact(face, on_b, self.rounding, memory)?;
                self.is_apart_by(self.a.way_to(face, b), outcome).then_some([b + depth, b])
            }
            Feature::FaceB(face) => {
                let a = self.b.contact(face, on_a, self.rounding, memory)?;
                let apart = -self.a.other_in_own.rotate(self.b.way_to(face, a));
                let a = self.a.other_in_own.apply(a);
                self.is_apart_by(apart, outcome).then_some([a, a - depth])
            }
            _ => None,
        }
    }

    /// The faces of A and of B, at the farthest vertices, to which an axis is the most perpendicular; the
    /// better one first.
    fn faces_across(&self, outcome: &Outcome<DVec3>) -> [Feature; 2] {
        let in_b = -self.a.other_in_own.unrotate(outcome.axis);
        let a = self.a.face_across(outcome.vertices[0], outcome.axis);
        let b = self.b.face_across(outcome.vertices[1], in_b);
        let (of_a, of_b) = (Feature::FaceA(a.1), Feature::FaceB(b.1));
        match (a.0 == f64::NEG_INFINITY, b.0 == f64::NEG_INFINITY) {
            (true, true) => [Feature::None; 2],
            (true, false) => [of_b, Feature::None],
            (false, true) => [of_a, Feature::None],
            _ if b.0 > a.0 => [of_b, of_a],
            _ => [of_a, of_b],
        }
    }

    /// The two points which prove that the gap along the axis is the distance. `None` if there is no gap,
    /// or if other points are nearer to each other.
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

    /// The nearest points of two edges' lines; `None` if one is beyond an end.
    fn between_edges(&self, i: u32, j: u32) -> Option<[DVec3; 2]> {
        /// How far beyond an end a point may be because of rounding, as a share of the edge.
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
}

impl InOwnFrame<'_> {
    /// The middle of the other polytope's feature that faces a face; `vertex` is its deepest vertex. In
    /// this polytope's frame; `None` if no part of the feature is above the face.
    ///
    /// If the face and a face of the other polytope are nearly parallel, the overlaps along both normals
    /// are equal up to rounding, and only the other face may have the points. So the tolerance for the
    /// deepest feature is increased until a part of it is above the face.
    fn contact(
        &self,
        face: u32,
        vertex: u32,
        rounding: f64,
        memory: &mut Polygons,
    ) -> Option<DVec3> {
        const WIDER: f64 = 128.0;
        const TRIES: usize = 5;
        let mut slack = 4.0 * rounding;
        for _ in 0..TRIES {
            self.deepest_feature(face, vertex, slack, &mut memory[0]);
            if let [point] = *memory[0]
                && self.is_above(face, point)
            {
                return Some(point);
            }
            let middle = self.middle_above(face, rounding, memory);
            if middle.is_some() {
                return middle.filter(|p| self.is_beside(face, *p, 8.0 * rounding));
            }
            slack *= WIDER;
        }
        None
    }

    /// The vector from a point perpendicular to the plane of a face.
    fn way_to(&self, face: u32, p: DVec3) -> DVec3 {
        let normal = self.own.normals().get(face);
        normal * (self.own.offsets()[face as usize] - normal.dot(p))
    }

    /// The face at a vertex to which an axis is the most perpendicular, after its cosine; minus infinity
    /// if there is none.
    fn face_across(&self, vertex: u32, axis: DVec3) -> (f64, u32) {
        let (t, none) = (self.own.topology(), (f64::NEG_INFINITY, 0));
        if t.faces() == 0 {
            return none;
        }
        let faces = t.vertex_edges(vertex).map(|edge| t.face(edge));
        let cosines = faces.map(|face| (self.own.normals().get(face).dot(axis), face));
        cosines.fold(none, |most, face| if face.0 > most.0 { face } else { most })
    }

    /// Is a point certainly above a face? It must be between the face's sides. At the rim of a flat
    /// polytope there are faces with two corners, whose sides do not bound the direction along the edge.
    fn is_above(&self, face: u32, p: DVec3) -> bool {
        let (normal, t) = (self.own.normals().get(face), self.own.topology());
        let is_edge = t.face_edges(face).nth(2).is_none();
        t.face_edges(face).all(|edge| {
            let [from, to] = [t.origin(edge), t.target(edge)].map(|v| self.own.vertices().get(v));
            let (along, way) = (to - from, p - from);
            along.cross(normal).dot(way) <= 0.0 && (!is_edge || along.dot(way) >= 0.0)
        })
    }

    /// Is a point above a face, or beside it by no more than rounding? Beyond the tip of a sliver it may
    /// be far from the face, but near the lines of its sides.
    fn is_beside(&self, face: u32, p: DVec3, near: f64) -> bool {
        let t = self.own.topology();
        let at = p + self.way_to(face, p);
        let is_near = |edge: u32| {
            let [from, to] = [t.origin(edge), t.target(edge)].map(|v| self.own.vertices().get(v));
            let along = to - from;
            let share = ((at - from).dot(along) / along.dot(along)).clamp(0.0, 1.0);
            (at - from - along * share).max_abs() <= near
        };
        self.is_above(face, p) || t.face_edges(face).any(is_near)
    }

    /// The middle of the part of the polygon above a face; `None` if there is no such part.
    fn middle_above(
        &self,
        face: u32,
        rounding: f64,
        [polygon, next]: &mut Polygons,
    ) -> Option<DVec3> {
        let normal = self.own.normals().get(face);
        let t = self.own.topology();
        for edge in t.face_edges(face) {
            let [from, to] = [t.origin(edge), t.target(edge)].map(|v| self.own.vertices().get(v));
            if let Some(outward) = (to - from).cross(normal).try_normalize() {
                next.clear();
                clip(polygon, outward, outward.dot(from) + rounding, |corner| next.push(corner));
                core::mem::swap(polygon, next);
            }
        }
        lowest(polygon, normal, 4.0 * rounding)
    }

    /// The corners of the other polytope's vertex, edge or face that faces a face.
    fn deepest_feature(&self, face: u32, vertex: u32, slack: f64, out: &mut Vec<DVec3>) {
        out.clear();
        let t = self.other.topology();
        let normal = self.other_in_own.unrotate(self.own.normals().get(face));
        let height = |v: u32| normal.dot(self.other.vertices().get(v));
        let highest = height(vertex) + slack;
        let deep = |v: u32| height(v) <= highest;
        // A point has no edges.
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
