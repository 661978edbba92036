//! The convex hull of points in 3D, for pictures.
//!
//! Points are added one by one. The faces visible from a point outside are removed, and the rim of the
//! hole is connected to the point. Visibility is decided exactly, so that the rim is always one loop,
//! even for coplanar points.

use std::collections::HashSet;

use clearance::glam::DVec3;
use robust::{Coord3D, orient3d};

/// Faces, as indices into a list of points.
pub struct Hull {
    /// Counterclockwise seen from outside. `None` if all points are in one plane.
    pub triangles: Vec<[usize; 3]>,
}

/// With more points than this, only the outermost points along as many directions are used.
const MANY: usize = 3000;

impl Hull {
    /// The hull of the points.
    pub fn of(points: &[DVec3]) -> Self {
        let outer = if points.len() > MANY {
            outermost(points, &directions(MANY))
        } else {
            (0..points.len()).collect()
        };
        let Some(first) = tetrahedron(points, &outer) else {
            return Self { triangles: Vec::new() };
        };
        let [a, b, c, d] = first;
        let mut triangles = vec![[a, b, c], [a, d, b], [b, d, c], [c, d, a]];
        for point in outer.into_iter().filter(|point| !first.contains(point)) {
            add(points, point, &mut triangles);
        }
        Self { triangles }
    }
}

/// Is the face visible from the point?
fn sees(points: &[DVec3], face: [usize; 3], point: usize) -> bool {
    let at = |i: usize| Coord3D { x: points[i].x, y: points[i].y, z: points[i].z };
    orient3d(at(face[0]), at(face[1]), at(face[2]), at(point)) < 0.0
}

fn edges(face: &[usize; 3]) -> [(usize, usize); 3] {
    [(face[0], face[1]), (face[1], face[2]), (face[2], face[0])]
}

fn add(points: &[DVec3], point: usize, triangles: &mut Vec<[usize; 3]>) {
    let (seen, hidden): (Vec<_>, Vec<_>) =
        triangles.drain(..).partition(|face| sees(points, *face, point));
    *triangles = hidden;
    let inside: HashSet<_> = seen.iter().flat_map(edges).collect();
    let rim = seen.iter().flat_map(edges).filter(|(from, to)| !inside.contains(&(*to, *from)));
    triangles.extend(rim.map(|(from, to)| [from, to, point]));
}

/// Four points that are not in one plane; the last is behind the first three.
fn tetrahedron(points: &[DVec3], outer: &[usize]) -> Option<[usize; 4]> {
    let farthest = |measure: &dyn Fn(DVec3) -> f64| {
        let by = |i: &&usize, j: &&usize| measure(points[**i]).total_cmp(&measure(points[**j]));
        outer.iter().max_by(by).copied()
    };
    let a = *outer.first()?;
    let from_a = |p: DVec3| p - points[a];
    let b = farthest(&|p| from_a(p).length())?;
    let c = farthest(&|p| from_a(points[b]).cross(from_a(p)).length())?;
    let normal = from_a(points[b]).cross(from_a(points[c]));
    let d = farthest(&|p| normal.dot(from_a(p)).abs())?;
    if sees(points, [a, b, c], d) {
        Some([a, c, b, d])
    } else if sees(points, [a, c, b], d) {
        Some([a, b, c, d])
    } else {
        None
    }
}

/// The points that are the farthest along one of the directions, each once.
fn outermost(points: &[DVec3], directions: &[DVec3]) -> Vec<usize> {
    let along = |direction: &DVec3| {
        let height = |i: &usize| direction.dot(points[*i]);
        (0..points.len()).max_by(|i, j| height(i).total_cmp(&height(j)))
    };
    let mut outer: Vec<usize> = directions.iter().filter_map(along).collect();
    outer.sort_unstable();
    outer.dedup();
    outer
}

/// Evenly spread directions, on a spiral with the golden angle.
pub fn directions(count: usize) -> Vec<DVec3> {
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let direction = |i: usize| {
        let z = 1.0 - (2 * i + 1) as f64 / count as f64;
        let (sin, cos) = (golden * i as f64).sin_cos();
        let across = (1.0 - z * z).sqrt();
        DVec3::new(across * cos, across * sin, z)
    };
    (0..count).map(direction).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(points: &[DVec3], faces: usize) {
        let hull = Hull::of(points);
        assert_eq!(hull.triangles.len(), faces);
        for face in &hull.triangles {
            for point in 0..points.len() {
                assert!(!sees(points, *face, point), "{face:?} sees {point}");
            }
        }
        // Each edge is there once each way: the surface is closed.
        let all: HashSet<_> = hull.triangles.iter().flat_map(edges).collect();
        assert_eq!(all.len(), 3 * faces);
        assert!(all.iter().all(|(from, to)| all.contains(&(*to, *from))));
    }

    #[test]
    fn grids_of_coplanar_points_are_no_trouble() {
        let grid = |n: i32| -> Vec<DVec3> {
            let steps = || 0..n;
            let rows = steps().flat_map(|x| steps().map(move |y| (x, y)));
            rows.flat_map(|(x, y)| steps().map(move |z| DVec3::new(x.into(), y.into(), z.into())))
                .collect()
        };
        check(&grid(2), 12);
        let cube = Hull::of(&grid(4)).triangles.len();
        check(&grid(4), cube);
    }

    #[test]
    fn the_hull_of_a_sphere_has_all_its_points() {
        check(&directions(500), 2 * 500 - 4);
    }

    #[test]
    fn flat_points_have_no_hull() {
        let flat: Vec<DVec3> = directions(50).iter().map(|d| d.with_z(1.0)).collect();
        for points in [&flat[..], &flat[..2], &flat[..1], &[]] {
            assert!(Hull::of(points).triangles.is_empty());
        }
    }
}
