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
//! **Accuracy.** A refutation is a proof, so each tolerance is what a right answer may be off by, derived from the
//! numbers of the pair. The answer's normal m proves the lower bound l, its points prove the upper bound u, and
//! w is u - l.
//!
//! - *Along m.* The points are in the shapes, and their distance along m is l plus the depths of both below the
//!   planes that support the shapes there. It is at most u. So each point is below its plane by at most w.
//! - *Sideways.* With d the distance of the cores, the distance of the points is at most d + w, and d of it is along m. So they are at most
//!   the root of (2 d + w) w beside each other.
//! - *Rounding.* The search is in `f64`, in A's frame, and a coordinate there is off by 27 epsilons of the size of the
//!   pair. This counts for both points, however small a shape is ([`ROUNDINGS`], [`SOLVED`]).
//!   Points are then rounded to the precision of the query, in world coordinates.
//! - *Leaning.* The normal is rounded, too. So the plane perpendicular to it through the right point passes below other
//!   points of the shape, by the angle times their distance: little for a small shape beside a large one ([`LEAN`]).
//! - *Overlap.* The points on curved surfaces are searched, up to a share of the smaller shape ([`SOUGHT`]).
//!
//! An answer that stopped at a limit, with wide bounds, has points that are off by at most as much. An answer with
//! an infinite bound claims no points.

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
    /// `off`? For a half-space, `out` must be the normal, up to rounding.
    pub fn is_farthest(&self, point: Triple, out: Triple, off: f64) -> Verdict {
        let (local, out) = (self.local(point), self.frame.unrotate(out));
        match &self.kind {
            Kind::Half(half) => {
                let normal = exact(half.normal());
                let normal = times(normal, Interval::ONE / norm(normal));
                let height = dot(normal, local) - half_space::level(half);
                let lean = ROUNDINGS * V::Scalar::EPSILON.to_f64();
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

/// The error of coordinates, in epsilons of their precision: a point in A's frame (27, see
/// [`clearance_geometry::space::MOTION_ERROR`]), the radius times the normal (2), and the rounding of the point and of the
/// distance (2), with one to spare. The length of a normal is 1 up to as many.
pub(super) const ROUNDINGS: f64 = 32.0;

/// The error of a normal's direction, in radians, beside its own rounding: an angle below this between the direction of the
/// points and the axis of the lower bound is not looked at (`supports::MAX_NORMAL_ANGLE`, a half of this).
const LEAN: f64 = 1e-12;

/// How far the points of an overlap may be off their surfaces, relative to the smaller shape: the search for them ends
/// at 1e-9 of the distance of its farthest point, which is at most the root of 3 times its largest coordinate.
const SOUGHT: f64 = 2e-9;

/// The error of the points of a cast, relative to the size of the pair: observed, not derived. The corners that prove a contact of a
/// curved shape are some 1e-8 of its size apart, and nearly parallel edges touch in many places.
pub(super) const OF_CAST: f64 = 4e-9;

/// The error of the distance of two cores, relative to the size, which counts like the width of the bounds: bounds on the
/// numbers of an answer may be narrower than the rounding of its points. Each of the points' three coordinates has
/// [`ROUNDINGS`], and so has each term of the difference. If the cores are far from each other, this is the larger
/// part: where nearly parallel edges cross is known less exactly than how far apart they are.
pub(super) const SOLVED: f64 = 256.0 * f64::EPSILON;

/// The tolerances of an answer's points.
#[derive(Clone, Copy)]
pub(super) struct Tolerance {
    /// A length, for all points.
    rounding: f64,
    /// An angle.
    lean: f64,
}

impl Tolerance {
    /// For points in world coordinates, the size of the pair, and the difference of the bounds.
    pub fn new<V: Vector>(points: &[V], size: f64, slack: f64) -> Self {
        let epsilon = ROUNDINGS * V::Scalar::EPSILON.to_f64();
        let far = points.iter().fold(0.0_f64, |m, p| m.max(p.widen().max_abs()));
        let rounding = epsilon * far + ROUNDINGS * f64::EPSILON * size + slack;
        Self { rounding: rounding + least::<V>(), lean: epsilon + LEAN }
    }

    /// The tolerance at a distance from the point about which the normal leans.
    pub fn at(&self, reach: f64) -> f64 {
        self.rounding + self.lean * reach
    }
}

/// The error of a coordinate that is rounded to the least numbers of its precision, which have no relative one.
pub(super) fn least<V: Vector>() -> f64 {
    ROUNDINGS * V::Scalar::above(f64::MIN_POSITIVE).to_f64()
}

/// An answer's claim about two points.
pub(super) struct Claim<V> {
    /// A unit vector from A to B.
    pub normal: V,
    /// The points of A and of B, in world coordinates.
    pub points: [V; 2],
    /// The signed distance along the normal.
    pub distance: Interval,
    /// The difference of the answer's bounds, as a length.
    pub slack: f64,
    /// The same for the distance sideways: what the evidence leaves open, which in `f32` is less.
    pub aside: f64,
    /// Of a cast, the ways of both shapes until then.
    pub path: Option<f64>,
}

impl<V: Vector> Claim<V> {
    /// The points of an overlap are searched up to a share of the smaller shape. Refuted are those that are off by more
    /// than this share of the pair, as coordinates of the larger shape enter into both; in between, nothing is said. So are
    /// the points of a cast between a share of the pair and one of the way as well, which enters into the time.
    pub fn verdict(&self, a: &Body<'_, V>, b: &Body<'_, V>) -> Verdict {
        if a.is_opaque() || b.is_opaque() {
            return Verdict::Proven;
        }
        if !self.points.iter().all(|p| p.is_finite()) {
            return Verdict::Refuted;
        }
        let apart = norm(minus(b.frame.translation, a.frame.translation)).high();
        let size = a.reach() + b.reach() + apart;
        let within = |sought| self.within(sought, size, [a, b]);
        if let Some(path) = self.path {
            return match within(OF_CAST * size) {
                Verdict::Refuted => within(OF_CAST * (size + path)).and(Verdict::Unproven),
                verdict => verdict,
            };
        }
        if self.distance.low() >= 0.0 {
            return within(0.0);
        }
        match within(SOUGHT * a.reach().min(b.reach())) {
            Verdict::Refuted => within(SOUGHT * size).and(Verdict::Unproven),
            verdict => verdict,
        }
    }

    /// Is all of the claim true up to what the bounds leave open, rounding, and this length?
    fn within(&self, sought: f64, size: f64, [a, b]: [&Body<'_, V>; 2]) -> Verdict {
        let (normal, [p, q]) = (exact(self.normal), self.points.map(exact));
        let tolerance = Tolerance::new(&self.points, size, self.slack + sought);
        let strays = norm(minus(minus(q, p), times(normal, self.distance)));
        let cores = self.distance.magnitude() + a.radius() + b.radius();
        let open = self.aside + SOLVED * size;
        // Not of the product, which underflows for tiny shapes.
        let sideways = Scalar::sqrt(2.0 * cores + open) * Scalar::sqrt(open);
        let off = |body: &Body<'_, V>| tolerance.at(body.reach());
        at_most(strays, tolerance.at(self.distance.magnitude()) + sideways)
            .and_then(|| a.is_farthest(p, normal, off(a)))
            .and_then(|| b.is_farthest(q, normal.map(|x| -x), off(b)))
    }
}

/// Checks the points of a clearance. It claims no points if it is not bounded. `aside` is the width of the bounds that the
/// evidence proves.
pub(super) fn of_clearance<V: Vector>(
    a: &Body<'_, V>,
    b: &Body<'_, V>,
    answer: &Clearance<V>,
    aside: f64,
) -> Verdict {
    if !answer.bounded() {
        return Verdict::Proven;
    }
    let slack = answer.upper.to_f64() - answer.lower.to_f64();
    let claim = Claim {
        normal: answer.normal,
        points: [answer.point_a, answer.point_b],
        distance: Interval::exact(answer.signed_distance),
        slack,
        aside: slack.min(aside),
        path: None,
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
