//! The polytope of EPA in 3D: a growing polyhedron of triangles.
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
//! The search for the faces that see a new corner goes from the first such face over its edges,
//! counterclockwise. So the edges between seen and unseen faces, the horizon, come in the order of their
//! loop. Each edge makes a new face with the new corner. With exact predicates the horizon is one loop;
//! if it is not, the polyhedron stays as it is.
//!
//! A face sees a point if the point's height over the face's plane is larger than its rounding error.
//! Smaller heights are decided by the exact predicate.
//!
//! The heap holds the faces that may still be pushed out. A face whose distance from the origin is not
//! less than the least support height found, minus the requested accuracy, needs no more corners.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::cap::Cap;
use super::face::{FaceDistance, nearest_of, place};
use super::triangle_planes::{LANES, Planes};
use crate::answer::{Member, Surface};
use crate::gjk::simplex::Simplex;
use crate::number::{max, sqrt};
use crate::shape::difference::Pair;
use crate::space::{DVector, Vector};

/// Heights up to this are never certain: products of tiny lengths lose digits near the end of the range.
const TINY: f64 = 1e-300;

#[derive(Clone, Copy, Debug)]
struct Face<W: Vector> {
    corners: [u32; 3],
    neighbours: [u32; 3],
    alive: bool,
    /// Outward, of any length: the cross product of two edges.
    normal: W,
    /// A height along the normal is certain if it is more than this, times the distance of the point from
    /// corner 0.
    rounding: f64,
    place: FaceDistance<W>,
    /// The number of the cap that proves it, from 1 on, or 0.
    cap: u8,
}

/// How a face below the limit stands to a cap.
pub(super) enum Standing<W> {
    /// Its normal is not in the cap.
    Aside,
    /// The cap proves all that the face leaves open.
    Proven,
    /// A part that the face leaves open is outside of the cap, on the arc to a neighbour: the face that
    /// a new corner in this direction should see.
    Blocked(u32, W),
}

/// A face in the heap. The nearest face comes first; among equals, the oldest.
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

/// An edge of the horizon: its two corners, and the unseen face behind it.
#[derive(Clone, Copy, Debug)]
struct HorizonEdge {
    from: u32,
    to: u32,
    behind: u32,
}

/// A seen face with edges that have not been visited: the next such edge, and their number.
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
    /// Only faces nearer to the origin than this enter the heap.
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

impl<W: DVector> Polytope<W> {
    /// The polyhedron as evidence.
    pub(crate) fn surface(&self) -> Surface<W> {
        Surface {
            members: self.pairs.iter().map(|p| Member { a: p.a, b: p.b }).collect(),
            faces: self.faces.iter().filter(|f| f.alive).map(|f| f.corners).collect(),
        }
    }

    /// Removes all corners and faces.
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.faces.clear();
        self.heap.clear();
        self.limit = f64::INFINITY;
    }

    /// The plane of a face.
    pub(super) fn place(&self, face: u32) -> FaceDistance<W> {
        self.faces[face as usize].place
    }

    /// The corners of a face.
    pub(super) fn corners(&self, face: u32) -> [&Pair<W>; 3] {
        let [a, b, c] = self.faces[face as usize].corners;
        [&self.pairs[a as usize], &self.pairs[b as usize], &self.pairs[c as usize]]
    }

    /// Their places in the difference.
    pub(super) fn triangle(&self, face: u32) -> [W; 3] {
        let [a, b, c] = self.corners(face);
        [a.c, b.c, c.c]
    }

    /// Is `point` strictly outside the plane of the face?
    #[inline]
    fn sees(&self, face: u32, point: W) -> bool {
        let Face { normal, rounding, corners, .. } = &self.faces[face as usize];
        let way = point - self.pairs[corners[0] as usize].c;
        let height = normal.dot(way);
        if height.abs() > max(rounding * way.max_abs(), TINY) {
            return height > 0.0;
        }
        let [a, b, c] = self.triangle(face);
        orientation(a, b, c, point) < 0.0
    }

    /// Adds up to [`LANES`] faces. The caller sets their neighbours.
    fn add(&mut self, all: &[[u32; 3]]) {
        for (lane, corners) in all.iter().enumerate() {
            let at = |i: usize| self.pairs[corners[i] as usize].c;
            self.planes.put(lane, [at(0), at(1), at(2)]);
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

    /// The face nearest to the origin, of those below the limit that were neither removed nor given up.
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

    /// Gives a face up, because its normal leads to no new corner, as can happen with a sliver. Another
    /// face near the origin may lead on.
    pub(super) fn give_up(&mut self, face: u32) {
        self.heap.retain(|candidate| candidate.face != face);
    }

    /// Does cap number `number` prove a face whose distance is below the limit?
    ///
    /// A direction n at which the corners show a height d is the point n / d, and so a face is a point v,
    /// and the edge between two faces is a segment:
    ///
    /// ```text
    ///     v of the face            Below the limit L are the points farther from the origin than 1 / L.
    ///       o - - x----------o     In each polygon of points that belongs to a corner these are the
    ///        `     of a neighbour  polygon minus a disc. So they are in the convex hull of the points v
    ///          `x                  and x, where |x| = 1 / L, and in the cap if these are.
    /// ```
    ///
    /// Later corners cut parts of these edges off and never add to them, so a proven face stays proven.
    pub(super) fn standing(&self, face: u32, number: u8, cap: &Cap<W>) -> Standing<W> {
        let this = &self.faces[face as usize];
        let Some(v) = self.dual(this).filter(|v| cap.contains(*v)) else { return Standing::Aside };
        let out = 1.0 / (self.limit * self.limit);
        for neighbour in this.neighbours {
            let other = &self.faces[neighbour as usize];
            let blocked = Standing::Blocked(neighbour, other.place.direction);
            let Some(end) = self.dual(other) else { return blocked };
            if cap.contains(end) && (other.cap == 0 || other.cap == number) {
                continue;
            }
            let way = end - v;
            let (square, slope, rest) = (way.dot(way), -v.dot(way), v.dot(v) - out);
            if end.dot(end) > out {
                return blocked;
            }
            let share = rest / (slope + sqrt(max(slope * slope - square * rest, 0.0)));
            let x = v + way * share;
            if !cap.contains(x) {
                return Standing::Blocked(face, x);
            }
        }
        Standing::Proven
    }

    /// Marks the nearest face as proven by a cap.
    pub(super) fn prove(&mut self, face: u32, number: u8) {
        self.faces[face as usize].cap = number;
        self.heap.pop();
    }

    /// The normal of a face, divided by its distance from the origin. `None` if the origin is outside, or if
    /// the face is a sliver.
    fn dual(&self, face: &Face<W>) -> Option<W> {
        let height = face.normal.dot(self.pairs[face.corners[0] as usize].c);
        let is_good = face.place.distance > 0.0 && face.place.direction == face.normal;
        (is_good && height > 0.0).then(|| face.normal * (1.0 / height))
    }

    /// A lower bound of the distance of all faces from the origin, including those given up. Those that a
    /// cap proves do not count.
    pub(super) fn least_distance(&self) -> f64 {
        let alive = self.faces.iter().filter(|face| face.alive && face.cap == 0);
        alive.fold(f64::INFINITY, |m, face| m.min(face.place.distance))
    }

    /// The point nearest to `target` on the faces whose planes are at most `limit` away. One plane can
    /// have many faces, and only one of them contains the foot.
    pub(super) fn nearest_point(&self, target: W, limit: f64) -> Simplex<W> {
        let near = (0..self.faces.len() as u32).filter(|i| {
            let face = &self.faces[*i as usize];
            face.alive && face.place.distance <= limit
        });
        nearest_of(near.map(|i| self.corners(i)), target)
    }

    /// The face nearest to the origin among those of the last expansion; among all faces if these are not
    /// below the limit.
    pub(super) fn deepest(&mut self) -> Option<u32> {
        let newest = self.faces.len() - self.horizon.len()..self.faces.len();
        let distance = |i: usize| self.faces[i].place.distance;
        let nearest = newest.min_by(|i, j| distance(*i).total_cmp(&distance(*j)));
        match nearest.filter(|i| distance(*i) < self.limit) {
            Some(face) => Some(face as u32),
            None => self.nearest(),
        }
    }

    /// Builds the first tetrahedron from four points that are not coplanar.
    pub(super) fn begin(&mut self, mut corners: [Pair<W>; 4]) {
        let [a, b, c, d] = [corners[0].c, corners[1].c, corners[2].c, corners[3].c];
        if orientation(a, b, c, d) < 0.0 {
            corners.swap(0, 1);
        }
        self.pairs.extend(corners);
        self.horizon.clear();
        // The fourth corner is below face 0; the other faces follow from the shared edges.
        self.add(&[[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]);
        let neighbours = [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]];
        for (face, n) in self.faces.iter_mut().zip(neighbours) {
            face.neighbours = n;
        }
    }

    /// For the trace: the corners, the faces and the distances of the faces.
    pub(super) fn for_trace(&self) -> (Vec<W>, Vec<[u32; 3]>, Vec<f64>) {
        let corners = self.pairs.iter().map(|pair| pair.c).collect();
        let faces = self.faces.iter().map(|face| (face.corners, face.place.distance));
        let (faces, distances) = faces.unzip();
        (corners, faces, distances)
    }

    /// For the trace, about the last expansion: the faces that were removed, the horizon, and the
    /// distances of the new faces.
    pub(super) fn last_for_trace(&self) -> (Vec<u32>, Vec<[u32; 2]>, Vec<f64>) {
        let horizon = self.horizon.iter().map(|edge| [edge.from, edge.to]).collect();
        let new = &self.faces[self.faces.len() - self.horizon.len()..];
        (self.seen.clone(), horizon, new.iter().map(|face| face.place.distance).collect())
    }

    /// Adds a corner to the polyhedron. Returns the numbers of removed and of new faces; `None` if no
    /// face sees the corner or the horizon is not one loop.
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
        // The loop is in order: the edge before ends at the corner where this one starts.
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

    /// Marks the connected faces that see `point` as removed, and collects the horizon in the order of
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

    /// Marks a face as seen, with `left` edges to visit, beginning at `edge`.
    fn enter(&mut self, face: u32, edge: usize, left: u32) {
        self.faces[face as usize].alive = false;
        self.seen.push(face);
        self.open.push(Open { face, edge, left });
    }

    /// Does each edge of the horizon begin at the end of the edge before?
    fn horizon_is_a_loop(&self) -> bool {
        let [.., last] = self.horizon[..] else { return false };
        let mut end = last.to;
        let follows = |edge: &HorizonEdge| core::mem::replace(&mut end, edge.to) == edge.from;
        self.horizon.len() >= 3 && self.horizon.iter().all(follows)
    }
}

impl<W: DVector> Face<W> {
    #[inline]
    fn of(corners: [u32; 3], planes: &Planes, lane: usize) -> Self {
        let (normal, rounding) = (planes.normal::<W>(lane), planes.rounding[lane]);
        let (mut distance, mut direction) = (planes.distances[lane], normal);
        if distance.is_nan() {
            // By its numbers: a structure of either origin would be put together in memory.
            let place = sliver(&planes.corners(lane), normal.copied());
            (distance, direction) = (place.distance, place.direction.copied());
        }
        let place = FaceDistance { distance, direction };
        Self { corners, neighbours: [0; 3], alive: true, normal, rounding, place, cap: 0 }
    }

    /// The edge that begins at this corner.
    #[inline]
    fn edge_from(&self, corner: u32) -> Option<usize> {
        (0..3).find(|k| self.corners[*k] == corner)
    }
}

/// The plane of a face whose normal is not used as a direction.
#[cold]
fn sliver<W: DVector>(corners: &[W; 3], normal: W) -> FaceDistance<W> {
    let [a, b, c] = *corners;
    if orientation(a, b, c, W::ZERO) > 0.0 {
        return place(corners, normal, false);
    }
    // For such a face it is only known that points outside of its plane are outside.
    let outside = place(corners, normal, true);
    FaceDistance { distance: outside.distance.min(0.0), ..outside }
}

/// Positive if `d` is below the plane of a, b and c, which run counterclockwise seen from above. Exact.
pub(super) fn orientation<W: DVector>(a: W, b: W, c: W, d: W) -> f64 {
    let coord = |p: W| robust::Coord3D { x: p.get(0), y: p.get(1), z: p.get(2) };
    robust::orient3d(coord(a), coord(b), coord(c), coord(d))
}
