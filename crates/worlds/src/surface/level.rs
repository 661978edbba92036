//! Level facets: those that have nothing but one plane around them, up to a tilt of [`MOST_TILT`].
//!
//! ```text
//!      .---.---.---.        All facets at the corners of T face the same way, and there are some all around
//!     / \ / \ / \ / \       each corner: nothing is touched there but along the front of T.
//!    .---.---.---.---.
//!     \ / \ / \T/ \ /
//!      .---.---.---.
//! ```
//!
//! **All contacts of a level facet have the normal of its front**, so that no search has to find it. (Where a body is
//! deeper than the margin along the front, a search tells whether it touches the facet at all.) For let n be any
//! normal that a search finds, of length 1, and v the corner of T that is farthest along it. If n is not the front, some
//! facet around v rises along n from v, because they are all around v in the plane. So v is no peak, and the joints of T,
//! which are flat, turn n to the front, as they turn normals that lead to the back. There are two exceptions, in which a
//! search would give n: a body with a face that is turned by less than a sixteenth of a degree, and a normal that is
//! turned by about the tilt around v. The front is as good for both. No depth is lost: what a facet has along its own
//! front and what its neighbour has along the other's differ by half of the square of the tilt.
//!
//! **On a facet that has level ones beyond its edges, a face of a polytope leaves the points of its corners alone.** The
//! other points of both are where its border crosses edges, and corners of facets under it. Where level facets meet, these
//! are between others of the same plane, so the part that is touched reaches no farther by them, and is no deeper. (A
//! corner beyond the margin has no point, as on a box. Tilts that add up over many facets leave out what is within the
//! margin: below the plane of the facet is no more of the body. And if one is deeper than all points, it is searched.) A
//! corner that the tilt puts between two facets is over both, also where the rounding of a scaled surface tilts them more
//! (`Facing::tilt`). This is so where none of its corners is deeper than the margin: it could be over a facet that the
//! body does not touch.

use alloc::vec::Vec;

use glam::DVec3;

use super::edges::{Bend, Edge};

/// The sine of the most tilt of two facets at a corner. Half of its square is 2e-9, half of what
/// [`Manifold`](clearance_geometry::answer::Manifold) promises of separations; and the vertices of a plane that are rounded
/// to `f32` do not tilt its facets by more, if these are not below a thousandth of the size.
pub const MOST_TILT: f64 = 1.0 / 16_384.0;

/// Is a facet level?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Not,
    Is,
    /// And so are the facets beyond its edges.
    Inner,
}

/// Which facets are level. None is in 2D.
pub fn level(facets: &[[u32; 3]], edges: &[[Edge; 3]], places: &[DVec3], dim: usize) -> Vec<Level> {
    if dim == 2 {
        return alloc::vec![Level::Not; facets.len()];
    }
    // The front of the first facet at each vertex; zero if others are turned from it, and where the surface ends.
    let mut fronts = alloc::vec![DVec3::NAN; places.len()];
    for (corners, edges) in facets.iter().zip(edges) {
        let [a, b, c] = corners.map(|v| places[v as usize]);
        let front = (b - a).cross(c - a).normalize_or_zero();
        for (i, &vertex) in corners.iter().enumerate() {
            let first = &mut fronts[vertex as usize];
            *first = if first.is_nan() { front } else { *first };
            let is_open = [i, (i + 2) % 3].iter().any(|k| edges[*k].bend == Bend::Open);
            if is_open || first.distance_squared(front) > 0.25 * MOST_TILT * MOST_TILT {
                *first = DVec3::ZERO;
            }
        }
    }
    let is_level = |vertex: &u32| fronts[*vertex as usize] != DVec3::ZERO;
    let level: Vec<bool> = facets.iter().map(|corners| corners.iter().all(is_level)).collect();
    let of_facet = |(&is_level, edges): (&bool, &[Edge; 3])| match is_level {
        false => Level::Not,
        true if edges.iter().all(|edge| level[edge.facet as usize]) => Level::Inner,
        true => Level::Is,
    };
    level.iter().zip(edges).map(of_facet).collect()
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, Vec3};

    use super::*;
    use crate::Mesh;

    fn count(mesh: &Mesh<Vec3>, level: Level) -> usize {
        (0..mesh.len() as u32).filter(|facet| mesh.surface().level(*facet) == level).count()
    }

    /// A plane of 40 by 40 cells, turned, with the middle vertex this much higher.
    fn plane(turn: DQuat, rise: f64) -> Mesh<Vec3> {
        let point = |k: u32| DVec3::new(f64::from(k % 41), f64::from(k / 41), 0.0);
        let raised = |k: u32| point(k) + DVec3::Z * if k == 20 * 42 { rise } else { 0.0 };
        let vertices = (0..41 * 41).map(|k| (turn * raised(k)).as_vec3()).collect();
        let cells = (0..40 * 40).map(|k| k / 40 * 41 + k % 40);
        let facets = cells.flat_map(|i| [[i, i + 1, i + 42], [i, i + 42, i + 41]]);
        Mesh::new(vertices, facets.collect()).unwrap()
    }

    #[test]
    fn planes_are_level_but_at_their_rim_however_they_are_turned() {
        let turn = DQuat::from_rotation_x(0.7) * DQuat::from_rotation_y(0.3);
        for turn in [DQuat::IDENTITY, turn] {
            let mesh = plane(turn, 0.0);
            let level = [Level::Inner, Level::Is].map(|level| count(&mesh, level));
            assert_eq!(level[0] + level[1], 2 * 38 * 38);
            assert_eq!(level[1], 4 * 38 - 2);
        }
    }

    #[test]
    fn what_rises_or_ends_there_is_not_level() {
        // Two facets at the vertex are turned from each other by so much, and those beside it by half of it.
        let most = 0.5 * MOST_TILT / 8.0_f64.sqrt();
        let is_level =
            |rise| count(&plane(DQuat::IDENTITY, rise), Level::Not) == 2 * (1600 - 38 * 38);
        assert!(is_level(0.9 * most) && !is_level(2.1 * most));
    }
}
