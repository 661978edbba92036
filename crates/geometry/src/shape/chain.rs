//! One segment of a chain in 2D: it has a front, and stores the neighbouring segments' far ends.
//!
//! ```text
//!                front
//!        0 ----------------- 1        A chain that goes around counterclockwise has its front
//!      .                       .      outside: on the right of the way from end 0 to end 1.
//!    x0                         x1    Beyond end i is the segment from it to x_i.
//! ```
//!
//! It is the 2D counterpart of [`super::Facet`], whose module describes the purpose and what becomes of
//! a normal at a ridge, on a flat joint and in a valley.
//!
//! *Source.* `b2ChainSegment` of Box2D.

use super::facet::{LEVEL, at_joint};

use super::{Convex, Face, Identity, Segment, Side, Vertex, View, Wide, kind};
use crate::Error;
use crate::number::Scalar;
use crate::space::{Vector, finite};

/// A one-sided segment of a chain in 2D, with the far ends of the segments beside it. Its front is
/// on the right when going from the first end to the second.
///
/// [`ChainSegment::chain`] makes the segments of a whole chain, with their neighbours.
///
/// Contacts use the neighbours: see `clearance::contact_manifold`. Contacts and casts use the front: what
/// comes from behind, moves away from the front, or slides along it, does not touch ([`Convex::side`]). A ray
/// meets both sides unless `clearance::RayCast::one_sided` is asked for. All other queries treat the shape as
/// a plain [`Segment`], and so do queries with a half-plane.
///
/// ```
/// use clearance::d2::{self, ChainSegment, Circle, Pose, Vec2};
/// // A floor goes from right to left, so that its front is above.
/// let [right, left, beyond] = [1.0, 0.0, -1.0].map(|x| Vec2::new(x, 0.0));
/// let link = ChainSegment::new([right, left])?.with_neighbours([None, Some(beyond)])?;
///
/// let ball = Circle::new(0.5)?;
/// let contact = |x, y| {
///     let pose = Pose::at(Vec2::new(x, y)).unwrap();
///     d2::contact_manifold(&link, &Pose::IDENTITY, &ball, &pose, 0.0)
/// };
/// assert_eq!(contact(0.3, 0.49).unwrap().normal, Vec2::Y);
/// assert!(contact(-0.1, 0.45).is_none()); // the other segment's contact
/// assert!(contact(0.3, -0.1).is_none()); // behind the front
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainSegment<V: Vector> {
    segment: Segment<V>,
    /// The unit normal of the front.
    front: V::Wide,
    depth: V::Scalar,
    beyond: [Option<V>; 2],
}

impl<V: Vector> ChainSegment<V> {
    /// A segment between two points in the local frame, without neighbours. The front is on the right when
    /// going from the first end to the second.
    ///
    /// # Errors
    /// NaN and infinities; two equal ends, which define no front; vectors of 3D, where a segment has no
    /// sides.
    pub fn new(ends: [V; 2]) -> Result<Self, Error> {
        if V::DIM != 2 {
            return Err(Error::WrongDimension { what: "chain segment", dim: V::DIM });
        }
        let segment = Segment::new(ends[0], ends[1])?;
        let along = (ends[1].widen() - ends[0].widen()).unit_along();
        let along = along.ok_or(Error::ZeroVector { what: "front of the chain segment" })?;
        let front = <V::Wide as Vector>::from_fn(|i| [along.get(1), -along.get(0)][i]);
        Ok(Self { segment, front, depth: Scalar::INFINITY, beyond: [None; 2] })
    }
    /// The same segment with neighbours. `beyond[i]` is the far end of the segment that shares end `i`, or
    /// `None` if there is no neighbour or it should be ignored.
    ///
    /// # Errors
    /// NaN, infinities, and coordinates past [`Scalar::LARGEST`](crate::number::Scalar::LARGEST).
    pub fn with_neighbours(self, beyond: [Option<V>; 2]) -> Result<Self, Error> {
        for (i, end) in beyond.iter().enumerate() {
            if let Some(end) = end {
                finite("neighbours", Some(i), *end)?;
            }
        }
        Ok(Self { beyond, ..self })
    }
    /// The same segment, touched only by what is less than `depth` behind it. Without a depth, what has its center
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
    pub fn with_depth(self, depth: V::Scalar) -> Result<Self, Error> {
        Ok(Self { depth: Error::not_negative("depth", depth)?, ..self })
    }
    /// How far behind the plane of the segment the lowest point of another shape may be in a contact. Infinite
    /// unless it was set.
    pub fn depth(&self) -> V::Scalar {
        self.depth
    }
    /// Both ends, in the local frame.
    pub fn ends(&self) -> [V; 2] {
        self.segment.ends()
    }
    /// The segment.
    pub fn segment(&self) -> &Segment<V> {
        &self.segment
    }
    /// For each end, the far end of the neighbour there.
    pub fn neighbours(&self) -> [Option<V>; 2] {
        self.beyond
    }
    /// The unit normal of the front.
    pub fn front(&self) -> V {
        V::narrow(self.front)
    }

    fn plane(&self) -> Side<V::Wide> {
        Side { point: self.end(0), front: self.front, depth: self.depth.to_f64() }
    }

    fn end(&self, i: usize) -> V::Wide {
        self.segment.ends()[i].widen()
    }
}

impl<V: Vector> Convex for ChainSegment<V> {
    type V = V;
    fn support(&self, direction: V) -> V {
        self.segment.support(direction)
    }
    fn support_vertex(&self, direction: V, hint: u32) -> Vertex<V> {
        self.segment.support_vertex(direction, hint)
    }
    fn support_wide(&self, direction: Wide<Self>, hint: u32) -> Vertex<Wide<Self>> {
        self.segment.support_wide(direction, hint)
    }
    fn support_error(&self) -> f64 {
        self.segment.support_error()
    }
    fn center(&self) -> V {
        self.segment.center()
    }
    fn vertex(&self, id: u32) -> Option<V> {
        self.segment.vertex(id)
    }
    fn reach(&self) -> f64 {
        self.segment.reach()
    }
    fn face(&self, direction: Wide<Self>, face: &mut Face<Wide<Self>>) {
        self.segment.face(direction, face)
    }
    fn contact_normal(&self, normal: Wide<Self>, other: Wide<Self>) -> Option<Wide<Self>> {
        if self.plane().height(other) <= 0.0 {
            return None;
        }
        let way = self.end(1) - self.end(0);
        let rise = normal.dot(way);
        if rise.abs() <= LEVEL * way.norm() {
            return Some(if normal.dot(self.front) > 0.0 { normal } else { self.front });
        }
        let top = usize::from(rise > 0.0);
        let from_top = |p: V::Wide| (p - self.end(top)).unit_along();
        let own = from_top(self.end(1 - top)).unwrap_or(V::Wide::ZERO);
        let beyond = self.beyond[top].and_then(|p| from_top(p.widen()));
        Some(at_joint(normal, self.front, own, beyond))
    }
    fn side(&self) -> Option<Side<Wide<Self>>> {
        Some(self.plane())
    }
    fn identity(&self) -> Option<u64> {
        let known = Identity::of(kind::CHAIN_SEGMENT).points(&self.segment.ends()[..]);
        let known = known.scalar(self.depth);
        let all = self.beyond.iter().fold(known, |known, beyond| match beyond {
            Some(end) => known.and(1).vector(*end),
            None => known.and(0),
        });
        Some(all.number())
    }
    fn view(&self) -> View<'_, V> {
        self.segment.view()
    }
}
