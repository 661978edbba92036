//! Ellipses and ellipsoids along the coordinate axes.
//!
//! An ellipsoid is the unit ball stretched by its radii, a diagonal matrix D. The ball's support point
//! along D d is D d / |D d|, so that of the ellipsoid along d is D (D d) / |D d|.
//!
//! An ellipsoid with equal radii is a ball: its core is a point, and the radius is the rounding radius.
//! With a round core, the overlap of two concentric balls would have the same depth along every
//! direction, and a search by support points would not end.

use super::{Convex, Identity, Vertex, View, kind, support_by_formula};
use crate::Error;
use crate::number::Scalar;
use crate::space::{Vector, finite};

/// All points with (x/rx)^2 + (y/ry)^2 (+ (z/rz)^2) <= 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid<V: Vector> {
    radii: V,
    /// The radii of the core: 0 if all radii are equal, because the shape is then a rounded point.
    core: V,
}

impl<V: Vector> Ellipsoid<V> {
    /// An ellipsoid with the given semi-axes.
    ///
    /// # Errors
    /// NaN and infinities, radii that are not positive.
    pub fn new(radii: V) -> Result<Self, Error> {
        finite("radii", None, radii)?;
        for i in 0..V::DIM {
            Error::positive("radii", radii.get(i))?;
        }
        let is_ball = (1..V::DIM).all(|i| radii.get(i) == radii.get(0));
        Ok(Self { radii, core: if is_ball { V::ZERO } else { radii } })
    }
    /// The semi-axes.
    pub fn radii(&self) -> V {
        self.radii
    }
    /// Are all radii equal?
    #[inline]
    fn is_ball(&self) -> bool {
        self.core.get(0) == Scalar::ZERO
    }
    #[inline]
    fn formula<W: Vector<Wide = V::Wide>>(&self, direction: W, _: u32) -> Vertex<W> {
        if self.is_ball() {
            return Vertex { point: W::ZERO, id: 0 };
        }
        let radii = self.core.lift::<W>();
        let stretched = W::from_fn(|i| radii.get(i) * direction.get(i));
        // If the direction is so short that the product underflows, any point will do.
        let on_ball = stretched.unit_along().unwrap_or(W::unit(0));
        Vertex::unnamed(W::from_fn(|i| radii.get(i) * on_ball.get(i)))
    }
}

impl<V: Vector> Convex for Ellipsoid<V> {
    type V = V;
    support_by_formula!();
    fn center(&self) -> V {
        V::ZERO
    }
    #[inline]
    fn radius(&self) -> V::Scalar {
        if self.is_ball() { self.radii.get(0) } else { Scalar::ZERO }
    }
    fn vertex(&self, id: u32) -> Option<V> {
        (self.is_ball() && id == 0).then_some(V::ZERO)
    }
    fn reach(&self) -> f64 {
        self.core.max_abs().to_f64()
    }
    fn identity(&self) -> Option<u64> {
        Some(Identity::of(kind::ELLIPSOID).vector(self.radii).number())
    }
    fn view(&self) -> View<'_, V> {
        if self.is_ball() {
            return View::Vertices(V::ORIGIN);
        }
        View::Ellipsoid { radii: self.core }
    }
}
