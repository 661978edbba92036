//! The build report: the properties of the points that a hull was built from, and what was dropped or
//! joined.
//!
//! A point that is not a vertex was dropped by quickhull, or is inside, or is a corner of triangles but
//! not of facets. Quickhull notes the points that it drops in the plane of a triangle: only these can be
//! on the surface. So only few points are compared with all triangles.

use alloc::vec::Vec;

use glam::{DVec2, DVec3};

use super::exact::{self, chain, projection, steepest, turn};
use super::mesh::{Facets, Mesh};
use super::planes::{area, is_fair};
use super::quickhull::{Surface, Triangle};
use crate::Error;

/// Counts of points and edges from building a hull in 3D. Every point is a vertex of the hull, or is
/// counted in one of the first four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildReport {
    /// Points equal to an earlier one.
    pub duplicates: usize,
    /// Points strictly inside of a solid.
    pub inside: usize,
    /// Points exactly in a face, and on no edge. For flat sets, the points inside the polygon.
    pub in_faces: usize,
    /// Points exactly on an edge. For sets on a line, the points between the ends.
    pub on_edges: usize,
    /// Edges between triangles that are exactly in one plane. They are part of no face.
    pub flat_edges: usize,
    /// Edges that were removed between faces that only rounding separated.
    pub rounded_edges: usize,
    /// Exact faces so thin that their normals were computed with 32 digits or more.
    pub slivers: usize,
    /// The dimension of the points: 3 for a solid, 0 if all points are the same.
    pub dimension: usize,
}

/// The place of a point.
#[derive(Clone, Copy, PartialEq)]
enum OnHull {
    Vertex,
    Edge,
    Face,
    Inside,
}

impl BuildReport {
    /// The report for points that are all the same, or on one line with these ends.
    pub(super) fn of_line(points: &[DVec3], ends: [usize; 2]) -> Self {
        let ends = ends.map(|i| points[i]);
        let mut report = Self { dimension: usize::from(ends[0] != ends[1]), ..Self::default() };
        let end = |group: &[u32]| ends.contains(&points[group[0] as usize]);
        report.count(points, |group| if end(group) { OnHull::Vertex } else { OnHull::Edge });
        report
    }

    /// The report for points in the plane of three points.
    pub(super) fn of_flat(points: &[DVec3], three: [usize; 3]) -> Self {
        let across = area(three.iter().map(|i| points[*i]));
        let axis = steepest(across);
        let projections: Vec<DVec2> = points.iter().map(|p| projection(*p, axis)).collect();
        let corners: Vec<DVec2> = chain(&projections).into_iter().map(|i| projections[i]).collect();
        let place = |group: &[u32]| {
            let p = projections[group[0] as usize];
            let before = corners.iter().cycle().skip(corners.len() - 1);
            let mut sides = before.zip(&corners);
            if corners.contains(&p) {
                OnHull::Vertex
            } else if sides.any(|(a, b)| turn(*a, *b, p) == 0.0) {
                OnHull::Edge
            } else {
                OnHull::Face
            }
        };
        let mut report = Self { dimension: 2, ..Self::default() };
        report.count(points, place);
        report
    }

    /// The report for the points of a solid, without the faces joined afterwards. Also returns the number
    /// of edges of the exact hull.
    pub(super) fn of_solid(surface: &Surface, points: &[DVec3]) -> Result<(Self, usize), Error> {
        let triangles = &surface.triangles;
        let facets = Facets::of(triangles, points);
        let mut places = alloc::vec![OnHull::Inside; points.len()];
        for p in &surface.touching {
            places[*p as usize] = place(triangles, points, *p);
        }
        for corner in triangles.iter().flat_map(|t| t.corners) {
            places[corner as usize] = match facets.around[corner as usize] {
                0 | 1 => OnHull::Face,
                2 => OnHull::Edge,
                _ => OnHull::Vertex,
            };
        }
        let mesh = Mesh::of(triangles, points)?;
        let mut report = Self { dimension: 3, ..Self::default() };
        report.flat_edges = facets.flat.iter().filter(|flat| **flat).count() / 2;
        let fair = |f: &u32| is_fair(mesh.outline(*f));
        report.slivers = mesh.alive().filter(|f| !fair(f)).count();
        // Of equal points, one may be a vertex, and the others in the planes around it.
        let rank = |p: &u32| places[*p as usize];
        report.count(points, |group| {
            let of_corner = group.iter().map(rank).find(|place| *place == OnHull::Vertex);
            let seen = group.iter().map(rank).find(|place| *place != OnHull::Inside);
            of_corner.or(seen).unwrap_or(OnHull::Inside)
        });
        Ok((report, mesh.origin.len() / 2))
    }

    /// Counts the points by their places. `place` gets the indices of equal points.
    fn count(&mut self, points: &[DVec3], place: impl Fn(&[u32]) -> OnHull) {
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        // Adding 0 turns -0 into 0, so that equal numbers are equal in the total order.
        let key = |i: u32| points[i as usize] + DVec3::ZERO;
        order.sort_unstable_by(|i, j| exact::order(&key(*i), &key(*j)));
        for group in order.chunk_by(|i, j| points[*i as usize] == points[*j as usize]) {
            self.duplicates += group.len() - 1;
            match place(group) {
                OnHull::Vertex => {}
                OnHull::Edge => self.on_edges += 1,
                OnHull::Face => self.in_faces += 1,
                OnHull::Inside => self.inside += 1,
            }
        }
    }
}

/// The place of a point that is no corner of a triangle, by the planes that contain it.
fn place(triangles: &[Triangle], points: &[DVec3], p: u32) -> OnHull {
    let mut around = triangles.iter().filter(|t| t.height(points, p) == 0.0);
    let Some(first) = around.next() else {
        return OnHull::Inside;
    };
    let coplanar = |t: &Triangle| t.corners.iter().all(|c| first.height(points, *c) == 0.0);
    if around.all(coplanar) { OnHull::Face } else { OnHull::Edge }
}
