//! Conversions between generic vectors and glam's concrete types, where the dimension is known.

use glam::{DVec2, DVec3};

use super::{DVector, Motion};

/// Converts a 2D vector to its concrete type.
#[inline]
pub fn plane<W: DVector>(v: W) -> DVec2 {
    DVec2::new(v.get(0), v.get(1))
}

/// Converts a concrete 2D vector to the generic type.
pub fn from_plane<W: DVector>(v: DVec2) -> W {
    W::from_fn(|i| v[i])
}

/// Converts a 3D vector to its concrete type.
#[inline]
pub fn space<W: DVector>(v: W) -> DVec3 {
    DVec3::new(v.get(0), v.get(1), v.get(2))
}

/// Converts a concrete 3D vector to the generic type.
pub fn from_space<W: DVector>(v: DVec3) -> W {
    W::from_fn(|i| v[i])
}

/// The same vector as another type of its dimension, which the compiler does not know to be the same.
#[inline]
pub fn same<V: DVector, W: DVector>(v: V) -> W {
    W::from_fn(|i| v.get(i))
}

/// Converts a 2D motion to its concrete type.
#[inline]
pub fn motion_in_plane<W: DVector>(motion: &Motion<W>) -> Motion<DVec2> {
    let [x, y, _] = motion.columns;
    let columns = [plane(x), plane(y), DVec2::ZERO];
    Motion { columns, translation: plane(motion.translation) }
}

/// Converts a 3D motion to its concrete type.
#[inline]
pub fn motion_in_space<W: DVector>(motion: &Motion<W>) -> Motion<DVec3> {
    Motion { columns: motion.columns.map(space), translation: space(motion.translation) }
}
