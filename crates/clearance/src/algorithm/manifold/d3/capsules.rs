//! A capsule and a box, or two capsules, whose nearest points are known: their further contact points.
//!
//! A capsule touches with a line of its surface, the one that faces the other shape. Over a face of a box
//! that is nearly flat along the normal, the part of the line above the face counts:
//!
//! ```text
//!        (=====================)     The face is upright in the frame of its box, and places are
//!            |            |          taken along the normal: so the line is cut by two numbers a
//!        +---x------------x---+      side. An end that is lower than the rest has a lowest point
//!        |                    |      of its own, beside the line.
//! ```
//!
//! With another line, of a capsule or an edge of a box, there is one place, that of the nearest points.
//! If both are so nearly parallel that the surfaces beside them are still nearly level, the ends of their
//! common part are contact points. Stubby capsules may cross within the strip that is nearly level, and
//! have both ends of both lines and the place of the nearest points, which is the deepest: five points, of
//! which four are chosen as in the general path.
//!
//! Points and names are those of the general path (`d3`, `clip`); the tests compare them.

use arrayvec::ArrayVec;
use glam::{DVec2, DVec3};

use super::across::Across;
use super::box_face::{BoxFace, FacePoint, edge, vertex};
use super::clip::BESIDE;
use super::projection::STRIP;
use super::reduce::{Chosen, reduce};
use crate::algorithm::manifold::candidates::{Candidate, Candidates, Place};
use crate::algorithm::manifold::{FLAT, NEAR, Owner, Patch, PatchPoint, ROUNDING, STEEP};
use crate::answer::{FeatureId, FeaturePart};
use crate::number::Scalar;
use crate::space::{Motion, Vector, from_space};

/// The most candidates: two ends, or two of each line, the lowest point and the point of the clearance.
const MOST: usize = 6;

/// The candidates of two lines.
type Along = Candidates<DVec3, MOST>;

/// Products of four lengths below this, 2^-240, underflow. A pair has a size of at least 2^-232.
const TINY: f64 = f64::from_bits((1023 - 240) << 52);

/// The clearance, in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct KnownClearance {
    /// From A to B, of length 1.
    pub normal: DVec3,
    /// The shape or feature to which the normal belongs.
    pub owner: Owner,
    /// The points of both surfaces, `distance` apart along the normal.
    pub points: [DVec3; 2],
    /// The clearance.
    pub distance: f64,
    /// The error bound of the clearance.
    pub accuracy: f64,
    /// An upper bound of all relevant coordinates.
    pub size: f64,
    /// The largest separation of a contact point.
    pub margin: f64,
}

impl KnownClearance {
    fn candidates<P: Place>(&self, near: f64) -> Candidates<P, MOST> {
        let rounding = ROUNDING * self.size;
        Candidates::new(self.margin, [rounding + self.accuracy, rounding, near])
    }

    /// Is the least separation of the points more than the clearance?
    fn is_missing(&self, least: f64) -> bool {
        least > self.distance + 2.0 * self.accuracy + ROUNDING * self.size
    }
}

/// A segment with a radius, or an edge of a box, in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct RoundedSegment {
    /// Where it begins and ends.
    pub ends: [DVec3; 2],
    /// The rounding radius around it.
    pub radius: f64,
    /// The names of the ends, and of the edge between them.
    pub parts: [FeaturePart; 3],
}

impl RoundedSegment {
    /// The core of a capsule.
    pub fn of_capsule(ends: [DVec3; 2], radius: f64) -> Self {
        let parts = [FeaturePart::Vertex(0), FeaturePart::Vertex(1), FeaturePart::Edge(0)];
        Self { ends, radius, parts }
    }

    /// The line of the surface that faces a direction of length 1. `None` if the segment is along the
    /// direction.
    fn facing(&self, direction: DVec3) -> Option<Line> {
        let way = self.ends[1] - self.ends[0];
        let rise = way.dot(direction);
        let flat = way - direction * rise;
        let square = flat.dot(flat);
        if square <= STEEP * STEEP * rise * rise {
            return None;
        }
        // So short that products of four such lengths underflow: one place.
        if way.abs().max_element() < TINY {
            return None;
        }
        // Perpendicular to the segment, as near to the direction as possible: the direction without its
        // component along the segment.
        let shift = if rise == 0.0 {
            direction * self.radius
        } else {
            let out = direction * way.dot(way) - way * rise;
            out * (self.radius / Scalar::sqrt(out.dot(out)))
        };
        let start = self.ends[0] + shift;
        let (of_square, Self { radius, parts, .. }) = (1.0 / square, *self);
        Some(Line { start, way, flat, square, of_square, radius, parts })
    }
}

/// A line of a surface.
struct Line {
    start: DVec3,
    way: DVec3,
    /// The component of `way` perpendicular to the normal, its square, and the reciprocal of that.
    flat: DVec3,
    square: f64,
    of_square: f64,
    radius: f64,
    parts: [FeaturePart; 3],
}

impl Line {
    fn length(&self) -> f64 {
        Scalar::sqrt(self.square)
    }
    fn at(&self, share: f64) -> DVec3 {
        self.start + self.way * share
    }
    /// The place of a point along the line, seen along the normal.
    fn share(&self, p: DVec3) -> f64 {
        self.flat.dot(p - self.start) * self.of_square
    }
    /// The feature there; `near` is a share of the line.
    fn part(&self, share: f64, near: f64) -> FeaturePart {
        let [first, last, between] = self.parts;
        if share <= near {
            first
        } else if share >= 1.0 - near {
            last
        } else {
            between
        }
    }
}

/// Stores the contact points of two segments in `patch`. `None` if they touch only at their nearest
/// points.
pub fn between_segments<W: Vector<Scalar = f64>>(
    a: &RoundedSegment,
    b: &RoundedSegment,
    known: &KnownClearance,
    patch: &mut Patch<W>,
) -> Option<()> {
    let normal = known.normal;
    let (a, b) = (a.facing(normal)?, b.facing(-normal)?);
    let shared = [along(&a, &b, known), along(&b, &a, known)];
    if shared == [None; 2] {
        return None;
    }
    let shorter = Scalar::sqrt(Scalar::min(a.square, b.square));
    let near = NEAR * shorter;
    let nears = [near / a.length(), near / b.length()];
    let mut candidates = known.candidates(near);
    let candidate = |p: DVec3, shares: [f64; 2], heights: [f64; 2]| {
        let feature = FeatureId::new(a.part(shares[0], nears[0]), b.part(shares[1], nears[1]));
        let place = p - normal * normal.dot(p);
        Candidate { place, heights, feature }
    };
    for share in shared[0].into_iter().flatten() {
        let p = a.at(share);
        let (other, height) = over(&b, p, -normal);
        candidates.offer(candidate(p, [share, other], [normal.dot(p), -height]));
    }
    for share in shared[1].into_iter().flatten() {
        let p = b.at(share);
        let (other, height) = over(&a, p, normal);
        candidates.offer(candidate(p, [other, share], [height, normal.dot(p)]));
    }
    if known.is_missing(candidates.least()) {
        let (low, high) = (normal.dot(known.points[0]), normal.dot(known.points[1]));
        let middle = (known.points[0] + known.points[1]) * 0.5;
        candidates.offer(candidate(middle, [a.share(middle), b.share(middle)], [low, high]));
    }
    patch.begin(from_space(normal), known.owner);
    for candidate in chosen(&candidates, normal).iter().map(|i| &candidates.all()[i]) {
        let at = |height: f64| candidate.place + normal * height;
        let (low, high) = (at(candidate.heights[0]), at(candidate.heights[1]));
        let (separation, feature) = (candidate.separation(), candidate.feature);
        patch.push(PatchPoint::from_space(PatchPoint { a: low, b: high, separation, feature }));
    }
    Some(())
}

/// Up to four candidates, the deepest among them.
fn chosen(candidates: &Along, normal: DVec3) -> Chosen {
    let all = candidates.all();
    if let Some(all) = Chosen::all(all.len()) {
        return all;
    }
    let across = Across::new(normal);
    let in_plane = |c: &Candidate<DVec3>| {
        let Candidate { place, heights, feature } = *c;
        Candidate { place: across.place(place), heights, feature }
    };
    let all: ArrayVec<Candidate<DVec2>, MOST> = all.iter().map(in_plane).collect();
    reduce(&all, &[], [candidates.tie, candidates.margin])
}

/// The place of a point along a line, and the height of the surface there along a direction.
fn over(line: &Line, p: DVec3, direction: DVec3) -> (f64, f64) {
    let share = line.share(p);
    let aside = (p - line.start) - direction * direction.dot(p - line.start) - line.flat * share;
    let left = Scalar::max(line.radius * line.radius - aside.dot(aside), 0.0);
    // The curve falls faster along the direction than perpendicular to a line that slopes.
    let fall = Scalar::sqrt(line.way.dot(line.way) * line.of_square);
    (share, direction.dot(line.at(share)) - fall * (line.radius - Scalar::sqrt(left)))
}

/// The ends of the part that one line shares with the other, as shares, if they are near enough to each
/// other.
fn along(one: &Line, other: &Line, known: &KnownClearance) -> Option<[f64; 2]> {
    let near = Scalar::max(BESIDE * known.size, STRIP * other.radius);
    // The distances of the ends from the other line, times its length.
    let across = known.normal.cross(other.flat);
    let [off, run] = [across.dot(one.start - other.start), across.dot(one.flat)];
    let limit = near * near * other.square;
    // Both ends of the common part have to be near: at least the place of the nearest points.
    let end = off + run;
    if off * end > 0.0 && Scalar::min(off * off, end * end) > limit {
        return None;
    }
    let from = other.share(one.start);
    let step = other.flat.dot(one.flat) * other.of_square;
    let (low, high) = if step < 0.0 { (from + step, from) } else { (from, from + step) };
    // At both ends of a sloping line the strip is longer than the curve beside it.
    let drop = (1.0 - Scalar::sqrt(1.0 - STRIP * STRIP)) * other.radius;
    let oblique = drop * known.normal.dot(other.way).abs() * other.of_square;
    // `None` for NaN.
    if !(low < high && high >= oblique && low <= 1.0 - oblique && oblique <= 0.5) {
        return None;
    }
    let of_step = 1.0 / step;
    let at = |share: f64| ((share.clamp(low, high) - from) * of_step).clamp(0.0, 1.0);
    let shares = [at(oblique), at(1.0 - oblique)];
    let is_near = |share: f64| {
        let aside = off + run * share;
        aside * aside <= limit
    };
    shares.iter().all(|share| is_near(*share)).then_some(shares)
}

/// A box, and its pose in A's frame; or A itself.
#[derive(Clone, Copy, Debug)]
pub struct Box<'m> {
    /// Half the edge lengths.
    pub half: DVec3,
    /// `None` if the box is A.
    pub pose: Option<&'m Motion<DVec3>>,
}

impl Box<'_> {
    fn local(&self, p: DVec3) -> DVec3 {
        self.pose.map_or(p, |pose| pose.unrotate(p - pose.translation))
    }
    fn placed(&self, p: DVec3) -> DVec3 {
        self.pose.map_or(p, |pose| pose.apply(p))
    }
    /// The normal out of the box, in its frame.
    fn out(&self, normal: DVec3) -> DVec3 {
        self.pose.map_or(normal, |pose| -pose.unrotate(normal))
    }
}

/// Stores the contact points of a capsule and a box in `patch`; `None` if they touch only at their
/// nearest points. The segment is given in the frame of the box.
pub fn on_box<W: Vector<Scalar = f64>>(
    shape: &Box<'_>,
    ends: [DVec3; 2],
    radius: f64,
    known: &KnownClearance,
    patch: &mut Patch<W>,
) -> Option<()> {
    let out = shape.out(known.normal);
    let capsule = RoundedSegment::of_capsule(ends, radius);
    if out.abs().max_element() < FLAT {
        let edge = edge_of(shape.half, out);
        let placed = |segment: RoundedSegment| {
            let [p, q] = segment.ends;
            RoundedSegment { ends: [shape.placed(p), shape.placed(q)], ..segment }
        };
        let (edge, capsule) = (placed(edge), placed(capsule));
        return if shape.pose.is_none() {
            between_segments(&edge, &capsule, known, patch)
        } else {
            between_segments(&capsule, &edge, known, patch)
        };
    }
    let over = Over { shape, out, face: BoxFace::across(shape.half, out) };
    over.touched(&capsule.facing(-out)?, ends, known, patch);
    Some(())
}

/// The edge of a box that faces a direction, and slopes least.
fn edge_of(half: DVec3, out: DVec3) -> RoundedSegment {
    let steep = out.abs();
    let axis = (1..3).fold(0, |m, i| if steep[i] < steep[m] { i } else { m });
    let corner = half * DVec3::ONE.copysign(out);
    let bits = |p: DVec3| p.to_array().map(|x| x >= 0.0);
    let [mut from, mut to] = [corner; 2];
    (from[axis], to[axis]) = (-half[axis], half[axis]);
    let parts = [vertex(bits(from)), vertex(bits(to)), edge(axis, bits(corner))];
    RoundedSegment { ends: [from, to], radius: 0.0, parts }
}

/// A face of a box, and a capsule above it.
struct Over<'s> {
    shape: &'s Box<'s>,
    out: DVec3,
    face: BoxFace,
}

impl Over<'_> {
    /// The place of the face below a point, and the point's height along the normal.
    fn below(&self, p: DVec3) -> (DVec2, f64) {
        let FacePoint { place, above } = self.face.below(p);
        (place, above * self.face.rise)
    }

    /// The contact points of a capsule with this line and these ends.
    fn touched<W: Vector<Scalar = f64>>(
        &self,
        line: &Line,
        ends: [DVec3; 2],
        known: &KnownClearance,
        patch: &mut Patch<W>,
    ) {
        let rounding = ROUNDING * known.size;
        let longer = Scalar::max(self.face.half[0], self.face.half[1]);
        let length = line.length();
        let near = 2.0 * NEAR * Scalar::min(longer, 0.5 * length);
        let mut candidates = known.candidates(near);
        let is_a = self.shape.pose.is_none();
        let candidate = |place: DVec2, above: f64, own: FeaturePart| {
            let there = self.face.part(place, near);
            let feature =
                if is_a { FeatureId::new(there, own) } else { FeatureId::new(own, there) };
            Candidate { place, heights: [0.0, above], feature }
        };
        for share in self.cut(line, near, rounding).into_iter().flatten() {
            let (place, above) = self.below(line.at(share));
            candidates.offer(candidate(place, above, line.part(share, near / length)));
        }
        // The lowest point of the capsule.
        let lower = usize::from(self.out.dot(ends[1]) < self.out.dot(ends[0]));
        let (place, above) = self.below(ends[lower] - self.out * line.radius);
        if self.face.contains(place, rounding) {
            candidates.offer(candidate(place, above, line.parts[lower]));
        }
        if known.is_missing(candidates.least()) {
            let middle = self.shape.local((known.points[0] + known.points[1]) * 0.5);
            let (place, _) = self.below(middle);
            candidates.offer(candidate(
                place,
                known.distance,
                line.part(line.share(middle), near / length),
            ));
        }
        patch.begin(from_space(known.normal), known.owner);
        // At most four: two ends, the lowest point and that of the clearance.
        for candidate in candidates.all() {
            let own = self.shape.placed(self.face.point(candidate.place));
            let (separation, feature) = (candidate.separation(), candidate.feature);
            let way = known.normal * separation;
            let (a, b) = if is_a { (own, own + way) } else { (own - way, own) };
            patch.push(PatchPoint::from_space(PatchPoint { a, b, separation, feature }));
        }
    }

    /// The ends of a line's part above the face; `None` for an end if the line is cut by a side along
    /// which it runs, because the cut may be anywhere.
    fn cut(&self, line: &Line, near: f64, slack: f64) -> [Option<f64>; 2] {
        let ((from, _), (to, _)) = (self.below(line.at(0.0)), self.below(line.at(1.0)));
        let [mut low, mut high] = [(0.0, true), (1.0, true)];
        for (side, half) in self.face.half.into_iter().enumerate() {
            for sign in [-1.0, 1.0] {
                let (before, after) = (half - sign * from[side], half - sign * to[side]);
                if before < -slack && after < -slack {
                    return [None; 2];
                }
                let is_clear = before.abs() > near || after.abs() > near;
                let share = before / (before - after);
                if before < -slack && share > low.0 {
                    low = (share, is_clear);
                } else if after < -slack && share < high.0 {
                    high = (share, is_clear);
                }
            }
        }
        if low.0 > high.0 {
            return [None; 2];
        }
        [low.1.then_some(low.0), high.1.then_some(high.0)]
    }
}
