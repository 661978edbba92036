//! The contact of a capsule with a facet, from its segment and the corners of the facet alone.
//!
//! ```text
//!      apart: the nearest points             through: the shortest way out, of five
//!
//!         p                                       p        along the front, and across the segment
//!          \                                     /         and an edge
//!           \ q                            _____/_____
//!     _______._____  front                     q
//! ```
//!
//! A segment and a triangle that cross are parted by a translation along the front, or along a normal of an edge and the
//! segment: these are the faces of their Minkowski difference. The normal found is turned as the facet and its
//! neighbours allow. The points are those where the line of the capsule on the side of the facet is over it.
//!
//! *Source.* Ericson 2005, 5.1.9 for the nearest points of two segments.

use alloc::vec::Vec;

use clearance_geometry::answer::FeaturePart;
use clearance_geometry::shape::face::Corner;
use clearance_geometry::space::{Vector, from_space, space};
use glam::DVec3;

use super::clip::{FLAT, Facet, Part, STEEP};
use super::facing::{Facing, Met, Over, Spot, each};

/// A capsule in the frame of a surface.
pub(super) struct CapsuleForm {
    pub ends: [DVec3; 2],
    pub radius: f64,
}

/// The nearest points of a segment and a triangle, or how deep they are in each other.
struct Nearest {
    /// From the triangle to the segment.
    normal: DVec3,
    /// Negative if they cross.
    distance: f64,
    /// The only point where they touch, if it is one.
    spot: Option<Spot>,
}

/// Squares of sines: segments that are nearer to parallel have no exact nearest points; and touch in a line.
const PARALLEL: f64 = 1e-6;
const ALONG: f64 = 1.0 / 16.0;

impl CapsuleForm {
    pub fn meets<V: Vector>(
        &self,
        over: &Over<'_, V>,
        facing: &Facing<'_, V>,
        spots: &mut Vec<Spot>,
    ) -> Met<V::Wide> {
        let corners = each(facing.facet.corners, space);
        let front = space(facing.front);
        let heights = self.ends.map(|end| front.dot(end - corners[0]));
        let farthest = over.margin + self.radius;
        if heights[0].min(heights[1]) > farthest + over.doubt {
            return Met::Apart;
        }
        if facing.is_doubtful(over.doubt) {
            return Met::Unknown;
        }
        let gap = heights[0].min(heights[1]) - self.radius;
        if let Some(level) = facing.level(gap) {
            let facet = Facet::level(&corners, front, over.doubt, facing.tilt(level));
            self.over(&facet, over.margin, spots);
            return over.touching_level(facing, gap, spots);
        }
        let Some(nearest) = self.nearest(&corners, front, heights, over.doubt) else {
            return Met::Unknown;
        };
        if nearest.distance > farthest + over.doubt {
            return Met::Apart;
        }
        // So near to touching, the normal may be any.
        if nearest.distance > farthest - over.doubt || nearest.distance.abs() * 1e-8 < over.doubt {
            return Met::Unknown;
        }
        let allowed = facing.allowed(from_space(nearest.normal));
        let normal = space(allowed);
        let is_own = normal == nearest.normal;
        if !is_own {
            over.turned(facing.facet.number, nearest.distance - self.radius);
        }
        let facet = Facet::new(&corners, front, normal, over.doubt);
        if facet.rise >= FLAT {
            self.over(&facet, over.margin, spots);
        } else if !is_own {
            // The curved side is known this far from the line; a little more for doubt.
            let strip = 0.2 * self.radius;
            let line = self.line(normal);
            let is_known =
                |[p, q]: &[Corner<DVec3>; 2]| facet.cross([p, q], strip, over.margin, spots);
            if facet.rise < STEEP || !line.as_ref().is_some_and(is_known) {
                return Met::Unknown;
            }
        } else if nearest.spot.is_none() {
            return Met::Unknown;
        }
        let depth = nearest.distance - self.radius;
        let is_deep = |spot: &Spot| spot.separation <= depth + 8.0 * over.doubt;
        if is_own && !spots.iter().any(is_deep) {
            let Some(spot) = nearest.spot else { return Met::Unknown };
            spots.push(spot);
        }
        over.touching(facing, allowed, spots)
    }

    /// `None` if rounding could decide.
    fn nearest(
        &self,
        corners: &[DVec3; 3],
        front: DVec3,
        heights: [f64; 2],
        doubt: f64,
    ) -> Option<Nearest> {
        let [p, q] = self.ends;
        let edge = |i: usize| corners[(i + 1) % 3] - corners[i];
        // How far both ends are inside of each edge, times its length.
        let inside = each([0, 1, 2], |i| {
            let inward = front.cross(edge(i));
            self.ends.map(|end| inward.dot(end - corners[i]))
        });
        if (heights[0] > 0.0) != (heights[1] > 0.0) {
            let share = heights[0] / (heights[0] - heights[1]);
            if inside.iter().all(|[from, to]| from + (to - from) * share >= 0.0) {
                return self.through(corners, front, heights, doubt);
            }
        }
        let mut best: Option<Nearest> = None;
        for (k, end) in self.ends.into_iter().enumerate() {
            if inside.iter().all(|inside| inside[k] >= 0.0) {
                // The end below a facet that the segment does not cross.
                let distance = (heights[k] > 0.0).then_some(heights[k])?;
                if best.as_ref().is_none_or(|best| distance < best.distance) {
                    let other = FeaturePart::Vertex(k as u32);
                    let (point, separation) = (end - front * distance, distance - self.radius);
                    let spot = Spot { point, separation, part: FeaturePart::Face(0), other };
                    best = Some(Nearest { normal: front, distance, spot: Some(spot) });
                }
            }
        }
        for (i, &from) in corners.iter().enumerate() {
            // The nearest point is on an edge that an end is outside of.
            if inside[i].iter().all(|inside| *inside >= 0.0) {
                continue;
            }
            let way = edge(i);
            let [s, t, sine] = nearest_shares([p, q - p], [from, way]);
            let on_edge = from + way * t;
            let out = p + (q - p) * s - on_edge;
            let distance = out.length();
            if best.as_ref().is_some_and(|best| distance >= best.distance) {
                continue;
            }
            let is_between = s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0;
            if sine < PARALLEL {
                return None;
            }
            let part = match t {
                0.0 => FeaturePart::Vertex(i as u32),
                1.0 => FeaturePart::Vertex(((i + 1) % 3) as u32),
                _ => FeaturePart::Edge(i as u32),
            };
            let other = match s {
                0.0 => FeaturePart::Vertex(0),
                1.0 => FeaturePart::Vertex(1),
                _ => FeaturePart::Edge(0),
            };
            let separation = distance - self.radius;
            let spot = Spot { point: on_edge, separation, part, other };
            let is_one = !is_between || sine >= ALONG;
            let (normal, spot) = (out / distance, is_one.then_some(spot));
            best = Some(Nearest { normal, distance, spot });
        }
        best
    }

    /// The shortest way out of a segment that crosses the triangle.
    fn through(
        &self,
        corners: &[DVec3; 3],
        front: DVec3,
        heights: [f64; 2],
        doubt: f64,
    ) -> Option<Nearest> {
        let [p, q] = self.ends;
        let mut best = (front, -heights[0].min(heights[1]), None);
        let back = heights[0].max(heights[1]);
        if back < best.1 - doubt {
            best = (-front, back, None);
        }
        for i in 0..3 {
            let (from, way) = (corners[i], corners[(i + 1) % 3] - corners[i]);
            let across = (q - p).cross(way).try_normalize()?;
            // Away from the third corner.
            let across =
                if across.dot(corners[(i + 2) % 3] - from) > 0.0 { -across } else { across };
            let depth = across.dot(from - p);
            if depth < best.1 - doubt {
                best = (across, depth, Some(i));
            }
        }
        let (normal, depth, edge) = best;
        let spot = edge.and_then(|i| self.crossing(corners, i, -depth - self.radius));
        Some(Nearest { normal, distance: -depth, spot })
    }

    /// Where the segment crosses an edge, seen across both; `None` if they are nearly parallel.
    fn crossing(&self, corners: &[DVec3; 3], i: usize, separation: f64) -> Option<Spot> {
        let [p, q] = self.ends;
        let (from, way) = (corners[i], corners[(i + 1) % 3] - corners[i]);
        let [_, t, sine] = nearest_shares([p, q - p], [from, way]);
        let (part, other) = (FeaturePart::Edge(i as u32), FeaturePart::Edge(0));
        let spot = Spot { point: from + way * t, separation, part, other };
        (sine >= ALONG).then_some(spot)
    }

    /// The line of the capsule on the side of a facet that is touched along a normal; `None` if it is nearly upright.
    fn line(&self, normal: DVec3) -> Option<[Corner<DVec3>; 2]> {
        let way = self.ends[1] - self.ends[0];
        let down = way * (way.dot(normal) / way.dot(way)) - normal;
        let sine = down.length();
        let corner = |k: u32| {
            let point = self.ends[k as usize] + down * (self.radius / sine);
            Corner { point, vertex: k, edge: 0 }
        };
        (sine > STEEP).then(|| [corner(0), corner(1)])
    }

    /// The points of the line of the capsule that is nearest to the facet, and of its lowest end.
    fn over(&self, facet: &Facet<'_>, most: f64, found: &mut Vec<Spot>) {
        let [p, q] = self.ends;
        let square = (q - p).length_squared();
        if let Some(corners) = self.line(facet.normal) {
            let part = Part { corners: &corners, normal: DVec3::ZERO, number: 0 };
            facet.clip(&part, most, found);
        }
        let lowest = usize::from(q.dot(facet.normal) < p.dot(facet.normal));
        let bottom = self.ends[lowest] - facet.normal * self.radius;
        if facet.is_under(bottom) {
            let spot = facet.spot(bottom, FeaturePart::Vertex(lowest as u32));
            // The end of the line is as good as at the same place.
            let near = square * (1.0 / 1024.0) * (1.0 / 1024.0);
            let is_same = |other: &Spot| other.point.distance_squared(spot.point) <= near;
            if let Some(same) = found.iter_mut().find(|other| is_same(other)) {
                if spot.separation < same.separation {
                    *same = spot;
                }
            } else if spot.separation <= most {
                found.push(spot);
            }
        }
    }
}

/// How far along two segments, each a start and a way, their nearest points are, from 0 to 1; and the square of the
/// sine between both.
fn nearest_shares([p, along]: [DVec3; 2], [from, way]: [DVec3; 2]) -> [f64; 3] {
    let r = p - from;
    let (a, e, b) = (along.dot(along), way.dot(way), along.dot(way));
    let (c, f) = (along.dot(r), way.dot(r));
    let left = (a * e - b * b).max(0.0);
    let s = if left > 0.0 { ((b * f - c * e) / left).clamp(0.0, 1.0) } else { 0.0 };
    let t = ((b * s + f) / e).clamp(0.0, 1.0);
    let s = ((b * t - c) / a).clamp(0.0, 1.0);
    [s, t, left / (a * e)]
}
