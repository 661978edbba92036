//! Rays: an independent check of a hit, and of a miss. Hits of convex shapes are in `ray_convex`; of others each facet and each
//! part is looked at, in intervals.
//!
//! | claim | proof |
//! |---|---|
//! | no facet is met before `lower` | the ray's line misses it, or is at it later, or comes to its back if only fronts count |
//! | one is met by `upper` | its line goes through it then; or through one of several with a rim on one side: see `seen` |
//! | no convex part is met before `lower` | planes between the part and a stretch of the ray, from its start on |
//! | the ray starts in a solid, or not | the winding number there |
//! | place, point, normal | the point is on the facet or part, within rounding, and the normal is of it |

use super::Verdict;
use super::assembly::Assembly;
use super::frame::{Frame, cross, dot, exact, is_unit, minus, norm, times};
use super::interval::Interval;
use super::nearest::nearest;
use super::points::{Body, Kind, ROUNDINGS, at_most, either};
use super::ray_convex::{LocalRay, of_point, of_time, proven, well_before, within_beyond};
use super::seen::{Meets, Seen, front, winding};
use clearance_geometry::answer::RayHit;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, ConvexPart, FacetList, Part, PartPieces, PieceId, Pieces};
use clearance_geometry::space::{Pose, Ray, Vector};

/// Checks a hit of a ray on this shape and pose, for a solid or a hollow cast, whose shape is convex or meets rays from both
/// sides: see [`RayCheck`], which has the options.
pub fn check_ray<A: Pieces>(
    shape: &A,
    pose: &Pose<A::V>,
    ray: &Ray<A::V>,
    hit: &RayHit<A::V>,
) -> Verdict {
    let hollow = hit.inside && hit.upper > Scalar::ZERO;
    RayCheck { hollow, ..RayCheck::new(shape, pose, ray) }.hit(hit)
}

/// A check of the answers of `clearance::RayCast`, with its options.
///
/// A hit is refuted if a bound is wrong, or if it contradicts itself: by a NaN, by crossed bounds, by a
/// time outside of the bounds, or by a normal or an axis whose length is not 1. It is also refuted if its
/// point is not on the ray at this time, or not on the surface, or if the normal is not an outward normal
/// there.
///
/// **If the shape is not convex**, all of its facets and parts are looked at: none is met before `lower`, and one is met by
/// `upper`. The part and the facet that `place` names must be at the point, within rounding, and have that normal and
/// that side; its weights are not looked at. That a ray starts inside a solid, or does not, is proven by winding numbers.
///
/// ```
/// use clearance::d3::{Mesh, Pose, Ray, Vec3, cast_ray};
/// use clearance::verify::{RayCheck, Verdict};
/// let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
/// let (square, here) = (Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]])?, Pose::IDENTITY);
/// let down = Ray::new(Vec3::new(0.5, 0.25, 3.0), -Vec3::Z, 9.0)?;
/// let mut hit = cast_ray(&square, &here, &down).unwrap();
/// assert_eq!(RayCheck::new(&square, &here, &down).hit(&hit), Verdict::Proven);
/// assert_eq!(RayCheck::new(&square, &here, &down).miss(), Verdict::Refuted);
/// hit.place.facet = Some(1); // the other triangle
/// assert_eq!(RayCheck::new(&square, &here, &down).hit(&hit), Verdict::Refuted);
/// # Ok::<(), clearance::Error>(())
/// ```
pub struct RayCheck<'s, V: Vector> {
    bodies: Assembly<'s, V>,
    ray: &'s Ray<V>,
    hollow: bool,
    one_sided: bool,
}

/// What is known about a part between two times.
struct Found {
    /// Surely it is not met before the first time.
    clear: bool,
    /// Surely it is met, well before the first time.
    early: bool,
    /// Surely it is met by the second time.
    met: bool,
    /// It may be met by then.
    possible: bool,
}

/// So many planes are tried along a ray.
const STEPS: u32 = 64;

impl<'s, V: Vector> RayCheck<'s, V> {
    /// Of a ray and a shape at a pose.
    pub fn new<P: Pieces<V = V>>(shape: &'s P, pose: &Pose<V>, ray: &'s Ray<V>) -> Self {
        Self { bodies: Assembly::of(shape, pose), ray, hollow: false, one_sided: false }
    }
    /// Only surfaces count. A hit of a convex shape tells it by itself.
    #[must_use]
    pub fn hollow(self) -> Self {
        Self { hollow: true, ..self }
    }
    /// Facets count only from their front.
    #[must_use]
    pub fn one_sided(self) -> Self {
        Self { one_sided: true, ..self }
    }

    /// Checks a hit.
    pub fn hit(&self, hit: &RayHit<V>) -> Verdict {
        let ordered =
            V::Scalar::ZERO <= hit.lower && hit.lower <= hit.time && hit.time <= hit.upper;
        if !(ordered && hit.time <= self.ray.tmax() && is_unit(hit.normal) && is_unit(hit.axis)) {
            return Verdict::Refuted;
        }
        if let [(frame, PartPieces::Convex(part))] = &self.bodies.parts[..] {
            let body = Body::at(part, *frame);
            return of_time(&body, self.ray, hit).and_then(|| of_point(&body, self.ray, hit));
        }
        let between = [hit.lower, hit.upper].map(Scalar::to_f64);
        let found = self.found(between);
        let may_be = hit.upper == V::Scalar::INFINITY || found.iter().any(|part| part.possible);
        if !may_be || found.iter().any(|part| part.early) {
            return Verdict::Refuted;
        }
        let before = between[0] == 0.0 || found.iter().all(|part| part.clear);
        let met = !hit.is_certain() || found.iter().any(|part| part.met);
        proven(before && met).and_then(|| self.of_place(hit))
    }

    /// Checks that the ray meets nothing.
    pub fn miss(&self) -> Verdict {
        let found = self.found([self.ray.tmax().to_f64(); 2]);
        let met = found.iter().any(|part| part.met);
        either(!met && !found.iter().any(|part| part.possible), met)
    }

    fn found(&self, between: [f64; 2]) -> alloc::vec::Vec<Found> {
        let found = self.bodies.parts.iter().map(|(frame, pieces)| match pieces {
            PartPieces::Convex(part) => self.of_convex(frame, part, between),
            PartPieces::Facets(list) => self.of_facets(frame, list, between),
        });
        found.collect()
    }

    fn of_facets(&self, frame: &Frame, list: &FacetList<'_, V>, [lower, upper]: [f64; 2]) -> Found {
        let ray = LocalRay::of(self.ray, frame);
        let seen = Seen::of(list, ray.origin, ray.direction);
        let mut found = Found { clear: true, early: false, met: false, possible: false };
        let mut between = alloc::vec::Vec::new();
        for facet in 0..list.facets.len() as u32 {
            let meets = seen.meets(facet);
            if meets == Meets::No {
                continue;
            }
            let behind = if self.one_sided { seen.behind(facet) } else { Some(false) };
            let time = seen.time(facet);
            if behind == Some(true) || time.high() < 0.0 || time.low() > upper {
                continue;
            }
            found.possible = true;
            found.clear &= time.low() >= lower;
            if behind == Some(false) && time.low() >= 0.0 {
                found.early |= meets != Meets::Perhaps && time.high() < lower;
                if time.high() <= upper {
                    between.push(facet);
                }
            }
        }
        found.met = seen.meets_one_of(&between);
        if list.solid && !self.hollow && (lower > 0.0 || !found.met) {
            let inside = winding(list, ray.origin).map(|winding| winding != 0);
            found.clear &= inside == Some(false);
            found.early |= inside == Some(true) && lower > 0.0;
            found.met |= inside == Some(true);
            found.possible |= inside != Some(false);
        }
        found
    }

    fn of_convex(
        &self,
        frame: &Frame,
        part: &ConvexPart<'_, V>,
        [lower, upper]: [f64; 2],
    ) -> Found {
        let (ray, body) = (LocalRay::of(self.ray, frame), Body::at(part, *frame));
        let within = |time: f64| body.kind.holds(ray.at(time));
        if self.hollow && within(0.0) {
            let stays = within_beyond(upper, &within);
            let is_out = || clear_until(&body.kind, &ray, upper, upper).is_some();
            let clear = lower == 0.0 || (lower.is_finite() && within(lower));
            return Found {
                clear,
                early: false,
                met: !stays && upper.is_finite() && is_out(),
                possible: !stays,
            };
        }
        let (reached, axis) =
            clear_until(&body.kind, &ray, 0.0, upper).unwrap_or((0.0, [Interval::ZERO; 3]));
        let possible = reached <= upper && reached.is_finite();
        // Of such a part it is not known which side the ray comes to.
        let is_sided =
            self.one_sided && matches!(part, Part::Convex(part) if part.side().is_some());
        let last = if upper.is_finite() { upper } else { 2.0 * reached };
        let between = [lower.min(reached * (1.0 - 1e-9)), last];
        Found {
            clear: reached >= lower,
            early: !is_sided
                && lower > 0.0
                && lower.is_finite()
                && well_before(lower).into_iter().any(within),
            met: possible && !is_sided && ray.meets(&body.kind, between, axis),
            possible,
        }
    }

    /// Are the part, the facet, the point and the normal of a hit right?
    fn of_place(&self, hit: &RayHit<V>) -> Verdict {
        let id = hit.place.piece();
        let Some((frame, pieces)) = self.bodies.parts.get(id.part as usize) else {
            return Verdict::Refuted;
        };
        let at_start = hit.inside && hit.upper == V::Scalar::ZERO;
        let PartPieces::Facets(list) = pieces else {
            let Some((piece, frame)) = self.bodies.piece(id) else { return Verdict::Refuted };
            let part = piece.part();
            let body = Body::at(&part, frame);
            let inside = || either(body.kind.holds(LocalRay::of(self.ray, &frame).origin), false);
            let starts = if hit.inside { inside() } else { Verdict::Proven };
            return starts.and_then(|| of_point(&body, self.ray, hit));
        };
        if !hit.is_certain() {
            return Verdict::Proven;
        }
        let facet = if at_start { Some(0) } else { id.facet };
        let Some((piece, _)) = self.bodies.piece(PieceId { facet, ..id }) else {
            return Verdict::Refuted;
        };
        let starts = match (hit.inside, self.hollow && list.solid) {
            (false, false) => Verdict::Proven,
            (claimed, _) => match winding(list, LocalRay::of(self.ray, frame).origin) {
                Some(winding) if claimed => either(list.solid && winding != 0, true),
                // A ray that starts on the surface, within rounding, is not inside.
                Some(winding) => either(winding == 0, false),
                None => Verdict::Unproven,
            },
        };
        let part = piece.part();
        let body = Body::at(&part, *frame);
        let of_facet = || if at_start { Verdict::Proven } else { self.of_front(frame, list, hit) };
        starts.and_then(of_facet).and_then(|| of_point(&body, self.ray, hit))
    }

    /// Is the normal that of the facet, on the right side?
    fn of_front(&self, frame: &Frame, list: &FacetList<'_, V>, hit: &RayHit<V>) -> Verdict {
        let facet = hit.place.facet.unwrap_or(0);
        let Some((front, corners)) = front(list, facet).zip(list.corners(facet)) else {
            return Verdict::Refuted;
        };
        let (front, length, [a, b, c]) = (frame.rotate(front), norm(front), corners.map(exact));
        let edges = (norm(minus(b, a)) + norm(minus(c, a))).high();
        let reach = corners.iter().fold(0.0_f64, |most, v| v.widen().max_abs().max(most));
        // The normal is the product of two edges, which are rounded by epsilons of the coordinates.
        let lost = ROUNDINGS * f64::EPSILON * reach * if V::DIM == 2 { 1.0 } else { edges };
        let off = ROUNDINGS * V::Scalar::EPSILON.to_f64() + lost / length.low();
        if !(length.low() > f64::MIN_POSITIVE && off < 0.125) {
            return Verdict::Unproven;
        }
        let (front, direction) = (times(front, Interval::ONE / length), exact(self.ray.widen()[1]));
        let (normal, rate) = (exact(hit.normal), dot(front, direction));
        let outward = list.solid || !hit.from_behind;
        let is_out = dot(front, normal).sign() == Some(if outward { 1 } else { -1 });
        let behind = if hit.from_behind { rate } else { -rate };
        let side = either(behind.low() > 0.0, behind.high() < -off * norm(direction).high());
        let is_met = is_out && !(self.one_sided && hit.from_behind);
        at_most(norm(cross(front, normal)), off).and(side).and(either(is_met, true))
    }
}

/// The time up to which a shape surely is not met from another time on, at which the ray is outside, and the axis of the last
/// plane that proves it. `None` if it may be inside.
fn clear_until<V: Vector>(
    body: &Kind<'_, V>,
    ray: &LocalRay,
    from: f64,
    end: f64,
) -> Option<(f64, super::frame::Triple)> {
    let (mut time, mut last) = (from, None);
    for _ in 0..STEPS {
        let point = ray.at(time);
        let axis = match body {
            Kind::Half(half) => exact(half.normal()),
            Kind::Core(view, _) => nearest(view, point)?.way(point).0,
        };
        let above = |time: f64| body.above(axis, ray.at(time));
        let height = above(time)?;
        if height.sign() != Some(1) {
            break;
        }
        last = Some(axis);
        let rate = -dot(axis, ray.direction);
        if rate.high() <= 0.0 {
            return Some((f64::INFINITY, axis));
        }
        let step = (height / rate).low();
        // Rounded down, until the plane is not passed.
        let shares = [0.0, 4.0 * f64::EPSILON, 1e-12].map(|less| time + step * (1.0 - less));
        let next = shares.into_iter().find(|next| above(*next).is_some_and(|h| h.low() >= 0.0));
        match next {
            Some(next) if next > time => time = next,
            _ => break,
        }
        if time > end {
            break;
        }
    }
    last.map(|axis| (time, axis))
}
