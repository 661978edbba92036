//! Tests of `depth::sat::d2::tracked`.

use std::vec::Vec;

use clearance_pairs::depth::sat::d2::Ring;
use clearance_pairs::depth::sat::d2::tracked::*;
use clearance_pairs::hull::{Hull2, Outline, build2};
use clearance_pairs::space::Motion;
use clearance_testing::Random;
use glam::DVec2;

/// The hull of 3 to 22 points.
fn polygon(random: &mut Random) -> Outline<DVec2> {
    let count = 3 + random.below(20);
    let points: Vec<_> = (0..count).map(|_| DVec2::new(random.signed(), random.signed())).collect();
    match build2(&points).unwrap() {
        Hull2::Outline(outline) => outline,
        other => panic!("{other:?}"),
    }
}

/// The least distance of a corner of one polygon from a side of the other.
fn slow(a: &[DVec2], b: &[DVec2]) -> f64 {
    let from_sides = |sides: &[DVec2], p: DVec2| {
        let next = sides.iter().cycle().skip(1);
        sides.iter().zip(next).fold(f64::INFINITY, |least, (from, to)| {
            let side = *to - *from;
            let share = ((p - *from).dot(side) / side.dot(side)).clamp(0.0, 1.0);
            least.min(p.distance(*from + side * share))
        })
    };
    let of_b = b.iter().map(|p| from_sides(a, *p));
    a.iter().map(|p| from_sides(b, *p)).chain(of_b).fold(f64::INFINITY, f64::min)
}

/// From any two corners: what is found is the distance, and it is found from corners beside the nearest
/// points.
#[test]
fn the_distance_is_found_or_nothing() {
    let random = &mut Random::new(3);
    let (mut found, mut from_beside, count) = (0, 0, 20_000);
    for _ in 0..count {
        let (a, b) = (polygon(random), polygon(random));
        let turn = DVec2::from_angle(6.3 * random.unit());
        let way = DVec2::from_angle(6.3 * random.unit()) * (3.0 + 3.0 * random.unit());
        let b_in_a = Motion { columns: [turn, turn.perp(), DVec2::ZERO], translation: way };
        let (ring_a, ring_b) = (Ring::from(&a), Ring::from(&b));
        let placed: Vec<_> = b.vertices().iter().map(|p| b_in_a.apply(*p)).collect();
        let distance = slow(a.vertices(), &placed);
        let any = [random.below(ring_a.len()), random.below(ring_b.len())];
        let search = |from| tracked([&ring_a, &ring_b], &b_in_a, from, [1e-14, f64::INFINITY]);
        let Some(first) = search(any) else { continue };
        found += 1;
        assert!((first.distance - distance).abs() < 1e-13, "{first:?} {distance}");
        assert!(first.gap <= distance + 1e-13, "{first:?} {distance}");
        from_beside += usize::from(search(first.corners).is_some());
        // With a limit below the gap, a gap is enough.
        let limited = tracked([&ring_a, &ring_b], &b_in_a, any, [0.0, 0.5 * distance]).unwrap();
        assert!(limited.gap > 0.5 * distance && limited.gap <= distance + 1e-13);
    }
    assert!(found > count / 2 && from_beside > found * 99 / 100, "{found} {from_beside}");
}
