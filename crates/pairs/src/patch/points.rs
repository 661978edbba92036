//! The points of a manifold in the frames of the shapes, from which it is made at any pose.
//!
//! ```text
//!         B         normal: of A's frame, or of B's if it is that of a face of B
//!      o-----o      place:  q in B's frame, or p in A's frame
//!      |     |      level:  the height of the other one along the normal, in the normal's frame
//!   ---x-----x---
//!         A         separation = n.(q - p), of the heights of q and p
//! ```

use crate::answer::{Algorithm, ContactPoint, FeatureId, Manifold};
use crate::number::{Scalar, max, min};
use crate::patch::{Owner, Patch};
use crate::space::{DVector, Motion, Vector};

/// A vector in 2D or 3D.
pub(super) type Numbers = [f64; 3];

pub(super) fn numbers<W: DVector>(v: W) -> Numbers {
    core::array::from_fn(|i| if i < W::DIM { v.get(i) } else { 0.0 })
}

#[inline]
pub(super) fn vector<W: DVector>(numbers: Numbers) -> W {
    W::from_fn(|i| numbers[i])
}

/// A place of the manifold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Held {
    place: Numbers,
    level: f64,
    feature: FeatureId,
}

/// The places of a manifold. Some may be beyond the margin at the last pose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(crate) struct Points {
    is_of_b: bool,
    len: u8,
    algorithm: Algorithm,
    /// Is this what the last query returned?
    pub is_returned: bool,
    /// And was what was there before what the query before returned?
    is_next: bool,
    /// A bit for each place that is in the last manifold, in the order of its points.
    shown: u8,
    count_before: u8,
    /// The index of each in the manifold before.
    before: [Option<u8>; 4],
    normal: Numbers,
    held: [Held; 4],
}

/// The places at a pose.
pub(crate) struct At<W> {
    pub normal_in_a: W,
    pub separations: [f64; 4],
}

impl Points {
    /// The number of places.
    pub fn len(&self) -> usize {
        self.len.into()
    }
    /// The number of points of the last manifold.
    #[inline]
    pub fn count(&self) -> u8 {
        self.shown.count_ones() as u8
    }
    fn held(&self) -> &[Held] {
        &self.held[..self.len()]
    }
    /// The index of a place in the last manifold.
    #[inline]
    fn index(&self, place: usize) -> Option<u8> {
        let bit = 1 << place;
        (self.shown & bit != 0).then(|| (self.shown & (bit - 1)).count_ones() as u8)
    }
    /// The index of the point of this name in the last manifold.
    fn index_of(&self, name: FeatureId) -> Option<u8> {
        let same = (0..self.held().len()).filter(|i| self.held[*i].feature == name);
        same.fold(None, |found, i| self.index(i).or(found))
    }
    /// The names of the points of the last manifold.
    pub fn names(&self) -> ([FeatureId; 4], usize) {
        let (mut names, mut count) = ([FeatureId::default(); 4], 0);
        for (i, held) in self.held().iter().enumerate() {
            if self.index(i).is_some() {
                names[count] = held.feature;
                count += 1;
            }
        }
        (names, count)
    }

    /// Takes the places of a patch. Returns the size of the largest separation.
    pub(super) fn take<W: DVector>(&mut self, patch: &Patch<W>, b_in_a: &Motion<W>) -> f64 {
        let points = patch.points();
        let mut before = [None; 4];
        for (before, touch) in before.iter_mut().zip(points) {
            *before = self.index_of(touch.feature);
        }
        self.follow(before);
        (self.is_of_b, self.algorithm) = (patch.owner == Owner::B, patch.algorithm);
        let normal = if self.is_of_b { b_in_a.unrotate(patch.normal) } else { patch.normal };
        self.normal = numbers(normal);
        let mut widest = 0.0;
        for (held, touch) in self.held.iter_mut().zip(points) {
            let [a, b] = [touch.a, touch.b].map(|p| p * patch.unit);
            let in_b = b_in_a.unrotate(b - b_in_a.translation);
            let (place, other) = if self.is_of_b { (a, in_b) } else { (in_b, a) };
            let (place, level) = (numbers(place), normal.dot(other));
            *held = Held { place, level, feature: touch.feature };
            widest = max(widest, (touch.separation * patch.unit).abs());
        }
        self.len = points.len() as u8;
        widest
    }
    /// What is there becomes what was there before, with these indices.
    #[inline]
    fn follow(&mut self, before: [Option<u8>; 4]) {
        self.before = before;
        (self.count_before, self.is_next) = (self.count(), self.is_returned);
    }
    /// The points are asked for once more, and are the same.
    #[inline]
    pub(crate) fn again(&mut self) {
        self.follow(core::array::from_fn(|i| self.index(i)));
    }
    /// Drops all places.
    pub fn clear(&mut self) {
        (self.len, self.shown) = (0, 0);
    }

    /// The places at a pose of B in A's frame.
    #[inline(always)]
    pub(crate) fn at<W: DVector>(&self, b_in_a: &Motion<W>) -> At<W> {
        let kept = vector(self.normal);
        let (in_a, in_b) =
            if self.is_of_b { (b_in_a.rotate(kept), kept) } else { (kept, b_in_a.unrotate(kept)) };
        // The height of B's origin over A's along the normal.
        let apart = in_a.dot(b_in_a.translation);
        let mut separations = [0.0; 4];
        for (separation, held) in separations.iter_mut().zip(self.held()) {
            let place = vector::<W>(held.place);
            *separation = if self.is_of_b {
                apart + held.level - in_a.dot(place)
            } else {
                apart + in_b.dot(place) - held.level
            };
        }
        At { normal_in_a: in_a, separations }
    }
    /// Those within the margin, as bits: a separation above `most` is beyond it.
    #[inline]
    fn within<W>(&self, at: &At<W>, most: f64) -> u8 {
        (0..self.len()).fold(0, |bits, i| bits | u8::from(at.separations[i] <= most) << i)
    }
    /// Are the places within the margin those of the last manifold?
    #[inline]
    pub(super) fn are_shown<W>(&self, at: &At<W>, most: f64) -> bool {
        self.within(at, most) == self.shown
    }
    /// Makes the places within the margin the points of the manifold.
    #[inline]
    pub(super) fn show<W>(&mut self, at: &At<W>, most: f64) {
        (self.shown, self.is_returned) = (self.within(at, most), true);
    }
    /// The separations of the manifold's points, in its order.
    #[inline]
    pub(super) fn separations<W>(&self, at: &At<W>, margin: f64) -> [f64; 4] {
        let mut separations = [0.0; 4];
        for (i, separation) in at.separations.iter().enumerate() {
            if let Some(index) = self.index(i) {
                separations[usize::from(index)] = min(margin, *separation);
            }
        }
        separations
    }

    /// The manifold with B at this pose, in the frame to which `frame` maps A's.
    #[inline(always)]
    pub(crate) fn manifold_into<V: Vector>(
        &self,
        at: &At<V::Wide>,
        b_in_a: &Motion<V::Wide>,
        frame: &Motion<V::Wide>,
        margin: f64,
        out: &mut Option<Manifold<V>>,
    ) {
        if self.shown == 0 {
            *out = None;
            return;
        }
        let turned = frame.rotate(at.normal_in_a);
        let manifold = Manifold::begin_in(out, V::narrow(turned), self.algorithm);
        for i in 0..self.len() {
            if self.shown & (1 << i) == 0 {
                continue;
            }
            let (held, separation) = (&self.held[i], min(margin, at.separations[i]));
            let place = vector(held.place);
            let on = frame.apply(if self.is_of_b { place } else { b_in_a.apply(place) });
            let way = turned * separation;
            let [a, b] = if self.is_of_b { [on, on + way] } else { [on - way, on] };
            manifold.push(ContactPoint {
                point_a: V::narrow(a),
                point_b: V::narrow(b),
                separation: Scalar::of(separation),
                feature: held.feature,
                persisted: self.before[i].is_some(),
                previous: self.before[i].filter(|_| self.is_next),
            });
        }
        manifold.follows(if self.is_next { self.count_before.into() } else { u32::MAX });
    }
}
