//! One-sided shapes: a triangle or a segment with a front, which stores the far corners of its neighbours.
//!
//! [`Facet`](super::Facet) is made of a triangle and [`ChainSegment`](super::ChainSegment) of a segment. They
//! differ in where they join their neighbours: a triangle along its three edges, a segment at its two ends.
//!
//! When a body slides over a flat mesh, it may touch a triangle first at an edge. For the triangle alone
//! the shortest way out is then sideways, and the body is stopped by an edge inside the flat surface. So
//! the normals allowed at a joint depend on both shapes there:
//!
//! ```text
//!      ridge   \ | | /          flat   |            valley   .    .
//!               \|_|/                  |                      '. |
//!      ........./   \.....     ________|_______                 '|.
//!              /     \                                      _____| '._
//!      any between the two     the normal of both           only its own, on either side
//! ```
//!
//! At a ridge, a normal beyond the neighbour's is replaced by the neighbour's. At a flat joint and in a
//! valley, the normal is replaced by the shape's own. At an open joint all normals are allowed except
//! those that point to the back. A body whose center is behind the plane has no contact (`side`).
//! The separations are those along the normal of the contact, which may be deeper than the shortest way out.
//!
//! *Source.* In Box2D, segments of a chain (`b2ChainSegment`) store the neighbours' corners. Jolt marks
//! edges as active or inactive. Bullet moves normals into the range that an edge allows
//! (`btInternalEdgeUtility`).

use super::{Convex, Face, Identity, Side, Vertex, View, Wide};
use crate::Error;
use crate::number::Scalar;
use crate::space::{DVector, Vector, finite};

/// A shape without thickness that a one-sided shape can be made of: a triangle in 3D, a segment in 2D.
#[doc(hidden)]
pub trait Sheet: Convex {
    /// The kind of the one-sided shape, for its identity.
    const KIND: u64;
    /// The corners, in order.
    fn points(&self) -> &[Self::V];
    /// The normal of a contact that is allowed by the shape and its neighbours. `normal` has length 1.
    fn allowed<const N: usize>(of: &OneSided<Self, N>, normal: Wide<Self>) -> Wide<Self>
    where
        Self: Sized;
}

/// A one-sided shape with `N` neighbours: see [`Facet`](super::Facet) and
/// [`ChainSegment`](super::ChainSegment).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneSided<S: Convex, const N: usize> {
    pub(super) sheet: S,
    /// The unit normal of the front.
    pub(super) front: Wide<S>,
    depth: <S::V as Vector>::Scalar,
    pub(super) beyond: [Option<S::V>; N],
}

/// The sine of about a sixteenth of a degree. Up to this angle a joint counts as flat and a line as level.
pub(super) const LEVEL: f64 = 1.0 / 1024.0;

impl<S: Sheet, const N: usize> OneSided<S, N> {
    /// Without neighbours. `what` names the front in the error if there is none.
    pub(super) fn facing(
        sheet: S,
        front: Option<Wide<S>>,
        what: &'static str,
    ) -> Result<Self, Error> {
        let front = front.ok_or(Error::ZeroVector { what })?;
        Ok(Self { sheet, front, depth: Scalar::INFINITY, beyond: [None; N] })
    }
    /// The same shape with neighbours. `beyond[i]` is the far corner of the triangle beyond edge `i`,
    /// which leads from corner `i` to the next, or the far end of the segment that shares end `i`. It is
    /// `None` if there is no neighbour or it should be ignored.
    ///
    /// # Errors
    /// NaN, infinities, and coordinates past [`Scalar::LARGEST`](crate::number::Scalar::LARGEST).
    pub fn with_neighbours(self, beyond: [Option<S::V>; N]) -> Result<Self, Error> {
        for (i, corner) in beyond.iter().enumerate() {
            if let Some(corner) = corner {
                finite("neighbours", Some(i), *corner)?;
            }
        }
        Ok(Self { beyond, ..self })
    }
    /// The same shape, touched only by what is less than `depth` behind it. Without a depth, what has its center
    /// in front is pushed out however deep it is. With one, a body that comes through from behind touches only
    /// when it is nearly through, as with a platform that one can jump through. Choose about the
    /// longest way of a body in one step.
    ///
    /// ```
    /// use clearance::d2::{self, Cast, ChainSegment, Cuboid, Pose, Sweep, Vec2};
    /// // A platform that one can jump through: the front is above.
    /// let platform = ChainSegment::new([Vec2::X, -Vec2::X])?.with_depth(0.1)?;
    ///
    /// let (body, ground) = (Cuboid::new(Vec2::new(0.2, 0.5))?, Pose::IDENTITY);
    /// let at = |y: f32| Pose::at(Vec2::new(0.0, y)).unwrap();
    /// let touches = |y| d2::contact_manifold(&platform, &ground, &body, &at(y), 0.0).is_some();
    /// assert_eq!([-0.2, 0.1, 0.45, 0.6].map(touches), [false, false, true, false]);
    /// let hits = |y, speed| -> Result<bool, clearance::Error> {
    ///     let moving = Sweep::linear(&at(y), Vec2::new(0.0, speed))?;
    ///     Ok(Cast::new(&platform, &Sweep::at_rest(&ground), &body, &moving, 1.0)?.impact().hit())
    /// };
    /// assert!(!hits(-2.0, 5.0)? && hits(2.0, -5.0)?); // it jumps through, and lands
    /// # Ok::<(), clearance::Error>(())
    /// ```
    ///
    /// # Errors
    /// NaN, infinities, negative depths and depths past
    /// [`Scalar::LARGEST`](crate::number::Scalar::LARGEST).
    pub fn with_depth(self, depth: <S::V as Vector>::Scalar) -> Result<Self, Error> {
        Ok(Self { depth: Error::not_negative("depth", depth)?, ..self })
    }
    /// How far behind its plane the lowest point of another shape may be in a contact. Infinite
    /// unless it was set.
    pub fn depth(&self) -> <S::V as Vector>::Scalar {
        self.depth
    }
    /// For each edge of a triangle, or end of a segment, the far corner of the neighbour there.
    pub fn neighbours(&self) -> [Option<S::V>; N] {
        self.beyond
    }
    /// The unit normal of the front.
    pub fn front(&self) -> S::V {
        S::V::narrow(self.front)
    }

    fn plane(&self) -> Side<Wide<S>> {
        Side { point: self.corner(0), front: self.front, depth: self.depth.to_f64() }
    }

    /// A corner, counted around.
    pub(super) fn corner(&self, i: usize) -> Wide<S> {
        self.sheet.points()[i % N].widen()
    }
}

/// The normal itself, or that of the front if it points to the back.
pub(super) fn not_backwards<W: DVector>(normal: W, front: W) -> W {
    if normal.dot(front) > 0.0 { normal } else { front }
}

/// The contact normal at a joint: an edge of a triangle or an end of a chain segment. `own` and `beyond`
/// are unit vectors perpendicular to the joint, into this triangle or segment and into its neighbour.
pub(super) fn at_joint<W: DVector>(
    normal: W,
    front: W,
    own: impl FnOnce() -> W,
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
        let own = own();
        // The neighbour's normal, on the side away from this triangle.
        (beyond * own.dot(beyond) - own).unit_along().unwrap_or(front)
    }
}

impl<S: Sheet, const N: usize> Convex for OneSided<S, N> {
    type V = S::V;
    fn support(&self, direction: S::V) -> S::V {
        self.sheet.support(direction)
    }
    fn support_vertex(&self, direction: S::V, hint: u32) -> Vertex<S::V> {
        self.sheet.support_vertex(direction, hint)
    }
    fn support_wide(&self, direction: Wide<S>, hint: u32) -> Vertex<Wide<S>> {
        self.sheet.support_wide(direction, hint)
    }
    fn support_error(&self) -> f64 {
        self.sheet.support_error()
    }
    fn center(&self) -> S::V {
        self.sheet.center()
    }
    fn vertex(&self, id: u32) -> Option<S::V> {
        self.sheet.vertex(id)
    }
    fn reach(&self) -> f64 {
        self.sheet.reach()
    }
    fn face(&self, direction: Wide<S>, face: &mut Face<Wide<S>>) {
        self.sheet.face(direction, face)
    }
    fn contact_normal(&self, normal: Wide<S>, other: Wide<S>) -> Option<Wide<S>> {
        if self.plane().height(other) <= 0.0 {
            return None;
        }
        Some(S::allowed(self, normal))
    }
    fn side(&self) -> Option<Side<Wide<S>>> {
        Some(self.plane())
    }
    fn identity(&self) -> Option<u64> {
        let known = Identity::of(S::KIND).points(self.sheet.points()).scalar(self.depth);
        let all = self.beyond.iter().fold(known, |known, beyond| match beyond {
            Some(corner) => known.and(1).vector(*corner),
            None => known.and(0),
        });
        Some(all.number())
    }
    fn view(&self) -> View<'_, S::V> {
        self.sheet.view()
    }
}
