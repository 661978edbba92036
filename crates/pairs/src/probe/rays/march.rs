//! The march: a ray against any support function, by GJK.
//!
//! GJK gives an axis that separates a point x of the ray from the shape, and the distance to the plane
//! perpendicular to it. The ray cannot meet the shape before this plane. So the march goes on to the
//! plane and repeats, until the distance is no more than rounding.
//!
//! ```text
//!    o ------- x1 --- x2 - x3 ->         Along the ray the distance f is convex, and the plane
//!               \      \   |             is its tangent: this is Newton's method from the left,
//!             ...\......\__|__           which never goes too far. Of polytopes it ends after as
//!                 \   shape   \          many planes as it meets; towards a curved surface the
//!                                        digits double, but where the ray only grazes it.
//! ```
//!
//! Each step is proven by its plane, so the result is a lower bound of the time, whatever the rounding. A
//! plane from which the ray moves away proves a miss, because f grows from there on. The upper bound is a
//! point a little later on the ray which GJK finds inside.
//!
//! **Steps.** All calls of GJK of one ray share a limit on support points. At the limit the march ends at
//! its place: the lower bound is proven there too, and there is no upper bound.
//!
//! Source: van den Bergen 2004, "Ray casting against general convex objects".

use super::chord::Place;
use super::line::Line;
use crate::gjk::simplex::Simplex;
use crate::gjk::{Goal, Search};
use crate::number::{max, min};
use crate::shape::difference::{Difference, Pair};
use crate::shape::{Convex, Lowered, Point, Vertex};
use crate::space::{DVector, Motion, Vector};
use crate::trace::Watch;

/// The most places of a march. A ray that grazes a curved surface halves its distance with every step, so
/// 53 steps lead from the size of the pair to its rounding.
const MOST_PLACES: u32 = 128;

/// The most support points of a ray, including the way back from beyond if it starts inside a hollow
/// shape. Most rays take a few dozen.
pub const MOST_SUPPORTS: u32 = 384;

/// The number of support points that are kept for the upper bound.
const FOR_PROOF: u32 = 64;

/// The relative accuracy of the distance from GJK. A low one is enough while the distance is large,
/// because the plane is a bound in any case.
const COARSEST: f64 = 1e-2;
const FINEST: f64 = 1e-14;

/// The result of a march.
#[derive(Clone, Copy, Debug)]
pub enum March<W> {
    /// The ray certainly misses the shape.
    Missed,
    /// It enters from outside, within these bounds.
    Entered([f64; 2], Place<W>),
    /// It starts on the surface, within rounding. If it certainly starts outside of the core of a rounded
    /// shape: the direction from the core, of length 1.
    Touching(Option<W>),
    /// It certainly starts inside.
    Inside,
}

/// Marches from the line's origin, in the frame of the shape. Takes at most `left` support points, and
/// counts them down.
pub fn march<W: DVector>(shape: &Lowered<'_, W>, line: &Line<W>, left: &mut u32) -> March<W> {
    // In lengths, which GJK computes.
    let Some(along) = line.along.unit_along() else { return March::Touching(None) };
    let length = line.along.dot(along);
    let in_lengths = Line { along, square: 1.0, over: 1.0, ..*line };
    match along_unit(shape, &in_lengths, left) {
        March::Entered([lower, upper], Place { at, normal }) => {
            // Length and quotient are rounded: by less than 8 epsilons together.
            const ROUNDING: f64 = 8.0 * f64::EPSILON;
            let bounds = [lower / length * (1.0 - ROUNDING), upper / length * (1.0 + ROUNDING)];
            March::Entered(bounds, Place { at: at / length, normal })
        }
        found => found,
    }
}

/// The same for a direction of length 1.
fn along_unit<W: DVector>(shape: &Lowered<'_, W>, line: &Line<W>, left: &mut u32) -> March<W> {
    let radius = shape.radius_wide();
    let reach = shape.reach() + radius;
    let slack = line.slack(reach) + shape.support_error();
    let far = (0..W::DIM).fold(0.0, |sum, i| sum + line.origin.get(i).abs());
    let origin = Point::<W>::default();
    let mut walk = Walk {
        shape,
        spot: &Lowered::of(&origin),
        line,
        radius,
        // The distance from the origin to the far side of the shape.
        limit: (far + reach) * (1.0 + 16.0 * f64::EPSILON),
        size: far + reach,
        slack,
        left: *left,
    };
    let found = walk.run();
    *left = walk.left;
    found
}

struct Walk<'w, W: Vector> {
    shape: &'w Lowered<'w, W>,
    /// The place of the ray: a point.
    spot: &'w Lowered<'w, W>,
    line: &'w Line<W>,
    radius: f64,
    limit: f64,
    size: f64,
    slack: f64,
    /// The number of support points that it may still take.
    left: u32,
}

/// GJK's result for one point of the ray: bounds on the distance from the core, rounding included.
struct PointBounds<W: Vector> {
    lower: f64,
    upper: f64,
    /// From the shape to the point, of length 1; zero if there is none.
    axis: W,
    /// A lower bound of the point's depth in the core.
    depth: f64,
    simplex: Simplex<W>,
}

impl<W: DVector> Walk<'_, W> {
    fn run(&mut self) -> March<W> {
        let (mut at, mut accuracy) = (0.0, COARSEST);
        // The corners of the last call, which are a good start for the next in most cases.
        let mut warm = true;
        // The distance of the shape at the end, as an upper bound.
        let mut over = f64::INFINITY;
        let mut last: Option<(W, f64)> = None;
        let mut before: Option<PointBounds<W>> = None;
        let kept = FOR_PROOF.min(self.left / 2);
        for _ in 0..MOST_PLACES {
            if self.left <= kept {
                break;
            }
            self.left -= kept;
            let seen = self.look(at, accuracy, before.as_ref().filter(|_| warm));
            self.left += kept;
            let gap = seen.lower - self.radius;
            over = seen.upper - self.radius;
            let from = at;
            if gap > 0.0 {
                let closing = -seen.axis.dot(self.line.along);
                at += gap / closing;
                if closing <= 0.0 || at > self.limit {
                    return March::Missed;
                }
                last = Some((seen.axis, closing));
            } else if last.is_none() && self.is_inside(&seen) {
                return March::Inside;
            }
            if over <= 4.0 * self.slack {
                break;
            }
            if gap > 0.5 * over {
                // For a rounded shape the gap is a small part of the core's distance.
                accuracy = max(FINEST, min(COARSEST, 0.1 * gap / seen.upper));
                warm = true;
            } else if accuracy > FINEST {
                accuracy = max(FINEST, 1e-3 * accuracy);
            } else if warm {
                // Corners of a curved shape may be so close together that the search fails.
                warm = false;
            } else if at <= from {
                break;
            }
            before = Some(seen);
        }
        let Some((normal, closing)) = last else {
            let out = (self.radius > self.slack).then(|| self.look(0.0, FINEST, None).axis);
            return March::Touching(out.filter(|axis| *axis != Vector::ZERO));
        };
        let bounds = [at, self.entered(at, closing)];
        // Each step stopped short by the rounding, or by what GJK left open.
        let short = max(over - self.slack, self.slack);
        let at = min(at + short / closing, bounds[1]);
        March::Entered(bounds, Place { at, normal })
    }

    /// Calls GJK for the point at `at`, if there are support points left.
    fn look(&mut self, at: f64, accuracy: f64, before: Option<&PointBounds<W>>) -> PointBounds<W> {
        let point = Motion { translation: self.line.point(at), ..Motion::identity() };
        let difference = Difference::new(self.shape, self.spot, &point, self.size);
        let mut found = Search::default();
        for pair in before.iter().filter(|b| b.depth == 0.0).flat_map(|b| b.simplex.corners()) {
            let [a, b] = [(pair.a, pair.ids[0]), (pair.b, pair.ids[1])];
            let [a, b] = [a, b].map(|(point, id)| Vertex { point, id });
            found.simplex.push(difference.pair(a, b));
        }
        let goal = Goal { above: f64::INFINITY, below: -1.0, accuracy, corners: false };
        found.begin(&difference, None);
        let (mut nobody, mut w) = ((), Pair::default());
        let mut watch = Watch::new(&mut nobody, difference.scale);
        while found.steps < self.left
            && found.step(&difference, &goal, &mut watch, &mut w).is_none()
        {}
        self.left -= found.steps.min(self.left);
        let unit = 1.0 / difference.scale;
        let depth = found.overlap.then(|| found.simplex.depth() * unit - self.slack);
        let lower = if found.overlap { f64::NEG_INFINITY } else { found.lower * unit - self.slack };
        PointBounds {
            lower,
            upper: if found.overlap { self.slack } else { found.upper * unit + self.slack },
            axis: (-found.axis).unit_along().unwrap_or(Vector::ZERO),
            depth: depth.map_or(0.0, |d| d.max(0.0)),
            simplex: found.simplex,
        }
    }

    /// Is the point certainly inside?
    fn is_inside(&self, seen: &PointBounds<W>) -> bool {
        seen.upper < self.radius || seen.depth > 0.0
    }

    /// A distance at which the line is certainly inside, after one at which it was not; infinity if none
    /// is found.
    fn entered(&mut self, at: f64, closing: f64) -> f64 {
        let mut step = 8.0 * self.slack / closing;
        for _ in 0..8 {
            let later = at + step;
            // False for NaN.
            if later < self.limit {
                step *= 16.0;
            } else {
                break;
            }
            let seen = self.look(later, FINEST, None);
            if self.is_inside(&seen) {
                return later;
            }
        }
        f64::INFINITY
    }
}
