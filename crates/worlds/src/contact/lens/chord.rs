//! The longest chord of a lens along a direction: how far B must go along it.
//!
//! ```text
//!      ^ d        A       chord: from a facet of B that faces down to a facet of A that faces up
//!   ___|______o___        Its length is largest at a corner of one surface, over or under a facet of the other, or where
//!      |     /|           ridges of both cross, seen along d. Flat edges and valleys have none.
//!       \   / | chord     The longest one counts if a ray from its end in B does not leave A earlier, or one from its end in
//!        \_/  o           A does not leave B: between parts that belong to other places nothing is pushed.
//! ```

use alloc::vec::Vec;

use clearance_geometry::answer::{FeatureId, FeaturePart};
use clearance_geometry::number::max;
use glam::DVec3;

use super::cross::Hit;
use super::flood::Face;
use super::spots::{Spot, spot};
use super::surface_pair::SurfacePair;
use super::table::Table;

/// The facets of A and of B among which chords are sought.
pub type Sets<'f> = [&'f [Face]; 2];

/// The longest chord.
#[derive(Clone, Copy, Debug)]
pub struct Chord {
    pub depth: f64,
    /// The normal of what it ends at: a facet, or the plane of two edges.
    pub normal: DVec3,
    pub facets: [u32; 2],
    /// It ends at a vertex, not between two edges.
    is_firm: bool,
    /// It leaves A or B nowhere between its ends.
    is_sure: bool,
    /// On A, on B.
    ends: [DVec3; 2],
}

impl Chord {
    /// As far along a direction as a depth, from its end on A.
    pub fn as_deep_as(self, depth: f64, d: DVec3) -> Self {
        if depth > self.depth {
            Self { depth, ends: [self.ends[0], self.ends[0] - d * depth], ..self }
        } else {
            self
        }
    }
    /// Its ends as a point of contact.
    pub fn spot(&self) -> Spot {
        let [a, b] = self.facets.map(FeaturePart::Face);
        spot(self.ends, -self.depth, FeatureId::new(a, b))
    }
}

/// A facet seen along the direction: x and y across it, z along it.
struct Flat<'f> {
    face: &'f Face,
    p: [DVec3; 3],
    low: DVec3,
    high: DVec3,
}

/// An edge of such a facet.
struct Side {
    p: [DVec3; 2],
    low: DVec3,
    high: DVec3,
    is_wet: bool,
    edge: u32,
    facet: u32,
}

/// What reaches from one x to another one, in the order of x if many ask.
struct Row<T> {
    items: Vec<(f64, f64, T)>,
    is_sorted: bool,
    widest: f64,
}

impl<T: Copy> Row<T> {
    fn of(items: impl Iterator<Item = (f64, f64, T)>, asked: usize) -> Self {
        let mut items: Vec<(f64, f64, T)> = items.collect();
        let is_sorted = asked > 8;
        if is_sorted {
            items.sort_by(|x, y| x.0.total_cmp(&y.0));
        }
        let widest = items.iter().fold(0.0, |most, (low, high, _)| max(most, high - low));
        Self { items, is_sorted, widest }
    }
    /// What reaches into this part of x.
    fn within(&self, low: f64, high: f64) -> impl Iterator<Item = T> {
        let (from, to) = if self.is_sorted {
            (low - self.widest, high)
        } else {
            (f64::NEG_INFINITY, f64::INFINITY)
        };
        let first = self.items.partition_point(|item| item.0 < from);
        let items = self.items[first..].iter().take_while(move |item| item.0 <= to);
        items.filter(move |item| item.0 <= high && item.1 >= low).map(|item| item.2)
    }
}

/// A vertex inside with the first facet of the other surface over it, or in front with the last one.
struct End {
    which: usize,
    is_inside: bool,
    vertex: u32,
    at: DVec3,
    length: f64,
    own: u32,
    other: u32,
}

/// A search along one direction.
struct Sight<'s> {
    meeting: &'s SurfacePair<'s>,
    axes: [DVec3; 3],
    tol: f64,
    /// The hits of a whole lens.
    rim: Option<&'s [Hit]>,
    /// Are all points asked for, and not only the longest chord?
    are_all: bool,
    /// So many more pairs are looked at.
    left: usize,
    ends: Vec<End>,
    chords: Vec<Chord>,
    spots: Vec<Spot>,
}

/// The longest chord along `d`, or `None` if it is longer than `most`. `rim` are the hits of a whole lens: what none of
/// its facets is over is then asked of the whole surface.
pub fn longest(
    meeting: &SurfacePair<'_>,
    sets: Sets<'_>,
    d: DVec3,
    rim: Option<&[Hit]>,
    most: f64,
) -> Option<Chord> {
    let mut sight = Sight::new(meeting, d, rim, false);
    let flats = sight.flats(sets);
    let of_vertices = sight.of_vertices(&flats);
    if of_vertices > most {
        return None;
    }
    let of_rim = sight.of_rim();
    // What is not longer than a chord that is sure does not matter.
    sight.cross_edges(&flats, max(of_vertices, of_rim));
    sight.confirmed().filter(|chord| chord.depth <= most)
}

/// The ends of all chords along `d`, points of the rim, and points in front within the margin.
pub fn spots(
    meeting: &SurfacePair<'_>,
    sets: Sets<'_>,
    d: DVec3,
    rim: Option<&[Hit]>,
) -> Vec<Spot> {
    let mut sight = Sight::new(meeting, d, rim, true);
    let flats = sight.flats(sets);
    (0..2).for_each(|which| sight.add_ends(which, &flats));
    sight.take_ends();
    sight.of_rim();
    sight.cross_edges(&flats, -max(meeting.margin, sight.tol));
    sight.spots
}

impl<'s> Sight<'s> {
    fn new(meeting: &'s SurfacePair<'s>, d: DVec3, rim: Option<&'s [Hit]>, are_all: bool) -> Self {
        /// Those of facets that are not slivers, of the largest meshes.
        const MOST: usize = 1 << 25;
        let (u, w) = d.any_orthonormal_pair();
        Self {
            meeting,
            axes: [u, w, d],
            tol: meeting.tolerance(),
            rim,
            are_all,
            left: MOST,
            ends: Vec::new(),
            chords: Vec::new(),
            spots: Vec::new(),
        }
    }

    /// The facets that face along the direction, those of B against it.
    fn flats<'f>(&self, sets: Sets<'f>) -> [Vec<Flat<'f>>; 2] {
        let [u, w, d] = self.axes;
        let seen = |face: &'f Face| {
            let p = face.corners.map(|p| DVec3::new(p.dot(u), p.dot(w), p.dot(d)));
            let (low, high) = (p[0].min(p[1]).min(p[2]), p[0].max(p[1]).max(p[2]));
            Flat { face, p, low, high }
        };
        [(0, 1.0), (1, -1.0)].map(|(which, sign)| {
            let facing = sets[which].iter().filter(|face| sign * face.normal.dot(d) >= 1e-6);
            facing.map(seen).collect()
        })
    }

    /// The ends of the vertices of a surface, each once: inside, and if all are asked for, in front.
    fn add_ends(&mut self, which: usize, flats: &[Vec<Flat<'_>>; 2]) {
        let (mut known, mut points) = (Table::default(), Vec::new());
        for mine in &flats[which] {
            for k in 0..3 {
                let counts = self.are_all || mine.face.inside[k];
                if counts && known.number(u64::from(mine.face.vertices[k]), 0).1 {
                    points.push((mine, k));
                }
            }
        }
        if !points.is_empty() {
            let others = flats[1 - which].iter().map(|flat| (flat.low.x, flat.high.x, flat));
            let row = Row::of(others, points.len());
            points.into_iter().for_each(|(mine, k)| self.add_end(which, mine, k, &row));
        }
    }

    fn add_end(&mut self, which: usize, mine: &Flat<'_>, k: usize, row: &Row<&Flat<'_>>) {
        let (p, tol) = (mine.p[k], self.tol);
        let (is_inside, at) = (mine.face.inside[k], mine.face.corners[k]);
        // Above a vertex of B, below one of A.
        let sign = if which == 1 { 1.0 } else { -1.0 };
        let reach = if is_inside { tol } else { max(self.meeting.margin, tol) };
        let mut found: Option<(f64, u32)> = None;
        for flat in row.within(p.x - tol, p.x + tol) {
            let Some(left) = self.left.checked_sub(1) else { break };
            self.left = left;
            let is_beside = p.y < flat.low.y - tol || p.y > flat.high.y + tol;
            let top = if which == 1 { flat.high.z } else { -flat.low.z };
            if is_beside || top < sign * p.z - reach {
                continue;
            }
            let Some(z) = height(&flat.p, p, tol) else { continue };
            let length = (z - p.z) * sign;
            let (counts, is_better): (bool, fn(&f64, &f64) -> bool) = if is_inside {
                (length >= -tol, f64::lt)
            } else {
                (length <= tol && length >= -self.meeting.margin, f64::ge)
            };
            if counts && found.is_none_or(|(old, _)| is_better(&length, &old)) {
                found = Some((length, flat.face.facet));
            }
        }
        // What none of the facets is over.
        if found.is_none() && is_inside && self.rim.is_some() {
            found = self.meeting.exit(1 - which, at, self.axes[2] * sign);
        }
        if let Some((length, other)) = found {
            let (vertex, own) = (mine.face.vertices[k], mine.face.facet);
            self.ends.push(End { which, is_inside, vertex, at, length, own, other });
        }
    }

    /// Adds the chords of vertices: how long the longest is.
    fn of_vertices(&mut self, flats: &[Vec<Flat<'_>>; 2]) -> f64 {
        (0..2).for_each(|which| self.add_ends(which, flats));
        self.take_ends();
        self.confirmed().map_or(0.0, |chord| chord.depth)
    }

    /// Adds the chords and points of the rim.
    fn of_rim(&mut self) -> f64 {
        let before = self.chords.len();
        self.rim.into_iter().flatten().for_each(|hit| self.at_rim(hit));
        self.chords[before..].iter().fold(0.0, |most, chord| max(most, chord.depth))
    }

    /// Adds the chords and points where edges cross, of those that may be as long as `least`.
    fn cross_edges(&mut self, flats: &[Vec<Flat<'_>>; 2], least: f64) {
        let top = flats[0].iter().fold(f64::NEG_INFINITY, |top, x| max(top, x.high.z));
        let bottom = -flats[1].iter().fold(f64::NEG_INFINITY, |top, y| max(top, -y.low.z));
        let of_a = self.edges(0, &flats[0], |high, _| high - bottom >= least);
        let of_b = self.edges(1, &flats[1], |_, low| top - low >= least);
        let of_b = Row::of(of_b.iter().map(|y| (y.low.x, y.high.x, y)), of_a.len());
        let tol = self.tol;
        for x in &of_a {
            for y in of_b.within(x.low.x - tol, x.high.x + tol) {
                let Some(left) = self.left.checked_sub(1) else { return };
                self.left = left;
                let overlap = x.low.y <= y.high.y + tol && y.low.y <= x.high.y + tol;
                if overlap && x.high.z - y.low.z >= least {
                    self.cross(x, y);
                }
            }
        }
    }

    /// The edges of facets at which chords may end, each once, of those between whose heights they may.
    fn edges(
        &self,
        which: usize,
        flats: &[Flat<'_>],
        counts: impl Fn(f64, f64) -> bool,
    ) -> Vec<Side> {
        let (side, mut known, mut found) =
            (self.meeting.sides[which], Table::default(), Vec::new());
        for Flat { face, p, low, high } in flats {
            if !counts(high.z, low.z) {
                continue;
            }
            let bends = face.bends(side);
            for k in 0..3 {
                let p = [p[k], p[(k + 1) % 3]];
                let (low, high) = (p[0].min(p[1]), p[0].max(p[1]));
                // A part of a lens also ends at valleys.
                let is_ridge = bends[k] > 0 || self.rim.is_none() && bends[k] < 0;
                if is_ridge && counts(high.z, low.z) {
                    let (facet, edge) = (face.facet, side.edge(face.facet, k));
                    if known.number(u64::from(edge), 0).1 {
                        found.push(Side { p, low, high, is_wet: face.wet[k], edge, facet });
                    }
                }
            }
        }
        found
    }

    /// The place where two edges cross.
    fn cross(&mut self, x: &Side, y: &Side) {
        let ([p, q], [r, s]) = (x.p, y.p);
        let Some((t, depth)) = crossing([p, q], [r, s]) else { return };
        if depth < -self.meeting.margin || depth > 0.0 && !x.is_wet && !y.is_wet {
            return;
        }
        let [u, w, d] = self.axes;
        let in_frame = |p: DVec3| u * p.x + w * p.y + d * p.z;
        let a = in_frame(p + (q - p) * t);
        let ends = [a, a - d * depth];
        if depth > 0.0 {
            let normal = in_frame((q - p).cross(s - r).normalize_or_zero());
            let normal = if normal.dot(d) < 0.0 { -normal } else { normal };
            let facets = [x.facet, y.facet];
            self.chords.push(Chord { depth, normal, facets, is_firm: false, is_sure: false, ends });
        }
        if self.are_all {
            let feature = FeatureId::new(FeaturePart::Edge(x.edge), FeaturePart::Edge(y.edge));
            self.spots.push(spot(ends, -depth, feature));
        }
    }

    /// A point of the curve: it has no depth where both facets face along the direction. Where an edge goes into a facet
    /// that does not, a chord begins.
    fn at_rim(&mut self, hit: &Hit) {
        let (sides, d, facets) = (self.meeting.sides, self.axes[2], hit.facets);
        let rises = [sides[0].normal(facets[0]).dot(d), -sides[1].normal(facets[1]).dot(d)];
        let other = 1 - hit.which;
        if rises[other] <= 1e-6 && rises[hit.which] > 1e-6 {
            let along = if other == 0 { d } else { -d };
            let Some((depth, facet)) = self.meeting.exit(other, hit.point, along) else { return };
            let normal = sides[other].normal(facet);
            let (mut facets, far) = (facets, hit.point + along * depth);
            facets[other] = facet;
            let (normal, ends) =
                if other == 0 { (normal, [far, hit.point]) } else { (-normal, [hit.point, far]) };
            self.chords.push(Chord { depth, normal, facets, is_firm: true, is_sure: true, ends });
            self.add_rim(hit, facets, ends, depth);
        } else if rises[0] > 1e-6 && rises[1] > 1e-6 {
            self.add_rim(hit, facets, [hit.point; 2], 0.0);
        }
    }

    fn add_rim(&mut self, hit: &Hit, facets: [u32; 2], ends: [DVec3; 2], depth: f64) {
        if self.are_all {
            let side = self.meeting.sides[hit.which];
            let edge = FeaturePart::Edge(side.edge(hit.facets[hit.which], hit.side));
            let feature = match hit.which {
                0 => FeatureId::new(edge, FeaturePart::Face(facets[1])),
                _ => FeatureId::new(FeaturePart::Face(facets[0]), edge),
            };
            self.spots.push(spot(ends, -depth, feature));
        }
    }

    /// Makes chords and points of ends.
    fn take_ends(&mut self) {
        let d = self.axes[2];
        for End { which, is_inside, vertex, at, length, own, other } in
            core::mem::take(&mut self.ends)
        {
            let ends = if which == 1 { [at + d * length, at] } else { [at, at - d * length] };
            let (vertex, face) = (FeaturePart::Vertex(vertex), FeaturePart::Face(other));
            let (feature, facets) = match which {
                1 => (FeatureId::new(face, vertex), [other, own]),
                _ => (FeatureId::new(vertex, face), [own, other]),
            };
            if is_inside {
                let normal = self.meeting.sides[1 - which].normal(other);
                let normal = if which == 1 { normal } else { -normal };
                let (depth, is_firm, is_sure) = (length, true, false);
                self.chords.push(Chord { depth, normal, facets, is_firm, is_sure, ends });
            }
            if self.are_all {
                self.spots.push(spot(ends, -length, feature));
            }
        }
    }

    /// The longest chord that leaves A and B nowhere between. Those that do are as long as to the first exit.
    fn confirmed(&mut self) -> Option<Chord> {
        /// More chords than these are not in doubt.
        const MOST: usize = 64;
        let (d, tie) = (self.axes[2], self.meeting.size * 1e-13 + self.meeting.rounding);
        for _ in 0..MOST {
            let longest = self.chords.iter().map(|c| c.depth).reduce(max)?;
            let rank = |i: &usize| {
                let chord = &self.chords[*i];
                (chord.is_firm, chord.normal.dot(d))
            };
            let ties = (0..self.chords.len()).filter(|i| self.chords[*i].depth >= longest - tie);
            let best = ties.reduce(|i, j| if rank(&i) >= rank(&j) { i } else { j })?;
            let chord = &mut self.chords[best];
            if chord.is_sure {
                return Some(*chord);
            }
            // From B's end through A, and from A's end through B: one is enough.
            let in_a = self.meeting.exit(0, chord.ends[1], d);
            let is_long =
                |exit: Option<(f64, u32)>| exit.is_some_and(|(t, _)| t >= longest - self.tol);
            if is_long(in_a) || is_long(self.meeting.exit(1, chord.ends[0], -d)) {
                chord.is_sure = true;
                return Some(*chord);
            }
            match in_a {
                Some((t, facet)) if chord.is_firm && t > self.tol => {
                    (chord.depth, chord.is_sure) = (t, true);
                    chord.normal = self.meeting.sides[0].normal(facet);
                    chord.ends[0] = chord.ends[1] + d * t;
                }
                _ => drop(self.chords.swap_remove(best)),
            }
        }
        None
    }
}

/// Where two edges cross, seen along z: the share of the first, and how much higher it is there.
fn crossing([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> Option<(f64, f64)> {
    let (e, g, k) = (q - p, s - r, r - p);
    let turn = e.x * g.y - e.y * g.x;
    let squares = e.truncate().length_squared() * g.truncate().length_squared();
    if turn * turn <= 1e-24 * squares {
        return None;
    }
    let (t, o) = ((k.x * g.y - k.y * g.x) / turn, (k.x * e.y - k.y * e.x) / turn);
    let fits = |t: f64| (-1e-9..=1.0 + 1e-9).contains(&t);
    (fits(t) && fits(o)).then_some((t, p.z + e.z * t - r.z - g.z * o))
}

/// The height of a triangle above a place, if it is above it.
fn height(triangle: &[DVec3; 3], p: DVec3, tol: f64) -> Option<f64> {
    let [a, b, c] = triangle.map(|corner| corner - p);
    let turn = |x: DVec3, y: DVec3| x.x * y.y - x.y * y.x;
    let areas = [turn(b, c), turn(c, a), turn(a, b)];
    let all = areas[0] + areas[1] + areas[2];
    let sign = if all > 0.0 { 1.0 } else { -1.0 };
    let is_in = |area: f64, edge: DVec3| area * sign >= -tol * edge.truncate().length();
    let is_over = is_in(areas[0], c - b) && is_in(areas[1], a - c) && is_in(areas[2], b - a);
    (all != 0.0 && is_over).then(|| p.z + (areas[0] * a.z + areas[1] * b.z + areas[2] * c.z) / all)
}
