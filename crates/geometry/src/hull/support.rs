//! The search for the farthest vertex: climbing along edges, a table of vertices to start from, and the
//! extreme vertices.

use alloc::boxed::Box;
use alloc::vec::Vec;

use glam::DVec3;

use super::lanes::{LANES, Lanes};
use super::planes::{Neighbours, reach};
use crate::number::Scalar;
use crate::space::Vector;

/// Climbing from vertex to vertex: the neighbours of each vertex on the exact hull, in consecutive lists.
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
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Climbs {
    /// The begin of each vertex's list, and the end of the last list.
    starts: Box<[u32]>,
    neighbours: Box<[u32]>,
    /// Heights along a direction differ surely if they differ by more than this, times the sum of the
    /// magnitudes of the direction's coordinates. Otherwise the vertices are *level*.
    tolerance: f64,
    /// The farthest vertex along the middle of each cell of a cube around the directions: see
    /// [`Climbs::near`].
    cells: Box<[u32]>,
}

/// The number of cells along a side of the cube.
const CELLS: usize = 8;

/// For fewer vertices a scan of all is faster: see `benches/support.rs`.
const FEWEST: usize = 64;

/// The number of vertices that may be level before all vertices are tested.
const PLATEAU: usize = 32;

/// The result of the search among vertices that are level with the top.
enum Top {
    /// A vertex that is higher.
    Higher(u32),
    /// The highest vertex of all, up to rounding.
    Highest(u32),
}

impl Climbs {
    /// Makes the lists and the table for hulls large enough to gain by them. `points` are the vertices divided
    /// by `size`, and `epsilon` is that of the precision in which heights are computed.
    pub fn of(near: Neighbours, points: &[DVec3], size: f64, epsilon: f64) -> Option<Self> {
        let (starts, neighbours) = near.lists();
        if starts.len() <= FEWEST {
            return None;
        }
        let (starts, neighbours) = (starts.into(), neighbours.into());
        // Each height is a sum of three products, with an error of at most 1.5 epsilons of the reach.
        let tolerance = 4.0 * epsilon * reach(points, DVec3::ZERO);
        let mut climbs = Self { starts, neighbours, tolerance, cells: Box::default() };
        climbs.cells = climbs.fill_cells(points);
        climbs.tolerance *= size;
        Some(climbs)
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
                vertex = self.farthest(points, direction, vertex);
                cells.push(vertex);
            }
        }
        cells.into()
    }

    /// A vertex that is about the farthest along a direction; any vertex for directions of length 0 and
    /// for NaN.
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
    #[inline(always)]
    pub fn near(&self, d: DVec3) -> u32 {
        // The largest coordinate is unpredictable, so it is looked up in a table instead of by branches.
        let size = d.abs();
        let beyond_x = (size.y > size.x) | (size.z > size.x);
        let beyond_y = beyond_x & (size.z > size.y);
        let axis = usize::from(beyond_x) + usize::from(beyond_y);
        let around = [d.x, d.y, d.z, d.x, d.y];
        let (along, u, v) = (around[axis], around[axis + 1], around[axis + 2]);
        let half = (CELLS / 2) as f64;
        let share = half / along.abs();
        // The cast rounds down and saturates; NaN becomes 0.
        let cell = |x: f64| ((x * share + half) as usize).min(CELLS - 1);
        let side = 2 * axis + usize::from(along < 0.0);
        self.cells[(side * CELLS + cell(u)) * CELLS + cell(v)]
    }

    fn around(&self, v: u32) -> impl Iterator<Item = u32> {
        let range = self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize;
        self.neighbours[range].iter().copied()
    }

    /// The farthest vertex along a direction of any length, up to rounding. Climbs from the vertex `start`.
    #[inline(always)]
    pub fn farthest<V: Vector>(&self, vertices: &[V], direction: V, start: u32) -> u32 {
        let height = |v: u32| vertices[v as usize].dot(direction).to_f64();
        let size: f64 = (0..V::DIM).map(|i| direction.get(i).to_f64().abs()).sum();
        let tolerance = self.tolerance * size;
        let (mut top, mut highest) = (start, height(start));
        // Each step is strictly higher, so no vertex occurs twice.
        loop {
            let (mut next, mut most) = (top, f64::NEG_INFINITY);
            for v in self.around(top) {
                let h = height(v);
                if h > most {
                    (next, most) = (v, h);
                }
            }
            if most <= highest {
                if most < highest - tolerance {
                    return top;
                }
                match self.level_with(top, tolerance, height) {
                    Top::Higher(v) => (next, most) = (v, height(v)),
                    Top::Highest(v) => return v,
                }
            }
            if next == top {
                // Heights that are no numbers.
                return top;
            }
            (top, highest) = (next, most);
        }
    }

    /// Searches the vertices that are level with a vertex.
    #[inline(never)]
    fn level_with(&self, top: u32, tolerance: f64, height: impl Fn(u32) -> f64) -> Top {
        let highest = height(top);
        let (mut level, mut known, mut done) = ([top; PLATEAU], 1, 0);
        while done < known {
            for v in self.around(level[done]) {
                let h = height(v);
                if h > highest {
                    return Top::Higher(v);
                }
                if h >= highest - tolerance && !level[..known].contains(&v) {
                    if known == PLATEAU {
                        return Top::Highest(self::highest(self.starts.len() as u32 - 1, height));
                    }
                    level[known] = v;
                    known += 1;
                }
            }
            done += 1;
        }
        Top::Highest(top)
    }
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

/// Walks around a strictly convex ring of `count` vertices, from `start` to the farthest along a
/// direction.
///
/// Whether an edge rises is computed from its own vector, not from the heights of its ends, because the ends
/// of a short edge may be level within rounding. An edge is level only if it is perpendicular to the
/// direction within rounding. The walk passes such edges, and ends at an edge that surely falls.
#[inline]
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
pub(super) fn extremes(points: &[DVec3]) -> [u32; EXTREMES] {
    farthest_along(|direction| highest(points.len() as u32, |v| direction.dot(points[v as usize])))
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

/// The farthest vertex along each of the directions of [`extremes`].
fn farthest_along(mut vertex: impl FnMut(DVec3) -> u32) -> [u32; EXTREMES] {
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
