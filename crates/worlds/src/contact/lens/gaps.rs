//! Gaps within the margin: places where the distance of two surfaces is smallest.
//!
//! ```text
//!       \ B /         A pair of facets counts only if nothing beside its nearest points is nearer along the way between
//!        \_/ b        them: all neighbours of the vertex, edge or facet at b lie behind b, and so on at a. So a flat face
//!         | way       over another one has one way, however both are cut into triangles.
//!   A ____o a____     Where they touch, the ways tried are the normals of both facets and of two edges.
//! ```

use alloc::vec::Vec;

use clearance_geometry::answer::{FeatureId, FeaturePart};
use clearance_geometry::shape::{Lowered, Operand, Triangle};
use clearance_geometry::space::Motion;
use clearance_pairs::Query;
use glam::DVec3;

use super::surface_pair::SurfacePair;
use super::table::Table;

/// Two places that are nearest to each other.
pub struct Gap {
    pub facets: [u32; 2],
    pub a: DVec3,
    /// Of length 1, from A to B.
    pub way: DVec3,
    /// Below 0 if they are hardly in each other.
    pub length: f64,
    pub feature: FeatureId,
}

/// The gaps of pairs of facets up to the margin, the shortest first, each of two features once.
pub fn gaps(meeting: &SurfacePair<'_>, pairs: &[[u32; 2]]) -> Vec<Gap> {
    let mut apexes = Apexes::default();
    let mut found: Vec<Gap> =
        pairs.iter().filter_map(|pair| gap(meeting, *pair, &mut apexes)).collect();
    found.sort_by(|x, y| {
        let names = || x.feature.bits().cmp(&y.feature.bits());
        x.length.total_cmp(&y.length).then_with(names).then(x.facets.cmp(&y.facets))
    });
    let mut known: Vec<u64> = Vec::new();
    found.retain(|gap| {
        let at = known.binary_search(&gap.feature.bits());
        at.map_err(|at| known.insert(at, gap.feature.bits())).is_err()
    });
    found
}

/// How many pairs of facets were asked about at each pair of vertices. All find the same two features, and each asks all
/// facets around both: of two fans the cube of their facets.
#[derive(Default)]
struct Apexes {
    of: Table,
    counts: Vec<u32>,
}

impl Apexes {
    /// May two facets be asked about whose nearest points are these? Pairs of vertices have 36 pairs of facets as a rule.
    fn may_ask(&mut self, meeting: &SurfacePair<'_>, facets: [u32; 2], points: [DVec3; 2]) -> bool {
        const MOST: u32 = 256;
        let at_vertex = |which: usize| {
            let (side, facet) = (meeting.sides[which], facets[which]);
            let is_near = |p: &DVec3| p.distance(points[which]) <= meeting.rounding;
            let k = side.corners(facet).iter().position(is_near)?;
            Some(u64::from(side.vertices(facet)[k]))
        };
        let (Some(a), Some(b)) = (at_vertex(0), at_vertex(1)) else { return true };
        let (number, is_new) = self.of.number(a << 32 | b, self.counts.len());
        if is_new {
            self.counts.push(0);
        }
        self.counts[number as usize] += 1;
        self.counts[number as usize] <= MOST
    }
}

fn gap(meeting: &SurfacePair<'_>, facets: [u32; 2], apexes: &mut Apexes) -> Option<Gap> {
    let corners = [0, 1].map(|i| meeting.sides[i].corners(facets[i]));
    let [x, y] = corners.map(|[a, b, c]| Triangle::new(a, b, c));
    let (x, y, here) = (x.ok()?, y.ok()?, Motion::identity());
    let [x, y] = [Operand::Convex(Lowered::of(&x)), Operand::Convex(Lowered::of(&y))];
    let clearance = Query::<DVec3>::moved(&x, &here, &y, &here).clearance();
    let (a, b) = (clearance.point_a, clearance.point_b);
    let length = (b - a).length();
    // B may be as deep in A as it is moved out of it for the signs of what crosses.
    let is_touching = length <= 2.0 * meeting.nudge().length() + meeting.rounding;
    let most = meeting.margin + meeting.rounding;
    if length > most && !is_touching || clearance.upper < -meeting.tolerance() {
        return None;
    }
    if !apexes.may_ask(meeting, facets, [a, b]) {
        return None;
    }
    let fits = |way: DVec3| {
        let of_a = support(meeting, 0, facets[0], a, way)?;
        let of_b = support(meeting, 1, facets[1], b, -way)?;
        Some((way, FeatureId::new(of_a, of_b)))
    };
    let (way, feature) = if is_touching {
        touching_ways(meeting, facets).find_map(fits)?
    } else {
        fits((b - a) / length)?
    };
    let length = if is_touching { (b - a).dot(way) } else { length };
    (length <= most).then_some(Gap { facets, a, way, length, feature })
}

/// The normals of two facets that touch, and those of their edges.
pub fn touching_ways(
    meeting: &SurfacePair<'_>,
    facets: [u32; 2],
) -> impl Iterator<Item = DVec3> + use<> {
    let [x, y] = [0, 1].map(|i| meeting.sides[i].corners(facets[i]));
    let normals = [meeting.sides[0].normal(facets[0]), -meeting.sides[1].normal(facets[1])];
    let edges = (0..9).flat_map(move |k| {
        let (i, j) = (k / 3, k % 3);
        let normal = (x[(i + 1) % 3] - x[i]).cross(y[(j + 1) % 3] - y[j]).normalize_or_zero();
        [normal, -normal]
    });
    normals.into_iter().chain(edges).filter(|normal| *normal != DVec3::ZERO)
}

/// The feature of a facet that has a point, if all beside it is behind the point, seen along a way.
fn support(
    meeting: &SurfacePair<'_>,
    which: usize,
    facet: u32,
    p: DVec3,
    way: DVec3,
) -> Option<FeaturePart> {
    let side = meeting.sides[which];
    let (corners, vertices, n) = (side.corners(facet), side.vertices(facet), side.normal(facet));
    let share = |i: usize| {
        let [q, r] = [corners[(i + 1) % 3], corners[(i + 2) % 3]];
        (q - p).cross(r - p).dot(n)
    };
    let shares = [share(0), share(1), share(2)];
    let all = shares[0] + shares[1] + shares[2];
    let is_on = shares.map(|share| share > 1e-9 * all);
    let is_behind = |vertex: u32| {
        let to = side.place(vertex) - p;
        to.dot(way) <= 1e-7 * to.length() + meeting.rounding
    };
    // What is seen from behind is no support, where all is in one plane.
    let is_front = |facet: u32| side.normal(facet).dot(way) > 0.0;
    let first = is_on.iter().position(|on| *on)?;
    match is_on.iter().filter(|on| **on).count() {
        1 => {
            let around = side.around(vertices[first]);
            let is_support = around.iter().any(|f| is_front(*f))
                && around.iter().all(|f| side.vertices(*f).into_iter().all(is_behind));
            is_support.then(|| FeaturePart::Vertex(vertices[first]))
        }
        2 => {
            let edge = if is_on[(first + 1) % 3] { first } else { 2 };
            let beyond = side.beyond(facet, edge);
            let is_seen = is_front(facet) || beyond.is_some_and(|(other, ..)| is_front(other));
            let is_support = is_seen
                && vertices.into_iter().all(is_behind)
                && beyond.is_none_or(|(_, _, far)| is_behind(far));
            is_support.then(|| FeaturePart::Edge(side.edge(facet, edge)))
        }
        _ => (is_front(facet) && vertices.into_iter().all(is_behind))
            .then_some(FeaturePart::Face(facet)),
    }
}
