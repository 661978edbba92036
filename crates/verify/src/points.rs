//! Checks the points of an answer: the points at which two shapes touch, or are nearest to each other.
//!
//! ```text
//!        A         q - p = d n          B         p: the point of A, q: that of B
//!      _____                        ______        n: the normal, of length 1
//!           \                      /              d: the signed distance, here of a gap
//!            p -------- n ------> q
//!           /                      \______
//! ```
//!
//! | claim | measured error |
//! |---|---|
//! | the way from p to q is d n | the length of q - p - d n |
//! | p is in A, and q in B | how far outside they are |
//! | no point of A is farther along n than p, none of B farther against it than q | the height of the plane that supports the shape there, less that of the point |
//!
//! A point of a convex shape that is the farthest in some direction is on the surface. So the last two
//! rows prove that the points are on the surfaces, and all three rows that they are the nearest or
//! deepest points. Parallel faces and edges have many such points, and each is right.
//!
//! **Accuracy.** Assume that the evidence proves the bounds: an axis m proves the lower bound, and two
//! points prove the upper bound. The points are in the shapes. Their distance along m is `lower` plus
//! their depths below the supporting planes, and in all at most `upper`. So along an exact axis, each
//! point is below its plane by at most `upper - lower`: this is the uncertainty that the answer admits.
//! [`Tolerance`] has the other terms. An answer that stopped at a limit, with wide bounds, has points
//! that are off by at most as much. An answer with an infinite bound claims no points.

use super::Verdict;
use super::cores::{highest, radius_of};
use super::frame::{Frame, Triple, dot, exact, minus, norm, times};
use super::half_space;
use super::interval::Interval;
use super::nearest::{core_size, nearest};
use clearance_geometry::answer::Clearance;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, Geometry, HalfSpace, Part, View};
use clearance_geometry::space::{Pose, Vector};

/// A shape and its pose.
pub(super) struct Body<'s, V: Vector> {
    pub kind: Kind<'s, V>,
    pub frame: Frame,
}

pub(super) enum Kind<'s, V: Vector> {
    Core(View<'s, V>, Interval),
    Half(&'s HalfSpace<V>),
}

impl<'s, V: Vector> Body<'s, V> {
    pub fn of<G: Geometry<V = V>>(shape: &'s G, pose: &Pose<V>) -> Self {
        Self::at(shape, Frame::of(pose))
    }

    pub fn at<G: Geometry<V = V>>(shape: &'s G, frame: Frame) -> Self {
        let kind = match shape.part() {
            Part::Convex(core) => Kind::Core(core.view(), radius_of(core)),
            Part::HalfSpace(half) => Kind::Half(half),
        };
        Self { kind, frame }
    }

    /// Is it a user-defined shape of which only the support function is known?
    pub fn is_opaque(&self) -> bool {
        matches!(&self.kind, Kind::Core(View::Opaque, _))
    }

    /// About the largest coordinate of the shape; for a half-space, the distance of its plane.
    pub fn reach(&self) -> f64 {
        match &self.kind {
            Kind::Core(view, radius) => core_size(view).unwrap_or(0.0) + radius.high(),
            Kind::Half(half) => half.offset().to_f64().abs(),
        }
    }

    /// The rounding radius; 0 for a half-space.
    pub fn radius(&self) -> f64 {
        match &self.kind {
            Kind::Core(_, radius) => radius.high(),
            Kind::Half(_) => 0.0,
        }
    }

    pub fn is_curved(&self) -> bool {
        let round = |view: &View<'_, V>| !matches!(view, View::Vertices(_) | View::Cuboid { .. });
        matches!(&self.kind, Kind::Core(view, _) if round(view))
    }

    /// A point in world coordinates, in the shape's frame.
    pub fn local(&self, point: Triple) -> Triple {
        self.frame.unrotate(minus(point, self.frame.translation))
    }

    /// Is the point in the shape, and is no other point farther along the unit vector `out`, both within
    /// `off`? For a half-space, `out` must be the normal, up to an angle of `turned` and rounding.
    pub fn is_farthest(&self, point: Triple, out: Triple, off: f64, turned: f64) -> Verdict {
        let (local, out) = (self.local(point), self.frame.unrotate(out));
        match &self.kind {
            Kind::Half(half) => {
                let normal = exact(half.normal());
                let normal = times(normal, Interval::ONE / norm(normal));
                let height = dot(normal, local) - half_space::level(half);
                let lean = ROUNDINGS * V::Scalar::EPSILON.to_f64() + turned;
                at_most(height.abs(), off).and(at_most(norm(minus(normal, out)), lean))
            }
            Kind::Core(view, radius) => {
                is_farthest(view, *radius, local, out, off).unwrap_or(Verdict::Unproven)
            }
        }
    }
}

fn is_farthest<V: Vector>(
    view: &View<'_, V>,
    radius: Interval,
    point: Triple,
    out: Triple,
    off: f64,
) -> Option<Verdict> {
    let highest = at_most(-above(view, radius, out, point)?, off);
    if highest == Verdict::Refuted {
        return Some(highest);
    }
    let (way, far) = nearest(view, point)?.way(point);
    let outside = above(view, radius, way, point)?.low() > off * norm(way).high();
    Some(highest.and(either((far - radius).high() <= off, outside)))
}

/// The height of a point over the supporting plane perpendicular to an axis, times the length of the
/// axis.
pub(super) fn above<V: Vector>(
    view: &View<'_, V>,
    radius: Interval,
    axis: Triple,
    point: Triple,
) -> Option<Interval> {
    Some(dot(axis, point) - highest(view, axis)? - radius * norm(axis))
}

/// The tolerance of coordinates, in epsilons of their precision: a point and a separation are rounded
/// once each, the length of the normal is 1 up to 32 roundings, and a point is a sum of a few products.
/// Observed: 1.5.
pub(super) const ROUNDINGS: f64 = 32.0;

/// The largest error of a normal's direction, in radians, if neither core is curved. In 20,000 random
/// pairs no such error was observed: rounding and the bounds accounted for everything. If the end of a
/// segment is over a rounded edge, it was 1.5e-10, once in 100,000.
const STRAIGHT: f64 = 4e-9;
/// The same with a cylinder, a cone or an ellipsoid, whose clearance is accurate to 1e-8, and the normal
/// to the root of this. Observed in 20,000 random pairs of shapes of size 1: a height that is off by
/// 1.5e-7, and points that are off sideways by 3.5e-10; in 800 casts by 1.3e-9.
const CURVED: f64 = 2e-6;

/// The error of the distance of two cores, relative to the size. Where nearly parallel edges cross is known
/// less exactly than how far apart they are: a place that is off by x along both is farther from the other
/// by x^2 / 2d only, if d is the distance. So x may be the root of 2d times this error.
pub(super) const SOLVED: f64 = 256.0 * f64::EPSILON;

/// The tolerances of an answer's points.
///
/// Points are rounded to the precision of the query, in world coordinates. The search for them is always
/// in `f64`, near the shapes. The normal is rounded, too, and its direction has an error. So the plane
/// perpendicular to it through the right point passes below other points of the shape, by the angle times
/// their distance. For a small shape beside a large one, this is little.
pub(super) struct Tolerance {
    /// A length, for all points.
    rounding: f64,
    /// An angle.
    lean: f64,
}

impl Tolerance {
    /// For points in world coordinates, the size of the pair, and the difference of the bounds.
    pub fn new<V: Vector>(points: &[V], size: f64, curved: bool, slack: f64) -> Self {
        let epsilon = ROUNDINGS * V::Scalar::EPSILON.to_f64();
        let far = points.iter().fold(0.0_f64, |m, p| m.max(p.widen().max_abs()));
        let rounding = epsilon * far + ROUNDINGS * f64::EPSILON * size + slack;
        Self { rounding, lean: epsilon + if curved { CURVED } else { STRAIGHT } }
    }

    /// The tolerance at a distance from the point about which the normal leans.
    pub fn at(&self, reach: f64) -> f64 {
        self.rounding + self.lean * reach
    }
}

/// An answer's claim about two points.
pub(super) struct Claim<V> {
    /// A unit vector from A to B.
    pub normal: V,
    /// The points of A and of B, in world coordinates.
    pub points: [V; 2],
    /// The signed distance along the normal.
    pub distance: Interval,
    /// The difference of the answer's bounds: as a length, and as an angle of the normal.
    pub slack: [f64; 2],
}

impl<V: Vector> Claim<V> {
    pub fn verdict(&self, a: &Body<'_, V>, b: &Body<'_, V>) -> Verdict {
        if a.is_opaque() || b.is_opaque() {
            return Verdict::Proven;
        }
        if !self.points.iter().all(|p| p.is_finite()) {
            return Verdict::Refuted;
        }
        let (normal, [p, q]) = (exact(self.normal), self.points.map(exact));
        let [slack, turned] = self.slack;
        let apart = norm(minus(b.frame.translation, a.frame.translation)).high();
        let size = a.reach() + b.reach() + apart;
        let curved = a.is_curved() || b.is_curved();
        let mut tolerance = Tolerance::new(&self.points, size, curved, slack);
        tolerance.lean += turned;
        let strays = norm(minus(minus(q, p), times(normal, self.distance)));
        // Sideways, the distance of the points is at most the width of the smaller shape.
        let bounded = [a, b].into_iter().filter(|body| matches!(body.kind, Kind::Core(..)));
        let smaller = bounded.map(Body::reach).reduce(f64::min).unwrap_or(0.0);
        // On a curved surface, the corners that prove the contact are some 1e-8 of the size apart.
        let corners = if curved { STRAIGHT * size } else { 0.0 };
        // See `SOLVED`.
        let radii = [a, b].into_iter().map(Body::radius).sum::<f64>();
        // The points are at most d + w apart for bounds that are w apart, and the normal proves d of it. In `f32`,
        // w is mostly rounding. Not the root of the product, which underflows for tiny shapes.
        let width = if V::Scalar::EPSILON.to_f64() == f64::EPSILON { slack } else { 0.0 };
        let open = width + SOLVED * size;
        let cores = self.distance.magnitude() + radii;
        let sideways = Scalar::sqrt(2.0 * cores + open) * Scalar::sqrt(open);
        at_most(strays, tolerance.at(smaller + self.distance.magnitude()) + corners + sideways)
            .and_then(|| a.is_farthest(p, normal, tolerance.at(a.reach()), turned))
            .and_then(|| b.is_farthest(q, normal.map(|x| -x), tolerance.at(b.reach()), turned))
    }
}

/// Checks the points of a clearance. It claims no points if it is not bounded.
pub(super) fn of_clearance<V: Vector>(
    a: &Body<'_, V>,
    b: &Body<'_, V>,
    answer: &Clearance<V>,
) -> Verdict {
    if !answer.bounded() {
        return Verdict::Proven;
    }
    let claim = Claim {
        normal: answer.normal,
        points: [answer.point_a, answer.point_b],
        distance: Interval::exact(answer.signed_distance),
        slack: [answer.upper.to_f64() - answer.lower.to_f64(), 0.0],
    };
    claim.verdict(a, b)
}

/// Is a non-negative number at most this large?
pub(super) fn at_most(x: Interval, limit: f64) -> Verdict {
    either(x.high() <= limit, x.low() > limit)
}

pub(super) fn either(proven: bool, refuted: bool) -> Verdict {
    match (proven, refuted) {
        (true, _) => Verdict::Proven,
        (_, true) => Verdict::Refuted,
        _ => Verdict::Unproven,
    }
}
