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

use super::clip::Clip;
use super::crossing::Arc;
use super::grid::{self, Grid};
use super::left::Left;
use super::pair::{InOwnFrame, PolytopePair};
use crate::algorithm::sat::Outcome;
use crate::hull::Facets;
use crate::trace::{Trace, Watch};

/// Buffers that searches reuse.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    a: Left,
    b: Left,
    grids: [Grid; 2],
    arcs: Vec<Arc>,
    pub(super) clip: Clip,
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
    let Search { watch, best, .. } = &mut search;
    pair.try_start(best, watch);
    if pair.try_guess(best, watch) && gap {
        let shown = pair.gap(best);
        if shown.is_some() {
            return (search.best, shown);
        }
    }
    let small = grids && grid::suits(pair, search.best.overlap);
    let enough = if gap { f64::NEG_INFINITY } else { pair.touch() };
    if !small {
        search.descend(enough);
    } else if search.best.overlap > enough {
        let [a, b] = &mut search.scratch.grids;
        pair.try_grids([a, b], &mut search.best, &mut search.watch);
    }
    if gap {
        let shown = pair.gap(&search.best);
        if shown.is_some() {
            return (search.best, shown);
        }
    }
    if small {
        if search.best.overlap > enough {
            search.cross_grids();
        }
    } else {
        if gap {
            pair.try_beside(&mut search.best, &mut search.watch);
            let shown = pair.gap(&search.best);
            if shown.is_some() {
                return (search.best, shown);
            }
        }
        if gap || !search.touches() {
            search.prove(gap);
        }
    }
    let shown = if gap { pair.gap(&search.best) } else { None };
    (search.best, shown)
}

struct Search<'s, T> {
    pair: &'s PolytopePair<'s>,
    scratch: &'s mut Scratch,
    watch: Watch<'s, T>,
    best: Outcome<DVec3>,
}

impl<T: Trace<DVec3>> Search<'_, T> {
    /// Is the overlap negative, or no more than rounding?
    fn touches(&self) -> bool {
        self.best.overlap <= self.pair.touch()
    }

    /// Ends as soon as the overlap is at most `enough`.
    fn descend(&mut self, enough: f64) {
        let Self { pair, scratch, watch, best } = self;
        (scratch.a.by, scratch.b.by) = (None, None);
        if pair.is_deep(best.overlap) {
            // The centres are so close that most directions are equal. Those in which a hull is thin are
            // better.
            let face = scratch.a.thin(&pair.a);
            pair.try_face_a(face, best, watch);
            let face = scratch.b.thin(&pair.b);
            pair.try_face_b(face, best, watch);
        }
        for _ in 0..ROUNDS {
            let before = best.overlap;
            if before <= enough {
                break;
            }
            if let Some(face) = scratch.a.pass(&pair.a, best.vertices[1], best.overlap) {
                pair.try_face_a(face, best, watch);
            }
            if let Some(face) = scratch.b.pass(&pair.b, best.vertices[0], best.overlap) {
                pair.try_face_b(face, best, watch);
            }
            if best.overlap == before {
                break;
            }
        }
    }

    /// Tests what the bounds do not rule out; if a gap is searched, also below 0.
    fn prove(&mut self, gap: bool) {
        self.list();
        self.tell_faces();
        self.prove_faces();
        if gap || !self.touches() {
            self.prove_arcs();
            self.tell_edges(|scratch, of_b| {
                let left = if of_b { &scratch.b } else { &scratch.a };
                left.arcs.items().iter().map(|open| open.edge / 2).collect()
            });
            let Self { pair, scratch, watch, best } = self;
            let Scratch { a, b, arcs, .. } = &mut **scratch;
            let edges = [a, b].map(|left| left.arcs.items().iter().map(|open| open.edge / 2));
            pair.try_crossings(edges, arcs, best, watch);
        }
    }

    /// Tests the crossings that no vertex rules out, once all faces were tested.
    fn cross_grids(&mut self) {
        let Self { pair, scratch, best, .. } = self;
        let Scratch { grids: [a, b], .. } = &mut **scratch;
        a.list_arcs(&pair.a, best.overlap);
        b.list_arcs(&pair.b, best.overlap);
        best.counters.arcs_skipped = [(&pair.a, &*a), (&pair.b, &*b)]
            .map(|(side, grid)| (side.own.topology().edges() - grid.arcs.len()) as u32);
        self.tell_edges(|scratch, of_b| scratch.grids[usize::from(of_b)].arcs.to_vec());
        let Self { pair, scratch, watch, best } = self;
        let Scratch { grids: [a, b], arcs, .. } = &mut **scratch;
        pair.try_crossings([a, b].map(|grid| grid.arcs.iter().copied()), arcs, best, watch);
    }

    /// Lists what the bounds do not rule out.
    fn list(&mut self) {
        let Self { pair, scratch, best, .. } = self;
        scratch.a.list(&pair.a, best.overlap);
        scratch.b.list(&pair.b, best.overlap);
    }

    /// Sends the faces that were ruled out to the trace.
    fn tell_faces(&mut self) {
        let Self { pair, scratch, watch, best } = self;
        let sides = [(&pair.a, &scratch.a), (&pair.b, &scratch.b)];
        for ((side, left), of_b) in sides.into_iter().zip([false, true]) {
            watch.skip(of_b, best.overlap, || {
                let faces = 0..side.own.topology().faces() as u32;
                let faces = faces.filter(|face| !left.faces.items().contains(face));
                (faces.collect(), Vec::new(), left.by)
            });
        }
    }

    /// Sends the edges that were ruled out, which are all but those `left`, to the trace.
    fn tell_edges(&mut self, left: impl Fn(&Scratch, bool) -> Vec<u32>) {
        let Self { pair, scratch, watch, best } = self;
        for (side, of_b) in [(&pair.a, false), (&pair.b, true)] {
            watch.skip(of_b, best.overlap, || {
                let left = left(scratch, of_b);
                let edges = side.own.arcs().filter(|edge| !left.contains(edge));
                (Vec::new(), edges.collect(), None)
            });
        }
    }

    /// The number of extreme vertices of a polytope to test, in rows.
    fn rows(&self, of: &Facets<'_>) -> usize {
        let faces = |f: &Facets<'_>| f.topology().faces();
        let left = self.scratch.a.faces.items().len() + self.scratch.b.faces.items().len();
        let many = left * MANY > faces(self.pair.a.own) + faces(self.pair.b.own);
        if many || of.is_small() { 4 } else { 2 }
    }

    /// Proves the faces that it can, and tests the rest.
    fn prove_faces(&mut self) {
        let rows = [self.rows(self.pair.b.own), self.rows(self.pair.a.own)];
        let Self { pair, scratch, watch, best } = self;
        scratch.a.ask(&pair.a, rows[0], pair.scale, best.overlap);
        scratch.b.ask(&pair.b, rows[1], pair.scale, best.overlap);
        for i in 0..scratch.a.bare.items().len() {
            let face = scratch.a.bare.items()[i];
            if !scratch.a.prove(&pair.a, face, best.overlap) {
                let vertex = pair.try_face_a(face, best, watch);
                scratch.a.points[face as usize] = pair.a.point(vertex);
            }
        }
        for i in 0..scratch.b.bare.items().len() {
            let face = scratch.b.bare.items()[i];
            if !scratch.b.prove(&pair.b, face, best.overlap) {
                let vertex = pair.try_face_b(face, best, watch);
                scratch.b.points[face as usize] = pair.b.point(vertex);
            }
        }
        let skipped = |side: &InOwnFrame<'_>, left: &Left| {
            (side.own.topology().faces() - left.faces.items().len()) as u32
        };
        best.counters.faces_skipped = [skipped(&pair.a, &scratch.a), skipped(&pair.b, &scratch.b)];
    }

    fn prove_arcs(&mut self) {
        let Self { pair, scratch, best, .. } = self;
        scratch.a.list_arcs(&pair.a, best.overlap);
        if scratch.a.arcs.items().is_empty() {
            scratch.b.arcs.clear(0);
        } else {
            scratch.b.list_arcs(&pair.b, best.overlap);
        }
        let skipped = |side: &InOwnFrame<'_>, left: &Left| {
            (side.own.topology().edges() - left.arcs.items().len()) as u32
        };
        best.counters.arcs_skipped = [skipped(&pair.a, &scratch.a), skipped(&pair.b, &scratch.b)];
    }
}
