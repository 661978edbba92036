//! A surface as a line sees it: which facets the line meets, and when.
//!
//! ```text
//!      .---.         The corners are projected along the line, which is then the origin. An edge passes it on the left
//!     / +   \        or on the right. A facet is met if all of its edges pass on one side. Where rounding leaves an
//!    .-------.       edge open, facets are taken together: the sides of the rim around them decide.
//! ```
//!
//! Everything is in the frame of the surface, in intervals: `None` is what they do not decide.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::frame::{Triple, cross, dot, exact, minus, times};
use super::interval::Interval;
use super::surface::RAYS;
use clearance_geometry::number::binade;
use clearance_geometry::shape::FacetList;
use clearance_geometry::space::Vector;

/// How a line and a facet meet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Meets {
    No,
    /// Within the rim.
    Through,
    /// Exactly at the rim, which belongs to the facet.
    Rim,
    /// Nothing is known.
    Perhaps,
}

/// The corners of a surface as a line sees them.
pub(super) struct Seen<'l, 's, V: Vector> {
    list: &'l FacetList<'s, V>,
    origin: Triple,
    /// In units of `unit`.
    along: Triple,
    unit: f64,
    vertices: Vec<[Interval; 2]>,
}

impl<'l, 's, V: Vector> Seen<'l, 's, V> {
    pub fn of(list: &'l FacetList<'s, V>, origin: Triple, along: Triple) -> Self {
        let unit = binade(along.iter().fold(0.0, |most, x| x.magnitude().max(most)));
        let along = times(along, Interval::exact(1.0 / unit));
        let steep =
            (0..3).fold(
                0,
                |k, i| if along[i].nearest().abs() > along[k].nearest().abs() { i } else { k },
            );
        let (i, j) = if V::DIM == 2 { (1 - steep, 2) } else { ((steep + 1) % 3, (steep + 2) % 3) };
        let project = |vertex: u32| {
            let way = minus(exact(list.vertex(vertex).unwrap_or(V::ZERO)), origin);
            [i, j].map(|i| way[i] * along[steep] - way[steep] * along[i])
        };
        let vertices = (0..list.vertices.len() as u32).map(project).collect();
        Self { list, origin, along, unit, vertices }
    }

    fn corner(&self, vertex: u32) -> [Interval; 2] {
        self.vertices.get(vertex as usize).copied().unwrap_or([Interval::ANY; 2])
    }

    /// The side on which an edge passes the line; in 2D that on which its first end is.
    fn side(&self, [from, to]: [u32; 2]) -> Option<i32> {
        let ([a, b], [c, d]) = (self.corner(from), self.corner(to));
        side(if V::DIM == 2 { a } else { a * d - b * c })
    }

    pub fn meets(&self, facet: u32) -> Meets {
        let [i, j, k] = self.list.facets[facet as usize];
        let corners = [i, j, k].map(|vertex| self.corner(vertex));
        let beside = |x: usize| {
            corners.iter().all(|c| c[x].low() > 0.0) || corners.iter().all(|c| c[x].high() < 0.0)
        };
        if beside(0) || beside(1) {
            return Meets::No;
        }
        let turn = |[from, to]: [u32; 2], sign| self.side([from, to]).map(|side| side * sign);
        let sides = if V::DIM == 2 {
            [turn([i, j], 1), turn([j, i], -1), turn([i, j], 1)]
        } else {
            [turn([i, j], 1), turn([j, k], 1), turn([k, i], 1)]
        };
        let [left, right, rim] = [1, -1, 0].map(|side| sides.contains(&Some(side)));
        match sides.contains(&None) {
            _ if left && right => Meets::No,
            true => Meets::Perhaps,
            false if !rim => Meets::Through,
            false if left || right => Meets::Rim,
            false => Meets::Perhaps,
        }
    }

    /// Does the line surely meet one of these facets?
    ///
    /// Edges that two of them share cancel out. If all others pass on one side, the rim winds around the line, and so the
    /// line is on one of the facets.
    pub fn meets_one_of(&self, facets: &[u32]) -> bool {
        if facets.iter().any(|facet| matches!(self.meets(*facet), Meets::Through | Meets::Rim)) {
            return true;
        }
        // Where the line enters what is closed, and where it leaves.
        [false, true].into_iter().any(|behind| {
            let faced = facets.iter().filter(|facet| self.behind(**facet) == Some(behind));
            self.is_rim_around(faced)
        })
    }

    fn is_rim_around<'f>(&self, facets: impl Iterator<Item = &'f u32>) -> bool {
        let mut rim: BTreeMap<[u32; 2], i32> = BTreeMap::new();
        for facet in facets {
            let [i, j, k] = self.list.facets[*facet as usize];
            if V::DIM == 2 {
                *rim.entry([i, i]).or_default() -= 1;
                *rim.entry([j, j]).or_default() += 1;
            } else {
                for [from, to] in [[i, j], [j, k], [k, i]] {
                    *rim.entry([from.min(to), from.max(to)]).or_default() +=
                        if from < to { 1 } else { -1 };
                }
            }
        }
        let sides = rim.into_iter().filter(|(_, count)| *count != 0);
        let sides: Option<Vec<i32>> = sides
            .map(|(edge, count)| Some(self.side(edge).filter(|side| *side != 0)? * count))
            .collect();
        sides.is_some_and(|sides| {
            if V::DIM == 2 {
                // The ends on one side, and against them those on the other.
                return sides.iter().sum::<i32>() != 0;
            }
            !sides.is_empty() && (sides.iter().all(|s| *s > 0) || sides.iter().all(|s| *s < 0))
        })
    }

    /// When the line is at a facet, if it meets it.
    pub fn time(&self, facet: u32) -> Interval {
        let Some(corners) = self.list.corners(facet) else { return Interval::ANY };
        let [a, b, c] = corners.map(exact);
        let (normal, way) = (normal_of::<V>([a, b, c]), minus(a, self.origin));
        let rate = dot(normal, self.along);
        let per_unit = Interval::exact(1.0 / self.unit);
        if rate.sign().is_some() {
            return dot(normal, way) / rate * per_unit;
        }
        let square = dot(self.along, self.along);
        let at =
            [a, b, c].map(|corner| dot(minus(corner, self.origin), self.along) / square * per_unit);
        let low = at.iter().fold(f64::INFINITY, |low, t| t.low().min(low));
        let high = at.iter().fold(f64::NEG_INFINITY, |high, t| t.high().max(high));
        if low.is_finite() && high.is_finite() {
            Interval::between([low, high])
        } else {
            Interval::ANY
        }
    }

    /// Does the line come to the back of a facet?
    pub fn behind(&self, facet: u32) -> Option<bool> {
        let along = dot(front(self.list, facet)?, self.along);
        along.sign().map(|sign| sign > 0)
    }
}

/// The normal of a triangle, or of the segment from the first corner to the second, on its right.
fn normal_of<V: Vector>([a, b, c]: [Triple; 3]) -> Triple {
    let edge = minus(b, a);
    if V::DIM == 2 { [edge[1], -edge[0], Interval::ZERO] } else { cross(edge, minus(c, a)) }
}

/// A vector out of the front of a facet, whose length is twice the area, in 2D that of the segment.
pub(super) fn front<V: Vector>(list: &FacetList<'_, V>, facet: u32) -> Option<Triple> {
    let normal = normal_of::<V>(list.corners(facet)?.map(exact));
    let turns =
        (0..V::DIM).filter(|i| list.scale.get(*i) < clearance_geometry::number::Scalar::ZERO);
    Some(if turns.count() % 2 == 1 { normal.map(|x| -x) } else { normal })
}

/// How often a surface winds around a point.
pub(super) fn winding<V: Vector>(list: &FacetList<'_, V>, point: Triple) -> Option<i32> {
    let along = |ray: [f64; 3]| {
        let [x, y, z] = ray.map(Interval::exact);
        let seen = Seen::of(list, point, [x, y, if V::DIM == 2 { Interval::ZERO } else { z }]);
        (0..list.facets.len() as u32).try_fold(0, |sum, facet| match seen.meets(facet) {
            Meets::No => Some(sum),
            Meets::Through if seen.time(facet).sign()? < 0 => Some(sum),
            Meets::Through => Some(sum + if seen.behind(facet)? { 1 } else { -1 }),
            _ => None,
        })
    };
    RAYS.into_iter().find_map(along)
}

/// The sign, which may be exactly 0.
fn side(x: Interval) -> Option<i32> {
    if x.magnitude() == 0.0 { Some(0) } else { x.sign() }
}
