//! A box and a segment or cylinder: the closed form is in the frame of the box, and its result is
//! transformed to A's frame. And two boxes that are apart: an axis first, then the nearest points, in the
//! frame of A.

use super::nearness::{
    Cylinder, Nearness, answer, corners_of_box, heaviest_last, part_of_box, part_of_segment,
};
use crate::answer::{FeaturePart, Member, Witness};
use crate::depth::epa::OF_DEPTH;
use crate::depth::sat::d3;
use crate::distance::closed::box_box::{BoxAndBox, Nearest};
use crate::distance::closed::cylinder_box::{Apart, CylinderAndBox};
use crate::distance::closed::segment_box::{self, SegmentGap};
use crate::number::{max, min};
use crate::solution::Ask;
use crate::space::{DVector, Motion, Vector, from_space, motion_in_space, space};

/// A polytope can prove the depth of round shapes only up to this share of the size, or [`OF_DEPTH`] of the
/// depth. It is the accuracy at which EPA ends, which makes the evidence of a certificate, so no more is
/// claimed.
const SHOWN: f64 = 1e-10;

/// A segment and a box; `box_is_b` is true if the box is B. Takes the size of the pair and the rounding
/// slack.
#[inline]
pub(crate) fn segment<W: DVector>(
    half: W,
    segment: [W; 2],
    b_in_a: &Motion<W>,
    box_is_b: bool,
    [size, slack]: [f64; 2],
    proof: Option<&mut Witness<W>>,
) -> Option<Nearness<W>> {
    let seen = |p: W| {
        space(if box_is_b { b_in_a.unrotate(p - b_in_a.translation) } else { b_in_a.apply(p) })
    };
    let ends = [seen(segment[0]), seen(segment[1])];
    let met = segment_box::clearance(space(half), ends, size)?;
    let members = || {
        over_box(half, segment, &met).map(|(corner, end, weight)| {
            let (a, b) = if box_is_b { (end, corner) } else { (corner, end) };
            (Member { a, b }, weight)
        })
    };
    if let Some(proof) = proof {
        heaviest_last(members(), proof);
    }
    let part = part_at(half, from_space(met.on_box), from_space(met.normal), met.face);
    let SegmentGap { normal, on_box, on_segment, .. } = met;
    let placed = Placed { b_in_a, box_is_b, slack };
    let vectors = [from_space(normal), from_space(on_box), from_space(on_segment)];
    let parts = [part, part_of_segment(met.share)];
    placed.found([met.gap, met.distance], vectors, parts, met.face.is_some())
}

/// A cylinder and a box. `None` if rounding, or a search that reached its limit, leaves the question
/// open.
#[inline(never)]
pub(crate) fn cylinder<W: DVector>(
    half: W,
    cylinder: Cylinder,
    b_in_a: &Motion<W>,
    box_is_b: bool,
    [size, slack]: [f64; 2],
    ask: Ask,
    proof: Option<&mut Witness<W>>,
) -> Option<Nearness<W>> {
    let Cylinder { radius, half_height: long, axis } = cylinder;
    let (axis, middle) = if box_is_b {
        (b_in_a.unrotate(W::unit(axis)), -b_in_a.unrotate(b_in_a.translation))
    } else {
        (b_in_a.rotate(W::unit(axis)), b_in_a.translation)
    };
    let (half_box, middle, axis) = (space(half), space(middle), space(axis));
    let pair = CylinderAndBox { half: half_box, middle, axis, long, radius, size };
    let met = match pair.apart(2.0 * slack) {
        Apart::By(met) => met,
        Apart::Never if !ask.wants_depth() => return Some(overlapping()),
        Apart::Open if !ask.wants_depth() => return None,
        Apart::Never => pair.deepest(true)?,
        Apart::Open => pair.deepest(false)?,
    };
    let vectors = [from_space(met.normal), from_space(met.on_box), from_space(met.on_cylinder)];
    let members = || {
        let p = vectors[2];
        let p = if box_is_b { b_in_a.apply(p) } else { b_in_a.unrotate(p - b_in_a.translation) };
        corners_of_box(half, vectors[1]).map(|(corner, weight)| {
            let (a, b) = if box_is_b { (p, corner) } else { (corner, p) };
            (Member { a, b }, weight)
        })
    };
    if let Some(proof) = proof {
        heaviest_last(members(), proof);
    }
    // The general path finds the faces of a cylinder.
    let parts = [part_at(half, vectors[1], vectors[0], met.face), FeaturePart::Face(0)];
    let placed = Placed { b_in_a, box_is_b, slack };
    let found = placed.found([met.gap, met.distance], vectors, parts, met.face.is_some())?;
    let depth = max(-met.distance, 0.0);
    let shown = min(SHOWN * size, OF_DEPTH * depth);
    Some(Nearness { upper: found.upper + shown, ..found })
}

/// Two boxes. Their depth, and a touch within rounding, are left to other solvers, and with a proof also points inside a
/// face of each: four pairs of corners cannot show these.
#[inline(always)]
pub(crate) fn both<W: DVector>(
    half_a: W,
    half_b: W,
    b_in_a: &Motion<W>,
    [size, slack]: [f64; 2],
    proof: Option<&mut Witness<W>>,
) -> Option<Nearness<W>> {
    let pair = BoxAndBox { half_a, half_b, b_in_a, size };
    let found = if W::DIM == 3 {
        let halves = [space(half_a), space(half_b)];
        d3::Lanes::seen_from_a(halves, &motion_in_space(b_in_a), size).apart().ok()?
    } else {
        match pair.least_in_plane() {
            (_, overlap) if overlap > 2.0 * slack => None,
            (along, overlap) if overlap < -2.0 * slack => Some(along),
            _ => return None,
        }
    };
    let parts = [FeaturePart::Vertex(0); 2];
    let Some(axis) = found else { return Some(overlapping()) };
    let Nearest { points, on_b, normal, distance, gap } = pair.nearest(axis)?;
    if let Some(proof) = proof {
        heaviest_last(over_boxes([half_a, half_b], [points[0], on_b])?, proof);
    }
    answer([gap, distance], slack, normal, points, parts, [false; 2])
}

/// Pairs of corners of two boxes, and a weight for each: the points are the weighted sums. As in [`over_box`], with four
/// corners each, so that there are up to seven parts; `None` if more than four of them have a length beyond rounding.
fn over_boxes<W: DVector>(halves: [W; 2], [a, b]: [W; 2]) -> Option<[(Member<W>, f64); 4]> {
    let (of_a, of_b) = (corners_of_box(halves[0], a), corners_of_box(halves[1], b));
    let mut pairs = [(Member { a: of_a[0].0, b: of_b[0].0 }, 0.0); 7];
    let (mut i, mut j, mut count) = (0, 0, 0);
    let (mut left_a, mut left_b) = (of_a[0].1, of_b[0].1);
    // Each turn ends the weight of a corner, and all corners of one box end it.
    while i < of_a.len() && j < of_b.len() {
        let part = min(left_a, left_b);
        pairs[count] = (Member { a: of_a[i].0, b: of_b[j].0 }, part);
        count += 1;
        (left_a, left_b) = (left_a - part, left_b - part);
        if left_a <= left_b {
            i += 1;
            left_a = of_a.get(i).map_or(0.0, |corner| corner.1);
        } else {
            j += 1;
            left_b = of_b.get(j).map_or(0.0, |corner| corner.1);
        }
    }
    pairs.sort_unstable_by(|x, y| y.1.total_cmp(&x.1));
    (pairs[4].1 <= f64::EPSILON).then_some([pairs[0], pairs[1], pairs[2], pairs[3]])
}

/// The answer if the cores have a common point, and their depth was not asked for.
#[inline]
fn overlapping<W: DVector>() -> Nearness<W> {
    let (lower, upper, estimate) = (f64::NEG_INFINITY, 0.0, 0.0);
    let (parts, faces) = ([FeaturePart::Vertex(0); 2], [false; 2]);
    Nearness { lower, upper, estimate, axis: W::unit(0), points: [W::ZERO; 2], parts, faces }
}

/// Transforms an answer from the frame of the box to A's frame.
struct Placed<'m, W: Vector> {
    b_in_a: &'m Motion<W>,
    box_is_b: bool,
    slack: f64,
}

impl<W: DVector> Placed<'_, W> {
    /// From the outward normal of the box, the points of the box and of the other shape, and their
    /// features.
    fn found(
        &self,
        bounds: [f64; 2],
        [normal, on_box, on_other]: [W; 3],
        [part, other]: [FeaturePart; 2],
        is_face: bool,
    ) -> Option<Nearness<W>> {
        let Self { b_in_a, box_is_b, slack } = *self;
        if !box_is_b {
            let parts = [part, other];
            return answer(bounds, slack, normal, [on_box, on_other], parts, [is_face, false]);
        }
        let ends = [b_in_a.apply(on_other), b_in_a.apply(on_box)];
        let axis = -b_in_a.rotate(normal);
        answer(bounds, slack, axis, ends, [other, part], [false, is_face])
    }
}

/// The feature of a box at a point, for a normal that may be that of a face.
#[inline]
fn part_at<W: DVector>(half: W, point: W, normal: W, face: Option<usize>) -> FeaturePart {
    let steep = |i: usize| normal.get(i).abs();
    let steepest = (1..3).fold(0, |m, i| if steep(i) > steep(m) { i } else { m });
    part_of_box(half, point, face.unwrap_or(steepest))
}

/// Corners of a box, ends of a segment, and a weight for each pair of them: the nearest points are the
/// weighted sums. The weights of four corners and of two ends, side by side:
///
/// ```text
///     | corner 0  | corner 1 |c 2| corner 3  |
///     |      end 0     |        end 1        |
/// ```
///
/// One of the five parts has length 0, up to rounding.
fn over_box<W: DVector>(half: W, ends: [W; 2], met: &SegmentGap) -> [(W, W, f64); 4] {
    let (near, share) = met.shared;
    let corners = corners_of_box(half, from_space(near));
    let (mut pairs, mut count, mut done) = ([(half, ends[1], 0.0); 5], 0, 0.0);
    for (corner, weight) in corners {
        let first = min(max(1.0 - share - done, 0.0), weight);
        for (end, part) in [(ends[0], first), (ends[1], weight - first)] {
            if part > 0.0 && count < pairs.len() {
                pairs[count] = (corner, end, part);
                count += 1;
            }
        }
        done += weight;
    }
    pairs.sort_unstable_by(|x, y| y.2.total_cmp(&x.2));
    [pairs[0], pairs[1], pairs[2], pairs[3]]
}
