//! Four of many points: the deepest, and those that span the most.
//!
//! ```text
//!      2 . . 4          1  the deepest
//!     .       .         2  the farthest from it
//!     .       .         3  the farthest from the line between both
//!     3 . . . 1         4  the farthest outside of the triangle
//! ```
//!
//! Where points are about equal, what decides must not be rounding: the lowest name wins. The
//! deepest is exactly that. So where a shape rocks, another four may be chosen with every breath;
//! hence the four of the cache are kept while they are about as good: one of them is as deep
//! within [`HOLD`], and they span as much within [`KEPT`].

use glam::DVec2;

use super::gather::{Candidate, rank};
use crate::answer::FeatureId;

/// How much less deep than the deepest the points of the cache may be, relative to how far apart
/// the points are: a box that rocks by 1e-5 rad keeps its points.
const HOLD: f64 = 1.0 / 65_536.0;

/// By what share the area of the points of the cache may be smaller: which is the deepest decides
/// where the choice begins, and as much depends on that.
const KEPT: f64 = 1.0 / 4.0;

/// By what share a point must be better than one of a lower name: more than rounding, and
/// rocking by a millionth, can make it.
const EQUAL: f64 = 1.0 / 1024.0;

/// The indices of up to four points, and how many. `tie` is by how much equal depths may differ.
pub(super) fn reduce(
    all: &[Candidate<DVec2>],
    cached: &[FeatureId],
    tie: f64,
) -> ([usize; 4], usize) {
    if all.len() <= 4 {
        return ([0, 1, 2, 3], all.len());
    }
    let (chosen, count) = choose(all, tie);
    match known(all, cached) {
        Some(four) if count == 4 && is_kept(all, four, chosen, tie) => (four, 4),
        _ => (chosen, count),
    }
}

/// The four of the cache, if all are there.
fn known(all: &[Candidate<DVec2>], cached: &[FeatureId]) -> Option<[usize; 4]> {
    let cached: [FeatureId; 4] = cached.try_into().ok()?;
    let mut four = [0; 4];
    for (at, name) in four.iter_mut().zip(cached) {
        *at = all.iter().position(|c| c.feature == name)?;
    }
    Some(four)
}

/// Are four points about as good as the four chosen?
fn is_kept(all: &[Candidate<DVec2>], four: [usize; 4], chosen: [usize; 4], tie: f64) -> bool {
    let least = |some: [usize; 4]| {
        some.map(|i| all[i].separation()).into_iter().fold(f64::INFINITY, f64::min)
    };
    let [p, q, ..] = chosen.map(|i| all[i].place);
    let hold = tie.max(HOLD * (p - q).length());
    least(four) <= least(chosen) + hold && area(all, four) >= (1.0 - KEPT) * area(all, chosen)
}

/// Twice the area between four points: the product of the diagonals, across each other. Of the
/// three ways to pair the points those are the diagonals that give the most.
fn area(all: &[Candidate<DVec2>], four: [usize; 4]) -> f64 {
    let [p, q, r, s] = four.map(|i| all[i].place);
    let between = |a: DVec2, b: DVec2| a.perp_dot(b).abs();
    between(p - q, r - s).max(between(p - r, q - s)).max(between(p - s, q - r))
}

fn choose(all: &[Candidate<DVec2>], tie: f64) -> ([usize; 4], usize) {
    let place = |i: usize| all[i].place;
    let least = all.iter().map(Candidate::separation).fold(f64::INFINITY, f64::min);
    let deep = (0..all.len()).filter(|i| all[*i].separation() <= least + tie);
    let first = deep.min_by_key(|i| rank(all[*i].feature)).unwrap_or(0);
    let from = place(first);
    let far = |i: usize| (place(i) - from).length();
    let Some(second) = best(all, far) else { return ([first; 4], 1) };
    let along = place(second) - from;
    let aside = |i: usize| along.perp_dot(place(i) - from);
    let Some(third) = best(all, |i| aside(i).abs()) else {
        return ([first, second, first, first], 2);
    };
    // Counterclockwise, so that outside is to the right.
    let triangle = if aside(third) > 0.0 { [first, second, third] } else { [second, first, third] };
    let corner = triangle.map(place);
    let outside = |i: usize| {
        let beyond = |k: usize| -(corner[(k + 1) % 3] - corner[k]).perp_dot(place(i) - corner[k]);
        beyond(0).max(beyond(1)).max(beyond(2))
    };
    match best(all, outside) {
        Some(fourth) => ([first, second, third, fourth], 4),
        None => ([first, second, third, first], 3),
    }
}

/// The one that scores the most, which must be more than nothing.
fn best(all: &[Candidate<DVec2>], score: impl Fn(usize) -> f64) -> Option<usize> {
    let most = (0..all.len()).map(&score).fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let equal = |i: &usize| score(*i) >= most * (1.0 - EQUAL);
    (0..all.len()).filter(equal).min_by_key(|i| rank(all[*i].feature))
}
