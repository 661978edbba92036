//! The convex hull in 3D, by gift wrapping with exact orientation.
//!
//! Whole facets are wrapped, not triangles: all points in the plane of a facet are collected, and the
//! hull of their projection onto a coordinate plane is the outline of the facet. So coplanar and
//! collinear points need no special treatment, and every edge is an edge of exactly two facets.
//!
//! 1. Sort out what is not solid: a point, a segment, a flat polygon.
//! 2. Find a first facet, from an edge of the projection on the xy plane.
//! 3. Turn a plane around every edge of a known facet until it meets the farthest point.
//!
//! ```text
//!            u                  Seen along the edge from u to v: all points lie within
//!     .  .   |\                 a wedge of less than half a turn, so "p is outside the
//!      w ----| \   known        plane through u, v, w" orders them, and the last one to
//!        .   |  \  facet        win is w.
//!            v---\
//! ```

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use glam::{DVec2, DVec3};

use super::d2;
use super::normalised::normalised;
use super::search::{Boundary, Search, around};
use clearance_geometry::hull::exact::{self, chain, projection, turn};
use clearance_geometry::space::Vector;

/// The hull of points in 3D. For solid hulls, V - E + F = 2. A flat set has two facets, front and back. A
/// segment has two vertices and no facet, a point one vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polyhedron {
    /// The corners, sorted by coordinates, without points on edges or in facets.
    pub vertices: Vec<DVec3>,
    /// The outline of each facet as vertex indices, counterclockwise seen from outside.
    pub facets: Vec<Vec<usize>>,
}

impl Polyhedron {
    /// The edges as vertex indices, the lower one first. Each edge is listed once.
    pub fn edges(&self) -> Vec<[usize; 2]> {
        if self.facets.is_empty() && self.vertices.len() == 2 {
            return [[0, 1]].into();
        }
        let sides: BTreeSet<_> = self.facets.iter().flat_map(|f| around(f)).collect();
        sides.into_iter().filter(|[u, v]| u < v).collect()
    }
    /// The facets, divided into triangles, each counterclockwise seen from outside.
    pub fn triangles(&self) -> Vec<[usize; 3]> {
        let fan = |f: &Vec<usize>| {
            let first = f[0];
            around(&f[1..]).into_iter().take(f.len() - 2).map(move |[u, v]| [first, u, v])
        };
        self.facets.iter().flat_map(|f| fan(f).collect::<Vec<_>>()).collect()
    }
}

/// The convex hull with its vertices and facets. For drawing, and for hundreds of points rather than
/// thousands: the time grows with facets times points. Coordinates must be finite.
pub fn hull3(points: &[DVec3]) -> Polyhedron {
    let (points, size) = normalised(points);
    let mut hull = wrapped(&points);
    hull.vertices.iter_mut().for_each(|p| *p *= size);
    hull
}

/// The hull of points that are normalised: distinct, sorted, of size 1.
fn wrapped(points: &[DVec3]) -> Polyhedron {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return Polyhedron::default();
    };
    let ends = 0..points.len();
    let Some(third) = ends.clone().find(|&k| !exact::collinear(first, last, points[k])) else {
        let vertices = if points.len() == 1 { [first].into() } else { [first, last].into() };
        return Polyhedron { vertices, facets: Vec::new() };
    };
    let base = [0, points.len() - 1, third];
    let facets = if ends.clone().all(|k| side(points, base, k) == 0.0) {
        let front = facet(points, base);
        let back = front.iter().rev().copied().collect();
        [front, back].into()
    } else {
        solid(points)
    };
    let corners: BTreeSet<usize> = facets.iter().flatten().copied().collect();
    let corners: Vec<usize> = corners.into_iter().collect();
    let renumber = |k: usize| corners.partition_point(|&c| c < k);
    Polyhedron {
        vertices: corners.iter().map(|&k| points[k]).collect(),
        facets: facets.into_iter().map(|f| f.into_iter().map(renumber).collect()).collect(),
    }
}

/// The facets of a set that is not flat. Each directed edge is wrapped at most once, so this ends even if
/// the predicates are wrong.
fn solid(points: &[DVec3]) -> Vec<Vec<usize>> {
    let mut facets: Vec<Vec<usize>> = [facet(points, first_facet(points))].into();
    let mut known: BTreeSet<[usize; 2]> = around(&facets[0]).into_iter().collect();
    let mut next = 0;
    while next < facets.len() {
        for [u, v] in around(&facets[next]) {
            if known.insert([v, u]) {
                let found = facet(points, [v, u, wrap(points, v, u)]);
                known.extend(around(&found));
                facets.push(found);
            }
        }
        next += 1;
    }
    facets
}

/// Three points of a facet, counterclockwise seen from outside, for a set that is not flat.
///
/// An edge of the projection onto the xy plane is the trace of a vertical plane beyond which there is no
/// point. Either this plane contains a facet, or it contains just an edge, around which a plane is
/// turned.
fn first_facet(points: &[DVec3]) -> [usize; 3] {
    let projections: Vec<DVec2> = points.iter().map(|p| projection(*p, 2)).collect();
    let outline = chain(&projections);
    let [p, q, other] = [outline[0], outline[1], outline[2]];
    let on_wall = |k: &usize| turn(projections[p], projections[q], projections[*k]) == 0.0;
    let off_edge = |k: &usize| !collinear(points, [p, q, *k]);
    match (0..points.len()).filter(on_wall).find(off_edge) {
        None => [p, q, wrap(points, p, q)],
        Some(r) if side(points, [p, q, r], other) > 0.0 => [q, p, r],
        Some(r) => [p, q, r],
    }
}

/// The point w such that no point is outside of the plane through u, v, w. The segment from u to v is an
/// edge of the hull.
fn wrap(points: &[DVec3], u: usize, v: usize) -> usize {
    let mut all = 0..points.len();
    let mut w = all.find(|&k| !collinear(points, [u, v, k])).unwrap_or(u);
    for k in all {
        if side(points, [u, v, w], k) > 0.0 {
            w = k;
        }
    }
    w
}

/// The outline of all points in the plane of three points, in the orientation of these.
fn facet(points: &[DVec3], three: [usize; 3]) -> Vec<usize> {
    let in_plane: Vec<usize> =
        (0..points.len()).filter(|&k| side(points, three, k) == 0.0).collect();
    let turned = |axis: usize| {
        let [a, b, c] = three.map(|k| projection(points[k], axis));
        turn(a, b, c)
    };
    // The projection of three points that are not collinear has an area on at least one coordinate plane.
    let axis = (1..3).fold(0, |m, i| if turned(i).abs() > turned(m).abs() { i } else { m });
    let projections: Vec<DVec2> = in_plane.iter().map(|&k| projection(points[k], axis)).collect();
    let mut outline: Vec<usize> = chain(&projections).into_iter().map(|i| in_plane[i]).collect();
    if turned(axis) < 0.0 {
        outline.reverse();
    }
    outline
}

/// Positive if the point k is outside of the plane of the three, on the side from which they are
/// counterclockwise; negative if it is inside; 0 if it is in the plane. Exact.
fn side(points: &[DVec3], three: [usize; 3], k: usize) -> f64 {
    exact::side(three.map(|i| points[i]), points[k])
}

/// Are three points on one line? Exact.
fn collinear(points: &[DVec3], three: [usize; 3]) -> bool {
    let [a, b, c] = three.map(|i| points[i]);
    exact::collinear(a, b, c)
}

/// Does the hull contain the origin? Exact. For solid hulls the facets decide. For flat hulls, segments
/// and points, the projections are tested as well.
fn holds_origin(hull: &Polyhedron) -> bool {
    let inside = |f: &Vec<usize>| {
        exact::side([f[0], f[1], f[2]].map(|i| hull.vertices[i]), DVec3::ZERO) <= 0.0
    };
    let in_shadow = |axis: usize| {
        let projections: Vec<DVec2> = hull.vertices.iter().map(|p| projection(*p, axis)).collect();
        let corners: Vec<DVec2> = chain(&projections).into_iter().map(|i| projections[i]).collect();
        d2::holds_origin(&corners)
    };
    hull.facets.iter().all(inside) && (0..3).all(in_shadow)
}

impl Boundary for DVec3 {
    fn search_hull(points: &[Self], search: &mut Search<'_, Self>) -> bool {
        let hull = wrapped(points);
        hull.vertices.iter().for_each(|p| search.corner(*p));
        for [u, v] in hull.edges() {
            search.edge(hull.vertices[u], hull.vertices[v]);
        }
        for triangle in hull.triangles() {
            Self::search_triangle(search, triangle.map(|i| hull.vertices[i]));
        }
        holds_origin(&hull)
    }

    fn search_triangle(search: &mut Search<'_, Self>, mut triangle: [Self; 3]) {
        // Rotates the triangle until its longest side is from b to c. The two short sides give the normal
        // with the least rounding. The component of the normal along the long side, along which the
        // points are farthest apart, is only error and is removed.
        let side_length = |t: &[Self; 3], i: usize| (t[(i + 2) % 3] - t[(i + 1) % 3]).length();
        let apex = (1..3).fold(0, |m, i| {
            if side_length(&triangle, i) > side_length(&triangle, m) { i } else { m }
        });
        triangle.rotate_left(apex);
        let [a, b, c] = triangle;
        let normal = (b - a).cross(c - a);
        search.axes_across(c - b, normal);
        // The nearest point of each side, which need not be an edge of the hull.
        for [u, v] in [[a, b], [b, c], [c, a]] {
            search.side(u, v);
        }
        // The foot of the perpendicular, from the areas of its triangles with the sides. On a thin
        // triangle of length 1 and width w, the weights have errors of the unit of roundoff over w, and
        // so has the foot, but only along the length. The neighbouring triangle on the way to a corner
        // makes up for this.
        let area = |u: Self, v: Self| normal.dot((v - u).cross(-u)).max(0.0);
        let weights = [area(b, c), area(c, a), area(a, b)];
        let total: f64 = weights.iter().sum();
        if total > 0.0 {
            let foot = (a * weights[0] + b * weights[1] + c * weights[2]) / total;
            search.point(foot);
            for corner in triangle {
                search.side(foot, corner);
            }
        }
    }

    fn across(edge: Self) -> Self {
        let least = (1..3).fold(0, |m, i| if edge[i].abs() < edge[m].abs() { i } else { m });
        edge.cross(Vector::unit(least))
    }
}
