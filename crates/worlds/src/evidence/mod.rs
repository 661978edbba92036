//! The clearance with its evidence: the pair of pieces that decides, and a cover of all others.
//!
//! ```text
//!    certificate    the answer, and the certificate of the deciding pair     (this file)
//!      cover        sets of pieces, and the axes that part them
//!      pieces       the pieces in A's frame, in boxes in boxes
//! ```
//!
//! `clearance::verify::check` checks it; neither sees the other.

mod cover;
mod pieces;

use alloc::boxed::Box;
use alloc::vec::Vec;

use clearance_geometry::answer::{Certificate, Clearance, PiecesEvidence, Status};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{
    FacetList, Geometry, Operand, Part, PartPieces, PieceId, Pieces, PosedPart, Shape,
};
use clearance_geometry::space::{Motion, Pose, Vector, entry_points};
use clearance_pairs::Query;

use crate::parts::{Leaf, leaf, off_in_parts};
use crate::separation::{separation, widen};
use crate::shape_ref::ShapeRef::{self, Convex};
use crate::surface::Piece;
use crate::{AnyShape, Collider, Compound, HeightField, Instance, Mesh, PartShape, Solid};
use cover::cover;

/// The signed clearance with all of its evidence, for `clearance::verify::check`, which has examples. Of two convex
/// shapes the answer is [`clearance`](crate::clearance()).
///
/// If a shape is not convex, a gap is as [`separation`](crate::separation()) gives it, and of shapes that touch or
/// overlap it is only claimed that they do: `lower` is minus infinity. The evidence of a gap names all pieces. So it
/// takes much longer than the answer: with n pieces, time for n log n supports and memory for n pieces. `lower` may be
/// less than that of the answer, by roundings of the size of the shapes; the answer of the deciding pair may have bounds
/// that are wider in the last digits. If the gap is not above such roundings, there is no cover, and no gap is claimed.
#[inline]
pub fn certificate<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
) -> Certificate<A::V> {
    match [a.seen(), b.seen()] {
        [Convex(a), Convex(b)] => Query::lowered(&a, pose_a, &b, pose_b).certificate(),
        shapes => of_pieces(&shapes, [pose_a, pose_b]),
    }
}

/// [`certificate`], if one of the shapes is not convex.
#[inline]
pub(crate) fn of_pieces<V: Vector>(
    shapes: &[ShapeRef<'_, V>; 2],
    poses: [&Pose<V>; 2],
) -> Certificate<V> {
    V::enter::<CertificateEntry<'_>>((shapes, poses))
}

entry_points! {
    CertificateEntry<'a>(given: (&'a [ShapeRef<'a, V>; 2], [&'a Pose<V>; 2])) -> Certificate<V> {
        found(given.0, given.1)
    }
}

fn found<V: Vector>(
    [a, b]: &[ShapeRef<'_, V>; 2],
    [pose_a, pose_b]: [&Pose<V>; 2],
) -> Certificate<V> {
    let found = separation(a, pose_a, b, pose_b);
    let pieces = [found.place_a, found.place_b].map(|place| place.piece());
    let ((leaf_a, motion_a), (leaf_b, motion_b)) =
        (leaf(a, pose_a, pieces[0].part), leaf(b, pose_b, pieces[1].part));
    let facets = [facet_of(leaf_a, pieces[0]), facet_of(leaf_b, pieces[1])];
    let operand_a = lowered(leaf_a, facets[0].as_ref());
    let operand_b = lowered(leaf_b, facets[1].as_ref());
    let mut pair = Query::<V>::moved(&operand_a, &motion_a, &operand_b, &motion_b).certificate();
    widen(&mut pair.answer, off_in_parts(a, pose_a) + off_in_parts(b, pose_b));

    let zero = V::Scalar::ZERO;
    // Inside of a solid, any gap between the surfaces is enough.
    let surfaces = if found.inside { pair.answer.lower * V::Scalar::of(0.5) } else { found.lower };
    let b_in_a = Motion::b_in_a(pose_a, pose_b);
    let cover = if surfaces > zero {
        let normal = Motion::of(pose_a).unrotate(pair.answer.normal.widen());
        cover([a, b], &b_in_a, normal, surfaces.to_f64())
    } else {
        None
    };
    let touches = found.inside || pair.answer.status() == Status::Overlapping;
    let upper = if touches { zero } else { pair.answer.upper.max(zero) };
    let proven = cover.as_ref().map_or(V::Scalar::INFINITY, |cover| V::Scalar::below(cover.lower));
    let gap = found.lower.min(proven).min(upper);
    let answer = Clearance {
        signed_distance: found.distance.max(gap).min(upper),
        lower: if gap > zero { gap } else { -V::Scalar::INFINITY },
        upper,
        place_a: found.place_a,
        place_b: found.place_b,
        inside: found.inside,
        ..pair.answer
    };
    let evidence = PiecesEvidence { pair, cover };
    Certificate { answer, surface: None, pieces: Some(Box::new(evidence)) }
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

/// The parts of a shape that is one part alone.
fn alone<V: Vector>(pieces: PartPieces<'_, V>) -> Vec<PosedPart<'_, V>> {
    alloc::vec![PosedPart { pose: Pose::IDENTITY, pieces }]
}

fn of_shape<V: Vector>(shape: &Shape<V>) -> PartPieces<'_, V> {
    PartPieces::Convex(match shape.part() {
        Part::Convex(shape) => Part::Convex(shape),
        Part::HalfSpace(half) => Part::HalfSpace(half),
    })
}

impl<V: Vector> Instance<V> {
    /// The facets, as the checker sees them.
    #[doc(hidden)]
    pub fn facet_list(&self) -> FacetList<'_, V> {
        let surface = self.surface();
        FacetList {
            vertices: surface.vertices(),
            facets: surface.facets(),
            scale: self.scale(),
            solid: self.is_solid(),
        }
    }
}

/// Shapes that are not [`Geometry`], and references to them.
macro_rules! of_parts {
    ($($shape:ident: $of:ident => $parts:expr;)*) => {$(
        of_parts! { @ $shape<V>, $of => $parts }
        of_parts! { @ &$shape<V>, $of => $parts }
    )*};
    (@ $shape:ty, $of:ident => $parts:expr) => {
        impl<V: Vector> Pieces for $shape {
            type V = V;
            fn parts(&self) -> Vec<PosedPart<'_, V>> {
                let $of = self;
                $parts
            }
        }
    };
}

of_parts! {
    Mesh: mesh => alone(PartPieces::Facets(mesh.instance.facet_list()));
    Solid: solid => alone(PartPieces::Facets(solid.instance.facet_list()));
    HeightField: field => alone(PartPieces::Facets(field.mesh.instance.facet_list()));
    Instance: instance => alone(PartPieces::Facets(instance.facet_list()));
    Compound: compound => {
        let posed = Compound::parts(compound).iter().map(|part| PosedPart {
            pose: part.pose,
            pieces: match &part.shape {
                PartShape::Convex(shape) => of_shape(shape),
                PartShape::Surface(instance) => PartPieces::Facets(instance.facet_list()),
            },
        });
        posed.collect()
    };
    Collider: any => match any {
        Collider::Convex(shape) => alone(of_shape(shape)),
        Collider::Surface(instance) => alone(PartPieces::Facets(instance.facet_list())),
        Collider::Compound(compound) => Pieces::parts(&**compound),
    };
}
