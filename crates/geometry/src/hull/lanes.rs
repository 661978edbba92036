//! Vectors as separate arrays of coordinates, for loops over several vectors at a time, and the least of
//! many numbers.

use alloc::boxed::Box;
use alloc::vec::Vec;

use core::array::from_fn;

use glam::{DVec2, DVec3};

use crate::space::Vector;

/// Arrays are padded to a multiple of this.
pub const LANES: usize = 8;

/// Numbers side by side.
#[doc(hidden)]
pub type Lane = [f64; LANES];

/// The least of many numbers and its index, by eight searches side by side. No branch depends on the
/// numbers, so none is mispredicted.
#[doc(hidden)]
pub struct Least {
    least: Lane,
    /// The row in which each search found its number.
    row: Lane,
}

impl Default for Least {
    #[inline(always)]
    fn default() -> Self {
        Self { least: [f64::INFINITY; LANES], row: [0.0; LANES] }
    }
}

impl Least {
    /// Adds the numbers of the next row.
    #[inline(always)]
    pub fn offer(&mut self, row: f64, numbers: &Lane) {
        for ((least, at), number) in self.least.iter_mut().zip(&mut self.row).zip(numbers) {
            let less = *number < *least;
            *at = if less { row } else { *at };
            *least = if less { *number } else { *least };
        }
    }

    /// The least number and its index over all rows. Of equal numbers, the first.
    #[inline(always)]
    pub fn found(&self) -> (f64, u32) {
        let least = least_of(&self.least);
        let place = |k: usize| {
            let place = self.row[k] * LANES as f64 + k as f64;
            if self.least[k] == least { place } else { f64::INFINITY }
        };
        (least, least_of(&core::array::from_fn(place)) as u32)
    }
}

/// The least of eight numbers, each half compared with the other.
#[inline(always)]
fn least_of(x: &Lane) -> f64 {
    let less = |a: f64, b: f64| if a < b { a } else { b };
    let half: [f64; 4] = core::array::from_fn(|k| less(x[k], x[k + 4]));
    less(less(half[0], half[2]), less(half[1], half[3]))
}

/// Numbers, padded to a multiple of [`LANES`] by repeating the last.
pub(super) fn padded<S: Copy>(numbers: impl Iterator<Item = S>) -> Box<[S]> {
    let mut all: Vec<S> = numbers.collect();
    if let Some(&last) = all.last() {
        all.resize(all.len().next_multiple_of(LANES), last);
    }
    all.into()
}

/// Vectors in 3D as three arrays of coordinates. Each array is padded to a multiple of [`LANES`] by
/// repeating the last number, so that a maximum over whole arrays needs no special end.
///
/// The vectors themselves are stored, too, for access to one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Lanes<V: Vector> {
    all: Box<[V]>,
    coordinates: [Box<[V::Scalar]>; 3],
}

impl<V: Vector> Lanes<V> {
    pub(super) fn new(vectors: &[V]) -> Self {
        let axis = |i: usize| padded(vectors.iter().map(|v| v.get(i)));
        Self { coordinates: core::array::from_fn(axis), all: vectors.into() }
    }
    /// The number of vectors, without padding.
    pub fn len(&self) -> usize {
        self.all.len()
    }
    /// Is it empty? A hull has at least four of everything.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
    /// All x coordinates, padded.
    pub fn x(&self) -> &[V::Scalar] {
        &self.coordinates[0]
    }
    /// All y coordinates, padded.
    pub fn y(&self) -> &[V::Scalar] {
        &self.coordinates[1]
    }
    /// All z coordinates, padded.
    pub fn z(&self) -> &[V::Scalar] {
        &self.coordinates[2]
    }
    /// The vector with an index below [`Lanes::len`].
    #[inline]
    pub fn get(&self, i: u32) -> V {
        self.all[i as usize]
    }
    pub(super) fn all(&self) -> &[V] {
        &self.all
    }
    /// All vectors, without padding.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = V> {
        self.all.iter().copied()
    }
}

/// [`LANES`] points in 3D in `f32`: all x, all y, all z.
pub type Block = [[f32; LANES]; 3];

/// Makes a block of at most [`LANES`] points, as multiples of a unit. The last point fills the rest.
#[inline]
pub fn block(points: &[DVec3], unit: f64) -> Block {
    let share = 1.0 / unit;
    let last = points.len() - 1;
    // Not by `array::from_fn`, which is not always inlined.
    let [mut x, mut y, mut z] = [[0.0; LANES]; 3];
    for lane in 0..LANES {
        let p = (points[lane.min(last)] * share).as_vec3();
        (x[lane], y[lane], z[lane]) = (p.x, p.y, p.z);
    }
    [x, y, z]
}

/// Points in 3D in `f32`, for searches whose bounds include the rounding error.
#[derive(Clone, Debug, PartialEq)]
pub struct Narrow {
    unit: f64,
    blocks: Box<[Block]>,
}

impl Narrow {
    /// Takes at least one point and a unit, which is a power of two about as large as the points.
    pub(super) fn new(points: &[DVec3], unit: f64) -> Self {
        Self { unit, blocks: points.chunks(LANES).map(|eight| block(eight, 1.0)).collect() }
    }
    /// The unit of the points.
    #[inline]
    pub fn unit(&self) -> f64 {
        self.unit
    }
    /// The points, padded by repeating the last.
    #[inline]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }
}

/// [`LANES`] edges of a ring in 2D in `f32`, each with the corner at which it begins. Lengths are
/// multiples of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edges {
    /// The outward normals: all x, all y. 0 for unused lanes.
    pub normals: [[f32; LANES]; 2],
    /// The distance of each edge from the origin along its normal. Infinite for unused lanes.
    pub offsets: [f32; LANES],
    /// The corners: all x, all y. The last corner fills the rest.
    pub corners: [[f32; LANES]; 2],
    /// The unit of lengths.
    pub unit: f64,
}

impl Edges {
    /// Takes at most [`LANES`] corners, and no more edges, in the unit of the input.
    #[inline]
    pub fn new(corners: &[DVec2], normals: &[DVec2], offsets: &[f64], unit: f64) -> Self {
        let share = 1.0 / unit;
        let last = corners.len() - 1;
        let corner = |axis: usize, lane: usize| (corners[lane.min(last)][axis] * share) as f32;
        let normal = |axis: usize, lane: usize| normals.get(lane).map_or(0.0, |n| n[axis] as f32);
        let offset = |lane: usize| offsets.get(lane).map_or(f32::INFINITY, |o| (o * share) as f32);
        Self {
            normals: from_fn(|axis| from_fn(|lane| normal(axis, lane))),
            offsets: from_fn(offset),
            corners: from_fn(|axis| from_fn(|lane| corner(axis, lane))),
            unit,
        }
    }

    /// Makes the rows of a ring, [`LANES`] edges at a time.
    pub(super) fn all(
        corners: &[DVec2],
        normals: &[DVec2],
        offsets: &[f64],
        unit: f64,
    ) -> Box<[Self]> {
        let parts = corners.chunks(LANES).zip(normals.chunks(LANES)).zip(offsets.chunks(LANES));
        parts
            .map(|((corners, normals), offsets)| Self::new(corners, normals, offsets, unit))
            .collect()
    }
}

/// Borrowed vectors in 3D as three arrays of coordinates. The length of each array is the next multiple
/// of [`LANES`]; the last vector fills the rest.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    /// The vectors themselves, without padding.
    pub all: &'a [DVec3],
    /// All x coordinates, padded.
    pub x: &'a [f64],
    /// All y coordinates, padded.
    pub y: &'a [f64],
    /// All z coordinates, padded.
    pub z: &'a [f64],
}

impl Columns<'_> {
    /// The number of vectors, without padding.
    #[inline]
    pub fn len(&self) -> usize {
        self.all.len()
    }
    /// Is it empty?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
    /// The vector with this index.
    #[inline]
    pub fn get(&self, i: u32) -> DVec3 {
        self.all[i as usize]
    }
}

impl Lanes<DVec3> {
    /// The same arrays, borrowed.
    #[inline]
    pub fn columns(&self) -> Columns<'_> {
        let [x, y, z] = &self.coordinates;
        Columns { all: &self.all, x, y, z }
    }
}
