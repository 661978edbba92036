//! The nearest point of an ellipse or ellipsoid, inside or out.
//!
//! With radii e, the point q nearest to p has p - q = t (q / e²) for some t, so
//! q = e² p / (t + e²), and t is the root of
//!
//! ```text
//!     g(t) = sum (e p / (t + e²))² - 1 = 0,    t > -m², m the least radius.
//! ```
//!
//! There g falls and is convex: Newton from the left rises to the root and never beyond. It
//! starts at the largest root that a term alone has, where no term is above 1, so that g is
//! below the number of dimensions, and few steps are left. What is looked for is w = t + m²,
//! all in units of m: near the middle t loses digits, w does not.
//!
//! Where p has no coordinate along the shortest axis and is near the middle, w is 0, and q has
//! such a coordinate for all that: as much as is missing to the surface, to either side.
//!
//! Whatever w turns out to be, q is put on the surface, and its tangent plane bounds the distance
//! from below. From above: q is the nearest point of p' = q + distance * normal, and p is near
//! that. Source: Eberly, "Distance from a Point to an Ellipse, an Ellipsoid".

use super::nearest::{Nearest, slack};
use crate::number::Scalar;
use crate::space::Vector;

/// Newton rises by more digits with every step; this is only so that it ends whatever comes.
const MOST_STEPS: u32 = 60;

#[inline]
pub fn nearest<W: Vector<Scalar = f64>>(radii: W, point: W) -> Nearest<W> {
    let least = (1..W::DIM).fold(0, |m, i| if radii.get(i) < radii.get(m) { i } else { m });
    let unit = 1.0 / radii.get(least);
    // p e / m², and (e² - m²) / m², without a difference of squares.
    let weight = W::from_fn(|i| point.get(i).abs() * unit * (radii.get(i) * unit));
    let beyond = W::from_fn(|i| {
        (radii.get(i) - radii.get(least)) * unit * ((radii.get(i) + radii.get(least)) * unit)
    });
    let on_ball = on_ball(weight, beyond, least);
    let signed = W::from_fn(|i| if point.get(i) < 0.0 { -on_ball.get(i) } else { on_ball.get(i) });
    let q = W::from_fn(|i| radii.get(i) * signed.get(i));
    let normal = W::from_fn(|i| signed.get(i) / (radii.get(i) * unit));
    let normal = normal * (1.0 / normal.norm());
    let way = point - q;
    let distance = normal.dot(way);
    let aside = (way - normal * distance).norm();
    Nearest { point: q, normal, distance, error: slack(point, radii.max_abs()) + aside }
}

/// q / e, of length 1.
#[inline]
fn on_ball<W: Vector<Scalar = f64>>(weight: W, beyond: W, least: usize) -> W {
    let mut w = (0..W::DIM).fold(0.0, |m, i| Scalar::max(m, weight.get(i) - beyond.get(i)));
    let term = |w: f64, i: usize| {
        if weight.get(i) == 0.0 { 0.0 } else { weight.get(i) / (w + beyond.get(i)) }
    };
    for _ in 0..MOST_STEPS {
        let at = W::from_fn(|i| term(w, i));
        let excess = at.dot(at) - 1.0;
        if excess <= 0.0 {
            break;
        }
        // g' is -2 times the sum of terms squared over their divisors.
        let fall = (0..W::DIM).fold(0.0, |sum, i| {
            let x = at.get(i);
            sum + if x == 0.0 { 0.0 } else { x * x / (w + beyond.get(i)) }
        });
        let next = w + 0.5 * excess / fall;
        // Written so that NaN ends it, too.
        if next > w {
            w = next;
        } else {
            break;
        }
    }
    let at = W::from_fn(|i| term(w, i));
    let missing = 1.0 - at.dot(at);
    if w == 0.0 && missing > 0.0 {
        let rest = Scalar::sqrt(missing);
        return W::from_fn(|i| if i == least { rest } else { at.get(i) });
    }
    at * (1.0 / at.norm())
}
