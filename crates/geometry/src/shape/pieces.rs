//! [`Pieces`], the trait of all shapes: convex ones, surfaces of flat facets, and compounds, as lists of convex pieces.
//!
//! ```text
//!     shape --- part 0: a convex shape                    piece (0, -)
//!           \-- part 1: a surface --- facet 0             piece (1, 0)
//!                                 \-- facet 1             piece (1, 1)
//! ```
//!
//! It tells what the shape is, exactly, and nothing about how questions are answered.

use alloc::vec::Vec;

use super::{Convex, Geometry, Part};
use crate::space::{Pose, Vector};

/// A shape as a list of convex pieces: what the checker sees of it. A convex shape is one piece.
pub trait Pieces {
    /// The vector type of the shape's frame.
    type V: Vector;
    /// The parts, by number.
    fn parts(&self) -> Vec<PosedPart<'_, Self::V>>;
}

impl<G: Geometry> Pieces for G {
    type V = G::V;
    fn parts(&self) -> Vec<PosedPart<'_, G::V>> {
        let pieces = match self.part() {
            Part::Convex(shape) => PartPieces::Convex(Part::Convex(shape)),
            Part::HalfSpace(half) => PartPieces::Convex(Part::HalfSpace(half)),
        };
        alloc::vec![PosedPart { pose: Pose::IDENTITY, pieces }]
    }
}

/// A convex shape of any type, or a half-space.
pub type ConvexPart<'s, V> = Part<'s, dyn Convex<V = V> + 's>;

impl<'s, V: Vector> Geometry for ConvexPart<'s, V> {
    type V = V;
    type Core = &'s dyn Convex<V = V>;
    fn part(&self) -> Part<'_, Self::Core> {
        match self {
            Part::Convex(shape) => Part::Convex(shape),
            Part::HalfSpace(half) => Part::HalfSpace(half),
        }
    }
}

/// A part of a shape, and its pose in the frame of the shape.
#[derive(Clone, Copy)]
pub struct PosedPart<'s, V: Vector> {
    /// The pose in the frame of the shape.
    pub pose: Pose<V>,
    /// The pieces.
    pub pieces: PartPieces<'s, V>,
}

/// The pieces of a part.
#[derive(Clone, Copy)]
pub enum PartPieces<'s, V: Vector> {
    /// A convex shape, which is one piece, or a half-space.
    Convex(ConvexPart<'s, V>),
    /// A surface: a piece for each facet.
    Facets(FacetList<'s, V>),
}

/// Triangles, in 2D segments, between vertices.
#[derive(Clone, Copy, Debug)]
pub struct FacetList<'s, V: Vector> {
    /// The vertices, before they are scaled.
    pub vertices: &'s [V],
    /// The numbers of the vertices of each facet. A segment from i to j is \[i, j, j\].
    pub facets: &'s [[u32; 3]],
    /// The factors of the coordinates.
    pub scale: V,
    /// Does what is inside belong to the shape? Then the surface is closed.
    pub solid: bool,
}

/// A piece of a shape: the number of the part, and that of the facet if the part is a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PieceId {
    /// The number of the part of a compound; 0 for other shapes.
    pub part: u32,
    /// The number of the facet of a surface; `None` for a convex shape.
    pub facet: Option<u32>,
}

impl PieceId {
    /// The one piece of a convex shape.
    pub const ONLY: Self = Self { part: 0, facet: None };
}

impl<V: Vector> FacetList<'_, V> {
    /// A vertex in the frame of the part: each coordinate times its factor, rounded. The rounded point is the exact
    /// corner of the shape. `None` if there is no such vertex.
    pub fn vertex(&self, vertex: u32) -> Option<V> {
        let place = self.vertices.get(vertex as usize)?;
        Some(V::from_fn(|i| place.get(i) * self.scale.get(i)))
    }
    /// The corners of a facet in the frame of the part. `None` if there is no such facet.
    pub fn corners(&self, facet: u32) -> Option<[V; 3]> {
        let [a, b, c] = *self.facets.get(facet as usize)?;
        Some([self.vertex(a)?, self.vertex(b)?, self.vertex(c)?])
    }
}

impl<V: Vector> PartPieces<'_, V> {
    /// The pieces of the part with this number, in order.
    pub fn ids(&self, part: u32) -> impl Iterator<Item = PieceId> + use<V> {
        let (lone, facets) = match self {
            Self::Convex(_) => (Some(PieceId { part, facet: None }), 0),
            Self::Facets(list) => (None, list.facets.len() as u32),
        };
        lone.into_iter().chain((0..facets).map(move |facet| PieceId { part, facet: Some(facet) }))
    }
}
