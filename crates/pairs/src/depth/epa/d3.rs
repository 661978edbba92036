//! EPA in 3D: the search. `polytope` has the growing polyhedron.

use arrayvec::ArrayVec;

use super::cap::Cap;
use super::face::{cross, farthest, reported};
use super::outcome::{Goal, MOST_STEPS, Minima, Outcome, flat};
use super::polytope::{Polytope, Standing, orientation};
use super::spot::{FlatFace, Spot};
use crate::answer::{Algorithm, End};
use crate::gjk::simplex::Simplex;
use crate::number::min;
use crate::shape::NO_ID;
use crate::shape::difference::{Difference, Pair};
use crate::space::{DVector, Vector};
use crate::trace::{Trace, Watch};

/// The number of last steps that follow one face alone. If all directions of a circle are equally good
/// (coaxial cones), the nearest faces are all around it, and the search would refine none of them.
/// Following one gives an axis that is as good as for other pairs.
const DIVE: u32 = 64;

/// The number of faces that are given up before the search ends. Each costs a pass over all faces.
const PATIENCE: u32 = 8;

/// A first tetrahedron is not used if its volume, relative to the cube of its longest edge, is less than
/// this.
const THIN: f64 = 1e-5;

/// See [`super::penetration`].
pub(super) fn penetration<W: DVector, T: Trace<W>>(
    difference: &Difference<'_, W>,
    start: &Simplex<W>,
    goal: &Goal,
    polytope: &mut Polytope<W>,
    trace: &mut T,
) -> Outcome<W> {
    let mut watch = Watch::new(trace, difference.scale);
    watch.start(Algorithm::Epa);
    let (mut steps, most) = (0, goal.most.min(MOST_STEPS));
    polytope.clear();
    match first_tetrahedron(difference, start, goal, &mut steps, &mut watch) {
        Ok(corners) => polytope.begin(corners),
        Err(axis) => return flat(difference, start, axis, steps),
    }
    watch.polytope(|| polytope.for_trace());
    let (mut best, mut patience) = ((f64::INFINITY, W::unit(0)), PATIENCE);
    let mut tries = Tries::new();
    let mut caps = Caps::new(goal.minima == Minima::Caps && !watch.watches());
    let end = loop {
        let diving = steps + DIVE >= most;
        let Some(near) = (if diving { polytope.deepest() } else { polytope.nearest() }) else {
            break End::Converged;
        };
        let place = polytope.place(near);
        let n = place.direction.unit_along().unwrap_or(W::unit(0));
        watch.face(near, &polytope.triangle(near), n, place.distance);
        if place.distance > goal.enough && !diving {
            break End::Early;
        }
        if steps >= most {
            break End::StepLimit;
        }
        let (mut near, mut n, mut blocked) = (near, n, false);
        caps.are_used &= !diving;
        if goal.minima == Minima::Corners
            && !diving
            && let Some(spot) = tries.spot(difference, goal, polytope, near, &mut best)
        {
            let contact = &spot.contact;
            let mut is_expanded = false;
            for corner in contact.corners() {
                steps += 1;
                watch.support(spot.normal, corner);
                if let Some(counts) = polytope.expand(near, *corner) {
                    watch.expand(corner.c, counts, || polytope.last_for_trace());
                    is_expanded = true;
                }
            }
            tries.keep(contact);
            if is_expanded {
                continue;
            }
        }
        match caps.standing(&mut tries, difference, goal, polytope, near, &mut best) {
            Standing::Proven => continue,
            Standing::Blocked(face, direction) => {
                (near, n, blocked) = (face, direction.unit_along().unwrap_or(n), true);
            }
            Standing::Aside => {}
        }
        let w = difference.support(n, polytope.corners(near)[0].ids);
        steps += 1;
        watch.support(n, &w);
        let height = n.dot(w.c);
        if height < best.0 {
            best = (height, n);
            polytope.limit = height - goal.accuracy(height);
        }
        watch.bounds(-best.0, -place.distance);
        if best.0 < -goal.rounding {
            break End::Converged; // Proven apart: there is no depth to find.
        }
        if polytope.limit <= place.distance {
            break if diving { End::StepLimit } else { End::Converged };
        }
        match polytope.expand(near, w) {
            Some(counts) => watch.expand(w.c, counts, || polytope.last_for_trace()),
            None if blocked => caps.are_used = false,
            None if patience > 0 => {
                polytope.give_up(near);
                patience -= 1;
            }
            None => break End::NoProgress,
        }
    };
    for shape in [0, 1] {
        steps += look_along_face(difference, shape, &mut best, &mut watch);
    }
    watch.finish(end);
    let mut lower = polytope.least_distance();
    if !caps.all.is_empty() {
        lower = min(lower, polytope.limit);
    }
    if let Some(Cap { normal, height, contact, .. }) = caps.lowest(best.0, goal.accuracy)
        && lower > goal.rounding
    {
        let (upper, axis, nearest) = (*height, *normal, *contact);
        return Outcome { lower, upper, axis, nearest, end, steps };
    }
    let (target, limit) = reported(lower, best, goal.rounding);
    let nearest = polytope.nearest_point(target, limit);
    Outcome { lower, upper: best.0, axis: best.1, nearest, end, steps }
}

/// The normal of a flat face is tried, too, if the cosine of its angle with the best direction is more than
/// this. A direction that is off the normal by 1e-11 rad makes a corner of the face that is 5 away higher by
/// 5e-11, and so the depth.
const LEVEL: f64 = 1.0 - 1e-9;

/// Takes the normal of a flat face of A (`shape` 0) or B for the best direction, if it is near that and its
/// height is less. Returns the number of support points.
fn look_along_face<W: DVector, T: Trace<W>>(
    difference: &Difference<'_, W>,
    shape: usize,
    best: &mut (f64, W),
    watch: &mut Watch<'_, W, T>,
) -> u32 {
    let face = FlatFace::near(difference, shape, best.1, LEVEL);
    let Some(FlatFace { normal, .. }) = face.filter(|face| face.normal != best.1) else { return 0 };
    let w = difference.support(normal, [NO_ID; 2]);
    watch.support(normal, &w);
    let height = normal.dot(w.c);
    if height < best.0 {
        *best = (height, normal);
    }
    1
}

/// The most caps of a search, the most tries to find a minimum, and the most corners at minima.
const CAPS: usize = 4;
const TRIES: u32 = 8;
const CORNERS: usize = 4 * TRIES as usize;

/// The number of faces from one try to the next, before the first cap is found and after.
const PAUSES: [u32; 2] = [2, 4];

/// A try begins at faces whose distance is at most this much less than the best height, relative to the
/// size. The normals of others are mostly too far from that of a minimum. The first face is tried always.
const NEAR: f64 = 0.05;

/// Where local minima are searched, and when.
struct Tries<W: Vector> {
    /// The tries that are left, the faces until the next one, and from that to the one after.
    left: u32,
    pause: u32,
    next_pause: u32,
    /// Corners of the polytope at minima. A face that has one leads to the same minimum.
    corners: ArrayVec<W, CORNERS>,
}

impl<W: DVector> Tries<W> {
    fn new() -> Self {
        let [next_pause, _] = PAUSES;
        Self { left: TRIES, pause: 1, next_pause, corners: ArrayVec::new() }
    }

    /// The minimum near a face, if it is time to try.
    fn spot(
        &mut self,
        difference: &Difference<'_, W>,
        goal: &Goal,
        polytope: &mut Polytope<W>,
        near: u32,
        best: &mut (f64, W),
    ) -> Option<Spot<W>> {
        if self.left == 0 {
            return None;
        }
        self.pause = self.pause.saturating_sub(1);
        let place = polytope.place(near);
        let is_far = best.0.is_finite() && best.0 - place.distance > NEAR;
        let is_known = || polytope.triangle(near).iter().any(|c| self.corners.contains(c));
        if self.pause > 0 || is_far || is_known() {
            return None;
        }
        self.left -= 1;
        self.pause = self.next_pause;
        let [a, b, c] = polytope.corners(near);
        let n = place.direction.unit_along().unwrap_or(W::unit(0));
        let spot = Spot::near(difference, [*a, *b, *c], n);
        let is_met = |spot: &Spot<W>| spot.off <= goal.accuracy && spot.height > goal.rounding;
        let spot = spot.filter(is_met)?;
        if spot.height < best.0 {
            *best = (spot.height, spot.normal);
            polytope.limit = spot.height - goal.accuracy(spot.height);
        }
        Some(spot)
    }

    /// Remembers the corners of a minimum.
    fn keep(&mut self, contact: &Simplex<W>) {
        contact.corners().iter().for_each(|pair| self.corners.push(pair.c));
    }
}

/// The caps of a search.
struct Caps<W: Vector> {
    all: ArrayVec<Cap<W>, CAPS>,
    /// Are the caps used?
    are_used: bool,
}

impl<W: DVector> Caps<W> {
    fn new(are_used: bool) -> Self {
        Self { all: ArrayVec::new(), are_used }
    }

    /// The first cap whose minimum is the best height, within the accuracy.
    fn lowest(&self, best: f64, accuracy: f64) -> Option<&Cap<W>> {
        self.all.iter().find(|cap| cap.height <= best + accuracy)
    }

    /// Does a cap prove the nearest face? If the face is in none, another cap may be found from it.
    fn standing(
        &mut self,
        tries: &mut Tries<W>,
        difference: &Difference<'_, W>,
        goal: &Goal,
        polytope: &mut Polytope<W>,
        near: u32,
        best: &mut (f64, W),
    ) -> Standing<W> {
        if !self.are_used {
            return Standing::Aside;
        }
        let known = self.all.len();
        let standing = self.of_known(polytope, near, 0);
        if !matches!(standing, Standing::Aside) || self.all.is_full() {
            return standing;
        }
        let Some(spot) = tries.spot(difference, goal, polytope, near, best) else {
            return standing;
        };
        if self.all.iter().any(|cap| cap.contains(spot.normal)) {
            return standing;
        }
        let Some(cap) = Cap::around(difference, &spot, best.0) else { return standing };
        self.all.push(cap);
        (tries.pause, tries.next_pause) = (PAUSES[1], PAUSES[1]);
        self.of_known(polytope, near, known)
    }

    /// The same, with the known caps from this index on.
    fn of_known(&self, polytope: &mut Polytope<W>, near: u32, from: usize) -> Standing<W> {
        for (number, cap) in (1..).zip(&self.all).skip(from) {
            match polytope.standing(near, number, cap) {
                Standing::Aside => {}
                standing => {
                    if let Standing::Proven = standing {
                        polytope.prove(near, number);
                    }
                    return standing;
                }
            }
        }
        Standing::Aside
    }
}

/// Four corners that are not coplanar, from GJK's simplex and further support points; or the direction
/// along which the difference has no width.
fn first_tetrahedron<W: DVector, T: Trace<W>>(
    difference: &Difference<'_, W>,
    start: &Simplex<W>,
    goal: &Goal,
    steps: &mut u32,
    watch: &mut Watch<'_, W, T>,
) -> Result<[Pair<W>; 4], W> {
    if let [a, b, c, d] = *start.corners() {
        // For curved shapes GJK ends with corners close together, which are no start for a polytope.
        let longest = [b, c, d].iter().fold(0.0_f64, |m, p| m.max((p.c - a.c).norm()));
        if orientation(a.c, b.c, c.c, d.c).abs() > THIN * longest * longest * longest {
            return Ok([a, b, c, d]);
        }
    }
    let mut support = |d: W| {
        *steps += 1;
        let w = difference.support(d, [NO_ID; 2]);
        watch.support(d, &w);
        w
    };
    let (x, y, z) = (W::unit(0), W::unit(1), W::unit(2));
    let a = support(x);
    let ends = [support(-x), support(y), support(-y), support(z), support(-z)];
    let b = farthest(&ends, |p| (p.c - a.c).norm());
    let along = (b.c - a.c).unit_along().unwrap_or(x);
    // Two directions perpendicular to the line, from the coordinate axis that the line is least along.
    let least = farthest_axis(along);
    let across = cross(along, least).unit_along().unwrap_or(y);
    let second = cross(along, across);
    let off_line = |p: &Pair<W>| cross(along, p.c - a.c).norm();
    let around = [support(across), support(-across), support(second), support(-second)];
    let c = farthest(&around, off_line);
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

/// The coordinate axis along which a unit vector is least.
fn farthest_axis<W: DVector>(u: W) -> W {
    let least = (0..3).min_by(|i, j| u.get(*i).abs().total_cmp(&u.get(*j).abs()));
    W::unit(least.unwrap_or(0))
}
