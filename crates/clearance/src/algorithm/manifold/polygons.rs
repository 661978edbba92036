//! Two polygons of the plane: from the normals of their edges to the points in one go.
//!
//! The edge normal of the least overlap, or of the widest gap, is the normal if there are points
//! that far apart along it: which the points show themselves. Then its edge, and the edge of the
//! other polygon that is turned against it most, share a stretch:
//!
//! ```text
//!            .-------.
//!             \  B  /          Both edges cast their shadows on a line along A's, and where
//!     ---------o---o---        what they share ends there are points (`d2`).
//!        A
//! ```
//!
//! What is left, gaps between two corners and what touches to rounding, is for others. Points and names are those of the
//! general way (`d2`), which the tests hold them against.

use glam::DVec2;

use super::d2::{
    Line, MOST, Spot, Stretch, offer_corner_of_a, offer_corner_of_b, offer_of_a, offer_of_b,
    patch_of, settled,
};
use super::gather::Gather;
use super::rock::ANGLE;
use super::{Owner, Patch, ROUNDING, STEEP};
use crate::algorithm::sat::d2::{Pair, Ring, merged_within};
use crate::algorithm::sat::{Feature, Outcome};
use crate::space::Motion;

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
    pub pair: &'p Pair<'p>,
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

    /// Is the gap along that axis proven to be beyond the margin? Then it is more than this.
    pub fn gap(&self, best: &Outcome<DVec2>) -> Option<f64> {
        let gap = -best.overlap - self.accuracy;
        (gap > self.margin).then_some(gap)
    }

    /// One point or two. None where none of them is as near as that axis says.
    pub fn points(&self, best: &Outcome<DVec2>, names: [Names; 2]) -> Option<Patch<DVec2>> {
        let (normal, rounding) = (best.axis, ROUNDING * self.size);
        let line = Line { normal, along: normal.perp() };
        let [ring_a, ring_b] = self.pair.rings();
        let b_in_a = *self.pair.b_in_a();
        let mut a =
            Seen { ring: ring_a, names: names[0], motion: Motion::identity(), up: normal, edge: 0 };
        let out = -b_in_a.unrotate(normal);
        let mut b = Seen { ring: ring_b, names: names[1], motion: b_in_a, up: out, edge: 0 };
        let owner = match best.feature {
            Feature::FaceA(i) => {
                (a.edge, b.edge) = (i as usize, b.ring.edge_along(out));
                Owner::A
            }
            Feature::FaceB(j) => {
                (a.edge, b.edge) = (a.ring.edge_along(normal), j as usize);
                Owner::B
            }
            _ => return None,
        };
        // A touch has many normals, and these polygons may come to rest on another.
        if best.overlap.abs() <= self.pair.touch() {
            return None;
        }
        if a.upright() < STEEP || b.upright() < STEEP {
            return None;
        }
        let shadows = settled([a.stretch(&line), b.stretch(&line)]);
        let doubt = [rounding + self.accuracy, rounding, shadows[0].near()];
        let mut gather = Gather::<f64, MOST>::new(self.margin, doubt);
        offer_of_a(shadows[0].ends(), &shadows, rounding, &mut gather);
        offer_of_b(shadows[1].ends(), &shadows, rounding, &mut gather);
        for (spot, id) in a.rocked(&line) {
            offer_corner_of_a(spot, id, &shadows, rounding, &mut gather);
        }
        for (spot, id) in b.rocked(&line) {
            offer_corner_of_b(spot, id, &shadows, rounding, &mut gather);
        }
        let least = 2.0 * self.accuracy + rounding - best.overlap;
        // NaN is no separation, and none is the least.
        (gather.least() <= least.min(self.margin))
            .then(|| patch_of((normal, owner), &line, &gather))
    }
}

/// A polygon with the edge that meets the other's.
struct Seen<'r> {
    ring: Ring<'r>,
    names: Names,
    /// Its pose in A's frame.
    motion: Motion<DVec2>,
    /// The direction to the other, in the ring's frame.
    up: DVec2,
    edge: usize,
}

impl Seen<'_> {
    /// The cosine between the edge and the direction.
    fn upright(&self) -> f64 {
        self.ring.normal(self.edge).dot(self.up)
    }
    fn spot(&self, corner: usize, line: &Line<DVec2>) -> Spot {
        line.spot(self.motion.apply(self.ring.vertex(corner)))
    }
    fn stretch(&self, line: &Line<DVec2>) -> Stretch {
        let ends = [self.edge, self.ring.next(self.edge)];
        let vertices = ends.map(|i| self.names.vertex(i, &self.ring));
        let number = self.names.edge(self.edge, &self.ring);
        Stretch::between(ends.map(|i| self.spot(i, line)), vertices, number)
    }
    /// What it would rock on, if that is another corner than the edge's: see [`super::rock`]. A
    /// rectangle has no such corner.
    fn rocked(&self, line: &Line<DVec2>) -> impl Iterator<Item = (Spot, u32)> {
        let turns: &[f64] = match self.names {
            Names::From(_) if self.ring.len() > 3 => &[ANGLE, -ANGLE],
            _ => &[],
        };
        let ends = [self.edge, self.ring.next(self.edge)];
        let aside = if self.up.y.abs() > self.up.x.abs() { DVec2::X } else { DVec2::Y };
        let tops =
            turns.iter().map(move |turn| self.ring.climb(self.edge, self.up + aside * *turn));
        let others = tops.filter(move |top| !ends.contains(top));
        others.map(|top| (self.spot(top, line), self.names.vertex(top, &self.ring)))
    }
}
