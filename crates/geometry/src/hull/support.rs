//! Where to begin the search for the farthest vertex: climbing, seeds, extreme vertices.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::iter::Copied;
use core::slice::Iter;

use glam::DVec3;

use super::lanes::{LANES, Lanes};
use super::planes::Neighbours;
use crate::number::Scalar;
use crate::space::Vector;

/// Climbing from vertex to vertex: the heights of vertices along a direction, and their neighbours.
///
/// On a convex polyhedron, some edge rises from each vertex except the highest. But it may rise by less
/// than rounding, if it is short or nearly perpendicular to the direction: two vertices whose heights
/// differ by rounding may both look highest. So if all neighbours are lower, but some are level with the
/// top within rounding, the level vertices are searched.
///
/// *Why the result is the highest.* At the end there is a set of vertices that are level with the result,
/// and all neighbours of the set are lower by more than rounding. The truly highest vertex of the set
/// then has no neighbour that is truly higher, and on a convex polyhedron it is the highest of all. This
/// holds only for the edges of the exact hull: where faces were joined, a vertex may have lost the only
/// edge that leads upwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct HillClimb<N, H> {
    /// The number of vertices.
    pub count: u32,
    /// The neighbours of a vertex on the exact hull.
    pub neighbours: N,
    /// The height of a vertex.
    pub height: H,
    /// Heights that differ by less may be the same: such vertices are *level*.
    pub tolerance: f64,
}

/// The number of vertices that may be level before all vertices are tested.
const PLATEAU: usize = 32;

/// The result of the search among vertices that are level with the top.
enum Top {
    /// A vertex that is higher.
    Higher(u32),
    /// The highest vertex of all, up to rounding.
    Highest(u32),
}

impl<N: Fn(u32) -> I, I: Iterator<Item = u32>, H: Fn(u32) -> f64> HillClimb<N, H> {
    /// The highest vertex, up to rounding, from `start` on.
    #[inline(always)]
    pub fn climb(&self, start: u32) -> u32 {
        let (mut top, mut height) = (start, (self.height)(start));
        // Each step is strictly higher, so no vertex occurs twice.
        loop {
            let (mut next, mut most) = (top, f64::NEG_INFINITY);
            for v in (self.neighbours)(top) {
                let h = (self.height)(v);
                if h > most {
                    (next, most) = (v, h);
                }
            }
            if most <= height {
                if most < height - self.tolerance {
                    return top;
                }
                match self.level_with(top) {
                    Top::Higher(v) => (next, most) = (v, (self.height)(v)),
                    Top::Highest(v) => return v,
                }
            }
            if next == top {
                // Heights that are no numbers.
                return top;
            }
            (top, height) = (next, most);
        }
    }

    /// Searches the vertices that are level with a vertex.
    #[inline(never)]
    fn level_with(&self, top: u32) -> Top {
        let height = (self.height)(top);
        let (mut level, mut known, mut done) = ([top; PLATEAU], 1, 0);
        while done < known {
            for v in (self.neighbours)(level[done]) {
                let h = (self.height)(v);
                if h > height {
                    return Top::Higher(v);
                }
                if h >= height - self.tolerance && !level[..known].contains(&v) {
                    if known == PLATEAU {
                        return Top::Highest(self.scan());
                    }
                    level[known] = v;
                    known += 1;
                }
            }
            done += 1;
        }
        Top::Highest(top)
    }

    /// The highest vertex, by testing all.
    fn scan(&self) -> u32 {
        highest(self.count, &self.height)
    }
}

/// The error bound of a difference of two heights along a direction, if the magnitudes of the direction's
/// coordinates add up to 1. Each height is a sum of three products, with an error of at most 1.5 epsilons
/// of the reach.
pub(super) fn height_tolerance(reach: f64, epsilon: f64) -> f64 {
    4.0 * epsilon * reach
}

/// Walks around a strictly convex ring of `count` vertices, from `start` to the farthest along a
/// direction.
///
/// Whether an edge rises is computed from its own vector, not from the heights of its ends, because the ends
/// of a short edge may be level within rounding. An edge is level only if it is perpendicular to the
/// direction within rounding. The walk passes such edges, and ends at an edge that surely falls.
#[doc(hidden)]
pub fn around<W: Vector>(
    count: usize,
    start: usize,
    direction: W,
    vertex: impl Fn(usize) -> W,
) -> usize {
    let height = |i: usize| vertex(i).dot(direction);
    // The rise of an edge, or 0 if it may be rounding. The coordinates of the difference have an error of
    // half an epsilon, and so have products and sum.
    let rise = |from: usize, to: usize| {
        let edge = vertex(to) - vertex(from);
        let parts = W::from_fn(|i| edge.get(i) * direction.get(i));
        let (mut sum, mut most) = (W::Scalar::ZERO, W::Scalar::ZERO);
        for i in 0..W::DIM {
            sum = sum + parts.get(i);
            most = most + parts.get(i).abs();
        }
        if sum.abs() > W::Scalar::of(2.0) * W::Scalar::EPSILON * most {
            sum
        } else {
            W::Scalar::ZERO
        }
    };
    let mut top = start;
    for is_ahead in [true, false] {
        let (mut here, mut has_risen) = (start, false);
        // At most once around.
        for _ in 0..count {
            let next = match (is_ahead, here) {
                (true, i) if i + 1 == count => 0,
                (true, i) => i + 1,
                (false, 0) => count - 1,
                (false, i) => i - 1,
            };
            let rise = rise(here, next);
            if rise < W::Scalar::ZERO {
                break;
            }
            has_risen |= rise > W::Scalar::ZERO;
            if rise > W::Scalar::ZERO || height(next) > height(top) {
                top = next;
            }
            here = next;
        }
        // The vertices behind are lower then.
        if has_risen {
            break;
        }
    }
    top
}

/// The number of extreme vertices that a hull stores.
pub const EXTREMES: usize = 26;

/// The farthest vertices along the axes of a cube, its diagonals, and the diagonals of its sides. Bounded
/// SAT compares a plane with these vertices first.
///
/// 0 to 5 are x, -x, y, -y, z, -z. 6 + 4i + 2j + k has signs of x, y, z that are minus where i, j, k are
/// 1. Then come four for each of x, y, z, with this coordinate left out.
pub(super) fn extremes(climbs: Option<&Climbs>, points: &[DVec3], reach: f64) -> [u32; EXTREMES] {
    let mut start = 0;
    farthest_along(|direction| {
        let height = |v: u32| direction.dot(points[v as usize]);
        let tolerance = height_tolerance(reach, f64::EPSILON) * direction.abs().element_sum();
        start = match climbs {
            Some(climbs) => climbs.hill_climb(height, tolerance).climb(start),
            None => highest(points.len() as u32, height),
        };
        start
    })
}

/// The highest of some vertices, by testing all. Of equally high vertices, the lowest index wins.
pub(super) fn highest(count: u32, height: impl Fn(u32) -> f64) -> u32 {
    let mut highest = (0, height(0));
    for v in 1..count {
        let height = height(v);
        highest = if height > highest.1 { (v, height) } else { highest };
    }
    highest.0
}

/// The neighbours of each vertex on the exact hull, in consecutive lists.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Climbs {
    /// The begin of each vertex's list, and the end of the last list.
    starts: Box<[u32]>,
    neighbours: Box<[u32]>,
}

impl Climbs {
    /// Makes the lists for hulls large enough to gain by them.
    pub(super) fn of(near: Neighbours) -> Option<Self> {
        let (starts, neighbours) = near.lists();
        let pays = starts.len() > FEWEST;
        pays.then(|| Self { starts: starts.into(), neighbours: neighbours.into() })
    }

    #[inline(always)]
    pub(super) fn hill_climb<'s, H: Fn(u32) -> f64>(
        &'s self,
        height: H,
        tolerance: f64,
    ) -> HillClimb<impl Fn(u32) -> Copied<Iter<'s, u32>>, H> {
        let neighbours = |v: u32| {
            let range = self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize;
            self.neighbours[range].iter().copied()
        };
        HillClimb { count: self.starts.len() as u32 - 1, neighbours, height, tolerance }
    }
}

/// For hulls with at most this many vertices, all vertices count as extreme: they are tested together.
const SMALL: usize = 4 * LANES;

/// The vertices that bounded SAT tests first: the extreme ones; for small hulls all.
pub(super) fn outposts<V: Vector>(vertices: &[V], extremes: &[u32; EXTREMES]) -> Lanes<V> {
    if vertices.len() <= SMALL {
        return Lanes::new(vertices);
    }
    Lanes::new(&extremes.map(|v| vertices[v as usize]))
}

/// The index among the extremes of the vertex for a direction's octant.
#[inline]
pub(super) fn octant(direction: DVec3) -> usize {
    6 + 4 * usize::from(direction.x < 0.0)
        + 2 * usize::from(direction.y < 0.0)
        + usize::from(direction.z < 0.0)
}

/// The farthest vertex along each of the directions of [`extremes`].
pub(super) fn farthest_along(mut vertex: impl FnMut(DVec3) -> u32) -> [u32; EXTREMES] {
    let sign = |bit: usize| if bit == 0 { 1.0 } else { -1.0 };
    core::array::from_fn(|n| {
        let both = |n: usize| (sign(n & 2), sign(n & 1));
        vertex(match n {
            0..6 => <DVec3 as Vector>::unit(n / 2) * sign(n % 2),
            6..14 => DVec3::new(sign((n - 6) & 4), sign((n - 6) & 2), sign((n - 6) & 1)),
            _ => {
                let (u, v) = both(n - 14);
                match (n - 14) / 4 {
                    0 => DVec3::new(0.0, u, v),
                    1 => DVec3::new(u, 0.0, v),
                    _ => DVec3::new(u, v, 0.0),
                }
            }
        })
    })
}

/// A cube around the directions, each side divided into 8 x 8 cells, with the farthest vertex along the
/// middle of each cell.
///
/// ```text
///               +--+--+--+--+
///              /  /  /  /  /|      A direction is divided by the magnitude of its largest
///             +--+--+--+--+ +      coordinate, which gives a point of a side of the cube. Its
///            /  /  /  /  /|/|      other two coordinates give the row and the column.
///           +--+--+--+--+ + +
///           |  |  |  |  |/|/       Here 4 x 4 cells, to keep the picture small.
///           +--+--+--+--+ +
///           |  |  |  |  |/
///           +--+--+--+--+
/// ```
///
/// From this vertex it is a short climb, by consecutive lists of neighbours.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seeds {
    /// The vertex of each cell.
    cells: Box<[u32]>,
    climbs: Climbs,
    /// The tolerance of [`height_tolerance`], in the hull's own unit.
    tolerance: f64,
}

/// The number of cells along a side of the cube.
const CELLS: usize = 8;
/// For fewer vertices a scan of all is faster: see `benches/support.rs`.
const FEWEST: usize = 64;

impl Seeds {
    /// Makes the seeds of a hull. `points` are the vertices divided by `size`, and none is farther from the
    /// origin than `reach`.
    pub(super) fn of(climbs: Climbs, points: &[DVec3], reach: f64, size: f64) -> Self {
        let mut seeds = Self {
            cells: Box::default(),
            climbs,
            tolerance: height_tolerance(reach, f64::EPSILON),
        };
        seeds.cells = seeds.fill_cells(points);
        seeds.tolerance *= size;
        seeds
    }

    /// The farthest vertex. Heights that differ by at most `tolerance` are level.
    #[inline(always)]
    pub(super) fn highest(&self, start: u32, tolerance: f64, height: impl Fn(u32) -> f64) -> u32 {
        self.climbs.hill_climb(height, tolerance).climb(start)
    }

    /// A vertex that is about the farthest along a direction; any vertex for directions of length 0 and
    /// for NaN.
    #[inline(always)]
    pub(super) fn near(&self, d: DVec3) -> u32 {
        // The largest coordinate is unpredictable, so it is looked up in a table instead of by branches.
        let size = d.abs();
        let beyond_x = (size.y > size.x) | (size.z > size.x);
        let beyond_y = beyond_x & (size.z > size.y);
        let axis = usize::from(beyond_x) + usize::from(beyond_y);
        let around = [d.x, d.y, d.z, d.x, d.y];
        let (along, u, v) = (around[axis], around[axis + 1], around[axis + 2]);
        let largest = along.abs();
        // A sum with this number is rounded to an integer, which is in the last bits of the result: 0 to 7,
        // or 8 at the edge of the cube, which counts as 7. NaN gives the index of some cell, too.
        const WHOLE: f64 = 1.5 * (1_u64 << 52) as f64;
        let half = (CELLS / 2) as f64;
        let share = half / largest;
        let cell = |x: f64| {
            let bits = (x * share + (half - 0.5) + WHOLE).to_bits();
            (bits as usize % (2 * CELLS)).min(CELLS - 1)
        };
        let side = 2 * axis + usize::from(along < 0.0);
        self.cells[(side * CELLS + cell(u)) * CELLS + cell(v)]
    }

    /// The farthest vertex along a direction, up to rounding. Climbs from the vertex `start`.
    #[inline(always)]
    pub(super) fn climb(&self, vertices: &[DVec3], direction: DVec3, start: u32) -> u32 {
        self.uphill(|v| vertices[v as usize], direction, start)
    }

    /// The same from a vertex that is about the farthest.
    #[inline(never)]
    pub(super) fn farthest(&self, vertices: &[DVec3], direction: DVec3) -> u32 {
        self.climb(vertices, direction, self.near(direction))
    }

    #[inline(always)]
    fn uphill(&self, vertex: impl Fn(u32) -> DVec3, direction: DVec3, start: u32) -> u32 {
        let tolerance = self.tolerance * direction.abs().element_sum();
        self.highest(start, tolerance, |v| direction.dot(vertex(v)))
    }

    /// The farthest vertex along the middle of each cell.
    fn fill_cells(&self, points: &[DVec3]) -> Box<[u32]> {
        let middle = |i: usize| (2 * i + 1) as f64 / CELLS as f64 - 1.0;
        let mut vertex = 0;
        let mut cells: Vec<u32> = Vec::with_capacity(6 * CELLS * CELLS);
        for side in 0..6 {
            for cell in 0..CELLS * CELLS {
                let (row, column) = (cell / CELLS, cell % CELLS);
                if column == 0 && row > 0 {
                    // Start from the cell above, and not from the end of its row.
                    vertex = cells[cells.len() - CELLS];
                }
                let at = [if side % 2 == 0 { 1.0 } else { -1.0 }, middle(row), middle(column)];
                let direction = DVec3::from_fn(|axis| at[(axis + 3 - side / 2) % 3]);
                vertex = self.uphill(|v| points[v as usize], direction, vertex);
                cells.push(vertex);
            }
        }
        cells.into()
    }
}
