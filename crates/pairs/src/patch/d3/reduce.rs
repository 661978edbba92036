//! Four of many points: the deepest, and those that span the most.
//!
//! ```text
//!      2 . . 4          1  the deepest
//!     .       .         2  the farthest from it
//!     .       .         3  the farthest from the line between both
//!     3 . . . 1         4  the farthest outside of the triangle
//! ```
//!
//! If two points are about equal, the one with the lowest name is chosen, so that rounding does not
//! decide. The deepest point has no such tolerance. So a shape that rocks a little could get four other
//! points in every step. Therefore the four points of the cache are kept while they are about as good:
//! the deepest of them is as deep within a tolerance, and their area is at most [`KEPT`] smaller. If they
//! are not kept, they are still preferred as the second, third and fourth point.

use glam::DVec2;

use crate::answer::FeatureId;
use crate::number::{max, min};
use crate::patch::candidates::{Candidate, rank};

/// The cached points may be less deep than the deepest by this share of the margin, but by no more than
/// [`ROCKED`] times the distance between the points. Bodies in a pile overlap by some share of the margin,
/// and a body that rests on many points rocks by about as much.
const OF_MARGIN: f64 = 1.0 / 32.0;
const ROCKED: f64 = 1.0 / 256.0;

/// The area of the cached points may be smaller by this share. It is large because the other three
/// points depend on which point is the deepest.
const KEPT: f64 = 1.0 / 4.0;

/// A cached point is preferred to another one whose score is higher by at most this share.
const LOYAL: f64 = 1.0 / 8.0;

/// Scores that differ by less than this share are equal, and the lowest name is chosen. Rounding, and
/// rocking by 1e-6 rad, change a score by less.
const EQUAL: f64 = 1.0 / 1024.0;

/// The indices of up to four candidates. They are small enough to be returned in a register.
#[derive(Clone, Copy)]
pub(super) struct Chosen {
    indices: [u8; 4],
    count: u8,
}

impl Chosen {
    /// Entries beyond the count repeat the first.
    pub fn of<const N: usize>(indices: [usize; N]) -> Self {
        let at = |k: usize| indices[if k < N { k } else { 0 }] as u8;
        Self { indices: [at(0), at(1), at(2), at(3)], count: N as u8 }
    }
    /// All of up to four candidates; `None` if there are more.
    #[inline]
    pub fn all(count: usize) -> Option<Self> {
        (count <= 4).then_some(Self { indices: [0, 1, 2, 3], count: count as u8 })
    }
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.indices.into_iter().take(usize::from(self.count)).map(usize::from)
    }
    /// The indices, if there are four.
    fn four(self) -> Option<[usize; 4]> {
        (self.count == 4).then(|| self.indices.map(usize::from))
    }
}

/// Chooses up to four points. Depths that differ by at most `tie` are equal. `margin` is the separation up
/// to which points are reported.
#[inline]
pub(super) fn reduce(
    all: &[Candidate<DVec2>],
    cached: &[FeatureId],
    [tie, margin]: [f64; 2],
) -> Chosen {
    if let Some(all) = Chosen::all(all.len()) {
        return all;
    }
    let chosen = choose(all, &[], [tie, tie]);
    if cached.is_empty() { chosen } else { prefer_cached(all, cached, chosen, [tie, margin]) }
}

/// Chooses the points of the cache if they are about as good as the chosen ones, and prefers each of them
/// otherwise.
fn prefer_cached(
    all: &[Candidate<DVec2>],
    cached: &[FeatureId],
    chosen: Chosen,
    [tie, margin]: [f64; 2],
) -> Chosen {
    let place = |i: usize| all[usize::from(chosen.indices[i])].place;
    let (p, q) = (place(0), place(1));
    let extent = (p - q).length();
    let hold = tie.max((OF_MARGIN * margin).min(ROCKED * extent));
    match known(all, cached).zip(chosen.four()) {
        Some((four, chosen)) if is_kept(all, four, chosen, hold) => Chosen::of(four),
        _ => choose(all, cached, [tie, hold]),
    }
}

/// The four points of the cache, if all are candidates.
fn known(all: &[Candidate<DVec2>], cached: &[FeatureId]) -> Option<[usize; 4]> {
    let cached: [FeatureId; 4] = cached.try_into().ok()?;
    let mut four = [0; 4];
    for (at, name) in four.iter_mut().zip(cached) {
        *at = all.iter().position(|c| c.feature == name)?;
    }
    Some(four)
}

/// Are `four` points about as good as the `chosen` ones? `hold` is the tolerance of their depth.
fn is_kept(all: &[Candidate<DVec2>], four: [usize; 4], chosen: [usize; 4], hold: f64) -> bool {
    let least = |some: [usize; 4]| {
        some.map(|i| all[i].separation()).into_iter().fold(f64::INFINITY, f64::min)
    };
    least(four) <= least(chosen) + hold && area(all, four) >= (1.0 - KEPT) * area(all, chosen)
}

/// Twice the area of the quadrilateral of four points: the cross product of its diagonals. Of the three
/// ways to form two pairs, the diagonals are the one with the largest product.
fn area(all: &[Candidate<DVec2>], four: [usize; 4]) -> f64 {
    let place = |i: usize| all[four[i]].place;
    let (p, q, r, s) = (place(0), place(1), place(2), place(3));
    let between = |a: DVec2, b: DVec2| a.perp_dot(b).abs();
    between(p - q, r - s).max(between(p - r, q - s)).max(between(p - s, q - r))
}

/// Chooses up to four points. Points of the cache are preferred: one of them may be less deep than the
/// deepest by `hold`.
#[inline(never)]
fn choose(all: &[Candidate<DVec2>], cached: &[FeatureId], [tie, hold]: [f64; 2]) -> Chosen {
    let least = least(all);
    let known = lowest_known(all, cached, |c| c.separation() <= least + hold);
    let first = known.unwrap_or_else(|| deepest(all, tie));
    let place = |i: usize| all[i].place;
    let from = place(first);
    let far = |p: DVec2| (p - from).length_squared();
    let Some(second) = best(all, cached, SQUARED, far) else { return Chosen::of([first]) };
    let along = place(second) - from;
    let aside = |p: DVec2| along.perp_dot(p - from);
    let Some(third) = best(all, cached, SHARES, |p| aside(p).abs()) else {
        return Chosen::of([first, second]);
    };
    // Counterclockwise, so that outside is to the right.
    let is_left = aside(place(third)) > 0.0;
    let triangle = if is_left { [first, second, third] } else { [second, first, third] };
    let (p, q, r) = (place(triangle[0]), place(triangle[1]), place(triangle[2]));
    let outside = |point: DVec2| {
        let over = |from: DVec2, to: DVec2| (point - from).perp_dot(to - from);
        max(max(over(p, q), over(q, r)), over(r, p))
    };
    match best(all, cached, SHARES, outside) {
        Some(fourth) => Chosen::of([first, second, third, fourth]),
        None => Chosen::of([first, second, third]),
    }
}

fn least(all: &[Candidate<DVec2>]) -> f64 {
    all.iter().map(Candidate::separation).fold(f64::INFINITY, min)
}

/// The index of the deepest point.
pub(super) fn deepest(all: &[Candidate<DVec2>], tie: f64) -> usize {
    let least = least(all);
    lowest(all, |c| c.separation() <= least + tie).unwrap_or(0)
}

/// The index of the point with the largest of some lengths, if it is more than 0.
pub(super) fn farthest(all: &[Candidate<DVec2>], length: impl Fn(DVec2) -> f64) -> Option<usize> {
    best(all, &[], SHARES, length)
}

/// The shares of the highest score from which a score is equal to it, and from which a cached point is
/// preferred: for a length or an area, and for the square of a length.
const SHARES: [f64; 2] = [1.0 - EQUAL, 1.0 - LOYAL];
const SQUARED: [f64; 2] = [SHARES[0] * SHARES[0], SHARES[1] * SHARES[1]];

/// The index of the highest score, which must be more than 0. Of about equal scores, those of the cache
/// come first, then the lowest name. In most cases the second highest score is too low to be equal.
/// Otherwise scores are computed twice, which takes less time than storing them.
#[inline(always)]
fn best(
    all: &[Candidate<DVec2>],
    cached: &[FeatureId],
    [equal, loyal]: [f64; 2],
    score: impl Fn(DVec2) -> f64,
) -> Option<usize> {
    let (mut most, mut second, mut at) = (0.0, 0.0, 0);
    for (i, candidate) in all.iter().enumerate() {
        let x = score(candidate.place);
        let is_higher = x > most;
        second = max(second, if is_higher { most } else { x });
        (most, at) = if is_higher { (x, i) } else { (most, at) };
    }
    if most <= 0.0 {
        return None;
    }
    if second < most * if cached.is_empty() { equal } else { loyal } {
        return Some(at);
    }
    let above = |share: f64, c: &Candidate<DVec2>| score(c.place) >= most * share;
    let known = lowest_known(all, cached, |c| above(loyal, c));
    known.or_else(|| lowest(all, |c| above(equal, c)))
}

/// The index of the candidate with the lowest name, of those in the cache for which this holds.
#[inline(always)]
fn lowest_known(
    all: &[Candidate<DVec2>],
    cached: &[FeatureId],
    holds: impl Fn(&Candidate<DVec2>) -> bool,
) -> Option<usize> {
    if cached.is_empty() {
        return None;
    }
    lowest(all, |c| holds(c) && cached.contains(&c.feature))
}

/// The index of the candidate with the lowest name, of those for which this holds.
#[inline(always)]
fn lowest(all: &[Candidate<DVec2>], holds: impl Fn(&Candidate<DVec2>) -> bool) -> Option<usize> {
    let (mut least, mut at) = (u64::MAX, None);
    for (i, candidate) in all.iter().enumerate() {
        let rank = rank(candidate.feature).bits();
        // Without a branch that depends on the points.
        let is_lower = holds(candidate) & (rank < least);
        (least, at) = if is_lower { (rank, Some(i)) } else { (least, at) };
    }
    at
}
