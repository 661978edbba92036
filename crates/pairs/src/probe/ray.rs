//! Rays: where a ray first meets a shape.
//!
//! ```text
//!    ray, pose ---> the line seen from the shape ---> closed form ------> found ---> hit
//!                                                         | none, or         ^
//!                                                         v too close        |
//!                                                      march by GJK ---------'
//! ```

use crate::answer::{self, RayHit};
use crate::distance::point::above;
use crate::distance::surface_point::{built, nearest};
use crate::entry::entry_points;
use crate::hull::{Built, Hull2, Hull3};
use crate::number::{Scalar, max, min, sqrt};
use crate::plan::{self, Ray as Solver};
use crate::probe::rays::{
    Ahead, Line, MOST_SUPPORTS, March, Place, Sure, Through, ball, capsule, cone, cuboid, cylinder,
    ellipsoid, half_space, march, planes, sheet,
};
use crate::query::Query;
use crate::shape::{Convex, Core, Geometry, Lowered, Operand, Part, Point, Wide, size_of};
use crate::space::{DVector, Motion, Pose, Ray, Vector, same};

/// See `clearance::cast_ray`.
#[inline(always)]
pub fn cast_ray<G: Geometry>(
    shape: &G,
    pose: &Pose<G::V>,
    ray: &Ray<G::V>,
) -> Option<RayHit<G::V>> {
    RayCast::new(shape, pose, ray).hit()
}

/// A ray and a convex shape, with options: see `clearance::RayCast`.
pub struct RayCast<'r, G: Geometry> {
    shape: &'r G,
    pose: &'r Pose<G::V>,
    ray: &'r Ray<G::V>,
    hollow: bool,
    march: bool,
    one_sided: bool,
}

impl<'r, G: Geometry> RayCast<'r, G> {
    /// A cast onto a solid shape.
    pub fn new(shape: &'r G, pose: &'r Pose<G::V>, ray: &'r Ray<G::V>) -> Self {
        Self { shape, pose, ray, hollow: false, march: false, one_sided: false }
    }
    /// See `clearance::RayCast::hollow`.
    pub fn hollow(mut self) -> Self {
        self.hollow = true;
        self
    }
    /// See `clearance::RayCast::march`.
    pub fn march(mut self) -> Self {
        self.march = true;
        self
    }

    /// See `clearance::RayCast::one_sided`.
    pub fn one_sided(mut self) -> Self {
        self.one_sided = true;
        self
    }

    /// Where the ray first meets the shape; `None` only if a miss is proven.
    #[inline(always)]
    pub fn hit(self) -> Option<RayHit<G::V>> {
        let Self { shape, pose, ray, hollow, march, one_sided } = self;
        let along = ray.widen()[1];
        if one_sided && comes_from_behind(shape.part(), &Motion::of(pose), along) {
            return None;
        }
        cast(shape, || Motion::of(pose), 0.0, ray, [hollow, march])
    }
}

/// [`cast_ray`] of a shape at a motion to the world that a pose may not hold: that of a part of a body. A point of the
/// shape in the world is off by up to `off` more than with a pose.
#[doc(hidden)]
pub fn cast_ray_moved<V: Vector>(
    shape: &Operand<'_, V::Wide>,
    motion: &Motion<V::Wide>,
    off: f64,
    ray: &Ray<V>,
    [hollow, one_sided]: [bool; 2],
) -> Option<RayHit<V>> {
    if one_sided && comes_from_behind(shape.part(), motion, ray.widen()[1]) {
        return None;
    }
    match shape {
        Operand::Convex(shape) => cast(shape, || *motion, off, ray, [hollow, false]),
        Operand::HalfSpace(half) => cast(half, || *motion, off, ray, [hollow, false]),
    }
}

/// Does a line along this direction leave through the front of a one-sided shape, or go along it?
#[cold]
#[inline(never)]
fn comes_from_behind<C: Convex>(
    shape: Part<'_, C>,
    motion: &Motion<Wide<C>>,
    along: Wide<C>,
) -> bool {
    let Part::Convex(core) = shape else { return false };
    let front = core.side().map(|side| motion.rotate(side.front));
    front.is_some_and(|front| front.dot(along) >= 0.0)
}

/// The cast onto a shape. The motion to the world is made again where it is rarely needed, because a call would have to
/// keep it in memory.
#[inline(always)]
fn cast<G: Geometry, V: Vector<Wide = Wide<G::Core>>>(
    shape: &G,
    motion_of: impl Fn() -> Motion<V::Wide> + Copy,
    off: f64,
    ray: &Ray<V>,
    [hollow, march]: [bool; 2],
) -> Option<RayHit<V>> {
    // The line is taken relative to the shape before anything else, so that a world origin far away
    // costs no digits.
    let ([origin, along], motion) = (ray.widen(), motion_of());
    let line = Line { off, ..Line::new(origin - motion.translation, along) };
    let meet = Meet { origin, along, tmax: ray.tmax() };
    let zero = motion.zero_if_finite();
    let core = match shape.part() {
        Part::HalfSpace(half) => {
            // Rotating one normal takes less work than rotating the ray.
            let (normal, offset) = half.widen();
            let found = if zero == 0.0 {
                half_space((motion.rotate(normal), offset), &line, hollow)
            } else {
                nothing_known(along.copied())
            };
            return meet.hit(found);
        }
        Part::Convex(core) => core,
    };
    // False for NaN, too.
    let square = line.square + zero;
    let is_usual = square > SHORTEST && square < LONGEST && !march;
    if is_usual && let Some(sure) = sure(core, &motion, &line, hollow) {
        match sure {
            Sure::Ahead(ahead) => return meet.ahead(ahead),
            Sure::Missed => return None,
            Sure::Inside => return meet.hit(Through::Inside),
            Sure::Open => {
                let hit = open(core, motion_of, line.copied(), hollow, meet.copied())?;
                return Some(copied(&hit));
            }
        }
    }
    let found = if is_usual { through(core, &motion, &line, hollow) } else { Through::Unclear };
    found_by_form(core, motion_of, &line, hollow, meet, found)
}

/// The same in a copy: see [`Vector::copied`].
#[inline(always)]
fn copied<V: Vector>(hit: &RayHit<V>) -> RayHit<V> {
    let [point, normal] = [hit.point, hit.normal].map(V::copied);
    RayHit { point, normal, axis: hit.axis.copied(), ..*hit }
}

/// The hit that a closed form found, or that the march finds.
#[inline(always)]
fn found_by_form<C: Convex, V: Vector<Wide = Wide<C>>>(
    core: &C,
    motion_of: impl Fn() -> Motion<Wide<C>>,
    line: &Line<Wide<C>>,
    hollow: bool,
    meet: Meet<V>,
    found: Through<Wide<C>>,
) -> Option<RayHit<V>> {
    if let Through::Unclear = found {
        return meet.hit(marched(core, motion_of, line.copied(), hollow));
    }
    let hit = meet.hit(found)?;
    if hit.upper == Scalar::INFINITY && hit.time == Scalar::ZERO {
        // The ray starts on the surface. It entered before its start, leaves at once, or stays on the
        // surface.
        let axis = started(core, motion_of, line.copied(), hit.axis.copied());
        return Some(RayHit { normal: Vector::narrow(axis), axis, ..hit });
    }
    Some(hit)
}

/// The hit of a ray of which nothing is sure.
#[cold]
#[inline(never)]
fn open<C: Convex, V: Vector<Wide = Wide<C>>>(
    core: &C,
    motion_of: impl Fn() -> Motion<Wide<C>>,
    line: Line<Wide<C>>,
    hollow: bool,
    meet: Meet<V>,
) -> Option<RayHit<V>> {
    let found = through(core, &motion_of(), &line, hollow);
    found_by_form(core, motion_of, &line, hollow, meet, found)
}

/// What is sure of the ray, for shapes whose closed form says it: those are compiled inline.
#[inline(always)]
pub fn sure<C: Convex>(
    shape: &C,
    motion: &Motion<Wide<C>>,
    line: &Line<Wide<C>>,
    hollow: bool,
) -> Option<Sure<Wide<C>>> {
    let (core, radius) = (shape.to_core(), size_of(shape.radius_wide()));
    Some(match (plan::ray(&core, radius == 0.0), core) {
        (Solver::Ball, Core::Point(p)) => {
            // For most shapes, the centre is the origin of the frame.
            let center = if p == Vector::ZERO { p } else { motion.rotate(p) };
            ball::sure(line, center, radius, hollow)
        }
        (Solver::Capsule, Core::Segment(ends)) => capsule::sure(ends, radius, motion, line, hollow),
        (Solver::Box, Core::Box(half)) => cuboid::sure(half, motion, line, hollow),
        (Solver::Cylinder, Core::Cylinder { radius, half_height, axis }) => {
            // A column picked by its number would be read from memory: 57 ns instead of 45.
            let axis = motion.rotate(Vector::unit(axis));
            cylinder::sure([radius, half_height], axis, line, hollow)
        }
        _ => return None,
    })
}

/// The pose is not finite, so the shape may be anywhere, and may be met at any time.
#[cold]
#[inline(never)]
fn nothing_known<W: DVector>(along: W) -> Through<W> {
    let place = Place { at: 0.0, normal: -unit(along) };
    Through::Met { bounds: [0.0, f64::INFINITY], place, leaves: false }
}

/// The result of the closed form in the plan. Closed forms that take about as long as a call are compiled
/// inline.
#[inline(always)]
pub fn through<C: Convex>(
    shape: &C,
    motion: &Motion<Wide<C>>,
    line: &Line<Wide<C>>,
    hollow: bool,
) -> Through<Wide<C>> {
    let (core, radius) = (shape.to_core(), size_of(shape.radius_wide()));
    match (plan::ray(&core, radius == 0.0), core) {
        (Solver::March, _) => Through::Unclear,
        (Solver::Ball, Core::Point(p)) => {
            // For most shapes, the centre is the origin of the frame.
            let center = if p == Vector::ZERO { p } else { motion.rotate(p) };
            ball::through(line, center, radius, hollow)
        }
        (Solver::Capsule, Core::Segment(ends)) => {
            capsule::through(ends, radius, motion, line, hollow)
        }
        (Solver::Box, Core::Box(half)) => cuboid::through(half, motion, line, hollow),
        (Solver::Sheet, Core::Triangle(corners)) => {
            sheet::triangle(corners, &line.unrotated(motion), hollow).rotated(motion)
        }
        _ => by_call(shape, motion, line, hollow),
    }
}

/// [`through`] for closed forms that are not compiled inline.
#[inline(always)]
fn by_call<C: Convex>(
    shape: &C,
    motion: &Motion<Wide<C>>,
    line: &Line<Wide<C>>,
    hollow: bool,
) -> Through<Wide<C>> {
    let line = line.unrotated(motion);
    let asked = (&shape.to_core(), built(shape), line, hollow);
    Wide::<C>::enter::<ThroughEntry<'_>>(asked).rotated(motion)
}

/// The normal of a hit at the start, which is within rounding of the surface. A closed form does not give
/// it: the faces that the line crosses before or after need not be the face here.
#[cold]
#[inline(never)]
fn started<C: Convex>(
    core: &C,
    motion_of: impl Fn() -> Motion<Wide<C>>,
    line: Line<Wide<C>>,
    axis: Wide<C>,
) -> Wide<C> {
    let motion = motion_of();
    let (line, normal) = (line.unrotated(&motion), motion.unrotate(axis));
    let other = Wide::<C>::enter::<StartEntry<'_>>((&Lowered::of(core), line, normal));
    other.map_or(axis, |normal| motion.rotate(normal))
}

/// The result of the march.
#[cold]
#[inline(never)]
fn marched<C: Convex>(
    core: &C,
    motion_of: impl Fn() -> Motion<Wide<C>>,
    line: Line<Wide<C>>,
    hollow: bool,
) -> Through<Wide<C>> {
    let motion = motion_of();
    if motion.zero_if_finite().is_nan() {
        return nothing_known(line.along);
    }
    let line = line.unrotated(&motion);
    Wide::<C>::enter::<MarchEntry<'_>>((&Lowered::of(core), line, hollow)).rotated(&motion)
}

/// A shape, the ray as a line in its frame, and further arguments.
type Asked<'x, V, More> = (&'x Lowered<'x, <V as Vector>::Wide>, Line<<V as Vector>::Wide>, More);

entry_points! {
    ThroughEntry<'x>(
        asked: (&'x Core<V::Wide>, Option<(&'x Built, f64)>, Line<V::Wide>, bool)
    ) -> Through<V::Wide> {
        let (core, built, line, hollow) = asked;
        in_its_frame(core, built, &line, hollow).with_unit_normal()
    }
    StartEntry<'x>(asked: Asked<'x, V, V::Wide>) -> Option<V::Wide> {
        let (core, line, normal) = asked;
        normal_at_start(core, &line, normal)
    }
    MarchEntry<'x>(asked: Asked<'x, V, bool>) -> Through<V::Wide> {
        let (core, line, hollow) = asked;
        by_march(core, &line, hollow)
    }
}

/// [`through`] for shapes whose closed form needs the line in the shape's frame. They have no rounding
/// radius.
fn in_its_frame<W: DVector>(
    core: &Core<W>,
    built: Option<(&Built, f64)>,
    line: &Line<W>,
    hollow: bool,
) -> Through<W> {
    match (plan::ray(core, true), *core, built) {
        (Solver::Ellipsoid, Core::Ellipsoid(radii), _) => ellipsoid::through(radii, line, hollow),
        (Solver::Cylinder, Core::Cylinder { radius, half_height, axis }, _) => {
            cylinder::through([radius, half_height], axis, line, hollow)
        }
        (Solver::Cone, Core::Cone { radius, half_height, axis }, _) => {
            cone::through([radius, half_height], axis, line, hollow)
        }
        (Solver::Sheet, Core::Segment(ends), _) => sheet::segment(ends, line, hollow),
        (Solver::Planes, Core::Triangle(corners), _) if W::DIM == 2 => {
            planes::triangle(corners, line, hollow)
        }
        (Solver::Planes, _, Some((Built::Plane(Hull2::Outline(outline)), reach)))
            if W::DIM == 2 =>
        {
            planes::polygon(outline, reach, line, hollow)
        }
        (Solver::Planes, _, Some((Built::Space(Hull3::Solid(solid)), reach))) if W::DIM == 3 => {
            planes::polyhedron(solid, reach, line, hollow)
        }
        _ => Through::Unclear,
    }
}

/// The unit vector along a ray.
#[inline(always)]
fn unit<W: DVector>(along: W) -> W {
    let square = along.dot(along);
    if square > SHORTEST && square < LONGEST {
        return along * (1.0 / sqrt(square));
    }
    along.copied().unit_along().unwrap_or(W::unit(0))
}

/// The range of the squared length of a direction for closed forms. They multiply it with up to four
/// lengths. Outside of this range the ray is marched. Directions are at most 2^161 long.
const SHORTEST: f64 = 1e-60;
const LONGEST: f64 = 1e200;

/// Converts a result to a hit in the world.
#[derive(Clone, Copy)]
struct Meet<V: Vector> {
    origin: V::Wide,
    along: V::Wide,
    tmax: V::Scalar,
}

impl<V: Vector> Meet<V> {
    /// The same in a copy: see [`Vector::copied`].
    #[inline(always)]
    fn copied(self) -> Self {
        Self { origin: self.origin.copied(), along: self.along.copied(), ..self }
    }

    /// The hit of a ray that surely enters ahead: in all but the last bits it needs no care.
    #[inline(always)]
    fn ahead(self, Ahead { at, error, normal: axis }: Ahead<V::Wide>) -> Option<RayHit<V>> {
        let [lower, upper] = V::Scalar::around(at, error);
        if lower > self.tmax {
            return None;
        }
        let lower = lower.max(V::Scalar::ZERO);
        // If the surface may be met beyond the end of the ray, the point is at the end, like the time.
        let at = min(at, self.tmax.to_f64());
        let (time, point) = (V::Scalar::of(at), V::narrow(self.origin + self.along * at));
        let (normal, place) = (V::narrow(axis), answer::Place::default());
        Some(RayHit {
            time,
            lower,
            upper,
            point,
            normal,
            inside: false,
            place,
            from_behind: false,
            axis,
        })
    }

    #[inline(always)]
    fn hit(self, found: Through<V::Wide>) -> Option<RayHit<V>> {
        match found {
            Through::Missed | Through::Unclear => None,
            Through::Inside => {
                let place = Place { at: 0.0, normal: -unit(self.along) };
                Some(self.raised([V::Scalar::ZERO; 2], place, true))
            }
            Through::Met { bounds, place, leaves } => {
                Some(self.raised(self.times(bounds)?, place, leaves))
            }
        }
    }

    /// The bounds, rounded outwards; `None` if the ray surely ends before.
    #[inline(always)]
    fn times(self, [lower, upper]: [f64; 2]) -> Option<[V::Scalar; 2]> {
        let first = V::Scalar::below(max(lower, 0.0));
        // A time that is past all numbers is no hit.
        let met = first <= self.tmax && lower < f64::INFINITY;
        met.then(|| [first, V::Scalar::above(max(upper, 0.0))])
    }

    #[inline(always)]
    fn raised(
        self,
        [lower, upper]: [V::Scalar; 2],
        Place { at, normal: axis }: Place<V::Wide>,
        inside: bool,
    ) -> RayHit<V> {
        // A negative zero becomes zero.
        let at = if at > 0.0 { at } else { 0.0 };
        // If the surface may be met beyond the end of the ray, the point is at the end, like the time.
        let at = min(at, self.tmax.to_f64());
        let time = V::Scalar::of(at).max(lower).min(upper).min(self.tmax);
        let place = self.origin + self.along * at;
        let [point, normal] = [place, axis].map(V::narrow);
        let hit = RayHit {
            time,
            lower,
            upper,
            point,
            normal,
            inside,
            place: answer::Place::default(),
            from_behind: false,
            axis,
        };
        // 0 if all are finite, and otherwise NaN.
        let zero = point.dot(V::ZERO) + time * V::Scalar::ZERO;
        if zero == V::Scalar::ZERO {
            return hit;
        }
        let (time, point) = within_range([time, lower], place.copied());
        RayHit { time, point, ..hit }
    }
}

/// A time or a point that may be past all numbers of the precision: half-spaces may be met there. The time
/// becomes the largest number, and so do the coordinates.
#[cold]
#[inline(never)]
fn within_range<V: Vector>([time, lower]: [V::Scalar; 2], place: V::Wide) -> (V::Scalar, V) {
    let point = V::narrow(place);
    let last = |x: f64| if x > 0.0 { Scalar::below(x) } else { Scalar::above(x) };
    let point = if point.is_finite() { point } else { V::from_fn(|i| last(place.get(i))) };
    (if time.is_finite() { time } else { lower }, point)
}

/// The normal where the ray starts, or `None` if the given normal is right. The ray starts on the surface
/// within rounding.
fn normal_at_start<W: DVector>(core: &Lowered<'_, W>, line: &Line<W>, normal: W) -> Option<W> {
    let radius = core.radius_wide();
    let top = core.support(normal).dot(normal) + radius;
    let is_there = top - normal.dot(line.origin) <= 4.0 * line.slack(core.reach() + radius);
    (!is_there).then(|| normal_near(core, line))
}

fn by_march<W: DVector>(core: &Lowered<'_, W>, line: &Line<W>, hollow: bool) -> Through<W> {
    let mut left = MOST_SUPPORTS;
    let touching = |normal| ([0.0, f64::INFINITY], Place { at: 0.0, normal });
    let (leaves, (bounds, place)) = match march(core, line, &mut left) {
        March::Missed => return Through::Missed,
        March::Entered(bounds, place) => (false, (bounds, place)),
        March::Touching(out) => (false, touching(out.unwrap_or_else(|| normal_near(core, line)))),
        March::Inside if hollow => (true, way_out(core, line, &mut left)),
        March::Inside => return Through::Inside,
    };
    Through::Met { bounds, place, leaves }
}

/// The normal where the ray starts, which is on the surface within rounding: from the nearest point in
/// closed form, from the face plane above which the start is the highest, or from the direction between
/// the start and the shape.
fn normal_near<W: DVector>(core: &Lowered<'_, W>, line: &Line<W>) -> W {
    let radius = core.radius_wide();
    let near = nearest(core, line.origin).and_then(|near| near.usable(radius, f64::INFINITY));
    // Inside a core with a radius, the nearest point of the core does not give the normal.
    let near = near.filter(|near| radius == 0.0 || near.distance > near.error);
    if let Some(near) = near.filter(|near| near.normal.is_finite()) {
        return near.normal;
    }
    if radius == 0.0
        && let Some(Built::Space(Hull3::Solid(solid))) = core.built()
    {
        return same(solid.normals().get(above(solid, same(line.origin)).1));
    }
    let back = || line.along.unit_along().map_or(Vector::unit(0), |along| -along);
    let found = Point::new(line.origin).map_or_else(
        |_| Vector::ZERO,
        |start| Query::relative(core, &start, &Pose::IDENTITY).clearance().normal,
    );
    if found.is_finite() && found != Vector::ZERO { found } else { back() }
}

/// Where a line that starts inside leaves: where the reversed line from beyond enters.
fn way_out<W: DVector>(
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
    // Both ends of the way there and back are rounded.
    let slack = 2.0 * f64::EPSILON * from;
    let bounds = [max(from - upper - slack, 0.0), from - lower + slack];
    (bounds, Place { at: max(from - back.at, 0.0), normal: back.normal })
}
