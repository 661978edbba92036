//! The largest ball inside a set of planes.
//!
//! The ball with centre x and radius r is inside if n_i . x + r <= d_i for all planes. This is a linear
//! program in four unknowns that maximises r. It is solved in the dual: four planes determine the ball
//! that touches them.
//!
//! 1. Begin with the planes of a tetrahedron around the hull.
//! 2. Find the plane that the ball crosses the most. If there is none, the ball is the result.
//! 3. This plane replaces one of the four, such that the ball between the new four is held
//!    from all sides: the forces of the planes on the ball are balanced, and none is negative.
//!
//! The radius is measured at the end, and not taken from the linear program. So it is right whatever
//! rounding did before, and the best centre found is the result.

use glam::{DMat4, DVec3, DVec4};

/// A plane: all x with `normal . x = offset`. The normal is an outward unit vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub normal: DVec3,
    pub offset: f64,
}

/// The least depth of a point below the planes, and the index of this plane.
pub(super) fn depth(planes: &[Plane], x: DVec3) -> (f64, usize) {
    // Four planes at a time, so that no comparison waits for the one before.
    let mut least = [(f64::INFINITY, 0); 4];
    for (i, four) in planes.chunks(4).enumerate() {
        for (k, p) in four.iter().enumerate() {
            let below = p.offset - p.normal.dot(x);
            least[k] = if below < least[k].0 { (below, 4 * i + k) } else { least[k] };
        }
    }
    // Of equal values, the first.
    let first = |a: (f64, usize), b: (f64, usize)| if b < a { b } else { a };
    first(first(least[0], least[1]), first(least[2], least[3]))
}

/// The approximate centre of the largest ball inside. `inside` is a point to begin with, and `reach` is
/// the largest distance of a point of the hull from the origin.
pub(super) fn center(planes: &[Plane], inside: DVec3, reach: f64) -> DVec3 {
    // Each step adds a plane; few planes are added twice. Random hulls need 10 to 30 steps.
    const STEPS: usize = 200;
    let enough = 4.0 * f64::EPSILON * reach;
    let mut best = (inside, depth(planes, inside).0);
    let mut four = around(reach);
    let mut pressure = DVec4::splat(0.25);
    for _ in 0..STEPS {
        let rows = DMat4::from_cols_array_2d(&four.map(|p| p.normal.extend(1.0).to_array()));
        // The planes are the columns. The ball solves the transposed system.
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

/// The four planes of a regular tetrahedron around everything.
fn around(reach: f64) -> [Plane; 4] {
    const THIRD: f64 = 0.577_350_269_189_625_8; // the square root of 1/3
    let plane =
        |x: f64, y: f64, z: f64| Plane { normal: DVec3::new(x, y, z) * THIRD, offset: reach };
    [plane(1.0, 1.0, 1.0), plane(1.0, -1.0, -1.0), plane(-1.0, 1.0, -1.0), plane(-1.0, -1.0, 1.0)]
}

/// The plane whose force reaches zero first while the force of the new plane grows.
fn first_to_vanish(pressure: DVec4, share: DVec4) -> Option<usize> {
    let ratio = |i: usize| pressure[i].max(0.0) / share[i];
    (0..4).filter(|&i| share[i] > 1e-14).min_by(|&i, &j| ratio(i).total_cmp(&ratio(j)))
}
