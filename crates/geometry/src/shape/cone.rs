//! Cones along a coordinate axis: the base disc at `-half_height`, the apex at `+half_height`.

use super::cylinder::{rim, set_disc};
use super::{Convex, Face, Identity, Vertex, View, kind, norm_above, support_by_formula};
use crate::Error;
use crate::number::Scalar;
use crate::space::{Axis, Vector};

/// The convex hull of a disc and the apex above its center. The local origin is at half the height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<V: Vector> {
    axis: Axis,
    half_height: V::Scalar,
    radius: V::Scalar,
}

impl<V: Vector> Cone<V> {
    /// A cone along the coordinate axis `axis`, with the apex at the positive end.
    ///
    /// # Errors
    /// NaN and infinities, sizes that are not positive, the z axis in 2D.
    pub fn new(axis: Axis, half_height: V::Scalar, radius: V::Scalar) -> Result<Self, Error> {
        Ok(Self {
            axis: axis.checked::<V>()?,
            half_height: Error::positive("half_height", half_height)?,
            radius: Error::positive("radius", radius)?,
        })
    }
    /// The coordinate axis that the cone is along.
    pub fn axis(&self) -> Axis {
        self.axis
    }
    /// Half the height.
    pub fn half_height(&self) -> V::Scalar {
        self.half_height
    }
    /// The radius of the base disc. It is not [`Convex::radius`], the rounding radius, which is 0 here.
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
    #[inline]
    fn formula<W: Vector<Wide = V::Wide>>(&self, direction: W, _: u32) -> Vertex<W> {
        let half = W::Scalar::of(self.half_height.to_f64());
        let radius = W::Scalar::of(self.radius.to_f64());
        Vertex::unnamed(support(direction, self.axis.index(), half, radius))
    }
}

/// The support point of a cone.
#[inline]
pub(super) fn support<W: Vector>(
    direction: W,
    axis: usize,
    half_height: W::Scalar,
    radius: W::Scalar,
) -> W {
    let rim = rim(direction, axis, radius);
    let apex = W::unit(axis) * half_height;
    // Compares the heights of apex and rim point along the direction: they are 2 half_height apart.
    let apex_wins = direction.get(axis) * (half_height + half_height) > rim.dot(direction);
    if apex_wins { apex } else { rim - apex }
}

impl<V: Vector> Convex for Cone<V> {
    type V = V;
    support_by_formula!();
    /// A quarter of the height above the base. This is the centroid in 3D.
    fn center(&self) -> V {
        V::unit(self.axis.index()) * (self.half_height * V::Scalar::of(-0.5))
    }
    fn reach(&self) -> f64 {
        let (r, h) = (self.radius.to_f64(), self.half_height.to_f64());
        norm_above(glam::DVec2::new(r, h))
    }
    /// The base is face 0, the side is face 1. A line of the side goes from the apex (vertex 4) to the rim
    /// (vertex 5).
    fn face(&self, direction: V::Wide, face: &mut Face<V::Wide>) {
        let (radius, half) = (self.radius.to_f64(), self.half_height.to_f64());
        let apex = V::Wide::unit(self.axis.index()) * half;
        let out = rim(direction, self.axis.index(), 1.0);
        let out = if out == V::Wide::ZERO {
            V::Wide::unit((self.axis.index() + 1) % V::DIM)
        } else {
            out
        };
        let up = V::Wide::unit(self.axis.index());
        // The normal of a line of the side, which goes down by the height and out by the radius.
        let side = (out * (half + half) + up * radius).unit_along().unwrap_or(up);
        if -up.dot(direction) >= side.dot(direction) {
            return set_disc(face, -apex, self.axis.index(), radius, -up, 0, 0);
        }
        let ends = [(apex, 4), (out * radius - apex, 5)];
        face.set_line(ends.map(|(point, id)| Vertex { point, id }), 1, side, 0.0);
    }
    fn identity(&self) -> Option<u64> {
        let Self { radius, half_height, axis } = *self;
        let sizes = Identity::of(kind::CONE).scalar(radius).scalar(half_height);
        Some(sizes.and(axis.index() as u64).number())
    }
    fn view(&self) -> View<'_, V> {
        View::Cone { radius: self.radius, half_height: self.half_height, axis: self.axis.index() }
    }
}
