//! The binary tree is a tree over all items, and its boxes are exact.

use clearance_testing::Random;
use clearance_trees::{Bounds, Quality, Tree};

use crate::sets::{clustered, cube, not_finite, sets};

/// Checks everything that must hold; returns the depth.
fn check(tree: &Tree, boxes: &[Bounds], leaf: usize) -> usize {
    let mut seen = vec![false; boxes.len()];
    for item in tree.order() {
        assert!(!std::mem::replace(&mut seen[*item as usize], true), "item {item} is there twice");
    }
    assert!(seen.iter().all(|seen| *seen));
    let mut depths = vec![0; tree.nodes().len()];
    let mut deepest = 0;
    for (at, node) in tree.nodes().iter().enumerate() {
        let range = tree.range(at as u32);
        let all = tree.order()[range.clone()].iter().map(|item| &boxes[*item as usize]);
        assert_eq!(
            node.bounds,
            all.fold(Bounds::EMPTY, |all, bounds| all.join(bounds)),
            "node {at}"
        );
        deepest = deepest.max(depths[at]);
        let Some([a, b]) = node.children() else {
            assert!((1..=leaf).contains(&range.len()));
            continue;
        };
        assert!(a as usize > at && b == a + 1);
        let (left, right) = (tree.range(a), tree.range(b));
        assert_eq!((left.start, left.end, right.end), (range.start, right.start, range.end));
        depths[a as usize] = depths[at] + 1;
        depths[b as usize] = depths[at] + 1;
    }
    deepest
}

#[test]
fn trees_hold_every_item_once() {
    let mut random = Random::new(1);
    for (name, boxes) in sets(&mut random) {
        for (leaf, quality) in
            [(1, Quality::Best), (4, Quality::Best), (4, Quality::Quick), (0, Quality::Quick)]
        {
            let tree = Tree::new(&boxes, leaf, quality);
            let depth = check(&tree, &boxes, leaf.max(1));
            assert!(tree.cost().is_finite());
            // Half of the items in each step would be 11 deep.
            assert!(depth < 60, "{name}: {depth} deep");
            assert_eq!(tree.nodes().is_empty(), boxes.is_empty());
        }
    }
}

#[test]
fn best_is_better_than_quick_and_leaves_are_full() {
    let mut random = Random::new(2);
    let mut better = 0;
    for (_, boxes) in sets(&mut random) {
        let [quick, best] =
            [Quality::Quick, Quality::Best].map(|quality| Tree::new(&boxes, 4, quality).cost());
        better += usize::from(best < quick);
        assert!(best <= quick * 1.3, "{best} {quick}");
    }
    assert!(better >= 2, "{better}");
    let boxes: Vec<_> = (0..100_000).map(|_| cube(random.in_cube(1.0).to_array(), 0.002)).collect();
    let tree = Tree::new(&boxes, 4, Quality::Best);
    let leaves = tree.nodes().iter().filter(|node| node.child == 0).count();
    assert!(leaves < 30_000, "{leaves}");
}

/// A stack that grows with the depth of the tree would not survive worse sets; a million must be fast enough.
#[test]
fn a_million_boxes_in_a_line() {
    let boxes: Vec<_> =
        (0..1_000_000).map(|i| cube([f64::from(i) * 2f64.powi(-20), 0.0, 0.0], 0.0)).collect();
    let depth = check(&Tree::new(&boxes, 4, Quality::Best), &boxes, 4);
    assert!(depth < 30, "{depth}");
    assert_eq!(
        clearance_trees::Eights::new(&Tree::new(&boxes, 4, Quality::Quick)).leaves().len(),
        262_144
    );
}

#[test]
fn numbers_that_are_not_finite_do_no_harm() {
    let boxes = not_finite();
    for quality in [Quality::Quick, Quality::Best] {
        let tree = Tree::new(&boxes, 4, quality);
        let mut order = tree.order().to_vec();
        order.sort_unstable();
        assert!(order.iter().enumerate().all(|(i, item)| i == *item as usize));
        assert!(tree.nodes().iter().all(|node| !node.bounds.min.iter().any(|x| x.is_nan())));
    }
}

#[test]
fn a_box_inside_out_is_empty() {
    let boxes =
        [cube([0.5; 3], 0.25), cube([0.5; 3], -0.5), Bounds { min: [f32::NAN; 3], max: [9.0; 3] }];
    assert_eq!(Tree::new(&boxes, 1, Quality::Best).nodes()[0].bounds, boxes[0]);
}

#[test]
fn refit_is_exact() {
    let mut random = Random::new(3);
    let boxes = clustered(&mut random, 1000);
    let moved = clustered(&mut random, 1000);
    let mut tree = Tree::new(&boxes, 4, Quality::Best);
    let before = tree.clone();
    tree.refit(&moved);
    check(&tree, &moved, 4);
    assert!(tree.cost() > 2.0 * before.cost());
    tree.refit(&boxes);
    assert_eq!(tree, before);
}

/// The numbers of threads are asked for by pools of their own.
#[test]
fn any_number_of_threads_builds_the_same() {
    let mut random = Random::new(4);
    let mut items: Vec<_> = clustered(&mut random, 30_000);
    // A part that is divided badly, so that threads get unequal work
    items.extend((0..20_000).map(|i| cube([0.5f64.powi(i % 100), 0.0, 0.0], 0.0)));
    let build = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            [Quality::Quick, Quality::Best].map(|quality| {
                let tree = Tree::new(&items, 4, quality);
                check(&tree, &items, 4);
                let corners = |item: u32| [items[item as usize].min, items[item as usize].max];
                let quads = clearance_trees::Quads::new(&tree, corners);
                (tree, quads)
            })
        })
    };
    let one = build(1);
    assert_eq!(build(4), one);
    assert_eq!(build(3), one);
}
