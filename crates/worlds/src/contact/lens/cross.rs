//! The curves where two surfaces cross, by exact signs.
//!
//! ```text
//!        /\ B's facet g         hit: an edge of one surface goes through a facet of the other
//!     __/__\______              segment: from hit to hit, where two facets cross; it runs along (normal of A) x (normal of B)
//!    | o====o f   |             curve: segments joined at hits, which both facets at the edge have
//!    |/______\____|  A's facet
//! ```
//!
//! B is moved by 1e-10 of its size in an odd direction, so that nothing is in one plane. Then signs of volumes decide
//! all, and both facets at an edge decide alike: a closed surface has closed curves. What is as near as that is decided
//! by this move; depths and points are those without it.

use alloc::vec::Vec;

use clearance_geometry::hull::exact::side;
use clearance_geometry::number::max;
use glam::DVec3;

use super::surface_pair::SurfacePair;
use super::table::Table;

/// An edge of one surface goes through a facet of the other.
#[derive(Clone, Copy)]
pub struct Hit {
    /// 0: the edge is A's.
    pub which: usize,
    pub edge: u32,
    /// The place along the edge, from its lower to its higher vertex, and whether it goes from back to front there.
    pub along: f64,
    pub up: bool,
    pub point: DVec3,
    pub facets: [u32; 2],
    /// The edge is this one of its facet.
    pub side: usize,
}

/// Two facets cross, from hit to hit.
pub struct Segment {
    pub facets: [u32; 2],
    pub ends: [u32; 2],
}

/// The curves of two surfaces.
pub struct Crossings {
    pub hits: Vec<Hit>,
    pub segments: Vec<Segment>,
    /// The edges with hits: their lower and their higher vertex.
    pub edges: Vec<[u32; 2]>,
    edge_of: Table,
    hit_of: Table,
}

impl Crossings {
    /// The curves in pairs of facets, in their order, once B is moved by a vector.
    pub fn of(meeting: &SurfacePair<'_>, pairs: &[[u32; 2]], way: DVec3) -> Self {
        let [a, b] = meeting.sides;
        let nudge = way + meeting.nudge();
        let far = meeting.size * 1e-12 + meeting.rounding * 4.0;
        let mut found = Self {
            hits: Vec::new(),
            segments: Vec::new(),
            edges: Vec::new(),
            edge_of: Table::default(),
            hit_of: Table::default(),
        };
        for of_f in pairs.chunk_by(|p, q| p[0] == q[0]) {
            let f = of_f[0][0];
            let (x, normal) = (a.corners(f), a.normal(f));
            for &[_, g] in of_f {
                let y = b.corners(g).map(|p| p + nudge);
                // Far from the plane there is no need to be exact.
                if !is_beyond(normal, x, y, far) && !is_beyond(b.normal(g), y, x, far) {
                    found.cross(meeting, [f, g], [x, y]);
                }
            }
        }
        found
    }

    fn cross(&mut self, meeting: &SurfacePair<'_>, facets: [u32; 2], [x, y]: [[DVec3; 3]; 2]) {
        let sides_of_y = y.map(|p| side(x, p));
        if !is_mixed(sides_of_y) {
            return;
        }
        let sides_of_x = x.map(|p| side(y, p));
        if !is_mixed(sides_of_x) {
            return;
        }
        let mut ends = [u32::MAX; 2];
        for (which, mine, sides, other) in [(0, x, sides_of_x, y), (1, y, sides_of_y, x)] {
            for k in 0..3 {
                let (p, q) = (k, (k + 1) % 3);
                let signs = [sides[p], sides[q]];
                if let Some((t, up)) = pierce([mine[p], mine[q]], signs, other) {
                    let point = mine[p] + (mine[q] - mine[p]) * t;
                    let hit = (t, up, point);
                    ends[usize::from(up == (which == 1))] =
                        self.hit(meeting, which, facets, k, hit);
                }
            }
        }
        // With signs that are exact there are two or none.
        if !ends.contains(&u32::MAX) {
            self.segments.push(Segment { facets, ends });
        }
    }

    /// The number of a hit, which each facet at the edge finds.
    fn hit(
        &mut self,
        meeting: &SurfacePair<'_>,
        which: usize,
        facets: [u32; 2],
        side: usize,
        (t, up, point): (f64, bool, DVec3),
    ) -> u32 {
        let vertices = meeting.sides[which].vertices(facets[which]);
        let ends = [vertices[side], vertices[(side + 1) % 3]];
        let (edge, is_new) = self.edge_of.number(edge_key(which, ends), self.edges.len());
        if is_new {
            self.edges.push([ends[0].min(ends[1]), ends[0].max(ends[1])]);
        }
        let key = u64::from(edge) << 32 | u64::from(facets[1 - which]);
        let (hit, is_new) = self.hit_of.number(key, self.hits.len());
        if is_new {
            let is_forward = ends[0] < ends[1];
            let (along, up) = if is_forward { (t, up) } else { (1.0 - t, !up) };
            self.hits.push(Hit { which, edge, along, up, point, facets, side });
        }
        hit
    }

    /// The number of an edge between two vertices, if it has hits.
    pub fn edge(&self, which: usize, ends: [u32; 2]) -> Option<u32> {
        self.edge_of.get(edge_key(which, ends))
    }
}

/// Vertices are below 2^28.
fn edge_key(which: usize, [p, q]: [u32; 2]) -> u64 {
    (which as u64) << 60 | u64::from(p.min(q)) << 30 | u64::from(p.max(q))
}

/// Is a triangle beyond the plane of another one, on either side?
fn is_beyond(normal: DVec3, plane: [DVec3; 3], other: [DVec3; 3], far: f64) -> bool {
    let [a, b, c] = other.map(|q| normal.dot(q - plane[0]));
    let is_beyond = |sign: f64| a * sign > far && b * sign > far && c * sign > far;
    is_beyond(1.0) || is_beyond(-1.0)
}

/// Are there corners on both sides? A triangle without area has all on its plane, and passes curves on.
fn is_mixed(sides: [f64; 3]) -> bool {
    let below = sides.iter().filter(|s| **s < 0.0).count();
    below % 3 != 0 || sides == [0.0; 3]
}

/// Where an edge goes through a triangle, as a share of the edge, and whether from back to front. `sides` are those of
/// its ends.
fn pierce([p, q]: [DVec3; 2], sides: [f64; 2], triangle: [DVec3; 3]) -> Option<(f64, bool)> {
    if (sides[0] < 0.0) == (sides[1] < 0.0) {
        return None;
    }
    let turn = |i: usize| side([p, q, triangle[i]], triangle[(i + 1) % 3]) > 0.0;
    let first = turn(0);
    let up = sides[1] > 0.0;
    (turn(1) == first && turn(2) == first).then(|| (share([p, q], up, triangle), up))
}

/// Which part of an edge is before a triangle that it goes through, by the heights of its ends. Signed volumes have the right
/// signs, but are off by the rounding of long edges.
fn share([p, q]: [DVec3; 2], up: bool, [a, b, c]: [DVec3; 3]) -> f64 {
    let normal = (b - a).cross(c - a) * if up { 1.0 } else { -1.0 };
    let (below, above) = (-normal.dot(p - a), normal.dot(q - a));
    let (below, above) = (max(below, 0.0), max(above, 0.0));
    if below + above > 0.0 { below / (below + above) } else { 0.5 }
}
