//! A triangle of a mesh: it has a front, and knows what is beyond its edges.
//!
//! ```text
//!               2                     Edge i leads from corner i to the next. What is beyond it
//!      x2 . . / | \ . . x1            is the triangle of its two corners and of one more, x_i.
//!         .  /  |  \  .
//!          ./ front \.                The corners go around counterclockwise where the front
//!          0---------1                is turned to you.
//!           .       .
//!             . x0.
//! ```
//!
//! A body that slides over a flat mesh touches a triangle first where it has an edge, and of the
//! triangle alone the shortest way out is sideways: the body is stopped by an edge that is none.
//! What normals a contact at an edge may have depends on both triangles there:
//!
//! ```text
//!      ridge   \ | | /          flat   |            valley   .    .
//!               \|_|/                  |                      '. |
//!      ........./   \.....     ________|_______                 '|.
//!              /     \                                      _____| '._
//!      any between the two     that of both                 its own, on either
//! ```
//!
//! At a ridge a normal beyond that of the neighbour becomes the neighbour's; at a flat edge and
//! in a valley it becomes the triangle's own. At an open edge all normals but those to the back
//! are possible. Whoever has the middle behind the plane is not met at all.
//!
//! *Source.* The ends of a chain of segments in Box2D (`b2ChainSegment`) have the neighbours'
//! corners, Jolt knows edges that are active, Bullet moves normals into the range that an edge
//! has (`btInternalEdgeUtility`).

use super::{Convex, Face, Identity, Triangle, Vertex, View, Wide, kind};
use crate::Error;
use crate::hull;
use crate::space::{Vector, finite, from_space, space};

/// A triangle in space that is met from its front only, with the triangles beside it.
///
/// [`Facet::from_mesh`] makes the facets of a whole mesh, with their neighbours.
///
/// It is no more than that to contacts: see `clearance::contact_manifold`. All other questions see
/// the plain triangle.
///
/// ```
/// use clearance::d3::{self, Facet, Pose, Sphere, Vec3};
/// let [a, b, c, d] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
/// // Half of a square: the other half is beyond its last edge, from c to a.
/// let half = Facet::new([a, b, c])?.with_neighbours([None, None, Some(d)])?;
///
/// let ball = Sphere::new(0.5)?;
/// let contact = |x, y, z| {
///     let pose = Pose::at(Vec3::new(x, y, z)).unwrap();
///     d3::contact_manifold(&half, &Pose::IDENTITY, &ball, &pose, 0.0)
/// };
/// assert_eq!(contact(0.6, 0.4, 0.49).unwrap().normal, Vec3::Z);
/// assert!(contact(0.4, 0.6, 0.3).is_none()); // the other half's
/// assert!(contact(0.6, 0.4, -0.1).is_none()); // behind
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facet<V: Vector> {
    triangle: Triangle<V>,
    /// Of length 1.
    front: V::Wide,
    beyond: [Option<V>; 3],
}

/// The sine of the angle, a sixteenth of a degree, up to which an edge is flat, and a line level.
pub(super) const LEVEL: f64 = 1.0 / 1024.0;

impl<V: Vector> Facet<V> {
    /// From its corners in the local frame, counterclockwise as seen from the front. All its edges
    /// are open.
    ///
    /// # Errors
    /// NaN and infinities; corners on a line, which have no front; the plane, where there are no
    /// such triangles.
    pub fn new(corners: [V; 3]) -> Result<Self, Error> {
        if V::DIM != 3 {
            return Err(Error::WrongDimension { what: "facet", dim: V::DIM });
        }
        let triangle = Triangle::new(corners[0], corners[1], corners[2])?;
        let front = hull::area(corners.iter().map(|p| space(p.widen())));
        let front = front.unit_along().ok_or(Error::ZeroVector { what: "front of the facet" })?;
        Ok(Self { triangle, front: from_space(front), beyond: [None; 3] })
    }
    /// The same with neighbours: of the triangle beyond edge `i`, from corner `i` to the next, the
    /// corner that is not on the edge. `None` where there is none, or where it is not to be
    /// considered.
    ///
    /// # Errors
    /// NaN and infinities, lengths past [`Scalar::LARGEST`](crate::number::Scalar::LARGEST).
    pub fn with_neighbours(self, beyond: [Option<V>; 3]) -> Result<Self, Error> {
        for (i, corner) in beyond.iter().enumerate() {
            if let Some(corner) = corner {
                finite("neighbours", Some(i), *corner)?;
            }
        }
        Ok(Self { beyond, ..self })
    }
    /// The corners in the local frame.
    pub fn corners(&self) -> [V; 3] {
        self.triangle.corners()
    }
    /// The triangle.
    pub fn triangle(&self) -> &Triangle<V> {
        &self.triangle
    }
    /// For each edge the neighbour's corner that is not on it.
    pub fn neighbours(&self) -> [Option<V>; 3] {
        self.beyond
    }
    /// The unit normal of the front.
    pub fn front(&self) -> V {
        V::narrow(self.front)
    }

    fn corner(&self, i: usize) -> V::Wide {
        self.triangle.corners()[i % 3].widen()
    }

    /// The edges on which a normal of length 1 stands: none if it is across the triangle, two if
    /// it stands on a corner.
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

    /// A normal, or what becomes of it at an edge.
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

/// What becomes of a normal at a joint, an edge of a triangle or an end of a segment. Unit vectors
/// across it lead to the own side, `own`, and to the neighbour, if there is one.
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
        // Across the neighbour, and away from this side.
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
        if self.front.dot(other - self.corner(0)) <= 0.0 {
            return None;
        }
        let mut edges = self.edges_below(normal).peekable();
        if edges.peek().is_none() {
            return Some(if normal.dot(self.front) > 0.0 { normal } else { self.front });
        }
        Some(edges.fold(normal, |normal, i| self.at_edge(i, normal)))
    }
    fn identity(&self) -> Option<u64> {
        let known = Identity::of(kind::FACET).points(&self.triangle.corners());
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
