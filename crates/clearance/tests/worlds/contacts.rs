//! Contacts: against all pairs of pieces, and what a body feels that slides over surfaces of many pieces.

use std::collections::BTreeSet;

use clearance::answer::FeaturePart;
use clearance::d3::{
    Capsule, Collider, Compound, Cone, Cuboid, Cylinder, HeightField, Hull, Mesh, Pose, Sphere,
    Vec3,
};
use clearance::glam::{DVec2, DVec3, Quat, Vec2};
use clearance::number::Scalar;
use clearance::shape::Ball;
use clearance::space::Vector;
use clearance::{Axis, Contact, Shape, contacts_of_all_pieces};
use clearance_testing::Random;

use crate::common::pairs::{Maker, Recipe, Stand, pose};
use crate::make::{collider, surface};

/// The patches that only one of two lists has, up to the rounding of a few operations on lengths of about 4.
fn differing<V: Vector>(fast: &[Contact<V>], slow: &[Contact<V>]) -> [Vec<Contact<V>>; 2] {
    let rounding = V::Scalar::EPSILON.to_f64() * 512.0;
    let is_like = |a: &Contact<V>, b: &Contact<V>| {
        let (a, b) = (&a.manifold, &b.manifold);
        let turn = (a.normal.widen() - b.normal.widen()).norm();
        let [a, b] = [a, b].map(|manifold| manifold.deepest().separation.to_f64());
        turn <= 256.0 * rounding && (a - b).abs() <= rounding
    };
    // In any order: which of two pieces is deeper may be rounding.
    let only = |some: &[Contact<V>], all: &[Contact<V>]| {
        some.iter().filter(|a| !all.iter().any(|b| is_like(a, b))).copied().collect()
    };
    [only(fast, slow), only(slow, fast)]
}

/// Do two lists have the same patches?
fn assert_same<V: Vector>(fast: &[Contact<V>], slow: &[Contact<V>], case: &str) {
    let differing = differing(fast, slow);
    assert!(
        fast.len() == slow.len() && differing.iter().all(Vec::is_empty),
        "{case}: {differing:#?}"
    );
}

/// The least separation of all patches.
fn deepest<V: Vector>(patches: &[Contact<V>]) -> f64 {
    let separation = |patch: &Contact<V>| patch.manifold.deepest().separation.to_f64();
    patches.iter().map(separation).fold(f64::INFINITY, f64::min)
}

fn against_all_pieces<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut touching, mut many, mut equal) = (Random::new(seed), 0, 0, 0);
    for i in 0..count {
        let shapes = [collider::<V>(&mut random, 2, false), collider::<V>(&mut random, 2, false)];
        let poses = [1.0, 2.0].map(|size| pose::<V>(&Stand::random(&mut random, size), 1.0));
        let margin = V::Scalar::of([0.0, 0.01, 0.1][random.below(3)]);
        let [a, b] = &shapes;
        let fast = clearance::contacts(a, &poses[0], b, &poses[1], margin);
        let slow = contacts_of_all_pieces(a, &poses[0], b, &poses[1], margin);
        assert_same(&fast, &slow, &format!("{i}"));
        equal += usize::from(*fast == *slow);
        assert!(fast.iter().all(|patch| patch.manifold.deepest().separation <= margin), "{i}");
        touching += usize::from(!fast.is_empty());
        many += usize::from(fast.len() > 1);
    }
    assert!(touching > count / 8 && many > count / 16, "{touching} {many} of {count}");
    // Balls have a closed form of their own.
    assert!(equal > count * 9 / 10, "{equal} of {count}");
}

/// A convex shape on surfaces of all kinds, scaled, mirrored, as A and as B.
fn of_surfaces<V: Maker>(
    seed: u64,
    count: usize,
    name: &str,
    make: impl Fn(&mut Random) -> clearance::Collider<V>,
) {
    let (mut random, mut touching, mut edges) = (Random::new(seed), 0, 0);
    for i in 0..count {
        let sign = |random: &mut Random| [1.0, -1.0][random.below(2)];
        let by = V::from_fn(|_| V::Scalar::of(sign(&mut random) * random.range(0.5, 2.0)));
        let ground = clearance::Collider::from(surface::<V>(&mut random)).scaled(by).unwrap();
        let shape = make(&mut random);
        let poses = [0.2, 2.0].map(|size| pose::<V>(&Stand::random(&mut random, size), 1.0));
        let margin = V::Scalar::of([0.0, 0.01, 0.3][random.below(3)]);
        for [a, b] in [[&ground, &shape], [&shape, &ground]] {
            let fast = clearance::contacts(a, &poses[0], b, &poses[1], margin);
            let slow = contacts_of_all_pieces(a, &poses[0], b, &poses[1], margin);
            assert_same(&fast, &slow, &format!("{name} {i}"));
            touching += usize::from(!fast.is_empty());
            let is_edge = |patch: &&clearance::Contact<V>| patch.manifold.points().len() == 1;
            edges += fast.iter().filter(is_edge).count();
        }
    }
    assert!(touching > count / 4 && edges > count / 8, "{touching} {edges} of {count}");
}

fn size<V: Vector>(random: &mut Random) -> V::Scalar {
    V::Scalar::of(libm::pow(10.0, random.range(-2.0, 0.3)))
}

fn balls<V: Maker>(seed: u64) {
    let ball = |random: &mut Random| Ball::<V>::new(size::<V>(random)).unwrap().into();
    of_surfaces::<V>(seed, 600, "ball", ball);
}

fn vector<V: Vector>(random: &mut Random) -> V {
    V::from_fn(|_| V::Scalar::of(random.range(-0.5, 0.5)))
}

fn capsules<V: Maker>(seed: u64) {
    of_surfaces::<V>(seed, 600, "capsule", |random| {
        let ends = [(); 2].map(|()| vector::<V>(random));
        clearance::shape::Capsule::<V>::new(ends[0], ends[1], size::<V>(random)).unwrap().into()
    });
}

fn boxes<V: Maker>(seed: u64) {
    of_surfaces::<V>(seed, 600, "box", |random| {
        let half = V::from_fn(|_| V::Scalar::of(random.range(0.1, 1.0)));
        clearance::shape::Cuboid::<V>::new(half).unwrap().into()
    });
}

fn hulls(seed: u64) {
    of_surfaces::<Vec3>(seed, 600, "hull", |random| {
        let count = 4 + random.below(40);
        let points: Vec<Vec3> = (0..count).map(|_| vector(random)).collect();
        Hull::new(points).unwrap().into()
    });
}

#[test]
fn balls_touch_as_all_pieces_say() {
    balls::<Vec3>(1);
    balls::<DVec3>(2);
    balls::<Vec2>(3);
    balls::<DVec2>(4);
}

#[test]
fn capsules_touch_as_all_pieces_say() {
    capsules::<Vec3>(1);
    capsules::<DVec3>(2);
    capsules::<Vec2>(3);
}

#[test]
fn boxes_touch_as_all_pieces_say() {
    boxes::<Vec3>(1);
    boxes::<DVec3>(2);
    boxes::<Vec2>(3);
}

#[test]
fn hulls_touch_as_all_pieces_say() {
    hulls(1);
}

#[test]
fn cylinders_and_cones_touch_as_all_pieces_say() {
    for seed in [1, 2] {
        of_surfaces::<Vec3>(seed, 400, "cylinder or cone", |random| {
            let [r, h] = [(); 2].map(|()| random.range(0.1, 1.5) as f32);
            match seed {
                1 => Cylinder::new(Axis::Z, h, r).unwrap().into(),
                _ => Cone::new(Axis::Z, h, r).unwrap().into(),
            }
        });
    }
}

/// A plane of triangles, turned, and so rounded, and with holes: its facets are level but at holes and at the rim.
fn plane(random: &mut Random, turn: Quat) -> Collider {
    let [count, holes] = [4 + random.below(12), random.below(3)];
    let row = |y: f32| (0..=count).map(move |x| Vec3::new(6.0 * x as f32 / count as f32, y, 0.0));
    let rows = (0..=count).flat_map(|y| row(6.0 * y as f32 / count as f32));
    let vertices: Vec<Vec3> = rows.map(|p| turn * (p - Vec3::new(3.0, 3.0, 0.0))).collect();
    let first = |cell: usize| (cell / count * (count + 1) + cell % count) as u32;
    let above = count as u32 + 1;
    let cells = (0..count * count).map(first);
    let mut triangles: Vec<[u32; 3]> =
        cells.flat_map(|i| [[i, i + 1, i + above + 1], [i, i + above + 1, i + above]]).collect();
    for _ in 0..holes {
        triangles.swap_remove(random.below(triangles.len()));
    }
    let mesh = Collider::from(Mesh::new(vertices, triangles).unwrap());
    if random.below(3) == 0 { mesh.scaled(Vec3::splat(1.25)).unwrap() } else { mesh }
}

/// Level facets are not searched, and have only the corners of a body where others are around them: the patches are those
/// of all pieces.
#[test]
fn planes_are_touched_as_all_pieces_say() {
    let (mut random, count, mut touching, mut standing) = (Random::new(1), 1500, 0, 0);
    for i in 0..count {
        let turn = [Quat::IDENTITY, random.rotation().as_quat()][random.below(2)];
        let ground = plane(&mut random, turn);
        let shape = loop {
            let shape = Recipe::random(&mut random, 3).make::<Vec3>(1.0);
            if let Shape::Convex(_) = shape {
                break shape;
            }
        };
        let stands = random.below(2) == 0;
        let spin =
            if stands { Quat::from_rotation_z(i as f32) } else { random.rotation().as_quat() };
        let tilt = Quat::from_rotation_x([0.0, 1e-5, 3e-4, 0.01][random.below(4)]);
        let low = shape.aabb(&Pose::new(Vec3::ZERO, tilt * spin).unwrap()).min.z;
        let margin = [0.0, 0.01, 0.3][random.below(3)];
        let gap = random.range(-0.3, 1.2 * f64::from(margin)) as f32;
        let at = random.in_cube(2.5).as_vec3().with_z(gap - low);
        let pose = Pose::new(turn * at, turn * tilt * spin).unwrap();
        let (shape, here) = (Collider::from(shape), Pose::IDENTITY);
        let fast = clearance::contacts(&ground, &here, &shape, &pose, margin);
        let slow = contacts_of_all_pieces(&ground, &here, &shape, &pose, margin);
        assert_same(&fast, &slow, &format!("{i}"));
        touching += usize::from(!fast.is_empty());
        standing += usize::from(fast.iter().any(|patch| patch.manifold.points().len() > 2));
    }
    assert!(touching > count / 2 && standing > count / 8, "{touching} {standing} of {count}");
}

/// A rod that leans over the rim of a sheet, with its foot deep below level facets, touches none of them.
#[test]
fn what_leans_below_a_sheet_does_not_touch_it() {
    let sheet = Collider::from(flat_mesh([6.0, 6.0], &[12; 12]));
    let lean = Quat::from_rotation_y(-std::f32::consts::FRAC_PI_4);
    let rods = [
        Collider::from(Cuboid::new(Vec3::new(2.8, 0.1, 0.1)).unwrap()),
        Capsule::along(Axis::X, 2.8, 0.1).unwrap().into(),
        Cylinder::new(Axis::X, 2.8, 0.1).unwrap().into(),
    ];
    // The middle is in front, and the line through it is 0.14 away from the rim, which is along y at x = 6.
    let at = Pose::new(Vec3::new(7.2, 3.1, 1.0), lean).unwrap();
    for rod in &rods {
        let found = clearance::contacts(&sheet, &HERE, rod, &at, MARGIN);
        assert!(found.is_empty(), "{rod:?}: {found:?}");
    }
}

/// A box that slides over a mesh has its corners alone, each under its own name, as on a floor without edges.
#[test]
fn a_box_on_a_mesh_has_its_corners() {
    let floor = Collider::from(flat_mesh([12.0, 4.0], &[30; 10]));
    let cuboid = Collider::from(Cuboid::new(Vec3::new(0.7, 0.5, 0.2)).unwrap());
    for step in 0..50 {
        let turn = Quat::from_rotation_z(0.3 + 0.01 * step as f32);
        let at = Vec3::new(2.0 + 0.13 * step as f32, 2.0 + 0.003 * step as f32, 0.2 - SLOP);
        let found =
            clearance::contacts(&floor, &HERE, &cuboid, &Pose::new(at, turn).unwrap(), MARGIN);
        let points = found.iter().flat_map(|patch| patch.manifold.points());
        let mut corners: Vec<_> = points.map(|point| point.feature.b()).collect();
        corners.sort_unstable_by_key(|part| format!("{part:?}"));
        corners.dedup();
        assert_eq!(found.len(), 1, "{step}");
        assert!(
            corners.len() == 4 && corners.iter().all(|c| matches!(c, FeaturePart::Vertex(_))),
            "{step}: {found:?}"
        );
    }
}

/// Scaling rounds a slope, far from the origin by so much that its facets are tilted more than those of the surface. A
/// corner high above it is over one of them, not between two.
#[test]
fn no_corner_is_between_scaled_facets() {
    let up = Vec3::new(-1.0, -1.0, 1.0).normalize();
    let slope = |x: f32, y: f32| Vec3::new(x, y, x + y);
    let place = |k: u32| slope(16.0 + (k % 65) as f32 / 64.0, 16.0 + (k / 65) as f32 / 64.0);
    let cells = (0..64 * 64).map(|k| k / 64 * 65 + k % 64);
    let triangles = cells.flat_map(|i| [[i, i + 1, i + 66], [i, i + 66, i + 65]]).collect();
    let mesh = Mesh::new((0..65 * 65).map(place).collect(), triangles).unwrap();
    let ground = Collider::from(mesh).scaled(Vec3::splat(1.1)).unwrap();
    let cuboid = Collider::from(Cuboid::new(Vec3::new(0.2, 0.2, 0.05)).unwrap());
    let (mut random, turn) = (Random::new(1), Quat::from_rotation_arc(Vec3::Z, up));
    for i in 0..3000 {
        let aside = turn * random.in_cube(0.1).as_vec3().with_z(0.0);
        let spin = Quat::from_rotation_z(i as f32);
        let at = slope(16.5, 16.5) * 1.1 + aside + up * 0.3;
        let pose = Pose::new(at, turn * spin).unwrap();
        let found = clearance::contacts(&ground, &HERE, &cuboid, &pose, 0.3);
        let points = found.iter().flat_map(|patch| patch.manifold.points());
        let corners: BTreeSet<_> = points.map(|p| format!("{:?}", p.feature.b())).collect();
        assert_eq!(corners.len(), 4, "{i}: {found:?}");
    }
}

#[test]
fn trees_change_no_contact() {
    against_all_pieces::<Vec3>(1, 80);
    against_all_pieces::<DVec3>(2, 80);
    against_all_pieces::<Vec2>(3, 200);
    against_all_pieces::<DVec2>(4, 200);
}

/// The depth by which bodies at rest may overlap, and the margin of their contacts.
const SLOP: f32 = 1e-3;
const MARGIN: f32 = 0.01;

/// Bodies that slide, each with its name. The lowest points are faces, edges, rims, corners and round sides.
fn bodies() -> Vec<(&'static str, Collider, Quat)> {
    let mut random = Random::new(5);
    let cloud: Vec<Vec3> = (0..32).map(|_| random.direction3().as_vec3() * 0.3).collect();
    let capsule = Capsule::new(Vec3::X * -0.3, Vec3::X * 0.3, 0.2).unwrap();
    let cuboid = Cuboid::new(Vec3::new(0.25, 0.2, 0.15)).unwrap();
    let cylinder = Cylinder::new(Axis::Z, 0.2, 0.25).unwrap();
    let turned = Quat::from_array(random.rotation().to_array().map(|x| x as f32)).normalize();
    let aside = Quat::from_rotation_z(0.7);
    vec![
        ("ball", Sphere::new(0.3).unwrap().into(), Quat::IDENTITY),
        ("lying capsule", capsule.into(), aside),
        ("standing capsule", capsule.into(), Quat::from_rotation_y(1.2)),
        ("box", cuboid.into(), Quat::IDENTITY),
        ("turned box", cuboid.into(), aside),
        ("box on a corner", cuboid.into(), turned),
        ("hull", Hull::new(cloud.clone()).unwrap().into(), Quat::IDENTITY),
        ("turned hull", Hull::new(cloud).unwrap().into(), turned),
        ("standing cylinder", cylinder.into(), Quat::IDENTITY),
        (
            "lying cylinder",
            cylinder.into(),
            Quat::from_rotation_z(0.3) * Quat::from_rotation_x(1.570_796_4),
        ),
    ]
}

/// Slides each body over a floor at height 0 along a way of 10 m, in small steps. Every patch has the normal of the
/// floor, and one is as deep as the body. The facets of a joined surface know each other, so it is not welded.
fn slide(floor: &str, others: &[(&Collider, &Pose)], is_joined: bool) {
    let steps = if is_joined { 679 } else { 227 };
    for (name, body, turn) in bodies() {
        let low = body.aabb(&Pose::new(Vec3::ZERO, turn).unwrap()).min.z;
        for step in 0..steps {
            let x = 10.0 * step as f32 / steps as f32;
            let at =
                Pose::new(Vec3::new(0.5 + x * 0.97, 0.5 + x * 0.09, -low - SLOP), turn).unwrap();
            let found = if let ([(one, pose)], true) = (others, is_joined) {
                clearance::contacts(*one, pose, &body, &at, MARGIN).to_vec()
            } else {
                clearance::welded_contacts(others, &body, &at, MARGIN, SLOP).concat()
            };
            for patch in &found {
                let tilt = (patch.manifold.normal - Vec3::Z).length();
                assert!(tilt < 1e-4, "{name} on {floor}, step {step}: {patch:?} of {found:?}");
            }
            let depth = deepest(&found);
            assert!(
                (depth + f64::from(SLOP)).abs() < 1e-5,
                "{name} on {floor}, step {step}: {depth}"
            );
        }
    }
}

/// A flat floor from 0 to `size` as a mesh. Each row has its own number of cells, so that vertices of a row lie on edges of
/// the next, if `rows` differ.
fn flat_mesh(size: [f32; 2], rows: &[usize]) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (row, cells) in rows.iter().enumerate() {
        let first = vertices.len() as u32;
        for y in [row, row + 1] {
            let place = |cell| {
                let part = |i: usize, n: usize, size: f32| size * i as f32 / n as f32;
                Vec3::new(part(cell, *cells, size[0]), part(y, rows.len(), size[1]), 0.0)
            };
            vertices.extend((0..=*cells).map(place));
        }
        let above = first + *cells as u32 + 1;
        for i in 0..*cells as u32 {
            triangles.push([first + i, first + i + 1, above + i + 1]);
            triangles.push([first + i, above + i + 1, above + i]);
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

const HERE: Pose = Pose::IDENTITY;

#[test]
fn nothing_trips_on_a_mesh() {
    let floor = Collider::from(flat_mesh([12.0, 3.0], &[50; 10]));
    slide("a mesh", &[(&floor, &HERE)], true);
}

#[test]
fn nothing_trips_on_a_height_field() {
    let floor = HeightField::new(&[[0.0; 51]; 11], [0.24, 0.3]).unwrap().into();
    slide("a height field", &[(&floor, &HERE)], true);
}

#[test]
fn nothing_trips_or_falls_between_height_fields() {
    let half = HeightField::new(&[[0.0; 26]; 11], [0.24, 0.3]).unwrap().into();
    let beside = Pose::at(Vec3::X * 6.0).unwrap();
    slide("two height fields", &[(&half, &HERE), (&half, &beside)], false);
}

#[test]
fn nothing_trips_on_junctions() {
    let floor = Collider::from(flat_mesh([12.0, 3.0], &[17, 23, 5, 12, 1, 31, 8]));
    assert!(floor_has_open_edges(&floor));
    slide("a mesh with T-junctions", &[(&floor, &HERE)], false);
}

fn floor_has_open_edges(floor: &Collider) -> bool {
    let Collider::Surface(surface) = floor else { return false };
    surface.surface().report().components > 5
}

/// The poses of tiles with tops of height 0, up to one rounding, in rows that are shifted against each other.
fn tiles(half: Vec3) -> Vec<Pose> {
    let mut random = Random::new(9);
    let mut poses = Vec::new();
    for row in 0..4 {
        for column in 0..13 {
            let shift = [0.0, 0.37, 0.5, 0.11][row];
            let x = (2 * column) as f32 * half.x - shift;
            let y = (2 * row + 1) as f32 * half.y;
            let height = [-half.z, f32::next_up(-half.z), f32::next_down(-half.z)][random.below(3)];
            poses.push(Pose::at(Vec3::new(x, y, height)).unwrap());
        }
    }
    poses
}

const HALF: Vec3 = Vec3::new(0.5, 0.45, 0.25);

/// A tile of two triangles, with its top where that of a box is.
fn sheet() -> Collider {
    let corner = |x: f32, y: f32| Vec3::new(x * HALF.x, y * HALF.y, HALF.z);
    let corners = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap().into()
}

#[test]
fn nothing_trips_on_compounds() {
    let cuboid = Collider::from(Cuboid::new(HALF).unwrap());
    for (name, tile) in [("a compound of boxes", cuboid), ("a compound of meshes", sheet())] {
        let floor = Compound::new(tiles(HALF).into_iter().map(|at| (at, tile.clone()))).unwrap();
        slide(name, &[(&floor.into(), &HERE)], false);
    }
}

#[test]
fn nothing_trips_on_bodies_side_by_side() {
    let cuboid = Collider::from(Cuboid::new(HALF).unwrap());
    let poses = tiles(HALF);
    for (name, tile) in [("boxes", cuboid), ("meshes", sheet())] {
        let others: Vec<_> = poses.iter().map(|at| (&tile, at)).collect();
        slide(name, &others, false);
    }
}

/// Without welding there are tilted contacts at the same seams, so the tests above test something.
#[test]
fn alone_each_seam_tilts_contacts() {
    let tile = Collider::from(Cuboid::new(HALF).unwrap());
    for (name, body, turn) in bodies() {
        let low = body.aabb(&Pose::new(Vec3::ZERO, turn).unwrap()).min.z;
        let mut tilted = 0;
        for step in 0..679 {
            let x = 10.0 * step as f32 / 679.0;
            let at =
                Pose::new(Vec3::new(0.5 + x * 0.97, 0.5 + x * 0.09, -low - SLOP), turn).unwrap();
            for other in &tiles(HALF) {
                let found = clearance::contacts(&tile, other, &body, &at, MARGIN);
                tilted += found.iter().filter(|p| p.manifold.normal.z < 0.9999).count();
            }
        }
        assert!(tilted > 10, "{name}: {tilted}");
    }
}

fn ball_at(radius: f32, at: Vec3) -> (Collider, Pose) {
    (Sphere::new(radius).unwrap().into(), Pose::at(at).unwrap())
}

/// A sheet of two halves that meet along the y axis, each falling (or rising) by `slope` away from it.
fn roof(slope: f32) -> Collider {
    let vertices = [[0.0, -1.0], [0.0, 1.0], [-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]]
        .map(|[x, y]: [f32; 2]| Vec3::new(x, y, -slope * x.abs()));
    let triangles = vec![[0, 1, 3], [0, 3, 2], [0, 4, 5], [0, 5, 1]];
    Mesh::new(vertices.to_vec(), triangles).unwrap().into()
}

#[test]
fn ridges_are_touched_by_their_edge_and_valleys_by_both_faces() {
    let (ball, at) = ball_at(0.5, Vec3::new(0.05, 0.0, 0.495));
    let ridge = clearance::contacts(&roof(0.5), &HERE, &ball, &at, 0.0);
    assert_eq!(ridge.len(), 1);
    let expected = Vec3::new(0.05, 0.0, 0.495).normalize();
    assert!((ridge[0].manifold.normal - expected).length() < 1e-6, "{ridge:?}");

    let (ball, at) = ball_at(0.5, Vec3::new(0.01, 0.0, 0.55));
    let valley = clearance::contacts(&roof(-0.5), &HERE, &ball, &at, 0.0);
    assert_eq!(valley.len(), 2);
    for (patch, side) in valley.iter().zip([1.0, -1.0]) {
        let face = Vec3::new(0.5 * side, 0.0, 1.0).normalize();
        assert!((patch.manifold.normal - face).length() < 1e-6, "{patch:?}");
    }
}

#[test]
fn a_ball_in_a_corner_has_three_patches() {
    let corner = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let vertices = vec![
        corner(0.0, 0.0, 0.0),
        corner(2.0, 0.0, 0.0),
        corner(2.0, 2.0, 0.0),
        corner(0.0, 2.0, 0.0),
        corner(2.0, 0.0, 2.0),
        corner(0.0, 0.0, 2.0),
        corner(0.0, 2.0, 2.0),
    ];
    let triangles = vec![[0, 1, 2], [0, 2, 3], [1, 0, 5], [1, 5, 4], [0, 3, 6], [0, 6, 5]];
    let walls = Collider::from(Mesh::new(vertices, triangles).unwrap());
    let (ball, at) = ball_at(0.5, Vec3::splat(0.49));
    let patches = clearance::contacts(&walls, &HERE, &ball, &at, 0.0);
    assert_eq!(patches.len(), 3, "{patches:?}");
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        let of_wall = patches.iter().find(|patch| patch.manifold.normal == axis).unwrap();
        assert!((of_wall.manifold.depth() - 0.01).abs() < 1e-6);
    }
}

#[test]
fn sheets_are_not_touched_from_behind() {
    let floor = Collider::from(flat_mesh([4.0, 4.0], &[4; 4]));
    let (ball, below) = ball_at(0.5, Vec3::new(2.1, 2.2, -0.3));
    assert!(clearance::contacts(&floor, &HERE, &ball, &below, 0.1).is_empty());
    assert!(clearance::contacts(&ball, &below, &floor, &HERE, 0.1).is_empty());
    // The normal leads from A to B, whichever is the floor.
    let above = Pose::at(Vec3::new(2.1, 2.2, 0.45)).unwrap();
    let [up, down] = [
        clearance::contacts(&floor, &HERE, &ball, &above, 0.1),
        clearance::contacts(&ball, &above, &floor, &HERE, 0.1),
    ];
    assert_eq!([up[0].manifold.normal, down[0].manifold.normal], [Vec3::Z, Vec3::NEG_Z]);
    assert_eq!([up.len(), down.len()], [1, 1]);
}

/// On bumpy ground each patch has the normal of a facet or one between two neighbours, so each leads up.
#[test]
fn the_deepest_patch_is_as_deep_as_the_deepest_facet() {
    let mut random = Random::new(3);
    let mut rows = [[0.0_f32; 40]; 40];
    rows.iter_mut().flatten().for_each(|height| *height = random.range(0.0, 0.1) as f32);
    let ground = HeightField::new(&rows, [0.25, 0.25]).unwrap();
    let floor = Collider::from(ground.clone());
    let mut touched = 0;
    for i in 0..300 {
        let place = [random.range(1.0, 8.0) as f32, random.range(1.0, 8.0) as f32];
        let (ball, at) =
            ball_at(0.5, Vec3::new(place[0], place[1], 0.5 + random.range(0.0, 0.1) as f32));
        let patches = clearance::contacts(&floor, &HERE, &ball, &at, 0.01);
        let nearest = clearance::separation(&floor, &HERE, &ball, &at).distance;
        assert!(patches.iter().all(|patch| patch.manifold.normal.z > 0.7), "{i}: {patches:?}");
        if patches.is_empty() {
            assert!(nearest > 0.009, "{i}: {nearest}");
            continue;
        }
        touched += 1;
        let [apart, deep] = [f64::from(nearest), deepest(&patches)];
        assert!(apart == 0.0 && deep <= 1e-6 || (apart - deep).abs() < 1e-6, "{i}: {apart} {deep}");
    }
    assert!(touched > 150, "{touched}");
}

/// Ground in two pieces that are bodies of their own: the seam leads along y, between columns 8 and 9.
fn split(rows: &[[f32; 17]; 17]) -> [Collider; 2] {
    let half = |from: usize| {
        let part: Vec<&[f32]> = rows.iter().map(|row| &row[from..from + 9]).collect();
        HeightField::new(&part, [0.25, 0.25]).unwrap().into()
    };
    [half(0), half(8)]
}

/// Is the normal of a patch that of a facet at its deepest point, or does no facet there rise above its plane?
fn is_of_surface(ground: &Collider, patch: &Contact<Vec3>) -> bool {
    let Collider::Surface(surface) = ground else { return false };
    let (point, normal) = (patch.manifold.deepest().point_a, patch.manifold.normal);
    let is_there = |facet: &u32| {
        clearance::project(&Shape::from(surface.piece(*facet)), &HERE, point)
            .is_ok_and(|found| found.signed_distance < 1e-5)
    };
    let there: Vec<u32> = (0..surface.len() as u32).filter(is_there).collect();
    let is_low =
        |facet: &u32| surface.corners(*facet).iter().all(|c| normal.dot(*c - point) < 1e-3);
    let is_front = |facet: &u32| {
        surface.front(*facet).is_some_and(|front| (front.as_vec3() - normal).length() < 1e-5)
    };
    there.iter().all(is_low) || there.iter().any(is_front)
}

/// On curved ground in two pieces, a body has no normals that it has not on the ground in one piece, but
/// those that are possible at a corner.
#[test]
fn ground_in_two_pieces_is_as_ground_in_one() {
    let (mut random, mut across, mut patches) = (Random::new(4), 0, 0);
    let (mut odd, mut odd_alone) = (0, 0);
    for i in 0..300 {
        let mut rows = [[0.0_f32; 17]; 17];
        rows.iter_mut().flatten().for_each(|height| *height = random.range(0.0, 0.04) as f32);
        let whole = Collider::from(HeightField::new(&rows, [0.25, 0.25]).unwrap());
        let [left, right] = split(&rows);
        let beside = Pose::at(Vec3::X * 2.0).unwrap();
        let (_, body, turn) = bodies().swap_remove(random.below(bodies().len()));
        let place = [random.range(1.9, 2.1) as f32, random.range(1.0, 3.0) as f32];
        let at = |z: f32| Pose::new(Vec3::new(place[0], place[1], z), turn).unwrap();
        let gap = clearance::distance(&whole, &HERE, &body, &at(2.0));
        let mut height = 2.0 - gap;
        for _ in 0..50 {
            height -= clearance::distance(&whole, &HERE, &body, &at(height));
        }
        let at = at(height - SLOP);
        let expected = clearance::contacts(&whole, &HERE, &body, &at, 0.002);
        let alone = [(&left, &HERE), (&right, &beside)]
            .map(|(piece, pose)| clearance::contacts(piece, pose, &body, &at, 0.002).to_vec())
            .concat();
        let others = [(&left, &HERE), (&right, &beside)];
        let found = clearance::welded_contacts(&others, &body, &at, 0.002, SLOP).concat();
        // Patches join normals that differ by 3 degrees, which is 0.053.
        let is_known = |patch: &Contact<Vec3>| {
            expected.iter().any(|e| (e.manifold.normal - patch.manifold.normal).length() < 0.054)
        };
        // At a corner of many facets, a facet knows only the two beside it.
        let is_odd = |patch: &&Contact<Vec3>| !is_known(patch) && !is_of_surface(&whole, patch);
        patches += found.len();
        odd += found.iter().filter(is_odd).count();
        odd_alone += alone.iter().filter(is_odd).count();
        assert!((deepest(&found) - deepest(&expected)).abs() < 1e-5, "{i}");
        across += usize::from(
            others.map(|(p, q)| clearance::within(p, q, &body, &at, 0.002)) == [true; 2],
        );
    }
    assert!(across > 100 && odd_alone > 20, "{across} {odd_alone}");
    assert!(odd < patches / 100 && odd < odd_alone / 10, "{odd} of {patches}, {odd_alone}");
}

/// What a random seam must keep: if a shape touches anything, something is left, and it is as deep up to the slop.
#[test]
fn welding_leaves_the_deepest_contact() {
    let (mut random, mut touched, mut fewer) = (Random::new(8), 0, 0);
    for i in 0..400 {
        let shapes: Vec<Collider> = (0..3).map(|_| collider(&mut random, 1, false)).collect();
        let poses: Vec<Pose> =
            (0..3).map(|_| pose(&Stand::random(&mut random, 1.0), 1.0)).collect();
        let moving = Collider::from(Shape::from(Sphere::new(0.6).unwrap()));
        let at = pose(&Stand::random(&mut random, 1.0), 1.0);
        let others: Vec<(&Collider, &Pose)> = shapes.iter().zip(&poses).collect();
        let alone: Vec<_> = others
            .iter()
            .flat_map(|(s, p)| clearance::contacts(s, p, &moving, &at, 0.01))
            .collect();
        let welded = clearance::welded_contacts(&others, &moving, &at, 0.01, 1e-3);
        let turned: Vec<_> = others.iter().rev().copied().collect();
        let mut reversed = clearance::welded_contacts(&turned, &moving, &at, 0.01, 1e-3);
        reversed.reverse();
        assert_eq!(welded, reversed, "{i}: the order of bodies matters");
        let welded = welded.concat();
        assert_eq!(alone.is_empty(), welded.is_empty(), "{i}: {alone:?}");
        touched += usize::from(!alone.is_empty());
        fewer += usize::from(welded.len() < alone.len());
    }
    assert!(touched > 200, "{touched}");
    assert!(fewer > 2, "{fewer}");
}
