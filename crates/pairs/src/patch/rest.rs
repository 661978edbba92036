//! Contacts at rest: brought up to date, not found anew.
//!
//! A cache keeps the last manifold that was looked for, by points in the shapes' frames, and where B stood
//! in the frame of A then. While B has hardly moved since, the same places of the surfaces touch, and only
//! their separations are new. This needs no shape, so nothing is lowered (`Cache::still`):
//!
//! ```text
//!     then                      now
//!        \   B   /               \   B   /
//!         o-----o                 o-----o        o  is a place of B, and moves with it
//!         |     |                /     /         x  is its foot on the plane of A's place
//!     ----x-----x----        ---x-----x----
//!            A                      A
//! ```
//!
//! *How far it may have moved.* With the pose x -> R x + t, then R' x + t', no point of B that is
//! no farther than r from B's origin has moved by more than
//!
//! ```text
//!     D = |t' - t| + |R' - R| r         |R' - R| being the root of the sum of squares
//! ```
//!
//! A support function changes by at most D, and so does the clearance c, which is the maximum of such
//! functions over all normals. So:
//!
//! - *There was nothing within the margin.* As long as D is less than the proven difference of clearance
//!   and margin, there is still nothing. This is a proof, without any tolerance.
//! - *There was a manifold.* Its normal n stays: in A's frame, or in B's if it is the normal of a face of
//!   B. Each of its places is a pair of surface points, p on A and q on B, that have moved by at most D,
//!   so their separation s = n.(q - p) has changed by at most D. All of A is on one side of its support
//!   plane, and q - p is a point of B minus one of A, so s is at least the gap along n. This gap was the
//!   clearance within the accuracy of the search, and has changed by at most D; so has the clearance.
//!   Hence the deepest point is the clearance within 2 D, in addition to the error of the search, and no
//!   point is deeper than the clearance by more than 2 D.
//! - *The points.* Of the two points given, one is q or p, on its surface; the other is this point moved
//!   by s n, which is at most D from p or q on the other surface.
//!
//! D may be up to a share of the margin ([`SHARE`]) and of the size of the smaller shape ([`OF_SIZE`]).
//!
//! *Refusals.* A triangle of a mesh may refuse a contact, or there may be no point along the normal that
//! it accepts: then the contact belongs to its neighbour. While D is below the same share, there is no
//! new search. A missed contact reaches over the triangle by at most D, from the neighbour that has it.
//!
//! *Normals that are not those of a face.* Between two corners, or round sides, the normal turns as the
//! shapes move. Let c be the clearance of the cores, which have the same normal, and m the new normal. If
//! the cores are apart, the nearest point c m of their difference is beyond the gap along n, so n.m is at
//! least 1 - 2 D / c. Then D may be at most a share of c ([`OF_CLEARANCE`]). If they overlap, moving B along n by 2 D more
//! than the depth separates them, so n is as good a way out, however small the depth is.

use super::contact_pair::{ContactPair, is_ball, radius, reach};
use super::points::{Numbers, Points, numbers, vector};
use glam::DVec3;

use crate::answer::Manifold;
use crate::number::{binade, max, min, sqrt};
use crate::patch::{Owner, Patch};
use crate::shape::{Convex, Lowered, Part};
use crate::space::{DVector, Motion, Vector};

/// The share of the margin. Bodies at rest move by less. It is a quarter of the amount by which cached
/// points may be less deep.
const SHARE: f64 = 1.0 / 64.0;

/// The share of the smaller shape's reach, radius included: with a large margin, large motions of small
/// shapes must not pass.
const OF_SIZE: f64 = 1.0 / 512.0;

/// The share of the distance of the cores.
const OF_CLEARANCE: f64 = 1.0 / 64.0;

/// An error bound of D and of the clearance, relative to the size of the pair.
const ROUNDING: f64 = 256.0 * f64::EPSILON;

/// The result of the last search. The default is empty. Fields are in the order in which they are read,
/// because the caches of many pairs are not in the processor's cache, and 2D needs few of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(crate) struct Rest {
    /// Is there a result that can be used again?
    pub(crate) is_good: bool,
    /// Did the last manifold use it again?
    pub is_used: bool,
    /// Which of the shapes is a ball in 3D? Its frame is not that of its pose, but turns with the other shape.
    pub(crate) balls: [bool; 2],
    margin: f64,
    slop: f64,
    /// A power of two that scales the pair to a size near 1, so that squares stay in range.
    scale: f64,
    /// The largest D, scaled.
    leave: f64,
    /// r, scaled.
    radius: f64,
    /// The identities of both shapes.
    identities: [u64; 2],
    /// A larger separation is beyond the margin. A point that only rounding puts there counts as at the
    /// margin.
    most: f64,
    translation: Numbers,
    columns: [Numbers; 3],
    pub points: Points,
}

impl Rest {
    /// Forgets the result, except for the names of its points.
    pub fn forget(&mut self) {
        (self.is_good, self.points.is_returned) = (false, false);
    }

    /// The normal in A's frame and the separations of the points of the last manifold, with B at this pose,
    /// if they are still its points: there is a result for this margin, D is small enough, and no point has
    /// crossed the margin.
    #[inline]
    pub fn still<W>(&self, b_in_a: &Motion<W>, margin: f64) -> Option<(W, [f64; 4], u8)>
    where
        W: DVector,
    {
        if self.balls != [false; 2] || !self.points.is_returned || !self.is_for(b_in_a, margin) {
            return None;
        }
        let (points, at) = (&self.points, self.points.at(b_in_a));
        points
            .are_shown(&at, self.most)
            .then(|| (at.normal_in_a, points.separations(&at, margin), points.count()))
    }

    /// The largest D, and r. `None` if there is no result.
    pub(crate) fn most(&self) -> Option<[f64; 2]> {
        let known = self.is_good && self.points.is_returned;
        known.then(|| [self.leave, self.radius].map(|x| x / self.scale))
    }

    /// The largest D with which no point crosses the margin, and r. `None` if there is no result.
    pub(crate) fn leave(&self) -> Option<[f64; 2]> {
        let [leave, radius] = self.most()?;
        let columns = self.columns.map(vector::<DVec3>);
        let then = Motion { columns, translation: vector(self.translation) };
        let (at, points) = (self.points.at(&then), &self.points);
        let crossing = |leave, separation: f64| min(leave, (separation - self.most).abs());
        Some([at.separations[..points.len()].iter().copied().fold(leave, crossing), radius])
    }

    /// Is there a result for this margin, and is D small enough?
    #[inline(always)]
    fn is_for<W: DVector>(&self, b_in_a: &Motion<W>, margin: f64) -> bool {
        if !self.is_good || self.margin != margin {
            return false;
        }
        let shift = (b_in_a.translation - vector(self.translation)) * self.scale;
        let (shift, most) = (shift.dot(shift), self.leave * self.leave);
        // The shift alone tells it of most bodies that move.
        if shift > most {
            return false;
        }
        let columns = b_in_a.columns.iter().zip(self.columns).take(W::DIM);
        let turn = columns.fold(0.0, |sum, (now, then)| {
            let by = *now - vector(then);
            sum + by.dot(by)
        });
        is_sum_of_roots_within([shift, turn * self.radius * self.radius], self.leave)
    }

    /// The places at the new pose, in the frame to which `frame` maps A's, without those beyond the margin.
    /// False if there are places, and all are beyond it.
    #[inline(always)]
    fn update<V: Vector>(
        &mut self,
        b_in_a: &Motion<V::Wide>,
        frame: &Motion<V::Wide>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        if self.points.len() == 0 {
            *out = None;
            return true;
        }
        let at = self.points.at(b_in_a);
        self.points.show(&at, self.most);
        self.points.manifold_into(&at, b_in_a, frame, self.margin, out);
        self.points.count() > 0
    }
}

/// Is the sum of the roots of two squares at most this? False for NaN.
#[inline(always)]
pub(crate) fn is_sum_of_roots_within([a, b]: [f64; 2], most: f64) -> bool {
    // Its square is from the sum of the squares to twice this sum, which decides in most cases without roots.
    let (sum, square) = (a + b, most * most);
    2.0 * sum <= square || (sum <= square && sqrt(a) + sqrt(b) <= most)
}

impl<W: DVector> ContactPair<'_, W> {
    /// The stored result at the new pose, if B has hardly moved: no contact, or its points in the frame to
    /// which `frame` maps A's. False if it is not known, or if all points are beyond the margin. Not inlined, so
    /// that a query without a cache stays short.
    #[inline(never)]
    pub fn at_rest<V: Vector<Wide = W>>(
        &self,
        rest: &mut Rest,
        frame: &Motion<W>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        rest.slop == self.slop
            && rest.is_for(self.b_in_a, self.margin)
            && self.identities() == Some(rest.identities)
            && {
                rest.points.again();
                rest.update(self.b_in_a, frame, out)
            }
    }

    #[inline]
    fn identities(&self) -> Option<[u64; 2]> {
        Some([identity(self.a)?, identity(self.b)?])
    }

    /// Stores that there is no contact, and that there is none while D is at most this.
    pub fn remember_nothing(&self, rest: &mut Rest, leave: f64) {
        self.begin(rest, leave);
        rest.points.clear();
        rest.points.is_returned = true;
    }

    /// The largest D if the normal turns with a face, or if a shape refuses the contact.
    pub fn share(&self) -> f64 {
        let smaller = min(whole_reach(self.a), whole_reach(self.b));
        max(0.0, min(SHARE * self.margin, OF_SIZE * smaller))
    }

    /// Stores the manifold and computes its points.
    #[inline]
    pub fn remember<V: Vector<Wide = W>>(
        &self,
        rest: &mut Rest,
        patch: &Patch<W>,
        clearance: f64,
        frame: &Motion<W>,
        out: &mut Option<Manifold<V>>,
    ) {
        let share = self.share();
        let leave = match patch.owner {
            Owner::A | Owner::B | Owner::Edges => share,
            Owner::Gap if clearance <= 0.0 => share,
            Owner::Gap => min(share, OF_CLEARANCE * clearance),
            Owner::Wanted => 0.0,
        };
        self.begin(rest, leave);
        // The point on the other surface is at most this much farther away.
        rest.radius += rest.points.take(patch, self.b_in_a) * rest.scale;
        rest.update(self.b_in_a, frame, out);
    }

    /// Stores the pose and the largest D, without points.
    #[inline]
    fn begin(&self, rest: &mut Rest, leave: f64) {
        let identities = self.identities();
        rest.is_good = identities.is_some() && leave >= 0.0;
        rest.identities = identities.unwrap_or_default();
        (rest.margin, rest.slop) = (self.margin, self.slop);
        let size = self.size([self.a, self.b].map(radius));
        // For a half-space, the rotation acts at A's place.
        let radius = match self.b {
            Part::Convex(_) => whole_reach(self.b),
            Part::HalfSpace(_) => size - reach(self.b),
        };
        let unit = binade(size);
        (rest.scale, rest.leave) = (1.0 / unit, leave / unit);
        rest.most = self.margin + ROUNDING * unit;
        rest.radius = radius * rest.scale;
        rest.balls = [is_ball(self.a), is_ball(self.b)];
        rest.columns = self.b_in_a.columns.map(numbers);
        rest.translation = numbers(self.b_in_a.translation);
    }
}

#[inline]
fn identity<W: DVector>(part: Part<'_, Lowered<'_, W>>) -> Option<u64> {
    match part {
        Part::Convex(shape) => shape.identity(),
        Part::HalfSpace(half) => Some(half.identity()),
    }
}

/// The reach of the surface; infinite for a half-space.
fn whole_reach<W: DVector>(part: Part<'_, Lowered<'_, W>>) -> f64 {
    if let Part::Convex(_) = part { reach(part) + radius(part) } else { f64::INFINITY }
}
