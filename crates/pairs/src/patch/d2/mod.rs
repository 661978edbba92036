//! Manifolds in 2D: see the [module above](super).
//!
//! A face in 3D is an edge in 2D, and its projection is an interval. The common part of two intervals has
//! two ends:
//!
//! ```text
//!      A   |-----------------|
//!      B          |------------------|
//!                 o          o
//! ```

mod edges;
pub mod names;
pub mod rectangles;
pub mod ring_points;

use core::hint::select_unpredictable;

use super::candidates::{Candidate, Candidates};
use super::{
    Aim, Deepest, FLAT, NEAR, Patch, PatchPoint, PosedShape, PosedShapes, ROUNDING, STEEP,
};
use crate::answer::{FeatureId, FeaturePart};
use crate::number::{max, min};
use crate::shape::Face;
use crate::space::{DVector, from_plane};
use crate::trace::{Trace, Watch};
use arrayvec::ArrayVec;
use glam::DVec2;

/// Stores up to two contact points in `patch`, with a separation of at most `margin`. The deepest point
/// is among them, if it is within the margin.
pub fn contact<W: DVector, T: Trace<W>>(
    sides: &PosedShapes<'_, W>,
    deepest: &Deepest<W>,
    margin: f64,
    patch: &mut Patch<W>,
    trace: &mut T,
) {
    let watch = &mut Watch::new(trace, 1.0 / patch.unit);
    let own = (deepest.normal, deepest.owner);
    let (mut face_a, mut face_b) = (Face::new(), Face::new());
    let set_faces = |normal: W, [face_a, face_b]: [&mut Face<W>; 2]| {
        sides.a.face(normal, face_a);
        sides.b.face(-normal, face_b);
    };
    set_faces(own.0, [&mut face_a, &mut face_b]);
    let settled = sides.settled(deepest, [&face_a, &face_b]);
    if settled.0 != own.0 {
        set_faces(settled.0, [&mut face_a, &mut face_b]);
    }
    patch.begin(settled.0, settled.1);
    if !along(sides, deepest, margin, [&mut face_a, &mut face_b], patch, watch) {
        set_faces(own.0, [&mut face_a, &mut face_b]);
        patch.begin(own.0, own.1);
        along(sides, deepest, margin, [&mut face_a, &mut face_b], patch, watch);
    }
}

/// Adds the points along the normal of the patch. Returns false if that is not a normal of the clearance.
fn along<W: DVector, T: Trace<W>>(
    sides: &PosedShapes<'_, W>,
    deepest: &Deepest<W>,
    margin: f64,
    [face_a, face_b]: [&mut Face<W>; 2],
    patch: &mut Patch<W>,
    watch: &mut Watch<'_, W, T>,
) -> bool {
    let normal = patch.normal;
    let line = Line::across(normal);
    let mut projections = projected(sides, deepest, &line, [face_a, face_b]);
    set_tolerance(&mut projections);
    let [a, b] = &projections;
    let rounding = ROUNDING * sides.size;
    let mut candidates = Candidates::new(margin, [rounding + deepest.accuracy, rounding, a.near]);
    let mut offer =
        |spot, id, of_b| offer_spot(spot, id, of_b, &projections, rounding, &mut candidates);
    a.ends().chain(line.top(&sides.a, 1.0)).for_each(|spot| offer(spot, None, false));
    b.ends().chain(line.top(&sides.b, -1.0)).for_each(|spot| offer(spot, None, true));
    // The corners on which either shape would stand, over the edge of the other.
    for top in sides.a.tilted_supports(normal) {
        offer(line.project(top.point), Some(top.id), false);
    }
    for top in sides.b.tilted_supports(-normal) {
        offer(line.project(top.point), Some(top.id), true);
    }
    let least = deepest.distance + 2.0 * deepest.accuracy + rounding;
    if deepest.aim != Aim::Wanted && candidates.least() > least {
        if sides.refuted(normal, deepest) {
            return false;
        }
        let middle = (deepest.points[0] + deepest.points[1]) * 0.5;
        let (place, height) = (line.along.dot(middle), normal.dot(middle));
        let half = deepest.distance * 0.5;
        let feature = FeatureId::new(a.part_at(place), b.part_at(place));
        candidates.offer(Candidate { place, heights: [height - half, height + half], feature });
    }
    push_ends(&candidates, &line, patch);
    if watch.watches() {
        watch.facing(normal, [face_a, face_b]);
        tell(candidates.all(), &line, watch);
    }
    true
}

/// Sends all candidates, and those that are kept, to the trace.
fn tell<W: DVector, T: Trace<W>>(
    all: &[Candidate<f64>],
    line: &Line<W>,
    watch: &mut Watch<'_, W, T>,
) {
    for candidate in all {
        watch.touch(line.points(candidate), candidate.separation(), candidate.feature);
    }
    let number =
        |kept: &Candidate<f64>| all.iter().position(|c| core::ptr::eq(c, kept)).unwrap_or(0) as u32;
    let kept: ArrayVec<u32, 2> = ends(all).map(number).collect();
    watch.keep(&kept);
}

/// The most candidates: two ends, the farthest point and two tilted supports of each shape, and the
/// deepest point of both.
pub(super) const MOST: usize = 11;

/// Adds the point at a place of A's surface, or of B's, that is over the other's projection. `id` names a
/// corner that may not be a corner of its projection.
pub(super) fn offer_spot(
    LinePoint { place, height }: LinePoint,
    id: Option<u32>,
    of_b: bool,
    both: &[ProjectedEdge; 2],
    rounding: f64,
    candidates: &mut Candidates<f64, MOST>,
) {
    let own = usize::from(of_b);
    if !both[1 - own].contains(place, rounding) {
        return;
    }
    let mut heights = both.each_ref().map(|edge| edge.height(place));
    let mut parts = both.each_ref().map(|edge| edge.part_at(place));
    heights[own] = height;
    if let Some(id) = id {
        parts[own] = FeaturePart::Vertex(id);
    }
    let feature = FeatureId::new(parts[0], parts[1]);
    candidates.offer(Candidate { place, heights, feature });
}

/// Adds the one or two candidates that count.
pub(super) fn push_ends<W: DVector>(
    candidates: &Candidates<f64, MOST>,
    line: &Line<W>,
    patch: &mut Patch<W>,
) {
    for candidate in ends(candidates.all()) {
        let [low, high] = line.points(candidate);
        let (separation, feature) = (candidate.separation(), candidate.feature);
        patch.push(PatchPoint { a: low, b: high, separation, feature });
    }
}

/// The deepest point and the point farthest from it: one or two. Of two equal points the first.
fn ends(all: &[Candidate<f64>]) -> impl Iterator<Item = &Candidate<f64>> {
    let best = |score: &dyn Fn(&Candidate<f64>) -> f64| {
        all.iter().reduce(|m, c| if score(c) > score(m) { c } else { m })
    };
    let deepest = best(&|c| -c.separation());
    let far = |c: &Candidate<f64>| deepest.map_or(0.0, |d| (c.place - d.place).abs());
    [deepest, best(&far).filter(|c| far(c) > 0.0)].into_iter().flatten()
}

/// The line perpendicular to the normal.
#[derive(Clone, Copy)]
pub(super) struct Line<W> {
    pub normal: W,
    pub along: W,
}

impl Line<DVec2> {
    /// The same line as another type of vectors.
    fn widened<W: DVector>(&self) -> Line<W> {
        Line { normal: from_plane(self.normal), along: from_plane(self.along) }
    }
}

/// A place on the line, with a height.
#[derive(Clone, Copy)]
pub(super) struct LinePoint {
    pub place: f64,
    pub height: f64,
}

impl<W: DVector> Line<W> {
    /// Perpendicular to a normal of length 1, to its left.
    pub fn across(normal: W) -> Self {
        let along = W::from_fn(|i| if i == 0 { -normal.get(1) } else { normal.get(0) });
        Self { normal, along }
    }
    /// The points on A and on B at a place.
    fn points(&self, candidate: &Candidate<f64>) -> [W; 2] {
        candidate.heights.map(|h| self.along * candidate.place + self.normal * h)
    }
    pub fn project(&self, p: W) -> LinePoint {
        LinePoint { place: self.along.dot(p), height: self.normal.dot(p) }
    }
    /// The farthest point of a surface, which is not an end of an edge if the shape is rounded.
    fn top(&self, side: &PosedShape<'_, W>, sign: f64) -> Option<LinePoint> {
        side.top(self.normal * sign).map(|top| self.project(top.point))
    }
}

/// The projection of an edge, of a point, or of a half-plane, which has no ends.
pub(super) struct ProjectedEdge {
    spots: [LinePoint; 2],
    len: usize,
    vertices: [u32; 2],
    number: u32,
    slope: f64,
    near: f64,
}

impl ProjectedEdge {
    fn plane(height: f64) -> Self {
        let spot = LinePoint { place: 0.0, height };
        Self { spots: [spot; 2], len: 0, vertices: [0; 2], number: 0, slope: 0.0, near: 0.0 }
    }

    fn of<W: DVector>(face: &Face<W>, line: &Line<W>) -> Self {
        let corner = |i: usize| line.project(face.corners()[i].point);
        let last = face.corners().len().min(2) - 1;
        let vertices = [0, last].map(|i| face.corners()[i].vertex);
        let projected = Self::between([corner(0), corner(last)], vertices, face.number);
        Self { len: last + 1, ..projected }
    }

    /// A projection with two ends, by their indices.
    #[inline]
    pub fn between(spots: [LinePoint; 2], vertices: [u32; 2], number: u32) -> Self {
        let (width, rise) = (spots[1].place - spots[0].place, spots[1].height - spots[0].height);
        let slope = if width == 0.0 { 0.0 } else { rise / width };
        Self { spots, len: 2, vertices, number, slope, near: 0.0 }
    }

    /// The projection of a single corner.
    #[inline]
    pub fn corner(spot: LinePoint, vertex: u32) -> Self {
        Self { spots: [spot; 2], len: 1, vertices: [vertex; 2], number: 0, slope: 0.0, near: 0.0 }
    }
    /// Does it have two ends?
    #[inline]
    pub fn is_edge(&self) -> bool {
        self.len == 2
    }
    /// The index of the end with the lower place.
    #[inline]
    pub fn lower(&self) -> usize {
        usize::from(self.spots[1].place < self.spots[0].place)
    }
    /// An end by its index.
    #[inline]
    pub fn end(&self, i: usize) -> LinePoint {
        self.spots[i]
    }
    /// The height at a place, computed from an end, at which it is exact to the last bit.
    #[inline]
    pub fn height_from(&self, i: usize, place: f64) -> f64 {
        self.spots[i].height + self.slope * (place - self.spots[i].place)
    }
    pub fn ends(&self) -> impl Iterator<Item = LinePoint> {
        self.spots.into_iter().take(self.len)
    }
    /// Places nearer than this are the same.
    pub fn near(&self) -> f64 {
        self.near
    }
    fn width(&self) -> f64 {
        (self.spots[1].place - self.spots[0].place).abs()
    }
    pub fn height(&self, place: f64) -> f64 {
        self.spots[0].height + self.slope * (place - self.spots[0].place)
    }
    /// Is a place inside, or outside by at most `slack`? Nothing is inside a point.
    fn contains(&self, place: f64, slack: f64) -> bool {
        let [p, q] = self.spots.map(|spot| spot.place);
        match self.len {
            0 => true,
            1 => false,
            _ => place >= p.min(q) - slack && place <= p.max(q) + slack,
        }
    }
    /// The feature at a place of an edge, from the index of its lower end. No edge is so short that both
    /// ends are near.
    #[inline(always)]
    pub fn part_along(&self, lower: usize, place: f64) -> FeaturePart {
        let [p, q] = self.spots.map(|spot| spot.place);
        let (low, high) = (min(p, q), max(p, q));
        let (at_low, at_high) = (place - low <= self.near, high - place <= self.near);
        let vertex = self.vertices[lower ^ usize::from(at_high & !at_low)];
        // A processor cannot predict which of them it is.
        let (corner, edge) = (FeaturePart::Vertex(vertex), FeaturePart::Edge(self.number));
        select_unpredictable(at_low | at_high, corner, edge)
    }
    /// The feature at a place, or the nearest feature.
    #[inline]
    pub fn part_at(&self, place: f64) -> FeaturePart {
        match self.len {
            0 => FeaturePart::Face(0),
            1 => FeaturePart::Vertex(self.vertices[0]),
            _ => self.part_along(self.lower(), place),
        }
    }
}

/// The projections of the edges that face each other; of points, if neither edge is flat.
fn projected<W: DVector>(
    sides: &PosedShapes<'_, W>,
    deepest: &Deepest<W>,
    line: &Line<W>,
    [face_a, face_b]: [&mut Face<W>; 2],
) -> [ProjectedEdge; 2] {
    let up = line.normal;
    let (upright_a, upright_b) = (sides.a.upright(face_a, up), sides.b.upright(face_b, -up));
    let is_broad = |face: &Face<_>| face.corners().len() != 1;
    let flat = is_broad(face_a) && upright_a >= FLAT || is_broad(face_b) && upright_b >= FLAT;
    let steepest = if flat { STEEP } else { f64::INFINITY };
    let [mut a, mut b] = deepest.points.map(|p| ProjectedEdge::plane(up.dot(p)));
    if !face_a.corners().is_empty() {
        if upright_a < steepest {
            sides.a.reduce(face_a, up);
        }
        sides.a.place(face_a);
        a = ProjectedEdge::of(face_a, line);
    }
    if !face_b.corners().is_empty() {
        if upright_b < steepest {
            sides.b.reduce(face_b, -up);
        }
        sides.b.place(face_b);
        b = ProjectedEdge::of(face_b, line);
    }
    [a, b]
}

/// Sets the tolerance for two edges that face each other.
#[inline]
pub(super) fn set_tolerance(projections: &mut [ProjectedEdge; 2]) {
    let width = |s: &ProjectedEdge| if s.len == 2 { s.width() } else { f64::INFINITY };
    let smaller = min(width(&projections[0]), width(&projections[1]));
    let near = if smaller.is_finite() { NEAR * smaller } else { 0.0 };
    projections.iter_mut().for_each(|projection| projection.near = near);
}
