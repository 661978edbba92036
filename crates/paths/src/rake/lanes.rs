//! Eight times at once: numbers, vectors, and the sine and cosine of angles.
//!
//! Plain arithmetic on arrays, which compilers turn into wide registers (`clearance_geometry::number::simd`).
//!
//! *Source.* The polynomials for sine and cosine are those of Moshier's Cephes library (`sinf.c`).

use std::ops::{Add, Div, Mul, Sub};

/// How many times.
pub(super) const LANES: usize = 8;

/// A number at each time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane(pub [f32; LANES]);

macro_rules! by_lane {
    ($($name:ident $call:ident $assign:tt)*) => {$(
        impl $name for Lane {
            type Output = Self;
            #[inline(always)]
            fn $call(mut self, other: Self) -> Self {
                for i in 0..LANES {
                    self.0[i] $assign other.0[i];
                }
                self
            }
        }
    )*};
}
by_lane! { Add add += Sub sub -= Mul mul *= Div div /= }

impl Lane {
    #[inline(always)]
    pub fn all(x: f32) -> Self {
        Self([x; LANES])
    }
    #[inline(always)]
    pub fn map(mut self, f: impl Fn(f32) -> f32) -> Self {
        for x in &mut self.0 {
            *x = f(*x);
        }
        self
    }
    #[inline(always)]
    pub fn times(self, x: f32) -> Self {
        self * Self::all(x)
    }
    /// In which lanes it is more than 0, as bits: in none where it is NaN.
    #[inline(always)]
    pub fn positive(self) -> u8 {
        let mut bits = 0;
        for (i, x) in self.0.iter().enumerate() {
            bits |= u8::from(*x > 0.0) << i;
        }
        bits
    }
}

/// A vector at each time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vector(pub [Lane; 3]);

impl Vector {
    pub const ZERO: Self = Self([Lane([0.0; LANES]); 3]);

    #[inline(always)]
    pub fn all(v: [f32; 3]) -> Self {
        Self([Lane::all(v[0]), Lane::all(v[1]), Lane::all(v[2])])
    }
    #[inline(always)]
    pub fn map(self, f: impl Fn(Lane) -> Lane) -> Self {
        let Self([x, y, z]) = self;
        Self([f(x), f(y), f(z)])
    }
    #[inline(always)]
    pub fn dot(self, Self([x, y, z]): Self) -> Lane {
        let Self([a, b, c]) = self;
        a * x + b * y + c * z
    }
    /// The length of the way from a point to another, less what it loses to the first order for `half` of a time, if it changes
    /// with this speed. It is NaN where there is no way.
    #[inline(always)]
    pub fn apart(self, speed: Self, half: f32) -> Lane {
        let length = self.dot(self).map(f32::sqrt);
        length - self.dot(speed).map(f32::abs).times(half) / length
    }
    #[inline(always)]
    pub fn cross(self, Self([x, y, z]): Self) -> Self {
        let Self([a, b, c]) = self;
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }
}

impl Add for Vector {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([a + x, b + y, c + z])
    }
}

impl Sub for Vector {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([a - x, b - y, c - z])
    }
}

/// Angles of at most this size have a sine and a cosine.
pub(super) const MOST_ANGLE: f32 = 6.0;

/// The sine and the cosine, off by less than [`f32::EPSILON`].
#[inline(always)]
pub(super) fn sin_cos(angle: Lane) -> [Lane; 2] {
    // The last bits of a number of this size are those of the nearest integer.
    const ROUNDS: f32 = 12_582_912.0;
    let shifted = angle.map(|x| x * std::f32::consts::FRAC_2_PI + ROUNDS);
    let turns = shifted.map(|x| x - ROUNDS);
    // A right angle in three parts: products of the first two with such integers are exact.
    let rest = angle - turns.times(1.570_312_5) - turns.times(4.837_513e-4);
    let y = rest - turns.times(7.549_79e-8);
    let z = y * y;
    let ladder = |of: [f32; 3]| Lane::all(of[0]) + z * (Lane::all(of[1]) + z.times(of[2]));
    let sine = y + y * z * ladder([-1.666_665_5e-1, 8.332_161e-3, -1.951_529_6e-4]);
    let cosine = z * z * ladder([4.166_664_6e-2, -1.388_731_6e-3, 2.443_315_7e-5]);
    let cosine = Lane::all(1.0) - z.times(0.5) + cosine;
    let quarter = |ahead: u32| {
        let mut turned = shifted;
        for (i, x) in turned.0.iter_mut().enumerate() {
            let quadrant = x.to_bits() + ahead;
            let size = if quadrant & 1 == 0 { sine.0[i] } else { cosine.0[i] };
            *x = f32::from_bits(size.to_bits() ^ (quadrant & 2) << 30);
        }
        turned
    };
    [quarter(0), quarter(1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lanes are off by less than an epsilon, and by more than a quarter of it somewhere.
    #[test]
    fn sines_are_off_by_less_than_an_epsilon() {
        let mut worst: f64 = 0.0;
        let count = 1 << 20;
        for k in (0..count).step_by(LANES) {
            let angle = |i: usize| MOST_ANGLE * (2.0 * (k + i) as f32 / count as f32 - 1.0);
            let angles: [f32; LANES] = std::array::from_fn(angle);
            let [sine, cosine] = sin_cos(Lane(angles));
            for (i, angle) in angles.into_iter().enumerate() {
                let exact = f64::from(angle).sin_cos();
                worst = worst.max((f64::from(sine.0[i]) - exact.0).abs());
                worst = worst.max((f64::from(cosine.0[i]) - exact.1).abs());
            }
        }
        let epsilon = f64::from(f32::EPSILON);
        assert!(0.25 * epsilon < worst && worst < epsilon, "{}", worst / epsilon);
    }
}
