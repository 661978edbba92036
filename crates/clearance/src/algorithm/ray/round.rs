//! What capsules, cylinders, cones and ellipsoids share: bounds for a chord from a closed form.
//!
//! *Lower.* A plane across the normal supports the shape where the line comes in. A line that is
//! off by δ reaches it within δ/c of there, c the cosine between them, and as much again is
//! allowed for the closed form's own rounding.
//!
//! *Upper.* Along a line the signed distance s to a convex shape is convex. It is at most δ
//! where the line comes in, and -d in the middle of the chord, d deep. So it is below -δ, where
//! a line that is off by δ is inside too, after the part 2δ/(d + δ) of the way to the middle.
//!
//! ```text
//!    s |\
//!      | \                        enter           middle
//!    0 |--*----------------------
//!      |    ' - .  s              here s < -δ, after less than 2δ/d of the way
//!   -d |          ' - *
//! ```

use super::{Chord, Crossing, Line, TINY, Through};
use crate::number::Scalar;
use crate::space::Vector;

/// At a flatter angle than this the linear bounds are poor.
const STEEP: f64 = 1e-6;

/// A chord whose middle is so many δ deep is there for certain. It takes one, and the depth is
/// rounded by less than another.
const CLEAR: f64 = 4.0;

/// Where a line enters and leaves a shape, to rounding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut<W> {
    /// Distances from the line's origin.
    pub ends: [f64; 2],
    /// The outward unit normals there.
    pub normals: [W; 2],
    /// How deep the middle of the chord is in the shape, at least.
    pub depth: f64,
}

/// The chord of a shape from a closed form. `cut` takes the line and by how much the shape is to
/// be grown on all sides, at least; lines are given to it from near the shape. `reach` is a bound
/// on the distance of the shape's points from the frame's origin, and `slack` is δ.
#[inline(always)]
pub(super) fn chord<W: Vector<Scalar = f64>>(
    line: &Line<W>,
    reach: f64,
    slack: f64,
    cut: impl Fn(&Line<W>, f64) -> Option<Cut<W>>,
) -> Through<W> {
    // Written so that NaN is unclear, too.
    if !(slack > TINY) {
        return Through::Unclear;
    }
    // From the point nearest the frame's origin on, where the digits are needed.
    let middle = -line.origin.dot(line.along);
    let near = Line { origin: line.point(middle), along: line.along };
    let most = reach + slack;
    if near.origin.dot(near.origin) > most * most * (1.0 + 8.0 * f64::EPSILON) {
        return Through::Missed;
    }
    let found = cut(&near, 0.0);
    let cosine = |cut: &Cut<W>, end: usize, sign: f64| sign * cut.normals[end].dot(line.along);
    let plain = found.filter(|f| {
        let steep = cosine(f, 0, -1.0) > STEEP && cosine(f, 1, 1.0) > STEEP;
        steep && f.depth > CLEAR * slack
    });
    let Some(found) = plain else {
        let grown = cut(&near, 2.0 * slack);
        return match grown {
            Some(grown) => close_call(found, &grown, middle, slack),
            None if found.is_none() => Through::Missed,
            None => Through::Unclear,
        };
    };
    let [enter, leave] = found.ends.map(|s| middle + s);
    let inner = (leave - enter) * slack / found.depth;
    let [before, after] =
        [(0, -1.0), (1, 1.0)].map(|(i, way)| 2.0 * slack / cosine(&found, i, way));
    let [first, last] = found.normals;
    Through::Chord(Chord {
        enter: Crossing { at: enter, lower: enter - before, upper: enter + inner, normal: first },
        leave: Crossing { at: leave, lower: leave - inner, upper: leave + after, normal: last },
    })
}

/// A line that grazes the shape, or cuts a corner of it that is hardly more than rounding. It
/// enters the shape grown by 2δ no later than the shape, whose plane there it does not reach
/// before, as that is still δ away.
#[cold]
fn close_call<W: Vector<Scalar = f64>>(
    found: Option<Cut<W>>,
    grown: &Cut<W>,
    middle: f64,
    slack: f64,
) -> Through<W> {
    let [lower, upper] = grown.ends.map(|s| middle + s);
    let [first, last] = grown.normals;
    let [enter, leave] = found.map_or([0.5 * (lower + upper); 2], |f| f.ends.map(|s| middle + s));
    let depth = found.map_or(0.0, |f| f.depth);
    let inner = if depth > CLEAR * slack { (leave - enter) * slack / depth } else { f64::INFINITY };
    // Written so that NaN is unclear, too.
    if !(lower <= enter && leave <= upper && first.is_finite() && last.is_finite()) {
        return Through::Unclear;
    }
    Through::Chord(Chord {
        enter: Crossing { at: enter, lower, upper: enter + inner, normal: first },
        leave: Crossing { at: leave, lower: leave - inner, upper, normal: last },
    })
}

/// The part of a line within the infinite cylinder of a radius around an axis, in the plane
/// across it: `origin` and `along` are those of the line's shadow there. `None` if there is no
/// such part; all of the line, if it is parallel to the axis.
///
/// The roots of a s² + 2 b s + c, where the discriminant is taken from the area between origin
/// and direction: b² - a c would cancel where the line passes near the surface.
#[inline(always)]
pub(super) fn cylinder<W: Vector<Scalar = f64>>(
    origin: W,
    along: W,
    radius: f64,
) -> Option<[f64; 2]> {
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
    Some(roots(a, b, c, Scalar::sqrt(square)))
}

/// The roots of a s² + 2 b s + c, `root` being that of b² - a c, for a > 0: the lower one first.
/// Neither is a difference of what is nearly equal.
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
