//! Sums in 3D, by overlaying the Gauss maps of both polyhedra.
//!
//! On the Gauss map, a face is the point of its normal, an edge is the arc between two such points, and a
//! vertex is the region of all directions along which it is the farthest. The regions of A and B,
//! overlaid, make cells. Each cell is a corner of A + B: the sum of the two vertices that are the
//! farthest there (Fogel and Halperin, *Exact and efficient construction of Minkowski sums of convex
//! polyhedra with applications*, 2007). So only the pairs of these cells are summed, not all n times m
//! pairs. The difference is the sum with -B.
//!
//! ```text
//!     the map of A      the map of B      both
//!     +-------+---+     +-----------+     +-------+---+     Two regions and two regions make
//!     |       |   |     |     b0    |     | a0 b0 | a1|     four cells. Where the arcs cross,
//!     |  a0   |a1 |     |           |     |       | b0|     the sum has a parallelogram, of
//!     |       |   |     +-----------+     +-------+---+     their two edges.
//!     |       |   |     |     b1    |     | a0 b1 | a1|
//!     +-------+---+     +-----------+     +-------+-b1+
//! ```
//!
//! 1. *Flood.* If an edge leads from a to a', and its arc meets the region of b, then (a, b)
//!    and (a', b) are neighbours; the same holds for edges of B. One cell leads to all others.
//!    If A and B are aligned, arcs run along borders, and rounding decides which regions they
//!    meet. So regions that an arc nearly meets count: additional corners do no harm.
//! 2. *Hull* of the corners, by exact predicates. The result is a polyhedron, whatever rounding did.
//! 3. *Check* that along the normal of each face no pair of vertices reaches farther. If one
//!    does, flood on from there.
//! 4. *Join* faces that only rounding separates, see `join`. This removes false corners.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use glam::DVec3;

use super::join::{Outline, joined};
use super::pairs::{Corner, Feature, PolytopeOfPairs, Side, Sign, Solid, reach, rounding};
use clearance_geometry::Error;
use clearance_geometry::hull::{Hull3, Polyhedron, Topology, build3};
use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Motion, Vector};

/// The sum { a + b } of two polyhedra, in the frame of A. `b_in_a` is the pose of B.
///
/// # Errors
/// The same as of [`polyhedron_difference`].
pub fn polyhedron_sum<V: Vector<Wide = DVec3>>(
    a: &Polyhedron<V>,
    b: &Polyhedron<V>,
    b_in_a: &Motion<DVec3>,
) -> Result<Solid, Error> {
    polyhedron(a, b, b_in_a, Sign::Sum)
}

/// The difference { a - b } of two polyhedra, in the frame of A. `b_in_a` is the pose of B.
///
/// It contains the origin if the polyhedra overlap. Then the side nearest to the origin gives the depth
/// and its direction. Parallel faces, and parallel edges, make one side. At worst there are n times m
/// corners; two cones with many sides, perpendicular to each other, come near that.
///
/// ```
/// use clearance::d3_f64::{DVec3, Pose};
/// use clearance::hull::{Hull3, build3};
/// use clearance::minkowski::{Feature, polyhedron_difference};
/// use clearance::space::Motion;
///
/// let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let Hull3::Solid(corner) = build3(&corners)? else { unreachable!() };
/// let at = Motion::of(&Pose::at(DVec3::splat(0.25))?);
/// let difference = polyhedron_difference(&corner, &corner, &at)?;
///
/// // A tetrahedron less itself has its four faces, the four opposite, and six parallelograms.
/// assert_eq!((difference.corners.len(), difference.sides.len()), (12, 14));
/// assert!((difference.measure - 20.0 / 6.0).abs() < 1e-15);
/// let way_out = &difference.sides[difference.nearest_side().unwrap()];
/// assert!((way_out.offset - 0.25 / 3f64.sqrt()).abs() < 1e-15);
/// assert!(matches!((way_out.a, way_out.b), (Feature::Face(_), Feature::Vertex(0))));
/// # Ok::<(), clearance::Error>(())
/// ```
///
/// # Errors
/// The result is too large for a hull, or so thin that nothing of it is left after the rotation of B.
pub fn polyhedron_difference<V: Vector<Wide = DVec3>>(
    a: &Polyhedron<V>,
    b: &Polyhedron<V>,
    b_in_a: &Motion<DVec3>,
) -> Result<Solid, Error> {
    polyhedron(a, b, b_in_a, Sign::Difference)
}

fn polyhedron<V: Vector<Wide = DVec3>>(
    a: &Polyhedron<V>,
    b: &Polyhedron<V>,
    b_in_a: &Motion<DVec3>,
    sign: Sign,
) -> Result<Solid, Error> {
    // Without the translation, so that the place of B costs the shape no digits.
    let errors = a.error().to_f64() + b.error().to_f64();
    let (a_map, b_map) = (GaussMap::of(a, |x| x), GaussMap::of(b, |x| sign.of(b_in_a.rotate(x))));
    let overlay = Overlay::of(a_map, b_map, errors);
    let sum = overlay.sum()?;
    let outlines = joined(&sum.hull, overlay.thickness);
    let mut kept: Vec<u32> = outlines.iter().flat_map(|o| o.corners.iter().copied()).collect();
    kept.sort_unstable();
    kept.dedup();

    let shift = sign.of(b_in_a.translation);
    let side = |outline: &Outline| {
        let mut side = overlay.side(&sum, outline);
        side.offset += side.normal.dot(shift);
        side.corners.iter_mut().for_each(|v| *v = kept.partition_point(|k| k < v) as u32);
        side
    };
    let corner = |v: &u32| {
        let [i, j] = sum.pairs[*v as usize];
        let moved = b_in_a.apply(b.vertices().get(j).widen());
        Corner { at: a.vertices().get(i).widen() + sign.of(moved), a: i, b: j }
    };
    let sides = outlines.iter().map(side).collect();
    Ok(PolytopeOfPairs {
        corners: kept.iter().map(corner).collect(),
        sides,
        measure: sum.hull.mass().volume,
    })
}

/// The two maps in one frame.
struct Overlay<'a> {
    a: GaussMap<'a>,
    b: GaussMap<'a>,
    /// A bound on the error of a height.
    thickness: f64,
}

/// The hull of the sums, and the pair of vertices for each of its vertices.
struct Sum {
    hull: Polyhedron<DVec3>,
    pairs: Vec<[u32; 2]>,
}

impl<'a> Overlay<'a> {
    /// `errors` is the largest distance of vertices from the planes of their faces, for A and B together.
    fn of(a: GaussMap<'a>, b: GaussMap<'a>, errors: f64) -> Self {
        let thickness = errors + rounding(reach(&a.vertices) + reach(&b.vertices));
        Self { a, b, thickness }
    }

    fn point(&self, [i, j]: [u32; 2]) -> DVec3 {
        self.a.vertices[i as usize] + self.b.vertices[j as usize]
    }

    /// Floods, computes the hull and checks, until the check finds nothing.
    fn sum(&self) -> Result<Sum, Error> {
        let mut cells = BTreeSet::new();
        // Along a direction well inside the region of a vertex, the farthest vertex of the other map
        // makes a cell with it.
        let of_a = self.a.partners(&self.b).into_iter().enumerate().map(|(i, j)| [i as u32, j]);
        let of_b = self.b.partners(&self.a).into_iter().enumerate().map(|(j, i)| [i, j as u32]);
        let mut open: Vec<[u32; 2]> = of_a.chain(of_b).collect();
        loop {
            self.flood(&mut cells, open);
            let sum = self.hull(&cells)?;
            open = self.beyond(&sum).filter(|cell| !cells.contains(cell)).collect();
            if open.is_empty() {
                return Ok(sum);
            }
        }
    }

    /// Adds all cells that can be reached from the `open` ones.
    fn flood(&self, cells: &mut BTreeSet<[u32; 2]>, mut open: Vec<[u32; 2]>) {
        cells.extend(&open);
        while let Some([i, j]) = open.pop() {
            let of_a = self.a.topology.vertex_edges(i).map(|e| (e, [self.a.topology.target(e), j]));
            let of_b = self.b.topology.vertex_edges(j).map(|e| (e, [i, self.b.topology.target(e)]));
            let mut visit = |cell, arc: [DVec3; 2], region: (&GaussMap<'_>, u32)| {
                if !cells.contains(&cell) && region.0.meets(region.1, arc) {
                    cells.insert(cell);
                    open.push(cell);
                }
            };
            of_a.for_each(|(e, cell)| visit(cell, self.a.arc(e), (&self.b, j)));
            of_b.for_each(|(e, cell)| visit(cell, self.b.arc(e), (&self.a, i)));
        }
    }

    fn hull(&self, cells: &BTreeSet<[u32; 2]>) -> Result<Sum, Error> {
        let points: Vec<DVec3> = cells.iter().map(|cell| self.point(*cell)).collect();
        let Hull3::Solid(hull) = build3(&points)? else {
            return Err(Error::NoHull { why: "turning B left nothing between its sides" });
        };
        // The vertices are in the order of the points. If a point occurs twice, the hull has the first.
        // It treats coordinates below 2^-200 of the largest as 0.
        const TINY: f64 = f64::from_bits((1023 - 190) << 52);
        let tiny = TINY * reach(&points);
        let same = |p: DVec3, v: DVec3| (p - v).max_abs() <= tiny;
        let mut all = cells.iter().zip(&points);
        let find = |v| all.find(|(_, p)| same(**p, v)).map_or([0; 2], |(cell, _)| *cell);
        let pairs = hull.vertices().iter().map(find).collect();
        Ok(Sum { hull: *hull, pairs })
    }

    /// The pairs of vertices that are beyond a face.
    fn beyond(&self, sum: &Sum) -> impl Iterator<Item = [u32; 2]> {
        let topology = sum.hull.topology();
        (0..topology.faces() as u32).filter_map(move |f| {
            let normal = sum.hull.normals().get(f);
            let limit = sum.hull.offsets()[f as usize] + self.thickness;
            let corner = topology.face_edges(f).next().map_or(0, |e| topology.origin(e));
            let [i, j] = sum.pairs[corner as usize];
            let farthest = [self.a.farthest(normal, i), self.b.farthest(normal, j)];
            (normal.dot(self.point(farthest)) > limit).then_some(farthest)
        })
    }

    /// A side whose corners are indices of the hull's vertices.
    fn side(&self, sum: &Sum, outline: &Outline) -> Side<DVec3> {
        let normal = sum.hull.normals().get(outline.face);
        let [a, b] = [(0, &self.a), (1, &self.b)].map(|(which, map)| {
            map.feature(normal, outline.corners.iter().map(|v| sum.pairs[*v as usize][which]))
        });
        let offset = sum.hull.offsets()[outline.face as usize];
        Side { corners: outline.corners.clone(), normal, offset, a, b }
    }
}

/// A Gauss map, rotated into the common frame.
struct GaussMap<'a> {
    topology: Topology<'a>,
    vertices: Vec<DVec3>,
    normals: Vec<DVec3>,
    /// For each half-edge, the unit vector from its origin to its target, up to rounding.
    ways: Vec<DVec3>,
}

impl<'a> GaussMap<'a> {
    fn of<V: Vector<Wide = DVec3>>(hull: &'a Polyhedron<V>, turn: impl Fn(DVec3) -> DVec3) -> Self {
        let topology = hull.topology();
        let at = |v: u32| hull.vertices().get(v).widen();
        let way = |e| at(topology.target(e)) - at(topology.origin(e));
        let edges = 0..2 * topology.edges() as u32;
        Self {
            topology,
            vertices: hull.vertices().iter().map(|v| turn(v.widen())).collect(),
            normals: hull.normals().iter().map(|n| turn(n.widen())).collect(),
            ways: edges.map(|e| turn(way(e).unit_along().unwrap_or(DVec3::X))).collect(),
        }
    }

    /// The ends of the arc of a half-edge.
    fn arc(&self, edge: u32) -> [DVec3; 2] {
        [edge, Topology::twin(edge)].map(|e| self.normals[self.topology.face(e) as usize])
    }

    /// Does an arc meet the region of a vertex? The answer is right up to rounding. An end of an arc that
    /// touches the border of the region but clearly leads away from it does not count.
    ///
    /// In the region, no edge leads upwards from the vertex. Along the chord of the arc, from `p` at one
    /// end to `q` at the other, heights change linearly. So each edge cuts off a piece of the chord.
    ///
    /// `SLACK` covers the rounding of a height: the normal and the edge were rotated (3 roundings of half
    /// an epsilon each) and multiplied (3), each is accurate to a few roundings (4 each), and the cut to
    /// 3. The sum is less than two thirds of it. With a larger value, more cells are flooded for nothing.
    /// `AWAY` prevents that two parallel faces with many corners pair all with all. The pairs that it
    /// drops are no corners: just inside the border, the vertex is at most as high as the vertex beyond
    /// it, up to rounding. It must be far above `SLACK`, because arcs along a border may be on either
    /// side of it.
    fn meets(&self, vertex: u32, [u, v]: [DVec3; 2]) -> bool {
        const SLACK: f64 = 16.0 * f64::EPSILON;
        const AWAY: f64 = 1e-6;
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for edge in self.topology.vertex_edges(vertex) {
            let way = self.ways[edge as usize];
            let (p, q) = (u.dot(way), v.dot(way));
            let touches = |p: f64, q: f64| p >= -SLACK && q > AWAY;
            if touches(p, q) || touches(q, p) || p.min(q) > SLACK {
                return false;
            }
            if p > SLACK {
                from = from.max((p - SLACK) / (p - q));
            } else if q > SLACK {
                to = to.min((p - SLACK) / (p - q));
            }
        }
        from <= to
    }

    /// For each vertex, the farthest vertex of another map along a direction well inside the region of
    /// the vertex. Neighbours have partners near each other, so each search starts from the result of
    /// another.
    fn partners(&self, other: &GaussMap<'_>) -> Vec<u32> {
        const NONE: u32 = u32::MAX;
        let mut partners = alloc::vec![NONE; self.vertices.len()];
        let mut open = Vec::from([(0, 0)]);
        while let Some((vertex, start)) = open.pop() {
            if partners[vertex as usize] != NONE {
                continue;
            }
            let faces = self.topology.vertex_edges(vertex).map(|e| self.topology.face(e));
            let inside = faces.fold(DVec3::ZERO, |sum, f| sum + self.normals[f as usize]);
            let partner = other.farthest(inside, start);
            partners[vertex as usize] = partner;
            let neighbours = self.topology.vertex_edges(vertex).map(|e| self.topology.target(e));
            open.extend(neighbours.map(|neighbour| (neighbour, partner)));
        }
        partners
    }

    /// The farthest vertex along a direction, by climbing from a vertex.
    fn farthest(&self, along: DVec3, start: u32) -> u32 {
        let height = |v: u32| self.vertices[v as usize].dot(along);
        let (mut top, mut highest) = (start, height(start));
        loop {
            let before = top;
            for other in self.topology.vertex_edges(before).map(|e| self.topology.target(e)) {
                if height(other) > highest {
                    (top, highest) = (other, height(other));
                }
            }
            if top == before {
                return top;
            }
        }
    }

    /// The feature of the vertices that are farthest along a normal.
    fn feature(&self, normal: DVec3, vertices: impl Iterator<Item = u32>) -> Feature {
        let mut vertices: Vec<u32> = vertices.collect();
        vertices.sort_unstable();
        vertices.dedup();
        match vertices[..] {
            [] => Feature::Vertex(0), // No side is without corners.
            [v] => Feature::Vertex(v),
            [v, w] => Feature::Edge([v, w]),
            [v, ..] => {
                let along = |f: u32| self.normals[f as usize].dot(normal);
                let faces = self.topology.vertex_edges(v).map(|e| self.topology.face(e));
                let best = faces.max_by(|f, g| along(*f).total_cmp(&along(*g)));
                Feature::Face(best.unwrap_or(0))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn octahedron() -> Result<Polyhedron<DVec3>, Error> {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        match build3(&axes.map(|p| [p, p * -0.5]).concat())? {
            Hull3::Solid(solid) => Ok(*solid),
            _ => Err(Error::NoHull { why: "an octahedron is solid" }),
        }
    }

    #[test]
    fn the_check_finds_what_the_flood_might_miss() -> Result<(), Error> {
        let (a, b) = (octahedron()?, octahedron()?);
        let turn = glam::DQuat::from_xyzw(0.5, 0.1, 0.3, 0.8).normalize();
        let (a, b) = (GaussMap::of(&a, |x| x), GaussMap::of(&b, |x| turn * x));
        let overlay = Overlay::of(a, b, 0.0);
        let whole = overlay.sum()?;
        assert_eq!(overlay.beyond(&whole).count(), 0);
        for gone in &whole.pairs {
            let mut cells: BTreeSet<_> = whole.pairs.iter().copied().collect();
            cells.remove(gone);
            let lacking = overlay.hull(&cells)?;
            let found: BTreeSet<_> = overlay.beyond(&lacking).collect();
            assert_eq!(found, BTreeSet::from([*gone]));
        }
        Ok(())
    }
}
