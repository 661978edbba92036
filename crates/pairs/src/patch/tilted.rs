//! Tilted supports: the corners on which a polytope would rest after a small tilt. They are almost as far
//! along the normal as the farthest corner.
//!
//! The bottoms of real parts have many faces that are level to a fraction of a degree. A part that rests
//! on one of these faces, which may be very thin, tips over its edge to the next one, and so on with
//! every step. So the shape is tilted a little in eight directions. The corners on which it would then
//! rest are contacts, too, if they are over the other shape's face:
//!
//! ```text
//!       \                /        o  corners of the face that lies flattest
//!        \              /         x  corners that it would come to stand on
//!         x--..__.---..x
//! ------------o--o--------------
//! ```
//!
//! If the neighbours of a face are steeper, it has no such corners. The directions are those of the
//! shape's own frame, so that they do not depend on which shape is A, and turn with the shape.
//!
//! *Source.* Bullet tilts shapes a little to find more points (`btConvexConvexAlgorithm`), and adds them
//! to those of earlier steps. Here one query finds them.

use core::ops::Range;

use arrayvec::ArrayVec;
use glam::DVec3;

use super::PosedShape;
use crate::hull::{Columns, Facets, LANES, Lane};
use crate::number::simd::{Work, widest};
use crate::shape::{Core, Vertex};
use crate::space::DVector;

/// The tangent of the tilt angle: 1.8 degrees.
pub const ANGLE: f64 = 1.0 / 32.0;

/// The directions of the tilts, along both axes perpendicular to the axis nearest to the normal.
pub const TO: [Lane; 2] = [
    [1.0, -1.0, 0.0, 0.0, HALF, -HALF, HALF, -HALF],
    [0.0, 0.0, 1.0, -1.0, HALF, HALF, -HALF, -HALF],
];
const HALF: f64 = core::f64::consts::FRAC_1_SQRT_2;

impl<W: DVector> PosedShape<'_, W> {
    /// The points of the surface, in A's frame, on which the shape rests along a unit direction after a
    /// small tilt. `None` for shapes without corners, or with too few corners to have nearly level faces.
    pub(super) fn tilted_supports(&self, direction: W) -> impl Iterator<Item = Vertex<W>> {
        let Self { shape, motion, .. } = self;
        let is_polytope = shape.is_some_and(
            |shape| matches!(shape.core(), Core::Polytope { points } if *points > W::DIM + 1),
        );
        let local = motion.unrotate(direction);
        let up = most(local);
        let count = if W::DIM == 2 { 2 } else { LANES };
        (0..if is_polytope { count } else { 0 }).filter_map(move |k| {
            let [y, z] = [1, 2].map(|k| W::unit((up + k) % W::DIM));
            let to = TO.map(|to| to[k]);
            let aside = if W::DIM == 2 { y * to[0] } else { y * to[0] + z * to[1] };
            self.top(motion.rotate((local + aside * ANGLE).unit_along()?))
        })
    }
}

/// The corners of a hull without radius in 3D, by index, except its farthest corner `top`. `direction` is
/// the normal in the frame of the hull.
pub fn tilted_corners(facets: &Facets<'_>, direction: DVec3, top: u32) -> ArrayVec<u32, LANES> {
    let (of, up) = (facets.vertices(), most(direction));
    let mut ends = widest(Level { of, top, normal: direction, axes: [(up + 1) % 3, (up + 2) % 3] });
    ends.sort_unstable();
    let mut found = ArrayVec::new();
    for end in ends {
        if end != top && found.last() != Some(&end) {
            found.push(end);
        }
    }
    found
}

/// Finds the highest vertex after each tilt: a few of all, which are tested eight at a time, are nearly level.
struct Level<'a> {
    of: Columns<'a>,
    /// The highest vertex before.
    top: u32,
    normal: DVec3,
    /// The axes perpendicular to the axis nearest to the normal.
    axes: [usize; 2],
}

impl Work for Level<'_> {
    type Output = [u32; LANES];

    #[inline(always)]
    fn run(self) -> [u32; LANES] {
        let Self { of, top, normal, axes } = &self;
        let at = of.get(*top);
        let (mut levels, mut ends) = ([0.0; LANES], [u64::from(*top); LANES]);
        let rows = of.x.len() / LANES;
        for first in (0..rows).step_by(LANES) {
            let mut left = self.may_rise(at, first..rows.min(first + LANES));
            while left != 0 {
                // The padding repeats the last vertex.
                let vertex = (LANES * first) as u32 + left.trailing_zeros();
                let vertex = vertex.min(of.len() as u32 - 1);
                let way = of.get(vertex) - at;
                let (y, z) = (way[axes[0]] * ANGLE, way[axes[1]] * ANGLE);
                let rise = way.x * normal.x + way.y * normal.y + way.z * normal.z;
                for k in 0..LANES {
                    let level = rise + TO[0][k] * y + TO[1][k] * z;
                    let higher = level > levels[k];
                    ends[k] = if higher { u64::from(vertex) } else { ends[k] };
                    levels[k] = if higher { level } else { levels[k] };
                }
                left &= left - 1;
            }
        }
        ends.map(|end| end as u32)
    }
}

impl Level<'_> {
    /// The vertices of up to eight rows that may be higher than a point after one of the tilts, one bit each.
    #[inline(always)]
    fn may_rise(&self, at: DVec3, rows: Range<usize>) -> u64 {
        const SIGN: u64 = 1 << 63;
        let Self { of, normal, axes: [i, j], .. } = self;
        let all = [of.x, of.y, of.z].map(|column| &column.as_chunks::<LANES>().0[rows.clone()]);
        let ([x, y, z], all_u, all_v, at_u, at_v) = (all, all[*i], all[*j], at[*i], at[*j]);
        // The sign is the highest bit. Each row shifts the bits of the rows before down by eight.
        let mut signs = [0; LANES];
        for row in 0..x.len() {
            for k in 0..LANES {
                let rise = (x[row][k] - at.x) * normal.x
                    + (y[row][k] - at.y) * normal.y
                    + (z[row][k] - at.z) * normal.z;
                let (u, v) = ((all_u[row][k] - at_u).abs(), (all_v[row][k] - at_v).abs());
                let straight = if u > v { u } else { v };
                let oblique = (u + v) * HALF;
                let farthest = if straight > oblique { straight } else { oblique };
                signs[k] = (signs[k] >> LANES) | ((-rise - farthest * ANGLE).to_bits() & SIGN);
            }
        }
        let shifted = signs.iter().zip((0..LANES).rev()).map(|(sign, k)| sign >> k);
        shifted.fold(0, |word, bits| word | bits) >> (64 - LANES * x.len())
    }
}

/// The index of the largest coordinate.
pub fn most<W: DVector>(v: W) -> usize {
    (1..W::DIM).fold(0, |m, i| if v.get(i).abs() > v.get(m).abs() { i } else { m })
}
