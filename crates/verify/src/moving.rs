//! A moving shape: its pose at a time, and a bound on how far its points move away from a straight line.
//! Everything is in world coordinates.
//!
//! The motion is the exact one of the numbers that a sweep stores: the centre moves by v t, and the shape
//! turns about it by the angle |w| t, as in the exponential map.
//!
//! **The curvature of a point's path.** A point at p from the centre has the position p(t) with p' = w x
//! p, so p'' = w x (w x p). Along a unit axis n, it is n . p'' = (n x w) . (w x p), of magnitude at most
//! |n x w| |w| r, where r is the reach of the shape from its centre.
//!
//! A solid of revolution about a line through its centre, with direction e, is the same set of points
//! under any rotation that moves e in the same way. Of w, only the part W perpendicular to e moves e.
//! With W instead of w, p' = W x p and p'' = W' x p + W x (W x p). W turns along with e, with the length
//! |W| and about w, so W' = w x W, of magnitude |w.e| |W|. Together this is at most r |W| (|w.e| + |W|).

use super::angle::sin_cos;
use super::cores::highest;
use super::frame::{Frame, Triple, cross, dot, exact, minus, norm, plus, times};
use super::interval::Interval;
use super::pair::CorePair;
use clearance_geometry::shape::{Convex, View};
use clearance_geometry::space::{Sweep, Vector};

/// A sweep in intervals.
pub(super) struct Moving {
    start: Frame,
    /// The velocity of the centre.
    pub velocity: Triple,
    /// `None` if the shape does not turn.
    spin: Option<Spin>,
    /// The centre in the local frame.
    center: Triple,
}

struct Spin {
    /// The angular velocity, its length and its direction.
    angular: Triple,
    speed: Interval,
    axle: Triple,
}

impl Moving {
    pub fn of<V: Vector>(sweep: &Sweep<V>) -> Self {
        let [x, y, z] = V::wedge_numbers(sweep.angular()).map(Interval::exact);
        let angular = if V::DIM == 2 { [Interval::ZERO, Interval::ZERO, x] } else { [x, y, z] };
        let speed = norm(angular);
        let axle = angular.map(|x| x / speed);
        Self {
            start: Frame::of(sweep.start()),
            velocity: exact(sweep.velocity()),
            spin: sweep.turns().then_some(Spin { angular, speed, axle }),
            center: exact(sweep.center()),
        }
    }

    /// A direction in the local frame at time 0, in world coordinates.
    pub fn to_world(&self, direction: Triple) -> Triple {
        self.start.rotate(direction)
    }

    /// The centre at a time.
    pub fn center_at(&self, time: f64) -> Triple {
        plus(self.start.apply(self.center), times(self.velocity, Interval::exact(time)))
    }

    /// The motion from local to world at a time.
    pub fn at(&self, time: f64) -> Frame {
        let way = times(self.velocity, Interval::exact(time));
        let Some(Spin { speed, axle, .. }) = self.spin else {
            return self.start.rotated(|c| c, plus(self.start.translation, way));
        };
        let [sin, cos] = sin_cos(speed * Interval::exact(time));
        // Rodrigues' formula: the part along the axle stays, and the part perpendicular to it turns.
        let turn = |x: Triple| {
            let along = times(axle, dot(axle, x));
            let across = plus(times(minus(x, along), cos), times(cross(axle, x), sin));
            plus(along, across)
        };
        let arm = turn(self.start.rotate(self.center));
        self.start.rotated(turn, minus(self.center_at(time), arm))
    }

    /// The angular velocity.
    pub fn angular(&self) -> Triple {
        self.spin.as_ref().map_or([Interval::ZERO; 3], |s| s.angular)
    }

    /// The angular speed.
    pub fn speed(&self) -> Interval {
        self.spin.as_ref().map_or(Interval::ZERO, |s| s.speed)
    }
}

/// A moving core with a radius.
pub(super) struct Body<'s, V: Vector> {
    pub core: View<'s, V>,
    pub radius: Interval,
    pub motion: Moving,
    /// The largest distance of a point of the core from the centre of rotation; `None` for user-defined
    /// shapes.
    pub reach: Option<Interval>,
    /// The largest acceleration of a point, along any axis.
    bend: Interval,
}

impl<'s, V: Vector> Body<'s, V> {
    pub fn of<C: Convex<V = V>>(shape: &'s C, sweep: &Sweep<V>) -> Self {
        let (core, motion) = (shape.view(), Moving::of(sweep));
        let reach = reach(&core, motion.center);
        let bend = motion.spin.as_ref().map_or(Interval::ZERO, |spin| {
            let any = spin.speed * spin.speed;
            let own = match revolved(&core, motion.center) {
                Revolved::Everywhere => return Interval::ZERO,
                Revolved::About(axle) => {
                    let axle = motion.start.rotate(axle);
                    let across = norm(cross(spin.angular, axle));
                    across * (across + dot(spin.angular, axle).abs())
                }
                Revolved::Nowhere => any,
            };
            // An axle that leans by up to an eighth of a turn is not used.
            reach.unwrap_or(Interval::ANY) * if own.high() < any.high() { own } else { any }
        });
        let radius = Interval::between(shape.radius_bounds());
        Self { core, radius, motion, reach, bend }
    }

    /// The largest `axis . x` over the points x of the core at a time, plus the radius, for a unit axis.
    pub fn height(&self, axis: Triple, time: f64) -> Option<Interval> {
        let frame = self.motion.at(time);
        let own = highest(&self.core, frame.unrotate(axis))?;
        Some(own + dot(axis, frame.translation) + self.radius)
    }

    /// An upper bound of this height that is linear in time: the height of the ball in which the turning
    /// shape stays, or of the shape itself if its rotation does not change it.
    pub fn straight_height(&self, axis: Triple, time: f64) -> Option<Interval> {
        if self.bend.high() <= 0.0 {
            return self.height(axis, time);
        }
        Some(dot(axis, self.motion.center_at(time)) + self.reach? + self.radius)
    }

    /// The largest acceleration of a point of the core.
    pub fn bend(&self) -> Interval {
        self.bend
    }

    /// The same along a unit axis.
    pub fn bend_along(&self, axis: Triple) -> Interval {
        let Some(spin) = &self.motion.spin else { return Interval::ZERO };
        let reach = self.reach.unwrap_or(Interval::ANY);
        let any = norm(cross(axis, spin.angular)) * spin.speed * reach;
        if any.high() < self.bend.high() { any } else { self.bend }
    }
}

/// Two cores at a time.
pub(super) fn pair_at<'s, V: Vector>([a, b]: [&Body<'s, V>; 2], time: f64) -> CorePair<'s, V> {
    let b_in_a = b.motion.at(time).seen_from(&a.motion.at(time));
    CorePair { a: a.core, b: b.core, b_in_a, radii: a.radius + b.radius }
}

/// The largest distance of a point of the core from a local point.
fn reach<V: Vector>(core: &View<'_, V>, center: Triple) -> Option<Interval> {
    let from_origin = match *core {
        View::Vertices(points) => {
            let far = points.iter().map(|p| norm(minus(exact(*p), center)));
            return far.reduce(Interval::max);
        }
        View::Cuboid { half_extents } => {
            return Some(norm(plus(exact(half_extents), center.map(Interval::abs))));
        }
        View::Ellipsoid { radii } => exact(radii).into_iter().fold(Interval::ZERO, Interval::max),
        View::Cylinder { radius, half_height, .. } | View::Cone { radius, half_height, .. } => {
            norm([Interval::exact(radius), Interval::exact(half_height), Interval::ZERO])
        }
        View::Opaque => return None,
    };
    Some(from_origin + norm(center))
}

/// The effect of a rotation on a core as a set of points.
enum Revolved {
    /// None, about any axis.
    Everywhere,
    /// None, about this local unit axis.
    About(Triple),
    /// It moves the core.
    Nowhere,
}

/// The line through the centre about which the core is a solid of revolution.
fn revolved<V: Vector>(core: &View<'_, V>, center: Triple) -> Revolved {
    let nothing = |v: Triple| v.iter().all(|x| x.magnitude() == 0.0);
    let along = |axis: usize| {
        core::array::from_fn(|i| if i == axis { Interval::ONE } else { Interval::ZERO })
    };
    let (point, axle) = match *core {
        View::Ellipsoid { radii } => {
            let same = |i: usize, j: usize| radii.get(i) == radii.get(j);
            if (1..V::DIM).all(|i| same(0, i)) && nothing(center) {
                return Revolved::Everywhere;
            }
            let around = (0..3).find(|i| V::DIM == 3 && same((i + 1) % 3, (i + 2) % 3));
            let Some(axis) = around else { return Revolved::Nowhere };
            ([Interval::ZERO; 3], along(axis))
        }
        View::Vertices(&[p, q]) if V::DIM == 3 => {
            let edge = minus(exact(q), exact(p));
            let length = norm(edge);
            (exact(p), edge.map(|x| x / length))
        }
        View::Cylinder { axis, .. } | View::Cone { axis, .. } => ([Interval::ZERO; 3], along(axis)),
        _ => return Revolved::Nowhere,
    };
    // The axle is rounded away from the ends of a segment, so the centre is almost never exactly on it.
    let at_end = |q: V| nothing(minus(center, exact(q)));
    let ends = if let View::Vertices(points) = *core { points } else { &[] };
    let on_it = nothing(cross(minus(center, point), axle)) || ends.iter().any(|q| at_end(*q));
    if on_it { Revolved::About(axle) } else { Revolved::Nowhere }
}
