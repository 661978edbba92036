//! EPA in space: a polyhedron of triangles that grows.
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
//! The faces that see the new corner w are found by flooding from the first one; the edges
//! between seen and unseen faces are the horizon, and each gives a new face with w. With exact
//! predicates the horizon is one loop; should it not be, nothing is changed.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Goal, MOST_STEPS, Outcome, Place, farthest, flat, nearest_of, place, reported};
use crate::algorithm::simplex::Simplex;
use crate::answer::{Algorithm, End, Member, Surface};
use crate::shape::difference::{Difference, Pair};
use crate::shape::{Convex, NO_ID};
use crate::space::Vector;
use crate::trace::{Trace, Watch};

/// The last steps before the limit go deep instead of wide: where every direction of a circle
/// is as good as any other (coaxial cones), the nearest faces lie all around it, and none would
/// ever be refined. Following one alone gives an axis as good as on any other pair.
const DIVE: u32 = 64;

/// How many faces are given up before the search ends. Each costs a look at all faces.
const PATIENCE: u32 = 8;

/// A first tetrahedron of less than this volume, relative to its longest edge, is not used.
const THIN: f64 = 1e-5;

#[derive(Clone, Copy, Debug)]
struct Face<W: Vector> {
    corners: [u32; 3],
    neighbours: [u32; 3],
    place: Place<W>,
    alive: bool,
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

/// A convex polyhedron of the difference.
#[derive(Clone, Debug)]
pub struct Polytope<W: Vector> {
    pairs: Vec<Pair<W>>,
    faces: Vec<Face<W>>,
    heap: BinaryHeap<Candidate>,
    seen: Vec<u32>,
    horizon: Vec<HorizonEdge>,
}

impl<W: Vector> Default for Polytope<W> {
    fn default() -> Self {
        Self {
            pairs: Vec::new(),
            faces: Vec::new(),
            heap: BinaryHeap::new(),
            seen: Vec::new(),
            horizon: Vec::new(),
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

    fn clear(&mut self) {
        self.pairs.clear();
        self.faces.clear();
        self.heap.clear();
    }

    fn corners(&self, face: u32) -> [Pair<W>; 3] {
        self.faces[face as usize].corners.map(|i| self.pairs[i as usize])
    }

    /// Is `point` strictly outside the plane of the face?
    fn sees(&self, face: u32, point: W) -> bool {
        let [a, b, c] = self.corners(face).map(|p| p.c);
        orientation(a, b, c, point) < 0.0
    }

    /// Adds a face and puts it in the heap. Its neighbours are the caller's to set.
    fn add(&mut self, corners: [u32; 3]) -> u32 {
        let face = self.faces.len() as u32;
        let place = triangle_place(corners.map(|i| self.pairs[i as usize].c));
        self.faces.push(Face { corners, neighbours: [0; 3], place, alive: true });
        self.heap.push(Candidate { distance: place.distance, face });
        face
    }

    /// The living face nearest the origin that was not given up; 0 where none is left.
    fn nearest(&mut self) -> u32 {
        while let Some(top) = self.heap.peek() {
            if self.faces[top.face as usize].alive {
                return top.face;
            }
            self.heap.pop();
        }
        0
    }

    /// Gives a face up: its normal leads nowhere, as a sliver's may, but that of another one
    /// near the origin may lead on. False if no other is left.
    fn give_up(&mut self, face: u32) -> bool {
        self.heap.retain(|candidate| candidate.face != face);
        self.nearest();
        !self.heap.is_empty()
    }

    /// How far the polyhedron's faces are from the origin at least, those given up included.
    fn least_distance(&self) -> f64 {
        let alive = self.faces.iter().filter(|face| face.alive);
        alive.fold(f64::INFINITY, |m, face| m.min(face.place.distance))
    }

    /// The point nearest `target` of the faces whose planes are at most `limit` away: one plane
    /// can have many faces, and only one of them holds the foot.
    fn nearest_point(&self, target: W, limit: f64) -> Simplex<W> {
        let near = (0..self.faces.len() as u32).filter(|i| {
            let face = &self.faces[*i as usize];
            face.alive && face.place.distance <= limit
        });
        nearest_of(near.map(|i| self.corners(i)), target)
    }

    /// The face nearest the origin among those that the last expansion gave; of all faces,
    /// where those are not below `best`, so that nothing better lies behind them.
    fn deepest(&mut self, best: f64) -> u32 {
        let newest = self.faces.len() - self.horizon.len()..self.faces.len();
        let distance = |i: usize| self.faces[i].place.distance;
        let nearest = newest.min_by(|i, j| distance(*i).total_cmp(&distance(*j)));
        match nearest.filter(|i| distance(*i) < best) {
            Some(face) => face as u32,
            None => self.nearest(),
        }
    }

    /// Builds the first tetrahedron from four corners that are not coplanar.
    fn begin(&mut self, mut corners: [Pair<W>; 4]) {
        let [a, b, c, d] = corners.map(|p| p.c);
        if orientation(a, b, c, d) < 0.0 {
            corners.swap(0, 1);
        }
        self.pairs.extend(corners);
        // The fourth corner is below face 0; the others follow by their shared edges.
        for face in [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]] {
            self.add(face);
        }
        let neighbours = [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]];
        for (face, n) in self.faces.iter_mut().zip(neighbours) {
            face.neighbours = n;
        }
    }

    /// Grows the polyhedron by a corner; how many faces went and came, `None` if no face sees
    /// the corner or the horizon is not one loop.
    fn expand(&mut self, near: u32, w: Pair<W>) -> Option<(u32, u32)> {
        let all = 0..self.faces.len() as u32;
        let first = core::iter::once(near)
            .chain(all)
            .find(|f| self.faces[*f as usize].alive && self.sees(*f, w.c))?;
        self.flood(first, w.c);
        if !self.horizon_is_a_loop() {
            for face in &self.seen {
                self.faces[*face as usize].alive = true;
            }
            return None;
        }
        let corner = self.pairs.len() as u32;
        self.pairs.push(w);
        let base = self.faces.len() as u32;
        let count = self.horizon.len() as u32;
        for i in 0..count {
            let HorizonEdge { from, to, behind } = self.horizon[i as usize];
            let new = self.add([from, to, corner]);
            // The loop is in order: the face before ends where this one starts.
            self.faces[new as usize].neighbours =
                [behind, base + (i + 1) % count, base + (i + count - 1) % count];
            let other = &mut self.faces[behind as usize];
            if let Some(k) = (0..3).find(|k| other.corners[*k] == to) {
                other.neighbours[k] = new;
            }
        }
        Some((self.seen.len() as u32, count))
    }

    /// Marks the connected faces that see `point` as dead, and collects the horizon.
    fn flood(&mut self, first: u32, point: W) {
        self.seen.clear();
        self.horizon.clear();
        self.faces[first as usize].alive = false;
        self.seen.push(first);
        let mut next = 0;
        while next < self.seen.len() {
            let Face { corners, neighbours, .. } = self.faces[self.seen[next] as usize];
            next += 1;
            for k in 0..3 {
                let behind = neighbours[k];
                if !self.faces[behind as usize].alive {
                    continue;
                }
                if self.sees(behind, point) {
                    self.faces[behind as usize].alive = false;
                    self.seen.push(behind);
                } else {
                    let (from, to) = (corners[k], corners[(k + 1) % 3]);
                    self.horizon.push(HorizonEdge { from, to, behind });
                }
            }
        }
    }

    /// Puts the horizon's edges in the order of their loop; false if they are not one loop.
    fn horizon_is_a_loop(&mut self) -> bool {
        let count = self.horizon.len();
        for i in 1..count {
            let to = self.horizon[i - 1].to;
            match (i..count).find(|j| self.horizon[*j].from == to) {
                Some(j) => self.horizon.swap(i, j),
                None => return false,
            }
        }
        count >= 3 && self.horizon[count - 1].to == self.horizon[0].from
    }
}

/// Positive where `d` lies below the plane of a, b, c, which run counterclockwise seen from
/// above. Exact.
fn orientation<W: Vector<Scalar = f64>>(a: W, b: W, c: W, d: W) -> f64 {
    let coord = |p: W| robust::Coord3D { x: p.get(0), y: p.get(1), z: p.get(2) };
    robust::orient3d(coord(a), coord(b), coord(c), coord(d))
}

/// The cross product.
fn cross<W: Vector<Scalar = f64>>(u: W, v: W) -> W {
    W::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        u.get(j) * v.get(k) - u.get(k) * v.get(j)
    })
}

/// A face's place, with its normal from the two shortest edges. The rounding of the corners
/// turns the normal by about epsilon * |corner| / height, so that of a triangle lower than
/// 1e-8 of its corners' distance is not relied on.
fn triangle_place<W: Vector<Scalar = f64>>(corners: [W; 3]) -> Place<W> {
    let [a, b, c] = corners;
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let (lab, lbc, lca) = (ab.dot(ab), bc.dot(bc), ca.dot(ca));
    let (normal, longest) = if lab >= lbc && lab >= lca {
        (cross(bc, ca), lab)
    } else if lbc >= lca {
        (cross(ca, ab), lbc)
    } else {
        (cross(ab, bc), lca)
    };
    let size = corners.iter().fold(0.0_f64, |m, p| m.max(p.max_abs()));
    let reliable = normal.dot(normal) > 1e-16 * size * size * longest;
    if !reliable && orientation(a, b, c, W::ZERO) <= 0.0 {
        let outside = place(&corners, normal, true);
        return Place { distance: outside.distance.min(0.0), ..outside };
    }
    place(&corners, normal, reliable)
}

/// See [`super::penetration`].
pub(super) fn penetration<A, B, W, T>(
    difference: &Difference<'_, A, B>,
    start: &Simplex<W>,
    goal: &Goal,
    polytope: &mut Polytope<W>,
    trace: &mut T,
) -> Outcome<W>
where
    W: Vector<Scalar = f64, Wide = W>,
    A: Convex<V = W>,
    B: Convex<V = W>,
    T: Trace<W>,
{
    let mut watch = Watch::new(trace, difference.scale);
    watch.start::<W>(Algorithm::Epa);
    let mut steps = 0;
    let [mut most, more] = goal.most.map(|most| most.min(MOST_STEPS));
    polytope.clear();
    match first_tetrahedron(difference, start, goal, &mut steps) {
        Ok(corners) => polytope.begin(corners),
        Err(axis) => return flat(difference, start, axis, steps),
    }
    let (mut best, mut patience) = ((f64::INFINITY, W::unit(0)), PATIENCE);
    let end = loop {
        if most < more && steps + DIVE >= most {
            let near = polytope.nearest();
            if best.0 - polytope.faces[near as usize].place.distance <= goal.near {
                most = more;
            }
        }
        let diving = steps + DIVE >= most;
        let near =
            if diving { polytope.deepest(best.0 - goal.accuracy) } else { polytope.nearest() };
        let place = polytope.faces[near as usize].place;
        let corners = polytope.corners(near);
        watch.face(&corners.map(|p| p.c), place.direction, place.distance);
        if best.0 - place.distance <= goal.accuracy {
            break if diving { End::StepLimit } else { End::Converged };
        }
        if place.distance > goal.enough && !diving {
            break End::Early;
        }
        if steps >= most {
            break End::StepLimit;
        }
        let n = place.direction;
        let w = difference.support(n, corners[0].ids);
        steps += 1;
        watch.support(n, w.a, w.b, w.c);
        let height = n.dot(w.c);
        if height < best.0 {
            best = (height, n);
        }
        watch.bounds(-best.0, -place.distance);
        if best.0 < -goal.rounding {
            break End::Converged; // Proven apart: there is no depth to find.
        }
        if best.0 - place.distance <= goal.accuracy {
            break if diving { End::StepLimit } else { End::Converged };
        }
        match polytope.expand(near, w) {
            Some((removed, added)) => watch.expand(w.c, removed, added),
            None if patience > 0 && polytope.give_up(near) => patience -= 1,
            None => break End::NoProgress,
        }
    };
    watch.finish(end);
    let lower = polytope.least_distance();
    let (target, limit) = reported(lower, best, goal.rounding);
    let nearest = polytope.nearest_point(target, limit);
    Outcome { lower, upper: best.0, axis: best.1, nearest, end, steps }
}

/// Four corners that are not coplanar, from GJK's simplex and further support points; or the
/// direction along which the difference has no width.
fn first_tetrahedron<A, B, W>(
    difference: &Difference<'_, A, B>,
    start: &Simplex<W>,
    goal: &Goal,
    steps: &mut u32,
) -> Result<[Pair<W>; 4], W>
where
    W: Vector<Scalar = f64, Wide = W>,
    A: Convex<V = W>,
    B: Convex<V = W>,
{
    if let [a, b, c, d] = *start.corners() {
        // GJK on curved shapes ends with corners close together: no start for a polytope.
        let longest = [b, c, d].iter().fold(0.0_f64, |m, p| m.max((p.c - a.c).norm()));
        if orientation(a.c, b.c, c.c, d.c).abs() > THIN * longest * longest * longest {
            return Ok([a, b, c, d]);
        }
    }
    let mut support = |d: W| {
        *steps += 1;
        difference.support(d, [NO_ID; 2])
    };
    let [x, y, z] = [0, 1, 2].map(W::unit);
    let a = support(x);
    let b = farthest(&[-x, y, -y, z, -z].map(&mut support), |p| (p.c - a.c).norm());
    let along = (b.c - a.c).unit_along().unwrap_or(x);
    // Two directions across the line, the first one across the axis that it is least along.
    let least = farthest_axis(along);
    let across = cross(along, least).unit_along().unwrap_or(y);
    let second = cross(along, across);
    let off_line = |p: &Pair<W>| cross(along, p.c - a.c).norm();
    let c = farthest(&[across, -across, second, -second].map(&mut support), off_line);
    if off_line(&c) <= goal.rounding {
        return Err(across); // A segment, or a point.
    }
    let normal = cross(along, c.c - a.c).unit_along().unwrap_or(across);
    let off_plane = |p: &Pair<W>| normal.dot(p.c - a.c).abs();
    let d = farthest(&[support(normal), support(-normal)], off_plane);
    if off_plane(&d) <= goal.rounding || orientation(a.c, b.c, c.c, d.c) == 0.0 {
        return Err(normal);
    }
    Ok([a, b, c, d])
}

/// The coordinate axis that a unit vector is least along.
fn farthest_axis<W: Vector<Scalar = f64>>(u: W) -> W {
    let least = (0..3).min_by(|i, j| u.get(*i).abs().total_cmp(&u.get(*j).abs()));
    W::unit(least.unwrap_or(0))
}
