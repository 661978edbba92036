//! The nearest point of an ellipse or ellipsoid, for points inside and outside.
//!
//! With radii e, the point q nearest to p has p - q = t (q / e²) for some t, so
//! q = e² p / (t + e²), and t is the root of
//!
//! ```text
//!     g(t) = sum (e p / (t + e²))² - 1 = 0,    t > -m², m the least radius.
//! ```
//!
//! For such t, g falls and is convex, so Newton's method from the left rises to the root and does not
//! pass it. It starts at the largest root of a single term of the sum. There no term is more than 1, so g
//! is less than the number of dimensions, and few steps are necessary. The unknown is w = t + m², in
//! units of m: near the middle, t loses digits and w does not.
//!
//! If p has no coordinate along the shortest axis and is near the middle, w is 0. The nearest point then
//! has such a coordinate, of either sign, which puts it on the surface.
//!
//! For any w, q is put on the surface, so its tangent plane gives a lower bound of the distance. For the
//! upper bound: q is the nearest point of p' = q + distance * normal, and p is near p'. Source: Eberly,
//! "Distance from a Point to an Ellipse, an Ellipsoid".

use super::nearest_point::{Nearest, slack};
use crate::number::{max, sqrt};
use crate::space::DVector;

/// Newton's method gains more digits with every step. This limit only ensures that it ends.
const MOST_STEPS: u32 = 60;

pub fn nearest<W: DVector>(radii: W, point: W) -> Nearest<W> {
    let least = (1..W::DIM).fold(0, |m, i| if radii.get(i) < radii.get(m) { i } else { m });
    let unit = 1.0 / radii.get(least);
    // p e / m², and (e² - m²) / m² without a difference of squares.
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
fn on_ball<W: DVector>(weight: W, beyond: W, least: usize) -> W {
    let mut w = (0..W::DIM).fold(0.0, |m, i| max(m, weight.get(i) - beyond.get(i)));
    let term = |w: f64, i: usize| {
        if weight.get(i) == 0.0 { 0.0 } else { weight.get(i) / (w + beyond.get(i)) }
    };
    for _ in 0..MOST_STEPS {
        let at = W::from_fn(|i| term(w, i));
        let excess = at.dot(at) - 1.0;
        if excess <= 0.0 {
            break;
        }
        // g' is -2 times the sum of the squared terms, each over its divisor.
        let fall = (0..W::DIM).fold(0.0, |sum, i| {
            let x = at.get(i);
            sum + if x == 0.0 { 0.0 } else { x * x / (w + beyond.get(i)) }
        });
        let next = w + 0.5 * excess / fall;
        // False for NaN, which ends the search.
        if next > w {
            w = next;
        } else {
            break;
        }
    }
    let at = W::from_fn(|i| term(w, i));
    let missing = 1.0 - at.dot(at);
    if w == 0.0 && missing > 0.0 {
        let rest = sqrt(missing);
        return W::from_fn(|i| if i == least { rest } else { at.get(i) });
    }
    at * (1.0 / at.norm())
}
