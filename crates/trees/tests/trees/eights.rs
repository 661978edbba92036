//! Walks find what a look at all boxes finds, and look at few.

use clearance_testing::{Random, pairs};
use clearance_trees::{Bounds, Eights, NONE, Quality, Tree, meeting};

use crate::sets::{all_sizes, clustered, cube, not_finite, sets};

/// The nearest box, the lowest of several; how many leaves were visited is added to `visits`.
fn nearest(tree: &Eights, boxes: &[Bounds], from: &Bounds, visits: &mut usize) -> (f32, u32) {
    let mut best = (f32::INFINITY, NONE);
    let leaf = |leaf, _| {
        *visits += 1;
        for item in tree.items(leaf) {
            let gap = boxes[item as usize].gap(from);
            if gap < best.0 || (gap == best.0 && item < best.1) {
                best = (gap, item);
            }
        }
        best.0
    };
    tree.nearest(f32::INFINITY, |node| node.gaps(from), leaf);
    best
}

fn nearest_of_all(boxes: &[Bounds], from: &Bounds) -> (f32, u32) {
    let gaps = boxes.iter().zip(0..).map(|(bounds, item)| (bounds.gap(from), item));
    gaps.fold((f32::INFINITY, NONE), |best, new| if new.0 < best.0 { new } else { best })
}

/// All boxes that meet another, sorted.
fn that_meet(tree: &Eights, boxes: &[Bounds], other: &Bounds) -> Vec<u32> {
    let mut found = vec![];
    tree.nearest(
        0.0,
        |node| node.gaps(other),
        |leaf, limit| {
            found.extend(tree.items(leaf).filter(|item| boxes[*item as usize].meets(other)));
            limit
        },
    );
    found.sort_unstable();
    found
}

fn eights(boxes: &[Bounds]) -> Eights {
    Eights::new(&Tree::new(boxes, 4, Quality::Best))
}

#[test]
fn the_nearest_box_is_found() {
    let mut random = Random::new(1);
    let (mut asked, mut meet) = (0, 0);
    for (name, boxes) in sets(&mut random) {
        let tree = eights(&boxes);
        let around = boxes.iter().fold(Bounds::EMPTY, |all, bounds| all.join(bounds));
        assert_eq!(tree.bounds(), around);
        for _ in 0..pairs(100) {
            let size = 0.3 * random.unit().powi(3);
            let from = cube(random.in_cube(1.2).to_array(), size);
            let expected = nearest_of_all(&boxes, &from);
            assert_eq!(nearest(&tree, &boxes, &from, &mut 0), expected, "{name} {from:?}");
            asked += 1;
            meet += usize::from(expected.0 == 0.0);
        }
    }
    assert!(meet * 20 > asked && meet * 3 < asked, "{meet} of {asked} meet");
}

#[test]
fn all_boxes_that_meet_are_found() {
    let mut random = Random::new(2);
    let mut hits = 0;
    for (name, boxes) in sets(&mut random) {
        let tree = eights(&boxes);
        for _ in 0..100 {
            let at =
                if boxes.is_empty() { [0.0; 3] } else { random.one_of(&boxes).min.map(f64::from) };
            let other = cube(at, 0.2 * random.unit().powi(3));
            let expected: Vec<_> =
                (0..boxes.len() as u32).filter(|i| boxes[*i as usize].meets(&other)).collect();
            assert_eq!(that_meet(&tree, &boxes, &other), expected, "{name}");
            hits += expected.len();
        }
    }
    assert!(hits > 10_000, "{hits}");
}

#[test]
fn a_walk_among_many_visits_few() {
    let mut random = Random::new(3);
    for boxes in [clustered(&mut random, 100_000), all_sizes(&mut random, 100_000)] {
        let tree = eights(&boxes);
        let mut visits = 0;
        for _ in 0..30 {
            let from = cube(random.in_cube(1.5).to_array(), 0.0);
            assert_eq!(nearest(&tree, &boxes, &from, &mut visits), nearest_of_all(&boxes, &from));
        }
        // Boxes around the point are all visited, as one with a lower number could be among them.
        assert!(visits < 30 * tree.leaves().len() / 200, "{visits}");
    }
}

#[test]
fn gaps_in_lanes_are_those_of_boxes_and_never_too_large() {
    let mut random = Random::new(4);
    let (mut apart, mut all) = (0, 0);
    for _ in 0..pairs(2000) {
        let boxes = all_sizes(&mut random, 3);
        let [a, b] = [&boxes[0], &boxes[1]];
        let gap = a.gap(b);
        let mut seen = [f32::NAN; 2];
        eights(&boxes[..1]).nearest(
            f32::INFINITY,
            |node| {
                let gaps = node.gaps(b);
                seen = [gaps[0].x, gaps[0].y];
                gaps
            },
            |_, _| -1.0,
        );
        assert_eq!(seen, [gap, f32::INFINITY]);
        let exact: f64 = (0..3)
            .map(|k| {
                let [low, high] = [b.min[k], a.min[k]].map(f64::from);
                let apart = (low - f64::from(a.max[k])).max(high - f64::from(b.max[k])).max(0.0);
                apart * apart
            })
            .sum();
        assert!(
            f64::from(gap) <= exact && f64::from(gap) >= exact * (1.0 - 1e-6) - 2e-38,
            "{gap} {exact}"
        );
        apart += usize::from(gap > 0.0);
        all += 1;
    }
    assert!(apart * 3 > all && apart < all, "{apart} of {all}");
}

#[test]
fn a_limit_below_zero_ends_the_walk() {
    let tree = eights(&vec![cube([0.0; 3], 1.0); 100]);
    let mut visits = 0;
    let count = |end: f32, visits: &mut usize| {
        tree.nearest(
            0.0,
            |node| node.gaps(&cube([0.0; 3], 1.0)),
            |_, _| {
                *visits += 1;
                end
            },
        );
    };
    count(-1.0, &mut visits);
    assert_eq!(visits, 1);
    count(0.0, &mut visits);
    assert_eq!(visits, 1 + tree.leaves().len());
    assert_eq!(tree.leaves().len(), 25);
}

#[test]
fn refit_is_as_good_as_the_boxes() {
    let mut random = Random::new(5);
    let (boxes, moved) = (clustered(&mut random, 3000), clustered(&mut random, 3000));
    let mut tree = eights(&boxes);
    let before = tree.clone();
    tree.refit(&moved);
    for _ in 0..100 {
        let from = cube(random.in_cube(1.2).to_array(), 0.0);
        assert_eq!(nearest(&tree, &moved, &from, &mut 0), nearest_of_all(&moved, &from));
    }
    tree.refit(&boxes);
    assert_eq!(tree, before);
}

#[test]
fn numbers_that_are_not_finite_do_no_harm() {
    let boxes = not_finite();
    let mut tree = eights(&boxes);
    tree.refit(&boxes);
    for from in &boxes {
        let mut count = 0;
        tree.nearest(
            f32::INFINITY,
            |node| node.gaps(from),
            |_, limit| {
                count += 1;
                limit
            },
        );
        assert!(count <= tree.leaves().len());
    }
}

#[test]
fn leaves_that_meet_are_found_once() {
    let mut random = Random::new(6);
    let (mut hits, mut all) = (0, 0);
    for (_, mut of_a) in sets(&mut random) {
        for (_, mut of_b) in sets(&mut random) {
            of_a.truncate(300);
            of_b.truncate(200);
            let trees = [eights(&of_a), eights(&of_b)];
            let bounds = |tree: &Eights, boxes: &[Bounds]| -> Vec<Bounds> {
                let leaf = |leaf| {
                    tree.items(leaf)
                        .fold(Bounds::EMPTY, |all, item| all.join(&boxes[item as usize]))
                };
                (0..tree.leaves().len() as u32).map(leaf).collect()
            };
            let (a, b) = (bounds(&trees[0], &of_a), bounds(&trees[1], &of_b));
            let mut found = vec![0; a.len() * b.len()];
            meeting(&trees[0], &trees[1], |i, j| found[i as usize * b.len() + j as usize] += 1);
            for (i, of_a) in a.iter().enumerate() {
                for (j, of_b) in b.iter().enumerate() {
                    assert_eq!(found[i * b.len() + j], u32::from(of_a.gap(of_b) == 0.0));
                    hits += found[i * b.len() + j];
                    all += 1;
                }
            }
        }
    }
    assert!(hits * 50 > all && hits * 3 < all, "{hits} of {all}");
}
