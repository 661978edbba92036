//! EPA in 3D: the search. `polytope` has the growing polyhedron.

use super::face::{farthest, reported};
use super::outcome::{Goal, MOST_STEPS, Outcome, flat};
use super::polytope::{Polytope, cross, orientation};
use crate::algorithm::simplex::Simplex;
use crate::answer::{Algorithm, End};
use crate::shape::difference::{Difference, Pair};
use crate::shape::{Convex, NO_ID};
use crate::space::Vector;
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
    match first_tetrahedron(difference, start, goal, &mut steps, &mut watch) {
        Ok(corners) => polytope.begin(corners),
        Err(axis) => return flat(difference, start, axis, steps),
    }
    watch.polytope(|| polytope.for_trace());
    let (mut best, mut patience) = ((f64::INFINITY, W::unit(0)), PATIENCE);
    let end = loop {
        if most < more && steps + DIVE >= most {
            let lower = polytope.nearest().map_or(best.0, |near| polytope.place(near).distance);
            if best.0 - lower <= goal.near {
                most = more;
            }
        }
        let diving = steps + DIVE >= most;
        let Some(near) = (if diving { polytope.deepest() } else { polytope.nearest() }) else {
            break End::Converged;
        };
        let (place, corners) = (polytope.place(near), polytope.corners(near));
        let n = place.direction.unit_along().unwrap_or(W::unit(0));
        watch.face(near, &corners.map(|p| p.c), n, place.distance);
        if place.distance > goal.enough && !diving {
            break End::Early;
        }
        if steps >= most {
            break End::StepLimit;
        }
        let w = difference.support(n, corners[0].ids);
        steps += 1;
        watch.support(n, &w);
        let height = n.dot(w.c);
        if height < best.0 {
            best = (height, n);
            polytope.limit = height - goal.accuracy;
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
            None if patience > 0 => {
                polytope.give_up(near);
                patience -= 1;
            }
            None => break End::NoProgress,
        }
    };
    watch.finish(end);
    let lower = polytope.least_distance();
    let (target, limit) = reported(lower, best, goal.rounding);
    let nearest = polytope.nearest_point(target, limit);
    Outcome { lower, upper: best.0, axis: best.1, nearest, end, steps }
}

/// Four corners that are not coplanar, from GJK's simplex and further support points; or the direction
/// along which the difference has no width.
fn first_tetrahedron<A, B, W, T>(
    difference: &Difference<'_, A, B>,
    start: &Simplex<W>,
    goal: &Goal,
    steps: &mut u32,
    watch: &mut Watch<'_, T>,
) -> Result<[Pair<W>; 4], W>
where
    W: Vector<Scalar = f64, Wide = W>,
    A: Convex<V = W>,
    B: Convex<V = W>,
    T: Trace<W>,
{
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
    let [x, y, z] = [0, 1, 2].map(W::unit);
    let a = support(x);
    let b = farthest(&[-x, y, -y, z, -z].map(&mut support), |p| (p.c - a.c).norm());
    let along = (b.c - a.c).unit_along().unwrap_or(x);
    // Two directions perpendicular to the line, from the coordinate axis that the line is least along.
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

/// The coordinate axis along which a unit vector is least.
fn farthest_axis<W: Vector<Scalar = f64>>(u: W) -> W {
    let least = (0..3).min_by(|i, j| u.get(*i).abs().total_cmp(&u.get(*j).abs()));
    W::unit(least.unwrap_or(0))
}
