//! A line through what has no thickness: a segment in the plane, a triangle in space.
//!
//! ```text
//!          \                 The line crosses the sheet's plane (in 2D, its line) at one point.
//!     a ----x------- b       If that is between the ends by more than it may be off, the line
//!            \               surely passes through; if it is beyond one by more, it surely
//!             v              misses. Along the sheet, and at its rim, nothing is sure.
//! ```

use super::{Answer, Chord, End, Line, Place, TINY, Through, same};
use crate::number::Scalar;
use crate::space::Vector;
use glam::DVec3;

/// Flatter than this cosine, the place of a crossing is not worth much.
const FLAT: f64 = 1e-6;

/// Where the line crosses a plane, and how uncertain that is.
struct Pierced<W> {
    at: f64,
    error: f64,
    /// How far from the exact crossing the point may be, squared: by δ itself, and by twice that
    /// over the cosine along the line, so by no more than 3 δ over the cosine.
    off_square: f64,
    /// Against the line.
    normal: W,
}

/// The crossing with the plane through `corner`; none where the line is nearly parallel to it.
#[inline(always)]
fn pierced<W: Vector<Scalar = f64>>(
    normal: W,
    corner: W,
    line: &Line<W>,
    slack: f64,
) -> Option<Pierced<W>> {
    let cosine = normal.dot(line.along);
    let share = 1.0 / cosine;
    let at = normal.dot(corner - line.origin) * share;
    let normal = if cosine > 0.0 { -normal } else { normal };
    // Of the unit vector.
    let square = cosine * cosine * line.over;
    let off_square = 9.0 * slack * slack / square;
    let error = 2.0 * slack * share.abs();
    (square > FLAT * FLAT).then_some(Pierced { at, error, off_square, normal })
}

/// The chord of no length.
#[inline(always)]
fn chord<W: Vector<Scalar = f64>, A: Answer<W>>(
    Pierced { at, error, normal, .. }: Pierced<W>,
    answer: A,
) -> Through<A::Output> {
    let bounds = [at - error, at + error];
    Through::Met(answer.of(&Chord { enter: bounds, leave: bounds }, |end| Place {
        at,
        normal: if end == End::Enter { normal } else { -normal },
    }))
}

/// The segment between two points of the plane.
#[inline(always)]
pub(super) fn segment<W: Vector<Scalar = f64>, A: Answer<W>>(
    [a, b]: [W; 2],
    line: &Line<W>,
    answer: A,
) -> Through<A::Output> {
    let slack = line.slack(a.max_abs() + b.max_abs() + (b - a).max_abs());
    let edge = b - a;
    let length = edge.norm();
    if !(slack > TINY && length > TINY) {
        return Through::Unclear;
    }
    let unit = edge * (1.0 / length);
    let across = W::from_fn(|i| if i == 0 { unit.get(1) } else { -unit.get(0) });
    let Some(pierced) = pierced(across, a, line, slack) else { return Through::Unclear };
    let margin = Scalar::sqrt(pierced.off_square);
    let along = unit.dot(line.point(pierced.at) - a);
    if along < -margin || along > length + margin {
        Through::Missed
    } else if along > margin && along < length - margin {
        chord(pierced, answer)
    } else {
        Through::Unclear
    }
}

/// The triangle between three points in space.
#[inline(always)]
pub(super) fn triangle<W: Vector<Scalar = f64>, A: Answer<W>>(
    corners: [W; 3],
    line: &Line<W>,
    answer: A,
) -> Through<A::Output> {
    let [a, b, c] = corners.map(same::<W, DVec3>);
    let line = Line {
        origin: same::<W, DVec3>(line.origin),
        along: same(line.along),
        square: line.square,
        over: line.over,
    };
    let [ab, bc, ca] = [b - a, c - b, a - c];
    let area = ab.cross(-ca);
    let double = Scalar::sqrt(area.dot(area));
    let reach = a.abs().max(b.abs()).max(c.abs()).element_sum();
    let exact = line.slack(reach);
    if !(exact > TINY && double > TINY * TINY) {
        return Through::Unclear;
    }
    let normal = area * (1.0 / double);
    // Of a sliver the normal is rounded so that the other corners are not in the plane of the
    // first: the triangle is as thick as that.
    let thick = Scalar::max(normal.dot(ab).abs(), normal.dot(ca).abs());
    let slack = exact + thick;
    let Some(pierced) = pierced(normal, a, &line, slack) else { return Through::Unclear };
    let point = line.point(pierced.at);
    let (mut inside, mut outside) = (true, false);
    for (corner, edge) in [(a, ab), (b, bc), (c, ca)] {
        // The height over the edge times its length, compared as squares.
        let height = normal.cross(edge).dot(point - corner);
        let clear = height * height > pierced.off_square * edge.dot(edge);
        inside &= clear && height > 0.0;
        outside |= clear && height < 0.0;
    }
    if outside {
        return Through::Missed;
    }
    if !inside {
        return Through::Unclear;
    }
    let Pierced { at, error, off_square, normal } = pierced;
    chord(Pierced { at, error, off_square, normal: same(normal) }, answer)
}
