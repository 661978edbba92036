//! Ridges: the edges of all facets, sorted such that the edges at the same place are neighbours.
//!
//! ```text
//!           2                        facet i, j, k: edge 0 from i to j, edge 1 from j to k,
//!         /   \                      edge 2 from k to i; opposite of edge 0 is k
//!    2  /       \  1
//!     /           \                  segment i, j (stored as i, j, j): end 0 at i, end 1 at j;
//!   0 ------------- 1                opposite of end 0 is j
//!           0
//! ```
//!
//! A facet goes along an edge *forward* if the edge leads from the lower to the higher vertex. A segment
//! goes forward at the end where it begins. On a surface whose facets agree about the front, the two facets
//! at an edge go along it in opposite directions.

use alloc::vec::Vec;

use super::buckets::buckets;

/// One edge of one facet. The order of the fields is the order of sorting: edges at the same place are
/// together, and among them those of facets with the same three corners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ridge {
    /// The lower and the higher vertex. In 2D both are the vertex of the end.
    pub ends: [u32; 2],
    /// The corner of the facet that is not at the edge.
    pub opposite: u32,
    /// The number of the facet.
    pub facet: u32,
    /// The number of the edge in the facet.
    pub side: u8,
    /// Does the facet go along the edge from the lower to the higher vertex?
    pub forward: bool,
}

impl Ridge {
    fn new(side: u8, from: u32, to: u32, opposite: u32, facet: u32) -> Self {
        Self { ends: [from.min(to), from.max(to)], opposite, facet, side, forward: from < to }
    }
}

/// The ridges of facets whose corners are welded vertices, of `vertices` in all. A facet with two equal corners
/// has none: its only edge would be there twice, once for each direction, and join nothing.
pub fn ridges(facets: &[[u32; 3]], vertices: usize, dim: usize) -> Vec<Ridge> {
    let of_facet = |(facet, corners): (u32, &[u32; 3])| {
        let [a, b, c] = *corners;
        let ridges = if dim == 2 {
            let end = |side, at, opposite| Ridge {
                forward: side == 0,
                ..Ridge::new(side, at, at, opposite, facet)
            };
            [Some(end(0, a, b)), Some(end(1, b, a)), None]
        } else {
            [(0, a, b, c), (1, b, c, a), (2, c, a, b)]
                .map(|(side, from, to, opposite)| Some(Ridge::new(side, from, to, opposite, facet)))
        };
        let has_ridges = a != b && (dim == 2 || (b != c && c != a));
        ridges.into_iter().flatten().filter(move |_| has_ridges)
    };
    // By the lower vertex in linear time; few edges begin at a vertex.
    let all = (0..).zip(facets).flat_map(of_facet).map(|ridge| (ridge.ends[0], ridge));
    let (mut ridges, ends) = buckets(vertices, all);
    for bucket in ends.windows(2) {
        ridges[bucket[0] as usize..bucket[1] as usize].sort_unstable();
    }
    ridges
}

/// The ridges by edges: all at the same place in one slice.
pub fn at_edges(ridges: &[Ridge]) -> impl Iterator<Item = &[Ridge]> {
    ridges.chunk_by(|one, other| one.ends == other.ends)
}

/// How many facets more go forward along an edge than backward. Around a volume it is 0 at each edge.
pub fn excess(at_edge: &[Ridge]) -> isize {
    at_edge.iter().map(|ridge| if ridge.forward { 1 } else { -1 }).sum()
}

/// The number of the component of each facet, from 0 in the order of their first facets, and the number of
/// components.
///
/// Two facets that alone share an edge are in one component. Where more than two share an edge, components
/// meet there that are complete without each other: two boxes that touch along an edge stay two. Those that
/// go along it in one direction more often than in the other are joined: none of them is closed without the
/// others. A facet without ridges is a component of its own.
pub fn components(ridges: &[Ridge], facets: usize) -> (Vec<u32>, usize) {
    let mut groups = Groups::new(facets);
    for at_edge in at_edges(ridges) {
        if let [one, other] = at_edge {
            groups.join(one.facet, other.facet);
        }
    }
    let pieces: Vec<u32> = (0..facets as u32).map(|facet| groups.root(facet)).collect();
    let mut crowd: Vec<Ridge> = Vec::new();
    for at_edge in at_edges(ridges).filter(|at_edge| at_edge.len() > 2) {
        crowd.clear();
        crowd.extend(at_edge);
        let piece = |ridge: &Ridge| pieces[ridge.facet as usize];
        crowd.sort_unstable_by_key(piece);
        let mut torn = crowd.chunk_by(|a, b| piece(a) == piece(b)).filter(|part| excess(part) != 0);
        if let Some(first) = torn.next() {
            torn.for_each(|part| groups.join(first[0].facet, part[0].facet));
        }
    }
    let mut count = 0;
    let mut of = alloc::vec![0; facets];
    for facet in 0..facets as u32 {
        let top = groups.root(facet);
        of[facet as usize] = if top == facet { count } else { of[top as usize] };
        count += u32::from(top == facet);
    }
    (of, count as usize)
}

/// Sets of facets that grow together. Each entry leads towards the root of its set, its lowest number.
pub struct Groups(Vec<u32>);

impl Groups {
    /// Each facet alone.
    pub fn new(facets: usize) -> Self {
        Self((0..facets as u32).collect())
    }
    /// Adds one more, alone.
    pub fn push(&mut self) {
        self.0.push(self.0.len() as u32);
    }
    /// The lowest facet of the set of `facet`. The way to it is halved.
    pub fn root(&mut self, mut facet: u32) -> u32 {
        while self.0[facet as usize] != facet {
            let above = self.0[self.0[facet as usize] as usize];
            self.0[facet as usize] = above;
            facet = above;
        }
        facet
    }
    /// Joins the sets of two facets.
    pub fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other) as usize] = one.min(other);
    }
}
