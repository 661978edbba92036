//! The largest ball inside planes.
//!
//! The ball of centre x and radius r is inside if n_i . x + r <= d_i for all planes: a linear
//! program in four unknowns, of which r is to be largest. It is solved in the dual: four
//! planes touch a ball, as if there were no others.
//!
//! 1. Begin with the planes of a tetrahedron around the hull.
//! 2. Look for the plane that the ball crosses most. If there is none, that is the ball.
//! 3. It takes the place of one of the four, such that the ball between the new four is held
//!    on all sides: the pressures that the planes put on it keep balance, none negative.
//!
//! The radius is then measured, not taken from the program. So it holds whatever rounding did
//! on the way, and the best centre that was seen wins.

use glam::{DMat4, DVec3, DVec4};

/// A plane: all x with `normal . x = offset`, the normal outward and of length 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub normal: DVec3,
    pub offset: f64,
}

/// How deep is a point below the plane that it is least below? And which one.
pub(super) fn depth(planes: &[Plane], x: DVec3) -> (f64, usize) {
    // Four at a time, so that no comparison waits for the one before.
    let mut least = [(f64::INFINITY, 0); 4];
    for (i, four) in planes.chunks(4).enumerate() {
        for (k, p) in four.iter().enumerate() {
            let below = p.offset - p.normal.dot(x);
            least[k] = if below < least[k].0 { (below, 4 * i + k) } else { least[k] };
        }
    }
    // The first of equals.
    let first = |a: (f64, usize), b: (f64, usize)| if b < a { b } else { a };
    first(first(least[0], least[1]), first(least[2], least[3]))
}

/// About the centre of the largest ball inside. `inside` is a point to begin with, and
/// `reach` the largest distance of a point of the hull from the origin.
pub(super) fn center(planes: &[Plane], inside: DVec3, reach: f64) -> DVec3 {
    // Each step takes a plane in; few are taken in twice. Random hulls need 10 to 30 steps.
    const STEPS: usize = 200;
    let enough = 4.0 * f64::EPSILON * reach;
    let mut best = (inside, depth(planes, inside).0);
    let mut four = around(reach);
    let mut pressure = DVec4::splat(0.25);
    for _ in 0..STEPS {
        let rows = DMat4::from_cols_array_2d(&four.map(|p| p.normal.extend(1.0).to_array()));
        // The planes are the columns; the ball solves the transposed system.
        let inverse = rows.inverse();
        let ball = inverse.transpose() * DVec4::from_array(four.map(|p| p.offset));
        if !ball.is_finite() {
            break;
        }
        let (below, crossed) = depth(planes, ball.truncate());
        if below > best.1 {
            best = (ball.truncate(), below);
        }
        if below >= ball.w - enough {
            break;
        }
        let entering = planes[crossed];
        let share = inverse * entering.normal.extend(1.0);
        let Some(leaving) = first_to_vanish(pressure, share) else {
            break;
        };
        let gained = pressure[leaving] / share[leaving];
        pressure -= share * gained;
        pressure[leaving] = gained;
        four[leaving] = entering;
    }
    best.0
}

/// Four planes around everything, those of a regular tetrahedron.
fn around(reach: f64) -> [Plane; 4] {
    const THIRD: f64 = 0.577_350_269_189_625_8; // the square root of 1/3
    let plane =
        |x: f64, y: f64, z: f64| Plane { normal: DVec3::new(x, y, z) * THIRD, offset: reach };
    [plane(1.0, 1.0, 1.0), plane(1.0, -1.0, -1.0), plane(-1.0, 1.0, -1.0), plane(-1.0, -1.0, 1.0)]
}

/// Which pressure reaches zero first while the new plane presses harder?
fn first_to_vanish(pressure: DVec4, share: DVec4) -> Option<usize> {
    let ratio = |i: usize| pressure[i].max(0.0) / share[i];
    (0..4).filter(|&i| share[i] > 1e-14).min_by(|&i, &j| ratio(i).total_cmp(&ratio(j)))
}
