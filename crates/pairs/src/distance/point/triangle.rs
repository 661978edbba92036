//! The nearest point of a triangle: above its face, on an edge, or at a corner.
//!
//! ```text
//!             \  c   /        The foot of p in the plane is in the triangle where it is left of
//!              \    /         all edges. Else the nearest point is on one of the edges that it
//!        ca     \  /   bc     is right of.
//!               /\/\
//!        ______a____b_____
//!              | ab |
//! ```
//!
//! In 2D a triangle has an interior.

use glam::DVec3;

use super::nearest_point::{Nearest, slack};
use super::{face_planes, segment};
use crate::number::{max, min, sqrt};
use crate::space::{DVector, same};

/// Triangles whose area is a smaller share of their edges' squares are left to GJK.
const SLIVER: f64 = 1e-6;

/// A triangle in 2D, in either orientation; `None` for a sliver.
pub fn in_the_plane<W: DVector>(corners: [W; 3], point: W) -> Option<Nearest<W>> {
    let [a, b, c] = corners.map(same::<W, glam::DVec2>);
    let area = (b - a).perp_dot(c - a);
    let ordered = if area < 0.0 { [a, c, b] } else { [a, b, c] };
    let lengths =
        (b - a).length_squared().max((c - a).length_squared()).max((c - b).length_squared());
    let fat = area.abs() > SLIVER * lengths;
    if !fat {
        return None;
    }
    let normals = [0, 1, 2].map(|i| {
        let edge = ordered[(i + 1) % 3] - ordered[i];
        glam::DVec2::new(edge.y, -edge.x) * (1.0 / sqrt(edge.length_squared()))
    });
    let reach = a.abs().max(b.abs()).max(c.abs()).element_sum();
    face_planes::outline(&ordered, &normals, slack(point, reach), same(point))
        .map(face_planes::back)
}

/// A triangle in 3D; `None` for a sliver.
pub fn in_space<W: DVector>(corners: [W; 3], point: W) -> Option<Nearest<W>> {
    let [a, b, c] = corners.map(same::<W, DVec3>);
    let p: DVec3 = same(point);
    let [ab, bc, ca] = [b - a, c - b, a - c];
    let area = ab.cross(-ca);
    let square = area.dot(area);
    let (first, second) = (ab.dot(ab), ca.dot(ca));
    let longest = max(max(first, second), bc.dot(bc));
    let fat = square > SLIVER * SLIVER * longest * longest;
    if !fat {
        return None;
    }
    let normal = area * (1.0 / sqrt(square));
    let up = if normal.dot(p - a) < 0.0 { -normal } else { normal };
    let height = normal.dot(p - a);
    let reach = a.abs().max(b.abs()).max(c.abs()).element_sum();
    let thick = max(normal.dot(ab).abs(), normal.dot(ca).abs());
    let error = slack(point, reach) + thick;
    // How far inside of each edge the point is.
    let inner = |edge: DVec3, square: f64, corner: DVec3| {
        normal.dot(edge.cross(p - corner)) * (1.0 / sqrt(square))
    };
    let inner = [inner(ab, first, a), inner(bc, bc.dot(bc), b), inner(ca, second, c)];
    let least = min(min(inner[0], inner[1]), inner[2]);
    if least >= error {
        return Some(face_planes::between([height.abs(); 2], error, same(up), point));
    }
    let [a, b, c] = corners;
    let mut best: Option<(f64, [W; 2], segment::Foot<W>)> = None;
    for (inner, ends) in inner.into_iter().zip([[a, b], [b, c], [c, a]]) {
        if inner < error {
            let foot = segment::foot(ends, point);
            let square = foot.way.dot(foot.way);
            if best.as_ref().is_none_or(|(least, ..)| square < *least) {
                best = Some((square, ends, foot));
            }
        }
    }
    let (square, ends, foot) = best?;
    // Over the edge within rounding, the direction to it is noise, which may lead into the triangle.
    let way: DVec3 = same(foot.way);
    if (way - normal * normal.dot(way)).length() <= error {
        let bounds = [height.abs(), sqrt(square)];
        return Some(face_planes::between(bounds, error, same(up), point));
    }
    Some(segment::at_foot(ends, point, foot))
}
