//! EPA in 2D: a counterclockwise polygon that grows.
//!
//! ```text
//!      4 ------- 3        The edge nearest the origin o is pushed out to w. The edges that see
//!      |         |        w from outside (here 0-1 alone) give way to two new ones.
//!      |  o      2
//!      |        /
//!      0 ----- 1
//!          w
//! ```

use alloc::vec::Vec;

use super::face::{FaceDistance, farthest, nearest_of, place, reported};
use super::outcome::{Goal, Outcome, flat};
use crate::answer::{Algorithm, End, Member, Surface};
use crate::gjk::simplex::Simplex;
use crate::shape::NO_ID;
use crate::shape::difference::{Difference, Pair};
use crate::space::{DVector, Vector};
use crate::trace::{Trace, Watch};

/// The most support points of a search in 2D. Each step visits all edges, so the time grows with the
/// square. With this number around a circle, the bounds are 5e-6 of its radius apart.
const MOST_STEPS: u32 = 1000;

/// An edge, from its first corner to the first corner of the next edge.
#[derive(Clone, Copy, Debug)]
struct Edge<W: Vector> {
    from: Pair<W>,
    place: FaceDistance<W>,
}

/// A convex polygon of the difference, counterclockwise.
#[derive(Clone, Debug, Default)]
pub struct Outline<W: Vector> {
    edges: Vec<Edge<W>>,
}

impl<W: DVector> Outline<W> {
    /// The polygon as evidence.
    pub(crate) fn surface(&self) -> Surface<W> {
        let count = self.edges.len() as u32;
        Surface {
            members: self.edges.iter().map(|e| Member { a: e.from.a, b: e.from.b }).collect(),
            faces: (0..count).map(|i| [i, (i + 1) % count, 0]).collect(),
        }
    }

    fn next(&self, i: usize) -> usize {
        if i + 1 == self.edges.len() { 0 } else { i + 1 }
    }
    fn previous(&self, i: usize) -> usize {
        if i == 0 { self.edges.len() - 1 } else { i - 1 }
    }
    fn corners(&self, i: usize) -> [&Pair<W>; 2] {
        [&self.edges[i].from, &self.edges[self.next(i)].from]
    }

    /// Is `point` strictly outside the line of edge `i`?
    fn sees(&self, i: usize, point: W) -> bool {
        let [from, to] = self.corners(i);
        orientation(from.c, to.c, point) < 0.0
    }

    /// The edge nearest the origin; the lowest index wins ties.
    fn nearest(&self) -> usize {
        let distance = |i: &usize| self.edges[*i].place.distance;
        let indices = 0..self.edges.len();
        indices.min_by(|i, j| distance(i).total_cmp(&distance(j))).unwrap_or(0)
    }

    /// The point nearest to `target` on the edges whose lines are at most `limit` away. One line can have
    /// many edges, and only one of them contains the foot.
    fn nearest_point(&self, target: W, limit: f64) -> Simplex<W> {
        let near = (0..self.edges.len()).filter(|i| self.edges[*i].place.distance <= limit);
        nearest_of(near.map(|i| self.corners(i)), target)
    }

    fn replace_place(&mut self, i: usize) {
        let [from, to] = self.corners(i).map(|p| p.c);
        let along = to - from;
        // The outward normal of a counterclockwise edge is on its right.
        let normal = W::from_fn(|k| if k == 0 { along.get(1) } else { -along.get(0) });
        self.edges[i].place = place(&[from, to], normal, true);
    }

    /// For the trace: the corners, and the distances of the edges.
    fn for_trace(&self) -> (Vec<W>, Vec<[u32; 3]>, Vec<f64>) {
        let corners = self.edges.iter().map(|edge| edge.from.c).collect();
        (corners, Vec::new(), self.edges.iter().map(|edge| edge.place.distance).collect())
    }

    /// Replaces the edges that see `w` by two edges to it. Returns the first edge and the number of edges
    /// that were replaced; `None` if no edge sees `w`.
    fn expand(&mut self, near: usize, w: Pair<W>) -> Option<[usize; 2]> {
        let count = self.edges.len();
        let seen = (0..count).map(|k| (near + k) % count).find(|i| self.sees(*i, w.c))?;
        let (mut first, mut last, mut removed) = (seen, seen, 1);
        while removed < count && self.sees(self.previous(first), w.c) {
            first = self.previous(first);
            removed += 1;
        }
        while removed < count && self.sees(self.next(last), w.c) {
            last = self.next(last);
            removed += 1;
        }
        if removed + 2 > count + 1 {
            return None; // A convex outline has an edge that does not see w.
        }
        // The first edge keeps its start and now ends at w; a new edge starts at w.
        self.edges.rotate_left(first);
        let place = self.edges[0].place;
        self.edges.splice(1..removed, [Edge { from: w, place }]);
        self.replace_place(0);
        self.replace_place(1);
        Some([first, removed])
    }
}

fn orientation<W: DVector>(a: W, b: W, c: W) -> f64 {
    let coord = |p: W| robust::Coord { x: p.get(0), y: p.get(1) };
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// Is the triangle's area less than 1e-5 of the square of its longest edge? For curved shapes GJK ends
/// with corners close together, which are no start for a polygon.
fn thin<W: DVector>(a: W, b: W, c: W) -> bool {
    let longest = (b - a).dot(b - a).max((c - a).dot(c - a));
    orientation(a, b, c).abs() <= 1e-5 * longest
}

/// See [`super::penetration`].
pub(super) fn penetration<W: DVector, T: Trace<W>>(
    difference: &Difference<'_, W>,
    start: &Simplex<W>,
    goal: &Goal,
    outline: &mut Outline<W>,
    trace: &mut T,
) -> Outcome<W> {
    let mut watch = Watch::new(trace, difference.scale);
    watch.start(Algorithm::Epa);
    let (mut steps, most) = (0, goal.most.min(MOST_STEPS));
    outline.edges.clear();
    let mut best = (f64::INFINITY, W::unit(0));
    if let Err(axis) = first_triangle(difference, start, goal, outline, &mut steps, &mut watch) {
        return flat(difference, start, axis, steps);
    }
    watch.polytope(|| outline.for_trace());
    let end = loop {
        let near = outline.nearest();
        let edge = outline.edges[near];
        let [from, to] = outline.corners(near);
        watch.face(near as u32, &[from.c, to.c], edge.place.direction, edge.place.distance);
        if best.0 - edge.place.distance <= goal.accuracy(best.0) {
            break End::Converged;
        }
        if edge.place.distance > goal.enough {
            break End::Early;
        }
        if steps >= most {
            break End::StepLimit;
        }
        let n = edge.place.direction;
        let w = difference.support(n, from.ids);
        steps += 1;
        watch.support(n, &w);
        let height = n.dot(w.c);
        if height < best.0 {
            best = (height, n);
        }
        watch.bounds(-best.0, -edge.place.distance);
        if best.0 < -goal.rounding {
            break End::Converged; // Proven apart: there is no depth to find.
        }
        if best.0 - edge.place.distance <= goal.accuracy(best.0) {
            break End::Converged;
        }
        let count = outline.edges.len();
        let Some([first, removed]) = outline.expand(near, w) else { break End::NoProgress };
        watch.expand(w.c, [removed as u32, 2], || {
            let seen = (first..first + removed).map(|i| (i % count) as u32);
            (seen.collect(), Vec::new(), Vec::new())
        });
        watch.polytope(|| outline.for_trace());
    };
    watch.finish(end);
    let lower = outline.edges[outline.nearest()].place.distance;
    let (target, limit) = reported(lower, best, goal.rounding);
    let nearest = outline.nearest_point(target, limit);
    Outcome { lower, upper: best.0, axis: best.1, nearest, end, steps }
}

/// A counterclockwise triangle from GJK's corners and further support points; or the direction along
/// which the difference has no width.
fn first_triangle<W: DVector, T: Trace<W>>(
    difference: &Difference<'_, W>,
    start: &Simplex<W>,
    goal: &Goal,
    outline: &mut Outline<W>,
    steps: &mut u32,
    watch: &mut Watch<'_, W, T>,
) -> Result<(), W> {
    let mut support = |d: W| {
        *steps += 1;
        let w = difference.support(d, [NO_ID; 2]);
        watch.support(d, &w);
        w
    };
    let corners = start.corners();
    let mut triangle = match *corners {
        [a, b, c] if !thin(a.c, b.c, c.c) => [a, b, c],
        _ => {
            let a = support(W::unit(0));
            let ends = [support(-W::unit(0)), support(W::unit(1)), support(-W::unit(1))];
            let b = farthest(&ends, |p| (p.c - a.c).norm());
            let along = (b.c - a.c).unit_along().unwrap_or(W::unit(0));
            let across = W::from_fn(|k| if k == 0 { along.get(1) } else { -along.get(0) });
            let width = |p: &Pair<W>| across.dot(p.c - a.c).abs();
            let c = farthest(&[support(across), support(-across)], width);
            if width(&c) <= goal.rounding || orientation(a.c, b.c, c.c) == 0.0 {
                return Err(across);
            }
            [a, b, c]
        }
    };
    if orientation(triangle[0].c, triangle[1].c, triangle[2].c) < 0.0 {
        triangle.swap(1, 2);
    }
    let nowhere = FaceDistance { distance: 0.0, direction: W::ZERO };
    outline.edges.extend(triangle.map(|from| Edge { from, place: nowhere }));
    for i in 0..3 {
        outline.replace_place(i);
    }
    Ok(())
}
