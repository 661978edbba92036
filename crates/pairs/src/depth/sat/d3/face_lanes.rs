//! Many faces with one point, and one face with many points: the loops in which bounded SAT spends its
//! time, in eight lanes.

use alloc::vec::Vec;

use glam::DVec3;

use crate::hull::{Columns, Facets, LANES, Lane, Least};
use crate::number::simd::{Work, widest};
use crate::space::Motion;

/// A lower bound of the overlap along every face, from one point p of the other polytope: `offset -
/// normal . p`. Writes the bounds of all faces, padding included, and returns the least and its face.
#[inline]
pub(super) fn bounds(facets: &Facets<'_>, p: DVec3, out: &mut Vec<f64>) -> (f64, u32) {
    out.resize(facets.offsets().len(), 0.0);
    widest(Bounds { normals: facets.normals(), offsets: facets.offsets(), p, out })
}

struct Bounds<'a> {
    normals: Columns<'a>,
    offsets: &'a [f64],
    p: DVec3,
    out: &'a mut [f64],
}

impl Work for Bounds<'_> {
    type Output = (f64, u32);

    #[inline(always)]
    fn run(self) -> (f64, u32) {
        let Self { normals: Columns { x, y, z, .. }, offsets, p, out } = self;
        let [x, y, z, d] = [x, y, z, offsets].map(|column| column.as_chunks().0.iter());
        let out = out.as_chunks_mut().0.iter_mut();
        let (mut least, mut row) = (Least::default(), 0.0);
        for ((((x, y), z), d), out) in x.zip(y).zip(z).zip(d).zip(out) {
            let (x, y, z, d): (&Lane, &Lane, &Lane, &Lane) = (x, y, z, d);
            let mut bound = [0.0; LANES];
            for k in 0..LANES {
                bound[k] = d[k] - (x[k] * p.x + y[k] * p.y + z[k] * p.z);
            }
            least.offer(row, &bound);
            row += 1.0;
            *out = bound;
        }
        least.found()
    }
}

/// Lists the faces whose bound is below a limit, in order.
#[inline]
pub fn below(bounds: &[f64], faces: usize, limit: f64, out: &mut List<u32>) {
    out.clear(faces);
    widest(Below { bounds, faces, limit, out });
}

struct Below<'a> {
    bounds: &'a [f64],
    faces: usize,
    limit: f64,
    out: &'a mut List<u32>,
}

impl Work for Below<'_> {
    type Output = ();

    /// The bits of 64 faces fill a word, so that only the ends of words are branches.
    #[inline(always)]
    fn run(self) {
        const SIGN: u64 = 1 << 63;
        let mut first = 0;
        for rows in self.bounds.as_chunks::<LANES>().0.chunks(8) {
            // The sign is the highest bit. A difference of 0 has none (except -0 - 0, and one face too
            // many does no harm). Each row shifts the rows before it down by eight.
            let mut signs = [0; LANES];
            for row in rows {
                for k in 0..LANES {
                    signs[k] = (signs[k] >> 8) | ((row[k] - self.limit).to_bits() & SIGN);
                }
            }
            let shifted = signs.iter().zip((0..LANES).rev()).map(|(sign, k)| sign >> k);
            let mut word = shifted.fold(0, |word, bits| word | bits);
            word >>= 64 - 8 * rows.len();
            while word != 0 {
                let face = first + word.trailing_zeros();
                // Padding repeats the last face.
                self.out.add(face, (face as usize) < self.faces);
                word &= word - 1;
            }
            first += 64;
        }
    }
}

/// Extreme points of one polytope in the frame of the other, in columns of `f32`.
///
/// *Rounding.* Lengths are divided by the binade of the pair's size, so that points are at most 2 from
/// the origin. A height along a normal has two roundings of each factor, one of the product and two of
/// the sum: with u = 2^-24 it is off by 5u times 2, and the limit, which is below 8, by 4u. So a height
/// that is below the limit by 16u is proven to be below it; all others are tested again in `f64`.
/// looked at again in `f64`.
#[derive(Clone, Debug, Default)]
pub struct Extremes {
    x: [Short; ROWS],
    y: [Short; ROWS],
    z: [Short; ROWS],
    /// The number of points, in rows of eight.
    rows: usize,
    scale: f64,
}

/// The most rows: one bit for each point fits into a word.
pub const ROWS: usize = 4;

type Short = [f32; LANES];

/// See [`Extremes`].
const MARGIN: f64 = 16.0 / (1 << 24) as f64;

impl Extremes {
    /// Stores at most this number of rows of a polytope, whose pose in the frame of the other is given.
    /// No point is farther than `2 / scale`.
    #[inline]
    pub fn place(&mut self, f: &Facets<'_>, pose: &Motion<DVec3>, scale: f64, most: usize) {
        let points = f.extremes();
        self.rows = most.min(points.x.len() / LANES).min(ROWS);
        self.scale = scale;
        widest(Transforming { points, pose, all: self });
    }

    /// The points that prove `best` at each of the faces: bit k for point k.
    #[inline]
    pub fn prove(&self, facets: &Facets<'_>, faces: &[u32], best: f64, out: &mut [u32]) {
        let (normals, offsets) = (facets.normals().all, facets.offsets());
        widest(Prove { extremes: self, normals, offsets, faces, best, out });
    }
}

struct Transforming<'a> {
    points: Columns<'a>,
    pose: &'a Motion<DVec3>,
    all: &'a mut Extremes,
}

impl Work for Transforming<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { points: Columns { x, y, z, .. }, pose, all } = self;
        let Motion { columns, translation } = pose;
        let ([u, v, w], t) = (columns.map(|c| c * all.scale), *translation * all.scale);
        // In a buffer of its own, so that the loop has no bounds checks.
        let mut out = [[0.0; ROWS * LANES]; 3];
        let [out_x, out_y, out_z] = &mut out;
        let points = x.iter().zip(y).zip(z).take(all.rows * LANES);
        for (((x, y), z), ((out_x, out_y), out_z)) in
            points.zip(out_x.iter_mut().zip(out_y).zip(out_z))
        {
            *out_x = (u.x * x + v.x * y + w.x * z + t.x) as f32;
            *out_y = (u.y * x + v.y * y + w.y * z + t.y) as f32;
            *out_z = (u.z * x + v.z * y + w.z * z + t.z) as f32;
        }
        let in_rows =
            |column: &[f32; ROWS * LANES]| core::array::from_fn(|i| column.as_chunks().0[i]);
        [all.x, all.y, all.z] = out.each_ref().map(in_rows);
    }
}

struct Prove<'a> {
    extremes: &'a Extremes,
    normals: &'a [DVec3],
    offsets: &'a [f64],
    faces: &'a [u32],
    best: f64,
    out: &'a mut [u32],
}

impl Work for Prove<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        const SIGN: u32 = 1 << 31;
        let Extremes { x, y, z, rows, scale } = self.extremes;
        // Each row shifts the rows before it down by eight, from the top.
        let unused = 8 * (ROWS - rows);
        for face in self.faces {
            let i = *face as usize;
            let [nx, ny, nz] = self.normals[i].to_array().map(|n| n as f32);
            let limit = ((self.offsets[i] - self.best) * scale - MARGIN) as f32;
            // As in `Below`: a difference of 0 has no sign and proves nothing.
            let mut signs = [0; LANES];
            for ((x, y), z) in x.iter().zip(y).zip(z).take(*rows) {
                for k in 0..LANES {
                    let height = nx * x[k] + ny * y[k] + nz * z[k];
                    signs[k] = (signs[k] >> 8) | ((height - limit).to_bits() & SIGN);
                }
            }
            let shifted = signs.iter().zip((0..LANES).rev()).map(|(sign, k)| sign >> k);
            self.out[i] = shifted.fold(0, |mask, bits| mask | bits) >> unused;
        }
    }
}

/// A list in a buffer that is reused. Adding has no branch: the element is always written, and counted if
/// it is to be added.
#[derive(Clone, Debug, Default)]
pub struct List<T> {
    room: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> List<T> {
    /// Reserves this capacity, and clears the list.
    #[inline(always)]
    pub fn clear(&mut self, most: usize) {
        if self.room.len() <= most {
            self.room.resize(most + 1, T::default());
        }
        self.len = 0;
    }
    #[inline(always)]
    pub fn add(&mut self, item: T, counts: bool) {
        self.room[self.len] = item;
        self.len += usize::from(counts);
    }
    /// Clears the list, so that the caller can visit all elements and add those to keep. Returns the
    /// number of elements.
    #[inline(always)]
    pub fn restart(&mut self) -> usize {
        core::mem::take(&mut self.len)
    }
    /// The elements before the list was restarted.
    #[inline(always)]
    pub fn at(&self, i: usize) -> T {
        self.room[i]
    }
    #[inline(always)]
    pub fn items(&self) -> &[T] {
        &self.room[..self.len]
    }
}
