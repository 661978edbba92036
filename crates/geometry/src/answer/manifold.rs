//! Contact manifolds: where two shapes touch, as a few points with one normal.
//!
//! ```text
//!         B   \      |n     /          Each point is a place along the normal n: point_a on
//!              o-----+-----o           A's surface, point_b on B's, and the separation leads
//!         -----|-----+-----|----       from one to the other:
//!         A    o           o
//!            point_a                       point_b = point_a + separation * normal
//! ```
//!
//! Negative is overlap, and no point is deeper than the shapes are: the deepest one has the
//! clearance of the pair as its separation. Shapes that touch within rounding have a manifold.
//!
//! There are three exceptions. With a cache, a point that it knows may stand for one that is a
//! little deeper, and points of bodies at rest are those of the last look, moved with the bodies:
//! see `clearance::Query::manifold`. And the triangle of a mesh may want another
//! normal than that of the clearance: see [`crate::shape::Facet`]. Then the separation is that
//! along it, but never deeper than the clearance, and `point_b` follows from `point_a`. And with a
//! slop, a contact at a seam has the normal of a face, or is left out: see `clearance::Query::slop`.
//!
//! A point has a name, [`FeatureId`]: what lies there on A, and what on B. Names stay the same
//! while the shapes move a little, so that what a solver learnt of a point can be handed on.

use super::Algorithm;
use crate::number::Scalar;
use crate::space::{Pose, Vector};

/// A corner, an edge or a face of a shape, by number. Round shapes have such parts too: of a
/// cylinder, for example, the ends of the line it lies on, and quarters of its rims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum FeaturePart {
    /// All of a face, or of a curved side.
    Face(u32),
    /// An edge, a quarter of a rim, or, with a cache, the point of a rim that is the deepest now.
    Edge(u32),
    /// A corner, a centre or an apex.
    Vertex(u32),
}

/// What lies at a contact point: a part of A and a part of B.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct FeatureId(u64);

/// Numbers of parts are below this: two bits are for their kind.
const MOST: u32 = 1 << 30;

impl FeaturePart {
    #[inline]
    fn code(self) -> u32 {
        let (kind, number) = match self {
            FeaturePart::Face(number) => (0, number),
            FeaturePart::Edge(number) => (1, number),
            FeaturePart::Vertex(number) => (2, number),
        };
        (kind * MOST) | (number % MOST)
    }

    fn of(code: u32) -> Self {
        match code / MOST {
            0 => FeaturePart::Face(code % MOST),
            1 => FeaturePart::Edge(code % MOST),
            _ => FeaturePart::Vertex(code % MOST),
        }
    }
}

impl FeatureId {
    /// From a part of A and one of B.
    #[inline]
    pub fn new(a: FeaturePart, b: FeaturePart) -> Self {
        Self(u64::from(a.code()) << 32 | u64::from(b.code()))
    }
    /// The part of A.
    pub fn a(self) -> FeaturePart {
        FeaturePart::of((self.0 >> 32) as u32)
    }
    /// The part of B.
    pub fn b(self) -> FeaturePart {
        FeaturePart::of(self.0 as u32)
    }
    /// The name of the same point where A and B have changed places.
    pub fn swapped(self) -> Self {
        Self(self.0.rotate_left(32))
    }
    /// All of it in one number.
    pub fn bits(self) -> u64 {
        self.0
    }
}

/// A point of a manifold. Lengths are in the unit of the input, points in world coordinates, or
/// in A's frame for a relative query.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint<V: Vector> {
    /// On the surface of A.
    pub point_a: V,
    /// On the surface of B: `point_a + separation * normal`.
    pub point_b: V,
    /// From A to B along the normal; negative in overlap. Never above the margin asked for.
    pub separation: V::Scalar,
    /// What lies there.
    pub feature: FeatureId,
    /// Was there a point of this name in the manifold that the cache remembers? Without a cache
    /// there was none.
    pub persisted: bool,
    /// The index that this point had in the last manifold that was asked for with this cache, if it was
    /// there. What a solver learnt of the old point is continued by it: see
    /// [`Manifold::has_same_points`]. It is `None` also of a point that persists where the full answer
    /// had to decide about the last manifold, within rounding of the margin.
    pub previous: Option<u8>,
}

/// Points in the frames of the bodies: where a solver that moves them looks for them again.
///
/// ```
/// use clearance::d3::{self, Cuboid, Pose, Sphere, Vec3};
/// let (floor, ball) = (Cuboid::new(Vec3::new(9.0, 9.0, 1.0))?, Sphere::new(1.0)?);
/// let (low, high) = (Pose::at(Vec3::new(2.0, 0.0, 0.0))?, Pose::at(Vec3::new(3.0, 0.0, 1.75))?);
/// let contact = d3::contact_manifold(&floor, &low, &ball, &high, 0.0).unwrap();
/// let point = contact.deepest();
/// assert_eq!((point.local_a(&low), point.local_b(&high)), (Vec3::new(1.0, 0.0, 1.0), -Vec3::Z));
/// assert_eq!((contact.local_normal_a(&low), contact.local_normal_b(&high)), (Vec3::Z, Vec3::Z));
/// # Ok::<(), clearance::Error>(())
/// ```
impl<V: Vector> ContactPoint<V> {
    /// `point_a` in the frame of A, for the pose of A that the query had.
    pub fn local_a(&self, pose_a: &Pose<V>) -> V {
        pose_a.inverse_transform_point(self.point_a)
    }
    /// `point_b` in the frame of B, for the pose of B that the query had. After a relative query the pose
    /// of B in the frame of A is meant.
    pub fn local_b(&self, pose_b: &Pose<V>) -> V {
        pose_b.inverse_transform_point(self.point_b)
    }
}

/// Where two shapes touch, or come near each other: up to 2 points in the plane, up to 4 in
/// space, and one at least.
///
/// # How exact it is
/// Without a cache and facets, and relative to the size of the pair, which is the largest
/// coordinates of both shapes and the distance of their origins: the least separation and the gap
/// along the normal are the clearance, and all points are on the surfaces, to 4e-9; to 2e-7 where
/// a cylinder, a cone or an ellipsoid is one of the shapes. Rounding to the precision of the query
/// comes on top, up to 32 epsilons of the largest coordinate.
/// `clearance::verify::check_manifold` holds a manifold to that.
///
/// Two are equal if their normals and points are, whichever algorithm found them.
#[derive(Clone, Copy, Debug)]
pub struct Manifold<V: Vector> {
    /// Unit vector from A to B, for all points.
    pub normal: V,
    points: [ContactPoint<V>; 4],
    len: u8,
    algorithm: Algorithm,
    same_points: bool,
}

impl<V: Vector> PartialEq for Manifold<V> {
    fn eq(&self, other: &Self) -> bool {
        self.normal == other.normal && self.points() == other.points()
    }
}

impl<V: Vector> Manifold<V> {
    /// With that normal, and the first four of these points: for those who make or mend manifolds.
    /// Nothing is checked; `clearance::verify::check_manifold` does that.
    pub fn new(normal: V, points: impl IntoIterator<Item = ContactPoint<V>>) -> Self {
        let mut manifold = Self::empty(normal, Algorithm::Auto);
        points.into_iter().for_each(|point| manifold.push(point));
        manifold
    }
    /// With that normal, and no points as yet.
    #[inline]
    #[doc(hidden)]
    pub fn empty(normal: V, algorithm: Algorithm) -> Self {
        let points = [ContactPoint::default(); 4];
        Self { normal, points, len: 0, algorithm, same_points: false }
    }
    /// Notes whether all points are those of the last manifold, which had that many.
    #[inline(always)]
    #[doc(hidden)]
    pub fn follows(&mut self, old_count: u32) {
        let points = self.points().iter().enumerate();
        self.same_points = u32::from(self.len) == old_count
            && points.fold(true, |same, (i, point)| same & (point.previous == Some(i as u8)));
    }
    /// As [`Manifold::has_same_points`] tells it.
    #[cfg(feature = "serde")]
    pub(super) fn with_same_points(self, same_points: bool) -> Self {
        Self { same_points, ..self }
    }
    /// Takes one more point; a fifth is left out.
    #[inline]
    #[doc(hidden)]
    pub fn push(&mut self, point: ContactPoint<V>) {
        if let Some(free) = self.points.get_mut(usize::from(self.len)) {
            *free = point;
            self.len += 1;
        }
    }
    /// The same with what is beyond the margin at it: of points that are no deeper than the deepest,
    /// and of no others.
    #[doc(hidden)]
    pub fn up_to(&self, margin: V::Scalar) -> Self {
        let most = self.deepest().separation.max(margin);
        let near = self.points().iter().filter(|point| point.separation <= most);
        let points = near.map(|point| {
            let separation = point.separation.min(margin);
            if separation == point.separation {
                return *point;
            }
            let point_b = point.point_a + self.normal * separation;
            ContactPoint { point_b, separation, ..*point }
        });
        Self { algorithm: self.algorithm, ..Self::new(self.normal, points) }
    }
    /// What found the normal: a closed form, a separating axis test, GJK or EPA. Of a contact at rest,
    /// what found it first; [`Algorithm::Auto`] of one that was made by [`Manifold::new`].
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
    /// Are the points those of the last manifold that was asked for with this cache: as many, of the same
    /// names, and in the same order? Then what a solver keeps for each point may stay where it is.
    /// Otherwise [`ContactPoint::previous`] tells for each where it was. Without a cache it is false.
    ///
    /// ```
    /// use clearance::d3::{Cache, Cuboid, Pose, Query, Vec3};
    /// let (floor, brick) = (Cuboid::new(Vec3::new(9.0, 9.0, 1.0))?, Cuboid::new(Vec3::ONE)?);
    /// let (mut cache, mut impulses) = (Cache::default(), Vec::new());
    /// for step in 0..3 {
    ///     let lying = Pose::at(Vec3::new(0.1 * step as f32, 0.0, 1.99))?;
    ///     let mut query = Query::new(&floor, &Pose::IDENTITY, &brick, &lying).cache(&mut cache);
    ///     let contact = query.manifold(0.05).unwrap();
    ///     if !contact.has_same_points() {
    ///         let old = |p: Option<u8>| p.map_or(0.0, |i| impulses[usize::from(i)]);
    ///         impulses = contact.points().iter().map(|point| old(point.previous)).collect();
    ///     }
    ///     assert_eq!(contact.has_same_points(), step > 0);
    ///     impulses.iter_mut().for_each(|impulse| *impulse += 1.0);
    /// }
    /// assert_eq!(impulses, [3.0; 4]);
    /// # Ok::<(), clearance::Error>(())
    /// ```
    pub fn has_same_points(&self) -> bool {
        self.same_points
    }
    /// The normal in the frame of A, for the pose of A that the query had. It points out of A.
    pub fn local_normal_a(&self, pose_a: &Pose<V>) -> V {
        pose_a.inverse_transform_vector(self.normal)
    }
    /// The normal in the frame of B, for the pose of B that the query had. It is the same normal, from A
    /// to B, so it points into B: other libraries give its negative.
    pub fn local_normal_b(&self, pose_b: &Pose<V>) -> V {
        pose_b.inverse_transform_vector(self.normal)
    }
    /// The points, in no order that means anything.
    pub fn points(&self) -> &[ContactPoint<V>] {
        &self.points[..usize::from(self.len)]
    }
    /// The point of the least separation: that of the shapes.
    pub fn deepest(&self) -> &ContactPoint<V> {
        let deeper = |m: usize, i: usize| self.points[i].separation < self.points[m].separation;
        &self.points[(1..usize::from(self.len)).fold(0, |m, i| if deeper(m, i) { i } else { m })]
    }
    /// The depth of the deepest point; 0 where there is a gap.
    pub fn depth(&self) -> V::Scalar {
        (-self.deepest().separation).max(V::Scalar::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_their_parts() {
        let parts = [FeaturePart::Face(0), FeaturePart::Edge(7), FeaturePart::Vertex(MOST - 1)];
        for a in parts {
            for b in parts {
                let id = FeatureId::new(a, b);
                assert_eq!((id.a(), id.b()), (a, b));
                assert_eq!(id.swapped(), FeatureId::new(b, a));
            }
        }
    }
}
