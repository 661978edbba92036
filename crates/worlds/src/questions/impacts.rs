//! When two moving shapes touch first.

use clearance_geometry::Error;
use clearance_geometry::answer::Impact;
use clearance_geometry::space::{Pose, Sweep};
use clearance_pairs::Cast;

use super::Scalar;
use crate::shape_ref::ShapeRef::Convex;
use crate::{AnyShape, motion};

/// The first contact of two shapes that move at constant velocities and do not turn. Velocities are in
/// world coordinates. The cast is from time 0 to `tmax`, which may be infinite.
///
/// Shapes that start in contact, or touch within rounding, are a hit at time 0, in whichever direction
/// they move; see [`Cast::ignore_parting`]. A shape that starts inside a solid is in contact only where surfaces meet.
///
/// A one-sided shape ([`Facet`](clearance_geometry::shape::Facet),
/// [`ChainSegment`](clearance_geometry::shape::ChainSegment)) is hit only by what moves against its front, with its
/// center in front at the time of the contact and its lowest point less than the shape's `depth` behind: see
/// [`Side`](clearance_geometry::shape::Side). The speed counts at the point of contact, and as 0 if it is below 5e-7 of
/// the speeds of both shapes in `f32`, 1.5e-8 in `f64`. Facets of meshes are hit from both sides.
///
/// ```
/// use clearance::d3::{self, Cuboid, Pose, Sphere, Vec3};
/// let (ball, floor) = (Sphere::new(0.5)?, Cuboid::new(Vec3::new(9.0, 9.0, 0.5))?);
/// let falling = Pose::at(Vec3::new(1.0, 2.0, 5.0))?;
/// let (v, rest) = (Vec3::new(0.0, 0.0, -2.0), Vec3::ZERO);
/// let impact = d3::cast_shapes(&floor, &Pose::IDENTITY, rest, &ball, &falling, v, 10.0)?;
/// assert!(impact.hit());
/// assert_eq!((impact.time, impact.normal), (2.0, Vec3::Z));
/// assert!(d3::cast_shapes(&floor, &Pose::IDENTITY, rest, &ball, &falling, v, -1.0).is_err());
/// # Ok::<(), clearance::Error>(())
/// ```
///
/// # Errors
/// Velocities that are not finite or larger than
/// [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST), and times that are NaN or negative.
#[inline]
pub fn cast_shapes<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    velocity_a: A::V,
    b: &B,
    pose_b: &Pose<A::V>,
    velocity_b: A::V,
    tmax: Scalar<A>,
) -> Result<Impact<A::V>, Error> {
    let sweep_a = Sweep::linear(pose_a, velocity_a)?;
    let sweep_b = Sweep::linear(pose_b, velocity_b)?;
    time_of_impact(a, &sweep_a, b, &sweep_b, tmax)
}

/// The first contact of two shapes that move and turn at constant velocities, from time 0 to
/// `tmax`, which may be infinite.
///
/// The poses of the parts of a compound are rounded to the precision of the vectors.
///
/// ```
/// use clearance::d3::{self, HeightField, Pose, Sphere, Sweep, Vec3};
/// let hill = HeightField::new(&[[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]], [1.0, 1.0])?;
/// let falling = Sweep::linear(&Pose::at(Vec3::new(1.0, 1.0, 3.5))?, Vec3::new(0.0, 0.0, -2.0))?;
/// let at_rest = Sweep::at_rest(&Pose::IDENTITY);
/// let found = d3::time_of_impact(&hill, &at_rest, &Sphere::new(0.5)?, &falling, 10.0)?;
/// assert!(found.hit() && found.time == 1.0);
///
/// // A bar that turns once in 2 pi meets a ball a quarter turn away.
/// use clearance::d2::{self, Circle, Vec2};
/// let (bar, ball) = (d2::Cuboid::new(Vec2::new(3.0, 0.25))?, Circle::new(0.25)?);
/// let turning = d2::Sweep::new(&d2::Pose::IDENTITY, Vec2::ZERO, 1.0)?;
/// let still = d2::Sweep::at_rest(&d2::Pose::at(Vec2::new(0.0, 2.0))?);
/// let impact = d2::time_of_impact(&bar, &turning, &ball, &still, 10.0)?;
/// let expected = core::f32::consts::FRAC_PI_2 - (0.5_f32 / 2.0).asin();
/// assert!(impact.hit() && (impact.time - expected).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Times that are NaN or negative; poses and centres of parts past
/// [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST).
#[inline]
pub fn time_of_impact<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    sweep_a: &Sweep<A::V>,
    b: &B,
    sweep_b: &Sweep<A::V>,
    tmax: Scalar<A>,
) -> Result<Impact<A::V>, Error> {
    match [a.seen(), b.seen()] {
        [Convex(a), Convex(b)] => Ok(Cast::lowered(a, sweep_a, b, sweep_b, tmax)?.impact()),
        [a, b] => motion::time_of_impact(&a, sweep_a, &b, sweep_b, tmax),
    }
}
