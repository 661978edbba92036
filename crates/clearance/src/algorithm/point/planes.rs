//! Polygons and polyhedra with an inside: the face that a point is highest above.
//!
//! Inside, the nearest point of the surface is the foot on the face that is nearest, as no other
//! face comes between. Outside, it is the foot on a face only if that foot is on the face:
//!
//! ```text
//!         1 |  2           1: above an edge, between its ends: on the edge.
//!      -----+              2: above two edges, beside both: at their corner.
//!    inside |  1
//! ```

use glam::{DVec2, DVec3};

use super::{Nearest, same, slack};
use crate::hull::{LANES, Outline, Polyhedron};
use crate::number::Scalar;
use crate::number::simd::{Work, widest};
use crate::space::Vector;

/// From the plane's own vectors.
pub(super) fn back<W: Vector<Scalar = f64>>(found: Nearest<DVec2>) -> Nearest<W> {
    let Nearest { point, normal, distance, error } = found;
    Nearest { point: same(point), normal: same(normal), distance, error }
}

#[inline]
pub(super) fn polygon<W: Vector<Scalar = f64>>(
    polygon: &Outline<DVec2>,
    reach: f64,
    point: W,
) -> Option<Nearest<W>> {
    // The normals and vertices are right to rounding of the reach, as is what `outline` makes
    // of them.
    let error = slack(point, 2.0 * reach);
    outline(polygon.vertices(), polygon.normals(), error, same(point)).map(back)
}

/// Corners counterclockwise, and the outward normals of the edges from each to the next.
#[inline]
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
        if height > 0.0 {
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
    if let Some((square, corner)) = nearest {
        let distance = Scalar::sqrt(square);
        // On a corner within rounding, the way there says nothing.
        let clear = distance > error;
        let normal = if clear { (p - corner) * (1.0 / distance) } else { normals[face] };
        return Some(Nearest { point: corner, normal, distance, error });
    }
    let normal = *normals.get(face)?;
    Some(Nearest { point: p - normal * highest, normal, distance: highest, error })
}

/// A polyhedron: inside, and over a face. None beside all faces, which is left to GJK.
#[inline]
pub(super) fn polyhedron<W: Vector<Scalar = f64>>(
    solid: &Polyhedron<DVec3>,
    reach: f64,
    point: W,
) -> Option<Nearest<W>> {
    if solid.inner_radius() <= 0.0 {
        return None;
    }
    let p: DVec3 = same(point);
    let (height, face) = above(solid, p);
    // The exact hull is below the plane by no more than the hull's own error; what is deeper
    // than that below all planes is inside (`Polyhedron` says why).
    let error = slack(point, reach) + solid.error();
    let normal = solid.normals().get(face);
    let foot = p - normal * height;
    let on_face = || {
        let topology = solid.topology();
        let vertex = |e| solid.vertices().get(e);
        topology.face_edges(face).all(|e| {
            let (from, to) = (vertex(topology.origin(e)), vertex(topology.target(e)));
            normal.dot((to - from).cross(foot - from)) >= 0.0
        })
    };
    let over = height <= 0.0 || on_face();
    let [point, normal] = [foot, normal].map(same);
    over.then_some(Nearest { point, normal, distance: height, error })
}

/// The face that a point is highest above, by number, and how high; negative inside.
#[inline]
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
