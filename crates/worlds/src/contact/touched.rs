//! A piece of a shape that is touched: how high it is above a plane, whether it has a point, and its own faces.

use alloc::vec::Vec;

use clearance_geometry::shape::face::Outline;
use clearance_geometry::shape::{Convex, Face, Operand, Point};
use clearance_geometry::space::{Motion, Pose, Vector};
use clearance_pairs::Query;

use super::touch::Contact;
use crate::parts::{Leaf, leaf};
use crate::separation::PieceId;
use crate::surface::Bend;
use crate::{Instance, ShapeRef};

/// A piece of a shape, and its motion to the world.
#[derive(Clone, Copy)]
pub(super) struct Touched<'a, V: Vector> {
    piece: Piece<'a, V>,
    motion: Motion<V::Wide>,
}

#[derive(Clone, Copy)]
enum Piece<'a, V: Vector> {
    Convex(Operand<'a, V::Wide>),
    Facet(&'a Instance<V>, u32),
}

/// No more facets than these are searched for a point: a seam is a few facets away from a contact.
const MOST_FACETS: usize = 64;

impl<'a, V: Vector> Touched<'a, V> {
    pub fn of(shape: &ShapeRef<'a, V>, pose: &Pose<V>, id: PieceId) -> Self {
        let (leaf, motion) = leaf(shape, pose, id.part);
        let piece = match (leaf, id.facet) {
            (Leaf::Surface(surface), Some(facet)) => Piece::Facet(surface, facet),
            (Leaf::Convex(shape), _) => Piece::Convex(shape),
            (Leaf::Surface(_), None) => unreachable!("a surface is touched at a facet"),
        };
        Self { piece, motion }
    }

    /// Calls a function with the piece in the form that questions use, and its motion to the world.
    pub fn lowered<R>(&self, ask: impl FnOnce(&Operand<'_, V::Wide>, &Motion<V::Wide>) -> R) -> R {
        match self.piece {
            Piece::Convex(shape) => ask(&shape, &self.motion),
            Piece::Facet(surface, facet) => ask(&surface.piece(facet).lowered(), &self.motion),
        }
    }

    /// How high the piece reaches above the plane through a point across a normal of length 1.
    pub fn height_above(&self, point: V::Wide, normal: V::Wide) -> f64 {
        self.lowered(|piece, motion| match piece {
            Operand::Convex(shape) => {
                let top = motion.apply(shape.support(motion.unrotate(normal)));
                normal.dot(top - point) + shape.radius()
            }
            Operand::HalfSpace(_) => f64::INFINITY,
        })
    }

    /// The pieces that have a point of the world within the slop, and how far the point is from them: this piece, or
    /// facets that are joined to it by facets that are no higher above the plane of its contact than the slop.
    pub fn at_point(&self, point: V::Wide, contact: &Contact<V>, slop: f64) -> Vec<(Self, f64)> {
        let Piece::Facet(surface, first) = self.piece else {
            return self.with_gap(point, slop).into_iter().collect();
        };
        let normal = contact.manifold.normal.widen();
        let plane = contact.manifold.deepest().point_a.widen();
        let local = self.motion.unrotate(point - self.motion.translation);
        let (mut found, mut known, mut next) = (Vec::new(), alloc::vec![first], 0);
        // From facet to facet through the edges that the point is beyond, and then around the point.
        while let Some(&facet) = known.get(next) {
            next += 1;
            let here = self.facet(surface, facet).with_gap(point, slop);
            found.extend(here);
            for (edge, beyond) in surface.surface().edges(facet).iter().enumerate().take(V::DIM) {
                let is_way = here.is_some() || surface.is_beyond(facet, edge, local);
                let is_new = beyond.bend != Bend::Open && !known.contains(&beyond.facet);
                if is_way && is_new && known.len() < MOST_FACETS {
                    let piece = self.facet(surface, beyond.facet);
                    if here.is_some() || piece.height_above(plane, normal) <= slop {
                        known.push(beyond.facet);
                    }
                }
            }
        }
        found
    }

    fn facet(&self, surface: &'a Instance<V>, facet: u32) -> Self {
        Self { piece: Piece::Facet(surface, facet), motion: self.motion }
    }

    /// The piece and the distance of a point from it, if it is at most the slop.
    fn with_gap(&self, point: V::Wide, slop: f64) -> Option<(Self, f64)> {
        let point = Point::new(point).ok()?;
        let gap = self.lowered(|piece, motion| {
            let (point, here) = (Operand::of(&point), Motion::identity());
            Query::<V::Wide>::moved(piece, motion, &point, &here)
                .clearance()
                .signed_distance
                .max(0.0)
        });
        (gap <= slop).then_some((*self, gap))
    }

    /// The normal, in the world, of the own face of a contact with this normal: the front of a facet; the face of a
    /// convex piece along the normal, along that of another contact there or between both; of those that fit, the one
    /// nearest to the normal.
    pub fn own_face(
        &self,
        normal: V::Wide,
        others: impl Iterator<Item = V::Wide>,
        fits: impl Fn(V::Wide) -> bool,
    ) -> Option<V::Wide> {
        let shape = match self.piece {
            Piece::Facet(surface, facet) => {
                return surface.front(facet).map(|front| self.motion.rotate(front));
            }
            Piece::Convex(shape) => shape,
        };
        let Operand::Convex(shape) = shape else { return None };
        let turned = others.flat_map(|other| [(normal + other).unit_along(), Some(other)]);
        let mut face = Face::new();
        let faces = core::iter::once(normal).chain(turned.flatten()).filter_map(|along| {
            shape.face(self.motion.unrotate(along), &mut face);
            let is_flat = match face.outline {
                Outline::Corners => face.corners().len() >= V::DIM,
                // In 2D a straight side.
                Outline::Line { radius } => V::DIM == 2 && radius == 0.0,
                Outline::Rim { .. } => true,
            };
            let found = self.motion.rotate(face.normal);
            (is_flat && fits(found)).then_some(found)
        });
        faces.reduce(|best, new| if new.dot(normal) > best.dot(normal) { new } else { best })
    }
}

impl<V: Vector> Instance<V> {
    /// Is a point of the frame beyond an edge of a facet, in 2D beyond an end?
    fn is_beyond(&self, facet: u32, edge: usize, point: V::Wide) -> bool {
        let corners = self.corners(facet).map(V::widen);
        let opposite = if V::DIM == 3 { (edge + 2) % 3 } else { 1 - edge };
        let (from, opposite) = (corners[edge], corners[opposite]);
        let along = if V::DIM == 3 { corners[(edge + 1) % 3] - from } else { V::Wide::ZERO };
        let square = along.dot(along);
        let share = if square > 0.0 { along.dot(opposite - from) / square } else { 0.0 };
        let outward = from + along * share - opposite;
        outward.dot(point - from) > 0.0
    }
}
