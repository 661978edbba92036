//! The polytope of EPA in space: a polyhedron of triangles that grows.
//!
//! ```text
//!            2                 A face's edge k runs from its corner k to corner k+1 and has the
//!          /   \               face neighbours[k] on its other side. Corners run
//!   edge 2/     \edge 1        counterclockwise seen from outside.
//!        /       \
//!       0---------1
//!          edge 0
//! ```
//!
//! The faces that see a new corner are found from the first one on, edge by edge, counterclockwise.
//! So the edges between seen and unseen faces, the horizon, come in the order of their loop, and each
//! gives a new face with the new corner. With exact predicates the horizon is one loop; should it not
//! be, nothing is changed.
//!
//! Does a face see a point? The height over the face's plane tells, if it is larger than its rounding.
//! Only for smaller heights the exact predicate is asked.
//!
//! The heap has the faces that may still be pushed out. A face that is no nearer to the origin than the
//! least height found, less the accuracy that is wanted, needs no more corners.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::face::{Place, nearest_of, place};
use super::planes::{LANES, Planes};
use crate::algorithm::simplex::Simplex;
use crate::answer::{Member, Surface};
use crate::number::Scalar;
use crate::shape::difference::Pair;
use crate::space::Vector;

/// Heights up to this are never sure: products of tiny lengths lose digits near the end of the range.
const TINY: f64 = 1e-300;

#[derive(Clone, Copy, Debug)]
struct Face<W: Vector> {
    corners: [u32; 3],
    neighbours: [u32; 3],
    alive: bool,
    /// Outward, of any length: the cross product of two edges.
    normal: W,
    /// A height along it is sure if it is more than this, times how far the point is from corner 0.
    rounding: f64,
    place: Place<W>,
}

/// A face in the heap: the nearest one comes first, the oldest one among equals.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    distance: f64,
    face: u32,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        other.distance.total_cmp(&self.distance).then(other.face.cmp(&self.face))
    }
}
impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Candidate {}

/// An edge of the horizon: from a corner to a corner, and the unseen face behind it.
#[derive(Clone, Copy, Debug)]
struct HorizonEdge {
    from: u32,
    to: u32,
    behind: u32,
}

/// A seen face of which some edges are still to be looked at: the next one, and how many.
#[derive(Clone, Copy, Debug)]
struct Open {
    face: u32,
    edge: usize,
    left: u32,
}

/// A convex polyhedron of the difference.
#[derive(Clone, Debug)]
pub struct Polytope<W: Vector> {
    pairs: Vec<Pair<W>>,
    faces: Vec<Face<W>>,
    heap: BinaryHeap<Candidate>,
    /// Only faces that are nearer to the origin than this are put in the heap.
    pub(super) limit: f64,
    seen: Vec<u32>,
    open: Vec<Open>,
    horizon: Vec<HorizonEdge>,
    planes: Planes,
}

impl<W: Vector> Default for Polytope<W> {
    fn default() -> Self {
        Self {
            pairs: Vec::new(),
            faces: Vec::new(),
            heap: BinaryHeap::new(),
            limit: f64::INFINITY,
            seen: Vec::new(),
            open: Vec::new(),
            horizon: Vec::new(),
            planes: Planes::default(),
        }
    }
}

impl<W: Vector<Scalar = f64>> Polytope<W> {
    /// The polyhedron as evidence.
    pub(crate) fn surface(&self) -> Surface<W> {
        Surface {
            members: self.pairs.iter().map(|p| Member { a: p.a, b: p.b }).collect(),
            faces: self.faces.iter().filter(|f| f.alive).map(|f| f.corners).collect(),
        }
    }

    /// No corners, no faces.
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.faces.clear();
        self.heap.clear();
        self.limit = f64::INFINITY;
    }

    /// Where a face is.
    pub(super) fn place(&self, face: u32) -> Place<W> {
        self.faces[face as usize].place
    }

    /// The corners of a face.
    pub(super) fn corners(&self, face: u32) -> [&Pair<W>; 3] {
        self.faces[face as usize].corners.map(|i| &self.pairs[i as usize])
    }

    /// Is `point` strictly outside the plane of the face?
    #[inline]
    fn sees(&self, face: u32, point: W) -> bool {
        let Face { normal, rounding, corners, .. } = &self.faces[face as usize];
        let way = point - self.pairs[corners[0] as usize].c;
        let height = normal.dot(way);
        if height.abs() > Scalar::max(rounding * way.max_abs(), TINY) {
            return height > 0.0;
        }
        let [a, b, c] = self.corners(face).map(|p| p.c);
        orientation(a, b, c, point) < 0.0
    }

    /// Adds faces, up to [`LANES`] of them. Their neighbours are the caller's to set.
    fn add(&mut self, all: &[[u32; 3]]) {
        for (lane, corners) in all.iter().enumerate() {
            self.planes.put(lane, corners.map(|i| self.pairs[i as usize].c));
        }
        self.planes.find();
        for (lane, corners) in all.iter().enumerate() {
            let new = Face::of(*corners, &self.planes, lane);
            let (distance, face) = (new.place.distance, self.faces.len() as u32);
            self.faces.push(new);
            if distance < self.limit {
                self.heap.push(Candidate { distance, face });
            }
        }
    }

    /// The living face nearest the origin that is below the limit and was not given up.
    pub(super) fn nearest(&mut self) -> Option<u32> {
        while let Some(top) = self.heap.peek() {
            if top.distance >= self.limit {
                return None;
            }
            if self.faces[top.face as usize].alive {
                return Some(top.face);
            }
            self.heap.pop();
        }
        None
    }

    /// Gives a face up: its normal leads nowhere, as a sliver's may, but that of another one
    /// near the origin may lead on.
    pub(super) fn give_up(&mut self, face: u32) {
        self.heap.retain(|candidate| candidate.face != face);
    }

    /// How far the polyhedron's faces are from the origin at least, those given up included.
    pub(super) fn least_distance(&self) -> f64 {
        let alive = self.faces.iter().filter(|face| face.alive);
        alive.fold(f64::INFINITY, |m, face| m.min(face.place.distance))
    }

    /// The point nearest `target` of the faces whose planes are at most `limit` away: one plane
    /// can have many faces, and only one of them holds the foot.
    pub(super) fn nearest_point(&self, target: W, limit: f64) -> Simplex<W> {
        let near = (0..self.faces.len() as u32).filter(|i| {
            let face = &self.faces[*i as usize];
            face.alive && face.place.distance <= limit
        });
        nearest_of(near.map(|i| self.corners(i).map(|pair| *pair)), target)
    }

    /// The face nearest the origin among those that the last expansion gave; of all faces,
    /// where those are not below the limit.
    pub(super) fn deepest(&mut self) -> Option<u32> {
        let newest = self.faces.len() - self.horizon.len()..self.faces.len();
        let distance = |i: usize| self.faces[i].place.distance;
        let nearest = newest.min_by(|i, j| distance(*i).total_cmp(&distance(*j)));
        match nearest.filter(|i| distance(*i) < self.limit) {
            Some(face) => Some(face as u32),
            None => self.nearest(),
        }
    }

    /// Builds the first tetrahedron from four corners that are not coplanar.
    pub(super) fn begin(&mut self, mut corners: [Pair<W>; 4]) {
        let [a, b, c, d] = corners.map(|p| p.c);
        if orientation(a, b, c, d) < 0.0 {
            corners.swap(0, 1);
        }
        self.pairs.extend(corners);
        self.horizon.clear();
        // The fourth corner is below face 0; the others follow by their shared edges.
        self.add(&[[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]);
        let neighbours = [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]];
        for (face, n) in self.faces.iter_mut().zip(neighbours) {
            face.neighbours = n;
        }
    }

    /// For an observer: the corners, the faces and how far these are.
    pub(super) fn told(&self) -> (Vec<W>, Vec<[u32; 3]>, Vec<f64>) {
        let corners = self.pairs.iter().map(|pair| pair.c).collect();
        let faces = self.faces.iter().map(|face| (face.corners, face.place.distance));
        let (faces, distances) = faces.unzip();
        (corners, faces, distances)
    }

    /// For an observer, of the last expansion: the faces that went, the horizon, and how far the new
    /// faces are.
    pub(super) fn last_told(&self) -> (Vec<u32>, Vec<[u32; 2]>, Vec<f64>) {
        let horizon = self.horizon.iter().map(|edge| [edge.from, edge.to]).collect();
        let new = &self.faces[self.faces.len() - self.horizon.len()..];
        (self.seen.clone(), horizon, new.iter().map(|face| face.place.distance).collect())
    }

    /// Grows the polyhedron by a corner; how many faces went and came, `None` if no face sees
    /// the corner or the horizon is not one loop.
    pub(super) fn expand(&mut self, near: u32, w: Pair<W>) -> Option<[u32; 2]> {
        let all = 0..self.faces.len() as u32;
        let first = core::iter::once(near)
            .chain(all)
            .find(|f| self.faces[*f as usize].alive && self.sees(*f, w.c))?;
        self.flood(first, w.c);
        if !self.horizon_is_a_loop() {
            for face in &self.seen {
                self.faces[*face as usize].alive = true;
            }
            self.horizon.clear();
            return None;
        }
        let corner = self.pairs.len() as u32;
        self.pairs.push(w);
        let (first, count) = (self.faces.len() as u32, self.horizon.len() as u32);
        for start in (0..self.horizon.len()).step_by(LANES) {
            let mut fan = [[corner; 3]; LANES];
            let edges = self.horizon[start..].iter();
            let used =
                fan.iter_mut().zip(edges).map(|(face, e)| *face = [e.from, e.to, corner]).count();
            self.add(&fan[..used]);
        }
        // The loop is in order: the face before ends where this one starts.
        let (last, mut before) = (first + count - 1, first + count - 1);
        for (new, edge) in (first..).zip(&self.horizon) {
            let after = if new == last { first } else { new + 1 };
            self.faces[new as usize].neighbours = [edge.behind, after, before];
            let other = &mut self.faces[edge.behind as usize];
            if let Some(k) = other.edge_from(edge.to) {
                other.neighbours[k] = new;
            }
            before = new;
        }
        Some([self.seen.len() as u32, count])
    }

    /// Marks the connected faces that see `point` as dead, and collects the horizon in the order of
    /// its loop.
    fn flood(&mut self, first: u32, point: W) {
        self.seen.clear();
        self.horizon.clear();
        self.open.clear();
        self.enter(first, 0, 3);
        while let Some(Open { face, edge, left }) = self.open.last_mut() {
            if *left == 0 {
                self.open.pop();
                continue;
            }
            let (this, k, next) = (&self.faces[*face as usize], *edge, (*edge + 1) % 3);
            let (from, to, behind) = (this.corners[k], this.corners[next], this.neighbours[k]);
            (*edge, *left) = (next, *left - 1);
            if !self.faces[behind as usize].alive {
                continue;
            }
            if !self.sees(behind, point) {
                self.horizon.push(HorizonEdge { from, to, behind });
            } else if let Some(shared) = self.faces[behind as usize].edge_from(to) {
                self.enter(behind, (shared + 1) % 3, 2);
            }
        }
    }

    /// Marks a face as seen, with `left` edges to be looked at from `edge` on.
    fn enter(&mut self, face: u32, edge: usize, left: u32) {
        self.faces[face as usize].alive = false;
        self.seen.push(face);
        self.open.push(Open { face, edge, left });
    }

    /// Does each edge of the horizon begin where the one before ends?
    fn horizon_is_a_loop(&self) -> bool {
        let [.., last] = self.horizon[..] else { return false };
        let mut end = last.to;
        let follows = |edge: &HorizonEdge| core::mem::replace(&mut end, edge.to) == edge.from;
        self.horizon.len() >= 3 && self.horizon.iter().all(follows)
    }
}

impl<W: Vector<Scalar = f64>> Face<W> {
    #[inline]
    fn of(corners: [u32; 3], planes: &Planes, lane: usize) -> Self {
        let (normal, rounding) = (planes.normal(lane), planes.rounding[lane]);
        let place = match planes.distance(lane) {
            Some(distance) => Place { distance, direction: normal },
            None => sliver(&planes.corners(lane), normal),
        };
        Self { corners, neighbours: [0; 3], alive: true, normal, rounding, place }
    }

    /// The edge that begins at a corner.
    #[inline]
    fn edge_from(&self, corner: u32) -> Option<usize> {
        (0..3).find(|k| self.corners[*k] == corner)
    }
}

/// The place of a face whose normal is not relied on as a direction.
#[cold]
fn sliver<W: Vector<Scalar = f64>>(corners: &[W; 3], normal: W) -> Place<W> {
    let [a, b, c] = *corners;
    if orientation(a, b, c, W::ZERO) > 0.0 {
        return place(corners, normal, false);
    }
    // From outside of its plane nothing is known but that.
    let outside = place(corners, normal, true);
    Place { distance: outside.distance.min(0.0), ..outside }
}

/// Positive where `d` lies below the plane of a, b, c, which run counterclockwise seen from
/// above. Exact.
pub(super) fn orientation<W: Vector<Scalar = f64>>(a: W, b: W, c: W, d: W) -> f64 {
    let coord = |p: W| robust::Coord3D { x: p.get(0), y: p.get(1), z: p.get(2) };
    robust::orient3d(coord(a), coord(b), coord(c), coord(d))
}

/// The cross product.
#[inline]
pub(super) fn cross<W: Vector<Scalar = f64>>(u: W, v: W) -> W {
    W::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        u.get(j) * v.get(k) - u.get(k) * v.get(j)
    })
}
