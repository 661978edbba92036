//! All corners of the overlaid Gauss maps, found by walking each arc of -B through the cells of A.
//!
//! If the cell in which an arc starts is known, following the arc needs no search: the cell has a few
//! borders, and the arc leaves through the first one that it meets. Beyond is the next cell.
//!
//! ```text
//!      o-----------o-----------o---------o     o  the normal of a face of A
//!      |     v     |     w     |    u    |     x  the normal of a face of -B; between
//!      |  x._      |           |         |        the two an arc
//!      |     '-._  |           |  _.-x   |     *  where it passes a border, which is
//!      |         '-*---._______*-'       |        an edge of A: to v and w belongs
//!      |           |           |         |        the edge between them
//!      o-----------o-----------o---------o
//!
//!      v, w, u: along all directions of this cell, that vertex of A is the farthest
//! ```
//!
//! 1. A full support: the vertex of A that is the farthest along the first face of -B.
//! 2. Every arc of -B starts at a face that was reached before (see [`Topology`](clearance_geometry::hull::Topology)).
//!    The walk goes to its end. Each border crossed is a pair of edges, and the cell at the end gives the
//!    overlap along that face of -B.
//! 3. The faces of A are coloured: a crossing stores, for the two faces beside it, a vertex of B that is
//!    nearly the farthest there. In the order of A's arcs, each face climbs from its own colour, or else
//!    from the result of its neighbour.
//!
//! So one full support is enough, or two if no arc of -B passes near the first face of A. (Hulls with few
//! vertices are scanned instead of climbed, which is faster.)
//!
//! The time grows with the number of corners, not with the product of the numbers of edges.
//!
//! *The first border.* On the way from x to y, the walk stays at v while v is the farthest. A neighbour w
//! of v is lower by `loss` along x and higher by `gain` along y, so it is level with v at the share loss
//! / (loss + gain) of the way. The first border has the least loss / gain among all with a gain.
//!
//! *Termination.* Each step is certainly higher along y, rounding included. So a walk is a climb. It
//! cannot go in circles, however many normals coincide, and needs no limit.
//!
//! *Completeness*, even if arcs run along borders or through corners, and rounding chooses the way. A
//! walk is an unbroken chain of pieces, each with its vertex v. A vertex gives a lower bound of the
//! overlap: f(n) >= n.(v - b) all along the piece, with b on the arc's edge. If n.(v - b) is not
//! negative, its minimum is at an end of the piece. So if it is at least the best at both ends, nothing
//! better is between them. If it is less, f itself is computed there, and is equal up to rounding. It
//! does not matter which of two equally high vertices the walk took, nor which border of a corner came
//! first.
//!
//! If f is more than this bound, the walk is lost: v is not the farthest. This takes edges as short as
//! rounding, whose directions are noise. Then the arc is tested against all arcs of A. Every face of -B
//! gets its farthest vertex by a climb from the end of the walk, so no error passes on to the next arc.
//!
//! *Sources.* The article "A fast 3D collision detection algorithm" (Cairn), whose code fails if normals
//! coincide. The rule for the first border is the ratio test of linear programming, Gass and Saaty 1955.

use alloc::vec::Vec;

use glam::DVec3;

use clearance_geometry::hull::{Facets, Topology};
use clearance_pairs::depth::sat::d3::PolytopePair;
use clearance_pairs::depth::sat::{Feature, Outcome};
use clearance_pairs::trace::{Trace, Watch};

/// The least overlap over all corners of the overlaid maps, or a separating axis.
pub fn gauss<T: Trace<DVec3>>(pair: &PolytopePair<'_>, trace: &mut T) -> Outcome<DVec3> {
    let mut walk = Walk::new(pair, trace);
    walk.start();
    walk.first_face_of_b();
    for k in pair.b.own.arcs() {
        walk.arc_of_b(k);
        if walk.best.overlap < -pair.touch() {
            return walk.best;
        }
    }
    walk.faces_of_a();
    walk.best
}

/// Marks a vertex that is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// The state of the walk.
struct Walk<'w, T> {
    pair: &'w PolytopePair<'w>,
    watch: Watch<'w, DVec3, T>,
    best: Outcome<DVec3>,
    /// The faces of -B: points of the map, in A's frame.
    points: Vec<DVec3>,
    /// For each of them, the farthest vertex of A.
    cells: Vec<u32>,
    /// For each face of A, a vertex of B that was the farthest nearby.
    colours: Vec<u32>,
}

/// The place where an arc leaves a cell.
struct Exit {
    /// The edge of A at the border: a half-edge, from this cell's vertex to that of the next cell.
    border: u32,
    /// The share of the way from the arc's start to its end.
    share: f64,
}

impl<'w, T: Trace<DVec3>> Walk<'w, T> {
    fn new(pair: &'w PolytopePair<'w>, trace: &'w mut T) -> Self {
        let faces = |f: &Facets<'_>| f.topology().faces();
        let normal = |face| -pair.a.other_in_own.rotate(pair.b.own.normals().get(face));
        Self {
            pair,
            watch: Watch::new(trace, 1.0),
            best: Outcome::new(),
            points: (0..faces(pair.b.own) as u32).map(normal).collect(),
            cells: alloc::vec![UNKNOWN; faces(pair.b.own)],
            colours: alloc::vec![UNKNOWN; faces(pair.a.own)],
        }
    }

    /// The cells of two points or segments may be hemispheres, whose middle is no corner. Only then the
    /// first axis is needed.
    fn start(&mut self) {
        if [self.pair.a.own, self.pair.b.own].iter().all(|side| side.vertices().len() <= 2) {
            self.pair.try_start(&mut self.best, &mut self.watch);
        }
    }

    /// Finds the cell in which the first arc starts.
    fn first_face_of_b(&mut self) {
        if let Some(normal) = self.points.first() {
            self.best.counters.supports += 1;
            self.reach(0, self.pair.a.own.support(*normal));
        }
    }

    /// Walks along an arc of -B through the cells of A.
    fn arc_of_b(&mut self, k: u32) {
        let t = self.pair.b.own.topology();
        let [from, to] = t.arc(k);
        let ends = [from, to].map(|face| self.points[face as usize]);
        let on_edge = t.origin(2 * k);
        let point = self.pair.a.point(on_edge);
        let (mut cell, mut lost) = (self.cells[from as usize], false);
        while let Some(Exit { border, share }) = exit(self.pair.a.own, cell, ends) {
            let axis = (ends[0] + (ends[1] - ends[0]) * share).normalize();
            lost |= self.cross(border, k, axis, [cell, on_edge], point);
            let next = self.pair.a.own.topology().target(border);
            self.watch.cross([k, cell, border / 2, next], axis);
            cell = next;
        }
        lost |= self.reach(to, cell);
        if lost {
            self.search_arc(k);
        }
    }

    /// An arc of -B crosses a border of A: computes the overlap, and colours the faces on both sides.
    /// `vertices` should be the farthest there; `point` is that of B. Returns true if they are not.
    fn cross(
        &mut self,
        border: u32,
        k: u32,
        axis: DVec3,
        vertices: [u32; 2],
        point: DVec3,
    ) -> bool {
        let (a, [cell, on_edge]) = (self.pair.a.own, vertices);
        self.best.counters.crossings += 1;
        for half in [border, Topology::twin(border)] {
            self.colours[a.topology().face(half) as usize] = on_edge;
        }
        let at_least = axis.dot(a.vertices().get(cell) - point);
        at_least < self.best.overlap && {
            let overlap = self.try_near(axis, Feature::Edges(border / 2, k), vertices);
            overlap > at_least + self.pair.touch()
        }
    }

    /// Computes the overlap along a face of -B the first time. `vertex` of A should be the farthest
    /// there. Returns true if it is not.
    fn reach(&mut self, face: u32, vertex: u32) -> bool {
        let Walk { pair, best, watch, .. } = self;
        let axis = self.points[face as usize];
        let known = &mut self.cells[face as usize];
        if *known == UNKNOWN {
            *known = pair.a.own.support_near(axis, vertex);
            pair.take_face(true, face, *known, best, watch);
        }
        let [top, here] = [*known, vertex].map(|v| pair.a.own.vertices().get(v));
        axis.dot(top - here) > pair.touch()
    }

    /// Tests an arc of -B against all arcs of A.
    fn search_arc(&mut self, k: u32) {
        let Walk { pair, best, watch, .. } = self;
        best.counters.lost += 1;
        let b = pair.arc_b(k);
        for a in pair.a.own.arcs().map(|k| pair.arc_a(k)) {
            pair.try_crossing(&a, &b, best, watch);
        }
    }

    /// Computes the overlap along all faces of A, each next to one that is done.
    fn faces_of_a(&mut self) {
        if self.colours.is_empty() {
            return;
        }
        self.colour_first_face();
        self.face_of_a(0);
        let mut reached = 0;
        for [from, to] in self.pair.a.own.arcs().map(|k| self.pair.a.own.topology().arc(k)) {
            if to > reached {
                reached = to;
                if self.colours[to as usize] == UNKNOWN {
                    self.colours[to as usize] = self.colours[from as usize];
                }
                self.face_of_a(to);
            }
        }
    }

    /// If no arc passes near the first face: a second full support. A climb could start in the middle of
    /// a face in the opposite direction, where no edge rises.
    fn colour_first_face(&mut self) {
        if self.colours[0] == UNKNOWN {
            self.best.counters.supports += 1;
            self.colours[0] = self.pair.a.against(self.pair.a.own.normals().get(0)).0;
        }
    }

    /// Computes the overlap along a face of A that has a colour.
    fn face_of_a(&mut self, face: u32) {
        let Walk { pair, best, watch, colours, .. } = self;
        let colour = &mut colours[face as usize];
        let against = pair.a.other_in_own.unrotate(-pair.a.own.normals().get(face));
        *colour = pair.b.own.support_near(against, *colour);
        pair.take_face(false, face, *colour, best, watch);
    }

    /// The overlap along an axis, from vertices that are nearly the farthest.
    fn try_near(&mut self, axis: DVec3, feature: Feature, [a, b]: [u32; 2]) -> f64 {
        let side = &self.pair.a;
        let a = side.own.support_near(axis, a);
        let b = side.other.support_near(side.other_in_own.unrotate(-axis), b);
        let overlap = axis.dot(side.own.vertices().get(a) - side.point(b));
        self.best.counters.axes += 1;
        self.watch.axis(axis, overlap, feature);
        self.best.offer(overlap, axis, feature, [a, b]);
        overlap
    }
}

/// The place where the way from one direction to another leaves the cell of a vertex.
fn exit(facets: &Facets<'_>, vertex: u32, [start, end]: [DVec3; 2]) -> Option<Exit> {
    let here = facets.vertices().get(vertex);
    // The least loss / gain so far. No division is needed, because gains are positive.
    let (mut border, mut least_loss, mut its_gain) = (UNKNOWN, 1.0, 0.0);
    for half in facets.topology().vertex_edges(vertex) {
        let step = facets.vertices().get(facets.topology().target(half)) - here;
        let (loss, gain) = (-step.dot(start), step.dot(end));
        if loss * its_gain < least_loss * gain && gain > rounding(step) {
            (border, least_loss, its_gain) = (half, loss, gain);
        }
    }
    let share = least_loss / (least_loss + its_gain);
    // If rounding puts it before the start, it is at the start.
    let share = if least_loss > 0.0 { share } else { 0.0 };
    (border != UNKNOWN).then_some(Exit { border, share })
}

/// An error bound of the product of a step and a direction of length 1.
///
/// The step is a difference, which is rounded; so are each product, and two sums: gamma_4 of the sum of
/// the step's coordinates, or 2 epsilons. The rest is for the direction's length. With less, rounding
/// could let a walk go in circles. With the rounding of heights instead, short edges next to long ones
/// would not count as rising.
fn rounding(step: DVec3) -> f64 {
    let DVec3 { x, y, z } = step.abs();
    4.0 * f64::EPSILON * (x + y + z)
}
