//! Hulls of points: built exactly, with half-edges, planes and Gauss map.
//!
//! GJK needs only support points. Separating axis tests also need the faces and edges and how they are
//! connected. This module builds them from 1 to [`MOST`] points, and a
//! [`shape::Hull`](crate::shape::Hull) stores them.
//!
//! ```text
//!   points --> quickhull --> mesh ----> merge -----> Polyhedron
//!              triangles,    polygons,  faces that   half-edges, planes with lanes,
//!              exact         exact      rounding     balls, mass, seeds
//!                                       keeps apart
//! ```
//!
//! **No epsilon decides what is a vertex.** Orientation is exact, so the vertices are exactly the extreme
//! points of the input. Duplicates, and points inside, on edges and in faces, are removed. Only one step
//! has a tolerance: faces that are coplanar within a few roundings are joined, and [`Polyhedron::error`]
//! bounds the resulting error. Sets that are exactly flat, on one line, or one point are returned as
//! such.
//!
//! **The input type determines the rounding.** `f32` coordinates of a rotated box are joined to six faces
//! as [`glam::Vec3`], but not as [`glam::DVec3`], in which the same numbers are taken to have 16 digits.
//!
//! ```
//! use clearance::glam::DVec3;
//! use clearance::hull::{Hull3, build3};
//!
//! let corner = |i: u32| DVec3::new((i & 1).into(), (i >> 1 & 1).into(), (i >> 2).into());
//! let mut points: Vec<DVec3> = (0..8).map(corner).collect();
//! points.push(DVec3::splat(0.5)); // inside
//! points.push(DVec3::new(0.5, 0.5, 1.0)); // in a face
//!
//! let Hull3::Solid(cube) = build3(&points)? else { unreachable!() };
//! let t = cube.topology();
//! assert_eq!((t.vertices(), t.edges(), t.faces()), (8, 12, 6));
//! assert_eq!(cube.mass().volume, 1.0);
//! assert_eq!(cube.center(), DVec3::splat(0.5));
//! # Ok::<(), clearance::Error>(())
//! ```

mod ball;
#[doc(hidden)]
pub mod double;
#[doc(hidden)]
pub mod exact;
#[doc(hidden)]
pub mod facets;
#[doc(hidden)]
pub mod flat;
mod lanes;
mod mass;
mod merge;
mod mesh;
mod outline;
mod planes;
mod polyhedron;
mod quickhull;
mod report;
#[doc(hidden)]
pub mod small;
mod support;
mod topology;
mod validate;

pub use facets::Facets;
pub use flat::Flat;
#[doc(hidden)]
pub use lanes::{Block, Edges, Lane, Least, Narrow, block};
pub use lanes::{Columns, LANES, Lanes};
pub use mass::Mass;
#[doc(hidden)]
pub use mass::mass;
pub use outline::Outline;
pub use polyhedron::Polyhedron;
pub use report::BuildReport;
pub use small::Small;
pub use support::EXTREMES;
#[doc(hidden)]
pub use support::around;
pub use topology::{Around, Topology};

#[doc(hidden)]
pub use planes::area;

use alloc::boxed::Box;
use alloc::vec::Vec;

use glam::{DVec2, DVec3};

use crate::Error;
use crate::number::Scalar;
use crate::space::{Vector, finite_points};
use exact::{chain, ends, normalised};
use quickhull::{Span, quickhull};

/// The most points of a hull. Six half-edges for each point must fit in 32 bits.
pub const MOST: usize = 1 << 28;

/// The hull of points in 3D, by its dimension.
#[derive(Clone, Debug, PartialEq)]
pub enum Hull3<V: Vector> {
    /// All points are the same.
    Point(V),
    /// All points are on one line: the ends, in the order of coordinates.
    Segment([V; 2]),
    /// All points are in one plane.
    Flat(Box<Flat<V>>),
    /// A volume.
    Solid(Box<Polyhedron<V>>),
}

/// The hull of points in 2D, by its dimension.
#[derive(Clone, Debug, PartialEq)]
pub enum Hull2<V: Vector> {
    /// All points are the same.
    Point(V),
    /// All points are on one line: the ends, in the order of coordinates.
    Segment([V; 2]),
    /// An area.
    Outline(Outline<V>),
}

/// Builds the hull of points in 3D, in their frame.
///
/// Coordinates below 2^-200 of the largest count as 0.
///
/// # Errors
/// No points, too many points, and coordinates that are NaN, infinite or larger than [`Scalar::LARGEST`].
pub fn build3<V: Vector<Wide = DVec3>>(points: &[V]) -> Result<Hull3<V>, Error> {
    let (scaled, size) = checked(points)?;
    Ok(match quickhull(&scaled, false)? {
        Span::Point => Hull3::Point(points[0]),
        Span::Segment(a, b) => Hull3::Segment([points[a], points[b]]),
        Span::Flat(three) => Hull3::Flat(Box::new(Flat::of(&scaled, three, size))),
        Span::Solid(surface) => {
            Hull3::Solid(Box::new(Polyhedron::of(surface.triangles, &scaled, size)?))
        }
    })
}

/// Like [`build3`], with a report of the points that were dropped and the faces that were joined. It
/// takes about twice the time, and more if many points are in faces, because each of them is compared
/// with all.
///
/// ```
/// use clearance::glam::Vec3;
/// use clearance::hull::build3_with_report;
///
/// let corner = |i: u8| Vec3::new((i & 1).into(), (i >> 1 & 1).into(), (i >> 2).into());
/// let mut points: Vec<Vec3> = (0..8).map(corner).collect();
/// points.extend([corner(0), Vec3::splat(0.5), Vec3::new(0.5, 0.5, 1.0)]);
/// let (_, report) = build3_with_report(&points)?;
/// assert_eq!((report.duplicates, report.inside, report.in_faces), (1, 1, 1));
/// # Ok::<(), clearance::Error>(())
/// ```
///
/// # Errors
/// The same as of [`build3`].
pub fn build3_with_report<V>(points: &[V]) -> Result<(Hull3<V>, BuildReport), Error>
where
    V: Vector<Wide = DVec3>,
{
    let (scaled, size) = checked(points)?;
    Ok(match quickhull(&scaled, true)? {
        Span::Point => (Hull3::Point(points[0]), BuildReport::of_line(&scaled, [0, 0])),
        Span::Segment(a, b) => {
            (Hull3::Segment([points[a], points[b]]), BuildReport::of_line(&scaled, [a, b]))
        }
        Span::Flat(three) => {
            let flat = Flat::of(&scaled, three, size);
            (Hull3::Flat(Box::new(flat)), BuildReport::of_flat(&scaled, three))
        }
        Span::Solid(surface) => {
            let (mut report, exact_edges) = BuildReport::of_solid(&surface, &scaled)?;
            let hull = Polyhedron::of(surface.triangles, &scaled, size)?;
            report.rounded_edges = exact_edges - hull.topology().edges();
            (Hull3::Solid(Box::new(hull)), report)
        }
    })
}

/// Builds the hull of points in 2D, in their frame.
///
/// Coordinates below 2^-200 of the largest count as 0.
///
/// # Errors
/// No points, too many points, and coordinates that are NaN, infinite or larger than [`Scalar::LARGEST`].
pub fn build2<V: Vector<Wide = DVec2>>(points: &[V]) -> Result<Hull2<V>, Error> {
    let (scaled, size) = checked(points)?;
    let corners = chain(&scaled);
    Ok(match corners[..] {
        [_] => Hull2::Point(points[0]),
        [_, _] => {
            let (a, b) = ends(&scaled);
            Hull2::Segment([points[a], points[b]])
        }
        _ => {
            let corners: Vec<DVec2> = corners.into_iter().map(|i| scaled[i]).collect();
            Hull2::Outline(Outline::of(&corners, size))
        }
    })
}

/// A hull of either dimension, in `f64`, as shapes store it.
#[derive(Clone, Debug, PartialEq)]
pub enum Built {
    /// A hull in 2D.
    Plane(Hull2<DVec2>),
    /// A hull in 3D.
    Space(Hull3<DVec3>),
}

impl Built {
    /// Has it faces and edges in 3D?
    #[inline]
    pub fn has_faces(&self) -> bool {
        matches!(self, Self::Space(Hull3::Solid(_) | Hull3::Flat(_)))
    }
}

/// Builds the hull of points of either dimension and precision, without changing them: the coordinates
/// are taken to be accurate to the last digit of `f64`.
///
/// # Errors
/// The same as of [`build2`] and [`build3`].
pub fn build<V: Vector>(points: &[V]) -> Result<Built, Error> {
    let x = |p: &V, i: usize| p.get(i).to_f64();
    if V::DIM == 2 {
        let points: Vec<DVec2> = points.iter().map(|p| DVec2::new(x(p, 0), x(p, 1))).collect();
        build2(&points).map(Built::Plane)
    } else {
        let points: Vec<DVec3> =
            points.iter().map(|p| DVec3::new(x(p, 0), x(p, 1), x(p, 2))).collect();
        build3(&points).map(Built::Space)
    }
}

/// Checks the input. Returns the normalised points and the power of two by which they were divided.
fn checked<V: Vector>(points: &[V]) -> Result<(Vec<V::Wide>, f64), Error> {
    finite_points("hull", points, MOST)?;
    Ok(normalised(points))
}
