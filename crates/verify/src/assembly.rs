//! A shape that is made of convex pieces: its parts in the world, and how far a set of its pieces reaches along an axis.

use alloc::vec::Vec;

use super::cores::{highest, radius_of};
use super::frame::{Frame, Triple, dot, norm};
use super::interval::Interval;
use clearance_geometry::shape::{
    Convex, ConvexPart, FacetList, Geometry, HalfSpace, Part, PartPieces, PieceId, Pieces,
    PosedPart, Segment, Shape, Triangle, View,
};
use clearance_geometry::space::{Pose, Vector};

/// A shape that is convex or a half-space; `None` if it is made of several pieces, or of a facet.
pub(super) fn convex<'s, V: Vector>(parts: &[PosedPart<'s, V>]) -> Option<ConvexPart<'s, V>> {
    match parts {
        [PosedPart { pose, pieces: PartPieces::Convex(part) }] if *pose == Pose::IDENTITY => {
            Some(*part)
        }
        _ => None,
    }
}

/// The parts of a shape, each with its motion to the world.
pub(super) struct Assembly<'s, V: Vector> {
    pub parts: Vec<(Frame, PartPieces<'s, V>)>,
}

impl<'s, V: Vector> Assembly<'s, V> {
    pub fn of<P: Pieces<V = V>>(shape: &'s P, pose: &Pose<V>) -> Self {
        let to_world = Frame::of(pose);
        let posed = shape.parts().into_iter();
        let frame = |pose: &Pose<V>| {
            if *pose == Pose::IDENTITY { to_world } else { Frame::of(pose).then(&to_world) }
        };
        let parts = posed.map(|part| (frame(&part.pose), part.pieces));
        Self { parts: parts.collect() }
    }

    /// The same, after another motion.
    pub fn moved(&self, motion: &Frame) -> Self {
        let parts = self.parts.iter().map(|(frame, pieces)| (frame.then(motion), *pieces));
        Self { parts: parts.collect() }
    }
    /// Is a part a solid that is given by its surface?
    pub fn has_solids(&self) -> bool {
        let is_solid =
            |pieces: &PartPieces<'_, V>| matches!(pieces, PartPieces::Facets(list) if list.solid);
        self.parts.iter().any(|(_, pieces)| is_solid(pieces))
    }

    /// All pieces, in order.
    pub fn ids(&self) -> impl Iterator<Item = PieceId> {
        self.parts.iter().zip(0..).flat_map(|((_, pieces), part)| pieces.ids(part))
    }

    /// A piece as a convex shape, and its motion to the world; `None` if there is no such piece.
    pub fn piece(&self, id: PieceId) -> Option<(Piece<'s, V>, Frame)> {
        let (frame, pieces) = self.parts.get(id.part as usize)?;
        let piece = match (pieces, id.facet) {
            (PartPieces::Convex(part), None) => Piece::Part(*part),
            (PartPieces::Facets(list), Some(facet)) => {
                let [a, b, c] = list.corners(facet)?;
                Piece::Facet(if V::DIM == 2 {
                    Segment::new(a, b).ok()?.into()
                } else {
                    Triangle::new(a, b, c).ok()?.into()
                })
            }
            _ => return None,
        };
        Some((piece, *frame))
    }

    /// The half-space, if a set is one.
    pub fn half_space(&self, set: &[PieceId]) -> Option<(&Frame, &'s HalfSpace<V>)> {
        let [id] = set else { return None };
        match &self.parts[id.part as usize] {
            (frame, PartPieces::Convex(Part::HalfSpace(half))) => Some((frame, half)),
            _ => None,
        }
    }

    /// The largest `axis . x` over the points of a set; the axis in the world. `None` for half-spaces and
    /// user-defined shapes.
    pub fn highest(&self, set: &[PieceId], axis: Triple) -> Option<Interval> {
        let length = norm(axis);
        // Facets of one part follow each other.
        let mut known: Option<(u32, Triple, Interval)> = None;
        let mut heights = set.iter().map(|id| {
            let (frame, pieces) = &self.parts[id.part as usize];
            let (_, local, level) = known
                .filter(|known| known.0 == id.part)
                .unwrap_or_else(|| (id.part, frame.unrotate(axis), dot(axis, frame.translation)));
            known = Some((id.part, local, level));
            let own = match (pieces, id.facet) {
                (PartPieces::Facets(list), Some(facet)) => of_facet(list, facet, local)?,
                (PartPieces::Convex(Part::Convex(shape)), _) => {
                    highest(&shape.view(), local)? + radius_of(*shape) * length
                }
                _ => return None,
            };
            Some(own + level)
        });
        let first = heights.next()??;
        heights.try_fold(first, |most, height| Some(most.max(height?)))
    }
}

/// A piece of a shape: a convex part, or a facet.
pub(super) enum Piece<'s, V: Vector> {
    Part(ConvexPart<'s, V>),
    Facet(Shape<V>),
}

impl<V: Vector> Piece<'_, V> {
    pub fn part(&self) -> ConvexPart<'_, V> {
        match self {
            Self::Part(Part::Convex(shape)) => Part::Convex(*shape),
            Self::Part(Part::HalfSpace(half)) => Part::HalfSpace(half),
            Self::Facet(shape) => match shape.part() {
                Part::Convex(shape) => Part::Convex(shape),
                Part::HalfSpace(half) => Part::HalfSpace(half),
            },
        }
    }
}

fn of_facet<V: Vector>(list: &FacetList<'_, V>, facet: u32, axis: Triple) -> Option<Interval> {
    let corners = list.corners(facet)?;
    highest(&View::Vertices(&corners[..V::DIM]), axis)
}
