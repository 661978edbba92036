//! From curves to lenses: parts of both surfaces that lie in the other one and belong together.
//!
//! ```text
//!          B                      inside: a vertex behind the other surface, or a stretch of an edge
//!      ____|_o__|____  A          flood: an edge without hits joins its ends; a stretch between two hits joins these
//!          |/_\_|                 lens: the curves and vertices that are joined
//! ```
//!
//! Each facet has a part in the lens: its area is 1/2 sum r x dr around stretches of its edges and segments of curves.

use alloc::vec::Vec;
use core::cell::OnceCell;

use glam::DVec3;

use super::cross::{Crossings, Hit, Segment};
use super::surface_pair::SurfacePair;
use super::surface_view::SurfaceView;
use super::table::Table;
use crate::surface::{Groups, buckets};

/// A facet of a lens.
#[derive(Clone)]
pub struct Face {
    pub facet: u32,
    pub corners: [DVec3; 3],
    pub vertices: [u32; 3],
    pub normal: DVec3,
    /// The area of its part in the lens.
    pub area: f64,
    /// Is a corner in the lens, and is some of an edge?
    pub inside: [bool; 3],
    pub wet: [bool; 3],
    bends: OnceCell<[i8; 3]>,
}

impl Face {
    /// A facet of which nothing is inside.
    pub fn of(side: &dyn SurfaceView, facet: u32) -> Self {
        Self {
            facet,
            corners: side.corners(facet),
            vertices: side.vertices(facet),
            normal: side.normal(facet),
            area: 0.0,
            inside: [false; 3],
            wet: [false; 3],
            bends: OnceCell::new(),
        }
    }

    /// Which edges are ridges (1), flat (0) or valleys (-1).
    pub fn bends(&self, side: &dyn SurfaceView) -> [i8; 3] {
        *self.bends.get_or_init(|| [0, 1, 2].map(|k| side.bend(self.facet, k)))
    }
}

/// Parts of two surfaces that are in each other.
pub struct Lens {
    /// The facets of A and of B, in the order of their numbers.
    pub faces: [Vec<Face>; 2],
    /// The hits of its curves.
    pub hits: Vec<Hit>,
}

/// What is known of vertices inside. Nodes are hits, and then vertices inside.
pub struct Flood<'m> {
    meeting: &'m SurfacePair<'m>,
    crossings: &'m Crossings,
    /// The hits of each edge along it, and where those of each begin.
    along: (Vec<u32>, Vec<u32>),
    groups: Groups,
    /// By vertex: one more than its node, and whether it is the end of an edge with hits.
    vertices: [Vec<(u32, bool)>; 2],
    inside: Vec<(usize, u32)>,
}

pub fn lenses(meeting: &SurfacePair<'_>, crossings: &Crossings) -> Vec<Lens> {
    if crossings.hits.is_empty() {
        return Vec::new();
    }
    Flood::of(meeting, crossings).lenses()
}

impl<'m> Flood<'m> {
    pub fn of(meeting: &'m SurfacePair<'m>, crossings: &'m Crossings) -> Self {
        let numbered = (0..).zip(&crossings.hits).map(|(i, hit)| (hit.edge, i));
        let mut along = buckets(crossings.edges.len(), numbered);
        for ends in along.1.windows(2) {
            along.0[ends[0] as usize..ends[1] as usize].sort_unstable_by(|i, j| {
                let [x, y] = [i, j].map(|i| &crossings.hits[*i as usize]);
                x.along.total_cmp(&y.along).then(i.cmp(j))
            });
            leave_first(meeting, crossings, &mut along.0[ends[0] as usize..ends[1] as usize]);
        }
        let mut flood = Self {
            meeting,
            crossings,
            along,
            groups: Groups::new(crossings.hits.len()),
            vertices: [0, 1].map(|i| alloc::vec![(0, false); meeting.sides[i].counts()[1]]),
            inside: Vec::new(),
        };
        for hit in &crossings.hits {
            for vertex in crossings.edges[hit.edge as usize] {
                flood.vertices[hit.which][vertex as usize].1 = true;
            }
        }
        flood.join();
        flood
    }
}

impl Flood<'_> {
    /// The vertices inside.
    pub fn inside(&self) -> &[(usize, u32)] {
        &self.inside
    }
    /// The number of the group that a node belongs to.
    pub fn group(&mut self, node: u32) -> u32 {
        self.groups.root(node)
    }
    /// Joins the groups of two nodes.
    pub fn join_nodes(&mut self, one: u32, other: u32) {
        self.groups.join(one, other);
    }
    /// Where a node is.
    fn place(&self, node: u32) -> DVec3 {
        let hits = self.crossings.hits.len();
        match (node as usize).checked_sub(hits).map(|i| self.inside[i]) {
            Some((which, vertex)) => self.meeting.sides[which].place(vertex),
            None => self.hit(node).point,
        }
    }
    fn hit(&self, hit: u32) -> &Hit {
        &self.crossings.hits[hit as usize]
    }
    fn hits_at(&self, edge: usize) -> &[u32] {
        let (hits, ends) = &self.along;
        &hits[ends[edge] as usize..ends[edge + 1] as usize]
    }

    /// Joins what is connected inside.
    fn join(&mut self) {
        for Segment { ends: [p, q], .. } in &self.crossings.segments {
            self.groups.join(*p, *q);
        }
        for edge in 0..self.crossings.edges.len() {
            let [low, high] = self.crossings.edges[edge];
            let hits = self.hits_at(edge).to_vec();
            for pair in hits.windows(2) {
                if !self.hit(pair[0]).up {
                    self.groups.join(pair[0], pair[1]);
                }
            }
            let (first, last) = (hits[0], hits[hits.len() - 1]);
            let which = self.hit(first).which;
            if self.hit(first).up {
                let node = self.enter(which, low);
                self.groups.join(first, node);
            }
            if !self.hit(last).up {
                let node = self.enter(which, high);
                self.groups.join(last, node);
            }
        }
        let mut next = 0;
        while let Some(&(which, vertex)) = self.inside.get(next) {
            next += 1;
            let side = self.meeting.sides[which];
            let node = self.enter(which, vertex);
            for &facet in side.around(vertex) {
                for other in side.vertices(facet) {
                    if other != vertex && self.edge(which, [vertex, other]).is_none() {
                        let other = self.enter(which, other);
                        self.groups.join(node, other);
                    }
                }
            }
        }
    }

    /// The node of a vertex inside.
    fn enter(&mut self, which: usize, vertex: u32) -> u32 {
        let new = self.crossings.hits.len() + self.inside.len();
        let known = &mut self.vertices[which][vertex as usize].0;
        if *known == 0 {
            *known = new as u32 + 1;
            self.inside.push((which, vertex));
            self.groups.push();
        }
        *known - 1
    }
    fn node(&self, which: usize, vertex: u32) -> Option<u32> {
        self.vertices[which][vertex as usize].0.checked_sub(1)
    }
    /// The number of an edge, if it has hits.
    fn edge(&self, which: usize, ends: [u32; 2]) -> Option<u32> {
        let has_hits = |vertex: u32| self.vertices[which][vertex as usize].1;
        if ends.into_iter().all(has_hits) { self.crossings.edge(which, ends) } else { None }
    }

    fn lenses(mut self) -> Vec<Lens> {
        let (mut number, mut lenses) = (Table::default(), Vec::new());
        // Every vertex inside is joined to a hit.
        for hit in 0..self.crossings.hits.len() as u32 {
            let root = u64::from(self.groups.root(hit));
            let (lens, is_new) = number.number(root, lenses.len());
            if is_new {
                lenses.push(Lens { faces: [Vec::new(), Vec::new()], hits: Vec::new() });
            }
            lenses[lens as usize].hits.push(*self.hit(hit));
        }
        let mut lens_of = |node: u32| {
            let root = self.groups.root(node);
            number.get(u64::from(root)).expect("each group has a hit")
        };
        let nodes = self.crossings.hits.len() + self.inside.len();
        let of: Vec<u32> = (0..nodes as u32).map(&mut lens_of).collect();
        self.add_faces(&of, &mut lenses);
        lenses
    }

    /// The facets that have a part inside, in the order of their numbers.
    pub fn touched(&self) -> Vec<(usize, u32)> {
        // A bit for each facet.
        let mut bits = self.meeting.sides.map(|side| alloc::vec![0_u64; side.counts()[0] / 64 + 1]);
        let mut add =
            |which: usize, facet: u32| bits[which][facet as usize / 64] |= 1 << (facet % 64);
        for segment in &self.crossings.segments {
            (0..2).for_each(|which| add(which, segment.facets[which]));
        }
        for &(which, vertex) in &self.inside {
            self.meeting.sides[which].around(vertex).iter().for_each(|facet| add(which, *facet));
        }
        let mut touched = Vec::new();
        for (which, words) in bits.iter().enumerate() {
            for (i, mut word) in (0_u32..).zip(words.iter().copied()) {
                while word != 0 {
                    touched.push((which, 64 * i + word.trailing_zeros()));
                    word &= word - 1;
                }
            }
        }
        touched
    }

    /// The rim of the part of a facet that is inside, counterclockwise: stretches of its edges from node to node, and
    /// then segments of curves.
    pub fn rim(&self, (which, facet): (usize, u32), cuts: &Cuts, visit: &mut dyn FnMut([u32; 2])) {
        let vertices = self.meeting.sides[which].vertices(facet);
        for k in 0..3 {
            self.stretches(which, [vertices[k], vertices[(k + 1) % 3]], visit);
        }
        for i in cuts.of_facet(which, facet) {
            let [p, q] = self.crossings.segments[i].ends;
            visit(if which == 0 { [p, q] } else { [q, p] });
        }
    }

    /// The stretches of an edge that are inside, on the way between its ends.
    fn stretches(&self, which: usize, ends: [u32; 2], visit: &mut dyn FnMut([u32; 2])) {
        let Some(edge) = self.edge(which, ends) else {
            if let [Some(p), Some(q)] = ends.map(|vertex| self.node(which, vertex)) {
                visit([p, q]);
            }
            return;
        };
        let is_forward = ends[0] < ends[1];
        let mut visit = |[p, q]: [u32; 2]| visit(if is_forward { [p, q] } else { [q, p] });
        let [low, high] = self.crossings.edges[edge as usize].map(|v| self.node(which, v));
        let hits = self.hits_at(edge as usize);
        if let Some(low) = low.filter(|_| self.hit(hits[0]).up) {
            visit([low, hits[0]]);
        }
        for (i, &hit) in hits.iter().enumerate().filter(|(_, hit)| !self.hit(**hit).up) {
            if let Some(to) = hits.get(i + 1).copied().or(high) {
                visit([hit, to]);
            }
        }
    }

    /// Gives each lens its facets, with the areas of their parts.
    fn add_faces(&self, of: &[u32], lenses: &mut [Lens]) {
        let cuts = Cuts::of(self.crossings);
        for (which, facet) in self.touched() {
            let face = Face::of(self.meeting.sides[which], facet);
            if let Some(lens) = self.around_whole(which, &face, &cuts, of) {
                let [a, b, c] = face.corners;
                let area = (b - a).cross(c - a).dot(face.normal) * 0.5;
                let (inside, wet) = ([true; 3], [true; 3]);
                lenses[lens as usize].faces[which].push(Face { area, inside, wet, ..face });
                continue;
            }
            let mut parts: Vec<(u32, DVec3)> = Vec::new();
            let from = face.corners[0];
            self.rim((which, facet), &cuts, &mut |nodes| {
                let [p, q] = nodes.map(|node| self.place(node) - from);
                let (lens, area) = (of[nodes[0] as usize], p.cross(q) * 0.5);
                match parts.iter_mut().find(|(known, _)| *known == lens) {
                    Some((_, sum)) => *sum += area,
                    None => parts.push((lens, area)),
                }
            });
            for (lens, area) in parts {
                let part = Face { area: area.dot(face.normal).max(0.0), ..face.clone() };
                lenses[lens as usize].faces[which].push(self.marked(which, part, lens, of));
            }
        }
    }

    /// The lens that has all of a facet.
    fn around_whole(&self, which: usize, face: &Face, cuts: &Cuts, of: &[u32]) -> Option<u32> {
        let [a, b, c] = face.vertices;
        let is_whole = cuts.of_facet(which, face.facet).next().is_none()
            && [[a, b], [b, c], [c, a]].iter().all(|ends| self.edge(which, *ends).is_none());
        let lens_of = |vertex| self.node(which, vertex).map(|node| of[node as usize]);
        let lens = lens_of(a).filter(|_| is_whole)?;
        (lens_of(b) == Some(lens) && lens_of(c) == Some(lens)).then_some(lens)
    }

    /// The facet with what is in a lens.
    fn marked(&self, which: usize, mut face: Face, lens: u32, of: &[u32]) -> Face {
        let is_in = |node: u32| of[node as usize] == lens;
        face.inside = face.vertices.map(|v| self.node(which, v).is_some_and(is_in));
        face.wet = [0, 1, 2].map(|k| {
            let ends = [k, (k + 1) % 3];
            let edge = self.edge(which, ends.map(|i| face.vertices[i]));
            ends.iter().any(|i| face.inside[*i])
                || edge.is_some_and(|e| self.hits_at(e as usize).iter().any(|hit| is_in(*hit)))
        });
        face
    }
}

/// Where two parts of a solid share a face, an edge leaves one of them and enters the other one at one place, which
/// rounding may exchange.
fn leave_first(meeting: &SurfacePair<'_>, crossings: &Crossings, hits: &mut [u32]) {
    /// Places along an edge that are nearer to each other are one.
    const SAME: f64 = 1e-12;
    for i in 1..hits.len() {
        let [x, y] = [hits[i - 1], hits[i]].map(|hit| &crossings.hits[hit as usize]);
        if x.up || !y.up || y.along - x.along > SAME {
            continue;
        }
        let side = meeting.sides[1 - x.which];
        let [n, m] = [x, y].map(|hit| side.normal(hit.facets[1 - x.which]));
        if n.dot(m) < SAME - 1.0 {
            hits.swap(i - 1, i);
        }
    }
}

/// The segments on each facet of both surfaces, in the order of the facets.
pub struct Cuts([Vec<(u32, usize)>; 2]);

impl Cuts {
    pub fn of(crossings: &Crossings) -> Self {
        let mut cuts: [Vec<(u32, usize)>; 2] = [Vec::new(), Vec::new()];
        for (i, segment) in crossings.segments.iter().enumerate() {
            (0..2).for_each(|which| cuts[which].push((segment.facets[which], i)));
        }
        cuts.iter_mut().for_each(|list| list.sort_unstable());
        Self(cuts)
    }
    /// The segments on a facet.
    fn of_facet(&self, which: usize, facet: u32) -> impl Iterator<Item = usize> {
        let list = &self.0[which];
        let first = list.partition_point(|(f, _)| *f < facet);
        list[first..].iter().take_while(move |(f, _)| *f == facet).map(|(_, i)| *i)
    }
}
