//! Contacts at rest: brought up to date, not found anew.
//!
//! A cache keeps the last manifold that was looked for, and where B stood in the frame of A then.
//! While B has hardly moved since, the same places of the surfaces touch:
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
//! least 1 - 2 D / c. If they overlap, moving B along n by 2 D more than the depth separates them. Then D
//! may be at most a share of c ([`OF_CLEARANCE`]).

use super::asked::Contact;
use crate::algorithm::manifold::{Owner, Patch, PatchPoint};
use crate::answer::{Algorithm, ContactPoint, FeatureId, Manifold};
use crate::number::{Scalar, binade};
use crate::pair::solved::NEAR;
use crate::shape::{Convex, Part};
use crate::space::{Motion, Vector};

/// The share of the margin. Bodies at rest move by less. It is a quarter of the amount by which cached
/// points may be less deep.
const SHARE: f64 = 1.0 / 64.0;

/// The share of the smaller shape's reach, radius included: with a large margin, large motions of small
/// shapes must not pass.
const OF_SIZE: f64 = 1.0 / 512.0;

/// The share of the distance of the cores, or of their depth.
const OF_CLEARANCE: f64 = 1.0 / 64.0;

/// An error bound of D and of the clearance, relative to the size of the pair.
const ROUNDING: f64 = 256.0 * f64::EPSILON;

/// A vector in 2D or 3D.
type Numbers = [f64; 3];

fn numbers<W: Vector<Scalar = f64>>(v: W) -> Numbers {
    core::array::from_fn(|i| if i < W::DIM { v.get(i) } else { 0.0 })
}

#[inline]
fn vector<W: Vector<Scalar = f64>>(numbers: Numbers) -> W {
    W::from_fn(|i| numbers[i])
}

/// A place of the manifold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Held {
    /// p in A's frame if the normal is B's, else q in B's frame.
    place: Numbers,
    /// The separation of the other point along the normal, in the frame of the normal.
    level: f64,
    feature: FeatureId,
}

/// The result of the last search. The default is empty. Fields are in the order in which they are read,
/// because the caches of many pairs are not in the processor's cache, and 2D needs few of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(in crate::pair) struct Rest {
    /// Is there a result that can be used again?
    is_good: bool,
    /// Did the last manifold use it again?
    pub is_used: bool,
    is_of_b: bool,
    len: u8,
    /// The bits of the places that were in the last manifold.
    shown: u8,
    algorithm: Algorithm,
    /// Are these the points that the last query returned?
    pub is_returned: bool,
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
    /// The error bound of a separation.
    rounding: f64,
    /// In A's frame, or in B's if the normal belongs to a face of B.
    normal: Numbers,
    translation: Numbers,
    column: Numbers,
    held: [Held; 4],
    /// In 2D, one column of the rotation determines the other.
    other_columns: [Numbers; 2],
}

/// The data of a point in the last manifold.
#[derive(Clone, Copy, Default)]
struct Old {
    persisted: bool,
    previous: Option<u8>,
}

/// The normal along which points are computed.
struct RestNormal<'f, W: Vector> {
    /// In A's frame, and in the frame of the answer.
    normal: W,
    turned: W,
    /// The height of B's origin over A's along the normal.
    apart: f64,
    /// A larger separation is beyond the margin.
    most: f64,
    is_of_b: bool,
    /// From A's frame to the frame of the answer.
    frame: &'f Motion<W>,
}

impl Rest {
    /// Was there no contact?
    #[inline]
    fn is_gap(&self) -> bool {
        self.len == 0
    }
    /// Forgets the result, except for the names of its points.
    pub fn forget(&mut self) {
        (self.is_good, self.is_returned) = (false, false);
    }
    /// The point of this name in the last manifold.
    #[inline]
    fn old(&self, name: FeatureId) -> Old {
        let held = self.held.iter().take(usize::from(self.len)).enumerate();
        held.fold(Old::default(), |found, (i, held)| {
            if held.feature == name && self.shown >> i & 1 == 1 { self.kept(i) } else { found }
        })
    }
    /// The point at index `i`, if it was in the last manifold.
    #[inline(always)]
    fn kept(&self, i: usize) -> Old {
        let persisted = self.shown >> i & 1 == 1;
        // Its index there is the number of points before it.
        let before = (self.shown & ((1 << i) - 1)).count_ones() as u8;
        Old { persisted, previous: (persisted && self.is_returned).then_some(before) }
    }
    /// The number of points of the last manifold; if it is not known, more than the maximum.
    #[inline(always)]
    fn old_count(&self) -> u32 {
        if self.is_returned { self.shown.count_ones() } else { u32::MAX }
    }
    /// The names of the points of the last manifold.
    pub fn names(&self) -> ([FeatureId; 4], usize) {
        let (mut names, mut count) = ([FeatureId::default(); 4], 0);
        for (i, held) in self.held[..usize::from(self.len)].iter().enumerate() {
            if self.shown >> i & 1 == 1 {
                names[count] = held.feature;
                count += 1;
            }
        }
        (names, count)
    }
}

impl<W: Vector<Scalar = f64, Wide = W>> Contact<'_, W> {
    /// Is the stored result still valid?
    #[inline]
    pub fn is_at_rest(&self, rest: &Rest) -> bool {
        rest.is_good
            && rest.margin == self.margin
            && rest.slop == self.slop
            && self.has_stayed(rest)
            && self.identities() == Some(rest.identities)
    }

    #[inline]
    fn identities(&self) -> Option<[u64; 2]> {
        Some([identity(self.a)?, identity(self.b)?])
    }

    /// Is D small enough?
    #[inline]
    fn has_stayed(&self, rest: &Rest) -> bool {
        let shift = (self.b_in_a.translation - vector(rest.translation)) * rest.scale;
        let shift = shift.dot(shift);
        // The shift alone tells it of most bodies that move.
        shift <= rest.leave * rest.leave && is_within([shift, self.turned(rest)], rest.leave)
    }

    /// The square of the part of D that the rotation makes.
    #[inline]
    fn turned(&self, rest: &Rest) -> f64 {
        let [first, others @ ..] = &self.b_in_a.columns;
        let turned = |column: &W, then: Numbers| {
            let by = *column - vector(then);
            by.dot(by)
        };
        let turn = turned(first, rest.column);
        let turn = if W::DIM == 2 {
            2.0 * turn
        } else {
            turn + turned(&others[0], rest.other_columns[0])
                + turned(&others[1], rest.other_columns[1])
        };
        turn * rest.radius * rest.radius
    }

    /// The stored result at the new pose: no contact, or its points in the frame to which `frame` maps
    /// A's. False if all points are beyond the margin.
    #[inline]
    pub fn kept<V: Vector<Wide = W>>(
        &self,
        rest: &mut Rest,
        frame: &Motion<W>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        if rest.is_gap() {
            *out = None;
            return true;
        }
        self.update(rest, frame, out)
    }

    /// The points at the new pose, without those beyond the margin. False if there are none.
    #[inline]
    fn update<V: Vector<Wide = W>>(
        &self,
        rest: &mut Rest,
        frame: &Motion<W>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        let seen = self.seen(vector(rest.normal), rest.is_of_b, rest.rounding, frame);
        let manifold = Manifold::begin_in(out, V::narrow(seen.turned), rest.algorithm);
        let mut shown = 0;
        for (i, held) in rest.held.iter().enumerate().take(usize::from(rest.len)) {
            let place = vector(held.place);
            if let Some(point) = self.point(&seen, place, held.level, held.feature, rest.kept(i)) {
                manifold.push(point);
                shown |= 1 << i;
            }
        }
        manifold.follows(rest.old_count());
        (rest.shown, rest.is_returned) = (shown, true);
        if shown == 0 {
            *out = None;
        }
        shown != 0
    }

    /// The stored normal at the new pose.
    #[inline]
    fn seen<'f>(
        &self,
        kept: W,
        is_of_b: bool,
        rounding: f64,
        frame: &'f Motion<W>,
    ) -> RestNormal<'f, W> {
        let normal = if is_of_b { self.b_in_a.rotate(kept) } else { kept };
        RestNormal {
            normal,
            turned: frame.rotate(normal),
            apart: normal.dot(self.b_in_a.translation),
            // A point that only rounding puts beyond the margin counts as at the margin.
            most: self.margin + rounding,
            is_of_b,
            frame,
        }
    }

    /// A stored point at the new pose; `None` if it is beyond the margin. Inlined, so that neither the place
    /// nor the point is passed through memory.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn point<V: Vector<Wide = W>>(
        &self,
        seen: &RestNormal<'_, W>,
        place: W,
        level: f64,
        feature: FeatureId,
        old: Old,
    ) -> Option<ContactPoint<V>> {
        let RestNormal { normal, turned, apart, most, is_of_b, frame } = *seen;
        let at = if is_of_b { place } else { self.b_in_a.apply(place) };
        let height = normal.dot(at);
        let separation = if is_of_b { level + apart - height } else { height - level };
        if separation > most {
            return None;
        }
        let separation = Scalar::min(self.margin, separation);
        let (here, way) = (frame.apply(at), turned * separation);
        let ends = if is_of_b { [here, here + way] } else { [here - way, here] };
        Some(ContactPoint {
            point_a: V::narrow(ends[0]),
            point_b: V::narrow(ends[1]),
            separation: Scalar::of(separation),
            feature,
            persisted: old.persisted,
            previous: old.previous,
        })
    }

    /// Stores that there is no contact, and a lower bound of the clearance.
    pub fn remember_gap(&self, rest: &mut Rest, clearance: f64) {
        let reaches = [reach(self.a), reach(self.b)];
        let size = self.begin(rest, reaches);
        // Nearer to the margin, the full answer decides.
        let leave = clearance - self.margin - NEAR * size;
        rest.leave = leave * rest.scale;
        rest.is_good &= leave > 0.0;
    }

    /// Stores that there is no contact because a shape refuses it: see the module documentation.
    pub fn remember_refusal(&self, rest: &mut Rest) {
        let reaches = [reach(self.a), reach(self.b)];
        self.begin(rest, reaches);
        rest.leave = self.share(reaches).max(0.0) * rest.scale;
    }

    /// The largest D if the normal turns with a face.
    #[inline]
    fn share(&self, reaches: [f64; 2]) -> f64 {
        Scalar::min(SHARE * self.margin, OF_SIZE * Scalar::min(reaches[0], reaches[1]))
    }

    /// Stores the manifold, and computes its points as [`Self::update`] would, without reading back the
    /// data just written.
    #[inline]
    pub fn remember<V: Vector<Wide = W>>(
        &self,
        rest: &mut Rest,
        patch: &Patch<W>,
        clearance: f64,
        frame: &Motion<W>,
        out: &mut Option<Manifold<V>>,
    ) {
        let (normal, owner, unit, touches) =
            (patch.normal, patch.owner, patch.unit, patch.points());
        let mut known = [Old::default(); 4];
        for (old, touch) in known.iter_mut().zip(touches) {
            *old = rest.old(touch.feature);
        }
        let old_count = rest.old_count();
        let reaches = [reach(self.a), reach(self.b)];
        let share = self.share(reaches);
        let leave = match owner {
            Owner::A | Owner::B | Owner::Edges => share,
            Owner::Gap => Scalar::min(share, OF_CLEARANCE * clearance.abs()),
            Owner::Wanted => 0.0,
        };
        self.begin(rest, reaches);
        rest.leave = Scalar::max(0.0, leave) * rest.scale;
        let is_of_b = owner == Owner::B;
        let b_in_a = self.b_in_a;
        let normal = if is_of_b { b_in_a.unrotate(normal) } else { normal };
        (rest.is_of_b, rest.normal) = (is_of_b, numbers(normal));
        rest.algorithm = patch.algorithm;
        let seen = self.seen(normal, is_of_b, rest.rounding, frame);
        let manifold = Manifold::begin_in(out, V::narrow(seen.turned), patch.algorithm);
        let (mut widest, mut shown) = (0.0, 0);
        for (i, touch) in touches.iter().enumerate() {
            let PatchPoint { feature, .. } = *touch;
            let [a, b] = [touch.a * unit, touch.b * unit];
            let in_b = b_in_a.unrotate(b - b_in_a.translation);
            let (place, other) = if is_of_b { (a, in_b) } else { (in_b, a) };
            let level = normal.dot(other);
            rest.held[i] = Held { place: numbers(place), level, feature };
            widest = Scalar::max(widest, (touch.separation * unit).abs());
            if let Some(point) = self.point(&seen, place, level, feature, known[i]) {
                manifold.push(point);
                shown |= 1 << i;
            }
        }
        manifold.follows(old_count);
        if shown == 0 {
            *out = None;
        }
        (rest.len, rest.shown) = (touches.len() as u8, shown);
        // The point on the other surface is at most this much farther away.
        rest.radius += widest * rest.scale;
    }

    /// Stores the pose, without points. Takes the reach of both surfaces; returns the size of the pair.
    #[inline]
    fn begin(&self, rest: &mut Rest, [reach_a, reach_b]: [f64; 2]) -> f64 {
        let identities = self.identities();
        rest.is_good = identities.is_some();
        rest.identities = identities.unwrap_or_default();
        (rest.margin, rest.slop) = (self.margin, self.slop);
        // An upper bound of the distance of the origins.
        let apart = (0..W::DIM).fold(0.0, |sum, i| sum + self.b_in_a.translation.get(i).abs());
        let size = within(self.a, reach_a) + within(self.b, reach_b) + apart;
        // For a half-space, the rotation acts at A's place.
        let radius = if let Part::Convex(_) = self.b { reach_b } else { reach_a + apart };
        let unit = binade(size);
        rest.scale = 1.0 / unit;
        rest.rounding = ROUNDING * unit;
        rest.radius = radius * rest.scale;
        let [first, others @ ..] = self.b_in_a.columns;
        rest.column = numbers(first);
        if W::DIM == 3 {
            rest.other_columns = others.map(numbers);
        }
        rest.translation = numbers(self.b_in_a.translation);
        (rest.len, rest.shown, rest.is_returned) = (0, 0, true);
        size
    }
}

/// Is the sum of the square roots at most `most`? Its square is from the sum of the squares to twice this
/// sum, which decides in most cases without roots. False for NaN.
#[inline]
fn is_within([x, y]: [f64; 2], most: f64) -> bool {
    let (sum, square) = (x + y, most * most);
    2.0 * sum <= square || (sum <= square && Scalar::sqrt(x) + Scalar::sqrt(y) <= most)
}

#[inline]
fn identity<C: Convex>(part: Part<'_, C>) -> Option<u64> {
    match part {
        Part::Convex(shape) => shape.identity(),
        Part::HalfSpace(half) => Some(half.identity()),
    }
}

/// The distance of a shape's core from its origin; for a half-space, that of its plane.
fn within<C: Convex>(part: Part<'_, C>, reach: f64) -> f64 {
    match part {
        Part::Convex(_) => reach,
        Part::HalfSpace(half) => half.offset().to_f64().abs(),
    }
}

/// The reach of the surface; infinite for a half-space.
fn reach<C: Convex>(part: Part<'_, C>) -> f64 {
    match part {
        Part::Convex(shape) => shape.reach() + shape.radius_wide(),
        Part::HalfSpace(_) => f64::INFINITY,
    }
}
