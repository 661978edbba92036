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

use super::{Convex, Vertex, View, norm_above, support_by_formula};
use crate::Error;
use crate::number::Scalar;
use crate::space::{Vector, finite};

/// The box with corners at plus and minus `half_extents`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<V: Vector> {
    half_extents: V,
}

impl<V: Vector> Cuboid<V> {
    /// From half the edge lengths.
    ///
    /// # Errors
    /// NaN and infinities, extents that are not positive.
    pub fn new(half_extents: V) -> Result<Self, Error> {
        finite("half_extents", None, half_extents)?;
        for i in 0..V::DIM {
            Error::positive("half_extents", half_extents.get(i))?;
        }
        Ok(Self { half_extents })
    }
    /// Half the edge lengths.
    pub fn half_extents(&self) -> V {
        self.half_extents
    }
    #[inline]
    fn formula<W: Vector<Wide = V::Wide>>(&self, direction: W, _: u32) -> Vertex<W> {
        let half = self.half_extents.lift::<W>();
        let mut id = 0;
        let point = W::from_fn(|i| {
            if direction.get(i) < W::Scalar::ZERO {
                -half.get(i)
            } else {
                id |= 1 << i;
                half.get(i)
            }
        });
        Vertex { point, id }
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
        norm_above(self.half_extents.widen())
    }
    fn view(&self) -> View<'_, V> {
        View::Cuboid { half_extents: self.half_extents }
    }
}
