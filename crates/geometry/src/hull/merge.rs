//! Joins faces that only rounding separates.
//!
//! The corners of a rotated box are rounded, so its six sides are twelve triangles if computed exactly.
//! Two neighbouring faces are joined if there is a plane that is within rounding of all their vertices,
//! with no vertex of the hull outside. Nothing else is joined. Every vertex stays: an edge is removed
//! only if at least three edges are left at both of its ends. So the hull of the vertices is exactly the
//! hull of the input. Only the vertices of a face need not be exactly in its plane.

use alloc::vec::Vec;

use glam::DVec3;

use super::mesh::{Mesh, lower};
use super::planes::{Planes, Seat, unit};

/// Joins the faces of a mesh. `thickness` is the largest extent of a face's vertices along its normal.
pub(super) fn merge(mesh: &mut Mesh, thickness: f64) -> Planes {
    let planes = Planes::of(mesh);
    let mut merging = Merging { mesh, thickness, planes };
    while merging.round() > 0 {}
    merging.planes
}

struct Merging<'a> {
    mesh: &'a mut Mesh,
    thickness: f64,
    planes: Planes,
}

impl Merging<'_> {
    /// Tries each edge once and returns the number of joined faces.
    ///
    /// Thin triangles come first, across their longest side: their normals are noise, and the plane of
    /// the face beyond this side contains them.
    fn round(&mut self) -> usize {
        let mut candidates: Vec<(f64, u32)> = lower(&self.mesh.twin)
            .into_iter()
            .filter(|e| self.looks_flat(*e))
            .map(|e| (self.thinness(e), e))
            .collect();
        candidates.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        candidates.into_iter().filter(|(_, e)| self.join(*e)).count()
    }

    /// The two faces of an edge, the one with the larger area first.
    fn faces(&self, edge: u32) -> [u32; 2] {
        let of = |e: u32| self.mesh.face[e as usize];
        let [f, g] = [of(edge), of(self.mesh.twin[edge as usize])];
        let length = |f: u32| self.planes.lengths[f as usize];
        if length(g) > length(f) { [g, f] } else { [f, g] }
    }

    /// Are the smaller face's vertices about in the plane of the larger? The joint plane may pass between
    /// them, hence twice the thickness.
    fn looks_flat(&self, edge: u32) -> bool {
        // `side` is the half-edge of the smaller face.
        let (mut side, twin) = (self.mesh.twin[edge as usize], edge);
        let (mut f, mut g) = (self.mesh.face[twin as usize], self.mesh.face[side as usize]);
        if f == g {
            return false;
        }
        if self.planes.lengths[g as usize] > self.planes.lengths[f as usize] {
            (f, g, side) = (g, f, edge);
        }
        let (area, base) = (self.planes.areas[f as usize], self.mesh.start(edge));
        let limit = 2.0 * self.thickness * self.planes.lengths[f as usize];
        let near = |p: DVec3| area.dot(p - base).abs() <= limit;
        // The corner before the edge decides almost all of them.
        near(self.mesh.start(self.mesh.prev[side as usize])) && self.mesh.outline(g).all(near)
    }

    /// The squared length of the edge, relative to the area of the smaller face.
    fn thinness(&self, edge: u32) -> f64 {
        let [_, g] = self.faces(edge);
        let twin = self.mesh.twin[edge as usize];
        let length = (self.mesh.start(edge) - self.mesh.start(twin)).length_squared();
        length / self.planes.lengths[g as usize]
    }

    /// Removes the edge if its two faces can be joined.
    fn join(&mut self, edge: u32) -> bool {
        let twin = self.mesh.twin[edge as usize];
        let [f, g] = [edge, twin].map(|e| self.mesh.face[e as usize]);
        let degree = |e: u32| self.mesh.degree[self.mesh.origin[e as usize] as usize];
        if f == g || degree(edge) < 4 || degree(twin) < 4 || !self.looks_flat(edge) {
            return false;
        }
        // From here on, the work is proportional to the face with fewer edges, or rare.
        let (kept, gone, edge) = if self.is_longer(f, g) { (f, g, edge) } else { (g, f, twin) };
        if !self.meet_in_one_edge(edge, kept, gone) {
            return false;
        }
        let Some(seat) = self.seat(kept, gone) else {
            return false;
        };
        self.planes.seat[kept as usize] = seat;
        // The exact hull is used for the last time here: joined faces have lost edges.
        self.planes.near(self.mesh);
        let joint = self.planes.areas[kept as usize] + self.planes.areas[gone as usize];
        self.planes.areas[kept as usize] = joint;
        self.planes.lengths[kept as usize] = joint.length();
        self.mesh.take_out(edge);
        true
    }

    /// Has the first face at least as many edges as the second?
    fn is_longer(&self, f: u32, g: u32) -> bool {
        let (mut f, mut g) = (self.mesh.ring(f), self.mesh.ring(g));
        loop {
            if g.next().is_none() {
                return true;
            }
            if f.next().is_none() {
                return false;
            }
        }
    }

    /// Is the edge all that two faces share? Otherwise their union would have a hole, or would touch
    /// itself.
    fn meet_in_one_edge(&self, edge: u32, kept: u32, gone: u32) -> bool {
        let mesh = &*self.mesh;
        let ends = [edge, mesh.twin[edge as usize]].map(|e| mesh.origin[e as usize]);
        let others = mesh.ring(gone).filter(|e| !ends.contains(&mesh.origin[*e as usize]));
        others.flat_map(|e| mesh.leaving(e)).all(|e| mesh.face[e as usize] != kept)
    }

    /// The index of a plane for the union of two faces, if there is one.
    ///
    /// First the plane of the larger face is tried: it is enough if the other's vertices are near it.
    /// Otherwise all vertices must be within the thickness of the hull's highest point along the joint
    /// normal. To find this point, many vertices of other faces may have to be tested.
    fn seat(&mut self, f: u32, g: u32) -> Option<u32> {
        let area = |f: u32| self.planes.lengths[f as usize];
        let (large, small) = if area(f) < area(g) { (g, f) } else { (f, g) };
        let (number, seat) = self.own_seat(large);
        // A face with an opposite normal is the back of something thinner than rounding. Joined to the
        // front, it would leave an area that is nothing but rounding, and a normal without meaning.
        if seat.normal.dot(self.planes.areas[small as usize]) <= 0.0 {
            return None;
        }
        if self.mesh.outline(small).all(|p| seat.normal.dot(p) >= seat.floor) {
            return Some(number.unwrap_or_else(|| self.planes.add_seat(seat)));
        }
        let mesh = &*self.mesh;
        let normal = unit(self.planes.areas[f as usize] + self.planes.areas[g as usize]);
        let both = mesh.ring(f).chain(mesh.ring(g));
        let vertices: Vec<u32> = both.map(|e| mesh.origin[e as usize]).collect();
        let near = self.planes.near(mesh);
        let slab = near.slab(&mesh.points, normal, &vertices);
        if slab.top - slab.bottom > self.thickness + 2.0 * near.rounding {
            return None;
        }
        let floor = slab.top - self.thickness - near.rounding;
        Some(self.planes.add_seat(Seat { normal, floor }))
    }

    /// The plane in which a face was joined, or that of an exact face. No vertex is above it.
    fn own_seat(&self, face: u32) -> (Option<u32>, Seat) {
        let number = self.planes.seat[face as usize];
        if let Some(seat) = self.planes.seats.get(number as usize) {
            return (Some(number), *seat);
        }
        let normal = unit(self.planes.areas[face as usize]);
        let top = normal.dot(self.mesh.start(self.mesh.faces[face as usize]));
        (None, Seat { normal, floor: top - self.thickness })
    }
}
