//! Points around a flat end, so that noise does not move their middle.
//!
//! A body that stands on a flat end with many corners, or with a rim, rocks by a tiny angle. Its deepest
//! point may then be anywhere around the end. If the other three points were fixed, or chosen by their
//! distance from the deepest one, the middle of the four would move by a fifth of the radius or more with
//! each step, and a solver without a cache would push the body to and fro.
//!
//! ```text
//!        rim                        corners
//!
//!       .-o-.                        ._o_.         o  the deepest, the corner that is farthest beside
//!      o  +  o  a quarter turn      /     o           it, and on the border what is opposite of these
//!       '-o-'   apart               o  +  /        +  the middle of the end
//!                                   '-._o'
//! ```
//!
//! So the four points are the ends of two lines through the middle of the end, and one of these ends is the
//! deepest point. The middle of the points is that of the end, whichever point is the deepest. This holds
//! while the whole end is over the other face and within the margin.
//!
//! With a cache this is not needed: there the points of the last step are kept.
//!
//! *Source.* This library.

use glam::DVec2;

use super::projection::{Kind, Projection};
use super::reduce::{Chosen, deepest, farthest};
use crate::answer::FeatureId;
use crate::number::{max, sqrt};
use crate::patch::candidates::{Candidate, Candidates, MOST};

/// With this many corners, all of the border is nearly as far from the middle as the corners are: 0.966 of
/// it, the cosine of 15 degrees.
const MANY: usize = 12;

/// Turns the four points of each rim, so that one of them is the deepest: see the top of this file. They
/// stay at fixed places of their shape while one of them is as deep as the deepest, up to `as_deep`. Points
/// up to the separation `most` count.
pub(super) fn turn_rims(a: &mut Projection, b: &mut Projection, [as_deep, most]: [f64; 2]) {
    let fall = a.slope - b.slope;
    let separation = |place: DVec2| b.level_at(place) - a.level_at(place);
    let left = [a.anchor, b.anchor].map(|middle| most - separation(middle));
    turn_rim(a, b, fall, [as_deep, left[0]]);
    turn_rim(b, a, fall, [as_deep, left[1]]);
}

/// The same for one rim. The separation falls along `fall`, and at the middle `left` is left to the margin.
fn turn_rim(rim: &mut Projection, other: &Projection, fall: DVec2, [as_deep, left]: [f64; 2]) {
    if rim.kind != Kind::Disc || !other.surrounds(rim) {
        return;
    }
    let out = [0, 1].map(|k| rim.corners[k] - rim.anchor);
    // What the points are deeper than the middle, and the deepest place of the rim.
    let [x, y] = out.map(|out| fall.dot(out));
    let most = sqrt(x * x + y * y);
    let is_steady = most - max(x.abs(), y.abs()) <= as_deep;
    let is_within = most <= left;
    if is_steady || !is_within {
        return;
    }
    // By at most an eighth of a turn, so that the deepest is in the quarter of which it has the name.
    let [c, s] =
        if x.abs() >= y.abs() { [x.abs(), y * x.signum()] } else { [y.abs(), -x * y.signum()] };
    let [c, s] = [c / most, s / most];
    let turned = [out[0] * c + out[1] * s, out[1] * c - out[0] * s];
    for (corner, out) in rim.corners.iter_mut().zip([turned[0], turned[1], -turned[0], -turned[1]])
    {
        *corner = rim.anchor + out;
    }
}

/// Four points of two faces, if the smaller one is a polygon with many corners: see the top of this file.
/// `None` if not all of them are over the other face and within the margin.
pub(super) fn across_middle(
    faces: [&Projection; 2],
    rounding: f64,
    candidates: &mut Candidates<DVec2, MOST>,
) -> Option<Chosen> {
    let [a, b] = faces;
    let is_a = b.kind == Kind::Plane || a.kind != Kind::Plane && a.extent <= b.extent;
    let [end, other] = if is_a { [a, b] } else { [b, a] };
    if end.kind != Kind::Polygon || end.len() < MANY || !other.is_broad() {
        return None;
    }
    let middle = end.corners.iter().sum::<DVec2>() / end.len() as f64;
    let opposite = |out: DVec2| {
        let place = other.pulled(end.border(middle, -out), rounding)?;
        let [part_a, part_b] = faces.map(|face| face.part_at(place));
        let heights = faces.map(|face| face.height(place));
        Some(Candidate { place, heights, feature: FeatureId::new(part_a, part_b) })
    };
    let out = |i: usize| candidates.all()[i].place - middle;
    let first = deepest(candidates.all(), candidates.tie);
    let second = farthest(candidates.all(), |p| out(first).perp_dot(p - middle).abs())?;
    let [third, fourth] = [opposite(out(first))?, opposite(out(second))?];
    let chosen = [first, candidates.offer(third)?, second, candidates.offer(fourth)?];
    let is_new = |i: usize| !chosen[..i].contains(&chosen[i]);
    (1..4).all(is_new).then(|| Chosen::of(chosen))
}
