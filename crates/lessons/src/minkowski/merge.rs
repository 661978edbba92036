//! Sums in 2D: the edges of both polygons, sorted by direction.
//!
//! Around A + B there are all edges of A and all edges of B, each once and unchanged, in the order of
//! their directions. Both polygons have their edges in this order already, so merging takes n + m steps
//! (Guibas, Ramshaw and Stolfi, *A kinetic framework for computational geometry*, 1983). The difference
//! is the sum with -B, whose edges turn in the same sense.
//!
//! ```text
//!     A               B                A + B           a0 first; b0 next, as it turns less
//!       2               2              ..b2..          than a1; and so on. Where a and b are
//!     a2  \ a1        b2 \ b1        a2      a1        parallel, they are one side: a step in
//!     |    \          |   \          |         b1      both lists.
//!     0-a0-1          0-b0-1         o-a0-+-b0-o
//! ```
//!
//! Two edges are *parallel* if the corner between them would stand out of their joint side by no more
//! than rounding: poses are seldom exact, and a box turned by a right angle is not. There is no other
//! tolerance. At the end every corner turns left, exactly; if rounding leaves a corner that does not, the
//! hull of the points is computed.

use alloc::vec::Vec;

use glam::DVec2;

use super::pairs::{Corner, Feature, Polygon, PolytopeOfPairs, Side, Sign, reach, rounding};
use clearance_geometry::hull::Outline;
use clearance_geometry::hull::exact::{chain, turn};
use clearance_geometry::number::binade;
use clearance_geometry::space::{Motion, Vector};

/// The sum { a + b } of two polygons, in the frame of A. `b_in_a` is the pose of B.
pub fn polygon_sum<V: Vector<Wide = DVec2>>(
    a: &Outline<V>,
    b: &Outline<V>,
    b_in_a: &Motion<DVec2>,
) -> Polygon {
    polygon(a, b, b_in_a, Sign::Sum)
}

/// The difference { a - b } of two polygons, in the frame of A. `b_in_a` is the pose of B.
///
/// It contains the origin if the polygons overlap. Then the side nearest to the origin gives the depth
/// and its direction.
///
/// ```
/// use clearance::d2_f64::{DVec2, Pose};
/// use clearance::hull::{Hull2, build2};
/// use clearance::minkowski::{Feature, polygon_difference};
/// use clearance::space::Motion;
///
/// let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(DVec2::from);
/// let Hull2::Outline(square) = build2(&corners)? else { unreachable!() };
/// let at = Motion::of(&Pose::at(DVec2::new(0.75, 0.25))?);
/// let difference = polygon_difference(&square, &square, &at);
///
/// // Its sides are parallel in pairs, so there are four, not eight.
/// assert_eq!((difference.corners.len(), difference.measure), (4, 4.0));
/// let side = &difference.sides[difference.nearest_side().unwrap()];
/// assert_eq!((side.offset, side.normal), (0.25, DVec2::X));
/// assert_eq!((side.a, side.b), (Feature::Edge([1, 2]), Feature::Edge([3, 0])));
/// # Ok::<(), clearance::Error>(())
/// ```
pub fn polygon_difference<V: Vector<Wide = DVec2>>(
    a: &Outline<V>,
    b: &Outline<V>,
    b_in_a: &Motion<DVec2>,
) -> Polygon {
    polygon(a, b, b_in_a, Sign::Difference)
}

fn polygon<V: Vector<Wide = DVec2>>(
    a: &Outline<V>,
    b: &Outline<V>,
    b_in_a: &Motion<DVec2>,
    sign: Sign,
) -> Polygon {
    let (a, b) = (a.vertices(), b.vertices());
    let size = binade(a.iter().chain(b).map(|p| p.widen().max_abs()).fold(0.0, f64::max));
    // Without the translation, so that the place of B costs the shape no digits.
    let turned_a: Vec<DVec2> = a.iter().map(|p| p.widen() / size).collect();
    let turned_b: Vec<DVec2> = b.iter().map(|p| sign.of(b_in_a.rotate(p.widen() / size))).collect();
    let pairs = merged(&turned_a, &turned_b);
    let next = pairs.iter().cycle().skip(1);
    let area = |[u, v]: [DVec2; 2]| 0.5 * u.perp_dot(v);
    let point = |p: &[u32; 2]| turned_a[p[0] as usize] + turned_b[p[1] as usize];
    let base = point(&pairs[0]);
    let areas = pairs.iter().zip(next.clone()).map(|(p, q)| area([p, q].map(|p| point(p) - base)));
    let measure = areas.sum::<f64>() * size * size;
    let shift = sign.of(b_in_a.translation);
    let sides = pairs.iter().zip(next).enumerate().map(|(i, (p, q))| {
        let last = (i + 1) % pairs.len();
        let (normal, height, [a, b]) = side(&turned_a, &turned_b, *p, *q);
        let offset = height * size + normal.dot(shift);
        Side { corners: [i as u32, last as u32].into(), normal, offset, a, b }
    });
    let corner = |p: &[u32; 2]| {
        let at = a[p[0] as usize].widen() + sign.of(b_in_a.apply(b[p[1] as usize].widen()));
        Corner { at, a: p[0], b: p[1] }
    };
    PolytopeOfPairs { sides: sides.collect(), corners: pairs.iter().map(corner).collect(), measure }
}

/// The side between two corners: its normal, its distance, and the features of A and of B that it comes
/// from.
fn side(a: &[DVec2], b: &[DVec2], from: [u32; 2], to: [u32; 2]) -> (DVec2, f64, [Feature; 2]) {
    // The edges of A and B are computed separately, so that a short one beside a long one keeps its
    // digits.
    let ends = [(a, from[0], to[0]), (b, from[1], to[1])];
    let edge = ends.map(|(p, i, j)| p[j as usize] - p[i as usize]);
    let normal = outward(edge[0] + edge[1]).unit_along().unwrap_or(DVec2::X);
    let height = |p: [u32; 2]| normal.dot(a[p[0] as usize]) + normal.dot(b[p[1] as usize]);
    let feature = |i, j| if i == j { Feature::Vertex(i) } else { Feature::Edge([i, j]) };
    (normal, height(from).max(height(to)), ends.map(|(_, i, j)| feature(i, j)))
}

/// The pairs of vertices at the corners of a + b, counterclockwise from the leftmost.
fn merged(a: &[DVec2], b: &[DVec2]) -> Vec<[u32; 2]> {
    let mut pairs = walked(a, b, rounding(reach(a) + reach(b)));
    let points: Vec<DVec2> = pairs.iter().map(|p| a[p[0] as usize] + b[p[1] as usize]).collect();
    match leftmost_if_convex(&points) {
        Some(first) => {
            pairs.rotate_left(first);
            pairs
        }
        None => chain(&points).into_iter().map(|i| pairs[i]).collect(),
    }
}

/// Merges the edges of both polygons, from the first edge of `a` on.
fn walked(a: &[DVec2], b: &[DVec2], rounding: f64) -> Vec<[u32; 2]> {
    let (n, m) = (a.len(), b.len());
    let edge = |p: &[DVec2], i: usize| p[(i + 1) % p.len()] - p[i % p.len()];
    let start = first_along(b, edge(a, 0), rounding);
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::with_capacity(n + m);
    while i < n || j < m {
        pairs.push([i % n, (start + j) % m].map(|k| k as u32));
        let (along_a, along_b) = (edge(a, i), edge(b, start + j));
        // All edges so far turned by less than half a turn from either of these edges, so the sign of the
        // area shows which of the two turns less.
        let area = along_a.perp_dot(along_b);
        let together =
            area.abs() <= rounding * (along_a + along_b).length() && along_a.dot(along_b) > 0.0;
        let (a_left, b_left) = (i < n, j < m);
        i += usize::from(a_left && (together || area > 0.0 || !b_left));
        j += usize::from(b_left && (together || area <= 0.0 || !a_left));
    }
    pairs
}

/// The vertex of `b` from which its edges follow in order after the direction `along`: the farthest
/// vertex across it. Of several that are equally far up to rounding, the first.
fn first_along(b: &[DVec2], along: DVec2, rounding: f64) -> usize {
    let normal = outward(along);
    let height = |i: usize| normal.dot(b[i % b.len()]);
    let top = (1..b.len()).fold(0, |top, i| if height(i) > height(top) { i } else { top });
    let floor = height(top) - rounding * normal.length();
    let back = (1..b.len()).take_while(|k| height(top + b.len() - k) >= floor).count();
    (top + b.len() - back) % b.len()
}

/// The outward normal of an edge of a counterclockwise polygon, with the length of the edge.
fn outward(edge: DVec2) -> DVec2 {
    DVec2::new(edge.y, -edge.x)
}

/// The index of the leftmost corner, and of several the lowest, if every corner turns left and the
/// outline goes around once. Exact.
fn leftmost_if_convex(points: &[DVec2]) -> Option<usize> {
    let count = points.len();
    let before = |p: DVec2, q: DVec2| p.x < q.x || (p.x == q.x && p.y < q.y);
    let near = |i: usize| [points[(i + count - 1) % count], points[i], points[(i + 1) % count]];
    let left = |i: usize| {
        let [p, q, r] = near(i);
        turn(p, q, r) > 0.0
    };
    // For each time that it goes around, there is a corner that is left of both its neighbours.
    let mut lowest = (0..count).filter(|i| {
        let [p, q, r] = near(*i);
        before(q, p) && before(q, r)
    });
    let first = lowest.next()?;
    (lowest.next().is_none() && (0..count).all(left)).then_some(first)
}
