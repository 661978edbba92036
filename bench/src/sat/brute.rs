//! The separating axis test of game engines: exhaustive, in four lanes of `f32`.
//!
//! 1. B is transformed to A's frame: vertices and normals.
//! 2. Along the normal of each face, the farthest vertex of the other polytope is found by a scan of all.
//! 3. Each edge of B is compared with four edges of A at a time. The pair counts if the arcs of
//!    their faces' normals cross on the Gauss map, which the signs of four products decide. Few
//!    arcs cross, so most of the loop is products and comparisons.
//! 4. If arcs cross, two of the products give the ratio in which the crossing divides one of them.
//!    This is the axis. The overlap along it is that of the edges, without a search for support points.
//!
//! *Source.* Gregorius, GDC 2013, and Box3D, which does this in lanes. The tests of clearance are
//! compared with it. It has no bounds and proves nothing.

use clearance::glam::{DVec3, Vec3};
use clearance::hull::{Columns, Facets};
use clearance::space::Motion;
use wide::f32x4;

const LANES: usize = 4;

/// Vectors as arrays of coordinates, in groups of four. The last vector fills the last group.
#[derive(Default)]
struct Rows {
    x: Vec<f32x4>,
    y: Vec<f32x4>,
    z: Vec<f32x4>,
}

impl Rows {
    fn new(vectors: &[Vec3]) -> Self {
        let row = |get: fn(&Vec3) -> f32| {
            let four = |chunk: &[Vec3]| f32x4::new(lanes(chunk).map(|v| get(&v)));
            vectors.chunks(LANES).map(four).collect()
        };
        Self { x: row(|v| v.x), y: row(|v| v.y), z: row(|v| v.z) }
    }
    fn of(columns: Columns<'_>) -> Self {
        Self::new(&(0..columns.len() as u32).map(|i| columns.get(i).as_vec3()).collect::<Vec<_>>())
    }
    fn get(&self, i: u32) -> Vec3 {
        let (row, lane) = (i as usize / LANES, i as usize % LANES);
        let at = |rows: &[f32x4]| rows[row].as_array()[lane];
        Vec3::new(at(&self.x), at(&self.y), at(&self.z))
    }
    /// Four vectors as coordinates.
    #[inline]
    fn iter(&self) -> impl Iterator<Item = Four> {
        self.x.iter().zip(&self.y).zip(&self.z).map(|((x, y), z)| [*x, *y, *z])
    }
    /// The largest height along a direction.
    #[inline]
    fn highest(&self, direction: Vec3) -> f32 {
        let all = self.iter().map(|four| dot(four, direction));
        all.fold(f32x4::splat(f32::MIN), f32x4::fast_max)
            .to_array()
            .into_iter()
            .fold(f32::MIN, f32::max)
    }
    /// Becomes a copy of another list, with each vector transformed.
    fn take(&mut self, from: &Self, motion: &Motion<Vec3>) {
        let [u, v, w] = motion.columns;
        let t = motion.translation;
        let row = |to: &mut Vec<f32x4>, along: Vec3, t: f32| {
            to.clear();
            to.extend(from.iter().map(|four| dot(four, along) + f32x4::splat(t)));
        };
        row(&mut self.x, Vec3::new(u.x, v.x, w.x), t.x);
        row(&mut self.y, Vec3::new(u.y, v.y, w.y), t.y);
        row(&mut self.z, Vec3::new(u.z, v.z, w.z), t.z);
    }
}

type Four = [f32x4; 3];

#[inline]
fn dot([x, y, z]: Four, v: Vec3) -> f32x4 {
    x * f32x4::splat(v.x) + y * f32x4::splat(v.y) + z * f32x4::splat(v.z)
}

fn lanes(chunk: &[Vec3]) -> [Vec3; LANES] {
    core::array::from_fn(|i| chunk[i.min(chunk.len() - 1)])
}

/// An edge, by its index.
struct Edge {
    vertices: [u32; 2],
    faces: [u32; 2],
}

/// A polytope in the form of this test.
pub struct Polytope {
    vertices: Rows,
    normals: Rows,
    offsets: Vec<f32>,
    edges: Vec<Edge>,
    /// For each edge a vertex, the vector to the other vertex, and the normals of its faces.
    points: Rows,
    ways: Rows,
    ends: [Rows; 2],
}

impl Polytope {
    /// Copies vertices, planes and edges.
    pub fn new(facets: &Facets<'_>) -> Self {
        let t = facets.topology();
        let vertex = |v: u32| facets.vertices().get(v).as_vec3();
        let normal = |f: u32| facets.normals().get(f).as_vec3();
        let edge = |k| Edge { vertices: [t.origin(2 * k), t.target(2 * k)], faces: t.arc(k) };
        let edges: Vec<Edge> = facets.arcs().map(edge).collect();
        let rows =
            |get: &dyn Fn(&Edge) -> Vec3| Rows::new(&edges.iter().map(get).collect::<Vec<_>>());
        Self {
            vertices: Rows::of(facets.vertices()),
            normals: Rows::of(facets.normals()),
            offsets: facets.offsets()[..t.faces()].iter().map(|x| *x as f32).collect(),
            points: rows(&|e| vertex(e.vertices[0])),
            ways: rows(&|e| vertex(e.vertices[1]) - vertex(e.vertices[0])),
            ends: [0, 1].map(|side| rows(&|e| normal(e.faces[side]))),
            edges,
        }
    }
}

/// B in A's frame, with reused memory.
#[derive(Default)]
pub struct Moved {
    vertices: Rows,
    /// The normals of -B.
    normals: Rows,
}

/// The least overlap and its axis: a unit vector from A to B, in A's frame.
pub fn least(a: &Polytope, b: &Polytope, b_in_a: &Motion<DVec3>, moved: &mut Moved) -> (f32, Vec3) {
    let motion: Motion<Vec3> = b_in_a.narrow();
    let turned = Motion { columns: motion.columns.map(|c| -c), translation: Vec3::ZERO };
    moved.vertices.take(&b.vertices, &motion);
    moved.normals.take(&b.normals, &turned);
    let mut best = (f32::MAX, Vec3::Z);
    faces_of_a(a, moved, &mut best);
    faces_of_b(a, b, &motion, moved, &mut best);
    if best.0 >= 0.0 {
        for edge in &b.edges {
            edges_of_a(a, &Arc::of(edge, moved), &mut best);
        }
    }
    best
}

fn faces_of_a(a: &Polytope, moved: &Moved, best: &mut (f32, Vec3)) {
    for (i, offset) in a.offsets.iter().enumerate() {
        let normal = a.normals.get(i as u32);
        let overlap = offset + moved.vertices.highest(-normal);
        if overlap < best.0 {
            *best = (overlap, normal);
        }
    }
}

fn faces_of_b(
    a: &Polytope,
    b: &Polytope,
    motion: &Motion<Vec3>,
    moved: &Moved,
    best: &mut (f32, Vec3),
) {
    for (i, offset) in b.offsets.iter().enumerate() {
        let axis = moved.normals.get(i as u32);
        let overlap = offset - axis.dot(motion.translation) + a.vertices.highest(axis);
        if overlap < best.0 {
            *best = (overlap, axis);
        }
    }
}

/// An arc of -B in A's frame, and its edge.
struct Arc {
    ends: [Vec3; 2],
    point: Vec3,
    way: Vec3,
}

impl Arc {
    fn of(edge: &Edge, moved: &Moved) -> Self {
        let [point, other] = edge.vertices.map(|v| moved.vertices.get(v));
        Self { ends: edge.faces.map(|f| moved.normals.get(f)), point, way: other - point }
    }
}

/// Tests an edge of B with all edges of A.
fn edges_of_a(a: &Polytope, arc: &Arc, best: &mut (f32, Vec3)) {
    let [c, d] = arc.ends;
    let rows = a.ways.iter().zip(a.ends[0].iter()).zip(a.ends[1].iter());
    for (row, ((ways, from), to)) in rows.enumerate() {
        let (c_side, d_side) = (dot(ways, c), dot(ways, d));
        let (p_side, q_side) = (dot(from, arc.way), dot(to, arc.way));
        let zero = f32x4::ZERO;
        let cross = (c_side * d_side).simd_lt(zero)
            & (p_side * q_side).simd_lt(zero)
            & (c_side * p_side).simd_lt(zero);
        if cross.any() {
            let share = c_side / (c_side - d_side);
            offer(a, arc, row, cross.to_bitmask(), share.to_array(), best);
        }
    }
}

/// Computes the overlap along the axes of the pairs in the marked lanes.
#[cold]
fn offer(a: &Polytope, arc: &Arc, row: usize, set: u32, share: [f32; 4], best: &mut (f32, Vec3)) {
    let [c, d] = arc.ends;
    for lane in (0..LANES).filter(|lane| set >> lane & 1 == 1) {
        let axis = (c + (d - c) * share[lane]).normalize();
        let overlap = axis.dot(a.points.get((row * LANES + lane) as u32) - arc.point);
        if overlap < best.0 {
            *best = (overlap, axis);
        }
    }
}
