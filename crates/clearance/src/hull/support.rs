//! Where to begin looking for the farthest vertex: climbing, seeds, extreme vertices.

use alloc::boxed::Box;
use alloc::vec::Vec;

use glam::DVec3;

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seeds(Box<[u32]>);

/// Cells along a side of the cube.
const CELLS: usize = 8;
/// With fewer vertices a scan of all is faster.
const FEWEST: usize = 32;

impl Seeds {
    /// The seeds of a hull, where they pay.
    pub(super) fn of(topology: Topology<'_>, points: &[DVec3]) -> Option<Self> {
        if points.len() < FEWEST {
            return None;
        }
        let middle = |i: usize| (2 * i + 1) as f64 / CELLS as f64 - 1.0;
        let mut vertex = 0;
        let mut seeds: Vec<u32> = Vec::with_capacity(6 * CELLS * CELLS);
        for side in 0..6 {
            for cell in 0..CELLS * CELLS {
                let (row, column) = (cell / CELLS, cell % CELLS);
                if column == 0 && row > 0 {
                    // Start from the cell above rather than the end of its row.
                    vertex = seeds[seeds.len() - CELLS];
                }
                let at = [if side % 2 == 0 { 1.0 } else { -1.0 }, middle(row), middle(column)];
                let direction = DVec3::from_fn(|axis| at[(axis + 3 - side / 2) % 3]);
                vertex = climb(topology, |v| points[v as usize], direction, vertex);
                seeds.push(vertex);
            }
        }
        Some(Self(seeds.into()))
    }

    /// A vertex that is about the farthest along a direction. Any vertex for directions of
    /// length 0 and for NaN.
    #[inline]
    pub(super) fn near(&self, direction: DVec3) -> u32 {
        let size = direction.abs();
        let axis = match (size.x >= size.y, size.y >= size.z, size.x >= size.z) {
            (true, _, true) => 0,
            (_, true, _) => 1,
            _ => 2,
        };
        let largest = size[axis];
        // NaN becomes 0 as an integer.
        let cell = |x: f64| (((x / largest + 1.0) * (CELLS / 2) as f64) as usize).min(CELLS - 1);
        let (row, column) = (cell(direction[(axis + 1) % 3]), cell(direction[(axis + 2) % 3]));
        let side = 2 * axis + usize::from(direction[axis] < 0.0);
        self.0[(side * CELLS + row) * CELLS + column]
    }
}
