//! Manifolds: an independent check of contact points.
//!
//! | claim | proof |
//! |---|---|
//! | each separation leads from its one point to the other | they are subtracted |
//! | the least one is the clearance | what the clearance's certificate proves |
//! | the normal is that of the clearance | the gap between the shapes' projections on it is as large |
//! | a point is on a surface | it is near a point of the shape, and a step along the normal leads out |
//!
//! A manifold has no bounds of its own. The tolerances here are those that [`Manifold`] promises. It is
//! not checked whether the names are right, nor whether other points would span a larger area.

use super::assembly::{Assembly, convex};
use super::bounds::bracket_at;
use super::frame::{Frame, Triple, dot, exact, is_unit, minus, norm, plus, times};
use super::interval::Interval;
use super::members::holds;
use super::nearest::nearest;
use super::pair::CorePair;
use super::points::{Body, Kind, ROUNDINGS, SOLVED, above, at_most, either};
use super::seen::winding;
use super::{Bracket, Verdict, half_space};
use clearance_geometry::answer::{Certificate, ContactPoint, Manifold};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, ConvexPart, Part, PartPieces, PieceId, Pieces, View};
use clearance_geometry::space::{Pose, Vector};

/// Checks a manifold of these shapes and poses. The certificate is that of their clearance. It is the
/// evidence for their depth.
///
/// The manifold is proven if everything that [`Manifold`] promises was confirmed. It is refuted if it
/// contradicts itself, if a separation is less than the clearance, if the deepest point is missing, or if a
/// point is not on its surface. It stays unproven if the deepest point is missing because a cache kept
/// others: one of the points must then be marked as persisted. It also stays unproven if the normal is not
/// that of the clearance, because a [`clearance_geometry::shape::Facet`] prescribes another. Then it is
/// refuted if a separation is less than the gap of the shapes along this normal. If a shape is not convex, it is
/// unproven: see [`check_patch`].
///
/// ```
/// use clearance::d3::{Cuboid, Pose, Vec3};
/// use clearance::{Query, verify::{Verdict, check_manifold}};
/// let (floor, die) = (Cuboid::new(Vec3::new(5.0, 5.0, 0.5))?, Cuboid::new(Vec3::ONE)?);
/// let (ground, on_it) = (Pose::IDENTITY, Pose::at(Vec3::new(0.25, 0.5, 1.4375))?);
/// let query = || Query::new(&floor, &ground, &die, &on_it);
/// let (proof, manifold) = (query().certificate(), query().manifold(0.0).unwrap());
/// let verdict = check_manifold(&floor, &ground, &die, &on_it, &manifold, &proof);
/// assert_eq!(verdict, Verdict::Proven);
/// # Ok::<(), clearance::Error>(())
/// ```
pub fn check_manifold<A: Pieces, B: Pieces<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    manifold: &Manifold<A::V>,
    certificate: &Certificate<A::V>,
) -> Verdict {
    check_manifold_with_slop(a, pose_a, b, pose_b, manifold, certificate, Scalar::ZERO)
}

/// Checks a manifold that was computed with a slop (`clearance::Query::slop`), a depth in the unit of the
/// input.
///
/// It is proven as in [`check_manifold`], and also if along its normal the shapes overlap, or are apart,
/// by at most the slop. Then the least separation may be more than the clearance. A negative or NaN slop
/// counts as 0. If a contact was left out, there is no manifold to check.
pub fn check_manifold_with_slop<A: Pieces, B: Pieces<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    manifold: &Manifold<A::V>,
    certificate: &Certificate<A::V>,
    slop: <A::V as Vector>::Scalar,
) -> Verdict {
    let (a, b) = (a.parts(), b.parts());
    let Some((a, b)) = convex(&a).zip(convex(&b)) else { return Verdict::Unproven };
    check_convex([&a, &b], [pose_a, pose_b].map(Frame::of), manifold, certificate, slop)
}

/// Checks a patch of contact of shapes of any kind, of which one is not convex: a manifold, and the pieces that are named with it.
///
/// It is refuted if it contradicts itself, if a piece does not exist, or if a point is off all surfaces of its shape, or the
/// deepest point off the named pieces, by more than the accuracy of a [`Manifold`]. Ways from point to point may lean against
/// the normal by 3 degrees, as much as contacts differ that are joined. Where two surfaces in 3D meet, one end of the deepest way or
/// of a gap may be past the surface, and the named facet in between or at another point as deep: that is unproven, but for a deepest point in a solid.
///
/// It is proven if, besides, moving B by the depth along the normal parts the named pieces. Such a patch does not claim that
/// no other way is shorter, or that there is no other patch; so neither is checked.
pub fn check_patch<A: Pieces, B: Pieces<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    pieces: [PieceId; 2],
    manifold: &Manifold<A::V>,
) -> Verdict {
    let [a, b] = [Assembly::of(a, pose_a), Assembly::of(b, pose_b)];
    let Some(((of_a, frame_a), (of_b, frame_b))) = a.piece(pieces[0]).zip(b.piece(pieces[1]))
    else {
        return Verdict::Refuted;
    };
    let (of_a, of_b) = (of_a.part(), of_b.part());
    let (body_a, body_b) = (Body::at(&of_a, frame_a), Body::at(&of_b, frame_b));
    let tolerance = Tolerance::of(&body_a, &body_b, manifold);
    if contradicts_itself(manifold, &tolerance, ALIKE) {
        return Verdict::Refuted;
    }
    let (normal, on, deepest) = (exact(manifold.normal), tolerance.off, manifold.deepest());
    let gap = gap_along(&body_a, &body_b, normal, f64::NEG_INFINITY);
    let parts = either(gap >= deepest.separation.to_f64() - on, false);
    let are_surfaces =
        <A::V as Vector>::DIM == 3 && pieces.iter().all(|piece| piece.facet.is_some());
    let sides = [(&a, &body_a, normal), (&b, &body_b, normal.map(|x| -x))];
    manifold.points().iter().fold(parts, |verdict, point| {
        let ends = [point.point_a, point.point_b].map(exact);
        let on_any = [0, 1].map(|i| sides[i].0.on_surface(ends[i], sides[i].2, on));
        if on_any == [Verdict::Refuted; 2] {
            return Verdict::Refuted;
        }
        let is_deepest = point == deepest;
        let ends = [0, 1].map(|i| {
            let ((all, named, out), end, on_any) = (sides[i], ends[i], on_any[i]);
            let is_on =
                if is_deepest { on_any.and(named.on_surface(end, out, on)) } else { on_any };
            let is_open = || match on_any {
                Verdict::Refuted if is_deepest => !all.surrounds(pieces[i].part, end),
                Verdict::Refuted => point.separation > Scalar::ZERO,
                // Of points that are equally deep, the pieces are those of one.
                _ => {
                    let height = named.kind.above(named.frame.unrotate(out), named.local(end));
                    height.is_some_and(|height| height.abs().low() <= on)
                        || named.kind.is_crossed(named.local(ends[0]), named.local(ends[1]))
                }
            };
            let is_refuted = is_on == Verdict::Refuted && !(are_surfaces && is_open());
            either(is_on == Verdict::Proven, is_refuted)
        });
        verdict.and(ends[0]).and(ends[1])
    })
}

impl<V: Vector> Assembly<'_, V> {
    /// Is a point surely in a part that is a solid, given by its surface?
    fn surrounds(&self, part: u32, point: Triple) -> bool {
        let (frame, pieces) = &self.parts[part as usize];
        let local = frame.unrotate(minus(point, frame.translation));
        let is_in = |list| winding(list, local).is_some_and(|winding| winding != 0);
        matches!(pieces, PartPieces::Facets(list) if list.solid && is_in(list))
    }

    /// Is a point on the surface of a piece, within `on`? `out` is a unit vector out of the shape there.
    fn on_surface(&self, point: Triple, out: Triple, on: f64) -> Verdict {
        let mut verdict = Verdict::Refuted;
        for ((frame, pieces), part) in self.parts.iter().zip(0..) {
            let local = frame.unrotate(minus(point, frame.translation)).map(Interval::nearest);
            // Rounding is less than the tolerance.
            let is_far = |corners: [V; 3]| {
                (0..V::DIM).any(|i| {
                    let [a, b, c] = corners.map(|v| v.get(i).to_f64() - local[i]);
                    a.min(b).min(c) > 2.0 * on || a.max(b).max(c) < -2.0 * on
                })
            };
            for id in pieces.ids(part) {
                if let (PartPieces::Facets(list), Some(facet)) = (pieces, id.facet)
                    && list.corners(facet).is_some_and(is_far)
                {
                    continue;
                }
                let Some((piece, frame)) = self.piece(id) else { continue };
                match Body::at(&piece.part(), frame).on_surface(point, out, on) {
                    Verdict::Proven => return Verdict::Proven,
                    other => verdict = if other == Verdict::Refuted { verdict } else { other },
                }
            }
        }
        verdict
    }
}

fn check_convex<V: Vector>(
    [a, b]: [&ConvexPart<'_, V>; 2],
    frames: [Frame; 2],
    manifold: &Manifold<V>,
    certificate: &Certificate<V>,
    slop: V::Scalar,
) -> Verdict {
    let (body_a, body_b) = (Body::at(a, frames[0]), Body::at(b, frames[1]));
    let tolerance = Tolerance::of(&body_a, &body_b, manifold);
    if contradicts_itself(manifold, &tolerance, 0.0) {
        return Verdict::Refuted;
    }
    let normal = exact(manifold.normal);
    let least = manifold.deepest().separation.to_f64();
    let Bracket { lower, upper } = bracket_at(a, &frames[0], b, &frames[1], certificate);
    let gap = gap_along(&body_a, &body_b, normal, lower);
    let is_prescribed = wants_normals(a) || wants_normals(b);
    let (depth_of_pair, along) =
        if is_prescribed { (lower.min(gap), least.max(lower)) } else { (lower, least) };
    if least < depth_of_pair - tolerance.off {
        return Verdict::Refuted;
    }
    let is_within_slop = slop > Scalar::ZERO && gap.abs() <= slop.to_f64() + tolerance.off;
    let aligned = is_within_slop || gap >= along - tolerance.off;
    let deepest = is_within_slop || upper <= least + tolerance.off;
    // Along the normal of the clearance, there is a point as deep as the clearance.
    let is_of_clearance = !is_within_slop && gap >= upper - tolerance.off;
    let is_kept = manifold.points().iter().any(|point| point.persisted);
    if is_of_clearance && !is_kept && least > upper + tolerance.off {
        return Verdict::Refuted;
    }
    let mut verdict = if aligned && deepest { Verdict::Proven } else { Verdict::Unproven };
    let back = normal.map(|x| -x);
    for point in manifold.points() {
        let on_a = body_a.on_surface(exact(point.point_a), normal, tolerance.off);
        let on_b = body_b.on_surface(exact(point.point_b), back, tolerance.off);
        for on in [Some(on_a), aligned.then_some(on_b)].into_iter().flatten() {
            match on {
                Verdict::Proven => {}
                Verdict::Refuted => return Verdict::Refuted,
                Verdict::Unproven => verdict = Verdict::Unproven,
            }
        }
    }
    verdict
}

/// May the shape prescribe another normal than that of the clearance?
fn wants_normals<V: Vector>(shape: &ConvexPart<'_, V>) -> bool {
    matches!(shape, Part::Convex(core) if core.wants_normals())
}

/// The tolerances of a manifold, as lengths.
struct Tolerance {
    /// Of a separation, compared with the difference of its points along the normal.
    rounding: f64,
    /// Of the least separation and of the gap along the normal, compared with the clearance; and of a
    /// point, as its distance from the surface.
    off: f64,
    /// Of the distance of the cores.
    solved: f64,
    /// The sum of the rounding radii.
    radii: f64,
}

impl Tolerance {
    /// How far sideways one point may be from the other, which is this far along the normal: see [`SOLVED`].
    fn sideways(&self, separation: f64) -> f64 {
        let distance = (separation + self.radii).abs();
        self.rounding + self.solved + Scalar::sqrt(2.0 * distance * self.solved)
    }
}

/// Relative to the size, if neither core is curved. In 120,000 random pairs and 9,000 aligned ones, the
/// clearance was off by 5e-13; once in 100,000 others by 1.5e-10, where the end of a segment was over a
/// rounded edge. Points were off by 4e-10, where crossing edges are nearly parallel.
const STRAIGHT: f64 = 4e-9;
/// The same with a cylinder, a cone or an ellipsoid, whose clearance is accurate to 1e-8, and the normal
/// to the root of this. Observed: 6.1e-8 along the normal, 2.8e-9 off a surface.
const CURVED: f64 = 2e-7;

impl Tolerance {
    fn of<V: Vector>(a: &Body<'_, V>, b: &Body<'_, V>, manifold: &Manifold<V>) -> Self {
        let apart = norm(minus(b.frame.translation, a.frame.translation)).high();
        let size = a.reach() + b.reach() + apart;
        let far = manifold
            .points()
            .iter()
            .fold(size, |m, p| m.max(p.point_a.widen().max_abs()).max(p.point_b.widen().max_abs()));
        let rounding = ROUNDINGS * V::Scalar::EPSILON.to_f64() * far;
        let share = if a.is_curved() || b.is_curved() { CURVED } else { STRAIGHT };
        let (solved, radii) = (SOLVED * size, a.radius() + b.radius());
        Self { rounding, off: share * size + rounding, solved, radii }
    }
}

/// How far ways from point to point may lean against the normal, where contacts are joined whose normals have a cosine of
/// 0.9986 at least.
const ALIKE: f64 = 0.053;

/// Does the manifold contradict itself? Ways may lean by an angle.
fn contradicts_itself<V: Vector>(manifold: &Manifold<V>, tolerance: &Tolerance, lean: f64) -> bool {
    let count = manifold.points().len();
    let normal = exact(manifold.normal);
    let leads = |p: &ContactPoint<V>| {
        let way = minus(exact(p.point_b), exact(p.point_a));
        let off = minus(way, times(normal, Interval::exact(p.separation)));
        let along = dot(off, normal).abs();
        let leaning = lean * p.separation.to_f64().abs();
        along.low() <= tolerance.rounding + tolerance.solved + leaning * lean
            && norm(off).low() <= tolerance.sideways(p.separation.to_f64()) + leaning
            && norm(off).high().is_finite()
    };
    let countable = (1..=if V::DIM == 2 { 2 } else { 4 }).contains(&count);
    !(countable && is_unit(manifold.normal) && manifold.points().iter().all(leads))
}

/// The lower bound of the clearance that the normal proves. With a half-space there is one valid normal:
/// another one proves nothing, and this one proves the known clearance.
fn gap_along<V: Vector>(a: &Body<'_, V>, b: &Body<'_, V>, normal: Triple, known: f64) -> f64 {
    let half = match (&a.kind, &b.kind) {
        (Kind::Core(view_a, radius_a), Kind::Core(view_b, radius_b)) => {
            let b_in_a = b.frame.seen_from(&a.frame);
            let pair = CorePair { a: *view_a, b: *view_b, b_in_a, radii: *radius_a + *radius_b };
            return pair.lower_bound(a.frame.unrotate(normal));
        }
        (Kind::Half(half), _) => a.frame.rotate(exact(half.normal())),
        (_, Kind::Half(half)) => b.frame.rotate(exact(half.normal())).map(|x| -x),
    };
    let off = norm(minus(times(half, Interval::ONE / norm(half)), normal)).high();
    if off <= ROUNDINGS * V::Scalar::EPSILON.to_f64() { known } else { f64::NEG_INFINITY }
}

impl<V: Vector> Body<'_, V> {
    /// Is a point on the surface, within `on`? `out` is a unit vector out of the shape.
    fn on_surface(&self, point: Triple, out: Triple, on: f64) -> Verdict {
        let local = self.local(point);
        match &self.kind {
            Kind::Half(half) => {
                let normal = exact(half.normal());
                let height = dot(normal, local) / norm(normal) - half_space::level(half);
                at_most(height.abs(), on)
            }
            Kind::Core(view, radius) => on_core(view, *radius, local, self.frame.unrotate(out), on)
                .unwrap_or(Verdict::Unproven),
        }
    }
}

/// There must be a point of the shape nearby, and a step out of the shape must not end inside.
///
/// ```text
///                     o  a step of length `on` along the normal: it is above the plane that
///      _______________|_____             supports the shape across the way to it
///                     x  the point: where it is below, the surface is between x and o
/// ```
fn on_core<V: Vector>(
    view: &View<'_, V>,
    radius: Interval,
    point: Triple,
    out: Triple,
    on: f64,
) -> Option<Verdict> {
    let (way, far) = nearest(view, point)?.way(point);
    let beyond = above(view, radius, way, point)?.low() > on * norm(way).high();
    let step = plus(point, times(out, Interval::exact(on)));
    let (up, _) = nearest(view, step)?.way(step);
    let leads_out = norm(up).low() > 0.0 && above(view, radius, up, step)?.low() >= 0.0;
    let fine = (far - radius).high() <= on && leads_out;
    // The hull of points that far off along all axes contains a ball with more than the tolerance as
    // radius.
    let shifted = |i: usize, by: f64| {
        let mut point = point;
        point[i] = point[i] + Interval::exact(by);
        holds(view, radius, point)
    };
    // If two points are in one place there is no tolerance, so nothing is decided.
    let is_deep = || on > 0.0 && (0..V::DIM).all(|i| shifted(i, 2.0 * on) && shifted(i, -2.0 * on));
    Some(either(fine, !fine && (beyond || is_deep())))
}
