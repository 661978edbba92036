//! How the facets of a surface are joined: made in one go, because all of it comes from the sorted edges.

use alloc::vec::Vec;

use clearance_geometry::space::Vector;
use glam::DVec3;

use super::edges::{Edge, edges};
use super::level::{Level, level};
use super::report::Report;
use super::ridges::{components, ridges};
use super::unit::Unit;
use super::weld::weld;

/// What is known of the joints of a surface.
#[derive(Clone, Debug)]
pub struct Joints {
    /// For each vertex, the first at its place.
    pub welded: Vec<u32>,
    /// For each facet, what is beyond its edges.
    pub edges: Vec<[Edge; 3]>,
    /// For each facet, is it [level](super::level)?
    pub level: Vec<Level>,
    /// For each facet, the number of its component.
    pub component: Vec<u32>,
    /// For each component, its first facet.
    pub first: Vec<u32>,
    /// What was found.
    pub report: Report,
}

/// The first facet of each component.
fn firsts(component: &[u32], count: usize) -> Vec<u32> {
    let mut first = alloc::vec![u32::MAX; count];
    for (facet, component) in component.iter().enumerate() {
        let least = &mut first[*component as usize];
        *least = (*least).min(facet as u32);
    }
    first
}

impl Joints {
    /// The joints of facets whose vertex numbers exist.
    pub fn of<V: Vector>(vertices: &[V], facets: &[[u32; 3]], unit: Unit) -> Self {
        let places: Vec<DVec3> = vertices.iter().map(|v| unit.place(v.widen())).collect();
        let welded = weld(&places);
        let at_places: Vec<[u32; 3]> =
            facets.iter().map(|corners| corners.map(|v| welded[v as usize])).collect();
        let ridges = ridges(&at_places, vertices.len(), V::DIM);
        let edges = edges(&ridges, &at_places, &places, V::DIM);
        let level = level(&at_places, &edges, &places, V::DIM);
        let mut report = Report::of(&ridges, &at_places, &welded, &places, V::DIM);
        report.count_unused(vertices.len(), facets);
        let component;
        (component, report.components) = components(&ridges, facets.len());
        let first = firsts(&component, report.components);
        Self { welded, edges, level, component, first, report }
    }
}
