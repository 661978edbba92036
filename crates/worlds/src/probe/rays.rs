//! Where a ray meets a shape of any kind.
//!
//! ```text
//!     ray, in the surface's frame ---> boxes, nearest first ---> four triangles: Sieve, f32
//!                                                           ---> those that are left: watertight, f64
//! ```

use alloc::vec::Vec;

use clearance_geometry::answer::RayHit;
use clearance_geometry::number::{Scalar, max, min};
use clearance_geometry::shape::{Operand, Part, Shape};
use clearance_geometry::space::{Motion, Pose, Ray, Vector};
use clearance_pairs::RayCast;
use clearance_trees::NONE;

use super::watertight::{Crossing, Ready, Sieve};
use crate::frame::rounding;
use crate::parts::{Leaf, each_along};
use crate::way::Way;
use crate::{Collider, Instance, Place};

/// Where a ray meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColliderHit<V: Vector> {
    /// The time, the point and the outward normal, in world coordinates. Of a sheet, the normal is that of the side
    /// that the ray comes from.
    pub hit: RayHit<V>,
    /// Where the point is on the shape.
    pub place: Place,
    /// Does the ray meet the back of a facet?
    pub from_behind: bool,
}

/// Where a ray first meets a shape. Sheets have two sides; solids and convex shapes are filled, so that a ray that
/// starts inside hits at time 0. No ray passes between triangles that share an edge or a corner. `None` only if a miss
/// is proven; grazing counts as a hit, and so does a shape whose pose is not finite: at time 0, with an infinite upper
/// bound.
///
/// ```
/// use clearance::d3::{Collider, Mesh, Pose, Ray, Vec3};
/// use clearance::worlds;
/// let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
/// let square = Collider::from(Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]])?);
/// // Through the edge that both triangles share.
/// let ray = Ray::new(Vec3::new(0.5, 0.5, 3.0), Vec3::NEG_Z, 10.0)?;
/// let found = worlds::cast_ray(&square, &Pose::IDENTITY, &ray).expect("no leak");
/// assert_eq!((found.hit.time, found.hit.normal, found.place.facet), (3.0, Vec3::Z, Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cast_ray<V: Vector>(
    shape: &Collider<V>,
    pose: &Pose<V>,
    ray: &Ray<V>,
) -> Option<ColliderHit<V>> {
    let mut nearest: Option<ColliderHit<V>> = None;
    let mut until = ray.tmax().to_f64();
    each_along(shape, &Motion::of(pose), ray.widen(), until, |part, leaf, motion| {
        if let Some(mut new) = first(part, leaf, motion, pose, ray, until) {
            let key = |of: &ColliderHit<V>| (of.hit.time, of.place.part);
            let lower = nearest.map_or(new.hit.lower, |old| old.hit.lower.min(new.hit.lower));
            if let Some(old) = nearest
                && key(&old) < key(&new)
            {
                new = old;
            }
            new.hit.lower = lower;
            until = min(until, new.hit.upper.to_f64());
            nearest = Some(new);
        }
        until
    });
    nearest
}

/// Does a ray meet a shape? False only if a miss is proven.
pub fn cast_ray_any<V: Vector>(shape: &Collider<V>, pose: &Pose<V>, ray: &Ray<V>) -> bool {
    let mut any = false;
    let until = ray.tmax().to_f64();
    each_along(shape, &Motion::of(pose), ray.widen(), until, |part, leaf, motion| {
        any = match leaf {
            Leaf::Convex(_) => first(part, leaf, motion, pose, ray, until).is_some(),
            Leaf::Surface(surface) => Meeting::new(surface, motion, ray).any(until),
        };
        if any { -1.0 } else { until }
    });
    any
}

/// All facets and convex parts that a ray meets, in the order of the times; of equal times, in the order of parts and
/// facets. A ray through an edge meets both triangles. Solids are hollow here: the ray meets their surface.
pub fn cast_ray_all<V: Vector>(
    shape: &Collider<V>,
    pose: &Pose<V>,
    ray: &Ray<V>,
) -> Vec<ColliderHit<V>> {
    let until = ray.tmax().to_f64();
    let mut hits = Vec::new();
    each_along(shape, &Motion::of(pose), ray.widen(), until, |part, leaf, motion| {
        match leaf {
            Leaf::Convex(_) => hits.extend(first(part, leaf, motion, pose, ray, until)),
            Leaf::Surface(surface) => {
                let meeting = Meeting::new(surface, motion, ray);
                if meeting.is_undecided() {
                    hits.push(meeting.at_start(part, false));
                    return until;
                }
                let mut found = Vec::new();
                meeting.walk(until, |facet, crossing| {
                    found.push((facet, crossing));
                    until
                });
                hits.extend(
                    found.into_iter().map(|(facet, crossing)| meeting.hit(part, facet, &crossing)),
                );
            }
        }
        until
    });
    hits.sort_by(|a, b| {
        let key = |hit: &ColliderHit<V>| (hit.place.part, hit.place.facet);
        a.hit.time.to_f64().total_cmp(&b.hit.time.to_f64()).then(key(a).cmp(&key(b)))
    });
    hits
}

/// The first hit of a part.
#[inline(never)]
fn first<V: Vector>(
    part: u32,
    leaf: Leaf<'_, V>,
    motion: &Motion<V::Wide>,
    pose: &Pose<V>,
    ray: &Ray<V>,
    until: f64,
) -> Option<ColliderHit<V>> {
    match leaf {
        Leaf::Convex(shape) => {
            let hit = convex_hit(shape, motion, pose, ray)?;
            Some(ColliderHit { hit, place: Place { part, ..Place::default() }, from_behind: false })
        }
        Leaf::Surface(surface) => Meeting::new(surface, motion, ray).first(part, until),
    }
}

/// Where a ray meets a convex part. The ray is moved to the part's frame in `f64`, because a pose may not hold the
/// part's motion; what that rounds widens the bounds.
fn convex_hit<V: Vector>(
    shape: &Shape<V>,
    motion: &Motion<V::Wide>,
    pose: &Pose<V>,
    ray: &Ray<V>,
) -> Option<RayHit<V>> {
    if *motion == Motion::of(pose) {
        return RayCast::new(shape, pose, ray).hit();
    }
    let [origin, along] = ray.widen();
    let (start, way) = (motion.unrotate(origin - motion.translation), motion.unrotate(along));
    // Nothing is known of a part whose pose is not finite, or of a ray that is too far from it.
    let Ok(local) = Ray::new(start, way, ray.tmax().to_f64()) else {
        return Some(at_start([origin, along], false));
    };
    let identity = Pose::IDENTITY;
    let hit = match Operand::of(shape).part() {
        Part::Convex(shape) => RayCast::new(shape, &identity, &local).hit(),
        Part::HalfSpace(half) => RayCast::new(half, &identity, &local).hit(),
    }?;
    let axis = motion.rotate(hit.axis);
    let error = rounding(motion, origin.max_abs() + along.max_abs() * hit.time);
    let off = error / hit.axis.dot(way).abs();
    let (lower, upper) =
        if off.is_finite() { (hit.lower - off, hit.upper + off) } else { (0.0, f64::INFINITY) };
    Some(RayHit {
        time: V::Scalar::of(hit.time),
        lower: V::Scalar::below(lower).max(V::Scalar::ZERO),
        upper: V::Scalar::above(upper),
        point: V::narrow(motion.apply(hit.point)),
        normal: V::narrow(motion.rotate(hit.normal)),
        inside: hit.inside,
        axis,
    })
}

/// The hit of a ray that starts inside a solid, or of which nothing is known.
fn at_start<V: Vector>([origin, along]: [V::Wide; 2], inside: bool) -> RayHit<V> {
    let back = -along.unit_along().unwrap_or(V::Wide::unit(0));
    let zero = V::Scalar::ZERO;
    RayHit {
        time: zero,
        lower: zero,
        upper: if inside { zero } else { V::Scalar::INFINITY },
        point: V::narrow(origin),
        normal: V::narrow(back),
        inside,
        axis: back,
    }
}

/// A ray and a surface.
struct Meeting<'a, V: Vector> {
    surface: &'a Instance<V>,
    motion: &'a Motion<V::Wide>,
    origin: V::Wide,
    along: V::Wide,
    /// The same in the frame of the surface.
    local_origin: V::Wide,
    local_along: V::Wide,
    ready: Ready,
}

impl<'a, V: Vector> Meeting<'a, V> {
    #[inline(always)]
    fn new(surface: &'a Instance<V>, motion: &'a Motion<V::Wide>, ray: &Ray<V>) -> Self {
        let [origin, along] = ray.widen();
        let local_origin = motion.unrotate(origin - motion.translation);
        let local_along = motion.unrotate(along);
        let size = origin.max_abs() + motion.translation.max_abs() + surface.reach();
        let ready = Ready::new(local_origin, local_along, size);
        Self { surface, motion, origin, along, local_origin, local_along, ready }
    }

    /// Calls a function with each facet that the ray meets up to a time, roughly the nearest first. The function
    /// returns the time up to which others are of interest.
    fn walk(&self, until: f64, mut visit: impl FnMut(u32, Crossing) -> f64) {
        let way = [self.local_origin, self.local_along];
        let Some(way) = Way::of(way, self.surface, V::Wide::ZERO) else { return };
        let sieve = Sieve::new(way.origin, way.direction, way.largest);
        let surface = self.surface.surface();
        let (tree, blocks) = surface.tree();
        let exact = self.surface.exact_unit();
        let (mut until, limit) = (until, way.limit(until));
        tree.nearest(
            limit,
            |node| node.entries(&way.line, limit),
            |leaf, _| {
                let block = &blocks[leaf as usize];
                let mut left = sieve.candidates(&block.corners);
                while left != 0 {
                    let lane = left.trailing_zeros() as usize & 3;
                    left &= left - 1;
                    let facet = block.id[lane];
                    if facet == NONE {
                        continue;
                    }
                    let corners = self.surface.corners_in(block, lane, exact);
                    let Some(met) = self.ready.meets(&corners) else { continue };
                    if met.first > until {
                        continue;
                    }
                    let crossing = self.ready.bounded(&corners, &met);
                    if crossing.upper >= 0.0 && crossing.lower <= until {
                        until = visit(facet, crossing);
                    }
                }
                way.limit(until)
            },
        );
    }

    fn any(&self, until: f64) -> bool {
        let mut any = self.is_undecided() || self.starts_inside();
        if !any {
            self.walk(until, |_, _| {
                any = true;
                -1.0
            });
        }
        any
    }

    fn starts_inside(&self) -> bool {
        self.surface.is_solid() && self.surface.contains(self.local_origin)
    }

    /// With a pose that is not finite the surface may be anywhere, and may be met at any time.
    fn is_undecided(&self) -> bool {
        self.motion.zero_if_finite().is_nan()
    }

    /// The first hit; of equal times, that of the facet with the lowest number.
    fn first(&self, part: u32, until: f64) -> Option<ColliderHit<V>> {
        if self.is_undecided() {
            return Some(self.at_start(part, false));
        }
        if self.starts_inside() {
            return Some(self.at_start(part, true));
        }
        let mut first: Option<(f64, u32, Crossing)> = None;
        let mut lower = f64::INFINITY;
        self.walk(until, |facet, crossing| {
            let key = (crossing.time, facet);
            lower = min(lower, crossing.lower);
            if first.as_ref().is_none_or(|old| key < (old.0, old.1)) {
                first = Some((crossing.time, facet, crossing));
            }
            first.as_ref().map_or(until, |first| min(first.2.upper, until))
        });
        first.map(|(_, facet, crossing)| self.hit(part, facet, &Crossing { lower, ..crossing }))
    }

    #[cold]
    #[inline(never)]
    fn at_start(&self, part: u32, inside: bool) -> ColliderHit<V> {
        let hit = at_start([self.origin, self.along], inside);
        ColliderHit { hit, place: Place { part, ..Place::default() }, from_behind: false }
    }

    fn hit(&self, part: u32, facet: u32, crossing: &Crossing) -> ColliderHit<V> {
        let Crossing { time, lower, upper, normal, weights } = *crossing;
        let front = V::Wide::from_fn(|i| normal[i]).unit_along().unwrap_or(V::Wide::ZERO);
        let front = if self.surface.is_mirrored() { -front } else { front };
        let from_behind = front.dot(self.local_along) > 0.0;
        // A solid's normal is outward; a sheet's is that of the side that the ray comes from.
        let turned = from_behind && !self.surface.is_solid();
        let axis = self.motion.rotate(if turned { -front } else { front });
        let hit = RayHit {
            time: V::Scalar::of(max(time, 0.0)),
            lower: V::Scalar::below(max(lower, 0.0)).max(V::Scalar::ZERO),
            upper: V::Scalar::above(upper),
            point: V::narrow(self.origin + self.along * max(time, 0.0)),
            normal: V::narrow(axis),
            inside: false,
            axis,
        };
        let place = Place { part, facet: Some(facet), weights };
        ColliderHit { hit, place, from_behind }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::parts;
    use crate::parts::tests::grid;
    use clearance_testing::Random;
    use glam::DVec3;

    /// Rays from inside of 10,000 boxes, and from far away: the first hit asks less than a hundredth of them.
    #[test]
    fn a_ray_asks_few_parts() {
        let (shape, mut random, mut asked, mut hits) = (grid(), Random::new(1), 0, 0);
        let (pose, rays) = (Pose::IDENTITY, 1000);
        for i in 0..rays {
            let from = random.in_cube([5.0, 50.0][i % 2]) + DVec3::splat(10.5);
            let to = random.in_cube(10.0) + DVec3::splat(10.5);
            let ray = Ray::new(from, to - from, f64::INFINITY).unwrap();
            let mut until = f64::INFINITY;
            each_along(&shape, &Motion::of(&pose), ray.widen(), until, |part, leaf, motion| {
                asked += 1;
                if let Some(hit) = first(part, leaf, motion, &pose, &ray, until) {
                    until = min(until, hit.hit.upper);
                }
                until
            });
            hits += usize::from(until.is_finite());
        }
        assert!(hits > rays / 2 && asked < rays * parts(&shape) as usize / 100, "{hits} {asked}");
    }
}
