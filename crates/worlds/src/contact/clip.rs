//! The points of a contact whose normal is known: what a facet and a part of a shape share, seen along the normal.
//!
//! ```text
//!        2                     o  corners of one over the other, and crossings of two borders:
//!       / \                       the points, with their separation along the normal
//!      / .-o---.
//!     /  o  \  |               The part is a face of a polytope, or the line of a capsule.
//!    /   '---o-'
//!   0---------1
//! ```

use alloc::vec::Vec;

use clearance_geometry::answer::FeaturePart;
use clearance_geometry::shape::face::{Corner, MOST};
use clearance_geometry::space::{DVector, space};
use glam::{DVec2, DVec3};

use super::facing::{Spot, each};

/// A face is flat across the normal if the cosine between both normals is above this: about 11 degrees. If neither
/// the facet nor the face is, they meet in a point or a line.
pub(super) const FLAT: f64 = 0.98;

/// Faces that are steeper than this have no usable height over the plane across the normal.
pub(super) const STEEP: f64 = 1.0 / 16.0;

/// A facet as it is seen along a normal.
pub(super) struct Facet<'c> {
    pub corners: &'c [DVec3; 3],
    pub front: DVec3,
    pub normal: DVec3,
    /// Both axes of the plane across the normal.
    axes: [DVec3; 2],
    places: [DVec2; 3],
    inward: [DVec2; 3],
    /// The cosine between front and normal.
    pub rise: f64,
    /// Distances in the plane that may be rounding.
    slack: f64,
    /// Corners of the shape alone count, and so far beside the facet at a height of 1.
    aside: Option<f64>,
}

/// A part of a shape: a polygon, a line or a point.
pub(super) struct Part<'o, W> {
    pub corners: &'o [Corner<W>],
    /// Of a polygon.
    pub normal: DVec3,
    pub number: u32,
}

impl<'c> Facet<'c> {
    pub fn new(corners: &'c [DVec3; 3], front: DVec3, normal: DVec3, slack: f64) -> Self {
        let axes: [DVec3; 2] = normal.any_orthonormal_pair().into();
        let place = |p: DVec3| place(axes, p - corners[0]);
        let places = [DVec2::ZERO, place(corners[1]), place(corners[2])];
        let turn = places[1].perp_dot(places[2]).signum();
        let inward = each([0, 1, 2], |i| inward(places[i], places[(i + 1) % 3], turn));
        let (rise, aside) = (front.dot(normal), None);
        Self { corners, front, normal, axes, places, inward, rise, slack, aside }
    }

    /// A [level](crate::surface::Level) facet, along its front. An inner one has a tilt.
    pub fn level(corners: &'c [DVec3; 3], front: DVec3, slack: f64, tilt: Option<f64>) -> Self {
        Self { aside: tilt, ..Self::new(corners, front, front, slack) }
    }

    fn place(&self, p: DVec3) -> DVec2 {
        place(self.axes, p - self.corners[0])
    }

    /// The separation of a point of the shape from the facet, along the normal.
    pub fn separation(&self, p: DVec3) -> f64 {
        self.front.dot(p - self.corners[0]) / self.rise
    }

    /// How far a place is inside of each edge.
    fn inside(&self, place: DVec2) -> [f64; 3] {
        each([0, 1, 2], |i| self.inward[i].dot(place - self.places[i]))
    }

    /// Is a point of the shape over the facet?
    pub fn is_under(&self, p: DVec3) -> bool {
        self.inside(self.place(p)).iter().all(|inside| *inside >= -self.slack)
    }

    /// The contact at a point of the shape that is over the facet.
    pub fn spot(&self, p: DVec3, other: FeaturePart) -> Spot {
        let separation = self.separation(p);
        Spot { point: p - self.normal * separation, separation, part: FeaturePart::Face(0), other }
    }

    /// Adds the point where the facet's edge that falls least from its highest corner crosses a line of the shape. There
    /// surfaces meet that are not flat along the normal. False if rounding could decide, or if they run along each other
    /// within `strip`.
    pub fn cross<W: DVector>(
        &self,
        line: [&Corner<W>; 2],
        strip: f64,
        most: f64,
        spots: &mut Vec<Spot>,
    ) -> bool {
        /// Shares and sines that differ by less are the same.
        const CLOSE: f64 = 1e-6;
        let heights = each(*self.corners, |corner| self.normal.dot(corner));
        let top = (1..3).fold(0, |top, i| if heights[i] > heights[top] { i } else { top });
        let fall =
            |i: usize| (heights[top] - heights[i]) / self.corners[top].distance(self.corners[i]);
        let [after, before] = [1, 2].map(|k| fall((top + k) % 3));
        let i = if before < after { (top + 2) % 3 } else { top };
        let k = (i + 1) % 3;
        let [p, q] = line.map(|corner| space(corner.point));
        let [from, to] = [self.place(p), self.place(q)];
        let (edge, way, apart) =
            (self.places[k] - self.places[i], to - from, from - self.places[i]);
        let sine = edge.perp_dot(way);
        let [t, s] = [apart.perp_dot(way), apart.perp_dot(edge)].map(|area| area / sine);
        // How far the edge is beside the line, where both are beside each other.
        let square = way.length_squared();
        if square == 0.0 {
            return false;
        }
        let along = |t: f64| (edge * t - apart).dot(way) / square;
        let ends = [0.0, 1.0].map(|share: f64| {
            let [first, last] = [along(0.0), along(1.0)];
            ((share.clamp(first.min(last), first.max(last)) - first) / (last - first))
                .clamp(0.0, 1.0)
        });
        let aside = ends.map(|t| (edge * t - apart).perp_dot(way).abs());
        let is_steep = |way: DVec2, rise: f64| way.length() <= 2.0 * STEEP * rise.abs();
        let is_across = sine * sine > CLOSE * edge.length_squared() * square;
        let is_doubtful = !is_across
            || (before - after).abs() <= CLOSE
            || [t, s].iter().any(|x| x.abs() <= CLOSE || (x - 1.0).abs() <= CLOSE)
            || is_steep(edge, heights[k] - heights[i])
            || is_steep(way, self.normal.dot(q - p))
            || strip > 0.0 && aside.iter().all(|x| x * x <= strip * strip * square);
        if !is_doubtful && t > 0.0 && t < 1.0 && s > 0.0 && s < 1.0 {
            let point = self.corners[i] + (self.corners[k] - self.corners[i]) * t;
            let separation = self.normal.dot(p + (q - p) * s - point);
            let [part, other] = [FeaturePart::Edge(i as u32), FeaturePart::Edge(line[0].edge)];
            offer(Spot { point, separation, part, other }, most, spots);
        }
        !is_doubtful
    }

    /// Adds the points that a part of the shape shares with the facet, with separations up to `most`.
    pub fn clip<W: DVector>(&self, part: &Part<'_, W>, most: f64, spots: &mut Vec<Spot>) {
        let count = part.corners.len().min(MOST);
        let mut places = [DVec2::ZERO; MOST];
        let mut inside = [[0.0; 3]; MOST];
        for (j, corner) in part.corners.iter().enumerate().take(count) {
            let point = space(corner.point);
            places[j] = self.place(point);
            inside[j] = self.inside(places[j]);
            let spot = self.spot(point, FeaturePart::Vertex(corner.vertex));
            let aside = self.aside.unwrap_or(0.0) * spot.separation.abs();
            if inside[j].iter().all(|inside| *inside >= -self.slack - aside) {
                offer(spot, most, spots);
            }
        }
        if self.aside.is_some() {
            return;
        }
        let places = &places[..count];
        // How far each corner of the facet is inside of an edge of the part.
        let mut under = [f64::INFINITY; 3];
        let turn = if count > 2 { turn_of(places) } else { 1.0 };
        let edges = if count > 2 { count } else { count.saturating_sub(1) };
        for j in 0..edges {
            let k = if j + 1 == count { 0 } else { j + 1 };
            let inward = inward(places[j], places[k], turn);
            let of_edge = each(self.places, |corner| inward.dot(corner - places[j]));
            for i in 0..3 {
                under[i] = under[i].min(of_edge[i]);
                let [before, after] = [inside[j][i], inside[k][i]];
                // A corner within the slack is over the facet, and counts above.
                let crosses = (before < -self.slack) != (after < -self.slack)
                    && (of_edge[i] > 0.0) != (of_edge[(i + 1) % 3] > 0.0);
                if crosses {
                    let [from, to] = [j, k].map(|corner| space(part.corners[corner].point));
                    let at = from + (to - from) * (before / (before - after));
                    let edge = FeaturePart::Edge(part.corners[j].edge);
                    let spot = Spot { part: FeaturePart::Edge(i as u32), ..self.spot(at, edge) };
                    offer(spot, most, spots);
                }
            }
        }
        if count < 3 {
            return;
        }
        let fall = part.normal.dot(self.normal);
        for i in (0..3).filter(|i| under[*i] >= -self.slack) {
            let point = self.corners[i];
            let separation = part.normal.dot(space(part.corners[0].point) - point) / fall;
            let [on, other] = [FeaturePart::Vertex(i as u32), FeaturePart::Face(part.number)];
            offer(Spot { point, separation, part: on, other }, most, spots);
        }
    }
}

fn offer(spot: Spot, most: f64, spots: &mut Vec<Spot>) {
    if spot.separation <= most {
        spots.push(spot);
    }
}

fn place([u, v]: [DVec3; 2], way: DVec3) -> DVec2 {
    DVec2::new(u.dot(way), v.dot(way))
}

/// The unit normal of an edge to its left, or to its right if the corners turn right; 0 for an edge without length.
fn inward(from: DVec2, to: DVec2, turn: f64) -> DVec2 {
    (to - from).perp().normalize_or_zero() * turn
}

/// 1 if the corners turn left, and -1 if they turn right.
fn turn_of(places: &[DVec2]) -> f64 {
    let from = places[0];
    let areas = places.windows(2).map(|ends| (ends[0] - from).perp_dot(ends[1] - from));
    areas.sum::<f64>().signum()
}
