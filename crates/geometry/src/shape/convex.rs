//! A convex shape: one small question, and defaults made of it for all others.

use super::{Core, Face, NO_ID, Vertex, View};
use crate::hull::Built;
use crate::number::{Scalar, binade};
use crate::space::{Aabb, Motion, Pose, Vector};

/// A convex, bounded, closed shape: anything that can say which of its points is farthest
/// along a direction.
///
/// `support`, `center` and the type of vectors are all that a shape of one's own has to give:
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
/// `&T`, `Box<T>` and `Arc<T>` of a convex shape are convex shapes, with the same answers to the last
/// bit. Shapes of types that are not known until a program runs are asked behind one of them:
/// `&dyn Convex<V = Vec3>`, or `Box<dyn Convex<V = Vec3>>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a convex shape",
    label = "this needs a support function",
    note = "implement `clearance::Convex` for `{Self}`: `type V`, `support` and `center` are enough"
)]
pub trait Convex {
    /// The vectors of the shape's frame: their dimension and precision are the shape's.
    type V: Vector;

    /// A point of the core that is farthest along `direction`, which is finite and not zero,
    /// but of any length.
    fn support(&self, direction: Self::V) -> Self::V;

    /// A point of the core, well inside where there is an inside: the algorithms' first guess.
    fn center(&self) -> Self::V;

    /// The rounding radius around the core. Not negative.
    #[inline]
    fn radius(&self) -> <Self::V as Vector>::Scalar {
        <Self::V as Vector>::Scalar::ZERO
    }

    /// The rounding radius in `f64`, in which all queries search: a sum of radii ([`Rounded`](super::Rounded)) has
    /// digits that the shape's own precision need not hold. The default is [`Convex::radius`].
    #[inline]
    fn radius_wide(&self) -> f64 {
        self.radius().to_f64()
    }

    /// Bounds on the exact rounding radius, for the checker: the same number twice, unless the
    /// radius is a sum that [`Convex::radius_wide`] rounds.
    #[inline]
    fn radius_bounds(&self) -> [f64; 2] {
        [self.radius_wide(); 2]
    }

    /// As [`Convex::support`], with the number of the vertex where the shape has numbers.
    /// `hint` is the number found last, for those who climb from it.
    #[inline]
    fn support_vertex(&self, direction: Self::V, hint: u32) -> Vertex<Self::V> {
        let _ = hint;
        Vertex::unnamed(self.support(direction))
    }

    /// As [`Convex::support_vertex`] in `f64`, in which all queries search.
    /// The default rounds the direction to the shape's own precision.
    #[inline]
    fn support_wide(&self, direction: Wide<Self>, hint: u32) -> Vertex<Wide<Self>> {
        let narrowed = if is_wide::<Self::V>() {
            direction.lift()
        } else {
            // A direction may be far outside the range of f32.
            direction.unit_along().unwrap_or(direction).lift()
        };
        let vertex = self.support_vertex(narrowed, hint);
        Vertex { point: vertex.point.widen(), id: vertex.id }
    }

    /// The core's point of that number; `None` for numbers that are not the shape's.
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

    /// How far, along a unit direction, the point given by [`Convex::support_wide`] may fall
    /// short of the farthest one or stand out of the shape, because of rounding.
    #[inline]
    fn support_error(&self) -> f64 {
        8.0 * <Self::V as Vector>::Scalar::EPSILON.to_f64() * self.reach()
    }

    /// Makes `face` what of the core's surface is flat, and most turned along a direction of length
    /// 1: what a contact rests on. The default is a single point, that of the support function.
    #[inline]
    fn face(&self, direction: Wide<Self>, face: &mut Face<Wide<Self>>) {
        face.set_point(self.support_wide(direction, NO_ID), direction);
    }

    /// The normal that a contact has, where the surface is part of a larger one: see [`Facet`](super::Facet) and
    /// [`ChainSegment`](super::ChainSegment). Given are that of the clearance, of length 1 and out of this shape, and
    /// the middle of the other shape; `None` if there is no contact. The default is the normal as
    /// it is.
    #[inline]
    fn contact_normal(&self, normal: Wide<Self>, other: Wide<Self>) -> Option<Wide<Self>> {
        let _ = other;
        Some(normal)
    }

    /// Can [`Convex::contact_normal`] give another normal than the one that it is given, or none? The
    /// default is true. A shape that returns false is not asked, which makes its contacts faster.
    #[inline]
    fn wants_normals(&self) -> bool {
        true
    }

    /// A number that shapes share only if they are the same in all that they answer: what a
    /// `clearance::Cache` recognises a shape by. It should cost little. The default is `None`: of such
    /// a shape nothing is taken for granted from one query to the next.
    #[inline]
    fn identity(&self) -> Option<u64> {
        None
    }

    /// What the core is, for those who know it: the pair table and the checker.
    #[inline]
    fn view(&self) -> View<'_, Self::V> {
        View::Opaque
    }

    /// The core's faces and edges, where the shape is a hull that was built.
    #[inline]
    fn built(&self) -> Option<&Built> {
        None
    }

    /// What the core is, as solvers see it: by default what [`Convex::view`] shows, in `f64`.
    #[inline]
    fn to_core(&self) -> Core<Wide<Self>> {
        Core::of(self.view(), self.built().is_some())
    }

    /// An upper bound on the distance of the core's points from `center`, a point of the shape's frame.
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

    /// The box around the shape, rounding included, in the frame that `pose` maps to.
    fn aabb(&self, pose: &Pose<Self::V>) -> Aabb<Self::V> {
        let motion = Motion::of(pose);
        let slack = (self.reach() + motion.translation.max_abs()) * 64.0 * f64::EPSILON
            + self.support_error();
        let end = |i: usize, sign: f64| {
            let direction = motion.unrotate(Wide::<Self>::unit(i) * sign);
            let point = motion.apply(self.support_wide(direction, NO_ID).point).get(i);
            point + sign * (self.radius_wide() + slack)
        };
        // A box with NaN would hold no point, so a side that is not known is infinite.
        let known = |x: f64, sign: f64| if x.is_nan() { sign * f64::INFINITY } else { x };
        Aabb {
            min: Self::V::from_fn(|i| Scalar::below(known(end(i, -1.0), -1.0))),
            max: Self::V::from_fn(|i| Scalar::above(known(end(i, 1.0), 1.0))),
        }
    }
}

/// The `f64` vector of a shape's dimension.
pub type Wide<C> = <<C as Convex>::V as Vector>::Wide;

/// A radius, reach or error that a shape gives; NaN if the number is negative. Only a shape of one's own
/// can give such a number. Bounds that are made of NaN prove nothing, so the answer claims nothing.
#[inline]
#[doc(hidden)]
pub fn size_of(number: f64) -> f64 {
    if number >= 0.0 { number } else { f64::NAN }
}

/// Is `V` already `f64`?
#[inline]
pub fn is_wide<V: Vector>() -> bool {
    V::Scalar::EPSILON.to_f64() == f64::EPSILON
}

/// The rest of [`Convex`] for a shape that writes its support once, for both precisions, as
/// `fn formula<W>(&self, direction: W, hint: u32) -> Vertex<W>`.
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

/// The largest distance of a point from the origin, rounded up; no overflow, no underflow.
pub(crate) fn reach_of<V: Vector>(points: &[V]) -> f64 {
    points.iter().map(|p| norm_above(p.widen())).fold(0.0, f64::max)
}

/// The length of a vector, rounded up; no overflow, no underflow.
#[inline]
#[doc(hidden)]
pub fn norm_above<W: Vector<Scalar = f64>>(v: W) -> f64 {
    /// What is in this range has no square that is lost. The bits are the same either way.
    const SQUARES: core::ops::Range<f64> = 1e-250..1e250;
    let square = v.dot(v);
    if SQUARES.contains(&square) {
        return Scalar::sqrt(square) * (1.0 + 8.0 * f64::EPSILON);
    }
    let unit = binade(v.max_abs());
    (v * (1.0 / unit)).norm() * unit * (1.0 + 8.0 * f64::EPSILON)
}
