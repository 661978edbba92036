//! Pairs of boxes in groups of eight: columns of `f64`, for loops in lanes.
//!
//! ```text
//!   rows ---> group of 8: a column for each number ---> solver, in the widest registers
//!     |                                                    |
//!     +---- no boxes, no such index ---> rest <--- open ---+
//! ```
//!
//! Each step of a solver is a loop over the columns of a group, as in [`crate::boxes`]. The pose of B in
//! A's frame, with which all solvers begin, has the same bits as that of a single question.

use crate::boxes::{InSpace, half_edges};
use crate::given::Batch;
use crate::run::Rest;
use clearance_geometry::number::simd::Work;
use clearance_geometry::space::{Pose, Vector, turned_axes};
use clearance_pairs::columns::{self, dot, sum};

/// The number of pairs in a group.
pub(super) const GROUP: usize = 8;

/// One number for each pair.
pub(super) type Lane = [f64; GROUP];

/// Three numbers for each pair.
pub(super) type Columns = columns::Columns<f64, GROUP>;

/// A question about a group.
pub(super) trait Solver {
    /// Writes the answers of a group. Rows that stay open are added to the rest.
    fn solve(&mut self, group: &Group, rest: &mut Rest);
}

/// Asks a solver about the boxes in the given rows. Other shapes, rows that cannot be asked, and open rows
/// are added to the rest.
pub(super) struct Grouped<'w, 'b, V: Vector, I, S> {
    pub batch: &'w Batch<'b, V>,
    /// The part's first row, and the indices of the rows, counted from it.
    pub start: usize,
    pub rows: I,
    pub rest: &'w mut Rest,
    pub solver: S,
}

impl<V: InSpace, I: Iterator<Item = usize>, S: Solver> Work for Grouped<'_, '_, V, I, S> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let Self { batch, start, rows, rest, mut solver } = self;
        let Batch { shapes, places: poses, pairs, .. } = batch;
        let mut group = Group::new();
        for i in rows {
            let [[a, b], at] = pairs.indices(start + i);
            let halves = [a, b].map(|shape| shapes.get(shape).and_then(half_edges));
            let poses = at.map(|pose| poses.get(pose));
            let ([Some(half_a), Some(half_b)], [Some(at_a), Some(at_b)]) = (halves, poses) else {
                rest.push(i as u16);
                continue;
            };
            group.take(i as u16, [half_a, half_b], [at_a, at_b]);
            if group.count == GROUP {
                solver.solve(&group, rest);
                group.count = 0;
            }
        }
        if group.count > 0 {
            solver.solve(&group, rest);
        }
    }
}

/// Up to [`GROUP`] pairs of boxes.
#[repr(align(64))]
pub(super) struct Group {
    count: usize,
    /// The index of each pair's row in its part.
    pub rows: [u16; GROUP],
    pub halves: [Columns; 2],
    pub turns: [Turns<GROUP>; 2],
    /// A's origin, and the vector from it to B's, in the world.
    pub origin: Columns,
    way: Columns,
}

impl Group {
    fn new() -> Self {
        let three = Columns::ZERO;
        Self {
            count: 0,
            rows: [0; GROUP],
            halves: [three; 2],
            turns: [Turns::NONE; 2],
            origin: three,
            way: three,
        }
    }

    /// The number of pairs. Columns beyond it hold other pairs, or zeros.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count.min(GROUP)
    }

    #[inline(always)]
    fn take<V: InSpace>(&mut self, row: u16, halves: [V; 2], at: [&Pose<V>; 2]) {
        let k = self.count % GROUP;
        self.count += 1;
        self.rows[k] = row;
        let origin = at[0].translation().widen();
        self.origin.put(k, origin.to_array());
        self.way.put(k, (at[1].translation().widen() - origin).to_array());
        for side in 0..2 {
            self.halves[side].put(k, halves[side].widen().to_array());
            self.turns[side].put(k, at[side]);
        }
    }

    #[inline(always)]
    pub fn relative_poses(&self, poses: &mut RelativePoses) {
        let [a, b] = &self.turns;
        for k in 0..GROUP {
            let ([x, y, z], [u, v, w]) = (a.axes(k), b.axes(k));
            let way = self.way.get(k);
            let rows = [
                [dot(x, u), dot(x, v), dot(x, w)],
                [dot(y, u), dot(y, v), dot(y, w)],
                [dot(z, u), dot(z, v), dot(z, w)],
            ];
            let t = [dot(x, way), dot(y, way), dot(z, way)];
            poses.rows[0].put(k, rows[0]);
            poses.rows[1].put(k, rows[1]);
            poses.rows[2].put(k, rows[2]);
            poses.middle.put(k, t);
            let halves = sum(self.halves[0].get(k)) + sum(self.halves[1].get(k));
            let none = (sum(rows[0]) + sum(rows[1]) + sum(rows[2])) * 0.0;
            poses.size[k] = (halves + sum(abs(t))) + none;
        }
    }
}

/// The poses of B in A's frame.
#[repr(align(64))]
pub(super) struct RelativePoses {
    /// The rotation R by rows, and the translation t.
    pub rows: [Columns; 3],
    pub middle: Columns,
    /// The sum of half the edge lengths and of the coordinates of t. NaN for poses that are not finite.
    pub size: Lane,
}

impl RelativePoses {
    pub fn new() -> Self {
        Self { rows: [Columns::ZERO; 3], middle: Columns::ZERO, size: [0.0; GROUP] }
    }
}

#[inline(always)]
pub(super) fn abs([x, y, z]: [f64; 3]) -> [f64; 3] {
    [x.abs(), y.abs(), z.abs()]
}

/// A rotation for each of N poses.
#[repr(align(64))]
pub(super) struct Turns<const N: usize> {
    /// The quaternion q: all x, all y, all z, all w.
    quaternions: [[f64; N]; 4],
    /// 1 / |q|^2.
    scales: [f64; N],
}

impl<const N: usize> Turns<N> {
    pub const NONE: Self = Self { quaternions: [[0.0; N]; 4], scales: [0.0; N] };

    #[inline(always)]
    pub fn put<V: InSpace>(&mut self, k: usize, pose: &Pose<V>) {
        let [x, y, z, w] = &mut self.quaternions;
        let turn = pose.prepared();
        ([x[k], y[k], z[k], w[k]], self.scales[k]) = (turn.numbers(), turn.scale());
    }
    /// The columns of the rotation matrix.
    #[inline(always)]
    pub fn axes(&self, k: usize) -> [[f64; 3]; 3] {
        let [x, y, z, w] = &self.quaternions;
        turned_axes([x[k], y[k], z[k], w[k]], self.scales[k])
    }
    /// 0 if the rotation is finite and not zero, otherwise NaN.
    #[inline(always)]
    pub fn zero_if_finite(&self, k: usize) -> f64 {
        self.scales[k] * 0.0
    }
}
