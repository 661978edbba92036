//! Contacts whose answers are known, and contacts that once were wrong.

use clearance::Axis;
use clearance::d3_f64::{DQuat, DVec3, Pose};
use clearance::glam::DVec2;
use clearance::shape::{
    Ball, Capsule, Cone, ConvexShape, Cuboid, Ellipsoid, HalfSpace, Segment, Triangle,
};
use clearance::{
    Algorithm, Cache, Convex, FeaturePart, Manifold, Query, Shape, contact_manifold, d2_f64, d3,
    signed_distance,
};

use super::bodies::{capsule, cone, cuboid, cylinder, hull, parts, prism, rounded};

const FLOOR: [f64; 3] = [10.0, 10.0, 1.0];
const QUARTER: f64 = core::f64::consts::FRAC_PI_2;

fn at(z: f64) -> Pose {
    Pose::at(DVec3::new(0.25, -0.5, z)).unwrap()
}

fn turned(z: f64, q: DQuat) -> Pose {
    Pose::new(DVec3::new(0.25, -0.5, z), q).unwrap()
}

/// The manifold on a floor whose top is at z = 0.
fn on_floor(shape: &Shape<DVec3>, pose: &Pose, margin: f64) -> Manifold<DVec3> {
    let floor = Pose::at(DVec3::new(0.0, 0.0, -1.0)).unwrap();
    contact_manifold(&cuboid(FLOOR), &floor, shape, pose, margin).expect("it touches")
}

#[track_caller]
fn expect(manifold: &Manifold<DVec3>, count: usize, depth: f64) {
    assert_eq!(manifold.points().len(), count, "{manifold:#?}");
    assert!((manifold.normal - DVec3::Z).length() < 1e-12, "{manifold:?}");
    for point in manifold.points() {
        assert!((point.separation + depth).abs() < 1e-12, "{point:?}");
        assert!(point.point_a.z.abs() < 1e-12, "{point:?}");
    }
}

/// The area of the points' outline in x and y.
fn area(manifold: &Manifold<DVec3>) -> f64 {
    let flat: Vec<DVec2> = manifold.points().iter().map(|p| p.point_a.truncate()).collect();
    let hull = clearance::hull::build2(&flat).unwrap();
    if let clearance::hull::Hull2::Outline(outline) = hull { outline.area() } else { 0.0 }
}

#[test]
fn a_box_on_a_floor_has_four_points() {
    let manifold = on_floor(&cuboid([0.5, 0.25, 0.5]), &at(0.49), 0.0);
    expect(&manifold, 4, 0.01);
    assert!((area(&manifold) - 0.5).abs() < 1e-12);
    for point in manifold.points() {
        assert!(matches!(point.feature.a(), FeaturePart::Face(_)));
        assert!(matches!(point.feature.b(), FeaturePart::Vertex(_)));
    }
}

#[test]
fn touching_exactly_is_a_contact() {
    expect(&on_floor(&cuboid([0.5; 3]), &at(0.5), 0.0), 4, 0.0);
    expect(&on_floor(&cylinder(2, 0.5, 0.5), &at(0.5), 0.0), 4, 0.0);
    expect(&on_floor(&capsule(0, 0.5, 0.5), &at(0.5), 0.0), 2, 0.0);
}

#[test]
fn equal_boxes_share_their_corners() {
    let cube = cuboid([0.5; 3]);
    let manifold = contact_manifold(&cube, &at(0.0), &cube, &at(0.99), 0.0).unwrap();
    assert_eq!(manifold.points().len(), 4);
    for point in manifold.points() {
        let is_corner = |part| matches!(part, FeaturePart::Vertex(_));
        assert!(is_corner(point.feature.a()) && is_corner(point.feature.b()), "{point:?}");
    }
    assert!((area(&manifold) - 1.0).abs() < 1e-12);
}

/// Eight corners are shared; the four points kept span nearly the largest area.
#[test]
fn a_box_turned_on_a_box_keeps_four_of_eight_corners() {
    let cube = cuboid([0.5; 3]);
    let turn = turned(0.99, DQuat::from_rotation_z(QUARTER / 2.0));
    let manifold = contact_manifold(&cube, &at(0.0), &cube, &turn, 0.0).unwrap();
    assert_eq!(manifold.points().len(), 4);
    // The octagon has an area of 0.828; a square of every other corner has 0.586.
    assert!(area(&manifold) > 0.55, "{}", area(&manifold));
}

#[test]
fn edges_that_cross_have_one_point() {
    let cube = cuboid([0.5; 3]);
    let a = turned(0.0, DQuat::from_rotation_x(QUARTER / 2.0));
    let b = turned(1.4, DQuat::from_rotation_y(QUARTER / 2.0));
    let manifold = contact_manifold(&cube, &a, &cube, &b, 0.05).unwrap();
    assert_eq!(manifold.points().len(), 1, "{manifold:?}");
    let point = manifold.points()[0];
    assert!((point.separation - (1.4 - 2.0 * 0.5_f64.sqrt())).abs() < 1e-12);
    let is_edge = |part| matches!(part, FeaturePart::Edge(_));
    assert!(is_edge(point.feature.a()) && is_edge(point.feature.b()), "{point:?}");
}

#[test]
fn edges_along_each_other_have_two_points() {
    let (long, short) = (cuboid([1.0, 0.5, 0.5]), cuboid([0.75, 0.5, 0.5]));
    let turn = DQuat::from_rotation_x(QUARTER / 2.0);
    for z in [2.0_f64.sqrt(), 1.42, 1.45] {
        let (a, b) = (turned(0.0, turn), turned(z, turn));
        let manifold = contact_manifold(&long, &a, &short, &b, 0.05).unwrap();
        assert_eq!(manifold.points().len(), 2, "{z} {manifold:?}");
        let [p, q] = [0, 1].map(|i| manifold.points()[i].point_a);
        assert!(((p - q).length() - 1.5).abs() < 1e-9, "{manifold:?}");
    }
}

#[test]
fn round_shapes_rest_on_their_flat_faces() {
    let lying = DQuat::from_rotation_y(QUARTER);
    expect(&on_floor(&cylinder(2, 0.5, 0.3), &at(0.49), 0.0), 4, 0.01);
    expect(&on_floor(&cylinder(2, 0.5, 0.3), &turned(0.29, lying), 0.0), 2, 0.01);
    expect(&on_floor(&cone(2, 0.5, 0.3), &at(0.49), 0.0), 4, 0.01);
    expect(&on_floor(&capsule(0, 0.5, 0.3), &at(0.29), 0.0), 2, 0.01);
    expect(&on_floor(&capsule(2, 0.5, 0.3), &at(0.79), 0.0), 1, 0.01);
    let ball = ConvexShape::from(Ball::new(0.5).unwrap()).into();
    expect(&on_floor(&ball, &at(0.49), 0.0), 1, 0.01);
    expect(&on_floor(&rounded(&cuboid([0.4; 3]), 0.1), &at(0.49), 0.0), 4, 0.01);
    let standing = on_floor(&cylinder(2, 0.5, 0.3), &at(0.49), 0.0);
    assert!((area(&standing) - 2.0 * 0.3 * 0.3).abs() < 1e-12, "a square in the rim");
}

#[test]
fn a_lying_cone_rests_on_a_line() {
    let (half, radius) = (0.5, 0.3_f64);
    let turn = DQuat::from_rotation_y(QUARTER + (radius / (2.0 * half)).atan());
    let cone = cone(2, half, radius);
    let low = clearance::clearance(&cuboid(FLOOR), &at(-1.0), &cone, &turned(2.0, turn));
    let pose = turned(2.0 - low.signed_distance - 0.01, turn);
    let manifold = on_floor(&cone, &pose, 0.0);
    assert_eq!(manifold.points().len(), 2, "{manifold:?}");
    assert!(manifold.points().iter().all(|p| (p.separation + 0.01).abs() < 1e-7));
}

#[test]
fn an_ellipsoid_and_a_corner_have_one_point() {
    let egg = ConvexShape::from(Ellipsoid::new(DVec3::new(0.5, 0.4, 0.3)).unwrap()).into();
    let manifold = on_floor(&egg, &at(0.29), 0.0);
    assert_eq!(manifold.points().len(), 1);
    let corner = DQuat::from_rotation_arc(DVec3::ONE.normalize(), DVec3::Z);
    let manifold = on_floor(&cuboid([0.5; 3]), &turned(0.75_f64.sqrt() - 0.01, corner), 0.0);
    assert_eq!(manifold.points().len(), 1, "{manifold:?}");
}

#[test]
fn half_spaces_take_a_whole_face() {
    let ground: Shape<DVec3> = HalfSpace::new(DVec3::Z, 0.0).unwrap().into();
    let on_ground = |shape, z| contact_manifold(&ground, &Pose::IDENTITY, &shape, &at(z), 0.0);
    expect(&on_ground(cuboid([0.5; 3]), 0.49).unwrap(), 4, 0.01);
    expect(&on_ground(cylinder(2, 0.5, 0.5), 0.49).unwrap(), 4, 0.01);
    expect(&on_ground(cylinder(0, 0.5, 0.5), 0.49).unwrap(), 2, 0.01);
    assert_eq!(on_ground(cuboid([0.5; 3]), 0.51), None);
    let back = contact_manifold(&cuboid([0.5; 3]), &at(0.49), &ground, &Pose::IDENTITY, 0.0);
    assert_eq!(back.unwrap().normal, -DVec3::Z);
    assert_eq!(contact_manifold(&ground, &Pose::IDENTITY, &ground, &at(0.3), 0.0), None);
}

#[test]
fn points_are_reported_up_to_the_margin() {
    // Tilted: two corners at 0.01, two 0.1 higher.
    let tilt = DQuat::from_rotation_x(-0.1_f64.asin());
    let cube = cuboid([0.5; 3]);
    let low = 0.5 * (0.1 + 0.99_f64.sqrt());
    let pose = turned(low + 0.01, tilt);
    let floor = Pose::at(DVec3::new(0.0, 0.0, -1.0)).unwrap();
    let count = |margin| {
        let found = contact_manifold(&cuboid(FLOOR), &floor, &cube, &pose, margin);
        found.map_or(0, |m| m.points().len())
    };
    assert_eq!([-0.5, 0.0, 0.0099, 0.0101, 0.1099, 0.1101].map(count), [0, 0, 0, 2, 2, 4]);
    assert_eq!([f64::INFINITY, f64::NEG_INFINITY, f64::NAN].map(count), [4, 0, 0]);
}

/// With a negative margin only deep points count.
#[test]
fn a_negative_margin_leaves_the_deep_points() {
    let manifold = on_floor(&cuboid([0.5; 3]), &at(0.4), -0.05);
    expect(&manifold, 4, 0.1);
}

#[test]
fn triangles_and_segments_in_space() {
    let triangle = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y).unwrap();
    let (below, above) =
        (Pose::at(DVec3::new(0.25, 0.25, -0.49)), Pose::at(DVec3::new(0.25, 0.25, 0.49)));
    let cube = Cuboid::new(DVec3::splat(0.5)).unwrap();
    let manifold =
        contact_manifold(&triangle, &Pose::IDENTITY, &cube, &above.unwrap(), 0.0).unwrap();
    assert_eq!((manifold.normal, manifold.points().len()), (DVec3::Z, 4));
    let manifold =
        contact_manifold(&triangle, &Pose::IDENTITY, &cube, &below.unwrap(), 0.0).unwrap();
    assert_eq!(manifold.normal, -DVec3::Z);
    let segment = Segment::new(-DVec3::X, DVec3::X).unwrap();
    let over = Pose::at(DVec3::new(0.0, 0.0, 0.51)).unwrap();
    let manifold = contact_manifold(&cube, &Pose::IDENTITY, &segment, &over, 0.1).unwrap();
    assert_eq!(manifold.points().len(), 2);
    assert!(manifold.points().iter().all(|p| p.point_b.x.abs() == 0.5));
}

/// A face with more corners than a [`clearance::shape::Face`] can hold.
#[test]
fn a_prism_of_many_sides_rests_on_four_corners() {
    let ring = |k: usize, z: f64| {
        let (sin, cos) = libm::sincos(core::f64::consts::TAU * k as f64 / 200.0);
        DVec3::new(cos, sin, z)
    };
    let prism = hull((0..400).map(|i| ring(i / 2, [-0.5, 0.5][i % 2])).collect());
    let manifold = on_floor(&prism, &at(0.49), 0.0);
    expect(&manifold, 4, 0.01);
    assert!(area(&manifold) > 1.9, "{}", area(&manifold));
}

#[test]
fn user_defined_shapes_have_one_point() {
    struct Lump(Cuboid<DVec3>);
    impl Convex for Lump {
        type V = DVec3;
        fn support(&self, d: DVec3) -> DVec3 {
            self.0.support(d)
        }
        fn center(&self) -> DVec3 {
            DVec3::ZERO
        }
    }
    let lump = Lump(Cuboid::new(DVec3::splat(0.5)).unwrap());
    let ball = Ball::new(0.5).unwrap();
    let manifold = contact_manifold(&lump, &Pose::IDENTITY, &ball, &at(0.9), 0.0);
    assert_eq!(manifold.unwrap().points().len(), 1);
}

#[test]
fn polygons_have_two_points() {
    use d2_f64::{Cuboid, DVec2, Pose};
    let (floor, cube) = (Cuboid::new(DVec2::new(5.0, 0.5)), Cuboid::new(DVec2::splat(0.5)));
    let (floor, cube) = (floor.unwrap(), cube.unwrap());
    let pose = |y, angle| Pose::new(DVec2::new(0.3, y), angle).unwrap();
    let on_floor =
        |y, angle| contact_manifold(&floor, &Pose::IDENTITY, &cube, &pose(y, angle), 0.0);
    let flat = on_floor(0.99, 0.0).unwrap();
    assert_eq!((flat.normal, flat.points().len()), (DVec2::Y, 2));
    assert!(flat.points().iter().all(|p| (p.separation + 0.01).abs() < 1e-15));
    let tilted = on_floor(1.0 / 2.0 + 0.5_f64.sqrt() - 0.01, QUARTER / 2.0).unwrap();
    assert_eq!(tilted.points().len(), 1);
    assert!((tilted.depth() - 0.01).abs() < 1e-15);
    let capsule = Capsule::new(-DVec2::X, DVec2::X, 0.25).unwrap();
    let lying = contact_manifold(&floor, &Pose::IDENTITY, &capsule, &pose(0.74, 0.0), 0.0).unwrap();
    assert_eq!(lying.points().len(), 2);
    let both =
        contact_manifold(&capsule, &Pose::IDENTITY, &capsule, &pose(0.49, 0.0), 0.0).unwrap();
    assert_eq!(both.points().len(), 2);
}

#[test]
fn a_cache_marks_persisted_points() {
    let (floor, cube) = (cuboid(FLOOR), cuboid([0.5; 3]));
    let below = Pose::at(DVec3::new(0.0, 0.0, -1.0)).unwrap();
    let mut cache = Cache::default();
    let ask = |pose: &Pose, cache: &mut Cache| {
        let manifold = Query::new(&floor, &below, &cube, pose).cache(cache).manifold(0.02);
        manifold.map_or(Vec::new(), |m| m.points().iter().map(|p| p.persisted).collect())
    };
    assert_eq!(ask(&at(0.49), &mut cache), [false; 4]);
    assert_eq!(ask(&at(0.491), &mut cache), [true; 4]);
    // Two corners are lifted, and return.
    let tilted = turned(0.53, DQuat::from_rotation_x(0.1));
    assert_eq!(ask(&tilted, &mut cache), [true; 2]);
    let mut back = ask(&at(0.49), &mut cache);
    back.sort_unstable();
    assert_eq!(back, [false, false, true, true]);
    assert_eq!(ask(&at(0.9), &mut cache), [false; 0]);
    assert_eq!(ask(&at(0.49), &mut cache), [false; 4]);
}

#[test]
fn in_f32_the_points_are_rounded() {
    let (floor, cube) =
        (d3::Cuboid::new(d3::Vec3::new(9.0, 9.0, 1.0)), d3::Cuboid::new(d3::Vec3::splat(0.1)));
    let pose = d3::Pose::at(d3::Vec3::new(0.3, 0.2, 1.099)).unwrap();
    let manifold =
        d3::contact_manifold(&floor.unwrap(), &d3::Pose::IDENTITY, &cube.unwrap(), &pose, 0.0);
    let manifold = manifold.unwrap();
    assert_eq!(manifold.points().len(), 4);
    assert!(manifold.points().iter().all(|p| (p.separation + 0.001).abs() < 2e-7));
}

/// Scaling by a power of two changes only exponents, and neither end of the range gives NaN.
#[test]
fn scale_does_not_matter() {
    let ask = |scale: f64, [x, y, z]: [f64; 3]| {
        let (a, b) = (cuboid([scale, scale, 0.5 * scale]), cylinder(2, 0.5 * scale, 0.75 * scale));
        let pose = Pose::new(DVec3::new(x, y, z) * scale, DQuat::from_rotation_y(0.01)).unwrap();
        contact_manifold(&a, &Pose::IDENTITY, &b, &pose, 0.25 * scale).unwrap()
    };
    for place in [[0.3, 0.2, 0.99], [0.9, 0.0, 1.0], [0.0, 0.0, 1.2]] {
        let one = ask(1.0, place);
        for power in [-600, -20, 20, 150] {
            let scale = libm::ldexp(1.0, power);
            let other = ask(scale, place);
            assert_eq!(one.normal, other.normal);
            assert_eq!(one.points().len(), other.points().len());
            for (p, q) in one.points().iter().zip(other.points()) {
                assert_eq!((p.point_a * scale, p.separation * scale), (q.point_a, q.separation));
                assert_eq!(p.feature, q.feature);
            }
        }
    }
}

/// The base consists of many faces that are horizontal to a fraction of a degree. On one of them, a
/// sliver, the part once rocked for ever.
#[test]
fn a_part_rests_on_all_of_its_base() {
    let flange = parts().swap_remove(7);
    let upright = on_floor(&flange, &turned(1.0, DQuat::IDENTITY), f64::INFINITY);
    let low = upright.deepest().separation;
    let rest = on_floor(&flange, &turned(1.0 - low, DQuat::IDENTITY), 0.005);
    let spanned = area(&rest);
    assert_eq!(rest.points().len(), 4);
    // The base is 9 cm across.
    assert!(spanned > 0.003, "{spanned}");
}

/// With depths that differ by less than a sixteenth of the margin, the cached points are kept
/// although another corner is the deepest. A query without a cache returns the deepest.
#[test]
fn a_rocking_prism_keeps_its_corners() {
    let (floor, prism) = (cuboid(FLOOR), prism(8, 1.0, 0.5));
    let below = Pose::at(DVec3::new(0.0, 0.0, -1.0)).unwrap();
    let (mut cache, mut names) = (Cache::default(), Vec::new());
    for step in 0..32 {
        let angle = f64::from(step) * 0.2;
        let turn = DQuat::from_axis_angle(DVec3::new(angle.cos(), angle.sin(), 0.0), 5e-4);
        let pose = turned(0.5, turn);
        let mut query = Query::new(&floor, &below, &prism, &pose).cache(&mut cache);
        let kept = query.manifold(0.04).unwrap();
        let mut now: Vec<_> = kept.points().iter().map(|p| p.feature).collect();
        now.sort_unstable();
        assert!(names.is_empty() || names == now, "{step}");
        names = now;
        let cold = on_floor(&prism, &pose, 0.04).deepest().separation;
        assert!(kept.deepest().separation - cold <= 0.04 / 16.0);
        let truth = clearance::clearance(&floor, &below, &prism, &pose).signed_distance;
        assert!((cold - truth).abs() < 1e-12);
    }
}

/// Sixty-four edges along the bottom that turn by half a degree each: the polygon rests on more
/// than one.
#[test]
fn a_polygon_rests_on_several_nearly_horizontal_edges() {
    use d2_f64::{Cuboid, DVec2, Polygon, Pose};
    let keel = (0..65).map(|i| {
        let x = f64::from(i - 32) / 32.0;
        DVec2::new(x, 0.001 * x * x)
    });
    let outline: Vec<_> = keel.chain([DVec2::new(1.0, 1.0), DVec2::new(-1.0, 1.0)]).collect();
    let (floor, boat) =
        (Cuboid::new(DVec2::new(9.0, 1.0)).unwrap(), Polygon::new(outline).unwrap());
    let below = Pose::at(-DVec2::Y).unwrap();
    let manifold = contact_manifold(&floor, &below, &boat, &Pose::IDENTITY, 0.01).unwrap();
    let ends: Vec<f64> = manifold.points().iter().map(|p| p.point_b.x).collect();
    assert_eq!(ends.len(), 2);
    assert!(ends.contains(&0.0) && ends.iter().any(|x| x.abs() == 1.0), "{ends:?}");
}

/// The search ends at its limit, with bounds that are 8e-4 of the size apart. Points beyond the
/// margin were once moved to it, as if their separations were no more accurate: they were off by
/// 4e-5 to 2e-4.
#[test]
fn points_of_nearly_concentric_cones_are_on_the_surfaces() {
    for (size, axis, t) in [(0.5, 1, [1e-4, 1e-4, 0.0]), (2.0, 0, [3.88e-4, -3.88e-4, 0.0])] {
        let (cone, pose) = (cone(axis, size, size), Pose::at(DVec3::from_array(t)).unwrap());
        for margin in [0.0, 0.5] {
            let found = contact_manifold(&cone, &Pose::IDENTITY, &cone, &pose, margin).unwrap();
            for point in found.points() {
                let height = |pose, p| signed_distance(&cone, pose, p).unwrap().abs();
                let off = height(&Pose::IDENTITY, point.point_a).max(height(&pose, point.point_b));
                assert!(off <= 2e-7 * size, "{off:e} off: {point:?}");
            }
        }
    }
}

/// A manifold reports the algorithm that found its normal: the fast path of the pair, the named
/// algorithm, or for a contact at rest the one that found it first.
#[test]
fn manifolds_report_their_algorithm() {
    let box_3d: Shape<DVec3> = ConvexShape::from(Cuboid::new(DVec3::ONE).unwrap()).into();
    let ball: Shape<DVec3> = ConvexShape::from(Ball::new(1.0).unwrap()).into();
    let cone: Shape<DVec3> = ConvexShape::from(Cone::new(Axis::Z, 1.0, 1.0).unwrap()).into();
    let at = Pose::at(DVec3::new(0.25, 0.125, 1.75)).unwrap();
    let found_by = |a: &Shape<DVec3>, b: &Shape<DVec3>, algorithm: Algorithm| {
        let mut cache = Cache::default();
        let first = Query::new(a, &Pose::IDENTITY, b, &at)
            .algorithm(algorithm)
            .cache(&mut cache)
            .manifold(0.1)
            .unwrap()
            .algorithm();
        let again = Query::new(a, &Pose::IDENTITY, b, &at).cache(&mut cache).manifold(0.1);
        (first, again.unwrap().algorithm())
    };
    let auto = Algorithm::Auto;
    use Algorithm::{ClosedForm, Epa, SatBoxes};
    assert_eq!(found_by(&box_3d, &box_3d, auto), (SatBoxes, SatBoxes));
    assert_eq!(found_by(&box_3d, &ball, auto), (ClosedForm, ClosedForm));
    assert_eq!(found_by(&box_3d, &cone, auto), (Epa, Epa));
    assert_eq!(found_by(&box_3d, &box_3d, Epa).0, Epa);
    assert_eq!(Manifold::<DVec3>::new(DVec3::Z, []).algorithm(), auto);
}
