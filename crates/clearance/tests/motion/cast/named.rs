//! Motions with answers known in closed form, and one for each bug found.

use clearance::d2_f64 as d2;
use clearance::d3_f64::{
    Capsule, Cone, Cuboid, Cylinder, DQuat, DVec3, Ellipsoid, HalfSpace, Hull, Impact, Point, Pose,
    Shape, Sphere, Sweep, cast_shapes, time_of_impact,
};
use clearance::glam::DVec2;
use clearance::shape::Geometry;
use clearance::verify::{Verdict, check_impact};
use clearance::{Axis, Cast, End, Error, ImpactStatus, intersects};

type Result = core::result::Result<(), Error>;

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::at(DVec3::new(x, y, z)).expect("a pose")
}

fn moving(pose: &Pose, x: f64, y: f64, z: f64) -> Sweep {
    Sweep::linear(pose, DVec3::new(x, y, z)).expect("a sweep")
}

/// A cast of B towards A, which rests at the origin.
fn towards<A: Geometry<V = DVec3>, B: Geometry<V = DVec3>>(
    a: &A,
    b: &B,
    sweep: &Sweep,
    tmax: f64,
) -> Impact {
    time_of_impact(a, &Sweep::at_rest(&Pose::IDENTITY), b, sweep, tmax).expect("a cast")
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{found}, not {expected}");
}

#[test]
fn spheres_meet_as_a_quadratic_predicts() -> Result {
    let (a, b) = (Sphere::new(1.0)?, Sphere::new(0.5)?);
    let impact = towards(&a, &b, &moving(&at(10.0, 0.9, 0.0), -2.0, 0.0, 0.0), f64::INFINITY);
    assert_eq!((impact.status, impact.end), (ImpactStatus::Hit, End::Converged));
    near(impact.time, (10.0 - (1.5_f64 * 1.5 - 0.81).sqrt()) / 2.0);
    near(impact.normal.y, 0.6);
    near((impact.point_b - impact.point_a).length(), 0.0);
    near(impact.point_a.y, 0.6);
    Ok(())
}

#[test]
fn a_bullet_hits_paper() -> Result {
    // A sheet 1e4 times as wide as it is thick, and a speed that crosses it in 1e-7.
    let (sheet, bullet) = (Cuboid::new(DVec3::new(1.0, 1.0, 1e-4))?, Sphere::new(1e-3)?);
    let shot = moving(&at(0.3, -0.7, 5.0), 0.0, 0.0, -1e3);
    let impact = towards(&sheet, &bullet, &shot, 1.0);
    near(impact.time, (5.0 - 1e-4 - 1e-3) / 1e3);
    assert!(impact.status == ImpactStatus::Hit && (impact.normal - DVec3::Z).length() < 1e-12);
    let past = moving(&at(1.0011, 0.0, 5.0), 0.0, 0.0, -1e3);
    assert_eq!(towards(&sheet, &bullet, &past, 1.0).status, ImpactStatus::Miss);
    Ok(())
}

#[test]
fn boxes_fall_flat_on_each_other() -> Result {
    // The nearest point is in the middle of a face of the difference: GJK ends with a segment
    // through it.
    let brick = Cuboid::new(DVec3::new(1.0, 2.0, 0.5))?;
    let impact = towards(&brick, &brick, &moving(&at(0.0, 0.0, 9.0), 0.0, 0.0, -4.0), 10.0);
    assert_eq!((impact.status, impact.time, impact.normal), (ImpactStatus::Hit, 2.0, DVec3::Z));
    assert!(impact.upper - impact.lower < 1e-12);
    Ok(())
}

/// Shapes that are symmetric about their centre, so that support points tie along every axis.
fn symmetric() -> core::result::Result<Vec<Shape>, Error> {
    let corners = |h: DVec3| {
        (0..8).map(move |i| {
            DVec3::from_array([0, 1, 2].map(|k| if i >> k & 1 == 1 { h[k] } else { -h[k] }))
        })
    };
    let tips = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|e| [e, -e]);
    Ok(vec![
        Cuboid::new(DVec3::new(1.0, 2.0, 0.5))?.into(),
        Cuboid::new(DVec3::ONE)?.into(),
        Hull::new(corners(DVec3::new(0.5, 1.0, 2.0)).collect::<Vec<_>>())?.into(),
        Hull::new(tips.collect::<Vec<_>>())?.into(),
        Cylinder::new(Axis::X, 1.0, 0.5)?.into(),
        Cylinder::new(Axis::Z, 0.5, 1.0)?.into(),
        Cone::new(Axis::Y, 1.0, 1.0)?.into(),
        Capsule::along(Axis::Z, 1.0, 0.25)?.into(),
        Sphere::new(1.0)?.into(),
        Ellipsoid::new(DVec3::new(1.0, 0.5, 2.0))?.into(),
    ])
}

#[test]
fn aligned_shapes_are_proven_to_touch() -> Result {
    let all = symmetric()?;
    let ways = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(1.0, 1.0, 0.0), DVec3::ONE];
    let mut proven = 0;
    for (a, b, way) in
        all.iter().flat_map(|a| all.iter().flat_map(move |b| ways.map(|way| (a, b, way))))
    {
        for side in [way, -way] {
            let start = Pose::at(side * 8.0)?;
            let impact = towards(a, b, &Sweep::linear(&start, side * -2.0)?, 10.0);
            assert_eq!(impact.status, ImpactStatus::Hit, "{a:?} {b:?} {side} {impact:?}");
            assert!(impact.upper - impact.lower < 1e-8, "{a:?} {b:?} {side} {impact:?}");
            proven += 1;
        }
    }
    assert_eq!(proven, 1000);
    Ok(())
}

#[test]
fn slides_do_not_touch() -> Result {
    let (floor, brick) = (Cuboid::new(DVec3::new(50.0, 50.0, 1.0))?, Cuboid::new(DVec3::ONE)?);
    let plane = HalfSpace::new(DVec3::Z, 1.0)?;
    for gap in [1e-3, 1e-6, 1e-9] {
        let slide = moving(&at(-10.0, 0.0, 2.0 + gap), 3.0, 1.0, 0.0);
        assert_eq!(towards(&floor, &brick, &slide, 100.0).status, ImpactStatus::Miss, "{gap}");
        assert_eq!(towards(&plane, &brick, &slide, 100.0).status, ImpactStatus::Miss, "{gap}");
        // With no time limit, B passes the end of the floor; above a plane the result is as certain
        // as rounding allows.
        assert_eq!(towards(&floor, &brick, &slide, f64::INFINITY).status, ImpactStatus::Miss);
        let forever = towards(&plane, &brick, &slide, f64::INFINITY);
        assert_eq!((forever.status, forever.end), (ImpactStatus::Undecided, End::NoProgress));
        assert!(forever.time > 1e4, "{forever:?}");
    }
    Ok(())
}

#[test]
fn planes_are_hit_from_either_side() -> Result {
    let (plane, cone) = (HalfSpace::new(DVec3::Z, 0.5)?, Cone::new(Axis::Z, 1.0, 1.0)?);
    let falling = moving(&at(0.0, 0.0, 4.5), 1.0, 0.0, -2.0);
    let impact = towards(&plane, &cone, &falling, 10.0);
    assert_eq!((impact.status, impact.time, impact.normal), (ImpactStatus::Hit, 1.5, DVec3::Z));
    let rest = Sweep::at_rest(&Pose::IDENTITY);
    let mirrored = time_of_impact(&cone, &falling, &plane, &rest, 10.0)?;
    assert_eq!((mirrored.time, mirrored.normal), (1.5, -DVec3::Z));
    assert_eq!(mirrored.point_a, impact.point_b);
    let opposite = HalfSpace::new(-DVec3::Z, -3.5)?;
    let planes = towards(&plane, &opposite, &moving(&Pose::IDENTITY, 0.0, 5.0, -1.0), 10.0);
    assert_eq!((planes.status, planes.time), (ImpactStatus::Undecided, 3.0));
    assert!(!towards(&plane, &opposite, &moving(&Pose::IDENTITY, 0.0, 5.0, 1.0), 10.0).hit());
    Ok(())
}

#[test]
fn a_gap_is_contact_before_touching() -> Result {
    let (a, b) = (Sphere::new(1.0)?, Cuboid::new(DVec3::ONE)?);
    let sweeps = [Sweep::at_rest(&Pose::IDENTITY), moving(&at(5.0, 0.0, 0.0), -1.0, 0.0, 0.0)];
    let cast = || Cast::new(&a, &sweeps[0], &b, &sweeps[1], 10.0);
    let impact = cast()?.gap(0.25)?.impact();
    near(impact.time, 2.75);
    near((impact.point_b - impact.point_a).x, 0.25);
    assert_eq!(cast()?.gap(4.0)?.impact().initial, Some(3.0));
    Ok(())
}

#[test]
fn a_start_in_contact_is_reported_unless_parting() -> Result {
    let brick = Cuboid::new(DVec3::ONE)?;
    let rest = Sweep::at_rest(&Pose::IDENTITY);
    for (height, v, parts) in [
        (2.0, [0.0, 0.0, 1.0], true),
        (2.0, [1.0, 0.0, 0.0], true),
        (2.0, [1.0, 0.0, -1e-3], false),
        (1.9, [0.0, 0.0, 1.0], true),
        (1.9, [0.0, 0.0, -1.0], false),
        (1.9, [0.0, 1.0, 0.0], true),
        (1.9, [0.0, 0.0, 0.0], true),
    ] {
        let sweep = moving(&at(0.1, 0.2, height), v[0], v[1], v[2]);
        let cast = || Cast::new(&brick, &rest, &brick, &sweep, 10.0);
        let reported = cast()?.impact();
        assert!(reported.hit() && reported.time == 0.0 && reported.normal == DVec3::Z);
        near(reported.initial.expect("in contact"), height - 2.0);
        let impact = cast()?.ignore_parting().impact();
        assert_eq!(impact.hit(), !parts, "{height} {v:?}: {impact:?}");
        assert!(impact.initial.is_some());
    }
    Ok(())
}

#[test]
fn corners_separate_along_a_normal_that_was_not_found() -> Result {
    // They touch at an edge: any normal between x and z is valid.
    let brick = Cuboid::new(DVec3::ONE)?;
    let rest = Sweep::at_rest(&Pose::IDENTITY);
    for (x, z, parts) in [
        (0.0, 1.0, true),
        (1.0, 0.0, true),
        (1.0, -3.0, true),
        (-3.0, 1.0, true),
        (-1.0, -1.0, false),
    ] {
        let sweep = moving(&at(2.0, 0.0, 2.0), x, 0.0, z);
        let impact = Cast::new(&brick, &rest, &brick, &sweep, 10.0)?.ignore_parting().impact();
        assert_eq!(impact.hit(), !parts, "{x} {z}: {impact:?}");
        // The same with a small rotation, which once used only the normal that the search found.
        let (pose, way) = (at(2.0, 0.0, 2.0), DVec3::new(x, 0.0, z));
        let turning = Sweep::new(&pose, way, DVec3::new(0.0, 1e-3, 0.0))?;
        let cast = Cast::new(&brick, &rest, &brick, &turning, 10.0)?;
        let impact = cast.ignore_parting().impact();
        assert_eq!(impact.hit(), !parts, "turning, {x} {z}: {impact:?}");
    }
    Ok(())
}

#[test]
fn an_ignored_contact_does_not_hide_the_next() -> Result {
    // A bar on a post rotates away and reaches the post's other side.
    let (bar, post) = (d2::Cuboid::new(DVec2::new(2.0, 0.25))?, d2::Circle::new(0.25)?);
    let turning = d2::Sweep::new(&d2::Pose::IDENTITY, DVec2::ZERO, 1.0)?;
    let below = d2::Sweep::at_rest(&d2::Pose::at(DVec2::new(1.5, -0.5))?);
    let cast = || Cast::new(&bar, &turning, &post, &below, 10.0);
    assert_eq!(cast()?.impact().time, 0.0);
    let impact = cast()?.ignore_parting().impact();
    // The post is below the bar's axis by the sum of both half thicknesses, in front of it and
    // behind.
    let angle = libm::atan2(0.5, 1.5);
    near(impact.time, core::f64::consts::PI - 2.0 * angle);
    assert_eq!(impact.status, ImpactStatus::Hit);
    Ok(())
}

#[test]
fn a_spinning_bar_hits_a_ball() -> Result {
    let (bar, ball) = (Capsule::along(Axis::X, 2.0, 0.1)?, Sphere::new(0.1)?);
    let spin = Sweep::new(&Pose::IDENTITY, DVec3::ZERO, DVec3::new(0.0, 0.0, 3.0))?;
    let still = Sweep::at_rest(&at(0.0, 1.5, 0.0));
    let impact = time_of_impact(&bar, &spin, &ball, &still, 10.0)?;
    near(impact.time, (core::f64::consts::FRAC_PI_2 - libm::asin(0.2 / 1.5)) / 3.0);
    assert_eq!(impact.status, ImpactStatus::Hit);
    assert!(impact.upper - impact.lower < 1e-12);
    Ok(())
}

#[test]
fn a_top_that_spins_upright_needs_no_small_steps() -> Result {
    // They rotate about their own axis, or about the normal of the floor: only the motion down
    // matters.
    let (floor, rod, brick) = (
        Cuboid::new(DVec3::new(9.0, 9.0, 1.0))?,
        Cylinder::new(Axis::Z, 1.0, 0.5)?,
        Cuboid::new(DVec3::ONE)?,
    );
    let fall = |w| Sweep::new(&at(0.0, 0.0, 5.0), DVec3::new(0.0, 0.0, -1e-2), w);
    let upright = DVec3::new(0.0, 0.0, 1e3);
    for impact in
        [towards(&floor, &rod, &fall(upright)?, 1e4), towards(&floor, &brick, &fall(upright)?, 1e4)]
    {
        assert!((impact.time - 300.0).abs() < 1e-6 && impact.iterations < 64, "{impact:?}");
    }
    let lying = Pose::new(DVec3::new(0.0, 0.0, 5.0), DQuat::from_rotation_x(0.5))?;
    let axis = lying.turn() * DVec3::Z;
    let tilted = Sweep::new(&lying, DVec3::new(0.0, 0.0, -1e-2), axis * 1e3)?;
    let impact = towards(&floor, &rod, &tilted, 1e4);
    assert!(impact.hit() && impact.iterations < 64, "{impact:?}");
    Ok(())
}

/// The bar neither moves nor rotates, and the floor rotates about the bar's centre: only the bar's
/// ends move relative to the floor. This was once neglected, and the answer was a miss.
#[test]
fn a_floor_that_tips_reaches_the_end_of_a_bar() -> Result {
    let floor = d2::HalfPlane::new(DVec2::Y, -1.0)?;
    let bar = d2::Cuboid::new(DVec2::new(5.0, 0.1))?;
    let tipping = d2::Sweep::new(&d2::Pose::IDENTITY, DVec2::ZERO, 1.0)?;
    let rest = d2::Sweep::at_rest(&d2::Pose::IDENTITY);
    // The lowest corner is at -5 sin t - 0.1 cos t.
    let length = (25.0_f64 + 0.01).sqrt();
    let expected = (1.0 / length).asin() - (0.1 / length).asin();
    let impact = d2::time_of_impact(&floor, &tipping, &bar, &rest, 3.0)?;
    assert_eq!(impact.status, ImpactStatus::Hit);
    near(impact.time, expected);
    let impact = d2::time_of_impact(&bar, &rest, &floor, &tipping, 3.0)?;
    near(impact.time, expected);
    Ok(())
}

#[test]
fn a_floor_that_tips_reaches_a_ball() -> Result {
    let (floor, ball) = (HalfSpace::new(DVec3::Z, 0.0)?, Sphere::new(0.5)?);
    let tipping = Sweep::new(&Pose::IDENTITY, DVec3::ZERO, DVec3::new(0.0, -0.1, 0.0))?;
    let still = Sweep::at_rest(&at(3.0, 0.0, 1.0));
    let impact = time_of_impact(&floor, &tipping, &ball, &still, 100.0)?;
    // cos(a) z - sin(a) x = 0.5
    let angle = libm::atan2(1.0, 3.0) - libm::asin(0.5 / 10.0_f64.sqrt());
    near(impact.time, angle / 0.1);
    assert_eq!(impact.status, ImpactStatus::Hit);
    Ok(())
}

#[test]
fn no_proof_by_a_sliver() -> Result {
    // A point grazes a cone: GJK's tetrahedron has three corners on the rim that are 1e-6 apart,
    // and because of rounding it once contained a point 4e-8 outside.
    let cone = Cone::new(Axis::Z, 0.8571329116821289, 0.7806971669197083)?;
    let point =
        Point::new(DVec3::new(0.5103673338890076, -0.627221405506134, -0.22266744077205658))?;
    let pose = |t: [f64; 3], q: [f64; 4]| Pose::new(DVec3::from_array(t), DQuat::from_array(q));
    let a = pose(
        [0.9694142937660217, -0.15462321043014526, -0.021864941343665123],
        [0.17324616115527908, 0.34479907355194944, -0.34468001327331943, 0.8557423998918019],
    )?;
    let b = pose(
        [1.516841916204283, -0.05020015188635855, -0.12828558524478517],
        [0.5072135855915613, 0.21441864674061484, 0.792206574571349, -0.2629976534633059],
    )?;
    let va = DVec3::new(2.3587909487706775, 1.0047719584510375, 0.1729221585208525);
    let vb = DVec3::new(1.422206921571165, -0.3305120254250269, 0.6473173339754577);
    let impact = cast_shapes(&cone, &a, va, &point, &b, vb, 10.0)?;
    let then = |t: f64| -> core::result::Result<bool, Error> {
        let [a, b] =
            [(&a, va), (&b, vb)].map(|(pose, v)| Sweep::linear(pose, v).and_then(|s| s.pose_at(t)));
        Ok(intersects(&cone, &a?, &point, &b?))
    };
    assert!(impact.hit() && then(impact.upper.min(1e-6))?, "{impact:?}");
    Ok(())
}

#[test]
fn bad_input_is_named() -> Result {
    let ball = Sphere::new(1.0)?;
    let (pose, nan) = (Pose::IDENTITY, DVec3::new(0.0, f64::NAN, 0.0));
    let text = |error: Error| error.to_string();
    let cast = |v: DVec3, tmax: f64| cast_shapes(&ball, &pose, DVec3::ZERO, &ball, &pose, v, tmax);
    for (v, tmax, says) in [
        (nan, 1.0, "velocity is not finite"),
        (DVec3::X * f64::INFINITY, 1.0, "velocity is not finite"),
        (DVec3::X * 1e200, 1.0, "velocity is too large"),
        (DVec3::X, -1.0, "tmax must not be negative"),
        (DVec3::X, f64::NAN, "tmax is not finite"),
    ] {
        let said = cast(v, tmax).map_err(text).expect_err("refused");
        assert!(said.starts_with(says), "{said}");
    }
    let spin = Sweep::new(&pose, DVec3::X, nan).map_err(text).expect_err("refused");
    assert!(spin.starts_with("angular velocity is not finite"), "{spin}");
    let center = Sweep::at_rest(&pose).about(nan).map_err(text).expect_err("refused");
    assert!(center.starts_with("center is not finite"), "{center}");
    let rest = Sweep::at_rest(&pose);
    for gap in [-1.0, f64::NAN] {
        assert!(Cast::new(&ball, &rest, &ball, &rest, 1.0)?.gap(gap).is_err());
    }
    assert!(rest.pose_at(f64::INFINITY).is_err());
    let edge = f64::MAX;
    assert!(Sweep::linear(&at(1e48, 0.0, 0.0), DVec3::X * 1e48)?.pose_at(edge).is_err());
    Ok(())
}

#[test]
fn extreme_numbers_have_an_answer() -> Result {
    // Sizes, speeds and rotations from the smallest to the largest allowed.
    let sizes = [1e-300, 1e-30, 1.0, 1e30, 3.5e47];
    let speeds = [0.0, 1e-300, 1e-9, 1.0, 1e9, 1e48];
    let mut undecided = 0;
    for (size, speed, spin) in
        sizes.iter().flat_map(|a| speeds.iter().flat_map(move |b| speeds.map(|c| (*a, *b, c))))
    {
        let brick = Cuboid::new(DVec3::splat(size))?;
        let hull = Hull::new(vec![DVec3::ZERO, DVec3::X * size, DVec3::Y * size, DVec3::Z * size])?;
        let start = at(4.0 * size, 0.1 * size, 0.2 * size);
        let sweep = Sweep::new(&start, DVec3::new(-speed, 0.0, 0.0), DVec3::new(0.0, spin, spin))?;
        for tmax in [0.0, 1.0, 1e300, f64::INFINITY] {
            let impact = towards(&brick, &hull, &sweep, tmax);
            let ordered = impact.lower <= impact.time && impact.time <= impact.upper;
            assert!(
                ordered && impact.normal.is_finite() && impact.point_a.is_finite(),
                "{impact:?}"
            );
            // They start two sizes apart. Only casts that are undecided from the start return the
            // initial clearance.
            undecided += usize::from(impact.initial.is_some());
            let is_open = impact.status == ImpactStatus::Undecided;
            assert!(impact.initial.is_none_or(|gap| gap > 0.0 && is_open), "{impact:?}");
            let (plane, ball) = (HalfSpace::new(DVec3::X, size)?, Sphere::new(size)?);
            for impact in [
                towards(&plane, &hull, &sweep, tmax),
                towards(&brick, &brick, &sweep, tmax),
                towards(&ball, &ball, &sweep, tmax),
            ] {
                assert!(impact.lower <= impact.time && impact.time <= impact.upper, "{impact:?}");
                assert!(impact.normal.is_finite() && impact.point_a.is_finite(), "{impact:?}");
                // This holds even if the angle has overflowed by then.
                assert!(impact.point_b.is_finite(), "{impact:?}");
            }
        }
    }
    assert!(undecided > 10, "{undecided}");
    Ok(())
}

/// A round ellipse rotates around a point inside a capsule, which changes nothing. Each of 190
/// evaluations took 4,000 support points: 17 seconds. Now the cast ends at a limit, and reports it.
#[test]
fn rotation_in_deep_contact_ends_at_a_limit() -> Result {
    let (a, b) = (
        d2::Capsule::new(DVec2::ZERO, DVec2::new(0.5, -1.0), 0.3)?,
        d2::Ellipse::new(DVec2::new(1.0, 1.0))?,
    );
    let pose = d2::Pose::at(DVec2::new(3.0, -3.0))?;
    let (still, turning) =
        (d2::Sweep::at_rest(&pose), d2::Sweep::new(&pose, DVec2::ZERO, -1.362072947868559)?);
    for tmax in [2.1878560531202282, f64::INFINITY] {
        let mut cast = Cast::new(&a, &still, &b, &turning, tmax)?.ignore_parting();
        let impact = cast.impact();
        assert!(impact.iterations <= 5_000 && impact.initial.is_some(), "{impact:?}");
        let open = impact.end == End::StepLimit;
        assert_eq!(open, impact.status == ImpactStatus::Undecided, "{impact:?}");
    }
    // Balls that stay in overlap: each evaluation is a closed form.
    let ball = d2::Circle::new(1.0)?;
    let mut cast = Cast::new(&ball, &still, &ball, &turning, f64::INFINITY)?.ignore_parting();
    let impact = cast.impact();
    assert!(impact.iterations <= 5_000, "{impact:?}");
    assert_eq!((impact.status, impact.end), (ImpactStatus::Undecided, End::StepLimit));
    Ok(())
}

/// The ray of the motion passes through the line of an edge, and the sign of 0 decided which corner
/// of the portal was replaced. The portal was then on a face that the ray does not pass, and the
/// contact points were computed there: (0, 0, -0.5) is on the plane of a face of this hull, outside
/// the face.
#[test]
fn points_are_right_where_the_ray_hits_an_edge_exactly() -> Result {
    let lattice =
        |points: &[[f64; 3]]| Hull::new(points.iter().map(|p| DVec3::from(*p)).collect::<Vec<_>>());
    let rock = lattice(&[
        [-0.5, 0.0, 1.0],
        [1.0, 1.0, -0.5],
        [-1.0, 0.0, -0.5],
        [0.5, 1.0, 1.0],
        [-1.0, 1.0, 1.0],
        [0.0, 0.5, 0.5],
        [-0.5, 0.5, -0.5],
        [0.5, 0.5, -0.5],
        [0.0, 0.5, -1.0],
        [-0.5, -0.5, 0.5],
    ])?;
    let needle = Cone::new(Axis::Z, 1.25, 0.25)?;
    for place in [DVec3::ZERO, DVec3::new(-1.5, 1.0, -3.5)] {
        let below = place - 6.0 * DVec3::Z;
        let (still, sweep) =
            (Sweep::at_rest(&Pose::at(place)?), Sweep::linear(&Pose::at(below)?, DVec3::Z)?);
        let proof = Cast::new(&rock, &still, &needle, &sweep, 12.0)?.certificate();
        let verdict = check_impact(&rock, &still, &needle, &sweep, 12.0, 0.0, &proof);
        assert_eq!((proof.impact.status, verdict), (ImpactStatus::Hit, Verdict::Proven));
        assert!(proof.impact.time > 4.251, "{proof:?}");
    }
    Ok(())
}

/// A point in the plane of a cap hits the rim. Two of the three corners of a portal differed by
/// rounding only, so its normal was noise: the contact was 1e-5 too early and undecided.
#[test]
fn a_point_in_the_plane_of_a_cap_hits_the_rim() -> Result {
    use clearance::d3::{Cylinder, Point, Pose, Sweep};
    use clearance::glam::{Quat, Vec3};
    let (cylinder, point) =
        (Cylinder::new(Axis::Z, 1.0, 1.0)?, Point::new(Vec3::new(0.0, -0.5, -1.0))?);
    let still = Sweep::at_rest(&Pose::new(Vec3::ZERO, Quat::from_xyzw(0.5, 0.5, 0.5, -0.5))?);
    let start = Pose::new(Vec3::new(1.5, 1.0, -3.5), Quat::from_xyzw(0.5, 0.5, 0.5, 0.5))?;
    let sweep = Sweep::linear(&start, Vec3::Z)?;
    let proof = Cast::new(&cylinder, &still, &point, &sweep, 12.0)?.certificate();
    let verdict = check_impact(&cylinder, &still, &point, &sweep, 12.0, 0.0, &proof);
    assert_eq!(verdict, Verdict::Proven, "{proof:?}");
    Ok(())
}

/// The time of a grazing contact is known to the square root of rounding. Its points are computed
/// at the time before it is rounded to `f32`: during one rounding step the normal turns by 1e-7
/// here.
#[test]
fn the_rounding_of_a_time_moves_no_points() -> Result {
    use clearance::d2::{Capsule, Point, Pose, Sweep};
    use clearance::glam::Vec2;
    let (capsule, point) = (Capsule::new(Vec2::Y * 0.5, Vec2::Y, 0.5)?, Point::new(Vec2::ZERO)?);
    for direction in [Vec2::X, -Vec2::X] {
        let still = Sweep::at_rest(&Pose::IDENTITY);
        let sweep = Sweep::linear(&Pose::at(direction * -6.0)?, direction)?;
        let proof = Cast::new(&capsule, &still, &point, &sweep, 12.0)?.certificate();
        let verdict = check_impact(&capsule, &still, &point, &sweep, 12.0, 0.0, &proof);
        assert_eq!(verdict, Verdict::Proven, "{proof:?}");
    }
    Ok(())
}

#[test]
fn a_plane_that_almost_slides_keeps_its_normal() -> Result {
    // At the time of contact both are so far away that rounding puts the point below the plane. The normal
    // of the answer was that of the way to the point, which was then reversed.
    let q = DQuat::from_xyzw;
    let corner = DVec3::new(-0.45675933361053467, 0.3558940589427948, -0.6405401825904846);
    let point = Hull::new([corner])?;
    let normal = DVec3::new(0.31280454993247986, -0.9608951210975647, 0.9881389141082764);
    let half = HalfSpace::new(normal, 0.8618667125701904)?;
    let at_point = Pose::new(
        DVec3::new(-0.9429671764373779, 0.9943072199821472, 0.41574040055274963),
        q(-0.7395708560943604, 0.6044089794158936, -0.23398756980895996, -0.18158893287181854),
    )?;
    let at_half = Pose::new(
        DVec3::new(0.32235015945131185, 2.1400202530609036, -0.6590851675146411),
        q(0.17781513929367065, 0.8171446919441223, 0.011813090182840824, -0.5481940507888794),
    )?;
    let drift = DVec3::new(0.0032030933307045906, -0.001962917727952137, 0.0012816637024847231);
    let slide = DVec3::new(-0.4859584352390605, 1.0246076380217983, -0.13697312442011564);
    let moving = (Sweep::linear(&at_point, drift)?, Sweep::linear(&at_half, slide)?);
    for gap in [0.0, 0.125] {
        let cast = Cast::new(&point, &moving.0, &half, &moving.1, f64::INFINITY)?;
        let proof = cast.gap(gap)?.certificate();
        let outward = at_half.transform_vector(normal).normalize();
        assert!(proof.impact.time > 1e13 && (proof.impact.normal + outward).length() < 1e-12);
        let verdict = check_impact(&point, &moving.0, &half, &moving.1, f64::INFINITY, gap, &proof);
        assert_eq!(verdict, Verdict::Proven);
    }
    Ok(())
}
