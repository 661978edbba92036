//! The same bits on every machine: hashes of trees and of walks. They change with the algorithms, and then only.
//! glam's feature `scalar-math`, which uses no registers of the processor, gives the same ones.

use std::fmt::Write as _;

use clearance_testing::Random;
use clearance_trees::{
    Bounds, Eights, Found, Frames, Heap, Line, Quads, Quality, Tree, meeting, pairs,
};
use glam::DMat3;

use crate::sets::sets;

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[test]
fn trees_and_walks_have_the_same_bits() {
    let mut random = Random::new(1);
    let (mut trees, mut walks) = (String::new(), String::new());
    for (_, boxes) in sets(&mut random) {
        let quick = Tree::new(&boxes, 1, Quality::Quick);
        let tree = Tree::new(&boxes, 4, Quality::Best);
        let eights = Eights::new(&tree);
        let quads = Quads::new(&tree, |item| [boxes[item as usize].min, boxes[item as usize].max]);
        write!(trees, "{quick:?} {tree:?} {eights:?} {quads:?}").unwrap();

        let mut vector = || random.in_cube(1.0).as_vec3().to_array();
        let (point, line) = (Bounds::of([vector()]), Line::new(vector(), vector()));
        eights.nearest(
            0.5,
            |node| {
                let gaps = node.gaps(&point);
                write!(walks, "{gaps:?}").unwrap();
                gaps
            },
            |_, limit| 0.9 * limit,
        );
        eights.nearest(
            2.0,
            |node| {
                let entries = node.entries(&line, 2.0);
                write!(walks, "{entries:?}").unwrap();
                entries
            },
            |_, limit| limit,
        );
        meeting(&eights, &eights, |a, b| write!(walks, "{a} {b} ").unwrap());
        let turn = DMat3::from_quat(random.rotation()).to_cols_array_2d();
        let frames =
            Frames::new(turn, random.in_cube(1.0).to_array(), 0.5, quads.reach(), quads.reach());
        pairs(&quads, &quads, &frames, &mut Heap::default(), 1.0, |a, b, limit| {
            write!(walks, "{a} {b} ").unwrap();
            Found { limit: 0.99 * limit, normal: Some([0.1, 0.2, 0.3]) }
        });
    }
    assert_eq!(hash(&trees), 0x831c_91a2_d71d_2148);
    assert_eq!(hash(&walks), 0x0dbe_a5c3_b136_f458);
}
