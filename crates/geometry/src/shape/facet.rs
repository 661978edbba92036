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
//! When a body slides over a flat mesh, it may touch a triangle first at an edge. For the triangle alone
//! the shortest way out is then sideways, and the body is stopped by an edge inside the flat surface. So
//! the normals allowed at an edge depend on both triangles there:
//!
//! ```text
//!      ridge   \ | | /          flat   |            valley   .    .
//!               \|_|/                  |                      '. |
//!      ........./   \.....     ________|_______                 '|.
//!              /     \                                      _____| '._
//!      any between the two     the normal of both           only its own, on either side
//! ```
//!
//! At a ridge, a normal beyond the neighbour's is replaced by the neighbour's. At a flat edge and in a
//! valley, the normal is replaced by the triangle's own. At an open edge all normals are allowed except
//! those that point to the back. A body whose center is behind the triangle's plane has no contact (`side`).
//! The separations are those along the normal of the contact, which may be deeper than the shortest way out.
//!
//! *Source.* In Box2D, segments of a chain (`b2ChainSegment`) store the neighbours' corners. Jolt marks
//! edges as active or inactive. Bullet moves normals into the range that an edge allows
//! (`btInternalEdgeUtility`).

use super::{Convex, Face, Identity, Side, Triangle, Vertex, View, Wide, kind};
use crate::Error;
use crate::hull;
use crate::number::Scalar;
use crate::space::{Vector, finite, from_space, space};

/// A one-sided triangle of a mesh in 3D, with the far corners of the triangles beside it.
///
/// [`Facet::from_mesh`] makes the facets of a whole mesh, with their neighbours.
///
/// Contacts use the neighbours: see `clearance::contact_manifold`. Contacts and casts use the front: what
/// comes from behind, moves away from the front, or slides along it, does not touch ([`Convex::side`]). A ray
/// meets both sides unless `clearance::RayCast::one_sided` is asked for. All other queries treat the shape as
/// a plain [`Triangle`], and so do queries with a half-space.
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facet<V: Vector> {
    triangle: Triangle<V>,
    /// The unit normal of the front.
    front: V::Wide,
    depth: V::Scalar,
    beyond: [Option<V>; 3],
}

/// The sine of about a sixteenth of a degree. Up to this angle an edge counts as flat and a line as level.
pub(super) const LEVEL: f64 = 1.0 / 1024.0;

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
        let front = hull::area(corners.iter().map(|p| space(p.widen())));
        let front = front.unit_along().ok_or(Error::ZeroVector { what: "front of the facet" })?;
        let (front, depth) = (from_space(front), Scalar::INFINITY);
        Ok(Self { triangle, front, depth, beyond: [None; 3] })
    }
    /// The same triangle with neighbours. `beyond[i]` is the far corner of the triangle beyond edge `i`,
    /// which leads from corner `i` to the next, or `None` if there is none or it should be ignored.
    ///
    /// # Errors
    /// NaN, infinities, and coordinates past [`Scalar::LARGEST`](crate::number::Scalar::LARGEST).
    pub fn with_neighbours(self, beyond: [Option<V>; 3]) -> Result<Self, Error> {
        for (i, corner) in beyond.iter().enumerate() {
            if let Some(corner) = corner {
                finite("neighbours", Some(i), *corner)?;
            }
        }
        Ok(Self { beyond, ..self })
    }
    /// The same triangle, touched only by what is less than `depth` behind it. Without a depth, what has its center
    /// in front is pushed out however deep it is. With one, a body that comes through from behind touches only
    /// when it is nearly through, as with a platform that one can jump through. Choose about the
    /// longest way of a body in one step.
    ///
    /// # Errors
    /// NaN, infinities, negative depths and depths past
    /// [`Scalar::LARGEST`](crate::number::Scalar::LARGEST).
    pub fn with_depth(self, depth: V::Scalar) -> Result<Self, Error> {
        Ok(Self { depth: Error::not_negative("depth", depth)?, ..self })
    }
    /// How far behind the plane of the triangle the lowest point of another shape may be in a contact. Infinite
    /// unless it was set.
    pub fn depth(&self) -> V::Scalar {
        self.depth
    }
    /// The corners in the local frame.
    pub fn corners(&self) -> [V; 3] {
        self.triangle.corners()
    }
    /// The triangle.
    pub fn triangle(&self) -> &Triangle<V> {
        &self.triangle
    }
    /// For each edge, the corner of the neighbour that is not on the edge.
    pub fn neighbours(&self) -> [Option<V>; 3] {
        self.beyond
    }
    /// The unit normal of the front.
    pub fn front(&self) -> V {
        V::narrow(self.front)
    }

    fn plane(&self) -> Side<V::Wide> {
        Side { point: self.corner(0), front: self.front, depth: self.depth.to_f64() }
    }

    fn corner(&self, i: usize) -> V::Wide {
        self.triangle.corners()[i % 3].widen()
    }

    /// The edges to check for `normal`, which has length 1: those at the part of the triangle that is
    /// farthest along it. One if this is an edge, two if it is a corner, none if it is the whole triangle.
    fn edges_below(&self, normal: V::Wide) -> impl Iterator<Item = usize> + use<V> {
        let height = [0, 1, 2].map(|i| normal.dot(self.corner(i)));
        let top = (1..3).fold(0, |m, i| if height[i] > height[m] { i } else { m });
        let (after, before) = ((top + 1) % 3, (top + 2) % 3);
        let is_level = |i: usize| {
            height[top] - height[i] <= LEVEL * (self.corner(i) - self.corner(top)).norm()
        };
        let edges = match [is_level(after), is_level(before)] {
            [true, true] => [None, None],
            [true, false] => [Some(top), None],
            [false, true] => [Some(before), None],
            [false, false] => [Some(top), Some(before)],
        };
        edges.into_iter().flatten()
    }

    /// The contact normal at edge `i`: see [`at_joint`].
    fn at_edge(&self, i: usize, normal: V::Wide) -> V::Wide {
        let along = (self.corner(i + 1) - self.corner(i)).unit_along();
        let from_edge = |p: V::Wide| {
            let way = p - self.corner(i);
            along.and_then(|e| (way - e * e.dot(way)).unit_along())
        };
        let own = from_edge(self.corner(i + 2)).unwrap_or(V::Wide::ZERO);
        let beyond = self.beyond[i].and_then(|p| from_edge(p.widen()));
        at_joint(normal, self.front, own, beyond)
    }
}

/// The contact normal at a joint: an edge of a triangle or an end of a chain segment. `own` and `beyond`
/// are unit vectors perpendicular to the joint, into this triangle or segment and into its neighbour.
pub(super) fn at_joint<W: Vector<Scalar = f64>>(
    normal: W,
    front: W,
    own: W,
    beyond: Option<W>,
) -> W {
    let Some(beyond) = beyond else {
        return if normal.dot(front) >= 0.0 { normal } else { front };
    };
    if front.dot(beyond) >= -LEVEL {
        front
    } else if normal.dot(beyond) <= LEVEL {
        normal
    } else {
        // The neighbour's normal, on the side away from this triangle.
        (beyond * own.dot(beyond) - own).unit_along().unwrap_or(front)
    }
}

impl<V: Vector> Convex for Facet<V> {
    type V = V;
    fn support(&self, direction: V) -> V {
        self.triangle.support(direction)
    }
    fn support_vertex(&self, direction: V, hint: u32) -> Vertex<V> {
        self.triangle.support_vertex(direction, hint)
    }
    fn support_wide(&self, direction: Wide<Self>, hint: u32) -> Vertex<Wide<Self>> {
        self.triangle.support_wide(direction, hint)
    }
    fn support_error(&self) -> f64 {
        self.triangle.support_error()
    }
    fn center(&self) -> V {
        self.triangle.center()
    }
    fn vertex(&self, id: u32) -> Option<V> {
        self.triangle.vertex(id)
    }
    fn reach(&self) -> f64 {
        self.triangle.reach()
    }
    fn face(&self, direction: Wide<Self>, face: &mut Face<Wide<Self>>) {
        self.triangle.face(direction, face)
    }
    fn contact_normal(&self, normal: Wide<Self>, other: Wide<Self>) -> Option<Wide<Self>> {
        if self.plane().height(other) <= 0.0 {
            return None;
        }
        let mut edges = self.edges_below(normal).peekable();
        if edges.peek().is_none() {
            return Some(if normal.dot(self.front) > 0.0 { normal } else { self.front });
        }
        Some(edges.fold(normal, |normal, i| self.at_edge(i, normal)))
    }
    fn side(&self) -> Option<Side<Wide<Self>>> {
        Some(self.plane())
    }
    fn identity(&self) -> Option<u64> {
        let known = Identity::of(kind::FACET).points(&self.triangle.corners()).scalar(self.depth);
        let all = self.beyond.iter().fold(known, |known, beyond| match beyond {
            Some(corner) => known.and(1).vector(*corner),
            None => known.and(0),
        });
        Some(all.number())
    }
    fn view(&self) -> View<'_, V> {
        self.triangle.view()
    }
}
