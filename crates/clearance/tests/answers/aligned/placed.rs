//! Pairs whose numbers all come from a lattice.
//!
//! ```text
//!     sizes        1/4 .. 2; the two shapes often have equal sizes
//!     points       multiples of 1/2 between -1 and 1
//!     rotations    none, quarter turns, quaternions of small whole numbers
//!     positions    concentric, along an axis, on the lattice; sometimes moved by a billionth
//! ```

use clearance::Shape;
use clearance::glam::DQuat;
use clearance::space::Vector;
use clearance_testing::Random;

use crate::common::pairs::{Kind, Maker, Pair, Recipe, Stand, kinds, short};

/// The place of the second shape relative to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The same origin.
    Concentric,
    /// Their origins differ along one coordinate axis.
    Along,
    /// Their origins are points of the lattice.
    Lattice,
    /// One of these, moved by a billionth to a thousandth.
    Nearly,
}

/// A pair on the lattice.
pub fn pair(random: &mut Random, dim: usize) -> (Pair, Place) {
    let a = recipe(random, dim);
    let mut b = recipe(random, dim);
    if random.below(3) == 0 {
        (b.sizes, b.axis) = (a.sizes, a.axis);
    }
    let place = [Place::Concentric, Place::Along, Place::Lattice, Place::Nearly][random.below(4)];
    let at_a = Stand { t: [0.0; 3], ..turned(random) };
    let mut at_b = if random.below(2) == 0 { at_a } else { turned(random) };
    at_b.t = shift(random, dim, place);
    // Both shapes may be moved together.
    let world: [f64; 3] =
        if random.below(4) == 0 { core::array::from_fn(|_| lattice(random, 8)) } else { [0.0; 3] };
    let moved =
        |stand: Stand| Stand { t: core::array::from_fn(|i| stand.t[i] + world[i]), ..stand };
    (Pair { a, b, at_a: moved(at_a), at_b: moved(at_b) }, place)
}

/// A valid shape whose numbers are on the lattice.
fn recipe(random: &mut Random, dim: usize) -> Recipe {
    let kinds = kinds(dim);
    let kind = kinds[random.below(kinds.len())];
    let count = match kind {
        Kind::Segment | Kind::Capsule => 2,
        Kind::Triangle => 3,
        Kind::Hull => 4 + random.below(8),
        _ => 1,
    };
    let mut points: Vec<[f64; 3]> =
        (0..count).map(|_| core::array::from_fn(|_| lattice(random, 2))).collect();
    match kind {
        Kind::Polygon => points = polygon(random),
        Kind::HalfSpace if points[0][..dim].iter().all(|x| *x == 0.0) => points[0] = [1.0; 3],
        // The reference point of a ball is its origin; a point is moved there in half of the cases.
        Kind::Point if random.below(2) == 0 => points[0] = [0.0; 3],
        _ => {}
    }
    let one = quarter(random);
    let sizes = match random.below(3) {
        0 => [one; 3],
        1 => [one, one, quarter(random)],
        _ => core::array::from_fn(|_| quarter(random)),
    };
    let margin = [0.0, 0.0, 0.0, 0.25, 1.0][random.below(5)];
    Recipe { kind, points, sizes, axis: random.below(dim), margin }
}

/// 1/4, 2/4, .. 8/4.
fn quarter(random: &mut Random) -> f64 {
    0.25 * (1 + random.below(8)) as f64
}

/// A multiple of 1/2 between -`most` / 2 and `most` / 2.
fn lattice(random: &mut Random, most: usize) -> f64 {
    (random.below(2 * most + 1) as f64 - most as f64) / 2.0
}

/// Convex outlines on the lattice.
fn polygon(random: &mut Random) -> Vec<[f64; 3]> {
    let flat: &[[f64; 2]] = match random.below(4) {
        0 => &[[-1.0, -0.5], [1.0, -0.5], [0.0, 1.0]],
        1 => &[[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]],
        2 => &[
            [1.0, 0.5],
            [0.5, 1.0],
            [-0.5, 1.0],
            [-1.0, 0.5],
            [-1.0, -0.5],
            [-0.5, -1.0],
            [0.5, -1.0],
            [1.0, -0.5],
        ],
        _ => &[[0.0, 0.0], [1.0, 0.0], [1.0, 0.5], [0.5, 1.0], [0.0, 1.0]],
    };
    flat.iter().map(|p| [p[0], p[1], 0.0]).collect()
}

/// No rotation, a quarter turn, or the rotation of a quaternion of small whole numbers.
fn turned(random: &mut Random) -> Stand {
    let whole = |random: &mut Random| random.below(9) as f64 - 4.0;
    let q = match random.below(4) {
        0 => [0.0, 0.0, 0.0, 1.0],
        1 => {
            let mut q = [0.0, 0.0, 0.0, 1.0];
            q[random.below(3)] = [1.0, -1.0][random.below(2)];
            q
        }
        2 => [0.5, 0.5, 0.5, [0.5, -0.5][random.below(2)]],
        _ => {
            let q: [f64; 4] = core::array::from_fn(|_| whole(random));
            if q == [0.0; 4] { [0.0, 0.0, 0.0, 1.0] } else { q }
        }
    };
    let quarters = core::f64::consts::FRAC_PI_4 * random.below(8) as f64;
    let angle = [0.0, quarters, short(libm::atan2(q[0], q[3]))][random.below(3)];
    let q = DQuat::from_array(q).normalize().to_array();
    Stand { t: [0.0; 3], q, angle }
}

fn shift(random: &mut Random, dim: usize, place: Place) -> [f64; 3] {
    let mut t = [0.0; 3];
    match place {
        Place::Concentric => {}
        Place::Along => t[random.below(dim)] = lattice(random, 6),
        Place::Lattice => t = core::array::from_fn(|_| lattice(random, 5)),
        Place::Nearly => {
            let off = libm::pow(10.0, random.range(-9.0, -3.0));
            let exact = [Place::Concentric, Place::Along, Place::Lattice][random.below(3)];
            let base = shift(random, dim, exact);
            t = core::array::from_fn(|i| base[i] + off * [-1.0, 0.0, 1.0][random.below(3)]);
        }
    }
    t
}

/// A direction on the lattice, not zero.
pub fn direction(random: &mut Random, dim: usize) -> [f64; 3] {
    let mut d: [f64; 3] = core::array::from_fn(|_| lattice(random, 2));
    if random.below(3) == 0 {
        d = [0.0; 3];
        d[random.below(dim)] = [1.0, -1.0][random.below(2)];
    }
    if d[..dim].iter().all(|x| *x == 0.0) {
        d[0] = 1.0;
    }
    d
}

/// The point as a vector of the dimension and precision.
pub fn vector<V: Vector>(p: [f64; 3]) -> V {
    V::from_fn(|i| clearance::number::Scalar::of(p[i]))
}

/// The two shapes and poses of a pair.
pub fn made<V: Maker>(pair: &Pair) -> ([Shape<V>; 2], [clearance::Pose<V>; 2]) {
    let ((a, b), (pa, pb)) = (pair.shapes(1.0), pair.poses(1.0));
    ([a, b], [pa, pb])
}
