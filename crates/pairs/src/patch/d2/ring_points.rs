//! Two rings in 2D, each with a radius or without: from the normals of their edges directly to the
//! points. A polygon is a ring of its corners, a segment a ring of two, a circle a ring of one corner.
//!
//! ```text
//!         o---------o   B             The difference of the two cores is a polygon, whose edges are
//!        :                            those of A, at B's nearest corner, and those of B, at A's. The
//!     ---x----------.                 line that the origin is the farthest above has the place that is
//!           A        \                nearest to it: in its edge, or at one of the ends.
//! ```
//!
//! Proof: let this place be a corner q of the difference, and u the direction from it to the origin. The
//! origin is n.u above a line through q with the normal n. This is larger for the two edges at q than for
//! any other normal, and lines that do not pass through q are no farther below the origin.
//!
//! If the place is inside an edge, the edge's normal is the normal of the contact, and the gap along it
//! is the distance. If it is at an end, a corner of one ring faces a corner of the other; this is proven
//! if all neighbours are beyond both. If the cores overlap, the line that the origin is the least below
//! gives the normal.
//!
//! Then the two flattest edges have a common part:
//!
//! ```text
//!            .-------.
//!             \  B  /          Both edges are projected on a line across the normal, and where what they
//!     ---------o---o---        share ends there are points (`edges`). The nearest place may be beside it,
//!        A                     where a side is round: then it is a point, too.
//! ```
//!
//! A touch within rounding is left to the general path. Points and names are those of the general path
//! (`d2`); the tests compare them.
//!
//! *Source.* Box2D v3 also treats a capsule as a polygon of two corners with a radius (`b2MakeCapsule`).

use glam::DVec2;

use super::edges::{Limits, around, points};
use super::names::{EdgeNames, Names};
use super::{Line, LinePoint, MOST, ProjectedEdge, offer_spot, push_ends, set_tolerance};
use crate::answer::{FeatureId, FeaturePart};
use crate::depth::sat::d2::{FacingEdges, Ring};
use crate::patch::candidates::{Candidate, Candidates};
use crate::patch::tilted::ANGLE;
use crate::patch::{FLAT, NEAR, Outcome, Owner, Patch, PatchPoint, ROUNDING, STEEP};
use crate::space::{DVector, Motion, from_plane};

/// A product of two differences of points is off by at most 3 epsilons of the lengths: one for each
/// difference, and one for product and sum. With some room.
const PRODUCT: f64 = 8.0 * f64::EPSILON;

/// Gaps and overlaps of at most this many rounding errors are a touch, which has many normals.
const TOUCH: f64 = 16.0;

/// A ring with a rounding radius.
#[derive(Clone, Copy, Debug)]
pub struct Rounded<'r> {
    /// The core.
    pub ring: &'r Ring<'r>,
    /// The names of its corners and edges.
    pub names: Names,
    /// The rounding radius.
    pub radius: f64,
    /// Its pose in A's frame; `None` if it is given in A's frame.
    pub motion: Option<&'r Motion<DVec2>>,
}

/// Two rings, and the rounding tolerances.
#[derive(Clone, Copy, Debug)]
pub struct RingPair<'r> {
    /// The first.
    pub a: Rounded<'r>,
    /// The second.
    pub b: Rounded<'r>,
    /// An upper bound of all relevant coordinates.
    pub size: f64,
    /// The error bound of a distance.
    pub slack: f64,
}

/// The place where the cores are nearest to each other, or the least deep.
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    /// From A to B, of length 1.
    pub normal: DVec2,
    /// The shape to whose edge the normal is perpendicular.
    pub owner: Owner,
    /// Of the cores; negative if they overlap.
    pub distance: f64,
    /// On A's core and on B's; `None` if they are anywhere along both edges.
    pub places: Option<[DVec2; 2]>,
    /// The edge of each ring that faces the other most.
    pub edges: [usize; 2],
}

impl RingPair<'_> {
    /// Up to two points that are nearer than a margin. Takes the line above which the origin is the
    /// farthest.
    pub fn contact<W: DVector>(
        &self,
        line: &FacingEdges,
        margin: f64,
        patch: &mut Patch<W>,
    ) -> Outcome {
        let radii = self.a.radius + self.b.radius;
        let at_least = -line.overlap - self.slack - radii;
        if at_least > margin {
            return Outcome::Apart { at_least };
        }
        if self.b.ring.len() == 1 {
            return self.single(line, margin, patch);
        }
        let Some(nearest) = self.nearest(line) else { return Outcome::Open };
        match self.separation(nearest.distance, margin) {
            Ok(clearance) => self.points(&nearest, [clearance, margin], patch),
            Err(outcome) => outcome,
        }
    }

    /// The place of the difference that is nearest to the origin. `None` if rounding could change it.
    #[inline(always)]
    pub fn nearest(&self, line: &FacingEdges) -> Option<Nearest> {
        let FacingEdges { overlap, normal, is_of_b, edges } = *line;
        let (height, owner) = (-overlap, if is_of_b { Owner::B } else { Owner::A });
        let (own, other, up) =
            if is_of_b { (&self.b, &self.a, -normal) } else { (&self.a, &self.b, normal) };
        let [edge, facing] = if is_of_b { [edges[1], edges[0]] } else { edges };
        let (from, tips) = (own.corner(edge), other.ends(facing));
        let heights = tips.map(|tip| up.dot(tip - from));
        let end = usize::from(heights[1] < heights[0]);
        // Otherwise the line is that of the edge, up to rounding.
        if heights[end] - height > 2.0 * self.slack {
            return None;
        }
        let tip = tips[end];
        let (side, way) = (own.side(edge, own.ring.next(edge)), tip - from);
        let (share, square) = (way.dot(side), side.dot(side));
        let found = Nearest { normal, owner, distance: height, places: None, edges };
        if 0.0 <= share && share <= square && square > 0.0 {
            let foot = tip - up * height;
            let places = if is_of_b { [tip, foot] } else { [foot, tip] };
            return Some(Nearest { places: Some(places), ..found });
        }
        if height > 0.0 {
            let corner = if share > 0.0 { own.ring.next(edge) } else { edge };
            let tip = if end == 1 { other.ring.next(facing) } else { facing };
            let corners = if is_of_b { [tip, corner] } else { [corner, tip] };
            return Some(self.between(corners).unwrap_or(found));
        }
        Some(found)
    }

    /// The nearest, or deepest, places of the cores; for parallel edges in the middle of their common
    /// part.
    #[inline]
    pub fn places(&self, line: &FacingEdges, nearest: &Nearest) -> Option<[DVec2; 2]> {
        if nearest.places.is_some() {
            return nearest.places;
        }
        let FacingEdges { overlap, normal, is_of_b, edges: [i, j] } = *line;
        let (edge_a, edge_b) = ((&self.a, i), (&self.b, j));
        let ((own, edge), (other, facing)) =
            if is_of_b { (edge_b, edge_a) } else { (edge_a, edge_b) };
        let (from, tip) = (own.corner(edge), other.corner(facing));
        let side = own.side(edge, own.ring.next(edge));
        let across = other.side(facing, other.ring.next(facing));
        let square = side.dot(side);
        let s = (tip - from).dot(side) / square;
        let t = s + across.dot(side) / square;
        let share = 0.5 * (s.min(t).max(0.0) + s.max(t).min(1.0));
        let places = [from + side * share, tip + across * ((share - s) / (t - s))];
        let [on_a, on_b] = if is_of_b { [places[1], places[0]] } else { places };
        // If the edges are not parallel, or have no common part, the places would be beside them.
        let is_within = |share: f64, [from, to]: [f64; 2]| from <= share && share <= to;
        let is_shared = is_within(share, [0.0, 1.0]) && is_within(share, [s.min(t), s.max(t)]);
        let off = (normal.dot(on_b - on_a) + overlap).abs();
        (is_shared && off <= 2.0 * self.slack).then_some([on_a, on_b])
    }

    /// A corner and a corner, if all neighbours are beyond them. For parallel edges they may not be.
    #[inline]
    fn between(&self, [i, j]: [usize; 2]) -> Option<Nearest> {
        let places = [self.a.corner(i), self.b.corner(j)];
        let way = places[1] - places[0];
        if !(self.a.falls(i, way) && self.b.falls(j, -way)) {
            return None;
        }
        let distance = way.length();
        let normal = way * (1.0 / distance);
        let (a, b) = (&self.a, &self.b);
        let edges = [a.ring.flatter(i, a.local(normal)), b.ring.flatter(j, b.local(-normal))];
        Some(Nearest { normal, owner: Owner::Gap, distance, places: Some(places), edges })
    }

    /// The one point of a circle, which is B, over the edge of this line.
    fn single<W: DVector>(&self, line: &FacingEdges, margin: f64, patch: &mut Patch<W>) -> Outcome {
        let (ring, names, edge) = (self.a.ring, &self.a.names, line.edges[0]);
        let ends = [edge, ring.next(edge)];
        let (from, center) = (ring.vertex(edge), self.b.ring.vertex(0));
        let (side, way) = (ring.vertex(ends[1]) - from, center - from);
        let (share, square, height) = (way.dot(side), side.dot(side), -line.overlap);
        let mut found = (line.normal, height, Owner::A, center - line.normal * height);
        // Which of them it is cannot be predicted.
        let is_far = share >= (1.0 - NEAR) * square;
        let corner = names.vertex(ends[usize::from(is_far)], ring);
        let parts = [FeaturePart::Edge(names.edge(edge, ring)), FeaturePart::Vertex(corner)];
        let mut part = parts[usize::from((share <= NEAR * square) | is_far)];
        if share < 0.0 || share > square || square == 0.0 {
            let corner = ends[usize::from(share > 0.0)];
            let way = center - ring.vertex(corner);
            if height <= 0.0 || !self.a.falls(corner, way) {
                return Outcome::Open;
            }
            let distance = way.length();
            found = (way * (1.0 / distance), distance, Owner::Gap, ring.vertex(corner));
            part = FeaturePart::Vertex(names.vertex(corner, ring));
        }
        let (normal, distance, owner, on_a) = found;
        let separation = match self.separation(distance, margin) {
            Ok(separation) => separation,
            Err(outcome) => return outcome,
        };
        let [a, b] = [on_a + normal * self.a.radius, center - normal * self.b.radius];
        let feature = FeatureId::new(part, FeaturePart::Vertex(0));
        patch.begin(from_plane(normal), owner);
        patch.push(PatchPoint { a: from_plane(a), b: from_plane(b), separation, feature });
        Outcome::Touching { clearance: distance }
    }

    /// The clearance of the surfaces from that of the cores; otherwise the result without points.
    #[inline]
    fn separation(&self, distance: f64, margin: f64) -> Result<f64, Outcome> {
        let separation = distance - (self.a.radius + self.b.radius);
        if separation - self.slack > margin {
            return Err(Outcome::Apart { at_least: separation - self.slack });
        }
        // The caller decides about points that only rounding puts beyond the margin.
        let is_touch = distance.abs() <= TOUCH * self.slack;
        if is_touch || separation.is_nan() || separation > margin {
            return Err(Outcome::Open);
        }
        Ok(separation)
    }

    /// The points along the normal.
    fn points<W: DVector>(
        &self,
        nearest: &Nearest,
        [clearance, margin]: [f64; 2],
        patch: &mut Patch<W>,
    ) -> Outcome {
        let Nearest { normal, owner, distance, places, edges: [i, j] } = *nearest;
        let (a, b) = (Facing::new(&self.a, i, normal), Facing::new(&self.b, j, -normal));
        let is_flat = a.upright >= FLAT || b.upright >= FLAT;
        let steepest = if is_flat { STEEP } else { f64::INFINITY };
        let are_edges = [a.upright >= steepest, b.upright >= steepest];
        let line = Line::across(normal);
        let mut projections = [a.projected(are_edges[0], &line), b.projected(are_edges[1], &line)];
        set_tolerance(&mut projections);
        let rounding = ROUNDING * self.size;
        let limits = Limits { margin, doubt: rounding + self.slack, rounding };
        let most = clearance + 2.0 * self.slack + rounding;
        let found = Outcome::Touching { clearance: distance };
        let deepest = |places| self.deepest(places, clearance, &line, &projections);
        if are_edges[0] && a.has_tilted_corners() || are_edges[1] && b.has_tilted_corners() {
            let candidates = self.with_tilted_corners(
                [&a, &b],
                places.map(deepest),
                &projections,
                &line,
                margin,
            );
            patch.begin(from_plane(normal), owner);
            push_ends(&candidates, &line.widened(), patch);
            return if candidates.least() <= most { found } else { Outcome::Open };
        }
        // If both edges are sharp, the nearest place is an end of their common part.
        let is_round = self.a.radius != 0.0 || self.b.radius != 0.0;
        match places {
            Some(places) if is_round || !(are_edges[0] && are_edges[1]) => {
                around(deepest(places), &projections, &line, owner, &limits, patch);
                found
            }
            _ if !(are_edges[0] && are_edges[1]) => Outcome::Open,
            _ if points(&projections, &line, owner, &limits, patch) <= most => found,
            _ => Outcome::Open,
        }
    }

    /// The point at the nearest places.
    #[inline]
    fn deepest(
        &self,
        [on_a, on_b]: [DVec2; 2],
        clearance: f64,
        line: &Line<DVec2>,
        [a, b]: &[ProjectedEdge; 2],
    ) -> Candidate<f64> {
        let place = line.along.dot(on_b);
        let height = line.normal.dot(on_a) + self.a.radius;
        let feature = FeatureId::new(a.part_at(place), b.part_at(place));
        Candidate { place, heights: [height, height + clearance], feature }
    }

    /// The points of rings that would stand on other corners than those of the two edges after a small
    /// tilt.
    #[inline(never)]
    fn with_tilted_corners(
        &self,
        [a, b]: [&Facing<'_>; 2],
        deepest: Option<Candidate<f64>>,
        projections: &[ProjectedEdge; 2],
        line: &Line<DVec2>,
        margin: f64,
    ) -> Candidates<f64, MOST> {
        let rounding = ROUNDING * self.size;
        let doubt = [rounding + self.slack, rounding, projections[0].near()];
        let mut candidates = Candidates::<f64, MOST>::new(margin, doubt);
        for (projection, of_b) in projections.iter().zip([false, true]) {
            for spot in projection.ends() {
                offer_spot(spot, None, of_b, projections, rounding, &mut candidates);
            }
        }
        deepest.into_iter().for_each(|deepest| _ = candidates.offer(deepest));
        for (facing, of_b) in [(a, false), (b, true)] {
            for (spot, id) in facing.tilted_corners(line) {
                offer_spot(spot, Some(id), of_b, projections, rounding, &mut candidates);
            }
        }
        candidates
    }
}

impl Rounded<'_> {
    #[inline]
    pub(crate) fn corner(&self, i: usize) -> DVec2 {
        self.placed(self.ring.vertex(i))
    }
    #[inline]
    fn placed(&self, p: DVec2) -> DVec2 {
        self.motion.map_or(p, |motion| motion.apply(p))
    }
    /// Rotates a direction from A's frame into the ring's.
    #[inline]
    fn local(&self, direction: DVec2) -> DVec2 {
        self.motion.map_or(direction, |motion| motion.unrotate(direction))
    }
    /// The ends of an edge.
    #[inline]
    fn ends(&self, edge: usize) -> [DVec2; 2] {
        [self.corner(edge), self.corner(self.ring.next(edge))]
    }
    /// The vector from a corner to another, computed in the ring's own frame: for a ring that is tiny
    /// beside its distance, the corners may coincide in A's frame.
    #[inline]
    pub(crate) fn side(&self, from: usize, to: usize) -> DVec2 {
        let side = self.ring.vertex(to) - self.ring.vertex(from);
        self.motion.map_or(side, |motion| motion.rotate(side))
    }
    /// Do the edges at a corner lead back along a vector, whatever the rounding?
    #[inline]
    fn falls(&self, corner: usize, way: DVec2) -> bool {
        let sum = |v: DVec2| v.x.abs() + v.y.abs();
        [self.ring.next(corner), self.ring.previous(corner)].into_iter().all(|neighbour| {
            let edge = self.side(corner, neighbour);
            edge.dot(way) <= -PRODUCT * sum(edge) * sum(way)
        })
    }
}

/// A ring, and its edge that faces the other ring the most.
struct Facing<'r> {
    of: &'r Rounded<'r>,
    edge: usize,
    /// The direction to the other ring, in A's frame and in this ring's frame.
    out: DVec2,
    up: DVec2,
    /// The cosine between the edge's normal and this direction.
    upright: f64,
}

impl<'r> Facing<'r> {
    #[inline]
    fn new(of: &'r Rounded<'r>, edge: usize, out: DVec2) -> Self {
        let up = of.local(out);
        let upright = of.ring.normal(edge).dot(up);
        Self { of, edge, out, up, upright }
    }

    /// The edge on the surface; or the farthest corner of the edge, if the edge is too steep.
    #[inline]
    fn projected(&self, is_edge: bool, line: &Line<DVec2>) -> ProjectedEdge {
        let Rounded { ring, names, radius, motion } = self.of;
        let (from, to) = (self.edge, ring.next(self.edge));
        if is_edge {
            let normal = ring.normal(self.edge);
            let out = motion.map_or(normal, |motion| motion.rotate(normal)) * *radius;
            let spot = |corner: usize| line.project(self.of.corner(corner) + out);
            let EdgeNames { corners, edge } = names.of_edge(from, ring);
            return ProjectedEdge::between([spot(from), spot(to)], corners, edge);
        }
        let height = |corner: usize| self.up.dot(ring.vertex(corner));
        let top = if height(to) > height(from) { to } else { from };
        ProjectedEdge::corner(
            line.project(self.of.corner(top) + self.out * *radius),
            names.vertex(top, ring),
        )
    }

    /// Would the ring rest on other corners than those of the edge after a small tilt? See
    /// [`tilted`](crate::patch::tilted). A rectangle has no such corners, nor has a triangle.
    #[inline]
    fn has_tilted_corners(&self) -> bool {
        let Rounded { ring, names, .. } = self.of;
        if ring.len() < 4 || matches!(names, Names::Rectangle) {
            return false;
        }
        // The component along `aside`.
        let is_x = aside(self.up).x != 0.0;
        let rises = |from: usize, to: usize| {
            let side = ring.vertex(to) - ring.vertex(from);
            let across = if is_x { side.x } else { side.y };
            side.dot(self.up) + across.abs() * ANGLE > 0.0
        };
        let last = ring.next(self.edge);
        rises(last, ring.next(last)) || rises(self.edge, ring.previous(self.edge))
    }

    /// The corners on which it would rest after a small tilt.
    fn tilted_corners(&self, line: &Line<DVec2>) -> impl Iterator<Item = (LinePoint, u32)> {
        let Rounded { ring, names, radius, .. } = self.of;
        let turns: &[f64] = if self.has_tilted_corners() { &[ANGLE, -ANGLE] } else { &[] };
        let ends = [self.edge, ring.next(self.edge)];
        let aside = aside(self.up);
        turns.iter().filter_map(move |turn| {
            let direction = (self.up + aside * *turn).normalize();
            let top = ring.climb(self.edge, direction);
            let point = self.of.placed(ring.vertex(top) + direction * *radius);
            (!ends.contains(&top)).then(|| (line.project(point), names.vertex(top, ring)))
        })
    }
}

/// The coordinate axis along which a direction has the smaller component. A polygon is tilted about it.
fn aside(up: DVec2) -> DVec2 {
    if up.y.abs() > up.x.abs() { DVec2::X } else { DVec2::Y }
}
