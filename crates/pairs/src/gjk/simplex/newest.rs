//! The nearest point of a triangle or tetrahedron in 3D that has a new corner: the fast version of
//! [`super::closest`], for nearest points on a feature of the newest corner.
//!
//! ```text
//!             a          d is the newest corner, and its edges are spokes. Every feature of d has
//!            /|\         a region of its own:
//!           / | \
//!          /  d  \         the face abd   outside of its plane, inside of its three edges
//!         / .   . \        the edge ad    between its ends, outside of it in both of its faces
//!        b---------c       the corner d   behind d along all spokes
//! ```
//!
//! The side of an edge on which the origin is, is the sign of an area, as in `nearest`. If the
//! origin is in the region of a face, this face is the answer, and no other feature is tested. In most
//! cases it is a face.
//!
//! The answer is `None` if no region certainly contains the origin, because an area is zero within its
//! rounding error or a face is thin. Then the slow version tests every feature.
//!
//! Source: the regions are those of Ericson, Real-Time Collision Detection, 5.1.5 and 5.1.6.

use super::nearest::{Closest, THIN, is_rounding};
use crate::number::{max, min};
use crate::space::DVector;

/// Sets `found` to the nearest point, if it is certainly on a feature of the last of 3 or 4 corners. A
/// result that was returned would be copied by the caller.
#[inline]
pub fn closest<W: DVector>(points: &[W], found: &mut Closest<W>) -> Option<()> {
    match *points {
        [a, b, newest] => {
            of_triangle(newest, &[Spoke::new(newest, a), Spoke::new(newest, b)], found)
        }
        [a, b, c, newest] => {
            let spokes = [Spoke::new(newest, a), Spoke::new(newest, b), Spoke::new(newest, c)];
            of_tetrahedron(newest, &spokes, found)
        }
        _ => None,
    }
}

/// An edge of the newest corner.
#[derive(Clone, Copy)]
struct Spoke<W> {
    /// From the newest corner to the other end.
    edge: W,
    /// The square of the edge's length.
    square: f64,
    /// From the newest corner to the foot of the origin, times the edge's length.
    along: f64,
}

impl<W: DVector> Spoke<W> {
    #[inline]
    fn new(newest: W, end: W) -> Self {
        let edge = end - newest;
        Self { edge, square: edge.dot(edge), along: -newest.dot(edge) }
    }
    /// Is the origin's foot between the ends?
    fn is_between(&self) -> bool {
        self.along > 0.0 && self.along < self.square
    }
    /// Is the origin's foot not beyond the newest corner?
    fn is_behind(&self) -> bool {
        self.along <= 0.0
    }
    fn nearest(&self, newest: W, [i, last]: [usize; 2], found: &mut Closest<W>) {
        let share = self.along / self.square;
        found.weights = [0.0; 4];
        (found.weights[i], found.weights[last]) = (share, 1.0 - share);
        let point = newest + self.edge * share;
        found.point = point;
        // As in `super::nearest::edge`.
        found.direction = point - self.edge * (point.dot(self.edge) / self.square);
        found.inside = false;
    }
}

/// A face of the newest corner between two spokes.
struct Face<W: DVector> {
    /// The wedge of the two spokes.
    normal: W::Wedge,
    /// The square of `normal`.
    square: f64,
    /// The origin's areas over the first and the second spoke, positive on the inner side. The first is
    /// the weight of the second spoke's end, and the second the weight of the first spoke's end.
    areas: [f64; 2],
    /// Is the origin's foot inside of all edges?
    holds: bool,
}

impl<W: DVector> Face<W> {
    /// `None` if the face is thin, or if the sign of an area is not certain.
    #[inline]
    fn new(newest: W, [first, second]: [&Spoke<W>; 2], normal: W::Wedge) -> Option<Self> {
        let zero = 0.0;
        let square = W::wedge_dot(normal, normal);
        let longest = max(first.square, second.square);
        // The third edge is at most twice as long as the longest spoke.
        if square <= 16.0 * THIN * longest * longest {
            return None;
        }
        let areas = [
            W::wedge_dot(newest.wedge(first.edge), normal),
            W::wedge_dot(second.edge.wedge(newest), normal),
        ];
        let third = square - areas[0] - areas[1];
        let least = min(min(areas[0].abs(), areas[1].abs()), third.abs());
        if is_rounding(least, newest.dot(newest) * square * longest) {
            return None;
        }
        let holds = areas[0] > zero && areas[1] > zero && third > zero;
        Some(Self { normal, square, areas, holds })
    }
    #[inline]
    fn nearest(
        &self,
        newest: W,
        [first, second]: [&Spoke<W>; 2],
        [i, j, last]: [usize; 3],
        found: &mut Closest<W>,
    ) {
        let [of_second, of_first] = [self.areas[0] / self.square, self.areas[1] / self.square];
        found.weights = [0.0; 4];
        (found.weights[i], found.weights[j]) = (of_first, of_second);
        found.weights[last] = 1.0 - (of_first + of_second);
        found.point = newest + (first.edge * of_first + second.edge * of_second);
        found.direction = W::foot(self.normal, newest);
        found.inside = false;
    }
}

fn of_triangle<W: DVector>(
    newest: W,
    spokes: &[Spoke<W>; 2],
    found: &mut Closest<W>,
) -> Option<()> {
    let [first, second] = spokes;
    if first.is_behind() && second.is_behind() {
        found.set_corner(newest, 2);
        return Some(());
    }
    let face = Face::new(newest, [first, second], first.edge.wedge(second.edge))?;
    if face.holds {
        face.nearest(newest, [first, second], [0, 1, 2], found);
        return Some(());
    }
    let claims = |i: usize| spokes[i].is_between() && face.areas[i] < 0.0;
    match [claims(0), claims(1)] {
        [true, false] => first.nearest(newest, [0, 2], found),
        [false, true] => second.nearest(newest, [1, 2], found),
        _ => return None,
    }
    Some(())
}

fn of_tetrahedron<W: DVector>(
    newest: W,
    spokes: &[Spoke<W>; 3],
    found: &mut Closest<W>,
) -> Option<()> {
    let zero = 0.0;
    if spokes.iter().all(Spoke::is_behind) {
        found.set_corner(newest, 3);
        return Some(());
    }
    // For each spoke, the face between it and the next spoke.
    let edges = [spokes[0].edge, spokes[1].edge, spokes[2].edge];
    let normals = [edges[0].wedge(edges[1]), edges[1].wedge(edges[2]), edges[2].wedge(edges[0])];
    let volume = W::volume(normals[0], edges[2]);
    let is_outside = |i: usize| W::volume(normals[i], newest) * volume > zero;
    let outside = [is_outside(0), is_outside(1), is_outside(2)];
    if outside == [false; 3] {
        return None;
    }
    let face = |i: usize| Face::new(newest, [&spokes[i], &spokes[(i + 1) % 3]], normals[i]);
    for i in 0..3 {
        let j = (i + 1) % 3;
        if outside[i]
            && let Some(face) = face(i)
            && face.holds
        {
            face.nearest(newest, [&spokes[i], &spokes[j]], [i, j, 3], found);
            return Some(());
        }
    }
    let claims = |i: usize| {
        if !spokes[i].is_between() {
            return Some(false);
        }
        let (after, before) = (face(i)?, face((i + 2) % 3)?);
        Some(after.areas[0] < zero && before.areas[1] < zero)
    };
    let i = match [claims(0)?, claims(1)?, claims(2)?] {
        [true, false, false] => 0,
        [false, true, false] => 1,
        [false, false, true] => 2,
        _ => return None,
    };
    spokes[i].nearest(newest, [i, 3], found);
    Some(())
}
