//! Contact manifolds: where two shapes touch, as up to four points with one normal.
//!
//! ```text
//!         B   \      |n     /          point_a is on A's surface, point_b on B's. The separation is
//!              o-----+-----o           the distance from one to the other along the normal n.
//!         -----|-----+-----|----
//!         A    o           o
//!            point_a                       point_b = point_a + separation * normal
//! ```
//!
//! A negative separation is overlap. No point is deeper than the shapes: the deepest point's separation is
//! the clearance of the pair. Shapes that touch within rounding error have a manifold.
//!
//! There are four exceptions:
//!
//! - With a cache, a remembered point may stand for a point that is a little deeper. The points of bodies
//!   at rest are the remembered points, moved with the bodies. See `clearance::Query::manifold`.
//! - A triangle of a mesh may require another normal than that of the clearance: see
//!   [`crate::shape::Facet`]. Then the separations are those along this normal, which may be deeper than the
//!   clearance: moving B by the depth along it separates the points of contact.
//! - A patch of the surfaces of meshes has one normal. Its points keep the separations of their facets, whose own normals may be
//!   some degrees off: up to a twentieth of the separation, `point_b` is then not on the line along the normal.
//! - With a slop, a contact at a seam has the normal of a face, or is left out: see
//!   `clearance::Query::slop`.
//!
//! Each point has a [`FeatureId`], which names the features of A and of B that meet there. It stays the
//! same while the shapes move a little, so that a solver can carry data over to the next step.

use super::Algorithm;
use crate::number::Scalar;
use crate::space::{Pose, Vector};

/// A corner, an edge or a face of a shape, by number. Curved shapes have such parts too: on a
/// cylinder, for example, the ends of the line that it lies on, and quarters of its rims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum FeaturePart {
    /// A face, or a curved side.
    Face(u32),
    /// An edge, a quarter of a rim, or, with a cache, the point of a rim that is currently the deepest.
    Edge(u32),
    /// A corner, a center or an apex.
    Vertex(u32),
}

/// The features at a contact point: a part of A and a part of B.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct FeatureId(u64);

/// Numbers of parts are below this. The two bits above are for the kind of part.
pub const MOST: u32 = 1 << 30;

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
    /// The identifier of a part of A and a part of B.
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
    /// The identifier of the same point with A and B exchanged.
    pub fn swapped(self) -> Self {
        Self(self.0.rotate_left(32))
    }
    /// The identifier as one number.
    pub fn bits(self) -> u64 {
        self.0
    }
}

/// A point of a manifold. Lengths are in the unit of the input. Points are in world coordinates, or in A's
/// frame for a relative query.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint<V: Vector> {
    /// The point on the surface of A.
    pub point_a: V,
    /// The point on the surface of B: `point_a + separation * normal`.
    pub point_b: V,
    /// The distance from A to B along the normal, negative in overlap. Never above the requested margin.
    pub separation: V::Scalar,
    /// The features at this point.
    pub feature: FeatureId,
    /// Did the manifold that the cache remembers have a point with this `id`? False without a cache.
    pub persisted: bool,
    /// The index of this point in the last manifold that was computed with this cache, if it was there. A
    /// solver can carry over the data of the old point: see [`Manifold::has_same_points`].
    ///
    /// It may be `None` for a point that persists, if the exact answer had to decide about the last
    /// manifold because it was within rounding error of the margin.
    pub previous: Option<u8>,
}

/// Points in the frames of the bodies, for solvers that move the bodies and need the points again.
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
    /// `point_a` in the frame of A. `pose_a` is the pose of A in the query.
    pub fn local_a(&self, pose_a: &Pose<V>) -> V {
        pose_a.inverse_transform_point(self.point_a)
    }
    /// `point_b` in the frame of B. `pose_b` is the pose of B in the query; for a relative query it is the
    /// pose of B in the frame of A.
    pub fn local_b(&self, pose_b: &Pose<V>) -> V {
        pose_b.inverse_transform_point(self.point_b)
    }
}

/// Where two shapes touch or come near each other: 1 to 2 points in 2D, 1 to 4 points in 3D.
///
/// # Accuracy
/// The least separation and the gap along the normal are the clearance, and all points are on the
/// surfaces, within 4e-9 of the size of the pair, or 2e-7 if one of the shapes is a cylinder, a cone or an
/// ellipsoid. The size of the pair is made of the largest coordinates of both shapes and the distance of
/// their origins. Rounding to the precision of the query adds up to 32 epsilons of the largest coordinate.
/// This holds without a cache and without facets. `clearance::verify::check_manifold` checks it.
///
/// Two manifolds are equal if their normals and points are, whichever algorithm computed them.
#[derive(Clone, Copy)]
pub struct Manifold<V: Vector> {
    /// Unit vector from A to B, the same for all points.
    pub normal: V,
    /// Those after `len` are from earlier contacts.
    points: [ContactPoint<V>; 4],
    len: u8,
    algorithm: Algorithm,
    same_points: bool,
}

impl<V: Vector> core::fmt::Debug for Manifold<V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Manifold")
            .field("normal", &self.normal)
            .field("points", &self.points())
            .field("algorithm", &self.algorithm)
            .field("same_points", &self.same_points)
            .finish()
    }
}

impl<V: Vector> PartialEq for Manifold<V> {
    fn eq(&self, other: &Self) -> bool {
        self.normal == other.normal && self.points() == other.points()
    }
}

impl<V: Vector> Manifold<V> {
    /// A manifold with this normal and the first four of these points, for code that makes or changes
    /// manifolds. Nothing is checked; `clearance::verify::check_manifold` does that.
    pub fn new(normal: V, points: impl IntoIterator<Item = ContactPoint<V>>) -> Self {
        let mut manifold = Self { normal, ..Self::EMPTY };
        points.into_iter().for_each(|point| manifold.push(point));
        manifold
    }
    const EMPTY: Self = {
        let point = ContactPoint {
            point_a: V::ZERO,
            point_b: V::ZERO,
            separation: V::Scalar::ZERO,
            feature: FeatureId(0),
            persisted: false,
            previous: None,
        };
        let algorithm = Algorithm::Auto;
        Self { normal: V::ZERO, points: [point; 4], len: 0, algorithm, same_points: false }
    };
    /// Puts a manifold with this normal in a place, to which points are still to be added. A manifold is
    /// large: one that was made elsewhere would be copied. One that is there is used again.
    #[inline(always)]
    #[doc(hidden)]
    pub fn begin_in(place: &mut Option<Self>, normal: V, algorithm: Algorithm) -> &mut Self {
        let manifold = place.get_or_insert(Self::EMPTY);
        (manifold.normal, manifold.algorithm) = (normal, algorithm);
        (manifold.len, manifold.same_points) = (0, false);
        manifold
    }
    /// Sets whether the points are those of the last manifold, which had `old_count` points.
    #[inline(always)]
    #[doc(hidden)]
    pub fn follows(&mut self, old_count: u32) {
        let points = self.points().iter().enumerate();
        self.same_points = u32::from(self.len) == old_count
            && points.fold(true, |same, (i, point)| same & (point.previous == Some(i as u8)));
    }
    /// Sets what [`Manifold::algorithm`] and [`Manifold::has_same_points`] return.
    #[cfg(feature = "serde")]
    pub(super) fn found_by(self, algorithm: Algorithm, same_points: bool) -> Self {
        Self { algorithm, same_points, ..self }
    }
    /// Adds a point. A fifth point is ignored.
    #[inline]
    #[doc(hidden)]
    pub fn push(&mut self, point: ContactPoint<V>) {
        if let Some(free) = self.points.get_mut(usize::from(self.len)) {
            *free = point;
            self.len += 1;
        }
    }
    /// The manifold with other points in place of its own, those for which there is one. All are points of the last one
    /// if each is so.
    #[doc(hidden)]
    #[must_use]
    pub fn with_points(
        &self,
        point: impl FnMut(&ContactPoint<V>) -> Option<ContactPoint<V>>,
    ) -> Self {
        let points = self.points().iter().filter_map(point);
        let mut new = Self { algorithm: self.algorithm, ..Self::new(self.normal, points) };
        new.follows(self.len.into());
        new
    }
    /// The manifold with another normal.
    #[doc(hidden)]
    #[must_use]
    pub fn turned_to(self, normal: V) -> Self {
        Self { normal, ..self }
    }
    /// The manifold for a smaller margin, without the points beyond `margin`. If all points are beyond
    /// it, those as deep as the deepest are kept, with their separation set to the margin.
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
    /// The algorithm that found the normal: a closed form, a separating axis test, GJK or EPA. For a
    /// contact at rest, the algorithm that found it first. [`Algorithm::Auto`] for a manifold made by
    /// [`Manifold::new`].
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
    /// Are the points those of the last manifold that was computed with this cache: the same number,
    /// with the same identifiers, in the same order? Then a solver can leave its data per point in
    /// place. Otherwise [`ContactPoint::previous`] is the old index of each point. Always false without
    /// a cache.
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
    /// The manifold with A and B exchanged.
    #[must_use]
    pub fn swapped(mut self) -> Self {
        self.normal = -self.normal;
        for point in &mut self.points {
            (point.point_a, point.point_b) = (point.point_b, point.point_a);
            point.feature = point.feature.swapped();
        }
        self
    }
    /// The normal in the frame of A. `pose_a` is the pose of A in the query. The normal points out of A.
    pub fn local_normal_a(&self, pose_a: &Pose<V>) -> V {
        pose_a.inverse_transform_vector(self.normal)
    }
    /// The normal in the frame of B. `pose_b` is the pose of B in the query. The normal still points
    /// from A to B, so it points into B; other libraries return its negative.
    pub fn local_normal_b(&self, pose_b: &Pose<V>) -> V {
        pose_b.inverse_transform_vector(self.normal)
    }
    /// The points, in no particular order.
    pub fn points(&self) -> &[ContactPoint<V>] {
        &self.points[..usize::from(self.len)]
    }
    /// The point with the least separation, which is that of the shapes.
    pub fn deepest(&self) -> &ContactPoint<V> {
        let deeper = |m: usize, i: usize| self.points[i].separation < self.points[m].separation;
        &self.points[(1..usize::from(self.len)).fold(0, |m, i| if deeper(m, i) { i } else { m })]
    }
    /// The depth of the deepest point, or 0 if there is a gap.
    pub fn depth(&self) -> V::Scalar {
        (-self.deepest().separation).max(V::Scalar::ZERO)
    }
}
