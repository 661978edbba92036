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

use super::nearest::{Nearest, same, slack};
use super::{planes, segment};
use crate::number::Scalar;
use crate::space::Vector;

/// Triangles whose area is a smaller share of their edges' squares are left to GJK.
const SLIVER: f64 = 1e-6;

/// A triangle in 2D, in either orientation; `None` for a sliver.
#[inline]
pub fn in_the_plane<W: Vector<Scalar = f64>>(corners: [W; 3], point: W) -> Option<Nearest<W>> {
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
        glam::DVec2::new(edge.y, -edge.x) * (1.0 / Scalar::sqrt(edge.length_squared()))
    });
    let reach = a.abs().max(b.abs()).max(c.abs()).element_sum();
    planes::outline(&ordered, &normals, slack(point, reach), same(point)).map(planes::back)
}

/// A triangle in 3D; `None` for a sliver.
#[inline]
pub fn in_space<W: Vector<Scalar = f64>>(corners: [W; 3], point: W) -> Option<Nearest<W>> {
    let [a, b, c] = corners.map(same::<W, DVec3>);
    let p: DVec3 = same(point);
    let [ab, bc, ca] = [b - a, c - b, a - c];
    let area = ab.cross(-ca);
    let square = area.dot(area);
    let (first, second) = (ab.dot(ab), ca.dot(ca));
    let longest = Scalar::max(Scalar::max(first, second), bc.dot(bc));
    let fat = square > SLIVER * SLIVER * longest * longest;
    if !fat {
        return None;
    }
    let normal = area * (1.0 / Scalar::sqrt(square));
    let up = if normal.dot(p - a) < 0.0 { -normal } else { normal };
    // Positive on the inner side of each edge.
    let inner = |edge: DVec3, corner: DVec3| normal.dot(edge.cross(p - corner));
    let [of_ab, of_bc, of_ca] = [inner(ab, a), inner(bc, b), inner(ca, c)];
    let height = normal.dot(p - a);
    let reach = a.abs().max(b.abs()).max(c.abs()).element_sum();
    let thick = Scalar::max(normal.dot(ab).abs(), normal.dot(ca).abs());
    let error = slack(point, reach) + thick;
    // Beyond a needle's tip, a point is inside of all edges, within rounding.
    let least = error * Scalar::sqrt(longest);
    let over = |distance: f64| Nearest {
        point: same(p - up * distance),
        normal: same(up),
        distance,
        error,
    };
    if of_ab >= least && of_bc >= least && of_ca >= least {
        return Some(over(height.abs()));
    }
    let [a, b, c] = corners;
    let mut best = (f64::INFINITY, [a, b], a);
    for (inner, ends) in [(of_ab, [a, b]), (of_bc, [b, c]), (of_ca, [c, a])] {
        if inner < least {
            let foot = segment::foot(ends, point);
            let square = (point - foot).dot(point - foot);
            if square < best.0 {
                best = (square, ends, foot);
            }
        }
    }
    let (square, ends, foot) = best;
    let distance = Scalar::sqrt(square);
    let within = of_ab >= 0.0 && of_bc >= 0.0 && of_ca >= 0.0;
    if within && distance <= height.abs() + error {
        let more = 0.5 * Scalar::max(distance - height.abs(), 0.0);
        return Some(Nearest { error: error + more, ..over(height.abs() + more) });
    }
    let found = segment::at_foot(ends, point, foot);
    // On an edge within rounding, the direction to it is noise.
    let normal = if found.distance > found.error { found.normal } else { same(up) };
    Some(Nearest { normal, ..found })
}
