//! A line through a polygon or polyhedron that has an interior: it is clipped by one plane after another.
//!
//! As for a box: a line enters through the planes that face it and leaves through the others. It is
//! inside from the last plane through which it enters to the first through which it leaves. Each plane
//! has its own bounds, δ over its cosine away, and the bound that proves most is the answer.
//!
//! Faces are rounded outwards, by up to e. A point deeper than e below all planes is in the exact hull
//! (see `Polyhedron`), so the line is certainly inside only there.
//!
//! A `cosine` here is a cosine times the length of the line's direction.
//! Source: Cyrus and Beck 1978.

use glam::DVec3;

use super::chord::{Chord, End, Place, Through};
use super::line::{Line, usable};
use crate::hull::{LANES, Outline, Polyhedron};
use crate::number::simd::{Work, widest};
use crate::number::{max, min, sqrt};
use crate::space::{DVector, same};

/// The bounds so far: when the line may enter, must have entered, may have left, and must have left; and
/// the indices of the planes that give the first and the last.
#[derive(Clone, Copy)]
struct Clip {
    enter: [f64; 2],
    leave: [f64; 2],
    faces: [u32; 2],
}

impl Clip {
    const ALL: Self =
        Self { enter: [f64::NEG_INFINITY; 2], leave: [f64::INFINITY; 2], faces: [0; 2] };

    /// Clips by a plane: the origin is `room` below it, and the line rises to it by `cosine`. `slack` is
    /// δ, and `more` is δ + e.
    #[inline(always)]
    fn cut(&mut self, number: u32, room: f64, cosine: f64, [slack, more]: [f64; 2]) {
        // Infinite for a plane that is parallel to the line. A plane exactly δ away gives NaN, for which
        // no comparison holds, so it changes nothing.
        let share = 1.0 / (cosine + 0.0);
        let [grown, shrunk] = [(room + slack) * share, (room - more) * share];
        if cosine < 0.0 {
            if grown > self.enter[0] {
                (self.enter[0], self.faces[0]) = (grown, number);
            }
            if shrunk > self.enter[1] {
                self.enter[1] = shrunk;
            }
        } else {
            if grown < self.leave[1] {
                (self.leave[1], self.faces[1]) = (grown, number);
            }
            if shrunk < self.leave[0] {
                self.leave[0] = shrunk;
            }
        }
    }

    /// The result after all planes. `plane` returns the normal and the offset of a plane.
    #[inline(always)]
    fn chord<W: DVector>(
        self,
        line: &Line<W>,
        plane: impl Fn(u32) -> (W, f64),
        hollow: bool,
    ) -> Through<W> {
        let Self { enter, leave, faces } = self;
        if enter[0] > leave[1] {
            return Through::Missed;
        }
        // Beyond a sharp corner, planes prove little; and only shapes that are not closed have none ahead
        // or behind. `Unclear` for NaN, too.
        let closed = enter[0] > f64::NEG_INFINITY && leave[1] < f64::INFINITY;
        if !(enter[1] <= leave[0] && closed) {
            return Through::Unclear;
        }
        Chord { enter, leave }.through(hollow, |end| {
            let (normal, offset) = plane(faces[usize::from(end == End::Leave)]);
            let at = (offset - normal.dot(line.origin)) / normal.dot(line.along);
            Place { at, normal }
        })
    }
}

/// A polygon in 2D. Its normals are exact up to rounding and its lines as far out as its vertices, up to
/// rounding: δ is a multiple of that.
pub fn polygon<W: DVector>(
    outline: &Outline<glam::DVec2>,
    reach: f64,
    line: &Line<W>,
    hollow: bool,
) -> Through<W> {
    let slack = line.slack(reach);
    if !usable(slack) {
        return Through::Unclear;
    }
    let (normals, offsets) = (outline.normals(), outline.offsets());
    let (x, u) = (same::<W, glam::DVec2>(line.origin), same::<W, glam::DVec2>(line.along));
    let mut clip = Clip::ALL;
    for (i, (normal, offset)) in normals.iter().zip(offsets).enumerate() {
        clip.cut(i as u32, offset - normal.dot(x), normal.dot(u), [slack, 2.0 * slack]);
    }
    clip.chord(line, |i| (same(normals[i as usize]), offsets[i as usize]), hollow)
}

/// A triangle in 2D, in either orientation.
pub fn triangle<W: DVector>(corners: [W; 3], line: &Line<W>, hollow: bool) -> Through<W> {
    let [a, b, c] = corners.map(same::<W, glam::DVec2>);
    let slack = line.slack(a.abs().max(b.abs()).max(c.abs()).element_sum());
    let area = (b - a).perp_dot(c - a);
    let turn = if area < 0.0 { -1.0 } else { 1.0 };
    let mut planes = [(W::ZERO, 0.0); 3];
    let mut clip = Clip::ALL;
    let mut thinnest = f64::INFINITY;
    for (i, (from, to)) in [(a, b), (b, c), (c, a)].into_iter().enumerate() {
        let edge = to - from;
        let length = sqrt(edge.dot(edge));
        thinnest = min(thinnest, area.abs() / length);
        let normal = glam::DVec2::new(edge.y, -edge.x) * (turn / length);
        let normal: W = same(normal);
        let offset = normal.dot(same(from));
        planes[i] = (normal, offset);
        let (room, cosine) = (offset - normal.dot(line.origin), normal.dot(line.along));
        clip.cut(i as u32, room, cosine, [slack, 2.0 * slack]);
    }
    // A flat triangle has no interior, and its edges no certain order. `Unclear` for NaN, too.
    if !(usable(slack) && thinnest > 8.0 * slack) {
        return Through::Unclear;
    }
    clip.chord(line, |i| planes[i as usize], hollow)
}

/// A polyhedron.
pub fn polyhedron<W: DVector>(
    solid: &Polyhedron<DVec3>,
    reach: f64,
    line: &Line<W>,
    hollow: bool,
) -> Through<W> {
    let slack = line.slack(reach);
    // Without an inner ball, the planes prove nothing about points. `Unclear` for NaN, too.
    if !(usable(slack) && solid.inner_radius() > 0.0) {
        return Through::Unclear;
    }
    let line_in_space = Line {
        origin: same(line.origin),
        along: same(line.along),
        square: line.square,
        over: line.over,
        off: line.off,
    };
    let slacks = [slack, slack + solid.error()];
    let clip = widest(Planes { solid, line: &line_in_space, slacks });
    clip.chord(line, |i| (same(solid.normals().get(i)), solid.offsets()[i as usize]), hollow)
}

/// All planes of a polyhedron, eight at a time.
struct Planes<'w> {
    solid: &'w Polyhedron<DVec3>,
    line: &'w Line<DVec3>,
    slacks: [f64; 2],
}

impl Work for Planes<'_> {
    type Output = Clip;
    #[inline(always)]
    fn run(self) -> Clip {
        let (normals, offsets) = (self.solid.normals(), self.solid.offsets());
        let (o, u) = (self.line.origin, self.line.along);
        let [slack, more] = self.slacks;
        let [x, y, z] =
            [normals.x(), normals.y(), normals.z()].map(|column| column.as_chunks::<LANES>().0);
        let mut best = [Clip::ALL; 1][0];
        let mut enter = [[f64::NEG_INFINITY; LANES]; 2];
        let mut leave = [[f64::INFINITY; LANES]; 2];
        let mut faces = [[0_u64; LANES]; 2];
        for (i, d) in offsets.as_chunks::<LANES>().0.iter().enumerate() {
            let (x, y, z) = (&x[i], &y[i], &z[i]);
            for k in 0..LANES {
                let room = d[k] - (x[k] * o.x + y[k] * o.y + z[k] * o.z);
                let cosine = x[k] * u.x + y[k] * u.y + z[k] * u.z;
                let share = 1.0 / (cosine + 0.0);
                let [grown, shrunk] = [(room + slack) * share, (room - more) * share];
                let comes = cosine < 0.0;
                let in_grown = if comes { grown } else { f64::NEG_INFINITY };
                let in_shrunk = if comes { shrunk } else { f64::NEG_INFINITY };
                let out_grown = if comes { f64::INFINITY } else { grown };
                let out_shrunk = if comes { f64::INFINITY } else { shrunk };
                faces[0][k] = if in_grown > enter[0][k] { i as u64 } else { faces[0][k] };
                enter[0][k] = if in_grown > enter[0][k] { in_grown } else { enter[0][k] };
                enter[1][k] = if in_shrunk > enter[1][k] { in_shrunk } else { enter[1][k] };
                faces[1][k] = if out_grown < leave[1][k] { i as u64 } else { faces[1][k] };
                leave[1][k] = if out_grown < leave[1][k] { out_grown } else { leave[1][k] };
                leave[0][k] = if out_shrunk < leave[0][k] { out_shrunk } else { leave[0][k] };
            }
        }
        for k in 0..LANES {
            let number = |i: u64| (i as usize * LANES + k) as u32;
            if enter[0][k] > best.enter[0] {
                (best.enter[0], best.faces[0]) = (enter[0][k], number(faces[0][k]));
            }
            if leave[1][k] < best.leave[1] {
                (best.leave[1], best.faces[1]) = (leave[1][k], number(faces[1][k]));
            }
            best.enter[1] = max(best.enter[1], enter[1][k]);
            best.leave[0] = min(best.leave[0], leave[0][k]);
        }
        // Padding repeats the last face.
        best.faces = best.faces.map(|f| f.min(normals.len() as u32 - 1));
        best
    }
}
