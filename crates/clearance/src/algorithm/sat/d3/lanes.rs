//! Many faces against one point, one face against many points: the loops that bounded SAT
//! spends its time in, eight lanes at a time.

use alloc::vec::Vec;

use glam::DVec3;

use crate::hull::{Columns, Facets, LANES, Lane, Least};
use crate::space::Motion;

/// What one point of the other polytope says of every face: no more than `offset - normal . p`
/// is the overlap along it. Writes that for all faces, padding included, and gives the least and
/// its face.
#[inline(always)]
pub(super) fn bounds(facets: &Facets<'_>, p: DVec3, out: &mut Vec<f64>) -> (f64, u32) {
    let (normals, offsets) = (facets.normals(), facets.offsets());
    out.resize(offsets.len(), 0.0);
    let [x, y, z] = [normals.x, normals.y, normals.z].map(|column| column.as_chunks().0.iter());
    let (d, out) = (offsets.as_chunks().0.iter(), out.as_chunks_mut().0.iter_mut());
    let (mut least, mut row) = (Least::new(), 0.0);
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

/// Lists the faces whose bound is below a limit, in order. 64 faces are a word with a bit each,
/// so that only the ends of words are branches to guess.
#[inline(always)]
pub(super) fn below(bounds: &[f64], faces: usize, limit: f64, out: &mut List<u32>) {
    const SIGN: u64 = 1 << 63;
    out.clear(faces);
    let mut first = 0;
    for rows in bounds.as_chunks::<LANES>().0.chunks(8) {
        // The sign is the highest bit; a difference of nothing has none. Each row moves those
        // of the rows before down by eight.
        let mut signs = [0; LANES];
        for row in rows {
            for k in 0..LANES {
                signs[k] = (signs[k] >> 8) | ((row[k] - limit).to_bits() & SIGN);
            }
        }
        let mut word = 0;
        for k in 0..LANES {
            word |= signs[k] >> (LANES - 1 - k);
        }
        word >>= 64 - 8 * rows.len();
        while word != 0 {
            let face = first + word.trailing_zeros();
            // What is padded repeats the last face.
            out.add(face, (face as usize) < faces);
            word &= word - 1;
        }
        first += 64;
    }
}

/// A list in memory that is used again. Whether something is added is no branch: it is written,
/// and counted or not.
#[derive(Clone, Debug, Default)]
pub(super) struct List<T> {
    room: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> List<T> {
    /// Makes room for so many, and leaves none.
    #[inline(always)]
    pub(super) fn clear(&mut self, most: usize) {
        if self.room.len() <= most {
            self.room.resize(most + 1, T::default());
        }
        self.len = 0;
    }
    #[inline(always)]
    pub(super) fn add(&mut self, item: T, counts: bool) {
        self.room[self.len] = item;
        self.len += usize::from(counts);
    }
    /// Leaves what is to be kept.
    #[inline(always)]
    pub(super) fn keep(&mut self, mut counts: impl FnMut(T) -> bool) {
        let len = core::mem::take(&mut self.len);
        for i in 0..len {
            let item = self.room[i];
            self.add(item, counts(item));
        }
    }
    #[inline(always)]
    pub(super) fn items(&self) -> &[T] {
        &self.room[..self.len]
    }
}

/// Extreme points of one polytope in the frame of the other, coordinates apart: the first `N`,
/// which is a multiple of [`LANES`].
pub(super) struct Extremes<const N: usize> {
    x: [f64; N],
    y: [f64; N],
    z: [f64; N],
}

impl<const N: usize> Extremes<N> {
    /// Those of a polytope whose pose in the frame of the other is given.
    #[inline(always)]
    pub(super) fn new(facets: &Facets<'_>, pose: &Motion<DVec3>) -> Self {
        let Columns { x, y, z, .. } = facets.extremes();
        let Motion { columns: [u, v, w], translation: t } = pose;
        let mut all = Self { x: [0.0; N], y: [0.0; N], z: [0.0; N] };
        for start in (0..N).step_by(LANES) {
            // Small polytopes have eight: those are there more than once.
            let from = if x.len() > start { start } else { 0 };
            let (x, y, z) = (&x[from..from + LANES], &y[from..][..LANES], &z[from..][..LANES]);
            for k in 0..LANES {
                all.x[start + k] = u.x * x[k] + v.x * y[k] + w.x * z[k] + t.x;
                all.y[start + k] = u.y * x[k] + v.y * y[k] + w.y * z[k] + t.y;
                all.z[start + k] = u.z * x[k] + v.z * y[k] + w.z * z[k] + t.z;
            }
        }
        all
    }

    /// Which of them are below a height along a normal: bit k for number k.
    #[inline(always)]
    pub(super) fn below(&self, normal: DVec3, height: f64) -> u32 {
        // The sign is the highest bit; a difference of nothing has none, and proves nothing.
        let mut mask = 0;
        for k in 0..N {
            let h = normal.x * self.x[k] + normal.y * self.y[k] + normal.z * self.z[k];
            mask |= ((h - height).to_bits() >> 63) << k;
        }
        mask as u32
    }
}
