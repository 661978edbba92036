//! The upper bound from a surface, for overlapping cores. If a closed surface with corners in the
//! Minkowski difference winds around the origin, and is nowhere nearer to it than L, the ball of radius L
//! is in the difference. So the depth of the cores is at least L.
//!
//! Reason: the winding number of a closed surface around a point does not change while the point moves
//! without meeting the surface. All points nearer to the origin than L can be reached in this way, so the
//! surface winds around each of them. It cannot wind around a point outside of the convex hull of its
//! corners, because from there a ray leads away from the hull. So the ball is in the hull, and the hull
//! is in the difference, which is convex.
//!
//! The winding number around the origin is counted along a ray from the origin: faces that the ray leaves
//! through count +1, faces that it enters through count -1. Each face must be decided in interval
//! arithmetic; if one is not, another ray is tried. Thin faces, and faces that are flat to a line, do no
//! harm unless the ray passes very near to them.
//!
//! The corner of a smooth shape is rounded, so it may be known only to be within `error` of a point of
//! the difference. Moving all corners to their true places moves no point of the surface by more than
//! this. So L minus the error holds for the true surface. During the move the surface does not meet the
//! origin, so it still winds around it.
//!
//! The same holds in 2D, with edges.

use alloc::vec::Vec;

use super::frame::{Triple, cross, det, dot, minus, norm, times};
use super::interval::Interval;
use super::pair::{CorePair, Corner};
use clearance_geometry::answer::Surface;
use clearance_geometry::number::binade;
use clearance_geometry::space::Vector;

/// A proven upper bound of the clearance; infinity if the surface proves nothing.
pub(super) fn upper_bound<V: Vector>(pair: &CorePair<'_, V>, surface: &Surface<V::Wide>) -> f64 {
    depth(pair, surface).map_or(f64::INFINITY, |d| (-d - pair.radii).high())
}

/// A positive lower bound of the depth of the cores.
fn depth<V: Vector>(pair: &CorePair<'_, V>, surface: &Surface<V::Wide>) -> Option<Interval> {
    let corners = surface.members.iter().map(|m| pair.corner(m));
    let corners = corners.collect::<Option<Vec<Corner>>>()?;
    let error = corners.iter().fold(0.0_f64, |e, c| e.max(c.error));

    // In units of the largest length, products of three lengths stay within range.
    let coordinates = corners.iter().flat_map(|c| c.point);
    let unit = binade(coordinates.fold(0.0, |m, x| x.magnitude().max(m)));
    let shrink = Interval::exact(1.0 / unit);
    let points: Vec<Triple> = corners.iter().map(|c| times(c.point, shrink)).collect();

    let faces = surface.faces.iter().map(|f| face::<V>(&points, f));
    let faces = faces.collect::<Option<Vec<[Triple; 3]>>>()?;
    if !is_closed::<V>(&surface.faces) || winding::<V>(&faces)? < 1 {
        return None;
    }
    let nearest = nearest::<V>(&faces);
    let depth = Interval::exact(nearest) * Interval::exact(unit) - Interval::exact(error);
    (depth.low() > 0.0).then_some(depth)
}

/// The z direction, which replaces the third corner in 2D.
const Z: Triple = [Interval::ZERO, Interval::ZERO, Interval::ONE];

/// The corners of a face; `None` if an index is out of range.
fn face<V: Vector>(points: &[Triple], indices: &[u32; 3]) -> Option<[Triple; 3]> {
    let at = |i: u32| points.get(i as usize).copied();
    let third = if V::DIM == 3 { at(indices[2])? } else { Z };
    Some([at(indices[0])?, at(indices[1])?, third])
}

/// Does every edge of the triangles (in 2D, every end of the edges) have its opposite?
fn is_closed<V: Vector>(faces: &[[u32; 3]]) -> bool {
    if V::DIM == 2 {
        return same(faces.iter().map(|f| f[0]), faces.iter().map(|f| f[1]));
    }
    let edges = faces.iter().flat_map(|&[i, j, k]| [[i, j], [j, k], [k, i]]);
    same(edges.clone(), edges.map(|[i, j]| [j, i]))
}

/// Are two lists the same up to their order?
fn same<T: Ord>(one: impl Iterator<Item = T>, other: impl Iterator<Item = T>) -> bool {
    let (mut one, mut other): (Vec<_>, Vec<_>) = (one.collect(), other.collect());
    one.sort_unstable();
    other.sort_unstable();
    one == other
}

/// Directions that are in no special position relative to man-made shapes.
pub(super) const RAYS: [[f64; 3]; 6] = [
    [0.5377, 0.8339, 0.2588],
    [-0.8622, 0.3188, -0.4336],
    [0.3426, -0.9578, 0.7694],
    [-0.3499, -0.7254, 0.6631],
    [0.7147, -0.2050, -0.8241],
    [0.1349, 0.4897, -0.9072],
];

/// The winding number of the surface around the origin; `None` if no ray decides it.
fn winding<V: Vector>(faces: &[[Triple; 3]]) -> Option<i32> {
    let count = |ray: [f64; 3]| {
        let ray = ray.map(Interval::exact);
        faces.iter().try_fold(0_i32, |sum, f| Some(sum.saturating_add(crossing::<V>(f, ray)?)))
    };
    RAYS.into_iter().find_map(count)
}

/// +1 if the ray leaves through the face, -1 if it enters, 0 if it misses; `None` if this is not decided.
///
/// By Cramer's rule, with s0 = det(ray, c1, c2) and so on around, `s0 c0 + s1 c1 + s2 c2 = det(c0, c1,
/// c2) ray`: the ray meets the face if all s have the sign of the determinant. If two of them differ in
/// sign, neither the ray nor its opposite meets the face.
fn crossing<V: Vector>([c0, c1, c2]: &[Triple; 3], ray: Triple) -> Option<i32> {
    let ray = if V::DIM == 3 { ray } else { [ray[0], ray[1], Interval::ZERO] };
    let sides = [det(ray, *c1, *c2), det(*c0, ray, *c2), det(*c0, *c1, ray)];
    let signs = sides.map(Interval::sign);
    let signs = &signs[..V::DIM];
    if signs.contains(&Some(1)) && signs.contains(&Some(-1)) {
        return Some(0);
    }
    let side = signs[0]?;
    let decided = signs.iter().all(|s| *s == Some(side));
    let orientation = det(*c0, *c1, *c2).sign()?;
    decided.then_some(if orientation == side { side } else { 0 })
}

/// A lower bound on the distance of the faces from the origin.
fn nearest<V: Vector>(faces: &[[Triple; 3]]) -> f64 {
    let mut nearest = f64::INFINITY;
    for face in faces {
        let by_plane = plane_bound::<V>(face);
        // In most cases the plane is as far as the triangle. It is never farther.
        let bound = if by_plane < nearest { by_plane.max(rim_bound::<V>(face)) } else { by_plane };
        nearest = nearest.min(bound);
    }
    nearest
}

/// Along any direction, a face is at least as far from the origin as its lowest corner.
fn bound_along<V: Vector>(direction: Triple, face: &[Triple; 3]) -> f64 {
    // Any direction is valid, so the middles are used as exact numbers.
    let direction = direction.map(Interval::middle);
    let heights = face[..V::DIM].iter().map(|c| dot(direction, *c));
    let lowest = heights.reduce(Interval::min).unwrap_or(Interval::ANY);
    (lowest / norm(direction)).low()
}

/// The bound along the normal of the face's plane (in 2D, of its line).
fn plane_bound<V: Vector>(face: &[Triple; 3]) -> f64 {
    let [c0, c1, c2] = *face;
    let normal = cross(minus(c1, c0), if V::DIM == 3 { minus(c2, c0) } else { Z });
    let outward = dot(normal, c0).high() > 0.0;
    bound_along::<V>(if outward { normal } else { normal.map(|x| -x) }, face)
}

/// The bound along the directions of the corners and of the feet of the origin on the edges. One of
/// these, or the normal, is the direction of the nearest point.
fn rim_bound<V: Vector>(face: &[Triple; 3]) -> f64 {
    let corners = &face[..V::DIM];
    let bounds = (0..V::DIM).map(|i| {
        let (p, q) = (corners[i], corners[(i + 1) % V::DIM]);
        let edge = minus(q, p);
        let foot = minus(times(p, dot(edge, edge)), times(edge, dot(edge, p)));
        bound_along::<V>(p, face).max(bound_along::<V>(foot, face))
    });
    bounds.fold(f64::NEG_INFINITY, f64::max)
}
