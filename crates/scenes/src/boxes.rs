//! The boxes of all bodies, and where they are kept: sets of packs, which always fit the boxes.
//!
//! ```text
//!   shape, pose --> tight, in the caller's precision --> near, in f32: larger by half of the margin, and by some more
//!                                                        for a body that hardly moves
//!                   near --> packs of what moves | of what is fixed | of what is too large for boxes
//!                                  of sensors | of a layer that does not meet itself
//! ```
//!
//! Two bodies whose near boxes are apart are farther apart than the margin. What `known` holds are the near boxes of
//! the last step: pairs that met in them are known.
//!
//! Sensors do not meet sensors, and the particles of a fountain not each other: of a hundred thousand at one place no pair
//! is looked at.

use alloc::vec::Vec;

use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Aabb, Vector};
use clearance_trees::{Bounds, Packs};

use crate::body::{Class, Kind, Layers};

/// Where a body's box is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    Moving = 0,
    Fixed = 1,
    /// Half-spaces, and what is too far away for `f32`.
    Endless = 2,
    /// What moves in layers that do not meet themselves: those of the first such body. Others are with what moves.
    Alone = 3,
    Sensors = 4,
}

impl Home {
    /// Those whose bodies may meet each other, or those of all homes.
    pub const MOVING: [Self; 4] = [Self::Endless, Self::Moving, Self::Alone, Self::Sensors];
    /// Those with boxes.
    pub const BOXED: [Self; 4] = [Self::Moving, Self::Alone, Self::Sensors, Self::Fixed];

    /// May bodies of this home meet each other?
    pub fn meets_itself(self) -> bool {
        matches!(self, Self::Moving | Self::Endless)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Boxes<V: Vector> {
    pub tight: Vec<Aabb<V>>,
    pub near: Vec<Bounds>,
    pub known: Vec<Bounds>,
    home: Vec<Home>,
    pub packs: [Packs; 5],
    /// The layers of all bodies of a home, or of those that were there.
    layers: [Layers; 5],
    /// Have the packs of what is fixed the known boxes?
    pub is_fixed_known: bool,
    /// By how much near boxes are larger.
    pub reach: f32,
}

/// A body beyond this is endless: rays through boxes, and squares of distances, must not overflow.
const FAR: f32 = (1_u64 << 40) as f32;

impl<V: Vector> Boxes<V> {
    pub fn new() -> Self {
        let (packs, layers) = (core::array::from_fn(|_| Packs::default()), [Layers::NONE; 5]);
        let (tight, near, known, home) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { tight, near, known, home, packs, layers, is_fixed_known: false, reach: 0.0 }
    }
    pub fn pack(&self, home: Home) -> &Packs {
        &self.packs[home as usize]
    }

    pub fn memory(&self) -> usize {
        let own = size_of::<Aabb<V>>() + 2 * size_of::<Bounds>() + size_of::<Home>();
        self.tight.capacity() * own + self.packs.iter().map(Packs::memory).sum::<usize>()
    }

    /// Boxes that come. Nothing is known of their pairs.
    pub fn insert(&mut self, items: &[(u32, Aabb<V>, Class)]) {
        for (packs, layers) in self.packs.iter().zip(&mut self.layers) {
            if packs.is_empty() {
                *layers = Layers::NONE;
            }
        }
        let mut added = [const { Vec::new() }; 5];
        for &(item, tight, class) in items {
            let (near, at) = (self.grown(&tight, 0.0), item as usize);
            if self.tight.len() <= at {
                self.tight.resize(at + 1, tight);
                self.near.resize(at + 1, Bounds::EMPTY);
                self.known.resize(at + 1, Bounds::EMPTY);
                self.home.resize(at + 1, Home::Moving);
            }
            let home = self.home_of(&tight, class);
            (self.tight[at], self.near[at], self.home[at]) = (tight, near, home);
            self.note(home, class.layers);
            added[home as usize].push(item);
            self.is_fixed_known &= home != Home::Fixed;
        }
        for (packs, added) in self.packs.iter_mut().zip(&added) {
            packs.insert(added, &self.near);
        }
    }
    /// The pairs that are found later are compared with those of now.
    pub fn know(&mut self, item: u32, bounds: Bounds) {
        self.known[item as usize] = bounds;
        self.is_fixed_known &= self.home[item as usize] != Home::Fixed;
    }
    pub fn remove(&mut self, item: u32) {
        let at = item as usize;
        self.packs[self.home[at] as usize].remove(item);
        self.near[at] = Bounds::EMPTY;
    }
    /// A box that moves. Returns true if its pairs may be others now.
    pub fn place(&mut self, item: u32, tight: Aabb<V>, class: Class, is_one_of_many: bool) -> bool {
        let at = item as usize;
        let old = core::mem::replace(&mut self.tight[at], tight);
        let home = self.home_of(&tight, class);
        if home == self.home[at] && holds(&self.near[at], &self.grown(&tight, 0.0)) {
            return false;
        }
        self.near[at] = self.grown(&tight, rest(&old, &tight));
        self.is_fixed_known &= home != Home::Fixed;
        if home != self.home[at] {
            self.packs[self.home[at] as usize].remove(item);
            self.home[at] = home;
            self.note(home, class.layers);
            self.packs[home as usize].insert(&[item], &self.near);
        } else if !is_one_of_many {
            self.packs[home as usize].set(item, &self.near[at]);
        }
        true
    }
    /// After many boxes have moved.
    pub fn refill(&mut self) {
        for packs in &mut self.packs {
            packs.refill(&self.near);
        }
        self.is_fixed_known = false;
    }
    /// Makes all near boxes anew if they do not fit a margin. Returns true if it did.
    pub fn fit(&mut self, margin: V::Scalar) -> bool {
        let needed = f32::above(0.5 * margin.to_f64().max(0.0));
        /// So much too large is better than to begin anew.
        const SPARE: f32 = 4.0;
        if needed <= self.reach && self.reach <= SPARE * needed {
            return false;
        }
        self.reach = needed;
        for packs in &mut self.packs {
            for item in packs.items() {
                let at = item as usize;
                self.near[at] = larger(&self.tight[at], self.reach);
            }
            packs.refill(&self.near);
        }
        self.is_fixed_known = false;
        true
    }
    /// May the bodies of this item's home meet it?
    pub fn meets_home(&self, item: u32) -> bool {
        self.home[item as usize].meets_itself()
    }
    /// All layers of a home's bodies.
    pub fn layers(&self, home: Home) -> Layers {
        self.layers[home as usize]
    }
    /// May bodies of two homes meet, by their layers?
    pub fn meet(&self, a: Home, b: Home) -> bool {
        self.layers[a as usize].meets(self.layers[b as usize])
    }
    /// A body comes to a home.
    fn note(&mut self, home: Home, Layers { of, with }: Layers) {
        let known = &mut self.layers[home as usize];
        *known = Layers { of: known.of | of, with: known.with | with };
    }
    /// By the tight box, so that the home stays with any margin.
    fn home_of(&self, tight: &Aabb<V>, Class { kind, layers }: Class) -> Home {
        let is_near = |x: V::Scalar| x.to_f64().abs() < f64::from(FAR);
        let has_end = (0..V::DIM).all(|i| is_near(tight.min.get(i)) && is_near(tight.max.get(i)));
        match kind {
            _ if !has_end => Home::Endless,
            Kind::Fixed => Home::Fixed,
            Kind::Sensor => Home::Sensors,
            Kind::Moving if layers.meets(layers) => Home::Moving,
            Kind::Moving => {
                let is_of_them =
                    [layers, Layers::NONE].contains(&self.layers[Home::Alone as usize]);
                if is_of_them { Home::Alone } else { Home::Moving }
            }
        }
    }
    fn grown(&self, tight: &Aabb<V>, more: f32) -> Bounds {
        larger(tight, self.reach + more)
    }
}

/// A box that is larger by `by` on each side. It is finite, so that the empty one does not meet it.
fn larger<V: Vector>(tight: &Aabb<V>, by: f32) -> Bounds {
    let Bounds { min, max } = outward(tight).grown(by);
    Bounds { min: min.map(|x| x.max(f32::MIN)), max: max.map(|x| x.min(f32::MAX)) }
}

/// How much larger the box of a body is made that hardly moves, so that it does not leave it at once: 0 for others.
fn rest<V: Vector>(old: &Aabb<V>, new: &Aabb<V>) -> f32 {
    let size = (new.max - new.min).max_abs().to_f64();
    let moved = (new.min - old.min).max_abs().max((new.max - old.max).max_abs()).to_f64();
    if moved < size / 128.0 { (size / 32.0) as f32 } else { 0.0 }
}

fn holds(outer: &Bounds, inner: &Bounds) -> bool {
    (0..3).all(|axis| outer.min[axis] <= inner.min[axis] && inner.max[axis] <= outer.max[axis])
}

/// A box in `f32`, rounded outward; one of NaN holds everything. In 2D it is a prism of height 1.
pub(crate) fn outward<V: Vector>(tight: &Aabb<V>) -> Bounds {
    let (mut min, mut max) = ([0.0; 3], [1.0; 3]);
    for axis in 0..V::DIM {
        let [low, high] = [tight.min, tight.max].map(|corner| corner.get(axis).to_f64());
        let is_box = low <= high;
        min[axis] = if is_box { f32::below(low) } else { f32::NEG_INFINITY };
        max[axis] = if is_box { f32::above(high) } else { f32::INFINITY };
    }
    Bounds { min, max }
}

/// The square of a distance as a limit of walks, rounded up.
pub(crate) fn square(distance: f64) -> f32 {
    f32::above(distance * distance * (1.0 + 2.0 * f64::EPSILON))
}
