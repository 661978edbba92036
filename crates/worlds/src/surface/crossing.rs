//! How often, and in which direction, the ray from a point along +x crosses a facet; exact.
//!
//! ```text
//!       ____________            The sum over a closed surface is the winding number of the point:
//!      |            |           how often the surface goes around it.
//!      |   p--------+--->       From behind the front: +1, from before it: -1.
//!      |____________|
//! ```
//!
//! *Ties.* The point is moved by (d, e, e^2), where d is infinitely small and e infinitely small compared
//! with d. So it is on no facet and its ray meets no edge, and two facets at an edge decide alike: the
//! sign of an edge seen along x changes when its ends are exchanged. The winding number of a point of the
//! surface is that of the moved point.
//!
//! *Source.* Edelsbrunner and Mücke, Simulation of simplicity, 1990; the signs are Shewchuk's predicates.

use clearance_geometry::hull::exact::{projection, side, turn};
use glam::DVec3;

/// The crossings with a facet: 1, 0 or -1. All in tree coordinates, which are at most 1.
pub fn crossing(dim: usize, triangle: [DVec3; 3], p: DVec3) -> i32 {
    if dim == 2 { crossing_2d(triangle, p) } else { crossing_3d(triangle, p) }
}

fn crossing_3d([a, b, c]: [DVec3; 3], p: DVec3) -> i32 {
    let is_beside = |i: usize| p[i] < a[i].min(b[i]).min(c[i]) || p[i] > a[i].max(b[i]).max(c[i]);
    if is_beside(1) || is_beside(2) || p.x > a.x.max(b.x).max(c.x) {
        return 0;
    }
    // Seen from +x, with y to the right and z up: is the ray on the left of the edge?
    let is_left = |a: DVec3, b: DVec3| {
        let area = turn(projection(a, 0), projection(b, 0), projection(p, 0));
        if area != 0.0 {
            area > 0.0
        } else if a.z != b.z {
            // Moved along y
            a.z > b.z
        } else {
            // Moved along z. False for an edge along x; then the two other edges differ.
            a.y < b.y
        }
    };
    let left = is_left(a, b);
    if is_left(b, c) != left || is_left(c, a) != left {
        return 0;
    }
    // If the ray is on the left of all edges, the front of the facet is towards +x. In its plane, the point is
    // moved along x past it.
    let front = side([a, b, c], p);
    match left {
        true if front < 0.0 => 1,
        false if front > 0.0 => -1,
        _ => 0,
    }
}

fn crossing_2d([a, b, _]: [DVec3; 3], p: DVec3) -> i32 {
    // Moved along y: an end at the height of the point is below it.
    let (is_up, is_down) = (a.y <= p.y && p.y < b.y, b.y <= p.y && p.y < a.y);
    if !(is_up || is_down) {
        return 0;
    }
    let left = turn(a.truncate(), b.truncate(), p.truncate());
    i32::from(is_up && left > 0.0) - i32::from(is_down && left < 0.0)
}

/// Is the point exactly on the facet, its rim included? All in tree coordinates.
///
/// It is if it is in the box and in the plane of the facet and, seen along each axis, not on the left of
/// one edge and on the right of another. Along one axis at least a triangle is not seen as a line. A
/// facet without area is seen as a line or point along each axis: there a point off the line is on the
/// left of one edge and on the right of another.
pub fn touches([a, b, c]: [DVec3; 3], p: DVec3) -> bool {
    let in_box = (p.cmpge(a.min(b).min(c)) & p.cmple(a.max(b).max(c))).all();
    in_box
        && side([a, b, c], p) == 0.0
        && (0..3).all(|axis| {
            let [a, b, c, p] = [
                projection(a, axis),
                projection(b, axis),
                projection(c, axis),
                projection(p, axis),
            ];
            let turns = [turn(a, b, p), turn(b, c, p), turn(c, a, p)];
            !(turns.iter().any(|t| *t > 0.0) && turns.iter().any(|t| *t < 0.0))
        })
}
