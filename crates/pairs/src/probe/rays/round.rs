//! Bounds for a chord from a closed form, for balls, capsules, cylinders, cones and ellipsoids.
//!
//! Along a line, the signed distance s to a convex shape is convex. It is within δ of 0 at the chord's
//! ends, and at most -d in the middle. So its slope at the ends is more than (d - δ) / h, where h is half
//! the chord.
//!
//! ```text
//!    s |\
//!      | \                        enter           middle
//!    0 |--*----------------------
//!      |    ' - .                 s is above δ, or below -δ, from
//!   -d |          ' - *           2δ h / (d - δ) before, or behind, the end on
//! ```
//!
//! A line that is off by δ is outside of the shape where s is above δ, and inside where it is below -δ.
//! The plane that supports the shape at the end proves the same: its slope along the line is that of s
//! there.

use super::chord::{Chord, End, Ends, Place, Through};
use super::line::{Line, usable};
use crate::number::sqrt;
use crate::space::DVector;

/// A chord whose middle is this many δ deep certainly exists. Two are necessary.
const CLEAR: f64 = 4.0;

/// The places at which a line enters and leaves a shape, up to rounding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// Times.
    pub ends: [f64; 2],
    /// A lower bound of the depth of the chord's middle in the shape.
    pub depth: f64,
}

/// The result of a ray and a shape from the chord of a closed form. `cut` takes the line, and a length by
/// which the shape grows at least on all sides; it returns the ends of the chord, and a function for the
/// outward unit normal at an end. The line that it gets starts near the shape. `reach` bounds the
/// distance of the shape's points from the frame's origin, `slack` is δ, and `stretch` is the factor by
/// which a plane that supports the grown shape may be farther out than asked.
#[inline(always)]
pub(super) fn chord<W: DVector, N: Fn(End) -> W>(
    line: &Line<W>,
    [reach, slack, stretch]: [f64; 3],
    cut: impl Fn(&Line<W>, f64) -> Option<(Cut, N)>,
    hollow: bool,
) -> Through<W> {
    if !usable(slack) {
        return Through::Unclear;
    }
    // From the point nearest to the frame's origin, which keeps the digits.
    let middle = line.nearest();
    let near = line.from(line.point(middle));
    let most = reach + slack;
    if near.origin.dot(near.origin) > most * most * (1.0 + 8.0 * f64::EPSILON) {
        return Through::Missed;
    }
    let found = cut(&near, 0.0);
    if let Some((found, normal)) = &found
        && found.depth > CLEAR * slack
    {
        let [enter, leave] = found.ends.map(|s| middle + s);
        let error = (leave - enter) * slack / (found.depth - slack);
        let chord =
            Chord { enter: [enter - error, enter + error], leave: [leave - error, leave + error] };
        let at = |end| if end == End::Enter { enter } else { leave };
        return chord.through(hollow, |end| Place { at: at(end), normal: normal(end) });
    }
    let found = found.map(|(found, _)| found);
    close_call(found, cut(&near, 2.0 * slack), [middle, stretch * slack], line.along, hollow)
}

/// A line that grazes the shape, that cuts a corner of it by hardly more than rounding, or that misses
/// it. The miss is proven if the line misses the shape grown by 2δ. Otherwise it enters the grown shape
/// no later than the shape itself, and there the plane that supports the shape is still δ away.
#[inline(always)]
fn close_call<W: DVector, N: Fn(End) -> W>(
    found: Option<Cut>,
    grown: Option<(Cut, N)>,
    [middle, out]: [f64; 2],
    along: W,
    hollow: bool,
) -> Through<W> {
    let Some((grown, normal)) = grown else {
        return if found.is_none() { Through::Missed } else { Through::Unclear };
    };
    let sides = [End::Enter, End::Leave].map(|end| {
        let normal = normal(end);
        // How far the line may continue from there while it stays as near to the plane perpendicular to
        // the normal.
        (normal, 4.0 * out / normal.dot(along).abs())
    });
    grazing(found, grown, sides, middle).map_or(Through::Unclear, |ends| ends.through(hollow))
}

/// All of the line's chord in the grown shape is within rounding of the shape itself, and the normals are
/// those at its ends. The estimate is the end of the chord if there is one. If not, it is the middle of
/// the grown chord, which is nearest to a curved surface, if it is as near to the plane perpendicular to
/// the normal. It is not if the line continues along another side, for example along a cylinder that it
/// enters through a cap: then the estimate is the place of the normal.
#[cold]
#[inline(never)]
fn grazing<W: DVector>(
    found: Option<Cut>,
    grown: Cut,
    sides: [(W, f64); 2],
    middle: f64,
) -> Option<Ends<W>> {
    let [lower, upper] = grown.ends;
    let ends = found.map_or([0.5 * (lower + upper); 2], |f| f.ends);
    // False for NaN.
    let ordered = lower <= ends[0] && ends[1] <= upper;
    if !(ordered && sides.iter().all(|(normal, _)| normal.is_finite())) {
        return None;
    }
    let chord = Chord { enter: [lower, f64::INFINITY], leave: [f64::NEG_INFINITY, upper] };
    let place = |i: usize| {
        let (normal, room) = sides[i];
        let near = (ends[i] - grown.ends[i]).abs() <= room;
        Place { at: middle + if near { ends[i] } else { grown.ends[i] }, normal }
    };
    Some(Ends { chord: chord.shifted(middle), places: [place(0), place(1)] })
}

/// The part of a line inside the infinite cylinder around an axis, in the plane perpendicular to it:
/// `origin` and `along` are those of the projected line. `None` if there is no such part; all of the
/// line, if it is parallel to the axis.
///
/// These are the roots of a s² + 2 b s + c. The discriminant is computed from the area between origin and
/// direction, because b² - a c would cancel if the line passes near the surface.
#[inline(always)]
pub(super) fn cylinder<W: DVector>(origin: W, along: W, radius: f64) -> Option<[f64; 2]> {
    let (a, b) = (along.dot(along), origin.dot(along));
    let c = origin.dot(origin) - radius * radius;
    let area = origin.wedge(along);
    let square = a * radius * radius - W::wedge_dot(area, area);
    if square < 0.0 {
        return None;
    }
    if a == 0.0 {
        return (c <= 0.0).then_some([f64::NEG_INFINITY, f64::INFINITY]);
    }
    Some(roots(a, b, c, sqrt(square)))
}

/// The roots of a s² + 2 b s + c for a > 0, the lower one first; `root` is that of b² - a c. Neither is a
/// difference of nearly equal numbers.
#[inline(always)]
pub(super) fn roots(a: f64, b: f64, c: f64, root: f64) -> [f64; 2] {
    if b >= 0.0 {
        let q = -b - root;
        [q / a, if q == 0.0 { 0.0 } else { c / q }]
    } else {
        let q = -b + root;
        [c / q, q / a]
    }
}
