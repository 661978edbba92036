//! Checks the clearance of shapes that are made of convex pieces: surfaces and compounds.
//!
//! | claim | evidence | proof |
//! |---|---|---|
//! | the clearance is at most `upper` | a pair of pieces | their certificate: shapes are as deep in each other as their pieces, at least |
//! | all pieces are `lower` apart | a cover | each step by the supports of its pieces; each cut is complete |
//! | a shape is inside the other, or none is | none | winding numbers: see `inside` |
//! | the points are the nearest ones | the pair | see `points`, for these pieces |
//!
//! That of a depth is more: `parted` shows that the translation by it parts the shapes. That it is at least `-upper` is proven
//! as above; it may be more than that of any pair of pieces, which has no evidence.
//!
//! Shapes are described by [`Pieces`](clearance_geometry::shape::Pieces): nothing of how they are searched is seen here.

use core::ops::Range;

use super::assembly::Assembly;
use super::bounds::{bracket_at, check_at, contradicts_itself};
use super::frame::{Frame, dot, exact, norm};
use super::half_space;
use super::inside::is_inside;
use super::interval::Interval;
use super::parted::is_parted;
use super::points::{self, Body, either};
use super::{Bracket, Verdict};
use clearance_geometry::answer::{Clearance, Cover, CoverStep, PiecesEvidence};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{HalfSpace, PieceId};
use clearance_geometry::space::Vector;

/// Checks an answer about the shapes that these bodies are. It is refuted if a claim is wrong:
///
/// - a bound, or a point;
/// - a step of the cover whose axis shows less of a gap than the cover claims;
/// - a cover that leaves out a piece or a pair of sets, or names a piece that does not exist;
/// - whether one of the shapes is inside the other. If one has solids, exact winding numbers decide, in a time of the
///   number of components of the one times the number of facets of the other.
pub(super) fn check_pieces<V: Vector>(
    bodies: &[Assembly<'_, V>; 2],
    pose_of_a: Frame,
    answer: &Clearance<V>,
    evidence: &PiecesEvidence<V>,
) -> Verdict {
    if contradicts_itself(answer) || contradicts_evidence(answer, evidence) {
        return Verdict::Refuted;
    }
    of_pair(bodies, answer, evidence).and_then(|| {
        let Some(cover) = &evidence.cover else {
            let nothing = answer.lower == -V::Scalar::INFINITY;
            let is_depth = !nothing && answer.lower < V::Scalar::ZERO;
            let lower = if is_depth { is_parted(bodies, answer) } else { either(nothing, false) };
            return lower.and(either(!answer.inside, false));
        };
        let apart = Apart { bodies, frame_a: pose_of_a, cover }.verdict();
        let claimed = answer.lower.to_f64();
        let none = claimed == f64::NEG_INFINITY;
        let is_claimed = none || (!answer.inside && claimed <= cover.lower);
        match apart {
            Verdict::Proven => of_inside(bodies, answer.inside, cover.lower),
            other => other,
        }
        .and(if !none && answer.inside {
            is_parted(bodies, answer)
        } else {
            either(is_claimed, false)
        })
    })
}

/// Do the answer and its evidence contradict each other?
fn contradicts_evidence<V: Vector>(answer: &Clearance<V>, evidence: &PiecesEvidence<V>) -> bool {
    let Clearance { upper, inside, .. } = *answer;
    let gap_holds = evidence.cover.as_ref().is_none_or(|cover| {
        cover.lower > 0.0 && cover.lower.is_finite() && (inside || cover.lower <= upper.to_f64())
    });
    !gap_holds || (inside && upper > V::Scalar::ZERO)
}

/// The deciding pair: its own certificate, and what it says about the clearance of the shapes and the points.
fn of_pair<V: Vector>(
    bodies: &[Assembly<'_, V>; 2],
    answer: &Clearance<V>,
    PiecesEvidence { pair, .. }: &PiecesEvidence<V>,
) -> Verdict {
    let [id_a, id_b] = [answer.place_a.piece(), answer.place_b.piece()];
    let Some(((a, frame_a), (b, frame_b))) = bodies[0].piece(id_a).zip(bodies[1].piece(id_b))
    else {
        return Verdict::Refuted;
    };
    let (a, b) = (a.part(), b.part());
    let most = pair.answer.upper;
    let bounds = if answer.inside {
        // Surfaces that are apart: a depth is not proven.
        either(answer.upper == V::Scalar::ZERO, false)
    } else {
        let is_wrong = most < answer.lower;
        either(most <= answer.upper && !is_wrong, is_wrong)
    };
    let verdict = check_at(&a, frame_a, &b, frame_b, pair).and(bounds);
    if answer.inside || !answer.bounded() {
        return verdict;
    }
    if answer.lower <= V::Scalar::ZERO {
        // The points of a depth need not be on these pieces, and are not claimed.
        return verdict.and(either(answer.lower < V::Scalar::ZERO, false));
    }
    verdict.and_then(|| {
        let proven = bracket_at(&a, &frame_a, &b, &frame_b, pair);
        let bodies = (Body::at(&a, frame_a), Body::at(&b, frame_b));
        points::of_clearance(&bodies.0, &bodies.1, answer, proven.upper - proven.lower)
    })
}

/// Surfaces that are `gap` apart: is one of the shapes inside the other?
fn of_inside<V: Vector>([a, b]: &[Assembly<'_, V>; 2], claimed: bool, gap: f64) -> Verdict {
    match (is_inside(a, b, gap), is_inside(b, a, gap)) {
        (Some(true), _) | (_, Some(true)) => either(claimed, !claimed),
        (Some(false), Some(false)) => either(!claimed, claimed),
        _ => Verdict::Unproven,
    }
}

/// The claim of a cover: all pieces of A are apart from all pieces of B.
struct Apart<'s, 'p, V: Vector> {
    bodies: &'s [Assembly<'p, V>; 2],
    frame_a: Frame,
    cover: &'s Cover<V::Wide>,
}

impl<V: Vector> Apart<'_, '_, V> {
    fn verdict(&self) -> Verdict {
        if !(0..2).all(|side| self.is_complete(side)) {
            return Verdict::Refuted;
        }
        let all = |side: usize| 0..self.cover.pieces[side].len();
        // The pairs of sets about which nothing is shown yet, the next one last.
        let mut open = alloc::vec![[all(0), all(1)]];
        let mut verdict = Verdict::Proven;
        for step in &self.cover.steps {
            let Some(sets) = open.pop() else { return Verdict::Refuted };
            let halves = match *step {
                CoverStep::Gap(axis) => {
                    verdict = verdict.and(self.gap(sets, axis));
                    if verdict == Verdict::Refuted {
                        return verdict;
                    }
                    continue;
                }
                CoverStep::SplitA(at) => cut(sets, 0, at),
                CoverStep::SplitB(at) => cut(sets, 1, at),
            };
            let Some([first, second]) = halves else { return Verdict::Refuted };
            open.extend([second, first]);
        }
        verdict.and(either(open.is_empty(), !open.is_empty()))
    }

    /// Are all pieces there, each once?
    fn is_complete(&self, side: usize) -> bool {
        let mut given = self.cover.pieces[side].clone();
        given.sort_unstable();
        given.into_iter().eq(self.bodies[side].ids())
    }

    /// Are two sets of pieces apart along an axis in A's frame?
    fn gap(&self, [range_a, range_b]: [Range<usize>; 2], axis: V::Wide) -> Verdict {
        let (set_a, set_b) = (&self.cover.pieces[0][range_a], &self.cover.pieces[1][range_b]);
        let [a, b] = self.bodies;
        let gap = match (a.half_space(set_a), b.half_space(set_b)) {
            (Some((frame_a, half_a)), Some((frame_b, half_b))) => {
                let b_in_a = frame_b.seen_from(frame_a);
                let Bracket { lower, upper } = half_space::with_half_space(half_a, half_b, &b_in_a);
                Some(Interval::between([lower, upper]))
            }
            (Some(half), _) => over(half, b, set_b),
            (_, Some(half)) => over(half, a, set_a),
            _ => {
                let axis = self.frame_a.rotate(exact(axis));
                let heights = a.highest(set_a, axis).zip(b.highest(set_b, axis.map(|x| -x)));
                heights.map(|(a, b)| -(a + b) / norm(axis))
            }
        };
        let lower = self.cover.lower;
        gap.map_or(Verdict::Unproven, |gap| either(gap.low() >= lower, gap.high() < lower))
    }
}

/// Both halves of two sets of which one is cut behind `count` pieces; `None` if a half is empty.
fn cut(sets: [Range<usize>; 2], side: usize, count: u32) -> Option<[[Range<usize>; 2]; 2]> {
    let Range { start, end } = sets[side].clone();
    let middle = start + count as usize;
    let mut halves = [sets.clone(), sets];
    (halves[0][side], halves[1][side]) = (start..middle, middle..end);
    (start < middle && middle < end).then_some(halves)
}

/// The height of a set over a half-space; `None` if the set has a half-space or a user-defined shape.
fn over<V: Vector>(
    (frame, half): (&Frame, &HalfSpace<V>),
    body: &Assembly<'_, V>,
    set: &[PieceId],
) -> Option<Interval> {
    let normal = exact(half.normal());
    let down = frame.rotate(normal).map(|x| -x);
    // The plane's height along its normal in the world, where the largest height against it is that of the lowest point.
    let plane = half_space::level(half) - dot(down, frame.translation) / norm(normal);
    Some(-body.highest(set, down)? / norm(normal) - plane)
}
