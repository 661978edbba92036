//! Segments and capsules. A capsule is a segment with a rounding radius.

use super::{Convex, Face, Identity, Vertex, View, Wide, kind, reach_of, scan, support_by_formula};
use crate::Error;
use crate::number::Scalar;
use crate::space::{Axis, Vector, finite};

/// The segment between two points. The points may be equal.
#[derive(Clone, Copy, Debug)]
pub struct Segment<V: Vector> {
    pub(super) ends: [V; 2],
    /// Stored, because every query uses the reach and the identity.
    reach: f64,
    identity: u64,
}

/// Compares the ends only: the identity differs between 0 and -0, which are equal.
impl<V: Vector> PartialEq for Segment<V> {
    fn eq(&self, other: &Self) -> bool {
        self.ends == other.ends
    }
}

impl<V: Vector> Segment<V> {
    /// The segment from `p1` to `p2`, in the local frame.
    ///
    /// # Errors
    /// NaN, infinities, and coordinates past [`Scalar::LARGEST`](crate::number::Scalar::LARGEST).
    pub fn new(p1: V, p2: V) -> Result<Self, Error> {
        let ends = [finite("segment", Some(0), p1)?, finite("segment", Some(1), p2)?];
        let identity = Identity::of(kind::POINTS).points(&ends).number();
        Ok(Self { ends, reach: reach_of(&ends), identity })
    }
    /// Both ends, in the local frame.
    pub fn ends(&self) -> [V; 2] {
        self.ends
    }
    fn formula<W: Vector<Wide = V::Wide>>(&self, direction: W, _: u32) -> Vertex<W> {
        scan(&self.ends, direction)
    }
}

impl<V: Vector> Convex for Segment<V> {
    type V = V;
    support_by_formula!();
    fn center(&self) -> V {
        (self.ends[0] + self.ends[1]) * V::Scalar::of(0.5)
    }
    fn vertex(&self, id: u32) -> Option<V> {
        self.ends.get(id as usize).copied()
    }
    fn reach(&self) -> f64 {
        self.reach
    }
    fn face(&self, direction: V::Wide, face: &mut Face<V::Wide>) {
        let end = |i: usize| Vertex { point: self.ends[i].widen(), id: i as u32 };
        face.set_edge([end(0), end(1)], 0, direction);
    }
    fn identity(&self) -> Option<u64> {
        Some(self.identity)
    }
    fn view(&self) -> View<'_, V> {
        View::Vertices(&self.ends)
    }
}

/// All points within `radius` of a segment.
#[derive(Clone, Copy, Debug)]
pub struct Capsule<V: Vector> {
    segment: Segment<V>,
    radius: V::Scalar,
    identity: u64,
}

/// Compares segment and radius only, like [`Segment`].
impl<V: Vector> PartialEq for Capsule<V> {
    fn eq(&self, other: &Self) -> bool {
        self.segment == other.segment && self.radius == other.radius
    }
}

impl<V: Vector> Capsule<V> {
    /// The capsule around the segment from `p1` to `p2`, in the local frame.
    ///
    /// # Errors
    /// NaN and infinities, negative radii.
    pub fn new(p1: V, p2: V, radius: V::Scalar) -> Result<Self, Error> {
        let radius = Error::not_negative("radius", radius)?;
        let segment = Segment::new(p1, p2)?;
        let identity = Identity::of(kind::CAPSULE).points(&segment.ends).scalar(radius).number();
        Ok(Self { segment, radius, identity })
    }
    /// The capsule around a segment of length `2 * half_length` on a coordinate axis, centered at the
    /// origin.
    ///
    /// # Errors
    /// NaN and infinities, negative lengths and radii, the z axis in 2D.
    pub fn along(axis: Axis, half_length: V::Scalar, radius: V::Scalar) -> Result<Self, Error> {
        let half = Error::not_negative("half_length", half_length)?;
        let end = V::unit(axis.checked::<V>()?.index()) * half;
        Self::new(-end, end, radius)
    }
    /// The core: the segment that the capsule is around.
    pub fn segment(&self) -> &Segment<V> {
        &self.segment
    }
    /// Both ends of the core, in the local frame.
    pub fn ends(&self) -> [V; 2] {
        self.segment.ends
    }
    /// The radius.
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}

impl<V: Vector> Convex for Capsule<V> {
    type V = V;
    fn support(&self, direction: V) -> V {
        self.segment.support(direction)
    }
    fn support_vertex(&self, direction: V, hint: u32) -> Vertex<V> {
        self.segment.support_vertex(direction, hint)
    }
    fn support_wide(&self, direction: V::Wide, hint: u32) -> Vertex<V::Wide> {
        self.segment.support_wide(direction, hint)
    }
    fn support_error(&self) -> f64 {
        self.segment.support_error()
    }
    fn center(&self) -> V {
        self.segment.center()
    }
    fn radius(&self) -> V::Scalar {
        self.radius
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
    fn wants_normals(&self) -> bool {
        false
    }
    fn identity(&self) -> Option<u64> {
        Some(self.identity)
    }
    fn view(&self) -> View<'_, V> {
        self.segment.view()
    }
}
