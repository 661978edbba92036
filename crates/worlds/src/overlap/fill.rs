//! The triangles of a plane part whose rim is known by its edges alone.
//!
//! ```text
//!    ______________
//!   |   ____       |      edges from node to node, counterclockwise around the part, clockwise around holes
//!   |  | o  |   |\ |      --> loops --> each outer loop with its holes, by ear clipping
//!   |  |____|   | \|      --> what is left between the rim and the triangles, as a fan
//!   |___________|         so that the triangles have exactly this rim
//! ```
//!
//! Ear clipping leaves out corners on a straight line. Each edge of the rim is also one of the other surface's or of a
//! neighbour's part, so a corner that is left out would be a crack. The fan of what is left over has no area then.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use clearance_geometry::hull::exact::{projection, steepest};
use earcut::Earcut;
use glam::{DVec2, DVec3};

/// Triangles with this rim, seen from the tip of the normal.
pub fn fill(points: &[DVec3], rim: &[[u32; 2]], normal: DVec3) -> Vec<[u32; 3]> {
    if let [[a, b], [c, d], [e, f]] = *rim
        && (b, d, f) == (c, e, a)
    {
        return alloc::vec![[a, b, d]];
    }
    let loops = Loop::all(points, rim, normal);
    let outer_of: Vec<Option<usize>> = loops.iter().map(|hole| hole.outer(&loops)).collect();
    let mut triangles = Vec::new();
    for (i, outer) in loops.iter().enumerate().filter(|(_, l)| l.area > 0.0) {
        let own = loops.iter().zip(&outer_of).filter(|(_, of)| **of == Some(i));
        let holes: Vec<&Loop> = own.map(|(hole, _)| hole).collect();
        clip(outer, &holes, &mut triangles);
    }
    close(rim, &mut triangles);
    triangles
}

/// A node of each hole of a part with a node of the loop around it: they are joined by the facet itself.
pub fn holes(points: &[DVec3], rim: &[[u32; 2]], normal: DVec3) -> Vec<[u32; 2]> {
    let loops = Loop::all(points, rim, normal);
    let pair = |hole: &Loop| hole.outer(&loops).map(|i| [hole.nodes[0], loops[i].nodes[0]]);
    loops.iter().filter_map(pair).collect()
}

/// Nodes around a part or a hole.
struct Loop {
    nodes: Vec<u32>,
    places: Vec<DVec2>,
    /// Twice the area; negative around a hole.
    area: f64,
}

impl Loop {
    /// The loops of a rim that have an area.
    fn all(points: &[DVec3], rim: &[[u32; 2]], normal: DVec3) -> Vec<Self> {
        let axis = steepest(normal);
        let flat = |node: u32| {
            let at = projection(points[node as usize], axis);
            if normal[axis] < 0.0 { DVec2::new(at.y, at.x) } else { at }
        };
        let all = loops(rim).into_iter().map(|nodes| Self::of(nodes, &flat));
        all.filter(|l| l.area != 0.0).collect()
    }

    /// The smallest loop around a hole.
    fn outer(&self, loops: &[Self]) -> Option<usize> {
        let is_around = |i: &usize| loops[*i].area > 0.0 && loops[*i].contains(self.places[0]);
        let smaller = |i: &usize, j: &usize| loops[*i].area.total_cmp(&loops[*j].area);
        let around = (0..loops.len()).filter(is_around).min_by(smaller);
        around.filter(|_| self.area < 0.0)
    }

    fn of(nodes: Vec<u32>, flat: &impl Fn(u32) -> DVec2) -> Self {
        let places: Vec<DVec2> = nodes.iter().map(|node| flat(*node)).collect();
        let from = places[0];
        let turn = |(p, q): (&DVec2, &DVec2)| (*p - from).perp_dot(*q - from);
        let area = places.iter().zip(places.iter().skip(1)).map(turn).sum();
        Self { nodes, places, area }
    }

    fn contains(&self, at: DVec2) -> bool {
        let next = self.places.iter().cycle().skip(1);
        let crosses = |(p, q): (&DVec2, &DVec2)| {
            (p.y > at.y) != (q.y > at.y) && at.x < p.x + (q.x - p.x) * (at.y - p.y) / (q.y - p.y)
        };
        self.places.iter().zip(next).filter(|pair| crosses(*pair)).count() % 2 == 1
    }
}

/// The loops that edges form: at each node one goes on along any edge that is left.
fn loops(rim: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let mut next: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    rim.iter().for_each(|[from, to]| next.entry(*from).or_default().push(*to));
    let mut found = Vec::new();
    while let Some(first) = next.first_entry().map(|entry| *entry.key()) {
        let (mut nodes, mut at) = (Vec::new(), first);
        while let Some(ways) = next.get_mut(&at) {
            nodes.push(at);
            let to = ways.pop().expect("lists without edges are dropped");
            if ways.is_empty() {
                next.remove(&at);
            }
            at = to;
        }
        found.push(nodes);
    }
    found
}

/// Adds the triangles of a loop without its holes.
fn clip(outer: &Loop, holes: &[&Loop], triangles: &mut Vec<[u32; 3]>) {
    let (mut nodes, mut places) = (outer.nodes.clone(), outer.places.clone());
    let mut starts = Vec::new();
    for hole in holes {
        starts.push(places.len() as u32);
        nodes.extend(&hole.nodes);
        places.extend(&hole.places);
    }
    let mut corners: Vec<u32> = Vec::new();
    Earcut::new().earcut(places.iter().map(|p| [p.x, p.y]), &starts, &mut corners);
    for corner in corners.chunks_exact(3) {
        let [a, b, c] = [0, 1, 2].map(|i| corner[i] as usize);
        let turn = (places[b] - places[a]).perp_dot(places[c] - places[a]);
        let [b, c] = if turn < 0.0 { [c, b] } else { [b, c] };
        triangles.push([a, b, c].map(|i| nodes[i]));
    }
}

/// Adds triangles so that all have exactly this rim: fans over the edges that one side has and the other one has not.
fn close(rim: &[[u32; 2]], triangles: &mut Vec<[u32; 3]>) {
    let mut left: BTreeMap<[u32; 2], i32> = BTreeMap::new();
    let mut add = |[from, to]: [u32; 2], count: i32| {
        let count = if from < to { count } else { -count };
        *left.entry([from.min(to), from.max(to)]).or_default() += count;
    };
    rim.iter().for_each(|edge| add(*edge, 1));
    for [a, b, c] in triangles.iter().copied() {
        [[a, b], [b, c], [c, a]].into_iter().for_each(|edge| add(edge, -1));
    }
    let mut missing: Vec<[u32; 2]> = Vec::new();
    for ([from, to], count) in left {
        let edge = if count > 0 { [from, to] } else { [to, from] };
        missing.extend((0..count.abs()).map(|_| edge));
    }
    // Each loop alone, so that no triangle leads from one place to another.
    for nodes in loops(&missing) {
        triangles.extend((2..nodes.len()).map(|i| [nodes[0], nodes[i - 1], nodes[i]]));
    }
}
