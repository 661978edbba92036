//! Rays against an exact test in integers: no box that a ray touches is lost, through corners and edges and
//! along faces.

use clearance_testing::{Random, pairs};
use clearance_trees::{Bounds, Eights, Line, Quality, Tree};

/// A box with integer coordinates.
type Whole = [[i64; 3]; 2];

/// When an exact ray enters a box, as a fraction with a positive denominator; `None` if it misses.
fn enters(bounds: &Whole, origin: [i64; 3], direction: [i64; 3]) -> Option<(i128, i128)> {
    let (mut from, mut to) = ((0i128, 1i128), (1, 0));
    for k in 0..3 {
        let [low, high] = bounds.map(|corner| i128::from(corner[k] - origin[k]));
        let d = i128::from(direction[k]);
        if d == 0 {
            if low > 0 || high < 0 {
                return None;
            }
            continue;
        }
        let (near, far) = if d > 0 { (low, high) } else { (-high, -low) };
        let d = d.abs();
        from = if near * from.1 > from.0 * d { (near, d) } else { from };
        to = if far * to.1 < to.0 * d { (far, d) } else { to };
    }
    (from.0 * to.1 <= to.0 * from.1).then_some(from)
}

fn whole(random: &mut Random, size: i64, from: i64, to: i64) -> Whole {
    let mut number = |low: i64, high: i64| low + random.below((high - low) as usize) as i64;
    let low = [(); 3].map(|()| number(from, to));
    [low, low.map(|x| x + number(0, size))]
}

/// A point in a box: a corner, on an edge, on a face or inside.
fn target(random: &mut Random, bounds: &Whole) -> [i64; 3] {
    core::array::from_fn(|k| match random.below(4) {
        0 => bounds[0][k] + random.below((bounds[1][k] - bounds[0][k] + 1) as usize) as i64,
        side => bounds[side % 2][k],
    })
}

#[test]
fn no_box_that_a_ray_touches_is_lost() {
    let mut random = Random::new(1);
    let [mut touched, mut visited, mut grazed, mut along, mut rays] = [0; 5];
    for size in [1, 40, 4000] {
        let boxes: Vec<Whole> =
            (0..1000).map(|_| whole(&mut random, size, -100_000, 100_000)).collect();
        let unit = 2f32.powi(-17);
        let scaled = |p: [i64; 3]| p.map(|x| x as f32 * unit);
        let rounded: Vec<_> = boxes
            .iter()
            .map(|[min, max]| Bounds { min: scaled(*min), max: scaled(*max) })
            .collect();
        let tree = Eights::new(&Tree::new(&rounded, 4, Quality::Best));
        for _ in 0..pairs(1000) {
            let aim = &boxes[random.below(1000)];
            let to = target(&mut random, aim);
            // One in two rays is parallel to a plane of two axes, or to an axis.
            let mut origin = whole(&mut random, 1, -200_000, 200_000)[0];
            for k in 0..3 {
                origin[k] = if random.below(4) == 0 { to[k] } else { origin[k] };
            }
            let direction: [i64; 3] = core::array::from_fn(|k| to[k] - origin[k]);
            // Some have -0.
            let signed =
                |x: i64| if x == 0 && random.below(2) == 0 { -0.0 } else { x as f32 * unit };
            let line = Line::new(scaled(origin), direction.map(signed));
            along += usize::from(direction.contains(&0));
            let mut found = vec![false; boxes.len()];
            let until = *random.one_of(&[1.0, 1.0, f32::INFINITY]);
            tree.nearest(
                until,
                |node| node.entries(&line, until),
                |leaf, limit| {
                    tree.items(leaf).for_each(|item| found[item as usize] = true);
                    limit
                },
            );
            rays += 1;
            visited += found.iter().filter(|found| **found).count();
            for (bounds, found) in boxes.iter().zip(&found) {
                let Some((time, one)) = enters(bounds, origin, direction) else { continue };
                if time as f64 > f64::from(until) * one as f64 {
                    continue;
                }
                assert!(found, "{bounds:?} {origin:?} {direction:?}");
                touched += 1;
                grazed += usize::from(
                    (0..3).any(|k| direction[k] == 0 && bounds.iter().any(|c| c[k] == origin[k])),
                );
            }
        }
    }
    assert!(
        touched >= rays && grazed * 10 > rays && along * 3 > rays,
        "{touched} {grazed} {along} of {rays}"
    );
    assert!(visited < 30 * rays, "{visited} of {}", 1000 * rays);
}

/// One box: its entry is not later than the exact time, and not much earlier.
#[test]
fn entries_are_bounds() {
    let mut random = Random::new(2);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..pairs(20_000) {
        let bounds = whole(&mut random, 1 << 20, -(1 << 20), 1 << 20);
        let origin = whole(&mut random, 1, -(1 << 21), 1 << 21)[0];
        let to = whole(&mut random, 1, -(1 << 20), 1 << 20)[0];
        let direction: [i64; 3] = core::array::from_fn(|k| to[k] - origin[k]);
        let float = |p: [i64; 3]| p.map(|x| x as f32);
        let tree = Eights::new(&Tree::new(
            &[Bounds { min: float(bounds[0]), max: float(bounds[1]) }],
            4,
            Quality::Best,
        ));
        let mut entry = f32::NAN;
        let line = Line::new(float(origin), float(direction));
        tree.nearest(
            f32::INFINITY,
            |node| {
                let entries = node.entries(&line, f32::INFINITY);
                entry = entries[0].x;
                entries
            },
            |_, _| -1.0,
        );
        match enters(&bounds, origin, direction) {
            Some((time, one)) => {
                let exact = time as f64 / one as f64;
                assert!(
                    f64::from(entry) <= exact && f64::from(entry) >= exact * (1.0 - 2e-6) - 1e-37
                );
                hits += 1;
            }
            None => misses += usize::from(entry == f32::INFINITY),
        }
    }
    assert!(hits > 1000 && misses > 1000, "{hits} {misses}");
}

/// Components that are too small for their inverse, and boxes whose planes go through the origin.
#[test]
fn directions_of_all_sizes() {
    let mut random = Random::new(3);
    let mut parts =
        vec![0.0, -0.0, 1.0, -1.0, f32::MIN_POSITIVE, -1e-45, 1e-45, 1e-39, 2f32.powi(50)];
    parts.push(random.signed() as f32);
    let unit = Bounds { min: [0.0; 3], max: [1.0; 3] };
    let tree = Eights::new(&Tree::new(&[unit], 4, Quality::Best));
    let mut count = 0;
    for i in 0..1000 {
        let direction = [parts[i % 10], parts[i / 10 % 10], parts[i / 100]];
        for origin in [[0.0; 3], [1.0, 0.0, 1.0], [0.5, 1.0, 0.5], [1.0; 3]] {
            // The origin is in the box, so that each ray touches it at once.
            let line = Line::new(origin, direction);
            for until in [0.0, 1.0, f32::INFINITY] {
                tree.nearest(
                    until,
                    |node| node.entries(&line, until),
                    |_, limit| {
                        count += 1;
                        limit
                    },
                );
            }
        }
    }
    assert_eq!(count, 12_000);
}
