//! The exact hull of points in 3D as a surface of triangles, by quickhull.
//!
//! After C. B. Barber, D. P. Dobkin, H. Huhdanpaa, *The quickhull algorithm for convex hulls*, ACM
//! Transactions on Mathematical Software 22 (1996), but with exact predicates, so that nothing needs to
//! be joined or repaired.
//!
//! 1. Four points span a tetrahedron. Every other point goes to the list of one triangle that
//!    it is strictly outside of; a point outside of none is in the hull and is dropped.
//! 2. Take a triangle with a list, and of the list the farthest point, the apex. Flood from
//!    the triangle over all that the apex is strictly outside of.
//! 3. Replace them by triangles from the apex to the rim of the hole. The points of the lists
//!    go to a new triangle, or are dropped.
//!
//! ```text
//!        . rim .               . rim .
//!       / \ | / \             /  \|/  \
//!      .---\|/---.           .----*----.     * the apex, above the page
//!       \ / | \ /             \  /|\  /
//!        '-----'               '-----'
//! ```
//!
//! *Coplanar points.* A point in the plane of a triangle is not outside of it. Move the apex inwards by
//! an infinitesimal length: it is then outside of the same triangles, and in no plane. So the hole is a
//! disc and its rim is one loop, as for points in general position. The new triangle over a rim edge has
//! an area, because the apex is strictly outside of the triangle that was removed there. The surface may
//! contain coplanar triangles, and vertices that are no corners; `mesh` removes these.
//!
//! *Why only new triangles get points.* Let q be strictly outside of a removed triangle. A straight line
//! from inside this triangle to q leaves the old hull at once and does not come back. So it leaves the
//! new hull through a new triangle, and q is outside of this triangle.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use glam::DVec3;

use super::exact::{collinear, ends, on_lattice, side};
use crate::Error;

/// Stands for no triangle, and for no point.
pub(super) const NONE: u32 = u32::MAX;

/// A triangle of the surface, and its state while the surface grows.
pub struct Triangle {
    /// Point indices, counterclockwise seen from outside.
    pub corners: [u32; 3],
    /// For the side from corner i to corner i + 1: the same side in the neighbouring triangle. Side i of
    /// triangle t has the index 3t + i.
    pub across: [u32; 3],
    /// Of any length.
    normal: DVec3,
    base: DVec3,
    /// A height beyond this has the right sign. Negative if all heights have.
    doubt: f64,
    /// The list of points outside: its first point, its highest point, and the height of this point.
    outside: u32,
    farthest: u32,
    height: f64,
    /// The last apex with which this triangle was compared, and whether it is visible from the apex.
    compared: u32,
    seen: bool,
    alive: bool,
}

impl Triangle {
    /// The approximate height of a point above the triangle's plane, in units of its own. Its sign is
    /// right: positive if the point is strictly outside, 0 in the plane.
    #[inline(always)]
    pub fn height(&self, points: &[DVec3], p: u32) -> f64 {
        let height = self.normal.dot(points[p as usize] - self.base);
        if height.abs() > self.doubt {
            return height;
        }
        self.height_in_doubt(points, p)
    }

    /// The exact predicate, for heights within the doubt. `cold`, because few are.
    #[cold]
    #[inline(never)]
    fn height_in_doubt(&self, points: &[DVec3], p: u32) -> f64 {
        let p = points[p as usize];
        let corners = self.corners.map(|i| points[i as usize]);
        // Files of triangles contain each corner many times.
        if corners.contains(&p) { 0.0 } else { side(corners, p) }
    }
}

/// What a set of points spans.
pub(super) enum Span {
    /// All points are the same.
    Point,
    /// All points are on one line. These two are its ends.
    Segment(usize, usize),
    /// All points are in one plane. These three span it.
    Flat([usize; 3]),
    /// The surface of a volume.
    Solid(Surface),
}

/// The triangles around a volume.
pub(super) struct Surface {
    pub triangles: Vec<Triangle>,
    /// Points that were dropped in the plane of a triangle. No other dropped point can be on the surface:
    /// only a new triangle can contain a point that was outside before.
    pub touching: Vec<u32>,
}

/// The hull of normalised points. With `noting`, [`Surface::touching`] is filled.
pub(super) fn quickhull(points: &[DVec3], noting: bool) -> Result<Span, Error> {
    let (first, last) = ends(points);
    if points[first] == points[last] {
        return Ok(Span::Point);
    }
    let Some(third) = off_line(points, first, last) else {
        return Ok(Span::Segment(first, last));
    };
    let base = [first, last, third];
    let Some(fourth) = off_plane(points, base) else {
        return Ok(Span::Flat(base));
    };
    let mut wrapping = Wrapping::new(points, noting);
    wrapping.begin(base, fourth);
    let mut later: VecDeque<u32> = wrapping.waiting.drain(..).collect();
    while let Some(face) = later.pop_front() {
        wrapping.waiting.push(face);
        wrapping.grow(PATCH)?;
        later.extend(wrapping.waiting.drain(..));
    }
    Ok(Span::Solid(wrapping.surface()))
}

/// A point that is not on the line, about the farthest, if there is one.
fn off_line(points: &[DVec3], a: usize, b: usize) -> Option<usize> {
    let (from, along) = (points[a], points[b] - points[a]);
    let best = largest(points, |p| (p - from).cross(along).length_squared());
    let off = |i: &usize| !collinear(points[a], points[b], points[*i]);
    Some(best).filter(off).or_else(|| (0..points.len()).find(off))
}

/// A point that is not in the plane, about the farthest, if there is one.
fn off_plane(points: &[DVec3], base: [usize; 3]) -> Option<usize> {
    let [a, b, c] = base.map(|i| points[i]);
    let normal = (b - a).cross(c - a);
    let best = largest(points, |p| normal.dot(p - a).abs());
    let off = |i: &usize| side([a, b, c], points[*i]) != 0.0;
    Some(best).filter(off).or_else(|| (0..points.len()).find(off))
}

/// The index of the point with the largest value of `f`; of equals the first.
fn largest(points: &[DVec3], f: impl Fn(DVec3) -> f64) -> usize {
    let mut best = (0, f(points[0]));
    for (i, p) in points.iter().enumerate() {
        let value = f(*p);
        if value > best.1 {
            best = (i, value);
        }
    }
    best.0
}

/// The number of points that are added in one place before the next place follows.
const PATCH: usize = 256;

/// The largest number of triangles for which memory is reserved: most points may be inside.
const MOST_AT_ONCE: usize = 1 << 12;

/// A growing hull.
struct Wrapping<'a> {
    points: &'a [DVec3],
    /// The largest difference of coordinates.
    extent: f64,
    /// Nothing is rounded.
    lattice: bool,
    faces: Vec<Triangle>,
    /// Places of removed faces.
    free: Vec<u32>,
    /// Faces that had a list when they were made.
    waiting: Vec<u32>,
    /// For each point: the next point in the same list.
    next: Vec<u32>,
    /// For each point of the rim: the new face whose side starts there.
    spoke: Vec<u32>,
    hole: Vec<u32>,
    rim: Vec<(u32, usize)>,
    cone: Vec<u32>,
    /// See [`Surface::touching`].
    touching: Vec<u32>,
    noting: bool,
}

impl<'a> Wrapping<'a> {
    /// An empty hull.
    fn new(points: &'a [DVec3], noting: bool) -> Self {
        let low = points.iter().copied().fold(points[0], DVec3::min);
        let high = points.iter().copied().fold(points[0], DVec3::max);
        Self {
            points,
            extent: (high - low).max_element(),
            lattice: on_lattice(points),
            // A closed surface of triangles around n points has 2n - 4 triangles.
            faces: Vec::with_capacity((2 * points.len()).min(MOST_AT_ONCE)),
            free: Vec::new(),
            waiting: Vec::new(),
            next: alloc::vec![NONE; points.len()],
            spoke: alloc::vec![NONE; points.len()],
            hole: Vec::new(),
            rim: Vec::new(),
            cone: Vec::new(),
            touching: Vec::new(),
            noting,
        }
    }

    /// Makes the tetrahedron, and the lists of the points outside of it.
    fn begin(&mut self, base: [usize; 3], top: usize) {
        let [mut a, mut b, c] = base.map(|i| i as u32);
        let d = top as u32;
        if side(base.map(|i| self.points[i]), self.points[top]) > 0.0 {
            (a, b) = (b, a);
        }
        // Triangle 0 is opposite to d. The others are on its sides 0, 1, 2.
        for (corners, across) in [
            ([a, b, c], [3, 6, 9]),
            ([b, a, d], [0, 11, 7]),
            ([c, b, d], [1, 5, 10]),
            ([a, c, d], [2, 8, 4]),
        ] {
            let face = self.face(corners, across);
            self.cone.push(face);
        }
        (0..self.points.len() as u32).for_each(|p| self.hand_over(p));
        self.queue();
    }

    fn point(&self, i: u32) -> DVec3 {
        self.points[i as usize]
    }

    /// Adds a face with an empty list.
    fn face(&mut self, corners: [u32; 3], across: [u32; 3]) -> u32 {
        let [a, b, c] = corners.map(|i| self.point(i));
        let (u, v) = (b - a, c - a);
        let normal = u.cross(v);
        // Let e be the unit of roundoff 2^-53, and m, n the largest coordinates of u and v. A coordinate
        // of the cross product is at most 2mn, with an error of 8mne. A height is the sum of three
        // products with coordinates of at most `extent`, with an error of (3 * 8 + 3 * 2 * 5) mne times
        // the extent. 64e leaves room for the rounding of this bound. The sums that replace m and n are
        // not smaller, and faster to compute.
        let sum = |w: DVec3| w.x.abs() + w.y.abs() + w.z.abs();
        let wrong = 32.0 * f64::EPSILON * sum(u) * sum(v);
        // If the three corners have a coordinate in common, the other coordinates of the normal are 0.
        // Then a height is a single product, whose sign is right if that of the normal is.
        let along = |i: usize| u[i] == 0.0 && v[i] == 0.0 && normal[i].abs() > wrong;
        let certain = self.lattice || (0..3).any(along);
        let face = Triangle {
            corners,
            across,
            normal,
            base: a,
            doubt: if certain { -1.0 } else { wrong * self.extent },
            outside: NONE,
            farthest: NONE,
            height: f64::NEG_INFINITY,
            compared: NONE,
            seen: false,
            alive: true,
        };
        if let Some(place) = self.free.pop() {
            self.faces[place as usize] = face;
            return place;
        }
        self.faces.push(face);
        self.faces.len() as u32 - 1
    }

    /// See [`Triangle::height`].
    #[inline(always)]
    fn height(&self, face: u32, p: u32) -> f64 {
        self.faces[face as usize].height(self.points, p)
    }

    /// Adds a point to the list of a face of the cone that it is outside of, if there is one.
    #[inline]
    fn hand_over(&mut self, p: u32) {
        let Self { points, faces, cone, next, .. } = self;
        for face in cone.iter() {
            let f = &mut faces[*face as usize];
            let height = f.height(points, p);
            if height > 0.0 {
                next[p as usize] = f.outside;
                f.outside = p;
                // Of equally high points, the lowest index wins: lists are not in order.
                if height > f.height || (height == f.height && p < f.farthest) {
                    (f.farthest, f.height) = (p, height);
                }
                return;
            }
        }
        if self.noting {
            self.note(p);
        }
    }

    /// Notes a dropped point if it is in the plane of a face of the cone.
    #[inline(never)]
    fn note(&mut self, p: u32) {
        if self.cone.iter().any(|face| self.height(*face, p) == 0.0) {
            self.touching.push(p);
        }
    }

    /// Queues the faces of the cone that have a list.
    fn queue(&mut self) {
        let faces = &self.faces;
        self.waiting.extend(self.cone.iter().filter(|f| faces[**f as usize].outside != NONE));
    }

    /// Adds at most `count` points, first those above the newest faces.
    fn grow(&mut self, mut count: usize) -> Result<(), Error> {
        while count > 0
            && let Some(face) = self.waiting.pop()
        {
            if self.faces[face as usize].farthest != NONE {
                self.add_farthest(face)?;
                count -= 1;
            }
        }
        Ok(())
    }

    /// Makes the farthest point of a face's list a vertex of the hull.
    fn add_farthest(&mut self, face: u32) -> Result<(), Error> {
        let apex = self.faces[face as usize].farthest;
        self.dig(face, apex);
        self.cover(apex)?;
        for i in 0..self.hole.len() {
            let mut p = self.faces[self.hole[i] as usize].outside;
            while p != NONE {
                let after = self.next[p as usize];
                if p != apex {
                    self.hand_over(p);
                }
                p = after;
            }
        }
        for &f in &self.hole {
            let f = &mut self.faces[f as usize];
            (f.alive, f.outside, f.farthest) = (false, NONE, NONE);
        }
        self.free.extend(&self.hole);
        self.queue();
        Ok(())
    }

    /// Finds the hole, which are the faces visible from the apex, and its rim: the sides of the remaining
    /// faces.
    fn dig(&mut self, start: u32, apex: u32) {
        self.hole.clear();
        self.rim.clear();
        self.hole.push(start);
        let first = &mut self.faces[start as usize];
        (first.compared, first.seen) = (apex, true);
        let mut done = 0;
        while done < self.hole.len() {
            let face = self.hole[done];
            done += 1;
            for i in 0..3 {
                let other = self.faces[face as usize].across[i] / 3;
                if self.faces[other as usize].compared != apex {
                    let seen = self.height(other, apex) > 0.0;
                    let o = &mut self.faces[other as usize];
                    (o.compared, o.seen) = (apex, seen);
                    push_if(&mut self.hole, seen, other);
                }
                push_if(&mut self.rim, !self.faces[other as usize].seen, (face, i));
            }
        }
    }

    /// Covers the hole with a cone from the apex to the rim.
    ///
    /// ```text
    ///            apex
    ///            /  \            side 0 of the new face is on the rim,
    ///         2 /    \ 1         side 1 goes up to the apex, side 2 down
    ///          /      \
    ///         u ------ v
    ///             0
    /// ```
    fn cover(&mut self, apex: u32) -> Result<(), Error> {
        self.cone.clear();
        for i in 0..self.rim.len() {
            let (gone, k) = self.rim[i];
            let old = &self.faces[gone as usize];
            let (u, v, beyond) = (old.corners[k], old.corners[(k + 1) % 3], old.across[k]);
            let face = self.face([u, v, apex], [beyond, NONE, NONE]);
            self.faces[beyond as usize / 3].across[beyond as usize % 3] = 3 * face;
            self.spoke[u as usize] = face;
            self.cone.push(face);
        }
        for &face in &self.cone {
            let after = self.spoke[self.faces[face as usize].corners[1] as usize];
            let next = self.faces.get_mut(after as usize).ok_or(BROKEN)?;
            if next.corners[2] != apex || next.across[2] != NONE {
                return Err(BROKEN);
            }
            next.across[2] = 3 * face + 1;
            self.faces[face as usize].across[1] = 3 * after + 2;
        }
        Ok(())
    }

    /// The remaining faces, with new indices.
    fn surface(mut self) -> Surface {
        if !self.free.is_empty() {
            let mut number = alloc::vec![NONE; self.faces.len()];
            let alive = (0..self.faces.len()).filter(|f| self.faces[*f].alive);
            alive.enumerate().for_each(|(new, old)| number[old] = new as u32);
            self.faces.retain(|f| f.alive);
            for side in self.faces.iter_mut().flat_map(|f| &mut f.across) {
                *side = 3 * number[*side as usize / 3] + *side % 3;
            }
        }
        Surface { triangles: self.faces, touching: self.touching }
    }
}

/// Pushes without a branch, which could not be predicted.
#[inline]
fn push_if<T>(list: &mut Vec<T>, wanted: bool, item: T) {
    let count = list.len() + usize::from(wanted);
    list.push(item);
    list.truncate(count);
}

/// Exact predicates make this impossible.
const BROKEN: Error = Error::NoHull { why: "the rim of what a point sees is not one loop" };
