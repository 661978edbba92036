//! A piece of a shape that is touched: how high it is above a plane, whether it has a point, and its own faces.

use clearance_geometry::shape::face::Outline;
use clearance_geometry::shape::{Convex, Face, Operand, Point, Shape};
use clearance_geometry::space::{Motion, Pose, Vector};
use clearance_pairs::Query;

use super::Contact;
use crate::parts::{Leaf, leaf};
use crate::separation::PieceId;
use crate::surface::{Bend, Edge};
use crate::{Collider, Instance};

/// A piece of a shape, and its motion to the world.
#[derive(Clone, Copy)]
pub(super) struct Touched<'a, V: Vector> {
    piece: Piece<'a, V>,
    motion: Motion<V::Wide>,
}

#[derive(Clone, Copy)]
enum Piece<'a, V: Vector> {
    Convex(&'a Shape<V>),
    Facet(&'a Instance<V>, u32),
}

/// No more facets than these are searched for a point: a seam is a few facets away from a contact.
const MOST_FACETS: usize = 64;

impl<'a, V: Vector> Touched<'a, V> {
    pub fn of(shape: &'a Collider<V>, pose: &Pose<V>, id: PieceId) -> Self {
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
            Piece::Convex(shape) => ask(&Operand::of(shape), &self.motion),
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

    /// The piece that has a point of the world within the slop, and how far the point is from it: this piece, or a facet that
    /// is joined to it by facets that are no higher above the plane of its contact than the slop.
    pub fn at_point(&self, point: V::Wide, contact: &Contact<V>, slop: f64) -> Option<(Self, f64)> {
        let Piece::Facet(surface, first) = self.piece else { return self.with_gap(point, slop) };
        let normal = contact.manifold.normal.widen();
        let plane = contact.manifold.deepest().point_a.widen();
        let local = self.motion.unrotate(point - self.motion.translation);
        // From facet to facet through the edges that the point is beyond.
        let (mut known, mut next) = (alloc::vec![first], 0);
        while let Some(&facet) = known.get(next) {
            next += 1;
            if let Some(found) = self.facet(surface, facet).with_gap(point, slop) {
                return Some(found);
            }
            for beyond in surface.towards(facet, local) {
                let is_low = self.facet(surface, beyond).height_above(plane, normal) <= slop;
                if is_low && known.len() < MOST_FACETS && !known.contains(&beyond) {
                    known.push(beyond);
                }
            }
        }
        None
    }

    fn facet(&self, surface: &'a Instance<V>, facet: u32) -> Self {
        Self { piece: Piece::Facet(surface, facet), motion: self.motion }
    }

    /// The piece and the distance of a point from it, if it is at most the slop.
    fn with_gap(&self, point: V::Wide, slop: f64) -> Option<(Self, f64)> {
        let point = Point::new(point).ok()?;
        let gap = self.lowered(|piece, motion| {
            let (point, here) = (Operand::of(&point), Motion::identity());
            Query::<V::Wide>::moved(piece, motion, &point, &here).distance()
        });
        (gap <= slop).then_some((*self, gap))
    }

    /// The normal, in the world, of the own face of a contact with this normal: the front of a facet; the face of a
    /// convex piece along the normal, along that of another contact there or between both, the first that fits.
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
            Piece::Convex(shape) => Operand::of(shape),
        };
        let Operand::Convex(shape) = shape else { return None };
        let turned = others.flat_map(|other| [(normal + other).unit_along(), Some(other)]);
        let mut face = Face::new();
        core::iter::once(normal).chain(turned.flatten()).find_map(|along| {
            shape.face(self.motion.unrotate(along), &mut face);
            let is_flat = match face.outline {
                Outline::Corners => face.corners().len() >= V::DIM,
                Outline::Line { .. } => false,
                Outline::Rim { .. } => true,
            };
            let normal = self.motion.rotate(face.normal);
            (is_flat && fits(normal)).then_some(normal)
        })
    }
}

impl<V: Vector> Instance<V> {
    /// The neighbours of a facet beyond the edges (in 2D ends) that a point of its frame is beyond.
    fn towards(&self, facet: u32, point: V::Wide) -> impl Iterator<Item = u32> + '_ {
        let corners = self.corners(facet).map(V::widen);
        let is_beyond = move |i: usize| {
            let is_space = V::DIM == 3;
            let (from, opposite) =
                (corners[i], corners[if is_space { (i + 2) % 3 } else { 1 - i }]);
            let edge = if is_space { corners[(i + 1) % 3] - from } else { V::Wide::ZERO };
            let square = edge.dot(edge);
            let along = if square > 0.0 { edge.dot(opposite - from) / square } else { 0.0 };
            let outward = from + edge * along - opposite;
            outward.dot(point - from) > 0.0
        };
        let is_open = |edge: &Edge| edge.bend == Bend::Open;
        let edges = self.surface().edges(facet).iter().enumerate();
        edges.filter(move |(i, edge)| !is_open(edge) && is_beyond(*i)).map(|(_, edge)| edge.facet)
    }
}
