//! When two moving shapes touch first.

use clearance_geometry::Error;
use clearance_geometry::answer::{Algorithm, End, Impact, ImpactCertificate, ImpactStatus};
use clearance_geometry::number::Scalar as _;
use clearance_geometry::space::{Pose, Sweep, Vector};
use clearance_pairs::trace::Trace;
use clearance_pairs::{Cast as Pair, checked_end};

use super::entries::motion;
use crate::AnyShape;
use crate::motion::CastOptions;
use crate::shape_ref::Scalar;
use crate::shape_ref::ShapeRef::{self, Convex};

/// The first contact of two shapes that move at constant velocities and do not turn. Velocities are in
/// world coordinates. The cast is from time 0 to `tmax`, which may be infinite.
///
/// Shapes that start in contact, or touch within rounding, are a hit at time 0, in whichever direction
/// they move; see [`Cast::ignore_parting`]. A shape that starts inside a solid touches it at once, always.
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
/// The poses of the parts of a compound are rounded to the precision of the vectors. Of shapes of many pieces that turn, 2^15
/// pairs of pieces are asked about at most: where more are near each other, as of a shaft that turns in its bush, the answer
/// is undecided ([`End::StepLimit`]), and nothing touches before `lower`.
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
/// # Ok::<(), clearance::Error>(())
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
        [Convex(a), Convex(b)] => Ok(Pair::lowered(a, sweep_a, b, sweep_b, tmax)?.impact()),
        [a, b] => motion::time_of_impact(&a, sweep_a, &b, sweep_b, tmax, CastOptions::default()),
    }
}

/// A question about two moving shapes of any kind, with options.
///
/// ```
/// use clearance::{Cast, d3::{Cuboid, HeightField, Pose, Sweep, Vec3}};
/// let brick = Cuboid::new(Vec3::ONE)?;
/// let ground = HeightField::new(&[[0.0; 9]; 9], [1.0, 1.0])?;
/// let lifted = Sweep::linear(&Pose::at(Vec3::new(4.0, 4.0, 1.0))?, Vec3::Z)?;
/// let below = Sweep::at_rest(&Pose::IDENTITY);
/// // They touch, and move apart.
/// assert!(Cast::new(&ground, &below, &brick, &lifted, 1.0)?.impact().hit());
/// assert!(!Cast::new(&ground, &below, &brick, &lifted, 1.0)?.ignore_parting().impact().hit());
/// # Ok::<(), clearance::Error>(())
/// ```
pub struct Cast<'q, V: Vector>(Asked<'q, V>);

enum Asked<'q, V: Vector> {
    Pair(Pair<'q, V>),
    Pieces(Pieces<'q, V>),
}

/// A pair of which one shape is not convex.
struct Pieces<'q, V: Vector> {
    shapes: [ShapeRef<'q, V>; 2],
    sweeps: [Sweep<V>; 2],
    tmax: V::Scalar,
    options: CastOptions<V::Scalar>,
    /// Is an algorithm named? None is for these shapes.
    is_named: bool,
}

impl<'q, V: Vector> Cast<'q, V> {
    /// A cast from time 0 to `tmax`, which may be infinite.
    ///
    /// A part of a compound whose pose or centre is past
    /// [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST) leaves the cast undecided.
    ///
    /// # Errors
    /// Times that are NaN or negative.
    pub fn new<A: AnyShape<V = V>, B: AnyShape<V = V>>(
        a: &'q A,
        sweep_a: &Sweep<V>,
        b: &'q B,
        sweep_b: &Sweep<V>,
        tmax: V::Scalar,
    ) -> Result<Self, Error> {
        Ok(Self(match [a.seen(), b.seen()] {
            [Convex(a), Convex(b)] => Asked::Pair(Pair::lowered(a, sweep_a, b, sweep_b, tmax)?),
            shapes => {
                checked_end(tmax)?;
                let (sweeps, options) = ([*sweep_a, *sweep_b], CastOptions::default());
                Asked::Pieces(Pieces { shapes, sweeps, tmax, options, is_named: false })
            }
        }))
    }
    /// The shapes are in contact if their clearance is at most `gap`, instead of 0.
    ///
    /// # Errors
    /// Gaps that are NaN, infinite, negative or larger than
    /// [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST).
    pub fn gap(self, gap: V::Scalar) -> Result<Self, Error> {
        Ok(Self(match self.0 {
            Asked::Pair(pair) => Asked::Pair(pair.gap(gap)?),
            Asked::Pieces(pieces) => {
                let gap = Error::not_negative("gap", gap)?;
                Asked::Pieces(Pieces { options: CastOptions { gap, ..pieces.options }, ..pieces })
            }
        }))
    }
    /// Uses only this algorithm. [`Algorithm::Gjk`] searches with GJK at one time after another.
    /// [`Algorithm::Auto`] uses a closed form if the pair has one; it can also be requested as
    /// [`Algorithm::ClosedForm`]. An algorithm that does not apply to the pair leaves the cast undecided; to a shape that
    /// is not convex none applies. Half-spaces keep their closed form. The clearance of a start in contact is found as in
    /// all queries.
    #[must_use]
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        Self(match self.0 {
            Asked::Pair(pair) => Asked::Pair(pair.algorithm(algorithm)),
            Asked::Pieces(pieces) => {
                Asked::Pieces(Pieces { is_named: algorithm != Algorithm::Auto, ..pieces })
            }
        })
    }
    /// A contact at the start does not count while the shapes move apart or slide along each other: while
    /// B's point of contact does not move against the normal, relative to A's. Shapes that do not turn
    /// never get deeper then, and the answer is a miss. For shapes that turn, the cast goes on when there
    /// is a gap. If the contact turns into an approach before, this is the hit. Of shapes of many pieces, each pair of
    /// pieces has this rule for itself.
    #[must_use]
    pub fn ignore_parting(self) -> Self {
        Self(match self.0 {
            Asked::Pair(pair) => Asked::Pair(pair.ignore_parting()),
            Asked::Pieces(pieces) => Asked::Pieces(Pieces {
                options: CastOptions { ignore_parting: true, ..pieces.options },
                ..pieces
            }),
        })
    }
    /// Reports each step to `trace`; there is none of shapes of many pieces.
    pub fn trace<'c>(self, trace: &'c mut dyn Trace<V::Wide>) -> Cast<'c, V>
    where
        'q: 'c,
    {
        Cast(match self.0 {
            Asked::Pair(pair) => Asked::Pair(pair.trace(trace)),
            Asked::Pieces(pieces) => Asked::Pieces(pieces),
        })
    }

    /// The first contact. See [`time_of_impact`].
    pub fn impact(&mut self) -> Impact<V> {
        match &mut self.0 {
            Asked::Pair(pair) => pair.impact(),
            Asked::Pieces(pieces) => pieces.impact(),
        }
    }
    /// The time of the first contact: [`Impact::time`] alone, within rounding. `None` if it is proven that
    /// the shapes do not touch in the given time, and 0 if they start in contact.
    ///
    /// Of two convex shapes this takes about three quarters of the time of [`Cast::impact`], and a third or less if they
    /// start in contact, because it computes neither the points of contact, nor the depth at the start, nor a proof
    /// of the contact.
    ///
    /// ```
    /// use clearance::{Cast, d3::{Cuboid, Pose, Sphere, Sweep, Vec3}};
    /// let (ball, wall) = (Sphere::new(0.5)?, Cuboid::new(Vec3::ONE)?);
    /// let at_rest = Sweep::at_rest(&Pose::IDENTITY);
    /// let shot = |y: f32| Sweep::linear(&Pose::at(Vec3::new(-5.5, y, 0.0)).unwrap(), Vec3::X * 8.0);
    /// assert_eq!(Cast::new(&wall, &at_rest, &ball, &shot(0.0)?, 1.0)?.time(), Some(0.5));
    /// assert_eq!(Cast::new(&wall, &at_rest, &ball, &shot(2.0)?, 1.0)?.time(), None);
    /// # Ok::<(), clearance::Error>(())
    /// ```
    pub fn time(&mut self) -> Option<V::Scalar> {
        match &mut self.0 {
            Asked::Pair(pair) => pair.time(),
            Asked::Pieces(pieces) => Some(pieces.impact()).filter(Impact::hit).map(|hit| hit.time),
        }
    }
    /// The first contact with all evidence, for `clearance::verify::check_impact`. The answer is the same
    /// as of [`Cast::impact`], which is proven too but does not return the proof. For shapes in `f32` that
    /// start in contact, the bounds of the clearance at the start are wide enough to hold the signed distance
    /// of the answer. If a shape is not convex, it is the answer alone.
    pub fn certificate(&mut self) -> ImpactCertificate<V> {
        match &mut self.0 {
            Asked::Pair(pair) => pair.certificate(),
            Asked::Pieces(pieces) => pieces.impact().into(),
        }
    }
}

impl<V: Vector> Pieces<'_, V> {
    /// Undecided if the place of a part is past the range of numbers.
    #[inline(never)]
    fn impact(&self) -> Impact<V> {
        let ([a, b], [sweep_a, sweep_b]) = (&self.shapes, &self.sweeps);
        let found = if self.is_named {
            None
        } else {
            motion::time_of_impact(a, sweep_a, b, sweep_b, self.tmax, self.options).ok()
        };
        found.unwrap_or_else(|| Impact {
            status: ImpactStatus::Undecided,
            time: V::Scalar::ZERO,
            lower: V::Scalar::ZERO,
            end: End::NoProgress,
            ..Impact::miss(0.0, V::Wide::unit(0), 0)
        })
    }
}
