//! A query: two shapes, where they stand, and how to answer.

use crate::answer::{Algorithm, Certificate, Clearance, ClosestPoints, Penetration};
use crate::shape::Geometry;
use crate::space::{Motion, Pose, Vector};
use crate::trace::Trace;

/// What a query remembers for the next one on the same pair: a warm start. A plain value; one
/// that belongs to another pair costs a few steps and harms nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cache;

/// The memory of the expanding polytope, which can be used again: queries that share one
/// allocate nothing once it has grown.
#[derive(Clone, Debug, Default)]
pub struct Scratch;

/// A question about two shapes, to be asked with options.
///
/// ```ignore
/// let mut cache = Cache::default();
/// let answer = Query::new(&a, &pose_a, &b, &pose_b).cache(&mut cache).clearance();
/// ```
pub struct Query<'q, A: Geometry, B, T = ()> {
    a: &'q A,
    b: &'q B,
    b_in_a: Motion<<A::V as Vector>::Wide>,
    trace: T,
}

impl<'q, A: Geometry, B: Geometry<V = A::V>> Query<'q, A, B> {
    /// A query on world poses; the answer is in world coordinates.
    pub fn new(a: &'q A, pose_a: &Pose<A::V>, b: &'q B, pose_b: &Pose<A::V>) -> Self {
        todo!()
    }
    /// A query on the pose of B in the frame of A; the answer is in A's frame.
    pub fn relative(a: &'q A, b: &'q B, b_in_a: &Pose<A::V>) -> Self {
        Self::new(a, &Pose::IDENTITY, b, b_in_a)
    }
}

impl<'q, A: Geometry, B: Geometry<V = A::V>, T: Trace<<A::V as Vector>::Wide>> Query<'q, A, B, T> {
    /// Uses that algorithm and no other, even where it gives less than a full answer:
    /// see [`Algorithm`].
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        todo!()
    }
    /// Starts from what the cache remembers, and leaves there what the next query needs.
    pub fn cache(self, cache: &'q mut Cache) -> Self {
        todo!()
    }
    /// Uses that memory for the expanding polytope.
    pub fn scratch(self, scratch: &'q mut Scratch) -> Self {
        todo!()
    }
    /// Shows each step to `trace`.
    pub fn trace<U: Trace<<A::V as Vector>::Wide>>(self, trace: U) -> Query<'q, A, B, U> {
        todo!()
    }
    /// See [`super::intersects`].
    pub fn intersects(self) -> bool {
        todo!()
    }
    /// See [`super::within`].
    pub fn within(self, distance: <A::V as Vector>::Scalar) -> bool {
        todo!()
    }
    /// See [`super::distance`].
    pub fn distance(self) -> <A::V as Vector>::Scalar {
        todo!()
    }
    /// See [`super::closest_points`].
    pub fn closest_points(self) -> Option<ClosestPoints<A::V>> {
        todo!()
    }
    /// See [`super::penetration`].
    pub fn penetration(self) -> Option<Penetration<A::V>> {
        todo!()
    }
    /// See [`super::clearance`].
    pub fn clearance(self) -> Clearance<A::V> {
        todo!()
    }
    /// See [`super::certificate`].
    pub fn certificate(self) -> Certificate<A::V> {
        todo!()
    }
}
