//! Two convex shapes: GJK on the cores, and EPA where they overlap.
//!
//! ```text
//!    f32 query:  GJK in f32 --- corners, widened --+
//!                                                  v
//!    f64 query:  centres, or the cache -------> GJK in f64 --- gap -----> answer
//!                                                  |
//!                                               overlap
//!                                                  v
//!                                              EPA in f64 ----- depth --> answer
//! ```
//!
//! An f32 query of polytopes finds its corners in f32 and measures them in f64, with the relative pose formed
//! in f64: most often one step confirms them, and if not, the search goes on from there. So no
//! answer is left unconverged for want of digits.

use super::query::Cache;
use super::solved::{Ask, Solved};
use crate::algorithm::epa::{self, Scratch};
use crate::algorithm::gjk::{self, Simplex, Start};
use crate::algorithm::gjk_boolean;
use crate::answer::{Algorithm, End, Member, Witness};
use crate::number::Scalar;
use crate::shape::difference::{Difference, Widened};
use crate::shape::{Convex, NO_ID, Vertex, View, Wide, is_wide, norm_above};
use crate::space::{MOTION_ERROR, Motion, Vector};
use crate::trace::Trace;

/// The relative gap between the bounds at which GJK ends, in f32 and in f64. The angle of the
/// normal is off by at most the square root of twice the gap: 1.4e-7 rad in f64.
const ACCURACY_NARROW: f64 = 1e-6;
const ACCURACY_WIDE: f64 = 1e-14;

/// What rounding does to bounds computed in f32, relative to the pair's size. It decides when
/// the search is handed over to f64, nothing else.
const NARROW_SLACK: f64 = 1e-6;

/// The gap at which EPA ends on curved shapes, relative to the pair's size. Polytopes end on
/// a face of the difference, exactly.
const ACCURACY_CURVED: f64 = 1e-10;

/// Witness points of cores farther apart than this, relative to the pair's size, give the normal.
const FAR: f64 = 1e-3;

/// An answer whose bounds are at most this far apart, relative to the pair's size, converged.
const CONVERGED: f64 = 1e-9;
const CONVERGED_CURVED: f64 = 1e-8;

/// How to answer.
pub(super) struct Manner<'m, W: Vector, T> {
    pub algorithm: Algorithm,
    pub cache: Option<&'m mut Cache>,
    pub scratch: &'m mut Scratch<W>,
    pub trace: &'m mut T,
}

/// Solves a pair of convex shapes.
pub(super) fn solve<A, B, T>(
    a: &A,
    b: &B,
    b_in_a: &Motion<Wide<A>>,
    ask: Ask,
    manner: Manner<'_, Wide<A>, T>,
) -> Solved<Wide<A>>
where
    A: Convex,
    B: Convex<V = A::V>,
    T: Trace<Wide<A>>,
{
    let size = a.reach() + b.reach() + norm_above(b_in_a.translation);
    let (wide_a, wide_b) = (Widened(a), Widened(b));
    let task = Task {
        narrow: Difference::new(a, b, b_in_a, size),
        wide: Difference::new(&wide_a, &wide_b, b_in_a, size),
        b_in_a,
        size,
        radii: a.radius().to_f64() + b.radius().to_f64(),
        support_error: a.support_error() + b.support_error(),
        curved: is_curved(a) || is_curved(b),
    };
    match manner.algorithm {
        Algorithm::GjkBoolean => task.boolean(manner.scratch, manner.trace),
        _ => task.signed(ask, manner),
    }
}

/// The corners as evidence, the largest weight last: that one is 1 minus the others, and must
/// not be below zero for rounding in them.
fn witness<W: Vector<Scalar = f64>>(corners: &Simplex<W>) -> Witness<W> {
    let weights = &corners.weights[..corners.len];
    let heaviest = (0..corners.len).fold(0, |m, i| if weights[i] > weights[m] { i } else { m });
    let order = (0..corners.len).filter(|i| *i != heaviest).chain([heaviest]);
    Witness::new(order.filter_map(|i| {
        let pair = corners.corners().get(i)?;
        Some((Member { a: pair.a, b: pair.b }, weights[i]))
    }))
}

fn is_curved<C: Convex>(shape: &C) -> bool {
    !matches!(shape.view(), View::Vertices(_) | View::Cuboid { .. })
}

/// All that a query of two convex shapes works with. Lengths are those of the input, but in
/// the differences.
struct Task<'s, A: Convex, B: Convex> {
    narrow: Difference<'s, A, B>,
    wide: Difference<'s, Widened<'s, A>, Widened<'s, B>>,
    b_in_a: &'s Motion<Wide<A>>,
    /// No point of the difference is farther from the origin than this.
    size: f64,
    radii: f64,
    support_error: f64,
    /// Is one of the shapes curved, or unknown?
    curved: bool,
}

impl<A: Convex, B: Convex<V = A::V>> Task<'_, A, B> {
    /// A bound on what rounding does to a clearance computed from support points: the relative
    /// pose applied to a point ([`MOTION_ERROR`]), the difference of two points and its product
    /// with a unit direction (gamma_6 together: 3 epsilons), the length of a weighted sum of
    /// four points (gamma_8 on it: 4 epsilons), the sum with the radii, and what the shapes say
    /// of their own support points.
    fn slack(&self) -> f64 {
        let of_pair = (MOTION_ERROR + 8.0) * self.size + 4.0 * self.radii;
        f64::EPSILON * of_pair + self.support_error
    }

    /// Distance, and depth where the cores overlap.
    fn signed<T: Trace<Wide<A>>>(
        &self,
        ask: Ask,
        manner: Manner<'_, Wide<A>, T>,
    ) -> Solved<Wide<A>> {
        let Manner { algorithm, cache, scratch, trace } = manner;
        let start = self.start(ask, cache.as_deref(), trace);
        let gap = gjk::distance(&self.wide, &start, &self.goal(ask), trace);
        let solved = match algorithm {
            Algorithm::Epa => self.depth_alone(&gap, scratch, trace),
            _ if !gap.overlap && !self.stuck_at_touch(&gap) => self.separated(&gap),
            Algorithm::Gjk => self.overlap(&gap, scratch, trace),
            _ if ask == Ask::Clearance => self.depth(&gap, scratch, trace),
            _ => {
                let shallow = self.overlap(&gap, scratch, trace);
                if ask.settled_by(shallow.upper - self.radii) {
                    shallow
                } else {
                    self.depth(&gap, scratch, trace)
                }
            }
        };
        if let Some(cache) = cache {
            cache.remember(&gap.simplex, solved.axis);
        }
        solved
    }

    /// Where GJK starts in f64: at the cached corners, or those that it found in f32.
    fn start<T: Trace<Wide<A>>>(
        &self,
        ask: Ask,
        cache: Option<&Cache>,
        trace: &mut T,
    ) -> Start<Wide<A>> {
        let warm = cache.map_or_else(Start::default, |c| c.start(&self.wide));
        // A point of a curved shape rounded to f32 is not on the shape: only vertices widen.
        if warm.simplex.len > 0 || is_wide::<A::V>() || self.curved {
            return warm;
        }
        let guess = warm.guess.map(A::V::narrow);
        let narrow = Start { simplex: Simplex::default(), guess };
        let [above, below] = self.limits(ask, NARROW_SLACK * self.size);
        let goal = gjk::Goal {
            above: Scalar::of(above),
            below: Scalar::of(below),
            accuracy: Scalar::of(ACCURACY_NARROW),
        };
        let found = gjk::distance(&self.narrow, &narrow, &goal, trace);
        let mut simplex = Simplex::default();
        for pair in found.simplex.corners() {
            let [a, b] = [(pair.a, pair.ids[0]), (pair.b, pair.ids[1])];
            let [a, b] = [a, b].map(|(point, id)| Vertex { point: point.widen(), id });
            simplex.push(self.wide.pair(a, b));
        }
        Start { simplex, guess: None }
    }

    fn goal(&self, ask: Ask) -> gjk::Goal<f64> {
        let [above, below] = self.limits(ask, self.slack());
        gjk::Goal { above, below, accuracy: ACCURACY_WIDE }
    }

    /// The distances of the scaled difference above and below which `ask` is answered, where
    /// rounding by up to `slack` cannot change the answer.
    fn limits(&self, ask: Ask, slack: f64) -> [f64; 2] {
        match ask {
            Ask::Within(limit) => {
                [slack, -slack].map(|s| (limit + self.radii + s) * self.wide.scale)
            }
            Ask::Distance | Ask::Clearance => [f64::INFINITY, -1.0],
        }
    }

    /// Did GJK end without meeting bounds, nearer than rounding allows to tell? The direction of
    /// so small a gap is noise, but faces of the difference have a direction: EPA's matter.
    fn stuck_at_touch(&self, gap: &gjk::Outcome<Wide<A>>) -> bool {
        let slack = self.slack() * self.wide.scale;
        gap.upper <= slack && gap.upper - gap.lower > 4.0 * slack
    }

    /// GJK found a gap between the cores, or nothing better than its bounds.
    fn separated(&self, gap: &gjk::Outcome<Wide<A>>) -> Solved<Wide<A>> {
        let bounds = [gap.lower, gap.upper];
        self.solved(
            bounds,
            gap.upper,
            -gap.axis,
            &gap.simplex,
            (gap.end, gap.steps),
            Algorithm::Gjk,
        )
    }

    /// The cores overlap: proves it, and no more. Where GJK's simplex has the origin on its
    /// boundary (a segment through the middle of two boxes), it grows until it holds it inside.
    fn overlap<T: Trace<Wide<A>>>(
        &self,
        gap: &gjk::Outcome<Wide<A>>,
        scratch: &mut Scratch<Wide<A>>,
        trace: &mut T,
    ) -> Solved<Wide<A>> {
        let unknown = f64::NEG_INFINITY;
        let slack = self.slack() * self.wide.scale;
        let depth = gap.simplex.depth();
        if depth > slack {
            let how = (End::Early, gap.steps);
            return self.solved(
                [unknown, -depth],
                -depth,
                -gap.axis,
                &gap.simplex,
                how,
                Algorithm::Gjk,
            );
        }
        let found = self.expand(gap, 2.0 * slack, scratch, trace);
        if found.lower <= slack {
            return self.expanded(gap, &found);
        }
        let how = (End::Early, gap.steps + found.steps);
        let bounds = [unknown, -found.lower];
        self.solved(bounds, -found.lower, found.axis, &found.nearest, how, Algorithm::Gjk)
    }

    /// The cores overlap: EPA.
    fn depth<T: Trace<Wide<A>>>(
        &self,
        gap: &gjk::Outcome<Wide<A>>,
        scratch: &mut Scratch<Wide<A>>,
        trace: &mut T,
    ) -> Solved<Wide<A>> {
        let found = self.expand(gap, f64::INFINITY, scratch, trace);
        self.expanded(gap, &found)
    }

    fn expanded(
        &self,
        gap: &gjk::Outcome<Wide<A>>,
        found: &epa::Outcome<Wide<A>>,
    ) -> Solved<Wide<A>> {
        let how = (found.end, gap.steps + found.steps);
        // The origin may turn out to lie outside or on the polytope: then the nearest of the
        // points found bounds the distance.
        let nearest = found.nearest.point().norm();
        let (upper, corners) = if found.lower > 0.0 {
            (-found.lower, &found.nearest)
        } else if nearest < gap.upper {
            (nearest, &found.nearest)
        } else {
            (gap.upper, &gap.simplex)
        };
        let bounds = [-found.upper, upper];
        self.solved(bounds, -found.upper, found.axis, corners, how, Algorithm::Epa)
    }

    /// EPA by name: where the shapes are apart it proves so, and no more. Where only the radii
    /// make them overlap, the cores' distance is the answer.
    fn depth_alone<T: Trace<Wide<A>>>(
        &self,
        gap: &gjk::Outcome<Wide<A>>,
        scratch: &mut Scratch<Wide<A>>,
        trace: &mut T,
    ) -> Solved<Wide<A>> {
        if gap.overlap {
            return self.depth(gap, scratch, trace);
        }
        let separated = self.separated(gap);
        if separated.lower <= self.radii {
            return separated;
        }
        Solved { upper: f64::INFINITY, end: End::Early, algorithm: Algorithm::Epa, ..separated }
    }

    fn expand<T: Trace<Wide<A>>>(
        &self,
        gap: &gjk::Outcome<Wide<A>>,
        enough: f64,
        scratch: &mut Scratch<Wide<A>>,
        trace: &mut T,
    ) -> epa::Outcome<Wide<A>> {
        let rounding = self.slack() * self.wide.scale;
        let curved = ACCURACY_CURVED * self.size * self.wide.scale;
        let accuracy = if self.curved { rounding.max(curved) } else { rounding };
        let goal = epa::Goal { accuracy, enough, rounding };
        epa::penetration(&self.wide, &gap.simplex, &goal, scratch, trace)
    }

    /// The boolean question alone.
    fn boolean<T: Trace<Wide<A>>>(
        &self,
        scratch: &mut Scratch<Wide<A>>,
        trace: &mut T,
    ) -> Solved<Wide<A>> {
        use gjk_boolean::Outcome;
        let (simplex, steps) = match gjk_boolean::overlap(&self.wide, trace) {
            Outcome::Apart { axis, .. } if self.radii > 0.0 => {
                // Beyond the cores the radii decide: that is a question of distance.
                let start = Start { simplex: Simplex::default(), guess: Some(axis) };
                let goal = self.goal(Ask::Within(0.0));
                let gap = gjk::distance(&self.wide, &start, &goal, trace);
                let Solved { lower, upper, .. } = self.separated(&gap);
                let [lower, upper] = if lower > self.radii {
                    [lower, f64::INFINITY]
                } else {
                    [f64::NEG_INFINITY, upper]
                };
                let algorithm = Algorithm::GjkBoolean;
                return Solved { lower, upper, algorithm, ..self.separated(&gap) };
            }
            Outcome::Apart { axis, steps } => {
                let lower = self.wide.support(-axis, [NO_ID; 2]).c.dot(axis) / axis.norm();
                let bounds = [lower, f64::INFINITY];
                let how = (End::Early, steps);
                let none = Simplex::default();
                return self.solved(bounds, lower, -axis, &none, how, Algorithm::GjkBoolean);
            }
            Outcome::Overlapping { simplex, steps } | Outcome::Undecided { simplex, steps } => {
                (simplex, steps)
            }
        };
        // What the simplex proves, or what it grows to prove.
        let [lower, upper] = [f64::NEG_INFINITY, f64::INFINITY];
        let (axis, end) = (Vector::unit(0), End::Early);
        let gap = gjk::Outcome { simplex, overlap: true, lower, upper, axis, end, steps };
        let found = self.overlap(&gap, scratch, trace);
        // A touch may turn out to be a gap: how wide it is was not asked.
        let apart = found.lower > self.radii;
        let upper = if apart { f64::INFINITY } else { found.upper };
        Solved { upper, algorithm: Algorithm::GjkBoolean, ..found }
    }

    /// Puts an answer together. `bounds` and `estimate` are of the scaled difference's signed
    /// distance, before rounding.
    fn solved(
        &self,
        [lower, upper]: [f64; 2],
        estimate: f64,
        axis: Wide<A>,
        corners: &Simplex<Wide<A>>,
        (end, steps): (End, u32),
        algorithm: Algorithm,
    ) -> Solved<Wide<A>> {
        let (unit, slack) = (1.0 / self.wide.scale, self.slack());
        let mut lower = lower * unit - slack;
        let mut upper = upper * unit + slack;
        let [point_a, point_b] = self.points(corners, axis, estimate * unit);
        let finite = axis.is_finite() && point_a.is_finite() && point_b.is_finite();
        if !finite || lower.is_nan() || upper.is_nan() {
            // Only a shape of one's own can answer so.
            (lower, upper) = (f64::NEG_INFINITY, f64::INFINITY);
        }
        debug_assert!(lower <= upper || !finite, "bounds crossed: {lower:e} > {upper:e}");
        Solved {
            lower,
            upper,
            estimate: if finite { (estimate * unit).max(lower).min(upper) } else { 0.0 },
            axis: if finite { axis } else { Vector::unit(0) },
            normal: self.normal(axis, [point_a, point_b], estimate * unit),
            witness: witness(corners),
            point_a: if finite { point_a } else { Wide::<A>::ZERO },
            point_b: if finite { point_b } else { Wide::<A>::ZERO },
            end: self.verdict(end, upper - lower),
            algorithm,
            steps,
        }
    }

    /// What an algorithm calls its end, the width of the interval confirms or denies.
    fn verdict(&self, end: End, width: f64) -> End {
        let tolerance = if self.curved { CONVERGED_CURVED } else { CONVERGED };
        match end {
            End::Early => End::Early,
            _ if width <= tolerance * self.size => End::Converged,
            End::Converged => End::NoProgress,
            other => other,
        }
    }

    /// The direction of the witness points, where they are far enough apart to have one; else
    /// that of the axis, whose direction does not suffer from the points' rounding.
    fn normal(&self, axis: Wide<A>, [a, b]: [Wide<A>; 2], estimate: f64) -> Wide<A> {
        let far = estimate > FAR * self.size;
        let between = if far { b - a } else { axis };
        if between.is_finite() { between } else { Vector::unit(0) }
    }

    /// The witness points on the cores, in A's frame. In overlap they are set exactly the
    /// depth apart along the axis, around the middle of the weighted corners.
    fn points(&self, corners: &Simplex<Wide<A>>, axis: Wide<A>, estimate: f64) -> [Wide<A>; 2] {
        let (mut a, mut b) = (Wide::<A>::ZERO, Wide::<A>::ZERO);
        for (pair, weight) in corners.corners().iter().zip(corners.weights) {
            a = a + pair.a * weight;
            b = b + pair.b * weight;
        }
        let b = self.b_in_a.apply(b);
        if estimate >= 0.0 {
            return [a, b];
        }
        let middle = (a + b) * 0.5;
        let half = axis.unit_along().unwrap_or(Vector::unit(0)) * (estimate * 0.5);
        [middle - half, middle + half]
    }
}
