//! The report on a surface: what keeps it from being the boundary of a volume, and where first.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use clearance_geometry::hull::exact::collinear;
use glam::DVec3;

use super::ridges::{Ridge, at_edges, excess};

/// How often something is found in a surface, and its first place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The number of places.
    pub count: usize,
    /// The numbers of the two vertices at the first place. For the end of a segment, or a single vertex, both
    /// are the same.
    pub first: Option<[u32; 2]>,
}

impl Places {
    fn add(&mut self, place: [u32; 2]) {
        self.count += 1;
        self.first.get_or_insert(place);
    }
}

/// What was found in a surface. None of it is an error: a surface with holes still has distances.
///
/// Vertices at the same place are one vertex here. In 2D an edge is an end of a segment.
///
/// ```
/// use clearance::Mesh;
/// use glam::Vec3;
/// let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2], [1, 0, 1]])?;
/// let report = mesh.report();
/// assert_eq!((report.open_edges.count, &report.degenerate[..]), (3, &[1][..]));
/// assert_eq!(
///     report.to_string(),
///     "3 edges without a second triangle, the first from vertex 0 to 1. \
///      1 triangle without extent, the first 1."
/// );
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// 2 or 3.
    pub dimension: usize,
    /// Edges of one facet only: rims of holes.
    pub open_edges: Places,
    /// Edges of more than two facets.
    pub crowded_edges: Places,
    /// Edges of an even number of facets that do not go along it in both directions equally often: their
    /// fronts disagree.
    pub turned_edges: Places,
    /// Facets whose corners are on a line, or in 2D equal; exactly.
    pub degenerate: Vec<u32>,
    /// Facets with the same corners as one of a lower number, turned or not.
    pub doubled: Vec<u32>,
    /// Vertices of no facet.
    pub unused_vertices: Places,
    /// Vertices at the place of one of a lower number, which is the second of the pair.
    pub duplicate_vertices: Places,
    /// The number of components: see [`Surface::component`](super::Surface::component).
    pub components: usize,
    /// Has each edge an even number of facets?
    pub closed: bool,
    /// Are there no turned edges? If the surface is closed, too, each edge has as many facets in one
    /// direction as in the other, so it bounds a volume.
    pub oriented: bool,
}

impl Report {
    /// The report but for the components. `welded` gives for each vertex the first at its place; the corners
    /// of the facets are welded.
    pub(super) fn of(
        ridges: &[Ridge],
        facets: &[[u32; 3]],
        welded: &[u32],
        places: &[DVec3],
        dimension: usize,
    ) -> Self {
        let mut report = Self { dimension, closed: true, ..Self::default() };
        let mut doubled = alloc::vec![false; facets.len()];
        for at_edge in at_edges(ridges) {
            report.count_edge(at_edge);
            for pair in at_edge.windows(2) {
                doubled[pair[1].facet as usize] |= pair[0].opposite == pair[1].opposite;
            }
        }
        report.oriented = report.turned_edges.count == 0;
        report.doubled = (0..facets.len() as u32).filter(|i| doubled[*i as usize]).collect();
        let is_degenerate = |i: &u32| {
            let [a, b, c] = facets[*i as usize].map(|v| places[v as usize]);
            if dimension == 2 { a == b } else { collinear(a, b, c) }
        };
        report.degenerate = (0..facets.len() as u32).filter(is_degenerate).collect();
        for (vertex, first) in (0..).zip(welded) {
            if *first != vertex {
                report.duplicate_vertices.add([vertex, *first]);
            }
        }
        report
    }

    fn count_edge(&mut self, at_edge: &[Ridge]) {
        let ends = at_edge[0].ends;
        let even = at_edge.len().is_multiple_of(2);
        self.closed &= even;
        if at_edge.len() == 1 {
            self.open_edges.add(ends);
        }
        if at_edge.len() > 2 {
            self.crowded_edges.add(ends);
        }
        if even && excess(at_edge) != 0 {
            self.turned_edges.add(ends);
        }
    }

    /// Counts the vertices that no facet names.
    pub(super) fn count_unused(&mut self, vertices: usize, facets: &[[u32; 3]]) {
        let mut used = alloc::vec![false; vertices];
        for vertex in facets.as_flattened() {
            used[*vertex as usize] = true;
        }
        for vertex in (0..vertices as u32).filter(|v| !used[*v as usize]) {
            self.unused_vertices.add([vertex; 2]);
        }
    }
}

/// "1 edge", "2 edges".
pub fn counted(count: usize, noun: &str) -> String {
    match noun {
        _ if count == 1 => format!("1 {noun}"),
        "vertex" => format!("{count} vertices"),
        _ => format!("{count} {noun}s"),
    }
}

/// What was found, in sentences.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plane = self.dimension == 2;
        let (facet, edge) = if plane { ("segment", "end") } else { ("triangle", "edge") };
        let mut between = "";
        let mut say = |count: usize, what: &str, without: &str, first: &dyn fmt::Display| {
            let sentence =
                write!(f, "{between}{} {without}, the first {first}.", counted(count, what));
            between = " ";
            sentence
        };
        let of_edges = [
            (self.open_edges, format!("without a second {facet}")),
            (self.crowded_edges, format!("of more than two {facet}s")),
            (self.turned_edges, format!("between {facet}s with opposite fronts")),
        ];
        for (Places { count, first }, what) in of_edges {
            if let Some([a, b]) = first {
                let at = if plane {
                    format!("at vertex {a}")
                } else {
                    format!("from vertex {a} to {b}")
                };
                say(count, edge, &what, &at)?;
            }
        }
        let shared = format!("with the corners of another {facet}");
        for (list, what) in [(&self.degenerate, "without extent"), (&self.doubled, &shared)] {
            if let Some(first) = list.first() {
                say(list.len(), facet, what, first)?;
            }
        }
        let unused = format!("of no {facet}");
        let vertices = [
            (self.unused_vertices, &*unused),
            (self.duplicate_vertices, "at the place of another vertex"),
        ];
        for (Places { count, first }, what) in vertices {
            if let Some([vertex, _]) = first {
                say(count, "vertex", what, &vertex)?;
            }
        }
        if self.closed && self.oriented {
            write!(f, "{between}The surface is closed, and all fronts agree.")?;
        }
        Ok(())
    }
}
