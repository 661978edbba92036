//! The distance with its evidence: the pair of pieces that decides, and a cover of all others.
//!
//! ```text
//!    certificate    the answer, and the certificate of the deciding pair     (this file)
//!      cover        sets of pieces, and the axes that part them
//!      pieces       the pieces in A's frame, in boxes in boxes
//! ```
//!
//! `clearance::verify::check_separation` checks it; neither sees the other.

mod cover;
mod pieces;

use alloc::vec::Vec;

use clearance_geometry::answer::{SeparationCertificate, Status};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{FacetList, Operand, PartPieces, PieceId, Pieces, PosedPart};
use clearance_geometry::space::{Motion, Pose, Vector};
use clearance_pairs::Query;

use crate::parts::{Leaf, leaf, off_in_parts};
use crate::separation::{separation, widen};
use crate::surface::Piece;
use crate::{AnyShape, Collider, Instance, PartShape};
use cover::cover;

/// The distance of two shapes as [`separation`](crate::separation()) gives it, with its evidence.
///
/// The evidence of a gap names all pieces. So it takes much longer than the answer: with n pieces, time for n log n
/// supports and memory for n pieces.
///
/// `lower` may be less than that of the answer, by roundings of the size of the shapes; the answer of the deciding
/// pair may have bounds that are wider in the last digits. If the gap is not above such roundings, there is no
/// cover, and the certificate proves nothing.
///
/// The checker is `clearance::verify::check_separation`, which has an example.
pub fn certificate<V: Vector>(
    a: &Collider<V>,
    pose_a: &Pose<V>,
    b: &Collider<V>,
    pose_b: &Pose<V>,
) -> SeparationCertificate<V> {
    let [view_a, view_b] = [a, b].map(|shape| shape.kind().seen());
    let found = separation(&view_a, pose_a, &view_b, pose_b);
    let pieces = [found.place_a, found.place_b].map(|place| place.piece());
    let ((leaf_a, motion_a), (leaf_b, motion_b)) =
        (leaf(&view_a, pose_a, pieces[0].part), leaf(&view_b, pose_b, pieces[1].part));
    let facets = [facet_of(leaf_a, pieces[0]), facet_of(leaf_b, pieces[1])];
    let operand_a = lowered(leaf_a, facets[0].as_ref());
    let operand_b = lowered(leaf_b, facets[1].as_ref());
    let mut pair = Query::<V>::moved(&operand_a, &motion_a, &operand_b, &motion_b).certificate();
    widen(&mut pair.answer, off_in_parts(&view_a, pose_a) + off_in_parts(&view_b, pose_b));

    let zero = V::Scalar::ZERO;
    // Inside of a solid, any gap between the surfaces is enough.
    let surfaces = if found.inside { pair.answer.lower * V::Scalar::of(0.5) } else { found.lower };
    let b_in_a = Motion::b_in_a(pose_a, pose_b);
    let cover = if surfaces > zero {
        let normal = Motion::of(pose_a).unrotate(pair.answer.normal.widen());
        cover(&a.parts(), &b.parts(), &b_in_a, normal, surfaces.to_f64())
    } else {
        None
    };
    let touches = found.inside || pair.answer.status() == Status::Overlapping;
    let upper = if touches { zero } else { pair.answer.upper.max(zero) };
    let proven = cover.as_ref().map_or(V::Scalar::INFINITY, |cover| V::Scalar::below(cover.lower));
    let lower = found.lower.min(proven).min(upper);
    let distance = found.distance.max(lower).min(upper);
    SeparationCertificate { distance, lower, upper, inside: found.inside, pieces, pair, cover }
}

/// The facet that is a piece; `None` if the piece is a convex part.
fn facet_of<V: Vector>(leaf: Leaf<'_, V>, id: PieceId) -> Option<Piece<V>> {
    let Leaf::Surface(instance) = leaf else { return None };
    Some(instance.piece(id.facet.unwrap_or(0)))
}

/// The piece in the form that questions use.
fn lowered<'a, V: Vector>(leaf: Leaf<'a, V>, facet: Option<&'a Piece<V>>) -> Operand<'a, V::Wide> {
    match (leaf, facet) {
        (Leaf::Convex(shape), _) => shape,
        (Leaf::Surface(_), facet) => facet.expect("a surface is met at a facet").lowered(),
    }
}

impl<V: Vector> Pieces for Collider<V> {
    type V = V;
    fn parts(&self) -> Vec<PosedPart<'_, V>> {
        let alone = |pieces| alloc::vec![PosedPart { pose: Pose::IDENTITY, pieces }];
        match self {
            Self::Convex(shape) => alone(PartPieces::Convex(shape)),
            Self::Surface(instance) => alone(PartPieces::Facets(list(instance))),
            Self::Compound(compound) => {
                let posed = compound.parts().iter().map(|part| PosedPart {
                    pose: part.pose,
                    pieces: match &part.shape {
                        PartShape::Convex(shape) => PartPieces::Convex(shape),
                        PartShape::Surface(instance) => PartPieces::Facets(list(instance)),
                    },
                });
                posed.collect()
            }
        }
    }
}

fn list<V: Vector>(instance: &Instance<V>) -> FacetList<'_, V> {
    let surface = instance.surface();
    FacetList {
        vertices: surface.vertices(),
        facets: surface.facets(),
        scale: instance.scale(),
        solid: instance.is_solid(),
    }
}
