//! Two balls in a cast: a ray against the ball of both radii.
//!
//! ```text
//!     c  start                    From A's centre o to B's is c + u t. The foot f is where that
//!      \                          comes nearest; half a chord, h/|u| in time, before it the
//!       \   .-"-.                 balls touch: h^2 = r^2 - |f|^2, r the sum of the radii and
//!        \ /     \                of the gap asked for.
//!         x   o   |
//!         |\ /   /                With the foot, no digits are lost to a long way there.
//!         \ f  .'
//!          '-\'
//! ```
//!
//! If they pass each other, the line through o and f separates them all the time. It is tilted a little
//! along u, so that rounding cannot bring them nearer later.

use super::closed::{Along, Closed, Landing};
use super::path::Path;
use super::{FAR, JUST_AFTER, Outcome, Span};
use crate::answer::{Member, Witness};
use crate::number::sqrt;
use crate::space::DVector;

/// The share of the room between passing balls that the tilt of the axis may take.
const LEAN: f64 = 0.25;

/// Casts two balls around these points, each in its shape's frame, and fills `proof` if they touch. `None` if
/// the start, rounding or a graze leave the result open, and for balls without a radius.
pub(crate) fn balls<W>(
    centers: [W; 2],
    path: &Path<W>,
    span: &Span,
    scale: f64,
    mut proof: Option<&mut Witness<W>>,
) -> Option<Outcome<W>>
where
    W: DVector,
{
    let (u, target) = (path.velocity, span.target);
    if target <= FAR {
        return None;
    }
    let closed = Closed { path, span, steps: 1 };
    let (a, b) = (centers[0] * scale, centers[1] * scale);
    let start = path.start.apply(b) - a;
    let at = |time: f64| start + u * time;
    let along = |way: W| {
        let axis = way * (1.0 / way.norm());
        Along { axis, gap: axis.dot(start) - target }
    };
    let square = u.dot(u);
    let nearest = -start.dot(u) / square;
    if start.norm() < target - 2.0 * path.slack(0.0) {
        return Some(closed.started());
    }
    // False for NaN, if the balls are at rest.
    let nears = nearest > 0.0;
    if !nears {
        return closed.missed(&along(start));
    }
    let foot = at(nearest);
    let chord = target * target - foot.dot(foot);
    if chord <= 0.0 && nearest < span.until {
        let far = foot.norm();
        let room = LEAN * (far - target);
        let lean = (room / (square * nearest)).min(room / (far * sqrt(square)));
        return closed.missed(&along(foot * (1.0 / far) + u * lean));
    }
    let touch = if chord > 0.0 { nearest - sqrt(chord / square) } else { nearest };
    if touch <= span.from {
        return None;
    }
    let seen = along(at(touch.min(span.until)));
    let land = |time| (Landing { normal: at(time), points: centers }, ());
    closed.met(&seen, &JUST_AFTER, land, |(), after, bound| {
        let is_proven = at(after).norm() <= bound;
        if is_proven && let Some(proof) = proof.as_deref_mut() {
            let [a, b] = centers;
            proof.fill([(Member { a, b }, 1.0)]);
        }
        is_proven
    })
}
