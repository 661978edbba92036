//! Vectors with their coordinates apart, for loops that take several at a time, and the least of
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

/// The least of many numbers and where it is, by eight searches side by side: no branch depends
/// on the numbers, so there is none to guess wrong.
#[doc(hidden)]
pub struct Least {
    least: Lane,
    /// In which row each search found it.
    row: Lane,
}

impl Default for Least {
    #[inline(always)]
    fn default() -> Self {
        Self { least: [f64::INFINITY; LANES], row: [0.0; LANES] }
    }
}

impl Least {
    /// Looks at the numbers of the next row.
    #[inline(always)]
    pub fn offer(&mut self, row: f64, numbers: &Lane) {
        for ((least, at), number) in self.least.iter_mut().zip(&mut self.row).zip(numbers) {
            let less = *number < *least;
            *at = if less { row } else { *at };
            *least = if less { *number } else { *least };
        }
    }

    /// The least and where it is, counted through all rows; the first place wins a tie.
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

/// The least of eight, each half against the other: all at once.
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

/// Vectors in space as three arrays of coordinates, each padded to a multiple of [`LANES`] by
/// repeating the last: so a maximum over whole arrays needs no care at the end.
///
/// The vectors are there as they are, too, for those who ask for one.
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
    /// How many there are, without padding.
    pub fn len(&self) -> usize {
        self.all.len()
    }
    /// Are there none? A hull has at least four of everything.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
    /// All x, padded.
    pub fn x(&self) -> &[V::Scalar] {
        &self.coordinates[0]
    }
    /// All y, padded.
    pub fn y(&self) -> &[V::Scalar] {
        &self.coordinates[1]
    }
    /// All z, padded.
    pub fn z(&self) -> &[V::Scalar] {
        &self.coordinates[2]
    }
    /// The vector of a number below [`Lanes::len`].
    #[inline]
    pub fn get(&self, i: u32) -> V {
        self.all[i as usize]
    }
    /// All vectors, without padding.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = V> {
        self.all.iter().copied()
    }
}

/// [`LANES`] points in space in `f32`: all x, all y, all z.
pub type Block = [[f32; LANES]; 3];

/// Some of at most [`LANES`] points, in a unit of which they are multiples. The last one fills the rest.
#[inline]
pub fn block(points: &[DVec3], unit: f64) -> Block {
    let share = 1.0 / unit;
    let last = points.len() - 1;
    let of = |axis: usize, lane: usize| (points[lane.min(last)][axis] * share) as f32;
    core::array::from_fn(|axis| core::array::from_fn(|lane| of(axis, lane)))
}

/// Points in space in `f32`, for searches whose bounds count what that rounds away.
#[derive(Clone, Debug, PartialEq)]
pub struct Narrow {
    unit: f64,
    blocks: Box<[Block]>,
}

impl Narrow {
    /// Of at least one point, given in that unit: a power of two about as large as they are.
    pub(super) fn new(points: &[DVec3], unit: f64) -> Self {
        Self { unit, blocks: points.chunks(LANES).map(|eight| block(eight, 1.0)).collect() }
    }
    /// What the points are multiples of.
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

/// [`LANES`] edges of a ring in the plane in `f32`, each with the corner that it begins at. Lengths are
/// multiples of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edges {
    /// Outward: all x, all y. 0 for edges that are not there.
    pub normals: [[f32; LANES]; 2],
    /// How high an edge stands along its normal. Edges that are not there stand infinitely high.
    pub offsets: [f32; LANES],
    /// All x, all y; the last one fills the rest.
    pub corners: [[f32; LANES]; 2],
    /// Of the lengths.
    pub unit: f64,
}

impl Edges {
    /// Of at most [`LANES`] corners, and no more edges, in the unit of the input.
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

    /// Of a ring, [`LANES`] at a time.
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

/// Vectors in space as three arrays of coordinates, each as long as the next multiple of
/// [`LANES`]: the last vector is repeated there.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    /// All of them, as they are and without padding.
    pub all: &'a [DVec3],
    /// All x, padded.
    pub x: &'a [f64],
    /// All y, padded.
    pub y: &'a [f64],
    /// All z, padded.
    pub z: &'a [f64],
}

impl Columns<'_> {
    /// How many there are, without padding.
    #[inline]
    pub fn len(&self) -> usize {
        self.all.len()
    }
    /// Are there none?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
    /// The vector of that number.
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
