//! Vectors in 3D for loops over many pairs, which the compiler vectorises: see [`crate::number::simd`].
//!
//! A column has one number for each pair. Such a loop takes the numbers of a pair from the columns,
//! computes with arrays of three, and puts the results back:
//!
//! ```text
//!   for k in 0..N { result.put(k, cross(a.get(k), b.get(k))) }
//! ```
//!
//! All functions are inlined, because a loop around a call stays scalar. They have no branches: `choose`
//! and `less` become one instruction each.

use crate::number::Scalar;

/// One vector for each of N pairs: all x, all y, all z.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Columns<S, const N: usize>(pub [[S; N]; 3]);

impl<S: Scalar, const N: usize> Columns<S, N> {
    pub const ZERO: Self = Self([[S::ZERO; N]; 3]);

    #[inline(always)]
    pub fn get(&self, k: usize) -> [S; 3] {
        let [x, y, z] = &self.0;
        [x[k], y[k], z[k]]
    }
    #[inline(always)]
    pub fn put(&mut self, k: usize, v: [S; 3]) {
        let [x, y, z] = &mut self.0;
        [x[k], y[k], z[k]] = v;
    }
}

#[inline(always)]
pub fn dot<S: Scalar>([a, b, c]: [S; 3], [x, y, z]: [S; 3]) -> S {
    a * x + b * y + c * z
}

#[inline(always)]
pub fn cross<S: Scalar>(a: [S; 3], b: [S; 3]) -> [S; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[inline(always)]
pub fn minus<S: Scalar>([a, b, c]: [S; 3], [x, y, z]: [S; 3]) -> [S; 3] {
    [a - x, b - y, c - z]
}

#[inline(always)]
pub fn plus<S: Scalar>([a, b, c]: [S; 3], [x, y, z]: [S; 3]) -> [S; 3] {
    [a + x, b + y, c + z]
}

#[inline(always)]
pub fn scaled<S: Scalar>([x, y, z]: [S; 3], by: S) -> [S; 3] {
    [x * by, y * by, z * by]
}

/// R v: a vector from the frame with the given axes, the columns of R, to the frame that they are given in.
#[inline(always)]
pub fn rotated<S: Scalar>([x, y, z]: [[S; 3]; 3], v: [S; 3]) -> [S; 3] {
    plus(plus(scaled(x, v[0]), scaled(y, v[1])), scaled(z, v[2]))
}

#[inline(always)]
pub fn sum<S: Scalar>([x, y, z]: [S; 3]) -> S {
    x + y + z
}

#[inline(always)]
pub fn choose<S: Scalar>(first: bool, a: S, b: S) -> S {
    if first { a } else { b }
}

/// The same for vectors.
#[inline(always)]
pub fn choose3<S: Scalar>(first: bool, [a, b, c]: [S; 3], [x, y, z]: [S; 3]) -> [S; 3] {
    [choose(first, a, x), choose(first, b, y), choose(first, c, z)]
}

/// The smaller number; the second one if one is NaN.
#[inline(always)]
pub fn less<S: Scalar>(a: S, b: S) -> S {
    if a < b { a } else { b }
}
