//! Tests of `depth::sat::d3::box_sat`.

use clearance_pairs::Pose;
use clearance_pairs::depth::sat::d3::box_sat::*;
use clearance_pairs::depth::sat::d3::boxes_axes::NEXT;
use clearance_pairs::depth::sat::d3::{Along, Axes};
use clearance_pairs::hull::Small;
use clearance_pairs::space::Motion;
use clearance_testing::Random;
use glam::{DQuat, DVec3};

#[test]
fn faces_and_edges_have_the_numbers_of_small_boxes() {
    let half = [1.0, 2.0, 3.0];
    let small = Small::cuboid(DVec3::from_array(half));
    let facets = small.facets();
    for axis in 0..3 {
        for (side, face) in FACES[axis].into_iter().enumerate() {
            let mut normal = DVec3::ZERO;
            normal[axis] = [-1.0, 1.0][side];
            assert_eq!(facets.normals().get(face), normal);
        }
        for (bits, edge) in EDGES[axis].into_iter().enumerate() {
            let t = facets.topology();
            let ends = [t.origin(2 * edge), t.target(2 * edge)];
            assert_eq!(ends[0] ^ ends[1], 1 << axis);
            let [u, v] = NEXT[axis].map(|k| ends[0] as usize >> k & 1);
            assert_eq!(u + 2 * v, bits);
        }
    }
    for id in 0..8 {
        assert_eq!(corner(facets.vertices().get(id)), id);
    }
}

/// The lanes leave out no axis that would win, also of parallel boxes, of equal overlaps, and of boxes
/// that are far apart or very small.
#[test]
fn the_axes_that_lanes_keep_have_the_winner() {
    let (mut random, mut kept, mut seen) = (Random::new(8), 0, [0; 3]);
    let count = clearance_testing::pairs(20_000);
    for _ in 0..count {
        let scale = 10.0_f64.powf(random.range(-9.0, 9.0));
        let halves = [0, 1].map(|_| (DVec3::splat(1.02) + random.in_cube(1.0)) * scale);
        let turn = match random.below(4) {
            0 => DQuat::IDENTITY,
            1 => {
                let angle = 10.0_f64.powf(random.range(-16.0, -1.0));
                DQuat::from_axis_angle(random.direction3(), angle)
            }
            _ => random.rotation(),
        };
        let off = [0.0, 1.0, 3.0][random.below(3)];
        let middle = random.in_cube(off) * scale;
        let pose = Pose::new(middle, turn).unwrap();
        let size = halves[0].length() + halves[1].length() + middle.length();
        let pair = Boxes::new(halves[0], halves[1], &Motion::of(&pose), size);
        let axes = pair.nearly_least();
        let [found, best] =
            [axes, Axes::ALL].map(|axes| boxes_within(&pair, axes, f64::INFINITY, &mut ()));
        assert_eq!((found.overlap, found.axis), (best.overlap, best.axis), "{pair:?}");
        assert_eq!((found.along, found.positive), (best.along, best.positive));
        kept += axes.0.count_ones();
        seen[match best.along {
            Along::FaceA(_) => 0,
            Along::FaceB(_) => 1,
            Along::Edges(..) => 2,
        }] += 1;
    }
    assert!(kept < 4 * count as u32, "{kept} of {count}");
    assert!(seen.iter().all(|seen| *seen > count / 20), "{seen:?}");
}
