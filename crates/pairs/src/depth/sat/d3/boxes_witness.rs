//! Where two boxes that overlap touch deepest: a point of A and one of B, the depth apart along
//! the axis.
//!
//! Mostly one corner is the deepest against a face and lies above it, or two edges cross. Else
//! a face or an edge lies almost parallel to a face. Then of the other box's face that is turned
//! against it (`+`), what lies above the face (`#`) is cut out, and its deepest corners count:
//!
//! ```text
//!        +------+           The sides of a box are square to its faces, so that a cut asks for
//!        |   ###|###        one coordinate only. Nothing that lies above the face is deeper
//!        |   #**|  #        than the deepest of `*`: so where rounding picked one of several
//!        +---#--+  #        axes that are almost the same, the point is still on both boxes.
//!            #######
//! ```

use arrayvec::ArrayVec;
use glam::DVec3;

use super::box_sat::{Boxes, EDGES, FACES, sign};
use super::boxes_axes::{ACROSS, NEXT};
use super::polygon_clip::{clip, lowest};
use crate::depth::sat::{Feature, Outcome};

/// Two edges that cross.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    /// The axes along which they are, of A and of B.
    pub axes: [usize; 2],
    /// Their nearest points, as coordinates along them.
    pub shares: [f64; 2],
    /// The middle between their nearest points, in A's frame.
    pub middle: DVec3,
}

impl Boxes {
    /// The point of A that is deepest in B and the point of B that is deepest in A, in A's frame. Their
    /// difference is the overlap along the axis.
    pub fn points(&self, outcome: &Outcome<DVec3>) -> [DVec3; 2] {
        let depth = outcome.axis * outcome.overlap;
        let feature = match outcome.feature {
            Feature::Edges(i, j) => {
                let out = [outcome.axis, -self.b_in_a.unrotate(outcome.axis)];
                match self.crossing([number_of(&EDGES, i), number_of(&EDGES, j)], out) {
                    Some(Crossing { middle, .. }) => {
                        return [middle + depth * 0.5, middle - depth * 0.5];
                    }
                    None => self.face_across(outcome.axis),
                }
            }
            face => face,
        };
        if let Feature::FaceB(face) = feature {
            let a = self.b_in_a.apply(self.seen_from_b().contact(face, self.rounding));
            return [a, a - depth];
        }
        let face = if let Feature::FaceA(face) = feature { face } else { 0 };
        let b = self.seen_from_a().contact(face, self.rounding);
        [b + depth, b]
    }

    /// The middle between the nearest points of two edges' lines, if these are on both edges. The edges are
    /// along axis i of A and j of B, and the farthest along the axis from A to B and against it: out of each
    /// box, in its own frame.
    ///
    /// The place along B's edge comes first, by the component perpendicular to A's, then the place along
    /// A's. So if the edges are almost parallel, the second follows the rounding of the first.
    pub(crate) fn crossing(&self, [i, j]: [usize; 2], out: [DVec3; 2]) -> Option<Crossing> {
        // The middles of both edges.
        let on_a = outermost(&self.half_a, out[0]) * ACROSS[i];
        let on_b = outermost(&self.half_b, out[1]) * ACROSS[j];
        let (on_b, along_b) = (self.b_in_a.apply(on_b), self.b_in_a.columns[j]);
        let ([u, v], axis) = (NEXT[i], out[0].as_ref());
        let across = |d: &[f64; 3]| d[u] * axis[v] - d[v] * axis[u];
        let share = across((on_a - on_b).as_ref()) / across(along_b.as_ref());
        let on_b = on_b + along_b * share;
        let along_a = on_b.as_ref()[i];
        let on_a = on_a + DVec3::AXES[i] * along_a;
        let within = along_a.abs() <= self.half_a[i] && share.abs() <= self.half_b[j];
        let (axes, shares, middle) = ([i, j], [along_a, share], (on_a + on_b) * 0.5);
        within.then_some(Crossing { axes, shares, middle })
    }

    /// The face to which an axis is the most perpendicular.
    fn face_across(&self, axis: DVec3) -> Feature {
        let in_b = -self.b_in_a.unrotate(axis);
        let (i, j) = (longest(axis), longest(in_b));
        let face = |axis: usize, v: DVec3| FACES[axis][usize::from(v[axis] >= 0.0)];
        if in_b[j].abs() > axis[i].abs() {
            Feature::FaceB(face(j, in_b))
        } else {
            Feature::FaceA(face(i, axis))
        }
    }

    fn seen_from_a(&self) -> FramedBoxes<'_> {
        let middle = self.b_in_a.translation;
        FramedBoxes { own: &self.half_a, other: &self.half_b, axes: self.b_in_a.columns, middle }
    }

    fn seen_from_b(&self) -> FramedBoxes<'_> {
        let seen = |axis| self.b_in_a.unrotate(axis);
        let axes = [seen(DVec3::X), seen(DVec3::Y), seen(DVec3::Z)];
        let middle = -self.b_in_a.unrotate(self.b_in_a.translation);
        FramedBoxes { own: &self.half_b, other: &self.half_a, axes, middle }
    }
}

/// A box in its own frame, and the other box in this frame.
struct FramedBoxes<'s> {
    own: &'s [f64; 3],
    other: &'s [f64; 3],
    axes: [DVec3; 3],
    middle: DVec3,
}

impl FramedBoxes<'_> {
    /// The point of the other box that is deepest below a face of this one; the middle, if there are
    /// several.
    fn contact(&self, face: u32, rounding: f64) -> DVec3 {
        let up = number_of(&FACES, face);
        let outward = if FACES[up][1] == face { 1.0 } else { -1.0 };
        // From the other box's middle to the deepest corner along each of its axes.
        let step = |k: usize| self.axes[k] * (-outward * sign(self.axes[k][up]) * self.other[k]);
        let steps = [step(0), step(1), step(2)];
        let corner = self.middle + steps[0] + steps[1] + steps[2];
        let [u, v] = NEXT[up];
        let alone = steps.iter().all(|step| step[up].abs() > 2.0 * rounding);
        if alone && corner[u].abs() <= self.own[u] && corner[v].abs() <= self.own[v] {
            return corner;
        }
        let [x, y, z] = &self.axes;
        let [p, q] = NEXT[longest(DVec3::new(x[up], y[up], z[up]))];
        let (p, q) = (steps[p] * 2.0, steps[q] * 2.0);
        let mut polygon =
            ArrayVec::<_, 8>::from_iter([corner, corner - p, corner - p - q, corner - q]);
        for axis in [u, v] {
            for side in [DVec3::AXES[axis], -DVec3::AXES[axis]] {
                let mut left = ArrayVec::new();
                // If rounding bends the border so that there is a ninth corner, it is left out.
                let keep = |corner| _ = left.try_push(corner);
                clip(&polygon, side, self.own[axis] + rounding, keep);
                polygon = left;
            }
        }
        lowest(&polygon, DVec3::AXES[up] * outward, 4.0 * rounding).unwrap_or(corner)
    }
}

/// The corner that is the farthest along a direction.
pub(super) fn outermost(half: &[f64; 3], direction: DVec3) -> DVec3 {
    let at = |i: usize| half[i] * sign(direction[i]);
    DVec3::new(at(0), at(1), at(2))
}

/// The index of the largest coordinate, by magnitude.
fn longest(v: DVec3) -> usize {
    let v = v.abs();
    if v.x >= v.y && v.x >= v.z {
        0
    } else if v.y >= v.z {
        1
    } else {
        2
    }
}

/// The index of the axis perpendicular to a face, or along an edge.
pub(super) fn number_of<const N: usize>(table: &[[u32; N]; 3], number: u32) -> usize {
    table.iter().position(|row| row.contains(&number)).unwrap_or(0)
}
