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

use arrayvec::ArrayVec;
use glam::DVec3;

use super::PosedShape;
use crate::hull::{Columns, Facets, LANES, Lane};
use crate::number::simd::{Work, widest};
use crate::shape::{Convex, Core, Part, Vertex, Wide};
use crate::space::Vector;

/// The tangent of the tilt angle: 1.8 degrees.
pub(super) const ANGLE: f64 = 1.0 / 32.0;

/// The directions of the tilts, along both axes perpendicular to the axis nearest to the normal.
const TO: [Lane; 2] = [
    [1.0, -1.0, 0.0, 0.0, HALF, -HALF, HALF, -HALF],
    [0.0, 0.0, 1.0, -1.0, HALF, HALF, -HALF, -HALF],
];
const HALF: f64 = core::f64::consts::FRAC_1_SQRT_2;

impl<C: Convex> PosedShape<'_, C> {
    /// The points of the surface, in A's frame, on which the shape rests along a unit direction after a
    /// small tilt. `None` for shapes without corners, or with too few corners to have nearly level faces.
    pub(super) fn tilted_supports(
        &self,
        direction: Wide<C>,
    ) -> impl Iterator<Item = Vertex<Wide<C>>> {
        let Self { part, motion, .. } = self;
        let is_polytope = if let Part::Convex(shape) = part {
            matches!(shape.to_core(), Core::Polytope { points } if points > C::V::DIM + 1)
        } else {
            false
        };
        let local = motion.unrotate(direction);
        let up = most(local);
        let count = if C::V::DIM == 2 { 2 } else { LANES };
        (0..if is_polytope { count } else { 0 }).filter_map(move |k| {
            let [y, z] = [1, 2].map(|k| Wide::<C>::unit((up + k) % C::V::DIM));
            let to = TO.map(|to| to[k]);
            let aside = if C::V::DIM == 2 { y * to[0] } else { y * to[0] + z * to[1] };
            self.top(motion.rotate((local + aside * ANGLE).unit_along()?))
        })
    }
}

/// The corners of a hull without radius in 3D, by index, except its farthest corner `top`. `direction` is
/// the normal in the frame of the hull.
pub(super) fn tilted_corners(facets: &Facets<'_>, direction: DVec3, top: u32) -> ArrayVec<u32, 8> {
    let sides = TiltAxes::of(direction);
    let vertices = facets.vertices();
    if vertices.len() <= IN_LANES {
        level_in_lanes(facets, &sides, top)
    } else {
        level_around(facets, &sides, top)
    }
}

/// With more vertices than this, a walk around the farthest vertex is faster than a scan.
const IN_LANES: usize = 64;

/// Tests all vertices, eight at a time. In most cases few are nearly level.
fn level_in_lanes(facets: &Facets<'_>, sides: &TiltAxes, top: u32) -> ArrayVec<u32, 8> {
    let of = facets.vertices();
    let mut others = widest(Level { of, at: of.get(top), sides }) & !(1 << top);
    let mut found = ArrayVec::new();
    while others != 0 {
        found.push(others.trailing_zeros());
        others &= others - 1;
    }
    found
}

/// Walks from the top to nearly level corners, and from these to others.
///
/// No tilted direction is farther from the normal than the tilt angle. If an edge leads upwards after a
/// tilt, its end is at most this far below the top. So all ascending paths consist of corners for which
/// this is true, and which are connected to the top by such corners.
fn level_around(facets: &Facets<'_>, sides: &TiltAxes, top: u32) -> ArrayVec<u32, 8> {
    let topology = facets.topology();
    let at = facets.vertices().get(top);
    let mut best = Best::new(top);
    let mut known = ArrayVec::<u32, MOST>::from_iter([top]);
    let mut next = 0;
    while let Some(&from) = known.get(next) {
        next += 1;
        for end in topology.vertex_edges(from).map(|edge| topology.target(edge)) {
            let way = facets.vertices().get(end) - at;
            if !sides.may_rise(way) || known.contains(&end) {
                continue;
            }
            best.raise(sides, way, end);
            if known.try_push(end).is_err() {
                return climbed(facets, sides, top);
            }
        }
    }
    best.others(top)
}

/// The same for many nearly level corners: climbs along the edges, once for each tilted direction.
fn climbed(facets: &Facets<'_>, sides: &TiltAxes, top: u32) -> ArrayVec<u32, 8> {
    let climb = |k| climb(facets, sides.direction(TO.map(|to| to[k])), top);
    let ends = core::array::from_fn(climb);
    distinct(ends, top)
}

fn distinct(ends: [u32; LANES], top: u32) -> ArrayVec<u32, 8> {
    let mut found = ArrayVec::new();
    for end in ends {
        if end != top && !found.contains(&end) {
            found.push(end);
        }
    }
    found
}

/// The largest number of nearly level corners that are visited.
const MOST: usize = 16;

/// The tilted directions.
struct TiltAxes {
    normal: DVec3,
    /// The axes perpendicular to the axis nearest to the normal.
    axes: [usize; 2],
}

impl TiltAxes {
    fn of(normal: DVec3) -> Self {
        let up = most(normal);
        Self { normal, axes: [(up + 1) % 3, (up + 2) % 3] }
    }
    /// The upward direction after a tilt.
    fn direction(&self, to: [f64; 2]) -> DVec3 {
        let mut direction = self.normal;
        direction[self.axes[0]] += to[0] * ANGLE;
        direction[self.axes[1]] += to[1] * ANGLE;
        direction
    }
    /// May this vector lead upwards after a tilt?
    #[inline]
    fn may_rise(&self, way: DVec3) -> bool {
        let [y, z] = self.axes.map(|i| way[i]);
        let fall = -way.dot(self.normal);
        fall <= 0.0 || fall * fall <= ANGLE * ANGLE * (y * y + z * z)
    }
}

/// The highest corner so far after each tilt, and its height above the top.
struct Best {
    levels: Lane,
    ends: [u32; LANES],
}

impl Best {
    fn new(top: u32) -> Self {
        Self { levels: [0.0; LANES], ends: [top; LANES] }
    }
    /// `way` leads from the top to `corner`. For each tilt after which this rises more than every
    /// way before, `corner` is now the highest.
    #[inline]
    fn raise(&mut self, sides: &TiltAxes, way: DVec3, corner: u32) {
        let [y, z] = sides.axes.map(|i| way[i] * ANGLE);
        let rise = way.dot(sides.normal);
        let raised = self.levels.iter_mut().zip(&mut self.ends);
        for ((level, end), (to_y, to_z)) in raised.zip(TO[0].iter().zip(&TO[1])) {
            let here = rise + to_y * y + to_z * z;
            *end = if here > *level { corner } else { *end };
            *level = level.max(here);
        }
    }
    fn others(&self, top: u32) -> ArrayVec<u32, 8> {
        distinct(self.ends, top)
    }
}

/// The work of [`level_in_lanes`]: the highest vertices after each tilt, one bit each.
struct Level<'a> {
    of: Columns<'a>,
    /// The point that they must be higher than.
    at: DVec3,
    sides: &'a TiltAxes,
}

impl Work for Level<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let TiltAxes { normal, axes } = *self.sides;
        let (mut levels, mut ends) = ([0.0; LANES], [0_u64; LANES]);
        let mut left = self.may_rise();
        while left != 0 {
            // The padding repeats the last vertex.
            let vertex = left.trailing_zeros().min(self.of.len() as u32 - 1);
            let way = self.of.get(vertex) - self.at;
            let (y, z) = (way[axes[0]] * ANGLE, way[axes[1]] * ANGLE);
            let rise = way.x * normal.x + way.y * normal.y + way.z * normal.z;
            for k in 0..LANES {
                let level = rise + TO[0][k] * y + TO[1][k] * z;
                let higher = level > levels[k];
                ends[k] = if higher { 1 << vertex } else { ends[k] };
                levels[k] = if higher { level } else { levels[k] };
            }
            left &= left - 1;
        }
        ends.iter().fold(0, |all, end| all | end)
    }
}

impl Level<'_> {
    /// The vertices that may be higher after one of the tilts, one bit each.
    #[inline(always)]
    fn may_rise(&self) -> u64 {
        const SIGN: u64 = 1 << 63;
        let Self { of, at, sides: TiltAxes { normal, axes } } = self;
        let [x, y, z] = [of.x, of.y, of.z].map(|column| column.as_chunks::<LANES>().0);
        let ([i, j], all) = (*axes, [x, y, z]);
        let (all_u, all_v, at_u, at_v) = (all[i], all[j], at[i], at[j]);
        let rows = x.len().min(IN_LANES / LANES);
        // The sign is the highest bit. Each row shifts the bits of the rows before down by eight.
        let mut signs = [0; LANES];
        for row in 0..rows {
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
        shifted.fold(0, |word, bits| word | bits) >> (64 - LANES * rows)
    }
}

/// The farthest vertex, by climbing to ever higher neighbours.
fn climb(facets: &Facets<'_>, direction: DVec3, from: u32) -> u32 {
    let height = |vertex: u32| facets.vertices().get(vertex).dot(direction);
    let topology = facets.topology();
    let (mut here, mut level) = (from, height(from));
    loop {
        let start = here;
        for end in topology.vertex_edges(start).map(|edge| topology.target(edge)) {
            let there = height(end);
            if there > level {
                (here, level) = (end, there);
            }
        }
        if here == start {
            return here;
        }
    }
}

/// The index of the largest coordinate.
fn most<W: Vector<Scalar = f64>>(v: W) -> usize {
    (1..W::DIM).fold(0, |m, i| if v.get(i).abs() > v.get(m).abs() { i } else { m })
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::hull::{Hull3, build3};
    use crate::shape::Face;

    /// Numbers between -1 and 1, the same each time.
    fn numbers() -> impl FnMut() -> f64 {
        let mut random = clearance_testing::Random::new(1);
        move || random.signed()
    }

    /// Corners about on the top and the bottom of a drum, so that many are nearly level.
    fn drum(corners: usize, next: &mut impl FnMut() -> f64) -> Vec<DVec3> {
        let tilt = 0.03 * next().abs();
        (0..corners)
            .map(|i| {
                let angle = core::f64::consts::PI * next();
                let up = if i % 2 == 0 { 0.5 } else { -0.5 };
                DVec3::new(angle.cos(), angle.sin(), up + tilt * next())
            })
            .collect()
    }

    #[test]
    fn a_look_at_all_finds_what_a_walk_finds() {
        let (mut next, mut found, mut none, mut steep) = (numbers(), 0, 0, 0);
        for trial in 0..400 {
            let points = drum(8 + trial % 53, &mut next);
            let Ok(Hull3::Solid(solid)) = build3(&points) else { continue };
            let facets = solid.facets();
            for _ in 0..20 {
                let near_axis = DVec3::new(0.05 * next(), 0.05 * next(), 1.0);
                let any = DVec3::new(next(), next(), next());
                let direction = if next() > 0.0 { near_axis } else { any }.normalize();
                let (sides, top) = (TiltAxes::of(direction), facets.support(direction));
                let mut walked: Vec<u32> = level_around(&facets, &sides, top).to_vec();
                walked.sort_unstable();
                assert_eq!(level_in_lanes(&facets, &sides, top).as_slice(), walked);
                // All falls away from that corner: tilted a little it stands on the same one.
                let mut face = Face::<DVec3>::new();
                face.set_facet_along(&facets, direction);
                assert!(face.fall <= ANGLE * ANGLE || walked.is_empty());
                steep += usize::from(face.fall > ANGLE * ANGLE);
                found += walked.len();
                none += usize::from(walked.is_empty());
            }
        }
        assert!(found > 5_000 && none > 1_000, "{found} corners, {none} times none");
        assert!(steep > 500, "{steep} times all falls away");
    }
}
