//! The slow obvious search: every piece of A against every piece of B, without trees. The fast one is tested
//! against it.

use clearance_geometry::number::Scalar;
use clearance_geometry::shape::Operand;
use clearance_geometry::space::{Pose, Vector};

use super::answer::Separation;
use super::search::{PieceId, Search};
use crate::ShapeRef;
use crate::parts::{Leaf, leaf, parts};

/// [`super::separation`] by all pairs of pieces; of the surfaces alone, even if one shape is inside the other.
pub(crate) fn separation_by_all_pieces<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
) -> Separation<V> {
    let mut search =
        Search::new([a, b], [pose_a, pose_b], V::Scalar::INFINITY, -V::Scalar::INFINITY);
    for part_a in 0..parts(a) {
        for part_b in 0..parts(b) {
            let ((leaf_a, motion_a), (leaf_b, motion_b)) =
                (leaf(a, pose_a, part_a), leaf(b, pose_b, part_b));
            each_piece(leaf_a, &mut |facet_a, operand_a| {
                each_piece(leaf_b, &mut |facet_b, operand_b| {
                    let pieces = [(part_a, facet_a), (part_b, facet_b)]
                        .map(|(part, facet)| PieceId { part, facet });
                    search.ask(pieces, [operand_a, operand_b], [&motion_a, &motion_b]);
                });
            });
        }
    }
    Separation::of(&search, [a, b], [pose_a, pose_b])
}

/// What is done with a piece: its facet, if it has one, and its shape.
type VisitPiece<'v, V> = &'v mut dyn FnMut(Option<u32>, &Operand<'_, <V as Vector>::Wide>);

/// Calls a function with each convex piece of a part, in order.
pub(crate) fn each_piece<V: Vector>(leaf: Leaf<'_, V>, visit: VisitPiece<'_, V>) {
    match leaf {
        Leaf::Convex(shape) => visit(None, &shape),
        Leaf::Surface(instance) => {
            for facet in 0..instance.len() as u32 {
                visit(Some(facet), &instance.piece(facet).lowered());
            }
        }
    }
}
