//! Boxes, triangles and segments as polytopes, made for one query: at most eight of everything, in
//! arrays, with half-edges from a table.

use core::array::from_fn;

use glam::DVec3;

use super::facets::Facets;
use super::lanes::Columns;
use super::lanes::LANES;
use super::planes::{area, unit};
use super::topology::Topology;
use crate::number::{binade, max, min};
use crate::space::Vector;

/// A polytope with up to eight vertices and faces.
#[derive(Clone, Debug)]
pub struct Small {
    vertices: Eight,
    normals: Eight,
    offsets: [f64; LANES],
    topology: Topology<'static>,
    slack: f64,
    inner: f64,
}

/// A box. Corners are numbered by the signs of their coordinates, as those of
/// [`Cuboid`](crate::shape::Cuboid).
///
/// ```text
///        2-------3      Faces: 0 is z, 1 is -y, 2 is x, 3 is y, 4 is -x, 5 is -z.
///       /|      /|
///      6-------7 |
///      | |     | |      y
///      | 0-----|-1      |
///      |/      |/       o-- x
///      4-------5       z
/// ```
pub const CUBOID: Topology<'static> = Topology {
    origin: &[4, 5, 5, 7, 7, 6, 6, 4, 0, 1, 1, 5, 4, 0, 1, 3, 3, 7, 3, 2, 2, 6, 2, 0],
    next: &[2, 12, 4, 11, 6, 17, 0, 21, 10, 23, 1, 14, 8, 7, 16, 9, 3, 18, 20, 15, 5, 22, 13, 19],
    face: &[0, 1, 0, 2, 0, 3, 0, 4, 1, 5, 1, 2, 1, 4, 2, 5, 2, 3, 3, 5, 3, 4, 4, 5],
    of_face: &[0, 8, 3, 17, 22, 9],
    of_vertex: &[8, 9, 19, 15, 0, 1, 5, 3],
};

/// Larger products of two lengths have not lost digits by underflow.
const PRODUCTS: f64 = 1e-250;

/// The axis of each face of a box, and its sign.
const SIDES: [(usize, f64); 6] = [(2, 1.0), (1, -1.0), (0, 1.0), (1, 1.0), (0, -1.0), (2, -1.0)];

/// A triangle: face 0 is its front, face 4 its back, and face k + 1 the side at the edge that begins at
/// corner k.
pub const TRIANGLE: Topology<'static> = Topology {
    origin: &[0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2, 0],
    next: &[2, 6, 4, 8, 0, 10, 1, 11, 3, 7, 5, 9],
    face: &[0, 1, 0, 2, 0, 3, 1, 4, 2, 4, 3, 4],
    of_face: &[0, 1, 3, 5, 7],
    of_vertex: &[0, 2, 4],
};

/// A segment from vertex 0 to vertex 1, with four sides around it, counterclockwise seen from vertex 1.
pub const SEGMENT: Topology<'static> = Topology {
    origin: &[0, 1, 0, 1, 0, 1, 0, 1],
    next: &[7, 2, 1, 4, 3, 6, 5, 0],
    face: &[0, 1, 1, 2, 2, 3, 3, 0],
    of_face: &[0, 2, 4, 6],
    of_vertex: &[0, 1],
};

/// A point has no faces.
pub const POINT: Topology<'static> =
    Topology { origin: &[], next: &[], face: &[], of_face: &[], of_vertex: &[0] };

impl Small {
    /// The box with corners at plus and minus `half_extents`.
    #[inline]
    pub fn cuboid(half_extents: DVec3) -> Self {
        let sign = |bit: usize| if bit & 1 == 1 { 1.0 } else { -1.0 };
        let signs = |id: usize| DVec3::new(sign(id), sign(id >> 1), sign(id >> 2));
        let normal = |(axis, sign)| <DVec3 as Vector>::unit(axis) * sign;
        Self {
            vertices: Eight::of::<LANES>(from_fn(|id| half_extents * signs(id))),
            normals: Eight::of(SIDES.map(normal)),
            offsets: repeated(SIDES.map(|(axis, _)| half_extents[axis])),
            topology: CUBOID,
            slack: 0.0,
            inner: half_extents.min_element(),
        }
    }

    /// The triangle of three corners; a segment or a point if the corners are on a line or equal.
    #[inline]
    pub fn triangle(corners: [DVec3; 3]) -> Self {
        let [a, b, c] = corners;
        let mut across = area(corners.iter().copied());
        let is_known = across.abs().max_element() > PRODUCTS;
        if !is_known {
            // It is tiny or flat: products of tiny lengths underflow.
            let largest = corners.iter().map(|p| p.max_abs()).fold(0.0, f64::max);
            let scale = 1.0 / binade(largest);
            across = area(corners.iter().map(|p| *p * scale));
        }
        if across == DVec3::ZERO {
            return Self::segment(farthest(corners));
        }
        let front = unit(across);
        let side = |from: DVec3, to: DVec3| unit((to - from).cross(front));
        let sides = [side(a, b), side(b, c), side(c, a)];
        let normals = [front, sides[0], sides[1], sides[2], -front];
        let faces = [
            offset(front, corners, [0, 1, 2]),
            offset(sides[0], corners, [0, 1]),
            offset(sides[1], corners, [1, 2]),
            offset(sides[2], corners, [2, 0]),
            offset(-front, corners, [0, 1, 2]),
        ];
        let thick = greatest(faces.map(|[_, thick]| thick));
        let middle = (a + b + c) / 3.0;
        let below = |k: usize| faces[k][0] - normals[k].dot(middle);
        let inner = below(1).min(below(2)).min(below(3)) - thick;
        let outer = greatest(corners.map(|p| (p - middle).length()));
        Self {
            vertices: Eight::of(corners),
            normals: Eight::of(normals),
            offsets: repeated(faces.map(|[offset, _]| offset)),
            topology: TRIANGLE,
            slack: flat_slack(thick, inner, outer),
            inner: 0.0,
        }
    }

    /// The segment between two points; a point if they are equal.
    pub fn segment(ends: [DVec3; 2]) -> Self {
        let Some(along) = (ends[1] - ends[0]).unit_along() else {
            return Self::point(ends[0]);
        };
        let first = unit(along.any_orthonormal_vector());
        let second = unit(along.cross(first));
        let normals = [first, second, -first, -second];
        let faces = normals.map(|normal| offset(normal, ends, [0, 1]));
        let thick = greatest(faces.map(|[_, thick]| thick));
        Self {
            vertices: Eight::of(ends),
            normals: Eight::of(normals),
            offsets: repeated(faces.map(|[offset, _]| offset)),
            topology: SEGMENT,
            // A normal between two sides is a sum of both, with weights whose sum is at most the root of
            // 2.
            slack: 2.0 * thick,
            inner: 0.0,
        }
    }

    /// A point.
    pub fn point(p: DVec3) -> Self {
        Self {
            vertices: Eight::of([p]),
            normals: Eight::ZERO,
            // Unused lanes are infinite, so that no minimum takes them.
            offsets: [f64::INFINITY; LANES],
            topology: POINT,
            slack: 0.0,
            inner: 0.0,
        }
    }

    /// The axis perpendicular to a face of a box, and whether the face is at its positive end.
    pub fn side_of_cuboid(face: u32) -> (u32, bool) {
        let (axis, sign) = SIDES[face as usize];
        (axis as u32, sign > 0.0)
    }

    /// The index of an edge of a box in the numbering of [`Cuboid`](crate::shape::Cuboid): by the axis
    /// that it runs along, and the signs of the two following coordinates.
    pub fn edge_of_cuboid(edge: u32) -> u32 {
        let [p, q] = [0, 1].map(|end| CUBOID.origin[(2 * edge + end) as usize]);
        let axis = (p ^ q).trailing_zeros();
        let bit = |step: u32| p >> ((axis + step) % 3) & 1;
        4 * axis + bit(1) + 2 * bit(2)
    }

    /// The view for separating axis tests.
    #[inline]
    pub fn facets(&self) -> Facets<'_> {
        let topology = self.topology;
        Facets {
            topology,
            vertices: self.vertices.columns(topology.vertices()),
            normals: self.normals.columns(topology.faces()),
            offsets: &self.offsets,
            extremes: self.vertices.columns(topology.vertices()),
            climbs: None,
            slack: self.slack,
            // It does not matter for so few vertices.
            fullness: 0.0,
            inner: self.inner,
            center: DVec3::ZERO,
        }
    }
}

/// The largest height of the vertices along a normal, and the largest distance of a face's vertices from
/// their plane at this height.
#[inline(always)]
fn offset<const N: usize, const M: usize>(
    normal: DVec3,
    vertices: [DVec3; N],
    on: [usize; M],
) -> [f64; 2] {
    let heights = vertices.map(|p| normal.dot(p));
    let (mut bottom, mut reach) = (f64::INFINITY, 0.0);
    for i in on {
        bottom = min(bottom, heights[i]);
        reach = max(reach, vertices[i].max_abs());
    }
    // Heights have an error of two roundings, of three products that are at most the reach.
    let rounding = 4.0 * f64::EPSILON * reach;
    let top = greatest(heights);
    [top + rounding, top - bottom + 2.0 * rounding]
}

/// Eight of fewer vectors: the last is repeated.
#[inline(always)]
fn repeated<T: Copy, const N: usize>(few: [T; N]) -> [T; LANES] {
    from_fn(|i| few[i.min(N - 1)])
}

/// [`Facets::slack`] of a flat polygon, with a circle inside and one around. A normal is a share of the
/// front or the back, which is at most 1, and a sum of sides as in 3D.
pub(super) fn flat_slack(thick: f64, inner: f64, outer: f64) -> f64 {
    let steepest = if inner > 0.0 { 1.0 + outer / inner } else { f64::INFINITY };
    thick * steepest * (1.0 + 16.0 * f64::EPSILON)
}

/// The largest of some numbers, none of which is NaN.
#[inline(always)]
fn greatest<const N: usize>(numbers: [f64; N]) -> f64 {
    numbers.into_iter().fold(f64::NEG_INFINITY, max)
}

/// The two of three points that are the farthest apart.
fn farthest([a, b, c]: [DVec3; 3]) -> [DVec3; 2] {
    let length = |[p, q]: [DVec3; 2]| (p - q).max_abs();
    let mut best = [a, b];
    for pair in [[b, c], [c, a]] {
        if length(pair) > length(best) {
            best = pair;
        }
    }
    best
}

/// Eight vectors, as vectors and as arrays of coordinates.
#[derive(Clone, Copy, Debug)]
struct Eight {
    all: [DVec3; LANES],
    x: [f64; LANES],
    y: [f64; LANES],
    z: [f64; LANES],
}

impl Eight {
    const ZERO: Self =
        Self { all: [DVec3::ZERO; LANES], x: [0.0; LANES], y: [0.0; LANES], z: [0.0; LANES] };

    /// Makes them from fewer vectors: the last is repeated.
    #[inline(always)]
    fn of<const N: usize>(few: [DVec3; N]) -> Self {
        let all = repeated(few);
        Self { all, x: all.map(|v| v.x), y: all.map(|v| v.y), z: all.map(|v| v.z) }
    }
    #[inline]
    fn columns(&self, len: usize) -> Columns<'_> {
        Columns { all: &self.all[..len], x: &self.x, y: &self.y, z: &self.z }
    }
}
