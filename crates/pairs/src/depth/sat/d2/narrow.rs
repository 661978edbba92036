//! Of all edges of two rings, the edge along whose normal they are the farthest apart, or overlap the
//! least, in `f32`. A search in `f64` begins there; if the result is clear enough, it answers a yes-or-no
//! question.
//!
//! [`LANES`] edges at a time are tested against all corners of the other ring, in the other ring's frame.
//! No branch depends on the numbers.
//!
//! *Rounding.* Let u be the unit of roundoff of `f32`. A normal turned into the other frame is off by 6 u:
//! each coordinate by 4 u of two products whose sum is at most 1. The height of a corner along it is off
//! by 9 u of the other's reach, including 3 u for the corner, the products and their sum. The other terms
//! are 4 u of the distance of the origins along the normal, u of the own reach, 2 u of either reach for
//! rounded units, and 2 u of everything for two sums. All together are at most 13 u of the size
//! ([`OFF`]). The height along the axis that is found is then computed in `f64`, whose error is a
//! billionth of this.

use core::array::from_fn;

use glam::DVec2;

use crate::hull::{Edges, LANES};
use crate::space::Motion;

/// The error bound of [`Steepest::height`], relative to the size of the pair: 16 u.
pub const OFF: f64 = 8.0 * f32::EPSILON as f64;

/// A ring in `f32`.
#[derive(Clone, Copy, Debug)]
pub struct NarrowRing<'r> {
    /// The edges, [`LANES`] to a row.
    pub rows: &'r [Edges],
    /// The number of corners.
    pub corners: usize,
}

/// An edge, and the height of the other ring above its line; negative if they overlap along its normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steepest {
    /// Its index.
    pub edge: usize,
    /// In the unit of the input.
    pub height: f64,
}

#[inline(always)]
fn narrowed(v: DVec2) -> [f32; 2] {
    [v.x as f32, v.y as f32]
}

/// The highest of each lane's heights, over all rows.
struct Highest {
    most: [f32; LANES],
    /// The row of the highest.
    rows: [f32; LANES],
    row: f32,
}

impl Highest {
    #[inline(always)]
    fn offer(&mut self, heights: [f32; LANES]) {
        for ((most, row), height) in self.most.iter_mut().zip(&mut self.rows).zip(heights) {
            let is_above = height > *most;
            *row = if is_above { self.row } else { *row };
            *most = if is_above { height } else { *most };
        }
        self.row += LANES as f32;
    }

    /// The lowest of equal lanes.
    #[inline(always)]
    fn found(&self, size: f64) -> Steepest {
        let top = self.most.iter().fold(f32::NEG_INFINITY, |m, h| if *h > m { *h } else { m });
        // NaN equals nothing, so there may be no lane.
        let lane = self.most.iter().position(|h| *h == top).unwrap_or(0);
        Steepest { edge: self.rows[lane] as usize + lane, height: f64::from(top) * size }
    }
}

impl NarrowRing<'_> {
    /// The edge above whose line all of the other ring is the farthest; the lowest lane of the first row
    /// wins ties. Takes the other ring's pose in this ring's frame, and a bound of all lengths.
    #[inline(always)]
    pub fn steepest(&self, other: &Self, motion: &Motion<DVec2>, size: f64) -> Steepest {
        let scale = 1.0 / size;
        let ([xx, xy], [yx, yy]) = (narrowed(motion.columns[0]), narrowed(motion.columns[1]));
        let [tx, ty] = narrowed(motion.translation * scale);
        let mut found = Highest { most: [f32::NEG_INFINITY; LANES], rows: [0.0; LANES], row: 0.0 };
        for Edges { normals: [nx, ny], offsets, unit, .. } in self.rows {
            let to_x: [f32; LANES] = from_fn(|k| xx * nx[k] + xy * ny[k]);
            let to_y: [f32; LANES] = from_fn(|k| yx * nx[k] + yy * ny[k]);
            let mut lowest = [f32::INFINITY; LANES];
            let mut look_at = |x: &[f32], y: &[f32]| {
                for (x, y) in x.iter().zip(y) {
                    let heights: [f32; LANES] = from_fn(|k| to_x[k] * x + to_y[k] * y);
                    lowest =
                        from_fn(|k| if heights[k] < lowest[k] { heights[k] } else { lowest[k] });
                }
            };
            // Most corners are padding of rings of four: half a row at a time.
            for (at, Edges { corners: [x, y], .. }) in other.rows.iter().enumerate() {
                look_at(&x[..4], &y[..4]);
                if other.corners > at * LANES + 4 {
                    look_at(&x[4..], &y[4..]);
                }
            }
            let [own, others] = [*unit, other.rows[0].unit].map(|unit| (unit * scale) as f32);
            let heights: [f32; LANES] =
                from_fn(|k| (nx[k] * tx + ny[k] * ty) + (lowest[k] * others - offsets[k] * own));
            found.offer(heights);
        }
        found.found(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::sat::d2::{Few, Ring};
    use crate::hull::{Hull2, Outline, build2};
    use crate::number::simd::{Work, widest};
    use alloc::boxed::Box;
    use alloc::vec::Vec;
    use clearance_testing::Random;
    use core::f64::consts::TAU;

    enum Made {
        Many(Outline<DVec2>),
        Few(Box<(Few, [Edges; 1])>),
    }

    impl Made {
        /// Polygons of up to 40 corners, thin ones and on a lattice, rectangles, triangles and segments.
        fn random(random: &mut Random, size: f64) -> Self {
            let (is_lattice, thin) = (random.below(3) == 0, *random.one_of(&[1.0, 1.0, 1e-3]));
            let mut point = || {
                let p = DVec2::new(random.signed(), thin * random.signed());
                if is_lattice { (p * 2.0).round() * (0.5 * size) } else { p * size }
            };
            let few = match (point(), point(), point()) {
                (p, _, _) if random.below(4) == 0 => Some(Few::rectangle(p.abs() + 0.01 * size)),
                (p, q, _) if random.below(4) == 0 => Some(Few::segment([p, q])),
                (p, q, r) if random.below(4) == 0 => Some(Few::triangle([p, q, r])),
                _ => None,
            };
            if let Some(few) = few.filter(|few| few.ring().len() > 2 || few.turns_left().is_none())
            {
                return Self::Few(Box::new((few, [few.narrow(size)])));
            }
            let count = 4 + random.below(40);
            let turned = |i: usize| DVec2::from_angle(i as f64 * TAU / count as f64);
            match build2(&(0..count).map(|i| turned(i) * size).collect::<Vec<_>>()).unwrap() {
                Hull2::Outline(outline) => Self::Many(outline),
                _ => unreachable!("on a circle"),
            }
        }
        fn ring(&self) -> (Ring<'_>, NarrowRing<'_>) {
            let (ring, rows): (Ring<'_>, &[Edges]) = match self {
                Self::Many(outline) => (outline.into(), outline.narrow()),
                Self::Few(made) => (made.0.ring(), &made.1),
            };
            (ring, NarrowRing { rows, corners: ring.len() })
        }
    }

    /// In wider registers than those of the tests.
    struct Wide<'a>([NarrowRing<'a>; 2], Motion<DVec2>, f64);

    impl Work for Wide<'_> {
        type Output = Steepest;
        #[inline(always)]
        fn run(self) -> Steepest {
            let Self([own, other], motion, size) = self;
            own.steepest(&other, &motion, size)
        }
    }

    /// No line is farther below the other ring than the one that is found, up to rounding, and its height
    /// is that in `f64`; registers of any width find the same.
    #[test]
    fn the_steepest_of_all_is_found() {
        let (mut random, mut seen, mut worst) = (Random::new(5), [0; 3], 0.0);
        for i in 0..clearance_testing::pairs(20_000) {
            let size = 10.0_f64.powi(*random.one_of(&[0, 0, 0, -40, 40, 3, -5]));
            let other_size = size * *random.one_of(&[1.0, 1.0, 1e-2, 1e-6]);
            let (a, b) = (Made::random(&mut random, size), Made::random(&mut random, other_size));
            let ((ring, own), (beside, other)) = (a.ring(), b.ring());
            let [x, y] = if random.below(3) == 0 {
                [DVec2::X, DVec2::Y]
            } else {
                let x = DVec2::from_angle(random.range(0.0, TAU));
                [x, x.perp()]
            };
            let far = *random.one_of(&[0.1, 1.0, 1.0, 3.0, 100.0]);
            let translation = DVec2::new(random.signed(), random.signed()) * (far * size);
            let motion = Motion { columns: [x, y, DVec2::ZERO], translation };
            let reach = |ring: &Ring<'_>| {
                (0..ring.len()).map(|k| ring.vertex(k).length()).fold(0.0, f64::max)
            };
            let size = reach(&ring) + reach(&beside) + translation.length();
            let height = |edge: usize| {
                let (up, offset) = (ring.normal(edge), ring.offset(edge));
                let heights = (0..beside.len()).map(|k| up.dot(motion.apply(beside.vertex(k))));
                heights.fold(f64::INFINITY, f64::min) - offset
            };
            let most = (0..ring.len()).map(height).fold(f64::NEG_INFINITY, f64::max);
            let found = own.steepest(&other, &motion, size);
            assert_eq!(found, widest(Wide([own, other], motion, size)), "{i}");
            assert!(found.edge < ring.len(), "{i}");
            let off = [found.height - most, found.height - height(found.edge)];
            assert!(off.iter().all(|off| off.abs() < OFF * size), "{i}: {off:?} {size}");
            worst = f64::max(worst, off[0].abs() / (OFF * size));
            seen[0] += usize::from(most > 0.0);
            seen[1] += usize::from(most < 0.0);
            seen[2] += usize::from(ring.len() > LANES || beside.len() > LANES);
        }
        // A tenth of the bound is reached, so it is not far too wide.
        assert!(seen.iter().all(|count| *count > 3000) && worst > 0.1, "{seen:?} {worst}");
    }
}
