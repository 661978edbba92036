//! A query: two shapes, where they are, and how to answer.
//!
//! Each question is an entry point, so that its answer is compiled with the library
//! ([`crate::space::EntryPoint`]). `answers` has the answers, and `contacts` those about contacts.

use crate::answer::{Algorithm, Certificate, Clearance, ClosestPoints, Manifold, Penetration};
use crate::cache::Cache;
use crate::depth::lesson::{Lesson, Method};
use crate::depth::sat::d3::Axes;
use crate::depth::scratch::Scratch;
use crate::entry::entry_points;
use crate::number::Scalar;
use crate::shape::{Geometry, Operand};
use crate::solution::{Ask, Brief, Solution, Summary};
use crate::space::{DVector, Motion, Pose, Vector};
use crate::trace::Trace;

/// A question about two shapes, to be asked with options.
///
/// ```
/// use clearance::{Cache, Query, d3::{Cuboid, Pose, Sphere, Vec3}};
/// let (ball, floor) = (Sphere::new(1.0)?, Cuboid::new(Vec3::new(9.0, 9.0, 0.5))?);
/// let mut cache = Cache::default();
/// for step in 0..4 {
///     let height = 3.0 - step as f32;
///     let pose = Pose::at(Vec3::new(0.0, 0.0, height))?;
///     let answer = Query::new(&floor, &Pose::IDENTITY, &ball, &pose).cache(&mut cache).clearance();
///     assert!((answer.signed_distance - (height - 1.5)).abs() < 1e-5);
/// }
/// # Ok::<(), clearance::Error>(())
/// ```
pub struct Query<'q, V: Vector> {
    #[doc(hidden)]
    pub a: Operand<'q, V::Wide>,
    #[doc(hidden)]
    pub b: Operand<'q, V::Wide>,
    #[doc(hidden)]
    pub placement: Placement<'q, V>,
    pub(crate) algorithm: Algorithm,
    pub(crate) lesson: Option<&'static Lesson>,
    pub(crate) slop: f64,
    /// Of two boxes in 3D: see [`Query::along`].
    pub(crate) axes: Option<Axes>,
    /// See [`Query::prescribed`].
    pub(crate) is_prescribed: bool,
    pub(crate) cache: Option<&'q mut Cache>,
    pub(crate) scratch: Option<&'q mut Scratch<V::Wide>>,
    pub(crate) trace: Option<&'q mut dyn Trace<V::Wide>>,
}

/// Where the shapes of a query are.
#[derive(Clone, Copy)]
pub enum Placement<'q, V: Vector> {
    /// By their poses; the answer is in world coordinates.
    InWorld(&'q Pose<V>, &'q Pose<V>),
    /// By the pose of B in A's frame, in which the answer is, too.
    InA(&'q Pose<V>),
    /// By motions, local to world, which a pose of the shapes' precision may not hold.
    Moved(&'q Motion<V::Wide>, &'q Motion<V::Wide>),
}

impl<V: Vector> Placement<'_, V> {
    /// B as A sees it.
    #[inline(always)]
    pub fn b_in_a(&self) -> Motion<V::Wide> {
        match *self {
            Self::InWorld(a, b) => Motion::b_in_a(a, b),
            Self::InA(b) => Motion::of(b),
            Self::Moved(a, b) => b.seen_from(a),
        }
    }
    /// The columns of both rotations, from the frames of A and B to one common frame.
    #[inline(always)]
    pub fn turns(&self) -> [[V::Wide; 3]; 2] {
        match *self {
            Self::InWorld(a, b) => [a.columns(), b.columns()],
            Self::InA(b) => [Motion::identity().columns, b.columns()],
            Self::Moved(a, b) => [a.columns, b.columns],
        }
    }
    /// The way from A's origin to B's in that frame. NaN where a pose is not finite.
    #[inline(always)]
    pub fn way(&self) -> V::Wide {
        let (way, zero) = match *self {
            Self::InWorld(a, b) => {
                let way = b.translation().widen() - a.translation().widen();
                (way, a.zero_if_turn_is_finite() + b.zero_if_turn_is_finite())
            }
            Self::InA(b) => (b.translation().widen(), b.zero_if_turn_is_finite()),
            Self::Moved(a, b) => {
                let way = b.translation - a.translation;
                (way, a.zero_if_finite() + b.zero_if_finite())
            }
        };
        way + V::Wide::unit(0) * zero
    }
    /// A point of B's frame as A sees it: what [`Placement::b_in_a`] leads to up to rounding, and no more
    /// than that is formed. NaN where a pose is not finite.
    #[inline(always)]
    pub fn seen_from_a(&self, p: V::Wide) -> V::Wide {
        let way = self.way();
        // Most points are the middle of a ball.
        let p = if p == V::Wide::ZERO { way } else { rotate(&self.turns()[1], p) + way };
        match *self {
            Self::InWorld(a, _) => a.unrotate(p),
            Self::InA(_) => p,
            Self::Moved(a, _) => a.unrotate(p),
        }
    }
    /// A point of A's frame as B sees it.
    #[inline(always)]
    pub fn seen_from_b(&self, p: V::Wide) -> V::Wide {
        let way = self.way();
        let p = if p == V::Wide::ZERO { -way } else { rotate(&self.turns()[0], p) - way };
        match *self {
            Self::InWorld(_, b) | Self::InA(b) => b.unrotate(p),
            Self::Moved(_, b) => b.unrotate(p),
        }
    }
    /// Two points of B's frame as A sees them.
    #[inline(always)]
    pub fn both_seen_from_a(&self, [p, q]: [V::Wide; 2]) -> [V::Wide; 2] {
        let ([a, b], way) = (self.turns(), self.way());
        [unrotate(&a, rotate(&b, p) + way), unrotate(&a, rotate(&b, q) + way)]
    }
    /// Two points of A's frame as B sees them.
    #[inline(always)]
    pub fn both_seen_from_b(&self, [p, q]: [V::Wide; 2]) -> [V::Wide; 2] {
        let ([a, b], way) = (self.turns(), self.way());
        [unrotate(&b, rotate(&a, p) - way), unrotate(&b, rotate(&a, q) - way)]
    }
    /// The pose of B in A's frame, and A's frame. A ball looks the same however it is turned. So in 3D a ball A
    /// has the axes of the world and a ball B those of A, which takes fewer products.
    #[inline(always)]
    pub fn frames(&self, [is_ball_a, is_ball_b]: [bool; 2]) -> [Motion<V::Wide>; 2] {
        let still = Motion::identity().columns;
        if !is_ball_a && !is_ball_b {
            return [self.b_in_a(), self.frame()];
        }
        let (mut frame, translation) = (self.frame(), self.way());
        if is_ball_a {
            frame.columns = still;
            let columns = if is_ball_b { still } else { self.turns()[1] };
            return [Motion { columns, translation }, frame];
        }
        [Motion { columns: still, translation: unrotate(&frame.columns, translation) }, frame]
    }
    /// From A's frame to that of the answer.
    #[inline(always)]
    pub fn frame(&self) -> Motion<V::Wide> {
        match *self {
            Self::InWorld(a, _) => Motion::of(a),
            Self::InA(_) => Motion::identity(),
            Self::Moved(a, _) => *a,
        }
    }
}

/// R x, by R's columns.
#[inline(always)]
fn rotate<W: DVector>(columns: &[W; 3], x: W) -> W {
    Motion { columns: *columns, translation: W::ZERO }.rotate(x)
}

/// R^T x, by R's columns.
#[inline(always)]
fn unrotate<W: DVector>(columns: &[W; 3], x: W) -> W {
    W::from_fn(|i| columns[i].dot(x))
}

impl<'q, V: Vector> Query<'q, V> {
    /// A query on world poses; the answer is in world coordinates.
    #[inline]
    pub fn new<A: Geometry<V = V>, B: Geometry<V = V>>(
        a: &'q A,
        pose_a: &'q Pose<V>,
        b: &'q B,
        pose_b: &'q Pose<V>,
    ) -> Self {
        Self::of([Operand::of(a), Operand::of(b)], Placement::InWorld(pose_a, pose_b))
    }
    /// As [`Query::new`], on shapes that are lowered already.
    #[inline]
    pub fn lowered(
        a: &Operand<'q, V::Wide>,
        pose_a: &'q Pose<V>,
        b: &Operand<'q, V::Wide>,
        pose_b: &'q Pose<V>,
    ) -> Self {
        Self::of([*a, *b], Placement::InWorld(pose_a, pose_b))
    }
    /// As [`Query::lowered`], at motions from the local frames to the world. In `f64` they hold what a pose of
    /// the shapes' precision may not: the pose of a part in a body that has a pose itself.
    #[doc(hidden)]
    #[inline]
    pub fn moved(
        a: &Operand<'q, V::Wide>,
        motion_a: &'q Motion<V::Wide>,
        b: &Operand<'q, V::Wide>,
        motion_b: &'q Motion<V::Wide>,
    ) -> Self {
        Self::of([*a, *b], Placement::Moved(motion_a, motion_b))
    }
    #[inline]
    pub(crate) fn of([a, b]: [Operand<'q, V::Wide>; 2], placement: Placement<'q, V>) -> Self {
        let (algorithm, lesson, slop, axes) = (Algorithm::Auto, None, 0.0, None);
        let (cache, scratch, trace) = (None, None, None);
        let is_prescribed = false;
        Self {
            a,
            b,
            placement,
            algorithm,
            lesson,
            slop,
            axes,
            is_prescribed,
            cache,
            scratch,
            trace,
        }
    }
    /// As [`Query::relative`], on shapes that are lowered already.
    #[doc(hidden)]
    #[inline]
    pub fn lowered_in_a(
        a: &Operand<'q, V::Wide>,
        b: &Operand<'q, V::Wide>,
        b_in_a: &'q Pose<V>,
    ) -> Self {
        Self::of([*a, *b], Placement::InA(b_in_a))
    }
    /// A query on the pose of B in the frame of A; the answer is in A's frame.
    #[inline]
    pub fn relative<A: Geometry<V = V>, B: Geometry<V = V>>(
        a: &'q A,
        b: &'q B,
        b_in_a: &'q Pose<V>,
    ) -> Self {
        Self::of([Operand::of(a), Operand::of(b)], Placement::InA(b_in_a))
    }

    /// Uses this algorithm and no other, even if it gives less than a full answer: see [`Algorithm`]. If it does
    /// not apply to the pair, a clearance has no bounds, and there is no manifold. Half-spaces keep their closed
    /// form, whatever is asked for: [`Clearance::algorithm`] names what gave the answer.
    ///
    /// A query has the algorithms that answer [`Algorithm::Auto`], [`Algorithm::GjkEpa`] and
    /// [`Algorithm::SatBounded`]. `clearance::lessons::by_name` has the others.
    pub fn algorithm(mut self, algorithm: impl Into<Method<V>>) -> Self {
        let Method { name, lesson, .. } = algorithm.into();
        (self.algorithm, self.lesson) = (name, lesson);
        self
    }
    /// See `clearance::Query::slop`.
    #[inline]
    pub fn slop(mut self, depth: V::Scalar) -> Self {
        // NaN is no depth.
        self.slop = if depth > Scalar::ZERO { depth.to_f64() } else { 0.0 };
        self
    }
    /// For the contact of two boxes in 3D, the axes that may have the least overlap: others are not looked at.
    #[doc(hidden)]
    #[inline]
    pub fn along(mut self, axes: Option<Axes>) -> Self {
        self.axes = axes;
        self
    }
    /// For the contact of a shape whose normal is one, whatever the normal of the clearance is
    /// ([`Convex::contact_normal`](crate::shape::Convex::contact_normal)): its points are sought without a clearance.
    #[doc(hidden)]
    #[inline]
    pub fn prescribed(mut self, is_prescribed: bool) -> Self {
        self.is_prescribed = is_prescribed;
        self
    }
    /// Starts from the data in the cache, and stores there what the next query on this pair needs.
    #[inline]
    pub fn cache<'c>(self, cache: &'c mut Cache) -> Query<'c, V>
    where
        'q: 'c,
    {
        cache.enter(V::DIM);
        Query { cache: Some(cache), ..self.shortened() }
    }
    /// Uses this memory for EPA's polytope and the lists of a separating axis test. Without it, the
    /// thread's own memory is used if the feature `std` is on, and new memory otherwise.
    #[inline]
    pub fn scratch<'c>(self, scratch: &'c mut Scratch<V::Wide>) -> Query<'c, V>
    where
        'q: 'c,
    {
        Query { scratch: Some(scratch), ..self.shortened() }
    }
    /// Reports each step to `trace`.
    pub fn trace<'c>(self, trace: &'c mut dyn Trace<V::Wide>) -> Query<'c, V>
    where
        'q: 'c,
    {
        Query { trace: Some(trace), ..self.shortened() }
    }
    /// The same with a shorter lifetime, so that it can borrow what does not live as long.
    #[inline]
    fn shortened<'c>(self) -> Query<'c, V>
    where
        'q: 'c,
    {
        let trace = self.trace.map(|trace| trace as &mut dyn Trace<V::Wide>);
        Query { trace, ..self }
    }

    /// See `clearance::intersects`.
    #[inline]
    pub fn intersects(&mut self) -> bool {
        self.within(Scalar::ZERO)
    }
    /// See `clearance::within`.
    #[inline]
    pub fn within(&mut self, distance: V::Scalar) -> bool {
        V::enter::<WithinEntry<'_, 'q>>((self, distance))
    }
    /// Where [`Query::within`] is true, an upper bound on the clearance that was found on the way, maybe
    /// infinity; elsewhere `None`.
    #[doc(hidden)]
    #[inline]
    pub fn upper_within(&mut self, distance: V::Scalar) -> Option<V::Scalar> {
        V::enter::<UpperWithinEntry<'_, 'q>>((self, distance))
    }
    /// See `clearance::distance`.
    #[inline]
    pub fn distance(&mut self) -> V::Scalar {
        V::enter::<DistanceEntry<'_, 'q>>(self)
    }
    /// See `clearance::closest_points`.
    #[inline]
    pub fn closest_points(&mut self) -> Option<ClosestPoints<V>> {
        V::enter::<ClosestPointsEntry<'_, 'q>>(self)
    }
    /// See `clearance::penetration`.
    #[inline]
    pub fn penetration(&mut self) -> Option<Penetration<V>> {
        V::enter::<PenetrationEntry<'_, 'q>>(self)
    }
    /// See `clearance::clearance`.
    #[inline]
    pub fn clearance(&mut self) -> Clearance<V> {
        V::enter::<ClearanceEntry<'_, 'q>>(self)
    }
    /// The numbers of [`Query::clearance`], to the last bit.
    #[doc(hidden)]
    #[inline]
    pub fn brief(&mut self) -> Brief<V> {
        V::enter::<BriefEntry<'_, 'q>>(self)
    }
    /// [`Query::clearance`] without a witness. In `f32` the last digits may differ, as those of a
    /// penetration may.
    #[inline]
    pub(crate) fn summary(&mut self) -> Summary<V> {
        V::enter::<SummaryEntry<'_, 'q>>(self)
    }
    /// See `clearance::Query::manifold`.
    #[inline]
    pub fn manifold(&mut self, margin: V::Scalar) -> Option<Manifold<V>> {
        let mut found = None;
        self.manifold_into(margin, &mut found);
        found
    }
    /// See `clearance::Query::manifold_into`.
    #[inline]
    pub fn manifold_into(&mut self, margin: V::Scalar, place: &mut Option<Manifold<V>>) {
        V::enter::<ManifoldEntry<'_, 'q>>((self, margin, place));
    }
    /// The full answer for the cores, the rounding radii, and the motion from A's frame to the world.
    #[inline]
    pub(crate) fn solved(&mut self) -> Option<InItsFrame<V::Wide>> {
        V::enter::<SolutionEntry<'_, 'q>>(self)
    }
    /// See `clearance::certificate`.
    #[inline]
    pub fn certificate(&mut self) -> Certificate<V> {
        V::enter::<CertificateEntry<'_, 'q>>(self)
    }
}

/// A query, the margin, and where the manifold is written.
type ManifoldAsked<'x, 'q, V> =
    (&'x mut Query<'q, V>, <V as Vector>::Scalar, &'x mut Option<Manifold<V>>);

/// An answer of the cores, the rounding radii, and the motion from A's frame to the world.
type InItsFrame<W> = (Solution<W>, [f64; 2], Motion<W>);

/// Answers with the query's observer, or with none. The answer is compiled twice, so that without an
/// observer no step is made; and once, without observers, for a page that must load it (`cargo xtask npm`).
macro_rules! watched {
    ($query:ident, $trace:ident => $text:expr) => {
        match $query.trace.take() {
            Some(mut watcher) if cfg!(not(clearance_unwatched)) => {
                let $trace = &mut watcher;
                let answer = $text;
                $query.trace = Some(watcher);
                answer
            }
            _ => {
                let $trace = &mut ();
                $text
            }
        }
    };
}
pub(crate) use watched;

entry_points! {
    WithinEntry<'x, 'q: 'x>(asked: (&'x mut Query<'q, V>, V::Scalar)) -> bool {
        let (query, distance) = asked;
        watched!(query, trace => query.is_within(distance, trace))
    }
    UpperWithinEntry<'x, 'q: 'x>(asked: (&'x mut Query<'q, V>, V::Scalar)) -> Option<V::Scalar> {
        let (query, distance) = asked;
        query.upper_by_bounds(distance, &mut ())
    }
    DistanceEntry<'x, 'q: 'x>(query: &'x mut Query<'q, V>) -> V::Scalar {
        watched!(query, trace => query.gap(trace))
    }
    ClosestPointsEntry<'x, 'q: 'x>(query: &'x mut Query<'q, V>) -> Option<ClosestPoints<V>> {
        watched!(query, trace => query.nearest(trace))
    }
    PenetrationEntry<'x, 'q: 'x>(query: &'x mut Query<'q, V>) -> Option<Penetration<V>> {
        watched!(query, trace => query.depth(trace))
    }
    ClearanceEntry<'x, 'q: 'x>(query: &'x mut Query<'q, V>) -> Clearance<V> {
        watched!(query, trace => query.ask(Ask::Clearance, trace))
    }
    BriefEntry<'x, 'q: 'x>(query: &'x mut Query<'q, V>) -> Brief<V> {
        query.without_evidence()
    }
    SummaryEntry<'x, 'q: 'x>(query: &'x mut Query<'q, V>) -> Summary<V> {
        query.without_witness()
    }
    ManifoldEntry<'x, 'q: 'x>(asked: ManifoldAsked<'x, 'q, V>) -> () {
        let (query, margin, found) = asked;
        watched!(query, trace => query.contact(margin, trace, found));
    }
    SolutionEntry<'x, 'q: 'x>(query: &'x mut Query<'q, V>) -> Option<InItsFrame<V::Wide>> {
        let trace = &mut ();
        query.solve(Ask::Clearance, trace, |solved, radii, frame| (*solved, radii, *frame))
    }
    CertificateEntry<'x, 'q: 'x>(query: &'x mut Query<'q, V>) -> Certificate<V> {
        watched!(query, trace => query.proof(trace))
    }
}
