//! Tests of `depth::sat::d3::face_lanes`.

use std::vec::Vec;

use clearance_pairs::depth::sat::d3::face_lanes::*;
use clearance_pairs::hull::{Hull3, LANES, Polyhedron, build3};
use clearance_pairs::space::Motion;
use glam::DVec3;

/// Numbers between -1 and 1, the same each time.
fn numbers() -> impl FnMut() -> f64 {
    let mut random = clearance_testing::Random::new(1);
    move || random.signed()
}

fn hull(vertices: usize, size: f64, next: &mut impl FnMut() -> f64) -> Polyhedron<DVec3> {
    let mut point = || DVec3::new(next(), next(), next()).normalize() * size;
    let points: Vec<DVec3> = (0..vertices).map(|_| point()).collect();
    let Ok(Hull3::Solid(solid)) = build3(&points) else { panic!("no solid hull") };
    *solid
}

#[test]
fn faces_below_a_limit_are_listed_in_order() {
    let (mut next, mut list, mut listed) = (numbers(), List::default(), 0);
    for faces in 1..300_usize {
        // Positive whole numbers, which tie.
        let mut whole = || (next() * 4.0 + 6.0).round();
        let mut bounds: Vec<f64> = (0..faces).map(|_| whole()).collect();
        bounds.resize(faces.next_multiple_of(LANES), bounds[faces - 1]);
        let limit = whole();
        below(&bounds, faces, limit, &mut list);
        let slow: Vec<u32> = (0..faces as u32).filter(|i| bounds[*i as usize] < limit).collect();
        assert_eq!(list.items(), slow);
        listed += slow.len();
    }
    assert!((10_000..30_000).contains(&listed), "{listed} listed of 44,850");
}

#[test]
fn what_is_proven_in_f32_is_true() {
    let (mut next, mut proven, mut missed) = (numbers(), 0, 0);
    for size in [2_f64.powi(-150), 1.0, 2_f64.powi(150)] {
        for vertices in [6, 12, 30, 33, 70] {
            let (a, b) = (hull(vertices, size, &mut next), hull(vertices, size, &mut next));
            let (a, b) = (a.facets(), b.facets());
            let shift = DVec3::new(next(), next(), next()) * size;
            let pose = Motion { translation: shift, ..Motion::identity() };
            let mut extremes = Extremes::default();
            extremes.place(&b, &pose, 1.0 / (4.0 * size), ROWS);
            let faces: Vec<u32> = (0..a.topology().faces() as u32).collect();
            let mut proofs = std::vec![0; faces.len()];
            let best = 0.3 * size;
            extremes.prove(&a, &faces, best, &mut proofs);
            for (face, vertex) in faces.iter().flat_map(|f| (0..32).map(move |v| (*f, v))) {
                let Some(p) = b.extremes().all.get(vertex) else { continue };
                let height = a.normals().get(face).dot(pose.apply(*p));
                let overlap = a.offsets()[face as usize] - height;
                let said = proofs[face as usize] >> vertex & 1 == 1;
                assert!(overlap > best || !said, "{overlap} is not above {best}");
                proven += u32::from(said);
                missed += u32::from(overlap > best && !said);
            }
        }
    }
    assert!(proven > 10_000 && missed < proven / 1000, "{proven} proven, {missed} missed");
}
