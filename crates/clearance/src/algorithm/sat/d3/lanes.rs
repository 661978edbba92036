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

/// The faces whose bound is below a limit, in order, and how many they are; what stands behind
/// them in `out` means nothing. 64 faces are a word with a bit each, so that only the ends of
/// words are branches to guess.
#[inline(always)]
pub(super) fn below(bounds: &[f64], faces: usize, limit: f64, out: &mut Vec<u32>) -> usize {
    const SIGN: u64 = 1 << 63;
    // Padding may be below the limit, too.
    out.resize(bounds.len(), 0);
    let (mut count, mut first) = (0, 0);
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
            out[count] = first + word.trailing_zeros();
            count += 1;
            word &= word - 1;
        }
        first += 64;
    }
    while count > 0 && out[count - 1] as usize >= faces {
        count -= 1;
    }
    count
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

    /// Is one of those with a bit in `mask` below a height along a normal?
    #[inline(always)]
    pub(super) fn any_below(&self, mut mask: u32, normal: DVec3, height: f64) -> bool {
        while mask != 0 {
            let k = mask.trailing_zeros() as usize % N;
            if normal.x * self.x[k] + normal.y * self.y[k] + normal.z * self.z[k] < height {
                return true;
            }
            mask &= mask - 1;
        }
        false
    }
}
