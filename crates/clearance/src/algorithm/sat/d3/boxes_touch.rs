//! The place at which two boxes have just met, and points of both that surround it.
//!
//! For a corner and a face: three points of the face, each minus the corner. If a face or an edge lies on
//! the face, any common point serves as the corner. For two edges: points of one edge, each minus a point
//! of the other.
//!
//! ```text
//!       +-------2------+        The three points are two corners and, on the far side, the one
//!       |      /|`.    |        that is level with the place o. Wherever that is inside, it is
//!       |    /  o  `.  |        inside of these.
//!       |  /    |    `.|
//!       0-------|------1        Of two edges, the sides of the figure are the edges.
//! ```

use glam::DVec3;

use super::boxes::{Boxes, EDGES, FACES};
use super::boxes_axes::NEXT;
use super::boxes_witness::{number_of, outermost};
use crate::algorithm::sat::{Feature, Outcome};
use crate::answer::Member;
use crate::space::Motion;

/// A place where two boxes touch. Points of each are in its own frame.
#[derive(Clone, Copy, Debug)]
pub struct Touching {
    /// The place.
    pub points: Member<DVec3>,
    /// Three pairs of points whose differences surround it.
    pub around: [Member<DVec3>; 3],
    /// Two corners, far on the other sides.
    pub behind: Member<DVec3>,
}

impl Boxes {
    /// The place where the boxes touch along an axis, after B has moved by `way`.
    pub fn touching(&self, axis: DVec3, feature: Feature, way: DVec3) -> Touching {
        let translation = self.b_in_a.translation + way;
        let b_in_a = Motion { translation, ..self.b_in_a };
        let moved = Self { b_in_a, ..*self };
        let met = Outcome { overlap: 0.0, axis, feature, ..Outcome::new() };
        let [place, _] = moved.points(&met);
        let a = nearest(&self.half_a, place);
        let b = nearest(&self.half_b, b_in_a.unrotate(place - translation));
        let seen_from_b = b_in_a.unrotate(axis);
        let around = match feature {
            Feature::FaceB(face) => on_face(&self.half_b, face, b).map(|b| Member { a, b }),
            Feature::Edges(i, j) => {
                let (i, j) = (number_of(&EDGES, i), number_of(&EDGES, j));
                let on_a = outermost(&self.half_a, axis);
                let on_b = outermost(&self.half_b, -seen_from_b);
                let of_a = |at: f64| replaced(on_a, i, at);
                let of_b = |end: f64| replaced(on_b, j, end * self.half_b[j]);
                let member = |at: f64, end: f64| Member { a: of_a(at), b: of_b(end) };
                let half = self.half_a[i];
                [member(-half, -1.0), member(half, -1.0), member(a[i], 1.0)]
            }
            Feature::FaceA(face) => on_face(&self.half_a, face, a).map(|a| Member { a, b }),
            Feature::None => [Member { a, b }; 3],
        };
        let behind =
            Member { a: outermost(&self.half_a, -axis), b: outermost(&self.half_b, seen_from_b) };
        Touching { points: Member { a, b }, around, behind }
    }
}

/// The point of a box that is nearest to a point.
fn nearest(half: &[f64; 3], point: DVec3) -> DVec3 {
    let half = DVec3::from_array(*half);
    point.max(-half).min(half)
}

fn replaced(mut point: DVec3, axis: usize, at: f64) -> DVec3 {
    point[axis] = at;
    point
}

/// Two corners of a face, and the point of the far side that is level with a point.
fn on_face(half: &[f64; 3], face: u32, level: DVec3) -> [DVec3; 3] {
    let up = number_of(&FACES, face);
    let [u, v] = NEXT[up];
    let point = |at_u: f64, at_v: f64| {
        let mut point = DVec3::ZERO;
        point[up] = if FACES[up][1] == face { half[up] } else { -half[up] };
        (point[u], point[v]) = (at_u, at_v);
        point
    };
    [point(-half[u], -half[v]), point(half[u], -half[v]), point(level[u], half[v])]
}
