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

use crate::algorithm::manifold::candidates::{Candidate, rank};
use crate::answer::FeatureId;

/// The cached points may be less deep than the deepest by this share of the distance between the
/// points. A box that rocks by 1e-5 rad keeps its points.
const HOLD: f64 = 1.0 / 65_536.0;

/// They may also be less deep by this share of the margin, but by no more than [`ROCKED`] times the
/// distance between the points. Bodies in a pile overlap by some share of the margin, and a body that
/// rests on many points rocks by about as much.
const OF_MARGIN: f64 = 1.0 / 16.0;
const ROCKED: f64 = 1.0 / 256.0;

/// The area of the cached points may be smaller by this share. It is large because the other three
/// points depend on which point is the deepest.
const KEPT: f64 = 1.0 / 4.0;

/// A cached point is preferred to another one whose score is higher by at most this share.
const LOYAL: f64 = 1.0 / 8.0;

/// Scores that differ by less than this share are equal, and the lowest name is chosen. Rounding, and
/// rocking by 1e-6 rad, change a score by less.
const EQUAL: f64 = 1.0 / 1024.0;

/// Returns the indices of up to four points, and how many there are. Depths that differ by at most `tie`
/// are equal. `margin` is the separation up to which points are reported.
pub(super) fn reduce(
    all: &[Candidate<DVec2>],
    cached: &[FeatureId],
    [tie, margin]: [f64; 2],
) -> ([usize; 4], usize) {
    if all.len() <= 4 {
        return ([0, 1, 2, 3], all.len());
    }
    let (chosen, count) = choose(all, &[], tie);
    if cached.is_empty() {
        return (chosen, count);
    }
    let [p, q, ..] = chosen.map(|i| all[i].place);
    let extent = (p - q).length();
    let hold = tie.max(HOLD * extent).max((OF_MARGIN * margin).min(ROCKED * extent));
    match known(all, cached) {
        Some(four) if count == 4 && is_kept(all, four, chosen, hold) => (four, 4),
        _ => choose(all, cached, hold),
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
    let [p, q, r, s] = four.map(|i| all[i].place);
    let between = |a: DVec2, b: DVec2| a.perp_dot(b).abs();
    between(p - q, r - s).max(between(p - r, q - s)).max(between(p - s, q - r))
}

/// Chooses up to four points. Points of the cache are preferred.
fn choose(all: &[Candidate<DVec2>], cached: &[FeatureId], tie: f64) -> ([usize; 4], usize) {
    let place = |i: usize| all[i].place;
    let least = all.iter().map(Candidate::separation).fold(f64::INFINITY, f64::min);
    let deep = (0..all.len()).filter(|i| all[*i].separation() <= least + tie);
    let is_new = |i: usize| !cached.contains(&all[i].feature);
    let first = deep.min_by_key(|i| (is_new(*i), rank(all[*i].feature))).unwrap_or(0);
    let from = place(first);
    let far = |i: usize| (place(i) - from).length();
    let Some(second) = best(all, cached, far) else { return ([first; 4], 1) };
    let along = place(second) - from;
    let aside = |i: usize| along.perp_dot(place(i) - from);
    let Some(third) = best(all, cached, |i| aside(i).abs()) else {
        return ([first, second, first, first], 2);
    };
    // Counterclockwise, so that outside is to the right.
    let triangle = if aside(third) > 0.0 { [first, second, third] } else { [second, first, third] };
    let corner = triangle.map(place);
    let outside = |i: usize| {
        let beyond = |k: usize| -(corner[(k + 1) % 3] - corner[k]).perp_dot(place(i) - corner[k]);
        beyond(0).max(beyond(1)).max(beyond(2))
    };
    match best(all, cached, outside) {
        Some(fourth) => ([first, second, third, fourth], 4),
        None => ([first, second, third, first], 3),
    }
}

/// The index of the highest score, which must be more than 0. Scores are computed twice, which takes less
/// time than storing them. Of about equal scores, those of the cache come first, then the lowest name.
#[inline(always)]
fn best(
    all: &[Candidate<DVec2>],
    cached: &[FeatureId],
    score: impl Fn(usize) -> f64,
) -> Option<usize> {
    let most = (0..all.len()).map(&score).fold(0.0, |most, x| if x > most { x } else { most });
    if most <= 0.0 {
        return None;
    }
    let mut found = None;
    for (i, candidate) in all.iter().enumerate() {
        let (score, name) = (score(i), candidate.feature);
        let is_known = score >= most * (1.0 - LOYAL) && cached.contains(&name);
        if is_known || score >= most * (1.0 - EQUAL) {
            let key = (!is_known, rank(name));
            if found.is_none_or(|(least, _)| key < least) {
                found = Some((key, i));
            }
        }
    }
    found.map(|(_, i)| i)
}
