//! Pairs of leaves of turned boxes against all pairs of items. An item is three points; its distance from another
//! is that of the nearest two of them.

use clearance_testing::{Random, pairs as count};
use clearance_trees::{Bounds, Eights, Found, Frames, Heap, NONE, Quads, Quality, Tree, pairs};
use glam::{DMat3, DVec3};

type Item = [[f32; 3]; 3];

struct Set {
    items: Vec<Item>,
    quads: Quads,
}

impl Set {
    fn new(items: Vec<Item>) -> Self {
        let boxes: Vec<_> = items.iter().map(|item| Bounds::of(*item)).collect();
        let quads = Quads::new(&Tree::new(&boxes, 4, Quality::Best), |item| items[item as usize]);
        Self { items, quads }
    }
    fn of_leaf(&self, leaf: u32) -> Vec<u32> {
        self.quads.leaves()[leaf as usize].into_iter().filter(|item| *item != NONE).collect()
    }
}

/// B in A's frame.
struct Place {
    turn: DMat3,
    shift: DVec3,
    ratio: f64,
}

impl Place {
    fn frames(&self, a: &Set, b: &Set) -> Frames {
        let rows = self.turn.transpose().to_cols_array_2d();
        Frames::new(rows, self.shift.to_array(), self.ratio, a.quads.reach(), b.quads.reach())
    }
    fn of(&self, item: &Item) -> [DVec3; 3] {
        item.map(|p| self.ratio * (self.turn * wide(p)) + self.shift)
    }
}

fn wide(p: [f32; 3]) -> DVec3 {
    DVec3::from_array(p.map(f64::from))
}

/// The nearest points, and how far they are.
fn distance(a: &Item, b: &[DVec3; 3]) -> (f64, DVec3) {
    let all = a.iter().flat_map(|p| b.iter().map(move |q| *q - wide(*p)));
    all.map(|d| (d.length(), d)).min_by(|x, y| x.0.total_cmp(&y.0)).unwrap()
}

/// The surface of a ball with bumps, in a line, in a plane, in a point, or anywhere.
fn items(random: &mut Random, kind: usize, count: usize) -> Vec<Item> {
    let mut item = || {
        let at = match kind {
            0 => random.direction3() * (0.6 + 0.1 * random.unit()),
            1 => DVec3::X * random.signed(),
            2 => DVec3::new(random.signed(), 0.25, random.signed()),
            3 => DVec3::new(0.3, -0.4, 0.7),
            _ => random.in_cube(1.0) * random.unit().powi(3),
        };
        let size = [0.03, 0.0, 0.0, 0.0, 0.1][kind] * random.unit();
        [(); 3].map(|()| (at + random.direction3() * size).as_vec3().to_array())
    };
    (0..count).map(|_| item()).collect()
}

/// Where B is moved so that it is apart, near, or in A.
fn place(random: &mut Random, how_far: f64) -> Place {
    let mirror = if random.below(3) == 0 { DVec3::new(-1.0, 1.0, 1.0) } else { DVec3::ONE };
    let turn = DMat3::from_quat(random.rotation()) * DMat3::from_diagonal(mirror);
    Place {
        turn,
        shift: random.direction3() * how_far,
        ratio: *random.one_of(&[1.0, 1.0, 0.3, 5.0]),
    }
}

struct Nearest {
    distance: f32,
    visits: usize,
}

/// The distance by a walk.
fn nearest(a: &Set, b: &Set, place: &Place, with_normals: bool) -> Nearest {
    let mut best = Nearest { distance: f32::INFINITY, visits: 0 };
    pairs(
        &a.quads,
        &b.quads,
        &place.frames(a, b),
        &mut Heap::default(),
        f32::INFINITY,
        |i, j, limit| {
            assert_eq!(limit, best.distance);
            best.visits += 1;
            let mut normal = None;
            for j in b.of_leaf(j) {
                let other = place.of(&b.items[j as usize]);
                for i in a.of_leaf(i) {
                    let (distance, way) = distance(&a.items[i as usize], &other);
                    if distance as f32 <= best.distance {
                        best.distance = distance as f32;
                        // Points have no normal but their difference, which bounds nothing for points beside.
                        normal = with_normals.then_some((way * 7.0).as_vec3().to_array());
                    }
                }
            }
            Found { limit: best.distance, normal }
        },
    );
    best
}

fn nearest_of_all(a: &Set, b: &Set, place: &Place) -> f64 {
    let others: Vec<_> = b.items.iter().map(|item| place.of(item)).collect();
    a.items
        .iter()
        .flat_map(|i| others.iter().map(move |j| distance(i, j).0))
        .fold(f64::INFINITY, f64::min)
}

#[test]
fn the_distance_is_that_of_all_pairs() {
    let mut random = Random::new(1);
    let (mut apart, mut visits, mut all) = (0, 0, 0);
    let kinds = [0, 1, 2, 3, 4];
    for kind_a in kinds {
        for kind_b in kinds {
            for how_far in [4.0, 1.3, 0.1, 200.0] {
                let [a, b] = [(kind_a, 200), (kind_b, 100)]
                    .map(|(kind, n)| Set::new(items(&mut random, kind, n)));
                let place = place(&mut random, how_far);
                let expected = nearest_of_all(&a, &b, &place);
                for with_normals in [false, true] {
                    let found = nearest(&a, &b, &place, with_normals);
                    assert_eq!(found.distance, expected as f32, "{kind_a} {kind_b} {how_far}");
                    visits += found.visits;
                    all += a.quads.leaves().len() * b.quads.leaves().len();
                }
                apart += usize::from(expected > 0.5);
            }
        }
    }
    assert!((40..90).contains(&apart), "{apart}");
    assert!(visits * 15 < all, "{visits} of {all}");
}

/// With a limit that is just the distance of one pair, this pair is visited: no bound is too large by rounding.
#[test]
fn no_pair_within_a_limit_is_left_out() {
    let mut random = Random::new(2);
    let (mut within, mut asked) = (0, 0);
    for round in 0..count(400) {
        let [a, b] = [(); 2].map(|()| {
            let kind = random.below(5);
            Set::new(items(&mut random, kind, 30))
        });
        let place = place(&mut random, [4.0, 1.3, 0.1, 0.0][round % 4]);
        let others: Vec<_> = b.items.iter().map(|item| place.of(item)).collect();
        let limit = distance(random.one_of(&a.items), random.one_of(&others)).0 as f32;
        let mut seen = vec![false; 900];
        pairs(
            &a.quads,
            &b.quads,
            &place.frames(&a, &b),
            &mut Heap::default(),
            limit,
            |i, j, limit| {
                for i in a.of_leaf(i) {
                    for j in b.of_leaf(j) {
                        seen[i as usize * 30 + j as usize] = true;
                    }
                }
                // Any direction gives a bound.
                Found { limit, normal: Some(random.direction3().as_vec3().to_array()) }
            },
        );
        for i in 0..30 {
            for j in 0..30 {
                let is_within = distance(&a.items[i], &others[j]).0 <= f64::from(limit);
                assert!(seen[i * 30 + j] || !is_within);
                within += usize::from(is_within);
                asked += 1;
            }
        }
    }
    assert!(within * 4 > asked && within * 4 < 3 * asked, "{within} of {asked}");
}

/// Sets that are given twice, one of them turned: each item touches itself, and is found with the limit 0 of
/// exact arithmetic and with that of a turn's rounding.
#[test]
fn what_touches_is_found() {
    let mut random = Random::new(3);
    let mut hits = 0;
    for round in 0..count(200) {
        let a = Set::new(items(&mut random, round % 5, 50));
        // Turned by a quarter about an axis, and moved by what is no rounding.
        let turn = [
            DMat3::IDENTITY,
            DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z),
            DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X),
        ];
        let place = Place { turn: *random.one_of(&turn), shift: DVec3::splat(0.5), ratio: 1.0 };
        let moved = a.items.iter().map(|item| {
            item.map(|p| (place.turn.transpose() * (wide(p) - place.shift)).as_vec3().to_array())
        });
        let b = Set::new(moved.collect());
        let mut met = 0;
        let exact: Vec<bool> =
            (0..50).map(|i| distance(&a.items[i], &place.of(&b.items[i])).0 == 0.0).collect();
        pairs(
            &a.quads,
            &b.quads,
            &place.frames(&a, &b),
            &mut Heap::default(),
            0.0,
            |i, j, limit| {
                let others = b.of_leaf(j);
                met += a
                    .of_leaf(i)
                    .iter()
                    .filter(|i| others.contains(i) && exact[**i as usize])
                    .count();
                Found { limit, normal: None }
            },
        );
        assert_eq!(met, exact.iter().filter(|exact| **exact).count());
        hits += met;
    }
    assert!(hits > 1000, "{hits}");
}

#[test]
fn a_limit_below_zero_ends_the_walk() {
    let mut random = Random::new(4);
    let a = Set::new(items(&mut random, 0, 100));
    let frames = place(&mut random, 0.0).frames(&a, &a);
    let mut visits = 0;
    pairs(&a.quads, &a.quads, &frames, &mut Heap::default(), 0.5, |_, _, _| {
        visits += 1;
        Found { limit: -1.0, normal: None }
    });
    assert_eq!(visits, 1);
    let none = Set::new(vec![]);
    pairs(&a.quads, &none.quads, &frames, &mut Heap::default(), 0.5, |_, _, _| {
        panic!("a leaf of nothing")
    });
    pairs(&none.quads, &a.quads, &frames, &mut Heap::default(), 0.5, |_, _, _| {
        panic!("a leaf of nothing")
    });
}

#[test]
fn leaves_are_those_of_eights_and_numbers_do_no_harm() {
    let mut random = Random::new(5);
    for kind in 0..5 {
        let items = items(&mut random, kind, 333);
        let boxes: Vec<_> = items.iter().map(|item| Bounds::of(*item)).collect();
        let tree = Tree::new(&boxes, 4, Quality::Best);
        let quads = Quads::new(&tree, |item| items[item as usize]);
        assert_eq!(quads.leaves(), Eights::new(&tree).leaves());
        // Points that are no numbers, and items without points.
        let hostile = Quads::new(&tree, |item| match item % 3 {
            0 => vec![],
            1 => vec![[f32::NAN, f32::INFINITY, 0.0]],
            _ => vec![[f32::MAX; 3], [f32::MIN; 3]],
        });
        let frames = place(&mut random, 0.5).frames(&Set::new(vec![]), &Set::new(vec![]));
        let mut visits = 0;
        pairs(&hostile, &quads, &frames, &mut Heap::default(), f32::INFINITY, |_, _, limit| {
            visits += 1;
            Found { limit, normal: Some([f32::NAN; 3]) }
        });
        assert!(visits <= quads.leaves().len() * quads.leaves().len());
    }
}
