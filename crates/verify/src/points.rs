//! Where an answer says that two shapes touch, or come nearest to each other: are its points the
//! right ones?
//!
//! ```text
//!        A         q - p = d n          B         p: the point of A, q: that of B
//!      _____                        ______        n: the normal, of length 1
//!           \                      /              d: the signed distance, here of a gap
//!            p -------- n ------> q
//!           /                      \______
//! ```
//!
//! | claim | by how much it fails |
//! |---|---|
//! | the way from p to q is d n | the length of q - p - d n |
//! | p is in A, and q in B | how far outside they are |
//! | no point of A is farther along n than p, none of B farther against it than q | the height of the plane that supports the shape there, less that of the point |
//!
//! A point of a convex shape that is the farthest along anything is on its surface; so the last two
//! rows hold the points to the surfaces, and all three say that they are the nearest ones, or the
//! deepest. Of faces and edges that are parallel there are many such points: each is right.
//!
//! **How exact that is.** Say that the evidence proves the bounds: by an axis m, which gives the
//! lower one, and by two points, which give the upper one. These are in the shapes, and along m
//! they are `lower` and what they are below the supporting planes there apart, in all no more than
//! `upper`. So of an axis each of them is below its plane by no more than `upper - lower`: that is
//! what the answer leaves open itself, see [`Tolerance`] for the rest. An answer at a limit with
//! wide bounds has points that are as far off, and no farther; one of which a bound is infinite
//! claims none.

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

/// A shape and where it stands.
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

    /// Is it a user-defined shape, that only its support function knows?
    pub fn is_opaque(&self) -> bool {
        matches!(&self.kind, Kind::Core(View::Opaque, _))
    }

    /// About the largest coordinate of the shape; of a half-space, how far its plane is.
    pub fn reach(&self) -> f64 {
        match &self.kind {
            Kind::Core(view, radius) => core_size(view).unwrap_or(0.0) + radius.high(),
            Kind::Half(half) => half.offset().to_f64().abs(),
        }
    }

    pub fn is_curved(&self) -> bool {
        let round = |view: &View<'_, V>| !matches!(view, View::Vertices(_) | View::Cuboid { .. });
        matches!(&self.kind, Kind::Core(view, _) if round(view))
    }

    /// A point of the world in the shape's frame.
    pub fn local(&self, point: Triple) -> Triple {
        self.frame.unrotate(minus(point, self.frame.translation))
    }

    /// Is the point in the shape, and is no other one farther along `out`, which is of length 1:
    /// both within `off`? Of a half-space `out` has to be the normal, but for an angle of `turned`
    /// and for rounding.
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

/// The height of a point over the plane that supports the shape across an axis, times the axis's
/// length.
pub(super) fn above<V: Vector>(
    view: &View<'_, V>,
    radius: Interval,
    axis: Triple,
    point: Triple,
) -> Option<Interval> {
    Some(dot(axis, point) - highest(view, axis)? - radius * norm(axis))
}

/// Of the coordinates, in epsilons of their precision: a point and a separation are rounded once
/// each, the normal is of length 1 to 32, and a point is sums of a few products. Seen: 1.5.
pub(super) const ROUNDINGS: f64 = 32.0;

/// How far a normal may lean, in radians, where neither core is curved. In 20,000 random pairs
/// nothing of that was seen: rounding and the bounds account for all. Where the end of a segment is
/// over a rounded edge it was 1.5e-10, once in 100,000.
const STRAIGHT: f64 = 4e-9;
/// The same with a cylinder, a cone or an ellipsoid, whose clearance is known to 1e-8 and its normal
/// to the root of that. Seen in 20,000 random pairs of shapes of size 1: a height that is off by
/// 1.5e-7, and points that are beside each other by 3.5e-10; in 800 casts by 1.3e-9.
const CURVED: f64 = 2e-6;

/// What the points of an answer may be off by.
///
/// Points are rounded to the precision of the query, where they are in the world; the search for
/// them is in `f64` always, near the shapes. The normal is rounded, too, and it leans, by an angle:
/// so the plane across it through the right point passes below others of the shape, which are a
/// reach away, by the angle times that. Of a small shape beside a large one that is little.
pub(super) struct Tolerance {
    /// As a length, for all points.
    rounding: f64,
    /// As an angle.
    lean: f64,
}

impl Tolerance {
    /// For points in the world, a pair of that size, and what the bounds leave open.
    pub fn new<V: Vector>(points: &[V], size: f64, curved: bool, slack: f64) -> Self {
        let epsilon = ROUNDINGS * V::Scalar::EPSILON.to_f64();
        let far = points.iter().fold(0.0_f64, |m, p| m.max(p.widen().max_abs()));
        let rounding = epsilon * far + ROUNDINGS * f64::EPSILON * size + slack;
        Self { rounding, lean: epsilon + if curved { CURVED } else { STRAIGHT } }
    }

    /// Of what is so far from where it turns.
    pub fn at(&self, reach: f64) -> f64 {
        self.rounding + self.lean * reach
    }
}

/// What an answer says of two points.
pub(super) struct Claim<V> {
    /// From A to B, of length 1.
    pub normal: V,
    /// Of A and of B, in the world.
    pub points: [V; 2],
    /// From the one to the other along the normal.
    pub distance: Interval,
    /// The bounds of the answer leave that much open: as a length, and as an angle of the normal.
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
        // Beside each other the points are no farther than the smaller shape is wide.
        let bounded = [a, b].into_iter().filter(|body| matches!(body.kind, Kind::Core(..)));
        let smaller = bounded.map(Body::reach).reduce(f64::min).unwrap_or(0.0);
        // On a curved surface the corners that show the contact are some 1e-8 of the size apart.
        let corners = if curved { STRAIGHT * size } else { 0.0 };
        at_most(strays, tolerance.at(smaller + self.distance.magnitude()) + corners)
            .and_then(|| a.is_farthest(p, normal, tolerance.at(a.reach()), turned))
            .and_then(|| b.is_farthest(q, normal.map(|x| -x), tolerance.at(b.reach()), turned))
    }
}

/// The points of a clearance. It claims no points if it is not bounded.
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
        distance: Interval::exact(answer.signed_distance.to_f64()),
        slack: [answer.upper.to_f64() - answer.lower.to_f64(), 0.0],
    };
    claim.verdict(a, b)
}

/// Is a number that is not negative at most that large?
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
