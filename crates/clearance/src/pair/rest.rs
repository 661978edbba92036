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
//! *Normals across no face.* Between two corners, or round sides, the normal turns as they move. Let
//! c be the clearance of the cores, which have the same normal, and m what the normal has become. Of
//! cores that are apart the nearest point c m of their difference is beyond the gap along n, so n.m
//! is at least 1 - 2 D / c; of such that overlap, moving B along n by 2 D more than the depth
//! separates them. There D may be no more than a share of c ([`OF_CLEARANCE`]).

use super::contact::Contact;
use super::query::Cache;
use crate::algorithm::manifold::{Owner, Patch};
use crate::answer::{ContactPoint, FeatureId, Manifold};
use crate::number::{Scalar, binade};
use crate::shape::{Convex, Part, Wide, norm_above};
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

fn vector<W: Vector<Scalar = f64>>(numbers: Numbers) -> W {
    W::from_fn(|i| numbers[i])
}

/// A point of the manifold, as it was found, in A's frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Held {
    a: Numbers,
    b: Numbers,
    separation: f64,
    feature: FeatureId,
}

/// What is remembered of the last look. The default is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rest {
    /// Of both shapes. Nothing is remembered while there is none.
    identities: Option<[u64; 2]>,
    margin: f64,
    /// D may be up to this, in units of `unit`, a power of two near the size of the pair.
    leave: f64,
    unit: f64,
    /// r of the head of this file, in the same unit.
    radius: f64,
    columns: [Numbers; 3],
    translation: Numbers,
    normal: Numbers,
    /// Does the normal turn with B?
    is_of_b: bool,
    held: [Held; 4],
    len: usize,
}

/// What the memory says.
pub(super) enum Known<V: Vector> {
    /// Nothing: look.
    Nothing,
    /// There is no contact.
    Apart,
    /// This one.
    Contact(Manifold<V>),
}

impl<A: Convex, B: Convex<V = A::V>> Contact<'_, A, B> {
    #[inline]
    fn identities(&self) -> Option<[u64; 2]> {
        Some([identity(self.a)?, identity(self.b)?])
    }

    /// What is known from the last look, in the frame that `frame` maps A's to.
    #[inline]
    pub fn known(&self, cache: &mut Cache, frame: &Motion<Wide<A>>) -> Known<A::V> {
        let rest = &cache.rest;
        let Some(identities) = rest.identities else { return Known::Nothing };
        let [shift, turn] = self.moved(rest);
        let is_near = rest.margin == self.margin && is_within([shift, turn], rest.leave);
        if !is_near || self.identities() != Some(identities) {
            return Known::Nothing;
        }
        if rest.len == 0 {
            cache.remember_features([]);
            return Known::Apart;
        }
        let manifold = self.updated(rest, shift + turn > 0.0, frame, cache.features());
        if manifold.points().is_empty() {
            return Known::Nothing;
        }
        cache.remember_features(manifold.points().iter().map(|p| p.feature));
        Known::Contact(manifold)
    }

    /// The squares of both parts of D.
    #[inline]
    fn moved(&self, rest: &Rest) -> [f64; 2] {
        let shift = (self.b_in_a.translation - vector(rest.translation)) * (1.0 / rest.unit);
        let turned = |i: usize| {
            let by = self.b_in_a.columns[i] - vector(rest.columns[i]);
            by.dot(by)
        };
        let turn: f64 = (0..A::V::DIM).map(turned).sum();
        [shift.dot(shift), turn * rest.radius * rest.radius]
    }

    /// The points where they are now, but for those beyond the margin.
    #[inline]
    fn updated(
        &self,
        rest: &Rest,
        has_moved: bool,
        frame: &Motion<Wide<A>>,
        last: &[FeatureId],
    ) -> Manifold<A::V> {
        let then = Motion {
            columns: rest.columns.map(vector),
            translation: vector::<Wide<A>>(rest.translation),
        };
        let mut normal = vector::<Wide<A>>(rest.normal);
        if rest.is_of_b && has_moved {
            normal = self.b_in_a.rotate(then.unrotate(normal));
        }
        let point = |held: &Held| {
            let (mut a, mut b, mut separation) = (vector(held.a), vector(held.b), held.separation);
            if has_moved {
                b = self.b_in_a.apply(then.unrotate(b - then.translation));
                separation = normal.dot(b - a);
                if rest.is_of_b {
                    b = a + normal * separation;
                } else {
                    a = b - normal * separation;
                }
            }
            ContactPoint {
                point_a: A::V::narrow(frame.apply(a)),
                point_b: A::V::narrow(frame.apply(b)),
                separation: Scalar::of(separation),
                feature: held.feature,
                persisted: last.contains(&held.feature),
            }
        };
        let all = rest.held[..rest.len].iter().map(point);
        let near = all.filter(|p| p.separation.to_f64() <= self.margin);
        Manifold::new(A::V::narrow(frame.rotate(normal)), near)
    }

    /// Remembers that there is no contact, and what the clearance is proven to be at least.
    pub fn remember_gap(&self, cache: &mut Cache, clearance: f64) {
        let size = self.size([0.0; 2]);
        let leave = clearance - self.margin - ROUNDING * size;
        let mut rest = self.begun(size);
        if leave > 0.0 {
            rest.leave = leave / rest.unit;
            rest.identities = self.identities();
        }
        cache.rest = rest;
    }

    /// Remembers a manifold, whose lengths are in units of `unit`. `clearance` is that of
    /// the cores.
    pub fn remember(&self, cache: &mut Cache, patch: &Patch<Wide<A>>, unit: f64, clearance: f64) {
        let smaller = reach(self.a).min(reach(self.b));
        let share = (SHARE * self.margin).min(OF_SIZE * smaller);
        let leave = match patch.owner() {
            Owner::A | Owner::B | Owner::Edges => share,
            Owner::Gap => share.min(OF_CLEARANCE * clearance.abs()),
            Owner::Wanted => 0.0,
        };
        let mut rest = self.begun(self.size([0.0; 2]));
        rest.identities = self.identities();
        rest.leave = leave.max(0.0) / rest.unit;
        (rest.normal, rest.is_of_b) = (numbers(patch.normal), patch.owner() == Owner::B);
        for (held, touch) in rest.held.iter_mut().zip(patch.touches()) {
            let [a, b] = [touch.a * unit, touch.b * unit];
            let separation = touch.separation * unit;
            *held = Held { a: numbers(a), b: numbers(b), separation, feature: touch.feature };
            let from_b = norm_above(a - self.b_in_a.translation);
            rest.radius = rest.radius.max(from_b / rest.unit);
            rest.len += 1;
        }
        cache.rest = rest;
    }

    /// With B where it is, and no points.
    fn begun(&self, size: f64) -> Rest {
        let unit = binade(size);
        // What turns with a half-space counts where A is.
        let radius = match self.b {
            Part::Convex(_) => reach(self.b),
            Part::HalfSpace(_) => reach(self.a) + norm_above(self.b_in_a.translation),
        };
        Rest {
            margin: self.margin,
            unit,
            radius: radius / unit,
            columns: self.b_in_a.columns.map(numbers),
            translation: numbers(self.b_in_a.translation),
            ..Rest::default()
        }
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

/// Of the surface; a half-space is infinite.
fn reach<C: Convex>(part: Part<'_, C>) -> f64 {
    match part {
        Part::Convex(shape) => shape.reach() + shape.radius().to_f64(),
        Part::HalfSpace(_) => f64::INFINITY,
    }
}
