//! A ray and a triangle, so that no ray leaks between triangles that share an edge or a corner.
//!
//! ```text
//!        y ^    B            The corners are sheared so that the ray runs along z, and seen from its start
//!          |   / \           each edge turns left or right around the ray at the origin. The signs of the three
//!          |  / + \          edge functions  U = Cx By - Cy Bx, ...  are all 0 or more, or all 0 or less,
//!          | A-----C         if the ray meets the triangle.
//!          +-------> x
//! ```
//!
//! **No leaks.** A corner is sheared in the same way for all its triangles. The two products of an edge function are
//! each rounded, and rounding keeps the order of numbers; so the sign of their difference is right or 0, and 0 counts
//! as inside. The sheared corners are thus tested as in exact arithmetic, with the edges included, and neighbours
//! overlap but never part.
//!
//! **Nothing is missed that rounding moves aside.** The ray itself is rounded on its way to the surface's frame. So a
//! triangle is left out only if the ray passes it by more than that; if it passes the rim by less, it meets the triangle
//! perhaps, and surely only together with the triangles beyond the rim.
//!
//! *Source.* Woop, Benthin and Wald 2013, in `f64`; their second test in double precision is not needed, because 0
//! counts as inside.

use clearance_geometry::number::{max, min};
use clearance_geometry::space::{DVector, MOTION_ERROR};
use glam::Vec4;

use crate::lanes::{Lanes, Triangles, splat};
use crate::way::numbers;

/// A ray in the frame of a surface, made ready.
pub(crate) struct Ready {
    origin: [f64; 3],
    along: [f64; 3],
    /// The axes after the permutation: the last is the one along which the ray is steepest.
    axes: [usize; 3],
    /// The origin by these axes.
    start: [f64; 3],
    shear: [f64; 3],
    /// What the position of the ray may be off by.
    error: f64,
    /// More than a time at which a corner is passed may be off.
    late: f64,
}

/// The axes in turn, such that the one with the largest number comes last; of equal ones the first.
#[inline(always)]
fn steepest_last<N: Copy + PartialOrd>([x, y, z]: [N; 3]) -> [usize; 3] {
    const TURNS: [[usize; 3]; 3] = [[1, 2, 0], [2, 0, 1], [0, 1, 2]];
    // Without branches, which would be mispredicted.
    let (first, most) = (usize::from(y > x), if y > x { y } else { x });
    TURNS[if z > most { 2 } else { first }]
}

/// Where a ray meets a triangle, or may meet it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub time: f64,
    /// It does not meet the triangle before.
    pub lower: f64,
    /// If it meets it, it does so by then.
    pub latest: f64,
    /// Does it surely meet it? If not, it passes the rim within rounding.
    pub is_certain: bool,
    /// The normal that the corners go around counterclockwise.
    pub normal: [f64; 3],
    /// The place on the triangle.
    pub weights: [f64; 3],
}

/// A triangle as a ray sees it.
struct Seen {
    /// The corners, and the times of the planes across the steepest axis that they are in.
    corners: [[f64; 3]; 3],
    /// The edge functions U, V, W. In 2D the first two are the places of the ends, and the third is 0.
    sides: [f64; 3],
    /// What a sheared coordinate may be off by, and an edge function.
    off: f64,
    error: f64,
    /// The length of the way from the start along two edges, at least.
    reach: f64,
}

/// The relative error of sums of a few products of coordinates, such as a normal and its products.
const ERROR: f64 = 16.0 * f64::EPSILON;

/// The relative error of the direction, which is rotated once or, for a part of a compound, by a product of two rotations:
/// 45 units of roundoff, and 7 for the product with a vector (see [`MOTION_ERROR`]).
const TURNED: f64 = 26.0 * f64::EPSILON;

/// The error of a sheared coordinate, for each unit of the way to the corner; see [`Ready::see`].
const SHEARED: f64 = 4.0 * TURNED + 4.0 * f64::EPSILON;

/// The error of an edge function, in products of a sheared coordinate and its error: two for each of two products.
const EDGE: f64 = 4.0;

impl Ready {
    /// `size`: the largest coordinates on the way of the ray to the surface's frame, added. `off`: what its place is off by
    /// besides, in a compound.
    #[inline(always)]
    pub fn new<W: DVector>(origin: W, along: W, size: f64, off: f64) -> Self {
        let (origin, along) = (numbers(origin), numbers(along));
        let axes = steepest_last(along.map(f64::abs));
        let by_axis = |v: &[f64; 3]| [v[axes[0]], v[axes[1]], v[axes[2]]];
        let (start, [x, y, z]) = (by_axis(&origin), by_axis(&along));
        let error = 2.0 * MOTION_ERROR * f64::EPSILON * size + off;
        let shear = [x / z, y / z, 1.0 / z];
        let ready = Self { origin, along, axes, start, shear, error, late: 0.0 };
        // No triangle has a longer reach: 3 sizes to its corner, and 6 along each edge.
        Self { late: ready.loose(15.0 * size), ..ready }
    }

    /// What the position of the ray may be off by.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// More than the time of a corner may be off: the steepest coordinate is at least the length divided by the root of 3.
    #[inline(always)]
    fn loose(&self, reach: f64) -> f64 {
        ((ERROR + 2.0 * TURNED) * reach + self.error) * self.shear[2].abs() * 2.0
    }

    /// A corner as the ray sees it.
    #[inline(always)]
    fn seen<W: DVector>(&self, corner: W) -> [f64; 3] {
        let (corner, [x, y, z]) = (numbers(corner), self.axes);
        let depth = corner[z] - self.start[2];
        [
            (corner[x] - self.start[0]) - self.shear[0] * depth,
            (corner[y] - self.start[1]) - self.shear[1] * depth,
            depth * self.shear[2],
        ]
    }

    /// A triangle as the ray sees it.
    ///
    /// A sheared coordinate is off by twice the error of the start and, for each unit of the way to the corner, by the error
    /// of the shear, at most 2 root(3) times that of the direction, and by 4 epsilons for rounding. An edge function is the
    /// difference of two products of such.
    #[inline(always)]
    fn see<W: DVector>(&self, corners: &[W; 3]) -> Seen {
        let seen = corners.map(|corner| self.seen(corner));
        let [a, b, c] = seen;
        let [p, q, r] = corners.map(numbers);
        let reach = sum(difference(p, self.origin)) + sum(difference(q, p)) + sum(difference(r, p));
        let off = 2.0 * self.error + SHEARED * reach;
        if W::DIM == 2 {
            // The ray runs along one axis, and the segment crosses it if its ends are on both sides. One of the first two
            // sheared coordinates is always 0: the one of the third axis.
            let side = usize::from(self.axes[0] == 2);
            return Seen { corners: seen, sides: [b[side], -a[side], 0.0], off, error: off, reach };
        }
        let sides =
            [c[0] * b[1] - c[1] * b[0], a[0] * c[1] - a[1] * c[0], b[0] * a[1] - b[1] * a[0]];
        let large = |p: [f64; 3]| max(p[0].abs(), p[1].abs());
        let most = max(max(large(a), large(b)), large(c));
        Seen { corners: seen, sides, off, error: EDGE * off * (most + off), reach }
    }

    /// Where the ray's line meets a triangle, or in 2D a segment, whose last two corners are equal. `None` if the ray surely
    /// misses it, or ends before.
    #[inline(always)]
    pub fn meets<W: DVector>(&self, corners: &[W; 3], until: f64) -> Option<Crossing> {
        let Seen { corners: seen, sides, off, error, reach } = self.see(corners);
        let [u, v, w] = sides;
        let third = if W::DIM == 2 { u } else { w };
        let (least, most) = (min(min(u, v), third), max(max(u, v), third));
        if least < -error && most > error {
            return None;
        }
        let (first, last) = of_corners(&seen);
        if first - self.late > until || last + self.late < 0.0 {
            return None;
        }
        let is_certain = least > error || most < -error;
        // Not for NaN.
        let is_seen = max(most, -least) > error;
        let (weights, time) =
            if is_seen { place(&seen, sides) } else { from_the_side(W::DIM, &seen, off)? };
        let [p, q, r] = corners.map(numbers);
        let (e, f) = (difference(q, p), difference(r, p));
        let (normal, size) =
            if W::DIM == 2 { ([e[1], -e[0], 0.0], sum(e)) } else { (cross(e, f), sum(e) * sum(f)) };
        let loose = self.loose(reach);
        let (first, last) = (first - loose, last + loose);
        // The time is n . (corner - origin) / n . along, where n has an error of 8 epsilons of `size`, the product of the
        // edges' lengths, and so have the products with it. Lengths are bounded by sums of coordinates.
        let rate = dot(normal, self.along);
        let rate_error = (ERROR + TURNED) * size * sum(self.along);
        let (time, lower, latest) = if rate.abs() > 2.0 * rate_error {
            // If the ray is beside the triangle, weights tell the time of its rim.
            let time =
                if is_certain { time } else { dot(normal, difference(p, self.origin)) / rate };
            let distance_error = ERROR * size * reach + sum(normal) * self.error;
            let off = (distance_error + time.abs() * rate_error) / (rate.abs() - rate_error);
            (time, max(time - off, first), min(time + off, last))
        } else {
            (time, first, last)
        };
        // Of a ray that passes beside the triangle, what is known of its plane and of its corners may contradict.
        let lower = min(lower, latest);
        let time = min(max(time, lower), latest);
        Some(Crossing { time, lower, latest, is_certain, normal, weights })
    }

    /// On which side of each edge of a triangle, in 2D of each end of a segment, the ray passes: 1 or -1, and 0 within
    /// rounding. The same number for all if the ray meets it.
    pub fn sides<W: DVector>(&self, corners: &[W; 3]) -> [i8; 3] {
        let Seen { sides, error, .. } = self.see(corners);
        let [u, v, w] = sides.map(|side| i8::from(side > error) - i8::from(side < -error));
        // The function of a corner is that of the edge across from it, and in 2D of the other end.
        if W::DIM == 2 { [v, u, 0] } else { [w, u, v] }
    }
}

/// The times of the first and the last corner.
#[inline(always)]
fn of_corners([a, b, c]: &[[f64; 3]; 3]) -> (f64, f64) {
    (min(min(a[2], b[2]), c[2]), max(max(a[2], b[2]), c[2]))
}

/// The weights of the corners where the ray meets a triangle, and the time.
#[inline(always)]
fn place(seen: &[[f64; 3]; 3], [u, v, w]: [f64; 3]) -> ([f64; 3], f64) {
    let turn = 1.0_f64.copysign(u + v + w);
    // Below 0 by rounding only.
    let [u, v, w] = [max(u * turn, 0.0), max(v * turn, 0.0), max(w * turn, 0.0)];
    let sum = u + v + w;
    let weights = [u / sum, v / sum, w / sum];
    (weights, time_at(seen, weights))
}

#[inline(always)]
fn time_at(seen: &[[f64; 3]; 3], weights: [f64; 3]) -> f64 {
    weights[0] * seen[0][2] + weights[1] * seen[1][2] + weights[2] * seen[2][2]
}

/// The same of a triangle, or a segment, that the ray sees from the side, as a line of which each place is off by `off`:
/// where the ray comes to it first, or its start if that is between. `None` if the ray surely passes it.
#[cold]
#[inline(never)]
fn from_the_side(dim: usize, seen: &[[f64; 3]; 3], off: f64) -> Option<([f64; 3], f64)> {
    let spread = |k: usize| {
        let at = [seen[0][k], seen[1][k], seen[2][k]];
        max(max(at[0], at[1]), at[2]) - min(min(at[0], at[1]), at[2])
    };
    // The places of the corners along that line.
    let k = usize::from(spread(1) > spread(0));
    let (mut enter, mut leave) = (([0.0; 3], f64::INFINITY), ([0.0; 3], f64::NEG_INFINITY));
    let mut offer = |weights: [f64; 3]| {
        let time = time_at(seen, weights);
        if time < enter.1 {
            enter = (weights, time);
        }
        if time > leave.1 {
            leave = (weights, time);
        }
    };
    let corner = |i: usize| core::array::from_fn(|j| f64::from(u8::from(i == j)));
    for i in 0..dim {
        let j = (i + 1) % dim;
        let (p, q) = (seen[i][k], seen[j][k]);
        if p.abs() <= off {
            offer(corner(i));
        } else if q.abs() > off && (p < 0.0) != (q < 0.0) {
            let share = p / (p - q);
            let mut weights = [0.0; 3];
            (weights[i], weights[j]) = (1.0 - share, share);
            offer(weights);
        }
    }
    let ((first, from), (last, to)) = (enter, leave);
    if from > to {
        // All corners are on one side of the ray, unless they are NaN: then the first one stands for all.
        let passes = seen[..dim].iter().all(|corner| corner[k].abs() > off);
        return (!passes).then_some((corner(0), seen[0][2]));
    }
    if from < 0.0 && to > 0.0 {
        let share = from / (from - to);
        return Some((core::array::from_fn(|i| first[i] * (1.0 - share) + last[i] * share), 0.0));
    }
    Some((first, from))
}

fn difference(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
/// The sum of the coordinates' sizes, which is at least the length.
fn sum(a: [f64; 3]) -> f64 {
    a[0].abs() + a[1].abs() + a[2].abs()
}

/// The same test of four triangles in `f32`, which leaves out only those that the ray misses by more than rounding.
pub(crate) struct Sieve {
    origin: Lanes,
    axes: [usize; 3],
    shear: [Vec4; 2],
    error: f32,
}

impl Sieve {
    /// From the ray in the coordinates of a tree, in which no coordinate is larger than `largest`. A sheared coordinate may
    /// be off by `aside` besides, because the ray is rounded in `f64`.
    #[inline(always)]
    pub fn new(origin: [f32; 3], along: [f32; 3], largest: f32, aside: f32) -> Self {
        let axes = steepest_last(along.map(f32::abs));
        let [x, y, z] = [along[axes[0]], along[axes[1]], along[axes[2]]];
        let shear = [Vec4::splat(x / z), Vec4::splat(y / z)];
        Self { origin: splat(origin), axes, shear, error: 32.0 * f32::EPSILON * largest + aside }
    }

    /// Bits of the triangles that the ray may meet.
    ///
    /// A sheared coordinate is off by d = 16 units of roundoff of the largest coordinate (corner, origin and their
    /// difference, shear and its product, each at most 4). So a product of two of them is off by at most 2 d times the
    /// largest sheared coordinate m, if d is less than m, and an edge function by 4 d m; in any case by 4 d (m + d).
    #[inline(always)]
    pub fn candidates(&self, triangles: &Triangles) -> u32 {
        // The compiler does not know that they are below 3.
        let [x, y, z] = self.axes.map(|axis| axis.min(2));
        let seen = |c: usize| {
            let q = &triangles.corners[c];
            let depth = q[z] - self.origin[z];
            [
                (q[x] - self.origin[x]) - self.shear[0] * depth,
                (q[y] - self.origin[y]) - self.shear[1] * depth,
            ]
        };
        let (a, b, c) = (seen(0), seen(1), seen(2));
        let u = c[0] * b[1] - c[1] * b[0];
        let v = a[0] * c[1] - a[1] * c[0];
        let w = b[0] * a[1] - b[1] * a[0];
        let large = |p: [Vec4; 2]| p[0].abs().max(p[1].abs());
        let most = large(a).max(large(b)).max(large(c));
        let error = Vec4::splat(self.error);
        let slack = (most + error) * error * 4.0;
        let inside = u.min(v).min(w).cmpge(-slack) | u.max(v).max(w).cmple(slack);
        inside.bitmask()
    }
}

#[cfg(test)]
mod tests {
    use clearance_geometry::space::turned_axes;
    use clearance_testing::{Counted, Random};
    use glam::DVec3;

    use super::*;

    type Number = Counted<53>;

    /// A direction in the frame of a part, over numbers that count their errors.
    #[test]
    fn turned_is_the_counted_error() {
        // The scale of a quaternion is a factor of its matrix, and off by five units of roundoff.
        const SCALES: f64 = 2.0 * 2.5;
        fn sum_of(u: [Number; 3], v: [Number; 3]) -> Number {
            u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
        }
        let (mut random, mut most) = (Random::new(24), 0.0_f64);
        for _ in 0..20_000 {
            let [whole, part] = [(); 2].map(|()| {
                turned_axes(random.rotation().to_array().map(Number::exact), Number::exact(1.0))
            });
            let rows = [0, 1, 2].map(|i| whole.map(|column| column[i]));
            let columns = part.map(|column| rows.map(|row| sum_of(row, column)));
            let along = random.direction3().to_array().map(Number::exact);
            let off = columns.map(|column| sum_of(column, along).epsilons(1.0));
            most = most.max(DVec3::from_array(off).length() + SCALES);
        }
        println!("{most} epsilons");
        let allowed = TURNED / f64::EPSILON;
        assert!(most <= allowed && most > 0.25 * allowed, "{most}");
    }

    /// Sheared coordinates, times of corners and edge functions over numbers that count their errors, of a ray whose start
    /// and direction are off by what is said of them.
    #[test]
    fn what_a_ray_sees_is_off_by_the_counted_errors() {
        let (mut random, mut most) = (Random::new(25), [0.0_f64; 3]);
        for i in 0..20_000 {
            let along = random.direction3();
            let origin = random.in_cube(1.0);
            // Half of the starts are exact, so that the direction alone is off.
            let ready = Ready::new(origin, along, f64::from(i % 2), 0.0);
            let size = libm::pow(10.0, -4.0 * random.unit());
            let corners = [(); 3].map(|()| along * random.range(0.0, 3.0) + random.in_cube(size));
            let corners = corners.map(|corner| origin + corner);
            let found = ready.see(&corners);

            let [x, y, z] = ready.axes;
            let start = ready.start.map(|value| Number { value, off: ready.error });
            let turned = [x, y, z].map(|k| Number { value: along[k], off: TURNED });
            let shear = [turned[0] / turned[2], turned[1] / turned[2]];
            let [a, b, c] = corners.map(|corner| {
                let [x, y, z] = [x, y, z].map(|k| Number::exact(corner[k]));
                let depth = z - start[2];
                let steepness = Number::exact(1.0) / turned[2];
                [
                    (x - start[0]) - shear[0] * depth,
                    (y - start[1]) - shear[1] * depth,
                    depth * steepness,
                ]
            });
            let sides =
                [c[0] * b[1] - c[1] * b[0], a[0] * c[1] - a[1] * c[0], b[0] * a[1] - b[1] * a[0]];
            let coordinates = [a, b, c].map(|p| max(p[0].off, p[1].off) / found.off);
            let times = [a, b, c].map(|p| p[2].off / ready.loose(found.reach));
            let edges = sides.map(|side| side.off / found.error);
            for (most, found) in most.iter_mut().zip([coordinates, times, edges]) {
                *most = found.into_iter().fold(*most, max);
            }
        }
        println!("{most:?} of what is allowed");
        assert!(most.iter().all(|share| *share <= 1.0 && *share > 0.25), "{most:?}");
    }
}
