//! The search behind the reference: candidates go in, the best point and the best axis come
//! out.

use alloc::vec::Vec;

use crate::space::Vector;

/// The clearance as the exhaustive search finds it. Lengths are in the unit of the points,
/// vectors in their frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reference<W> {
    /// Distance of the origin from the hull where it is outside; minus the depth, the least
    /// distance from the boundary, where it is inside. Infinite where there are no points.
    pub signed_distance: f64,
    /// Not above the clearance of the points as given: proved by `normal`.
    pub lower: f64,
    /// Not below it: outside, proved by `nearest`; inside, it rests on having seen all facets.
    pub upper: f64,
    /// Unit vector from A to B, if the points are the differences a - b: away from the hull
    /// where the origin is outside, the outward normal of the nearest facet where it is inside.
    /// Where several are equally good, one of them.
    pub normal: W,
    /// The point of the hull nearest the origin; inside, the nearest of its boundary.
    pub nearest: W,
    /// Does the hull hold the origin? Touching counts. Exact for the points as given.
    pub holds_origin: bool,
}

/// The points of one dimension, with what differs between the plane and space: implemented for
/// `DVec2` and `DVec3`.
pub trait Explicit: Vector<Scalar = f64, Wide = Self> + Boundary {}
impl<W: Vector<Scalar = f64, Wide = W> + Boundary> Explicit for W {}

/// What the search needs to know of a dimension.
pub trait Boundary: Sized {
    /// Hulls the points, which are normalised, and shows every corner, edge and facet to
    /// the search. True if the hull holds the origin, exactly.
    fn search_hull(points: &[Self], search: &mut Search<'_, Self>) -> bool;
    /// Shows a triangle to the search; in the plane triangles say no more than edges.
    fn search_triangle(search: &mut Search<'_, Self>, triangle: [Self; 3]);
    /// Some vector perpendicular to an edge; in the plane there is but one line of them.
    fn across(edge: Self) -> Self;
}

/// The best point and the best axis found so far.
pub struct Search<'a, W> {
    points: &'a [W],
    /// The largest -h(n), and its n.
    pub(super) gap: f64,
    normal: W,
    /// The least distance of a point, and the point.
    pub(super) distance: f64,
    nearest: W,
}

impl<'a, W: Explicit> Search<'a, W> {
    pub(super) fn new(points: &'a [W]) -> Self {
        let (gap, normal) = (f64::NEG_INFINITY, W::unit(0));
        Self { points, gap, normal, distance: f64::INFINITY, nearest: W::ZERO }
    }

    /// A candidate axis, of any length but zero.
    fn axis(&mut self, direction: W) {
        let Some(n) = direction.unit_along() else { return };
        let gap = -self.points.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max);
        if gap > self.gap {
            (self.gap, self.normal) = (gap, n);
        }
    }

    /// Both ways along an axis, after what it has along `edge` was taken out of it.
    pub(super) fn axes_across(&mut self, edge: W, direction: W) {
        if let Some(n) = perpendicular_part(direction, edge) {
            self.axis(n);
            self.axis(-n);
        }
    }

    /// A candidate point: one that is known to be in the hull.
    pub(super) fn point(&mut self, x: W) {
        let distance = x.norm();
        if distance < self.distance {
            (self.distance, self.nearest) = (distance, x);
        }
    }

    /// A corner of the hull: as a point, and for the axis from there to the origin.
    pub(super) fn corner(&mut self, p: W) {
        self.point(p);
        self.axis(if p == W::ZERO { W::unit(0) } else { -p });
    }

    /// The nearest point between two points of the hull, where it is neither of them.
    pub(super) fn side(&mut self, u: W, v: W) -> Option<W> {
        let side = v - u;
        let t = -u.dot(side) / side.dot(side);
        if !(t > 0.0 && t < 1.0) {
            return None;
        }
        let foot = u * (1.0 - t) + v * t;
        self.point(foot);
        Some(foot)
    }

    /// An edge: its nearest point, the axis from there to the origin, and one that is across
    /// the edge in any case. In the plane the last is the facet's normal. In space it gives
    /// the right depth, 0, to sets that are collinear up to rounding, whose triangles have
    /// no normals worth the name.
    pub(super) fn edge(&mut self, u: W, v: W) {
        let edge = v - u;
        if let Some(foot) = self.side(u, v) {
            self.axes_across(edge, foot);
        }
        self.axes_across(edge, W::across(edge));
    }

    /// The result, in the unit that `size` normalised from. `other_depth` is a second finding
    /// of the depth, used where the origin is inside.
    pub(super) fn answer(self, holds_origin: bool, other_depth: f64, size: f64) -> Reference<W> {
        if self.points.is_empty() {
            let (signed_distance, normal) = (f64::INFINITY, self.normal);
            let (lower, upper, nearest) = (signed_distance, signed_distance, W::ZERO);
            return Reference { signed_distance, lower, upper, normal, nearest, holds_origin };
        }
        // With the unit roundoff u, half an epsilon: a dot product of three terms errs by
        // 3 u |n| |p|, a unit vector's length by 4 u. A convex combination of three points
        // with rounded weights errs by 8 u of the farthest point, its length by 2 u of that.
        // Twelve roundoffs cover either; 8 epsilons leave a third to spare.
        let reach = self.points.iter().map(|p| p.norm()).fold(0.0, f64::max);
        let margin = 8.0 * f64::EPSILON * reach;
        let (best, other) = if holds_origin {
            (self.gap.min(0.0), -other_depth)
        } else {
            (self.distance, self.gap)
        };
        let nearest = if holds_origin { self.normal * -best } else { self.nearest };
        Reference {
            signed_distance: best * size,
            lower: (best.min(other) - margin) * size,
            upper: (best.max(other) + margin) * size,
            normal: self.normal,
            nearest: nearest * size,
            holds_origin,
        }
    }
}

/// The unit vector along what `direction` has across `edge`. Once leaves an error of roundoff
/// over what is left; the second time what is left is 1.
fn perpendicular_part<W: Explicit>(direction: W, edge: W) -> Option<W> {
    let along = edge.unit_along()?;
    let mut n = direction.unit_along()?;
    for _ in 0..2 {
        n = (n - along * n.dot(along)).unit_along()?;
    }
    Some(n)
}

/// The pairs of neighbours around a polygon, the last one closing it.
pub(super) fn around<T: Copy>(polygon: &[T]) -> Vec<[T; 2]> {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(u, v)| [*u, *v]).collect()
}
