//! Two polygons of the plane: from the normals of their edges to the points in one go.
//!
//! The edge normal of the least overlap, or of the widest gap, is the normal if there are points
//! that far apart along it: which the points show themselves. Then its edge, and the edge of the
//! other polygon that is turned against it most, share a stretch:
//!
//! ```text
//!            .-------.
//!             \  B  /          Both edges are projected on a line along A's, and where
//!     ---------o---o---        what they share ends there are points (`d2`).
//!        A
//! ```
//!
//! What is left, gaps between two corners and what touches to rounding, is for others. Points and
//! names are those of the general way (`d2`), which the tests hold them against.

use glam::DVec2;

use super::edges::{EdgeFrame, Limits, points};
use super::{
    Line, MOST, Spot, Stretch, offer_corner_of_a, offer_corner_of_b, offer_of_a, offer_of_b,
    push_ends, settled,
};
use crate::algorithm::manifold::candidates::Candidates;
use crate::algorithm::manifold::tilted::ANGLE;
use crate::algorithm::manifold::{Owner, Patch, ROUNDING, STEEP};
use crate::algorithm::sat::d2::{Lead, Meeting, PolygonPair, Ring, leading, merged_within};
use crate::algorithm::sat::{Feature, Outcome};
use crate::space::{Motion, Vector};

/// By what names a shape calls the corners and edges of its ring.
#[derive(Clone, Copy, Debug)]
pub enum Names {
    /// A [`Cuboid`](crate::shape::Cuboid)'s: bits and axes.
    Rectangle,
    /// A [`Triangle`](crate::shape::Triangle)'s, whose corners may be in the ring's order or not.
    Triangle(bool),
    /// Those of an outline, in order, from that number on.
    From(u32),
}

impl Names {
    /// Of a corner of the ring.
    #[inline]
    pub fn vertex(self, i: usize, ring: &Ring<'_>) -> u32 {
        match self {
            Self::Rectangle => [0, 1, 3, 2][i & 3],
            Self::Triangle(true) => i as u32,
            Self::Triangle(false) => [0, 2, 1, 0][i & 3],
            Self::From(first) => around(first + i as u32, ring),
        }
    }
    /// Of an edge of the ring.
    #[inline]
    pub fn edge(self, i: usize, ring: &Ring<'_>) -> u32 {
        match self {
            Self::Rectangle => [2, 1, 3, 0][i & 3],
            Self::Triangle(true) => i as u32,
            // Each begins where it ends when seen the other way round.
            Self::Triangle(false) => [2, 1, 0, 0][i & 3],
            Self::From(first) => around(first + i as u32, ring),
        }
    }
}

fn around(name: u32, ring: &Ring<'_>) -> u32 {
    let count = ring.len() as u32;
    if name < count { name } else { name - count }
}

/// Two polygons, how near is near enough, and what is known of rounding.
#[derive(Clone, Copy, Debug)]
pub struct Polygons<'p> {
    /// As separating axis tests see them.
    pub pair: &'p PolygonPair<'p>,
    /// Points that are farther apart do not count.
    pub margin: f64,
    /// No coordinate that matters is larger.
    pub size: f64,
    /// By how much the clearance may be off.
    pub accuracy: f64,
}

impl Polygons<'_> {
    /// The edge normal of the least overlap, or one along which the gap is beyond the margin.
    pub fn best(&self) -> Outcome<DVec2> {
        merged_within(self.pair, self.margin + self.accuracy, &mut ())
    }

    /// The same, with what makes the next look shorter.
    pub fn leading(&self) -> (Outcome<DVec2>, Lead) {
        leading(self.pair, self.margin + self.accuracy)
    }

    /// Is the gap along an axis proven to be beyond the margin? Then it is more than this.
    pub fn gap(&self, overlap: f64) -> Option<f64> {
        let gap = -overlap - self.accuracy;
        (gap > self.margin).then_some(gap)
    }

    /// Both edges that meet; none if it is none that is the best.
    #[inline]
    pub fn meeting(&self, best: &Outcome<DVec2>) -> Option<Meeting> {
        let (normal, overlap) = (best.axis, best.overlap);
        let [ring_a, ring_b] = self.pair.rings();
        let (edges, is_of_b) = match best.feature {
            Feature::FaceA(i) => {
                let out = -self.pair.b_in_a().unrotate(normal);
                ([i as usize, ring_b.edge_along(out)], false)
            }
            Feature::FaceB(j) => ([ring_a.edge_along(normal), j as usize], true),
            _ => return None,
        };
        Some(Meeting { overlap, normal, is_of_b, edges })
    }

    /// One point or two. Is one of them as near as that axis says?
    #[inline]
    pub fn points<W>(&self, best: &Meeting, names: [Names; 2], patch: &mut Patch<W>) -> bool
    where
        W: Vector<Scalar = f64, Wide = W>,
    {
        let Meeting { normal, edges, .. } = *best;
        let rounding = ROUNDING * self.size;
        let line = Line::across(normal);
        let [ring_a, ring_b] = self.pair.rings();
        let b_in_a = *self.pair.b_in_a();
        let out = -b_in_a.unrotate(normal);
        let owner = if best.is_of_b { Owner::B } else { Owner::A };
        let still = Motion::identity();
        let a = FacingEdge {
            ring: ring_a,
            names: names[0],
            motion: &still,
            up: normal,
            edge: edges[0],
        };
        let b =
            FacingEdge { ring: ring_b, names: names[1], motion: &b_in_a, up: out, edge: edges[1] };
        // A touch has many normals, and these polygons may come to rest on another.
        if best.overlap.abs() <= self.pair.touch() {
            return false;
        }
        if a.upright() < STEEP || b.upright() < STEEP {
            return false;
        }
        let least = 2.0 * self.accuracy + rounding - best.overlap;
        let projections = settled([a.stretch(&line), b.stretch(&line)]);
        // NaN is no separation, and none is the least.
        let is_shown = |there: f64| there <= least.min(self.margin);
        let seen = Line { normal: from_plane(line.normal), along: from_plane(line.along) };
        if a.has_tilted_corners() || b.has_tilted_corners() {
            let candidates = self.with_tilted_corners([&a, &b], &projections, &line);
            patch.begin(seen.normal, owner);
            push_ends(&candidates, &seen, patch);
            return is_shown(candidates.least());
        }
        let doubt = rounding + self.accuracy;
        let limits = Limits { margin: self.margin, doubt, rounding };
        is_shown(points(&projections, &EdgeFrame::here(seen), owner, &limits, patch))
    }

    /// The points of polygons of which one would come to stand on another corner than the two edges have.
    #[inline(never)]
    fn with_tilted_corners(
        &self,
        [a, b]: [&FacingEdge<'_>; 2],
        projections: &[Stretch; 2],
        line: &Line<DVec2>,
    ) -> Candidates<f64, MOST> {
        let rounding = ROUNDING * self.size;
        let doubt = [rounding + self.accuracy, rounding, projections[0].near()];
        let mut candidates = Candidates::<f64, MOST>::new(self.margin, doubt);
        offer_of_a(projections[0].ends(), projections, rounding, &mut candidates);
        offer_of_b(projections[1].ends(), projections, rounding, &mut candidates);
        for (spot, id) in a.tilted_corners(line) {
            offer_corner_of_a(spot, id, projections, rounding, &mut candidates);
        }
        for (spot, id) in b.tilted_corners(line) {
            offer_corner_of_b(spot, id, projections, rounding, &mut candidates);
        }
        candidates
    }
}

fn from_plane<W: Vector<Scalar = f64>>(v: DVec2) -> W {
    W::from_fn(|i| v[i])
}

/// Would a polygon come to stand on other corners than those of an edge if it was tilted a little? See [`super::tilted`]. A rectangle
/// has no such corners, nor has a triangle.
#[inline]
pub(super) fn has_tilted_corners(ring: &Ring<'_>, names: Names, edge: usize, up: DVec2) -> bool {
    if ring.len() < 4 || matches!(names, Names::Rectangle) {
        return false;
    }
    let aside = across(up);
    let rises = |from: usize, to: usize| {
        let side = ring.vertex(to) - ring.vertex(from);
        side.dot(up) + side.dot(aside).abs() * ANGLE > 0.0
    };
    let last = ring.next(edge);
    rises(last, ring.next(last)) || rises(edge, ring.previous(edge))
}

/// The axis that a direction leads along the less: the way that a polygon is turned.
fn across(up: DVec2) -> DVec2 {
    if up.y.abs() > up.x.abs() { DVec2::X } else { DVec2::Y }
}

/// A polygon with the edge that meets the other's.
struct FacingEdge<'r> {
    ring: Ring<'r>,
    names: Names,
    /// Its pose in A's frame.
    motion: &'r Motion<DVec2>,
    /// The direction to the other, in the ring's frame.
    up: DVec2,
    edge: usize,
}

impl FacingEdge<'_> {
    /// The cosine between the edge and the direction.
    fn upright(&self) -> f64 {
        self.ring.normal(self.edge).dot(self.up)
    }
    #[inline]
    fn spot(&self, corner: usize, line: &Line<DVec2>) -> Spot {
        line.spot(self.motion.apply(self.ring.vertex(corner)))
    }
    #[inline]
    fn stretch(&self, line: &Line<DVec2>) -> Stretch {
        let ends = [self.edge, self.ring.next(self.edge)];
        let [p, q] = ends;
        let vertices = [self.names.vertex(p, &self.ring), self.names.vertex(q, &self.ring)];
        let number = self.names.edge(self.edge, &self.ring);
        Stretch::between([self.spot(p, line), self.spot(q, line)], vertices, number)
    }
    #[inline]
    fn has_tilted_corners(&self) -> bool {
        has_tilted_corners(&self.ring, self.names, self.edge, self.up)
    }
    /// The corners that it would come to stand on if it was tilted a little.
    fn tilted_corners(&self, line: &Line<DVec2>) -> impl Iterator<Item = (Spot, u32)> {
        let turns: &[f64] = if self.has_tilted_corners() { &[ANGLE, -ANGLE] } else { &[] };
        let ends = [self.edge, self.ring.next(self.edge)];
        let aside = across(self.up);
        let tops =
            turns.iter().map(move |turn| self.ring.climb(self.edge, self.up + aside * *turn));
        let others = tops.filter(move |top| !ends.contains(top));
        others.map(|top| (self.spot(top, line), self.names.vertex(top, &self.ring)))
    }
}
