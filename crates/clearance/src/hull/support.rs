//! Where to begin looking for the farthest vertex: climbing, seeds, extreme vertices.

use alloc::boxed::Box;
use alloc::vec::Vec;

use glam::DVec3;

use super::facets::Columns;
use super::topology::Topology;
use crate::space::Vector;

/// Walks uphill along the edges from `start` until no neighbour is higher along `direction`.
///
/// On a convex polyhedron that is the farthest vertex, up to rounding of the heights.
pub(super) fn climb<W: Vector>(
    topology: Topology<'_>,
    vertex: impl Fn(u32) -> W,
    direction: W,
    start: u32,
) -> u32 {
    let (mut top, mut height) = (start, vertex(start).dot(direction));
    // Each step is strictly higher, so none comes back.
    loop {
        let before = top;
        // `vertex_edges`, written out: this is the innermost loop of many a search.
        let first = topology.of_vertex[before as usize];
        let mut edge = first;
        loop {
            let twin = Topology::twin(edge);
            let other = topology.origin(twin);
            let h = vertex(other).dot(direction);
            if h > height {
                (top, height) = (other, h);
            }
            edge = topology.next(twin);
            if edge == first {
                break;
            }
        }
        if top == before {
            return top;
        }
    }
}

/// How many extreme vertices a hull keeps.
pub const EXTREMES: usize = 14;

/// The farthest vertices along the six axis directions and the eight diagonals of a cube:
/// those that most often prove something about a far plane.
///
/// 0 to 5 are x, -x, y, -y, z, -z; 6 + 4i + 2j + k has signs of x, y, z that are minus where
/// i, j, k are 1.
pub(super) fn extremes(topology: Topology<'_>, points: &[DVec3]) -> [u32; EXTREMES] {
    let mut start = 0;
    farthest_along(|direction| {
        start = climb(topology, |v| points[v as usize], direction, start);
        start
    })
}

/// Where the extreme vertex of a direction's octant stands among the extremes.
#[inline]
pub(super) fn octant(direction: DVec3) -> usize {
    6 + 4 * usize::from(direction.x < 0.0)
        + 2 * usize::from(direction.y < 0.0)
        + usize::from(direction.z < 0.0)
}

/// The farthest vertex along each of the directions.
pub(super) fn farthest_along(mut vertex: impl FnMut(DVec3) -> u32) -> [u32; EXTREMES] {
    let sign = |bit: usize| if bit == 0 { 1.0 } else { -1.0 };
    core::array::from_fn(|n| {
        vertex(if n < 6 {
            <DVec3 as Vector>::unit(n / 2) * sign(n % 2)
        } else {
            DVec3::new(sign((n - 6) & 4), sign((n - 6) & 2), sign((n - 6) & 1))
        })
    })
}

/// A cube around the directions, each side cut into 8 x 8 cells, with the farthest vertex
/// along the middle of every cell.
///
/// ```text
///               +--+--+--+--+
///              /  /  /  /  /|      A direction is divided by its largest coordinate: it
///             +--+--+--+--+ +      leaves the cube there. What is left of the others tells
///            /  /  /  /  /|/|      row and column.
///           +--+--+--+--+ + +
///           |  |  |  |  |/|/       Here 4 x 4 cells, to keep the picture small.
///           +--+--+--+--+ +
///           |  |  |  |  |/
///           +--+--+--+--+
/// ```
///
/// From there it is a short climb, by lists of neighbours that lie one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seeds {
    /// Per cell its vertex.
    cells: Box<[u32]>,
    /// Where each vertex's neighbours begin, and where the last one's end.
    starts: Box<[u32]>,
    neighbours: Box<[u32]>,
}

/// Cells along a side of the cube.
const CELLS: usize = 8;
/// With fewer vertices a scan of all is faster: see `benches/support.rs`.
const FEWEST: usize = 64;

impl Seeds {
    /// The seeds of a hull, where they pay.
    pub(super) fn of(topology: Topology<'_>, points: &[DVec3]) -> Option<Self> {
        if points.len() < FEWEST {
            return None;
        }
        let mut starts = Vec::with_capacity(points.len() + 1);
        let mut neighbours = Vec::with_capacity(2 * topology.edges());
        for v in 0..points.len() as u32 {
            starts.push(neighbours.len() as u32);
            topology.vertex_edges(v).for_each(|e| neighbours.push(topology.target(e)));
        }
        starts.push(neighbours.len() as u32);
        let (starts, neighbours) = (starts.into(), neighbours.into());
        let mut seeds = Self { cells: Box::default(), starts, neighbours };
        seeds.cells = seeds.fill_cells(points);
        Some(seeds)
    }

    /// A vertex that is about the farthest along a direction. Any vertex for directions of
    /// length 0 and for NaN.
    #[inline(always)]
    pub(super) fn near(&self, d: DVec3) -> u32 {
        let size = d.abs();
        let (axis, along, largest, u, v) = if size.x >= size.y && size.x >= size.z {
            (0, d.x, size.x, d.y, d.z)
        } else if size.y >= size.z {
            (1, d.y, size.y, d.z, d.x)
        } else {
            (2, d.z, size.z, d.x, d.y)
        };
        // Added to a number between 0 and 8, less a half, this leaves its whole part in the last
        // bits. Whatever comes of NaN is a number of a cell, too.
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

    /// The farthest vertex along a direction, up to rounding: uphill from the vertex `start`.
    #[inline(always)]
    pub(super) fn climb(&self, vertices: Columns<'_>, direction: DVec3, start: u32) -> u32 {
        self.uphill(|v| vertices.get(v), direction, start)
    }

    #[inline(always)]
    fn uphill(&self, vertex: impl Fn(u32) -> DVec3, direction: DVec3, start: u32) -> u32 {
        let (mut top, mut height) = (start, direction.dot(vertex(start)));
        // Each step is strictly higher, so none comes back.
        loop {
            let before = top as usize;
            let range = self.starts[before] as usize..self.starts[before + 1] as usize;
            for v in &self.neighbours[range] {
                let h = direction.dot(vertex(*v));
                if h > height {
                    (top, height) = (*v, h);
                }
            }
            if top as usize == before {
                return top;
            }
        }
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
                    // Start from the cell above rather than the end of its row.
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
