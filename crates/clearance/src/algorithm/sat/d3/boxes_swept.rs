//! Two boxes, one of which moves along a line: when do their projections overlap on all 15 axes?
//!
//! Along each axis, the projection of B's middle starts at p and moves at the speed w. The projections
//! are apart while |p + w t| > r, the sum of half their lengths.
//!
//! 1. **Visit the axes in turn**, with the latest time at which an axis so far begins to overlap, at
//!    first 0. If there is a gap along an axis at this time and the projections approach, this axis overlaps
//!    later: its time replaces the old one. If they do not approach, the shapes never touch.
//! 2. **End** when all axes in turn have no gap at this time. In most cases this takes one and a half
//!    passes.
//!
//! Faces come first. Edges are first tested without a division, as in `boxes`: a gap along an edge's axis
//! that may be rounding is below `noise`. Only a larger one is divided by the sine, and then the
//! projections along the unit axis itself count.

use glam::DVec3;

use super::boxes::{BETTER, Boxes, FACES, PARALLEL, sign};
use super::boxes_axes::NEXT;
use crate::algorithm::sat::{Feature, Swept};
use crate::number::Scalar;
use crate::space::{MOTION_ERROR, Vector};

/// The number of axes of faces, and of all axes.
const OF_FACES: usize = 6;
const ALL: usize = 15;

/// The most tests of axes. More are only necessary if rounding makes the search go in circles.
const MOST_LOOKS: usize = 8 * ALL;

/// The projections along an axis.
#[derive(Clone, Copy, Default)]
struct Projection {
    /// The place of B's middle at time 0.
    place: f64,
    speed: f64,
    /// The sum of half the lengths of both boxes' projections.
    reach: f64,
}

/// The state of the search. Numbers along an edge's axis are multiplied by its sine until they are
/// `exact`.
struct Sweep<'p> {
    boxes: &'p Boxes,
    velocity: DVec3,
    /// The length of the velocity.
    speed: f64,
    projections: [Projection; ALL],
    exact: [bool; ALL],
    /// The latest time at which an axis so far begins to overlap, and this axis with its direction.
    time: f64,
    last: Option<(usize, f64)>,
    /// The error bound of a gap at this time.
    rounding: f64,
}

impl Boxes {
    /// Tests all axes until a time; the velocity is B's in A's frame.
    pub fn swept(&self, velocity: DVec3, until: f64) -> Swept<DVec3> {
        let (projections, exact) = ([Projection::default(); ALL], [false; ALL]);
        let (speed, rounding) = (velocity.norm(), self.rounding);
        let (time, last) = (0.0, None);
        let mut sweep =
            Sweep { boxes: self, velocity, speed, projections, exact, time, last, rounding };
        sweep.projections_of_faces();
        if let Some(end) = sweep.around(OF_FACES, until) {
            return end;
        }
        sweep.projections_of_edges();
        if let Some(end) = sweep.around(ALL, until) {
            return end;
        }
        sweep.met()
    }

    /// The gap along any unit axis from A to B.
    pub fn gap_along(&self, axis: DVec3) -> f64 {
        let seen_from_b = self.b_in_a.unrotate(axis);
        let half = |half: &[f64; 3], v: DVec3| {
            half[0] * v.x.abs() + half[1] * v.y.abs() + half[2] * v.z.abs()
        };
        let between = axis.dot(self.b_in_a.translation);
        between - half(&self.half_a, axis) - half(&self.half_b, seen_from_b)
    }
}

impl Sweep<'_> {
    /// Visits the first `count` axes until none has a gap. Returns the result if the shapes never touch,
    /// or not before `until`.
    fn around(&mut self, count: usize, until: f64) -> Option<Swept<DVec3>> {
        let (mut k, mut seen, mut clear) = (0, 0, 0);
        while clear < count {
            seen += 1;
            if seen > MOST_LOOKS {
                return Some(Swept::Unclear);
            }
            clear += 1;
            if let Some(side) = self.gap_at(k) {
                let Projection { place, speed, reach } = self.projections[k];
                let closing = -side * speed;
                // An infinite time is no contact.
                let time = (side * place - reach) / closing;
                if !(closing > 0.0 && time < f64::INFINITY) {
                    let before = self.last.map(|(k, side)| self.axis(k, side));
                    return Some(Swept::Pass {
                        before,
                        after: self.axis(k, side),
                        time: self.time,
                    });
                }
                (self.time, self.last) = (time, Some((k, side)));
                self.rounding = self.boxes.rounding + 8.0 * f64::EPSILON * self.speed * time;
                if time > until {
                    return Some(self.met());
                }
                clear = 1;
            }
            k = if k + 1 == count { 0 } else { k + 1 };
        }
        None
    }

    /// The side on which there is a gap along an axis, of more than rounding, at the current time. `None`
    /// if there is no gap.
    fn gap_at(&mut self, k: usize) -> Option<f64> {
        let (rounding, time) = (self.rounding, self.time);
        let gap = |projection: &Projection| {
            let place = projection.place + projection.speed * time;
            (place, place.abs() - projection.reach)
        };
        let (place, by) = gap(&self.projections[k]);
        if self.exact[k] || k < OF_FACES {
            return (by > BETTER * rounding).then(|| sign(place));
        }
        // Each column of the rotation may be off by `MOTION_ERROR`; the formula has products of two
        // columns in place of the third. `rounding` is 8 epsilons.
        if by <= -(3.0 * MOTION_ERROR + 16.0) / 8.0 * rounding {
            return None;
        }
        self.make_exact(k);
        let (place, by) = gap(&self.projections[k]);
        (by > BETTER * rounding).then(|| sign(place))
    }

    fn projections_of_faces(&mut self) {
        let Boxes { half_a, half_b, b_in_a, .. } = self.boxes;
        let (abs, middle) = (b_in_a.columns.map(DVec3::abs), b_in_a.translation);
        let seen_from_b = b_in_a.unrotate(b_in_a.translation);
        let speed_in_b = b_in_a.unrotate(self.velocity);
        for i in 0..3 {
            let [x, y, z] = [abs[0][i], abs[1][i], abs[2][i]];
            let of_b = x * half_b[0] + y * half_b[1] + z * half_b[2];
            let reach = half_a[i] + of_b;
            self.projections[i] = Projection { place: middle[i], speed: self.velocity[i], reach };
            let of_a = abs[i][0] * half_a[0] + abs[i][1] * half_a[1] + abs[i][2] * half_a[2];
            let reach = of_a + half_b[i];
            self.projections[3 + i] =
                Projection { place: seen_from_b[i], speed: speed_in_b[i], reach };
        }
    }

    fn projections_of_edges(&mut self) {
        let Boxes { half_a: a, half_b: b, b_in_a, .. } = self.boxes;
        let (columns, t) = (b_in_a.columns.map(|c| c.to_array()), self.boxes.middle());
        let abs = columns.map(|column| column.map(f64::abs));
        let w = self.velocity;
        for i in 0..3 {
            let [u, v] = NEXT[i];
            for j in 0..3 {
                let [p, q] = NEXT[j];
                let of_a = a[u] * abs[j][v] + a[v] * abs[j][u];
                let of_b = b[p] * abs[q][i] + b[q] * abs[p][i];
                let place = t[v] * columns[j][u] - t[u] * columns[j][v];
                let speed = w[v] * columns[j][u] - w[u] * columns[j][v];
                self.projections[OF_FACES + 3 * i + j] =
                    Projection { place, speed, reach: of_a + of_b };
            }
        }
    }

    /// Computes the projections along the unit axis of two edges. Parallel edges get projections that
    /// always overlap: see [`PARALLEL`].
    fn make_exact(&mut self, k: usize) {
        self.exact[k] = true;
        self.projections[k] = match self.across(k) {
            None => Projection { reach: f64::INFINITY, ..Projection::default() },
            Some(axis) => {
                let place = axis.dot(self.boxes.b_in_a.translation);
                let reach = place - self.boxes.gap_along(axis);
                Projection { place, speed: axis.dot(self.velocity), reach }
            }
        };
    }

    /// The unit axis perpendicular to an edge of each box.
    fn across(&self, k: usize) -> Option<DVec3> {
        let (i, j) = ((k - OF_FACES) / 3, (k - OF_FACES) % 3);
        let [u, v] = NEXT[i];
        let (x, y) = (-self.boxes.column(j)[v], self.boxes.column(j)[u]);
        let sine = Scalar::sqrt(x * x + y * y);
        let mut axis = DVec3::ZERO;
        (axis[u], axis[v]) = (x / sine, y / sine);
        (sine > PARALLEL).then_some(axis)
    }

    /// The axis of this index, from A to B.
    fn axis(&self, k: usize, side: f64) -> DVec3 {
        let mut axis = DVec3::ZERO;
        match k {
            0..3 => axis[k] = side,
            3..OF_FACES => axis = self.boxes.b_in_a.columns[k - 3] * side,
            _ => axis = self.across(k).unwrap_or(axis) * side,
        }
        axis
    }

    /// The feature along which the boxes touch when all axes overlap.
    fn met(&self) -> Swept<DVec3> {
        let Some((k, side)) = self.last else {
            let apart = |s: &Projection| s.place.abs() - s.reach >= -self.boxes.touch();
            return if self.projections.iter().any(apart) {
                Swept::Unclear
            } else {
                Swept::Overlap
            };
        };
        let axis = self.axis(k, side);
        let feature = match k {
            0..3 => Feature::FaceA(FACES[k][usize::from(side > 0.0)]),
            3..OF_FACES => Feature::FaceB(FACES[k - 3][usize::from(side < 0.0)]),
            _ => self.boxes.edges([(k - OF_FACES) / 3, (k - OF_FACES) % 3], axis),
        };
        Swept::Meet { axis, feature }
    }
}
