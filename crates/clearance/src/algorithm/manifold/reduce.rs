//! Four of many points: the deepest, and those that span the most.
//!
//! ```text
//!      2 . . 4          1  the deepest
//!     .       .         2  the farthest from it
//!     .       .         3  the farthest from the line between both
//!     3 . . . 1         4  the farthest outside of the triangle
//! ```
//!
//! Where points are about equal, what decides must not be rounding: then the cache's points win,
//! and else the lowest name. The deepest is exactly that unless a cached one is as deep within
//! [`HOLD`]: then a shape that rocks by less keeps its points.

use core::cmp::Reverse;

use glam::DVec2;

use super::gather::{Candidate, rank};
use crate::answer::FeatureId;

/// How much less deep a point of the cache may be than the deepest, relative to how far apart the
/// points are. A box that rocks by 1e-5 rad keeps its points.
const HOLD: f64 = 1.0 / 65_536.0;

/// By what share a point must be better than one of a lower name: more than rounding, and
/// wobbling by a millionth, can make it.
const EQUAL: f64 = 1.0 / 1024.0;

/// By what share a point must be better than one of the cache.
const KEPT: f64 = 1.0 / 16.0;

/// The indices of up to four points, and how many. `tie` is by how much equal depths may differ.
pub(super) fn reduce(
    all: &[Candidate<DVec2>],
    cached: &[FeatureId],
    tie: f64,
) -> ([usize; 4], usize) {
    if all.len() <= 4 {
        return ([0, 1, 2, 3], all.len());
    }
    let choice = Choice { all, cached };
    let place = |i: usize| all[i].place;
    let first = choice.deepest(tie);
    let from = place(first);
    let far = |i: usize| (place(i) - from).length();
    let Some(second) = choice.best(far) else { return ([first, 0, 0, 0], 1) };
    let along = place(second) - from;
    let aside = |i: usize| along.perp_dot(place(i) - from);
    let Some(third) = choice.best(|i| aside(i).abs()) else { return ([first, second, 0, 0], 2) };
    // Counterclockwise, so that outside is to the right.
    let triangle = if aside(third) > 0.0 { [first, second, third] } else { [second, first, third] };
    let outside = |i: usize| {
        (0..3)
            .map(|k| {
                let (p, q) = (place(triangle[k]), place(triangle[(k + 1) % 3]));
                -(q - p).perp_dot(place(i) - p)
            })
            .fold(0.0, f64::max)
    };
    match choice.best(outside) {
        Some(fourth) => ([first, second, third, fourth], 4),
        None => ([first, second, third, 0], 3),
    }
}

struct Choice<'c> {
    all: &'c [Candidate<DVec2>],
    cached: &'c [FeatureId],
}

impl Choice<'_> {
    fn is_cached(&self, i: usize) -> bool {
        self.cached.contains(&self.all[i].feature)
    }

    /// First those of the cache, then by name: whichever of A and B comes first.
    fn rank(&self, i: usize) -> (Reverse<bool>, FeatureId, FeatureId) {
        let (first, second) = rank(self.all[i].feature);
        (Reverse(self.is_cached(i)), first, second)
    }

    fn deepest(&self, tie: f64) -> usize {
        let separation = |i: usize| self.all[i].separation();
        let least = (0..self.all.len()).map(separation).fold(f64::INFINITY, f64::min);
        let (mut low, mut high) = (self.all[0].place, self.all[0].place);
        for candidate in self.all {
            (low, high) = (low.min(candidate.place), high.max(candidate.place));
        }
        let hold = tie.max(HOLD * (high - low).max_element());
        let is_deep =
            |i: &usize| separation(*i) <= least + if self.is_cached(*i) { hold } else { tie };
        (0..self.all.len()).filter(is_deep).min_by_key(|i| self.rank(*i)).unwrap_or(0)
    }

    /// The one that scores the most, which must be more than nothing.
    fn best(&self, score: impl Fn(usize) -> f64) -> Option<usize> {
        let valued = |i: usize| score(i) * if self.is_cached(i) { 1.0 + KEPT } else { 1.0 };
        let most = (0..self.all.len()).map(valued).fold(0.0, f64::max);
        if most <= 0.0 {
            return None;
        }
        let equal = |i: &usize| valued(*i) >= most * (1.0 - EQUAL);
        (0..self.all.len()).filter(equal).min_by_key(|i| self.rank(*i))
    }
}
