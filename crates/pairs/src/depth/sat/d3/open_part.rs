//! The part of one polytope that bounded SAT has not ruled out: faces, the vertices of the other polytope
//! that prove them, and the arcs around them. See [`super::bounded`] for the steps.

use alloc::vec::Vec;
use core::mem::take;

use glam::DVec3;

use super::face_lanes::{Extremes, List, below, bounds};
use super::polytope_pair::InOwnFrame;

/// The faces and arcs of one polytope that are left.
#[derive(Clone, Debug, Default)]
pub(super) struct Left {
    /// A lower bound for each face, from one vertex of the other polytope.
    bounds: Vec<f64>,
    /// The vertex that gives the bounds.
    pub by: Option<u32>,
    /// The faces whose bound is too low.
    pub faces: List<u32>,
    /// Extreme vertices of the other polytope, in this one's frame.
    extremes: Extremes,
    /// For each face left, the bits of the extreme vertices that prove it.
    proofs: Vec<u32>,
    /// The overlap that these prove.
    asked: f64,
    /// The faces left that no extreme vertex proves.
    pub bare: List<u32>,
    /// For those, a vertex that does, in this polytope's frame.
    pub points: Vec<DVec3>,
    /// The faces around those left, which are done; one may be in the list twice.
    border: List<u32>,
    /// The arcs around faces left that no vertex proves.
    pub arcs: List<Open>,
}

/// An arc that may not be done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Open {
    /// One of its two half-edges.
    pub edge: u32,
    /// The faces at its ends; the first one is left.
    pub faces: [u32; 2],
}

/// If more than one in this many faces is left, all arcs are visited in order.
const MOST: usize = 3;

impl Left {
    /// Computes bounds for all faces from a vertex of the other polytope, unless they are from this
    /// vertex already. Returns the face with the least bound, if it may be better than `best`.
    #[inline(always)]
    pub fn pass(&mut self, side: &InOwnFrame<'_>, by: u32, best: f64) -> Option<u32> {
        if self.by == Some(by) {
            return None;
        }
        self.by = Some(by);
        let (least, face) = bounds(side.own, side.point(by), &mut self.bounds);
        (least < best).then_some(face)
    }

    /// The face below which the other polytope's middle is the least deep.
    #[inline(always)]
    pub fn thin(&mut self, side: &InOwnFrame<'_>) -> u32 {
        let middle = side.other_in_own.apply(side.other.center());
        bounds(side.own, middle, &mut self.bounds).1
    }

    /// Lists the faces that are left after the last pass.
    #[inline(always)]
    pub fn list(&mut self, side: &InOwnFrame<'_>, best: f64) {
        let faces = side.own.topology().faces();
        below(&self.bounds, faces, best, &mut self.faces);
        // The entries of faces that are not left are meaningless.
        self.proofs.resize(faces, 0);
        self.points.resize(faces, DVec3::ZERO);
    }

    /// Tests which extreme vertices of the other polytope prove `best` at the faces left, and lists the
    /// faces that no vertex proves.
    pub fn ask(&mut self, side: &InOwnFrame<'_>, rows: usize, scale: f64, best: f64) {
        let Self { faces, extremes, proofs, bare, .. } = self;
        self.asked = best;
        if faces.items().is_empty() {
            return bare.clear(0);
        }
        extremes.place(side.other, &side.other_in_own, scale, rows);
        extremes.prove(side.own, faces.items(), best, proofs);
        let mut list = take(bare);
        list.clear(faces.items().len());
        for face in faces.items() {
            list.add(*face, proofs[*face as usize] == 0);
        }
        *bare = list;
    }

    /// Is `best` proven at a face: by the bound, by an extreme vertex (`best` has fallen since), or by
    /// the vertex from the table? Keeps this vertex.
    pub fn prove(&mut self, side: &InOwnFrame<'_>, face: u32, best: f64) -> bool {
        if !self.is_left(face, best) {
            return true;
        }
        if best < self.asked {
            self.extremes.prove(side.own, &[face], best, &mut self.proofs);
            if self.proofs[face as usize] != 0 {
                return true;
            }
        }
        if side.other.is_small() {
            return false;
        }
        self.points[face as usize] = side.point(side.seed_against(side.own.normals().get(face)));
        self.says(side, face, face) >= best
    }

    /// A lower bound of the overlap along a face, from the vertex that was kept for another face.
    #[inline(always)]
    fn says(&self, side: &InOwnFrame<'_>, of: u32, face: u32) -> f64 {
        let height = side.own.normals().get(face).dot(self.points[of as usize]);
        side.own.offsets()[face as usize] - height
    }

    /// Lists the arcs around the faces left that no vertex proves along their whole length.
    pub fn list_arcs(&mut self, side: &InOwnFrame<'_>, best: f64) {
        if self.faces.items().is_empty() {
            return self.arcs.clear(0);
        }
        self.around(side, best);
        let Self { extremes, border, proofs, .. } = self;
        extremes.prove(side.own, border.items(), best, proofs);
        let mut arcs = take(&mut self.arcs);
        for i in 0..arcs.restart() {
            let arc = arcs.at(i);
            let [u, v] = arc.faces.map(|face| self.proofs[face as usize]);
            arcs.add(arc, u & v == 0);
        }
        for i in 0..arcs.restart() {
            let (arc, [u, v]) = (arcs.at(i), arcs.at(i).faces);
            let proven = self.reaches(side, u, v, best) | self.reaches(side, v, u, best);
            arcs.add(arc, !proven);
        }
        if !side.other.is_small() {
            for i in 0..arcs.restart() {
                let arc = arcs.at(i);
                arcs.add(arc, !side.seed_proves_arc(arc, best));
            }
        }
        self.arcs = arcs;
    }

    /// Does the vertex kept for a face left prove `best` at another face, too?
    #[inline(always)]
    fn reaches(&self, side: &InOwnFrame<'_>, of: u32, face: u32, best: f64) -> bool {
        let kept = self.is_left(of, best) & (self.proofs[of as usize] == 0);
        kept & (self.says(side, of, face) >= best)
    }

    /// Lists all arcs around the faces left, and the faces at their other ends.
    fn around(&mut self, side: &InOwnFrame<'_>, best: f64) {
        let t = side.own.topology();
        let (mut arcs, mut border) = (take(&mut self.arcs), take(&mut self.border));
        arcs.clear(t.edges());
        border.clear(t.edges());
        if self.faces.items().len() * MOST > t.faces() {
            for (k, [u, v]) in t.arcs().iter().enumerate() {
                let (u_left, v_left) = (self.is_left(*u, best), self.is_left(*v, best));
                let faces = if u_left { [*u, *v] } else { [*v, *u] };
                arcs.add(Open { edge: 2 * k as u32, faces }, u_left | v_left);
                border.add(faces[1], u_left ^ v_left);
            }
        } else {
            for face in self.faces.items().iter().filter(|face| self.is_left(**face, best)) {
                for edge in t.face_edges(*face) {
                    let beyond = t.face(edge ^ 1);
                    let left = self.is_left(beyond, best);
                    // Of two faces left, the first takes the arc.
                    arcs.add(Open { edge, faces: [*face, beyond] }, !left | (beyond > *face));
                    border.add(beyond, !left);
                }
            }
        }
        (self.arcs, self.border) = (arcs, border);
    }

    #[inline(always)]
    fn is_left(&self, face: u32, best: f64) -> bool {
        self.bounds[face as usize] < best
    }
}

impl InOwnFrame<'_> {
    /// A vertex of the other polytope that is about the deepest against an axis.
    #[inline(always)]
    fn seed_against(&self, axis: DVec3) -> u32 {
        self.other.seed(self.other_in_own.unrotate(-axis))
    }

    /// Does the vertex from the table for the middle of an arc prove `best` at both ends?
    #[inline(always)]
    fn seed_proves_arc(&self, arc: Open, best: f64) -> bool {
        let [u, v] = arc.faces.map(|face| self.own.normals().get(face));
        let point = self.own.vertices().get(self.own.topology().origin(arc.edge));
        let c = point - self.point(self.seed_against(u + v));
        (u.dot(c) >= best) & (v.dot(c) >= best)
    }
}
