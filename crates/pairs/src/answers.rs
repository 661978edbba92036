//! How a query answers. Each question lets the solvers stop as early as possible. If the early answer
//! could disagree with the full answer, the full answer decides.

use crate::answer::{
    Algorithm, Certificate, Clearance, ClosestPoints, End, Penetration, Status, Surface,
};
use crate::cache::Cache;
use crate::convex::look;
use crate::cores::Cores;
use crate::depth::scratch::{Lent, Scratch};
use crate::distance::{curved, polytope_lanes, round};
use crate::number::Scalar;
use crate::options::Options;
use crate::plan::{Solver, planned};
use crate::query::{Placement, Query};
use crate::shape::{Convex, Core, Lowered, Operand, is_wide, norm_above};
use crate::solution::{Answered, Ask, Bounds, Brief, Met, NEAR, Solution, Summary};
use crate::space::{DVector, Motion, Vector};
use crate::trace::Trace;

impl<V: Vector> Query<'_, V> {
    pub(crate) fn is_within<T: Trace<V::Wide>>(
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
        self.upper_by_bounds(distance, trace).is_some()
    }

    /// An upper bound on the clearance, as far as the question whether it is at most `distance` needs one;
    /// `None` if it is more.
    #[inline(never)]
    pub(crate) fn upper_by_bounds<T: Trace<V::Wide>>(
        &mut self,
        distance: V::Scalar,
        trace: &mut T,
    ) -> Option<V::Scalar> {
        let limit = distance.to_f64();
        match self.bounds((Ask::Within(limit), limit), trace) {
            Outcome::Within(Some(bounds)) => Some(V::Scalar::above(bounds.upper)),
            // NaN: at most any limit.
            Outcome::Within(None) | Outcome::Beyond(None) => Some(V::Scalar::INFINITY),
            Outcome::Beyond(_) => None,
            Outcome::Near | Outcome::Open => {
                let full = self.full();
                (full.lower <= distance).then_some(full.upper)
            }
        }
    }

    pub(crate) fn gap<T: Trace<V::Wide>>(&mut self, trace: &mut T) -> V::Scalar {
        match self.bounds((Ask::Distance, 0.0), trace) {
            Outcome::Within(_) => Scalar::ZERO,
            Outcome::Beyond(bounds) => bounds.map_or(Scalar::ZERO, Bounds::distance),
            Outcome::Near | Outcome::Open => {
                let bounds = |solved: &Solution<_>, radii, _: &_| {
                    solved.bounds().of_shapes(radii).distance()
                };
                self.fully(bounds).unwrap_or(Scalar::ZERO)
            }
        }
    }

    pub(crate) fn nearest<T: Trace<V::Wide>>(&mut self, trace: &mut T) -> Option<ClosestPoints<V>> {
        match self.settle((Ask::ClosestPoints, 0.0), false, trace, Met::nearest) {
            Outcome::Within(_) => None,
            Outcome::Beyond(points) => points.flatten(),
            Outcome::Near | Outcome::Open => {
                self.fully(|solved, radii, frame| solved.met().nearest(radii, frame)).flatten()
            }
        }
    }

    pub(crate) fn depth<T: Trace<V::Wide>>(&mut self, trace: &mut T) -> Option<Penetration<V>> {
        if !trace.watches() && (self.within_early(0.0) == Some(false) || self.is_apart_in_f32()) {
            return None;
        }
        match self.settle((Ask::Penetration, 0.0), false, trace, Met::penetration) {
            Outcome::Within(depth) => depth.flatten(),
            Outcome::Beyond(_) => None,
            Outcome::Near | Outcome::Open => {
                self.fully(|solved, radii, frame| solved.met().penetration(radii, frame)).flatten()
            }
        }
    }

    pub(crate) fn proof<T: Trace<V::Wide>>(&mut self, trace: &mut T) -> Certificate<V> {
        // A separating axis test that was chosen by name also answers if the cores touch.
        let named = self.algorithm.is_sat();
        let mut own = Scratch::default();
        let mut answer = self.ask_with(&mut own, trace);
        let tested = answer.algorithm.is_sat() && answer.status() != Status::Apart;
        // If the cores are apart, the witness of a closed form is the whole proof.
        let radii = radius(&self.a) + radius(&self.b);
        let closed = answer.algorithm == Algorithm::ClosedForm;
        if tested || closed && answer.signed_distance.to_f64() + radii < 0.0 {
            // The test keeps no evidence of what it tested. EPA's polytope is the proof, or a common
            // point if the cores touch.
            let proof = self.again(|query| {
                query.algorithm = Algorithm::Epa;
                query.ask_with(&mut own, &mut ())
            });
            if named || own.epa().surface().faces.is_empty() {
                answer.evidence.witness = proof.evidence.witness;
            }
            // The answer claims no more than the evidence shows. Coaxial solids of revolution are equally
            // deep in all directions of a circle, which a polytope of few corners cannot prove exactly.
            if closed && proof.lower > answer.upper {
                answer = proof;
            } else if closed && proof.upper > answer.upper {
                (answer.upper, answer.end) = (proof.upper, proof.end);
            }
        }
        let mut surface = own.epa().surface();
        if surface.faces.is_empty() {
            let b_in_a = self.placement.b_in_a();
            surface = Surface::of_simplex(&answer.evidence.witness, |m| m.a - b_in_a.apply(m.b));
        }
        let surface = (!surface.faces.is_empty()).then_some(surface);
        Certificate { surface, ..answer.into() }
    }

    /// The same question again, without a cache.
    #[inline]
    fn again<R>(&self, ask: impl FnOnce(&mut Query<'_, V>) -> R) -> R {
        let Self { a, b, placement, algorithm, lesson, .. } = *self;
        ask(&mut Query { algorithm, lesson, ..Query::of([a, b], placement) })
    }

    /// What is taken from the full answer, which decides where a search that stopped early did not.
    #[cold]
    fn fully<R>(
        &self,
        hand_over: impl FnOnce(&Solution<V::Wide>, [f64; 2], &Motion<V::Wide>) -> R,
    ) -> Option<R> {
        self.again(|query| query.solve(Ask::Clearance, &mut (), hand_over))
    }

    /// Does the search in `f32` prove that curved shapes are apart? It takes a fraction of the time of the
    /// search in `f64` that a depth begins with.
    #[inline]
    fn is_apart_in_f32(&self) -> bool {
        let (Operand::Convex(a), Operand::Convex(b)) = (&self.a, &self.b) else { return false };
        self.planned(Ask::Within(0.0)) == Solver::Curved
            && self.algorithm == Algorithm::Auto
            && curved::are_apart([a, b], &self.placement.b_in_a(), self.cache.as_deref())
    }

    /// The full answer, if a search that stopped early left the question open.
    #[cold]
    pub(crate) fn full(&self) -> Clearance<V> {
        self.again(|query| query.ask(Ask::Clearance, &mut ()))
    }

    /// The bounds of the clearance for a limit: first by a solver that gives only numbers.
    #[inline(always)]
    fn bounds<T: Trace<V::Wide>>(
        &mut self,
        (ask, limit): (Ask, f64),
        trace: &mut T,
    ) -> Outcome<Option<Bounds>> {
        let quick = if trace.watches() { Outcome::Open } else { self.quick(ask, limit) };
        match quick {
            Outcome::Within(bounds) => Outcome::Within(Some(bounds)),
            Outcome::Beyond(bounds) => Outcome::Beyond(Some(bounds)),
            Outcome::Near => Outcome::Near,
            Outcome::Open => self.bounds_by_search((ask, limit), trace),
        }
    }

    /// The same, by the solvers that give a full answer.
    #[inline(never)]
    fn bounds_by_search<T: Trace<V::Wide>>(
        &mut self,
        (ask, limit): (Ask, f64),
        trace: &mut T,
    ) -> Outcome<Option<Bounds>> {
        let is_exact = ask == Ask::Distance && is_wide::<V>();
        let ask = if is_exact { Ask::ClosestPoints } else { ask };
        let is_open = !trace.watches();
        self.settle((ask, limit), is_open, trace, |met, radii, _| met.bounds.of_shapes(radii))
    }

    /// The answer from a closed form or a search in lanes as numbers only: no normal, no points and no
    /// evidence are computed, and only the necessary part of the relative pose. If the result is [`NEAR`]
    /// the limit, the full answer decides, for the reason that [`Query::settle`] gives.
    #[inline(always)]
    pub(crate) fn quick(&mut self, ask: Ask, limit: f64) -> Outcome<Bounds> {
        let (Operand::Convex(a), Operand::Convex(b)) = (&self.a, &self.b) else {
            return Outcome::Open;
        };
        let radii = [a.radius_wide(), b.radius_wide()];
        // A search in lanes gives a distance to the precision of `f32`.
        let may_search = matches!(ask, Ask::Within(_)) || !is_wide::<V>();
        let (cores, size) = match (self.algorithm, self.planned(ask)) {
            (_, Solver::ClosedForm) => {
                let way = self.placement.way();
                let size = a.reach() + b.reach() + round::sum(way);
                let slack = round::slack_of(size, radii[0] + radii[1]);
                let (placement, cache) = (&self.placement, self.cache.as_deref_mut());
                // Not `and_then`: its closure is a call, and what it returns is copied twice.
                let found = match slack {
                    Some(slack) => closed_bounds([a, b], placement, [size, slack], ask, cache),
                    None => None,
                };
                (found, size)
            }
            (Algorithm::Auto, Solver::Lanes) if may_search => {
                let b_in_a = self.placement.b_in_a();
                let cores = Cores::new(a, b, &b_in_a);
                (polytope_lanes::solve(&cores, ask, self.cache.as_deref_mut()), cores.size)
            }
            (Algorithm::Auto, Solver::Curved) if may_search => {
                let b_in_a = self.placement.b_in_a();
                let cores = Cores::new(a, b, &b_in_a);
                (curved::solve(&cores, ask, self.cache.as_deref_mut()), cores.size)
            }
            _ => return Outcome::Open,
        };
        let Some(cores) = cores else { return Outcome::Open };
        let clearance = cores.of_shapes(radii);
        Outcome::of(&clearance, limit, || size + (radii[0] + radii[1])).with(|| clearance)
    }

    /// Returns the result of a search that stops early, unless the full search could decide otherwise.
    ///
    /// All searches agree on an overlap within the limit. But one search may prove a gap of a few rounding
    /// errors, and another one not. So that no question contradicts another, a result [`NEAR`] the limit is
    /// replaced by that of the full search.
    ///
    /// A closed form that left the question open is not called again.
    #[inline]
    fn settle<R, T: Trace<V::Wide>>(
        &mut self,
        (ask, limit): (Ask, f64),
        is_open: bool,
        trace: &mut T,
        hand_over: impl FnOnce(&Met<V::Wide>, [f64; 2], &Motion<V::Wide>) -> R,
    ) -> Outcome<Option<R>> {
        let b_in_a = &self.placement.b_in_a();
        let found = if is_open || trace.watches() {
            Err(self.planned(ask))
        } else {
            self.closed_form(b_in_a, ask)
        };
        let left = match &found {
            Ok(found) => {
                let radii = [radius(&self.a), radius(&self.b)];
                return self.judged(b_in_a, limit, found, radii, hand_over);
            }
            Err(Solver::ClosedForm) if is_open => Solver::Supports,
            Err(left) => *left,
        };
        let mut solved = None;
        let is_narrow = ask == Ask::Penetration && !is_wide::<V>();
        let radii = self.find(b_in_a, (ask, left), is_narrow, trace, &mut solved);
        match &solved {
            Some(solved) => self.judged(b_in_a, limit, &solved.met(), radii, hand_over),
            None => Outcome::Beyond(None),
        }
    }

    /// What the plan chooses.
    #[inline(always)]
    fn planned(&self, ask: Ask) -> Solver {
        planned([&self.a, &self.b], self.algorithm, ask)
    }

    /// The closed form of a pair, or the solver that is left if there is none or it does not decide. Read it
    /// where it is written: a copy would wait for the numbers to be stored.
    #[inline(always)]
    fn closed_form(&self, b_in_a: &Motion<V::Wide>, ask: Ask) -> Result<Met<V::Wide>, Solver> {
        let solver = self.planned(ask);
        match (&self.a, &self.b, solver) {
            (Operand::Convex(a), Operand::Convex(b), Solver::ClosedForm) => {
                round::met([a, b], b_in_a, ask).ok_or(Solver::Supports)
            }
            _ => Err(solver),
        }
    }

    /// Passes an answer on, unless it is near the limit.
    #[inline(always)]
    fn judged<R>(
        &self,
        b_in_a: &Motion<V::Wide>,
        limit: f64,
        met: &Met<V::Wide>,
        radii: [f64; 2],
        hand_over: impl FnOnce(&Met<V::Wide>, [f64; 2], &Motion<V::Wide>) -> R,
    ) -> Outcome<Option<R>> {
        let size = || extent(&self.a) + extent(&self.b) + norm_above(b_in_a.translation);
        let outcome = Outcome::of(&met.bounds.of_shapes(radii), limit, size);
        outcome.with(|| Some(hand_over(met, radii, &self.placement.frame())))
    }

    /// A full answer; not for questions about the depth alone.
    pub(crate) fn ask<T: Trace<V::Wide>>(&mut self, ask: Ask, trace: &mut T) -> Clearance<V> {
        let nothing = || Solution::nothing().answer([0.0; 2], &Motion::identity());
        self.solve(ask, trace, Solution::answer).unwrap_or_else(nothing)
    }

    /// The numbers of a full answer. A closed form computes only these, in half the time of an answer
    /// with evidence.
    pub(crate) fn without_evidence(&mut self) -> Brief<V> {
        self.summed_up(false).brief
    }

    /// A full answer without a witness, in `f32` as [`Options::is_narrow`] allows.
    pub(crate) fn without_witness(&mut self) -> Summary<V> {
        self.summed_up(!is_wide::<V>())
    }

    #[inline(always)]
    fn summed_up(&mut self, is_narrow: bool) -> Summary<V> {
        let (b_in_a, ask) = (&self.placement.b_in_a(), Ask::Clearance);
        let found = self.closed_form(b_in_a, ask);
        let left = match &found {
            Ok(met) => {
                let radii = [radius(&self.a), radius(&self.b)];
                let brief = met.brief(radii, &self.placement.frame());
                return Summary { brief, axis: met.normal, end: End::Converged, steps: 1 };
            }
            Err(left) => *left,
        };
        let (trace, mut found) = (&mut (), None);
        let radii = self.find(b_in_a, (ask, left), is_narrow, trace, &mut found);
        let nothing = Solution::nothing();
        let found = found.as_ref().unwrap_or(&nothing);
        let brief = found.met().brief(radii, &self.placement.frame());
        Summary { brief, axis: found.axis, end: found.end, steps: found.steps }
    }

    /// The same with the given buffers.
    fn ask_with<T: Trace<V::Wide>>(
        &mut self,
        scratch: &mut Scratch<V::Wide>,
        trace: &mut T,
    ) -> Clearance<V> {
        let Self { a, b, placement, algorithm, lesson, .. } = *self;
        let (cache, scratch) = (self.cache.as_deref_mut(), Some(scratch));
        let mut query = Query { algorithm, lesson, cache, scratch, ..Query::of([a, b], placement) };
        query.ask(Ask::Clearance, trace)
    }

    /// Passes on the answer for the cores, the rounding radii, and the frame of the answer. `None` if the
    /// shapes are apart and only the depth is asked for.
    #[inline]
    pub(crate) fn solve<R, T: Trace<V::Wide>>(
        &mut self,
        ask: Ask,
        trace: &mut T,
        hand_over: impl FnOnce(&Solution<V::Wide>, [f64; 2], &Motion<V::Wide>) -> R,
    ) -> Option<R> {
        let (mut solved, planned) = (None, (ask, self.planned(ask)));
        let b_in_a = self.placement.b_in_a();
        let radii = self.find(&b_in_a, planned, false, trace, &mut solved);
        solved.as_ref().map(|solved| hand_over(solved, radii, &self.placement.frame()))
    }

    /// Finds the answer for the cores, and writes it to `answer`; returns the rounding radii.
    #[inline]
    fn find<T: Trace<V::Wide>>(
        &mut self,
        b_in_a: &Motion<V::Wide>,
        (ask, solver): (Ask, Solver),
        is_narrow: bool,
        trace: &mut T,
        solved: &mut Answered<V::Wide>,
    ) -> [f64; 2] {
        let Self { a, b, algorithm, lesson, cache, scratch, .. } = self;
        let (cache, scratch) = (cache.as_deref_mut(), Lent::new(scratch.as_deref_mut()));
        let (algorithm, lesson) = (*algorithm, *lesson);
        let plain = Options::new(solver, trace);
        let options = Options { algorithm, lesson, cache, scratch, is_narrow, ..plain };
        look([a, b], b_in_a, ask, options, solved)
    }
}

/// What is proven about a clearance and a limit, with the answer that belongs to it.
pub enum Outcome<R> {
    /// It is at most the limit.
    Within(R),
    /// It is more.
    Beyond(R),
    /// It is so near to the limit that another search may prove the other side: the full answer decides.
    Near,
    /// No solver of this kind has decided.
    Open,
}

impl Outcome<()> {
    /// From the bounds of the clearance. `size` is only computed if it is necessary.
    #[inline(always)]
    pub fn of(clearance: &Bounds, limit: f64, size: impl FnOnce() -> f64) -> Self {
        if clearance.upper <= limit {
            return Self::Within(());
        }
        let beyond = clearance.lower - limit;
        if beyond > 0.0 && beyond > NEAR * size() { Self::Beyond(()) } else { Self::Near }
    }

    /// The same with an answer.
    #[inline(always)]
    pub fn with<R>(self, answer: impl FnOnce() -> R) -> Outcome<R> {
        let is_within = match self {
            Self::Within(()) => true,
            Self::Beyond(()) => false,
            Self::Near => return Outcome::Near,
            Self::Open => return Outcome::Open,
        };
        let answer = answer();
        if is_within { Outcome::Within(answer) } else { Outcome::Beyond(answer) }
    }
}

/// The numbers from the closed form of a pair.
#[inline(always)]
fn closed_bounds<V: Vector>(
    [a, b]: [&Lowered<'_, V::Wide>; 2],
    placement: &Placement<'_, V>,
    [size, slack]: [f64; 2],
    ask: Ask,
    cache: Option<&mut Cache>,
) -> Option<Bounds> {
    use Core::{Box, Point, Segment};
    // In 2D, and for two segments, the numbers alone may differ in the last digit from those of
    // `closest_points`.
    let may_differ = V::DIM == 2 || matches!((a.core(), b.core()), (Segment(_), Segment(_)));
    if may_differ && ask == Ask::Distance && is_wide::<V>() {
        return Some(round::met([a, b], &placement.b_in_a(), ask)?.bounds);
    }
    // In 3D, a segment and a box have a closed form of their own.
    let is_ring = |core: &Core<_>| V::DIM == 2 || matches!(core, Segment(_));
    match (a.core(), b.core()) {
        // Compiled into each question, so that only this part of the relative pose is computed.
        (_, &Point(p)) => round::beside(a, placement.seen_from_a(p), None, slack),
        (&Point(p), _) => round::beside(b, placement.seen_from_b(p), None, slack),
        (core, &Segment(ends)) if is_ring(core) => {
            let [p, q] = placement.both_seen_from_a(ends);
            round::beside(a, p, Some(q), slack)
        }
        (&Segment(ends), core) if is_ring(core) => {
            let [p, q] = placement.both_seen_from_b(ends);
            round::beside(b, p, Some(q), slack)
        }
        (&Box(half_a), &Box(half_b)) => {
            let b_in_a = placement.b_in_a();
            Some(round::box_gaps::both(half_a, half_b, &b_in_a, [size, slack], None)?.bounds())
        }
        (core_a, core_b) => {
            let b_in_a = placement.b_in_a();
            let are_rings = V::DIM == 2 && round::are_rings(core_a, core_b);
            let found = if are_rings {
                round::ring_gaps::bounds([a, b], &b_in_a, [size, slack], ask, cache)
            } else {
                None
            };
            found.or_else(|| round::bounds([a, b], &b_in_a, [size, slack], ask))
        }
    }
}

/// The largest distance of a shape's core from its origin; for a half-space, that of its plane.
fn extent<W: DVector>(operand: &Operand<'_, W>) -> f64 {
    match operand {
        Operand::Convex(shape) => shape.reach() + shape.radius_wide(),
        Operand::HalfSpace(half) => half.offset().abs(),
    }
}

/// The rounding radius.
fn radius<W: DVector>(operand: &Operand<'_, W>) -> f64 {
    match operand {
        Operand::Convex(shape) => shape.radius_wide(),
        Operand::HalfSpace(_) => 0.0,
    }
}
