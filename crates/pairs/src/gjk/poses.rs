//! GJK for one pair of polytopes at many poses, with a pose in each lane. It gives the results of
//! single searches ([`super::lanes`]), to the last bit.
//!
//! ```text
//!   lane       0       1       2     ..    15
//!   pose       0       1       2           15       poses 16, 17, .. wait
//!              a support point and a step of the simplex in all lanes: pose 1 has its result
//!   pose       0      16       2           15       poses 17, 18, .. wait
//!              a support point and a step of the simplex in all lanes ..
//! ```
//!
//! A single search has eight vertices in its lanes. It spends more time on finding the largest of the eight
//! heights, and on the simplex, than on computing the heights. Here each step costs as much for all lanes as
//! for one.
//!
//! Each step is a loop over lanes in plain arithmetic and without branches: see [`crate::number::simd`].
//! The formulas are those of the single search, which explains them. If heights or features are equal, both
//! take the same one.

use glam::Vec3A;

use super::lanes::{Corners, Found, Limits, MET, MOST_STEPS};
use crate::columns::{self, choose, choose3, cross, dot, less, minus};
use crate::hull::{Block, LANES};

/// The number of poses that are searched at once.
pub const POSES: usize = 16;

/// One number for each lane.
type Lane = [f32; POSES];

/// Two indices of vertices for each lane: that of A, and that of B in the upper half.
type Ids = [u32; POSES];

/// The relative pose of two polytopes and how to search. Lengths are in a unit that is about the size of
/// the pair.
#[derive(Clone, Copy)]
pub struct RelativePose {
    /// The lengths of a coordinate of 1 of the vertices of A and of B.
    pub units: [f32; 2],
    /// The columns of the rotation of B in A's frame.
    pub columns: [Vec3A; 3],
    /// B's origin in A's frame.
    pub translation: Vec3A,
    /// An estimate of the difference's point nearest to the origin; any vector but zero.
    pub guess: Vec3A,
    pub limits: Limits,
}

/// The poses of a search, and their results.
pub trait PoseQueue {
    /// The next pose, for a lane; `None` if there are no more, and from then on.
    fn next(&mut self, lane: usize) -> Option<RelativePose>;
    /// Takes the result for the last pose of a lane.
    fn done(&mut self, lane: usize, found: &Found);
}

/// Searches for all poses. Call it in a [`Work`](crate::number::simd::Work).
#[inline(always)]
pub fn search([a, b]: [Corners<'_>; 2], poses: &mut impl PoseQueue) {
    let mut lanes = Lanes::new();
    let mut is_busy = [false; POSES];
    for (k, is_busy) in is_busy.iter_mut().enumerate() {
        *is_busy = lanes.begin(k, poses.next(k));
    }
    while is_busy.contains(&true) {
        lanes.support(a, b);
        lanes.step();
        for (k, is_busy) in is_busy.iter_mut().enumerate() {
            if *is_busy && lanes.end[k] != GOING {
                poses.done(k, &lanes.found(k));
                *is_busy = lanes.begin(k, poses.next(k));
            }
        }
    }
}

/// What a lane does after a step.
const GOING: u32 = 0;
/// It has the nearest corners.
const NEAREST: u32 = 1;
/// It has corners around the origin.
const AROUND: u32 = 2;

/// The feature of the nearest point: faces are 0, 1 and 2, edges 3, 4 and 5.
const EDGE: u32 = 3;
const CORNER: u32 = 6;

/// A vector for each lane.
type Columns = columns::Columns<f32, POSES>;

/// The searches of all lanes.
struct Lanes {
    /// The rows of the rotation of B in A's frame.
    rows: [Columns; 3],
    translation: Columns,
    units: [Lane; 2],
    /// The squares of the limits.
    above: Lane,
    below: Lane,
    /// The corners of the simplex. If there are fewer than three, some are repeated.
    points: [Columns; 3],
    ids: [Ids; 3],
    /// The feature of the nearest point when the newest corner was added.
    on: Ids,
    /// The search direction, from the origin, of any length.
    v: Columns,
    /// The factor from `v` to the nearest point, and the square of its distance.
    share: Lane,
    square: Lane,
    /// The support point against `v`.
    newest: Columns,
    newest_ids: Ids,
    /// The last search direction.
    toward: Columns,
    steps: Ids,
    end: Ids,
}

impl Lanes {
    #[inline(always)]
    fn new() -> Self {
        let (zero, none) = ([0.0; POSES], [0; POSES]);
        Self {
            rows: [Columns::ZERO; 3],
            translation: Columns::ZERO,
            units: [zero; 2],
            above: zero,
            below: zero,
            points: [Columns::ZERO; 3],
            ids: [none; 3],
            on: none,
            v: Columns::ZERO,
            share: zero,
            square: zero,
            newest: Columns::ZERO,
            newest_ids: none,
            toward: Columns::ZERO,
            steps: none,
            end: none,
        }
    }

    /// Begins a search in a lane, if there is a pose. Returns whether there is one.
    #[inline(always)]
    fn begin(&mut self, k: usize, pose: Option<RelativePose>) -> bool {
        let Some(RelativePose { units, columns: [x, y, z], translation, guess, limits }) = pose
        else {
            return false;
        };
        for (i, row) in self.rows.iter_mut().enumerate() {
            row.put(k, [x[i], y[i], z[i]]);
        }
        self.translation.put(k, translation.to_array());
        [self.units[0][k], self.units[1][k]] = units;
        self.above[k] = limits.above * limits.above;
        self.below[k] = limits.below * limits.below;
        self.v.put(k, guess.to_array());
        (self.share[k], self.square[k], self.steps[k]) = (1.0, f32::INFINITY, 0);
        true
    }

    /// The support points of all lanes against their directions.
    #[inline(always)]
    fn support(&mut self, a: Corners<'_>, b: Corners<'_>) {
        let (mut d, mut turned) = (Columns::ZERO, Columns::ZERO);
        for k in 0..POSES {
            let v = self.v.get(k);
            let [x, y, z] = [self.rows[0].get(k), self.rows[1].get(k), self.rows[2].get(k)];
            let along = |i: usize| x[i] * v[0] + y[i] * v[1] + z[i] * v[2];
            turned.put(k, [along(0), along(1), along(2)]);
            d.put(k, [-v[0], -v[1], -v[2]]);
        }
        let (mut ids_a, mut ids_b) = ([0; POSES], [0; POSES]);
        farthest(a, &d, &mut ids_a);
        farthest(b, &turned, &mut ids_b);
        let (mut of_a, mut of_b) = (Columns::ZERO, Columns::ZERO);
        for k in 0..POSES {
            of_a.put(k, vertex(a.blocks, ids_a[k]));
            of_b.put(k, vertex(b.blocks, ids_b[k]));
        }
        for k in 0..POSES {
            let (a, b, t) = (of_a.get(k), of_b.get(k), self.translation.get(k));
            let [x, y, z] = [self.rows[0].get(k), self.rows[1].get(k), self.rows[2].get(k)];
            let (unit_a, unit_b) = (self.units[0][k], self.units[1][k]);
            let b = [b[0] * unit_b, b[1] * unit_b, b[2] * unit_b];
            let p = [
                a[0] * unit_a - (dot(x, b) + t[0]),
                a[1] * unit_a - (dot(y, b) + t[1]),
                a[2] * unit_a - (dot(z, b) + t[2]),
            ];
            self.newest.put(k, p);
            self.newest_ids[k] = ids_a[k] | ids_b[k] << 16;
        }
    }

    /// Takes the new corners, and finds the nearest points.
    #[inline(always)]
    fn step(&mut self) {
        for k in 0..POSES {
            let (w, v, id) = (self.newest.get(k), self.v.get(k), self.newest_ids[k]);
            let (share, square, on) = (self.share[k], self.square[k], self.on[k]);
            let (p0, p1, p2) =
                (self.points[0].get(k), self.points[1].get(k), self.points[2].get(k));
            let (id0, id1, id2) = (self.ids[0][k], self.ids[1][k], self.ids[2][k]);
            let steps = self.steps[k] + 1;
            let along = dot(v, w);
            let is_first = square == f32::INFINITY;
            let is_apart = along > 0.0;
            let is_beyond = is_apart & (along * along > self.above[k] * dot(v, v));
            let is_met = square - along * share <= MET * square;
            let is_corner = (id0 == id) | (id1 == id) | (id2 == id);
            let is_last = is_beyond | (!is_first & (is_met | is_corner));

            let nearest = Nearest::new(w, [p0, p1, p2], on);
            let goes_on = !is_first & !is_last;
            let is_around = goes_on & nearest.is_inside & !is_apart;
            let is_nearer = goes_on & !nearest.is_inside & (nearest.square < square);
            let is_close = is_nearer & (nearest.square <= self.below[k]);
            let stays = !is_last & (is_first | is_nearer) & !is_close & (steps < MOST_STEPS);
            let ended = if is_around { AROUND } else { NEAREST };
            self.end[k] = if stays { GOING } else { ended };

            // The corners that the nearest feature does not have become w.
            let drops0 = is_first | (is_nearer & !nearest.has(0, 2, 3));
            let drops1 = is_first | (is_nearer & !nearest.has(0, 1, 4));
            let drops2 = is_first | (is_nearer & !nearest.has(1, 2, 5));
            self.points[0].put(k, choose3(drops0, w, p0));
            self.points[1].put(k, choose3(drops1, w, p1));
            self.points[2].put(k, choose3(drops2, w, p2));
            self.ids[0][k] = if drops0 { id } else { id0 };
            self.ids[1][k] = if drops1 { id } else { id1 };
            self.ids[2][k] = if drops2 { id } else { id2 };
            let nearer_on = if is_nearer { nearest.on } else { on };
            self.on[k] = if is_first { CORNER } else { nearer_on };
            self.toward.put(k, v);
            self.v.put(k, choose3(is_first, w, choose3(is_nearer, nearest.v, v)));
            self.share[k] = choose(is_nearer, nearest.share, share);
            let nearer_square = choose(is_nearer, nearest.square, square);
            self.square[k] = choose(is_first, dot(w, w), nearer_square);
            self.steps[k] = steps;
        }
    }

    /// The result of a lane.
    #[inline(always)]
    fn found(&self, k: usize) -> Found {
        let both = |ids: &Ids| [ids[k] & 0xFFFF, ids[k] >> 16];
        let [p, q, r] = [both(&self.ids[0]), both(&self.ids[1]), both(&self.ids[2])];
        let (support, on) = (both(&self.newest_ids), self.on[k]);
        if self.end[k] == AROUND {
            let names = [p, q, r, support];
            return Found { names, len: 4, inside: true, toward: Vec3A::ZERO, support };
        }
        let (names, len) = match on {
            CORNER => ([p; 4], 1),
            EDGE.. => {
                let ends = [[p, q], [q, r], [r, p]][(on - EDGE) as usize % 3];
                ([ends[0], ends[1], r, r], 2)
            }
            _ => ([p, q, r, r], 3),
        };
        Found { names, len, inside: false, toward: Vec3A::from_array(self.toward.get(k)), support }
    }
}

/// The nearest point of a simplex of the newest corner w and three others, among the features that have w.
/// Edge i leads from w to corner i, and face i has the edges i and i + 1.
struct Nearest {
    /// The feature.
    on: u32,
    /// See [`Lanes`].
    v: [f32; 3],
    share: f32,
    square: f32,
    /// Is the origin inside of the simplex?
    is_inside: bool,
}

impl Nearest {
    /// From the corners, and the feature on which the last nearest point was.
    #[inline(always)]
    fn new(w: [f32; 3], [p0, p1, p2]: [[f32; 3]; 3], on: u32) -> Self {
        let (e0, e1, e2) = (minus(p0, w), minus(p1, w), minus(p2, w));
        let (m0, m1, m2) = (cross(w, e0), cross(w, e1), cross(w, e2));
        let edge = Self::on_edge(w, [e0, e1, e2], [m0, m1, m2], on);
        let face0 = Face::new(w, [e0, e1, e2], [m0, m1]);
        let face1 = Face::new(w, [e1, e2, e0], [m1, m2]);
        let face2 = Face::new(w, [e2, e0, e1], [m2, m0]);
        // After an edge or a corner the simplex has no fourth corner, and so no inside.
        let had_face = on < EDGE;
        let on0 = face0.has_foot & !(had_face & face0.is_inner);
        let on1 = face1.has_foot & !(had_face & face1.is_inner);
        let on2 = face2.has_foot & !(had_face & face2.is_inner);
        let is_on = on0 | on1 | on2;
        let n = choose3(on0, face0.n, choose3(on1, face1.n, face2.n));
        let (height, area) = (dot(n, w), dot(n, n));
        let (share, sign) = (height.abs() / area, if height < 0.0 { -1.0 } else { 1.0 });
        let beside0 = if on1 { 1 } else { 2 };
        let face = if on0 { 0 } else { beside0 };
        Self {
            on: if is_on { face } else { edge.on },
            v: choose3(is_on, [sign * n[0], sign * n[1], sign * n[2]], edge.v),
            share: choose(is_on, share, edge.share),
            square: choose(is_on, height.abs() * share, edge.square),
            is_inside: had_face & face0.is_inner & face1.is_inner & face2.is_inner,
        }
    }

    /// The nearest point of the edges and of w, if it is on no face. `m` are the products of w with the
    /// edges.
    #[inline(always)]
    fn on_edge(w: [f32; 3], e: [[f32; 3]; 3], m: [[f32; 3]; 3], on: u32) -> Self {
        let ([e0, e1, e2], [m0, m1, m2]) = (e, m);
        let (edge0, edge1, edge2) =
            (Edge::new(w, e0, m0), Edge::new(w, e1, m1), Edge::new(w, e2, m2));
        let least = less(less(edge0.square, edge1.square), edge2.square);
        let corner = dot(w, w);
        // After a corner there is one edge only, and its foot is nearer than w.
        let is_on = if on == CORNER { least < f32::INFINITY } else { least < corner };
        let (on0, on1) = (edge0.square <= least, edge1.square <= least);
        let (e, m) =
            (choose3(on0, e0, choose3(on1, e1, e2)), choose3(on0, m0, choose3(on1, m1, m2)));
        let share = choose(on0, edge0.share, choose(on1, edge1.share, edge2.share));
        let beside0 = if on1 { EDGE + 1 } else { EDGE + 2 };
        let edge = if on0 { EDGE } else { beside0 };
        Self {
            on: if is_on { edge } else { CORNER },
            v: choose3(is_on, cross(e, m), w),
            share: choose(is_on, share, 1.0),
            square: choose(is_on, least, corner),
            is_inside: false,
        }
    }

    /// Is it on one of these features?
    #[inline(always)]
    fn has(&self, face: u32, other_face: u32, edge: u32) -> bool {
        (self.on == face) | (self.on == other_face) | (self.on == edge)
    }
}

/// The face of the newest corner w and two edges from it.
struct Face {
    n: [f32; 3],
    /// Is the origin's foot on the plane inside of the face?
    has_foot: bool,
    /// Are the third edge and the origin on the same side of the plane?
    is_inner: bool,
}

impl Face {
    /// From the edges, the third last, and the products of w with the first two.
    #[inline(always)]
    fn new(w: [f32; 3], [e, next, other]: [[f32; 3]; 3], [m, m_next]: [[f32; 3]; 2]) -> Self {
        let n = cross(e, next);
        let (height, area) = (dot(n, w), dot(n, n));
        let (first, second) = (-dot(m_next, n), dot(m, n));
        let has_foot = (first > 0.0) & (second > 0.0) & (first + second < area);
        Self { n, has_foot, is_inner: height * dot(n, other) < 0.0 }
    }
}

/// An edge from the newest corner w.
struct Edge {
    /// One over the square of its length.
    share: f32,
    /// The square of the origin's distance from it; infinite if an end is nearest.
    square: f32,
}

impl Edge {
    /// From the edge and the product of w with it.
    #[inline(always)]
    fn new(w: [f32; 3], e: [f32; 3], m: [f32; 3]) -> Self {
        let (along, length) = (-dot(w, e), dot(e, e));
        let share = 1.0 / length;
        let is_between = (along > 0.0) & (along < length);
        Self { share, square: choose(is_between, dot(m, m) * share, f32::INFINITY) }
    }
}

/// The index of the vertex farthest along each direction. If several are equally far, the first in the
/// lowest lane of its blocks, as in [`super::lanes`].
#[inline(always)]
fn farthest(corners: Corners<'_>, d: &Columns, ids: &mut Ids) {
    let [x, y, z] = d.0;
    let (mut most, mut at) = ([f32::NEG_INFINITY; POSES], [0; POSES]);
    for lane in 0..LANES {
        for (row, block) in corners.blocks.iter().enumerate() {
            let (id, p) =
                ((row * LANES + lane) as u32, [block[0][lane], block[1][lane], block[2][lane]]);
            if id >= corners.count {
                break;
            }
            for k in 0..POSES {
                let height = p[0] * x[k] + p[1] * y[k] + p[2] * z[k];
                let is_higher = height > most[k];
                at[k] = if is_higher { id } else { at[k] };
                most[k] = if is_higher { height } else { most[k] };
            }
        }
    }
    *ids = at;
}

/// The vertex of this index, in its own unit.
#[inline(always)]
fn vertex(blocks: &[Block], id: u32) -> [f32; 3] {
    let (block, lane) = (&blocks[id as usize / LANES], id as usize % LANES);
    [block[0][lane], block[1][lane], block[2][lane]]
}
