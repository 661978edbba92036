//! Solids on a lattice, so that faces, edges and corners of both are often in one plane; near the origin and far away.

use clearance::d3_f64::{Pose, clearance, contacts};
use clearance::glam::{DMat3, DQuat, DVec3};
use clearance_testing::{Random, pairs};

use super::shapes::{Raw, cuboid, ell, frame, moved, peg, solid, split};

/// An exact turn by quarters.
fn quarters(random: &mut Random) -> DMat3 {
    let mut quarter = || random.below(4) as f64 * std::f64::consts::FRAC_PI_2;
    let turn = DQuat::from_rotation_x(quarter())
        * DQuat::from_rotation_y(quarter())
        * DQuat::from_rotation_z(quarter());
    DMat3::from_cols_array(&DMat3::from_quat(turn).to_cols_array().map(f64::round))
}

fn shape(random: &mut Random) -> Raw {
    match random.below(4) {
        0 => cuboid([0.0; 3], [(); 3].map(|()| 1.0 + random.below(4) as f64)),
        1 => moved(&ell(2.0), DVec3::round),
        2 => frame(),
        _ => split(&cuboid([0.0; 3], [2.0, 3.0, 4.0]), 1),
    }
}

#[test]
fn overlaps_on_a_lattice_have_patches() {
    for far in [0.0, 1e3, 1e6] {
        let mut random = Random::new(5);
        let (mut overlaps, mut single, mut touching, mut flush, mut low) = (0, 0, 0, 0, 0);
        for i in 0..pairs(600) {
            let (a, b) = (shape(&mut random), shape(&mut random));
            let (turn, shift) = (quarters(&mut random), DVec3::splat(far));
            let way = DVec3::from_array([(); 3].map(|()| random.below(17) as f64 * 0.5 - 4.0));
            let [a, b] = [moved(&a, |p| p + shift), moved(&b, |p| turn * p + way + shift)];
            let [a, b] = [solid(&a), solid(&b)];
            let found = contacts(&a, &Pose::IDENTITY, &b, &Pose::IDENTITY, 0.0);
            let truth = clearance(&a, &Pose::IDENTITY, &b, &Pose::IDENTITY);
            let (tolerance, known) = (1e-9 * (1.0 + far), found.len());
            if truth.upper < -1e-3 {
                overlaps += 1;
                assert!(known > 0, "{i} at {far}: {truth:?}");
                if known == 1 {
                    single += 1;
                    let depth = found[0].manifold.depth();
                    low += usize::from(depth < -truth.upper * (1.0 - 1e-6) - tolerance);
                }
                let is_axis = |n: DVec3| n.abs().max_element() > 1.0 - 1e-9;
                flush += usize::from(found.iter().all(|p| is_axis(p.manifold.normal)));
            } else if truth.lower <= 0.0 && truth.upper >= 0.0 {
                touching += 1;
                let depth = |p: &clearance::Contact<DVec3>| p.manifold.depth().abs();
                assert!(found.iter().all(|p| depth(p) <= tolerance), "{i} at {far}: {found:?}");
            }
        }
        println!(
            "far {far}: {overlaps} overlaps, {single} with one patch, {low} too shallow, {flush} along axes; {touching} touch"
        );
        assert!(overlaps > 100 && touching > 20, "{overlaps} {touching}");
        // What is deep in two arms or all around a hole has ways out that one chord does not show.
        assert!(low * 40 < single && flush * 20 > overlaps * 19, "{low} {flush} of {overlaps}");
    }
}

/// Two meshes of 3,888 triangles, the same or not, at one place and half a radius apart.
#[test]
fn fine_meshes_deep_in_each_other_end() {
    let closed = |seed| clearance::Solid::new(crate::make::bumpy(18, seed).mended().0).unwrap();
    let (a, here) = (closed(1), clearance::d3::Pose::IDENTITY);
    for b in [closed(1), closed(2)] {
        for x in [0.0, 0.5] {
            let at = clearance::d3::Pose::at(clearance::glam::Vec3::X * x).unwrap();
            let found = clearance::contacts(&a, &here, &b, &at, 0.01);
            assert!(!found.is_empty() && found.len() < 100, "{}", found.len());
            assert!(found.iter().all(|patch| patch.manifold.depth() > -0.01), "{found:?}");
        }
    }
}

/// Two cylinders around one axis, whose ends are fans in one plane. They took 47 s, as each pair of facets at the two middles
/// asked all facets around both.
#[test]
fn fans_in_one_plane_end() {
    let fan = |radius: f64| -> Raw {
        let n = 256;
        let (mut points, triangles) = peg(n, radius, 2.0);
        points.extend([-2.0, 2.0].map(|z| DVec3::Z * z));
        let (n, low) = (n as u32, 2 * n as u32);
        let sides =
            triangles.into_iter().filter(|t| t.iter().any(|v| *v < n) && t.iter().any(|v| *v >= n));
        let ends = (0..n).flat_map(|i| {
            let j = (i + 1) % n;
            [[low, j, i], [low + 1, n + i, n + j]]
        });
        (points, sides.chain(ends).collect())
    };
    let (a, b, start) = (solid(&fan(1.0)), solid(&fan(0.5)), std::time::Instant::now());
    let found = contacts(&a, &Pose::IDENTITY, &b, &Pose::IDENTITY, 0.0);
    assert!(!found.is_empty());
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}
