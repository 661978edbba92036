//! [`Query`]: a question about two shapes of any kind, with options.

use clearance_geometry::answer::{
    Algorithm, Certificate, Clearance, ClosestPoints, End, Evidence, Feature, Manifold,
    Penetration, Place, Witness,
};
use clearance_geometry::number::Scalar as _;
use clearance_geometry::shape::Operand;
use clearance_geometry::space::{Pose, Vector};
use clearance_pairs::pair::Method;
use clearance_pairs::trace::Trace;
use clearance_pairs::{Cache, Query as Pair, Scratch};

use super::contacts::deepest;
use super::entries::{contact, depth, separation};
use crate::shape_ref::ShapeRef;
use crate::{AnyShape, Contacts, Separation, evidence};

/// A question about two shapes of any kind, to be asked with options.
///
/// | option | two convex shapes | others |
/// |---|---|---|
/// | [`algorithm`](Query::algorithm) | this one alone | other than `Auto`, the answer is undecided |
/// | [`slop`](Query::slop) | no contact at gaps and steps below it | seams are welded: see [`welded_contacts`](crate::welded_contacts()) |
/// | [`cache`](Query::cache) | the start of the search, and contacts at rest | not used |
/// | [`scratch`](Query::scratch), [`trace`](Query::trace) | memory, and an observer | not used |
///
/// ```
/// use clearance::d3::{Cuboid, HeightField, Pose, Query, Sphere, Vec3};
/// use clearance::Cache;
/// let (ball, floor) = (Sphere::new(1.0)?, Cuboid::new(Vec3::new(9.0, 9.0, 0.5))?);
/// let mut cache = Cache::default();
/// for step in 0..4 {
///     let height = 3.0 - step as f32;
///     let pose = Pose::at(Vec3::new(0.0, 0.0, height))?;
///     let answer = Query::new(&floor, &Pose::IDENTITY, &ball, &pose).cache(&mut cache).clearance();
///     assert!((answer.signed_distance - (height - 1.5)).abs() < 1e-5);
/// }
/// let ground = HeightField::new(&[[0.0; 9]; 9], [1.0, 1.0])?;
/// let above = Pose::at(Vec3::new(4.0, 4.0, 1.5))?;
/// assert_eq!(Query::new(&ground, &Pose::IDENTITY, &ball, &above).distance(), 0.5);
/// # Ok::<(), clearance::Error>(())
/// ```
pub struct Query<'q, V: Vector>(Asked<'q, V>);

enum Asked<'q, V: Vector> {
    Pair(Pair<'q, V>),
    Pieces(Pieces<'q, V>),
}

/// A pair of which one shape is not convex.
struct Pieces<'q, V: Vector> {
    shapes: [ShapeRef<'q, V>; 2],
    poses: [Pose<V>; 2],
    slop: V::Scalar,
    /// Is an algorithm named? None is for these shapes.
    is_named: bool,
}

impl<'q, V: Vector> Query<'q, V> {
    // A query is large, and moved by each option. Inlined it is not moved at all.

    /// A query on world poses; the answer is in world coordinates.
    #[inline(always)]
    pub fn new<A: AnyShape<V = V>, B: AnyShape<V = V>>(
        a: &'q A,
        pose_a: &'q Pose<V>,
        b: &'q B,
        pose_b: &'q Pose<V>,
    ) -> Self {
        Self(match [a.operand(), b.operand()] {
            [Some(a), Some(b)] => Asked::Pair(Pair::lowered(&a, pose_a, &b, pose_b)),
            _ => Asked::Pieces(Pieces::of([a.seen(), b.seen()], [*pose_a, *pose_b])),
        })
    }
    /// As [`Query::new`], on convex shapes that are lowered already. A program that asks about the same shapes many
    /// times lowers each once; threads can share them.
    ///
    /// ```
    /// use clearance::d3::{Pose, Query, Shape, Sphere, Vec3};
    /// use clearance::shape::Operand;
    /// let shapes: Vec<Shape> = vec![Sphere::new(1.0)?.into(), Sphere::new(2.0)?.into()];
    /// let poses = [Pose::IDENTITY, Pose::at(Vec3::new(5.0, 0.0, 0.0))?];
    /// let lowered: Vec<_> = shapes.iter().map(Operand::of).collect();
    /// let gap = std::thread::scope(|scope| {
    ///     let asked = || Query::lowered(&lowered[0], &poses[0], &lowered[1], &poses[1]).distance();
    ///     scope.spawn(asked).join().unwrap()
    /// });
    /// assert_eq!(gap, 2.0);
    /// # Ok::<(), clearance::Error>(())
    /// ```
    #[inline(always)]
    pub fn lowered(
        a: &Operand<'q, V::Wide>,
        pose_a: &'q Pose<V>,
        b: &Operand<'q, V::Wide>,
        pose_b: &'q Pose<V>,
    ) -> Self {
        Self(Asked::Pair(Pair::lowered(a, pose_a, b, pose_b)))
    }
    /// A query on the pose of B in the frame of A; the answer is in A's frame.
    #[inline(always)]
    pub fn relative<A: AnyShape<V = V>, B: AnyShape<V = V>>(
        a: &'q A,
        b: &'q B,
        b_in_a: &'q Pose<V>,
    ) -> Self {
        Self(match [a.operand(), b.operand()] {
            [Some(a), Some(b)] => Asked::Pair(Pair::lowered_in_a(&a, &b, b_in_a)),
            _ => Asked::Pieces(Pieces::of([a.seen(), b.seen()], [Pose::IDENTITY, *b_in_a])),
        })
    }

    /// Uses this algorithm and no other, even if it gives less than a full answer: see [`Algorithm`]. If it does
    /// not apply to the pair, a clearance has no bounds, and there is no manifold; to a shape that is not convex none
    /// applies. Half-spaces keep their closed form, whatever is asked for: [`Clearance::algorithm`] names what gave the
    /// answer.
    ///
    /// A query has the algorithms that answer [`Algorithm::Auto`], [`Algorithm::GjkEpa`] and
    /// [`Algorithm::SatBounded`]. `clearance::lessons::by_name` has the others.
    #[must_use]
    pub fn algorithm(self, algorithm: impl Into<Method<V>>) -> Self {
        let method = algorithm.into();
        Self(match self.0 {
            Asked::Pair(pair) => Asked::Pair(pair.algorithm(method)),
            Asked::Pieces(pieces) => {
                Asked::Pieces(Pieces { is_named: method.name != Algorithm::Auto, ..pieces })
            }
        })
    }
    /// Sets the depth by which bodies at rest may overlap, in the unit of the input. The default is 0. With
    /// 0, negative numbers and NaN, contacts have their exact normals. Only [`Query::manifold`] and [`Query::contacts`]
    /// use it.
    ///
    /// A box that slides over a row of tiles sinks into them by some depth. Then the exact normal across
    /// the gap to the next tile leads sideways, and as a speculative contact it brakes the box. With a slop
    /// of that depth the contact has the normal of the tile's top. Its points are sought along this normal,
    /// and if the shapes are beside each other there is none.
    ///
    /// It changes a contact of convex shapes only if there is a face of either shape whose normal is turned from the
    /// exact one by more than 41 degrees and along which the shapes overlap, or are apart, by no more than the
    /// slop. If the exact gap is no wider than the slop either, there is no contact. So a contact that is
    /// left out is never deeper than the slop.
    /// `clearance::verify::check_manifold_with_slop` checks such manifolds.
    ///
    /// ```
    /// use clearance::{Query, d3::{Cuboid, Pose, Vec3}};
    /// let (tile, body) = (Cuboid::new(Vec3::splat(0.5))?, Cuboid::new(Vec3::splat(0.2))?);
    /// // 5 mm before the tile, and 0.02 mm below its top.
    /// let at = Pose::at(Vec3::new(-0.705, 0.0, 0.69998))?;
    /// let query = || Query::new(&tile, &Pose::IDENTITY, &body, &at);
    /// assert_eq!(query().manifold(0.01).unwrap().normal, -Vec3::X);
    /// assert!(query().slop(1e-4).manifold(0.01).is_none());
    /// # Ok::<(), clearance::Error>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn slop(self, depth: V::Scalar) -> Self {
        Self(match self.0 {
            Asked::Pair(pair) => Asked::Pair(pair.slop(depth)),
            Asked::Pieces(pieces) => Asked::Pieces(Pieces { slop: depth, ..pieces }),
        })
    }
    /// Starts from the data in the cache, and stores there what the next query on this pair needs.
    #[inline(always)]
    pub fn cache<'c>(self, cache: &'c mut Cache) -> Query<'c, V>
    where
        'q: 'c,
    {
        Query(match self.0 {
            Asked::Pair(pair) => Asked::Pair(pair.cache(cache)),
            Asked::Pieces(pieces) => Asked::Pieces(pieces),
        })
    }
    /// Uses this memory for EPA's polytope and the lists of a separating axis test. Without it, the
    /// thread's own memory is used if the feature `std` is on, and new memory otherwise.
    #[inline(always)]
    pub fn scratch<'c>(self, scratch: &'c mut Scratch<V::Wide>) -> Query<'c, V>
    where
        'q: 'c,
    {
        Query(match self.0 {
            Asked::Pair(pair) => Asked::Pair(pair.scratch(scratch)),
            Asked::Pieces(pieces) => Asked::Pieces(pieces),
        })
    }
    /// Reports each step to `trace`.
    pub fn trace<'c>(self, trace: &'c mut dyn Trace<V::Wide>) -> Query<'c, V>
    where
        'q: 'c,
    {
        Query(match self.0 {
            Asked::Pair(pair) => Asked::Pair(pair.trace(trace)),
            Asked::Pieces(pieces) => Asked::Pieces(pieces),
        })
    }

    /// See [`intersects`](crate::intersects()).
    #[inline]
    pub fn intersects(&mut self) -> bool {
        self.within(V::Scalar::ZERO)
    }
    /// See [`within`](crate::within()).
    #[inline]
    pub fn within(&mut self, distance: V::Scalar) -> bool {
        match &mut self.0 {
            Asked::Pair(pair) => pair.within(distance),
            Asked::Pieces(pieces) => pieces.within(distance),
        }
    }
    /// See [`distance`](crate::distance()).
    #[inline]
    pub fn distance(&mut self) -> V::Scalar {
        match &mut self.0 {
            Asked::Pair(pair) => pair.distance(),
            Asked::Pieces(pieces) => pieces.separation().map_or(V::Scalar::ZERO, |s| s.distance),
        }
    }
    /// See [`closest_points`](crate::closest_points()).
    #[inline]
    pub fn closest_points(&mut self) -> Option<ClosestPoints<V>> {
        match &mut self.0 {
            Asked::Pair(pair) => pair.closest_points(),
            Asked::Pieces(pieces) => pieces.separation().and_then(|s| s.closest_points()),
        }
    }
    /// See [`penetration`](crate::penetration()).
    #[inline]
    pub fn penetration(&mut self) -> Option<Penetration<V>> {
        match &mut self.0 {
            Asked::Pair(pair) => pair.penetration(),
            Asked::Pieces(pieces) => super::distances::depth_of(&pieces.clearance()),
        }
    }
    /// See [`clearance`](crate::clearance()).
    #[inline]
    pub fn clearance(&mut self) -> Clearance<V> {
        match &mut self.0 {
            Asked::Pair(pair) => pair.clearance(),
            Asked::Pieces(pieces) => pieces.clearance(),
        }
    }
    /// All patches of contact: see [`contacts`](crate::contacts()). Of two convex shapes it is [`Query::manifold`].
    #[inline]
    pub fn contacts(&mut self, margin: V::Scalar) -> Contacts<V> {
        match &mut self.0 {
            Asked::Pair(pair) => pair.manifold(margin).map(crate::Contact::only).into(),
            Asked::Pieces(pieces) => pieces.contacts(margin),
        }
    }
    /// The contact points: see [`contact_manifold`](crate::contact_manifold()).
    ///
    /// **With a cache**, points whose names were in the last manifold are marked as persisted. They are
    /// preferred to others that are about as good. So the deepest point may be missing, and the deepest one
    /// returned is then less deep by at most 1/32 of the margin, at a rim by 1/64 more.
    ///
    /// **Bodies at rest** are not searched again. A slack is at most 1/64 of the margin. While no point
    /// of B has moved farther than the slack, relative to A, since the last search, the contact points stay at
    /// the same places of the surfaces. Only their separations are computed anew, along the same normal, which
    /// turns with the face that it belongs to. Then:
    ///
    /// - The least separation differs from the clearance by at most twice the slack and the shares above: by
    ///   at most 1/12 of the margin in all.
    /// - Along this normal the shapes overlap by at most twice the slack more than along the exact one.
    /// - Each point is within the slack of both surfaces.
    /// - If neither shape has a face across the normal and their cores are apart, the slack is also at most 1/64 of the
    ///   distance of the cores.
    /// - If the shapes were apart, there is no search until B has moved by the gap that was proven. If a
    ///   shape refused the contact (see [`Facet`](clearance_geometry::shape::Facet)), there is none until B has moved by the slack.
    ///
    /// The same poses give the same points, to the last bit. With a named algorithm or a trace there is
    /// always a search. [`Cache::still`] computes the separations without the shapes, in a third of the time.
    #[inline]
    pub fn manifold(&mut self, margin: V::Scalar) -> Option<Manifold<V>> {
        let mut found = None;
        self.manifold_into(margin, &mut found);
        found
    }
    /// [`Query::manifold`], written to a place of the caller, whatever was there. A manifold is large, and
    /// moving one that has just been written takes up to an eighth of the time of a contact at rest. A solver
    /// that keeps the contact of each pair need not move it.
    ///
    /// ```
    /// use clearance::d3::{Cache, Cuboid, Pose, Query, Sphere, Vec3};
    /// let (floor, ball) = (Cuboid::new(Vec3::new(9.0, 9.0, 1.0))?, Sphere::new(0.5)?);
    /// let (mut contact, mut cache) = (None, Cache::default());
    /// for step in 0..3 {
    ///     let falling = Pose::at(Vec3::new(0.0, 0.0, 1.7 - 0.17 * step as f32))?;
    ///     let mut query = Query::new(&floor, &Pose::IDENTITY, &ball, &falling).cache(&mut cache);
    ///     query.manifold_into(0.05, &mut contact);
    ///     assert_eq!(contact.is_some(), step > 0);
    /// }
    /// # Ok::<(), clearance::Error>(())
    /// ```
    #[inline]
    pub fn manifold_into(&mut self, margin: V::Scalar, place: &mut Option<Manifold<V>>) {
        match &mut self.0 {
            Asked::Pair(pair) => pair.manifold_into(margin, place),
            Asked::Pieces(pieces) => *place = deepest(pieces.contacts(margin)),
        }
    }
    /// See [`certificate`](crate::certificate()). An algorithm that does not apply has an answer without bounds.
    #[inline]
    pub fn certificate(&mut self) -> Certificate<V> {
        match &mut self.0 {
            Asked::Pair(pair) => pair.certificate(),
            Asked::Pieces(pieces) => pieces.certificate(),
        }
    }
}

impl<'q, V: Vector> Pieces<'q, V> {
    fn of(shapes: [ShapeRef<'q, V>; 2], poses: [Pose<V>; 2]) -> Self {
        Self { shapes, poses, slop: V::Scalar::ZERO, is_named: false }
    }
    #[inline(never)]
    fn within(&self, distance: V::Scalar) -> bool {
        let ([a, b], [pose_a, pose_b]) = (&self.shapes, &self.poses);
        self.is_named || depth::within(a, pose_a, b, pose_b, distance)
    }
    #[inline(never)]
    fn separation(&self) -> Option<Separation<V>> {
        let ([a, b], [pose_a, pose_b]) = (&self.shapes, &self.poses);
        (!self.is_named).then(|| separation::separation(a, pose_a, b, pose_b))
    }
    #[inline(never)]
    fn clearance(&self) -> Clearance<V> {
        let ([a, b], [pose_a, pose_b]) = (&self.shapes, &self.poses);
        if self.is_named { undecided() } else { depth::clearance(a, pose_a, b, pose_b) }
    }
    #[inline(never)]
    fn certificate(&self) -> Certificate<V> {
        let [pose_a, pose_b] = &self.poses;
        if self.is_named {
            return undecided().into();
        }
        evidence::of_pieces(&self.shapes, [pose_a, pose_b])
    }
    #[inline(never)]
    fn contacts(&self, margin: V::Scalar) -> Contacts<V> {
        let ([a, b], [pose_a, pose_b]) = (&self.shapes, &self.poses);
        if self.is_named {
            return None.into();
        }
        if self.slop > V::Scalar::ZERO {
            let mut found = contact::welded_contacts(&[(a, pose_a)], b, pose_b, margin, self.slop);
            return found.pop().unwrap_or_default().into();
        }
        depth::contacts(a, pose_a, b, pose_b, margin).into()
    }
}

/// The answer of an algorithm that does not apply: it has no bounds.
fn undecided<V: Vector>() -> Clearance<V> {
    Clearance {
        signed_distance: V::Scalar::ZERO,
        lower: -V::Scalar::INFINITY,
        upper: V::Scalar::INFINITY,
        normal: V::unit(0),
        point_a: V::ZERO,
        point_b: V::ZERO,
        place_a: Place::default(),
        place_b: Place::default(),
        inside: false,
        end: End::NoProgress,
        algorithm: Algorithm::Auto,
        feature: Feature::default(),
        iterations: 0,
        evidence: Evidence { axis: V::Wide::unit(0), witness: Witness::default() },
    }
}
