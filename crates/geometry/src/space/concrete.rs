//! From vectors of any dimension to those of the plane or of space, and back, where the dimension is known.

use glam::{DVec2, DVec3};

use super::{Motion, Vector};

/// A vector of the plane as what it is.
#[inline]
pub fn plane<W: Vector<Scalar = f64>>(v: W) -> DVec2 {
    DVec2::new(v.get(0), v.get(1))
}

/// And back.
pub fn from_plane<W: Vector<Scalar = f64>>(v: DVec2) -> W {
    W::from_fn(|i| v[i])
}

/// A vector of space as what it is.
#[inline]
pub fn space<W: Vector<Scalar = f64>>(v: W) -> DVec3 {
    DVec3::new(v.get(0), v.get(1), v.get(2))
}

/// And back.
pub fn from_space<W: Vector<Scalar = f64>>(v: DVec3) -> W {
    W::from_fn(|i| v[i])
}

/// A motion of the plane as what it is.
#[inline]
pub fn motion_in_plane<W: Vector<Scalar = f64>>(motion: &Motion<W>) -> Motion<DVec2> {
    let [x, y, _] = motion.columns;
    let columns = [plane(x), plane(y), DVec2::ZERO];
    Motion { columns, translation: plane(motion.translation) }
}

/// A motion of space as what it is.
#[inline]
pub fn motion_in_space<W: Vector<Scalar = f64>>(motion: &Motion<W>) -> Motion<DVec3> {
    Motion { columns: motion.columns.map(space), translation: space(motion.translation) }
}
