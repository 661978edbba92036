//! Balls and capsules: a point or a segment with a radius, in closed form.
//!
//! The clearance of a ball is the signed distance of its centre from the other's core, less the
//! radii; that of two capsules the distance of two segments:
//!
//! ```text
//!       .---.                     The foot q is the core's point that is nearest to p. The normal
//!      (  p  )     normal         leads from q to p, or where p is inside out of the nearest face.
//!       '-|-'        ^
//!     ----q---- core |
//! ```
//!
//! Segments and cylinders against boxes have files of their own (`segment_box`, `cylinder_box`), and so
//! have balls against solids that are round, and these around one axis (`solids`).
//!
//! Nothing is taken for granted: the lower bound is the gap of both cores along the normal, by
//! their own corners, and the upper bound the distance of two of their points. Where these are more
//! than rounding apart, and where the cores touch within rounding, so that there is no way from one
//! to the other to speak of, the answer is left to GJK.

pub(in crate::pair) mod boxes;
mod segments;
pub(in crate::pair) mod solids;

use crate::answer::{Algorithm, End, Feature, FeaturePart, Member, Witness};
use crate::number::Scalar;
use crate::pair::solved::{Ask, Solved};
use crate::shape::{Convex, Core, Lowered};
use crate::space::{MOTION_ERROR, Motion, Vector};
pub(in crate::pair) use segments::Nearest;
use segments::between_segments;

/// Squares of lengths between these, and products of two, stay within the range of `f64`.
const SIZES: core::ops::Range<f64> = 1e-70..1e70;

/// Feet this near to an end of an edge, relative to its length, are called the end.
const NEAR: f64 = 1.0 / 1024.0;

/// Around a coordinate axis.
#[derive(Clone, Copy)]
pub(in crate::pair) struct Cylinder {
    pub radius: f64,
    pub half_height: f64,
    pub axis: usize,
}

/// What two cores have: the axis that proves the lower bound and the points that prove the upper.
pub(in crate::pair) struct Nearness<W> {
    /// On the cores' signed distance, rounding included, and what is within them.
    pub lower: f64,
    pub upper: f64,
    pub estimate: f64,
    /// From A to B, of length 1.
    pub axis: W,
    /// Points of the cores, in A's frame.
    pub points: [W; 2],
    /// What lies at either point.
    pub parts: [FeaturePart; 2],
    /// Is the normal across a face, of A or of B?
    pub faces: [bool; 2],
}

/// Where a core is nearest to a point, in the core's frame.
struct Foot<W> {
    point: W,
    /// Of length 1, out of the core.
    normal: W,
    /// From the foot to the point; negative inside.
    distance: f64,
    /// The point's height over all of the core along the normal.
    gap: f64,
    /// The core's point nearest to the point, which may be itself.
    near: W,
    /// How far along a segment that is.
    share: f64,
    part: FeaturePart,
    is_face: bool,
}

/// Solves a pair, where the closed form decides it; with points that prove the upper bound, if
/// there is room for them.
#[inline(never)]
pub(in crate::pair) fn solve<W: Vector<Scalar = f64, Wide = W>>(
    a: &Lowered<'_, W>,
    b: &Lowered<'_, W>,
    b_in_a: &Motion<W>,
    ask: Ask,
    proof: Option<&mut Witness<W>>,
) -> Option<Nearness<W>> {
    use Core::{Box, Cylinder as Round, Point, Segment};
    let (core_a, core_b) = (a.core(), b.core());
    let size = extent(core_a) + extent(core_b) + sum(b_in_a.translation);
    let radii = a.radius_wide() + b.radius_wide();
    let slack = slack_of(size, radii)?;
    match (core_a, core_b) {
        (_, &Point(q)) => {
            let p = b_in_a.apply(q);
            let foot = foot(core_a, p)?;
            if let Some(proof) = proof {
                let members = members(core_a, &foot);
                *proof = heaviest_last(members.map(|(m, w)| (Member { a: m, b: q }, w)));
            }
            let (bounds, ends) = ([foot.gap, foot.distance], [foot.point, p]);
            let parts = [foot.part, FeaturePart::Vertex(0)];
            answer(bounds, slack, foot.normal, ends, parts, [foot.is_face, false])
        }
        (&Point(p), _) => {
            let foot = foot(core_b, b_in_a.unrotate(p - b_in_a.translation))?;
            if let Some(proof) = proof {
                let members = members(core_b, &foot);
                *proof = heaviest_last(members.map(|(m, w)| (Member { a: p, b: m }, w)));
            }
            let (axis, ends) = (-b_in_a.rotate(foot.normal), [p, b_in_a.apply(foot.point)]);
            let parts = [FeaturePart::Vertex(0), foot.part];
            let bounds = [foot.gap, foot.distance];
            answer(bounds, slack, axis, ends, parts, [false, foot.is_face])
        }
        (&Segment(a), &Segment(b)) => between_segments(a, b, b_in_a, slack, proof),
        (&Box(a), &Box(b)) if !ask.wants_depth() => boxes::both(a, b, b_in_a, [size, slack]),
        (&Box(half), &Segment(b)) => boxes::segment(half, b, b_in_a, false, [size, slack], proof),
        (&Segment(a), &Box(half)) => boxes::segment(half, a, b_in_a, true, [size, slack], proof),
        (&Box(half), &Round { radius, half_height, axis }) => {
            let b = Cylinder { radius, half_height, axis };
            boxes::cylinder(half, b, b_in_a, false, [size, slack], ask, proof)
        }
        (&Round { radius, half_height, axis }, &Box(half)) => {
            let a = Cylinder { radius, half_height, axis };
            boxes::cylinder(half, a, b_in_a, true, [size, slack], ask, proof)
        }
        _ => None,
    }
}

/// The corners of which the nearest point of a point, a segment or a box is made, with weights.
fn members<W: Vector<Scalar = f64>>(core: &Core<W>, foot: &Foot<W>) -> [(W, f64); 4] {
    let nothing = (W::ZERO, 0.0);
    match *core {
        Core::Segment([a, b]) => [(a, 1.0 - foot.share), (b, foot.share), nothing, nothing],
        Core::Box(half) => corners_of_box(half, foot.near),
        _ => [(foot.near, 1.0), nothing, nothing, nothing],
    }
}

/// The corners of a box of which a point in it is made: one coordinate after the other steps from
/// its low side to the high one, that which is farthest along first.
///
/// ```text
///     2-----3      The point is in the triangle of 0, 1 and 3, as it is farther along
///     |   / |      the first axis than along the second.
///     | /  p|
///     0-----1
/// ```
pub(in crate::pair) fn corners_of_box<W: Vector<Scalar = f64>>(half: W, point: W) -> [(W, f64); 4] {
    let share = |i: usize| {
        let (x, half) = (point.get(i), half.get(i));
        if half > 0.0 { 0.5 * (x / half) + 0.5 } else { 0.0 }
    };
    let mut along = [0, 1, 2].map(|i| if i < W::DIM { (share(i), i) } else { (0.0, i) });
    along.sort_unstable_by(|x, y| y.0.total_cmp(&x.0));
    let mut corner = -half;
    let mut corners = [(corner, 1.0 - along[0].0); 4];
    for (k, (share, i)) in along.into_iter().enumerate() {
        let next = along.get(k + 1).map_or(0.0, |next| next.0);
        corner = W::from_fn(|j| if j == i { half.get(j) } else { corner.get(j) });
        corners[k + 1] = (corner, share - next);
    }
    corners
}

/// A witness of those that weigh something. The last weight is what the others leave of 1.
pub(in crate::pair) fn heaviest_last<W: Vector<Scalar = f64>, const N: usize>(
    mut parts: [(Member<W>, f64); N],
) -> Witness<W> {
    let heaviest = (1..N).fold(0, |m, i| if parts[i].1 > parts[m].1 { i } else { m });
    parts.swap(heaviest, N - 1);
    Witness::new(parts.into_iter().filter(|(_, weight)| *weight > 0.0))
}

/// The sum of the coordinates, no less than the length.
#[inline]
pub(in crate::pair) fn sum<W: Vector<Scalar = f64>>(v: W) -> f64 {
    (0..W::DIM).fold(0.0, |sum, i| sum + v.get(i).abs())
}

/// No point of a point, a segment, a box or a cylinder is farther from the origin.
#[inline]
fn extent<W: Vector<Scalar = f64>>(core: &Core<W>) -> f64 {
    match core {
        Core::Point(p) | Core::Box(p) => sum(*p),
        Core::Segment([a, b]) => Scalar::max(sum(*a), sum(*b)),
        Core::Cylinder { radius, half_height, .. } => radius + half_height,
        _ => f64::INFINITY,
    }
}

/// Where a point, a segment or a box is nearest to a point.
#[inline]
fn foot<W: Vector<Scalar = f64>>(core: &Core<W>, p: W) -> Option<Foot<W>> {
    match core {
        Core::Point(q) => Some(on_point(*q, p)),
        Core::Segment(ends) => Some(on_segment(*ends, p)),
        Core::Box(half) => Some(on_box(*half, p)),
        _ => None,
    }
}

#[inline]
fn on_point<W: Vector<Scalar = f64>>(q: W, p: W) -> Foot<W> {
    let way = p - q;
    let distance = Scalar::sqrt(way.dot(way));
    let normal = way * (1.0 / distance);
    let part = FeaturePart::Vertex(0);
    Foot { point: q, normal, distance, gap: distance, near: q, share: 0.0, part, is_face: false }
}

#[inline]
fn on_segment<W: Vector<Scalar = f64>>([a, b]: [W; 2], p: W) -> Foot<W> {
    let (edge, from) = (b - a, p - a);
    let square = edge.dot(edge);
    let share = foot_share(from.dot(edge), square);
    let point = a + edge * share;
    let way = p - point;
    let mut normal = way;
    if 0.0 < share && share < 1.0 {
        // What the foot's rounding leaves of the edge in it would tilt a long segment.
        normal = way - edge * (way.dot(edge) / square);
    }
    let normal = normal * (1.0 / Scalar::sqrt(normal.dot(normal)));
    Foot {
        point,
        normal,
        distance: Scalar::sqrt(way.dot(way)),
        gap: Scalar::min(normal.dot(from), normal.dot(p - b)),
        near: point,
        share,
        part: part_of_segment(share),
        is_face: false,
    }
}

/// Where the foot is between both ends, as a share of the way; 0 where they are the same.
#[inline]
fn foot_share(along: f64, square: f64) -> f64 {
    if square > 0.0 { Scalar::min(Scalar::max(along / square, 0.0), 1.0) } else { 0.0 }
}

#[inline]
pub(in crate::pair) fn part_of_segment(share: f64) -> FeaturePart {
    if share <= NEAR {
        FeaturePart::Vertex(0)
    } else if share >= 1.0 - NEAR {
        FeaturePart::Vertex(1)
    } else {
        FeaturePart::Edge(0)
    }
}

#[inline]
fn on_box<W: Vector<Scalar = f64>>(half: W, p: W) -> Foot<W> {
    let point = W::from_fn(|i| Scalar::min(Scalar::max(p.get(i), -half.get(i)), half.get(i)));
    let way = p - point;
    let square = way.dot(way);
    // Towards the face that is nearest from inside, or that the way is steepest over.
    let height = |i: usize| p.get(i).abs() - half.get(i);
    let up = (1..W::DIM).fold(0, |m, i| if height(i) > height(m) { i } else { m });
    let part = part_of_box(half, point, up);
    if square > 0.0 {
        let distance = Scalar::sqrt(square);
        let normal = way * (1.0 / distance);
        let over = (0..W::DIM).filter(|i| way.get(*i) != 0.0).count();
        let (gap, near, is_face) = (distance, point, over == 1);
        return Foot { point, normal, distance, gap, near, share: 0.0, part, is_face };
    }
    let sign = if p.get(up) < 0.0 { -1.0 } else { 1.0 };
    let on_face = W::from_fn(|i| if i == up { sign * half.get(i) } else { p.get(i) });
    let (distance, normal) = (height(up), W::unit(up) * sign);
    let (gap, near, is_face) = (distance, point, true);
    Foot { point: on_face, normal, distance, gap, near, share: 0.0, part, is_face }
}

/// What of a box lies at a point of the face across axis `up`: see [`crate::shape::Cuboid`] for
/// the numbers.
#[inline]
pub(in crate::pair) fn part_of_box<W: Vector<Scalar = f64>>(
    half: W,
    point: W,
    up: usize,
) -> FeaturePart {
    let positive = |i: usize| u32::from(point.get(i) >= 0.0);
    let of_face = (0..W::DIM).filter(|i| *i != up).map(|i| half.get(i)).fold(0.0, Scalar::max);
    let at_side = |i: usize| i == up || half.get(i) - point.get(i).abs() <= 2.0 * NEAR * of_face;
    let free = (0..W::DIM).find(|i| !at_side(*i));
    let Some(free) = free else {
        return FeaturePart::Vertex((0..W::DIM).fold(0, |id, i| id | positive(i) << i));
    };
    let others = (0..W::DIM).filter(|i| !at_side(*i)).count();
    if others + 1 == W::DIM {
        let number = 2 * up as u32 + positive(up);
        return if W::DIM == 2 { FeaturePart::Edge(number) } else { FeaturePart::Face(number) };
    }
    let [u, v] = [(free + 1) % 3, (free + 2) % 3];
    FeaturePart::Edge(4 * free as u32 + positive(u) + 2 * positive(v))
}

/// Are the bounds no more than rounding apart, and the cores farther apart, or deeper, than it?
#[inline]
fn is_decided(distance: f64, gap: f64, slack: f64) -> bool {
    distance - gap <= 2.0 * slack && distance.abs() > 16.0 * slack && distance.abs() < SIZES.end
}

#[inline]
pub(in crate::pair) fn answer<W: Vector<Scalar = f64>>(
    [gap, distance]: [f64; 2],
    slack: f64,
    axis: W,
    points: [W; 2],
    parts: [FeaturePart; 2],
    faces: [bool; 2],
) -> Option<Nearness<W>> {
    is_decided(distance, gap, slack).then(|| Nearness {
        lower: Scalar::min(gap, distance) - slack,
        upper: distance + slack,
        estimate: distance,
        axis,
        points,
        parts,
        faces,
    })
}

impl<W: Vector<Scalar = f64>> Nearness<W> {
    /// The same as all solvers say it.
    pub fn solved(&self, witness: Witness<W>) -> Solved<W> {
        let Self { lower, upper, estimate, axis, points: [point_a, point_b], .. } = *self;
        Solved {
            lower,
            upper,
            estimate,
            axis,
            normal: axis,
            witness,
            point_a,
            point_b,
            end: End::Converged,
            algorithm: Algorithm::ClosedForm,
            feature: Feature::None,
            steps: 1,
        }
    }
}

/// By how much rounding may put the distance of two cores off; none where squares of lengths are out of
/// range. As for two cores that are searched (`Cores::slack`), with as much again as for their
/// support points; the size is not less than that one.
#[inline]
pub(in crate::pair) fn slack_of(size: f64, radii: f64) -> Option<f64> {
    let is_fine = SIZES.contains(&size) && radii.is_finite();
    is_fine.then_some(f64::EPSILON * ((MOTION_ERROR + 16.0) * size + 4.0 * radii))
}
