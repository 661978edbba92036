//! Where a ray meets a shape of any kind.
//!
//! ```text
//!     ray, in the surface's frame ---> boxes, nearest first ---> four triangles: Sieve, f32
//!                                                           ---> those that are left: watertight, f64
//! ```

use alloc::vec::Vec;

use clearance_geometry::answer::{Place, RayHit};
use clearance_geometry::number::{Scalar, max, min};
use clearance_geometry::space::{MOTION_ERROR, Motion, Pose, Ray, Vector};
use clearance_pairs::cast_ray_moved;
use clearance_trees::NONE;

use super::watertight::{Crossing, Ready, Sieve};
use crate::parts::{Leaf, each_along, off_in_parts};
use crate::separation::side;
use crate::surface::Bend;
use crate::way::{Way, numbers};
use crate::{Instance, ShapeRef};

/// Options of a ray.
#[derive(Clone, Copy, Default)]
pub(crate) struct RayOptions {
    /// Only the surface counts.
    pub hollow: bool,
    /// Only fronts count.
    pub one_sided: bool,
}

/// [`cast_ray`](crate::cast_ray()), of a shape as it is seen.
pub(crate) fn cast_ray<V: Vector>(
    shape: &ShapeRef<'_, V>,
    pose: &Pose<V>,
    ray: &Ray<V>,
    options: RayOptions,
) -> Option<RayHit<V>> {
    let mut nearest: Option<RayHit<V>> = None;
    let mut until = ray.tmax().to_f64();
    let (off, whole) = (off_in_parts(shape, pose), Motion::of(pose));
    each_along(shape, pose, ray.widen(), until, |part, leaf, motion| {
        if let Some(hit) = first(part, leaf, [motion, &whole], off, ray, until, options) {
            until = min(until, hit.upper.to_f64());
            nearest = Some(nearest.map_or(hit, |old| earlier(old, hit)));
        }
        until
    });
    nearest
}

/// The earlier one of two hits, of equal times that of the first part, with bounds on the time at which either shape is met.
fn earlier<V: Vector>(one: RayHit<V>, other: RayHit<V>) -> RayHit<V> {
    let (p, q) = (&one, &other);
    let (lower, upper) = (p.lower.min(q.lower), p.upper.min(q.upper));
    let is_first = (p.time, one.place.part) < (q.time, other.place.part);
    let mut first = if is_first { one } else { other };
    (first.lower, first.upper) = (lower, upper);
    first
}

/// [`cast_ray_any`](crate::cast_ray_any()), of a shape as it is seen.
pub(crate) fn cast_ray_any<V: Vector>(
    shape: &ShapeRef<'_, V>,
    pose: &Pose<V>,
    ray: &Ray<V>,
) -> bool {
    let mut any = false;
    let until = ray.tmax().to_f64();
    let (off, whole) = (off_in_parts(shape, pose), Motion::of(pose));
    each_along(shape, pose, ray.widen(), until, |part, leaf, motion| {
        any = match leaf {
            Leaf::Convex(_) => {
                first(part, leaf, [motion, &whole], off, ray, until, RayOptions::default())
                    .is_some()
            }
            Leaf::Surface(surface) => Meeting::new(surface, motion, off, ray).any(until),
        };
        if any { -1.0 } else { until }
    });
    any
}

/// [`cast_ray_all`](crate::cast_ray_all()), of a shape as it is seen.
pub(crate) fn cast_ray_all<V: Vector>(
    shape: &ShapeRef<'_, V>,
    pose: &Pose<V>,
    ray: &Ray<V>,
) -> Vec<RayHit<V>> {
    let until = ray.tmax().to_f64();
    let mut hits = Vec::new();
    let (off, whole) = (off_in_parts(shape, pose), Motion::of(pose));
    each_along(shape, pose, ray.widen(), until, |part, leaf, motion| {
        match leaf {
            Leaf::Convex(_) => {
                hits.extend(first(
                    part,
                    leaf,
                    [motion, &whole],
                    off,
                    ray,
                    until,
                    RayOptions::default(),
                ));
            }
            Leaf::Surface(surface) => {
                let meeting = Meeting::new(surface, motion, off, ray);
                if meeting.is_undecided() {
                    hits.push(meeting.at_start(part, false));
                    return until;
                }
                let mut found = Vec::new();
                meeting.walk(until, |facet, crossing| {
                    found.push((facet, crossing));
                    until
                });
                hits.extend(found.into_iter().map(|(facet, crossing)| {
                    meeting.hit(part, facet, &crossing, meeting.upper(facet, &crossing))
                }));
            }
        }
        until
    });
    hits.sort_by(|a, b| {
        let key = |hit: &RayHit<V>| (hit.place.part, hit.place.facet);
        a.time.to_f64().total_cmp(&b.time.to_f64()).then(key(a).cmp(&key(b)))
    });
    hits
}

/// The first hit of a part, at its motion to the world and that of the whole shape.
#[inline(never)]
fn first<V: Vector>(
    part: u32,
    leaf: Leaf<'_, V>,
    [motion, of_whole]: [&Motion<V::Wide>; 2],
    off: f64,
    ray: &Ray<V>,
    until: f64,
    options: RayOptions,
) -> Option<RayHit<V>> {
    match leaf {
        Leaf::Convex(shape) => {
            let off = if motion == of_whole { 0.0 } else { off + turned(motion, ray) };
            let hit =
                cast_ray_moved(&shape, motion, off, ray, [options.hollow, options.one_sided])?;
            Some(RayHit { place: Place::on_part(part), ..hit })
        }
        Leaf::Surface(surface) => {
            Meeting::new(surface, motion, off, ray).first(part, until, options)
        }
    }
}

/// What the start of a ray is off by in the frame of a part, because the part is turned twice.
fn turned<V: Vector>(motion: &Motion<V::Wide>, ray: &Ray<V>) -> f64 {
    let way = ray.widen()[0] - motion.translation;
    2.0 * MOTION_ERROR * f64::EPSILON * way.max_abs()
}

/// The hit of a ray that starts inside a solid, or of which nothing is known.
fn at_start<V: Vector>([origin, along]: [V::Wide; 2], part: u32, inside: bool) -> RayHit<V> {
    let back = -along.unit_along().unwrap_or(V::Wide::unit(0));
    let zero = V::Scalar::ZERO;
    RayHit {
        time: zero,
        lower: zero,
        upper: if inside { zero } else { V::Scalar::INFINITY },
        point: V::narrow(origin),
        normal: V::narrow(back),
        inside,
        place: Place::on_part(part),
        from_behind: false,
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
    tmax: V::Scalar,
    ready: Ready,
}

impl<'a, V: Vector> Meeting<'a, V> {
    #[inline(always)]
    fn new(surface: &'a Instance<V>, motion: &'a Motion<V::Wide>, off: f64, ray: &Ray<V>) -> Self {
        let [origin, along] = ray.widen();
        let local_origin = motion.unrotate(origin - motion.translation);
        let local_along = motion.unrotate(along);
        let size = origin.max_abs() + motion.translation.max_abs() + surface.reach();
        let ready = Ready::new(local_origin, local_along, size, off);
        let tmax = ray.tmax();
        Self { surface, motion, origin, along, local_origin, local_along, tmax, ready }
    }

    /// Calls a function with each facet that the ray meets up to a time, roughly the nearest first. The function
    /// returns the time up to which others are of interest.
    fn walk(&self, until: f64, mut visit: impl FnMut(u32, Crossing) -> f64) {
        let way = [self.local_origin, self.local_along];
        // Where the ray may be, as a box along it.
        let error = self.ready.error();
        let Some(way) = Way::of(way, self.surface, V::Wide::from_fn(|_| error)) else { return };
        let to_tree = numbers(V::Wide::from_fn(|i| self.surface.to_tree()[i])).map(f64::abs);
        let aside = (2.0 * error * max(max(to_tree[0], to_tree[1]), to_tree[2])) as f32;
        let sieve = Sieve::new(way.origin, way.direction, way.largest, aside);
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
                    let Some(crossing) = self.ready.meets(&corners, until) else { continue };
                    if crossing.latest >= 0.0 && crossing.lower <= until {
                        until = visit(facet, crossing);
                    }
                }
                way.limit(until)
            },
        );
    }

    fn any(&self, until: f64) -> bool {
        let mut any = self.is_undecided() || self.starts_about_inside();
        if !any {
            self.walk(until, |_, _| {
                any = true;
                -1.0
            });
        }
        any
    }

    fn starts_about_inside(&self) -> bool {
        self.surface.is_solid() && self.surface.contains(self.local_origin)
    }

    /// Does the ray start inside a solid, and not within rounding of the surface, which it then meets?
    fn starts_inside(&self) -> bool {
        self.starts_about_inside()
            && side(self.surface, self.local_origin, self.ready.error()) == Some(true)
    }

    /// With a pose that is not finite the surface may be anywhere, and may be met at any time.
    fn is_undecided(&self) -> bool {
        self.motion.zero_if_finite().is_nan()
    }

    /// The first hit; of equal times, that of the facet with the lowest number.
    fn first(&self, part: u32, until: f64, options: RayOptions) -> Option<RayHit<V>> {
        if self.is_undecided() {
            return Some(self.at_start(part, false));
        }
        let inside = self.starts_inside();
        if inside && !options.hollow {
            return Some(self.at_start(part, true));
        }
        let mut first: Option<(u32, Crossing)> = None;
        let (mut lower, mut upper) = (f64::INFINITY, f64::INFINITY);
        self.walk(until, |facet, crossing| {
            if options.one_sided && self.is_from_behind(&crossing) {
                return min(upper, until);
            }
            let key = (crossing.time, facet);
            lower = min(lower, crossing.lower);
            upper = min(upper, self.upper(facet, &crossing));
            if first.as_ref().is_none_or(|(other, old)| key < (old.time, *other)) {
                first = Some((facet, crossing));
            }
            min(upper, until)
        });
        let (facet, crossing) = first?;
        let hit = self.hit(part, facet, &Crossing { lower, ..crossing }, upper);
        Some(RayHit { inside, ..hit })
    }

    /// The time by which the ray has surely met the facet, or a facet beyond its rim; infinite if it may miss all, or meet
    /// them before its start.
    #[inline]
    fn upper(&self, facet: u32, crossing: &Crossing) -> f64 {
        if !crossing.is_certain {
            return self.upper_of_patch(facet).unwrap_or(f64::INFINITY);
        }
        if crossing.lower >= 0.0 { crossing.latest } else { f64::INFINITY }
    }

    /// The same of the facets around an edge or a corner that the ray passes within rounding.
    ///
    /// ```text
    ///         .-----.         The patch: the facet, and those beyond each edge that rounding leaves open. If the ray
    ///        / \   / \        passes all edges around it on one side, it goes through one of the facets, wherever
    ///       .---*.---.        between them: the rim winds around the ray.
    ///        \ /  \ /
    ///         '-----'
    /// ```
    #[cold]
    #[inline(never)]
    fn upper_of_patch(&self, facet: u32) -> Option<f64> {
        /// More facets than most corners have.
        const MOST: usize = 32;
        let (mut patch, mut rim, mut upper, mut known) = (alloc::vec![facet], Vec::new(), 0.0, 0);
        while let Some(&facet) = patch.get(known) {
            known += 1;
            let corners = self.surface.wide_corners(facet);
            let crossing = self.ready.meets(&corners, f64::INFINITY)?;
            if crossing.lower < 0.0 {
                return None;
            }
            upper = max(upper, crossing.latest);
            let sides = self.ready.sides(&corners);
            let edges = self.surface.surface().edges(facet);
            for (edge, side) in edges.iter().zip(sides).take(V::DIM) {
                let is_open = edge.bend == Bend::Open;
                if side != 0 {
                    rim.push((side, if is_open { None } else { Some(edge.facet) }));
                } else if is_open || patch.len() == MOST {
                    return None;
                } else if !patch.contains(&edge.facet) {
                    patch.push(edge.facet);
                }
            }
        }
        let mut around =
            rim.iter().filter(|(_, beyond)| beyond.is_none_or(|f| !patch.contains(&f)));
        let first = around.next()?.0;
        around.all(|(side, _)| *side == first).then_some(upper)
    }

    #[cold]
    #[inline(never)]
    fn at_start(&self, part: u32, inside: bool) -> RayHit<V> {
        at_start([self.origin, self.along], part, inside)
    }

    /// The front of the facet that is met. One without area has none: the normal leads back.
    fn front(&self, crossing: &Crossing) -> V::Wide {
        match V::Wide::from_fn(|i| crossing.normal[i]).unit_along() {
            Some(front) if self.surface.is_mirrored() => -front,
            Some(front) => front,
            None => -self.local_along.unit_along().unwrap_or(V::Wide::unit(0)),
        }
    }

    /// Does the ray meet the back of the facet?
    fn is_from_behind(&self, crossing: &Crossing) -> bool {
        self.front(crossing).dot(self.local_along) > 0.0
    }

    fn hit(&self, part: u32, facet: u32, crossing: &Crossing, upper: f64) -> RayHit<V> {
        let Crossing { time, lower, weights, .. } = *crossing;
        let front = self.front(crossing);
        let from_behind = self.is_from_behind(crossing);
        // A solid's normal is outward; a sheet's is that of the side that the ray comes from.
        let turned = from_behind && !self.surface.is_solid();
        let axis = self.motion.rotate(if turned { -front } else { front });
        // The surface may be met beyond the end of the ray, within rounding: the point is at the end then.
        let time = min(max(time, 0.0), self.tmax.to_f64());
        RayHit {
            time: V::Scalar::of(time),
            lower: V::Scalar::below(max(lower, 0.0)).max(V::Scalar::ZERO),
            upper: V::Scalar::above(upper),
            point: V::narrow(self.origin + self.along * time),
            normal: V::narrow(axis),
            inside: false,
            place: Place { part, facet: Some(facet), weights },
            from_behind,
            axis,
        }
    }
}
