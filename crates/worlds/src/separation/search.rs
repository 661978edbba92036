//! What a search for the nearest pieces knows so far.

use clearance_geometry::answer::{Clearance, Place};
use clearance_geometry::number::{Scalar, max};
use clearance_geometry::shape::Operand;
pub use clearance_geometry::shape::PieceId;
use clearance_geometry::space::{Motion, Pose, Vector};
use clearance_pairs::Query;
use clearance_trees::Heap;

use crate::ShapeRef;
use crate::parts::{Leaf, leaf, off_in_parts};
use crate::place::place_on;

/// The best pair of pieces so far.
#[derive(Clone, Copy)]
struct Best<V: Vector> {
    answer: Clearance<V>,
    pieces: [PieceId; 2],
}

/// A search for a proven overlap ends without one after so many pairs of pieces that are not proven to be apart: about
/// 1 ms. More are met only where much of two surfaces lies on each other.
const MOST_UNDECIDED: u32 = 1024;

/// A search for the nearest pair of pieces.
pub(crate) struct Search<V: Vector> {
    /// Pieces that are proven to be farther apart are of no interest.
    limit: V::Scalar,
    /// The search ends at pieces that are not proven to be farther apart than this,
    enough: V::Scalar,
    /// or, if this is set, only at pieces that are proven to overlap.
    to_overlap: bool,
    /// And it ends after so many pairs of pieces that are not proven to be apart.
    most: u32,
    /// How many of them there were, and whether one is proven to overlap.
    unparted: u32,
    meets: bool,
    /// Only pieces at less than this share of the least distance so far are of interest.
    share: f64,
    /// Pairs of leaves of two trees that may still be visited, and pairs of pieces that may be asked about. Once there are
    /// none, nothing is known of the others.
    visits: u32,
    /// The least lower bound of the pairs that were asked about.
    lower: V::Scalar,
    best: Option<Best<V>>,
    /// What the places of parts in compounds are off by: their poses are multiplied in `f64`.
    off: f64,
    /// Memory for the pairs of two trees.
    pub heap: Heap,
}

impl<V: Vector> Search<V> {
    /// A search between two shapes.
    pub fn new(
        [a, b]: [&ShapeRef<'_, V>; 2],
        [pose_a, pose_b]: [&Pose<V>; 2],
        limit: V::Scalar,
        enough: V::Scalar,
    ) -> Self {
        // NaN, of a pose that is not finite, counts as 0: of such pieces a query knows nothing.
        let off = max(0.0, off_in_parts(a, pose_a) + off_in_parts(b, pose_b));
        Self {
            limit,
            enough,
            to_overlap: false,
            most: u32::MAX,
            unparted: 0,
            meets: false,
            share: 1.0,
            visits: u32::MAX,
            lower: V::Scalar::INFINITY,
            best: None,
            off,
            heap: Heap::default(),
        }
    }

    /// A search for the nearest pieces, which ends where an overlap is proven.
    pub fn nearest(shapes: [&ShapeRef<'_, V>; 2], poses: [&Pose<V>; 2]) -> Self {
        let (limit, enough) = (V::Scalar::INFINITY, V::Scalar::ZERO);
        let search = Self::new(shapes, poses, limit, enough);
        Self { to_overlap: true, most: MOST_UNDECIDED, ..search }
    }

    /// A search for the deepest pieces among the first ones, at most so many, that are not proven to be apart.
    pub fn deepest_of(most: u32, shapes: [&ShapeRef<'_, V>; 2], poses: [&Pose<V>; 2]) -> Self {
        let (limit, enough) = (V::Scalar::ZERO, -V::Scalar::INFINITY);
        Self { most, ..Self::new(shapes, poses, limit, enough) }
    }

    /// The distance beyond which nothing matters, where the parts are as they are rounded.
    pub fn bound(&self) -> f64 {
        self.left_out() + self.off
    }

    /// What was not asked about is farther away than this.
    pub fn left_out(&self) -> f64 {
        let limit = self.limit.to_f64();
        let nearest =
            self.best.map_or(limit, |best| best.answer.upper.max(V::Scalar::ZERO).to_f64());
        (self.share * nearest).min(limit)
    }

    /// The distance at which the search ends.
    pub fn enough(&self) -> f64 {
        self.enough.to_f64()
    }

    /// Has a pair been found that ends the search?
    pub fn is_done(&self) -> bool {
        let is_found = if self.to_overlap { self.meets } else { self.lower <= self.enough };
        is_found || self.unparted >= self.most || self.visits == 0
    }

    /// A search for pieces that are at most twice as far apart as the nearest ones. It ends at pieces that are not proven
    /// to be apart, and, unfinished, after so many visits.
    pub fn gap(visits: u32, shapes: [&ShapeRef<'_, V>; 2], poses: [&Pose<V>; 2]) -> Self {
        let (limit, enough) = (V::Scalar::INFINITY, V::Scalar::ZERO);
        Self { visits, share: 0.5, ..Self::new(shapes, poses, limit, enough) }
    }

    /// Counts a visit to a pair of leaves, or a question about a pair of pieces.
    pub fn visit(&mut self) {
        self.visits = self.visits.saturating_sub(1);
    }

    /// The visits that are left; 0 of a search that is not finished.
    pub fn visits(&self) -> u32 {
        self.visits
    }

    /// Is a pair of pieces proven to overlap?
    pub fn meets(&self) -> bool {
        self.meets
    }

    /// Is all that matters whether there are pieces at most so far apart?
    pub fn is_yes_or_no(&self) -> bool {
        self.limit <= self.enough
    }

    /// Asks only whether two convex pieces are near enough to end the search, which takes less than [`Search::ask`].
    pub fn ask_within(
        &mut self,
        [a, b]: [&Operand<'_, V::Wide>; 2],
        [motion_a, motion_b]: [&Motion<V::Wide>; 2],
    ) {
        let distance = V::Scalar::above(self.enough.to_f64() + self.off);
        if Query::<V>::moved(a, motion_a, b, motion_b).within(distance) {
            self.lower = self.enough;
        }
    }

    /// Asks about two convex pieces at these motions to the world, and keeps the answer if it is the best. Of
    /// equal ones, that of the lowest numbers; an overlap that ends the search is the best. Returns the normal from A to
    /// B if it is.
    pub fn ask(
        &mut self,
        pieces: [PieceId; 2],
        [a, b]: [&Operand<'_, V::Wide>; 2],
        [motion_a, motion_b]: [&Motion<V::Wide>; 2],
    ) -> Option<V> {
        if self.is_done() {
            return None;
        }
        self.visit();
        let mut answer = Query::<V>::moved(a, motion_a, b, motion_b).clearance();
        widen(&mut answer, self.off);
        self.lower = self.lower.min(answer.lower);
        self.unparted += u32::from(answer.lower <= V::Scalar::ZERO);
        self.meets |= answer.upper <= V::Scalar::ZERO;
        let ends = self.to_overlap && self.meets;
        let is_better = |best: &Best<V>| {
            let (new, old) = (answer.signed_distance, best.answer.signed_distance);
            new < old || (new == old && pieces < best.pieces)
        };
        if self.best.as_ref().is_some_and(|best| !(ends || is_better(best))) {
            return None;
        }
        self.best = Some(Best { answer, pieces });
        Some(answer.normal)
    }

    /// The clearance of the pieces that are the deepest in each other, if any were found.
    pub fn deepest(&self) -> Option<Clearance<V>> {
        self.best.map(|best| best.answer)
    }

    /// The clearance of the best pieces, which may be negative, with the least lower bound of all; and the pieces.
    pub fn best(&self) -> (Clearance<V>, [PieceId; 2]) {
        let Best { answer, pieces } = self.best.expect("a search without a limit finds a piece");
        (Clearance { lower: self.lower, ..answer }, pieces)
    }
}

/// Adds to the bounds of two pieces what the places of parts are off by.
pub(crate) fn widen<V: Vector>(answer: &mut Clearance<V>, off: f64) {
    if off > 0.0 {
        answer.lower = V::Scalar::below(answer.lower.to_f64() - off);
        answer.upper = V::Scalar::above(answer.upper.to_f64() + off);
    }
}

/// Where a point of the world is on a piece.
pub(crate) fn place<V: Vector>(
    shape: &ShapeRef<'_, V>,
    pose: &Pose<V>,
    piece: PieceId,
    point: V,
) -> Place {
    let PieceId { part, facet } = piece;
    let (leaf, motion) = leaf(shape, pose, part);
    match (leaf, facet) {
        (Leaf::Surface(surface), Some(facet)) => {
            let local = motion.unrotate(point.widen() - motion.translation);
            place_on(part, surface, facet, local)
        }
        _ => Place::on_part(part),
    }
}
