//! The view of a polytope for separating axis tests: vertices, planes and Gauss map, borrowed, in `f64`.
//!
//! Solid hulls compute all of this when they are built, and so do flat hulls ([`Flat`](super::Flat)). For
//! boxes, triangles and segments it is made for each query ([`Small`](super::Small)).
//!
//! ```text
//!        front                  The Gauss map of a triangle seen from above, and from the side.
//!        / | \                  Front and back are antipodes, and an arc between antipodes has
//!      s0--+--s1     front      no middle. So a flat polygon is taken for a thin one with a
//!       \  |  /      /    \     side at each edge: two short arcs meet at the side's normal.
//!        \ | /      s0 s2 s1    Sides have two edges, there and back. Between two sides there
//!         s2         \    /     would be an edge of no length: that arc is left out.
//!                     back
//! ```
//!
//! A segment is a polygon with four sides and without front and back: its arcs go around a great circle.
//! A point has no faces and edges.

use glam::DVec3;

use super::Topology;
use super::lanes::{Columns, Lane, Least};
use super::support::Climbs;
use crate::number::simd::{Work, widest};

/// With more vertices than this, climbing is faster than testing all: see `benches/support.rs`.
pub const MOST_IN_LANES: usize = 192;
/// With more vertices than this, lanes are always faster than a scan.
const MOST_IN_A_SCAN: usize = 16;

/// The farthest of some vectors along a direction, by testing all in lanes.
#[inline(always)]
fn farthest(of: Columns<'_>, direction: DVec3) -> u32 {
    widest(Farthest { of, direction })
}

/// See [`Facets::support`].
#[inline(always)]
pub(super) fn support(vertices: Columns<'_>, climbs: Option<&Climbs>, direction: DVec3) -> u32 {
    match climbs {
        Some(climbs) if vertices.len() > MOST_IN_LANES => {
            climbs.farthest(vertices.all, direction, climbs.near(direction))
        }
        _ => farthest(vertices, direction),
    }
}

/// The farthest vertex along a direction, by testing all in lanes. Of equally far vertices, the lowest
/// index wins.
struct Farthest<'a> {
    of: Columns<'a>,
    direction: DVec3,
}

impl Work for Farthest<'_> {
    type Output = u32;

    #[inline(always)]
    fn run(self) -> u32 {
        let d = -self.direction;
        let [x, y, z] = [self.of.x, self.of.y, self.of.z].map(|column| column.as_chunks().0.iter());
        let (mut least, mut row) = (Least::default(), 0.0);
        for ((x, y), z) in x.zip(y).zip(z) {
            let (x, y, z): (&Lane, &Lane, &Lane) = (x, y, z);
            least.offer(row, &core::array::from_fn(|k| x[k] * d.x + y[k] * d.y + z[k] * d.z));
            row += 1.0;
        }
        least.found().1
    }
}

/// The vertices, planes and Gauss map of a polytope in 3D, in its frame.
#[derive(Clone, Copy, Debug)]
pub struct Facets<'a> {
    pub(super) topology: Topology<'a>,
    pub(super) vertices: Columns<'a>,
    pub(super) normals: Columns<'a>,
    pub(super) offsets: &'a [f64],
    pub(super) extremes: Columns<'a>,
    /// The edges to climb along, of hulls with many vertices.
    pub(super) climbs: Option<&'a Climbs>,
    pub(super) slack: f64,
    pub(super) fullness: f64,
    pub(super) inner: f64,
    pub(super) center: DVec3,
}

impl<'a> Facets<'a> {
    /// The adjacency of vertices, edges and faces.
    #[inline]
    pub fn topology(&self) -> Topology<'a> {
        self.topology
    }
    /// The vertices.
    #[inline]
    pub fn vertices(&self) -> Columns<'a> {
        self.vertices
    }
    /// The outward unit normals of the faces, up to rounding.
    #[inline]
    pub fn normals(&self) -> Columns<'a> {
        self.normals
    }
    /// For each face, the largest height of all vertices along its normal. Padded like the normals.
    #[inline]
    pub fn offsets(&self) -> &'a [f64] {
        self.offsets
    }
    /// The farthest vertices along axes and diagonals; for small polytopes, all vertices. See
    /// [`Polyhedron::extremes`](super::Polyhedron::extremes).
    #[inline]
    pub fn extremes(&self) -> Columns<'a> {
        self.extremes
    }
    /// Do the extreme vertices include all vertices?
    #[inline]
    pub fn is_small(&self) -> bool {
        self.extremes.len() == self.vertices.len()
    }
    /// A bound on how far, in any direction, the hull of the vertices may be below the planes of the
    /// faces around one of its vertices. Infinite for hulls that are thinner than their rounding.
    ///
    /// *Source.* A normal m in the cell of vertex v is a sum of the cell's corners, the normals of faces
    /// around v: m = sum w_j n_j, w_j >= 0. Each face is above v by at most `error`, so m.v >= h(m) -
    /// error * sum w_j. The inner ball, with radius r and centre c, is below every face: n_j.(v - c) >=
    /// r. So R >= m.(v - c) >= r * sum w_j, where R is the radius of the ball around the polytope, and
    /// the sum is at most R / r.
    #[inline]
    pub fn slack(&self) -> f64 {
        self.slack
    }
    /// The volume relative to the volume of a ball around the polytope: about t for plates t times as
    /// thick as wide, t squared for needles t times as thick as long, and 0 for flat polytopes.
    #[inline]
    pub fn fullness(&self) -> f64 {
        self.fullness
    }
    /// The radius of a ball inside; 0 for flat polytopes.
    #[inline]
    pub fn inner_radius(&self) -> f64 {
        self.inner
    }
    /// Has the polytope a volume?
    #[inline]
    pub fn is_solid(&self) -> bool {
        self.inner > 0.0
    }
    /// The centre of this ball; for flat polytopes, any point.
    #[inline]
    pub fn center(&self) -> DVec3 {
        self.center
    }
    /// The two vertices of an edge, from origin to target.
    #[inline]
    pub fn ends_of(&self, edge: u32) -> [DVec3; 2] {
        let t = self.topology;
        [t.origin(2 * edge), t.target(2 * edge)].map(|vertex| self.vertices.get(vertex))
    }
    /// The indices of the edges, which are those of the arcs of the Gauss map.
    #[inline]
    pub fn arcs(&self) -> core::ops::Range<u32> {
        0..self.topology.edges() as u32
    }
    /// A vertex that is about the farthest along a direction of any length; for small polytopes, the
    /// farthest.
    #[inline(always)]
    pub fn seed(&self, direction: DVec3) -> u32 {
        match self.climbs {
            Some(climbs) => climbs.near(direction),
            None => farthest(self.vertices, direction),
        }
    }
    /// The farthest vertex along a direction of any length, up to rounding.
    #[inline]
    pub fn support(&self, direction: DVec3) -> u32 {
        support(self.vertices, self.climbs, direction)
    }
    /// The same, starting from a vertex near the result. Small hulls are scanned all the same.
    #[inline(always)]
    pub fn support_near(&self, direction: DVec3, hint: u32) -> u32 {
        match self.climbs {
            Some(climbs) if (hint as usize) < self.vertices.len() => {
                climbs.farthest(self.vertices.all, direction, hint)
            }
            _ if self.vertices.len() <= MOST_IN_A_SCAN => self.scan(direction),
            _ => self.support(direction),
        }
    }
    /// The farthest vertex along a direction, by testing all. Of equally far vertices, the lowest index
    /// wins.
    ///
    /// Four searches side by side, each over every fourth vertex. If a few vertices are tested again and
    /// again along nearly the same direction, the branches are predicted well, and this is faster than
    /// lanes. `benches/support.rs` measures the times.
    #[inline(always)]
    pub fn scan(&self, direction: DVec3) -> u32 {
        const SEARCHES: usize = 4;
        let height = |v: &DVec3| v.x * direction.x + v.y * direction.y + v.z * direction.z;
        let (mut top, mut at) = ([f64::NEG_INFINITY; SEARCHES], [0; SEARCHES]);
        let (fours, rest) = self.vertices.all.as_chunks::<SEARCHES>();
        for (i, four) in fours.iter().enumerate() {
            for k in 0..SEARCHES {
                let h = height(&four[k]);
                at[k] = if h > top[k] { SEARCHES * i } else { at[k] };
                top[k] = if h > top[k] { h } else { top[k] };
            }
        }
        for (k, v) in rest.iter().enumerate() {
            let h = height(v);
            if h > top[k] {
                (top[k], at[k]) = (h, SEARCHES * fours.len());
            }
        }
        let (mut highest, mut found) = (top[0], at[0]);
        for k in 1..SEARCHES {
            let number = at[k] + k;
            if top[k] > highest || (top[k] == highest && number < found) {
                (highest, found) = (top[k], number);
            }
        }
        found as u32
    }
}
