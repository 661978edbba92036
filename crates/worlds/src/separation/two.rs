//! Two surfaces: pairs of facets, nearest first, by the trees of turned boxes.
//!
//! ```text
//!    pairs of boxes ---> pairs of leaves: one triangle of A against four of B, in lanes
//!                   ---> what is left is asked exactly, in f64
//! ```
//!
//! Boxes can be turned, mirrored and scaled, but not stretched: if an instance is, each facet of the smaller surface is
//! a convex shape against the larger one.

use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Motion, Vector};
use clearance_trees::{Found, Frames, Heap, NONE, Quads, pairs};
use glam::Vec4;

use super::one::{self, ConvexPiece};
use super::search::{PieceId, Search};
use crate::Instance;
use crate::frame::rounding;
use crate::lanes::{Lanes, SLACK, Triangles, splat, spread};

/// Searches the nearest facets of two surfaces.
pub(crate) fn search<V: Vector>(
    search: &mut Search<V>,
    parts: [u32; 2],
    surfaces: [&Instance<V>; 2],
    motions: [&Motion<V::Wide>; 2],
) {
    let both = Both { parts, surfaces, motions };
    match both.seen() {
        Some(seen) => both.descend(search, &seen),
        None => both.by_facets(search),
    }
}

/// Calls a function with the pairs of facets of two surfaces that may be as near to each other as `limit`.
pub(crate) fn near_facets<V: Vector>(
    surfaces: [&Instance<V>; 2],
    motions: [&Motion<V::Wide>; 2],
    limit: f64,
    visit: &mut dyn FnMut([u32; 2]),
) {
    let both = Both { parts: [0; 2], surfaces, motions };
    match both.seen() {
        Some(seen) => both.each_near(&seen, limit, visit),
        None => both.each_near_by_facets(limit, visit),
    }
}

/// Two surfaces and where they are.
struct Both<'s, V: Vector> {
    parts: [u32; 2],
    surfaces: [&'s Instance<V>; 2],
    motions: [&'s Motion<V::Wide>; 2],
}

/// How the tree of B looks from that of A: the point p is at `ratio * turn * p + shift`.
struct Seen {
    turn: [[f64; 3]; 3],
    ratio: f64,
    shift: [f64; 3],
    /// Lengths of the world times this are lengths in the tree of A.
    unit: f64,
}

impl<V: Vector> Both<'_, V> {
    fn by_facets(&self, search: &mut Search<V>) {
        let small = usize::from(self.surfaces[1].len() < self.surfaces[0].len());
        let large = 1 - small;
        for facet in 0..self.surfaces[small].len() as u32 {
            search.visit();
            if search.is_done() {
                return;
            }
            let piece = self.surfaces[small].piece(facet);
            let id = PieceId { part: self.parts[small], facet: Some(facet) };
            let (shape, motion) = (&piece.lowered(), self.motions[small]);
            let other = ConvexPiece { id, shape, motion, is_a: small == 0 };
            one::search(
                search,
                (self.parts[large], self.surfaces[large], self.motions[large]),
                &other,
            );
        }
    }

    /// `None` if an instance is stretched, if a pose is not finite, or if the trees are so far apart or of such different sizes that `f32`
    /// says nothing.
    fn seen(&self) -> Option<Seen> {
        let [(size_a, signs_a), (size_b, signs_b)] =
            [self.surfaces[0].even_scale()?, self.surfaces[1].even_scale()?];
        let motion = self.motions[1].seen_from(self.motions[0]);
        if motion.zero_if_finite() != 0.0 {
            return None;
        }
        let unit = self.surfaces[0].surface().unit() / size_a;
        let ratio = unit * size_b / self.surfaces[1].surface().unit();
        let mut turn = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        let mut shift = [0.0; 3];
        for row in 0..V::DIM {
            for column in 0..V::DIM {
                turn[row][column] =
                    motion.columns[column].get(row) * signs_a[row] * signs_b[column];
            }
            shift[row] = motion.translation.get(row) * signs_a[row] * unit;
        }
        const FAR: f64 = (1_u64 << 40) as f64;
        let largest = shift.iter().fold(ratio, |most, x| x.abs().max(most));
        (largest < FAR && ratio > 1.0 / FAR).then_some(Seen { turn, ratio, shift, unit })
    }

    fn descend(&self, search: &mut Search<V>, seen: &Seen) {
        let quads = self.surfaces.map(|surface| surface.surface().turned());
        let (frames, slack) = seen.frames(quads);
        let blocks = self.surfaces.map(|surface| surface.surface().tree().1);
        let limit = |search: &Search<V>| {
            if search.is_done() { -1.0 } else { f32::above(search.bound() * seen.unit) }
        };
        let signs_a = self.surfaces[0].even_scale().map_or([1.0; 3], |(_, signs)| signs);
        let mut normal: Option<[f32; 3]> = None;
        let mut along: Option<V::Wide> = None;
        let mut heap = core::mem::take(&mut search.heap);
        let first = limit(search);
        pairs(quads[0], quads[1], &frames, &mut heap, first, |leaf_a, leaf_b, _| {
            search.visit();
            let block_a = &blocks[0][leaf_a as usize];
            let block_b = &blocks[1][leaf_b as usize];
            let four = seen.in_a(&block_b.corners);
            let mut new = None;
            for lane_a in 0..4 {
                if block_a.id[lane_a] == NONE {
                    break;
                }
                let one = block_a.corners.all_lanes(lane_a);
                let limit_now = Vec4::splat(limit(search) + slack);
                if let Some(normal) = normal
                    && one.gaps_along(splat(normal), &four).cmpgt(limit_now).all()
                {
                    continue;
                }
                let gaps = one.gaps_to(&four).to_array();
                for (facet_b, gap) in block_b.id.into_iter().zip(gaps) {
                    if facet_b == NONE || gap - slack > limit(search) {
                        continue;
                    }
                    let facets = [block_a.id[lane_a], facet_b];
                    if along.is_some_and(|along| self.gap_along(along, facets) > search.bound()) {
                        continue;
                    }
                    if let Some(better) = self.ask(search, facets) {
                        along = better.widen().unit_along();
                        let local = self.motions[0].unrotate(better.widen());
                        let at = |i: usize| {
                            if i < V::DIM { (local.get(i) * signs_a[i]) as f32 } else { 0.0 }
                        };
                        new = Some([at(0), at(1), at(2)]);
                        normal = new;
                    }
                    if search.is_done() {
                        return Found { limit: -1.0, normal: None };
                    }
                }
            }
            Found { limit: limit(search), normal: new }
        });
        search.heap = heap;
    }

    fn each_near(&self, seen: &Seen, limit: f64, visit: &mut dyn FnMut([u32; 2])) {
        let quads = self.surfaces.map(|surface| surface.surface().turned());
        let (frames, slack) = seen.frames(quads);
        let blocks = self.surfaces.map(|surface| surface.surface().tree().1);
        let (limit, mut heap) = (f32::above(limit * seen.unit), Heap::default());
        pairs(quads[0], quads[1], &frames, &mut heap, limit, |leaf_a, leaf_b, limit| {
            let (block_a, block_b) = (&blocks[0][leaf_a as usize], &blocks[1][leaf_b as usize]);
            let four = seen.in_a(&block_b.corners);
            let normals = [block_a.corners.normals(), four.normals()];
            let most = Vec4::splat(limit + slack);
            for (lane, facet_a) in block_a.id.into_iter().enumerate().filter(|(_, id)| *id != NONE)
            {
                let one = block_a.corners.all_lanes(lane);
                let gaps = one.gaps_beside(spread(normals[0], lane), &four);
                let gaps = gaps.max(one.gaps_beside(normals[1], &four));
                // Most are apart along the normal of one of them.
                if gaps.cmpgt(most).all() {
                    continue;
                }
                let gaps = one.gaps_to(&four).max(gaps).to_array();
                for (facet_b, gap) in block_b.id.into_iter().zip(gaps) {
                    if facet_b != NONE && gap - slack <= limit {
                        visit([facet_a, facet_b]);
                    }
                }
            }
            Found { limit, normal: None }
        });
    }

    fn each_near_by_facets(&self, limit: f64, visit: &mut dyn FnMut([u32; 2])) {
        let small = usize::from(self.surfaces[1].len() < self.surfaces[0].len());
        let seen = self.motions[small].seen_from(self.motions[1 - small]);
        for facet in 0..self.surfaces[small].len() as u32 {
            let piece = self.surfaces[small].piece(facet);
            let large = self.surfaces[1 - small];
            one::each_within(large, &piece.lowered(), &seen, limit, &mut |other, _| {
                visit(if small == 0 { [facet, other] } else { [other, facet] });
            });
        }
    }

    /// The gap between two facets along a direction of length 1, from A to B in the world: at most their distance.
    fn gap_along(&self, along: V::Wide, facets: [u32; 2]) -> f64 {
        let heights = |i: usize, sign: f64| {
            let (surface, motion) = (self.surfaces[i], self.motions[i]);
            let local = motion.unrotate(along * sign);
            let corners = surface.corners(facets[i]).map(V::widen);
            let [a, b, c] = corners.map(|corner| local.dot(corner));
            let largest = corners.iter().fold(0.0, |most, corner| corner.max_abs().max(most));
            // Half of it for the motion, and half for the heights and the length of the direction.
            let rounding = 2.0 * rounding(motion, largest);
            a.max(b).max(c) + sign * along.dot(motion.translation) + rounding
        };
        -heights(0, 1.0) - heights(1, -1.0)
    }

    fn ask(&self, search: &mut Search<V>, facets: [u32; 2]) -> Option<V> {
        let pieces = [0, 1].map(|i| self.surfaces[i].piece(facets[i]));
        let ids = [0, 1].map(|i| PieceId { part: self.parts[i], facet: Some(facets[i]) });
        search.ask(ids, [&pieces[0].lowered(), &pieces[1].lowered()], self.motions)
    }
}

impl Seen {
    /// How the trees lie to each other, and what gaps in lanes are off by.
    fn frames(&self, [a, b]: [&Quads; 2]) -> (Frames, f32) {
        let (reach_a, reach_b) = (a.reach(), b.reach());
        let reach = f64::from(reach_a)
            + self.ratio * f64::from(reach_b)
            + self.shift.iter().map(|x| x.abs()).sum::<f64>();
        let frames = Frames::new(self.turn, self.shift, self.ratio, reach_a, reach_b);
        (frames, f32::above(reach * f64::from(SLACK)))
    }

    /// Four triangles of B in the coordinates of A's tree.
    #[inline(always)]
    fn in_a(&self, of_b: &Triangles) -> Triangles {
        let row = |row: usize, p: &Lanes| {
            let [x, y, z] = self.turn[row].map(|x| (x * self.ratio) as f32);
            p[0] * x + p[1] * y + p[2] * z + Vec4::splat(self.shift[row] as f32)
        };
        let turned = |p: &Lanes| [row(0, p), row(1, p), row(2, p)];
        let [a, b, c] = &of_b.corners;
        Triangles { corners: [turned(a), turned(b), turned(c)] }
    }
}
