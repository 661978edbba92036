//! Points, segments and polygons in 2D: the nearest or deepest points are on the line of their difference
//! above which the origin is the farthest (`patch::d2::ring_points`).

use glam::DVec2;

use super::nearness::{self, Nearness, foot_share, heaviest_last, is_decided};
use crate::answer::{FeaturePart, Member, Witness};
use crate::cache::Cache;
use crate::depth::sat::d2::{Gap, NarrowRing, OFF, Ring, Steepest, Tracked, tracked};
use crate::distance::rings::{Made, Rings, few, is_line, outline};
use crate::number::simd::{Work, widest};
use crate::number::{max, min};
use crate::patch::d2::ring_points::{Nearest, Rounded};
use crate::shape::{Convex, Core, Lowered};
use crate::solution::{Ask, Bounds, NEAR};
use crate::space::{DVector, Motion, Vector, from_plane, motion_in_plane, plane};

/// With more edges together, GJK visits fewer of them.
const MOST_EDGES: usize = 96;

/// Two rings, in the frame of the one that is not a point or segment.
#[inline(never)]
pub(crate) fn solve<W: DVector>(
    a: &Lowered<'_, W>,
    b: &Lowered<'_, W>,
    b_in_a: &Motion<W>,
    ask: Ask,
    proof: Option<&mut Witness<W>>,
) -> Option<Nearness<W>> {
    let placed = motion_in_plane(b_in_a);
    if is_line(a) && !is_line(b) {
        let a_in_b = Motion::identity().seen_from(&placed);
        let mut witness = Witness::default();
        let shown = proof.is_some().then_some(&mut witness);
        let found = Rings::of([b, a], &a_in_b, |rings| between([b, a], rings, ask, shown))??;
        if let Some(proof) = proof {
            let swapped = |(Member { a, b }, weight)| (Member { a: b, b: a }, weight);
            proof.fill(witness.parts().map(swapped));
        }
        let [on_b, on_a] = found.points.map(|p| b_in_a.apply(p));
        let axis = -b_in_a.rotate(found.axis);
        return Some(Nearness { axis, points: [on_a, on_b], ..found });
    }
    Rings::of([a, b], &placed, |rings| between([a, b], rings, ask, proof))?
}

/// Bounds on the clearance of two rings: from the corners in the cache, or from those that face each other
/// if the rings are far apart, or else from the edge that [`NarrowRing::steepest`] finds. `None` if they
/// touch within the rounding of `f32`, and if another edge turns out to be the nearest.
#[inline(never)]
pub fn bounds<W: DVector>(
    both: [&Lowered<'_, W>; 2],
    b_in_a: &Motion<W>,
    sizes: [f64; 2],
    ask: Ask,
    cache: Option<&mut Cache>,
) -> Option<Bounds> {
    widest(Beside { both, b_in_a, sizes, ask, cache })
}

/// The gap of the cores from which on a question about a limit is answered.
#[inline(always)]
fn above<W: DVector>(ask: Ask, [a, b]: [&Lowered<'_, W>; 2]) -> f64 {
    match ask {
        Ask::Within(limit) => limit + a.radius_wide() + b.radius_wide(),
        _ => f64::INFINITY,
    }
}

/// The bounds of a gap that is beyond the limit in question.
#[inline(always)]
fn beyond(lower: f64) -> Bounds {
    Bounds { lower, upper: f64::INFINITY, estimate: lower }
}

/// The farthest corners towards each other's origin, if the circles around both origins do not overlap.
#[inline(always)]
fn facing([a, b]: [&Ring<'_>; 2], b_in_a: &Motion<DVec2>, reaches: f64) -> Option<[usize; 2]> {
    let way = b_in_a.translation;
    let is_far = way.dot(way) > reaches * reaches;
    is_far.then(|| [a.scan(way), b.scan(-b_in_a.unrotate(way))])
}

/// The computation for two rings, each in its own frame.
struct Beside<'r, W: Vector> {
    both: [&'r Lowered<'r, W>; 2],
    b_in_a: &'r Motion<W>,
    sizes: [f64; 2],
    ask: Ask,
    cache: Option<&'r mut Cache>,
}

impl<W: DVector> Work for Beside<'_, W> {
    type Output = Option<Bounds>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { both: [a, b], b_in_a, sizes: [size, slack], ask, cache } = self;
        let (made_a, made_b);
        let ring_a = match outline(a) {
            Some(ring) => ring,
            None => {
                made_a = Made::of(a, size)?;
                made_a.ring()
            }
        };
        let ring_b = match outline(b) {
            Some(ring) => ring,
            None => {
                made_b = Made::of(b, size)?;
                made_b.ring()
            }
        };
        if ring_a.0.len() + ring_b.0.len() > MOST_EDGES {
            return None;
        }
        let b_in_a = motion_in_plane(b_in_a);
        let above = above(ask, [a, b]);
        let rings = [&ring_a.0, &ring_b.0];
        let corners = match cache.as_deref().and_then(Cache::first_corner) {
            None => facing(rings, &b_in_a, a.reach() + b.reach()),
            last => last,
        };
        // Not by a closure, which would not be inlined.
        if let Some(from) = corners
            && let Some(found) = tracked(rings, &b_in_a, from, [slack, above + slack])
        {
            let Tracked { gap, distance, corners } = found;
            if let Some(cache) = cache {
                cache.remember_corner(Some(corners));
            }
            let is_beyond = gap - slack > above;
            let found = nearness::bounds([gap, distance], slack);
            return if is_beyond { Some(beyond(gap - slack)) } else { found };
        }
        let a_in_b = Motion::identity().seen_from(&b_in_a);
        let narrow = [ring_a, ring_b].map(|(ring, rows)| NarrowRing { rows, corners: ring.len() });
        let of_a = narrow[0].steepest(&narrow[1], &b_in_a, size);
        let of_b = narrow[1].steepest(&narrow[0], &a_in_b, size);
        let is_of_b = of_b.height > of_a.height;
        let Steepest { edge, height } = if is_of_b { of_b } else { of_a };
        let (lower, upper) = (height - OFF * size, height + OFF * size);
        if upper < 0.0 {
            // The least overlap along the normals is the depth of the cores.
            return Some(Bounds { lower, upper, estimate: height });
        }
        if lower > above {
            return Some(beyond(lower));
        }
        if lower <= 0.0 || lower.is_nan() {
            return None;
        }
        let (both, corners) = if is_of_b {
            let (both, [of_b, of_a]) = over(&ring_b.0, &ring_a.0, &a_in_b, edge);
            (both, [of_a, of_b])
        } else {
            over(&ring_a.0, &ring_b.0, &b_in_a, edge)
        };
        if let Some(cache) = cache {
            cache.remember_corner(Some(corners));
        }
        nearness::bounds(both, slack)
    }
}

/// The gap of a point and the core of a shape along an axis, and the distance of the point from a point
/// of the core. With `q`, the same for the segment from `p` to `q`. `None` for cores that are not rings.
#[inline(always)]
pub(crate) fn beside<W: DVector>(shape: &Lowered<'_, W>, p: W, q: Option<W>) -> Option<[f64; 2]> {
    let made;
    let ring = match outline(shape) {
        Some((ring, _)) => ring,
        None => {
            made = few(shape)?;
            made.ring()
        }
    };
    Some(match q {
        None => point_beside(&ring, plane(p)),
        Some(q) => segment_beside(&ring, [plane(p), plane(q)]),
    })
}

#[inline(always)]
fn point_beside(ring: &Ring<'_>, p: DVec2) -> [f64; 2] {
    let (edge, height) = ring.steepest(p);
    let (from, to) = (ring.vertex(edge), ring.vertex(ring.next(edge)));
    let (side, way) = (to - from, p - from);
    let (share, square) = (way.dot(side), side.dot(side));
    // An edge without a length, of a collinear triangle, has only an end.
    if height <= 0.0 || (0.0 <= share && share <= square && square > 0.0) {
        return [height; 2];
    }
    let way = p - if share > 0.0 { to } else { from };
    let distance = way.length();
    [(way.dot(p) - ring.top(way)) / distance, distance]
}

/// The line of the difference that is the highest below the origin: an edge's, with the lower end of the
/// segment over it, or the segment's, with the nearest corner.
#[inline(always)]
fn segment_beside(ring: &Ring<'_>, [p, q]: [DVec2; 2]) -> [f64; 2] {
    let (mut edge, mut height) = (0, f64::NEG_INFINITY);
    let right = (q - p).perp();
    let (mut low, mut high) = ((0, f64::INFINITY), (0, f64::NEG_INFINITY));
    for (i, (vertex, normal, offset)) in ring.edges().enumerate() {
        let here = min(normal.dot(p), normal.dot(q)) - offset;
        edge = if here > height { i } else { edge };
        height = if here > height { here } else { height };
        let level = right.dot(vertex);
        low = if level < low.1 { (i, level) } else { low };
        high = if level > high.1 { (i, level) } else { high };
    }
    let level = right.dot(p);
    let (nearest, above) = if low.1 - level > level - high.1 {
        (low.0, low.1 - level)
    } else {
        (high.0, level - high.1)
    };
    let length = right.length();
    let corner = if above > height * length {
        let height = above / length;
        if height <= 0.0 {
            return [height; 2];
        }
        ring.vertex(nearest)
    } else {
        if height <= 0.0 {
            return [height; 2];
        }
        let (from, to, normal) =
            (ring.vertex(edge), ring.vertex(ring.next(edge)), ring.normal(edge));
        let end = if normal.dot(q) < normal.dot(p) { q } else { p };
        let (side, way) = (to - from, end - from);
        let (share, square) = (way.dot(side), side.dot(side));
        if 0.0 <= share && share <= square && square > 0.0 {
            return [height; 2];
        }
        if share > 0.0 { to } else { from }
    };
    let (side, way) = (q - p, corner - p);
    let way = p + side * foot_share(way.dot(side), side.dot(side)) - corner;
    let distance = way.length();
    [(min(way.dot(p), way.dot(q)) - ring.top(way)) / distance, distance]
}

/// The gap along an axis, and the distance of two points, if this edge of the first ring or its corner is
/// the nearest. Also a corner of each ring there. The motion is from the other ring's frame.
#[inline(always)]
fn over(
    own: &Ring<'_>,
    other: &Ring<'_>,
    motion: &Motion<DVec2>,
    edge: usize,
) -> ([f64; 2], [usize; 2]) {
    let (up, next) = (own.normal(edge), own.next(edge));
    let (from, to) = (own.vertex(edge), own.vertex(next));
    let lowest = other.scan(-motion.unrotate(up));
    let tip = motion.apply(other.vertex(lowest));
    let gap = up.dot(tip) - own.offset(edge);
    let (side, way) = (to - from, tip - from);
    let (share, square) = (way.dot(side), side.dot(side));
    // An edge without a length, of a collinear triangle, has only an end.
    if 0.0 <= share && share <= square && square > 0.0 {
        return ([gap, up.dot(way)], [edge, lowest]);
    }
    let nearest = if share > 0.0 { next } else { edge };
    let corner = own.vertex(nearest);
    let mut way = tip - corner;
    // If edges are parallel, the corner may be over one of the other ring's edges.
    for neighbour in [other.next(lowest), other.previous(lowest)] {
        let side = motion.apply(other.vertex(neighbour)) - tip;
        let share = -way.dot(side);
        if share > 0.0 {
            way += side * min(share / side.dot(side), 1.0);
            break;
        }
    }
    let distance = way.length();
    let low = way.dot(motion.translation) - other.top(-motion.unrotate(way));
    ([max(gap, (low - own.top(way)) / distance), distance], [nearest, lowest])
}

/// The answer for the rings of two shapes. Fills `proof`, if there is one, with points that prove the
/// upper bound of a gap.
#[inline]
fn between<W: DVector>(
    both: [&Lowered<'_, W>; 2],
    rings: &Rings<'_>,
    ask: Ask,
    proof: Option<&mut Witness<W>>,
) -> Option<Nearness<W>> {
    let Rings { pair, round, .. } = rings;
    if pair.a.ring.len() + pair.b.ring.len() > MOST_EDGES {
        return None;
    }
    let gap = match ask {
        // If the gap is about as large as the limit, the full answer decides.
        Ask::Within(limit) => limit,
        Ask::Penetration => 0.0,
        _ => f64::INFINITY,
    } + (round + pair.slack + 2.0 * NEAR * pair.size);
    let nothing = Nearness {
        lower: f64::NEG_INFINITY,
        upper: f64::INFINITY,
        estimate: 0.0,
        axis: W::unit(0),
        points: [W::ZERO; 2],
        parts: [FeaturePart::Vertex(0); 2],
        faces: [false; 2],
    };
    let line = match rings.line(gap) {
        Ok(line) => line,
        Err(Gap { axis, overlap }) => {
            let (lower, axis) = (-overlap - pair.slack, from_plane(axis));
            return Some(Nearness { lower, estimate: -overlap, axis, ..nothing });
        }
    };
    let nearest = pair.nearest(&line)?;
    let Nearest { normal, distance, .. } = nearest;
    let points = match pair.places(&line, &nearest) {
        Some(places) => places,
        // The points of an overlap are needed only if its depth was asked for.
        None if distance < 0.0 && !ask.wants_depth() => [DVec2::ZERO; 2],
        None => return None,
    };
    if let Some(proof) = proof {
        let edges = nearest.edges;
        let [of_a, of_b] = [(both[0], &pair.a, 0), (both[1], &pair.b, 1)]
            .map(|(shape, rounded, i)| corners(shape, rounded, edges[i], points[i]));
        let members: [_; 4] = core::array::from_fn(|k| {
            let ((a, s), (b, t)) = (of_a[k / 2], of_b[k % 2]);
            (Member { a, b }, s * t)
        });
        heaviest_last(members, proof);
    }
    is_decided(distance, distance, pair.slack).then(|| Nearness {
        lower: distance - 2.0 * pair.slack,
        upper: distance + 2.0 * pair.slack,
        estimate: distance,
        axis: from_plane(normal),
        points: points.map(from_plane),
        ..nothing
    })
}

/// The two corners of an edge, in the shape's own frame, with their weights at a place on it.
fn corners<W: DVector>(
    shape: &Lowered<'_, W>,
    rounded: &Rounded<'_>,
    edge: usize,
    place: DVec2,
) -> [(W, f64); 2] {
    let next = rounded.ring.next(edge);
    let side = rounded.side(edge, next);
    let share = foot_share((place - rounded.corner(edge)).dot(side), side.dot(side));
    let corner = |i: usize| match *shape.core() {
        // The ring of a point or a segment is in the frame of the other shape.
        Core::Point(p) => p,
        Core::Segment(ends) => ends[i],
        _ => from_plane(rounded.ring.vertex(i)),
    };
    [(corner(edge), 1.0 - share), (corner(next), share)]
}
