//! Bounded SAT: a bound rules out most corners of the overlaid Gauss maps without a test.
//!
//! One vertex b of B gives a bound for every axis n: since h_B(-n) >= -n.(R b + t), the overlap f(n) is
//! at least h_A(n) - n.(R b + t). Along the normals of A's faces, h_A is known. So one pass over A's
//! planes with one point gives a lower bound for all faces of A, and likewise with A and B exchanged.
//! With `best` the least overlap found so far:
//!
//! 1. **Descend.** Start with the axis between the centres, or with the axes along which the hulls are
//!    thin if the centres nearly coincide. Find the farthest vertices a and b, pass over A's planes with b,
//!    and test the face with the least bound. If it is better, its deepest vertex is the next b. The same
//!    with B's planes and a. A few rounds end near the minimum.
//! 2. **Rule out faces** whose bound from the last pass is at least `best`: nearly all in most cases.
//! 3. **Prove the rest.** Each face that is left tests the extreme vertices of the other hull, which were
//!    chosen when it was built: one bit for each vertex that proves at least `best`. The test is in `f32`,
//!    with a margin for its rounding. If no vertex proves it, a vertex from the table of seeds is tested in
//!    `f64`, and then the face itself; either gives a vertex that proves it. For hulls of up to 32 vertices
//!    all vertices are tested at once, and no seed is needed.
//! 4. **Arcs**, only around the faces left. If one vertex proves at least `best` > 0 at both ends of an
//!    arc, it proves it along the arc, because n.c is positive at both and an arc is shorter than half a
//!    circle. So an arc is done if its ends have a bit in common, if the vertex that proves one end also
//!    proves the other, or if the vertex from the table for its middle proves both.
//! 5. **Crossings** of the arcs left: two to five for each hull, where a traversal visits all.
//!
//! A query takes a thousand nanoseconds, and a mispredicted branch costs about four. The test of a face
//! or an arc is hard to predict, so lists are made without branches ([`List`]): each step tests all and
//! keeps those that it does not rule out.
//!
//! For small hulls it is faster to test every vertex with every face: see `grid`. They skip the descent,
//! and go on with the arcs that no vertex proves, and with their crossings.
//!
//! Whatever was ruled out has an overlap of at least `best`, so `best` is the depth. Proofs made with an
//! earlier `best` stay valid, because `best` only falls.
//!
//! *Gaps.* Nothing is ruled out below 0, so [`bounded`] ends at the first separating axis. For a contact,
//! [`widest`] continues the descent, tests the edges beside its last face, and then does steps 2 to 5.
//! Below 0 these prove nothing about arcs, but they find the widest gap in most cases. Two points prove
//! that the gap is the widest, or nothing does ([`PolytopePair::gap`]). An axis that the caller guesses,
//! from the last query on the same pair, is tested first.

use alloc::vec::Vec;

use glam::DVec3;

use super::arcs::Arc;
use super::grid::{self, Grid};
use super::open_part::Left;
use super::polygon_clip::Polygons;
use super::polytope_pair::{A_AND_B, InOwnFrame, PolytopePair};
use crate::depth::sat::Outcome;
use crate::trace::{Trace, Watch};

/// Buffers that searches reuse.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Of A, and of B.
    left: [Left; 2],
    grids: [Grid; 2],
    arcs: Vec<Arc>,
    pub(super) polygons: Polygons,
}

/// If more than one in this many faces is left, twice as many vertices are tested.
const MANY: usize = 8;

/// The most passes of the descent over the planes.
const ROUNDS: usize = 4;

/// The least overlap, or a separating axis. If the shapes touch within rounding, so that bounds rule
/// nothing out, the search ends with the axis that showed it. Then the overlap is at most
/// [`PolytopePair::touch`], and it may be less along another axis.
pub fn bounded<T: Trace<DVec3>>(
    pair: &PolytopePair<'_>,
    scratch: &mut Scratch,
    trace: &mut T,
) -> Outcome<DVec3> {
    search(pair, false, true, scratch, trace).0
}

/// The same, with small hulls treated like large ones, for comparison.
pub fn bounded_by_choice<T: Trace<DVec3>>(
    pair: &PolytopePair<'_>,
    scratch: &mut Scratch,
    trace: &mut T,
) -> Outcome<DVec3> {
    search(pair, false, false, scratch, trace).0
}

/// The same, except that a separating axis does not end the search: it searches the widest gap. Only two
/// points can prove that it is the widest; they are returned if they do: see [`PolytopePair::gap`].
pub fn widest<T: Trace<DVec3>>(
    pair: &PolytopePair<'_>,
    scratch: &mut Scratch,
    trace: &mut T,
) -> (Outcome<DVec3>, Option<[DVec3; 2]>) {
    search(pair, true, true, scratch, trace)
}

fn search<T: Trace<DVec3>>(
    pair: &PolytopePair<'_>,
    gap: bool,
    grids: bool,
    scratch: &mut Scratch,
    trace: &mut T,
) -> (Outcome<DVec3>, Option<[DVec3; 2]>) {
    let (watch, best) = (Watch::new(trace, 1.0), Outcome::new());
    let mut search = Search { pair, scratch, watch, best };
    let shown = |best: &Outcome<DVec3>| if gap { pair.gap(best) } else { None };
    pair.try_start(&mut search.best, &mut search.watch);
    if pair.try_guess(&mut search.best, &mut search.watch)
        && let Some(points) = shown(&search.best)
    {
        return (search.best, Some(points));
    }
    let enough = if gap { f64::NEG_INFINITY } else { pair.touch() };
    let is_small = grids && grid::suits(pair, search.best.overlap);
    if !is_small {
        search.descend(enough);
    } else if search.best.overlap > enough {
        pair.try_grids(&mut search.scratch.grids, &mut search.best, &mut search.watch);
    }
    let mut points = shown(&search.best);
    if gap && !is_small && points.is_none() {
        pair.try_beside(&mut search.best, &mut search.watch);
        points = shown(&search.best);
    }
    if points.is_none() && search.best.overlap > enough {
        if is_small {
            search.cross_grids()
        } else {
            search.prove(enough)
        }
        points = shown(&search.best);
    }
    (search.best, points)
}

struct Search<'s, T> {
    pair: &'s PolytopePair<'s>,
    scratch: &'s mut Scratch,
    watch: Watch<'s, DVec3, T>,
    best: Outcome<DVec3>,
}

impl<T: Trace<DVec3>> Search<'_, T> {
    /// Ends as soon as the overlap is at most `enough`.
    fn descend(&mut self, enough: f64) {
        let Self { pair, scratch: Scratch { left, .. }, watch, best } = self;
        let is_deep = pair.is_deep(best.overlap);
        for (left, of_b) in left.iter_mut().zip(A_AND_B) {
            left.by = None;
            if is_deep {
                // The centres are so close that most directions are equal. Those in which a hull is thin
                // are better.
                let face = left.thin(pair.side(of_b));
                pair.try_face(of_b, face, best, watch);
            }
        }
        for _ in 0..ROUNDS {
            let before = best.overlap;
            if before <= enough {
                break;
            }
            for (left, of_b) in left.iter_mut().zip(A_AND_B) {
                let vertex = best.vertices[usize::from(!of_b)];
                if let Some(face) = left.pass(pair.side(of_b), vertex, best.overlap) {
                    pair.try_face(of_b, face, best, watch);
                }
            }
            if best.overlap == before {
                break;
            }
        }
    }

    /// Tests what the bounds do not rule out, as long as the overlap is more than `enough`.
    fn prove(&mut self, enough: f64) {
        self.prove_faces();
        if self.best.overlap > enough {
            self.prove_arcs();
            let Self { pair, scratch: Scratch { left, arcs, .. }, watch, best } = self;
            let edges =
                left.each_ref().map(|left| left.arcs.items().iter().map(|open| open.edge / 2));
            pair.try_crossings(edges, arcs, best, watch);
        }
    }

    /// Lists the faces that the bounds do not rule out, proves those that it can, and tests the rest.
    fn prove_faces(&mut self) {
        let Self { pair, scratch: Scratch { left, .. }, watch, best } = self;
        let (mut all, mut listed) = (0, 0);
        for (left, of_b) in left.iter_mut().zip(A_AND_B) {
            let side = pair.side(of_b);
            left.list(side, best.overlap);
            let (faces, open) = (side.own.topology().faces(), left.faces.items());
            (all, listed) = (all + faces, listed + open.len());
            best.counters.faces_skipped[usize::from(of_b)] = (faces - open.len()) as u32;
            watch.skip(of_b, best.overlap, || {
                let skipped = (0..faces as u32).filter(|face| !open.contains(face));
                (skipped.collect(), Vec::new(), left.by)
            });
        }
        for (left, of_b) in left.iter_mut().zip(A_AND_B) {
            let side = pair.side(of_b);
            let rows = if listed * MANY > all || side.other.is_small() { 4 } else { 2 };
            left.ask(side, rows, pair.scale, best.overlap);
        }
        for (left, of_b) in left.iter_mut().zip(A_AND_B) {
            let side = pair.side(of_b);
            for i in 0..left.bare.items().len() {
                let face = left.bare.items()[i];
                if !left.prove(side, face, best.overlap) {
                    let vertex = pair.try_face(of_b, face, best, watch);
                    left.points[face as usize] = side.point(vertex);
                }
            }
        }
    }

    /// Lists the arcs that no vertex proves. Without one of A's, none of B's is needed.
    fn prove_arcs(&mut self) {
        let Self { pair, scratch: Scratch { left, .. }, watch, best } = self;
        let mut is_done = false;
        for (left, of_b) in left.iter_mut().zip(A_AND_B) {
            let side = pair.side(of_b);
            if is_done {
                left.arcs.clear(0);
            } else {
                left.list_arcs(side, best.overlap);
            }
            let open = left.arcs.items().iter().map(|open| open.edge / 2);
            is_done = open.len() == 0;
            tell_arcs(side, of_b, open, best, watch);
        }
    }

    /// Tests the crossings that no vertex rules out, once all faces were tested.
    fn cross_grids(&mut self) {
        let Self { pair, scratch: Scratch { grids, arcs, .. }, watch, best } = self;
        for (grid, of_b) in grids.iter_mut().zip(A_AND_B) {
            grid.list_arcs(pair.side(of_b), best.overlap);
            tell_arcs(pair.side(of_b), of_b, grid.arcs.iter().copied(), best, watch);
        }
        let edges = grids.each_ref().map(|grid| grid.arcs.iter().copied());
        pair.try_crossings(edges, arcs, best, watch);
    }
}

/// Counts the arcs that were ruled out, which are all but those `open`, and sends them to the trace.
fn tell_arcs<T: Trace<DVec3>>(
    side: &InOwnFrame<'_>,
    of_b: bool,
    open: impl ExactSizeIterator<Item = u32> + Clone,
    best: &mut Outcome<DVec3>,
    watch: &mut Watch<'_, DVec3, T>,
) {
    best.counters.arcs_skipped[usize::from(of_b)] =
        (side.own.topology().edges() - open.len()) as u32;
    watch.skip(of_b, best.overlap, || {
        let is_open = |edge: &u32| open.clone().any(|open| open == *edge);
        (Vec::new(), side.own.arcs().filter(|edge| !is_open(edge)).collect(), None)
    });
}
