//! The build report: what building a hull found in its points, and what it dropped or joined on the way.
//!
//! A point that is no vertex was dropped by quickhull, or buried, or is a corner of triangles
//! that are no corners of facets. Quickhull noted which points it dropped in the plane of a
//! triangle: none but those can be in the surface. So few points are compared with all triangles.

use alloc::vec::Vec;

use glam::{DVec2, DVec3};

use super::exact::{chain, projection, turn};
use super::mesh::{Facets, Mesh};
use super::planes::{area, is_fair};
use super::quickhull::{Surface, Triangle};
use crate::Error;

/// What building a hull in space found in its points, and what it did about it: counts. Every
/// point is a vertex of the hull, or counted in one of the first four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildReport {
    /// Points equal to one that was given before.
    pub duplicates: usize,
    /// Points strictly inside of a solid.
    pub inside: usize,
    /// Points in a face and on no edge, exactly; of flat sets the points inside the polygon.
    pub in_faces: usize,
    /// Points on an edge, exactly; of sets on a line the points between the ends.
    pub on_edges: usize,
    /// Edges between triangles that are exactly in one plane. They are part of no face.
    pub flat_edges: usize,
    /// Edges that were taken out between faces that only rounding kept apart.
    pub rounded_edges: usize,
    /// Exact faces so thin that their normals were taken with 32 digits.
    pub slivers: usize,
    /// How many dimensions the points span: 3 for a solid, 0 where all are the same.
    pub dimension: usize,
}

/// Where a point is.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Vertex,
    Edge,
    Face,
    Inside,
}

impl BuildReport {
    /// Of points that are all the same, or on one line; these are its ends.
    pub(super) fn of_line(points: &[DVec3], ends: [usize; 2]) -> Self {
        let ends = ends.map(|i| points[i]);
        let mut report = Self { dimension: usize::from(ends[0] != ends[1]), ..Self::default() };
        let end = |group: &[u32]| ends.contains(&points[group[0] as usize]);
        report.count(points, |group| if end(group) { Place::Vertex } else { Place::Edge });
        report
    }

    /// Of points in the plane of the three.
    pub(super) fn of_flat(points: &[DVec3], three: [usize; 3]) -> Self {
        let across = area(three.iter().map(|i| points[*i]));
        let axis = (1..3).fold(0, |m, i| if across[i].abs() > across[m].abs() { i } else { m });
        let projections: Vec<DVec2> = points.iter().map(|p| projection(*p, axis)).collect();
        let corners: Vec<DVec2> = chain(&projections).into_iter().map(|i| projections[i]).collect();
        let place = |group: &[u32]| {
            let p = projections[group[0] as usize];
            let before = corners.iter().cycle().skip(corners.len() - 1);
            let mut sides = before.zip(&corners);
            if corners.contains(&p) {
                Place::Vertex
            } else if sides.any(|(a, b)| turn(*a, *b, p) == 0.0) {
                Place::Edge
            } else {
                Place::Face
            }
        };
        let mut report = Self { dimension: 2, ..Self::default() };
        report.count(points, place);
        report
    }

    /// Of the points of a solid; what is joined afterwards is not yet in it. And how many edges
    /// the exact hull has.
    pub(super) fn of_solid(surface: &Surface, points: &[DVec3]) -> Result<(Self, usize), Error> {
        let triangles = &surface.triangles;
        let facets = Facets::of(triangles, points);
        let mut places = alloc::vec![Place::Inside; points.len()];
        for p in &surface.touching {
            places[*p as usize] = place(triangles, points, *p);
        }
        for corner in triangles.iter().flat_map(|t| t.corners) {
            places[corner as usize] = match facets.around[corner as usize] {
                0 | 1 => Place::Face,
                2 => Place::Edge,
                _ => Place::Vertex,
            };
        }
        let mesh = Mesh::of(triangles, points)?;
        let mut report = Self { dimension: 3, ..Self::default() };
        report.flat_edges = facets.flat.iter().filter(|flat| **flat).count() / 2;
        let fair = |f: &u32| is_fair(mesh.outline(*f));
        report.slivers = mesh.alive().filter(|f| !fair(f)).count();
        // Of equal points one may be a vertex, and the others in the planes around it.
        let rank = |p: &u32| places[*p as usize];
        report.count(points, |group| {
            let of_corner = group.iter().map(rank).find(|place| *place == Place::Vertex);
            let seen = group.iter().map(rank).find(|place| *place != Place::Inside);
            of_corner.or(seen).unwrap_or(Place::Inside)
        });
        Ok((report, mesh.origin.len() / 2))
    }

    /// Counts the points by their places. `place` is asked of the numbers of equal points.
    fn count(&mut self, points: &[DVec3], place: impl Fn(&[u32]) -> Place) {
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        // Adding 0 turns -0 into 0, so that equal numbers are equal in total order.
        let key = |i: u32| points[i as usize] + DVec3::ZERO;
        order.sort_unstable_by(|i, j| {
            let (p, q) = (key(*i), key(*j));
            p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)).then(p.z.total_cmp(&q.z))
        });
        for group in order.chunk_by(|i, j| points[*i as usize] == points[*j as usize]) {
            self.duplicates += group.len() - 1;
            match place(group) {
                Place::Vertex => {}
                Place::Edge => self.on_edges += 1,
                Place::Face => self.in_faces += 1,
                Place::Inside => self.inside += 1,
            }
        }
    }
}

/// The place of a point that is no corner of a triangle, by the planes that it is in.
fn place(triangles: &[Triangle], points: &[DVec3], p: u32) -> Place {
    let mut around = triangles.iter().filter(|t| t.height(points, p) == 0.0);
    let Some(first) = around.next() else {
        return Place::Inside;
    };
    let coplanar = |t: &Triangle| t.corners.iter().all(|c| first.height(points, *c) == 0.0);
    if around.all(coplanar) { Place::Face } else { Place::Edge }
}
