//! One segment of a chain in 2D: it has a front, and stores the neighbouring segments' far ends.
//!
//! ```text
//!                front
//!        0 ----------------- 1        A chain that goes around counterclockwise has its front
//!      .                       .      outside: on the right of the way from end 0 to end 1.
//!    x0                         x1    Beyond end i is the segment from it to x_i.
//! ```
//!
//! It is the 2D counterpart of [`super::Facet`]. `one_sided` describes the purpose and what becomes of a
//! normal at a ridge, on a flat joint and in a valley.
//!
//! *Source.* `b2ChainSegment` of Box2D.

use super::one_sided::{LEVEL, OneSided, Sheet, at_joint, not_backwards};
use super::{Segment, Wide, kind};
use crate::Error;
use crate::space::Vector;

/// A one-sided segment of a chain in 2D, with the far ends of the segments beside it. Its front is
/// on the right when going from the first end to the second.
///
/// [`ChainSegment::chain`] makes the segments of a whole chain, with their neighbours.
///
/// Contacts use the neighbours: see `clearance::contact_manifold`. Contacts and casts use the front: what
/// comes from behind, moves away from the front, or slides along it, does not touch ([`Convex::side`](super::Convex::side)). A ray
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
pub type ChainSegment<V> = OneSided<Segment<V>, 2>;

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
        let along = (ends[1].widen() - ends[0].widen()).unit_along();
        let front = along.map(|e| <V::Wide as Vector>::from_fn(|i| [e.get(1), -e.get(0)][i]));
        Self::facing(Segment::new(ends[0], ends[1])?, front, "front of the chain segment")
    }
    /// Both ends, in the local frame.
    pub fn ends(&self) -> [V; 2] {
        self.sheet.ends()
    }
    /// The segment.
    pub fn segment(&self) -> &Segment<V> {
        &self.sheet
    }
}

impl<V: Vector> Sheet for Segment<V> {
    const KIND: u64 = kind::CHAIN_SEGMENT;
    fn points(&self) -> &[V] {
        &self.ends
    }
    fn allowed<const N: usize>(of: &OneSided<Self, N>, normal: Wide<Self>) -> Wide<Self> {
        let way = of.corner(1) - of.corner(0);
        let rise = normal.dot(way);
        if rise.abs() <= LEVEL * way.norm() {
            return not_backwards(normal, of.front);
        }
        let top = usize::from(rise > 0.0);
        let from_top = |p: V::Wide| (p - of.corner(top)).unit_along();
        let own = || from_top(of.corner(1 - top)).unwrap_or(V::Wide::ZERO);
        let beyond = of.beyond[top].and_then(|p| from_top(p.widen()));
        at_joint(normal, of.front, own, beyond)
    }
}
