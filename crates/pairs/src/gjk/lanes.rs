//! GJK in lanes of `f32`. It returns the corners nearest to the origin, or around it, by their names: for
//! two polytopes by the indices of their vertices. Nothing here is proven: the caller computes bounds in
//! `f64` from the corners and the last direction.
//!
//! The loop is that of [`super`]. These steps are computed differently:
//!
//! - *Support points* of two polytopes: a scan over all vertices, eight at a time. Vertices are in the
//!   frames and units of their shapes; the direction is rotated into these frames. If vertices are equally
//!   far, the lowest lane wins, and in a lane the lowest index. `curved` has those of other
//!   shapes.
//! - *The sub-problem.* The newest corner w and three others make three edges and three faces:
//!
//!   ```text
//!          1             Lane k has the edge from w to corner k, and the face of w, k and k + 1.
//!         /|\            In a simplex of fewer corners some are repeated: their edges have no length
//!        / w \           and their faces no area, and no foot of the origin is inside of them.
//!       /.   .\          The nearest point is on a feature that has the corner w, or else the
//!      0-------2         distance does not decrease.
//!   ```
//!
//!   All features are computed in four lanes by cross products. These keep digits that products of dot
//!   products lose (Gram determinants err by 1.6e-4 in `f32`). If the origin is beyond a face and its
//!   foot is inside the face, no other feature is nearer, so faces need not be compared.
//! - *Directions* are computed perpendicular to the face or the edge, because near a touch the nearest
//!   point itself is mostly rounding error.
//!
//! The search ends if the support point is already a corner, if the distance does not decrease, or if a
//! bound is reached. An origin inside the simplex is not accepted while v.w is positive, as in [`super`].
//!
//! Sources: as in [`super`]; van den Bergen 2001 for Voronoi regions by cross products.

use glam::{Mat3A, Vec3A, Vec4, Vec4Swizzles};

use crate::hull::{Block, LANES};

/// The most support points of a search.
pub(super) const MOST_STEPS: u32 = 48;

/// Bounds whose difference, relative to the square of the distance, is at most this have met in `f32`.
pub(super) const MET: f32 = 1e-7;

/// The vertices of a polytope.
#[derive(Clone, Copy)]
pub struct Corners<'a> {
    /// In the shape's frame, padded by repeating the last.
    pub blocks: &'a [Block],
    /// The length of a coordinate of 1, in the unit of the pair.
    pub unit: f32,
    /// The number of vertices.
    pub count: u32,
}

/// The pose of B in A's frame. Lengths are in a unit that is about the size of the pair.
pub struct BInA {
    /// The columns and the rows of the rotation.
    columns: [Vec3A; 3],
    rows: [Vec3A; 3],
    translation: Vec3A,
}

impl BInA {
    #[inline(always)]
    pub fn new(columns: [Vec3A; 3], translation: Vec3A) -> Self {
        Self { columns, rows: rows(columns), translation }
    }
    /// A direction of A's frame in B's frame.
    #[inline(always)]
    pub fn unrotate(&self, d: Vec3A) -> Vec3A {
        let [x, y, z] = self.rows;
        x * d.x + y * d.y + z * d.z
    }
    /// A point of B's frame in A's frame.
    #[inline(always)]
    pub fn apply(&self, p: Vec3A) -> Vec3A {
        let [x, y, z] = self.columns;
        x * p.x + y * p.y + z * p.z + self.translation
    }
}

/// Two polytopes.
pub struct Pair<'a> {
    pub a: Corners<'a>,
    pub b: Corners<'a>,
    pub b_in_a: BInA,
}

/// A Minkowski difference, as the search sees it. Lengths are in a unit that is about the size of the pair.
pub trait Supports {
    /// By what a corner is found again.
    type Name: Copy + PartialEq;
    /// The support point against a direction.
    fn support(&self, v: Vec3A) -> Corner<Self::Name>;
}

/// Where the search for two polytopes begins.
#[derive(Clone, Copy)]
pub enum Start {
    /// At an estimate of the difference's point nearest to the origin; any vector but zero.
    Guess(Vec3A),
    /// At one corner or more, by their indices.
    Corners([[u32; 2]; 4], usize),
}

/// Distances at which the search may end.
#[derive(Clone, Copy)]
pub struct Limits {
    /// End if the distance is proven to be above this. Infinity never ends the search.
    pub above: f32,
    /// End if the distance is below this. Zero never ends the search.
    pub below: f32,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<N = [u32; 2]> {
    /// The corners of the simplex on which the nearest point is, or which contains the origin.
    pub names: [N; 4],
    /// The number of these corners.
    pub len: usize,
    /// Does the simplex contain the origin?
    pub inside: bool,
    /// The last search direction, from the origin to the difference, of any length. Zero if there was
    /// none.
    pub toward: Vec3A,
    /// The support point against this direction.
    pub support: N,
}

/// Runs the search. Call it in a [`Work`](crate::number::simd::Work).
#[inline(always)]
pub fn search<D: Supports>(
    difference: &D,
    begin: Begin<D::Name>,
    limits: Limits,
) -> Found<D::Name> {
    let (above, below) = (limits.above * limits.above, limits.below * limits.below);
    let Begin { mut simplex, mut v, mut known } = begin;
    let (mut share, mut square, mut steps) = (1.0, f32::INFINITY, 0);
    let (mut toward, mut support) = (Vec3A::ZERO, simplex.names[0]);
    loop {
        let (w, is_apart) = match known.take() {
            Some(corner) => (corner, false),
            None => {
                let w = difference.support(v);
                (toward, support, steps) = (v, w.name, steps + 1);
                let along = dot(v, w.point);
                let is_beyond = along > 0.0 && along * along > above * dot(v, v);
                let is_met = square - along * share <= MET * square;
                let is_first = square == f32::INFINITY;
                if is_first {
                    simplex = Simplex::of(w);
                }
                if is_beyond || !is_first && (is_met || simplex.has(w)) {
                    break;
                }
                if is_first {
                    (v, square) = (w.point, dot(w.point, w.point));
                    continue;
                }
                (w, along > 0.0)
            }
        };
        match simplex.step(w.point) {
            Step::Inside if !is_apart => return simplex.around(w),
            Step::Nearest(nearest) if nearest.square < square => {
                simplex.take(w, &nearest);
                (v, share, square) = (nearest.v, nearest.share, nearest.square);
            }
            _ => break,
        }
        if steps >= MOST_STEPS || square <= below {
            break;
        }
    }
    simplex.found(toward, support)
}

/// A dot product, in the same order on all platforms.
#[inline(always)]
pub(super) fn dot(u: Vec3A, v: Vec3A) -> f32 {
    let product = u * v;
    product.x + product.y + product.z
}

/// A point of the difference, and its name: for two polytopes the indices of its two vertices.
#[derive(Clone, Copy)]
pub struct Corner<N = [u32; 2]> {
    pub point: Vec3A,
    pub name: N,
}

/// The first simplex, the first search direction, and a known corner.
pub struct Begin<N> {
    simplex: Simplex<N>,
    v: Vec3A,
    known: Option<Corner<N>>,
}

impl<N: Copy + PartialEq> Begin<N> {
    /// At an estimate of the difference's point nearest to the origin; any vector but zero. It is no corner,
    /// so any name will do.
    #[inline(always)]
    pub fn at(guess: Vec3A, name: N) -> Self {
        let simplex = Simplex::of(Corner { point: guess, name });
        Self { simplex, v: guess, known: None }
    }
}

/// The rows of a matrix from its columns.
#[inline(always)]
fn rows([x, y, z]: [Vec3A; 3]) -> [Vec3A; 3] {
    let turned = Mat3A::from_cols(x, y, z).transpose();
    [turned.x_axis, turned.y_axis, turned.z_axis]
}

impl Supports for Pair<'_> {
    type Name = [u32; 2];
    #[inline(always)]
    fn support(&self, v: Vec3A) -> Corner {
        self.point([self.a.farthest(-v), self.b.farthest(self.b_in_a.unrotate(v))])
    }
}

impl Pair<'_> {
    /// The beginning of a search.
    #[inline(always)]
    pub fn begin(&self, start: Start) -> Begin<[u32; 2]> {
        match start {
            Start::Guess(guess) => Begin::at(guess, [0; 2]),
            Start::Corners(ids, len) => {
                let first = self.point(ids[0]);
                let corner = |k: usize| if k < len { self.point(ids[k]) } else { first };
                let corners = [first, corner(1), corner(2)];
                let mut simplex = Simplex::of(first);
                simplex.set(corners);
                let known = Some(if len > 3 { corner(3) } else { corners[len - 1] });
                Begin { simplex, v: Vec3A::X, known }
            }
        }
    }

    /// The corner made of these vertices.
    #[inline(always)]
    pub fn point(&self, ids: [u32; 2]) -> Corner {
        let (a, b) = (self.a.vertex(ids[0]), self.b.vertex(ids[1]));
        Corner { point: a - self.b_in_a.apply(b), name: ids }
    }
}

impl Corners<'_> {
    /// The index of the vertex farthest along a direction. If several are equally far, the first in the
    /// lowest lane.
    #[inline(always)]
    pub fn farthest(&self, d: Vec3A) -> u32 {
        let heights = |[x, y, z]: &Block| -> [f32; LANES] {
            core::array::from_fn(|k| x[k] * d.x + y[k] * d.y + z[k] * d.z)
        };
        // With eight vertices or fewer the lane is the index.
        if let [only] = self.blocks {
            return (highest(&heights(only)) as u32).min(self.count - 1);
        }
        let (mut most, mut rows, mut row) = ([f32::NEG_INFINITY; LANES], [0; LANES], 0);
        for block in self.blocks {
            let heights = heights(block);
            for (at, (height, most)) in rows.iter_mut().zip(heights.iter().zip(&most)) {
                *at = if height > most { row } else { *at };
            }
            for (most, height) in most.iter_mut().zip(&heights) {
                *most = if height > most { *height } else { *most };
            }
            row += LANES as u32;
        }
        // `black_box` keeps all lanes of the loop in one register: see docs/notes/distance.md.
        let (most, rows) = core::hint::black_box((most, rows));
        let lane = highest(&most);
        (rows[lane] + lane as u32).min(self.count - 1)
    }

    /// The vertex of this index, in the unit of the pair.
    #[inline(always)]
    pub fn vertex(&self, id: u32) -> Vec3A {
        let (block, lane) = (&self.blocks[id as usize / LANES], id as usize % LANES);
        Vec3A::new(block[0][lane], block[1][lane], block[2][lane]) * self.unit
    }
}

/// The lowest lane of the largest number; any lane if one is NaN.
#[inline(always)]
fn highest(x: &[f32; LANES]) -> usize {
    let (low, high) = (Vec4::from_slice(&x[..4]), Vec4::from_slice(&x[4..]));
    let top = low.max(high).max_element();
    let level = low.cmpge(Vec4::splat(top)).bitmask() | high.cmpge(Vec4::splat(top)).bitmask() << 4;
    // NaN equals nothing, so `level` may be 0.
    level.trailing_zeros() as usize % LANES
}

/// Vectors in lanes.
#[derive(Clone, Copy)]
struct Four {
    x: Vec4,
    y: Vec4,
    z: Vec4,
}

impl Four {
    #[inline(always)]
    fn splat(v: Vec3A) -> Self {
        Self { x: Vec4::splat(v.x), y: Vec4::splat(v.y), z: Vec4::splat(v.z) }
    }
    #[inline(always)]
    fn minus(&self, o: &Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
    #[inline(always)]
    fn dot(&self, o: &Self) -> Vec4 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    #[inline(always)]
    fn cross(&self, o: &Self) -> Self {
        Self {
            x: self.y * o.z - self.z * o.y,
            y: self.z * o.x - self.x * o.z,
            z: self.x * o.y - self.y * o.x,
        }
    }
    /// Moves lane k + 1 to lane k, among the first three lanes.
    #[inline(always)]
    fn next(&self) -> Self {
        Self { x: self.x.yzxw(), y: self.y.yzxw(), z: self.z.yzxw() }
    }
    #[inline(always)]
    fn lane(&self, k: usize) -> Vec3A {
        Vec3A::new(self.x.to_array()[k], self.y.to_array()[k], self.z.to_array()[k])
    }
}

/// The feature of the nearest point.
#[derive(Clone, Copy)]
enum On {
    /// A face: the newest corner, the corner of a lane and that of the next lane.
    Face(usize),
    /// An edge: the newest corner and the corner of a lane.
    Edge(usize),
    /// The newest corner.
    Corner,
}

/// The nearest point of a simplex.
struct Nearest {
    on: On,
    /// From the origin towards the nearest point; of any length, so that the next support point does not
    /// wait for a division.
    v: Vec3A,
    /// The factor from `v` to the nearest point.
    share: f32,
    /// The square of the distance.
    square: f32,
}

enum Step {
    Nearest(Nearest),
    Inside,
}

/// Up to three corners, in the first three lanes. If there are fewer, some are repeated.
struct Simplex<N> {
    points: Four,
    names: [N; 3],
    /// The feature of the nearest point when the newest corner was added.
    on: On,
}

impl<N: Copy + PartialEq> Simplex<N> {
    #[inline(always)]
    fn of(w: Corner<N>) -> Self {
        Self { points: Four::splat(w.point), names: [w.name; 3], on: On::Corner }
    }
    #[inline(always)]
    fn set(&mut self, corners: [Corner<N>; 3]) {
        // All corners count until the first step.
        self.on = On::Face(0);
        let all = corners.map(|c| c.point);
        let [x, y, z] = [0, 1, 2].map(|i| Vec4::new(all[0][i], all[1][i], all[2][i], all[0][i]));
        (self.points, self.names) = (Four { x, y, z }, corners.map(|c| c.name));
    }
    /// Is this a corner of the simplex?
    #[inline(always)]
    fn has(&self, w: Corner<N>) -> bool {
        let [i, j, k] = self.names;
        (i == w.name) | (j == w.name) | (k == w.name)
    }

    /// The nearest point of the simplex with a new corner, among the features that have the new corner.
    #[inline(always)]
    fn step(&self, newest: Vec3A) -> Step {
        if let On::Corner = self.on {
            return Step::Nearest(self.step_to_edge(newest));
        }
        let w = &Four::splat(newest);
        let e = self.points.minus(w);
        let (n, m) = (e.cross(&e.next()), w.cross(&e));
        let (height, area) = (n.dot(w), n.dot(&n));
        // Weights of corners k and k + 1 of the face, times the square of its area.
        let (first, second) = (-m.next().dot(&n), m.dot(&n));
        let positive = first.cmpgt(Vec4::ZERO) & second.cmpgt(Vec4::ZERO);
        let mut faces = (positive & (first + second).cmplt(area)).bitmask() & 7;
        if let On::Face(_) = self.on {
            // The fourth corner is on the same side of the face as the origin, or on the other.
            let other = Four { x: e.x.zxyw(), y: e.y.zxyw(), z: e.z.zxyw() };
            let inner = (height * n.dot(&other)).cmplt(Vec4::ZERO).bitmask() & 7;
            if inner == 7 {
                return Step::Inside;
            }
            faces &= !inner;
        }
        Step::Nearest(if faces != 0 {
            let k = faces.trailing_zeros().min(2) as usize;
            let (height, n) = (height.to_array()[k], n.lane(k));
            let share = height.abs() / area.to_array()[k];
            let v = if height < 0.0 { -n } else { n };
            Nearest { on: On::Face(k), v, share, square: height.abs() * share }
        } else {
            self.nearest_edge(newest, &e, &m)
        })
    }

    /// The nearest edge of the newest corner, from the edges and their normals towards the origin.
    #[inline(always)]
    fn nearest_edge(&self, w: Vec3A, e: &Four, m: &Four) -> Nearest {
        let (along, length) = (-Four::splat(w).dot(e), e.dot(e));
        let (share, is_between) = (1.0 / length, along.cmpgt(Vec4::ZERO) & along.cmplt(length));
        let squares = Vec4::select(is_between, m.dot(m) * share, Vec4::splat(f32::INFINITY));
        let (square, corner) = (squares.truncate().min_element(), dot(w, w));
        if square < corner {
            let found = squares.cmple(Vec4::splat(square)).bitmask().trailing_zeros();
            let k = found.min(2) as usize;
            let v = e.lane(k).cross(m.lane(k));
            Nearest { on: On::Edge(k), v, share: share.to_array()[k], square }
        } else {
            Nearest { on: On::Corner, v: w, share: 1.0, square: corner }
        }
    }

    /// The same for a simplex of one corner, which is in all lanes.
    #[inline(always)]
    fn step_to_edge(&self, w: Vec3A) -> Nearest {
        let e = self.points.lane(0) - w;
        let (along, length, m) = (-dot(w, e), dot(e, e), w.cross(e));
        if along > 0.0 && along < length {
            let share = 1.0 / length;
            Nearest { on: On::Edge(0), v: e.cross(m), share, square: dot(m, m) * share }
        } else {
            Nearest { on: On::Corner, v: w, share: 1.0, square: dot(w, w) }
        }
    }

    /// Adds the new corner and drops the corners that are not on the nearest feature.
    #[inline(always)]
    fn take(&mut self, w: Corner<N>, nearest: &Nearest) {
        const KEPT: [[f32; 4]; 7] = [
            [1.0, 1.0, 0.0, 1.0],
            [0.0, 1.0, 1.0, 0.0],
            [1.0, 0.0, 1.0, 1.0],
            [1.0, 0.0, 0.0, 1.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0, 0.0],
        ];
        let row = match nearest.on {
            On::Face(k) => k,
            On::Edge(k) => 3 + k,
            On::Corner => 6,
        };
        let kept = &KEPT[row];
        let is_kept = Vec4::from_array(*kept).cmpgt(Vec4::ZERO);
        let Four { x, y, z } = &mut self.points;
        *x = Vec4::select(is_kept, *x, Vec4::splat(w.point.x));
        *y = Vec4::select(is_kept, *y, Vec4::splat(w.point.y));
        *z = Vec4::select(is_kept, *z, Vec4::splat(w.point.z));
        for (name, kept) in self.names.iter_mut().zip(kept) {
            *name = if *kept > 0.0 { *name } else { w.name };
        }
        self.on = nearest.on;
    }

    /// The result with the corners of the nearest feature.
    #[inline(always)]
    fn found(&self, toward: Vec3A, support: N) -> Found<N> {
        let [p, q, r] = self.names;
        let (names, len) = match self.on {
            On::Face(_) => ([p, q, r, r], 3),
            On::Edge(k) => ([self.names[k], self.names[(k + 1) % 3], r, r], 2),
            On::Corner => ([p, p, p, p], 1),
        };
        Found { names, len, inside: false, toward, support }
    }

    /// The result with the corners around the origin.
    #[inline(always)]
    fn around(&self, w: Corner<N>) -> Found<N> {
        let [p, q, r] = self.names;
        let names = [p, q, r, w.name];
        Found { names, len: 4, inside: true, toward: Vec3A::ZERO, support: w.name }
    }
}
