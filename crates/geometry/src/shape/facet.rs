//! A one-sided triangle of a mesh, which stores the neighbouring triangles' far corners.
//!
//! ```text
//!               2                     Edge i leads from corner i to the next corner. The triangle
//!      x2 . . / | \ . . x1            beyond it has the two corners of the edge and a third, x_i.
//!         .  /  |  \  .
//!          ./ front \.                The corners go around counterclockwise, seen from the front.
//!          0---------1
//!           .       .
//!             . x0.
//! ```
//!
//! `one_sided` describes the purpose and what becomes of a normal at an edge.

use super::one_sided::{LEVEL, OneSided, Sheet, at_joint, not_backwards};
use super::{Triangle, Wide, kind};
use crate::Error;
use crate::hull;
use crate::space::{DVector, Vector, from_space, space};

/// A one-sided triangle of a mesh in 3D, with the far corners of the triangles beside it.
///
/// [`Facet::from_mesh`] makes the facets of a whole mesh, with their neighbours.
///
/// Contacts use the neighbours: see `clearance::contact_manifold`. Contacts and casts use the front: what
/// comes from behind, moves away from the front, or slides along it, does not touch ([`Convex::side`](super::Convex::side)). A ray
/// meets both sides unless `clearance::RayCast::one_sided` is asked for. All other queries treat the shape as
/// a plain [`Triangle`], and so do queries with a half-space.
///
/// A body that leans over a flat edge may be below a triangle that it does not touch. The deepest point on a flat floor
/// is in the contact of one of its facets if the margin is at least the depth; with a smaller margin it may be
/// beyond the last edge that the body touches.
///
/// ```
/// use clearance::d3::{self, Facet, Pose, Sphere, Vec3};
/// let [a, b, c, d] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
/// // One half of a square. The other half is beyond the last edge, from c to a.
/// let half = Facet::new([a, b, c])?.with_neighbours([None, None, Some(d)])?;
///
/// let ball = Sphere::new(0.5)?;
/// let contact = |x, y, z| {
///     let pose = Pose::at(Vec3::new(x, y, z)).unwrap();
///     d3::contact_manifold(&half, &Pose::IDENTITY, &ball, &pose, 0.0)
/// };
/// assert_eq!(contact(0.6, 0.4, 0.49).unwrap().normal, Vec3::Z);
/// assert!(contact(0.4, 0.6, 0.3).is_none()); // a contact of the other half
/// assert!(contact(0.6, 0.4, -0.1).is_none()); // behind the front
/// # Ok::<(), clearance::Error>(())
/// ```
pub type Facet<V> = OneSided<Triangle<V>, 3>;

impl<V: Vector> Facet<V> {
    /// A triangle with these corners in the local frame, counterclockwise seen from the front, without
    /// neighbours.
    ///
    /// # Errors
    /// NaN and infinities; collinear corners, which define no front; vectors of 2D.
    pub fn new(corners: [V; 3]) -> Result<Self, Error> {
        if V::DIM != 3 {
            return Err(Error::WrongDimension { what: "facet", dim: V::DIM });
        }
        let triangle = Triangle::new(corners[0], corners[1], corners[2])?;
        let front = hull::area(corners.iter().map(|p| space(p.widen()))).unit_along();
        Self::facing(triangle, front.map(from_space), "front of the facet")
    }
    /// The corners in the local frame.
    pub fn corners(&self) -> [V; 3] {
        self.sheet.corners()
    }
    /// The triangle.
    pub fn triangle(&self) -> &Triangle<V> {
        &self.sheet
    }
}

impl<V: Vector> Sheet for Triangle<V> {
    const KIND: u64 = kind::FACET;
    fn points(&self) -> &[V] {
        &self.corners
    }
    fn allowed<const N: usize>(of: &OneSided<Self, N>, normal: Wide<Self>) -> Wide<Self> {
        let corners = [0, 1, 2].map(|i| of.corner(i));
        allowed_normal(&corners, of.front, |i| of.beyond[i].map(Vector::widen), normal)
    }
}

/// The normal of a contact that a triangle and its neighbours allow: see `one_sided`. `front` and `normal` have
/// length 1. `beyond` returns the far corner of the neighbour at an edge; it is asked only about edges that matter.
#[doc(hidden)]
pub fn allowed_normal<W: DVector>(
    corners: &[W; 3],
    front: W,
    beyond: impl Fn(usize) -> Option<W>,
    normal: W,
) -> W {
    let is_level = |rise: f64, edge: W| rise <= LEVEL * edge.norm();
    let mut edges = edges_below(corners, normal, is_level).peekable();
    if edges.peek().is_none() {
        return not_backwards(normal, front);
    }
    edges.fold(normal, |normal, i| at_edge(corners, front, i, beyond(i), normal))
}

/// Does a neighbour rise above the plane across a normal of any length, at the part of the triangle that is farthest along
/// it? Then [`allowed_normal`] is another one. This needs no front, no root and no quotient.
#[doc(hidden)]
pub fn is_hidden<W: DVector>(
    corners: &[W; 3],
    beyond: impl Fn(usize) -> Option<W>,
    normal: W,
) -> bool {
    let least = LEVEL * LEVEL * normal.dot(normal);
    let is_level = |rise: f64, edge: W| rise * rise <= least * edge.dot(edge);
    edges_below(corners, normal, is_level).any(|i| {
        beyond(i).is_some_and(|far| {
            let (along, way) = (corners[(i + 1) % 3] - corners[i], far - corners[i]);
            let from_edge = way * along.dot(along) - along * along.dot(way);
            let rise = normal.dot(from_edge);
            rise > 0.0 && rise * rise > least * from_edge.dot(from_edge)
        })
    })
}

/// The edges to check for a normal: those at the part of the triangle that is farthest along it. One if this is an
/// edge, two if it is a corner, none if it is the whole triangle. An edge is level if it falls by little: `is_level` gets
/// by how much, and the edge.
fn edges_below<W: DVector>(
    corners: &[W; 3],
    normal: W,
    is_level: impl Fn(f64, W) -> bool,
) -> impl Iterator<Item = usize> {
    let height = [normal.dot(corners[0]), normal.dot(corners[1]), normal.dot(corners[2])];
    let top = (1..3).fold(0, |m, i| if height[i] > height[m] { i } else { m });
    let (after, before) = ((top + 1) % 3, (top + 2) % 3);
    let is_level = |i: usize| is_level(height[top] - height[i], corners[i] - corners[top]);
    let edges = match [is_level(after), is_level(before)] {
        [true, true] => [None, None],
        [true, false] => [Some(top), None],
        [false, true] => [Some(before), None],
        [false, false] => [Some(top), Some(before)],
    };
    edges.into_iter().flatten()
}

/// The contact normal at edge `i`, beyond which the neighbour has this far corner: see [`at_joint`].
fn at_edge<W: DVector>(corners: &[W; 3], front: W, i: usize, beyond: Option<W>, normal: W) -> W {
    let start = corners[i];
    let along = (corners[(i + 1) % 3] - start).unit_along();
    let from_edge = |p: W| {
        let way = p - start;
        along.and_then(|e| (way - e * e.dot(way)).unit_along())
    };
    let own = || from_edge(corners[(i + 2) % 3]).unwrap_or(W::ZERO);
    at_joint(normal, front, own, beyond.and_then(from_edge))
}
