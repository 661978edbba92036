//! Boxes: the rectangle in 2D and the cuboid in 3D, around the local origin.
//!
//! ```text
//!        2-------3      A corner's number has bit i set where its
//!       /|      /|      coordinate i is positive.
//!      6-------7 |
//!      | |     | |      y
//!      | 0-----|-1      |  
//!      |/      |/       o-- x
//!      4-------5       z
//! ```

use super::{
    Convex, Face, Identity, Vertex, View, box_corner, kind, norm_above, support_by_formula,
};
use crate::Error;
use crate::space::{Vector, finite};

/// The box with corners at plus and minus `half_extents`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<V: Vector> {
    half_extents: V,
    /// Stored, because every query uses the reach and the identity.
    reach: f64,
    identity: u64,
}

impl<V: Vector> Cuboid<V> {
    /// A box with the given half edge lengths.
    ///
    /// # Errors
    /// NaN and infinities, half extents that are not positive.
    pub fn new(half_extents: V) -> Result<Self, Error> {
        finite("half_extents", None, half_extents)?;
        for i in 0..V::DIM {
            Error::positive("half_extents", half_extents.get(i))?;
        }
        let identity = Identity::of(kind::CUBOID).vector(half_extents).number();
        Ok(Self { half_extents, reach: norm_above(half_extents.widen()), identity })
    }
    /// Half the edge lengths.
    pub fn half_extents(&self) -> V {
        self.half_extents
    }
    #[inline]
    fn formula<W: Vector<Wide = V::Wide>>(&self, direction: W, _: u32) -> Vertex<W> {
        box_corner(self.half_extents.lift::<W>(), direction)
    }
}

impl<V: Vector> Convex for Cuboid<V> {
    type V = V;
    support_by_formula!();
    fn center(&self) -> V {
        V::ZERO
    }
    fn vertex(&self, id: u32) -> Option<V> {
        let corner = |i| {
            let x = self.half_extents.get(i);
            if id >> i & 1 == 1 { x } else { -x }
        };
        (id < 1 << V::DIM).then(|| V::from_fn(corner))
    }
    fn reach(&self) -> f64 {
        self.reach
    }
    /// The face on the negative side of an axis has the number `2 * axis`, that on the positive side
    /// `2 * axis + 1`. Edges are numbered by the axis they run along, then by the signs of the two
    /// following coordinates.
    fn face(&self, direction: V::Wide, face: &mut Face<V::Wide>) {
        let half = self.half_extents.widen();
        let steeper = |m: usize, i: usize| direction.get(i).abs() > direction.get(m).abs();
        let up = (1..V::DIM).fold(0, |m, i| if steeper(m, i) { i } else { m });
        let positive = u32::from(direction.get(up) >= 0.0);
        let normal = V::Wide::unit(up) * if positive == 1 { 1.0 } else { -1.0 };
        let number = 2 * up as u32 + positive;
        let corner = |id: u32| {
            let sign = |i: usize| if id >> i & 1 == 1 { half.get(i) } else { -half.get(i) };
            Vertex { point: V::Wide::from_fn(sign), id }
        };
        let base = positive << up;
        if V::DIM == 2 {
            let ends = [corner(base), corner(base | 1 << (1 - up))];
            return face.set_line(ends, number, normal, 0.0);
        }
        let [u, v] = [(up + 1) % 3, (up + 2) % 3];
        let along = |axis: usize, first: u32, second: u32| 4 * axis as u32 + first + 2 * second;
        // The coordinates that follow u are v and up; those that follow v are up and u.
        let around = [
            (corner(base), along(u, 0, positive)),
            (corner(base | 1 << u), along(v, positive, 1)),
            (corner(base | 1 << u | 1 << v), along(u, 1, positive)),
            (corner(base | 1 << v), along(v, positive, 0)),
        ];
        face.set_polygon(around.into_iter(), normal, number);
    }
    fn identity(&self) -> Option<u64> {
        Some(self.identity)
    }
    fn view(&self) -> View<'_, V> {
        View::Cuboid { half_extents: self.half_extents }
    }
}
