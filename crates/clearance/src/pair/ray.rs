//! Rays: where one first meets a shape.
//!
//! ```text
//!    ray, pose ---> the line in the shape's frame ---> closed form ------> chord ---> hit
//!                                                          | none, or         ^
//!                                                          v too close        |
//!                                                       march by GJK ---------'
//! ```

use crate::algorithm::ray::{
    Chord, Crossing, Line, March, Through, half_space, march, of_ball, through,
};
use crate::answer::RayHit;
use crate::number::Scalar;
use crate::shape::{Convex, Geometry, HalfSpace, Part, Point, View, Wide};
use crate::space::{Motion, Pose, Ray, Vector};

type WideOf<G> = <<G as Geometry>::V as Vector>::Wide;

/// Where a ray first meets a shape, which is taken to be solid: a ray that starts inside hits
/// at time 0. `None` only where a miss is proven: touching counts as a hit.
///
/// ```
/// use clearance::d3::{Cuboid, Pose, Ray, Vec3};
/// let (wall, pose) = (Cuboid::new(Vec3::new(1.0, 5.0, 5.0))?, Pose::at(Vec3::new(4.0, 0.0, 0.0))?);
/// let ray = Ray::new(Vec3::ZERO, Vec3::X, 100.0)?;
/// let hit = clearance::cast_ray(&wall, &pose, &ray).expect("straight ahead");
/// assert_eq!((hit.time, hit.point, hit.normal), (3.0, Vec3::new(3.0, 0.0, 0.0), -Vec3::X));
/// # Ok::<(), clearance::Error>(())
/// ```
#[inline]
pub fn cast_ray<G: Geometry>(
    shape: &G,
    pose: &Pose<G::V>,
    ray: &Ray<G::V>,
) -> Option<RayHit<G::V>> {
    RayCast::new(shape, pose, ray).hit()
}

/// A ray and a shape, to be asked with options.
///
/// ```
/// use clearance::{RayCast, d2::{Circle, Pose, Ray, Vec2}};
/// let (room, pose) = (Circle::new(3.0)?, Pose::IDENTITY);
/// let ray = Ray::new(Vec2::ZERO, Vec2::X, 10.0)?;
/// let hit = RayCast::new(&room, &pose, &ray).hollow().hit().expect("the wall");
/// assert_eq!((hit.time, hit.normal, hit.inside), (3.0, Vec2::X, true));
/// # Ok::<(), clearance::Error>(())
/// ```
pub struct RayCast<'r, G: Geometry> {
    shape: &'r G,
    pose: &'r Pose<G::V>,
    ray: &'r Ray<G::V>,
    hollow: bool,
}

impl<'r, G: Geometry> RayCast<'r, G> {
    /// A cast on a solid shape.
    #[inline]
    pub fn new(shape: &'r G, pose: &'r Pose<G::V>, ray: &'r Ray<G::V>) -> Self {
        Self { shape, pose, ray, hollow: false }
    }
    /// Takes the shape for its surface alone: a ray that starts inside hits where it leaves.
    /// The normal is the outward one there, too.
    #[inline]
    pub fn hollow(mut self) -> Self {
        self.hollow = true;
        self
    }

    /// Where the ray first meets the shape; `None` only where a miss is proven.
    #[inline]
    pub fn hit(self) -> Option<RayHit<G::V>> {
        let ray = self.ray;
        // Close to the shape before anything else: so a far origin of the world costs no digits.
        let start = ray.origin().widen() - self.pose.translation().widen();
        let core = match self.shape.part() {
            Part::HalfSpace(half) => return self.of_half_space(half, start),
            Part::Convex(core) => core,
        };
        // A ball around its own origin looks the same however it is turned.
        if let View::Vertices(&[center]) = core.view()
            && center == G::V::ZERO
        {
            let line = Line { origin: start, along: ray.unit() };
            if let Through::Chord(chord) = of_ball(&line, WideOf::<G>::ZERO, core.radius().to_f64())
            {
                return answer(ray, &self.found(&chord)?, |normal| normal);
            }
        }
        let motion = Motion::of(self.pose);
        let line = Line { origin: motion.unrotate(start), along: motion.unrotate(ray.unit()) };
        let found = match through(core, &line) {
            Through::Missed => return None,
            Through::Chord(chord) => self.found(&chord)?,
            Through::Unclear => self.marched(core, &line)?,
        };
        answer(ray, &found, |normal| motion.rotate(normal))
    }

    fn of_half_space(&self, half: &HalfSpace<G::V>, start: WideOf<G>) -> Option<RayHit<G::V>> {
        let motion = Motion::of(self.pose);
        let line = Line { origin: motion.unrotate(start), along: motion.unrotate(self.ray.unit()) };
        let (normal, offset) = half.widen();
        match half_space(normal, offset, &line) {
            Through::Chord(chord) => answer(self.ray, &self.found(&chord)?, |n| motion.rotate(n)),
            Through::Missed | Through::Unclear => None,
        }
    }

    /// The first place of a chord that the ray meets.
    ///
    /// ```text
    ///            enter       leave
    ///   ---- 1 ---[=== 2 ===]--- 3 ---->     The ray may start at 1, 2 or 3, or within rounding
    ///                                        of an end: there it touches the surface.
    /// ```
    #[inline]
    fn found(&self, chord: &Chord<WideOf<G>>) -> Option<Found<WideOf<G>>> {
        let Chord { enter, leave } = chord;
        if leave.upper < 0.0 {
            return None;
        }
        if enter.upper >= 0.0 {
            // From inside by a hair the surface may be met at the far end only.
            let late = self.hollow && enter.lower < 0.0;
            let upper = if late { Scalar::max(enter.upper, leave.upper) } else { enter.upper };
            let upper = if enter.upper < f64::INFINITY { upper } else { f64::INFINITY };
            return Some(Found { crossing: Crossing { upper, ..*enter }, inside: false });
        }
        if leave.lower <= 0.0 {
            // On the way out, and maybe out already.
            return Some(Found {
                crossing: Crossing { upper: f64::INFINITY, ..*leave },
                inside: false,
            });
        }
        if self.hollow {
            return Some(Found { crossing: *leave, inside: true });
        }
        Some(Found::START)
    }

    /// The same by a march.
    #[cold]
    #[inline(never)]
    fn marched(&self, core: &G::Core, line: &Line<WideOf<G>>) -> Option<Found<WideOf<G>>> {
        match march(core, line) {
            March::Missed => None,
            March::Entered(crossing) => Some(Found { crossing, inside: false }),
            March::Touching => Some(Found { crossing: touching(core, line), inside: false }),
            March::Inside if self.hollow => {
                let crossing = way_out(core, line);
                Some(Found { crossing, inside: true })
            }
            March::Inside => Some(Found::START),
        }
    }
}

/// What the ray meets first, in lengths from its origin.
#[derive(Clone, Copy)]
struct Found<W> {
    crossing: Crossing<W>,
    inside: bool,
}

impl<W: Vector> Found<W> {
    /// The start, inside: no surface is met. The zero normal stands for the way back.
    const START: Self = Self {
        crossing: Crossing { at: 0.0, lower: 0.0, upper: 0.0, normal: W::ZERO },
        inside: true,
    };
}

/// The ray starts on the surface within rounding: the normal there is that of the shortest way
/// between its origin and the shape.
fn touching<C: Convex>(core: &C, line: &Line<Wide<C>>) -> Crossing<Wide<C>> {
    let shape = crate::shape::difference::Widened(core);
    let normal = Point::new(line.origin).map_or(-line.along, |start| {
        super::clearance(&shape, &Pose::IDENTITY, &start, &Pose::IDENTITY).normal
    });
    Crossing { at: 0.0, lower: 0.0, upper: f64::INFINITY, normal }
}

/// Where a line that starts inside leaves: where it enters on the way back from beyond.
fn way_out<C: Convex>(core: &C, line: &Line<Wide<C>>) -> Crossing<Wide<C>> {
    let most = 2.0 * (core.reach() + core.radius().to_f64());
    let from = (0..C::V::DIM).fold(most, |sum, i| sum + line.origin.get(i).abs());
    let unknown = Crossing { at: 0.0, lower: 0.0, upper: f64::INFINITY, normal: line.along };
    let March::Entered(back) = march(core, &line.reversed(from)) else { return unknown };
    // The way there and back is rounded in both ends.
    let slack = 2.0 * f64::EPSILON * from;
    Crossing {
        at: Scalar::max(from - back.at, 0.0),
        lower: Scalar::max(from - back.upper - slack, 0.0),
        upper: from - back.lower + slack,
        normal: back.normal,
    }
}

/// The answer in units of the ray's direction and in the world, rounded outwards; none if the
/// ray surely ends before.
#[inline]
fn answer<V: Vector>(
    ray: &Ray<V>,
    found: &Found<V::Wide>,
    to_world: impl Fn(V::Wide) -> V::Wide,
) -> Option<RayHit<V>> {
    // The length of the direction, and the quotient, are off by less than 4 epsilons together.
    const SHORTER: f64 = 1.0 - 4.0 * f64::EPSILON;
    const LONGER: f64 = 1.0 + 4.0 * f64::EPSILON;
    let Crossing { at, lower, upper, normal } = found.crossing;
    let tmax = ray.tmax();
    let lower = V::Scalar::below(Scalar::max(lower, 0.0) / ray.length() * SHORTER);
    if lower > tmax || !lower.is_finite() {
        return None;
    }
    let upper = V::Scalar::above(Scalar::max(upper, 0.0) / ray.length() * LONGER);
    let at = Scalar::max(at, 0.0);
    let time = V::Scalar::of(at / ray.length()).max(lower).min(upper).min(tmax);
    let axis = if normal == V::Wide::ZERO { -ray.unit() } else { to_world(normal) };
    Some(RayHit {
        time,
        lower,
        upper,
        point: V::narrow(ray.origin().widen() + ray.unit() * at),
        normal: V::narrow(axis),
        inside: found.inside,
        axis,
    })
}
