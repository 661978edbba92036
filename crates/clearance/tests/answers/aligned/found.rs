//! The flaws that 200 million queries found in November 2026, one test each, with the original
//! pairs. Other modules test the classes of pairs that they belong to.

use clearance::Axis;
use clearance::glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Ellipsoid, Geometry, Hull};
use clearance::space::Vector;
use clearance::verify::{Verdict, check, check_impact, check_manifold};
use clearance::{
    Algorithm, Cache, Cast, Convex, Error, Impact, Pose, Query, RayCast, Rounded, Shape, Status,
    cast_ray, certificate, clearance, contact_manifold, d2, d2_f64, d3, d3_f64, distance,
    penetration, project, signed_distance,
};

/// The closed form returned a depth of 1.15; the true depth is 1.147.
#[test]
fn a_cylinder_and_a_box_with_one_origin() {
    let cylinder = d3_f64::Cylinder::new(Axis::Z, 0.5, 1.0).unwrap();
    let cuboid = d3_f64::Cuboid::new(DVec3::new(0.25, 1.0, 0.5)).unwrap();
    let upright = d3_f64::Pose::IDENTITY;
    let turned = d3_f64::Pose::new(DVec3::ZERO, DQuat::from_xyzw(-1.0, 2.0, 3.0, 4.0)).unwrap();
    let closed = clearance(&cylinder, &upright, &cuboid, &turned);
    let query = Query::new(&cylinder, &upright, &cuboid, &turned);
    let searched = query.algorithm(Algorithm::Epa).clearance();
    assert!(closed.upper >= searched.lower && searched.upper >= closed.lower);
}

/// The normal was NaN.
#[test]
fn a_ray_onto_the_apex_of_a_cone() {
    let cone = d3::Cone::new(Axis::Z, 0.5, 0.25).unwrap();
    let down = d3::Ray::new(Vec3::new(0.0, 0.0, 3.0), Vec3::NEG_Z, 10.0).unwrap();
    let hit = cast_ray(&cone, &d3::Pose::IDENTITY, &down).unwrap();
    assert!(hit.normal.is_finite() && hit.normal.is_normalized());
    assert!((hit.time - 2.5).abs() < 1e-6);
}

/// The second point was inside B, by the radius of B.
#[test]
fn two_capsules_of_the_plane_at_right_angles() {
    let a = d2_f64::Capsule::new(DVec2::ZERO, DVec2::new(-1.0, -0.5), 1.0).unwrap();
    let b = d2_f64::Capsule::new(DVec2::new(0.0, -0.5), DVec2::new(0.5, -1.5), 1.0).unwrap();
    let pose = d2_f64::Pose::IDENTITY;
    for point in contact_manifold(&a, &pose, &b, &pose, 0.0).unwrap().points() {
        assert!(signed_distance(&a, &pose, point.point_a).unwrap().abs() < 1e-8);
        assert!(signed_distance(&b, &pose, point.point_b).unwrap().abs() < 1e-8);
    }
}

/// The distance returned was 0.4338, along the normal of an edge. In the frame of the other polygon
/// all corners were equal, and the edge had length 0.
#[test]
fn polygons_that_are_tiny_beside_their_distance() {
    let hexagon = |size: f64| {
        let corner = |i: usize| DVec2::from_angle(i as f64 * core::f64::consts::FRAC_PI_3) * size;
        d2_f64::Polygon::new((0..6).map(corner).collect::<Vec<_>>()).unwrap()
    };
    let away = DVec2::new(0.25, 0.375);
    let far = d2_f64::Pose::new(away, 0.75).unwrap();
    for sizes in [[1e-22, 1e-73], [1e-22; 2], [1e-14, 1e-73], [1e-15; 2], [1e-10, 1e-17], [1e-9; 2]]
    {
        let [a, b] = sizes.map(hexagon);
        let answer = clearance(&a, &d2_f64::Pose::IDENTITY, &b, &far);
        let (most, least) = (away.length(), away.length() - sizes[0] - sizes[1]);
        assert!(answer.lower <= most && answer.upper >= least, "{sizes:?} {answer:?}");
        let distances = [answer.signed_distance, distance(&a, &d2_f64::Pose::IDENTITY, &b, &far)];
        for found in distances {
            assert!(least - 1e-15 <= found && found <= most + 1e-15, "{sizes:?} {found}");
        }
    }
}

/// The point on the ellipse was its centre, and the point on the circle was off by the radius.
#[test]
fn a_circle_in_the_middle_of_an_ellipse() {
    let ellipse = d2::Ellipse::new(Vec2::new(1.0, 2.0)).unwrap();
    let circle = d2::Circle::new(0.5).unwrap();
    let pose = d2::Pose::IDENTITY;
    let found = penetration(&ellipse, &pose, &circle, &pose).unwrap();
    assert!((found.depth - 1.5).abs() < 1e-6);
    assert!(signed_distance(&ellipse, &pose, found.point_a).unwrap().abs() < 1e-6);
    assert!(signed_distance(&circle, &pose, found.point_b).unwrap().abs() < 1e-6);
}

/// The query took 4,002 steps (37 to 100 ms).
#[test]
fn a_circle_in_an_ellipse_of_equal_radii_takes_few_steps() {
    let ellipse = d2_f64::Ellipse::new(DVec2::ONE).unwrap();
    let circle = d2_f64::Circle::new(0.5).unwrap();
    let pose = d2_f64::Pose::IDENTITY;
    let answer = clearance(&ellipse, &pose, &circle, &pose);
    assert!((answer.signed_distance + 1.5).abs() < 1e-7);
    assert!(answer.iterations <= 400, "{}", answer.iterations);
}

/// The cast took 17 seconds to report a miss.
#[test]
fn a_stick_beside_a_turning_ellipse_of_equal_radii_takes_few_steps() {
    let stick = d2_f64::Segment::new(DVec2::ZERO, DVec2::new(0.5, -1.0)).unwrap();
    let stick = Rounded::new(stick, 0.3).unwrap();
    let ellipse = d2_f64::Ellipse::new(DVec2::ONE).unwrap();
    let there = d2_f64::Pose::at(DVec2::new(3.0, -3.0)).unwrap();
    let still = d2_f64::Sweep::at_rest(&there);
    let turning = d2_f64::Sweep::new(&there, DVec2::ZERO, -1.362072947868559).unwrap();
    let cast = Cast::new(&stick, &still, &ellipse, &turning, 2.1878560531202282).unwrap();
    let impact = cast.ignore_parting().impact();
    assert!(impact.iterations <= 5_000, "{}", impact.iterations);
}

/// The ray cast took 3 to 20 ms, because all directions around the axis are equivalent.
#[test]
fn a_ray_out_of_a_cone_along_its_axis() {
    let cone = d3::Cone::new(Axis::Z, 1.0, 1.0).unwrap();
    let up = d3::Ray::new(Vec3::ZERO, Vec3::Z, 100.0).unwrap();
    let hit = RayCast::new(&cone, &d3::Pose::IDENTITY, &up).hollow().hit().unwrap();
    assert!((hit.time - 1.0).abs() < 1e-6 && hit.normal.is_normalized());
}

/// The point of B was 0.95 off its surface: the edges returned do not cross at the deepest point.
#[test]
fn two_lattice_hulls_of_one_rotation() {
    let points = |list: &[[f64; 3]]| list.iter().map(|p| DVec3::from_array(*p)).collect();
    let a: Vec<_> = points(&[
        [1.0, -1.0, -1.0],
        [0.0, 0.0, 0.0],
        [-0.5, 0.5, -1.0],
        [-1.0, -0.5, 0.5],
        [-0.5, -1.0, 0.5],
        [0.5, -0.5, 0.5],
        [0.0, -1.0, -1.0],
        [0.0, -0.5, -1.0],
        [1.0, 1.0, 0.5],
    ]);
    let b: Vec<_> = points(&[
        [-1.0, 0.0, -0.5],
        [-0.5, -0.5, 0.0],
        [1.0, -0.5, -1.0],
        [-0.5, 0.0, -0.5],
        [-0.5, -0.5, -1.0],
        [0.5, -1.0, -0.5],
    ]);
    let (a, b) = (d3_f64::Hull::new(a).unwrap(), d3_f64::Hull::new(b).unwrap());
    let pose_a = d3_f64::Pose::IDENTITY;
    let pose_b = d3_f64::Pose::at(DVec3::new(0.0, 0.5, 0.5)).unwrap();
    let answer = clearance(&a, &pose_a, &b, &pose_b);
    assert!(signed_distance(&a, &pose_a, answer.point_a).unwrap().abs() < 1e-8);
    assert!(signed_distance(&b, &pose_b, answer.point_b).unwrap().abs() < 1e-8);
}

/// The distance is 5.03e-12, and `upper` was 7e-15.
#[test]
fn a_point_beyond_the_tip_of_a_needle() {
    let thin = 1e-4;
    let corners = [
        DVec3::ZERO,
        DVec3::new(-1.0, thin, 0.0),
        DVec3::new(-1.0, -thin, thin),
        DVec3::new(-1.0, -thin, -thin),
    ];
    let needle = d3_f64::Hull::new(corners.to_vec()).unwrap();
    let at = DVec3::new(0.6657480077338271, -0.633204608441079, 0.7896292692959193);
    let turn = DQuat::from_xyzw(
        0.5464692397811379,
        -0.49221933656902817,
        0.6228164351600435,
        -0.2668167587973183,
    );
    let pose = d3_f64::Pose::new(at, turn).unwrap();
    let point = DVec3::new(0.6657480077325184, -0.6332046084454537, 0.7896292692980205);
    let near = project(&needle, &pose, point).unwrap();
    assert!(near.upper >= 5.02e-12, "{near:?}");
}

/// Every ray through the middle of such a capsule was proven to miss it.
#[test]
fn a_capsule_of_1e60() {
    let far = DVec3::X * 1e60;
    let capsule = d3_f64::Capsule::new(far, -far, 5e59);
    let from = DVec3::new(3e60, 1e60, -4e60);
    let to = DVec3::new(5e58, -3e58, 7e58);
    let ray = d3_f64::Ray::new(from, to - from, 10.0);
    match (capsule, ray) {
        (Ok(capsule), Ok(ray)) => {
            assert!(cast_ray(&capsule, &d3_f64::Pose::IDENTITY, &ray).is_some());
        }
        (Err(error), _) | (_, Err(error)) => {
            assert!(matches!(error, Error::TooLarge { .. }) && error.to_string().contains("2^160"));
        }
    }
}

/// A cache with a proven gap of a 3D pair made a query about a 2D pair miss an overlap.
#[test]
fn a_cache_of_space_used_in_the_plane() {
    let mut cache = Cache::default();
    let ball = d3_f64::Sphere::new(1.0).unwrap();
    let far = d3_f64::Pose::at(DVec3::new(1.0, 0.0, 5.0)).unwrap();
    let query = Query::new(&ball, &d3_f64::Pose::IDENTITY, &ball, &far);
    assert!(query.cache(&mut cache).manifold(0.1).is_none());
    let circle = d2_f64::Circle::new(1.0).unwrap();
    let near = d2_f64::Pose::at(DVec2::new(1.0, 0.0)).unwrap();
    let query = Query::new(&circle, &d2_f64::Pose::IDENTITY, &circle, &near);
    assert!(query.cache(&mut cache).manifold(0.1).is_some());
}

/// The cache of two other pairs gave corners that are tiny beside this pair, and rounding put the origin between
/// them: the depth was 0.7455, and is 0.0605.
#[test]
fn a_cache_of_corners_that_are_tiny() {
    let pose =
        |t: [f32; 3], q: [f32; 4]| d3::Pose::new(Vec3::from_array(t), Quat::from_array(q)).unwrap();
    let mut cache = Cache::default();
    let cone = d3::Cone::new(Axis::Y, 2.024_628_8e-5, 7.283_727).unwrap();
    let grain = d3::Ellipsoid::new(Vec3::new(30_828.326, 5.861_021e-6, 36.287_888)).unwrap();
    let turn = [-0.519_725, -0.048_470_92, -0.023_255_15, 0.852_640_45];
    let at = [
        pose([-30_069.342, 7_759.991_7, 42_291.805], turn),
        pose([-6_253.956_5, 19_943.883, 17_045.348], turn),
    ];
    Query::new(&cone, &at[0], &grain, &at[1]).cache(&mut cache).distance();
    let segment = d3::Segment::new(
        Vec3::new(3.961_064e-7, 3.094_139_3e-7, -1.981_586_8e-8),
        Vec3::new(6.123_928_5e-7, 3.649_169e-7, -8.903_989e-8),
    );
    let triangle = d3::Triangle::new(
        Vec3::new(2.592_174_7e-7, -4.816_136_7e-20, 2.401_832e-7),
        Vec3::new(4.158_527_6e-16, -5.090_562e-7, -2.382_934_5e-7),
        Vec3::new(-1.496_983e-7, -1.026_276e-7, 7.555_365e-15),
    );
    let at = [
        pose(
            [6.392_513e-7, 2.807_145_6e-8, -1.028_469_2e-6],
            [0.0, 0.707_106_77, 0.0, 0.707_106_77],
        ),
        pose(
            [5.136_61e-7, 3.724_525_2e-7, -1.454_954_3e-6],
            [0.217_099_88, -0.469_020_04, 0.793_728_7, 0.320_753_1],
        ),
    ];
    let (segment, triangle) = (segment.unwrap(), triangle.unwrap());
    Query::new(&segment, &at[0], &triangle, &at[1]).cache(&mut cache).clearance();
    let ends = [Vec3::new(-0.5, 0.0, 0.0), Vec3::new(-1.0, 1.0, 0.5)];
    let capsule = Rounded::new(d3::Capsule::new(ends[0], ends[1], 1.0).unwrap(), 0.6).unwrap();
    let (s, l) = (6.680_932e-10, 1.336_186_4e-9);
    let corners = [
        [s, 0.0, l],
        [s, 0.0, -s],
        [0.0, 0.0, l],
        [0.0, s, 0.0],
        [l, -l, -s],
        [l, -l, l],
        [0.0, s, -l],
        [l, -s, l],
        [0.0, 0.0, 0.0],
        [-s, l, 0.0],
        [s, -s, 0.0],
    ];
    let hull = Hull::new(corners.map(Vec3::from_array)).unwrap();
    let at = [
        pose(
            [2.157_542_2, -2.217_455, 0.709_176_1],
            [0.270_365_77, 0.762_811_06, -0.017_477_795, 0.587_125_3],
        ),
        pose(
            [2.013_291_6, -1.855_004_1, -0.254_899_3],
            [-0.732_707_44, -0.093_176_05, 0.672_823_25, -0.042_034_0],
        ),
    ];
    let query = || Query::new(&capsule, &at[0], &hull, &at[1]);
    let depth = { query() }.cache(&mut cache).penetration().unwrap().depth;
    assert!((depth - 0.060_500_573).abs() < 1e-7, "{depth}");
}

/// In `f32`, 1e8 + 0.1 is 1e8, so -0.1 was not within the bounds.
#[test]
fn a_ball_rounded_by_what_f32_cannot_add() {
    let ball = Rounded::new(d3::Sphere::new(0.1).unwrap(), 1.0e8).unwrap();
    let point = d3::Point::new(Vec3::ZERO).unwrap();
    let at = d3::Pose::at(Vec3::new(1.0e8, 0.0, 0.0)).unwrap();
    let answer = clearance(&ball, &d3::Pose::IDENTITY, &point, &at);
    assert!(answer.lower <= -0.1 && -0.1 <= answer.upper, "{answer:?}");
}

/// An infinite radius was accepted.
#[test]
fn a_ball_rounded_beyond_f32() {
    let ball = d3::Sphere::new(f32::MAX).and_then(|ball| Rounded::new(ball, f32::MAX));
    assert!(ball.is_err() || Convex::radius(&ball.unwrap()).is_finite());
}

/// The contact points were NaN, and the separation was minus infinity.
#[test]
fn a_segment_of_1e_101_in_a_box() {
    let cuboid =
        d3_f64::Cuboid::new(DVec3::new(0.2865911110978997, 1.4684107416091865, 1.3942254740626983))
            .unwrap();
    let tiny = f64::MIN_POSITIVE;
    let segment = d3_f64::Segment::new(
        DVec3::new(1.2363075248710853e-101, 1.2647060964113832e-102, 8.730891479764782e-101),
        DVec3::new(-1.5208944689440497e-101, tiny, 5.613964165574184e-101),
    );
    let segment = Rounded::new(segment.unwrap(), tiny).unwrap();
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let pose = |q| d3_f64::Pose::new(DVec3::ZERO, q).unwrap();
    let (pose_a, pose_b) =
        (pose(DQuat::from_xyzw(0.0, half, 0.0, half)), pose(DQuat::from_xyzw(0.5, 0.5, 0.5, -0.5)));
    for point in contact_manifold(&cuboid, &pose_a, &segment, &pose_b, 0.0).unwrap().points() {
        assert!(point.point_a.is_finite() && point.point_b.is_finite());
        assert!((point.separation + 0.2865911110978997).abs() < 1e-12);
    }
}

/// The cosine of the stored angle is 6e-17. After rounding, the normals are exactly opposite, but
/// the planes intersect: a depth of 2.25 was claimed. Only planes of one rotation are parallel.
#[test]
fn planes_that_rounding_makes_parallel() {
    let a = d2_f64::HalfPlane::new(DVec2::new(0.5, -0.5), 1.0).unwrap();
    let b = d2_f64::HalfPlane::new(DVec2::new(1.0, 1.0), 1.25).unwrap();
    let turned = d2_f64::Pose::new(DVec2::ZERO, core::f64::consts::FRAC_PI_2).unwrap();
    let proof = certificate(&a, &d2_f64::Pose::IDENTITY, &b, &turned);
    assert_eq!(proof.answer.lower, f64::NEG_INFINITY);
    let verdict = check(&a, &d2_f64::Pose::IDENTITY, &b, &turned, &proof);
    assert_eq!(verdict, Verdict::Proven);
    let back = d2_f64::HalfPlane::new(DVec2::new(-0.5, 0.5), 1.25).unwrap();
    let pose = d2_f64::Pose::IDENTITY;
    assert!((clearance(&a, &pose, &back, &pose).signed_distance + 2.25).abs() < 1e-15);
}

/// The certificate of a cast of a resting `a` and a `b` that starts `velocity * 6` before `end`.
fn proven_cast<A, B>(
    a: &A,
    at_a: DQuat,
    b: &B,
    [end, velocity]: [DVec3; 2],
    at_b: DQuat,
) -> Impact<DVec3>
where
    A: Geometry<V = DVec3>,
    B: Geometry<V = DVec3>,
{
    let pose = |t, q: DQuat| d3_f64::Pose::new(t, q.normalize()).unwrap();
    let still = d3_f64::Sweep::at_rest(&pose(DVec3::ZERO, at_a));
    let moving = d3_f64::Sweep::linear(&pose(end - velocity * 6.0, at_b), velocity).unwrap();
    let proof = Cast::new(a, &still, b, &moving, 12.0).unwrap().certificate();
    let verdict = check_impact(a, &still, b, &moving, 12.0, 0.0, &proof);
    assert_eq!(verdict, Verdict::Proven, "{proof:?}");
    proof.impact
}

/// Two corners of GJK's last triangle were 4e-11 apart, so its weights were noise. The point on the
/// hull was off by 3e-6.
#[test]
fn a_sliver_of_a_rounded_ellipsoid() {
    let corners = [
        [0.0, 0.0, -0.5],
        [-1.0, 1.0, 0.0],
        [1.0, -1.0, -1.0],
        [1.0, -1.0, 0.5],
        [-0.5, 0.0, -1.0],
        [0.5, 0.0, 0.5],
        [-1.0, 0.5, -0.5],
        [-1.0, -1.0, 1.0],
        [-1.0, -0.5, 0.5],
        [-0.5, 0.0, 1.0],
        [0.0, -0.5, 1.0],
    ];
    let hull = Hull::new(corners.map(DVec3::from_array)).unwrap();
    let round = Ellipsoid::new(DVec3::new(0.25, 0.25, 1.5)).unwrap();
    let round = Rounded::new(round, 1.0).unwrap();
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let turn = DQuat::from_xyzw(0.0, 0.0, half, half);
    let impact = proven_cast(&hull, turn, &round, [DVec3::ZERO, DVec3::NEG_X], turn);
    assert!(impact.hit());
}

/// Every step found the far end of an edge again, because the distance to it is the same up to the
/// last digit. GJK stopped with a normal that was off by 1.5e-8 rad.
#[test]
fn an_edge_of_a_hull_across_a_capsule() {
    let corners = [
        [0.5, -0.5, 1.0],
        [1.0, 0.0, 1.0],
        [0.5, 0.5, -1.0],
        [-0.5, -1.0, 0.5],
        [0.5, -1.0, -0.5],
        [-0.5, 0.0, 0.5],
        [-1.0, -1.0, 0.0],
        [1.0, 1.0, -0.5],
    ];
    let hull = Rounded::new(Hull::new(corners.map(DVec3::from_array)).unwrap(), 0.25).unwrap();
    let ends = [DVec3::new(0.0, -0.5, 0.0), DVec3::new(1.0, 0.0, -1.0)];
    let capsule = d3_f64::Capsule::new(ends[0], ends[1], 1.25).unwrap();
    let end = DVec3::new(0.5000000195023848, 0.5000000195023848, 1.4999999804976152);
    let motion = [end, DVec3::new(0.0, -0.5, 0.5)];
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let turns = [DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5), DQuat::from_xyzw(-half, 0.0, 0.0, half)];
    let impact = proven_cast(&hull, turns[0], &capsule, motion, turns[1]);
    assert!((impact.time - 1.000000048755962).abs() < 1e-14, "{impact:?}");
}

/// The overlap is as deep as expected, and the witness points are on both surfaces.
fn exact_overlap<V: Vector>([a, b]: [&Shape<V>; 2], [pa, pb]: [&Pose<V>; 2], depth: f64) {
    let found = clearance(a, pa, b, pb);
    let what = format!("{found:?}");
    let value = found.signed_distance.to_f64();
    assert_eq!(found.status(), Status::Overlapping, "{what}");
    assert!((value + depth).abs() < 1e-9, "{what}");
    let (p, q) = (found.point_a, found.point_b);
    assert!((q - p - found.normal * found.signed_distance).norm().to_f64() < 1e-9, "{what}");
    assert!(signed_distance(a, pa, p).unwrap().to_f64().abs() < 1e-9, "{what}");
    assert!(signed_distance(b, pb, q).unwrap().to_f64().abs() < 1e-9, "{what}");
}

/// The points were 2e-6 beyond the end of the flat triangle, and no check noticed it.
#[test]
fn an_ellipse_around_a_flat_triangle() {
    let ellipse = d2_f64::Ellipse::new(DVec2::new(1.0, 0.5)).unwrap().into();
    let [right, left] = [DVec2::new(0.5, 0.0), DVec2::new(-0.5, 0.0)];
    let triangle = d2_f64::Triangle::new(right, left, left).unwrap().into();
    let turned = d2_f64::Pose::new(DVec2::ZERO, core::f64::consts::FRAC_PI_2).unwrap();
    exact_overlap([&ellipse, &triangle], [&d2_f64::Pose::IDENTITY, &turned], 1.0);
}

/// There were no bounds: those of the search for the depth had crossed.
#[test]
fn a_segment_along_the_axis_of_an_ellipsoid() {
    let segment = d3_f64::Segment::new(DVec3::Y, DVec3::NEG_Y).unwrap().into();
    let ellipsoid = d3_f64::Ellipsoid::new(DVec3::new(2.0, 1.0, 2.0)).unwrap().into();
    let turn = DQuat::from_xyzw(-0.3162277660168379, 0.0, 0.0, 0.9486832980505138);
    let poses = [DVec3::ZERO, DVec3::splat(1e-12)].map(|t| d3_f64::Pose::new(t, turn).unwrap());
    exact_overlap([&segment, &ellipsoid], [&poses[0], &poses[1]], 2.0);
}

/// The same, with a capsule in a cylinder.
#[test]
fn a_capsule_along_the_axis_of_a_cylinder() {
    let radius = 0.5791192874871911;
    let capsule = d3_f64::Capsule::new(DVec3::Z * 0.25, DVec3::Z * -0.25, radius).unwrap().into();
    let cylinder = d3_f64::Cylinder::new(Axis::Z, 0.25, 0.5).unwrap().into();
    let turn = DQuat::from_xyzw(
        0.1643989873053573,
        0.6575959492214292,
        0.3287979746107146,
        0.6575959492214292,
    );
    let poses = [DVec3::splat(1e-6), DVec3::ZERO].map(|t| d3_f64::Pose::new(t, turn).unwrap());
    // Along a sideways direction it would be 9.3e-8 deeper.
    let along = poses[0].transform_vector(DVec3::Z).dot(DVec3::splat(1e-6));
    exact_overlap([&capsule, &cylinder], [&poses[0], &poses[1]], 0.5 + radius - along);
}

/// The checker proves the clearance, and refutes no point of the manifold.
fn proven_contact<V: Vector>([a, b]: [&Shape<V>; 2], [pa, pb]: [&Pose<V>; 2]) {
    let (manifold, proof) =
        (contact_manifold(a, pa, b, pb, V::Scalar::ZERO), certificate(a, pa, b, pb));
    assert_eq!(check(a, pa, b, pb, &proof), Verdict::Proven);
    let verdict = check_manifold(a, pa, b, pb, &manifold.unwrap(), &proof);
    assert_ne!(verdict, Verdict::Refuted);
}

/// The points were half-way between the farthest points of both shapes, 4e-6 off the needle.
#[test]
fn a_needle_in_an_ellipsoid() {
    let needle = Vec3::new(6.0152768e-5, 3.242593e-10, 2.2008459e-7);
    let needle = d3::Ellipsoid::new(needle).unwrap().into();
    let ellipsoid = d3::Ellipsoid::new(Vec3::new(0.90861875, 0.92560947, 0.24924922)).unwrap();
    let at = |t: [f32; 3], q: [f32; 4]| d3::Pose::new(t.into(), Quat::from_array(q)).unwrap();
    let first = at(
        [-0.00036516317, -3.609895e-5, 0.0001787766],
        [-0.18890302, 0.6284727, -0.30739394, 0.6890912],
    );
    let second = at(
        [-0.0008010953, 0.0003570033, 0.00042025774],
        [-0.10321164, 0.08412925, -0.94008076, -0.31387535],
    );
    proven_contact([&needle, &ellipsoid.into()], [&first, &second]);
}

/// The points were off by the size of the shapes: at this scale squared lengths underflow.
#[test]
fn two_cylinders_of_1e_181() {
    let size = 2.0_f64.powi(-600);
    let cylinder = |half_height: f64, radius: f64, margin: f64| {
        let sharp = d3_f64::Cylinder::new(Axis::Y, half_height * size, radius * size).unwrap();
        d3_f64::Shape::from(Rounded::new(sharp, margin * size).unwrap())
    };
    let (a, b) = (cylinder(0.574, 0.151, 0.015), cylinder(0.854, 0.958, 0.18));
    let turn = |t: [f64; 3], q: [f64; 4]| {
        d3_f64::Pose::new(DVec3::from_array(t) * size, DQuat::from_array(q)).unwrap()
    };
    let first = turn([-0.988, 0.635, -0.839], [-0.434, -0.314, 0.533, 0.654]);
    let second = turn([-1.0, 0.127, -1.0], [-0.349, -0.122, -0.488, 0.790]);
    proven_contact([&a, &b], [&first, &second]);
}

/// The edge between two corners that are 1e-55 apart clipped nothing: a second contact point was
/// 0.6 off a triangle of size 1e-3.
#[test]
fn a_triangle_with_an_edge_of_1e_55() {
    let hull = |points: &[[f64; 3]]| {
        let points: Vec<_> = points.iter().map(|p| DVec3::from_array(*p)).collect();
        d3_f64::Shape::from(d3_f64::Hull::new(points).unwrap())
    };
    let x = -0.0008945381850935519;
    let thin = hull(&[[x, 0.0, 0.0], [x, 1.03e-55, 0.0], [0.0, 0.0, -0.0002745341043919325]]);
    let large = hull(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    let (mut random, mut met) = (clearance_testing::Random::new(1), 0);
    let mut direction = || DVec3::from_array([0; 3].map(|_| random.range(-1.0, 1.0)));
    for _ in 0..300 {
        // The corner at the end of the needle is above a face by a tenth of its length.
        let turn = DQuat::from_rotation_arc(direction().normalize(), direction().normalize());
        let at = d3_f64::Pose::new(DVec3::new(0.3, 0.3, -0.001), turn).unwrap();
        let margin = 1.0e-3;
        let Some(found) = contact_manifold(&thin, &at, &large, &d3_f64::Pose::IDENTITY, margin)
        else {
            continue;
        };
        met += 1;
        for point in found.points() {
            let [on_thin, on_large] = [
                signed_distance(&thin, &at, point.point_a).unwrap(),
                signed_distance(&large, &d3_f64::Pose::IDENTITY, point.point_b).unwrap(),
            ];
            assert!(on_thin.abs() < 1e-12 && on_large.abs() < 1e-12, "{on_thin} {on_large}");
        }
    }
    assert!(met > 150, "{met}");
}

/// Some of the four points of the rim were closer to each other than rounding, and others were not.
/// The points that remained formed no rim, and the manifold query panicked.
#[test]
fn the_rim_of_a_cylinder_of_1e_14() {
    let floor = d3_f64::Cuboid::new(DVec3::new(0.5, 0.5, 0.5)).unwrap();
    let mut met = 0;
    for k in 0..2_000 {
        let radius = 1e-15 * 1.005_f64.powi(k);
        let cylinder = d3_f64::Cylinder::new(Axis::Z, 0.5, radius).unwrap();
        let turn = DQuat::from_rotation_z(f64::from(k));
        let at = d3_f64::Pose::new(DVec3::new(0.1, 0.2, 0.999), turn).unwrap();
        let found = contact_manifold(&floor, &d3_f64::Pose::IDENTITY, &cylinder, &at, 0.01);
        met += usize::from(found.is_some_and(|found| !found.points().is_empty()));
    }
    assert_eq!(met, 2_000);
}

/// The normal was computed from witness points that were off by 4e-11, over a gap of 3e-3.
#[test]
fn a_needle_over_a_plate() {
    let plate = DVec3::new(0.0009239260689355433, 0.5146834254265137, 0.5143631100654602);
    let plate = d3_f64::Cuboid::new(plate).unwrap();
    let needle = DVec3::new(0.362580269575119, 5.768343953604926e-7, 4.7675979431005544e-7);
    let needle = d3_f64::Cuboid::new(needle).unwrap();
    let stand = |t: [f64; 3], [x, y, z, w]: [f64; 4]| {
        d3_f64::Pose::new(t.into(), DQuat::from_xyzw(x, y, z, w)).unwrap()
    };
    let at_plate = stand(
        [0.2537558674812317, 0.7220219969749451, -0.3641505539417267],
        [-0.7875263690948486, 0.24890516698360443, 0.41001468896865845, -0.38695788383483887],
    );
    let at_needle = stand(
        [0.45164120239105715, 0.462012185748361, -0.5302546335235647],
        [-0.7875263638960508, 0.24890516534047516, 0.4100146862619764, -0.3869578812803647],
    );
    let shown = certificate(&plate, &at_plate, &needle, &at_needle);
    assert_eq!(check(&plate, &at_plate, &needle, &at_needle, &shown), Verdict::Proven);
}

/// The speed of approach was computed along the normal of the answer, which is rounded to `f32`.
/// The planes were therefore reported apart after they had touched.
#[test]
fn planes_that_slide_while_they_close_in() {
    let a = d2::HalfPlane::new(Vec2::new(1.0, 0.5), 2.0).unwrap();
    let b = d2::HalfPlane::new(Vec2::new(-1.0, -0.5), 0.75).unwrap();
    let still = d2::Sweep::at_rest(&d2::Pose::IDENTITY);
    for k in 0..20_000_u16 {
        let slide = 1.3e-4 + 1e-7 * f32::from(k);
        let start = d2::Pose::at(Vec2::new(6.0 + slide, -1.5 + slide)).unwrap();
        let moving = d2::Sweep::linear(&start, Vec2::NEG_X).unwrap();
        let proof = Cast::new(&a, &still, &b, &moving, 12.0).unwrap().certificate();
        let verdict = check_impact(&a, &still, &b, &moving, 12.0, 0.0, &proof);
        assert_ne!(verdict, Verdict::Refuted, "{k}: {proof:?}");
    }
}

/// EPA's corners of B are 1e10 times as far apart as those of A, and their weights put A's point beside A.
#[test]
fn a_hull_across_a_needle_1e10_times_as_long() {
    let corners = [
        [4.875, -7.875, -11.5],
        [0.0, -5.875, 0.5],
        [0.0, 2.0, 4.0],
        [-1.25, -4.5, -10.875],
        [-2.0, 0.0, -3.125],
        [6.875, -0.5, -2.0862e-7],
        [8.75, -0.5, 1.0],
        [-6.125, 0.0, 8.625],
        [0.5, 2.0, 2.0],
    ];
    let unit = 2_f32.powi(-24);
    let corners: Vec<_> = corners.iter().map(|p| Vec3::from_array(*p) * unit).collect();
    let hull = Rounded::new(d3::Hull::new(corners).unwrap(), unit).unwrap();
    let needle = d3::Cuboid::new(Vec3::new(9348.518, 3.75 * unit, 3.75 * unit)).unwrap();
    let at_hull = d3::Pose::at(Vec3::new(-0.5, -7.875, 1.0) * unit).unwrap();
    let turn = Quat::from_xyzw(-1.0, 10.0, -0.5, 0.0);
    let at_needle = d3::Pose::new(Vec3::new(0.5, -12.0, -12.0) * unit, turn).unwrap();
    for algorithm in [Algorithm::Auto, Algorithm::GjkEpa, Algorithm::Epa] {
        let mut query = Query::new(&hull, &at_hull, &needle, &at_needle).algorithm(algorithm);
        let shown = query.certificate();
        assert_eq!(shown.answer.status(), Status::Overlapping, "{}", algorithm.name());
        assert_eq!(check(&hull, &at_hull, &needle, &at_needle, &shown), Verdict::Proven);
    }
}
