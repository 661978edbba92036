//! Exact predicates: the sign of the area or volume that points span. The points count as exact, and no
//! sign here is ever wrong.

use alloc::vec::Vec;
use core::cmp::Ordering;

use glam::{DVec2, DVec3};
use robust::{Coord, Coord3D, orient2d, orient3d};

use crate::number::binade;
use crate::space::{DVector, Vector};

/// Coordinates below this become 0, relative to a size of 1. It is far below the rounding of any answer.
/// The last bit of a product of three coordinates is then at least 2^-759, where nothing underflows, so
/// the predicates are exact for all input.
pub const TINY: f64 = f64::from_bits((1023 - 200) << 52);

/// The points divided by a power of two such that the largest coordinate is in [1, 2), and this power. If
/// all points are zero, they stay zero.
pub fn normalised<V: Vector>(points: &[V]) -> (Vec<V::Wide>, f64) {
    let size = binade(points.iter().map(|p| p.widen().max_abs()).fold(0.0, f64::max));
    let scaled = |x: f64| if (x / size).abs() < TINY { 0.0 } else { x / size };
    let scale = |p: &V| {
        let wide = p.widen();
        V::Wide::from_fn(|i| scaled(wide.get(i)))
    };
    (points.iter().map(scale).collect(), size)
}

/// Positive if a, b, c turn left, negative if they turn right, 0 if they are on one line.
pub fn turn(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let coord = |p: DVec2| Coord { x: p.x, y: p.y };
    orient2d(coord(a), coord(b), coord(c))
}

/// Positive if p is on the side of the plane from which the three are counterclockwise, negative on the
/// other side, 0 in the plane.
pub fn side([a, b, c]: [DVec3; 3], p: DVec3) -> f64 {
    let coord = |p: DVec3| Coord3D { x: p.x, y: p.y, z: p.z };
    // orient3d is positive below.
    -orient3d(coord(a), coord(b), coord(c), coord(p))
}

/// Are the points on a lattice so coarse that `f64` computes [`side`] without rounding?
///
/// Coordinates are below 2. As multiples of 2^-14 they are whole numbers of at most 2^15, their
/// differences of 2^16, a coordinate of a cross product 2^33, and the sum of three products of
/// such a coordinate and a difference less than 2^51.
pub fn on_lattice(points: &[DVec3]) -> bool {
    const STEPS: f64 = 16_384.0; // 2^14
    points.iter().all(|p| *p * STEPS == (*p * STEPS).trunc())
}

/// The point without the coordinate `axis`. The other two stay in cyclic order, so that turns keep their
/// sense seen from the positive end of this axis.
pub fn projection(p: DVec3, axis: usize) -> DVec2 {
    DVec2::new(p[(axis + 1) % 3], p[(axis + 2) % 3])
}

/// Are three points on one line? They are if all their projections are.
pub fn collinear(a: DVec3, b: DVec3, c: DVec3) -> bool {
    (0..3).all(|axis| turn(projection(a, axis), projection(b, axis), projection(c, axis)) == 0.0)
}

/// The axis of the coordinate plane that is the most parallel to a plane with this normal.
pub fn steepest(normal: DVec3) -> usize {
    (1..3).fold(0, |m, i| if normal[i].abs() > normal[m].abs() { i } else { m })
}

/// The order of coordinates: x, then y, then z.
pub fn order<W: DVector>(p: &W, q: &W) -> Ordering {
    let by_axis = (0..W::DIM).map(|i| p.get(i).total_cmp(&q.get(i)));
    by_axis.fold(Ordering::Equal, Ordering::then)
}

/// The first and the last point in the order of coordinates: x, then y, then z.
pub fn ends<W: DVector>(points: &[W]) -> (usize, usize) {
    let before = |p: W, q: W| {
        (0..W::DIM).map(|i| (p.get(i), q.get(i))).find(|(a, b)| a != b).is_some_and(|(a, b)| a < b)
    };
    (1..points.len()).fold((0, 0), |(low, high), i| {
        let low = if before(points[i], points[low]) { i } else { low };
        (low, if before(points[high], points[i]) { i } else { high })
    })
}

/// The indices of the corners of the hull in 2D, counterclockwise from the leftmost, strictly convex. Of
/// duplicates, the lowest index. Andrew's monotone chain: the points in the order of x are walked twice,
/// and the last corner is dropped while it does not turn left.
///
/// ```text
///        <---- second pass: the upper half
///          o-------o
///        /     .     \
///      o    .     .    o
///        \           /
///          o-------o
///        ----> first pass: the lower half
/// ```
pub fn chain(points: &[DVec2]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    // Adding 0 turns -0 into 0, so that equal numbers are equal in the total order.
    let key = |i: usize| points[i] + DVec2::ZERO;
    order.sort_unstable_by(|&i, &j| self::order(&key(i), &key(j)).then(i.cmp(&j)));
    order.dedup_by(|later, kept| points[*later] == points[*kept]);
    if order.len() < 3 {
        return order;
    }
    let mut corners: Vec<usize> = Vec::new();
    for _ in 0..2 {
        let start = corners.len();
        for &k in &order {
            while let [.., i, j] = corners[start..]
                && turn(points[i], points[j], points[k]) <= 0.0
            {
                corners.pop();
            }
            corners.push(k);
        }
        corners.pop();
        order.reverse();
    }
    corners
}
