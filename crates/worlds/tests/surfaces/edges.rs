//! Neighbours and bends.

use clearance_testing::Random;
use clearance_worlds::{Bend, Chain, Surface};
use glam::{DVec2, DVec3};

use crate::models::{Model, cube, moebius, rough_ball, torus};

/// How often edges are convex, flat, concave and open.
fn bends(surface: &Surface<DVec3>) -> [usize; 4] {
    let all = || (0..surface.len() as u32).flat_map(|f| *surface.edges(f));
    [Bend::Convex, Bend::Flat, Bend::Concave, Bend::Open]
        .map(|bend| all().filter(|e| e.bend == bend).count())
}

#[test]
fn bends_are_exact() {
    assert_eq!(bends(&cube(0.1).mesh()), [24, 12, 0, 0]);
    assert_eq!(bends(&cube(0.1).turned().soup().mesh()), [0, 12, 24, 0]);
    assert_eq!(bends(&moebius(8).mesh())[3], 16 + 2);
    let [convex, _, concave, open] = bends(&torus(12, 8).mesh());
    assert!(convex > 100 && concave > 50 && open == 0, "{convex} {concave}");
    // A flat square, its second half lifted by one rounding, or folded back
    let square = |far: DVec3| Model {
        vertices: vec![
            DVec3::new(0.1, 0.1, 0.3),
            DVec3::new(0.7, 0.1, 0.3),
            DVec3::new(0.7, 0.9, 0.3),
            far,
        ],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    };
    let bend = |far| square(far).mesh().edges(0)[2].bend;
    assert_eq!(bend(DVec3::new(0.1, 0.9, 0.3)), Bend::Flat);
    assert_eq!(bend(DVec3::new(0.1, 0.9, 0.3f64.next_up())), Bend::Concave);
    assert_eq!(bend(DVec3::new(0.1, 0.9, 0.3f64.next_down())), Bend::Convex);
    assert_eq!(bend(DVec3::new(0.6, 0.2, 0.3)), Bend::Convex);
}

#[test]
fn neighbours_share_an_edge() {
    let mut random = Random::new(1);
    for model in [cube(1.0).soup(), torus(7, 5), rough_ball(&mut random, 9, 6)] {
        let surface = model.mesh();
        let at = |f: u32, corner: usize| surface.corners(f)[corner % 3];
        for facet in 0..surface.len() as u32 {
            for (side, edge) in surface.edges(facet).iter().enumerate() {
                let there = usize::from(edge.side);
                assert_eq!(at(facet, side), at(edge.facet, there + 1));
                assert_eq!(at(facet, side + 1), at(edge.facet, there));
                let back = surface.edges(edge.facet)[there];
                assert_eq!(
                    (back.facet, usize::from(back.side), back.bend),
                    (facet, side, edge.bend)
                );
            }
        }
    }
}

#[test]
fn chains_bend_too() {
    let way = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [3.0, 1.0], [2.5, 1.0]]
        .map(DVec2::from_array);
    let chain = Chain::open(way.to_vec()).unwrap();
    let ends = |f: u32| [0, 1].map(|i| chain.edges(f)[i].bend);
    assert_eq!(ends(0), [Bend::Open, Bend::Flat]);
    assert_eq!(ends(1), [Bend::Flat, Bend::Convex]);
    assert_eq!(ends(2), [Bend::Convex, Bend::Concave]);
    assert_eq!(ends(3), [Bend::Concave, Bend::Convex]); // turns back
    assert_eq!((chain.edges(1)[1].facet, chain.edges(1)[1].side), (2, 0));
}
