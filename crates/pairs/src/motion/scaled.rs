//! Casts a convex shape against a convex shape or a half-space: scales the input, searches, and scales
//! the result back.
//!
//! The scales are powers of two. Lengths are scaled so that the pair has about size 1, and times so
//! that nothing moves or turns by much more than 1 in a unit of time. Then products of lengths and
//! speeds stay within range, and scaling the input by a power of two gives the same bits, scaled.

use core::cell::Cell;

use super::by_distance::nearest;
use super::rounded::Rounded;
use crate::answer::{Algorithm, Impact, ImpactStatus, Witness};
use crate::motion::search::balls::balls;
use crate::motion::search::by_gjk::Sought;
use crate::motion::search::half_space_cast::Plane;
use crate::motion::search::path::{Path, Spin, speed};
use crate::motion::search::{Ending, MovingPair, Outcome, Span, run};
use crate::number::{Scalar, binade, min};
use crate::plan::{self, Cast as Solver};
use crate::shape::{Convex, Core, HalfSpace, Lowered, is_wide, norm_above};
use crate::space::{DVector, Motion, Sweep, Vector};
use crate::trace::{Trace, Watch};

/// Where the points that prove a contact are kept, if they are asked for. It is empty at first.
pub(super) type Proof<'p, V> = Option<&'p mut Witness<<V as Vector>::Wide>>;

/// The motion of the shapes, and the range of time. Lengths and times are in the units of the input.
#[derive(Clone, Copy)]
pub(super) struct Moving<'m, V: Vector> {
    pub sweeps: [&'m Sweep<V>; 2],
    pub gap: f64,
    pub from: f64,
    pub tmax: f64,
    /// The algorithm that was requested: see [`super::Cast::algorithm`].
    pub algorithm: Algorithm,
    /// See [`Span::time_only`].
    pub time_only: bool,
    /// The most support points that the search may take.
    pub most: u32,
    /// How many support points were computed.
    pub taken: &'m Cell<u32>,
}

/// What a shape contributes to the size of the problem.
#[derive(Clone, Copy)]
struct Extent {
    /// The largest distance of a point of the core from the origin.
    reach: f64,
    radius: f64,
    /// A bound on the rounding error of a support point, as a length.
    error: f64,
}

impl Extent {
    fn of<C: Convex>(shape: &C) -> Self {
        let (reach, error) = (shape.reach(), shape.support_error());
        Self { reach, radius: shape.radius_wide(), error }
    }
}

/// The scaled problem.
struct Problem<W: Vector> {
    /// The poses at time 0, local to world. Not scaled.
    frames: [Motion<W>; 2],
    path: Path<W>,
    span: Span,
    /// The factor of lengths.
    scale: f64,
    /// The factor of times.
    rate: f64,
}

impl<V: Vector> Moving<'_, V> {
    /// The pose of B in A's frame at time 0.
    pub fn start(&self) -> Motion<V::Wide> {
        Motion::b_in_a(self.sweeps[0].start(), self.sweeps[1].start())
    }

    /// The scaled problem. `None` if the motion is so fast that no scale brings it within range. `spin`
    /// makes the rotation of a shape from its centre, the scale and its angular velocity.
    fn scaled(
        &self,
        extents: [Extent; 2],
        spin: impl Fn(
            usize,
            V::Wide,
            f64,
            <V::Wide as Vector>::Wedge,
            &Motion<V::Wide>,
        ) -> Spin<V::Wide>,
    ) -> Option<Problem<V::Wide>> {
        let [a, b] = self.sweeps;
        // Not from the caller: they would be read from memory in other pieces than they were just written.
        let frames = [Motion::of(a.start()), Motion::of(b.start())];
        let (frame, start) = (&frames[0], frames[1].seen_from(&frames[0]));
        let turn = a.turns() || b.turns();
        let arms = if turn { self.arms() } else { 0.0 };
        let size = extents[0].reach + extents[1].reach + norm_above(start.translation) + arms;
        let radii = extents[0].radius + extents[1].radius + self.gap;
        let scale = 1.0 / binade(size + radii);
        let velocity = frame.unrotate(b.velocity().widen() - a.velocity().widen()) * scale;
        let turns = turn.then(|| {
            let turn = |s: &Sweep<V>| angular_in_frame::<V>(frame, V::wedge_widen(s.angular()));
            [turn(a), turn(b)]
        });
        let fastest = turns.iter().flatten();
        let fastest = fastest.fold(velocity.max_abs(), |m, w| m.max(speed::<V::Wide>(*w)));
        let rate = binade(fastest);
        if !fastest.is_finite() || !(fastest / rate).is_finite() {
            return None;
        }
        let velocity = velocity * (1.0 / rate);
        let spins = turns.map(|turns| {
            let identity = Motion::identity();
            let of = |i: usize, start| {
                spin(i, self.sweeps[i].center().widen(), scale, turns[i] * (1.0 / rate), start)
            };
            [of(0, &identity), of(1, &start)]
        });
        let errors = extents[0].error + extents[1].error;
        let sizes = [size * scale, radii * scale, errors * scale];
        let path = Path::new(start.scaled(scale), velocity, spins, sizes);
        let (from, until, target) = (self.from * rate, self.tmax * rate, radii * scale);
        let (short, time_only) = (!is_wide::<V>(), self.time_only);
        let span = Span { from, until, target, short, time_only, most: self.most };
        Some(Problem { frames, path, span, scale, rate })
    }

    /// The sum of the distances of the centres of turning shapes from their origins. These lever arms
    /// add to the size of the pair.
    #[cold]
    fn arms(&self) -> f64 {
        let arms = self.sweeps.iter().filter(|s| s.turns());
        arms.fold(0.0, |sum, s| sum + norm_above(s.center().widen()))
    }

    /// The answer in the units of the input. `None` if the shapes start in contact.
    fn answer(
        &self,
        problem: &Problem<V::Wide>,
        outcome: &Outcome<V::Wide>,
        radii: [f64; 2],
    ) -> Option<Impact<V>> {
        self.taken.set(self.taken.get() + outcome.steps);
        let time_unit = 1.0 / problem.rate;
        let miss = Impact::miss(self.tmax, outcome.axis, outcome.steps);
        // A user-defined shape may give NaN, which is no bound.
        let lower = min(outcome.lower * time_unit, f64::MAX);
        let lower = if lower >= self.from { lower } else { self.from };
        let from_then = |time: V::Scalar, lower: V::Scalar| {
            let time = if time.is_finite() { time.max(lower) } else { lower };
            Impact { status: ImpactStatus::Undecided, time, lower, end: outcome.end, ..miss }
        };
        let unknown = |lower: f64| from_then(V::Scalar::below(lower), V::Scalar::below(lower));
        let (time, upper, normal, points) = match outcome.found {
            Ending::Start => return None,
            Ending::Miss => return Some(miss),
            Ending::Unknown => return Some(unknown(lower)),
            Ending::Time(time) => {
                return Some(from_then(V::Scalar::of(time * time_unit), V::Scalar::below(lower)));
            }
            Ending::Contact { time, normal, points, upper } => {
                (time * time_unit, upper * time_unit, normal, points)
            }
        };
        let upper = if upper.is_nan() { f64::INFINITY } else { upper };
        let hit = upper.is_finite();
        let (lower, upper) = (V::Scalar::below(lower), V::Scalar::above(upper));
        let frames = &problem.frames;
        let normal = frames[0].rotate(normal).unit_along().unwrap_or(V::Wide::unit(0));
        let at = |i: usize| self.sweeps[i].carry(&frames[i], points[i], time);
        let point_a = V::narrow(at(0) + normal * radii[0]);
        let point_b = V::narrow(at(1) - normal * radii[1]);
        let first = V::Scalar::of(time).max(lower).min(upper);
        // At this time the shapes may be beyond the largest number of the precision.
        if !(first.is_finite() && point_a.is_finite() && point_b.is_finite()) {
            return Some(unknown(lower.to_f64()));
        }
        Some(Impact {
            status: if hit { ImpactStatus::Hit } else { ImpactStatus::Undecided },
            time: first,
            lower,
            upper,
            normal: V::narrow(normal),
            point_a,
            point_b,
            initial: None,
            end: outcome.end,
            ..miss
        })
    }
}

/// An angular velocity in the axes of a frame. In 2D it is a number and does not change.
fn angular_in_frame<V: Vector>(
    frame: &Motion<V::Wide>,
    w: <V::Wide as Vector>::Wedge,
) -> <V::Wide as Vector>::Wedge {
    if V::DIM == 2 {
        return w;
    }
    let numbers = V::Wide::wedge_numbers(w);
    let turned = frame.unrotate(V::Wide::from_fn(|i| numbers[i]));
    V::Wide::wedge_of(core::array::from_fn(|i| if i < V::DIM { turned.get(i) } else { 0.0 }))
}

/// Runs the search and reports each step to the observer.
fn run_traced<W, S, T>(
    problem: &Problem<W>,
    sides: &mut S,
    algorithm: Algorithm,
    trace: &mut T,
    proof: Option<&mut Witness<W>>,
) -> Outcome<W>
where
    W: DVector,
    S: MovingPair<W>,
    T: Trace<W>,
{
    let mut watch = Watch::moving(trace, problem.scale, problem.rate);
    watch.start(algorithm);
    let outcome = run(sides, &problem.path, &problem.span, &mut watch, proof);
    watch.finish(outcome.end);
    outcome
}

/// Reports the result of a closed form to the observer: the stretch of time that its axis proves free of
/// contact.
fn report_closed_form<W, T>(
    problem: &Problem<W>,
    algorithm: Algorithm,
    outcome: &Outcome<W>,
    trace: &mut T,
) where
    W: DVector,
    T: Trace<W>,
{
    let mut watch = Watch::moving(trace, problem.scale, problem.rate);
    watch.start(algorithm);
    if outcome.lower > problem.span.from {
        watch.stretch([problem.span.from, outcome.lower], outcome.axis);
    }
    watch.finish(outcome.end);
}

/// Casts two convex shapes. `None` if they start in contact, or if the motion is too fast to be scaled:
/// then only the clearance at the start is computed.
pub(super) fn convex<V: Vector, T: Trace<V::Wide>>(
    a: &Lowered<'_, V::Wide>,
    b: &Lowered<'_, V::Wide>,
    motion: &Moving<'_, V>,
    trace: &mut T,
    mut proof: Proof<'_, V>,
) -> Option<Impact<V>> {
    let extents = [Extent::of(a), Extent::of(b)];
    let problem = motion.scaled(extents, |i, center, scale, w, start| {
        if i == 0 {
            Spin::of(a, center, scale, w, start)
        } else {
            Spin::of(b, center, scale, w, start)
        }
    })?;
    let Problem { path, span, .. } = &problem;
    let solver = if path.turns() || span.from > 0.0 {
        Solver::Search
    } else {
        plan::cast(a.core(), b.core(), span.target == 0.0)
    };
    let (asked, named) = (motion.algorithm, solver.algorithm());
    let mut found = None;
    if asked == Algorithm::Auto || asked == named {
        found = closed_form(solver, [a, b], &problem, proof.as_deref_mut());
    }
    let outcome = match found {
        Some(outcome) => {
            report_closed_form(&problem, named, &outcome, trace);
            outcome
        }
        None if matches!(asked, Algorithm::Auto | Algorithm::Gjk) => {
            search([a, b], &problem, trace, proof)
        }
        None => Outcome::unknown(span),
    };
    motion.answer(&problem, &outcome, [a.radius_wide(), b.radius_wide()])
}

/// The outcome of a closed form, which fills `proof` if a contact is proven. `None` if the pair has none, or
/// if rounding leaves the result open.
fn closed_form<W: DVector>(
    solver: Solver,
    [a, b]: [&Lowered<'_, W>; 2],
    Problem { path, span, scale, .. }: &Problem<W>,
    proof: Option<&mut Witness<W>>,
) -> Option<Outcome<W>> {
    match (solver, a.core(), b.core()) {
        (Solver::Balls, Core::Point(p), Core::Point(q)) => {
            balls([*p, *q], path, span, *scale, proof)
        }
        (Solver::NearestPoints, ..) => {
            nearest(&Rounded::new(a, b, path, *scale), path, span, *scale, proof)
        }
        _ => None,
    }
}

/// Searches the contact of two convex shapes. Not inlined, so that the closed forms need not make room for it.
#[inline(never)]
fn search<W: DVector, T: Trace<W>>(
    [a, b]: [&Lowered<'_, W>; 2],
    problem: &Problem<W>,
    trace: &mut T,
    proof: Option<&mut Witness<W>>,
) -> Outcome<W> {
    let Problem { path, span, scale, .. } = problem;
    let mut sides = Sought::new(a, b, path, span, *scale);
    run_traced(problem, &mut sides, Algorithm::Gjk, trace, proof)
}

/// Casts a half-space (A) and a convex shape (B). `None` as for [`convex`].
pub(super) fn half_space<V: Vector, T: Trace<V::Wide>>(
    half: &HalfSpace<V::Wide>,
    b: &Lowered<'_, V::Wide>,
    motion: &Moving<'_, V>,
    trace: &mut T,
    proof: Proof<'_, V>,
) -> Option<Impact<V>> {
    let (normal, offset) = half.widen();
    let plane = Extent { reach: offset.abs(), radius: 0.0, error: 0.0 };
    let problem = motion.scaled([plane, Extent::of(b)], |i, center, scale, angular, start| {
        if i == 0 {
            return Spin::of_plane(center * scale, angular);
        }
        let spin = Spin::of(b, center, scale, angular, start);
        if motion.sweeps[0].turns() { spin.reaching(b, center, scale) } else { spin }
    })?;
    let scale = problem.scale;
    let mut sides = Plane { normal, offset: offset * scale, b, scale, steps: Cell::new(0) };
    let outcome = run_traced(&problem, &mut sides, Algorithm::HalfSpace, trace, proof);
    motion.answer(&problem, &outcome, [0.0, b.radius_wide()])
}
