//! Balls and capsules: a point or a segment with a radius, in closed form.
//!
//! The clearance of a ball is the signed distance of its centre from the other shape's core, minus the
//! radii. The clearance of two capsules is the distance of two segments, minus the radii:
//!
//! ```text
//!       .---.                     The foot q is the core's point that is nearest to p. The normal
//!      (  p  )     normal         leads from q to p, or where p is inside out of the nearest face.
//!       '-|-'        ^
//!     ----q---- core |
//! ```
//!
//! `segment_box` and `cylinder_box` are for segments and cylinders against boxes. `solids` is for balls
//! against solids of revolution, and for two solids of revolution around one axis.
//!
//! Each result is checked: the lower bound is the gap of both cores along the normal, by their own
//! corners, and the upper bound is the distance of two of their points. If these differ by more than
//! rounding, or if the cores touch within rounding, so that there is no usable direction between them,
//! GJK answers.

pub(crate) mod box_gaps;
#[doc(hidden)]
pub mod nearness;
#[doc(hidden)]
pub mod ring_gaps;
mod segments;
pub(crate) mod solids;

use crate::answer::{FeaturePart, Member, Witness};
use crate::number::{max, min, sqrt};
use crate::shape::{Convex, Core, Lowered};
use crate::solution::{Ask, Bounds, Met};
use crate::space::{DVector, Motion};
#[doc(hidden)]
pub use nearness::RoundPair;
use nearness::{
    Cylinder, answer, corners_of_box, foot_share, heaviest_last, part_of_box, part_of_segment,
};
#[doc(hidden)]
pub use nearness::{Nearness, SIZES, slack_of, sum};
use segments::between_segments;
pub(crate) use segments::{Nearest, SegmentPair};

/// The point of a core that is nearest to a point, in the core's frame.
struct Foot<W> {
    point: W,
    /// A unit vector out of the core.
    normal: W,
    /// The distance from the foot to the point; negative inside.
    distance: f64,
    /// The height of the point over the whole core along the normal.
    gap: f64,
    /// The point of the core nearest to the point. It is the point itself if the core contains it.
    near: W,
    /// The place of the foot along a segment, from 0 to 1.
    share: f64,
    is_face: bool,
}

/// Solves a pair, if the closed form decides it. Fills `proof`, if there is one, with points that prove
/// the upper bound.
#[inline(never)]
pub(crate) fn solve<W: DVector>(
    a: &Lowered<'_, W>,
    b: &Lowered<'_, W>,
    b_in_a: &Motion<W>,
    ask: Ask,
    proof: Option<&mut Witness<W>>,
) -> Option<Nearness<W>> {
    let (size, slack) = sizes([a, b], b_in_a);
    nearness([a, b], b_in_a, (size, slack), ask, proof)
}

/// Two boxes in space that are apart, their radii included, with the proof of their distance; `None` for all else.
pub(crate) fn boxes_apart<W: DVector>(
    both: [&Lowered<'_, W>; 2],
    b_in_a: &Motion<W>,
    proof: &mut Witness<W>,
) -> Option<Nearness<W>> {
    let [Core::Box(_), Core::Box(_)] = both.map(Lowered::core) else { return None };
    let found = solve(both[0], both[1], b_in_a, Ask::ClosestPoints, Some(proof))?;
    let [radius_a, radius_b] = both.map(Convex::radius_wide);
    (W::DIM == 3 && found.lower > radius_a + radius_b).then_some(found)
}

/// The result of [`solve`] without evidence and names. It is compiled separately, so that nothing else is
/// computed.
#[inline(never)]
pub(crate) fn met<W: DVector>(
    both: [&Lowered<'_, W>; 2],
    b_in_a: &Motion<W>,
    ask: Ask,
) -> Option<Met<W>> {
    let (size, slack) = sizes(both, b_in_a);
    Some(nearness(both, b_in_a, (size, slack), ask, None)?.met())
}

/// The size of a pair, and its slack.
#[inline(always)]
fn sizes<W: DVector>(
    [a, b]: [&Lowered<'_, W>; 2],
    b_in_a: &Motion<W>,
) -> (f64, impl FnOnce() -> Option<f64>) {
    let size = extent(a.core()) + extent(b.core()) + sum(b_in_a.translation);
    let radii = a.radius_wide() + b.radius_wide();
    (size, move || slack_of(size, radii))
}

/// Only the numbers of the result, for a pair of this size. It is compiled separately, too.
#[inline(never)]
pub fn bounds<W: DVector>(
    both: [&Lowered<'_, W>; 2],
    b_in_a: &Motion<W>,
    [size, slack]: [f64; 2],
    ask: Ask,
) -> Option<Bounds> {
    Some(nearness(both, b_in_a, (size, || Some(slack)), ask, None)?.bounds())
}

/// The same for a point and a core, in the frame of the core. If the first shape is a segment, `q` is its
/// other end. Cores are points, segments, boxes, and polygons in 2D; against a segment only rings.
#[inline(always)]
pub fn beside<W: DVector>(
    shape: &Lowered<'_, W>,
    p: W,
    q: Option<W>,
    slack: f64,
) -> Option<Bounds> {
    let both = match (shape.core(), q) {
        (&Core::Segment(ends), Some(q)) => segments::between(ends, [p, q]),
        (core @ (Core::Point(_) | Core::Segment(_) | Core::Box(_)), None) => {
            let Foot { gap, distance, .. } = foot(core, p)?;
            [gap, distance]
        }
        _ => ring_gaps::beside(shape, p, q)?,
    };
    nearness::bounds(both, slack)
}

#[inline(always)]
fn nearness<W: DVector>(
    [a, b]: [&Lowered<'_, W>; 2],
    b_in_a: &Motion<W>,
    (size, slack): (f64, impl FnOnce() -> Option<f64>),
    ask: Ask,
    proof: Option<&mut Witness<W>>,
) -> Option<Nearness<W>> {
    use Core::{Box, Cylinder as Round, Point, Segment};
    let (core_a, core_b) = (a.core(), b.core());
    // The distance of two rectangles has a faster way below.
    let are_rectangles = matches!((core_a, core_b), (Box(_), Box(_)));
    if W::DIM == 2 && (are_rings(core_a, core_b) || are_rectangles && ask.wants_depth()) {
        return ring_gaps::solve(a, b, b_in_a, ask, proof);
    }
    let slack = slack()?;
    match (core_a, core_b) {
        (_, &Point(q)) => {
            let p = b_in_a.apply(q);
            let foot = foot(core_a, p)?;
            if let Some(proof) = proof {
                let members = members(core_a, &foot);
                heaviest_last(members.map(|(m, w)| (Member { a: m, b: q }, w)), proof);
            }
            let (bounds, ends) = ([foot.gap, foot.distance], [foot.point, p]);
            let parts = [part(core_a, &foot, p, ask), FeaturePart::Vertex(0)];
            answer(bounds, slack, foot.normal, ends, parts, [foot.is_face, false])
        }
        (&Point(p), _) => {
            let local = b_in_a.unrotate(p - b_in_a.translation);
            let foot = foot(core_b, local)?;
            if let Some(proof) = proof {
                let members = members(core_b, &foot);
                heaviest_last(members.map(|(m, w)| (Member { a: p, b: m }, w)), proof);
            }
            let (axis, ends) = (-b_in_a.rotate(foot.normal), [p, b_in_a.apply(foot.point)]);
            let parts = [FeaturePart::Vertex(0), part(core_b, &foot, local, ask)];
            let bounds = [foot.gap, foot.distance];
            answer(bounds, slack, axis, ends, parts, [false, foot.is_face])
        }
        (&Segment(a), &Segment(b)) => between_segments(a, b, b_in_a, slack, proof),
        (&Box(a), &Box(b)) if !ask.wants_depth() => {
            box_gaps::both(a, b, b_in_a, [size, slack], proof)
        }
        (&Box(half), &Segment(b)) => {
            box_gaps::segment(half, b, b_in_a, false, [size, slack], proof)
        }
        (&Segment(a), &Box(half)) => box_gaps::segment(half, a, b_in_a, true, [size, slack], proof),
        (&Box(half), &Round { radius, half_height, axis }) => {
            let b = Cylinder { radius, half_height, axis };
            box_gaps::cylinder(half, b, b_in_a, false, [size, slack], ask, proof)
        }
        (&Round { radius, half_height, axis }, &Box(half)) => {
            let a = Cylinder { radius, half_height, axis };
            box_gaps::cylinder(half, a, b_in_a, true, [size, slack], ask, proof)
        }
        _ => None,
    }
}

/// Is one of the cores a polygon, or one a rectangle and the other a segment?
#[inline]
pub(crate) fn are_rings<W: DVector>(a: &Core<W>, b: &Core<W>) -> bool {
    let is_polygon = |core: &Core<W>| matches!(core, Core::Triangle(_) | Core::Polytope { .. });
    let is_mixed = |pair| matches!(pair, (&Core::Box(_), &Core::Segment(_)));
    is_polygon(a) || is_polygon(b) || is_mixed((a, b)) || is_mixed((b, a))
}

/// The corners whose weighted sum is the nearest point of a point, a segment or a box, with their
/// weights.
fn members<W: DVector>(core: &Core<W>, foot: &Foot<W>) -> [(W, f64); 4] {
    let nothing = (W::ZERO, 0.0);
    match *core {
        Core::Segment([a, b]) => [(a, 1.0 - foot.share), (b, foot.share), nothing, nothing],
        Core::Box(half) => corners_of_box(half, foot.near),
        _ => [(foot.near, 1.0), nothing, nothing, nothing],
    }
}

/// The largest distance of a point of the core from the origin: for points, segments, boxes and
/// cylinders.
#[inline]
fn extent<W: DVector>(core: &Core<W>) -> f64 {
    match core {
        Core::Point(p) | Core::Box(p) => sum(*p),
        Core::Segment([a, b]) => max(sum(*a), sum(*b)),
        Core::Cylinder { radius, half_height, .. } => radius + half_height,
        _ => f64::INFINITY,
    }
}

/// The nearest point of a point, a segment or a box to a point.
#[inline(always)]
fn foot<W: DVector>(core: &Core<W>, p: W) -> Option<Foot<W>> {
    match core {
        Core::Point(q) => Some(on_point(*q, p)),
        Core::Segment(ends) => Some(on_segment(*ends, p)),
        Core::Box(half) => Some(on_box(*half, p)),
        _ => None,
    }
}

#[inline(always)]
fn on_point<W: DVector>(q: W, p: W) -> Foot<W> {
    let way = p - q;
    let distance = sqrt(way.dot(way));
    let normal = way * (1.0 / distance);
    Foot { point: q, normal, distance, gap: distance, near: q, share: 0.0, is_face: false }
}

#[inline(always)]
fn on_segment<W: DVector>([a, b]: [W; 2], p: W) -> Foot<W> {
    let (edge, from) = (b - a, p - a);
    let square = edge.dot(edge);
    let share = foot_share(from.dot(edge), square);
    let point = a + edge * share;
    let way = p - point;
    let mut normal = way;
    if 0.0 < share && share < 1.0 {
        // The rounding of the foot leaves a component along the edge, which would tilt a long segment.
        normal = way - edge * (way.dot(edge) / square);
    }
    let normal = normal * (1.0 / sqrt(normal.dot(normal)));
    Foot {
        point,
        normal,
        distance: sqrt(way.dot(way)),
        gap: min(normal.dot(from), normal.dot(p - b)),
        near: point,
        share,
        is_face: false,
    }
}

#[inline(always)]
fn on_box<W: DVector>(half: W, p: W) -> Foot<W> {
    let point = W::from_fn(|i| min(max(p.get(i), -half.get(i)), half.get(i)));
    let way = p - point;
    let square = way.dot(way);
    if square > 0.0 {
        let distance = sqrt(square);
        let normal = way * (1.0 / distance);
        let over = (0..W::DIM).fold(0, |over, i| over + u32::from(way.get(i) != 0.0));
        let (gap, near, is_face) = (distance, point, over == 1);
        return Foot { point, normal, distance, gap, near, share: 0.0, is_face };
    }
    let (up, distance) = highest(half, p);
    let sign = if p.get(up) < 0.0 { -1.0 } else { 1.0 };
    let on_face = W::from_fn(|i| if i == up { sign * half.get(i) } else { p.get(i) });
    let (gap, near, is_face) = (distance, point, true);
    let normal = W::unit(up) * sign;
    Foot { point: on_face, normal, distance, gap, near, share: 0.0, is_face }
}

/// The axis of a face of a box, and the height of the point over this face: the nearest face for a point
/// inside, and the face above which it is the highest for a point outside.
#[inline]
fn highest<W: DVector>(half: W, p: W) -> (usize, f64) {
    let height = |i: usize| p.get(i).abs() - half.get(i);
    (1..W::DIM).fold((0, height(0)), |(up, most), i| {
        let here = height(i);
        (if here > most { i } else { up }, max(most, here))
    })
}

/// The feature at the foot of a point. Only contacts have names.
#[inline]
fn part<W: DVector>(core: &Core<W>, foot: &Foot<W>, p: W, ask: Ask) -> FeaturePart {
    match core {
        Core::Segment(_) => part_of_segment(foot.share),
        Core::Box(half) if matches!(ask, Ask::Contact(_)) => {
            part_of_box(*half, foot.point, highest(*half, p).0)
        }
        _ => FeaturePart::Vertex(0),
    }
}
