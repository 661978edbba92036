//! A line through a shape without thickness: a segment in 2D, a triangle in 3D.
//!
//! ```text
//!          \                 The line crosses the sheet's plane (in 2D, its line) at one point.
//!     a ----x------- b       If that is between the ends by more than it may be off, the line
//!            \               surely passes through; if it is beyond one by more, it surely
//!             v              misses. Along the sheet, and at its rim, nothing is sure.
//! ```

use super::chord::{Chord, End, Place, Through};
use super::line::{Line, SHORT, TINY};
use crate::number::{max, min, sqrt};
use crate::space::{DVector, same};
use glam::DVec3;

/// Below this cosine, the place of a crossing is too uncertain.
const FLAT: f64 = 1e-6;

/// The place where the line crosses a plane, and its uncertainty.
struct Pierced<W> {
    at: f64,
    error: f64,
    /// The error bound of the point: δ itself, and twice δ over the cosine along the line, so at most 3 δ
    /// over the cosine.
    off: f64,
    /// On the side of the line's origin.
    normal: W,
}

/// The crossing with the plane through `corner`; `None` if the line is nearly parallel to it.
#[inline(always)]
fn pierced<W: DVector>(normal: W, corner: W, line: &Line<W>, slack: f64) -> Option<Pierced<W>> {
    let cosine = normal.dot(line.along);
    let share = 1.0 / cosine;
    let at = normal.dot(corner - line.origin) * share;
    let normal = normal * -1.0_f64.copysign(cosine);
    // The square of the cosine of the unit vector.
    let square = cosine * cosine * line.over;
    let off = 3.0 * slack / sqrt(square);
    let error = 2.0 * slack * share.abs();
    (square > FLAT * FLAT).then_some(Pierced { at, error, off, normal })
}

/// The chord of length 0.
#[inline(always)]
fn chord<W: DVector>([at, error]: [f64; 2], normal: W, hollow: bool) -> Through<W> {
    let bounds = [at - error, at + error];
    if at > error {
        return Through::Met { bounds, place: Place { at, normal }, leaves: false };
    }
    Chord { enter: bounds, leave: bounds }.through(hollow, |end| Place {
        at,
        normal: if end == End::Enter { normal } else { -normal },
    })
}

/// The segment between two points in 2D.
#[inline(always)]
pub fn segment<W: DVector>([a, b]: [W; 2], line: &Line<W>, hollow: bool) -> Through<W> {
    let slack = line.slack(a.max_abs() + b.max_abs() + (b - a).max_abs());
    let edge = b - a;
    let length = edge.norm();
    if !(slack > SHORT && length > TINY) {
        return Through::Unclear;
    }
    let unit = edge * (1.0 / length);
    let across = W::from_fn(|i| if i == 0 { unit.get(1) } else { -unit.get(0) });
    let Some(pierced) = pierced(across, a, line, slack) else { return Through::Unclear };
    let margin = pierced.off;
    let along = unit.dot(line.point(pierced.at) - a);
    if along < -margin || along > length + margin {
        Through::Missed
    } else if along > margin && along < length - margin {
        chord([pierced.at, pierced.error], pierced.normal, hollow)
    } else {
        Through::Unclear
    }
}

/// The triangle between three points in 3D.
///
/// The volumes of the parallelepipeds of the line's direction and two vectors from a corner are the
/// weights of the corners at the crossing, times the whole volume (Möller and Trumbore 1997). A weight
/// times this volume is the height over an edge, times the edge's length, the direction's length, and the
/// cosine. The height is off by 3 δ over the cosine, so this product is off by 3 δ times both lengths.
/// The longest edge stands for all, because the third weight is the rest of the others.
#[inline(always)]
pub fn triangle<W: DVector>(corners: [W; 3], line: &Line<W>, hollow: bool) -> Through<W> {
    let [a, b, c] = corners.map(same::<W, DVec3>);
    let (from, along) = (same::<W, DVec3>(line.origin) - a, same::<W, DVec3>(line.along));
    let [ab, ac, bc] = [b - a, c - a, c - b];
    let area = ab.cross(ac);
    let square = area.dot(area);
    let double = sqrt(square);
    let exact = line.slack(a.abs().max(b.abs()).max(c.abs()).element_sum());
    // The normal of a sliver is rounded so that the other corners are not in the plane of the first: the
    // triangle has this thickness. This is δ times the normal's length.
    let slack = exact * double + max(area.dot(ab).abs(), area.dot(ac).abs());
    let volume = area.dot(along);
    // False for NaN, here and below.
    let steep = volume * volume * line.over > FLAT * FLAT * square;
    if !(steep && exact > SHORT && double > TINY * TINY) {
        return Through::Unclear;
    }
    let swept = from.cross(along);
    let sign = 1.0_f64.copysign(volume);
    let [of_b, of_c] = [-ac.dot(swept) * sign, ab.dot(swept) * sign];
    let of_a = volume * sign - of_b - of_c;
    let least = min(of_a, min(of_b, of_c));
    let longest = max(bc.dot(bc), max(ab.dot(ab), ac.dot(ac)));
    let clear = least * least * square > 9.0 * slack * slack * longest * line.square;
    if !clear {
        return Through::Unclear;
    }
    if least < 0.0 {
        return Through::Missed;
    }
    let share = 1.0 / volume;
    let (at, error) = (-area.dot(from) * share, 2.0 * slack * share.abs());
    let normal = same(area * (-sign / double));
    chord([at, error], normal, hollow).with_unit_normal()
}
