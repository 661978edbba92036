//! A moving shape as the checker sees it: where it stands at a time, and how far its points can
//! stray from a line. Everything is in world coordinates.
//!
//! The motion meant is the exact one of the numbers that a sweep stores: the centre moves by
//! v t, and the shape turns about it by the angle |w| t, in the sense of the exponential map.
//!
//! **How far points stray.** A point at p from the centre has the position p(t) with p' = w x p,
//! so p'' = w x (w x p), and along a unit axis n it is n . p'' = (n x w) . (w x p), of magnitude
//! at most |n x w| |w| r, with r the reach of the shape from its centre.
//!
//! A solid of revolution about a line through its centre, of direction e, is the same set of
//! points under any spin that moves e alike. Of w only W, the part across e, moves e. With the
//! spin W in place of w, p' = W x p and p'' = W' x p + W x (W x p). W turns along with e, at the
//! length |W| and about w, so W' = w x W, of magnitude |w.e| |W|. Together at most
//! r |W| (|w.e| + |W|).

use super::angle::sin_cos;
use super::cores::highest;
use super::frame::{Frame, Triple, cross, dot, exact, minus, norm, plus, times};
use super::interval::Interval;
use super::pair::CorePair;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, View};
use clearance_geometry::space::{Sweep, Vector};

/// A sweep in intervals.
pub(super) struct Moving {
    start: Frame,
    /// Of the centre.
    pub velocity: Triple,
    /// `None` if it does not turn.
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
        let [x, y, z] = V::wedge_numbers(sweep.angular()).map(|w| Interval::exact(w.to_f64()));
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

    /// A direction in the local frame at time 0, as the world has it.
    pub fn to_world(&self, direction: Triple) -> Triple {
        self.start.rotate(direction)
    }

    /// Where the centre is.
    pub fn center_at(&self, time: f64) -> Triple {
        plus(self.start.apply(self.center), times(self.velocity, Interval::exact(time)))
    }

    /// Local to world at a time.
    pub fn at(&self, time: f64) -> Frame {
        let way = times(self.velocity, Interval::exact(time));
        let Some(Spin { speed, axle, .. }) = self.spin else {
            return self.start.turned(|c| c, plus(self.start.translation, way));
        };
        let [sin, cos] = sin_cos(speed * Interval::exact(time));
        // Rodrigues: what is along the axle stays, what is across turns.
        let turn = |x: Triple| {
            let along = times(axle, dot(axle, x));
            let across = plus(times(minus(x, along), cos), times(cross(axle, x), sin));
            plus(along, across)
        };
        let arm = turn(self.start.rotate(self.center));
        self.start.turned(turn, minus(self.center_at(time), arm))
    }

    /// The angular speed.
    pub fn speed(&self) -> Interval {
        self.spin.as_ref().map_or(Interval::ZERO, |s| s.speed)
    }
}

/// A core with a radius, on its way.
pub(super) struct Body<'s, V: Vector> {
    pub core: View<'s, V>,
    pub radius: Interval,
    pub motion: Moving,
    /// No point of the core is farther from the centre of rotation; `None` if the core is not
    /// known.
    pub reach: Option<Interval>,
    /// No point is accelerated by more, along whatever axis.
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
            // An axle that leans by an eighth of a turn is better not known.
            reach.unwrap_or(Interval::ANY) * if own.high() < any.high() { own } else { any }
        });
        let radius = Interval::between(shape.radius_bounds());
        Self { core, radius, motion, reach, bend }
    }

    /// The largest `axis . x` over the core's points x at a time, with the radius; of a unit axis.
    pub fn height(&self, axis: Triple, time: f64) -> Option<Interval> {
        let frame = self.motion.at(time);
        let own = highest(&self.core, frame.unrotate(axis))?;
        Some(own + dot(axis, frame.translation) + self.radius)
    }

    /// Not below that, and linear in time: the height of the ball that the turning shape stays
    /// in, or of the shape itself where it turns into itself.
    pub fn straight_height(&self, axis: Triple, time: f64) -> Option<Interval> {
        if self.bend.high() <= 0.0 {
            return self.height(axis, time);
        }
        Some(dot(axis, self.motion.center_at(time)) + self.reach? + self.radius)
    }

    /// No point of the core is accelerated by more.
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

/// Two cores where they are at a time.
pub(super) fn pair_at<'s, V: Vector>([a, b]: [&Body<'s, V>; 2], time: f64) -> CorePair<'s, V> {
    let b_in_a = b.motion.at(time).seen_from(&a.motion.at(time));
    CorePair { a: a.core, b: b.core, b_in_a, radii: a.radius + b.radius }
}

fn number<S: Scalar>(x: S) -> Interval {
    Interval::exact(x.to_f64())
}

/// No point of the core is farther from that local point.
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
            norm([number(radius), number(half_height), Interval::ZERO])
        }
        View::Opaque => return None,
    };
    Some(from_origin + norm(center))
}

/// What turning does to a core as a set of points.
enum Revolved {
    /// Nothing.
    Everywhere,
    /// Nothing, about that local axis of length 1.
    About(Triple),
    /// It moves it.
    Nowhere,
}

/// About which line through the centre is the core a solid of revolution?
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
    // Off the ends of a segment the axle is rounded: the centre is hardly ever found on it.
    let at_end = |q: V| nothing(minus(center, exact(q)));
    let ends = if let View::Vertices(points) = *core { points } else { &[] };
    let on_it = nothing(cross(minus(center, point), axle)) || ends.iter().any(|q| at_end(*q));
    if on_it { Revolved::About(axle) } else { Revolved::Nowhere }
}
