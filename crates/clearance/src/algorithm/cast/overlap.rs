//! A simplex that holds the origin well inside, from one that GJK ended with.
//!
//! GJK ends when its simplex holds the origin, and boxes that fall straight onto each other
//! let it end with a segment or a triangle through the middle of their difference. To prove an
//! overlap the origin must be inside of a full simplex by more than rounding.
//!
//! ```text
//!             x1                 The triangle pqr holds the origin o. The farthest points on
//!            /| \                both sides of it, x1 and x2, are joined by a segment that
//!           / |  \               crosses its plane at z. The origin lies in one of the
//!       p  /..|...\. q           triangles zpq, zqr and zrp, so that x1 and x2 with those two
//!         `. z  o .'             corners hold it: inside, unless it is in line with z and a
//!           `.|.'                corner.
//!             r                  In the plane: an edge pq, and x1 and x2 with p or with q.
//!             x2
//! ```
//!
//! Where that fails, as with a segment in space, points all around the axis of contact are taken
//! along, and all choices of corners are tried. Where two octahedra meet tip to tip, no four
//! corners of their difference hold what lies between the tips, but on a face. So a point of A
//! goes with that of B for the next direction: such points of the difference are no corners.

use crate::algorithm::simplex::{Known, Simplex, closest};
use crate::shape::difference::{Difference, Pair};
use crate::shape::{Convex, Vertex};
use crate::space::Vector;

/// The six directions around an axis: across it, and leaning to one side and the other in turns,
/// so that what is below counts as well as what is above.
const AROUND: [[f64; 3]; 6] = [
    [1.0, 0.0, 0.3],
    [0.5, 0.866, -0.3],
    [-0.5, 0.866, 0.3],
    [-1.0, 0.0, -0.3],
    [-0.5, -0.866, 0.3],
    [0.5, -0.866, -0.3],
];

/// A direction in which the corners of no aligned shapes tie.
const ODD: [f64; 3] = [0.537, 0.772, 0.341];

/// No more points than these are tried together: corners, and those around.
const MOST: usize = 10;

/// A simplex of points of the difference that holds the origin at that depth, or more. The shapes
/// came into contact along `axis`, in A's frame.
pub fn holds_origin<W, A, B>(
    difference: &Difference<'_, A, B>,
    simplex: &Simplex<W>,
    axis: W,
    depth: f64,
) -> Option<Simplex<W>>
where
    W: Vector<Scalar = f64, Wide = W>,
    A: Convex<V = W>,
    B: Convex<V = W>,
{
    if simplex.depth() > depth {
        return Some(*simplex);
    }
    let corners = simplex.corners();
    let hints = corners.last()?.ids;
    let mut points = [corners[0]; MOST];
    points[..corners.len()].copy_from_slice(corners);
    let mut count = corners.len();
    if let Some(normal) = corners.get(..W::DIM).and_then(across) {
        points[W::DIM] = difference.support(normal, hints);
        points[W::DIM + 1] = difference.support(-normal, hints);
        count = W::DIM + 2;
        if let Some(found) = choose(&points[..count], depth) {
            return Some(found);
        }
    }
    let all = around(axis)?.map(|direction| difference.support(direction, hints));
    for (this, next) in all.iter().zip(all.iter().cycle().skip(1)).take(MOST - count) {
        let (a, b) =
            (Vertex { point: this.a, id: this.ids[0] }, Vertex { point: next.b, id: next.ids[1] });
        points[count] = difference.pair(a, b);
        count += 1;
    }
    choose(&points[..count], depth)
}

/// Directions around an axis; in the plane some of them are alike.
fn around<W: Vector<Scalar = f64>>(axis: W) -> Option<[W; 6]> {
    let axis = axis.unit_along()?;
    let odd = W::from_fn(|i| ODD[i]);
    let first = (odd - axis * axis.dot(odd)).unit_along()?;
    let second = if W::DIM == 3 {
        let across = W::wedge_numbers(axis.wedge(first));
        W::from_fn(|i| across[i])
    } else {
        W::ZERO
    };
    Some(AROUND.map(|[x, y, z]| first * x + second * y + axis * z))
}

/// A vector across an edge of the plane, or across a triangle in space.
fn across<W: Vector<Scalar = f64>>(corners: &[Pair<W>]) -> Option<W> {
    let along = corners[1].c - corners[0].c;
    let normal = if W::DIM == 2 {
        W::from_fn(|i| if i == 0 { -along.get(1) } else { along.get(0) })
    } else {
        let normal = W::wedge_numbers(along.wedge(corners[2].c - corners[0].c));
        W::from_fn(|i| normal[i])
    };
    (normal != W::ZERO).then_some(normal)
}

/// The first choice of corners that holds the origin at that depth.
fn choose<W: Vector<Scalar = f64>>(points: &[Pair<W>], depth: f64) -> Option<Simplex<W>> {
    let corners = W::DIM as u32 + 1;
    let choices = (0_u32..1 << points.len()).filter(|bits| bits.count_ones() == corners);
    choices.map(|bits| picked(points, bits)).find(|simplex| simplex.depth() > depth)
}

/// The simplex of the points whose bits are set; reduced unless it holds the origin.
fn picked<W: Vector<Scalar = f64>>(points: &[Pair<W>], bits: u32) -> Simplex<W> {
    let mut simplex = Simplex::default();
    let chosen = points.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
    chosen.for_each(|(_, pair)| simplex.push(*pair));
    let nearest = closest(&simplex.points()[..simplex.len], Known::default());
    simplex.settle(&nearest);
    simplex
}
