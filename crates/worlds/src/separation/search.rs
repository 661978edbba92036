//! What a search for the nearest pieces knows so far.

use clearance_geometry::answer::Clearance;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::Operand;
pub use clearance_geometry::shape::PieceId;
use clearance_geometry::space::{Aabb, Motion, Pose, Vector};
use clearance_pairs::Query;
use clearance_trees::Heap;

use crate::frame::rounding;
use crate::parts::{Leaf, leaf};
use crate::{Collider, Place};

/// The best pair of pieces so far.
#[derive(Clone, Copy)]
struct Best<V: Vector> {
    answer: Clearance<V>,
    pieces: [PieceId; 2],
}

/// A search for the nearest pair of pieces.
pub(crate) struct Search<V: Vector> {
    /// Pieces that are proven to be farther apart are of no interest.
    limit: V::Scalar,
    /// The search ends at pieces that are not proven to be farther apart.
    enough: V::Scalar,
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
        [a, b]: [&Collider<V>; 2],
        [pose_a, pose_b]: [&Pose<V>; 2],
        limit: V::Scalar,
        enough: V::Scalar,
    ) -> Self {
        let off = off_in_parts(a, pose_a) + off_in_parts(b, pose_b);
        let lower = V::Scalar::INFINITY;
        Self { limit, enough, lower, best: None, off, heap: Heap::default() }
    }

    /// The distance beyond which nothing matters.
    pub fn bound(&self) -> f64 {
        self.best
            .map_or(self.limit, |best| best.answer.upper.max(V::Scalar::ZERO).min(self.limit))
            .to_f64()
    }

    /// The distance at which the search ends.
    pub fn enough(&self) -> f64 {
        self.enough.to_f64()
    }

    /// Has a pair been found that ends the search?
    pub fn is_done(&self) -> bool {
        self.lower <= self.enough
    }

    /// Asks about two convex pieces at these motions to the world, and keeps the answer if it is the best. Of
    /// equal ones, that of the lowest numbers. Returns the normal from A to B if it is.
    pub fn ask(
        &mut self,
        pieces: [PieceId; 2],
        [a, b]: [&Operand<'_, V::Wide>; 2],
        [motion_a, motion_b]: [&Motion<V::Wide>; 2],
    ) -> Option<V> {
        let mut answer = Query::<V>::moved(a, motion_a, b, motion_b).clearance();
        if self.off > 0.0 {
            answer.lower = V::Scalar::below(answer.lower.to_f64() - self.off);
            answer.upper = V::Scalar::above(answer.upper.to_f64() + self.off);
        }
        self.lower = self.lower.min(answer.lower);
        let is_better = |best: &Best<V>| {
            let (new, old) = (answer.signed_distance, best.answer.signed_distance);
            new < old || (new == old && pieces < best.pieces)
        };
        if self.best.as_ref().is_some_and(|best| !is_better(best)) {
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

/// More than the error of a point of a part of a compound, whose motion to the world is a product of two.
fn off_in_parts<V: Vector>(shape: &Collider<V>, pose: &Pose<V>) -> f64 {
    let Collider::Compound(compound) = shape else { return 0.0 };
    let Aabb { min, max } = compound.bounds();
    rounding(&Motion::of(pose), min.max_abs().max(max.max_abs()).to_f64())
}

/// Where a point of the world is on a piece.
pub(crate) fn place<V: Vector>(
    shape: &Collider<V>,
    pose: &Pose<V>,
    piece: PieceId,
    point: V,
) -> Place {
    let PieceId { part, facet } = piece;
    let (leaf, motion) = leaf(shape, pose, part);
    match (leaf, facet) {
        (Leaf::Surface(surface), Some(facet)) => {
            let local = motion.unrotate(point.widen() - motion.translation);
            Place::on(part, surface, facet, local)
        }
        _ => Place { part, ..Place::default() },
    }
}
