//! When moving shapes touch first.

use clearance_geometry::answer::{Impact as Found, ImpactStatus};
use clearance_geometry::space::Sweep as Motion;
use clearance_worlds::Cast;

use crate::answers::{Asked, wrong};
use crate::given::{check, one, posed, put};
use crate::pairs::Piece;
use crate::shapes::Shape;
use crate::space::{Angular, Array, Placed, Real, Space, exported};

/// How a shape moves: its origin along a line, and it turns about its origin.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Sweep<S: Space> {
    /// The pose at time 0.
    pub start: Placed<S>,
    /// The velocity of the origin in the world.
    pub velocity: Array<S>,
    /// The angular velocity in the world, in radians per unit of time.
    pub angular_velocity: Angular<S>,
}

/// What became of a cast.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastStatus {
    /// The shapes touch.
    Hit = 0,
    /// The shapes do not touch in that time: this is proven.
    Miss = 1,
    /// Neither is proven. Counts as a hit.
    Undecided = 2,
}

/// The first contact of two moving shapes.
#[repr(C)]
pub struct Impact<S: Space> {
    /// A `cl_cast_status`.
    pub status: CastStatus,
    /// The best estimate of the time, between the bounds; infinite for a miss.
    pub time: Real<S>,
    /// The shapes do not touch before.
    pub lower: Real<S>,
    /// They touch by then; infinite if that is not proven.
    pub upper: Real<S>,
    /// From A to B at that time, of length 1. Meaningless for a miss, as are the points and pieces.
    pub normal: Array<S>,
    /// The point of A, in the world.
    pub point_a: Array<S>,
    /// The point of B, in the world.
    pub point_b: Array<S>,
    /// The part of A and the facet there.
    pub piece_a: Piece,
    /// The part of B and the facet there.
    pub piece_b: Piece,
}

impl<S: Space> From<&Found<S>> for Impact<S> {
    fn from(found: &Found<S>) -> Self {
        Self {
            status: match found.status {
                ImpactStatus::Hit => CastStatus::Hit,
                ImpactStatus::Miss => CastStatus::Miss,
                ImpactStatus::Undecided => CastStatus::Undecided,
            },
            time: found.time,
            lower: found.lower,
            upper: found.upper,
            normal: found.normal.array(),
            point_a: found.point_a.array(),
            point_b: found.point_b.array(),
            piece_a: found.piece_a.into(),
            piece_b: found.piece_b.into(),
        }
    }
}

/// A motion, checked.
pub unsafe fn swept<S: Space>(name: &str, sweep: *const Sweep<S>) -> Asked<Motion<S>> {
    // SAFETY: the caller's.
    let sweep = unsafe { one(name, sweep)? };
    let start = S::pose(&sweep.start).map_err(|why| wrong(name, why))?;
    let motion = Motion::new(&start, S::vector(sweep.velocity), S::angular(sweep.angular_velocity));
    motion.map_err(|why| wrong(name, why))
}

exported! { all;
    /// The motion from one pose at time 0 to another at time 1, with the shortest turn.
    fn sweep_between(start: *const Placed<S>, end: *const Placed<S>, sweep: *mut Sweep<S>) {
        let (from, to) = (posed::<S>("start", start)?, posed::<S>("end", end)?);
        let motion = Motion::between(&from, &to).map_err(|why| wrong("end", why))?;
        put("sweep", sweep, Sweep {
            start: *one("start", start)?,
            velocity: motion.velocity().array(),
            angular_velocity: S::angular_array(motion.angular()),
        })
    }
    /// When moving shapes touch first, from time 0 to `tmax`. Within `gap` they count as touching, and with
    /// `ignore_parting` shapes that touch at the start and move apart do not.
    fn cast(a: *const Shape<S>, sweep_a: *const Sweep<S>, b: *const Shape<S>, sweep_b: *const Sweep<S>, tmax: Real<S>,
            gap: Real<S>, ignore_parting: bool, impact: *mut Impact<S>) {
        let (a, b) = (one("a", a)?, one("b", b)?);
        let (sweep_a, sweep_b) = (swept("sweep_a", sweep_a)?, swept("sweep_b", sweep_b)?);
        check("impact", impact)?;
        let cast = Cast::new(&a.collider, &sweep_a, &b.collider, &sweep_b, tmax).map_err(|why| wrong("tmax", why))?;
        let cast = cast.gap(gap).map_err(|why| wrong("gap", why))?;
        let mut cast = if ignore_parting { cast.ignore_parting() } else { cast };
        put("impact", impact, (&cast.impact()).into())
    }
}
