//! GJK of two polytopes in lanes of `f32`: corners near the origin, or around it, by their numbers.
//! Nothing here is proven. Who asks forms the bounds in `f64`, from the corners and the last direction.
//!
//! The loop is that of [`super`]. What differs is how a turn of it is computed:
//!
//! - *Support points.* All vertices are looked at, eight at a time. Vertices are in the frames and
//!   units of their shapes; the direction is turned into them. Ties are won by the lowest lane, and in it by
//!   the lowest number.
//! - *The sub-problem.* The newest corner w and three others make three edges and three faces:
//!
//!   ```text
//!          1             Lane k has the edge from w to corner k, and the face of w, k and k + 1.
//!         /|\            A simplex of fewer corners has the others more than once: what they make
//!        / w \           has no length or no area, and no foot of the origin is inside of it.
//!       /.   .\          The nearest point is on a feature of w, or else nothing comes nearer.
//!      0-------2
//!   ```
//!
//!   All of it is computed in four lanes, by cross products: those keep digits that products of dot
//!   products lose (Gram determinants err by 1.6e-4 in `f32`). If the origin is beyond a face and its foot
//!   inside of it, no other feature is nearer, so of faces none are compared.
//! - *Directions* are perpendicular to the face or the edge by construction, as near a touch the nearest
//!   point itself is mostly rounding.
//!
//! It ends where the support point is known, or comes no nearer, or where a bound says enough. An inside
//! is not believed while v.w is above 0, as in [`super`].
//!
//! Sources: as in [`super`]; van den Bergen 2001 for Voronoi regions by cross products.

use glam::{Mat3A, Vec3A, Vec4, Vec4Swizzles};

use crate::hull::{Block, LANES};

/// No search takes more support points.
const MOST_STEPS: u32 = 48;

/// Bounds that are this near each other, relative to the square of the distance, have met in `f32`.
const MET: f32 = 1e-7;

/// The vertices of a polytope.
#[derive(Clone, Copy)]
pub(crate) struct Corners<'a> {
    /// In the shape's frame, padded by repeating the last.
    pub blocks: &'a [Block],
    /// What a coordinate of 1 is, in the unit of the pair.
    pub unit: f32,
    /// How many there are.
    pub count: u32,
}

/// Two polytopes. Lengths are in the unit of the pair, of which its size is a small multiple.
pub(crate) struct Pair<'a> {
    pub a: Corners<'a>,
    pub b: Corners<'a>,
    /// The columns of the rotation of B in A's frame, and its rows.
    pub columns: [Vec3A; 3],
    pub rows: [Vec3A; 3],
    /// Where B's origin is in A's frame.
    pub translation: Vec3A,
}

/// Where to begin.
#[derive(Clone, Copy)]
pub(crate) enum Start {
    /// At a guess of the difference's point nearest the origin; any vector but zero.
    Guess(Vec3A),
    /// At corners, one at least, by their numbers.
    Corners([[u32; 2]; 4], usize),
}

/// Where to end, as distances.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// Where a distance above this is shown; infinity to go on.
    pub above: f32,
    /// Where the distance is below this; 0 to go on.
    pub below: f32,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Found {
    /// The corners that the nearest point is between, or that are around the origin.
    pub ids: [[u32; 2]; 4],
    /// How many.
    pub len: usize,
    /// Is the origin between the corners?
    pub inside: bool,
    /// From the origin to the difference, of any length: what was looked along last. Zero if nothing was.
    pub toward: Vec3A,
    /// The farthest corner against it.
    pub support: [u32; 2],
}

/// Searches. To be called in [`Work`](crate::number::simd::Work).
#[inline(always)]
pub(crate) fn search(pair: &Pair<'_>, start: Start, limits: Limits) -> Found {
    let (above, below) = (limits.above * limits.above, limits.below * limits.below);
    let (mut simplex, mut v, mut known) = pair.begin(start);
    let (mut share, mut square, mut steps) = (1.0, f32::INFINITY, 0);
    let (mut toward, mut support) = (Vec3A::ZERO, [0; 2]);
    loop {
        let (w, is_apart) = match known.take() {
            Some(corner) => (corner, false),
            None => {
                let w = pair.support(v);
                (toward, support, steps) = (v, w.ids, steps + 1);
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
        match simplex.step(w) {
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
fn dot(u: Vec3A, v: Vec3A) -> f32 {
    let product = u * v;
    product.x + product.y + product.z
}

/// A point of the difference, and the numbers of the vertices that it is of.
#[derive(Clone, Copy)]
struct Corner {
    point: Vec3A,
    ids: [u32; 2],
}

/// The rows of a matrix that is given by its columns.
#[inline(always)]
pub(crate) fn rows([x, y, z]: [Vec3A; 3]) -> [Vec3A; 3] {
    let turned = Mat3A::from_cols(x, y, z).transpose();
    [turned.x_axis, turned.y_axis, turned.z_axis]
}

impl Pair<'_> {
    /// The simplex to begin with, where to look from there, and a corner that is known.
    #[inline(always)]
    fn begin(&self, start: Start) -> (Simplex, Vec3A, Option<Corner>) {
        match start {
            Start::Guess(guess) => (Simplex::of(Corner { point: guess, ids: [0; 2] }), guess, None),
            Start::Corners(ids, len) => {
                let first = self.point(ids[0]);
                let corner = |k: usize| if k < len { self.point(ids[k]) } else { first };
                let corners = [first, corner(1), corner(2)];
                let mut simplex = Simplex::of(first);
                simplex.set(corners);
                (simplex, Vec3A::X, Some(if len > 3 { corner(3) } else { corners[len - 1] }))
            }
        }
    }

    /// The farthest corner against a direction.
    #[inline(always)]
    fn support(&self, v: Vec3A) -> Corner {
        let [x, y, z] = self.rows;
        self.point([self.a.farthest(-v), self.b.farthest(x * v.x + y * v.y + z * v.z)])
    }

    /// The corner of those vertices.
    #[inline(always)]
    fn point(&self, ids: [u32; 2]) -> Corner {
        let [x, y, z] = self.columns;
        let (a, b) = (self.a.vertex(ids[0]), self.b.vertex(ids[1]));
        Corner { point: a - (x * b.x + y * b.y + z * b.z + self.translation), ids }
    }
}

impl Corners<'_> {
    /// The number of the vertex that is the farthest along a direction; of equals the first in the lowest
    /// lane.
    #[inline(always)]
    fn farthest(&self, d: Vec3A) -> u32 {
        let heights = |[x, y, z]: &Block| -> [f32; LANES] {
            core::array::from_fn(|k| x[k] * d.x + y[k] * d.y + z[k] * d.z)
        };
        // Of eight the lane is the number.
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
        // Through memory, so that all lanes of the loop stay in one register: see docs/notes/speed.md.
        let (most, rows) = core::hint::black_box((most, rows));
        let lane = highest(&most);
        (rows[lane] + lane as u32).min(self.count - 1)
    }

    /// The vertex of that number, in the unit of the pair.
    #[inline(always)]
    fn vertex(&self, id: u32) -> Vec3A {
        let (block, lane) = (&self.blocks[id as usize / LANES], id as usize % LANES);
        Vec3A::new(block[0][lane], block[1][lane], block[2][lane]) * self.unit
    }
}

/// The lowest lane of the largest number, some lane if one is NaN.
#[inline(always)]
fn highest(x: &[f32; LANES]) -> usize {
    let [low, high] = halves(x);
    let top = low.max(high).max_element();
    let level = low.cmpge(Vec4::splat(top)).bitmask() | high.cmpge(Vec4::splat(top)).bitmask() << 4;
    // NaN is level with nothing.
    level.trailing_zeros() as usize % LANES
}

#[inline(always)]
fn halves(x: &[f32; LANES]) -> [Vec4; 2] {
    [Vec4::from_slice(&x[..4]), Vec4::from_slice(&x[4..])]
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
    /// Lane k + 1 of the first three, in lane k.
    #[inline(always)]
    fn next(&self) -> Self {
        Self { x: self.x.yzxw(), y: self.y.yzxw(), z: self.z.yzxw() }
    }
    #[inline(always)]
    fn lane(&self, k: usize) -> Vec3A {
        let [x, y, z] = [self.x, self.y, self.z].map(|lanes| lanes.to_array()[k]);
        Vec3A::new(x, y, z)
    }
}

/// What the nearest point is on.
#[derive(Clone, Copy)]
enum On {
    /// A face: of the newest corner, that in a lane and that in the next.
    Face(usize),
    /// An edge: of the newest corner and that in a lane.
    Edge(usize),
    /// The newest corner.
    Corner,
}

/// The nearest point of a simplex.
struct Nearest {
    on: On,
    /// From the origin to it; of any length, so that the next support point waits for no quotient.
    v: Vec3A,
    /// What of `v` is the way to the point.
    share: f32,
    /// The square of the distance.
    square: f32,
}

enum Step {
    Nearest(Nearest),
    Inside,
}

/// Up to three corners, in the first three lanes. Of fewer some are there more than once.
struct Simplex {
    points: Four,
    ids: [[u32; 2]; 3],
    /// What the nearest point was on, when the newest corner was taken.
    on: On,
}

impl Simplex {
    #[inline(always)]
    fn of(w: Corner) -> Self {
        Self { points: Four::splat(w.point), ids: [w.ids; 3], on: On::Corner }
    }
    #[inline(always)]
    fn set(&mut self, corners: [Corner; 3]) {
        // Until a step tells, all of them count.
        self.on = On::Face(0);
        let all = corners.map(|c| c.point);
        let [x, y, z] = [0, 1, 2].map(|i| Vec4::new(all[0][i], all[1][i], all[2][i], all[0][i]));
        (self.points, self.ids) = (Four { x, y, z }, corners.map(|c| c.ids));
    }
    /// Is that a corner?
    #[inline(always)]
    fn has(&self, w: Corner) -> bool {
        let [i, j, k] = self.ids;
        (i == w.ids) | (j == w.ids) | (k == w.ids)
    }

    /// The nearest point of the simplex with a new corner, among those features that the new one is of.
    #[inline(always)]
    fn step(&self, newest: Corner) -> Step {
        if let On::Corner = self.on {
            return Step::Nearest(self.step_to_edge(newest.point));
        }
        let w = &Four::splat(newest.point);
        let e = self.points.minus(w);
        let (n, m) = (e.cross(&e.next()), w.cross(&e));
        let (height, area) = (n.dot(w), n.dot(&n));
        // Shares of the face, times the square of its area: of corner k, of corner k + 1.
        let (first, second) = (-m.next().dot(&n), m.dot(&n));
        let positive = first.cmpgt(Vec4::ZERO) & second.cmpgt(Vec4::ZERO);
        let mut faces = (positive & (first + second).cmplt(area)).bitmask() & 7;
        if let On::Face(_) = self.on {
            // The corner that a face lacks is on the other side of it than the origin, or on the same.
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
            self.nearest_edge(newest.point, &e, &m)
        })
    }

    /// On the nearest edge of the newest corner, by the edges and what is across them and the origin.
    #[inline(always)]
    fn nearest_edge(&self, w: Vec3A, e: &Four, m: &Four) -> Nearest {
        let (along, length) = (-Four::splat(w).dot(e), e.dot(e));
        let is_between = along.cmpgt(Vec4::ZERO) & along.cmplt(length);
        let squares = Vec4::select(is_between, m.dot(m) / length, Vec4::splat(f32::INFINITY));
        let (square, corner) = (squares.truncate().min_element(), dot(w, w));
        if square < corner {
            let found = squares.cmple(Vec4::splat(square)).bitmask().trailing_zeros();
            let k = found.min(2) as usize;
            let v = e.lane(k).cross(m.lane(k));
            Nearest { on: On::Edge(k), v, share: 1.0 / length.to_array()[k], square }
        } else {
            Nearest { on: On::Corner, v: w, share: 1.0, square: corner }
        }
    }

    /// The same with one corner, which is in all lanes.
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

    /// Takes the new corner in place of those that the nearest point is not between.
    #[inline(always)]
    fn take(&mut self, w: Corner, nearest: &Nearest) {
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
        for (ids, kept) in self.ids.iter_mut().zip(kept) {
            *ids = if *kept > 0.0 { *ids } else { w.ids };
        }
        self.on = nearest.on;
    }

    /// Ends with the corners that the nearest point is between.
    #[inline(always)]
    fn found(&self, toward: Vec3A, support: [u32; 2]) -> Found {
        let [p, q, r] = self.ids;
        let (ids, len) = match self.on {
            On::Face(_) => ([p, q, r, r], 3),
            On::Edge(k) => ([self.ids[k], self.ids[(k + 1) % 3], r, r], 2),
            On::Corner => ([p, p, p, p], 1),
        };
        Found { ids, len, inside: false, toward, support }
    }

    /// Ends with the corners around the origin.
    #[inline(always)]
    fn around(&self, w: Corner) -> Found {
        let [p, q, r] = self.ids;
        let ids = [p, q, r, w.ids];
        Found { ids, len: 4, inside: true, toward: Vec3A::ZERO, support: w.ids }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hull::block;
    use crate::number::simd::{Work, widest};
    use alloc::vec::Vec;
    use clearance_testing::Random;
    use glam::DVec3;

    /// Points of a lattice or anywhere, in blocks.
    fn cloud(random: &mut Random, count: usize) -> Vec<Block> {
        let is_lattice = random.below(2) == 0;
        let mut point = || {
            let p = random.in_cube(1.0);
            if is_lattice { (p * 2.0).round() * 0.5 } else { p }
        };
        let points: Vec<DVec3> = (0..count).map(|_| point()).collect();
        points.chunks(LANES).map(|eight| block(eight, 1.0)).collect()
    }

    /// The search in wider registers than those of the tests.
    struct Wide<'a> {
        pair: &'a Pair<'a>,
        start: Start,
        limits: Limits,
    }

    impl Work for Wide<'_> {
        type Output = Found;
        #[inline(always)]
        fn run(self) -> Found {
            search(self.pair, self.start, self.limits)
        }
    }

    fn corners(blocks: &[Block], count: usize) -> Corners<'_> {
        Corners { blocks, unit: 1.0, count: count as u32 }
    }

    /// No vertex is higher than the one that is found, to the last bit of the same sums.
    #[test]
    fn the_farthest_of_all_is_found() {
        let (mut random, mut ties) = (Random::new(1), 0);
        for i in 0..2000 {
            let count = 1 + random.below(40);
            let blocks = cloud(&mut random, count);
            let corners = corners(&blocks, count);
            let d = (random.direction3() * 2.0).round().as_vec3a();
            let d = if i % 2 == 0 { d } else { random.direction3().as_vec3a() };
            let height = |id: u32| {
                let p = corners.vertex(id);
                p.x * d.x + p.y * d.y + p.z * d.z
            };
            let found = corners.farthest(d);
            let level = (0..count as u32).filter(|id| height(*id) == height(found)).count();
            assert!((0..count as u32).all(|id| height(id) <= height(found)), "{i}");
            ties += usize::from(level > 1);
        }
        assert!(ties > 150, "{ties}");
        let blocks = cloud(&mut random, 9);
        assert!(corners(&blocks, 9).farthest(Vec3A::NAN) < 9);
    }

    /// The nearest point of each simplex on the way is that of the slow version in `f64`, and registers of
    /// any width find the same.
    #[test]
    fn the_nearest_corners_are_found() {
        use crate::algorithm::simplex::{Known, closest};
        let (mut random, mut kinds, mut open) = (Random::new(2), [0; 5], 0);
        for i in 0..4000 {
            let counts = [1 + random.below(40), 1 + random.below(40)];
            let clouds = counts.map(|count| cloud(&mut random, count));
            let turn = glam::DMat3::from_quat(random.rotation());
            let columns = [turn.x_axis, turn.y_axis, turn.z_axis].map(|c| c.as_vec3a());
            let translation = random.in_cube(3.0).as_vec3a();
            let [a, b] = [0, 1].map(|k| corners(&clouds[k], counts[k]));
            let pair = Pair { a, b, columns, rows: rows(columns), translation };
            let limits = Limits { above: f32::INFINITY, below: 0.0 };
            let start = Start::Guess(-translation);
            let found = search(&pair, start, limits);
            assert_eq!(found, widest(Wide { pair: &pair, start, limits }), "{i}");
            let again = search(&pair, Start::Corners(found.ids, found.len), limits);
            kinds[found.len - 1] += 1;
            if found.inside {
                assert!(again.inside, "{i}");
                continue;
            }
            let points = found.ids.map(|ids| pair.point(ids).point.as_dvec3());
            let nearest = closest(&points[..found.len], Known::default());
            if nearest.inside || nearest.point.length() < 1e-3 {
                continue;
            }
            let support = pair.point(found.support).point.as_dvec3();
            let gap = support.dot(found.toward.as_dvec3()) / f64::from(found.toward.length());
            let off = nearest.point.length() - gap;
            assert!(off > -4e-6, "{i}: {off}");
            if off > 4e-6 {
                open += 1;
                continue;
            }
            let points = again.ids.map(|ids| pair.point(ids).point.as_dvec3());
            let nearest_again = closest(&points[..again.len], Known::default());
            let off = nearest_again.point.length() - nearest.point.length();
            assert!(off.abs() < 4e-6, "{i}: {off}");
            kinds[4] += 1;
        }
        assert!(kinds.iter().all(|count| *count > 300) && open < 20, "{kinds:?} {open}");
    }
}
