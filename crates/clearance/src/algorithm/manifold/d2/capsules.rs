//! A segment and a polygon of the plane, either with a radius: from the normals of both to the
//! points in one go, for capsules.
//!
//! ```text
//!         o---------o   segment       The difference of the two cores is a polygon, whose edges are
//!        :                            those of the polygon, at the segment's nearer end, and the
//!     ---x----------.                 segment, at both extreme corners. The line that the origin is
//!                    \  polygon       the farthest above has the place nearest to it, in its edge
//!                                     or at one of the ends: see `circles`.
//! ```
//!
//! In an edge, that is the normal, and the gap along it the distance; at an end a corner of one faces
//! a corner of the other, which is proven where all neighbours are beyond both. Where the cores
//! overlap, the line that the origin is the least below is the normal.
//!
//! Then the edges that lie the flattest share a stretch (`edges`), and the nearest place of the two
//! cores, which may be beside it, is a point, too: that is the deepest.

use glam::DVec2;

use super::edges::{EdgeFrame, Limits, around, points};
use super::polygons::{Names, has_tilted_corners};
use super::{Line, Stretch, settled};
use crate::algorithm::manifold::candidates::Candidate;
use crate::algorithm::manifold::d2::circles::is_beyond;
use crate::algorithm::manifold::{FLAT, Outcome, Owner, Patch, ROUNDING, STEEP};
use crate::algorithm::sat::d2::Ring;
use crate::answer::FeatureId;
use crate::space::{Motion, Vector};

/// A polygon, and a segment in its frame.
#[derive(Clone, Copy, Debug)]
pub struct CapsuleAndPolygon<'p> {
    /// The polygon.
    pub ring: Ring<'p>,
    /// What its parts are called.
    pub names: Names,
    /// The ends of the segment.
    pub ends: [DVec2; 2],
    /// Of length 1, from the first to the second.
    pub along: DVec2,
    /// Around the polygon, and around the segment.
    pub radii: [f64; 2],
    /// No coordinate that matters is larger.
    pub size: f64,
    /// By how much a distance may be off.
    pub slack: f64,
}

/// The line that the origin is the farthest above.
#[derive(Clone, Copy)]
struct Steepest {
    height: f64,
    /// Out of the polygon, towards the segment.
    normal: DVec2,
    owner: Owner,
    /// The corner of the polygon, or the edge.
    number: usize,
    /// The end of the segment, if the line is the polygon's.
    end: usize,
}

/// Where the cores are nearest to each other.
struct Nearest {
    normal: DVec2,
    owner: Owner,
    distance: f64,
    /// On the polygon and on the segment; none if it is anywhere along an edge.
    places: Option<[DVec2; 2]>,
    /// The edge of the polygon that is most turned to the segment.
    edge: usize,
}

impl CapsuleAndPolygon<'_> {
    /// One point or two nearer than `margin`, in A's frame: that of the polygon, or of the segment,
    /// if it is given where the polygon stands in that.
    #[inline]
    pub fn contact<W>(
        &self,
        margin: f64,
        polygon_in_a: Option<&Motion<W>>,
        patch: &mut Patch<W>,
    ) -> Outcome
    where
        W: Vector<Scalar = f64, Wide = W>,
    {
        let steepest = self.steepest();
        let radii = self.radii[0] + self.radii[1];
        if steepest.height - self.slack - radii > margin {
            return Outcome::Apart { at_least: steepest.height - self.slack - radii };
        }
        let Some(nearest) = self.nearest(&steepest) else { return Outcome::Open };
        let clearance = nearest.distance - radii;
        if clearance - self.slack > margin {
            return Outcome::Apart { at_least: clearance - self.slack };
        }
        // A touch of the cores has many normals, and what rounding alone puts beyond the margin is
        // for who asks whether it is within.
        if nearest.distance.abs() <= 16.0 * self.slack || clearance.is_nan() || clearance > margin {
            return Outcome::Open;
        }
        self.points(&nearest, [clearance, margin], polygon_in_a, patch)
    }

    /// The height of the origin over all lines of the difference.
    #[inline]
    fn steepest(&self) -> Steepest {
        let ring = &self.ring;
        let [p, q] = self.ends;
        let side = DVec2::new(self.along.y, -self.along.x);
        let (mut best, mut most, mut nearer) = (0, f64::NEG_INFINITY, 0);
        let (mut low, mut high) = ((f64::INFINITY, 0), (f64::NEG_INFINITY, 0));
        for (i, (vertex, normal, offset)) in ring.edges().enumerate() {
            let [from_p, from_q] = [normal.dot(p), normal.dot(q)];
            let is_q = from_q < from_p;
            let here = if is_q { from_q } else { from_p } - offset;
            if here > most {
                (best, most, nearer) = (i, here, usize::from(is_q));
            }
            let across = side.dot(vertex);
            low = if across < low.0 { (across, i) } else { low };
            high = if across > high.0 { (across, i) } else { high };
        }
        let level = side.dot(p);
        let [right, left] = [low.0 - level, level - high.0];
        if right.max(left) <= most {
            let normal = ring.normal(best);
            return Steepest { height: most, normal, owner: Owner::A, number: best, end: nearer };
        }
        let (height, normal, number) =
            if right > left { (right, -side, low.1) } else { (left, side, high.1) };
        Steepest { height, normal, owner: Owner::B, number, end: 0 }
    }

    /// The place of the difference that is nearest to the origin. None where rounding might have
    /// its say.
    #[inline]
    fn nearest(&self, line: &Steepest) -> Option<Nearest> {
        let Steepest { height, normal, owner, number, end } = *line;
        let ring = &self.ring;
        let [p, q] = self.ends;
        let (corner, tip) = if owner == Owner::A {
            let corners = [number, ring.next(number)];
            let tip = self.ends[end];
            let [from, to] = corners.map(|i| ring.vertex(i));
            let (side, way) = (to - from, tip - from);
            let (share, square) = (way.dot(side), side.dot(side));
            // The line is that of the edge, but for rounding.
            if normal.dot(way) - height > 2.0 * self.slack {
                return None;
            }
            if 0.0 <= share && share <= square {
                let places = Some([tip - normal * height, tip]);
                return Some(Nearest { normal, owner, distance: height, places, edge: number });
            }
            (corners[usize::from(share > 0.0)], end)
        } else {
            let corner = ring.vertex(number);
            let share = self.along.dot(corner - p);
            if 0.0 <= share && self.along.dot(corner - q) <= 0.0 {
                let places = Some([corner, corner + normal * height]);
                let edge = self.flatter(number, normal);
                return Some(Nearest { normal, owner, distance: height, places, edge });
            }
            (number, usize::from(share > 0.0))
        };
        if height > 0.0
            && let Some(nearest) = self.corners(corner, tip)
        {
            return Some(nearest);
        }
        // Along parallel edges it may be anywhere, and their points will show it.
        let edge = if owner == Owner::A { number } else { self.flatter(number, normal) };
        Some(Nearest { normal, owner, distance: height, places: None, edge })
    }

    /// A corner against an end, if all neighbours are beyond.
    #[inline]
    fn corners(&self, corner: usize, tip: usize) -> Option<Nearest> {
        let ring = &self.ring;
        let (from, to) = (ring.vertex(corner), self.ends[tip]);
        let way = to - from;
        let neighbours = [ring.next(corner), ring.previous(corner)];
        let falls = neighbours.iter().all(|i| is_beyond(ring.vertex(*i) - from, way));
        if !falls || !is_beyond(to - self.ends[1 - tip], way) {
            return None;
        }
        let distance = way.length();
        let normal = way * (1.0 / distance);
        let edge = self.flatter(corner, normal);
        Some(Nearest { normal, owner: Owner::Gap, distance, places: Some([from, to]), edge })
    }

    /// Of the two edges at a corner the one that lies flatter.
    #[inline]
    fn flatter(&self, corner: usize, normal: DVec2) -> usize {
        let before = self.ring.previous(corner);
        let upright = |edge: usize| self.ring.normal(edge).dot(normal);
        if upright(corner) > upright(before) { corner } else { before }
    }

    /// The points along the normal.
    #[inline]
    fn points<W: Vector<Scalar = f64, Wide = W>>(
        &self,
        nearest: &Nearest,
        [clearance, margin]: [f64; 2],
        polygon_in_a: Option<&Motion<W>>,
        patch: &mut Patch<W>,
    ) -> Outcome {
        let Nearest { normal, owner, distance, places, edge } = *nearest;
        let line = Line::across(normal);
        let side = DVec2::new(self.along.y, -self.along.x);
        let lean = side.dot(normal);
        let upright = [self.ring.normal(edge).dot(normal), lean.abs()];
        let is_flat = upright[0].max(upright[1]) >= FLAT;
        let steepest = if is_flat { STEEP } else { f64::INFINITY };
        let is_edge = upright.map(|upright| upright >= steepest);
        if is_edge[0] && has_tilted_corners(&self.ring, self.names, edge, normal) {
            return Outcome::Open;
        }
        // The side of the segment that is turned to the polygon.
        let facing = if lean > 0.0 { -side } else { side };
        let stretches = settled([
            self.stretch_of_edge(edge, is_edge[0], normal, &line),
            self.stretch_of_segment(facing, is_edge[1], normal, &line),
        ]);
        let wide = |v: DVec2| W::from_fn(|i| v[i]);
        let seen = Line { normal: wide(normal), along: wide(line.along) };
        let seat =
            polygon_in_a.map_or(EdgeFrame::here(seen), |motion| EdgeFrame::swapped(&seen, motion));
        let rounding = ROUNDING * self.size;
        let limits = Limits { margin, doubt: rounding + self.slack, rounding };
        let Some([on_polygon, on_segment]) = places else {
            if !(is_edge[0] && is_edge[1]) {
                return Outcome::Open;
            }
            let least = points(&stretches, &seat, owner, &limits, patch);
            let is_there = least <= clearance + 2.0 * self.slack + rounding;
            return if is_there {
                Outcome::Touching { clearance: distance }
            } else {
                Outcome::Open
            };
        };
        let place = line.along.dot(on_segment);
        let height = normal.dot(on_polygon) + self.radii[0];
        let [a, b] = &stretches;
        let feature = FeatureId::new(a.part_at(place), b.part_at(place));
        let deepest = Candidate { place, heights: [height, height + clearance], feature };
        around(deepest, &stretches, &seat, owner, &limits, patch);
        Outcome::Touching { clearance: distance }
    }

    /// The edge of the surface; its corner that is the farthest, if the edge is too steep.
    #[inline]
    fn stretch_of_edge(
        &self,
        edge: usize,
        is_edge: bool,
        up: DVec2,
        line: &Line<DVec2>,
    ) -> Stretch {
        let ring = &self.ring;
        let corners = [edge, ring.next(edge)];
        let vertices = corners.map(|i| self.names.vertex(i, ring));
        let out = if is_edge { ring.normal(edge) } else { up } * self.radii[0];
        let spots = corners.map(|i| line.spot(ring.vertex(i) + out));
        if is_edge {
            return Stretch::between(spots, vertices, self.names.edge(edge, ring));
        }
        let top = usize::from(spots[1].height > spots[0].height);
        Stretch::corner(spots[top], vertices[top])
    }

    #[inline]
    fn stretch_of_segment(
        &self,
        facing: DVec2,
        is_edge: bool,
        up: DVec2,
        line: &Line<DVec2>,
    ) -> Stretch {
        let out = if is_edge { facing } else { -up } * self.radii[1];
        let spots = self.ends.map(|end| line.spot(end + out));
        if is_edge {
            return Stretch::between(spots, [0, 1], 0);
        }
        let low = usize::from(spots[1].height < spots[0].height);
        Stretch::corner(spots[low], low as u32)
    }
}
