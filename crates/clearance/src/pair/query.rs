//! A query: two shapes, where they stand, and how to answer.

use super::contact::{Contact, Rest};
use super::convex::{self, Manner};
use super::half_space;
use super::polytopes::Seen;
use super::scratch::{Lent, Scratch};
use super::solved::{Answered, Ask, NEAR, Solved};
use crate::algorithm::simplex::Simplex;
use crate::answer::{
    Algorithm, Certificate, Clearance, ClosestPoints, Feature, Manifold, Penetration, Status,
    Surface,
};
use crate::hull::Facets;
use crate::number::Scalar;
use crate::shape::difference::Difference;
use crate::shape::{Convex, Geometry, NO_ID, Part, Wide, norm_above};
use crate::space::{Motion, Pose, Vector};
use crate::trace::Trace;

type Scalar1<G> = <<G as Geometry>::V as Vector>::Scalar;
type WideOf<G> = <<G as Geometry>::V as Vector>::Wide;

/// What a query remembers for the next one on the same pair: a warm start.
///
/// A plain value: vertex numbers, a direction, and the last manifold. Numbers that a shape does not
/// have are dropped, any direction will do, and a manifold is used again for the shapes that it is
/// of: see [`Convex::identity`]. So a cache of another pair costs a few steps and no more.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cache {
    /// Of the pair that it is of; 0 before any. Numbers, axes and places of another dimension are
    /// nothing that could be checked: such a cache is emptied.
    dim: u8,
    ids: [[u32; 2]; 4],
    len: usize,
    axis: [f64; 3],
    /// What the axis is perpendicular to.
    feature: Feature,
    /// Of the manifold that was looked for last.
    rest: Rest,
}

impl Cache {
    /// Forgets what is of another dimension.
    #[inline]
    fn enter(&mut self, dim: usize) {
        if usize::from(self.dim) != dim {
            *self = Self { dim: dim as u8, ..Self::default() };
        }
    }

    /// The vertices, as points of the difference.
    pub(super) fn simplex<A: Convex, B: Convex<V = A::V>>(
        &self,
        difference: &Difference<'_, A, B>,
    ) -> Simplex<A::V> {
        let mut simplex = Simplex::default();
        for pair in self.ids.iter().take(self.len).filter_map(|ids| difference.pair_of(*ids)) {
            if simplex.len <= A::V::DIM {
                simplex.push(pair);
            }
        }
        simplex
    }

    /// The direction, from A to B, of any length but zero.
    pub(super) fn axis<W: Vector<Scalar = f64>>(&self) -> Option<W> {
        let axis = W::from_fn(|i| self.axis[i]);
        (axis.is_finite() && axis != W::ZERO).then_some(axis)
    }

    /// What it is across, by number: any number will do.
    pub(super) fn feature(&self) -> Feature {
        self.feature
    }

    pub(super) fn remember<W: Vector<Scalar = f64>>(
        &mut self,
        simplex: &Simplex<W>,
        axis: W,
        feature: Feature,
    ) {
        self.len = 0;
        self.axis = [0.0; 3];
        self.feature = feature;
        for pair in simplex.corners().iter().filter(|p| !p.ids.contains(&NO_ID)) {
            self.ids[self.len] = pair.ids;
            self.len += 1;
        }
        for i in 0..W::DIM {
            self.axis[i] = axis.get(i);
        }
    }
}

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
pub struct Query<'q, A: Geometry, B, T = ()> {
    a: &'q A,
    b: &'q B,
    b_in_a: Motion<WideOf<A>>,
    /// From A's frame to that of the answer.
    frame: Motion<WideOf<A>>,
    algorithm: Algorithm,
    cache: Option<&'q mut Cache>,
    scratch: Option<&'q mut Scratch<WideOf<A>>>,
    trace: T,
}

impl<'q, A: Geometry, B: Geometry<V = A::V>> Query<'q, A, B> {
    /// A query on world poses; the answer is in world coordinates.
    #[inline]
    pub fn new(a: &'q A, pose_a: &Pose<A::V>, b: &'q B, pose_b: &Pose<A::V>) -> Self {
        let frame = Motion::of(pose_a);
        Self {
            a,
            b,
            b_in_a: Motion::of(pose_b).seen_from(&frame),
            frame,
            algorithm: Algorithm::Auto,
            cache: None,
            scratch: None,
            trace: (),
        }
    }
    /// A query on motions, local to world, which a pose of the shapes' precision may not hold.
    pub(super) fn placed(
        a: &'q A,
        frame: Motion<WideOf<A>>,
        b: &'q B,
        frame_b: &Motion<WideOf<A>>,
    ) -> Self {
        let b_in_a = frame_b.seen_from(&frame);
        Self { b_in_a, frame, ..Self::new(a, &Pose::IDENTITY, b, &Pose::IDENTITY) }
    }
    /// A query on the pose of B in the frame of A; the answer is in A's frame.
    pub fn relative(a: &'q A, b: &'q B, b_in_a: &Pose<A::V>) -> Self {
        let b_in_a = Motion::of(b_in_a);
        Self {
            b_in_a,
            frame: Motion::identity(),
            ..Self::new(a, &Pose::IDENTITY, b, &Pose::IDENTITY)
        }
    }
}

impl<'q, A: Geometry, B: Geometry<V = A::V>, T: Trace<WideOf<A>>> Query<'q, A, B, T> {
    /// Uses that algorithm and no other, even where it gives less than a full answer:
    /// see [`Algorithm`]. Half-spaces keep their closed form.
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self
    }
    /// Starts from what the cache remembers, and leaves there what the next query needs.
    #[inline]
    pub fn cache(mut self, cache: &'q mut Cache) -> Self {
        cache.enter(A::V::DIM);
        self.cache = Some(cache);
        self
    }
    /// Uses that memory for the expanding polytope and the lists of a separating axis test. Without
    /// it, and with the feature `std`, that of the thread's last query.
    #[inline]
    pub fn scratch(mut self, scratch: &'q mut Scratch<WideOf<A>>) -> Self {
        self.scratch = Some(scratch);
        self
    }
    /// Shows each step to `trace`.
    pub fn trace<U: Trace<WideOf<A>>>(self, trace: U) -> Query<'q, A, B, U> {
        let Self { a, b, b_in_a, frame, algorithm, cache, scratch, .. } = self;
        Query { a, b, b_in_a, frame, algorithm, cache, scratch, trace }
    }

    /// See [`super::intersects`].
    pub fn intersects(self) -> bool {
        self.within(Scalar1::<A>::ZERO)
    }
    /// See [`super::within`].
    pub fn within(self, distance: Scalar1<A>) -> bool {
        let limit = distance.to_f64();
        let again = self.again();
        // A NaN is within nothing.
        match self.settle(Ask::Within(limit), limit, |_, _, _| ()) {
            Settled::Beyond(answer) => answer.is_none(),
            Settled::Within(()) => true,
            Settled::Open => again.ask(Ask::Clearance).lower <= distance,
        }
    }
    /// See [`super::distance`].
    pub fn distance(self) -> Scalar1<A> {
        let again = self.again();
        let distance = |solved: &Solved<_>, radii, _: &_| solved.distance::<A::V>(radii);
        match self.settle(Ask::Distance, 0.0, distance) {
            Settled::Beyond(distance) => distance.unwrap_or(Scalar1::<A>::ZERO),
            Settled::Within(_) => Scalar1::<A>::ZERO,
            Settled::Open => again.solve(Ask::Clearance, distance).unwrap_or(Scalar1::<A>::ZERO),
        }
    }
    /// See [`super::closest_points`].
    pub fn closest_points(self) -> Option<ClosestPoints<A::V>> {
        let again = self.again();
        let answer = match self.settle(Ask::Distance, 0.0, Solved::answer) {
            Settled::Beyond(answer) => answer?,
            Settled::Within(_) => return None,
            Settled::Open => again.ask(Ask::Clearance),
        };
        let Clearance { point_a, point_b, normal, signed_distance: distance, .. } = answer;
        (!answer.intersects()).then_some(ClosestPoints { point_a, point_b, normal, distance })
    }
    /// See [`super::penetration`].
    pub fn penetration(self) -> Option<Penetration<A::V>> {
        let again = self.again();
        match self.settle(Ask::Penetration, 0.0, Solved::penetration) {
            Settled::Beyond(_) => None,
            Settled::Within(depth) => depth,
            Settled::Open => again.solve(Ask::Clearance, Solved::penetration).flatten(),
        }
    }
    /// See [`super::clearance`].
    pub fn clearance(self) -> Clearance<A::V> {
        self.ask(Ask::Clearance)
    }
    /// See [`super::contact_manifold`]. With a cache, points whose names were in the last
    /// manifold are marked, and kept where others are about as good: then the deepest may be
    /// missing, if a point that is less deep by at most a sixteenth of the margin is there.
    ///
    /// Of bodies at rest nothing is looked for. As long as no point of B has moved by more than D
    /// relative to A since the last look, where D is at most 1/64 of the margin, the same places of
    /// the surfaces are the points. Their separations are taken anew along the same normal, which
    /// turns with the face that it is of. Then the deepest separation is that of the shapes within
    /// 2 D, on top of the sixteenth; along the normal the shapes are no deeper than the clearance by
    /// more than 2 D; and each point is within D of both surfaces. Between shapes with no face across
    /// the normal D is at most 1/64 of the clearance of their cores, too. Where they were apart,
    /// there is no look until the gap that was proven may be used up; where a shape refused the contact
    /// (see [`crate::shape::Facet`]), none until B has moved by D. The same poses give the same
    /// points, to the last bit. A named algorithm or a trace always looks.
    #[inline]
    pub fn manifold(mut self, margin: Scalar1<A>) -> Option<Manifold<A::V>> {
        let (a, b, b_in_a, given) = (self.a.part(), self.b.part(), self.b_in_a, margin);
        let margin = given.to_f64();
        let mut cache = self.cache.take();
        let is_free = self.algorithm == Algorithm::Auto && !T::WATCHES;
        let contact = Contact::new((a, b), b_in_a, margin, is_free);
        // Written in one place from all sides, as an answer that is handed on is copied.
        let mut found = None;
        let mut is_decided = false;
        if is_free
            && let Some(cache) = cache.as_deref_mut()
            && contact.is_at_rest(&cache.rest)
        {
            is_decided = cache.rest.is_gap();
            if A::V::DIM == 2 && !is_decided {
                let points = contact.update_in_plane(&mut cache.rest, &self.frame);
                if points.is_some() {
                    return points;
                }
            } else if !is_decided {
                is_decided = contact.update(&mut cache.rest, &self.frame, &mut found);
            }
        }
        if !is_decided {
            // Anew, so that neither needs a place in memory where bodies are at rest.
            let contact = Contact::new((a, b), b_in_a, margin, is_free);
            let (frame, again) = (self.frame, self.again());
            let rest = cache.as_deref_mut().map(|cache| &mut cache.rest);
            if !(is_free && short_way(&contact, &frame, rest, &mut found)) {
                self.general_way(&contact, cache.as_deref_mut(), &mut found);
            }
            if contact.is_open(found.as_ref().map(|found| found.deepest().separation.to_f64())) {
                let rest = cache.map(|cache| &mut cache.rest);
                again.at_margin(&contact, given, rest, &mut found);
            }
        }
        found
    }

    /// Decides by the full answer whether there is a contact, where the shapes are about as far apart
    /// as the margin: so that no question denies what another proves.
    #[cold]
    #[inline(never)]
    fn at_margin(
        self,
        contact: &Contact<'_, A::Core, B::Core>,
        margin: Scalar1<A>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<A::V>>,
    ) {
        let full = self.again().ask(Ask::Clearance);
        let is_beyond = full.lower > margin;
        if is_beyond != out.is_some() || !full.bounded() {
            return;
        }
        if let Some(rest) = rest {
            rest.forget();
        }
        *out = None;
        if !is_beyond {
            // What is found a little beyond the margin is at it.
            let most = contact.margin.max(full.signed_distance.to_f64()) + contact.near();
            let wider = Contact::new((contact.a, contact.b), contact.b_in_a, most, false);
            self.general_way(&wider, None, out);
            *out = out.as_ref().map(|found| found.up_to(margin));
        }
    }

    /// The manifold from the clearance. Kept out of the way of those who need neither.
    #[inline(never)]
    fn general_way(
        self,
        contact: &Contact<'_, A::Core, B::Core>,
        cache: Option<&mut Cache>,
        out: &mut Option<Manifold<A::V>>,
    ) {
        contact.with_facets(|facets| self.given_facets(contact, facets, cache, out));
    }

    /// The same, given what is seen of hulls, or of both shapes if they are polytopes.
    #[inline(never)]
    fn given_facets(
        self,
        contact: &Contact<'_, A::Core, B::Core>,
        facets: [Option<&Facets<'_>>; 2],
        mut cache: Option<&mut Cache>,
        out: &mut Option<Manifold<A::V>>,
    ) {
        let ask = Ask::Contact(contact.margin);
        let (frame, mut solved) = (self.frame, None);
        let seen = facets[0].zip(facets[1]).map(Into::into);
        let radii = Query { cache: cache.as_deref_mut(), ..self }.look(ask, seen, &mut solved);
        let rest = cache.map(|cache| &mut cache.rest);
        if let Some(solved) = &solved {
            contact.manifold(solved, facets, radii, &frame, rest, out);
        } else if let Some(rest) = rest {
            contact.remember_gap(rest, f64::NEG_INFINITY);
        }
    }
    /// See [`super::certificate`].
    pub fn certificate(self) -> Certificate<A::V> {
        let (a, b, b_in_a, frame) = (self.a, self.b, self.b_in_a, self.frame);
        // By its name a test answers where cores touch, too.
        let named = self.algorithm.is_sat();
        let mut own = Scratch::default();
        let mut answer = Query { scratch: Some(&mut own), ..self }.ask(Ask::Clearance);
        let tested = answer.algorithm.is_sat() && answer.status() != Status::Apart;
        // Where cores are apart, the witness of a closed form is all of the proof.
        let radii = radius(&a.part()) + radius(&b.part());
        let closed = answer.algorithm == Algorithm::ClosedForm;
        if tested || closed && answer.signed_distance.to_f64() + radii < 0.0 {
            // The test has looked at everything but keeps nothing; the polytope is the proof, or
            // where the cores touch a common point.
            let (algorithm, scratch) = (Algorithm::Epa, Some(&mut own));
            let query = Query { a, b, b_in_a, frame, algorithm, cache: None, scratch, trace: () };
            let proof = query.ask(Ask::Clearance);
            if named || own.epa.surface().faces.is_empty() {
                answer.evidence.witness = proof.evidence.witness;
            }
            // No more is claimed than is shown: as deep in all directions of a circle as solids
            // around one axis are, no polytope of few corners shows all of it.
            if closed && proof.lower > answer.upper {
                answer = proof;
            } else if closed && proof.upper > answer.upper {
                (answer.upper, answer.end) = (proof.upper, proof.end);
            }
        }
        let mut surface = own.epa.surface();
        if surface.faces.is_empty() {
            surface = Surface::of_simplex(&answer.evidence.witness, |m| m.a - b_in_a.apply(m.b));
        }
        Certificate { answer, surface: (!surface.faces.is_empty()).then_some(surface) }
    }

    /// The same question, for the full answer.
    fn again(&self) -> Query<'q, A, B> {
        let Self { a, b, b_in_a, frame, algorithm, .. } = *self;
        Query { a, b, b_in_a, frame, algorithm, cache: None, scratch: None, trace: () }
    }

    /// Answers from a search that stops early, where that is sure to agree with the full answer.
    ///
    /// What is proven to be within the limit is so for every search. A gap of a few roundings may
    /// be proven by one search and not by another, though. So that no question denies what another
    /// proves, of what is [`NEAR`] the limit all have the full answer.
    #[inline]
    fn settle<R>(
        self,
        ask: Ask,
        limit: f64,
        hand_over: impl FnOnce(&Solved<WideOf<A>>, [f64; 2], &Motion<WideOf<A>>) -> R,
    ) -> Settled<R> {
        let (a, b, way) = (self.a.part(), self.b.part(), self.b_in_a.translation);
        let settled = self.solve(ask, |solved, radii, frame| {
            let both = radii[0] + radii[1];
            if solved.upper - both <= limit {
                return Settled::Within(hand_over(solved, radii, frame));
            }
            let beyond = solved.lower - both - limit;
            // The sizes are asked for where they matter.
            if beyond > 0.0 && beyond > NEAR * (extent(&a) + extent(&b) + norm_above(way)) {
                return Settled::Beyond(Some(hand_over(solved, radii, frame)));
            }
            Settled::Open
        });
        settled.unwrap_or(Settled::Beyond(None))
    }

    /// A full answer; not for those who ask for the depth alone.
    fn ask(self, ask: Ask) -> Clearance<A::V> {
        let nothing = || Solved::nothing().answer([0.0; 2], &Motion::identity());
        self.solve(ask, Solved::answer).unwrap_or_else(nothing)
    }

    /// Hands over the answer for the cores, the rounding radii, and the frame to answer in. None
    /// where the shapes are apart and the depth alone was asked for.
    #[inline]
    pub(super) fn solve<R>(
        self,
        ask: Ask,
        hand_over: impl FnOnce(&Solved<WideOf<A>>, [f64; 2], &Motion<WideOf<A>>) -> R,
    ) -> Option<R> {
        let (frame, mut solved) = (self.frame, None);
        let radii = self.look(ask, None, &mut solved);
        solved.as_ref().map(|solved| hand_over(solved, radii, &frame))
    }

    /// Finds the answer for the cores, and writes it where it is wanted; gives the rounding radii.
    #[inline]
    fn look(self, ask: Ask, seen: Seen<'_>, solved: &mut Answered<WideOf<A>>) -> [f64; 2] {
        let Self { a, b, b_in_a, algorithm, cache, scratch, mut trace, .. } = self;
        let (scratch, trace) = (Lent::new(scratch), &mut trace);
        let manner = Manner { algorithm, cache, scratch, trace, seen };
        let radii = match (a.part(), b.part()) {
            (Part::Convex(a), Part::Convex(b)) => {
                convex::solve(a, b, &b_in_a, ask, manner, solved);
                [a.radius_wide(), b.radius_wide()]
            }
            (Part::HalfSpace(a), Part::Convex(b)) => {
                *solved = Some(half_space::against_convex(a, b, &b_in_a));
                [0.0, b.radius_wide()]
            }
            (Part::Convex(a), Part::HalfSpace(b)) => {
                *solved = Some(half_space::of_convex(a, b, &b_in_a));
                [a.radius_wide(), 0.0]
            }
            (Part::HalfSpace(a), Part::HalfSpace(b)) => {
                *solved = Some(half_space::of_both(a, b, &b_in_a));
                [0.0; 2]
            }
        };
        if let Some(Solved { algorithm, steps, .. }) = solved.as_ref().filter(|s| !s.is_sound()) {
            let (algorithm, steps) = (*algorithm, *steps);
            *solved = Some(Solved { algorithm, steps, ..Solved::nothing() });
        }
        if !radii.into_iter().all(|r: f64| r.is_finite() && r >= 0.0) {
            *solved = Some(Solved::nothing());
            return [0.0; 2];
        }
        radii
    }
}

/// The manifold of a pair that has a short way of its own, if that leads to an answer.
#[inline(never)]
fn short_way<A: Convex, B: Convex<V = A::V>>(
    contact: &Contact<'_, A, B>,
    frame: &Motion<Wide<A>>,
    mut rest: Option<&mut Rest>,
    out: &mut Option<Manifold<A::V>>,
) -> bool {
    if !contact.is_of_rectangles()
        && let Some(gap) = contact.beyond_reach()
    {
        contact.apart(rest, gap);
        return true;
    }
    if contact.is_tiny() {
        return false;
    }
    if A::V::DIM == 2 {
        return contact.in_plane(frame, rest, out);
    }
    contact.of_boxes(frame, rest.as_deref_mut(), out) || contact.of_round(frame, rest, out)
}

/// What a search that stopped early says of a limit on the clearance.
enum Settled<R> {
    /// The clearance is surely more. There may be nothing to hand over.
    Beyond(Option<R>),
    /// It is surely no more.
    Within(R),
    /// Another search may say otherwise.
    Open,
}

/// How far a shape reaches from its origin: of a half-space its plane.
fn extent<C: Convex>(part: &Part<'_, C>) -> f64 {
    match part {
        Part::Convex(shape) => shape.reach() + shape.radius_wide(),
        Part::HalfSpace(half) => half.offset().to_f64().abs(),
    }
}

/// Around the core.
fn radius<C: Convex>(part: &Part<'_, C>) -> f64 {
    match part {
        Part::Convex(shape) => shape.radius_wide(),
        Part::HalfSpace(_) => 0.0,
    }
}
