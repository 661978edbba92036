//! Tests of `depth::sat::d2::ring`.

use std::vec::Vec;

use clearance_pairs::depth::sat::d2::ring::*;
use clearance_testing::Random;
use glam::DVec2;

/// As by one chain of comparisons, also where edges are equally high.
#[test]
fn the_steepest_edge_is_the_first_of_the_highest() {
    let (mut random, mut ties) = (Random::new(6), 0);
    for i in 0..10_000 {
        // The numbers are few, so that heights are often equal.
        let mut number = || random.below(5) as f64 - 2.0;
        let normals: Vec<_> = (0..2 + i % 9).map(|_| DVec2::new(number(), number())).collect();
        let offsets: Vec<_> = normals.iter().map(|_| number()).collect();
        let p = DVec2::new(number(), number());
        let ring = Ring { vertices: &normals, normals: &normals, offsets: &offsets, numbers: &[] };
        let heights: Vec<_> = normals.iter().zip(&offsets).map(|(n, o)| n.dot(p) - o).collect();
        let most = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let first = heights.iter().position(|height| *height == most);
        let (edge, height) = ring.steepest(p);
        assert_eq!((Some(edge), height), (first, most), "{heights:?}");
        ties += usize::from(heights.iter().filter(|height| **height == most).count() > 1);
    }
    assert!(ties > 2000, "{ties}");
}
