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
//! A support function changes by D at most, and so does the clearance c, which is the maximum of
//! such over all normals. So:
//!
//! - *There was nothing within the margin.* As long as D is less than what the clearance was proven
//!   to be beyond it, there is nothing: a proof, and no share of anything.
//! - *There was a manifold.* Its normal n stays: in A's frame, or in B's if it is that of a face of
//!   B. Its places are two points of the surfaces, p on A and q on B, that have moved by D at most,
//!   so their separation s = n.(q - p) has changed by D at most. All of A is on one side of its
//!   support plane, and q - p is a point of B less one of A, so s is no less than the gap along n.
//!   That gap was the clearance, to within what the look says, and has changed by D; so has the
//!   clearance. Hence the deepest point is the clearance within 2 D, besides what it was off by when
//!   it was looked for, and no point is deeper than the clearance by more than 2 D.
//! - *The points.* One of the two given is q or p, on its surface; the other is that moved by s n,
//!   and no farther from p or q, which is on the other surface, than D.
//!
//! D may be up to a share of the margin ([`SHARE`]) and of the smaller shape ([`OF_SIZE`]).
//!
//! *Refusals.* A triangle of a mesh may not want to be met, or along the normal that it wants there may
//! be no point: the contact is its neighbour's. While D is below the same share, there is no new look. What
//! is missed reaches over the triangle by no more than D, from the neighbour that has it.
//!
//! *Normals across no face.* Between two corners, or round sides, the normal turns as they move. Let
//! c be the clearance of the cores, which have the same normal, and m what the normal has become. Of
//! cores that are apart the nearest point c m of their difference is beyond the gap along n, so n.m
//! is at least 1 - 2 D / c; of such that overlap, moving B along n by 2 D more than the depth
//! separates them. There D may be no more than a share of c ([`OF_CLEARANCE`]).

use super::asked::Contact;
use crate::algorithm::manifold::{Owner, Patch, Touch};
use crate::algorithm::sat::d2::Lead;
use crate::answer::{Algorithm, ContactPoint, FeatureId, Manifold};
use crate::number::{Scalar, binade};
use crate::pair::solved::NEAR;
use crate::shape::{Convex, Part};
use crate::space::{Motion, Vector};

/// Of the margin: bodies that rest move by less, and it is a quarter of what points that the cache
/// knows may be less deep.
const SHARE: f64 = 1.0 / 64.0;

/// Of the smaller shape's reach, radius included: a large margin does not make small motions of
/// large ones.
const OF_SIZE: f64 = 1.0 / 512.0;

/// Of the distance between cores, or of how deep they are.
const OF_CLEARANCE: f64 = 1.0 / 64.0;

/// What rounding may do to D and to the clearance, relative to the size of the pair.
const ROUNDING: f64 = 256.0 * f64::EPSILON;

/// A vector of either dimension.
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
    /// p in A's frame where the normal is B's, else q in B's.
    place: Numbers,
    /// How far along the normal the other one is, in the frame that the normal is kept in.
    level: f64,
    feature: FeatureId,
}

/// What is remembered of the last look. The default is nothing. In the order in which it is read:
/// caches of many pairs are not in the processor's, and in the plane little of this is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(in crate::pair) struct Rest {
    /// Is there anything that may be used again?
    is_good: bool,
    /// Was it used again by the last manifold?
    pub is_used: bool,
    is_of_b: bool,
    len: u8,
    /// Which of them were in the last manifold, by bits.
    shown: u8,
    algorithm: Algorithm,
    /// Are those the points that the last query gave?
    pub is_told: bool,
    margin: f64,
    slop: f64,
    /// A power of two that brings the pair to a size near 1, so that squares stay in range.
    scale: f64,
    /// D, scaled, may be up to this.
    leave: f64,
    /// r, scaled.
    radius: f64,
    /// Of both shapes.
    identities: [u64; 2],
    /// What rounding may do to a separation.
    rounding: f64,
    /// In A's frame, or in B's if it turns with B.
    normal: Numbers,
    translation: Numbers,
    column: Numbers,
    held: [Held; 4],
    /// In the plane what one column turns by the other does, too.
    other_columns: [Numbers; 2],
    /// Of polygons of the plane that are the same shapes.
    lead: Lead,
}

/// What is known of a point from the last manifold.
#[derive(Clone, Copy, Default)]
struct Old {
    persisted: bool,
    previous: Option<u8>,
}

/// What points are shown along.
struct Along<'f, W: Vector> {
    /// In A's frame, and in that of the answer.
    normal: W,
    turned: W,
    /// The origin of B over that of A.
    apart: f64,
    /// A separation that is more than this is beyond the margin.
    most: f64,
    is_of_b: bool,
    /// From A's frame to that of the answer.
    frame: &'f Motion<W>,
}

impl Rest {
    /// Was there no contact?
    #[inline]
    fn is_gap(&self) -> bool {
        self.len == 0
    }
    /// Forgets what was found, but for the names of its points.
    pub fn forget(&mut self) {
        (self.is_good, self.is_told) = (false, false);
    }
    /// The point of that name in the last manifold.
    #[inline]
    fn old(&self, name: FeatureId) -> Old {
        let held = self.held.iter().take(usize::from(self.len)).enumerate();
        held.fold(Old::default(), |found, (i, held)| {
            if held.feature == name && self.shown >> i & 1 == 1 { self.kept(i) } else { found }
        })
    }
    /// The point that is held as number `i`, if it was in the last manifold.
    #[inline(always)]
    fn kept(&self, i: usize) -> Old {
        let persisted = self.shown >> i & 1 == 1;
        // Its index there is the number of those before it.
        let before = (self.shown & ((1 << i) - 1)).count_ones() as u8;
        Old { persisted, previous: (persisted && self.is_told).then_some(before) }
    }
    /// How many points the last manifold had; of one that is not known, more than there can be.
    #[inline(always)]
    fn old_count(&self) -> u32 {
        if self.is_told { self.shown.count_ones() } else { u32::MAX }
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
    /// Is what was found then still so?
    #[inline]
    pub fn is_at_rest(&self, rest: &Rest) -> bool {
        rest.is_good
            && rest.margin == self.margin
            && rest.slop == self.slop
            && is_within(self.moved(rest), rest.leave)
            && self.identities() == Some(rest.identities)
    }

    #[inline]
    fn identities(&self) -> Option<[u64; 2]> {
        Some([identity(self.a)?, identity(self.b)?])
    }

    /// What is known of the edges of both polygons, if these are the shapes that it is of.
    #[inline]
    pub fn lead<'r>(&self, rest: &'r Rest) -> Option<&'r Lead> {
        (self.identities() == Some(rest.identities)).then_some(&rest.lead)
    }

    /// Remembers that, and nothing else: all that comes after looks for points.
    pub fn keep(&self, rest: &mut Rest, lead: Lead) {
        let identities = self.identities();
        rest.is_good = false;
        rest.identities = identities.unwrap_or_default();
        rest.lead = if identities.is_some() { lead } else { Lead::default() };
    }

    /// The squares of both parts of D.
    #[inline]
    fn moved(&self, rest: &Rest) -> [f64; 2] {
        let shift = (self.b_in_a.translation - vector(rest.translation)) * rest.scale;
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
        [shift.dot(shift), turn * rest.radius * rest.radius]
    }

    /// What was found the last time, where it is now: no contact, or its points in the frame that
    /// `frame` maps A's to. False if all of them are beyond the margin.
    #[inline]
    pub fn kept<V: Vector<Wide = W>>(
        &self,
        rest: &mut Rest,
        frame: &Motion<W>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        if rest.is_gap() {
            return true;
        }
        self.update(rest, frame, out)
    }

    /// The points where they are now, but for those beyond the margin. False if there are none.
    #[inline]
    fn update<V: Vector<Wide = W>>(
        &self,
        rest: &mut Rest,
        frame: &Motion<W>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        let seen = self.seen(vector(rest.normal), rest.is_of_b, rest.rounding, frame);
        let manifold = out.insert(Manifold::empty(V::narrow(seen.turned), rest.algorithm));
        let mut shown = 0;
        for (i, held) in rest.held.iter().enumerate().take(usize::from(rest.len)) {
            let place = vector(held.place);
            if let Some(point) = self.point(&seen, place, held.level, held.feature, rest.kept(i)) {
                manifold.push(point);
                shown |= 1 << i;
            }
        }
        manifold.follows(rest.old_count());
        (rest.shown, rest.is_told) = (shown, true);
        if shown == 0 {
            *out = None;
        }
        shown != 0
    }

    /// What points are shown along: a normal as it is kept, where everything is now.
    #[inline]
    fn seen<'f>(
        &self,
        kept: W,
        is_of_b: bool,
        rounding: f64,
        frame: &'f Motion<W>,
    ) -> Along<'f, W> {
        let normal = if is_of_b { self.b_in_a.rotate(kept) } else { kept };
        Along {
            normal,
            turned: frame.rotate(normal),
            apart: normal.dot(self.b_in_a.translation),
            // What rounding alone puts beyond the margin is at it.
            most: self.margin + rounding,
            is_of_b,
            frame,
        }
    }

    /// A point that is kept, where it is now; none beyond the margin.
    #[inline]
    fn point<V: Vector<Wide = W>>(
        &self,
        seen: &Along<'_, W>,
        place: W,
        level: f64,
        feature: FeatureId,
        old: Old,
    ) -> Option<ContactPoint<V>> {
        let Along { normal, turned, apart, most, is_of_b, frame } = *seen;
        let at = if is_of_b { place } else { self.b_in_a.apply(place) };
        let height = normal.dot(at);
        let separation = if is_of_b { level + apart - height } else { height - level };
        if separation > most {
            return None;
        }
        let separation = separation.min(self.margin);
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

    /// Remembers that there is no contact, and what the clearance is proven to be at least.
    pub fn remember_gap(&self, rest: &mut Rest, clearance: f64) {
        let reaches = [reach(self.a), reach(self.b)];
        let size = self.begin(rest, reaches);
        // Nearer the margin than that the full answer decides.
        let leave = clearance - self.margin - NEAR * size;
        rest.leave = leave * rest.scale;
        rest.is_good &= leave > 0.0;
    }

    /// Remembers that there is no contact because a shape wants none: see the head of this file.
    pub fn remember_refusal(&self, rest: &mut Rest) {
        let reaches = [reach(self.a), reach(self.b)];
        self.begin(rest, reaches);
        rest.leave = self.share(reaches).max(0.0) * rest.scale;
    }

    /// What D may be where the normal turns with a face.
    #[inline]
    fn share(&self, reaches: [f64; 2]) -> f64 {
        (SHARE * self.margin).min(OF_SIZE * reaches[0].min(reaches[1]))
    }

    /// Remembers where the pair touches, and shows it as [`Self::update`] would: what is just written
    /// is not read again.
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
            (patch.normal, patch.owner, patch.unit, patch.touches());
        let mut known = [Old::default(); 4];
        for (old, touch) in known.iter_mut().zip(touches) {
            *old = rest.old(touch.feature);
        }
        let old_count = rest.old_count();
        let reaches = [reach(self.a), reach(self.b)];
        let share = self.share(reaches);
        let leave = match owner {
            Owner::A | Owner::B | Owner::Edges => share,
            Owner::Gap => share.min(OF_CLEARANCE * clearance.abs()),
            Owner::Wanted => 0.0,
        };
        self.begin(rest, reaches);
        rest.leave = leave.max(0.0) * rest.scale;
        let is_of_b = owner == Owner::B;
        let b_in_a = self.b_in_a;
        let normal = if is_of_b { b_in_a.unrotate(normal) } else { normal };
        (rest.is_of_b, rest.normal) = (is_of_b, numbers(normal));
        rest.algorithm = patch.algorithm;
        let seen = self.seen(normal, is_of_b, rest.rounding, frame);
        let manifold = out.insert(Manifold::empty(V::narrow(seen.turned), patch.algorithm));
        let (mut widest, mut shown) = (0.0, 0);
        for (i, touch) in touches.iter().enumerate() {
            let Touch { feature, .. } = *touch;
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
        // What is on the other's surface is no farther away than that.
        rest.radius += widest * rest.scale;
    }

    /// Takes where B is, and no points. Given is how far the surfaces reach; gives back the size of
    /// the pair.
    #[inline]
    fn begin(&self, rest: &mut Rest, [reach_a, reach_b]: [f64; 2]) -> f64 {
        let identities = self.identities();
        rest.is_good = identities.is_some();
        let identities = identities.unwrap_or_default();
        if identities != rest.identities {
            (rest.identities, rest.lead) = (identities, Lead::default());
        }
        (rest.margin, rest.slop) = (self.margin, self.slop);
        // No less than the distance of the origins.
        let apart = (0..W::DIM).fold(0.0, |sum, i| sum + self.b_in_a.translation.get(i).abs());
        let size = within(self.a, reach_a) + within(self.b, reach_b) + apart;
        // What turns with a half-space counts where A is.
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
        (rest.len, rest.shown, rest.is_told) = (0, 0, true);
        size
    }
}

/// Is the sum of the roots no more than that? Twice the sum of the squares is no less than its
/// square, and mostly says so without roots. NaN is within nothing.
#[inline]
fn is_within([x, y]: [f64; 2], most: f64) -> bool {
    2.0 * (x + y) <= most * most || Scalar::sqrt(x) + Scalar::sqrt(y) <= most
}

#[inline]
fn identity<C: Convex>(part: Part<'_, C>) -> Option<u64> {
    match part {
        Part::Convex(shape) => shape.identity(),
        Part::HalfSpace(half) => Some(half.identity()),
    }
}

/// How far what there is of a shape is from its origin: of a half-space its plane.
fn within<C: Convex>(part: Part<'_, C>, reach: f64) -> f64 {
    match part {
        Part::Convex(_) => reach,
        Part::HalfSpace(half) => half.offset().to_f64().abs(),
    }
}

/// Of the surface; a half-space is infinite.
fn reach<C: Convex>(part: Part<'_, C>) -> f64 {
    match part {
        Part::Convex(shape) => shape.reach() + shape.radius_wide(),
        Part::HalfSpace(_) => f64::INFINITY,
    }
}
