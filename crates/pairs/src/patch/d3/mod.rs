//! Manifolds in 3D. See [the module above](super).

mod across;
mod balanced;
mod box_face;
pub mod boxes;
mod clip;
pub mod crossing;
mod cut;
mod projection;
mod reduce;
mod traced;

use glam::DVec2;

use super::candidates::{Candidate, Candidates, MOST};
use super::tilted::{ANGLE, tilted_corners};
use super::{Aim, Deepest, FLAT, Patch, PatchPoint, PosedShape, PosedShapes, ROUNDING, STEEP};
use crate::answer::{FeatureId, FeaturePart};
use crate::number::min;
use crate::shape::{Face, NO_ID, Vertex};
use crate::space::{DVector, from_space, space};
use crate::trace::{Trace, Watch};
use across::Across;
use balanced::{across_middle, turn_rims};
use clip::clip;
use projection::{Kind, Projection};
use reduce::reduce;

/// A share of the margin. A deepest point of a rim is replaced by a remembered point that is less deep by
/// at most this, which is the amount by which bodies at rest may move.
const HELD: f64 = 1.0 / 64.0;

/// Two depths at a rim count as equal if they differ by less than this share of the pair's size, and by less
/// than [`HELD`] of the margin. It is half of the accuracy that [`Manifold`](crate::answer::Manifold) promises
/// for curved shapes. So a cylinder that rocks by 1e-6 rad keeps its points without a cache.
const AS_DEEP: f64 = 1e-7;

/// Writes to `patch` up to four points where the shapes face each other with a separation of at most
/// `margin`. The deepest point is among them if it is within the margin. `cached` are the names of the
/// points in the cache, which are preferred among about equal points.
pub fn contact<W: DVector, T: Trace<W>>(
    sides: &PosedShapes<'_, W>,
    deepest: &Deepest<W>,
    margin: f64,
    cached: Option<&[FeatureId]>,
    patch: &mut Patch<W>,
    trace: &mut T,
) {
    let watch = &mut Watch::new(trace, 1.0 / patch.unit);
    let (mut face_a, mut face_b) = (Face::new(), Face::new());
    set_faces(sides, deepest, [&mut face_a, &mut face_b]);
    let (normal, owner) = sides.settled(deepest, [&face_a, &face_b]);
    if normal != deepest.normal {
        sides.a.turn(&mut face_a, normal);
        sides.b.turn(&mut face_b, -normal);
    }
    patch.begin(normal, owner);
    if !along(sides, deepest, margin, cached, [&mut face_a, &mut face_b], patch, watch) {
        set_faces(sides, deepest, [&mut face_a, &mut face_b]);
        patch.begin(deepest.normal, deepest.owner);
        along(sides, deepest, margin, cached, [&mut face_a, &mut face_b], patch, watch);
    }
}

/// Computes the faces perpendicular to the normal of the clearance.
fn set_faces<W: DVector>(
    sides: &PosedShapes<'_, W>,
    deepest: &Deepest<W>,
    [face_a, face_b]: [&mut Face<W>; 2],
) {
    let [on_a, on_b] = deepest.parts();
    sides.a.face_on(deepest.normal, on_a, face_a);
    sides.b.face_on(-deepest.normal, on_b, face_b);
}

/// Finds the points along the normal of the patch. Returns false if this is not a normal of the
/// clearance.
fn along<W: DVector, T: Trace<W>>(
    sides: &PosedShapes<'_, W>,
    deepest: &Deepest<W>,
    margin: f64,
    cached: Option<&[FeatureId]>,
    [face_a, face_b]: [&mut Face<W>; 2],
    patch: &mut Patch<W>,
    watch: &mut Watch<'_, W, T>,
) -> bool {
    let normal = patch.normal;
    let across = Across::new(normal);
    let mut a = Projection::plane(across.height(deepest.points[0]));
    let mut b = Projection::plane(across.height(deepest.points[1]));
    let sharp = [sides.a.is_sharp(face_a), sides.b.is_sharp(face_b)];
    project_faces(sides, &across, [face_a, face_b], [&mut a, &mut b]);
    let rounding = ROUNDING * sides.size;
    let mut candidates = Candidates::new(margin, [rounding + deepest.accuracy, rounding, a.near]);
    let held = Held::new([&a, &b], cached, [sides.size, margin]);
    if cached.is_none() && held.as_deep > 0.0 {
        turn_rims(&mut a, &mut b, [held.as_deep, candidates.most()]);
    }
    let tops = [
        if sharp[0] {
            Some(HighestPoint::corner(&a, face_a.fall))
        } else {
            HighestPoint::of(&sides.a, normal, &across)
        },
        if sharp[1] {
            Some(HighestPoint::corner(&b, face_b.fall))
        } else {
            HighestPoint::of(&sides.b, -normal, &across)
        },
    ];
    clip(&a, &b, [rounding, sides.size, candidates.most()], &mut |place, parts| {
        let heights = [a.height(place), b.height(place)];
        if candidates.counts(heights[1] - heights[0]) {
            let [part_a, part_b] = parts();
            let feature = FeatureId::new(part_a, part_b);
            candidates.offer(Candidate { place, heights, feature });
        }
    });
    offer_tops([&a, &b], &tops, &held, rounding, &mut candidates);
    offer_tilted(sides, [&a, &b], &tops, &across, rounding, &mut candidates);
    let least = deepest.distance + 2.0 * deepest.accuracy + rounding;
    if deepest.aim != Aim::Wanted && !held.is_among(candidates.all(), least) {
        if sides.refuted(normal, deepest) {
            return false;
        }
        let smooth = [sides.a.is_smooth(sides.size), sides.b.is_smooth(sides.size)];
        candidates.offer(witness([&a, &b], &tops, smooth, deepest, &across, sides.size));
    }
    let balanced = if cached.is_none() && candidates.all().len() > 4 {
        across_middle([&a, &b], rounding, &mut candidates)
    } else {
        None
    };
    let chosen =
        balanced.unwrap_or_else(|| reduce(candidates.all(), held.cached, [candidates.tie, margin]));
    for candidate in chosen.iter().map(|i| &candidates.all()[i]) {
        let [low, high] = candidate.heights.map(|h| across.point(candidate.place, h));
        // The difference of two heights may be rounded up.
        let separation = min(candidate.separation(), margin);
        let feature = candidate.feature;
        patch.push(PatchPoint { a: low, b: high, separation, feature });
    }
    if watch.watches() {
        sides.a.place(face_a);
        sides.b.place(face_b);
        watch.facing(normal, [face_a, face_b]);
        traced::cuts([&a, &b], &across, rounding, watch);
        traced::touches(candidates.all(), chosen, &across, watch);
    }
    true
}

/// The projections of the faces that meet, or of edges if neither face is flat along the normal. They are
/// large, so they are computed in place.
fn project_faces<W: DVector>(
    sides: &PosedShapes<'_, W>,
    across: &Across<W>,
    [face_a, face_b]: [&mut Face<W>; 2],
    [a, b]: [&mut Projection; 2],
) {
    let up = across.normal;
    let (upright_a, upright_b) = (sides.a.upright(face_a, up), sides.b.upright(face_b, -up));
    let flat_a = face_a.is_broad() && upright_a >= FLAT;
    let flat_b = face_b.is_broad() && upright_b >= FLAT;
    let steepest = if flat_a || flat_b { STEEP } else { f64::INFINITY };
    if !face_a.corners().is_empty() {
        if face_a.is_broad() && upright_a < steepest {
            sides.a.reduce(face_a, up);
        }
        a.cast(face_a, &across.seen_by(&sides.a), 1.0);
    }
    if !face_b.corners().is_empty() {
        if face_b.is_broad() && upright_b < steepest {
            sides.b.reduce(face_b, -up);
        }
        b.cast(face_b, &across.seen_by(&sides.b), -1.0);
    }
    Projection::settle(a, b);
}

/// How much less deep than the deepest point another point may be that stands for it.
///
/// The place of the deepest point of a rim depends on the last digits of a tilt, so a known point is as
/// good.
struct Held<'c> {
    /// Any point; 0 if neither face is a disc.
    as_deep: f64,
    /// A remembered point.
    hold: f64,
    /// The names of the remembered points.
    cached: &'c [FeatureId],
}

impl<'c> Held<'c> {
    fn new(
        [a, b]: [&Projection; 2],
        cached: Option<&'c [FeatureId]>,
        [size, margin]: [f64; 2],
    ) -> Self {
        let is_round = a.kind == Kind::Disc || b.kind == Kind::Disc;
        let held = (HELD * margin).max(0.0);
        let (as_deep, hold) = ((AS_DEEP * size).min(held), held.min(a.near));
        let [as_deep, hold] = if is_round { [as_deep, hold] } else { [0.0; 2] };
        Self { as_deep, hold, cached: cached.unwrap_or_default() }
    }

    /// Is a point with this separation, or one that stands for it, among these?
    fn is_among(&self, candidates: &[Candidate<DVec2>], separation: f64) -> bool {
        candidates.iter().any(|c| {
            let above = c.separation() - separation;
            above <= self.as_deep || above <= self.hold && self.cached.contains(&c.feature)
        })
    }
}

/// The farthest point of a surface along the normal, in the plane.
struct HighestPoint {
    place: DVec2,
    height: f64,
    id: u32,
    /// Is it a corner of the face, without a radius?
    sharp: bool,
    /// See [`Face::fall`].
    fall: f64,
}

impl HighestPoint {
    fn new<W: DVector>(top: &Vertex<W>, across: &Across<W>) -> Self {
        let Vertex { point, id } = *top;
        Self {
            place: across.place(point),
            height: across.height(point),
            id,
            sharp: false,
            fall: 0.0,
        }
    }

    /// The farthest point of one side.
    fn of<W: DVector>(side: &PosedShape<'_, W>, direction: W, across: &Across<W>) -> Option<Self> {
        side.top(direction).map(|top| Self::new(&top, across))
    }

    /// For a polytope without radius: the corner at which the projection is anchored.
    fn corner(projection: &Projection, fall: f64) -> Self {
        Self {
            place: projection.anchor,
            height: projection.level,
            id: projection.top,
            sharp: true,
            fall,
        }
    }

    fn part(&self, projection: &Projection) -> FeaturePart {
        match projection.kind {
            Kind::Disc => projection.rim_point(self.place),
            _ if self.id != NO_ID => FeaturePart::Vertex(self.id),
            _ => projection.part_at(self.place),
        }
    }
}

/// Offers the farthest points if they are above the other's face and are not corners of a face: those of
/// curved and rounded shapes. Above a line there is at most one such point, which the clearance already
/// has.
fn offer_tops(
    [a, b]: [&Projection; 2],
    [top_a, top_b]: &[Option<HighestPoint>; 2],
    held: &Held<'_>,
    rounding: f64,
    candidates: &mut Candidates<DVec2, MOST>,
) {
    let is_met = |top: &HighestPoint, own: &Projection, other: &Projection| {
        !top.sharp
            && other.is_broad()
            && other.contains(top.place, rounding)
            && !own.is_middle(top.place)
    };
    for (top, [own, other], of_b) in [(top_a, [a, b], false), (top_b, [b, a], true)] {
        let Some(top) = top.as_ref().filter(|top| is_met(top, own, other)) else { continue };
        let heights = in_order(of_b, [top.height, other.height(top.place)]);
        let name = |part| name_of(in_order(of_b, [part, other.part_at(top.place)]));
        let part_of = if of_b { FeatureId::b } else { FeatureId::a };
        if let Some(feature) = name_of_top(top, own, heights, held, candidates, name, part_of) {
            candidates.offer(Candidate { place: top.place, heights, feature });
        }
    }
}

/// What belongs to A, and to B, from what belongs to one of them and to the other.
fn in_order<T>(of_b: bool, [own, other]: [T; 2]) -> [T; 2] {
    if of_b { [other, own] } else { [own, other] }
}

fn name_of([a, b]: [FeaturePart; 2]) -> FeatureId {
    FeatureId::new(a, b)
}

/// The name of a farthest point; `None` if the point is not needed.
///
/// The deepest point of a rim moves around the rim as a disc rocks. Without remembered points, it takes the
/// place of the point of its quarter, and so has the same name however the disc rocks. With a cache, names
/// stand for places: the points of the quarters stay where they are. The deepest point is then an additional
/// point with its own name, if no other stands for it.
fn name_of_top(
    top: &HighestPoint,
    own: &Projection,
    [low, high]: [f64; 2],
    held: &Held<'_>,
    candidates: &Candidates<DVec2, MOST>,
    name: impl Fn(FeaturePart) -> FeatureId,
    part_of: impl Fn(FeatureId) -> FeaturePart,
) -> Option<FeatureId> {
    let part = top.part(own);
    if own.kind != Kind::Disc {
        return Some(name(part));
    }
    if held.is_among(candidates.all(), high - low) {
        return None;
    }
    if !held.cached.is_empty() {
        return Some(name(own.rim_lowest()));
    }
    let there = candidates.all().iter().find(|c| part_of(c.feature) == part);
    Some(there.map_or(name(part), |c| c.feature))
}

/// Offers the tilted supports of each shape over the other's face.
fn offer_tilted<W: DVector>(
    sides: &PosedShapes<'_, W>,
    [a, b]: [&Projection; 2],
    [top_a, top_b]: &[Option<HighestPoint>; 2],
    across: &Across<W>,
    rounding: f64,
    candidates: &mut Candidates<DVec2, MOST>,
) {
    let mut offer = |top: HighestPoint, [own, other]: [&Projection; 2], of_b: bool| {
        let heights = in_order(of_b, [top.height, other.height(top.place)]);
        if candidates.counts(heights[1] - heights[0]) && other.contains(top.place, rounding) {
            let feature = name_of(in_order(of_b, [top.part(own), other.part_at(top.place)]));
            candidates.offer(Candidate { place: top.place, heights, feature });
        }
    };
    if b.is_broad() {
        tilted(&sides.a, top_a, across.normal, across, &mut |top| offer(top, [a, b], false));
    }
    if a.is_broad() {
        tilted(&sides.b, top_b, -across.normal, across, &mut |top| offer(top, [b, a], true));
    }
}

/// Calls `tell` with the tilted supports of one side. For hulls, the farthest corner is left out.
fn tilted<W: DVector>(
    side: &PosedShape<'_, W>,
    top: &Option<HighestPoint>,
    direction: W,
    across: &Across<W>,
    tell: &mut impl FnMut(HighestPoint),
) {
    if let (Some(facets), Some(HighestPoint { id, sharp: true, fall, .. })) = (side.hull(), top) {
        // All edges fall away from this corner, so the shape stands on the same corner after a small
        // tilt.
        if *fall > ANGLE * ANGLE {
            return;
        }
        let local = space(side.motion.unrotate(direction));
        for id in tilted_corners(facets, local, *id) {
            let point = side.placed(from_space(facets.vertices().get(id)));
            tell(HighestPoint::new(&Vertex { point, id }, across));
        }
    } else {
        side.tilted_supports(direction).for_each(|top| tell(HighestPoint::new(&top, across)));
    }
}

/// The point of the clearance, as a candidate. On a smooth shape, the point of the clearance is less
/// accurate than the farthest point along the normal. So if one shape is smooth and the other is not, the
/// place is the farthest point of the other, for example a corner. This needs both farthest points to be
/// at about the same place, which they are not where, for example, a needle meets a ball.
fn witness<W: DVector>(
    [a, b]: [&Projection; 2],
    tops: &[Option<HighestPoint>; 2],
    smooth: [bool; 2],
    deepest: &Deepest<W>,
    across: &Across<W>,
    size: f64,
) -> Candidate<DVec2> {
    /// Places nearer to each other than this, relative to the size, are the same. The resulting error of
    /// the height of a curved surface is the square of it.
    const SAME: f64 = 1.0 / 65_536.0;
    let [low, high] = deepest.points.map(|p| (across.place(p), across.height(p)));
    let (mut place, middle) = ((low.0 + high.0) * 0.5, (low.1 + high.1) * 0.5);
    if let [Some(top_a), Some(top_b)] = tops
        && (top_a.place - top_b.place).length() <= SAME * size
    {
        place = match smooth {
            [true, false] => top_b.place,
            [false, true] => top_a.place,
            _ => place,
        };
    }
    let halves = [middle - deepest.distance * 0.5, middle + deepest.distance * 0.5];
    let heights = match tops {
        _ if smooth == [true; 2] => halves,
        [Some(top_a), _] if smooth[0] => [top_a.height, top_a.height + deepest.distance],
        [_, Some(top_b)] if smooth[1] => [top_b.height - deepest.distance, top_b.height],
        _ => halves,
    };
    let feature = FeatureId::new(a.part_at(place), b.part_at(place));
    Candidate { place, heights, feature }
}
