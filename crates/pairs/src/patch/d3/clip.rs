//! Clips two contact features against each other. Both were projected onto the plane across the
//! contact normal. This file finds the corners of the intersection of the two projections, and for each
//! corner the vertex, edge or face of A and of B that lies there.
//!
//! Every corner is on the border of one projection and within the other. So the edges of each are
//! clipped against the other, and the ends of what is left are the corners:
//!
//! ```text
//!        +-------+            o  an end of an edge that lies within the other projection
//!        |       |            x  a crossing of two edges; it is found once from each edge, with the
//!     +--x---o   |               same two features, so it counts once
//!     |  |   |   |
//!     |  o---x---+           If two edges are parallel and close to each other, their crossing may be
//!     +------+               anywhere along them. It is left out, and the ends are the corners.
//! ```
//!
//! A rim is the circle of a disc.
//! It meets an edge in a closed form, and another rim by bisection of the angle. A rim has no vertices,
//! so one point is taken from each quarter of it. Two lines meet in one crossing; if they are parallel
//! and close to each other, they share a piece, and its two ends are the corners.

use glam::DVec2;

use super::projection::{Kind, Projection};
use crate::answer::FeaturePart;

/// Parallel edges may be apart by this, relative to the size of the pair, by rounding of the
/// normal; curved lines by a share of their radius.
pub(super) const BESIDE: f64 = 1.0 / (1_u64 << 33) as f64;

/// How often the angle between two points of a rim is halved: to the last digit.
const HALVINGS: usize = 52;

/// Computes the features of the first and the second projection at a corner. A closure, because it is
/// called only for corners that are kept.
pub(super) type Parts<'p> = &'p dyn Fn() -> [FeaturePart; 2];

/// Calls `offer` with each corner and its features.
pub(super) fn clip(
    a: &Projection,
    b: &Projection,
    [rounding, size, most]: [f64; 3],
    offer: &mut impl FnMut(DVec2, Parts<'_>),
) {
    if a.kind == Kind::Line && b.kind == Kind::Line {
        return lines(a, b, BESIDE * size, offer);
    }
    within(a, b, 1.0, [rounding, most], offer);
    within(b, a, -1.0, [rounding, most], &mut swapped(offer));
    if a.kind == Kind::Disc && b.kind == Kind::Disc {
        rims(a, b, rounding, offer);
    }
}

/// The same `offer`, for a call with the two projections exchanged.
fn swapped(offer: &mut impl FnMut(DVec2, Parts<'_>)) -> impl FnMut(DVec2, Parts<'_>) {
    |place, parts| {
        offer(place, &|| {
            let [b, a] = parts();
            [a, b]
        });
    }
}

/// The corners on the border of `one` that are within `other`. `side` is 1 if `one` is A's, and -1 if it
/// is B's. Separations up to `most` count.
fn within(
    one: &Projection,
    other: &Projection,
    side: f64,
    [slack, most]: [f64; 2],
    offer: &mut impl FnMut(DVec2, Parts<'_>),
) {
    match one.kind {
        Kind::Plane => {}
        Kind::Point => {
            let place = one.corners[0];
            if other.contains(place, slack) {
                offer(place, &|| [one.vertex(0), other.part_at(place)]);
            }
        }
        Kind::Line => edge(one, 0, other, slack, offer),
        Kind::Polygon if other.is_broad() => edges(one, other, side, [slack, most], offer),
        Kind::Polygon => {}
        Kind::Disc => rim(one, other, slack, offer),
    }
}

/// Clips every edge of `one` against `other`. An edge with both ends beyond the same edge of `other`, or both
/// too far from it along the normal, is skipped.
fn edges(
    one: &Projection,
    other: &Projection,
    side: f64,
    [slack, most]: [f64; 2],
    offer: &mut impl FnMut(DVec2, Parts<'_>),
) {
    let outside = |i: usize| {
        let place = one.corners[i];
        let apart = (other.level_at(place) - one.level_at(place)) * side;
        other.outside(place, slack) | u64::from(apart > most) << 63
    };
    let first = outside(0);
    let mut before = first;
    for i in 0..one.len() {
        let after = if one.after(i) == 0 { first } else { outside(i + 1) };
        if before & after == 0 {
            edge(one, i, other, slack, offer);
        }
        before = after;
    }
}

/// Cuts edge `i` of `one` by `other` and offers the ends of the remaining segment.
fn edge(
    one: &Projection,
    i: usize,
    other: &Projection,
    slack: f64,
    offer: &mut impl FnMut(DVec2, Parts<'_>),
) {
    let (from, to) = (one.corners[i], one.corners[one.after(i)]);
    let Some(ends) = other.cut(from, to, slack) else { return };
    for (k, end) in ends.into_iter().enumerate() {
        if end.flush {
            continue;
        }
        let place = match end.edge {
            None if k == 1 => to,
            _ => from + (to - from) * end.t,
        };
        if other.kind == Kind::Polygon && !other.spans(place, slack) {
            continue;
        }
        let there = || match (other.kind, end.edge) {
            // An edge crosses a rim at most twice. The crossings are numbered from the end of the edge
            // with the lower number, so the name does not depend on the direction of the edge.
            (Kind::Disc, Some(_)) => {
                let which = if (k == 0) == one.runs_up(i) { 1 } else { 2 };
                other.rim_crossed(place, which)
            }
            (_, Some(j)) => other.part_on_edge(j, place),
            (_, None) => other.part_at(place),
        };
        offer(place, &|| [one.part_on_edge(i, place), there()]);
    }
}

/// At most one corner in each quarter of a rim: the middle of the quarter, moved onto `other` if it is
/// just outside; or else the point that is farthest over an edge of `other`.
fn rim(
    disc: &Projection,
    other: &Projection,
    slack: f64,
    offer: &mut impl FnMut(DVec2, Parts<'_>),
) {
    let mut has_point = [false; 4];
    for (k, has_point) in has_point.iter_mut().enumerate() {
        // The moved point may be outside the disc, if `other` is a disc too.
        let pulled = other.pulled(disc.corners[k], slack);
        if let Some(place) = pulled.filter(|place| disc.contains(*place, slack)) {
            offer(place, &|| [disc.vertex(k), other.part_at(place)]);
            *has_point = true;
        }
    }
    let mut reach = |direction: DVec2| {
        let place = disc.on_rim(direction);
        let quarter = disc.quarter(place);
        if !has_point[quarter] && other.contains(place, slack) {
            offer(place, &|| [disc.vertex(quarter), other.part_at(place)]);
        }
    };
    match other.kind {
        Kind::Polygon => {
            for i in 0..other.len() {
                if other.inside_of(i, disc.anchor).abs() < disc.radius - disc.near {
                    reach(other.inward[i]);
                }
            }
        }
        Kind::Disc if other.anchor != disc.anchor => reach(other.anchor - disc.anchor),
        _ => {}
    }
}

/// Offers the two crossings of two rims, found by bisection.
fn rims(a: &Projection, b: &Projection, slack: f64, offer: &mut impl FnMut(DVec2, Parts<'_>)) {
    let between = b.anchor - a.anchor;
    let apart = between.length();
    if apart <= (a.radius - b.radius).abs() + a.near || apart >= a.radius + b.radius {
        return;
    }
    let towards = between / apart;
    for side in [1, 2] {
        let aside = if side == 1 { towards.perp() } else { -towards.perp() };
        let is_within = |direction: DVec2| b.contains(a.on_rim(direction), slack);
        // The part of A's rim towards B is inside B, and the part away from B is not.
        let (mut inner, mut outer) =
            if is_within(aside) { (aside, -towards) } else { (towards, aside) };
        for _ in 0..HALVINGS {
            let Some(middle) = (inner + outer).try_normalize() else { break };
            if is_within(middle) { inner = middle } else { outer = middle }
        }
        let place = a.on_rim(inner);
        if b.contains(place, slack) {
            offer(place, &|| [a.rim_crossed(place, side), b.rim_crossed(place, side)]);
        }
    }
}

/// Offers the corners of two lines: two ends if they run along each other, else their crossing.
fn lines(a: &Projection, b: &Projection, beside: f64, offer: &mut impl FnMut(DVec2, Parts<'_>)) {
    let along_b = along(a, b, beside, offer);
    let along_a = along(b, a, beside, &mut swapped(offer));
    if along_a || along_b {
        return;
    }
    let (from, to) = (a.corners[0], a.corners[1]);
    let (before, after) = (b.inside_of(0, from), b.inside_of(0, to));
    let t = before / (before - after);
    let place = from + (to - from) * t;
    if (0.0..=1.0).contains(&t) && b.contains(place, beside) {
        offer(place, &|| [a, b].map(|line| line.part_on_edge(0, place)));
    }
}

/// Offers the two ends of the part of `one` that runs along `other`. Returns `false`, and offers
/// nothing, if the lines are not close enough along that part.
fn along(
    one: &Projection,
    other: &Projection,
    beside: f64,
    offer: &mut impl FnMut(DVec2, Parts<'_>),
) -> bool {
    let (from, to) = (one.corners[0], one.corners[1]);
    let (start, end) = (other.corners[0], other.corners[1]);
    let way = end - start;
    if way.length_squared() == 0.0 {
        return false;
    }
    // How far along the other, as a share of it, the ends are.
    let share = |p: DVec2| way.dot(p - start) / way.dot(way);
    let (before, after) = (share(from), share(to));
    let (low, high) = (before.min(after), before.max(after));
    let off = other.oblique() / way.length();
    // Across the other, it shares one place; what is left of its extent is rounding.
    let is_across = (high - low) * way.length() <= beside;
    if high < off || low > 1.0 - off || is_across || off > 0.5 {
        return false;
    }
    let at = |share: f64| ((share.clamp(low, high) - before) / (after - before)).clamp(0.0, 1.0);
    let place = |t: f64| from + (to - from) * t;
    let places = [place(at(off)), place(at(1.0 - off))];
    let near = beside.max(other.strip());
    if places.iter().any(|p| other.inside_of(0, *p).abs() > near) {
        return false;
    }
    for place in places {
        offer(place, &|| [one, other].map(|line| line.part_on_edge(0, place)));
    }
    true
}
