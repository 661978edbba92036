//! The leaves of two trees that may be near each other, the nearest first: a descent over pairs of nodes
//! (Larsen, Gottschalk, Lin and Manocha, "Fast Proximity Queries with Swept Sphere Volumes", 1999), four children
//! at a time.
//!
//! The distance of two boxes is bounded from below by the length of the gaps along the axes of the first, by that
//! along the axes of the second, and by the gap along the normal of the nearest pair so far. The pair with
//! the smallest bound is opened next, at its larger box. Of pairs with the same bound, often 0, the smaller one
//! comes first: so a pair that meets is found soon.
//!
//! **Rounding.** Let e = 2^-24, and L the reach of both trees from their origins and the distance of the origins,
//! so that |mid| + |half| of one box, the same of the other, and the shift are at most L together. The box of the
//! other frame is turned in `f64` and rounded. Then a gap along an axis of the open box is off by at most
//!
//! ```text
//!   middles: rounded e |mid|, their difference e |d|, its product with the axis 3 e |d|, the last difference e |d|
//!   the other box: axes not orthogonal 3.1 e |half|, rounded again 1.5 e |half|, their cosines 5.2 e |half|,
//!   half extents e |half|, products e |half|, sums 3 e |half|; this box: sums 4 e |half|
//! ```
//!
//! which is less than 15 e L, as |mid| counts 6 times and |half| 14.8 times at most; along an axis of the other box
//! it is less. So 16 e L, [`Frames::slack`], is taken from each gap. The length of three gaps is too large by a
//! factor of (1 + e)^10 at most: three axes that are not orthonormal 3 e, squares and root 2.5 e, the unit 2 e,
//! the product that lowers it e.

use alloc::collections::BinaryHeap;
use core::cmp::Reverse;

use glam::{DMat3, DVec3, Vec3, Vec4};

use crate::bounds::EPSILON;
use crate::collapse::{LEAF, NONE};
use crate::fit::{Turned, up};
use crate::quads::{Quad, Quads};

/// How the frames of two trees lie to each other.
#[derive(Clone, Debug)]
pub struct Frames {
    /// How B looks from A, and A from B.
    seen: [Seen; 2],
}

/// The other frame, seen from this one: its point p is `scale * turn * p + shift`.
#[derive(Clone, Debug)]
struct Seen {
    turn: DMat3,
    scale: f64,
    shift: DVec3,
    /// What gaps are lowered by.
    slack: f32,
    /// A length of 1 in this frame, in A's.
    unit: f32,
}

impl Frames {
    /// The point p of B is at `ratio * turn * p + shift` in A, all in tree coordinates: `ratio` is how long B's
    /// unit is in A's. `turn` has three orthonormal rows (to about 10^-10), and may mirror. The reaches are
    /// those of the trees: [`Quads::reach`].
    pub fn new(
        turn: [[f64; 3]; 3],
        shift: [f64; 3],
        ratio: f64,
        reach_a: f32,
        reach_b: f32,
    ) -> Self {
        let back = DMat3::from_cols_array_2d(&turn);
        let (turn, shift) = (back.transpose(), DVec3::from_array(shift));
        let reach = f64::from(reach_a) + ratio * f64::from(reach_b) + shift.length();
        let slack = 16.0 * f64::from(EPSILON) * reach;
        let b = Seen { turn, scale: ratio, shift, slack: up(slack), unit: 1.0 };
        let a = Seen {
            turn: back,
            scale: 1.0 / ratio,
            shift: back * shift / -ratio,
            slack: up(slack / ratio),
            unit: ratio as f32,
        };
        Self { seen: [b, a] }
    }

    /// What bounds are lowered by for rounding, as a length in A: 2^-20 of the reach of both trees and the
    /// distance of their origins.
    pub fn slack(&self) -> f32 {
        self.seen[0].slack
    }
}

impl Seen {
    #[inline(always)]
    fn turned(&self, of: &Turned) -> Turned {
        let axis = |axis: usize| (self.turn * of.axes[axis].as_dvec3()).as_vec3();
        Turned {
            mid: (self.turn * (of.mid.as_dvec3() * self.scale) + self.shift).as_vec3(),
            half: (of.half.as_dvec3() * self.scale).as_vec3(),
            axes: [axis(0), axis(1), axis(2)],
        }
    }
}

/// What a visit to a pair of leaves found.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The new limit, as a length in A. The walk ends with one below 0.
    pub limit: f32,
    /// The direction of a new nearest pair, from A to B in A's frame; of any length.
    pub normal: Option<[f32; 3]>,
}

/// Memory of [`pairs`], for the next walk.
#[derive(Clone, Debug, Default)]
pub struct Heap(BinaryHeap<Reverse<u128>>);

/// Visits the pairs of leaves that may be within the limit, in the order of lower bounds of their distance.
///
/// A pair is left out if its bound is above the limit. `leaf` gets the numbers of the leaves in A and in B
/// and the limit, and returns the next limit, a length in A:
///
/// - to find the nearest pair: the least distance so far;
/// - to find all pairs within a distance: that distance;
/// - to find whether any pair meets: 0, or -1 once a pair does.
///
/// ```
/// use clearance_trees::{Bounds, Found, Frames, Heap, Quads, Quality, Tree, pairs};
/// let points: Vec<[f32; 3]> = (0..100).map(|i| [0.01 * i as f32, 0.0, 0.0]).collect();
/// let boxes: Vec<_> = points.iter().map(|p| Bounds::of([*p])).collect();
/// let a = Quads::new(&Tree::new(&boxes, 4, Quality::Best), |item| [points[item as usize]]);
/// // The same row of points, a quarter turn about z and 0.5 up: A's last point and B's first are the nearest.
/// let turn = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
/// let frames = Frames::new(turn, [0.99, 0.0, 0.5], 1.0, a.reach(), a.reach());
/// let mut nearest = (f32::INFINITY, 0, 0);
/// pairs(&a, &a, &frames, &mut Heap::default(), f32::INFINITY, |of_a, of_b, _| {
///     for i in a.leaves()[of_a as usize].into_iter().filter(|i| *i < 100) {
///         for j in a.leaves()[of_b as usize].into_iter().filter(|j| *j < 100) {
///             let [x, y] = [points[i as usize][0], points[j as usize][0]];
///             let distance = ((0.99 - x) * (0.99 - x) + y * y + 0.25).sqrt();
///             nearest = if distance < nearest.0 { (distance, i, j) } else { nearest };
///         }
///     }
///     Found { limit: nearest.0, normal: None }
/// });
/// assert_eq!(nearest, (0.5, 99, 0));
/// ```
pub fn pairs(
    a: &Quads,
    b: &Quads,
    frames: &Frames,
    memory: &mut Heap,
    mut limit: f32,
    mut leaf: impl FnMut(u32, u32, f32) -> Found,
) {
    let heap = &mut memory.0;
    heap.clear();
    if a.nodes.is_empty() || b.nodes.is_empty() {
        return;
    }
    // From the other box to the open one: in A, if a node of A is open, and in B.
    let mut normals: [Option<Vec3>; 2] = [None; 2];
    heap.push(Reverse(0));
    while let Some(Reverse(key)) = heap.pop() {
        let Pair { bound, of_a, of_b } = Pair::of(key);
        if bound > limit {
            break;
        }
        let (child_a, child_b) = (of_a.child(a), of_b.child(b));
        if child_a & child_b & LEAF == 0 {
            open([a, b], frames, [of_a, of_b], normals, limit, |key| heap.push(Reverse(key)));
            continue;
        }
        let found = leaf(child_a & !LEAF, child_b & !LEAF, limit);
        limit = found.limit;
        if let Some(normal) =
            found.normal.and_then(|n| Vec3::from_array(n).as_dvec3().try_normalize())
        {
            normals = [Some(-normal.as_vec3()), Some((frames.seen[1].turn * normal).as_vec3())];
        }
    }
}

/// A child of a node: `4 * node + lane`.
#[derive(Clone, Copy)]
struct Place(u32);

impl Place {
    #[inline(always)]
    fn child(self, of: &Quads) -> u32 {
        of.nodes[self.0 as usize / 4].child[self.0 as usize % 4]
    }
    #[inline(always)]
    fn turned(self, of: &Quads) -> Turned {
        of.nodes[self.0 as usize / 4].get(self.0 as usize % 4)
    }
}

/// A pair on the heap. Numbers of at least 0 are in the order of their bits.
struct Pair {
    bound: f32,
    of_a: Place,
    of_b: Place,
}

impl Pair {
    #[inline(always)]
    fn of(key: u128) -> Self {
        let bound = f32::from_bits((key >> 96) as u32);
        Self { bound, of_a: Place((key >> 32) as u32), of_b: Place(key as u32) }
    }
    #[inline(always)]
    fn key(self, size: f32) -> u128 {
        let order = u64::from(self.bound.to_bits()) << 32 | u64::from(size.to_bits());
        u128::from(order) << 64 | u128::from(u64::from(self.of_a.0) << 32 | u64::from(self.of_b.0))
    }
}

/// Opens the larger box of a pair, or the one that is no leaf: the keys of the new pairs within the limit.
#[inline(always)]
fn open(
    trees: [&Quads; 2],
    frames: &Frames,
    places: [Place; 2],
    normals: [Option<Vec3>; 2],
    limit: f32,
    mut push: impl FnMut(u128),
) {
    let boxes = [places[0].turned(trees[0]), places[1].turned(trees[1])];
    let children = [places[0].child(trees[0]), places[1].child(trees[1])];
    let size = |side: usize| frames.seen[side].unit * boxes[side].half.length();
    let opened = if children[0] & LEAF != 0 {
        1
    } else if children[1] & LEAF != 0 {
        0
    } else {
        usize::from(size(1) >= size(0))
    };
    let seen = &frames.seen[opened];
    let quad = &trees[opened].nodes[children[opened] as usize];
    let other = seen.turned(&boxes[1 - opened]);
    let lower = quad.lower(&other, normals[opened], seen.slack) * (seen.unit * LOWER) + Vec4::ZERO;
    let sizes =
        (dot4(&quad.half, &quad.half) + other.half.length_squared()) * (seen.unit * seen.unit);
    let mut mask = lower.cmple(Vec4::splat(limit)).bitmask();
    while mask != 0 {
        let lane = mask.trailing_zeros() as usize & 3;
        mask &= mask - 1;
        if quad.child[lane] == NONE {
            continue;
        }
        let place = Place(4 * children[opened] + lane as u32);
        let [of_a, of_b] = if opened == 0 { [place, places[1]] } else { [places[0], place] };
        push(Pair { bound: lower.as_ref()[lane], of_a, of_b }.key(sizes.as_ref()[lane]));
    }
}

/// The last factor of a bound: (1 - 16 e) (1 + e)^10 < 1.
const LOWER: f32 = 1.0 - 16.0 * EPSILON;

impl Quad {
    /// Lower bounds of the distances of four boxes to another one in the same frame; `normal` points from the other
    /// box to these.
    #[inline(always)]
    fn lower(&self, other: &Turned, normal: Option<Vec3>, slack: f32) -> Vec4 {
        let d = [self.mid[0] - other.mid.x, self.mid[1] - other.mid.y, self.mid[2] - other.mid.z];
        let h = other.half;
        let mut reach = [self.half[0] + slack, self.half[1] + slack, self.half[2] + slack];
        let (mut of_other, mut of_these) = (Vec4::ZERO, Vec4::ZERO);
        for i in 0..3 {
            let mut reach_other = Vec4::splat(h[i] + slack);
            for j in 0..3 {
                let cosine = along(other.axes[i], &self.axes[j]).abs();
                reach_other += cosine * self.half[j];
                reach[j] += cosine * h[i];
            }
            let gap = (along(other.axes[i], &d).abs() - reach_other).max(Vec4::ZERO);
            of_other += gap * gap;
        }
        for j in 0..3 {
            let gap = (dot4(&self.axes[j], &d).abs() - reach[j]).max(Vec4::ZERO);
            of_these += gap * gap;
        }
        let lower = of_other.max(of_these).sqrt();
        let Some(n) = normal else { return lower };
        let across = |i: usize| h[i] * n.dot(other.axes[i]).abs();
        let mut reach = Vec4::splat(slack + across(0) + across(1) + across(2));
        for j in 0..3 {
            reach += along(n, &self.axes[j]).abs() * self.half[j];
        }
        lower.max(along(n, &d) - reach)
    }
}

#[inline(always)]
fn along(v: Vec3, w: &[Vec4; 3]) -> Vec4 {
    w[0] * v.x + w[1] * v.y + w[2] * v.z
}
#[inline(always)]
fn dot4(a: &[Vec4; 3], b: &[Vec4; 3]) -> Vec4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
