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

use core::hint::select_unpredictable;

use glam::DVec3;

use super::nearest::{CLEAR, Nearest, same, slack};
use super::segment::NEAR;
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
#[cfg_attr(not(feature = "small"), inline(always))]
pub fn in_space<W: Vector<Scalar = f64>>(corners: [W; 3], point: W) -> Option<Nearest<W>> {
    if let Some(near) = quick(corners, point) {
        return Some(near);
    }
    Some(anywhere(corners.map(W::copied), point.copied())?.copied())
}

/// The nearest point of a triangle in 3D, wherever the point is.
#[inline(never)]
fn anywhere<W: Vector<Scalar = f64>>(corners: [W; 3], point: W) -> Option<Nearest<W>> {
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
    let height = normal.dot(p - a);
    let reach = a.abs().max(b.abs()).max(c.abs()).element_sum();
    let thick = Scalar::max(normal.dot(ab).abs(), normal.dot(ca).abs());
    let error = slack(point, reach) + thick;
    // How far inside of each edge the point is.
    let inner = |edge: DVec3, square: f64, corner: DVec3| {
        normal.dot(edge.cross(p - corner)) * (1.0 / Scalar::sqrt(square))
    };
    let inner = [inner(ab, first, a), inner(bc, bc.dot(bc), b), inner(ca, second, c)];
    let least = Scalar::min(Scalar::min(inner[0], inner[1]), inner[2]);
    if least >= error {
        return Some(planes::between([height.abs(); 2], error, same(up), point));
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
        let bounds = [height.abs(), Scalar::sqrt(square)];
        return Some(planes::between(bounds, error, same(up), point));
    }
    Some(segment::at_foot(ends, point, foot))
}

/// A triangle is wide enough for [`quick`] if its squared area is a larger share of the squared squares of
/// its edges.
const WIDE: f64 = 1e-8;

/// Below this error of the distance, products of ten lengths leave the range of `f64`.
const SHORT: f64 = 1e-40;

/// The nearest point, if it is surely on an edge or surely on the face. Which edge it is, and which part of
/// it, cannot be predicted, so the feet on all edges are computed, without branches. `None` if the point is
/// close to an edge, where the direction to it needs care.
#[cfg_attr(not(feature = "small"), inline(always))]
fn quick<W: Vector<Scalar = f64>>([a, b, c]: [W; 3], point: W) -> Option<Nearest<W>> {
    let (ab, ac, bc) = (b - a, c - a, c - b);
    let (from_a, from_b) = (point - a, point - b);
    let [ab_ab, ac_ac, bc_bc] = [ab.dot(ab), ac.dot(ac), bc.dot(bc)];
    let [on_ab, on_ac, on_bc] = [from_a.dot(ab), from_a.dot(ac), from_b.dot(bc)];
    // Barycentric coordinates, times the squared area. They lose digits where the triangle is thin or far.
    let longest = Scalar::max(Scalar::max(ab_ab, ac_ac), bc_bc);
    let room = 64.0 * f64::EPSILON * longest * (from_a.dot(from_a) + longest);
    let ab_ac = ab.dot(ac);
    let all = ab_ab * ac_ac - ab_ac * ab_ac;
    let [of_b, of_c] = [ac_ac * on_ab - ab_ac * on_ac, ab_ab * on_ac - ab_ac * on_ab];
    let least = Scalar::min(Scalar::min(of_b, of_c), all - of_b - of_c);
    let error = slack(point, a.max_abs() + b.max_abs() + c.max_abs());
    let is_clear = least.abs() > room && all > WIDE * longest * longest;
    if !(is_clear && error > SHORT) {
        return None;
    }
    if least > 0.0 {
        // As in `anywhere`: inside of all edges by more than the error.
        let is_over = least * least > error * error * longest * all;
        return is_over.then(|| over([a, ab, ac], point, error));
    }
    let foot = |from: W, edge: W, on: f64, long: f64| {
        let way = from - edge * Scalar::min(Scalar::max(on / long, 0.0), 1.0);
        (way, way.dot(way), long)
    };
    let mut best = foot(from_a, ab, on_ab, ab_ab);
    for other in [foot(from_b, bc, on_bc, bc_bc), foot(from_a, ac, on_ac, ac_ac)] {
        let nearer = other.1 < best.1;
        let pick = |x: f64, y: f64| select_unpredictable(nearer, x, y);
        let way = W::from_fn(|i| pick(other.0.get(i), best.0.get(i)));
        best = (way, pick(other.1, best.1), pick(other.2, best.2));
    }
    let (way, square, long) = best;
    let distance = Scalar::sqrt(square);
    let near = Nearest { point: point - way, normal: way * (1.0 / distance), distance, error };
    (square > NEAR * NEAR * long && distance > CLEAR * error).then_some(near)
}

/// The nearest point on the plane of a triangle, given by a corner and the edges there.
#[cfg_attr(not(feature = "small"), inline(always))]
fn over<W: Vector<Scalar = f64>>([a, ab, ac]: [W; 3], point: W, error: f64) -> Nearest<W> {
    let area = same::<W, DVec3>(ab).cross(same(ac));
    let normal: W = same(area * (1.0 / Scalar::sqrt(area.dot(area))));
    let height = normal.dot(point - a);
    let (up, distance) = (normal * 1.0_f64.copysign(height), height.abs());
    let thick = Scalar::max(normal.dot(ab).abs(), normal.dot(ac).abs());
    Nearest { point: point - up * distance, normal: up, distance, error: error + thick }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_testing::Random;

    /// The quick answer is that of the test of every edge, and most points have one.
    #[test]
    fn quick_answers_are_those_of_every_edge() {
        let (mut random, mut over, mut beside, mut open) = (Random::new(1), 0, 0, 0);
        for i in 0..20_000 {
            let mut corners = [(); 3].map(|()| random.in_cube(1.0));
            if i % 8 == 0 {
                // Thin ones are left open.
                corners[2] = corners[0] + (corners[1] - corners[0]) * 0.3 + corners[2] * 1e-5;
            }
            let point = random.in_cube(1.0) * [1.0, 1.0, 10.0][i % 3];
            let Some(fast) = quick(corners, point) else {
                open += 1;
                continue;
            };
            let slow = anywhere(corners, point).unwrap();
            let say = (corners, point, &fast, &slow);
            assert!((fast.distance - slow.distance).abs() <= fast.error + slow.error, "{say:?}");
            assert!((fast.point - slow.point).length() < 1e-10, "{say:?}");
            assert!((fast.normal - slow.normal).length() < 1e-10, "{say:?}");
            let edges = [0, 1, 2].map(|k| corners[(k + 1) % 3] - corners[k]);
            let is_over = edges.iter().all(|edge| edge.dot(fast.normal).abs() < 1e-9);
            *(if is_over { &mut over } else { &mut beside }) += 1;
        }
        assert!(over > 1000 && beside > 10_000 && open < 6000, "{over} {beside} {open}");
    }
}
