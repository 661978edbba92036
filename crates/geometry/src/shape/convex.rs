//! [`Convex`], the trait of bounded convex shapes. A support function and a center are required; every
//! other method has a default made from them.

use super::{Core, Face, NO_ID, Side, Vertex, View};
use crate::hull::Built;
use crate::number::{Scalar, binade, sqrt};
use crate::space::{Aabb, DVector, Motion, Pose, Vector};

/// A convex, bounded, closed shape, given by its support function: for a direction, the point of the
/// shape that is farthest along it.
///
/// A shape is a *core* and a rounding radius around it ([`Convex::radius`], 0 by default). The support
/// function is that of the core. All points and directions are in the shape's own frame.
///
/// To implement the trait for your own shape, define the vector type `V`, `support` and `center`:
///
/// ```
/// use clearance::d3::{self, Pose, Vec3};
/// use clearance::Convex;
///
/// /// A lens: what two balls of radius 5 around z = -4 and z = 4 have in common.
/// struct Lens;
///
/// impl Convex for Lens {
///     type V = Vec3;
///     fn support(&self, d: Vec3) -> Vec3 {
///         let d = d.normalize();
///         let rim = 4.0 / 5.0; // above this slope the cap, below it the rim of radius 3
///         if d.z.abs() > rim {
///             d * 5.0 - Vec3::Z * 4.0 * d.z.signum()
///         } else {
///             Vec3::new(d.x, d.y, 0.0).normalize() * 3.0
///         }
///     }
///     fn center(&self) -> Vec3 {
///         Vec3::ZERO
///     }
/// }
///
/// let ball = d3::Sphere::new(1.0)?;
/// let gap = d3::clearance(&Lens, &Pose::IDENTITY, &ball, &Pose::at(Vec3::new(0.0, 0.0, 4.0))?);
/// assert!((gap.signed_distance - 2.0).abs() < 1e-5);
/// # Ok::<(), clearance::Error>(())
/// ```
///
/// `&T`, `Box<T>` and `Arc<T>` of a convex shape are convex shapes, and their answers are identical to
/// the last bit. For shapes whose type is known only at run time, use `&dyn Convex<V = Vec3>` or
/// `Box<dyn Convex<V = Vec3>>`.
///
/// Shapes can be shared between threads, so that lowered ones ([`super::Operand`]) can be, too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a convex shape",
    label = "this needs a support function",
    note = "if `{Self}` is a `Result`, as constructors return it, take the shape out of it with `?` or `unwrap()`",
    note = "implement `clearance::Convex` for `{Self}`: `type V`, `support` and `center` are enough"
)]
pub trait Convex: Send + Sync {
    /// The vector type of the shape's frame. It sets the dimension and the precision of the shape.
    type V: Vector;

    /// The support point: a point of the core that is farthest along `direction`.
    ///
    /// `direction` is finite and not zero; its length may be anything.
    fn support(&self, direction: Self::V) -> Self::V;

    /// A point of the core, well inside if the core has an interior. Algorithms start from it.
    fn center(&self) -> Self::V;

    /// The rounding radius around the core. It must not be negative. The default is 0.
    #[inline]
    fn radius(&self) -> <Self::V as Vector>::Scalar {
        <Self::V as Vector>::Scalar::ZERO
    }

    /// The rounding radius in `f64`, the precision that all queries compute in. The default is
    /// [`Convex::radius`]. A sum of radii (see [`Rounded`](super::Rounded)) may need more digits than the
    /// shape's own precision has.
    #[inline]
    fn radius_wide(&self) -> f64 {
        self.radius().to_f64()
    }

    /// A lower and an upper bound on the exact rounding radius, for the certificate checker. Both are
    /// [`Convex::radius_wide`], unless that is a rounded sum.
    #[inline]
    fn radius_bounds(&self) -> [f64; 2] {
        [self.radius_wide(); 2]
    }

    /// Like [`Convex::support`], and also returns the number of the vertex if the shape's vertices have
    /// numbers. `hint` is the number that the previous call returned; shapes with hill climbing start
    /// there.
    #[inline]
    fn support_vertex(&self, direction: Self::V, hint: u32) -> Vertex<Self::V> {
        let _ = hint;
        Vertex::unnamed(self.support(direction))
    }

    /// Like [`Convex::support_vertex`], but in `f64`, the precision that all queries compute in. The
    /// default rounds the direction to the shape's own precision.
    #[inline]
    fn support_wide(&self, direction: Wide<Self>, hint: u32) -> Vertex<Wide<Self>> {
        let narrowed = if is_wide::<Self::V>() {
            direction.lift()
        } else {
            // The components may be outside the range of f32, so the direction is normalized first.
            direction.unit_along().unwrap_or(direction).lift()
        };
        let vertex = self.support_vertex(narrowed, hint);
        Vertex { point: vertex.point.widen(), id: vertex.id }
    }

    /// The vertex of the core with the number `id`, or `None` if the shape has no such vertex.
    #[inline]
    fn vertex(&self, id: u32) -> Option<Self::V> {
        let _ = id;
        None
    }

    /// An upper bound on the distance of the core's points from the local origin.
    fn reach(&self) -> f64 {
        let axis = |i: usize| {
            let along = <Self::V as Vector>::unit(i);
            let high = self.support(along).get(i).to_f64().abs();
            high.max(self.support(-along).get(i).to_f64().abs())
        };
        let largest = (0..Self::V::DIM).map(axis).fold(0.0, f64::max);
        largest * 1.7320508075688776 * (1.0 + 16.0 * <Self::V as Vector>::Scalar::EPSILON.to_f64())
    }

    /// An upper bound on the rounding error of [`Convex::support_wide`] along a unit direction: how far
    /// its point may be short of the true support point, or outside the shape.
    #[inline]
    fn support_error(&self) -> f64 {
        8.0 * <Self::V as Vector>::Scalar::EPSILON.to_f64() * self.reach()
    }

    /// Sets `face` to the flat part of the core's surface that faces `direction` most: the vertex, edge or
    /// face that a contact rests on. `direction` has length 1. The default is a single point, the support
    /// point.
    #[inline]
    fn face(&self, direction: Wide<Self>, face: &mut Face<Wide<Self>>) {
        face.set_point(self.support_wide(direction, NO_ID), direction);
    }

    /// The normal to use for a contact, for shapes that are part of a larger surface: see
    /// [`Facet`](super::Facet) and [`ChainSegment`](super::ChainSegment).
    ///
    /// `normal` is the normal of the clearance query, of length 1 and pointing out of this shape.
    /// `other` is the center of the other shape. Both are in this shape's frame. Returns `None` if there
    /// is no contact. The default returns `normal`.
    #[inline]
    fn contact_normal(&self, normal: Wide<Self>, other: Wide<Self>) -> Option<Wide<Self>> {
        let _ = other;
        Some(normal)
    }

    /// The side from which the shape is touched, if it has only one: see [`Facet`](super::Facet) and
    /// [`ChainSegment`](super::ChainSegment). Casts and contacts ignore what comes from the other side. The
    /// default is `None`.
    #[inline]
    fn side(&self) -> Option<Side<Wide<Self>>> {
        None
    }

    /// Can [`Convex::contact_normal`] return anything else than the given normal, or [`Convex::side`] anything
    /// else than `None`? The default is true. If a shape returns false, queries call neither, which makes its
    /// contacts faster.
    #[inline]
    fn wants_normals(&self) -> bool {
        true
    }

    /// A number that identifies the shape: two shapes with the same number must give the same answers to
    /// all methods. `clearance::Cache` recognises shapes by it. It should be cheap to compute. With `None`,
    /// the default, nothing about the shape is reused from one query to the next.
    #[inline]
    fn identity(&self) -> Option<u64> {
        None
    }

    /// The geometry of the core, if it is of a known kind. Solvers and the certificate checker use it.
    #[inline]
    fn view(&self) -> View<'_, Self::V> {
        View::Opaque
    }

    /// The faces and edges of the core, if the shape is a hull or a polygon. The default is `None`.
    #[inline]
    fn built(&self) -> Option<&Built> {
        None
    }

    /// The geometry of the core for the solvers, in `f64`. The default converts [`Convex::view`].
    #[inline]
    fn to_core(&self) -> Core<Wide<Self>> {
        Core::of(self.view(), self.built().is_some())
    }

    /// An upper bound on the distance of the core's points from `center`, a point in the shape's frame.
    fn reach_from(&self, center: Wide<Self>) -> f64 {
        if center == Vector::ZERO {
            return self.reach();
        }
        match self.view() {
            View::Vertices(points) => {
                points.iter().map(|p| norm_above(p.widen() - center)).fold(0.0, f64::max)
            }
            _ => self.reach() + norm_above(center),
        }
    }

    /// The bounding box of the shape, rounding radius included, in the frame that `pose` maps to.
    fn aabb(&self, pose: &Pose<Self::V>) -> Aabb<Self::V> {
        let motion = Motion::of(pose);
        let slack = (self.reach() + motion.translation.max_abs()) * 64.0 * f64::EPSILON
            + self.support_error();
        let tell = |i: usize, sign: f64| {
            let direction = motion.unrotate(Wide::<Self>::unit(i) * sign);
            motion.apply(self.support_wide(direction, NO_ID).point).get(i)
        };
        let around = self.to_core().around(&motion).unwrap_or_else(|| Aabb {
            min: Vector::from_fn(|i| tell(i, -1.0)),
            max: Vector::from_fn(|i| tell(i, 1.0)),
        });
        let more = self.radius_wide() + slack;
        // A box with NaN would contain no point, so an unknown side is infinite.
        let known = |x: f64, sign: f64| if x.is_nan() { sign * f64::INFINITY } else { x };
        Aabb {
            min: Self::V::from_fn(|i| Scalar::below(known(around.min.get(i) - more, -1.0))),
            max: Self::V::from_fn(|i| Scalar::above(known(around.max.get(i) + more, 1.0))),
        }
    }
}

/// The `f64` vector type of the shape's dimension.
pub type Wide<C> = <<C as Convex>::V as Vector>::Wide;

/// Checks a radius, reach or error bound that a shape returned: a negative number becomes NaN. Only
/// user-defined shapes can return one. Bounds computed from NaN prove nothing, so the answer claims
/// nothing.
#[inline]
#[doc(hidden)]
pub fn size_of(number: f64) -> f64 {
    if number >= 0.0 { number } else { f64::NAN }
}

/// Is `V` a vector of `f64`?
#[inline]
pub fn is_wide<V: Vector>() -> bool {
    V::Scalar::EPSILON.to_f64() == f64::EPSILON
}

/// The support methods of [`Convex`] for a shape that has one generic support function for both
/// precisions: `fn formula<W>(&self, direction: W, hint: u32) -> Vertex<W>`.
macro_rules! support_by_formula {
    () => {
        #[inline]
        fn support(&self, direction: V) -> V {
            self.formula(direction, $crate::shape::NO_ID).point
        }
        #[inline]
        fn support_vertex(&self, direction: V, hint: u32) -> $crate::shape::Vertex<V> {
            self.formula(direction, hint)
        }
        #[inline]
        fn support_wide(&self, direction: V::Wide, hint: u32) -> $crate::shape::Vertex<V::Wide> {
            self.formula(direction, hint)
        }
        #[inline]
        fn support_error(&self) -> f64 {
            8.0 * f64::EPSILON * self.reach()
        }
        #[inline]
        fn wants_normals(&self) -> bool {
            false
        }
    };
}
pub(crate) use support_by_formula;

/// The largest distance of the points from the origin, rounded up, without overflow or underflow.
pub(crate) fn reach_of<V: Vector>(points: &[V]) -> f64 {
    points.iter().map(|p| norm_above(p.widen())).fold(0.0, f64::max)
}

/// The length of a vector, rounded up, without overflow or underflow.
#[inline]
#[doc(hidden)]
pub fn norm_above<W: DVector>(v: W) -> f64 {
    /// Squares in this range neither overflow nor underflow. Both branches give the same bits.
    const SQUARES: core::ops::Range<f64> = 1e-250..1e250;
    let square = v.dot(v);
    if SQUARES.contains(&square) {
        return sqrt(square) * (1.0 + 8.0 * f64::EPSILON);
    }
    let unit = binade(v.max_abs());
    (v * (1.0 / unit)).norm() * unit * (1.0 + 8.0 * f64::EPSILON)
}
