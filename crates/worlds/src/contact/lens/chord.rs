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

/// A vertex inside with the first facet of the other surface over it, or in front with the last one.
struct End {
    vertex: u32,
    at: DVec3,
    length: f64,
    own: u32,
    other: u32,
}

/// Ends, one for each vertex.
#[derive(Default)]
struct Ends {
    list: Vec<End>,
    of: Table,
}

impl Ends {
    /// Keeps the shorter or the longer one.
    fn offer(&mut self, end: End, is_shorter_kept: bool) {
        let (i, is_new) = self.of.number(u64::from(end.vertex), self.list.len());
        if is_new {
            self.list.push(end);
        } else if (end.length < self.list[i as usize].length) == is_shorter_kept {
            self.list[i as usize] = end;
        }
    }
    fn has(&self, vertex: u32) -> bool {
        self.of.get(u64::from(vertex)).is_some()
    }
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
    /// For each surface, vertices inside and vertices in front.
    exits: [Ends; 2],
    gaps: [Ends; 2],
    chords: Vec<Chord>,
    spots: Vec<Spot>,
}

/// The longest chord along `d`. `rim` are the hits of a whole lens: what none of its facets is over is then asked of the
/// whole surface.
pub fn longest(
    meeting: &SurfacePair<'_>,
    sets: Sets<'_>,
    d: DVec3,
    rim: Option<&[Hit]>,
) -> Option<Chord> {
    let mut sight = Sight::new(meeting, d, rim, false);
    sight.search(sets);
    sight.confirmed()
}

/// The ends of all chords along `d`, points of the rim, and points in front within the margin.
pub fn spots(
    meeting: &SurfacePair<'_>,
    sets: Sets<'_>,
    d: DVec3,
    rim: Option<&[Hit]>,
) -> Vec<Spot> {
    let mut sight = Sight::new(meeting, d, rim, true);
    sight.search(sets);
    sight.spots
}

impl<'s> Sight<'s> {
    fn new(meeting: &'s SurfacePair<'s>, d: DVec3, rim: Option<&'s [Hit]>, are_all: bool) -> Self {
        let (u, w) = d.any_orthonormal_pair();
        Self {
            meeting,
            axes: [u, w, d],
            tol: meeting.tolerance(),
            rim,
            are_all,
            exits: [Ends::default(), Ends::default()],
            gaps: [Ends::default(), Ends::default()],
            chords: Vec::new(),
            spots: Vec::new(),
        }
    }

    fn search(&mut self, sets: Sets<'_>) {
        let flats = [self.flats(0, sets[0]), self.flats(1, sets[1])];
        self.each_pair(&flats, &mut |sight, x, y| {
            sight.vertices(1, y, x);
            sight.vertices(0, x, y);
        });
        // What is not longer than a chord that is known does not matter.
        let longest = |ends: &Ends| ends.list.iter().fold(0.0, |most, end| max(most, end.length));
        let least = if self.are_all {
            f64::NEG_INFINITY
        } else {
            max(longest(&self.exits[0]), longest(&self.exits[1]))
        };
        let mut crossed = Table::default();
        self.each_pair(&flats, &mut |sight, x, y| {
            if x.high.z - y.low.z >= least {
                sight.edges(x, y, &mut crossed);
            }
        });
        if let Some(rim) = self.rim {
            (0..2).for_each(|which| self.exits_of_whole(which, &flats[which]));
            rim.iter().for_each(|hit| self.at_rim(hit));
        }
        self.take_ends();
    }

    /// The facets that face along the direction, those of B against it, in the order of x.
    fn flats<'f>(&self, which: usize, faces: &'f [Face]) -> Vec<Flat<'f>> {
        let [u, w, d] = self.axes;
        let sign = if which == 0 { 1.0 } else { -1.0 };
        let seen = |face: &'f Face| {
            let p = face.corners.map(|p| DVec3::new(p.dot(u), p.dot(w), p.dot(d)));
            let (low, high) = (p[0].min(p[1]).min(p[2]), p[0].max(p[1]).max(p[2]));
            Flat { face, p, low, high }
        };
        let facing = faces.iter().filter(|face| sign * face.normal.dot(d) >= 1e-6);
        let mut flats: Vec<Flat<'_>> = facing.map(seen).collect();
        flats.sort_by(|x, y| x.low.x.total_cmp(&y.low.x).then(x.face.facet.cmp(&y.face.facet)));
        flats
    }

    /// Visits the pairs that overlap, seen along the direction, and that are not too far in front of each other.
    fn each_pair<'f>(
        &mut self,
        [of_a, of_b]: &[Vec<Flat<'f>>; 2],
        visit: &mut dyn FnMut(&mut Self, &Flat<'f>, &Flat<'f>),
    ) {
        let (tol, reach) = (self.tol, self.meeting.margin + self.tol);
        /// So many pairs are looked at: those of facets that are not slivers, of the largest meshes.
        const MOST: usize = 1 << 25;
        let mut left = MOST;
        let widest = of_b.iter().fold(0.0, |most, y| max(most, y.high.x - y.low.x));
        for x in of_a {
            let first = of_b.partition_point(|y| y.low.x < x.low.x - widest - tol);
            for y in &of_b[first..] {
                if y.low.x > x.high.x + tol {
                    break;
                }
                if left == 0 {
                    return;
                }
                left -= 1;
                if x.low.x <= y.high.x + tol
                    && x.low.y <= y.high.y + tol
                    && y.low.y <= x.high.y + tol
                    && y.low.z <= x.high.z + reach
                {
                    visit(self, x, y);
                }
            }
        }
    }

    /// The corners of a facet of surface `which`, over or under one of the other.
    fn vertices(&mut self, which: usize, mine: &Flat<'_>, other: &Flat<'_>) {
        for k in 0..3 {
            let is_inside = mine.face.inside[k];
            if !is_inside && !self.are_all {
                continue;
            }
            let p = mine.p[k];
            let Some(z) = height(&other.p, p, self.tol) else { continue };
            let length = if which == 1 { z - p.z } else { p.z - z };
            let end = End {
                vertex: mine.face.vertices[k],
                at: mine.face.corners[k],
                length,
                own: mine.face.facet,
                other: other.face.facet,
            };
            if is_inside {
                if length >= -self.tol {
                    self.exits[which].offer(end, true);
                }
            } else if length <= self.tol && length >= -self.meeting.margin {
                self.gaps[which].offer(end, false);
            }
        }
    }

    /// The places where ridges of two facets cross.
    fn edges(&mut self, x: &Flat<'_>, y: &Flat<'_>, crossed: &mut Table) {
        let is_ridge = |face: &Face, k: usize| {
            // A part of a lens also ends at valleys.
            face.bends[k] > 0 || self.rim.is_none() && face.bends[k] < 0
        };
        for (i, j) in (0..9).map(|k| (k / 3, k % 3)) {
            if !is_ridge(x.face, i) || !is_ridge(y.face, j) {
                continue;
            }
            let ([p, q], [r, s]) = ([x.p[i], x.p[(i + 1) % 3]], [y.p[j], y.p[(j + 1) % 3]]);
            let Some((t, depth)) = crossing([p, q], [r, s]) else { continue };
            if depth < -self.meeting.margin || depth > 0.0 && !x.face.wet[i] && !y.face.wet[j] {
                continue;
            }
            let edges = [x.face.edges[i], y.face.edges[j]];
            let key = u64::from(edges[0]) << 32 | u64::from(edges[1]);
            if !crossed.number(key, 0).1 {
                continue;
            }
            let [u, w, d] = self.axes;
            let in_frame = |p: DVec3| u * p.x + w * p.y + d * p.z;
            let a = in_frame(p + (q - p) * t);
            let ends = [a, a - d * depth];
            let facets = [x.face.facet, y.face.facet];
            if depth > 0.0 {
                let normal = in_frame((q - p).cross(s - r).normalize_or_zero());
                let normal = if normal.dot(d) < 0.0 { -normal } else { normal };
                self.chords.push(Chord { depth, normal, facets, is_firm: false, ends });
            }
            if self.are_all {
                let feature =
                    FeatureId::new(FeaturePart::Edge(edges[0]), FeaturePart::Edge(edges[1]));
                self.spots.push(spot(ends, -depth, feature));
            }
        }
    }

    /// The ends of vertices inside that none of the facets is over.
    fn exits_of_whole(&mut self, which: usize, flats: &[Flat<'_>]) {
        let d = if which == 1 { self.axes[2] } else { -self.axes[2] };
        for flat in flats {
            for k in 0..3 {
                let (vertex, at) = (flat.face.vertices[k], flat.face.corners[k]);
                if flat.face.inside[k]
                    && !self.exits[which].has(vertex)
                    && let Some((length, other)) = self.meeting.exit(1 - which, at, d)
                {
                    let end = End { vertex, at, length, own: flat.face.facet, other };
                    self.exits[which].offer(end, true);
                }
            }
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
            self.chords.push(Chord { depth, normal, facets, is_firm: true, ends });
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
        for (which, is_exit) in [(0, true), (1, true), (0, false), (1, false)] {
            let ends = core::mem::take(
                &mut (if is_exit { &mut self.exits } else { &mut self.gaps })[which].list,
            );
            for End { vertex, at, length, own, other } in ends {
                let (a, b) = if which == 1 { (at + d * length, at) } else { (at, at - d * length) };
                let (vertex, face) = (FeaturePart::Vertex(vertex), FeaturePart::Face(other));
                let (feature, facets) = match which {
                    1 => (FeatureId::new(face, vertex), [other, own]),
                    _ => (FeatureId::new(vertex, face), [own, other]),
                };
                if is_exit {
                    let normal = self.meeting.sides[1 - which].normal(other);
                    let normal = if which == 1 { normal } else { -normal };
                    let ends = [a, b];
                    self.chords.push(Chord { depth: length, normal, facets, is_firm: true, ends });
                }
                if self.are_all {
                    self.spots.push(spot([a, b], -length, feature));
                }
            }
        }
    }

    /// The longest chord that leaves A and B nowhere between. Those that do are as long as to the first exit.
    fn confirmed(mut self) -> Option<Chord> {
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
            // From B's end through A, and from A's end through B: one is enough.
            let in_a = self.meeting.exit(0, chord.ends[1], d);
            let is_long =
                |exit: Option<(f64, u32)>| exit.is_some_and(|(t, _)| t >= longest - self.tol);
            if is_long(in_a) || is_long(self.meeting.exit(1, chord.ends[0], -d)) {
                return Some(*chord);
            }
            match in_a {
                Some((t, facet)) if chord.is_firm && t > self.tol => {
                    chord.depth = t;
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
    let lengths = e.truncate().length() * g.truncate().length();
    if turn.abs() <= 1e-12 * lengths {
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
