//! The search behind the reference. It gets candidates and returns the best point and the best axis.

use alloc::vec::Vec;

use clearance_geometry::space::DVector;

/// The clearance that the exhaustive search finds. Lengths are in the unit of the points, vectors in
/// their frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reference<W> {
    /// The distance of the origin from the hull if it is outside, or minus the depth, the least distance
    /// from the boundary, if it is inside. Infinite if there are no points.
    pub signed_distance: f64,
    /// A lower bound of the clearance of the given points. `normal` proves it.
    pub lower: f64,
    /// An upper bound. If the origin is outside, `nearest` proves it. If it is inside, it relies on the
    /// search of all facets.
    pub upper: f64,
    /// A unit vector from A to B, if the points are differences a - b. If the origin is outside, it leads
    /// from the hull to the origin; otherwise it is the outward normal of the nearest facet. Of several
    /// equally good vectors, one.
    pub normal: W,
    /// The point of the hull nearest to the origin; if the origin is inside, the nearest point of the
    /// boundary.
    pub nearest: W,
    /// Does the hull contain the origin? Touching counts. Exact for the given points.
    pub holds_origin: bool,
}

/// The points of one dimension: implemented for `DVec2` and `DVec3`.
pub trait Explicit: DVector + Boundary {}
impl<W: DVector + Boundary> Explicit for W {}

/// The parts of the search that differ between 2D and 3D.
pub trait Boundary: Sized {
    /// Computes the hull of the points, which are normalised, and gives every corner, edge and facet to
    /// the search. True if the hull contains the origin, exactly.
    fn search_hull(points: &[Self], search: &mut Search<'_, Self>) -> bool;
    /// Gives a triangle to the search. In 2D it adds nothing to its edges.
    fn search_triangle(search: &mut Search<'_, Self>, triangle: [Self; 3]);
    /// A vector perpendicular to an edge. In 2D there is only one such line.
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

    /// A candidate axis, of any length except zero.
    fn axis(&mut self, direction: W) {
        let Some(n) = direction.unit_along() else { return };
        let gap = -self.points.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max);
        if gap > self.gap {
            (self.gap, self.normal) = (gap, n);
        }
    }

    /// Both directions of an axis, after its component along `edge` was removed.
    pub(super) fn axes_across(&mut self, edge: W, direction: W) {
        if let Some(n) = perpendicular_part(direction, edge) {
            self.axis(n);
            self.axis(-n);
        }
    }

    /// A candidate point. It must be in the hull.
    pub(super) fn point(&mut self, x: W) {
        let distance = x.norm();
        if distance < self.distance {
            (self.distance, self.nearest) = (distance, x);
        }
    }

    /// A corner of the hull, as a point and for the axis from the corner to the origin.
    pub(super) fn corner(&mut self, p: W) {
        self.point(p);
        self.axis(if p == W::ZERO { W::unit(0) } else { -p });
    }

    /// The nearest point between two points of the hull, if it is neither of them.
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

    /// An edge: its nearest point, the axis from there to the origin, and an axis that is surely
    /// perpendicular to the edge. In 2D the latter is the normal of the facet. In 3D it gives the right
    /// depth, 0, for sets that are collinear up to rounding, whose triangles have no usable normals.
    pub(super) fn edge(&mut self, u: W, v: W) {
        let edge = v - u;
        if let Some(foot) = self.side(u, v) {
            self.axes_across(edge, foot);
        }
        self.axes_across(edge, W::across(edge));
    }

    /// The result, in the unit of the input, which is `size`. `other_depth` is another bound of the
    /// depth, used if the origin is inside.
    pub(super) fn answer(self, holds_origin: bool, other_depth: f64, size: f64) -> Reference<W> {
        if self.points.is_empty() {
            let (signed_distance, normal) = (f64::INFINITY, self.normal);
            let (lower, upper, nearest) = (signed_distance, signed_distance, W::ZERO);
            return Reference { signed_distance, lower, upper, normal, nearest, holds_origin };
        }
        // Let u be the unit of roundoff, half an epsilon. A dot product of three terms has an error of 3
        // u |n| |p|, the length of a unit vector one of 4 u. A convex combination of three points with
        // rounded weights has an error of 8 u of the farthest point, its length one of 2 u of it. Twelve
        // u cover both; 8 epsilons leave a third in reserve.
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

/// The unit vector along the component of `direction` perpendicular to `edge`. The first step leaves an
/// error of u over the length of this component. In the second step the length is 1.
fn perpendicular_part<W: Explicit>(direction: W, edge: W) -> Option<W> {
    let along = edge.unit_along()?;
    let mut n = direction.unit_along()?;
    for _ in 0..2 {
        n = (n - along * n.dot(along)).unit_along()?;
    }
    Some(n)
}

/// The pairs of neighbours around a polygon, including the last and the first.
pub(super) fn around<T: Copy>(polygon: &[T]) -> Vec<[T; 2]> {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(u, v)| [*u, *v]).collect()
}
