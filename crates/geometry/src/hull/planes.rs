//! Normals accurate to all digits, and how far a hull reaches along them.

use alloc::vec::Vec;

use glam::DVec3;

use super::double::outline_area;
use super::mesh::Mesh;
use super::quickhull::NONE;
use crate::number::sqrt;
use crate::space::Vector;

/// Twice the area of an outline, along its normal. The direction is accurate to a few roundings.
///
/// In plain `f64`, a cross product has an error of a few roundings of the product of the lengths. This is
/// good enough if the area is a fair share of the lengths. For very thin outlines the area is computed
/// again, exactly.
pub fn area(outline: impl Iterator<Item = DVec3> + Clone) -> DVec3 {
    let (sum, lengths) = rough_area(outline.clone());
    if is_share(sum, lengths) { sum } else { outline_area(outline) }
}

/// Is the area of an outline accurate enough in plain `f64`?
pub(super) fn is_fair(outline: impl Iterator<Item = DVec3>) -> bool {
    let (sum, lengths) = rough_area(outline);
    is_share(sum, lengths)
}

/// Is an area a fair share of the lengths?
#[inline]
fn is_share(sum: DVec3, lengths: f64) -> bool {
    const FAIR: f64 = 0.125;
    sum.length_squared() > FAIR * FAIR * lengths * lengths
}

/// The area in plain `f64`, and the sum of the squares of the lengths: a bound on all products.
#[inline]
fn rough_area(mut points: impl Iterator<Item = DVec3>) -> (DVec3, f64) {
    let (Some(first), Some(second)) = (points.next(), points.next()) else {
        return (DVec3::ZERO, 0.0);
    };
    let (mut before, mut sum, mut lengths) = (second - first, DVec3::ZERO, 0.0);
    for point in points {
        let here = point - first;
        sum += before.cross(here);
        lengths += before.length_squared().max(here.length_squared());
        before = here;
    }
    (sum, lengths)
}

/// The space between two parallel planes around a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab {
    /// An outward unit vector.
    pub normal: DVec3,
    /// The largest height of a vertex of the hull along the normal, rounded up.
    pub top: f64,
    /// A lower bound of the heights of the face's vertices.
    pub bottom: f64,
}

/// The plane in which faces are joined: a unit normal, and a height `floor` a little below the highest
/// vertex of the hull. All vertices of the faces are at this height or above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    pub normal: DVec3,
    pub floor: f64,
}

/// The planes of a mesh's faces.
pub(super) struct Planes {
    /// Twice the area of each face, along its normal, and the length of this vector.
    pub areas: Vec<DVec3>,
    pub lengths: Vec<f64>,
    /// The index of a face's seat if it was joined from several faces, otherwise `NONE`.
    pub seat: Vec<u32>,
    pub seats: Vec<Seat>,
    /// Computed at the first use, before the first faces are joined, while the mesh is still the exact
    /// hull.
    pub near: Option<Neighbours>,
}

impl Planes {
    pub fn of(mesh: &Mesh) -> Self {
        let areas: Vec<DVec3> =
            (0..mesh.faces.len() as u32).map(|f| area(mesh.outline(f))).collect();
        let lengths = areas.iter().map(|a| a.length()).collect();
        let seat = alloc::vec![NONE; areas.len()];
        Self { areas, lengths, seat, seats: Vec::new(), near: None }
    }

    /// Stores a seat and returns its index.
    pub fn add_seat(&mut self, seat: Seat) -> u32 {
        self.seats.push(seat);
        self.seats.len() as u32 - 1
    }

    /// The neighbours of each vertex on the exact hull. The mesh is the exact hull now, or was at the
    /// first call.
    pub fn near(&mut self, mesh: &Mesh) -> &mut Neighbours {
        self.near.get_or_insert_with(|| Neighbours::of(mesh))
    }

    /// The slabs of the faces, in the order of `faces`. `rounded` rounds a normal to the precision in
    /// which it is stored.
    pub fn slabs(
        &mut self,
        mesh: &Mesh,
        order: &[u32],
        rounded: impl Fn(DVec3) -> DVec3,
    ) -> impl Iterator<Item = Slab> {
        let sizes = self.areas.iter().zip(&self.lengths);
        let units: Vec<DVec3> = sizes.map(|(area, length)| over(*area, *length)).collect();
        let rounding = rounding(&mesh.points);
        let mut on_face = Vec::new();
        let slab = move |f: &u32| {
            let normal = rounded(units[*f as usize]);
            if let Some(slab) = self.walled(mesh, &units, *f, normal, rounding) {
                return slab;
            }
            on_face.clear();
            on_face.extend(mesh.ring(*f).map(|e| mesh.origin[e as usize]));
            let near = self.near.get_or_insert_with(|| Neighbours::of(mesh));
            let slab = near.slab(&mesh.points, normal, &on_face);
            // Across the normal of its own area, a joined face may be thicker.
            let other = self.seats.get(self.seat[*f as usize] as usize);
            let other = other.map(|s| near.slab(&mesh.points, rounded(s.normal), &on_face));
            other.filter(|o| o.top - o.bottom < slab.top - slab.bottom).unwrap_or(slab)
        };
        order.iter().map(slab)
    }

    /// The slab of a face, if the planes around it show that no other vertex is higher.
    ///
    /// ```text
    ///        \ before
    ///         \                 Seen from outside. The hull is below the face's plane and
    ///    face  v ------>        behind the walls, the planes of the faces around it. That
    ///         /   e, after      body has an edge from v downwards, against before x after.
    ///        /
    /// ```
    ///
    /// If the normal falls along all such edges, no point of the body is higher than the highest corner
    /// of the face: all edges of the body lead down from it.
    fn walled(
        &self,
        mesh: &Mesh,
        units: &[DVec3],
        face: u32,
        normal: DVec3,
        rounding: f64,
    ) -> Option<Slab> {
        // For a face with k corners, the error of a normal is less than 16k roundings, so this is enough
        // for 2^20 corners. If an edge is less steep, the vertices are tested one by one.
        const STEEP: f64 = 1.0 / (1u64 << 26) as f64;
        let beyond = |e: u32| mesh.face[mesh.twin[e as usize] as usize] as usize;
        let mut before = beyond(mesh.prev[mesh.faces[face as usize] as usize]);
        let (mut steep, mut top, mut bottom) =
            (self.seat[face as usize] == NONE, f64::NEG_INFINITY, f64::INFINITY);
        for e in mesh.ring(face) {
            let after = beyond(e);
            let slope = normal.dot(units[before].cross(units[after]));
            steep &= slope > STEEP && self.seat[after] == NONE;
            let height = normal.dot(mesh.start(e));
            top = if height > top { height } else { top };
            bottom = if height < bottom { height } else { bottom };
            before = after;
        }
        steep.then_some(Slab { normal, top: top + rounding, bottom: bottom - rounding })
    }
}

/// A bound on the error of a dot product of a unit normal and a vertex.
///
/// Three products and two sums: at most 3 roundings of 2^-53 of |n| |v| <= reach, with a
/// fourth for |n| > 1 and for this line.
fn rounding(points: &[DVec3]) -> f64 {
    2.0 * f64::EPSILON * reach(points, DVec3::ZERO)
}

/// The largest distance from a point.
pub(super) fn reach(points: &[DVec3], from: DVec3) -> f64 {
    let square = |most: f64, p: &DVec3| {
        let square = (*p - from).length_squared();
        if square > most { square } else { most }
    };
    sqrt(points.iter().fold(0.0, square))
}

/// The mean of the points.
pub(super) fn mean(points: &[DVec3]) -> DVec3 {
    points.iter().fold(DVec3::ZERO, |sum, p| sum + *p) / points.len() as f64
}

/// The neighbours of each vertex on the exact hull, for finding the highest vertex from one near it.
pub(super) struct Neighbours {
    starts: Vec<u32>,
    all: Vec<u32>,
    /// The number of the last search that reached each vertex.
    reached: Vec<u32>,
    search: u32,
    frontier: Vec<u32>,
    /// A bound on the error of a dot product of a unit normal and a vertex.
    pub rounding: f64,
}

impl Neighbours {
    pub fn of(mesh: &Mesh) -> Self {
        let count = mesh.points.len();
        let mut starts = alloc::vec![0; count + 1];
        mesh.origin.iter().for_each(|v| starts[*v as usize + 1] += 1);
        (0..count).for_each(|v| starts[v + 1] += starts[v]);
        let (mut place, mut all) = (starts.clone(), alloc::vec![0; mesh.origin.len()]);
        for (e, v) in mesh.origin.iter().enumerate() {
            all[place[*v as usize] as usize] = mesh.origin[mesh.twin[e] as usize];
            place[*v as usize] += 1;
        }
        let rounding = rounding(&mesh.points);
        let (reached, frontier) = (alloc::vec![0; count], Vec::new());
        Self { starts, all, reached, search: 0, frontier, rounding }
    }

    /// The begin of each vertex's list of neighbours, the end of the last list, and all lists.
    pub fn lists(self) -> (Vec<u32>, Vec<u32>) {
        (self.starts, self.all)
    }

    /// The neighbours of a vertex.
    fn around(&self, v: u32) -> core::ops::Range<usize> {
        self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize
    }

    /// The largest height of all vertices along a direction, not rounded up. `top` is the largest height
    /// of a face's vertices, which `start` has.
    ///
    /// On a convex polyhedron, edges lead upwards from any vertex to the highest. So a flood from `start`
    /// over all vertices that are not lower reaches the highest. To do so in spite of rounding, it also
    /// visits vertices that are lower by at most the rounding of two heights.
    fn top(&mut self, points: &[DVec3], normal: DVec3, start: u32, mut top: f64) -> f64 {
        self.search += 1;
        self.reached[start as usize] = self.search;
        self.frontier.clear();
        self.frontier.push(start);
        let floor = top - 2.0 * self.rounding;
        while let Some(v) = self.frontier.pop() {
            for i in self.around(v) {
                let other = self.all[i];
                let height = normal.dot(points[other as usize]);
                if height >= floor && self.reached[other as usize] != self.search {
                    self.reached[other as usize] = self.search;
                    self.frontier.push(other);
                    top = top.max(height);
                }
            }
        }
        top
    }

    /// The largest height along a direction of the vertices adjacent to a face.
    fn beside(&mut self, points: &[DVec3], normal: DVec3, face: &[u32]) -> f64 {
        self.search += 1;
        face.iter().for_each(|v| self.reached[*v as usize] = self.search);
        let mut highest = f64::NEG_INFINITY;
        for v in face {
            for other in &self.all[self.around(*v)] {
                // Without a branch: which neighbours are on the face is hard to predict.
                let on_face = self.reached[*other as usize] == self.search;
                let height = normal.dot(points[*other as usize]);
                let height = if on_face { f64::NEG_INFINITY } else { height };
                highest = if height > highest { height } else { highest };
            }
        }
        highest
    }

    /// The slab around the vertices of a face, perpendicular to a normal.
    pub fn slab(&mut self, points: &[DVec3], normal: DVec3, face: &[u32]) -> Slab {
        let (mut highest, mut best, mut bottom) = (0, f64::NEG_INFINITY, f64::INFINITY);
        for v in face {
            let height = normal.dot(points[*v as usize]);
            if height > best {
                (highest, best) = (*v, height);
            }
            bottom = if height < bottom { height } else { bottom };
        }
        // The flood seldom leaves the face; often no adjacent vertex is high enough.
        let mut top = best;
        if self.beside(points, normal, face) >= best - 2.0 * self.rounding {
            top = self.top(points, normal, highest, best);
        }
        Slab { normal, top: top + self.rounding, bottom: bottom - self.rounding }
    }
}

/// The unit normal of an area.
pub(super) fn unit(area: DVec3) -> DVec3 {
    over(area, area.length())
}

/// An area divided by its length.
fn over(area: DVec3, length: f64) -> DVec3 {
    // The squares of longer vectors keep all their digits.
    const SHORT: f64 = 1e-100;
    if length > SHORT { area / length } else { area.unit_along().unwrap_or(DVec3::Z) }
}
