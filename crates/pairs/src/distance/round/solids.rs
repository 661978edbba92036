//! Solids of revolution that are equally deep along all directions of a circle, so that a search by
//! support points would go around in circles.
//!
//! - A ball against a cone, a cylinder or an ellipsoid: the nearest point of the surface, from inside
//!   or outside, which has a closed form.
//! - Two ellipsoids with the same proportions and orientation: the centre of one, and a third ellipsoid
//!   whose size is the sum of both.
//! - Two solids of revolution around one axis: along a normal that is tilted from the axis by some angle,
//!   both have the support height of their profiles. So the question is one in 2D, and the answer's
//!   points are points of any half-plane beside the axis:
//!
//! ```text
//!           axis
//!             |            cylinder     a rectangle        Clearance, normal and points of the
//!         ____|____        cone         a triangle         profiles are those of the solids, if
//!        |    |    |       ellipsoid    an ellipse         the plane is put through the axis.
//!        |   /|\   |       segment      a segment
//!        |__/_|_\__|
//! ```

use glam::DVec2;

use super::nearness::{Nearness, slack_of, sum};
use crate::answer::{Algorithm, Feature, FeaturePart, Member, Witness};
use crate::distance::point::Nearest;
use crate::distance::surface_point::nearest;
use crate::number::{min, sqrt};
use crate::shape::{
    Convex, ConvexShape, Core, Cuboid, Ellipsoid, Lowered, NO_ID, Rounded, Segment, Triangle,
};
use crate::solution::{Answered, Ask, Solution};
use crate::space::{DVector, Motion, Vector};

/// The largest difference of the bounds of a ball, relative to the size; beyond it the search is better.
const WIDE: f64 = 1e-10;

/// The largest distance of one axis from the other, relative to the size: the rounding of poses.
const BESIDE: f64 = 8.0 * f64::EPSILON;

/// Solves a question in 2D.
pub(crate) type InPlane = fn([&Lowered<'_, DVec2>; 2], &Motion<DVec2>, Ask) -> Answered<DVec2>;

/// Solves a pair of these solids. Fills `proof`, if there is one, with points that prove the upper bound
/// of a gap. Profiles are solved by `in_plane`.
#[inline(never)]
pub(crate) fn solve<W: DVector>(
    a: &Lowered<'_, W>,
    b: &Lowered<'_, W>,
    b_in_a: &Motion<W>,
    ask: Ask,
    proof: Option<&mut Witness<W>>,
    in_plane: InPlane,
) -> Option<Solution<W>> {
    match (*a.core(), *b.core()) {
        (solid, Core::Point(q)) if is_solid(&solid) => {
            let p = b_in_a.apply(q);
            let spot = FootPoint::of(a, p, sum(q) + sum(b_in_a.translation), b.radius_wide())?;
            if let Some(proof) = proof {
                let near = spot.near.unwrap_or(p);
                proof.fill([(Member { a: near, b: q }, 1.0)]);
            }
            Some(spot.found(|n| n, |x| x, p, false).solved(Witness::default()))
        }
        (Core::Point(p), solid) if is_solid(&solid) => {
            let local = b_in_a.unrotate(p - b_in_a.translation);
            let spot = FootPoint::of(b, local, sum(p) + sum(b_in_a.translation), a.radius_wide())?;
            if let Some(proof) = proof {
                let near = spot.near.unwrap_or(local);
                proof.fill([(Member { a: p, b: near }, 1.0)]);
            }
            let found = spot.found(|n| -b_in_a.rotate(n), |x| b_in_a.apply(x), p, true);
            Some(found.solved(Witness::default()))
        }
        (Core::Ellipsoid(e), Core::Ellipsoid(f)) if let Some(times) = alike([e, f], b_in_a) => {
            of_alike(e, times, [a.radius_wide(), b.radius_wide()], b_in_a, proof)
        }
        (core_a, core_b) if W::DIM == 3 => {
            let is_round = |core: &Core<_>| core.is_curved() || matches!(core, Core::Box(_));
            if !is_round(&core_a) && !is_round(&core_b) {
                return None;
            }
            let radii = [a.radius_wide(), b.radius_wide()];
            let solid = [Revolution::of(&core_a)?, Revolution::of(&core_b)?];
            coaxial(solid, radii, b_in_a, ask, proof, in_plane)
        }
        _ => None,
    }
}

fn is_solid<W>(core: &Core<W>) -> bool {
    matches!(core, Core::Cylinder { .. } | Core::Cone { .. } | Core::Ellipsoid(_))
}

/// The factor from the first of two ellipsoids to the second, if they have the same proportions and
/// orientation, up to rounding.
fn alike<W: DVector>([e, f]: [W; 2], b_in_a: &Motion<W>) -> Option<f64> {
    let times = f.get(0) / e.get(0);
    let same = |i: usize| (f.get(i) - times * e.get(i)).abs() <= BESIDE * f.get(i);
    let off = |i: usize, j: usize| {
        let x = b_in_a.columns[i].get(j).abs();
        if i == j { 1.0 - x } else { x }
    };
    let level = (0..W::DIM).all(|i| (0..W::DIM).all(|j| off(i, j) <= BESIDE) && same(i));
    level.then_some(times)
}

/// Two such ellipsoids: the Minkowski sum of both is a third one with the same proportions.
fn of_alike<W: DVector>(
    radii: W,
    times: f64,
    extra: [f64; 2],
    b_in_a: &Motion<W>,
    proof: Option<&mut Witness<W>>,
) -> Option<Solution<W>> {
    let (middle, all) = (b_in_a.translation, 1.0 + times);
    let both = Ellipsoid::new(radii * all).ok().filter(|both| both.radius() == 0.0)?;
    let spot = FootPoint::of(&both, middle, sum(middle), extra[0] + extra[1])?;
    let (a, way) = (spot.foot * (1.0 / all), spot.foot * (-times / all));
    if let Some(proof) = proof {
        // If the point is inside, a point between both centres is common to both.
        let [p, q] = match spot.near {
            Some(_) => [a, b_in_a.unrotate(way)],
            None => [middle * (1.0 / all), b_in_a.unrotate(middle * (-times / all))],
        };
        proof.fill([(Member { a: p, b: q }, 1.0)]);
    }
    let mut solved = spot.found(|n| n, |x| x, middle, false).solved(Witness::default());
    let slack = 4.0 * BESIDE * (sum(radii) * all);
    (solved.lower, solved.upper) = (solved.lower - slack, solved.upper + slack);
    (solved.point_a, solved.point_b) = (a, middle + way);
    Some(solved)
}

/// A point beside a solid, in the solid's frame.
struct FootPoint<W> {
    /// The nearest point of the surface.
    foot: W,
    /// Of length 1, out of the solid.
    normal: W,
    lower: f64,
    upper: f64,
    distance: f64,
    /// The nearest point of the solid; `None` if that is the point itself.
    near: Option<W>,
}

impl<W: DVector> FootPoint<W> {
    /// `way` is the vector by which the point was translated into the frame.
    fn of<C: Convex>(solid: &C, point: W, way: f64, radius: f64) -> Option<Self>
    where
        C::V: Vector<Wide = W>,
    {
        let reach = solid.reach();
        let size = reach + way;
        let slack = slack_of(size, radius + solid.radius_wide())? + solid.support_error();
        let found = nearest(solid, point)?.usable(0.0, f64::INFINITY)?;
        let Nearest { point: foot, normal, distance, error } = found;
        let gap = normal.dot(point - solid.support_wide(normal, NO_ID).point);
        let apart = point - foot;
        let most = if distance > 0.0 { sqrt(apart.dot(apart)) } else { distance + error };
        let (lower, upper) = (min(gap, distance) - slack, most + slack);
        let near = (distance > 0.0).then_some(foot);
        (upper - lower <= WIDE * size + 4.0 * slack).then_some(Self {
            foot,
            normal,
            lower,
            upper,
            distance,
            near,
        })
    }

    /// In the frame of A.
    fn found(
        &self,
        turn: impl Fn(W) -> W,
        place: impl Fn(W) -> W,
        point: W,
        is_b: bool,
    ) -> Nearness<W> {
        let Self { foot, normal, lower, upper, distance, .. } = *self;
        let (foot, part) = (place(foot), FeaturePart::Vertex(0));
        Nearness {
            lower,
            upper,
            estimate: distance,
            axis: turn(normal),
            points: if is_b { [point, foot] } else { [foot, point] },
            parts: [part; 2],
            faces: [false; 2],
        }
    }
}

/// A solid of revolution, in its own frame.
struct Revolution<W> {
    middle: W,
    /// Of length 1.
    axis: W,
    /// In 2D; the second coordinate is along the axis, from the middle.
    profile: ConvexShape<DVec2>,
}

impl<W: DVector> Revolution<W> {
    fn of(core: &Core<W>) -> Option<Self> {
        let around = |axis, profile| Some(Self { middle: W::ZERO, axis: W::unit(axis), profile });
        match *core {
            Core::Segment([p, q]) => {
                let (middle, half) = ((p + q) * 0.5, (q - p) * 0.5);
                let end = DVec2::new(0.0, sqrt(half.dot(half)));
                let profile = Segment::new(-end, end).ok()?.into();
                Some(Self { middle, axis: half.unit_along()?, profile })
            }
            Core::Cylinder { radius, half_height, axis } => {
                around(axis, Cuboid::new(DVec2::new(radius, half_height)).ok()?.into())
            }
            Core::Cone { radius: r, half_height: h, axis } => {
                let corners = [DVec2::new(-r, -h), DVec2::new(r, -h), DVec2::new(0.0, h)];
                around(axis, Triangle::new(corners[0], corners[1], corners[2]).ok()?.into())
            }
            Core::Ellipsoid(radii) => {
                let axis = (0..3).find(|i| radii.get((i + 1) % 3) == radii.get((i + 2) % 3))?;
                let sizes = DVec2::new(radii.get((axis + 1) % 3), radii.get(axis));
                around(axis, Ellipsoid::new(sizes).ok()?.into())
            }
            _ => None,
        }
    }
}

/// Two solids around one axis; `None` if the axes differ by more than rounding.
fn coaxial<W: DVector>(
    [a, b]: [Revolution<W>; 2],
    radii: [f64; 2],
    b_in_a: &Motion<W>,
    ask: Ask,
    proof: Option<&mut Witness<W>>,
    in_plane: InPlane,
) -> Option<Solution<W>> {
    let (way, axis) = (b_in_a.apply(b.middle) - a.middle, b_in_a.rotate(b.axis));
    let height = way.dot(a.axis);
    let sign = if axis.dot(a.axis) < 0.0 { -1.0 } else { 1.0 };
    let [aside, lean] = [way - a.axis * height, axis - a.axis * sign].map(|v| sum(v));
    let reach = a.profile.reach() + b.profile.reach();
    let size = reach + sum(a.middle) + sum(b.middle) + sum(b_in_a.translation);
    if aside > BESIDE * size || lean > BESIDE {
        return None;
    }
    let slack = slack_of(size, radii[0] + radii[1])? + aside + lean * reach;
    let rounded = |solid: &Revolution<W>, radius| Rounded::new(solid.profile.clone(), radius).ok();
    let (flat_a, flat_b) = (rounded(&a, radii[0])?, rounded(&b, radii[1])?);
    let solid = Motion {
        columns: [DVec2::X * sign, DVec2::Y * sign, DVec2::ZERO],
        translation: DVec2::new(0.0, height),
    };
    let ask = if matches!(ask, Ask::Within(_)) { ask } else { Ask::Clearance };
    let flat = [&Lowered::of(&flat_a), &Lowered::of(&flat_b)];
    let plane = in_plane(flat, &solid, ask)?;
    // Any direction perpendicular to the axis will do.
    let out = {
        let i =
            (1..3).fold(0, |m, i| if a.axis.get(i).abs() < a.axis.get(m).abs() { i } else { m });
        (W::unit(i) - a.axis * a.axis.get(i)).unit_along()?
    };
    let out_of_b = b_in_a.unrotate(out) * sign;
    let lift = |v: DVec2| out * v.x + a.axis * v.y;
    if let Some(proof) = proof {
        let parts = plane.witness.parts().map(|(Member { a: p, b: q }, weight)| {
            let member =
                Member { a: lift(p) + a.middle, b: out_of_b * q.x + b.axis * q.y + b.middle };
            (member, weight)
        });
        proof.fill(parts);
    }
    Some(Solution {
        lower: plane.lower - slack,
        upper: plane.upper + slack,
        estimate: plane.estimate,
        axis: lift(plane.axis),
        normal: lift(plane.normal),
        witness: Witness::default(),
        point_a: lift(plane.point_a) + a.middle,
        point_b: lift(plane.point_b) + a.middle,
        end: plane.end,
        algorithm: Algorithm::ClosedForm,
        feature: Feature::None,
        steps: plane.steps,
    })
}
