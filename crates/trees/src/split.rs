//! One step of the builder: binned SAH (Wald, "On fast Construction of SAH-based Bounding Volume
//! Hierarchies", 2007).
//!
//! A node costs its surface area times its number of items. The middles of the items are sorted into bins
//! along an axis; between any two bins a plane divides the items, and the cheapest plane wins.
//!
//! ```text
//!   middles   . .  ...|  .   . .|.. . | ...
//!   bins        0     |    1    |  2  |  3        three planes, here of 3
//! ```
//!
//! If all items lie on a line or in a point, or the areas underflow or overflow, lengths take the place of
//! areas. If all middles agree, about half of the items goes to each side, by their order.

use glam::{Vec3, Vec4};

use crate::bounds::{Bounds, EPSILON};

const BINS: usize = 16;
/// With few items, half of the bins will do.
const FEW: usize = 32;

/// A box on its way through the builder: sides in lanes, and the item's number in the fourth lane of `min`.
#[derive(Clone, Copy)]
pub(crate) struct Item {
    min: Vec4,
    max: Vec4,
}

const FIRST: u32 = 1f32.to_bits();

impl Item {
    /// How many boxes can be numbered: 2^30.
    pub const MOST: usize = (f32::INFINITY.to_bits() - FIRST) as usize;
    const EMPTY: Self = Self { min: Vec4::INFINITY, max: Vec4::NEG_INFINITY };

    /// Numbers are stored as finite floats from 1 on: they pass through the arithmetic of the other lanes, where
    /// subnormal numbers are slow and NaN may change.
    pub fn new(bounds: &Bounds, number: usize) -> Self {
        let Bounds { min: [a, b, c], max: [x, y, z] } = bounds.cleaned();
        let number = f32::from_bits(number as u32 + FIRST);
        Self { min: Vec4::new(a, b, c, number), max: Vec4::new(x, y, z, 0.0) }
    }
    pub fn number(&self) -> u32 {
        self.min.w.to_bits() - FIRST
    }
    pub fn bounds(&self) -> Bounds {
        let ([a, b, c, _], [x, y, z, _]) = (self.min.to_array(), self.max.to_array());
        Bounds { min: [a, b, c], max: [x, y, z] }
    }
    #[inline(always)]
    fn join(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
    #[inline(always)]
    fn sides(&self) -> Vec3 {
        (self.max - self.min).truncate()
    }
    #[inline(always)]
    fn half_area(&self) -> f32 {
        let sides = self.sides();
        sides.x * (sides.y + sides.z) + sides.y * sides.z
    }
    pub fn all<'a>(items: impl IntoIterator<Item = &'a Self>) -> Self {
        items.into_iter().fold(Self::EMPTY, |all, item| all.join(item))
    }
}

/// Where the items were divided: those before `at` are on the left.
pub(crate) struct Split {
    pub at: usize,
    pub left: Bounds,
    pub right: Bounds,
}

/// Divides two or more items, which it reorders; `bounds` is around them. A leaf will have up to `leaf` items.
pub(crate) fn split<const ALL_AXES: bool>(
    items: &mut [Item],
    bounds: &Bounds,
    leaf: usize,
) -> Split {
    let grid = Grid::new(items);
    let axes = if ALL_AXES { 0..3 } else { grid.widest..grid.widest + 1 };
    let mut bins = [[(Item::EMPTY, 0); BINS]; 3];
    for item in items.iter() {
        let places = grid.places(item);
        for axis in axes.clone() {
            let (all, count) = &mut bins[axis][places[axis]];
            *all = all.join(item);
            *count += 1;
        }
    }
    let by_area = bounds.half_area().is_normal();
    let cost = |(all, count): &(Item, u32)| {
        let size = if by_area { all.half_area() } else { all.sides().element_sum() };
        size * count.div_ceil(leaf as u32) as f32
    };
    let mut best = (f32::INFINITY, 0, 0);
    for axis in axes {
        cheapest(&bins[axis][..grid.bins], cost, |cost, bin| {
            if cost < best.0 {
                best = (cost, axis, bin);
            }
        });
    }
    let (cost, axis, bin) = best;
    let at = if cost < f32::INFINITY {
        partition(items, |item| grid.places(item)[axis] < bin)
    } else {
        items.len().div_ceil(2).next_multiple_of(leaf)
    };
    let all = |side: &[Item]| Item::all(side).bounds();
    let [left, right] = if cost < f32::INFINITY {
        let (left, right) = bins[axis].split_at(bin);
        [left, right].map(|side| Item::all(side.iter().map(|bin| &bin.0)).bounds())
    } else {
        [all(&items[..at]), all(&items[at..])]
    };
    Split { at, left, right }
}

/// Where an item's middle lies among the bins of each axis.
struct Grid {
    low: Vec4,
    scale: Vec4,
    bins: usize,
    widest: usize,
}

impl Grid {
    fn new(items: &[Item]) -> Self {
        let (mut low, mut high) = (Vec4::INFINITY, Vec4::NEG_INFINITY);
        for item in items {
            // Twice the middle. It is NaN for an empty box; min and max may then take it or leave it on
            // different processors, hence the comparison.
            let middle = item.min + item.max;
            let is_number = middle.cmpeq(middle);
            low = Vec4::select(is_number, low.min(middle), low);
            high = Vec4::select(is_number, high.max(middle), high);
        }
        let bins = if items.len() <= FEW { BINS / 2 } else { BINS };
        let width = high - low;
        let some = width.cmpgt(Vec4::ZERO) & width.cmplt(Vec4::INFINITY);
        let width = Vec4::select(some, width, Vec4::INFINITY);
        let [x, y, z, _] = Vec4::select(some, width, Vec4::ZERO).to_array();
        let widest = if x >= y && x >= z {
            0
        } else if y >= z {
            1
        } else {
            2
        };
        Self { low, scale: Vec4::splat((bins - 1) as f32) / width, bins, widest }
    }

    /// The bins by axis. 2^23 is added, so that the sum's last bits are the integer nearest to the number:
    /// the conversions of Rust are slower, as they look for NaN. (Any bits are a bin.)
    #[inline(always)]
    fn places(&self, item: &Item) -> [usize; 3] {
        let place =
            (item.min + item.max - self.low) * self.scale + Vec4::splat(1.0 / EPSILON * 0.5);
        let [x, y, z, _] = place.to_array();
        let place = |x: f32| x.to_bits() as usize & (self.bins - 1);
        [place(x), place(y), place(z)]
    }
}

/// Calls `with` with the cost of each plane between two bins that has items on both sides.
#[inline(always)]
fn cheapest(
    bins: &[(Item, u32)],
    cost: impl Fn(&(Item, u32)) -> f32,
    mut with: impl FnMut(f32, usize),
) {
    let add = |sum: &mut (Item, u32), bin: usize| {
        *sum = (sum.0.join(&bins[bin].0), sum.1 + bins[bin].1);
    };
    let mut right = [f32::INFINITY; BINS];
    let mut sum = (Item::EMPTY, 0);
    for bin in (1..bins.len()).rev() {
        add(&mut sum, bin);
        right[bin] = cost(&sum);
    }
    let mut sum = (Item::EMPTY, 0);
    for bin in 1..bins.len() {
        add(&mut sum, bin - 1);
        with(cost(&sum) + right[bin], bin);
    }
}

/// Those of which `is_left` is true come first (Hoare); returns how many.
fn partition(items: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let (mut begin, mut end) = (0, items.len());
    loop {
        while begin < end && is_left(&items[begin]) {
            begin += 1;
        }
        while begin < end && !is_left(&items[end - 1]) {
            end -= 1;
        }
        if begin == end {
            return begin;
        }
        items.swap(begin, end - 1);
        begin += 1;
        end -= 1;
    }
}
