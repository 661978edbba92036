//! A simplex that contains the origin well inside, from the simplex with which GJK ended.
//!
//! GJK ends when its simplex contains the origin. For boxes that fall straight onto each other, this may
//! be a segment or a triangle through the middle of their difference. To prove an overlap, the origin
//! must be inside of a full simplex by more than rounding.
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
//! The first attempt joins the face of the last GJK simplex with a point far behind it: a cone that
//! contains everything just below the face. If round shapes moved the face's corners close together,
//! points around the place of contact make a better face.
//!
//! If that fails, as it does for a segment in 3D, points all around the axis of contact are added, and
//! all choices of corners are tried. If two octahedra meet tip to tip, the place between the tips is on a
//! face of any four corners of their difference. So a point of A is also combined with the point of B for
//! the next direction: such points of the difference are no corners.

use super::contact_cone::Cone;
use super::inside::turn;
use crate::answer::Witness;
use crate::gjk::simplex::Simplex;
use crate::number::sqrt;
use crate::shape::difference::{Difference, Pair};
use crate::shape::{Convex, NO_ID, Vertex};
use crate::space::{DVector, Vector};

/// The six directions around an axis: perpendicular to it, tilted alternately to both sides, so that
/// points below count as well as points above.
const AROUND: [[f64; 3]; 6] = [
    [1.0, 0.0, 0.3],
    [0.5, 0.866, -0.3],
    [-0.5, 0.866, 0.3],
    [-1.0, 0.0, -0.3],
    [-0.5, -0.866, 0.3],
    [0.5, -0.866, -0.3],
];

/// A direction in which no two corners of aligned shapes are equally far.
const ODD: [f64; 3] = [0.537, 0.772, 0.341];

/// The most points that are tried together: corners, and points around.
const MOST: usize = 10;

/// The most support points for the third corner of a triangle around the place of contact.
const MOST_AROUND: u32 = 8;

/// A point is far behind the place of contact if the cosine of the angle to it is more than this.
const BEHIND: f64 = 0.25;

/// How often the remainder of a weighted sum is distributed, at most.
const MOST_SHARED: u32 = 3;

/// A point of the difference far behind the place of contact, in the direction of the unit vector `axis`. If
/// a shape has vertices, it is made of a vertex: the middle is a point of the shape too, but its coordinates
/// alone do not prove this. Most vertices will do.
pub fn behind<W: DVector>(difference: &Difference<'_, W>, axis: W) -> Pair<W> {
    fn any<C: Convex>(shape: &C) -> Vertex<C::V> {
        let vertex = shape.vertex(0).map(|point| Vertex { point, id: 0 });
        vertex.unwrap_or_else(|| Vertex::unnamed(shape.center()))
    }
    fn far<C: Convex>(shape: &C, direction: C::V) -> Vertex<C::V> {
        if shape.vertex(0).is_some() { shape.support_vertex(direction, NO_ID) } else { any(shape) }
    }
    let Difference { a, b, b_in_a, .. } = difference;
    let pair = difference.pair(any(*a), any(*b));
    if axis.dot(pair.c) > BEHIND * pair.c.norm() {
        return pair;
    }
    difference.pair(far(*a, axis), far(*b, b_in_a.unrotate(-axis)))
}

/// Points of the difference's surface around a place of contact, a chord in 2D and a triangle in 3D, and a
/// point far behind it.
pub struct Around<W: Vector> {
    cone: Cone<W>,
    /// Of length 1, in A's frame, from A to B.
    axis: W,
}

impl<W: DVector> Around<W> {
    /// For shapes that overlap by `deep` along `axis`, in A's frame, from A to B: a face about half as deep, and
    /// as wide as that allows. A narrow face would be beside the origin then. The triangle is found like a first
    /// portal: by support points of axes that lean towards the side on which the origin still is.
    pub fn at_depth(difference: &Difference<'_, W>, axis: W, deep: f64) -> Option<Self>
where {
        let tilt = sqrt(deep);
        let [first, second] = across_axis(axis)?;
        let apex = behind(difference, -axis);
        // A support point, and its place across the axis.
        let lean = |[x, y]: [f64; 2]| {
            let length = sqrt(x * x + y * y);
            let aside = first * (x / length) + second * (y / length);
            let pair = difference.support(axis + aside * tilt, apex.ids);
            (pair, [first.dot(pair.c), second.dot(pair.c), 0.0])
        };
        let mut a = lean([1.0, 0.0]);
        if W::DIM == 2 {
            let cone = Cone::of(&[a.0, lean([-1.0, 0.0]).0], &apex);
            return Some(Self { cone, axis });
        }
        let mut b = lean([-a.1[0], -a.1[1]]);
        for _ in 0..MOST_AROUND {
            if turn(a.1, b.1) < 0.0 {
                (a, b) = (b, a);
            }
            let c = lean([a.1[1] - b.1[1], b.1[0] - a.1[0]]);
            if turn(b.1, c.1) < 0.0 {
                a = c;
            } else if turn(c.1, a.1) < 0.0 {
                b = c;
            } else {
                return Some(Self { cone: Cone::of(&[a.0, b.0, c.0], &apex), axis });
            }
        }
        None
    }

    /// Does the difference contain the origin at this depth, for the shapes a little later? Then `proof` is
    /// filled.
    pub fn proves(
        &self,
        later: &Difference<'_, W>,
        depth: f64,
        proof: Option<&mut Witness<W>>,
    ) -> bool
where {
        self.cone.proves(self.axis, depth, |m| later.point(m.a, m.b), proof)
    }
}

/// A simplex of points of the difference that contains the origin at least at this depth. The shapes came
/// into contact along `axis`, in A's frame.
pub fn holds_origin<W: DVector>(
    difference: &Difference<'_, W>,
    simplex: &Simplex<W>,
    axis: W,
    depth: f64,
) -> Option<Simplex<W>> {
    if simplex.depth() > depth {
        return weighted(simplex);
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
    let all = ring(axis)?.map(|direction| difference.support(direction, hints));
    for (this, next) in all.iter().zip(all.iter().cycle().skip(1)).take(MOST - count) {
        let (a, b) =
            (Vertex { point: this.a, id: this.ids[0] }, Vertex { point: next.b, id: next.ids[1] });
        points[count] = difference.pair(a, b);
        count += 1;
    }
    choose(&points[..count], depth)
}

/// Directions around an axis; in 2D some of them are equal.
fn ring<W: DVector>(axis: W) -> Option<[W; 6]> {
    let axis = axis.unit_along()?;
    let [first, second] = across_axis(axis)?;
    Some(AROUND.map(|[x, y, z]| first * x + second * y + axis * z))
}

/// Two directions perpendicular to a unit axis and to each other; in 2D the second is zero.
pub fn across_axis<W: DVector>(axis: W) -> Option<[W; 2]> {
    let odd = W::from_fn(|i| ODD[i]);
    let first = (odd - axis * axis.dot(odd)).unit_along()?;
    if W::DIM == 2 {
        return Some([first, W::ZERO]);
    }
    let second = W::wedge_numbers(axis.wedge(first));
    Some([first, W::from_fn(|i| second[i])])
}

/// A vector perpendicular to an edge in 2D, or to a triangle in 3D.
fn across<W: DVector>(corners: &[Pair<W>]) -> Option<W> {
    let along = corners[1].c - corners[0].c;
    let normal = if W::DIM == 2 {
        W::from_fn(|i| if i == 0 { -along.get(1) } else { along.get(0) })
    } else {
        let normal = W::wedge_numbers(along.wedge(corners[2].c - corners[0].c));
        W::from_fn(|i| normal[i])
    };
    (normal != W::ZERO).then_some(normal)
}

/// The first choice of corners that contains the origin at this depth.
fn choose<W: DVector>(points: &[Pair<W>], depth: f64) -> Option<Simplex<W>> {
    let corners = W::DIM as u32 + 1;
    let choices = (0_u32..1 << points.len()).filter(|bits| bits.count_ones() == corners);
    let mut deep = choices.map(|bits| picked(points, bits)).filter(|s| s.depth() > depth);
    deep.find_map(|simplex| weighted(&simplex))
}

/// The simplex with the weights of the origin, which it contains.
///
/// A weight is the origin's height over the opposite face, divided by the corner's height. In a cone over
/// corners that are 1e-7 apart this keeps half of the digits. So the remainder of the weighted sum is
/// distributed among the corners.
fn weighted<W: DVector>(simplex: &Simplex<W>) -> Option<Simplex<W>> {
    let mut weighted = *simplex;
    let corners = simplex.corners();
    let mut gradients = [W::ZERO; 4];
    for (i, gradient) in gradients.iter_mut().enumerate().take(corners.len()) {
        let mut face = [Pair::default(); 3];
        let others = (0..corners.len()).filter(|k| *k != i);
        others.zip(&mut face).for_each(|(k, corner)| *corner = corners[k]);
        let normal = across(&face[..W::DIM])?;
        *gradient = normal * (1.0 / normal.dot(corners[i].c - face[0].c));
        weighted.weights[i] = -gradient.dot(face[0].c);
    }
    for _ in 0..MOST_SHARED {
        let sum: f64 = weighted.weights[..corners.len()].iter().sum();
        weighted.weights.iter_mut().for_each(|weight| *weight /= sum);
        let left = weighted.point();
        // Corners are of about size 1, and their sum is rounded by as much.
        if left.max_abs() <= 2.0 * f64::EPSILON {
            break;
        }
        let shares = gradients.iter().zip(&mut weighted.weights).take(corners.len());
        shares.for_each(|(gradient, weight)| *weight -= gradient.dot(left));
    }
    weighted.weights[..corners.len()].iter().all(|weight| *weight >= 0.0).then_some(weighted)
}

/// The simplex of the points whose bits are set.
fn picked<W: DVector>(points: &[Pair<W>], bits: u32) -> Simplex<W> {
    let mut simplex = Simplex::default();
    let chosen = points.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
    chosen.for_each(|(_, pair)| simplex.push(*pair));
    simplex
}
