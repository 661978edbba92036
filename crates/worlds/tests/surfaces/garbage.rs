//! Random triangles on a small lattice, where everything that can be wrong is: nothing panics, a second
//! mending changes nothing, and winding numbers are those of the tetrahedra that the triangles are from.

use clearance_testing::{Random, pairs};
use clearance_worlds::{Chain, Mesh, Solid};
use glam::{DVec2, DVec3};

fn lattice(random: &mut Random, size: usize) -> DVec3 {
    DVec3::from_array([(); 3].map(|()| random.below(size) as f64))
}

#[test]
fn a_second_mending_changes_nothing() {
    let mut random = Random::new(11);
    let (mut changed, mut solids) = (0, 0);
    for round in 0..pairs(3000) {
        let size = 2 + random.below(2);
        let vertices: Vec<DVec3> =
            (0..3 + random.below(8)).map(|_| lattice(&mut random, size)).collect();
        let count = vertices.len();
        let triangle = |random: &mut Random| [(); 3].map(|()| random.below(count) as u32);
        let triangles = (0..1 + random.below(24)).map(|_| triangle(&mut random)).collect();
        let (mesh, done) = Mesh::new(vertices, triangles).unwrap().mended();
        changed += i32::from(!done.is_empty());
        assert!(!mesh.report().to_string().is_empty());
        solids += i32::from(Solid::new(mesh.clone()).is_ok());
        let (again, nothing) = mesh.clone().mended();
        assert_eq!(again.facets(), mesh.facets(), "{round}: {done:?}, then {nothing:?}");
    }
    assert!(changed > 2900 && solids > 10, "{changed} {solids}");
}

#[test]
fn a_second_mending_of_chains_changes_nothing() {
    let mut random = Random::new(12);
    let mut solids = 0;
    for round in 0..pairs(3000) {
        let vertices: Vec<DVec2> = (0..9).map(|_| lattice(&mut random, 3).truncate()).collect();
        let segments =
            (0..1 + random.below(12)).map(|_| [(); 2].map(|()| random.below(9) as u32)).collect();
        let (chain, done) = Chain::of_segments(vertices, segments).unwrap().mended();
        solids += i32::from(Solid::new(chain.clone()).is_ok());
        let (again, nothing) = chain.clone().mended();
        assert_eq!(again.facets(), chain.facets(), "{round}: {done:?}, then {nothing:?}");
    }
    assert!(solids > 50, "{solids}");
}

/// Six times the signed volume; exact for small integers.
fn volume(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> f64 {
    (b - a).cross(c - a).dot(d - a)
}

#[test]
fn winding_counts_tetrahedra() {
    let mut random = Random::new(13);
    let (mut counts, mut solids) = ([0; 4], 0);
    for _ in 0..pairs(1000) {
        let mut vertices = Vec::new();
        for _ in 0..1 + random.below(6) {
            let mut corners = [(); 4].map(|()| lattice(&mut random, 4) * 2.0);
            let [a, b, c, d] = corners;
            if volume(a, b, c, d) < 0.0 {
                corners.swap(0, 1);
            }
            if volume(a, b, c, d) != 0.0 {
                vertices.extend(corners);
            }
        }
        let of_four = |k: u32| {
            [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]].map(|t: [u32; 3]| t.map(|i| 4 * k + i))
        };
        let triangles: Vec<[u32; 3]> = (0..vertices.len() as u32 / 4).flat_map(of_four).collect();
        if triangles.is_empty() {
            continue;
        }
        let mesh = Mesh::new(vertices.clone(), triangles).unwrap();
        assert!(mesh.report().closed && mesh.report().oriented);
        // Some are refused: a cycle of triangles of several tetrahedra may be inside out.
        let Ok(solid) = Solid::new(mesh) else { continue };
        solids += 1;
        for _ in 0..30 {
            let p = lattice(&mut random, 5) + 1.0;
            let sides = vertices.chunks(4).map(|t| {
                let [a, b, c, d] = [t[0], t[1], t[2], t[3]];
                [volume(p, b, c, d), volume(a, p, c, d), volume(a, b, p, d), volume(a, b, c, p)]
            });
            let sides: Vec<[f64; 4]> = sides.collect();
            let is_in = |sides: &&[f64; 4]| sides.iter().all(|s| *s > 0.0);
            let inside = sides.iter().filter(is_in).count();
            let on_surface =
                |sides: &[f64; 4]| sides.iter().all(|s| *s >= 0.0) && sides.contains(&0.0);
            if sides.iter().any(on_surface) {
                counts[3] += 1;
                assert!(solid.contains(p));
            } else {
                counts[inside.min(2)] += 1;
                assert_eq!(solid.winding(p), inside as i32);
                assert_eq!(solid.contains(p), inside > 0);
            }
        }
    }
    assert!(
        solids > 800 && counts[1] > 500 && counts[2] > 30 && counts[3] > 2000,
        "{solids} {counts:?}"
    );
}
