//! The interval checker against its exact form, and the relative pose against exact arithmetic.

use crate::common::exact::{self, Polytopes, RBig, confirms, dot, minus, number, point};
use clearance::answer::{Algorithm, Clearance, End, Evidence, Member, Place, Surface, Witness};
use clearance::number::Scalar;
use clearance::shape::{Convex, Ellipsoid, Hull};
use clearance::space::{MOTION_ERROR, Motion, Turn, Vector};
use clearance::verify::{Verdict, bracket, check};
use clearance::{Certificate, Pose};
use clearance_testing::Random;
use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

fn vector<V: Vector>(random: &mut Random, scale: f64) -> V {
    V::from_fn(|_| V::Scalar::of(random.signed() * scale))
}

/// A vector type with random rotations.
trait Space: Vector {
    fn random_turn(random: &mut Random) -> <Self::Turn as Turn>::Given;
}

macro_rules! spaces {
    ($($v:ty: $random:ident => $turn:expr;)*) => {
        $(impl Space for $v {
            fn random_turn($random: &mut Random) -> <Self::Turn as Turn>::Given {
                $turn
            }
        })*
    };
}

spaces! {
    Vec2: r => r.signed() as f32 * 3.2;
    DVec2: r => r.signed() * 3.2;
    Vec3: r => Quat::from_array([0; 4].map(|_| r.signed() as f32));
    DVec3: r => DQuat::from_array([0; 4].map(|_| r.signed()));
}

fn random_pose<V: Space>(random: &mut Random, offset: f64) -> Pose<V> {
    Pose::new(vector(random, offset), V::random_turn(random)).expect("a finite pose")
}

/// Two hulls of a few points, with random poses and a random certificate.
struct Case<V: Vector> {
    a: Hull<V>,
    b: Hull<V>,
    pose_a: Pose<V>,
    pose_b: Pose<V>,
    certificate: Certificate<V>,
}

impl<V: Space> Case<V> {
    /// The centres are about `spread` apart, far from the origin in half of the cases.
    fn new(random: &mut Random, spread: f64) -> Self {
        let mut hull = || {
            let points: Vec<V> = (0..4 + random.below(8)).map(|_| vector(random, 1.0)).collect();
            Hull::new(points).expect("finite points")
        };
        let (a, b) = (hull(), hull());
        let offset = *random.one_of(&[1.0, 1e3]);
        let pose_a = random_pose::<V>(random, offset);
        let beside = pose_a.translation() + vector(random, spread);
        let pose_b = Pose::new(beside, V::random_turn(random)).expect("a finite pose");
        let axis: V::Wide = vector(random, 1.0);
        let mut weight = || random.signed().abs() / 3.0;
        let weights = [weight(), weight(), weight(), 0.0];
        let corner = |random: &mut Random| Member {
            a: a.points()[random.below(a.points().len())].widen(),
            b: b.points()[random.below(b.points().len())].widen(),
        };
        let count = 1 + random.below(4);
        let witness =
            Witness::new((0..count).map(|i| (corner(random), weights[(3 - (count - 1)) + i])));
        let surface = Some(surface(random, &a, &b, &Motion::b_in_a(&pose_a, &pose_b)));
        let answer = Clearance {
            signed_distance: V::Scalar::ZERO,
            lower: -V::Scalar::INFINITY,
            upper: V::Scalar::INFINITY,
            normal: V::unit(0),
            point_a: V::ZERO,
            point_b: V::ZERO,
            place_a: Place::default(),
            place_b: Place::default(),
            inside: false,
            end: End::Converged,
            algorithm: Algorithm::Epa,
            feature: Default::default(),
            iterations: 0,
            evidence: Evidence { axis, witness },
        };
        Self { a, b, pose_a, pose_b, certificate: Certificate { surface, ..answer.into() } }
    }

    fn exact(&self) -> Polytopes<'_, V> {
        let radii = [V::Scalar::ZERO; 2];
        Polytopes::new(self.a.points(), &self.pose_a, self.b.points(), &self.pose_b, radii)
    }
}

/// The octahedron (in 2D, the quadrilateral) of the extreme points of the difference along the
/// coordinate axes. It may or may not contain the origin.
fn surface<V: Space>(
    random: &mut Random,
    a: &Hull<V>,
    b: &Hull<V>,
    b_in_a: &Motion<V::Wide>,
) -> Surface<V::Wide> {
    let farthest = |hull: &Hull<V>, along: V::Wide| {
        let points = hull.points().iter().map(|p| p.widen());
        points.max_by(|p, q| p.dot(along).total_cmp(&q.dot(along))).expect("a point")
    };
    let mut member = |axis: usize, sign: f64| {
        let tilt: V::Wide = vector(random, 0.3);
        let along = <V::Wide as Vector>::unit(axis) * sign + tilt;
        Member { a: farthest(a, along), b: farthest(b, b_in_a.unrotate(-along)) }
    };
    let members = (0..V::DIM).flat_map(|i| [(i, 1.0), (i, -1.0)]);
    let members = members.map(|(i, sign)| member(i, sign)).collect();
    let faces: &[[u32; 3]] = if V::DIM == 3 {
        &[[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]]
    } else {
        &[[0, 2, 0], [2, 1, 0], [1, 3, 0], [3, 0, 0]]
    };
    Surface { members, faces: faces.to_vec() }
}

/// The checker's bounds are the exact ones, rounded outward by at most one `f64`.
fn brackets_are_tight<V: Space>(seed: u64) {
    let mut random = Random::new(seed);
    let mut enclosed = 0;
    for _ in 0..60 {
        let case = Case::<V>::new(&mut random, 0.5);
        let exact = case.exact();
        let mut certificate = case.certificate.clone();
        // The normal is tried as an axis as well: use the same one for both, up to rounding.
        let of = |c: &Certificate<V>| bracket(&case.a, &case.pose_a, &case.b, &case.pose_b, c);
        let lower = of(&certificate).lower;
        let by_axis = |x: f64| exact.axis_proves(&point(certificate.answer.evidence.axis), x);
        let normal = certificate.answer.normal;
        let by_normal = |x: f64| exact.axis_proves(&exact.in_a(normal), x);
        assert!(by_axis(lower) || by_normal(lower), "lower");
        assert!(!by_axis(lower.next_up()) && !by_normal(lower.next_up()), "lower, up");

        let surface = certificate.surface.take().expect("a surface");
        let upper = of(&certificate).upper;
        assert!(exact.witness_proves(&certificate.answer.evidence.witness, upper), "witness");
        let below = upper.next_down();
        assert!(!exact.witness_proves(&certificate.answer.evidence.witness, below), "witness");

        certificate.answer.evidence.witness = Witness::default();
        certificate.surface = Some(surface.clone());
        let upper = of(&certificate).upper;
        if upper < 0.0 {
            enclosed += 1;
            assert!(exact.surface_proves(&surface, upper), "surface");
            assert!(!exact.surface_proves(&surface, upper.next_down()), "surface");
        } else {
            assert!(!exact.surface_proves(&surface, 0.0), "a surface that holds the origin");
        }
    }
    assert!((10..56).contains(&enclosed), "{enclosed} of 60 surfaces hold the origin");
}

#[test]
fn brackets_are_tight_in_2d() {
    brackets_are_tight::<DVec2>(1);
    brackets_are_tight::<Vec2>(2);
}

#[test]
fn brackets_are_tight_in_3d() {
    brackets_are_tight::<DVec3>(3);
    brackets_are_tight::<Vec3>(4);
}

/// The signed distance of the hulls by brute force: the best axis among the normals of all
/// triangles (in 2D, edges) of the difference.
fn best_axis<V: Vector>(points: &[V::Wide]) -> f64 {
    let gap = |n: V::Wide| {
        let lowest = points.iter().map(|p| -p.dot(n)).fold(f64::INFINITY, f64::min);
        if n.norm() > 1e-9 { lowest / n.norm() } else { f64::NEG_INFINITY }
    };
    let both = |n: V::Wide| gap(n).max(gap(-n));
    let mut best = f64::NEG_INFINITY;
    for (i, p) in points.iter().enumerate() {
        for (j, q) in points[..i].iter().enumerate() {
            let u = *q - *p;
            if V::DIM == 2 {
                best =
                    best.max(both(V::Wide::from_fn(|i| if i == 0 { u.get(1) } else { -u.get(0) })));
            }
            for r in points[..j].iter().filter(|_| V::DIM == 3) {
                let v = *r - *p;
                let turned = |i: usize| {
                    let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                    u.get(j) * v.get(k) - u.get(k) * v.get(j)
                };
                best = best.max(both(V::Wide::from_fn(turned)));
            }
        }
    }
    best
}

/// Without a surface in the certificate, the checker computes the depth of polytopes itself.
fn own_depths_are_right<V: Space>(seed: u64) {
    let mut random = Random::new(seed);
    let mut deep = 0;
    for _ in 0..40 {
        let mut case = Case::<V>::new(&mut random, 0.5);
        let motion = Motion::b_in_a(&case.pose_a, &case.pose_b);
        let b: Vec<V::Wide> = case.b.points().iter().map(|p| motion.apply(p.widen())).collect();
        let a = case.a.points().iter().map(|p| p.widen());
        let points: Vec<V::Wide> = a.flat_map(|a| b.iter().map(move |b| a - *b)).collect();
        let best = best_axis::<V>(&points);

        case.certificate.surface = None;
        case.certificate.answer.evidence.witness = Witness::default();
        case.certificate.answer.upper = -V::Scalar::ONE;
        let upper = bracket(&case.a, &case.pose_a, &case.b, &case.pose_b, &case.certificate).upper;
        if best < -1e-9 {
            deep += 1;
            assert!((upper - best).abs() < 1e-12 && upper < 0.0, "{upper} {best}");
        } else {
            assert_eq!(upper, f64::INFINITY, "{best}");
        }
    }
    assert!((10..40).contains(&deep), "{deep} of 40 pairs overlap");
}

#[test]
fn own_depths_are_those_of_brute_force() {
    own_depths_are_right::<DVec2>(13);
    own_depths_are_right::<Vec2>(14);
    own_depths_are_right::<DVec3>(15);
    own_depths_are_right::<Vec3>(16);
}

impl<V: Space> Case<V> {
    /// The verdict on the bounds alone. These answers have no witness points, so [`check`] never
    /// proves more, and it refutes every answer whose bounds are refuted.
    fn of_bounds(&self) -> Verdict {
        let Self { a, b, pose_a, pose_b, certificate } = self;
        let proven = bracket(a, pose_a, b, pose_b, certificate);
        let [lower, upper] =
            [certificate.answer.lower, certificate.answer.upper].map(|x| x.to_f64());
        let verdict = if proven.upper < lower || upper < proven.lower {
            Verdict::Refuted
        } else if lower <= proven.lower && proven.upper <= upper {
            Verdict::Proven
        } else {
            Verdict::Unproven
        };
        let of_all = check(a, pose_a, b, pose_b, certificate);
        assert!(of_all == verdict || of_all == Verdict::Refuted || of_all == Verdict::Unproven);
        assert!(of_all == Verdict::Refuted || verdict != Verdict::Refuted);
        verdict
    }
}

/// Claims that equal the proven bounds or differ from them by a few roundings. They are proven
/// exactly where the exact form confirms them, and refuted only where it does not.
fn verdicts_agree<V: Space>(seed: u64) -> [usize; 3] {
    let mut random = Random::new(seed);
    let mut count = [0; 3];
    for i in 0..150 {
        let spread = if i % 3 == 0 { 0.3 } else { 3.0 };
        let mut case = Case::<V>::new(&mut random, spread);
        let proven = bracket(&case.a, &case.pose_a, &case.b, &case.pose_b, &case.certificate);
        let epsilon = V::Scalar::EPSILON.to_f64();
        let mut off = || match random.below(6) {
            0 => 0.0,
            1 => 1.0,
            n => (n as f64 - 3.5) * 4.0 * epsilon,
        };
        let (low_off, high_off) = (off(), off());
        let answer = &mut case.certificate.answer;
        answer.lower = V::Scalar::below(proven.lower + proven.lower.abs() * low_off);
        answer.upper = V::Scalar::above(proven.upper + proven.upper.abs() * high_off);
        if i % 25 == 0 {
            // Claims that contradict the proven bounds.
            answer.lower = V::Scalar::of(proven.upper + 0.5);
            answer.upper = answer.lower + V::Scalar::ONE;
        }
        answer.signed_distance = answer.lower;
        let verdict = case.of_bounds();
        let exact = confirms(
            case.a.points(),
            &case.pose_a,
            case.b.points(),
            &case.pose_b,
            [V::Scalar::ZERO; 2],
            &case.certificate,
        );
        assert_eq!(verdict == Verdict::Proven, exact, "case {i}: {verdict:?}");
        count[verdict as usize] += 1;
    }
    count
}

#[test]
fn verdicts_are_those_of_the_exact_form() {
    for count in [
        verdicts_agree::<Vec2>(5),
        verdicts_agree::<DVec2>(6),
        verdicts_agree::<Vec3>(7),
        verdicts_agree::<DVec3>(8),
    ] {
        assert!(count.iter().all(|n| *n >= 5), "proven, refuted, unproven: {count:?}");
    }
}

/// For any certificate the checker terminates and proves nothing false.
fn garbage_does_not_panic<V: Space>(seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..300 {
        let mut case = Case::<V>::new(&mut random, 0.5);
        let mut wild = |x: f64| match random.below(8) {
            0 => f64::from_bits(random.bits()),
            1 => f64::NAN,
            2 => f64::INFINITY * random.signed(),
            3 => 2.0_f64.powi(random.below(2100) as i32 - 1080) * random.signed(),
            _ => x,
        };
        let Certificate { answer, surface, .. } = &mut case.certificate;
        let evidence = &mut answer.evidence;
        let wild_vector = |v: V::Wide, wild: &mut dyn FnMut(f64) -> f64| {
            <V::Wide as Vector>::from_fn(|i| wild(v.get(i)))
        };
        evidence.axis = wild_vector(evidence.axis, &mut wild);
        let parts: Vec<_> = evidence.witness.parts().map(|(m, w)| (m, wild(w))).collect();
        evidence.witness = Witness::new(parts);
        answer.lower = V::Scalar::of(wild(-9.0));
        answer.upper = V::Scalar::of(wild(9.0));
        answer.signed_distance = V::Scalar::of(wild(0.0));
        let surface = surface.as_mut().expect("a surface");
        for member in &mut surface.members {
            member.a = wild_vector(member.a, &mut wild);
        }
        for index in surface.faces.iter_mut().flatten() {
            if random.below(8) == 0 {
                *index = random.bits() as u32 >> (random.bits() % 32);
            }
        }
        let verdict = check(&case.a, &case.pose_a, &case.b, &case.pose_b, &case.certificate);
        let answer = &case.certificate.answer;
        let ordered = answer.lower <= answer.upper;
        assert!(ordered || verdict == Verdict::Refuted);
        // The hulls are within 2 of their origins, and the origins within 1 of each other.
        let far = answer.lower > V::Scalar::of(9.5);
        assert!(!far || verdict != Verdict::Proven);
    }
}

#[test]
fn garbage_never_panics() {
    garbage_does_not_panic::<Vec2>(17);
    garbage_does_not_panic::<DVec2>(18);
    garbage_does_not_panic::<Vec3>(19);
    garbage_does_not_panic::<DVec3>(20);
}

/// The error of `Motion::b_in_a` applied to a point, in units of
/// `f64::EPSILON * (|point| + |translation|)`: the largest of many.
fn motion_error<V: Space<Wide = W>, W: Space<Scalar = f64, Wide = W>>(seed: u64) -> f64 {
    let mut random = Random::new(seed);
    let mut largest = 0.0_f64;
    for _ in 0..500 {
        let [offset, gap, size] = [0; 3].map(|_| *random.one_of(&[1e6, 1.0, 1e-3, 1e-6]));
        let pose_a = random_pose::<V>(&mut random, offset);
        let gap: V = vector(&mut random, gap);
        let turn = V::random_turn(&mut random);
        let pose_b = Pose::new(pose_a.translation() + gap, turn).expect("a finite pose");
        let p: W = vector(&mut random, size);

        let motion = Motion::b_in_a(&pose_a, &pose_b);
        let truth = exact::b_in_a(&pose_a, &pose_b, &point(p));
        let off = minus(&point(motion.apply(p)), &truth);
        // Squares of errors near 1e-22 of lengths near 1e-6 are far from underflow.
        let error = dot(&off, &off).to_f64().value().sqrt();
        let scale = f64::EPSILON * (p.norm() + motion.translation.norm());
        largest = largest.max(error / scale);
    }
    largest
}

#[test]
fn the_relative_pose_is_within_its_error_bound() {
    let ratios = [
        motion_error::<Vec2, DVec2>(9),
        motion_error::<DVec2, DVec2>(10),
        motion_error::<Vec3, DVec3>(11),
        motion_error::<DVec3, DVec3>(12),
    ];
    println!("errors of b_in_a: {ratios:.2?}, of {MOTION_ERROR} allowed");
    assert!(ratios.iter().all(|r| *r <= MOTION_ERROR && *r > 0.0), "{ratios:?}");
}

/// Round shapes: the corners of the surface are rounded support points, and none is exactly in the
/// shape.
#[test]
fn surfaces_of_round_shapes_reach_the_depth() {
    let mut random = Random::new(21);
    let expected = -2.0 / 3.0_f64.sqrt();
    for _ in 0..20 {
        // With equal radii it would be a rounded point.
        let ball = DVec3::new(1.0, 1.0, 1.0 - f64::EPSILON);
        let ball = Ellipsoid::new(ball).expect("positive");
        let [pose_a, pose_b] =
            [0; 2].map(|_| Pose::new(DVec3::ONE, DVec3::random_turn(&mut random)));
        let (pose_a, pose_b) = (pose_a.expect("finite"), pose_b.expect("finite"));
        let b_in_a = Motion::b_in_a(&pose_a, &pose_b);
        // The difference is the ball of radius 2 around the origin; the surface is an octahedron.
        let mut certificate = Case::<DVec3>::new(&mut random, 1.0).certificate;
        let surface = certificate.surface.as_mut().expect("a surface");
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|e| [e, -e]);
        for (member, axis) in surface.members.iter_mut().zip(axes) {
            let along = axis + vector::<DVec3>(&mut random, 1e-9);
            *member = Member { a: ball.support(along), b: ball.support(b_in_a.unrotate(-along)) };
        }
        let found = bracket(&ball, &pose_a, &ball, &pose_b, &certificate);
        assert!((found.upper - expected).abs() < 1e-8, "{found:?} {expected}");
        assert!((found.lower + 2.0).abs() < 1e-14, "{found:?}");
    }
}

#[test]
fn the_exact_form_on_simple_cases() {
    let square = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let square = square.map(|(x, y)| DVec2::new(x, y));
    let pose = Pose::at(DVec2::new(3.0, 0.0)).expect("finite");
    let pair = Polytopes::new(&square, &Pose::IDENTITY, &square, &pose, [0.25, 0.0]);
    assert!(pair.axis_proves(&point(DVec2::X * 7.0), 0.75));
    assert!(!pair.axis_proves(&point(DVec2::X * 7.0), 0.75_f64.next_up()));
    let corner = |y: f64| Member { a: DVec2::new(1.0, y), b: DVec2::new(-1.0, y) };
    let witness = Witness::new([(corner(1.0), 0.5), (corner(-1.0), 0.0)]);
    assert!(pair.witness_proves(&witness, 0.75));
    assert!(!pair.witness_proves(&witness, 0.75_f64.next_down()));
    assert_eq!(number(0.5) + number(0.25), RBig::from(3) / RBig::from(4));
}
