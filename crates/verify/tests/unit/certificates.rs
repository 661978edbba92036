//! Hand-made certificates: right ones are proven, and every manipulation is noticed.

use std::vec;
use std::vec::Vec;

use clearance::{Axis, Error, Rounded, d2, d2_f64, d3, d3_f64};
use clearance_geometry::answer::{
    Algorithm, Certificate, Clearance, End, Evidence, Member, Place, Surface, Witness,
};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, HalfSpace};
use clearance_geometry::space::{Pose, Vector};
use clearance_verify::*;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

type Parts<W> = Vec<(Member<W>, f64)>;

/// A certificate with this axis, a unit vector in A's frame, and these witness parts.
fn certificate<V: Vector>(
    bounds: [f64; 2],
    axis: V::Wide,
    parts: Parts<V::Wide>,
) -> Certificate<V> {
    let [lower, upper] = bounds.map(V::Scalar::of);
    let answer = Clearance {
        signed_distance: lower.max(upper.min(V::Scalar::ZERO)),
        lower,
        upper,
        normal: V::narrow(axis),
        point_a: V::ZERO,
        point_b: V::ZERO,
        place_a: Place::default(),
        place_b: Place::default(),
        inside: false,
        end: End::Converged,
        algorithm: Algorithm::Gjk,
        feature: Default::default(),
        iterations: 1,
        evidence: Evidence { axis, witness: Witness::new(parts) },
    };
    answer.into()
}

/// The same with these points.
fn at<V: Vector>(certificate: Certificate<V>, point_a: V, point_b: V) -> Certificate<V> {
    let answer = Clearance { point_a, point_b, ..certificate.answer };
    Certificate { answer, ..certificate }
}

/// A pair and its certificate, which the tests manipulate. A is at the origin.
struct Case<A: Convex, B: Convex<V = A::V>> {
    a: A,
    b: B,
    pose_b: Pose<A::V>,
    certificate: Certificate<A::V>,
}

impl<A: Convex, B: Convex<V = A::V>> Case<A, B> {
    fn check(&self, certificate: &Certificate<A::V>) -> Verdict {
        check(&self.a, &Pose::IDENTITY, &self.b, &self.pose_b, certificate)
    }
    fn after(&self, tamper: impl FnOnce(&mut Certificate<A::V>)) -> Verdict {
        let mut certificate = self.certificate.clone();
        tamper(&mut certificate);
        self.check(&certificate)
    }
    /// It is proven as it is, and refuted once a bound is moved beyond the truth.
    fn is_tight(&self) {
        let half = A::V::unit(0).get(0) * <A::V as Vector>::Scalar::of(0.5);
        assert_eq!(self.check(&self.certificate), Verdict::Proven);
        let raised = self.after(|c| {
            let upper = c.answer.upper;
            c.answer.lower = upper + half;
            c.answer.upper = upper + half + half;
            c.answer.signed_distance = c.answer.lower;
        });
        assert_eq!(raised, Verdict::Refuted);
        let lowered = self.after(|c| {
            let lower = c.answer.lower;
            c.answer.upper = lower - half;
            c.answer.lower = lower - half - half;
            c.answer.signed_distance = c.answer.upper;
        });
        assert_eq!(lowered, Verdict::Refuted);
    }
}

/// Unit boxes 1 apart along x. The faces' centres are halfway between corners.
fn boxes() -> Result<Case<d3::Cuboid, d3::Cuboid>, Error> {
    let corner = |y: f64| Member { a: DVec3::new(1.0, y, y), b: DVec3::new(-1.0, y, y) };
    Ok(Case {
        a: d3::Cuboid::new(Vec3::ONE)?,
        b: d3::Cuboid::new(Vec3::ONE)?,
        pose_b: Pose::at(Vec3::new(3.0, 0.0, 0.0))?,
        certificate: at(
            certificate([1.0, 1.0], DVec3::X, vec![(corner(1.0), 0.5), (corner(-1.0), 0.0)]),
            Vec3::X,
            Vec3::X * 2.0,
        ),
    })
}

/// A point in the middle of an octahedron.
fn octahedra() -> Result<Case<d3_f64::Hull, d3_f64::Point>, Error> {
    let corners: Vec<DVec3> =
        [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|e| [e, -e]).collect();
    let members = corners.iter().map(|a| Member { a: *a, b: DVec3::ZERO }).collect();
    // 0 and 1 are +-x, 2 and 3 +-y, 4 and 5 +-z.
    let faces = vec![
        [0, 2, 4],
        [2, 1, 4],
        [1, 3, 4],
        [3, 0, 4],
        [2, 0, 5],
        [1, 2, 5],
        [3, 1, 5],
        [0, 3, 5],
    ];
    let depth = 1.0 / Scalar::sqrt(3.0_f64);
    let axis = DVec3::splat(depth);
    // The square root and its reciprocal were rounded: 2^-50 is enough for both.
    let bounds = [-depth - 1e-15, -depth + 1e-15];
    let mut certificate = certificate(bounds, axis, vec![]);
    certificate.answer.signed_distance = -depth;
    certificate.answer.point_a = DVec3::splat(1.0 / 3.0);
    certificate.surface = Some(Surface { members, faces });
    Ok(Case {
        a: d3_f64::Hull::new(corners)?,
        b: d3_f64::Point::new(DVec3::ZERO)?,
        pose_b: Pose::IDENTITY,
        certificate,
    })
}

#[test]
fn boxes_apart() -> Result<(), Error> {
    boxes()?.is_tight();
    Ok(())
}

#[test]
fn balls_and_capsules_apart_and_overlapping_by_their_radii() -> Result<(), Error> {
    let centers = vec![(Member { a: DVec3::ZERO, b: DVec3::ZERO }, 1.0)];
    for (distance, clearance) in [(4.0, 1.0), (2.0, -1.0), (0.25, -2.75)] {
        Case {
            a: d3::Sphere::new(1.0)?,
            b: d3::Sphere::new(2.0)?,
            pose_b: Pose::at(Vec3::new(0.0, distance, 0.0))?,
            certificate: at(
                certificate([clearance; 2], DVec3::Y, centers.clone()),
                Vec3::Y,
                Vec3::Y * (distance - 2.0),
            ),
        }
        .is_tight();
    }
    let ends = vec![(Member { a: DVec2::Y, b: DVec2::ZERO }, 1.0)];
    let certificate = certificate([4.0; 2], DVec2::new(0.6, 0.8), ends);
    let mut certificate = at(certificate, Vec2::new(0.3, 1.4), Vec2::new(2.7, 4.6));
    // 0.6 and 0.8 are rounded, and the gap along them is a little below that along the true axis.
    certificate.answer.evidence.axis = DVec2::new(3.0, 4.0);
    Case {
        a: d2::Capsule::new(Vec2::NEG_Y, Vec2::Y, 0.5)?,
        b: Rounded::new(d2::Circle::new(0.25)?, 0.25)?,
        pose_b: Pose::at(Vec2::new(3.0, 5.0))?,
        certificate,
    }
    .is_tight();
    Ok(())
}

#[test]
fn a_cylinder_over_a_turned_box() -> Result<(), Error> {
    // B is turned by a quarter about z, so its height along x is 0.5.
    let quarter = core::f64::consts::FRAC_1_SQRT_2;
    let case = Case {
        a: d3_f64::Cylinder::new(Axis::X, 2.0, 1.0)?,
        b: d3_f64::Cuboid::new(DVec3::new(1.0, 0.5, 0.25))?,
        pose_b: Pose::new(DVec3::new(4.0, 0.0, 0.0), DQuat::from_xyzw(0.0, 0.0, quarter, quarter))?,
        certificate: at(
            certificate(
                [1.5, 1.5],
                DVec3::X,
                vec![
                    (Member { a: DVec3::X * 2.0, b: DVec3::new(0.25, 0.5, 0.0) }, 0.5),
                    (Member { a: DVec3::X * 2.0, b: DVec3::new(-0.25, 0.5, 0.0) }, 0.5),
                ],
            ),
            DVec3::X * 2.0,
            DVec3::X * 3.5,
        ),
    };
    case.is_tight();
    let outside = case.after(|c| {
        let far = Member { a: DVec3::X * 2.5, b: DVec3::Y * 0.5 };
        c.answer.evidence.witness = Witness::new([(far, 1.0)]);
        c.answer.lower = 1.0;
        c.answer.signed_distance = 1.0;
        c.answer.upper = 1.0;
    });
    assert_eq!(outside, Verdict::Refuted);
    let mut beyond = case.certificate.clone();
    let far = Member { a: DVec3::X * 2.5, b: DVec3::Y * 0.5 };
    beyond.answer.evidence.witness = Witness::new([(far, 1.0)]);
    let upper = bracket(&case.a, &Pose::IDENTITY, &case.b, &case.pose_b, &beyond).upper;
    assert_eq!(upper, 1.5, "half of the way is outside of the cylinder");
    Ok(())
}

#[test]
fn bounds_must_be_reached_by_the_evidence() -> Result<(), Error> {
    let case = boxes()?;
    let wide = case.after(|c| (c.answer.lower, c.answer.upper) = (0.5, 2.0));
    assert_eq!(wide, Verdict::Proven);
    let open = case.after(|c| (c.answer.lower, c.answer.upper) = (f32::NEG_INFINITY, 1.0));
    assert_eq!(open, Verdict::Proven);
    let no_axis = case.after(|c| {
        c.answer.evidence.axis = DVec3::ZERO;
        c.answer.normal = Vec3::Y;
        c.answer.upper = f32::INFINITY;
    });
    assert_eq!(no_axis, Verdict::Unproven);
    let by_the_normal = case.after(|c| c.answer.evidence.axis = DVec3::NAN);
    assert_eq!(by_the_normal, Verdict::Proven);
    let no_witness = case.after(|c| c.answer.evidence.witness = Witness::default());
    assert_eq!(no_witness, Verdict::Unproven);
    let above = case.after(|c| c.answer.lower = 1.0_f32.next_up());
    assert_eq!(above, Verdict::Refuted);
    let below = case.after(|c| {
        c.answer.lower = 0.0;
        c.answer.signed_distance = 0.5;
        c.answer.upper = 1.0_f32.next_down();
    });
    assert_eq!(below, Verdict::Refuted);
    Ok(())
}

#[test]
fn answers_that_contradict_themselves() -> Result<(), Error> {
    let case = boxes()?;
    let refuted = |tamper: fn(&mut Clearance<Vec3>)| {
        assert_eq!(case.after(|c| tamper(&mut c.answer)), Verdict::Refuted);
    };
    refuted(|a| a.lower = f32::NAN);
    refuted(|a| a.upper = f32::NAN);
    refuted(|a| a.signed_distance = f32::NAN);
    refuted(|a| a.signed_distance = 1.5);
    refuted(|a| a.upper = 0.5);
    refuted(|a| a.normal = Vec3::new(1.0, 0.01, 0.0));
    refuted(|a| a.normal = Vec3::NAN);
    Ok(())
}

#[test]
fn points_must_be_where_the_shapes_are_nearest() -> Result<(), Error> {
    let case = boxes()?;
    let moved = |a: Vec3, b: Vec3| {
        case.after(|c| (c.answer.point_a, c.answer.point_b) = (Vec3::X + a, Vec3::X * 2.0 + b))
    };
    // The faces are parallel: any two opposite places are right.
    for beside in [Vec3::ZERO, Vec3::new(0.0, 1.0, -1.0), Vec3::new(0.0, -0.25, 0.5)] {
        assert_eq!(moved(beside, beside), Verdict::Proven);
    }
    let refuted = |a: Vec3, b: Vec3| assert_eq!(moved(a, b), Verdict::Refuted, "{a} {b}");
    refuted(Vec3::Y * 1.001, Vec3::Y * 1.001);
    refuted(Vec3::X * 0.001, Vec3::X * 0.001);
    refuted(Vec3::X * -0.001, Vec3::X * -0.001);
    refuted(Vec3::Y * 0.001, Vec3::ZERO);
    refuted(Vec3::ZERO, Vec3::X * 0.001);
    refuted(Vec3::NAN, Vec3::ZERO);
    refuted(Vec3::ZERO, Vec3::INFINITY);
    refuted(Vec3::X, -Vec3::X);
    let turned = Vec3::new(0.8, 0.6, 0.0);
    assert_eq!(case.after(|c| c.answer.normal = turned), Verdict::Refuted);
    let unbounded = case.after(|c| {
        c.answer.lower = f32::NEG_INFINITY;
        c.answer.point_a = Vec3::NAN;
    });
    assert_eq!(unbounded, Verdict::Proven, "it claims no points");
    // The bounds leave a tenth open, so the points may be off by a tenth.
    let wide = |by: f32| {
        case.after(|c| {
            (c.answer.lower, c.answer.upper) = (0.95, 1.05);
            c.answer.point_a = Vec3::X * (1.0 - by);
        })
    };
    assert_eq!((wide(0.09), wide(0.11)), (Verdict::Proven, Verdict::Refuted));
    Ok(())
}

#[test]
fn witnesses_that_prove_nothing() -> Result<(), Error> {
    let case = boxes()?;
    let inner = Member { a: DVec3::X, b: -DVec3::X };
    let outer = Member { a: DVec3::new(1.5, 1.5, 0.0), b: -DVec3::X };
    let unproven = |parts: Parts<DVec3>| {
        let verdict = case.after(|c| c.answer.evidence.witness = Witness::new(parts.clone()));
        assert_eq!(verdict, Verdict::Unproven, "{parts:?}");
    };
    unproven(vec![(outer, 1.0)]);
    unproven(vec![(inner, -0.5), (inner, 1.5)]);
    unproven(vec![(inner, 1.5), (inner, -0.5)]);
    unproven(vec![(inner, f64::NAN), (inner, 1.0)]);
    unproven(vec![(inner, f64::INFINITY), (inner, 0.0)]);
    unproven(vec![(Member { a: DVec3::NAN, ..inner }, 1.0)]);
    unproven(vec![(Member { a: DVec3::INFINITY, ..inner }, 0.0), (inner, 1.0)]);
    let proven = |parts: Parts<DVec3>| {
        let verdict = case.after(|c| c.answer.evidence.witness = Witness::new(parts.clone()));
        assert_eq!(verdict, Verdict::Proven, "{parts:?}");
    };
    proven(vec![(inner, f64::NAN)]);
    proven(vec![(inner, 0.25), (inner, f64::NAN)]);
    Ok(())
}

#[test]
fn weights_whose_sum_rounds_above_one() {
    let square = d2_f64::Cuboid::new(DVec2::ONE).expect("positive");
    let pose_b = d2_f64::Pose::at(DVec2::new(3.0, 0.0)).expect("finite");
    let corner = |y: f64| Member { a: DVec2::new(1.0, y), b: DVec2::new(-1.0, y) };
    let third = 1.0 / 3.0_f64;
    let parts = vec![
        (corner(1.0), third),
        (corner(-1.0), third),
        (corner(0.5), third.next_up().next_up()),
        (corner(0.0), 0.0),
    ];
    let exact = certificate([1.0, 1.0 + 1e-15], DVec2::X, parts);
    let exact = at(exact, DVec2::X, DVec2::X * 2.0);
    let verdict = check(&square, &Pose::IDENTITY, &square, &pose_b, &exact);
    // The last weight is below 0 by a rounding: it is really negative, and proves nothing.
    assert_eq!(verdict, Verdict::Unproven);
}

#[test]
fn a_surface_proves_depth() -> Result<(), Error> {
    octahedra()?.is_tight();
    Ok(())
}

#[test]
fn surfaces_that_prove_nothing() -> Result<(), Error> {
    let case = octahedra()?;
    let unproven = |what: &str, tamper: &dyn Fn(&mut Surface<DVec3>)| {
        let verdict = case.after(|c| c.surface.as_mut().into_iter().for_each(tamper));
        assert_eq!(verdict, Verdict::Unproven, "{what}");
    };
    unproven("flipped face", &|s| s.faces[3].swap(0, 1));
    unproven("all flipped", &|s| s.faces.iter_mut().for_each(|f| f.swap(0, 1)));
    unproven("missing face", &|s| s.faces.truncate(7));
    unproven("face twice", &|s| s.faces.push(s.faces[0]));
    unproven("no face", &|s| s.faces.clear());
    unproven("index out of range", &|s| s.faces[2][1] = 77);
    unproven("foreign vertex", &|s| s.members[0].a *= 1.25);
    unproven("vertex moved inwards", &|s| s.members[0].a *= 0.5);
    unproven("NaN", &|s| s.members[0].a.x = f64::NAN);
    // Without the upper half the pyramid's base goes through the origin.
    unproven("origin on the surface", &|s| {
        s.faces.truncate(4);
        s.faces.extend([[0, 3, 1], [0, 1, 2]]);
    });
    let extra_flat_faces = case.after(|c| {
        let faces = c.surface.iter_mut().flat_map(|s| &mut s.faces);
        let doubled: Vec<_> = faces.map(|f| *f).collect();
        if let Some(s) = &mut c.surface {
            s.faces.extend(doubled.iter().flat_map(|[i, j, _]| [[*i, *j, *i], [*i, *j, *j]]));
            s.faces.extend(doubled.iter().map(|[i, j, _]| [*j, *i, *i]));
            s.faces.extend(doubled.iter().map(|[i, j, _]| [*j, *i, *j]));
        }
    });
    assert_eq!(extra_flat_faces, Verdict::Proven);
    Ok(())
}

#[test]
fn a_polygon_proves_depth_in_the_plane() -> Result<(), Error> {
    // Squares of half widths 1 and 0.5, the second at x = 0.75: 0.75 deep along x.
    let corner = |x: f64, y: f64| Member { a: DVec2::new(x, y), b: DVec2::new(x, y) * -0.5 };
    let members = vec![corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)];
    let certificate = certificate([-0.75, -0.75], DVec2::X, vec![]);
    let mut certificate = at(certificate, DVec2::X, DVec2::X * 0.25);
    certificate.surface =
        Some(Surface { members, faces: vec![[0, 1, 9], [1, 2, 9], [2, 3, 9], [3, 0, 9]] });
    let case = Case {
        a: d2_f64::Cuboid::new(DVec2::ONE)?,
        b: d2_f64::Cuboid::new(DVec2::splat(0.5))?,
        pose_b: Pose::at(DVec2::new(0.75, 0.0))?,
        certificate,
    };
    case.is_tight();
    let open = case.after(|c| c.surface.iter_mut().for_each(|s| s.faces.truncate(3)));
    assert_eq!(open, Verdict::Unproven);
    let flipped = case.after(|c| c.surface.iter_mut().for_each(|s| s.faces[1].swap(0, 1)));
    assert_eq!(flipped, Verdict::Unproven);
    // Corners outside of A make the surface larger, but not the depth.
    let mut grown = case.certificate.clone();
    let members = grown.surface.iter_mut().flat_map(|s| &mut s.members);
    members.for_each(|m| m.a *= 1.25);
    let upper = bracket(&case.a, &Pose::IDENTITY, &case.b, &case.pose_b, &grown).upper;
    assert!((-0.75..0.0).contains(&upper), "{upper}");
    Ok(())
}

#[test]
fn overlapping_polytopes_need_no_surface() -> Result<(), Error> {
    // 0.75 deep along x: few corners decide, and many are in one plane.
    let mut boxes = Case {
        a: d3::Cuboid::new(Vec3::ONE)?,
        b: d3::Cuboid::new(Vec3::splat(0.5))?,
        pose_b: Pose::at(Vec3::new(0.75, 0.0, 0.25))?,
        certificate: at(
            certificate([-0.75; 2], DVec3::X, vec![]),
            Vec3::new(1.0, 0.0, 0.25),
            Vec3::splat(0.25).with_y(0.0),
        ),
    };
    boxes.is_tight();
    boxes.certificate.answer.upper = (-0.75_f32).next_down();
    boxes.certificate.answer.lower = -1.0;
    boxes.certificate.answer.signed_distance = -1.0;
    assert_eq!(boxes.check(&boxes.certificate), Verdict::Refuted);
    let square = d2_f64::Polygon::new([DVec2::X, DVec2::Y, -DVec2::X, -DVec2::Y])?;
    let rounded = Rounded::new(d2_f64::Cuboid::new(DVec2::ONE)?, 0.25)?;
    Case {
        a: square,
        b: rounded,
        pose_b: Pose::at(DVec2::new(0.0, 1.5))?,
        certificate: at(certificate([-0.75; 2], DVec2::Y, vec![]), DVec2::Y, DVec2::Y * 0.25),
    }
    .is_tight();
    Ok(())
}

#[test]
fn touching_and_flat_polytopes_prove_no_depth() -> Result<(), Error> {
    let pose_b = Pose::at(DVec3::X * 2.0)?;
    let cube = d3_f64::Cuboid::new(DVec3::ONE)?;
    let touching = at(certificate([0.0; 2], DVec3::X, vec![]), DVec3::X, DVec3::X);
    assert_eq!(check(&cube, &Pose::IDENTITY, &cube, &pose_b, &touching), Verdict::Unproven);
    let flat = d3_f64::Segment::new(-DVec3::X, DVec3::X)?;
    let crossing = certificate([0.0; 2], DVec3::Z, vec![]);
    let pose_b = Pose::IDENTITY;
    assert_eq!(check(&flat, &Pose::IDENTITY, &flat, &pose_b, &crossing), Verdict::Unproven);
    Ok(())
}

#[test]
fn half_spaces_in_closed_form() -> Result<(), Error> {
    let ground = HalfSpace::new(Vec3::Y, 1.0)?;
    let ball = d3::Sphere::new(0.5)?;
    let above = Pose::at(Vec3::new(7.0, 3.0, 0.0))?;
    let (on_ground, on_ball) = (Vec3::new(7.0, 1.0, 0.0), Vec3::new(7.0, 2.5, 0.0));
    let with = |bounds: [f64; 2]| at(certificate(bounds, DVec3::Y, vec![]), on_ground, on_ball);
    let exact = with([1.5; 2]);
    let is = |c: &Certificate<Vec3>| check(&ground, &Pose::IDENTITY, &ball, &above, c);
    assert_eq!(is(&exact), Verdict::Proven);
    assert_eq!(is(&with([1.25; 2])), Verdict::Refuted);
    assert_eq!(is(&with([1.75; 2])), Verdict::Refuted);
    assert_eq!(is(&with([1.25, 1.75])), Verdict::Proven);
    for by in [Vec3::X, Vec3::Y, -Vec3::Y].map(|e| e * 0.01) {
        assert_eq!(is(&at(exact.clone(), on_ground + by, on_ball)), Verdict::Refuted);
        assert_eq!(is(&at(exact.clone(), on_ground + by, on_ball + by)), Verdict::Refuted);
    }
    let swapped = |c: &Certificate<Vec3>| check(&ball, &above, &ground, &Pose::IDENTITY, c);
    assert_eq!(swapped(&exact), Verdict::Refuted);
    let mirrored = at(certificate([1.5; 2], -DVec3::Y, vec![]), on_ball, on_ground);
    assert_eq!(swapped(&mirrored), Verdict::Proven);

    let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
    let sky = HalfSpace::new(Vec3::NEG_Y, -4.0)?;
    let tilted = HalfSpace::new(Vec3::new(0.0, -1.0, 1e-6), -4.0)?;
    let pair = |b: &HalfSpace<Vec3>, bounds: [f64; 2]| {
        let c = certificate(bounds, DVec3::Y, vec![]);
        let mut c = at(c, Vec3::Y, Vec3::Y * 4.0);
        c.answer.signed_distance = c.answer.lower;
        check(&ground, &Pose::IDENTITY, b, &Pose::IDENTITY, &c)
    };
    assert_eq!(pair(&sky, [3.0, 3.0]), Verdict::Proven);
    assert_eq!(pair(&sky, [2.0, 2.5]), Verdict::Refuted);
    assert_eq!(pair(&tilted, [3.0, 3.0]), Verdict::Refuted);
    assert_eq!(pair(&tilted, [low, low]), Verdict::Proven);
    assert_eq!(pair(&tilted, [low, high]), Verdict::Proven);
    assert_eq!(pair(&ground, [low, -1000.0]), Verdict::Proven);
    Ok(())
}

#[test]
fn unknown_shapes_prove_only_what_is_not_claimed() -> Result<(), Error> {
    struct Unknown;
    impl Convex for Unknown {
        type V = Vec3;
        fn support(&self, _: Vec3) -> Vec3 {
            Vec3::ZERO
        }
        fn center(&self) -> Vec3 {
            Vec3::ZERO
        }
    }
    let ball = d3::Sphere::new(1.0)?;
    let pose_b = Pose::at(Vec3::X * 3.0)?;
    let parts = vec![(Member { a: DVec3::ZERO, b: DVec3::ZERO }, 1.0)];
    let right = certificate([2.0; 2], DVec3::X, parts);
    assert_eq!(check(&Unknown, &Pose::IDENTITY, &ball, &pose_b, &right), Verdict::Unproven);
    let mut nothing = right;
    (nothing.answer.lower, nothing.answer.upper) = (f32::NEG_INFINITY, f32::INFINITY);
    assert_eq!(check(&Unknown, &Pose::IDENTITY, &ball, &pose_b, &nothing), Verdict::Proven);
    Ok(())
}
