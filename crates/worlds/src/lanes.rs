//! Four triangles at a time, in `f32`: the direction in which each is nearest to a segment, and how far apart they
//! are along it.
//!
//! ```text
//!        segment  p-------q
//!                    |             way: from the triangle to the segment, by the closest features
//!                    | way         gap: the least of way . (p, q), less the most of way . (corners)
//!                 .--+--.
//!                /triangle
//! ```
//!
//! The direction need not be exact: the gap along *any* direction of length 1 is a lower bound on the distance. So
//! needles and nearly parallel edges, for which `f32` finds poor closest points, cost time but never truth. All that
//! rounding does to the gap is bounded by [`SLACK`].
//!
//! *Source.* Ericson 2005, 5.1.2, 5.1.5 and 5.1.9 for the closest points.

use clearance_trees::Eight;
use glam::{BVec4A, Vec4};

/// Three coordinates in four lanes.
pub(crate) type Lanes = [Vec4; 3];

/// The error of a gap, relative to the largest coordinate R: 64 units of roundoff u = 2^-24.
///
/// Each coordinate of a corner or an end is off by 3 u R (rounded to `f32`, multiplied by a factor that is
/// rounded), or by 6 u R if it is turned into the other frame, which is 5.2 and 10.4 u R along the direction. A dot
/// product is off by 3 u times the sum of its terms, at most 5.2 u R, 10.4 for both sides; their difference by 3.5 u R.
/// The direction's length is off by 4 u, which is 14 u R of a gap of at most 3.5 R. In all this is 44 u R.
pub(crate) const SLACK: f32 = 32.0 * f32::EPSILON;

#[inline(always)]
pub(crate) fn splat(v: [f32; 3]) -> Lanes {
    [Vec4::splat(v[0]), Vec4::splat(v[1]), Vec4::splat(v[2])]
}
/// One of the four, in all lanes.
#[inline(always)]
pub(crate) fn spread(v: Lanes, lane: usize) -> Lanes {
    v.map(|x| Vec4::splat(x.as_ref()[lane]))
}
#[inline(always)]
pub(crate) fn sub(a: Lanes, b: Lanes) -> Lanes {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
#[inline(always)]
pub(crate) fn dot(a: Lanes, b: Lanes) -> Vec4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
#[inline(always)]
pub(crate) fn cross(a: Lanes, b: Lanes) -> Lanes {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
#[inline(always)]
pub(crate) fn times(a: Lanes, by: Vec4) -> Lanes {
    [a[0] * by, a[1] * by, a[2] * by]
}

/// Smaller squares are 0: nothing is divided by them.
const TINY: Vec4 = Vec4::splat(1e-30);

/// The shortest way found so far in each lane, and its square.
#[derive(Clone, Copy)]
struct Way {
    square: Vec4,
    way: Lanes,
}

impl Way {
    /// The direction, where it has one.
    #[inline(always)]
    fn unit(&self) -> (BVec4A, Lanes) {
        // NaN, where everything is in one place, fails the comparison.
        let usable = self.square.cmpgt(TINY);
        (usable, times(self.way, self.square.max(TINY).sqrt().recip()))
    }
    #[inline(always)]
    fn offer(&mut self, way: Lanes, allowed: Vec4) {
        let square = Vec4::select(allowed.cmpgt(Vec4::ZERO), dot(way, way), Vec4::INFINITY);
        let less = square.cmplt(self.square);
        self.square = Vec4::select(less, square, self.square);
        for (old, new) in self.way.iter_mut().zip(way) {
            *old = Vec4::select(less, new, *old);
        }
    }
}

/// The way from the edge u + t e to the edge p + s along, both from 0 to 1, at its shortest.
#[inline(always)]
fn way_of_edges((p, along, length): (Lanes, Lanes, Vec4), (u, e): (Lanes, Lanes)) -> Lanes {
    let r = sub(p, u);
    let l = dot(e, e).max(TINY);
    let (f, g, m) = (dot(e, r), dot(along, r), dot(along, e));
    let s = ((m * f - g * l) / (length * l - m * m).max(TINY)).clamp(Vec4::ZERO, Vec4::ONE);
    let t = ((m * s + f) / l).clamp(Vec4::ZERO, Vec4::ONE);
    let s = ((m * t - g) / length).clamp(Vec4::ZERO, Vec4::ONE);
    let at = |k: usize| r[k] + along[k] * s - e[k] * t;
    [at(0), at(1), at(2)]
}

/// Four triangles, by corner, axis and lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangles {
    pub corners: [Lanes; 3],
}

impl Triangles {
    /// The gaps between four triangles and a segment: at most the distances, up to [`SLACK`]. 0 or less if they may
    /// touch. And the distances from the edges, which are at least as large, up to [`SLACK`].
    #[inline(always)]
    pub fn gaps(&self, ends: [[f32; 3]; 2]) -> [Vec4; 2] {
        let [start, end] = ends.map(splat);
        let mut way = self.way_from_edges(start, end);
        let edges = way.square.sqrt();
        self.offer_face(&mut way, start, 1.0);
        self.offer_face(&mut way, end, 1.0);
        let (usable, unit) = way.unit();
        let [a, b, c] = self.corners;
        let highest = dot(unit, a).max(dot(unit, b)).max(dot(unit, c));
        let lowest = dot(unit, start).min(dot(unit, end));
        [Vec4::select(usable, lowest - highest, Vec4::ZERO), edges]
    }

    /// The gaps between four triangles and some points around a centre: along the way from each triangle to the centre. At
    /// most the distances, up to [`SLACK`].
    #[inline(always)]
    pub fn gaps_to_corners(&self, center: [f32; 3], points: &[[f32; 3]]) -> Vec4 {
        let center = splat(center);
        let mut best = Way { square: Vec4::INFINITY, way: [Vec4::ZERO; 3] };
        let [a, b, c] = self.corners;
        for (u, v) in [(a, b), (b, c), (c, a)] {
            let (e, r) = (sub(v, u), sub(center, u));
            let t = (dot(e, r) / dot(e, e).max(TINY)).clamp(Vec4::ZERO, Vec4::ONE);
            best.offer(sub(r, times(e, t)), Vec4::ONE);
        }
        self.offer_face(&mut best, center, 1.0);
        let (usable, unit) = best.unit();
        let lowest = points.iter().fold(Vec4::INFINITY, |low, p| low.min(dot(unit, splat(*p))));
        let highest = dot(unit, a).max(dot(unit, b)).max(dot(unit, c));
        Vec4::select(usable, lowest - highest, Vec4::ZERO)
    }

    /// The gaps between four triangles and another one, which is the same in all lanes: at most the distances, up to
    /// [`SLACK`]. 0 or less if they may touch.
    #[inline(always)]
    pub fn gaps_to(&self, other: &Self) -> Vec4 {
        let mut best = Way { square: Vec4::INFINITY, way: [Vec4::ZERO; 3] };
        for (these, those, sign) in [(self, other, 1.0), (other, self, -1.0)] {
            for corner in those.corners {
                these.offer_face(&mut best, corner, sign);
            }
        }
        let edges = |of: &Self| {
            let [a, b, c] = of.corners;
            [(a, sub(b, a)), (b, sub(c, b)), (c, sub(a, c))]
        };
        for (p, along) in edges(other) {
            let length = dot(along, along).max(TINY);
            for (u, e) in edges(self) {
                best.offer(way_of_edges((p, along, length), (u, e)), Vec4::ONE);
            }
        }
        let (usable, unit) = best.unit();
        let [a, b, c] = self.corners.map(|corner| dot(unit, corner));
        let [p, q, r] = other.corners.map(|corner| dot(unit, corner));
        Vec4::select(usable, p.min(q).min(r) - a.max(b).max(c), Vec4::ZERO)
    }

    /// The gaps along one direction: the least of its dot products with the corners, less `reach`.
    #[inline(always)]
    pub fn beyond(&self, direction: Lanes, reach: f32) -> Vec4 {
        let [a, b, c] = self.corners;
        dot(direction, a).min(dot(direction, b)).min(dot(direction, c)) - Vec4::splat(reach)
    }

    /// The gaps to four others along one direction: the least of its dot products with their corners, less the most of
    /// those with these.
    #[inline(always)]
    pub fn gaps_along(&self, direction: Lanes, others: &Self) -> Vec4 {
        let [a, b, c] = self.corners;
        let highest = dot(direction, a).max(dot(direction, b)).max(dot(direction, c));
        others.beyond(direction, 0.0) - highest
    }

    /// The same to either side: at most the distances, up to [`SLACK`].
    #[inline(always)]
    pub fn gaps_beside(&self, direction: Lanes, others: &Self) -> Vec4 {
        let back = direction.map(|x| -x);
        self.gaps_along(direction, others).max(self.gaps_along(back, others))
    }

    /// Their normals of length 1; 0 of those without area.
    #[inline(always)]
    pub fn normals(&self) -> Lanes {
        let [a, b, c] = self.corners;
        let n = cross(sub(b, a), sub(c, b));
        let (usable, unit) = Way { square: dot(n, n), way: n }.unit();
        unit.map(|x| Vec4::select(usable, x, Vec4::ZERO))
    }

    /// One of the four, in all lanes.
    #[inline(always)]
    pub fn all_lanes(&self, lane: usize) -> Self {
        Self { corners: self.corners.map(|corner| spread(corner, lane)) }
    }

    /// The way from the face to a point over it, times `sign`.
    #[inline(always)]
    fn offer_face(&self, best: &mut Way, p: Lanes, sign: f32) {
        let [a, b, c] = self.corners;
        let n = cross(sub(b, a), sub(c, b));
        let side = |u: Lanes, v: Lanes| dot(cross(n, sub(v, u)), sub(p, u));
        let inside = side(a, b).min(side(b, c)).min(side(c, a));
        let square = dot(n, n);
        let height = dot(n, sub(p, a));
        let flat = Vec4::select(square.cmpgt(TINY), Vec4::ONE, Vec4::ZERO);
        best.offer(times(n, height * sign / square.max(TINY)), inside.min(flat));
    }

    #[inline(always)]
    fn way_from_edges(&self, p: Lanes, q: Lanes) -> Way {
        let [a, b, c] = self.corners;
        let mut best = Way { square: Vec4::INFINITY, way: [Vec4::ZERO; 3] };
        let along = sub(q, p);
        let length = dot(along, along).max(TINY);
        for (u, v) in [(a, b), (b, c), (c, a)] {
            best.offer(way_of_edges((p, along, length), (u, sub(v, u))), Vec4::ONE);
        }
        best
    }
}

/// The boxes of eight children with each coordinate multiplied by a factor.
#[inline(always)]
pub(crate) fn scaled_boxes(node: &Eight, by: [f32; 3]) -> Eight {
    let mut scaled = *node;
    for (k, factor) in by.into_iter().enumerate() {
        let [low, high] = if factor < 0.0 { [k + 3, k] } else { [k, k + 3] };
        for half in 0..2 {
            scaled.bounds[k][half] = node.bounds[low][half] * factor;
            scaled.bounds[k + 3][half] = node.bounds[high][half] * factor;
        }
    }
    scaled
}

#[cfg(test)]
mod tests {
    use clearance_geometry::shape::{Segment, Triangle};
    use clearance_geometry::space::Pose;
    use clearance_testing::Random;
    use glam::DVec3;

    use super::*;

    /// A corner or end with coordinates that `f32` holds.
    fn short(p: DVec3) -> DVec3 {
        p.as_vec3().as_dvec3()
    }

    #[test]
    fn gaps_are_lower_bounds_and_nearly_distances() {
        let mut random = Random::new(1);
        let (mut tight, mut needles, mut points) = (0, 0, 0);
        for _ in 0..4000 {
            let width = [1.0, 1e-3, 1e-6, 0.0][random.below(4)];
            let (a, way) = (random.in_cube(1.0), random.in_cube(0.5));
            let [a, b, c] =
                [a, a + way, a + way * random.unit() + random.in_cube(width)].map(short);
            let p = short(random.in_cube(2.0));
            // Often a segment nearly parallel to the first edge.
            let q = match random.below(3) {
                0 => p,
                1 => p + way + random.in_cube(1e-4),
                _ => random.in_cube(2.0),
            };
            let q = short(q);
            let corners = [a, b, c].map(|x| splat(x.as_vec3().to_array()));
            let ends = [p, q].map(|x| x.as_vec3().to_array());
            let gap = f64::from(Triangles { corners }.gaps(ends)[0][0]);

            let (triangle, segment) =
                (Triangle::new(a, b, c).unwrap(), Segment::new(p, q).unwrap());
            let here = Pose::IDENTITY;
            let found = clearance_pairs::Query::new(&triangle, &here, &segment, &here).clearance();
            let slack = f64::from(SLACK) * 2.0;
            assert!(gap - slack <= found.upper.max(0.0), "{gap} {found:?} {a} {b} {c} {p} {q}");
            tight += usize::from(found.lower.max(0.0) - gap < 1e-3);
            needles += usize::from(width < 1e-2);
            points += usize::from(p == q);
        }
        assert!(tight > 3900 && needles > 1000 && points > 1000, "{tight} {needles} {points}");
    }
    #[test]
    fn gaps_of_triangles_are_lower_bounds() {
        let mut random = Random::new(2);
        let (mut apart, mut tight, mut seen_by_normals) = (0, 0, 0);
        for _ in 0..4000 {
            let mut triangle = || {
                let width = [1.0, 1e-3, 1e-6, 0.0][random.below(4)];
                let (a, way) = (random.in_cube(0.2), random.in_cube(0.5));
                [a, a + way, a + way * random.unit() + random.in_cube(width)].map(short)
            };
            let corners = [triangle(), triangle()];
            let [x, y] = corners.map(|of| {
                let corners = of.map(|p| splat(p.as_vec3().to_array()));
                Triangles { corners }
            });
            let by_normals = x.gaps_beside(x.normals(), &y).max(x.gaps_beside(y.normals(), &y));
            let gaps = [x.gaps_to(&y), by_normals].map(|gap| f64::from(gap[0]));

            let [x, y] = corners.map(|[a, b, c]| Triangle::new(a, b, c).unwrap());
            let here = Pose::IDENTITY;
            let found = clearance_pairs::Query::new(&x, &here, &y, &here).clearance();
            let (slack, distance) = (f64::from(SLACK) * 2.0, found.upper.max(0.0));
            assert!(
                gaps.iter().all(|gap| gap - slack <= distance),
                "{gaps:?} {found:?} {corners:?}"
            );
            apart += usize::from(found.lower > 1e-3);
            tight += usize::from(found.lower > 1e-3 && found.lower - gaps[0] < 1e-3);
            seen_by_normals += usize::from(found.lower > 1e-3 && gaps[1] > 1e-4);
        }
        assert!(
            (2000..3900).contains(&apart) && tight * 10 > apart * 9 && seen_by_normals * 2 > apart
        );
    }
}
