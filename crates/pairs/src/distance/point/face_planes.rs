//! Polygons and polyhedra that have an interior: the face above which a point is the highest.
//!
//! For a point inside, the nearest point of the surface is its foot on the nearest face, because no other
//! face is between. For a point outside, it is the foot on a face only if this foot is on the face:
//!
//! ```text
//!         1 |  2           1: above an edge, between its ends: on the edge.
//!      -----+              2: above two edges, beside both: at their corner.
//!    inside |  1
//! ```
//!
//! **The limits of planes.** A point beyond a needle's tip may be below all planes within rounding, at a
//! distance of rounding over the needle's angle. The same holds beyond the sharp corner of a face, for
//! the planes of its edges. There the planes prove that the point is outside by no more than rounding
//! along any face's normal, but this does not bound its distance. So a point counts as inside only if it
//! is deeper than rounding below all planes, because then the ball around it up to the planes, less
//! rounding, is inside too. And a foot counts as on the face only if it is inside of all its edges by
//! more than rounding, or if a point of an edge is as near.

use glam::{DVec2, DVec3};

use super::corner;
use super::nearest_point::{CLEAR, Nearest, slack};
use super::segment::{self, Foot};
use crate::hull::{LANES, Outline, Polyhedron};
use crate::number::simd::{Work, widest};
use crate::number::{max, sqrt};
use crate::space::{DVector, same};

/// From the type of the plane's vectors to that of the query.
pub(super) fn back<W: DVector>(found: Nearest<DVec2>) -> Nearest<W> {
    let Nearest { point, normal, distance, error } = found;
    Nearest { point: same(point), normal: same(normal), distance, error }
}

pub fn polygon<W: DVector>(polygon: &Outline<DVec2>, reach: f64, point: W) -> Option<Nearest<W>> {
    // The normals and vertices are exact up to rounding of the reach, and so are the results of
    // `outline`.
    let error = slack(point, 2.0 * reach);
    outline(polygon.vertices(), polygon.normals(), error, same(point)).map(back)
}

/// Corners counterclockwise, and the outward normals of the edges from each corner to the next. `None` if
/// the point is near a corner that is too sharp for planes.
pub(super) fn outline(
    corners: &[DVec2],
    normals: &[DVec2],
    error: f64,
    p: DVec2,
) -> Option<Nearest<DVec2>> {
    let (mut highest, mut face) = (f64::NEG_INFINITY, 0);
    let mut nearest: Option<(f64, DVec2)> = None;
    for (i, (corner, normal)) in corners.iter().zip(normals).enumerate() {
        let from = p - *corner;
        let height = normal.dot(from);
        if height > highest {
            (highest, face) = (height, i);
        }
        // Half of the error, so that rounding cannot exclude the edge of the nearest corner.
        if height > 0.5 * error {
            let along = DVec2::new(-normal.y, normal.x);
            let next = corners[(i + 1) % corners.len()];
            if along.dot(from) >= 0.0 && along.dot(p - next) <= 0.0 {
                let foot = p - *normal * height;
                return Some(Nearest { point: foot, normal: *normal, distance: height, error });
            }
            for corner in [*corner, next] {
                let square = (p - corner).length_squared();
                if nearest.is_none_or(|(best, _)| square < best) {
                    nearest = Some((square, corner));
                }
            }
        }
    }
    if let Some((square, corner)) = nearest.filter(|_| highest > error) {
        let distance = sqrt(square);
        let normal = (p - corner) * (1.0 / distance);
        return Some(Nearest { point: corner, normal, distance, error });
    }
    let normal = *normals.get(face)?;
    if highest > -error {
        return on_the_outline(corners, [highest, error], normal, p);
    }
    Some(Nearest { point: p - normal * highest, normal, distance: highest, error })
}

/// The same for a point that is below all lines, or on one, within rounding; `highest` is its height
/// above the line of `normal`.
#[cold]
#[inline(never)]
fn on_the_outline(
    corners: &[DVec2],
    [highest, error]: [f64; 2],
    normal: DVec2,
    p: DVec2,
) -> Option<Nearest<DVec2>> {
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let edges = edges.map(|(a, b)| [*a, *b]);
    let Foot { point: foot, way, .. } = segment::nearest_foot(edges, p)?;
    let distance = sqrt(way.length_squared());
    if distance <= highest.abs() + error {
        // On the surface within rounding, the direction to it is noise.
        return Some(between([highest, distance], error, normal, p));
    }
    // Beyond a sharp corner, if all other corners are behind the line perpendicular to the direction from
    // it.
    let away = way * (1.0 / distance);
    let beyond = corners.iter().all(|corner| away.dot(*corner - foot) <= error);
    beyond.then_some(Nearest { point: foot, normal: away, distance, error: 2.0 * error })
}

/// The answer for a point whose height over a plane is between these bounds.
pub(super) fn between<W: DVector>(
    [low, high]: [f64; 2],
    error: f64,
    normal: W,
    p: W,
) -> Nearest<W> {
    let more = 0.5 * max(high - low, 0.0);
    let distance = low + more;
    Nearest { point: p - normal * distance, normal, distance, error: error + more }
}

/// A polyhedron, for points inside, above a face, and beside all faces (`corner.rs`). `None` near edges and
/// corners that are too sharp for planes; these are left to GJK.
pub fn polyhedron<W: DVector>(
    solid: &Polyhedron<DVec3>,
    reach: f64,
    point: W,
) -> Option<Nearest<W>> {
    if solid.inner_radius() <= 0.0 {
        return None;
    }
    let p: DVec3 = same(point);
    let (height, face) = above(solid, p);
    // The exact hull is below the plane by at most the hull's own error; a point deeper than that below
    // all planes is inside (see `Polyhedron`).
    let error = slack(point, reach) + solid.error();
    let normal = solid.normals().get(face);
    let foot = p - normal * height;
    let topology = solid.topology();
    let vertex = |e| solid.vertices().get(e);
    let ends = |e| [vertex(topology.origin(e)), vertex(topology.target(e))];
    // Is the foot inside of all edges of the face, by this much?
    let within = |by: f64| {
        topology.face_edges(face).all(|e| {
            let [from, to] = ends(e);
            let edge = to - from;
            let least = by * sqrt(edge.length_squared());
            normal.dot(edge.cross(foot - from)) >= least
        })
    };
    if height <= -error || within(error) {
        let [point, normal] = [foot, normal].map(same);
        return Some(Nearest { point, normal, distance: height, error });
    }
    // Is a point of an edge as near? No point of the face is nearer than its plane.
    let way = segment::nearest_foot(topology.face_edges(face).map(ends), p)?.way;
    let distance = sqrt(way.length_squared());
    // Beside the face by a width w, the distance is larger by w^2 / (2 distance), which may be rounding
    // even if w is not. False for NaN.
    let is_over = distance <= height.abs() + error
        && (distance <= CLEAR * error || (way - normal * normal.dot(way)).length() <= error);
    if !is_over {
        let Nearest { point, normal, distance, error } = corner::nearest(solid, face, p, error)?;
        return Some(Nearest { point: same(point), normal: same(normal), distance, error });
    }
    Some(between([height, distance], error, same(normal), point))
}

/// The index of the face above which a point is the highest, and the height; negative inside.
pub fn above(solid: &Polyhedron<DVec3>, point: DVec3) -> (f64, u32) {
    let (height, face) = widest(Above { solid, point });
    // Padding repeats the last face.
    (height, face.min(solid.normals().len() as u32 - 1))
}

/// All faces, eight at a time.
struct Above<'w> {
    solid: &'w Polyhedron<DVec3>,
    point: DVec3,
}

impl Work for Above<'_> {
    type Output = (f64, u32);
    #[inline(always)]
    fn run(self) -> (f64, u32) {
        let (normals, offsets, p) = (self.solid.normals(), self.solid.offsets(), self.point);
        let [x, y, z] =
            [normals.x(), normals.y(), normals.z()].map(|column| column.as_chunks::<LANES>().0);
        let (mut top, mut at) = ([f64::NEG_INFINITY; LANES], [0_u64; LANES]);
        for (i, d) in offsets.as_chunks::<LANES>().0.iter().enumerate() {
            let (x, y, z) = (&x[i], &y[i], &z[i]);
            for k in 0..LANES {
                let height = (x[k] * p.x + y[k] * p.y + z[k] * p.z) - d[k];
                at[k] = if height > top[k] { i as u64 } else { at[k] };
                top[k] = if height > top[k] { height } else { top[k] };
            }
        }
        let (mut best, mut face) = (f64::NEG_INFINITY, 0);
        for k in 0..LANES {
            let number = at[k] as u32 * LANES as u32 + k as u32;
            if top[k] > best || (top[k] == best && number < face) {
                (best, face) = (top[k], number);
            }
        }
        (best, face)
    }
}
