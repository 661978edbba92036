//! Shapes. Each is described by its support function: which point lies farthest along a direction d?
//!
//! The support function is [`Convex::support`]; everything else the algorithms need has a default. A
//! shape is a *core* and a rounding [`Convex::radius`] around it: a sphere is a rounded point, a capsule
//! a rounded segment. Both are exact, because the algorithms work on the core alone and subtract the
//! radius at the end.
//!
//! All points and directions here are in the shape's own frame.

mod around;
mod ball;
mod chain;
mod cone;
mod convex;
mod cuboid;
mod custom;
#[doc(hidden)]
pub mod cylinder;
mod ellipsoid;
mod geometry;
mod half_space;
mod hull;
#[doc(hidden)]
pub mod identity;
#[doc(hidden)]
pub mod lower;
mod mass;
mod mesh;
mod one_sided;
mod pieces;
mod point;
mod pointers;
#[doc(hidden)]
pub mod polygon;
mod rounded;
mod scaled;
mod segment;
mod shapes;
mod side;
#[cfg(feature = "serde")]
mod text;
mod triangle;
#[doc(hidden)]
pub mod vertex;
mod view;

pub mod difference;
pub mod face;
mod faced;
mod facet;

pub use ball::Ball;
pub use chain::ChainSegment;
pub use cone::Cone;
pub use convex::{Convex, Wide, is_wide};
#[doc(hidden)]
pub use convex::{norm_above, size_of};
pub(crate) use convex::{reach_of, support_by_formula};
pub use cuboid::Cuboid;
pub use custom::Custom;
pub use cylinder::Cylinder;
#[doc(hidden)]
pub use cylinder::rim;
pub use ellipsoid::Ellipsoid;
pub use face::Face;
pub use facet::Facet;
#[doc(hidden)]
pub use facet::{allowed_normal, is_hidden};
pub use geometry::{Geometry, Part};
pub use half_space::HalfSpace;
pub use hull::Hull;
pub(crate) use identity::{Identity, kind};
pub use lower::{Lowered, Operand};
pub use one_sided::OneSided;
pub use pieces::{ConvexPart, FacetList, PartPieces, PieceId, Pieces, PosedPart};
pub use point::Point;
pub use polygon::Polygon;
pub use rounded::Rounded;
pub use segment::{Capsule, Segment};
pub use shapes::{ConvexShape, Shape};
pub use side::Side;
#[cfg(feature = "serde")]
pub use text::{KINDS, Kind};
pub use triangle::Triangle;
pub use vertex::{NO_ID, Vertex};
pub(crate) use vertex::{around, box_corner, scan};
pub use view::{Core, View};
