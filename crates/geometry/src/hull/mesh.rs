//! The exact hull as polygons: joins triangles to facets, on half-edges that can be removed.
//!
//! Triangles in exactly one plane become one facet. A vertex with triangles of three or more facets is a
//! corner. A vertex with two facets is on an edge, and a vertex with one is inside a facet: these are no
//! extreme points and are removed.
//!
//! ```text
//!     o-----o-----o            o-----------o
//!     | \   | \   |            |           |        The point in the middle and those on
//!     |   \ |   \ |            |           |        the edges were in the way of an apex
//!     o-----o-----o    --->    |           |        once; of the facet they are no corners.
//!     | \   | \   |            |           |
//!     |   \ |   \ |            |           |
//!     o-----o-----o            o-----------o
//! ```

use alloc::vec::Vec;

use glam::DVec3;

use super::quickhull::{NONE, Triangle};
use crate::Error;

/// Polygons around a solid. A half-edge runs from its origin along its face, which is to its left seen
/// from outside. Its twin runs back along the neighbouring face.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// The corners.
    pub points: Vec<DVec3>,
    /// For each half-edge: the index of the corner at which it starts.
    pub origin: Vec<u32>,
    pub twin: Vec<u32>,
    pub next: Vec<u32>,
    pub prev: Vec<u32>,
    pub face: Vec<u32>,
    /// For each face one of its half-edges, or `NONE` if the face was joined to another.
    pub faces: Vec<u32>,
    /// For each corner the number of edges.
    pub degree: Vec<u32>,
}

/// Iterates around a face once.
#[derive(Clone)]
pub struct Ring<'a> {
    next: &'a [u32],
    start: u32,
    here: u32,
}

impl Iterator for Ring<'_> {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        let edge = self.here;
        if edge == NONE {
            return None;
        }
        self.here = self.next[edge as usize];
        if self.here == self.start {
            self.here = NONE;
        }
        Some(edge)
    }
}

impl Mesh {
    /// The facets of a surface, with corners in the order of the input.
    pub fn of(surface: &[Triangle], points: &[DVec3]) -> Result<Self, Error> {
        let facets = Facets::of(surface, points);
        let mut mesh = Self::default();
        let numbers = mesh.take_corners(&facets, points);
        // For each side of a triangle: the half-edge that it is part of.
        let mut ends = alloc::vec![NONE; 3 * surface.len()];
        // For each half-edge: the side of a triangle with which it starts.
        let mut starts: Vec<u32> = Vec::with_capacity(3 * surface.len());
        for side in 0..3 * surface.len() as u32 {
            if ends[side as usize] == NONE && facets.starts_edge(side) {
                mesh.faces.push(starts.len() as u32);
                facets.walk(side, &mut starts, &mut ends);
            }
        }
        mesh.close_rings(starts.len() as u32);
        mesh.origin = starts.iter().map(|s| numbers[facets.start(*s) as usize]).collect();
        mesh.twin = starts.iter().map(|s| ends[facets.opposite[*s as usize] as usize]).collect();
        if mesh.twin.contains(&NONE) {
            return Err(Error::NoHull { why: "an edge without a face beyond it" });
        }
        let closed = (0..mesh.twin.len()).all(|e| mesh.twin[mesh.twin[e] as usize] as usize == e);
        let euler = mesh.points.len() + mesh.faces.len() == mesh.twin.len() / 2 + 2;
        if closed && euler {
            Ok(mesh)
        } else {
            Err(Error::NoHull { why: "vertices - edges + faces is not 2" })
        }
    }

    /// Keeps the points with three facets or more. Returns the new index of each kept point.
    fn take_corners(&mut self, facets: &Facets<'_>, points: &[DVec3]) -> Vec<u32> {
        let mut numbers = alloc::vec![NONE; points.len()];
        for (i, point) in points.iter().enumerate() {
            if facets.around[i] >= 3 {
                numbers[i] = self.points.len() as u32;
                self.points.push(*point);
                self.degree.push(facets.around[i]);
            }
        }
        numbers
    }

    /// Links the half-edges. Those of a face have consecutive indices, up to the first of the next face.
    fn close_rings(&mut self, count: u32) {
        for face in 0..self.faces.len() {
            let first = self.faces[face];
            let last = self.faces.get(face + 1).unwrap_or(&count) - 1;
            self.next.extend(first + 1..=last);
            self.next.push(first);
            self.prev.push(last);
            self.prev.extend(first..last);
            self.face.resize(last as usize + 1, face as u32);
        }
    }

    /// The half-edges of a face, in order.
    pub fn ring(&self, face: u32) -> Ring<'_> {
        let start = self.faces[face as usize];
        Ring { next: &self.next, start, here: start }
    }
    /// The corners of a face, counterclockwise seen from outside.
    pub fn outline(&self, face: u32) -> impl Iterator<Item = DVec3> + Clone {
        self.ring(face).map(|e| self.start(e))
    }
    /// The half-edges that start at the origin of a half-edge, beginning with it.
    pub fn leaving(&self, edge: u32) -> impl Iterator<Item = u32> {
        let onward = move |e: &u32| self.next[self.twin[*e as usize] as usize];
        core::iter::successors(Some(edge), move |e| Some(onward(e)).filter(|e| *e != edge))
    }
    /// The point where a half-edge starts.
    pub fn start(&self, edge: u32) -> DVec3 {
        self.points[self.origin[edge as usize] as usize]
    }
    /// The remaining faces.
    pub fn alive(&self) -> impl Iterator<Item = u32> {
        (0..self.faces.len() as u32).filter(|f| self.faces[*f as usize] != NONE)
    }

    /// Removes an edge and its twin: the face of the twin joins the face of the edge.
    pub fn take_out(&mut self, edge: u32) {
        let (e, t) = (edge as usize, self.twin[edge as usize] as usize);
        let (kept, gone) = (self.face[e], self.face[t]);
        let members: Vec<u32> = self.ring(gone).collect();
        members.iter().for_each(|m| self.face[*m as usize] = kept);
        for (out, back) in [(e, t), (t, e)] {
            // The half-edge before the edge continues with the half-edge after its twin.
            let (before, after) = (self.prev[out], self.next[back]);
            self.next[before as usize] = after;
            self.prev[after as usize] = before;
            self.degree[self.origin[out] as usize] -= 1;
        }
        self.faces[kept as usize] = self.next[e];
        self.faces[gone as usize] = NONE;
    }
}

/// Triangles, and which of them are in one plane.
pub(super) struct Facets<'a> {
    surface: &'a [Triangle],
    /// For each side: the same side in the neighbouring triangle, in which it runs back.
    opposite: Vec<u32>,
    /// For each side: are the triangles on both sides of it in one plane? Otherwise it is on the outlines
    /// of two facets. A facet is convex, so it has one outline and does not meet itself.
    pub flat: Vec<bool>,
    /// For each point: the number of facets that meet there; 0 in the middle of a facet.
    pub around: Vec<u32>,
}

impl<'a> Facets<'a> {
    pub fn of(surface: &'a [Triangle], points: &[DVec3]) -> Self {
        let mut opposite = Vec::with_capacity(3 * surface.len());
        surface.iter().for_each(|t| opposite.extend_from_slice(&t.across));
        let flat = alloc::vec![false; opposite.len()];
        let mut facets = Self { surface, opposite, flat, around: alloc::vec![0; points.len()] };
        facets.find_flat_sides(points);
        for (t, triangle) in surface.iter().enumerate() {
            for (k, start) in triangle.corners.iter().enumerate() {
                facets.around[*start as usize] += u32::from(!facets.flat[3 * t + k]);
            }
        }
        facets
    }
    fn find_flat_sides(&mut self, points: &[DVec3]) {
        for side in lower(&self.opposite) {
            let back = self.opposite[side as usize];
            let tip = self.start(before(back));
            let flat = self.surface[side as usize / 3].height(points, tip) == 0.0;
            (self.flat[side as usize], self.flat[back as usize]) = (flat, flat);
        }
    }
    /// The point where a side starts.
    fn start(&self, side: u32) -> u32 {
        self.surface[side as usize / 3].corners[side as usize % 3]
    }
    /// Is the side on the outline, and does it start at a corner?
    fn starts_edge(&self, side: u32) -> bool {
        !self.flat[side as usize] && self.around[self.start(side) as usize] >= 3
    }
    /// Walks around a facet, from a side that starts an edge. Adds to `starts` each side that starts an
    /// edge, and writes to `ends` the edge of each side.
    fn walk(&self, from: u32, starts: &mut Vec<u32>, ends: &mut [u32]) {
        let mut side = from;
        loop {
            if self.starts_edge(side) {
                starts.push(side);
            }
            ends[side as usize] = starts.len() as u32 - 1;
            side = self.onward(side);
            if side == from {
                break;
            }
        }
    }
    /// The next side of the facet's outline.
    fn onward(&self, side: u32) -> u32 {
        let mut side = after(side);
        while self.flat[side as usize] {
            side = after(self.opposite[side as usize]);
        }
        side
    }
}

/// The half-edges with a lower index than their twin, in order.
pub(super) fn lower(twins: &[u32]) -> Vec<u32> {
    // Without a branch, which could not be predicted.
    let (mut found, mut count) = (alloc::vec![0; twins.len()], 0);
    for (e, twin) in (0..).zip(twins) {
        found[count] = e;
        count += usize::from(e < *twin);
    }
    found.truncate(count);
    found
}

/// The next side of the same triangle.
fn after(side: u32) -> u32 {
    if side % 3 == 2 { side - 2 } else { side + 1 }
}
/// The previous side of the same triangle.
fn before(side: u32) -> u32 {
    after(after(side))
}
