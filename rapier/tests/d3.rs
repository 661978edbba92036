//! Each shape is the one that parry has, points keep what is stored with them, and piles rest.
#![cfg(feature = "d3")]

use clearance_rapier::d3::Dispatcher;
use clearance_testing::Random;
use rapier3d::parry::query::details::ContactManifoldsWorkspace;
use rapier3d::parry::query::{
    ClosestPoints, ContactManifold, DefaultQueryDispatcher, NonlinearRigidMotion,
    PersistentQueryDispatcher, QueryDispatcher, ShapeCastOptions, ShapeCastStatus,
};
use rapier3d::parry::shape::{
    Ball, HeightField, HeightFieldCellStatus, HeightFieldFlags, PackedFeatureId,
};
use rapier3d::parry::utils::Array2;
use rapier3d::prelude::*;

mod common;

use common::{Manifolds, ROUND, distances_are_those_of_parry, falls_asleep, touching};

fn v(x: f32, y: f32, z: f32) -> Vector {
    Vector::new(x, y, z)
}

fn vector(random: &mut Random) -> Vector {
    random.in_cube(1.0).as_vec3()
}

fn pose(random: &mut Random) -> Pose {
    let at = random.direction3().as_vec3() * (0.5 + 3.0 * random.unit() as f32);
    Pose::from_parts(at, Rotation::from_scaled_axis(vector(random)))
}

fn prism() -> Vec<Vector> {
    let ring = (0..6).map(|i| (i as f32 * core::f32::consts::FRAC_PI_3).sin_cos());
    ring.flat_map(|(x, z)| [-0.3, 0.4].map(|y| v(0.7 * x, y, 0.5 * z))).collect()
}

/// One of each convex kind but half-spaces. Rounded ones with their core: parry's projection on them is 1e-3 off.
fn convex() -> Vec<(SharedShape, Option<SharedShape>)> {
    let [a, b, c] = [v(0.5, 0.2, -0.1), v(-0.4, 0.3, 0.2), v(0.1, -0.6, 0.3)];
    let hull = || SharedShape::convex_hull(&prism()).unwrap();
    let sharp = [
        SharedShape::ball(0.6),
        SharedShape::capsule(a, b, 0.2),
        SharedShape::segment(a, b),
        SharedShape::triangle(a, b, c),
        SharedShape::cuboid(0.5, 0.3, 0.7),
        SharedShape::cylinder(0.6, 0.3),
        SharedShape::cone(0.6, 0.4),
        hull(),
    ];
    let rounded = [
        (SharedShape::round_cuboid(0.4, 0.2, 0.6, ROUND), SharedShape::cuboid(0.4, 0.2, 0.6)),
        (SharedShape::round_triangle(a, b, c, ROUND), SharedShape::triangle(a, b, c)),
        (SharedShape::round_cylinder(0.5, 0.2, ROUND), SharedShape::cylinder(0.5, 0.2)),
        (SharedShape::round_cone(0.5, 0.3, ROUND), SharedShape::cone(0.5, 0.3)),
        (SharedShape::round_convex_hull(&prism(), ROUND).unwrap(), hull()),
    ];
    let with_core = rounded.map(|(shape, core)| (shape, Some(core)));
    sharp.map(|shape| (shape, None)).into_iter().chain(with_core).collect()
}

#[test]
fn each_shape_is_that_of_parry() {
    let halfspace = SharedShape::halfspace(v(0.6, 0.8, 0.0));
    distances_are_those_of_parry(convex().into_iter().chain([(halfspace, None)]), pose);
}

/// A hull in place of one that was dropped: the second may have the address of the first.
#[test]
fn a_hull_at_a_used_address_is_another_hull() {
    let (dispatcher, ball) = (Dispatcher::default(), Ball::new(0.5));
    for i in 1..200 {
        let points: Vec<_> = prism().iter().map(|p| *p * i as f32).collect();
        let hull = SharedShape::convex_hull(&points).unwrap();
        let at = Pose::from_translation(v(0.0, 1000.0, 0.0));
        let found = dispatcher.distance(&at, &*hull, &ball).unwrap().distance;
        assert!((found - (999.5 - 0.4 * i as f32)).abs() < 1e-3, "{i}: {found}");
    }
}

#[test]
fn points_keep_their_data() {
    let (floor, brick) = (SharedShape::cuboid(5.0, 1.0, 5.0), SharedShape::cuboid(0.5, 0.25, 0.3));
    let mut kept = Manifolds::default();
    let at = |x, y| Pose::from_translation(v(x, y, 0.2));
    kept.ask(&at(0.1, 1.249), &floor, &brick);
    assert_eq!(kept.all[0].points.len(), 4);
    for (i, point) in kept.all[0].points.iter_mut().enumerate() {
        point.data = 1 + i as u32;
    }
    let first: Vec<_> = kept.all[0].points.iter().map(|p| (p.fid1, p.fid2, p.data)).collect();
    // At rest, and after a way that needs a search.
    for (x, y) in [(0.100_01, 1.248_99), (0.15, 1.24), (0.3, 1.245)] {
        kept.ask(&at(x, y), &floor, &brick);
        let mut now: Vec<_> = kept.all[0].points.iter().map(|p| (p.fid1, p.fid2, p.data)).collect();
        now.sort_by_key(|point| point.2);
        assert_eq!(now, first);
        assert!(kept.all[0].points.iter().all(|p| (p.dist - (y - 1.25)).abs() < 1e-5));
    }
    // Points that are lost take nothing with them.
    kept.ask(&at(0.1, 1.5), &floor, &brick);
    assert!(kept.all[0].points.is_empty());
    kept.ask(&at(0.1, 1.249), &floor, &brick);
    assert!(kept.all[0].points.iter().all(|point| point.data == 0));
}

#[test]
fn features_have_the_kinds_of_parry() {
    let (floor, cone) = (SharedShape::cuboid(5.0, 1.0, 5.0), SharedShape::cone(0.5, 0.3));
    let mut kept = Manifolds::default();
    let upside_down = Rotation::from_rotation_x(core::f32::consts::PI);
    kept.ask(&Pose::from_parts(v(0.0, 1.5, 0.0), upside_down), &floor, &cone);
    let [point] = &kept.all[0].points[..] else { panic!("the tip alone") };
    assert!(point.fid1.is_face() && point.fid2.is_vertex());
    assert_ne!(point.fid1, PackedFeatureId::UNKNOWN);
}

fn square(flags: TriMeshFlags) -> SharedShape {
    let corners = [[-2.0, -2.0], [-2.0, 2.0], [2.0, 2.0], [2.0, -2.0]].map(|[x, z]| v(x, 0.0, z));
    let triangles = vec![[0, 1, 2], [0, 2, 3]];
    SharedShape::trimesh_with_flags(corners.to_vec(), triangles, flags).unwrap()
}

/// parry's triangles have two sides, but for those with corrected inner edges.
#[test]
fn meshes_have_the_sides_of_parry() {
    let ball = SharedShape::ball(0.5);
    let depth = |flags, y| touching(&square(flags), &ball, &Pose::from_translation(v(1.0, y, 0.5)));
    let fixed = TriMeshFlags::FIX_INTERNAL_EDGES;
    for flags in [TriMeshFlags::empty(), fixed, TriMeshFlags::FIX_INTERNAL_EDGES_TWO_SIDED] {
        let (dist, normal, numbers) = depth(flags, 0.45).expect("above");
        assert!((dist + 0.05).abs() < 1e-5 && normal.distance(Vector::Y) < 1e-5, "{flags:?}");
        assert_eq!(numbers, (1, 0));
        assert_eq!(depth(flags, -0.45).is_some(), flags != fixed, "{flags:?}");
    }
    let (_, normal, _) = depth(TriMeshFlags::empty(), -0.45).expect("below");
    assert!(normal.distance(-Vector::Y) < 1e-5);
}

#[test]
fn an_oriented_closed_mesh_is_a_solid() {
    let (points, triangles) = SharedShape::cuboid(1.0, 1.0, 1.0).as_cuboid().unwrap().to_trimesh();
    let both = TriMeshFlags::FIX_INTERNAL_EDGES | TriMeshFlags::ORIENTED;
    let solid = SharedShape::trimesh_with_flags(points, triangles, both).unwrap();
    // A cube in a cube, both of triangles: pushed out of the nearest face.
    let at = Pose::from_translation(v(0.1, 1.7, 0.2));
    let (dist, normal, _) = touching(&solid, &solid, &at).expect("they overlap");
    assert!((dist + 0.3).abs() < 1e-3 && normal.distance(Vector::Y) < 1e-3, "{dist} {normal}");
}

#[test]
fn triangles_of_height_fields_have_their_numbers() {
    let heights = Array2::new(4, 5, (0..20).map(|i| (i as f32 * 1.7).sin() * 0.2).collect());
    let mut field =
        HeightField::with_flags(heights, v(8.0, 1.0, 6.0), HeightFieldFlags::FIX_INTERNAL_EDGES);
    field.cells_statuses_mut()[(1, 2)] = HeightFieldCellStatus::ZIGZAG_SUBDIVISION;
    let triangles: Vec<_> = (0..24).map(|id| field.triangle_at_id(id).unwrap()).collect();
    let (field, ball) = (SharedShape::new(field), SharedShape::ball(0.05));
    for (id, triangle) in triangles.iter().enumerate() {
        let above = triangle.center() + triangle.normal().unwrap() * 0.04;
        let (dist, normal, numbers) =
            touching(&field, &ball, &Pose::from_translation(above)).unwrap();
        assert_eq!(numbers, (id as u32, 0));
        assert!((dist + 0.01).abs() < 1e-5 && normal.distance(triangle.normal().unwrap()) < 1e-4);
    }
}

/// Bodies that stay on a floor and now and then move over it, and that are asked about anew at each place.
#[test]
fn bodies_at_rest_have_the_separations_of_a_search() {
    let mut random = Random::new(3);
    let (mut still, mut far) = (0, 0);
    let brick = || SharedShape::cuboid(0.5, 0.25, 0.3);
    let slab = || SharedShape::cuboid(5.0, 1.0, 5.0);
    let lying = SharedShape::capsule(Vector::ZERO, Vector::X * 0.4, 0.25);
    for (floor, body, height) in [
        (square(TriMeshFlags::empty()), brick(), 0.0),
        (square(TriMeshFlags::FIX_INTERNAL_EDGES), brick(), 0.0),
        (slab(), brick(), 1.0),
        (slab(), lying, 1.0),
        (slab(), SharedShape::ball(0.25), 1.0),
        (SharedShape::cone(1.0, 5.0), SharedShape::cylinder(0.25, 0.2), 0.9),
    ] {
        let mut kept = Manifolds::default();
        for step in 0..400 {
            let size = if step % 40 < 30 { 2e-5 } else { 0.1 };
            let at = v(0.3, height + 0.245, 0.2) + vector(&mut random) * v(size, size * 0.1, size);
            let pose = Pose::from_parts(at, Rotation::from_scaled_axis(vector(&mut random) * 1e-5));
            let before = kept.places();
            kept.ask(&pose, &floor, &body);
            if kept.places() == before {
                still += 1
            } else {
                far += 1
            }
            let (dist, ..) = touching(&floor, &body, &pose).expect("it lies there");
            let least = kept.least().expect("as here");
            // A sixteenth of the margin, once for the move and once for the points that are there.
            assert!((dist - least).abs() <= 0.02 / 8.0, "{dist} {least}");
        }
    }
    assert!(still > 1500 && far > 500, "{still} {far}");
}

#[test]
fn the_rest_is_left_to_parry() {
    let ball = SharedShape::ball(0.5);
    let voxels =
        SharedShape::voxels(v(1.0, 1.0, 1.0), &[IVector::new(0, 0, 0), IVector::new(1, 0, 0)]);
    let at = Pose::from_translation(v(0.7, 1.4, 0.5));
    let ask = |d: &dyn PersistentQueryDispatcher<(), u32>| {
        let (mut manifolds, mut kept) = (vec![], None::<ContactManifoldsWorkspace>);
        d.contact_manifolds(&at, &*voxels, &*ball, 0.02, &mut manifolds, &mut kept).unwrap();
        let points = manifolds.iter().flat_map(|m| &m.points);
        points.map(|p| (p.local_p1, p.local_p2, p.dist)).collect::<Vec<_>>()
    };
    let theirs = ask(&DefaultQueryDispatcher);
    assert!(!theirs.is_empty());
    assert_eq!(ask(&Dispatcher::default()), theirs);
}

#[test]
fn casts_tell_time_and_place() {
    let (wall, ball) = (SharedShape::cuboid(0.5, 2.0, 2.0), SharedShape::ball(0.25));
    let (dispatcher, at) = (Dispatcher::default(), Pose::from_translation(v(3.0, 0.5, 0.0)));
    let options = ShapeCastOptions {
        target_distance: 0.25,
        ..ShapeCastOptions::with_max_time_of_impact(9.0)
    };
    let cast = |at: &Pose, velocity, options| {
        dispatcher.cast_shapes(at, velocity, &*wall, &*ball, options).unwrap()
    };
    let hit = cast(&at, v(-2.0, 0.0, 0.0), options).expect("it flies to the wall");
    assert_eq!((hit.time_of_impact, hit.status), (1.0, ShapeCastStatus::Converged));
    assert_eq!((hit.witness1, hit.witness2), (v(0.5, 0.5, 0.0), v(-0.25, 0.0, 0.0)));
    assert_eq!((hit.normal1, hit.normal2), (Vector::X, -Vector::X));
    assert!(cast(&at, v(2.0, 0.0, 0.0), options).is_none());

    let inside = Pose::from_translation(v(0.6, 0.5, 0.0));
    let leaving = ShapeCastOptions { stop_at_penetration: false, ..options };
    let hit = cast(&inside, v(1.0, 0.0, 0.0), options).expect("it begins in the wall");
    assert_eq!(hit.status, ShapeCastStatus::PenetratingOrWithinTargetDist);
    assert!(cast(&inside, v(1.0, 0.0, 0.0), leaving).is_none());

    // A bar turns about its end, from time 1 on, and hits a ball above it after a quarter of a turn.
    let (bar, stop) =
        (SharedShape::capsule(v(0.0, 0.0, 0.0), v(2.0, 0.0, 0.0), 0.1), SharedShape::ball(0.1));
    let turning = NonlinearRigidMotion::new(
        Pose::from_translation(v(1.0, 0.0, 0.0)),
        v(0.0, 0.0, 0.0),
        Vector::ZERO,
        v(0.0, 0.0, 1.0),
    );
    let still = NonlinearRigidMotion::constant_position(Pose::from_translation(v(1.0, 1.0, 0.0)));
    let hit =
        dispatcher.cast_shapes_nonlinear(&turning, &*bar, &still, &*stop, 1.0, 9.0, true).unwrap();
    let hit = hit.expect("it comes around");
    let expected = core::f32::consts::FRAC_PI_2 - 0.2_f32.asin();
    assert!((hit.time_of_impact - expected).abs() < 1e-4, "{}", hit.time_of_impact);
    assert!(hit.witness1.distance(v(1.0 - 0.02, 0.1, 0.0)) < 0.01, "{}", hit.witness1);
    assert!(hit.normal1.distance(Vector::Y) < 1e-3);
}

/// Questions about parts come from their trees, with the numbers of the parts.
#[test]
fn questions_about_parts_name_them() {
    let part =
        |x: f32| (Pose::from_translation(v(x, 0.0, 0.0)), SharedShape::cuboid(0.5, 0.5, 0.5));
    let (row, ball) =
        (SharedShape::compound(vec![part(0.0), part(2.0), part(4.0)]), Ball::new(0.5));
    let (dispatcher, at) = (Dispatcher::default(), Pose::from_translation(v(2.1, 1.25, 0.0)));
    assert!((dispatcher.distance(&at, &*row, &ball).unwrap().distance - 0.25).abs() < 1e-6);
    let found = dispatcher.closest_points(&at, &*row, &ball, 1.0).unwrap();
    let ClosestPoints::WithinMargin(a, b) = found else { panic!("{found:?}") };
    assert!(a.distance(v(2.1, 0.5, 0.0)) < 1e-5 && b.distance(v(0.0, -0.5, 0.0)) < 1e-5);
    let contact = dispatcher.contact(&at, &*row, &ball, 0.3).unwrap().expect("within 0.3");
    assert!((contact.dist - 0.25).abs() < 1e-6);
    let down = ShapeCastOptions::with_max_time_of_impact(1.0);
    let hit = dispatcher.cast_shapes(&at, v(0.0, -1.0, 0.0), &*row, &ball, down).unwrap().unwrap();
    assert_eq!(hit.subshape1, 1);
    let brick = SharedShape::cuboid(0.5, 0.5, 0.5);
    let near = Pose::from_translation(v(4.5, 0.9, 0.0));
    let met = dispatcher.intersection_test(&near, &*row, &*brick).unwrap();
    assert!(met.intersecting && met.subshape1 == 2);
    let (_, _, numbers) = touching(&row, &brick, &near).unwrap();
    assert_eq!(numbers, (2, 0));
}

fn terrain(flags: TriMeshFlags) -> SharedShape {
    let at = |i: u32| v((i / 13) as f32 - 6.0, 0.0, (i % 13) as f32 - 6.0);
    let bent = |p: Vector| p.with_y(0.05 * (p.x * p.x + p.z * p.z) + 0.1 * (p.x * 1.3).sin());
    let cells = (0..12 * 12).map(|i| (i / 12) * 13 + i % 12);
    let triangles = cells.flat_map(|i| [[i, i + 1, i + 13], [i + 13, i + 1, i + 14]]).collect();
    SharedShape::trimesh_with_flags((0..169).map(|i| bent(at(i))).collect(), triangles, flags)
        .unwrap()
}

/// Of each kind of body a small pile.
#[test]
fn piles_come_to_rest() {
    let bowl = |flags| ColliderBuilder::new(terrain(flags));
    let field = || {
        let height = |x: i32, z: i32| 0.05 * (x * x + z * z) as f32;
        let heights = (0..169).map(|i| height(i / 13 - 6, i % 13 - 6)).collect();
        let heights = Array2::new(13, 13, heights);
        ColliderBuilder::heightfield_with_flags(
            heights,
            v(12.0, 1.0, 12.0),
            HeightFieldFlags::FIX_INTERNAL_EDGES,
        )
    };
    let is_flat = |s: &SharedShape| s.as_segment().is_some() || s.as_triangle().is_some();
    let all = || convex().into_iter().map(|(shape, _)| shape).filter(|s| !is_flat(s));
    let dumbbell = || {
        let ball = |x| (Pose::from_translation(v(x, 0.0, 0.0)), SharedShape::cuboid(0.2, 0.2, 0.2));
        SharedShape::compound(vec![ball(-0.4), ball(0.4)])
    };
    let solid = || {
        let (points, triangles) =
            SharedShape::cuboid(0.3, 0.2, 0.4).as_cuboid().unwrap().to_trimesh();
        let flags = TriMeshFlags::FIX_INTERNAL_EDGES | TriMeshFlags::ORIENTED;
        SharedShape::trimesh_with_flags(points, triangles, flags).unwrap()
    };
    let fixed = TriMeshFlags::FIX_INTERNAL_EDGES;
    for (name, ground, bodies) in [
        ("all on a mesh", bowl(fixed), all().collect::<Vec<_>>()),
        ("all on a two-sided mesh", bowl(TriMeshFlags::empty()), all().collect()),
        ("all on a height field", field(), all().collect()),
        ("compounds", bowl(fixed), (0..8).map(|_| dumbbell()).collect()),
        ("solids", bowl(fixed), (0..8).map(|_| solid()).collect()),
    ] {
        let mut world = PhysicsWorld::new();
        world.narrow_phase.set_query_dispatcher(Dispatcher::default());
        world.insert(RigidBodyBuilder::fixed(), ground);
        for (i, shape) in bodies.into_iter().enumerate() {
            let at =
                v((i % 3) as f32 * 1.3 - 1.3, 1.5 + i as f32 * 0.5, (i / 3 % 3) as f32 * 1.3 - 1.3);
            let body = RigidBodyBuilder::dynamic().translation(at).angular_damping(0.5);
            world.insert(body, ColliderBuilder::new(shape).density(1.0));
        }
        falls_asleep(name, world, 1500);
    }
}
