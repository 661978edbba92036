//! The distance of two shapes to the precision of `f32`, and whether they are within a limit, if one or
//! both are curved: a search in `f32`, and its bounds in `f64`.
//!
//! The search ([`lanes`]) finds directions and their support points. From them the bounds follow:
//!
//! - *Lower bound.* If the question is a limit that the gap clearly exceeds, the last support point proves
//!   it: it may be lower than another point of the difference by [`OFF`]. Otherwise it is computed again
//!   in `f64`, on the exact shapes.
//! - *Upper bound.* The corners of the simplex are computed again in `f64`. The point of this simplex that
//!   is nearest to the origin is a point of the difference.
//! - *Overlap.* The corners are around the origin by more than [`OFF`].
//!
//! What these bounds leave open is for the search in `f64`.

use glam::{DVec3, Vec3A};

use super::cache::Cache;
use super::cores::Cores;
use super::lanes::{FewVertices, OPEN, VertexSet, depth, is_in_range, limit, narrow_columns};
use super::plan::{self, Solver};
use super::solved::{Ask, Bounds};
use crate::algorithm::gjk::curved::{Difference, Seen, Side};
use crate::algorithm::gjk::lanes::{self, Begin, Found, Limits};
use crate::algorithm::gjk::{Goal, Search};
use crate::number::binade;
use crate::number::simd::{Work, widest};
use crate::shape::{Convex, Core, Lowered, NO_ID, difference};
use crate::space::{Vector, from_space, space};
use crate::trace::nobody;

/// How far a support point may be from the difference, and how far below the farthest point of the
/// difference along its direction, in units of `f32::EPSILON` (two units of roundoff) times the size.
///
/// A point of A's surface is off by at most 6 units of roundoff of its reach, because sizes are rounded
/// and a direction is normalised. B's point is rotated with a rounded matrix, by 7 more, and the sum is
/// rounded twice. The direction that is rotated into B's frame is off by 7 units of its length, so the
/// chosen point is lower by at most twice as many units of B's reach than the highest. In sum that is 40.
const OFF: f64 = 24.0;

/// A search in `f64` takes over when the bounds differ by this share of the distance: it needs fewer steps
/// from there, because it has Newton's method.
const NEAR: f32 = 1e-2;

/// Along a shorter direction, heights lose digits in `f32`.
const SHORT: f64 = 1e-12;

/// Bounds on the distance of the cores; if a limit decides, only the necessary bounds. `None` if the
/// question stays open.
#[inline]
pub(super) fn solve<W: Vector<Scalar = f64, Wide = W>>(
    cores: &Cores<'_, W>,
    ask: Ask,
    cache: Option<&mut Cache>,
) -> Option<Bounds> {
    if !is_in_range(cores, ask) {
        return None;
    }
    let axis = cache.as_deref().and_then(Cache::axis::<W>);
    let limit = limit(cores, ask);
    let above = if matches!(ask, Ask::Within(_)) { limit } else { f64::INFINITY };
    let found = widest(Searching { cores, axis, above, below: limit, met: lanes::MET })?;
    let bounds = Answer { cores }.bounds(&found, ask)?;
    if let Some(cache) = cache {
        let axis = from_space::<W>(-found.toward.as_dvec3());
        cache.remember_ids(core::iter::empty(), axis);
    }
    Some(bounds)
}

/// Begins a search in `f64` at the corners that are around the origin or nearest to it; the search for them
/// ends if the distance is above a limit. False if there is no such search for the pair.
pub(super) fn begin<W: Vector<Scalar = f64, Wide = W>>(
    cores: &Cores<'_, W>,
    axis: Option<W>,
    above: f64,
    difference: &Between<'_, W>,
    search: &mut Search<W>,
) -> bool {
    let (a, b) = (cores.a.core(), cores.b.core());
    let is_planned = plan::clearance(a, b, Ask::Distance) == Solver::Curved;
    if !(is_planned && is_in_range(cores, Ask::Distance)) {
        return false;
    }
    let near = Searching { cores, axis, above, below: 0.0, met: NEAR };
    let Some(found) = widest(near) else { return false };
    begin_at(&found, difference, search);
    true
}

/// The difference of two lowered shapes.
type Between<'a, W> = difference::Difference<'a, Lowered<'a, W>, Lowered<'a, W>>;

/// Begins at the corners that were found, computed again in `f64`.
fn begin_at<W: Vector<Scalar = f64, Wide = W>>(
    found: &Found<Seen>,
    difference: &Between<'_, W>,
    search: &mut Search<W>,
) {
    for seen in &found.ids[..found.len] {
        let toward = from_space::<W>(seen.toward.as_dvec3());
        search.simplex.push(difference.support(-toward, [NO_ID; 2]));
    }
    search.begin(difference, None);
    search.aim();
}

/// The search, compiled for one kind of registers.
struct Searching<'a, W: Vector> {
    cores: &'a Cores<'a, W>,
    /// Where it begins, from A to B.
    axis: Option<W>,
    /// As in [`Limits`], in the unit of the input.
    above: f64,
    below: f64,
    met: f32,
}

impl<W: Vector<Scalar = f64, Wide = W>> Work for Searching<'_, W> {
    type Output = Option<Found<Seen>>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { cores, axis, above, below, met } = self;
        let scale = 1.0 / binade(cores.size);
        let (mut few_a, mut few_b) = (None, None);
        let (a, center_a) = side(cores.a, scale, &mut few_a)?;
        let (b, center_b) = side(cores.b, scale, &mut few_b)?;
        let columns = narrow_columns(cores.b_in_a);
        let translation = (space(cores.b_in_a.translation) * scale).as_vec3a();
        let difference = Difference { a, b, columns, rows: lanes::rows(columns), translation };
        let known = axis.map(|axis| {
            let axis = space(axis);
            (axis * (-1.0 / axis.abs().max_element())).as_vec3a()
        });
        let guess = known.filter(|axis| axis.is_finite()).unwrap_or_else(|| {
            let centers = center_a - space(cores.b_in_a.apply(from_space(center_b)));
            let guess = (centers * scale).as_vec3a();
            if guess == Vec3A::ZERO { Vec3A::X } else { guess }
        });
        let [above, below] = [above, below].map(|limit| (limit * scale) as f32);
        let begin = Begin::at(guess, Seen::default());
        Some(lanes::search(&difference, begin, Limits { above, below, met }))
    }
}

/// A shape as the search sees it, and its centre.
#[inline(always)]
fn side<'a, W: Vector<Scalar = f64, Wide = W>>(
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

/// Makes the bounds from what the search found.
struct Answer<'a, W: Vector> {
    cores: &'a Cores<'a, W>,
}

impl<W: Vector<Scalar = f64, Wide = W>> Answer<'_, W> {
    /// The support point against a direction, in `f64`.
    #[inline(always)]
    fn corner(&self, toward: Vec3A) -> W {
        let Cores { a, b, b_in_a, .. } = *self.cores;
        let toward = from_space::<W>(toward.as_dvec3());
        let p = a.support_wide(-toward, NO_ID).point;
        let q = b.support_wide(b_in_a.unrotate(toward), NO_ID).point;
        p - b_in_a.apply(q)
    }

    fn bounds(&self, found: &Found<Seen>, ask: Ask) -> Option<Bounds> {
        let Cores { slack, size, .. } = *self.cores;
        let off = OFF * f64::from(f32::EPSILON) * size;
        let unit = binade(size);
        let seen = |p: Vec3A| p.as_dvec3() * unit;
        let limit = limit(self.cores, ask);
        // If the distance is nearer to the limit, all questions use the full answer.
        let least = limit + self.cores.near();
        if found.inside {
            let [p, q, r, s] = found.ids;
            let corners = [seen(p.point), seen(q.point), seen(r.point), seen(s.point)];
            let depth = depth(&corners, size) - off;
            return if depth > slack {
                Some(overlap(depth - slack))
            } else {
                self.finish(found, f64::NEG_INFINITY, [limit, least])
            };
        }
        let toward = found.toward.as_dvec3();
        if toward.abs().max_element() < SHORT {
            return None;
        }
        let length = toward.length();
        let beyond = |lower| Some(Bounds { lower, upper: f64::INFINITY, estimate: f64::INFINITY });
        if matches!(ask, Ask::Within(_)) {
            let lower = toward.dot(seen(found.support.point)) / length - off - slack;
            if lower > least {
                return beyond(lower);
            }
        }
        let gap = toward.dot(space(self.corner(found.support.toward))) / length;
        if gap - slack > least && matches!(ask, Ask::Within(_)) {
            return beyond(gap - slack);
        }
        self.finish(found, gap, [limit, least])
    }

    /// The bounds of a distance, or of a gap or an overlap that is near the limit: from the corners in
    /// `f64`, and if these leave too much open, from the search in `f64`, which goes on from there.
    fn finish(&self, found: &Found<Seen>, gap: f64, [limit, least]: [f64; 2]) -> Option<Bounds> {
        let Cores { a, b, b_in_a, slack, size, .. } = *self.cores;
        let difference = difference::Difference::new(a, b, b_in_a, size);
        let mut search = Search::default();
        begin_at(found, &difference, &mut search);
        let (unit, scale) = (binade(size), difference.scale);
        let (below, open) =
            ((limit - slack) * scale, OPEN * f64::from(f32::EPSILON) * size * scale);
        let mut lower = gap * scale;
        let is_open =
            |search: &Search<W>, lower| search.upper > below && search.upper - lower > open;
        if !search.overlap && is_open(&search, lower) {
            let (above, accuracy) = (f64::INFINITY, open / search.upper);
            let goal = Goal { above, below, accuracy, corners: false };
            search.run(&difference, &goal, None, nobody!(W));
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
}

/// The bounds of cores that overlap at least this deeply.
fn overlap(depth: f64) -> Bounds {
    Bounds { lower: f64::NEG_INFINITY, upper: -depth, estimate: -depth }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::placed::Placed;
    use crate::shape::{
        Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Operand, Shape, Triangle,
    };
    use crate::space::{Axis, Motion};
    use alloc::vec::Vec;
    use clearance_testing::Random;

    /// Two of three shapes are curved; thick and flat ones.
    fn shape(random: &mut Random, size: f64) -> Shape<DVec3> {
        let thin = *random.one_of(&[1.0, 1.0, 1.0, 0.1, 1e-3]);
        let axis = *random.one_of(&Axis::ALL);
        let [r, h] = [random.range(0.1, 1.0) * size, random.range(0.1, 1.0) * size * thin];
        let [r, h] = if random.below(2) == 0 { [r, h] } else { [h, r] };
        let mut point = || random.in_cube(1.0) * size;
        let corners = [point(), point(), point()];
        match random.below(9) {
            0 | 1 => Cylinder::new(axis, h, r).unwrap().into(),
            2 | 3 => Cone::new(axis, h, r).unwrap().into(),
            4 | 5 => {
                Ellipsoid::new(DVec3::new(r, h, random.range(0.1, 1.0) * size)).unwrap().into()
            }
            6 => Cuboid::new(corners[0].abs() + DVec3::splat(0.01 * size)).unwrap().into(),
            7 if random.below(2) == 0 => Capsule::new(corners[0], corners[1], h).unwrap().into(),
            7 => Triangle::new(corners[0], corners[1], corners[2]).unwrap().into(),
            _ => {
                let points: Vec<_> = (0..20).map(|_| random.in_cube(1.0) * size).collect();
                Hull::new(points).unwrap().into()
            }
        }
    }

    /// The bounds hold what the search in `f64` finds, and are no wider than told; and nearly all is
    /// answered that is not a touch.
    #[test]
    fn bounds_hold_the_answer_in_f64() {
        let mut random = Random::new(5);
        // Apart, overlapping, within a limit, beyond one: answered, and of those that are clear not.
        let (mut answered, mut open) = ([0; 4], [0; 4]);
        let mut warm = Cache::default();
        for i in 0..clearance_testing::pairs(20_000) {
            let placed = Placed::random(&mut random, shape);
            let truth = placed.query().clearance();
            let query = placed.query();
            let (Operand::Convex(a), Operand::Convex(b)) = (&query.a, &query.b) else {
                unreachable!()
            };
            if !(a.core().is_curved() || b.core().is_curved()) {
                continue;
            }
            let motion = Motion::b_in_a(&placed.poses[0], &placed.poses[1]);
            let cores = Cores::new(a, b, &motion);
            let (size, radii) = (cores.size + cores.radii, cores.radii);
            let (lower, upper) = (truth.lower + radii, truth.upper + radii);
            let limit = *random.one_of(&[0.0, 0.0, 0.01, 0.5]) * placed.size;
            for ask in [Ask::Distance, Ask::Within(limit)] {
                let limit = if let Ask::Within(limit) = ask { limit } else { 0.0 };
                let is_apart = truth.lower > limit;
                let kind = usize::from(!is_apart) + 2 * usize::from(ask != Ask::Distance);
                for is_warm in [false, true] {
                    let cache = is_warm.then_some(&mut warm);
                    let Some(found) = solve(&cores, ask, cache) else {
                        let off = (truth.signed_distance - limit).abs();
                        // Much smaller shapes are of few digits beside the other.
                        let least = a.reach().min(b.reach()) + cores.radii;
                        open[kind] += usize::from(off > 1e-5 * size && least > 1e-3 * size);
                        continue;
                    };
                    answered[kind] += 1;
                    assert!(found.lower <= upper && found.upper >= lower, "{i}: {ask:?} {truth:?}");
                    if is_apart && ask == Ask::Distance {
                        let width = found.upper - found.lower;
                        assert!(width < 2.5e-7 * size, "{i}: {width}");
                        assert!((found.estimate - upper).abs() < 2.5e-7 * size, "{i}");
                    }
                }
            }
        }
        println!("{answered:?} {open:?}");
        for kind in 0..4 {
            assert!(answered[kind] > 3000, "{answered:?} {open:?}");
            assert!(open[kind] * 50 < answered[kind], "{answered:?} {open:?}");
        }
    }
}
