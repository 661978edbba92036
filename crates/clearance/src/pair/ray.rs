//! Rays: where one first meets a shape.
//!
//! ```text
//!    ray, pose ---> the line in the shape's frame ---> closed form ------> chord ---> hit
//!                                                          | none, or         ^
//!                                                          v too close        |
//!                                                       march by GJK ---------'
//! ```

use crate::algorithm::ray::{
    Answer, Chord, End, Line, March, Place, Through, half_space, march, of_ball, through,
};
use crate::answer::RayHit;
use crate::number::Scalar;
use crate::shape::{Convex, Geometry, Part, Point, View, Wide};
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
        let Self { shape, pose, ray, hollow } = self;
        // Close to the shape before anything else: so a far origin of the world costs no digits.
        let start = ray.origin().widen() - pose.translation().widen();
        let motion = Motion::of(pose);
        let in_world = Line { origin: start, along: ray.unit() };
        let as_it_is = Meet { ray, hollow, to_world: |normal| normal };
        let core = match shape.part() {
            Part::HalfSpace(half) => {
                // It is less to turn one normal than the ray.
                let (normal, offset) = half.widen();
                return half_space((motion.rotate(normal), offset), &in_world, as_it_is)?;
            }
            Part::Convex(core) => core,
        };
        // A ball around its own origin looks the same however it is turned.
        if let View::Vertices(&[center]) = core.view()
            && center == G::V::ZERO
        {
            let radius = core.radius().to_f64();
            if let Through::Met(hit) = of_ball(&in_world, WideOf::<G>::ZERO, radius, as_it_is) {
                return hit;
            }
        }
        let line = Line { origin: motion.unrotate(start), along: motion.unrotate(ray.unit()) };
        let meet = Meet { ray, hollow, to_world: |normal| motion.rotate(normal) };
        match through(core, &line, meet) {
            Through::Missed => None,
            Through::Met(hit) => hit,
            Through::Unclear => marched(core, &line, meet),
        }
    }
}

/// Makes a hit of a chord.
///
/// ```text
///            enter       leave
///   ---- 1 ---[=== 2 ===]--- 3 ---->     The ray may start at 1, 2 or 3, or within rounding
///                                        of an end: there it touches the surface.
/// ```
#[derive(Clone, Copy)]
struct Meet<'r, V: Vector, M> {
    ray: &'r Ray<V>,
    hollow: bool,
    /// Turns a normal.
    to_world: M,
}

impl<V: Vector, M: Fn(V::Wide) -> V::Wide> Answer<V::Wide> for Meet<'_, V, M> {
    type Output = Option<RayHit<V>>;

    #[inline(always)]
    fn of(self, chord: &Chord, place: impl Fn(End) -> Place<V::Wide>) -> Option<RayHit<V>> {
        let Chord { enter, leave } = *chord;
        if leave[1] < 0.0 {
            return None;
        }
        let (bounds, end, inside) = if enter[1] >= 0.0 {
            // By a hair it may start inside, and then the surface is met at the far end only; or
            // past the far end, too, of what is thin.
            let upper = match (enter[0] < 0.0, self.hollow) {
                (true, _) if leave[0] < 0.0 => f64::INFINITY,
                (true, true) => Scalar::max(enter[1], leave[1]),
                _ => enter[1],
            };
            ([enter[0], upper], Some(End::Enter), false)
        } else if leave[0] <= 0.0 {
            // On the way out, and maybe out already.
            ([0.0, f64::INFINITY], Some(End::Leave), false)
        } else if self.hollow {
            (leave, Some(End::Leave), true)
        } else {
            ([0.0; 2], None, true)
        };
        self.hit(bounds, || end.map_or(Place { at: 0.0, normal: V::Wide::ZERO }, place), inside)
    }
}

impl<V: Vector, M: Fn(V::Wide) -> V::Wide> Meet<'_, V, M> {
    /// The hit in units of the ray's direction and in the world, rounded outwards; none if the
    /// ray surely ends before. The zero normal stands for the way back along the ray.
    #[inline(always)]
    fn hit(
        self,
        [lower, upper]: [f64; 2],
        place: impl FnOnce() -> Place<V::Wide>,
        inside: bool,
    ) -> Option<RayHit<V>> {
        // Of a time both the pace and the product are rounded: by less than 4 epsilons together.
        const SHORTER: f64 = 1.0 - 4.0 * f64::EPSILON;
        const LONGER: f64 = 1.0 + 4.0 * f64::EPSILON;
        let (ray, tmax) = (self.ray, self.ray.tmax());
        let time = |at: f64| Scalar::min(Scalar::max(at, 0.0) * ray.pace(), f64::MAX);
        let first = V::Scalar::below(time(lower) * SHORTER);
        if first > tmax || lower == f64::INFINITY {
            return None;
        }
        let last = V::Scalar::above(Scalar::max(upper, 0.0) * ray.pace() * LONGER);
        let Place { at, normal } = place();
        // Not a negative zero either.
        let at = if at > 0.0 { at } else { 0.0 };
        let time = V::Scalar::of(at / ray.length()).max(first).min(last).min(tmax);
        let axis = if normal == V::Wide::ZERO { -ray.unit() } else { (self.to_world)(normal) };
        let point = V::narrow(ray.origin().widen() + ray.unit() * at);
        let normal = V::narrow(axis);
        Some(RayHit { time, lower: first, upper: last, point, normal, inside, axis })
    }
}

/// The same by a march.
#[cold]
#[inline(never)]
fn marched<C: Convex, M: Fn(Wide<C>) -> Wide<C>>(
    core: &C,
    line: &Line<Wide<C>>,
    meet: Meet<'_, C::V, M>,
) -> Option<RayHit<C::V>> {
    let start = Place { at: 0.0, normal: Wide::<C>::ZERO };
    match march(core, line) {
        March::Missed => None,
        March::Entered(bounds, place) => meet.hit(bounds, || place, false),
        March::Touching => {
            let normal = normal_near(core, line);
            meet.hit([0.0, f64::INFINITY], || Place { normal, ..start }, false)
        }
        March::Inside if meet.hollow => {
            let (bounds, place) = way_out(core, line);
            meet.hit(bounds, || place, true)
        }
        March::Inside => meet.hit([0.0; 2], || start, true),
    }
}

/// The ray starts on the surface within rounding: the normal there is that of the shortest way
/// between its origin and the shape.
fn normal_near<C: Convex>(core: &C, line: &Line<Wide<C>>) -> Wide<C> {
    let shape = crate::shape::difference::Widened(core);
    Point::new(line.origin).map_or(-line.along, |start| {
        super::clearance(&shape, &Pose::IDENTITY, &start, &Pose::IDENTITY).normal
    })
}

/// Where a line that starts inside leaves: where it enters on the way back from beyond.
fn way_out<C: Convex>(core: &C, line: &Line<Wide<C>>) -> ([f64; 2], Place<Wide<C>>) {
    let most = 2.0 * (core.reach() + core.radius().to_f64());
    let from = (0..C::V::DIM).fold(most, |sum, i| sum + line.origin.get(i).abs());
    let March::Entered([lower, upper], back) = march(core, &line.reversed(from)) else {
        return ([0.0, f64::INFINITY], Place { at: 0.0, normal: line.along });
    };
    // The way there and back is rounded in both ends.
    let slack = 2.0 * f64::EPSILON * from;
    let bounds = [Scalar::max(from - upper - slack, 0.0), from - lower + slack];
    (bounds, Place { at: Scalar::max(from - back.at, 0.0), normal: back.normal })
}
