//! Boxes that come, move and go: the same pairs as by a look at all.

use clearance_testing::Random;
use clearance_trees::{Bounds, Packs, each_bit};

use crate::sets::{cube, not_finite, sets};

/// Boxes by item, and the items, as lists.
struct Plain {
    boxes: Vec<Bounds>,
    is_item: Vec<bool>,
}

impl Plain {
    fn items(&self) -> Vec<u32> {
        (0..self.boxes.len() as u32).filter(|item| self.is_item[*item as usize]).collect()
    }
    fn pairs(&self, boxes: &[Bounds]) -> Vec<[u32; 2]> {
        let items = self.items();
        let meet = |[a, b]: &[u32; 2]| boxes[*a as usize].meets(&boxes[*b as usize]);
        let all =
            items.iter().enumerate().flat_map(|(k, a)| items[..k].iter().map(move |b| [*b, *a]));
        let mut pairs: Vec<_> = all.filter(meet).collect();
        pairs.sort_unstable();
        pairs
    }
}

fn sorted(mut pairs: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
    for pair in &mut pairs {
        pair.sort_unstable();
    }
    pairs.sort_unstable();
    pairs
}

fn pairs(packs: &mut Packs, new: bool) -> Vec<[u32; 2]> {
    let mut found = vec![];
    packs.rows(new, |a, others, lanes| each_bit(lanes, |lane| found.push([a, others[lane]])));
    sorted(found)
}

#[test]
fn pairs_of_all_sets() {
    let mut random = Random::new(1);
    for (name, boxes) in sets(&mut random) {
        let mut packs = Packs::default();
        let plain = Plain { is_item: vec![true; boxes.len()], boxes };
        packs.insert(&plain.items(), &plain.boxes);
        assert_eq!(pairs(&mut packs, false), plain.pairs(&plain.boxes), "{name}");
        packs.remember(&plain.boxes);
        assert_eq!(pairs(&mut packs, true), [[0; 2]; 0], "{name}");
    }
}

#[test]
fn boxes_that_no_one_should_give() {
    let boxes = not_finite();
    let plain = Plain { is_item: vec![true; boxes.len()], boxes };
    let mut packs = Packs::default();
    packs.insert(&plain.items(), &plain.boxes);
    let found = pairs(&mut packs, false);
    let full = |item: &u32| !plain.boxes[*item as usize].is_empty();
    let all = plain.pairs(&plain.boxes);
    let mut expected = all.iter().filter(|pair| pair.iter().all(full));
    assert!(expected.all(|pair| found.binary_search(pair).is_ok()));
    // Infinity counts as the largest number.
    assert!(found.len() > 1000 && found.len() < 2 * all.len());
}

#[test]
fn two_packs_against_each_other() {
    let mut random = Random::new(2);
    let mut met = 0;
    for (name, boxes) in sets(&mut random) {
        let [mut left, mut right] = [Packs::default(), Packs::default()];
        let [a, b] = [0, 1]
            .map(|side| (0..boxes.len() as u32).filter(|i| i % 3 / 2 == side).collect::<Vec<_>>());
        left.insert(&a, &boxes);
        right.insert(&b, &boxes);
        let mut found = vec![];
        left.rows_with(&right, false, |a, others, lanes| {
            each_bit(lanes, |lane| found.push([a, others[lane]]));
        });
        let meet = |[a, b]: &[u32; 2]| boxes[*a as usize].meets(&boxes[*b as usize]);
        let all = a.iter().flat_map(|a| b.iter().map(move |b| [*a, *b])).filter(meet).collect();
        met += found.len();
        assert_eq!(sorted(found), sorted(all), "{name}");
    }
    assert!(met > 1000, "{met}");
}

/// Boxes come, go and move, few or all at a time; pairs, new pairs, meetings and the nearest are those of a list.
#[test]
fn random_steps() {
    let mut random = Random::new(3);
    let (mut new, mut met, mut steps) = (0, 0, 0);
    for round in 0..12 {
        let most = [20, 300, 1200][round % 3];
        let boxes = (0..most).map(|_| some_box(&mut random)).collect();
        let mut plain = Plain { boxes, is_item: vec![false; most] };
        let mut packs = Packs::default();
        for _ in 0..40 {
            let before = plain.boxes.clone();
            let mut change = random.below(4);
            for _ in 0..random.below(1 + [most, 5][change % 2]) {
                let item = random.below(most);
                match (plain.is_item[item], random.below(4)) {
                    (true, 0) => {
                        packs.remove(item as u32);
                        plain.is_item[item] = false;
                    }
                    (true, _) => {
                        plain.boxes[item] = some_box(&mut random);
                        packs.set(item as u32, &plain.boxes[item]);
                    }
                    (false, _) => {
                        // What comes has no known pairs.
                        packs.insert(&[item as u32], &plain.boxes);
                        plain.is_item[item] = true;
                        change |= 4;
                    }
                }
            }
            if change == 0 {
                plain.boxes.iter_mut().for_each(|bounds| *bounds = some_box(&mut random));
                packs.refill(&plain.boxes);
            }
            assert_eq!(packs.len(), plain.items().len());
            let all = plain.pairs(&plain.boxes);
            assert_eq!(pairs(&mut packs, false), all);
            packs.remember(&before);
            let old = plain.pairs(&before);
            let fresh: Vec<_> =
                all.iter().filter(|pair| old.binary_search(pair).is_err()).copied().collect();
            assert_eq!(pairs(&mut packs, true), fresh);
            met += all.len();
            new += fresh.len();

            let other = some_box(&mut random);
            let mut found = vec![];
            packs.meeting(&other, |item| found.push(item));
            found.sort_unstable();
            let meet = |item: &u32| plain.boxes[*item as usize].meets(&other);
            assert_eq!(found, plain.items().into_iter().filter(meet).collect::<Vec<_>>());
            let mut nearest = f32::INFINITY;
            packs.nearest(
                nearest,
                |node| node.gaps(&other),
                |item, _| {
                    nearest = nearest.min(plain.boxes[item as usize].gap(&other));
                    nearest
                },
            );
            let gaps = plain.items().into_iter().map(|item| plain.boxes[item as usize].gap(&other));
            assert_eq!(nearest, gaps.fold(f32::INFINITY, f32::min));
            steps += 1;
        }
    }
    println!("{steps} steps, {met} pairs, {new} of them new");
    assert!(met > 10_000 && new > 1_000 && new < met);
}

fn some_box(random: &mut Random) -> Bounds {
    let size = random.unit().powi(6);
    cube(random.in_cube(1.0).to_array(), 0.02 + 0.3 * size)
}
