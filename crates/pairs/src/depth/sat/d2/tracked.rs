//! The nearest points of two polygons that are apart, from two corners that were near them.
//!
//! ```text
//!       \        | B         p and q are the corners. The nearest points are these, or the foot of one of
//!     A  \       |           them on a side at the other. Along the direction between them, the farthest
//!         p     q|           corner of A and that of B bound the gap from below. If the gap is the
//!        / .___/ |           distance of the points, they are the nearest of all. Otherwise the search
//!       /        |           goes on from the farthest corners.
//! ```
//!
//! All corners are compared: a climb that ends too early would give too large a gap.
//!
//! *Source.* Lin and Canny, "A fast algorithm for incremental distance calculation", ICRA 1991, which follows
//! the nearest features from step to step. Unlike there, a separating axis proves the result, and the
//! search gives up after a few steps.

use glam::DVec2;

use super::Ring;
use crate::space::Motion;

/// The most pairs of corners that are visited.
const STEPS: usize = 3;

/// Two polygons that are apart.
#[derive(Clone, Copy, Debug)]
pub struct Tracked {
    /// The gap along the direction between the nearest points.
    pub gap: f64,
    /// The distance of these points.
    pub distance: f64,
    /// The corners of A and of B beside them.
    pub corners: [usize; 2],
}

/// The nearest points of two polygons, sought from the given corners. The search ends if gap and distance
/// differ by no more than `slack`, or if the gap is more than `above`. `None` if neither is reached, as for
/// polygons that overlap.
#[inline(always)]
pub fn tracked(
    [a, b]: [&Ring<'_>; 2],
    b_in_a: &Motion<DVec2>,
    [mut i, mut j]: [usize; 2],
    [slack, above]: [f64; 2],
) -> Option<Tracked> {
    if i >= a.len() || j >= b.len() {
        return None;
    }
    for _ in 0..STEPS {
        let (p, q) = (a.vertex(i), b.vertex(j));
        let way = b_in_a.apply(q) - p;
        // From p to q in each frame, where it starts or ends at a foot.
        let from_a = way - a.toward(i, way);
        let back = b_in_a.unrotate(way);
        let to_b = back + b.toward(j, -back);
        let is_on_b = to_b.dot(to_b) < from_a.dot(from_a);
        let way = if is_on_b { b_in_a.rotate(to_b) } else { from_a };
        let (distance, in_b) = (way.length(), b_in_a.unrotate(way));
        if distance == 0.0 {
            return None;
        }
        // Divided at the end, so that the heights need not wait for the root.
        let gap = (way.dot(b_in_a.translation) - b.top(-in_b) - a.top(way)) / distance;
        if distance - gap <= slack || gap > above {
            return Some(Tracked { gap, distance, corners: [i, j] });
        }
        let farthest = [a.scan(way), b.scan(-in_b)];
        if farthest == [i, j] {
            return None;
        }
        [i, j] = farthest;
    }
    None
}

impl Ring<'_> {
    /// From a corner to the point nearest to a place, on the side at the corner that leads there. `way` is
    /// the place, seen from the corner.
    #[inline(always)]
    fn toward(&self, corner: usize, way: DVec2) -> DVec2 {
        let p = self.vertex(corner);
        for neighbour in [self.next(corner), self.previous(corner)] {
            let side = self.vertex(neighbour) - p;
            let share = way.dot(side);
            if share > 0.0 {
                let square = side.dot(side);
                return if share < square { side * (share / square) } else { side };
            }
        }
        DVec2::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hull::{Hull2, Outline, build2};
    use alloc::vec::Vec;
    use clearance_testing::Random;

    /// The hull of 3 to 22 points.
    fn polygon(random: &mut Random) -> Outline<DVec2> {
        let count = 3 + random.below(20);
        let points: Vec<_> =
            (0..count).map(|_| DVec2::new(random.signed(), random.signed())).collect();
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
}
