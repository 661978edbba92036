//! What two solids have in common, against closed forms and sums.

use clearance::d3_f64::{self, Collider, Mesh, Pose, Solid};
use clearance::glam::{DQuat, DVec3};
use clearance::{Overlap, overlap};
use clearance_testing::{Random, pairs};

use super::shapes::{Raw, any, cuboid, frame, moved, ring, solid, split, turn};

fn found(a: &Collider, b: &Collider, at: &Pose) -> Overlap<DVec3> {
    overlap(a, &Pose::IDENTITY, b, at).expect("both are solids")
}

fn volume(raw: &Raw) -> f64 {
    solid(raw).mass().unwrap().volume
}

/// Each part is a closed mesh with the volume that is said.
fn assert_closed(found: &Overlap<DVec3>) {
    for part in &found.parts {
        let mesh = Mesh::new(part.vertices.clone(), part.triangles.clone()).unwrap();
        let solid = Solid::new(mesh).unwrap_or_else(|why| panic!("{why}"));
        let (volume, [low, high]) = (solid.mass().volume, part.volume);
        let slack = 1e-9 * volume;
        assert!(low - slack <= volume && volume <= high + slack, "{volume} {:?}", part.volume);
        assert!(part.bounds.min.cmple(part.centroid).all());
        assert!(part.bounds.max.cmpge(part.centroid).all());
    }
}

#[test]
fn boxes_have_the_volume_of_their_common_box() {
    let mut random = Random::new(59);
    let mut common = 0;
    for i in 0..pairs(2000) {
        // On a lattice, so that many faces are in one plane; in several units, and far away.
        let unit = [1.0, 1e-6, 1e6][i % 3];
        let far = if i % 4 == 0 { DVec3::new(1e3, -2e3, 5e2) } else { DVec3::ZERO };
        let mut corners = || {
            let low = [(); 3].map(|()| random.below(4) as f64);
            (low, low.map(|x| x + 1.0 + random.below(3) as f64))
        };
        let ((low_a, high_a), (low_b, high_b)) = (corners(), corners());
        let scaled = |raw: Raw| moved(&raw, |p| (p + far) * unit);
        let (a, b) = (scaled(cuboid(low_a, high_a)), scaled(cuboid(low_b, high_b)));
        let sides = (0..3).map(|k| (high_a[k].min(high_b[k]) - low_a[k].max(low_b[k])).max(0.0));
        let true_volume = sides.product::<f64>() * unit.powi(3);
        let found = found(&solid(&a), &solid(&b), &Pose::IDENTITY);
        let [low, high] = found.volume;
        assert!(low <= true_volume && true_volume <= high, "{true_volume} {found:?}");
        let wide = 1e-7 * unit.powi(3) * (1.0 + far.length());
        assert!(high - low <= wide, "{} {wide}", high - low);
        assert_eq!(found.parts.len(), usize::from(true_volume > 0.0));
        assert_closed(&found);
        common += found.parts.len();
    }
    assert!(common > pairs(2000) / 6, "{common}");
}

/// A block of boxes that fill the space around a solid: what it has in common with each adds up to the whole.
#[test]
fn the_parts_of_a_solid_in_a_grid_add_up() {
    let mut random = Random::new(60);
    let (mut asked, mut parts) = (0, 0);
    for _ in 0..pairs(300) {
        let a = any(&mut random);
        let whole = volume(&a);
        let a = moved(&a, |p| p);
        let cuts: Vec<[f64; 4]> =
            (0..3).map(|_| [-2.0, random.range(-0.6, 0.0), random.range(0.0, 0.6), 2.0]).collect();
        let pose = Pose::new(random.direction3() * 0.1, turn(&mut random)).unwrap();
        let a = solid(&a);
        let (mut low, mut high) = (0.0, 0.0);
        for cell in 0..27 {
            let at = [cell % 3, cell / 3 % 3, cell / 9];
            let ends = |more: usize| [0, 1, 2].map(|k| cuts[k][at[k] + more]);
            let b = solid(&cuboid(ends(0), ends(1)));
            let found = found(&a, &b, &pose);
            (low, high) = (low + found.volume[0], high + found.volume[1]);
            assert_closed(&found);
            parts += found.parts.len();
        }
        assert!(low <= whole && whole <= high, "{low} {whole} {high}");
        assert!(high - low <= 1e-6 * whole, "{}", (high - low) / whole);
        asked += 1;
    }
    println!("{asked} solids in {parts} parts");
    assert!(parts > 8 * asked);
}

/// Two tori, rings or cups in each other: the order, the frame and the triangles do not matter.
#[test]
fn overlaps_do_not_depend_on_order_and_triangles() {
    let mut random = Random::new(61);
    let mut several = 0;
    for _ in 0..pairs(300) {
        let (a, b) = (any(&mut random), any(&mut random));
        let at =
            Pose::new(random.direction3() * random.range(0.2, 1.0), turn(&mut random)).unwrap();
        let once = found(&solid(&a), &solid(&b), &at);
        let fine = found(&solid(&split(&a, 1)), &solid(&b), &at);
        let swapped = overlap(&solid(&b), &at, &solid(&a), &Pose::IDENTITY).unwrap();
        for other in [&fine, &swapped] {
            let [low, high] = [0, 1].map(|i| (once.volume[i], other.volume[i]));
            assert!(low.0 <= high.1 && low.1 <= high.0, "{:?} {:?}", once.volume, other.volume);
            assert_eq!(once.parts.len(), other.parts.len());
        }
        assert_closed(&once);
        several += usize::from(once.parts.len() > 1);
    }
    assert!(several > pairs(300) / 10, "{several}");
}

#[test]
fn what_is_inside_counts_and_cavities_do_not() {
    let inward = |raw: &Raw| (raw.0.clone(), raw.1.iter().map(|[a, b, c]| [*a, *c, *b]).collect());
    let joined = |x: &Raw, y: &Raw| -> Raw {
        let more = x.0.len() as u32;
        let moved = y.1.iter().map(|t| t.map(|v| v + more));
        ([&x.0[..], &y.0[..]].concat(), x.1.iter().copied().chain(moved).collect())
    };
    let (shell, core) = (cuboid([-2.0; 3], [2.0; 3]), cuboid([-1.0; 3], [1.0; 3]));
    let hollow = solid(&joined(&shell, &inward(&core)));
    let near = |found: Overlap<DVec3>, volume: f64, parts: usize| {
        assert!(found.volume[0] <= volume && volume <= found.volume[1], "{volume} {found:?}");
        assert!(found.volume[1] - found.volume[0] < 1e-7, "{found:?}");
        assert_eq!(found.parts.len(), parts);
    };
    let at = |x: f64| Pose::at(DVec3::X * x).unwrap();
    let small = solid(&cuboid([-0.25; 3], [0.25; 3]));
    near(found(&hollow, &small, &at(0.0)), 0.0, 0);
    near(found(&hollow, &small, &at(1.5)), 0.125, 1);
    near(found(&hollow, &small, &at(1.0)), 0.0625, 1);
    near(found(&small, &hollow, &at(1.5)), 0.125, 1);
    near(found(&hollow, &solid(&cuboid([-3.0; 3], [3.0; 3])), &at(0.5)), 56.0, 1);
    near(found(&hollow, &hollow, &at(8.0)), 0.0, 0);
    // A bar through all of it is in two parts.
    let bar = solid(&cuboid([-5.0, -0.5, -0.5], [5.0, 0.5, 0.5]));
    near(found(&hollow, &bar, &at(0.125)), 2.0, 2);
    let ring = solid(&ring(0.5, 1.0, 0.3, 12));
    assert!(overlap(&ring, &at(0.0), &d3_f64::Sphere::new(1.0).unwrap(), &at(0.0)).is_none());
}

/// A bar that turns a little in a slot of its own size: faces that are nearly in one plane.
#[test]
fn nearly_parallel_faces_have_narrow_bounds() {
    let (a, b) = (solid(&cuboid([-1.0; 3], [1.0; 3])), solid(&cuboid([-1.0; 3], [1.0; 3])));
    for angle in [1e-3, 1e-6, 1e-9, 1e-11, 1e-13, 1e-15] {
        let at = Pose::new(DVec3::new(0.0, 0.0, 0.5), DQuat::from_rotation_z(angle)).unwrap();
        let found = found(&a, &b, &at);
        // Of the second square, each corner that is outside of the first is a right triangle: its height over the long
        // side of length 2 is cos + sin - 1, and its angles are those of the turn.
        let (sin, cos) = (angle.sin(), angle.cos());
        let corners =
            if sin > 0.0 { 4.0 * (cos + sin - 1.0).powi(2) / (2.0 * sin * cos) } else { 0.0 };
        let common = 1.5 * (4.0 - corners);
        let [low, high] = found.volume;
        assert!(high - low <= 1e-7, "{angle}: {low} {high}");
        assert!(low <= common + 1e-12 && common - 1e-12 <= high, "{angle}: {low} {common} {high}");
    }
}

/// Curves that are holes of a facet belong to the part around them; huge bodies, shared faces, tiny units.
#[test]
fn named_overlaps() {
    let near = |a: &Raw, b: &Raw, volume: f64, parts: usize, wide: f64| {
        for (a, b) in [(a, b), (b, a)] {
            let found = found(&solid(a), &solid(b), &Pose::IDENTITY);
            let [low, high] = found.volume;
            assert!(low <= volume && volume <= high && high - low <= wide, "{volume} {found:?}");
            assert_eq!(found.parts.len(), parts, "{volume} {found:?}");
            assert_closed(&found);
        }
    };
    let joined = |x: &Raw, y: &Raw| -> Raw {
        let more = x.0.len() as u32;
        let moved = y.1.iter().map(|t| t.map(|v| v + more));
        ([&x.0[..], &y.0[..]].concat(), x.1.iter().copied().chain(moved).collect())
    };
    // A frame with a window, and a plate across it.
    let plate = |z: f64| cuboid([-9.0, -9.0, -z], [9.0, 9.0, z]);
    near(&frame(), &plate(0.5), 32.0, 1, 1e-6);
    let off = cuboid([-9.0, -6.0, -0.5], [6.0, 9.0, 0.5]);
    near(&frame(), &off, 32.0, 1, 1e-6);
    // Half a cube in the face of a huge one, not at its diagonal.
    let one = cuboid([0.0; 3], [1.0; 3]);
    for size in [1e5, 1e6, 1e7, 1e9] {
        let huge =
            cuboid([-size / 3.0, -size / 3.0, 0.5], [size * 2.0 / 3.0, size * 2.0 / 3.0, size]);
        near(&one, &huge, 0.5, 1, 1e-12 * size + 1e-7);
    }
    // Two boxes that share a face, cut by a tetrahedron.
    let pair = joined(&one, &cuboid([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]));
    let corners = [[2.0, 3.0, 0.0], [-1.0, 2.0, -2.0], [-2.0, 2.0, 2.0], [0.0, -1.0, 1.0]];
    let tetrahedron: Raw =
        (corners.map(DVec3::from_array).to_vec(), vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]);
    let outward = if volume_of(&tetrahedron) < 0.0 { inward(&tetrahedron) } else { tetrahedron };
    near(&pair, &outward, 2959.0 / 7560.0, 1, 1e-7);
    // What overlaps itself, and a shell in another one that is no cavity.
    let half = moved(&one, |p| p + DVec3::new(0.5, 0.25, 0.125));
    let inner = cuboid([0.25; 3], [0.75; 3]);
    for twice in [joined(&one, &half), joined(&one, &inner)] {
        assert!(overlap(&solid(&twice), &Pose::IDENTITY, &solid(&one), &Pose::IDENTITY).is_none());
        assert!(overlap(&solid(&one), &Pose::IDENTITY, &solid(&twice), &Pose::IDENTITY).is_none());
    }
    // So small that volumes underflow.
    for unit in [1e-107, 1e-150, 1e-300, 5e-324] {
        let tiny = moved(&one, |p| p * unit);
        let half = moved(&tiny, |p| p + DVec3::X * (unit * 0.5));
        let found = found(&solid(&tiny), &solid(&half), &Pose::IDENTITY);
        assert!(found.volume[0] == 0.0 && found.volume[1] > 0.0, "{found:?}");
    }
}

fn volume_of((points, triangles): &Raw) -> f64 {
    let volume = |[a, b, c]: [DVec3; 3]| a.dot(b.cross(c)) / 6.0;
    triangles.iter().map(|t| volume(t.map(|v| points[v as usize]))).sum()
}

fn inward(raw: &Raw) -> Raw {
    (raw.0.clone(), raw.1.iter().map(|[a, b, c]| [*a, *c, *b]).collect())
}
