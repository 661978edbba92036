//! Many faces against one point, one face against many points: the loops that bounded SAT
//! spends its time in, eight lanes at a time.

use alloc::vec::Vec;

use glam::DVec3;

use crate::hull::{EXTREMES, Facets, LANES};

/// What one point of the other polytope says of every face: no more than `offset - normal . p`
/// is the overlap along it. Writes that for all faces, padding included, and gives the least
/// and its face, the first of several.
#[inline(always)]
pub(super) fn bounds(facets: &Facets<'_>, p: DVec3, out: &mut Vec<f64>) -> (f64, u32) {
    let (normals, offsets) = (facets.normals(), facets.offsets());
    let count = offsets.len();
    out.resize(count, 0.0);
    let (mut least, mut first) = ([f64::INFINITY; LANES], [0_u64; LANES]);
    let chunks = normals.x.chunks_exact(LANES).zip(normals.y.chunks_exact(LANES));
    let chunks = chunks.zip(normals.z.chunks_exact(LANES)).zip(offsets.chunks_exact(LANES));
    let mut at = 0;
    for ((((x, y), z), d), out) in chunks.zip(out.chunks_exact_mut(LANES)) {
        for k in 0..LANES {
            let bound = d[k] - (x[k] * p.x + y[k] * p.y + z[k] * p.z);
            out[k] = bound;
            let less = bound < least[k];
            least[k] = if less { bound } else { least[k] };
            first[k] = if less { at } else { first[k] };
        }
        at += LANES as u64;
    }
    let mut best = 0;
    for k in 1..LANES {
        let earlier = first[k] + (k as u64) < first[best] + best as u64;
        if least[k] < least[best] || (least[k] == least[best] && earlier) {
            best = k;
        }
    }
    (least[best], (first[best] + best as u64) as u32)
}

/// The faces whose bound is below a limit, in order.
#[inline(always)]
pub(super) fn below(bounds: &[f64], faces: usize, limit: f64, out: &mut Vec<u32>) {
    out.clear();
    for (i, chunk) in bounds.chunks_exact(LANES).enumerate() {
        let mut found = 0_u32;
        for k in 0..LANES {
            found |= u32::from(chunk[k] < limit) << k;
        }
        while found != 0 {
            let face = (i * LANES) as u32 + found.trailing_zeros();
            if (face as usize) < faces {
                out.push(face);
            }
            found &= found - 1;
        }
    }
}

/// How many extreme points there are, with padding.
const POINTS: usize = 16;

/// The extreme points of one polytope in the frame of the other, coordinates apart.
pub(super) struct Extremes {
    x: [f64; POINTS],
    y: [f64; POINTS],
    z: [f64; POINTS],
}

impl Extremes {
    /// From what gives their places by number.
    #[inline(always)]
    pub(super) fn new(place: impl Fn(usize) -> DVec3) -> Self {
        let mut all = Self { x: [0.0; POINTS], y: [0.0; POINTS], z: [0.0; POINTS] };
        for i in 0..POINTS {
            let p = place(i.min(EXTREMES - 1));
            (all.x[i], all.y[i], all.z[i]) = (p.x, p.y, p.z);
        }
        all
    }

    /// Which of them are at or below a height along a normal: bit k for number k.
    #[inline(always)]
    pub(super) fn at_or_below(&self, normal: DVec3, height: f64) -> u32 {
        let mut mask = 0;
        for k in 0..POINTS {
            let h = normal.x * self.x[k] + normal.y * self.y[k] + normal.z * self.z[k];
            mask |= u32::from(h <= height) << k;
        }
        mask
    }
}
