//! Rays: where one first meets a shape.
//!
//! ```text
//!    ray, pose ---> the line seen from the shape ---> closed form ------> chord ---> hit
//!                                                         | none, or         ^
//!                                                         v too close        |
//!                                                      march by GJK ---------'
//! ```

use crate::algorithm::point::{above, nearest};
use crate::algorithm::ray::{
    Answer, Chord, End, Line, MOST_SUPPORTS, March, Place, Through, half_space, march, through,
};
use crate::answer::RayHit;
use crate::hull::{Built, Hull3};
use crate::number::Scalar;
use crate::shape::{Convex, Geometry, Lowered, NO_ID, Part, Point, Wide};
use crate::space::{Motion, Pose, Ray, Vector, entry_points};

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
#[inline(always)]
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
    #[inline(always)]
    pub fn hit(self) -> Option<RayHit<G::V>> {
        let Self { shape, pose, ray, hollow } = self;
        // Close to the shape before anything else: so a far origin of the world costs no digits.
        let ([origin, along], motion) = (ray.widen(), Motion::of(pose));
        let line = Line::new(origin - motion.translation, along);
        let meet = Meet { origin, along, tmax: ray.tmax(), hollow };
        let core = match shape.part() {
            Part::HalfSpace(half) => {
                // It is less to turn one normal than the ray.
                let (normal, offset) = half.widen();
                return half_space((motion.rotate(normal), offset), &line, meet)?;
            }
            Part::Convex(core) => core,
        };
        // Written so that NaN is out of range, too.
        if !(line.over > SHORTEST_OVER && line.over < LONGEST_OVER) {
            return meet.marched(marched(core, pose, line.copied(), hollow));
        }
        match through(core, &motion, &line, meet) {
            Through::Missed => None,
            // It starts on the surface, and came in behind, or leaves it at once, or never.
            Through::Met(Some(hit))
                if hit.time == Scalar::ZERO && hit.upper == Scalar::INFINITY =>
            {
                Some(starting(core, pose, line.copied(), hit))
            }
            // A way whose square is lost, to a surface far smaller than the rest, gives no normal.
            Through::Met(hit) if hit.is_none_or(|hit| is_unit(hit.axis)) => hit,
            Through::Met(_) | Through::Unclear => {
                meet.marched(marched(core, pose, line.copied(), hollow))
            }
        }
    }
}

/// The vector of length 1 along a ray.
#[inline(always)]
fn unit<W: Vector<Scalar = f64>>(along: W) -> W {
    let square = along.dot(along);
    if square > SHORTEST_OVER && square < LONGEST_OVER {
        return along * (1.0 / Scalar::sqrt(square));
    }
    along.copied().unit_along().unwrap_or(W::unit(0))
}

/// Is a normal of length 1? NaN is not.
#[inline(always)]
fn is_unit<W: Vector<Scalar = f64>>(normal: W) -> bool {
    (normal.dot(normal) - 1.0).abs() < 16.0 * f64::EPSILON
}

/// The closed forms multiply squares of directions with up to four lengths; past these they are
/// left to the march. Directions are at most 2^161 long.
const SHORTEST_OVER: f64 = 1e-200;
const LONGEST_OVER: f64 = 1e60;

/// Makes a hit of a chord.
///
/// ```text
///            enter       leave
///   ---- 1 ---[=== 2 ===]--- 3 ---->     The ray may start at 1, 2 or 3, or within rounding
///                                        of an end: there it touches the surface.
/// ```
#[derive(Clone, Copy)]
struct Meet<V: Vector> {
    origin: V::Wide,
    along: V::Wide,
    tmax: V::Scalar,
    hollow: bool,
}

impl<V: Vector> Answer<V::Wide> for Meet<V> {
    type Output = Option<RayHit<V>>;

    #[inline(always)]
    fn stops_inside(&self) -> bool {
        !self.hollow
    }
    #[inline(always)]
    fn inside(self) -> Option<RayHit<V>> {
        let place = Place { at: 0.0, normal: -unit(self.along) };
        Some(self.hit([V::Scalar::ZERO; 2], place, true))
    }
    #[inline(always)]
    fn ahead(self, enter: [f64; 2], place: Place<V::Wide>) -> Self::Output {
        Some(self.hit(self.times(enter)?, place, false))
    }
    #[inline(always)]
    fn of(self, chord: &Chord, place: impl Fn(End) -> Place<V::Wide>) -> Option<RayHit<V>> {
        let Chord { enter, leave } = *chord;
        if leave[1] < 0.0 {
            return None;
        }
        let (bounds, end, leaves) = if enter[1] >= 0.0 {
            // By a hair it may start inside, and then the surface is met at the far end only; or
            // past the far end, too, of what is thin.
            let upper = match (enter[0] < 0.0, self.hollow) {
                (true, _) if leave[0] < 0.0 => f64::INFINITY,
                (true, true) => Scalar::max(enter[1], leave[1]),
                _ => enter[1],
            };
            ([enter[0], upper], End::Enter, false)
        } else if leave[0] <= 0.0 {
            // On the way out, and maybe out already.
            ([0.0, f64::INFINITY], End::Leave, false)
        } else if self.hollow {
            (leave, End::Leave, true)
        } else {
            return self.inside();
        };
        Some(self.hit(self.times(bounds)?, place(end), leaves))
    }
}

impl<V: Vector> Meet<V> {
    /// The bounds, rounded outwards; none if the ray surely ends before.
    #[inline(always)]
    fn times(self, [lower, upper]: [f64; 2]) -> Option<[V::Scalar; 2]> {
        let first = V::Scalar::below(Scalar::max(lower, 0.0));
        // There is no time past all numbers.
        let met = first <= self.tmax && lower < f64::INFINITY;
        met.then(|| [first, V::Scalar::above(Scalar::max(upper, 0.0))])
    }

    #[inline(always)]
    fn marched(self, found: Marched<V::Wide>) -> Option<RayHit<V>> {
        match found {
            Marched::Missed => None,
            Marched::Inside => self.inside(),
            Marched::Met(bounds, place, leaves) => {
                Some(self.hit(self.times(bounds)?, place, leaves))
            }
        }
    }

    /// The hit in the world.
    #[inline(always)]
    fn hit(
        self,
        [lower, upper]: [V::Scalar; 2],
        Place { at, normal: axis }: Place<V::Wide>,
        inside: bool,
    ) -> RayHit<V> {
        // Not a negative zero either.
        let at = if at > 0.0 { at } else { 0.0 };
        // Where the surface may be met past the ray's end, the point is at the end, as the time is.
        let at = Scalar::min(at, self.tmax.to_f64());
        let time = V::Scalar::of(at).max(lower).min(upper).min(self.tmax);
        // Past all numbers of the precision it is the last one.
        let time = if time.is_finite() { time } else { lower };
        let [mut point, normal] = [self.origin + self.along * at, axis].map(V::narrow);
        if !point.is_finite() {
            // Half-spaces may be met past all numbers of the precision.
            let last = |x: f64| if x > 0.0 { Scalar::below(x) } else { Scalar::above(x) };
            point = V::from_fn(|i| last((self.origin + self.along * at).get(i)));
        }
        RayHit { time, lower, upper, point, normal, inside, axis }
    }
}

/// What a march found, in the world: the bounds, the best place, and if it is where the ray
/// leaves, or that it starts inside of a solid shape.
enum Marched<W> {
    Missed,
    Inside,
    Met([f64; 2], Place<W>, bool),
}

/// A hit at the start, within rounding of the surface, of which no closed form says more than that:
/// what the line crosses behind or ahead need not be what is here.
#[cold]
#[inline(never)]
fn starting<C: Convex>(
    core: &C,
    pose: &Pose<C::V>,
    line: Line<Wide<C>>,
    hit: RayHit<C::V>,
) -> RayHit<C::V> {
    C::V::enter::<StartEntry<'_>>((Lowered::of(core), pose, line, hit))
}

/// The same by a march, in the frame of the shape.
#[cold]
#[inline(never)]
fn marched<C: Convex>(
    core: &C,
    pose: &Pose<C::V>,
    line: Line<Wide<C>>,
    hollow: bool,
) -> Marched<Wide<C>> {
    C::V::enter::<MarchEntry<'_>>((Lowered::of(core), pose, line, hollow))
}

/// A shape and its pose, the ray as a line, and what else is asked.
type Asked<'x, V, More> =
    (Lowered<'x, <V as Vector>::Wide>, &'x Pose<V>, Line<<V as Vector>::Wide>, More);

entry_points! {
    StartEntry<'x>(asked: Asked<'x, V, RayHit<V>>) -> RayHit<V> {
        let (core, pose, line, hit) = asked;
        started(&core, pose, line, hit)
    }
    MarchEntry<'x>(asked: Asked<'x, V, bool>) -> Marched<V::Wide> {
        let (core, pose, line, hollow) = asked;
        by_march(&core, pose, line, hollow)
    }
}

fn started<V: Vector>(
    core: &Lowered<'_, V::Wide>,
    pose: &Pose<V>,
    line: Line<V::Wide>,
    hit: RayHit<V>,
) -> RayHit<V> {
    let motion = Motion::of(pose);
    let (line, normal) = (line.unturned(&motion), motion.unrotate(hit.axis));
    let radius = core.radius_wide();
    let top = core.support_wide(normal, NO_ID).point.dot(normal) + radius;
    if top - normal.dot(line.origin) <= 4.0 * line.slack(core.reach() + radius) {
        return hit;
    }
    let axis = motion.rotate(normal_near(core, &line));
    RayHit { normal: V::narrow(axis), axis, ..hit }
}

fn by_march<V: Vector>(
    core: &Lowered<'_, V::Wide>,
    pose: &Pose<V>,
    line: Line<V::Wide>,
    hollow: bool,
) -> Marched<V::Wide> {
    let motion = Motion::of(pose);
    let line = line.unturned(&motion);
    let mut left = MOST_SUPPORTS;
    let (bounds, Place { at, normal }, leaves) = match march(core, &line, &mut left) {
        March::Missed => return Marched::Missed,
        March::Entered(bounds, place) => (bounds, place, false),
        March::Touching(out) => {
            let normal = out.unwrap_or_else(|| normal_near(core, &line));
            ([0.0, f64::INFINITY], Place { at: 0.0, normal }, false)
        }
        March::Inside if hollow => {
            let (bounds, place) = way_out(core, &line, &mut left);
            (bounds, place, true)
        }
        March::Inside => return Marched::Inside,
    };
    Marched::Met(bounds, Place { at, normal: motion.rotate(normal) }, leaves)
}

/// The ray starts on the surface within rounding: the normal there, by a closed form, by the face
/// that the start is the highest above, or by the shortest way between it and the shape.
fn normal_near<W: Vector<Scalar = f64, Wide = W>>(core: &Lowered<'_, W>, line: &Line<W>) -> W {
    let radius = core.radius_wide();
    let near = nearest(core, line.origin).and_then(|near| near.usable(radius));
    // Inside of a core with a radius around it, that says nothing of the surface.
    let near = near.filter(|near| radius == 0.0 || near.distance > near.error);
    if let Some(near) = near.filter(|near| near.normal.is_finite()) {
        return near.normal;
    }
    if radius == 0.0
        && let Some(Built::Space(Hull3::Solid(solid))) = core.built()
    {
        let space = |v: W| glam::DVec3::from_fn(|i| v.get(i));
        let normal = solid.normals().get(above(solid, space(line.origin)).1);
        return Vector::from_fn(|i| normal.get(i));
    }
    let back = || line.along.unit_along().map_or(Vector::unit(0), |along| -along);
    let found = Point::new(line.origin).map_or_else(
        |_| Vector::ZERO,
        |start| super::clearance(core, &Pose::IDENTITY, &start, &Pose::IDENTITY).normal,
    );
    if found.is_finite() && found != Vector::ZERO { found } else { back() }
}

/// Where a line that starts inside leaves: where it enters on the way back from beyond.
fn way_out<W: Vector<Scalar = f64, Wide = W>>(
    core: &Lowered<'_, W>,
    line: &Line<W>,
    left: &mut u32,
) -> ([f64; 2], Place<W>) {
    let along = line.along.unit_along().unwrap_or(Vector::ZERO);
    let most = 2.0 * (core.reach() + core.radius_wide());
    let from = (0..W::DIM).fold(most, |sum, i| sum + line.origin.get(i).abs());
    let from = from / line.along.dot(along);
    let March::Entered([lower, upper], back) = march(core, &line.reversed(from), left) else {
        return ([0.0, f64::INFINITY], Place { at: 0.0, normal: along });
    };
    // The way there and back is rounded in both ends.
    let slack = 2.0 * f64::EPSILON * from;
    let bounds = [Scalar::max(from - upper - slack, 0.0), from - lower + slack];
    (bounds, Place { at: Scalar::max(from - back.at, 0.0), normal: back.normal })
}
