//! The 15 axes of two boxes: their numbers, and the overlaps along all of them. This text serves one pair,
//! whose coordinates are side by side in a register, and loops over many pairs, of which the compiler makes
//! registers of pairs.
//!
//! ```text
//!     axis          overlap                                       (u, v) are the two numbers that
//!     e_i           a_i + |R_i| . b - |t_i|                       follow i, c_j is column j of R, and
//!     c_j           b_j + |c_j| . a - |c_j . t|                   R_i row i
//!     e_i x c_j     the same for both, times the sine: see `edges`
//! ```
//!
//! ```text
//!     0 1 2             A's faces, by the axis of A that they are perpendicular to
//!     3 4 5             B's faces
//!     6 + 3 i + j       edges along axis i of A and along axis j of B
//! ```

use core::ops::{Add, Div, Mul, Sub};

use glam::{DVec3, Vec3, Vec3A, Vec3Swizzles};

/// Some of the 15 axes, a bit each: A's faces, B's faces, then for each edge of A the edges of B.
#[derive(Clone, Copy, Debug)]
pub struct Axes(#[doc(hidden)] pub u32);

impl Axes {
    #[doc(hidden)]
    pub const ALL: Self = Self((1 << 15) - 1);

    /// From the bits.
    #[inline]
    pub fn of_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }
}

/// One of the axes, by the index of the coordinate axis in the box's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Along {
    /// Perpendicular to a face of A.
    FaceA(usize),
    /// Perpendicular to a face of B.
    FaceB(usize),
    /// Perpendicular to an edge of A and an edge of B.
    Edges(usize, usize),
}

impl Along {
    /// The axis of this number.
    #[inline]
    pub fn of(number: usize) -> Self {
        match number {
            0..3 => Self::FaceA(number),
            3..6 => Self::FaceB(number - 3),
            _ => Self::Edges((number - 6) / 3 % 3, number % 3),
        }
    }
}

/// The two indices that follow each of 0, 1, 2.
pub const NEXT: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];

/// For each axis, a factor that removes the coordinate along it. A coordinate that is chosen by a number is
/// set by such factors, and not by its place in memory: to read a vector of which a part was just written
/// makes the processor wait.
pub(crate) const ACROSS: [DVec3; 3] =
    [DVec3::new(0.0, 1.0, 1.0), DVec3::new(1.0, 0.0, 1.0), DVec3::new(1.0, 1.0, 0.0)];

/// Three numbers, one for each coordinate.
#[doc(hidden)]
pub trait Three:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Mul<Self::Number, Output = Self>
    + Div<Output = Self>
{
    /// One of the numbers.
    type Number: Copy;
    fn splat(number: Self::Number) -> Self;
    fn at(self, i: usize) -> Self::Number;
    fn abs(self) -> Self;
    fn min(self, other: Self) -> Self;
    fn least(self) -> Self::Number;
    /// y, z, x and z, x, y.
    fn turned(self) -> [Self; 2];
    /// A bit for each number that is more than the other's.
    fn above(self, other: Self) -> u32;
}

macro_rules! three {
    ($type:ident of $number:ident, |$v:ident| $abs:expr, |$a:ident, $b:ident| $above:expr) => {
        impl Three for $type {
            type Number = $number;
            #[inline(always)]
            fn splat(number: $number) -> Self {
                Self::splat(number)
            }
            #[inline(always)]
            fn at(self, i: usize) -> $number {
                self[i]
            }
            #[inline(always)]
            fn abs(self) -> Self {
                let $v = self;
                $abs
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                self.min(other)
            }
            #[inline(always)]
            fn least(self) -> $number {
                self.min_element()
            }
            #[inline(always)]
            fn turned(self) -> [Self; 2] {
                [self.yzx(), self.zxy()]
            }
            #[inline(always)]
            fn above(self, other: Self) -> u32 {
                let ($a, $b) = (self, other);
                $above
            }
        }
    };
}
three!(Vec3A of f32, |v| v.abs(), |a, b| a.cmpgt(b).bitmask());
// Of single numbers. Functions of glam may be calls, or not become lanes.
three!(Vec3 of f32, |v| Vec3::new(v.x.abs(), v.y.abs(), v.z.abs()), |a, b| {
    bit(a.x > b.x, 1) | bit(a.y > b.y, 2) | bit(a.z > b.z, 4)
});
three!(DVec3 of f64, |v| DVec3::new(v.x.abs(), v.y.abs(), v.z.abs()), |a, b| {
    bit(a.x > b.x, 1) | bit(a.y > b.y, 2) | bit(a.z > b.z, 4)
});

#[inline(always)]
fn bit(holds: bool, value: u32) -> u32 {
    if holds { value } else { 0 }
}

/// Two boxes: half of their edges, and the pose of B in A's frame.
#[doc(hidden)]
pub struct BoxAxes<T> {
    pub half_a: T,
    pub half_b: T,
    /// The rotation R by columns and by rows, and the translation t.
    pub columns: [T; 3],
    pub rows: [T; 3],
    pub middle: T,
}

// All is inlined, and nothing is a loop, or the compiler would not make lanes of a loop around it.
impl<T: Three> BoxAxes<T> {
    /// The overlaps along the normals of A's faces, and of B's.
    #[inline(always)]
    pub fn faces(&self) -> [T; 2] {
        let ([x, y, z], [u, v, w]) = (&self.columns, &self.rows);
        let [a, b, t] = [self.half_a, self.half_b, self.middle];
        let of_b = x.abs() * b.at(0) + y.abs() * b.at(1) + z.abs() * b.at(2);
        let of_a = u.abs() * a.at(0) + v.abs() * a.at(1) + w.abs() * a.at(2);
        let along = *u * t.at(0) + *v * t.at(1) + *w * t.at(2);
        [a + of_b - t.abs(), b + of_a - along.abs()]
    }

    /// The overlaps along the axes across A's edges `i` and those of B, times the sines.
    #[inline(always)]
    pub fn edges(&self, i: usize) -> T {
        let ([u, v], a, t) = (NEXT[i], self.half_a, self.middle);
        let (row_u, row_v) = (self.rows[u], self.rows[v]);
        let ([b_next, b_last], [next, last]) = (self.half_b.turned(), self.rows[i].abs().turned());
        let of_a = row_v.abs() * a.at(u) + row_u.abs() * a.at(v);
        let of_b = b_next * last + b_last * next;
        of_a + of_b - (row_u * t.at(v) - row_v * t.at(u)).abs()
    }

    /// The squared sines between A's edges `i` and those of B.
    #[inline(always)]
    pub fn sines(&self, i: usize) -> T {
        let [u, v] = NEXT[i];
        let (u, v) = (self.rows[u], self.rows[v]);
        u * u + v * v
    }

    /// The axes whose overlap may be the least, or whose gap the widest, a bit each, if overlaps are off
    /// by at most a third of `off`; and the least overlap, for edges times the sine.
    ///
    /// An overlap across edges is the numerator N in `edges` divided by the sine s. It is compared without a
    /// square root: N |N| / s^2 grows with N / s. If an axis has the least overlap o, (N - off) / s of this
    /// axis is below o, and (N + off) / s of any other axis is above o, by more than the rounding of squares
    /// and sines.
    #[inline(always)]
    pub fn nearly_least(&self, off: T::Number) -> (u32, T::Number) {
        let off = T::splat(off);
        let square = |overlap: T| overlap * overlap.abs();
        let [of_a, of_b] = self.faces();
        let [x, y, z] = [self.edges(0), self.edges(1), self.edges(2)];
        let [p, q, r] = [self.sines(0), self.sines(1), self.sines(2)];
        let faces = of_a.min(of_b);
        // Infinite for edges that are exactly parallel.
        let across = (square(x + off) / p).min(square(y + off) / q).min(square(z + off) / r);
        let most = T::splat(across.min(square(faces + off)).least());
        let beyond = square(of_a - off).above(most)
            | square(of_b - off).above(most) << 3
            | square(x - off).above(most * p) << 6
            | square(y - off).above(most * q) << 9
            | square(z - off).above(most * r) << 12;
        let kept = !beyond & Axes::ALL.0;
        (kept, x.min(y).min(z).min(faces).least())
    }

    /// Do the axes across A's edges `i` have enough overlap: `off`, or `needed` beside edges that are
    /// parallel? These have a squared sine of less than `most`, and do not count.
    #[inline(always)]
    pub fn has_room(&self, i: usize, [most, off, needed]: [T::Number; 3]) -> bool {
        let (overlaps, parallel) = (self.edges(i), T::splat(most).above(self.sines(i)));
        let limit = if parallel == 0 { off } else { needed };
        overlaps.above(T::splat(limit)) | parallel == 7
    }
}
