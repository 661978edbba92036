//! Vectors of intervals, and the pose of B in the frame of A in intervals.
//!
//! 2D is the plane z = 0 of 3D here: a vector always has three coordinates, and a 2D rotation turns about
//! z. So almost all of the checker is written once.
//!
//! The rotation is the exact one of the numbers that a pose stores: R(q) / |q|^2 in 3D, (cos, sin) /
//! |(cos, sin)| in 2D. The rounded matrices of the algorithms are not used.

use super::interval::Interval;
use clearance_geometry::number::{Scalar, binade};
use clearance_geometry::space::{Pose, Turn, Vector};

/// A vector of intervals; its third coordinate is 0 in 2D.
pub(super) type Triple = [Interval; 3];

/// The coordinates of a vector, exactly.
pub fn exact<V: Vector>(v: V) -> Triple {
    core::array::from_fn(|i| if i < V::DIM { Interval::exact(v.get(i)) } else { Interval::ZERO })
}

/// The inner product.
pub fn dot(u: Triple, v: Triple) -> Interval {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

/// The cross product.
pub(super) fn cross(u: Triple, v: Triple) -> Triple {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// The volume that three vectors span, positive if they are right-handed.
pub(super) fn det(u: Triple, v: Triple, w: Triple) -> Interval {
    dot(u, cross(v, w))
}

/// The sum.
pub(super) fn plus(u: Triple, v: Triple) -> Triple {
    core::array::from_fn(|i| u[i] + v[i])
}

/// The difference.
pub fn minus(u: Triple, v: Triple) -> Triple {
    core::array::from_fn(|i| u[i] - v[i])
}

/// A multiple.
pub(super) fn times(v: Triple, factor: Interval) -> Triple {
    v.map(|x| x * factor)
}

/// The Euclidean length. It works for lengths of any magnitude.
pub fn norm(v: Triple) -> Interval {
    let largest = v.iter().fold(0.0, |m, x| x.magnitude().max(m));
    // After division by a power of two, squares stay within range.
    let unit = binade(largest).clamp(f64::from_bits(123 << 52), f64::from_bits(1923 << 52));
    let small = times(v, Interval::exact(1.0 / unit));
    dot(small, small).sqrt() * Interval::exact(unit)
}

/// A rigid motion x -> R x + t.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The columns of R.
    columns: [Triple; 3],
    /// The translation t.
    pub translation: Triple,
}

impl Frame {
    /// The motion of a pose, from local to world.
    pub fn of<V: Vector>(pose: &Pose<V>) -> Self {
        let numbers = pose.turn().numbers().map(Interval::exact);
        let columns = if V::DIM == 2 { plane(numbers) } else { space(numbers) };
        Self { columns, translation: exact(pose.translation()) }
    }

    /// The same motion, relative to the frame of `first`.
    pub fn seen_from(&self, first: &Self) -> Self {
        Self {
            columns: self.columns.map(|c| first.unrotate(c)),
            translation: first.unrotate(minus(self.translation, first.translation)),
        }
    }

    /// This motion, and then the next one.
    pub fn then(&self, next: &Self) -> Self {
        self.rotated(|x| next.rotate(x), next.apply(self.translation))
    }

    /// The motion with this motion's rotation followed by `turn`, and with that translation.
    pub fn rotated(&self, turn: impl Fn(Triple) -> Triple, translation: Triple) -> Self {
        Self { columns: self.columns.map(turn), translation }
    }

    /// R x.
    pub fn rotate(&self, x: Triple) -> Triple {
        let [c0, c1, c2] = self.columns;
        plus(plus(times(c0, x[0]), times(c1, x[1])), times(c2, x[2]))
    }
    /// R^T x.
    pub fn unrotate(&self, x: Triple) -> Triple {
        self.columns.map(|c| dot(c, x))
    }
    /// R x + t.
    pub fn apply(&self, x: Triple) -> Triple {
        plus(self.rotate(x), self.translation)
    }
}

/// The columns of the rotation about z by the angle of (c, s).
fn plane([c, s, ..]: [Interval; 4]) -> [Triple; 3] {
    let (zero, one) = (Interval::ZERO, Interval::ONE);
    let length = norm([c, s, zero]);
    let (c, s) = (c / length, s / length);
    [[c, s, zero], [-s, c, zero], [zero, zero, one]]
}

/// The columns of the rotation by a quaternion of any length.
fn space([x, y, z, w]: [Interval; 4]) -> [Triple; 3] {
    let twice = |x: Interval| x + x;
    let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
    let columns = [
        [(ww + xx) - (yy + zz), twice(x * y + z * w), twice(x * z - y * w)],
        [twice(x * y - z * w), (ww + yy) - (xx + zz), twice(y * z + x * w)],
        [twice(x * z + y * w), twice(y * z - x * w), (ww + zz) - (xx + yy)],
    ];
    let length_squared = (xx + yy) + (zz + ww);
    columns.map(|c| c.map(|entry| entry / length_squared))
}

/// Is the length 1 within rounding? A rotated and rounded quotient has an error of some 10 roundings in
/// each coordinate. 32 leave room without accepting a real mistake.
pub(super) fn is_unit<V: Vector>(normal: V) -> bool {
    let off = normal.widen().norm() - 1.0;
    off.abs() <= 32.0 * V::Scalar::EPSILON.to_f64()
}
