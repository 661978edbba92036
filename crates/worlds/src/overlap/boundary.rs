//! The closed surfaces around what two solids have in common.
//!
//! ```text
//!         B          from A: facets behind B's surface, and of those that the curve crosses the part behind it
//!     ____|__        from B: the same behind A
//!    |////|  |  A    Both have the curve as their rim, so together they are closed: one edge of one always meets
//!    |____|__|       one of the other, because both are told by the same exact signs.
//! ```
//!
//! Nodes are the hits of edges on facets, and vertices inside. Nothing is computed for how they are joined.

use alloc::vec::Vec;

use clearance_geometry::number::Scalar;
use clearance_geometry::space::Vector;
use glam::DVec3;

use super::fill::{fill, holes};
use crate::contact::lens::{Crossings, Cuts, Flood, Hit, PosedSurface, SurfacePair, SurfaceView};
use crate::separation::side;
use crate::surface::crossing;

/// Where a node may be: within `slide` of its place along a direction, and within rounding in every direction.
#[derive(Clone, Copy)]
pub struct Off {
    pub along: DVec3,
    pub slide: f64,
}

/// A closed surface: triangles of nodes, counterclockwise seen from outside.
#[derive(Default)]
pub struct Shell {
    pub triangles: Vec<[u32; 3]>,
    /// The facets of A and B that it has parts of.
    pub facets: Vec<(usize, u32)>,
}

/// All of them.
pub struct Boundary {
    pub points: Vec<DVec3>,
    pub off: Vec<Off>,
    pub shells: Vec<Shell>,
}

const FIRM: Off = Off { along: DVec3::ZERO, slide: 0.0 };

impl Boundary {
    /// The boundary of the common part of two solids, B moved by the nudge.
    pub fn of<V: Vector>(
        meeting: &SurfacePair<'_>,
        crossings: &Crossings,
        solids: &[PosedSurface<'_, V>; 2],
    ) -> Self {
        let mut flood = Flood::of(meeting, crossings);
        let moved = [DVec3::ZERO, meeting.nudge()];
        let inside =
            |(which, vertex): &(usize, u32)| meeting.sides[*which].place(*vertex) + moved[*which];
        let hits = &crossings.hits;
        let mut found = Self {
            points: hits
                .iter()
                .map(|hit| hit.point)
                .chain(flood.inside().iter().map(inside))
                .collect(),
            off: hits.iter().map(|hit| off(meeting, crossings, hit)).collect(),
            shells: Vec::new(),
        };
        found.off.resize(found.points.len(), FIRM);
        let touched = flood.touched();
        found.add_crossed(meeting, crossings, &mut flood, &touched);
        for which in 0..2 {
            let of_one = touched.iter().filter(|(of, _)| *of == which).map(|(_, facet)| *facet);
            found.add_whole(which, meeting, solids, of_one);
        }
        found
    }

    /// Adds the parts of the facets that the curves cross, and what is joined to these.
    fn add_crossed(
        &mut self,
        meeting: &SurfacePair<'_>,
        crossings: &Crossings,
        flood: &mut Flood<'_>,
        touched: &[(usize, u32)],
    ) {
        let cuts = Cuts::of(crossings);
        let mut edges: Vec<[u32; 2]> = Vec::new();
        for &(which, facet) in touched {
            edges.clear();
            flood.rim((which, facet), &cuts, &mut |edge| edges.push(edge));
            let Some(first) = edges.first().map(|edge| flood.group(edge[0])) else { continue };
            if edges.iter().any(|edge| flood.group(edge[0]) != first) {
                for [hole, outer] in holes(&self.points, &edges, meeting.sides[which].normal(facet))
                {
                    flood.join_nodes(hole, outer);
                }
            }
        }
        let mut shell_of: Vec<u32> = alloc::vec![u32::MAX; self.points.len()];
        let mut rim: Vec<(u32, [u32; 2])> = Vec::new();
        for &(which, facet) in touched {
            rim.clear();
            flood.rim((which, facet), &cuts, &mut |edge| rim.push((0, edge)));
            for (group, edge) in &mut rim {
                *group = flood.group(edge[0]);
            }
            rim.sort_by_key(|(group, _)| *group);
            for part in rim.chunk_by(|x, y| x.0 == y.0) {
                let shell = &mut shell_of[part[0].0 as usize];
                if *shell == u32::MAX {
                    *shell = self.shells.len() as u32;
                    self.shells.push(Shell::default());
                }
                let shell = &mut self.shells[*shell as usize];
                let edges: Vec<[u32; 2]> = part.iter().map(|(_, edge)| *edge).collect();
                shell.triangles.extend(fill(
                    &self.points,
                    &edges,
                    meeting.sides[which].normal(facet),
                ));
                shell.facets.push((which, facet));
            }
        }
    }

    /// Adds the components of a surface that nothing crosses and that are inside the other solid.
    fn add_whole<V: Vector>(
        &mut self,
        which: usize,
        meeting: &SurfacePair<'_>,
        solids: &[PosedSurface<'_, V>; 2],
        touched: impl Iterator<Item = u32>,
    ) {
        let surface = solids[which].surface.surface();
        let component = surface.components();
        let firsts: Vec<u32> = surface.component_vertices().collect();
        let mut is_crossed = alloc::vec![false; firsts.len()];
        touched.for_each(|facet| is_crossed[component[facet as usize] as usize] = true);
        let shift = if which == 0 { DVec3::ZERO } else { meeting.nudge() };
        let mut shells: Vec<Option<Shell>> = Vec::new();
        for (vertex, is_crossed) in firsts.iter().zip(&is_crossed) {
            let at = meeting.sides[which].place(*vertex) + shift;
            let is_inside = !is_crossed && is_in(&solids[1 - which], at, which, meeting);
            shells.push(is_inside.then(Shell::default));
        }
        if shells.iter().all(Option::is_none) {
            return;
        }
        let mut nodes = alloc::vec![u32::MAX; surface.vertices().len()];
        for facet in 0..surface.len() as u32 {
            let Some(shell) = &mut shells[component[facet as usize] as usize] else { continue };
            let triangle = meeting.sides[which].vertices(facet).map(|vertex| {
                let node = &mut nodes[vertex as usize];
                if *node == u32::MAX {
                    *node = self.points.len() as u32;
                    self.points.push(meeting.sides[which].place(vertex) + shift);
                    self.off.push(FIRM);
                }
                *node
            });
            shell.triangles.push(triangle);
            shell.facets.push((which, facet));
        }
        self.shells.extend(shells.into_iter().flatten());
    }
}

/// Is a corner of surface `which`, which nothing crosses, in the other solid? Where the trees cannot tell, all facets are
/// asked, as they are moved.
fn is_in<V: Vector>(
    solid: &PosedSurface<'_, V>,
    at: DVec3,
    which: usize,
    meeting: &SurfacePair<'_>,
) -> bool {
    let shift = if which == 0 { meeting.nudge() } else { DVec3::ZERO };
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let around = solid.surface.bounds();
    for bits in 0..8_u32 {
        let end = |i: usize| if bits >> i & 1 == 0 { around.min.get(i) } else { around.max.get(i) };
        let corner = solid.placed(V::from_fn(end).widen());
        (low, high) = (low.min(corner), high.max(corner));
    }
    if !(at.cmpge(low + shift - meeting.rounding) & at.cmple(high + shift + meeting.rounding)).all()
    {
        return false;
    }
    let error = 4.0 * meeting.rounding;
    side(solid.surface, solid.own(at - shift), error / solid.unit.0).unwrap_or_else(|| {
        let facets = (0..solid.surface.len() as u32)
            .map(|facet| crossing(3, solid.corners(facet).map(|p| p + shift), at));
        facets.sum::<i32>() != 0
    })
}

/// How far a hit may be from its place along its edge, which its ends' heights above the facet divide.
///
/// A height is n . (p - a), where n is the cross product of two sides of the facet: its error is at most that of 4 products
/// and sums for n, 4 for the rest, so less than 16 units of rounding times the three lengths.
fn off(meeting: &SurfacePair<'_>, crossings: &Crossings, hit: &Hit) -> Off {
    const HEIGHT: f64 = 16.0 * f64::EPSILON;
    let moved = [DVec3::ZERO, meeting.nudge()];
    let [low, high] = crossings.edges[hit.edge as usize]
        .map(|vertex| meeting.sides[hit.which].place(vertex) + moved[hit.which]);
    let other = 1 - hit.which;
    let [a, b, c] = meeting.sides[other].corners(hit.facets[other]).map(|p| p + moved[other]);
    let (along, across) = (b - a, c - a);
    let normal = along.cross(across);
    let sign = if hit.up { 1.0 } else { -1.0 };
    // The first end is behind if the hit goes up.
    let height = |p: DVec3, sign: f64| {
        let error = along.length() * across.length() * (p - a).length() * HEIGHT;
        (Scalar::max(normal.dot(p - a) * sign, 0.0), error)
    };
    let (p, q) = (height(low, -sign), height(high, sign));
    // The share is p / (p + q), and both may be off.
    let share = |p: f64, q: f64| if p + q > 0.0 { p / (p + q) } else { hit.along };
    let least = share(Scalar::max(p.0 - p.1, 0.0), q.0 + q.1);
    let most = share(p.0 + p.1, Scalar::max(q.0 - q.1, 0.0));
    let (way, slide) = (high - low, Scalar::max(hit.along - least, most - hit.along));
    Off { along: way.normalize_or_zero(), slide: slide * way.length() }
}
