//! Every resting case of `cases/cases.jsonl`, in both precisions and both argument orders, against
//! values found with 50-digit arithmetic.
//!
//! An answer is checked for: the value; the normal where it is unique; a decided sign where the
//! value is beyond rounding; bounds that hold the expected value and are as tight as the tolerance;
//! witness points that are on the shapes and that far apart; and a proof that the checker accepts,
//! and that exact rational arithmetic accepts where both shapes are polytopes.
//! Whether a point is on a shape is decided in closed form. For polytopes this uses the reference
//! search over explicit points, and nothing else of the library.

use std::collections::BTreeMap;

use crate::common::cases::{Case, Readable};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::minkowski::polytope_points;
use clearance::minkowski::reference::{self, Explicit};
use clearance::number::{Scalar, binade};
use clearance::shape::{Convex, View, is_wide};
use clearance::space::{DVector, Motion, Vector};
use clearance::verify::{Verdict, check};
use clearance::{
    Certificate, Clearance, Pose, Shape, Status, certificate, clearance, closest_points, distance,
    intersects, penetration, within,
};

/// Coaxial cones and cylinders: the nearest faces of the difference form a ring, which a polytope
/// of few corners approximates badly. The bounds of the closed form are as narrow as of any pair.
/// Those of the certificate hold the true value, but are wider than the tolerance.
const WIDE: [&str; 5] = [
    "coal-collide_conecone-24",
    "coal-GJKSolver_shapeDistance_conecone-55",
    "coal-collide_conecylinder-29",
    "coal-GJKSolver_shapeDistance_conecylinder-58",
    "coal-GJKSolver_shapeDistance_cylindercylinder-52",
];

/// The expected answer, for one order of the arguments.
struct Expected<W> {
    signed_distance: f64,
    intersects: Option<bool>,
    normal: Option<W>,
    /// The tolerance of the expected value.
    tol: f64,
    /// The tolerance of the value of an answer.
    allowed: f64,
    /// The sign may be undecided if the value is below this.
    decided: f64,
    /// The tolerance of the normal of an answer, in radians.
    turn: f64,
    scale: f64,
}

impl<W: DVector> Expected<W> {
    fn new<V: Readable<Wide = W>>(case: &Case, swapped: bool) -> Self {
        let (scale, tol) = (case.scale(), case.expected("tol"));
        let signed_distance = case.expected("signed_distance");
        let wide = is_wide::<V>();
        let unique = case.0["expected"]["normal_unique"] == true;
        let certain = signed_distance.abs() > if wide { 1e-6 } else { 1e-3 } * scale;
        let normal = || case.expected_vector::<V>("normal") * if swapped { -1.0 } else { 1.0 };
        Self {
            signed_distance,
            intersects: case.0["expected"]["intersects"].as_bool(),
            normal: (unique && certain).then(normal),
            tol,
            allowed: match (wide, case.curved()) {
                (false, _) => 1e-5 * scale,
                (true, true) => tol.max(1e-7 * scale),
                (true, false) => tol.max(1e-9 * scale),
            },
            decided: if wide { tol.max(1e-12 * scale) } else { 1e-5 * scale },
            turn: match (wide, case.curved(), signed_distance > 0.0) {
                (false, ..) | (_, true, false) => 1e-3,
                (true, true, true) => 1e-5,
                (true, false, _) => 1e-6,
            },
            scale,
        }
    }
}

/// A pair in one precision and order, with its answer and the errors found.
struct Trial<V: Vector> {
    a: (Shape<V>, Pose<V>),
    b: (Shape<V>, Pose<V>),
    certificate: Certificate<V>,
    expected: Expected<V::Wide>,
    curved: bool,
    complaints: Vec<String>,
}

impl<V: Readable<Wide: Explicit>> Trial<V> {
    fn new(case: &Case, swapped: bool) -> Self {
        let [first, second] = if swapped { ["b", "a"] } else { ["a", "b"] };
        let (a, b) = (case.body::<V>(first), case.body::<V>(second));
        let certificate = certificate(&a.0, &a.1, &b.0, &b.1);
        let expected = Expected::new::<V>(case, swapped);
        Self { a, b, certificate, expected, curved: case.curved(), complaints: Vec::new() }
    }
    fn answer(&self) -> &Clearance<V> {
        &self.certificate.answer
    }
    fn value(&self) -> f64 {
        self.answer().signed_distance.to_f64()
    }
    fn complain_unless(&mut self, fine: bool, what: impl FnOnce() -> String) {
        if !fine {
            self.complaints.push(what());
        }
    }

    fn value_and_bounds(&mut self, may_be_wide: bool) {
        let Expected { signed_distance, tol, allowed, .. } = self.expected;
        let (lower, upper) = (self.answer().lower.to_f64(), self.answer().upper.to_f64());
        let value = self.value();
        let off = (value - signed_distance).abs();
        self.complain_unless(off <= allowed, || format!("{value:e}, off by {off:e}"));
        let holds = lower <= signed_distance + tol && signed_distance - tol <= upper;
        self.complain_unless(holds, || format!("[{lower:e}, {upper:e}] misses the value"));
        let tight = may_be_wide || upper - lower <= allowed;
        self.complain_unless(tight, || format!("the interval is {:e} wide", upper - lower));
    }

    fn sign(&mut self) {
        let Expected { signed_distance, intersects, decided, .. } = self.expected;
        let status = self.answer().status();
        let expected = match intersects {
            Some(true) => Status::Overlapping,
            _ => Status::Apart,
        };
        let open = intersects.is_none() || signed_distance.abs() <= decided;
        self.complain_unless(open || status == expected, || format!("{status:?}"));
    }

    fn normal(&mut self) {
        let Some(expected) = self.expected.normal else { return };
        let off = (self.answer().normal.widen() - expected).norm();
        let turn = self.expected.turn;
        self.complain_unless(off <= turn, || format!("the normal is off by {off:e} rad"));
    }

    /// The other queries, the one named by the case among them.
    fn other_questions(&mut self, may_be_wide: bool) {
        let ((a, pa), (b, pb)) = (&self.a, &self.b);
        let answer = clearance(a, pa, b, pb);
        let Clearance { upper, end, .. } = *self.answer();
        // A certificate of a closed form claims no more than its polytope proves.
        let more = upper.to_f64() - answer.upper.to_f64();
        let claims_less = 0.0 <= more && (may_be_wide || more <= self.expected.allowed);
        let same = answer == *self.answer()
            || claims_less && Clearance { upper, end, ..answer } == *self.answer();
        let tight = answer.upper.to_f64() - answer.lower.to_f64() <= self.expected.allowed;
        let apart = answer.status() == Status::Apart;
        let hit = intersects(a, pa, b, pb);
        let gap = distance(a, pa, b, pb).to_f64();
        let depth = penetration(a, pa, b, pb).map_or(0.0, |p| p.depth.to_f64());
        let pointed = closest_points(a, pa, b, pb).is_some_and(|p| p.distance.to_f64() == gap);
        let allowed = self.expected.allowed;
        let near = |x: f64| V::Scalar::of(answer.signed_distance.to_f64() + x);
        let far = 4.0 * allowed + (answer.upper.to_f64() - answer.lower.to_f64());
        let reach = [far, -far].map(|x| within(a, pa, b, pb, near(x)));
        let value = self.expected.signed_distance;
        self.complain_unless(same, || "the certificate's answer is another one".into());
        self.complain_unless(tight, || format!("the bounds are wide: {answer:?}"));
        self.complain_unless(hit != apart && pointed == apart, || format!("intersects is {hit}"));
        let off = (gap - value.max(0.0)).abs();
        self.complain_unless(off <= allowed, || format!("the distance is off by {off:e}"));
        let off = (depth - (-value).max(0.0)).abs();
        self.complain_unless(off <= allowed, || format!("the depth is off by {off:e}"));
        self.complain_unless(reach == [true, false], || format!("within is {reach:?}"));
    }

    /// The points must be on the shapes, and as far apart along the normal as the value.
    fn points(&mut self) {
        let &Clearance { point_a, point_b, normal, signed_distance, .. } = self.answer();
        let (point_a, point_b) = (point_a.widen(), point_b.widen());
        // Points are rounded to the ulp of their world coordinates.
        let largest = point_a.max_abs().max(point_b.max_abs());
        let rounding = 4.0 * V::Scalar::EPSILON.to_f64() * binade(largest);
        let distance = signed_distance.to_f64();
        let length_off = ((point_b - point_a).norm() - distance.abs()).abs();
        let allowed = 2.0 * rounding + 1e-12 * self.expected.scale;
        self.complain_unless(length_off <= allowed, || format!("points off by {length_off:e}"));
        let along = (point_b - point_a - normal.widen() * distance).norm();
        let allowed = allowed + 1e-6 * distance.abs();
        self.complain_unless(along <= allowed, || format!("points off the normal by {along:e}"));
        let outside = [(&self.a, point_a), (&self.b, point_b)].map(|(body, p)| outside(body, p));
        let allowed = rounding + self.membership();
        let fine = outside.iter().all(|out| *out <= allowed);
        self.complain_unless(fine, || format!("points are outside of their shapes by {outside:?}"));
    }

    /// How far from its shape a witness point may be before it is rounded. Where curved shapes
    /// overlap, the points are moved to be exactly the depth apart along the best axis, which is
    /// known less accurately than the depth.
    fn membership(&self) -> f64 {
        let settled = if self.value() < 0.0 && self.curved { 1e-5 } else { 1e-9 };
        settled * self.expected.scale
    }

    /// The verdicts of the checker and of rational arithmetic.
    fn proof(&mut self) {
        let ((a, pa), (b, pb)) = (&self.a, &self.b);
        let verdict = check(a, pa, b, pb, &self.certificate);
        let fine = verdict == Verdict::Proven || (self.curved && verdict == Verdict::Unproven);
        let confirmed = corners(a).zip(corners(b)).is_none_or(|((a, ra), (b, rb))| {
            crate::common::exact::confirms(&a, pa, &b, pb, [ra, rb], &self.certificate)
        });
        self.complain_unless(fine, || format!("{verdict:?}"));
        self.complain_unless(confirmed, || "not confirmed in rationals".into());
    }
}

/// The corners of a shape's core in its own frame, and its radius; `None` for curved shapes.
fn corners<V: Vector>(shape: &Shape<V>) -> Option<(Vec<V>, V::Scalar)> {
    let Shape::Convex(shape) = shape else { return None };
    let points = polytope_points(shape.view(), &Motion::identity())?;
    Some((points.into_iter().map(V::narrow).collect(), shape.radius()))
}

/// The signed distance of a world point from a shape.
fn outside<V: Vector<Wide: Explicit>>((shape, pose): &(Shape<V>, Pose<V>), p: V::Wide) -> f64 {
    let motion = Motion::of(pose);
    let local = motion.unrotate(p - motion.translation);
    match shape {
        Shape::Convex(shape) => core_distance(shape.view(), local) - shape.radius().to_f64(),
        Shape::HalfSpace(half_space) => {
            let (normal, offset) = half_space.widen();
            local.dot(normal) - offset
        }
    }
}

/// The signed distance of a point from a core, both in the core's frame.
fn core_distance<V: Vector<Wide: Explicit>>(core: View<'_, V>, p: V::Wide) -> f64 {
    let beside = |axis: usize| {
        let across = V::Wide::from_fn(|i| if i == axis { 0.0 } else { p.get(i) });
        (across.norm(), p.get(axis))
    };
    match core {
        View::Ellipsoid { radii } => ellipsoid_distance(radii.widen(), p),
        View::Cylinder { radius, half_height, axis } => {
            let (across, along) = beside(axis);
            let (x, y) = (across - radius.to_f64(), along.abs() - half_height.to_f64());
            x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0)
        }
        View::Cone { radius, half_height, axis } => {
            let ((x, y), r, h) = (beside(axis), radius.to_f64(), half_height.to_f64());
            let section = [(-r, -h), (r, -h), (0.0, h)].map(|(u, v)| DVec2::new(u - x, v - y));
            reference::signed_distance(&section).signed_distance
        }
        corners => {
            let corners = polytope_points(corners, &Motion::identity()).expect("corners");
            let around: Vec<_> = corners.into_iter().map(|c| c - p).collect();
            reference::signed_distance(&around).signed_distance
        }
    }
}

/// The signed distance from an ellipsoid. Outside, the nearest point is where the outward normal,
/// scaled by t, leads to p; t is found by bisection. Inside, a lower bound of the depth: the scaled
/// norm of p, less 1, times the smallest semi-axis.
fn ellipsoid_distance<W: DVector>(radii: W, p: W) -> f64 {
    let nearest = |t: f64| W::from_fn(|i| p.get(i) / (1.0 + t / radii.get(i).powi(2)));
    let level = |q: W| W::from_fn(|i| q.get(i) / radii.get(i)).norm();
    if level(p) <= 1.0 {
        let least = (0..W::DIM).map(|i| radii.get(i)).fold(f64::INFINITY, f64::min);
        return (level(p) - 1.0) * least;
    }
    let (mut low, mut high) = (0.0, radii.max_abs() * p.norm() * 2.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if level(nearest(middle)) > 1.0 { low = middle } else { high = middle }
    }
    (p - nearest(high)).norm()
}

/// Tests a case in one precision and returns the errors found.
fn try_case<V: Readable<Wide: Explicit>>(case: &Case) -> Vec<String> {
    let mut all = Vec::new();
    for swapped in [false, true] {
        let mut trial = Trial::<V>::new(case, swapped);
        trial.value_and_bounds(WIDE.contains(&case.id()));
        trial.sign();
        trial.normal();
        trial.other_questions(WIDE.contains(&case.id()));
        trial.points();
        trial.proof();
        let bits = if is_wide::<V>() { 64 } else { 32 };
        let order = if swapped { ", swapped" } else { "" };
        let complaints =
            trial.complaints.iter().map(|c| format!("{} in f{bits}{order}: {c}", case.id()));
        all.extend(complaints);
    }
    all
}

/// The witness points in f32 equal those in f64 up to 4 ulp of the largest coordinate.
fn f32_points_are_those_of_f64<V: Readable>(case: &Case) -> Vec<String>
where
    V::Wide: Readable,
{
    let ((a, pa), (b, pb)) = (case.body::<V>("a"), case.body::<V>("b"));
    let narrow = clearance(&a, &pa, &b, &pb);
    let ((a, pa), (b, pb)) = (case.body::<V::Wide>("a"), case.body::<V::Wide>("b"));
    let wide = clearance(&a, &pa, &b, &pb);
    let points = [(narrow.point_a, wide.point_a), (narrow.point_b, wide.point_b)];
    let off = points.map(|(n, w)| {
        let ulp = V::Scalar::EPSILON.to_f64() * binade(w.max_abs());
        (n.widen() - w).max_abs() / ulp
    });
    let complaint = || format!("{}: the f32 points are off by {off:?} ulp", case.id());
    off.iter().any(|o| *o > 4.0).then(complaint).into_iter().collect()
}

#[track_caller]
fn none(complaints: &[String], asked: usize) {
    assert!(complaints.is_empty(), "{} of {asked}:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn all_in_f64() {
    let cases = Case::still();
    let complaints = cases.iter().flat_map(|case| match case.dim() {
        3 => try_case::<DVec3>(case),
        _ => try_case::<DVec2>(case),
    });
    none(&complaints.collect::<Vec<_>>(), cases.len());
}

#[test]
fn all_that_f32_can_represent_in_f32() {
    let mut cases = Case::still();
    cases.retain(Case::in_f32);
    let complaints = cases.iter().flat_map(|case| match case.dim() {
        3 => try_case::<Vec3>(case),
        _ => try_case::<Vec2>(case),
    });
    none(&complaints.collect::<Vec<_>>(), cases.len());
}

#[test]
fn points_in_f32_are_those_in_f64() {
    let mut cases = Case::still();
    cases.retain(Case::in_f32);
    let complaints = cases.iter().flat_map(|case| match case.dim() {
        3 => f32_points_are_those_of_f64::<Vec3>(case),
        _ => f32_points_are_those_of_f64::<Vec2>(case),
    });
    none(&complaints.collect::<Vec<_>>(), cases.len());
}

/// The file has cases of all kinds that the tests above need.
#[test]
fn the_cases_are_many_and_of_all_kinds() {
    let cases = Case::still();
    let mut count = BTreeMap::<&str, usize>::new();
    for case in &cases {
        *count.entry(case.query()).or_default() += 1;
        *count.entry(if case.dim() == 3 { "3D" } else { "2D" }).or_default() += 1;
        *count.entry("curved").or_default() += usize::from(case.curved());
        *count.entry("f32").or_default() += usize::from(case.in_f32());
        let expected = &case.0["expected"];
        *count.entry("touching").or_default() += usize::from(expected["touching"] == true);
        *count.entry("overlap").or_default() += usize::from(expected["intersects"] == true);
        *count.entry("flat").or_default() += usize::from(expected["flat_minkowski"] == true);
    }
    println!("{} cases: {count:?}", cases.len());
    for (name, least) in [
        ("distance", 200),
        ("penetration", 130),
        ("intersects", 20),
        ("2D", 80),
        ("3D", 300),
        ("curved", 40),
        ("f32", 80),
        ("touching", 40),
        ("overlap", 150),
        ("flat", 5),
    ] {
        assert!(count[name] >= least, "{name}: {}", count[name]);
    }
    assert!(WIDE.iter().all(|id| cases.iter().any(|case| case.id() == *id)), "unknown case");
}

/// Tests the functions that decide whether a point is on a shape.
#[test]
fn membership_of_simple_cases() {
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-14, "{found}");
    let (radii, p) = (DVec3::new(3.0, 2.0, 1.0), DVec3::new);
    near(ellipsoid_distance(radii, p(0.0, 5.0, 0.0)), 3.0);
    near(ellipsoid_distance(DVec2::splat(5.0), DVec2::new(6.0, 8.0)), 5.0);
    assert!(ellipsoid_distance(radii, p(1.0, 1.0, 0.5)) < 0.0);
    let cone: View<'_, DVec3> = View::Cone { radius: 1.0, half_height: 1.0, axis: 2 };
    near(core_distance(cone, p(0.0, 0.0, 4.0)), 3.0);
    near(core_distance(cone, p(0.0, 4.0, -5.0)), 5.0);
    let cylinder: View<'_, DVec3> = View::Cylinder { radius: 1.0, half_height: 1.0, axis: 0 };
    near(core_distance(cylinder, p(-5.0, 0.0, 4.0)), 5.0);
    near(core_distance(cylinder, p(0.5, 0.25, 0.0)), -0.5);
    near(core_distance(View::Cuboid { half_extents: radii }, p(6.0, 6.0, 0.0)), 5.0);
}
