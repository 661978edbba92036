//! Cylinders along a coordinate axis, around the local origin.

use super::{Convex, Face, Identity, Vertex, View, kind, norm_above, support_by_formula};
use crate::Error;
use crate::number::Scalar;
use crate::space::{Axis, DVector, Vector};

/// The points within `radius` of the axis and within `half_height` of the center plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<V: Vector> {
    axis: Axis,
    half_height: V::Scalar,
    radius: V::Scalar,
}

/// The point of a disc around the origin that lies farthest along `direction`. The disc has the given
/// radius and is perpendicular to `axis`. Returns the center if `direction` is parallel to `axis`.
#[inline]
#[doc(hidden)]
pub fn rim<W: Vector>(direction: W, axis: usize, radius: W::Scalar) -> W {
    let across = W::from_fn(|i| if i == axis { W::Scalar::ZERO } else { direction.get(i) });
    let square = across.dot(across);
    // Searches wait for this point, so it takes one root and one division if the square has all digits.
    if square > W::Scalar::ONE / W::Scalar::LARGEST && square < W::Scalar::LARGEST {
        across * (radius / square.sqrt())
    } else {
        rim_of_any(across.copied(), radius)
    }
}

/// The same for a direction across the axis of any length.
#[cold]
pub fn rim_of_any<W: Vector>(across: W, radius: W::Scalar) -> W {
    across.unit_along().map_or(W::ZERO, |u| u * radius)
}

/// The support point of a cylinder.
#[inline]
pub(super) fn support<W: Vector>(
    direction: W,
    axis: usize,
    half_height: W::Scalar,
    radius: W::Scalar,
) -> W {
    let up = direction.get(axis) >= W::Scalar::ZERO;
    let end = W::unit(axis) * if up { half_height } else { -half_height };
    end + rim(direction, axis, radius)
}

/// Sets `face` to the flat end of a cylinder or a cone. Its vertices are numbered from `first` on.
pub(super) fn set_disc<W: DVector>(
    face: &mut Face<W>,
    center: W,
    axis: usize,
    radius: f64,
    normal: W,
    number: u32,
    first: u32,
) {
    let [u, v] = [1, 2].map(|k| W::unit((axis + k) % W::DIM));
    if W::DIM == 2 {
        // In 2D the end is an edge of a rectangle or a triangle.
        let end = |sign: f64, id: u32| Vertex { point: center + u * (radius * sign), id };
        return face.set_line([end(-1.0, first), end(1.0, first + 1)], number, normal, 0.0);
    }
    face.set_rim(center, [u, v], radius, normal, number, first);
}

impl<V: Vector> Cylinder<V> {
    /// A cylinder along the coordinate axis `axis`.
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
    /// The coordinate axis that the cylinder is along.
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

impl<V: Vector> Convex for Cylinder<V> {
    type V = V;
    support_by_formula!();
    fn center(&self) -> V {
        V::ZERO
    }
    fn reach(&self) -> f64 {
        let (r, h) = (self.radius.to_f64(), self.half_height.to_f64());
        norm_above(glam::DVec2::new(r, h))
    }
    /// The cap at the positive end is face 0, the cap at the negative end face 1, the side face 2. A
    /// line of the side ends in vertices 8 and 9.
    fn face(&self, direction: V::Wide, face: &mut Face<V::Wide>) {
        let (radius, half) = (self.radius.to_f64(), self.half_height.to_f64());
        let along = direction.get(self.axis.index());
        let out = rim(direction, self.axis.index(), 1.0);
        let end = V::Wide::unit(self.axis.index()) * half;
        if along.abs() >= out.dot(direction) {
            let (cap, sign) = if along >= 0.0 { (0, 1.0) } else { (1, -1.0) };
            let normal = V::Wide::unit(self.axis.index()) * sign;
            return set_disc(face, normal * half, self.axis.index(), radius, normal, cap, 4 * cap);
        }
        let at = |sign: f64, id: u32| Vertex { point: end * sign + out * radius, id };
        face.set_line([at(1.0, 8), at(-1.0, 9)], 2, out, radius);
    }
    fn identity(&self) -> Option<u64> {
        let Self { radius, half_height, axis } = *self;
        let sizes = Identity::of(kind::CYLINDER).scalar(radius).scalar(half_height);
        Some(sizes.and(axis.index() as u64).number())
    }
    fn view(&self) -> View<'_, V> {
        View::Cylinder {
            radius: self.radius,
            half_height: self.half_height,
            axis: self.axis.index(),
        }
    }
}
