//! Is the origin well inside of a simplex, and with which weights of its corners?
//!
//! Let e1, e2 and e3 lead from the corner c0 to the others, and let o = -c0. By Cramer's rule o = w1 e1 +
//! w2 e2 + w3 e3 with
//!
//! ```text
//!     w1 = o.(e2 x e3) / V     w2 = o.(e3 x e1) / V     w3 = o.(e1 x e2) / V     w0 = 1 - ...
//!
//!     V = e1.(e2 x e3)
//! ```
//!
//! The cross products are the areas of the faces opposite each corner, so the origin is |w V| / |area|
//! away from a face. In 2D the faces are edges, and the areas are e2 and e1 rotated by a right angle.

use crate::number::sqrt;
use crate::space::DVector;

/// How often the remainder of the weighted sum is distributed, at most.
const MOST_SHARED: u32 = 3;

/// The weights of the corners in the origin, if it is inside deeper than `depth`. The first three or four
/// points count.
pub fn weights<W: DVector>(corners: &[W; 4], depth: f64) -> Option<[f64; 4]> {
    let count = W::DIM + 1;
    let edges: [W; 4] = core::array::from_fn(|k| corners[k] - corners[0]);
    let areas = areas(&edges);
    let origin = -corners[0];
    let volume = edges[1].dot(areas[1]);
    // A determinant of three lengths is wrong by at most some 10 rounding errors of their product, in 2D
    // by less.
    let longest = edges[1..count].iter().fold(0.0, |m, e| f64::max(m, e.dot(*e)));
    let across = if W::DIM == 3 { longest } else { sqrt(longest) };
    let noise = 16.0 * f64::EPSILON * (origin.norm() + sqrt(longest)) * across;
    let mut weights = [0.0; 4];
    for k in 1..count {
        weights[k] = origin.dot(areas[k]);
    }
    weights[0] = volume - weights[1..count].iter().sum::<f64>();
    let sign = if volume < 0.0 { -1.0 } else { 1.0 };
    // False for NaN.
    let deep = |k: usize| sign * weights[k] > depth * areas[k].norm() + noise;
    if !(0..count).all(deep) {
        return None;
    }
    weights[..count].iter_mut().for_each(|w| *w /= volume);
    for _ in 0..MOST_SHARED {
        let left = (0..count).fold(W::ZERO, |sum, k| sum + corners[k] * weights[k]);
        // Corners are of about size 1, and their sum is rounded by as much.
        if left.max_abs() <= 2.0 * f64::EPSILON {
            break;
        }
        for k in 1..count {
            weights[k] -= left.dot(areas[k]) / volume;
        }
        weights[0] = 1.0 - weights[1..count].iter().sum::<f64>();
    }
    weights[..count].iter().all(|w| *w >= 0.0).then_some(weights)
}

/// The areas of the faces opposite the corners, all inwards or all outwards; `edges` lead from the first
/// corner to each.
fn areas<W: DVector>(edges: &[W; 4]) -> [W; 4] {
    let cross = |x: W, y: W| {
        let numbers = W::wedge_numbers(x.wedge(y));
        W::from_fn(|i| numbers[i])
    };
    let [_, e1, e2, e3] = *edges;
    let [a, b, c] = if W::DIM == 2 {
        let turned = |e: W| W::from_fn(|i| if i == 0 { e.get(1) } else { -e.get(0) });
        [turned(e2), -turned(e1), W::ZERO]
    } else {
        [cross(e2, e3), cross(e3, e1), cross(e1, e2)]
    };
    [-(a + b + c), a, b, c]
}

/// Positive if the vector from the first to the second point runs counterclockwise around the
/// third axis.
pub(super) fn turn<const N: usize>(a: [f64; N], b: [f64; N]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// The weights of a triangle's corners at the point where the third axis passes through it.
pub(super) fn weights_of([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    let areas = [turn(b, c), turn(c, a), turn(a, b)];
    let whole = 1.0 / (areas[0] + areas[1] + areas[2]);
    let [u, v, w] = [areas[0] * whole, areas[1] * whole, areas[2] * whole];
    // The areas of slivers have lost digits: the remaining vector to the ray is distributed among the
    // weights.
    let left = |i: usize| a[i] * u + b[i] * v + c[i] * w;
    let left = [left(0), left(1), 0.0];
    let share = |p: [f64; 3], q: [f64; 3]| turn([q[0] - p[0], q[1] - p[1], 0.0], left) * whole;
    [u - share(b, c), v - share(c, a), w - share(a, b)]
}
