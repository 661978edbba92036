//! Two shapes of which one or both are curved: the distance to the precision of `f32`, and whether they are
//! within a limit, by a search in `f32` with bounds in `f64`.
//!
//! The search ([`lanes`]) finds directions and their support points. From them the bounds follow:
//!
//! - *Lower bound.* If the question is a limit that the gap clearly exceeds, the last support point proves
//!   it: it may be lower than another point of the difference by `OFF`. Otherwise it is computed again
//!   in `f64`, on the exact shapes.
//! - *Upper bound.* The corners of the simplex are computed again in `f64`. The point of this simplex that
//!   is nearest to the origin is a point of the difference.
//! - *Overlap.* The corners are around the origin by more than `OFF`.
//!
//! If these bounds leave too much open, the search in `f64` goes on from the corners.

use glam::{DVec3, Vec3A};

use super::polytope_lanes::{
    Difference, FewVertices, OPEN, VertexSet, depth, is_in_range, limit, narrow_columns,
};
use crate::answer::Feature;
use crate::cache::Cache;
use crate::cores::Cores;
use crate::gjk::curved_difference::{self, Seen, Side};
use crate::gjk::lanes::{self, BInA, Begin, Found, Limits};
use crate::gjk::simplex::Simplex;
use crate::gjk::{Goal, Search};
use crate::number::binade;
use crate::number::simd::{Work, widest};
use crate::shape::{Convex, Core, Lowered, NO_ID};
use crate::solution::{Ask, Bounds};
use crate::space::{DVector, Motion, Vector, from_space, space};

/// How far a support point may be from the difference, and how far below the farthest point of the
/// difference along its direction, in units of `f32::EPSILON` (two units of roundoff) times the size.
///
/// A point of A's surface is off by at most 6 units of roundoff of its reach, because sizes are rounded
/// and a direction is normalised. B's point is rotated with a rounded matrix, by 7 more, and the sum is
/// rounded twice. The direction that is rotated into B's frame is off by 7 units of its length, so the
/// chosen point is lower by at most twice as many units of B's reach than the highest. In sum that is 40.
const OFF: f64 = 24.0;

/// Along a shorter direction, heights lose digits in `f32`.
const SHORT: f64 = 1e-12;

/// Bounds on the distance of the cores; if a limit decides, only the necessary bounds. `None` if the
/// question stays open.
#[inline]
pub fn solve<W: DVector>(
    cores: &Cores<'_, W>,
    ask: Ask,
    cache: Option<&mut Cache>,
) -> Option<Bounds> {
    let found = search(cores, ask, cache.as_deref().and_then(Cache::axis))?;
    let bounds = bounds(cores, &found, ask)?;
    if let Some(cache) = cache {
        let axis = from_space::<W>(-found.toward.as_dvec3());
        cache.remember([], axis, Feature::None);
    }
    Some(bounds)
}

/// Is a gap proven, and wider than another search may leave unproven?
#[inline(never)]
pub(crate) fn are_apart<W: DVector>(
    [a, b]: [&Lowered<'_, W>; 2],
    b_in_a: &Motion<W>,
    cache: Option<&Cache>,
) -> bool {
    let (cores, ask) = (&Cores::new(a, b, b_in_a), Ask::Within(0.0));
    let found = search(cores, ask, cache.and_then(Cache::axis)).filter(|found| !found.inside);
    let Some(found) = found else { return false };
    bounds(cores, &found, ask).is_some_and(|bounds| bounds.lower > cores.radii + cores.near())
}

/// The search for a distance, or for a limit, if the pair is in its range. `axis` leads from A to B and may be
/// good.
#[inline]
fn search<W: DVector>(cores: &Cores<'_, W>, ask: Ask, axis: Option<W>) -> Option<Found<Seen>> {
    if !is_in_range(cores, ask) {
        return None;
    }
    let below = (limit(cores, ask) / binade(cores.size)) as f32;
    let above = if matches!(ask, Ask::Within(_)) { below } else { f32::INFINITY };
    widest(Searching { cores, axis, limits: Limits { above, below } })
}

/// Adds the corners that were found, computed again in `f64`.
fn add_corners<W: DVector>(
    found: &Found<Seen>,
    difference: &Difference<'_, W>,
    simplex: &mut Simplex<W>,
) {
    for seen in &found.names[..found.len] {
        let toward = from_space::<W>(seen.toward.as_dvec3());
        simplex.push(difference.support(-toward, [NO_ID; 2]));
    }
}

/// A lower bound of the origin's depth between the corners around it.
fn depth_in_f32(found: &Found<Seen>, size: f64) -> f64 {
    let [p, q, r, s] = found.names.map(|seen| seen.point.as_dvec3() * binade(size));
    depth(&[p, q, r, s], size) - OFF * f64::from(f32::EPSILON) * size
}

/// The search, compiled for one kind of registers.
struct Searching<'a, W: Vector> {
    cores: &'a Cores<'a, W>,
    /// Where it begins, from A to B.
    axis: Option<W>,
    limits: Limits,
}

impl<W: DVector> Work for Searching<'_, W> {
    type Output = Option<Found<Seen>>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { cores, axis, limits } = self;
        let scale = 1.0 / binade(cores.size);
        let (mut few_a, mut few_b) = (None, None);
        let (a, center_a) = side(cores.a, scale, &mut few_a)?;
        let (b, center_b) = side(cores.b, scale, &mut few_b)?;
        let translation = (space(cores.b_in_a.translation) * scale).as_vec3a();
        let b_in_a = BInA::new(narrow_columns(cores.b_in_a), translation);
        let known = axis.map(|axis| {
            let axis = space(axis);
            (axis * (-1.0 / axis.abs().max_element())).as_vec3a()
        });
        let guess = known.filter(|axis| axis.is_finite()).unwrap_or_else(|| {
            let centers = center_a - space(cores.b_in_a.apply(from_space(center_b)));
            let guess = (centers * scale).as_vec3a();
            if guess == Vec3A::ZERO { Vec3A::X } else { guess }
        });
        let begin = Begin::at(guess, Seen::default());
        Some(lanes::search(&curved_difference::Difference { a, b, b_in_a }, begin, limits))
    }
}

/// A shape as the search sees it, and its centre.
#[inline(always)]
fn side<'a, W: DVector>(
    shape: &'a Lowered<'_, W>,
    scale: f64,
    few: &'a mut Option<FewVertices>,
) -> Option<(Side<'a>, DVec3)> {
    let narrow = |length: f64| (length * scale) as f32;
    Some(match *shape.core() {
        Core::Cylinder { radius, half_height, axis } => {
            let (radius, half) = (narrow(radius), narrow(half_height));
            (Side::Cylinder { up: Vec3A::AXES[axis], radius, half }, DVec3::ZERO)
        }
        Core::Cone { radius, half_height, axis } => {
            let center = DVec3::AXES[axis] * (-0.5 * half_height);
            let (radius, half) = (narrow(radius), narrow(half_height));
            (Side::Cone { up: Vec3A::AXES[axis], radius, half }, center)
        }
        Core::Ellipsoid(radii) => (Side::Ellipsoid((space(radii) * scale).as_vec3a()), DVec3::ZERO),
        _ => {
            let set = VertexSet::of(shape, few)?;
            (Side::Polytope(set.corners(scale)), set.center)
        }
    })
}

/// The bounds from what the search found.
fn bounds<W: DVector>(cores: &Cores<'_, W>, found: &Found<Seen>, ask: Ask) -> Option<Bounds> {
    let Cores { slack, size, .. } = *cores;
    let (off, unit) = (OFF * f64::from(f32::EPSILON) * size, binade(size));
    let seen = |p: Vec3A| p.as_dvec3() * unit;
    let limit = limit(cores, ask);
    // If the distance is nearer to the limit, all questions use the full answer.
    let least = limit + cores.near();
    if found.inside {
        let depth = depth_in_f32(found, size);
        return if depth > slack {
            Some(overlap(depth - slack))
        } else {
            finish(cores, found, f64::NEG_INFINITY, [limit, least])
        };
    }
    let toward = found.toward.as_dvec3();
    if toward.abs().max_element() < SHORT {
        return None;
    }
    let length = toward.length();
    let is_beyond = |lower| lower > least && matches!(ask, Ask::Within(_));
    let beyond = |lower| Some(Bounds { lower, upper: f64::INFINITY, estimate: f64::INFINITY });
    let in_f32 = toward.dot(seen(found.support.point)) / length - off - slack;
    if is_beyond(in_f32) {
        return beyond(in_f32);
    }
    let gap = toward.dot(support(cores, toward)) / length;
    if is_beyond(gap - slack) {
        return beyond(gap - slack);
    }
    finish(cores, found, gap, [limit, least])
}

/// The support point of the difference against a direction, in `f64`.
#[inline(always)]
fn support<W: DVector>(cores: &Cores<'_, W>, toward: DVec3) -> DVec3 {
    let Cores { a, b, b_in_a, .. } = *cores;
    let toward = from_space::<W>(toward);
    let p = a.support(-toward);
    let q = b.support(b_in_a.unrotate(toward));
    space(p - b_in_a.apply(q))
}

/// The bounds of a distance, or of a gap or an overlap that is near the limit: from the corners in `f64`,
/// and if these leave too much open, from the search in `f64`, which goes on from there. `gap` is a lower
/// bound of the distance, before the slack.
fn finish<W: DVector>(
    cores: &Cores<'_, W>,
    found: &Found<Seen>,
    gap: f64,
    [limit, least]: [f64; 2],
) -> Option<Bounds> {
    let Cores { a, b, b_in_a, slack, size, .. } = *cores;
    let difference = Difference::new(a, b, b_in_a, size);
    let mut search = Search::default();
    add_corners(found, &difference, &mut search.simplex);
    search.begin(&difference, None);
    search.aim();
    let (unit, scale) = (binade(size), difference.scale);
    let (below, open) = ((limit - slack) * scale, OPEN * f64::from(f32::EPSILON) * size * scale);
    let mut lower = gap * scale;
    let is_open = |search: &Search<W>, lower| search.upper > below && search.upper - lower > open;
    if !search.overlap && is_open(&search, lower) {
        let (above, accuracy) = (f64::INFINITY, open / search.upper);
        let goal = Goal { above, below, accuracy, corners: false };
        search.run(&difference, &goal, None, &mut ());
        lower = search.lower;
    }
    if search.overlap {
        let depth = search.simplex.depth() * unit;
        return (depth > slack).then(|| overlap(depth - slack));
    }
    let is_met = !is_open(&search, lower);
    let (lower, upper) = (lower * unit - slack, search.upper * unit + slack);
    let is_settled = upper <= limit || lower > least && is_met;
    is_settled.then_some(Bounds { lower, upper, estimate: upper })
}

/// The bounds of cores that overlap at least this deeply.
fn overlap(depth: f64) -> Bounds {
    Bounds { lower: f64::NEG_INFINITY, upper: -depth, estimate: -depth }
}
