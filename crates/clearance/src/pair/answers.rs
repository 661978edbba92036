//! How a query answers: each question asks the solvers as early as it may stop, and where that could
//! disagree with the full answer, for that.

use super::convex;
use super::cores::Cores;
use super::half_space;
use super::lanes;
use super::options::Options;
use super::plan::{self, Solver};
use super::query::Query;
use super::round::{self, Nearness};
use super::scratch::{Lent, Scratch};
use super::solved::{Answered, Ask, NEAR, Solved};
use crate::algorithm::simplex::Simplex;
use crate::answer::{
    Algorithm, Certificate, Clearance, ClosestPoints, Feature, Penetration, Status, Surface,
    Witness,
};
use crate::number::Scalar;
use crate::shape::{Convex, Core, Operand, Part, norm_above};
use crate::space::{Motion, Vector};
use crate::trace::{Trace, nobody};

impl<V: Vector> Query<'_, V> {
    pub(super) fn is_within<T: Trace<V::Wide>>(
        &mut self,
        distance: V::Scalar,
        trace: &mut T,
    ) -> bool {
        let limit = distance.to_f64();
        if !trace.watches()
            && let Some(is_within) = self.within_early(limit)
        {
            return is_within;
        }
        self.is_within_by_search(distance, trace)
    }

    /// The same, where the early test leaves it open.
    #[inline(never)]
    fn is_within_by_search<T: Trace<V::Wide>>(
        &mut self,
        distance: V::Scalar,
        trace: &mut T,
    ) -> bool {
        let limit = distance.to_f64();
        // A NaN is within nothing.
        match self.settle(Ask::Within(limit), limit, trace, |_, _, _| ()) {
            Settled::Beyond(answer) => answer.is_none(),
            Settled::Within(()) => true,
            Settled::Open => self.full().lower <= distance,
        }
    }

    pub(super) fn gap<T: Trace<V::Wide>>(&mut self, trace: &mut T) -> V::Scalar {
        let distance = |solved: &Solved<_>, radii, _: &_| solved.distance::<V>(radii);
        let is_narrow = V::Scalar::EPSILON.to_f64() > f64::EPSILON;
        let ask = if is_narrow { Ask::Distance } else { Ask::ClosestPoints };
        match self.settle(ask, 0.0, trace, distance) {
            Settled::Beyond(distance) => distance.unwrap_or(Scalar::ZERO),
            Settled::Within(_) => Scalar::ZERO,
            Settled::Open => self
                .again(|query| query.solve(Ask::Clearance, nobody!(V::Wide), distance))
                .unwrap_or(Scalar::ZERO),
        }
    }

    pub(super) fn nearest<T: Trace<V::Wide>>(&mut self, trace: &mut T) -> Option<ClosestPoints<V>> {
        let answer = match self.settle(Ask::ClosestPoints, 0.0, trace, Solved::answer) {
            Settled::Beyond(answer) => answer?,
            Settled::Within(_) => return None,
            Settled::Open => self.full(),
        };
        let Clearance { point_a, point_b, normal, signed_distance: distance, .. } = answer;
        (!answer.intersects()).then_some(ClosestPoints { point_a, point_b, normal, distance })
    }

    pub(super) fn depth<T: Trace<V::Wide>>(&mut self, trace: &mut T) -> Option<Penetration<V>> {
        if !trace.watches() && self.within_early(0.0) == Some(false) {
            return None;
        }
        match self.settle(Ask::Penetration, 0.0, trace, Solved::penetration) {
            Settled::Beyond(_) => None,
            Settled::Within(depth) => depth,
            Settled::Open => self
                .again(|query| query.solve(Ask::Clearance, nobody!(V::Wide), Solved::penetration))
                .flatten(),
        }
    }

    pub(super) fn proof<T: Trace<V::Wide>>(&mut self, trace: &mut T) -> Certificate<V> {
        // By its name a test answers where cores touch, too.
        let named = self.algorithm.is_sat();
        let mut own = Scratch::default();
        let mut answer = self.ask_with(&mut own, trace);
        let tested = answer.algorithm.is_sat() && answer.status() != Status::Apart;
        // Where cores are apart, the witness of a closed form is all of the proof.
        let radii = radius(&self.a) + radius(&self.b);
        let closed = answer.algorithm == Algorithm::ClosedForm;
        if tested || closed && answer.signed_distance.to_f64() + radii < 0.0 {
            // The test has looked at everything but keeps nothing; the polytope is the proof, or
            // where the cores touch a common point.
            let proof = self.again(|query| {
                query.algorithm = Algorithm::Epa;
                query.ask_with(&mut own, nobody!(V::Wide))
            });
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
            let b_in_a = self.placement.b_in_a();
            surface = Surface::of_simplex(&answer.evidence.witness, |m| m.a - b_in_a.apply(m.b));
        }
        Certificate { answer, surface: (!surface.faces.is_empty()).then_some(surface) }
    }

    /// The same question without a cache, another time.
    #[inline]
    fn again<R>(&self, ask: impl FnOnce(&mut Query<'_, V>) -> R) -> R {
        let Self { a, b, placement, algorithm, .. } = *self;
        ask(&mut Query { algorithm, ..Query::of([a, b], placement) })
    }

    /// The full answer to a question that a search which stopped early left open.
    #[cold]
    pub(super) fn full(&self) -> Clearance<V> {
        self.again(|query| query.ask(Ask::Clearance, nobody!(V::Wide)))
    }

    /// Answers from a search that stops early, where that is sure to agree with the full answer.
    ///
    /// What is proven to be within the limit is so for every search. A gap of a few roundings may
    /// be proven by one search and not by another, though. So that no question denies what another
    /// proves, of what is [`NEAR`] the limit all have the full answer.
    #[inline]
    fn settle<R, T: Trace<V::Wide>>(
        &mut self,
        ask: Ask,
        limit: f64,
        trace: &mut T,
        hand_over: impl FnOnce(&Solved<V::Wide>, [f64; 2], &Motion<V::Wide>) -> R,
    ) -> Settled<R> {
        let b_in_a = &self.placement.b_in_a();
        let mut is_open = false;
        let planned = if trace.watches() { None } else { self.planned(ask) };
        // Most of what these find is never written: what is handed over is a few numbers.
        if planned == Some(Solver::ClosedForm) {
            if let Some((found, radii)) = self.closed_form(b_in_a, ask) {
                let solved = found.solved(Witness::default());
                return self.judge(b_in_a, limit, &solved, radii, hand_over);
            }
            is_open = true;
        } else if planned == Some(Solver::Lanes)
            && let Some((found, radii)) = self.in_lanes(b_in_a, ask)
        {
            // It answers only if it is not near the limit.
            let solved = found.solved(Witness::default());
            let answer = hand_over(&solved, radii, &self.placement.frame());
            let is_within = found.upper - (radii[0] + radii[1]) <= limit;
            return if is_within { Settled::Within(answer) } else { Settled::Beyond(Some(answer)) };
        }
        let mut solved = None;
        let radii = self.find(b_in_a, ask, is_open, trace, &mut solved);
        match &solved {
            Some(solved) => self.judge(b_in_a, limit, solved, radii, hand_over),
            None => Settled::Beyond(None),
        }
    }

    /// The solver that the plan has for a pair of convex shapes, unless another is asked for by name.
    #[inline(always)]
    fn planned(&self, ask: Ask) -> Option<Solver> {
        let (Operand::Convex(a), Operand::Convex(b)) = (&self.a, &self.b) else { return None };
        match (self.algorithm, plan::clearance(a.core(), b.core(), ask)) {
            (Algorithm::Auto, solver) => Some(solver),
            (Algorithm::ClosedForm, Solver::ClosedForm) => Some(Solver::ClosedForm),
            _ => None,
        }
    }

    /// What a search in lanes tells of two polytopes, if that is enough, and the rounding radii.
    #[inline(always)]
    fn in_lanes(&mut self, b_in_a: &Motion<V::Wide>, ask: Ask) -> Option<ClosedForm<V::Wide>> {
        let (Operand::Convex(a), Operand::Convex(b)) = (&self.a, &self.b) else { return None };
        let cores = Cores::new(a, b, b_in_a);
        let found = lanes::solve(&cores, ask, self.cache.as_deref_mut())?;
        Some((found, [a.radius_wide(), b.radius_wide()]))
    }

    /// The closed form of a pair, if it decides, and the rounding radii.
    #[inline(always)]
    fn closed_form(&mut self, b_in_a: &Motion<V::Wide>, ask: Ask) -> Option<ClosedForm<V::Wide>> {
        let (Operand::Convex(a), Operand::Convex(b)) = (&self.a, &self.b) else { return None };
        let found = match (a.core(), b.core()) {
            // Compiled into each question, so that no more is computed than that asks for.
            (&Core::Box(half_a), &Core::Box(half_b)) => {
                let reach = a.reach() + b.reach() + round::sum(b_in_a.translation);
                let both = a.radius_wide() + b.radius_wide();
                let slack = round::slack_of(reach, both)?;
                round::boxes::both(half_a, half_b, b_in_a, [reach, slack])?
            }
            _ => round::solve(a, b, b_in_a, ask, None)?,
        };
        let radii = [a.radius_wide(), b.radius_wide()];
        // Boxes that overlap have no axis here.
        if found.lower > f64::NEG_INFINITY
            && let Some(cache) = &mut self.cache
        {
            cache.remember(&Simplex::default(), found.axis, Feature::None);
        }
        Some((found, radii))
    }

    /// What an answer says of the limit.
    #[inline(always)]
    fn judge<R>(
        &self,
        b_in_a: &Motion<V::Wide>,
        limit: f64,
        solved: &Solved<V::Wide>,
        radii: [f64; 2],
        hand_over: impl FnOnce(&Solved<V::Wide>, [f64; 2], &Motion<V::Wide>) -> R,
    ) -> Settled<R> {
        let both = radii[0] + radii[1];
        if solved.upper - both <= limit {
            return Settled::Within(hand_over(solved, radii, &self.placement.frame()));
        }
        let beyond = solved.lower - both - limit;
        // The sizes are asked for where they matter.
        let size = || extent(&self.a) + extent(&self.b) + norm_above(b_in_a.translation);
        if beyond > 0.0 && beyond > NEAR * size() {
            return Settled::Beyond(Some(hand_over(solved, radii, &self.placement.frame())));
        }
        Settled::Open
    }

    /// A full answer; not for those who ask for the depth alone.
    pub(super) fn ask<T: Trace<V::Wide>>(&mut self, ask: Ask, trace: &mut T) -> Clearance<V> {
        let nothing = || Solved::nothing().answer([0.0; 2], &Motion::identity());
        self.solve(ask, trace, Solved::answer).unwrap_or_else(nothing)
    }

    /// The same with that memory, whatever was given.
    fn ask_with<T: Trace<V::Wide>>(
        &mut self,
        scratch: &mut Scratch<V::Wide>,
        trace: &mut T,
    ) -> Clearance<V> {
        let Self { a, b, placement, algorithm, .. } = *self;
        let (cache, scratch) = (self.cache.as_deref_mut(), Some(scratch));
        let mut query = Query { algorithm, cache, scratch, ..Query::of([a, b], placement) };
        query.ask(Ask::Clearance, trace)
    }

    /// Hands over the answer for the cores, the rounding radii, and the frame to answer in. None
    /// where the shapes are apart and the depth alone was asked for.
    #[inline]
    pub(super) fn solve<R, T: Trace<V::Wide>>(
        &mut self,
        ask: Ask,
        trace: &mut T,
        hand_over: impl FnOnce(&Solved<V::Wide>, [f64; 2], &Motion<V::Wide>) -> R,
    ) -> Option<R> {
        let mut solved = None;
        let radii = self.find(&self.placement.b_in_a(), ask, false, trace, &mut solved);
        solved.as_ref().map(|solved| hand_over(solved, radii, &self.placement.frame()))
    }

    /// Finds the answer for the cores, and writes it where it is wanted; gives the rounding radii.
    #[inline]
    fn find<T: Trace<V::Wide>>(
        &mut self,
        b_in_a: &Motion<V::Wide>,
        ask: Ask,
        is_open: bool,
        trace: &mut T,
        solved: &mut Answered<V::Wide>,
    ) -> [f64; 2] {
        let Self { a, b, algorithm, cache, scratch, .. } = self;
        let (cache, scratch) = (cache.as_deref_mut(), Lent::new(scratch.as_deref_mut()));
        let algorithm = *algorithm;
        let options = Options { algorithm, cache, scratch, trace, seen: None, is_open };
        look(a, b, b_in_a, ask, options, solved)
    }
}

/// Finds the answer for the cores of a pair, and writes it where it is wanted; gives the rounding
/// radii.
#[inline]
pub(super) fn look<W: Vector<Scalar = f64, Wide = W>, T: Trace<W>>(
    a: &Operand<'_, W>,
    b: &Operand<'_, W>,
    b_in_a: &Motion<W>,
    ask: Ask,
    options: Options<'_, W, T>,
    solved: &mut Answered<W>,
) -> [f64; 2] {
    let radii = match (a.part(), b.part()) {
        (Part::Convex(a), Part::Convex(b)) => {
            convex::solve(a, b, b_in_a, ask, options, solved);
            [a.radius_wide(), b.radius_wide()]
        }
        (Part::HalfSpace(a), Part::Convex(b)) => {
            *solved = Some(half_space::against_convex(a, b, b_in_a));
            [0.0, b.radius_wide()]
        }
        (Part::Convex(a), Part::HalfSpace(b)) => {
            *solved = Some(half_space::of_convex(a, b, b_in_a));
            [a.radius_wide(), 0.0]
        }
        (Part::HalfSpace(a), Part::HalfSpace(b)) => {
            *solved = Some(half_space::of_both(a, b, b_in_a));
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

/// What a closed form found, and the rounding radii.
type ClosedForm<W> = (Nearness<W>, [f64; 2]);

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
fn extent<W: Vector<Scalar = f64, Wide = W>>(operand: &Operand<'_, W>) -> f64 {
    match operand {
        Operand::Convex(shape) => shape.reach() + shape.radius_wide(),
        Operand::HalfSpace(half) => half.offset().abs(),
    }
}

/// Around the core.
fn radius<W: Vector<Scalar = f64, Wide = W>>(operand: &Operand<'_, W>) -> f64 {
    match operand {
        Operand::Convex(shape) => shape.radius_wide(),
        Operand::HalfSpace(_) => 0.0,
    }
}
