//! What users of other libraries reported about meshes, retold: the same shapes or shapes like them, and the right answer.

use std::f64::consts::PI;

use clearance::answer::Status;
use clearance::d3_f64::{Collider, Cuboid, HeightField, Mesh, Pose, Solid, Sphere};
use clearance::glam::DVec3;
use clearance::shape::Capsule;
use clearance::space::Vector;
use clearance::verify::{Verdict, check};
use clearance_testing::Random;

use crate::common::pairs::{Stand, pose};

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::at(DVec3::new(x, y, z)).unwrap()
}

/// A ball of radius 1 with its poles on y, of `2 n` meridians and `n` rings.
fn ball(n: u32) -> Mesh {
    let columns = 2 * n;
    let vertex = |k: u32| {
        let (ring, column) = (f64::from(k / columns), f64::from(k % columns));
        let (down, around) = (PI * ring / f64::from(n), 2.0 * PI * column / f64::from(columns));
        // Exactly closed at both poles.
        let out = if k < columns || k >= n * columns { 0.0 } else { libm::sin(down) };
        DVec3::new(out * libm::cos(around), libm::cos(down), out * libm::sin(around))
    };
    let index = |ring: u32, column: u32| ring * columns + column % columns;
    let cell = |k: u32| {
        let (i, j) = (k / columns, k % columns);
        let [a, b, c, d] = [index(i, j), index(i, j + 1), index(i + 1, j + 1), index(i + 1, j)];
        [[a, b, c], [a, c, d]]
    };
    let vertices = (0..(n + 1) * columns).map(vertex).collect();
    Mesh::new(vertices, (0..n * columns).flat_map(cell).collect()).unwrap()
}

/// A box from its corner at the origin, of this size, with its front outside.
fn block(size: DVec3) -> Solid {
    let corner = |i: usize| DVec3::from_fn(|k| if i >> k & 1 == 0 { 0.0 } else { size[k] });
    let faces = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    Solid::new(Mesh::new((0..8).map(corner).collect(), faces.to_vec()).unwrap()).unwrap()
}

/// parry#76: the distance of a point to a triangle without area is 0 instead of 0.1715.
#[test]
fn parry_76_a_triangle_without_area() {
    let corners = [[2.277, -7.9, 16.318], [-0.57, -8.1, 16.607], [-0.57, -8.1, 16.607]];
    let mesh = Mesh::new(corners.map(DVec3::from_array).to_vec(), vec![[0, 1, 2]]).unwrap();
    let point = DVec3::new(1.1, -7.9, 16.588);
    let found = clearance::signed_distance(&mesh, &Pose::IDENTITY, point).unwrap();
    assert!((found - 0.171_478_6).abs() < 1e-6, "{found}");
}

/// three-mesh-bvh#386: of two balls of radius 1 with centres 3 apart, the distance is far above 1 with many triangles.
#[test]
fn three_mesh_bvh_386_two_balls() {
    for n in [4, 8, 16, 32] {
        let mesh = Collider::from(ball(n));
        let found = clearance::separation(&mesh, &Pose::IDENTITY, &mesh, &at(3.0, 0.0, 0.0));
        // The ring of an even number has corners at x = 1 and x = -1.
        assert!((found.distance - 1.0).abs() < 1e-12, "{n}: {found:?}");
        assert!((found.point_a - DVec3::X).length() < 1e-9, "{n}: {found:?}");
    }
}

/// three-mesh-bvh#305: a point far from a ball of radius 1 is said to be 0.99 away.
#[test]
fn three_mesh_bvh_305_a_point_far_away() {
    let point = DVec3::new(10.0, 12.0, 15.0);
    let found = clearance::project(&ball(16), &Pose::IDENTITY, point).unwrap();
    let far = point.length() - 1.0;
    assert!(far <= found.signed_distance && found.signed_distance < far + 0.02, "{found:?}");
    assert!((found.point.length() - 1.0).abs() < 0.02);
}

/// python-fcl#54: a small ball on a face of a tetrahedron; the nearest points are on neither of them.
#[test]
fn python_fcl_54_a_small_ball_on_a_face() {
    let corners = [[1.0, 1.0, 1.0], [2.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 2.0]];
    let faces = vec![[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]];
    let mesh = Mesh::new(corners.map(DVec3::from_array).to_vec(), faces).unwrap();
    let (small, there) = (Collider::from(Sphere::new(1e-4).unwrap()), at(1.5, 1.25, 1.0));
    let found = clearance::separation(&mesh, &Pose::IDENTITY, &small, &there);
    assert_eq!((found.status(), found.distance), (Status::Overlapping, 0.0));
    for point in [found.point_a, found.point_b] {
        assert!((point - there.translation()).length() <= 1.000_001e-4, "{found:?}");
    }
}

/// trimesh#1055 and coal#823: the witness points of a distance are on neither mesh, or belong to another one.
#[test]
fn trimesh_1055_coal_823_witness_points_are_on_the_meshes() {
    let (mut random, mut apart) = (Random::new(55), 0);
    let [a, b] = [ball(12), ball(7)].map(Collider::from);
    for i in 0..50 {
        let [pose_a, pose_b] =
            [1.0, 3.0].map(|size| pose::<DVec3>(&Stand::random(&mut random, size), 1.0));
        let found = clearance::separation(&a, &pose_a, &b, &pose_b);
        if found.intersects() {
            continue;
        }
        apart += 1;
        let between = (found.point_b - found.point_a).length();
        assert!((between - found.distance).abs() < 1e-12, "{i}: {found:?}");
        for (mesh, pose, point) in [(&a, &pose_a, found.point_a), (&b, &pose_b, found.point_b)] {
            let off = clearance::signed_distance(mesh, pose, point).unwrap();
            assert!(off.abs() < 1e-12, "{i}: {off}");
        }
        let proof = clearance::certificate(&a, &pose_a, &b, &pose_b);
        assert_eq!(check(&a, &pose_a, &b, &pose_b, &proof), Verdict::Proven, "{i}");
    }
    assert!(apart > 20, "{apart}");
}

/// trimesh#242: `contains` is wrong for points whose ray meets an edge or a corner.
#[test]
fn trimesh_242_contains_where_rays_meet_edges() {
    let solid: Collider = block(DVec3::ONE).into();
    for (x, y, z) in (0..27).map(|k| (k % 3, k / 3 % 3, k / 9)) {
        // In line with corners, edges and diagonals, inside and outside.
        let inside = DVec3::new(f64::from(x), f64::from(y), f64::from(z)) * 0.5;
        for (point, expected) in [(inside, true), (inside - DVec3::X * 1.5, false)] {
            let found = clearance::contains(&solid, &Pose::IDENTITY, point).unwrap();
            assert_eq!(found, expected, "{point}");
        }
    }
}

/// coal#755, coal#625 and coal#685: a margin is not respected by the trees of meshes.
#[test]
fn coal_755_625_685_margins_reach_through_trees() {
    let mesh = Collider::from(ball(16));
    for gap in [1e-6, 0.01, 0.5, 3.0] {
        let there = at(2.0 + gap, 0.0, 0.0);
        let within = |margin| clearance::within(&mesh, &Pose::IDENTITY, &mesh, &there, margin);
        assert!(within(gap * 1.001) && !within(gap * 0.999), "{gap}");
    }
}

/// fcl#492: a mesh inside of another one is not in collision with it.
#[test]
fn fcl_492_a_solid_inside_another_one() {
    let (outer, inner) = (Solid::new(ball(16).mended().0).unwrap(), block(DVec3::splat(0.2)));
    let found = clearance::separation(&outer, &Pose::IDENTITY, &inner, &at(0.1, 0.0, 0.0));
    assert!(found.inside && found.status() == Status::Overlapping, "{found:?}");
    let sheet = Collider::from(ball(16));
    assert!(!clearance::intersects(&sheet, &Pose::IDENTITY, &inner, &at(0.1, 0.0, 0.0)));
}

/// rapier.js#346: the depth of a ball in a mesh jumps while the ball moves along it.
#[test]
fn rapier_js_346_the_depth_of_a_ball_is_steady() {
    let floor = Collider::from(HeightField::new(&[[0.0; 20]; 20], [0.5, 0.5]).unwrap());
    let ball = Collider::from(Sphere::new(0.5).unwrap());
    for step in 0..1000 {
        let there = at(1.0 + 0.007 * f64::from(step), 1.0 + 0.0053 * f64::from(step), 0.49);
        let patches = clearance::contacts(&floor, &Pose::IDENTITY, &ball, &there, 0.0);
        assert_eq!(patches.len(), 1, "{step}");
        let deepest = patches[0].manifold.deepest();
        assert!((deepest.separation + 0.01).abs() < 1e-9, "{step}: {deepest:?}");
        assert!((patches[0].manifold.normal - DVec3::Z).length() < 1e-9, "{step}");
    }
}

/// parry#363, #366 and #409: trees of which one or two leaves are left lose one of them, or panic. parry#403: a tree that is
/// made again answers otherwise. Meshes of few triangles are as near as the nearest triangle, and so are their copies.
#[test]
fn parry_363_366_403_409_few_triangles() {
    let mut random = Random::new(12);
    let ball = Collider::from(Sphere::new(0.1).unwrap());
    for count in 1..=17 {
        let corner = |i: u32| random.in_cube(1.0) + DVec3::X * f64::from(i / 3);
        let vertices: Vec<DVec3> = (0..3 * count).map(corner).collect();
        let triangle = |i: u32| [3 * i, 3 * i + 1, 3 * i + 2];
        let mesh = |triangles: Vec<[u32; 3]>| {
            Collider::from(Mesh::new(vertices.clone(), triangles).unwrap())
        };
        let [all, again] = [(); 2].map(|()| mesh((0..count).map(triangle).collect()));
        let alone: Vec<Collider> = (0..count).map(|i| mesh(vec![triangle(i)])).collect();
        for _ in 0..20 {
            let place = random.in_cube(2.0) + DVec3::X * random.range(0.0, f64::from(count));
            let pose = Pose::at(place).unwrap();
            let to = |mesh: &Collider| clearance::separation(mesh, &Pose::IDENTITY, &ball, &pose);
            let found = to(&all);
            let distances = alone.iter().map(|mesh| to(mesh).distance);
            assert_eq!(found.distance, distances.fold(f64::INFINITY, f64::min), "{count}");
            assert_eq!(found, to(&again));
        }
    }
}

/// FCL's and coal's tests of meshes: boxes as meshes beside boxes, balls beside balls, at random places. Each distance
/// and each answer to "do they touch" agrees with that of the convex shape.
#[test]
fn fcl_shape_mesh_consistency() {
    let (mut random, mut apart, mut touching) = (Random::new(1), 0, 0);
    let size = DVec3::new(2.0, 1.0, 0.5);
    let (mesh, cuboid) = (Collider::from(block(size)), Cuboid::new(size * 0.5).unwrap());
    let middle = |pose: &Pose| *pose * Pose::at(size * 0.5).unwrap();
    for i in 0..200 {
        let [pose_a, pose_b] =
            [0.5, 1.5].map(|size| pose::<DVec3>(&Stand::random(&mut random, size), 1.0));
        let found = clearance::separation(&mesh, &pose_a, &mesh, &pose_b);
        let truth = clearance::clearance(&cuboid, &middle(&pose_a), &cuboid, &middle(&pose_b));
        let distance = truth.signed_distance.max(0.0);
        assert!((found.distance - distance).abs() < 1e-9, "{i}: {found:?} {truth:?}");
        let depth = clearance::clearance(&mesh, &pose_a, &mesh, &pose_b);
        let (lower, upper) = (depth.lower - 1e-9, depth.upper + 1e-9);
        assert!(lower <= truth.signed_distance && truth.signed_distance <= upper, "{i}: {depth:?}");
        apart += usize::from(!found.intersects());
        touching += usize::from(found.intersects());
    }
    assert!(apart > 40 && touching > 40, "{apart} {touching}");
}

/// coal's test of a capsule above a mesh: the distance is that to the plane, wherever the triangles are.
#[test]
fn coal_capsule_over_a_flat_mesh() {
    let floor = Collider::from(HeightField::new(&[[0.0; 9]; 9], [1.0, 1.0]).unwrap());
    let ends = [DVec3::new(0.0, 0.0, -0.5), DVec3::new(0.0, 0.0, 0.5)];
    let capsule = Collider::from(Capsule::new(ends[0], ends[1], 0.25).unwrap());
    for i in 0..50 {
        let there = at(1.0 + 0.11 * f64::from(i), 2.0 + 0.07 * f64::from(i), 1.75);
        let found = clearance::distance(&floor, &Pose::IDENTITY, &capsule, &there);
        assert!((found - 1.0).abs() < 1e-12, "{i}: {found}");
    }
}
