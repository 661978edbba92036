//! The place at which a ray enters the Minkowski difference, by portals: the first axis of a cast.
//!
//! Shapes that move along lines touch when the ray along their relative velocity u enters their
//! difference. A *portal* is a triangle of points of the difference that the ray passes through. It is
//! inside of the difference, so contact comes no later than there. The plane through the support point
//! along the portal's normal bounds the difference, so contact comes no earlier than this plane. If the
//! support point is not in front of the portal, the portal is part of the surface, and the ray enters
//! there. Otherwise the support point replaces a corner, so that the ray still passes through the portal.
//!
//! ```text
//!            seen along the ray o             from aside
//!
//!             p ----------- q                     p\
//!              \ `.     .' /                        \         u
//!               \  `w.'   /              w--------o--o---->
//!                \ o|    /                        |  /       The plane through w is met before,
//!                 \ |   /                         | /q       and the portal p w r behind it.
//!                  \|  /                          r
//!                   r
//! ```
//!
//! Points are expressed in coordinates along and across the ray. The lines from w to the three
//! corners are drawn across the ray: the signs of three cross products say on which side of each line the
//! ray passes, and so which corner w replaces. The shapes need not be moved to another time. The result
//! is only a good guess of an axis. The caller proves it.
//!
//! In 2D a portal is an edge. It is taken as a triangle whose third corner is the first one, moved
//! perpendicular to the plane: the ray passes through the edge, and the weight of that corner is 0.
//!
//! Sources: Snethen, XenoCollide: Complex Collision Made Simple, Game Programming Gems 7, 2008. In that
//! method the ray comes from inside; here it comes from outside, and the first portal is tilted towards
//! its start. As a linear program, this is the simplex method with column generation: each support
//! point is a column.

use super::inside::{turn, weights_of};
use super::overlap::across_axis;
use crate::columns::{cross, dot, minus};
use crate::depth::epa::spot::Spot;
use crate::gjk::simplex::Simplex;
use crate::number::{max, sqrt};
use crate::shape::NO_ID;
use crate::shape::difference::{Difference, Pair};
use crate::space::{DVector, Vector};
use crate::trace::{Trace, Watch};

/// The most support points of a search.
const MOST_STEPS: u32 = 64;

// The next five numbers are heuristics for the axes of the first portal. Other values change the number of
// steps but not what is proven.

/// The smallest tilt of the first point's axis that is used to find the second and third points.
const LEAN: f64 = 0.25;

/// How much more the axis is tilted if the first point is beside the ray: the tilt for a distance of the size.
const LEAN_BESIDE: f64 = 2.0;

/// The guessed normal points back along the ray by at least this share of the size.
const LEAST_DEPTH: f64 = 0.3;

/// An axis that is tilted more than this is replaced by one perpendicular to the ray.
const FLATTEST: f64 = 8.0;

/// At the start, the shapes are taken to extend by this share of their reach.
const ROUND: f64 = 0.75;

/// A support point is surely in front of a portal if its height is this many times the rounding error.
const CLEARLY: f64 = 1024.0;

/// A ray from the origin, and the search for the portal that it passes through.
pub struct PortalSearch<'h, 's, W: DVector> {
    pub(super) difference: &'h Difference<'s, W>,
    /// The velocity of B relative to A: they touch when the ray is at a point of A - B.
    pub(super) velocity: W,
    /// Two unit vectors perpendicular to the ray, and the unit vector along it.
    frame: [W; 3],
    /// The end of the ray.
    until: f64,
    /// The number of support points.
    pub steps: u32,
    /// The last axis, from A to B and of any length.
    pub axis: W,
    /// The support point along it.
    pub last: Pair<W>,
    /// The place at which the ray enters, on a curved surface: see `curved`. When it is found, its
    /// corners are those of the start of the cast; the rest is of the time of contact.
    pub place: Spot<W>,
    /// Counterclockwise, seen along the ray. Meaningless before a portal was found.
    portal: [Corner<W>; 3],
}

/// When a portal is on the surface, or near it.
#[derive(Clone, Copy, Debug)]
pub struct Nearness {
    /// A portal is on the surface if no point is in front of it by more than this.
    pub rounding: f64,
    /// The search may end if no point is in front of the portal by more than this. It does not if this is at
    /// most `rounding`.
    pub enough: f64,
}

/// A point of the difference in the frame of the ray.
#[derive(Clone, Copy)]
pub(super) struct Corner<W: Vector> {
    pair: Pair<W>,
    at: [f64; 3],
}

impl<W: Vector> Corner<W> {
    /// In 2D: the same point of the difference, moved perpendicular to the plane.
    fn beside(&self) -> Self {
        let [x, _, z] = self.at;
        Self { at: [x, -1.0, z], ..*self }
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortalEnd {
    /// The last axis separates the shapes all the time, up to rounding.
    Missed,
    /// The portal is part of the surface, up to rounding.
    Surface,
    /// The portal is as near to the surface as was asked for.
    Near,
    /// The portal is near the surface, but too thin for a better normal.
    Close,
    /// The ray passes through the portal before the start of the ray.
    Behind,
    /// No portal was found.
    Lost,
}

impl<'h, 's, W: DVector> PortalSearch<'h, 's, W> {
    /// The ray from the origin along `velocity`, up to the time `until`. `frame` is its [`frame_of`]. Inlined, so
    /// that the search, which is large, is made in its place.
    #[inline(always)]
    pub fn new(difference: &'h Difference<'s, W>, velocity: W, frame: [W; 3], until: f64) -> Self {
        let last = Pair::default();
        Self {
            difference,
            velocity,
            frame,
            until,
            steps: 0,
            axis: W::ZERO,
            last,
            place: Spot::unknown(Simplex::default()),
            portal: [Corner { pair: last, at: [0.0; 3] }; 3],
        }
    }

    /// Fills a simplex with the corners of the portal and their weights at the ray; without a portal, with the
    /// last support point.
    pub fn fill(&self, end: PortalEnd, simplex: &mut Simplex<W>) {
        if matches!(end, PortalEnd::Missed | PortalEnd::Lost) {
            simplex.len = 0;
            simplex.push(self.last);
        } else {
            fill(&self.portal, simplex);
        }
    }

    /// Makes the corners of the portal those of the place.
    pub(super) fn start_place(&mut self) {
        fill(&self.portal, &mut self.place.contact);
    }

    /// The corners of the portal, in the ray's frame.
    fn corners(&self) -> [[f64; 3]; 3] {
        let [a, b, c] = &self.portal;
        [a.at, b.at, c.at]
    }

    fn seen(&self, point: W) -> [f64; 3] {
        let [x, y, z] = self.frame;
        [x.dot(point), y.dot(point), z.dot(point)]
    }

    /// The support point along an axis of the ray's frame; `None` if the axis proves a miss.
    fn support<T: Trace<W>>(
        &mut self,
        axis: [f64; 3],
        watch: &mut Watch<'_, W, T>,
    ) -> Option<Corner<W>> {
        let [x, y, z] = self.frame;
        self.look(x * axis[0] + y * axis[1] + z * axis[2], watch)
    }

    /// The same for an axis in A's frame.
    pub(super) fn look<T: Trace<W>>(
        &mut self,
        axis: W,
        watch: &mut Watch<'_, W, T>,
    ) -> Option<Corner<W>> {
        let hints = if self.steps == 0 { [NO_ID; 2] } else { self.last.ids };
        let pair = self.difference.support(axis, hints);
        self.steps += 1;
        watch.support(axis, &pair);
        (self.axis, self.last) = (axis, pair);
        let (gap, speed) = (-axis.dot(pair.c), axis.dot(self.velocity));
        if gap > 0.0 && (speed >= 0.0 || gap >= -speed * self.until) {
            return None;
        }
        Some(Corner { pair, at: self.seen(pair.c) })
    }

    /// Searches for the place at which the ray enters the difference. `size` is the size of the
    /// difference around its `center`. `near` is as in [`PortalSearch::refine`].
    pub fn search<T: Trace<W>>(
        &mut self,
        center: W,
        size: f64,
        near: Nearness,
        watch: &mut Watch<'_, W, T>,
    ) -> PortalEnd {
        let center = self.seen(center);
        // The difference is behind, or it has no size; also for NaN.
        if !(center[2] > 0.0 && size > 0.0) {
            return PortalEnd::Lost;
        }
        // The outward normal where the ray would enter if the difference were a ball. A ray that misses the
        // ball, or nearly so, gets a normal that still points towards its start.
        let size = ROUND * size;
        let aside = center[0] * center[0] + center[1] * center[1];
        let depth = sqrt((size * size - aside).max(0.0)).max(LEAST_DEPTH * size);
        let guess = [-center[0] / size, -center[1] / size, -depth / size];
        match self.first(guess, size, watch) {
            Ok(()) => self.refine(near, watch),
            Err(end) => end,
        }
    }

    /// The first portal: like boolean GJK in the plane perpendicular to the ray, which finds a triangle
    /// around the origin.
    fn first<T: Trace<W>>(
        &mut self,
        guess: [f64; 3],
        size: f64,
        watch: &mut Watch<'_, W, T>,
    ) -> Result<(), PortalEnd> {
        let Some(mut a) = self.support(guess, watch) else { return Err(PortalEnd::Missed) };
        let back = [-a.at[0], -a.at[1]];
        let back = if back == [0.0, 0.0] { [1.0, 0.0] } else { back };
        let mut b = self.beyond(back, a.at, guess, size, watch)?;
        if W::DIM == 2 {
            let [a, b] = if a.at[0] < b.at[0] { [b, a] } else { [a, b] };
            self.portal = [a, b, a.beside()];
            return Ok(());
        }
        while self.steps < MOST_STEPS {
            // Perpendicular to the edge ab, towards the origin; counterclockwise from then on.
            if turn(a.at, b.at) < 0.0 {
                (a, b) = (b, a);
            }
            let side = [a.at[1] - b.at[1], b.at[0] - a.at[0]];
            let c = self.beyond(side, a.at, guess, size, watch)?;
            if turn(b.at, c.at) < 0.0 {
                a = c;
            } else if turn(c.at, a.at) < 0.0 {
                b = c;
            } else {
                self.portal = [a, b, c];
                return Ok(());
            }
        }
        Err(PortalEnd::Lost)
    }

    /// A point on the other side of the ray, from `from` along `side`. The axis is tilted as for a ball
    /// of this size, and farther until there is such a point.
    fn beyond<T: Trace<W>>(
        &mut self,
        side: [f64; 2],
        from: [f64; 3],
        guess: [f64; 3],
        size: f64,
        watch: &mut Watch<'_, W, T>,
    ) -> Result<Corner<W>, PortalEnd> {
        let length = sqrt(side[0] * side[0] + side[1] * side[1]);
        // False for NaN.
        let leads = length > 0.0;
        if !leads {
            return Err(PortalEnd::Lost);
        }
        let [x, y] = [side[0] / length, side[1] / length];
        let mut lean = LEAN + LEAN_BESIDE * -(from[0] * x + from[1] * y) / size;
        while self.steps < MOST_STEPS {
            let leaning = lean < FLATTEST;
            let flat = !leaning;
            let axis = if flat {
                [x, y, 0.0]
            } else {
                [guess[0] + lean * x, guess[1] + lean * y, guess[2]]
            };
            let Some(corner) = self.support(axis, watch) else { return Err(PortalEnd::Missed) };
            if corner.at[0] * x + corner.at[1] * y > 0.0 {
                return Ok(corner);
            }
            if flat {
                break;
            }
            lean *= 3.0;
        }
        Err(PortalEnd::Lost)
    }

    /// Moves the portal forward until no point is in front of it, or until it is near enough.
    pub fn refine<T: Trace<W>>(
        &mut self,
        near: Nearness,
        watch: &mut Watch<'_, W, T>,
    ) -> PortalEnd {
        let Nearness { rounding, enough } = near;
        while self.steps < MOST_STEPS {
            let [a, b, c] = self.corners();
            let normal = normal_of([a, b, c]);
            // The height of the portal's plane over the origin, times the length of the normal. The ray
            // meets the plane at this over -normal[2].
            let height = dot(normal, a);
            if !(normal[2] < 0.0 && height <= 0.0) {
                return if height > 0.0 { PortalEnd::Behind } else { PortalEnd::Lost };
            }
            let Some(w) = self.support(normal, watch) else { return PortalEnd::Missed };
            let ahead = dot(normal, minus(w.at, a));
            let square = dot(normal, normal);
            let is_above = |least: f64| ahead > 0.0 && ahead * ahead > least * least * square;
            if enough > rounding && !is_above(enough) {
                return PortalEnd::Near;
            }
            let is_clear = is_above(CLEARLY * rounding);
            if !is_clear && let Some(end) = self.landed(normal, w.at, rounding) {
                return end;
            }
            if [a, b, c].contains(&w.at) {
                return PortalEnd::Close;
            }
            // For each line from w to a corner, the side on which the ray passes.
            let [to_a, to_b, to_c] = [turn(w.at, a), turn(w.at, b), turn(w.at, c)];
            let gone = if to_a >= 0.0 && to_b < 0.0 {
                2
            } else if to_b >= 0.0 && to_c < 0.0 {
                0
            } else {
                1
            };
            self.portal[gone] = w;
            if W::DIM == 2 {
                self.portal[2] = self.portal[0].beside();
            }
        }
        PortalEnd::Lost
    }

    /// The kind of a portal if `w` is in front of it by no more than `near`; `None` if it is by more. The
    /// height of `w` is measured from the point where the ray passes through the portal. A portal that is
    /// a sliver has an inaccurate normal, and a height measured from a corner would be inaccurate, too.
    fn landed(&self, normal: [f64; 3], w: [f64; 3], near: f64) -> Option<PortalEnd> {
        let [a, b, c] = self.corners();
        let [u, v, t] = weights_of([a, b, c]);
        let through = |i: usize| a[i] * u + b[i] * v + c[i] * t;
        let through = [through(0), through(1), through(2)];
        if through[2] < 0.0 {
            return Some(PortalEnd::Behind);
        }
        let ahead = dot(normal, minus(w, through));
        if ahead > near * sqrt(dot(normal, normal)) {
            return None;
        }
        let is_pierced = through[2] >= 0.0 && is_pierced([a, b, c], near);
        Some(if is_pierced { PortalEnd::Surface } else { PortalEnd::Lost })
    }
}

/// Fills a simplex with the corners of a portal and their weights at the ray.
fn fill<W: DVector>(portal: &[Corner<W>; 3], simplex: &mut Simplex<W>) {
    simplex.len = 0;
    portal.iter().take(W::DIM).for_each(|corner| simplex.push(corner.pair));
    let [a, b, c] = portal;
    simplex.weights[..3].copy_from_slice(&weights_of([a.at, b.at, c.at]));
}

/// Two unit vectors perpendicular to a ray, and the unit vector along it. `None` if the velocity has no
/// direction.
pub fn frame_of<W: DVector>(velocity: W) -> Option<[W; 3]> {
    let along = velocity.unit_along()?;
    let [first, second] = across_axis(along)?;
    Some([first, second, along])
}

/// Does the ray pass through a portal, or beside it by no more than `near`? If the ray meets an edge of
/// the difference, the sign of 0 decides which corner is replaced, and this may be the wrong one. False
/// for a triangle that is no wider than `near`, because its normal is noise.
fn is_pierced([a, b, c]: [[f64; 3]; 3], near: f64) -> bool {
    let norm = |v: [f64; 3]| sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    let (mut longest, mut is_beside) = (0.0, false);
    for [p, q] in [[a, b], [b, c], [c, a]] {
        let [x, y, z] = minus(q, p);
        let rounding = 4.0 * f64::EPSILON * ((p[0] * q[1]).abs() + (p[1] * q[0]).abs());
        is_beside |= turn(p, q) < -near * sqrt(x * x + y * y) - rounding;
        longest = max(longest, norm([x, y, z]));
    }
    !is_beside && norm(normal_of([a, b, c])) > near * longest
}

/// The normal of a portal, towards the start of the ray.
fn normal_of([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    cross(minus(c, a), minus(b, a))
}
