//! Implements [`Vector`] for glam's four types: 2D and 3D, in `f32` and `f64`.

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::rotation2::Rotation2;
use super::vector::{EntryPoint, Vector};
use crate::number::Scalar;

macro_rules! plane_vector {
    ($v:ty, $s:ty, $entry:ident) => {
        impl Vector for $v {
            type Scalar = $s;
            type Wide = DVec2;
            type Wedge = $s;
            type Turn = Rotation2<$v>;

            const DIM: usize = 2;
            const ZERO: Self = <$v>::ZERO;
            const ORIGIN: &'static [Self] = &[<$v>::ZERO];

            #[inline]
            fn dot(self, o: Self) -> $s {
                self.x * o.x + self.y * o.y
            }
            #[inline]
            fn wedge(self, o: Self) -> $s {
                self.x * o.y - self.y * o.x
            }
            #[inline]
            fn wedge_dot(a: $s, b: $s) -> $s {
                a * b
            }
            #[inline]
            fn wedge_numbers(a: $s) -> [$s; 3] {
                [a, 0.0, 0.0]
            }
            #[inline]
            fn wedge_widen(a: $s) -> f64 {
                a.to_f64()
            }
            #[inline]
            fn wedge_of([w, ..]: [f64; 3]) -> $s {
                <$s as Scalar>::of(w)
            }
            #[inline]
            fn turning(w: $s, x: Self) -> Self {
                Self::new(-w * x.y, w * x.x)
            }
            #[inline]
            fn volume(_: $s, _: Self) -> $s {
                0.0
            }
            #[inline]
            fn foot(_: $s, _: Self) -> Self {
                <$v>::ZERO
            }
            #[inline]
            fn get(self, axis: usize) -> $s {
                if axis == 0 { self.x } else { self.y }
            }
            #[inline(always)]
            fn from_fn(mut f: impl FnMut(usize) -> $s) -> Self {
                let x = f(0);
                Self::new(x, f(1))
            }
            #[inline]
            fn enter<E: EntryPoint>(given: E::Given<Self>) -> E::Answer<Self> {
                E::$entry(given)
            }
            #[inline]
            fn widen(self) -> DVec2 {
                DVec2::new(self.x.to_f64(), self.y.to_f64())
            }
            #[inline]
            fn narrow(w: DVec2) -> Self {
                Self::new(<$s as Scalar>::of(w.x), <$s as Scalar>::of(w.y))
            }
        }
    };
}

macro_rules! space_vector {
    ($v:ty, $s:ty, $turn:ty, $entry:ident) => {
        impl Vector for $v {
            type Scalar = $s;
            type Wide = DVec3;
            type Wedge = $v;
            type Turn = $turn;

            const DIM: usize = 3;
            const ZERO: Self = <$v>::ZERO;
            const ORIGIN: &'static [Self] = &[<$v>::ZERO];

            #[inline]
            fn dot(self, o: Self) -> $s {
                self.x * o.x + self.y * o.y + self.z * o.z
            }
            #[inline]
            fn wedge(self, o: Self) -> Self {
                Self::new(
                    self.y * o.z - self.z * o.y,
                    self.z * o.x - self.x * o.z,
                    self.x * o.y - self.y * o.x,
                )
            }
            #[inline]
            fn wedge_dot(a: Self, b: Self) -> $s {
                Vector::dot(a, b)
            }
            #[inline]
            fn wedge_numbers(a: Self) -> [$s; 3] {
                a.to_array()
            }
            #[inline]
            fn wedge_widen(a: Self) -> DVec3 {
                Vector::widen(a)
            }
            #[inline]
            fn wedge_of(numbers: [f64; 3]) -> Self {
                Self::from_array(numbers.map(<$s as Scalar>::of))
            }
            #[inline]
            fn turning(w: Self, x: Self) -> Self {
                Vector::wedge(w, x)
            }
            #[inline]
            fn volume(plane: Self, edge: Self) -> $s {
                Vector::dot(plane, edge)
            }
            #[inline]
            fn foot(plane: Self, point: Self) -> Self {
                plane * (Vector::dot(plane, point) / Vector::dot(plane, plane))
            }
            #[inline]
            fn get(self, axis: usize) -> $s {
                match axis {
                    0 => self.x,
                    1 => self.y,
                    _ => self.z,
                }
            }
            #[inline(always)]
            fn from_fn(mut f: impl FnMut(usize) -> $s) -> Self {
                let x = f(0);
                let y = f(1);
                Self::new(x, y, f(2))
            }
            #[inline]
            fn enter<E: EntryPoint>(given: E::Given<Self>) -> E::Answer<Self> {
                E::$entry(given)
            }
            #[inline]
            fn widen(self) -> DVec3 {
                DVec3::new(self.x.to_f64(), self.y.to_f64(), self.z.to_f64())
            }
            #[inline]
            fn narrow(w: DVec3) -> Self {
                Self::new(<$s as Scalar>::of(w.x), <$s as Scalar>::of(w.y), <$s as Scalar>::of(w.z))
            }
        }
    };
}

plane_vector!(Vec2, f32, plane_f32);
plane_vector!(DVec2, f64, plane_f64);
space_vector!(Vec3, f32, glam::Quat, space_f32);
space_vector!(DVec3, f64, glam::DQuat, space_f64);
